//! What is added up over the games of a series in which one of several sides wins.

use engine::batch::{self, By, Counting};
use engine::{Count, Counted, Holder, Seat, Seed};

use crate::spread::{Sum, game_seed, spread};
use crate::{Series, Stuck, Tally, erased};

/// What a series came to, beside what any player has to be better than.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// With the players of the house.
    pub house: Counts,
    /// The same games with players that draw lots.
    pub random: Counts,
}

/// What is added up over games. Adding is all that is ever done to it, so the order does not matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// What is counted.
    of: Counted,
    /// The characters of the house, with how each plays.
    house: &'static [(&'static str, &'static str)],
    games: u64,
    /// Games that each side won.
    won: Vec<u64>,
    /// Seats in each role.
    roles: Vec<u64>,
    /// How much there was of each measure.
    measures: Vec<u64>,
    /// For each character, its seats on each side.
    characters: Vec<Tally>,
}

impl Sum for Counts {
    fn add(&mut self, other: &Counts) {
        self.games += other.games;
        add(&mut self.won, &other.won);
        add(&mut self.roles, &other.roles);
        add(&mut self.measures, &other.measures);
        for (here, there) in self.characters.iter_mut().zip(&other.characters) {
            here.add(*there);
        }
    }
}

fn add(here: &mut [u64], there: &[u64]) {
    here.iter_mut().zip(there).for_each(|(here, there)| *here += there);
}

impl Counts {
    fn none(of: Counted, house: &'static [(&'static str, &'static str)]) -> Counts {
        Counts {
            of,
            house,
            games: 0,
            won: vec![0; of.sides.len()],
            roles: vec![0; of.roles.len()],
            measures: vec![0; of.measures.len()],
            characters: vec![Tally::default(); house.len() * of.sides.len()],
        }
    }

    /// One more game, with these characters in its seats.
    fn add_game(&mut self, characters: &[Option<usize>], count: &Count) -> Result<(), String> {
        let Counted { sides, roles, .. } = self.of;
        let winner = place(sides, count.winner)?;
        let mut seats = vec![0; self.characters.len()];
        for (character, (side, role)) in characters.iter().zip(&count.seats) {
            self.roles[place(roles, role)?] += 1;
            let side = place(sides, side)?;
            if let Some(character) = character {
                seats[character * sides.len() + side] += 1;
            }
        }
        for (at, seats) in seats.into_iter().enumerate().filter(|(_, seats)| *seats > 0) {
            self.characters[at].add(Tally::of_one_game(seats, at % sides.len() == winner));
        }
        self.games += 1;
        self.won[winner] += 1;
        add(&mut self.measures, &count.measures);
        Ok(())
    }

    /// How many games were played.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How often each side won.
    pub fn sides(&self) -> impl Iterator<Item = (&'static str, Tally)> {
        let tally = |(side, won): (&&'static str, &u64)| (*side, Tally::of_games(*won, self.games));
        self.of.sides.iter().zip(&self.won).map(tally)
    }

    /// How many seats had each role, in the mean.
    pub fn roles(&self) -> impl Iterator<Item = (&'static str, f64)> {
        self.of.roles.iter().zip(&self.roles).map(|(role, seats)| (*role, self.mean(*seats)))
    }

    /// How much there was of each measure, in the mean.
    pub fn measures(&self) -> impl Iterator<Item = (&'static str, f64)> {
        self.of.measures.iter().zip(&self.measures).map(|(measure, sum)| (*measure, self.mean(*sum)))
    }

    fn mean(&self, sum: u64) -> f64 {
        sum as f64 / self.games.max(1) as f64
    }

    /// The characters that sat at the tables, with how often each won on each side.
    pub fn characters(
        &self,
    ) -> impl Iterator<Item = (&'static str, impl Iterator<Item = (&'static str, Tally)>)> {
        let all = self.house.iter().zip(self.characters.chunks(self.of.sides.len().max(1)));
        let sat = all.filter(|(_, tallies)| tallies.iter().any(|tally| tally.of > 0));
        sat.map(|((name, _), tallies)| (*name, self.of.sides.iter().copied().zip(tallies.iter().copied())))
    }
}

fn place(names: &[&str], name: &str) -> Result<usize, String> {
    let found = names.iter().position(|it| *it == name);
    found.ok_or_else(|| format!("it counts {name:?}, which is none of {}", names.join(", ")))
}

impl Series<'_> {
    /// Plays every game twice, by the house and by lot, `jobs` at a time, and adds up what the activity counts. `played` hears how
    /// many more are done; there are twice as many as [`games`](Series::games). The first failure, by number, is the one that is
    /// told.
    pub fn counts(&self, of: Counted, jobs: usize, played: impl Fn(u64) + Sync) -> Result<Compared, Stuck> {
        let (house, typed) = (self.rules.card().house, self.rules.counting(self.setup));
        let character = |seat: &Seat| match &seat.holder {
            Holder::House(name) => house.iter().position(|(known, _)| known == name),
            Holder::Person | Holder::Model(_) => None,
        };
        let characters: Vec<Vec<_>> =
            self.tables.iter().map(|seats| seats.iter().map(character).collect()).collect();
        let all = |by| {
            spread(self.games, jobs, &played, &Counts::none(of, house), |index, sum: &mut Counts| {
                let (table, seed) = (self.table(index), game_seed(self.seed, index));
                self.count_one(typed.as_deref(), table, seed, by)
                    .and_then(|count| sum.add_game(&characters[table], &count))
                    .map_err(|why| Stuck { game: index, seed, why })
            })
        };
        Ok(Compared { house: all(By::House)?, random: all(By::Lot)? })
    }

    /// On the typed face, where there is one: it is many times as fast.
    fn count_one(&self, typed: Option<&Counting>, table: usize, seed: Seed, by: By) -> Result<Count, String> {
        let seats = &self.tables[table];
        match typed {
            Some(play) => play(seats, seed, by).map_err(|stuck| stuck.to_string()),
            None => {
                let (play, _) = erased::play(self.rules, seats, self.setup, seed, by, |_| ())?;
                play.count().ok_or_else(|| batch::Stuck::Uncounted.to_string())
            }
        }
    }
}
