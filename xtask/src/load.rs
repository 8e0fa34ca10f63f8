//! `cargo xtask load`: a thousand tables on the real server, and what it makes of them.

use crate::Failed;
use crate::shell::{cargo, must};

/// The verb. What the arguments mean is for the load to say.
pub(crate) fn run(args: &[String]) -> Result<(), Failed> {
    let mut command =
        cargo(&["bench", "--profile", "dist", "--locked", "-p", "parlor-app", "--bench", "load", "--"]);
    command.args(args);
    Ok(must(command)?)
}
