//! Who sits where: what the command line says about a table, and the seats that come of it.

use std::path::Path;

use engine::{Budget, Holder, Seat};
use serde_json::value::RawValue;
use table::OpenSeats;

use crate::cli::{Speed, called};
use crate::exit::Failure;

/// Who sits down to what.
#[derive(Debug)]
pub(crate) struct Laid {
    /// The seats.
    pub(crate) seats: Vec<Seat>,
    /// The options of the activity.
    pub(crate) setup: Box<RawValue>,
    /// What its models may use.
    pub(crate) budget: Budget,
    /// When people may sit down in seats of the house or of models.
    pub(crate) open_seats: OpenSeats,
}

/// What is said about a table.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wanted<'a> {
    /// What is played, for words about it.
    pub(crate) machine: &'a str,
    /// The person's name.
    pub(crate) name: Option<&'a str>,
    /// How many seats, or who sits in them.
    pub(crate) seats: Option<&'a str>,
    /// How many play a character.
    pub(crate) party: Option<u8>,
    /// What is never told at the table, with commas between.
    pub(crate) lines: Option<&'a str>,
    /// What is told only from afar, with commas between.
    pub(crate) veils: Option<&'a str>,
    /// What the space to be sorted is called.
    pub(crate) space: Option<&'a str>,
    /// A file of things that a household knows.
    pub(crate) things: Option<&'a Path>,
    /// Which models sit where, each as `SEATS=SPEC` or as `SPEC`.
    pub(crate) models: &'a [String],
    /// How fast it goes.
    pub(crate) speed: Option<Speed>,
}

impl Wanted<'_> {
    /// Refuses flags that were given and say nothing about this activity.
    pub(crate) fn refuse(&self, flags: &[(&str, bool)]) -> Result<(), Failure> {
        match flags.iter().find(|(_, given)| *given) {
            Some((flag, _)) => {
                let what = called(self.machine);
                Err(Failure::usage(
                    format!("{flag} has no meaning for {what}"),
                    format!("leave {flag} out; parlor play --help says which flags are for what"),
                ))
            }
            None => Ok(()),
        }
    }
}

/// Seats by number, with an id for each chair.
pub(crate) fn seated(named: Vec<(String, Holder)>) -> Vec<Seat> {
    (1..)
        .zip(named)
        .map(|(number, (name, holder))| Seat { id: format!("seat-{number}"), name, holder })
        .collect()
}
