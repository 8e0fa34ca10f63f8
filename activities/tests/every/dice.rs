//! What each stream of dice is for, as a stranger reads it who checks every draw.
#![allow(clippy::disallowed_methods, reason = "it reads sources and a document, and is no part of a machine")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every purpose in the sources below a folder: its code as it is worked out, and its name.
fn purposes(folder: &Path, found: &mut BTreeSet<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            purposes(&path, found);
            continue;
        }
        let source = fs::read_to_string(&path).unwrap_or_default();
        for rest in source.split("Purpose { code: ").skip(1) {
            let (code, rest) = rest.split_once(", name: \"").expect("a name after the code");
            let (name, _) = rest.split_once('"').expect("the end of a name");
            let code = code.replace("u16::from(seat.number())", "the seat's number");
            found.insert((code, name.to_owned()));
        }
    }
}

#[test]
fn m23_the_purposes_of_all_dice_stand_in_the_document_of_the_format() {
    let mut drawn = BTreeSet::new();
    for folder in ["crates/table", "activities/mafia", "activities/dm", "activities/tidying"] {
        let machine = folder.rsplit('/').next().expect("a name");
        let mut found = BTreeSet::new();
        purposes(&repository().join(folder).join("src"), &mut found);
        drawn.extend(found.into_iter().map(|(code, name)| (machine.to_owned(), code, name)));
    }
    let document = fs::read_to_string(repository().join("docs/format.md")).expect("the document");
    let (_, table) = document.split_once("| machine | purpose | drawn for |").expect("the table of purposes");
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let &[machine, code, name] = cells.as_slice() else { panic!("three cells: {line}") };
        (machine.trim_matches('`').to_owned(), code.to_owned(), name.to_owned())
    };
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let told: BTreeSet<(String, String, String)> = rows.map(row).collect();
    assert_eq!(told, drawn);
    let codes: BTreeSet<(&String, &String)> = told.iter().map(|(machine, code, _)| (machine, code)).collect();
    assert_eq!(codes.len(), told.len(), "the codes of one machine differ");
}
