//! What keys do.
//!
//! The line is always ready for words. Only while it is empty are some keys shortcuts; a shortcut that turns out
//! to be the first letter of a word becomes that letter after all.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use crate::draw;
use crate::form::Answering;
use crate::line::Line;
use crate::screen::{Effect, Pane, Screen, Soon};

/// The key that shows what only this viewer may know.
const REVEAL: char = 'r';

/// Digits that follow within this time make one number.
const DIGITS_MS: u64 = 1_200;

/// So long a key that does something at once waits for another: with it, it is the beginning of a word.
const SOON_MS: u64 = 300;

/// Rows of the board, or of the help, that a page goes on by.
const PAGE: usize = 10;

impl Screen {
    /// Answers a key.
    pub fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        if key.kind == KeyEventKind::Release {
            self.reveal.releases();
            if key.code == KeyCode::Char(REVEAL) {
                self.reveal.hide();
            }
            return Vec::new();
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && key.code == KeyCode::Char('c') {
            return vec![Effect::Quit];
        }
        if self.help || self.board {
            self.read(key.code);
            return Vec::new();
        }
        self.soon = None;
        if let Some(effects) = self.reel_key(key) {
            return effects;
        }
        if !matches!(key.code, KeyCode::Char(_)) {
            self.digits = None;
            self.reveal.hide();
        }
        let letter = self.letter.take();
        match key.code {
            KeyCode::Enter => return self.enter(),
            KeyCode::Char('+') if self.line.is_empty() && self.may_extend() && !self.begins_words() => {
                if !self.takes_words() {
                    return self.extend();
                }
                self.digits = Some(("+".to_owned(), self.now_ms));
                self.soon = Some((self.now_ms + SOON_MS, Soon::Extend));
            }
            KeyCode::Esc => self.escape(),
            KeyCode::Tab => self.tab(true),
            KeyCode::BackTab => self.tab(false),
            KeyCode::Up => self.step(false, 1),
            KeyCode::Down => self.step(true, 1),
            KeyCode::PageUp => self.scroll(-1),
            KeyCode::PageDown => self.scroll(1),
            KeyCode::Home if control || self.typed().is_empty() => {
                self.talk.go_to_start(&draw::talk::places(self));
            }
            KeyCode::End if control || self.typed().is_empty() => self.talk.follow(),
            KeyCode::Left if self.typed().is_empty() => self.step(false, self.way_rows.get()),
            KeyCode::Right if self.typed().is_empty() => self.step(true, self.way_rows.get()),
            KeyCode::Left if control => self.typed().word_left(),
            KeyCode::Right if control => self.typed().word_right(),
            KeyCode::Left => self.typed().left(),
            KeyCode::Right => self.typed().right(),
            KeyCode::Home => self.typed().go_to_start(),
            KeyCode::End => self.typed().go_to_end(),
            KeyCode::Backspace if letter.is_some() => self.escape(),
            KeyCode::Backspace => self.typed().backspace(),
            KeyCode::Delete => self.typed().delete(),
            KeyCode::Char(letter) if control => self.control(letter),
            KeyCode::Char(pressed) => return self.letter(pressed, letter),
            _ => {}
        }
        Vec::new()
    }

    /// Words that came at once from the clipboard. They are put on the line, and never sent by themselves.
    pub fn paste(&mut self, words: &str) {
        if !self.help && !self.board {
            self.type_words(words);
        }
    }

    /// The line under the keys: that of a field that takes words, else the one at the bottom.
    fn typed(&mut self) -> &mut Line {
        match self.form.as_mut().and_then(|form| form.focused_line()) {
            Some(line) => line,
            None => &mut self.line,
        }
    }

    /// A letter or a digit, after a letter that picked something, if that was the key before.
    fn letter(&mut self, letter: char, before: Option<char>) -> Vec<Effect> {
        if let Some(form) = self.form.as_mut().filter(|form| form.is_choosing()) {
            self.notice = None;
            match letter.to_digit(10) {
                Some(number) => {
                    form.choose(number as usize);
                }
                // Nothing can be written where something is chosen.
                None if form.is_by_fields() => {}
                None => {
                    form.leave_field();
                    self.type_words(&letter.to_string());
                }
            }
            return Vec::new();
        }
        let in_field = self.form.as_ref().is_some_and(|form| form.focus().is_some());
        if self.line.is_empty() && !in_field {
            match letter {
                '?' if self.digits_before().is_empty() => {
                    (self.help, self.digits) = (true, Some(("?".to_owned(), self.now_ms)));
                    self.row.set(0);
                    return Vec::new();
                }
                REVEAL if self.has_secrets() && self.digits_before().is_empty() => {
                    self.digits = None;
                    self.reveal.press(self.now_ms);
                    return Vec::new();
                }
                '0'..='9' if before.is_none() && !self.begins_words() && self.digit(letter) => {
                    self.picked();
                    return Vec::new();
                }
                // Where nothing can be said, another letter can only pick something else.
                _ if (before.is_none() || !self.takes_words()) && self.pick_by(letter) => return Vec::new(),
                _ => {}
            }
        }
        // The shortcuts just before this letter were the beginning of a word.
        let mut words = match (self.reveal.is_pending(self.now_ms), before) {
            (true, _) => REVEAL.to_string(),
            (false, Some(before)) => before.to_string(),
            (false, None) => self.digits_before().to_owned(),
        };
        words.push(letter);
        self.digits = None;
        self.reveal.hide();
        self.type_words(&words);
        Vec::new()
    }

    /// Picks the way that has this letter.
    fn pick_by(&mut self, letter: char) -> bool {
        let live = self.is_live() && letter.is_alphabetic();
        let Some(form) = self.form.as_mut().filter(|form| live && !form.is_by_fields()) else { return false };
        let picked =
            form.ways.iter().any(|way| way.key == letter.to_string()) && form.pick(&letter.to_string());
        if picked {
            (self.letter, self.digits, self.notice) = (Some(letter), None, None);
            self.ask_once_more();
        }
        picked
    }

    /// A number picked a way: some are answers without another key, and some ask for more.
    fn picked(&mut self) {
        let Some(form) = &mut self.form else { return };
        if form.follow_up().is_some() {
            form.tab(true);
            self.digits = None;
        } else if form.answers_at_once() {
            self.soon = Some((self.now_ms + SOON_MS, Soon::Answer));
        }
    }

    /// Says what Enter would do, where that cannot be undone.
    pub(crate) fn ask_once_more(&mut self) {
        // Who looks over a shoulder would read what is covered from it.
        let (is_covered, words) = (self.is_covered(), self.line.text());
        let form = self.form.as_mut().filter(|form| !is_covered && form.picked.is_some());
        if let Some(words) = form.and_then(|form| form.asks_once_more(&words)) {
            self.notice(&words);
        }
    }

    /// Can anything be said now?
    fn takes_words(&self) -> bool {
        let says = |form: &Answering| form.ask.form.tools.iter().any(|tool| tool.words().is_some());
        self.form.as_ref().is_some_and(says)
    }

    /// Digits just typed, where they can be the beginning of a word because words may be said.
    fn digits_before(&self) -> &str {
        match &self.digits {
            Some((digits, at)) if self.now_ms < at + DIGITS_MS && self.takes_words() => digits,
            _ => "",
        }
    }

    /// Was a sign pressed just before this that is only a key where it stands alone?
    fn begins_words(&self) -> bool {
        matches!(self.digits_before(), "+" | "?")
    }

    fn type_words(&mut self, words: &str) {
        self.notice = None;
        if let Some(form) = &mut self.form {
            form.typing();
        }
        self.typed().insert(words);
    }

    /// Picks a way by its number. False if there is none, and the digit is a letter like any other.
    fn digit(&mut self, digit: char) -> bool {
        if !self.is_live() {
            return false;
        }
        let Some(form) = self.form.as_mut().filter(|form| !form.is_by_fields()) else { return false };
        let before = match self.digits.take() {
            Some((digits, at)) if self.now_ms < at + DIGITS_MS => digits,
            _ => String::new(),
        };
        for digits in [format!("{before}{digit}"), digit.to_string()] {
            if form.pick(&digits) {
                self.digits = Some((digits, self.now_ms));
                self.notice = None;
                return true;
            }
        }
        false
    }

    fn control(&mut self, letter: char) {
        match letter {
            'a' => self.typed().go_to_start(),
            'e' => self.typed().go_to_end(),
            'u' => self.typed().delete_to_start(),
            'w' => self.typed().delete_word(),
            'b' => self.open_board(),
            'k' => self.typed().delete_to_end(),
            'n' => {
                self.asked = self.asked.wrapping_add(1);
                self.notice = None;
                self.set_form();
            }
            _ => {}
        }
    }

    /// Shows all of the board.
    pub(crate) fn open_board(&mut self) {
        self.board = true;
        self.row.set(0);
    }

    /// A key while all of the board is shown, or the help.
    fn read(&mut self, code: KeyCode) {
        // Who wrote on was not asking for help.
        let begun =
            self.digits.take().is_some_and(|(before, at)| before == "?" && self.now_ms < at + DIGITS_MS);
        let row = self.row.get();
        match code {
            KeyCode::Down => self.row.set(row + 1),
            KeyCode::Up => self.row.set(row.saturating_sub(1)),
            KeyCode::PageUp => self.row.set(row.saturating_sub(PAGE)),
            KeyCode::Char(letter) if begun && !matches!(letter, '?' | 'q') => {
                self.help = false;
                self.type_words(&format!("?{letter}"));
            }
            KeyCode::PageDown | KeyCode::Char(' ') => self.row.set(row + PAGE),
            _ => (self.board, self.help) = (false, false),
        }
    }

    fn step(&mut self, forward: bool, by: usize) {
        let live = self.is_live();
        let Some(form) = self.form.as_mut().filter(|_| live) else {
            // A wheel comes as arrows.
            return self.talk.scroll(&draw::talk::places(self), if forward { 1 } else { -1 });
        };
        if self.line.is_empty() || form.focus().is_some() {
            form.step(forward, by);
            self.notice = None;
            self.ask_once_more();
        }
    }

    /// Through the fields of the form, and then to the next pane where there is room for one only.
    fn tab(&mut self, forward: bool) {
        let live = self.is_live();
        if self.form.as_mut().filter(|_| live).is_some_and(|form| form.tab(forward)) || !self.one_pane.get() {
            return;
        }
        let here = Pane::ALL.iter().position(|pane| *pane == self.pane).unwrap_or_default();
        let step = if forward { 1 } else { Pane::ALL.len() - 1 };
        self.pane = Pane::ALL[(here + step) % Pane::ALL.len()];
    }

    fn escape(&mut self) {
        self.notice = None;
        let Some(form) = &mut self.form else {
            self.line.take();
            return;
        };
        if form.leaves_it() {
            return;
        }
        if form.is_by_fields() && form.focus().is_some() {
            form.tab(false);
        } else if !form.leave_field() && self.line.take().is_empty() {
            form.unpick();
        }
    }

    fn scroll(&mut self, pages: isize) {
        self.talk.scroll(&draw::talk::places(self), self.talk.page_rows() * pages);
    }
}
