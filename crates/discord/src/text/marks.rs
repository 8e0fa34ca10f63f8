//! The marks of Discord's Markdown in a text, found in pairs as Discord finds them.

use std::ops::Range;

use super::escape::{address, in_word};

/// What stands before and behind a fence.
const FENCE: &str = "```";
/// The longest name of a language behind a fence.
const LANGUAGE_BYTES: usize = 20;
/// The longest mention.
const MENTION_BYTES: usize = 120;
/// The longest link behind a word.
const LINK_BYTES: usize = 800;

/// A mark that is opened and closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Fence,
    Code,
    Star,
    Stars,
    Line,
    Lines,
    Strike,
    Spoiler,
}

/// A mark, and where it begins and ends.
#[derive(Clone, Debug)]
pub(super) struct Span {
    pub(super) mark: Mark,
    pub(super) open: Range<usize>,
    pub(super) close: Range<usize>,
}

/// All the marks of a text. What has no partner is plain.
#[derive(Debug, Default)]
pub(super) struct Marks {
    /// From the outermost to the innermost, and from left to right.
    pub(super) spans: Vec<Span>,
    /// What falls apart when it is cut: marks, and what is behind a backslash.
    pub(super) bonds: Vec<Range<usize>>,
    /// What loses its meaning when it is cut: mentions, addresses, links.
    pub(super) atoms: Vec<Range<usize>>,
    open: Vec<(Mark, Range<usize>)>,
}

impl Marks {
    pub(super) fn read(text: &str) -> Marks {
        let mut marks = Marks::default();
        let mut at = 0;
        let mut before = None;
        while let Some(c) = text[at..].chars().next() {
            let length = marks.take(text, at, c, before).max(c.len_utf8());
            before = text[at..at + length].chars().next_back();
            at += length;
        }
        marks.spans.sort_by_key(|span| span.open.start);
        marks
    }

    /// The marks that are open at a place, from the outermost to the innermost.
    pub(super) fn around(&self, at: usize) -> impl DoubleEndedIterator<Item = &Span> {
        self.spans.iter().filter(move |span| span.open.end <= at && at <= span.close.start)
    }

    /// Takes what begins here, and says how long it is.
    fn take(&mut self, text: &str, at: usize, c: char, before: Option<char>) -> usize {
        let rest = &text[at..];
        match c {
            '\\' => {
                let next = rest[1..].chars().next();
                let length = next
                    .filter(|it| !it.is_ascii_alphanumeric() && !it.is_whitespace())
                    .map_or(1, |it| 1 + it.len_utf8());
                self.bonds.push(at..at + length);
                length
            }
            '`' => self.take_code(rest, at),
            '*' => self.take_run(text, at, (Mark::Star, Mark::Stars), before),
            '_' => self.take_run(text, at, (Mark::Line, Mark::Lines), before),
            '~' => self.take_pair(rest, at, Mark::Strike),
            '|' => self.take_pair(rest, at, Mark::Spoiler),
            '<' => self.take_atom(at, mention(rest)),
            '[' => self.take_atom(at, link(rest)),
            'h' => {
                // Marks behind an address are marks.
                let length = address(rest);
                let end = rest[..length].find(['*', '|', '~', '`', ')']).unwrap_or(length);
                self.take_atom(at, end)
            }
            _ => 0,
        }
    }

    fn take_atom(&mut self, at: usize, length: usize) -> usize {
        if length > 0 {
            self.atoms.push(at..at + length);
        }
        length
    }

    fn take_code(&mut self, rest: &str, at: usize) -> usize {
        let run = run(rest, '`');
        let ticks = &rest[..run.min(FENCE.len())];
        let inside = &rest[ticks.len()..];
        let end = if ticks == FENCE { inside.find(FENCE) } else { closing(inside, ticks.len()) };
        let Some(end) = end.filter(|end| !inside[..*end].trim().is_empty()) else {
            self.bonds.push(at..at + ticks.len());
            return ticks.len();
        };
        let whole = ticks.len() + end + ticks.len();
        let content = &inside[..end];
        let (mark, head, foot) = if ticks == FENCE {
            (Mark::Fence, language(content), usize::from(content.ends_with('\n')))
        } else {
            (Mark::Code, 0, 0)
        };
        let open = at..at + ticks.len() + head;
        let close = at + ticks.len() + end - foot..at + whole;
        self.bonds.extend([open.clone(), close.clone()]);
        self.spans.push(Span { mark, open, close });
        whole
    }

    /// One or two of the same character are two different marks, and three are both.
    fn take_run(&mut self, text: &str, at: usize, pair: (Mark, Mark), before: Option<char>) -> usize {
        let (one, two) = pair;
        let rest = &text[at..];
        let c = if one == Mark::Line { '_' } else { '*' };
        let run = run(rest, c);
        let after = rest[run..].chars().next();
        let blank = |beside: Option<char>| beside.is_none_or(char::is_whitespace);
        let opens = !blank(after);
        let closes = !blank(before);
        match run {
            1 if c == '_' && in_word(before, rest) => self.bonds.push(at..at + 1),
            1 => self.toggle(one, at..at + 1, opens, closes),
            2 => self.toggle(two, at..at + 2, true, true),
            3 => {
                // The inner one is closed first, and opened last.
                let inner = self.open.iter().rev().map(|it| it.0).find(|it| *it == one || *it == two);
                if inner == Some(one) {
                    self.toggle(one, at..at + 1, opens, closes);
                    self.toggle(two, at + 1..at + 3, true, true);
                } else {
                    self.toggle(two, at..at + 2, true, true);
                    self.toggle(one, at + 2..at + 3, opens, closes);
                }
            }
            _ => self.bonds.push(at..at + run),
        }
        run
    }

    fn take_pair(&mut self, rest: &str, at: usize, mark: Mark) -> usize {
        let run = run(rest, if mark == Mark::Strike { '~' } else { '|' });
        if run == 2 {
            self.toggle(mark, at..at + 2, true, true);
        } else {
            self.bonds.push(at..at + run);
        }
        run
    }

    /// Closes a mark if it is open, or else opens it. What was opened inside of it and not closed is plain.
    fn toggle(&mut self, mark: Mark, at: Range<usize>, opens: bool, closes: bool) {
        self.bonds.push(at.clone());
        let found = self.open.iter().rposition(|(it, open)| *it == mark && open.end < at.start);
        match found {
            Some(index) if closes => {
                let (mark, open) = self.open.swap_remove(index);
                self.open.truncate(index);
                self.spans.push(Span { mark, open, close: at });
            }
            None if opens => self.open.push((mark, at)),
            _ => {}
        }
    }
}

/// How many of a character stand at the beginning.
fn run(text: &str, c: char) -> usize {
    text.len() - text.trim_start_matches(c).len()
}

/// Where the run of just so many backticks is that closes a code.
fn closing(text: &str, ticks: usize) -> Option<usize> {
    let mut at = 0;
    while let Some(found) = text[at..].find('`') {
        let length = run(&text[at + found..], '`');
        if length == ticks {
            return Some(at + found);
        }
        at += found + length;
    }
    None
}

/// How long the line is that names the language of a fence, or the bare end of that line.
fn language(content: &str) -> usize {
    let name =
        content.find(|c: char| !c.is_ascii_alphanumeric() && !"_+-.#".contains(c)).unwrap_or(content.len());
    let alone = name <= LANGUAGE_BYTES && content[name..].starts_with('\n');
    if alone && !content[name..].trim().is_empty() { name + 1 } else { 0 }
}

/// How long the mention is that a text begins with: of somebody, a channel, a command, a time or an emoji.
fn mention(text: &str) -> usize {
    let is_one = ["<@", "<#", "</", "<:", "<a:", "<t:", "<id:"].iter().any(|start| text.starts_with(start));
    let end = text[1..].find(['<', '>', '\n']).map(|end| end + 1);
    match end {
        Some(end) if is_one && end < MENTION_BYTES && text[end..].starts_with('>') => end + 1,
        _ => 0,
    }
}

/// How long the link behind a word is that a text begins with.
fn link(text: &str) -> usize {
    let near = text.char_indices().map(|(at, _)| at).find(|at| *at > LINK_BYTES).unwrap_or(text.len());
    let Some(middle) = text[..near].find("](") else { return 0 };
    let end = text[middle..near].find([')', '\n', ' ']).map_or(0, |end| middle + end);
    let is_one = end > 0 && text[end..].starts_with(')') && !text[..middle].contains('\n');
    if is_one { end + 1 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(Mark, &str)> {
        let marks = Marks::read(text);
        marks.spans.iter().map(|span| (span.mark, &text[span.open.end..span.close.start])).collect()
    }

    #[test]
    fn marks_are_found_in_pairs() {
        assert_eq!(
            found("**a _b_** ~~c~~"),
            [(Mark::Stars, "a _b_"), (Mark::Line, "b"), (Mark::Strike, "c")]
        );
        assert_eq!(found("***a***"), [(Mark::Stars, "*a*"), (Mark::Star, "a")]);
        assert_eq!(found("*a **b***"), [(Mark::Star, "a **b**"), (Mark::Stars, "b")]);
        assert_eq!(found("||a __b__||"), [(Mark::Spoiler, "a __b__"), (Mark::Lines, "b")]);
        assert_eq!(found("``a ` b`` `**`"), [(Mark::Code, "a ` b"), (Mark::Code, "**")]);
        assert_eq!(found("```rust\nfn **a**\n```"), [(Mark::Fence, "fn **a**")]);
        assert_eq!(found("```a b```"), [(Mark::Fence, "a b")]);
    }

    #[test]
    fn what_has_no_partner_is_plain() {
        for plain in ["5 * 3 * 2", "a **b", "snake_case_name", r"\*a\*", "```open", "a `b", "~a~ |b|", "****"]
        {
            assert!(found(plain).is_empty(), "{plain}");
        }
        assert_eq!(found("**a *b** c"), [(Mark::Stars, "a *b")]);
        assert!(found("https://a.example/_b_/c").len() <= 1);
    }

    #[test]
    fn mentions_and_links_are_one_thing() {
        assert_eq!(Marks::read("[a](b)").atoms.first(), Some(&(0..6)));
        let text = "a </session start:9> b [two words](https://a.example) https://b.example <@1> < 3 >";
        let marks = Marks::read(text);
        let atoms: Vec<&str> = marks.atoms.iter().map(|it| &text[it.clone()]).collect();
        assert_eq!(
            atoms,
            ["</session start:9>", "[two words](https://a.example)", "https://b.example", "<@1>"]
        );
    }
}
