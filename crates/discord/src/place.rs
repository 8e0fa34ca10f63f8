//! Where tables are: which channel has which, who sits there, and how far it was told. What changes is written down.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use engine::{Salt, SeatId, SessionId};
use serde::{Deserialize, Serialize};
use store::{Notes, StoreError};

/// A table in a channel.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Place {
    /// Its number; buttons bear it.
    pub(crate) key: u32,
    /// The channel that its card is in.
    pub(crate) channel: u64,
    /// Its card.
    pub(crate) card: u64,
    /// When the card was posted: milliseconds of UTC since 1970.
    pub(crate) card_at: i64,
    /// Where people talk: the card's thread, or the channel itself where there can be none.
    pub(crate) talk: u64,
    /// Who had it laid.
    pub(crate) owner: u64,
    /// What is played.
    pub(crate) activity: String,
    /// What it is called.
    pub(crate) title: String,
    /// What the dice are seeded with, if somebody said it.
    #[serde(default)]
    pub(crate) seed: Option<u64>,
    /// Its salt, if somebody said it, too.
    #[serde(default)]
    pub(crate) salt: Option<Salt>,
    /// Who is there.
    pub(crate) people: Vec<Sitter>,
    /// The session, once it has begun.
    pub(crate) session: Option<SessionId>,
    /// The last public event that was told.
    pub(crate) told: Option<u64>,
    /// The last message that is known in the talk.
    pub(crate) last: u64,
    /// What is being said just now, if it stands there already.
    pub(crate) draft: Option<u64>,
    /// What is asked just now.
    pub(crate) prompt: Option<Question>,
    /// The clocks that were drawn last, in words.
    #[serde(default)]
    pub(crate) clocks: String,
    /// The webhook by which seats speak under their own names, if there is one: its number and its token.
    #[serde(default)]
    pub(crate) webhook: Option<(u64, String)>,
}

/// A question that stands in the talk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Question {
    /// Which it is.
    pub(crate) key: String,
    /// Its message.
    pub(crate) message: u64,
    /// When it was posted: milliseconds of UTC since 1970.
    pub(crate) at: i64,
    /// Does it stay there when it has been answered?
    pub(crate) stays: bool,
}

/// Somebody at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sitter {
    /// Who.
    pub(crate) user: u64,
    /// What they are called.
    pub(crate) name: String,
    /// Where they sit, once it has begun.
    pub(crate) seat: Option<SeatId>,
}

impl Place {
    /// Where somebody sits.
    pub(crate) fn seat_of(&self, user: u64) -> Option<SeatId> {
        self.people.iter().find(|sitter| sitter.user == user)?.seat
    }

    /// Who sits somewhere.
    pub(crate) fn user_in(&self, seat: SeatId) -> Option<u64> {
        self.people.iter().find(|sitter| sitter.seat == Some(seat)).map(|sitter| sitter.user)
    }
}

/// Every table of this bot's.
pub(crate) struct Places {
    notes: Notes,
    all: Mutex<BTreeMap<u32, Place>>,
}

impl Places {
    /// Reads what was noted. A note that cannot be read any more is left alone.
    pub(crate) fn open(notes: Notes) -> Result<Places, StoreError> {
        let read = |(_, text): (String, String)| serde_json::from_str::<Place>(&text).ok();
        let all = notes.all()?.into_iter().filter_map(read).map(|place| (place.key, place)).collect();
        Ok(Places { notes, all: Mutex::new(all) })
    }

    /// A number for a new table.
    pub(crate) fn next_key(&self) -> u32 {
        self.lock().keys().next_back().map_or(1, |last| last + 1)
    }

    /// The newest table of a channel or a thread.
    pub(crate) fn here(&self, channel: u64) -> Option<Place> {
        let is_here = |place: &&Place| place.channel == channel || place.talk == channel;
        self.lock().values().rev().find(is_here).cloned()
    }

    /// The table with this number.
    pub(crate) fn of(&self, key: u32) -> Option<Place> {
        self.lock().get(&key).cloned()
    }

    /// The newest table of every channel.
    pub(crate) fn newest(&self) -> Vec<Place> {
        let newest: BTreeMap<u64, Place> =
            self.lock().values().map(|place| (place.channel, place.clone())).collect();
        newest.into_values().collect()
    }

    /// Notes a new table.
    pub(crate) fn add(&self, place: Place) -> Result<(), StoreError> {
        self.write(&place)?;
        self.lock().insert(place.key, place);
        Ok(())
    }

    /// Changes a table, and gives it as it is then. Nothing happens if it is not there.
    pub(crate) fn change(
        &self,
        key: u32,
        change: impl FnOnce(&mut Place),
    ) -> Result<Option<Place>, StoreError> {
        let mut all = self.lock();
        let Some(place) = all.get_mut(&key) else { return Ok(None) };
        let before = place.clone();
        change(place);
        if *place != before {
            self.write(place)?;
        }
        Ok(Some(place.clone()))
    }

    fn write(&self, place: &Place) -> Result<(), StoreError> {
        let text = serde_json::to_string(place).unwrap_or_default();
        self.notes.write(&format!("{:010}", place.key), &text)
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u32, Place>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
