//! What differs by activity, and the one list of those that can be played here.
//!
//! Everything else in this crate works for any of them: it asks the entry of a session's machine. One that has no entry of
//! its own is played by what its card says.

mod carded;
mod dm;
pub(crate) mod mafia;
mod tidying;

use std::io::Write;
use std::ops::RangeInclusive;
use std::sync::OnceLock;

use archive::{ArchiveError, Saved, export};
use engine::{Rules, Seat, Seed, Viewer};
use host::{NewSession, Pace, Tempo};
use serde_json::Value;
use serde_json::value::RawValue;
use server::wire::{OptionKind, SetupOption};
use store::Store;

use crate::catalog::catalog;
use crate::cli::{Speed, called};
use crate::context::Context;
use crate::exit::Failure;
use crate::seating::{Laid, Wanted};

/// What differs by activity.
pub(crate) trait Activity: Sync {
    /// The machine's name.
    fn name(&self) -> &'static str;

    /// What a table of it is called, and what stands over an evening of it.
    fn title(&self) -> String;

    /// What a table with these options is called.
    fn titled(&self, _setup: &RawValue) -> String {
        self.title()
    }

    /// What it is, in a line.
    fn about(&self) -> &'static str;

    /// The rules in one paragraph, for an agent who sits down.
    #[cfg_attr(not(feature = "mcp"), allow(dead_code, reason = "no agent sits down without `mcp`"))]
    fn rules(&self) -> &'static str;

    /// A table as the command line wants it: with a person at it, or with models and nobody else but the house.
    fn lay(&self, seed: Seed, wanted: Wanted<'_>) -> Result<Laid, Failure>;

    /// A table for these people, in this order, with the house in the seats that are left; it has a title if somebody
    /// thought of one.
    #[cfg_attr(not(feature = "discord"), allow(dead_code, reason = "people come together in Discord alone"))]
    fn lay_people(&self, seed: Seed, title: Option<&str>, people: &[String]) -> Laid;

    /// The most people that sit down to that.
    #[cfg_attr(not(feature = "discord"), allow(dead_code, reason = "people come together in Discord alone"))]
    fn people_max(&self) -> usize;

    /// A table of the house alone.
    fn lay_house(&self, seed: Seed, speed: Option<Speed>) -> Result<Laid, Failure>;

    /// The fewest and the most seats of a table.
    fn seat_range(&self) -> RangeInclusive<usize>;

    /// The characters of the house, with how each plays.
    fn characters(&self) -> &'static [(&'static str, &'static str)];

    /// What of the setup can be chosen in a form.
    fn options(&self) -> Vec<SetupOption>;

    /// The options with what follows from who sits where, as far as nobody said it.
    fn fitted(&self, _seats: &[Seat], setup: Box<RawValue>) -> Box<RawValue> {
        setup
    }

    /// Begins a session of a person's where an earlier one left off, if it is that kind of activity. Nothing was made yet.
    fn take_up(&self, _cx: &Context, _store: &Store, _new: &mut NewSession) -> Result<(), Failure> {
        Ok(())
    }

    /// How many of the seats, from the first, a person or an agent may have.
    fn chairs(&self, seats: &[Seat]) -> usize;

    /// How fast the house plays.
    fn pace(&self, seats: &[Seat], speed: Option<Speed>) -> Pace;

    /// The speed that a table with these options was laid with, as far as it says how fast the house plays.
    fn speed_of(&self, _setup: &RawValue) -> Option<Speed> {
        None
    }

    /// Does a session with these options wait for the host to move it on?
    fn waits_for_host(&self, _setup: &RawValue) -> bool {
        false
    }

    /// The command that asks for more time, if there is one.
    fn more_time(&self) -> Option<Value> {
        None
    }

    /// Does a session go on without its person, once the input of a script has ended? If not, it is left there: a story
    /// without its players would be nobody's, and nobody else can say what becomes of somebody's things.
    fn goes_on_alone(&self) -> bool {
        false
    }

    /// What to read next of a session that ended so and has so many photos, and how to begin another: commands, and
    /// what they do.
    fn after(&self, id: &str, outcome: &Value, photos: usize) -> Vec<(String, &'static str)>;

    /// Writes it down to be read: a transcript, where there is no better way.
    fn write_to_read(&self, saved: &Saved, viewer: Viewer, out: &mut dyn Write) -> Result<(), ArchiveError> {
        export::transcript(saved, viewer, out)
    }

    /// Can many sessions of it be played at once and counted? If not, why.
    fn can_be_counted(&self) -> Result<(), Failure>;
}

/// How long the house thinks at most where somebody plays alone: milliseconds. What it says can be read back.
const ALONE_MS: u32 = 100;

/// Whoever plays alone reads before they answer: there is nothing to wait for. Where others answer too, there must be time
/// to follow them.
fn pace_to_read(is_alone: bool, speed: Option<Speed>) -> Pace {
    let percent = match speed {
        Some(Speed::Relaxed) => 70,
        None | Some(Speed::Normal) => 100,
        Some(Speed::Fast) => 300,
        Some(Speed::Debug) => 1_000,
        Some(Speed::Step | Speed::Instant) => return Pace::Instant,
    };
    Pace::Timed(match is_alone {
        true => Tempo { think_ms: 0, jitter_ms: ALONE_MS, word_ms: 0, percent },
        false => Tempo { percent, ..Tempo::default() },
    })
}

/// An option of a setup.
fn option(path: &str, label: &str, about: &str, kind: OptionKind) -> SetupOption {
    SetupOption { path: path.to_owned(), label: label.to_owned(), about: about.to_owned(), kind }
}

/// Those that have an entry of their own.
const ENTRIES: &[&dyn Activity] = &[&mafia::Mafia, &dm::Dm, &tidying::Tidying];

/// Those that can be played here: each by its entry, or else by its card.
pub(crate) fn all() -> &'static [&'static dyn Activity] {
    static ALL: OnceLock<Vec<&'static dyn Activity>> = OnceLock::new();
    ALL.get_or_init(|| {
        let entry = |name: &str| ENTRIES.iter().find(|entry| entry.name() == name).copied();
        let carded = |rules| -> &'static dyn Activity { Box::leak(Box::new(carded::Carded { rules })) };
        let activity = |rules: &&'static dyn Rules| entry(rules.name()).unwrap_or_else(|| carded(*rules));
        catalog().activities.iter().map(activity).collect()
    })
}

/// The one that is played if nothing is said.
pub(crate) fn first() -> Result<&'static dyn Activity, Failure> {
    all().first().copied().ok_or_else(|| {
        Failure::usage(
            "nothing can be played: this program names no activity",
            "name one: Parlor::new().activity::<A>()",
        )
    })
}

/// The activity of this name.
pub(crate) fn of(name: &str) -> Result<&'static dyn Activity, Failure> {
    let found = all().iter().find(|activity| activity.name() == name).copied();
    found.ok_or_else(|| ArchiveError::unknown_machine(name).into())
}

/// The activity of a saved session.
pub(crate) fn of_saved(saved: &Saved) -> Result<&'static dyn Activity, Failure> {
    of(&saved.meta.machine)
}

/// Nobody said what to play: what there is.
pub(crate) fn nothing_said(verb: &str) -> Failure {
    let wide = all().iter().map(|activity| called(activity.name()).len()).max().unwrap_or(0);
    let lines: Vec<String> = all()
        .iter()
        .map(|activity| format!("parlor {verb} {:wide$}  {}", called(activity.name()), activity.about()))
        .collect();
    let lines = lines.join("\n  → ");
    Failure::usage("nothing was named to play", format!("say one of these:\n  → {lines}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_machine_can_be_played() {
        let named: Vec<&str> = all().iter().map(|activity| activity.name()).collect();
        let machines: Vec<&str> = activities::ALL.activities.iter().map(|rules| rules.name()).collect();
        assert_eq!(named, machines);
    }

    #[test]
    fn every_character_that_is_offered_can_sit_down() {
        for activity in all() {
            let laid = activity.lay_house(Seed(7), None).expect("a table");
            for (character, _) in activity.characters() {
                let mut seats = laid.seats.clone();
                seats[0].holder = engine::Holder::House((*character).to_owned());
                let setup = laid.setup.clone();
                let opening = engine::Opening {
                    activity: activity.name().to_owned(),
                    seats,
                    table: engine::raw(&serde_json::json!({"title": "Friday"})),
                    setup,
                    seed: Seed(7),
                    salt: None,
                };
                assert!(engine::Session::open(activities::ALL, &opening, 0).is_ok(), "{character}");
            }
        }
    }

    #[test]
    fn people_sit_first_and_the_house_never_has_their_names() {
        // Those whom the house is called after, and a letter that is an ordinary one in small.
        let names = ["THE HOUSE", "the coach", "\u{212a}ofi", "Ana", "bruno", "6", "7", "8", "9", "10"];
        for activity in all() {
            for count in 1..=activity.people_max() {
                for seed in 0..50 {
                    let people: Vec<String> =
                        names.iter().cycle().skip(seed).take(count).map(|name| (*name).to_owned()).collect();
                    let seed = Seed(seed as u64);
                    let laid = activity.lay_people(seed, None, &people);
                    let seated: Vec<&str> =
                        laid.seats[..count].iter().map(|seat| seat.name.as_str()).collect();
                    assert_eq!(seated, people);
                    let is_person = |seat: &&Seat| seat.holder == engine::Holder::Person;
                    assert_eq!(laid.seats.iter().filter(is_person).count(), count);
                    assert!(activity.chairs(&laid.seats) >= count);
                    assert_eq!(engine::seat_faults(&laid.seats), []);
                }
            }
        }
    }

    #[test]
    fn the_house_can_be_watched_at_everything() {
        for activity in all() {
            let laid = activity.lay_house(Seed(7), None).expect("a table");
            assert!(laid.seats.iter().all(|seat| matches!(seat.holder, engine::Holder::House(_))));
            assert!(activity.chairs(&laid.seats) > 0);
        }
    }
}
