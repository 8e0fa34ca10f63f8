//! A story to read: scenes as headings, narration as paragraphs, what the players did, and the figures in the margin.
//!
//! Only what stands is told: moves that were taken back are left out. It is told by its tones, as everything is; what is
//! known of a story alone are its first page and its last.

use std::io::Write;

use engine::{Telling, Tone, Viewer, replay};
use protocol::dm::{Character, View};
use protocol::table::utc_text;
use protocol::{Frame, frames};

use super::told::Teller;
use super::{escape, header};
use crate::{ArchiveError, Saved};

/// Writes the story of a session as one viewer was told it.
pub fn write(saved: &Saved, viewer: Viewer, out: &mut dyn Write) -> Result<(), ArchiveError> {
    let frames = standing(saved, viewer)?;
    let is_title = |frame: &&Frame| {
        frame.telling.as_ref().is_some_and(|told| told.tone == Tone::Heading && told.title.is_some())
    };
    let view: Option<View> = serde_json::from_value(saved.session.activity.view(viewer)).ok();
    let title = frames.iter().find(is_title).and_then(|frame| frame.telling.as_ref());
    title_page(saved, viewer, title, view.as_ref(), out)?;
    let mut teller = Teller::new(&saved.session.seats, out);
    // What was told before the story had a title is on the title page.
    for frame in frames.iter().skip_while(|frame| !is_title(frame)).skip(1) {
        // What was asked is over: what came of it is told.
        let told = match frame.telling.clone() {
            Some(told) if told.asks.is_some() => told.beside_form(),
            told => told,
        };
        let Some(telling) = told else { continue };
        let heading = frame.begins.as_ref().and_then(|begins| begins.heading.as_ref());
        // Moods change too often for a reader.
        if let Some(heading) = heading.filter(|_| telling.tone == Tone::Heading) {
            teller.heading(&escape(heading))?;
        }
        teller.telling(&telling)?;
    }
    teller.settle()?;
    view.map_or(Ok(()), |view| last_page(saved, &view, out))
}

/// What the viewer was told of the records that stand.
fn standing(saved: &Saved, viewer: Viewer) -> Result<Vec<Frame>, ArchiveError> {
    let live = replay::live_records(&saved.log, saved.last());
    let seen = saved.log.iter().zip(live).flat_map(|((record, _), live)| {
        record.events.iter().filter(|event| viewer.sees(event.audience)).map(move |_| live)
    });
    let frames = frames::of_log(saved.catalog, &saved.log, viewer)?.into_iter().zip(seen);
    let stands =
        |(frame, live): (Frame, bool)| (live && frame.machine == saved.meta.machine).then_some(frame);
    Ok(frames.filter_map(stands).collect())
}

/// The title, what is at stake, who plays, and what was agreed.
fn title_page(
    saved: &Saved,
    viewer: Viewer,
    story: Option<&Telling>,
    view: Option<&View>,
    out: &mut dyn Write,
) -> Result<(), ArchiveError> {
    let header = header(saved, Some(viewer));
    let title = story.and_then(|story| story.title.as_ref()).unwrap_or(&header.title);
    writeln!(out, "# {}\n", escape(title))?;
    if let Some(story) = story {
        writeln!(out, "*{}*\n", escape(story.shown()))?;
    }
    writeln!(
        out,
        "{}, played {}, as seen by {viewer}. Session `{}`.",
        escape(&header.title),
        utc_text(header.created_at),
        header.session
    )?;
    let Some(view) = view else { return Ok(()) };
    writeln!(out, "\n## The cast\n")?;
    for (seat, character) in header.seats.iter().zip(&view.party) {
        if let Some(character) = character {
            writeln!(out, "{}", cast(character, &seat.name))?;
        }
    }
    if let Some(gm) = header.seats.get(view.gm.index()) {
        let holder = gm.holder.to_string();
        writeln!(out, "- {} ({}), the game master", escape(&gm.name), escape(&holder))?;
    }
    for (what, words) in [("Never told at this table", &view.lines), ("Told only from afar", &view.veils)] {
        if !words.is_empty() {
            writeln!(out, "\n{what}: {}.", escape(&words.join(", ")))?;
        }
    }
    Ok(())
}

/// The clocks and the party as they are at the end of it.
fn last_page(saved: &Saved, view: &View, out: &mut dyn Write) -> Result<(), ArchiveError> {
    let (head, last) = match saved.ended() {
        true => ("How it ended", "The end"),
        false => ("How it stands", "To be continued"),
    };
    if view.party.iter().any(Option::is_some) {
        writeln!(out, "\n## {head}\n")?;
    }
    for character in view.party.iter().flatten() {
        writeln!(out, "{}", stands(character))?;
    }
    if !view.clocks.is_empty() {
        writeln!(out)?;
    }
    for clock in &view.clocks {
        let (filled, of) = (usize::from(clock.filled), usize::from(clock.segments));
        let bar = "▰".repeat(filled) + &"▱".repeat(of.saturating_sub(filled));
        writeln!(out, "- {bar} {} ({}, {filled} of {of})", escape(&clock.name), clock.kind)?;
    }
    let scenes =
        if view.scene.number == 1 { "1 scene".to_owned() } else { format!("{} scenes", view.scene.number) };
    let seed = match saved.chance() {
        Some(chance) => format!("Seed {chance}, seed"),
        None => "Seed".to_owned(),
    };
    Ok(writeln!(out, "\n---\n\n{last}: {scenes}. {seed} hash `{}`.", saved.seed_hash)?)
}

fn cast(it: &Character, player: &str) -> String {
    let [past, present, future] = &it.cards;
    format!(
        "- **{}** ({}), {}: {}. Played by {}. The cards: {} behind, {} here, {} ahead.",
        escape(&it.name),
        escape(&it.pronouns),
        escape(&it.archetype),
        escape(it.background.trim_end_matches('.')),
        escape(player),
        escape(past),
        escape(present),
        escape(future)
    )
}

fn stands(it: &Character) -> String {
    let mut parts = vec![format!("stress {}/9", it.stress), format!("heat {}/10", it.heat)];
    if it.wanted > 0 {
        parts.push(format!("wanted {}/4", it.wanted));
    }
    parts.push(format!("coin {}", it.coin));
    let faces: String = it.dice.iter().map(|die| face(*die)).collect();
    parts.push(if faces.is_empty() { "no dice".to_owned() } else { format!("dice {faces}") });
    parts.extend(it.trauma.iter().map(|scar| escape(scar)));
    parts.extend(it.recovering.then(|| "recovering".to_owned()));
    parts.extend(it.hunted.then(|| "hunted".to_owned()));
    parts.extend(it.retired.then(|| "retired".to_owned()));
    if !it.assets.is_empty() {
        parts.push(format!("has {}", escape(&it.assets.join(", "))));
    }
    format!("- **{}**: {}", escape(&it.name), parts.join(" · "))
}

fn face(die: u8) -> &'static str {
    const FACES: [&str; 6] = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];
    usize::from(die).checked_sub(1).and_then(|at| FACES.get(at)).copied().unwrap_or("?")
}

#[cfg(test)]
mod tests;
