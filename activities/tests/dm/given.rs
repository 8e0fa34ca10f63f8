//! What somebody gives, as the host takes it: held to its form, and decided then.

use activities::ALL;
use dm::{Command, Dm, Event, Setup};
use engine::{Actor, Cast, DiceBox, Fault, Moment, Refusal, Rules, Seat, SeatSet, Seed, raw};
use testkit::Driver;

/// The rules as everybody has them: of the type itself all of them would be compiled once more.
fn rules() -> &'static dyn Rules {
    ALL.activity("dm").expect("it is listed")
}

/// What is wrong with a table, as whoever lays it is told.
pub(crate) fn faults(seats: &[Seat], setup: &Setup) -> Vec<Fault> {
    let dice = DiceBox::new(Seed(1), "dm");
    let cast = Cast { step: 0, moment: Moment::default(), dice, taken: SeatSet::EMPTY, heard: false };
    rules().open(seats, &raw(setup), cast).err().unwrap_or_default()
}

/// Gives a command; a refusal changes nothing.
pub(crate) fn give(game: &mut Driver<Dm>, by: Actor, command: &Command) -> Result<Vec<Event>, Refusal> {
    let play = rules().restore(raw(&game.state).get()).expect("a state is read again");
    let moment = Moment { time: game.now, at: game.now.0 as i64 };
    let cast = Cast { step: game.step, moment, dice: game.dice(), taken: SeatSet::EMPTY, heard: false };
    let step = play.decide(by, &raw(command), cast)?;
    let event = |json: &str| serde_json::from_str::<Event>(json).expect("an event is read again");
    let events: Vec<Event> = step.events.iter().map(|told| event(told.json.get())).collect();
    game.happen(events.clone());
    Ok(events)
}
