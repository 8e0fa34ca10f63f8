//! The bot: what it knows, and the doors through which Discord reaches it.

use std::collections::{BTreeMap, VecDeque};
use std::future::Future;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use engine::{Custom, SeatId};
use host::{Host, Table};
use protocol::Scene;
use serde_json::Value;
use store::{Notes, StoreError};
use tokio::net::TcpListener;
use tokio::sync::{Notify, mpsc};
use tokio::task::{AbortHandle, JoinHandle};
use tokio::time::{Instant, sleep, timeout};
use twilight_gateway::queue::Queue;
use twilight_gateway::{
    Config, ConfigBuilder, Event, EventTypeFlags, Intents, Shard, ShardId, StreamExt as _,
};
use twilight_http::Client;
use twilight_model::application::interaction::Interaction;
use twilight_model::gateway::payload::incoming::MessageCreate;

use crate::answer::Answer;
use crate::api::{Api, Failed};
use crate::asked::Asked;
use crate::commands;
use crate::desk::Desk;
use crate::face::Face;
use crate::http;
use crate::place::{Place, Places};
use crate::teller::Teller;

/// How long an answer may take before it is put off; Discord waits for three seconds.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long the bot waits between two edits of the same thing.
const EDIT_EVERY: Duration = Duration::from_secs(1);

/// How long to wait before a late answer is given again.
const AGAIN: Duration = Duration::from_secs(1);

/// How many deeds are remembered, so that one that comes twice is done once.
const DEEDS_MAX: usize = 1_000;

/// Lines that somebody typed and that may not have been told yet.
const TYPED_MAX: usize = 50;

/// How long somebody is not told again that what they type is not taken.
const TOLD_AGAIN: Duration = Duration::from_secs(60);

/// Lines that wait to be heard.
const LINES_MAX: usize = 1_000;

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

    pub(crate) fn client(&self) -> Client {
        let builder = Client::builder().token(self.token.clone());
        match &self.rest {
            Some(rest) => builder.proxy(rest.clone(), true).build(),
            None => builder.build(),
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
    /// One table is laid at a time.
    pub(crate) laying: tokio::sync::Mutex<()>,
    tellers: Mutex<BTreeMap<u32, (Arc<Live>, AbortHandle)>>,
    deeds: Mutex<VecDeque<u64>>,
    note: fn(&str),
}

/// What a table's teller is told besides what happens.
#[derive(Default)]
pub(crate) struct Live {
    typed: Mutex<VecDeque<(SeatId, String)>>,
    told: Mutex<BTreeMap<u64, Instant>>,
    /// Something has changed that is on the card.
    pub(crate) changed: Notify,
}

impl Live {
    /// Somebody typed this into the channel: it is not said again.
    pub(crate) fn types(&self, seat: SeatId, text: &str) {
        let mut typed = lock(&self.typed);
        if typed.len() == TYPED_MAX {
            typed.pop_front();
        }
        typed.push_back((seat, text.to_owned()));
    }

    /// Somebody says something in another way than by typing it: it is told, though they may have typed it before.
    pub(crate) fn says(&self, seat: SeatId, words: &str) {
        lock(&self.typed).retain(|(by, text)| *by != seat || !holds(text, words));
    }

    /// Whether somebody typed this, as a line or within one. What they typed before it has been told.
    pub(crate) fn was_typed(&self, seat: SeatId, words: &str) -> bool {
        let mut typed = lock(&self.typed);
        let Some(at) = typed.iter().position(|(by, text)| *by == seat && holds(text, words)) else {
            return false;
        };
        let mut number = 0..;
        typed.retain(|(by, _)| number.next().is_some_and(|it| it >= at) || *by != seat);
        true
    }

    /// Whether somebody is to be told that what they typed was not taken: once in a while is enough.
    pub(crate) fn is_told(&self, user: u64) -> bool {
        let mut told = lock(&self.told);
        let is_due = told.get(&user).is_none_or(|at| at.elapsed() >= TOLD_AGAIN);
        if is_due {
            told.insert(user, Instant::now());
        }
        is_due
    }
}

/// Whether a line holds these words, in this order: what is out of character may have been taken out between them.
fn holds(line: &str, words: &str) -> bool {
    let mut line = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut words = words.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.all(|word| line.any(|it| it == word))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
        let api = Api::connect(options.client()).await?;
        let inner = Inner {
            api,
            host,
            desk: Box::new(desk),
            places: Places::open(notes)?,
            edit_every: options.edit_every,
            now: options.now,
            rest: options.rest.clone(),
            laying: tokio::sync::Mutex::default(),
            tellers: Mutex::default(),
            deeds: Mutex::default(),
            note: options.note,
        };
        Ok(Bot { inner: Arc::new(inner), options })
    }

    /// Registers the commands, and says how many there are.
    pub async fn register(&self) -> Result<usize, Failed> {
        self.inner.api.register(&commands::all(&self.inner.desk.activities())).await
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
        let (lines, mut heard) = mpsc::channel::<Box<MessageCreate>>(LINES_MAX);
        let inner = Arc::clone(&self.inner);
        // One after the other: what somebody types first is heard first.
        let hearing = tokio::spawn(async move {
            while let Some(message) = heard.recv().await {
                inner.hear(message.message).await;
            }
        });
        tokio::pin!(stop);
        let wanted = EventTypeFlags::INTERACTION_CREATE | EventTypeFlags::MESSAGE_CREATE;
        let ended = loop {
            let event = tokio::select! {
                () = &mut stop => break Ok(()),
                event = shard.next_event(wanted) => event,
            };
            match event {
                Some(Ok(Event::InteractionCreate(it))) => {
                    let inner = Arc::clone(&self.inner);
                    tokio::spawn(async move { inner.interact(it.0).await });
                }
                Some(Ok(Event::MessageCreate(it))) => {
                    // More than fits is a flood, which nobody could follow anyway.
                    let _ = lines.try_send(it);
                }
                Some(Ok(_)) => {}
                Some(Err(why)) => self.inner.note(format!("the gateway said something unreadable: {why}")),
                None => break Err(Failed::Refused("the gateway has closed for good".to_owned())),
            }
        };
        hearing.abort();
        self.inner.stop_telling();
        ended
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
        let live = Arc::new(Live::default());
        let teller = Teller::new(Arc::clone(self), Arc::clone(&live), table, place.key);
        let task = tokio::spawn(teller.run()).abort_handle();
        tellers.insert(place.key, (live, task));
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
            self.note(format!("an answer did not arrive: {why}"));
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
        let on_panel = asked.on_panel;
        let inner = Arc::clone(self);
        let mut work = tokio::spawn(async move { inner.answer(asked).await });
        Some(match timeout(PATIENCE, &mut work).await {
            Ok(Ok(file @ Answer::File { .. })) => {
                First { answer: Answer::later(false), rest: Some(tokio::spawn(async { file })) }
            }
            Ok(answer) => First { answer: answer.unwrap_or_else(|_| broken()).callback(), rest: None },
            Err(_) => First { answer: Answer::later(on_panel), rest: Some(work) },
        })
    }

    /// Gives the answer that was put off.
    async fn complete(&self, token: &str, rest: JoinHandle<Answer>) {
        let (body, file) = rest.await.unwrap_or_else(|_| broken()).body();
        // By HTTP, the answer that it will come may be on its way still.
        let mut completed = self.api.complete(token, &body, file.as_ref()).await;
        if matches!(completed, Err(Failed::Gone(_))) {
            sleep(AGAIN).await;
            completed = self.api.complete(token, &body, file.as_ref()).await;
        }
        if let Err(why) = completed {
            self.note(format!("an answer did not arrive: {why}"));
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
    Answer::words("Something broke here. Nothing was done; try it again.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_is_told_once_even_in_parts() {
        let (ana, ben) = (SeatId::at(0), SeatId::at(1));
        let live = Live::default();
        live.types(ana, "There is a mug ((or two)) here.");
        assert!(!live.was_typed(ben, "or two"));
        assert!(live.was_typed(ana, "or two"));
        assert!(live.was_typed(ana, "There is a mug here."));
        assert!(!live.was_typed(ana, "There is no mug here."));
        live.types(ana, "And a cup.");
        assert!(live.was_typed(ana, "And a cup."));
        assert!(!live.was_typed(ana, "There is a mug here."), "that was before");
        live.says(ana, "a cup");
        assert!(!live.was_typed(ana, "And a cup."), "it is said anew");
    }

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
