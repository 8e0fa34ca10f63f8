//! The commands that people give with a slash: the table's, from its one list, and those that only Discord needs.

use protocol::table::{COMMANDS, TableCommand};
use serde_json::{Value, json};

use crate::asked::Verb;
use crate::desk::Activity;
use crate::parts::cut;
use crate::says;

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
            "type": 3, "name": "activity", "description": says::WHAT_IS_PLAYED, "choices": choices,
            "required": required,
        })
    };
    let title = text("title", says::WHAT_THE_TABLE_IS_CALLED, false, TITLE_MAX);
    let seed = text("seed", says::WHAT_THE_DICE_ARE_SEEDED_WITH, false, SEED_MAX);
    let language = json!({
        "type": 3, "name": LANGUAGE, "autocomplete": true,
        "description": says::WHAT_MODELS_SPEAK_THERE_IF_NOT,
    });
    let campaign = text("campaign", says::WHAT_ONE_EVENING_AFTER_ANOTHER, false, CAMPAIGN_MAX);
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
    session.push(part("status", says::HOW_THE_TABLE_STANDS_AND_HOW, Vec::new()));
    let seat = json!({
        "type": 3, "name": "seat", "description": says::WHICH_SEAT_OF_THE_HOUSE, "autocomplete": true,
    });
    let called = json!({
        "type": 3, "name": "calls", "description": says::ON_OR_OFF, "required": true,
        "choices": [{"name": ON, "value": ON}, {"name": OFF, "value": OFF}],
    });
    let mut commands = vec![
        json!({"name": "session", "description": says::THE_SESSION_OF_THIS_CHANNELS_TABLE, "options": session}),
        json!({"name": "parlor", "description": says::TABLES, "options": [
            part("new", says::LAY_A_TABLE_AND_WAIT_UNTIL, laid(true)),
            part("help", says::WHAT_CAN_BE_DONE_HERE, Vec::new()),
        ]}),
        json!({"name": "seat", "description": says::YOUR_SEAT, "options": [
            part("show", says::WHAT_ONLY_YOU_MAY_KNOW_AND, Vec::new()),
            part("join", says::SIT_DOWN, vec![seat]),
            part("leave", says::GIVE_YOUR_SEAT_BACK_OR_BE, Vec::new()),
            part("remind", says::WHETHER_YOU_ARE_CALLED_WHEN_YOU, vec![called]),
        ]}),
        json!({"name": "vote", "description": says::VOTE_OR_CHOOSE_WHATEVER_ELSE_ALL, "options": [{
            "type": 3, "name": "for", "description": says::WHOM_OR_WHAT, "required": true, "autocomplete": true,
        }]}),
        json!({"name": "say", "description": says::SAY_SOMETHING_AT_THE_TABLE, "options": [
            text("text", says::WHAT_YOU_SAY, true, 2_000),
        ]}),
        json!({"name": "ooc", "description": says::SAY_SOMETHING_OUT_OF_CHARACTER, "options": [
            text("text", says::WHAT_YOU_SAY, true, 2_000),
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
