//! Batch play: whole sessions of one machine in memory, on the typed face, as fast as they go.
//!
//! No table, no disk, no JSON. Table time jumps from deadline to deadline. What comes out is the same log, record
//! by record and die by die, as the same seats and seed give anywhere else.

use std::sync::Arc;

use serde_json::value::RawValue;

use crate::{
    Actor, Ask, Count, DiceBox, Draft, Fault, Machine, Moment, Put, Reason, Seat, Seed, TableTime, Told,
    Viewer, limits,
};

/// As many events as most sessions have.
const EVENTS: usize = 256;

/// A session that was played in memory.
pub struct Game<M: Machine> {
    /// How it stands at the end.
    pub state: M::State,
    /// Every event, with its audience.
    pub events: Vec<Told<M::Event>>,
    /// Every command, with where its events begin.
    pub records: Vec<BatchRecord<M::Command>>,
    /// Table time at the end.
    pub ended: TableTime,
}

/// One accepted command.
pub struct BatchRecord<C> {
    /// Who.
    pub by: Actor,
    /// What; the opening has none.
    pub command: Option<Put<C>>,
    /// Where its events begin in [`Game::events`].
    pub first_event: usize,
    /// When.
    pub time: TableTime,
}

/// Why a session did not come to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stuck {
    /// The setup is wrong.
    #[error("the setup is wrong: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Setup(Vec<Fault>),
    /// An answer to an open ask was rejected.
    #[error("an answer of {by} was rejected: {why}")]
    Rejected {
        /// Whose.
        by: Actor,
        /// Why.
        why: String,
    },
    /// Nobody is asked and no deadline runs, yet it has not ended.
    #[error("nobody is asked, no deadline runs, and it has not ended (phase {phase})")]
    DeadEnd {
        /// Where it stands.
        phase: &'static str,
    },
    /// It takes too long.
    #[error("not ended after {0} records")]
    TooLong(u64),
    /// It has ended, and the machine counts nothing of it.
    #[error("it has ended, and nothing of it can be counted")]
    Uncounted,
}

/// Who answers in a session that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The house.
    House,
    /// Nobody who looks: [`lot`](Machine::lot).
    Lot,
}

/// Plays one session of these seats from a seed, and counts it.
pub type Counting = dyn Fn(&Arc<[Seat]>, Seed, By) -> Result<Count, Stuck> + Send + Sync;

/// What plays sessions with a setup; none, for a machine that the typed face is not for.
pub(crate) fn counting<M: Machine>(setup: &RawValue) -> Option<Box<Counting>> {
    if M::FOLDS {
        return None;
    }
    let read = serde_json::from_str::<M::Setup>(setup.get());
    let setup = read.map_err(|error| Stuck::Setup(vec![Fault::new("setup", error.to_string())]));
    Some(Box::new(move |seats, seed, by| {
        let state =
            play_unlogged::<M>(seats, setup.as_ref().map_err(Stuck::clone)?, seed, |state, ask, dice| {
                let view = || M::view(state, Viewer::Seat(ask.seat));
                let mut own = dice.seat(ask.seat, ask.id);
                match by {
                    By::House => M::house(&view(), ask, &mut own),
                    By::Lot => M::lot(view, ask, &mut own),
                }
            })?;
        M::count(&state).ok_or(Stuck::Uncounted)
    }))
}

/// Plays one session to its end, with `answer` for every seat. `answer` is given the whole state, and makes a seat's view of
/// it; what it gives is taken for one that the form offers, which nobody checks here.
///
/// # Panics
/// If the machine has no view of its own: it is played behind the erased face, which has one.
pub fn play<M: Machine>(
    seats: &Arc<[Seat]>,
    setup: &M::Setup,
    seed: Seed,
    answer: impl FnMut(&M::State, &Ask<M::Question>, &DiceBox) -> M::Command,
) -> Result<Game<M>, Stuck> {
    let mut records = Vec::with_capacity(128);
    let (draft, ended) = go::<M>(seats, setup, seed, EVENTS, answer, |draft, by, command, time| {
        records.push(BatchRecord { by, command, first_event: draft.next(), time });
    })?;
    let (state, events) = draft.finish();
    Ok(Game { state, events, records, ended })
}

/// Plays one in the same way and keeps nothing of it but how it stands at the end: what the rules alone take.
pub fn play_unlogged<M: Machine>(
    seats: &Arc<[Seat]>,
    setup: &M::Setup,
    seed: Seed,
    answer: impl FnMut(&M::State, &Ask<M::Question>, &DiceBox) -> M::Command,
) -> Result<M::State, Stuck> {
    let (draft, _) = go::<M>(seats, setup, seed, 0, answer, |draft, _, _, _| {
        draft.next();
        draft.forget();
    })?;
    Ok(draft.finish().0)
}

/// Plays one to its end, with room for so many events; `keep` is given every command with the draft that it has changed.
fn go<M: Machine>(
    seats: &Arc<[Seat]>,
    setup: &M::Setup,
    seed: Seed,
    events: usize,
    mut answer: impl FnMut(&M::State, &Ask<M::Question>, &DiceBox) -> M::Command,
    mut keep: impl FnMut(&mut Draft<M>, Actor, Option<Put<M::Command>>, TableTime),
) -> Result<(Draft<M>, TableTime), Stuck> {
    assert!(!M::FOLDS, "the typed face has no folds");
    let dice = DiceBox::new(seed, M::NAME);
    let mut now = TableTime::default();
    let mut draft = Draft::<M>::new(M::State::default(), 0, Moment::default(), dice).with_room(events);
    M::open(&mut draft, seats, setup).map_err(Stuck::Setup)?;
    keep(&mut draft, Actor::Host, None, now);
    let mut records = 1;
    while M::outcome(draft.state()).is_none() {
        let mut answered = false;
        for ask in M::asks(draft.state()) {
            if ask.answered {
                continue;
            }
            let by = Actor::Seat(ask.seat);
            let command = answer(draft.state(), &ask, &dice);
            match M::decide(&mut draft, by, &command) {
                Ok(()) => keep(&mut draft, by, Some(Put::Own(command)), now),
                Err(reason) if draft.has_told() => {
                    panic!("{} told something and then rejected it: {reason}", M::NAME)
                }
                // An earlier answer of this round has closed the question: ask again.
                Err(_) if answered => break,
                Err(reason) => {
                    return Err(Stuck::Rejected { by, why: format!("{}: {reason}", reason.code()) });
                }
            }
            answered = true;
            records += 1;
        }
        if !answered {
            let phase = M::phase(draft.state());
            let due = M::deadline(draft.state()).ok_or(Stuck::DeadEnd { phase })?;
            now = due.max(now);
            draft.wait_until(now);
            let by = Actor::Clock;
            M::time_up(&mut draft)
                .map_err(|reason| Stuck::Rejected { by, why: format!("{}: {reason}", reason.code()) })?;
            keep(&mut draft, by, Some(Put::TimeUp), now);
            records += 1;
        }
        if records >= limits::RECORDS_MAX {
            return Err(Stuck::TooLong(records));
        }
    }
    Ok((draft, now))
}
