//! The schedule of a session: when to answer for which empty chair, and when the clock acts. All in table time.
//!
//! Every open ask of a seat that no person holds is on it at once, so all seats of a night think at the same time; but where the
//! machine has them stand in line, those that are first.
//! What is due is done one at a time, the earliest first; the answer itself is made when its time has come, so a vote
//! sees the votes before it. When a text has been said aloud, nobody of the house acts until it can have been read.

use std::collections::{BTreeMap, BTreeSet};

use engine::{Ask, AskId, Audience, Holder, Notice, Record, SeatId, Session, TableTime};

use crate::input::Mail;
use crate::limits::CLOCK_RUN_MAX;
use crate::pace::{Pace, PaceDice};

/// An ask of a seat.
pub(crate) type AskKey = (SeatId, AskId);

/// What a session has to do by itself, and when.
pub(crate) struct Schedule {
    pace: Pace,
    dice: PaceDice,
    due: BTreeMap<AskKey, Due>,
    /// Until then the table reads.
    quiet_until: TableTime,
    /// Asks that neither the house nor the machine's own way out could answer. They are left to the deadline, until
    /// the table rests or goes on.
    given_up: BTreeSet<AskKey>,
    /// Asks that a model is answering.
    busy: BTreeSet<AskKey>,
    clock: ClockRun,
    /// Records of the activity that this schedule has seen.
    activity_records: u64,
    /// Whether the table was live when it was last looked at.
    was_live: bool,
}

/// When an ask is answered.
#[derive(Clone, Copy)]
struct Due {
    at: TableTime,
    /// Not later than this, whatever is being read: the last moment at which the answer still counts.
    latest: Option<TableTime>,
    /// Does reading put it off?
    reads: bool,
}

/// How often the clock has acted at one deadline.
#[derive(Default)]
struct ClockRun {
    deadline: TableTime,
    count: u32,
    /// The clock was refused with this many records of the activity; it waits for another.
    refused: Option<u64>,
}

impl Schedule {
    pub(crate) fn new(pace: Pace, dice: PaceDice) -> Schedule {
        Schedule {
            pace,
            dice,
            due: BTreeMap::new(),
            quiet_until: TableTime::default(),
            given_up: BTreeSet::new(),
            busy: BTreeSet::new(),
            clock: ClockRun::default(),
            activity_records: 0,
            was_live: false,
        }
    }

    /// Is something planned that is not done while the table rests?
    pub(crate) fn thinks(&self) -> bool {
        !self.due.is_empty()
    }

    /// The house plays at this pace from the next ask on.
    pub(crate) fn play_at(&mut self, pace: Pace) {
        self.pace = pace;
    }

    /// Takes in what a record changed.
    pub(crate) fn after(&mut self, session: &Session, record: &Record, notices: &[Notice], asks: &[Ask<()>]) {
        if record.rewinds_to().is_some() {
            // Time went back: what was planned belongs to a history that is not.
            *self = Schedule::new(self.pace, self.dice);
        } else if record.machine == session.rules.name() {
            self.activity_records += 1;
        } else if session.table.live() != self.was_live {
            self.was_live = session.table.live();
            self.given_up.clear();
        }
        if self.pace != Pace::Instant {
            let read_ms = self.pace.read_ms(public_words(record, notices));
            self.quiet_until = self.quiet_until.max(record.time + read_ms);
        }
        self.plan(session, asks, record.time);
    }

    /// Plans an answer to each ask that wants one and has none planned, and forgets those that are closed.
    pub(crate) fn plan(&mut self, session: &Session, asks: &[Ask<()>], now: TableTime) {
        let waits = |ask: &&Ask<()>| !ask.answered && !session.is_attended(ask.seat);
        let open: BTreeMap<AskKey, &Ask<()>> =
            asks.iter().filter(waits).map(|ask| ((ask.seat, ask.id), ask)).collect();
        self.due.retain(|key, _| open.contains_key(key));
        self.given_up.retain(|key| open.contains_key(key));
        self.busy.retain(|key| open.contains_key(key));
        // Nobody waits in line behind somebody who does not come.
        let comes = |key: &AskKey| !self.given_up.contains(key);
        let first = open.iter().filter(|(key, _)| comes(key)).map(|(_, ask)| ask.place).min();
        for (key, ask) in open {
            let planned = self.due.contains_key(&key) || self.busy.contains(&key);
            if planned || self.given_up.contains(&key) || Some(ask.place) != first {
                continue;
            }
            let house = matches!(session.holder(ask.seat), Holder::House(_));
            let think_ms = if house { self.pace.think_ms(&self.dice, ask.seat, ask.id) } else { 0 };
            // A deadline that has passed already is the clock's: it comes first.
            let latest = ask.deadline.filter(|deadline| *deadline > now);
            self.due.insert(key, Due { at: now + think_ms, latest, reads: house });
        }
    }

    /// What is to be done next, and when. Nothing while the table is not live.
    pub(crate) fn next(&self, session: &Session) -> Option<(TableTime, Mail)> {
        if !session.table.live() {
            return None;
        }
        let answer = self
            .due
            .iter()
            .map(|(&(seat, ask), due)| {
                let at = if due.reads { due.at.max(self.quiet_until) } else { due.at };
                (due.latest.map_or(at, |latest| at.min(latest)), seat, ask)
            })
            .min();
        let deadline = session.deadline().filter(|_| self.clock.refused != Some(self.activity_records));
        match (answer, deadline) {
            // At the same moment the seat comes first: it is still in time.
            (Some((at, seat, ask)), deadline) if deadline.is_none_or(|deadline| at <= deadline) => {
                Some((at, Mail::Answer { seat, ask }))
            }
            (_, Some(deadline)) => Some((deadline, Mail::TimeUp)),
            (_, None) => None,
        }
    }

    /// An ask has been dealt with; if it is still open after this, it will be planned anew.
    pub(crate) fn done(&mut self, seat: SeatId, ask: AskId) {
        self.due.remove(&(seat, ask));
        self.busy.remove(&(seat, ask));
    }

    /// A model is answering an ask.
    pub(crate) fn busy(&mut self, seat: SeatId, ask: AskId) {
        self.busy.insert((seat, ask));
    }

    /// An ask cannot be answered by anything that the host has.
    pub(crate) fn give_up(&mut self, seat: SeatId, ask: AskId) {
        self.due.remove(&(seat, ask));
        self.given_up.insert((seat, ask));
    }

    /// The clock was refused: it is not asked again before something else has happened.
    pub(crate) fn clock_refused(&mut self) {
        self.clock.refused = Some(self.activity_records);
    }

    /// The clock acts at a deadline.
    ///
    /// # Panics
    /// If it acts at one deadline without end: a bug in the machine, which would fill the log.
    pub(crate) fn clock_acts(&mut self, deadline: TableTime) {
        let count = if self.clock.deadline == deadline { self.clock.count + 1 } else { 1 };
        assert!(count <= CLOCK_RUN_MAX, "the clock acted {count} times at one deadline");
        self.clock = ClockRun { deadline, count, refused: None };
    }
}

/// How many words a record said to all.
fn public_words(record: &Record, notices: &[Notice]) -> usize {
    let told = record.events.iter().zip(notices);
    told.filter(|(event, _)| event.audience == Audience::Public)
        .filter_map(|(_, notice)| notice.telling.as_ref())
        .map(|telling| telling.text.split_whitespace().count())
        .sum()
}
