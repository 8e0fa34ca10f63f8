//! What is done with the store as a whole: `store`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::JsonFlag;

/// `store`.
#[derive(Args, Debug)]
pub(crate) struct Store {
    /// What of it.
    #[command(subcommand)]
    pub(crate) verb: StoreVerb,
}

/// `store …`.
#[derive(Subcommand, Debug)]
pub(crate) enum StoreVerb {
    /// Copy it as it is now, while it is in use or not, and check the copy
    #[command(before_help = "\
Examples:
  parlor store backup /mnt/backup/parlor-monday
  PARLOR_HOME=/mnt/backup/parlor-monday parlor sessions
")]
    Backup(StoreBackup),
    /// Read everything, believe nothing, and say what is wrong
    #[command(before_help = "\
Examples:
  parlor store check
  parlor store check --json
")]
    Check(StoreCheck),
}

/// `store backup`.
#[derive(Args, Debug)]
pub(crate) struct StoreBackup {
    /// A directory that is not there yet, or is empty
    pub(crate) dir: PathBuf,
}

/// `store check`.
#[derive(Args, Debug)]
pub(crate) struct StoreCheck {
    /// As JSON.
    #[command(flatten)]
    pub(crate) json: JsonFlag,
}
