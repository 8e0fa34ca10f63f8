//! The setting: one city, as files that a person can read and edit, and the types that they are read into.
//!
//! Each file says on top what it holds and how to add to it. They are part of the program, so one that cannot be
//! read is a bug; `tests/dm_setting.rs` reads them all, and holds every reference, count and length in them.

mod city;
mod deck;
mod story;
mod world;

use std::sync::LazyLock;

use serde::Deserialize;
use serde::de::DeserializeOwned;

pub use city::{City, District, Tones, Word};
pub use deck::{Archetype, Card, Deck, HouseName, Suit};
pub use story::{
    ClockSeed, Complications, Consequence, Entanglement, FirstScene, Job, Price, SceneSeed, WayOut, WaySet,
};
pub use world::{Faction, FactionClock, Person, Place, PlaceKind, Rumour, Says, Thread};

/// All that the files hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// The city itself: `city.toml`.
    pub city: City,
    /// What a character may be: `archetypes.toml`, exactly seven.
    pub archetypes: Vec<Archetype>,
    /// The deck that tells a life: `cards.toml`, exactly 78.
    pub deck: Deck,
    /// Who wants the city: `factions.toml`.
    pub factions: Vec<Faction>,
    /// Who lives in it: `people.toml`.
    pub people: Vec<Person>,
    /// Where it happens: `places.toml`.
    pub places: Vec<Place>,
    /// What is said: `rumours.toml`.
    pub rumours: Vec<Rumour>,
    /// What is under way: `threads.toml`.
    pub threads: Vec<Thread>,
    /// Openings: `jobs.toml`.
    pub jobs: Vec<Job>,
    /// What the watch and the street do about too much heat: `entanglements.toml`.
    pub entanglements: Vec<Entanglement>,
    /// Clocks and scenes for the moment when nothing was prepared: `complications.toml`.
    pub complications: Complications,
}

impl Setting {
    /// The faction of this name.
    pub fn faction(&self, name: &str) -> Option<&Faction> {
        self.factions.iter().find(|faction| faction.name == name)
    }

    /// The person of this name.
    pub fn person(&self, name: &str) -> Option<&Person> {
        self.people.iter().find(|person| person.name == name)
    }

    /// The place of this name.
    pub fn place(&self, name: &str) -> Option<&Place> {
        self.places.iter().find(|place| place.name == name)
    }

    /// The archetype of this key.
    pub fn archetype(&self, key: &str) -> Option<&Archetype> {
        self.archetypes.iter().find(|archetype| archetype.key == key)
    }

    /// The card of this key.
    pub fn card(&self, key: &str) -> Option<&Card> {
        self.deck.cards.iter().find(|card| card.key == key)
    }
}

/// The setting, read once.
pub fn setting() -> &'static Setting {
    static SETTING: LazyLock<Setting> = LazyLock::new(load);
    &SETTING
}

/// A file that is one list of tables: what the list is called in it, and what it becomes.
macro_rules! lists {
    ($($file:ident { $list:ident: $of:ty })*) => {$(
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct $file {
            $list: Vec<$of>,
        }
    )*};
}

lists! {
    Archetypes { archetype: Archetype }
    Factions { faction: Faction }
    People { person: Person }
    Places { place: Place }
    Rumours { rumour: Rumour }
    Threads { thread: Thread }
    Jobs { job: Job }
    Entanglements { entanglement: Entanglement }
}

fn load() -> Setting {
    Setting {
        city: read("city.toml", include_str!("city.toml")),
        archetypes: read::<Archetypes>("archetypes.toml", include_str!("archetypes.toml")).archetype,
        deck: read("cards.toml", include_str!("cards.toml")),
        factions: read::<Factions>("factions.toml", include_str!("factions.toml")).faction,
        people: read::<People>("people.toml", include_str!("people.toml")).person,
        places: read::<Places>("places.toml", include_str!("places.toml")).place,
        rumours: read::<Rumours>("rumours.toml", include_str!("rumours.toml")).rumour,
        threads: read::<Threads>("threads.toml", include_str!("threads.toml")).thread,
        jobs: read::<Jobs>("jobs.toml", include_str!("jobs.toml")).job,
        entanglements: read::<Entanglements>("entanglements.toml", include_str!("entanglements.toml"))
            .entanglement,
        complications: read("complications.toml", include_str!("complications.toml")),
    }
}

/// Reads one of our own files. That it can be read is held by a test, so what cannot is a bug.
fn read<T: DeserializeOwned>(file: &str, text: &str) -> T {
    match kit::data::read(text) {
        Ok(read) => read,
        Err(error) => panic!("setting/{file}: {error}"),
    }
}
