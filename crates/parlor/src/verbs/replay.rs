//! `parlor replay`: a session again, as one viewer saw it, up to any record.

use std::fmt::Write;

use archive::Saved;
use engine::{TableTime, Viewer, Voice};
use protocol::{Frame, Scene, Update, frames};
use serde::Serialize;
use tui::lines::{Eyes, standing as standing_lines};
use tui::{Plain, Setup};

use crate::cli::Replay;
use crate::context::Context;
use crate::evening::{READABLE, columns_of_terminal, face_setup};
use crate::exit::{Code, Failure, Outcome};
use crate::saved;
use crate::text::sign;

/// From this width on, thoughts stand beside speech; below, before it.
const SIDE_BY_SIDE: u16 = 100;

/// Two columns are not made wider than this.
const WIDTH_MAX: u16 = 160;

/// Prints what a viewer was told, and how things stood at the end of it.
pub(crate) fn run(cx: &Context, args: &Replay) -> Outcome {
    let saved = saved::find(cx, &args.what)?;
    let viewer = args.viewer.viewer.unwrap_or(Viewer::Public);
    saved.check_viewer(viewer)?;
    if args.thoughts && viewer == Viewer::Public {
        return Err(Failure::usage(
            "--thoughts shows what players thought in secret, and the public is not told that",
            "add --as observer, --as host or --as seat:N",
        ));
    }
    // How many records there are tells what was done in secret: it is for the host, and for all once it is over.
    let counts = viewer == Viewer::Host || saved.ended();
    let last = saved.last();
    let at = args.at.unwrap_or(last);
    if at > last {
        let what = format!("there is no record {at} to stop at");
        return Err(match counts {
            true => Failure::usage(what, format!("say --at 0 to --at {last}")),
            false => Failure::usage(what, "say a smaller number, or leave --at out"),
        });
    }
    if args.numbers && !counts {
        return Err(Failure::usage(
            "how many records there are is secret until the session has ended",
            "add --as host, or leave --numbers out",
        ));
    }
    let mut told = frames::updates_by_record(saved.catalog, &saved.log, viewer)?;
    told.retain(|(number, _)| *number <= at);
    let records = told.iter().flat_map(|(number, update)| update.frames.iter().map(|_| *number)).collect();
    let mut frames: Vec<Frame> = told.iter().flat_map(|(_, update)| update.frames.clone()).collect();
    // Before record 1 there is no activity to look at.
    let scene = (at > 0).then(|| frames::scene_at(saved.catalog, &saved.log, at, viewer)).transpose()?;
    let place = Place { viewer, at: args.at.or_else(|| counts.then_some(at)), last: counts.then_some(last) };
    if args.json.json {
        return json(cx, &saved, place, (&frames, Some(records).filter(|_| counts)), scene.as_ref());
    }
    if !args.thoughts {
        frames.retain(|frame| !is_thought(frame));
    }
    let setup = face_setup(cx, &saved, viewer)?;
    let width = columns_of_terminal(cx, WIDTH_MAX);
    let mut out =
        match width.filter(|_| !args.numbers).filter(|width| args.thoughts && *width >= SIDE_BY_SIDE) {
            Some(width) => beside(&setup, frames, usize::from(width))?,
            None if args.numbers => {
                told.iter_mut().for_each(|(_, update)| {
                    update.frames.retain(|frame| args.thoughts || !is_thought(frame))
                });
                numbered(&setup, width.map(|width| width.min(READABLE)), told)?
            }
            None => printed(&setup, width.map(|width| width.min(READABLE)), frames)?,
        };
    out.push('\n');
    out.push_str(&standing(cx, &saved, scene.as_ref(), place));
    cx.print(&out)?;
    Ok(Code::Fine)
}

/// Where a reader stands in a log, as far as it may know.
#[derive(Clone, Copy)]
struct Place {
    viewer: Viewer,
    at: Option<u64>,
    last: Option<u64>,
}

/// Records as plain lines, each with its number before the first of them.
fn numbered(setup: &Setup, width: Option<u16>, told: Vec<(u64, Update)>) -> Result<String, Failure> {
    let mut plain = plain(setup, width);
    let mut out = String::new();
    for (number, update) in told {
        plain.update(&Update { scene: None, ..update })?;
        let words = String::from_utf8_lossy(&plain.take()).into_owned();
        let text = words.trim_start_matches('\n');
        let space = &words[..words.len() - text.len()];
        if !text.is_empty() {
            let _ = write!(out, "{space}[{number}] {text}");
        }
    }
    Ok(out)
}

fn plain(setup: &Setup, width: Option<u16>) -> Plain<Vec<u8>> {
    let plain = Plain::new(setup.clone(), Vec::new());
    match width {
        Some(width) => plain.columns(width),
        None => plain,
    }
}

/// Frames as plain lines.
fn printed(setup: &Setup, width: Option<u16>, frames: Vec<Frame>) -> Result<String, Failure> {
    let mut plain = plain(setup, width);
    plain.update(&Update { frames, scene: None, chunks: Vec::new(), now: TableTime::default() })?;
    Ok(String::from_utf8_lossy(&plain.take()).into_owned())
}

/// What was said on the left, and on the right what was thought meanwhile: a thought belongs to what follows it.
fn beside(setup: &Setup, frames: Vec<Frame>, width: usize) -> Result<String, Failure> {
    let bar = if setup.theme.ascii { "|" } else { "│" };
    let half = (width - 3) / 2;
    let column = u16::try_from(half).ok();
    let mut out = format!("{:half$} {bar} thought\n", "said");
    let (mut said, mut thought) = (Vec::new(), Vec::new());
    let mut row = |said: &mut Vec<Frame>, thought: &mut Vec<Frame>| -> Result<(), Failure> {
        let left = printed(setup, column, std::mem::take(said))?;
        let right = printed(setup, column, std::mem::take(thought))?;
        let (mut left, mut right) = (left.lines(), right.lines());
        loop {
            let (l, r) = (left.next(), right.next());
            if l.is_none() && r.is_none() {
                return Ok(());
            }
            let l = l.unwrap_or_default();
            let space = " ".repeat(half.saturating_sub(visible(l)));
            let _ = writeln!(out, "{}", format!("{l}{space} {bar} {}", r.unwrap_or_default()).trim_end());
        }
    };
    for frame in frames {
        if is_thought(&frame) {
            if !said.is_empty() {
                row(&mut said, &mut thought)?;
            }
            thought.push(frame);
        } else {
            said.push(frame);
        }
    }
    row(&mut said, &mut thought)?;
    Ok(out)
}

/// Characters of a line without its colours.
fn visible(line: &str) -> usize {
    let mut count = 0;
    let mut in_colour = false;
    for letter in line.chars() {
        match letter {
            '\x1b' => in_colour = true,
            'm' if in_colour => in_colour = false,
            _ if in_colour => {}
            _ => count += 1,
        }
    }
    count
}

fn is_thought(frame: &Frame) -> bool {
    frame.telling.as_ref().is_some_and(|telling| matches!(telling.voice, Voice::Thought(_)))
}

fn json(
    cx: &Context,
    saved: &Saved,
    place: Place,
    (frames, records): (&[Frame], Option<Vec<u64>>),
    scene: Option<&Scene>,
) -> Outcome {
    #[derive(Serialize)]
    struct Replayed<'a> {
        session: &'a str,
        viewer: Viewer,
        at: Option<u64>,
        frames: &'a [Frame],
        /// For each frame, the number of its record, where that is no secret.
        #[serde(skip_serializing_if = "Option::is_none")]
        records: Option<Vec<u64>>,
        scene: Option<&'a Scene>,
    }
    let Place { viewer, at, .. } = place;
    cx.json(&Replayed { session: saved.meta.id.as_str(), viewer, at, frames, records, scene })?;
    Ok(Code::Fine)
}

/// How things stood: the phase, and what this viewer knew of the rest.
fn standing(cx: &Context, saved: &Saved, scene: Option<&Scene>, place: Place) -> String {
    let mut out = match (place.at, place.last) {
        (Some(at), Some(last)) => format!("after record {at} of {last}, as {}: ", place.viewer),
        (Some(at), None) => format!("after record {at}, as {}: ", place.viewer),
        (None, _) => format!("as {}: ", place.viewer),
    };
    let Some(scene) = scene else { return out + "the table is laid, and nothing has begun\n" };
    let cards = saved.session.rules.phases();
    let card = cards.iter().find(|card| card.name == scene.phase);
    let phase = card.map_or(scene.phase.clone(), |card| format!("{} {}", sign(cx.theme, card), card.title));
    let _ = writeln!(out, "{phase}, table {}", scene.table.state.name());
    let columns = columns_of_terminal(cx, READABLE).unwrap_or(READABLE);
    out + &standing_lines(&cx.theme, &scene.board, &scene.seats, Eyes::Own, columns.into())
}
