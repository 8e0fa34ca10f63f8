//! What was said and what happened, in order, and how far back somebody reads.

use std::cell::Cell;

use protocol::{AskId, Chunk, PhaseCard, Telling, Tone, Voice, clean};

use crate::told::{Told, add_figure};

/// Entries that are kept. An evening has a few hundred; the log has them all.
const ENTRIES_MAX: usize = 2_000;

/// Who or what an entry is from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum From {
    /// A part of what was told: in whose voice, and in which tone.
    Told(Voice, Tone),
    /// A new phase, with the number of its round if it has one.
    Phase(&'static PhaseCard),
    /// Something for the viewer's eyes alone: the words are kept in the private panel.
    Private,
    /// A text that the viewer asked for, and nobody else reads.
    Report,
}

/// One thing that was said or happened. Its words are clean.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) from: From,
    /// Who speaks or acts, where the voice does not say it, whose the last figure is, or a sign.
    pub(crate) who: String,
    pub(crate) words: String,
    /// It was taken back.
    pub(crate) gone: bool,
    /// It is never taken back.
    stays: bool,
}

impl Entry {
    fn new(from: From, words: String) -> Entry {
        Entry { from, who: String::new(), words, gone: false, stays: false }
    }
}

/// Where a reader stands: at an entry, so many lines into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) entry: u64,
    pub(crate) line: usize,
}

/// What was said, and how far back somebody reads.
#[derive(Debug, Default)]
pub(crate) struct Talk {
    entries: std::collections::VecDeque<Entry>,
    /// The number of the first entry that is kept.
    first: u64,
    /// The topmost line, while somebody reads back; none follows what is new.
    reading: Option<Place>,
    unread: usize,
    /// What is being said just now, by whom: shown after the entries until it has been said.
    drafts: Vec<Draft>,
    prose: bool,
    /// Was anything told in private?
    private: bool,
    /// The voices that tell rather than speak.
    narrators: Vec<Voice>,
    /// The rows of the pane as last drawn: a page.
    drawn: Cell<usize>,
}

/// Words that are being said.
#[derive(Debug)]
struct Draft {
    ask: AskId,
    attempt: u32,
    entry: Entry,
}

impl Draft {
    fn voice(&self) -> Option<Voice> {
        match self.entry.from {
            From::Told(voice, _) => Some(voice),
            From::Phase(_) | From::Private | From::Report => None,
        }
    }
}

impl Talk {
    /// Somebody says more.
    pub(crate) fn hear(&mut self, chunk: &Chunk) {
        let words = clean(&chunk.text);
        // Whoever has narrated goes on to.
        let tone = match self.narrators.contains(&chunk.voice) {
            true => Tone::Narration,
            false => Telling::new(chunk.voice, "").tone,
        };
        let from = From::Told(chunk.voice, tone);
        let known = self.drafts.iter_mut().find(|draft| draft.voice() == Some(chunk.voice));
        match known {
            Some(draft) if (draft.ask, draft.attempt) == (chunk.ask, chunk.attempt) => {
                draft.entry.words.push_str(&words);
            }
            Some(draft) => {
                *draft = Draft { ask: chunk.ask, attempt: chunk.attempt, entry: Entry::new(from, words) }
            }
            None => self.drafts.push(Draft {
                ask: chunk.ask,
                attempt: chunk.attempt,
                entry: Entry::new(from, words),
            }),
        }
    }

    /// What was being said in this voice has been said.
    pub(crate) fn said(&mut self, voice: Voice) {
        self.drafts.retain(|draft| draft.voice() != Some(voice));
    }

    /// What was being said will not be.
    pub(crate) fn hush(&mut self) {
        self.drafts.clear();
    }

    pub(crate) fn push(&mut self, from: From, words: String) {
        self.add(Entry::new(from, words));
    }

    /// A part of what was told. Figures that move one after the other go on one line.
    pub(crate) fn push_told(&mut self, told: Told, dot: &str) {
        self.prose |= told.tone == Tone::Narration;
        if told.tone == Tone::Narration && told.voice != Voice::Host && !self.narrators.contains(&told.voice)
        {
            self.narrators.push(told.voice);
        }
        let from = From::Told(told.voice, told.tone);
        if told.tone != Tone::Figure {
            let (who, words, stays) = (told.who, told.words, told.stays);
            return self.add(Entry { from, who, words, gone: false, stays });
        }
        if !matches!(self.entries.back(), Some(Entry { from: From::Told(_, Tone::Figure), .. })) {
            self.push(from, String::new());
        }
        if let Some(last) = self.entries.back_mut() {
            add_figure(&mut last.words, &mut last.who, told, dot);
        }
    }

    /// Has anything been told as prose?
    pub(crate) fn is_prose(&self) -> bool {
        self.prose
    }

    /// Play was taken back to where this was the last that was told, and this the last that a player did: what came
    /// after them is gone, but for the headings and rules that go with them.
    pub(crate) fn back_to(&mut self, last: &[String]) {
        let is_it = |entry: &Entry, words: &String| {
            let is_played = matches!(entry.from, From::Told(_, Tone::Narration | Tone::Act));
            is_played && !words.is_empty() && entry.words.ends_with(words)
        };
        let place = |words: &String| self.entries.iter().rposition(|entry| is_it(entry, words));
        let Some(at) = last.iter().filter_map(place).max() else { return };
        let goes_along = |entry: &&Entry| matches!(entry.from, From::Phase(_) | From::Told(_, Tone::Rule));
        let is_deed = matches!(self.entries[at].from, From::Told(_, Tone::Act));
        let along = self.entries.iter().skip(at + 1).take_while(goes_along).count();
        let from = at + 1 + if is_deed { along } else { 0 };
        for (index, entry) in self.entries.iter_mut().enumerate().skip(at) {
            let is_played = matches!(entry.from, From::Told(..) | From::Phase(_)) && !entry.stays;
            entry.gone = index >= from && is_played;
        }
    }

    fn add(&mut self, entry: Entry) {
        self.entries.push_back(entry);
        if self.entries.len() > ENTRIES_MAX {
            self.entries.pop_front();
            self.first += 1;
        }
        self.unread += usize::from(self.reading.is_some());
    }

    /// Something was told in private. One mark stands for any number of them in a row: how many a seat is told
    /// in a night would tell its role.
    pub(crate) fn push_private(&mut self) {
        self.private = true;
        if !matches!(self.entries.back(), Some(Entry { from: From::Private, .. })) {
            self.push(From::Private, String::new());
        }
    }

    /// Was anything told in private that was marked as such?
    pub(crate) fn is_private(&self) -> bool {
        self.private
    }

    /// The entries with their numbers; what is being said just now comes last.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (u64, &Entry)> {
        (self.first..).zip(self.entries.iter().chain(self.drafts.iter().map(|draft| &draft.entry)))
    }

    /// Entries that came while somebody reads back.
    pub(crate) fn unread(&self) -> usize {
        self.unread
    }

    /// The lines that a page shows, of all the lines there are.
    pub(crate) fn page<'a, T>(&self, lines: &'a [(Place, T)], rows: usize) -> &'a [(Place, T)] {
        self.drawn.set(rows);
        let last = lines.len().saturating_sub(rows);
        let top = match self.reading {
            None => last,
            Some(at) => lines.partition_point(|(place, _)| (place.entry, place.line) < (at.entry, at.line)),
        };
        let top = top.min(last);
        &lines[top..lines.len().min(top + rows)]
    }

    /// Rows up or down. `lines` are the places of all lines, as they would be drawn.
    pub(crate) fn scroll(&mut self, lines: &[Place], rows: isize) {
        let last = lines.len().saturating_sub(self.drawn.get().max(2));
        let top = match self.reading {
            None => last,
            Some(at) => {
                lines.partition_point(|place| (place.entry, place.line) < (at.entry, at.line)).min(last)
            }
        };
        self.go(lines, last, top.saturating_add_signed(rows));
    }

    /// The rows of a page. One line of the old page stays, so that the eye finds its place.
    pub(crate) fn page_rows(&self) -> isize {
        isize::try_from(self.drawn.get().max(2) - 1).unwrap_or(1)
    }

    /// To the very beginning.
    pub(crate) fn go_to_start(&mut self, lines: &[Place]) {
        let last = lines.len().saturating_sub(self.drawn.get());
        self.go(lines, last, 0);
    }

    /// Back to what is new.
    pub(crate) fn follow(&mut self) {
        self.reading = None;
        self.unread = 0;
    }

    fn go(&mut self, lines: &[Place], last: usize, top: usize) {
        match lines.get(top).filter(|_| top < last) {
            Some(place) => self.reading = Some(*place),
            None => self.follow(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(count: u64) -> Vec<(Place, u64)> {
        (0..count).map(|entry| (Place { entry, line: 0 }, entry)).collect()
    }

    fn shown(talk: &Talk, count: u64, rows: usize) -> Vec<u64> {
        talk.page(&lines(count), rows).iter().map(|(_, number)| *number).collect()
    }

    fn places(count: u64) -> Vec<Place> {
        lines(count).into_iter().map(|(place, _)| place).collect()
    }

    #[test]
    fn a_reader_stays_where_it_reads_and_is_told_what_is_new() {
        let mut talk = Talk::default();
        assert_eq!(shown(&talk, 10, 3), [7, 8, 9]);
        talk.scroll(&places(10), -talk.page_rows());
        assert_eq!(shown(&talk, 10, 3), [5, 6, 7]);
        talk.push(From::Private, "new".to_owned());
        assert_eq!(talk.unread(), 1);
        assert_eq!(shown(&talk, 11, 3), [5, 6, 7]);
        talk.go_to_start(&places(11));
        assert_eq!(shown(&talk, 11, 3), [0, 1, 2]);
        talk.scroll(&places(11), 99);
        assert_eq!(shown(&talk, 11, 3), [8, 9, 10]);
        assert_eq!(talk.unread(), 0);
    }

    #[test]
    fn only_so_much_is_kept() {
        let mut talk = Talk::default();
        for number in 0..ENTRIES_MAX + 5 {
            talk.push(From::Private, number.to_string());
        }
        assert_eq!(talk.entries().count(), ENTRIES_MAX);
        assert_eq!(talk.entries().next().map(|(number, _)| number), Some(5));
    }
}
