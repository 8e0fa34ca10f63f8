//! An evening as a text, to be read.

use engine::{Machine, Voice};
use parlor_machines::dm::{Dm, Setup};

use crate::stage::Table;

/// A session in words, as a player would read it.
pub(crate) fn text(players: usize, seed: u64, house_players: bool, inputs: usize) -> String {
    let mut table = Table::open(players, &Setup::default(), seed);
    let mut text = String::new();
    while table.inputs < inputs && !table.is_over() {
        let asks = table.asks();
        let ask = asks.first().unwrap();
        let events = if ask.seat == table.driver.state.gm || house_players {
            if ask.seat != table.driver.state.gm {
                table.inputs += 1;
            }
            let command = table.house(ask);
            table.answer(ask, &command)
        } else {
            table.step()
        };
        for event in events {
            let state = &table.driver.state;
            if Dm::audience(state, &event) != engine::Audience::Public {
                continue;
            }
            if let Some(telling) = Dm::telling(state, &event) {
                let line = match telling.voice {
                    Voice::Seat(seat) if seat == state.gm => telling.text,
                    Voice::Seat(seat) => format!("> {}: {}", state.who(seat), telling.text),
                    _ => format!("    [{}]", telling.text),
                };
                text.push_str(&line);
                text.push('\n');
            }
        }
    }
    text
}

/// Writes ten evenings into a file for a person to read: `DM_EVENINGS=/tmp/evenings.txt cargo test … evenings`.
#[test]
#[allow(clippy::disallowed_methods, reason = "a person asked for a file")]
fn evenings_can_be_read() {
    let Ok(path) = std::env::var("DM_EVENINGS") else { return };
    let all: Vec<String> = (1..=10)
        .map(|seed| format!("=== {seed} ===\n{}", text(1 + usize::from(seed % 3 == 0), seed, true, 400)))
        .collect();
    std::fs::write(path, all.join("\n\n")).unwrap();
}
