//! Characters that words of others must not bring along.

/// Does a character break lines, turn their direction, or hide in them? A control character does, and so do some that are
/// none by their class. Whoever puts words of others into a line (a prompt, a transcript) leaves these out.
pub fn is_unruly(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

#[cfg(test)]
mod tests {
    use super::is_unruly;

    #[test]
    fn what_can_be_read_is_ruly_and_what_hides_or_turns_is_not() {
        assert!(!"Äpfel, 2 “Birnen”: don't… 🍐 日本".chars().any(is_unruly));
        let unruly = "\u{0}\n\u{1b}\u{9b}\u{ad}\u{61c}\u{200b}\u{202e}\u{2028}\u{2069}\u{feff}\u{e0041}";
        assert!(unruly.chars().all(is_unruly));
    }
}
