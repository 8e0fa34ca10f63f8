//! `cargo xtask shots`: a picture of every page, in a wide window and in a narrow one, to look at.

use crate::browser::{ready, script};
use crate::shell::must;
use crate::{Failed, shell};

/// Where they go if nothing else is said.
const FOLDER: &str = "target/shots";

/// What is wanted.
#[derive(Debug, PartialEq, Eq)]
struct Wanted<'a> {
    folder: &'a str,
    /// Are those of the README to be written anew?
    keep: bool,
}

/// The verb.
pub(crate) fn run(args: &[String]) -> Result<(), Failed> {
    let wanted = parse(args)?;
    let mut command = script("shots.mjs", &ready()?);
    command.arg(shell::root().join(wanted.folder));
    if wanted.keep {
        command.arg("--keep");
    }
    must(command)?;
    Ok(())
}

fn parse(args: &[String]) -> Result<Wanted<'_>, String> {
    let mut wanted = Wanted { folder: FOLDER, keep: false };
    for arg in args {
        match arg.as_str() {
            "--keep" => wanted.keep = true,
            flag if flag.starts_with('-') => {
                return Err(format!("`cargo xtask shots` takes a folder and `--keep`, not `{flag}`"));
            }
            folder => wanted.folder = folder,
        }
    }
    Ok(wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(args: &[&str]) -> Option<(String, bool)> {
        let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
        parse(&args).ok().map(|wanted| (wanted.folder.to_owned(), wanted.keep))
    }

    #[test]
    fn a_folder_and_a_flag_are_read_in_any_order() {
        assert_eq!(parsed(&[]), Some((FOLDER.to_owned(), false)));
        assert_eq!(parsed(&["--keep", "x"]), Some(("x".to_owned(), true)));
        assert_eq!(parsed(&["x", "--keep"]), Some(("x".to_owned(), true)));
        assert_eq!(parsed(&["--kep"]), None);
    }
}
