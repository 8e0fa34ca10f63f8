//! The parts of commands that have many: characters, stories, scenes, clocks, endings. Doc comments of fields are read by
//! whoever is asked.

use crate::view::{Attitude, ClockKind, Connector, Disposition, Place, Urgency};
use engine::{OneOf, SeatId};
use serde::{Deserialize, Serialize};

use crate::limits::{
    AMOUNT, DEAL_DICE, ENDING_CHARS_MAX, IDEAS, KEY_MOMENTS, LINE_CHARS_MAX, LINES_MAX, NAME_CHARS_MAX,
    NARRATED_COIN, NARRATED_HEAT, NARRATED_STRESS, OUTCOME_FIGURES, PROSE_CHARS_MAX, SEEDS, SEGMENTS,
    STORY_FACTIONS, STORY_GOALS, STORY_HIDDEN, STORY_PEOPLE, STORY_PLACES, STORY_THREATS, SUGGESTED,
    SUMMARY_CHARS_MAX, TALES, TIME_DICE,
};
use crate::scope::{Scope, archetypes, counts, is_any, name_of};

/// A character, as a player makes them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, engine::Fields)]
#[serde(deny_unknown_fields)]
pub struct NewCharacter {
    /// Your character's name.
    #[text(NAME_CHARS_MAX)]
    pub name: String,
    /// How they are spoken of: she, he, they.
    #[text(NAME_CHARS_MAX)]
    pub pronouns: String,
    /// What they are.
    #[kind(archetypes())]
    pub archetype: String,
    /// Where they come from, in a line.
    #[text(LINE_CHARS_MAX)]
    pub background: String,
    /// What shall never be told at this table (nobody is told that it was you).
    #[texts(0..=LINES_MAX, each = LINE_CHARS_MAX)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
    /// What shall be told only from afar.
    #[texts(0..=LINES_MAX, each = LINE_CHARS_MAX)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub veils: Vec<String>,
}

/// A story that is proposed (D6).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, engine::Fields)]
#[serde(deny_unknown_fields)]
#[fields(scope = Scope)]
pub struct NewStory {
    /// The title.
    #[text(NAME_CHARS_MAX)]
    pub title: String,
    /// What is to be won or lost.
    #[text(LINE_CHARS_MAX)]
    pub stakes: String,
    /// Two clocks of what goes wrong by itself; the players see them.
    #[rows(STORY_THREATS)]
    pub threats: Vec<StoryClock>,
    /// One clock of what the party wants; the players see it.
    #[rows(STORY_GOALS)]
    pub goal: Vec<StoryClock>,
    /// Up to two clocks of what factions are up to; the players do not see them.
    #[rows(STORY_HIDDEN)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hidden: Vec<StoryClock>,
    /// Two or three places.
    #[rows(STORY_PLACES)]
    pub places: Vec<Place>,
    /// One to four factions.
    #[rows(STORY_FACTIONS)]
    pub factions: Vec<NewFaction>,
    /// Two to four people.
    #[rows(STORY_PEOPLE)]
    pub people: Vec<NewPerson>,
    /// How it begins, in a line.
    #[text(LINE_CHARS_MAX)]
    pub first_scene: String,
}

/// A faction, as it is proposed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, engine::Fields)]
#[serde(deny_unknown_fields)]
pub struct NewFaction {
    /// The name.
    #[text(NAME_CHARS_MAX)]
    pub name: String,
    /// What it is.
    #[text(LINE_CHARS_MAX)]
    pub about: String,
    /// What it wants (unseen).
    #[text(LINE_CHARS_MAX)]
    pub goal: String,
    /// The attitude.
    pub attitude: Attitude,
}

/// A person, as they are proposed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, engine::Fields)]
#[serde(deny_unknown_fields)]
#[fields(scope = Scope)]
pub struct NewPerson {
    /// The name.
    #[text(NAME_CHARS_MAX)]
    pub name: String,
    /// The role.
    #[text(LINE_CHARS_MAX)]
    pub role: String,
    /// As people know it.
    #[kind(name_of(&scope.factions), only = is_any(&scope.factions))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faction: Option<String>,
    /// How they speak (unseen).
    #[text(LINE_CHARS_MAX)]
    pub voice: String,
    /// What they hide (unseen).
    #[text(LINE_CHARS_MAX)]
    pub secret: String,
    /// What they want (unseen).
    #[text(LINE_CHARS_MAX)]
    pub want: String,
    /// The disposition.
    pub disposition: Disposition,
}

/// A clock, as it is proposed. Which of `target`, `what` and `amount` are used depends on the consequence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, engine::Fields)]
#[serde(deny_unknown_fields)]
pub struct NewClock {
    /// The name.
    #[text(NAME_CHARS_MAX)]
    pub name: String,
    /// The kind.
    pub kind: ClockKind,
    /// The segments.
    #[kind(counts(SEGMENTS))]
    pub segments: u8,
    /// Visible.
    pub visible: bool,
    /// What it does when full (unseen until then).
    pub consequence: ConsequenceKind,
    /// A faction (faction moves, reputation), person (reveal secret) or clock (remove threat).
    #[text(NAME_CHARS_MAX)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// In words (unseen until it is full).
    #[text(LINE_CHARS_MAX)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
    /// Of gain coin 1 to 8; of reputation, steps, -3 to 3.
    #[number(AMOUNT)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<i8>,
}

/// A clock of a story, as it is proposed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, engine::Fields)]
#[serde(deny_unknown_fields)]
pub struct StoryClock {
    /// The name.
    #[text(NAME_CHARS_MAX)]
    pub name: String,
    /// The segments.
    #[kind(counts(SEGMENTS))]
    pub segments: u8,
    /// What it does when full (unseen until then).
    pub consequence: ConsequenceKind,
    /// A faction (faction moves, reputation), person (reveal secret) or clock (remove threat).
    #[text(NAME_CHARS_MAX)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// In words (unseen until it is full).
    #[text(LINE_CHARS_MAX)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
    /// Of gain coin 1 to 8; of reputation, steps, -3 to 3.
    #[number(AMOUNT)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<i8>,
}

impl StoryClock {
    /// As a clock of this kind: players do not see what factions are up to.
    pub fn into_clock(self, kind: ClockKind) -> NewClock {
        let StoryClock { name, segments, consequence, target, what, amount } = self;
        let visible = kind != ClockKind::Faction;
        NewClock { name, kind, segments, visible, consequence, target, what, amount }
    }
}

/// The kinds of consequences, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, OneOf)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the consequences themselves describe them")]
pub enum ConsequenceKind {
    FactionMoves,
    RevealSecret,
    Escalate,
    SpawnThread,
    GainCoin,
    Reputation,
    RemoveThreat,
    OpenOpportunity,
    GainAsset,
    None,
}

/// The kinds of scenes, by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, OneOf)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the scenes themselves describe them")]
pub enum SceneName {
    Encounter,
    Opportunity,
    Discovery,
    #[default]
    Open,
}

/// A scene, as it is proposed. Which fields are used depends on its kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, engine::Fields)]
#[serde(deny_unknown_fields)]
#[fields(scope = Scope)]
pub struct NewScene {
    /// The kind.
    pub kind: SceneName,
    /// The title.
    #[text(NAME_CHARS_MAX)]
    pub title: String,
    /// Known, or new.
    #[text(NAME_CHARS_MAX)]
    pub place: String,
    /// Who or what is in the way, is offered, or is found.
    #[text(LINE_CHARS_MAX)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
    /// What is wrong with an offer, or what a find may mean (unseen).
    #[text(LINE_CHARS_MAX)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub catch: Option<String>,
    /// Who is behind it, and here.
    #[kind(name_of(&scope.people), only = is_any(&scope.people))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// Of an encounter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub urgency: Option<Urgency>,
    /// Of an encounter: can one walk away?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub escapable: Option<bool>,
    /// The narration.
    #[text(PROSE_CHARS_MAX, voice = scope.voice)]
    pub narration: String,
    /// Suggested.
    #[texts(SUGGESTED, each = LINE_CHARS_MAX)]
    pub suggested: Vec<String>,
}

/// One die's ending, as it is committed (D7).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, engine::Fields)]
#[serde(deny_unknown_fields)]
pub struct DieOutcome {
    /// Three to eight words.
    #[text(LINE_CHARS_MAX)]
    pub hint: String,
    /// The stress.
    #[number(OUTCOME_FIGURES)]
    pub stress: i8,
    /// The heat.
    #[number(OUTCOME_FIGURES)]
    pub heat: i8,
    /// What it brings.
    #[number(OUTCOME_FIGURES, required)]
    #[serde(default)]
    pub coin: i8,
    /// The narrative.
    #[text(ENDING_CHARS_MAX)]
    pub narrative: String,
}

/// What happens in a scene.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, engine::Fields)]
#[serde(deny_unknown_fields)]
#[fields(scope = Scope)]
pub struct Narration {
    /// The narration.
    #[text(PROSE_CHARS_MAX, voice = scope.voice)]
    pub narration: String,
    /// The connector.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub connector: Option<Connector>,
    /// The stress.
    #[number(NARRATED_STRESS)]
    #[serde(default)]
    pub stress: i8,
    /// The coin.
    #[number(NARRATED_COIN)]
    #[serde(default)]
    pub coin: i8,
    /// The heat.
    #[number(NARRATED_HEAT)]
    #[serde(default)]
    pub heat: i8,
    /// Else it ends at once.
    pub continue_scene: bool,
    /// For later scenes (unseen).
    #[text(LINE_CHARS_MAX)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<String>,
    /// Until it is answered (unseen).
    #[text(LINE_CHARS_MAX)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threat: Option<String>,
    /// If it goes on.
    #[texts(IDEAS, each = LINE_CHARS_MAX)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suggested: Vec<String>,
    /// Who is next; else the turn goes round.
    #[kind(scope.players())]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spotlight: Option<SeatId>,
}

/// How an action lands. What it cost was in the die: there is no stress and no heat here.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, engine::Fields)]
#[serde(deny_unknown_fields)]
#[fields(scope = Scope)]
pub struct Landed {
    /// The narration.
    #[text(PROSE_CHARS_MAX, voice = scope.voice)]
    pub narration: String,
    /// The connector.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub connector: Option<Connector>,
    /// Besides what the die cost.
    #[number(NARRATED_COIN)]
    #[serde(default)]
    pub coin: i8,
    /// Else it ends at once.
    pub continue_scene: bool,
    /// For later scenes (unseen).
    #[text(LINE_CHARS_MAX)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<String>,
    /// Until it is answered (unseen).
    #[text(LINE_CHARS_MAX)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threat: Option<String>,
    /// If it goes on.
    #[texts(IDEAS, each = LINE_CHARS_MAX)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suggested: Vec<String>,
}

/// The kinds of prices, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, OneOf)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the prices themselves describe them")]
pub enum PriceName {
    Stress,
    Heat,
    Clock,
    Faction,
    Trauma,
}

/// A bargain, as it is offered (D13).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, engine::Fields)]
#[serde(deny_unknown_fields)]
pub struct NewDeal {
    /// The label.
    #[text(LINE_CHARS_MAX)]
    pub label: String,
    /// A few words.
    #[text(LINE_CHARS_MAX)]
    pub hint: String,
    /// The cost.
    pub cost: PriceName,
    /// The amount.
    #[number(1..=3)]
    pub amount: u8,
    /// The clock or faction.
    #[text(NAME_CHARS_MAX)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// The dice.
    #[number(DEAL_DICE)]
    pub dice: u8,
    /// The narrative.
    #[text(ENDING_CHARS_MAX)]
    pub narrative: String,
}

/// How time passes (D18).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, engine::Fields)]
#[serde(deny_unknown_fields)]
#[fields(scope = Scope)]
pub struct Elapsed {
    /// The narration.
    #[text(PROSE_CHARS_MAX, voice = scope.voice)]
    pub narration: String,
    /// In words.
    #[text(LINE_CHARS_MAX)]
    pub time_elapsed: String,
    /// Dice for everybody.
    #[number(TIME_DICE)]
    pub dice_recovered: u8,
    /// The hook.
    #[text(LINE_CHARS_MAX)]
    pub hook: String,
}

/// A scene in a few words (D19).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, engine::Fields)]
#[serde(deny_unknown_fields)]
pub struct Compression {
    /// The summary.
    #[text(SUMMARY_CHARS_MAX)]
    pub summary: String,
    /// The key moments.
    #[texts(KEY_MOMENTS, each = LINE_CHARS_MAX)]
    pub key_moments: Vec<String>,
    /// What it may lead to (unseen).
    #[texts(SEEDS, each = LINE_CHARS_MAX)]
    pub seeds: Vec<String>,
    /// Rumors.
    #[texts(TALES, each = LINE_CHARS_MAX)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rumors: Vec<String>,
}
