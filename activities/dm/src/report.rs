//! What a viewer can ask for at any time: the sheet, the clocks, what has happened so far. Each is made from that
//! viewer's own view, so a player's recap holds what players were told and the game master's holds the rest.

use std::fmt::Write;

use crate::view::{Character, ProgressClock, View};
use engine::Report;

use super::limits::{HEAT_MAX, STRESS_MAX, WANTED_MAX};
use super::telling::{consequence_words, pool};

/// The reports there are.
pub(super) const REPORTS: &[Report] = &[
    Report { name: "recap", about: "what has happened so far" },
    Report { name: "sheet", about: "the characters: stress, heat, coin, dice, scars" },
    Report { name: "clocks", about: "the clocks, and how full they are" },
    Report { name: "lines", about: "what this story keeps out, and out of sight" },
    Report { name: "world", about: "people, places, factions, threads and rumours" },
];

/// A report by its name.
pub(super) fn report(view: &View, name: &str) -> Option<String> {
    match name {
        "recap" => Some(recap(view)),
        "sheet" => Some(sheets(view)),
        "clocks" => Some(clocks(view)),
        "world" => Some(world(view)),
        "lines" => lines(view),
        _ => None,
    }
}

fn recap(view: &View) -> String {
    let mut text = String::new();
    match &view.story {
        Some(story) => _ = writeln!(text, "{}\n{}\n", story.title, story.stakes),
        None => _ = writeln!(text, "Nothing has happened yet."),
    }
    if let Some(campaign) = &view.campaign {
        let _ = writeln!(text, "“{}”, evening {}.", campaign.name, campaign.evening);
        for evening in &campaign.evenings {
            let _ = writeln!(text, "Evening {}: {}", evening.number, evening.words);
        }
    }
    for past in &view.past {
        let _ = writeln!(text, "Scene {}, {}: {}", past.scene, past.title, past.summary);
        for moment in &past.key_moments {
            let _ = writeln!(text, "  · {moment}");
        }
    }
    let scene = &view.scene;
    if !scene.beats.is_empty() {
        let _ = writeln!(text, "Scene {}, {} (now), at {}:", scene.number, scene.title, scene.place);
        for beat in &scene.beats {
            let who = view.character(beat.by).map_or(String::new(), |it| format!("{}: ", it.name));
            let _ = writeln!(text, "  · {who}{}", beat.text);
        }
    }
    for known in &view.known {
        let _ = writeln!(text, "Known: {known}");
    }
    for fact in &view.facts {
        let _ = writeln!(text, "To be remembered ({}): {}", fact.kind, fact.text);
    }
    for (_, words) in &view.epilogue {
        let _ = writeln!(text, "In the end: {words}");
    }
    if let Some(notes) = &view.notes {
        let _ = writeln!(text, "\nFor the game master alone:");
        for (clock, consequence) in &notes.consequences {
            let _ = writeln!(text, "  · “{clock}” leads to {}", consequence_words(consequence));
        }
        for person in &notes.people {
            for secret in &person.secrets {
                let _ = writeln!(text, "  · {} hides: {secret}", person.name);
            }
        }
        let lists = [
            ("unanswered", &notes.threats),
            ("what it has cost", &notes.costs),
            ("may lead to something", &notes.seeds),
        ];
        for (what, list) in lists {
            for item in list {
                let _ = writeln!(text, "  · {what}: {item}");
            }
        }
    }
    text.trim_end().to_owned()
}

/// What was agreed on before the story began. What is kept out at the table since then, the table tells.
fn lines(view: &View) -> Option<String> {
    let both = [("This story keeps out", &view.lines), ("This story keeps out of sight", &view.veils)];
    let agreed: Vec<String> = both
        .into_iter()
        .filter(|(_, subjects)| !subjects.is_empty())
        .map(|(what, subjects)| format!("{what}: “{}”.", subjects.join("”, “")))
        .collect();
    (!agreed.is_empty()).then(|| agreed.join("\n"))
}

/// A text, or what is said where there is none.
fn or(text: &str, nothing: &str) -> String {
    if text.is_empty() { nothing } else { text.trim_end() }.to_owned()
}

/// A bar of so many full boxes.
fn bar(filled: u8, of: u8) -> String {
    (0..of).map(|at| if at < filled { '▣' } else { '▢' }).collect()
}

fn sheets(view: &View) -> String {
    let mut text = String::new();
    for character in view.party.iter().flatten() {
        if !text.is_empty() {
            text.push('\n');
        }
        sheet(&mut text, character);
    }
    or(&text, "Nobody has a character yet.")
}

fn sheet(text: &mut String, it: &Character) {
    let _ = writeln!(text, "{} ({}), {}: {}", it.name, it.pronouns, it.archetype, it.background);
    let _ = writeln!(
        text,
        "  stress {} {}/{STRESS_MAX}   heat {} {}/{HEAT_MAX}",
        bar(it.stress, STRESS_MAX),
        it.stress,
        bar(it.heat, HEAT_MAX),
        it.heat
    );
    let dice = if it.dice.is_empty() { "none".to_owned() } else { pool(&it.dice) };
    let _ = writeln!(text, "  wanted {}/{WANTED_MAX}   coin {}   dice {dice}", it.wanted, it.coin);
    let marks: Vec<&str> = it.trauma.iter().map(String::as_str).chain(it.marks()).collect();
    if !marks.is_empty() {
        let _ = writeln!(text, "  {}", marks.join(", "));
    }
    let _ = writeln!(text, "  {} ({})", it.precarity(), it.points());
    let _ = writeln!(text, "  cards: {}", it.cards.join(", "));
    if !it.assets.is_empty() {
        let _ = writeln!(text, "  has: {}", it.assets.join(", "));
    }
}

fn clocks(view: &View) -> String {
    let mut text = String::new();
    let mut line = |clock: &ProgressClock, mark: &str| {
        let bar = bar(clock.filled, clock.segments);
        let _ = writeln!(
            text,
            "{bar:8}  {} ({}{mark}) {}/{}",
            clock.name, clock.kind, clock.filled, clock.segments
        );
    };
    view.clocks.iter().for_each(|clock| line(clock, ""));
    if let Some(notes) = &view.notes {
        notes.hidden.iter().for_each(|clock| line(clock, ", hidden"));
    }
    or(&text, "No clock runs.")
}

fn world(view: &View) -> String {
    let mut text = String::new();
    for person in &view.people {
        let faction = person.faction.as_ref().map_or(String::new(), |faction| format!(", {faction}"));
        let here = if person.present { ", here" } else { "" };
        let _ = writeln!(text, "{}: {}{faction}; {}{here}", person.name, person.role, person.disposition);
    }
    for faction in &view.factions {
        let _ = writeln!(text, "{}: {} ({})", faction.name, faction.about, faction.attitude);
    }
    for place in &view.places {
        let here = if place.name == view.scene.place { " (you are here)" } else { "" };
        let _ = writeln!(text, "{}: {}{here}", place.name, place.about);
    }
    for thread in &view.threads {
        let _ = writeln!(text, "thread ({}): {}", thread.tension, thread.hook);
    }
    for rumor in &view.rumors {
        let _ = writeln!(text, "rumour ({}): {}", rumor.spread.word().replace('_', " "), rumor.text);
    }
    or(&text, "Nobody has told you of the world yet.")
}
