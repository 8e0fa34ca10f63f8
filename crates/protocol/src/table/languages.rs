//! The languages that a table can speak.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A language, by its tag as pages and programs name it (BCP 47).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "&'static str")]
pub struct Language(usize);

/// Tag, English name and own name of each: those that models are known to write well. The first is what the house speaks.
const KNOWN: &[(&str, &str, &str)] = &[
    ("en", "English", "English"),
    ("ar", "Arabic", "العربية"),
    ("cs", "Czech", "Čeština"),
    ("da", "Danish", "Dansk"),
    ("de", "German", "Deutsch"),
    ("el", "Greek", "Ελληνικά"),
    ("es", "Spanish", "Español"),
    ("fi", "Finnish", "Suomi"),
    ("fr", "French", "Français"),
    ("he", "Hebrew", "עברית"),
    ("hi", "Hindi", "हिन्दी"),
    ("hu", "Hungarian", "Magyar"),
    ("id", "Indonesian", "Bahasa Indonesia"),
    ("it", "Italian", "Italiano"),
    ("ja", "Japanese", "日本語"),
    ("ko", "Korean", "한국어"),
    ("nl", "Dutch", "Nederlands"),
    ("no", "Norwegian", "Norsk"),
    ("pl", "Polish", "Polski"),
    ("pt", "Portuguese", "Português"),
    ("ro", "Romanian", "Română"),
    ("ru", "Russian", "Русский"),
    ("sv", "Swedish", "Svenska"),
    ("tr", "Turkish", "Türkçe"),
    ("uk", "Ukrainian", "Українська"),
    ("vi", "Vietnamese", "Tiếng Việt"),
    ("zh", "Chinese", "中文"),
];

impl Language {
    /// What the house speaks, and every table of which nothing else is said.
    pub const ENGLISH: Language = Language(0);

    /// Every one.
    pub fn all() -> impl Iterator<Item = Language> {
        (0..KNOWN.len()).map(Language)
    }

    /// Its tag.
    pub fn tag(self) -> &'static str {
        KNOWN[self.0].0
    }

    /// What it is called in English.
    pub fn name(self) -> &'static str {
        KNOWN[self.0].1
    }

    /// What it is called by those who speak it.
    pub fn own_name(self) -> &'static str {
        KNOWN[self.0].2
    }

    /// Is it what the house speaks?
    pub fn is_english(&self) -> bool {
        *self == Language::ENGLISH
    }
}

impl FromStr for Language {
    type Err = String;

    /// Of a tag with a region (`de-AT`) the language is taken.
    fn from_str(text: &str) -> Result<Language, String> {
        let tag = text.split(['-', '_']).next().unwrap_or_default();
        Language::all().find(|it| it.tag().eq_ignore_ascii_case(tag)).ok_or_else(|| {
            let known: Vec<&str> = Language::all().map(Language::tag).collect();
            format!("{text:?} is no language of a table: say one of {}", known.join(", "))
        })
    }
}

impl TryFrom<String> for Language {
    type Error = String;

    fn try_from(text: String) -> Result<Language, String> {
        text.parse()
    }
}

impl From<Language> for &'static str {
    fn from(language: Language) -> &'static str {
        language.tag()
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_read_by_its_tag_with_or_without_a_region_and_no_other_is() {
        for language in Language::all() {
            assert_eq!(language.tag().parse(), Ok(language));
            assert_eq!(format!("{}-XX", language.tag().to_uppercase()).parse(), Ok(language));
            assert_eq!(serde_json::to_string(&language).ok(), Some(format!("\"{}\"", language.tag())));
        }
        let none = "tlh".parse::<Language>().map(Language::tag);
        assert!(none.clone().is_err_and(|why| why.contains("en, ar, cs")), "{none:?}");
    }
}
