//! What passed before is not tried again as long as nothing that it reads has changed: test result caching, as `go test` has it.
//!
//! What is tried says all that it reads (`inputs.rs`), and that gives its key. A pass is a small file with the name of its key in
//! `target/ci-passed`; a fresh clone has none, and runs everything.

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::inputs::{Inputs, surroundings};
use crate::shell::root;
use crate::step::Outcome;

/// A pass that is on record.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Pass {
    /// How many tests there were.
    pub(crate) tests: u64,
    /// Seconds since 1970.
    when: u64,
}

impl Pass {
    /// How long ago that was, in words.
    pub(crate) fn ago(&self) -> String {
        let seconds = self.seconds_ago();
        match seconds {
            0..60 => format!("{seconds} s ago"),
            60..3_600 => format!("{} min ago", seconds / 60),
            3_600..172_800 => format!("{} h ago", seconds / 3_600),
            _ => format!("{} days ago", seconds / 86_400),
        }
    }

    /// The same in seconds.
    pub(crate) fn seconds_ago(&self) -> u64 {
        now().saturating_sub(self.when)
    }
}

/// The passes of earlier runs.
pub(crate) struct Passed {
    folder: PathBuf,
    surroundings: String,
    /// Nothing on record is believed: everything is tried.
    all: bool,
}

impl Passed {
    /// Those of this tree.
    pub(crate) fn here(all: bool) -> Result<Passed, String> {
        Ok(Passed { folder: root().join("target/ci-passed"), surroundings: surroundings()?, all })
    }

    /// The key of what reads this.
    pub(crate) fn key(&self, inputs: &Inputs) -> Result<String, String> {
        inputs.key(&self.surroundings)
    }

    /// The pass with this key. A file that does not say what it should is none.
    pub(crate) fn on_record(&self, key: &str) -> Option<Pass> {
        if self.all {
            return None;
        }
        let text = std::fs::read_to_string(self.path(key)).ok()?;
        let said: Value = serde_json::from_str(&text).ok()?;
        if said["key"] != key {
            return None;
        }
        Some(Pass { tests: said["tests"].as_u64()?, when: said["when"].as_u64()? })
    }

    /// Notes a pass of what has these inputs, if they are still what they were when it began.
    pub(crate) fn note(&self, key: &str, inputs: &Inputs, tests: u64) -> Result<(), String> {
        if self.key(inputs)? != key {
            println!("{}: changed while it was tried, so that nothing is noted of it", inputs.what());
            return Ok(());
        }
        let said = json!({ "key": key, "what": inputs.what(), "tests": tests, "when": now() });
        let written = std::fs::create_dir_all(&self.folder)
            .and_then(|()| std::fs::write(self.path(key), format!("{said:#}\n")));
        written.map_err(|e| format!("cannot note a pass in {}: {e}", self.folder.display()))
    }

    /// Runs a step, unless it passed before with all that it reads as it is now.
    pub(crate) fn once(
        &self,
        inputs: &Inputs,
        run: impl FnOnce() -> Result<Outcome, String>,
    ) -> Result<Outcome, String> {
        let key = self.key(inputs)?;
        if let Some(pass) = self.on_record(&key) {
            return Ok(Outcome::Unchanged(format!("passed {}", pass.ago())));
        }
        let outcome = run()?;
        if outcome == Outcome::Passed {
            self.note(&key, inputs, 0)?;
        }
        Ok(outcome)
    }

    fn path(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{key}.json"))
    }

    /// Those in a folder of a test, in made-up surroundings.
    #[cfg(test)]
    pub(crate) fn of(folder: &std::path::Path, surroundings: &str) -> Passed {
        Passed { folder: folder.to_owned(), surroundings: surroundings.to_owned(), all: false }
    }
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::emptied;

    fn folder(test: &str) -> PathBuf {
        emptied(&std::env::temp_dir().join(format!("parlor-passed-{test}-{}", std::process::id()))).unwrap()
    }

    #[test]
    fn what_passed_is_not_run_again_and_what_failed_is() {
        let folder = folder("once");
        let passed = Passed::of(&folder, "here");
        let inputs = Inputs::of("a step");
        let skips = || Ok(Outcome::Skipped("no tool".into()));
        assert!(passed.once(&inputs, || Err("no".into())).is_err());
        assert_eq!(passed.once(&inputs, skips), skips());
        assert_eq!(passed.once(&inputs, || Ok(Outcome::Passed)), Ok(Outcome::Passed));
        let again = passed.once(&inputs, || panic!("it must not run again"));
        assert!(matches!(again, Ok(Outcome::Unchanged(_))), "{again:?}");
        let all = Passed { all: true, ..Passed::of(&folder, "here") };
        assert_eq!(all.once(&inputs, || Ok(Outcome::Passed)), Ok(Outcome::Passed));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_record_of_something_else_is_not_believed() {
        let folder = folder("record");
        let passed = Passed::of(&folder, "here");
        let (one, other) = (Inputs::of("one"), Inputs::of("other"));
        let (key, others) = (passed.key(&one).unwrap(), passed.key(&other).unwrap());
        assert_eq!(passed.on_record(&key), None);
        passed.note(&others, &other, 5).unwrap();
        std::fs::copy(passed.path(&others), passed.path(&key)).unwrap();
        assert_eq!(passed.on_record(&key), None);
        assert_eq!(passed.on_record(&others).map(|pass| pass.tests), Some(5));
        std::fs::write(passed.path(&others), "{}").unwrap();
        assert_eq!(passed.on_record(&others), None);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_changed_while_it_ran_is_not_noted() {
        let folder = folder("changed");
        let (passed, data) = (Passed::of(&folder, "here"), folder.join("data"));
        std::fs::write(&data, "before").unwrap();
        let inputs = Inputs::of("a step").file(&data);
        let key = passed.key(&inputs).unwrap();
        std::fs::write(&data, "after").unwrap();
        passed.note(&key, &inputs, 1).unwrap();
        assert_eq!(passed.on_record(&key), None);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
