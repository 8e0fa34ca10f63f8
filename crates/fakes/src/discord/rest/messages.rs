//! Messages of channels.

use serde_json::Value;

use super::super::problem::Problem;
use super::super::requests::{Asked, Reply};
use super::super::world::{Author, Kind, World, permission};
use super::compose::{self, Draft};

/// For how long a nonce is remembered.
const NONCE_MS: u64 = 5 * 60 * 1000;
const HOUR_MS: u64 = 3600 * 1000;

pub(super) fn create(world: &mut World, channel: u64, asked: &Asked) -> Result<Reply, Problem> {
    may_send(world, channel, &asked.body, !asked.files.is_empty())?;
    let nonce = Some(asked.body["nonce"].to_string()).filter(|it| it != "null");
    let key = nonce.filter(|_| asked.body["enforce_nonce"] == true).map(|nonce| (channel, nonce));
    if let Some((id, at_ms)) = key.as_ref().and_then(|key| world.nonces.get(key)).copied()
        && world.now_ms() - at_ms < NONCE_MS
        && let Some(message) = world.messages.get(&id)
    {
        return Ok(Reply::Json(world.message_json(message)));
    }
    let reply_to = reply_to(world, channel, &asked.body["message_reference"])?;
    let kind = if reply_to.is_some() { 19 } else { 0 };
    let draft = Draft { reply_to, kind, ..Draft::new(channel, Author::User(world.bot)) };
    let id = compose::create(world, &draft, &asked.body, &asked.files)?;
    if let Some(key) = key {
        world.nonces.insert(key, (id, world.now_ms()));
    }
    shown(world, id)
}

/// Refuses where the bot may not write; wakes a thread that is asleep.
fn may_send(world: &mut World, channel: u64, body: &Value, files: bool) -> Result<(), Problem> {
    let place = world.channel(channel)?;
    let mut needed = match place.kind {
        Kind::PublicThread => permission::SEND_MESSAGES_IN_THREADS,
        Kind::Text | Kind::Direct => permission::SEND_MESSAGES,
    };
    if body["embeds"].as_array().is_some_and(|it| !it.is_empty()) {
        needed |= permission::EMBED_LINKS;
    }
    if files {
        needed |= permission::ATTACH_FILES;
    }
    let closed = place.kind == Kind::Direct
        && place.viewers.iter().flatten().any(|it| world.people.get(it).is_some_and(|it| it.dms_closed));
    world.needs(channel, needed)?;
    if closed {
        return Err(Problem::new(403, 50007, "Cannot send messages to this user"));
    }
    wake(world, channel)
}

/// What is said in a thread that is archived brings it back, unless it is locked.
pub(super) fn wake(world: &mut World, channel: u64) -> Result<(), Problem> {
    let place = world.channel_mut(channel)?;
    if !place.archived {
        return Ok(());
    }
    if place.locked {
        return Err(Problem::archived());
    }
    place.archived = false;
    world.emit_channel(false, channel);
    Ok(())
}

fn reply_to(world: &World, channel: u64, reference: &Value) -> Result<Option<u64>, Problem> {
    if reference.is_null() {
        return Ok(None);
    }
    let id = reference["message_id"].as_u64().or_else(|| reference["message_id"].as_str()?.parse().ok());
    match id.filter(|id| world.message(channel, *id).is_ok()) {
        Some(id) => Ok(Some(id)),
        None if reference["fail_if_not_exists"] == false => Ok(None),
        None => Err(Problem::field("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")),
    }
}

fn shown(world: &World, id: u64) -> Result<Reply, Problem> {
    let message = world.messages.get(&id).ok_or_else(Problem::unknown_message)?;
    Ok(Reply::Json(world.message_json(message)))
}

pub(super) fn get(world: &World, channel: u64, id: u64) -> Result<Reply, Problem> {
    world.channel(channel)?;
    world.needs(channel, permission::READ_MESSAGE_HISTORY)?;
    let message = world.message(channel, id)?;
    let mut json = world.message_json(message);
    if !world.content_is_shown(message, world.content_intent) {
        world.hide_content(&mut json);
    }
    Ok(Reply::Json(json))
}

pub(super) fn list(world: &World, channel: u64, asked: &Asked) -> Result<Reply, Problem> {
    world.channel(channel)?;
    if world.needs(channel, permission::READ_MESSAGE_HISTORY).is_err() {
        return Ok(Reply::Json(Value::Array(Vec::new())));
    }
    let limit = asked.number("limit").unwrap_or(50);
    if !(1..=100).contains(&limit) {
        return Err(Problem::field("limit", "NUMBER_TYPE_RANGE", "int value should be between 1 and 100."));
    }
    let limit = usize::try_from(limit).unwrap_or(100);
    let here = world.messages.values().filter(|it| it.channel == channel && it.only_for.is_none());
    let (before, after) = (asked.number("before"), asked.number("after"));
    let mut ids: Vec<u64> = here
        .map(|it| it.id)
        .filter(|id| before.is_none_or(|before| *id < before) && after.is_none_or(|after| *id > after))
        .collect();
    if after.is_some() {
        ids.truncate(limit);
    }
    let newest = ids.iter().rev().take(limit).filter_map(|id| world.messages.get(id));
    let json = newest.map(|message| {
        let mut json = world.message_json(message);
        if !world.content_is_shown(message, world.content_intent) {
            world.hide_content(&mut json);
        }
        json
    });
    Ok(Reply::Json(json.collect()))
}

pub(super) fn edit(world: &mut World, channel: u64, id: u64, asked: &Asked) -> Result<Reply, Problem> {
    let archived = world.channel(channel)?.archived;
    let message = world.message(channel, id)?;
    let created_ms = message.created_ms;
    if !matches!(message.author, Author::User(author) if author == world.bot) {
        return Err(Problem::new(403, 50005, "Cannot edit a message authored by another user"));
    }
    if archived {
        return Err(Problem::archived());
    }
    old_edit(world, channel, created_ms)?;
    compose::edit(world, id, &asked.body, &asked.files, "")?;
    shown(world, id)
}

/// Edits of messages older than an hour are counted by themselves.
pub(super) fn old_edit(world: &mut World, channel: u64, created_ms: u64) -> Result<(), Problem> {
    let (now_ms, limit) = (world.now_ms(), world.mischief.old_edits as usize);
    if now_ms - created_ms <= HOUR_MS {
        return Ok(());
    }
    let place = world.channel_mut(channel)?;
    place.old_edits_ms.retain(|at| now_ms - at < HOUR_MS);
    if place.old_edits_ms.len() >= limit {
        let message = "Maximum number of edits to messages older than 1 hour reached. Try again later";
        return Err(Problem::new(429, 30046, message));
    }
    place.old_edits_ms.push(now_ms);
    Ok(())
}

pub(super) fn delete(world: &mut World, channel: u64, id: u64) -> Result<Reply, Problem> {
    world.channel(channel)?;
    let message = world.message(channel, id)?;
    if !matches!(message.author, Author::User(author) if author == world.bot) {
        world.needs(channel, permission::MANAGE_MESSAGES)?;
    }
    world.messages.remove(&id);
    world.emit_deleted(channel, id);
    Ok(Reply::Empty)
}
