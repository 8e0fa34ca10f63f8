//! The terminal as the screen needs it, and back as it was: when the guard is dropped, and before a panic
//! speaks.

use std::io::{self, Write};
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::cursor::Show;
use crossterm::event::{
    DisableBracketedPaste, EnableBracketedPaste, KeyboardEnhancementFlags, PopKeyboardEnhancementFlags,
    PushKeyboardEnhancementFlags,
};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
    supports_keyboard_enhancement,
};

/// Is the terminal ours now?
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Did we ask it to tell when keys are let go?
static ENHANCED: AtomicBool = AtomicBool::new(false);

static HOOK: Once = Once::new();

/// Holds the terminal: raw, on its other screen.
pub(crate) struct Guard(());

impl Guard {
    pub(crate) fn new() -> io::Result<Guard> {
        HOOK.call_once(|| {
            let speak = panic::take_hook();
            panic::set_hook(Box::new(move |panic| {
                restore();
                speak(panic);
            }));
        });
        enable_raw_mode()?;
        TAKEN.store(true, Ordering::SeqCst);
        let guard = Guard(());
        execute!(io::stdout(), EnterAlternateScreen, EnableBracketedPaste)?;
        if supports_keyboard_enhancement().unwrap_or(false) {
            let flags = KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES
                | KeyboardEnhancementFlags::REPORT_EVENT_TYPES;
            execute!(io::stdout(), PushKeyboardEnhancementFlags(flags))?;
            ENHANCED.store(true, Ordering::SeqCst);
        }
        Ok(guard)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back, once. What fails here has nobody left to tell.
fn restore() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
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
