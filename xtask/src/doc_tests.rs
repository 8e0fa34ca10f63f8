//! Examples in doc comments, tried: only in the crates that have some, since rustdoc reads a whole crate to find none.

use crate::arrows::{ROOMS, Room, folder};
use crate::shell::{cargo, must, root};
use crate::step::Outcome;
use crate::tree::Tree;

/// The step of `ci`.
pub(crate) fn step() -> Result<Outcome, String> {
    let rooms = with_examples(&Tree::load(&root())?);
    if rooms.is_empty() {
        return Ok(Outcome::Skipped("no doc comment has an example".into()));
    }
    let mut args = vec!["test", "--doc", "--all-features", "--locked"];
    for room in &rooms {
        args.extend(["--package", room]);
    }
    must(cargo(&args)).map(|()| Outcome::Passed)
}

/// The packages whose library has an example that can be run.
fn with_examples(tree: &Tree) -> Vec<&'static str> {
    let mut packages = Vec::new();
    for file in tree.files.iter().filter(|file| file.path.ends_with(".rs")) {
        let is_in = |room: &&Room| file.path.starts_with(&format!("{}/src/", folder(room)));
        // A binary has no doc tests; what is called like this is a library.
        let library = |room: &&Room| room.package.starts_with("parlor-") && is_in(room);
        let Some(Room { package, .. }) = ROOMS.iter().find(library) else { continue };
        if !packages.contains(package) && has_example(&file.text) {
            packages.push(*package);
        }
    }
    packages
}

/// Does a doc comment open a fence of Rust? Every other one closes.
fn has_example(text: &str) -> bool {
    let fences = text.lines().filter_map(|line| {
        let comment = line.trim_start();
        let comment = comment.strip_prefix("///").or_else(|| comment.strip_prefix("//!"))?;
        comment.trim_start().strip_prefix("```").map(str::trim)
    });
    fences
        .step_by(2)
        .any(|language| matches!(language, "" | "rust" | "no_run" | "should_panic" | "compile_fail"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fence_of_rust_is_an_example_and_any_other_is_none() {
        assert!(has_example("/// ```\n/// assert!(true);\n/// ```\n"));
        assert!(has_example("//! ```no_run\n//! x();\n//! ```\n"));
        assert!(!has_example("//! ```text\n//! words\n//! ```\nfn x() {}"));
        assert!(!has_example("// ```\nlet text = \"```\";"));
    }

    #[test]
    fn a_crate_is_named_once_and_the_binary_never() {
        let example = "/// ```\n/// ```\n";
        let tree = Tree::of(&[
            ("crates/store/src/a.rs", example),
            ("crates/store/src/b.rs", example),
            ("crates/app/src/a.rs", example),
            ("activities/dm/src/a.rs", example),
            ("crates/host/tests/a.rs", example),
        ]);
        assert_eq!(with_examples(&tree), ["parlor-dm", "parlor-store"]);
    }
}
