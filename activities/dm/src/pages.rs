//! What stands before and after a story that is written down: who plays in it and what was agreed; and how it stands in the end.

use engine::Pages;
use engine::board::{Body, Entry, Fact, Panel};

use super::board::dial;
use super::limits::{HEAT_MAX, STRESS_MAX, WANTED_MAX};
use super::telling::face;
use super::view::{Character, View};
use kit::words::counted;

/// The first and the last pages.
pub(super) fn pages(view: &View) -> Pages {
    let head = if view.outcome.is_some() { "How it ended" } else { "How it stands" };
    let leads = view.seats.get(view.gm.index());
    let leads = leads.map(|gm| Entry::new(format!("{} ({}), the game master", gm.name, gm.holder)));
    let party = view.party.iter().flatten().map(|it| Fact::new(&it.name, figures(it)));
    let first = [("The cast", Body::Facts(cast(view))), ("", Body::List(leads.into_iter().collect()))];
    let clocks = view.clocks.iter().map(|clock| dial(clock, String::new()));
    let open = view.threads.iter().map(|thread| Entry::new(&thread.hook));
    let last = [
        (head, Body::Facts(party.collect())),
        ("", Body::Dials(clocks.collect())),
        ("What stays open", Body::List(open.collect())),
    ];
    let sum = counted(view.scene.number as usize, "scene");
    let agreed = view.agreed().map(|(what, words)| format!("{what}: {}.", words.join(", ")));
    let first = panels(first).chain(agreed.map(|words| Panel::new("agreed", "", Body::Text(words))));
    Pages { title: None, first: first.collect(), sum, last: panels(last).collect() }
}

/// Those with something in them.
fn panels<const COUNT: usize>(bodies: [(&str, Body); COUNT]) -> impl Iterator<Item = Panel> {
    let some = bodies.into_iter().filter(|(_, body)| !body.is_empty());
    some.map(|(title, body)| Panel::new("page", title, body))
}

/// Who plays whom, and where they come from.
fn cast(view: &View) -> Vec<Fact> {
    let who = |(it, player): (&Character, &str)| {
        let [past, present, future] = &it.cards;
        let words = format!(
            "{}. Played by {player}. The cards: {past} behind, {present} here, {future} ahead.",
            it.background.trim_end_matches('.'),
        );
        Fact::new(format!("{} ({}), {}", it.name, it.pronouns, it.archetype), words)
    };
    let made = view.party.iter().zip(view.seats.iter());
    made.filter_map(|(it, seat)| Some((it.as_ref()?, seat.name.as_str()))).map(who).collect()
}

/// How somebody stands in the end.
fn figures(it: &Character) -> String {
    let mut parts =
        vec![format!("stress {}/{STRESS_MAX}", it.stress), format!("heat {}/{HEAT_MAX}", it.heat)];
    if it.wanted > 0 {
        parts.push(format!("wanted {}/{WANTED_MAX}", it.wanted));
    }
    parts.push(format!("coin {}", it.coin));
    let faces: String = it.dice.iter().map(|die| face(*die)).collect();
    parts.push(if faces.is_empty() { "no dice".to_owned() } else { format!("dice {faces}") });
    parts.extend(it.trauma.iter().cloned());
    parts.extend(it.marks().map(str::to_owned));
    if !it.assets.is_empty() {
        parts.push(format!("has {}", it.assets.join(", ")));
    }
    parts.join(" · ")
}
