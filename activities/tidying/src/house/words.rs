//! Takes things out of what a person says: "there's a lamp and two boxes on the floor, plus some cables under the desk".
//!
//! What is taken is a name in the person's own words, and the place if they said it. Talk that names nothing gives nothing:
//! better to ask once more than to note junk.

use engine::is_unruly;
use kit::plain::lists;
use kit::plural::singulars;

use super::things::{COUNTS, is_name, lookup};
use crate::limits::NAME_CHARS_MAX;
use crate::setup::Thing;

lists! { "words.txt":
    /// What may stand before a name. Longer ones are tried first.
    FRONT
    /// What may stand after one.
    BACK
    /// Words by which a place begins.
    PLACES
    /// Words by which something is told of what was named before.
    ABOUT
    /// Words by which what lies there begins.
    DETERMINERS
    /// Words that no thing has in its name: whoever uses one is talking.
    TALK
    /// Words by which somebody tells others what to do.
    COMMANDS
    /// Words that make a phrase idle, unless the list knows it.
    IDLE
    /// Those who live in a house, and are not sorted.
    ALIVE
    /// Words by which one of these is a thing after all.
    MADE
    /// Words that tell how something is, and alone name nothing.
    LOOKS
    /// Words by which more is told of a thing after its name.
    WHICH
}

/// A thing that was named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// What it is called.
    pub name: String,
    /// What was said of it in brackets.
    pub look: Option<String>,
    /// Where it lies, with its preposition.
    pub place: Option<String>,
    /// What kind of thing it is, if the list knows it.
    pub kind: Option<String>,
}

/// The most words of a name that the list knows, and of one that it does not know.
const KNOWN_WORDS_MAX: usize = 8;
const UNKNOWN_WORDS_MAX: usize = 5;
/// The most things that are taken out of one message.
const NAMED_MAX: usize = 100;

/// The things that a message names, in order, each once.
pub fn named(own: &[Thing], text: &str) -> Vec<Named> {
    let (text, asides) = without_asides(text);
    let text = with_commas(&text);
    let mut all: Vec<Named> = Vec::new();
    for (sentence, question) in sentences(&text) {
        if !question || !words(sentence).iter().any(|word| is_one_of(word, &TALK)) {
            in_sentence(own, sentence, &mut all);
        }
    }
    all.truncate(NAMED_MAX);
    for it in &mut all {
        let marks: Vec<usize> = it.name.chars().filter_map(aside).collect();
        it.name.retain(|c| aside(c).is_none());
        it.look = marks.first().and_then(|mark| asides.get(*mark)).cloned();
    }
    all
}

/// Where something lies or goes, if the words say so: "put it on the windowsill".
pub fn place(text: &str) -> Option<String> {
    let (text, _) = without_asides(text);
    let mut places = sentences(&text).into_iter().filter_map(|(sentence, question)| {
        let sentence = sentence.split(',').next().unwrap_or_default();
        trailing_place(&[], words(sentence)).1.filter(|place| !question && !place.ends_with(" it"))
    });
    places.next()
}

/// The text with a comma for every other sign that people put between things: "lamp / mug", "pens/pencils", "lamp - mug".
fn with_commas(text: &str) -> String {
    let text =
        [" / ", " - ", " – ", " — "].iter().fold(text.to_owned(), |text, sign| text.replace(sign, ", "));
    let lines = text.split('\n').map(|line| {
        let words = line.split(' ').map(|word| {
            let letters = |part: &str| part.chars().filter(|c| c.is_alphabetic()).count() > 1;
            let splits = word.contains('/') && !word.starts_with("www.") && word.split('/').all(letters);
            if splits { word.replace('/', ", ") } else { word.to_owned() }
        });
        words.collect::<Vec<_>>().join(" ")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// What is said in brackets stands as one character, until it is known what it belongs to.
fn aside(c: char) -> Option<usize> {
    (c as usize).checked_sub(ASIDES).filter(|mark| *mark < ASIDES_MAX)
}

/// Characters that mean nothing to anybody, and are taken out of what people type.
const ASIDES: usize = 0xE000;
const ASIDES_MAX: usize = 100;

/// The text with a mark for each pair of brackets, and what stood in them.
fn without_asides(text: &str) -> (String, Vec<String>) {
    let (mut plain, mut asides) = (String::new(), Vec::new());
    let text: String = text.chars().filter(|c| aside(*c).is_none()).collect();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once('(') {
        plain.push_str(before.trim_end());
        let Some((inside, after)) = after.split_once(')').filter(|_| asides.len() < ASIDES_MAX) else {
            plain.push(' ');
            rest = after;
            continue;
        };
        let inside: String = inside.chars().filter(|c| !is_unruly(*c) && !"(){}<>".contains(*c)).collect();
        let inside = inside.trim();
        let begins = plain.trim().is_empty() || plain.trim_end().ends_with(['.', ',', ';', ':', '!', '?']);
        if begins && before.trim().is_empty() {
            // It belongs to nothing, so it stands for itself.
            plain.push_str(inside);
            plain.push_str(", ");
        } else if !before.trim().is_empty() && !inside.is_empty() && inside.chars().count() <= NAME_CHARS_MAX
        {
            plain.extend(u32::try_from(ASIDES + asides.len()).ok().and_then(char::from_u32));
            asides.push(inside.to_owned());
        }
        rest = after;
    }
    plain.push_str(rest);
    (plain.replace('’', "'"), asides)
}

/// The sentences, and whether each is a question. A full stop inside a word ends none.
fn sentences(text: &str) -> Vec<(&str, bool)> {
    let ends = |(at, c): &(usize, char)| match c {
        '\n' | ';' | '!' | '?' => true,
        '.' => text[at + 1..].chars().next().is_none_or(char::is_whitespace),
        _ => false,
    };
    let (mut all, mut from) = (Vec::new(), 0);
    for (at, c) in text.char_indices().filter(ends) {
        all.push((&text[from..at], c == '?'));
        from = at + 1;
    }
    all.push((&text[from..], false));
    all
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// A word in lower case and without signs.
fn plain(word: &str) -> String {
    word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn in_sentence(own: &[Thing], sentence: &str, all: &mut Vec<Named>) {
    let (label, body) = match sentence.split_once(':') {
        Some((label, body)) if !body.trim().is_empty() => (Some(words(label)), body),
        _ => (None, sentence),
    };
    let mut place = None;
    if let Some(label) = &label {
        // "What stays: ..." is not about what is to be sorted.
        if label.iter().any(|word| is_one_of(word, &["stays", "stay", "keep", "what"])) {
            return;
        }
        place = is_place(label).then(|| label.join(" ").to_lowercase());
    }
    let begun = all.len();
    in_list(own, body, place, all);
    // "Books: old" is about books.
    if let Some(label) = label.filter(|_| all.len() == begun)
        && words(body).len() <= UNKNOWN_WORDS_MAX
        && !words(body).iter().any(|word| is_one_of(word, &TALK))
        && let Some((name, kind @ Some(_))) = thing(own, strip_front(own, label), true)
    {
        push(all, Named { name, look: None, place: None, kind });
    }
}

fn in_list(own: &[Thing], body: &str, mut place: Option<String>, all: &mut Vec<Named>) {
    let mut first = true;
    for chunk in body.split(',') {
        let (begun, mut talk) = (all.len(), false);
        for part in parts(own, chunk) {
            // Whoever is talking goes on after "and": "it is for meals and coffee".
            let begins_anew =
                part.first().is_some_and(|word| is_determiner(word) || is_one_of(word, &COUNTS));
            if talk
                && !begins_anew
                && !part.first().is_some_and(|word| is_one_of(word, &["there", "theres", "some"]))
            {
                continue;
            }
            let said = part.iter().any(|word| is_one_of(word, &TALK));
            let (part, found) = leading_place(own, part);
            let (part, later) = leading_place(own, strip_front(own, part));
            place = found.or(later).or(place);
            let part = strip_back(own, strip_front(own, part));
            let (part, mut at) = trailing_place(own, part);
            if let Some(it) = at.as_mut().filter(|at| at.ends_with(" it")) {
                let lies =
                    all.iter().rev().find_map(|it| it.place.as_deref()).and_then(|lies| lies.split_once(' '));
                *it = match lies {
                    Some((_, what)) => format!("{}{what}", it.trim_end_matches("it")),
                    None => String::new(),
                };
            }
            let at = at.filter(|at| !at.is_empty());
            let part = strip_back(own, part);
            if part.is_empty() {
                // "a lamp, on the floor"
                if let (Some(last), Some(at)) = (all.last_mut().filter(|last| last.place.is_none()), at) {
                    last.place = Some(at);
                }
                continue;
            }
            if let Some((name, kind)) = thing(own, part, first) {
                if at.is_some() {
                    let earlier = all.iter_mut().skip(begun);
                    earlier.filter(|it| it.place.is_none()).for_each(|it| it.place.clone_from(&at));
                }
                push(all, Named { name, look: None, place: at.or_else(|| place.clone()), kind });
            } else {
                talk = said;
            }
            first = false;
        }
    }
}

/// Each name once; a place that is said later is kept.
fn push(all: &mut Vec<Named>, new: Named) {
    match all.iter_mut().find(|it| it.name.eq_ignore_ascii_case(&new.name)) {
        Some(known) => known.place = known.place.take().or(new.place),
        None => all.push(new),
    }
}

/// The parts of a list: split where something is joined, unless both sides are the name of one thing.
fn parts<'a>(own: &[Thing], chunk: &'a str) -> Vec<Vec<&'a str>> {
    let words = words(chunk);
    let mut parts: Vec<Vec<&str>> = vec![Vec::new()];
    for (at, word) in words.iter().enumerate() {
        let joins = is_one_of(word, &["and", "plus", "then"]) || ["&", "+"].contains(word);
        if joins && !is_compound(own, &words, at) {
            parts.push(Vec::new());
        } else if parts.last().is_some_and(|part| begins_anew(own, part, words.get(at..).unwrap_or_default()))
        {
            parts.push(vec![word]);
        } else if let Some(part) = parts.last_mut() {
            part.push(word);
        }
    }
    parts
}

/// Does a number after a thing begin the next one: "2 mugs 3 plates"? Not in "pills 20 mg" or "a box of 12 pencils".
fn begins_anew(own: &[Thing], part: &[&str], rest: &[&str]) -> bool {
    let [number, rest @ ..] = rest else { return false };
    let one = ["1", "one"].contains(number);
    if !(one || is_one_of(number, &COUNTS) || number.chars().all(|c| c.is_ascii_digit())) || is_place(part) {
        return false;
    }
    let is_count = |word: &&&str| is_one_of(word, &COUNTS) || word.chars().all(|c| c.is_ascii_digit());
    let joins = |word: &&&str| is_one_of(word, &["and", "plus", "then"]) || is_count(word);
    let next: Vec<&str> = rest.iter().take_while(|word| !joins(word)).copied().collect();
    let many = |word: &&str| plain(word).chars().count() > 3 && plain(word).ends_with('s');
    let counted =
        if one { !next.is_empty() } else { next.iter().any(many) || lookup(own, &next.join(" ")).is_some() };
    let last = part.last().copied().unwrap_or_default();
    let about = [&ABOUT, &PLACES, &TALK, &WHICH].iter().any(|list| is_one_of(last, list));
    let versioned = last.chars().next().is_some_and(char::is_uppercase) && part.len() > 1;
    let sized = is_one_of(last, &["size", "number", "age", "version", "type", "the", "my", "these", "those"]);
    let named = || thing(own, strip_back(own, strip_front(own, part.to_vec())), false).is_some();
    counted && !is_one_of(number, &["few", "many"]) && !about && !versioned && !sized && named()
}

/// Is what stands round an "and" one thing: nuts and bolts, bits and bobs?
fn is_compound(own: &[Thing], words: &[&str], and: usize) -> bool {
    let sizes = [(2, 2), (2, 1), (1, 2), (1, 1)];
    sizes.iter().any(|(before, after)| {
        let Some(from) = and.checked_sub(*before) else { return false };
        let Some(phrase) = words.get(from..=and + after) else { return false };
        let mut phrase: Vec<String> = phrase.iter().map(|word| plain(word)).collect();
        phrase[*before] = "and".to_owned();
        if is_name(own, &phrase.join(" ")) {
            return true;
        }
        let ones = phrase.get(before - 1).map(|word| singulars(word)).unwrap_or_default();
        ones.into_iter().any(|one| {
            phrase[before - 1] = one;
            is_name(own, &phrase.join(" "))
        })
    })
}

/// Without what stands before a name: "there's", "also", "a bunch of", an article.
fn strip_front<'a>(own: &[Thing], mut part: Vec<&'a str>) -> Vec<&'a str> {
    if let Some(first) = part.first_mut() {
        *first = first.trim_start_matches(['-', '*', '•', '·', '–', '—', '(', '"', '“', '\'']);
    }
    part.retain(|word| !word.is_empty());
    loop {
        let filler = FRONT.iter().filter_map(|filler| begins(&part, filler)).max();
        let Some(count) = filler else { return part };
        if !part.first().is_some_and(|word| is_article(word)) && is_name(own, &part.join(" ")) {
            return part;
        }
        drop(part.drain(..count));
    }
}

fn is_article(word: &str) -> bool {
    is_one_of(word, &["a", "an", "the", "some"])
}

/// How many words of a phrase stand at the front, if it does.
fn begins(part: &[&str], phrase: &str) -> Option<usize> {
    part.first().filter(|word| !begins_otherwise(word, phrase))?;
    let count = phrase.split(' ').count();
    let mut pairs = part.get(..count)?.iter().zip(phrase.split(' '));
    pairs.all(|(word, wanted)| is(word, wanted)).then_some(count)
}

/// Is a word this plain one, but for its signs and its case?
fn is(word: &str, wanted: &str) -> bool {
    if begins_otherwise(word, wanted) {
        return false;
    }
    word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).eq(wanted.chars())
}

/// Does its first letter tell a word from a plain one? Most it does.
fn begins_otherwise(word: &str, wanted: &str) -> bool {
    let first =
        |word: &str| word.bytes().next().filter(u8::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase());
    first(word).is_some_and(|begins| first(wanted) != Some(begins))
}

/// Is it one of these?
fn is_one_of(word: &str, list: &[&str]) -> bool {
    list.iter().any(|wanted| is(word, wanted))
}

/// Without what stands after a name: "too", "I think", "for a start".
fn strip_back<'a>(own: &[Thing], mut part: Vec<&'a str>) -> Vec<&'a str> {
    loop {
        let ends = |filler: &&str| {
            let at = part.len().checked_sub(filler.split(' ').count())?;
            begins(part.get(at..)?, filler)
        };
        let Some(count) = BACK.iter().filter_map(ends).max() else { return part };
        if is_name(own, &part.join(" ")) {
            return part;
        }
        part.truncate(part.len() - count);
    }
}

/// How many words at the front are where something may lie: on, next to, in front of.
fn preposition(part: &[&str]) -> Option<usize> {
    PLACES.iter().filter_map(|place| begins(part, place)).max()
}

/// Are the words a place, and nothing else?
fn is_place(part: &[&str]) -> bool {
    preposition(part).is_some_and(|size| part.get(size).is_some_and(|word| size > 1 || is_determiner(word)))
}

fn is_determiner(word: &str) -> bool {
    is_one_of(word, &DETERMINERS)
}

/// Takes a place off the front: "under the desk two boxes", "on the chair there's a coat", "the bag has a book in it".
fn leading_place<'a>(own: &[Thing], part: Vec<&'a str>) -> (Vec<&'a str>, Option<String>) {
    if let [the, what, has, rest @ ..] = part.as_slice()
        && is(the, "the")
        && is_one_of(has, &["has", "holds", "contains"])
    {
        return (rest.to_vec(), Some(format!("in the {}", plain(what))));
    }
    if !is_place(&part) {
        return (part, None);
    }
    let noun = preposition(&part).unwrap_or(0) + 1;
    let there = part.iter().position(|word| is_one_of(word, &["there", "theres", "is", "are", "i", "lies"]));
    let end = there.unwrap_or_else(|| {
        let longest = (1..=3).rev().find(|size| {
            part.get(noun..noun + size).is_some_and(|words| *size == 1 || is_name(own, &words.join(" ")))
        });
        noun + longest.unwrap_or(1)
    });
    match (part.get(..end), part.get(end..)) {
        // Nothing comes after it: it says where the thing before lies.
        (Some(place), Some(rest)) if !rest.is_empty() => {
            (rest.to_vec(), Some(place.join(" ").trim_end_matches(',').to_lowercase()))
        }
        _ => (part, None),
    }
}

/// Takes a place off the end: "some cables under the desk".
fn trailing_place<'a>(own: &[Thing], part: Vec<&'a str>) -> (Vec<&'a str>, Option<String>) {
    let at = (0..part.len()).find(|at| part.get(*at..).is_some_and(is_place));
    let at = at.filter(|_| !is_name(own, &part.join(" ")));
    match at.and_then(|at| Some((part.get(..at)?, part.get(at..)?))) {
        Some((name, place)) => {
            let name = match name {
                [name @ .., last] if is(last, "right") => name,
                name => name,
            };
            let place = place.join(" ").to_lowercase();
            let place = place.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
            let fits =
                place.chars().count() <= NAME_CHARS_MAX && place.split(' ').count() <= UNKNOWN_WORDS_MAX + 1;
            (name.to_vec(), Some(place).filter(|_| fits))
        }
        None => (part, None),
    }
}

/// The name of a thing and its kind, if the words are one.
fn thing(own: &[Thing], mut part: Vec<&str>, begins_sentence: bool) -> Option<(String, Option<String>)> {
    // "this lamp" is the lamp; "this" alone is nothing.
    while part.len() > 1
        && part.first().is_some_and(|word| is_one_of(word, &["this", "that", "these", "those"]))
    {
        part.remove(0);
    }
    let name = part.join(" ");
    let name: String =
        name.chars().filter(|c| !is_unruly(*c) && !"()[]{}<>\"“”*_`|\\".contains(*c)).collect();
    let name = name.trim_matches(|c: char| !c.is_alphanumeric() && c != '\'' && aside(c).is_none());
    let plain_words: Vec<String> =
        words(name).into_iter().map(plain).filter(|word| !word.is_empty()).collect();
    let count = plain_words.len();
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    if letters < 2 || name == "thing" || name.chars().count() > NAME_CHARS_MAX || count > KNOWN_WORDS_MAX {
        return None;
    }
    let is_look = |word: &String| LOOKS.contains(&word.as_str());
    if is_alive(&plain_words) || (count == 1 && plain_words.iter().all(is_look)) {
        return None;
    }
    let name = if begins_sentence { uncapital(name) } else { name.to_owned() };
    let known = lookup(own, &name);
    if !is_name(own, &name) && !is_thing(own, &plain_words, known.is_some()) {
        return None;
    }
    Some((name, known.map(|thing| thing.kind.clone())))
}

/// Do the words name somebody, and not something: "my cat"? A stuffed one is a thing.
fn is_alive(words: &[String]) -> bool {
    let is = |list: &[&str], word: &String| list.contains(&word.as_str());
    let whose = words.first().is_some_and(|word| is(&["my", "our", "his", "her", "their", "your"], word));
    let alive = words.last().is_some_and(|word| is(&ALIVE, word));
    let alone =
        words.len() == 1 && !words.iter().any(|word| is(&["fish", "bird", "birds", "pet", "pets"], word));
    alive && (whose || alone) && !words.iter().any(|word| is(&MADE, word))
}

/// May words that are no name of the list be a thing?
fn is_thing(own: &[Thing], words: &[String], known: bool) -> bool {
    let is = |list: &[&str], word: &String| list.contains(&word.as_str());
    let first_is = |list: &[&str]| words.first().is_some_and(|word| is(list, word));
    // What is told of a thing after its name may be in any words: "the jeans that I never wear".
    let head = words.iter().position(|word| is(&WHICH, word)).filter(|head| *head > 0);
    let head = words.get(..head.unwrap_or(words.len())).unwrap_or_default();
    let known = known && (head.len() == words.len() || lookup(own, &head.join(" ")).is_some());
    let said = if known { head } else { words };
    if said.iter().any(|word| is(&TALK, word)) {
        return false;
    }
    let commands =
        first_is(&COMMANDS) && words.get(1).is_none_or(|next| is_determiner(next) || is(&TALK, next));
    if commands || (first_is(&COMMANDS) && !known) {
        return false;
    }
    known
        || (words.len() <= UNKNOWN_WORDS_MAX
            && !words.iter().any(|word| is(&IDLE, word))
            && !first_is(&ABOUT)
            && !PLACES.iter().any(|place| place.split(' ').next().is_some_and(|place| first_is(&[place]))))
}

/// Without the capital of a sentence; names keep theirs.
fn uncapital(name: &str) -> String {
    let first = name.split(' ').next().unwrap_or_default();
    let is_name = first.ends_with("'s") || first.chars().skip(1).any(char::is_uppercase) || first == "I";
    let mut chars = name.chars();
    match chars.next() {
        Some(c) if !is_name => c.to_lowercase().chain(chars).collect(),
        _ => name.to_owned(),
    }
}
