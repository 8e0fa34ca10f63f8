//! An evening of Mafia to draw: ten seats at the Lantern, seen from Dee's seat 4, in the moments that matter.

use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use engine::Machine as _;
use parlor_tui::{Effect, Screen, Setup, Theme};
use protocol::Colour;
use protocol::{
    AskId, Barred, Begins, Board, Choice, Clock, Field, FieldKind, Form, Frame, Holder, Manner, OpenAsk,
    PhaseCard, Scene, Seat, SeatId, TableTime, Telling, Tool, Update, Viewer, Voice,
};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use serde_json::{Value, json};

const fn card(
    name: &'static str,
    title: &'static str,
    sign: (&'static str, &'static str),
    colour: Colour,
) -> PhaseCard {
    PhaseCard {
        name,
        title,
        sign,
        colour,
        persona: "",
        tools: &[],
        exits: &[],
        lasts: "",
        prepares: false,
        covered: false,
    }
}

pub(crate) const PHASES: &[PhaseCard] = &[
    card("SETUP", "Setup", ("◇", "[SETUP]"), Colour::Slate),
    PhaseCard {
        covered: true,
        tools: &["ChooseTarget"],
        ..card("NIGHT_ACTIONS", "Night", ("☾", "[NIGHT]"), Colour::Red)
    },
    card("MORNING_REVEAL", "Morning", ("☼", "[DAWN]"), Colour::Yellow),
    card("DAY_DISCUSSION", "Discussion", ("☀", "[DAY]"), Colour::Blue),
    card("DAY_VOTING", "Voting", ("⚖", "[VOTE]"), Colour::Purple),
    card("RESOLUTION", "Resolution", ("▣", "[COUNT]"), Colour::Grey),
    card("END", "End", ("✓", "[END]"), Colour::Green),
];

pub(crate) const NAMES: [&str; 10] = ["Ana", "Ben", "Cole", "Dee", "Eli", "Finn", "Gus", "Hal", "Ivy", "Jo"];

/// Dee's seat.
pub(crate) const DEE: u8 = 4;

pub(crate) fn seat(number: u8) -> SeatId {
    SeatId::new(number).expect("a seat of the table")
}

pub(crate) fn seats() -> Arc<[Seat]> {
    let seat =
        |name: &&str| Seat { id: name.to_lowercase(), name: (*name).to_owned(), holder: Holder::Person };
    NAMES.iter().map(seat).collect()
}

pub(crate) fn setup(viewer: Viewer, theme: Theme) -> Setup {
    let more_time = Some(json!({"type": "Extend"}));
    let (reports, takes_back, steps) = (mafia::Mafia::REPORTS, false, false);
    Setup {
        phases: PHASES,
        rules: "Somebody at this table lies, and all vote who goes.",
        seats: seats(),
        viewer,
        theme,
        no_secrets: false,
        more_time,
        reports,
        takes_back,
        photos: false,
        steps,
    }
}

/// The board that Mafia makes of a view.
fn board(view: &Value) -> Board {
    let view = serde_json::from_value(view.clone()).expect("a view of Mafia");
    mafia::Mafia::board(&view).expect("a board of its own")
}

/// A theme without colour, as tests read screens as text.
pub(crate) fn text_theme(ascii: bool) -> Theme {
    Theme { ascii, ..Theme::default() }
}

/// One moment of the evening: a view of Mafia to be changed, and what goes with it.
pub(crate) struct Moment {
    pub(crate) state: &'static str,
    pub(crate) view: Value,
    pub(crate) asks: Vec<OpenAsk>,
    pub(crate) closes: Option<u64>,
    pub(crate) frames: Vec<Frame>,
}

impl Moment {
    pub(crate) fn update(&self) -> Update {
        let running = self.state == "ACTIVE";
        let scene = Scene {
            table: serde_json::from_value(json!({
                "title": "Mafia at the Lantern", "state": self.state, "since": 0, "by": "host",
                "stewards": [1, 2, 3, 4],
            }))
            .expect("a view of the table"),
            machine: "mafia".to_owned(),
            seats: seats().to_vec(),
            phase: self.view["phase"].as_str().expect("a phase").to_owned(),
            heading: begins(&self.view["phase"], self.view["day"].as_u64()).heading,
            outcome: Some(self.view["outcome"].clone()).filter(|outcome| !outcome.is_null()),
            view: self.view.clone(),
            board: board(&self.view),
            asks: self.asks.clone(),
            clock: Clock { closes: self.closes.map(TableTime), running, by_hand: false },
        };
        Update {
            frames: self.frames.clone(),
            scene: Some(Box::new(scene)),
            chunks: Vec::new(),
            now: TableTime(0),
        }
    }

    pub(crate) fn screen(&self, ascii: bool) -> Screen {
        let mut screen = Screen::new(setup(Viewer::Seat(seat(DEE)), text_theme(ascii)));
        screen.update(self.update());
        screen
    }
}

pub(crate) fn frame(event: Value, telling: Option<(Voice, &str)>) -> Frame {
    let secret =
        ["ROLE_ASSIGNED", "NIGHT_ACTION_SUBMITTED", "INVESTIGATION_RESULT", "AGENT_THOUGHT", "SOMETHING_NEW"];
    Frame {
        private: event["type"].as_str().is_some_and(|kind| secret.contains(&kind)),
        to: None,
        number: 0,
        at: 0,
        time: TableTime(0),
        machine: "mafia".to_owned(),
        event: serde_json::value::to_raw_value(&event).expect("an event"),
        telling: telling.map(|(voice, text)| Telling::new(voice, text)),
        begins: None,
    }
}

/// A phase that begins, under the heading that Mafia gives it.
fn begins(phase: &Value, day: Option<u64>) -> Begins {
    let card = PHASES.iter().find(|card| phase == card.name).expect("a phase of the evening");
    let day = day.filter(|_| !matches!(card.name, "SETUP" | "END"));
    let heading = day.map_or(card.title.to_owned(), |day| format!("{} {}", card.title, day.max(1)));
    Begins { phase: card.name, heading: Some(heading) }
}

pub(crate) fn host(kind: &str, text: &str) -> Frame {
    frame(json!({ "type": kind }), Some((Voice::Host, text)))
}

pub(crate) fn says(number: u8, text: &str) -> Frame {
    frame(json!({"type": "STATEMENT_MADE"}), Some((Voice::Seat(seat(number)), text)))
}

pub(crate) fn phase(to: &str, day: u8, text: &str) -> Frame {
    let telling = Some((Voice::Host, text)).filter(|(_, text)| !text.is_empty());
    let changed = json!({"type": "PHASE_CHANGED", "from": "", "to": to, "dayNumber": day});
    Frame { begins: Some(begins(&to.into(), Some(day.into()))), ..frame(changed, telling) }
}

pub(crate) fn aside(number: u8, text: &str) -> Frame {
    let machine = "table".to_owned();
    Frame { machine, ..frame(json!({"type": "ASIDE"}), Some((Voice::Aside(seat(number)), text))) }
}

fn view(phase: &str, day: u8) -> Value {
    json!({
        "phase": phase, "day": day, "seed_hash": "00".repeat(32), "seats": *seats(),
        "dealt": [3, 1, 1, 5], "living": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], "deaths": [],
        "roles": [{"seat": 4, "role": "sheriff"}],
        "own": {"seat": 4, "role": "sheriff", "protected_last": null, "findings": [], "choices": []},
        "turn": null, "days": [{"number": day, "killed": null, "saved": false, "said": [], "votes": [],
        "verdict": null}], "majority": 6, "closes": null, "outcome": null,
    })
}

/// Ivy was killed in the night, Jo was voted out the day before.
fn second_day(phase: &str) -> Value {
    let mut view = view(phase, 2);
    view["living"] = json!([1, 2, 3, 4, 5, 6, 7, 8]);
    view["deaths"] =
        json!([{"seat": 10, "day": 1, "cause": "vote"}, {"seat": 9, "day": 2, "cause": "night"}]);
    view["roles"] = json!([{"seat": 4, "role": "sheriff"}, {"seat": 10, "role": "villager"}]);
    view["own"]["findings"] = json!([{"night": 1, "target": 3, "is_mafia": true}]);
    view["majority"] = json!(5);
    view
}

fn field(name: &str, label: &str, required: bool, kind: FieldKind) -> Field {
    Field { name: name.to_owned(), label: label.to_owned(), required, kind }
}

fn tool(name: &str, about: &str, fields: Vec<Field>) -> Tool {
    Tool { name: name.to_owned(), about: about.to_owned(), fields, ..Tool::default() }
}

pub(crate) fn names(numbers: &[u8]) -> FieldKind {
    let choice =
        |number: &u8| Choice { value: (*number).into(), label: NAMES[usize::from(*number) - 1].to_owned() };
    FieldKind::Choice(numbers.iter().map(choice).collect())
}

/// How a name is asked for at night: those who cannot be chosen stand in the list, too.
pub(crate) fn barred(numbers: &[u8]) -> Manner {
    let FieldKind::Choice(choices) = names(numbers) else { return Manner::default() };
    let barred = choices.into_iter().map(|choice| Barred { choice, why: "not tonight".to_owned() });
    Manner { barred: barred.collect(), even: true, ..Manner::default() }
}

fn thought() -> Field {
    field("thought", "what you think, to yourself", false, FieldKind::Text { max_chars: 2000, voice: None })
}

pub(crate) fn ask(title: &str, tools: Vec<Tool>) -> OpenAsk {
    let form = Form { title: title.to_owned(), tools };
    OpenAsk { id: AskId(3), seat: seat(DEE), answered: false, deadline: None, form }
}

/// The first night: the sheriff is asked for a name.
pub(crate) fn night() -> Moment {
    let targets = names(&[1, 2, 3, 5, 6, 7, 8, 9, 10]);
    let about = "Choose whom you look into tonight; one look, and it is final.";
    Moment {
        state: "ACTIVE",
        view: view("NIGHT_ACTIONS", 1),
        asks: vec![ask(
            &format!("Night 1: {about}"),
            vec![Tool {
                manner: barred(&[4]),
                ..tool("ChooseTarget", about, vec![field("target", "whom", true, targets), thought()])
            }],
        )],
        closes: Some(118_000),
        frames: vec![
            host("GAME_CREATED", "10 sit down."),
            host("ROLE_ASSIGNED", "You are the sheriff."),
            phase("NIGHT_ACTIONS", 0, "Night 1 falls. All eyes close."),
        ],
    }
}

/// The second day: it is Dee's turn to speak.
pub(crate) fn discussion() -> Moment {
    let mut view = second_day("DAY_DISCUSSION");
    view["turn"] = json!({"seat": 4, "number": 4, "of": 8});
    view["days"][0]["said"] = json!([{"seat": 1, "passed": false}, {"seat": 2, "passed": true},
        {"seat": 3, "passed": false}]);
    let roles = ["mafia", "doctor", "sheriff", "villager"]
        .map(|role| Choice { value: role.into(), label: role.to_owned() });
    let words = FieldKind::Text { max_chars: 2000, voice: None };
    let others = || names(&[1, 2, 3, 5, 6, 7, 8, 9, 10]);
    Moment {
        state: "ACTIVE",
        view,
        asks: vec![ask(
            "Day 2: it is your turn to speak.",
            vec![
                tool(
                    "Say",
                    "Speak to all.",
                    vec![
                        field("text", "what you say to all", true, words),
                        field(
                            "claim",
                            "a role you claim to have, true or not",
                            false,
                            FieldKind::Choice(roles.to_vec()),
                        ),
                        field("accuse", "whom you call mafia", false, others()),
                        field("vouch", "whom you call innocent", false, others()),
                        thought(),
                    ],
                ),
                tool("Pass", "Say nothing this time.", vec![thought()]),
            ],
        )],
        closes: Some(42_000),
        frames: vec![
            phase("MORNING_REVEAL", 2, ""),
            host("PLAYER_ELIMINATED", "Morning. Ivy was killed in the night."),
            phase("DAY_DISCUSSION", 2, "Day 2. The table talks."),
            says(1, "I don't like how quiet Cole is. Two days now, and not one name from that chair."),
            host("TURN_PASSED", "Ben says nothing."),
            says(3, "I was watching Dee, ask her. And why is nobody looking at Finn?"),
            aside(2, "brb, pizza"),
        ],
    }
}

/// The second day: five of eight have voted, Dee has not.
pub(crate) fn voting() -> Moment {
    let mut view = second_day("DAY_VOTING");
    let vote = |voter: u8, target: Option<u8>, changed: bool| json!({"voterId": voter, "targetId": target, "changed": changed});
    view["days"][0]["votes"] = json!([
        vote(1, Some(3), false),
        vote(2, Some(6), false),
        vote(3, Some(6), true),
        vote(5, Some(3), false),
        vote(8, None, false),
    ]);
    Moment {
        state: "ACTIVE",
        view,
        asks: vec![ask(
            "Day 2: whom do you vote out? The most votes decide.",
            vec![
                tool(
                    "CastVote",
                    "Vote against a player.",
                    vec![field("target", "whom", true, names(&[1, 2, 3, 5, 6, 7, 8])), thought()],
                ),
                tool("Abstain", "Vote for nobody.", vec![thought()]),
            ],
        )],
        closes: Some(58_000),
        frames: vec![
            says(7, "Cole or Finn. I could live with either."),
            says(8, "Then I vote for neither."),
            phase("DAY_VOTING", 2, "The table votes."),
            host("VOTE_CAST", "Ana votes against Cole."),
            host("VOTE_CAST", "Ben votes against Finn."),
            host("VOTE_CAST", "Cole votes against Ana."),
            host("VOTE_CAST", "Eli votes against Cole."),
            host("VOTE_CAST", "Hal votes for nobody."),
            host("VOTE_CAST", "Cole now votes against Finn."),
        ],
    }
}

/// A break in the middle of the vote.
pub(crate) fn paused() -> Moment {
    let machine = "table".to_owned();
    let told = host("STATE_CHANGED", "Ana pauses the table. Stretch your legs.");
    let frames = [voting().frames, vec![Frame { machine, ..told }, aside(2, "pizza's here!")]].concat();
    Moment { state: "PAUSED", frames, ..voting() }
}

/// The town has won.
pub(crate) fn ended() -> Moment {
    let mut view = second_day("END");
    view["day"] = json!(4);
    view["living"] = json!([1, 2, 4, 8]);
    view["deaths"] = json!([{"seat": 10, "day": 1, "cause": "vote"}, {"seat": 9, "day": 2, "cause": "night"},
        {"seat": 3, "day": 2, "cause": "vote"}, {"seat": 5, "day": 3, "cause": "night"},
        {"seat": 6, "day": 3, "cause": "vote"}, {"seat": 7, "day": 4, "cause": "vote"}]);
    view["outcome"] = json!({"winner": "town", "winningPlayers": [1, 2, 4, 5, 8, 9, 10], "dayNumber": 4,
        "durationMs": 1_860_000, "seed": 7, "roles": ["villager", "villager", "mafia", "sheriff", "doctor",
        "mafia", "mafia", "villager", "villager", "villager"]});
    Moment {
        state: "ACTIVE",
        view,
        asks: Vec::new(),
        closes: None,
        frames: vec![
            host("VOTE_RESULT", "The vote: Gus 3, Ana 1. Gus goes."),
            phase("RESOLUTION", 4, ""),
            host("PLAYER_ELIMINATED", "Gus leaves the table. Gus was mafia."),
            phase("END", 4, ""),
            host("GAME_ENDED", "The town wins on day 4. The mafia were Cole, Finn and Gus. Seed 7."),
        ],
    }
}

/// Every moment, by its name.
pub(crate) fn moments() -> [(&'static str, Moment); 5] {
    [
        ("night", night()),
        ("discussion", discussion()),
        ("voting", voting()),
        ("paused", paused()),
        ("ended", ended()),
    ]
}

/// The screen as text, one line a row, without spaces at the ends.
pub(crate) fn drawn(screen: &Screen, columns: u16, rows: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).expect("a terminal");
    terminal.draw(|frame| screen.draw(frame)).expect("a drawing");
    let buffer = terminal.backend().buffer();
    let mut text = String::new();
    for y in 0..rows {
        let row: String = (0..columns).map(|x| buffer[(x, y)].symbol()).collect();
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text
}

pub(crate) fn press(screen: &mut Screen, code: KeyCode) -> Vec<Effect> {
    screen.key(KeyEvent::new(code, KeyModifiers::NONE))
}

pub(crate) fn type_words(screen: &mut Screen, words: &str) {
    for letter in words.chars() {
        assert!(press(screen, KeyCode::Char(letter)).is_empty());
    }
}
