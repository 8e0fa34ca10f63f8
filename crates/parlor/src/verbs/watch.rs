//! `parlor watch`: what was played of a session, shown again at a reading pace. Nothing is played on, and nothing written.

use std::io;
use std::sync::mpsc::sync_channel;
use std::time::Duration;

use archive::Saved;
use engine::{Speed, Viewer};
use protocol::{Update, frames};
use tui::{INCOMING_MAX, Incoming, Plain, Screen, Setup, reading_ms};

use crate::cli::Watch;
use crate::context::Context;
use crate::evening::{self, Face};
use crate::exit::{Code, Failure, Outcome};
use crate::{face, saved};

/// Time to read a word, in milliseconds.
const WORD_MS: u64 = 250;

/// Shows a session, or what there is of it.
pub(crate) fn run(cx: &Context, args: &Watch) -> Outcome {
    let face = face::wanted(cx, args.face, false)?;
    evening::check_speed(args.speed.speed)?;
    let saved = saved::find(cx, &args.what)?;
    let viewer = args.viewer.viewer.unwrap_or(Viewer::Public);
    saved.check_viewer(viewer)?;
    let word_ms = match args.speed.speed {
        Some(Speed::Relaxed) => WORD_MS * 3 / 2,
        None | Some(Speed::Normal) => WORD_MS,
        Some(Speed::Fast) => WORD_MS / 3,
        Some(Speed::Debug) => WORD_MS / 10,
        Some(Speed::Step | Speed::Instant) => 0,
    };
    let setup = evening::face_setup(cx, &saved, viewer)?;
    let updates = frames::updates(saved.catalog, &saved.log, viewer)?;
    let last = last(&saved);
    match face == Face::Screen {
        true => on_screen(setup, updates, word_ms, &last)?,
        false => as_lines(cx, setup, updates, word_ms)?,
    }
    cx.note(format_args!("\n{last}"));
    Ok(Code::Fine)
}

/// What is said after the last of it.
fn last(saved: &Saved) -> String {
    let id = &saved.meta.id;
    match saved.ended() {
        true => format!("Session {id} ended here; it was shown again."),
        false => format!("So far session {id} has come; parlor resume {id} goes on with it."),
    }
}

fn as_lines(cx: &Context, setup: Setup, updates: Vec<Update>, word_ms: u64) -> Result<(), Failure> {
    let mut plain = Plain::new(setup, io::stdout());
    if let Some(columns) = evening::columns_of_terminal(cx, evening::READABLE) {
        plain = plain.columns(columns);
    }
    for update in updates {
        plain.update(&update)?;
        std::thread::sleep(Duration::from_millis(reading_ms(&update, word_ms)));
    }
    Ok(())
}

fn on_screen(setup: Setup, updates: Vec<Update>, word_ms: u64, last: &str) -> Result<(), Failure> {
    let mut screen = Screen::again(setup, updates, word_ms, &format!("{last} q leaves."));
    // Nobody has any news of what is over.
    let (_news, incoming) = sync_channel::<Incoming>(INCOMING_MAX);
    let refuse = |_| Err("It is only shown: nothing can be said here. :q leaves.".to_owned());
    let shown = tui::run(&mut screen, move || incoming.recv().ok(), refuse);
    shown.map(|_| ()).map_err(|error| face::screen::not_drawn(&error.to_string()))
}
