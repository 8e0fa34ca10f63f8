//! Those who want to know the machines: `machine`.

use clap::{Args, Subcommand, ValueEnum};

use super::{JsonFlag, machine};

/// `machine`.
#[derive(Args, Debug)]
pub(crate) struct Machine {
    /// What of it.
    #[command(subcommand)]
    pub(crate) verb: MachineVerb,
}

/// `machine …`.
#[derive(Subcommand, Debug)]
pub(crate) enum MachineVerb {
    /// List the machines
    List(MachineList),
    /// Show a machine: its phases, what may follow, what may be done, for how long
    #[command(before_help = "\
Examples:
  parlor machine show {first}
  parlor machine show table --format mermaid
  parlor machine show {first} --format json
")]
    Show(MachineShow),
}

/// `machine list`.
#[derive(Args, Debug)]
pub(crate) struct MachineList {
    /// As JSON.
    #[command(flatten)]
    pub(crate) json: JsonFlag,
}

/// `machine show`.
#[derive(Args, Debug)]
pub(crate) struct MachineShow {
    /// The machine
    #[arg(value_parser = machine())]
    pub(crate) name: String,
    /// In which form
    #[arg(long, value_enum, value_name = "FORM", default_value_t, conflicts_with = "json")]
    pub(crate) format: MachineFormat,
    /// As JSON.
    #[command(flatten)]
    pub(crate) json: JsonFlag,
}

/// The forms of a machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum MachineFormat {
    /// A diagram and a table
    #[default]
    Text,
    /// A Mermaid state diagram
    Mermaid,
    /// A picture
    Svg,
    /// All that the machine declares
    Json,
}
