//! What breaks, how time passes, and what is remembered of a scene.

use crate::view::{ClockKind, Mood, Rest};
use engine::SeatId;
use kit::words::capital;

use super::desk::{Desk, is_speech};
use super::lines::{Pool, sentence};
use super::scene::cut;
use super::{side, suggest};
use crate::command::{Command, Compression, Elapsed};
use crate::limits::{ENDING_CHARS_MAX, LINE_CHARS_MAX, SUMMARY_CHARS_MAX, TRAUMA_MAX};
use crate::setting::setting;

/// Scars to choose from, with how each breaks (D14).
const SCARS: [(&str, Pool); 8] = [
    ("cold", Pool::BreakCold),
    ("haunted", Pool::BreakHaunted),
    ("obsessed", Pool::BreakObsessed),
    ("paranoid", Pool::BreakParanoid),
    ("reckless", Pool::BreakReckless),
    ("soft", Pool::BreakSoft),
    ("unstable", Pool::BreakUnstable),
    ("vicious", Pool::BreakVicious),
];

/// Names a scar that the character does not have.
pub(super) fn scar(desk: &Desk<'_>) -> Command {
    let (player, adrenaline) = match &desk.view.mood {
        Some(Mood::Trauma { player, adrenaline, .. }) => (*player, *adrenaline),
        _ => (desk.view.spotlight, false),
    };
    let character = desk.view.character(player);
    let had = character.map_or(&[][..], |character| &character.trauma);
    let who = character.map_or("somebody", |character| &character.name);
    let deck = (0..SCARS.len()).map(|step| SCARS[desk.nth(who, had.len() + step, SCARS.len())]);
    let mut free = deck.filter(|(scar, _)| !had.iter().any(|had| had == scar) && desk.allowed(scar));
    let (scar, pool) = free.next().unwrap_or(("changed", Pool::Adrenaline));
    let slots = desk.slots().with(desk, "who", Some(who));
    let nth = desk.scene() + had.len();
    let mut told: Vec<String> = desk.glue(Pool::Breaks, nth, &[("who", who)]).into_iter().collect();
    told.push(desk.line(pool, nth, &slots));
    if had.len() + 1 >= TRAUMA_MAX {
        told.push(desk.line(Pool::Farewell, nth, &slots));
    } else if adrenaline {
        told.push(desk.line(Pool::Adrenaline, nth, &slots));
    }
    Command::Scar { narration: told.join(" "), trauma: scar.to_owned(), suggested: suggest::ideas(desk) }
}

/// Time passes, and something pulls the party back.
pub(super) fn time(desk: &Desk<'_>) -> Command {
    if let Some(tool) = side::in_downtime(desk) {
        return tool;
    }
    let nth = desk.scene();
    let slots = desk.slots().with(desk, "weather", desk.weather(nth + 1));
    let pool = match &desk.view.mood {
        Some(Mood::Downtime { rest: Rest::Recovery, .. }) => Pool::Rest,
        Some(Mood::Downtime { rest: Rest::Entanglement { .. }, .. }) => Pool::Hiding,
        _ => Pool::Project,
    };
    let elapsed = desk.at(Pool::Elapsed, nth, LINE_CHARS_MAX, &slots);
    let elapsed = elapsed.trim_end_matches('.').to_owned();
    let narration = desk.line(pool, nth, &slots);
    Command::PassTime(Box::new(Elapsed {
        narration,
        time_elapsed: elapsed,
        dice_recovered: 1 + desk.roll("dice", 3) as u8,
        hook: hook(desk),
    }))
}

/// What pulls the party back: a thread, something that was sown, or what somebody leaves at the door.
fn hook(desk: &Desk<'_>) -> String {
    let nth = desk.scene();
    let notes = desk.view.notes.as_ref();
    let threads = &desk.view.threads;
    let found = match desk.roll("hook", 5) {
        0 => threads.get(desk.roll("which", threads.len())).map(|thread| thread.hook.clone()),
        1 => notes.and_then(|notes| notes.seeds.get(desk.roll("which", notes.seeds.len()))).cloned(),
        _ => None,
    };
    let found = found.filter(|hook| desk.allowed(hook) && !desk.was_said(hook));
    let slots = desk.slots();
    found.unwrap_or_else(|| desk.at(Pool::Hook, nth, LINE_CHARS_MAX, &slots))
}

/// A scene in a few words, with the figures of the log (D19).
pub(super) fn sum(desk: &Desk<'_>, stress: i16, coin: i16) -> Command {
    let nth = 2 * desk.scene() + desk.view.past.len();
    let ended = match (stress, coin) {
        // Whoever broke has no stress left: that was no clean piece of work.
        (..=-6, _) => Pool::EndedDisaster,
        (-5..=-1, _) | (0, 1..) => Pool::EndedClean,
        (0, _) => Pool::EndedQuiet,
        (1..=3, _) => Pool::EndedCostly,
        (4..=6, _) => Pool::EndedSetback,
        _ => Pool::EndedDisaster,
    };
    let slots = desk.slots();
    let outcome = desk.at(ended, nth, LINE_CHARS_MAX, &slots);
    let title = desk.view.scene.title.as_str();
    let full = slots.clone().with(desk, "outcome", Some(outcome.trim_end_matches('.'))).with(
        desk,
        "title",
        Some(title).filter(|title| !title.is_empty()),
    );
    let mut told = vec![desk.line(Pool::Summary, desk.scene(), &full)];
    told.extend(doings(desk));
    told.extend(standing(desk));
    let mut summary = told.join(" ");
    if summary.chars().count() > SUMMARY_CHARS_MAX {
        summary = cut(&summary, SUMMARY_CHARS_MAX - 2);
    }
    let seeds = desk.several(Pool::Seed, desk.scene(), 1 + desk.roll("seeds", 2), &slots);
    let rumor = desk.chance("rumor", 1, 3);
    let rumor = rumor.then(|| desk.at(Pool::Rumor, desk.scene(), LINE_CHARS_MAX, &slots));
    Command::Compress(Box::new(Compression {
        summary,
        key_moments: moments(desk),
        seeds: seeds.into_iter().map(|seed| cut(&seed, LINE_CHARS_MAX - 2)).collect(),
        rumors: rumor.into_iter().filter(|rumor| rumor != &desk.plain()).collect(),
    }))
}

/// What became of everybody, a paragraph each.
pub(super) fn epilogue(desk: &Desk<'_>) -> Vec<String> {
    let of_seat = |at: usize| {
        let seat = SeatId::at(at);
        let it = desk.view.character(seat);
        let who = name(desk, seat);
        let slots = desk.slots().with(desk, "who", Some(&who));
        let pool = if it.is_some_and(|it| it.retired) { Pool::Farewell } else { Pool::Epilogue };
        desk.at(pool, at, ENDING_CHARS_MAX, &slots)
    };
    (0..desk.view.party.len()).map(of_seat).collect()
}

/// Who did what, in their own words: the longest thing that a player said.
fn doings(desk: &Desk<'_>) -> Option<String> {
    let beats = desk.view.scene.beats.iter().filter(|beat| beat.by != desk.view.gm);
    let best = beats.max_by_key(|beat| beat.text.chars().count().min(80))?;
    let words = sentence(&cut(best.text.trim_end_matches('…'), 90));
    let text = format!("{}: “{words}”", name(desk, best.by));
    desk.allowed(&text).then_some(text)
}

/// How the clocks stand.
fn standing(desk: &Desk<'_>) -> Option<String> {
    let clock = desk.nearest(ClockKind::Goal).or_else(|| desk.nearest(ClockKind::Threat))?;
    Some(format!("“{}” stands at {} of {}.", clock.name, clock.filled, clock.segments))
}

/// Three to five moments: what was said, and at the end the last one.
fn moments(desk: &Desk<'_>) -> Vec<String> {
    let beats = &desk.view.scene.beats;
    let gm = desk.view.gm;
    let told = |at: usize| {
        let beat = beats.get(at)?;
        let text = beat.text.as_str();
        let text = if beat.by == gm {
            cut(text, 150)
        } else {
            cut(&format!("{}: {text}", name(desk, beat.by)), 190)
        };
        desk.allowed(&text).then(|| capital(&text))
    };
    let people = &desk.view.people;
    let quoted = |text: &str| people.iter().find(|person| is_speech(text, &person.name));
    let last = beats.len().checked_sub(1);
    // What somebody said in words of their own is kept first, so that it is not said again.
    let own = |text: &str| {
        let known = quoted(text).and_then(|person| setting().person(&person.name));
        let says = known.map(|known| &known.says);
        let all = says.into_iter().flat_map(|says| says.warm.iter().chain(&says.wary).chain(&says.hard));
        all.into_iter().any(|line| text.contains(line.chars().take(50).collect::<String>().as_str()))
    };
    let mut at: Vec<usize> = (0..beats.len()).filter(|at| quoted(&beats[*at].text).is_some()).collect();
    at.sort_by_key(|at| !own(&beats[*at].text));
    at.retain(|at| Some(*at) != last);
    at.truncate(4);
    at.extend(
        beats.iter().position(|beat| beat.by != gm).filter(|first| Some(*first) != last && at.len() < 2),
    );
    at.sort_unstable();
    let mut moments: Vec<String> = at.into_iter().filter_map(told).collect();
    let ending = last.and_then(told);
    let wanted = 3 - usize::from(ending.is_some());
    if moments.len() < wanted {
        let more = wanted - moments.len();
        let slots = desk.slots();
        let lines = desk.several(Pool::Moment, desk.scene(), more, &slots);
        moments.extend(lines.into_iter().map(|line| sentence(&cut(&line, LINE_CHARS_MAX - 2))));
    }
    moments.extend(ending);
    moments
}

fn name(desk: &Desk<'_>, seat: SeatId) -> String {
    let character = desk.view.character(seat).map(|character| character.name.as_str());
    let name = character.filter(|name| desk.allowed(name));
    name.unwrap_or("Somebody").to_owned()
}
