//! Those who take a seat: `play` and `mcp`.

use std::path::PathBuf;

use clap::Args;

use super::{SeedFlag, Speed, SpeedFlag, activity};

/// `play`.
#[derive(Args, Debug)]
pub(crate) struct Play {
    /// What to play
    #[arg(value_name = "MACHINE", value_parser = activity())]
    pub(crate) machine: Option<String>,
    /// Your name at the table
    #[arg(long = "as", value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// mafia: how many seats, or who sits in them: NAME=person, NAME=house:CHARACTER or NAME=model:SPEC, with commas
    /// between
    #[arg(long, value_name = "N|LIST")]
    pub(crate) seats: Option<String>,
    /// story: how many play a character; the house plays those that nobody else does
    #[arg(long, value_name = "N")]
    pub(crate) party: Option<u8>,
    /// story: what shall never be told at this table, with commas between
    #[arg(long, value_name = "WORDS")]
    pub(crate) lines: Option<String>,
    /// story: what shall be told only from afar, with commas between
    #[arg(long, value_name = "WORDS")]
    pub(crate) veils: Option<String>,
    /// tidying: what the space is called; a later session in the same space goes on with what was left
    #[arg(long, value_name = "NAME")]
    pub(crate) space: Option<String>,
    /// tidying: a file of things that your household knows, in the form of the house's own list
    #[arg(long, value_name = "FILE")]
    pub(crate) things: Option<PathBuf>,
    /// Which model sits where: seats such as 3,5-7 or all, and provider:model@key=value; without seats, every seat
    /// but yours, in a story the game master's, and in tidying the coach's. May be given again; the last word counts
    #[arg(long = "model", value_name = "[SEATS=]SPEC", allow_hyphen_values = true)]
    pub(crate) models: Vec<String>,
    /// What the models may use: 0.50usd, $0.50, 200000tokens, or both with a comma
    #[arg(long, value_name = "AMOUNT", allow_hyphen_values = true)]
    pub(crate) budget: Option<String>,
    /// Record every model call on this file, for --model all=replay:FILE with the same seed
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// The seed.
    #[command(flatten)]
    pub(crate) seed: SeedFlag,
    /// The speed.
    #[command(flatten)]
    pub(crate) speed: SpeedFlag,
    /// Full screen, where nobody but models and the house plays
    #[arg(long)]
    pub(crate) screen: bool,
    /// Plain lines, even where there is a whole screen
    #[arg(long, conflicts_with = "screen")]
    pub(crate) plain: bool,
    /// Never show what only you may know: others see this screen
    #[arg(long)]
    pub(crate) no_secrets: bool,
}

/// `mcp`.
#[derive(Args, Debug)]
pub(crate) struct Mcp {
    /// The agent's seat: its number, or a name
    #[arg(long, value_name = "N|NAME")]
    pub(crate) seat: Option<String>,
    /// Go on with this session, in which a person has the seat, instead of laying a new table
    #[arg(long, value_name = "ID", conflicts_with_all = ["machine", "seats", "seed"])]
    pub(crate) session: Option<String>,
    /// What to play; the first of the list, if nothing is said
    #[arg(long, value_name = "MACHINE", value_parser = activity())]
    pub(crate) machine: Option<String>,
    /// How many seats, or who sits in them: NAME=person for the agent or NAME=house:CHARACTER, with commas between
    #[arg(long, value_name = "N|LIST")]
    pub(crate) seats: Option<String>,
    /// The seed.
    #[command(flatten)]
    pub(crate) seed: SeedFlag,
    /// How fast it goes; instant if nothing is said, so that no deadline passes while the agent thinks
    #[arg(long, value_name = "SPEED", value_enum)]
    pub(crate) speed: Option<Speed>,
}
