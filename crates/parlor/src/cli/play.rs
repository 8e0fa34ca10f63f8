//! Those who take a seat: `play` and `mcp`.

use std::path::PathBuf;

use clap::Args;

use engine::Speed;
use protocol::table::Language;

use super::{CheckFlag, FaceFlags, Others, SeedFlag, SpeedFlag, activity, speed};

/// `play`.
#[derive(Args, Debug)]
pub(crate) struct Play {
    /// What to play
    #[arg(value_name = "MACHINE", value_parser = activity())]
    pub(crate) machine: Option<String>,
    /// Your name at the table
    #[arg(long = "as", value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// How many seats, or who sits in them: NAME=person, NAME=house:CHARACTER or NAME=model:SPEC, with commas between; not
    /// where one seat leads the others
    #[arg(long, value_name = "N|LIST")]
    pub(crate) seats: Option<String>,
    /// Choose an option by its place in the setup: a number, words, yes or no, or @FILE for what stands in a file. May be given
    /// again; every option has a flag of its own, too
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(crate) sets: Vec<String>,
    /// What was given by flags that come from options: the place in the setup, and the words.
    #[arg(skip)]
    pub(crate) options: Vec<(String, String)>,
    /// How many play beside whoever leads them.
    #[arg(skip)]
    pub(crate) others: Option<Others>,
    /// Which model sits where: seats such as 3,5-7 or all, and provider:model@key=value; without seats, the
    /// seat that leads the others, or every seat but yours. May be given again; the last word counts
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
    /// The face.
    #[command(flatten)]
    pub(crate) face: FaceFlags,
    /// Whether models are asked.
    #[command(flatten)]
    pub(crate) check: CheckFlag,
    /// Never show what only you may know: others see this screen
    #[arg(long)]
    pub(crate) no_secrets: bool,
    /// What is spoken at the table, such as de: models are told to; the house and the rules speak English
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    pub(crate) language: Language,
}

/// `mcp`.
#[derive(Args, Debug)]
pub(crate) struct Mcp {
    /// The agent's seat: its number, or a name
    #[arg(long, value_name = "N|NAME")]
    pub(crate) seat: Option<String>,
    /// Go on with this session, in which a person has the seat, instead of laying a new table
    #[arg(long, value_name = "ID", conflicts_with_all = ["machine", "seats", "sets", "seed"])]
    pub(crate) session: Option<String>,
    /// What to play; the first of the list, if nothing is said
    #[arg(long, value_name = "MACHINE", value_parser = activity())]
    pub(crate) machine: Option<String>,
    /// How many seats, or who sits in them: NAME=person for the agent or NAME=house:CHARACTER, with commas between
    #[arg(long, value_name = "N|LIST")]
    pub(crate) seats: Option<String>,
    /// An option of what is played, such as campaign='The Long Winter' for a story; given as often as needed
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(crate) sets: Vec<String>,
    /// The seed.
    #[command(flatten)]
    pub(crate) seed: SeedFlag,
    /// How fast it goes; instant if nothing is said: then no deadline passes but one that the activity sets at every speed
    #[arg(long, value_name = "SPEED", value_parser = speed())]
    pub(crate) speed: Option<Speed>,
}
