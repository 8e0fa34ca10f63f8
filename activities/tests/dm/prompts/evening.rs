//! Sessions of the house with every prompt that models would have read in them.

use dm::view::View;
use dm::{Command, CommandName, Dm, Event, Question, Setup, State};
use engine::{Ask, Machine, Prompt, Seat, Told, Viewer};
use testkit::{Driver, house_seats};

use crate::prompts::transcript::Transcripts;

/// What a seat is asked, and what it reads.
pub(crate) struct Asked<'a> {
    pub(crate) state: &'a State,
    pub(crate) ask: &'a Ask<Question>,
    pub(crate) view: View,
    pub(crate) prompt: Prompt,
    /// What the seat has been told.
    pub(crate) told: &'a str,
    /// All that has happened.
    pub(crate) events: &'a [Told<Event>],
}

impl Asked<'_> {
    pub(crate) fn is_gm(&self) -> bool {
        self.ask.seat == self.state.gm
    }
}

/// Seats with these names; the last one is the game master's.
pub(crate) fn seats(names: &[impl AsRef<str>]) -> Vec<Seat> {
    let mut seats = house_seats(names.len(), &["plain"]);
    for (seat, name) in seats.iter_mut().zip(names) {
        seat.name = name.as_ref().to_owned();
    }
    seats
}

pub(crate) fn open(names: &[impl AsRef<str>], setup: &Setup, seed: u64) -> Driver<Dm> {
    Driver::open(&seats(names), setup, seed).expect("a legal setup")
}

/// Plays on with the house in every seat until so many questions were answered or nothing is asked any more, and shows
/// each prompt before it is answered. The players never go home.
pub(crate) fn play(mut game: Driver<Dm>, asks_max: usize, mut each: impl FnMut(&Asked<'_>)) -> Driver<Dm> {
    let mut transcripts = Transcripts::default();
    let dice = game.dice();
    for _ in 0..asks_max {
        let Some(ask) = Dm::asks(&game.state).into_iter().find(|ask| !ask.answered) else { break };
        transcripts.hear(&game);
        let view = Dm::view(&game.state, Viewer::Seat(ask.seat));
        let prompt = Dm::prompt(&view, &ask);
        let (told, events) = (transcripts.of(ask.seat), game.told.as_slice());
        let asked = Asked { state: &game.state, ask: &ask, view, prompt, told, events };
        each(&asked);
        let command = match Dm::house(&asked.view, &ask, &mut dice.seat(ask.seat, ask.id)) {
            Command::EndSession if ask.question.tools.contains(&CommandName::NextScene) => Command::NextScene,
            Command::EndSession => Command::BackToWork,
            command => command,
        };
        let seat = ask.seat;
        if let Err(reason) = game.seat(seat, &command) {
            // A name that is taken, or the like: the rules go on, as they do for a model.
            game.absent(seat, &reason.to_string()).expect("the rules can always go on");
        }
    }
    game
}

/// A table of two players and a game master.
pub(crate) fn play_house(seed: u64, asks_max: usize, each: impl FnMut(&Asked<'_>)) -> Driver<Dm> {
    play(open(&["Ann", "Ben", "Mo"], &Setup::default(), seed), asks_max, each)
}
