//! One game behind the erased face, which every machine has.

use engine::batch::By;
use engine::{
    Actor, Ask, Cast, DiceBox, Fault, Moment, Play, Rules, Seat, SeatSet, Seed, Step, TableTime, limits,
};
use serde_json::value::RawValue;

/// How often is drawn, at most, before the way out is taken: the rules may refuse what the form accepts.
const DRAWS_MAX: usize = 64;

/// Plays a game to its end: how it stands then, and how many decisions it took. `seen` looks at every moment of it, and at what
/// led to it.
pub(crate) fn play(
    rules: &dyn Rules,
    seats: &[Seat],
    setup: &RawValue,
    seed: Seed,
    by: By,
    seen: impl FnMut(&Step<dyn Play>),
) -> Result<(Box<dyn Play>, u64), String> {
    let dice = DiceBox::new(seed, rules.name());
    let opened = rules.open(seats, setup, cast(dice, 0, TableTime::default()));
    let faults = |faults: Vec<Fault>| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    play_on(opened.map_err(faults)?, (1, TableTime::default()), dice, by, seen)
}

/// What is decided with at a moment of table time, where nobody but the house plays.
fn cast(dice: DiceBox, step: u64, time: TableTime) -> Cast {
    Cast { step, moment: Moment { time, at: 0 }, dice, taken: SeatSet::EMPTY, heard: false }
}

/// Plays a game on to its end, from how it stands before its next decision: how it stands then, and how many decisions it took in
/// all.
pub(crate) fn play_on(
    mut step: Step<dyn Play>,
    (next, mut now): (u64, TableTime),
    dice: DiceBox,
    by: By,
    mut seen: impl FnMut(&Step<dyn Play>),
) -> Result<(Box<dyn Play>, u64), String> {
    for number in next..limits::RECORDS_MAX {
        seen(&step);
        let play = step.play;
        if play.outcome().is_some() {
            return Ok((play, number - 1));
        }
        step = match play.open_asks().into_iter().find(|ask| !ask.answered) {
            Some(ask) => answered(&*play, &ask, by, cast(dice, number, now))?,
            None => {
                let due = play.deadline().ok_or("nobody is asked and no deadline runs")?;
                now = due.max(now);
                let done = play.decide(Actor::Clock, &play.time_up(), cast(dice, number, now));
                done.map_err(|why| why.to_string())?
            }
        };
    }
    Err(format!("it goes on after {} decisions", limits::RECORDS_MAX))
}

fn answered(play: &dyn Play, ask: &Ask<()>, by: By, cast: Cast) -> Result<Step<dyn Play>, String> {
    let (seat, no_answer) = (Actor::Seat(ask.seat), || "there is no answer".to_owned());
    if by == By::Lot {
        let mut own = cast.dice.seat(ask.seat, ask.id);
        for _ in 0..DRAWS_MAX {
            let drawn = play.lot(ask.seat, ask.id, &mut own).ok_or_else(no_answer)?;
            if let Ok(step) = play.decide(seat, &drawn, cast) {
                return Ok(step);
            }
        }
    }
    let (by, command) = match by {
        By::House => (seat, play.house(ask.seat, ask.id, cast.dice)),
        By::Lot => (Actor::Host, play.fallback(ask.seat, ask.id, "nothing that was drawn is legal")),
    };
    play.decide(by, &command.ok_or_else(no_answer)?, cast).map_err(|why| why.to_string())
}
