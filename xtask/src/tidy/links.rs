//! Links from one document of the repository to another lead somewhere.

use super::{Finding, Report};
use crate::tree::Tree;

/// The check over all Markdown files.
pub(crate) fn check(tree: &Tree) -> Report {
    let mut findings = Vec::new();
    let mut count = 0;
    for file in tree.files.iter().filter(|file| file.path.ends_with(".md")) {
        for (line, target) in links(&file.text) {
            count += 1;
            let resolved = resolve(&file.path, &target);
            if !resolved.as_deref().is_some_and(|path| tree.has(path)) {
                findings.push(Finding::at(
                    &file.path,
                    line,
                    format!("the link `{target}` leads nowhere: correct its path"),
                ));
            }
        }
    }
    Report::new(format!("{count} links between files"), findings)
}

/// The links of a text that lead to files, with their lines; code and addresses are left out.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut out = Vec::new();
    let mut fence: Option<&str> = None;
    for (index, line) in text.lines().enumerate() {
        let start = line.trim_start();
        let mark = ["```", "~~~"].into_iter().find(|mark| start.starts_with(mark));
        match (fence, mark) {
            (None, Some(mark)) => fence = Some(mark),
            (Some(open), Some(mark)) if open == mark => fence = None,
            _ => {}
        }
        if fence.is_some() || mark.is_some() {
            continue;
        }
        let line = without_code(line);
        let inline = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        // `[name]: target`, which other places of the document refer to.
        let named = line.starts_with('[').then(|| line.split_once("]: ")).flatten().map(|(_, rest)| rest);
        for target in inline.chain(named) {
            let target = target.trim().trim_start_matches('<').split([' ', '>', '#']).next().unwrap_or("");
            let is_address = target.contains("://") || target.starts_with("mailto:");
            if !target.is_empty() && !is_address {
                out.push((index + 1, target.to_owned()));
            }
        }
    }
    out
}

/// The line without what stands between backticks.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join("`")
}

/// The path that a link in `file` leads to, from the root; `None` if it leaves the repository.
fn resolve(file: &str, target: &str) -> Option<String> {
    let mut parts: Vec<&str> = match target.starts_with('/') {
        true => Vec::new(),
        false => file.split('/').rev().skip(1).collect::<Vec<_>>().into_iter().rev().collect(),
    };
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_files_are_found_and_others_left_alone() {
        let text = "[a](b.md) and [c](d/e.md#f \"title\") [g](#h) [i](https://x.example/y)\n\
                    ```\n[not](code.md)\n```\n`[not](code.md)` [j]\n\n[j]: ../k.md\n";
        let expected = [(1, "b.md".into()), (1, "d/e.md".into()), (7, "../k.md".into())];
        assert_eq!(links(text), expected);
    }

    #[test]
    fn links_that_lead_nowhere_are_named() {
        let tree = Tree::of(&[
            ("docs/a.md", "[fine](b/c.md) [up](../README.md) [folder](b/) [bad](c.md)\n"),
            ("docs/b/c.md", "[out](../../../x.md)\n"),
            ("README.md", "[fine](docs/a.md) [rooted](/docs)\n"),
        ]);
        let report = check(&tree);
        let found: Vec<&str> = report.findings.iter().map(|finding| finding.what.as_str()).collect();
        assert_eq!(report.says, "7 links between files");
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].contains("`c.md`") && found[1].contains("`../../../x.md`"));
    }
}
