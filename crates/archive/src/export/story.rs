//! A story to read: scenes as headings, narration as paragraphs, what the players did, and the figures in the margin.
//!
//! Only what stands is told: moves that were taken back are left out. It is told by its tones, as everything is, between the first
//! and the last pages of the activity.

use std::io::Write;

use engine::{Pages, Telling, Tone, Viewer, replay};
use protocol::table::utc_text;
use protocol::{Frame, frames};

use super::lines::header_of;
use super::told::Teller;
use super::{escape, pages, panels};
use crate::{ArchiveError, Saved};

/// Writes the story of a session as one viewer was told it.
pub fn write(saved: &Saved, viewer: Viewer, out: &mut dyn Write) -> Result<(), ArchiveError> {
    let frames = standing(saved, viewer)?;
    let is_title = |frame: &&Frame| {
        frame.telling.as_ref().is_some_and(|told| told.tone == Tone::Heading && told.title.is_some())
    };
    let pages = pages(saved, viewer);
    let title = frames.iter().find(is_title).and_then(|frame| frame.telling.as_ref());
    title_page(saved, viewer, title, &pages, out)?;
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
    last_page(saved, &pages, out)
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

/// The title, what it is about, and the first pages.
fn title_page(
    saved: &Saved,
    viewer: Viewer,
    story: Option<&Telling>,
    pages: &Pages,
    out: &mut dyn Write,
) -> Result<(), ArchiveError> {
    let header = header_of(saved, viewer);
    let title = story.and_then(|story| story.title.as_ref()).or(pages.title.as_ref());
    writeln!(out, "# {}\n", escape(title.unwrap_or(&header.title)))?;
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
    pages.first.iter().try_for_each(|panel| panels::write(panel, "- ", out))?;
    Ok(())
}

/// The last pages, and what it came to.
fn last_page(saved: &Saved, pages: &Pages, out: &mut dyn Write) -> Result<(), ArchiveError> {
    pages.last.iter().try_for_each(|panel| panels::write(panel, "- ", out))?;
    let last = if saved.ended() { "The end" } else { "To be continued" };
    let sum = if pages.sum.is_empty() { String::new() } else { format!(": {}", escape(&pages.sum)) };
    let seed = match saved.chance() {
        Some(chance) => format!("Seed {chance}, seed"),
        None => "Seed".to_owned(),
    };
    Ok(writeln!(out, "\n---\n\n{last}{sum}. {seed} hash `{}`.", saved.seed_hash)?)
}

#[cfg(test)]
pub(super) mod tests;
