//! Plain words: what people say, read as words and phrases, with no model. Which words mean what stands in lists that a
//! person can read and edit.

use std::sync::OnceLock;

/// What somebody said as words in lower case, without signs.
#[derive(Clone, Debug)]
pub struct Plain {
    /// With one space before and after each word, so that whole words can be found.
    padded: String,
}

impl Plain {
    /// The words; an apostrophe is left out, and `I'm done!` is `im done`.
    pub fn of(text: &str) -> Plain {
        Plain::read(text, |c| if is_apostrophe(c) { Reads::Nothing } else { Reads::of(c) })
    }

    /// The words; an apostrophe stays, and `I’m done!` is `i'm done`.
    pub fn with_apostrophes(text: &str) -> Plain {
        Plain::read(text, |c| if is_apostrophe(c) { Reads::Letter('\'') } else { Reads::of(c) })
    }

    /// The words; an apostrophe ends one as any sign does, and `I'm done!` is `i m done`.
    pub fn split(text: &str) -> Plain {
        Plain::read(text, Reads::of)
    }

    fn read(text: &str, reads: impl Fn(char) -> Reads) -> Plain {
        let mut padded = String::with_capacity(text.len() + 2);
        padded.push(' ');
        for c in text.to_lowercase().chars() {
            match reads(c) {
                Reads::Letter(c) => padded.push(c),
                Reads::Sign if padded.ends_with(' ') => {}
                Reads::Sign => padded.push(' '),
                Reads::Nothing => {}
            }
        }
        if !padded.ends_with(' ') {
            padded.push(' ');
        }
        Plain { padded }
    }

    /// The words with one space between them.
    pub fn text(&self) -> &str {
        self.padded.trim()
    }

    /// One word after the other.
    pub fn words(&self) -> impl Iterator<Item = &str> + Clone {
        self.padded.split_ascii_whitespace()
    }

    /// Does one of these phrases stand in it?
    pub fn has(&self, phrases: &[impl AsRef<str>]) -> bool {
        let words = self.padded.as_bytes();
        let begins = |at: usize, phrase: &str| {
            let (rest, phrase) = (&words[at..], phrase.as_bytes());
            // Most are told apart by their first letter.
            rest.first() == phrase.first()
                && rest.strip_prefix(phrase).is_some_and(|after| after.first() == Some(&b' '))
        };
        let mut starts = (1..words.len()).filter(|at| words[at - 1] == b' ');
        starts.any(|at| phrases.iter().any(|phrase| begins(at, phrase.as_ref())))
    }

    /// Does this phrase stand in it, and none of those words right before it?
    pub fn has_without(&self, phrase: &str, before: &[impl AsRef<str>]) -> bool {
        self.padded.match_indices(&format!(" {phrase} ")).any(|(at, _)| {
            let last = self.padded[..at].rsplit(' ').next().unwrap_or_default();
            !before.iter().any(|word| word.as_ref() == last)
        })
    }

    /// Does it begin with one of these phrases?
    pub fn begins(&self, phrases: &[impl AsRef<str>]) -> bool {
        let begins =
            |phrase: &str| self.padded[1..].strip_prefix(phrase).is_some_and(|rest| rest.starts_with(' '));
        phrases.iter().any(|phrase| begins(phrase.as_ref()))
    }

    /// Does one of these stand right before one of those?
    pub fn joins(&self, firsts: &[&str], nexts: &[&str]) -> bool {
        let joined = |first: &&str| nexts.iter().any(|next| self.has(&[format!("{first} {next}")]));
        firsts.iter().any(joined)
    }

    /// Where a word stands that begins like one of these; one with a full stop at its end is the whole word.
    pub fn stems(&self, stems: &[&str]) -> impl Iterator<Item = usize> {
        let hit = |word: &&str| stems.iter().any(|stem| is_stem(word, stem));
        self.words().enumerate().filter(move |(_, word)| hit(word)).map(|(at, _)| at)
    }
}

/// What a character is to a word.
enum Reads {
    Letter(char),
    /// It ends a word.
    Sign,
    Nothing,
}

impl Reads {
    fn of(c: char) -> Reads {
        if c.is_alphanumeric() { Reads::Letter(c) } else { Reads::Sign }
    }
}

fn is_apostrophe(c: char) -> bool {
    ['\'', '’'].contains(&c)
}

fn is_stem(word: &str, stem: &str) -> bool {
    let (word, stem) = (word.as_bytes(), stem.as_bytes());
    // Most words are told apart by their first letter.
    if word.first() != stem.first() {
        return false;
    }
    match stem {
        [whole @ .., b'.'] => word == whole,
        beginning => word.starts_with(beginning),
    }
}

/// The words or phrases under one heading of a file of ours.
pub struct List {
    file: &'static str,
    heading: &'static str,
    words: OnceLock<Vec<&'static str>>,
}

impl List {
    /// What stands under a heading: see [`lists!`].
    pub const fn of(file: &'static str, heading: &'static str) -> List {
        List { file, heading, words: OnceLock::new() }
    }

    fn read(&self) -> Vec<&'static str> {
        let lines = self.file.lines().skip_while(|line| line.strip_suffix(':') != Some(self.heading)).skip(1);
        let own = lines.take_while(|line| !line.ends_with(':')).filter(|line| !line.starts_with('#'));
        own.flat_map(|line| line.split(',')).map(str::trim).filter(|word| !word.is_empty()).collect()
    }
}

/// # Panics
/// If there is nothing under its heading: then the file is not what the code takes it for.
impl std::ops::Deref for List {
    type Target = [&'static str];

    fn deref(&self) -> &[&'static str] {
        let words = self.words.get_or_init(|| self.read());
        assert!(!words.is_empty(), "there are no words under `{}:`", self.heading);
        words
    }
}

impl IntoIterator for &'static List {
    type Item = &'static &'static str;
    type IntoIter = std::slice::Iter<'static, &'static str>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Lists by the headings in a file beside the code: under `STOP:`, words or phrases with commas or line ends between them;
/// a line that begins with `#` is for those who read it.
#[macro_export]
macro_rules! lists {
    ($file:literal: $($(#[$about:meta])* $name:ident)*) => {$(
        $(#[$about])*
        pub(super) static $name: $crate::plain::List =
            $crate::plain::List::of(include_str!($file), stringify!($name));
    )*};
}
pub use lists;
