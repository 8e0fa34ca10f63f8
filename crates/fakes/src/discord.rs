//! Discord on loopback: REST, the gateway, and a stage on which a test acts as people.
//!
//! It is as strict as the real one: what Discord refuses, it refuses with the same code and the path of the field.
//! What it does not know is refused too, and [`Discord::assert_no_unknown`] tells of it. Its clock stands still until a
//! test moves it. What goes wrong on request is in [`Nasty`].

mod by_http;
mod events;
mod gateway;
mod ids;
mod mentions;
mod moderation;
mod multipart;
mod nasty;
mod page;
mod problem;
mod requests;
mod rest;
mod shape;
mod stage;
mod validate;
mod world;

use std::collections::{BTreeMap, BTreeSet};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

pub use ids::{ChannelId, GuildId, InteractionId, MessageId, UserId};
pub use nasty::Nasty;
pub use problem::Problem;
pub use requests::Seen;
pub use stage::{Button, Field, File, Modal, Refused, Select, Shown, Upload, User};

use ids::Clock;
use nasty::Mischief;
use world::{Channel, Guild, Kind, Person, World, permission};

/// The token that the bot has.
const TOKEN: &str = "fake.discord.token";
/// How long a test waits for something before it gives up.
const PATIENCE: Duration = Duration::from_secs(20);

/// What the doors and the stage share.
pub(crate) struct Shared {
    world: Mutex<World>,
    changes: watch::Sender<u64>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn look<T>(&self, look: impl FnOnce(&World) -> T) -> T {
        look(&self.lock())
    }

    /// Changes the world, and wakes whoever waits for that.
    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut World) -> T) -> T {
        let result = change(&mut self.lock());
        self.changes.send_modify(|count| *count += 1);
        result
    }
}

/// A Discord of its own. It stops when it is dropped.
pub struct Discord {
    shared: Arc<Shared>,
    rest: SocketAddr,
    gateway: SocketAddr,
    doors: [JoinHandle<()>; 2],
}

impl Drop for Discord {
    fn drop(&mut self) {
        for door in &self.doors {
            door.abort();
        }
    }
}

impl Discord {
    /// Listens on two free ports of loopback.
    ///
    /// # Panics
    /// If there are none.
    #[allow(clippy::expect_used)]
    pub async fn start() -> Discord {
        let rest_door = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port of loopback");
        let gateway_door =
            TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port of loopback");
        let rest = rest_door.local_addr().expect("the address of a listener");
        let gateway = gateway_door.local_addr().expect("the address of a listener");
        let world = World::new(rest.to_string(), gateway.to_string());
        let shared = Arc::new(Shared { world: Mutex::new(world), changes: watch::Sender::new(0) });
        let doors = [
            tokio::spawn(requests::serve(rest_door, Arc::clone(&shared))),
            tokio::spawn(gateway::serve(gateway_door, Arc::clone(&shared))),
        ];
        Discord { shared, rest, gateway, doors }
    }

    /// Where REST is: what `ClientBuilder::proxy` takes.
    pub fn rest(&self) -> String {
        self.rest.to_string()
    }

    /// Where the gateway is: what `ConfigBuilder::proxy_url` takes.
    pub fn gateway(&self) -> String {
        format!("ws://{}", self.gateway)
    }

    /// The number of the application.
    pub fn application(&self) -> u64 {
        self.shared.look(|world| world.application)
    }

    /// The number of the bot.
    pub fn bot(&self) -> UserId {
        UserId(self.shared.look(|world| world.bot))
    }

    /// The token of the bot.
    pub fn token(&self) -> &'static str {
        TOKEN
    }

    /// Says whether the application has the message content intent; it has at first.
    pub fn message_content(&self, has: bool) {
        self.shared.change(|world| world.content_intent = has);
    }

    /// Sets how often a client that connects from now on has to send a heartbeat.
    pub fn heartbeat(&self, interval: Duration) {
        let ms = u64::try_from(interval.as_millis()).unwrap_or(u64::MAX);
        self.shared.change(|world| world.heartbeat_ms = ms);
    }

    /// A new guild, in which the bot is and nobody else.
    pub fn guild(&self) -> GuildId {
        self.shared.change(|world| {
            let id = world.id();
            let members = [(world.bot, permission::OF_BOT)].into();
            world.guilds.insert(id, Guild { owner: world.bot, members, greets_in: None });
            world.emit("GUILD_CREATE", Some(id), events::intent::GUILDS, |world, _| world.guild_json(id));
            GuildId(id)
        })
    }

    /// A new channel of a guild, which all members can see.
    pub fn channel(&self, guild: GuildId) -> ChannelId {
        self.new_channel(guild, None)
    }

    /// A new channel of a guild, which only these members and the bot can see.
    pub fn private_channel(&self, guild: GuildId, viewers: &[&User]) -> ChannelId {
        self.new_channel(guild, Some(viewers.iter().map(|it| it.id).collect()))
    }

    fn new_channel(&self, guild: GuildId, viewers: Option<BTreeSet<u64>>) -> ChannelId {
        self.shared.change(|world| {
            let id = world.add_channel(Some(guild.0), Kind::Text, viewers);
            world.emit_channel(true, id);
            ChannelId(id)
        })
    }

    /// A new person, who is in no guild yet.
    pub fn user(&self, name: &str) -> User {
        let id = self.shared.change(|world| world.add_person(name, false));
        User { shared: Arc::clone(&self.shared), id }
    }

    /// Sets what the bot may do in a channel and its threads, by the bits of permissions.
    pub fn bot_permissions(&self, channel: ChannelId, permissions: u64) {
        self.shared.change(|world| {
            if let Some(channel) = world.channels.get_mut(&channel.0) {
                channel.bot_permissions = permissions;
            }
        });
    }

    /// Sets what the bot may do in a guild, by the bits of permissions.
    pub fn bot_permissions_in(&self, guild: GuildId, permissions: u64) {
        self.shared.change(|world| {
            let bot = world.bot;
            if let Some(guild) = world.guilds.get_mut(&guild.0) {
                guild.members.insert(bot, permissions);
            }
        });
    }

    /// Takes the bot out of a guild.
    pub fn kick_bot(&self, guild: GuildId) {
        self.shared.change(|world| {
            let bot = world.bot;
            world.emit(
                "GUILD_DELETE",
                Some(guild.0),
                events::intent::GUILDS,
                |_, _| serde_json::json!({"id": guild.to_string(), "unavailable": false}),
            );
            if let Some(guild) = world.guilds.get_mut(&guild.0) {
                guild.members.remove(&bot);
            }
        });
    }

    /// Lets the bot into a guild in which it is not, or not any more; newcomers are greeted in a channel, if one is named.
    pub fn invite_bot(&self, guild: GuildId, greets_in: Option<ChannelId>) {
        self.shared.change(|world| {
            let bot = world.bot;
            if let Some(guild) = world.guilds.get_mut(&guild.0) {
                guild.members.insert(bot, permission::OF_BOT);
                guild.greets_in = greets_in.map(|it| it.0);
            }
            world.emit("GUILD_CREATE", Some(guild.0), events::intent::GUILDS, |world, _| {
                world.guild_json(guild.0)
            });
        });
    }

    /// Who was taken into a thread, by name.
    pub fn taken_in(&self, thread: ChannelId) -> Vec<String> {
        self.shared.look(|world| {
            let taken = world.channels.get(&thread.0).map(|it| it.taken_in.clone()).unwrap_or_default();
            taken.iter().filter_map(|id| world.people.get(id)).map(|it| it.name.clone()).collect()
        })
    }

    /// Moves the clock.
    pub fn advance(&self, by: Duration) {
        self.shared.change(|world| world.clock.now_ms += u64::try_from(by.as_millis()).unwrap_or(0));
    }

    /// The time of the clock, in milliseconds of Unix time.
    pub fn now_ms(&self) -> u64 {
        self.shared.look(World::now_ms)
    }

    /// Lets something go wrong.
    pub fn nasty(&self, nasty: Nasty) {
        self.shared.change(|world| world.nasty(nasty));
    }

    /// Sends the events that were held back, and holds no more.
    pub fn release(&self) {
        self.shared.change(World::release);
    }

    /// Everything that everybody can see in a channel, a line for each message: who, and what.
    pub fn text(&self, channel: ChannelId) -> String {
        let all = self.messages(channel).into_iter().filter(|it| !it.ephemeral);
        all.map(|it| format!("{}: {}", it.author, it.text)).collect::<Vec<_>>().join("\n")
    }

    /// Every message of a channel, whoever may see it.
    pub fn messages(&self, channel: ChannelId) -> Vec<Shown> {
        self.shared.look(|world| {
            let here = world.messages.values().filter(|it| it.channel == channel.0);
            here.map(|it| stage::of(world, it)).collect()
        })
    }

    /// A message, whoever may see it.
    pub fn message(&self, id: MessageId) -> Option<Shown> {
        self.shared.look(|world| world.messages.get(&id.0).map(|it| stage::of(world, it)))
    }

    /// The names of those whom a message notifies.
    pub fn pinged(&self, message: MessageId) -> Vec<String> {
        self.shared.look(|world| {
            let pinged = world.messages.get(&message.0).map(|it| world.pinged(it)).unwrap_or_default();
            pinged.iter().filter_map(|id| world.people.get(id)).map(|it| it.name.clone()).collect()
        })
    }

    /// Whether a message makes no phone ring, whoever follows the place that it is in.
    pub fn is_silent(&self, message: MessageId) -> bool {
        self.shared.look(|world| {
            world.messages.get(&message.0).is_some_and(|it| it.has(world::flag::SUPPRESS_NOTIFICATIONS))
        })
    }

    /// What the sender of a message said about mentions.
    pub fn allowed_mentions(&self, message: MessageId) -> Option<Value> {
        self.shared.look(|world| world.messages.get(&message.0)?.allowed_mentions.clone())
    }

    /// Whether the bot is shown as typing.
    pub fn typing(&self, channel: ChannelId) -> bool {
        self.shared.look(|world| {
            world.channels.get(&channel.0).is_some_and(|it| it.typing_until_ms > world.now_ms())
        })
    }

    /// The name of a channel or a thread, and whether it is archived and locked.
    pub fn state(&self, channel: ChannelId) -> Option<(String, bool, bool)> {
        self.shared.look(|world| {
            let channel = world.channels.get(&channel.0)?;
            Some((channel.name.clone(), channel.archived, channel.locked))
        })
    }

    /// The threads of a channel, oldest first.
    pub fn threads(&self, channel: ChannelId) -> Vec<ChannelId> {
        self.shared.look(|world| {
            world
                .channels
                .values()
                .filter(|it| it.parent == Some(channel.0))
                .map(|it| ChannelId(it.id))
                .collect()
        })
    }

    /// The commands of everywhere, or of a guild.
    pub fn commands(&self, guild: Option<GuildId>) -> Vec<Value> {
        self.shared.look(|world| world.commands.get(&guild.map(|it| it.0)).cloned().unwrap_or_default())
    }

    /// The kind of the first answer to an interaction: 4 message, 5 deferred, 6 deferred update, 7 update, 8 choices,
    /// 9 modal.
    pub fn answer(&self, interaction: InteractionId) -> Option<u8> {
        self.shared.look(|world| world.interactions.get(&interaction.0)?.answered)
    }

    /// Whether a person is told that an interaction has failed: there was no answer in time, or none that will do.
    pub fn failed(&self, interaction: InteractionId) -> bool {
        self.shared.look(|world| {
            let interaction = world.interactions.get(&interaction.0);
            interaction.is_some_and(|it| {
                it.answered.is_none() && (it.failed || world.now_ms() - it.created_ms > 3000)
            })
        })
    }

    /// What was suggested for an option: names and values.
    pub fn choices(&self, interaction: InteractionId) -> Option<Vec<(String, Value)>> {
        self.shared.look(|world| {
            let choices = world.interactions.get(&interaction.0)?.choices.as_ref()?;
            let pair = |it: &Value| (it["name"].as_str().unwrap_or_default().to_owned(), it["value"].clone());
            Some(choices.iter().map(pair).collect())
        })
    }

    /// Whether a client is connected and has said who it is.
    pub fn connected(&self) -> bool {
        self.shared.look(|world| world.sessions.values().any(gateway::Session::is_connected))
    }

    /// How many times a client has identified itself.
    pub fn identified(&self) -> usize {
        self.shared.look(|world| world.identified)
    }

    /// How many times a session was resumed.
    pub fn resumed(&self) -> usize {
        self.shared.look(|world| world.resumed)
    }

    /// Every request that came, in order.
    pub fn requests(&self) -> Vec<Seen> {
        self.shared.look(|world| world.seen.clone())
    }

    /// The requests that were refused.
    pub fn refusals(&self) -> Vec<Seen> {
        self.requests().into_iter().filter(|it| it.problem.is_some()).collect()
    }

    /// The buckets to which a request came although it had been told to wait.
    pub fn too_early(&self) -> Vec<String> {
        self.shared.look(|world| world.mischief.too_early.clone())
    }

    /// How many requests came while the whole bot or its address was not heard.
    pub fn refused_alike(&self) -> usize {
        self.shared.look(|world| world.mischief.refused_alike)
    }

    /// How many requests of a route have come and were not answered yet.
    pub fn waiting(&self, route: &str) -> usize {
        self.shared.look(|world| world.waiting.get(route).copied().unwrap_or(0))
    }

    /// What was asked that this fake does not know.
    pub fn unknown(&self) -> Vec<String> {
        self.shared.look(|world| world.unknown.clone())
    }

    /// Fails a test in which something was asked that this fake does not know.
    ///
    /// # Panics
    /// If there was such a thing.
    pub fn assert_no_unknown(&self) {
        let unknown = self.unknown();
        assert!(unknown.is_empty(), "the fake does not know: {unknown:#?}");
    }

    /// Waits until this is so. It is looked at after every request and every event.
    ///
    /// # Panics
    /// If it does not come to that, with what was seen.
    pub async fn until(&self, is_so: impl FnMut(&Discord) -> bool) {
        self.until_in(PATIENCE, is_so).await;
    }

    /// The same, for so long.
    ///
    /// # Panics
    /// If it does not come to that, with what was seen.
    pub async fn until_in(&self, patience: Duration, mut is_so: impl FnMut(&Discord) -> bool) {
        self.find_in(patience, |it| is_so(it).then_some(())).await;
    }

    /// Waits until there is such a thing.
    ///
    /// # Panics
    /// If there never is, with what was seen.
    pub async fn find<T>(&self, look: impl FnMut(&Discord) -> Option<T>) -> T {
        self.find_in(PATIENCE, look).await
    }

    #[allow(clippy::panic)]
    async fn find_in<T>(&self, patience: Duration, mut look: impl FnMut(&Discord) -> Option<T>) -> T {
        let mut changes = self.shared.changes.subscribe();
        let found = tokio::time::timeout(patience, async {
            loop {
                changes.borrow_and_update();
                if let Some(found) = look(self) {
                    return Some(found);
                }
                if changes.changed().await.is_err() {
                    return None;
                }
            }
        });
        match found.await {
            Ok(Some(found)) => found,
            _ => panic!("it did not come to that; what was seen:\n{}", self.report()),
        }
    }

    /// What has happened, for somebody who wants to know why a test failed.
    pub fn report(&self) -> String {
        let mut report = String::new();
        let (channels, seen) = self.shared.look(|world| {
            (world.channels.keys().copied().map(ChannelId).collect::<Vec<_>>(), world.seen.clone())
        });
        for channel in channels {
            report.push_str(&format!("channel {channel}\n"));
            for message in self.messages(channel) {
                let Shown { author, text, ephemeral, .. } = &message;
                let only = if *ephemeral { " (for one)" } else { "" };
                report.push_str(&format!("  {author}{only}: {text} {:?}\n", message.labels()));
            }
        }
        report.push_str("requests\n");
        for Seen { route, status, problem, .. } in seen.iter().rev().take(20).rev() {
            let why = problem.as_ref().map_or(String::new(), |it| format!("{} {:?}", it.code, it.fields));
            report.push_str(&format!("  {route}: {status} {why}\n"));
        }
        report
    }
}

impl World {
    fn new(rest: String, gateway: String) -> World {
        let mut clock = Clock::new();
        let application = clock.snowflake();
        let mut world = World {
            clock,
            rest,
            gateway,
            application,
            bot: 0,
            token: TOKEN.into(),
            posts: None,
            posted_to: None,
            content_intent: true,
            heartbeat_ms: 41_250,
            people: BTreeMap::new(),
            guilds: BTreeMap::new(),
            channels: BTreeMap::new(),
            messages: BTreeMap::new(),
            webhooks: BTreeMap::new(),
            interactions: BTreeMap::new(),
            files: BTreeMap::new(),
            commands: BTreeMap::new(),
            nonces: BTreeMap::new(),
            sessions: BTreeMap::new(),
            identified: 0,
            resumed: 0,
            mischief: Mischief::none(),
            seen: Vec::new(),
            waiting: BTreeMap::new(),
            unknown: Vec::new(),
        };
        world.bot = world.add_person("Parlor", true);
        world
    }

    fn add_person(&mut self, name: &str, bot: bool) -> u64 {
        let id = self.id();
        let person =
            Person { id, name: name.into(), bot, locale: "en-US".into(), dms_closed: false, modal: None };
        self.people.insert(id, person);
        id
    }

    fn add_channel(&mut self, guild: Option<u64>, kind: Kind, viewers: Option<BTreeSet<u64>>) -> u64 {
        let id = self.id();
        let channel = Channel {
            id,
            guild,
            parent: None,
            kind,
            name: format!("channel-{}", self.channels.len() + 1),
            viewers,
            bot_permissions: permission::OF_BOT,
            owner: self.bot,
            taken_in: BTreeSet::new(),
            archived: false,
            locked: false,
            archive_minutes: 1440,
            typing_until_ms: 0,
            old_edits_ms: Vec::new(),
        };
        self.channels.insert(id, channel);
        id
    }
}
