//! A long text as a few messages.

use super::escape::block_mark;
use super::marks::{Mark, Marks};
use crate::says;

/// The most that one message has. Discord takes 2,000; the rest is for what is put round it.
const MOST: usize = 1900;
/// The most messages that one text becomes.
const PARTS: usize = 3;
/// What the number of a part takes: `\n-# 3/3`.
const NUMBER: usize = 8;
/// What is said besides about the rest takes less than this.
const REST: usize = 60;
/// The most that is said about where the rest is.
const WHERE: usize = 400;
/// How full a message has to be before it is ended at a better place: first this, and this if it all does not fit then.
const FULL: [usize; 2] = [MOST / 2, MOST - MOST / 8];

/// How good a place for a cut is, from the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Paragraph,
    Line,
    Sentence,
    Word,
    Letter,
    Atom,
    Bond,
}

/// The number of different places.
const PLACES: usize = Place::Bond as usize + 1;

/// The messages of a text: none if there is nothing to say, one if it fits, and never more than three. What does not
/// fit is left out, and the last line says how much that is and, in the words of `more`, where it can be read.
///
/// Marks that are open at a cut are closed there, and opened again in the next part.
pub(crate) fn split(text: &str, more: &str) -> Vec<String> {
    let text = text.trim();
    if text.is_empty() {
        return Vec::new();
    }
    if units(text) <= MOST {
        return vec![text.to_owned()];
    }
    let more = &more[..fitting(more, WHERE)];
    let cutter = Cutter { text, marks: Marks::read(text) };
    let [loose, tight] = FULL.map(|full| cutter.parts(full, more));
    let (parts, rest) = if loose.1 == 0 { loose } else { tight };
    let count = parts.len();
    let mut out: Vec<String> =
        (1..).zip(parts).map(|(number, part)| format!("{part}\n-# {number}/{count}")).collect();
    if rest > 0
        && let Some(last) = out.last_mut()
    {
        let words = if rest == 1 { "word" } else { "words" };
        last.push_str(&says::more(rest, words, more));
    }
    out
}

/// How long Discord finds a text. It counts characters; a client counts UTF-16, which is never less.
fn units(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// How many bytes of a text are not longer than this.
fn fitting(text: &str, most: usize) -> usize {
    let mut length = 0;
    let too_long = text.char_indices().find(|(_, c)| {
        length += c.len_utf16();
        length > most
    });
    too_long.map_or(text.len(), |(at, _)| at)
}

struct Cutter<'a> {
    text: &'a str,
    marks: Marks,
}

impl Cutter<'_> {
    /// The parts, and how many words are left out.
    fn parts(&self, full: usize, more: &str) -> (Vec<String>, usize) {
        let mut parts = Vec::new();
        let mut from = 0;
        let room = MOST - NUMBER;
        while from < self.text.len() && parts.len() < PARTS {
            let head = self.opened(from);
            if units(&head) + units(&self.text[from..]) <= room {
                parts.push(head + &self.text[from..]);
                return (parts, 0);
            }
            let last = parts.len() + 1 == PARTS;
            let room = if last { room - REST - units(more) } else { room };
            let end = self.cut(from, room - units(&head), full);
            let body = self.text[from..end].trim_end();
            parts.push(head + body + &self.closed(end));
            from = self.resume(end);
        }
        (parts, self.text[from..].split_whitespace().count())
    }

    /// The marks that have to be opened again at a place.
    fn opened(&self, at: usize) -> String {
        let mut out = String::new();
        for span in self.marks.around(at) {
            out.push_str(&self.text[span.open.clone()]);
            if span.mark == Mark::Fence && !out.ends_with('\n') {
                out.push('\n');
            }
        }
        out
    }

    /// The marks that have to be closed at a place.
    fn closed(&self, at: usize) -> String {
        let close = |it: &super::marks::Span| {
            if it.mark == Mark::Fence { "\n```" } else { &self.text[it.close.clone()] }
        };
        self.marks.around(at).rev().map(close).collect()
    }

    /// The best end of a part that begins here and has so much room.
    fn cut(&self, from: usize, room: usize, full: usize) -> usize {
        let mut best = [None; PLACES];
        let mut length = 0;
        for (at, c) in self.text[from..].char_indices() {
            let end = from + at + c.len_utf8();
            length += c.len_utf16();
            if length > room {
                break;
            }
            if let Some(place) = self.place(end)
                && length + units(&self.closed(end)) <= room
            {
                best[place as usize] = Some((end, length));
            }
        }
        let good = |place: Place, least: usize| best[place as usize].filter(|(_, length)| *length >= least);
        good(Place::Paragraph, full)
            .or(good(Place::Line, full))
            .or(good(Place::Sentence, full))
            .or(good(Place::Word, full / 2))
            .or(best[..=Place::Letter as usize].iter().flatten().max().copied())
            .or(best[Place::Atom as usize])
            .or(best[Place::Bond as usize])
            .map_or(self.text.len(), |(end, _)| end)
    }

    /// What kind of place this is, if the text may be cut there.
    fn place(&self, at: usize) -> Option<Place> {
        let (before, after) = self.text.split_at(at);
        let within = |ranges: &[std::ops::Range<usize>]| ranges.iter().any(|it| it.start < at && at < it.end);
        if within(&self.marks.bonds) {
            return Some(Place::Bond);
        }
        // Nothing would be between the marks.
        if self.marks.around(at).any(|span| span.open.end == at || span.close.start == at) {
            return None;
        }
        if within(&self.marks.atoms) {
            return Some(Place::Atom);
        }
        let blank = &after[..after.len() - after.trim_start().len()];
        let lines = blank.matches('\n').count();
        if lines > 0 {
            return Some(if lines > 1 { Place::Paragraph } else { Place::Line });
        }
        // What stood in the middle of a line must not become a list at the beginning of another.
        if block_mark(after.trim_start()).is_some() {
            return Some(Place::Bond);
        }
        if blank.is_empty() {
            return Some(Place::Letter);
        }
        let word = before.trim_end_matches(|c: char| "\"'”’»)]*_~|`".contains(c));
        let ended = word.ends_with(['.', '!', '?', '…', '。', '！', '？']);
        Some(if ended { Place::Sentence } else { Place::Word })
    }

    /// Where the next part begins: behind what is blank, and behind marks that would be closed at once.
    fn resume(&self, end: usize) -> usize {
        let mut at = end;
        loop {
            let rest = &self.text[at..];
            let blank = &rest[..rest.len() - rest.trim_start().len()];
            let in_fence = self.marks.around(at).any(|span| span.mark == Mark::Fence);
            // In a fence, the spaces before a line belong to it.
            let skipped = blank.rfind('\n').filter(|_| in_fence).map_or(blank.len(), |line| line + 1);
            let next = at + skipped;
            let closed = self.marks.spans.iter().find(|span| {
                (span.open.end <= end && end <= span.close.start)
                    && (at..=next).contains(&span.close.start)
                    && self.text[at..span.close.start].trim().is_empty()
            });
            match closed {
                Some(span) => at = span.close.end,
                None => return next,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;

    const MORE: &str = "https://table.example/7f3a";

    fn bodies(parts: &[String]) -> Vec<&str> {
        parts.iter().map(|it| it.rsplit_once("\n-# ").map_or(it.as_str(), |(body, _)| body)).collect()
    }

    #[test]
    fn what_fits_is_one_message_as_it_is() {
        assert!(split(" \n ", MORE).is_empty());
        assert_eq!(split("**Night falls.**\n", MORE), ["**Night falls.**"]);
        let full = "a".repeat(MOST);
        assert_eq!(split(&full, MORE), [full.as_str()]);
        assert_eq!(split(&"🎲".repeat(MOST / 2 + 1), MORE).len(), 2, "a client counts UTF-16");
    }

    #[test]
    fn a_cut_is_made_at_the_best_place() {
        let words = |count: usize| "word ".repeat(count).trim_end().to_owned();
        for (between, first) in [("\n\n", "paragraph"), ("\n", "line"), (". ", "sentence"), (" ", "word")] {
            let text = format!("{}{between}{}", words(250), words(250));
            let parts = split(&text, MORE);
            let kept = if first == "word" { 378 } else { 250 };
            assert_eq!(bodies(&parts)[0].split_whitespace().count(), kept, "{first}");
            assert!(parts[0].ends_with("\n-# 1/2") && parts[1].ends_with("\n-# 2/2"), "{first}");
        }
        let parts = split(&"x".repeat(2000), MORE);
        assert_eq!(bodies(&parts).concat(), "x".repeat(2000));
    }

    #[test]
    fn marks_are_closed_and_opened_again() {
        let words = "word ".repeat(500);
        let words = words.trim();
        for (open, close) in
            [("**", "**"), ("||", "||"), ("~~", "~~"), ("*", "*"), ("***", "***"), ("`", "`")]
        {
            let parts = split(&format!("{open}{words}{close}"), MORE);
            for body in bodies(&parts) {
                assert!(body.starts_with(open) && body.ends_with(close), "{body}");
                assert!(body[open.len()..].starts_with("word"), "{body}");
            }
        }
        let code = format!("Look:\n```rust\n{}\n```\nSo.", "    let a = 1;\n".repeat(200).trim_end());
        let parts = split(&code, MORE);
        let all = bodies(&parts);
        assert_eq!(all.len(), 2);
        assert!(all[0].starts_with("Look:\n```rust\n    let") && all[0].ends_with("= 1;\n```"));
        assert!(all[1].starts_with("```rust\n    let") && all[1].ends_with("= 1;\n```\nSo."));
    }

    #[test]
    fn the_fourth_message_is_a_line_about_the_rest() {
        let text = "A sentence of five words. ".repeat(400);
        let parts = split(&text, MORE);
        assert_eq!(parts.len(), 3);
        let shown: usize = bodies(&parts).iter().map(|it| it.split_whitespace().count()).sum();
        let said = format!("\n-# 3/3 · {} more words: {MORE}", 2000 - shown);
        assert!(parts[2].ends_with(&said), "{}", parts[2]);
        let parts = split(&text, &"m".repeat(3000));
        assert!(parts.iter().all(|it| units(it) <= MOST));
    }

    #[test]
    fn what_belongs_together_is_not_cut() {
        let link = "[the whole story of the lantern](https://table.example/7f3a)";
        for spaces in 1820..1900 {
            for whole in
                [link, "</session start:1234567890>", r"\*\*\*\*\*\*", "https://a.example/long-address"]
            {
                let text = format!("{} {whole} {}", "a".repeat(spaces), "b".repeat(300));
                assert!(split(&text, MORE).iter().any(|it| it.contains(whole)), "{spaces} {whole}");
            }
        }
        let text = format!("{} - and a list that is none {}", "a ".repeat(940), "b ".repeat(300));
        assert!(split(&text, MORE).iter().all(|it| !it.starts_with('-')));
    }

    #[test]
    fn whatever_comes_there_is_an_end() {
        for text in
            ["*".repeat(9000), "`".repeat(9000), "**a ".repeat(2000), "\\".repeat(7001), "> ".repeat(4000)]
        {
            let parts = split(&text, MORE);
            assert!(parts.len() == 3 && parts.iter().all(|it| units(it) <= MOST));
        }
    }

    /// Text with marks in it, each of which is closed, and some room for more.
    fn markup() -> impl Strategy<Value = String> {
        let word = prop_oneof![
            8 => "[a-zA-Zäöß]{1,12}[.,!?]?",
            1 => "[a-z🎲]{80,300}",
            1 => Just(r"\*".to_owned()),
            1 => Just("<@1234>".to_owned()),
        ];
        let words = vec(word, 1..40).prop_map(|it| it.join(" "));
        let leaf = prop_oneof![
            4 => words.clone(),
            1 => words.clone().prop_map(|it| format!("`{}`", it.replace(['\\', '*'], "x"))),
            1 => words.prop_map(|it| format!("\n```rust\n  {}\n```\n", it.replace(['\\', '*'], "x").replace(". ", ".\n  "))),
        ];
        let marked = leaf.prop_recursive(3, 24, 4, |inner| {
            let mark = select(vec!["**", "||", "~~", "__"]);
            (mark, vec(inner, 1..4)).prop_map(|(mark, inner)| {
                let inner = inner.join(" ").replace(mark, "");
                format!("{mark}{}{mark}", inner.trim())
            })
        });
        vec((marked, select(vec![" ", "\n", "\n\n"])), 1..12)
            .prop_map(|it| it.into_iter().map(|(text, end)| text + end).collect())
    }

    /// Without marks, without what names a language, and without what is blank.
    fn letters(text: &str) -> String {
        text.replace("```rust\n", "")
            .chars()
            .filter(|c| !c.is_whitespace() && !"*_~|`".contains(*c))
            .collect()
    }

    /// The marks that are open at the end, found in the simplest way.
    fn left_open(text: &str) -> Vec<&str> {
        let mut open: Vec<&str> = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let in_code = open.last().filter(|it| it.starts_with('`')).copied();
            let marks = ["```", "`", "**", "||", "~~", "__"];
            let found = marks.into_iter().find(|it| rest.starts_with(it));
            match found.filter(|it| in_code.is_none_or(|code| code == *it)) {
                _ if rest.starts_with('\\') => rest = &rest[2..],
                Some(mark) => {
                    if open.last() == Some(&mark) {
                        open.pop();
                    } else {
                        open.push(mark);
                    }
                    rest = &rest[mark.len()..];
                }
                None => rest = &rest[rest.chars().next().map_or(1, char::len_utf8)..],
            }
        }
        open
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        #[test]
        fn parts_have_every_word_within_the_limit_and_no_mark_open(text in markup()) {
            prop_assume!(left_open(&text).is_empty());
            let parts = split(&text, MORE);
            prop_assert!(parts.len() <= PARTS);
            for part in &parts {
                prop_assert!(units(part) <= MOST && part.chars().count() <= MOST);
                prop_assert_eq!(left_open(part), Vec::<&str>::new(), "{}", part);
            }
            let bodies = bodies(&parts);
            let shown = letters(&bodies.concat());
            let all = letters(&text);
            if parts.last().is_some_and(|it| it.ends_with(MORE)) {
                prop_assert!(all.starts_with(&shown) && all.len() > shown.len());
            } else {
                prop_assert_eq!(shown, all);
            }
        }
    }
}
