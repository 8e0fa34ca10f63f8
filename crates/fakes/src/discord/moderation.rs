//! What moderators and time do to the bot's things, without asking it.

use serde_json::json;

use super::events::intent;
use super::ids::{ChannelId, GuildId, MessageId};
use super::shape::text;
use super::stage::User;
use super::{Discord, shape};

impl Discord {
    /// Deletes a message, whoever wrote it.
    pub fn delete_message(&self, message: MessageId) {
        self.shared.change(|world| {
            if let Some(gone) = world.messages.remove(&message.0)
                && gone.only_for.is_none()
            {
                world.emit_deleted(gone.channel, message.0);
            }
        });
    }

    /// Deletes a channel with its threads, its messages and its webhooks.
    pub fn delete_channel(&self, channel: ChannelId) {
        self.shared.change(|world| {
            let gone = |id: u64, parent: Option<u64>| id == channel.0 || parent == Some(channel.0);
            let Some(place) = world.channels.get(&channel.0) else { return };
            let (guild, json) = (place.guild, shape::channel(place));
            let name = if place.parent.is_some() { "THREAD_DELETE" } else { "CHANNEL_DELETE" };
            world.channels.retain(|id, it| !gone(*id, it.parent));
            let left: Vec<u64> = world.channels.keys().copied().collect();
            world.messages.retain(|_, it| left.contains(&it.channel));
            world.webhooks.retain(|_, it| left.contains(&it.channel));
            world.emit(name, guild, intent::GUILDS, |_, _| json.clone());
        });
    }

    /// Deletes the webhooks of a channel.
    pub fn delete_webhooks(&self, channel: ChannelId) {
        self.shared.change(|world| {
            world.webhooks.retain(|_, it| it.channel != channel.0);
            let guild = world.guild_of(channel.0);
            // 1 << 5: events of webhooks.
            world.emit(
                "WEBHOOKS_UPDATE",
                guild,
                1 << 5,
                |_, _| json!({"guild_id": guild.map(text), "channel_id": text(channel.0)}),
            );
        });
    }

    /// Archives a thread, as time does, or locks it too, as a moderator does.
    pub fn archive(&self, thread: ChannelId, locked: bool) {
        self.shared.change(|world| {
            if let Some(thread) = world.channels.get_mut(&thread.0) {
                thread.archived = true;
                thread.locked = locked;
            }
            world.emit_channel(false, thread.0);
        });
    }

    /// Takes a person out of a guild.
    pub fn remove(&self, user: &User, guild: GuildId) {
        self.shared.change(|world| {
            if let Some(guild) = world.guilds.get_mut(&guild.0) {
                guild.members.remove(&user.id);
            }
            let json = json!({"guild_id": text(guild.0), "user": world.user_json(user.id)});
            world.emit("GUILD_MEMBER_REMOVE", Some(guild.0), intent::GUILD_MEMBERS, |_, _| json.clone());
        });
    }
}
