//! Examples in doc comments, tried: only in the crates that have some, since rustdoc reads a whole crate to find none.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::arrows::{ROOMS, Room, folder};
use crate::binary;
use crate::inputs::Inputs;
use crate::passed::Passed;
use crate::shell::{cargo, must, root};
use crate::step::Outcome;
use crate::tree::{self, Tree};

/// Packages that are named whether they have an example or not: the program, which has every other one below it, the host, whose tests ask
/// the most of tokio, the stand-ins, whose tests ask the most of hyper, and the chores, of which a dependency asks the most of serde_json. With them, dependencies have the features that
/// nextest has built them with, and are not built once more.
const FOR_THEIR_FEATURES: &[&str] = &["parlor-app", "parlor-fakes", "parlor-host", "xtask"];

/// The step of `ci`.
pub(crate) fn step(passed: &Passed) -> Result<Outcome, String> {
    let rooms = with_examples(&Tree::load(&root())?);
    if rooms.is_empty() {
        return Ok(Outcome::Skipped("no doc comment has an example".into()));
    }
    let mut args = vec!["test", "--doc", "--all-features", "--locked"];
    args.extend(named(&rooms));
    let folders = folders(&binary::metadata()?, &rooms);
    let is_read = |path: &str| {
        ["Cargo.lock", "rust-toolchain.toml", ".cargo/config.toml"].contains(&path)
            || path.ends_with("Cargo.toml")
            || folders.iter().any(|folder| path.starts_with(folder))
    };
    let inputs =
        Inputs::of("doc tests").says("arguments", &args.join(" ")).files(&tree::paths(&root())?, is_read);
    passed.once(&inputs, || must(cargo(&args)).map(|()| Outcome::Passed))
}

/// These packages and those that are named for their features, as arguments.
fn named(rooms: &[&'static str]) -> Vec<&'static str> {
    let others = rooms.iter().filter(|room| !FOR_THEIR_FEATURES.contains(room));
    FOR_THEIR_FEATURES.iter().chain(others).flat_map(|package| ["--package", package]).collect()
}

/// The folders of these packages and of all of ours that they need, from the root.
fn folders(metadata: &Value, packages: &[&str]) -> BTreeSet<String> {
    let all = || metadata["packages"].as_array().into_iter().flatten();
    let folder = |path: &Value, file: &str| {
        let path = path.as_str()?.strip_suffix(file)?.trim_end_matches('/');
        path.strip_prefix(&*root().to_string_lossy()).map(|path| format!("{}/", path.trim_start_matches('/')))
    };
    let own = |package: &Value| folder(&package["manifest_path"], "Cargo.toml");
    let named = all().filter(|package| packages.iter().any(|name| package["name"] == *name));
    let mut next: Vec<String> = named.filter_map(own).collect();
    let mut found = BTreeSet::new();
    while let Some(here) = next.pop() {
        let package = all().find(|package| own(package).as_ref() == Some(&here));
        let needed = package.and_then(|package| package["dependencies"].as_array()).into_iter().flatten();
        if found.insert(here) {
            next.extend(needed.filter_map(|needed| folder(&needed["path"], "")));
        }
    }
    found
}

/// The packages whose library has an example that can be run.
fn with_examples(tree: &Tree) -> Vec<&'static str> {
    let mut packages = Vec::new();
    for file in tree.files.iter().filter(|file| file.path.ends_with(".rs")) {
        let is_in = |room: &&Room| file.path.starts_with(&format!("{}/src/", folder(room)));
        let Some(Room { package, .. }) = ROOMS.iter().find(is_in) else { continue };
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
    fn dependencies_have_the_features_that_nextest_has_built_them_with() {
        let features = |packages: &[&str]| {
            let mut tree =
                cargo(&["tree", "--all-features", "--edges", "all", "--prefix", "none", "--locked"]);
            tree.args(["--format", "{p} {f}"]).args(packages);
            let printed = String::from_utf8(tree.output().unwrap().stdout).unwrap();
            let packages = printed.lines().map(|line| line.trim_end_matches(" (*)"));
            packages
                .filter(|line| !line.contains("feature \""))
                .map(str::to_owned)
                .collect::<BTreeSet<String>>()
        };
        let rooms = with_examples(&Tree::load(&root()).unwrap());
        let (named, all) = (features(&named(&rooms)), features(&["--workspace"]));
        assert!(named.len() > 100, "{named:?}");
        let built_anew: Vec<&String> = named.difference(&all).collect();
        assert!(built_anew.is_empty(), "name a package that asks for these features, too: {built_anew:?}");
    }

    #[test]
    fn an_example_needs_the_folders_of_its_package_and_of_those_below() {
        let path = |room: &str| root().join("crates").join(room).display().to_string();
        let package = |room: &str, needs: &[&str]| {
            let needs: Vec<Value> =
                needs.iter().map(|room| serde_json::json!({ "path": path(room) })).collect();
            serde_json::json!({
                "name": format!("parlor-{room}"),
                "manifest_path": format!("{}/Cargo.toml", path(room)),
                "dependencies": needs,
            })
        };
        let packages =
            [package("a", &["b"]), package("b", &["c", "a"]), package("c", &[]), package("d", &["a"])];
        let metadata = serde_json::json!({ "packages": packages });
        let found: Vec<String> = folders(&metadata, &["parlor-a"]).into_iter().collect();
        assert_eq!(found, ["crates/a/", "crates/b/", "crates/c/"]);
    }

    #[test]
    fn a_crate_is_named_once_and_the_library_by_its_own_name() {
        let example = "/// ```\n/// ```\n";
        let tree = Tree::of(&[
            ("crates/store/src/a.rs", example),
            ("crates/store/src/b.rs", example),
            ("crates/parlor/src/a.rs", example),
            ("activities/dm/src/a.rs", example),
            ("crates/host/tests/a.rs", example),
        ]);
        assert_eq!(with_examples(&tree), ["parlor-dm", "parlor", "parlor-store"]);
    }
}
