//! How things look on the wire.

use serde_json::{Value, json};

use super::ids::timestamp;
use super::world::{Attachment, Author, Channel, Interaction, Kind, Message, Person, Webhook, World, flag};

pub(crate) fn text(id: u64) -> Value {
    Value::String(id.to_string())
}

pub(crate) fn user(person: &Person) -> Value {
    json!({
        "id": text(person.id), "username": person.name.to_lowercase(), "global_name": person.name,
        "discriminator": "0", "avatar": null, "bot": person.bot, "public_flags": 0,
    })
}

pub(crate) fn channel(channel: &Channel) -> Value {
    let mut json = json!({"id": text(channel.id), "type": channel.kind.number()});
    if let Some(guild) = channel.guild {
        json["guild_id"] = text(guild);
        json["name"] = channel.name.clone().into();
    }
    match channel.kind {
        Kind::Text => {
            json["position"] = 0.into();
            json["permission_overwrites"] = json!([]);
            json["nsfw"] = false.into();
            json["topic"] = Value::Null;
        }
        Kind::Direct => {}
        Kind::PublicThread => {
            json["parent_id"] = channel.parent.map_or(Value::Null, text);
            json["owner_id"] = text(channel.owner);
            json["message_count"] = 0.into();
            json["member_count"] = 1.into();
            json["thread_metadata"] = json!({
                "archived": channel.archived, "locked": channel.locked,
                "auto_archive_duration": channel.archive_minutes, "archive_timestamp": timestamp(channel.id_ms()),
            });
        }
    }
    json
}

impl Channel {
    /// When it was made.
    fn id_ms(&self) -> u64 {
        (self.id >> 22) + 1_420_070_400_000
    }
}

pub(crate) fn webhook(world: &World, webhook: &Webhook) -> Value {
    json!({
        "id": text(webhook.id), "type": 1, "token": webhook.token, "name": webhook.name, "avatar": null,
        "channel_id": text(webhook.channel), "guild_id": world.guild_of(webhook.channel).map(text),
        "application_id": text(world.application), "user": world.people.get(&world.bot).map(user),
    })
}

impl World {
    pub(crate) fn user_json(&self, id: u64) -> Value {
        self.people.get(&id).map_or(Value::Null, user)
    }

    pub(crate) fn member_json(&self, guild: u64, id: u64, with_user: bool) -> Value {
        let may = self.guilds.get(&guild).and_then(|it| it.members.get(&id)).copied().unwrap_or(0);
        let mut json = json!({
            "roles": [], "nick": null, "avatar": null, "joined_at": timestamp(self.now_ms()), "premium_since": null,
            "deaf": false, "mute": false, "pending": false, "flags": 0, "permissions": may.to_string(),
            "communication_disabled_until": null,
        });
        if with_user {
            json["user"] = self.user_json(id);
        }
        json
    }

    /// The URL is signed for a day, as Discord's are.
    pub(crate) fn file_json(&self, file: &Attachment) -> Value {
        let Attachment { id, channel, name, .. } = file;
        let expires = file.expires_ms / 1000;
        let url = format!("http://{}/attachments/{channel}/{id}/{name}?ex={expires:x}&is=0&hm=0", self.rest);
        let mut json = json!({
            "id": text(*id), "filename": name, "size": file.bytes.len(), "url": url, "proxy_url": url,
            "content_type": file.content_type,
        });
        if let Some(description) = &file.description {
            json["description"] = description.clone().into();
        }
        json
    }

    pub(crate) fn message_json(&self, message: &Message) -> Value {
        let author = match &message.author {
            Author::User(id) => self.user_json(*id),
            Author::Webhook { id, name, avatar } => json!({
                "id": text(*id), "username": name, "avatar": avatar.as_ref().map(|_| "00000000000000000000000000000000"),
                "discriminator": "0000", "bot": true,
            }),
        };
        let mentions: Vec<Value> = self.mentioned(message).iter().map(|id| self.user_json(*id)).collect();
        let files: Vec<Value> = message
            .attachments
            .iter()
            .filter_map(|id| self.files.get(id))
            .map(|it| self.file_json(it))
            .collect();
        let mut json = json!({
            "id": text(message.id), "channel_id": text(message.channel), "author": author, "type": message.kind,
            "content": message.content, "embeds": message.embeds, "components": message.components,
            "attachments": files, "flags": message.flags, "timestamp": timestamp(message.created_ms),
            "edited_timestamp": message.edited_ms.map(timestamp), "tts": false, "pinned": message.pinned_ms.is_some(),
            "mention_everyone": false, "mention_roles": [], "mentions": mentions,
        });
        if let Author::Webhook { id, .. } = &message.author {
            json["webhook_id"] = text(*id);
        }
        if let Some(nonce) = &message.nonce {
            json["nonce"] = nonce.clone();
        }
        if let Some(reply_to) = message.reply_to {
            json["message_reference"] =
                json!({"message_id": text(reply_to), "channel_id": text(message.channel)});
            json["referenced_message"] =
                self.messages.get(&reply_to).map_or(Value::Null, |it| self.message_json(it));
        }
        if message.has(flag::HAS_THREAD) {
            json["thread"] = self.channels.get(&message.id).map_or(Value::Null, channel);
        }
        if let Some(interaction) = message.interaction.and_then(|id| self.interactions.get(&id)) {
            json["application_id"] = text(self.application);
            json["webhook_id"] = text(self.application);
            json["interaction_metadata"] = json!({
                "id": text(interaction.id), "type": interaction.deed.number(),
                "user": self.user_json(interaction.user),
                "authorizing_integration_owners": self.owners(interaction),
            });
        }
        json
    }

    /// Who installed the application where an interaction was made.
    pub(crate) fn owners(&self, interaction: &Interaction) -> Value {
        json!({"0": self.guild_of(interaction.channel).map_or("0".into(), |guild| guild.to_string())})
    }

    pub(crate) fn guild_json(&self, id: u64) -> Value {
        let Some(guild) = self.guilds.get(&id) else { return Value::Null };
        let of_guild = |thread: bool| -> Vec<Value> {
            let here = self.channels.values().filter(|it| it.guild == Some(id));
            here.filter(|it| (it.kind == Kind::PublicThread) == thread && !it.archived).map(channel).collect()
        };
        json!({
            "id": text(id), "name": format!("Guild {id}"), "owner_id": text(guild.owner), "icon": null,
            "splash": null, "discovery_splash": null, "afk_channel_id": null, "afk_timeout": 300,
            "verification_level": 0, "default_message_notifications": 0, "explicit_content_filter": 0,
            "roles": [{
                "id": text(id), "name": "@everyone", "color": 0,
                "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null}, "hoist": false,
                "position": 0, "permissions": super::world::permission::OF_PERSON.to_string(), "managed": false,
                "mentionable": false, "flags": 0,
            }],
            "emojis": [], "features": [], "mfa_level": 0, "application_id": null, "system_channel_id": guild.greets_in.map(text),
            "system_channel_flags": 0, "rules_channel_id": null, "vanity_url_code": null, "description": null,
            "banner": null, "premium_tier": 0, "premium_subscription_count": 0, "preferred_locale": "en-US",
            "public_updates_channel_id": null, "nsfw_level": 0, "premium_progress_bar_enabled": false,
            "joined_at": timestamp(self.now_ms()), "large": false, "unavailable": false,
            "member_count": guild.members.len(), "members": [self.member_json(id, self.bot, true)],
            "channels": of_guild(false), "threads": of_guild(true), "presences": [], "voice_states": [],
            "stage_instances": [], "guild_scheduled_events": [], "stickers": [],
        })
    }

    pub(crate) fn application_json(&self) -> Value {
        // 1 << 19: the message content intent of an application that is not verified.
        let flags: u64 = if self.content_intent { 1 << 19 } else { 0 };
        json!({
            "id": text(self.application), "name": "Parlor", "icon": null, "description": "", "rpc_origins": [],
            "bot_public": false, "bot_require_code_grant": false, "bot": self.user_json(self.bot), "summary": "",
            "verify_key": super::by_http::public_key(), "team": null, "flags": flags, "owner": self.user_json(self.bot),
            "interactions_endpoint_url": self.posted_to, "approximate_guild_count": self.guilds.len(),
        })
    }
}
