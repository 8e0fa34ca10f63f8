//! Files that are not what an export wrote: each is refused with its line and a way out.

use engine::{Hash, Record};
use serde_json::{Value, json};

use crate::stage::Home;

struct Export {
    lines: Vec<String>,
}

impl Export {
    fn text(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// With a field of the first or last line set to something else.
    fn with(&self, line: usize, field: &str, value: Value) -> String {
        let mut lines = self.lines.clone();
        let mut json: Value = serde_json::from_str(&lines[line]).expect("JSON");
        json[field] = value;
        lines[line] = json.to_string();
        Export { lines }.text()
    }

    fn last(&self) -> usize {
        self.lines.len() - 1
    }

    /// With some records changed by somebody who knows how hashes are made.
    fn forged(&self, change: impl Fn(&mut Record)) -> String {
        let mut lines = vec![self.lines[0].clone()];
        let mut old = Hash::ZERO;
        let mut prev = Hash::ZERO;
        for (number, text) in (0..).zip(&self.lines[1..self.last()]) {
            let (mut record, line) = Record::read(text, number, old).expect("a record");
            old = line.hash;
            record.prev = prev;
            change(&mut record);
            let sealed = record.seal();
            prev = sealed.hash;
            lines.push(sealed.text);
        }
        let mut footer: Value = serde_json::from_str(&self.lines[self.last()]).expect("JSON");
        footer["head"] = json!(prev);
        lines.push(footer.to_string());
        Export { lines }.text()
    }
}

fn exported() -> Export {
    let (home, id) = Home::with_demo(7);
    Export { lines: home.export(&id).lines().map(str::to_owned).collect() }
}

#[test]
fn a_file_that_is_not_as_it_was_written_is_refused_with_its_line() {
    let export = exported();
    let whole = export.text();
    let last_record = format!("after record {}", export.lines.len() - 3);
    let cut_short = ["cut short", last_record.as_str()];
    let without = |line: usize| {
        let mut lines = export.lines.clone();
        lines.remove(line);
        Export { lines }.text()
    };
    let swapped = {
        let mut lines = export.lines.clone();
        lines.swap(5, 6);
        Export { lines }.text()
    };
    let newer = export.forged(|record| record.version += u32::from(record.number == 9));
    let no_vote = export.forged(|record| {
        record.events.retain(|event| !event.json.get().contains("VOTE_CAST"));
    });
    let cases: Vec<(&str, Vec<u8>, i32, &[&str])> = vec![
        ("empty", Vec::new(), 1, &["is empty"]),
        ("text", b"hello\n".to_vec(), 1, &["no parlor export", "line 1"]),
        ("json", b"{\"a\":1}\n".to_vec(), 1, &["no parlor export"]),
        ("schema", export.with(0, "schema", json!("other.v1")).into(), 1, &["\"other.v1\""]),
        (
            "newer schema",
            export.with(0, "schema", json!("parlor.v2")).into(),
            1,
            &["newer parlor", "update parlor"],
        ),
        ("machine", export.with(0, "machine", json!("chess")).into(), 1, &["\"chess\"", "update parlor"]),
        ("rules", export.with(0, "rules", json!(99)).into(), 1, &["newer rules", "update parlor"]),
        ("dice", export.with(0, "dice", json!("d6.v1")).into(), 1, &["another way to draw chance", "d6.v1"]),
        ("no footer", without(export.last()).into(), 6, &cut_short),
        ("cut line", whole.as_bytes()[..whole.len() - 900].to_vec(), 6, &["cut short"]),
        ("header only", format!("{}\n", export.lines[0]).into(), 6, &["cut short", "after its header"]),
        ("lost line", without(8).into(), 6, &["line 9"]),
        ("swapped", swapped.into(), 6, &["line 6"]),
        ("count", export.with(export.last(), "records", json!(3)).into(), 6, &["it says 3 records"]),
        ("head", export.with(export.last(), "head", json!(Hash::ZERO)).into(), 6, &["head is not the hash"]),
        ("result", export.with(export.last(), "result", Value::Null).into(), 6, &["result is not what"]),
        ("after", format!("{whole}more\n").into(), 6, &["cut short"]),
        ("title", export.with(0, "title", json!("Another")).into(), 6, &["line 1", "title"]),
        ("seats", export.with(0, "seats", json!([])).into(), 6, &["line 1", "seats"]),
        ("seed", export.with(0, "seed", json!(8)).into(), 6, &["line 1", "sealed at the start"]),
        ("seed hash", export.with(0, "seed_hash", json!(Hash::ZERO)).into(), 6, &["line 1", "seed hash"]),
        ("id", export.with(0, "session", json!("NO/ID")).into(), 6, &["line 1", "no id"]),
        (
            "parent",
            export.with(0, "parent", json!({"session": "a", "at": 9999})).into(),
            6,
            &["more records"],
        ),
        ("bytes", [export.lines[0].as_bytes(), b"\n\xff\xfe\n"].concat(), 6, &["line 2", "UTF-8"]),
        (
            "long",
            format!("{}\n{}\n", export.lines[0], "x".repeat(1_100_000)).into(),
            6,
            &["line 2", "longer"],
        ),
        ("newer events", newer.into(), 1, &["newer parlor"]),
        ("forged", no_vote.into(), 6, &[]),
    ];
    for (name, bytes, code, words) in cases {
        let home = Home::new();
        let file = home.file("game.jsonl", bytes);
        for verb in ["import", "verify"] {
            let ran = home.run(&[verb, &file]);
            assert_eq!(ran.code, code, "{name}: {}", ran.err);
            assert!(ran.err.starts_with("error: ") && !ran.err.contains("panicked"), "{name}: {}", ran.err);
            for word in words {
                assert!(ran.err.contains(word), "{name}: {word:?} is missing: {}", ran.err);
            }
        }
        assert!(home.run(&["sessions", "-q"]).fine().is_empty(), "{name}: nothing is kept of it");
    }
}

#[test]
fn one_changed_letter_is_found_wherever_it_is() {
    let export = exported();
    let home = Home::new();
    for line in 1..export.last() {
        let mut lines = export.lines.clone();
        let at = lines[line].len() / 2;
        let letter = if lines[line].as_bytes()[at] == b'1' { "2" } else { "1" };
        if !lines[line].is_char_boundary(at) || !lines[line].is_char_boundary(at + 1) {
            continue;
        }
        lines[line].replace_range(at..=at, letter);
        let file = home.file("game.jsonl", Export { lines }.text());
        let ran = home.run(&["import", &file]);
        assert_eq!(ran.code, 6, "line {}: {}", line + 1, ran.err);
        assert!(ran.err.contains(&format!("line {}:", line + 1)), "line {}: {}", line + 1, ran.err);
    }
}

#[test]
fn what_a_viewer_saw_is_not_a_whole_log() {
    let (home, id) = Home::with_demo(7);
    let seen = home.run(&["export", &id, "--as", "public"]).fine();
    let file = home.file("seen.jsonl", seen);
    let ran = home.run(&["import", &file]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("not the whole log") && ran.err.contains("without --as"), "{}", ran.err);
}

#[test]
fn another_session_with_the_same_name_is_not_replaced() {
    let (home, id) = Home::with_demo(7);
    let before = home.export(&id);
    let other = Home::new();
    other.run(&["demo", "--speed", "instant", "--seed", "8", "-q"]).fine();
    let theirs = other.newest();
    let text = other.export(&theirs).replacen(&theirs, &id, 1);
    let file = home.file("theirs.jsonl", text);
    let ran = home.run(&["import", &file]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("another session") && ran.err.contains("PARLOR_HOME"), "{}", ran.err);
    assert_eq!(home.export(&id), before);
}

/// A fork that has not ended, so that its seed is sealed and nothing can be decided again.
fn unfinished() -> Export {
    let (home, id) = Home::with_demo(7);
    let fork = home.run(&["fork", &id, "--at", "20"]).fine().trim().to_owned();
    Export { lines: home.export(&fork).lines().map(str::to_owned).collect() }
}

fn raw(value: &Value) -> Box<serde_json::value::RawValue> {
    serde_json::value::to_raw_value(value).expect("JSON")
}

#[test]
fn a_log_that_was_made_up_to_break_its_readers_is_refused() {
    let crowd: Vec<Value> = (0..40)
        .map(|number| json!({"id": format!("x{number}"), "name": format!("n{number}"), "holder": "person"}))
        .collect();
    let crowd = json!(crowd);
    let crowded = unfinished().forged(|record| {
        if record.number < 2 {
            let mut open: Value = serde_json::from_str(record.command.get()).expect("JSON");
            open["seats"] = crowd.clone();
            record.command = raw(&open);
        }
    });
    let crowded =
        Export { lines: crowded.lines().map(str::to_owned).collect() }.with(0, "seats", crowd.clone());
    let strangers = unfinished().forged(|record| {
        for event in &mut record.events {
            let mut json: Value = serde_json::from_str(event.json.get()).expect("JSON");
            if json["type"] == "GAME_CREATED" {
                json["players"] = crowd.clone();
                event.json = raw(&json);
            }
        }
    });
    let mut sealed = exported();
    let mut header: Value = serde_json::from_str(&sealed.lines[0]).expect("JSON");
    header.as_object_mut().expect("a header").remove("seed");
    sealed.lines[0] = header.to_string();
    for (name, text, words) in [
        ("crowded", crowded, ["record 0", "40 seats"]),
        ("strangers", strangers, ["record 1", "seats other players"]),
        ("sealed", sealed.text(), ["line 1", "does not tell the seed"]),
    ] {
        let home = Home::new();
        let file = home.file("game.jsonl", text);
        for verb in ["import", "verify", "replay"] {
            let ran = home.run(&[verb, &file]);
            assert_eq!(ran.code, 6, "{name}, {verb}: {}", ran.err);
            assert!(words.iter().all(|word| ran.err.contains(word)), "{name}, {verb}: {}", ran.err);
            assert!(ran.err.contains("→"), "{name}, {verb}: {}", ran.err);
        }
        assert!(home.run(&["sessions", "-q"]).fine().is_empty(), "{name}: nothing is kept of it");
    }
}
