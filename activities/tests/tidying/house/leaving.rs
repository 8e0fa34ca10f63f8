//! Y16: stopping is heard in plain words of any kind; it is asked once whether they mean it, and a yes ends the session.

use tidying::{Command, Mode, Pile};

use crate::house::stage::Table;

const LEAVING: &[&str] = &[
    "can we stop",
    "I'd like to stop",
    "I think I should stop now",
    "I quit",
    "gotta go",
    "ok, gotta run!",
    "I have to go, my train leaves",
    "I'm exhausted",
    "I'm so tired",
    "I'm really tired of all this",
    "I can't do any more",
    "let's finish here",
    "I need a break",
    "let's pause",
    "that was a lot, I've had enough",
    "I think that's enough for one day",
    "can we go on tomorrow?",
    "no energy left, sorry",
];

const STAYING: &[&str] = &[
    "the mugs need to go",
    "it has to go",
    "I'm done with the shelf",
    "don't stop",
    "I don't want to stop yet",
    "a stop sign",
    "one more thing",
];

fn scenes() -> [Table; 4] {
    let sorting = || Table::sorting(1, "a mug, a stapler");
    let after = |command: Command| {
        let mut table = sorting();
        table.person(&command);
        table
    };
    [Table::study(1), sorting(), after(Command::Stuck), after(Command::WhatsThat)]
}

fn is_winding_down(table: &Table) -> bool {
    matches!(table.mode(), Some(Mode::WindingDown { .. }))
}

#[test]
fn y16_stopping_is_heard_in_plain_words_in_every_mode_and_a_yes_ends_it() {
    for words in LEAVING {
        for mut table in scenes() {
            table.say(words);
            assert!(is_winding_down(&table), "{words}: {:?}", table.mode());
            let decided = table.view().items.iter().any(|item| item.pile != Pile::Waiting);
            assert!(!decided, "{words}");
            table.say("yes");
            assert!(table.is_over(), "{words}: {}", table.said());
        }
    }
}

#[test]
fn y16_who_goes_on_is_not_stopped() {
    for words in STAYING {
        for mut table in scenes() {
            table.say(words);
            assert!(!is_winding_down(&table), "{words}");
        }
    }
}
