//! Putting values into the slots of a line.

/// Slots that print nothing: a line that has one is told only in such a place, from such a position, or when something
/// is done in such a way. Any pool may use them, several with a stroke between them: `{sneak|travel}`.
pub(super) const GATES: [&str; 12] = [
    "indoors",
    "outdoors",
    "controlled",
    "risky",
    "desperate",
    "talk",
    "sneak",
    "force",
    "look",
    "craft",
    "travel",
    "occult",
];
/// Slots whose value is a title or somebody's words, and keeps its letters.
const TITLES: [&str; 5] = ["clock", "title", "threat", "doing", "detail"];

/// The names of the slots of a line, in order, without the gates.
pub fn wanted(line: &str) -> impl Iterator<Item = &str> {
    names(line).filter(|name| !is_gate(name))
}

/// What stands between the braces of a line, in order: slots and gates.
pub(super) fn names(line: &str) -> impl Iterator<Item = &str> {
    line.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0))
}

/// Whether a name between braces is a gate, or several.
pub(super) fn is_gate(name: &str) -> bool {
    name.split('|').all(|gate| GATES.contains(&gate))
}

/// Whether every slot of a line with these names has a value, and one of each of its gates.
pub(super) fn fits(names: &[&str], slots: &[(&str, &str)]) -> bool {
    let has = |name: &str| slots.iter().any(|(slot, value)| *slot == name && !value.trim().is_empty());
    // A gate names several ways, any of which will do; a slot has one name.
    names.iter().all(|name| name.split('|').any(has))
}

/// The line with its slots filled, or nothing if a slot has no value. In prose a value that begins a sentence gets a
/// capital, and elsewhere its article does not have one; a value's own full stop gives way to the line's.
pub fn fill(line: &str, slots: &[(&str, &str)], prose: bool) -> Option<String> {
    let mut parts = line.split('{');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, after) = part.split_once('}')?;
        let value = |name| slots.iter().find(|(slot, _)| *slot == name).map(|(_, value)| value.trim());
        if is_gate(name) {
            name.split('|').find_map(|gate| value(gate).filter(|value| !value.is_empty()))?;
        } else {
            // Words between quotation marks must not end them early.
            let quoted = value(name)?.replace('"', "'");
            let mut value = quoted.as_str();
            if after.starts_with(['.', ',', '?', '!', ':', ';', '"', '\'']) {
                value = value.trim_end_matches(['.', ' ']);
            }
            if value.is_empty() {
                return None;
            }
            if prose && begins_a_sentence(&text) {
                text.push_str(&with_first(value, |c| c.to_uppercase().collect()));
            } else if name == "time" || (has_article(value) && !TITLES.contains(&name)) {
                text.push_str(&with_first(value, |c| c.to_lowercase().collect()));
            } else {
                text.push_str(value);
            }
        }
        text.push_str(after);
    }
    Some(text)
}

/// Whether a name begins with a capital article: "The Salt Stair".
fn has_article(value: &str) -> bool {
    ["The ", "A ", "An "].iter().any(|article| value.starts_with(article))
}

/// Whether what comes next is the first word of a sentence.
fn begins_a_sentence(text: &str) -> bool {
    let before = text.trim_end_matches(['"', '\'', '(']).trim_end();
    before.is_empty()
        || before.ends_with(['.', '?', '!'])
        || (text.ends_with('"') && before.ends_with([',', ':']))
}

/// The same words with another first letter.
fn with_first(value: &str, change: impl Fn(char) -> String) -> String {
    let mut letters = value.chars();
    letters.next().map(|first| change(first) + letters.as_str()).unwrap_or_default()
}
