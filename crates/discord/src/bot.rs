//! The bot: what it knows, and the doors through which Discord reaches it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::future::Future;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use engine::{Actor, Custom};
use host::{Host, Table};
use protocol::{Request, Scene};
use serde_json::Value;
use store::{Notes, StoreError};
use tokio::net::TcpListener;
use tokio::sync::OwnedMutexGuard;
use tokio::task::{AbortHandle, JoinHandle};
use tokio::time::{sleep, timeout};
use twilight_gateway::queue::Queue;
use twilight_gateway::{
    Config, ConfigBuilder, Event, EventTypeFlags, Intents, Shard, ShardId, StreamExt as _,
};
use twilight_model::application::interaction::Interaction;
use twilight_model::gateway::payload::incoming::GuildCreate;

use crate::answer::Answer;
use crate::api::{Api, Failed};
use crate::asked::{Asked, Deed};
use crate::commands;
use crate::desk::Desk;
use crate::face::Face;
use crate::http;
use crate::live::{Live, TOLD_AGAIN, Told, lock};
use crate::place::{Place, Places};
use crate::rest::Rest;
use crate::says;
use crate::talk::is_live;
use crate::teller::Teller;

/// How long an answer may take before it is put off; Discord waits for three seconds.
const PATIENCE: Duration = Duration::from_secs(1);

/// How long the bot waits between two edits of the same thing.
const EDIT_EVERY: Duration = Duration::from_secs(1);

/// How long to wait before a late answer is given again, and how many times it is.
const AGAIN: Duration = Duration::from_secs(1);
const TIMES_MAX: u32 = 4;

/// How many deeds are remembered, so that one that comes twice is done once.
const DEEDS_MAX: usize = 1_000;

/// How a bot runs.
#[derive(Clone, Debug)]
pub struct Options {
    /// The bot's token.
    pub token: String,
    /// Where REST is, if it is not Discord's own: an address with a port, spoken to without TLS.
    pub rest: Option<String>,
    /// Where the gateway is, if it is not Discord's own.
    pub gateway: Option<String>,
    /// How long to wait between two edits of the same message.
    pub edit_every: Duration,
    /// The time: milliseconds of UTC since 1970.
    pub now: fn() -> i64,
    /// Where the bot says what its owner should know.
    pub note: fn(&str),
}

impl Options {
    /// The usual ones, for a token.
    pub fn new(token: impl Into<String>) -> Options {
        Options {
            token: token.into(),
            rest: None,
            gateway: None,
            edit_every: EDIT_EVERY,
            now: now_utc,
            note: |_| {},
        }
    }
}

/// Why a bot could not be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// A token goes without TLS to no other machine.
    #[error(
        "{0} is not on this machine, and a token would go there for all to read: leave it out, or use 127.0.0.1"
    )]
    Elsewhere(String),
    /// Discord said no.
    #[error(transparent)]
    Discord(#[from] Failed),
    /// What was noted could not be read.
    #[error(transparent)]
    Notes(#[from] StoreError),
}

/// A bot.
#[derive(Clone)]
pub struct Bot {
    inner: Arc<Inner>,
    options: Options,
}

/// What the bot's tasks share.
pub(crate) struct Inner {
    pub(crate) api: Api,
    pub(crate) host: Host,
    pub(crate) desk: Box<dyn Desk>,
    pub(crate) places: Places,
    pub(crate) edit_every: Duration,
    /// The time.
    pub(crate) now: fn() -> i64,
    /// Where REST is, if it is not Discord's own.
    pub(crate) rest: Option<String>,
    /// In each channel one table is laid at a time.
    laying: Mutex<BTreeMap<u64, Arc<tokio::sync::Mutex<()>>>>,
    tellers: Mutex<BTreeMap<u32, (Arc<Live>, AbortHandle)>>,
    deeds: Mutex<VecDeque<u64>>,
    /// Who was told of late what can be done here.
    pub(crate) helped: Told,
    /// The numbers of the commands, by their names, once they are registered.
    commands: Mutex<BTreeMap<String, u64>>,
    note: fn(&str),
}

/// Whether an address, with a scheme before it or without, is one of this machine.
fn is_here(address: &str) -> bool {
    let bare = address.split_once("://").map_or(address, |(_, bare)| bare);
    bare.parse::<SocketAddr>().is_ok_and(|address| address.ip().is_loopback())
}

/// Milliseconds of UTC since 1970.
fn now_utc() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

impl Bot {
    /// Asks Discord who the bot is, and reads where its tables are.
    pub async fn start(
        options: Options,
        host: Host,
        notes: Notes,
        desk: impl Desk,
    ) -> Result<Bot, StartError> {
        for address in options.rest.iter().chain(&options.gateway) {
            if !is_here(address) {
                return Err(StartError::Elsewhere(address.clone()));
            }
        }
        let api = Api::connect(Rest::new(&options)?).await?;
        let inner = Inner {
            api,
            host,
            desk: Box::new(desk),
            places: Places::open(notes)?,
            edit_every: options.edit_every,
            now: options.now,
            rest: options.rest.clone(),
            laying: Mutex::default(),
            tellers: Mutex::default(),
            deeds: Mutex::default(),
            helped: Told::every(TOLD_AGAIN),
            commands: Mutex::default(),
            note: options.note,
        };
        Ok(Bot { inner: Arc::new(inner), options })
    }

    /// Registers the commands, and says how many there are.
    pub async fn register(&self) -> Result<usize, Failed> {
        let all = self.inner.api.register(&commands::all(&self.inner.desk.activities())).await?;
        let count = all.len();
        *lock(&self.inner.commands) = all;
        Ok(count)
    }

    /// The name of its application.
    pub fn name(&self) -> &str {
        &self.inner.api.name
    }

    /// Where Discord posts interactions to, if they do not come by the gateway.
    pub fn posted_to(&self) -> Option<&str> {
        self.inner.api.posted_to.as_deref()
    }

    /// May it read what people type without a mention?
    pub fn reads_talk(&self) -> bool {
        self.inner.api.reads_talk
    }

    /// Where somebody lets the bot into a server.
    pub fn invitation(&self) -> String {
        crate::doctor::invitation(self.inner.api.application)
    }

    /// Runs until it is told to stop, or Discord will have it no more.
    pub async fn run(&self, stop: impl Future<Output = ()>) -> Result<(), Failed> {
        self.run_queued(stop, |config| config).await
    }

    /// Runs with another queue of identifying than the usual.
    pub async fn run_queued<Q: Queue + Unpin>(
        &self,
        stop: impl Future<Output = ()>,
        queued: impl FnOnce(ConfigBuilder) -> ConfigBuilder<Q>,
    ) -> Result<(), Failed> {
        self.pick_up().await;
        let mut intents = Intents::GUILDS | Intents::GUILD_MESSAGES | Intents::DIRECT_MESSAGES;
        if self.reads_talk() {
            intents |= Intents::MESSAGE_CONTENT;
        }
        let mut builder = ConfigBuilder::new(self.options.token.clone(), intents);
        if let Some(gateway) = &self.options.gateway {
            builder = builder.proxy_url(gateway.clone());
        }
        let config: Config<Q> = queued(builder).build();
        let mut shard = Shard::with_config(ShardId::ONE, config);
        tokio::pin!(stop);
        let wanted = EventTypeFlags::READY
            | EventTypeFlags::INTERACTION_CREATE
            | EventTypeFlags::MESSAGE_CREATE
            | EventTypeFlags::GUILD_CREATE
            | EventTypeFlags::GUILD_DELETE
            | EventTypeFlags::CHANNEL_DELETE
            | EventTypeFlags::THREAD_DELETE;
        // The servers that the bot is in.
        let mut servers = BTreeSet::new();
        let ended = loop {
            let event = tokio::select! {
                () = &mut stop => break Ok(()),
                event = shard.next_event(wanted) => event,
            };
            match event {
                Some(Ok(event)) => self.happens(event, &mut servers),
                Some(Err(why)) => self.inner.note(says::the_gateway_said_something(&why)),
                None => break Err(Failed::Refused(says::THE_GATEWAY_HAS_CLOSED_FOR_GOOD.to_owned())),
            }
        };
        self.inner.stop_telling();
        ended
    }

    /// Does what is to be done about an event. Nothing is waited for: one server must not make another wait.
    fn happens(&self, event: Event, servers: &mut BTreeSet<u64>) {
        let inner = Arc::clone(&self.inner);
        match event {
            Event::Ready(it) => *servers = it.guilds.iter().map(|it| it.id.get()).collect(),
            Event::InteractionCreate(it) => {
                tokio::spawn(async move { inner.interact(it.0).await });
            }
            Event::MessageCreate(it) => inner.heard(it.message),
            // Of those that it was in before, Discord tells too, after each connection.
            Event::GuildCreate(it) if servers.insert(it.id().get()) => {
                if let GuildCreate::Available(server) = *it {
                    let place = server.system_channel_id.map(|it| it.get());
                    tokio::spawn(async move { inner.greets(place).await });
                }
            }
            // One that is out of order comes back.
            Event::GuildDelete(it) if it.unavailable != Some(true) => {
                servers.remove(&it.id.get());
                inner.leaves(|place| place.guild == it.id.get());
            }
            Event::ChannelDelete(it) => inner.leaves(|place| place.is_at(it.id.get())),
            Event::ThreadDelete(it) => inner.leaves(|place| place.is_at(it.id.get())),
            _ => {}
        }
    }

    /// Takes interactions by HTTP, at `/interactions`, until it is told to stop: the second door, for who has a public
    /// address. What people type comes by the gateway all the same.
    pub async fn serve(&self, listener: TcpListener, stop: impl Future<Output = ()>) {
        let inner = Arc::clone(&self.inner);
        let answer = move |interaction: Interaction| {
            let inner = Arc::clone(&inner);
            async move {
                let token = interaction.token.clone();
                let First { answer, rest } = inner.first_answer(interaction).await?;
                if let Some(rest) = rest {
                    tokio::spawn(async move { inner.complete(&token, rest).await });
                }
                Some(answer)
            }
        };
        http::serve(listener, &self.inner.api.verify_key, answer, stop).await;
    }

    /// Goes on telling the table of every channel.
    pub async fn pick_up(&self) {
        for place in self.inner.places.newest() {
            if let Some(id) = &place.session
                && let Ok(table) = self.inner.host.resume(id).await
            {
                self.inner.tell(&place, table);
            }
        }
    }
}

impl Inner {
    /// What is usual at the tables of an activity: of one that is not known, nothing.
    pub(crate) fn custom(&self, activity: &str) -> Custom {
        self.host.catalog().activity(activity).map_or(Custom::DEFAULT, |rules| rules.custom())
    }

    /// How the activity of a scene is shown just now.
    pub(crate) fn face(&self, scene: &Scene) -> Face {
        Face::of(self.host.catalog(), scene)
    }

    /// The table of a place, if it runs or can.
    pub(crate) async fn table(&self, place: &Place) -> Option<Table> {
        let id = place.session.as_ref()?;
        self.host.resume(id).await.ok()
    }

    /// Has a table told to its channel from now on. A table has one teller.
    pub(crate) fn tell(self: &Arc<Self>, place: &Place, table: Table) {
        let mut tellers = lock(&self.tellers);
        if tellers.get(&place.key).is_some_and(|(_, task)| !task.is_finished()) {
            return;
        }
        let (live, lines) = Live::new();
        let (live, inner) = (Arc::new(live), Arc::clone(self));
        let teller = Teller::new(Arc::clone(self), Arc::clone(&live), table, place.key);
        let heard = Arc::clone(&live);
        let task = tokio::spawn(async move {
            tokio::select! {
                () = teller.run() => {}
                () = inner.listen(&heard, lines) => {}
            }
        });
        tellers.insert(place.key, (live, task.abort_handle()));
    }

    /// Lets the tables of some places rest, because nobody can read any more what happens there: models would cost money for
    /// nobody. Whoever comes back to such a place can go on.
    pub(crate) fn leaves(self: &Arc<Self>, is_left: impl Fn(&Place) -> bool) {
        for place in self.places.newest().into_iter().filter(is_left) {
            let told = lock(&self.tellers).remove(&place.key);
            let Some((_, task)) = told else { continue };
            task.abort();
            let inner = Arc::clone(self);
            tokio::spawn(async move {
                let Some(table) = inner.table(&place).await.filter(is_live) else { return };
                let request = Request::Line { text: "/session pause".to_owned() };
                let paused = table.request(Actor::Host, None, request).await;
                let how = paused.map_or_else(|why| why.to_string(), |_| says::IT_IS_PAUSED.to_owned());
                inner.note(says::table_nobody_can_read_it_any(place.key, &how));
            });
        }
    }

    /// Whoever lays a table in a channel, or begins one, holds this.
    pub(crate) async fn laying(&self, channel: u64) -> OwnedMutexGuard<()> {
        let own = {
            let mut all = lock(&self.laying);
            all.retain(|_, it| Arc::strong_count(it) > 1);
            Arc::clone(all.entry(channel).or_default())
        };
        own.lock_owned().await
    }

    /// A command as Discord lets one press it, once they are registered.
    pub(crate) fn command_link(&self, path: &str) -> String {
        let name = path.split(' ').next().unwrap_or_default();
        match lock(&self.commands).get(name) {
            Some(id) => format!("</{path}:{id}>"),
            None => format!("`/{path}`"),
        }
    }

    /// What the teller of a table is told.
    pub(crate) fn live(&self, key: u32) -> Option<Arc<Live>> {
        lock(&self.tellers).get(&key).map(|(live, _)| Arc::clone(live))
    }

    fn stop_telling(&self) {
        for (_, task) in lock(&self.tellers).values() {
            task.abort();
        }
    }

    /// Tells the bot's owner something.
    pub(crate) fn note(&self, what: impl AsRef<str>) {
        (self.note)(what.as_ref());
    }

    /// Whether something is new: Discord may send it twice.
    pub(crate) fn is_new(&self, deed: u64) -> bool {
        let mut deeds = lock(&self.deeds);
        if deeds.contains(&deed) {
            return false;
        }
        if deeds.len() == DEEDS_MAX {
            deeds.pop_front();
        }
        deeds.push_back(deed);
        true
    }

    /// An interaction that came by the gateway.
    async fn interact(self: Arc<Self>, interaction: Interaction) {
        let (id, token) = (interaction.id.get(), interaction.token.clone());
        let Some(First { answer, rest }) = self.first_answer(interaction).await else { return };
        if let Err(why) = self.api.respond(id, &token, &answer).await {
            self.note(says::an_answer_did_not_arrive(&why));
        }
        if let Some(rest) = rest {
            self.complete(&token, rest).await;
        }
    }

    /// What is answered at once: the answer, or that it will come. Nothing to bots, and to what was answered already.
    async fn first_answer(self: &Arc<Self>, interaction: Interaction) -> Option<First> {
        let asked = Asked::read(interaction)?;
        if asked.is_bot || !self.is_new(asked.id) {
            return None;
        }
        let (on_panel, is_writing) = (asked.on_panel, matches!(asked.deed, Deed::Writes { .. }));
        let inner = Arc::clone(self);
        let mut work = tokio::spawn(async move { inner.answer(asked).await });
        Some(match timeout(PATIENCE, &mut work).await {
            Ok(Ok(file @ Answer::File { .. })) => {
                First { answer: Answer::later(false), rest: Some(tokio::spawn(async { file })) }
            }
            Ok(answer) => First { answer: answer.unwrap_or_else(|_| broken()).callback(), rest: None },
            // What could be written comes in time, or not at all.
            Err(_) if is_writing => First { answer: Answer::Offers(Vec::new()).callback(), rest: None },
            Err(_) => First { answer: Answer::later(on_panel), rest: Some(work) },
        })
    }

    /// Gives the answer that was put off.
    async fn complete(&self, token: &str, rest: JoinHandle<Answer>) {
        let (body, file) = rest.await.unwrap_or_else(|_| broken()).body();
        let mut completed = self.api.complete(token, &body, file.as_ref()).await;
        for _ in 1..TIMES_MAX {
            // By HTTP, the answer that it will come may be on its way still.
            if !matches!(completed, Err(Failed::Gone(_) | Failed::Unsure(_))) {
                break;
            }
            sleep(AGAIN).await;
            completed = self.api.complete(token, &body, file.as_ref()).await;
        }
        if let Err(why) = completed {
            self.note(says::an_answer_did_not_arrive(&why));
        }
    }
}

/// What is answered at once, and the work that goes on if that was not the answer.
struct First {
    answer: Value,
    rest: Option<JoinHandle<Answer>>,
}

/// Something panicked.
fn broken() -> Answer {
    Answer::words(says::SOMETHING_BROKE_HERE_NOTHING_WAS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_goes_to_no_other_machine_than_discords_and_this_one() {
        for here in ["127.0.0.1:80", "ws://127.0.0.1:9", "[::1]:7", "ws://[::1]:7"] {
            assert!(is_here(here), "{here}");
        }
        for elsewhere in ["10.0.0.1:80", "example.org:80", "ws://example.org", "127.0.0.1.example.org:80", ""]
        {
            assert!(!is_here(elsewhere), "{elsewhere}");
        }
    }
}
