//! Webhooks of channels.

use serde_json::Value;

use super::super::problem::Problem;
use super::super::requests::{Asked, Reply};
use super::super::shape;
use super::super::validate::Check;
use super::super::world::{Author, Kind, Webhook, World, permission};
use super::compose::{self, Draft};
use super::messages::{old_edit, wake};

/// How many webhooks a channel can have.
const PER_CHANNEL: usize = 15;

pub(super) fn list(world: &World, channel: u64) -> Result<Reply, Problem> {
    world.channel(channel)?;
    world.needs(channel, permission::MANAGE_WEBHOOKS)?;
    let here = world.webhooks.values().filter(|it| it.channel == channel);
    Ok(Reply::Json(here.map(|it| shape::webhook(world, it)).collect()))
}

pub(super) fn create(world: &mut World, channel: u64, body: &Value) -> Result<Reply, Problem> {
    if world.channel(channel)?.kind != Kind::Text {
        return Err(Problem::new(400, 50024, "Cannot execute action on this channel type"));
    }
    world.needs(channel, permission::MANAGE_WEBHOOKS)?;
    let mut check = Check::default();
    check.text("name", &body["name"], 1, 80, true);
    name_is_free(&mut check, "name", &body["name"]);
    check.done()?;
    if world.webhooks.values().filter(|it| it.channel == channel).count() >= PER_CHANNEL {
        return Err(Problem::new(400, 30007, format!("Maximum number of webhooks reached ({PER_CHANNEL})")));
    }
    let id = world.id();
    let name = body["name"].as_str().unwrap_or_default().trim().to_owned();
    let webhook = Webhook { id, token: format!("webhook-token-{id}"), channel, name };
    let json = shape::webhook(world, &webhook);
    world.webhooks.insert(id, webhook);
    Ok(Reply::Json(json))
}

/// Nobody may look like Discord itself.
fn name_is_free(check: &mut Check, path: &str, name: &Value) {
    let name = name.as_str().unwrap_or_default().to_lowercase();
    if ["clyde", "discord"].iter().any(|it| name.contains(it)) {
        let message = "Username cannot contain \"discord\" or \"clyde\"";
        check.wrong(path, "USERNAME_INVALID_CONTAINS", message);
    }
}

pub(super) fn get(world: &World, id: u64, token: Option<&str>) -> Result<Reply, Problem> {
    let webhook = world.webhooks.get(&id).ok_or_else(Problem::unknown_webhook)?;
    if token.is_some_and(|token| token != webhook.token) {
        return Err(bad_token());
    }
    Ok(Reply::Json(shape::webhook(world, webhook)))
}

pub(super) fn delete(world: &mut World, id: u64) -> Result<Reply, Problem> {
    let channel = world.webhooks.get(&id).ok_or_else(Problem::unknown_webhook)?.channel;
    world.needs(channel, permission::MANAGE_WEBHOOKS)?;
    world.webhooks.remove(&id);
    Ok(Reply::Empty)
}

fn bad_token() -> Problem {
    Problem::new(401, 50027, "Invalid Webhook Token")
}

/// Where a webhook speaks: its channel, or a thread of it.
fn place<'a>(world: &'a World, id: u64, token: &str, asked: &Asked) -> Result<(&'a Webhook, u64), Problem> {
    let webhook = world.webhooks.get(&id).ok_or_else(Problem::unknown_webhook)?;
    if webhook.token != token {
        return Err(bad_token());
    }
    let Some(thread) = asked.query("thread_id") else { return Ok((webhook, webhook.channel)) };
    let thread = thread.parse().ok().and_then(|id| world.channels.get(&id));
    match thread.filter(|it| it.parent == Some(webhook.channel)) {
        Some(thread) => Ok((webhook, thread.id)),
        None => Err(Problem::unknown_channel()),
    }
}

pub(super) fn execute(world: &mut World, id: u64, token: &str, asked: &Asked) -> Result<Reply, Problem> {
    let (webhook, channel) = place(world, id, token, asked)?;
    let mut check = Check::default();
    name_is_free(&mut check, "username", &asked.body["username"]);
    check.done()?;
    let name = asked.body["username"].as_str().unwrap_or(&webhook.name).to_owned();
    let avatar = asked.body["avatar_url"].as_str().map(str::to_owned);
    let draft = Draft::new(channel, Author::Webhook { id, name, avatar });
    wake(world, channel)?;
    let id = compose::create(world, &draft, &asked.body, &asked.files)?;
    if asked.query("wait") != Some("true") {
        return Ok(Reply::Empty);
    }
    let message = world.messages.get(&id).ok_or_else(Problem::unknown_message)?;
    Ok(Reply::Json(world.message_json(message)))
}

/// A message of this webhook, in the place that is named.
fn own(world: &World, id: u64, token: &str, message: u64, asked: &Asked) -> Result<(u64, u64), Problem> {
    let (_, channel) = place(world, id, token, asked)?;
    let found = world.message(channel, message)?;
    match &found.author {
        Author::Webhook { id: author, .. } if *author == id => Ok((channel, found.created_ms)),
        _ => Err(Problem::unknown_message()),
    }
}

pub(super) fn get_message(
    world: &World,
    id: u64,
    token: &str,
    message: u64,
    asked: &Asked,
) -> Result<Reply, Problem> {
    own(world, id, token, message, asked)?;
    let message = world.messages.get(&message).ok_or_else(Problem::unknown_message)?;
    Ok(Reply::Json(world.message_json(message)))
}

pub(super) fn edit(
    world: &mut World,
    id: u64,
    token: &str,
    message: u64,
    asked: &Asked,
) -> Result<Reply, Problem> {
    let (channel, created_ms) = own(world, id, token, message, asked)?;
    old_edit(world, channel, created_ms)?;
    compose::edit(world, message, &asked.body, &asked.files, "")?;
    get_message(world, id, token, message, asked)
}

pub(super) fn delete_message(
    world: &mut World,
    id: u64,
    token: &str,
    message: u64,
    asked: &Asked,
) -> Result<Reply, Problem> {
    let (channel, _) = own(world, id, token, message, asked)?;
    world.messages.remove(&message);
    world.emit_deleted(channel, message);
    Ok(Reply::Empty)
}
