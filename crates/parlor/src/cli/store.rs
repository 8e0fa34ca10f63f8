//! What is done with the store as a whole, `store`, and with a session in it, `session`.

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
    /// Put a backup in its place
    #[command(before_help = "\
Examples:
  parlor store restore /mnt/backup/parlor-monday
  parlor store restore /mnt/backup/parlor-monday --replace    what is there now is moved aside, and kept
")]
    Restore(StoreRestore),
    /// Give the disk back what it does not use any more, as after much was deleted
    #[command(before_help = "\
Examples:
  parlor store vacuum
")]
    Vacuum(StoreVacuum),
}

/// `store backup`.
#[derive(Args, Debug)]
pub(crate) struct StoreBackup {
    /// A directory that is not there yet, or is empty
    pub(crate) dir: PathBuf,
}

/// `store restore`.
#[derive(Args, Debug)]
pub(crate) struct StoreRestore {
    /// A directory that `parlor store backup` made
    pub(crate) dir: PathBuf,
    /// Move a store that is there already aside
    #[arg(long)]
    pub(crate) replace: bool,
}

/// `store vacuum`.
#[derive(Args, Debug)]
pub(crate) struct StoreVacuum {
    /// As JSON.
    #[command(flatten)]
    pub(crate) json: JsonFlag,
}

/// `session`.
#[derive(Args, Debug)]
pub(crate) struct Session {
    /// What of it.
    #[command(subcommand)]
    pub(crate) verb: SessionVerb,
}

/// `session …`.
#[derive(Subcommand, Debug)]
pub(crate) enum SessionVerb {
    /// Delete a session for good, with its photos and every right at it
    #[command(before_help = "\
Examples:
  parlor session delete 7f3a          forks of it, exports and backups are not touched
")]
    Delete(SessionDelete),
}

/// `session delete`.
#[derive(Args, Debug)]
pub(crate) struct SessionDelete {
    /// The session; the beginning of its id is enough
    pub(crate) id: String,
    /// As JSON.
    #[command(flatten)]
    pub(crate) json: JsonFlag,
}

/// `store check`.
#[derive(Args, Debug)]
pub(crate) struct StoreCheck {
    /// As JSON.
    #[command(flatten)]
    pub(crate) json: JsonFlag,
}
