//! How a body becomes a message, whichever door it came through.

use std::collections::BTreeSet;

use serde_json::Value;

use super::super::multipart::Part;
use super::super::problem::Problem;
use super::super::validate::{self, Check};
use super::super::world::{Author, Message, World, flag};
use super::files::FILE_BYTES;

/// What is known of a message before its body is read.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub(crate) channel: u64,
    pub(crate) author: Author,
    /// The only one who will see it.
    pub(crate) only_for: Option<u64>,
    pub(crate) interaction: Option<u64>,
    pub(crate) reply_to: Option<u64>,
    /// 0, or 19 for a reply, or 6 for the notice of a pin, or 1 for that of somebody who is taken in.
    pub(crate) kind: u8,
    /// What the paths of complaints begin with.
    pub(crate) under: &'static str,
}

impl Draft {
    /// A message of this author to everybody in a channel.
    pub(crate) fn new(channel: u64, author: Author) -> Draft {
        Draft { channel, author, only_for: None, interaction: None, reply_to: None, kind: 0, under: "" }
    }
}

/// Makes a message; its number.
pub(crate) fn create(world: &mut World, draft: &Draft, body: &Value, files: &[Part]) -> Result<u64, Problem> {
    let mut blank = blank(world, draft);
    blank.nonce = Some(body["nonce"].clone()).filter(|it| !it.is_null());
    let message = merged(world, blank, body, files, draft.under)?;
    let id = message.id;
    world.messages.insert(id, message);
    world.emit_message("MESSAGE_CREATE", id);
    Ok(id)
}

/// A message that says that the bot is thinking.
pub(crate) fn loading(world: &mut World, draft: &Draft) -> u64 {
    let mut message = blank(world, draft);
    message.flags |= flag::LOADING;
    let id = message.id;
    world.messages.insert(id, message);
    id
}

fn blank(world: &mut World, draft: &Draft) -> Message {
    Message {
        id: world.id(),
        channel: draft.channel,
        author: draft.author.clone(),
        kind: draft.kind,
        content: String::new(),
        embeds: Vec::new(),
        components: Vec::new(),
        attachments: Vec::new(),
        flags: if draft.only_for.is_some() { flag::EPHEMERAL } else { 0 },
        nonce: None,
        created_ms: world.now_ms(),
        edited_ms: None,
        pinned_ms: None,
        reply_to: draft.reply_to,
        allowed_mentions: None,
        only_for: draft.only_for,
        interaction: draft.interaction,
    }
}

/// Changes a message.
pub(crate) fn edit(
    world: &mut World,
    id: u64,
    body: &Value,
    files: &[Part],
    under: &'static str,
) -> Result<(), Problem> {
    let before = world.messages.get(&id).cloned().ok_or_else(Problem::unknown_message)?;
    let was_loading = before.has(flag::LOADING);
    let mut message = merged(world, before, body, files, under)?;
    message.flags &= !flag::LOADING;
    if !was_loading {
        message.edited_ms = Some(world.now_ms());
    }
    world.messages.insert(id, message);
    world.emit_message(if was_loading { "MESSAGE_CREATE" } else { "MESSAGE_UPDATE" }, id);
    Ok(())
}

/// A message with the fields of a body in it, if it is one that Discord takes.
fn merged(
    world: &mut World,
    mut message: Message,
    body: &Value,
    files: &[Part],
    under: &'static str,
) -> Result<Message, Problem> {
    if files.iter().any(|it| it.bytes.len() > FILE_BYTES) {
        return Err(Problem::new(413, 40005, "Request entity too large"));
    }
    let mut check = Check::default();
    validate::fields(&mut check, body);
    flags(&mut check, &mut message, &body["flags"]);
    let new_layout = message.has(flag::COMPONENTS_V2);
    // `null` empties a field; a field that is not there leaves it.
    if let Some(content) = body.get("content") {
        content.as_str().unwrap_or_default().trim().clone_into(&mut message.content);
    }
    if let Some(embeds) = body.get("embeds") {
        message.embeds = embeds.as_array().cloned().unwrap_or_default();
    }
    let kept = kept_files(world, &mut check, &message, body, files);
    check.files = kept.iter().filter_map(|id| world.files.get(id)).map(|it| it.name.clone()).collect();
    check.files.extend(files.iter().map(|file| named(body, file).0));
    if body.get("components").is_some() {
        validate::components(&mut check, &body["components"], new_layout);
        message.components = body["components"].as_array().cloned().unwrap_or_default();
        number(&mut message.components, &check.component_ids, &mut 0);
    }
    if kept.len() + files.len() > 10 {
        check.wrong("attachments", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.");
    }
    if new_layout {
        let code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2";
        let there = [
            ("content", !message.content.is_empty()),
            ("embeds", !message.embeds.is_empty()),
            ("poll", !body["poll"].is_null()),
            ("sticker_ids", !body["sticker_ids"].is_null()),
        ];
        for (field, _) in there.iter().filter(|(_, there)| *there) {
            let message =
                format!("The '{field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2");
            check.wrong(field, code, message);
        }
    } else if !body["poll"].is_null() {
        world.unknown.push("a poll".into());
    }
    check.done_under(under)?;
    message.attachments = kept;
    for file in files {
        let (name, description) = named(body, file);
        let id = world.keep(message.channel, &name, None, description, file.bytes.clone());
        message.attachments.push(id);
    }
    for value in message.embeds.iter_mut().chain(&mut message.components) {
        resolve(world, &message.attachments, value);
    }
    for embed in &mut message.embeds {
        embed["type"] = "rich".into();
    }
    if !body["allowed_mentions"].is_null() {
        message.allowed_mentions = Some(body["allowed_mentions"].clone());
    }
    let nothing = message.content.is_empty() && message.embeds.is_empty() && message.attachments.is_empty();
    let has_components = new_layout && !message.components.is_empty();
    if nothing && !has_components { Err(Problem::empty_message()) } else { Ok(message) }
}

fn flags(check: &mut Check, message: &mut Message, asked: &Value) {
    let Some(asked) = asked.as_u64() else { return };
    let free = flag::SUPPRESS_EMBEDS | flag::SUPPRESS_NOTIFICATIONS | flag::COMPONENTS_V2;
    // Whether only one person sees it was decided before, with the first answer.
    let known = free | if message.interaction.is_some() { flag::EPHEMERAL } else { 0 };
    if asked & !known != 0 {
        check.wrong("flags", "BASE_TYPE_CHOICES", "These flags cannot be set here.");
    }
    if message.has(flag::COMPONENTS_V2) && asked & flag::COMPONENTS_V2 == 0 {
        let text = "The IS_COMPONENTS_V2 flag cannot be removed";
        check.wrong("flags", "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", text);
    }
    message.flags = (message.flags & !free) | (asked & free);
}

/// Which of the files that a message had are still wanted.
fn kept_files(world: &World, check: &mut Check, message: &Message, body: &Value, files: &[Part]) -> Vec<u64> {
    let Some(wanted) = body["attachments"].as_array() else {
        return if body.get("attachments").is_some() { Vec::new() } else { message.attachments.clone() };
    };
    let mut kept = Vec::new();
    for (at, file) in wanted.iter().enumerate() {
        let id = number_of(&file["id"]);
        match id {
            Some(id) if files.iter().any(|it| it.number == id) => {}
            Some(id) if message.attachments.contains(&id) && world.files.contains_key(&id) => kept.push(id),
            _ => {
                let path = format!("attachments.{at}.id");
                check.wrong(&path, "ATTACHMENT_NOT_FOUND", "The referenced attachment was not found");
            }
        }
    }
    kept
}

fn number_of(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

/// The name and the description of a new file.
fn named(body: &Value, file: &Part) -> (String, Option<String>) {
    let about = body["attachments"].as_array().into_iter().flatten();
    let about = about.into_iter().find(|it| number_of(&it["id"]) == Some(file.number));
    let text = |field: &str| about.and_then(|it| it[field].as_str()).map(str::to_owned);
    (text("filename").unwrap_or_else(|| file.name.clone()), text("description"))
}

/// Gives every component that has none a number that no other has, as Discord does.
fn number(components: &mut [Value], taken: &BTreeSet<i64>, last: &mut i64) {
    for component in components {
        if component["id"].as_i64().unwrap_or(0) == 0 {
            *last += 1;
            while taken.contains(last) {
                *last += 1;
            }
            component["id"] = (*last).into();
        }
        if let Some(inner) = component.get_mut("components").and_then(Value::as_array_mut) {
            number(inner, taken, last);
        }
        if let Some(accessory) = component.get_mut("accessory") {
            number(std::slice::from_mut(accessory), taken, last);
        }
    }
}

/// Replaces `attachment://name` by the address of the file.
fn resolve(world: &World, attachments: &[u64], value: &mut Value) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|it| resolve(world, attachments, it)),
        Value::Object(map) => map.values_mut().for_each(|it| resolve(world, attachments, it)),
        Value::String(text) => {
            let name = text.strip_prefix("attachment://");
            let files = attachments.iter().filter_map(|id| world.files.get(id));
            if let Some(file) = name.and_then(|name| files.into_iter().find(|it| it.name == name)) {
                *value = world.file_json(file)["url"].clone();
            }
        }
        _ => {}
    }
}
