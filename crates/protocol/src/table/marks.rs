//! The marks that take a line out of the game.

/// The mark at the start of a line that is out of character as a whole, as it stands there: `((`, `//`, or `OOC:` in
/// any case.
pub fn aside_mark(line: &str) -> Option<&str> {
    let start = |mark: &str| line.get(..mark.len()).filter(|start| start.eq_ignore_ascii_case(mark));
    ["((", "//", "ooc:"].into_iter().find_map(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_stands_at_the_start_in_any_case() {
        assert_eq!(aside_mark("((brb))"), Some("(("));
        assert_eq!(aside_mark("//brb"), Some("//"));
        assert_eq!(aside_mark("OOC: brb"), Some("OOC:"));
        assert_eq!(aside_mark("ooc:brb"), Some("ooc:"));
        assert_eq!(aside_mark("Ooc brb"), None);
        assert_eq!(aside_mark("/status"), None);
        assert_eq!(aside_mark("(brb)"), None);
        assert_eq!(aside_mark("öö"), None);
        assert_eq!(aside_mark(""), None);
    }
}
