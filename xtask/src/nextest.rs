//! The step `nextest` of `ci`: every test program of which something has changed since all its tests passed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::inputs::Inputs;
use crate::passed::Passed;
use crate::shell::{aloud, cargo, is_ci, output, root};
use crate::step::{Closing, Outcome};
use crate::{binary, tree};

/// What is tested; the binary of the other steps is built with the same features.
const WHAT: &[&str] = &["--workspace", "--all-features", "--locked"];

/// Files that every test is built and run by, from the root.
const COMMON: &[&str] = &["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", ".cargo/", ".config/"];

/// A test program.
struct Program {
    /// Its name for nextest.
    id: String,
    /// How many tests are in it.
    tests: u64,
    inputs: Inputs,
}

/// A call of nextest with this verb, as CI makes it.
pub(crate) fn command<'a>(verb: &[&'a str]) -> Vec<&'a str> {
    let profile: &[&str] = if is_ci() { &["--profile", "ci"] } else { &[] };
    [&["nextest"], verb, WHAT, profile].concat()
}

/// The step.
pub(crate) fn step(closing: &mut Closing, passed: &Passed) -> Result<Outcome, String> {
    let (mut wanted, mut known) = (Vec::new(), Vec::new());
    for program in programs()? {
        let key = passed.key(&program.inputs)?;
        match passed.on_record(&key) {
            Some(pass) => known.push(pass),
            None => wanted.push((program, key)),
        }
    }
    let tests: u64 = known.iter().map(|pass| pass.tests).sum();
    let unchanged =
        format!("{} test programs with {tests} tests are as they were when all of it passed", known.len());
    if wanted.is_empty() {
        // The CI service reads the second line.
        closing.extend([format!("unchanged: {unchanged}"), format!("{tests} passed, 0 failed")]);
        let last = known.iter().min_by_key(|pass| pass.seconds_ago()).map(|pass| pass.ago());
        return Ok(Outcome::Unchanged(format!(
            "{} programs, passed {}",
            known.len(),
            last.unwrap_or_default()
        )));
    }
    let filter: Vec<String> =
        wanted.iter().map(|(program, _)| format!("binary_id(={})", program.id)).collect();
    let filter = filter.join(" | ");
    let mut args = command(&["run"]);
    if !known.is_empty() {
        println!("{unchanged}: not run again (`--all` does)");
        args.extend(["--filterset", &filter]);
    }
    let report = report()?;
    let heard = aloud(cargo(&args))?;
    closing.extend(summary_of(&heard.tail));
    let ran = std::fs::read_to_string(&report).unwrap_or_default();
    for (program, key) in &wanted {
        if all_passed(&ran, &program.id, program.tests) {
            passed.note(key, &program.inputs, program.tests)?;
        }
    }
    if heard.success {
        Ok(Outcome::PassedWith(format!("programs: {} run, {} unchanged", wanted.len(), known.len())))
    } else {
        Err("a test failed, or did not build; its output is above".into())
    }
}

/// Where nextest writes which tests passed; what an earlier run wrote is gone.
fn report() -> Result<PathBuf, String> {
    let path = target()?.join("nextest").join(if is_ci() { "ci" } else { "default" }).join("junit.xml");
    match std::fs::remove_file(&path) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => {
            Err(format!("cannot remove {}: {e}", path.display()))
        }
        _ => Ok(path),
    }
}

fn target() -> Result<PathBuf, String> {
    let metadata = binary::metadata()?;
    metadata["target_directory"]
        .as_str()
        .map(PathBuf::from)
        .ok_or("`cargo metadata` names no target directory".into())
}

/// Did as many tests of this program run as it has, and none fail, by what nextest reports (in the form of JUnit)?
fn all_passed(report: &str, id: &str, tests: u64) -> bool {
    let suite = report.split("<testsuite ").skip(1).find(|suite| attribute(suite, "name") == Some(id));
    let number = |name| suite.and_then(|suite| attribute(suite, name)).and_then(|number| number.parse().ok());
    (number("tests"), number("failures"), number("errors")) == (Some(tests), Some(0), Some(0))
}

fn attribute<'a>(element: &'a str, name: &str) -> Option<&'a str> {
    let (head, _) = element.split_once('>')?;
    let (_, rest) = head.split_once(&format!("{name}=\""))?;
    rest.split_once('"').map(|(value, _)| value)
}

/// Every test program that has a test, and what it reads.
fn programs() -> Result<Vec<Program>, String> {
    let listed = output(cargo(&command(&["list", "--message-format", "json"])))?;
    let listed: Value =
        serde_json::from_str(&listed).map_err(|e| format!("cannot read nextest's list: {e}"))?;
    let (roots, paths) = (roots(&binary::metadata()?), tree::paths(&root())?);
    let built = target()?;
    let mut programs = Vec::new();
    for suite in listed["rust-suites"].as_object().into_iter().flat_map(|suites| suites.values()) {
        let text = |name: &str| suite[name].as_str().ok_or(format!("nextest's list has no {name}"));
        let tests = suite["testcases"].as_object().map_or(0, |tests| {
            tests.values().filter(|test| test["filter-match"]["status"] == "matches").count() as u64
        });
        if tests == 0 {
            continue;
        }
        let (id, package) = (text("binary-id")?, text("package-id")?);
        let source = roots.get(&(package.to_owned(), text("binary-name")?.to_owned()));
        let folder = source.and_then(|path| path.parent()).map(from_root).unwrap_or_default();
        let reads = Reads::of(&sources(&paths, &folder)?, &from_root(Path::new(text("cwd")?)));
        let mut inputs = Inputs::of(id).file(text("binary-path")?).files(&paths, |path| reads.is_read(path));
        // Cargo builds the programs of a package for its tests, which then run them.
        for program in
            listed["rust-build-meta"]["non-test-binaries"][package].as_array().into_iter().flatten()
        {
            inputs = inputs.file(built.join(program["path"].as_str().unwrap_or_default()));
        }
        programs.push(Program { id: id.to_owned(), tests, inputs });
    }
    if programs.is_empty() { Err("nextest lists no test".into()) } else { Ok(programs) }
}

/// The root file of every target, by its package and its name.
fn roots(metadata: &Value) -> BTreeMap<(String, String), PathBuf> {
    let mut roots = BTreeMap::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        for target in package["targets"].as_array().into_iter().flatten() {
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            let path = PathBuf::from(text(&target["src_path"]));
            roots.insert((text(&package["id"]), text(&target["name"])), path);
        }
    }
    roots
}

/// A path in the repository, from its root.
fn from_root(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

/// The texts of the Rust files in a folder of the repository, and below it.
fn sources(paths: &[String], folder: &str) -> Result<Vec<String>, String> {
    let inside = format!("{folder}/");
    let rust = paths.iter().filter(|path| path.starts_with(&inside) && path.ends_with(".rs"));
    let text = |path: &String| {
        std::fs::read_to_string(root().join(path)).map_err(|e| format!("cannot read {path}: {e}"))
    };
    rust.map(text).collect()
}

/// Which files of the repository a test program reads while it runs, beside what was compiled into it.
struct Reads {
    /// The folder of its package, in which it stands when it runs. What is there is always taken for read.
    folder: String,
    /// It reads in other folders, too: whatever is not Rust.
    beyond: bool,
    /// It reads Rust sources.
    sources: bool,
}

impl Reads {
    /// By what the sources of the program name: whoever reads beyond his package goes there by `..`, and to sources by `src`. That takes
    /// some for readers that are none, which costs a run and no more.
    fn of(sources: &[String], folder: &str) -> Reads {
        let lines = || sources.iter().flat_map(|text| text.lines()).filter(|line| is_read_at_run_time(line));
        // The checks of this crate go by git's list, which names everything.
        let everything = folder == "xtask" || sources.is_empty();
        Reads {
            folder: format!("{folder}/"),
            beyond: everything || lines().any(|line| line.contains("../") || line.contains("/..")),
            sources: everything || lines().any(|line| line.contains("/src") || line.contains("\"src\"")),
        }
    }

    fn is_read(&self, path: &str) -> bool {
        let is_common = || {
            COMMON.iter().any(|common| path == *common || (common.ends_with('/') && path.starts_with(common)))
        };
        let is_rust = path.ends_with(".rs");
        self.sources || (!is_rust && (self.beyond || path.starts_with(&self.folder) || is_common()))
    }
}

/// May this line name a file that is read at run time? What is included is compiled, and a comment reads nothing.
fn is_read_at_run_time(line: &str) -> bool {
    let line = line.trim_start();
    line.contains('"') && !line.starts_with("//") && !line.contains("include_") && !line.contains("path = ")
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
    fn a_program_passed_when_all_its_tests_ran_and_none_failed() {
        let report = "<testsuites name=\"nextest-run\" tests=\"9\" failures=\"1\" errors=\"0\">\n\
            <testsuite name=\"a\" tests=\"3\" disabled=\"0\" errors=\"0\" failures=\"0\">\n\
            <testcase name=\"x\" classname=\"a\"/>\n</testsuite>\n\
            <testsuite name=\"a::it\" tests=\"4\" disabled=\"0\" errors=\"0\" failures=\"1\">\n</testsuite>\n\
            <testsuite name=\"b\" tests=\"2\" disabled=\"0\" errors=\"1\" failures=\"0\">\n</testsuite>";
        assert!(all_passed(report, "a", 3));
        // One of them was not run, a test failed, a test was ended, it did not run at all, there is no report.
        assert!(!all_passed(report, "a", 4));
        assert!(!all_passed(report, "a::it", 4));
        assert!(!all_passed(report, "b", 2));
        assert!(!all_passed(report, "c", 2));
        assert!(!all_passed("", "a", 3));
    }

    #[test]
    fn a_program_reads_its_folder_and_more_where_its_sources_say_so() {
        let reads = |source: &str| Reads::of(&[source.to_owned()], "crates/store");
        let (own, data, rust) = ("crates/store/tests/old.db", "docs/format.md", "crates/engine/src/lib.rs");
        let is_read = |reads: Reads| [own, data, rust, "Cargo.lock"].map(|path| reads.is_read(path));
        assert_eq!(is_read(reads("read(\"tests/old.db\")")), [true, false, false, true]);
        assert_eq!(
            is_read(reads("include_str!(\"../src/lib.rs\")\n// as \"../x\"")),
            [true, false, false, true]
        );
        assert_eq!(is_read(reads("join(\"../../docs\")")), [true, true, false, true]);
        assert_eq!(is_read(reads("join(\"crates/engine/src\")")), [true; 4]);
        assert_eq!(is_read(Reads::of(&[String::new()], "xtask")), [true; 4]);
        // Where the sources are not known it may be anything.
        assert_eq!(is_read(Reads::of(&[], "crates/store")), [true; 4]);
    }

    #[test]
    fn those_that_read_the_repository_are_found() {
        let paths = tree::paths(&root()).unwrap();
        let reads = |folder: &str, package: &str| Reads::of(&sources(&paths, folder).unwrap(), package);
        assert!(reads("crates/app/tests/it", "crates/app").is_read("docs/released/0.1.0/mafia.jsonl"));
        assert!(reads("crates/targets/tests", "crates/targets").is_read("fuzz/corpus/talk/x"));
        assert!(!reads("crates/engine/tests/it", "crates/engine").is_read("docs/format.md"));
    }
}
