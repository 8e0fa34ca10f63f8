//! `cargo xtask ci`: exactly what CI runs.
//!
//! The steps share what they build. Clippy and rustdoc need only the metadata of the dependencies, in the same profile and with the same
//! features; nextest, the doc tests and the binary that `browser`, `http`, `generate`, `real model` and `dist` run all use the `test` profile. No step
//! sets `RUSTFLAGS`, which would build the world a second time. What keeps one core busy runs two at a time, and fuzzing, which has a world of its
//! own to build, on what the others leave.
//!
//! What passed and of which nothing has changed since is not run again (`passed.rs`), unless `--all` asks for it: for the steps that cargo
//! itself does not pass over. `--keep` and the workflows that are about everything run everything.
//!
//! How long each step took is in `target/ci-times.json` afterwards; `--keep` writes the whole into docs/figures.json.

use serde_json::{Value, json};

use crate::passed::Passed;
use crate::shell::{cargo, must, root, works};
use crate::step::{Lane, Outcome, Ran, Step, run_all};
use crate::{
    Failed, advisories, binary, browser, dist, doc_tests, figures, fuzz, generate, http, licences, model,
    new_activity, nextest, package, real_game, tidy,
};

/// Every step, cheap ones first, and of those that run side by side the long ones. To add one, add a row.
const STEPS: &[Step] = &[
    Step {
        name: "tools",
        fix: "install what is named above; `cargo install cargo-nextest --locked` needs the package registry",
        lane: Lane::Whole,
        run: |_, _| tools(),
    },
    Step {
        name: "fmt",
        fix: "run `cargo fmt --all`",
        lane: Lane::Whole,
        run: |_, _| passed(must(cargo(&["fmt", "--all", "--check"]))),
    },
    Step {
        name: "tidy",
        fix: "each line above says where and what; `cargo xtask tidy` runs this step alone",
        lane: Lane::Whole,
        run: |_, _| tidy::step(),
    },
    Step {
        name: "licences",
        fix: "choose another dependency, or widen the lists in xtask/src/licences.rs on purpose",
        lane: Lane::Whole,
        run: |_, _| licences::step(),
    },
    Step {
        name: "advisories",
        fix: "update the crate that the advisory names: `cargo update -p NAME`",
        lane: Lane::Whole,
        run: |_, _| advisories::step(),
    },
    Step {
        name: "clippy",
        fix: "mend the warnings above; `cargo clippy --workspace --all-targets --all-features` runs this step alone",
        lane: Lane::Whole,
        run: |_, _| {
            let what = [
                "clippy",
                "--workspace",
                "--all-targets",
                "--all-features",
                "--locked",
                "--",
                "-D",
                "warnings",
            ];
            passed(must(cargo(&what)))
        },
    },
    Step {
        name: "fuzz",
        fix: "the input that failed is in fuzz/artifacts; make a test of it",
        lane: Lane::Spare,
        run: |_, passed| fuzz::short_run(passed),
    },
    Step {
        name: "build",
        fix: "mend the errors above; `cargo nextest run --workspace --all-features --no-run` runs this step alone",
        lane: Lane::Whole,
        run: |_, _| {
            must(cargo(&nextest::command(&["run", "--no-run"])))?;
            passed(binary::built().map(drop))
        },
    },
    Step {
        name: "package",
        fix: "give what is used a version at the root, or keep the crate here with `publish = false`",
        lane: Lane::Whole,
        run: |_, _| package::step(),
    },
    Step {
        name: "nextest",
        fix: "run one test alone: `cargo nextest run --workspace --all-features NAME`",
        lane: Lane::Whole,
        run: nextest::step,
    },
    Step {
        name: "new activity",
        fix: "mend examples/least, or what has a face of its own for it; `cargo xtask new-activity --try` runs this step alone",
        lane: Lane::Whole,
        run: |_, passed| new_activity::step(passed),
    },
    Step {
        name: "real model",
        fix: "`cargo xtask model play` runs this step alone; `cargo xtask model serve` keeps the server for a look",
        // On one thread.
        lane: Lane::Timed,
        run: |_, passed| passed.once(&model::inputs()?, real_game::step),
    },
    Step {
        name: "browser",
        fix: "`cargo xtask browser NAME` runs one file of browser/tests alone; browser/README.md says how they work",
        lane: Lane::Heavy,
        run: |_, passed| passed.once(&browser::inputs("browser")?, browser::step),
    },
    Step {
        name: "doc",
        fix: "mend the doc comment; most often a link in it names something that was renamed",
        lane: Lane::Half,
        run: |_, _| passed(doc()),
    },
    Step {
        name: "doc tests",
        fix: "mend the example in the doc comment; `cargo test --doc -p PACKAGE` runs this step alone",
        lane: Lane::Half,
        run: |_, passed| doc_tests::step(passed),
    },
    Step {
        name: "dist",
        fix: "mend what packs or tries the files; `cargo xtask dist --binary PATH` does the same with any binary",
        lane: Lane::Half,
        run: |_, passed| passed.once(&dist::inputs()?, dist::step),
    },
    Step {
        name: "http",
        fix: "mend the server or its document; `cargo xtask http` runs this step alone, with more cases",
        lane: Lane::Half,
        run: |_, passed| passed.once(&http::inputs()?, http::step),
    },
    Step {
        name: "generate",
        fix: "run `cargo xtask generate` and commit what it writes",
        lane: Lane::Half,
        run: |_, _| generate::step(),
    },
    Step {
        name: "page times",
        fix: "make the page quicker; `cargo xtask browser lost scrub` runs this step alone",
        lane: Lane::Alone,
        run: |_, passed| passed.once(&browser::inputs("page times")?, browser::timed_step),
    },
];

/// How long all of it may take, with nothing built and with everything built: seconds.
const COLD_MAX: f64 = 15.0 * 60.0;
const WARM_MAX: f64 = 5.0 * 60.0;

/// The verb.
pub(crate) fn run(args: &[String]) -> Result<(), Failed> {
    let (mut keep, mut all) = (false, false);
    for arg in args {
        match arg.as_str() {
            // What is kept is how long everything takes.
            "--keep" => (keep, all) = (true, true),
            "--all" => all = true,
            _ => return Err(format!("`cargo xtask ci` knows `--all` and `--keep`, not `{arg}`").into()),
        }
    }
    let cold = !binary::path()?.exists();
    new_activity::sweep()?;
    let ran = run_all(STEPS, &Passed::here(all)?);
    let written = serde_json::to_string_pretty(&times(&ran, cold)).unwrap_or_default();
    let path = root().join("target/ci-times.json");
    std::fs::write(&path, written).map_err(|e| format!("cannot write {}: {e}", path.display()))?;
    if keep && ran.well {
        let mut kept = figures::here()?;
        kept["figures"] = with_kept(&figures::kept("ci"), times(&ran, cold));
        figures::keep("ci", kept)?;
    }
    if ran.well { Ok(()) } else { Err(Failed::AsPrinted) }
}

/// A run as a figure, with its steps.
fn times(ran: &Ran, cold: bool) -> Value {
    let (name, most) = if cold { ("cold", COLD_MAX) } else { ("warm", WARM_MAX) };
    let steps: serde_json::Map<String, Value> =
        ran.rows.iter().map(|row| (row.name.to_owned(), json!(row.seconds.round()))).collect();
    json!({
        "name": format!("`cargo xtask ci`, {name}"),
        "unit": "s",
        "median": ran.seconds,
        "at_most": most,
        "met": ran.seconds <= most,
        "steps": steps,
    })
}

/// A new figure beside the kept one of the other kind.
fn with_kept(kept: &Value, new: Value) -> Value {
    let others =
        kept["figures"].as_array().into_iter().flatten().filter(|figure| figure["name"] != new["name"]);
    others.cloned().chain([new.clone()]).collect()
}

fn passed(done: Result<(), String>) -> Result<Outcome, String> {
    done.map(|()| Outcome::Passed)
}

/// Documents everything that `cargo doc` would, by name: every library, and every program that is not called as a library.
///
/// Naming examples, of which there are none, has cargo count the dependencies of tests: with the features that they ask for, what clippy checked is
/// used again. Otherwise everything above tokio, half of it ours, would be checked a second time.
fn doc() -> Result<(), String> {
    let metadata = binary::metadata()?;
    let programs = programs_to_document(&metadata);
    let mut args = vec!["doc", "--workspace", "--all-features", "--no-deps", "--locked", "--jobs", "1"];
    args.extend(["--lib", "--examples"]);
    args.extend(programs.iter().flat_map(|name| ["--bin", name]));
    let mut command = cargo(&args);
    command.env("RUSTDOCFLAGS", "-D warnings");
    must(command)
}

fn programs_to_document(metadata: &Value) -> Vec<&str> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let targets: Vec<&Value> =
        packages.flat_map(|it| it["targets"].as_array().into_iter().flatten()).collect();
    let of = |kind: &str| {
        let targets = targets.iter().filter(|target| target["kind"][0] == kind);
        targets.filter_map(|it| it["name"].as_str()).collect::<Vec<_>>()
    };
    let libraries = of("lib");
    of("bin").into_iter().filter(|name| !libraries.contains(name)).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_documented_unless_a_library_has_its_name() {
        let target = |kind: &str, name: &str| json!({ "kind": [kind], "name": name });
        let package = |targets: &[Value]| json!({ "targets": targets });
        let packages = [
            package(&[target("bin", "parlor"), target("bin", "other")]),
            package(&[target("lib", "parlor")]),
            package(&[target("bin", "xtask"), target("test", "it")]),
        ];
        assert_eq!(programs_to_document(&json!({ "packages": packages })), ["other", "xtask"]);
    }

    #[test]
    fn a_run_is_kept_beside_the_one_of_the_other_kind() {
        let ran = |seconds| Ran { well: true, rows: Vec::new(), seconds };
        let cold = times(&ran(901.0), true);
        assert_eq!((cold["met"].clone(), cold["at_most"].clone()), (json!(false), json!(900.0)));
        let kept = json!({"figures": [cold, times(&ran(10.0), false)]});
        let now = with_kept(&kept, times(&ran(20.0), false));
        assert_eq!((now[0]["median"].clone(), now[1]["median"].clone()), (json!(901.0), json!(20.0)));
        assert_eq!(now.as_array().map(Vec::len), Some(2));
    }
}
