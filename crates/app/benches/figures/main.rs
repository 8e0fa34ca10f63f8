//! The figures of this machine, in one run: `cargo xtask bench`.
//!
//! Everything runs on the main thread but for what a store or a host does on threads of its own. Each figure is the
//! median of several rounds. `--quick` makes the rounds short, `--save FILE` keeps the figures besides
//! `target/figures.json`, and `--strict` ends with 1 if a goal is missed.
#![allow(clippy::expect_used, reason = "a measurement that fails may say so by stopping")]

mod clock;
mod durable;
mod figure;
mod games;
mod growth;
mod memory;
mod models;
mod place;
mod replay;
mod sitting;
mod stats;
mod step;

use std::process::ExitCode;
use std::time::Duration;

use figure::{Figure, Report};
use place::{Place, root};

/// How long the run may take.
#[derive(Clone, Copy)]
pub(crate) struct Length {
    quick: bool,
}

impl Length {
    fn rounds(self) -> usize {
        self.pick(7, 3)
    }

    /// What a round works, at least. Its clock ticks in milliseconds.
    fn stretch(self) -> Duration {
        Duration::from_millis(self.pick(400, 100))
    }

    fn pick<T>(self, whole: T, quick: T) -> T {
        if self.quick { quick } else { whole }
    }
}

/// A part of the run: what it is about, and what measures it.
type Part = (&'static str, fn(Length) -> Vec<Figure>);

/// Every part. Memory comes first: what later parts leave behind would hide what a session takes.
const PARTS: &[Part] = &[
    ("memory", memory::measure),
    ("games", games::measure),
    ("replay", replay::measure),
    ("step", step::measure),
    ("durable", durable::measure),
    ("cold", durable::cold),
    ("growth", growth::measure),
    ("models", models::measure),
    ("size", |_| durable::size()),
];

const USAGE: &str = "usage: cargo xtask bench [--quick] [--strict] [--save FILE] [--only PART]";

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(code) => code,
        Err(why) => {
            eprintln!("error: {why}\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn run(mut args: impl Iterator<Item = String>) -> Result<ExitCode, String> {
    let (mut quick, mut strict, mut save, mut only) = (false, false, None, None);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} needs a value"));
        match arg.as_str() {
            // What cargo tells every bench.
            "--bench" => {}
            "--quick" => quick = true,
            "--strict" => strict = true,
            "--save" => save = Some(value()?),
            "--only" => only = Some(value()?),
            other => return Err(format!("{other:?} means nothing here")),
        }
    }
    if let Some(only) = &only
        && !PARTS.iter().any(|(name, _)| name == only)
    {
        let names: Vec<&str> = PARTS.iter().map(|(name, _)| *name).collect();
        return Err(format!("there is no part {only:?}; choose one of {}", names.join(", ")));
    }
    let mut place = Place::here(quick);
    let mut figures = Vec::new();
    for (name, measure) in PARTS.iter().filter(|(name, _)| only.as_deref().is_none_or(|only| only == *name)) {
        eprintln!("measuring: {name}");
        figures.extend(measure(Length { quick }));
    }
    place.leave();
    let games =
        figures.iter().find(|figure| figure.name.contains("random seats")).map(|figure| figure.spread.median);
    let report = Report { place, figures, games: games.unwrap_or(f64::NAN), peers: games::PEERS };
    let always = only.is_none().then(|| "target/figures.json".to_owned());
    let keep: Vec<_> = always.into_iter().chain(save).map(|path| root().join(path)).collect();
    report.end(&keep, strict)
}
