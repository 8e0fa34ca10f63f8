//! The files of the repository, read once, as the checks of `tidy` see them.

use std::collections::BTreeSet;
use std::path::Path;

use crate::rust_source::Source;
use crate::shell::{output, program};

/// A text file, with its path from the root and `/` between the parts.
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) text: String,
}

/// A Rust file, taken apart.
pub(crate) struct RustFile {
    pub(crate) path: String,
    pub(crate) source: Source,
}

/// All files that are tracked, or would be after `git add`.
pub(crate) struct Tree {
    pub(crate) files: Vec<File>,
    pub(crate) rust: Vec<RustFile>,
    paths: BTreeSet<String>,
}

impl Tree {
    /// Reads the repository.
    pub(crate) fn load(root: &Path) -> Result<Tree, String> {
        let mut texts = Vec::new();
        let present = paths(root)?;
        for path in &present {
            let bytes = std::fs::read(root.join(path)).map_err(|e| format!("cannot read {path}: {e}"))?;
            if let Ok(text) = String::from_utf8(bytes) {
                texts.push((path.clone(), text));
            }
        }
        Ok(Tree::new(texts, present.into_iter().collect()))
    }

    fn new(mut texts: Vec<(String, String)>, paths: BTreeSet<String>) -> Tree {
        texts.sort();
        let files: Vec<File> = texts.into_iter().map(|(path, text)| File { path, text }).collect();
        let mut rust: Vec<RustFile> = files
            .iter()
            .filter(|file| file.path.ends_with(".rs"))
            .map(|file| RustFile { path: file.path.clone(), source: Source::new(&file.text) })
            .collect();
        let modules: Vec<String> = rust.iter().flat_map(test_module_paths).collect();
        for file in &mut rust {
            let is_module = |module: &String| {
                file.path
                    .strip_prefix(module.as_str())
                    .is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
            };
            if is_test_path(&file.path) || modules.iter().any(is_module) {
                file.source.make_test();
            }
        }
        Tree { files, rust, paths }
    }

    /// The text of one file.
    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        self.files.iter().find(|file| file.path == path).map(|file| file.text.as_str())
    }

    /// Is there such a file or directory?
    pub(crate) fn has(&self, path: &str) -> bool {
        let inside = format!("{}/", path.trim_end_matches('/'));
        path.is_empty()
            || self.paths.contains(path)
            || self.paths.iter().any(|known| known.starts_with(&inside))
    }

    /// A made-up tree.
    #[cfg(test)]
    pub(crate) fn of(files: &[(&str, &str)]) -> Tree {
        let texts = files.iter().map(|(path, text)| (path.to_string(), text.to_string())).collect();
        Tree::new(texts, files.iter().map(|(path, _)| path.to_string()).collect())
    }
}

/// The paths of all files that are tracked, or would be after `git add`, in their order.
pub(crate) fn paths(root: &Path) -> Result<Vec<String>, String> {
    let listed = output(program("git", &["ls-files", "-z", "--cached", "--others", "--exclude-standard"]));
    let mut paths: Vec<String> = match listed {
        Ok(list) => list.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect(),
        // A tree that was unpacked from an archive, or that git does not trust, is still worth a look.
        Err(_) => walk(root)?,
    };
    // A deleted file is listed until the deletion is staged; a link is checked where it points to.
    paths.retain(|path| root.join(path).symlink_metadata().is_ok_and(|found| found.is_file()));
    paths.sort();
    // A file that two branches changed is listed for each.
    paths.dedup();
    Ok(paths)
}

/// Folders that are not ours: git's own, what cargo builds, what npm installs.
const FOREIGN: &[&str] = &[".git", "target", "node_modules"];

/// All files below the root, without what is not ours.
fn walk(root: &Path) -> Result<Vec<String>, String> {
    let mut out = Vec::new();
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        let entries =
            std::fs::read_dir(root.join(&folder)).map_err(|e| format!("cannot list {folder}: {e}"))?;
        for entry in entries {
            let entry = entry.map_err(|e| format!("cannot list {folder}: {e}"))?;
            let path = format!("{folder}{}", entry.file_name().to_string_lossy());
            let kind = entry.file_type().map_err(|e| format!("cannot look at {path}: {e}"))?;
            if kind.is_file() {
                out.push(path);
            } else if kind.is_dir() && !FOREIGN.iter().any(|name| entry.file_name() == *name) {
                folders.push(format!("{path}/"));
            }
        }
    }
    Ok(out)
}

/// Is a file test code by its place?
fn is_test_path(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    match parts[..] {
        ["fuzz", ..] | ["activities", "tests", ..] => true,
        ["crates" | "activities" | "examples", _, folder, ..] | ["xtask", folder, ..] => {
            ["tests", "benches", "examples"].contains(&folder)
        }
        _ => false,
    }
}

/// Where the test modules of a file are, without `.rs`.
fn test_module_paths(file: &RustFile) -> Vec<String> {
    let stem = file.path.trim_end_matches(".rs");
    let (folder, name) = stem.rsplit_once('/').unwrap_or(("", stem));
    let base = if ["lib", "main", "mod"].contains(&name) { folder } else { stem };
    file.source.test_modules.iter().map(|module| format!("{base}/{module}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_files_are_known_by_place_or_by_declaration() {
        let tree = Tree::of(&[
            ("crates/a/src/lib.rs", "#[cfg(test)] mod world;\nmod real;\n"),
            ("crates/a/src/world.rs", "fn w() {}\n"),
            ("crates/a/src/world/deep.rs", "fn d() {}\n"),
            ("crates/a/src/real.rs", "fn r() {}\n#[cfg(test)] mod tests;\n"),
            ("crates/a/src/real/tests.rs", "fn t() {}\n"),
            ("crates/a/tests/x.rs", "fn x() {}\n"),
        ]);
        let live: Vec<&str> = tree
            .rust
            .iter()
            .filter(|file| file.source.live.contains("fn "))
            .map(|file| file.path.as_str())
            .collect();
        assert_eq!(live, ["crates/a/src/real.rs"]);
    }

    #[test]
    fn folders_are_there_when_a_file_in_them_is() {
        let tree = Tree::of(&[("docs/a/b.md", "x\n")]);
        assert!(tree.has("docs/a/b.md") && tree.has("docs/a") && tree.has("docs/a/") && tree.has("docs"));
        assert!(!tree.has("doc") && !tree.has("docs/a/b"));
    }
}
