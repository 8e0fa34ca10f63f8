//! A stage on which a test acts as people, and reads what each of them can see.

mod commands;
mod modal;
mod view;

use std::fmt;
use std::sync::Arc;

use serde_json::{Value, json};

use super::Shared;
use super::ids::{ChannelId, GuildId, InteractionId, MessageId, UserId};
use super::rest::{Draft, create, edit};
use super::shape::{self, text};
use super::world::{Author, Deed, Interaction, Kind, Message, World, flag, permission};

pub use modal::{Field, Modal};
pub(crate) use view::of;
pub use view::{Button, File, Select, Shown};

/// Why a person could not do something in the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub String);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

pub(crate) fn refuse<T>(why: impl Into<String>) -> Result<T, Refused> {
    Err(Refused(why.into()))
}

/// A file that a person sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upload {
    /// Its name.
    pub name: String,
    /// What it is, such as `image/png`.
    pub content_type: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

impl Upload {
    /// A file.
    pub fn new(name: &str, content_type: &str, bytes: impl Into<Vec<u8>>) -> Upload {
        Upload { name: name.into(), content_type: content_type.into(), bytes: bytes.into() }
    }
}

/// A person, as whom a test acts.
#[derive(Clone)]
pub struct User {
    pub(crate) shared: Arc<Shared>,
    pub(crate) id: u64,
}

impl User {
    /// The person's number.
    pub fn id(&self) -> UserId {
        UserId(self.id)
    }

    /// The person's name.
    pub fn name(&self) -> String {
        self.shared.look(|world| world.people.get(&self.id).map_or_else(String::new, |it| it.name.clone()))
    }

    /// How the person is mentioned.
    pub fn mention(&self) -> String {
        format!("<@{}>", self.id)
    }

    /// Makes a bot of the person.
    pub fn bot(self) -> User {
        self.change(|person| person.bot = true);
        self
    }

    /// Sets the language of the person's client.
    pub fn locale(self, locale: &str) -> User {
        self.change(|person| locale.clone_into(&mut person.locale));
        self
    }

    /// Lets the person into a guild.
    pub fn joins(self, guild: GuildId) -> User {
        self.permitted(guild, permission::OF_PERSON)
    }

    /// Sets what the person may do in a guild, by the bits of permissions. The person is a member then.
    pub fn permitted(self, guild: GuildId, permissions: u64) -> User {
        self.shared.change(|world| {
            if let Some(guild) = world.guilds.get_mut(&guild.0) {
                guild.members.insert(self.id, permissions);
            }
        });
        self
    }

    /// Lets nobody write to the person directly.
    pub fn closes_dms(&self) {
        self.change(|person| person.dms_closed = true);
    }

    fn change(&self, change: impl FnOnce(&mut super::world::Person)) {
        self.shared.change(|world| {
            if let Some(person) = world.people.get_mut(&self.id) {
                change(person);
            }
        });
    }

    /// The person's conversation with the bot.
    pub fn dm(&self) -> ChannelId {
        ChannelId(self.shared.change(|world| world.direct(self.id)))
    }

    /// Everything that the person can see in a channel, oldest first: what is for all, and what is for this person.
    pub fn sees(&self, channel: ChannelId) -> Vec<Shown> {
        self.shared.look(|world| {
            world.visible(self.id, channel.0).into_iter().map(|it| view::of(world, it)).collect()
        })
    }

    /// The last thing that the person can see in a channel.
    pub fn sees_last(&self, channel: ChannelId) -> Option<Shown> {
        self.sees(channel).pop()
    }

    /// Says something.
    ///
    /// # Errors
    /// If the person cannot see the channel, or may not write there.
    pub fn types(&self, channel: ChannelId, text: &str) -> Result<MessageId, Refused> {
        self.says(channel, text, None, &[])
    }

    /// Says something with files.
    ///
    /// # Errors
    /// If the person cannot see the channel, or may not write there.
    pub fn sends(&self, channel: ChannelId, text: &str, files: &[Upload]) -> Result<MessageId, Refused> {
        self.says(channel, text, None, files)
    }

    /// Replies to a message, with a ping.
    ///
    /// # Errors
    /// If the person cannot see the message, or may not write there.
    pub fn replies(&self, message: MessageId, text: &str) -> Result<MessageId, Refused> {
        let channel = self.shared.look(|world| world.seen_by(self.id, message.0).map(|it| it.channel))?;
        self.says(ChannelId(channel), text, Some(message.0), &[])
    }

    fn says(
        &self,
        channel: ChannelId,
        text: &str,
        reply_to: Option<u64>,
        files: &[Upload],
    ) -> Result<MessageId, Refused> {
        self.shared.change(|world| {
            world.place(self.id, channel.0)?;
            let parts: Vec<_> = (0..).zip(files).map(|(number, file)| file.part(number)).collect();
            if let Some(channel) = world.channels.get_mut(&channel.0) {
                channel.archived = false;
            }
            let kind = if reply_to.is_some() { 19 } else { 0 };
            let draft = Draft { reply_to, kind, ..Draft::new(channel.0, Author::User(self.id)) };
            let made = create(world, &draft, &json!({"content": text}), &parts);
            made.map(MessageId).map_err(|problem| Refused(problem.message))
        })
    }

    /// Changes what the person said.
    ///
    /// # Errors
    /// If it is not the person's own message, or cannot be like that.
    pub fn edits(&self, message: MessageId, text: &str) -> Result<(), Refused> {
        self.shared.change(|world| {
            let own = world.seen_by(self.id, message.0)?;
            if !matches!(own.author, Author::User(id) if id == self.id) {
                return refuse("this is somebody else's message");
            }
            let body = json!({"content": text});
            edit(world, message.0, &body, &[], "").map_err(|problem| Refused(problem.message))
        })
    }

    /// Presses the button that has this label, this emoji or this custom id.
    ///
    /// # Errors
    /// If the person cannot see the message, or there is no such button, or it cannot be pressed.
    pub fn press(&self, message: MessageId, label: &str) -> Result<InteractionId, Refused> {
        self.shared.change(|world| {
            let shown = world.usable(self.id, message.0)?;
            let buttons = view::all(&shown.components, &|it| it["type"] == 2);
            let is_meant = |it: &&&Value| {
                it["label"] == label || it["custom_id"] == label || it["emoji"]["name"] == label
            };
            let button = match buttons.iter().filter(is_meant).collect::<Vec<_>>().as_slice() {
                [button] => (**button).clone(),
                [] => {
                    return refuse(format!("there is no button {label:?} on it, only {}", labels(&buttons)));
                }
                _ => return refuse(format!("there is more than one button {label:?}")),
            };
            if button["disabled"] == true {
                return refuse(format!("the button {label:?} is disabled"));
            }
            if !button["url"].is_null() {
                return refuse(format!("the button {label:?} is a link"));
            }
            let data = json!({"component_type": 2, "custom_id": button["custom_id"], "id": button["id"]});
            Ok(world.begin(self.id, shown.channel, Deed::Component, Some(message.0), &data))
        })
    }

    /// Chooses in the menu that has this custom id or this placeholder, by the labels of what is chosen. In a menu of
    /// people by their names.
    ///
    /// # Errors
    /// If the person cannot see the message, or there is no such menu, or such a choice is not possible.
    pub fn choose(&self, message: MessageId, menu: &str, chosen: &[&str]) -> Result<InteractionId, Refused> {
        self.shared.change(|world| {
            let shown = world.usable(self.id, message.0)?;
            let menus = view::all(&shown.components, &|it| matches!(it["type"].as_u64(), Some(3 | 5..=8)));
            let is_meant = |it: &&&Value| it["custom_id"] == menu || it["placeholder"] == menu;
            let Some(found) = menus.iter().find(is_meant) else {
                return refuse(format!("there is no menu {menu:?} on it"));
            };
            if found["disabled"] == true {
                return refuse(format!("the menu {menu:?} is disabled"));
            }
            let (values, resolved) = world.picked(self.id, shown.channel, found, chosen)?;
            let mut data = json!({
                "component_type": found["type"], "custom_id": found["custom_id"], "id": found["id"],
                "values": values,
            });
            if !resolved.is_null() {
                data["resolved"] = resolved;
            }
            Ok(world.begin(self.id, shown.channel, Deed::Component, Some(message.0), &data))
        })
    }
}

impl Upload {
    fn part(&self, number: u64) -> super::multipart::Part {
        super::multipart::Part { number, name: self.name.clone(), bytes: self.bytes.clone() }
    }
}

fn labels(buttons: &[&Value]) -> String {
    buttons.iter().map(|it| it["label"].to_string()).collect::<Vec<_>>().join(", ")
}

impl World {
    /// The conversation of a person with the bot, which is made if there is none.
    pub(crate) fn direct(&mut self, user: u64) -> u64 {
        let is_it = |it: &&super::world::Channel| {
            it.kind == Kind::Direct && it.viewers.as_ref().is_some_and(|viewers| viewers.contains(&user))
        };
        if let Some(channel) = self.channels.values().find(is_it) {
            return channel.id;
        }
        self.add_channel(None, Kind::Direct, Some([user].into()))
    }

    /// Refuses where a person cannot write.
    fn place(&self, user: u64, channel: u64) -> Result<(), Refused> {
        let may = self.person_may(user, channel);
        let Some(place) = self.channels.get(&channel).filter(|_| may & permission::VIEW_CHANNEL != 0) else {
            return refuse("this person cannot see the channel");
        };
        if may & permission::SEND_MESSAGES == 0 {
            return refuse("this person may not write in the channel");
        }
        if place.archived && place.locked && may & permission::MANAGE_THREADS == 0 {
            return refuse("the thread is locked");
        }
        Ok(())
    }

    /// A message, if this person can see it.
    fn seen_by(&self, user: u64, message: u64) -> Result<&Message, Refused> {
        let found = self.messages.get(&message);
        let seen =
            found.filter(|it| it.only_for.is_none_or(|only| only == user) && self.can_see(user, it.channel));
        seen.ok_or_else(|| Refused("this person cannot see the message".into()))
    }

    /// A message whose components this person can use.
    fn usable(&self, user: u64, message: u64) -> Result<Message, Refused> {
        let message = self.seen_by(user, message)?;
        self.awake(message.channel)?;
        if message.has(flag::LOADING) {
            return refuse("the message is not there yet");
        }
        Ok(message.clone())
    }

    /// Nothing can be asked of the application in a thread that is archived.
    fn awake(&self, channel: u64) -> Result<(), Refused> {
        if self.channels.get(&channel).is_some_and(|it| it.archived) {
            return refuse("the thread is archived");
        }
        Ok(())
    }

    /// What is sent for a choice in a menu, and what is said about it.
    fn picked(
        &self,
        user: u64,
        channel: u64,
        menu: &Value,
        chosen: &[&str],
    ) -> Result<(Vec<String>, Value), Refused> {
        let least = menu["min_values"].as_u64().unwrap_or(1);
        // Of boxes, all can be ticked unless it says otherwise.
        let boxes = menu["options"].as_array().filter(|_| menu["type"] == 22).map_or(1, |it| it.len() as u64);
        let most = menu["max_values"].as_u64().unwrap_or(boxes);
        if !(least..=most).contains(&(chosen.len() as u64)) {
            return refuse(format!("{} are chosen, but it takes {least} to {most}", chosen.len()));
        }
        if !self.can_see(user, channel) {
            return refuse("this person cannot see the channel");
        }
        let mut resolved = Value::Null;
        let mut values = Vec::new();
        for name in chosen {
            if menu["type"] == 5 {
                let person = self.person(name)?;
                let (id, guild) = (person.id.to_string(), self.guild_of(channel));
                resolved["users"][&id] = shape::user(person);
                if let Some(guild) = guild {
                    resolved["members"][&id] = self.member_json(guild, person.id, false);
                }
                values.push(id);
                continue;
            }
            let options = menu["options"].as_array().map_or(&[][..], Vec::as_slice);
            let option = options.iter().find(|it| it["label"] == *name || it["value"] == *name);
            match option.and_then(|it| it["value"].as_str()) {
                Some(value) => values.push(value.to_owned()),
                None => {
                    let labels: Vec<_> = options.iter().map(|it| it["label"].to_string()).collect();
                    return refuse(format!("there is no {name:?} to choose, only {}", labels.join(", ")));
                }
            }
        }
        Ok((values, resolved))
    }

    fn person(&self, name: &str) -> Result<&super::world::Person, Refused> {
        let found = self.people.values().find(|it| it.name == name);
        found.ok_or_else(|| Refused(format!("there is nobody with the name {name:?}")))
    }

    /// Tells the application what a person did.
    fn begin(
        &mut self,
        user: u64,
        channel: u64,
        deed: Deed,
        source: Option<u64>,
        data: &Value,
    ) -> InteractionId {
        let id = self.id();
        let interaction = Interaction {
            id,
            token: format!("interaction-token-{id}"),
            deed,
            user,
            channel,
            source,
            created_ms: self.now_ms(),
            answered: None,
            failed: false,
            original: None,
            choices: None,
        };
        let guild = self.guild_of(channel);
        let place = self.channels.get(&channel).map_or(Value::Null, |it| {
            let mut json = shape::channel(it);
            json["permissions"] = self.person_may(user, channel).to_string().into();
            json
        });
        let mut json = json!({
            "id": text(id), "application_id": text(self.application), "type": deed.number(), "version": 1,
            "token": interaction.token, "channel_id": text(channel), "channel": place, "data": data,
            "locale": self.people.get(&user).map(|it| it.locale.clone()), "entitlements": [],
            "app_permissions": self.bot_may(channel).to_string(), "attachment_size_limit": 10 << 20,
            "authorizing_integration_owners": self.owners(&interaction),
            "context": if guild.is_some() { 0 } else { 1 },
        });
        match guild {
            None => json["user"] = self.user_json(user),
            Some(guild) => {
                json["guild_id"] = text(guild);
                json["guild"] = json!({"id": text(guild), "locale": "en-US", "features": []});
                json["guild_locale"] = "en-US".into();
                json["member"] = self.member_json(guild, user, true);
            }
        }
        if let Some(message) = source.and_then(|id| self.messages.get(&id)) {
            json["message"] = self.message_json(message);
        }
        self.interactions.insert(id, interaction);
        self.hand_over(id, guild, &json);
        InteractionId(id)
    }
}
