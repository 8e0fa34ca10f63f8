//! How often something came out, and how sure that is.

/// How sure an interval is.
const Z_95: f64 = 1.959_963_984_540_054;

/// So many of so many.
///
/// Seats that play for the same side in one game win or lose together, so they are worth one game between them and
/// not one each. The sum of the squares of how many there were in each game says how much less they are worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// So many were won.
    pub won: u64,
    /// Of so many.
    pub of: u64,
    squares: u64,
}

impl Tally {
    /// So many games won, of so many.
    pub(crate) fn of_games(won: u64, of: u64) -> Tally {
        Tally { won, of, squares: of }
    }

    /// So many seats of one side in one game.
    pub(crate) fn of_one_game(seats: u64, won: bool) -> Tally {
        Tally { won: if won { seats } else { 0 }, of: seats, squares: seats * seats }
    }

    pub(crate) fn add(&mut self, other: Tally) {
        self.won += other.won;
        self.of += other.of;
        self.squares += other.squares;
    }

    /// The share that was won.
    pub fn rate(self) -> f64 {
        self.won as f64 / self.of.max(1) as f64
    }

    /// Wilson's interval: sound for few games and for rates near 0 and 1.
    pub fn interval(self) -> (f64, f64) {
        if self.of == 0 {
            return (0.0, 1.0);
        }
        let of = self.of as f64;
        let (n, p) = (of * of / self.squares as f64, self.rate());
        let z2 = Z_95 * Z_95;
        let centre = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = Z_95 / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
        ((centre - half).max(0.0), (centre + half).min(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: (f64, f64), expected: (f64, f64)) {
        assert!((found.0 - expected.0).abs() < 1e-6 && (found.1 - expected.1).abs() < 1e-6, "{found:?}");
    }

    /// Against figures worked out from the formula by another program.
    #[test]
    fn the_interval_is_wilsons() {
        for ((won, of), interval) in [
            ((8, 10), (0.490_162_5, 0.943_317_8)),
            ((5, 10), (0.236_593_1, 0.763_406_9)),
            ((0, 20), (0.0, 0.161_125_2)),
            ((10, 10), (0.722_467_2, 1.0)),
            ((0, 0), (0.0, 1.0)),
        ] {
            near(Tally::of_games(won, of).interval(), interval);
        }
    }

    /// Seven seats of a side in each of 100 games tell no more than 100 games do.
    #[test]
    fn seats_that_win_together_count_as_one() {
        let mut seats = Tally::default();
        for game in 0..100 {
            seats.add(Tally::of_one_game(7, game < 60));
        }
        assert_eq!((seats.won, seats.of), (420, 700));
        near(seats.interval(), Tally::of_games(60, 100).interval());
    }
}
