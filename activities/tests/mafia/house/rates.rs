//! How often the town wins, with 95 % intervals.

use std::sync::Arc;

use engine::batch::Game;
use engine::{AskId, DiceBox, Holder, Machine, Seat, SeatId, Seed, Viewer, batch};
use mafia::Mafia;
use mafia::house::Character;
use mafia::view::{Role, Side, View};

use crate::house::{FOUR, house, instant, play, table, winner};

/// Wins of the town in so many games.
struct Rate {
    wins: usize,
    games: usize,
}

impl Rate {
    fn of(games: u64, mut town_wins: impl FnMut(u64) -> bool) -> Rate {
        let wins = (0..games).filter(|&seed| town_wins(seed)).count();
        Rate { wins, games: games as usize }
    }

    fn share(&self) -> f64 {
        self.wins as f64 / self.games as f64
    }

    /// The 95 % interval after Wilson.
    fn interval(&self) -> (f64, f64) {
        let (n, p, z) = (self.games as f64, self.share(), 1.96_f64);
        let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        (middle - half, middle + half)
    }

    /// This share less another, with the 95 % interval after Newcombe.
    fn less(&self, other: &Rate) -> (f64, f64, f64) {
        let ((low, high), (other_low, other_high)) = (self.interval(), other.interval());
        let (p, q) = (self.share(), other.share());
        let below = ((p - low).powi(2) + (other_high - q).powi(2)).sqrt();
        let above = ((high - p).powi(2) + (q - other_low).powi(2)).sqrt();
        (p - q, p - q - below, p - q + above)
    }

    fn say(&self, what: &str) {
        let (low, high) = self.interval();
        println!(
            "{what}: the town wins {:.1} % of {} games, 95 % interval {:.1} to {:.1} %",
            100.0 * self.share(),
            self.games,
            100.0 * low,
            100.0 * high
        );
    }
}

#[test]
fn a_game_of_which_nothing_is_kept_ends_as_the_same_game_with_its_log() {
    let seats = table(10, &FOUR);
    for seed in 0..20 {
        let end = batch::play_unlogged::<Mafia>(&seats, &instant(), Seed(seed), house).unwrap();
        assert_eq!(end, play(&seats, seed).state, "seed {seed}");
    }
}

#[test]
fn m15_random_play_reproduces_the_known_baseline() {
    let seats = table(10, &FOUR);
    let town = Rate::of(40_000, |seed| {
        // One stream a game: random seats share it, and nothing depends on who draws what.
        let mut die = DiceBox::new(Seed(seed), "random seats").seat(SeatId::at(0), AskId(0));
        let game =
            batch::play::<Mafia>(&seats, &instant(), Seed(seed), |_, ask, _| mafia::random(ask, &mut die));
        winner(&game.unwrap()) == Side::Town
    });
    town.say("all seats at random");
    let mafia = 1.0 - town.share();
    assert!((mafia - 0.909).abs() <= 0.01, "the mafia won {mafia:.4} of random games");
}

#[test]
fn seats_on_house_against_house_the_town_wins_between_30_and_70_percent() {
    for (what, characters) in [
        ("cautious, aggressive, analytical, social in turn", &FOUR[..]),
        ("all five characters twice", &Character::ALL[..]),
        ("all cautious", &[Character::Cautious]),
        ("all aggressive", &[Character::Aggressive]),
        ("all analytical", &[Character::Analytical]),
        ("all social", &[Character::Social]),
    ] {
        let seats = table(10, characters);
        let town = Rate::of(2_000, |seed| winner(&play(&seats, seed)) == Side::Town);
        town.say(what);
        let (low, high) = town.interval();
        assert!(low > 0.30 && high < 0.70, "{what}: {low:.3} to {high:.3}");
    }
}

/// Plays with one character for the town and another for the mafia.
fn play_sides(town: Character, mafia: Character, seed: u64) -> Game<Mafia> {
    let seats = table(10, &[town]);
    let mut sides: Option<Arc<[Seat]>> = None;
    batch::play::<Mafia>(&seats, &instant(), Seed(seed), |state, ask, dice| {
        let sides = sides.get_or_insert_with(|| {
            let mut seats = state.seats.to_vec();
            for (at, seat) in seats.iter_mut().enumerate() {
                if state.role(SeatId::at(at)) == Role::Mafia {
                    seat.holder = Holder::House(mafia.name().to_owned());
                }
            }
            seats.into()
        });
        let view = View { seats: sides.clone(), ..Mafia::view(state, Viewer::Seat(ask.seat)) };
        Mafia::house(&view, ask, &mut dice.seat(ask.seat, ask.id))
    })
    .unwrap()
}

#[test]
fn an_analytical_town_beats_a_random_one_by_a_wide_margin() {
    let town = |character| {
        let rate =
            Rate::of(2_000, |seed| winner(&play_sides(character, Character::Analytical, seed)) == Side::Town);
        rate.say(&format!("{} town against analytical mafia", character.name()));
        rate
    };
    let (analytical, random) = (town(Character::Analytical), town(Character::Random));
    let (margin, low, high) = analytical.less(&random);
    println!("margin {:.1} points, 95 % interval {:.1} to {:.1}", 100.0 * margin, 100.0 * low, 100.0 * high);
    assert!(low >= 0.35, "the margin is {margin:.3}, {low:.3} to {high:.3}");
}

#[test]
fn a_table_of_random_characters_plays_like_random_seats() {
    let seats = table(10, &[Character::Random]);
    let town = Rate::of(1_500, |seed| winner(&play(&seats, seed)) == Side::Town);
    town.say("all random characters");
    let (low, high) = town.interval();
    assert!(low < 0.12 && high > 0.06, "{low:.3} to {high:.3}");
}
