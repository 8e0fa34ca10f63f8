//! The conformance suite: what must be so for every machine in the catalog, whatever its rules.
//!
//! Every check panics with words that say what is wrong; a test calls it for each machine.

use std::collections::BTreeSet;

use engine::{
    Choice, DiceBox, Field, FieldKind, Form, Next, OpenAsk, Purpose, SeatSet, Seating, Seed, Tool, Viewer,
    raw, replay,
};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use crate::boards::boards_hold;
pub use crate::endings::{random_play_ends, the_way_out_alone_ends};
use crate::fixture::{Fixture, Sitting, refold};
use crate::tellings::views_come_from_tellings;

/// All of the suite, with a handful of seeds each: what a machine is held to, in one call.
///
/// # Panics
/// If the machine does not keep the contract; the message says where.
pub fn holds(fixture: &Fixture) {
    the_card_holds(fixture);
    terminates(fixture, 0..50);
    offers_exactly_what_is_legal(fixture, 0..5);
    replays_and_verifies(fixture, 0..10);
    takes_exactly_the_declared_exits(fixture, 0..50);
    survives_any_command(fixture, 0..5);
    shows_every_viewer_a_view(fixture, 0);
    the_way_out_alone_ends(fixture, 0..5);
    random_play_ends(fixture, 0..20);
    views_come_from_tellings(fixture, 0..20);
    boards_hold(fixture, 0..10);
}

/// For what is drawn to be said of an option.
const DRAWS: Purpose = Purpose { code: 0, name: "options" };

/// What a machine says of itself fits together: whoever lays a table by it finds seats, characters and options as they are
/// promised, and the setup that suits a table is one that its options could have said.
pub fn the_card_holds(fixture: &Fixture) {
    let rules = fixture.rules();
    let (card, custom) = (rules.card(), rules.custom());
    assert!(!card.house.is_empty() && custom.by_turns > 0, "nobody of the house sits down");
    if let Some(leader) = custom.leader {
        let plays = card.house.iter().any(|(name, _)| *name == leader.plays);
        assert!(plays, "the leader's character {:?} is none of the card's", leader.plays);
        assert!(*card.seats.start() > 1, "whoever leads has others to lead");
    }
    assert!(
        custom.after.last().is_some_and(|(next, _)| *next == Next::Again),
        "the last is how to begin another"
    );
    let said = Value::Object(Map::new());
    let table =
        Seating { seats: &fixture.seats, sees: SeatSet::EMPTY, speed: None, title: None, said: &said };
    let setup = rules.setup(&table);
    let faults = Fixture { setup: setup.clone(), ..fixture.clone() }.faults();
    assert!(faults.is_empty(), "what suits a table does not open one: {faults:?}");
    let setup: Value = serde_json::from_str(setup.get()).unwrap_or_default();
    for knob in rules.options() {
        if let Err(why) = knob.check(knob.of(&setup)) {
            panic!("what suits a table is nothing that its options could have said: {why}");
        }
        // Whatever may be said, the type of the setup takes.
        let field =
            Field { name: knob.path.clone(), label: String::new(), required: true, kind: knob.kind.clone() };
        let tool = Tool { name: String::new(), about: String::new(), fields: vec![field], ..Tool::default() };
        let form = Form { title: String::new(), tools: vec![tool] };
        let value = form.draw(&mut DiceBox::new(Seed(7), "options").rules(0, DRAWS))[&knob.path].take();
        let mut said = Value::Object(Map::new());
        knob.put(&mut said, value.clone());
        let setup = rules.setup(&Seating { said: &said, ..table });
        let kept = serde_json::from_str::<Value>(setup.get()).unwrap_or_default();
        // What may be left out of a row is there in the setup, too.
        let is_there = *knob.of(&kept) == value || matches!(knob.kind, FieldKind::Rows { .. });
        assert!(is_there, "{} is no place in the setup", knob.path);
        let faults = Fixture { setup, ..fixture.clone() }.faults();
        assert!(faults.iter().all(|fault| fault.field != "setup"), "{}: {faults:?}", knob.path);
    }
}

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
            let asks = sitting.session.activity.asks();
            for ask in &asks {
                check_offers(&sitting, ask);
                check_tools(&sitting, ask);
            }
            check_even(&asks);
            if !sitting.step() {
                break;
            }
        }
    }
}

/// What is said to stand before everybody alike does: a list that may be seen must not tell who is asked.
fn check_even(asks: &[OpenAsk]) {
    let outlines: Vec<_> = asks.iter().flat_map(|ask| &ask.form.tools).filter_map(outline).collect();
    for pair in outlines.windows(2) {
        assert_eq!(pair[0], pair[1], "two are asked evenly, and can be told apart");
    }
}

/// The names of the fields of an even tool, and all that could be chosen in the one that must be given.
fn outline(tool: &Tool) -> Option<(Vec<&str>, BTreeSet<String>)> {
    let barred = tool.manner.barred.iter().map(|barred| &barred.choice);
    let choices = match tool.only_demand().map(|field| &field.kind) {
        Some(FieldKind::Choice(choices)) => choices.as_slice(),
        _ => &[],
    };
    let said = |choice: &Choice| format!("{} {}", choice.value, choice.label);
    let fields = tool.fields.iter().map(|field| field.name.as_str()).collect();
    tool.manner.even.then(|| (fields, choices.iter().chain(barred).map(said).collect()))
}

/// What a form offers is among the tools that the seat always has: a model reads those and nothing else.
fn check_tools(sitting: &Sitting, ask: &OpenAsk) {
    let tools = sitting.session.activity.tools(ask.seat);
    for offered in &ask.form.tools {
        let known = tools.iter().find(|tool| tool.name == offered.name);
        let Some(known) = known else { panic!("{} is offered and no tool of the seat", offered.name) };
        check_fields(&offered.name, &known.fields, &offered.fields);
    }
}

/// Fields are the same in both, but for the choices and for fields that nobody has to give: what is offered is among
/// what is known.
fn check_fields(of: &str, known: &[Field], offered: &[Field]) {
    for field in known.iter().filter(|field| field.required) {
        assert!(offered.iter().any(|it| it.name == field.name), "{of} is offered without {}", field.name);
    }
    for offered in offered {
        let known = known.iter().find(|known| known.name == offered.name);
        let Some(known) = known else { panic!("{} of {of} is offered and not known", offered.name) };
        assert_eq!(known.required, offered.required, "{} of {of}", offered.name);
        match (&known.kind, &offered.kind) {
            (FieldKind::Choice(known), FieldKind::Choice(offered)) => {
                // A tool in its whole width may leave open what there will be to choose from.
                let is_known = |choice: &Choice| known.is_empty() || known.contains(choice);
                assert!(offered.iter().all(is_known), "{offered:?} of {known:?}");
            }
            (FieldKind::Rows { fields: known, .. }, FieldKind::Rows { fields: offered, .. }) => {
                check_fields(of, known, offered);
            }
            _ => {}
        }
    }
}

fn check_offers(sitting: &Sitting, ask: &OpenAsk) {
    for tool in &ask.form.tools {
        let mut base = Map::from_iter([("type".to_owned(), Value::from(tool.name.as_str()))]);
        for field in tool.fields.iter().filter(|field| field.required) {
            base.insert(field.name.clone(), base_value(field, "Words."));
        }
        for barred in &tool.manner.barred {
            let Some(field) = tool.only_demand() else {
                panic!("{} bars what it does not ask for", tool.name)
            };
            let mut command = base.clone();
            command.insert(field.name.clone(), barred.choice.value.clone());
            assert!(sitting.would_accept(ask, raw(&command)).is_err(), "{command:?} is barred and accepted");
            assert!(!barred.why.is_empty(), "{command:?} is barred, and nobody says why");
        }
        if ask.is_final() {
            continue;
        }
        for field in &tool.fields {
            for (value, offered) in candidates(field) {
                let mut command = base.clone();
                command.insert(field.name.clone(), value.clone());
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
            check_choices(ask, field);
        }
        assert!(sitting.would_accept(ask, raw(&base)).is_ok(), "{base:?} is offered and refused");
    }
}

/// The least that a field must be given.
fn base_value(field: &Field, words: &str) -> Value {
    match &field.kind {
        FieldKind::Choice(choices) => choices.first().map_or(Value::Null, |choice| choice.value.clone()),
        FieldKind::Text { .. } => json!(words),
        FieldKind::Each { .. } => json!([]),
        FieldKind::Number { min, .. } => json!(min),
        FieldKind::Texts { min, .. } => vec![words; *min].into(),
        FieldKind::Rows { fields, min, .. } => base_rows(&field.name, fields, *min).into(),
    }
}

/// So many rows, each with words of its own: a machine may want names to differ.
fn base_rows(name: &str, fields: &[Field], count: usize) -> Vec<Value> {
    let row = |number: usize| base_row(fields, &format!("{name} {number}."));
    (1..=count).map(|number| Value::Object(row(number))).collect()
}

fn base_row(fields: &[Field], words: &str) -> Map<String, Value> {
    let required = fields.iter().filter(|field| field.required);
    required.map(|field| (field.name.clone(), base_value(field, words))).collect()
}

fn check_choices(ask: &OpenAsk, field: &Field) {
    match &field.kind {
        FieldKind::Choice(choices) => {
            let (seat, name) = (ask.seat, &field.name);
            assert!(!choices.is_empty(), "an ask of seat {seat} with no legal choice for {name}");
        }
        FieldKind::Rows { fields, .. } => fields.iter().for_each(|field| check_choices(ask, field)),
        FieldKind::Number { min, max } => assert!(min <= max, "{}: {min} to {max}", field.name),
        FieldKind::Texts { .. } | FieldKind::Text { .. } | FieldKind::Each { .. } => {}
    }
}

/// Offered values, and near misses of the same kind; with each, whether it is offered.
///
/// A list is given too long and too short, and a row with one wrong value in it. Which lists are right beyond the
/// least one, the rules of a machine may make depend on what stands in them.
fn candidates(field: &Field) -> Vec<(Value, bool)> {
    match &field.kind {
        FieldKind::Choice(choices) => {
            let all = near(choices.iter().map(|choice| &choice.value));
            let offered = |value: &Value| choices.iter().any(|choice| choice.value == *value);
            all.into_iter().map(|value| (value.clone(), offered(&value))).collect()
        }
        FieldKind::Number { min, max } => {
            let few = max.saturating_sub(*min) <= NUMBERS_MAX;
            let inside: Vec<i64> = if few { (*min..=*max).collect() } else { vec![*min, *max] };
            let outside = [min.checked_sub(1), max.checked_add(1)].into_iter().flatten();
            let inside = inside.into_iter().map(|number| (number.into(), true));
            inside.chain(outside.map(|number| (number.into(), false))).collect()
        }
        FieldKind::Texts { min, max, .. } => wrong_sizes(|size| vec![json!("Words."); size], *min, *max),
        FieldKind::Rows { fields, min, max } => {
            let rows = |count: usize| base_rows(&field.name, fields, count);
            let mut all = wrong_sizes(rows, *min, *max);
            for inner in fields {
                for (value, _) in candidates(inner).into_iter().filter(|(_, offered)| !offered) {
                    let mut rows = rows((*min).max(1));
                    rows[0][&inner.name] = value;
                    all.push((rows.into(), false));
                }
            }
            all
        }
        FieldKind::Text { .. } | FieldKind::Each { .. } => Vec::new(),
    }
}

/// The longest range of numbers of which each is tried.
const NUMBERS_MAX: i64 = 40;

/// A list with one too many of an item, and one with one too few.
fn wrong_sizes(items: impl Fn(usize) -> Vec<Value>, min: usize, max: usize) -> Vec<(Value, bool)> {
    let sizes = [max.checked_add(1), min.checked_sub(1)].into_iter().flatten();
    sizes.map(|size| (items(size).into(), false)).collect()
}

/// The offered values of a choice, and near misses.
fn near<'a>(offered: impl Iterator<Item = &'a Value>) -> Vec<Value> {
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

/// Every declared exit is taken by the house with some seed, or where nobody answers, and no other ever is; every ask offers only what
/// its phase declares.
pub fn takes_exactly_the_declared_exits(fixture: &Fixture, seeds: std::ops::Range<u64>) {
    let phases = fixture.rules().phases();
    let declared: BTreeSet<(&str, &str)> =
        phases.iter().flat_map(|card| card.exits.iter().map(|exit| (card.name, *exit))).collect();
    let mut taken = BTreeSet::new();
    let mut go = |seed: u64, step: (&'static str, &'static str)| {
        if step.0 != step.1 {
            assert!(declared.contains(&step), "seed {seed}: {} → {} is not declared", step.0, step.1);
            taken.insert(step);
        }
    };
    let mut alone = fixture.open(seeds.start);
    while alone.step_by(Sitting::way_out) {}
    refold(fixture, &alone.log, |before, after, _| go(seeds.start, (before.phase(), after.phase())));
    for seed in seeds {
        let sitting = fixture.play_out(seed);
        refold(fixture, &sitting.log, |before, after, _| {
            go(seed, (before.phase(), after.phase()));
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
    assert!(
        missed.is_empty(),
        "declared but never taken in a few games of the house, nor where nobody answers: {missed:?}: take it away, or let the house go that way now and then"
    );
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
        json!(i64::MIN),
        json!(u64::MAX),
        json!("\u{202e}\u{0}\u{1b}[2J"),
        json!("x".repeat(5_000)),
        json!([]),
        json!([null, "", ["x"]]),
        json!([{}]),
        json!(vec!["x"; 1_000]),
        json!({"type": "Say"}),
        json!(true),
    ];
    let mut any = |field: &Field| {
        let value = dice.pick(&values).cloned().unwrap_or_default();
        (field.name.clone(), value)
    };
    let mut commands = Vec::new();
    for tool in &form.tools {
        let named = || Map::from_iter([("type".to_owned(), Value::from(tool.name.as_str()))]);
        let mut command = named();
        command.extend(tool.fields.iter().map(&mut any));
        commands.push(raw(&command));
        // Rows that look right from outside.
        for field in &tool.fields {
            let FieldKind::Rows { fields, min, .. } = &field.kind else { continue };
            let mut command = named();
            for field in tool.fields.iter().filter(|field| field.required) {
                command.insert(field.name.clone(), base_value(field, "Words."));
            }
            let rows = (0..(*min).max(1)).map(|_| Value::Object(fields.iter().map(&mut any).collect()));
            command.insert(field.name.clone(), rows.collect());
            commands.push(raw(&command));
        }
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

#[cfg(test)]
mod tests {
    use engine::{Choice, Tool};

    use super::*;

    fn field(name: &str, required: bool, kind: FieldKind) -> Field {
        Field { name: name.to_owned(), label: name.to_owned(), required, kind }
    }

    /// A form with every kind of field that a value can be made for.
    fn form() -> Form {
        let choice = |value: Value| Choice { label: value.to_string(), value };
        let row = vec![
            field("ends", true, FieldKind::Choice(vec![choice(true.into()), choice(false.into())])),
            field("stress", false, FieldKind::Number { min: -1, max: 1 }),
            field("text", true, FieldKind::Text { max_chars: 20, voice: None }),
            field("signs", true, FieldKind::Texts { min: 1, max: 2, max_chars: 20 }),
        ];
        let fields = vec![
            field("seat", true, FieldKind::Choice(vec![choice(2.into())])),
            field("dice", true, FieldKind::Number { min: 1, max: 3 }),
            field("many", true, FieldKind::Number { min: i64::MIN, max: i64::MAX }),
            field("lines", true, FieldKind::Texts { min: 2, max: 3, max_chars: 9 }),
            field("outcomes", true, FieldKind::Rows { fields: row, min: 1, max: 2 }),
            field("more", false, FieldKind::Texts { min: 0, max: 1, max_chars: 9 }),
        ];
        let tool = Tool { name: "Frame".to_owned(), about: String::new(), fields, ..Tool::default() };
        Form { title: String::new(), tools: vec![tool] }
    }

    fn base(form: &Form) -> Value {
        let mut command = base_row(&form.tools[0].fields, "Words.");
        command.insert("type".to_owned(), "Frame".into());
        Value::Object(command)
    }

    /// Two seats that are asked for a name, each with a list.
    fn asked_evenly(lists: [&[&str]; 2]) -> Vec<OpenAsk> {
        let ask = |(at, words): (usize, &[&str])| {
            let choices = words.iter().map(|word| Choice::word(word)).collect();
            let fields = vec![field("whom", true, FieldKind::Choice(choices))];
            let manner = engine::Manner { even: true, ..engine::Manner::default() };
            let tool = Tool { name: "Name".to_owned(), about: String::new(), fields, manner };
            let form = Form { title: String::new(), tools: vec![tool] };
            let seat = engine::SeatId::at(at);
            OpenAsk { id: engine::AskId(1), seat, answered: false, deadline: None, form }
        };
        lists.into_iter().enumerate().map(ask).collect()
    }

    #[test]
    fn what_stands_before_all_alike_passes() {
        check_even(&asked_evenly([&["Ana", "Ben"], &["Ben", "Ana"]]));
    }

    #[test]
    #[should_panic = "can be told apart"]
    fn a_list_that_tells_who_is_asked_is_found() {
        check_even(&asked_evenly([&["Ana", "Ben"], &["Ben"]]));
    }

    #[test]
    fn the_least_of_every_kind_is_what_the_form_accepts() {
        let base = base(&form());
        assert_eq!(form().check(&base), Ok(()));
        assert_eq!(base["lines"], json!(["Words.", "Words."]));
        assert_eq!(
            base["outcomes"],
            json!([{"ends": true, "text": "outcomes 1.", "signs": ["outcomes 1."]}])
        );
    }

    #[test]
    fn candidates_are_offered_exactly_if_the_form_accepts_them() {
        let form = form();
        let mut tried = [0, 0];
        for field in &form.tools[0].fields {
            for (value, offered) in candidates(field) {
                let mut command = base(&form);
                command[&field.name] = value;
                assert_eq!(form.check(&command).is_ok(), offered, "{command}");
                tried[usize::from(offered)] += 1;
            }
        }
        assert!(tried[0] > 50 && tried[1] == 1 + 3 + 2, "{tried:?}");
    }

    #[test]
    fn hostile_commands_reach_into_rows() {
        let mut dice =
            engine::DiceBox::new(engine::Seed(1), "fuzz").rules(0, engine::Purpose { code: 9, name: "fuzz" });
        let commands = hostile(&form(), &mut dice);
        let reaches = |command: &RawValue| {
            let command: Value = serde_json::from_str(command.get()).unwrap_or_default();
            command["outcomes"][0].as_object().is_some_and(|row| row.len() == 4)
        };
        assert!(commands.iter().any(|command| reaches(command)), "{commands:?}");
    }
}
