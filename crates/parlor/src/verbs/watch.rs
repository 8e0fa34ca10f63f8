//! `parlor watch`: an unfinished session goes on before one's eyes; an ended one is shown again at a reading pace.

use std::io::{self, IsTerminal};
use std::sync::mpsc::sync_channel;
use std::time::Duration;

use archive::Saved;
use engine::{Speed, Viewer};
use protocol::{Frame, Update, frames};
use tui::{INCOMING_MAX, Incoming, Plain, Screen};

use crate::activity;
use crate::cli::Watch;
use crate::context::Context;
use crate::evening::{self, Face, Sitting, Start};
use crate::exit::{Code, Failure, Outcome};
use crate::models::Ready;
use crate::saved;
use crate::verbs::play::persons_seat;

/// Time to read a word, in milliseconds.
const WORD_MS: u64 = 250;

/// Shows a session.
pub(crate) fn run(cx: &Context, args: &Watch) -> Outcome {
    let face = face(cx, args.screen)?;
    evening::check_speed(args.speed.speed)?;
    let store = cx.store()?;
    let saved = saved::in_store(store.reader(), &args.id)?;
    let id = saved.meta.id.clone();
    if saved.ended() {
        drop(store);
        return again(cx, &saved, args.speed.speed, args.screen);
    }
    let activity = activity::of_saved(&saved)?;
    let pace = activity.pace(&saved.session.seats, args.speed.speed);
    let ready = Ready::of(cx, &saved)?;
    if let Some(seat) =
        persons_seat(&saved.session.seats).and_then(|seat| saved.session.seats.get(seat.index()))
    {
        cx.note(format_args!(
            "{} has a seat here, which is left to the deadlines",
            protocol::clean_line(&seat.name)
        ));
    }
    cx.note(format_args!("going on with {id}\n"));
    let sitting = Sitting { seat: None, pace, face, no_secrets: false };
    let ran = evening::run_with(cx, store, &ready, Start::Resume(id.clone()), sitting)?;
    evening::close(cx, activity, &id, ran)
}

/// The face that was asked for, if this terminal has it.
pub(crate) fn face(cx: &Context, screen: bool) -> Result<Face, Failure> {
    match (screen, cx.on_terminal && io::stdin().is_terminal()) {
        (false, _) => Ok(Face::Lines),
        (true, true) => Ok(Face::Screen),
        (true, false) => Err(Failure::usage("--screen needs a terminal", "leave --screen out")),
    }
}

/// Shows an ended session again, with time to read, as lines or on the whole screen.
fn again(cx: &Context, saved: &Saved, speed: Option<Speed>, screen: bool) -> Outcome {
    let word_ms = match speed {
        Some(Speed::Relaxed) => WORD_MS * 3 / 2,
        None | Some(Speed::Normal) => WORD_MS,
        Some(Speed::Fast) => WORD_MS / 3,
        Some(Speed::Debug) => WORD_MS / 10,
        Some(Speed::Step | Speed::Instant) => 0,
    };
    let setup = evening::face_setup(cx, saved, Viewer::Public)?;
    let updates = frames::updates(saved.catalog, &saved.log, Viewer::Public)?;
    let wait = move |update: &Update| {
        let words: u64 = update.frames.iter().map(words).sum();
        std::thread::sleep(Duration::from_millis(words * word_ms));
    };
    match screen {
        false => {
            let mut plain = Plain::new(setup, io::stdout());
            if let Some(columns) = evening::columns_of_terminal(cx, evening::READABLE) {
                plain = plain.columns(columns);
            }
            for update in updates {
                plain.update(&update)?;
                wait(&update);
            }
        }
        true => {
            let (news, incoming) = sync_channel(INCOMING_MAX);
            // It is not waited for: whoever leaves does not want the rest.
            std::thread::spawn(move || {
                for update in updates {
                    if news.send(Incoming::Update(Box::new(update.clone()))).is_err() {
                        return;
                    }
                    wait(&update);
                }
                let _ = news.send(Incoming::Notice("It ends here. :q or Ctrl-C leaves.".to_owned()));
                std::thread::park();
            });
            let shown = tui::run(&mut Screen::new(setup), move || incoming.recv().ok(), |_| Ok(()));
            shown.map_err(|error| {
                Failure::failed(
                    format!("the screen could not be drawn: {error}"),
                    "leave --screen out: then it is shown as lines",
                )
            })?;
        }
    }
    cx.note(format_args!("\nsession {} ended here; it was shown again", saved.meta.id));
    Ok(Code::Fine)
}

fn words(frame: &Frame) -> u64 {
    frame.telling.as_ref().map_or(0, |telling| telling.text.split_whitespace().count() as u64)
}
