//! `parlor discord run`: the bot, until it is interrupted.

use discord::{Bot, Options, StartError};
use engine::{Budget, Holder, Seat};
use host::Host;
use llm::Http;
use machines::ALL;
use store::{Notes, Store};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use super::{Token, runtime};
use crate::cli::DiscordRun;
use crate::context::Context;
use crate::desk::Counter;
use crate::desk::discord::Corner;
use crate::exit::{Code, Failure, Outcome};
use crate::face::Interrupt;
use crate::{activity, budget, evening, models, port, reach};

/// Whose notes they are.
const FACE: &str = "discord";

/// Runs it.
pub(crate) fn run(cx: &Context, args: &DiscordRun) -> Outcome {
    let token = Token::find()?;
    let options = token.options(cx)?;
    reached(cx, &args.models)?;
    let store = cx.store()?;
    let notes = Notes::open(&cx.home()?, FACE)?;
    runtime()?.block_on(stay(cx, args, &token, options, store, notes))
}

async fn stay(
    cx: &Context,
    args: &DiscordRun,
    token: &Token,
    options: Options,
    store: Store,
    notes: Notes,
) -> Outcome {
    let listener = match args.http {
        Some(at) => Some(port::listen(at, "--http").await?),
        None => None,
    };
    let of_host = host::Options {
        pace: activity::FIRST.pace(&[], args.speed.speed),
        models: models::all(cx)?,
        ..host::Options::default()
    };
    let host = Host::new(store.clone(), ALL, of_host);
    let desk = Corner {
        counter: Counter { cx: *cx, store },
        models: args.models.clone(),
        budget: args.budget.as_deref().map_or(Ok(Budget::default()), budget::read)?,
        http: Http::new().map_err(Failure::failed)?,
    };
    let bot = Bot::start(options, host.clone(), notes, desk).await.map_err(|why| match why {
        StartError::Discord(why) => token.failed(&why),
        StartError::Notes(why) => why.into(),
        why @ StartError::Elsewhere(_) => Failure::new(Code::Configuration, why.to_string()),
    })?;
    let commands = bot.register().await.map_err(|why| token.failed(&why))?;
    evening::recover(cx, &host).await?;
    let mut interrupt = Interrupt::new();
    say_who(cx, &bot, commands, listener.as_ref())?;
    let (stop, stopped) = oneshot::channel::<()>();
    let by_gateway = async {
        let ended = bot.run(interrupt.wait()).await;
        // The other door closes with this one.
        drop(stop);
        ended
    };
    let by_http = async {
        if let Some(listener) = listener {
            bot.serve(listener, async { drop(stopped.await) }).await;
        }
    };
    let (ended, ()) = tokio::join!(by_gateway, by_http);
    host.stop().await;
    ended.map_err(|why| token.failed(&why))?;
    cx.note("\nevery table is where it was: parlor discord run goes on");
    Ok(Code::Interrupted)
}

/// Who is there, by which doors, and what its owner should know.
fn say_who(cx: &Context, bot: &Bot, commands: usize, listener: Option<&TcpListener>) -> Result<(), Failure> {
    let name = protocol::clean_line(bot.name());
    cx.print(&format!("{name} is there, with {commands} commands\n"))?;
    if let Some(listener) = listener {
        let at = listener.local_addr().map_err(|error| Failure::failed(error.to_string()))?;
        cx.print(&format!("http://{at}/interactions\n"))?;
    }
    match (bot.posted_to(), listener) {
        (Some(url), None) => cx.note(format_args!(
            "Discord posts interactions to {}: without --http none of them arrives",
            protocol::clean_line(url)
        )),
        (None, Some(_)) => cx.note(
            "interactions come by the gateway still: give Discord the public address that leads here, with /interactions at \
             its end",
        ),
        _ => {}
    }
    if !bot.reads_talk() {
        cx.note("it does not read along: people speak with /say, by a reply to it, or by mentioning it");
    }
    cx.note(format_args!("  → let it into a server: {}", bot.invitation()));
    cx.note("  → then give /session start there; Ctrl-C stops it, and every table rests where it is");
    Ok(())
}

/// Refuses models that cannot be asked, before anybody sits down to play with them.
fn reached(cx: &Context, models: &[String]) -> Result<(), Failure> {
    for spec in models {
        let seat = Seat { id: "seat-1".to_owned(), name: spec.clone(), holder: Holder::Model(spec.clone()) };
        if let Some(fault) = reach::faults(cx, &[seat])?.first() {
            return Err(Failure::new(Code::Configuration, format!("--model {spec}: {}", fault.problem)));
        }
    }
    Ok(())
}
