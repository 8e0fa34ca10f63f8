//! Mafia: ten seats with a character of the house in each that nobody else has.

use std::ops::RangeInclusive;

use engine::{Budget, Holder, Seat, Seed};
use host::{Pace, Tempo};
use mafia::house::Character;
use mafia::{self, Counts, Setup, limits};
use protocol::mafia::Role;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use server::wire::{OptionKind, SetupOption};
use table::OpenSeats;

use super::{Activity, option};
use crate::cli::Speed;
use crate::exit::Failure;
use crate::model_flag::{self, Given};
use crate::names;
use crate::seating::{Laid, Wanted, seated};

/// Mafia.
pub(crate) struct Mafia;

/// Seats of a table if nothing is said.
const SEATS: usize = 10;

impl Activity for Mafia {
    fn name(&self) -> &'static str {
        "mafia"
    }

    fn title(&self) -> String {
        "An evening of Mafia".to_owned()
    }

    fn about(&self) -> &'static str {
        "5 to 20 at a table, and some of them lie"
    }

    fn rules(&self) -> &'static str {
        "Each player was dealt one role, unseen: mafia, doctor, sheriff or villager; the last three are the town. The \
         town wins when no mafia is alive, the mafia when they are at least as many as the rest. Nights and days take \
         turns. At night everybody is asked for one name: each mafia for a victim, the doctor for somebody to protect \
         (never the same one twice running), the sheriff for somebody to look into, a villager for a suspect, which \
         changes nothing. In the morning all hear who died. By day the living speak once each in turn, or pass, and then \
         all vote: whoever has the most votes is out and shows the role. The dead do nothing any more, and win or lose \
         with their side."
    }

    fn lay(&self, seed: Seed, wanted: Wanted<'_>) -> Result<Laid, Failure> {
        wanted.refuse(&[
            ("--party", wanted.party.is_some()),
            ("--lines", wanted.lines.is_some()),
            ("--veils", wanted.veils.is_some()),
            ("--space", wanted.space.is_some()),
            ("--things", wanted.things.is_some()),
        ])?;
        lay(seed, wanted)
    }

    fn lay_people(&self, seed: Seed, _: Option<&str>, people: &[String]) -> Laid {
        let free = names::drawn(seed, people).into_iter().enumerate().map(house);
        let named: Vec<_> = names::persons(people).chain(free).take(SEATS).collect();
        laid(named, &Setup { roles: Counts::suited(SEATS), ..Setup::default() })
    }

    fn people_max(&self) -> usize {
        SEATS
    }

    /// It has no deadlines: nobody sits there who could let one pass.
    fn lay_house(&self, seed: Seed, speed: Option<Speed>) -> Result<Laid, Failure> {
        let named: Vec<(String, Holder)> =
            names::drawn(seed, &[]).into_iter().take(SEATS).enumerate().map(house).collect();
        let speed = match speed {
            Some(Speed::Step) => mafia::Speed::Step,
            _ => mafia::Speed::Instant,
        };
        Ok(laid(named, &Setup { speed: Some(speed), ..Setup::default() }))
    }

    fn seat_range(&self) -> RangeInclusive<usize> {
        limits::SEATS
    }

    fn characters(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("cautious", "waits for reasons and spreads the risk"),
            ("aggressive", "accuses early and sticks to it"),
            ("analytical", "counts claims, votes and deaths"),
            ("social", "goes with the people it trusts"),
            ("random", "draws lots"),
        ]
    }

    fn options(&self) -> Vec<SetupOption> {
        let most = *limits::SEATS.end() as u64;
        let count = |role: Role, max: u64| {
            let kind = OptionKind::Number { min: 0, max, value: None };
            option(
                &format!("roles.{role}"),
                &format!("How many are {role}"),
                "as suits the seats, if left out",
                kind,
            )
        };
        let speed = |name: &str, about: &str| (json!(name), about.to_owned());
        let (least, turns) = (u64::from(*limits::TURNS.start()), u64::from(*limits::TURNS.end()));
        let own_turns = Some(u64::from(mafia::Turns::default().0));
        vec![
            option(
                "speed",
                "Clocks",
                "more time can be had ten times, a minute each",
                OptionKind::Choice {
                    choices: vec![
                        speed("RELAXED", "relaxed: 2 minutes a night, 90 s a turn"),
                        speed("INSTANT", "off: everybody takes the time they need"),
                        speed("NORMAL", "normal: 15 s a turn, for models"),
                        speed("FAST", "fast: half of normal"),
                    ],
                },
            ),
            count(Role::Mafia, most / 2),
            count(Role::Doctor, 1),
            count(Role::Sheriff, 1),
            option(
                "turns",
                "Turns in a discussion",
                "at most so many speak a day",
                OptionKind::Number { min: least, max: turns, value: own_turns },
            ),
            option(
                "reveal_night_roles",
                "Show the role of who dies at night",
                "the role of who is voted out is always shown",
                OptionKind::Flag,
            ),
        ]
    }

    /// Roles that nobody counted are as many as suit the seats; whoever has none of them is a villager.
    fn fitted(&self, seats: &[Seat], setup: Box<RawValue>) -> Box<RawValue> {
        let Ok(Value::Object(mut said)) = serde_json::from_str(setup.get()) else { return setup };
        let suited = Counts::suited(seats.len());
        let roles = said.entry("roles").or_insert_with(|| json!({}));
        let Some(roles) = roles.as_object_mut() else { return setup };
        let special = [Role::Mafia, Role::Doctor, Role::Sheriff];
        for role in special {
            roles.entry(role.name()).or_insert(json!(suited.of(role)));
        }
        let count = |role: &Role| roles.get(role.name()).and_then(Value::as_u64);
        let others: u64 = special.iter().filter_map(count).sum();
        let villagers = (seats.len() as u64).saturating_sub(others);
        roles.entry(Role::Villager.name()).or_insert(json!(villagers));
        engine::raw(&said)
    }

    fn chairs(&self, seats: &[Seat]) -> usize {
        seats.len()
    }

    /// In percent of a comfortable pace for reading.
    fn pace(&self, _: &[Seat], speed: Option<Speed>) -> Pace {
        let percent = match speed {
            Some(Speed::Relaxed) => 80,
            None | Some(Speed::Normal) => 130,
            Some(Speed::Fast) => 300,
            Some(Speed::Debug) => 1_000,
            Some(Speed::Step | Speed::Instant) => return Pace::Instant,
        };
        Pace::Timed(Tempo { percent, ..Tempo::default() })
    }

    /// Clocks that leave people their time, or are off, say nothing of the house: whoever is there wants to follow.
    fn speed_of(&self, setup: &RawValue) -> Option<Speed> {
        let setup: Setup = serde_json::from_str(setup.get()).ok()?;
        match setup.speed? {
            mafia::Speed::Fast => Some(Speed::Fast),
            mafia::Speed::Debug => Some(Speed::Debug),
            mafia::Speed::Step => Some(Speed::Step),
            mafia::Speed::Normal | mafia::Speed::Relaxed | mafia::Speed::Instant => None,
        }
    }

    fn waits_for_host(&self, setup: &RawValue) -> bool {
        serde_json::from_str::<Setup>(setup.get()).is_ok_and(|setup| setup.speed == Some(mafia::Speed::Step))
    }

    fn more_time(&self) -> Option<Value> {
        Some(json!({"type": "Extend"}))
    }

    fn goes_on_alone(&self) -> bool {
        true
    }

    fn after(&self, id: &str, _: &Value, _: usize) -> Vec<(String, &'static str)> {
        vec![
            (format!("parlor replay {id} --as host --thoughts"), "with every secret"),
            ("parlor play mafia".to_owned(), "a seat for you"),
        ]
    }

    fn can_be_counted(&self) -> Result<(), Failure> {
        Ok(())
    }
}

/// A table with a person, or with models and nobody else but the house.
fn lay(seed: Seed, wanted: Wanted<'_>) -> Result<Laid, Failure> {
    let Wanted { name, seats, models, speed, .. } = wanted;
    let count = match seats {
        None => Ok(SEATS),
        Some(text) => text.parse(),
    };
    let named = match count {
        Ok(count) => {
            check_seats(count)?;
            around_person(seed, name, given(models, count)?)?
        }
        Err(_) => listed(name, seats.unwrap_or_default(), models)?,
    };
    let count = named.len();
    check_seats(count)?;
    let person = named.iter().any(|(_, holder)| *holder == Holder::Person);
    // Where nobody but models and the house plays there is nobody to wait for: a call has a time of its own.
    let watched = (!person).then_some(mafia::Speed::Instant);
    let speed = speed.map(speed_of).or(watched);
    let setup = Setup { roles: Counts::suited(count), speed, ..Setup::default() };
    let laid = laid(named, &setup);
    match setup.faults(&laid.seats) {
        faults if faults.is_empty() => Ok(laid),
        faults => Err(faults.into()),
    }
}

fn laid(named: Vec<(String, Holder)>, setup: &Setup) -> Laid {
    let (budget, open_seats) = (Budget::default(), OpenSeats::default());
    Laid { seats: seated(named), setup: engine::raw(setup), budget, open_seats }
}

/// A speed of the command line, as the machine has it.
fn speed_of(speed: Speed) -> mafia::Speed {
    match speed {
        Speed::Relaxed => mafia::Speed::Relaxed,
        Speed::Normal => mafia::Speed::Normal,
        Speed::Fast => mafia::Speed::Fast,
        Speed::Debug => mafia::Speed::Debug,
        Speed::Step => mafia::Speed::Step,
        Speed::Instant => mafia::Speed::Instant,
    }
}

fn given(models: &[String], count: usize) -> Result<Vec<Option<Given>>, Failure> {
    model_flag::read(models, count, 0..count)
}

/// The person in the chair that the seed draws, or else in the first that no model was given; and round it the models,
/// and the house.
fn around_person(
    seed: Seed,
    name: Option<&str>,
    given: Vec<Option<Given>>,
) -> Result<Vec<(String, Holder)>, Failure> {
    let count = given.len();
    let is_free = |chair: &usize| !given[*chair].as_ref().is_some_and(|given| given.by_number);
    let chair = std::iter::once(names::chair(seed, count)).chain(0..count).find(is_free);
    let taken: Vec<String> = name.iter().map(|name| (*name).to_owned()).collect();
    let mut free = names::drawn(seed, &taken).into_iter();
    let mut named = match (chair, name) {
        (None, Some(name)) => {
            return Err(Failure::usage(
                format!("every seat has a model: none is left for {name:?}"),
                "leave --as out to watch, or leave a seat free, such as --model 2-10=…",
            ));
        }
        (None, None) => free.take(count).enumerate().map(house).collect(),
        (Some(chair), name) => {
            let own = name.map(str::to_owned).or_else(|| free.next().map(str::to_owned)).unwrap_or_default();
            let mut named: Vec<(String, Holder)> = free.take(count - 1).enumerate().map(house).collect();
            named.insert(chair, (own, Holder::Person));
            named
        }
    };
    for ((_, holder), given) in named.iter_mut().zip(given) {
        if let Some(given) = given.filter(|_| *holder != Holder::Person) {
            *holder = Holder::Model(given.spec);
        }
    }
    Ok(named)
}

/// `Ana=person,Ben=house:social,Cole=house,Dee=model:ollama:llama3.2`.
fn listed(name: Option<&str>, list: &str, models: &[String]) -> Result<Vec<(String, Holder)>, Failure> {
    let example = "write --seats 7, or --seats Ana=person,Ben=house:social,Cy=model:ollama:llama3.2,…";
    let mut named = Vec::new();
    for (index, entry) in list.split(',').enumerate() {
        let Some((name, holder)) = entry.split_once('=') else {
            return Err(Failure::usage(
                format!("{entry:?} is neither a number of seats nor NAME=HOLDER"),
                example,
            ));
        };
        let holder = match holder.trim() {
            "house" => house((index, "")).1,
            holder => {
                holder.parse().map_err(|why: String| Failure::usage(format!("--seats: {why}"), example))?
            }
        };
        named.push((name.trim().to_owned(), holder));
    }
    if let Some(own) = name {
        let place = named.iter_mut().find(|(name, _)| name.eq_ignore_ascii_case(own.trim()));
        let Some((_, holder)) = place else {
            return Err(Failure::usage(
                format!("--as {own:?} is not in the list of seats"),
                "leave --as out, or name one of the list",
            ));
        };
        *holder = Holder::Person;
    }
    check_seats(named.len())?;
    for (index, given) in given(models, named.len())?.into_iter().enumerate() {
        let Some(given) = given else { continue };
        let (name, holder) = &mut named[index];
        match (&holder, given.by_number) {
            (Holder::Person, true) => {
                let seat = index + 1;
                return Err(Failure::usage(
                    format!("seat {seat} is {name}'s, and --model gives it to a model"),
                    format!("leave seat {seat} out of --model, or write {name}=model:… in the list"),
                ));
            }
            (Holder::Person, false) => {}
            (Holder::House(_) | Holder::Model(_), _) => *holder = Holder::Model(given.spec),
        }
    }
    let is_model = |(_, holder): &(String, Holder)| matches!(holder, Holder::Model(_));
    match named.iter().filter(|(_, holder)| *holder == Holder::Person).count() {
        1 => Ok(named),
        // Models can be watched.
        0 if named.iter().any(is_model) => Ok(named),
        0 => Err(Failure::usage(
            "no seat in the list is for a person",
            "write NAME=person for yours; parlor demo plays without you",
        )),
        people => Err(Failure::usage(
            format!("{people} people cannot sit at one terminal"),
            "write NAME=person once; give the others to the house",
        )),
    }
}

fn house((index, name): (usize, &str)) -> (String, Holder) {
    let character = Character::THINKING[index % Character::THINKING.len()];
    (name.to_owned(), Holder::House(character.name().to_owned()))
}

/// Refuses a number of seats that no game is for, before anything is made of it.
pub(crate) fn check_seats(count: usize) -> Result<(), Failure> {
    let range = limits::SEATS;
    if range.contains(&count) {
        return Ok(());
    }
    let (least, most) = (range.start(), range.end());
    Err(Failure::usage(
        format!("{count} seats: Mafia is for {least} to {most}"),
        format!("say --seats {least} to --seats {most}"),
    ))
}
