//! Examples that fit the program: whoever names activities of their own reads of those alone.

use std::path::PathBuf;

use super::called;
use crate::catalog::catalog;

/// The activities that our own examples are of.
const OURS: [&str; 3] = ["mafia", "dm", "tidying"];

/// The examples that this program can do: none of an activity that it does not know.
pub(super) fn fitting(examples: &str) -> String {
    let here = catalog();
    let others = OURS.into_iter().filter(|name| here.activity(name).is_none());
    let others: Vec<&str> = others.map(called).collect();
    let fits = |line: &&str| !line.split_whitespace().any(|word| others.contains(&word));
    let program = program();
    let line = |line: &str| line.replacen("  parlor", &format!("  {program}"), 1);
    examples.lines().filter(fits).map(line).collect::<Vec<String>>().join("\n")
}

/// What this program is called by whoever runs it.
pub(crate) fn program() -> String {
    let path = std::env::args_os().next().map(PathBuf::from);
    let name =
        path.as_deref().and_then(|path| path.file_stem()).map(|name| name.to_string_lossy().into_owned());
    name.filter(|_| here_is_another()).unwrap_or_else(|| "parlor".to_owned())
}

/// Is this a program of somebody's own, and not ours?
fn here_is_another() -> bool {
    catalog().activities.first().is_some_and(|rules| !OURS.contains(&rules.name()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_activities_of_our_examples_are_those_of_the_repository() {
        let all: Vec<&str> = activities::ALL.activities.iter().map(|rules| rules.name()).collect();
        assert_eq!(all, OURS);
    }
}
