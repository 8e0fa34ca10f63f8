//! Tables that stand in many ways, of every activity: what an input is tried on.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use activities::ALL;
use engine::{Actor, Input, Opening, Part, Rules, Seat, Seed, Session, raw};
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// When everything happens.
pub(crate) const AT: i64 = 1_700_000_000_000;

/// Where all chance comes from.
pub(crate) const SEED: Seed = Seed(7);

/// The states of a table: so many standings of the first activity come first.
const TABLE_STATES: usize = 5;

/// From this byte on, an input is for an activity that is not the first.
const OTHERS: u8 = 0x80;

/// The table that an input's first byte names. The inputs that are kept were made when there was one activity: bytes
/// below [`OTHERS`] name what they always did.
pub(crate) fn standing(byte: u8) -> &'static Session {
    let (of, number) = match byte.checked_sub(OTHERS) {
        None => (first(), byte),
        Some(number) => (others(), number),
    };
    &of[usize::from(number) % of.len()]
}

/// Does an input's first byte say that nothing has happened yet? A capital does.
pub(crate) fn is_blank(byte: u8) -> bool {
    (byte & !OTHERS).is_ascii_uppercase()
}

/// A table in each of its states.
pub(crate) fn states() -> &'static [Session] {
    &first()[..TABLE_STATES]
}

/// The first activity: in every state of the table, and at every turn of a game.
fn first() -> &'static [Session] {
    static STANDINGS: OnceLock<Vec<Session>> = OnceLock::new();
    STANDINGS.get_or_init(|| {
        let mut all = Vec::new();
        for verb in ["", "zero", "start", "pause", "end"] {
            let mut session = opened("mafia", &json!({"speed": "INSTANT"}));
            if !verb.is_empty() {
                set(&mut session, verb);
            }
            all.push(session);
        }
        assert_eq!(all.len(), TABLE_STATES);
        for speed in ["STEP", "NORMAL"] {
            let mut phase = "";
            all.extend(played(opened("mafia", &json!({"speed": speed})), |session| {
                std::mem::replace(&mut phase, session.activity.phase()) != phase
            }));
        }
        all
    })
}

/// The other activities, each in every phase that one session of the house comes to.
fn others() -> &'static [Session] {
    static STANDINGS: OnceLock<Vec<Session>> = OnceLock::new();
    STANDINGS.get_or_init(|| {
        let others = ALL.activities.iter().map(|rules| rules.name()).filter(|name| *name != "mafia");
        let standings = others.flat_map(|name| {
            let mut phases = BTreeSet::new();
            played(opened(name, &json!({})), move |session| phases.insert(session.activity.phase()))
        });
        standings.collect()
    })
}

/// A session played to its end, as it stood wherever it was worth keeping, and at last.
fn played(mut session: Session, mut is_kept: impl FnMut(&Session) -> bool) -> Vec<Session> {
    let mut all = Vec::new();
    set(&mut session, "start");
    while session.activity.outcome().is_none() {
        if is_kept(&session) {
            all.push(restore(session.rules, &session.snapshot()));
        }
        go_on(&mut session);
    }
    all.push(session);
    all
}

pub(crate) fn restore(rules: &'static dyn Rules, snapshot: &str) -> Session {
    match Session::restore(*ALL, rules, SEED, snapshot) {
        Ok(session) => session,
        Err(why) => panic!("a snapshot of our own does not read back: {why}"),
    }
}

/// A table of an activity, with a person or two at it, laid with these options.
fn opened(activity: &str, options: &Value) -> Session {
    let (holders, mut setup) = match activity {
        "mafia" => (
            &["person", "house:analytical", "person", "house:social", "house:cautious", "house:aggressive"][..],
            json!({"roles": {"mafia": 1, "doctor": 1, "sheriff": 1, "villager": 3}}),
        ),
        "dm" => (&["person", "house:scoundrel", "house:narrator"][..], json!({"lines": ["spiders"]})),
        "tidying" => (&["person", "house:coach"][..], json!({"space": "the study"})),
        other => panic!("{other} is in ALL and has no table to be tried on: lay one here"),
    };
    if let (Some(setup), Some(options)) = (setup.as_object_mut(), options.as_object()) {
        setup.extend(options.clone());
    }
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
        activity: activity.to_owned(),
        seats,
        table: raw(&json!({"title": "Fuzz"})),
        setup: raw(&setup),
        seed: SEED,
        salt: None,
    };
    match Session::open(*ALL, &opening, AT) {
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
        Ok(proposal) => drop(session.commit(proposal)),
        Err(stopped) => panic!("{by} was stopped: {stopped:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many activities some bytes lead to.
    fn reached(bytes: impl Iterator<Item = u8>) -> BTreeSet<&'static str> {
        bytes.map(|byte| standing(byte).rules.name()).collect()
    }

    #[test]
    fn every_activity_is_tried_and_kept_inputs_mean_what_they_meant() {
        assert_eq!(reached(0..OTHERS), BTreeSet::from(["mafia"]));
        let all: BTreeSet<&str> = ALL.activities.iter().map(|rules| rules.name()).collect();
        assert_eq!(reached(0..=u8::MAX), all);
        assert!(others().len() <= usize::from(u8::MAX - OTHERS) + 1, "some could never be named");
    }

    #[test]
    fn a_capital_is_a_capital_for_every_activity() {
        assert!(is_blank(b'A') && is_blank(b'A' | OTHERS));
        assert!(!is_blank(b'0') && !is_blank(b'0' | OTHERS) && !is_blank(b'a'));
    }
}
