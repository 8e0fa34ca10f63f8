//! The pools: every key of the text files, what its lines look like, and how many there are at the least.

/// What the lines of a pool look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Whole sentences, at most so many characters.
    Prose(usize),
    /// A few words that stand alone and begin with a capital, at most so many characters.
    Label(usize),
    /// Three to eight words.
    Hint,
    /// A piece of a sentence with a small letter in front, at most so many characters.
    Phrase(usize),
}

macro_rules! pools {
    ($($name:ident $key:literal $shape:ident$(($max:literal))? $least:literal;)*) => {
        /// A deck of lines by name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Pool {
            $(#[doc = concat!("`", $key, "`")] $name,)*
        }

        impl Pool {
            /// Every pool, in the order of the enum.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The key that stands in the text file.
            pub fn key(self) -> &'static str {
                match self { $(Self::$name => $key,)* }
            }

            /// What its lines look like.
            pub fn shape(self) -> Shape {
                match self { $(Self::$name => Shape::$shape$(($max))?,)* }
            }

            /// How many lines it has at the least: with fewer, an evening would hear them twice.
            pub fn least(self) -> usize {
                match self { $(Self::$name => $least,)* }
            }
        }
    };
}

impl Pool {
    /// The pool with this key.
    pub fn find(key: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|pool| pool.key() == key)
    }

    /// Whether a filled line is short enough: a long name may carry one over.
    pub fn has_room(self, text: &str) -> bool {
        match self.shape() {
            Shape::Prose(most) | Shape::Label(most) | Shape::Phrase(most) => text.chars().count() <= most,
            Shape::Hint => (3..=8).contains(&text.split_whitespace().count()),
        }
    }

    /// Whether its lines are whole sentences.
    pub fn is_prose(self) -> bool {
        !matches!(self.shape(), Shape::Phrase(_))
    }
}

pools! {
    OpenEncounterLow "scene.open.encounter.low" Prose(500) 14;
    OpenEncounterMedium "scene.open.encounter.medium" Prose(500) 14;
    OpenEncounterHigh "scene.open.encounter.high" Prose(500) 14;
    OpenOpportunity "scene.open.opportunity" Prose(500) 24;
    OpenDiscovery "scene.open.discovery" Prose(500) 24;
    OpenOpen "scene.open.open" Prose(500) 20;
    EncounterSource "scene.source" Phrase(80) 16;
    OpportunityNature "scene.nature" Phrase(80) 16;
    OpportunityCatch "scene.catch" Phrase(100) 16;
    DiscoveryFound "scene.found" Phrase(80) 16;
    DiscoveryImplies "scene.implies" Prose(160) 16;
    ReactTalk "scene.react.talk" Prose(320) 24;
    ReactSneak "scene.react.sneak" Prose(320) 24;
    ReactForce "scene.react.force" Prose(320) 24;
    ReactLook "scene.react.look" Prose(320) 24;
    ReactCraft "scene.react.craft" Prose(320) 24;
    ReactTravel "scene.react.travel" Prose(320) 24;
    ReactOccult "scene.react.occult" Prose(320) 24;
    ReactOther "scene.react.other" Prose(320) 24;
    Turn "scene.turn" Prose(260) 60;
    PressureStrength "scene.pressure.strength" Prose(200) 16;
    PressureRoom "scene.pressure.room" Prose(200) 16;
    PressureWalls "scene.pressure.walls" Prose(200) 16;
    PressureThread "scene.pressure.thread" Prose(200) 16;
    Ask "scene.ask" Prose(160) 20;
    SuggestTalk "scene.suggest.talk" Label(60) 14;
    SuggestSneak "scene.suggest.sneak" Label(60) 14;
    SuggestForce "scene.suggest.force" Label(60) 14;
    SuggestLook "scene.suggest.look" Label(60) 14;
    SuggestCraft "scene.suggest.craft" Label(60) 14;
    SuggestTravel "scene.suggest.travel" Label(60) 14;
    SuggestOccult "scene.suggest.occult" Label(60) 14;
    SuggestLeave "scene.suggest.leave" Label(60) 14;
    SceneEnd "scene.end" Prose(260) 20;

    SituationControlled "action.situation.controlled" Prose(200) 20;
    SituationRisky "action.situation.risky" Prose(200) 20;
    SituationDesperate "action.situation.desperate" Prose(200) 20;
    HintCritical "action.hint.critical" Hint 30;
    HintSuccess "action.hint.success" Hint 30;
    HintPartial "action.hint.partial" Hint 30;
    HintBad "action.hint.bad" Hint 30;
    HintDisaster "action.hint.disaster" Hint 30;
    DangerControlled "action.danger.controlled" Phrase(80) 16;
    DangerRisky "action.danger.risky" Phrase(80) 16;
    DangerDesperate "action.danger.desperate" Phrase(80) 16;
    GainControlled "action.gain.controlled" Phrase(80) 16;
    GainRisky "action.gain.risky" Phrase(80) 16;
    GainDesperate "action.gain.desperate" Phrase(80) 16;
    OutcomeCritical "action.outcome.critical" Prose(320) 36;
    OutcomeSuccess "action.outcome.success" Prose(320) 36;
    OutcomePartial "action.outcome.partial" Prose(320) 36;
    OutcomeBadControlled "action.outcome.bad_controlled" Prose(320) 36;
    OutcomeBadRisky "action.outcome.bad_risky" Prose(320) 36;
    OutcomeDisaster "action.outcome.disaster" Prose(320) 36;

    Clean "aftermath.clean" Prose(200) 24;
    Costly "aftermath.costly" Prose(200) 24;
    Setback "aftermath.setback" Prose(200) 24;
    Disaster "aftermath.disaster" Prose(200) 24;
    Cost "aftermath.cost" Phrase(80) 30;
    Complication "aftermath.complication" Prose(160) 30;
    Escape "aftermath.escape" Prose(160) 16;
    World "aftermath.world" Prose(200) 20;

    LabelStress "bargain.label.stress" Label(50) 10;
    LabelHeat "bargain.label.heat" Label(50) 10;
    LabelClock "bargain.label.clock" Label(50) 10;
    LabelFaction "bargain.label.faction" Label(50) 10;
    LabelTrauma "bargain.label.trauma" Label(50) 10;
    BargainHintStress "bargain.hint.stress" Hint 8;
    BargainHintHeat "bargain.hint.heat" Hint 8;
    BargainHintClock "bargain.hint.clock" Hint 8;
    BargainHintFaction "bargain.hint.faction" Hint 8;
    BargainHintTrauma "bargain.hint.trauma" Hint 8;
    StoryStress "bargain.story.stress" Prose(320) 12;
    StoryHeat "bargain.story.heat" Prose(320) 12;
    StoryClock "bargain.story.clock" Prose(320) 12;
    StoryFaction "bargain.story.faction" Prose(320) 12;
    StoryTrauma "bargain.story.trauma" Prose(320) 12;
    BargainFrame "bargain.frame" Prose(400) 16;
    Retreat "bargain.retreat" Prose(320) 12;
    PassedOut "bargain.passed_out" Prose(320) 12;

    BreakCold "trauma.break.cold" Prose(320) 8;
    BreakHaunted "trauma.break.haunted" Prose(320) 8;
    BreakObsessed "trauma.break.obsessed" Prose(320) 8;
    BreakParanoid "trauma.break.paranoid" Prose(320) 8;
    BreakReckless "trauma.break.reckless" Prose(320) 8;
    BreakSoft "trauma.break.soft" Prose(320) 8;
    BreakUnstable "trauma.break.unstable" Prose(320) 8;
    BreakVicious "trauma.break.vicious" Prose(320) 8;
    Adrenaline "trauma.adrenaline" Prose(320) 12;
    Farewell "trauma.farewell" Prose(500) 12;

    Rest "downtime.rest" Prose(320) 20;
    Project "downtime.project" Prose(320) 20;
    Hiding "downtime.hiding" Prose(320) 20;
    Elapsed "downtime.elapsed" Phrase(60) 16;
    Hook "downtime.hook" Prose(200) 30;
    Entangled "downtime.entangled" Prose(320) 12;

    Summary "between.summary" Prose(500) 24;
    Moment "between.moment" Prose(200) 30;
    Seed "between.seed" Prose(200) 30;
    Rumor "between.rumor" Prose(200) 20;
    EndedClean "between.outcome.clean" Phrase(60) 6;
    EndedCostly "between.outcome.costly" Phrase(60) 6;
    EndedSetback "between.outcome.setback" Phrase(60) 6;
    EndedDisaster "between.outcome.disaster" Phrase(60) 6;
    EndedQuiet "between.outcome.quiet" Phrase(60) 6;

    Greet "npc.greet" Prose(200) 16;
    Refuse "npc.refuse" Prose(200) 16;
    Yield "npc.yield" Prose(200) 16;
    Threaten "npc.threaten" Prose(200) 16;
    Haggle "npc.bargain" Prose(200) 16;
    Part "npc.part" Prose(200) 16;
    Manner "npc.manner" Phrase(40) 30;

    ActTalk "player.act.talk" Prose(200) 24;
    ActSneak "player.act.sneak" Prose(200) 24;
    ActForce "player.act.force" Prose(200) 24;
    ActLook "player.act.look" Prose(200) 24;
    ActCraft "player.act.craft" Prose(200) 24;
    ActTravel "player.act.travel" Prose(200) 24;
    ActOccult "player.act.occult" Prose(200) 24;
    Background "player.background" Prose(260) 30;

    Therefore "connect.therefore" Prose(100) 10;
    But "connect.but" Prose(100) 10;
    Meanwhile "connect.meanwhile" Prose(100) 10;
}
