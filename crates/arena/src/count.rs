//! What is counted over games.

use mafia::house::Character;

use crate::Tally;
use crate::spread::Sum;

/// What is counted over games. Adding is all that is ever done to it, so the order does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Games that were played.
    pub games: u64,
    /// Games that the town won.
    pub(crate) town: u64,
    /// Days of all games.
    pub(crate) days: u64,
    /// By character, as town and as mafia.
    pub(crate) seats: [[Tally; 2]; Character::ALL.len()],
}

impl Sum for Count {
    fn add(&mut self, other: &Count) {
        self.games += other.games;
        self.town += other.town;
        self.days += other.days;
        for (here, there) in self.seats.iter_mut().flatten().zip(other.seats.iter().flatten()) {
            here.add(*there);
        }
    }
}

impl Count {
    /// How often the town won.
    pub fn town(&self) -> Tally {
        Tally::of_games(self.town, self.games)
    }

    /// How often the mafia won.
    pub fn mafia(&self) -> Tally {
        Tally::of_games(self.games - self.town, self.games)
    }

    /// How many days a game had.
    pub fn mean_days(&self) -> f64 {
        self.days as f64 / self.games.max(1) as f64
    }

    /// The characters that sat at the table, with how often each won as town and as mafia.
    pub fn characters(&self) -> impl Iterator<Item = (Character, [Tally; 2])> {
        let seats = self.seats;
        Character::ALL.into_iter().zip(seats).filter(|(_, tallies)| tallies.iter().any(|tally| tally.of > 0))
    }
}
