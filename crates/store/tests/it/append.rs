//! The append and its answers.

use std::sync::mpsc;

use crate::ledger::{self, append, commit, id, line, meta, store_with};
use engine::{Hash, limits};
use parlor_store::{LogAnswer, Store, StoreError};

#[test]
fn records_come_back_in_order_byte_for_byte() {
    let dir = tempfile::tempdir().unwrap();
    let (store, mut lines) = store_with(dir.path(), "a1", 3);
    let mut head = (3, lines[2].hash);
    for number in 3..20 {
        let next = append("a1", head, None, &format!("words {number}"));
        lines.push(next.line.clone());
        head = commit(&store, next);
    }
    assert_eq!(store.read(&id("a1"), 0).unwrap(), lines);
    assert_eq!(store.read(&id("a1"), 7).unwrap(), lines[7..]);
    assert_eq!(store.read(&id("a1"), 20).unwrap(), []);
    assert_eq!(store.read(&id("a1"), 99).unwrap(), []);
    let row = store.session(&id("a1")).unwrap();
    assert_eq!((row.records, row.head, row.ended), (20, lines[19].hash, false));
}

#[test]
fn a_number_that_is_taken_or_too_far_is_a_conflict() {
    let dir = tempfile::tempdir().unwrap();
    let (store, lines) = store_with(dir.path(), "a1", 3);
    let head = lines[2].hash;
    let conflict = LogAnswer::Conflict { records: 3, head };
    assert_eq!(store.append_wait(append("a1", (2, lines[1].hash), None, "late")).unwrap(), conflict);
    assert_eq!(store.append_wait(append("a1", (4, head), None, "early")).unwrap(), conflict);
    assert_eq!(
        store.append_wait(append("a1", (3, Hash::of(b"other")), None, "elsewhere")).unwrap(),
        conflict
    );
    assert_eq!(
        store.append_wait(append("nobody", (0, Hash::ZERO), None, "first")).unwrap(),
        LogAnswer::Conflict { records: 0, head: Hash::ZERO }
    );
    assert_eq!(store.read(&id("a1"), 0).unwrap(), lines);
}

#[test]
fn the_same_request_again_is_answered_with_the_first_line() {
    let dir = tempfile::tempdir().unwrap();
    let (store, lines) = store_with(dir.path(), "a1", 3);
    let first = append("a1", (3, lines[2].hash), Some("mine"), "once");
    let head = commit(&store, first.clone());
    let duplicate = LogAnswer::Duplicate { line: first.line.clone() };
    // Sent again as it was, decided again at the new head, and after more has happened.
    assert_eq!(store.append_wait(first.clone()).unwrap(), duplicate);
    assert_eq!(store.append_wait(append("a1", head, Some("mine"), "twice")).unwrap(), duplicate);
    let head = commit(&store, append("a1", head, Some("other"), "more"));
    assert_eq!(store.append_wait(append("a1", head, Some("mine"), "thrice")).unwrap(), duplicate);
    assert_eq!(store.find_request(&id("a1"), "mine").unwrap(), Some(first.line));
    assert_eq!(store.find_request(&id("a1"), "nobody's").unwrap(), None);
    // A request id is the session's own.
    store.create(meta("b2"), vec![line(0, Hash::ZERO, Some("mine"), "here")], false).unwrap();
}

#[test]
fn of_eight_racers_one_gets_each_number() {
    const ROUNDS: u64 = 40;
    let dir = tempfile::tempdir().unwrap();
    let (store, lines) = store_with(dir.path(), "a1", 1);
    let mut won: Vec<u64> = std::thread::scope(|scope| {
        let racers: Vec<_> = (0..8)
            .map(|racer| {
                let (store, mut head) = (store.clone(), (1, lines[0].hash));
                scope.spawn(move || {
                    let mut won = Vec::new();
                    while head.0 <= ROUNDS {
                        let text = format!("racer {racer}");
                        match store.append_wait(append("a1", head, None, &text)).unwrap() {
                            LogAnswer::Committed { number, head: hash } => {
                                won.push(number);
                                head = (number + 1, hash);
                            }
                            LogAnswer::Conflict { records, head: hash } => {
                                assert!(records > head.0, "a conflict means that somebody was first");
                                head = (records, hash);
                            }
                            other => panic!("{other:?}"),
                        }
                    }
                    won
                })
            })
            .collect();
        racers.into_iter().flat_map(|racer| racer.join().unwrap()).collect()
    });
    won.sort_unstable();
    let records = store.session(&id("a1")).unwrap().records;
    assert_eq!(won, (1..records).collect::<Vec<_>>());
    assert_eq!(store.read(&id("a1"), 0).unwrap().len() as u64, records);
}

#[test]
fn many_appends_share_a_commit() {
    let dir = tempfile::tempdir().unwrap();
    let (store, lines) = store_with(dir.path(), "a1", 1);
    let before = store.commits();
    let (answer, answers) = mpsc::channel();
    // The first answer holds the writer up until all the others are in its queue.
    let (all_queued, wait_for_all) = mpsc::channel::<()>();
    let first = append("a1", (1, lines[0].hash), None, "first");
    let mut head = (2, first.line.hash);
    let told = answer.clone();
    store
        .append(first, move |said| {
            wait_for_all.recv().unwrap();
            told.send(said).unwrap();
        })
        .unwrap();
    for _ in 0..100 {
        let next = append("a1", head, None, "quick");
        head = (next.line.number + 1, next.line.hash);
        let told = answer.clone();
        store.append(next, move |said| told.send(said).unwrap()).unwrap();
    }
    all_queued.send(()).unwrap();
    drop(answer);
    let answers: Vec<LogAnswer> = answers.iter().collect();
    assert_eq!(answers.len(), 101);
    assert!(answers.iter().all(|said| matches!(said, LogAnswer::Committed { .. })), "{answers:?}");
    // One for the first and those that came with it, at most one more for all the others.
    let commits = store.commits() - before;
    assert!((1..=2).contains(&commits), "{commits} commits");
}

#[test]
fn a_writer_that_was_replaced_is_fenced() {
    let dir = tempfile::tempdir().unwrap();
    let (store, lines) = store_with(dir.path(), "a1", 1);
    let behind_its_back = rusqlite::Connection::open(dir.path().join("parlor.db")).unwrap();
    let sealed = Hash::of(b"parlor.epoch.v1:7");
    behind_its_back.execute("UPDATE store SET epoch = 7, seal = ?1", [sealed.0]).unwrap();
    let next = append("a1", (1, lines[0].hash), None, "a zombie speaks");
    for _ in 0..2 {
        let LogAnswer::Fenced { why } = store.append_wait(next.clone()).unwrap() else {
            panic!("not fenced")
        };
        assert!(why.contains("taken this store over"), "{why}");
    }
    let error = store.create(meta("b2"), ledger::lines(1), false).unwrap_err();
    assert!(matches!(error, StoreError::Stopped { .. }), "{error}");
    assert_eq!(store.read(&id("a1"), 0).unwrap(), lines, "nothing was written, and reading goes on");
}

#[test]
fn a_caller_that_panics_does_not_stop_the_writer() {
    let dir = tempfile::tempdir().unwrap();
    let (store, lines) = store_with(dir.path(), "a1", 1);
    let first = append("a1", (1, lines[0].hash), None, "boo");
    let head = (2, first.line.hash);
    store.append(first, |_| panic!("on purpose")).unwrap();
    commit(&store, append("a1", head, None, "still here"));
}

#[test]
fn the_last_handle_may_be_dropped_by_an_answer() {
    let dir = tempfile::tempdir().unwrap();
    let (store, lines) = store_with(dir.path(), "a1", 1);
    let handle = store.clone();
    let (told, wait) = mpsc::channel();
    let (dropped, both_dropped) = mpsc::channel::<()>();
    let last = append("a1", (1, lines[0].hash), None, "and good night");
    store
        .append(last, move |said| {
            both_dropped.recv().unwrap();
            drop(handle);
            told.send(said).unwrap();
        })
        .unwrap();
    drop(store);
    dropped.send(()).unwrap();
    assert!(matches!(wait.recv().unwrap(), LogAnswer::Committed { .. }));
}

#[test]
fn a_line_at_the_limit_is_stored_and_a_longer_one_refused() {
    let dir = tempfile::tempdir().unwrap();
    let (store, lines) = store_with(dir.path(), "a1", 1);
    let head = (1, lines[0].hash);
    let bare = append("a1", head, None, "").line.text.len();
    // The text stands in the command and in the event.
    let room = limits::LINE_BYTES_MAX - bare;
    let mut long = append("a1", head, None, &"x".repeat(room / 2));
    if long.line.text.len() < limits::LINE_BYTES_MAX {
        long = append("a1", head, Some(""), &"x".repeat((room - ",\"request\":\"\"".len()) / 2));
    }
    assert!(limits::LINE_BYTES_MAX - long.line.text.len() <= 1, "{}", long.line.text.len());
    let after = commit(&store, long.clone());
    assert_eq!(store.read(&id("a1"), 1).unwrap(), [long.line]);

    let longer = append("a1", after, None, &"x".repeat(room / 2 + 2));
    let error = store.append_wait(longer).unwrap_err();
    assert!(matches!(error, StoreError::BadLine { number: 2, .. }), "{error}");
    assert!(error.to_string().contains("a line has at most 1048576"), "{error}");
    assert_eq!(store.session(&id("a1")).unwrap().records, 2);
}

#[test]
fn a_line_that_would_not_read_back_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let (store, lines) = store_with(dir.path(), "a1", 1);
    let good = append("a1", (1, lines[0].hash), Some("mine"), "fine");
    let mut changed = good.clone();
    changed.line.text = changed.line.text.replace("fine", "fone");
    let mut renamed = good.clone();
    renamed.line.request = Some("yours".to_owned());
    let mut renumbered = good.clone();
    renumbered.line.number = 2;
    let mut rechained = good.clone();
    rechained.prev = Hash::ZERO;
    let too_long = append("a1", (1, lines[0].hash), Some(&"r".repeat(65)), "fine");
    for bad in [changed, renamed, renumbered, rechained, too_long] {
        let error = store.append_wait(bad).unwrap_err();
        assert!(matches!(error, StoreError::BadLine { .. }), "{error}");
    }
    commit(&store, good);
}

#[test]
fn ended_follows_the_last_record() {
    let dir = tempfile::tempdir().unwrap();
    let (store, lines) = store_with(dir.path(), "a1", 1);
    let mut last = append("a1", (1, lines[0].hash), None, "the village wins");
    last.ended = true;
    let head = commit(&store, last);
    assert!(store.session(&id("a1")).unwrap().ended);
    commit(&store, append("a1", head, None, "rewound"));
    drop(store);
    assert!(!Store::open(dir.path()).unwrap().session(&id("a1")).unwrap().ended);
}

#[test]
fn an_append_never_waits_and_what_is_too_much_is_answered_as_busy() {
    let dir = tempfile::tempdir().unwrap();
    let (store, lines) = store_with(dir.path(), "a1", 1);
    let (go_on, held) = mpsc::channel::<()>();
    let first = append("a1", (1, lines[0].hash), None, "the writer stands still");
    let head = (2, first.line.hash);
    store.append(first, move |_| held.recv().unwrap()).unwrap();
    // Nobody reads the answers meanwhile, and whoever asks comes back at once.
    let next = append("a1", head, Some("mine"), &"x".repeat(60_000));
    let (answer, answers) = mpsc::channel();
    let mut asked = 0;
    let why = loop {
        let told = answer.clone();
        store.append(next.clone(), move |said| told.send(said).unwrap()).unwrap();
        asked += 1;
        if let Ok(LogAnswer::Busy { why }) = answers.try_recv() {
            break why;
        }
        assert!(asked < 20_000, "there is a limit");
    };
    assert!(why.contains("too much waits"), "{why}");
    assert!(store.writing().waiting >= 500 && store.writing().stopped.is_none(), "{:?}", store.writing());
    go_on.send(()).unwrap();
    drop(answer);
    let answers: Vec<LogAnswer> = answers.iter().collect();
    assert!(matches!(answers[0], LogAnswer::Committed { number: 2, .. }), "{:?}", answers[0]);
    assert_eq!(answers.len(), asked - 1);
    assert!(
        answers[1..].iter().all(|said| matches!(said, LogAnswer::Duplicate { .. })),
        "in the order of asking"
    );
    let row = store.session(&id("a1")).unwrap();
    commit(&store, append("a1", (row.records, row.head), None, "and on it goes"));
    assert_eq!(store.writing().waiting, 0);
}

#[test]
fn a_file_that_is_held_up_is_busy_and_written_to_once_it_is_let_go() {
    let dir = tempfile::tempdir().unwrap();
    let (store, lines) = store_with(dir.path(), "a1", 1);
    let other = rusqlite::Connection::open(dir.path().join("parlor.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let next = append("a1", (1, lines[0].hash), None, "one at a time");
    let LogAnswer::Busy { why } = store.append_wait(next.clone()).unwrap() else { panic!("not busy") };
    assert!(why.contains("locked"), "{why}");
    other.execute_batch("ROLLBACK").unwrap();
    commit(&store, next);
}

#[test]
fn a_damaged_entry_hides_its_session_alone() {
    let dir = tempfile::tempdir().unwrap();
    let (store, lines) = store_with(dir.path(), "a1", 3);
    store.create(meta("b2"), ledger::lines(2), false).unwrap();
    drop(store);
    let behind_its_back = rusqlite::Connection::open(dir.path().join("parlor.db")).unwrap();
    behind_its_back.execute("UPDATE session SET title = 'other' WHERE id = 'b2'", []).unwrap();
    drop(behind_its_back);
    let store = Store::open(dir.path()).unwrap();
    let listed = store.listed().unwrap();
    assert_eq!(listed.rows.iter().map(|row| row.meta.id.as_str()).collect::<Vec<_>>(), ["a1"]);
    assert!(matches!(&listed.damaged[..], [StoreError::DamagedEntry { id, .. }] if id == "b2"));
    assert!(store.sessions().is_err(), "who wants all of them is told");
    let row = append("b2", (2, ledger::lines(2)[1].hash), None, "behind damage");
    let LogAnswer::Damaged { why } = store.append_wait(row).unwrap() else { panic!("not damaged") };
    assert!(why.contains("b2") && why.contains("seal"), "{why}");
    commit(&store, append("a1", (3, lines[2].hash), None, "the other goes on"));
    assert_eq!(store.writing().stopped, None);
}
