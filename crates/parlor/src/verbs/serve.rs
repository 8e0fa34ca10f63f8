//! `parlor serve`: the browser's face, on this machine or for others.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use archive::set_session;
use host::{Host, NewSession};
use server::{Keep, Places, Server, Swept, Token};
use store::{Rights, Store};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tui::ColourMode;

use super::discord::Coming;
use crate::catalog::catalog;
use crate::cli::Serve;
use crate::context::Context;
use crate::desk::Counter;
use crate::exit::{Code, Failure, Outcome, no_threads};
use crate::face::Interrupt;
use crate::seating::Manner;
use crate::{activity, evening, names, networks, port};

/// How long an owner's token lasts that is made at the start: milliseconds, until the next start makes another.
const OWNER_MS: i64 = 365 * 24 * 60 * 60 * 1_000;

/// Serves until it is interrupted.
pub(crate) fn run(cx: &Context, args: &Serve) -> Outcome {
    more_files();
    check_public(args)?;
    let bot = if args.discord { Some(Coming::new(cx, &args.bot)?) } else { None };
    let store = cx.store()?;
    let rights = Rights::open(&cx.home()?)?;
    if rights.damaged() > 0 {
        cx.note(format_args!(
            "{} rights are not what was granted, and grant nothing\n  → invite again whoever is missed; parlor store check \
             says more",
            rights.damaged()
        ));
    }
    // An owner's token is good until the next start.
    rights.revoke_owners()?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| no_threads(&error))?;
    runtime.block_on(serve(cx, args, store, rights, bot))
}

/// Lets as many files be open as the system allows: every connection is one, and most systems begin with 1,024.
fn more_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        // Where it is not allowed, those who come too late wait for a place.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    }
}

async fn serve(cx: &Context, args: &Serve, store: Store, rights: Rights, bot: Option<Coming>) -> Outcome {
    let listener = listen(cx, args.bind).await?;
    let at = port::of(&listener)?;
    let loopback = at.ip().is_loopback();
    let named = bot.as_ref().map_or(&[][..], Coming::models);
    let host = evening::staying_host(cx, &store, args.speed, named)?;
    let counter = || Counter { cx: *cx, store: store.clone(), speed: args.speed.speed };
    let near = networks::addresses(at);
    let places = Places { public: args.public.clone(), near: near.clone() };
    let options = server::Options { rate_times: args.rate_times, places, ..server::Options::new(loopback) };
    let server = Server::new(host.clone(), store.clone(), catalog(), rights, counter(), options);
    let pages = pages(args.public.as_deref(), at);
    let linked = pages.is_some();
    let bot = match bot {
        Some(bot) => Some(bot.come(cx, &host, counter(), pages).await?),
        None => None,
    };
    evening::recover(cx, &host).await?;
    if args.demo {
        demo(&host).await?;
    }
    // Whoever has read where it is served may stop it at once.
    let mut interrupt = Interrupt::of_service();
    say_where(cx, args, &server, at, &near)?;
    if let Some(bot) = &bot {
        bot.say_who(cx)?;
        if !linked && !loopback {
            cx.note("its cards link to no page: --public URL says where others open this");
        }
    }
    let keep = Keep { tables: args.keep_tables, photos: args.keep_photos };
    let (stop, stopped) = oneshot::channel::<()>();
    let until_stopped = async {
        let ended = match bot {
            Some(bot) => bot.stay(interrupt.wait()).await,
            None => {
                interrupt.wait().await;
                Ok(())
            }
        };
        // The browser's door closes with the bot's.
        drop(stop);
        ended
    };
    let by_browser = server.serve(listener, async {
        drop(stopped.await);
        server.drain();
        // A disk that hangs is not waited for: what was acknowledged is on it.
        let _ = tokio::time::timeout(STOPS_WITHIN, host.stop()).await;
    });
    let until_stopped = async {
        let stopped = async {
            let why = host.log_failed().await;
            cx.note(format_args!(
                "the store has stopped writing, and no table goes on: {why}\n  → see that the disk is not full, and start \
                 parlor again: what was confirmed before is saved"
            ));
            std::future::pending().await
        };
        tokio::select! {
            ended = until_stopped => ended,
            never = stopped => never,
            never = sweep(cx, &server, keep) => never,
        }
    };
    let (ended, ()) = tokio::join!(until_stopped, by_browser);
    ended?;
    let again = if args.discord { "parlor serve --discord" } else { "parlor serve" };
    cx.note(format_args!("\nevery table is where it was: {again} goes on"));
    Ok(if interrupt.wished { Code::Fine } else { Code::Interrupted })
}

/// Deletes what has been kept for long enough, now and every hour.
async fn sweep(cx: &Context, server: &Server, keep: Keep) -> Result<(), Failure> {
    if keep == Keep::default() {
        return std::future::pending().await;
    }
    let mut hours = tokio::time::interval(SWEEPS_EVERY);
    loop {
        hours.tick().await;
        let Swept { tables, photos } = server.sweep(keep, evening::now_utc()).await;
        if tables + photos > 0 {
            cx.note(format_args!(
                "kept for long enough, and deleted: {tables} tables, {photos} photos of others"
            ));
        }
    }
}

/// How often it is looked for what has been kept for long enough.
const SWEEPS_EVERY: Duration = Duration::from_secs(60 * 60);

/// How long the tables may take to stop.
const STOPS_WITHIN: Duration = Duration::from_secs(10);

/// Refuses to name an address for others where no others are let in: a loopback address answers to names of this machine
/// alone, and holds whoever comes through a proxy that does not say so to be the owner.
fn check_public(args: &Serve) -> Result<(), Failure> {
    let at = args.bind.unwrap_or(BIND);
    match &args.public {
        Some(public) if at.ip().is_loopback() => Err(Failure::usage(
            format!("{public} cannot lead here: {at} is for this machine alone"),
            format!(
                "add {FLAG} with an address that others or a proxy can reach: {FLAG} 0.0.0.0:{}",
                at.port()
            ),
        )),
        _ => Ok(()),
    }
}

/// Where others open the pages of tables, as far as it is known: a link that they cannot open is worse than none.
fn pages(public: Option<&str>, at: SocketAddr) -> Option<String> {
    let is_known = !at.ip().is_loopback() && !at.ip().is_unspecified();
    public.map(str::to_owned).or_else(|| is_known.then(|| format!("http://{at}")))
}

/// Where it is served if nothing is said.
const BIND: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 7777);

/// What chooses another place.
const FLAG: &str = "--bind";

/// Listens where it was said; if nothing was, at the usual place, or beside it when that is taken.
async fn listen(cx: &Context, bind: Option<SocketAddr>) -> Result<TcpListener, Failure> {
    let wanted = bind.unwrap_or(BIND);
    match TcpListener::bind(wanted).await {
        Err(error) if error.kind() == io::ErrorKind::AddrInUse && bind.is_none() => {
            cx.note(format_args!("{}; this takes the next that is free", port::taken(wanted)));
            port::listen(SocketAddr::new(wanted.ip(), 0), FLAG).await
        }
        listening => listening.map_err(|error| port::failed(wanted, FLAG, &error)),
    }
}

/// An evening of the house that a visitor can watch at once, if none runs.
async fn demo(host: &Host) -> Result<(), Failure> {
    if host.running().iter().any(|table| table.id().as_str().starts_with(names::DEMO)) {
        return Ok(());
    }
    let activity = activity::first()?;
    let chance = names::guarded(None, None)?;
    let laid = activity.laid(activity.seats_of_house(chance.laying()), Manner::default());
    let new: NewSession = evening::opening(activity, names::fresh_id(names::DEMO)?, chance, laid)?;
    let table = host.create(new).await?;
    table.command(set_session(table::SessionVerb::Start)).await?;
    Ok(())
}

/// Where it is, and for others than this machine how they come in and what the owner opens.
fn say_where(
    cx: &Context,
    args: &Serve,
    server: &Server,
    at: SocketAddr,
    near: &[String],
) -> Result<(), Failure> {
    // The address that means all of a machine's is none that a browser could open.
    let here = if at.ip().is_unspecified() { on_this_machine(at) } else { format!("http://{at}") };
    let address = format!("{}/", near.first().unwrap_or(&here));
    cx.print(&format!("{address}\n"))?;
    // A right is good where it was opened: at the address of the links.
    let door = args.public.as_ref().map_or_else(|| address.clone(), |public| format!("{public}/"));
    if !at.ip().is_loopback() {
        for other in near.iter().skip(1) {
            cx.note(format_args!("  also {other}/"));
        }
        let token = Token::fresh().map_err(|error| {
            Failure::failed(format!("the system gave no random number: {error}"), "try again")
        })?;
        server.grant_owner(&token, evening::now_utc() + OWNER_MS)?;
        cx.note(format_args!(
            "others can reach this: the owner's token is\n  {}\n  → open {door}owner/{} once in your browser",
            token.as_str(),
            token.as_str()
        ));
        say_how_others_come(cx, args, &door);
    }
    cx.note("  → open it in a browser; Ctrl-C stops it, and every table rests where it is");
    if args.open
        && has_desktop()
        && let Err(why) = open(&address)
    {
        cx.more(format_args!("no browser was opened: {why}"));
    }
    Ok(())
}

/// What friends open, as a picture for their phones where somebody sees it; and that others can read along, if they can.
fn say_how_others_come(cx: &Context, args: &Serve, door: &str) {
    cx.note(format_args!("  → friends open {door}join, with the code of a table or by its link"));
    let coloured = cx.theme.colour != ColourMode::None;
    let picture = server::in_terminal(&format!("{door}join"), coloured);
    if let Some(picture) = picture.filter(|_| cx.shows_progress() && !cx.theme.ascii) {
        cx.note(format_args!("\n{picture}"));
    }
    if !args.public.as_ref().is_some_and(|public| public.starts_with("https://")) {
        cx.note(
            "this is plain HTTP: whoever is in the same network could read along; docs/browser.md says how to have HTTPS",
        );
    }
}

/// An address of this machine that is good on it alone.
fn on_this_machine(at: SocketAddr) -> String {
    let ip: IpAddr = if at.is_ipv6() { Ipv6Addr::LOCALHOST.into() } else { Ipv4Addr::LOCALHOST.into() };
    format!("http://{}", SocketAddr::new(ip, at.port()))
}

/// Is there a desktop that could open a browser?
fn has_desktop() -> bool {
    cfg!(any(target_os = "macos", windows))
        || ["DISPLAY", "WAYLAND_DISPLAY"]
            .iter()
            .any(|name| std::env::var_os(name).is_some_and(|it| !it.is_empty()))
}

/// Opens an address in the browser of the desktop, where there is one.
fn open(address: &str) -> std::io::Result<()> {
    let opener: &[&str] = match std::env::consts::OS {
        "macos" => &["open"],
        "windows" => &["cmd", "/C", "start"],
        _ => &["xdg-open"],
    };
    let quiet = std::process::Stdio::null;
    std::process::Command::new(opener[0])
        .args(&opener[1..])
        .arg(address)
        .stdin(quiet())
        .stdout(quiet())
        .stderr(quiet())
        .spawn()
        .map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_to_an_address_that_others_can_open_or_is_not_there() {
        let at = |text: &str| text.parse::<SocketAddr>().expect("an address");
        let named = Some("https://parlor.example");
        assert_eq!(pages(named, at("0.0.0.0:7777")).as_deref(), named);
        assert_eq!(pages(named, at("192.0.2.7:7777")).as_deref(), named);
        assert_eq!(pages(None, at("192.0.2.7:7777")).as_deref(), Some("http://192.0.2.7:7777"));
        assert_eq!(pages(None, at("[2001:db8::7]:80")).as_deref(), Some("http://[2001:db8::7]:80"));
        for nowhere in ["127.0.0.1:7777", "[::1]:7777", "0.0.0.0:7777", "[::]:7777"] {
            assert_eq!(pages(None, at(nowhere)), None, "{nowhere}");
        }
    }

    #[test]
    fn an_address_that_means_all_of_a_machines_is_never_told() {
        let at = |text: &str| text.parse::<SocketAddr>().expect("an address");
        assert_eq!(on_this_machine(at("0.0.0.0:7777")), "http://127.0.0.1:7777");
        assert_eq!(on_this_machine(at("[::]:7777")), "http://[::1]:7777");
    }
}
