//! Tools that change the world and do not end the turn.
//!
//! Each is wanted or not by the luck of the question, and is done or not by what the view shows: so none is used twice
//! in one turn, and the turn always ends.

use crate::view::{Attitude, Class, ClockKind, Disposition, Domain, Pressure, SceneKind, Urgency};
use engine::Command as _;
use kit::deck::lot;
use kit::plain::Plain;

use super::desk::{Desk, STOP, is_speech};
use super::intent::Intent;
use super::lines::{Pool, filled};
use super::story;
use crate::command::{Command, ConsequenceKind, NewClock};
use crate::limits::{CLOCKS_MAX, LINE_CHARS_MAX, NAME_CHARS_MAX, PEOPLE_MAX, PLACES_MAX};
use crate::setting::{ClockSeed, Says, SiteKind, setting};

/// The next thing to do in a scene before the word goes on, if there is one.
pub(super) fn in_scene(desk: &Desk<'_>, intent: &Intent) -> Option<Command> {
    let wanted = [
        style(desk),
        new_goal(desk),
        counter(desk, intent),
        travel(desk, intent),
        introduce(desk, intent, 9),
        reveal(desk, intent),
        settle(desk, intent),
        gossip(desk, 7),
        thread(desk, 9),
        warm(desk, intent),
        speak(desk, intent),
    ];
    legal(desk, wanted.into_iter().flatten())
}

/// The next thing to do in an aftermath.
pub(super) fn in_aftermath(desk: &Desk<'_>, went_well: bool) -> Option<Command> {
    let wanted = [
        new_goal(desk),
        went_well.then(|| settle_oldest(desk)).flatten(),
        (!went_well).then(|| offend(desk)).flatten(),
        gossip(desk, 10),
    ];
    legal(desk, wanted.into_iter().flatten())
}

/// The next thing to do while time passes.
pub(super) fn in_downtime(desk: &Desk<'_>) -> Option<Command> {
    let wanted = [
        new_goal(desk),
        new_threat(desk),
        introduce(desk, &Intent::default(), 4),
        gossip(desk, 2),
        thread(desk, 3),
    ];
    legal(desk, wanted.into_iter().flatten())
}

fn legal(desk: &Desk<'_>, mut wanted: impl Iterator<Item = Command>) -> Option<Command> {
    wanted.find(|command| command.name().is_some_and(|name| desk.may(name)))
}

/// Once a scene, how it feels.
fn style(desk: &Desk<'_>) -> Option<Command> {
    if desk.inputs() != 1 {
        return None;
    }
    let precarity = desk.acting().map_or(0, |character| character.precarity() as usize);
    let urgency = match &desk.view.scene.kind {
        SceneKind::Encounter { urgency: Urgency::High, .. } => 2,
        SceneKind::Encounter { urgency: Urgency::Medium, .. } => 1,
        _ => 0,
    };
    let level = (urgency + precarity / 2).min(2);
    let air = [Pool::AirSlack, Pool::AirDrawn, Pool::AirTight][level];
    let atmosphere = desk.glue(air, desk.scene(), &[])?;
    let class = match desk.here() {
        Some(place) if place.district == "Highdry" => Class::High,
        Some(place) if matches!(place.kind, SiteKind::Office | SiteKind::Hall | SiteKind::Shop) => {
            Class::Middle
        }
        _ => Class::Low,
    };
    let pressure = [Pressure::Low, Pressure::Rising, Pressure::High][level];
    let is_new = atmosphere != desk.view.style.atmosphere && desk.allowed(&atmosphere);
    is_new.then_some(Command::SetSceneStyle { atmosphere, pressure, class })
}

/// When what the party wanted is done, it wants something else.
fn new_goal(desk: &Desk<'_>) -> Option<Command> {
    let goal =
        |clock: &crate::view::ProgressClock| clock.kind == ClockKind::Goal && !clock.name.starts_with(STOP);
    let none = !desk.view.clocks.iter().any(goal);
    let seeds = &setting().complications.projects;
    if none { new_clock(desk, ClockKind::Goal, seeds) } else { None }
}

/// What was done against a threat counts towards stopping it.
fn counter(desk: &Desk<'_>, intent: &Intent) -> Option<Command> {
    let threat = intent.clock.clone()?;
    let name = super::action::stopping(desk, &threat)?;
    if desk.view.clocks.iter().any(|clock| clock.name == name) {
        return None;
    }
    let new = NewClock {
        name,
        kind: ClockKind::Goal,
        segments: 4,
        visible: true,
        consequence: ConsequenceKind::RemoveThreat,
        target: Some(threat),
        what: None,
        amount: None,
    };
    Some(Command::NewClock(Box::new(new)))
}

fn new_threat(desk: &Desk<'_>) -> Option<Command> {
    let few = desk.view.clocks.iter().filter(|clock| clock.kind == ClockKind::Threat).count() < 1;
    let seeds = &setting().complications.threats;
    if few { new_clock(desk, ClockKind::Threat, seeds) } else { None }
}

fn new_clock(desk: &Desk<'_>, kind: ClockKind, seeds: &[ClockSeed]) -> Option<Command> {
    let notes = desk.view.notes.as_ref()?;
    let running = || desk.view.clocks.iter().chain(&notes.hidden);
    if running().count() >= CLOCKS_MAX {
        return None;
    }
    let person = desk.cast(desk.scene()).map(|person| person.name.clone());
    let faction = desk.faction().map(str::to_owned);
    let place = desk.view.scene.place.as_str();
    let fill = |text: &str| {
        let person = person.as_deref().unwrap_or("somebody");
        let faction = faction.as_deref().unwrap_or("somebody");
        filled(text, &[("person", person), ("faction", faction), ("place", place)])
    };
    let people: Vec<String> = desk.view.people.iter().map(|person| person.name.clone()).collect();
    let factions: Vec<String> = desk.view.factions.iter().map(|faction| faction.name.clone()).collect();
    for step in 0..seeds.len() {
        let mut seed = desk.dealt("new clock", desk.scene() + step, seeds)?.clone();
        seed.consequence.target = seed.consequence.target.map(|target| fill(&target));
        let mut new = story::clock(&seed, &people, &factions).into_clock(kind);
        (new.name, new.what) = (fill(&new.name), new.what.map(|what| fill(&what)));
        let NewClock { name, what, .. } = &new;
        let taken = running().any(|other| other.name.to_lowercase() == name.to_lowercase());
        let fits = name.chars().count() <= NAME_CHARS_MAX
            && what.iter().all(|what| what.chars().count() <= LINE_CHARS_MAX && desk.allowed(what))
            && desk.allowed(name);
        if taken || !fits {
            continue;
        }
        new.target = new.target.filter(|_| new.consequence != ConsequenceKind::RemoveThreat);
        return Some(Command::NewClock(Box::new(new)));
    }
    None
}

/// Who goes somewhere gets there.
fn travel(desk: &Desk<'_>, intent: &Intent) -> Option<Command> {
    let to = destination(desk, intent).filter(|to| *to != desk.view.scene.place)?;
    let known = desk.view.places.iter().any(|place| place.name == to);
    let about = setting().place(&to).map(|place| place.about.clone()).filter(|_| !known);
    Some(Command::MoveTo { place: to, about })
}

/// Where this turn leads: the place that was named, or now and then somewhere new.
pub(super) fn destination(desk: &Desk<'_>, intent: &Intent) -> Option<String> {
    if intent.domain != Some(Domain::Travel) || intent.leaves || is_held(desk) {
        return None;
    }
    if let Some(named) = &intent.place {
        return Some(named.clone()).filter(|named| desk.allowed(named));
    }
    let new = desk.dealt("road", desk.count(8, desk.inputs()), &setting().places)?;
    let room = desk.view.places.len() + 6 < PLACES_MAX;
    let fits = desk.allowed(&new.name) && desk.allowed(&new.about);
    let under_way = desk.scene() > 1 || desk.inputs() > 3;
    (room && fits && under_way && desk.chance("new road", 1, 3)).then(|| new.name.clone())
}

/// Can nobody walk away from this?
pub(super) fn is_held(desk: &Desk<'_>) -> bool {
    matches!(&desk.view.scene.kind, SceneKind::Encounter { escapable: false, .. })
}

/// Somebody of the city comes in.
fn introduce(desk: &Desk<'_>, intent: &Intent, of: usize) -> Option<Command> {
    let new = newcomer(desk, intent, of)?;
    let known = desk.view.people.iter().any(|person| person.name == new.name);
    let factions: Vec<String> = desk.view.factions.iter().map(|faction| faction.name.clone()).collect();
    let person = story::person(new, &factions);
    (!known).then(|| Command::Introduce(Box::new(person)))
}

/// Who comes in this turn, if somebody does: more likely where nobody is. They are still the newcomer once they have
/// come.
fn newcomer(desk: &Desk<'_>, intent: &Intent, of: usize) -> Option<&'static crate::setting::Citizen> {
    let new = desk.dealt("people", desk.count(8, desk.inputs()), &setting().people)?;
    let fits = [&new.name, &new.role].into_iter().chain(new.secrets.first()).all(|text| desk.allowed(text));
    let others = desk.view.people.iter().filter(|person| person.present && person.name != new.name).count();
    let lonely = others == 0 && intent.domain == Some(Domain::Talk) && intent.person.is_none();
    let of = if lonely { of / 2 } else { of + 2 * others };
    let room = desk.view.people.len() + 2 < PEOPLE_MAX;
    let asked = intent.leaves || intent.person.is_some();
    (room && fits && !asked && desk.chance("introduce", 1, of)).then_some(new)
}

/// Somebody who has come in in this turn.
pub(super) fn arrived<'a>(desk: &Desk<'a>, intent: &Intent) -> Option<&'a crate::view::Person> {
    let new = newcomer(desk, intent, 9)?;
    let beats = &desk.view.scene.beats;
    let spoke = beats.iter().any(|beat| is_speech(&beat.text, &new.name));
    let since = beats.iter().rev().take_while(|beat| beat.by == desk.view.gm);
    let now = since.into_iter().any(|beat| is_speech(&beat.text, &new.name));
    let person = desk.view.people.iter().find(|person| person.name == new.name && person.present);
    person.filter(|_| !spoke || now)
}

/// Who looks may see what is going on behind their back.
fn reveal(desk: &Desk<'_>, intent: &Intent) -> Option<Command> {
    let sees = matches!(intent.domain, Some(Domain::Look | Domain::Occult | Domain::Sneak));
    if !sees || !desk.chance("reveal", 1, 5) {
        return None;
    }
    // One at a time: which of them is to be seen is fixed for the scene.
    let hidden = &desk.view.notes.as_ref()?.hidden;
    let clock = hidden.first().filter(|_| hidden.len() == 1 || desk.chance("first of two", 1, 2))?;
    let clock = clock.name.clone();
    desk.allowed(&clock).then_some(Command::RevealClock { clock })
}

/// What the player names is dealt with.
fn settle(desk: &Desk<'_>, intent: &Intent) -> Option<Command> {
    let said = desk.view.said.as_ref()?.text.to_lowercase();
    let threats = &desk.view.notes.as_ref()?.threats;
    let about = |threat: &&String| {
        Plain::split(threat).words().filter(|word| word.len() > 5).any(|word| said.contains(word))
    };
    let threat = threats.iter().find(about).filter(|_| intent.warmth >= 0)?.clone();
    Some(Command::SettleThreat { threat })
}

/// A success takes the oldest worry off the table, if there are many.
fn settle_oldest(desk: &Desk<'_>) -> Option<Command> {
    let threats = &desk.view.notes.as_ref()?.threats;
    let threat = threats.first().filter(|_| threats.len() > 2)?.clone();
    Some(Command::SettleThreat { threat })
}

/// One time in so many.
fn gossip(desk: &Desk<'_>, of: usize) -> Option<Command> {
    if !desk.chance("rumour", 1, of) {
        return None;
    }
    let rumour = desk.dealt("rumours", desk.count(3, desk.inputs() / 3), &setting().rumours)?;
    let known = desk.view.rumors.iter().any(|known| known.text == rumour.text);
    if known || !desk.allowed(&rumour.text) || rumour.text.chars().count() > LINE_CHARS_MAX {
        return None;
    }
    let (truth, spread) = (rumour.truth, rumour.spread);
    let source = desk.person().filter(|person| person.present).map(|person| person.name.clone());
    Some(Command::SpreadRumor { text: rumour.text.clone(), source, truth, spread })
}

/// One time in so many.
fn thread(desk: &Desk<'_>, of: usize) -> Option<Command> {
    if !desk.chance("thread", 1, of) {
        return None;
    }
    let thread = desk.dealt("threads", desk.count(2, desk.inputs() / 4), &setting().threads)?;
    let known = desk.view.threads.iter().any(|known| known.hook == thread.hook);
    if known || !desk.allowed(&thread.hook) || thread.hook.chars().count() > LINE_CHARS_MAX {
        return None;
    }
    let tension = thread.tension;
    Some(Command::SpawnThread { hook: thread.hook.clone(), tension, deadline: None })
}

/// A kind word, or a hard one, moves somebody by a step. Only from one standing a turn, so that it is one step.
fn warm(desk: &Desk<'_>, intent: &Intent) -> Option<Command> {
    let person = addressed(desk, intent)?;
    let at = person.disposition as usize;
    let last = Disposition::ALL.len() - 1;
    let movable = desk.roll("standing", last) + usize::from(intent.warmth < 0);
    if intent.warmth == 0 || at != movable {
        return None;
    }
    let disposition = person.disposition.moved(i64::from(intent.warmth.signum()));
    let reasons = if intent.warmth > 0 { Pool::Better } else { Pool::Worse };
    let why = desk.glue(reasons, desk.roll("why", 3), &[])?;
    let person = person.name.clone();
    (disposition as usize != at && desk.allowed(&why)).then_some(Command::ShiftDisposition {
        person,
        disposition,
        why,
    })
}

/// A failure in somebody's street is held against the party. Only from one standing a turn.
fn offend(desk: &Desk<'_>) -> Option<Command> {
    let name = desk.faction()?;
    let faction = desk.view.factions.iter().find(|faction| faction.name == name)?;
    let at = faction.attitude as usize;
    if at != 1 + desk.roll("standing", Attitude::ALL.len() - 1) {
        return None;
    }
    let why = desk.glue(Pool::Offended, desk.roll("why", 3), &[])?;
    let attitude = faction.attitude.moved(-1);
    let faction = name.to_owned();
    desk.allowed(&why).then_some(Command::ShiftAttitude { faction, attitude, why })
}

/// Whom the player speaks to, or who is there.
pub(super) fn addressed<'a>(desk: &Desk<'a>, intent: &Intent) -> Option<&'a crate::view::Person> {
    let named = intent.person.as_ref();
    let named = named.and_then(|name| desk.view.people.iter().find(|person| &person.name == name));
    named.filter(|person| desk.allowed(&person.name)).or_else(|| desk.person())
}

/// Who has said something since the player did.
pub(super) fn speaker<'a>(desk: &Desk<'a>) -> Option<&'a str> {
    let mut beats = desk.view.scene.beats.iter().rev().take_while(|beat| beat.by == desk.view.gm);
    let people = || desk.view.people.iter().map(|person| person.name.as_str());
    beats.find_map(|beat| people().find(|name| is_speech(&beat.text, name)))
}

/// Somebody answers in their own voice.
fn speak(desk: &Desk<'_>, intent: &Intent) -> Option<Command> {
    let new = arrived(desk, intent);
    let person = new.or_else(|| addressed(desk, intent))?;
    let talks = intent.domain == Some(Domain::Talk) || intent.person.is_some();
    let chance = match (new.is_some(), talks) {
        (true, _) => true,
        (false, true) => desk.chance("speak", 2, 3),
        (false, false) => desk.chance("speak", 1, 7),
    };
    let since = desk.view.scene.beats.iter().rev().take_while(|beat| beat.by == desk.view.gm).count();
    if !chance || since > 0 || desk.view.said.is_none() {
        return None;
    }
    let words = words(desk, person, intent, new.is_some())?;
    let manner = desk.at(Pool::Manner, desk.count(8, desk.inputs()), LINE_CHARS_MAX, &desk.slots());
    let manner = manner.trim_end_matches('.').to_owned();
    let person = person.name.clone();
    let manner = desk.chance("manner", 2, 3).then_some(manner).filter(|manner| manner != &desk.plain());
    Some(Command::SpeakAsNpc { person, words, manner })
}

/// What they say: a line of their own that was not heard lately, or one that anybody might say.
fn words(desk: &Desk<'_>, person: &crate::view::Person, intent: &Intent, is_new: bool) -> Option<String> {
    let nth = desk.count(4, desk.inputs() / 2);
    let own = setting().person(&person.name).map(|known| by_mood(&known.says, person.disposition));
    let own = own.map_or(&[][..], |lines| lines.as_slice());
    let start = lot(desk.salt, &person.name, desk.scene() as u64) as usize;
    let mut order = (0..own.len()).filter_map(|step| own.get((start + step) % own.len()));
    let fresh = order.find(|line| desk.allowed(line) && !desk.was_said(line));
    if let Some(line) = fresh.filter(|_| desk.chance("own words", 4, 5)) {
        return Some(line.clone());
    }
    let slots = desk.slots();
    let pool = match person.disposition {
        _ if is_new => Pool::Greet,
        _ if intent.leaves => Pool::Part,
        _ if intent.pays => Pool::Haggle,
        Disposition::Hostile => [Pool::Threaten, Pool::Refuse][desk.roll("words", 2)],
        Disposition::Suspicious => [Pool::Refuse, Pool::Greet, Pool::Haggle][desk.roll("words", 3)],
        Disposition::Neutral => [Pool::Greet, Pool::Haggle, Pool::Refuse][desk.roll("words", 3)],
        Disposition::Friendly => [Pool::Yield, Pool::Greet, Pool::Haggle][desk.roll("words", 3)],
        Disposition::Loyal => [Pool::Yield, Pool::Part][desk.roll("words", 2)],
    };
    let words = desk.line(pool, nth, &slots);
    (words != desk.plain()).then_some(words)
}

fn by_mood(says: &Says, disposition: Disposition) -> &Vec<String> {
    match disposition {
        Disposition::Hostile => &says.hard,
        Disposition::Suspicious | Disposition::Neutral => &says.wary,
        Disposition::Friendly | Disposition::Loyal => &says.warm,
    }
}
