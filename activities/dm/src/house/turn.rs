//! A turn in a scene: the world answers what the player said.

use crate::view::{ClockKind, Connector, Domain, Person, Precarity, SceneKind, Urgency};
use kit::deck::lot;

use super::desk::{Desk, is_speech};
use super::intent::{self, Intent, Reading};
use super::lines::{Pool, inside, sentence, small, stated};
use super::{action, scene, side, suggest};
use crate::command::{Command, Narration};
use crate::limits::LINE_CHARS_MAX;
use crate::setting::setting;

/// What happens.
pub(super) fn turn(desk: &Desk<'_>) -> Command {
    if desk.view.notes.as_ref().is_some_and(|notes| notes.passed.is_some()) {
        // It was not done, so nothing that was said of it is answered (D27).
        return narrate(desk, &Intent { reading: Reading::Refusal, ..Intent::default() }, !is_over(desk));
    }
    let intent = heard(desk);
    if let Some(tool) = side::in_scene(desk, &intent) {
        return tool;
    }
    match intent.reading {
        Reading::Question => return narrate(desk, &intent, true),
        Reading::Unclear if intent.clock.is_none() && answers(desk).is_none() && !is_offered(desk) => {
            return ask_back(desk, &intent);
        }
        Reading::Unclear | Reading::Deed(_) | Reading::Refusal | Reading::Leaving | Reading::Quiet => {}
    }
    let leaving = intent.leaves && intent.clock.is_none();
    if leaving && !side::is_held(desk) {
        return narrate(desk, &intent, false);
    }
    if desk.view.said.is_some() && (leaving || action::is_risky(desk, &intent)) {
        return action::engage(desk, &intent);
    }
    if is_over(desk) {
        return narrate(desk, &intent, false);
    }
    let answered = answers(desk).is_some();
    match desk.roll("way", 14) {
        0 if !answered && desk.inputs() > 1 => ask_back(desk, &intent),
        1 => {
            Command::Choose { narration: told(desk, &intent, true).join(" "), options: suggest::ideas(desk) }
        }
        _ => narrate(desk, &intent, true),
    }
}

/// The player is asked what they mean.
fn ask_back(desk: &Desk<'_>, intent: &Intent) -> Command {
    let slots = desk.slots().with(desk, "doing", intent.doing.as_deref());
    let nth = desk.count(2, desk.inputs() / 4);
    Command::AskPlayer { question: desk.at(Pool::Ask, nth, LINE_CHARS_MAX, &slots) }
}

/// Has the city itself suggested these words?
fn is_offered(desk: &Desk<'_>) -> bool {
    let said = desk.view.said.as_ref().map_or("", |said| said.text.as_str());
    let jobs = setting().jobs.iter().flat_map(|job| &job.first.actions);
    let scenes = setting().complications.scenes.iter().flat_map(|scene| &scene.actions);
    jobs.chain(scenes).any(|action| action.split('{').next().is_some_and(|front| said.starts_with(front)))
}

/// What the player means; if they answered a question, what they meant before it counts as well.
fn heard(desk: &Desk<'_>) -> Intent {
    let said = desk.view.said.as_ref().map_or("", |said| said.text.as_str());
    let mut read = intent::heard(desk.view, said);
    if let Some(before) = answers(desk) {
        let before = intent::heard(desk.view, before);
        read.domain = read.domain.or(before.domain);
        read.person = read.person.or(before.person);
        read.bold |= before.bold;
    }
    read
}

/// What the player had said before they were asked something.
fn answers<'a>(desk: &Desk<'a>) -> Option<&'a str> {
    let beats = &desk.view.scene.beats;
    let at = beats.iter().rposition(|beat| beat.by != desk.view.gm)?;
    let before = beats.get(at.checked_sub(1)?)?;
    (before.by != desk.view.gm).then_some(before.text.as_str())
}

/// Has the scene run its course?
pub(super) fn is_over(desk: &Desk<'_>) -> bool {
    let length = 5 + (lot(desk.salt, "length", desk.scene() as u64) % 4) as usize;
    // What breaks in has to be met where it happens.
    let met = desk.view.notes.as_ref().is_none_or(|notes| notes.interrupt.is_none());
    // What was said besides is taken up first.
    let settled = suggest::open(desk).is_empty() || desk.inputs() >= 2 * length;
    met && settled && (desk.inputs() >= length || desk.view.scene.beats.len() >= 17)
}

fn narrate(desk: &Desk<'_>, intent: &Intent, goes_on: bool) -> Command {
    let mut told = told(desk, intent, goes_on);
    let loud = intent.domain == Some(Domain::Force) && desk.chance("loud", 1, 2);
    let pays = intent.pays && desk.acting().is_some_and(|character| character.coin > 0);
    let pays = pays && desk.chance("pays", 1, 2);
    let pressed = match &desk.view.scene.kind {
        SceneKind::Encounter { urgency: Urgency::High, .. } => desk.chance("strain", 1, 2),
        _ => intent.domain == Some(Domain::Occult) && desk.chance("strain", 1, 2),
    };
    let nth = desk.count(2, desk.inputs() / 4);
    let extra = match (pays, loud, pressed) {
        (true, _, _) => desk.glue(Pool::Spent, nth, &[]),
        (_, true, _) => desk.glue(Pool::Loud, nth, &[]),
        (_, _, true) => desk.glue(Pool::Strain, nth, &[]),
        _ => None,
    };
    let at = told.len().min(1);
    told.splice(at..at, extra);
    let threat = desk.chance("threat", 1, 12).then(|| {
        let slots = desk.slots();
        desk.at(Pool::DangerRisky, nth, LINE_CHARS_MAX, &slots).trim_end_matches('.').to_owned()
    });
    Command::Narrate(Box::new(Narration {
        narration: told.join(" "),
        connector: connector(desk),
        stress: i8::from(pressed && !pays && !loud),
        coin: if pays { -1 } else { 0 },
        heat: i8::from(loud && !pays),
        continue_scene: goes_on,
        cost: None,
        threat,
        suggested: suggest::ideas(desk),
        spotlight: None,
    }))
}

/// Now and then something happens elsewhere.
fn connector(desk: &Desk<'_>) -> Option<Connector> {
    match desk.roll("connector", 12) {
        0 => Some(Connector::Therefore),
        1 => Some(Connector::But),
        _ => None,
    }
}

/// The answer, in two to five sentences: what comes of it, something to hold, and how close the walls are.
fn told(desk: &Desk<'_>, intent: &Intent, goes_on: bool) -> Vec<String> {
    let mut told = Vec::new();
    told.extend(arrival(desk, intent));
    if intent.leaves && !goes_on {
        told.extend(desk.glue(Pool::Gone, desk.scene(), &[]));
        told.push(end(desk));
        return told;
    }
    let facts = facts(desk, intent);
    let answer = if facts.is_empty() { vec![reaction(desk, intent)] } else { facts };
    told.extend(answer);
    told.extend(something(desk, intent));
    if !goes_on {
        told.push(end(desk));
    } else {
        told.extend(pressure(desk));
    }
    told
}

/// Where the party has got to, if it moved in this turn.
fn arrival(desk: &Desk<'_>, intent: &Intent) -> Option<String> {
    let here = desk.view.scene.place.as_str();
    let been = |text: &str| text.contains(here.strip_prefix("The ").unwrap_or(here));
    let told = desk.view.narration.iter().chain(desk.view.scene.beats.iter().map(|beat| &beat.text));
    let new = side::destination(desk, intent).is_some_and(|to| to == here);
    let said = desk.view.said.as_ref().map_or("", |said| said.text.as_str());
    if !new || told.filter(|text| text.as_str() != said).any(|text| been(text)) {
        return None;
    }
    let (place, detail) = (inside(here), desk.detail(here, 0)?);
    desk.glue(Pool::Arrived, desk.scene() + desk.inputs(), &[("place", &place), ("detail", detail)])
}

/// Each question gets a fact of the world (D30).
fn facts(desk: &Desk<'_>, intent: &Intent) -> Vec<String> {
    if intent.reading != Reading::Question {
        return Vec::new();
    }
    let said = desk.view.said.as_ref().map_or("", |said| said.text.as_str());
    let asked = intent::parts(said).into_iter().filter(|part| part.reading == Reading::Question);
    let asked: Vec<Intent> = asked.map(|part| intent::heard(desk.view, &part.written)).collect();
    let asked = if asked.len() > 1 { asked.iter().collect() } else { vec![intent] };
    let mut told = Vec::new();
    for (at, asked) in asked.into_iter().enumerate() {
        let fact = fact(desk, asked, desk.count(4, desk.inputs()) + at);
        told.extend(fact.filter(|fact| !told.contains(fact)));
    }
    told
}

/// A fact of whom or what a question names, and else of what all talk about.
fn fact(desk: &Desk<'_>, intent: &Intent, nth: usize) -> Option<String> {
    let named = |name: &String| desk.view.people.iter().find(|person| person.name == *name);
    let person = intent.person.as_ref().and_then(named);
    let somebody = person.and_then(|person| {
        let role = small(person.role.trim_end_matches('.'));
        let values = [("person", person.name.as_str()), ("role", &role)];
        let place = person.at.as_ref().map(|place| ("place", place.as_str()));
        desk.glue(Pool::FactPerson, nth, &values.into_iter().chain(place).collect::<Vec<_>>())
    });
    let place = || {
        let place = desk.view.places.iter().find(|place| intent.place.as_ref() == Some(&place.name))?;
        desk.glue(Pool::FactPlace, nth, &[("place", &place.name), ("what", &stated(&place.about))])
    };
    let clock = || {
        let clock = desk.view.clocks.iter().find(|clock| intent.clock.as_ref() == Some(&clock.name))?;
        scene::stands(desk, clock, Pool::Nearer, nth)
    };
    let talk = || {
        let threads = desk.view.threads.iter().map(|thread| &thread.hook);
        let all: Vec<&String> = desk.view.known.iter().chain(threads).collect();
        let told: Vec<&&String> = all.iter().filter(|told| !desk.was_told(told)).collect();
        let what = told.get(desk.nth("fact", nth, told.len().max(1)))?;
        desk.glue(Pool::FactTold, nth, &[("what", &stated(what))])
    };
    let here = || {
        let detail = desk.detail(&desk.view.scene.place, desk.inputs())?;
        desk.glue(Pool::FactTold, nth, &[("what", &stated(detail))])
    };
    somebody.or_else(place).or_else(clock).or_else(talk).or_else(here)
}

/// What the world does about it, by the manner.
fn reaction(desk: &Desk<'_>, intent: &Intent) -> String {
    let pool = intent.domain.map_or(Pool::ReactOther, |domain| intent::of(domain).react);
    let speaker = side::speaker(desk);
    let person = speaker.or_else(|| side::addressed(desk, intent).map(|person| person.name.as_str()));
    let slots = desk.slots().with(desk, "person", person).with(desk, "doing", intent.doing.as_deref());
    // As often as this manner came up in the scene, and a few for each scene before it.
    let beats = desk.view.scene.beats.iter().filter(|beat| beat.by != desk.view.gm);
    let same = beats.filter(|beat| intent::manner(&beat.text.to_lowercase()) == intent.domain).count();
    desk.line(pool, desk.count(3, same.saturating_sub(1)), &slots)
}

/// One thing to hold: what somebody wants, what the place is like, a way out, or something that stirs.
fn something(desk: &Desk<'_>, intent: &Intent) -> Option<String> {
    let nth = desk.count(4, desk.inputs() / 2);
    let person = side::arrived(desk, intent).or_else(|| side::addressed(desk, intent));
    if let Some(new) = side::arrived(desk, intent) {
        return comes(desk, new, nth);
    }
    let revealed = || {
        let seen = desk.view.clocks.iter().find(|clock| clock.kind == ClockKind::Faction)?;
        desk.glue(Pool::Revealed, nth, &[("clock", &seen.name)])
    };
    let found = match intent.domain {
        Some(Domain::Look) if desk.chance("clue", 1, 3) => revealed().or_else(|| detail(desk)),
        Some(Domain::Look) if desk.chance("way", 1, 2) => way(desk, nth),
        Some(Domain::Talk) if desk.chance("wants", 1, 3) && times(desk, person) == 1 => {
            let person = person?;
            let portraits = &desk.view.notes.as_ref()?.people;
            let portrait = portraits.iter().find(|portrait| portrait.name == person.name)?;
            let want = sentence(portrait.wants.get(desk.roll("want", portrait.wants.len()))?);
            if desk.was_told(&want) {
                return None;
            }
            desk.glue(Pool::Wants, nth, &[("person", &person.name), ("want", &want)])
        }
        Some(Domain::Talk) if desk.chance("voice", 1, 6) && times(desk, person) == 1 => {
            let known = setting().person(&person?.name)?;
            let voice = small(known.voice.trim_end_matches('.'));
            desk.glue(Pool::Voices, nth, &[("person", &known.name), ("voice", &voice)])
        }
        Some(Domain::Sneak | Domain::Travel | Domain::Force) if desk.chance("way", 1, 5) => way(desk, nth),
        _ => None,
    };
    let stirs = || {
        let person = person.map(|person| person.name.as_str());
        let slots = desk.slots().with(desk, "person", person);
        let slots = slots.with(desk, "detail", desk.detail(&desk.view.scene.place, 1));
        desk.line(Pool::Turn, nth, &slots)
    };
    let shown = desk.cast(desk.scene()).map(|person| person.name.as_str());
    let fresh = || {
        let person = person.filter(|person| !person.present && Some(person.name.as_str()) != shown);
        person.and_then(|person| scene::seen(desk, person, nth))
    };
    found.or_else(|| match desk.roll("something", 8) {
        0 => detail(desk),
        1 | 2 => fresh(),
        3..=5 => Some(stirs()),
        _ => None,
    })
}

fn detail(desk: &Desk<'_>) -> Option<String> {
    desk.detail(&desk.view.scene.place, 1).map(str::to_owned)
}

fn way(desk: &Desk<'_>, nth: usize) -> Option<String> {
    let place = desk.here()?;
    let way = place.ways_out.get(desk.roll("which way", 2))?;
    desk.glue(Pool::Ways, nth, &[("way", &small(way.trim_end_matches('.')))])
}

/// How often somebody has spoken in this scene.
fn times(desk: &Desk<'_>, person: Option<&Person>) -> usize {
    let spoke = |name: &str| desk.view.scene.beats.iter().filter(|beat| is_speech(&beat.text, name)).count();
    person.map_or(0, |person| spoke(&person.name))
}

/// Somebody has come in.
fn comes(desk: &Desk<'_>, person: &Person, nth: usize) -> Option<String> {
    let known = setting().person(&person.name)?;
    let look = small(known.look.trim_end_matches('.'));
    let values = [("person", person.name.as_str()), ("look", &look)];
    desk.glue(Pool::Comes, nth, &values)
}

/// How close the walls are, or what is still to be done. The clocks are named once a scene at the most.
fn pressure(desk: &Desk<'_>) -> Option<String> {
    let nth = desk.count(3, desk.inputs() / 3);
    let turn = desk.inputs() % 4 == (lot(desk.salt, "named", desk.scene() as u64) % 4) as usize;
    match desk.roll("pressure", 7) {
        0 | 1 => {
            let pool = match desk.acting()?.precarity() {
                Precarity::Strength => Pool::PressureStrength,
                Precarity::Room => Pool::PressureRoom,
                Precarity::Walls => Pool::PressureWalls,
                Precarity::Thread => Pool::PressureThread,
            };
            Some(desk.line(pool, nth, &desk.slots()))
        }
        2 if turn => scene::callback(desk, desk.scene()),
        3 | 4 if turn => scene::clock(desk, ClockKind::Threat, Pool::Nearer, desk.scene()),
        5 | 6 if turn => scene::clock(desk, ClockKind::Goal, Pool::Goal, desk.scene()),
        _ => None,
    }
}

/// The scene is over.
pub(super) fn end(desk: &Desk<'_>) -> String {
    desk.line(Pool::SceneEnd, desk.scene(), &desk.slots())
}
