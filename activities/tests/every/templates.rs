//! The templates themselves: that they are all here and all used, that a name which is not in their context is an error,
//! that every tool is told of, and that filling them in takes little. What they say is held by the tests of each machine's prompts.
#![allow(clippy::disallowed_methods, reason = "the templates are files")]

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

use dm::{self, Dm};
use engine::{Ask, AskId, Machine, Viewer};
use kit::templates::{engine, render};
use serde_json::Value;
use testkit::{Driver, house_seats};
use tidying::{self, Command, Setup, Tidying};
use tidying::{Left, Thing};

/// A machine with templates: where they are, what they are, and how to see all that they are filled in from.
struct Told {
    folder: &'static str,
    all: &'static [(&'static str, &'static str)],
    /// Which of them a question is put with.
    asks: fn(&str) -> bool,
    /// The text that never changes, for the seat with most to read.
    fixed: &'static str,
    /// Plays so many sessions, of so many asks each.
    play: fn(Range<u64>, usize, Each<'_>),
}

/// What looks at every ask.
type Each<'a> = &'a mut dyn FnMut(&Shown<'_>);

/// One ask as the templates see it.
struct Shown<'a> {
    template: &'static str,
    now: Value,
    /// What the text that never changes is filled in from.
    fixed: &'a dyn Fn() -> Value,
    /// Is it the seat that leads?
    leads: bool,
    turn: u32,
}

const EVERY: [Told; 2] = [
    Told {
        folder: "../dm/src/prompt",
        all: dm::prompt::ALL,
        asks: |name| name.ends_with("/now.jinja") || name.ends_with("/player.jinja"),
        fixed: "gm.jinja",
        play: |seeds, asks, each| {
            stories(seeds, asks, |view, ask| {
                let (template, now) = dm::prompt::context(view, ask);
                let fixed = || dm::prompt::fixed_context(view, ask.seat);
                each(&Shown { template, now, fixed: &fixed, leads: ask.seat == view.gm, turn: view.turn });
            });
        },
    },
    Told {
        folder: "../tidying/src/prompt",
        all: tidying::prompt::ALL,
        asks: |name| name.ends_with("/now.jinja"),
        fixed: "coach.jinja",
        play: |seeds, asks, each| {
            spaces(seeds, asks, |view, ask| {
                let (template, now) = tidying::prompt::context(view, ask);
                let fixed = || tidying::prompt::fixed_context(view);
                each(&Shown { template, now, fixed: &fixed, leads: ask.seat == view.coach, turn: view.turn });
            });
        },
    },
];

/// Plays stories of the house, and shows what every seat sees when it is asked.
fn stories(seeds: Range<u64>, asks: usize, mut each: impl FnMut(&<Dm as Machine>::View, &Ask<dm::Question>)) {
    for seed in seeds {
        let mut game: Driver<Dm> =
            Driver::open(&house_seats(4, &["plain"]), &dm::Setup::default(), seed).expect("a legal setup");
        for _ in 0..asks {
            let Some(ask) = Dm::asks(&game.state).into_iter().next() else { break };
            let view = Dm::view(&game.state, Viewer::Seat(ask.seat));
            each(&view, &ask);
            let command = Dm::house(&view, &ask, &mut game.dice().seat(ask.seat, ask.id));
            if game.seat(ask.seat, &command).is_err() {
                game.absent(ask.seat, "it was refused").expect("the rules can always go on");
            }
        }
    }
}

/// A space with everything that may be said of one, and as many things of one's own as it may have.
fn full() -> Setup {
    let some = |text: &str| vec![text.to_owned()];
    let yarn = Thing {
        name: "yarn".to_owned(),
        also: some("wool"),
        kind: "craft".to_owned(),
        usually: some("place"),
        home: "in the basket".to_owned(),
        ask: some("What becomes of it?"),
    };
    let name = |number| Thing { name: format!("yarn {number}"), ..yarn.clone() };
    Setup {
        before: Some(Left {
            function: Some("rest".to_owned()),
            anchors: some("the bed"),
            things: some("a box of cables"),
            to_do: vec![("a mug".to_owned(), "wash".to_owned())],
            next_time: Some("the box".to_owned()),
        }),
        things: (0..tidying::limits::THINGS_MAX).map(name).collect(),
        ..Setup::default()
    }
}

/// Plays sessions at random, and shows what every seat sees when it is asked.
fn spaces(
    seeds: Range<u64>,
    asks: usize,
    mut each: impl FnMut(&<Tidying as Machine>::View, &Ask<tidying::Question>),
) {
    for seed in seeds {
        let setup = if seed % 2 == 0 { full() } else { Setup::default() };
        let mut game: Driver<Tidying> =
            Driver::open(&house_seats(2, &["plain"]), &setup, seed).expect("a legal setup");
        for step in 0..asks {
            let open = Tidying::asks(&game.state);
            for ask in &open {
                each(&Tidying::view(&game.state, Viewer::Seat(ask.seat)), ask);
            }
            let Some(ask) = open.iter().find(|ask| !ask.answered) else { break };
            let mut dice = game.dice().seat(ask.seat, AskId(step as u32));
            // Sessions that end at once show nothing.
            let goes_on = |command: &Command| match command {
                Command::EndSession => false,
                Command::Stop => step > asks / 2,
                _ => true,
            };
            let command = (0..8).map(|_| game.drawn(ask, &mut dice)).find(goes_on);
            let Some(command) = command else { break };
            if game.seat(ask.seat, &command).is_err() {
                game.absent(ask.seat, "it was refused").expect("the rules can always go on");
            }
        }
    }
}

#[test]
fn every_template_is_here_parses_and_is_used() {
    for told in EVERY {
        engine(told.all).expect("all of them parse");
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(told.folder);
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
        let names: BTreeSet<String> = told.all.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(files, names, "every file is a template, and every template a file");

        // Those that questions are put with, and from there all that they include.
        let is_first = |name: &&str| !name.contains('/') || (told.asks)(name);
        let mut used: BTreeSet<&str> = names.iter().map(String::as_str).filter(is_first).collect();
        let mut left: Vec<&str> = used.iter().copied().collect();
        while let Some(name) = left.pop() {
            let (_, text) = told.all.iter().find(|(other, _)| *other == name).expect("it is one of them");
            for included in text.split("{% include \"").skip(1).filter_map(|rest| rest.split('"').next()) {
                if used.insert(included) {
                    left.push(included);
                }
            }
        }
        assert_eq!(used, names.iter().map(String::as_str).collect());
    }
}

/// That each is asked by some question, and that every name in it is in what it is filled in from: a comparison with something
/// that is not there is no error to the engine, only false.
#[test]
fn every_first_template_is_put_and_every_name_in_a_template_is_in_a_context() {
    fn walk(value: &Value, path: &str, known: &mut BTreeSet<String>) {
        if let Value::Object(fields) = value {
            for (name, value) in fields {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                walk(value, &path, known);
                known.insert(path);
            }
        }
    }
    for told in EVERY {
        let mut asked = BTreeSet::new();
        let mut known = BTreeSet::new();
        (told.play)(0..40, 400, &mut |shown| {
            asked.insert(shown.template);
            walk(&shown.now, "", &mut known);
            if shown.turn == 0 {
                walk(&(shown.fixed)(), "", &mut known);
            }
        });
        // The house always has a story, so that nobody is asked what to do without one.
        asked.extend(told.all.iter().map(|(name, _)| *name).filter(|name| *name == "opening/player.jinja"));
        let all = told.all.iter().map(|(name, _)| *name).filter(|name| (told.asks)(name));
        assert_eq!(asked, all.collect());
        let engine = engine(told.all).expect("they parse");
        for (name, _) in told.all {
            let template = engine.get_template(name).expect("it is there");
            for variable in template.undeclared_variables(true) {
                assert!(known.contains(&variable), "{name}: {variable}");
            }
        }
    }
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
    stories(0..1, 30, |view, ask| {
        if ask.seat == view.gm {
            let (_, context) = dm::prompt::context(view, ask);
            for (name, _) in PLANTED {
                let rendered = render(&engine, name, &context);
                assert_eq!(rendered.is_ok(), *name == "right", "{name}: {rendered:?}");
            }
            checked += 1;
        }
    });
    assert!(checked > 5);
}

/// The bound on steps is far away, also where there is most to say.
#[test]
fn filling_in_takes_a_fifth_of_the_fuel_at_most() {
    for told in EVERY {
        let mut engine = engine(told.all).expect("they parse");
        engine.set_fuel(engine.fuel().map(|fuel| fuel / 5));
        (told.play)(0..4, 400, &mut |shown| {
            if shown.leads {
                render(&engine, shown.template, &shown.now).expect("there is fuel enough");
                render(&engine, told.fixed, &(shown.fixed)()).expect("there is fuel enough");
            }
        });
    }
}

#[test]
fn every_tool_says_in_a_line_when_it_is_the_right_one() {
    let of_players = dm::CommandName::ALL.iter().filter(|name| !name.is_of_gm());
    let of_players = of_players.map(|name| (name.word(), name.when()));
    let of_coach = tidying::CommandName::ALL.iter().map(|name| (name.word(), name.when()));
    for (name, line) in of_players.chain(of_coach) {
        assert!((2..=80).contains(&line.len()) && !line.ends_with('.'), "{name}: {line}");
    }
    // A game master reads it as what the tool does, once.
    let seats = house_seats(2, &["plain"]);
    let table: Driver<Dm> = Driver::open(&seats, &dm::Setup::default(), 1).expect("a legal setup");
    let gm = table.state.gm;
    for tool in Dm::tools(&Dm::view(&table.state, Viewer::Seat(gm)), gm) {
        assert!((2..=140).contains(&tool.about.len()) && tool.about.ends_with('.'), "{}", tool.about);
    }
}

/// The line of each mode names what the coach is offered in it in the end, and nothing else.
#[test]
fn every_tool_is_told_where_it_belongs() {
    let mut offered: BTreeSet<(&str, &str)> = BTreeSet::new();
    spaces(0..60, 200, |view, ask| {
        if ask.seat == view.coach {
            let tools = ask.question.tools.iter().filter(|name| !name.is(tidying::Giver::Step));
            let phase = tidying::Tidying::PHASES[view.phase_name() as usize].name;
            offered.extend(tools.map(|name| (phase, name.word())));
        }
    });
    let told = tidying::prompt::modes().into_iter();
    let told = told.flat_map(|(card, tools)| tools.into_iter().map(|name| (card.name, name.word())));
    assert_eq!(offered, told.collect());
}
