//! A series of games: what they have in common, and playing them on some threads.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use engine::{Hash, Holder, Machine, Seat, Seed, Viewer, batch};
use mafia::house::Character;
use mafia::{Counts, Mafia, Phase, Setup, Speed};
use protocol::mafia::{Outcome, Role, Side};

use crate::{Count, Tally};

/// Games that a worker takes at a time.
const CHUNK: u64 = 64;

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

/// A game did not come to its end: a bug in the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {game}, seed {}, did not come to its end: {why}", seed.0)]
pub struct Stuck {
    /// The game's number.
    pub game: u64,
    /// Its seed.
    pub seed: Seed,
    /// What stopped it.
    pub why: String,
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
        let house = self.play_all(jobs, Who::House, &played)?;
        let random = self.play_all(jobs, Who::Random, &played)?;
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

    /// The seed of one game: unlike its neighbours, and the same whoever plays it.
    fn game_seed(&self, index: u64) -> Seed {
        let Hash(bytes) = Hash::of(format!("parlor.sim.v1:{}:{index}", self.seed.0).as_bytes());
        let mut own = [0; 8];
        own.copy_from_slice(&bytes[..8]);
        Seed(u64::from_le_bytes(own) >> 11)
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
        let seed = self.game_seed(index);
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

    /// Plays all games on some threads.
    fn play_all(&self, jobs: usize, who: Who, played: &(impl Fn(u64) + Sync)) -> Result<Count, Stuck> {
        let games = self.games;
        let next = AtomicU64::new(0);
        let total: Mutex<Count> = Mutex::default();
        let failed: Mutex<Option<Stuck>> = Mutex::default();
        let keep = |stuck: Stuck| {
            let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
            if failed.as_ref().is_none_or(|first| stuck.game < first.game) {
                *failed = Some(stuck);
            }
            next.store(games, Ordering::Relaxed);
        };
        let work = || {
            let mut own = Count::default();
            loop {
                let first = next.fetch_add(CHUNK, Ordering::Relaxed);
                if first >= games {
                    break;
                }
                let chunk = first..games.min(first + CHUNK);
                let count = chunk.end - chunk.start;
                for index in chunk {
                    match self.play_one(index, who) {
                        Ok(count) => own.add(&count),
                        Err(stuck) => return keep(stuck),
                    }
                }
                played(count);
            }
            total.lock().unwrap_or_else(PoisonError::into_inner).add(&own);
        };
        std::thread::scope(|scope| {
            for _ in 0..jobs.min(games.div_ceil(CHUNK) as usize) {
                scope.spawn(work);
            }
        });
        match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(stuck) => Err(stuck),
            None => Ok(total.into_inner().unwrap_or_else(PoisonError::into_inner)),
        }
    }
}

#[cfg(test)]
mod tests {
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
