//! `parlor sim`: many games between house players, counted.

use std::num::NonZeroUsize;
use std::time::Instant;

use arena::{Count, Counted, Series, Stuck, Tally};
use engine::{Chance, Seed};
use mafia::Counts;
use protocol::mafia::Role;
use serde::Serialize;
use tui::lines::columns;

use crate::activity::{self, mafia::check_seats};
use crate::cli::Sim;
use crate::context::Context;
use crate::exit::{Code, Failure, Outcome};
use crate::names;
use crate::verbs::store_check::progress;

/// Plays and reports.
pub(crate) fn run(cx: &Context, args: &Sim) -> Outcome {
    activity::of(&args.machine)?.can_be_counted()?;
    check_seats(args.seats)?;
    let seed = match args.seed.seed {
        None => names::fresh_seed()?,
        Some(Chance { seed, salt: None }) => seed,
        Some(Chance { salt: Some(_), .. }) => {
            return Err(Failure::usage("a series of games is drawn from a number alone", "say --seed 7"));
        }
    };
    let jobs = args
        .jobs
        .map_or_else(|| std::thread::available_parallelism().map_or(1, NonZeroUsize::get), usize::from);
    let started = Instant::now();
    let bar = progress(cx, "games");
    bar.set_length(args.games * 2);
    let series = Series { games: args.games, seats: args.seats, players: args.players, seed };
    let counted = series.play(jobs, |more| bar.inc(more))?;
    bar.finish_and_clear();
    let seconds = started.elapsed().as_secs_f64();
    cx.more(format_args!("{} games in {seconds:.1} s, {jobs} at a time", args.games * 2));
    if args.json.json {
        cx.json(&report(args, seed, &counted))?;
    } else {
        cx.print(&words(args, seed, &counted))?;
    }
    Ok(Code::Fine)
}

impl From<Stuck> for Failure {
    fn from(stuck: Stuck) -> Failure {
        let Stuck { game, seed: Seed(seed), why } = stuck;
        Failure::bug(format!("game {game}, seed {seed}, did not come to its end: {why}"))
    }
}

fn words(args: &Sim, seed: Seed, Counted { house, random }: &Counted) -> String {
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
        vec!["town wins".to_owned(), share(house.town()), share(random.town())],
        vec!["mafia wins".to_owned(), share(house.mafia()), share(random.mafia())],
        vec![
            "days, mean".to_owned(),
            format!("{:5.2}", house.mean_days()),
            format!("{:5.2}", random.mean_days()),
        ],
    ];
    out.push_str(&columns(&rows));
    out.push('\n');
    let mut rows =
        vec![["character", "wins as town", "seats", "wins as mafia", "seats"].map(str::to_owned).to_vec()];
    for (character, [town, mafia]) in house.characters() {
        rows.push(vec![
            character.name().to_owned(),
            share(town),
            town.of.to_string(),
            share(mafia),
            mafia.of.to_string(),
        ]);
    }
    out.push_str(&columns(&rows));
    out
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

fn report(args: &Sim, seed: Seed, Counted { house, random }: &Counted) -> Report {
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
        house: figures(house),
        random: figures(random),
        characters: house
            .characters()
            .map(|(character, [town, mafia])| ByCharacter {
                character: character.name(),
                town: rate(town),
                mafia: rate(mafia),
            })
            .collect(),
    }
}

fn share(tally: Tally) -> String {
    if tally.of == 0 {
        return "none played".to_owned();
    }
    let (low, high) = tally.interval();
    format!("{:5.1} %  [{:.1}–{:.1}]", tally.rate() * 100.0, low * 100.0, high * 100.0)
}
