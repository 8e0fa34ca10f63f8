//! A series of games of Mafia: who wins how often.

use std::sync::Arc;

use engine::{Holder, Machine, Seat, Seed, Viewer, batch};
use mafia::house::Character;
use mafia::{Counts, Mafia, Phase, Setup, Speed};
use protocol::mafia::{Outcome, Role, Side};

use crate::spread::{Stuck, game_seed, spread};
use crate::{Count, Tally};

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Players {
    /// The characters that think, turn about.
    Mixed,
    /// One character.
    All(Character),
}

impl Players {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Players::Mixed => "mixed",
            Players::All(character) => character.name(),
        }
    }
}

/// What every game of a series has in common.
#[derive(Clone, Copy, Debug)]
pub struct Series {
    /// How many games.
    pub games: u64,
    /// How many seats.
    pub seats: usize,
    /// Who plays.
    pub players: Players,
    /// Where all chance comes from.
    pub seed: Seed,
}

/// What a series came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// With the players of the house.
    pub house: Count,
    /// The same games with players that draw lots: what any player has to be better than.
    pub random: Count,
}

#[derive(Clone, Copy)]
enum Who {
    House,
    Random,
}

impl Series {
    /// Plays every game twice, by the house and by lot, `jobs` at a time. `played` hears how many more are done; there
    /// are twice as many as [`games`](Series::games). The first failure, by number, is the one that is told.
    pub fn play(&self, jobs: usize, played: impl Fn(u64) + Sync) -> Result<Counted, Stuck> {
        let house = spread(self.games, jobs, &played, |index| self.play_one(index, Who::House))?;
        let random = spread(self.games, jobs, &played, |index| self.play_one(index, Who::Random))?;
        Ok(Counted { house, random })
    }

    /// The characters move one seat on with each game, so that none is favoured by where it sits.
    fn character(&self, index: u64, seat: usize) -> Character {
        match self.players {
            Players::All(character) => character,
            Players::Mixed => {
                let all = Character::THINKING;
                all[(seat + (index % all.len() as u64) as usize) % all.len()]
            }
        }
    }

    fn play_one(&self, index: u64, who: Who) -> Result<Count, Stuck> {
        let seats: Arc<[Seat]> = (0..self.seats)
            .map(|seat| Seat {
                id: format!("seat-{}", seat + 1),
                name: format!("Seat {}", seat + 1),
                holder: Holder::House(self.character(index, seat).name().to_owned()),
            })
            .collect();
        let setup =
            Setup { roles: Counts::suited(self.seats), speed: Some(Speed::Instant), ..Setup::default() };
        let seed = game_seed(self.seed, index);
        let game = batch::play::<Mafia>(&seats, &setup, seed, |state, ask, dice| {
            let mut own = dice.seat(ask.seat, ask.id);
            match who {
                Who::Random => mafia::random(ask, &mut own),
                Who::House => Mafia::house(&Mafia::view(state, Viewer::Seat(ask.seat)), ask, &mut own),
            }
        });
        let stuck = |why: String| Stuck { game: index, seed, why };
        let state = game.map_err(|error| stuck(error.to_string()))?.state;
        match &state.phase {
            Phase::End(ending) => Ok(self.count(index, ending)),
            _ => Err(stuck("it stopped before".to_owned())),
        }
    }

    fn count(&self, index: u64, ending: &Outcome) -> Count {
        let mut count = Count {
            games: 1,
            town: u64::from(ending.winner == Side::Town),
            days: u64::from(ending.day_number),
            ..Count::default()
        };
        for (seat, role) in ending.roles.iter().enumerate() {
            let character = self.character(index, seat) as usize;
            let tally = &mut count.seats[character][usize::from(*role == Role::Mafia)];
            *tally = Tally::of_one_game(tally.of + 1, role.side() == ending.winner);
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    const MIXED: Series = Series { games: 150, seats: 7, players: Players::Mixed, seed: Seed(7) };

    #[test]
    fn how_many_play_at_a_time_changes_nothing_and_every_game_is_heard_of() {
        let count = |jobs| {
            let heard = AtomicU64::new(0);
            let counted = MIXED.play(jobs, |more| {
                heard.fetch_add(more, Ordering::Relaxed);
            });
            (counted.expect("they all end"), heard.into_inner())
        };
        let (one, heard) = count(1);
        assert_eq!((one.house.games, one.random.games, heard), (150, 150, 300));
        assert_eq!((one, heard), count(3));
    }

    #[test]
    fn mixed_players_take_turns_at_the_seats() {
        let series = Series { seats: 5, ..MIXED };
        let at_first: Vec<Character> = (0..4).map(|index| series.character(index, 0)).collect();
        for character in Character::THINKING {
            assert!(at_first.contains(&character));
        }
    }
}
