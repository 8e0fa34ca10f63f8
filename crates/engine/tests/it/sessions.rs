use parlor_engine::{
    Actor, AskId, Damage, Input, LogEntry, Opening, Record, Seed, Session, Stopped, TableTime, limits, raw,
    replay,
};
use serde_json::{Value, json};

use crate::toy::{CATALOG, Command, Count, Way, count, open, opening, push};

fn submit(session: &mut Session, log: &mut Vec<LogEntry>, input: &Input, at: i64) -> Result<(), Stopped> {
    let proposal = session.propose(input, at)?;
    log.push((proposal.record.clone(), proposal.line.clone()));
    session.commit(proposal);
    Ok(())
}

fn refusal(result: Result<(), Stopped>) -> &'static str {
    match result {
        Err(Stopped::Refused(refusal)) => refusal.code,
        other => panic!("{other:?}"),
    }
}

fn total(session: &Session) -> u64 {
    state(session).total
}

fn state(session: &Session) -> Count {
    serde_json::from_str(&session.activity.snapshot()).unwrap()
}

fn rewind(session: &mut Session, log: &mut Vec<LogEntry>, to: u64, at: i64) -> Result<(), &'static str> {
    let past = replay::past(CATALOG, session.rules, Seed(5), log, to).ok_or("no such past")?;
    let proposal = session.propose_rewind(Actor::Host, None, to, past, at).map_err(|refusal| refusal.code)?;
    log.push((proposal.record.clone(), proposal.line.clone()));
    session.commit(proposal);
    Ok(())
}

#[test]
fn a_proposal_changes_nothing_until_it_is_committed() {
    let (mut session, _) = open();
    let before = session.snapshot();
    let proposal = session.propose(&count(&Command::Add { number: 7 }), 2_000).unwrap_or_else(|_| panic!());
    assert_eq!(session.snapshot(), before);
    session.commit(proposal);
    assert_eq!(total(&session), 7);
}

#[test]
fn a_session_knows_its_seats_when_opened_and_when_folded() {
    let (session, log) = open();
    assert_eq!(session.seats, opening().seats);
    assert_eq!(replay::fold(CATALOG, session.rules, Seed(5), &log).unwrap().seats, opening().seats);
}

#[test]
fn a_proposal_says_whether_the_activity_ends_with_it() {
    let (mut session, mut log) = open();
    let add = |number| count(&Command::Add { number });
    assert!(!session.propose(&add(50), 2_000).unwrap_or_else(|_| panic!("refused")).ended);
    submit(&mut session, &mut log, &add(50), 2_000).unwrap();
    assert!(session.propose(&add(50), 2_000).unwrap_or_else(|_| panic!("refused")).ended);
}

#[test]
fn what_happens_at_the_table_changes_no_roll_of_the_activity() {
    let (mut quiet, mut log) = open();
    let (mut busy, mut busy_log) = open();
    for _ in 0..5 {
        submit(&mut quiet, &mut log, &count(&Command::Roll), 2_000).unwrap();
        submit(&mut busy, &mut busy_log, &push(Way::Held), 2_000).unwrap();
        submit(&mut busy, &mut busy_log, &push(Way::Open), 2_000).unwrap();
        submit(&mut busy, &mut busy_log, &count(&Command::Roll), 2_000).unwrap();
    }
    assert_ne!(busy.records, quiet.records);
    assert_eq!(total(&busy), total(&quiet));
}

#[test]
fn every_fault_of_a_setup_is_told_and_nothing_is_opened() {
    let unknown = Opening { activity: "chess".to_owned(), ..opening() };
    let faults = Session::open(CATALOG, &unknown, 0).err().unwrap();
    assert!(faults[0].problem.contains("counter"), "{faults:?}");
    let empty = Opening { seats: Vec::new(), ..opening() };
    assert_eq!(Session::open(CATALOG, &empty, 0).err().unwrap()[0].field, "seats");
    let unreadable = Opening { setup: raw(&json!({"wait": "long"})), ..opening() };
    assert_eq!(Session::open(CATALOG, &unreadable, 0).err().unwrap()[0].field, "setup");
}

#[test]
fn the_table_decides_first_and_passes_holds_or_drops() {
    let (mut session, mut log) = open();
    let add = count(&Command::Add { number: 1 });
    submit(&mut session, &mut log, &push(Way::Held), 1_500).unwrap();
    assert_eq!(submit(&mut session, &mut log, &add, 1_600), Err(Stopped::Held));
    submit(&mut session, &mut log, &push(Way::Shut), 1_700).unwrap();
    assert_eq!(refusal(submit(&mut session, &mut log, &add, 1_800)), "table-not-live");
    submit(&mut session, &mut log, &push(Way::Open), 1_900).unwrap();
    submit(&mut session, &mut log, &add, 2_000).unwrap();
    assert_eq!(total(&session), 1);
}

#[test]
fn table_time_stops_while_the_table_is_not_live_and_deadlines_with_it() {
    let (mut session, mut log) = open();
    assert_eq!(session.deadline(), Some(TableTime(10_000)));
    submit(&mut session, &mut log, &push(Way::Held), 5_000).unwrap();
    assert_eq!(session.deadline(), None);
    let hour = 3_600_000;
    assert_eq!(session.now(5_000 + hour).time, TableTime(4_000));
    submit(&mut session, &mut log, &push(Way::Open), 5_000 + hour).unwrap();
    assert_eq!(session.now(6_000 + hour).time, TableTime(5_000));
    assert_eq!(session.deadline(), Some(TableTime(10_000)));
}

#[test]
fn a_late_answer_is_refused_as_late_and_one_that_is_not_offered_as_such() {
    let (mut session, mut log) = open();
    let answer = |ask, command: Value| Input {
        ask: Some(AskId(ask)),
        command: raw(&command),
        ..count(&Command::Roll)
    };
    submit(&mut session, &mut log, &answer(0, json!({"type": "Add", "number": 3})), 2_000).unwrap();
    let late = answer(0, json!({"type": "Add", "number": 4}));
    assert_eq!(refusal(submit(&mut session, &mut log, &late, 2_001)), "late");
    let much = answer(1, json!({"type": "Add", "number": 51}));
    assert_eq!(refusal(submit(&mut session, &mut log, &much, 2_002)), "not-offered");
    assert_eq!(total(&session), 3, "nothing was changed");
}

#[test]
fn unreadable_commands_and_limits_are_refused_in_words() {
    let (mut session, mut log) = open();
    let with = |command: Value| Input { command: raw(&command), ..count(&Command::Roll) };
    for (bad, code) in [
        (json!(null), "unreadable"),
        (json!([]), "unreadable"),
        (json!({"type": "Fly"}), "not-offered"),
        (json!({"type": "Add", "number": -1}), "not-offered"),
    ] {
        assert_eq!(refusal(submit(&mut session, &mut log, &with(bad), 2_000)), code);
    }
    let host = Input { by: Actor::Host, ..with(json!({"type": "Fly"})) };
    assert_eq!(refusal(submit(&mut session, &mut log, &host, 2_000)), "unreadable");
    let long = with(json!({"type": "Add", "number": 1, "x": "y".repeat(limits::COMMAND_BYTES_MAX)}));
    assert_eq!(refusal(submit(&mut session, &mut log, &long, 2_000)), "too-long");
    let id = Input { request: Some("r".repeat(limits::REQUEST_CHARS_MAX + 1)), ..count(&Command::Roll) };
    assert_eq!(refusal(submit(&mut session, &mut log, &id, 2_000)), "request-id-too-long");
    session.records = limits::RECORDS_MAX;
    assert_eq!(refusal(submit(&mut session, &mut log, &count(&Command::Roll), 2_000)), "log-full");
}

#[test]
fn a_rewind_goes_back_and_can_itself_be_rewound() {
    let (mut session, mut log) = open();
    for number in [1, 2, 3] {
        submit(&mut session, &mut log, &count(&Command::Add { number }), 1_000 + i64::from(number) * 1_000)
            .unwrap();
    }
    assert_eq!((session.records, total(&session)), (5, 6));
    rewind(&mut session, &mut log, 2, 9_000).unwrap();
    assert_eq!(total(&session), 1, "as after record 2");
    assert_eq!(session.now(9_500).time, TableTime(1_000 + 500), "and table time with it");
    submit(&mut session, &mut log, &count(&Command::Add { number: 10 }), 9_600).unwrap();
    assert_eq!(total(&session), 11);
    rewind(&mut session, &mut log, 4, 9_700).unwrap();
    assert_eq!(total(&session), 6, "the branch that was left is there to go back to");
    rewind(&mut session, &mut log, 5, 9_800).unwrap();
    assert_eq!(total(&session), 1, "to a rewind: to what it had gone back to");
    assert_eq!(log.len() as u64, session.records, "the log only grows");

    let folded = replay::fold(CATALOG, session.rules, Seed(5), &log).unwrap();
    assert_eq!(folded.snapshot(), session.snapshot());
    let verified = replay::verify(CATALOG, Seed(5), &log).unwrap();
    assert_eq!(verified.snapshot(), session.snapshot());

    submit(&mut session, &mut log, &push(Way::Held), 9_900).unwrap();
    let standing = |head: u64| {
        let live = replay::live_records(&log, head);
        (0..).zip(live).filter_map(|(number, live)| live.then_some(number)).collect::<Vec<u64>>()
    };
    assert_eq!(standing(9), [0, 1, 2, 5, 8, 9]);
    assert_eq!(standing(7), [0, 1, 2, 3, 4, 7, 9], "what the table did is never taken back");
    assert_eq!(standing(6), [0, 1, 2, 5, 6, 9]);
    assert_eq!(standing(4), [0, 1, 2, 3, 4, 9]);
    assert_eq!(replay::live_records(&log[..1], 0), [true]);
}

#[test]
fn a_rewind_has_a_request_id_and_limits_like_any_record() {
    let (mut session, mut log) = open();
    submit(&mut session, &mut log, &count(&Command::Add { number: 1 }), 2_000).unwrap();
    let past =
        |session: &Session, log: &[LogEntry]| replay::past(CATALOG, session.rules, Seed(5), log, 1).unwrap();
    let long = Some("x".repeat(limits::REQUEST_CHARS_MAX + 1));
    let refused = session.propose_rewind(Actor::Host, long, 1, past(&session, &log), 3_000).err().unwrap();
    assert_eq!(refused.code, "request-id-too-long");
    let id = Some("host/u/1".to_owned());
    let proposal = session
        .propose_rewind(Actor::Host, id.clone(), 1, past(&session, &log), 3_000)
        .unwrap_or_else(|_| panic!());
    assert_eq!((&proposal.record.request, &proposal.line.request), (&id, &id));
    log.push((proposal.record.clone(), proposal.line.clone()));
    session.commit(proposal);
    assert_eq!(replay::verify(CATALOG, Seed(5), &log).unwrap().snapshot(), session.snapshot());
}

/// A rewind of a log from before the chance went back says nothing of it, and is decided as it was then.
#[test]
fn the_same_decision_meets_the_same_dice_after_a_rewind() {
    let roll = |session: &mut Session, log: &mut Vec<LogEntry>| {
        let before = total(session);
        submit(session, log, &count(&Command::Roll), 3_000).unwrap();
        total(session) - before
    };
    for (chance, is_same) in [(true, true), (false, false)] {
        let (mut session, mut log) = open();
        submit(&mut session, &mut log, &count(&Command::Add { number: 1 }), 2_000).unwrap();
        let first: Vec<u64> = (0..8).map(|_| roll(&mut session, &mut log)).collect();
        let past = replay::past(CATALOG, session.rules, Seed(5), &log, 2).unwrap();
        let proposal = session.propose_rewind(Actor::Host, None, 2, past, 4_000).unwrap_or_else(|_| panic!());
        let mut record = proposal.record.clone();
        if !chance {
            record.command = serde_json::from_str(r#"{"type":"Rewind","to":2}"#).unwrap();
        }
        let line = record.seal();
        let past = replay::past(CATALOG, session.rules, Seed(5), &log, 2);
        session.absorb(&record, line.hash, |_| past).unwrap();
        log.push((record, line));
        let again: Vec<u64> = (0..8).map(|_| roll(&mut session, &mut log)).collect();
        assert_eq!(again == first, is_same, "{first:?} {again:?}");
        for read in [
            replay::fold(CATALOG, session.rules, Seed(5), &log).unwrap(),
            replay::verify(CATALOG, Seed(5), &log).unwrap(),
            Session::restore(CATALOG, session.rules, Seed(5), &session.snapshot()).unwrap(),
        ] {
            assert_eq!(read.snapshot(), session.snapshot());
        }
    }
}

/// So that a house player who is asked the same again may answer differently.
#[test]
fn the_house_draws_anew_after_a_rewind_and_the_same_after_a_resume() {
    let draw = |session: &Session| {
        let mut dice = session.dice().seat(parlor_engine::SeatId::at(0), AskId(1));
        [dice.below(1_000), dice.below(1_000), dice.below(1_000)]
    };
    let (mut session, mut log) = open();
    let before = draw(&session);
    submit(&mut session, &mut log, &count(&Command::Add { number: 1 }), 2_000).unwrap();
    assert_eq!(draw(&session), before);
    rewind(&mut session, &mut log, 1, 3_000).unwrap();
    let once = draw(&session);
    assert_ne!(once, before);
    rewind(&mut session, &mut log, 2, 3_000).unwrap();
    assert!(draw(&session) != before && draw(&session) != once);
    let folded = replay::fold(CATALOG, session.rules, Seed(5), &log).unwrap();
    assert_eq!(draw(&folded), draw(&session));
    let restored = Session::restore(CATALOG, session.rules, Seed(5), &session.snapshot()).unwrap();
    assert_eq!(draw(&restored), draw(&session));
}

#[test]
fn a_rewind_is_only_for_whom_the_machine_allows_and_only_backwards() {
    let (mut session, mut log) = open();
    assert_eq!(rewind(&mut session, &mut log, 9, 2_000), Err("no such past"));
    let past = replay::past(CATALOG, session.rules, Seed(5), &log, 1).unwrap();
    let seat = count(&Command::Roll).by;
    assert_eq!(session.propose_rewind(seat, None, 1, past, 2_000).err().unwrap().code, "no");
}

/// Each rewind goes back to the one before it: folded again from the start each time, this would not end.
#[test]
fn a_log_of_many_rewinds_is_read_in_one_pass() {
    let (mut session, mut log) = open();
    submit(&mut session, &mut log, &count(&Command::Add { number: 1 }), 2_000).unwrap();
    for to in 2..300 {
        rewind(&mut session, &mut log, to, 2_000).unwrap();
    }
    let folded = replay::fold(CATALOG, session.rules, Seed(5), &log).unwrap();
    assert_eq!(folded.snapshot(), session.snapshot());
    assert_eq!(replay::verify(CATALOG, Seed(5), &log).unwrap().snapshot(), session.snapshot());
}

#[test]
fn a_snapshot_from_before_and_a_rewind_to_before_it_agree() {
    let (mut session, mut log) = open();
    submit(&mut session, &mut log, &count(&Command::Add { number: 1 }), 2_000).unwrap();
    submit(&mut session, &mut log, &count(&Command::Add { number: 2 }), 2_000).unwrap();
    let snapshot = session.snapshot();
    rewind(&mut session, &mut log, 2, 2_000).unwrap();
    let restored = Session::restore(CATALOG, session.rules, Seed(5), &snapshot).unwrap();
    let folded = replay::fold_into(restored, CATALOG, Seed(5), &log).unwrap();
    assert_eq!(folded.snapshot(), session.snapshot());
}

#[test]
fn rewinds_have_a_limit_and_a_log_with_one_that_is_not_allowed_is_damaged() {
    let (mut session, mut log) = open();
    rewind(&mut session, &mut log, 1, 2_000).unwrap();
    let mut forged = log[2].0.clone();
    forged.by = count(&Command::Roll).by;
    let line = forged.seal();
    let with_forged = [&log[..2], &[(forged, line)]].concat();
    let damage = replay::fold(CATALOG, session.rules, Seed(5), &with_forged).err().unwrap();
    assert!(damage.to_string().contains("only the host"), "{damage}");

    let full = session.snapshot().replace("\"rewinds\":1,", &format!("\"rewinds\":{},", limits::REWINDS_MAX));
    let mut full = Session::restore(CATALOG, session.rules, Seed(5), &full).unwrap();
    assert_eq!(rewind(&mut full, &mut log, 1, 2_000), Err("too-many-rewinds"));
}

#[test]
fn verify_finds_a_record_that_would_be_decided_differently() {
    let (mut session, mut log) = open();
    for _ in 0..5 {
        submit(&mut session, &mut log, &count(&Command::Roll), 2_000).unwrap();
    }
    assert!(replay::verify(CATALOG, Seed(5), &log).is_ok());
    let wrong_seed = replay::verify(CATALOG, Seed(6), &log).err().unwrap().to_string();
    assert!(wrong_seed.contains("record 0"), "the promised hash is another: {wrong_seed}");

    // A cheat writes a better roll and chains everything after it anew: replay is content, verify is not.
    let mut forged = Vec::new();
    let mut prev = parlor_engine::Hash::ZERO;
    for (record, _) in &log {
        let mut record = Record { prev, ..record.clone() };
        if record.number == 4 {
            record.events[0].json = raw(&json!({"type": "Counted", "by": 6_000}));
        }
        let line = record.seal();
        prev = line.hash;
        forged.push((record, line));
    }
    assert!(replay::fold(CATALOG, session.rules, Seed(5), &forged).is_ok());
    let found = replay::verify(CATALOG, Seed(5), &forged).err().unwrap().to_string();
    assert!(found.starts_with("record 4:"), "{found}");
}

#[test]
fn an_event_of_an_older_version_is_upcast_and_a_newer_one_refused() {
    let (session, log) = open();
    let old = Record {
        number: 2,
        version: 1,
        events: vec![parlor_engine::ToldEvent {
            audience: parlor_engine::Audience::Public,
            json: raw(&json!({"type": "Added", "n": 9})),
        }],
        prev: log[1].1.hash,
        ..log[1].0.clone()
    };
    let command = raw(&Command::Roll);
    let old = Record { command, ..old };
    let line = old.seal();
    let with_old: Vec<LogEntry> = log.iter().cloned().chain([(old.clone(), line)]).collect();
    let folded = replay::fold(CATALOG, session.rules, Seed(5), &with_old).unwrap();
    assert_eq!(total(&folded), 9);

    let newer = Record { version: 3, ..old };
    let line = newer.seal();
    let with_newer: Vec<LogEntry> = log.into_iter().chain([(newer, line)]).collect();
    let damage = replay::fold(CATALOG, session.rules, Seed(5), &with_newer).err().unwrap();
    assert!(matches!(damage, Damage::Newer { number: 2, found: 3, known: 2, .. }));
    assert!(damage.to_string().contains("update parlor"));
}

#[test]
fn the_same_log_folds_to_the_same_state_from_any_snapshot() {
    let (mut session, mut log) = open();
    let mut snapshots = vec![session.snapshot()];
    for _ in 0..8 {
        submit(&mut session, &mut log, &count(&Command::Roll), 2_000).unwrap();
        snapshots.push(session.snapshot());
    }
    for snapshot in snapshots {
        let restored = Session::restore(CATALOG, session.rules, Seed(5), &snapshot).unwrap();
        let folded = replay::fold_into(restored, CATALOG, Seed(5), &log).unwrap();
        assert_eq!(folded.snapshot(), session.snapshot());
    }
}

#[test]
#[should_panic(expected = "another state of the session")]
fn a_proposal_for_another_state_is_a_bug() {
    let (mut session, _) = open();
    let [a, b] = [1, 2].map(|number| {
        session.propose(&count(&Command::Add { number }), 2_000).unwrap_or_else(|_| panic!("refused"))
    });
    session.commit(a);
    session.commit(b);
}
