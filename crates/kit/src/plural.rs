//! One and many: what a plural is the plural of, and how one is made.

use crate::plain::lists;

lists! { "plural.txt":
    /// Plurals that follow no rule, each with its singular after it.
    ODD
}

fn odd() -> impl Iterator<Item = (&'static str, &'static str)> {
    ODD.iter().filter_map(|pair| pair.split_once(' '))
}

/// What a word may be the plural of, the likeliest first. Not all of these are words.
pub fn singulars(word: &str) -> Vec<String> {
    if let Some((_, one)) = odd().find(|(many, _)| *many == word) {
        return vec![one.to_owned()];
    }
    let Some(without_s) = word.strip_suffix('s').filter(|rest| rest.len() > 1 && !rest.ends_with('s')) else {
        return Vec::new();
    };
    let mut all = Vec::new();
    if let Some(stem) = word.strip_suffix("ies") {
        all.push(format!("{stem}y"));
    }
    if let Some(stem) = word.strip_suffix("ves") {
        all.extend([format!("{stem}f"), format!("{stem}fe")]);
    }
    if let Some(stem) = word.strip_suffix("es") {
        all.push(stem.to_owned());
    }
    all.push(without_s.to_owned());
    all
}

/// Several of what a phrase names: its last word in the plural, or the one before "of".
pub fn plural(phrase: &str) -> String {
    match phrase.split_once(" of ") {
        Some((head, rest)) => format!("{} of {rest}", plural(head)),
        None => match phrase.rsplit_once(' ') {
            Some((before, last)) => format!("{before} {}", many(last)),
            None => many(phrase),
        },
    }
}

fn many(word: &str) -> String {
    if let Some((many, _)) = odd().find(|(_, one)| *one == word) {
        return many.to_owned();
    }
    let before_last = word.chars().rev().nth(1);
    let vowel = before_last.is_some_and(|c| "aeiou".contains(c));
    match word {
        _ if word.ends_with('s') && !word.ends_with("ss") => word.to_owned(),
        _ if word.ends_with("knife") || word.ends_with("wife") || word.ends_with("life") => {
            format!("{}ves", word.trim_end_matches("fe"))
        }
        _ if word.ends_with("shelf") || word.ends_with("scarf") || word.ends_with("loaf") => {
            format!("{}ves", word.trim_end_matches('f'))
        }
        _ if word.ends_with('y') && !vowel => format!("{}ies", word.trim_end_matches('y')),
        _ if ["s", "x", "z", "ch", "sh"].iter().any(|end| word.ends_with(end)) => format!("{word}es"),
        _ => format!("{word}s"),
    }
}
