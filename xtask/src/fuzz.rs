//! `cargo xtask fuzz`, and the short run of CI: libFuzzer on every target of `fuzz/`.
//!
//! Instruments for it are in nightly toolchains alone, so a machine without one skips this and says so; on any toolchain
//! the tests of `crates/targets`, and for photos their own, try the inputs that are kept. What a run finds worth keeping goes to
//! `fuzz/target/corpus`; move what is worth keeping for ever to `fuzz/corpus` by hand.

use std::path::PathBuf;
use std::process::Command;

use crate::Failed;
use crate::inputs::Inputs;
use crate::passed::Passed;
use crate::shell::{aloud, emptied, must, output, program, root, yielding};
use crate::step::Outcome;
use crate::tree;

/// Every target: a function in `crates/targets` or in a file of its name in `fuzz/src`, a binary of its name, and a folder
/// in `fuzz/corpus`.
const TARGETS: &[&str] = &["commands", "events", "log_lines", "import", "talk", "photos"];

/// How long a target is tried.
#[derive(Clone, Copy)]
enum Run {
    /// So many tries from one seed and the kept inputs alone: the same in every run of the same code, so that what CI
    /// says is about the change it looks at.
    Counted(u32),
    /// As many seconds as somebody asked for, from any seed, on top of what earlier runs found.
    Timed(u32),
}

impl Run {
    /// A command of it, with its claim to the processors.
    fn claimed(self, command: Command) -> Command {
        match self {
            Run::Counted(_) => yielding(command),
            Run::Timed(_) => command,
        }
    }
}

/// Tries of each target in CI.
const CI_TRIES: u32 = 8_000;

/// Seconds for each target when somebody asks for a run and says no more.
const OWN_SECONDS: u32 = 60;

/// An input that takes longer than this has found something too.
const INPUT_SECONDS_MAX: u32 = 10;

/// Has the compiler count which branches are taken and watch what is compared, as libFuzzer wants it. No sanitizer: there
/// is no unsafe code of ours to watch, and without one there are several times as many tries a second.
const INSTRUMENTS: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
     -Cllvm-args=-sanitizer-coverage-trace-compares";

/// The verb.
pub(crate) fn run(args: &[String]) -> Result<(), Failed> {
    let (seconds, targets) = parse(args)?;
    match fuzz(Run::Timed(seconds), &targets, None)? {
        Outcome::Skipped(why) => Err(why.into()),
        _ => Ok(()),
    }
}

/// The step of `ci`.
pub(crate) fn short_run(passed: &Passed) -> Result<Outcome, String> {
    fuzz(Run::Counted(CI_TRIES), TARGETS, Some(passed))
}

fn parse(args: &[String]) -> Result<(u32, Vec<&'static str>), String> {
    let mut seconds = OWN_SECONDS;
    let mut targets = Vec::new();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        if arg == "--seconds" {
            let number = args.next().and_then(|number| number.parse().ok()).filter(|&number| number > 0);
            seconds = number.ok_or("`--seconds` needs a whole number above 0")?;
        } else {
            let known = TARGETS.iter().find(|target| *target == arg);
            targets.push(*known.ok_or_else(|| {
                format!(
                    "there is no target `{arg}`; choose among {}, or name none for all",
                    TARGETS.join(", ")
                )
            })?);
        }
    }
    Ok((seconds, if targets.is_empty() { TARGETS.to_vec() } else { targets }))
}

/// Tries the targets; those that passed before with the same program and inputs are passed over.
fn fuzz(run: Run, targets: &[&str], passed: Option<&Passed>) -> Result<Outcome, String> {
    let installed = output(program("rustup", &["toolchain", "list"])).unwrap_or_default();
    if !installed.lines().any(|line| line.starts_with("nightly")) {
        let why = "no nightly toolchain, which has the instruments: `rustup toolchain install nightly`";
        return Ok(Outcome::Skipped(why.into()));
    }
    let triple = host_triple()?;
    // In CI something else runs beside it, which goes first.
    let jobs = match run {
        Run::Counted(_) => "1".to_owned(),
        Run::Timed(_) => std::thread::available_parallelism().map_or(1, usize::from).to_string(),
    };
    let mut build =
        nightly(&["cargo", "build", "--release", "--locked", "--jobs", &jobs, "--bins", "--target", &triple]);
    build.env("RUSTFLAGS", INSTRUMENTS);
    must(run.claimed(build))?;
    let (mut summary, mut unchanged) = (Vec::new(), Vec::new());
    for target in targets {
        let mut fuzz =
            || fuzz_one(target, &triple, run).map(|line| summary.push(line)).map(|()| Outcome::Passed);
        let ended = match passed {
            Some(passed) => passed.once(&inputs(target, &triple)?, fuzz)?,
            None => fuzz()?,
        };
        if let Outcome::Unchanged(when) = ended {
            unchanged.push(when);
        }
    }
    for line in &summary {
        println!("{line}");
    }
    Ok(match (&summary[..], unchanged.pop()) {
        (_, None) => Outcome::Passed,
        ([], Some(when)) => Outcome::Unchanged(when),
        (_, Some(_)) => Outcome::PassedWith(format!("targets: {} run, the others unchanged", summary.len())),
    })
}

/// What a counted run of a target reads.
fn inputs(target: &str, triple: &str) -> Result<Inputs, String> {
    let inputs = Inputs::of(&format!("fuzz {target}")).xtask()?.file(built(target, triple));
    let corpus = format!("fuzz/corpus/{target}/");
    Ok(inputs.files(&tree::paths(&root())?, |path| path == "fuzz/words.dict" || path.starts_with(&corpus)))
}

/// Where the program of a target is.
fn built(target: &str, triple: &str) -> PathBuf {
    fuzz_dir().join(format!("target/{triple}/release/{target}"))
}

fn fuzz_one(target: &str, triple: &str, run: Run) -> Result<String, String> {
    let folder = |path: String| {
        let path = fuzz_dir().join(path);
        std::fs::create_dir_all(&path).map_err(|e| format!("cannot create {}: {e}", path.display()))?;
        Ok::<_, String>(path)
    };
    let found = match run {
        Run::Timed(_) => folder(format!("target/corpus/{target}"))?,
        Run::Counted(_) => emptied(&fuzz_dir().join(format!("target/counted/{target}")))?,
    };
    let artifacts = folder(format!("artifacts/{target}"))?;
    let mut command = Command::new(built(target, triple));
    command.current_dir(fuzz_dir());
    match run {
        Run::Timed(seconds) => command.arg(format!("-max_total_time={seconds}")),
        Run::Counted(tries) => command.args(["-seed=1".to_owned(), format!("-runs={tries}")]),
    };
    command.arg(format!("-timeout={INPUT_SECONDS_MAX}"));
    command.arg(format!("-artifact_prefix={}/", artifacts.display()));
    command.args(["-dict=words.dict", "-print_final_stats=1", "-print_funcs=0", "-verbosity=0"]);
    command.arg(found).arg(format!("corpus/{target}"));
    let heard = aloud(run.claimed(command))?;
    if !heard.success {
        return Err(format!("target `{target}` failed: see above; the input is in fuzz/artifacts/{target}"));
    }
    let stat = |name: &str| {
        let line = heard.tail.iter().find_map(|line| line.strip_prefix(&format!("stat::{name}:")));
        line.map_or("an unknown number of", str::trim).to_owned()
    };
    let (tries, rate) = (stat("number_of_executed_units"), stat("average_exec_per_sec"));
    Ok(format!("{target:10} {tries:>9} tries, {rate:>6} a second"))
}

fn host_triple() -> Result<String, String> {
    let about = output(nightly(&["rustc", "-vV"]))?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "`rustc -vV` names no host".to_owned())
}

/// A command of the nightly toolchain in `fuzz/`, which is a workspace of its own.
fn nightly(args: &[&str]) -> Command {
    let mut command = program("rustup", &["run", "nightly"]);
    command.args(args).current_dir(fuzz_dir());
    command
}

fn fuzz_dir() -> PathBuf {
    root().join("fuzz")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(args: &[&str]) -> Result<(u32, Vec<&'static str>), String> {
        parse(&args.iter().map(|arg| (*arg).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn all_targets_run_unless_some_are_named() {
        assert_eq!(parsed(&[]), Ok((OWN_SECONDS, TARGETS.to_vec())));
        assert_eq!(parsed(&["talk", "--seconds", "9"]), Ok((9, vec!["talk"])));
    }

    #[test]
    fn what_is_mistyped_is_refused() {
        for args in [&["talks"][..], &["--seconds"], &["--seconds", "0"], &["--second", "3"]] {
            assert!(parsed(args).is_err(), "{args:?}");
        }
    }

    #[test]
    fn every_target_has_its_file_its_function_and_its_corpus() {
        let all = std::fs::read_to_string(root().join("crates/targets/src/lib.rs")).unwrap();
        for target in TARGETS {
            let own =
                std::fs::read_to_string(fuzz_dir().join(format!("src/{target}.rs"))).unwrap_or_default();
            let functions = format!("{all}{own}");
            assert!(fuzz_dir().join(format!("fuzz_targets/{target}.rs")).exists(), "{target}");
            assert!(fuzz_dir().join(format!("corpus/{target}")).is_dir(), "{target}");
            assert!(functions.contains(&format!("pub fn {target}(data: &[u8])")), "{target}");
        }
    }
}
