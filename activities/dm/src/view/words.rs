//! The words of the game: closed lists, each from the lowest to the highest.

use kit::closed::closed;

closed! {
    /// The phases: those before and after play, and the moods.
    PhaseName {
        /// The characters are made.
        Creation = "CREATION",
        /// The game master proposes a story.
        Opening = "OPENING",
        /// The Weaver: looking, talking, deciding.
        Scene = "SCENE",
        /// The Crucible: dice.
        Action = "ACTION",
        /// The Echo: what it led to.
        Aftermath = "AFTERMATH",
        /// The Tide: rest and plans.
        Downtime = "DOWNTIME",
        /// The Crack: somebody breaks.
        Trauma = "TRAUMA",
        /// The Hungry City: dice have a price.
        Bargain = "BARGAIN",
        /// One scene is over, and the next is not there yet.
        BetweenScenes = "BETWEEN_SCENES",
        /// The play is over, and what became of everybody is told.
        Epilogue = "EPILOGUE",
        /// The evening is over.
        Ended = "ENDED",
    }

    /// How badly an action may go wrong.
    Position {
        /// Failure is a weaker result and nothing worse.
        Controlled = "controlled",
        /// Failure costs.
        Risky = "risky",
        /// Failure costs dearly.
        Desperate = "desperate",
    }

    /// How much an action brings if it goes well.
    Effect {
        /// Some of it.
        Limited = "limited",
        /// What was wanted.
        Standard = "standard",
        /// More than that.
        Great = "great",
    }

    /// What kind of thing somebody tries.
    Domain {
        /// Words.
        Talk = "talk",
        /// Not being seen.
        Sneak = "sneak",
        /// Violence, and what looks like it.
        Force = "force",
        /// Noticing.
        Look = "look",
        /// Making, breaking, mending.
        Craft = "craft",
        /// Getting away, getting there.
        Travel = "travel",
        /// What the city does not talk about.
        Occult = "occult",
    }

    /// What a spent die is worth.
    Tier {
        /// One to three, in a desperate position.
        Disaster = "disaster",
        /// One to three.
        Bad = "bad",
        /// Four or five.
        Partial = "partial",
        /// A six.
        Success = "success",
        /// A six with another in the pool.
        Critical = "critical",
    }

    /// How an action ended, as the aftermath has it.
    Verdict {
        /// It was done.
        Clean = "clean",
        /// It was done, at a price.
        Costly = "costly",
        /// It was not done.
        Setback = "setback",
        /// It was not done, and something broke.
        Disaster = "disaster",
    }

    /// How pressing an encounter is.
    Urgency {
        /// There is time.
        Low = "low",
        /// There is some.
        Medium = "medium",
        /// There is none.
        High = "high",
    }

    /// What a faction thinks of the party.
    Attitude {
        /// Open war.
        War = "war",
        /// They harm where they can.
        Hostile = "hostile",
        /// They help nobody here.
        Cold = "cold",
        /// They do not care.
        Neutral = "neutral",
        /// They help when it is cheap.
        Friendly = "friendly",
        /// They help.
        Allied = "allied",
    }

    /// What a person thinks of the party.
    Disposition {
        /// Wants harm.
        Hostile = "hostile",
        /// Trusts nothing.
        Suspicious = "suspicious",
        /// Waits and sees.
        Neutral = "neutral",
        /// Likes them.
        Friendly = "friendly",
        /// Stands by them.
        Loyal = "loyal",
    }

    /// How near a thread is to coming to something.
    Tension {
        /// It is there.
        Background = "background",
        /// It moves.
        Simmering = "simmering",
        /// It is in the way.
        Active = "active",
        /// It is now.
        Critical = "critical",
    }

    /// What is to be remembered.
    FactKind {
        /// Somebody gave their word.
        Promise = "promise",
        /// Somebody owes something.
        Debt = "debt",
        /// Somebody or something has a name.
        Name = "name",
        /// Something is gone.
        Lost = "lost",
        /// A matter is over.
        Over = "over",
    }

    /// How far a rumour has got.
    Spread {
        /// A few.
        Whisper = "whisper",
        /// Those who drink.
        Tavern = "tavern",
        /// Those who listen.
        CommonKnowledge = "common_knowledge",
        /// All.
        Universal = "universal",
    }

    /// Whether a rumour is so.
    Truth {
        /// It is.
        True = "true",
        /// It is not.
        False = "false",
        /// Nobody has decided.
        Unknown = "unknown",
    }

    /// What a clock counts towards.
    ClockKind {
        /// Something bad.
        Threat = "threat",
        /// What the party wants.
        Goal = "goal",
        /// What a faction wants.
        Faction = "faction",
    }

    /// How tense a scene is.
    Pressure {
        /// Quiet.
        Low = "low",
        /// Some.
        Rising = "rising",
        /// Much.
        High = "high",
    }

    /// Whose world a scene plays in.
    Class {
        /// The gutter.
        Low = "low",
        /// Trade and office.
        Middle = "middle",
        /// Those who own it.
        High = "high",
    }

    /// How a narration hangs together with what came before it.
    Connector {
        /// Because of it.
        Therefore = "therefore",
        /// Against it.
        But = "but",
        /// Beside it.
        Meanwhile = "meanwhile",
    }

    /// How the law comes.
    EntanglementKind {
        /// Boots on the stairs.
        Raid = "raid",
        /// A price to be left alone.
        Shakedown = "shakedown",
        /// A name on paper.
        Warrant = "warrant",
        /// Somebody talks.
        Informant = "informant",
        /// Somebody hits back.
        Reprisal = "reprisal",
    }

    /// How close the walls are (D5).
    Precarity {
        /// Below 5.
        Strength = "operating from strength",
        /// 5 to 9.
        Room = "room to manoeuvre",
        /// 10 to 14.
        Walls = "walls closing in",
        /// 15 and more.
        Thread = "hanging by a thread",
    }

    /// Why an evening ended.
    EndReason {
        /// The players chose to.
        Chosen = "chosen",
        /// Nobody is left to play.
        Retired = "retired",
        /// The longest campaign is over.
        Limit = "limit",
    }
}

impl Precarity {
    /// The word for a figure.
    pub const fn of(points: u32) -> Precarity {
        match points {
            0..5 => Precarity::Strength,
            5..10 => Precarity::Room,
            10..15 => Precarity::Walls,
            _ => Precarity::Thread,
        }
    }
}
