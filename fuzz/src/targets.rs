//! The targets, each a function over bytes.
//!
//! What is checked everywhere: nothing panics, a refusal says something, and what was accepted reads back as it was
//! written. Bytes that are no text are no news: where text is read, they are left alone.

use std::sync::OnceLock;

use engine::{
    Actor, Audience, Hash, Input, Opening, Part, Play, Record, Refusal, Seat, SeatId, Seed, Session, Stopped,
    ToldEvent, Viewer, raw, replay,
};
use machines::ALL;
use serde_json::value::RawValue;
use serde_json::{Value, json};

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

const AT: i64 = 1_700_000_000_000;
const SEED: Seed = Seed(7);

/// Commands, one a line, to both machines and by everybody; the first that is accepted is taken.
///
/// The first byte says how the table stands: see [`standings`].
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
            take(own.get_or_insert_with(|| restore(&before)), &input, &before);
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
    let mut again = restore(before);
    if let Err(damage) = again.absorb(&record, line.hash, |_| None) {
        panic!("a record of our own does not fold: {damage}");
    }
    assert_eq!(again.snapshot(), session.snapshot(), "the log comes to another state than the step did");
    looked_at(&*session.activity, session.seats.len());
}

/// Events, one a line, folded into both machines. Whatever a file may hold can get this far: its hashes are no secret.
///
/// The first byte says how the table stands; a capital, that nothing has happened yet.
pub fn events(data: &[u8]) {
    let Some((first, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let told: Vec<ToldEvent> = text
        .lines()
        .take(LINES_MAX)
        .filter_map(|line| RawValue::from_string(line.to_owned()).ok())
        .map(|json| ToldEvent { audience: Audience::Public, json })
        .collect();
    let blank = first.is_ascii_uppercase();
    let session = standing(*first);
    let mut activity = if blank { session.rules.blank() } else { session.activity.copy() };
    let mut table = if blank { ALL.table.blank() } else { session.table.copy() };
    for event in &told {
        for machine in [&mut activity, &mut table] {
            match machine.fold(1, std::slice::from_ref(event)) {
                Ok(()) => {
                    machine.telling(1, &event.json);
                }
                Err(why) => assert!(!why.is_empty(), "an event that cannot be read, without a word"),
            }
        }
    }
    looked_at(&*activity, session.seats.len());
    looked_at(&*table, session.seats.len());
}

/// A line of a log: as it is, and as it would be with a hash that fits.
pub fn log_lines(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for (number, prev) in [(0, Hash::ZERO), (3, SEED.hash())] {
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
    match crate::import::read(&mut &*bytes, "a file") {
        Err(failure) => assert!(!failure.what().is_empty()),
        Ok(saved) => {
            if let Some(Err(mismatch)) = crate::import::decide_again(&saved) {
                assert!(!mismatch.to_string().is_empty());
            }
            looked_at(&*saved.session.activity, saved.session.seats.len());
            for viewer in viewers(saved.session.seats.len()) {
                let _ = host::frames(ALL, &saved.log, viewer);
                let _ = host::scene_at(ALL, &saved.log, saved.log.len() as u64 - 1, viewer);
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
    for session in &standings()[..TABLE_STATES] {
        for by in actors() {
            let heard = match session.table.hear(by, text, AT + 1_000) {
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
                let again = session.table.hear(by, &words, AT + 1_000);
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

/// The states of a table: so many standings come first.
const TABLE_STATES: usize = 5;

/// Tables that stand in many ways: in every state of the table, and in every phase of a game.
fn standings() -> &'static [Session] {
    static STANDINGS: OnceLock<Vec<Session>> = OnceLock::new();
    STANDINGS.get_or_init(|| {
        let mut all = Vec::new();
        for verb in ["", "zero", "start", "pause", "end"] {
            let mut session = opened("INSTANT");
            if !verb.is_empty() {
                set(&mut session, verb);
            }
            all.push(session);
        }
        assert_eq!(all.len(), TABLE_STATES);
        for speed in ["STEP", "NORMAL"] {
            let mut session = opened(speed);
            set(&mut session, "start");
            let mut phase = "";
            while session.activity.outcome().is_none() {
                if phase != session.activity.phase() {
                    phase = session.activity.phase();
                    all.push(restore(&session.snapshot()));
                }
                go_on(&mut session);
            }
            all.push(session);
        }
        all
    })
}

/// A table that stands in one of the ways.
fn standing(number: u8) -> &'static Session {
    let all = standings();
    &all[usize::from(number) % all.len()]
}

fn restore(snapshot: &str) -> Session {
    match Session::restore(ALL, ALL.activities[0], SEED, snapshot) {
        Ok(session) => session,
        Err(why) => panic!("a snapshot of our own does not read back: {why}"),
    }
}

/// Six seats, two of which are held by people.
fn opened(speed: &str) -> Session {
    let holders =
        ["person", "house:analytical", "person", "house:social", "house:cautious", "house:aggressive"];
    let seats = (1..)
        .zip(holders)
        .filter_map(|(number, holder)| {
            Some(Seat {
                id: format!("s{number}"),
                name: format!("Seat {number}"),
                holder: holder.parse().ok()?,
            })
        })
        .collect();
    let opening = Opening {
        activity: "mafia".to_owned(),
        seats,
        table: raw(&json!({"title": "Fuzz"})),
        setup: raw(&json!({"speed": speed, "roles": {"mafia": 1, "doctor": 1, "sheriff": 1, "villager": 3}})),
        seed: SEED,
    };
    match Session::open(ALL, &opening, AT) {
        Ok((session, _)) => session,
        Err(faults) => panic!("the table cannot be laid: {faults:?}"),
    }
}

fn set(session: &mut Session, verb: &str) {
    step(session, Part::Table, Actor::Host, raw(&json!({"type": "SetSession", "verb": verb})));
}

/// One answer of the house, or else the host goes on.
fn go_on(session: &mut Session) {
    let asked = session.activity.asks().into_iter().find(|ask| !ask.answered);
    let answer = asked.and_then(|ask| {
        let answer = session.activity.house(ask.seat, ask.id, session.dice())?;
        Some((Actor::Seat(ask.seat), answer))
    });
    let (by, command) = answer.unwrap_or((Actor::Host, raw(&json!({"type": "Advance"}))));
    step(session, Part::Activity, by, command);
}

fn step(session: &mut Session, part: Part, by: Actor, command: Box<RawValue>) {
    let input = Input { part, by, request: None, ask: None, command };
    match session.propose(&input, AT) {
        Ok(proposal) => session.commit(proposal),
        Err(stopped) => panic!("{by} was stopped: {stopped:?}"),
    }
}
