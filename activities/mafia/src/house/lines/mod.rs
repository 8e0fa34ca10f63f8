//! The words: tables of phrases, and how a phrase is chosen and filled.
//!
//! A phrase holds `{x}` (whom it is about), `{y}` (another), `{n}` (a number in words), `{r}` (a role, with
//! its article) and `{d}` (a day: "today", "yesterday", "on day 2"). All roles speak from the same tables, so
//! that the form of a sentence says nothing about the one who says it.

pub(super) mod claims;
pub(super) mod openings;
pub(super) mod reasons;
pub(super) mod voices;

use engine::{SeatId, SeatSet};
use protocol::mafia::{Role, View};

/// What the gaps of a phrase are filled with.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gaps {
    pub(super) x: Option<SeatId>,
    pub(super) y: Option<SeatId>,
    pub(super) n: u8,
    pub(super) role: Option<Role>,
    pub(super) day: u8,
}

/// Puts sentences together.
pub(super) struct Writer<'a> {
    view: &'a View,
    text: String,
}

impl<'a> Writer<'a> {
    pub(super) fn new(view: &'a View) -> Writer<'a> {
        Writer { view, text: String::with_capacity(200) }
    }

    /// Begins a sentence: a space if it is not the first.
    pub(super) fn begin(&mut self) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
    }

    /// A whole sentence.
    pub(super) fn sentence(&mut self, phrase: &str, gaps: &Gaps) {
        self.begin();
        self.phrase(phrase, gaps, true);
    }

    /// A clause as a sentence of its own, after words that lead in to it, if any.
    pub(super) fn clause(&mut self, lead: &str, clause: &str, gaps: &Gaps) {
        self.begin();
        self.text.push_str(lead);
        self.phrase(clause, gaps, lead.is_empty() || lead.ends_with(". ") || lead.ends_with("? "));
        self.text.push('.');
    }

    /// Words as they are, with their gaps filled; `first` makes the first letter a capital.
    pub(super) fn phrase(&mut self, phrase: &str, gaps: &Gaps, first: bool) {
        let mut rest = phrase;
        if first && rest.starts_with(|c: char| c.is_ascii_lowercase()) {
            self.text.extend(rest.chars().take(1).map(|c| c.to_ascii_uppercase()));
            rest = &rest[1..];
        }
        // Phrases are short, and a gap is one letter: this is quicker than a search that is made ready first.
        while let Some(at) = rest.bytes().position(|byte| byte == b'{') {
            self.text.push_str(&rest[..at]);
            let &[_, gap, b'}', ..] = &rest.as_bytes()[at..] else { break };
            let start = first && at == 0 && rest.len() == phrase.len();
            self.fill(gap, gaps, start);
            rest = &rest[at + "{x}".len()..];
        }
        self.text.push_str(rest);
    }

    /// Names with their scores, after a heading; nothing if there are none. Without a score it is certain.
    pub(super) fn list(&mut self, heading: &str, scored: impl Iterator<Item = (SeatId, Option<i32>)>) {
        let mut between = heading;
        let mut any = false;
        for (seat, score) in scored {
            self.text.push_str(between);
            self.text.push(' ');
            self.name(Some(seat));
            match score {
                None => self.text.push_str(" for certain"),
                Some(score) => {
                    self.text.push(' ');
                    self.integer(score);
                }
            }
            (between, any) = (",", true);
        }
        if any {
            self.text.push('.');
        }
    }

    fn integer(&mut self, number: i32) {
        if number < 0 {
            self.text.push('-');
        }
        let mut divisor = 1;
        while number.unsigned_abs() / divisor >= 10 {
            divisor *= 10;
        }
        while divisor > 0 {
            self.text.push(char::from(b'0' + (number.unsigned_abs() / divisor % 10) as u8));
            divisor /= 10;
        }
    }

    /// What was written.
    pub(super) fn finish(self) -> String {
        self.text
    }

    /// How many words there are so far.
    pub(super) fn words(&self) -> usize {
        self.text.bytes().filter(|&byte| byte == b' ').count() + usize::from(!self.text.is_empty())
    }

    fn fill(&mut self, gap: u8, gaps: &Gaps, start: bool) {
        match gap {
            b'x' => self.name(gaps.x),
            b'y' => self.name(gaps.y),
            b'n' => self.word(number(gaps.n), start),
            b'r' => self.word(gaps.role.map_or("nobody", with_article), start),
            b'd' => self.day(gaps.day, start),
            _ => {}
        }
    }

    fn name(&mut self, seat: Option<SeatId>) {
        self.text.push_str(seat.map_or("somebody", |seat| self.view.name(seat).trim()));
    }

    fn day(&mut self, day: u8, start: bool) {
        if day == self.view.day {
            self.word("today", start);
        } else if day + 1 == self.view.day {
            self.word("yesterday", start);
        } else {
            self.word("on day ", start);
            self.text.push_str(number(day));
        }
    }

    fn word(&mut self, word: &str, start: bool) {
        if start {
            self.text.extend(word.chars().take(1).map(|c| c.to_ascii_uppercase()));
            self.text.push_str(&word[1.min(word.len())..]);
        } else {
            self.text.push_str(word);
        }
    }
}

/// A role as it stands in a sentence.
fn with_article(role: Role) -> &'static str {
    match role {
        Role::Mafia => "mafia",
        Role::Doctor => "the doctor",
        Role::Sheriff => "the sheriff",
        Role::Villager => "a villager",
    }
}

/// A number in words.
fn number(number: u8) -> &'static str {
    const WORDS: [&str; 21] = [
        "no",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    WORDS.get(usize::from(number)).copied().unwrap_or("many")
}

/// Chooses phrases so that none comes again before its table is used up: it goes round each table, from a
/// place and with a stride that differ from game to game, one place a turn.
pub(super) struct Rota {
    game: u32,
    /// Turns so far of all seats.
    turns: u32,
    /// Turns so far of the seats that speak in the same voice.
    turns_in_voice: u32,
}

impl Rota {
    pub(super) fn of(view: &View, me: SeatId) -> Rota {
        let game = view.seed_hash.0.iter().fold(0u32, |sum, &byte| sum.rotate_left(5) ^ u32::from(byte));
        let holder = |seat: SeatId| view.seats.get(seat.index()).map(|seat| &seat.holder);
        let mine = holder(me);
        let voice: SeatSet =
            SeatSet::first(view.seats.len()).iter().filter(|&seat| holder(seat) == mine).collect();
        let (mut turns, mut turns_in_voice) = (0, 0);
        for said in view.days.iter().flat_map(|day| &day.said) {
            turns += 1;
            turns_in_voice += u32::from(voice.contains(said.seat));
        }
        Rota { game, turns, turns_in_voice }
    }

    /// The phrase of a table for all that is due.
    pub(super) fn shared<'t>(&self, table: &[&'t str]) -> &'t str {
        self.pick(table, self.turns)
    }

    /// The phrase of one voice's table that is due.
    pub(super) fn voiced<'t>(&self, table: &[&'t str]) -> &'t str {
        self.pick(table, self.turns_in_voice)
    }

    /// Each table goes round by itself.
    fn pick<'t>(&self, table: &[&'t str], turn: u32) -> &'t str {
        let (Some(last), size) = (table.last(), table.len() as u32) else { return "" };
        let salt = last.bytes().take(16).fold(size, |salt, byte| salt.rotate_left(5) ^ u32::from(byte));
        let mixed = (self.game ^ salt.wrapping_mul(0x9e37_79b9)).wrapping_mul(0x85eb_ca6b) >> 7;
        // A prime that does not divide the size meets every place before it comes round.
        let prime = [1, 5, 7, 11, 13, 17][(mixed >> 12) as usize % 6];
        let stride = if size.is_multiple_of(prime) { 1 } else { prime };
        table[((mixed + turn * stride) % size) as usize]
    }
}
