//! `cargo xtask bench`: every figure of this machine, in one run.

use crate::Failed;
use crate::shell::{cargo, must};

/// The verb. What the arguments mean is for the bench to say.
pub(crate) fn run(args: &[String]) -> Result<(), Failed> {
    let mut command = cargo(&["bench", "--locked", "-p", "parlor", "--bench", "figures", "--"]);
    command.args(args);
    Ok(must(command)?)
}
