//! D24: a field that says that players do not see it is in nothing that any of them sees.
//!
//! Whatever an activity asks for in words, under a label that says "unseen", is written as a word that stands nowhere else. Then nobody but
//! whoever wrote it may find that word: not in an event, a telling, a view, a board or a prompt. What is unseen until something happens
//! may be seen after that, so it is looked for right away.

use std::collections::BTreeSet;

use activities::ALL;
use engine::{Dice, DiceBox, Field, FieldKind, OpenAsk, SeatId, Seed, ToldEvent, Viewer, raw};
use serde_json::{Value, json};
use testkit::{Sitting, answer};

use crate::conformance::fixture;

/// So many words at most, so that games without end have one.
const STEPS_MAX: usize = 160;

/// A word that nobody would write.
fn word(number: usize) -> String {
    format!("qzx{number}vq")
}

/// Writes the word into every field that says that it is unseen, and says which.
fn plant(fields: &[Field], given: &mut Value, word: &str, planted: &mut BTreeSet<String>) {
    for field in fields {
        let Some(value) = given.get_mut(&field.name).filter(|value| !value.is_null()) else { continue };
        let is_unseen = field.label.contains("unseen");
        match &field.kind {
            FieldKind::Rows { fields, .. } => {
                for row in value.as_array_mut().into_iter().flatten() {
                    plant(fields, row, word, planted);
                }
            }
            FieldKind::Text { .. } if is_unseen => {
                *value = word.into();
                planted.insert(field.name.clone());
            }
            FieldKind::Texts { .. } if is_unseen => {
                value.as_array_mut().into_iter().flatten().for_each(|text| *text = word.into());
                planted.insert(field.name.clone());
            }
            FieldKind::Text { .. }
            | FieldKind::Texts { .. }
            | FieldKind::Choice(_)
            | FieldKind::Each { .. }
            | FieldKind::Number { .. } => {}
        }
    }
}

/// The same with all that may be left out given, so that it is tried as well.
fn filled(fields: &[Field], given: &mut Value) {
    for field in fields.iter().filter(|field| field.label.contains("unseen")) {
        if let (FieldKind::Text { .. }, Some(given)) = (&field.kind, given.as_object_mut()) {
            given.entry(&field.name).or_insert_with(|| "x".into());
        }
    }
}

/// Where others than whoever wrote it find a word in what was told by the last record, and in what they see then.
fn found(sitting: &Sitting, by: SeatId, seats: usize, word: &str) -> Option<String> {
    let others = (0..seats).map(SeatId::at).filter(|seat| *seat != by);
    let viewers = [Viewer::Public].into_iter().chain(others.map(Viewer::Seat));
    let play = &sitting.session.activity;
    let (record, _) = sitting.log.last().expect("a record");
    for viewer in viewers {
        let sees = |told: &&ToldEvent| viewer.sees(told.audience);
        for told in record.events.iter().filter(sees) {
            if told.json.get().contains(word) {
                return Some(format!("{viewer} is told {}", told.json.get()));
            }
        }
        let view = play.view(viewer).to_string();
        if view.contains(word) {
            return Some(format!("{viewer} sees {view}"));
        }
        let board = raw(&play.board(viewer));
        if board.get().contains(word) {
            return Some(format!("{viewer} has it on the board: {}", board.get()));
        }
        for ask in play.open_asks().iter().filter(|ask| Viewer::Seat(ask.seat) == viewer) {
            let prompt = play.prompt(ask.seat, ask.id).map(|prompt| [prompt.fixed, prompt.now].concat());
            let form = raw(&play.form(ask.seat, ask.id)).get().to_owned();
            if let Some(text) = prompt.into_iter().chain([form]).find(|text| text.contains(word)) {
                return Some(format!("a model in {viewer} reads {text}"));
            }
        }
    }
    None
}

/// The house's answer, or one that is drawn, with the word in whatever is unseen; as it was, where the rules want it otherwise.
fn command(
    sitting: &Sitting,
    ask: &OpenAsk,
    dice: Option<&mut Dice>,
    word: &str,
) -> (Value, BTreeSet<String>) {
    let drawn = dice.map(|dice| sitting.drawn_answer(ask, dice).command);
    let house = || sitting.session.activity.house(ask.seat, ask.id, sitting.session.dice());
    let given = drawn.or_else(house).expect("an answer");
    let given: Value = serde_json::from_str(given.get()).expect("a command");
    let tool = ask.form.tools.iter().find(|tool| given["type"] == tool.name.as_str());
    let fields = tool.map_or(&[][..], |tool| &tool.fields);
    for fill in [true, false] {
        let (mut other, mut planted) = (given.clone(), BTreeSet::new());
        if fill {
            filled(fields, &mut other);
        }
        plant(fields, &mut other, word, &mut planted);
        if !planted.is_empty() && sitting.would_accept(ask, raw(&other)).is_ok() {
            return (other, planted);
        }
    }
    (given, BTreeSet::new())
}

#[test]
fn d24_a_field_that_is_unseen_is_in_nothing_that_another_sees() {
    for rules in ALL.activities {
        let fixture = fixture(rules.name());
        let (mut tried, mut wanted) = (BTreeSet::new(), BTreeSet::new());
        for seed in 0..24 {
            let mut sitting = fixture.open(seed);
            let mut dice = DiceBox::new(Seed(seed), "what is drawn").seat(SeatId::at(0), engine::AskId(0));
            for step in 0..STEPS_MAX {
                let word = word(step);
                let mut written = None;
                let goes_on = sitting.step_by(|sitting, ask| {
                    let drawn = (seed % 2 == 1).then_some(&mut dice);
                    let (given, planted) = command(sitting, ask, drawn, &word);
                    unseen(
                        &ask.form.tools.iter().flat_map(|tool| &tool.fields).cloned().collect::<Vec<_>>(),
                        &mut wanted,
                    );
                    written = Some((ask.seat, given.clone(), planted));
                    answer(ask, raw(&given))
                });
                if let Some((by, given, planted)) = written.filter(|(.., planted)| !planted.is_empty()) {
                    let found = found(&sitting, by, fixture.seats.len(), &word);
                    assert_eq!(found, None, "{}: {planted:?} of {given}", rules.name());
                    tried.extend(planted);
                }
                if !goes_on {
                    break;
                }
            }
        }
        assert_eq!(tried, wanted, "{}: every such field was asked for, and tried", rules.name());
    }
}

/// The fields that say so and hold words.
fn unseen(fields: &[Field], found: &mut BTreeSet<String>) {
    for field in fields {
        match &field.kind {
            FieldKind::Rows { fields, .. } => unseen(fields, found),
            FieldKind::Text { .. } | FieldKind::Texts { .. } if field.label.contains("unseen") => {
                found.insert(field.name.clone());
            }
            FieldKind::Text { .. }
            | FieldKind::Texts { .. }
            | FieldKind::Choice(_)
            | FieldKind::Each { .. }
            | FieldKind::Number { .. } => {}
        }
    }
}

/// The check finds what is planted: a field that says that it is unseen, and is told to all.
#[test]
fn d24_a_field_that_only_says_so_is_found() {
    let fixture = fixture("tidying");
    let mut sitting = fixture.open(1);
    let mut given = json!(null);
    let mut by = SeatId::at(0);
    while sitting.step_by(|sitting, ask| {
        (given, _) = command(sitting, ask, None, "x");
        by = ask.seat;
        answer(ask, raw(&given))
    }) && !given["text"].is_string()
    {}
    let said = given["text"].as_str().expect("words").to_owned();
    assert!(found(&sitting, by, fixture.seats.len(), &said).is_some(), "{said}");
}
