//! Small things for plain text: words cut short, figures to read, a little paint.

use engine::{Colour, Hash, Nanos, PhaseCard};
use tui::{ColourMode, Theme};

/// At most so many characters, with a mark if something was left out.
pub(crate) fn short(text: &str, chars_max: usize) -> String {
    if text.chars().count() <= chars_max {
        return text.to_owned();
    }
    text.chars().take(chars_max.saturating_sub(1)).chain(['…']).collect()
}

/// A number with a comma before every third digit from the right.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Dollars to a hundredth of a cent. What is less and not nothing is said to be less.
pub(crate) fn money(sum: Nanos) -> String {
    const STEP: u64 = 100_000;
    match sum.0 {
        0 => "$0".to_owned(),
        1..STEP => "<$0.0001".to_owned(),
        nanos => {
            let steps = nanos.saturating_add(STEP / 2) / STEP;
            format!("${}.{:04}", grouped(steps / 10_000), steps % 10_000)
        }
    }
}

/// The beginning of a hash.
pub(crate) fn short_hash(hash: Hash) -> String {
    hash.to_string().chars().take(12).collect()
}

/// The sign of a phase.
pub(crate) fn sign(theme: Theme, card: &PhaseCard) -> &'static str {
    if theme.ascii { card.sign.1 } else { card.sign.0 }
}

/// Words in a colour, where there is colour.
pub(crate) fn paint(theme: Theme, colour: Colour, words: &str) -> String {
    let [r, g, b] = if theme.light { colour.on_light() } else { colour.on_dark() };
    match theme.colour {
        ColourMode::None => words.to_owned(),
        ColourMode::TrueColor => format!("\x1b[1;38;2;{r};{g};{b}m{words}\x1b[0m"),
        ColourMode::Ansi16 | ColourMode::Ansi256 => format!("\x1b[1m{words}\x1b[0m"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_and_money_is_rounded_to_what_can_be_read() {
        let grouped: Vec<String> = [0, 999, 1_000, 1_234_567].map(grouped).to_vec();
        assert_eq!(grouped, ["0", "999", "1,000", "1,234,567"]);
        let sums = [0, 1, 99_999, 100_000, 123_456_789, 1_999_960_000, 1_234_567_800_000];
        let sums: Vec<String> = sums.map(|sum| money(Nanos(sum))).to_vec();
        assert_eq!(sums, ["$0", "<$0.0001", "<$0.0001", "$0.0001", "$0.1235", "$2.0000", "$1,234.5678"]);
    }

    #[test]
    fn what_is_cut_is_marked() {
        assert_eq!(short("abcdef", 4), "abc…");
        assert_eq!(short("abcd", 4), "abcd");
    }
}
