//! What the house narrator says: pools of lines in plain text files, and the teller that deals them.
//!
//! A pool is a deck of cards. Its order is another one in every session (the salt) and each time round, and the
//! n-th telling takes the n-th card: so a line comes back only when all the others have had their turn, and the same
//! session tells the same story again in a replay.
//!
//! A caller gives whatever slots it has. A line that wants one that was not given, or given empty, sits out that
//! telling; the first line of every pool wants none, so there is always something to say. To add a line, write it
//! under its pool's header in the text file of its family; `tests/dm/house/deck.rs` says what is wrong with it.
//!
//! What goes into the slots, so that every line can be written to fit:
//!
//! | slot | what it holds |
//! |---|---|
//! | `who`, `person` | a name, or a role with its article: `Mother Quill`, `the ferry clerk` |
//! | `place`, `district`, `faction`, `watch` | a name with its article if it has one: `The Salt Stair`, `Eel Row` |
//! | `time` | an hour that can begin a sentence: `Before the first bell` |
//! | `weather`, `detail` | a whole sentence, with its full stop |
//! | `item` | a noun with its article: `a brass key` |
//! | `threat` | what hangs over the scene, a noun or a title: `the debt at the Eel House` |
//! | `clock`, `title` | the name of a clock, of a scene |
//! | `outcome` | how a scene ended, from the pools `between.outcome.*` |
//! | `doing` | the player's own words, shortened; the lines put it between quotation marks |
//! | `indoors`, `outdoors` | anything: it prints nothing, and lets in the lines that need a roof or a sky |
//! | `talk`, `sneak`, `force`, `look`, `craft`, `travel`, `occult` | the same, for lines about that way of doing things |
//! | `controlled`, `risky`, `desperate` | the same, for lines about what came of an action from that position |
//!
//! Capitals look after themselves: `The Salt Stair` is written so in front of a sentence and `the Salt Stair` elsewhere.
//! Factions and the watch take their verbs in the plural, places are mostly something one is *at*.

pub mod fill;
mod pools;

use std::sync::LazyLock;

use fill::{fill, fits};
pub use pools::{Pool, Shape};

/// The text files, one a family.
pub const FILES: [&str; 12] = [
    include_str!("scene.txt"),
    include_str!("react.txt"),
    include_str!("suggest.txt"),
    include_str!("action.txt"),
    include_str!("outcome.txt"),
    include_str!("aftermath.txt"),
    include_str!("bargain.txt"),
    include_str!("trauma.txt"),
    include_str!("downtime.txt"),
    include_str!("between.txt"),
    include_str!("npc.txt"),
    include_str!("player.txt"),
];

/// Chooses lines without repeating itself: each pool is a deck in an order of its own that is fixed by the session's
/// salt; the n-th telling takes the n-th card.
pub struct Teller<'a> {
    /// One number a session: another salt, another order.
    pub salt: u64,
    /// How often something was told before.
    pub turn: u32,
    /// False for words that cross one of the table's lines.
    pub allowed: &'a dyn Fn(&str) -> bool,
}

impl Teller<'_> {
    /// The pool's card for this turn, its slots filled. Empty only if the table allows none of the pool's cards.
    pub fn line(&self, pool: Pool, slots: &[(&str, &str)]) -> String {
        self.deal(pool, u64::from(self.turn), slots).next().unwrap_or_default()
    }

    /// Up to `n` different cards: fewer only if the pool has no more that fit. Each turn begins where the one before
    /// it ended.
    pub fn pick_n(&self, pool: Pool, n: usize, slots: &[(&str, &str)]) -> Vec<String> {
        self.deal(pool, u64::from(self.turn) * n as u64, slots).take(n).collect()
    }

    /// The cards of a pool that fit and are allowed, from the `nth` of the deck on and round to the one before it.
    /// A card is filled only when it is its turn.
    fn deal<'s>(
        &'s self,
        pool: Pool,
        nth: u64,
        slots: &'s [(&str, &str)],
    ) -> impl Iterator<Item = String> + 's {
        let lines = pool.lines();
        let mut cards: Vec<u64> =
            (0..).zip(pool.names()).filter(|(_, names)| fits(names, slots)).map(|(index, _)| index).collect();
        let size = (cards.len() as u64).max(1);
        let round = nth / size;
        cards.sort_by_cached_key(|index| self.rank(pool, round, *index));
        // The last card of one time round must not be the first of the next.
        if cards.len() > 2 && round > 0 {
            let last = cards.iter().copied().max_by_key(|index| self.rank(pool, round - 1, *index));
            if last == cards.first().copied() {
                cards.swap(0, 1);
            }
        }
        cards.rotate_left((nth % size) as usize);
        let fill = move |index: u64| fill(lines.get(index as usize)?, slots, pool.is_prose());
        cards.into_iter().filter_map(fill).filter(move |text| pool.has_room(text) && (self.allowed)(text))
    }

    /// Where a card lies in the deck, among the others of its round: a number to sort by.
    fn rank(&self, pool: Pool, round: u64, index: u64) -> u64 {
        splitmix(splitmix(splitmix(self.salt ^ ((pool as u64) << 48)) ^ round) ^ index)
    }
}

/// SplitMix64's step: a small hash that spreads neighbouring numbers over all others.
fn splitmix(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// One pool as its file has it.
#[derive(Default)]
struct Deck {
    slots: Vec<&'static str>,
    lines: Vec<&'static str>,
    /// What stands between the braces of each line.
    names: Vec<Vec<&'static str>>,
}

/// Every deck, in the order of the pools.
static DECKS: LazyLock<Vec<Deck>> = LazyLock::new(|| {
    let mut decks: Vec<Deck> = Pool::ALL.iter().map(|_| Deck::default()).collect();
    let mut current: Option<Pool> = None;
    for line in FILES.iter().flat_map(|text| text.lines()) {
        if let Some(header) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            let (key, slots) = header.split_once(" | slots: ").unwrap_or((header, ""));
            current = Pool::find(key);
            debug_assert!(current.is_some(), "no pool is called {key}");
            if let Some(deck) = current.and_then(|pool| decks.get_mut(pool as usize)) {
                deck.slots = slots.split_whitespace().collect();
            }
        } else if !line.is_empty()
            && !line.starts_with('#')
            && let Some(deck) = current.and_then(|pool| decks.get_mut(pool as usize))
        {
            debug_assert!(
                fill::wanted(line).all(|slot| deck.slots.contains(&slot)),
                "a slot that its pool does not have: {line}"
            );
            deck.lines.push(line);
            deck.names.push(fill::names(line).collect());
        }
    }
    decks
});

impl Pool {
    /// The slots that the pool's lines may use, as its header names them.
    pub fn slots(self) -> &'static [&'static str] {
        DECKS.get(self as usize).map_or(&[], |deck| &deck.slots)
    }

    /// The pool's lines as they are written.
    pub fn lines(self) -> &'static [&'static str] {
        DECKS.get(self as usize).map_or(&[], |deck| &deck.lines)
    }

    /// The slots and gates of each of its lines.
    fn names(self) -> &'static [Vec<&'static str>] {
        DECKS.get(self as usize).map_or(&[], |deck| &deck.names)
    }
}
