//! Catching what a decoder throws, without a word on the terminal.
//!
//! The decoder of JPEG (zune-jpeg, up to 0.5.15) panics on some crafted files: etemesi254/zune-image, issues 362 and 409.
//! A panic would be printed over whatever a face shows, and a face may take it for its own end; so on a thread that is
//! just decoding, the hook says nothing. Everybody else's panics are told as before.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    static DECODING: Cell<bool> = const { Cell::new(false) };
}

static HOOK: Once = Once::new();

/// What some work came to; nothing if it panicked. The work owns all that it changes.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Option<T> {
    HOOK.call_once(|| {
        let speak = take_hook();
        set_hook(Box::new(move |panic| {
            if !DECODING.try_with(Cell::get).unwrap_or(false) {
                speak(panic);
            }
        }));
    });
    DECODING.set(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    DECODING.set(false);
    done.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_caught_and_the_next_is_heard_again() {
        assert_eq!(caught(|| 1), Some(1));
        assert_eq!(caught(|| -> u8 { panic!("nobody hears this") }), None);
        assert!(!DECODING.get());
    }
}
