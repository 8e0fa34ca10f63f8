//! `parlor sim`: many sessions between house players, counted: how they ended, and where sides win, how often each does.

use std::num::NonZeroUsize;
use std::time::Instant;

use arena::{Count, Counted, Endings, Players, Series, Sessions, Stuck, Tally};
use engine::{Chance, Holder, Seed};
use mafia::Counts;
use protocol::mafia::Role;
use serde::Serialize;
use serde_json::{Value, json};
use tui::lines::columns;

use crate::activity::{self, Activity};
use crate::cli::{MIXED, Sim};
use crate::context::Context;
use crate::exit::{Code, Failure, Outcome};
use crate::names;
use crate::seating::{Laid, Manner, seated};
use crate::verbs::store_check::progress;

/// The activity whose games have sides that win: they are counted by these, beside games that are played by lot.
const SIDES: &str = "mafia";

/// How many endings are told one by one.
const ENDINGS_MAX: usize = 20;

/// Plays and reports.
pub(crate) fn run(cx: &Context, args: &Sim) -> Outcome {
    let activity = activity::of(&args.machine)?;
    let seats = activity.seats_of_house(Seed(0)).len();
    let seats = args.seats.unwrap_or(seats);
    activity.check_seats(seats)?;
    let known = activity.card().house.iter().any(|(name, _)| *name == args.players);
    if args.players != MIXED && !known {
        let names: Vec<&str> = activity.card().house.iter().map(|(name, _)| *name).collect();
        return Err(Failure::usage(
            format!("--players {}: the house of {} has no such character", args.players, activity.called()),
            format!("say {MIXED}, or one of {}", names.join(", ")),
        ));
    }
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
    let said = if args.machine == SIDES {
        bar.set_length(args.games * 2);
        let players = args.players.parse().map_or(Players::Mixed, Players::All);
        let series = Series { games: args.games, seats, players, seed };
        let counted = series.play(jobs, |more| bar.inc(more))?;
        match args.json.json {
            true => serde_json::to_value(report(args, &series, &counted)).map_err(|why| why.to_string()),
            false => Ok(words(args, &series, &counted).into()),
        }
    } else {
        bar.set_length(args.games);
        let laid = house(activity, seats, &args.players);
        let (rules, games) = (activity.rules(), args.games);
        let sessions = Sessions { rules, seats: &laid.seats, setup: &laid.setup, games, seed };
        let ended = sessions.play(jobs, |more| bar.inc(more))?;
        Ok(match args.json.json {
            true => json!({
                "machine": args.machine, "games": games, "seed": seed.0, "seats": seats, "players": args.players,
                "endings": ended.endings, "phases": ended.phases,
                "mean_decisions": mean(ended.decisions, games),
            }),
            false => endings(activity, args, seed, &ended).into(),
        })
    };
    bar.finish_and_clear();
    let seconds = started.elapsed().as_secs_f64();
    cx.more(format_args!("{} games in {seconds:.1} s, {jobs} at a time", args.games));
    match said.map_err(|why| Failure::bug(format!("the figures could not be written as JSON: {why}")))? {
        Value::String(words) => cx.print(&words)?,
        figures => cx.json(&figures)?,
    }
    Ok(Code::Fine)
}

/// A table of the house, in one character or in all that take turns; the seat that leads has its own.
fn house(activity: Activity, seats: usize, players: &str) -> Laid {
    let (card, custom) = (activity.card(), activity.custom());
    let seat = |at: usize| {
        let leads = at == custom.chairs(seats);
        let holder = match players {
            MIXED => card.character(&custom, leads, at),
            _ if leads => card.character(&custom, leads, at),
            one => Holder::House(one.to_owned()),
        };
        (format!("Seat {}", at + 1), holder)
    };
    activity.laid(seated((0..seats).map(seat).collect()), Manner::default())
}

fn mean(sum: u64, games: u64) -> f64 {
    sum as f64 / games.max(1) as f64
}

/// How they ended, which phases they came to, and how long they were.
fn endings(activity: Activity, args: &Sim, seed: Seed, ended: &Endings) -> String {
    let Endings { endings, phases, decisions } = ended;
    let mut out = format!(
        "{}: {} sessions of the house ({}) from seed {}, {:.1} decisions each\n\n",
        activity.called(),
        args.games,
        args.players,
        seed.0,
        mean(*decisions, args.games)
    );
    let share = |count: u64| format!("{:5.1} %", mean(count * 100, args.games));
    let mut all: Vec<(&String, &u64)> = endings.iter().collect();
    all.sort_by_key(|(ending, count)| (std::cmp::Reverse(**count), *ending));
    let mut rows = vec![vec!["how it ended".to_owned(), "sessions".to_owned(), String::new()]];
    for (ending, count) in all.iter().take(ENDINGS_MAX) {
        rows.push(vec![protocol::clean_line(ending), count.to_string(), share(**count)]);
    }
    let rest: u64 = all.iter().skip(ENDINGS_MAX).map(|(_, count)| **count).sum();
    if rest > 0 {
        rows.push(vec!["otherwise".to_owned(), rest.to_string(), share(rest)]);
    }
    out.push_str(&columns(&rows));
    out.push('\n');
    let mut rows = vec![vec!["phase".to_owned(), "reached by".to_owned(), String::new()]];
    for card in activity.rules().phases() {
        let count = phases.get(card.name).copied().unwrap_or(0);
        rows.push(vec![card.title.to_owned(), count.to_string(), share(count)]);
    }
    out.push_str(&columns(&rows));
    out
}

impl From<Stuck> for Failure {
    fn from(stuck: Stuck) -> Failure {
        let Stuck { game, seed: Seed(seed), why } = stuck;
        Failure::bug(format!("game {game}, seed {seed}, did not come to its end: {why}"))
    }
}

fn words(args: &Sim, series: &Series, Counted { house, random }: &Counted) -> String {
    let Series { seats, players, seed, .. } = *series;
    let roles = Counts::suited(seats);
    let dealt: Vec<String> = Role::ALL.iter().map(|role| format!("{role} {}", roles.of(*role))).collect();
    let mut out = format!(
        "{}: {} seats ({}), {} house players\n{} games from seed {}, 95 % intervals\n\n",
        args.machine,
        seats,
        dealt.join(", "),
        players.name(),
        args.games,
        seed.0
    );
    let rows = [
        ["", players.name(), "random baseline"].map(str::to_owned).to_vec(),
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

fn report(args: &Sim, series: &Series, Counted { house, random }: &Counted) -> Report {
    let Series { seats, players, seed, .. } = *series;
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
        seats,
        roles: Counts::suited(seats),
        players: players.name(),
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
