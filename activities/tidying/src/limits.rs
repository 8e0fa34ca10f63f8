//! Every limit of a tidying session in one place.

/// Things in one session: a full cellar, one by one.
pub const ITEMS_MAX: usize = 400;
/// Things that the coach notes at once: all that one message can name, in a few steps.
pub const NOTED_MAX: usize = 60;
/// Choices of a proposal (Y6).
pub const CHOICES: std::ops::RangeInclusive<usize> = 2..=4;
/// Things that are proposed after the one that stands (Y18): five at once.
pub const QUEUE_MAX: usize = 4;
/// Answers to what a space is for (Y7).
pub const BRANCHES: std::ops::RangeInclusive<usize> = 2..=5;
/// Things that stay, whatever is sorted.
pub const ANCHORS_MAX: usize = 12;
/// Ideas of what may stay, with one answer.
pub const IDEAS_MAX: usize = 5;
/// Things that one lies next to, as it is described.
pub const REFS_MAX: usize = 4;
/// What it is like.
pub const TRAITS_MAX: usize = 6;
/// So many things on the unsure pile, and the coach offers to split it (Y9).
pub const UNSURE_FULL: usize = 5;
/// Parts of a split pile.
pub const GROUPS_MAX: usize = 8;
/// Things that the coach names in one part; what is left over becomes a part of its own.
pub const GROUP_ITEMS_MAX: usize = 40;
/// Photos of one message (Y11).
pub const MESSAGE_PHOTOS_MAX: usize = 6;
/// Photos of one session.
pub const PHOTOS_MAX: usize = 60;
/// How long a proposal waits for an answer: milliseconds of table time (Y6).
pub const ANSWER_MS: u64 = 5 * 60 * 1_000;
/// The longest that it may be told to wait.
pub const ANSWER_MS_MAX: u64 = 24 * 60 * 60 * 1_000;

/// Changes of mode without a word of the person (Y3).
pub const BREAKS_MAX: u8 = 5;
/// Tools of the coach in one turn that do not end it.
pub const STEPS_MAX: u8 = 6;
/// Decisions that can be undone, one after the other.
pub const HISTORY_MAX: usize = 100;
/// Things that a household may add to the house's list.
pub const THINGS_MAX: usize = 200;

/// Other words for one of these, and questions about it.
pub const THING_TEXTS_MAX: usize = 12;

/// Characters of what the person says.
pub const SAID_CHARS_MAX: usize = 1_000;
/// Characters of all that the person says before the coach answers.
pub const UNANSWERED_CHARS_MAX: usize = 4_000;
/// Characters of what the coach says. The words are counted too: a model is asked to keep to Y12, the house must.
pub const RESPONSE_CHARS_MAX: usize = 600;
/// Characters of one line: what a thing looks like, why it is not clear.
pub const LINE_CHARS_MAX: usize = 200;
/// Characters of a name: a thing, a place, a kind.
pub const NAME_CHARS_MAX: usize = 60;

/// Words of the coach while things are sorted (Y12).
pub const SORTING_WORDS_MAX: usize = 20;
/// Words of the coach at the end (Y12).
pub const WINDING_WORDS_MAX: usize = 25;
