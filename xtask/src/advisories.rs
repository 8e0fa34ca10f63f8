//! Known faults in what we depend on, from an advisory database that is already on this machine.
//!
//! CI reaches nothing but the package registry, and the database is not there; so this asks whichever tool has
//! a copy, and without one says that nothing was checked.

use std::path::PathBuf;

use crate::shell::{cargo, must, works};
use crate::step::Outcome;

/// A tool, the folder in cargo's home where it keeps its database, and how to ask it without a network.
const TOOLS: &[(&str, &str, &[&str])] = &[
    ("deny", "advisory-dbs", &["deny", "--offline", "--workspace", "check", "advisories"]),
    ("audit", "advisory-db", &["audit", "--no-fetch", "--stale"]),
];

/// The step of `ci`.
pub(crate) fn step() -> Result<Outcome, String> {
    let home = cargo_home();
    for (tool, database, args) in TOOLS {
        let has_database = home.as_ref().is_some_and(|home| home.join(database).is_dir());
        if has_database && works(cargo(&[tool, "--version"])) {
            must(cargo(args))?;
            return Ok(Outcome::Passed);
        }
    }
    Ok(Outcome::Skipped("no cargo-deny or cargo-audit with a local advisory database".into()))
}

fn cargo_home() -> Option<PathBuf> {
    let home = || std::env::home_dir().map(|home| home.join(".cargo"));
    std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(home)
}
