//! Every limit of the game in one place.

use std::ops::RangeInclusive;

/// Players at a table.
pub const PARTY_MAX: usize = 6;
/// Stress at which somebody breaks (D3).
pub const STRESS_MAX: u8 = 9;
/// Heat at which the law comes (D18).
pub const HEAT_MAX: u8 = 10;
/// Warrants.
pub const WANTED_MAX: u8 = 4;
/// From so many warrants on somebody is hunted (D5).
pub const HUNTED_AT: u8 = 3;
/// Coin that anybody can carry.
pub const COIN_MAX: u8 = 99;
/// Coin at the start.
pub const COIN_START: u8 = 2;
/// Dice in a pool (D4).
pub const POOL_MAX: usize = 6;
/// Dice at the start.
pub const POOL_START: usize = 5;
/// Scars that end a career (D14).
pub const TRAUMA_MAX: usize = 4;
/// Free days of a downtime, for each player.
pub const DAYS: u8 = 2;
/// Dice that a day of healing gives.
pub const RECOVER_DICE: usize = 2;
/// Dice that time itself gives back.
pub const TIME_DICE: RangeInclusive<i64> = 1..=3;

/// Changes of mood without a word of the players (D2).
pub const BREAKS_MAX: u8 = 8;
/// Tools of the game master in one turn that do not end it.
pub const STEPS_MAX: u8 = 12;
/// Beats after which a scene is put into a few words (D19).
pub const BEATS_MAX: usize = 20;
/// Beats after which the rules do that, if nobody else has (D21).
pub const BEATS_HELD: usize = 2 * BEATS_MAX;
/// Scenes of one campaign.
pub const SCENES_MAX: u32 = 500;

/// Clocks that may run at once.
pub const CLOCKS_MAX: usize = 12;
/// People who may be known.
pub const PEOPLE_MAX: usize = 24;
/// Places that may be known.
pub const PLACES_MAX: usize = 24;
/// Threads.
pub const THREADS_MAX: usize = 16;
/// Rumours that are remembered; the oldest is forgotten.
pub const RUMORS_MAX: usize = 24;
/// Scenes that are remembered in words; older ones are in the log.
pub const PAST_MAX: usize = 24;
/// Costs that are remembered (D19).
pub const COSTS_MAX: usize = 3;
/// Threats that are remembered (D19).
pub const THREATS_MAX: usize = 5;
/// Seeds, and things that came out, that are remembered.
pub const SEEDS_MAX: usize = 12;
/// Things that one character may own besides coin.
pub const ASSETS_MAX: usize = 12;
/// Bytes of what was told that a model reads again: what is older it knows by summaries and by what is to be remembered (D29).
pub const TOLD_MAX: usize = 24 * 1024;
/// Bytes of what an evening goes on with: it stands twice in a line of a log, of which one has a megabyte.
pub const BEFORE_BYTES_MAX: usize = 440 * 1024;
/// What is to be remembered of a campaign: promises, debts, names, what was lost, what is over (D29).
pub const FACTS_MAX: usize = 120;
/// So much of it is shown at once: who would read more?
pub const FACTS_SHOWN: usize = 16;
/// Names that something to be remembered concerns.
pub const ABOUT: RangeInclusive<usize> = 1..=4;
/// People who are known as they are from one evening to the next; of others the name is.
pub const PEOPLE_KEPT: usize = 16;
/// Evenings that are remembered in words; older ones are in the log.
pub const EVENINGS_MAX: usize = 24;
/// Scenes of the evening before that are remembered in words.
pub const SUMMARIES_KEPT: usize = 3;
/// Characters of one campaign that are kept, those of players who are away among them.
pub const AWAY_MAX: usize = 24;
/// Characters of an evening in a few words.
pub const EVENING_CHARS_MAX: usize = 800;
/// Lines and veils of a table, each.
pub const LINES_MAX: usize = 24;

/// Characters in a name.
pub const NAME_CHARS_MAX: usize = 40;
/// Characters in a line: a label, a hook, a reason.
pub const LINE_CHARS_MAX: usize = 200;
/// Characters in what players hear at once.
pub const PROSE_CHARS_MAX: usize = engine::limits::TEXT_CHARS_MAX;
/// Characters of a summary.
pub const SUMMARY_CHARS_MAX: usize = 800;
/// Characters of a sealed ending: six of them fit into one command.
pub const ENDING_CHARS_MAX: usize = 600;

/// What may stand in an ending at all. What its die allows is narrower, and the rules bring it there (D9).
pub const OUTCOME_FIGURES: RangeInclusive<i64> = -9..=9;
/// What a narration may cost the acting character in stress.
pub const NARRATED_STRESS: RangeInclusive<i64> = -9..=9;
/// What it may cost or bring them in coin.
pub const NARRATED_COIN: RangeInclusive<i64> = -5..=5;
/// How much it may draw eyes to them.
pub const NARRATED_HEAT: RangeInclusive<i64> = 0..=4;
/// What the amount of a consequence may be: coin, or steps of attitude.
pub const AMOUNT: RangeInclusive<i64> = -3..=8;
/// Dice that a bargain gives.
pub const DEAL_DICE: RangeInclusive<u8> = 1..=3;
/// Segments that a clock may have.
pub const SEGMENTS: [u8; 3] = [4, 6, 8];
/// Steps that a clock goes on at once.
pub const TICKS: [u8; 3] = [1, 2, 3];
/// Words in the hint of an ending.
pub const HINT_WORDS: RangeInclusive<usize> = 3..=8;

/// Things that a player could do, as they are suggested.
pub const SUGGESTED: RangeInclusive<usize> = 2..=3;
/// The same where none may be needed.
pub const IDEAS: RangeInclusive<usize> = 0..=3;
/// Options of which a player takes one.
pub const OPTIONS: RangeInclusive<usize> = 2..=4;
/// Bargains that are offered at once.
pub const DEALS: RangeInclusive<usize> = 2..=4;
/// Moments of a scene, put into a few words.
pub const KEY_MOMENTS: RangeInclusive<usize> = 3..=5;
/// What a scene may lead to.
pub const SEEDS: RangeInclusive<usize> = 1..=4;
/// What is being said about a scene.
pub const TALES: RangeInclusive<usize> = 0..=2;
/// Threats of a story.
pub const STORY_THREATS: RangeInclusive<usize> = 2..=2;
/// Goals of a story.
pub const STORY_GOALS: RangeInclusive<usize> = 1..=1;
/// What factions are up to in a story, unseen.
pub const STORY_HIDDEN: RangeInclusive<usize> = 0..=2;
/// Places of a story.
pub const STORY_PLACES: RangeInclusive<usize> = 2..=3;
/// Factions of a story.
pub const STORY_FACTIONS: RangeInclusive<usize> = 1..=4;
/// People of a story.
pub const STORY_PEOPLE: RangeInclusive<usize> = 2..=4;
