//! Notices: an event in words, and what else follows from it for those who hear of it.

use serde::Serialize;

use crate::{Machine, Telling};

/// What follows from an event for those who hear of it. It is made once, where the event is typed, and is not in the log:
/// whoever reads the log makes it again on the way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notice {
    /// The event in words, if there are any to say.
    pub telling: Option<Telling>,
    /// The phase that begins with it, if one does, or the heading that is new in the same one.
    pub begins: Option<Begins>,
    /// Does it ask for the session's photos to be deleted?
    pub deletes_photos: bool,
}

/// A phase that begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Begins {
    /// The name of the phase.
    pub phase: &'static str,
    /// What stands over all that is told from here on, if that is another than before.
    pub heading: Option<String>,
}

impl Begins {
    /// Where a state stands.
    fn at<M: Machine>(state: &M::State) -> Begins {
        Begins { phase: M::phase(state), heading: M::heading(state) }
    }
}

/// Makes the notices of events, one after the other.
pub(crate) struct Noting {
    stands: Begins,
    notices: Vec<Notice>,
}

impl Noting {
    /// From a state on.
    pub(crate) fn from<M: Machine>(state: &M::State) -> Noting {
        Noting { stands: Begins::at::<M>(state), notices: Vec::new() }
    }

    /// Takes in an event; the state is as it is just after it.
    pub(crate) fn note<M: Machine>(&mut self, state: &M::State, event: &M::Event) {
        let stands = Begins::at::<M>(state);
        let mut begins = (stands != self.stands).then(|| stands.clone());
        if let Some(begins) = &mut begins {
            begins.heading.take_if(|heading| self.stands.heading.as_ref() == Some(heading));
        }
        self.stands = stands;
        let (telling, deletes_photos) = (M::telling(state, event), M::deletes_photos(event));
        self.notices.push(Notice { telling, begins, deletes_photos });
    }

    /// What was made.
    pub(crate) fn into_notices(self) -> Vec<Notice> {
        self.notices
    }
}
