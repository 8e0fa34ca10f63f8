//! The conformance suite: what must be so for every machine in the catalog, whatever its rules.
//!
//! Every check panics with words that say what is wrong; a test calls it for each machine.

use std::collections::BTreeSet;

use engine::{FieldKind, Form, OpenAsk, Viewer, raw, replay};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use crate::fixture::{Fixture, Sitting, refold};

/// House seats bring every session to its end, within its limits and without a dead end.
pub fn terminates(fixture: &Fixture, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let sitting = fixture.play_out(seed);
        assert!(sitting.session.activity.outcome().is_some(), "seed {seed}: no outcome at the end");
        assert!(sitting.session.activity.asks().is_empty(), "seed {seed}: somebody is asked after the end");
        assert!(sitting.session.deadline().is_none(), "seed {seed}: a deadline after the end");
    }
}

/// Everything that a form offers is accepted, and what it does not offer is rejected by the rules themselves.
pub fn offers_exactly_what_is_legal(fixture: &Fixture, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut sitting = fixture.open(seed);
        loop {
            for ask in sitting.session.activity.asks() {
                check_offers(&sitting, &ask);
                check_tools(&sitting, &ask);
            }
            if !sitting.step() {
                break;
            }
        }
    }
}

/// What a form offers is among the tools that the seat always has: a model reads those and nothing else.
fn check_tools(sitting: &Sitting, ask: &OpenAsk) {
    let tools = sitting.session.activity.tools(ask.seat);
    for offered in &ask.form.tools {
        let known = tools.iter().find(|tool| tool.name == offered.name);
        let Some(known) = known else { panic!("{} is offered and no tool of the seat", offered.name) };
        assert_eq!(known.fields.len(), offered.fields.len(), "the fields of {}", offered.name);
        for (known, offered) in known.fields.iter().zip(&offered.fields) {
            assert_eq!((&known.name, known.required), (&offered.name, offered.required));
            if let (FieldKind::Choice(known), FieldKind::Choice(offered)) = (&known.kind, &offered.kind) {
                assert!(offered.iter().all(|choice| known.contains(choice)), "{offered:?} of {known:?}");
            }
        }
    }
}

fn check_offers(sitting: &Sitting, ask: &OpenAsk) {
    for tool in &ask.form.tools {
        let mut base = Map::from_iter([("type".to_owned(), Value::from(tool.name.as_str()))]);
        for field in tool.fields.iter().filter(|field| field.required) {
            base.insert(field.name.clone(), base_value(&field.kind));
        }
        for field in &tool.fields {
            let FieldKind::Choice(choices) = &field.kind else { continue };
            assert!(
                !choices.is_empty(),
                "an ask of seat {} with no legal choice for {}",
                ask.seat,
                field.name
            );
            for value in candidates(choices.iter().map(|choice| &choice.value)) {
                let mut command = base.clone();
                command.insert(field.name.clone(), value.clone());
                let offered = choices.iter().any(|choice| choice.value == value);
                let accepted = sitting.would_accept(ask, raw(&command));
                assert_eq!(
                    accepted.is_ok(),
                    offered,
                    "seat {}: {} of {} = {value} is {}offered, but {accepted:?}",
                    ask.seat,
                    field.name,
                    tool.name,
                    if offered { "" } else { "not " }
                );
            }
        }
        assert!(sitting.would_accept(ask, raw(&base)).is_ok(), "{base:?} is offered and refused");
    }
}

/// The least that a field must be given.
fn base_value(kind: &FieldKind) -> Value {
    match kind {
        FieldKind::Choice(choices) => choices.first().map_or(Value::Null, |choice| choice.value.clone()),
        FieldKind::Text { .. } => json!("Words."),
        FieldKind::Each { .. } => json!([]),
        FieldKind::Number { min, .. } => json!(min),
        FieldKind::Texts { min, .. } => vec!["Words."; *min].into(),
        FieldKind::Rows { fields, min, .. } => {
            let required = fields.iter().filter(|field| field.required);
            let row: Map<String, Value> =
                required.map(|field| (field.name.clone(), base_value(&field.kind))).collect();
            vec![Value::Object(row); *min].into()
        }
    }
}

/// The offered values, and near misses of the same kind.
fn candidates<'a>(offered: impl Iterator<Item = &'a Value>) -> Vec<Value> {
    let mut all: Vec<Value> = offered.cloned().collect();
    if all.iter().any(Value::is_number) {
        all.extend((0..=40).map(Value::from));
        all.push(json!(-1));
    } else {
        all.extend(["", "nobody", "MAFIA"].map(Value::from));
    }
    let mut seen = BTreeSet::new();
    all.retain(|value| seen.insert(value.to_string()));
    all
}

/// Folding a log, deciding it again, and having played it come to the same state, byte for byte; and so does
/// starting from a snapshot in the middle.
pub fn replays_and_verifies(fixture: &Fixture, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let sitting = fixture.play_out(seed);
        let live = sitting.session.snapshot();
        let seed = engine::Seed(seed);
        let texts = sitting.log.iter().map(|(_, line)| line.text.as_str());
        let read = replay::read(texts).unwrap_or_else(|damage| panic!("{damage}"));
        let folded = replay::fold(fixture.catalog, fixture.rules(), seed, &read)
            .unwrap_or_else(|damage| panic!("{damage}"));
        assert_eq!(folded.snapshot(), live, "folding gives another state");
        let verified =
            replay::verify(fixture.catalog, seed, &read).unwrap_or_else(|mismatch| panic!("{mismatch}"));
        assert_eq!(verified.snapshot(), live, "deciding again gives another state");

        let half = &read[..read.len() / 2];
        let middle = replay::fold(fixture.catalog, fixture.rules(), seed, half)
            .unwrap_or_else(|damage| panic!("{damage}"));
        let text = middle.snapshot();
        let restored = engine::Session::restore(fixture.catalog, fixture.rules(), seed, &text)
            .unwrap_or_else(|why| panic!("a snapshot does not restore: {why}"));
        assert_eq!(restored.snapshot(), text, "a state does not round-trip");
        let rest = replay::fold_into(restored, fixture.catalog, seed, &read)
            .unwrap_or_else(|damage| panic!("{damage}"));
        assert_eq!(rest.snapshot(), live, "a snapshot changes the state");
    }
}

/// Every declared exit is taken by some seed, and no other ever is; every ask offers only what its phase declares.
pub fn takes_exactly_the_declared_exits(fixture: &Fixture, seeds: std::ops::Range<u64>) {
    let phases = fixture.rules().phases();
    let declared: BTreeSet<(&str, &str)> =
        phases.iter().flat_map(|card| card.exits.iter().map(|exit| (card.name, *exit))).collect();
    let mut taken = BTreeSet::new();
    for seed in seeds {
        let sitting = fixture.play_out(seed);
        refold(fixture, &sitting.log, |before, after, _| {
            let step = (before.phase(), after.phase());
            if step.0 != step.1 {
                assert!(declared.contains(&step), "seed {seed}: {} → {} is not declared", step.0, step.1);
                taken.insert(step);
            }
            let Some(card) = phases.iter().find(|card| card.name == after.phase()) else {
                panic!("phase {} has no card", after.phase());
            };
            for ask in after.asks() {
                for tool in &ask.form.tools {
                    assert!(
                        card.tools.contains(&tool.name.as_str()),
                        "{} is not declared in {}",
                        tool.name,
                        card.name
                    );
                }
            }
        });
    }
    let missed: Vec<_> = declared.difference(&taken).collect();
    assert!(missed.is_empty(), "declared but never taken: {missed:?}");
}

/// Whatever comes in, the rules answer: no panic, and a refusal has words.
pub fn survives_any_command(fixture: &Fixture, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut sitting = fixture.open(seed);
        let mut dice = engine::DiceBox::new(engine::Seed(seed), "fuzz")
            .rules(0, engine::Purpose { code: 9, name: "fuzz" });
        loop {
            for ask in sitting.session.activity.asks().iter().take(3) {
                for command in hostile(&ask.form, &mut dice) {
                    if let Err(refusal) = sitting.would_accept(ask, command) {
                        assert!(!refusal.message.is_empty(), "a refusal with no words");
                    }
                }
            }
            if !sitting.step() {
                break;
            }
        }
    }
}

fn hostile(form: &Form, dice: &mut engine::Dice) -> Vec<Box<RawValue>> {
    let values = [
        json!(null),
        json!(0),
        json!(255),
        json!(-7),
        json!(1e300),
        json!("\u{202e}\u{0}\u{1b}[2J"),
        json!("x".repeat(5_000)),
        json!([]),
        json!({"type": "Say"}),
        json!(true),
    ];
    let mut commands = Vec::new();
    for tool in &form.tools {
        let mut command = Map::from_iter([("type".to_owned(), Value::from(tool.name.as_str()))]);
        for field in &tool.fields {
            if let Some(value) = dice.pick(&values) {
                command.insert(field.name.clone(), value.clone());
            }
        }
        commands.push(raw(&command));
    }
    if let Some(value) = dice.pick(&values) {
        commands.push(raw(value));
        commands.push(raw(&json!({"type": value})));
    }
    commands
}

/// A viewer's view is of the log's tellings alone: the public view is part of no secret, and every viewer's view
/// serialises.
pub fn shows_every_viewer_a_view(fixture: &Fixture, seed: u64) {
    let mut sitting = fixture.open(seed);
    let seats = (1..=fixture.seats.len() as u8).filter_map(engine::SeatId::new).map(Viewer::Seat);
    let viewers: Vec<Viewer> =
        [Viewer::Public, Viewer::Observer, Viewer::Host].into_iter().chain(seats).collect();
    loop {
        let public = sitting.session.activity.view(Viewer::Public);
        for &viewer in &viewers {
            assert!(sitting.session.activity.view(viewer).is_object(), "the view of {viewer} is no object");
        }
        assert_eq!(
            sitting.session.activity.view(Viewer::Observer),
            public,
            "an observer knows more than thoughts"
        );
        if !sitting.step() {
            break;
        }
    }
}
