//! Runs other programs: aloud (its output is shown as it comes, and the end of it is kept) or quietly.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Lines kept of a program that runs aloud: room for a summary that names hundreds of failed tests.
const TAIL_LINES_MAX: usize = 1_000;

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    // Cargo says at run time where the package lies; the path from compile time is stale once a tree is moved.
    let xtask = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    xtask.parent().map_or_else(|| xtask.clone(), Path::to_path_buf)
}

/// A cargo command at the root of the repository, as if it were typed.
pub(crate) fn cargo(args: &[&str]) -> Command {
    let mut command = program("cargo", args);
    // What `cargo run` says of this package: build scripts that look at it (ring's) would run anew, and all that needs
    // them would be built once more.
    // Nobody changes a line of what CI has built: the cache for that would only be written.
    if is_ci() {
        command.env("CARGO_INCREMENTAL", "0");
    }
    for (name, _) in std::env::vars_os() {
        if ["CARGO_PKG_", "CARGO_MANIFEST_"].iter().any(|start| name.to_string_lossy().starts_with(start)) {
            command.env_remove(name);
        }
    }
    command
}

/// The folder with nothing in it, made if it is not there.
pub(crate) fn emptied(folder: &Path) -> Result<PathBuf, String> {
    let gone = match std::fs::remove_dir_all(folder) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(e),
        _ => std::fs::create_dir_all(folder),
    };
    gone.map(|()| folder.to_owned()).map_err(|e| format!("cannot empty {}: {e}", folder.display()))
}

/// Does this run as CI?
pub(crate) fn is_ci() -> bool {
    says_yes(std::env::var("CI").ok().as_deref())
}

fn says_yes(variable: Option<&str>) -> bool {
    !matches!(variable, None | Some("" | "0" | "false"))
}

/// A command at the root of the repository.
pub(crate) fn program(name: &str, args: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.args(args).current_dir(root());
    command
}

/// The command with the least claim to the processors: what runs beside it goes first, where the system knows of such claims.
pub(crate) fn yielding(command: Command) -> Command {
    if !cfg!(unix) {
        return command;
    }
    let mut nice = Command::new("nice");
    nice.args(["-n", "19"]).arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => nice.env(name, value),
            None => nice.env_remove(name),
        };
    }
    if let Some(folder) = command.get_current_dir() {
        nice.current_dir(folder);
    }
    nice
}

/// What a command did: whether it succeeded, and the last lines that it printed.
pub(crate) struct Heard {
    pub(crate) success: bool,
    pub(crate) tail: Vec<String>,
}

/// Runs a command and shows its output as it comes. Both of its streams go through one pipe, so the lines stay
/// in the order in which they were written.
pub(crate) fn aloud(mut command: Command) -> Result<Heard, String> {
    let line = written(&command);
    println!("$ {line}");
    let (reader, writer) = std::io::pipe().map_err(|e| format!("cannot make a pipe for `{line}`: {e}"))?;
    let second = writer.try_clone().map_err(|e| format!("cannot make a pipe for `{line}`: {e}"))?;
    command.stdin(Stdio::null()).stdout(writer).stderr(second);
    if std::io::stdout().is_terminal() && std::env::var_os("CARGO_TERM_COLOR").is_none() {
        command.env("CARGO_TERM_COLOR", "always");
    }
    let mut child = command.spawn().map_err(|e| format!("cannot start `{line}`: {e}; is it installed?"))?;
    // The command holds our ends of the pipe; while they are open, the reader would never see its end.
    drop(command);
    let mut tail = VecDeque::new();
    for bytes in BufReader::new(reader).split(b'\n') {
        let bytes = bytes.map_err(|e| format!("cannot read what `{line}` printed: {e}"))?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        // Nobody reads our output any more: that is no reason to stop the work half way.
        let _ = writeln!(std::io::stdout(), "{text}");
        if tail.len() == TAIL_LINES_MAX {
            tail.pop_front();
        }
        tail.push_back(without_colour(&text));
    }
    let status = child.wait().map_err(|e| format!("cannot wait for `{line}`: {e}"))?;
    Ok(Heard { success: status.success(), tail: tail.into() })
}

/// Runs a command aloud; a failure is an error that names it.
pub(crate) fn must(command: Command) -> Result<(), String> {
    let line = written(&command);
    if aloud(command)?.success { Ok(()) } else { Err(format!("`{line}` failed; its output is above")) }
}

/// Runs a command quietly and returns what it wrote to its standard output.
pub(crate) fn output(mut command: Command) -> Result<String, String> {
    let line = written(&command);
    let out = command
        .stdin(Stdio::null())
        .output()
        .map_err(|e| format!("cannot start `{line}`: {e}; is it installed?"))?;
    if !out.status.success() {
        return Err(format!("`{line}` failed:\n{}", String::from_utf8_lossy(&out.stderr).trim_end()));
    }
    String::from_utf8(out.stdout).map_err(|e| format!("`{line}` printed something that is not UTF-8: {e}"))
}

/// Does this command run at all and succeed?
pub(crate) fn works(mut command: Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// The command as a person would type it.
fn written(command: &Command) -> String {
    let mut line = String::new();
    for (name, value) in command.get_envs() {
        if let Some(value) = value {
            line.push_str(&format!("{}={:?} ", name.display(), value));
        }
    }
    line.push_str(&command.get_program().to_string_lossy());
    for arg in command.get_args() {
        line.push(' ');
        line.push_str(&arg.to_string_lossy());
    }
    line
}

/// Takes the escape codes of colours out of a line.
fn without_colour(line: &str) -> String {
    let mut out = String::new();
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        if c == '\u{1b}' {
            for code in chars.by_ref() {
                if code.is_ascii_alphabetic() {
                    break;
                }
            }
        } else if c != '\r' {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_taken_out() {
        assert_eq!(without_colour("\u{1b}[32;1m  Summary\u{1b}[0m [ 1s]\r"), "  Summary [ 1s]");
        assert_eq!(without_colour("plain"), "plain");
    }

    #[test]
    fn a_command_is_shown_as_one_would_type_it() {
        let mut command = program("cargo", &["doc", "--no-deps"]);
        command.env("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(written(&command), "RUSTDOCFLAGS=\"-D warnings\" cargo doc --no-deps");
    }

    #[test]
    #[cfg(unix)]
    fn a_command_that_yields_does_the_same_with_less_of_a_claim() {
        let said = |shell: Command| output(shell).unwrap();
        let shell = || {
            let mut shell = program("sh", &["-c", "echo $WORD; pwd; nice"]);
            shell.env("WORD", "hello").current_dir(std::env::temp_dir());
            shell
        };
        let (plain, yields) = (said(shell()), said(yielding(shell())));
        let (plain, yields): (Vec<&str>, Vec<&str>) = (plain.lines().collect(), yields.lines().collect());
        assert_eq!((plain[0], plain[1]), (yields[0], yields[1]));
        assert!(plain[2].parse::<i32>().unwrap() < yields[2].parse::<i32>().unwrap(), "{plain:?} {yields:?}");
    }

    #[test]
    fn ci_is_on_unless_it_is_empty_or_says_no() {
        assert!(says_yes(Some("true")) && says_yes(Some("1")));
        assert!(!says_yes(None) && !says_yes(Some("")) && !says_yes(Some("false")) && !says_yes(Some("0")));
    }

    #[test]
    fn cargo_is_told_nothing_of_this_package() {
        let taken: Vec<_> =
            cargo(&[]).get_envs().map(|(name, value)| (name.to_owned(), value.is_none())).collect();
        for name in ["CARGO_MANIFEST_DIR", "CARGO_PKG_NAME"] {
            assert!(taken.contains(&(name.into(), true)), "{name} is not taken away: {taken:?}");
        }
    }

    #[test]
    fn a_program_that_is_not_there_is_an_error_in_words() {
        let Err(why) = output(program("no-such-program-anywhere", &[])) else { panic!("it ran") };
        assert!(why.contains("cannot start `no-such-program-anywhere`"), "{why}");
        assert!(!works(program("no-such-program-anywhere", &[])));
    }
}
