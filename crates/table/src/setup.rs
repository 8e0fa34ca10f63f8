//! What a table is opened with.

use std::sync::Arc;

use engine::{Budget, Draft, Fault, Holder, Seat, SeatId, SeatSet, seat_faults};
use protocol::table::Language;
use serde::{Deserialize, Serialize};

use super::state::people;
use super::{Event, Table};

/// Characters in a table's title: fits one line of a terminal beside the state.
const TITLE_CHARS_MAX: usize = 64;

/// What a table is opened with, besides its seats.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// What it is called.
    pub title: String,
    /// Who may change its state; if nothing is said, everybody. The host may always, and a seat that no person
    /// holds never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stewards: Option<SeatSet>,
    /// When people may sit down in seats of the house or of models.
    #[serde(default, skip_serializing_if = "OpenSeats::is_usual")]
    pub open_seats: OpenSeats,
    /// What is spoken there: models are told to, and the house speaks English.
    #[serde(default, skip_serializing_if = "Language::is_english")]
    pub language: Language,
    /// What its models may use; whatever they like if nothing is said.
    #[serde(default, skip_serializing_if = "Budget::is_unlimited")]
    pub budget: Budget,
}

/// When people may sit down in seats of the house or of models.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpenSeats {
    /// From the start on, at any time.
    #[default]
    Start,
    /// Before the table is first ACTIVE: before the first night.
    BeforePlay,
    /// Never.
    Never,
}

impl OpenSeats {
    /// Every one.
    pub const ALL: [OpenSeats; 3] = [OpenSeats::Start, OpenSeats::BeforePlay, OpenSeats::Never];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            OpenSeats::Start => "start",
            OpenSeats::BeforePlay => "before_play",
            OpenSeats::Never => "never",
        }
    }

    /// Is it what holds if nothing is said?
    pub fn is_usual(&self) -> bool {
        *self == OpenSeats::Start
    }
}

pub(super) fn open(draft: &mut Draft<Table>, seats: &Arc<[Seat]>, setup: &Setup) -> Result<(), Vec<Fault>> {
    let stewards = setup.stewards.iter().flat_map(|stewards| steward_faults(*stewards, seats));
    let faults: Vec<Fault> =
        seat_faults(seats).into_iter().chain(title_faults(&setup.title)).chain(stewards).collect();
    if !faults.is_empty() {
        return Err(faults);
    }
    draft.tell(Event::TableOpened {
        title: setup.title.trim().to_owned(),
        seats: Arc::clone(seats),
        seed_hash: draft.seed_hash(),
        stewards: setup.stewards.unwrap_or_else(|| people(seats)),
        open_seats: setup.open_seats,
        language: setup.language,
        budget: setup.budget,
        at: draft.utc(),
    });
    Ok(())
}

fn title_faults(title: &str) -> impl Iterator<Item = Fault> {
    let chars = title.trim().chars().count();
    let length = (!(1..=TITLE_CHARS_MAX).contains(&chars))
        .then(|| Fault::new("title", format!("{chars} characters: give 1 to {TITLE_CHARS_MAX}")));
    let control = "holds a control character: use letters, digits and signs";
    let control = title.chars().any(char::is_control).then(|| Fault::new("title", control));
    length.into_iter().chain(control)
}

fn steward_faults(stewards: SeatSet, seats: &[Seat]) -> Vec<Fault> {
    let problem = |seat: SeatId| match seats.get(seat.index()).map(|seat| &seat.holder) {
        Some(Holder::Person) => None,
        Some(holder @ (Holder::House(_) | Holder::Model(_))) => {
            Some(format!("seat {seat} is held by {holder}: name seats that people hold"))
        }
        None => Some(format!("there is no seat {seat}: name seats from 1 to {}", seats.len())),
    };
    stewards.iter().filter_map(problem).map(|problem| Fault::new("stewards", problem)).collect()
}
