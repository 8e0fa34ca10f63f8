//! `parlor completions`: what a shell needs to complete a command line.

use crate::cli::{self, Completions};
use crate::context::Context;
use crate::exit::{Code, Outcome};

/// Writes the completions for a shell.
pub(crate) fn run(cx: &Context, args: &Completions) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut cli::command(), "parlor", &mut script);
    cx.print(&String::from_utf8_lossy(&script))?;
    Ok(Code::Fine)
}
