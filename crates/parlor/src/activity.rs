//! What can be played here, as everything else in this crate asks about it: the rules of a machine, with what its card, its
//! custom and its options say. Nothing in here is about one of them.

use std::io::Write;

use archive::{ArchiveError, Saved, export};
use engine::{After, Card, Custom, FieldKind, Holder, Knob, Next, Rules, Seat, Speed, Viewer, Written};
use host::{NewSession, Pace, Tempo};
use protocol::clean_line;
use serde_json::Value;
use serde_json::value::RawValue;
use store::{SessionRow, Store};

use crate::catalog::catalog;
use crate::cli::program;
use crate::context::Context;
use crate::exit::Failure;
use crate::names::DEMO;
use crate::options::flag;
use crate::saved;

/// Something that can be played.
#[derive(Clone, Copy)]
pub(crate) struct Activity {
    rules: &'static dyn Rules,
}

/// How long the house thinks at most where somebody plays alone: milliseconds. What it says can be read back.
const ALONE_MS: u32 = 100;

/// How fast the house plays where nothing else is usual: relaxed and as usual, in percent of a comfortable pace for reading.
const TEMPO: [u32; 2] = [70, 100];

/// Sessions that are looked at, at most, for one to go on from: who has more than that knows where things are.
const LOOKED_AT_MAX: usize = 500;

impl Activity {
    pub(crate) fn of(rules: &'static dyn Rules) -> Activity {
        Activity { rules }
    }

    pub(crate) fn rules(self) -> &'static dyn Rules {
        self.rules
    }

    /// The machine's name.
    pub(crate) fn name(self) -> &'static str {
        self.rules.name()
    }

    /// What people call it.
    pub(crate) fn called(self) -> &'static str {
        self.rules.called()
    }

    pub(crate) fn card(self) -> Card {
        self.rules.card()
    }

    pub(crate) fn custom(self) -> Custom {
        self.rules.custom()
    }

    pub(crate) fn options(self) -> Vec<Knob> {
        self.rules.options()
    }

    /// What a table of it is called, and what stands over an evening of it.
    pub(crate) fn title(self) -> &'static str {
        Some(self.card().title).filter(|title| !title.is_empty()).unwrap_or_else(|| self.name())
    }

    /// The rules in one paragraph, for an agent who sits down.
    #[cfg(feature = "mcp")]
    pub(crate) fn rules_in_words(self) -> &'static str {
        let card = self.card();
        if card.rules.is_empty() { card.about } else { card.rules }
    }

    /// How many of the seats, from the first, a person or an agent may have.
    #[cfg(any(test, feature = "mcp"))]
    pub(crate) fn chairs(self, seats: &[Seat]) -> usize {
        self.custom().chairs(seats.len())
    }

    /// How fast the house plays. Whoever plays alone reads before they answer: there is nothing to wait for. Where others answer
    /// too, there must be time to follow them.
    pub(crate) fn pace(self, seats: &[Seat], speed: Option<Speed>) -> Pace {
        let custom = self.custom();
        let [relaxed, usual] = custom.follow.unwrap_or(TEMPO);
        let percent = match speed {
            Some(Speed::Relaxed) => relaxed,
            None | Some(Speed::Normal) => usual,
            Some(Speed::Fast) => 300,
            Some(Speed::Debug) => 1_000,
            Some(Speed::Step | Speed::Instant) => return Pace::Instant,
        };
        let chairs = &seats[..custom.chairs(seats.len())];
        let people = chairs.iter().filter(|seat| seat.holder == Holder::Person).count();
        let alone = if custom.leader.is_some() { chairs.len() } else { 1 };
        Pace::Timed(match custom.follow.is_none() && people == alone {
            true => Tempo { think_ms: 0, jitter_ms: ALONE_MS, word_ms: 0, percent },
            false => Tempo { percent, ..Tempo::default() },
        })
    }

    /// Does a session with this setup wait for the host to move it on?
    pub(crate) fn waits_for_host(self, setup: &RawValue) -> bool {
        self.rules.speed(setup) == Some(Speed::Step)
    }

    /// Lets a session of a person's begin where an earlier one left off, if it is that kind of activity. Nothing was made yet.
    /// One that has not ended is named.
    pub(crate) fn take_up(self, cx: &Context, store: &Store, new: &mut NewSession) -> Result<(), Failure> {
        if !self.custom().continues {
            return Ok(());
        }
        let is_one =
            |row: &SessionRow| row.meta.machine == self.name() && !row.meta.id.as_str().starts_with(DEMO);
        let Some(chain) = self.rules.chain(&new.opening.setup) else { return Ok(()) };
        let mut is_newest = true;
        for row in store.listed()?.rows.into_iter().filter(is_one).take(LOOKED_AT_MAX) {
            let id = &row.meta.id;
            if saved::chain(store.reader(), id).is_none_or(|other| !other.is_called(&chain.name)) {
                continue;
            }
            // One that cannot be read is nothing to begin with, and no reason not to begin.
            let Ok(saved) = saved::in_store(store.reader(), id.as_str()) else { continue };
            let Some((setup, words)) = self.taken_up(&saved, new) else { continue };
            if saved.session.activity.outcome().is_some() {
                cx.note(format_args!(
                    "this goes on from what was done in session {id}: {}",
                    clean_line(&words)
                ));
                new.opening.setup = setup;
                return Ok(());
            }
            if std::mem::take(&mut is_newest) {
                cx.note(format_args!(
                    "session {id} is about the same and not finished: parlor resume {id} goes on with it"
                ));
            }
        }
        Ok(())
    }

    /// The setup of a new session that goes on from one that was saved, with what it takes up, if it is about the same.
    pub(crate) fn taken_up(self, saved: &Saved, new: &NewSession) -> Option<(Box<RawValue>, String)> {
        let this = After { session: saved.meta.id.clone(), head: saved.session.head };
        let is_one = saved.meta.machine == self.name();
        is_one.then(|| saved.session.activity.take_up(&new.opening.setup, this)).flatten()
    }

    /// What is said of a setup so that sessions of this name follow one another: nothing, where none do.
    #[cfg(feature = "discord")]
    pub(crate) fn named(self, name: &str) -> Value {
        let mut said = Value::Object(serde_json::Map::new());
        let names = |knob: &Knob| matches!(knob.kind, FieldKind::Text { .. });
        if let Some(knob) = self.options().into_iter().find(names).filter(|_| self.custom().continues) {
            knob.put(&mut said, name.into());
        }
        said
    }

    /// What can be done once a session with this setup and so many photos has ended, and how to begin another: commands, and
    /// what they do.
    pub(crate) fn after(self, id: &str, setup: &RawValue, photos: usize) -> Vec<(String, &'static str)> {
        let program = program();
        let command = |next: Next| match next {
            Next::Read => format!("{program} export {id} --format md"),
            Next::Secrets => format!("{program} replay {id} --as host --thoughts"),
            Next::Recap => format!("{program} recap {id} --as host"),
            Next::Again => format!("{program} play {}{}", self.called(), self.about_the_same(setup)),
        };
        let mut all: Vec<(String, &'static str)> =
            self.custom().after.iter().map(|(next, words)| (command(*next), *words)).collect();
        if photos > 0 {
            let delete = (format!("{program} photos {id} --delete"), "delete its photos; the words stay");
            all.insert(all.len().saturating_sub(1), delete);
        }
        all
    }

    /// The flags by which another session goes on from one with this setup: those that name something.
    fn about_the_same(self, setup: &RawValue) -> String {
        let setup: Value = serde_json::from_str(setup.get()).unwrap_or_default();
        let named = |knob: &Knob| {
            let words = knob.of(&setup).as_str().filter(|_| matches!(knob.kind, FieldKind::Text { .. }))?;
            Some(format!(" --{} {}", flag(&knob.path), quoted(words)))
        };
        self.options().iter().filter(|_| self.custom().continues).filter_map(named).collect()
    }

    /// Writes a session down to be read.
    pub(crate) fn write(
        self,
        saved: &Saved,
        viewer: Viewer,
        out: &mut dyn Write,
    ) -> Result<(), ArchiveError> {
        match self.custom().written {
            Written::Transcript => export::transcript(saved, viewer, out),
            Written::Story => export::story::write(saved, viewer, out),
            Written::List => export::list::write(saved, viewer, out),
        }
    }
}

/// A word for a shell.
fn quoted(word: &str) -> String {
    let word = clean_line(word);
    let is_plain = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_' | '.');
    match !word.is_empty() && !word.starts_with('-') && word.chars().all(is_plain) {
        true => word,
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// All that can be played here.
pub(crate) fn all() -> impl Iterator<Item = Activity> + Clone {
    catalog().activities.iter().copied().map(Activity::of)
}

/// The one that is played if nothing is said.
pub(crate) fn first() -> Result<Activity, Failure> {
    all().next().ok_or_else(|| {
        Failure::usage(
            "nothing can be played: this program names no activity",
            "name one: Parlor::new().activity::<A>()",
        )
    })
}

/// The activity of this name.
pub(crate) fn of(name: &str) -> Result<Activity, Failure> {
    all().find(|activity| activity.name() == name).ok_or_else(|| ArchiveError::unknown_machine(name).into())
}

/// The activity of a saved session.
pub(crate) fn of_saved(saved: &Saved) -> Result<Activity, Failure> {
    of(&saved.meta.machine)
}

/// Nobody said what to play: what there is.
pub(crate) fn nothing_said(verb: &str) -> Failure {
    let wide = all().map(|activity| activity.called().len()).max().unwrap_or(0);
    let line = |activity: Activity| {
        format!("{} {verb} {:wide$}  {}", program(), activity.called(), activity.card().about)
    };
    let lines = all().map(line).collect::<Vec<String>>().join("\n  → ");
    Failure::usage("nothing was named to play", format!("say one of these:\n  → {lines}"))
}

#[cfg(test)]
mod tests {
    use engine::Seed;

    use super::*;
    use crate::seating::{Manner, Wanted};

    fn activity(name: &str) -> Activity {
        of(name).expect("an activity")
    }

    #[test]
    fn every_machine_can_be_played() {
        let named: Vec<&str> = all().map(Activity::name).collect();
        let machines: Vec<&str> = activities::ALL.activities.iter().map(|rules| rules.name()).collect();
        assert_eq!(named, machines);
    }

    #[test]
    fn every_character_that_is_offered_can_sit_down() {
        for activity in all() {
            let laid = activity.laid(activity.seats_of_house(Seed(7)), Manner::default());
            for (character, _) in activity.card().house {
                let mut seats = laid.seats.clone();
                seats[0].holder = Holder::House((*character).to_owned());
                let opening = engine::Opening {
                    activity: activity.name().to_owned(),
                    seats,
                    table: engine::raw(&serde_json::json!({"title": "Friday"})),
                    setup: laid.setup.clone(),
                    seed: Seed(7),
                    salt: None,
                };
                assert!(engine::Session::open(*activities::ALL, &opening, 0).is_ok(), "{character}");
            }
        }
    }

    #[test]
    fn whoever_plays_alone_does_not_wait_for_what_they_read_themselves() {
        let story = activity("dm");
        let of = |party| {
            let wanted = Wanted { name: Some("Kim"), others: Some(party), ..Wanted::default() };
            story.seats(Seed(7), wanted).map(|seats| story.pace(&seats, None)).ok()
        };
        let alone = Tempo { think_ms: 0, jitter_ms: ALONE_MS, word_ms: 0, percent: 100 };
        assert_eq!(of(1), Some(Pace::Timed(alone)));
        assert_eq!(of(2), Some(Pace::Timed(Tempo::default())));
        // At a game of many there is something to follow, whoever sits there.
        let mafia = activity("mafia");
        let seats = mafia.seats(Seed(7), Wanted::default()).expect("seats");
        let pace = |percent| Pace::Timed(Tempo { percent, ..Tempo::default() });
        assert_eq!(mafia.pace(&seats, None), pace(130));
        assert_eq!(mafia.pace(&seats, Some(Speed::Relaxed)), pace(80));
        assert_eq!(mafia.pace(&seats, Some(Speed::Step)), Pace::Instant);
    }

    #[test]
    fn a_command_can_be_pasted_whatever_the_space_is_called() {
        for (space, word) in
            [("desk", "desk"), ("my desk", "'my desk'"), ("Kim's $room", r"'Kim'\''s $room'"), ("-x", "'-x'")]
        {
            assert_eq!(quoted(space), word);
        }
    }

    #[test]
    fn what_can_be_done_after_it_is_said_with_its_flags_and_ends_with_another() {
        let setup = engine::raw(&serde_json::json!({"space": "my desk"}));
        let after = activity("tidying").after("7f3a", &setup, 2);
        let commands: Vec<&str> = after.iter().map(|(command, _)| command.as_str()).collect();
        assert_eq!(
            commands,
            [
                "parlor export 7f3a --format md",
                "parlor photos 7f3a --delete",
                "parlor play tidying --space 'my desk'"
            ]
        );
        for activity in all() {
            let after = activity.after("7f3a", &setup, 0);
            let last = after.last().expect("something");
            assert!(last.0.starts_with(&format!("parlor play {}", activity.called())), "{last:?}");
        }
    }
}
