//! Following the words of a message to where they are written.

use std::ops::Range;

use crate::rust_source::past_attributes;
use crate::tree::Tree;

/// How far words are followed from one name to the next.
const STEPS_MAX: usize = 4;

/// The source, as characters: the text, and the code of it with comments and literals blanked, which has the same places.
pub(super) struct Reading {
    files: Vec<SourceFile>,
    errors: Vec<Written>,
}

pub(super) struct SourceFile {
    pub(super) path: String,
    text: Vec<char>,
    code: String,
    live: Vec<char>,
}

/// A call of a constructor.
pub(super) struct Call {
    pub(super) name: String,
    pub(super) line: usize,
    pub(super) arguments: Vec<Words>,
    at: usize,
}

/// Where words stand, or words.
#[derive(Clone)]
pub(super) enum Words {
    At(Range<usize>),
    Are(String),
}

/// What stands in the `#[error(…)]` of a variant.
struct Written {
    /// The enum.
    owner: String,
    /// The variant.
    variant: String,
    /// Which file.
    file: usize,
    /// The words, or for `transparent` the type that has them.
    words: Result<String, String>,
}

impl Reading {
    /// Takes the source apart.
    pub(super) fn new(tree: &Tree) -> Reading {
        let mut files = Vec::new();
        let ours = |path: &str| path.starts_with("crates/") || path.starts_with("activities/");
        for file in tree.rust.iter().filter(|file| ours(&file.path)) {
            let text = tree.text(&file.path).unwrap_or_default().chars().collect();
            let code = file.source.live.clone();
            files.push(SourceFile { path: file.path.clone(), text, live: code.chars().collect(), code });
        }
        let errors = (0..files.len()).flat_map(|index| written(index, &files[index])).collect();
        Reading { files, errors }
    }

    /// The files of some folders.
    pub(super) fn files(&self, folders: &[&str]) -> impl Iterator<Item = &SourceFile> {
        self.files.iter().filter(|file| folders.iter().any(|folder| file.path.starts_with(folder)))
    }

    /// The calls of these constructors of these types.
    pub(super) fn calls(&self, file: &SourceFile, types: &[&str], names: &[&str]) -> Vec<Call> {
        let mut calls = Vec::new();
        for at in types.iter().flat_map(|name| file.all(&format!("{name}::"), 0..file.live.len())) {
            let start = at + file.live[at..].iter().position(|&c| c == ':').unwrap_or(0) + 2;
            let name = file.word(start);
            if !names.contains(&name.as_str()) {
                continue;
            }
            let open = start + name.chars().count();
            let line = 1 + file.live[..at].iter().filter(|&&c| c == '\n').count();
            let arguments = if file.live.get(open) == Some(&'(') { file.arguments(open) } else { Vec::new() };
            calls.push(Call { name, line, arguments: arguments.into_iter().map(Words::At).collect(), at });
        }
        calls
    }

    /// The words of a `const`, of this file before others.
    pub(super) fn constant(&self, file: &SourceFile, name: &str) -> Words {
        let of = |file: &SourceFile| {
            let code = format!("const {name}: &str =");
            let at = *file.all(&code, 0..file.live.len()).first()?;
            file.literals(at..file.end_of(at)).pop()
        };
        let found = of(file).or_else(|| self.files.iter().find_map(of));
        Words::Are(found.unwrap_or_default())
    }

    /// What a call says, each with what to do.
    pub(super) fn said(
        &self,
        file: &SourceFile,
        call: &Call,
        what: &Words,
        todo: &Words,
    ) -> Result<Vec<(String, String)>, String> {
        let whats = match self.texts(file, call.at, what, STEPS_MAX) {
            said if said.is_empty() && file.ends(what, ".to_string()") => self.errors_of(file, call.at),
            said => said.into_iter().map(|words| (words, None)).collect(),
        };
        let todos = self.texts(file, call.at, todo, STEPS_MAX);
        let mut said = Vec::new();
        for (what, error) in whats {
            let own = error.filter(|_| file.ends(todo, ".todo()")).map(|error| self.own_todo(error));
            let todo = if todos.is_empty() { own.unwrap_or_default() } else { todos.join("; or ") };
            if todo.trim().is_empty() {
                return Err(format!("nothing says what to do about {what:?}"));
            }
            said.push((what, todo));
        }
        match said.iter().any(|(what, _)| what.trim().is_empty()) || said.is_empty() {
            true => Err("what it says cannot be read: write the message in the call".to_owned()),
            false => Ok(said),
        }
    }

    /// The texts that an expression can come to; none if they are not written in this file.
    fn texts(&self, file: &SourceFile, at: usize, words: &Words, steps: usize) -> Vec<String> {
        let range = match words {
            Words::Are(words) => return vec![words.clone()],
            Words::At(range) => range.clone(),
        };
        let code: String = file.live[range.clone()].iter().collect();
        let code = code.trim().trim_start_matches('&');
        let is_name = !code.is_empty() && code.chars().all(|c| c.is_alphanumeric() || c == '_');
        let found = match is_name {
            true => self.named(file, at, code, steps),
            false => file.literals(range),
        };
        found.into_iter().map(|text| self.filled(file, at, &text, steps)).collect()
    }

    /// What a name stands for: a `const`, or a `let` of the same function.
    fn named(&self, file: &SourceFile, at: usize, name: &str, steps: usize) -> Vec<String> {
        if name.chars().all(|c| c.is_uppercase() || c == '_') {
            return match self.constant(file, name) {
                Words::Are(words) if !words.is_empty() => vec![words],
                _ => Vec::new(),
            };
        }
        let function = file.all("fn ", 0..at).pop().unwrap_or(0);
        match file.all(&format!("let {name} ="), function..at).pop() {
            Some(found) if steps > 0 => {
                let start = found + "let ".len() + name.len() + " =".len();
                self.texts(file, found, &Words::At(start..file.end_of(found)), steps - 1)
            }
            _ => Vec::new(),
        }
    }

    /// A format with its places: `{name}` becomes the one text that the name stands for, if it does, `{}` an ellipsis.
    fn filled(&self, file: &SourceFile, at: usize, format: &str, steps: usize) -> String {
        let mut out = String::new();
        let mut rest = format;
        while let Some((before, after)) = rest.split_once('{') {
            out.push_str(before);
            let Some((place, after)) = after.split_once('}') else { break };
            let name = place.split(':').next().unwrap_or_default();
            let known = if steps > 0 { self.named(file, at, name, steps - 1) } else { Vec::new() };
            match (&known[..], name.chars().all(|c| c.is_ascii_digit())) {
                ([one], _) => out.push_str(one),
                (_, true) => out.push('…'),
                (_, false) => out.push_str(&format!("{{{name}}}")),
            }
            rest = after;
        }
        out.push_str(rest);
        out.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The words of the errors that the arm round a call names.
    fn errors_of(&self, file: &SourceFile, at: usize) -> Vec<(String, Option<&Written>)> {
        let function = file.all("fn ", 0..at).pop().unwrap_or(0);
        let arm = file.all("=>", function..at).pop().map_or(String::new(), |arrow| file.pattern(arrow));
        let named = |written: &&Written| {
            let path = format!("{}::{}", written.owner, written.variant);
            arm.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).any(|word| word == path)
        };
        self.errors
            .iter()
            .filter(named)
            .flat_map(|written| self.spoken(written, written, STEPS_MAX))
            .collect()
    }

    /// What an error says; one that passes on what another says, whatever that can say. Each with the one that was named.
    fn spoken<'a>(
        &'a self,
        written: &'a Written,
        named: &'a Written,
        steps: usize,
    ) -> Vec<(String, Option<&'a Written>)> {
        match &written.words {
            Ok(words) => {
                let file = &self.files[written.file];
                vec![(self.filled(file, 0, words, 0), Some(named))]
            }
            Err(_) if steps == 0 => Vec::new(),
            Err(inner) => {
                let inner = self.errors.iter().filter(|written| written.owner == *inner);
                inner.flat_map(|written| self.spoken(written, named, steps - 1)).collect()
            }
        }
    }

    /// What an error's own `fn todo` says of a variant.
    fn own_todo(&self, error: &Written) -> String {
        let file = &self.files[error.file];
        let path = format!("{}::{}", error.owner, error.variant);
        let all = 0..file.live.len();
        let found = file.all("fn todo", all.clone()).pop().and_then(|function| {
            let place = *file.all(&path, function..all.end).first()?;
            let arrow = *file.all("=>", place..all.end).first()?;
            Some(self.texts(file, arrow, &Words::At(arrow..file.end_of_arm(arrow)), STEPS_MAX))
        });
        found.unwrap_or_default().join("; or ")
    }
}

/// Every `#[error(…)]` of the variants of a file.
fn written(index: usize, file: &SourceFile) -> Vec<Written> {
    let mut found = Vec::new();
    for at in file.all("#[error(", 0..file.live.len()) {
        let open = at + "#[error".len();
        let end = open + file.arguments_end(open);
        let words = file.literals(open + 1..end).into_iter().next();
        let item = past_attributes(&file.live, end + 2);
        let variant = file.word(item);
        // That of a struct stands before it, and no message is followed to one.
        if ["pub", "struct"].contains(&variant.as_str()) {
            continue;
        }
        let owner = file.all("enum ", 0..at).pop().map_or(String::new(), |at| file.word(at + "enum ".len()));
        let payload = item + variant.chars().count();
        let inner = || {
            let inside = file.arguments(payload).pop().unwrap_or(0..0);
            let inside: String =
                file.live[past_attributes(&file.live, inside.start)..inside.end].iter().collect();
            inside.rsplit("::").next().unwrap_or_default().trim().to_owned()
        };
        let words = words.ok_or_else(inner);
        found.push(Written { owner, variant, file: index, words });
    }
    found
}

impl SourceFile {
    /// Where a piece of code stands in a range, as words of their own.
    fn all(&self, code: &str, range: Range<usize>) -> Vec<usize> {
        // Most files have no such thing, and that is quick to tell.
        if !self.code.contains(code) {
            return Vec::new();
        }
        let code: Vec<char> = code.chars().collect();
        let is_word = |at: usize| self.live[at].is_alphanumeric() || self.live[at] == '_';
        let starts = |at: &usize| {
            self.live[*at..].starts_with(&code)
                && !(is_word(*at) && *at > 0 && is_word(*at - 1))
                && !(is_word(*at + code.len() - 1)
                    && *at + code.len() < self.live.len()
                    && is_word(*at + code.len()))
        };
        range.filter(starts).collect()
    }

    /// Does an expression end so?
    fn ends(&self, words: &Words, code: &str) -> bool {
        let Words::At(range) = words else { return false };
        self.live[range.clone()].iter().collect::<String>().trim_end().ends_with(code)
    }

    /// The word that begins here.
    fn word(&self, at: usize) -> String {
        self.live[at..].iter().take_while(|c| c.is_alphanumeric() || **c == '_').collect()
    }

    /// From a bracket to where it is closed.
    fn arguments_end(&self, open: usize) -> usize {
        let mut depth = 0;
        for (step, c) in self.live[open..].iter().enumerate() {
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return step;
            }
        }
        0
    }

    /// What stands in a bracket, parted by its commas.
    fn arguments(&self, open: usize) -> Vec<Range<usize>> {
        let end = open + self.arguments_end(open);
        let mut parts = Vec::new();
        let (mut depth, mut from) = (0, open + 1);
        for at in open + 1..end {
            match self.live[at] {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth -= 1,
                ',' if depth == 0 => {
                    parts.push(from..at);
                    from = at + 1;
                }
                _ => {}
            }
        }
        parts.push(from..end);
        parts.retain(|part| self.live[part.clone()].iter().any(|c| !c.is_whitespace()));
        parts
    }

    /// Where a statement ends.
    fn end_of(&self, at: usize) -> usize {
        self.end(at, ';')
    }

    /// Where an arm ends that has its arrow here.
    fn end_of_arm(&self, arrow: usize) -> usize {
        let body = arrow + 2 + self.live[arrow + 2..].iter().take_while(|c| c.is_whitespace()).count();
        match self.live.get(body) {
            Some('{') => body + self.arguments_end(body),
            _ => self.end(body, ','),
        }
    }

    fn end(&self, from: usize, mark: char) -> usize {
        let mut depth = 0;
        for (step, c) in self.live[from..].iter().enumerate() {
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth -= 1,
                _ => {}
            }
            if depth < 0 || (depth == 0 && *c == mark) {
                return from + step;
            }
        }
        self.live.len()
    }

    /// The pattern before an arrow.
    fn pattern(&self, arrow: usize) -> String {
        let mut depth = 0;
        let mut at = arrow;
        while at > 0 {
            match self.live[at - 1] {
                ')' | ']' => depth += 1,
                '}' if depth == 0 && self.closes_an_arm(at - 1) => break,
                '}' => depth += 1,
                '(' | '[' | '{' => depth -= 1,
                ',' if depth == 0 => break,
                _ => {}
            }
            if depth < 0 {
                break;
            }
            at -= 1;
        }
        self.live[at..arrow].iter().collect()
    }

    /// Is this the brace that closes the block of an arm?
    fn closes_an_arm(&self, close: usize) -> bool {
        let opens = (0..close)
            .rev()
            .find(|open| self.live[*open] == '{' && open + self.arguments_end(*open) == close);
        opens.is_some_and(|open| {
            let before: String =
                self.live[..open].iter().rev().filter(|c| !c.is_whitespace()).take(2).collect();
            before == ">="
        })
    }

    /// The texts in a range that are its value: those that begin it, that an arm or a block begins with, or that are a format.
    fn literals(&self, range: Range<usize>) -> Vec<String> {
        let mut found = Vec::new();
        let mut at = range.start;
        while at < range.end {
            if self.live[at] != '"' {
                at += 1;
                continue;
            }
            let close = at + 1 + self.live[at + 1..].iter().position(|&c| c == '"').unwrap_or(0);
            let before: String = self.live[range.start..at].iter().filter(|c| !c.is_whitespace()).collect();
            let begins = before.is_empty()
                || ["=", "=>", "{", "format!("].iter().any(|sign| before.ends_with(sign) && before != "==");
            if begins {
                found.push(decoded(&self.text[at + 1..close]));
            }
            at = close + 1;
        }
        found
    }
}

/// A literal as it is said.
fn decoded(literal: &[char]) -> String {
    let mut out = String::new();
    let mut chars = literal.iter().copied().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some('\n')) => while chars.next_if(|c| c.is_whitespace()).is_some() {},
            ('\\', Some('n')) => {
                chars.next();
                out.push('\n');
            }
            ('\\', Some(&next)) => {
                chars.next();
                out.push(next);
            }
            (c, _) => out.push(c),
        }
    }
    out
}
