//! What a message looks like to somebody who may see it.

use serde_json::Value;

use super::super::ids::{ChannelId, MessageId, timestamp};
use super::super::mentions::displayed;
use super::super::world::{Author, Message, World, flag};

/// A message as it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// Its number.
    pub id: MessageId,
    /// Where it is.
    pub channel: ChannelId,
    /// The name that it is shown under.
    pub author: String,
    /// All that can be read: the text, the embeds, the texts that are components, each on its own line.
    pub text: String,
    /// The buttons, in order.
    pub buttons: Vec<Button>,
    /// The menus, in order.
    pub selects: Vec<Select>,
    /// The files. In the new layout only those that a component shows.
    pub files: Vec<File>,
    /// Whether only one person sees it.
    pub ephemeral: bool,
    /// Whether it only says that the bot is thinking.
    pub loading: bool,
    /// When it was changed, if it was.
    pub edited: Option<String>,
    /// Whether it is pinned.
    pub pinned: bool,
    /// The thread that was made from it.
    pub thread: Option<ChannelId>,
    /// The message that it replies to.
    pub reply_to: Option<MessageId>,
}

impl Shown {
    /// The labels of the buttons that can be pressed.
    pub fn labels(&self) -> Vec<&str> {
        self.buttons.iter().filter(|it| !it.disabled).map(|it| it.label.as_str()).collect()
    }
}

/// A button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// What is on it: the label, or else the emoji.
    pub label: String,
    /// By which name the application knows it.
    pub custom_id: Option<String>,
    /// Where it leads, if it is a link.
    pub url: Option<String>,
    /// 1 primary, 2 secondary, 3 success, 4 danger, 5 link.
    pub style: u64,
    /// Whether it cannot be pressed.
    pub disabled: bool,
}

/// A menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Select {
    /// By which name the application knows it.
    pub custom_id: String,
    /// What it says while nothing is chosen.
    pub placeholder: String,
    /// The labels of what can be chosen. A menu of people has none.
    pub options: Vec<String>,
    /// The labels of what is chosen already.
    pub chosen: Vec<String>,
    /// Whether it cannot be used.
    pub disabled: bool,
}

/// A file of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name.
    pub name: String,
    /// The text for those who cannot see it.
    pub description: Option<String>,
    /// What it is.
    pub content_type: String,
    /// Where it can be fetched, for a day.
    pub url: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// All components that are like this, in the order in which they are shown.
pub(super) fn all<'a>(components: &'a [Value], is_it: &dyn Fn(&Value) -> bool) -> Vec<&'a Value> {
    let mut found = Vec::new();
    for component in components {
        if is_it(component) {
            found.push(component);
        }
        found.extend(all(component["components"].as_array().map_or(&[], Vec::as_slice), is_it));
        for inner in ["accessory", "component"] {
            if component[inner].is_object() {
                found.extend(all(std::slice::from_ref(&component[inner]), is_it));
            }
        }
    }
    found
}

pub(crate) fn of(world: &World, message: &Message) -> Shown {
    let author = match &message.author {
        Author::User(id) => world.people.get(id).map_or_else(String::new, |it| it.name.clone()),
        Author::Webhook { name, .. } => name.clone(),
    };
    let mut text = message.content.clone();
    for embed in &message.embeds {
        in_embed(embed, &mut text);
    }
    displayed(&message.components, &mut text);
    let files = message.attachments.iter().filter_map(|id| world.files.get(id));
    let files = files.filter(|file| {
        let url = &world.file_json(file)["url"];
        !message.has(flag::COMPONENTS_V2) || message.components.iter().any(|it| mentions(it, url))
    });
    Shown {
        id: MessageId(message.id),
        channel: ChannelId(message.channel),
        author,
        text,
        buttons: all(&message.components, &|it| it["type"] == 2).into_iter().map(button).collect(),
        selects: all(&message.components, &|it| matches!(it["type"].as_u64(), Some(3 | 5..=8)))
            .into_iter()
            .map(select)
            .collect(),
        files: files
            .map(|file| File {
                name: file.name.clone(),
                description: file.description.clone(),
                content_type: file.content_type.clone(),
                url: world.file_json(file)["url"].as_str().unwrap_or_default().to_owned(),
                bytes: file.bytes.clone(),
            })
            .collect(),
        ephemeral: message.only_for.is_some(),
        loading: message.has(flag::LOADING),
        edited: message.edited_ms.map(timestamp),
        pinned: message.pinned_ms.is_some(),
        thread: message.has(flag::HAS_THREAD).then_some(ChannelId(message.id)),
        reply_to: message.reply_to.map(MessageId),
    }
}

/// Whether a text is somewhere in a component.
fn mentions(value: &Value, text: &Value) -> bool {
    match value {
        Value::Array(list) => list.iter().any(|it| mentions(it, text)),
        Value::Object(map) => map.values().any(|it| mentions(it, text)),
        value => value == text,
    }
}

fn in_embed(embed: &Value, text: &mut String) {
    let mut line = |value: &Value| {
        if let Some(words) = value.as_str().filter(|it| !it.is_empty()) {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(words);
        }
    };
    line(&embed["author"]["name"]);
    line(&embed["title"]);
    line(&embed["description"]);
    for field in embed["fields"].as_array().into_iter().flatten() {
        line(&field["name"]);
        line(&field["value"]);
    }
    line(&embed["footer"]["text"]);
}

fn words(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn button(json: &Value) -> Button {
    let label = if json["label"].is_string() { &json["label"] } else { &json["emoji"]["name"] };
    Button {
        label: words(label),
        custom_id: json["custom_id"].as_str().map(str::to_owned),
        url: json["url"].as_str().map(str::to_owned),
        style: json["style"].as_u64().unwrap_or(0),
        disabled: json["disabled"] == true,
    }
}

fn select(json: &Value) -> Select {
    let options = json["options"].as_array().map_or(&[][..], Vec::as_slice);
    Select {
        custom_id: words(&json["custom_id"]),
        placeholder: words(&json["placeholder"]),
        options: options.iter().map(|it| words(&it["label"])).collect(),
        chosen: options.iter().filter(|it| it["default"] == true).map(|it| words(&it["label"])).collect(),
        disabled: json["disabled"] == true,
    }
}
