//! `cargo xtask sim`: many games of Mafia between house players, by the optimised binary.

use crate::Failed;
use crate::shell::{cargo, must};

/// The verb. What the arguments mean is for the binary to say.
pub(crate) fn run(args: &[String]) -> Result<(), Failed> {
    let mut command =
        cargo(&["run", "--profile", "dist", "--locked", "-p", "parlor-app", "--", "sim", "mafia"]);
    command.args(args);
    Ok(must(command)?)
}
