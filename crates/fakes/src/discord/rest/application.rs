//! The application: who it is, where its gateway is, and its commands.

use serde_json::{Value, json};

use super::super::problem::Problem;
use super::super::requests::{Asked, Reply};
use super::super::shape::text;
use super::super::validate::{self, Check};
use super::super::world::World;

pub(super) fn gateway(world: &World) -> Reply {
    Reply::Json(json!({"url": format!("ws://{}", world.gateway)}))
}

pub(super) fn gateway_bot(world: &World) -> Reply {
    let limit = json!({"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1});
    Reply::Json(json!({"url": format!("ws://{}", world.gateway), "shards": 1, "session_start_limit": limit}))
}

pub(super) fn me(world: &World) -> Reply {
    let mut user = world.user_json(world.bot);
    user["mfa_enabled"] = false.into();
    user["verified"] = true.into();
    Reply::Json(user)
}

pub(super) fn user(world: &World, id: u64) -> Result<Reply, Problem> {
    let known = world.people.contains_key(&id);
    if known { Ok(Reply::Json(world.user_json(id))) } else { Err(Problem::unknown_user()) }
}

/// The guilds that the bot is in, in a few words each, by their numbers.
pub(super) fn guilds(world: &World, asked: &Asked) -> Result<Reply, Problem> {
    let limit = asked.number("limit").unwrap_or(200);
    if !(1..=200).contains(&limit) {
        return Err(Problem::field("limit", "NUMBER_TYPE_RANGE", "int value should be between 1 and 200."));
    }
    let limit = usize::try_from(limit).unwrap_or(200);
    let (before, after) = (asked.number("before"), asked.number("after").unwrap_or(0));
    let here =
        world.guilds.iter().filter_map(|(id, guild)| Some((id, guild, guild.members.get(&world.bot)?)));
    let asked_for = here.filter(|(id, _, _)| **id > after && before.is_none_or(|before| **id < before));
    let json = asked_for.take(limit).map(|(id, guild, permissions)| {
        json!({
            "id": text(*id), "name": world.guild_json(*id)["name"], "icon": null, "banner": null,
            "owner": guild.owner == world.bot, "permissions": permissions.to_string(), "features": [],
        })
    });
    Ok(Reply::Json(json.collect()))
}

pub(super) fn about(world: &World) -> Reply {
    Reply::Json(world.application_json())
}

pub(super) fn is_own(world: &World, id: u64) -> Result<(), Problem> {
    if id == world.application {
        Ok(())
    } else {
        Err(Problem::new(403, 20012, "Not authorized for this application"))
    }
}

fn is_there(world: &World, guild: Option<u64>) -> Result<(), Problem> {
    match guild {
        Some(guild) if !world.guilds.contains_key(&guild) => Err(Problem::unknown_guild()),
        Some(guild) if !world.is_member(guild, world.bot) => Err(Problem::missing_access()),
        _ => Ok(()),
    }
}

pub(super) fn commands(world: &World, guild: Option<u64>) -> Result<Reply, Problem> {
    is_there(world, guild)?;
    Ok(Reply::Json(world.commands.get(&guild).cloned().unwrap_or_default().into()))
}

pub(super) fn set_commands(world: &mut World, guild: Option<u64>, body: &Value) -> Result<Reply, Problem> {
    is_there(world, guild)?;
    let mut check = Check::default();
    validate::commands(&mut check, body);
    check.done()?;
    let list = body.as_array().into_iter().flatten().map(|it| complete(world, guild, it)).collect();
    world.commands.insert(guild, list);
    commands(world, guild)
}

/// One more command, in the place of one of the same name.
pub(super) fn add_command(world: &mut World, guild: Option<u64>, body: &Value) -> Result<Reply, Problem> {
    is_there(world, guild)?;
    let made = complete(world, guild, body);
    let mut list = world.commands.get(&guild).cloned().unwrap_or_default();
    list.retain(|it| (&it["name"], &it["type"]) != (&made["name"], &made["type"]));
    list.push(made.clone());
    let mut check = Check::default();
    validate::commands(&mut check, &Value::Array(list.clone()));
    check.done()?;
    world.commands.insert(guild, list);
    Ok(Reply::Created(made))
}

/// A command with what Discord adds to it. One that was there before keeps its number.
fn complete(world: &mut World, guild: Option<u64>, command: &Value) -> Value {
    let mut made = command.clone();
    if made["type"].is_null() {
        made["type"] = 1.into();
    }
    if made["description"].is_null() {
        made["description"] = "".into();
    }
    let before = world.commands.get(&guild).into_iter().flatten();
    let before = before.into_iter().find(|it| (&it["name"], &it["type"]) == (&made["name"], &made["type"]));
    let old = before.map(|it| it["id"].clone());
    made["id"] = old.unwrap_or_else(|| text(world.id()));
    made["version"] = text(world.id());
    made["application_id"] = text(world.application);
    if let Some(guild) = guild {
        made["guild_id"] = text(guild);
    }
    if made.get("default_member_permissions").is_none() {
        made["default_member_permissions"] = Value::Null;
    }
    made
}
