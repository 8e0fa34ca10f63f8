//! The fuzz targets, each a function over bytes of a stranger.
//!
//! `cargo xtask fuzz` has libFuzzer make the bytes up, through the binaries in `fuzz/`, which need a nightly toolchain; on any
//! toolchain `tests/corpus.rs` gives the same functions every input that is kept in `fuzz/corpus`.
//!
//! What is checked everywhere: nothing panics, a refusal says something, and what was accepted reads back as it was
//! written. Bytes that are no text are no news: where text is read, they are left alone.

mod standings;

use activities::ALL;
use engine::{
    Actor, Audience, Hash, Input, Part, Play, Record, Refusal, SeatId, Session, Stopped, ToldEvent, Viewer,
    replay,
};
use protocol::frames;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::standings::{AT, SEED, is_blank, restore, standing, states};

/// A target.
pub type Target = fn(&[u8]);

/// Every target, by the name of its corpus.
pub const ALL_TARGETS: [(&str, Target); 5] = [
    ("commands", commands),
    ("events", events),
    ("log_lines", log_lines),
    ("import", import),
    ("talk", talk),
];

/// Lines of one input that are looked at. Longer inputs find nothing that shorter ones do not.
const LINES_MAX: usize = 16;

/// Commands, one a line, to both machines and by everybody; the first that is accepted is taken.
///
/// The first byte says which activity it is, and how the table stands: see `standings.rs`.
pub fn commands(data: &[u8]) {
    let Some((first, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let mut own = None;
    for line in text.lines().take(LINES_MAX) {
        let session = own.as_ref().unwrap_or_else(|| standing(*first));
        let Ok(command) = RawValue::from_string(line.to_owned()) else { continue };
        let mut taken = None;
        for part in [Part::Activity, Part::Table] {
            for by in actors() {
                for answers in [false, true] {
                    taken = taken.or(proposed(session, part, by, &command, answers));
                }
            }
        }
        if let Some(input) = taken {
            let before = session.snapshot();
            take(own.get_or_insert_with(|| restore(session.rules, &before)), &input, &before);
        }
    }
}

/// Proposes a command, and gives it back if it is accepted.
fn proposed(session: &Session, part: Part, by: Actor, command: &RawValue, answers: bool) -> Option<Input> {
    // Held against the form of an ask costs most: once a round is enough.
    let ask = match (answers, part, by.seat()) {
        (false, ..) => None,
        (true, Part::Activity, Some(seat)) if seat.number() == 1 => Some(session.activity.asks().first()?.id),
        (true, ..) => return None,
    };
    let input = Input { part, by, request: Some("fuzz".to_owned()), ask, command: command.to_owned() };
    match session.propose(&input, AT + 1_000) {
        Ok(_) => Some(input),
        Err(Stopped::Refused(refusal)) => {
            has_words(&refusal);
            None
        }
        Err(Stopped::Held) => None,
    }
}

/// Takes a step, and reads it back: the log must come to the same state.
fn take(session: &mut Session, input: &Input, before: &str) {
    let Ok(proposal) = session.propose(input, AT + 1_000) else { panic!("accepted once, and not again") };
    let line = proposal.line.clone();
    let prev = session.head;
    session.commit(proposal);
    let (record, line) = match Record::read(&line.text, session.records - 1, prev) {
        Ok(read) => read,
        Err(damage) => panic!("a record of our own does not read back: {damage}"),
    };
    let mut again = restore(session.rules, before);
    if let Err(damage) = again.absorb(&record, line.hash, |_| None) {
        panic!("a record of our own does not fold: {damage}");
    }
    assert_eq!(again.snapshot(), session.snapshot(), "the log comes to another state than the step did");
    looked_at(&*session.activity, session.seats.len());
}

/// Events, one a line, folded into both machines. Whatever a file may hold can get this far: its hashes are no secret.
///
/// The first byte says which activity it is, and how the table stands; a capital, that nothing has happened yet.
pub fn events(data: &[u8]) {
    let Some((first, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let told: Vec<ToldEvent> = text
        .lines()
        .take(LINES_MAX)
        .filter_map(|line| RawValue::from_string(line.to_owned()).ok())
        .map(|json| ToldEvent { audience: Audience::Public, json })
        .collect();
    let blank = is_blank(*first);
    let session = standing(*first);
    let mut activity = if blank { session.rules.blank() } else { session.activity.copy() };
    let mut table = if blank { ALL.table.blank() } else { session.table.copy() };
    for event in &told {
        for machine in [&mut activity, &mut table] {
            if let Err(why) = machine.fold_noting(1, std::slice::from_ref(event)) {
                assert!(!why.is_empty(), "an event that cannot be read, without a word");
            }
        }
    }
    looked_at(&*activity, session.seats.len());
    looked_at(&*table, session.seats.len());
}

/// A line of a log: as it is, and as it would be with a hash that fits.
pub fn log_lines(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for (number, prev) in [(0, Hash::ZERO), (3, SEED.promise(None))] {
        read_line(text, number, prev);
        let sealed = sealed(text, prev);
        read_line(&sealed, number, prev);
        if let Ok(value) = serde_json::from_str::<Value>(&sealed)
            && let Some(number) = value["number"].as_u64()
        {
            read_line(&sealed, number, prev);
        }
    }
    let _ = replay::read(text.lines());
}

fn read_line(text: &str, number: u64, prev: Hash) {
    match Record::read(text, number, prev) {
        Ok((record, line)) => {
            assert_eq!(line.text, text);
            let again = record.seal();
            if let Err(damage) = Record::read(&again.text, number, prev) {
                panic!("a record that was read does not read back: {damage}\n{text}\n{}", again.text);
            }
            record.rewinds_to();
        }
        Err(damage) => assert!(!damage.to_string().is_empty()),
    }
}

/// An exported file: as it is, and with every hash put right, which anybody who changes one can do too.
pub fn import(data: &[u8]) {
    import_file(data);
    if let Some(right) = put_right(data) {
        import_file(right.as_bytes());
    }
}

fn import_file(bytes: &[u8]) {
    match archive::import::read(*ALL, &mut &*bytes, "a file") {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(saved) => {
            if let Some(Err(mismatch)) = archive::decide_again(&saved) {
                assert!(!mismatch.to_string().is_empty());
            }
            looked_at(&*saved.session.activity, saved.session.seats.len());
            for viewer in viewers(saved.session.seats.len()) {
                let _ = frames::of_log(*ALL, &saved.log, viewer);
                let _ = frames::scene_at(*ALL, &saved.log, saved.log.len() as u64 - 1, viewer);
            }
        }
    }
}

/// The file with a chain that is whole and a last line that says so.
fn put_right(data: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(data).ok()?;
    let lines: Vec<&str> = text.lines().collect();
    let [header, records @ .., footer] = &lines[..] else { return None };
    let mut out = format!("{header}\n");
    let mut prev = Hash::ZERO;
    for record in records {
        let line = sealed(record, prev);
        prev = Hash::parse(line.get(line.len() - 66..line.len() - 2)?)?;
        out.push_str(&line);
        out.push('\n');
    }
    let mut footer: Value = serde_json::from_str(footer).ok()?;
    let fields = footer.as_object_mut()?;
    fields.insert("records".to_owned(), records.len().into());
    fields.insert("head".to_owned(), prev.to_string().into());
    out.push_str(&footer.to_string());
    Some(out)
}

/// A line with the hash before it and its own put right.
fn sealed(text: &str, prev: Hash) -> String {
    let text = text.rsplit_once(",\"hash\":\"").map_or(text, |(body, _)| body);
    let text = text.strip_suffix('}').unwrap_or(text);
    let body = match text.rsplit_once(",\"prev\":\"") {
        Some((body, _)) => format!("{body},\"prev\":\"{prev}\""),
        None => text.to_owned(),
    };
    let hash = Hash::of(body.as_bytes());
    format!("{body},\"hash\":\"{hash}\"}}")
}

/// Lines of talk, to the table in each of its states and by everybody.
pub fn talk(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for session in states() {
        for by in actors() {
            let heard = match session.hear(by, text, AT + 1_000) {
                Ok(heard) => heard,
                Err(refusal) => {
                    has_words(&refusal);
                    continue;
                }
            };
            let comes = !heard.table.is_empty() || heard.activity.is_some() || heard.wish.is_some();
            assert!(comes, "heard, and nothing comes of it");
            for command in heard.table.into_iter().chain(heard.then) {
                let input = Input { part: Part::Table, by, request: None, ask: None, command };
                match session.propose(&input, AT + 1_000) {
                    Err(Stopped::Refused(refusal)) => has_words(&refusal),
                    Ok(_) | Err(Stopped::Held) => {}
                }
            }
            if let Some(words) = heard.activity {
                assert!(!words.contains("(("), "a remark has slipped into the story: {words:?}");
                let again = session.hear(by, &words, AT + 1_000);
                let same = again
                    .is_ok_and(|again| again.table.is_empty() && again.activity.as_ref() == Some(&words));
                assert!(same, "what is in the story would not be, said by itself: {words:?}");
            }
        }
    }
}

/// Whatever a machine may have come to, it can be looked at.
fn looked_at(play: &(impl Play + ?Sized), seats: usize) {
    play.phase();
    play.outcome();
    play.deadline();
    play.asks();
    play.snapshot();
    for viewer in viewers(seats) {
        play.view(viewer);
    }
}

fn has_words(refusal: &Refusal) {
    assert!(!refusal.code.is_empty() && !refusal.message.trim().is_empty(), "a refusal without a word");
}

fn viewers(seats: usize) -> impl Iterator<Item = Viewer> {
    let seats = (0..seats.min(32)).map(|index| Viewer::Seat(SeatId::at(index)));
    [Viewer::Public, Viewer::Observer, Viewer::Host].into_iter().chain(seats)
}

/// Everybody, and one who is not there.
fn actors() -> impl Iterator<Item = Actor> {
    [Actor::Host, Actor::Clock].into_iter().chain((0..7).map(|index| Actor::Seat(SeatId::at(index))))
}
