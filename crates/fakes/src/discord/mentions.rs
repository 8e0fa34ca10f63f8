//! Whom a message names, and whom it pings.

use std::collections::BTreeSet;

use serde_json::Value;

use super::world::{Author, Message, World, permission};

impl World {
    /// Who is named in a message.
    pub(crate) fn mentioned(&self, message: &Message) -> BTreeSet<u64> {
        named(&words(message)).into_iter().filter(|id| self.people.contains_key(id)).collect()
    }

    /// Who gets a notification, after what the sender allowed.
    pub(crate) fn pinged(&self, message: &Message) -> BTreeSet<u64> {
        let allowed = message.allowed_mentions.as_ref();
        let parsed = |kind: &str| {
            allowed
                .is_none_or(|it| it["parse"].as_array().is_some_and(|list| list.iter().any(|it| it == kind)))
        };
        let listed = |id: u64| {
            let users = allowed.and_then(|it| it["users"].as_array());
            users.is_some_and(|list| list.iter().any(|it| it.as_str() == Some(&id.to_string()) || it == id))
        };
        let mut pinged: BTreeSet<u64> =
            self.mentioned(message).into_iter().filter(|id| parsed("users") || listed(*id)).collect();
        let replied = message.reply_to.and_then(|id| self.messages.get(&id)).map(|it| &it.author);
        if let Some(Author::User(id)) = replied
            && allowed.is_none_or(|it| it["replied_user"] == true)
        {
            pinged.insert(*id);
        }
        let text = words(message);
        let may = match &message.author {
            Author::User(id) if *id == self.bot => self.bot_may(message.channel),
            Author::User(id) => self.person_may(*id, message.channel),
            Author::Webhook { .. } => u64::MAX,
        };
        let all = (text.contains("@everyone") || text.contains("@here")) && parsed("everyone");
        if all && may & permission::MENTION_EVERYONE != 0 {
            pinged.extend(self.people.keys());
        }
        let author = match message.author {
            Author::User(id) => id,
            Author::Webhook { .. } => 0,
        };
        let reads =
            |id: &u64| self.can_see(*id, message.channel) && message.only_for.is_none_or(|only| only == *id);
        pinged.into_iter().filter(|id| *id != author && *id != self.bot && reads(id)).collect()
    }
}

/// The text in which mentions count.
fn words(message: &Message) -> String {
    let mut text = message.content.clone();
    displayed(&message.components, &mut text);
    text
}

/// Adds the texts that are components.
pub(crate) fn displayed(components: &[Value], text: &mut String) {
    for component in components {
        if component["type"] == 10 {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(component["content"].as_str().unwrap_or_default());
        }
        displayed(component["components"].as_array().map_or(&[], Vec::as_slice), text);
    }
}

fn named(text: &str) -> BTreeSet<u64> {
    let pieces = text.split("<@").skip(1);
    pieces.filter_map(|it| it.split_once('>')?.0.trim_start_matches('!').parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_named_by_their_numbers() {
        assert_eq!(named("<@12> and <@!34>, <@&56> <#78> @90"), BTreeSet::from([12, 34]));
    }
}
