//! A session as lines: to watch, or to play with one line an answer. Works in a pipe, so it can be scripted.

use std::io::{self, BufRead, IsTerminal};
use std::time::Instant;

use engine::{Actor, SeatId};
use host::{Listening, Steps, Table};
use protocol::table::TableState;
use protocol::{Board, Request, Update, raw};
use serde_json::Value;
use tokio::sync::mpsc;
use tui::lines::{Asked, Step, Waiting, hint, introduction, prompt, skip_past, warning, warns_in};
use tui::{PhotoLine, Plain, Setup};

use super::Interrupt;
use super::keep::Keeper;
use super::photos::Photos;
use crate::activity::Activity;
use crate::catalog::catalog;
use crate::context::Context;
use crate::evening::{End, READABLE, columns_of_terminal};
use crate::exit::Failure;

/// Lines that were typed ahead, at most.
const AHEAD_MAX: usize = 64;

/// Shows a session to one who watches, or who plays in a seat and answers with a line whenever it is asked something.
pub(crate) async fn run(
    cx: &Context,
    activity: Activity,
    (table, keeper): (&Table, Keeper),
    setup: Setup,
    seat: Option<SeatId>,
    resumed: bool,
) -> Result<End, Failure> {
    let mut interrupt = Interrupt::new();
    let mut listening = Listening::new(table, setup.viewer).await?;
    let mut steps = Steps::new(table, setup.steps).await?;
    if seat.is_none() && !resumed {
        cx.print(&introduction(activity.title(), &setup.seats))?;
        cx.note("  (Ctrl-C stops it; parlor resume goes on with it)\n");
    }
    // One who only watches has nothing to say, unless the game waits for it.
    let mut typed = if seat.is_some() || setup.steps { Typed::stdin() } else { Typed::nobody() };
    // A person at a terminal is heard at any time, and what is typed while nothing is asked is no answer to what comes later.
    // Lines that were typed ahead of a pipe wait for their questions.
    let converses = seat.is_some() && io::stdin().is_terminal();
    let mut plain = printer(cx, setup.clone());
    if converses {
        if !resumed {
            plain.aside(setup.rules)?;
        }
        cx.note("  (/quit leaves at any time; parlor resume goes on with it)\n");
    }
    // The line at the foot of the terminal is theirs.
    let columns = columns_of_terminal(cx, READABLE).filter(|_| !converses);
    let mut waiting = Waiting::new(&setup, columns);
    let mut photos = Photos::new(&cx.home()?, activity.custom().photos);
    let mut open: Option<Asked> = None;
    let mut warns: Option<Instant> = None;
    // A person at a terminal was asked for a line, and has not given it yet.
    let mut prompted = false;
    let mut board = Board::default();
    let mut live = true;
    let mut first = true;
    // How it ended, while whoever sits at a terminal looks back on it.
    let mut over: Option<Value> = None;
    loop {
        let reads = converses || open.is_some() || steps.ready || !live;
        tokio::select! {
            // What has happened goes before what is typed: a line answers what is asked now, and the answer to one
            // line is known before the next is read.
            biased;
            () = interrupt.wait() => return Ok(over.map_or(End::Interrupted, End::Ended)),
            update = listening.next() => {
                let mut update = update?;
                // Where a line is waited for, the line belongs to the person.
                waiting.hear(&update, !reads)?;
                if std::mem::take(&mut first) {
                    match (resumed, seat) {
                        (false, _) => skip_opening(&mut update),
                        (true, None) => skip_past(&mut update),
                        (true, Some(_)) => update.begin_with(catalog().table.name()),
                    }
                }
                let is_told = converses && update.frames.iter().any(|frame| frame.telling.is_some());
                if is_told && prompted {
                    cx.print("\n")?;
                }
                plain.update(&update)?;
                let Some(scene) = update.scene else { continue };
                board.clone_from(&scene.board);
                if let Some(outcome) = scene.outcome {
                    // A pipe is asked nothing more; and nothing is waited for once the table is closed.
                    if !converses || typed.ended || scene.table.state == TableState::Idle {
                        return Ok(End::Ended(outcome));
                    }
                    if scene.table.state == TableState::Debrief && live {
                        hint(&mut io::stdout().lock(), "Enter alone leaves.")?;
                    }
                    live = scene.table.state.is_narrative_active();
                    (over, open, warns) = (Some(outcome), None, None);
                    continue;
                }
                live = scene.table.state.is_narrative_active();
                if typed.ended && !live {
                    return Ok(End::Left);
                }
                // Nothing can be answered in a break; what is asked is said again after it.
                let asked = seat.filter(|_| live).and_then(|seat| Asked::find(&setup, &scene, seat, update.now));
                let is_new = asked.as_ref().is_some_and(|asked| !asked.is_same(open.as_ref()));
                let deadline = |asked: &Option<Asked>| asked.as_ref().and_then(|asked| asked.ask.deadline);
                let is_longer = deadline(&asked) != deadline(&open);
                warns = asked.as_ref().and_then(|asked| Some(Instant::now() + warns_in(asked, update.now)?));
                open = asked.map(|asked| asked.after(open.take()));
                let mut out = io::stdout().lock();
                match &open {
                    Some(asked) if is_new && !typed.ended => asked.print(&mut out)?,
                    Some(asked) if is_told => {
                        if is_longer {
                            asked.print_time(&mut out)?;
                        }
                        asked.print_again(&mut out)?;
                    }
                    Some(_) | None => {}
                }
                drop(out);
                prompted = converses && open.is_some() && (prompted || is_new || is_told);
                if let Some(asked) = &open && typed.ended && scene.clock.closes.is_none() {
                    answer_for(table, asked).await?;
                }
            }
            () = at(waiting.next()), if !reads => waiting.show()?,
            () = at(warns), if open.is_some() && !typed.ended => {
                warns = None;
                if prompted {
                    cx.print("\n")?;
                }
                plain.notice(&warning(&setup))?;
                prompt(&mut io::stdout().lock())?;
            }
            ready = steps.next() => match ready? {
                true if typed.ended => steps.advance().await,
                true => {
                    waiting.wipe()?;
                    hint(&mut io::stdout().lock(), "Enter goes on.")?;
                }
                false => {}
            },
            line = typed.next(), if reads => match line.as_deref().map(meant) {
                Some(line) if line == "/quit" || (over.is_some() && line.trim().is_empty()) => {
                    return Ok(over.map_or(End::Left, End::Ended));
                }
                Some(line) if line == "/board" => plain.board(&board)?,
                Some(line) => {
                    let about_photos = tui::photo_line(&line).filter(|_| activity.custom().photos > 0);
                    let more_time = setup.more_time.as_ref().filter(|_| line.trim() == "+");
                    let said = match (&mut open, seat) {
                        (asked, _) if about_photos.is_some() => {
                            about(table, seat, asked.as_ref(), about_photos, &mut photos).await
                        }
                        (_, Some(seat)) if more_time.is_some() => more(table, seat, more_time).await,
                        (None, _) if line.trim().is_empty() && steps.ready => {
                            steps.advance().await;
                            Ok(None)
                        }
                        (None, _) => say(table, &keeper, seat, &line).await,
                        (Some(asked), _) => answer(asked, table, &keeper, &line).await,
                    };
                    let mut out = io::stdout();
                    prompted = converses && open.is_some() && !matches!(said, Ok(None));
                    match (said, &open) {
                        (Ok(None), _) => {}
                        (Ok(Some(report)), open) => {
                            plain.report(&report)?;
                            open.as_ref().filter(|_| converses).map_or(Ok(()), |asked| asked.print_again(&mut out))?;
                        }
                        (Err(why), open) => {
                            plain.notice(&why)?;
                            open.as_ref().map_or(Ok(()), |asked| asked.print_after_refusal(&mut out))?;
                        }
                    }
                }
                None if !live || converses => return Ok(over.map_or(End::Left, End::Ended)),
                None if seat.is_some() && !activity.custom().goes_on => {
                    cx.note("no more input: it is left where it is");
                    return Ok(End::Left);
                }
                None => {
                    if seat.is_some() {
                        cx.note("no more input: your seat is left to the deadlines, or answered for where there are none");
                    }
                    if setup.steps {
                        cx.note("no more input: the game goes on by itself");
                    }
                    if let Some(asked) = &open && asked.ask.deadline.is_none() {
                        answer_for(table, asked).await?;
                    }
                    if steps.ready {
                        steps.advance().await;
                    }
                }
            },
        }
    }
}

/// A line, with what people type who know the whole screen or other programs in our words.
fn meant(line: &str) -> String {
    match line.trim() {
        ":q" | ":quit" => "/quit".to_owned(),
        "?" => "/help".to_owned(),
        command if command.starts_with('/') => command.to_owned(),
        command => match command.strip_prefix(':').filter(|rest| rest.starts_with(char::is_alphabetic)) {
            Some(command) => format!("/{command}"),
            None => line.to_owned(),
        },
    }
}

/// Asks for more time.
async fn more(table: &Table, seat: SeatId, command: Option<&Value>) -> Result<Option<String>, String> {
    let Some(command) = command else { return Ok(None) };
    let asked = table.request(Actor::Seat(seat), None, Request::Do { command: raw(command) }).await;
    asked.map(|ack| ack.report).map_err(|why| why.to_string())
}

/// Says a line while nothing is asked; gives the text that it asked for, if it did.
async fn say(
    table: &Table,
    keeper: &Keeper,
    seat: Option<SeatId>,
    line: &str,
) -> Result<Option<String>, String> {
    let text = line.trim().to_owned();
    let Some(seat) = seat else { return Err("Enter goes on, Ctrl-C leaves.".to_owned()) };
    if text.is_empty() {
        return Ok(None);
    }
    let said = table.request(Actor::Seat(seat), None, Request::Line { text }).await;
    keeper.told(table, said.map_err(|why| why.to_string())?).await
}

/// Does what a line asks for. Whether that was an answer is seen by what is asked then.
async fn answer(
    asked: &mut Asked,
    table: &Table,
    keeper: &Keeper,
    line: &str,
) -> Result<Option<String>, String> {
    let mut out = io::stdout();
    let request = match asked.step(line)? {
        Step::Send(request) => request,
        Step::Ask => return asked.print_field(&mut out).map(|()| None).map_err(|error| error.to_string()),
        Step::Sure(what) | Step::Beside(what) => {
            return hint(&mut out, &what).map(|()| None).map_err(|error| error.to_string());
        }
    };
    let covered = asked.covers(&request)?;
    let done = table.request(Actor::Seat(asked.ask.seat), None, request).await;
    let unsaid = asked.refused().filter(|_| covered);
    let done = done.map_err(|why| unsaid.map_or_else(|| why.to_string(), str::to_owned))?;
    keeper.told(table, done).await
}

/// Does what a line about photos asks for.
async fn about(
    table: &Table,
    seat: Option<SeatId>,
    asked: Option<&Asked>,
    line: Option<PhotoLine<'_>>,
    photos: &mut Photos,
) -> Result<Option<String>, String> {
    let (Some(seat), Some(line)) = (seat, line) else { return Err("only a seat can add photos".to_owned()) };
    match line {
        PhotoLine::Add(files) => photos.add(table, seat, files).await,
        PhotoLine::Delete => {
            let request = asked.and_then(|asked| asked.bare("delete_photos"));
            // One whose message was taken back is not in play any more, and may still be on the disk.
            let request = request.ok_or_else(|| {
                let id = table.id();
                format!(
                    "there are no photos in this session; parlor photos {id} --delete removes those that were \
                     undone"
                )
            })?;
            let done = table.request(Actor::Seat(seat), None, request).await;
            done.map(|ack| ack.report).map_err(|why| why.to_string())
        }
    }
}

/// Leaves out what the table says of itself before anything has happened: it is for those who lay one by hand.
fn skip_opening(update: &mut Update) {
    update.frames.retain(|frame| frame.machine != catalog().table.name());
}

fn printer(cx: &Context, setup: Setup) -> Plain<io::Stdout> {
    let plain = Plain::new(setup, io::stdout());
    match columns_of_terminal(cx, READABLE) {
        Some(columns) => plain.columns(columns),
        None => plain,
    }
}

/// What is typed, line by line.
struct Typed {
    lines: Option<mpsc::Receiver<String>>,
    /// Nothing will come any more.
    ended: bool,
}

impl Typed {
    /// Reads standard input in a thread of its own, because a read cannot be given up.
    fn stdin() -> Typed {
        let (sender, lines) = mpsc::channel(AHEAD_MAX);
        std::thread::spawn(move || {
            for line in io::stdin().lock().lines() {
                let Ok(line) = line else { return };
                if sender.blocking_send(line).is_err() {
                    return;
                }
            }
        });
        Typed { lines: Some(lines), ended: false }
    }

    /// Nothing is read.
    fn nobody() -> Typed {
        Typed { lines: None, ended: false }
    }

    /// The next line; nothing, once, at the end.
    async fn next(&mut self) -> Option<String> {
        match self.lines.as_mut().filter(|_| !self.ended) {
            Some(lines) => {
                let line = lines.recv().await;
                self.ended = line.is_none();
                line
            }
            None => std::future::pending().await,
        }
    }
}

/// Waits until then; for ever, if there is no such moment. Can be cancelled.
async fn at(moment: Option<Instant>) {
    match moment {
        Some(moment) => tokio::time::sleep_until(moment.into()).await,
        None => std::future::pending().await,
    }
}

/// The seat is empty and no deadline will come: the game's own rule chooses.
async fn answer_for(table: &Table, asked: &Asked) -> Result<(), Failure> {
    // A refusal means that the question was closed meanwhile.
    let _ = table.answer_for(asked.ask.seat, asked.ask.id, "nobody is there").await;
    Ok(())
}
