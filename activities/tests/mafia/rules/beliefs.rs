//! Beliefs: what a seat takes others for, kept to itself.

use engine::{Ask, Audience, FieldKind, Form, Machine, SeatId, Viewer, Voice};
use mafia::view::Role;
use mafia::{Belief, Command, Event, Mafia, Question, Speech};
use serde_json::{Value, json};

use crate::rules::town::{Town, code, words};

/// Some beliefs of a seat about two others.
fn some(town: &Town, seat: SeatId) -> Vec<(SeatId, Role)> {
    let others = town.others(seat);
    others.iter().zip([Role::Mafia, Role::Doctor]).collect()
}

/// A town at night, one that talks and one that votes.
fn evenings() -> [Town; 3] {
    let night = Town::instant();
    let mut talk = night_over();
    let mut vote = night_over();
    vote.silence();
    talk.game.told.clear();
    [night, talk, vote]
}

fn night_over() -> Town {
    let mut town = Town::instant();
    let victim = town.one(Role::Villager);
    town.night(victim, None);
    town
}

fn first_ask(town: &Town) -> (Ask<Question>, Form) {
    let ask = Mafia::asks(&town.game.state).remove(0);
    let view = Mafia::view(&town.game.state, Viewer::Seat(ask.seat));
    let form = Mafia::form(&view, &ask);
    (ask, form)
}

/// A legal answer by a tool, with its required fields and these beliefs.
fn answer(form: &Form, tool: &str, beliefs: Value) -> Value {
    let mut command = json!({"type": tool, "beliefs": beliefs});
    let tool = form.tools.iter().find(|it| it.name == tool).expect("a tool of the form");
    for field in tool.fields.iter().filter(|field| field.required) {
        command[&field.name] = match &field.kind {
            FieldKind::Choice(choices) => choices[0].value.clone(),
            _ => "Words.".into(),
        };
    }
    command
}

#[test]
fn every_way_to_answer_may_carry_beliefs_and_they_come_back_from_the_form_as_they_were_given() {
    let mut tools = Vec::new();
    for town in evenings() {
        let (ask, form) = first_ask(&town);
        let beliefs = some(&town, ask.seat);
        for tool in &form.tools {
            let by_number: Vec<Value> =
                beliefs.iter().map(|(seat, role)| json!([seat, role.word()])).collect();
            let by_name: serde_json::Map<String, Value> = beliefs
                .iter()
                .map(|(seat, role)| (town.game.state.seats[seat.index()].name.clone(), role.word().into()))
                .collect();
            let command = answer(&form, &tool.name, by_number.into());
            assert_eq!(form.check(&command), Ok(()));
            let mut said = answer(&form, &tool.name, by_name.into());
            let target = said.get("target").cloned();
            if let Some(seat) = target.as_ref().and_then(Value::as_u64) {
                said["target"] = format!("P{seat}").into();
            }
            assert_eq!(form.read(&said), Ok(command.clone()), "by the names of the schema");

            let typed: Command = serde_json::from_value(command.clone()).expect("a command");
            assert_eq!(serde_json::to_value(&typed).expect("JSON"), command);
            let mut town = Town { game: town.game.clone() };
            let events = town.give(ask.seat, &typed).expect("a legal answer");
            let held = beliefs.iter().map(|&(seat, role)| Belief { seat, role }).collect();
            assert!(events.contains(&Event::BeliefsHeld { player_id: ask.seat, beliefs: held }));
            tools.push(tool.name.clone());
        }
    }
    assert_eq!(tools, ["ChooseTarget", "Say", "Pass", "CastVote", "Abstain"]);
}

#[test]
fn beliefs_that_are_not_given_are_not_told_and_not_written() {
    for town in evenings() {
        let (ask, form) = first_ask(&town);
        for tool in &form.tools {
            for none in [json!([]), Value::Null] {
                let command = answer(&form, &tool.name, none);
                assert_eq!(form.check(&command), Ok(()));
                let typed: Command = serde_json::from_value(command).expect("a command");
                assert!(!serde_json::to_string(&typed).expect("JSON").contains("beliefs"));
                let mut town = Town { game: town.game.clone() };
                let events = town.give(ask.seat, &typed).expect("a legal answer");
                assert!(!events.iter().any(|event| matches!(event, Event::BeliefsHeld { .. })));
            }
        }
    }
}

#[test]
fn beliefs_are_told_after_the_thought_to_that_seat_and_to_those_who_may_read_thoughts() {
    let mut town = night_over();
    let (ask, _) = first_ask(&town);
    let (before, beliefs) = (town.game.told.len(), some(&town, ask.seat));
    let speech = Speech { thought: Some("Who blinked?".into()), beliefs, ..words("Good morning.") };
    town.say(ask.seat, speech).expect("its turn");
    let told = &town.game.told[before..];
    assert!(matches!(told[0].event, Event::AgentThought { .. }));
    assert!(matches!(told[1].event, Event::BeliefsHeld { .. }));
    assert_eq!(told[1].audience, Audience::Thoughts(ask.seat));
    for (viewer, hears) in [
        (Viewer::Seat(ask.seat), true),
        (Viewer::Observer, true),
        (Viewer::Host, true),
        (Viewer::Public, false),
        (Viewer::Seat(town.others(ask.seat).nth(0).expect("another")), false),
    ] {
        assert_eq!(viewer.sees(told[1].audience), hears, "{viewer}");
    }
    let telling = Mafia::telling(&town.game.state, &told[1].event).expect("words");
    assert_eq!(telling.voice, Voice::Thought(ask.seat));
    assert_eq!(telling.text, "I take P1 for mafia and P3 for the doctor.");
    assert_eq!(
        serde_json::to_value(&told[1].event).expect("JSON"),
        json!({"type": "BELIEFS_HELD", "playerId": 2, "beliefs": [
            {"seat": 1, "role": "mafia"}, {"seat": 3, "role": "doctor"},
        ]})
    );
}

#[test]
fn beliefs_about_oneself_about_nobody_and_twice_about_one_are_refused_and_nothing_is_told() {
    for town in evenings() {
        let (ask, form) = first_ask(&town);
        let own = ask.seat.number();
        let [a, b] = [0, 1].map(|at| town.others(ask.seat).nth(at).expect("another").number());
        for tool in &form.tools {
            for wrong in [
                json!([[own, "mafia"]]),
                json!([[a, "mafia"], [own, "villager"]]),
                json!([[11, "mafia"]]),
                json!([[a, "mafia"], [b, "doctor"], [a, "mafia"]]),
            ] {
                let command = answer(&form, &tool.name, wrong);
                assert!(form.check(&command).is_err(), "{command}");
                let typed: Command = serde_json::from_value(command).expect("a command");
                let mut town = Town { game: town.game.clone() };
                let told = town.game.told.len();
                assert_eq!(code(town.give(ask.seat, &typed)), "not-offered");
                assert_eq!(town.game.told.len(), told);
            }
            for unread in
                [json!([[a, "jester"]]), json!([[a]]), json!([[0, "mafia"]]), json!({"P1": "mafia"})]
            {
                let command = answer(&form, &tool.name, unread);
                assert!(form.check(&command).is_err(), "{command}");
                assert!(serde_json::from_value::<Command>(command).is_err());
            }
        }
    }
}

#[test]
fn the_dead_may_be_believed_anything_and_every_other_seat_may_be_named_at_once() {
    let mut town = night_over();
    let (ask, form) = first_ask(&town);
    assert_eq!(town.living().len(), 9);
    let others = town.others(ask.seat);
    let all: Vec<(SeatId, Role)> = others.iter().map(|seat| (seat, Role::Villager)).collect();
    let field = form.tools[0].fields.iter().find(|field| field.name == "beliefs").expect("the field");
    let FieldKind::Each { keys, values } = &field.kind else { panic!("{field:?}") };
    assert_eq!((keys.len(), values.len()), (9, 4));
    assert!(town.give(ask.seat, &Command::Pass { bid: None, thought: None, beliefs: all }).is_ok());
}
