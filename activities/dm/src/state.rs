//! How a session stands. How events change it is in `evolve`.

use std::sync::Arc;

use crate::view::{
    Beat, Campaign, Character, Consequence, EndReason, Engaged, Fact, Faction, Mood, Outcome, Person,
    PhaseName, Place, Portrait, ProgressClock, Roll, Rumor, SceneKind, Story, StoryScene, Style, Summary,
    Thread, Truth,
};
use engine::{Hash, Holder, Seat, SeatId};
use serde::{Deserialize, Serialize};

use super::limits::{BEATS_MAX, STRESS_MAX};
use super::phases::MoodCard;
use kit::words::{same, sentence};

/// All that a session knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, engine::Phases)]
#[phases(cards = MoodCard, by = phase_name)]
pub struct State {
    /// Who sits where; the last seat is the game master's.
    pub seats: Arc<[Seat]>,
    /// The game master's seat.
    pub gm: SeatId,
    /// The hash of the seed.
    pub seed_hash: Hash,
    /// The phase.
    pub phase: Phase,
    /// Counts the questions that were put, for their names.
    pub serial: u32,
    /// Counts what was said and told.
    pub turn: u32,
    /// The characters, by seat.
    pub party: Vec<Option<Character>>,
    /// Whose turn it is among the players.
    pub spotlight: SeatId,
    /// What it is about.
    pub story: Option<Story>,
    /// The scene.
    pub scene: StoryScene,
    /// What kind of scene it is, with what only the game master knows of it.
    pub meant: Option<SceneKind>,
    /// The party's stress and coin when the scene began, or was last put into words.
    pub before: (i16, i16),
    /// What the scene that is over has cost and brought.
    #[serde(default)]
    pub closed: Option<(i16, i16)>,
    /// How it looks and feels.
    pub style: Style,
    /// The card that was last drawn for the game master.
    pub card: Option<String>,
    /// What the player last said, until it is answered (D2).
    pub said: Option<Beat>,
    /// The last narration.
    pub narration: Option<String>,
    /// The world.
    pub world: World,
    /// What later scenes remember.
    pub memory: Memory,
    /// The campaign that the evening is part of (D29).
    #[serde(default)]
    pub campaign: Option<Campaign>,
    /// What is to be remembered over all of it.
    #[serde(default)]
    pub facts: Vec<Fact>,
    /// A clock that breaks in (D17).
    pub interrupt: Option<String>,
    /// What the player let pass before the dice, until the word is a player's again (D27).
    #[serde(default)]
    pub passed: Option<Engaged>,
    /// The sealed endings, and what each was sealed with (D7).
    pub sealed: Vec<(String, String)>,
    /// The sealed words of bargains.
    pub bargains: Vec<String>,
    /// Changes of mood since a player last spoke (D2).
    pub breaks: u8,
    /// Tools that the game master used in this turn.
    pub steps: u8,
    /// Why its last answer was turned back.
    pub turned_back: Option<String>,
    /// Who has said whether the evening ends here, once somebody wants it to (D28).
    #[serde(default)]
    pub leaving: Vec<(SeatId, bool)>,
    /// The goal that was reached, until the scene that it leads to (D28).
    #[serde(default)]
    pub climax: Option<String>,
    /// What became of everybody, once it is told (D28).
    #[serde(default)]
    pub epilogue: Vec<(SeatId, String)>,
    /// What is never told.
    pub lines: Vec<String>,
    /// What is told only from afar.
    pub veils: Vec<String>,
    /// Lines and veils that players have asked for, until all are told at once.
    pub noted: (Vec<String>, Vec<String>),
}

/// The phases.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "phase", rename_all = "snake_case")]
pub enum Phase {
    /// The characters are made.
    #[default]
    Creation,
    /// A story is proposed.
    Opening {
        /// Why the last try failed; the players then choose.
        failed: Option<String>,
    },
    /// In play.
    Playing(Mood),
    /// Play is over, and what became of everybody is to be told (D28).
    Closing {
        /// Why it ended.
        reason: EndReason,
    },
    /// Over.
    Ended(Box<Outcome>),
}

/// People, places and what moves them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct World {
    /// The places.
    pub places: Vec<Place>,
    /// The people.
    pub people: Vec<Person>,
    /// How to play them.
    pub portraits: Vec<Portrait>,
    /// The factions.
    pub factions: Vec<Faction>,
    /// What each wants.
    pub goals: Vec<(String, String)>,
    /// The threads.
    pub threads: Vec<Thread>,
    /// The rumours.
    pub rumors: Vec<Rumor>,
    /// What is so about them.
    pub truths: Vec<(String, Truth)>,
    /// The clocks, with what they lead to.
    pub clocks: Vec<RunningClock>,
    /// What came out, and chances that opened.
    pub known: Vec<String>,
}

/// A clock with what it leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunningClock {
    /// The clock.
    pub clock: ProgressClock,
    /// What it leads to.
    pub consequence: Consequence,
}

/// What later scenes remember (D19).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    /// The scenes before.
    pub past: Vec<Summary>,
    /// What things cost.
    pub costs: Vec<String>,
    /// What threatens and was not answered.
    pub threats: Vec<String>,
    /// What it all may lead to.
    pub seeds: Vec<String>,
    /// What clocks did since the last narration (D17).
    pub fired: Vec<String>,
}

impl State {
    /// The name of the phase.
    pub fn phase_name(&self) -> PhaseName {
        match &self.phase {
            Phase::Creation => PhaseName::Creation,
            Phase::Opening { .. } => PhaseName::Opening,
            Phase::Playing(mood) => mood.name(),
            Phase::Closing { .. } => PhaseName::Epilogue,
            Phase::Ended(_) => PhaseName::Ended,
        }
    }

    /// The mood, in play.
    pub fn mood(&self) -> Option<&Mood> {
        match &self.phase {
            Phase::Playing(mood) => Some(mood),
            Phase::Creation | Phase::Opening { .. } | Phase::Closing { .. } | Phase::Ended(_) => None,
        }
    }

    /// A seat's character.
    pub fn character(&self, seat: SeatId) -> Option<&Character> {
        self.party.get(seat.index())?.as_ref()
    }

    /// The name of a seat's character, or of the seat.
    pub fn who(&self, seat: SeatId) -> &str {
        match self.character(seat) {
            Some(character) => &character.name,
            None => self.seats.get(seat.index()).map_or("nobody", |seat| &seat.name),
        }
    }

    /// The seats whose characters still play, in order.
    pub fn active(&self) -> impl Iterator<Item = SeatId> + '_ {
        let plays = |character: &Option<Character>| character.as_ref().is_some_and(|it| !it.retired);
        (0..self.party.len()).filter(move |at| plays(&self.party[*at])).map(SeatId::at)
    }

    /// Does the seat's character still play?
    pub fn is_active(&self, seat: SeatId) -> bool {
        self.active().any(|active| active == seat)
    }

    /// May a seat end the evening? Where people play, only they do (D28).
    pub fn may_end(&self, seat: SeatId) -> bool {
        self.is_person(seat) || !self.active().any(|active| self.is_person(active))
    }

    /// Who says between two scenes how to go on: whoever is in the spotlight, and where people play one of them (D28).
    pub fn speaker(&self) -> SeatId {
        let people = || self.active().find(|seat| self.is_person(*seat));
        if self.may_end(self.spotlight) { self.spotlight } else { people().unwrap_or(self.spotlight) }
    }

    /// The people who have not said yet whether the evening ends here, once somebody wants it to (D28).
    pub fn undecided(&self) -> Vec<SeatId> {
        let has_said = |seat: &SeatId| self.leaving.iter().any(|(other, _)| other == seat);
        let people = self.active().filter(|seat| self.is_person(*seat) && !has_said(seat));
        if self.leaving.is_empty() { Vec::new() } else { people.collect() }
    }

    /// Do other people play beside a seat?
    pub fn has_company(&self, seat: SeatId) -> bool {
        self.active().any(|other| other != seat && self.is_person(other))
    }

    fn is_person(&self, seat: SeatId) -> bool {
        self.seats.get(seat.index()).is_some_and(|seat| seat.holder == Holder::Person)
    }

    /// The next active seat after one, round the table.
    pub fn next_active(&self, after: SeatId) -> Option<SeatId> {
        self.active().find(|seat| *seat > after).or_else(|| self.active().next())
    }

    /// The pool of the acting character.
    pub fn pool(&self) -> &[u8] {
        self.character(self.spotlight).map_or(&[], |character| &character.dice)
    }

    /// A clock by its name.
    pub fn clock(&self, name: &str) -> Option<&RunningClock> {
        self.world.clocks.iter().find(|wound| same(&wound.clock.name, name))
    }

    /// The party's stress and coin in all.
    pub fn totals(&self) -> (i16, i16) {
        self.party.iter().flatten().fold((0, 0), |(stress, coin), character| {
            (stress + i16::from(character.stress), coin + i16::from(character.coin))
        })
    }

    /// What the scene has cost and brought so far, or until it was over.
    pub fn net(&self) -> (i16, i16) {
        let (stress, coin) = self.totals();
        self.closed.unwrap_or((stress - self.before.0, coin - self.before.1))
    }

    /// Is there a scene, or enough of one, that nobody has put into a few words yet (D19)?
    pub fn is_unsummed(&self) -> bool {
        let Some(mood) = self.mood() else { return false };
        match mood {
            Mood::BetweenScenes { .. } | Mood::Downtime { .. } => !self.scene.beats.is_empty(),
            Mood::Scene { framed: true, .. } | Mood::Aftermath { .. } => self.scene.beats.len() >= BEATS_MAX,
            Mood::Scene { .. } | Mood::Action { .. } | Mood::Trauma { .. } | Mood::Bargain { .. } => false,
        }
    }

    /// Somebody who is at the end of their strength (D3).
    pub fn broken(&self) -> Option<SeatId> {
        self.active().find(|seat| self.character(*seat).is_some_and(|it| it.stress >= STRESS_MAX))
    }

    /// The action that is under way, if one is.
    pub fn engaged(&self) -> Option<&Engaged> {
        self.mood()?.engaged()
    }

    /// The next question is another one.
    pub(super) fn ask_anew(&mut self) {
        self.serial += 1;
        (self.steps, self.turned_back) = (0, None);
    }

    /// The game master used a tool that does not end its turn.
    pub(super) fn step(&mut self) {
        self.steps = self.steps.saturating_add(1);
    }

    /// A player has said something. Where something else of theirs is still to be answered, it goes with that; what is said between
    /// two scenes is a moment of neither.
    pub(super) fn say(&mut self, by: SeatId, text: &str) {
        let before = match self.mood() {
            Some(Mood::Action { roll: Roll::Asked, .. } | Mood::Scene { .. } | Mood::Aftermath { .. })
            | None => None,
            Some(Mood::Action { .. } | Mood::Bargain { .. } | Mood::Downtime { .. }) => self.said.take(),
            Some(Mood::Trauma { .. } | Mood::BetweenScenes { .. }) => None,
        };
        let joined = |before: Beat| format!("{} {text}", sentence(&before.text));
        let before = before.filter(|before| before.by == by);
        self.said = Some(Beat { by, text: before.map_or_else(|| text.to_owned(), joined) });
        if let Some(Mood::Scene { .. } | Mood::Aftermath { .. } | Mood::Action { .. }) = self.mood() {
            self.beat(by, text.to_owned());
        }
    }

    pub(super) fn beat(&mut self, by: SeatId, text: String) {
        self.turn += 1;
        self.scene.beats.push(Beat { by, text: brief(&text) });
    }
}

/// The beginning of a text: enough to know it again.
pub(super) fn brief(text: &str) -> String {
    const CHARS: usize = 160;
    match text.char_indices().nth(CHARS) {
        Some((end, _)) => {
            let end = text[..end].rfind(' ').unwrap_or(end);
            format!("{}…", &text[..end])
        }
        None => text.to_owned(),
    }
}
