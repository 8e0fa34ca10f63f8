//! Names for the house to sit down with, and ids for sessions.

use engine::{Chance, DiceBox, Hash, Holder, Purpose, Salt, Seed};

use crate::exit::Failure;

/// First names from many places, short enough for a column, no two that begin alike.
const NAMES: [&str; 24] = [
    "Ana", "Bruno", "Chidi", "Dora", "Emre", "Farah", "Goro", "Hana", "Ivo", "Jamila", "Kofi", "Lena",
    "Mateo", "Noor", "Oskar", "Priya", "Quentin", "Rosa", "Sven", "Tala", "Uma", "Viktor", "Wanda", "Yusuf",
];

/// Letters of session ids: none that is taken for another.
const LETTERS: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";

/// Letters in a session id. With 31 of them, a thousand sessions share one in about two million cases.
const ID_CHARS: usize = 7;

/// A session that was opened by the demo has this before its id, so that the next demo finds it.
pub(crate) const DEMO: &str = "demo-";

/// The names in an order that a seed draws, with these left out.
pub(crate) fn drawn(seed: Seed, taken: &[String]) -> Vec<&'static str> {
    let mut names: Vec<&str> = NAMES.into_iter().filter(|name| !is_taken(name, taken)).collect();
    dice(seed).shuffle(&mut names);
    names
}

/// Does somebody have this name, without regard to case and outer space?
fn is_taken(name: &str, taken: &[String]) -> bool {
    let name = name.to_lowercase();
    taken.iter().any(|taken| taken.trim().to_lowercase() == name)
}

/// A name for somebody of the house beside these people: the usual one, with a number if one of them has that.
pub(crate) fn beside(people: &[String], usual: &str) -> String {
    let numbered = (2..).map(|number| format!("{usual} {number}"));
    let mut names = std::iter::once(usual.to_owned()).chain(numbered);
    names.find(|name| !is_taken(name, people)).unwrap_or_default()
}

/// Seats for people.
pub(crate) fn persons(people: &[String]) -> impl Iterator<Item = (String, Holder)> {
    people.iter().map(|name| (name.clone(), Holder::Person))
}

/// The seat among `count` that the person gets.
pub(crate) fn chair(seed: Seed, count: usize) -> usize {
    let mut dice = dice(seed);
    // The names are drawn from the same stream: skip what they may have used.
    dice.shuffle(&mut NAMES.clone());
    dice.below(u32::try_from(count.max(1)).unwrap_or(1)) as usize
}

/// Dice for what is settled before a session begins. They are not the session's own: nobody learns from a name or a
/// chair what the session will draw.
fn dice(seed: Seed) -> engine::Dice {
    let Hash(bytes) = Hash::of(format!("parlor.seating.v1:{}", seed.0).as_bytes());
    let mut own = [0; 8];
    own.copy_from_slice(&bytes[..8]);
    DiceBox::new(Seed(u64::from_le_bytes(own)), "names").rules(0, Purpose { code: 0, name: "who sits where" })
}

/// A seed that nobody can guess. Below 2^53, so that every reader of JSON keeps it whole.
pub(crate) fn fresh_seed() -> Result<Seed, Failure> {
    Ok(Seed(random()? >> 11))
}

/// Chance for a table that others may look at: a seed that somebody thought of cannot be found by trying, because its
/// salt is drawn if it was not said, too.
pub(crate) fn guarded(seed: Option<u64>, salt: Option<Salt>) -> Result<Chance, Failure> {
    let seed = seed.map_or_else(fresh_seed, |seed| Ok(Seed(seed)))?;
    let salt = salt.map_or_else(fresh_salt, Ok)?;
    Ok(Chance { seed, salt: Some(salt) })
}

/// Chance for whoever is at this terminal: as they typed it, so that a seed alone gives the same evening again. Whoever
/// types it knows it anyway.
pub(crate) fn chance(typed: Option<Chance>) -> Result<Chance, Failure> {
    typed.map_or_else(|| guarded(None, None), Ok)
}

fn fresh_salt() -> Result<Salt, Failure> {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&random()?.to_le_bytes());
    bytes[8..].copy_from_slice(&random()?.to_le_bytes());
    Ok(Salt(bytes))
}

/// A new session id.
pub(crate) fn fresh_id(before: &str) -> Result<engine::SessionId, Failure> {
    let mut rest = random()?;
    let mut id = before.to_owned();
    for _ in 0..ID_CHARS {
        id.push(char::from(LETTERS[(rest % LETTERS.len() as u64) as usize]));
        rest /= LETTERS.len() as u64;
    }
    Ok(id.parse()?)
}

fn random() -> Result<u64, Failure> {
    getrandom::u64().map_err(|error| {
        Failure::failed(format!("the system gave no random number: {error}"), "give one yourself: --seed 7")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_seats_the_same_people() {
        assert_eq!(drawn(Seed(7), &[]), drawn(Seed(7), &[]));
        assert_ne!(drawn(Seed(7), &[]), drawn(Seed(8), &[]));
        assert_eq!(chair(Seed(7), 10), chair(Seed(7), 10));
        assert!((0..200).all(|seed| chair(Seed(seed), 5) < 5));
    }

    #[test]
    fn a_name_that_is_taken_is_not_given_again() {
        let names = drawn(Seed(7), &[" ana ".to_owned(), "Sven".to_owned()]);
        assert_eq!(names.len(), NAMES.len() - 2);
        assert!(!names.contains(&"Ana") && !names.contains(&"Sven"));
        assert_eq!(beside(&["the coach".to_owned(), "The Coach 2".to_owned()], "The Coach"), "The Coach 3");
    }

    #[test]
    fn there_are_names_for_the_largest_table() {
        let mut initials: Vec<char> = NAMES.iter().filter_map(|name| name.chars().next()).collect();
        initials.dedup();
        assert_eq!(initials.len(), NAMES.len());
        let most = crate::activity::all().map(|activity| *activity.card().seats.end()).max();
        assert!(Some(drawn(Seed(1), &["Ana".to_owned()]).len()) >= most);
    }
}
