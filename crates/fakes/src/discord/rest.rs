//! The routes of REST.

mod application;
mod channels;
mod compose;
pub(crate) mod files;
mod interactions;
mod messages;
mod webhooks;

use super::problem::Problem;
use super::requests::{Asked, Reply};
use super::world::World;

pub(crate) use compose::{Draft, create, edit};
pub(crate) use interactions::callback;

/// Answers a request. What is not known is refused and remembered.
pub(crate) fn answer(world: &mut World, asked: &Asked) -> Result<Reply, Problem> {
    let path: Vec<&str> = asked.path.iter().map(String::as_str).collect();
    let open = matches!(path.as_slice(), ["gateway"] | ["interactions", ..] | ["webhooks", _, _, ..]);
    if !open {
        asked.needs_token(world)?;
    }
    match (asked.method.as_str(), path.as_slice()) {
        ("GET", ["gateway"]) => Ok(application::gateway(world)),
        ("GET", ["gateway", "bot"]) => Ok(application::gateway_bot(world)),
        ("GET", ["users", "@me"]) => Ok(application::me(world)),
        ("GET", ["users", "@me", "guilds"]) => application::guilds(world, asked),
        ("GET", ["users", user]) => application::user(world, id(user)?),
        ("POST", ["users", "@me", "channels"]) => channels::direct(world, &asked.body),
        ("GET", ["applications", "@me"] | ["oauth2", "applications", "@me"]) => Ok(application::about(world)),
        (_, ["applications", app, rest @ ..]) => {
            let guild = match rest {
                ["commands"] => None,
                ["guilds", guild, "commands"] => Some(id(guild)?),
                _ => return unknown(world, asked),
            };
            application::is_own(world, id(app)?)?;
            match asked.method.as_str() {
                "GET" => application::commands(world, guild),
                "PUT" => application::set_commands(world, guild, &asked.body),
                "POST" => application::add_command(world, guild, &asked.body),
                _ => unknown(world, asked),
            }
        }
        (_, ["channels", channel, rest @ ..]) => {
            let channel = id(channel)?;
            match (asked.method.as_str(), rest) {
                ("GET", []) => channels::get(world, channel),
                ("PATCH", []) => channels::modify(world, channel, &asked.body),
                ("PUT", ["thread-members", user]) => channels::take_in(world, channel, id(user)?),
                ("POST", ["typing"]) => channels::typing(world, channel),
                ("GET", ["pins"]) => channels::pins(world, channel, true),
                ("GET", ["messages", "pins"]) => channels::pins(world, channel, false),
                ("PUT", ["pins", message] | ["messages", "pins", message]) => {
                    channels::pin(world, channel, id(message)?, true)
                }
                ("DELETE", ["pins", message] | ["messages", "pins", message]) => {
                    channels::pin(world, channel, id(message)?, false)
                }
                ("GET", ["messages"]) => messages::list(world, channel, asked),
                ("POST", ["messages"]) => messages::create(world, channel, asked),
                ("GET", ["messages", message]) => messages::get(world, channel, id(message)?),
                ("PATCH", ["messages", message]) => messages::edit(world, channel, id(message)?, asked),
                ("DELETE", ["messages", message]) => messages::delete(world, channel, id(message)?),
                ("POST", ["messages", message, "threads"]) => {
                    channels::thread(world, channel, Some(id(message)?), &asked.body)
                }
                ("POST", ["threads"]) => channels::thread(world, channel, None, &asked.body),
                ("GET", ["webhooks"]) => webhooks::list(world, channel),
                ("POST", ["webhooks"]) => webhooks::create(world, channel, &asked.body),
                _ => unknown(world, asked),
            }
        }
        ("POST", ["interactions", interaction, token, "callback"]) => {
            interactions::callback(world, id(interaction)?, token, asked)
        }
        ("GET", ["webhooks", webhook]) => webhooks::get(world, id(webhook)?, None),
        ("DELETE", ["webhooks", webhook]) => webhooks::delete(world, id(webhook)?),
        (method, ["webhooks", webhook, token, rest @ ..]) => {
            let webhook = id(webhook)?;
            // The application answers interactions through a webhook that has its own number.
            let own = webhook == world.application;
            match (method, rest) {
                ("GET", []) if !own => webhooks::get(world, webhook, Some(token)),
                ("POST", []) if own => interactions::follow_up(world, token, asked),
                ("POST", []) => webhooks::execute(world, webhook, token, asked),
                ("GET", ["messages", message]) if own => interactions::get(world, token, message),
                ("PATCH", ["messages", message]) if own => interactions::edit(world, token, message, asked),
                ("DELETE", ["messages", message]) if own => interactions::delete(world, token, message),
                ("GET", ["messages", message]) => {
                    webhooks::get_message(world, webhook, token, id(message)?, asked)
                }
                ("PATCH", ["messages", message]) => {
                    webhooks::edit(world, webhook, token, id(message)?, asked)
                }
                ("DELETE", ["messages", message]) => {
                    webhooks::delete_message(world, webhook, token, id(message)?, asked)
                }
                _ => unknown(world, asked),
            }
        }
        _ => unknown(world, asked),
    }
}

fn unknown(world: &mut World, asked: &Asked) -> Result<Reply, Problem> {
    world.unknown.push(format!("{} /{}", asked.method, asked.path.join("/")));
    Err(Problem::new(404, 0, "404: Not Found"))
}

fn id(text: &str) -> Result<u64, Problem> {
    text.parse().map_err(|_| {
        Problem::field("id", "NUMBER_TYPE_COERCE", &format!("Value \"{text}\" is not snowflake."))
    })
}
