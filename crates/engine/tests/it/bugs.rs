//! What no machine may do stops it at once, by its name, and nothing of it is written.

use std::sync::Arc;

use parlor_engine as engine;
use parlor_engine::{
    Actor, Ask, Audience, Card, Cast, DiceBox, Draft, Erased, Fault, Hash, Machine, Moment, Offer, Record,
    Refusal, Rules as _, Seat, SeatId, SeatSet, Seed, TableTime, Telling, ToldEvent, raw,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Its events are bare words, and it may tell one before it says no.
#[derive(Clone, Default, Serialize, Deserialize, engine::Phases)]
#[phase(name = "ONLY", title = "Only")]
struct Sloppy {
    told: u32,
}

#[derive(Clone, Serialize, Deserialize, engine::Command)]
#[serde(tag = "type")]
#[command(unasked)]
enum Command {
    Tell,
    TellAndReject,
}

#[derive(Clone, Serialize, Deserialize)]
enum Event {
    Said,
}

#[engine::machine]
impl Machine for Sloppy {
    const NAME: &'static str = "sloppy";
    const CARD: Card = Card::new("Sloppy", "nothing of note", 1..=1);

    fn open(_: &mut Draft<Self>, _: &Arc<[Seat]>, _: &()) -> Result<(), Vec<Fault>> {
        Ok(())
    }
    fn decide(draft: &mut Draft<Self>, _: Actor, command: &Command) -> Result<(), Refusal> {
        draft.tell(Event::Said);
        match command {
            Command::Tell => Ok(()),
            Command::TellAndReject => Err(Refusal::not_yours()),
        }
    }
    fn absent(_: &mut Draft<Self>, _: SeatId, _: &str) -> Result<(), Refusal> {
        Ok(())
    }
    fn evolve(state: &mut Sloppy, _: &Event) {
        state.told += 1;
    }
    fn asks(_: &Sloppy) -> Vec<Ask<Offer<Command>>> {
        Vec::new()
    }
    fn audience(_: &Sloppy, _: &Event) -> Audience {
        Audience::Public
    }
    fn telling(_: &Sloppy, _: &Event) -> Option<Telling> {
        None
    }
    fn outcome(_: &Sloppy) -> Option<String> {
        None
    }
}

fn decide(command: &str) {
    let dice = DiceBox::new(Seed(1), Sloppy::NAME);
    let cast = Cast { step: 1, moment: Moment::default(), dice, taken: SeatSet::EMPTY, heard: false };
    let _ = Erased::<Sloppy>::RULES.blank().decide(Actor::Host, &raw(&json!({ "type": command })), cast);
}

#[test]
#[should_panic = "an event of sloppy is an object with a field `type`, not \"Said\""]
fn an_event_that_is_no_object_becomes_no_record() {
    decide("Tell");
}

#[test]
#[should_panic = "sloppy told something and then rejected it"]
fn a_decision_that_tells_and_then_rejects_is_caught() {
    decide("TellAndReject");
}

#[test]
#[should_panic = "an event of sloppy is an object with a field `type`, not [1]"]
fn a_line_holds_no_event_that_is_no_object() {
    let events = vec![ToldEvent { audience: Audience::Public, json: raw(&[1]) }];
    let (machine, command, time) = (Sloppy::NAME.to_owned(), raw(&()), TableTime::default());
    let by = Actor::Host;
    let record = Record {
        number: 1,
        at: 0,
        time,
        machine,
        version: 1,
        by,
        request: None,
        command,
        events,
        prev: Hash::ZERO,
    };
    record.seal();
}
