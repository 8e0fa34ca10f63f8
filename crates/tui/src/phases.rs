//! Phases as they are told: which one it is, what it is called, and when a new one begins.

use protocol::{Frame, PhaseCard, clean_line};

use crate::theme::Theme;

/// The card of a phase.
pub(crate) fn card(phases: &'static [PhaseCard], name: &str) -> Option<&'static PhaseCard> {
    phases.iter().find(|card| card.name == name)
}

/// The phase that is told of, and what was last put over the talk.
#[derive(Clone, Debug)]
pub(crate) struct Headed {
    card: Option<&'static PhaseCard>,
    heading: Option<String>,
}

impl Headed {
    /// In the first phase.
    pub(crate) fn new(phases: &'static [PhaseCard]) -> Headed {
        Headed { card: phases.first(), heading: None }
    }

    /// Goes on to a phase; says so, if there is something new to put over the talk.
    pub(crate) fn go(
        &mut self,
        card: Option<&'static PhaseCard>,
        heading: Option<&str>,
    ) -> Option<(&'static PhaseCard, String)> {
        self.card = card;
        let (card, heading) = (card?, clean_line(heading?));
        if self.heading.as_ref() == Some(&heading) {
            return None;
        }
        self.heading = Some(heading.clone());
        Some((card, heading))
    }

    /// Has nothing been put over the talk yet?
    pub(crate) fn is_first(&self) -> bool {
        self.heading.is_none()
    }

    /// Would a mark tell a secret, if it said that a seat was told something alone? In a phase that is not known it would.
    pub(crate) fn is_covered(&self) -> bool {
        self.card.is_none_or(|card| card.covered)
    }
}

/// Does the table tell that play is taken back or stopped, or that a person has sat down in a seat? Then what somebody was
/// saying will not be said.
pub(crate) fn takes_back(frame: &Frame) -> bool {
    let is = |kind: &str| frame.event.get().contains(&format!("\"type\":\"{kind}\""));
    frame.machine == "table" && (is("TAKEN_BACK") || is("X_CALLED") || is("SEAT_TAKEN"))
}

/// A phase in words: its sign, and what is said of it.
pub(crate) fn words(theme: &Theme, card: &PhaseCard, heading: &str) -> String {
    format!("{} {heading}", theme.sign(card))
}
