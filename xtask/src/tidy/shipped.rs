//! What is shipped beside the code (workflows, the container, the service) names only what the tree has.

use super::{Finding, Report};
use crate::tree::{File, Tree};
use crate::{VERBS, licences};

/// Files in which every path of ours must be there.
const SHIPPED: &[&str] =
    &["Dockerfile", "compose.yaml", "deploy/", ".github/workflows/", ".github/dependabot.yml"];

const DENY: &str = "deny.toml";
const DOCKERFILE: &str = "Dockerfile";
const DOCKERIGNORE: &str = ".dockerignore";
const TOOLCHAIN: &str = "rust-toolchain.toml";

/// The check.
pub(crate) fn check(tree: &Tree) -> Report {
    let mut findings = Vec::new();
    let mut named = 0;
    for file in &tree.files {
        let shipped = SHIPPED.iter().any(|start| file.path.starts_with(start));
        // The changelog tells of chores that are no more.
        let is_document = file.path.ends_with(".md") && file.path != "CHANGELOG.md";
        if shipped || is_document {
            named += verbs(file, &mut findings);
        }
        if shipped {
            named += paths(tree, file, &mut findings);
            named += actions(file, &mut findings);
            named += rust_versions(tree, file, &mut findings);
        }
    }
    findings.extend(copied(tree));
    findings.extend(allowed(tree));
    Report::new(format!("{named} chores, paths, actions and versions that are named"), findings)
}

/// Every `cargo xtask VERB` is one.
fn verbs(file: &File, findings: &mut Vec<Finding>) -> usize {
    let mut count = 0;
    for (line, text) in numbered(&file.text) {
        for rest in text.split("cargo xtask ").skip(1) {
            let end = rest.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(rest.len());
            let verb = &rest[..end];
            count += usize::from(!verb.is_empty());
            if !verb.is_empty() && !VERBS.iter().any(|known| known.name == verb) {
                let what = format!("there is no chore `{verb}`: `cargo xtask help` lists them");
                findings.push(Finding::at(&file.path, line, what));
            }
        }
    }
    count
}

/// Every path that begins in this tree leads somewhere in it, or to what a build makes.
fn paths(tree: &Tree, file: &File, findings: &mut Vec<Finding>) -> usize {
    let mut count = 0;
    for (line, text) in numbered(&file.text) {
        for path in named_paths(tree, text) {
            count += 1;
            if !tree.has(path) && !is_made(tree, path) {
                let what = format!("`{path}` is not there: correct the path");
                findings.push(Finding::at(&file.path, line, what));
            }
        }
    }
    count
}

/// What a line names of the tree: words with a `/` whose first part is there, and whatever stands where only a path can:
/// after `bash` and `directory`, after `./`, and in the brackets of `hashFiles`.
fn named_paths<'a>(tree: &Tree, line: &'a str) -> Vec<&'a str> {
    let words = line.split(|c: char| c.is_whitespace() || "\"'`()[]{},:;=".contains(c));
    let words: Vec<&str> = words.filter(|word| !word.is_empty() && !word.contains('*')).collect();
    let mut found = Vec::new();
    let mut only_paths = false;
    for (index, word) in words.iter().enumerate() {
        let after = index.checked_sub(1).map_or("", |before| words[before]);
        only_paths = (only_paths && word.contains('.')) || after == "hashFiles";
        let is_script = after == "bash" && word.contains('/');
        let must = only_paths || is_script || after == "directory" || word.starts_with("./");
        let path = word.trim_start_matches("./");
        // From the root of the repository, in the one key where it is written so.
        let path = if after == "directory" { path.trim_start_matches('/') } else { path };
        let begins_here = path.split_once('/').is_some_and(|(first, _)| !first.is_empty() && tree.has(first));
        if must || begins_here {
            found.push(path.trim_end_matches(['/', '.']));
        }
    }
    found
}

/// Does a build make it? Then git leaves it alone.
fn is_made(tree: &Tree, path: &str) -> bool {
    let ignored = tree.text(".gitignore").unwrap_or("").lines().filter_map(|line| line.strip_prefix('/'));
    ignored
        .into_iter()
        .any(|made| path.strip_prefix(made).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

/// Every action is pinned: by its major version, or by the commit.
fn actions(file: &File, findings: &mut Vec<Finding>) -> usize {
    let mut count = 0;
    for (line, text) in numbered(&file.text) {
        let Some(action) = text.trim_start().trim_start_matches("- ").strip_prefix("uses:") else { continue };
        count += 1;
        let action = action.split_whitespace().next().unwrap_or("");
        let pin = action.split_once('@').map_or("", |(_, pin)| pin);
        let is_commit = pin.len() == 40 && pin.bytes().all(|byte| byte.is_ascii_hexdigit());
        let version = pin.strip_prefix('v').unwrap_or("");
        let is_version = version.starts_with(|c: char| c.is_ascii_digit());
        if !is_commit && !is_version {
            let what = format!(
                "`{action}` can change under us: pin it by `@v` and its major version, or by the commit"
            );
            findings.push(Finding::at(&file.path, line, what));
        }
    }
    count
}

/// Every image of Rust has the version that rust-toolchain.toml has.
fn rust_versions(tree: &Tree, file: &File, findings: &mut Vec<Finding>) -> usize {
    let toolchain = tree.text(TOOLCHAIN).unwrap_or("");
    let wanted = toolchain.lines().find_map(|line| line.strip_prefix("channel = \"")?.strip_suffix('"'));
    let mut count = 0;
    for (line, text) in numbered(&file.text) {
        let images = text.split_whitespace().filter_map(|word| word.strip_prefix("rust:"));
        for version in images.map(|image| image.split('-').next().unwrap_or(image)) {
            count += 1;
            if Some(version) != wanted {
                let what = format!(
                    "Rust {version}, but {TOOLCHAIN} says {}: make them one",
                    wanted.unwrap_or("nothing")
                );
                findings.push(Finding::at(&file.path, line, what));
            }
        }
    }
    count
}

/// What the Dockerfile copies is there, and .dockerignore lets it through.
fn copied(tree: &Tree) -> Vec<Finding> {
    let let_through: Vec<&str> =
        tree.text(DOCKERIGNORE).unwrap_or("").lines().filter_map(|line| line.strip_prefix('!')).collect();
    let mut findings = Vec::new();
    for path in let_through.iter().filter(|path| !tree.has(path)) {
        findings.push(Finding::of(DOCKERIGNORE, format!("`{path}` is not there: take it out")));
    }
    for (line, text) in numbered(tree.text(DOCKERFILE).unwrap_or("")) {
        let Some(words) = text.strip_prefix("COPY ").filter(|words| !words.contains("--from=")) else {
            continue;
        };
        let words: Vec<&str> = words.split_whitespace().collect();
        let sources = words.split_last().map_or(&[][..], |(_, sources)| sources);
        for source in sources {
            let passes = |open: &&str| {
                source.strip_prefix(*open).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            };
            if !tree.has(source) {
                findings.push(Finding::at(
                    DOCKERFILE,
                    line,
                    format!("`{source}` is not there: correct the path"),
                ));
            } else if !let_through.iter().any(passes) {
                let what = format!("`{source}` does not reach the build: add `!{source}` to {DOCKERIGNORE}");
                findings.push(Finding::at(DOCKERFILE, line, what));
            }
        }
    }
    findings
}

/// cargo-deny is told the licences that xtask/src/licences.rs has.
fn allowed(tree: &Tree) -> Option<Finding> {
    let lists = licences::for_cargo_deny();
    let has = tree.text(DENY).is_some_and(|text| text.contains(&lists));
    (!has).then(|| {
        Finding::of(DENY, format!("must have the lists of xtask/src/licences.rs under [licenses]:\n{lists}"))
    })
}

fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(index, line)| (index + 1, line))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORKFLOW: &str = ".github/workflows/a.yml";

    /// What is found in these files beside a tree in which all is well.
    fn found(changed: &[(&str, &str)]) -> Vec<String> {
        let deny = format!("[licenses]\n{}", licences::for_cargo_deny());
        let well: [(&str, &str); 8] = [
            (
                "Dockerfile",
                "FROM rust:1.95.0-bookworm AS build\nCOPY Cargo.toml xtask/a ./\nCOPY --from=build /x /x\n",
            ),
            (".dockerignore", "*\n!Cargo.toml\n!xtask\n"),
            (".gitignore", "/target\n/xtask/made\n"),
            ("rust-toolchain.toml", "[toolchain]\nchannel = \"1.95.0\"\n"),
            ("deny.toml", &deny),
            ("Cargo.toml", ""),
            ("xtask/a", ""),
            (WORKFLOW, "- uses: actions/checkout@v6\n- run: cargo xtask ci\n"),
        ];
        let kept = well.iter().filter(|(path, _)| !changed.iter().any(|(other, _)| other == path));
        let files: Vec<(&str, &str)> = kept.chain(changed).copied().collect();
        let all = check(&Tree::of(&files)).findings;
        all.into_iter()
            .map(|finding| format!("{}:{}: {}", finding.path, finding.line, finding.what))
            .collect()
    }

    /// The only finding when one file is as given.
    fn only(path: &str, text: &str) -> String {
        let all = found(&[(path, text)]);
        assert_eq!(all.len(), 1, "{path} with {text:?}: {all:?}");
        all.into_iter().next().unwrap_or_default()
    }

    #[test]
    fn nothing_is_found_where_all_is_well() {
        assert!(found(&[]).is_empty(), "{:?}", found(&[]));
    }

    #[test]
    fn a_chore_that_is_none_is_found_in_workflows_and_documents() {
        for path in [WORKFLOW, "README.md", "docs/a.md"] {
            assert!(
                only(path, "\nrun `cargo xtask tidi --all` now\n")
                    .starts_with(&format!("{path}:2: there is no chore `tidi`"))
            );
        }
        assert!(
            found(&[("README.md", "`cargo xtask`, `cargo xtask VERB`, `cargo xtask http --cases 7`\n")])
                .is_empty()
        );
        assert!(found(&[("CHANGELOG.md", "`cargo xtask tidi`\n")]).is_empty());
    }

    #[test]
    fn paths_must_be_there_or_be_made() {
        for line in [
            "run: bash .ci/rum",
            "key: ${{ hashFiles('Cargo.toml', 'Cargo.lok') }}",
            "path: xtask/b",
            "- ./deploy/Caddyfile:/etc/x:ro",
        ] {
            assert!(only(WORKFLOW, line).ends_with("is not there: correct the path"), "{line}");
        }
        assert!(only(".github/dependabot.yml", "directory: /fuz\n").contains("`fuz`"));
        let fine = "bash xtask/a\nhashFiles('Cargo.toml') }}-x\npath: xtask/made/x/\n~/.cargo/bin\ndist/b\ndirectory: /\nxtask/*\nbash -c x\n";
        assert!(found(&[(WORKFLOW, fine)]).is_empty(), "{:?}", found(&[(WORKFLOW, fine)]));
    }

    #[test]
    fn an_action_is_pinned() {
        for action in ["actions/checkout", "actions/checkout@main", "a/b@v", "a/b@0123abc"] {
            assert!(only(WORKFLOW, &format!("  - uses: {action} # v1\n")).contains("pin it"), "{action}");
        }
        assert!(found(&[(WORKFLOW, &format!("uses: a/b@{} # v1\n", "0a".repeat(20)))]).is_empty());
    }

    #[test]
    fn one_version_of_rust_is_named() {
        assert!(
            only(WORKFLOW, "container: rust:1.94.0-bookworm\n")
                .contains("Rust 1.94.0, but rust-toolchain.toml says 1.95.0")
        );
        assert!(only("rust-toolchain.toml", "").starts_with("Dockerfile:1: Rust 1.95.0"));
    }

    #[test]
    fn what_is_copied_is_there_and_let_through() {
        assert!(
            only("Dockerfile", "COPY Cargo.toml Cargo.lock ./\n")
                .starts_with("Dockerfile:1: `Cargo.lock` is not there")
        );
        assert!(only(".dockerignore", "*\n!xtask/a\n").contains("add `!Cargo.toml`"));
        assert!(only(".dockerignore", "!xtask\n!Cargo.toml\n!gone\n").starts_with(".dockerignore:0: `gone`"));
    }

    #[test]
    fn cargo_deny_is_told_the_same_licences() {
        let other = licences::for_cargo_deny().replace("    \"ISC\",\n", "");
        assert!(only("deny.toml", &other).contains("\"ISC\""));
    }
}
