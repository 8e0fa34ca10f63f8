//! An activity that has nothing here but the card of its machine.

use std::ops::RangeInclusive;

use engine::{Budget, Holder, Rules, Seat, Seed};
use host::Pace;
use serde_json::Value;
use server::wire::SetupOption;
use table::OpenSeats;

use super::{Activity, pace_to_read};
use crate::cli::{Speed, program};
use crate::exit::Failure;
use crate::model_flag;
use crate::names;
use crate::seating::{Laid, Wanted, seated};

/// How many of the house are watched at play, if so many may sit down.
const WATCHED: usize = 3;

/// Played by what its card says.
pub(super) struct Carded {
    /// The machine.
    pub(super) rules: &'static dyn Rules,
}

impl Carded {
    /// So many seats as were wanted, or as few as there may be and somebody to play with.
    fn count(&self, wanted: usize) -> usize {
        let seats = self.rules.card().seats;
        wanted.clamp(*seats.start(), *seats.end())
    }

    fn house(&self) -> Holder {
        let first = self.rules.card().house.first();
        Holder::House(first.map_or("house", |(name, _)| name).to_owned())
    }

    fn laid(&self, named: Vec<(String, Holder)>) -> Laid {
        let (budget, open_seats) = (Budget::default(), OpenSeats::default());
        Laid { seats: seated(named), setup: self.rules.setup(), budget, open_seats }
    }

    /// People first, and the house in the seats that are left.
    fn around(&self, seed: Seed, people: &[String], count: usize) -> Laid {
        let house = names::drawn(seed, people).into_iter().map(|name| (name.to_owned(), self.house()));
        self.laid(names::persons(people).chain(house).take(count).collect())
    }
}

impl Activity for Carded {
    fn name(&self) -> &'static str {
        self.rules.name()
    }

    fn title(&self) -> String {
        let card = self.rules.card();
        if card.title.is_empty() { self.name().to_owned() } else { card.title.to_owned() }
    }

    fn about(&self) -> &'static str {
        self.rules.card().about
    }

    fn rules(&self) -> &'static str {
        self.rules.card().rules
    }

    fn lay(&self, seed: Seed, wanted: Wanted<'_>) -> Result<Laid, Failure> {
        wanted.refuse(&[
            ("--party", wanted.party.is_some()),
            ("--lines", wanted.lines.is_some()),
            ("--veils", wanted.veils.is_some()),
            ("--space", wanted.space.is_some()),
            ("--things", wanted.things.is_some()),
        ])?;
        let range = self.seat_range();
        let count = match wanted.seats {
            None => self.count(2),
            Some(said) => {
                said.trim().parse().ok().filter(|count| range.contains(count)).ok_or_else(|| {
                    Failure::usage(
                        format!(
                            "--seats {said}: {} has {} to {} seats",
                            self.name(),
                            range.start(),
                            range.end()
                        ),
                        format!("say a number, such as --seats {}", self.count(2)),
                    )
                })?
            }
        };
        let given = model_flag::read(wanted.models, count, 1..count)?;
        let person = given.iter().position(Option::is_none);
        if let (None, Some(name)) = (person, wanted.name) {
            return Err(Failure::usage(
                format!("every seat has a model: none is left for {name:?}"),
                "leave --as out to watch, or leave a seat free",
            ));
        }
        let taken: Vec<String> = wanted.name.iter().map(|name| (*name).to_owned()).collect();
        let mut free = names::drawn(seed, &taken).into_iter();
        let mut named = Vec::new();
        for (chair, given) in given.into_iter().enumerate() {
            let own = wanted.name.filter(|_| person == Some(chair));
            let name = own.or_else(|| free.next()).unwrap_or_default().to_owned();
            let holder = match given {
                Some(given) => Holder::Model(given.spec),
                None if person == Some(chair) => Holder::Person,
                None => self.house(),
            };
            named.push((name, holder));
        }
        Ok(self.laid(named))
    }

    fn lay_people(&self, seed: Seed, _: Option<&str>, people: &[String]) -> Laid {
        self.around(seed, people, self.count(people.len().max(2)))
    }

    fn people_max(&self) -> usize {
        *self.seat_range().end()
    }

    fn lay_house(&self, seed: Seed, _: Option<Speed>) -> Result<Laid, Failure> {
        Ok(self.around(seed, &[], self.count(WATCHED)))
    }

    fn seat_range(&self) -> RangeInclusive<usize> {
        self.rules.card().seats
    }

    fn characters(&self) -> &'static [(&'static str, &'static str)] {
        self.rules.card().house
    }

    fn options(&self) -> Vec<SetupOption> {
        Vec::new()
    }

    fn chairs(&self, seats: &[Seat]) -> usize {
        seats.len()
    }

    fn pace(&self, seats: &[Seat], speed: Option<Speed>) -> Pace {
        let is_person = |seat: &&Seat| seat.holder == Holder::Person;
        let is_alone = seats.iter().filter(is_person).count() == 1;
        pace_to_read(is_alone, speed)
    }

    fn after(&self, id: &str, _: &Value, _: usize) -> Vec<(String, &'static str)> {
        let program = program();
        vec![
            (format!("{program} export {id} --format md"), "what happened, to read"),
            (format!("{program} play {}", self.name()), "again"),
        ]
    }

    fn can_be_counted(&self) -> Result<(), Failure> {
        Err(Failure::usage(
            format!("{} cannot be counted: only games of Mafia can", self.name()),
            format!("{} demo {} watches one", program(), self.name()),
        ))
    }
}
