//! The scene, the world around it and what has happened so far; and the notes of whoever tells the story.

use protocol::dm::{Consequence, Floor, Mood, Notes, Pause, Roll, SceneKind, View};
use protocol::table::TableState;

use super::draw;
use super::sheet::{agreed, capital, sentence};
use crate::page::face::Seen;
use crate::page::form::Answers;
use crate::page::html::{El, el};

/// The heading: what the story is, where it is, who tells, and what stands in the way.
pub(super) fn scene(seen: Seen<'_>, view: &View) -> El {
    let story = view.story.as_ref().map(|story| {
        el("p").class("story-title").add(el("b").text(&story.title)).text(format!(" · {}", story.stakes))
    });
    let title = if view.scene.number > 0 {
        format!("Scene {}: {}", view.scene.number, view.scene.title)
    } else {
        "Session zero".to_owned()
    };
    let place = (view.scene.number > 0).then(|| {
        let air =
            format!("{} · {} · pressure {}", view.scene.place, view.style.atmosphere, view.style.pressure);
        el("p").class("where").text(air)
    });
    let persona = seen.card.map(|card| {
        el("p")
            .class("persona now")
            .attr("data-colour", format!("{:?}", card.colour).to_lowercase())
            .add(el("span").attr("aria-hidden", "true").text(card.sign.0))
            .text(format!(" {} ", card.title))
            .add(el("span").class("voice").text(card.persona))
    });
    el("section")
        .class("scene-head")
        .attr("aria-label", "The scene")
        .add(story)
        .add(el("h2").text(title))
        .add(place)
        .add(meant(&view.scene.kind))
        .add(persona)
        .add(waiting(seen, view))
        .add(ended(view))
}

fn meant(kind: &SceneKind) -> Option<El> {
    let words = match kind {
        SceneKind::Encounter { source, urgency, escapable } => {
            let escape = if *escapable { "one can walk away" } else { "there is no way round it" };
            format!("In the way: {} Urgency {urgency}; {escape}.", sentence(source))
        }
        SceneKind::Opportunity { offered_by, nature, catch } => {
            let by = offered_by.as_ref().map_or(String::new(), |by| format!(" by {by}"));
            let catch =
                if catch.is_empty() { String::new() } else { format!(" The catch: {}", sentence(catch)) };
            format!("On offer{by}: {}{catch}", sentence(nature))
        }
        SceneKind::Discovery { what, implications } if !what.is_empty() => {
            let means = if implications.is_empty() {
                String::new()
            } else {
                format!(" It may mean: {}.", implications.join("; "))
            };
            format!("Found: {}{means}", sentence(what))
        }
        SceneKind::Discovery { .. } | SceneKind::Open => return None,
    };
    Some(el("p").class("kind").text(words))
}

/// For whom the table waits, where it is not the viewer.
fn waiting(seen: Seen<'_>, view: &View) -> Option<El> {
    if view.outcome.is_some() || !seen.scene.asks.is_empty() || !seen.scene.table.state.is_narrative_active()
    {
        return None;
    }
    let name = |seat: engine::SeatId| match view.party.get(seat.index()) {
        Some(Some(character)) => character.name.clone(),
        _ => seen.name(seat).to_owned(),
    };
    let player = match &view.mood {
        Some(
            Mood::Scene { floor: Floor::Player(_), .. } | Mood::Aftermath { floor: Floor::Player(_), .. },
        ) => Some(view.spotlight),
        Some(Mood::Action { roll: Roll::Offered { .. }, .. }) => Some(view.spotlight),
        Some(Mood::Bargain { deals, .. }) if !deals.is_empty() => Some(view.spotlight),
        Some(Mood::Downtime { left, .. }) => left.iter().position(|days| *days > 0).map(engine::SeatId::at),
        Some(Mood::BetweenScenes { pause: Pause::Entangled(law) }) => Some(law.player_id),
        Some(Mood::BetweenScenes { pause: Pause::Choosing }) => Some(view.spotlight),
        Some(_) => None,
        None => view.party.iter().position(Option::is_none).map(engine::SeatId::at),
    };
    let words = match player {
        Some(seat) if view.mood.is_none() => format!("{} makes a character…", name(seat)),
        Some(seat) => format!("{} is up…", name(seat)),
        None => format!("{} thinks…", seen.name(view.gm)),
    };
    Some(el("p").class("who-is-up").text(words))
}

fn ended(view: &View) -> Option<El> {
    let outcome = view.outcome.as_ref()?;
    let scenes =
        if outcome.scenes == 1 { "1 scene".to_owned() } else { format!("{} scenes", outcome.scenes) };
    Some(el("p").class("ended").text(format!(
        "The evening is over: {scenes}, {}. Seed {}.",
        outcome.reason,
        outcome.chance()
    )))
}

/// What a player can do beside the story at any time: take back, have it told anew, hear what has happened. The stop is in
/// the head of the table.
pub(super) fn tools(seen: Seen<'_>, view: &View) -> El {
    let bar = el("div").class("story-tools");
    let state = seen.scene.table.state;
    if !seen.acts || view.mood.is_none() || matches!(state, TableState::Idle | TableState::Debrief) {
        return bar;
    }
    let (action, by) = (format!("/t/{}/answer", seen.id), seen.viewer.to_string());
    let answers = Answers { action: &action, by: &by };
    let says = |(line, title, about): (&str, &str, &str)| {
        answers.says(line).add(el("button").attr("type", "submit").attr("title", about).text(title))
    };
    bar.add_all(
        [
            ("/undo", "Undo", "Takes the last thing back that a person did"),
            ("/redo", "Redo", "Brings back what was taken back, as long as nothing else has happened"),
            ("/retry", "Retell", "Has the last answer told anew"),
            ("/recap", "Recap", "What has happened so far"),
        ]
        .map(says),
    )
}

/// The clocks: those that all see, and those that only this viewer may know of.
pub(super) fn clocks(view: &View) -> El {
    let notes = view.notes.as_deref();
    let all = view.clocks.iter().chain(notes.iter().flat_map(|notes| &notes.hidden));
    let leads = |name: &str| {
        let (_, to) = notes?.consequences.iter().find(|(clock, _)| clock == name)?;
        Some(el("span").class("leads").text(format!("leads to: {}", consequence(to))).into())
    };
    let drawn: Vec<El> = all.map(|clock| draw::clock(clock, leads(&clock.name))).collect();
    if view.story.is_none() && drawn.is_empty() {
        return el("div");
    }
    let none = drawn.is_empty().then(|| el("p").class("quiet").text("No clock runs."));
    el("section")
        .class("panel")
        .attr("aria-label", "Clocks")
        .add(el("h2").text("Clocks"))
        .add(draw::hatch())
        .add(none)
        .add(el("div").class("clocks").add_all(drawn))
}

/// What a clock leads to, in a clause.
fn consequence(it: &Consequence) -> String {
    match it {
        Consequence::FactionMoves { faction, what } => format!("{faction} moves: {what}"),
        Consequence::RevealSecret { person, what } => format!("it comes out about {person}: {what}"),
        Consequence::Escalate { what } | Consequence::SpawnThread { what } => what.clone(),
        Consequence::GainCoin { amount } => format!("{amount} coin"),
        Consequence::Reputation { faction, steps } => format!("{faction}: attitude {steps:+}"),
        Consequence::RemoveThreat { clock } => format!("“{clock}” is off the table"),
        Consequence::OpenOpportunity { what } => format!("a chance: {what}"),
        Consequence::GainAsset { what } => format!("gained: {what}"),
        Consequence::None => "nothing more".to_owned(),
    }
}

/// A fold with a count, or nothing where there is nothing in it.
fn fold(id: &'static str, title: &str, items: Vec<El>) -> Option<El> {
    if items.is_empty() {
        return None;
    }
    let summary = el("summary").text(format!("{title} ({})", items.len()));
    Some(el("details").id(id).add(summary).add(el("ul").add_all(items)))
}

/// The world as far as it is known, and the journal.
pub(super) fn world(view: &View) -> El {
    if view.story.is_none() {
        return el("div");
    }
    let entry = |name: &str, words: String| el("li").add(el("b").text(name)).text(format!(" {words}"));
    let mut people: Vec<_> = view.people.iter().collect();
    people.sort_by_key(|person| !person.present);
    let people = people.into_iter().map(|person| {
        let faction = person.faction.as_ref().map_or(String::new(), |faction| format!(", {faction}"));
        let here = person.present.then(|| el("span").class("tag").text("here"));
        entry(&person.name, format!("{}{faction}; {} ", person.role, person.disposition)).add(here)
    });
    let factions = view.factions.iter().map(|it| entry(&it.name, format!("{} ({})", it.about, it.attitude)));
    let places = view.places.iter().map(|it| {
        let here = (it.name == view.scene.place).then(|| el("span").class("tag").text("here"));
        entry(&it.name, format!("{} ", it.about)).add(here)
    });
    let threads = view.threads.iter().rev().map(|it| {
        let deadline = it.deadline.as_ref().map_or(String::new(), |clock| format!(" (clock: {clock})"));
        el("li").add(el("span").class("tag").text(it.tension.word())).text(format!(" {}{deadline}", it.hook))
    });
    let rumours = view.rumors.iter().rev().map(|it| {
        let source = it.source.as_ref().map_or(String::new(), |source| format!(" (from {source})"));
        let spread = it.spread.word().replace('_', " ");
        el("li").add(el("span").class("tag").text(spread)).text(format!(" {}{source}", it.text))
    });
    let known = view.known.iter().map(|it| el("li").text(it));
    let agreed = agreed(view)
        .map(|words| el("details").id("w-agreed").add(el("summary").text("Lines and veils")).add(words));
    el("section")
        .class("panel world")
        .attr("aria-label", "The world")
        .add(el("h2").text("World"))
        .add(journal(view))
        .add(fold("w-people", "People", people.collect()))
        .add(fold("w-threads", "Threads", threads.collect()))
        .add(fold("w-rumours", "Rumours", rumours.collect()))
        .add(fold("w-known", "Known", known.collect()))
        .add(fold("w-factions", "Factions", factions.collect()))
        .add(fold("w-places", "Places", places.collect()))
        .add(agreed)
}

/// The scenes before in a few words, and what has happened in this one.
fn journal(view: &View) -> Option<El> {
    if view.past.is_empty() && view.scene.beats.is_empty() {
        return None;
    }
    let moments = |moments: &[String]| el("ul").add_all(moments.iter().map(|it| el("li").text(it)));
    let past = view.past.iter().map(|past| {
        let figures: Vec<String> = [("stress", past.net_stress), ("coin", past.net_coin)]
            .into_iter()
            .filter(|(_, figure)| *figure != 0)
            .map(|(what, figure)| format!("{what} {figure:+}"))
            .collect();
        let figures = if figures.is_empty() { String::new() } else { format!(" ({})", figures.join(", ")) };
        el("section")
            .class("summary-of")
            .add(el("h3").text(format!("Scene {}: {}", past.scene, past.title)))
            .add(el("p").text(format!("{}{figures}", past.summary)))
            .add(moments(&past.key_moments))
    });
    let beats = (!view.scene.beats.is_empty()).then(|| {
        let beat = |beat: &protocol::dm::Beat| match view.party.get(beat.by.index()) {
            Some(Some(character)) => format!("{}: {}", character.name, beat.text),
            _ => beat.text.clone(),
        };
        let beats: Vec<String> = view.scene.beats.iter().map(beat).collect();
        el("section").class("summary-of").add(el("h3").text("This scene, so far")).add(moments(&beats))
    });
    let scenes = view.past.len();
    let title = match scenes {
        0 => "Journal".to_owned(),
        1 => "Journal (1 scene)".to_owned(),
        _ => format!("Journal ({scenes} scenes)"),
    };
    Some(el("details").id("w-journal").add(el("summary").text(title)).add_all(past).add(beats))
}

/// What only the game master knows. A view without it shows nothing.
pub(super) fn notes(view: &View) -> El {
    let Some(notes) = view.notes.as_deref() else { return el("div").class("notes") };
    let Notes { people, truths, goals, costs, threats, seeds, interrupt, card, turned_back, .. } = notes;
    let list = |words: &[String]| words.iter().map(|it| el("li").text(it)).collect::<Vec<El>>();
    let people = people.iter().map(|it| {
        let part = |what: &str, words: &[String]| {
            if words.is_empty() { String::new() } else { format!(" {what}: {}.", words.join("; ")) }
        };
        let words = format!(
            " speaks: {}.{}{}",
            it.voice.trim_end_matches('.'),
            part("Hides", &it.secrets),
            part("Wants", &it.wants)
        );
        el("li").add(el("b").text(&it.name)).text(words)
    });
    let goals =
        goals.iter().map(|(who, what)| el("li").add(el("b").text(who)).text(format!(" wants {what}")));
    let truths = truths.iter().map(|(what, truth)| {
        el("li").add(el("span").class("tag").text(truth.word())).text(format!(" {what}"))
    });
    let alert = |words: String| el("p").class("turned-back").text(words);
    let line = |title: &str, words: &Option<String>| {
        words.as_ref().map(|words| el("p").add(el("b").text(title)).text(format!(" {words}")))
    };
    el("section")
        .class("panel notes")
        .attr("aria-label", "The game master's notes")
        .add(el("h2").text("For the game master alone"))
        .add(turned_back.as_ref().map(|why| alert(format!("Turned back: {}", capital(why)))))
        .add(line("Breaks in:", interrupt))
        .add(line("Card drawn:", card))
        .add(fold("n-people", "How to play people", people.collect()))
        .add(fold("n-goals", "What factions want", goals.collect()))
        .add(fold("n-truths", "What is so about rumours", truths.collect()))
        .add(fold("n-threats", "Unanswered threats", list(threats)))
        .add(fold("n-costs", "What it has cost", list(costs)))
        .add(fold("n-seeds", "May lead to something", list(seeds)))
}
