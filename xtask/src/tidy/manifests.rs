//! The manifests: versions are named once, at the root, and every name there is used.

use super::{Finding, Report};
use crate::tree::Tree;

/// A line `key = value` of a TOML file and the section that it is in.
struct Entry<'a> {
    line: usize,
    section: &'a str,
    key: &'a str,
    value: &'a str,
}

/// The check.
pub(crate) fn check(tree: &Tree) -> Report {
    let mut findings = Vec::new();
    let root = entries(tree.text("Cargo.toml").unwrap_or(""));
    let named: Vec<&Entry> = root.iter().filter(|entry| entry.section == "workspace.dependencies").collect();
    let mut used: Vec<&str> = Vec::new();
    for file in tree.files.iter().filter(|file| is_member(&file.path)) {
        let all = entries(&file.text);
        let is_workspace = |entry: &Entry| {
            (entry.key.ends_with(".workspace") && entry.value == "true")
                || entry.value.contains("workspace = true")
        };
        for entry in all.iter().filter(|entry| entry.section.ends_with("dependencies")) {
            if is_workspace(entry) {
                used.push(entry.key.trim_end_matches(".workspace"));
            } else {
                let what = format!(
                    "name the version of `{}` in the root Cargo.toml and write `{0}.workspace = true`",
                    entry.key
                );
                findings.push(Finding::at(&file.path, entry.line, what));
            }
        }
        if !all
            .iter()
            .any(|entry| entry.section == "lints" && entry.key == "workspace" && entry.value == "true")
        {
            findings.push(Finding::of(
                &file.path,
                "has not the lints of the workspace: add `[lints]` and `workspace = true`",
            ));
        }
    }
    for entry in named.iter().filter(|entry| !used.contains(&entry.key)) {
        let what = format!("no crate uses `{}`: take it out of [workspace.dependencies]", entry.key);
        findings.push(Finding::at("Cargo.toml", entry.line, what));
    }
    Report::new(format!("{} dependencies named at the root", named.len()), findings)
}

fn is_member(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    matches!(parts[..], ["crates" | "activities" | "examples", _, "Cargo.toml"] | ["xtask", "Cargo.toml"])
}

/// As much of TOML as a manifest needs: sections, and the first line of each entry.
fn entries(text: &str) -> Vec<Entry<'_>> {
    let mut out = Vec::new();
    let mut section = "";
    for (index, line) in text.lines().enumerate() {
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.split(']').next()) {
            section = name.trim_start_matches('[');
        } else if let Some((key, value)) = line.split_once('=')
            && !line.starts_with([' ', '#', '}', ']'])
        {
            let value = value.split(" #").next().unwrap_or(value);
            out.push(Entry { line: index + 1, section, key: key.trim(), value: value.trim() });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOT: &str =
        "[workspace.dependencies]\n# Ours.\nengine = { path = \"x\" }\nserde = \"1\"\nold = \"2\" # why\n";

    fn found(member: &str) -> Vec<String> {
        let tree = Tree::of(&[("Cargo.toml", ROOT), ("crates/a/Cargo.toml", member)]);
        check(&tree)
            .findings
            .into_iter()
            .map(|finding| format!("{}: {}", finding.line, finding.what))
            .collect()
    }

    #[test]
    fn what_nobody_uses_is_named() {
        let member = "[package]\nname = \"a\"\n[dependencies]\nengine.workspace = true\n\
                      [dev-dependencies]\nserde = { workspace = true, features = [\"rc\"] }\n[lints]\nworkspace = true\n";
        assert_eq!(found(member), ["5: no crate uses `old`: take it out of [workspace.dependencies]"]);
    }

    #[test]
    fn versions_and_lints_come_from_the_root() {
        let all = found("[dependencies]\nold.workspace = true\nengine.workspace = true\nserde = \"1\"\n");
        assert!(all[0].starts_with("4: name the version of `serde`"), "{all:?}");
        assert!(all[1].contains("[lints]"), "{all:?}");
        assert!(all[2].contains("no crate uses `serde`"), "{all:?}");
    }
}
