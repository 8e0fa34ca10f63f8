//! How many events each viewer was told: its own numbers. Kept with the snapshot, so that whoever comes back to a long
//! session is told what is new without its whole log being read.

use engine::{Record, Session, Viewer};
use serde::{Deserialize, Serialize};

/// The viewers that are no seats, first.
const OTHERS: [Viewer; 3] = [Viewer::Public, Viewer::Observer, Viewer::Host];

/// Those of one session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Counts(Vec<u64>);

impl Counts {
    /// Takes in a record.
    pub(crate) fn count(&mut self, record: &Record) {
        for (at, count) in self.0.iter_mut().enumerate() {
            let viewer = viewer(at);
            *count += record.events.iter().filter(|event| viewer.sees(event.audience)).count() as u64;
        }
    }

    /// Nobody has been told anything yet.
    pub(crate) fn none(seats: usize) -> Counts {
        Counts(vec![0; OTHERS.len() + seats])
    }

    /// Those after some records, which are all that there are.
    pub(crate) fn of<'a>(session: &Session, records: impl IntoIterator<Item = &'a Record>) -> Counts {
        let mut counts = Counts::none(session.seats.len());
        records.into_iter().for_each(|record| counts.count(record));
        counts
    }

    /// How many a viewer was told.
    pub(crate) fn told(&self, viewer: Viewer) -> u64 {
        let at = match viewer {
            Viewer::Seat(seat) => OTHERS.len() + seat.index(),
            Viewer::Public => 0,
            Viewer::Observer => 1,
            Viewer::Host => 2,
        };
        self.0.get(at).copied().unwrap_or_default()
    }
}

fn viewer(at: usize) -> Viewer {
    match OTHERS.get(at) {
        Some(viewer) => *viewer,
        None => Viewer::Seat(engine::SeatId::at(at - OTHERS.len())),
    }
}
