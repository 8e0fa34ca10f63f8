//! The terminal as the screen needs it, and back as it was: when the guard is dropped, while the program is stopped, and
//! before a panic speaks.

use std::io::{self, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once, PoisonError};
use std::thread::{self, ThreadId};

use crossterm::cursor::{MoveTo, Show};
use crossterm::event::{
    DisableBracketedPaste, EnableBracketedPaste, KeyboardEnhancementFlags, PopKeyboardEnhancementFlags,
    PushKeyboardEnhancementFlags,
};
use crossterm::execute;
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
    supports_keyboard_enhancement,
};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

/// The thread that draws, while the terminal is ours.
static DRAWING: Mutex<Option<ThreadId>> = Mutex::new(None);

/// Did we ask it to tell when keys are let go?
static ENHANCED: AtomicBool = AtomicBool::new(false);

static HOOK: Once = Once::new();

/// Holds the terminal: raw, on its other screen.
pub(crate) struct Guard {
    /// Can it tell when keys are let go? It is asked once: one that does not answer keeps us waiting.
    enhances: bool,
}

impl Guard {
    pub(crate) fn new() -> io::Result<Guard> {
        HOOK.call_once(|| {
            let speak = panic::take_hook();
            panic::set_hook(Box::new(move |panic| {
                // A panic elsewhere may be caught, and the screen drawn on: it stays.
                if *drawing() == Some(thread::current().id()) {
                    restore();
                }
                speak(panic);
            }));
        });
        enable_raw_mode()?;
        *drawing() = Some(thread::current().id());
        let guard = Guard { enhances: supports_keyboard_enhancement().unwrap_or(false) };
        guard.take()?;
        Ok(guard)
    }

    /// Takes the terminal, from whatever state it is in.
    pub(crate) fn take(&self) -> io::Result<()> {
        restore();
        *drawing() = Some(thread::current().id());
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, EnableBracketedPaste)?;
        if self.enhances {
            let flags = KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES
                | KeyboardEnhancementFlags::REPORT_EVENT_TYPES;
            execute!(io::stdout(), PushKeyboardEnhancementFlags(flags))?;
            ENHANCED.store(true, Ordering::SeqCst);
        }
        Ok(())
    }

    /// An empty screen to draw on. Nothing is asked of the terminal: some never answer.
    pub(crate) fn empty(&self) -> io::Result<Terminal<CrosstermBackend<io::Stdout>>> {
        execute!(io::stdout(), Clear(ClearType::All), MoveTo(0, 0))?;
        Terminal::new(CrosstermBackend::new(io::stdout()))
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        restore();
    }
}

fn drawing() -> std::sync::MutexGuard<'static, Option<ThreadId>> {
    DRAWING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Gives the terminal back, once. What fails here has nobody left to tell.
pub(crate) fn restore() {
    if drawing().take().is_none() {
        return;
    }
    let mut out = io::stdout();
    if ENHANCED.swap(false, Ordering::SeqCst) {
        let _ = execute!(out, PopKeyboardEnhancementFlags);
    }
    let _ = execute!(out, DisableBracketedPaste, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
    let _ = out.flush();
}
