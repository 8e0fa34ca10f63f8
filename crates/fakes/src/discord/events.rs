//! What goes to the gateway's clients, who may know of it, and in which order.

use serde_json::{Value, json};

use super::shape::{self, text};
use super::world::{Author, Kind, Message, World, permission};

/// Bits of intents.
pub(crate) mod intent {
    pub(crate) const GUILDS: u64 = 1;
    pub(crate) const GUILD_MEMBERS: u64 = 1 << 1;
    pub(crate) const GUILD_PRESENCES: u64 = 1 << 8;
    pub(crate) const GUILD_MESSAGES: u64 = 1 << 9;
    pub(crate) const DIRECT_MESSAGES: u64 = 1 << 12;
    pub(crate) const MESSAGE_CONTENT: u64 = 1 << 15;
    /// All that there are.
    pub(crate) const ALL: u64 = 0x0331_ffff;
}

/// An event on its way to one session.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) session: String,
    pub(crate) name: &'static str,
    pub(crate) data: Value,
}

impl World {
    /// Sends an event to every session that has asked for such and is of the right shard.
    pub(crate) fn emit(
        &mut self,
        name: &'static str,
        guild: Option<u64>,
        intent: u64,
        data: impl Fn(&World, u64) -> Value,
    ) {
        let meant = self.sessions.values().filter(|session| {
            (intent == 0 || session.intents & intent != 0)
                && session.shard.0 == shard_of(guild, session.shard.1)
        });
        let events: Vec<Event> =
            meant.map(|it| Event { session: it.id.clone(), name, data: data(self, it.intents) }).collect();
        for event in events {
            for event in self.mischief.pass(event) {
                self.deliver(event);
            }
        }
    }

    pub(crate) fn deliver(&mut self, event: Event) {
        if let Some(session) = self.sessions.get_mut(&event.session) {
            session.dispatch(event.name, &event.data);
        }
    }

    /// Tells of a message that is new or changed. What only one person sees is not told.
    pub(crate) fn emit_message(&mut self, name: &'static str, id: u64) {
        let Some(message) = self.messages.get(&id).filter(|it| it.only_for.is_none()).cloned() else {
            return;
        };
        if self.bot_may(message.channel) & permission::VIEW_CHANNEL == 0 {
            return;
        }
        let guild = self.guild_of(message.channel);
        let intent = if guild.is_some() { intent::GUILD_MESSAGES } else { intent::DIRECT_MESSAGES };
        self.emit(name, guild, intent, |world, intents| {
            let mut json = world.message_json(&message);
            if !world.content_is_shown(&message, intents & intent::MESSAGE_CONTENT != 0) {
                world.hide_content(&mut json);
            }
            if let Some(guild) = guild {
                json["guild_id"] = text(guild);
                if let Author::User(author) = &message.author {
                    json["member"] = world.member_json(guild, *author, false);
                }
            }
            json
        });
    }

    pub(crate) fn emit_deleted(&mut self, channel: u64, id: u64) {
        let guild = self.guild_of(channel);
        let intent = if guild.is_some() { intent::GUILD_MESSAGES } else { intent::DIRECT_MESSAGES };
        self.emit(
            "MESSAGE_DELETE",
            guild,
            intent,
            |_, _| json!({"id": text(id), "channel_id": text(channel), "guild_id": guild.map(text)}),
        );
    }

    pub(crate) fn emit_channel(&mut self, made: bool, id: u64) {
        let Some(channel) = self.channels.get(&id) else { return };
        let (guild, json) = (channel.guild, shape::channel(channel));
        let name = match (channel.kind, made) {
            (Kind::PublicThread, true) => "THREAD_CREATE",
            (Kind::PublicThread, false) => "THREAD_UPDATE",
            (_, true) => "CHANNEL_CREATE",
            (_, false) => "CHANNEL_UPDATE",
        };
        self.emit(name, guild, intent::GUILDS, |_, _| {
            let mut json = json.clone();
            if name == "THREAD_CREATE" {
                json["newly_created"] = true.into();
            }
            json
        });
    }

    /// Whether an application without the intent, or with it, gets the content of a message.
    pub(crate) fn content_is_shown(&self, message: &Message, with_intent: bool) -> bool {
        let own =
            matches!(message.author, Author::User(id) if id == self.bot) || message.interaction.is_some();
        let direct = self.channels.get(&message.channel).is_some_and(|it| it.kind == Kind::Direct);
        let reply = message.reply_to.and_then(|id| self.messages.get(&id)).is_some_and(|replied| {
            matches!(replied.author, Author::User(id) if id == self.bot) && replied.interaction.is_none()
        });
        with_intent || own || direct || reply || self.mentioned(message).contains(&self.bot)
    }

    pub(crate) fn hide_content(&self, json: &mut Value) {
        json["content"] = "".into();
        for list in ["embeds", "attachments", "components"] {
            json[list] = json!([]);
        }
    }
}

/// The shard of a guild; direct messages go to the first.
fn shard_of(guild: Option<u64>, shards: u64) -> u64 {
    guild.map_or(0, |guild| (guild >> 22) % shards.max(1))
}
