//! Scenes are opened: the first one from the job, later ones from the hook, a card, a complication or the decks.

use crate::view::{ClockKind, Mood, Person, ProgressClock, SceneKind, Urgency};
use kit::words::capital;

use super::desk::{Desk, Slots};
use super::lines::{Pool, filled, inside, sentence, small};
use super::{story, suggest};
use crate::command::{Command, NewScene, SceneName};
use crate::limits::{LINE_CHARS_MAX, NAME_CHARS_MAX, PLACES_MAX};
use crate::setting::setting;

/// Opens a scene.
pub(super) fn open(desk: &Desk<'_>) -> Command {
    let first = desk.scene() == 0;
    let scene = first.then(|| from_job(desk)).flatten().unwrap_or_else(|| later(desk));
    Command::OpenScene(Box::new(scene))
}

/// The first scene, as the job has it.
fn from_job(desk: &Desk<'_>) -> Option<NewScene> {
    let job = story::job(desk.view)?;
    let first = &job.first;
    let mut told: Vec<String> = vec![first.opening.trim().to_owned()];
    told.extend(desk.detail(&first.place, 0).map(str::to_owned));
    let mut people = desk.view.people.iter();
    let named = people.find(|person| first.opening.contains(person.name.as_str()));
    told.extend(named.and_then(|person| portrait(desk, person)));
    let goal = desk.nearest(ClockKind::Goal).map(|clock| clock.name.as_str());
    let mut threats = desk.clocks(ClockKind::Threat).map(|clock| clock.name.as_str());
    if let (Some(goal), Some(threat), Some(other)) = (goal, threats.next(), threats.next()) {
        told.extend(desk.glue(Pool::Start, 0, &[("goal", goal), ("threat", threat), ("other", other)]));
    }
    let mut scene = with_kind(&first.scene, &|text| text.to_owned());
    scene.title.clone_from(&job.title);
    scene.place.clone_from(&first.place);
    scene.narration = told.join(" ");
    scene.suggested = first.actions.to_vec();
    fits(desk, &scene).then_some(scene)
}

/// A scene of the setting's kind, its texts filled.
fn with_kind(kind: &SceneKind, fill: &dyn Fn(&str) -> String) -> NewScene {
    let known = |name: &str| setting().person(name).is_some();
    match kind {
        SceneKind::Encounter { source, urgency, escapable } => NewScene {
            kind: SceneName::Encounter,
            what: Some(fill(source)),
            urgency: Some(*urgency),
            escapable: Some(*escapable),
            ..NewScene::default()
        },
        SceneKind::Opportunity { offered_by, nature, catch } => NewScene {
            kind: SceneName::Opportunity,
            what: Some(fill(nature)),
            catch: Some(fill(catch)),
            person: offered_by.as_deref().map(fill).filter(|name| known(name)),
            ..NewScene::default()
        },
        SceneKind::Discovery { what, implications } => NewScene {
            kind: SceneName::Discovery,
            what: Some(fill(what)),
            catch: implications.first().map(|text| fill(text)),
            ..NewScene::default()
        },
        SceneKind::Open => NewScene::default(),
    }
}

/// Does everything fit the table, and the rules?
fn fits(desk: &Desk<'_>, scene: &NewScene) -> bool {
    let known = |name: &String| desk.view.people.iter().any(|person| &person.name == name);
    let texts = [&scene.title, &scene.place, &scene.narration].into_iter();
    let texts = texts.chain(&scene.what).chain(&scene.catch).chain(&scene.suggested);
    let short = |text: &Option<String>| text.iter().all(|text| text.chars().count() <= LINE_CHARS_MAX);
    let mut texts = texts;
    texts.all(|text| desk.allowed(text) && !text.contains('{'))
        && scene.person.iter().all(known)
        && short(&scene.what)
        && short(&scene.catch)
}

/// A later scene.
fn later(desk: &Desk<'_>) -> NewScene {
    let number = desk.scene() + 1;
    let place = place(desk, number);
    let hook = match &desk.view.mood {
        Some(Mood::Scene { hook: Some(hook), .. }) if number > 1 => Some(hook),
        _ => None,
    };
    let hook = hook.filter(|hook| desk.allowed(hook));
    let mut scene = match hook {
        Some(hook) => from_hook(desk, hook, &place, number),
        None => match desk.roll("seed", 6) {
            0 | 1 => from_deck(desk, &place, number),
            2 | 3 => from_phrase(desk, &place, number),
            4 => from_complication(desk, &place, number).unwrap_or_else(|| from_deck(desk, &place, number)),
            _ => from_card(desk, &place, number).unwrap_or_else(|| from_phrase(desk, &place, number)),
        },
    };
    scene.title = title(desk, number);
    scene.place = place;
    // Who may speak in it is seen in it.
    let about = desk.cast(number).is_some_and(|person| scene.what.as_ref() == Some(&person.name));
    let list = if about || scene.kind == SceneName::Open { Pool::Seen } else { Pool::Also };
    let person = desk.cast(number).filter(|person| !scene.narration.contains(&person.name));
    if let Some(seen) = person.and_then(|person| seen_in(desk, person, list, number)) {
        scene.narration = format!("{} {seen}", scene.narration);
    }
    if let Some(called) = callback(desk, number) {
        scene.narration = format!("{} {called}", scene.narration);
    }
    if scene.suggested.len() < 2 {
        scene.suggested = suggest::ideas(desk);
    }
    scene
}

/// The card's name is the scene's.
fn title(desk: &Desk<'_>, number: usize) -> String {
    let card = desk.view.notes.as_ref().and_then(|notes| notes.card.clone());
    let used = |title: &String| desk.view.past.iter().any(|past| &past.title == title);
    let other = |nth| desk.dealt("title", nth, &setting().deck.cards).map(|card| card.name.clone());
    let mut titles =
        card.into_iter().filter(|title| !used(title)).chain((number..number + 9).filter_map(other));
    let title = titles.find(|title| desk.allowed(title) && title.chars().count() <= NAME_CHARS_MAX);
    title.unwrap_or_else(|| format!("Scene {number}"))
}

/// Where it plays: somewhere known, or now and then somewhere new.
fn place(desk: &Desk<'_>, number: usize) -> String {
    let known = &desk.view.places;
    let allowed = |name: &&str| desk.allowed(name);
    let here = desk.view.scene.place.as_str();
    let stay = !here.is_empty() && desk.allowed(here) && desk.chance("stay", 1, 6);
    if stay {
        return here.to_owned();
    }
    let new = (0..4).filter_map(|step| desk.dealt("place", number + step, &setting().places));
    let new = new.map(|place| place.name.as_str()).find(allowed);
    let fresh = known.len() + 4 < PLACES_MAX && desk.chance("new place", 1, 3) || known.is_empty();
    if let Some(new) = new.filter(|_| fresh) {
        return new.to_owned();
    }
    let others: Vec<&str> =
        known.iter().map(|place| place.name.as_str()).filter(|name| *name != here).filter(allowed).collect();
    let other = desk.dealt("known place", number, &others).copied();
    let last = [here, "the street", "here"].into_iter().find(|name| !name.is_empty() && desk.allowed(name));
    other.or(last).or(new).unwrap_or("…").to_owned()
}

fn slots(desk: &Desk<'_>, place: &str, number: usize) -> Slots {
    desk.slots_at(place)
        .with(desk, "time", desk.hour(number))
        .with(desk, "weather", desk.weather(number))
        .with(desk, "detail", desk.detail(place, 0))
        .with(desk, "person", desk.cast(number).map(|person| person.name.as_str()))
}

/// Where and when.
fn whereabouts(desk: &Desk<'_>, place: &str, number: usize) -> String {
    let mut values = vec![("place", inside(place))];
    if let Some(hour) = desk.hour(number) {
        values.push(("time", small(hour)));
    }
    values.extend(desk.weather(number).map(|weather| ("weather", weather.to_owned())));
    values.extend(desk.detail(place, 0).map(|detail| ("detail", detail.to_owned())));
    let values: Vec<(&str, &str)> = values.iter().map(|(slot, value)| (*slot, value.as_str())).collect();
    desk.glue(Pool::Where, number, &values).unwrap_or_else(|| desk.plain())
}

/// What brought the party here, where it leads, and what is there.
fn from_hook(desk: &Desk<'_>, hook: &str, place: &str, number: usize) -> NewScene {
    let where_to = whereabouts(desk, place, number);
    let mut scene = if desk.chance("hook leads", 1, 2) {
        let scene = from_phrase(desk, place, number);
        let found = scene.narration.strip_prefix(&where_to).unwrap_or(&scene.narration).trim().to_owned();
        NewScene { narration: found, ..scene }
    } else {
        bare_hook(desk, place, number)
    };
    let mut told = vec![sentence(hook), where_to];
    if desk.chance("where first", 1, 3) {
        told.swap(0, 1);
    }
    told.push(scene.narration);
    told.retain(|text| !text.is_empty());
    scene.narration = told.join(" ");
    scene
}

/// A scene of a kind, as pressing as the walls are close.
fn made(desk: &Desk<'_>, number: usize, kind: SceneName, what: Option<String>) -> NewScene {
    let (urgency, escapable) = pressing(desk, number);
    let (urgency, escapable) = (Some(urgency), Some(escapable));
    NewScene { kind, what, urgency, escapable, ..NewScene::default() }
}

/// What is wrong with an offer, or what a find may mean.
fn catch(desk: &Desk<'_>, kind: SceneName, number: usize, slots: &Slots) -> Option<String> {
    let pool = match kind {
        SceneName::Opportunity => Pool::OpportunityCatch,
        SceneName::Discovery => Pool::DiscoveryImplies,
        SceneName::Encounter | SceneName::Open => return None,
    };
    Some(desk.at(pool, number, LINE_CHARS_MAX, slots))
}

/// Nothing but the hook: somebody waits there, or there is only what brought the party.
fn bare_hook(desk: &Desk<'_>, place: &str, number: usize) -> NewScene {
    let kind = match desk.roll("hook", 4) {
        0 => SceneName::Open,
        1 => SceneName::Discovery,
        _ => SceneName::Encounter,
    };
    let what = match (kind, desk.cast(number)) {
        (SceneName::Encounter, Some(person)) => person.name.clone(),
        (SceneName::Encounter, None) => "whoever is waiting".to_owned(),
        _ => "what brought you here".to_owned(),
    };
    let what = Some(what).filter(|what| kind != SceneName::Open && desk.allowed(what));
    let catch = catch(desk, kind, number, &slots(desk, place, number));
    NewScene { catch, ..made(desk, number, kind, what) }
}

/// A whole opening from the decks.
fn from_deck(desk: &Desk<'_>, place: &str, number: usize) -> NewScene {
    let slots = slots(desk, place, number);
    let kind = kind(desk, number);
    let pool = match (kind, pressing(desk, number).0) {
        (SceneName::Encounter, Urgency::Low) => Pool::OpenEncounterLow,
        (SceneName::Encounter, Urgency::Medium) => Pool::OpenEncounterMedium,
        (SceneName::Encounter, Urgency::High) => Pool::OpenEncounterHigh,
        (SceneName::Opportunity, _) => Pool::OpenOpportunity,
        (SceneName::Discovery, _) => Pool::OpenDiscovery,
        (SceneName::Open, _) => Pool::OpenOpen,
    };
    let narration = desk.line(pool, number, &slots);
    let person = desk.cast(number).filter(|person| narration.contains(&person.name));
    let there = |words: &str| format!("{words} at {}", inside(place));
    let what = match (kind, person) {
        (SceneName::Encounter, Some(person)) => Some(person.name.clone()),
        (SceneName::Encounter, None) => Some(there("company")),
        (SceneName::Opportunity, _) => Some(there("an offer")),
        (SceneName::Discovery, _) => Some(there("something out of place")),
        (SceneName::Open, _) => None,
    };
    let what = what.filter(|what| desk.allowed(what));
    let catch = catch(desk, kind, number, &slots);
    let person = person.filter(|_| kind == SceneName::Opportunity).map(|person| person.name.clone());
    NewScene { catch, person, narration, ..made(desk, number, kind, what) }
}

/// Where and when, and one thing that is there.
fn from_phrase(desk: &Desk<'_>, place: &str, number: usize) -> NewScene {
    let slots = slots(desk, place, number);
    let kind = match kind(desk, number) {
        SceneName::Open => SceneName::Encounter,
        kind => kind,
    };
    let person = desk.cast(number);
    let (what, list) = match kind {
        SceneName::Opportunity => (Pool::OpportunityNature, Pool::OnOffer),
        SceneName::Discovery => (Pool::DiscoveryFound, Pool::Found),
        SceneName::Encounter | SceneName::Open => (Pool::EncounterSource, Pool::InTheWay),
    };
    let bare = |text: String| text.trim_end_matches('.').to_owned();
    let what = bare(desk.at(what, number, LINE_CHARS_MAX, &slots));
    let catch = catch(desk, kind, number, &slots);
    let catch = if kind == SceneName::Opportunity { catch.map(bare) } else { catch };
    let mut values = vec![("what", what.as_str())];
    values.extend(catch.as_deref().map(|catch| ("catch", catch)));
    values.extend(person.map(|person| ("person", person.name.as_str())));
    let told = desk.glue(list, number, &values).unwrap_or_else(|| sentence(&what));
    let named = person.filter(|person| kind == SceneName::Opportunity && told.contains(&person.name));
    let person = named.map(|person| person.name.clone());
    let narration = format!("{} {told}", whereabouts(desk, place, number));
    NewScene { catch: catch.clone(), person, narration, ..made(desk, number, kind, Some(what.clone())) }
}

/// What the card says, told as what one sees.
fn from_card(desk: &Desk<'_>, place: &str, number: usize) -> Option<NewScene> {
    let card = setting().card(desk.view.notes.as_ref()?.card.as_ref()?)?;
    let kind = kind(desk, number);
    let catch = catch(desk, kind, number, &slots(desk, place, number));
    let narration = format!("{} {}", whereabouts(desk, place, number), card.scene);
    let what = Some(card.scene.trim_end_matches('.').to_owned());
    let scene = NewScene { catch, narration, ..made(desk, number, kind, what) };
    fits(desk, &scene).then_some(scene)
}

/// A scene that the setting keeps for the moment when nothing was prepared.
fn from_complication(desk: &Desk<'_>, place: &str, number: usize) -> Option<NewScene> {
    let seed = desk.dealt("complication", number, &setting().complications.scenes)?;
    let person = desk.cast(number).map_or("somebody", |person| &person.name).to_owned();
    let faction = desk.faction().map_or_else(|| "somebody".to_owned(), inside);
    let here = inside(place);
    let values = [("person", person.as_str()), ("faction", &faction), ("place", &here)];
    let fill = |text: &str| capital(&filled(text, &values));
    let mut scene = with_kind(&seed.scene, &fill);
    let sky = desk.weather(number).map_or_else(String::new, |weather| format!("{weather} "));
    scene.narration = format!("{sky}{}", fill(&seed.opening));
    scene.suggested = seed.actions.iter().map(|action| fill(action)).collect();
    fits(desk, &scene).then_some(scene)
}

/// Every kind has its turn.
fn kind(desk: &Desk<'_>, number: usize) -> SceneName {
    const KINDS: [SceneName; 6] = [
        SceneName::Encounter,
        SceneName::Opportunity,
        SceneName::Discovery,
        SceneName::Open,
        SceneName::Encounter,
        SceneName::Discovery,
    ];
    KINDS[desk.nth("kind", number, KINDS.len())]
}

/// How pressing it is, and whether one can walk away: the closer the walls, the more so.
fn pressing(desk: &Desk<'_>, number: usize) -> (Urgency, bool) {
    let points = desk.acting().map_or(0, |character| character.precarity() as usize);
    let hunted = desk.acting().is_some_and(|character| character.hunted);
    let urgency = match points + usize::from(hunted) + desk.roll("urgency", 4) {
        0 | 1 => Urgency::Low,
        2 | 3 => Urgency::Medium,
        _ => Urgency::High,
    };
    (urgency, urgency != Urgency::High || !(number + points).is_multiple_of(3))
}

/// Somebody who is here, as one sees them.
pub(super) fn seen(desk: &Desk<'_>, person: &Person, nth: usize) -> Option<String> {
    seen_in(desk, person, Pool::Seen, nth)
}

fn seen_in(desk: &Desk<'_>, person: &Person, list: Pool, nth: usize) -> Option<String> {
    let known = setting().person(&person.name)?;
    let look = known.look.trim_end_matches('.');
    let values = [("person", person.name.as_str()), ("role", person.role.as_str()), ("look", &small(look))];
    desk.glue(list, nth, &values)
}

/// Somebody who was named already, as one sees them.
fn portrait(desk: &Desk<'_>, person: &Person) -> Option<String> {
    let look = small(setting().person(&person.name)?.look.trim_end_matches('.'));
    let values = [("person", person.name.as_str()), ("role", &person.role), ("look", &look)];
    desk.glue(Pool::Portrait, 0, &values)
}

/// Something from before, by its name.
pub(super) fn callback(desk: &Desk<'_>, nth: usize) -> Option<String> {
    let notes = desk.view.notes.as_ref()?;
    match desk.roll("callback", 8) {
        0 => desk.glue(Pool::Paid, nth, &[("cost", notes.costs.last()?)]),
        1 => {
            let threat = notes.threats.first()?;
            desk.glue(Pool::Hangs, nth, &[("threat", threat)])
        }
        2 => {
            let seed = notes.seeds.get(desk.roll("seed", notes.seeds.len()))?;
            desk.glue(Pool::Grown, nth, &[("seed", &sentence(seed))])
        }
        3 => {
            let past = desk.view.past.iter().rev().find(|past| past.scene != desk.view.scene.number + 1)?;
            desk.glue(Pool::Since, nth, &[("title", &past.title)])
        }
        4 => clock(desk, ClockKind::Threat, Pool::Nearer, nth),
        5 | 6 => clock(desk, ClockKind::Goal, Pool::Goal, nth),
        _ => None,
    }
}

/// A clock by its name and how it stands.
pub(super) fn clock(desk: &Desk<'_>, kind: ClockKind, list: Pool, nth: usize) -> Option<String> {
    stands(desk, desk.nearest(kind)?, list, nth)
}

/// How a clock stands, in a sentence.
pub(super) fn stands(desk: &Desk<'_>, clock: &ProgressClock, list: Pool, nth: usize) -> Option<String> {
    let left = clock.segments - clock.filled.min(clock.segments);
    let (filled, segments, left) = (clock.filled.to_string(), clock.segments.to_string(), left.to_string());
    let values =
        [("clock", clock.name.as_str()), ("filled", &filled), ("segments", &segments), ("left", &left)];
    desk.glue(list, nth, &values)
}

/// The beginning of a text.
pub(super) fn cut(text: &str, chars: usize) -> String {
    match text.char_indices().nth(chars) {
        Some((end, _)) => {
            let end = text[..end].rfind(' ').unwrap_or(end);
            format!("{}…", text[..end].trim_end_matches([',', ';', ':', ' ']))
        }
        None => text.to_owned(),
    }
}
