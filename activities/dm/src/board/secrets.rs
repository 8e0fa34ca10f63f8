//! What only the game master knows: always the same two panels, under their covers.

use crate::view::{Notes, Portrait, SceneKind, View};
use engine::board::{Body, Entry, Panel};

use super::dial;
use crate::telling::consequence_words;
use kit::words::capital;

/// The clocks that nobody else sees, and everything else that nobody else knows.
pub(super) fn panels(view: &View, notes: &Notes) -> Vec<Panel> {
    let leads = |name: &str| {
        let known = notes.consequences.iter().find(|(clock, _)| clock == name);
        known.map_or(String::new(), |(_, to)| format!("leads to: {}", consequence_words(to)))
    };
    let hidden = notes.hidden.iter().map(|clock| dial(clock, leads(&clock.name))).collect();
    vec![
        Panel::new("hidden-clocks", "Hidden clocks", Body::Dials(hidden)).covered(),
        Panel::new("secrets", "For the game master alone", Body::List(secrets(view, notes))).covered(),
    ]
}

fn secrets(view: &View, notes: &Notes) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut add = |what: &str, words: String| entries.push(Entry::new(words).note(what));
    if let Some(why) = &notes.turned_back {
        add("turned back", capital(why));
    }
    if let Some(clock) = &notes.interrupt {
        add("breaks in", clock.clone());
    }
    if let Some(card) = &notes.card {
        add("card drawn", card.clone());
    }
    for (number, ending) in (1..).zip(&notes.sealed) {
        add(&format!("sealed, die {number}"), ending.clone());
    }
    notes.fired.iter().for_each(|what| add("a clock did", what.clone()));
    behind(&view.scene.kind).into_iter().for_each(|(what, words)| add(what, words));
    let seen = |name: &str| view.clocks.iter().any(|clock| clock.name == name);
    for (clock, to) in notes.consequences.iter().filter(|(clock, _)| seen(clock)) {
        add("leads to", format!("“{clock}”: {}", consequence_words(to)));
    }
    notes.people.iter().for_each(|it| add("how to play", portrait(it)));
    notes.goals.iter().for_each(|(who, what)| add("wants", format!("{who}: {what}")));
    notes.truths.iter().for_each(|(what, truth)| add(truth.word(), what.clone()));
    notes.threats.iter().for_each(|what| add("unanswered", what.clone()));
    notes.costs.iter().for_each(|what| add("what it has cost", what.clone()));
    notes.seeds.iter().for_each(|what| add("may lead to something", what.clone()));
    entries
}

/// What is wrong with an offer, and what a find may mean.
fn behind(kind: &SceneKind) -> Vec<(&'static str, String)> {
    match kind {
        SceneKind::Opportunity { catch, .. } if !catch.is_empty() => vec![("the catch", catch.clone())],
        SceneKind::Discovery { implications, .. } => {
            implications.iter().map(|what| ("it may mean", what.clone())).collect()
        }
        SceneKind::Opportunity { .. } | SceneKind::Encounter { .. } | SceneKind::Open => Vec::new(),
    }
}

fn portrait(it: &Portrait) -> String {
    let part = |what: &str, words: &[String]| {
        if words.is_empty() { String::new() } else { format!(" {what}: {}.", words.join("; ")) }
    };
    let (name, voice) = (&it.name, it.voice.trim_end_matches('.'));
    format!("{name} speaks: {voice}.{}{}", part("Hides", &it.secrets), part("Wants", &it.wants))
}
