//! What the game master reads last: who speaks, what stands, what is asked.

use std::cmp::Reverse;

use crate::view::{
    ClockKind, Engaged, Mood, Naming, Notes, Person, Position, ProgressClock, Rest, Roll, Rumor, SceneKind,
    Thread, Verdict, View,
};
use engine::{Ask, Command as _, SeatId};
use serde_json::{Value, json};

use super::context::{
    Room, by_opinion, by_urgency, fellows, scene, seat_name, sheet, stake, story, table, who,
};
use super::facts::{evenings, facts};
use super::quoted::{Cut, Quoted};
use crate::ask::{Question, What};
use crate::command::{Command, CommandName};
use crate::dice::{self, range};
use crate::limits::{
    CLOCKS_MAX, PARTY_MAX, PEOPLE_MAX, PLACES_MAX, STRESS_MAX, SUMMARY_CHARS_MAX, TIME_DICE, TRAUMA_MAX,
};
use crate::setting::{self, setting};
use crate::telling::consequence_words;
use kit::plain::Plain;
use kit::words::same;

/// Bytes of the words that are to be answered. They are never cut further.
const SAID: usize = 1_400;
/// Bytes of the summary of a scene.
const SUMMARY: usize = 4 * SUMMARY_CHARS_MAX;
/// Where a scene is made up, so many people at least are shown with all that there is to know of them.
const KNOWN_WELL: usize = 2;
/// So many factions are shown with what they want, where a scene grows from.
const WANTING: usize = 2;

/// The template for an ask, and its context.
pub(super) fn now(view: &View, ask: &Ask<Question>, room: Room) -> (&'static str, Value) {
    let no_notes = Notes::default();
    let notes = view.notes.as_deref().unwrap_or(&no_notes);
    let what = &ask.question.what;
    let (template, voice, matter) = matter(view, what, room);
    let acting = if matches!(what, What::Time | What::Epilogue) {
        None
    } else if let Some(Mood::Trauma { player, .. }) = &view.mood {
        Some(*player)
    } else {
        Some(view.spotlight)
    };
    // Where a new scene grows from, more of the world matters than in the middle of one.
    let wide = matches!(what, What::Scene | What::Time | What::Epilogue);
    let made_up = matches!(what, What::Scene | What::Epilogue);
    let few = |near, far| if wide { far } else { near };
    let (in_play, elsewhere) = people(view, if made_up { KNOWN_WELL } else { 0 });
    let hand = |clock: &ProgressClock| {
        // Where it leads matters once it has come half its way, and where time passes.
        let matters = matches!(what, What::Time | What::Epilogue) || 2 * clock.filled >= clock.segments;
        let then = notes.consequences.iter().find(|(name, _)| matters && *name == clock.name);
        json!({
            "name": room.name(&clock.name),
            "kind": clock.kind,
            "filled": clock.filled,
            "segments": clock.segments,
            "then": then.map(|(_, then)| room.line(&consequence_words(then))),
        })
    };
    let hands = |clocks, most, bytes| Cut::of(by_urgency(clocks).into_iter().map(hand), most, room.of(bytes));
    let acquaintance = |person: &&Person| room.name(&person.name);
    let places = view.places.iter().map(|place| room.name(&place.name));
    let rumours = view.rumors.iter().rev().map(|rumor| hearsay(rumor, notes, room));
    let factions = by_opinion(&view.factions).into_iter().enumerate().map(|(at, faction)| {
        let mut goals = notes.goals.iter().filter(|_| wide && at < WANTING);
        let goal = goals.find(|(name, _)| *name == faction.name);
        // Where a scene is made up, the means, friends and enemies of the one that matters most.
        let known = setting().faction(&faction.name).filter(|_| *what == What::Scene && at == 0);
        let one = |all: fn(&setting::Power) -> &Vec<String>| {
            known.and_then(|it| all(it).first()).map(|it| room.line(it))
        };
        json!({
            "name": room.name(&faction.name),
            "attitude": faction.attitude,
            "goal": goal.map(|(_, goal)| room.line(goal)),
            "has": one(|it| &it.resources),
            "against": one(|it| &it.enemies),
            "with": one(|it| &it.allies),
        })
    });
    // They are called by their words, which are not cut while there is room.
    let threats = notes.threats.iter().rev().map(|threat| room.line(threat));
    // Those before it stand in the record, as they were told.
    let past = view.past.last().map(|scene| {
        let (title, summary) = (room.name(&scene.title), room.cut(&scene.summary, SUMMARY));
        json!({ "title": title, "summary": summary })
    });
    let said = view.said.as_ref().map(|said| {
        let (player, character) = (seat_name(view, said.by, room), who(view, said.by, room));
        json!({ "player": player, "character": character, "text": Quoted::of(&said.text, SAID) })
    });
    let (steps, ends): (Vec<CommandName>, Vec<CommandName>) =
        ask.question.tools.iter().partition(|name| name.is_step());
    let context = json!({
        "voice": voice,
        "matter": matter,
        "acting": acting.and_then(|seat| {
            let mut sheet = sheet(view, seat, room)?;
            sheet["tone"] = setting().city.tones[&view.character(seat)?.precarity()].trim().into();
            Some(sheet)
        }),
        "party": fellows(view, acting, room),
        "story": story(view, room),
        "scene": scene(view, true, room),
        "people": Cut::of(in_play.iter().map(|it| someone(it, notes, room)), PEOPLE_MAX, room.of(2_600)),
        "others": Cut::of(elsewhere.iter().map(acquaintance), PEOPLE_MAX, room.of(3_000)),
        "places": Cut::of(places, PLACES_MAX, room.of(3_000)),
        "clocks": hands(&view.clocks, CLOCKS_MAX, 2_400),
        "hidden": hands(&notes.hidden, CLOCKS_MAX, 1_600),
        "threads": threads(view, few(2, 3), *what == What::Scene, room),
        "rumours": Cut::of(rumours, few(1, 2), room.of(1_200)),
        "factions": Cut::of(factions, 4, room.of(1_600)),
        "known": room.lines(view.known.iter().rev(), few(1, 2)),
        "costs": room.lines(notes.costs.iter().rev(), 3),
        "threats": Cut::of(threats, 5, room.of(1_600)),
        "seeds": room.lines(notes.seeds.iter().rev(), 2),
        "past": past,
        "facts": facts(view, wide, room),
        "evenings": evenings(view, wide, room),
        "table": table(view, room),
        "interrupt": room.some_name(notes.interrupt.as_ref()),
        "passed": notes.passed.as_ref().map(|engaged| stake(engaged, room)),
        "fired": room.lines(&notes.fired, 4),
        "card": notes.card.as_deref().map(|name| card(name, room)),
        "turned_back": notes.turned_back.as_deref().map(|why| Quoted::of(why, room.of(500))),
        "steps": in_short(&steps),
        "ends": Command::listed(&ends),
        "said": said,
        "breaks": breaks(view).map(|seat| who(view, seat, room)),
        "time_dice": range((*TIME_DICE.start() as i8, *TIME_DICE.end() as i8)),
    });
    (template, context)
}

/// These steps by name, or those that are not among them if there are fewer.
fn in_short(steps: &[CommandName]) -> String {
    let all = CommandName::ALL.iter().copied().filter(|name| name.is_of_gm() && name.is_step());
    let not: Vec<CommandName> = all.filter(|name| !steps.contains(name)).collect();
    if not.len() < steps.len() {
        format!("all but {}", Command::listed(&not))
    } else {
        Command::listed(steps)
    }
}

/// What belongs to the question and to the mood, after its template and the voice that speaks. A scene is put into words by
/// the ledger, in any mood.
fn matter(view: &View, what: &What, room: Room) -> (&'static str, &'static str, Value) {
    if *what == What::Epilogue {
        let reached = view.story.is_some() && !view.clocks.iter().any(|clock| clock.kind == ClockKind::Goal);
        let matter = json!({ "is": "epilogue", "cast": farewell(view, room), "count": view.party.len(), "reached": reached });
        return ("epilogue/now.jinja", "the game master, after the last scene", matter);
    }
    let Some(mood) = &view.mood else {
        let matter = json!({ "is": "opening", "cast": cast(view, room), "powers": powers(room) });
        return ("opening/now.jinja", "the game master, before the first scene", matter);
    };
    if let What::Sum { stress, coin } = what {
        let over = !matches!(mood, Mood::Scene { .. } | Mood::Aftermath { .. });
        let matter = json!({ "is": "summing", "over": over, "stress": stress, "coin": coin });
        return ("between/now.jinja", "the ledger", matter);
    }
    match mood {
        Mood::Scene { framed: false, hook, .. } => {
            let (hook, number) = (hook.as_ref().map(|hook| room.line(hook)), view.scene.number + 1);
            ("scene/now.jinja", "The Weaver", json!({ "is": "framing", "hook": hook, "number": number }))
        }
        Mood::Scene { framed: true, .. } | Mood::BetweenScenes { .. } => {
            ("scene/now.jinja", "The Weaver", json!({ "is": "scene" }))
        }
        Mood::Action { engaged, roll: Roll::Spent(spent), .. } => (
            "aftermath/now.jinja",
            "The Echo",
            landed(dice::verdict(spent.tier), &spent.ending, engaged, room),
        ),
        Mood::Action { engaged, forced, roll: Roll::Asked | Roll::Open { .. } | Roll::Offered { .. } } => {
            let pool = view.pool();
            let dice: Vec<Value> =
                (0..pool.len()).map(|at| die(pool, at, engaged.stand.position())).collect();
            let matter = json!({
                "is": "endings",
                "stake": stake(engaged, room),
                "forced": forced,
                "dice": dice,
                "count": pool.len(),
            });
            ("action/now.jinja", "The Crucible", matter)
        }
        Mood::Aftermath { landing, from, .. } => {
            ("aftermath/now.jinja", "The Echo", landed(landing.verdict(), landing.what(), from, room))
        }
        Mood::Downtime { rest, .. } => {
            let (rest, hunted) = match rest {
                Rest::Recovery => ("recovery", None),
                Rest::Project => ("project", None),
                Rest::Entanglement { hunted } => ("entanglement", Some(room.name(hunted))),
            };
            ("downtime/now.jinja", "The Tide", json!({ "is": "downtime", "rest": rest, "hunted": hunted }))
        }
        Mood::Trauma { player, what, trigger, adrenaline } => {
            let had = view.character(*player).map_or(0, |it| it.trauma.len());
            let matter = json!({
                "is": "trauma",
                "who": who(view, *player, room),
                "what": room.line(what),
                "trigger": room.line(trigger),
                "adrenaline": adrenaline,
                "last": had + 1 >= TRAUMA_MAX,
            });
            ("trauma/now.jinja", "The Crack", matter)
        }
        Mood::Bargain { drained, can_retreat, back_to, .. } => {
            let matter = json!({
                "is": "bargain",
                "stake": stake(back_to, room),
                "drained": room.line(drained),
                "can_retreat": can_retreat,
            });
            ("bargain/now.jinja", "The Hungry City", matter)
        }
    }
}

/// A die of the pool, and what its ending may cost.
fn die(pool: &[u8], at: usize, position: Position) -> Value {
    let tier = dice::tier(pool, at, position);
    let [stress, heat] = dice::costs(tier, position);
    json!({
        "number": at + 1,
        "value": pool[at],
        "tier": tier,
        "stress": range(stress),
        "heat": range(heat),
        "coin": range(dice::coin(tier, position)),
    })
}

/// An action that has landed.
fn landed(verdict: Verdict, what: &str, engaged: &Engaged, room: Room) -> Value {
    json!({ "is": "aftermath", "stake": stake(engaged, room), "verdict": verdict, "what": room.line(what) })
}

/// Who breaks as soon as something is told (D3).
fn breaks(view: &View) -> Option<SeatId> {
    let at_the_end =
        |seat: &SeatId| view.character(*seat).is_some_and(|it| !it.retired && it.stress >= STRESS_MAX);
    (0..view.party.len()).map(SeatId::at).find(at_the_end)
}

fn cast(view: &View, room: Room) -> Cut<Value> {
    let one = |seat| {
        let it = view.character(seat)?;
        let meaning = |name: &String, means: fn(&setting::TarotCard) -> &String| {
            let card = setting().card(name).filter(|_| room.is_ample());
            json!({ "card": room.name(name), "means": card.map(means) })
        };
        let [past, present, future] = &it.cards;
        Some(json!({
            "name": room.name(&it.name),
            "pronouns": room.cut(&it.pronouns, 60),
            "archetype": room.name(&it.archetype),
            "player": seat_name(view, seat, room),
            "background": room.line(&it.background),
            "past": meaning(past, |card| &card.past),
            "present": meaning(present, |card| &card.present),
            "future": meaning(future, |card| &card.future),
        }))
    };
    Cut::of((0..view.party.len()).map(SeatId::at).filter_map(one), PARTY_MAX, room.of(8_000))
}

/// Everybody who played, as they are at the end.
fn farewell(view: &View, room: Room) -> Cut<Value> {
    let one = |seat| {
        let mut it = sheet(view, seat, room)?;
        it["retired"] = view.character(seat)?.retired.into();
        Some(it)
    };
    Cut::of((0..view.party.len()).map(SeatId::at).filter_map(one), PARTY_MAX, room.of(4_000))
}

/// The city's factions, a line each, where there is room for them.
fn powers(room: Room) -> Vec<Value> {
    let first_sentence = |text: &'static str| text.find(". ").map_or(text, |end| &text[..=end]);
    let line = |it: &'static setting::Power| json!({ "name": it.name, "line": first_sentence(&it.about) });
    setting().factions.iter().filter(|_| room.is_ample()).map(line).collect()
}

/// The people who matter now, and the others (D20): those who are here, those of whom somebody speaks, and those whom an
/// open thread or the story itself is about. So many are shown in any case.
fn people(view: &View, least: usize) -> (Vec<&Person>, Vec<&Person>) {
    const BEATS: usize = 6;
    const ELSEWHERE: usize = 5;
    let said = view.said.as_ref().map(|said| said.text.as_str());
    let mut spoken: Vec<&str> = view.narration.iter().map(String::as_str).collect();
    spoken.extend(view.scene.beats.iter().rev().take(BEATS).map(|beat| beat.text.as_str()));
    match &view.scene.kind {
        SceneKind::Encounter { source, .. } => spoken.push(source),
        SceneKind::Opportunity { offered_by, nature, .. } => {
            spoken.extend(offered_by.as_deref());
            spoken.push(nature);
        }
        SceneKind::Discovery { what, .. } => spoken.push(what),
        SceneKind::Open => {}
    }
    if let Some(Mood::Scene { hook: Some(hook), .. }) = &view.mood {
        spoken.push(hook);
    }
    let said = Plain::split(said.unwrap_or_default());
    let spoken = Plain::split(&spoken.join(" "));
    let threads: Vec<&str> = view.threads.iter().map(|thread| thread.hook.as_str()).collect();
    let threads = Plain::split(&threads.join(" "));
    // Whom the story is about.
    let about = Plain::split(view.story.as_ref().map_or("", |story| &story.stakes));
    // The nearer, the lower; the newest first.
    let nearness = [&said, &spoken, &threads, &about].map(Naming::of);
    let distance = |person: &Person| {
        let named = nearness.iter().position(|words| words.name(&person.name));
        if person.present { 0 } else { named.map_or(ELSEWHERE, |at| at + 1) }
    };
    let mut all: Vec<(usize, &Person)> = view.people.iter().rev().map(|it| (distance(it), it)).collect();
    all.sort_by_key(|(distance, _)| *distance);
    let near = all.iter().filter(|(distance, _)| *distance < ELSEWHERE).count();
    let elsewhere = all.split_off(near.max(least.min(all.len())));
    let [all, elsewhere] = [all, elsewhere].map(|some| some.into_iter().map(|(_, it)| it).collect());
    (all, elsewhere)
}

fn someone(person: &Person, notes: &Notes, room: Room) -> Value {
    let portrait = notes.people.iter().find(|portrait| same(&portrait.name, &person.name));
    let words = |words: &[String]| room.lines(words, 4);
    json!({
        "name": room.name(&person.name),
        "role": room.line(&person.role),
        "faction": room.some_name(person.faction.as_ref()),
        "disposition": person.disposition,
        "present": person.present,
        "at": room.some_name(person.at.as_ref()),
        "voice": portrait.map(|it| room.line(&it.voice)),
        "wants": words(portrait.map_or(&[], |it| &it.wants)),
        "secrets": words(portrait.map_or(&[], |it| &it.secrets)),
    })
}

fn hearsay(rumor: &Rumor, notes: &Notes, room: Room) -> Value {
    let truth = notes.truths.iter().find(|(text, _)| *text == rumor.text);
    json!({ "text": room.line(&rumor.text), "truth": truth.map_or("unknown", |(_, truth)| truth.word()) })
}

/// The threads, those that press most first, and the newest of them.
fn threads(view: &View, most: usize, involved: bool, room: Room) -> Cut<Value> {
    let mut threads: Vec<&Thread> = view.threads.iter().rev().collect();
    threads.sort_by_key(|thread| Reverse(thread.tension));
    let strand = |(at, thread): (usize, &Thread)| {
        let deadline = room.some_name(thread.deadline.as_ref());
        let involved = room.lines(setting().involved(&thread.hook).iter().filter(|_| involved && at == 0), 4);
        json!({ "hook": room.line(&thread.hook), "tension": thread.tension, "deadline": deadline, "involved": involved })
    };
    Cut::of(threads.into_iter().enumerate().map(strand), most, room.of(1_600))
}

fn card(name: &str, room: Room) -> Value {
    let known = setting().card(name);
    json!({
        "name": room.name(name),
        "scene": known.map(|card| card.scene.trim_end_matches('.')),
        "person": known.map(|card| card.person.trim_end_matches('.')),
    })
}
