//! What seats have been told, written down as the host does it.

use dm::Dm;
use engine::{Machine, SeatId, Telling, Viewer, Voice};
use testkit::Driver;

/// What each seat has been told, line by line.
#[derive(Default)]
pub(crate) struct Transcripts {
    seats: Vec<String>,
    heard: usize,
}

impl Transcripts {
    /// Takes in what was told since.
    pub(crate) fn hear(&mut self, game: &Driver<Dm>) {
        self.seats.resize_with(game.state.seats.len(), String::new);
        for told in &game.told[self.heard..] {
            let Some(telling) = Dm::telling(&game.state, &told.event) else { continue };
            let line = line(game, &telling);
            for (at, transcript) in self.seats.iter_mut().enumerate() {
                if Viewer::Seat(SeatId::at(at)).sees(told.audience) {
                    transcript.push_str(&line);
                }
            }
        }
        self.heard = game.told.len();
    }

    pub(crate) fn of(&self, seat: SeatId) -> &str {
        &self.seats[seat.index()]
    }
}

fn line(game: &Driver<Dm>, telling: &Telling) -> String {
    let words: String = telling.text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let (seat, verb) = match telling.voice {
        Voice::Host => return format!("Host: {words}\n"),
        Voice::Seat(seat) => (seat, "says"),
        Voice::Thought(seat) => (seat, "thinks"),
        Voice::Aside(seat) => (seat, "says out of character"),
    };
    let words = serde_json::to_string(&words).expect("a string is JSON");
    format!("{seat} {} {verb}: {words}\n", game.state.seats[seat.index()].name)
}
