//! Channels, threads, pins and "is typing".

use serde_json::{Value, json};

use super::super::ids::timestamp;
use super::super::problem::Problem;
use super::super::requests::Reply;
use super::super::shape;
use super::super::validate::Check;
use super::super::world::{Author, Channel, Kind, World, flag, permission};
use super::compose::{self, Draft};

/// For how long "is typing" is shown.
const TYPING_MS: u64 = 10_000;
/// How many messages can be pinned in a channel.
const PINS: usize = 250;

pub(super) fn get(world: &World, id: u64) -> Result<Reply, Problem> {
    world.channel(id).map(|it| Reply::Json(shape::channel(it)))
}

/// The conversation with one person, which is made if there is none.
pub(super) fn direct(world: &mut World, body: &Value) -> Result<Reply, Problem> {
    let id = body["recipient_id"].as_u64().or_else(|| body["recipient_id"].as_str()?.parse().ok());
    let id = id.filter(|id| world.people.contains_key(id)).ok_or_else(Problem::unknown_user)?;
    let channel = world.direct(id);
    let mut json = shape::channel(world.channel(channel)?);
    json["recipients"] = json!([world.user_json(id)]);
    Ok(Reply::Json(json))
}

pub(super) fn modify(world: &mut World, id: u64, body: &Value) -> Result<Reply, Problem> {
    let channel = world.channel(id)?;
    let thread = channel.kind == Kind::PublicThread;
    let (owner, was_archived, was_locked) = (channel.owner, channel.archived, channel.locked);
    let mut check = Check::default();
    check.text("name", &body["name"], 1, 100, false);
    check.boolean("archived", &body["archived"]);
    check.boolean("locked", &body["locked"]);
    minutes(&mut check, &body["auto_archive_duration"]);
    check.done()?;
    if !thread {
        world.needs(id, permission::MANAGE_CHANNELS)?;
    } else {
        let locks = !body["locked"].is_null() && body["locked"] != was_locked;
        let wakes = was_archived && body["archived"] == false;
        if locks || (wakes && was_locked) || (!wakes && owner != world.bot) {
            world.needs(id, permission::MANAGE_THREADS)?;
        }
        if was_archived && !wakes {
            return Err(Problem::archived());
        }
    }
    let channel = world.channel_mut(id)?;
    if let Some(name) = body["name"].as_str() {
        name.clone_into(&mut channel.name);
    }
    if thread {
        channel.archived = body["archived"].as_bool().unwrap_or(channel.archived);
        channel.locked = body["locked"].as_bool().unwrap_or(channel.locked);
        channel.archive_minutes = body["auto_archive_duration"].as_u64().unwrap_or(channel.archive_minutes);
    }
    world.emit_channel(false, id);
    get(world, id)
}

fn minutes(check: &mut Check, value: &Value) {
    if !value.is_null() && !value.as_u64().is_some_and(|it| [60, 1440, 4320, 10080].contains(&it)) {
        let message = "Value must be one of (60, 1440, 4320, 10080).";
        check.wrong("auto_archive_duration", "BASE_TYPE_CHOICES", message);
    }
}

/// A thread, of a message or of a channel. One of a message has the message's number.
pub(super) fn thread(
    world: &mut World,
    parent: u64,
    message: Option<u64>,
    body: &Value,
) -> Result<Reply, Problem> {
    let channel = world.channel(parent)?;
    let (guild, kind) = (channel.guild, channel.kind);
    let mut check = Check::default();
    check.text("name", &body["name"], 1, 100, true);
    minutes(&mut check, &body["auto_archive_duration"]);
    check.done()?;
    if kind != Kind::Text {
        return Err(Problem::new(400, 50024, "Cannot execute action on this channel type"));
    }
    let private = message.is_none() && body["type"].as_u64().unwrap_or(12) == 12;
    world.needs(
        parent,
        if private { permission::CREATE_PRIVATE_THREADS } else { permission::CREATE_PUBLIC_THREADS },
    )?;
    if private {
        world.unknown.push("a private thread".into());
        return Err(Problem::missing_permissions());
    }
    let id = match message {
        None => world.id(),
        Some(id) => {
            world.message(parent, id)?;
            if world.channels.contains_key(&id) {
                return Err(Problem::new(400, 160_004, "A thread has already been created for this message"));
            }
            if let Some(message) = world.messages.get_mut(&id) {
                message.flags |= flag::HAS_THREAD;
            }
            id
        }
    };
    let name = body["name"].as_str().unwrap_or_default().to_owned();
    let thread = Channel {
        id,
        guild,
        parent: Some(parent),
        kind: Kind::PublicThread,
        name,
        viewers: None,
        bot_permissions: 0,
        owner: world.bot,
        taken_in: std::collections::BTreeSet::new(),
        archived: false,
        locked: false,
        archive_minutes: body["auto_archive_duration"].as_u64().unwrap_or(1440),
        typing_until_ms: 0,
        old_edits_ms: Vec::new(),
    };
    world.channels.insert(id, thread);
    world.emit_channel(true, id);
    if message.is_some() {
        world.emit_message("MESSAGE_UPDATE", id);
    }
    let thread = world.channel(id)?;
    Ok(Reply::Created(shape::channel(thread)))
}

/// Takes somebody into a thread, which everybody there is told.
pub(super) fn take_in(world: &mut World, id: u64, user: u64) -> Result<Reply, Problem> {
    let channel = world.channel(id)?;
    if channel.kind != Kind::PublicThread {
        return Err(Problem::new(400, 50024, "Cannot execute action on this channel type"));
    }
    if channel.archived {
        return Err(Problem::archived());
    }
    world.needs(id, permission::SEND_MESSAGES_IN_THREADS)?;
    let name = world.people.get(&user).ok_or_else(Problem::unknown_user)?.name.clone();
    if !world.can_see(user, id) {
        return Err(Problem::missing_access());
    }
    if world.channel_mut(id)?.taken_in.insert(user) {
        let draft = Draft { kind: 1, ..Draft::new(id, Author::User(world.bot)) };
        // It is a note of Discord's own, and nobody's words.
        let note =
            json!({"content": format!("added {name} to the thread."), "allowed_mentions": {"parse": []}});
        compose::create(world, &draft, &note, &[])?;
    }
    Ok(Reply::Empty)
}

pub(super) fn typing(world: &mut World, id: u64) -> Result<Reply, Problem> {
    world.channel(id)?;
    world.needs(id, permission::SEND_MESSAGES)?;
    let until_ms = world.now_ms() + TYPING_MS;
    world.channel_mut(id)?.typing_until_ms = until_ms;
    Ok(Reply::Empty)
}

pub(super) fn pins(world: &World, channel: u64, old: bool) -> Result<Reply, Problem> {
    world.channel(channel)?;
    world.needs(channel, permission::READ_MESSAGE_HISTORY)?;
    let mut pinned: Vec<_> =
        world.messages.values().filter(|it| it.channel == channel && it.pinned_ms.is_some()).collect();
    pinned.sort_by_key(|it| std::cmp::Reverse((it.pinned_ms, it.id)));
    if old {
        return Ok(Reply::Json(pinned.into_iter().map(|it| world.message_json(it)).collect()));
    }
    let items: Vec<Value> = pinned
        .into_iter()
        .map(|it| json!({"pinned_at": it.pinned_ms.map(timestamp), "message": world.message_json(it)}))
        .collect();
    Ok(Reply::Json(json!({"items": items, "has_more": false})))
}

pub(super) fn pin(world: &mut World, channel: u64, id: u64, pinned: bool) -> Result<Reply, Problem> {
    let archived = world.channel(channel)?.archived;
    world.needs(channel, permission::PIN_MESSAGES)?;
    let was = world.message(channel, id)?.pinned_ms.is_some();
    if archived {
        return Err(Problem::archived());
    }
    let count = world.messages.values().filter(|it| it.channel == channel && it.pinned_ms.is_some()).count();
    if pinned && !was && count >= PINS {
        return Err(Problem::new(400, 30003, format!("Maximum number of pins reached ({PINS})")));
    }
    let now_ms = world.now_ms();
    if let Some(message) = world.messages.get_mut(&id) {
        message.pinned_ms = pinned.then_some(now_ms);
    }
    world.emit_message("MESSAGE_UPDATE", id);
    if pinned && !was {
        // Everybody in the channel is told of it by a message of its own.
        let draft = Draft { kind: 6, ..Draft::new(channel, Author::User(world.bot)) };
        compose::create(world, &draft, &json!({"content": "pinned a message to this channel."}), &[])?;
    }
    Ok(Reply::Empty)
}
