//! What a bot needs of Discord and what of it is there, for whoever sets one up.

use serde_json::{Value, json};

use crate::api::{Api, Failed, number};
use crate::bot::Options;
use crate::commands;
use crate::desk::Activity;
use crate::rest::Rest;
use crate::says;

/// Something that a server lets a bot do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Permission {
    bit: u64,
    /// What Discord calls it.
    pub name: &'static str,
    /// What the bot does with it.
    pub about: &'static str,
}

const fn permission(bit: u32, name: &'static str, about: &'static str) -> Permission {
    Permission { bit: 1 << bit, name, about }
}

/// What it cannot do without.
const NEEDED: [Permission; 7] = [
    permission(10, says::VIEW_CHANNELS, says::TO_BE_THERE_AT_ALL),
    permission(11, says::SEND_MESSAGES, says::FOR_THE_CARD_OF_A_TABLE),
    permission(14, says::EMBED_LINKS, says::FOR_THE_CARD_OF_A_TABLE),
    permission(15, says::ATTACH_FILES, says::FOR_PICTURES_OF_CLOCKS),
    permission(16, says::READ_MESSAGE_HISTORY, says::TO_GO_ON_AFTER_A_BREAK),
    permission(35, says::CREATE_PUBLIC_THREADS, says::FOR_THE_TALK_OF_A_TABLE),
    permission(38, says::SEND_MESSAGES_IN_THREADS, says::FOR_THE_TALK_OF_A_TABLE),
];

/// What it does more with.
pub const OPTIONAL: [Permission; 2] = [
    permission(29, says::MANAGE_WEBHOOKS, says::EVERY_SEAT_SPEAKS_UNDER_ITS_OWN),
    permission(51, says::PIN_MESSAGES, says::THE_CARD_OF_A_TABLE_IS),
];

/// May do everything.
const ADMINISTRATOR: u64 = 1 << 3;

fn bits(permissions: &[Permission]) -> u64 {
    permissions.iter().fold(0, |all, it| all | it.bit)
}

/// Where somebody lets the bot into a server.
pub(crate) fn invitation(application: u64) -> String {
    let needed = bits(&NEEDED);
    format!(
        "https://discord.com/oauth2/authorize?client_id={application}&scope=bot+applications.commands&permissions={needed}"
    )
}

/// What Discord knows of a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The name of its application.
    pub application: String,
    /// May it read what people type without a mention?
    pub reads_talk: bool,
    /// Where interactions are posted to, if they do not come by the gateway.
    pub posted_to: Option<String>,
    /// How its commands are registered.
    pub commands: Commands,
    /// The servers that it is in, no more than two hundred.
    pub servers: Vec<Server>,
    /// Where somebody lets it into a server.
    pub invitation: String,
}

/// How commands are registered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Commands {
    /// Not at all.
    None,
    /// As they are now, so many.
    Present(usize),
    /// Otherwise than they are now.
    Other,
}

/// A server that a bot is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    /// Its name.
    pub name: String,
    may: u64,
}

impl Server {
    /// May the bot do that there? A channel may allow less still.
    pub fn allows(&self, permission: Permission) -> bool {
        self.may & (permission.bit | ADMINISTRATOR) != 0
    }

    /// What the bot cannot do without, and may not do there.
    pub fn missing(&self) -> Vec<Permission> {
        NEEDED.into_iter().filter(|it| !self.allows(*it)).collect()
    }
}

/// Asks Discord about a bot. Nothing is changed.
pub async fn look(options: &Options, activities: &[Activity]) -> Result<Standing, Failed> {
    let api = Api::connect(Rest::new(options)?).await?;
    let registered = api.commands().await?;
    let servers = api.servers().await?;
    Ok(Standing {
        commands: compared(&registered, &commands::all(activities)),
        servers: servers.as_array().into_iter().flatten().map(server).collect(),
        invitation: invitation(api.application),
        application: api.name,
        reads_talk: api.reads_talk,
        posted_to: api.posted_to,
    })
}

/// Registers the commands of a bot, whether it runs or not. The name of its application, and how many commands it has.
pub async fn register(options: &Options, activities: &[Activity]) -> Result<(String, usize), Failed> {
    let api = Api::connect(Rest::new(options)?).await?;
    let set = api.register(&commands::all(activities)).await?;
    Ok((api.name, set.len()))
}

fn server(guild: &Value) -> Server {
    Server { name: guild["name"].as_str().unwrap_or_default().to_owned(), may: number(&guild["permissions"]) }
}

fn compared(registered: &Value, present: &Value) -> Commands {
    let of = |all: &Value| -> Vec<Value> {
        let mut all: Vec<Value> = all.as_array().into_iter().flatten().map(gist).collect();
        all.sort_by_key(|it| it["name"].to_string());
        all
    };
    let (registered, present) = (of(registered), of(present));
    match registered.len() {
        0 => Commands::None,
        count if registered == present => Commands::Present(count),
        _ => Commands::Other,
    }
}

/// What we say about a command or an option. Discord adds to that, and leaves out what is as usual.
fn gist(it: &Value) -> Value {
    let all = |name: &str| it[name].as_array().into_iter().flatten();
    let choice = |it: &Value| json!([it["name"], it["value"]]);
    json!({
        "type": it["type"].as_u64().unwrap_or(1),
        "name": it["name"],
        "description": it["description"],
        "required": it["required"] == true,
        "autocomplete": it["autocomplete"] == true,
        "max_length": it["max_length"],
        "choices": all("choices").map(choice).collect::<Vec<_>>(),
        "options": all("options").map(gist).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn activities(title: &str) -> Vec<Activity> {
        let activity =
            Activity { name: "dm".into(), title: title.into(), about: "A story.".into(), people_max: 6 };
        vec![activity]
    }

    #[test]
    fn the_invitation_asks_for_exactly_what_is_needed() {
        assert_eq!(bits(&NEEDED), 309_237_763_072);
        let link = invitation(17);
        assert!(
            link.ends_with("?client_id=17&scope=bot+applications.commands&permissions=309237763072"),
            "{link}"
        );
        assert_eq!(bits(&OPTIONAL) & bits(&NEEDED), 0);
    }

    #[test]
    fn commands_are_known_again_with_what_discord_adds_and_leaves_out() {
        let present = commands::all(&activities("A story"));
        let mut registered = present.clone();
        for command in registered.as_array_mut().unwrap() {
            command["id"] = "1".into();
            command["type"] = 1.into();
            command["nsfw"] = false.into();
            command["name_localizations"] = Value::Null;
            let command = command.as_object_mut().unwrap();
            if command["options"] == json!([]) {
                command.remove("options");
            }
            for option in command.get_mut("options").and_then(Value::as_array_mut).into_iter().flatten() {
                let option = option.as_object_mut().unwrap();
                option.retain(|_, value| value != &json!(false) && value != &json!([]));
            }
        }
        registered.as_array_mut().unwrap().reverse();
        let count = present.as_array().unwrap().len();
        assert_eq!(compared(&registered, &present), Commands::Present(count));
        assert_eq!(compared(&registered, &commands::all(&activities("A tale"))), Commands::Other);
        registered.as_array_mut().unwrap().pop();
        assert_eq!(compared(&registered, &present), Commands::Other);
        assert_eq!(compared(&json!([]), &present), Commands::None);
    }

    #[test]
    fn what_a_server_does_not_allow_is_named() {
        let of = |permissions: u64| {
            let guild = json!({"name": "Lantern", "permissions": permissions.to_string()});
            server(&guild).missing().iter().map(|it| it.name).collect::<Vec<_>>()
        };
        assert!(of(309_237_763_072).is_empty());
        assert_eq!(of(309_237_763_072 & !(1 << 35) & !(1 << 14)), ["Embed Links", "Create Public Threads"]);
        assert!(of(ADMINISTRATOR).is_empty());
    }
}
