//! How a session stands. How events change it is in `evolve`.
//!
//! Nothing here is secret: the person, the coach and whoever watches know the same, and a view is a state. Photos are known by
//! their names alone; who may look at them the host decides.

use std::sync::Arc;

use engine::{Hash, Photo, Seat, SeatId, TableTime};
use serde::{Deserialize, Serialize};

use super::heard::key;
use super::limits::{ITEMS_MAX, UNSURE_FULL};
use super::mode::{Back, Choices, Floor, Group, Mode, Next, Said, Suggestion};
use super::outcome::{Left, Outcome};
use super::phases::PhaseName;
use super::piles::{Item, ItemId, Pile};
use super::setup::Thing;

/// All that a session knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, engine::Phases)]
#[phases(cards = PhaseName, by = phase_name)]
pub struct State {
    /// Who sits where.
    pub seats: Arc<[Seat]>,
    /// The coach's seat; the other one is the person's.
    pub coach: SeatId,
    /// The hash of the seed.
    pub seed_hash: Hash,
    /// What the space is called.
    pub space: String,
    /// Can the coach see photos?
    pub coach_sees: bool,
    /// How long a proposal waits for an answer.
    pub answer_ms: Option<u64>,
    /// What the last session in this space left.
    pub before: Option<Left>,
    /// Things that this household knows.
    pub things: Vec<Thing>,
    /// When it began: milliseconds of UTC since 1970.
    pub begun_at: i64,
    /// The phase.
    pub phase: Phase,
    /// Whose word it is.
    pub floor: Floor,
    /// Counts the questions that were put, for their names.
    pub serial: u32,
    /// Counts what was said, decided and answered.
    pub turn: u32,
    /// What the space is for.
    pub function: Option<String>,
    /// What stays in it.
    pub anchors: Vec<String>,
    /// Everything that was named, in order.
    pub items: Vec<Item>,
    /// The unsure pile in parts, the one at hand first (Y9).
    pub groups: Vec<Group>,
    /// How large the unsure pile was when it was last offered in parts.
    pub kept_whole_at: u16,
    /// Was it offered, and neither split nor kept whole since?
    pub split_offered: bool,
    /// What is proposed after what stands now, one after the other (Y18).
    #[serde(default)]
    pub queue: Vec<Next>,
    /// What was decided, the last at the end, as far as it can be undone (Y5).
    pub history: Vec<Decision>,
    /// What the person said last, until it is answered (Y3).
    pub said: Option<Said>,
    /// Has the coach said something in this mode?
    pub asked: bool,
    /// Has the person answered that?
    pub heard: bool,
    /// Photos that will go with the next word.
    pub pending: Vec<Photo>,
    /// Every photo that was added and not deleted.
    pub photos: Vec<Photo>,
    /// What the coach said last.
    pub coach_said: Option<String>,
    /// Changes of mode since the person last spoke (Y3).
    pub breaks: u8,
    /// Tools that the coach used in this turn.
    pub steps: u8,
}

/// The phases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "phase", rename_all = "snake_case")]
pub enum Phase {
    /// At work.
    At(Mode),
    /// Over.
    Ended(Box<Outcome>),
}

/// A decision that can be undone (Y5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// The thing.
    pub item: ItemId,
    /// Where it was before.
    pub from: Pile,
    /// What had been proposed.
    pub proposal: Option<Choices>,
    /// The part of the unsure pile that it was in.
    pub group: Option<String>,
}

impl Default for Phase {
    fn default() -> Phase {
        Phase::At(Mode::Surveying { survey: None })
    }
}

impl State {
    /// The name of the phase.
    pub fn phase_name(&self) -> PhaseName {
        match &self.phase {
            Phase::At(mode) => mode.name(),
            Phase::Ended(_) => PhaseName::Ended,
        }
    }

    /// The mode, before the end.
    pub fn mode(&self) -> Option<&Mode> {
        match &self.phase {
            Phase::At(mode) => Some(mode),
            Phase::Ended(_) => None,
        }
    }

    /// How it ended, once it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        match &self.phase {
            Phase::At(_) => None,
            Phase::Ended(outcome) => Some(outcome),
        }
    }

    /// What was left for a session in this space: by this one, once it has ended, else by the last.
    pub(super) fn left(&self) -> Option<&Left> {
        self.outcome().map(|outcome| &outcome.left).or(self.before.as_ref())
    }

    /// The last thing that was decided, if that can be undone.
    pub fn last_decided(&self) -> Option<&Item> {
        self.item(self.history.last()?.item)
    }

    /// The person's seat.
    pub fn person(&self) -> SeatId {
        SeatId::at(0)
    }

    /// The name of a seat.
    pub fn who(&self, seat: SeatId) -> &str {
        self.seats.get(seat.index()).map_or("nobody", |seat| &seat.name)
    }

    /// A thing by its number.
    pub fn item(&self, id: ItemId) -> Option<&Item> {
        self.items.get(usize::from(id.0).checked_sub(1)?)
    }

    pub(super) fn item_mut(&mut self, id: ItemId) -> Option<&mut Item> {
        self.items.get_mut(usize::from(id.0).checked_sub(1)?)
    }

    /// A thing by what it is called, however its article and its case are written.
    pub fn named(&self, name: &str) -> Option<&Item> {
        let wanted = key(name);
        self.items.iter().find(|item| key(&item.name) == wanted)
    }

    /// Is there no place for another thing?
    pub fn is_full(&self) -> bool {
        self.items.len() >= ITEMS_MAX
    }

    /// How many things were sorted: those on a pile. So none is counted twice, and none is counted that is on none (Y5).
    pub fn processed(&self) -> usize {
        self.items.iter().filter(|item| item.pile != Pile::Waiting).count()
    }

    /// The things for which nothing was decided.
    pub fn waiting(&self) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(|item| item.pile == Pile::Waiting)
    }

    /// The things on the unsure pile.
    pub fn unsure(&self) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(|item| item.pile == Pile::Unsure)
    }

    /// The things with which something is to be done, each with what (Y17).
    pub fn to_do(&self) -> impl Iterator<Item = (&Item, &str)> {
        self.items.iter().filter_map(|item| match &item.pile {
            Pile::ToDo { what } => Some((item, what.as_str())),
            Pile::Waiting | Pile::Belongs { .. } | Pile::Out { .. } | Pile::HandIn { .. } | Pile::Unsure => {
                None
            }
        })
    }

    /// How many things are on the unsure pile.
    pub fn unsure_count(&self) -> u16 {
        u16::try_from(self.unsure().count()).unwrap_or(u16::MAX)
    }

    /// May the coach offer the unsure pile in parts once more, because the last offer was answered in words?
    pub fn can_be_split(&self) -> bool {
        self.split_offered && self.groups.is_empty() && self.unsure().count() >= UNSURE_FULL
    }

    /// Is the coach to offer the unsure pile in parts (Y9)? Not while it is being sorted so, and not before it has grown
    /// again since the last time.
    pub fn split_is_due(&self) -> bool {
        self.groups.is_empty() && self.unsure().count() >= usize::from(self.kept_whole_at) + UNSURE_FULL
    }

    /// What is proposed now.
    pub fn proposal(&self) -> Option<&Choices> {
        let Mode::Sorting { offer: Some(Suggestion::Proposal(proposal)), .. } = self.mode()? else {
            return None;
        };
        Some(proposal)
    }

    /// What is asked back now (Y14).
    pub fn asked_back(&self) -> Option<&Back> {
        let Mode::Sorting { offer: Some(Suggestion::Back(back)), .. } = self.mode()? else { return None };
        Some(back)
    }

    /// The thing that the person and the coach have in hand, in whatever mode.
    pub fn in_hand(&self) -> Option<ItemId> {
        match self.mode()? {
            Mode::Sorting { item, .. } | Mode::DecisionSupport { item, .. } => *item,
            Mode::Clarifying { item, .. } => Some(*item),
            Mode::Surveying { .. } | Mode::WindingDown { .. } => None,
        }
    }

    /// May the coach bring a decision of the person's back to sorting? They were asked about the thing, and answered.
    pub fn may_bring_decision(&self) -> bool {
        self.heard && matches!(self.mode(), Some(Mode::DecisionSupport { item: Some(_), .. }))
    }

    /// When a proposal is put aside without an answer (Y6).
    pub fn deadline(&self) -> Option<TableTime> {
        self.proposal()?.until
    }

    /// The next question is another one.
    pub(super) fn ask_anew(&mut self) {
        self.serial += 1;
        self.steps = 0;
    }
}
