//! Everything that the fake knows: people, places, messages, interactions, sessions.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::by_http::Posts;
use super::gateway::Session;
use super::ids::Clock;
use super::nasty::Mischief;
use super::problem::Problem;
use super::requests::Seen;

/// Bits of permissions.
pub(crate) mod permission {
    pub(crate) const VIEW_CHANNEL: u64 = 1 << 10;
    pub(crate) const SEND_MESSAGES: u64 = 1 << 11;
    pub(crate) const MANAGE_MESSAGES: u64 = 1 << 13;
    pub(crate) const EMBED_LINKS: u64 = 1 << 14;
    pub(crate) const ATTACH_FILES: u64 = 1 << 15;
    pub(crate) const READ_MESSAGE_HISTORY: u64 = 1 << 16;
    pub(crate) const MENTION_EVERYONE: u64 = 1 << 17;
    pub(crate) const MANAGE_CHANNELS: u64 = 1 << 4;
    pub(crate) const MANAGE_WEBHOOKS: u64 = 1 << 29;
    pub(crate) const MANAGE_THREADS: u64 = 1 << 34;
    pub(crate) const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
    pub(crate) const CREATE_PRIVATE_THREADS: u64 = 1 << 36;
    pub(crate) const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;
    pub(crate) const PIN_MESSAGES: u64 = 1 << 51;
    /// What the bot has unless a test says otherwise: what it asks for, and the optional two.
    pub(crate) const OF_BOT: u64 = 309_237_763_072 | PIN_MESSAGES | MANAGE_WEBHOOKS;
    /// What an ordinary person has.
    pub(crate) const OF_PERSON: u64 = 309_237_763_072;
}

/// Bits of messages.
pub(crate) mod flag {
    pub(crate) const SUPPRESS_EMBEDS: u64 = 1 << 2;
    pub(crate) const HAS_THREAD: u64 = 1 << 5;
    pub(crate) const EPHEMERAL: u64 = 1 << 6;
    pub(crate) const LOADING: u64 = 1 << 7;
    pub(crate) const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
    pub(crate) const COMPONENTS_V2: u64 = 1 << 15;
}

/// A person or a bot.
#[derive(Debug)]
pub(crate) struct Person {
    pub(crate) id: u64,
    pub(crate) name: String,
    pub(crate) bot: bool,
    pub(crate) locale: String,
    pub(crate) dms_closed: bool,
    /// What is asked of the person at the moment, and by which interaction.
    pub(crate) modal: Option<(u64, Value)>,
}

/// A server of people.
#[derive(Debug)]
pub(crate) struct Guild {
    pub(crate) owner: u64,
    /// Who is there, and with which permissions.
    pub(crate) members: BTreeMap<u64, u64>,
    /// Where newcomers are greeted.
    pub(crate) greets_in: Option<u64>,
}

/// What a channel is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Direct,
    PublicThread,
}

impl Kind {
    pub(crate) fn number(self) -> u8 {
        match self {
            Kind::Text => 0,
            Kind::Direct => 1,
            Kind::PublicThread => 11,
        }
    }
}

/// A channel, a thread or a direct conversation.
#[derive(Debug)]
pub(crate) struct Channel {
    pub(crate) id: u64,
    pub(crate) guild: Option<u64>,
    pub(crate) parent: Option<u64>,
    pub(crate) kind: Kind,
    pub(crate) name: String,
    /// Who may look in; everybody of the guild if none are named.
    pub(crate) viewers: Option<BTreeSet<u64>>,
    pub(crate) bot_permissions: u64,
    pub(crate) owner: u64,
    /// Who was taken into a thread.
    pub(crate) taken_in: BTreeSet<u64>,
    pub(crate) archived: bool,
    pub(crate) locked: bool,
    pub(crate) archive_minutes: u64,
    /// Until when "is typing" is shown.
    pub(crate) typing_until_ms: u64,
    /// When messages older than an hour were edited.
    pub(crate) old_edits_ms: Vec<u64>,
}

/// A file that came with a message or a modal.
#[derive(Clone, Debug)]
pub(crate) struct Attachment {
    pub(crate) id: u64,
    pub(crate) channel: u64,
    pub(crate) name: String,
    pub(crate) content_type: String,
    pub(crate) description: Option<String>,
    pub(crate) bytes: Vec<u8>,
    pub(crate) expires_ms: u64,
}

/// Who a message is shown to be from.
#[derive(Clone, Debug)]
pub(crate) enum Author {
    User(u64),
    Webhook { id: u64, name: String, avatar: Option<String> },
}

/// A message.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    pub(crate) id: u64,
    pub(crate) channel: u64,
    pub(crate) author: Author,
    pub(crate) kind: u8,
    pub(crate) content: String,
    pub(crate) embeds: Vec<Value>,
    pub(crate) components: Vec<Value>,
    pub(crate) attachments: Vec<u64>,
    pub(crate) flags: u64,
    pub(crate) nonce: Option<Value>,
    pub(crate) created_ms: u64,
    pub(crate) edited_ms: Option<u64>,
    pub(crate) pinned_ms: Option<u64>,
    pub(crate) reply_to: Option<u64>,
    pub(crate) allowed_mentions: Option<Value>,
    /// The only one who sees it.
    pub(crate) only_for: Option<u64>,
    /// The interaction that it answers.
    pub(crate) interaction: Option<u64>,
}

impl Message {
    pub(crate) fn has(&self, flag: u64) -> bool {
        self.flags & flag != 0
    }
}

/// A webhook of a channel.
#[derive(Debug)]
pub(crate) struct Webhook {
    pub(crate) id: u64,
    pub(crate) token: String,
    pub(crate) channel: u64,
    pub(crate) name: String,
}

/// What kind of thing a person did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    Command,
    Component,
    Autocomplete,
    Modal,
}

impl Deed {
    pub(crate) fn number(self) -> u8 {
        match self {
            Deed::Command => 2,
            Deed::Component => 3,
            Deed::Autocomplete => 4,
            Deed::Modal => 5,
        }
    }
}

/// Something that a person did to the application.
#[derive(Debug)]
pub(crate) struct Interaction {
    pub(crate) id: u64,
    pub(crate) token: String,
    pub(crate) deed: Deed,
    pub(crate) user: u64,
    pub(crate) channel: u64,
    /// The message on which something was pressed.
    pub(crate) source: Option<u64>,
    pub(crate) created_ms: u64,
    /// The kind of the first answer.
    pub(crate) answered: Option<u8>,
    /// Whether there was an answer that will not do, or nobody to give one.
    pub(crate) failed: bool,
    /// The message that `@original` means.
    pub(crate) original: Option<u64>,
    pub(crate) choices: Option<Vec<Value>>,
}

/// All of it.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) clock: Clock,
    pub(crate) rest: String,
    pub(crate) gateway: String,
    pub(crate) application: u64,
    pub(crate) bot: u64,
    pub(crate) token: String,
    /// The way of interactions if they do not go over the gateway.
    pub(crate) posts: Option<Posts>,
    /// And where that is.
    pub(crate) posted_to: Option<String>,
    pub(crate) content_intent: bool,
    pub(crate) heartbeat_ms: u64,
    pub(crate) people: BTreeMap<u64, Person>,
    pub(crate) guilds: BTreeMap<u64, Guild>,
    pub(crate) channels: BTreeMap<u64, Channel>,
    pub(crate) messages: BTreeMap<u64, Message>,
    pub(crate) webhooks: BTreeMap<u64, Webhook>,
    pub(crate) interactions: BTreeMap<u64, Interaction>,
    pub(crate) files: BTreeMap<u64, Attachment>,
    /// The commands of everywhere (`None`) and of single guilds.
    pub(crate) commands: BTreeMap<Option<u64>, Vec<Value>>,
    /// What was sent under which nonce, and when.
    pub(crate) nonces: BTreeMap<(u64, String), (u64, u64)>,
    pub(crate) sessions: BTreeMap<String, Session>,
    pub(crate) identified: usize,
    pub(crate) resumed: usize,
    pub(crate) mischief: Mischief,
    pub(crate) seen: Vec<Seen>,
    /// How many requests of each route have come and were not answered yet.
    pub(crate) waiting: BTreeMap<String, usize>,
    pub(crate) unknown: Vec<String>,
}

impl World {
    pub(crate) fn id(&mut self) -> u64 {
        self.clock.snowflake()
    }

    pub(crate) fn now_ms(&self) -> u64 {
        self.clock.now_ms
    }

    /// A channel that the bot may look into.
    pub(crate) fn channel(&self, id: u64) -> Result<&Channel, Problem> {
        let channel = self.channels.get(&id).ok_or_else(Problem::unknown_channel)?;
        if self.bot_may(id) & permission::VIEW_CHANNEL == 0 {
            return Err(Problem::missing_access());
        }
        Ok(channel)
    }

    pub(crate) fn channel_mut(&mut self, id: u64) -> Result<&mut Channel, Problem> {
        self.channel(id)?;
        self.channels.get_mut(&id).ok_or_else(Problem::unknown_channel)
    }

    /// The channel by whose permissions a thread goes.
    pub(crate) fn root(&self, id: u64) -> Option<&Channel> {
        let channel = self.channels.get(&id)?;
        channel.parent.map_or(Some(channel), |parent| self.channels.get(&parent))
    }

    /// What the bot may do in a channel.
    pub(crate) fn bot_may(&self, channel: u64) -> u64 {
        let Some(root) = self.root(channel) else { return 0 };
        match root.guild {
            None => u64::MAX,
            Some(guild) if !self.is_member(guild, self.bot) => 0,
            Some(_) => root.bot_permissions,
        }
    }

    /// Refuses if the bot has not all of these permissions.
    pub(crate) fn needs(&self, channel: u64, permissions: u64) -> Result<(), Problem> {
        let may = self.bot_may(channel);
        if may & permission::VIEW_CHANNEL == 0 {
            return Err(Problem::missing_access());
        }
        if may & permissions != permissions { Err(Problem::missing_permissions()) } else { Ok(()) }
    }

    pub(crate) fn is_member(&self, guild: u64, user: u64) -> bool {
        self.guilds.get(&guild).is_some_and(|guild| guild.members.contains_key(&user))
    }

    /// What a person may do in a channel; nothing if the person cannot see it.
    pub(crate) fn person_may(&self, user: u64, channel: u64) -> u64 {
        let Some(root) = self.root(channel) else { return 0 };
        let invited = root.viewers.as_ref().is_none_or(|viewers| viewers.contains(&user));
        match root.guild {
            _ if !invited => 0,
            None => permission::OF_PERSON,
            Some(guild) => self.guilds.get(&guild).and_then(|it| it.members.get(&user)).copied().unwrap_or(0),
        }
    }

    pub(crate) fn can_see(&self, user: u64, channel: u64) -> bool {
        self.person_may(user, channel) & permission::VIEW_CHANNEL != 0
    }

    /// A message that is where it is said to be, and that everybody there can see.
    pub(crate) fn message(&self, channel: u64, id: u64) -> Result<&Message, Problem> {
        let message = self.messages.get(&id).filter(|it| it.channel == channel && it.only_for.is_none());
        message.ok_or_else(Problem::unknown_message)
    }

    /// All messages of a channel that this person can see, oldest first.
    pub(crate) fn visible(&self, user: u64, channel: u64) -> Vec<&Message> {
        if !self.can_see(user, channel) {
            return Vec::new();
        }
        let here = self.messages.values().filter(|it| it.channel == channel);
        here.filter(|it| it.only_for.is_none_or(|only| only == user)).collect()
    }

    /// Which guild a channel is of.
    pub(crate) fn guild_of(&self, channel: u64) -> Option<u64> {
        self.channels.get(&channel)?.guild
    }
}
