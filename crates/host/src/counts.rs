//! How many events each viewer was told, its own numbers, and where play went back. Kept with the snapshots, so that a part
//! of a long session is read without the rest of its log.

use std::ops::Range;

use engine::{Record, Session, Viewer, replay};
use serde::{Deserialize, Serialize};

/// The viewers that are no seats, first.
const OTHERS: [Viewer; 3] = [Viewer::Public, Viewer::Observer, Viewer::Host];

/// Those of one session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Counts {
    told: Vec<u64>,
    /// Each rewind, with the record that it goes back to.
    rewinds: Vec<(u64, u64)>,
    /// The last record that is counted.
    last: u64,
}

impl Counts {
    /// Takes in a record.
    pub(crate) fn count(&mut self, record: &Record) {
        for (at, count) in self.told.iter_mut().enumerate() {
            let viewer = viewer(at);
            *count += record.events.iter().filter(|event| viewer.sees(event.audience)).count() as u64;
        }
        self.rewinds.extend(record.rewinds_to().map(|to| (record.number, to)));
        self.last = record.number;
    }

    /// Nobody has been told anything yet.
    pub(crate) fn none(seats: usize) -> Counts {
        Counts { told: vec![0; OTHERS.len() + seats], rewinds: Vec::new(), last: 0 }
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
        self.told.get(at).copied().unwrap_or_default()
    }

    /// The records that do not hold any more: those of the activity among them.
    pub(crate) fn taken_back(&self) -> Vec<Range<u64>> {
        replay::taken_back(&self.rewinds, self.last)
    }
}

fn viewer(at: usize) -> Viewer {
    match OTHERS.get(at) {
        Some(viewer) => *viewer,
        None => Viewer::Seat(engine::SeatId::at(at - OTHERS.len())),
    }
}
