//! `cargo xtask licences`: whose work we build on, and on which terms.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::shell::{cargo, output};
use crate::spdx::Expression;
use crate::step::Outcome;
use crate::{Failed, advisories, no_arguments};

/// Licences that ask for no more than a notice.
const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Other licences for single packages: (package, licence, why we cannot do without it).
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    (
        "webpki-root-certs",
        "CDLA-Permissive-2.0",
        "a list of certificates, not code; built in only where a system has no list of its own",
    ),
    (
        "jpeg-encoder",
        "IJG",
        "it encodes photos, and asks for a sentence in the documentation, which README.md has",
    ),
];

/// A package that is not ours.
#[derive(Debug)]
struct Package {
    name: String,
    version: String,
    licence: Option<String>,
}

/// The verb: licences, and after them the advisories.
pub(crate) fn run(args: &[String]) -> Result<(), Failed> {
    no_arguments("licences", args)?;
    step()?;
    if let Outcome::Skipped(why) = advisories::step()? {
        println!("advisories: skipped: {why}");
    }
    Ok(())
}

/// The step of `ci`.
pub(crate) fn step() -> Result<Outcome, String> {
    let text = output(cargo(&["metadata", "--format-version", "1", "--locked"]))?;
    let metadata: Value =
        serde_json::from_str(&text).map_err(|e| format!("cannot read what `cargo metadata` printed: {e}"))?;
    let tree = output(cargo(&[
        "tree",
        "--workspace",
        "--locked",
        "--target=all",
        "--edges=normal,build,dev",
        "--prefix=none",
        "--format={p}",
    ]))?;
    let mut packages = packages(&metadata)?;
    let locked = packages.len();
    let built = built(&tree);
    packages.retain(|package| built.contains(&(package.name.as_str(), package.version.as_str())));
    if packages.is_empty() && locked > 0 {
        return Err("`cargo tree` printed something unexpected: no locked package is in it".into());
    }
    for (name, versions) in doubled(&packages) {
        println!("for information: {name} is built in {} versions: {}", versions.len(), versions.join(", "));
    }
    let refused: Vec<String> = packages.iter().filter_map(refusal).collect();
    println!("{} of {} packages have a licence of the list", packages.len() - refused.len(), packages.len());
    println!("{} more are in Cargo.lock, but no target of ours is built with them", locked - packages.len());
    if refused.is_empty() { Ok(Outcome::Passed) } else { Err(refused.join("\n  ")) }
}

/// The two lists, as `deny.toml` has them.
pub(crate) fn for_cargo_deny() -> String {
    let mut lists = String::from("allow = [\n");
    for licence in ALLOWED {
        lists.push_str(&format!("    \"{licence}\",\n"));
    }
    lists.push_str("]\nexceptions = [\n");
    for (package, licence, _) in EXCEPTIONS {
        lists.push_str(&format!("    {{ crate = \"{package}\", allow = [\"{licence}\"] }},\n"));
    }
    lists + "]\n"
}

fn packages(metadata: &Value) -> Result<Vec<Package>, String> {
    let strange = || {
        "`cargo metadata` printed something unexpected; does this cargo print format version 1?".to_owned()
    };
    let all = metadata["packages"].as_array().ok_or_else(strange)?;
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let others = all.iter().filter(|package| !package["source"].is_null());
    others
        .map(|package| {
            let name = text(&package["name"]).ok_or_else(strange)?;
            let version = text(&package["version"]).ok_or_else(strange)?;
            Ok(Package { name, version, licence: text(&package["license"]) })
        })
        .collect()
}

/// The names and versions in the lines of `cargo tree`, which read `name v1.2.3 (proc-macro) (*)`. The metadata
/// alone will not do: it also has packages of optional features that nothing turns on.
fn built(tree: &str) -> BTreeSet<(&str, &str)> {
    tree.lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            Some((words.next()?, words.next()?.strip_prefix('v')?))
        })
        .collect()
}

/// Why a package may not be used, if so.
fn refusal(package: &Package) -> Option<String> {
    let Package { name, version, licence } = package;
    let Some(licence) = licence else {
        return Some(format!(
            "{name} {version} names no licence: read its licence file, and choose another package"
        ));
    };
    let may = |one: &str| {
        ALLOWED.contains(&one)
            || EXCEPTIONS.iter().any(|(package, licence, _)| package == name && *licence == one)
    };
    match Expression::parse(licence) {
        Err(why) => Some(format!("{name} {version} has a licence that cannot be read: {why}")),
        Ok(expression) if expression.allowed(&may) => None,
        Ok(_) => Some(format!(
            "{name} {version} is under `{licence}`, which is not in the list of xtask/src/licences.rs"
        )),
    }
}

/// Packages that are there in versions that do not replace each other: each is built for itself.
fn doubled(packages: &[Package]) -> Vec<(&str, Vec<&str>)> {
    let mut versions: BTreeMap<&str, BTreeMap<&str, &str>> = BTreeMap::new();
    for package in packages {
        versions.entry(&package.name).or_default().insert(major(&package.version), &package.version);
    }
    let several = versions.into_iter().filter(|(_, versions)| versions.len() > 1);
    several.map(|(name, versions)| (name, versions.into_values().collect())).collect()
}

/// The part of a version that must be equal for one to replace the other: `1`, `0.3` or `0.0.7`.
fn major(version: &str) -> &str {
    let zeros = version.split('.').take_while(|part| *part == "0").count();
    let end = version.match_indices('.').nth(zeros).map_or(version.len(), |(at, _)| at);
    &version[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, version: &str, licence: Option<&str>) -> Package {
        Package { name: name.into(), version: version.into(), licence: licence.map(str::to_owned) }
    }

    #[test]
    fn a_package_needs_a_licence_of_the_list() {
        assert_eq!(refusal(&package("a", "1.0.0", Some("MIT OR GPL-2.0-only"))), None);
        for licence in [None, Some("GPL-2.0-only"), Some("MPL-2.0"), Some("see LICENSE")] {
            assert!(refusal(&package("a", "1.0.0", licence)).is_some_and(|why| why.starts_with("a 1.0.0 ")));
        }
    }

    #[test]
    fn what_an_exception_asks_for_is_there() {
        let encoder = package("jpeg-encoder", "0.7.1", Some("(MIT OR Apache-2.0) AND IJG"));
        assert_eq!(refusal(&encoder), None);
        let sentence = "this software is based in part on the work of the Independent JPEG Group";
        assert!(include_str!("../../README.md").contains(sentence));
        assert!(refusal(&Package { name: "another".into(), ..encoder }).is_some());
    }

    #[test]
    fn only_versions_that_do_not_replace_each_other_are_doubled() {
        let all = [
            package("a", "1.2.0", None),
            package("a", "2.0.0", None),
            package("b", "0.3.1", None),
            package("b", "0.4.0", None),
            package("c", "1.0.0", None),
        ];
        assert_eq!(doubled(&all), [("a", vec!["1.2.0", "2.0.0"]), ("b", vec!["0.3.1", "0.4.0"])]);
        assert_eq!((major("1.2.3"), major("0.3.1"), major("0.0.7")), ("1", "0.3", "0.0.7"));
    }

    #[test]
    fn what_is_built_is_read_from_the_tree() {
        let tree =
            "a v0.1.0 (some path)\nserde v1.0.2\nserde_derive v1.0.2 (proc-macro)\n\nserde v1.0.2 (*)\n";
        assert_eq!(
            built(tree).into_iter().collect::<Vec<_>>(),
            [("a", "0.1.0"), ("serde", "1.0.2"), ("serde_derive", "1.0.2")]
        );
    }

    #[test]
    fn our_own_packages_are_left_out() {
        let metadata = serde_json::json!({"packages": [
            {"name": "ours", "version": "0.1.0", "license": null, "source": null},
            {"name": "theirs", "version": "1.0.0", "license": "MIT", "source": "registry"}]});
        let Ok(all) = packages(&metadata) else { panic!("it is metadata") };
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].name, "theirs");
    }
}
