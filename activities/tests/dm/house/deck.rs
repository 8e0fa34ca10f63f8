//! What every line must hold to, and how the cards are dealt.

use std::collections::BTreeMap;

use dm::house::lines::fill::{fill, wanted};
use dm::house::lines::{FILES, Pool, Shape, Teller};

/// Values for every slot, of the kind that the city gives.
const SAMPLE: &[(&str, &str)] = &[
    ("who", "Isolde Marsh"),
    ("person", "Odile Marrack"),
    ("place", "The Patient Weight"),
    ("district", "The Landings"),
    ("detail", "Nets hang from the beams, dripping on yesterday's paper."),
    ("faction", "The Ninth Bell"),
    ("watch", "the Gauge"),
    ("weather", "Rain, the fine kind that does not fall so much as wait for you."),
    ("time", "At the hour when the night boats tie up"),
    ("item", "a brass key"),
    ("clock", "The Bell Sends a Boat"),
    ("threat", "the debt at the Eel House"),
    ("doing", "talk my way past"),
    ("title", "The Box That Came Up"),
    ("outcome", "a win at a price"),
    ("indoors", "yes"),
    ("outdoors", "yes"),
    ("controlled", "yes"),
    ("risky", "yes"),
    ("desperate", "yes"),
    ("talk", "yes"),
    ("sneak", "yes"),
    ("force", "yes"),
    ("look", "yes"),
    ("craft", "yes"),
    ("travel", "yes"),
    ("occult", "yes"),
];

fn all() -> impl Iterator<Item = (Pool, &'static str)> {
    Pool::ALL.iter().flat_map(|pool| pool.lines().iter().map(|line| (*pool, *line)))
}

/// All lines that a rule finds fault with, each with its pool, so that one run shows everything there is to mend.
#[track_caller]
fn none(what: &str, wrong: impl Fn(Pool, &str) -> bool) {
    let found: Vec<String> = all()
        .filter(|(pool, line)| wrong(*pool, line))
        .map(|(pool, line)| format!("{}: {line}", pool.key()))
        .collect();
    assert!(found.is_empty(), "{what}:\n{}", found.join("\n"));
}

fn teller(salt: u64, turn: u32) -> Teller<'static> {
    Teller { salt, turn, allowed: &|_| true }
}

#[test]
fn every_pool_has_its_least() {
    let short: Vec<String> = Pool::ALL
        .iter()
        .filter(|pool| pool.lines().len() < pool.least())
        .map(|pool| format!("{} has {} of {}", pool.key(), pool.lines().len(), pool.least()))
        .collect();
    assert!(short.is_empty(), "{}", short.join("\n"));
}

#[test]
fn every_header_names_a_pool_once() {
    let mut headers = BTreeMap::new();
    for line in FILES.iter().flat_map(|text| text.lines()).filter(|line| line.starts_with('[')) {
        let key = line.trim_matches(['[', ']']).split(" | ").next().unwrap();
        assert!(Pool::find(key).is_some(), "no pool is called {key}");
        *headers.entry(key).or_insert(0) += 1;
    }
    assert_eq!(headers.len(), Pool::ALL.len());
    assert!(headers.values().all(|count| *count == 1), "{headers:?}");
}

#[test]
fn lines_use_the_slots_of_their_pool_alone() {
    none("a slot that its pool does not have", |pool, line| {
        wanted(line).any(|slot| !pool.slots().contains(&slot))
    });
    none("a brace without its other half", |_, line| {
        line.split('{').skip(1).any(|rest| rest.matches('}').count() != 1) || line.starts_with('}')
    });
    for pool in Pool::ALL {
        let first = pool.lines().first().unwrap();
        assert!(!first.contains('{'), "{}: the first line wants nothing", pool.key());
        for slot in pool.slots() {
            assert!(SAMPLE.iter().any(|(name, _)| name == slot), "{}: {slot}", pool.key());
        }
    }
}

#[test]
fn no_line_stands_twice() {
    let mut seen = BTreeMap::new();
    for (pool, line) in all() {
        if let Some(other) = seen.insert(line.to_lowercase(), pool) {
            panic!("in {} and {}: {line}", other.key(), pool.key());
        }
    }
}

#[test]
fn lines_are_plain_text() {
    none("not plain ASCII", |_, line| !line.is_ascii());
    none("a space too many", |_, line| line != line.trim() || line.contains("  "));
    none("a name brings its own article", |_, line| {
        let small = line.to_lowercase();
        ["the {", "a {", "an {"]
            .iter()
            .any(|article| small.starts_with(article) || small.contains(&format!(" {article}")))
    });
    none("quotation marks in pairs", |_, line| line.matches('"').count() % 2 == 1);
    none("the player's words stand in quotation marks", |_, line| {
        line.matches("{doing}").count() != line.matches("\"{doing}").count()
    });
}

#[test]
fn lines_have_the_shape_of_their_pool() {
    let filled = |line: &str| fill(line, SAMPLE, true).unwrap();
    none("too long when filled, or not three to eight words", |pool, line| !pool.has_room(&filled(line)));
    none("a sentence begins with a capital and ends", |pool, line| {
        matches!(pool.shape(), Shape::Prose(_))
            && !(filled(line).starts_with(|c: char| c.is_ascii_uppercase() || c == '"')
                && filled(line).ends_with(['.', '?', '!', '"']))
    });
    none("a label begins with a capital and has no full stop", |pool, line| {
        matches!(pool.shape(), Shape::Label(_) | Shape::Hint)
            && (line.ends_with('.') || !filled(line).starts_with(|c: char| c.is_ascii_uppercase()))
    });
    none("a phrase begins small and has no full stop", |pool, line| {
        matches!(pool.shape(), Shape::Phrase(_))
            && (line.ends_with('.') || !line.starts_with(|c: char| c.is_ascii_lowercase() || c == '{'))
    });
}

#[test]
fn a_round_tells_every_card_once_and_the_next_in_another_order() {
    for pool in Pool::ALL {
        let size = pool.lines().len() as u32;
        let told: Vec<String> = (0..2 * size).map(|turn| teller(7, turn).line(*pool, SAMPLE)).collect();
        for pair in told.windows(2).filter(|_| size > 2) {
            assert_ne!(pair[0], pair[1], "{}", pool.key());
        }
        let mut rounds = told.chunks(size as usize).map(|round| {
            let mut round = round.to_vec();
            round.sort();
            round.dedup();
            round
        });
        let first = rounds.next().unwrap();
        assert_eq!(first.len(), size as usize, "{}", pool.key());
        assert_eq!(rounds.next().unwrap(), first);
        if size > 5 {
            assert_ne!(told[..size as usize], told[size as usize..], "{}", pool.key());
        }
    }
}

#[test]
fn the_salt_alone_decides_the_order() {
    let tell = |salt| (0..20).map(|turn| teller(salt, turn).line(Pool::Turn, SAMPLE)).collect::<Vec<_>>();
    assert_eq!(tell(1), tell(1));
    assert_ne!(tell(1), tell(2));
}

#[test]
fn what_crosses_a_line_is_passed_over() {
    let no_doors = |text: &str| !text.contains("door");
    for turn in 0..200 {
        let line = Teller { salt: 3, turn, allowed: &no_doors }.line(Pool::Turn, SAMPLE);
        assert!(!line.contains("door"), "{line}");
    }
    assert_eq!(Teller { salt: 3, turn: 0, allowed: &|_| false }.line(Pool::Turn, SAMPLE), "");
}

#[test]
fn without_slots_there_is_still_something_to_say() {
    for pool in Pool::ALL {
        assert!(!teller(1, 5).line(*pool, &[]).is_empty(), "{}", pool.key());
    }
}

#[test]
fn every_way_of_doing_things_has_endings_enough() {
    let ways = ["talk", "sneak", "force", "look", "craft", "travel", "occult"];
    let endings = Pool::ALL.iter().filter(|pool| pool.key().starts_with("action.outcome."));
    for (pool, way) in endings.flat_map(|pool| ways.map(|way| (pool, way))) {
        let slots: Vec<_> =
            SAMPLE.iter().copied().filter(|(slot, _)| *slot == way || !ways.contains(slot)).collect();
        let fitting = pool.lines().iter().filter(|line| fill(line, &slots, true).is_some()).count();
        assert!(fitting >= 32, "{} {way}: {fitting}", pool.key());
    }
}

#[test]
fn picks_are_different_cards() {
    for turn in 0..40 {
        let mut picks = teller(9, turn).pick_n(Pool::SuggestTalk, 3, SAMPLE);
        assert_eq!(picks.len(), 3.min(Pool::SuggestTalk.lines().len()));
        picks.sort();
        picks.dedup();
        assert_eq!(picks.len(), 3.min(Pool::SuggestTalk.lines().len()));
    }
}
