//! The templates themselves: that they are all here and all used, that every name in them is in a context, and that
//! filling them in takes little. What they say is held by `tests/tidying_prompts`.
#![allow(clippy::disallowed_methods, reason = "the templates are files")]

use std::collections::BTreeSet;
use std::path::Path;

use engine::{Ask, Machine, Viewer};
use protocol::tidying::{Left, PhaseName, Thing, View};
use serde_json::Value;
use testkit::{Driver, house_seats};

use super::context::Room;
use super::{coach, fixed, person, templates, when};
use crate::templates::{engine, render};
use crate::tidying::ask::Question;
use crate::tidying::tool::{OF_COACH, OF_PERSON};
use crate::tidying::{Command, Setup, Tidying};

/// A setup with everything that may be in one.
fn setup() -> Setup {
    let some = |text: &str| vec![text.to_owned()];
    Setup {
        before: Some(Left {
            function: Some("rest".to_owned()),
            anchors: some("the bed"),
            things: some("a box of cables"),
            next_time: Some("the box".to_owned()),
        }),
        things: vec![Thing {
            name: "yarn".to_owned(),
            also: some("wool"),
            kind: "craft".to_owned(),
            usually: some("place"),
            home: "in the basket".to_owned(),
            ask: some("What becomes of it?"),
        }],
        ..Setup::default()
    }
}

/// Plays sessions at random, and shows what every seat sees when it is asked.
fn sessions(seeds: std::ops::Range<u64>, asks: usize, mut each: impl FnMut(&View, &Ask<Question>)) {
    for seed in seeds {
        let setup = if seed % 2 == 0 { setup() } else { Setup::default() };
        let mut game: Driver<Tidying> =
            Driver::open(&house_seats(2, &["plain"]), &setup, seed).expect("a legal setup");
        for step in 0..asks {
            let open = Tidying::asks(&game.state);
            for ask in &open {
                each(&Tidying::view(&game.state, Viewer::Seat(ask.seat)), ask);
            }
            let Some(ask) = open.iter().find(|ask| !ask.answered) else { break };
            let mut dice = game.dice().seat(ask.seat, engine::AskId(step as u32));
            // Sessions that end at once show nothing.
            let goes_on = |command: &Command| match command {
                Command::EndSession => false,
                Command::Stop => step > asks / 2,
                _ => true,
            };
            let command = (0..8).map(|_| Tidying::random(ask, &mut dice)).find(goes_on);
            let Some(command) = command else { break };
            if game.seat(ask.seat, &command).is_err() {
                let command = Tidying::fallback(ask, "it was refused");
                game.act(engine::Actor::Host, &command).expect("the rules can always go on");
            }
        }
    }
}

/// The template for an ask, and its context as a template sees it.
fn context(view: &View, ask: &Ask<Question>) -> (&'static str, Value) {
    let (template, context) = if ask.seat == view.coach {
        let (template, context) = coach::now(view, ask, Room(0));
        (template, serde_json::to_value(context))
    } else {
        (person::TEMPLATE, serde_json::to_value(person::now(view, ask, Room(0))))
    };
    (template, context.expect("a context is data"))
}

#[test]
fn every_template_is_here_parses_and_is_used() {
    engine(templates::ALL).expect("all of them parse");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tidying/prompt");
    let mut files = BTreeSet::new();
    let mut folders = vec![folder.clone()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "jinja") {
                let name = path.strip_prefix(&folder).expect("it is in the folder");
                files.insert(name.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    let names: BTreeSet<String> = templates::ALL.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(files, names, "every file is a template, and every template a file");

    // Those that questions are put with, and from there all that they include.
    let is_first = |name: &str| !name.contains('/') || name.ends_with("/now.jinja");
    let mut used: BTreeSet<&str> = names.iter().map(String::as_str).filter(|name| is_first(name)).collect();
    let mut left: Vec<&str> = used.iter().copied().collect();
    while let Some(name) = left.pop() {
        let (_, text) = templates::ALL.iter().find(|(other, _)| *other == name).expect("it is one of them");
        for included in text.split("{% include \"").skip(1).filter_map(|rest| rest.split('"').next()) {
            if used.insert(included) {
                left.push(included);
            }
        }
    }
    assert_eq!(used, names.iter().map(String::as_str).collect());
}

#[test]
fn every_first_template_is_what_some_question_is_put_with() {
    let mut asked = BTreeSet::new();
    sessions(0..40, 200, |view, ask| {
        asked.insert(context(view, ask).0);
    });
    let all = templates::ALL.iter().map(|(name, _)| *name);
    assert_eq!(asked, all.filter(|name| name.ends_with("/now.jinja")).collect());
}

/// A comparison with something that is not there is no error to the engine, only false: so every name is looked for.
#[test]
fn every_name_in_a_template_is_in_a_context() {
    fn walk(value: &Value, path: &str, known: &mut BTreeSet<String>) {
        if let Value::Object(fields) = value {
            for (name, value) in fields {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                walk(value, &path, known);
                known.insert(path);
            }
        }
    }
    let mut known = BTreeSet::new();
    sessions(0..40, 200, |view, ask| {
        walk(&context(view, ask).1, "", &mut known);
        if view.turn == 0 {
            walk(&serde_json::to_value(fixed::context(view)).expect("a context is data"), "", &mut known);
        }
    });
    let engine = engine(templates::ALL).expect("they parse");
    for (name, _) in templates::ALL {
        let template = engine.get_template(name).expect("it is there");
        for variable in template.undeclared_variables(true) {
            assert!(known.contains(&variable), "{name}: {variable}");
        }
    }
}

/// The bound on steps is far away, also where there is most to say.
#[test]
fn filling_in_takes_a_fifth_of_the_fuel_at_most() {
    let mut engine = engine(templates::ALL).expect("they parse");
    engine.set_fuel(engine.fuel().map(|fuel| fuel / 5));
    let many: Vec<Thing> = setup().things.iter().cycle().take(200).cloned().collect();
    sessions(0..4, 200, |view, ask| {
        if ask.seat == view.coach {
            let (template, context) = coach::now(view, ask, Room(0));
            render(&engine, template, &context).expect("there is fuel enough");
            let view = View { things: many.clone(), ..view.clone() };
            render(&engine, "coach.jinja", &fixed::context(&view)).expect("there is fuel enough");
        }
    });
}

#[test]
fn every_tool_has_its_line_and_no_line_is_for_none() {
    for (lines, tools) in [(when::OF_COACH, OF_COACH), (when::OF_PERSON, OF_PERSON)] {
        let names: Vec<&str> = lines.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, tools);
        for (name, line) in lines {
            assert!(line.len() <= 80 && !line.ends_with('.'), "{name}: {line}");
        }
    }
}

/// The line of each mode names what the coach is offered in it in the end, and nothing else.
#[test]
fn every_tool_is_told_where_it_belongs() {
    let mut offered: BTreeSet<(PhaseName, &str)> = BTreeSet::new();
    sessions(0..60, 200, |view, ask| {
        if ask.seat == view.coach {
            let tools = ask.question.tools.iter().filter(|name| !when::is_step(name));
            offered.extend(tools.map(|name| (view.phase, *name)));
        }
    });
    let told = fixed::MODES.iter().flat_map(|(phase, tools)| tools.iter().map(|name| (*phase, *name)));
    assert_eq!(offered, told.collect());
}
