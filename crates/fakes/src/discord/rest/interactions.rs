//! Answers to interactions: the first one, and those that follow.

use serde_json::{Value, json};

use super::super::problem::Problem;
use super::super::requests::{Asked, Reply};
use super::super::shape::text;
use super::super::validate::{self, Check};
use super::super::world::{Author, Deed, Interaction, World, flag};
use super::compose::{self, Draft};

/// How long the first answer may take.
const FIRST_ANSWER_MS: u64 = 3000;
/// For how long the token is good after that.
const TOKEN_MS: u64 = 15 * 60 * 1000;

const MESSAGE: u8 = 4;
const DEFERRED_MESSAGE: u8 = 5;
const DEFERRED_UPDATE: u8 = 6;
const UPDATE: u8 = 7;
const CHOICES: u8 = 8;
const MODAL: u8 = 9;

pub(crate) fn callback(world: &mut World, id: u64, token: &str, asked: &Asked) -> Result<Reply, Problem> {
    let now_ms = world.now_ms();
    let interaction = world.interactions.get(&id).filter(|it| it.token == token);
    let interaction = interaction.ok_or_else(Problem::unknown_interaction)?;
    if interaction.answered.is_some() {
        return Err(Problem::new(400, 40060, "Interaction has already been acknowledged."));
    }
    if interaction.failed || now_ms - interaction.created_ms > FIRST_ANSWER_MS {
        return Err(Problem::unknown_interaction());
    }
    let kind = first_kind(interaction, &asked.body["type"])?;
    let (user, source) = (interaction.user, interaction.source);
    let data = &asked.body["data"];
    let draft = draft(world, interaction, data);
    let original = match kind {
        MESSAGE => Some(compose::create(world, &draft, data, &asked.files)?),
        DEFERRED_MESSAGE => {
            if data["flags"].as_u64().unwrap_or(0) & !flag::EPHEMERAL != 0 {
                let message = "A deferred answer can only have the EPHEMERAL flag.";
                return Err(Problem::field("data.flags", "BASE_TYPE_CHOICES", message));
            }
            Some(compose::loading(world, &draft))
        }
        DEFERRED_UPDATE => source,
        UPDATE => {
            let source = source.ok_or_else(Problem::unknown_message)?;
            compose::edit(world, source, data, &asked.files, "data")?;
            Some(source)
        }
        CHOICES => {
            let choices = choices(data)?;
            if let Some(interaction) = world.interactions.get_mut(&id) {
                interaction.choices = Some(choices);
            }
            None
        }
        _ => {
            let mut check = Check::default();
            validate::modal(&mut check, data);
            check.done()?;
            if let Some(person) = world.people.get_mut(&user) {
                person.modal = Some((id, data.clone()));
            }
            None
        }
    };
    if let Some(interaction) = world.interactions.get_mut(&id) {
        interaction.answered = Some(kind);
        interaction.original = original;
    }
    if asked.query("with_response") != Some("true") {
        return Ok(Reply::Empty);
    }
    Ok(Reply::Json(with_response(world, id, kind, original)))
}

/// The kind of an answer, if it is one that such an interaction can have.
fn first_kind(interaction: &Interaction, kind: &Value) -> Result<u8, Problem> {
    let on_message = interaction.source.is_some();
    let allowed: &[u8] = match interaction.deed {
        Deed::Command => &[MESSAGE, DEFERRED_MESSAGE, MODAL],
        Deed::Component => &[MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, MODAL],
        Deed::Autocomplete => &[CHOICES],
        // A modal cannot open another.
        Deed::Modal if on_message => &[MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE],
        Deed::Modal => &[MESSAGE, DEFERRED_MESSAGE],
    };
    let kind = kind.as_u64().and_then(|it| u8::try_from(it).ok());
    kind.filter(|it| allowed.contains(it)).ok_or_else(|| {
        Problem::field("type", "BASE_TYPE_CHOICES", &format!("Value must be one of {allowed:?}."))
    })
}

fn draft(world: &World, interaction: &Interaction, data: &Value) -> Draft {
    let ephemeral = data["flags"].as_u64().unwrap_or(0) & flag::EPHEMERAL != 0;
    Draft {
        only_for: ephemeral.then_some(interaction.user),
        interaction: Some(interaction.id),
        under: "data",
        ..Draft::new(interaction.channel, Author::User(world.bot))
    }
}

fn choices(data: &Value) -> Result<Vec<Value>, Problem> {
    let mut check = Check::default();
    let list = check.list("data.choices", &data["choices"], 0, 25, true).to_vec();
    for (number, choice) in list.iter().enumerate() {
        check.text(&format!("data.choices.{number}.name"), &choice["name"], 1, 100, true);
        if choice["value"].is_string() {
            check.text(&format!("data.choices.{number}.value"), &choice["value"], 1, 100, true);
        }
    }
    check.done()?;
    Ok(list)
}

fn with_response(world: &World, id: u64, kind: u8, original: Option<u64>) -> Value {
    let Some(interaction) = world.interactions.get(&id) else { return Value::Null };
    let message = original.and_then(|id| world.messages.get(&id));
    let mut json = json!({
        "interaction": {"id": text(id), "type": interaction.deed.number()},
        "resource": {"type": kind},
    });
    if let Some(message) = message {
        json["interaction"]["response_message_id"] = text(message.id);
        json["interaction"]["response_message_loading"] = message.has(flag::LOADING).into();
        json["interaction"]["response_message_ephemeral"] = message.has(flag::EPHEMERAL).into();
        if matches!(kind, MESSAGE | UPDATE) {
            json["resource"]["message"] = world.message_json(message);
        }
    }
    json
}

/// The interaction of a token, once it has been answered and as long as the token is good.
fn answered<'a>(world: &'a World, token: &str) -> Result<&'a Interaction, Problem> {
    let found = world.interactions.values().find(|it| it.token == token);
    let interaction = found.ok_or_else(|| Problem::new(401, 50027, "Invalid Webhook Token"))?;
    if world.now_ms() - interaction.created_ms > TOKEN_MS {
        return Err(Problem::new(401, 50027, "Invalid Webhook Token"));
    }
    if interaction.answered.is_none() {
        return Err(Problem::unknown_webhook());
    }
    Ok(interaction)
}

/// The message that is meant by a number or by `@original`.
fn meant(world: &World, token: &str, message: &str) -> Result<u64, Problem> {
    let interaction = answered(world, token)?;
    let id = if message == "@original" { interaction.original } else { message.parse().ok() };
    let found = id.and_then(|id| world.messages.get(&id)).ok_or_else(Problem::unknown_message)?;
    let own = found.interaction == Some(interaction.id) || interaction.original == Some(found.id);
    if own { Ok(found.id) } else { Err(Problem::unknown_message()) }
}

fn shown(world: &World, id: u64) -> Result<Reply, Problem> {
    let message = world.messages.get(&id).ok_or_else(Problem::unknown_message)?;
    Ok(Reply::Json(world.message_json(message)))
}

pub(super) fn get(world: &World, token: &str, message: &str) -> Result<Reply, Problem> {
    shown(world, meant(world, token, message)?)
}

pub(super) fn edit(world: &mut World, token: &str, message: &str, asked: &Asked) -> Result<Reply, Problem> {
    let id = meant(world, token, message)?;
    compose::edit(world, id, &asked.body, &asked.files, "")?;
    shown(world, id)
}

pub(super) fn delete(world: &mut World, token: &str, message: &str) -> Result<Reply, Problem> {
    let id = meant(world, token, message)?;
    if let Some(message) = world.messages.remove(&id)
        && message.only_for.is_none()
    {
        world.emit_deleted(message.channel, id);
    }
    Ok(Reply::Empty)
}

/// Another message. If the first answer was only announced, this is taken for it, as Discord does.
pub(super) fn follow_up(world: &mut World, token: &str, asked: &Asked) -> Result<Reply, Problem> {
    let interaction = answered(world, token)?;
    let original = interaction.original.and_then(|id| world.messages.get(&id));
    if let Some(loading) = original.filter(|it| it.has(flag::LOADING)).map(|it| it.id) {
        compose::edit(world, loading, &asked.body, &asked.files, "")?;
        return shown(world, loading);
    }
    let draft = Draft { under: "", ..draft(world, interaction, &asked.body) };
    let id = compose::create(world, &draft, &asked.body, &asked.files)?;
    shown(world, id)
}
