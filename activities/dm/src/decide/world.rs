//! The world: each change of it is a typed tool, and an event.

use crate::view::{
    Attitude, ClockKind, Consequence, Disposition, Person, Place, Portrait, ProgressClock, Tension, Thread,
};
use engine::{Draft, SeatId};

use super::clocks;
use crate::Dm;
use crate::command::{ConsequenceKind, NewClock, NewPerson};
use crate::event::Event;
use crate::rejection::Rejection;
use crate::state::State;
use kit::words::same;

/// Coin that a clock of the game master's own may pay.
const COIN_OF_A_CLOCK: u8 = 3;
/// Steps of attitude that one may move, up or down.
const STEPS_OF_A_CLOCK: i8 = 3;

pub(super) fn shift_attitude(draft: &mut Draft<Dm>, faction: &str, to: Attitude, why: &str) {
    let known = draft.state().world.factions.iter().find(|known| known.name == faction);
    let from = known.map_or(to, |known| known.attitude);
    let (faction, why) = (faction.to_owned(), why.to_owned());
    draft.tell(Event::FactionAttitudeChanged { faction, from, to, why });
}

pub(super) fn shift_disposition(draft: &mut Draft<Dm>, person: &str, to: Disposition, why: &str) {
    let known = draft.state().world.people.iter().find(|known| known.name == person);
    let from = known.map_or(to, |known| known.disposition);
    let (person, why) = (person.to_owned(), why.to_owned());
    draft.tell(Event::NpcDispositionChanged { person, from, to, why });
}

pub(super) fn reveal_clock(draft: &mut Draft<Dm>, name: &str) {
    let Some(wound) = draft.state().clock(name) else { return };
    let clock = ProgressClock { visible: true, ..wound.clock.clone() };
    draft.tell(Event::ClockRevealed { clock });
}

pub(super) fn new_clock(draft: &mut Draft<Dm>, new: &NewClock) -> Result<(), Rejection> {
    let (state, clock) = (draft.state(), wound(new));
    if state.clock(&clock.name).is_some() {
        return Err(Rejection::Taken { kind: "clock", name: clock.name });
    }
    let mut consequence = consequence(state, new, &clock.name)?;
    if let Consequence::GainCoin { amount } = &mut consequence {
        // Only a story promises a fortune.
        *amount = COIN_OF_A_CLOCK.min(*amount);
    }
    clocks::start(draft, clock, consequence, "the game master");
    Ok(())
}

pub(super) fn move_to(draft: &mut Draft<Dm>, name: &str, about: Option<&String>) {
    let state = draft.state();
    let known = state.world.places.iter().find(|known| same(&known.name, name));
    let (from, to) = (state.scene.place.clone(), known.map_or(name, |known| &known.name).to_owned());
    if known.is_none() {
        let about = about.map_or("nobody has said yet", String::as_str).to_owned();
        draft.tell(Event::PlaceFound { place: Place { name: to.clone(), about } });
    }
    draft.tell(Event::LocationChanged { from, to });
}

pub(super) fn update_thread(
    draft: &mut Draft<Dm>,
    hook: &str,
    words: Option<&String>,
    tension: Option<Tension>,
    closed: bool,
) {
    let Some(known) = draft.state().world.threads.iter().find(|known| known.hook == hook).cloned() else {
        return;
    };
    let hook = hook.to_owned();
    if closed {
        return draft.tell(Event::ThreadClosed { hook });
    }
    let (words, tension) = (words.unwrap_or(&hook).clone(), tension.unwrap_or(known.tension));
    draft.tell(Event::ThreadChanged { hook, thread: Thread { hook: words, tension, ..known } });
}

/// A clock that the story has overtaken gets another name, or goes without doing what it was for.
pub(super) fn update_clock(
    draft: &mut Draft<Dm>,
    clock: &str,
    name: Option<&String>,
    over: bool,
) -> Result<(), Rejection> {
    let Some(visible) = draft.state().clock(clock).map(|wound| wound.clock.visible) else { return Ok(()) };
    if over {
        clocks::remove(draft, clock);
        return Ok(());
    }
    let Some(name) = name.filter(|name| !same(name, clock)).cloned() else { return Ok(()) };
    if draft.state().clock(&name).is_some() {
        return Err(Rejection::Taken { kind: "clock", name });
    }
    let clock = clock.to_owned();
    draft.tell(if visible {
        Event::ClockRenamed { clock, name }
    } else {
        Event::HiddenClockRenamed { clock, name }
    });
    Ok(())
}

/// A thing goes: where several have one of that name, the acting player's.
pub(super) fn lose_item(draft: &mut Draft<Dm>, item: &str) {
    let state = draft.state();
    let owns = |seat: &SeatId| {
        state.character(*seat).is_some_and(|sheet| sheet.assets.iter().any(|known| same(known, item)))
    };
    let seats = (0..state.party.len()).map(SeatId::at);
    let owner = Some(state.spotlight).into_iter().chain(seats).find(owns);
    if let Some(player_id) = owner {
        draft.tell(Event::AssetLost { player_id, what: item.to_owned() });
    }
}

pub(super) fn introduce(draft: &mut Draft<Dm>, new: &NewPerson) -> Result<(), Rejection> {
    let (mut known, portrait) = portrayed(draft.state(), new)?;
    known.present = true;
    draft.tell(Event::PersonMet { person: known });
    draft.tell(Event::PortraitDrawn { portrait });
    Ok(())
}

/// A proposed person, as all know them and as only the game master does.
pub(super) fn portrayed(state: &State, new: &NewPerson) -> Result<(Person, Portrait), Rejection> {
    let NewPerson { name, role, faction: of, voice, secret, want, disposition } = new.clone();
    if state.world.people.iter().any(|known| same(&known.name, &name)) {
        return Err(Rejection::Taken { kind: "person", name });
    }
    let faction = of.as_deref().map(|of| faction(state, of)).transpose()?;
    let portrait = Portrait { name: name.clone(), voice, secrets: vec![secret], wants: vec![want] };
    Ok((Person { name, role, faction, disposition, present: false, at: None }, portrait))
}

/// A proposed clock by itself.
pub(super) fn wound(new: &NewClock) -> ProgressClock {
    let NewClock { kind, segments, visible, .. } = *new;
    ProgressClock { name: new.name.clone(), kind, segments, filled: 0, visible }
}

/// What a clock leads to. What is not said is taken from the world as it is.
pub(super) fn consequence(state: &State, new: &NewClock, name: &str) -> Result<Consequence, Rejection> {
    let what = || new.what.clone().unwrap_or_else(|| format!("“{name}” has come to its end"));
    let target = new.target.as_deref();
    let a_faction = || match target {
        Some(name) => faction(state, name).map(Some),
        None => Ok(state.world.factions.first().map(|faction| faction.name.clone())),
    };
    let amount = new.amount.unwrap_or(1);
    Ok(match new.consequence {
        ConsequenceKind::FactionMoves => match a_faction()? {
            Some(faction) => Consequence::FactionMoves { faction, what: what() },
            None => Consequence::Escalate { what: what() },
        },
        ConsequenceKind::Reputation => match a_faction()? {
            Some(_) if amount == 0 => return Err(Rejection::NoSteps),
            Some(faction) => {
                Consequence::Reputation { faction, steps: amount.clamp(-STEPS_OF_A_CLOCK, STEPS_OF_A_CLOCK) }
            }
            None => Consequence::None,
        },
        ConsequenceKind::RevealSecret => {
            let person = match target {
                Some(name) => {
                    Some(named("person", name, state.world.people.iter().map(|person| &person.name))?)
                }
                None => state.world.portraits.first().map(|portrait| portrait.name.clone()),
            };
            let secret = |name: &str| {
                let portrait = state.world.portraits.iter().find(|portrait| portrait.name == name)?;
                portrait.secrets.first().cloned()
            };
            match person {
                Some(person) => {
                    let what = new.what.clone().or_else(|| secret(&person));
                    let what = what.unwrap_or_else(|| "what they hid".to_owned());
                    Consequence::RevealSecret { person, what }
                }
                None => Consequence::Escalate { what: what() },
            }
        }
        ConsequenceKind::Escalate => Consequence::Escalate { what: what() },
        ConsequenceKind::SpawnThread => Consequence::SpawnThread { what: what() },
        ConsequenceKind::GainCoin => {
            Consequence::GainCoin { amount: u8::try_from(amount.clamp(1, 8)).unwrap_or(1) }
        }
        ConsequenceKind::RemoveThreat => match target {
            Some(clock) => Consequence::RemoveThreat { clock: threat(state, clock)? },
            None => clocks::fullest_threat(state, |clock| clock.visible && !same(&clock.name, name))
                .map_or(Consequence::None, |clock| Consequence::RemoveThreat { clock }),
        },
        ConsequenceKind::OpenOpportunity => Consequence::OpenOpportunity { what: what() },
        ConsequenceKind::GainAsset => Consequence::GainAsset { what: what() },
        ConsequenceKind::None => Consequence::None,
    })
}

/// The one of these names that is meant.
fn named<'a>(
    kind: &'static str,
    name: &str,
    known: impl Iterator<Item = &'a String> + Clone,
) -> Result<String, Rejection> {
    known.clone().find(|known| same(known, name)).cloned().ok_or_else(|| {
        let known = known.map(String::as_str).collect::<Vec<_>>().join(", ");
        Rejection::Unknown { kind, name: name.to_owned(), known }
    })
}

/// The name of a faction that is known.
pub(super) fn faction(state: &State, name: &str) -> Result<String, Rejection> {
    named("faction", name, state.world.factions.iter().map(|faction| &faction.name))
}

/// The name of a threat that the players see: what is told to all may name no other.
pub(super) fn threat(state: &State, name: &str) -> Result<String, Rejection> {
    let clocks = state.world.clocks.iter().map(|wound| &wound.clock);
    let seen = clocks.filter(|clock| clock.kind == ClockKind::Threat && clock.visible);
    named("threat in sight", name, seen.map(|clock| &clock.name))
}
