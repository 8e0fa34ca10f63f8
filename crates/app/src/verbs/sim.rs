//! `parlor sim`: many games between house players, counted. The same seed gives the same figures, however many run at
//! a time: each game has its own seed, and only whole numbers are added up.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use engine::{Hash, Holder, Machine, Seat, Seed, Viewer, batch};
use indicatif::ProgressBar;
use machines::mafia::house::Character;
use machines::mafia::{Counts, Mafia, Phase, Setup, Speed};
use protocol::mafia::{Outcome as Ending, Role, Side};
use serde::Serialize;

use crate::activity::{
    self,
    mafia::{CHARACTERS, check_seats},
};
use crate::cli::{Players, Sim};
use crate::context::Context;
use crate::exit::{Code, Failure, Outcome};
use crate::names;
use crate::tally::Tally;
use crate::text::columns;
use crate::verbs::store_check::progress;

/// Games that a worker takes at a time.
const CHUNK: u64 = 64;

/// What is counted over games. Adding is all that is ever done to it, so the order does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Count {
    games: u64,
    town: u64,
    days: u64,
    /// By character, as town and as mafia.
    seats: [[Tally; 2]; Character::ALL.len()],
}

/// Plays and reports.
pub(crate) fn run(cx: &Context, args: &Sim) -> Outcome {
    activity::of(&args.machine)?.can_be_counted()?;
    check_seats(args.seats)?;
    let seed = args.seed.seed.map_or_else(names::fresh_seed, |seed| Ok(Seed(seed)))?;
    let jobs = args
        .jobs
        .map_or_else(|| std::thread::available_parallelism().map_or(1, NonZeroUsize::get), usize::from);
    let started = Instant::now();
    let bar = progress(cx, "games");
    bar.set_length(args.games * 2);
    let table = Table { seats: args.seats, players: args.players, seed };
    let count = play_all(args.games, jobs, &bar, |index| table.play(index, Who::House))?;
    let random = play_all(args.games, jobs, &bar, |index| table.play(index, Who::Random))?;
    bar.finish_and_clear();
    let seconds = started.elapsed().as_secs_f64();
    cx.more(format_args!("{} games in {seconds:.1} s, {jobs} at a time", args.games * 2));
    if args.json.json {
        cx.json(&report(args, seed, &count, &random))?;
    } else {
        cx.print(&words(args, seed, &count, &random))?;
    }
    Ok(Code::Fine)
}

#[derive(Clone, Copy)]
enum Who {
    House,
    Random,
}

/// What every game of a simulation has in common.
#[derive(Clone, Copy)]
struct Table {
    seats: usize,
    players: Players,
    seed: Seed,
}

impl Table {
    /// The characters move one seat on with each game, so that none is favoured by where it sits.
    fn character(&self, index: u64, seat: usize) -> Character {
        match self.players {
            Players::All(character) => character,
            Players::Mixed => {
                CHARACTERS[(seat + (index % CHARACTERS.len() as u64) as usize) % CHARACTERS.len()]
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

    fn play(&self, index: u64, who: Who) -> Result<Count, Failure> {
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
                Who::Random => Mafia::random(ask, &mut own),
                Who::House => Mafia::house(&Mafia::view(state, Viewer::Seat(ask.seat)), ask, &mut own),
            }
        });
        let stuck = |why: String| {
            Failure::failed(format!("game {index}, seed {}, did not come to its end: {why}", seed.0))
                .todo("this is a bug in the rules: please report it with this line")
        };
        let state = game.map_err(|error| stuck(error.to_string()))?.state;
        match &state.phase {
            Phase::End(ending) => Ok(self.count(index, ending)),
            _ => Err(stuck("it stopped before".to_owned())),
        }
    }

    fn count(&self, index: u64, ending: &Ending) -> Count {
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

impl Count {
    fn add(&mut self, other: &Count) {
        self.games += other.games;
        self.town += other.town;
        self.days += other.days;
        for (here, there) in self.seats.iter_mut().flatten().zip(other.seats.iter().flatten()) {
            here.add(*there);
        }
    }

    fn town(&self) -> Tally {
        Tally::of_games(self.town, self.games)
    }

    fn mafia(&self) -> Tally {
        Tally::of_games(self.games - self.town, self.games)
    }

    fn mean_days(&self) -> f64 {
        self.days as f64 / self.games.max(1) as f64
    }
}

/// Plays all games on some threads. The first failure, by number, is the one that is told.
fn play_all(
    games: u64,
    jobs: usize,
    bar: &ProgressBar,
    play: impl Fn(u64) -> Result<Count, Failure> + Sync,
) -> Result<Count, Failure> {
    let next = AtomicU64::new(0);
    let total: Mutex<Count> = Mutex::default();
    let failed: Mutex<Option<(u64, Failure)>> = Mutex::default();
    let keep = |index: u64, failure: Failure| {
        let mut failed = failed.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if failed.as_ref().is_none_or(|(first, _)| index < *first) {
            *failed = Some((index, failure));
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
                match play(index) {
                    Ok(count) => own.add(&count),
                    Err(failure) => return keep(index, failure),
                }
            }
            bar.inc(count);
        }
        total.lock().unwrap_or_else(std::sync::PoisonError::into_inner).add(&own);
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(games.div_ceil(CHUNK) as usize) {
            scope.spawn(work);
        }
    });
    match failed.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        Some((_, failure)) => Err(failure),
        None => Ok(total.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)),
    }
}

fn words(args: &Sim, seed: Seed, count: &Count, random: &Count) -> String {
    let roles = Counts::suited(args.seats);
    let dealt: Vec<String> = Role::ALL.iter().map(|role| format!("{role} {}", roles.of(*role))).collect();
    let mut out = format!(
        "{}: {} seats ({}), {} house players\n{} games from seed {}, 95 % intervals\n\n",
        args.machine,
        args.seats,
        dealt.join(", "),
        args.players.name(),
        args.games,
        seed.0
    );
    let rows = [
        ["", args.players.name(), "random baseline"].map(str::to_owned).to_vec(),
        vec!["town wins".to_owned(), count.town().words(), random.town().words()],
        vec!["mafia wins".to_owned(), count.mafia().words(), random.mafia().words()],
        vec![
            "days, mean".to_owned(),
            format!("{:5.2}", count.mean_days()),
            format!("{:5.2}", random.mean_days()),
        ],
    ];
    out.push_str(&columns(&rows));
    out.push('\n');
    let mut rows =
        vec![["character", "wins as town", "seats", "wins as mafia", "seats"].map(str::to_owned).to_vec()];
    for (character, [town, mafia]) in played(count) {
        rows.push(vec![
            character.name().to_owned(),
            town.words(),
            town.of.to_string(),
            mafia.words(),
            mafia.of.to_string(),
        ]);
    }
    out.push_str(&columns(&rows));
    out
}

/// The characters that sat at the table.
fn played(count: &Count) -> impl Iterator<Item = (Character, [Tally; 2])> {
    let seats = count.seats;
    Character::ALL.into_iter().zip(seats).filter(|(_, tallies)| tallies.iter().any(|tally| tally.of > 0))
}

#[derive(Serialize)]
struct Report {
    machine: String,
    games: u64,
    seed: u64,
    seats: usize,
    roles: Counts,
    players: &'static str,
    house: Figures,
    random: Figures,
    characters: Vec<ByCharacter>,
}

#[derive(Serialize)]
struct Figures {
    town: Rate,
    mafia: Rate,
    mean_days: f64,
}

#[derive(Serialize)]
struct Rate {
    won: u64,
    of: u64,
    rate: f64,
    low: f64,
    high: f64,
}

#[derive(Serialize)]
struct ByCharacter {
    character: &'static str,
    town: Rate,
    mafia: Rate,
}

fn report(args: &Sim, seed: Seed, count: &Count, random: &Count) -> Report {
    let rate = |tally: Tally| {
        let (low, high) = tally.interval();
        Rate { won: tally.won, of: tally.of, rate: tally.rate(), low, high }
    };
    let figures = |count: &Count| Figures {
        town: rate(count.town()),
        mafia: rate(count.mafia()),
        mean_days: count.mean_days(),
    };
    Report {
        machine: args.machine.clone(),
        games: args.games,
        seed: seed.0,
        seats: args.seats,
        roles: Counts::suited(args.seats),
        players: args.players.name(),
        house: figures(count),
        random: figures(random),
        characters: played(count)
            .map(|(character, [town, mafia])| ByCharacter {
                character: character.name(),
                town: rate(town),
                mafia: rate(mafia),
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_many_play_at_a_time_changes_nothing() {
        let table = Table { seats: 7, players: Players::Mixed, seed: Seed(7) };
        let bar = ProgressBar::hidden();
        let count =
            |jobs| play_all(150, jobs, &bar, |index| table.play(index, Who::House)).expect("they all end");
        let one = count(1);
        assert_eq!(one.games, 150);
        assert_eq!(one, count(3));
    }

    #[test]
    fn mixed_players_take_turns_at_the_seats() {
        let table = Table { seats: 5, players: Players::Mixed, seed: Seed(7) };
        let at_first: Vec<Character> = (0..4).map(|index| table.character(index, 0)).collect();
        for character in CHARACTERS {
            assert!(at_first.contains(&character));
        }
    }
}
