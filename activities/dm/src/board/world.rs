//! The world as far as it is known, and what has happened: folded away until somebody wants it.

use crate::setting::setting;
use crate::telling::figures;
use crate::view::View;
use engine::board::{Body, Entry, Fact, Panel};
use kit::kept_out::crossed;

/// What there is to look up. What is empty has no panel.
pub(super) fn panels(view: &View) -> Vec<Panel> {
    let lists = [
        ("people", "People", people(view)),
        ("places", "Places", places(view)),
        ("factions", "Factions", factions(view)),
        ("threads", "Threads", threads(view)),
        ("rumours", "Rumours", rumours(view)),
        ("known", "Known", view.known.iter().map(Entry::new).collect()),
        ("facts", "Not to be forgotten", facts(view)),
        ("assets", "What they have", assets(view)),
        ("past", "What has happened", past(view)),
    ];
    let listed = lists.into_iter().filter(|(_, _, entries)| !entries.is_empty());
    let listed = listed.map(|(id, title, entries)| Panel::new(id, title, Body::List(entries)).folded());
    listed.chain(agreed(view)).collect()
}

fn people(view: &View) -> Vec<Entry> {
    let mut people: Vec<_> = view.people.iter().collect();
    people.sort_by_key(|person| !person.present);
    let entry = |person: &crate::view::Person| {
        let faction = person.faction.as_ref().map_or(String::new(), |faction| format!(", {faction}"));
        let here = if person.present { ", here" } else { "" };
        Entry::new(&person.name).note(format!("{}{faction}; {}{here}", person.role, person.disposition))
    };
    people.into_iter().map(entry).collect()
}

fn places(view: &View) -> Vec<Entry> {
    let entry = |place: &crate::view::Place| {
        let here = if place.name == view.scene.place { " (here)" } else { "" };
        Entry::new(&place.name).note(format!("{}{here}", place.about))
    };
    view.places.iter().map(entry).collect()
}

fn factions(view: &View) -> Vec<Entry> {
    let told = |name: &&String| crossed(&view.lines, name).is_none();
    let listed = |what: &str, names: &[String]| {
        let names: Vec<&str> = names.iter().filter(told).map(String::as_str).collect();
        if names.is_empty() { String::new() } else { format!(" {what}: {}.", names.join(", ")) }
    };
    let entry = |it: &crate::view::Faction| {
        // What the city knows of it, and what it has is for the game master to bring out; a faction that the story made up has no more than its own words.
        let known = setting().faction(&it.name).map_or(String::new(), |known| {
            [listed("With it", &known.allies), listed("Against it", &known.enemies)].concat()
        });
        Entry::new(&it.name).note(format!("{} ({}){known}", it.about, it.attitude))
    };
    view.factions.iter().map(entry).collect()
}

/// The newest first.
fn threads(view: &View) -> Vec<Entry> {
    let entry = |it: &crate::view::Thread| {
        let deadline = it.deadline.as_ref().map_or(String::new(), |clock| format!("; clock: {clock}"));
        Entry::new(&it.hook).note(format!("{}{deadline}", it.tension))
    };
    view.threads.iter().rev().map(entry).collect()
}

/// The newest first.
fn rumours(view: &View) -> Vec<Entry> {
    let entry = |it: &crate::view::Rumor| {
        let source = it.source.as_ref().map_or(String::new(), |source| format!("; from {source}"));
        Entry::new(&it.text).note(format!("{}{source}", it.spread.word().replace('_', " ")))
    };
    view.rumors.iter().rev().map(entry).collect()
}

/// The newest first.
fn facts(view: &View) -> Vec<Entry> {
    let entry = |it: &crate::view::Fact| Entry::new(&it.text).note(it.kind.word());
    view.facts.iter().rev().map(entry).collect()
}

fn assets(view: &View) -> Vec<Entry> {
    let characters = view.party.iter().flatten();
    characters.flat_map(|it| it.assets.iter().map(|what| Entry::new(what).note(&it.name))).collect()
}

/// The scenes before in a few words, and what has happened in this one.
fn past(view: &View) -> Vec<Entry> {
    let mut entries = Vec::new();
    for evening in view.campaign.iter().flat_map(|campaign| &campaign.evenings) {
        entries.push(Entry::new(format!("Evening {}: {}", evening.number, evening.words)).done());
    }
    for past in &view.past {
        let words = format!("Scene {}: {}. {}", past.scene, past.title, past.summary);
        let cost = figures([("stress", past.net_stress), ("coin", past.net_coin)]);
        entries.push(Entry::new(words).note(cost).done());
        entries.extend(past.key_moments.iter().map(|moment| Entry::new(moment).done()));
    }
    let beats = view.scene.beats.iter().map(|beat| {
        let who = view.character(beat.by).map_or(String::new(), |it| format!("{}: ", it.name));
        Entry::new(format!("{who}{}", beat.text)).note("this scene")
    });
    entries.extend(beats);
    entries
}

/// What this table keeps out of the story.
fn agreed(view: &View) -> Option<Panel> {
    let facts: Vec<Fact> =
        view.agreed().map(|(name, subjects)| Fact::new(name, subjects.join(", "))).collect();
    (!facts.is_empty()).then(|| Panel::new("agreed", "Lines and veils", Body::Facts(facts)).folded())
}
