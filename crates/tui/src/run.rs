//! The loop of the full-screen face: keys and news in, requests out, drawn when something has changed.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use protocol::Update;

use crate::guard::{self, Guard};
use crate::jobs::Jobs;
use crate::says;
use crate::screen::{Effect, Screen};
use crate::theme::ColourMode;

/// How often the reader of keys looks whether it is still wanted.
const READER_MS: u64 = 50;

/// How long the loop sleeps at most.
const SLEEP_MS: u64 = 1_000;

/// Things taken in before the next drawing, at most.
const BATCH_MAX: usize = 256;

/// Things that wait to be taken in, at most: one drawing's worth. Whoever brings more waits, so that a terminal that
/// does not keep up costs no memory; the host drops a listener that waits too long, and it comes back with all.
pub const INCOMING_MAX: usize = BATCH_MAX;

/// What the host has for the face.
#[derive(Debug)]
pub enum Incoming {
    /// What the viewer is told.
    Update(Box<Update>),
    /// A word to this viewer alone.
    Notice(String),
    /// A text that this viewer asked for.
    Report(String),
    /// What was last sent was refused, and why.
    Refused(String),
    /// The host is done: close the screen.
    Close,
}

/// Why the screen was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// The person left; the session may go on.
    ByPerson,
    /// The host closed it, or is gone.
    ByHost,
}

enum Input {
    Terminal(Event),
    Host(Incoming),
    HostGone,
    TerminalGone,
    /// The shell stops this program.
    Stop,
    /// The shell lets it go on.
    GoOn,
}

/// What comes after an input.
enum After {
    /// The next.
    On,
    /// All of the screen is drawn again.
    Anew,
    /// The terminal is given back while the program is stopped.
    Stop,
    /// Nothing.
    Leave(Left),
}

/// Runs the screen on this process's terminal until the person leaves or the host closes it. The terminal is put
/// back as it was, even if something panics.
///
/// `incoming` waits for the next thing that the host has, and has none when the host is gone; it is called in a thread
/// of its own. `act` does what a key asked for, or says why it cannot.
pub fn run(
    screen: &mut Screen,
    incoming: impl FnMut() -> Option<Incoming> + Send + 'static,
    mut act: impl FnMut(Effect) -> Result<(), String>,
) -> io::Result<Left> {
    let guard = Guard::new()?;
    // The theme has weighed the environment and the flag; nobody else needs to.
    crossterm::style::force_color_output(screen.setup.theme.colour != ColourMode::None);
    let mut terminal = guard.empty()?;
    let started = Instant::now();
    let (input, inbox) = mpsc::sync_channel(INCOMING_MAX);
    let reader = Reader::start(input.clone(), Jobs::new()?);
    thread::spawn(move || forward(incoming, &input));

    let left = 'drawn: loop {
        if let After::Leave(left) = tick(screen, started, &mut act) {
            break left;
        }
        terminal.draw(|frame| screen.draw(frame))?;
        let sleep = screen.changes_in_ms().unwrap_or(SLEEP_MS).clamp(1, SLEEP_MS);
        let first = match inbox.recv_timeout(Duration::from_millis(sleep)) {
            Ok(first) => first,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break Left::ByHost,
        };
        if let After::Leave(left) = tick(screen, started, &mut act) {
            break left;
        }
        // Whatever else is there goes into the same drawing.
        for input in std::iter::once(first).chain(inbox.try_iter().take(BATCH_MAX)) {
            match take(screen, input, &mut act) {
                After::On => {}
                After::Anew => {
                    guard.take()?;
                    terminal = guard.empty()?;
                }
                After::Stop => {
                    guard::restore();
                    Jobs::stop();
                }
                After::Leave(left) => break 'drawn left,
            }
        }
    };
    drop(reader);
    Ok(left)
}

/// Takes one thing in.
fn take(screen: &mut Screen, input: Input, act: &mut impl FnMut(Effect) -> Result<(), String>) -> After {
    match input {
        Input::Terminal(Event::Key(key)) => match of_terminal(key) {
            Some(after) => return after,
            None => {
                let effects = screen.key(key);
                return carry_out(screen, effects, act);
            }
        },
        Input::Terminal(Event::Paste(words)) => screen.paste(&words),
        // A new size is found at the next drawing.
        Input::Terminal(_) => {}
        Input::Host(Incoming::Update(update)) => screen.update(*update),
        Input::Host(Incoming::Notice(words)) => screen.notice(&words),
        Input::Host(Incoming::Report(words)) => screen.report(&words),
        Input::Host(Incoming::Refused(why)) => screen.refused(&why),
        Input::Host(Incoming::Close) => return After::Leave(Left::ByHost),
        // Nobody is there any more.
        Input::TerminalGone => return After::Leave(Left::ByPerson),
        Input::HostGone => screen.notice(says::THE_TABLE_IS_GONE_Q_LEAVES),
        Input::Stop => return After::Stop,
        Input::GoOn => return After::Anew,
    }
    After::On
}

/// Time goes on.
fn tick(screen: &mut Screen, started: Instant, act: &mut impl FnMut(Effect) -> Result<(), String>) -> After {
    let effects = screen.tick(elapsed_ms(started));
    carry_out(screen, effects, act)
}

fn carry_out(
    screen: &mut Screen,
    effects: Vec<Effect>,
    act: &mut impl FnMut(Effect) -> Result<(), String>,
) -> After {
    for effect in effects {
        if let Effect::Quit = effect {
            return After::Leave(Left::ByPerson);
        }
        if let Err(why) = act(effect) {
            screen.refused(&why);
        }
    }
    After::On
}

/// The keys that are about the terminal itself.
fn of_terminal(key: KeyEvent) -> Option<After> {
    let pressed = key.kind != KeyEventKind::Release && key.modifiers.contains(KeyModifiers::CONTROL);
    match key.code {
        KeyCode::Char('l') if pressed => Some(After::Anew),
        KeyCode::Char('z') if pressed => Some(After::Stop),
        _ => None,
    }
}

fn elapsed_ms(started: Instant) -> u64 {
    u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX)
}

fn forward(mut incoming: impl FnMut() -> Option<Incoming>, input: &SyncSender<Input>) {
    while let Some(news) = incoming() {
        if input.send(Input::Host(news)).is_err() {
            return;
        }
    }
    // Nobody listens any more if the screen was left first: no harm.
    let _ = input.send(Input::HostGone);
}

/// Reads keys, and what a shell wishes, in a thread of its own until it is dropped.
///
/// The thread is told to stop and not waited for: on a terminal that is gone, reading may never come back.
struct Reader {
    stop: Arc<AtomicBool>,
}

impl Reader {
    fn start(input: SyncSender<Input>, jobs: Jobs) -> Reader {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        thread::spawn(move || {
            while !stopped.load(Ordering::Relaxed) {
                let wished = [(jobs.is_to_stop(), Input::Stop), (jobs.went_on(), Input::GoOn)];
                for (_, wish) in wished.into_iter().filter(|(is_wished, _)| *is_wished) {
                    if input.send(wish).is_err() {
                        return;
                    }
                }
                let read = match event::poll(Duration::from_millis(READER_MS)) {
                    Ok(true) => event::read(),
                    Ok(false) => continue,
                    Err(error) => Err(error),
                };
                let (news, last) = match read {
                    Ok(event) => (Input::Terminal(event), false),
                    Err(_) => (Input::TerminalGone, true),
                };
                if input.send(news).is_err() || last {
                    return;
                }
            }
        });
        Reader { stop }
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
