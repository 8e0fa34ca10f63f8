//! What seats have been told, written down as the host does it.

use engine::{Machine, SeatId, Telling, Viewer, Voice};
use mafia::Mafia;
use testkit::Driver;

/// What each seat has been told, line by line.
#[derive(Default)]
pub(crate) struct Transcripts {
    seats: Vec<String>,
    heard: usize,
}

impl Transcripts {
    /// Takes in what was told since.
    pub(crate) fn hear(&mut self, game: &Driver<Mafia>) {
        self.seats.resize_with(game.state.seats.len(), String::new);
        for told in &game.told[self.heard..] {
            let Some(telling) = Mafia::telling(&game.state, &told.event) else { continue };
            for (at, transcript) in self.seats.iter_mut().enumerate() {
                if Viewer::Seat(SeatId::at(at)).sees(told.audience) {
                    transcript.push_str(&line(game, &telling));
                }
            }
        }
        self.heard = game.told.len();
    }

    pub(crate) fn of(&self, seat: SeatId) -> &str {
        &self.seats[seat.index()]
    }
}

fn line(game: &Driver<Mafia>, telling: &Telling) -> String {
    let (seat, verb) = match telling.voice {
        Voice::Host => return format!("Host: {}\n", telling.text),
        Voice::Seat(seat) => (seat, "says"),
        Voice::Thought(seat) => (seat, "thinks"),
        Voice::Aside(seat) => (seat, "says out of character"),
    };
    let words = serde_json::to_string(&telling.text).expect("a string is JSON");
    let means = telling.note.as_ref().filter(|_| telling.means);
    let means = means.map_or(String::new(), |note| format!(" ({note})"));
    format!("{seat} {} {verb}: {words}{means}\n", game.state.seats[seat.index()].name)
}
