//! Who sits where: the seats of a table out of what the command line says about them.

use engine::{Budget, Holder, Seat, Seed};
use machines::mafia;
use machines::mafia::house::Character;
use machines::mafia::{Counts, Setup, limits};

use crate::cli::Speed;
use crate::evening::speed_of;
use crate::exit::Failure;
use crate::model_flag::{self, Given};
use crate::names;

/// The characters that think, in the order in which they sit down.
pub(crate) const CHARACTERS: [Character; 4] =
    [Character::Cautious, Character::Aggressive, Character::Analytical, Character::Social];

/// Seats of a table if nothing is said.
const SEATS: usize = 10;

/// Who sits down to what.
#[derive(Debug)]
pub(crate) struct Laid {
    /// The seats.
    pub(crate) seats: Vec<Seat>,
    /// The options of the game.
    pub(crate) setup: Setup,
    /// What its models may use.
    pub(crate) budget: Budget,
}

/// What is said about a table.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wanted<'a> {
    /// The person's name.
    pub(crate) name: Option<&'a str>,
    /// How many seats, or who sits in them.
    pub(crate) seats: Option<&'a str>,
    /// Which models sit where, each as `SEATS=SPEC` or as `SPEC`.
    pub(crate) models: &'a [String],
    /// How fast it goes.
    pub(crate) speed: Option<Speed>,
}

/// A table of house players. It has no deadlines: nobody sits there who could let one pass.
pub(crate) fn lay_house(seed: Seed, speed: Option<Speed>) -> Laid {
    let named: Vec<(String, Holder)> =
        names::drawn(seed, &[]).into_iter().take(SEATS).enumerate().map(house).collect();
    let speed = match speed {
        Some(Speed::Step) => mafia::Speed::Step,
        _ => mafia::Speed::Instant,
    };
    let setup = Setup { speed: Some(speed), ..Setup::default() };
    Laid { seats: seated(named), setup, budget: Budget::default() }
}

/// A table with one person at it.
pub(crate) fn lay_person(
    seed: Seed,
    name: Option<&str>,
    seats: Option<&str>,
    speed: Option<Speed>,
) -> Result<Laid, Failure> {
    lay(seed, Wanted { name, seats, models: &[], speed })
}

/// A table with a person, or with models and nobody else but the house.
pub(crate) fn lay(seed: Seed, wanted: Wanted<'_>) -> Result<Laid, Failure> {
    let Wanted { name, seats, models, speed } = wanted;
    let count = match seats {
        None => Ok(SEATS),
        Some(text) => text.parse(),
    };
    let named = match count {
        Ok(count) => {
            check_seats(count)?;
            around_person(seed, name, model_flag::read(models, count)?)?
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
    let laid = Laid { seats: seated(named), setup, budget: Budget::default() };
    match laid.setup.faults(&laid.seats) {
        faults if faults.is_empty() => Ok(laid),
        faults => Err(faults.into()),
    }
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
            return Err(Failure::usage(format!("every seat has a model: there is none for {name:?}"))
                .todo("leave --as out to watch, or leave a seat free, such as --model 2-10=…"));
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
            return Err(Failure::usage(format!("{entry:?} is neither a number of seats nor NAME=HOLDER"))
                .todo(example));
        };
        let holder = match holder.trim() {
            "house" => house((index, "")).1,
            holder => holder.parse().map_err(|why: String| Failure::usage(why).todo(example))?,
        };
        named.push((name.trim().to_owned(), holder));
    }
    if let Some(own) = name {
        let place = named.iter_mut().find(|(name, _)| name.eq_ignore_ascii_case(own.trim()));
        let Some((_, holder)) = place else {
            return Err(Failure::usage(format!("--as {own:?} is not in the list of seats"))
                .todo("leave --as out, or name one of the list"));
        };
        *holder = Holder::Person;
    }
    check_seats(named.len())?;
    for (index, given) in model_flag::read(models, named.len())?.into_iter().enumerate() {
        let Some(given) = given else { continue };
        let (name, holder) = &mut named[index];
        match (&holder, given.by_number) {
            (Holder::Person, true) => {
                let seat = index + 1;
                return Err(Failure::usage(format!(
                    "seat {seat} is {name}'s, and --model gives it to a model"
                ))
                .todo(format!("leave seat {seat} out of --model, or write {name}=model:… in the list")));
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
        0 => Err(Failure::usage("no seat in the list is for a person")
            .todo("write NAME=person for yours; parlor demo plays without you")),
        people => Err(Failure::usage(format!("{people} people cannot sit at one terminal"))
            .todo("write NAME=person once; give the others to the house")),
    }
}

fn house((index, name): (usize, &str)) -> (String, Holder) {
    (name.to_owned(), Holder::House(CHARACTERS[index % CHARACTERS.len()].name().to_owned()))
}

fn seated(named: Vec<(String, Holder)>) -> Vec<Seat> {
    (1..)
        .zip(named)
        .map(|(number, (name, holder))| Seat { id: format!("seat-{number}"), name, holder })
        .collect()
}

/// Refuses a number of seats that no game is for, before anything is made of it.
pub(crate) fn check_seats(count: usize) -> Result<(), Failure> {
    let range = limits::SEATS;
    if range.contains(&count) {
        return Ok(());
    }
    let (least, most) = (range.start(), range.end());
    Err(Failure::usage(format!("{count} seats: Mafia is for {least} to {most}"))
        .todo(format!("say --seats {least} to --seats {most}")))
}
