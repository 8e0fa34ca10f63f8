//! The state of a table, and how events change it.

use std::sync::Arc;

use engine::{Accounts, Actor, Holder, Seat, SeatId, SeatSet};
use kit::words::listed;
use protocol::table::{Drawn, Fair, FeedbackKind, Given, Language, Lines, TableState, Tally};
use serde::{Deserialize, Serialize};

use super::command::CommandName;
use super::suggest::AGAIN_MS;
use super::{Earlier, Event, OpenSeats, Policy};

/// Words of debriefs that a table has at hand: those of some evenings.
const GIVEN_MAX: usize = 100;

/// All that a table knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, engine::Phases)]
pub struct State {
    /// What it is called.
    pub title: String,
    /// Who sits where: the names for telling, and the holders because people and others are let through differently.
    pub seats: Arc<[Seat]>,
    /// Who may change the state, besides the host.
    pub stewards: SeatSet,
    /// Were those named since the opening? Then it is they and nobody else.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub named: bool,
    /// When people may sit down in seats of the house or of models.
    #[serde(default, skip_serializing_if = "OpenSeats::is_usual")]
    pub open_seats: OpenSeats,
    /// What is spoken there.
    #[serde(default, skip_serializing_if = "Language::is_english")]
    pub language: Language,
    /// Who has sat down where so far, whether they have left or not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<Holding>,
    /// What the host promised to see no more than.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fair: Option<Fair>,
    /// The seats of the house or of models in which people have sat down since the opening.
    #[serde(default, skip_serializing_if = "nobody")]
    pub taken: SeatSet,
    /// The seats whose people said that they are away.
    #[serde(default, skip_serializing_if = "nobody")]
    pub away: SeatSet,
    /// When somebody last knocked: milliseconds of UTC since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub knocked_at: Option<i64>,
    /// The changes of state that words suggested, each with when that was last. The last one can be agreed to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suggested: Vec<Suggested>,
    /// Can the last suggestion be agreed to? Not once the state was changed.
    #[serde(default)]
    pub suggests: bool,
    /// Suggestions so far.
    #[serde(default)]
    pub suggestions: u32,
    /// What words that suggest a change may do, where it was said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub policies: Vec<PolicyOf>,
    /// What people keep out.
    #[serde(default, skip_serializing_if = "Lines::is_empty")]
    pub lines: Lines,
    /// The seats whose models have answered in this debrief what was said there.
    #[serde(default, skip_serializing_if = "nobody")]
    pub answered: SeatSet,
    /// The last stars, wishes and other words of debriefs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<Given>,
    /// What it is in.
    pub phase: Phase,
    /// Was it ACTIVE since it was last IDLE? Then there is a session to look back on once it is closed.
    pub played: bool,
    /// The sessions that were played and closed.
    pub earlier: Option<Earlier>,
    /// What its models used.
    #[serde(default)]
    pub accounts: Accounts,
}

/// A seat that somebody holds, or has held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holding {
    /// Who, as a face knows them.
    pub person: String,
    /// The seat.
    pub seat: SeatId,
}

/// A change of state that was suggested.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suggested {
    /// The state then.
    pub from: TableState,
    /// The state that was suggested.
    pub to: TableState,
    /// By whose words.
    pub by: Actor,
    /// The phrase.
    pub heard: String,
    /// When: milliseconds of UTC since 1970.
    pub at: i64,
}

/// What words that suggest a change may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PolicyOf {
    /// From which state.
    pub from: TableState,
    /// To which state.
    pub to: TableState,
    /// What they may do.
    pub policy: Policy,
}

/// How long every state lasts.
const UNTIL_CHANGED: &str = "until somebody changes it";

/// The five states, each with what it knows beyond the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, engine::Phases)]
#[serde(tag = "state", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Phase {
    /// Between sessions.
    #[phase(sign("○", "o"), colour = Slate, lasts = UNTIL_CHANGED, exits(SessionZero, Active, Paused, Debrief))]
    #[phase(asks(SetSession, SayAside, AskStatus))]
    #[phase(persona = "the caretaker, who keeps the room and says nothing of the story")]
    Idle {
        /// Since when.
        since: Since,
    },
    /// Preparing.
    #[phase(sign("✎", "0"), colour = Yellow, lasts = UNTIL_CHANGED, exits(Idle, Active, Paused, Debrief))]
    #[phase(asks(SetSession, SayAside, AskStatus))]
    #[phase(persona = "the architect, who asks, proposes and writes down what the table agrees on")]
    SessionZero {
        /// Since when.
        since: Since,
    },
    /// In play.
    #[phase(sign("▶", ">"), colour = Green, lasts = UNTIL_CHANGED, exits(Idle, SessionZero, Paused, Debrief))]
    #[phase(asks(SetSession, SayAside, AskStatus))]
    #[phase(persona = "the narrator, who shows what happens and leaves every choice to the players")]
    Active {
        /// Since when.
        since: Since,
    },
    /// A break.
    #[phase(sign("‖", "="), colour = Grey, lasts = UNTIL_CHANGED, exits(Idle, SessionZero, Active, Debrief))]
    #[phase(asks(SetSession, SayAside, AskStatus))]
    #[phase(persona = "the doorkeeper, who holds the story's place and stays out of the talk")]
    Paused {
        /// Since when.
        since: Since,
    },
    /// Looking back.
    #[phase(sign("☆", "*"), colour = Blue, lasts = UNTIL_CHANGED, exits(Idle, SessionZero, Active, Paused))]
    #[phase(asks(SetSession, SayAside, AskStatus, GiveFeedback))]
    #[phase(persona = "the listener, who gathers stars and wishes and defends nothing")]
    Debrief {
        /// Since when.
        since: Since,
        /// How much feedback each seat has given in this debrief. The words are in the log.
        feedback: Vec<Tally>,
    },
}

/// Since when a table is in its state, and by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Since {
    /// Milliseconds of UTC since 1970.
    pub at: i64,
    /// Who set it.
    pub by: Actor,
}

/// Before the first event.
impl Default for Phase {
    fn default() -> Self {
        Phase::Idle { since: Since { at: 0, by: Actor::Host } }
    }
}

impl State {
    /// Which of the five it is.
    pub fn table_state(&self) -> TableState {
        match self.phase {
            Phase::Idle { .. } => TableState::Idle,
            Phase::SessionZero { .. } => TableState::SessionZero,
            Phase::Active { .. } => TableState::Active,
            Phase::Paused { .. } => TableState::Paused,
            Phase::Debrief { .. } => TableState::Debrief,
        }
    }

    /// The suggestion that can be agreed to, if it has not lapsed meanwhile.
    pub fn suggestion(&self) -> Option<&Suggested> {
        self.suggested.last().filter(|_| self.suggests)
    }

    /// Was this change suggested so short a time ago that it is not suggested again?
    pub fn was_suggested(&self, from: TableState, to: TableState, utc: i64) -> bool {
        let lately = |it: &Suggested| utc.saturating_sub(it.at) < AGAIN_MS;
        self.suggested.iter().any(|it| it.from == from && it.to == to && lately(it))
    }

    /// What words that suggest a change may do.
    pub fn policy(&self, from: TableState, to: TableState) -> Policy {
        let said = self.policies.iter().find(|it| it.from == from && it.to == to);
        said.map_or(Policy::default(), |it| it.policy)
    }

    /// Since when it is that.
    pub fn since(&self) -> Since {
        match self.phase {
            Phase::Idle { since }
            | Phase::SessionZero { since }
            | Phase::Active { since }
            | Phase::Paused { since }
            | Phase::Debrief { since, .. } => since,
        }
    }

    /// Who plays a seat now, if it is at this table: a person, if one has sat down in it.
    pub fn holder(&self, seat: SeatId) -> Option<&Holder> {
        let held = self.seats.get(seat.index()).map(|seat| &seat.holder);
        held.map(|holder| if self.taken.contains(seat) { &Holder::Person } else { holder })
    }

    /// Who may change the state now, besides the host. Where all people could at the opening, those who have sat down
    /// since can too.
    pub fn stewards_now(&self) -> SeatSet {
        let all_may = !self.named && people(&self.seats).minus(self.stewards).is_empty();
        if all_may { self.stewards.or(self.taken) } else { self.stewards }
    }

    /// Is it too late to sit down in a seat of the house or of a model, or was it never allowed?
    pub fn seats_closed(&self) -> bool {
        match self.open_seats {
            OpenSeats::Start => false,
            OpenSeats::BeforePlay => {
                self.played || self.earlier.is_some() || self.table_state() == TableState::Active
            }
            OpenSeats::Never => true,
        }
    }

    /// Another seat of this session that somebody has held.
    pub fn held_by(&self, person: &str, but: SeatId) -> Option<SeatId> {
        self.held.iter().find(|held| held.person == person && held.seat != but).map(|held| held.seat)
    }

    /// Somebody's name, as all see it.
    pub fn name(&self, who: Actor) -> &str {
        match who {
            Actor::Seat(seat) => self.seats.get(seat.index()).map_or("nobody", |seat| &seat.name),
            Actor::Host => "the host",
            Actor::Clock => "the clock",
        }
    }

    /// Those who may change the state, in words.
    pub fn stewards_in_words(&self, stewards: SeatSet) -> String {
        listed(stewards.iter().map(|seat| self.name(Actor::Seat(seat))).chain(["the host"]))
    }
}

/// The seats that people held at the opening.
pub(super) fn people(seats: &[Seat]) -> SeatSet {
    let people = seats.iter().enumerate().filter(|(_, seat)| seat.holder == Holder::Person);
    people.map(|(index, _)| SeatId::at(index)).collect()
}

fn nobody(seats: &SeatSet) -> bool {
    seats.is_empty()
}

pub(super) fn evolve(state: &mut State, event: &Event) {
    match event {
        Event::TableOpened { title, seats, seed_hash: _, stewards, open_seats, language, budget, at } => {
            *state = State {
                title: title.clone(),
                seats: Arc::clone(seats),
                stewards: *stewards,
                open_seats: *open_seats,
                language: *language,
                phase: Phase::Idle { since: Since { at: *at, by: Actor::Host } },
                accounts: Accounts { budget: *budget, ..Accounts::default() },
                ..State::default()
            };
        }
        Event::StateChanged { from: _, to, at, by, earlier: _ } => {
            state.suggests = false;
            enter(state, *to, Since { at: *at, by: *by });
        }
        Event::FeedbackGiven { player_id, kind, text } => {
            // The words of all are in the log; these are at hand.
            if state.given.len() >= GIVEN_MAX {
                state.given.remove(0);
            }
            state.given.push(Given { player_id: *player_id, kind: *kind, text: text.clone() });
            if let Phase::Debrief { feedback, .. } = &mut state.phase
                && let Some(tally) = feedback.get_mut(player_id.index())
            {
                let count = match kind {
                    FeedbackKind::Star => &mut tally.stars,
                    FeedbackKind::Wish => &mut tally.wishes,
                    FeedbackKind::Plain => &mut tally.plain,
                };
                *count = count.saturating_add(1);
            }
        }
        Event::FeedbackAnswered { player_id, .. } => state.answered = state.answered.with(*player_id),
        Event::SeatTaken { player_id, who: _ } => state.taken = state.taken.with(*player_id),
        Event::SeatHeld { player_id, person } => {
            let held = Holding { person: person.clone(), seat: *player_id };
            if !state.held.contains(&held) {
                state.held.push(held);
            }
        }
        Event::StewardsSet { stewards } => {
            state.named = stewards.is_some();
            state.stewards = stewards.unwrap_or_else(|| people(&state.seats));
        }
        Event::FairPlaySet { on, player_id } => state.fair = on.then_some(Fair { seat: *player_id }),
        Event::SeatLeft { player_id } => {
            state.taken = state.taken.without(*player_id);
            state.away = state.away.without(*player_id);
        }
        Event::WentAway { player_id } => state.away = state.away.with(*player_id),
        Event::Knocked { by: _, at } => state.knocked_at = Some(*at),
        Event::CameBack { player_id } => state.away = state.away.without(*player_id),
        Event::SuggestionMade { number, from, to, by, heard, at, judged: _ } => {
            state.suggested.retain(|it| (it.from, it.to) != (*from, *to));
            state.suggested.push(Suggested { from: *from, to: *to, by: *by, heard: heard.clone(), at: *at });
            (state.suggests, state.suggestions) = (true, *number);
        }
        Event::PolicySet { by: _, from, to, policy } => {
            for from in
                TableState::ALL.into_iter().filter(|it| it != to && from.is_none_or(|from| from == *it))
            {
                state.policies.retain(|it| (it.from, it.to) != (from, *to));
                state.policies.push(PolicyOf { from, to: *to, policy: *policy });
            }
        }
        Event::LineDrawn { kind, subject } => match kind {
            Drawn::Line => state.lines.lines.push(subject.clone()),
            Drawn::Veil => state.lines.veils.push(subject.clone()),
        },
        Event::ModelCalled(call) => state.accounts.begin(call),
        Event::ModelAnswered(call) => state.accounts.settle(call),
        // The change of state that a stop is stands beside it.
        Event::AsideSaid { .. }
        | Event::RefereeAnswered { .. }
        | Event::DebriefBegun { .. }
        | Event::StatusTold { .. }
        | Event::TakenBack { .. }
        | Event::DiceRolled { .. }
        | Event::XCalled
        | Event::LeftUnattended { .. } => {}
    }
}

fn enter(state: &mut State, to: TableState, since: Since) {
    state.answered = SeatSet::EMPTY;
    state.phase = match to {
        TableState::Idle => {
            if std::mem::take(&mut state.played) {
                let sessions = state.earlier.map_or(0, |earlier| earlier.sessions).saturating_add(1);
                state.earlier = Some(Earlier { sessions, closed_at: since.at });
            }
            Phase::Idle { since }
        }
        TableState::SessionZero => Phase::SessionZero { since },
        TableState::Active => {
            state.played = true;
            Phase::Active { since }
        }
        TableState::Paused => Phase::Paused { since },
        TableState::Debrief => Phase::Debrief { since, feedback: vec![Tally::default(); state.seats.len()] },
    };
}
