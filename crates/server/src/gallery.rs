//! What those who watch say to each other. Whoever plays reads it once the session is over. It is known to the server alone, is in no
//! log, and is forgotten with it.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::{SeatId, SessionId};
use protocol::{Scene, clean_line};
use store::Scope;

use crate::answer::Fail;
use crate::guard::Visitor;
use crate::limits::{GALLERY_CHARS_MAX, GALLERY_LINES_MAX, GALLERY_TABLES_MAX, GUEST_NAME_CHARS_MAX};
use crate::page::is_person;
use crate::says;
use crate::server::App;

/// A line of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// What whoever said it is called.
    pub(crate) who: String,
    pub(crate) text: String,
}

/// What was said at all tables.
#[derive(Default)]
pub(crate) struct Gallery(Mutex<BTreeMap<SessionId, Talk>>);

#[derive(Default)]
struct Talk {
    lines: Arc<VecDeque<Line>>,
    /// What those who said something are called, by what a table knows them by.
    names: BTreeMap<String, String>,
    /// When something was last said: milliseconds of UTC since 1970.
    last: i64,
}

/// What somebody is given of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heard {
    pub(crate) lines: Arc<VecDeque<Line>>,
    /// Do they watch, and may say something themselves?
    pub(crate) watches: bool,
    /// What they are called there, once they have said something.
    pub(crate) name: Option<String>,
}

impl Heard {
    /// By whoever looks at a table that stands so. Those who play, or have, hear nothing before the end.
    pub(crate) fn of(app: &App, visitor: &Visitor, id: &SessionId, scene: &Scene) -> Heard {
        let watches = watches(app, visitor, id, scene);
        if !watches && scene.outcome.is_none() {
            return Heard::default();
        }
        let tables = app.gallery.tables();
        let talk = tables.get(id);
        let name = talk.and_then(|talk| talk.names.get(&visitor.person(id)).cloned());
        Heard { lines: talk.map(|talk| Arc::clone(&talk.lines)).unwrap_or_default(), watches, name }
    }
}

/// Does somebody only watch? Not who holds a seat, or has held one; nor who runs the table and plays at it: as they have promised, or
/// because a person's seat is nobody else's.
fn watches(app: &App, visitor: &Visitor, id: &SessionId, scene: &Scene) -> bool {
    if visitor.held(id).is_some() {
        return false;
    }
    if visitor.check_host(id).is_err() {
        return true;
    }
    let rights = app.rights.at(id, app.now());
    let is_a_guests =
        |seat: SeatId| rights.iter().any(|(_, right)| right.scope == Scope::Play(seat) && !right.invitation);
    let is_own = |seat: SeatId| is_person(&scene.seats, scene, seat) && !is_a_guests(seat);
    let has_promised = scene.table.fair.is_some_and(|fair| fair.seat.is_some());
    !has_promised && !(0..scene.seats.len()).map(SeatId::at).any(is_own)
}

impl Gallery {
    /// Somebody who watches says something. Nobody else can.
    pub(crate) fn say(
        app: &App,
        visitor: &Visitor,
        id: &SessionId,
        scene: &Scene,
        (name, text): (&str, &str),
    ) -> Result<(), Fail> {
        if !watches(app, visitor, id, scene) {
            return Err(Fail::not_found());
        }
        let (name, text) = (clean_line(name), clean_line(text));
        let (name, text) = (name.trim(), text.trim());
        if text.is_empty() || text.chars().count() > GALLERY_CHARS_MAX {
            return Err(Fail::bad(says::say_something_of_at_most(GALLERY_CHARS_MAX)));
        }
        if name.chars().count() > GUEST_NAME_CHARS_MAX {
            return Err(Fail::bad(says::a_name_has_at_most_letters(GUEST_NAME_CHARS_MAX)));
        }
        app.gallery.add(id, visitor.person(id), (name, text), app.now());
        app.presence.tell(id);
        Ok(())
    }

    fn add(&self, id: &SessionId, person: String, (name, text): (&str, &str), utc: i64) {
        let mut tables = self.tables();
        if !tables.contains_key(id) && tables.len() >= GALLERY_TABLES_MAX {
            let oldest = tables.iter().min_by_key(|(_, talk)| talk.last).map(|(id, _)| id.clone());
            oldest.map(|id| tables.remove(&id));
        }
        let talk = tables.entry(id.clone()).or_default();
        let count = talk.names.len();
        let nameless = || if name.is_empty() { says::watcher(count + 1) } else { name.to_owned() };
        let who = talk.names.entry(person).or_insert_with(nameless).clone();
        let lines = Arc::make_mut(&mut talk.lines);
        if lines.len() == GALLERY_LINES_MAX {
            lines.pop_front();
        }
        lines.push_back(Line { who, text: text.to_owned() });
        talk.last = utc;
    }

    /// Forgets what was said at a table.
    pub(crate) fn forget(&self, id: &SessionId) {
        self.tables().remove(id);
    }

    fn tables(&self) -> MutexGuard<'_, BTreeMap<SessionId, Talk>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_a_name_keeps_it_and_there_is_never_too_much() {
        let gallery = Gallery::default();
        let id = |text: &str| text.parse::<SessionId>().expect("an id");
        let one = id("one");
        let say =
            |person: &str, name: &str, text: &str| gallery.add(&one, person.to_owned(), (name, text), 7);
        say("guest-1", "Mia", "Look at Ben.");
        say("guest-2", "", "Why?");
        say("guest-1", "Ben", "He is quiet.");
        let lines = |id: &SessionId| gallery.tables().get(id).map(|talk| Arc::clone(&talk.lines));
        let said = lines(&one).expect("something");
        assert_eq!(
            said.iter().map(|line| line.who.as_str()).collect::<Vec<_>>(),
            ["Mia", "Watcher 2", "Mia"]
        );
        for number in 0..=GALLERY_LINES_MAX {
            say("guest-1", "", &number.to_string());
        }
        assert_eq!(lines(&one).map(|lines| lines.len()), Some(GALLERY_LINES_MAX));
        for number in 0..i64::try_from(GALLERY_TABLES_MAX).expect("a number") {
            gallery.add(&id(&format!("t{number}")), "owner".to_owned(), ("", "x"), 8 + number);
        }
        assert_eq!(gallery.tables().len(), GALLERY_TABLES_MAX);
        assert_eq!(lines(&one), None, "the oldest is forgotten");
    }
}
