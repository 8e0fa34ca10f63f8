//! `cargo xtask playthroughs`: the checked-in transcript of every machine, compared or written anew.
//!
//! Not a step of its own in CI: the test that compares is one of those that nextest runs there.

use crate::Failed;
use crate::shell::{cargo, must};

/// The verb.
pub(crate) fn run(args: &[String]) -> Result<(), Failed> {
    let write = writes(args)?;
    let test =
        ["nextest", "run", "--locked", "-p", "parlor-rules", "--test", "every", "-E", "test(playthrough)"];
    let mut command = cargo(&test);
    if write {
        command.env("PARLOR_WRITE_PLAYTHROUGHS", "1");
    }
    Ok(must(command)?)
}

fn writes(args: &[String]) -> Result<bool, String> {
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--check"] => Ok(false),
        ["--write"] => Ok(true),
        _ => Err("say `--check` to compare the transcripts, or `--write` to write them anew".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_the_two_must_be_said() {
        let said = |args: &[&str]| writes(&args.iter().map(|arg| (*arg).to_owned()).collect::<Vec<_>>());
        assert_eq!((said(&["--check"]), said(&["--write"])), (Ok(false), Ok(true)));
        assert!(said(&[]).is_err() && said(&["--wirte"]).is_err() && said(&["--check", "--write"]).is_err());
    }
}
