//! A thousand servers with a table each, in one process: within what Discord takes of one bot, and of anybody's patience. The clock
//! is made up, so that minutes of waiting for limits take no time; what it shows is how long anybody would wait.

use std::time::Duration;

use activities::ALL;
use discord::{Bot, Options};
use fakes::discord::{ChannelId, Discord, GuildId, InteractionId, MessageId, Nasty, Shown, User};
use host::{Host, HostOptions};
use store::{Notes, Store};
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::stage::{AtOnce, House, discord};

const SERVERS: usize = 1_000;
/// How much Discord takes of one bot in a second.
const PER_SECOND: u32 = 50;
/// How long Discord waits for an answer to a press.
const ANSWERED_IN: Duration = Duration::from_secs(3);
/// How long Discord is away.
const AWAY: Duration = Duration::from_millis(150);
/// The most that it may take until all tables are laid: a thousand times nine requests, and room.
const LAID_IN: Duration = Duration::from_secs(250);
/// How many of them play in the same moment.
const PLAYING: usize = 200;
/// The most that it may take until all of these have been answered, while the other tables are still being told.
const PLAYED_IN: Duration = Duration::from_secs(120);
/// The most requests that one step of a table takes, its card and its pictures included.
const STEP_REQUESTS_MAX: usize = 6;
/// The most memory for a table, with what the stand-in remembers of it.
const TABLE_BYTES: u64 = 400 << 10;

/// Somebody in a server of their own.
struct Server {
    who: User,
    channel: ChannelId,
}

/// A bot that runs until it is stopped.
struct Running {
    stop: oneshot::Sender<()>,
    ended: JoinHandle<()>,
}

impl Running {
    /// Starts a bot over a store, and waits until it is connected.
    async fn start(discord: &Discord, dir: &std::path::Path) -> Running {
        let host = Host::new(Store::open(dir).unwrap(), *ALL, HostOptions::default());
        let usual = Options::new(discord.token());
        let (rest, gateway) = (Some(discord.rest()), Some(discord.gateway()));
        let options = Options { rest, gateway, note: |what| eprintln!("{what}"), ..usual };
        let notes = Notes::open(dir, "discord").unwrap();
        let bot = Bot::start(options, host.clone(), notes, House::plain()).await.unwrap();
        bot.register().await.unwrap();
        let before = discord.identified();
        let (stop, stopped) = oneshot::channel();
        let ended = tokio::spawn(async move {
            let stopped = async { stopped.await.unwrap() };
            bot.run_queued(stopped, |builder| builder.queue(AtOnce)).await.unwrap();
            host.stop().await;
        });
        discord.until(|it| it.identified() > before && it.connected()).await;
        Running { stop, ended }
    }

    async fn stops(self) {
        self.stop.send(()).unwrap();
        self.ended.await.unwrap();
    }
}

/// A directory whose disk is memory, where the system has such: what is written is no matter of this test.
fn quick_directory() -> TempDir {
    let memory = std::path::Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory).unwrap() } else { tempfile::tempdir().unwrap() }
}

/// Bytes of memory that this process has, where the system says so.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or_default() * 1024
}

/// Waits until each of these is so, one after the other.
async fn all<T>(discord: &Discord, things: &[T], patience: Duration, is_so: impl Fn(&Discord, &T) -> bool) {
    let mut left = things.iter().peekable();
    discord
        .until_in(patience, |it| {
            while left.next_if(|thing| is_so(it, thing)).is_some() {}
            left.peek().is_none()
        })
        .await;
}

/// Everybody is answered in the time that Discord gives a bot.
async fn answered(discord: &Discord, given: &[InteractionId]) {
    let began = Instant::now();
    all(discord, given, ANSWERED_IN, |it, id| it.answer(*id).is_some()).await;
    println!("{} answered in {:?}", given.len(), began.elapsed());
    assert!(given.iter().all(|id| !discord.failed(*id)));
}

/// What somebody is asked in a thread: its message, and what stands on the first button.
fn question(discord: &Discord, thread: ChannelId) -> Option<(MessageId, String)> {
    let first = |shown: Shown| {
        let label = shown.labels().into_iter().find(|it| it.starts_with("1 · ")).map(str::to_owned);
        label.map(|label| (shown.id, label))
    };
    discord.messages(thread).into_iter().rev().find_map(first)
}

/// People of many servers play in the same moment: they say what there is, and then decide about it by a press.
async fn plays(discord: &Discord, servers: &[Server]) {
    let seen = discord.requests().len();
    let thread = |it: &Server| discord.threads(it.channel).pop().expect("a thread");
    let threads: Vec<ChannelId> = servers.iter().map(thread).collect();
    let asked = || threads.iter().map(|thread| question(discord, *thread));
    let go_on = async |before: &[Option<(MessageId, String)>]| {
        let began = Instant::now();
        let each: Vec<_> = threads.iter().zip(before).collect();
        let is_new = |it: &Discord, (thread, before): &(&ChannelId, &Option<(MessageId, String)>)| {
            let now = question(it, **thread);
            now.is_some() && now != **before
        };
        all(discord, &each, PLAYED_IN, is_new).await;
        println!("{} tables went on in {:?}", servers.len(), began.elapsed());
    };
    let before: Vec<_> = asked().collect();
    for (server, thread) in servers.iter().zip(&threads) {
        server.who.types(*thread, "Old chargers, three mugs, a green device").unwrap();
    }
    go_on(&before).await;
    let before: Vec<_> = asked().collect();
    let press = |(server, question): (&Server, &Option<(MessageId, String)>)| {
        let (message, label) = question.as_ref().expect("a question");
        server.who.press(*message, label).unwrap()
    };
    let given: Vec<_> = servers.iter().zip(&before).map(press).collect();
    answered(discord, &given).await;
    go_on(&before).await;
    let asked = discord.requests().split_off(seen);
    let rest = asked.iter().filter(|it| !it.route.contains("/interactions/")).count();
    println!("{rest} requests for both");
    // With them goes one for each of the others that was still to come.
    assert!(rest <= 2 * STEP_REQUESTS_MAX * servers.len() + SERVERS, "{rest}");
}

#[tokio::test(start_paused = true)]
async fn a_thousand_servers_with_a_table_each_are_within_discords_limits() {
    let discord = Discord::start().await;
    discord.nasty(Nasty::PerSecond(PER_SECOND));
    discord.nasty(Nasty::Latency { route: "", by: AWAY });
    let servers: Vec<Server> = (0..SERVERS)
        .map(|at| {
            let guild: GuildId = discord.guild();
            Server { who: discord.user(&format!("p{at}")).joins(guild), channel: discord.channel(guild) }
        })
        .collect();
    let dir = quick_directory();
    let running = Running::start(&discord, dir.path()).await;
    let before = memory();

    // All of them begin in the same moment.
    let lays = [("activity", "tidying")];
    let given: Vec<_> =
        servers.iter().map(|it| it.who.slash(it.channel, "session start", &lays).unwrap()).collect();
    answered(&discord, &given).await;
    let began = Instant::now();
    let is_asked = |it: &Discord, server: &Server| {
        let thread = it.threads(server.channel).pop();
        thread.is_some_and(|thread| it.messages(thread).iter().any(|it| !it.buttons.is_empty()))
    };
    all(&discord, &servers, LAID_IN, is_asked).await;
    println!("{SERVERS} tables laid in {:?}", began.elapsed());
    let a_table = memory().saturating_sub(before) / SERVERS as u64;
    println!("{} KiB a table", a_table >> 10);
    assert!(a_table < TABLE_BYTES, "{a_table}");

    // All of them look at their seat in the same moment, while the tables are still being told.
    let given: Vec<_> =
        servers.iter().map(|it| it.who.slash(it.channel, "seat show", &[]).unwrap()).collect();
    answered(&discord, &given).await;

    plays(&discord, &servers[..PLAYING]).await;

    // The bot begins again: for tables at which nothing has happened it asks nothing, and greets nobody anew. What was cut off as it
    // stopped is made good.
    running.stops().await;
    let seen = discord.requests().len();
    let running = Running::start(&discord, dir.path()).await;
    let given: Vec<_> =
        servers.iter().map(|it| it.who.slash(it.channel, "session status", &[]).unwrap()).collect();
    answered(&discord, &given).await;
    running.stops().await;
    let asked = discord.requests().split_off(seen);
    let rest = asked.iter().filter(|it| !it.route.contains("/interactions/")).count();
    println!("{rest} requests for a start");
    assert!(rest < 20, "{rest}");
    assert_eq!(discord.refused_alike(), 0, "Discord took all that it was asked");
    assert!(discord.refusals().is_empty(), "{:?}", discord.refusals().first());
    discord.assert_no_unknown();
}
