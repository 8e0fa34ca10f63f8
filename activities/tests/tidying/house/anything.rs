//! Whatever a person types, the house coach has an answer that the rules accept, and the person has the word again.

use engine::SeatId;
use proptest::prelude::*;
use tidying::{Command, CommandName, NewItem, Setup};

use crate::house::stage::{Table, study, words};

/// Pieces that mean something to the coach, and some that mean nothing to anybody.
fn piece() -> impl Strategy<Value = String> {
    let known = [
        "the lamp",
        "mugs",
        "grandma's letters",
        "no",
        "yes",
        "keep",
        "wait",
        "what is it?",
        "actually",
        "undo",
        "also",
        "nothing else",
        "and",
        ",",
        ";",
        ".",
        "on the floor",
        "under it",
        "too much",
        "hm",
        "stuck",
        "donate",
        "more",
        "it's a",
        "bye",
        "everything",
        "a green contraption",
        "throw",
        "it was my aunt's",
        ":",
        "\n",
        "where does it go?",
        "I'm done",
        "next",
        "in the",
        "the",
        "pills",
        "not sure",
        "is for reading",
    ];
    prop_oneof![
        6 => prop::sample::select(known.to_vec()).prop_map(str::to_owned),
        1 => "\\PC{1,40}",
        1 => "[a-z]{1,80}",
        1 => Just("\u{202e}{item}\u{200b} <b>".to_owned()),
    ]
}

#[derive(Clone, Debug)]
enum Move {
    Say(String),
    Tap(usize, u8),
    Photo,
}

fn moves() -> impl Strategy<Value = Vec<Move>> {
    let say = prop::collection::vec(piece(), 1..9).prop_map(|pieces| Move::Say(pieces.join(" ")));
    let one = prop_oneof![
        6 => say,
        3 => (0usize..12, 1u8..5).prop_map(|(tool, number)| Move::Tap(tool, number)),
        1 => Just(Move::Photo),
    ];
    prop::collection::vec(one, 1..30)
}

/// A command for one of the tools that are offered, with nothing to type.
fn tapped(tool: CommandName, number: u8) -> Option<Command> {
    Some(match tool {
        CommandName::Choose => Command::Choose { choice: number },
        CommandName::Skip => Command::Skip,
        CommandName::WhatsThat => Command::WhatsThat,
        CommandName::Stuck => Command::Stuck,
        CommandName::Yes => Command::Yes,
        CommandName::No => Command::No,
        CommandName::ChooseFunction => Command::ChooseFunction { branch: number, anchors: Vec::new() },
        CommandName::Split => Command::Split,
        CommandName::KeepWhole => Command::KeepWhole,
        CommandName::Undo => Command::Undo,
        CommandName::ResumeSorting => {
            Command::ResumeSorting { decision: None, place: None, response: None, then: vec![] }
        }
        CommandName::DeletePhotos => Command::DeletePhotos,
        CommandName::Stop => Command::Stop,
        _ => return None,
    })
}

fn play(setup: &Setup, moves: &[Move]) {
    let mut table = Table::of("scripted", setup, 7);
    table.coach();
    let person = SeatId::at(0);
    for (at, step) in moves.iter().enumerate() {
        if table.is_over() {
            return;
        }
        let ask = table.ask().unwrap();
        assert_eq!(ask.seat, person, "the person has the word");
        let tools = &ask.question.tools;
        let command = match step {
            Move::Say(text) => {
                let text = text.clone();
                if tools.contains(&CommandName::Write) {
                    Command::Write { text }
                } else {
                    Command::Say { text }
                }
            }
            Move::Tap(tool, number) => match tapped(tools[tool % tools.len()], *number) {
                Some(command) => command,
                None => continue,
            },
            Move::Photo => {
                if table.view().pending.is_empty() {
                    table.photo(u8::try_from(at).unwrap_or(0));
                }
                continue;
            }
        };
        // What a person types may be refused (nothing at all, a number that is not there); what the coach does may not.
        if table.driver.seat(person, &command).is_ok() {
            table.coach();
        }
        assert!(words(&table.said()) <= 30, "{}", table.said());
    }
    if !table.is_over() {
        table.person(&Command::EndSession);
    }
    assert!(table.is_over());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn y12_whatever_is_said_the_house_coach_answers_by_the_rules(moves in moves()) {
        play(&study(), &moves);
    }
}

#[test]
fn a_list_that_is_full_stops_nothing() {
    let mut table = Table::of("scripted", &study(), 3);
    table.coach();
    table.person(&Command::Say { text: "a lamp, two mugs".to_owned() });
    // By hand, because nobody types so much: as many things as there can be.
    let names =
        |from: usize| (from..from + 12).map(|n| NewItem { name: format!("thing {n}"), ..NewItem::default() });
    let coach = table.driver.state.coach;
    let mut from = 0;
    while !table.driver.state.is_full() {
        table.driver.seat(SeatId::at(0), &Command::Write { text: "no, it is".to_owned() }).unwrap();
        for _ in 0..5 {
            let items = names(from).collect();
            from += 12;
            let _ = table.driver.seat(coach, &Command::NoteItems { items });
        }
        table.coach();
        if table.ask().is_some_and(|ask| !ask.question.tools.contains(&CommandName::Write)) {
            table.person(&Command::Skip);
        }
    }
    table.say("also a brand new wheelbarrow, a kettle and a flux capacitor");
    table.say("what is it?");
    for _ in 0..40 {
        let tools = table.ask().unwrap().question.tools;
        let skip = if tools.contains(&CommandName::Skip) {
            Command::Skip
        } else {
            Command::Say { text: "go on".to_owned() }
        };
        table.person(&if tools.contains(&CommandName::KeepWhole) { Command::KeepWhole } else { skip });
    }
    assert!(table.driver.state.processed() > 30);
}
