//! Money as people write it, and back, without a rounding error.

use engine::Nanos;

/// Digits behind the point of a dollar: billionths.
const DIGITS: usize = 9;

/// Reads dollars such as `12`, `0.075` or `$1.50`, exactly. The error says what would be right.
pub fn nanos(text: &str) -> Result<Nanos, String> {
    let wanted =
        || format!("{text:?} is no sum of dollars; write it as 1.50, with at most 9 digits behind the point");
    let sum = text.strip_prefix('$').unwrap_or(text);
    let (whole, part) = sum.split_once('.').unwrap_or((sum, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(part) || part.len() > DIGITS {
        return Err(wanted());
    }
    // The point goes behind the ninth digit, and what is left is a whole number.
    format!("{whole}{part:0<DIGITS$}").parse().map(Nanos).map_err(|_| wanted())
}

/// Writes dollars, exactly, with two digits behind the point or as many as there are.
pub fn dollars(sum: Nanos) -> String {
    let digits = format!("{:0>1$}", sum.0, DIGITS + 1);
    let (whole, part) = digits.split_at(digits.len() - DIGITS);
    let part = part.trim_end_matches('0');
    format!("${whole}.{part:0<2}")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn sums_are_exact() {
        let cases = [
            ("0.075", 75_000_000, "$0.075"),
            ("1.50", 1_500_000_000, "$1.50"),
            ("$3", 3_000_000_000, "$3.00"),
            ("0.1", 100_000_000, "$0.10"),
            ("0.000000001", 1, "$0.000000001"),
            ("18446744073.709551615", u64::MAX, "$18446744073.709551615"),
            ("007.0", 7_000_000_000, "$7.00"),
        ];
        for (text, sum, shown) in cases {
            assert_eq!(nanos(text), Ok(Nanos(sum)), "{text}");
            assert_eq!(dollars(Nanos(sum)), shown);
        }
    }

    #[test]
    fn what_is_no_sum_is_refused() {
        for text in [
            "",
            "-1",
            "+1",
            "1.",
            ".5",
            "1e3",
            "1,50",
            "1.5.0",
            "0.0000000001",
            "18446744073.709551616",
            "$",
            " 1",
        ] {
            assert!(nanos(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn every_sum_is_read_as_it_was_written(sum in any::<u64>()) {
            prop_assert_eq!(nanos(&dollars(Nanos(sum))), Ok(Nanos(sum)));
        }
    }
}
