//! The setting: one city, as files that a person can read and edit, and the types that they are read into.
//!
//! Each file says on top what it holds and how to add to it. They are part of the program, so one that cannot be
//! read is a bug; the tests of the setting read them all, and hold every reference, count and length in them.

mod city;
mod deck;
mod story;
mod world;

use std::sync::LazyLock;

use serde::de::DeserializeOwned;

pub use city::{City, District, Word};
pub use deck::{Archetype, HouseName, Suit, Tarot, TarotCard};
pub use story::{ClockEnd, ClockSeed, Complications, FirstScene, Job, SceneSeed, Trouble, WaySet};
pub use world::{Citizen, FactionClock, Hearsay, Matter, Power, Says, Site, SiteKind};

/// All that the files hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// The city itself: `city.toml`.
    pub city: City,
    /// What a character may be: `archetypes.toml`, exactly seven.
    pub archetypes: Vec<Archetype>,
    /// The deck that tells a life: `cards.toml`, exactly 78.
    pub deck: Tarot,
    /// Who wants the city: `factions.toml`.
    pub factions: Vec<Power>,
    /// Who lives in it: `people.toml`.
    pub people: Vec<Citizen>,
    /// Where it happens: `places.toml`.
    pub places: Vec<Site>,
    /// What is said: `rumours.toml`.
    pub rumours: Vec<Hearsay>,
    /// What is under way: `threads.toml`.
    pub threads: Vec<Matter>,
    /// Openings: `jobs.toml`.
    pub jobs: Vec<Job>,
    /// What the watch and the street do about too much heat: `entanglements.toml`.
    pub entanglements: Vec<Trouble>,
    /// Clocks and scenes for the moment when nothing was prepared: `complications.toml`.
    pub complications: Complications,
}

impl Setting {
    /// The faction of this name.
    pub fn faction(&self, name: &str) -> Option<&Power> {
        self.factions.iter().find(|faction| faction.name == name)
    }

    /// The person of this name.
    pub fn person(&self, name: &str) -> Option<&Citizen> {
        self.people.iter().find(|person| person.name == name)
    }

    /// The place of this name.
    pub fn place(&self, name: &str) -> Option<&Site> {
        self.places.iter().find(|place| place.name == name)
    }

    /// The factions and people in a matter of this hook.
    pub fn involved(&self, hook: &str) -> &[String] {
        self.threads.iter().find(|thread| thread.hook == hook).map_or(&[], |thread| &thread.involves)
    }

    /// The archetype of this key.
    pub fn archetype(&self, key: &str) -> Option<&Archetype> {
        self.archetypes.iter().find(|archetype| archetype.key == key)
    }

    /// The card of this name.
    pub fn card(&self, name: &str) -> Option<&TarotCard> {
        self.deck.cards.iter().find(|card| card.name == name)
    }
}

/// The setting, read once.
pub fn setting() -> &'static Setting {
    static SETTING: LazyLock<Setting> = LazyLock::new(load);
    &SETTING
}

/// A file of ours: its name, and what stands in it.
macro_rules! file {
    ($name:literal) => {
        ($name, include_str!($name))
    };
}

fn load() -> Setting {
    Setting {
        city: read(file!("city.toml")),
        archetypes: list(file!("archetypes.toml"), "archetype"),
        deck: read(file!("cards.toml")),
        factions: list(file!("factions.toml"), "faction"),
        people: list(file!("people.toml"), "person"),
        places: list(file!("places.toml"), "place"),
        rumours: list(file!("rumours.toml"), "rumour"),
        threads: list(file!("threads.toml"), "thread"),
        jobs: list(file!("jobs.toml"), "job"),
        entanglements: list(file!("entanglements.toml"), "entanglement"),
        complications: read(file!("complications.toml")),
    }
}

/// Reads one of our own files. That it can be read is held by a test, so what cannot is a bug.
fn read<T: DeserializeOwned>((file, text): (&str, &str)) -> T {
    opened(file, kit::data::read(text))
}

/// The same, of a file that is one list.
fn list<T: DeserializeOwned>((file, text): (&str, &str), of: &str) -> Vec<T> {
    opened(file, kit::data::list(of, text))
}

fn opened<T>(file: &str, read: Result<T, String>) -> T {
    read.unwrap_or_else(|error| panic!("setting/{file}: {error}"))
}
