//! What is built into the binary: every package, on what it depends, under which licence, from which source.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::tools::read;
use crate::shell::{cargo, output, root};

/// Name and version.
pub(super) type Key = (String, String);

/// Which package depends on which.
pub(super) type Graph = BTreeMap<Key, BTreeSet<Key>>;

/// What is said of one package.
pub(super) struct Package {
    /// The licence expression (SPDX).
    pub(super) licence: Option<String>,
    pub(super) authors: Vec<String>,
    /// Where its source is.
    pub(super) folder: PathBuf,
    /// Does it come from this repository?
    pub(super) is_ours: bool,
    /// The SHA-256 of what was downloaded.
    pub(super) checksum: Option<String>,
}

/// Everything that is built in.
pub(super) struct Packages {
    pub(super) root: Key,
    pub(super) graph: Graph,
    pub(super) described: BTreeMap<Key, Package>,
}

impl Packages {
    /// Asks cargo what is built for this triple, with all features that are handed out.
    pub(super) fn load(triple: &str, version: &str) -> Result<Packages, String> {
        // `cargo metadata` also resolves what only tests and unused features ask for; the tree has what is built.
        let tree = output(cargo(&[
            "tree",
            "--locked",
            "--package=parlor-app",
            "--features=full",
            "--edges=normal",
            "--prefix=depth",
            "--format={p}",
            "--target",
            triple,
        ]))?;
        let metadata = output(cargo(&[
            "metadata",
            "--format-version=1",
            "--locked",
            "--features=full",
            "--filter-platform",
            triple,
        ]))?;
        let metadata: Value = serde_json::from_str(&metadata)
            .map_err(|e| format!("cannot read what `cargo metadata` printed: {e}"))?;
        let lock = String::from_utf8_lossy(&read(&root().join("Cargo.lock"))?).into_owned();
        let graph = graph(&tree)?;
        let mut described = described(&metadata, &checksums(&lock))?;
        described.retain(|key, _| graph.contains_key(key));
        let lost = graph.keys().find(|key| !described.contains_key(*key));
        if let Some((name, version)) = lost {
            return Err(format!("`cargo metadata` does not know {name} {version}, but `cargo tree` does"));
        }
        let root = ("parlor-app".to_owned(), version.to_owned());
        if !graph.contains_key(&root) {
            return Err(format!(
                "`cargo tree` printed something unexpected: no parlor-app {version} is in it"
            ));
        }
        Ok(Packages { root, graph, described })
    }

    /// Those that are not from this repository.
    pub(super) fn of_others(&self) -> impl Iterator<Item = (&Key, &Package)> {
        self.described.iter().filter(|(_, package)| !package.is_ours)
    }
}

/// The folders of what tests ask for, too: where they are built together with the program, cargo gives both the same features, and with
/// these packages that the program by itself is built without.
pub(super) fn of_tests() -> Result<BTreeSet<String>, String> {
    let tree = output(cargo(&[
        "tree",
        "--locked",
        "--workspace",
        "--all-features",
        "--edges=normal,dev",
        "--prefix=none",
        "--format={p}",
    ]))?;
    let folder = |line: &str| {
        let mut words = line.split_whitespace();
        let (name, version) = (words.next()?, words.next()?.strip_prefix('v')?);
        Some(format!("{name}-{version}"))
    };
    Ok(tree.lines().filter_map(folder).collect())
}

/// The graph of `cargo tree --prefix=depth`, where what stands below a package is printed once, and `(*)` later.
fn graph(tree: &str) -> Result<Graph, String> {
    let mut graph = Graph::new();
    let mut above: Vec<Key> = Vec::new();
    for line in tree.lines().filter(|line| !line.is_empty()) {
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let (depth, rest) = line.split_at(digits);
        let mut words = rest.split_whitespace();
        let key = words.next().zip(words.next().and_then(|version| version.strip_prefix('v')));
        let Some((depth, (name, version))) = depth.parse::<usize>().ok().zip(key) else {
            return Err(format!("`cargo tree` printed something unexpected: {line}"));
        };
        let key = (name.to_owned(), version.to_owned());
        above.truncate(depth);
        if let Some(needs) = above.last().and_then(|parent| graph.get_mut(parent)) {
            needs.insert(key.clone());
        }
        graph.entry(key.clone()).or_default();
        above.push(key);
    }
    Ok(graph)
}

fn described(metadata: &Value, checksums: &BTreeMap<Key, String>) -> Result<BTreeMap<Key, Package>, String> {
    let strange = || "`cargo metadata` printed something unexpected".to_owned();
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let all = metadata["packages"].as_array().ok_or_else(strange)?;
    let one = |package: &Value| {
        let key = (text(&package["name"])?, text(&package["version"])?);
        let folder = Path::new(package["manifest_path"].as_str()?).parent()?.to_owned();
        let authors = package["authors"].as_array().into_iter().flatten().filter_map(text).collect();
        // Before there were expressions, a slash was written for OR.
        let licence = package["license"].as_str().map(|licence| licence.replace('/', " OR "));
        let (is_ours, checksum) = (package["source"].is_null(), checksums.get(&key).cloned());
        Some((key, Package { licence, authors, folder, is_ours, checksum }))
    };
    all.iter().map(|package| one(package).ok_or_else(strange)).collect()
}

/// The checksums of Cargo.lock.
fn checksums(lock: &str) -> BTreeMap<Key, String> {
    let of = |block: &str| {
        let value = |key: &str| {
            let line = block.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""))?;
            line.strip_suffix('"').map(str::to_owned)
        };
        Some(((value("name")?, value("version")?), value("checksum")?))
    };
    lock.split("[[package]]").filter_map(of).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::dist) fn key(name: &str) -> Key {
        (name.to_owned(), "1.0.0".to_owned())
    }

    /// A made-up binary `a`, with `b` of ours and `c` of others.
    pub(in crate::dist) fn some() -> Packages {
        let package = |licence: &str, is_ours: bool| Package {
            licence: Some(licence.to_owned()),
            authors: vec!["Kim".to_owned()],
            folder: PathBuf::from("nowhere"),
            is_ours,
            checksum: (!is_ours).then(|| "0a".repeat(32)),
        };
        let graph = graph("0a v1.0.0 (x)\n1b v1.0.0 (x)\n2c v1.0.0\n1c v1.0.0 (*)\n").unwrap();
        let described =
            [("a", true), ("b", true), ("c", false)].map(|(name, ours)| (key(name), package("MIT", ours)));
        Packages { root: key("a"), graph, described: described.into() }
    }

    #[test]
    fn the_graph_is_read_from_the_depths_of_the_tree() {
        let graph = graph(
            "0a v1.0.0 (some path)\n1b v1.0.0 (proc-macro)\n2c v1.0.0\n1d v1.0.0\n2b v1.0.0 (proc-macro) (*)\n",
        )
        .unwrap();
        let needs = |name: &str| graph[&key(name)].iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>();
        assert_eq!(graph.len(), 4);
        assert_eq!((needs("a"), needs("b"), needs("d")), (vec!["b", "d"], vec!["c"], vec!["b"]));
        assert!(needs("c").is_empty());
        assert!(super::graph("error: no\n").is_err());
    }

    #[test]
    fn metadata_and_lock_are_read_together() {
        let metadata = serde_json::json!({"packages": [
            {"name": "ours", "version": "1.0.0", "license": "MIT", "source": null, "authors": [], "manifest_path": "x/ours/Cargo.toml"},
            {"name": "old", "version": "1.0.0", "license": "MIT/Apache-2.0", "source": "registry", "authors": ["A"],
             "manifest_path": "y/old/Cargo.toml"}]});
        let lock = "version = 4\n\n[[package]]\nname = \"old\"\nversion = \"1.0.0\"\nsource = \"r\"\nchecksum = \"0f\"\n\n\
                    [[package]]\nname = \"ours\"\nversion = \"1.0.0\"\n";
        let all = described(&metadata, &checksums(lock)).unwrap();
        let old = &all[&key("old")];
        assert_eq!(
            (old.licence.as_deref(), old.checksum.as_deref()),
            (Some("MIT OR Apache-2.0"), Some("0f"))
        );
        assert_eq!((old.folder.as_path(), old.is_ours), (Path::new("y/old"), false));
        assert!(all[&key("ours")].is_ours && all[&key("ours")].checksum.is_none());
        assert!(described(&serde_json::json!({}), &BTreeMap::new()).is_err());
    }
}
