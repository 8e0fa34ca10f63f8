//! The tidying coach: a person and a space, and in the last seat whoever helps to sort it.

mod last;
mod things;

use std::io::Write;
use std::ops::RangeInclusive;

use archive::{ArchiveError, Saved, export};
use engine::{Budget, Holder, Seat, Seed, Viewer};
use host::{NewSession, Pace, Tempo};
use protocol::clean_line;
use serde_json::Value;
use serde_json::value::RawValue;
use server::wire::{OptionKind, SetupOption};
use store::Store;
use table::OpenSeats;
use tidying::Setup;
use tidying::limits::{ANSWER_MS, NAME_CHARS_MAX};

use super::{Activity, option};
use crate::cli::Speed;
use crate::context::Context;
use crate::exit::Failure;
use crate::model_flag;
use crate::names;
use crate::seating::{Laid, Wanted, seated};

/// The tidying coach.
pub(super) struct Tidying;

/// What the coach's seat is called, whoever has it.
const COACH_NAME: &str = "The Coach";

/// Who holds a seat of the house: that of the coach, and that of the person who is watched.
const COACH: &str = "coach";
const PERSON: &str = "hesitant";

/// What the space is called if nothing is said, and in a demonstration.
const SPACE: &str = "my space";
const WATCHED_SPACE: &str = "the study";

/// The person's chair, and the coach's.
const CHAIRS: usize = 2;

/// How long the house thinks at most: milliseconds. What it says can be read back.
const THINKS_MS: u32 = 100;

impl Activity for Tidying {
    fn name(&self) -> &'static str {
        "tidying"
    }

    fn title(&self) -> String {
        "A tidying session".to_owned()
    }

    fn titled(&self, setup: &RawValue) -> String {
        let setup = serde_json::from_str::<Setup>(setup.get());
        setup.map_or_else(|_| self.title(), |setup| format!("Tidying {}", setup.space.trim()))
    }

    fn about(&self) -> &'static str {
        "a space of yours, sorted one thing after the other with a coach"
    }

    fn rules(&self) -> &'static str {
        "The last seat is a coach who helps the person in the first seat to sort a space. First it asks what the space \
         is for and what stays in it. Then name what lies about, in any words, with commas between. The coach takes one \
         thing at a time and proposes what may become of it: take a choice by its number, or write where it belongs, \
         or trash, donate, recycle or later. What is decided goes onto one of three piles, belongs, out or unsure, and \
         can be undone. Say so if you are stuck or do not know what a thing is. You can stop at any time; the session \
         ends with what was done, what is left, and what comes first next time."
    }

    fn lay(&self, seed: Seed, wanted: Wanted<'_>) -> Result<Laid, Failure> {
        if wanted.seats.is_some() {
            return Err(Failure::usage(
                "--seats has no meaning for tidying: one seat is yours, one the coach's",
                "say --as for your name; --model SPEC gives the coach's seat to a model",
            ));
        }
        wanted.refuse(&[
            ("--party", wanted.party.is_some()),
            ("--lines", wanted.lines.is_some()),
            ("--veils", wanted.veils.is_some()),
        ])?;
        let given = model_flag::read(wanted.models, CHAIRS, 1..CHAIRS)?;
        if let (Some(_), Some(name)) = (&given[0], wanted.name) {
            return Err(Failure::usage(
                format!("seat 1 has a model: no seat is left for {name:?}"),
                "leave --as out to watch, or give the model the coach's seat: --model 2=SPEC",
            ));
        }
        let coach_sees = given[1].as_ref().is_some_and(|given| sees(&given.spec));
        let taken: Vec<String> = wanted.name.iter().map(|name| (*name).to_owned()).collect();
        let own = wanted.name.or_else(|| names::drawn(seed, &taken).into_iter().next()).unwrap_or_default();
        let mut holders = given.into_iter().map(|given| given.map(|given| Holder::Model(given.spec)));
        let mut next = |or| holders.next().flatten().unwrap_or(or);
        let named = vec![
            (own.to_owned(), next(Holder::Person)),
            (COACH_NAME.to_owned(), next(Holder::House(COACH.to_owned()))),
        ];
        let setup = Setup {
            space: wanted.space.unwrap_or(SPACE).trim().to_owned(),
            coach_sees,
            answer_ms: answer_ms(wanted.speed),
            things: wanted.things.map_or(Ok(Vec::new()), things::read)?,
            before: None,
        };
        Ok(laid(named, &setup))
    }

    /// The space is called as the table is, or else by whose it is.
    fn lay_people(&self, _: Seed, title: Option<&str>, people: &[String]) -> Laid {
        let coach = (names::beside(people, COACH_NAME), Holder::House(COACH.to_owned()));
        let own = people.first().map_or_else(|| SPACE.to_owned(), |name| format!("{name}'s space"));
        let space = title.unwrap_or(&own).chars().take(NAME_CHARS_MAX).collect();
        let named = names::persons(people).chain([coach]).collect();
        laid(named, &Setup { space, ..Setup::default() })
    }

    fn people_max(&self) -> usize {
        1
    }

    fn lay_house(&self, seed: Seed, _: Option<Speed>) -> Result<Laid, Failure> {
        let person = names::drawn(seed, &[]).into_iter().next().unwrap_or_default();
        let named = vec![
            (person.to_owned(), Holder::House(PERSON.to_owned())),
            (COACH_NAME.to_owned(), Holder::House(COACH.to_owned())),
        ];
        let setup = Setup { space: WATCHED_SPACE.to_owned(), answer_ms: None, ..Setup::default() };
        Ok(laid(named, &setup))
    }

    fn seat_range(&self) -> RangeInclusive<usize> {
        CHAIRS..=CHAIRS
    }

    fn characters(&self) -> &'static [(&'static str, &'static str)] {
        &[(COACH, "helps to sort, from the last seat"), (PERSON, "has things and is slow to decide")]
    }

    fn options(&self) -> Vec<SetupOption> {
        let kind = OptionKind::Text { value: SPACE.to_owned(), max_chars: NAME_CHARS_MAX };
        vec![option("space", "The space", "what is to be sorted: a desk, a drawer, a room", kind)]
    }

    /// Whether the coach can see.
    fn fitted(&self, seats: &[Seat], setup: Box<RawValue>) -> Box<RawValue> {
        let Ok(Value::Object(mut said)) = serde_json::from_str(setup.get()) else { return setup };
        if let Some(Seat { holder: Holder::Model(spec), .. }) = seats.last() {
            said.entry("coach_sees").or_insert(sees(spec).into());
        }
        engine::raw(&said)
    }

    /// A later session in the same space begins with what the last one left.
    fn take_up(&self, cx: &Context, store: &Store, new: &mut NewSession) -> Result<(), Failure> {
        last::take_up(cx, store, new)
    }

    /// The last seat is the coach's.
    fn chairs(&self, seats: &[Seat]) -> usize {
        seats.len().saturating_sub(1)
    }

    /// Whoever sorts reads before they answer: there is nothing to wait for. Where the house sorts, there must be time to
    /// follow.
    fn pace(&self, seats: &[Seat], speed: Option<Speed>) -> Pace {
        let is_watched = !seats.iter().any(|seat| seat.holder == Holder::Person);
        let percent = match speed {
            Some(Speed::Relaxed) => 70,
            None | Some(Speed::Normal) => 100,
            Some(Speed::Fast) => 300,
            Some(Speed::Debug) => 1_000,
            Some(Speed::Step) if !is_watched => 100,
            Some(Speed::Step | Speed::Instant) => return Pace::Instant,
        };
        Pace::Timed(match is_watched {
            true => Tempo { percent, ..Tempo::default() },
            false => Tempo { think_ms: 0, jitter_ms: THINKS_MS, word_ms: 0, percent },
        })
    }

    fn after(&self, id: &str, outcome: &Value, photos: usize) -> Vec<(String, &'static str)> {
        let mut next = vec![(format!("parlor export {id} --format md"), "the piles, as a list to tick off")];
        if photos > 0 {
            next.push((format!("parlor photos {id} --delete"), "delete its photos; the words stay"));
        }
        let space = quoted(outcome["space"].as_str().unwrap_or(SPACE));
        next.push((format!("parlor play tidying --space {space}"), "goes on with what is left"));
        next
    }

    fn write_to_read(&self, saved: &Saved, viewer: Viewer, out: &mut dyn Write) -> Result<(), ArchiveError> {
        export::checklist::write(saved, viewer, out)
    }

    fn can_be_counted(&self) -> Result<(), Failure> {
        Err(Failure::usage(
            "a tidied space has no winner to count",
            "parlor demo tidying watches a session; parlor sim mafia counts games",
        ))
    }
}

/// Can a model look at photos? What it cannot see it is not sent, and the person is told.
fn sees(spec: &str) -> bool {
    // A provider of one's own is as good as the known ones: whether there is such a one is found when it is asked.
    let provider = spec.split(':').next().unwrap_or_default();
    llm::Spec::parse(spec, &[provider]).is_ok_and(|spec| spec.sees())
}

/// How long a proposal waits for an answer; for ever, where nobody wants to be hurried.
fn answer_ms(speed: Option<Speed>) -> Option<u64> {
    match speed {
        Some(Speed::Step | Speed::Instant) => None,
        None | Some(Speed::Relaxed | Speed::Normal | Speed::Fast | Speed::Debug) => Some(ANSWER_MS),
    }
}

fn laid(named: Vec<(String, Holder)>, setup: &Setup) -> Laid {
    let (budget, open_seats) = (Budget::default(), OpenSeats::default());
    Laid { seats: seated(named), setup: engine::raw(setup), budget, open_seats }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn laid_with(models: &[&str], name: Option<&str>, speed: Option<Speed>) -> Result<Laid, Failure> {
        let models: Vec<String> = models.iter().map(|model| (*model).to_owned()).collect();
        let wanted = Wanted { machine: "tidying", name, models: &models, speed, ..Wanted::default() };
        Tidying.lay(Seed(7), wanted)
    }

    #[track_caller]
    fn check(models: &[&str], expected: [&str; 2], coach_sees: bool) {
        let laid = laid_with(models, Some("Kim").filter(|_| !models.concat().starts_with('1')), None);
        let laid = laid.expect("a table");
        let seats: Vec<String> =
            laid.seats.iter().map(|seat| format!("{}={}", seat.name, seat.holder)).collect();
        assert_eq!(seats.iter().map(String::as_str).collect::<Vec<_>>(), expected, "{models:?}");
        let setup: Setup = serde_json::from_str(laid.setup.get()).expect("a setup");
        assert_eq!(setup.coach_sees, coach_sees, "{models:?}");
    }

    #[test]
    fn a_model_is_the_coach_unless_a_seat_is_named_and_sees_if_it_can() {
        check(&[], ["Kim=person", "The Coach=house:coach"], false);
        check(&["ollama:llama3.2"], ["Kim=person", "The Coach=model:ollama:llama3.2"], false);
        check(&["openai:gpt-5-mini"], ["Kim=person", "The Coach=model:openai:gpt-5-mini"], true);
        check(&["mine:eyes@sees=yes"], ["Kim=person", "The Coach=model:mine:eyes@sees=yes"], true);
        check(&["2=a:b", "c:d"], ["Kim=person", "The Coach=model:c:d"], false);
        assert!(laid_with(&["1=a:b"], Some("Kim"), None).is_err(), "the person's seat is taken");
    }

    #[test]
    fn a_coach_that_can_see_is_known_by_its_seat_unless_it_is_said() {
        let seats = |coach: &str| {
            let holder = coach.parse().expect("a holder");
            seated(vec![("Kim".to_owned(), Holder::Person), ("The Coach".to_owned(), holder)])
        };
        for (coach, setup, sees) in [
            ("model:openai:gpt-5-mini", "{}", true),
            ("model:ollama:llama3.2", "{}", false),
            ("model:openai:gpt-5-mini", r#"{"coach_sees":false}"#, false),
            ("house:coach", r#"{"space":"desk"}"#, false),
        ] {
            let setup = RawValue::from_string(setup.to_owned()).expect("a setup");
            let fitted = Tidying.fitted(&seats(coach), setup);
            let fitted: Setup = serde_json::from_str(fitted.get()).expect("a setup");
            assert_eq!(fitted.coach_sees, sees, "{coach}");
        }
    }

    #[test]
    fn nobody_is_hurried_who_does_not_want_to_be() {
        for (speed, ms) in [
            (None, Some(300_000)),
            (Some(Speed::Relaxed), Some(300_000)),
            (Some(Speed::Step), None),
            (Some(Speed::Instant), None),
        ] {
            let laid = laid_with(&[], None, speed).expect("a table");
            let setup: Setup = serde_json::from_str(laid.setup.get()).expect("a setup");
            assert_eq!(setup.answer_ms, ms, "{speed:?}");
        }
    }

    #[test]
    fn a_command_can_be_pasted_whatever_the_space_is_called() {
        for (space, word) in
            [("desk", "desk"), ("my desk", "'my desk'"), ("Kim's $room", r"'Kim'\''s $room'"), ("-x", "'-x'")]
        {
            assert_eq!(quoted(space), word);
        }
    }
}
