//! A line that is being typed.

/// Characters that a line may hold: as many as the rules let anybody say.
const CHARS_MAX: usize = 2_000;

/// A line that is being typed, and where the cursor stands in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Line {
    letters: Vec<char>,
    cursor: usize,
}

impl Line {
    pub(crate) fn text(&self) -> String {
        self.letters.iter().collect()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    /// What stands before the cursor, and what after it.
    pub(crate) fn halves(&self) -> (String, String) {
        let (before, after) = self.letters.split_at(self.cursor);
        (before.iter().collect(), after.iter().collect())
    }

    /// Puts words in at the cursor. What a terminal would act on is left out, and a line stays one line.
    pub(crate) fn insert(&mut self, words: &str) {
        let words = protocol::clean(words);
        for letter in words.chars().map(|letter| if letter == '\n' { ' ' } else { letter }) {
            if self.letters.len() < CHARS_MAX {
                self.letters.insert(self.cursor, letter);
                self.cursor += 1;
            }
        }
    }

    pub(crate) fn take(&mut self) -> String {
        self.cursor = 0;
        std::mem::take(&mut self.letters).into_iter().collect()
    }

    pub(crate) fn backspace(&mut self) {
        if self.cursor > 0 {
            self.cursor -= 1;
            self.letters.remove(self.cursor);
        }
    }

    pub(crate) fn delete(&mut self) {
        if self.cursor < self.letters.len() {
            self.letters.remove(self.cursor);
        }
    }

    /// Takes the word before the cursor away.
    pub(crate) fn delete_word(&mut self) {
        let end = self.cursor;
        self.word_left();
        self.letters.drain(self.cursor..end);
    }

    /// To where the word before the cursor begins.
    pub(crate) fn word_left(&mut self) {
        let spaces = self.letters[..self.cursor].iter().rev().take_while(|letter| **letter == ' ').count();
        self.cursor -= spaces;
        self.cursor -= self.letters[..self.cursor].iter().rev().take_while(|letter| **letter != ' ').count();
    }

    /// To where the word after the cursor ends.
    pub(crate) fn word_right(&mut self) {
        self.cursor += self.letters[self.cursor..].iter().take_while(|letter| **letter == ' ').count();
        self.cursor += self.letters[self.cursor..].iter().take_while(|letter| **letter != ' ').count();
    }

    /// Takes everything from the cursor on away.
    pub(crate) fn delete_to_end(&mut self) {
        self.letters.truncate(self.cursor);
    }

    /// Takes everything before the cursor away.
    pub(crate) fn delete_to_start(&mut self) {
        self.letters.drain(..self.cursor);
        self.cursor = 0;
    }

    pub(crate) fn left(&mut self) {
        self.cursor = self.cursor.saturating_sub(1);
    }

    pub(crate) fn right(&mut self) {
        self.cursor = (self.cursor + 1).min(self.letters.len());
    }

    pub(crate) fn go_to_start(&mut self) {
        self.cursor = 0;
    }

    pub(crate) fn go_to_end(&mut self) {
        self.cursor = self.letters.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_edited_where_the_cursor_stands() {
        let mut line = Line::default();
        line.insert("I trust Cole");
        line.delete_word();
        line.insert("Ana");
        line.go_to_start();
        line.delete();
        line.insert("We");
        line.go_to_end();
        line.left();
        line.backspace();
        assert_eq!(line.halves(), ("We trust A".to_owned(), "a".to_owned()));
        line.word_left();
        line.word_left();
        line.word_right();
        assert_eq!(line.halves(), ("We trust".to_owned(), " Aa".to_owned()));
        line.delete_to_end();
        line.word_left();
        line.delete_to_start();
        assert_eq!(line.take(), "trust");
        assert!(line.is_empty());
    }

    #[test]
    fn what_is_pasted_stays_one_harmless_line() {
        let mut line = Line::default();
        line.insert("one\ntwo\x1b[2J");
        assert_eq!(line.text(), "one two");
        line.insert(&"x".repeat(5_000));
        assert_eq!(line.text().chars().count(), CHARS_MAX);
    }
}
