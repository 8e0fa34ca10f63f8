//! What each viewer was told, folded: all that can be shown of a machine that has no view of its own.

use serde::{Deserialize, Serialize};

use crate::{Audience, Viewer};

/// A state for each viewer who was told something alone, and one for all others: each the fold of exactly the events that
/// its viewer was told.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct Folds<S> {
    public: S,
    /// A viewer stands here from the first event on that not all were told; until then it knows what the public does.
    apart: Vec<(Viewer, S)>,
}

impl<S: Clone> Folds<S> {
    /// Lets an event be told to its audience; `evolve` applies it.
    pub(crate) fn tell(&mut self, audience: Audience, evolve: impl Fn(&mut S)) {
        match audience {
            Audience::Public | Audience::Host => {}
            Audience::Seats(seats) => seats.iter().for_each(|seat| self.set_apart(Viewer::Seat(seat))),
            Audience::Thoughts(seat) => {
                self.set_apart(Viewer::Seat(seat));
                self.set_apart(Viewer::Observer);
            }
        }
        let public = std::iter::once((Viewer::Public, &mut self.public));
        let apart = self.apart.iter_mut().map(|(viewer, state)| (*viewer, state));
        for (_, state) in public.chain(apart).filter(|(viewer, _)| viewer.sees(audience)) {
            evolve(state);
        }
    }

    fn set_apart(&mut self, viewer: Viewer) {
        if !self.apart.iter().any(|(other, _)| *other == viewer) {
            self.apart.push((viewer, self.public.clone()));
        }
    }

    /// What a viewer was told. The host, who is told everything, has the state itself.
    pub(crate) fn of(&self, viewer: Viewer) -> &S {
        self.apart.iter().find(|(other, _)| *other == viewer).map_or(&self.public, |(_, state)| state)
    }
}
