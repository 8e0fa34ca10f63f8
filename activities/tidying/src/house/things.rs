//! What the house knows about things: a list that people can read and edit, and how a phrase is looked up in it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use kit::plain::lists;
use kit::plural::singulars;
use serde::Deserialize;

use crate::heard::key;
use crate::limits::CHOICES;
use crate::piles::{Disposition, Item, Verb};
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
    /// Words before "bin" by which it is one for rubbish; in a bread bin things are at home.
    BINS
}

/// The kind of what is dear to somebody.
pub const KEEPSAKES: &str = "keepsakes";

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
    kind == Some(KEEPSAKES) || has_word(name, &DEAR)
}

/// Is it damaged, by its name?
pub fn is_damaged(name: &str) -> bool {
    has_word(name, &DAMAGED)
}

/// A sort of things that do harm in the bin.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hazard {
    /// What they are.
    pub sort: String,
    /// Where they are taken.
    pub at: String,
    /// Kinds of things that are of it.
    pub kinds: Vec<String>,
    /// Words of their names.
    pub words: Vec<String>,
    /// Words by which they are not of it after all.
    pub not: Vec<String>,
}

/// Reads the list of them. That it can be read is held by a test; if it could not, nothing would be taken anywhere.
///
/// # Errors
/// What is wrong with the file.
pub fn read_hazards() -> Result<Vec<Hazard>, String> {
    kit::data::list("hazard", include_str!("hazards.toml"))
}

/// The sort that a name or a kind is of: names go before kinds.
fn hazard<'n>(names: impl Iterator<Item = &'n str> + Clone, kinds: &[&str]) -> Option<&'static Hazard> {
    static HAZARDS: LazyLock<Vec<Hazard>> = LazyLock::new(|| read_hazards().unwrap_or_default());
    let has = |words: &[String]| {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        names.clone().any(|name| has_word(name, &words))
    };
    let by_name = HAZARDS.iter().find(|hazard| has(&hazard.words) && !has(&hazard.not));
    let of_kind = |hazard: &&Hazard| hazard.kinds.iter().any(|kind| kinds.contains(&kind.as_str()));
    by_name.or_else(|| HAZARDS.iter().find(of_kind))
}

/// Must it not go into the bin, by its name?
pub fn is_hazard(name: &str) -> bool {
    hazard(std::iter::once(name), &[]).is_some()
}

/// Is it a weapon, by its name? Nobody gives one away on a coach's word.
pub fn is_weapon(name: &str) -> bool {
    hazard(std::iter::once(name), &[]).is_some_and(|hazard| hazard.sort == "weapons")
}

/// Where a thing is taken that must not go into the bin, by all that is known of it (Y19).
pub fn hand_in(own: &[Thing], item: &Item) -> Option<&'static str> {
    let told = item.look.iter().chain([&item.name]).map(String::as_str);
    hazard(told, &kinds(own, item)).map(|hazard| hazard.at.as_str())
}

/// The kinds that a thing is of: by the list, and as it was noted.
fn kinds<'a>(own: &'a [Thing], item: &'a Item) -> Vec<&'a str> {
    let known = lookup(own, &item.name).map(|thing| thing.kind.as_str());
    known.into_iter().chain(item.kind.as_deref()).collect()
}

/// Must a thing not go out unless the person says how? What is dear, and what does harm.
pub fn is_careful(name: &str, kind: Option<&str>) -> bool {
    is_dear(name, kind) || is_hazard(name) || kind == Some("medicine")
}

/// Is a thing dear to somebody, by all that is known of it?
pub fn is_held_dear(own: &[Thing], item: &Item) -> bool {
    kinds(own, item).contains(&KEEPSAKES)
        || item.look.iter().chain([&item.name]).any(|told| is_dear(told, None))
}

/// Is a thing dear to somebody or harmful in the bin, by all that is known of it? Then the bin is not the first thing that anybody
/// proposes for it (Y19).
pub fn is_delicate(own: &[Thing], item: &Item) -> bool {
    is_held_dear(own, item) || hand_in(own, item).is_some()
}

/// What may become of a thing, as it is put to the person, whoever proposes it (Y19): where its sort is taken comes before other ways
/// out and instead of the bin, and the bin is not first for what is dear.
pub fn with_care(
    own: &[Thing],
    item: &Item,
    choices: impl IntoIterator<Item = Disposition>,
) -> Vec<Disposition> {
    let taken = hand_in(own, item);
    let mut fitting: Vec<Disposition> = Vec::new();
    for choice in choices {
        let choice = match (choice, taken) {
            (Disposition::Trash | Disposition::Recycle, Some(at)) => {
                Disposition::HandIn { at: at.to_owned() }
            }
            (choice, _) => choice,
        };
        if !fitting.contains(&choice) {
            fitting.push(choice);
        }
    }
    let goes = |choice: &Disposition| matches!(choice, Disposition::Donate | Disposition::HandIn { .. });
    if let (Some(at), Some(first)) = (taken, fitting.iter().position(goes)) {
        let own =
            fitting.iter().position(|choice| choice.verb() == Verb::HandIn).map(|at| fitting.remove(at));
        fitting.insert(first, own.unwrap_or_else(|| Disposition::HandIn { at: at.to_owned() }));
        fitting.truncate(*CHOICES.end());
    }
    if fitting.len() > 1 && fitting[0] == Disposition::Trash && is_delicate(own, item) {
        fitting.swap(0, 1);
    }
    fitting
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
