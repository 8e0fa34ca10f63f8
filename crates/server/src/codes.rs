//! Short codes for those in the room: a word and a number that are read out, and typed at `/join`. Each stands for the
//! invitation to any seat of one table. They are in memory alone: they are for an evening.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use engine::Hash;

use crate::limits::{CODE_MS, CODES_MAX, WRONG_CODES_MAX};

/// The words, one a line: short, and hard to mistake for each other when they are heard.
const WORDS: &str = include_str!("codes/words.txt");

/// The numbers: three digits that all are said.
const NUMBERS: std::ops::RangeInclusive<u32> = 100..=999;

/// The codes that there are.
#[derive(Default)]
pub(crate) struct Codes(Mutex<BTreeMap<String, Code>>);

struct Code {
    /// The hash of the invitation that it stands for.
    invitation: Hash,
    expires_at: i64,
    /// Codes that never were and that somebody has tried since this one was made.
    wrong: u32,
}

impl Codes {
    /// A new code for an invitation.
    pub(crate) fn make(&self, invitation: Hash, now: i64) -> Result<String, getrandom::Error> {
        let mut codes = self.lock();
        codes.retain(|_, code| code.expires_at > now);
        if codes.len() >= CODES_MAX {
            // The oldest is the least likely to be typed still.
            let oldest = codes.iter().min_by_key(|(_, code)| code.expires_at).map(|(text, _)| text.clone());
            oldest.map(|text| codes.remove(&text));
        }
        let mut text = fresh()?;
        while codes.contains_key(&text) {
            text = fresh()?;
        }
        codes.insert(text.clone(), Code { invitation, expires_at: now + CODE_MS, wrong: 0 });
        Ok(text)
    }

    /// The invitation that a code stands for. One that never was counts against all that there are: whoever tries codes
    /// one after the other finds none, because they lapse before.
    pub(crate) fn find(&self, text: &str, now: i64) -> Option<Hash> {
        let mut codes = self.lock();
        let found = codes.get(text).filter(|code| code.expires_at > now).map(|code| code.invitation);
        if found.is_none() {
            codes.values_mut().for_each(|code| code.wrong += 1);
            codes.retain(|_, code| code.wrong < WRONG_CODES_MAX);
        }
        found
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Code>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A code as it is kept, out of what somebody typed: `kite 427` is `KITE-427`. Nothing, if it has not the shape of one.
pub(crate) fn read(typed: &str) -> Option<String> {
    let typed = typed.trim();
    let at = typed.find(|sign: char| sign.is_ascii_digit())?;
    let (word, number) = typed.split_at(at);
    let word = word.trim_end_matches([' ', '-', '–', '_', '.']).to_ascii_lowercase();
    let is_number = number.len() == 3 && number.parse().is_ok_and(|number| NUMBERS.contains(&number));
    let known = is_number && WORDS.lines().any(|known| known == word);
    known.then(|| format!("{}-{number}", word.to_ascii_uppercase()))
}

/// One by chance. There are so many more words and numbers than codes that what is left over by the division is nothing.
fn fresh() -> Result<String, getrandom::Error> {
    let words: Vec<&str> = WORDS.lines().collect();
    let chance = getrandom::u64()?;
    let (word, number) = (chance >> 32, chance & 0xffff_ffff);
    let word = words.get(usize::try_from(word).unwrap_or(0) % words.len()).copied().unwrap_or_default();
    let span = u64::from(NUMBERS.end() - NUMBERS.start()) + 1;
    Ok(format!("{}-{}", word.to_ascii_uppercase(), u64::from(*NUMBERS.start()) + number % span))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(text: &str) -> Hash {
        Hash::of(text.as_bytes())
    }

    #[test]
    fn a_code_is_found_as_it_is_typed_until_it_expires() {
        let codes = Codes::default();
        let code = codes.make(hash("one"), 0).expect("chance");
        let (word, number) = code.split_once('-').expect("two parts");
        for typed in [code.clone(), format!(" {} {number} ", word.to_lowercase()), format!("{word}{number}")]
        {
            assert_eq!(read(&typed), Some(code.clone()), "{typed}");
        }
        assert_eq!(codes.find(&code, CODE_MS - 1), Some(hash("one")));
        assert_eq!(codes.find(&code, CODE_MS), None, "expired");
        for bad in ["", "kite", "427", "kite-42", "kite-4270", "kite-4a7", "nosuchword-427", "kite-099"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn whoever_tries_one_after_the_other_ends_them_before_finding_one() {
        let codes = Codes::default();
        let code = codes.make(hash("one"), 0).expect("chance");
        let wrong = |number: u32| format!("NOT-{number}");
        for number in 0..WRONG_CODES_MAX - 1 {
            assert_eq!(codes.find(&wrong(number), 0), None);
        }
        assert_eq!(codes.find(&code, 0), Some(hash("one")), "mistakes are forgiven");
        codes.find(&wrong(0), 0);
        assert_eq!(codes.find(&code, 0), None, "but not so many");
    }

    #[test]
    fn what_can_be_guessed_is_a_small_part_of_all() {
        let words: Vec<&str> = WORDS.lines().collect();
        let mut sorted = words.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(words, sorted, "in order, and each once");
        assert!(
            words.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_lowercase()) && word.len() <= 9)
        );
        let all = u32::try_from(words.len()).expect("few") * 900;
        assert!(WRONG_CODES_MAX * 200 < all, "less than one in two hundred: {all}");
    }

    #[test]
    fn there_are_never_more_than_so_many() {
        let codes = Codes::default();
        let first = codes.make(hash("first"), 0).expect("chance");
        for number in 0..CODES_MAX {
            codes.make(hash("more"), 1 + i64::try_from(number).expect("few")).expect("chance");
        }
        assert_eq!(codes.lock().len(), CODES_MAX);
        assert_eq!(codes.find(&first, 10), None, "the oldest goes");
    }
}
