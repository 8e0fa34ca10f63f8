//! Commands, as people give them: by name, from what the application has registered.

use serde_json::{Value, json};

use super::super::ids::{ChannelId, InteractionId, MessageId};
use super::super::shape::{self, text};
use super::super::world::{Deed, World};
use super::{Refused, User, refuse};

impl User {
    /// Gives a slash command: `slash(channel, "session start", &[("activity", "mafia")])`. Values are written as
    /// text, whatever their type; a person is named.
    ///
    /// # Errors
    /// If there is no such command or option, or the client would not send it.
    pub fn slash(
        &self,
        channel: ChannelId,
        command: &str,
        options: &[(&str, &str)],
    ) -> Result<InteractionId, Refused> {
        self.shared.change(|world| {
            let data = world.slash(self.id, channel.0, command, options, None)?;
            Ok(world.begin(self.id, channel.0, Deed::Command, None, &data))
        })
    }

    /// Begins to write the value of an option, for which the application suggests values.
    ///
    /// # Errors
    /// If there is no such command, or the option is not one that is completed.
    pub fn begins(
        &self,
        channel: ChannelId,
        command: &str,
        option: &str,
        so_far: &str,
    ) -> Result<InteractionId, Refused> {
        self.shared.change(|world| {
            let data = world.slash(self.id, channel.0, command, &[(option, so_far)], Some(option))?;
            Ok(world.begin(self.id, channel.0, Deed::Autocomplete, None, &data))
        })
    }

    /// Gives a command of the menu of a message.
    ///
    /// # Errors
    /// If the person cannot see the message, or there is no such command.
    pub fn applies(&self, command: &str, message: MessageId) -> Result<InteractionId, Refused> {
        self.shared.change(|world| {
            let shown = world.usable(self.id, message.0)?;
            let found = world.command(self.id, shown.channel, command, 3)?;
            let messages = json!({message.to_string(): world.message_json(&shown)});
            let data = json!({
                "id": found["id"], "name": command, "type": 3, "target_id": text(message.0),
                "resolved": {"messages": messages},
            });
            Ok(world.begin(self.id, shown.channel, Deed::Command, None, &data))
        })
    }

    /// Gives a command of the menu of a person.
    ///
    /// # Errors
    /// If the person cannot see the channel, or there is no such command.
    pub fn applies_to(
        &self,
        command: &str,
        other: &User,
        channel: ChannelId,
    ) -> Result<InteractionId, Refused> {
        self.shared.change(|world| {
            let found = world.command(self.id, channel.0, command, 2)?;
            let mut resolved = json!({"users": {other.id.to_string(): world.user_json(other.id)}});
            if let Some(guild) = world.guild_of(channel.0) {
                resolved["members"][other.id.to_string()] = world.member_json(guild, other.id, false);
            }
            let data = json!({
                "id": found["id"], "name": command, "type": 2, "target_id": text(other.id), "resolved": resolved,
            });
            Ok(world.begin(self.id, channel.0, Deed::Command, None, &data))
        })
    }
}

impl World {
    /// A command that this person has here.
    fn command(&self, user: u64, channel: u64, name: &str, kind: u64) -> Result<Value, Refused> {
        self.place(user, channel)?;
        self.awake(channel)?;
        let places = [self.guild_of(channel), None];
        let all = places.iter().filter_map(|it| self.commands.get(it)).flatten();
        let found = all.into_iter().find(|it| it["name"] == name && it["type"] == kind);
        let Some(found) = found else { return refuse(format!("there is no command {name:?}")) };
        let needed = found["default_member_permissions"].as_str().and_then(|it| it.parse::<u64>().ok());
        let may = self.person_may(user, channel);
        // No permission at all means that only administrators (8) have it.
        let needed = needed.map_or(0, |it| if it == 0 { 8 } else { it });
        if may & needed != needed {
            return refuse(format!("this person does not have the command {name:?}"));
        }
        Ok(found.clone())
    }

    /// The data of a slash command. If one option is still being written, it alone is looked at.
    fn slash(
        &self,
        user: u64,
        channel: u64,
        words: &str,
        given: &[(&str, &str)],
        writing: Option<&str>,
    ) -> Result<Value, Refused> {
        let mut words = words.trim_start_matches('/').split_whitespace();
        let name = words.next().unwrap_or_default();
        let command = self.command(user, channel, name, 1)?;
        let mut at = &command;
        let mut path = Vec::new();
        for word in words {
            let inner = at["options"].as_array().into_iter().flatten();
            let inner =
                inner.into_iter().find(|it| it["name"] == word && matches!(it["type"].as_u64(), Some(1 | 2)));
            let Some(inner) = inner else { return refuse(format!("/{name} has no subcommand {word:?}")) };
            path.push((word.to_owned(), inner["type"].clone()));
            at = inner;
        }
        let known = at["options"].as_array().map_or(&[][..], Vec::as_slice);
        if known.iter().any(|it| matches!(it["type"].as_u64(), Some(1 | 2))) {
            return refuse(format!("/{name} needs a subcommand"));
        }
        let mut resolved = Value::Null;
        let mut options = Vec::new();
        for (option, value) in given {
            let Some(about) = known.iter().find(|it| it["name"] == *option) else {
                return refuse(format!("/{name} has no option {option:?}"));
            };
            let focused = writing == Some(*option);
            if focused && about["autocomplete"] != true {
                return refuse(format!("nothing is suggested for the option {option:?}"));
            }
            let value =
                if focused { Value::from(*value) } else { self.value(about, value, channel, &mut resolved)? };
            let mut json = json!({"name": option, "type": about["type"], "value": value});
            if focused {
                json["focused"] = true.into();
            }
            options.push(json);
        }
        let missing = known
            .iter()
            .find(|it| it["required"] == true && !given.iter().any(|(name, _)| it["name"] == *name));
        if let Some(missing) = missing.filter(|_| writing.is_none()) {
            return refuse(format!("/{name} needs the option {}", missing["name"]));
        }
        for (word, kind) in path.into_iter().rev() {
            options = vec![json!({"name": word, "type": kind, "options": options})];
        }
        let mut data = json!({"id": command["id"], "name": name, "type": 1, "options": options});
        if !resolved.is_null() {
            data["resolved"] = resolved;
        }
        if let Some(guild) = command["guild_id"].as_str() {
            data["guild_id"] = guild.into();
        }
        Ok(data)
    }

    /// The value of an option, from what a person writes.
    fn value(
        &self,
        about: &Value,
        written: &str,
        channel: u64,
        resolved: &mut Value,
    ) -> Result<Value, Refused> {
        let wrong = || Refused(format!("the option {} cannot be {written:?}", about["name"]));
        let choices = about["choices"].as_array().map_or(&[][..], Vec::as_slice);
        if !choices.is_empty() {
            let is_it = |it: &&Value| {
                it["name"] == written
                    || it["value"] == written
                    || it["value"].as_i64().is_some_and(|it| written.parse() == Ok(it))
            };
            return choices.iter().find(is_it).map(|it| it["value"].clone()).ok_or_else(wrong);
        }
        match about["type"].as_u64() {
            Some(3) => {
                let length = written.chars().count() as u64;
                let least = about["min_length"].as_u64().unwrap_or(0);
                let most = about["max_length"].as_u64().unwrap_or(6000);
                if (least..=most).contains(&length) { Ok(written.into()) } else { Err(wrong()) }
            }
            Some(4) => {
                let number: i64 = written.parse().map_err(|_| wrong())?;
                let fits = about["min_value"].as_i64().is_none_or(|min| number >= min)
                    && about["max_value"].as_i64().is_none_or(|max| number <= max);
                if fits { Ok(number.into()) } else { Err(wrong()) }
            }
            Some(5) => written.parse::<bool>().map(Value::from).map_err(|_| wrong()),
            Some(6) => {
                let person = self.person(written)?;
                let id = person.id.to_string();
                resolved["users"][&id] = shape::user(person);
                if let Some(guild) = self.guild_of(channel) {
                    resolved["members"][&id] = self.member_json(guild, person.id, false);
                }
                Ok(id.into())
            }
            Some(10) => written.parse::<f64>().map(Value::from).map_err(|_| wrong()),
            _ => refuse(format!("the fake cannot fill the option {}", about["name"])),
        }
    }
}
