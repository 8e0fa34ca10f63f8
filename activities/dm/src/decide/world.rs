//! The world: each change of it is a typed tool, and an event.

use crate::view::{
    Attitude, Class, Clock, ClockKind, Consequence, Disposition, Mood, Person, Place, Portrait, Pressure,
    Rumor, Spread, Style, Tension, Thread, Truth,
};
use engine::Draft;

use super::clocks;
use crate::Dm;
use crate::command::{ConsequenceKind, NewClock, NewPerson};
use crate::event::Event;
use crate::limits::{AMOUNT, SEGMENTS, TICKS};
use crate::rejection::Rejection;
use crate::state::State;
use crate::words;
use kit::words::same;

/// Coin that a clock of the game master's own may pay.
const COIN_OF_A_CLOCK: u8 = 3;
/// Steps of attitude that one may move, up or down.
const STEPS_OF_A_CLOCK: i8 = 3;

pub(super) fn set_style(
    draft: &mut Draft<Dm>,
    atmosphere: &str,
    pressure: Pressure,
    class: Class,
) -> Result<(), Rejection> {
    let atmosphere = words::line("the atmosphere", atmosphere)?;
    draft.tell(Event::StyleChanged { style: Style { atmosphere, pressure, class } });
    Ok(())
}

pub(super) fn spawn_thread(
    draft: &mut Draft<Dm>,
    hook: &str,
    tension: Tension,
    deadline: Option<&str>,
) -> Result<(), Rejection> {
    let hook = words::line("the hook", hook)?;
    let deadline = deadline.map(|name| seen(draft.state(), name)).transpose()?;
    draft.tell(Event::ThreadSpawned { thread: Thread { hook, tension, deadline } });
    Ok(())
}

pub(super) fn spread_rumor(
    draft: &mut Draft<Dm>,
    text: &str,
    source: Option<&str>,
    (truth, spread): (Truth, Spread),
) -> Result<(), Rejection> {
    let text = words::line("the rumour", text)?;
    let source = source.map(|name| person(draft.state(), name)).transpose()?;
    draft.tell(Event::RumorSpread { rumor: Rumor { text: text.clone(), source, spread } });
    draft.tell(Event::RumorWeighed { text, truth });
    Ok(())
}

pub(super) fn shift_attitude(
    draft: &mut Draft<Dm>,
    name: &str,
    to: Attitude,
    why: &str,
) -> Result<(), Rejection> {
    let (faction, why) = (faction(draft.state(), name)?, words::line("the reason", why)?);
    let known = draft.state().world.factions.iter().find(|known| known.name == faction);
    let from = known.map_or(to, |known| known.attitude);
    draft.tell(Event::FactionAttitudeChanged { faction, from, to, why });
    Ok(())
}

pub(super) fn shift_disposition(
    draft: &mut Draft<Dm>,
    name: &str,
    to: Disposition,
    why: &str,
) -> Result<(), Rejection> {
    let (person, why) = (person(draft.state(), name)?, words::line("the reason", why)?);
    let known = draft.state().world.people.iter().find(|known| known.name == person);
    let from = known.map_or(to, |known| known.disposition);
    draft.tell(Event::NpcDispositionChanged { person, from, to, why });
    Ok(())
}

pub(super) fn reveal_clock(draft: &mut Draft<Dm>, name: &str) -> Result<(), Rejection> {
    let hidden = draft.state().world.clocks.iter().map(|wound| &wound.clock);
    let hidden: Vec<&Clock> = hidden.filter(|clock| !clock.visible).collect();
    let Some(found) = hidden.iter().find(|clock| same(&clock.name, name)) else {
        return Err(unknown("hidden clock", name, hidden.iter().map(|clock| clock.name.as_str())));
    };
    let clock = Clock { visible: true, ..(*found).clone() };
    draft.tell(Event::ClockRevealed { clock });
    Ok(())
}

pub(super) fn new_clock(draft: &mut Draft<Dm>, new: &NewClock) -> Result<(), Rejection> {
    let (clock, consequence) = checked(draft.state(), new)?;
    clocks::start(draft, clock, consequence, "the game master");
    Ok(())
}

pub(super) fn tick_clock(draft: &mut Draft<Dm>, name: &str, ticks: u8) -> Result<(), Rejection> {
    let name = clock(draft.state(), name)?;
    let state = draft.state();
    let is_goal = state.clock(&name).is_some_and(|wound| wound.clock.kind == ClockKind::Goal);
    if state.mood().is_some_and(Mood::is_harmless) && !is_goal {
        return Err(Rejection::Limit("a controlled failure does no other harm".to_owned()));
    }
    if !TICKS.contains(&ticks) {
        return Err(Rejection::NoSuchNumber { what: "ticks", given: ticks, max: TICKS.len() });
    }
    clocks::tick(draft, &name, ticks, "what happened");
    Ok(())
}

pub(super) fn settle_threat(draft: &mut Draft<Dm>, threat: &str) -> Result<(), Rejection> {
    let threats = &draft.state().memory.threats;
    let Some(text) = threats.iter().find(|known| same(known, threat)).cloned() else {
        return Err(unknown("threat", threat, threats.iter().map(String::as_str)));
    };
    draft.tell(Event::ThreatAnswered { text });
    Ok(())
}

pub(super) fn move_to(draft: &mut Draft<Dm>, place: &str, about: Option<&String>) -> Result<(), Rejection> {
    let name = words::name("the place", place)?;
    let about = words::some_line("what it is like", about)?;
    let state = draft.state();
    let known =
        state.world.places.iter().find(|known| same(&known.name, &name)).map(|known| known.name.clone());
    let (from, to) = (state.scene.place.clone(), known.clone().unwrap_or_else(|| name.clone()));
    if known.is_none() {
        let about = about.unwrap_or_else(|| "nobody has said yet".to_owned());
        draft.tell(Event::PlaceFound { place: Place { name, about } });
    }
    draft.tell(Event::LocationChanged { from, to });
    Ok(())
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
    let name = words::name("the name", &new.name)?;
    if state.world.people.iter().any(|known| same(&known.name, &name)) {
        return Err(Rejection::Taken { kind: "person", name });
    }
    let faction = new.faction.as_deref().map(|name| faction(state, name)).transpose()?;
    let portrait = Portrait {
        name: name.clone(),
        voice: words::line("the voice", &new.voice)?,
        secrets: vec![words::line("the secret", &new.secret)?],
        wants: vec![words::line("the want", &new.want)?],
    };
    let role = words::line("the role", &new.role)?;
    Ok((Person { name, role, faction, disposition: new.disposition, present: false }, portrait))
}

/// A proposed clock, with what it leads to.
fn checked(state: &State, new: &NewClock) -> Result<(Clock, Consequence), Rejection> {
    let clock = wound(new)?;
    if state.clock(&clock.name).is_some() {
        return Err(Rejection::Taken { kind: "clock", name: clock.name });
    }
    let mut consequence = consequence(state, new, &clock.name)?;
    if let Consequence::GainCoin { amount } = &mut consequence {
        // Only a story promises a fortune.
        *amount = COIN_OF_A_CLOCK.min(*amount);
    }
    Ok((clock, consequence))
}

/// A proposed clock by itself.
pub(super) fn wound(new: &NewClock) -> Result<Clock, Rejection> {
    let name = words::name("the clock's name", &new.name)?;
    if !SEGMENTS.contains(&new.segments) {
        return Err(Rejection::Text(format!("segments: {} is none of 4, 6 and 8", new.segments)));
    }
    Ok(Clock { name, kind: new.kind, segments: new.segments, filled: 0, visible: new.visible })
}

/// What a clock leads to. What is not said is taken from the world as it is.
pub(super) fn consequence(state: &State, new: &NewClock, name: &str) -> Result<Consequence, Rejection> {
    let what = words::some_line("what happens", new.what.as_ref())?;
    let what = || what.clone().unwrap_or_else(|| format!("“{name}” has come to its end"));
    let target = new.target.as_deref();
    let a_faction = || match target {
        Some(name) => faction(state, name).map(Some),
        None => Ok(state.world.factions.first().map(|faction| faction.name.clone())),
    };
    let amount = new.amount.unwrap_or(1);
    words::figure("amount", amount.into(), AMOUNT)?;
    Ok(match new.consequence {
        ConsequenceKind::FactionMoves => match a_faction()? {
            Some(faction) => Consequence::FactionMoves { faction, what: what() },
            None => Consequence::Escalate { what: what() },
        },
        ConsequenceKind::Reputation => match a_faction()? {
            Some(_) if amount == 0 => {
                return Err(Rejection::Text("amount: 0 steps of attitude change nothing".to_owned()));
            }
            Some(faction) => {
                Consequence::Reputation { faction, steps: amount.clamp(-STEPS_OF_A_CLOCK, STEPS_OF_A_CLOCK) }
            }
            None => Consequence::None,
        },
        ConsequenceKind::RevealSecret => {
            let person = match target {
                Some(name) => Some(person(state, name)?),
                None => state.world.portraits.first().map(|portrait| portrait.name.clone()),
            };
            let secret = |name: &str| {
                let portrait = state.world.portraits.iter().find(|portrait| portrait.name == name)?;
                portrait.secrets.first().cloned()
            };
            match person {
                Some(person) => {
                    let what = new.what.as_ref().map(|_| what());
                    let what = what.or_else(|| secret(&person)).unwrap_or_else(|| "what they hid".to_owned());
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

fn unknown<'a>(kind: &'static str, name: &str, known: impl Iterator<Item = &'a str>) -> Rejection {
    let known = known.collect::<Vec<_>>().join(", ");
    Rejection::Unknown { kind, name: words::name("a name", name).unwrap_or_default(), known }
}

/// The name of somebody who is known.
pub(super) fn person(state: &State, name: &str) -> Result<String, Rejection> {
    let people = &state.world.people;
    let found = people.iter().find(|known| same(&known.name, name)).map(|known| known.name.clone());
    found.ok_or_else(|| unknown("person", name, people.iter().map(|known| known.name.as_str())))
}

/// The name of a faction that is known.
pub(super) fn faction(state: &State, name: &str) -> Result<String, Rejection> {
    let factions = &state.world.factions;
    let found = factions.iter().find(|known| same(&known.name, name)).map(|known| known.name.clone());
    found.ok_or_else(|| unknown("faction", name, factions.iter().map(|known| known.name.as_str())))
}

/// The name of a clock that runs.
pub(super) fn clock(state: &State, name: &str) -> Result<String, Rejection> {
    clock_that(state, "clock", name, |_| true)
}

/// The name of a clock that the players see.
fn seen(state: &State, name: &str) -> Result<String, Rejection> {
    clock_that(state, "clock in sight", name, |clock| clock.visible)
}

/// The name of a threat that the players see: what is told to all may name no other.
pub(super) fn threat(state: &State, name: &str) -> Result<String, Rejection> {
    clock_that(state, "threat in sight", name, |clock| clock.kind == ClockKind::Threat && clock.visible)
}

/// The name of a goal that the players see.
pub(super) fn goal(state: &State, name: &str) -> Result<String, Rejection> {
    clock_that(state, "goal", name, |clock| clock.kind == ClockKind::Goal && clock.visible)
}

fn clock_that(
    state: &State,
    kind: &'static str,
    name: &str,
    which: impl Fn(&Clock) -> bool,
) -> Result<String, Rejection> {
    let clocks: Vec<&Clock> =
        state.world.clocks.iter().map(|wound| &wound.clock).filter(|clock| which(clock)).collect();
    let found = clocks.iter().find(|clock| same(&clock.name, name)).map(|clock| clock.name.clone());
    found.ok_or_else(|| unknown(kind, name, clocks.iter().map(|clock| clock.name.as_str())))
}
