//! The promise of the seed (M23): nobody finds it by trying, and at the end everybody can check it.

use activities::ALL;
use engine::replay;
use engine::{Actor, Input, LogEntry, Opening, Part, Record, Salt, Seed, Session, Viewer, raw};
use protocol::frames;
use serde_json::{Value, json};
use testkit::house_seats;

/// A seed as people think of one.
const SEED: Seed = Seed(19_870_412);
const SALT: Salt = Salt(*b"0123456789abcdef");

fn opening(salt: Option<Salt>) -> Opening {
    let roles = json!({"mafia": 1, "doctor": 1, "sheriff": 1, "villager": 3});
    Opening {
        activity: "mafia".to_owned(),
        seats: house_seats(6, &["analytical", "social"]),
        table: raw(&json!({"title": "Friday"})),
        setup: raw(&json!({"roles": roles, "speed": "INSTANT"})),
        seed: SEED,
        salt,
    }
}

fn submit(session: &mut Session, log: &mut Vec<LogEntry>, part: Part, by: Actor, command: Value) {
    let input = Input { part, by, request: None, ask: None, command: raw(&command) };
    let proposal = session.propose(&input, 1_000).unwrap_or_else(|_| panic!("refused: {command}"));
    log.push((proposal.record.clone(), proposal.line.clone()));
    session.commit(proposal);
}

/// A whole game of the house, each time looked at before the end, and its log.
fn played(salt: Option<Salt>, mut each: impl FnMut(&Session, &[LogEntry])) -> (Session, Vec<LogEntry>) {
    let (mut session, mut log) = Session::open(*ALL, &opening(salt), 1_000).expect("a sound opening");
    submit(&mut session, &mut log, Part::Table, Actor::Host, json!({"type": "SetSession", "verb": "start"}));
    submit(&mut session, &mut log, Part::Table, Actor::Host, json!({"type": "Roll", "dice": "20d100"}));
    while session.activity.outcome().is_none() {
        each(&session, &log);
        let asks = session.activity.open_asks();
        let ask = asks.iter().find(|ask| !ask.answered).expect("somebody is asked");
        let command = session.activity.house(ask.seat, ask.id, session.dice()).expect("the house answers");
        let command = serde_json::from_str(command.get()).expect("a command");
        submit(&mut session, &mut log, Part::Activity, Actor::Seat(ask.seat), command);
    }
    (session, log)
}

/// All that a viewer is shown and told: how things stand, and every frame.
fn seen(session: &Session, log: &[LogEntry], viewer: Viewer) -> String {
    let scene = frames::scene(session, viewer, &session.activity.asks());
    let told = frames::of_log(*ALL, log, viewer).expect("frames");
    format!("{}{}", serde_json::to_string(&scene).expect("text"), serde_json::to_string(&told).expect("text"))
}

#[test]
fn m23_before_the_end_nobody_is_told_what_trying_seeds_could_be_compared_with() {
    let promise = SEED.promise(Some(SALT)).to_string();
    let alone = SEED.promise(None).to_string();
    let (unsalted, _) = played(None, |_, _| {});
    let mut looks = 0;
    let (session, log) = played(Some(SALT), |session, log| {
        looks += 1;
        for viewer in [Viewer::Public, Viewer::Observer, Viewer::Seat(engine::SeatId::at(0))] {
            let text = seen(session, log, viewer);
            assert!(text.contains(&promise), "{viewer} has the promise from the start");
            for secret in [&alone, &SALT.to_string(), &SEED.0.to_string()] {
                assert!(!text.contains(secret), "{viewer} is told {secret}");
            }
        }
    });
    assert!(looks > 6, "more than a night");
    // Nor is anything drawn from the seed alone: neither the roles nor what all see rolled.
    let of = |session: &Session| session.activity.outcome().expect("an outcome");
    assert_eq!(of(&session)["seed"], of(&unsalted)["seed"]);
    let rolled = |log: &[LogEntry]| log[3].0.events[0].json.get().to_owned();
    let (_, without) = played(None, |_, _| {});
    assert_ne!(rolled(&log), rolled(&without), "a roll at the table tells no seed either");
}

#[test]
fn m23_the_end_tells_seed_and_salt_and_they_are_what_was_promised() {
    let (session, log) = played(Some(SALT), |_, _| {});
    let public = seen(&session, &log, Viewer::Public);
    assert!(public.contains(&format!("Seed {}-{SALT}", SEED.0)), "in words");
    let view = session.activity.view(Viewer::Public);
    let told = protocol::chance(&view["outcome"]).expect("a seed and a salt");
    assert_eq!((told.seed, told.salt), (SEED, Some(SALT)));
    assert_eq!(view["seed_hash"], json!(told.seed.promise(told.salt)));
}

#[test]
fn m23_replay_and_verification_hold_byte_for_byte_and_find_another_seed_or_salt() {
    for salt in [Some(SALT), None] {
        let (session, log) = played(salt, |_, _| {});
        let again = replay::verify(*ALL, SEED, &log).unwrap_or_else(|wrong| panic!("{wrong}"));
        assert_eq!(again.snapshot(), session.snapshot());
        let folded = replay::fold(*ALL, session.rules, SEED, &log).expect("a sound log");
        assert_eq!(folded.dice().salt(), salt, "the log itself says it");
        let restored = Session::restore(*ALL, session.rules, SEED, &session.snapshot()).expect("a snapshot");
        assert_eq!(restored.dice().salt(), salt);
        let other = replay::verify(*ALL, Seed(SEED.0 + 1), &log).map(drop).expect_err("another seed");
        assert!(other.to_string().contains("record 0"), "{other}");
    }
    // Whoever puts another salt into the log, and chains it anew, is found out by the promise.
    let (_, log) = played(Some(SALT), |_, _| {});
    let mut prev = engine::Hash::ZERO;
    let forged: Vec<LogEntry> = log
        .iter()
        .map(|(record, _)| {
            let command = record.command.get().replace(&SALT.to_string(), &Salt([7; 16]).to_string());
            let command = serde_json::value::RawValue::from_string(command).expect("JSON");
            let record = Record { prev, command, ..record.clone() };
            let line = record.seal();
            prev = line.hash;
            (record, line)
        })
        .collect();
    let found = replay::verify(*ALL, SEED, &forged).map(drop).expect_err("another salt");
    assert!(found.to_string().contains("record 0"), "{found}");
}
