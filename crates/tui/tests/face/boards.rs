//! An activity that the terminal does not know, with all ten bodies on its board: a regatta, seen from seat 1.

use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use parlor_tui::lines::{Asked, Eyes, standing};
use parlor_tui::{Effect, Plain, Screen, Setup};
use protocol::board::{Board, Body, Dial, Die, Ending, Entry, Fact, Heap, Leaf, Matrix, Meter, Note, Panel};
use protocol::{
    AskId, Choice, Clock, Colour, Field, FieldKind, Form, Hash, Holder, Manner, OpenAsk, PhaseCard, Report,
    Request, Scene, Seat, SeatId, TableTime, Tool, Update, Viewer,
};
use serde_json::json;

use crate::evening::{drawn, press, text_theme};
use crate::screens::check;
use crate::sizes::draw_at_all_sizes;

const fn card(name: &'static str, title: &'static str, covered: bool) -> PhaseCard {
    PhaseCard {
        name,
        title,
        sign: ("◇", "[RACE]"),
        colour: Colour::Blue,
        persona: "The harbour master, who has seen better.",
        tools: &["steer"],
        exits: &[],
        lasts: "",
        prepares: false,
        covered,
    }
}

const PHASES: &[PhaseCard] =
    &[card("START", "The start", false), card("BEAT", "The beat", false), card("BIDS", "Sealed bids", true)];

const REPORTS: &[Report] = &[Report { name: "wind", about: "how it blows" }];

const OWN: SeatId = SeatId::at(0);
const OTHER: SeatId = SeatId::at(1);

fn seats() -> Arc<[Seat]> {
    let seat =
        |(name, holder): (&str, Holder)| Seat { id: name.to_lowercase(), name: name.to_owned(), holder };
    [("Kim", Holder::Person), ("Wanda the Unsinkable", Holder::House("skipper".to_owned()))]
        .into_iter()
        .map(seat)
        .collect()
}

fn setup(ascii: bool) -> Setup {
    Setup {
        phases: PHASES,
        rules: "",
        seats: seats(),
        viewer: Viewer::Seat(OWN),
        theme: text_theme(ascii),
        no_secrets: false,
        more_time: None,
        reports: REPORTS,
        takes_back: false,
        photos: false,
        steps: false,
    }
}

fn entry(text: &str, note: &str) -> Entry {
    Entry::new(text).note(note)
}

/// All ten bodies.
fn panels() -> Vec<Panel> {
    let fact = |name: &str, value: &str| Fact::new(name, value);
    let meter =
        |name: &str, value, of, note: &str| Meter { name: name.to_owned(), value, of, note: note.to_owned() };
    let dial = |name: &str, filled, segments, note: &str| Dial {
        name: name.to_owned(),
        filled,
        segments,
        note: note.to_owned(),
    };
    let die = |value, worth: &str, seal| Die {
        value,
        worth: worth.to_owned(),
        note: "the gust comes early".to_owned(),
        seal,
    };
    let cells = |row: [&str; 3]| row.map(str::to_owned).to_vec();
    vec![
        Panel::new(
            "boat",
            "The boat",
            Body::Card(Leaf {
                title: "Grey Goose".to_owned(),
                note: "a sloop of eleven metres".to_owned(),
                text: "She heels, and she holds.".to_owned(),
                facts: vec![fact("sail", "second reef")],
                asks: None,
            }),
        )
        .over(),
        Panel::new(
            "course",
            "Course",
            Body::Facts(vec![
                fact("heading", "north by northwest"),
                fact("mark", "the red buoy off the breakwater"),
            ]),
        ),
        Panel::new(
            "hull",
            "Hull",
            Body::Meters(vec![meter("water", 3, 9, "the pump keeps up"), meter("rope", 40, 200, "")]),
        ),
        Panel::new(
            "weather",
            "Weather",
            Body::Dials(vec![dial("The thunderstorm over the headland", 5, 6, "threat")]),
        ),
        Panel::new(
            "gusts",
            "Gusts",
            Body::Dice(vec![die(5, "fair", Some(Hash::of(b"gust"))), die(2, "foul", None)]),
        ),
        Panel::new(
            "places",
            "Who is where",
            Body::Matrix(Matrix {
                columns: cells(["boat", "leg", "behind by"]),
                rows: vec![cells(["Grey Goose", "2", "nobody"]), cells(["Unsinkable", "2", "Grey Goose"])],
                sum: "Grey Goose leads by two lengths.".to_owned(),
            }),
        ),
        Panel::new(
            "stores",
            "Stores",
            Body::Piles(vec![
                Heap::new("below", vec![entry("storm jib", "in the forepeak"), entry("biscuits", "")]),
                Heap::new("overboard", Vec::new()),
            ]),
        ),
        Panel::new("chart", "Chart", Body::Pictures(vec![Hash::of(b"chart"), Hash::of(b"harbour")])).folded(),
        Panel::new(
            "todo",
            "To do",
            Body::List(vec![
                entry("reef the main", "before the headland"),
                entry("hoist the jib", "").done(),
            ]),
        )
        .folded(),
        Panel::new(
            "log",
            "Log",
            Body::Text("Cleared the breakwater at six bells.\n\nWind backing.".to_owned()),
        )
        .folded(),
        Panel::new("own", "Sealed orders", Body::Facts(vec![fact("orders", "let CANARY win")])).covered(),
    ]
}

fn board() -> Board {
    Board {
        headline: "leg 2 of 4, wind rising".to_owned(),
        notes: vec![
            Note::new(OWN, "on the port tack, with right of way over nobody").up(),
            Note::new(OTHER, "two lengths astern"),
            Note::new(OTHER, "carries CANARY").covered(),
        ],
        panels: panels(),
        ending: None,
        last: Vec::new(),
    }
}

fn ask(title: &str, labels: &[&str]) -> OpenAsk {
    let choice = |(number, label): (u64, &&str)| Choice { value: number.into(), label: (*label).to_owned() };
    let field = Field {
        name: "how".to_owned(),
        label: "how".to_owned(),
        required: true,
        kind: FieldKind::Choice((1..).zip(labels).map(choice).collect()),
    };
    let tools = vec![Tool {
        name: "steer".to_owned(),
        about: "Steer.".to_owned(),
        fields: vec![field],
        ..Tool::default()
    }];
    let form = Form { title: title.to_owned(), tools };
    OpenAsk { id: AskId(1), seat: OWN, answered: false, deadline: None, form }
}

fn update(phase: &str, board: Board, asks: Vec<OpenAsk>) -> Update {
    let table =
        json!({"title": "The Harbour Regatta", "state": "ACTIVE", "since": 0, "by": "host", "stewards": [1]});
    let scene = Scene {
        table: serde_json::from_value(table).expect("a view of the table"),
        machine: "regatta".to_owned(),
        seats: seats().to_vec(),
        phase: phase.to_owned(),
        heading: None,
        outcome: board.ending.as_ref().map(|_| json!({"first": 1})),
        view: json!({"secret": "CANARY in the view"}),
        board,
        asks,
        clock: Clock { closes: None, running: true, by_hand: false },
    };
    Update { frames: Vec::new(), scene: Some(Box::new(scene)), chunks: Vec::new(), now: TableTime(0) }
}

const WAYS: [&str; 2] =
    ["Go about now, and cross ahead of her if the wind holds", "Hold the tack as far as the breakwater"];

fn opened(ascii: bool) -> Screen {
    let mut screen = Screen::new(setup(ascii));
    screen.update(update("BEAT", board(), vec![ask("The gust is on you. What do you do?", &WAYS)]));
    screen
}

fn whole(screen: &mut Screen) {
    screen.key(KeyEvent::new(KeyCode::Char('b'), KeyModifiers::CONTROL));
}

#[test]
fn a_board_that_the_terminal_does_not_know_is_drawn_with_all_its_bodies() {
    for (ascii, name) in [(false, "regatta"), (true, "regatta.ascii")] {
        for size in [(80, 24), (120, 40)] {
            let screen = opened(ascii);
            let text = drawn(&screen, size.0, size.1);
            assert!(!text.contains("CANARY"), "{text}");
            assert!(!ascii || text.is_ascii(), "{text}");
            check(name, &screen, size);
            let mut open = opened(ascii);
            whole(&mut open);
            let text = drawn(&open, size.0, size.1);
            assert!(!text.contains("CANARY"), "{text}");
            check(&format!("{name}.whole"), &open, size);
        }
    }
    draw_at_all_sizes(&opened(false));
}

#[test]
fn all_of_a_board_is_read_page_by_page() {
    let mut screen = opened(false);
    whole(&mut screen);
    let mut seen = drawn(&screen, 80, 24);
    for _ in 0..6 {
        press(&mut screen, KeyCode::PageDown);
        seen.push_str(&drawn(&screen, 80, 24));
    }
    for words in [
        "Grey Goose",
        "red buoy",
        "the pump keeps up",
        "headland",
        "the gust comes early",
        "behind by",
        "storm jib",
        "2 photos",
        "reef the main",
        "six bells",
    ] {
        assert!(seen.contains(words), "no {words} in\n{seen}");
    }
    press(&mut screen, KeyCode::Esc);
    assert!(!drawn(&screen, 80, 24).contains("Esc closes"));
    draw_at_all_sizes(&screen);
}

#[test]
fn a_board_in_lines_says_all_of_it_and_covers_what_others_must_not_read() {
    for ascii in [false, true] {
        let lines = |eyes| standing(&text_theme(ascii), &board(), &seats(), eyes, 76);
        let (own, shared) = (lines(Eyes::Own), lines(Eyes::Shared));
        assert!(own.contains("let CANARY win") && own.contains("carries CANARY"), "{own}");
        assert!(!shared.contains("CANARY"), "{shared}");
        assert!(!ascii || shared.is_ascii(), "{shared}");
        for words in [
            "leg 2 of 4, wind rising",
            "two lengths astern",
            "Grey Goose",
            "the red buoy off the breakwater",
            "the pump keeps up",
            "5/6",
            "the gust comes early",
            "behind by",
            "storm jib",
            "2 photos",
            "reef the main",
            "Wind backing.",
        ] {
            assert!(shared.contains(words), "no {words} in\n{shared}");
        }
        assert!(shared.lines().all(|line| line.chars().count() <= 76), "{shared}");
    }
}

#[test]
fn the_lines_of_a_shared_screen_keep_what_is_covered() {
    let printed = |no_secrets: bool| {
        let mut plain = Plain::new(Setup { no_secrets, ..setup(false) }, Vec::new()).columns(60);
        plain.board(&board()).expect("lines");
        String::from_utf8(plain.into_inner()).expect("text")
    };
    assert!(printed(false).contains("let CANARY win") && printed(true).contains("the pump keeps up"));
    assert!(!printed(true).contains("CANARY"));
    // Nor does a question of a covered phase name what may be answered.
    let asked = |no_secrets: bool| {
        let update =
            update("BIDS", board(), vec![ask("What do you bid, CANARY?", &["CANARY gold", "nothing"])]);
        let scene = update.scene.expect("a scene");
        let asked = Asked::find(&Setup { no_secrets, ..setup(false) }, &scene, OWN, TableTime(0));
        let asked = asked.expect("a question");
        let mut out = Vec::new();
        asked.print(&mut out).expect("lines");
        String::from_utf8(out).expect("text")
    };
    assert!(asked(false).contains("CANARY gold") && !asked(true).contains("CANARY"), "{}", asked(true));
}

#[test]
fn what_is_covered_is_shown_while_the_key_is_held_in_a_box_of_one_size() {
    let held = |board: Board| {
        let mut screen = Screen::new(setup(false));
        screen.update(update("BEAT", board, Vec::new()));
        press(&mut screen, KeyCode::Char('r'));
        screen.tick(300);
        drawn(&screen, 80, 24)
    };
    let text = held(board());
    assert!(
        text.contains("let CANARY win") && text.contains("Wanda the Unsinkable: carries CANARY"),
        "{text}"
    );
    let mut none = board();
    for panel in none.panels.iter_mut().filter(|panel| panel.covered) {
        panel.body = Body::Facts(Vec::new());
    }
    let edges = |text: &str| {
        let edge = |line: &str| line.char_indices().filter(|(_, sign)| "┌┐└┘".contains(*sign)).count();
        text.lines().map(edge).collect::<Vec<usize>>()
    };
    assert_eq!(edges(&text), edges(&held(none)), "the box is as large whatever is in it");
}

#[test]
fn keys_and_help_name_what_the_activity_has_and_nothing_else() {
    let mut screen = opened(false);
    assert!(drawn(&screen, 120, 40).contains("r private (hold)"));
    press(&mut screen, KeyCode::Char('?'));
    let text = drawn(&screen, 120, 40);
    for words in ["/wind", "how it blows", "r (hold)", "Ctrl-B"] {
        assert!(text.contains(words), "no {words} in\n{text}");
    }
    for words in ["/undo", "/sheet", "/piles", "more time"] {
        assert!(!text.contains(words), "{words} is in\n{text}");
    }
    let mut open = board();
    open.panels.retain(|panel| !panel.covered);
    open.notes.retain(|note| !note.covered);
    let mut screen = Screen::new(setup(false));
    screen.update(update("BEAT", open, Vec::new()));
    assert!(!drawn(&screen, 120, 40).contains("(hold)"));
    press(&mut screen, KeyCode::Char('?'));
    assert!(!drawn(&screen, 120, 40).contains("(hold)"), "nothing is covered");
}

#[test]
fn a_question_of_a_covered_phase_is_not_seen_and_can_be_answered() {
    let mut screen = opened(false);
    screen.update(update(
        "BIDS",
        board(),
        vec![ask("What do you bid, CANARY?", &["CANARY gold", "CANARY nothing"])],
    ));
    let asked = drawn(&screen, 80, 24);
    assert!(!asked.contains("CANARY") && asked.contains("sealed bids"), "{asked}");
    let mut other = opened(false);
    other.update(update("BIDS", board(), vec![ask("What else?", &["one", "two", "three"])]));
    assert_eq!(asked, drawn(&other, 80, 24), "it looks the same whatever is asked");
    press(&mut screen, KeyCode::Char('r'));
    screen.tick(300);
    assert!(drawn(&screen, 80, 24).contains("CANARY gold"));
    screen.tick(5_000);
    press(&mut screen, KeyCode::Char('2'));
    let sent = press(&mut screen, KeyCode::Enter);
    let [Effect::Send(Request::Answer { command, .. })] = sent.as_slice() else { panic!("{sent:?}") };
    assert_eq!(command.get(), r#"{"how":2,"type":"steer"}"#);
}

#[test]
fn what_is_for_good_is_said_before_it_is_done_in_any_activity_unless_it_is_covered() {
    let with_scuttle = || {
        let mut asked = ask("How?", &["windward", "leeward"]);
        let for_good = Some("sinks her, for good".to_owned());
        let manner = Manner { word: "scuttle".to_owned(), key: Some('s'), for_good, ..Manner::default() };
        asked.form.tools.push(Tool { name: "scuttle".to_owned(), manner, ..Tool::default() });
        asked
    };
    for (phase, said) in [("BEAT", true), ("BIDS", false)] {
        let mut screen = opened(false);
        screen.update(update(phase, board(), vec![with_scuttle()]));
        assert!(press(&mut screen, KeyCode::Char('s')).is_empty(), "nothing is sent by the letter alone");
        let text = drawn(&screen, 120, 40);
        assert_eq!(text.contains("Enter sinks her, for good. Esc leaves it."), said, "{phase}: {text}");
        let sent = press(&mut screen, KeyCode::Enter);
        assert!(matches!(sent.as_slice(), [Effect::Send(Request::Answer { .. })]), "{sent:?}");
    }
}

#[test]
fn a_form_of_several_fields_that_does_something_for_good_is_asked_about_once_more() {
    let text = |name: &str| Field {
        name: name.to_owned(),
        label: name.to_owned(),
        required: true,
        kind: FieldKind::Text { max_chars: 40, voice: None },
    };
    let manner = Manner { for_good: Some("sinks her".to_owned()), ..Manner::default() };
    let sink =
        Tool { name: "sink".to_owned(), fields: vec![text("name"), text("why")], manner, ..Tool::default() };
    let mut asked = ask("Which?", &["one"]);
    asked.form.tools = vec![sink];
    let mut screen = opened(false);
    screen.update(update("BEAT", board(), vec![asked]));
    let types = |screen: &mut Screen, words: &str| {
        words.chars().for_each(|letter| assert!(press(screen, KeyCode::Char(letter)).is_empty()));
        press(screen, KeyCode::Enter)
    };
    assert!(types(&mut screen, "Grey Goose").is_empty());
    assert!(types(&mut screen, "a leak").is_empty(), "it is not done by that");
    let says = |screen: &Screen| drawn(screen, 120, 40).contains("Enter sinks her. Esc leaves it.");
    assert!(says(&screen));
    press(&mut screen, KeyCode::Esc);
    assert!(!says(&screen));
    assert!(press(&mut screen, KeyCode::Enter).is_empty() && press(&mut screen, KeyCode::Enter).is_empty());
    assert!(says(&screen), "what was filled in is still there");
    let sent = press(&mut screen, KeyCode::Enter);
    let [Effect::Send(Request::Answer { command, .. })] = sent.as_slice() else { panic!("{sent:?}") };
    assert_eq!(command.get(), r#"{"name":"Grey Goose","type":"sink","why":"a leak"}"#);
}

#[test]
fn an_ending_says_so_and_shows_its_panels() {
    let mut over = board();
    over.ending = Some(Ending {
        sign: ("⚑", "*"),
        title: "Grey Goose wins".to_owned(),
        text: "By two lengths, with water in the bilge.".to_owned(),
        panels: vec![Panel::new(
            "order",
            "In this order",
            Body::List(vec![entry("Grey Goose", ""), entry("Unsinkable", "")]),
        )],
        next: None,
    });
    let mut screen = Screen::new(setup(false));
    screen.update(update("BEAT", over, Vec::new()));
    let text = drawn(&screen, 80, 24);
    assert!(text.contains("⚑ Grey Goose wins · By two lengths") && text.contains("In this order"), "{text}");
}
