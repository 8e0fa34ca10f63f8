//! LICENCES-OF-DEPENDENCIES.txt: on whose work the binary is built, and on which terms.

use std::collections::BTreeMap;
use std::path::Path;

use super::Release;
use super::packages::{Key, Package, Packages};
use super::tools::read;

/// How the names of files begin that hold a licence, or that a licence asks to be passed on.
const BEGINNINGS: &[&str] = &["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];

/// Folders of a package that are not built into anything.
const NOT_BUILT: &[&str] = &["benches", "docs", "examples", "tests"];

const RULE: &str = "================================================================================";

/// The whole text.
pub(super) fn text(release: &Release, packages: &Packages) -> Result<String, String> {
    let mut found = Vec::new();
    for (key, package) in packages.of_others() {
        found.push((key, package, texts_in(&package.folder)?));
    }
    Ok(written(release, &found))
}

/// A package and the texts that its source has.
type Found<'a> = (&'a Key, &'a Package, Vec<String>);

fn written(release: &Release, found: &[Found]) -> String {
    let mut out = format!(
        "Parlor {} for {} is built with the {} packages that are listed here, each with its licence, and with the\n\
         standard library of Rust, by the Rust project contributors, under MIT OR Apache-2.0. The texts that came with\n\
         the packages follow; one that came with several stands here once.\n\n",
        release.version,
        release.triple,
        found.len()
    );
    let mut of: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for ((name, version), package, texts) in found {
        let licence = package.licence.as_deref().unwrap_or("no licence is named");
        out.push_str(&format!("{name} {version}: {licence}"));
        if texts.is_empty() {
            out.push_str("; no text came with it");
            // Whoever wrote it is then named by nothing else.
            if !package.authors.is_empty() {
                out.push_str(&format!("; by {}", package.authors.join(", ")));
            }
        }
        out.push('\n');
        for text in texts {
            let names = of.entry(text).or_default();
            let name = format!("{name} {version}");
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let mut groups: Vec<(&str, Vec<String>)> = of.into_iter().collect();
    groups.sort_by(|(text, names), (other_text, other)| names.cmp(other).then(text.cmp(other_text)));
    for (text, names) in groups {
        out.push_str(&format!("\n{RULE}\nThis came with {}:\n\n{text}\n", names.join(", ")));
    }
    out
}

/// The texts of licences anywhere in the source of a package: what it has taken over from others has them in its own folders.
fn texts_in(folder: &Path) -> Result<Vec<String>, String> {
    let mut texts = Vec::new();
    let broken = |e: std::io::Error| format!("cannot list {}: {e}", folder.display());
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(broken)? {
        let entry = entry.map_err(broken)?;
        entries.push((entry.file_name().to_string_lossy().into_owned(), entry));
    }
    entries.sort_by(|(name, _), (other, _)| name.cmp(other));
    for (name, entry) in entries {
        let kind = entry.file_type().map_err(broken)?;
        if kind.is_dir() && !NOT_BUILT.contains(&name.as_str()) {
            texts.extend(texts_in(&entry.path())?);
        } else if kind.is_file() && is_licence(&name) {
            texts.push(comparable(&String::from_utf8_lossy(&read(&entry.path())?)));
        }
    }
    Ok(texts)
}

fn is_licence(name: &str) -> bool {
    let upper = name.to_uppercase();
    BEGINNINGS.iter().any(|begin| upper.starts_with(begin)) && !upper.ends_with(".RS")
}

/// Without what does not make it another text: ends of lines, and empty lines around it.
fn comparable(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dist::packages::tests::{key, some};
    use crate::dist::tests::release;

    #[test]
    fn a_text_that_came_with_several_is_printed_once() {
        let packages = some();
        let package = &packages.described[&key("c")];
        let keys = ["x", "y", "z"].map(key);
        let found = [
            (&keys[0], package, vec!["Be kind.".to_owned(), "Take notice.".to_owned()]),
            (&keys[1], package, vec!["Be kind.".to_owned(), "Be kind.".to_owned()]),
            (&keys[2], package, vec![]),
        ];
        let text = written(&release(), &found);
        assert!(
            text.contains("\nx 1.0.0: MIT\ny 1.0.0: MIT\nz 1.0.0: MIT; no text came with it; by Kim\n"),
            "{text}"
        );
        assert_eq!(text.matches("Be kind.").count(), 1, "{text}");
        assert!(
            text.contains(&format!("\n{RULE}\nThis came with x 1.0.0, y 1.0.0:\n\nBe kind.\n")),
            "{text}"
        );
        assert!(text.contains("This came with x 1.0.0:\n\nTake notice.\n"), "{text}");
    }

    #[test]
    fn ends_of_lines_make_no_other_text() {
        assert_eq!(comparable("\r\nA \r\n\r\n  b\r\n\r\n"), comparable("A\n\n  b\n"));
        assert_ne!(comparable("A b"), comparable("A  b"));
    }

    #[test]
    fn licences_are_known_by_their_names() {
        for name in ["LICENSE", "license-mit.txt", "LICENSE.httprouter", "COPYING", "UNLICENSE", "NOTICE.md"]
        {
            assert!(is_licence(name), "{name}");
        }
        for name in ["README.md", "license.rs", "sublicense.txt"] {
            assert!(!is_licence(name), "{name}");
        }
    }
}
