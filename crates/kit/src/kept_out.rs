//! Subjects that a table does not want to hear of, or not much.

use std::sync::LazyLock;

use crate::plain::Plain;

/// Other words for some subjects, a line for each.
const OTHERS: &str = include_str!("kept_out.txt");

/// The same, read: each subject in its words, and what else it is called.
static KNOWN: LazyLock<Vec<(Vec<String>, Vec<&'static str>)>> = LazyLock::new(|| {
    let lines = OTHERS.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(':'));
    let read = |(head, others): (&str, &'static str)| {
        let head = Plain::split(head).words().map(str::to_owned).collect();
        (head, others.split(',').map(str::trim).collect())
    };
    lines.map(read).collect()
});

/// Letters of a word that another is a form of, at least: `rating` is no form of `rat`.
const ROOT_CHARS_MIN: usize = 4;

/// The line that a text crosses, if it crosses one.
///
/// A line is crossed when all its words stand in the text one after the other, in any case. A word of four letters or
/// more also stands for those that begin with it: `spider` for `spiders`. This decides what is in logs; [`tells_of`] finds more.
pub fn crossed<'a>(table: &'a [String], text: &str) -> Option<&'a str> {
    first(table, text, |line, text| runs(line, text, stands_for))
}

/// The subject that a text tells of, if it tells of one: by its own words, by their forms (`knives`, `torturing`), written as
/// one word or as two, or by other words for it.
pub fn tells_of<'a>(subjects: &'a [String], text: &str) -> Option<&'a str> {
    first(subjects, text, names)
}

/// The subject of which a text tells in more than one sentence.
pub fn too_close<'a>(subjects: &'a [String], text: &str) -> Option<&'a str> {
    if subjects.is_empty() {
        return None;
    }
    let sentences: Vec<&str> = text.split(['.', '!', '?', '…', '\n']).collect();
    let often = |subject: &&String| {
        let one = std::slice::from_ref(*subject);
        sentences.iter().filter(|sentence| tells_of(one, sentence).is_some()).nth(1).is_some()
    };
    subjects.iter().find(often).map(String::as_str)
}

/// Other words by which a subject is known.
pub fn others(subject: &str) -> Vec<&'static str> {
    let subject = Plain::split(subject);
    let subject: Vec<&str> = subject.words().collect();
    let is_it = |head: &[String]| {
        let same = |(head, said): (&String, &&str)| is_near(head, said) && shares_root(head, said);
        head.len() == subject.len() && head.iter().zip(&subject).all(same)
    };
    KNOWN.iter().filter(|(head, _)| is_it(head)).flat_map(|(_, others)| others.iter().copied()).collect()
}

/// The first subject that a text names.
fn first<'a>(subjects: &'a [String], text: &str, names: fn(&[&str], &[&str]) -> bool) -> Option<&'a str> {
    if subjects.is_empty() {
        return None;
    }
    let text = Plain::split(text);
    let text: Vec<&str> = text.words().collect();
    subjects.iter().map(String::as_str).find(|subject| {
        let subject = Plain::split(subject);
        let subject: Vec<&str> = subject.words().collect();
        !subject.is_empty() && names(&subject, &text)
    })
}

fn names(subject: &[&str], text: &[&str]) -> bool {
    let other = |other: &str| {
        let other = Plain::split(other);
        runs(&other.words().collect::<Vec<_>>(), text, is_form)
    };
    runs(subject, text, is_form)
        || is_joined(subject, text)
        || others(&subject.join(" ")).into_iter().any(other)
}

/// Do these words stand in the text, one after the other?
fn runs(words: &[&str], text: &[&str], is_it: fn(&str, &str) -> bool) -> bool {
    text.windows(words.len()).any(|run| words.iter().zip(run).all(|(word, said)| is_it(word, said)))
}

/// Is it written as one word where it was two, or as two where it was one? `eye-balls` and `eyeballs`.
fn is_joined(subject: &[&str], text: &[&str]) -> bool {
    let is_it = |subject: &str, said: &str| subject.chars().count() >= 6 && is_form(subject, said);
    match subject {
        [word] => text.windows(2).any(|run| is_near(word, run[0]) && is_it(word, &run.concat())),
        [one, two] => text.iter().any(|said| is_near(one, said) && is_it(&format!("{one}{two}"), said)),
        _ => false,
    }
}

fn is_form(line: &str, word: &str) -> bool {
    is_near(line, word) && (stands_for(line, word) || shares_root(line, word))
}

/// Do two words begin alike? Forms of a word do, and most words are told apart by that.
fn is_near(one: &str, other: &str) -> bool {
    one.chars().next() == other.chars().next()
}

fn shares_root(one: &str, other: &str) -> bool {
    let roots = roots(one);
    self::roots(other).iter().any(|root| roots.contains(root))
}

/// The words that one may be a form of, itself among them.
fn roots(word: &str) -> Vec<String> {
    let mut roots = vec![word.to_owned(), one(word).to_owned()];
    let endings: [(&str, &[&str]); 6] = [
        ("ies", &["y"]),
        ("ied", &["y"]),
        ("ves", &["f", "fe"]),
        ("es", &[""]),
        ("ing", &["", "e"]),
        ("ed", &["", "e"]),
    ];
    for (ending, firsts) in endings {
        let Some(stem) = word.strip_suffix(ending) else { continue };
        roots.extend(firsts.iter().map(|first| format!("{stem}{first}")));
        // `stabbing` is of `stab`.
        let mut last = stem.chars().rev();
        if let (Some(one), Some(two)) = (last.next(), last.next())
            && one == two
        {
            roots.push(last.rev().chain([one]).collect());
        }
    }
    roots.retain(|root| root == word || root == one(word) || root.chars().count() >= ROOT_CHARS_MIN);
    roots
}

fn stands_for(line: &str, word: &str) -> bool {
    let (line, word) = (one(line), one(word));
    word == line || line.chars().count() >= 4 && word.starts_with(line)
}

/// People write of one and of many: `spiders` stands for `spider`, and `rat` for `rats`.
fn one(word: &str) -> &str {
    match word.strip_suffix('s') {
        Some(one) if one.chars().count() >= 3 && !one.ends_with('s') => one,
        Some(_) | None => word,
    }
}
