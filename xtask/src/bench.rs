//! `cargo xtask bench`: every figure of this machine, in one run.

use crate::shell::{cargo, must};
use crate::{Failed, figures};

/// The verb. What the arguments mean is for the bench to say.
pub(crate) fn run(args: &[String]) -> Result<(), Failed> {
    let mut command =
        cargo(&["bench", "--profile", "dist", "--locked", "-p", "parlor-app", "--bench", "figures", "--"]);
    command.args(args);
    Ok(figures::keeping(|| must(command))?)
}
