//! The tables that are measured: ten seats of the house, and a night in which one seat cannot make up its mind.

use std::sync::Arc;

use activities::ALL;
use engine::{
    Actor, AskId, FieldKind, Holder, Input, LogEntry, Opening, Part, Proposal, Seat, Seed, Session,
    SessionId, SessionMeta, Stopped, raw,
};
use mafia::{Setup, Speed};
use serde_json::json;
use serde_json::value::RawValue;
use store::{Append, LogAnswer, Store};

/// A moment of 2024, so that times look like times.
const AT: i64 = 1_700_000_000_000;

/// The default table: ten seats, all played by the house in one of its characters.
pub(crate) fn seats(character: &str) -> Arc<[Seat]> {
    let names = ["Ana", "Ben", "Cole", "Dina", "Emil", "Fay", "Gus", "Hana", "Ivo", "June"];
    let seat = |name: &&str| Seat {
        id: name.to_lowercase(),
        name: (*name).to_owned(),
        holder: Holder::House(character.to_owned()),
    };
    names.iter().map(seat).collect()
}

/// The default game, without deadlines.
pub(crate) fn setup() -> Setup {
    Setup { speed: Some(Speed::Instant), ..Setup::default() }
}

/// What a session of the default game is opened with.
pub(crate) fn opening(seed: Seed) -> Opening {
    Opening {
        activity: "mafia".to_owned(),
        seats: seats("analytical").to_vec(),
        table: raw(&json!({"title": "Figures"})),
        setup: raw(&setup()),
        seed,
        salt: None,
    }
}

/// A session that the table has begun, and its log so far.
pub(crate) fn started(opening: &Opening) -> (Session, Vec<LogEntry>) {
    let (mut session, mut log) = match Session::open(*ALL, opening, AT) {
        Ok(opened) => opened,
        Err(faults) => panic!("the table cannot be laid: {faults:?}"),
    };
    let start = propose(&session, Part::Table, Actor::Host, None, &start());
    log.push((start.record.clone(), start.line.clone()));
    session.commit(start);
    (session, log)
}

/// The command that begins a session.
pub(crate) fn start() -> Box<RawValue> {
    raw(&json!({"type": "SetSession", "verb": "start"}))
}

/// Decides something that the rules allow, with a request id as a face would send it.
pub(crate) fn propose(
    session: &Session,
    part: Part,
    by: Actor,
    ask: Option<AskId>,
    command: &RawValue,
) -> Proposal {
    match try_propose(session, part, by, ask, command) {
        Ok(proposal) => proposal,
        Err(stopped) => panic!("{by}: {} was stopped: {stopped:?}", command.get()),
    }
}

fn try_propose(
    session: &Session,
    part: Part,
    by: Actor,
    ask: Option<AskId>,
    command: &RawValue,
) -> Result<Proposal, Stopped> {
    let request = Some(format!("{by}:figures-{:024}:0", session.records));
    let input = Input { part, by, request, ask, command: command.to_owned() };
    session.propose(&input, AT + session.records as i64)
}

/// A night that never ends: one seat chooses again and again, and the others do not answer.
pub(crate) struct EndlessNight {
    pub(crate) session: Session,
    seat: Actor,
    ask: AskId,
    choices: [Box<RawValue>; 2],
}

impl EndlessNight {
    /// A fresh one, and its log so far.
    pub(crate) fn open(seed: u64) -> (EndlessNight, Vec<LogEntry>) {
        let (mut session, mut log) = started(&opening(Seed(seed)));
        for ask in session.activity.asks() {
            let FieldKind::Choice(targets) = &ask.form.tools[0].fields[0].kind else { continue };
            let choice = |index: usize| raw(&json!({"type": "ChooseTarget", "target": targets[index].value}));
            let choices = [choice(0), choice(1)];
            let by = Actor::Seat(ask.seat);
            let mut take =
                |command: &RawValue| match try_propose(&session, Part::Activity, by, Some(ask.id), command) {
                    Ok(proposal) => {
                        log.push((proposal.record.clone(), proposal.line.clone()));
                        session.commit(proposal);
                        true
                    }
                    Err(_) => false,
                };
            // A sheriff has one look: then the next seat does it.
            if take(&choices[0]) && take(&choices[1]) {
                return (EndlessNight { session, seat: by, ask: ask.id, choices }, log);
            }
        }
        panic!("nobody may choose twice");
    }

    /// The next step, not yet taken.
    pub(crate) fn propose(&self) -> Proposal {
        let choice = &self.choices[(self.session.records % 2) as usize];
        propose(&self.session, Part::Activity, self.seat, Some(self.ask), choice)
    }

    /// Takes so many steps.
    pub(crate) fn go(&mut self, steps: u64) {
        for _ in 0..steps {
            let proposal = self.propose();
            self.session.commit(proposal);
        }
    }

    /// Takes steps until it has so many records, and adds them to its log.
    pub(crate) fn go_to(&mut self, records: u64, log: &mut Vec<LogEntry>) {
        while self.session.records < records {
            let proposal = self.propose();
            log.push((proposal.record.clone(), proposal.line.clone()));
            self.session.commit(proposal);
        }
    }

    /// Takes a step that is on disk before it is taken, and says what was written.
    pub(crate) fn go_durably(&mut self, store: &Store, id: &SessionId) -> String {
        let proposal = self.propose();
        match store.append_wait(append(id, &self.session, &proposal)) {
            Ok(LogAnswer::Committed { .. }) => {}
            other => panic!("the append came to {other:?}"),
        }
        let text = proposal.line.text.clone();
        self.session.commit(proposal);
        text
    }
}

/// A proposal as the store takes it.
pub(crate) fn append(id: &SessionId, session: &Session, proposal: &Proposal) -> Append {
    Append {
        session: id.clone(),
        line: proposal.line.clone(),
        prev: session.head,
        ended: false,
        at: proposal.record.at,
    }
}

/// Writes a session with its log so far.
pub(crate) fn keep(store: &Store, id: &SessionId, log: &[LogEntry]) {
    let meta = SessionMeta {
        id: id.clone(),
        machine: "mafia".to_owned(),
        title: "Figures".to_owned(),
        created_at: AT,
        seed: Some(Seed(1)),
        parent: None,
    };
    if let Err(error) = store.create(meta, log.iter().map(|(_, line)| line.clone()).collect(), false) {
        panic!("the session could not be written: {error}");
    }
}

/// The name of a session in a store.
pub(crate) fn id(number: u64) -> SessionId {
    match format!("figures-{number}").parse() {
        Ok(id) => id,
        Err(error) => panic!("{error}"),
    }
}

/// A store in a new directory, on the disk that the build is on.
pub(crate) fn store() -> (tempfile::TempDir, Store) {
    let dir = directory();
    match Store::open(dir.path()) {
        Ok(store) => (dir, store),
        Err(error) => panic!("no store: {error}"),
    }
}

/// A new directory on the disk that the build is on: where others are, there may be no disk at all.
pub(crate) fn directory() -> tempfile::TempDir {
    match tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")) {
        Ok(dir) => dir,
        Err(error) => panic!("no directory to measure in: {error}"),
    }
}
