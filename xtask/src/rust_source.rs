//! Rust source as the text checks see it: comments and literals blanked, tests told from the rest, paths in
//! full. Not a parser: it knows just enough of the language not to be fooled by a comment or a string.

/// One Rust file, taken apart. All texts have the lines of the original.
pub(crate) struct Source {
    /// The code: comments are spaces, the insides of literals underscores.
    pub(crate) code: String,
    /// The code that is not test code.
    pub(crate) live: String,
    /// The code that is.
    pub(crate) tests: String,
    /// Modules that the file declares with `#[cfg(test)] mod name;`: their files are test code.
    pub(crate) test_modules: Vec<String>,
}

/// A path such as `std::fs::read`, a single name, or a keyword, with the line that it stands on (from 1).
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Name {
    pub(crate) line: usize,
    pub(crate) path: Vec<String>,
    /// Is it the name of a macro that is called?
    pub(crate) bang: bool,
}

impl Source {
    /// Takes a file apart.
    pub(crate) fn new(text: &str) -> Source {
        let code = blank(text);
        let (tests, test_modules) = test_spans(&code);
        let pick = |wanted: bool| -> String {
            let chosen = |(c, test): (&char, &bool)| if *c == '\n' || *test == wanted { *c } else { ' ' };
            code.iter().zip(&tests).map(chosen).collect()
        };
        Source { live: pick(false), tests: pick(true), code: code.into_iter().collect(), test_modules }
    }

    /// Moves all code to the tests: the file is a test file by its place.
    pub(crate) fn make_test(&mut self) {
        self.tests = self.code.clone();
        self.live = self.code.chars().map(|c| if c == '\n' { c } else { ' ' }).collect();
    }

    /// Lines with code on them.
    pub(crate) fn code_lines(&self) -> usize {
        self.code.lines().filter(|line| !line.trim().is_empty()).count()
    }
}

/// Every path in some blanked code; `use a::{b, c::d}` counts as `a::b` and `a::c::d`.
pub(crate) fn names(code: &str) -> Vec<Name> {
    let mut scan = Scan { chars: code.chars().collect(), at: 0, line: 1, out: Vec::new() };
    while scan.at < scan.chars.len() {
        if scan.starts_word() { scan.path(&[]) } else { scan.step() }
    }
    scan.out
}

/// The names of the test functions in some blanked code.
pub(crate) fn test_functions(code: &str) -> Vec<String> {
    let chars: Vec<char> = code.chars().collect();
    let mut out = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let Some((end, attribute)) = attribute(&chars, at) else {
            at += 1;
            continue;
        };
        at = end;
        if is_test_function(&attribute) {
            let item: String = chars[past_attributes(&chars, end)..].iter().take(200).collect();
            let mut words = item.split(|c: char| !is_word(c)).filter(|word| !word.is_empty());
            if words.by_ref().take(3).any(|word| word == "fn") {
                out.extend(words.next().map(str::to_owned));
            }
        }
    }
    out
}

struct Scan {
    chars: Vec<char>,
    at: usize,
    line: usize,
    out: Vec<Name>,
}

impl Scan {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn step(&mut self) {
        if self.peek() == Some('\n') {
            self.line += 1;
        }
        self.at += 1;
    }

    fn starts_word(&self) -> bool {
        self.peek().is_some_and(|c| is_word(c) && !c.is_ascii_digit())
            && (self.at == 0 || !is_word(self.chars[self.at - 1]))
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.step();
        }
    }

    fn colons(&mut self) -> bool {
        let here = self.chars.get(self.at..self.at + 2) == Some(&[':', ':']);
        if here {
            self.at += 2;
        }
        here
    }

    /// Reads a path, and all paths of the group that it may end in.
    fn path(&mut self, before: &[String]) {
        let line = self.line;
        let mut path = before.to_vec();
        loop {
            let start = self.at;
            while self.peek().is_some_and(is_word) {
                self.at += 1;
            }
            path.push(self.chars[start..self.at].iter().collect());
            if !self.colons() {
                break;
            }
            self.skip_space();
            match self.peek() {
                Some('{') => return self.group(&path),
                Some(c) if is_word(c) => {}
                _ => break,
            }
        }
        let bang = self.peek() == Some('!') && self.chars.get(self.at + 1) != Some(&'=');
        self.out.push(Name { line, path, bang });
    }

    fn group(&mut self, before: &[String]) {
        self.step();
        while let Some(c) = self.peek() {
            if c == '}' {
                return self.step();
            }
            if self.starts_word() { self.path(before) } else { self.step() }
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Comments become spaces and the insides of literals underscores; line ends stay.
fn blank(text: &str) -> Vec<char> {
    let mut chars: Vec<char> = text.chars().collect();
    let mut at = 0;
    while at < chars.len() {
        let rest = &chars[at..];
        let end = at
            + match rest {
                ['/', '/', ..] => rest.iter().position(|&c| c == '\n').unwrap_or(rest.len()),
                ['/', '*', ..] => block_comment(rest),
                ['"', ..] => quoted(rest),
                ['\'', '\\', ..] | ['\'', _, '\'', ..] => char_literal(rest),
                ['r', '"' | '#', ..] if !word_before(&chars, at) => raw_string(rest),
                _ => 1,
            };
        let end = end.min(chars.len());
        if end > at + 1 {
            let fill = if chars[at] == '/' { ' ' } else { '_' };
            for c in &mut chars[at..end] {
                if !c.is_whitespace() {
                    *c = fill;
                }
            }
            if fill == '_' {
                // The quotes stay, so that the underscores are no part of a neighbouring name.
                (chars[at], chars[end - 1]) = ('"', '"');
            }
        }
        at = end;
    }
    chars
}

/// Does a name run into this place? The `r` of `for"` begins no raw string; that of `br"` does.
fn word_before(chars: &[char], at: usize) -> bool {
    let is = |back: usize| at >= back && is_word(chars[at - back]);
    is(1) && (is(2) || !matches!(chars[at - 1], 'b' | 'c'))
}

fn block_comment(rest: &[char]) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < rest.len() {
        match rest[at..] {
            ['/', '*', ..] => (depth, at) = (depth + 1, at + 2),
            ['*', '/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    rest.len()
}

fn quoted(rest: &[char]) -> usize {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            '\\' => at += 2,
            '"' => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

fn char_literal(rest: &[char]) -> usize {
    let start = if rest[1] == '\\' { 3 } else { 2 };
    rest.iter().skip(start).position(|&c| c == '\'').map_or(rest.len(), |found| start + found + 1)
}

/// The length of a raw string, or 1 if this is not one but a raw name such as `r#type`.
fn raw_string(rest: &[char]) -> usize {
    let hashes = rest[1..].iter().take_while(|&&c| c == '#').count();
    if rest.get(1 + hashes) != Some(&'"') {
        return 1;
    }
    let body = 2 + hashes;
    let closes = |at: usize| {
        rest[at] == '"' && rest.len() > at + hashes && rest[at + 1..=at + hashes].iter().all(|&c| c == '#')
    };
    (body..rest.len()).find(|&at| closes(at)).map_or(rest.len(), |at| at + hashes + 1)
}

/// If an attribute begins here: where it ends, and its text without spaces, as in `cfg(test)`; that of an
/// attribute of the whole file begins with `!`.
fn attribute(chars: &[char], at: usize) -> Option<(usize, String)> {
    if chars.get(at) != Some(&'#') {
        return None;
    }
    let inner = chars.get(at + 1) == Some(&'!');
    let open = at + 1 + usize::from(inner);
    if chars.get(open) != Some(&'[') {
        return None;
    }
    let mut depth = 0;
    for (end, c) in chars.iter().enumerate().skip(open) {
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let body = chars[open + 1..end].iter().filter(|c| !c.is_whitespace());
            return Some((end + 1, if inner { Some(&'!') } else { None }.into_iter().chain(body).collect()));
        }
    }
    None
}

/// Where the item begins whose attributes begin here.
pub(crate) fn past_attributes(chars: &[char], mut at: usize) -> usize {
    loop {
        while chars.get(at).is_some_and(|c| c.is_whitespace()) {
            at += 1;
        }
        match attribute(chars, at) {
            Some((end, _)) => at = end,
            None => return at,
        }
    }
}

fn is_test_function(attribute: &str) -> bool {
    attribute == "test" || attribute.ends_with("::test") || attribute.contains("::test(")
}

/// Which characters belong to tests, and the modules in other files that do.
fn test_spans(code: &[char]) -> (Vec<bool>, Vec<String>) {
    let mut spans = vec![false; code.len()];
    let mut modules = Vec::new();
    let mut at = 0;
    while at < code.len() {
        let Some((end, attribute)) = attribute(code, at) else {
            at += 1;
            continue;
        };
        if attribute == "!cfg(test)" {
            spans.fill(true);
            return (spans, modules);
        }
        let only_for_tests = attribute == "cfg(test)" || attribute.starts_with("cfg(all(test,");
        if !only_for_tests && !is_test_function(&attribute) {
            at = end;
            continue;
        }
        let item = past_attributes(code, end);
        let item_end = end_of_item(code, item);
        let text: String = code[item..item_end].iter().collect();
        if let Some((_, name)) = text.trim_end_matches(';').rsplit_once("mod ")
            && text.ends_with(';')
        {
            modules.push(name.trim().to_owned());
        }
        spans[at..item_end].fill(true);
        at = item_end;
    }
    (spans, modules)
}

/// An item ends with its block, or with a semicolon outside of all brackets.
fn end_of_item(code: &[char], start: usize) -> usize {
    let mut depth = 0;
    for (at, c) in code.iter().enumerate().skip(start) {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ';' if depth == 0 => return at + 1,
            _ => {}
        }
        if depth < 0 {
            return at;
        }
        if depth == 0 && *c == '}' {
            return at + 1;
        }
    }
    code.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> String {
        blank(text).into_iter().collect()
    }

    fn paths(text: &str) -> Vec<String> {
        names(&code(text)).iter().map(|name| name.path.join("::")).collect()
    }

    #[test]
    fn comments_and_literals_are_blanked() {
        assert_eq!(code("a // f64\nb"), "a       \nb");
        assert_eq!(code("a /* x /* y */ z */ b"), "a                   b");
        assert_eq!(code(r#"s("f64 \" \\");"#), "s(\"___ __ __\");");
        assert_eq!(code("x(r#\"a \" b\"#, br\"c\\\", 'q', '\\'', '\\u{1}')").matches('"').count(), 10);
        assert_eq!(code("fn f<'a>(r#type: &'a str)"), "fn f<'a>(r#type: &'a str)");
    }

    #[test]
    fn lines_keep_their_numbers() {
        let text = "/* a\nb */ \"c\nd\" 'e'\n// f\n";
        assert_eq!(code(text).matches('\n').count(), text.matches('\n').count());
    }

    #[test]
    fn groups_of_a_use_are_spelled_out() {
        let expected = ["use", "std::fs", "std::time::Instant", "std::time::Duration", "x"];
        assert_eq!(paths("use std::{fs, time::{Instant, Duration}}; x"), expected);
        assert_eq!(paths("::std::env::vars()"), ["std::env::vars"]);
        assert_eq!(paths("Vec::<f64>::new()"), ["Vec", "f64", "new"]);
        assert_eq!(paths("use std::fs::*;"), ["use", "std::fs"]);
    }

    #[test]
    fn macros_are_told_from_inequalities() {
        let bang: Vec<bool> = names("todo!() a != b").iter().map(|name| name.bang).collect();
        assert_eq!(bang, [true, false, false]);
    }

    #[test]
    fn tests_are_told_from_the_rest() {
        let source = Source::new(
            "fn a() {}\n#[cfg(test)]\n#[allow(x)]\nmod tests {\n fn b() { if c { d } }\n}\n\
             fn e() {}\n#[test]\nfn f() {}\n",
        );
        assert!(source.live.contains("fn a()") && source.live.contains("fn e()"));
        assert!(!source.live.contains("fn b()") && !source.live.contains("fn f()"));
        assert!(source.tests.contains("fn b()") && source.tests.contains("fn f()"));
        assert_eq!(source.live.lines().count(), source.code.lines().count());
    }

    #[test]
    fn test_modules_in_other_files_are_named() {
        let source = Source::new(
            "#[cfg(test)]\nmod tests;\n#[cfg(test)] pub(crate) mod world;\nmod real;\n#[cfg(test)] mod here { }\n",
        );
        assert_eq!(source.test_modules, ["tests", "world"]);
        assert!(source.live.contains("mod real;"));
    }

    #[test]
    fn a_whole_file_can_be_for_tests() {
        let source = Source::new("//! Doc.\n#![cfg(test)]\nfn a() {}\n");
        assert_eq!(source.live.trim(), "");
        assert!(source.tests.contains("fn a()"));
    }

    #[test]
    fn test_functions_are_found_by_their_attribute() {
        let text = "#[test]\n#[should_panic]\nfn m1_a() {}\nfn m2_b() {}\n\
                    #[tokio::test(flavor = \"x\")]\nasync fn t3_c() {}\n";
        assert_eq!(test_functions(&code(text)), ["m1_a", "t3_c"]);
    }

    #[test]
    fn only_lines_with_code_are_counted() {
        let source = Source::new("//! Doc.\n\nfn a() { // why\n    \"x\ny\"\n}\n");
        assert_eq!(source.code_lines(), 4);
    }
}
