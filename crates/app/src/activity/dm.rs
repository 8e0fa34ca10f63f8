//! The story: a party of one to six who play characters, and in the last seat whoever tells the story.

use std::io::Write;
use std::ops::RangeInclusive;

use archive::{ArchiveError, Saved, export};
use dm::Setup;
use dm::limits::PARTY_MAX;
use dm::setting::setting;
use engine::{Budget, Holder, Seat, Seed, Viewer};
use host::Pace;
use serde_json::Value;
use server::wire::{OptionKind, SetupOption};
use table::OpenSeats;

use super::{Activity, option, pace_to_read};
use crate::cli::Speed;
use crate::exit::Failure;
use crate::model_flag;
use crate::names;
use crate::seating::{Laid, Wanted, seated};

/// The story.
pub(super) struct Dm;

/// What the game master's seat is called with the house in it.
const HOUSE: &str = "The House";

/// And with a model.
const MODEL: &str = "The Game Master";

/// Who holds a seat of the house: that of the game master, and those of the party.
const NARRATOR: &str = "narrator";
const PLAYER: &str = "player";

/// Those of the house who are watched at play.
const WATCHED: usize = 2;

impl Activity for Dm {
    fn name(&self) -> &'static str {
        "dm"
    }

    fn title(&self) -> String {
        format!("A story in {}", setting().city.name)
    }

    fn about(&self) -> &'static str {
        "a story for scoundrels, alone or with up to 5 others, told by a game master"
    }

    fn rules(&self) -> &'static str {
        "The last seat is the game master, who tells a story of scoundrels in a wet city; every other seat plays a \
         character in it. First you make yours. Then you are told what happens and asked what you do: take an idea by \
         its number, or act in your own words. What is risky is settled with dice that are rolled already: you see \
         what each would lead to and what it costs in stress and heat, and spend one. Stress that reaches 9 leaves a \
         scar and four scars end a career; heat that reaches 10 brings the law. Without dice you bargain for more, \
         give up, or fall. Clocks fill, and something happens when they are full. Between scenes you go on, rest, or \
         end the evening."
    }

    fn lay(&self, seed: Seed, wanted: Wanted<'_>) -> Result<Laid, Failure> {
        if wanted.seats.is_some() {
            return Err(Failure::usage(
                "--seats has no meaning for a story: the last seat is the game master's",
                "say --party 1 to --party 6 for how many play; --model SPEC gives the game master a model",
            ));
        }
        wanted.refuse(&[("--space", wanted.space.is_some()), ("--things", wanted.things.is_some())])?;
        check_speed(wanted.speed)?;
        let party = match wanted.party {
            None => 1,
            Some(party) => {
                Some(usize::from(party)).filter(|party| (1..=PARTY_MAX).contains(party)).ok_or_else(|| {
                    Failure::usage(
                        format!("a party of {party}: a story is for 1 to {PARTY_MAX}"),
                        format!("say --party 1 to --party {PARTY_MAX}; the game master comes on top"),
                    )
                })?
            }
        };
        let count = party + 1;
        let given = model_flag::read(wanted.models, count, party..count)?;
        let is_free = |chair: &usize| given[*chair].is_none();
        let person = (0..party).find(is_free);
        if let (None, Some(name)) = (person, wanted.name) {
            return Err(Failure::usage(
                format!("every seat of the party has a model: none is left for {name:?}"),
                "leave --as out to watch, or leave a seat of the party free",
            ));
        }
        let taken: Vec<String> = wanted.name.iter().map(|name| (*name).to_owned()).collect();
        let mut free = names::drawn(seed, &taken).into_iter();
        let mut named = Vec::new();
        for (chair, given) in given.into_iter().enumerate() {
            let own = wanted.name.filter(|_| person == Some(chair));
            let holder = match given {
                Some(given) => Holder::Model(given.spec),
                None if person == Some(chair) => Holder::Person,
                None if chair == party => Holder::House(NARRATOR.to_owned()),
                None => Holder::House(PLAYER.to_owned()),
            };
            let name = match &holder {
                Holder::Model(_) if chair == party => MODEL,
                _ if chair == party => HOUSE,
                _ => own.or_else(|| free.next()).unwrap_or_default(),
            };
            named.push((name.to_owned(), holder));
        }
        let setup = Setup { lines: words(wanted.lines), veils: words(wanted.veils) };
        Ok(laid(named, &setup))
    }

    fn lay_people(&self, _: Seed, _: Option<&str>, people: &[String]) -> Laid {
        let gm = (names::beside(people, HOUSE), Holder::House(NARRATOR.to_owned()));
        laid(names::persons(people).chain([gm]).collect(), &Setup::default())
    }

    fn people_max(&self) -> usize {
        PARTY_MAX
    }

    fn lay_house(&self, seed: Seed, speed: Option<Speed>) -> Result<Laid, Failure> {
        check_speed(speed)?;
        let player = |name: &str| (name.to_owned(), Holder::House(PLAYER.to_owned()));
        let party = names::drawn(seed, &[]).into_iter().take(WATCHED).map(player);
        let gm = (HOUSE.to_owned(), Holder::House(NARRATOR.to_owned()));
        Ok(laid(party.chain([gm]).collect(), &Setup::default()))
    }

    fn seat_range(&self) -> RangeInclusive<usize> {
        2..=PARTY_MAX + 1
    }

    fn characters(&self) -> &'static [(&'static str, &'static str)] {
        &[(NARRATOR, "tells the story, from the last seat"), (PLAYER, "plays a character")]
    }

    fn options(&self) -> Vec<SetupOption> {
        vec![
            option("lines", "Lines", "what is never told at this table, one a line", OptionKind::Texts),
            option("veils", "Veils", "what is told only from afar, one a line", OptionKind::Texts),
        ]
    }

    /// The last seat is the game master's.
    fn chairs(&self, seats: &[Seat]) -> usize {
        seats.len().saturating_sub(1)
    }

    fn pace(&self, seats: &[Seat], speed: Option<Speed>) -> Pace {
        let party = &seats[..self.chairs(seats)];
        let is_alone = party.iter().all(|seat| seat.holder == Holder::Person);
        pace_to_read(is_alone, speed)
    }

    fn after(&self, id: &str, _: &Value, _: usize) -> Vec<(String, &'static str)> {
        vec![
            (format!("parlor export {id} --format md"), "the story, to read"),
            (format!("parlor recap {id} --as host"), "what the game master knew"),
            ("parlor play story".to_owned(), "another evening"),
        ]
    }

    fn write_to_read(&self, saved: &Saved, viewer: Viewer, out: &mut dyn Write) -> Result<(), ArchiveError> {
        export::story::write(saved, viewer, out)
    }

    fn can_be_counted(&self) -> Result<(), Failure> {
        Err(Failure::usage(
            "a story has no winner to count",
            "parlor demo story watches one; parlor sim mafia counts games",
        ))
    }
}

/// There are no deadlines that a phase could end by.
fn check_speed(speed: Option<Speed>) -> Result<(), Failure> {
    match speed {
        Some(Speed::Step) => Err(Failure::usage(
            "--speed step has no meaning for a story: every turn waits for you already",
            "leave it out, or say relaxed, normal, fast or instant: how fast the house tells",
        )),
        _ => Ok(()),
    }
}

/// `spiders, torture`.
fn words(list: Option<&str>) -> Vec<String> {
    let words = list.unwrap_or_default().split(',').map(str::trim).filter(|words| !words.is_empty());
    words.map(str::to_owned).collect()
}

fn laid(named: Vec<(String, Holder)>, setup: &Setup) -> Laid {
    let (budget, open_seats) = (Budget::default(), OpenSeats::default());
    Laid { seats: seated(named), setup: engine::raw(setup), budget, open_seats }
}

#[cfg(test)]
mod tests {
    use host::Tempo;

    use super::super::ALONE_MS;
    use super::*;

    fn wanted<'a>(party: Option<u8>, models: &'a [String]) -> Wanted<'a> {
        Wanted { machine: "dm", name: Some("Kim"), party, models, ..Wanted::default() }
    }

    #[track_caller]
    fn seats(party: Option<u8>, models: &[&str]) -> Vec<String> {
        let models: Vec<String> = models.iter().map(|model| (*model).to_owned()).collect();
        let laid = Dm.lay(Seed(7), wanted(party, &models)).expect("a table");
        laid.seats.iter().map(|seat| format!("{}={}", seat.name, seat.holder)).collect()
    }

    #[test]
    fn the_person_sits_first_and_the_game_master_last() {
        assert_eq!(seats(None, &[]), ["Kim=person", "The House=house:narrator"]);
        let three = seats(Some(3), &[]);
        assert_eq!(three.len(), 4);
        assert_eq!((three[0].as_str(), three[3].as_str()), ("Kim=person", "The House=house:narrator"));
        assert!(three[1].ends_with("=house:player") && three[2].ends_with("=house:player"), "{three:?}");
    }

    #[test]
    fn a_model_without_a_seat_is_the_game_master_whatever_else_is_said() {
        assert_eq!(seats(None, &["a:b"]), ["Kim=person", "The Game Master=model:a:b"]);
        for models in [["2=c:d", "a:b"], ["a:b", "2=c:d"]] {
            let seats = seats(Some(2), &models);
            assert!(seats[1].ends_with("=model:c:d"), "{seats:?}");
            assert_eq!((seats[0].as_str(), seats[2].as_str()), ("Kim=person", "The Game Master=model:a:b"));
        }
        assert_eq!(seats(Some(2), &["1=c:d"])[1], "Kim=person", "the first free seat of the party");
    }

    #[test]
    fn whoever_plays_alone_does_not_wait_for_what_they_read_themselves() {
        let of = |party| Dm.lay(Seed(7), wanted(Some(party), &[])).map(|laid| Dm.pace(&laid.seats, None));
        let alone = Tempo { think_ms: 0, jitter_ms: ALONE_MS, word_ms: 0, percent: 100 };
        assert_eq!(of(1).ok(), Some(Pace::Timed(alone)));
        assert_eq!(of(2).ok(), Some(Pace::Timed(Tempo::default())));
    }
}
