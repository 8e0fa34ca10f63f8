//! The export: a header, one line a record, a footer. Frozen: what it says today is read for ever.
//!
//! A whole log has the stored lines byte for byte, so that its chain can be checked by anybody. What one viewer saw has
//! one frame a line, in the viewer's own numbers; it says nothing of what else there is, not even how much.

mod lines;
pub mod list;
mod panels;
pub mod story;
mod told;

use std::io::Write;

use engine::board::Ending;
use engine::{Pages, TableTime, Viewer};
use protocol::table::utc_text;
use protocol::{Frame, frames};

use crate::{ArchiveError, Saved};

pub use lines::{Each, check_viewer_of, lines};

/// What the activity puts before and after what a viewer was told.
fn pages(saved: &Saved, viewer: Viewer) -> Pages {
    let time = saved.log.last().map_or(TableTime(0), |(record, _)| record.time);
    saved.session.activity.pages(viewer, time)
}

/// A transcript to read, as one viewer saw it.
pub fn transcript(saved: &Saved, viewer: Viewer, out: &mut dyn Write) -> Result<(), ArchiveError> {
    let header = lines::header_of(saved, viewer);
    writeln!(out, "# {}\n", escape(&header.title))?;
    writeln!(
        out,
        "{}, played {}, as seen by {viewer}. Session `{}`.\n",
        header.machine,
        utc_text(header.created_at),
        header.session
    )?;
    writeln!(out, "| seat | name | held by |\n|---|---|---|")?;
    for (number, seat) in (1..).zip(&header.seats) {
        writeln!(out, "| {number} | {} | {} |", escape(&seat.name), escape(&seat.holder.to_string()))?;
    }
    let mut teller = told::Teller::new(&saved.session.seats, out);
    for frame in frames::of_log(saved.catalog, &saved.log, viewer)? {
        if let Some(heading) = heading(saved, &frame) {
            teller.heading(&heading)?;
        }
        if let Some(telling) = &frame.telling {
            teller.telling(telling)?;
        }
    }
    teller.settle()?;
    ending(saved, viewer, out)?;
    match (saved.session.activity.outcome(), saved.chance()) {
        (Some(_), Some(seed)) => writeln!(out, "\n---\n\nSeed {seed}, seed hash `{}`.", header.seed_hash)?,
        (Some(_), None) => writeln!(out, "\n---\n\nSeed hash `{}`.", header.seed_hash)?,
        (None, _) => writeln!(out, "\n---\n\nNot ended yet. Seed hash `{}`.", header.seed_hash)?,
    }
    Ok(())
}

/// How it ended, as the board of the viewer says it.
fn ending(saved: &Saved, viewer: Viewer, out: &mut dyn Write) -> Result<(), ArchiveError> {
    let Some(Ending { sign, title, text, panels, next: _ }) = saved.session.activity.board(viewer).ending
    else {
        return Ok(());
    };
    writeln!(out, "\n## {} {}", sign.0, panels::words(&title))?;
    if !text.is_empty() {
        writeln!(out, "\n{}", panels::words(&text))?;
    }
    // They stand below how it ended, each under a heading of its own.
    panels.iter().try_for_each(|panel| panels::below(panel, "- ", out))?;
    Ok(())
}

/// The phase that an event opens, as a heading.
fn heading(saved: &Saved, frame: &Frame) -> Option<String> {
    let begins = frame.begins.as_ref()?;
    let card = saved.session.rules.phases().iter().find(|card| card.name == begins.phase)?;
    Some(format!("{} {}", card.sign.0, escape(begins.heading.as_ref()?)))
}

/// Words as words: nothing in them is a mark of the transcript.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '&' => {
                out.push('\\');
                out.push(letter);
            }
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_cannot_break_out_of_the_transcript() {
        assert_eq!(
            escape("<img src=x> **no** | `x`\n# title"),
            r"\<img src=x\> \*\*no\*\* \| \`x\` \# title"
        );
    }
}
