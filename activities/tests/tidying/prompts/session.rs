//! Sessions at random, with every prompt that models would have read in them.

use engine::{Actor, Ask, AskId, Machine, Prompt, SeatId, Telling, Viewer, Voice};
use testkit::Driver;
use tidying::{Command, Question, Setup, State, Tidying};

use crate::prompts::worlds::{ANN, MO, photo, seats};

/// What a seat is asked, and what it reads.
pub(crate) struct Asked<'a> {
    pub(crate) state: &'a State,
    pub(crate) ask: &'a Ask<Question>,
    pub(crate) view: State,
    pub(crate) prompt: Prompt,
    /// What the seat has been told.
    pub(crate) told: &'a str,
}

impl Asked<'_> {
    pub(crate) fn is_coach(&self) -> bool {
        self.ask.seat == MO
    }
}

pub(crate) fn open(setup: &Setup, seed: u64) -> Driver<Tidying> {
    Driver::open(&seats(["Ann", "Mo"]), setup, seed).expect("a legal setup")
}

/// Plays a session at random, with photos now and then, and shows each prompt before it is answered. Nobody stops, unless
/// nothing else is offered.
pub(crate) fn play(setup: &Setup, seed: u64, asks_max: u32, mut each: impl FnMut(&Asked<'_>)) {
    let mut game = open(setup, seed);
    let (mut told, mut heard) = (String::new(), 0);
    for step in 0..asks_max {
        let Some(ask) = Tidying::asks(&game.state).into_iter().find(|ask| !ask.answered) else { break };
        for event in &game.told[heard..] {
            told.extend(Tidying::telling(&game.state, &event.event).map(|telling| line(&game, &telling)));
        }
        heard = game.told.len();
        let view = Tidying::view(&game.state, Viewer::Seat(ask.seat));
        let prompt = Tidying::prompt(&view, &ask);
        each(&Asked { state: &game.state, ask: &ask, view, prompt, told: &told });
        let mut dice = game.dice().seat(ask.seat, AskId(step));
        if ask.seat == ANN && dice.below(4) == 0 {
            let photo = photo(u8::try_from(dice.below(200)).expect("a small number"));
            // There may be too many already.
            let _ = game.act(Actor::Host, &Command::AddPhoto { seat: ANN, photo });
        }
        let go_on = |command: &Command| {
            !matches!(command, Command::EndSession | Command::Stop | Command::DeletePhotos)
        };
        let command = (0..16).map(|_| game.drawn(&ask, &mut dice)).find(go_on);
        let refused = command.is_none_or(|command| game.seat(ask.seat, &command).is_err());
        if refused {
            game.absent(ask.seat, "it was refused").expect("the rules can always go on");
        }
    }
}

/// One line of what was told, as the host writes it down.
fn line(game: &Driver<Tidying>, telling: &Telling) -> String {
    let words: String = telling.text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let (seat, verb): (SeatId, &str) = match telling.voice {
        Voice::Host => return format!("Host: {words}\n"),
        Voice::Seat(seat) => (seat, "says"),
        Voice::Thought(seat) => (seat, "thinks"),
        Voice::Aside(seat) => (seat, "says out of character"),
    };
    let words = serde_json::to_string(&words).expect("a string is JSON");
    format!("{seat} {} {verb}: {words}\n", game.state.seats[seat.index()].name)
}
