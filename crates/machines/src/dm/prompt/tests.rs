//! The templates themselves: that they are all here and all used, that a name which is not in their context is an error,
//! and that filling them in takes little. What they say is held by `tests/dm_prompts`.
#![allow(clippy::disallowed_methods, reason = "the templates are files")]

use std::collections::BTreeSet;
use std::path::Path;

use engine::{Ask, Machine, Viewer};
use protocol::dm::View;
use serde_json::Value;
use testkit::{Driver, house_seats};

use super::context::Room;
use super::{fixed, gm, player, templates, when};
use crate::dm::ask::Question;
use crate::dm::tool::{OF_GM, OF_PLAYERS};
use crate::dm::{Dm, Setup};
use crate::templates::{engine, render};

/// Plays sessions of the house, and shows what every seat sees when it is asked.
fn sessions(seeds: std::ops::Range<u64>, asks: usize, mut each: impl FnMut(&View, &Ask<Question>)) {
    for seed in seeds {
        let mut game: Driver<Dm> =
            Driver::open(&house_seats(4, &["plain"]), &Setup::default(), seed).expect("a legal setup");
        for _ in 0..asks {
            let Some(ask) = Dm::asks(&game.state).into_iter().next() else { break };
            let view = Dm::view(&game.state, Viewer::Seat(ask.seat));
            each(&view, &ask);
            let command = Dm::house(&view, &ask, &mut game.dice().seat(ask.seat, ask.id));
            if game.seat(ask.seat, &command).is_err() {
                let command = Dm::fallback(&ask, "it was refused");
                game.act(engine::Actor::Host, &command).expect("the rules can always go on");
            }
        }
    }
}

/// The template for an ask, and its context as a template sees it.
fn context(view: &View, ask: &Ask<Question>) -> (&'static str, Value) {
    let room = Room(0);
    let (template, context) = if ask.seat == view.gm {
        let (template, context) = gm::now(view, ask, room);
        (template, serde_json::to_value(context))
    } else {
        let (template, context) = player::now(view, ask, room);
        (template, serde_json::to_value(context))
    };
    (template, context.expect("a context is data"))
}

#[test]
fn every_template_is_here_parses_and_is_used() {
    engine(templates::ALL).expect("all of them parse");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/dm/prompt");
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
    let is_first =
        |name: &str| !name.contains("/") || name.ends_with("/now.jinja") || name.ends_with("/player.jinja");
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
    sessions(0..40, 400, |view, ask| {
        asked.insert(context(view, ask).0);
    });
    // The house always has a story, so that nobody is asked what to do without one.
    asked.insert("opening/player.jinja");
    let all = templates::ALL.iter().map(|(name, _)| *name);
    let all: BTreeSet<&str> =
        all.filter(|name| name.ends_with("/now.jinja") || name.ends_with("/player.jinja")).collect();
    assert_eq!(asked, all);
}

#[test]
fn a_name_that_is_not_there_is_an_error() {
    const PLANTED: &[(&str, &str)] = &[
        ("printed", "{{ nothing }}"),
        ("field", "{{ scene.nothing }}"),
        ("deep", "{{ nothing.at.all }}"),
        ("asked", "{% if nothing %}{% endif %}"),
        ("asked_field", "{% if scene.nothing %}{% endif %}"),
        ("looped", "{% for it in nothing %}{% endfor %}"),
        ("listed", "{{ nothing | listed }}"),
        ("listed_field", "{{ scene | listed }}"),
        ("included", "{% include \"nothing.jinja\" %}"),
        ("right", "{{ voice }} {% if acting %}{{ acting.scars | listed }}{% endif %}"),
    ];
    let engine = engine(PLANTED).expect("they parse");
    let mut checked = 0;
    sessions(0..1, 30, |view, ask| {
        if ask.seat == view.gm {
            let context = gm::now(view, ask, Room(0)).1;
            for (name, _) in PLANTED {
                let rendered = render(&engine, name, &context);
                assert_eq!(rendered.is_ok(), *name == "right", "{name}: {rendered:?}");
            }
            checked += 1;
        }
    });
    assert!(checked > 5);
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
    sessions(0..40, 400, |view, ask| {
        walk(&context(view, ask).1, "", &mut known);
        if view.turn == 0 {
            let context = serde_json::to_value(fixed::context(view, ask.seat)).expect("a context is data");
            walk(&context, "", &mut known);
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
    sessions(0..4, 400, |view, ask| {
        if ask.seat == view.gm {
            let (template, context) = gm::now(view, ask, Room(0));
            render(&engine, template, &context).expect("there is fuel enough");
            render(&engine, "gm.jinja", &fixed::context(view, ask.seat)).expect("there is fuel enough");
        }
    });
}

#[test]
fn every_tool_has_its_line_and_no_line_is_for_none() {
    let lines: BTreeSet<&str> = when::WHEN.iter().map(|(name, _)| *name).collect();
    assert_eq!(lines.len(), when::WHEN.len(), "no tool has two");
    let tools: BTreeSet<&str> = OF_GM.iter().chain(OF_PLAYERS).copied().collect();
    assert_eq!(lines, tools);
    for (name, line) in when::WHEN {
        assert!(line.len() <= 80 && !line.ends_with('.'), "{name}: {line}");
    }
}
