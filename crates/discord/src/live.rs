//! What a table that runs is told besides what happens there: what people type, in its own line.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use engine::SeatId;
use tokio::sync::{Notify, mpsc};
use tokio::time::Instant;
use twilight_model::channel::Message;

/// Lines that somebody typed and that may not have been told yet.
const TYPED_MAX: usize = 50;

/// How long somebody is not told again that what they type is not taken, or what can be done here.
pub(crate) const TOLD_AGAIN: Duration = Duration::from_secs(60);

/// How long somebody is not told again that what they type is talk at the table: once in an evening is enough.
const TALK_TOLD_AGAIN: Duration = Duration::from_secs(4 * 60 * 60);

/// How many people are remembered for that.
const TOLD_MAX: usize = 1_000;

/// Lines of a table that wait to be heard.
const LINES_MAX: usize = 100;

/// Who was told something of late.
pub(crate) struct Told {
    /// How long nobody is told it again.
    again: Duration,
    when: Mutex<BTreeMap<u64, Instant>>,
}

impl Told {
    pub(crate) fn every(again: Duration) -> Told {
        Told { again, when: Mutex::default() }
    }

    /// Whether somebody is to be told: once in a while is enough.
    pub(crate) fn is_due(&self, user: u64) -> bool {
        let mut told = lock(&self.when);
        let is_due = told.get(&user).is_none_or(|at| at.elapsed() >= self.again);
        if is_due {
            if told.len() >= TOLD_MAX {
                told.retain(|_, at| at.elapsed() < self.again);
            }
            told.insert(user, Instant::now());
        }
        is_due
    }
}

/// What a table's teller is told besides what happens.
pub(crate) struct Live {
    typed: Mutex<VecDeque<(SeatId, String)>>,
    /// Who was told that what they type is not taken.
    pub(crate) told: Told,
    /// Who was told that what they type is talk at the table.
    pub(crate) told_of_talk: Told,
    lines: mpsc::Sender<Message>,
    missed: AtomicUsize,
    /// Something has changed that is on the card.
    pub(crate) changed: Notify,
}

impl Live {
    /// One, and where its lines come.
    pub(crate) fn new() -> (Live, mpsc::Receiver<Message>) {
        let (lines, heard) = mpsc::channel(LINES_MAX);
        let live = Live {
            typed: Mutex::default(),
            told: Told::every(TOLD_AGAIN),
            told_of_talk: Told::every(TALK_TOLD_AGAIN),
            lines,
            missed: AtomicUsize::new(0),
            changed: Notify::new(),
        };
        (live, heard)
    }

    /// Somebody typed something. It is heard after what was typed before; what comes too fast for that is counted.
    pub(crate) fn hears(&self, message: Message) {
        if self.lines.try_send(message).is_err() {
            self.missed.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// How many lines came too fast since this was asked.
    pub(crate) fn missed(&self) -> usize {
        self.missed.swap(0, Ordering::Relaxed)
    }

    /// Somebody typed this into the channel: it is not said again.
    pub(crate) fn types(&self, seat: SeatId, text: &str) {
        let mut typed = lock(&self.typed);
        if typed.len() == TYPED_MAX {
            typed.pop_front();
        }
        typed.push_back((seat, text.to_owned()));
    }

    /// Somebody says something in another way than by typing it: it is told, though they may have typed it before.
    pub(crate) fn says(&self, seat: SeatId, words: &str) {
        lock(&self.typed).retain(|(by, text)| *by != seat || !holds(text, words));
    }

    /// Whether somebody typed this, as a line or within one. What they typed before it has been told.
    pub(crate) fn was_typed(&self, seat: SeatId, words: &str) -> bool {
        let mut typed = lock(&self.typed);
        let Some(at) = typed.iter().position(|(by, text)| *by == seat && holds(text, words)) else {
            return false;
        };
        let mut number = 0..;
        typed.retain(|(by, _)| number.next().is_some_and(|it| it >= at) || *by != seat);
        true
    }
}

/// Whether a line holds these words, in this order: what is out of character may have been taken out between them.
fn holds(line: &str, words: &str) -> bool {
    let mut line = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut words = words.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.all(|word| line.any(|it| it == word))
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_is_told_once_even_in_parts() {
        let (ana, ben) = (SeatId::at(0), SeatId::at(1));
        let (live, _) = Live::new();
        live.types(ana, "There is a mug ((or two)) here.");
        assert!(!live.was_typed(ben, "or two"));
        assert!(live.was_typed(ana, "or two"));
        assert!(live.was_typed(ana, "There is a mug here."));
        assert!(!live.was_typed(ana, "There is no mug here."));
        live.types(ana, "And a cup.");
        assert!(live.was_typed(ana, "And a cup."));
        assert!(!live.was_typed(ana, "There is a mug here."), "that was before");
        live.says(ana, "a cup");
        assert!(!live.was_typed(ana, "And a cup."), "it is said anew");
    }
}
