//! Where tables are: which channel has which, who sits there, and how far it was told. What changes is written down.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use engine::{Hash, Salt, SeatId, SessionId};
use protocol::table::Language;
use serde::{Deserialize, Serialize};
use store::{Notes, StoreError};

/// A table in a channel.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Place {
    /// Its number; buttons bear it.
    pub(crate) key: u32,
    /// The server that it is in; none, in a direct message.
    #[serde(default)]
    pub(crate) guild: u64,
    /// When it was laid: milliseconds of UTC since 1970.
    #[serde(default)]
    pub(crate) laid_at: i64,
    /// The channel that its card is in.
    pub(crate) channel: u64,
    /// Its card.
    pub(crate) card: u64,
    /// When the card was posted: milliseconds of UTC since 1970.
    pub(crate) card_at: i64,
    /// What it shows, as a hash: what stands there already is not shown again.
    #[serde(default)]
    pub(crate) card_shows: Option<Hash>,
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
    /// What is gone on with from one table to the next, if somebody said it.
    #[serde(default)]
    pub(crate) campaign: Option<String>,
    /// The session before in this channel, at which whoever laid this table had a seat.
    #[serde(default)]
    pub(crate) after: Option<SessionId>,
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
    /// Who was called for it.
    #[serde(default)]
    pub(crate) called: Called,
    /// The clocks that were drawn last, in words; and in which message, if they stand in one.
    #[serde(default)]
    pub(crate) clocks: String,
    #[serde(default)]
    pub(crate) clocks_in: Option<Picture>,
    /// The suggestion that a button stands for, and its message.
    #[serde(default)]
    pub(crate) suggested: Option<(u32, u64)>,
    /// What is spoken there.
    #[serde(default)]
    pub(crate) language: Language,
    /// The webhook by which seats speak under their own names, once one has spoken so: its number and its token.
    #[serde(default)]
    pub(crate) webhook: Option<(u64, String)>,
    /// Can there be none here? Then names stand before what seats say.
    #[serde(default)]
    pub(crate) nameless: bool,
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
    /// What it shows, as a hash.
    #[serde(default)]
    pub(crate) shows: Option<Hash>,
}

/// Who was called for what is asked just now, or was asked last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Called {
    /// What is asked, as long as it is the same.
    pub(crate) question: String,
    /// Whom it asks, as far as all may know.
    pub(crate) users: Vec<u64>,
    /// When it was put: milliseconds of UTC since 1970.
    pub(crate) at: i64,
    /// When they are reminded.
    pub(crate) remind_at: i64,
    /// Were they?
    pub(crate) reminded: bool,
    /// The message that reminds them, as long as it stands there.
    pub(crate) reminder: Option<u64>,
}

/// A message with a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Picture {
    /// Its number.
    pub(crate) message: u64,
    /// When it was posted: milliseconds of UTC since 1970.
    pub(crate) at: i64,
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
    /// Do they want no notifications?
    #[serde(default)]
    pub(crate) quiet: bool,
}

impl Place {
    /// Is it in this channel or thread?
    pub(crate) fn is_at(&self, channel: u64) -> bool {
        self.channel == channel || self.talk == channel
    }

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
    /// The number that the next table has.
    next: AtomicU32,
}

impl Places {
    /// Reads what was noted. A note that cannot be read any more is left alone.
    pub(crate) fn open(notes: Notes) -> Result<Places, StoreError> {
        let read = |(_, text): (String, String)| serde_json::from_str::<Place>(&text).ok();
        let all: BTreeMap<u32, Place> =
            notes.all()?.into_iter().filter_map(read).map(|place| (place.key, place)).collect();
        let next = AtomicU32::new(all.keys().next_back().map_or(1, |last| last + 1));
        Ok(Places { notes, all: Mutex::new(all), next })
    }

    /// A number for a new table, which no other has.
    pub(crate) fn next_key(&self) -> u32 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    /// When tables like this were laid, after some time, in that order.
    pub(crate) fn laid_since(&self, since: i64, is_one: &dyn Fn(&Place) -> bool) -> Vec<i64> {
        let all = self.lock();
        let late = all.values().filter(|place| place.laid_at > since && is_one(place));
        let mut laid: Vec<i64> = late.map(|place| place.laid_at).collect();
        laid.sort_unstable();
        laid
    }

    /// The newest table of a channel or a thread.
    pub(crate) fn here(&self, channel: u64) -> Option<Place> {
        self.lock().values().rev().find(|place| place.is_at(channel)).cloned()
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What an earlier version noted is read, so that its tables go on.
    #[test]
    fn notes_of_the_first_version_are_read() {
        let note = r#"{"key": 3, "channel": 7, "card": 8, "card_at": 1000, "talk": 8, "owner": 5, "activity": "mafia",
            "title": "Friday", "seed": null, "people": [{"user": 5, "name": "Ana", "seat": 1}], "session": "table-1",
            "told": 12, "last": 90, "draft": null, "prompt": {"key": "plain Night 1", "message": 80, "at": 2000,
            "stays": false}, "clocks": "", "webhook": [4, "token"]}"#;
        let place: Place = serde_json::from_str(note).unwrap();
        assert_eq!((place.guild, place.card_shows, place.seat_of(5)), (0, None, SeatId::new(1)));
        assert!(!place.people[0].quiet && place.prompt.is_some_and(|it| it.shows.is_none()));
    }
}
