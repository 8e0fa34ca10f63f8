//! A story of the house: one of the city's jobs, with the people and places that belong to it.

use crate::view::{Attitude, Disposition, Place, View};
use engine::Dice;
use kit::deck::lot;

use super::desk::Desk;
use crate::command::{ConsequenceKind, NewFaction, NewPerson, NewStory, StoryClock};
use crate::setting::{Citizen, ClockEnd, ClockSeed, Job, Power, Site, setting};
use kit::kept_out::crossed;

/// A job of the city, told as a story: another one for another session, and none that crosses the table's lines if
/// there is one.
pub(crate) fn story(view: &View, dice: &mut Dice) -> NewStory {
    let desk = Desk::with(view, &[], dice);
    let jobs = &setting().jobs;
    let tried = (0..jobs.len()).map(|step| desk.nth("job", step + desk.roll("job", 3), jobs.len()));
    let mut stories = tried.filter_map(|at| jobs.get(at)).map(told);
    let first = stories.next().unwrap_or_default();
    let fits = |story: &NewStory| texts(story).iter().all(|text| desk.allowed(text));
    if fits(&first) {
        return first;
    }
    stories.find(fits).unwrap_or_else(|| mended(&desk, first))
}

/// The job that a story was told from.
pub(super) fn job(view: &View) -> Option<&'static Job> {
    let title = &view.story.as_ref()?.title;
    setting().jobs.iter().find(|job| &job.title == title)
}

fn told(job: &Job) -> NewStory {
    let setting = setting();
    let places = job.places.iter().filter_map(|name| setting.place(name));
    let factions = job.factions.iter().filter_map(|name| setting.faction(name));
    let people = job.people.iter().filter_map(|name| setting.person(name));
    let clock = |seed: &ClockSeed| clock(seed, &job.people, &job.factions);
    NewStory {
        title: job.title.clone(),
        stakes: job.stakes.clone(),
        threats: job.threats.iter().map(clock).collect(),
        goal: vec![clock(&job.goal)],
        hidden: job.hidden.iter().map(clock).collect(),
        places: places.map(place).collect(),
        factions: factions.map(faction).collect(),
        people: people.map(|known| person(known, &job.factions)).collect(),
        first_scene: job.title.clone(),
    }
}

fn place(place: &Site) -> Place {
    Place { name: place.name.clone(), about: place.about.clone() }
}

fn faction(faction: &Power) -> NewFaction {
    NewFaction {
        name: faction.name.clone(),
        about: faction.about.clone(),
        goal: faction.goal.clone(),
        attitude: faction.attitude,
    }
}

/// Somebody of the city, as a story has them. They may belong to a faction that this story knows nothing of.
pub(super) fn person(person: &Citizen, factions: &[String]) -> NewPerson {
    NewPerson {
        name: person.name.clone(),
        role: person.role.clone(),
        faction: person.faction.clone().filter(|faction| factions.contains(faction)),
        voice: person.voice.clone(),
        secret: person.secrets.first().cloned().unwrap_or_default(),
        want: person.wants.first().cloned().unwrap_or_default(),
        disposition: person.disposition,
    }
}

/// A clock of the setting as a story has it. One that is aimed at somebody whom the story does not know is aimed at
/// nobody.
pub(super) fn clock(seed: &ClockSeed, people: &[String], factions: &[String]) -> StoryClock {
    let ClockEnd { kind, target, what, amount } = seed.consequence.clone();
    let aims_at = |names: &[String]| target.as_ref().is_some_and(|name| names.contains(name));
    let consequence = match kind {
        ConsequenceKind::FactionMoves if !aims_at(factions) => ConsequenceKind::Escalate,
        ConsequenceKind::RevealSecret if !aims_at(people) => ConsequenceKind::SpawnThread,
        ConsequenceKind::Reputation if !aims_at(factions) => ConsequenceKind::None,
        kind => kind,
    };
    let (target, amount) = match consequence {
        ConsequenceKind::Reputation => (target, amount),
        ConsequenceKind::GainCoin => (None, amount),
        ConsequenceKind::FactionMoves | ConsequenceKind::RevealSecret | ConsequenceKind::RemoveThreat => {
            (target, None)
        }
        // What a thread is about needs no name of its own.
        _ => (None, None),
    };
    let (name, segments) = (seed.name.clone(), seed.segments);
    StoryClock { name, segments, consequence, target, what: Some(what), amount }
}

/// All that players may come to hear of a story.
fn texts(story: &NewStory) -> Vec<&str> {
    let mut texts = vec![story.title.as_str(), &story.stakes, &story.first_scene];
    for clock in story.threats.iter().chain(&story.goal).chain(&story.hidden) {
        texts.push(&clock.name);
        texts.extend(clock.what.as_deref());
    }
    texts.extend(story.places.iter().flat_map(|place| [place.name.as_str(), &place.about]));
    texts.extend(story.factions.iter().flat_map(|faction| [faction.name.as_str(), &faction.about]));
    texts.extend(story.people.iter().flat_map(told_of));
    texts
}

fn told_of(person: &NewPerson) -> [&str; 3] {
    [&person.name, &person.role, &person.secret]
}

/// The least that a story needs, in the fewest words, for a table that allows hardly any.
fn fill_up(desk: &Desk<'_>, story: &mut NewStory) {
    let allowed = |names: &[&str]| -> Vec<String> {
        let fits = names.iter().filter(|name| desk.allowed(name));
        fits.map(|name| (*name).to_owned()).collect()
    };
    let mut names = allowed(&["Over There", "Right Here", "Hm", "Mm", "Ah"]).into_iter();
    while story.places.len() < 2 {
        let name = names.next().unwrap_or_else(|| format!("{}", story.places.len() + 1));
        story.places.push(Place { name, about: desk.plain() });
    }
    let mut names = allowed(&["Some People", "Certain Friends", "Hm", "Mm"]).into_iter();
    while story.factions.is_empty() {
        let name = names.next().unwrap_or_else(|| "1".to_owned());
        let goal = "To have more of everything.".to_owned();
        story.factions.push(NewFaction { name, about: desk.plain(), goal, attitude: Attitude::Neutral });
    }
    let mut names = allowed(&["A Stranger", "Another", "Nobody Much", "Hm", "Mm"]).into_iter();
    while story.people.len() < 2 {
        let name = names.next().unwrap_or_else(|| format!("{}", story.people.len() + 1));
        story.people.push(NewPerson {
            name,
            role: desk.plain(),
            faction: None,
            voice: "quiet".to_owned(),
            secret: desk.plain(),
            want: "To be left alone.".to_owned(),
            disposition: Disposition::Neutral,
        });
    }
}

/// A story with everything taken out that crosses the table's lines, and something else put in its place.
fn mended(desk: &Desk<'_>, mut story: NewStory) -> NewStory {
    let setting = setting();
    let fits = |texts: &[&str]| texts.iter().all(|text| desk.allowed(text));
    let mend = |text: &mut String, others: &[&str]| {
        if !desk.allowed(text) {
            let other = others.iter().find(|other| desk.allowed(other));
            *text = other.map_or_else(|| desk.plain(), |other| (*other).to_owned());
        }
    };
    mend(&mut story.title, &["A Night's Work", "One Evening", "So It Goes"]);
    mend(&mut story.first_scene, &["A Night's Work", "One Evening", "So It Goes"]);
    mend(&mut story.stakes, &["There is something to be had here, and something to be lost."]);
    let names = ["What Comes Nearer", "The Other Trouble", "What It Is All For", "Somebody Else's Plan"];
    let clocks = story.threats.iter_mut().chain(&mut story.goal).chain(&mut story.hidden);
    for (clock, name) in clocks.zip(names) {
        mend(&mut clock.name, &[name]);
        clock.what = clock.what.take().filter(|what| desk.allowed(what));
        if clock.what.is_none() || clock.target.is_some() {
            (clock.consequence, clock.target, clock.what) = (ConsequenceKind::None, None, None);
        }
    }
    let key = |name: &str| lot(desk.salt, name, 0);
    let (places, people, factions) = (story.places.len(), story.people.len(), story.factions.len());
    story.places.retain(|place| fits(&[&place.name, &place.about]));
    let mut others: Vec<&Site> = setting.places.iter().collect();
    others.sort_by_key(|place| key(&place.name));
    for other in others.into_iter().map(place).filter(|place| fits(&[&place.name, &place.about])) {
        if story.places.len() < places && !story.places.contains(&other) {
            story.places.push(other);
        }
    }
    story.factions.retain(|faction| fits(&[&faction.name, &faction.about]));
    let mut others: Vec<&Power> = setting.factions.iter().collect();
    others.sort_by_key(|faction| key(&faction.name));
    for other in others.into_iter().map(faction).filter(|it| fits(&[&it.name, &it.about])) {
        if story.factions.len() < factions && !story.factions.contains(&other) {
            story.factions.push(other);
        }
    }
    let known: Vec<String> = story.factions.iter().map(|faction| faction.name.clone()).collect();
    for person in &mut story.people {
        person.faction = person.faction.take().filter(|faction| known.contains(faction));
    }
    story.people.retain(|person| fits(&told_of(person)));
    let mut others: Vec<&Citizen> = setting.people.iter().collect();
    others.sort_by_key(|person| key(&person.name));
    for other in others.into_iter().map(|it| person(it, &known)).filter(|it| fits(&told_of(it))) {
        if story.people.len() < people && !story.people.iter().any(|known| known.name == other.name) {
            story.people.push(other);
        }
    }
    fill_up(desk, &mut story);
    debug_assert!(texts(&story).iter().all(|text| crossed(&desk.view.lines, text).is_none()));
    story
}
