//! Endings held against their seals: the one island among the tellings, for the dice of a story. What was shown before a die
//! was chosen says whether its ending is the one that was sealed; the words alone cannot.

use protocol::{Hash, Telling};

use crate::says;
use crate::theme::Theme;

/// The seals of the endings that were last committed, in the order of the dice.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seals(Vec<Hash>);

impl Seals {
    /// Takes in a telling; says whether the ending that it tells, if it tells one, is the one that was sealed.
    pub(crate) fn check(&mut self, theme: &Theme, telling: &Telling) -> Option<String> {
        if telling.dice.iter().any(|die| die.seal.is_some()) {
            self.0 = telling.dice.iter().filter_map(|die| die.seal).collect();
        }
        let told = telling.unsealed.first()?;
        let seal = *self.0.get(told.die)?;
        let signs = theme.signs();
        let word = if told.seal() == seal { says::seal(signs.done) } else { says::BROKEN_SEAL.to_owned() };
        Some(format!("{word} {}", short(seal, signs.more)))
    }
}

/// The first four and the last two digits of a hash.
pub(crate) fn short(hash: Hash, more: &str) -> String {
    let digits = hash.to_string();
    format!(
        "{}{more}{}",
        digits.get(..4).unwrap_or_default(),
        digits.get(digits.len() - 2..).unwrap_or_default()
    )
}

#[cfg(test)]
mod tests {
    use protocol::Unsealed;
    use protocol::board::Die;

    use super::*;

    #[test]
    fn an_ending_is_held_against_its_seal() {
        let die = Die {
            value: 4,
            worth: String::new(),
            note: String::new(),
            seal: Some(Hash::of(b"00ffThe lamp goes out.")),
        };
        let seal = die.seal.expect("a seal");
        let commit = Telling::host("A die.").dice(vec![die]);
        let spent = |words: &str| {
            let told = Unsealed { die: 0, salt: "00ff".to_owned(), words: words.to_owned() };
            Telling::host(words).unsealed(vec![told])
        };
        let mut seals = Seals::default();
        let (theme, ascii) = (Theme::default(), Theme { ascii: true, ..Theme::default() });
        assert_eq!(seals.check(&theme, &commit), None);
        let right = seals.check(&theme, &spent("The lamp goes out."));
        assert_eq!(right, Some(format!("✓ seal {}", short(seal, "…"))));
        let wrong = seals.check(&ascii, &spent("The lamp goes on.")).expect("a word on it");
        assert!(wrong.starts_with("BROKEN SEAL") && wrong.is_ascii(), "{wrong}");
    }
}
