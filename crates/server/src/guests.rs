//! The names of those who came by the link of a table, beside the names of the seats that they play. They are known to the
//! server alone, as long as it runs; that somebody plays a seat is told to the table in words, which stay.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use engine::{SeatId, SessionId};

use crate::limits::GUEST_TABLES_MAX;

/// Who plays which seat of a table, by their own names.
pub(crate) type Names = BTreeMap<SeatId, String>;

/// All of them.
#[derive(Default)]
pub(crate) struct Guests(Mutex<BTreeMap<SessionId, Names>>);

impl Guests {
    /// Those of a table.
    pub(crate) fn at(&self, id: &SessionId) -> Names {
        self.lock().get(id).cloned().unwrap_or_default()
    }

    /// Notes who plays a seat. Beyond so many tables nobody is noted: they play all the same.
    pub(crate) fn note(&self, id: &SessionId, seat: SeatId, name: String) {
        let mut tables = self.lock();
        if tables.len() < GUEST_TABLES_MAX || tables.contains_key(id) {
            tables.entry(id.clone()).or_default().insert(seat, name);
        }
    }

    /// Forgets who played a seat.
    pub(crate) fn forget(&self, id: &SessionId, seat: SeatId) {
        let mut tables = self.lock();
        let Some(names) = tables.get_mut(id) else { return };
        names.remove(&seat);
        if names.is_empty() {
            tables.remove(id);
        }
    }

    /// Forgets who played at a table.
    pub(crate) fn forget_all(&self, id: &SessionId) {
        self.lock().remove(id);
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<SessionId, Names>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_there_until_the_seat_is_left_and_there_are_never_too_many() {
        let guests = Guests::default();
        let id = |text: &str| text.parse::<SessionId>().expect("an id");
        let (one, seat) = (id("one"), SeatId::at(1));
        guests.note(&one, seat, "Mia".to_owned());
        assert_eq!(guests.at(&one), Names::from([(seat, "Mia".to_owned())]));
        guests.forget(&one, seat);
        assert!(guests.at(&one).is_empty() && guests.lock().is_empty());
        for number in 0..=GUEST_TABLES_MAX {
            guests.note(&id(&format!("t{number}")), seat, "Mia".to_owned());
        }
        assert_eq!(guests.lock().len(), GUEST_TABLES_MAX);
    }
}
