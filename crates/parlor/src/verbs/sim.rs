//! `parlor sim`: many sessions between house players, counted: how they ended, and where sides win, how often each does.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Instant;

use arena::{Compared, Counts, Endings, Series, Stuck, Tally};
use engine::{Chance, Holder, Seat, Seed};
use serde_json::{Map, Value, json};
use tui::lines::columns;

use crate::activity::{self, Activity};
use crate::cli::{MIXED, Sim};
use crate::context::Context;
use crate::exit::{Code, Failure, Outcome};
use crate::names;
use crate::seating::{Manner, seated};
use crate::verbs::store_check::progress;

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
    let tables = tables(activity, seats, &args.players);
    let setup = activity.laid(tables[0].to_vec(), Manner::default()).setup;
    let series = Series { rules: activity.rules(), tables: &tables, setup: &setup, games: args.games, seed };
    let said = match activity.custom().counted {
        Some(counted) => {
            bar.set_length(args.games * 2);
            let compared = series.counts(counted, jobs, |more| bar.inc(more))?;
            match args.json.json {
                true => report(args, &series, &compared),
                false => words(args, &series, &compared).into(),
            }
        }
        None => {
            bar.set_length(args.games);
            let ended = series.endings(jobs, |more| bar.inc(more))?;
            match args.json.json {
                true => json!({
                    "machine": args.machine, "games": args.games, "seed": seed.0, "seats": seats,
                    "players": args.players, "endings": ended.endings, "phases": ended.phases,
                    "mean_decisions": mean(ended.decisions, args.games),
                }),
                false => endings(activity, args, seed, &ended).into(),
            }
        }
    };
    bar.finish_and_clear();
    let seconds = started.elapsed().as_secs_f64();
    cx.more(format_args!("{} games in {seconds:.1} s, {jobs} at a time", args.games));
    match said {
        Value::String(words) => cx.print(&words)?,
        figures => cx.json(&figures)?,
    }
    Ok(Code::Fine)
}

/// Tables of the house, in one character or in all that take turns; the seat that leads has its own. Those that take turns move one
/// seat on with each table.
fn tables(activity: Activity, seats: usize, players: &str) -> Vec<Arc<[Seat]>> {
    let (card, custom) = (activity.card(), activity.custom());
    let table = |first: usize| {
        let seat = |at: usize| {
            let leads = at == custom.chairs(seats);
            let holder = match players {
                MIXED => card.character(&custom, leads, first + at),
                _ if leads => card.character(&custom, leads, at),
                one => Holder::House(one.to_owned()),
            };
            (format!("Seat {}", at + 1), holder)
        };
        seated((0..seats).map(seat).collect()).into()
    };
    let turns = if players == MIXED { custom.by_turns.max(1) } else { 1 };
    (0..turns).map(table).collect()
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

fn words(args: &Sim, series: &Series, Compared { house, random }: &Compared) -> String {
    let dealt: Vec<String> = house.roles().map(|(role, mean)| format!("{role} {mean}")).collect();
    let dealt = if dealt.is_empty() { String::new() } else { format!(" ({})", dealt.join(", ")) };
    let mut out = format!(
        "{}: {} seats{dealt}, {} house players\n{} games from seed {}, 95 % intervals\n\n",
        args.machine,
        series.tables[0].len(),
        args.players,
        args.games,
        series.seed.0
    );
    let mut rows = vec![["", &args.players, "random baseline"].map(str::to_owned).to_vec()];
    for ((side, house), (_, random)) in house.sides().zip(random.sides()) {
        rows.push(vec![format!("{side} wins"), share(house), share(random)]);
    }
    for ((measure, house), (_, random)) in house.measures().zip(random.measures()) {
        rows.push(vec![format!("{measure}, mean"), format!("{house:5.2}"), format!("{random:5.2}")]);
    }
    out.push_str(&columns(&rows));
    out.push('\n');
    let mut head = vec!["character".to_owned()];
    for (side, _) in house.sides() {
        head.extend([format!("wins as {side}"), "seats".to_owned()]);
    }
    let mut rows = vec![head];
    for (character, sides) in house.characters() {
        let mut row = vec![character.to_owned()];
        for (_, tally) in sides {
            row.extend([share(tally), tally.of.to_string()]);
        }
        rows.push(row);
    }
    out.push_str(&columns(&rows));
    out
}

fn report(args: &Sim, series: &Series, Compared { house, random }: &Compared) -> Value {
    let figures = |counts: &Counts| {
        let sides = counts.sides().map(|(side, tally)| (side.to_owned(), rate(tally)));
        let means = counts.measures().map(|(measure, mean)| (format!("mean_{measure}"), json!(mean)));
        Value::Object(sides.chain(means).collect())
    };
    let characters = house.characters().map(|(character, sides)| {
        let mut row = Map::from_iter([("character".to_owned(), json!(character))]);
        row.extend(sides.map(|(side, tally)| (side.to_owned(), rate(tally))));
        Value::Object(row)
    });
    // A number that is whole is written as one.
    let roles = house.roles().map(|(role, mean)| match mean.fract() == 0.0 {
        true => (role.to_owned(), json!(mean as u64)),
        false => (role.to_owned(), json!(mean)),
    });
    json!({
        "machine": args.machine, "games": args.games, "seed": series.seed.0, "seats": series.tables[0].len(),
        "roles": roles.collect::<Map<_, _>>(), "players": args.players,
        "house": figures(house), "random": figures(random), "characters": characters.collect::<Vec<_>>(),
    })
}

fn rate(tally: Tally) -> Value {
    let (low, high) = tally.interval();
    json!({"won": tally.won, "of": tally.of, "rate": tally.rate(), "low": low, "high": high})
}

fn share(tally: Tally) -> String {
    if tally.of == 0 {
        return "none played".to_owned();
    }
    let (low, high) = tally.interval();
    format!("{:5.1} %  [{:.1}–{:.1}]", tally.rate() * 100.0, low * 100.0, high * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixed_players_take_turns_at_the_seats() {
        for activity in activity::all().filter(|activity| activity.custom().by_turns > 1) {
            let tables = tables(activity, activity.usual(), MIXED);
            for (name, _) in &activity.card().house[..activity.custom().by_turns] {
                let sits = |table: &Arc<[Seat]>| table[0].holder == Holder::House((*name).to_owned());
                assert_eq!(tables.iter().filter(|table| sits(table)).count(), 1, "{name}");
            }
        }
    }
}
