//! Where and when figures were taken: without it they say nothing.

use std::fmt;
use std::path::PathBuf;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use protocol::table::utc_text;
use serde::Serialize;

/// Where and when.
#[derive(Serialize)]
pub(crate) struct Place {
    date: String,
    commit: String,
    cpu: String,
    cores: usize,
    /// How many wanted a core in the last minute, before and after: more than there are cores, and only ratios count.
    load_before: f64,
    load_after: f64,
    /// A short run.
    quick: bool,
}

impl Place {
    /// Here and now.
    pub(crate) fn here(quick: bool) -> Place {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Place {
            date: utc_text(i64::try_from(since.as_millis()).unwrap_or(0)),
            commit: commit(),
            cpu: cpu(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            load_before: load(),
            load_after: 0.0,
            quick,
        }
    }

    /// The work is done.
    pub(crate) fn leave(&mut self) {
        self.load_after = load();
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { date, commit, cpu, cores, load_before, load_after, quick } = self;
        let run = if *quick { "a short run, " } else { "" };
        write!(f, "{run}{date}, commit {commit}, {cpu}, {cores} cores, load {load_before} to {load_after}")
    }
}

/// The root of the repository. Cargo says at run time where the package lies.
pub(crate) fn root() -> PathBuf {
    let package = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    package.join("../..")
}

fn commit() -> String {
    let git = |args: &[&str]| {
        let out = Command::new("git")
            .args(args)
            .current_dir(root())
            .output()
            .ok()
            .filter(|out| out.status.success())?;
        String::from_utf8(out.stdout).ok()
    };
    let Some(head) = git(&["rev-parse", "--short", "HEAD"]) else { return "unknown".to_owned() };
    let changed =
        git(&["status", "--porcelain", "--untracked-files=no"]).is_some_and(|changes| !changes.is_empty());
    format!("{}{}", head.trim(), if changed { " with changes" } else { "" })
}

fn cpu() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    model.map_or_else(|| std::env::consts::ARCH.to_owned(), |(_, model)| model.trim().to_owned())
}

fn load() -> f64 {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().and_then(|minute| minute.parse().ok()).unwrap_or(0.0)
}
