//! What the house knows about things: a list that people can read and edit, and how a phrase is looked up in it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use kit::plain::lists;

use super::plural::singulars;
use crate::heard::key;
use crate::piles::Item;
use crate::setup::Thing;

lists! { "things.txt":
    /// Words after which a phrase says more about a thing that was named before them.
    ABOUT
    /// Words before "of" that hold or count what is named after it: a box of cables is about cables.
    HOLDS
    /// Words at the end that name nothing.
    EMPTY
    /// Words that count.
    COUNTS
    /// Words that say whose a thing was, or what it is from: whoever uses one may be attached to it.
    DEAR
    /// Words for what nobody wants to have given to them.
    DAMAGED
    /// Words for what must not go into the bin, whatever else it is.
    HAZARDS
    /// Weapons.
    WEAPONS
    /// Words before one by which it is none.
    HARMLESS
    /// Words before "bin" by which it is one for rubbish; in a bread bin things are at home.
    BINS
}

/// The house's own list.
struct Known {
    things: Vec<Thing>,
    /// Where a thing is, by each of its names.
    names: BTreeMap<String, usize>,
}

/// Reads the list. That it can be read is held by a test; if it could not, the house would know no thing.
///
/// # Errors
/// What is wrong with the file.
pub fn read() -> Result<Vec<Thing>, String> {
    kit::data::list("thing", include_str!("things.toml"))
}

/// Every thing that the house knows.
pub fn all() -> &'static [Thing] {
    &list().things
}

fn list() -> &'static Known {
    static LIST: LazyLock<Known> = LazyLock::new(|| {
        let things = read().unwrap_or_default();
        let mut names = BTreeMap::new();
        for (at, thing) in things.iter().enumerate() {
            for name in names_of(thing) {
                names.entry(name).or_insert(at);
            }
        }
        // The same without its spaces, where no other thing is called so: "t-shirt" is "tshirt" too.
        for (at, thing) in things.iter().enumerate() {
            for name in names_of(thing).filter(|name| name.contains(' ')) {
                names.entry(name.replace(' ', "")).or_insert(at);
            }
        }
        Known { things, names }
    });
    &LIST
}

fn names_of(thing: &Thing) -> impl Iterator<Item = String> + '_ {
    std::iter::once(&thing.name).chain(&thing.also).map(|name| key(name))
}

/// The longest phrase that is looked at: what is longer is a story.
const WORDS_MAX: usize = 12;

/// What is known about the thing that a phrase names: "three old mugs", "grandma's letters", "the box of cables under the
/// desk". The household's own things come first, and the longest name wins. Nothing, if it is not known.
pub fn lookup<'a>(own: &'a [Thing], phrase: &str) -> Option<&'a Thing> {
    let key = key(phrase);
    let mut words: Vec<&str> = key.split(' ').take(WORDS_MAX).collect();
    if !own.is_empty() {
        let mut mine = BTreeMap::new();
        for (at, thing) in own.iter().enumerate() {
            for name in names_of(thing) {
                mine.entry(name).or_insert(at);
            }
        }
        if let Some(at) = find(&mine, &words) {
            return own.get(at);
        }
    }
    let list = list();
    loop {
        if let Some(at) = find(&list.names, &words) {
            return list.things.get(at);
        }
        words.pop_if(|last| EMPTY.contains(last)).filter(|_| !words.is_empty())?;
    }
}

/// Is there a thing of exactly this name, in one or many?
pub fn is_name(own: &[Thing], phrase: &str) -> bool {
    let key = key(phrase);
    let words: Vec<&str> = key.split(' ').collect();
    let listed = |names: &BTreeMap<String, usize>| at(names, &words, false).is_some();
    listed(&list().names) || own.iter().any(|thing| names_of(thing).any(|name| name == key))
}

/// Where the thing is that the words name: the name ends where the thing was named, and what is said about it afterwards
/// may belong to the name ("letter from an ex").
fn find(names: &BTreeMap<String, usize>, words: &[&str]) -> Option<usize> {
    let is_about = |at: usize| {
        let holds = |word: &&&str| {
            HOLDS.contains(*word) || singulars(word).iter().any(|one| HOLDS.contains(&one.as_str()))
        };
        let word = words.get(at).copied().unwrap_or_default();
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        ABOUT.contains(&word) && !(word == "of" && before.as_ref().is_some_and(holds))
    };
    let head = (1..words.len()).find(|at| is_about(*at)).unwrap_or(words.len());
    let (whole, named) = (words.len(), head);
    for end in if whole == named { vec![whole] } else { vec![whole, named] } {
        for start in 0..named {
            let counted = start > 0
                && words.get(start - 1).is_some_and(|it| COUNTS.contains(it) || it.parse::<u32>().is_ok());
            if let Some(found) = words.get(start..end).and_then(|words| at(names, words, counted)) {
                return Some(found);
            }
        }
    }
    // "a ton of receipts": what holds them is not known, and they are.
    let held = words.get(named).filter(|word| **word == "of").and_then(|_| words.get(named + 1..));
    held.and_then(|held| find(names, held))
}

/// Where the thing is of which this is the name, in one or many. What is counted is a plural: two glasses are not a pair of
/// them.
fn at(names: &BTreeMap<String, usize>, words: &[&str], counted: bool) -> Option<usize> {
    let name = words.join(" ");
    let exact = || names.get(&name).copied();
    let of = words.iter().position(|word| *word == "of").filter(|of| *of > 0);
    let numbered = of.map_or(words.len().checked_sub(1)?, |of| of - 1);
    let one = || {
        singulars(words.get(numbered)?).into_iter().find_map(|one| {
            let mut words = words.to_vec();
            *words.get_mut(numbered)? = &one;
            let name = words.join(" ");
            names.get(&name).or_else(|| names.get(&name.replace(' ', ""))).copied()
        })
    };
    let joined = || names.get(&name.replace(' ', "")).copied();
    if counted { one().or_else(exact).or_else(joined) } else { exact().or_else(one).or_else(joined) }
}

/// Is a thing to be handled with care? One that is a keepsake by its kind, or by whose it was.
pub fn is_dear(name: &str, kind: Option<&str>) -> bool {
    kind == Some("keepsakes") || has_word(name, &DEAR)
}

/// Is it damaged, by its name?
pub fn is_damaged(name: &str) -> bool {
    has_word(name, &DAMAGED)
}

/// Must it not go into the bin, by its name?
pub fn is_hazard(name: &str) -> bool {
    has_word(name, &HAZARDS) || is_weapon(name)
}

/// Is it a weapon, by its name? Nobody gives one away on a coach's word.
pub fn is_weapon(name: &str) -> bool {
    has_word(name, &WEAPONS) && !has_word(name, &HARMLESS)
}

/// Must a thing not go out unless the person says how? What is dear, and what does harm.
pub fn is_careful(name: &str, kind: Option<&str>) -> bool {
    is_dear(name, kind) || is_hazard(name) || kind == Some("medicine")
}

/// Is a thing dear to somebody or harmful in the bin, by all that is known of it? Then the bin is not the first thing that anybody
/// proposes for it (Y19).
pub fn is_delicate(own: &[Thing], item: &Item) -> bool {
    let known = lookup(own, &item.name).map(|thing| thing.kind.as_str());
    let mut kinds = known.into_iter().chain(item.kind.as_deref());
    let told = item.kind.iter().chain(&item.look).chain([&item.name]);
    kinds.any(|kind| ["keepsakes", "medicine", "electronics"].contains(&kind))
        || told.into_iter().any(|words| is_careful(words, None))
}

/// Is a home no home, but a way out: a bin for rubbish, the recycling, a collection point?
pub fn is_disposal(home: &str) -> bool {
    let home = key(home);
    let words: Vec<&str> = home.split(' ').collect();
    let before = |at: usize| at.checked_sub(1).and_then(|at| words.get(at)).copied();
    words.iter().enumerate().any(|(at, word)| match *word {
        "recycling" | "waste" | "dustbin" => true,
        "bin" => before(at).is_none_or(|before| BINS.contains(&before)),
        "collection" => words.get(at + 1) == Some(&"point") || before(at) == Some("metal"),
        _ => false,
    })
}

fn has_word(name: &str, words: &[&str]) -> bool {
    key(name).split(' ').any(|word| words.contains(&word))
}
