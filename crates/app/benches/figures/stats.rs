//! The little statistics that figures need: a median with its spread, and numbers that people can read.

/// What several rounds of one measurement came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spread {
    pub(crate) median: f64,
    pub(crate) min: f64,
    pub(crate) max: f64,
}

impl Spread {
    /// Of at least one round.
    pub(crate) fn of(rounds: &[f64]) -> Spread {
        let sorted = sorted(rounds);
        Spread { median: quantile(&sorted, 0.5), min: sorted[0], max: sorted[sorted.len() - 1] }
    }

    /// Of rounds that are measured one after the other.
    pub(crate) fn over(rounds: usize, mut round: impl FnMut() -> f64) -> Spread {
        Spread::of(&(0..rounds).map(|_| round()).collect::<Vec<_>>())
    }
}

/// The median.
pub(crate) fn median(rounds: &[f64]) -> f64 {
    quantile(&sorted(rounds), 0.5)
}

/// The value that a share of a sorted list lies below, between neighbours in proportion.
pub(crate) fn quantile(sorted: &[f64], share: f64) -> f64 {
    assert!(!sorted.is_empty(), "no figure without a round");
    let place = share * (sorted.len() - 1) as f64;
    let (low, high) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    low + (high - low) * place.fract()
}

/// In rising order.
pub(crate) fn sorted(rounds: &[f64]) -> Vec<f64> {
    let mut sorted = rounds.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

/// A number with as many digits as it deserves: `1,234,567`, `12.3`, `0.471`.
pub(crate) fn readable(number: f64) -> String {
    match number.abs() {
        size if size >= 1_000.0 => thousands(number),
        size if size >= 100.0 => format!("{number:.0}"),
        size if size >= 10.0 => format!("{number:.1}"),
        size if size >= 1.0 => format!("{number:.2}"),
        _ => format!("{number:.3}"),
    }
}

fn thousands(number: f64) -> String {
    let digits = format!("{:.0}", number.abs());
    let mut out = if number < 0.0 { "-".to_owned() } else { String::new() };
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
#[allow(
    unused_imports,
    reason = "the bench has no harness, and so leaves out the tests and not their imports"
)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_an_even_number_of_rounds_lies_between_the_middle_two() {
        assert_eq!(median(&[4.0, 1.0, 3.0, 2.0]), 2.5);
        assert_eq!(median(&[9.0]), 9.0);
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
    }

    #[test]
    fn one_bad_round_moves_the_spread_and_not_the_median() {
        let mut rounds = [10.0, 11.0, 1_000.0, 10.5, 10.2].into_iter();
        let spread = Spread::over(5, || rounds.next().unwrap());
        assert_eq!(spread, Spread { median: 10.5, min: 10.0, max: 1_000.0 });
    }

    #[test]
    fn quantiles_are_taken_in_proportion() {
        let hundred: Vec<f64> = (0..=100).map(f64::from).collect();
        assert_eq!(quantile(&hundred, 0.99), 99.0);
        assert_eq!(quantile(&sorted(&[30.0, 10.0]), 0.25), 15.0);
    }

    #[test]
    fn numbers_are_readable() {
        let cases = [
            (1_234_567.8, "1,234,568"),
            (-12_345.0, "-12,345"),
            (999.6, "1000"),
            (123.4, "123"),
            (12.34, "12.3"),
        ];
        for (number, text) in cases {
            assert_eq!(readable(number), text);
        }
        assert_eq!((readable(1.236), readable(0.4711)), ("1.24".to_owned(), "0.471".to_owned()));
    }
}
