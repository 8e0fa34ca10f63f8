use parlor_engine::{Damage, Hash, Record, replay};
use proptest::prelude::*;

use crate::toy::{Command, count, open};

/// The lines of a session of five records.
fn lines() -> Vec<String> {
    let (mut session, log) = open();
    let mut lines: Vec<String> = log.into_iter().map(|(_, line)| line.text).collect();
    for number in 1..=3 {
        let proposal =
            session.propose(&count(&Command::Add { number }), 2_000).unwrap_or_else(|_| panic!("refused"));
        lines.push(proposal.line.text.clone());
        session.commit(proposal);
    }
    lines
}

fn read(lines: &[String]) -> Result<usize, Damage> {
    replay::read(lines.iter().map(String::as_str)).map(|log| log.len())
}

#[test]
fn a_line_is_frozen_byte_for_byte() {
    let expected = r#"{"number":2,"at":2000,"time":1000,"machine":"counter","v":2,"by":"seat:1","command":{"type":"Add","number":1},"events":[{"audience":"public","type":"Counted","by":1},{"audience":"seats:1","type":"Whispered","by":1}],"prev":""#;
    let line = &lines()[2];
    assert!(line.starts_with(expected), "{line}");
}

#[test]
fn anybody_can_check_a_line_with_a_hash_and_a_cut() {
    let lines = lines();
    for pair in lines.windows(2) {
        let cut = pair[0].rfind(",\"hash\":\"").unwrap();
        let hash = Hash::of(&pair[0].as_bytes()[..cut]).to_string();
        assert!(pair[0].ends_with(&format!("{hash}\"}}")));
        assert!(pair[1].contains(&format!("\"prev\":\"{hash}\"")));
    }
}

#[test]
fn every_flipped_bit_of_a_log_is_found_in_its_record() {
    let lines = lines();
    assert_eq!(read(&lines), Ok(5));
    for (number, line) in lines.iter().enumerate() {
        for position in 0..line.len() {
            for bit in 0..7 {
                let mut bytes = line.clone().into_bytes();
                bytes[position] ^= 1 << bit;
                let Ok(text) = String::from_utf8(bytes) else { continue };
                let mut damaged = lines.clone();
                damaged[number] = text;
                let damage = read(&damaged).expect_err("a flip was not noticed");
                let at = match damage {
                    Damage::Changed { number } | Damage::Unreadable { number, .. } => number,
                    other => panic!("{other}"),
                };
                assert_eq!(at, number as u64);
            }
        }
    }
}

#[test]
fn a_record_that_is_removed_doubled_or_moved_is_found() {
    let lines = lines();
    let without: Vec<String> = [&lines[..2], &lines[3..]].concat();
    assert_eq!(read(&without), Err(Damage::Misnumbered { expected: 2, found: 3 }));
    let doubled: Vec<String> = [&lines[..3], &lines[2..]].concat();
    assert_eq!(read(&doubled), Err(Damage::Misnumbered { expected: 3, found: 2 }));
    let cut = vec![lines[0].clone(), lines[1][..lines[1].len() - 5].to_owned()];
    assert!(matches!(read(&cut), Err(Damage::Unreadable { number: 1, .. })));
}

#[test]
fn a_record_put_in_with_a_right_hash_of_its_own_is_found() {
    let lines = lines();
    let (mut forged, _) = Record::read(&lines[3], 3, hash_of(&lines[2])).unwrap();
    forged.at += 1;
    let mut with = lines.clone();
    with[3] = forged.seal().text;
    assert_eq!(read(&with), Err(Damage::Unchained { number: 4 }), "the one after it tells");
}

#[test]
fn a_rewind_is_known_by_its_type_however_its_letters_are_written() {
    let (_, mut log) = open();
    let mut goes_to = |command: &str| {
        log[1].0.command = serde_json::value::RawValue::from_string(command.to_owned()).expect("JSON");
        log[1].0.rewinds_to()
    };
    assert_eq!(goes_to(r#"{"type":"Rewind","to":1}"#), Some(1));
    assert_eq!(goes_to(r#"{"to":1,"type":"Rew\u0069nd"}"#), Some(1));
    assert_eq!(goes_to(r#"{"type":"Rewind"}"#), None);
    assert_eq!(goes_to(r#"{"type":"Say","text":"Rewind","to":1}"#), None);
    assert_eq!(goes_to(r#"{"type":"Say","text":"\u00e9"}"#), None);
    assert_eq!(goes_to(r#"{"type":"Add","number":1}"#), None);
}

fn hash_of(line: &str) -> Hash {
    Hash::parse(&line[line.len() - 66..line.len() - 2]).unwrap()
}

proptest! {
    #[test]
    fn no_line_makes_the_reader_panic(text in ".{0,300}") {
        prop_assert!(Record::read(&text, 0, Hash::ZERO).is_err());
    }

    #[test]
    fn no_ending_makes_the_reader_panic(text in ".{0,60}", tail in "[0-9a-fA-F+é]{62,66}") {
        let line = format!("{text},\"hash\":\"{tail}\"}}");
        prop_assert!(Record::read(&line, 0, Hash::ZERO).is_err());
    }
}
