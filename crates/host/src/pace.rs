//! How fast the house plays.
//!
//! A seat of the house takes time to think before each answer, and the table takes time to read what was said aloud
//! before the house goes on. Both are in table time, so a break freezes them.
//!
//! Nothing of it may tell what is not public. The time to think depends on the seat, the ask and the session's seed
//! alone, through dice of its own: not on the role, not on the answer, and not on the dice that the answer is drawn
//! with, so that nobody can learn from a pause what a seat drew. The time to read counts public words alone.

use std::fmt;
use std::sync::Arc;

use engine::{AskId, DiceBox, Seat, SeatId, Session};
use serde_json::value::RawValue;

use crate::limits::READ_MS_MAX;

/// What the pace of a session is chosen by.
#[derive(Clone, Copy, Debug)]
pub struct Pacing<'a> {
    /// The activity's name.
    pub activity: &'a str,
    /// The seats, with who plays them now.
    pub seats: &'a [Seat],
    /// What the activity was set up with.
    pub setup: Option<&'a RawValue>,
}

/// How fast the house plays in each session.
#[derive(Clone)]
pub struct PaceOf(Arc<dyn Fn(Pacing<'_>) -> Pace + Send + Sync>);

impl PaceOf {
    /// Chosen for each session.
    pub fn each(choose: impl Fn(Pacing<'_>) -> Pace + Send + Sync + 'static) -> PaceOf {
        PaceOf(Arc::new(choose))
    }

    /// The pace of a session as its seats are held now.
    pub(crate) fn now(&self, session: &Session) -> Pace {
        let held = |(at, seat): (usize, &Seat)| Seat {
            holder: session.holder(SeatId::at(at)).clone(),
            ..seat.clone()
        };
        let seats: Vec<Seat> = session.seats.iter().enumerate().map(held).collect();
        (self.0)(Pacing { activity: session.rules.name(), seats: &seats, setup: session.setup() })
    }
}

/// The same for all.
impl From<Pace> for PaceOf {
    fn from(pace: Pace) -> PaceOf {
        PaceOf::each(move |_| pace)
    }
}

impl Default for PaceOf {
    fn default() -> PaceOf {
        Pace::default().into()
    }
}

impl fmt::Debug for PaceOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PaceOf(…)")
    }
}

/// How fast the house plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Pace {
    /// It answers at once, in the order of the seats.
    #[default]
    Instant,
    /// It leaves time to follow.
    Timed(Tempo),
}

/// The times of [`Pace::Timed`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tempo {
    /// The shortest time to think: milliseconds.
    pub think_ms: u32,
    /// At most so much more, drawn for each ask: milliseconds.
    pub jitter_ms: u32,
    /// Time to read each word that was said aloud: milliseconds.
    pub word_ms: u32,
    /// How fast all of it goes: 100 is as written, 200 twice as fast. 0 counts as 1.
    pub percent: u32,
}

impl Default for Tempo {
    /// A second or two to think, and the words at a comfortable 240 a minute.
    fn default() -> Tempo {
        Tempo { think_ms: 900, jitter_ms: 1_400, word_ms: 250, percent: 100 }
    }
}

impl Pace {
    /// How long a seat thinks about an ask: milliseconds.
    pub(crate) fn think_ms(self, dice: &PaceDice, seat: SeatId, ask: AskId) -> u64 {
        match self {
            Pace::Instant => 0,
            Pace::Timed(tempo) => {
                let more = dice.0.seat(seat, ask).below(tempo.jitter_ms.saturating_add(1).max(1));
                tempo.scale(u64::from(tempo.think_ms) + u64::from(more))
            }
        }
    }

    /// How long the table reads some words: milliseconds.
    pub(crate) fn read_ms(self, words: usize) -> u64 {
        match self {
            Pace::Instant => 0,
            Pace::Timed(tempo) => {
                let words = u64::try_from(words).unwrap_or(u64::MAX);
                tempo.scale(words.saturating_mul(u64::from(tempo.word_ms)).min(READ_MS_MAX))
            }
        }
    }
}

impl Tempo {
    fn scale(self, ms: u64) -> u64 {
        ms.saturating_mul(100) / u64::from(self.percent.max(1))
    }
}

/// Dice for times alone, of one session.
#[derive(Clone, Copy)]
pub(crate) struct PaceDice(DiceBox);

impl PaceDice {
    /// Those of the session whose own dice these are.
    pub(crate) fn beside(dice: &DiceBox) -> PaceDice {
        PaceDice(DiceBox::new(dice.seed(), "pace").salted(dice.salt()))
    }
}

#[cfg(test)]
mod tests {
    use engine::Seed;

    use super::*;

    fn timed(percent: u32) -> Pace {
        Pace::Timed(Tempo { think_ms: 1_000, jitter_ms: 500, word_ms: 200, percent })
    }

    #[test]
    fn thinking_is_drawn_for_each_ask_within_its_bounds() {
        let dice = PaceDice::beside(&DiceBox::new(Seed(7), "mafia"));
        let times: Vec<u64> =
            (1..=200).map(|ask| timed(100).think_ms(&dice, SeatId::at(ask % 7), AskId(ask as u32))).collect();
        assert!(times.iter().all(|ms| (1_000..=1_500).contains(ms)));
        assert!(times.iter().any(|ms| *ms != times[0]));
        let again: Vec<u64> =
            (1..=200).map(|ask| timed(100).think_ms(&dice, SeatId::at(ask % 7), AskId(ask as u32))).collect();
        assert_eq!(times, again);
    }

    #[test]
    fn the_dice_of_times_are_not_the_dice_of_answers() {
        let dice = DiceBox::new(Seed(7), "mafia");
        let mut answers = dice.seat(SeatId::at(0), AskId(1));
        let mut times = PaceDice::beside(&dice).0.seat(SeatId::at(0), AskId(1));
        assert!((0..4).any(|_| answers.below(1 << 30) != times.below(1 << 30)));
    }

    #[test]
    fn a_percentage_speeds_it_up_and_a_long_text_does_not_stop_the_table() {
        assert_eq!(timed(100).read_ms(10), 2_000);
        assert_eq!(timed(400).read_ms(10), 500);
        assert_eq!(timed(0).read_ms(1), 20_000);
        assert_eq!(timed(100).read_ms(1_000_000), READ_MS_MAX);
        assert_eq!(Pace::Instant.read_ms(10), 0);
    }
}
