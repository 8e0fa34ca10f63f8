//! Flags that several verbs have, each defined once.

use std::net::SocketAddr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use engine::{Chance, Speed, Viewer};

/// Flags of every verb.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "With every verb")]
pub(crate) struct General {
    /// When to use colour
    #[arg(long, value_enum, value_name = "WHEN", global = true, default_value_t)]
    pub(crate) color: Color,
    /// Colours for which ground; the terminal is asked, if nothing is said
    #[arg(long, value_enum, value_name = "GROUND", global = true)]
    pub(crate) theme: Option<Ground>,
    /// Signs and lines from ASCII alone
    #[arg(long, global = true)]
    pub(crate) ascii: bool,
    /// Say nothing but results and errors
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Say more
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub(crate) verbose: u8,
}

/// What `--color` says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
#[allow(missing_docs, reason = "each is what its name says")]
pub(crate) enum Color {
    #[default]
    Auto,
    Always,
    Never,
}

/// What `--theme` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[allow(missing_docs, reason = "each is what its name says")]
pub(crate) enum Ground {
    Auto,
    Light,
    Dark,
}

/// `--plain` and `--screen`.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct FaceFlags {
    /// Full screen, with seats, votes and phases
    #[arg(long)]
    pub(crate) screen: bool,
    /// Plain lines, even where there is a whole screen
    #[arg(long, conflicts_with = "screen")]
    pub(crate) plain: bool,
}

impl FaceFlags {
    /// What of it is said again, to go on in the same way.
    pub(crate) fn again(self) -> &'static str {
        if self.plain { " --plain" } else { "" }
    }
}

/// `--seed`.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct SeedFlag {
    /// Where all chance comes from: the same seed gives the same evening; N, or all that is told at the end of one
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<Chance>,
}

/// `--speed`.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct SpeedFlag {
    /// How fast it goes
    #[arg(long, value_name = "SPEED", value_parser = speed())]
    pub(crate) speed: Option<Speed>,
}

/// How fast it goes, as it is typed.
pub(super) fn speed() -> impl TypedValueParser<Value = Speed> {
    let about = |speed: Speed| match speed {
        Speed::Relaxed => "A minute and a half for every answer of a person",
        Speed::Normal => "Seconds for every answer",
        Speed::Fast => "Twice as fast",
        Speed::Debug => "To try things out",
        Speed::Step => "No deadlines: each phase ends when you press Enter",
        Speed::Instant => "No waiting and no deadlines",
    };
    let all = [Speed::Relaxed, Speed::Normal, Speed::Fast, Speed::Debug, Speed::Step, Speed::Instant];
    let values = all.map(|speed| PossibleValue::new(speed.name()).help(about(speed)));
    PossibleValuesParser::new(values)
        .map(move |said| all.into_iter().find(|speed| speed.name() == said).unwrap_or(Speed::Normal))
}

/// `--no-check`.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct CheckFlag {
    /// Do not ask first whether the models can be reached
    #[arg(long)]
    pub(crate) no_check: bool,
}

/// `--json`.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct JsonFlag {
    /// One JSON object instead of words
    #[arg(long)]
    pub(crate) json: bool,
}

/// `--as VIEWER`.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct ViewerFlag {
    /// Through whose eyes: public, observer, host or seat:N
    #[arg(long = "as", value_name = "VIEWER", value_parser = viewer)]
    pub(crate) viewer: Option<Viewer>,
}

/// The number of a record, as it is typed.
pub(super) fn record(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "a record is a whole number: parlor replay ID --numbers shows them".to_owned())
}

/// How many games somebody wants.
pub(super) fn games(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| (1..=10_000_000).contains(number));
    number.ok_or_else(|| "give a whole number from 1 to 10000000".to_owned())
}

/// Where to listen.
pub(super) fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| "write an address and a port, such as 127.0.0.1:7777 or [::1]:7777".to_owned())
}

fn viewer(text: &str) -> Result<Viewer, String> {
    text.parse()
}
