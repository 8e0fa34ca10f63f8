//! A small game with nights, days and secrets, made to be watched by the tests of the host.
//!
//! A night lasts until its deadline, and only the seats of `secret` are asked in it: each chooses a number, told to
//! that seat alone. In a day the seats speak in turn. After some rounds it ends. It looks at some photos.

use std::fmt;
use std::sync::Arc;

use engine::{
    Actor, Ask, AskId, Audience, Choice, Dice, Draft, Fault, Field, FieldKind, Form, Hash, Machine, Photo,
    Prompt, Reason, Refusal, Report, Seat, SeatId, SeatSet, TableTime, Telling, Tool, Viewer, Voice,
    seat_faults,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub(crate) enum Toy {}

/// Photos that it looks at.
pub(crate) const PHOTOS_MAX: usize = 22;

#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Setup {
    pub(crate) rounds: u32,
    pub(crate) secret: SeatSet,
    pub(crate) night_ms: u64,
    pub(crate) day_ms: u64,
    /// May it be rewound by the host?
    pub(crate) rewind: bool,
    /// By the seats too?
    pub(crate) take_back: bool,
    /// Does it begin with something to prepare? The first seat says a word, and then night falls.
    pub(crate) zero: bool,
    /// Does the house give answers that the rules refuse?
    pub(crate) broken_house: bool,
    /// Does nothing happen when the time is up?
    pub(crate) deaf_clock: bool,
    /// Is a word of a model no answer, so that it is asked again?
    pub(crate) dawdles: bool,
    /// Does the host's answer for a seat come to nothing?
    pub(crate) no_way_out: bool,
    /// Does every word change the phase?
    pub(crate) flips: bool,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            rounds: 2,
            secret: SeatSet::only(SeatId::at(1)).with(SeatId::at(3)),
            night_ms: 10_000,
            day_ms: 60_000,
            rewind: false,
            take_back: false,
            zero: false,
            broken_house: false,
            deaf_clock: false,
            dawdles: false,
            no_way_out: false,
            flips: false,
        }
    }
}

#[derive(Clone, Default, Serialize, Deserialize, engine::Phases)]
pub(crate) struct State {
    setup: Option<Setup>,
    names: Vec<String>,
    phase: Phase,
    round: u32,
    closes: TableTime,
    chosen: Vec<(SeatId, u32)>,
    turn: usize,
    said: u32,
    photos: Vec<Photo>,
}

#[derive(Clone, Copy, Default, PartialEq, Serialize, Deserialize, engine::Phases)]
enum Phase {
    #[default]
    #[phase(exits(Zero, Night))]
    Blank,
    #[phase(exits(Night), prepares)]
    Zero,
    #[phase(exits(Day))]
    Night,
    #[phase(exits(Night, End))]
    Day,
    End,
}

#[derive(Clone, Serialize, Deserialize, engine::Command)]
#[serde(tag = "type")]
#[command(unasked)]
pub(crate) enum Command {
    Choose { number: u32 },
    Speak { text: String },
    Close,
    Panic,
    Show { seat: SeatId, photo: Photo },
    DeletePhotos,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(tag = "type")]
pub(crate) enum Event {
    Opened { names: Vec<String> },
    Dealt { setup: Setup },
    ZeroBegan,
    NightFell { round: u32, closes: TableTime },
    Chosen { seat: SeatId, number: u32 },
    DayBroke { closes: TableTime },
    Said { seat: SeatId, text: String },
    Thought { seat: SeatId, text: String },
    Skipped { seat: SeatId, reason: String },
    Noted { text: String },
    Shown { seat: SeatId, photo: Photo },
    PhotosDeleted,
    Ended,
}

pub(crate) struct No(&'static str);

impl fmt::Display for No {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Reason for No {
    fn code(&self) -> &'static str {
        "toy-says-no"
    }
}

#[derive(Clone, Copy)]
pub(crate) enum Question {
    Number,
    Words,
}

impl engine::Offers<Command> for Question {}

impl From<State> for View {
    fn from(state: State) -> View {
        Toy::view(&state, Viewer::Public)
    }
}

#[derive(Serialize)]
pub(crate) struct View {
    round: u32,
    said: u32,
    turn: usize,
    /// The choices that this viewer knows.
    chosen: Vec<(SeatId, u32)>,
    broken_house: bool,
    photos: Vec<Hash>,
}

fn setup(state: &State) -> Setup {
    state.setup.clone().unwrap_or_default()
}

impl Machine for Toy {
    const NAME: &'static str = "toy";
    const RULES: u32 = 1;
    const EVENTS: u32 = 1;
    const FOLDS: bool = false;
    const REPORTS: &'static [Report] = &[
        Report { name: "mine", about: "what you chose" },
        Report { name: "long", about: "more than anybody reads" },
        Report { name: "nothing", about: "nothing at all" },
    ];
    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Event = Event;
    type Rejection = No;
    type Question = Question;
    type View = View;
    type Outcome = serde_json::Value;

    fn open(draft: &mut Draft<Self>, seats: &Arc<[Seat]>, setup: &Setup) -> Result<(), Vec<Fault>> {
        let faults = seat_faults(seats);
        if !faults.is_empty() {
            return Err(faults);
        }
        let names = seats.iter().map(|seat| seat.name.clone()).collect();
        draft.tell(Event::Opened { names });
        draft.tell(Event::Dealt { setup: setup.clone() });
        if setup.zero {
            draft.tell(Event::ZeroBegan)
        } else {
            night(draft)
        }
        Ok(())
    }

    fn decide(draft: &mut Draft<Self>, by: Actor, command: &Command) -> Result<(), No> {
        let phase = draft.state().phase;
        match command {
            Command::Panic => panic!("the toy was told to panic; the secret is 42"),
            Command::Show { .. } if by != Actor::Host => Err(No("only the host shows photos")),
            Command::Show { .. } if draft.state().photos.len() >= PHOTOS_MAX => {
                Err(No("that are photos enough"))
            }
            Command::Show { seat, photo } => {
                draft.tell(Event::Shown { seat: *seat, photo: *photo });
                Ok(())
            }
            Command::DeletePhotos => {
                draft.tell(Event::PhotosDeleted);
                Ok(())
            }
            Command::Close if by.seat().is_some() => {
                Err(No("only the clock and the host say when time is up"))
            }
            Command::Close => Toy::time_up(draft),
            Command::Choose { number } => {
                let seat = by.seat().ok_or(No("only a seat chooses"))?;
                if phase != Phase::Night || !setup(draft.state()).secret.contains(seat) || *number > 9 {
                    return Err(No("not now, not you, or not that"));
                }
                draft.tell(Event::Chosen { seat, number: *number });
                if setup(draft.state()).flips {
                    let closes = draft.now() + setup(draft.state()).day_ms;
                    draft.tell(Event::DayBroke { closes });
                }
                Ok(())
            }
            Command::Speak { text } => {
                let seat = by.seat().ok_or(No("only a seat speaks"))?;
                turn_of(draft.state(), seat)?;
                if phase == Phase::Zero {
                    draft.tell(Event::Said { seat, text: text.clone() });
                    night(draft);
                    return Ok(());
                }
                if setup(draft.state()).dawdles && seat.index() == 0 {
                    draft.tell(Event::Noted { text: text.clone() });
                    return Ok(());
                }
                draft.tell(Event::Thought { seat, text: format!("I said {} letters", text.len()) });
                draft.tell(Event::Said { seat, text: text.clone() });
                if setup(draft.state()).flips {
                    night(draft);
                    return Ok(());
                }
                next_turn(draft);
                Ok(())
            }
        }
    }

    fn evolve(state: &mut State, event: &Event) {
        match event {
            Event::Opened { names } => state.names = names.clone(),
            Event::Dealt { setup } => state.setup = Some(setup.clone()),
            Event::ZeroBegan => state.phase = Phase::Zero,
            Event::NightFell { round, closes } => {
                (state.phase, state.round, state.closes) = (Phase::Night, *round, *closes);
                state.chosen.clear();
            }
            Event::Chosen { seat, number } => {
                state.chosen.retain(|(other, _)| other != seat);
                state.chosen.push((*seat, *number));
            }
            Event::DayBroke { closes } => {
                (state.phase, state.closes, state.turn) = (Phase::Day, *closes, 0);
            }
            Event::Said { .. } | Event::Skipped { .. } => {
                state.turn += 1;
                state.said += 1;
            }
            Event::Thought { .. } | Event::Noted { .. } => {}
            Event::Shown { photo, .. } => state.photos.push(*photo),
            Event::PhotosDeleted => state.photos.clear(),
            Event::Ended => state.phase = Phase::End,
        }
    }

    fn outcome(state: &State) -> Option<Value> {
        (state.phase == Phase::End).then(|| json!({"said": state.said}))
    }

    fn asks(state: &State) -> Vec<Ask<Question>> {
        let ask = |id: AskId, seat, answered, question| Ask {
            answered,
            deadline: Some(state.closes),
            ..Ask::new(id.0, seat, question)
        };
        match state.phase {
            Phase::Night => setup(state)
                .secret
                .iter()
                .filter(|seat| seat.index() < state.names.len())
                .map(|seat| {
                    let answered = state.chosen.iter().any(|(other, _)| *other == seat);
                    ask(AskId(state.round * 100), seat, answered, Question::Number)
                })
                .collect(),
            Phase::Zero => {
                vec![Ask { deadline: None, ..ask(AskId(1), SeatId::at(0), false, Question::Words) }]
            }
            Phase::Day => {
                vec![ask(
                    AskId(state.round * 100 + 1 + state.turn as u32),
                    SeatId::at(state.turn),
                    false,
                    Question::Words,
                )]
            }
            Phase::Blank | Phase::End => Vec::new(),
        }
    }

    fn deadline(state: &State) -> Option<TableTime> {
        matches!(state.phase, Phase::Night | Phase::Day).then_some(state.closes)
    }

    fn time_up(draft: &mut Draft<Self>) -> Result<(), No> {
        match draft.state().phase {
            _ if setup(draft.state()).deaf_clock => {}
            Phase::Night => {
                let closes = draft.now() + setup(draft.state()).day_ms;
                draft.tell(Event::DayBroke { closes });
            }
            Phase::Day => dusk(draft),
            Phase::Blank | Phase::Zero | Phase::End => return Err(No("no time is running")),
        }
        Ok(())
    }

    fn absent(draft: &mut Draft<Self>, seat: SeatId, why: &str) -> Result<(), No> {
        if setup(draft.state()).no_way_out {
            return Err(No("nobody is skipped here"));
        }
        if draft.state().phase == Phase::Night {
            draft.tell(Event::Chosen { seat, number: 0 });
            return Ok(());
        }
        draft.tell(Event::Skipped { seat, reason: why.to_owned() });
        next_turn(draft);
        Ok(())
    }

    fn audience(_: &State, event: &Event) -> Audience {
        match event {
            Event::Chosen { seat, .. } => Audience::seat(*seat),
            Event::Thought { seat, .. } => Audience::Thoughts(*seat),
            Event::Dealt { .. } | Event::Noted { .. } => Audience::Host,
            Event::Opened { .. }
            | Event::ZeroBegan
            | Event::NightFell { .. }
            | Event::DayBroke { .. }
            | Event::Said { .. }
            | Event::Skipped { .. }
            | Event::Shown { .. }
            | Event::PhotosDeleted
            | Event::Ended => Audience::Public,
        }
    }

    fn view(state: &State, viewer: Viewer) -> View {
        let chosen = state
            .chosen
            .iter()
            .filter(|(seat, _)| viewer == Viewer::Host || viewer == Viewer::Seat(*seat))
            .copied()
            .collect();
        View {
            round: state.round,
            said: state.said,
            turn: state.turn,
            chosen,
            broken_house: setup(state).broken_house,
            photos: state.photos.iter().map(|photo| photo.hash).collect(),
        }
    }

    fn telling(state: &State, event: &Event) -> Option<Telling> {
        let name = |seat: &SeatId| state.names[seat.index()].clone();
        let by = |voice: fn(SeatId) -> Voice, seat: &SeatId, text: &String| Telling::new(voice(*seat), text);
        Some(match event {
            Event::Opened { names } => Telling::host(format!("Welcome, {}.", names.join(", "))),
            Event::ZeroBegan => Telling::host("Before anything: a word?"),
            Event::NightFell { round, .. } => Telling::host(format!("Night {round} falls.")),
            Event::Chosen { seat, number } => Telling::host(format!("{}, you chose {number}.", name(seat))),
            Event::DayBroke { .. } => Telling::host("Day breaks."),
            Event::Said { seat, text } => by(Voice::Seat, seat, text),
            Event::Thought { seat, text } => by(Voice::Thought, seat, text),
            Event::Skipped { seat, reason } => {
                Telling::host(format!("{} is passed over: {reason}.", name(seat)))
            }
            Event::Dealt { .. } | Event::Noted { .. } => return None,
            Event::Shown { seat, .. } => Telling::host(format!("{} shows a photo.", name(seat))),
            Event::PhotosDeleted => Telling::host("The photos are deleted."),
            Event::Ended => Telling::host("It is over."),
        })
    }

    fn form(_: &View, ask: &Ask<Question>) -> Form {
        let field =
            |name: &str, kind| Field { name: name.to_owned(), label: name.to_owned(), required: true, kind };
        let (title, name, field) = match ask.question {
            Question::Number => {
                let choices = (0..=9).map(|n| Choice { value: n.into(), label: n.to_string() }).collect();
                ("Choose a number", "Choose", field("number", FieldKind::Choice(choices)))
            }
            Question::Words => (
                "Your turn",
                "Speak",
                field("text", FieldKind::Text { max_chars: 500, voice: Some(Voice::Seat(ask.seat)) }),
            ),
        };
        let tool =
            Tool { name: name.to_owned(), about: title.to_owned(), fields: vec![field], ..Tool::default() };
        Form { title: title.to_owned(), tools: vec![tool] }
    }

    fn prompt(view: &View, ask: &Ask<Question>) -> Prompt {
        let now = format!("Round {}. {}", view.round, Self::form(view, ask).title);
        Prompt {
            fixed: "You play with toys.".to_owned(),
            now,
            photos: view.photos.clone(),
            ..Prompt::default()
        }
    }

    fn tools(view: &View, seat: SeatId) -> Vec<Tool> {
        let ask = |question| Ask::new(0, seat, question);
        [Question::Number, Question::Words]
            .into_iter()
            .flat_map(|it| Self::form(view, &ask(it)).tools)
            .collect()
    }

    fn cut_off(ask: &Ask<Question>, _: &str, said: &str) -> Option<Command> {
        match ask.question {
            Question::Words => Some(Command::Speak { text: format!("{said}…") }),
            Question::Number => None,
        }
    }

    fn house(view: &View, ask: &Ask<Question>, dice: &mut Dice) -> Command {
        match ask.question {
            _ if view.broken_house => Command::Close,
            Question::Number => Command::Choose { number: dice.below(10) },
            Question::Words => {
                let words = 2 + dice.below(6) as usize;
                Command::Speak { text: format!("{}and {} were said", "well ".repeat(words), view.said) }
            }
        }
    }

    fn photo(seat: SeatId, photo: Photo) -> Option<Command> {
        Some(Command::Show { seat, photo })
    }

    fn deletes_photos(event: &Event) -> bool {
        matches!(event, Event::PhotosDeleted)
    }

    fn may_rewind(state: &State, by: Actor) -> Result<(), Refusal> {
        let setup = setup(state);
        let may = setup.rewind && by == Actor::Host || setup.take_back && by != Actor::Clock;
        if may { Ok(()) } else { Err(Refusal::of(&No("this is not rewound"))) }
    }

    fn report(view: &View, name: &str) -> Option<String> {
        match name {
            "mine" => Some(format!("You chose {:?}.", view.chosen)),
            "long" => Some("A line of some words: \u{e4}\u{f6}\u{fc}.\n".repeat(1_000)),
            _ => None,
        }
    }
}

fn turn_of(state: &State, seat: SeatId) -> Result<(), No> {
    let speaks = matches!(state.phase, Phase::Day | Phase::Zero);
    if speaks && state.turn == seat.index() { Ok(()) } else { Err(No("not your turn")) }
}

fn night(draft: &mut Draft<Toy>) {
    let (round, closes) = (draft.state().round + 1, draft.now() + setup(draft.state()).night_ms);
    draft.tell(Event::NightFell { round, closes });
    draft.tell(Event::Noted { text: format!("night {round}") });
}

fn next_turn(draft: &mut Draft<Toy>) {
    if draft.state().turn >= draft.state().names.len() {
        dusk(draft);
    }
}

fn dusk(draft: &mut Draft<Toy>) {
    if draft.state().round >= setup(draft.state()).rounds { draft.tell(Event::Ended) } else { night(draft) }
}
