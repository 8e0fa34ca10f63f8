//! `cargo xtask ci`: exactly what CI runs.
//!
//! The steps share what they build. Clippy and rustdoc need only the metadata of the dependencies, in the same
//! profile and with the same features; nextest, the doc tests and the binary that `browser` and `generate` ask all use the
//! `test` profile. No step sets `RUSTFLAGS`, which would build the world a second time. The last three each keep one core busy,
//! and run at once.

use crate::shell::{aloud, cargo, must, works};
use crate::step::{Closing, Outcome, Step, run_all};
use crate::{Failed, advisories, browser, fuzz, generate, http, licences, no_arguments, real_game, tidy};

/// Every step, cheap ones first. To add one, add a row.
const STEPS: &[Step] = &[
    Step {
        name: "tools",
        fix: "install what is named above; `cargo install cargo-nextest --locked` needs the package registry",
        at_once: false,
        run: |_| tools(),
    },
    Step {
        name: "fmt",
        fix: "run `cargo fmt --all`",
        at_once: false,
        run: |_| passed(must(cargo(&["fmt", "--all", "--check"]))),
    },
    Step {
        name: "tidy",
        fix: "each line above says where and what; `cargo xtask tidy` runs this step alone",
        at_once: false,
        run: |_| tidy::step(),
    },
    Step {
        name: "clippy",
        fix: "mend the warnings above; `cargo clippy --workspace --all-targets` runs this step alone",
        at_once: false,
        run: |_| {
            let args = ["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"];
            passed(must(cargo(&args)))
        },
    },
    Step {
        name: "licences",
        fix: "choose another dependency, or widen the lists in xtask/src/licences.rs on purpose",
        at_once: false,
        run: |_| licences::step(),
    },
    Step {
        name: "advisories",
        fix: "update the crate that the advisory names: `cargo update -p NAME`",
        at_once: false,
        run: |_| advisories::step(),
    },
    Step {
        name: "nextest",
        fix: "run one test alone: `cargo nextest run --workspace NAME`",
        at_once: false,
        run: nextest,
    },
    Step {
        name: "browser",
        fix: "`cargo xtask browser NAME` runs one file of browser/tests alone; browser/README.md says how they work",
        at_once: false,
        run: |_| browser::step(),
    },
    Step {
        name: "doc tests",
        fix: "mend the example in the doc comment; `cargo test --doc --workspace` runs this step alone",
        at_once: false,
        run: |_| passed(must(cargo(&["test", "--doc", "--workspace", "--locked"]))),
    },
    Step {
        name: "doc",
        fix: "mend the doc comment; most often a link in it names something that was renamed",
        at_once: false,
        run: |_| {
            let mut command = cargo(&["doc", "--workspace", "--no-deps", "--locked"]);
            command.env("RUSTDOCFLAGS", "-D warnings");
            passed(must(command))
        },
    },
    Step {
        name: "generate",
        fix: "run `cargo xtask generate` and commit what it writes",
        at_once: false,
        run: |_| generate::step(),
    },
    Step {
        name: "http",
        fix: "mend the server or its document; `cargo xtask http` runs this step alone, with more cases",
        at_once: true,
        run: |_| http::step(),
    },
    Step {
        name: "real model",
        fix: "`cargo xtask model play` runs this step alone; `cargo xtask model serve` keeps the server for a look",
        at_once: true,
        run: |_| real_game::step(),
    },
    Step {
        name: "fuzz",
        fix: "the input that failed is in fuzz/artifacts; make a test of it",
        at_once: true,
        run: |_| fuzz::short_run(),
    },
];

/// The verb.
pub(crate) fn run(args: &[String]) -> Result<(), Failed> {
    no_arguments("ci", args)?;
    if run_all(STEPS) { Ok(()) } else { Err(Failed::AsPrinted) }
}

fn passed(done: Result<(), String>) -> Result<Outcome, String> {
    done.map(|()| Outcome::Passed)
}

fn tools() -> Result<Outcome, String> {
    for (tool, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if !works(cargo(&[tool, "--version"])) {
            return Err(format!("`cargo {tool}` is missing: run `rustup component add {component}`"));
        }
    }
    if !works(cargo(&["nextest", "--version"])) {
        println!(
            "cargo-nextest is missing: it runs each test in its own process, so that a hung test is ended"
        );
        println!("and named. It is built once now, which takes some minutes.");
        must(cargo(&["install", "cargo-nextest", "--locked"]))?;
    }
    Ok(Outcome::Passed)
}

fn nextest(closing: &mut Closing) -> Result<Outcome, String> {
    let mut args = vec!["nextest", "run", "--workspace", "--locked"];
    if is_ci(std::env::var("CI").ok().as_deref()) {
        args.extend(["--profile", "ci"]);
    }
    let heard = aloud(cargo(&args))?;
    closing.extend(summary_of(&heard.tail));
    if heard.success {
        Ok(Outcome::Passed)
    } else {
        Err("a test failed, or did not build; its output is above".into())
    }
}

fn is_ci(variable: Option<&str>) -> bool {
    !matches!(variable, None | Some("" | "0" | "false"))
}

/// The closing lines of nextest, from the rule above its summary to the end. The CI service reads them, so they
/// are printed once more at the very end.
fn summary_of(lines: &[String]) -> Vec<String> {
    let Some(at) = lines.iter().rposition(|line| line.trim_start().starts_with("Summary [")) else {
        return Vec::new();
    };
    let rule = at.checked_sub(1).filter(|&above| lines[above].starts_with("──"));
    lines[rule.unwrap_or(at)..].to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn the_summary_is_the_end_of_what_nextest_printed() {
        let heard = lines(
            "   Compiling x\n        PASS [   0.01s] x a\n────────────\n     Summary [   0.02s] 1 test run: 1 passed",
        );
        assert_eq!(summary_of(&heard), heard[2..]);
    }

    #[test]
    fn failed_tests_named_after_the_summary_are_kept() {
        let heard =
            lines("     Summary [   0.02s] 2 tests run\n        FAIL [   0.01s] x b\nerror: test run failed");
        assert_eq!(summary_of(&heard), heard);
    }

    #[test]
    fn a_build_that_failed_has_no_summary() {
        assert!(summary_of(&lines("error: could not compile `x`")).is_empty());
    }

    #[test]
    fn ci_is_on_unless_it_is_empty_or_says_no() {
        assert!(is_ci(Some("true")) && is_ci(Some("1")));
        assert!(!is_ci(None) && !is_ci(Some("")) && !is_ci(Some("false")) && !is_ci(Some("0")));
    }
}
