//! What the house narrator says: pools of lines in plain text files, each a deck of its own.
//!
//! A caller gives whatever slots it has, and a line that wants one that was not given sits out; the first line of every
//! pool of the city's wants none, so there is always something to say. What goes into the slots, so that every line can
//! be written to fit:
//!
//! | slot | what it holds |
//! |---|---|
//! | `who`, `person` | a name, or a role with its article: `Mother Quill`, `the ferry clerk` |
//! | `place`, `district`, `faction`, `watch` | a name with its article if it has one: `the Salt Stair`, `Eel Row` |
//! | `time` | an hour: `before the first bell` |
//! | `weather`, `detail` | a whole sentence, with its full stop |
//! | `item` | a noun with its article: `a brass key` |
//! | `threat` | what hangs over the scene, a noun or a title: `the debt at the Eel House` |
//! | `clock`, `title` | the name of a clock, of a scene |
//! | `outcome` | how a scene ended, from the pools that begin with `Ended` |
//! | `doing` | the player's own words, shortened; the lines put it between quotation marks |
//!
//! Gates are `indoors` and `outdoors`, for lines that need a roof or a sky; the ways of doing things, and the position that
//! an action was taken from, for lines about what came of it.
//!
//! Capitals look after themselves: `the Salt Stair` is written `The Salt Stair` in front of a sentence. Factions and the watch take
//! their verbs in the plural, places are mostly something one is *at*.

use std::sync::LazyLock;

use kit::deck::{Deck, Decks, pools};
use kit::lines::Line;
use kit::words::capital;

/// The text files, one a family.
pub const FILES: [&str; 13] = [
    include_str!("lines/scene.txt"),
    include_str!("lines/react.txt"),
    include_str!("lines/suggest.txt"),
    include_str!("lines/action.txt"),
    include_str!("lines/outcome.txt"),
    include_str!("lines/aftermath.txt"),
    include_str!("lines/bargain.txt"),
    include_str!("lines/trauma.txt"),
    include_str!("lines/downtime.txt"),
    include_str!("lines/between.txt"),
    include_str!("lines/npc.txt"),
    include_str!("lines/player.txt"),
    include_str!("lines/glue.txt"),
];

pools! {
    /// A deck of lines by name.
    pub enum Pool {
        // scene.txt
        OpenEncounterLow OpenEncounterMedium OpenEncounterHigh OpenOpportunity OpenDiscovery
        OpenOpen EncounterSource OpportunityNature OpportunityCatch DiscoveryFound DiscoveryImplies
        Turn PressureStrength PressureRoom PressureWalls PressureThread Ask SceneEnd
        // react.txt
        ReactTalk ReactSneak ReactForce ReactLook ReactCraft ReactTravel ReactOccult ReactOther
        // suggest.txt
        SuggestTalk SuggestSneak SuggestForce SuggestLook SuggestCraft SuggestTravel SuggestOccult
        SuggestLeave
        // action.txt
        SituationControlled SituationRisky SituationDesperate HintCritical HintSuccess HintPartial
        HintBad HintDisaster DangerControlled DangerRisky DangerDesperate GainControlled GainRisky
        GainDesperate
        // outcome.txt
        OutcomeCritical OutcomeSuccess OutcomePartial OutcomeBadControlled OutcomeBadRisky
        OutcomeDisaster
        // aftermath.txt
        Clean Costly Setback Disaster Cost Complication Escape World
        // bargain.txt
        LabelStress LabelHeat LabelClock LabelFaction LabelTrauma BargainHintStress BargainHintHeat
        BargainHintClock BargainHintFaction BargainHintTrauma StoryStress StoryHeat StoryClock
        StoryFaction StoryTrauma BargainFrame Retreat PassedOut
        // trauma.txt
        BreakCold BreakHaunted BreakObsessed BreakParanoid BreakReckless BreakSoft BreakUnstable
        BreakVicious Adrenaline Farewell
        // downtime.txt
        Rest Project Hiding Elapsed Hook Entangled
        // between.txt
        Summary Moment Seed Rumor EndedClean EndedCostly EndedSetback EndedDisaster EndedQuiet
        Therefore But Meanwhile Epilogue
        // npc.txt
        Greet Refuse Yield Threaten Haggle Part Manner
        // player.txt
        ActTalk ActSneak ActForce ActLook ActCraft ActTravel ActOccult Background
        // glue.txt
        Where Seen Also Portrait InTheWay OnOffer Found Start Goal Nearer Paid Hangs Grown Bill Step
        Comes Since Wants Voices Ways Revealed Arrived Gone Spent Strain Loud Breaks Better Worse
        Offended FactPerson FactPlace FactTold ForGoal AgainstThreat AirSlack AirDrawn AirTight Plain
    }
}

impl Pool {
    /// Its lines.
    pub fn deck(self) -> &'static Deck {
        static DECKS: LazyLock<Decks<Pool>> = LazyLock::new(|| Decks::new(&FILES));
        DECKS.of(self)
    }
}

/// A text of the setting with its slots filled.
pub(super) fn filled(text: &str, values: &[(&str, &str)]) -> String {
    let line = Line::parse(text, false).ok();
    line.and_then(|line| line.fill(values)).unwrap_or_else(|| text.to_owned())
}

/// The first letter small.
pub(super) fn small(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// Words as a sentence of their own, before the full stop that a line puts behind them.
pub(super) fn stated(text: &str) -> String {
    capital(text.trim_end_matches('.'))
}

/// A name inside a sentence: its article is small.
pub(super) fn inside(name: &str) -> String {
    if ["The ", "A ", "An "].iter().any(|article| name.starts_with(article)) {
        small(name)
    } else {
        name.to_owned()
    }
}

/// Ends like a sentence.
pub(super) fn sentence(text: &str) -> String {
    let text = capital(text.trim());
    if text.ends_with(['.', '!', '?', '…', '”', '"']) { text } else { format!("{text}.") }
}
