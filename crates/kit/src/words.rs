//! Words that come from outside: what every machine may keep of them.

/// Words of at most so many characters: some, and nothing that a terminal would obey. The error says what is wrong.
pub fn clean(what: &str, text: &str, max: usize) -> Result<String, String> {
    let text = text.trim();
    if text.is_empty() {
        return Err(format!("{what} is empty: give some words"));
    }
    if text.len() > max && text.chars().count() > max {
        let chars = text.chars().count();
        return Err(format!("{what} has {chars} characters, and {max} is the limit: say it shorter"));
    }
    if text.chars().any(|c| c.is_control() && c != '\n') {
        return Err(format!("{what} holds a control character: use plain text"));
    }
    Ok(text.to_owned())
}

/// The same, on one line.
pub fn clean_line(what: &str, text: &str, max: usize) -> Result<String, String> {
    clean(what, &text.replace(['\n', '\r'], " "), max)
}

/// A reason of the host's, made fit to be told: a seat that could not answer is never left for its reason.
pub fn reason(reason: &str, max: usize) -> String {
    let plain = reason.chars().map(|c| if c.is_control() { ' ' } else { c });
    let reason: String = plain.take(max).collect();
    match reason.trim() {
        "" => "nobody said why".to_owned(),
        reason => reason.to_owned(),
    }
}

/// Two names are the same without regard to case and outer space.
pub fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.trim(), other.trim());
    one.eq_ignore_ascii_case(other) || one.to_lowercase() == other.to_lowercase()
}

/// Words that end like a sentence.
pub fn sentence(words: &str) -> String {
    let words = capital(words.trim());
    if words.ends_with(['.', '!', '?', '…', '”']) { words } else { format!("{words}.") }
}

/// Words that begin like one.
pub fn capital(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Names as a sentence lists them: `Ana, Ben and Cole`.
pub fn listed<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> String {
    let names: Vec<S> = names.into_iter().collect();
    let mut out = names.first().map_or("nobody", AsRef::as_ref).to_owned();
    for (at, name) in names.iter().enumerate().skip(1) {
        out.push_str(if at + 1 < names.len() { ", " } else { " and " });
        out.push_str(name.as_ref());
    }
    out
}

/// So many of what has a plain plural: "1 photo", "3 photos".
pub fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
