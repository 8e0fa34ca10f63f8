//! Names inside sentences: with the article that they want, and not longer than a sentence can bear.

use super::things::is_dear;

/// The longest name that is said in full, in words, its article included.
const WORDS_MAX: usize = 6;

/// A thing inside a sentence: "the three mugs", "your bike", "grandma's letters".
pub(crate) fn the(name: &str) -> String {
    let name = short(name);
    let (first, rest) = name.split_once(' ').unwrap_or((&name, ""));
    match first.to_lowercase().as_str() {
        "my" | "our" if !rest.is_empty() => format!("your {rest}"),
        "the" | "your" | "his" | "her" | "their" | "this" | "that" | "these" | "those"
            if !rest.is_empty() =>
        {
            format!("{} {rest}", first.to_lowercase())
        }
        "a" | "an" | "some" if !rest.is_empty() => format!("the {rest}"),
        _ if is_somebodys(first) => name,
        _ => format!("the {name}"),
    }
}

/// Somebody's name, or what somebody is called in the family, before what is theirs.
fn is_somebodys(first: &str) -> bool {
    let Some(owner) = first.strip_suffix("'s").or_else(|| first.strip_suffix("’s")) else { return false };
    owner.chars().next().is_some_and(char::is_uppercase) || is_dear(owner, None)
}

/// A name that a sentence can bear: its first words.
fn short(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    match words.get(..WORDS_MAX - 1) {
        Some(first) if words.len() >= WORDS_MAX => format!("{}…", first.join(" ")),
        _ => words.join(" "),
    }
}

/// A list inside a sentence: "paper, clothes and tools".
pub(super) fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] if names.iter().any(|name| name.contains(" and ")) => {
            format!("{}, and {last}", first.join(", "))
        }
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
