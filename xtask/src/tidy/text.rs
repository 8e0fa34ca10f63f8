//! Spaces, line ends, and things that must not be written into the repository.

use super::{Finding, Report};
use crate::tree::{File, Tree};

/// Folders and endings of files whose every byte is meant: they are not looked at for spaces and line ends.
const EXACT_FOLDERS: &[&str] = &["snapshots", "fixtures", "corpus"];
const EXACT_ENDINGS: &[&str] = &[".snap"];

/// The check over all text files.
pub(crate) fn check(tree: &Tree) -> Report {
    let mut findings = Vec::new();
    for file in &tree.files {
        if !is_exact(&file.path) {
            spaces(file, &mut findings);
        }
        places(file, &mut findings);
    }
    Report::new(format!("{} text files", tree.files.len()), findings)
}

fn is_exact(path: &str) -> bool {
    path.split('/').any(|part| EXACT_FOLDERS.contains(&part))
        || EXACT_ENDINGS.iter().any(|end| path.ends_with(end))
}

fn spaces(file: &File, findings: &mut Vec<Finding>) {
    for (index, line) in file.text.split('\n').enumerate() {
        let mut found = |what: &str| findings.push(Finding::at(&file.path, index + 1, what));
        if line.ends_with('\r') {
            found("the line ends with CR LF: save the file with LF alone");
        } else if line.trim_end() != line {
            found("spaces at the end of the line: take them out");
        }
        if file.path.ends_with(".rs") && line.contains('\t') {
            found("a tab: run `cargo fmt`; in a literal write `\\t`");
        }
    }
    if !file.text.is_empty() && (!file.text.ends_with('\n') || file.text.ends_with("\n\n")) {
        findings.push(Finding::of(&file.path, "must end with one newline, no less and no more"));
    }
}

/// Hosts of package registries, put together here so that this file does not name them.
fn registries() -> Vec<String> {
    let hosts: [&[&str]; 6] = [
        &["crates", "io"],
        &["npmjs", "org"],
        &["npmjs", "com"],
        &["pypi", "org"],
        &["pythonhosted", "org"],
        &["proxy", "golang", "org"],
    ];
    hosts.iter().map(|parts| parts.join(".")).collect()
}

/// Where people keep their own files.
fn homes() -> Vec<String> {
    ["home", "Users", "root", "work"].iter().map(|folder| format!("/{folder}/")).collect()
}

/// No file says where a package registry is, or where somebody's copy of the repository lies.
fn places(file: &File, findings: &mut Vec<Finding>) {
    // A lock file must name its source; cargo writes this one whatever mirror is used.
    let source = format!("registry+https://github.com/rust-lang/{}-index", registries()[0]);
    let is_lock = file.path.ends_with("Cargo.lock");
    let is_npm_lock = file.path.ends_with("package-lock.json");
    for (index, line) in file.text.lines().enumerate() {
        let mut found = |what: String| findings.push(Finding::at(&file.path, index + 1, what));
        let line = if is_lock { line.replace(&source, "") } else { line.to_owned() };
        if is_npm_lock && line.trim_start().starts_with("\"resolved\"") {
            found(
                "says where a package was found: keep `omit-lockfile-registry-resolved=true` in .npmrc"
                    .into(),
            );
        }
        if registries().iter().any(|host| line.contains(host.as_str())) {
            found(
                "names the host of a package registry: which one is used is for each machine to say".into(),
            );
        }
        for home in homes() {
            let own = |(at, _): (usize, &str)| {
                let before = line[..at].chars().next_back();
                // As part of a longer path or of an address it is something else.
                !before.is_some_and(|c| c.is_alphanumeric() || "._-/~}*".contains(c))
            };
            if line.match_indices(&home).any(own) {
                found(format!(
                    "`{home}…` is a path of one machine: write it from the root of the repository"
                ));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        let report = check(&Tree::of(&[(path, text)]));
        report.findings.into_iter().map(|finding| format!("{}: {}", finding.line, finding.what)).collect()
    }

    #[test]
    fn spaces_and_line_ends_are_looked_at() {
        assert!(found("a.md", "a \nb\n")[0].starts_with("1: spaces at the end"));
        assert!(found("a.md", "a\r\n")[0].starts_with("1: the line ends with CR LF"));
        assert!(found("a.md", "a")[0].contains("one newline"));
        assert!(found("a.md", "a\n\n")[0].contains("one newline"));
        assert!(found("a.rs", "a\tb\n")[0].starts_with("1: a tab"));
        assert!(found("a.md", "a\tb\n").is_empty() && found("a.md", "").is_empty());
        assert!(found("crates/a/tests/snapshots/x.txt", "a \n\n").is_empty());
    }

    #[test]
    fn registries_are_not_named() {
        let host = registries()[0].clone();
        assert!(found("README.md", &format!("see https://{host}/a\n"))[0].contains("registry"));
        let lock = format!("source = \"registry+https://github.com/rust-lang/{host}-index\"\n");
        assert!(found("Cargo.lock", &lock).is_empty());
        assert_eq!(found("README.md", &lock).len(), 1);
        assert_eq!(found("Cargo.lock", &format!("source = \"sparse+https://index.{host}/\"\n")).len(), 1);
        let mirror = "  \"resolved\": \"https://mirror.example/a.tgz\",\n";
        assert_eq!(found("a/package-lock.json", mirror).len(), 1);
        assert!(found("a/package-lock.json", "  \"integrity\": \"x\",\n").is_empty());
    }

    #[test]
    fn paths_of_one_machine_are_found() {
        for home in homes() {
            assert_eq!(found("a.md", &format!("cd {home}x\n")).len(), 1);
            assert!(found("a.md", &format!("see docs{home}x and https://a.example{home}x\n")).is_empty());
        }
    }
}
