//! What is shown only while a key is held.
//!
//! Most terminals never say that a key was let go. Where one does, the secret is shown until then. Elsewhere it
//! is shown for a moment after each press, and the repeats of a held key keep it there.
//!
//! The key is also a letter: it must stay down a little before anything is shown, so that a word that begins
//! with it flashes nothing at whoever looks over a shoulder.

/// How long the key must be down.
const DELAY_MS: u64 = 200;

/// How long the secret stays after a press, where nobody says when the key was let go.
const STAYS_MS: u64 = 1_500;

/// How long it stays at most, should the word of the key's release be lost.
const STAYS_MAX_MS: u64 = 15_000;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reveal {
    /// Shown in this time, by the face's own clock.
    shown: Option<(u64, u64)>,
    /// Does this terminal say when a key is let go?
    releases: bool,
}

impl Reveal {
    /// The key was pressed, or repeats.
    pub(crate) fn press(&mut self, now_ms: u64) {
        let stays = if self.releases { STAYS_MAX_MS } else { DELAY_MS + STAYS_MS };
        let from = match self.shown {
            Some((from, until)) if now_ms < until => from,
            _ => now_ms + DELAY_MS,
        };
        self.shown = Some((from, now_ms + stays));
    }

    /// Some key was let go: this terminal says so.
    pub(crate) fn releases(&mut self) {
        self.releases = true;
    }

    /// No longer.
    pub(crate) fn hide(&mut self) {
        self.shown = None;
    }

    pub(crate) fn is_shown(&self, now_ms: u64) -> bool {
        self.shown.is_some_and(|(from, until)| (from..until).contains(&now_ms))
    }

    /// Pressed, but nothing is shown yet.
    pub(crate) fn is_pending(&self, now_ms: u64) -> bool {
        self.shown.is_some_and(|(from, _)| now_ms < from)
    }

    /// Milliseconds until it shows or hides.
    pub(crate) fn changes_in_ms(&self, now_ms: u64) -> Option<u64> {
        let (from, until) = self.shown?;
        [from, until].into_iter().filter(|at| *at > now_ms).map(|at| at - now_ms).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_shows_for_a_moment_and_repeats_keep_it() {
        let mut reveal = Reveal::default();
        reveal.press(1_000);
        assert!(!reveal.is_shown(1_100) && reveal.is_pending(1_100));
        assert!(reveal.is_shown(1_200));
        assert_eq!(reveal.changes_in_ms(1_200), Some(1_500));
        reveal.press(2_600);
        assert!(reveal.is_shown(4_299));
        assert!(!reveal.is_shown(4_300));
    }

    #[test]
    fn a_terminal_that_tells_of_releases_shows_until_then() {
        let mut reveal = Reveal::default();
        reveal.releases();
        reveal.press(0);
        assert!(reveal.is_shown(9_000));
        reveal.hide();
        assert!(!reveal.is_shown(9_000));
    }
}
