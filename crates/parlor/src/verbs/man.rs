//! `parlor man`: the man pages, one a verb, from the same definitions as the help.

use std::path::Path;

use clap_mangen::Man as Page;

use crate::cli::{self, Man};
use crate::context::Context;
use crate::exit::{Code, Failure, Outcome};

/// Writes one page to standard output, or all of them into a directory.
pub(crate) fn run(cx: &Context, args: &Man) -> Outcome {
    let mut command = with_examples(cli::command());
    command.build();
    match &args.dir {
        None => {
            let mut page = Vec::new();
            Page::new(command).render(&mut page)?;
            cx.print(&String::from_utf8_lossy(&page))?;
        }
        Some(dir) => {
            let failed = |error| {
                Failure::failed(
                    format!("could not write to {}: {error}", dir.display()),
                    "name a directory that you may write to",
                )
            };
            std::fs::create_dir_all(dir).map_err(failed)?;
            let count = write_all(dir, command, "parlor").map_err(failed)?;
            cx.note(format_args!("wrote {count} pages to {}", dir.display()));
        }
    }
    Ok(Code::Fine)
}

/// A page for the command and one for each below it: `parlor.1`, `parlor-table.1`, `parlor-table-show.1`.
fn write_all(dir: &Path, command: clap::Command, name: &str) -> std::io::Result<usize> {
    let mut count = 1;
    for below in command.get_subcommands() {
        count += write_all(dir, below.clone(), &format!("{name}-{}", below.get_name()))?;
    }
    let mut page = Vec::new();
    Page::new(command).title(name).render(&mut page)?;
    std::fs::write(dir.join(format!("{name}.1")), page)?;
    Ok(count)
}

/// A page has its examples after the options, as man pages do.
fn with_examples(command: clap::Command) -> clap::Command {
    let words: Vec<String> = [command.get_before_help(), command.get_after_help()]
        .into_iter()
        .flatten()
        .map(ToString::to_string)
        .collect();
    let command = if words.is_empty() { command } else { command.after_long_help(words.join("\n")) };
    command.mut_subcommands(with_examples)
}
