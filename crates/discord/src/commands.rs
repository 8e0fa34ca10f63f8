//! The commands that people give with a slash: the table's, from its one list, and those that only Discord needs.

use protocol::table::{COMMANDS, TableCommand};
use serde_json::{Value, json};

use crate::asked::Verb;
use crate::desk::Activity;
use crate::parts::cut;

/// Characters of a description.
const ABOUT_MAX: usize = 100;

/// Characters of a table's title.
pub(crate) const TITLE_MAX: usize = 64;

/// Characters of a seed with its salt.
const SEED_MAX: usize = 60;

/// Characters of what is gone on with from one table to the next.
const CAMPAIGN_MAX: usize = 40;

/// What is spoken at a table.
pub(crate) const LANGUAGE: &str = "language";

/// Whether somebody is called.
pub(crate) const ON: &str = "on";
pub(crate) const OFF: &str = "off";

/// Commands of the table that have a shape of their own here.
const SHAPED: [&str; 3] = ["session", "sit", "leave"];

/// Has a command of the table a shape of its own here?
pub(crate) fn is_shaped(name: &str) -> bool {
    SHAPED.contains(&name)
}

/// Every command, as Discord registers it.
pub(crate) fn all(activities: &[Activity]) -> Value {
    let choices: Vec<Value> =
        activities.iter().map(|it| json!({"name": cut(&it.title, 100), "value": it.name})).collect();
    let activity = |required: bool| {
        json!({
            "type": 3, "name": "activity", "description": "What is played", "choices": choices,
            "required": required,
        })
    };
    let title = text("title", "What the table is called", false, TITLE_MAX);
    let seed = text(
        "seed",
        "What the dice are seeded with: all that an evening's end told, to play it again",
        false,
        SEED_MAX,
    );
    let language = json!({
        "type": 3, "name": LANGUAGE, "autocomplete": true,
        "description": "What models speak there, if not what your Discord speaks",
    });
    let campaign = text(
        "campaign",
        "What one evening after another goes on with: the next one here of that name goes on from the last",
        false,
        CAMPAIGN_MAX,
    );
    let laid = |required: bool| {
        vec![activity(required), title.clone(), seed.clone(), language.clone(), campaign.clone()]
    };
    let verb = |verb: Verb| {
        let options = match verb {
            Verb::Start | Verb::Zero => laid(false),
            _ => Vec::new(),
        };
        part(verb.name(), verb.about(), options)
    };
    let mut session: Vec<Value> = Verb::ALL.into_iter().map(verb).collect();
    session.push(part("status", "How the table stands, and how to speak here", Vec::new()));
    let seat = json!({
        "type": 3, "name": "seat", "description": "Which seat of the house", "autocomplete": true,
    });
    let called = json!({
        "type": 3, "name": "calls", "description": "On, or off", "required": true,
        "choices": [{"name": ON, "value": ON}, {"name": OFF, "value": OFF}],
    });
    let mut commands = vec![
        json!({"name": "session", "description": "The session of this channel's table", "options": session}),
        json!({"name": "parlor", "description": "Tables", "options": [
            part("new", "Lay a table, and wait until all have sat down", laid(true)),
            part("help", "What can be done here", Vec::new()),
        ]}),
        json!({"name": "seat", "description": "Your seat", "options": [
            part("show", "What only you may know, and what you are asked", Vec::new()),
            part("join", "Sit down", vec![seat]),
            part("leave", "Give your seat back, or be away from it", Vec::new()),
            part("remind", "Whether you are called when you are asked something", vec![called]),
        ]}),
        json!({"name": "vote", "description": "Vote, or choose whatever else all choose at once", "options": [{
            "type": 3, "name": "for", "description": "Whom or what", "required": true, "autocomplete": true,
        }]}),
        json!({"name": "say", "description": "Say something at the table", "options": [
            text("text", "What you say", true, 2_000),
        ]}),
        json!({"name": "ooc", "description": "Say something out of character", "options": [
            text("text", "What you say", true, 2_000),
        ]}),
    ];
    commands.extend(COMMANDS.iter().filter(|it| !is_shaped(it.name)).map(of_table));
    for command in &mut commands {
        // In servers, and in direct messages with the bot.
        command["contexts"] = json!([0, 1]);
    }
    Value::Array(commands)
}

/// A command of the table's, with one text for whatever follows it.
fn of_table(command: &TableCommand) -> Value {
    let options = match command.takes {
        "" => Vec::new(),
        takes => vec![text("text", takes, !takes.starts_with('['), 1_000)],
    };
    json!({"name": command.name, "description": cut(command.about, ABOUT_MAX), "options": options})
}

fn part(name: &str, about: &str, options: Vec<Value>) -> Value {
    json!({"type": 1, "name": name, "description": about, "options": options})
}

fn text(name: &str, about: &str, required: bool, max: usize) -> Value {
    json!({"type": 3, "name": name, "description": cut(about, ABOUT_MAX), "required": required, "max_length": max})
}
