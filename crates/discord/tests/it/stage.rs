//! A bot at a fake Discord: a store in a directory of its own, the real machines, and the house in every free seat.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use activities::ALL;
use discord::{Activity, Bot, Desk, Options, Wanted};
use engine::{Holder, Opening, Seat, Seed, SessionId, Viewer, raw};
use fakes::discord::{ChannelId, Discord, GuildId, Shown, User};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use host::{Host, HostOptions, NewSession, Table};
use serde_json::{Value, json};
use store::{Notes, Store};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use twilight_gateway::queue::Queue;

pub(crate) use parlor_discord as discord;

/// How long the bot of most tests waits between two edits.
const EDIT_EVERY: Duration = Duration::from_millis(20);

/// Nobody waits for a turn to identify.
#[derive(Debug)]
pub(crate) struct AtOnce;

impl Queue for AtOnce {
    fn enqueue(&self, _shard: u32) -> oneshot::Receiver<()> {
        let (go, wait) = oneshot::channel();
        go.send(()).unwrap();
        wait
    }
}

/// A Discord with a bot in a channel.
pub(crate) struct Stage {
    pub(crate) discord: Discord,
    pub(crate) guild: GuildId,
    pub(crate) channel: ChannelId,
    pub(crate) dir: TempDir,
    running: Option<Running>,
    now: Option<fn() -> i64>,
    pages: Option<&'static str>,
    models: (&'static [&'static str], usize),
    speed: &'static str,
    looks_back: bool,
    edit_every: Duration,
}

/// A bot that runs, until it is stopped as in a crash.
struct Running {
    host: Host,
    store: Store,
    runtime: Runtime,
    bot: Bot,
}

impl Drop for Stage {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            running.runtime.shutdown_background();
        }
    }
}

impl Stage {
    pub(crate) async fn open() -> Stage {
        Stage::new(|_| {}, None).await
    }

    /// A stage whose bot has another clock.
    pub(crate) async fn timed(now: fn() -> i64) -> Stage {
        Stage::new(|_| {}, Some(now)).await
    }

    /// A stage with something changed before the bot comes.
    pub(crate) async fn set(change: impl FnOnce(&Discord)) -> Stage {
        Stage::new(change, None).await
    }

    /// The bot is told where the pages of tables are, or that there are none, when it starts again.
    pub(crate) fn pages_are(&mut self, at: Option<&'static str>) {
        self.pages = at;
    }

    /// The bot is told which models have the free seats, and how many such tables may be laid in a day, when it starts again.
    pub(crate) fn models_are(&mut self, models: &'static [&'static str], tables_a_day: usize) {
        self.models = (models, tables_a_day);
    }

    /// The clocks of Mafia run so fast, when the bot starts again.
    pub(crate) fn speed_is(&mut self, speed: &'static str) {
        self.speed = speed;
    }

    /// Tables look back by themselves when what is played has ended, as in the program, when the bot starts again.
    pub(crate) fn looks_back(&mut self) {
        self.looks_back = true;
    }

    /// The bot waits so long between two edits, and gathers for so long what it says, when it starts again.
    pub(crate) fn edits_every(&mut self, edit_every: Duration) {
        self.edit_every = edit_every;
    }

    /// The bot has another clock, when it starts again.
    pub(crate) fn clock_is(&mut self, now: fn() -> i64) {
        self.now = Some(now);
    }

    async fn new(change: impl FnOnce(&Discord), now: Option<fn() -> i64>) -> Stage {
        let discord = Discord::start().await;
        let guild = discord.guild();
        let channel = discord.channel(guild);
        change(&discord);
        let dir = tempfile::tempdir().unwrap();
        let mut stage = Stage {
            discord,
            guild,
            channel,
            dir,
            running: None,
            now,
            pages: None,
            models: (&[], 1),
            speed: "INSTANT",
            looks_back: false,
            edit_every: EDIT_EVERY,
        };
        stage.starts().await;
        stage
    }

    /// Starts the bot.
    pub(crate) async fn starts(&mut self) {
        let store = Store::open(self.dir.path()).unwrap();
        let options = HostOptions { looks_back: self.looks_back, ..HostOptions::default() };
        let host = Host::new(store.clone(), ALL, options);
        let notes = Notes::open(self.dir.path(), "discord").unwrap();
        let usual = Options::new(self.discord.token());
        let options = Options {
            rest: Some(self.discord.rest()),
            gateway: Some(self.discord.gateway()),
            edit_every: self.edit_every,
            note: |what| eprintln!("{what}"),
            now: self.now.unwrap_or(usual.now),
            ..usual
        };
        let before = self.discord.identified();
        let runtime = Runtime::new().unwrap();
        let served = host.clone();
        let (models, tables_a_day) = self.models;
        let models = models.iter().map(ToString::to_string).collect();
        let house = House { pages: self.pages, models, tables_a_day, speed: self.speed };
        let starting = runtime.spawn(async move {
            let bot = Bot::start(options, served, notes, house).await.unwrap();
            bot.register().await.unwrap();
            bot
        });
        let bot = starting.await.unwrap();
        let runs = bot.clone();
        runtime.spawn(async move {
            let _ = runs.run_queued(std::future::pending(), |builder| builder.queue(AtOnce)).await;
        });
        self.running = Some(Running { host, store, runtime, bot });
        self.discord.until(|it| it.identified() > before && it.connected()).await;
    }

    /// Ends the bot where it stands, as a crash would.
    pub(crate) async fn crashes(&mut self) {
        let Some(Running { host, store, runtime, bot }) = self.running.take() else { return };
        drop((host, store, bot));
        tokio::task::spawn_blocking(move || runtime.shutdown_timeout(Duration::from_secs(20))).await.unwrap();
    }

    /// Has the bot take interactions by HTTP, and says where.
    pub(crate) async fn serves_http(&self) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let running = self.running.as_ref().unwrap();
        let bot = running.bot.clone();
        running.runtime.spawn(async move { bot.serve(listener, std::future::pending()).await });
        address
    }

    pub(crate) fn host(&self) -> &Host {
        &self.running.as_ref().unwrap().host
    }

    /// The one table there is.
    pub(crate) fn table(&self) -> Table {
        let tables = self.host().running();
        let [table] = tables.as_slice() else { panic!("{} tables", tables.len()) };
        table.clone()
    }

    /// Every record of the one table.
    pub(crate) fn records(&self) -> Vec<Value> {
        let store = &self.running.as_ref().unwrap().store;
        let lines = store.read(self.table().id(), 0).unwrap();
        lines.iter().map(|line| serde_json::from_str(&line.text).unwrap()).collect()
    }

    /// Waits until the records of the one table are like this.
    pub(crate) async fn recorded(&self, is_so: impl Fn(&[Value]) -> bool) {
        let mut told = self.table().subscribe(Viewer::Host, None).await.unwrap();
        while !is_so(&self.records()) {
            let next = tokio::time::timeout(Duration::from_secs(20), told.next()).await;
            next.expect("it is recorded").unwrap();
        }
    }

    pub(crate) fn person(&self, name: &str) -> User {
        self.discord.user(name).joins(self.guild)
    }

    /// What only somebody sees, after a deed in a place.
    pub(crate) async fn told(&self, who: &User, channel: ChannelId, count: usize) -> Shown {
        let only = |_: &Discord| {
            let mut own: Vec<Shown> =
                who.sees(channel).into_iter().filter(|it| it.ephemeral && !it.loading).collect();
            (own.len() > count).then(|| own.pop()).flatten()
        };
        self.discord.find(only).await
    }

    /// Gives a command, and gives what only that person is told.
    pub(crate) async fn slash(
        &self,
        who: &User,
        channel: ChannelId,
        command: &str,
        options: &[(&str, &str)],
    ) -> Shown {
        let before = self.own_count(who, channel);
        who.slash(channel, command, options).unwrap();
        self.told(who, channel, before).await
    }

    /// Presses a button, and gives what only that person is told.
    pub(crate) async fn press(&self, who: &User, message: &Shown, label: &str) -> Shown {
        let before = self.own_count(who, message.channel);
        who.press(message.id, label).unwrap();
        self.told(who, message.channel, before).await
    }

    /// Presses the first button of a question of the thread that is like this, and gives what only that person is told. A question moves
    /// below what is said meanwhile: then it is the one there that is pressed.
    pub(crate) async fn press_asked(&self, who: &User, thread: ChannelId, words: &str) -> Shown {
        loop {
            let asked = self.asks(thread, words).await;
            let before = self.own_count(who, thread);
            match who.press(asked.id, asked.labels()[0]) {
                Ok(_) => return self.told(who, thread, before).await,
                Err(_) => self.discord.until(|it| it.message(asked.id).is_none()).await,
            }
        }
    }

    fn own_count(&self, who: &User, channel: ChannelId) -> usize {
        who.sees(channel).iter().filter(|it| it.ephemeral).count()
    }

    /// The card of the table, as soon as there is one like this.
    pub(crate) async fn card(&self, like: impl Fn(&Shown) -> bool) -> Shown {
        let card = |it: &Discord| {
            it.messages(self.channel).into_iter().rfind(|it| it.thread.is_some()).filter(|it| like(it))
        };
        self.discord.find(card).await
    }

    /// The thread of the table.
    pub(crate) async fn thread(&self) -> ChannelId {
        self.discord.find(|it| it.threads(self.channel).pop()).await
    }

    /// A message of the thread that is like this, as soon as there is one.
    pub(crate) async fn said(&self, thread: ChannelId, words: &str) -> Shown {
        let is_it = |it: &Shown| !it.ephemeral && it.text.contains(words);
        self.discord.find(|it| it.messages(thread).into_iter().rfind(is_it)).await
    }

    /// A question of the thread that is like this, as soon as there is one.
    pub(crate) async fn asks(&self, thread: ChannelId, words: &str) -> Shown {
        let is_it = |it: &Shown| !it.ephemeral && !it.buttons.is_empty() && it.text.contains(words);
        self.discord.find(|it| it.messages(thread).into_iter().rfind(is_it)).await
    }

    pub(crate) async fn state(&self) -> &'static str {
        self.table().scene(Viewer::Public).await.unwrap().table.state.name()
    }
}

/// What the clock on the wall shows.
pub(crate) fn wall() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    i64::try_from(since.as_millis()).unwrap()
}

/// The program around the bot, for tests.
pub(crate) struct House {
    /// Where the pages of tables are, if there are any.
    pages: Option<&'static str>,
    models: Vec<String>,
    tables_a_day: usize,
    speed: &'static str,
}

static TABLES: AtomicU64 = AtomicU64::new(1);

/// Names of the house's seats.
const NAMES: [&str; 10] = ["Abe", "Bea", "Cy", "Di", "Ed", "Flo", "Gil", "Hal", "Ida", "Jo"];

impl House {
    /// One at which the house plays at once, and nobody looks by a browser.
    pub(crate) fn plain() -> House {
        House { pages: None, models: Vec::new(), tables_a_day: 1, speed: "INSTANT" }
    }
}

impl Desk for House {
    fn activities(&self) -> Vec<Activity> {
        let activity = |name: &str, people_max| Activity {
            name: name.to_owned(),
            title: format!("An evening of {name}"),
            about: "What it is.".to_owned(),
            people_max,
        };
        vec![activity("mafia", 10), activity("dm", 3), activity("tidying", 1)]
    }

    fn models(&self) -> &[String] {
        &self.models
    }

    fn tables_a_day(&self) -> usize {
        self.tables_a_day
    }

    fn lay(&self, wanted: &Wanted) -> Result<NewSession, String> {
        let Wanted { activity, title, people, seed, salt, language, campaign, after } = wanted;
        let (house, last, count, setup) = match activity.as_str() {
            "mafia" => ("house:social", None, 10, json!({"speed": self.speed})),
            "dm" => (
                "house:player",
                Some(("The House", "house:narrator")),
                people.len(),
                json!({"campaign": campaign.clone().unwrap_or_default()}),
            ),
            "tidying" => ("", Some(("The coach", "house:coach")), 1, json!({"space": "desk"})),
            other => return Err(format!("nobody plays {other}")),
        };
        // A title may say which model has the house's seats.
        let model = title.strip_prefix("with ").map(|model| Holder::Model(model.to_owned()));
        let holder = |house: &str| model.clone().unwrap_or_else(|| house.parse().unwrap());
        let mut seats: Vec<Seat> = Vec::new();
        let mut sit = |name: &str, holder: Holder| {
            seats.push(Seat { id: format!("s{}", seats.len()), name: name.to_owned(), holder });
        };
        for name in people {
            sit(name, Holder::Person);
        }
        for name in NAMES.iter().skip(people.len()).take(count - people.len()) {
            sit(name, holder(house));
        }
        if let Some((name, house)) = last {
            sit(name, holder(house));
        }
        let opening = Opening {
            activity: activity.clone(),
            seats,
            table: raw(&json!({"title": title, "language": language})),
            setup: raw(&setup),
            seed: Seed(seed.unwrap_or(7)),
            salt: *salt,
        };
        let number = TABLES.fetch_add(1, Ordering::Relaxed);
        // Its id tells what it may go on from.
        let of = after.as_ref().map_or(String::new(), |before| format!("-of-{before}"));
        let id = format!("table-{number}{of}").parse().unwrap();
        Ok(NewSession { id, title: title.clone(), opening })
    }

    fn page(&self, id: &SessionId) -> Option<String> {
        self.pages.map(|at| format!("{at}/{id}"))
    }

    fn fetch(&self, url: &str, bytes_max: usize) -> BoxFuture<'static, Result<Vec<u8>, String>> {
        let url = url.to_owned();
        async move { llm::Http::new()?.fetch(&url, bytes_max).await.map_err(|why| why.to_string()) }.boxed()
    }

    fn export(&self, id: &SessionId, viewer: Viewer) -> Result<(String, Vec<u8>), String> {
        Ok((format!("{id}.md"), format!("as {viewer} saw it").into_bytes()))
    }
}
