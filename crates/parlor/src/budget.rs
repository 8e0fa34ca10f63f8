//! `--budget`: how much the models of a table may use.

use engine::Budget;

use crate::exit::Failure;

/// Reads `0.50usd`, `$0.50`, `200000tokens`, or two of them with a comma between.
pub(crate) fn read(text: &str) -> Result<Budget, Failure> {
    let wrong = |part: &str, why: &str| {
        Failure::usage(
            format!("--budget {part:?}: {why}"),
            "write --budget 0.50usd, --budget $0.50, --budget 200000tokens, or both: 0.50usd,200000tokens",
        )
    };
    let mut budget = Budget::default();
    for part in text.split(',') {
        let amount = part.trim().to_ascii_lowercase();
        let twice = if let Some(tokens) = amount.strip_suffix("tokens") {
            let digits = tokens.trim().replace('_', "");
            let tokens =
                digits.parse().map_err(|_| wrong(part, "it is no number of tokens, such as 200000tokens"))?;
            budget.tokens.replace(tokens).is_some()
        } else if amount.starts_with('$') || amount.ends_with("usd") {
            let sum = amount.trim_end_matches("usd").trim();
            let sum = llm::nanos(sum).map_err(|_| wrong(part, "it is no sum of dollars, such as 0.50usd"))?;
            budget.cost.replace(sum).is_some()
        } else {
            return Err(wrong(part, "it is neither dollars nor tokens"));
        };
        if twice {
            return Err(wrong(text, "one of them is there twice"));
        }
    }
    Ok(budget)
}

/// A budget in words.
pub(crate) fn words(budget: Budget) -> String {
    let money = budget.cost.map(llm::dollars);
    let tokens = budget.tokens.map(|tokens| format!("{} tokens", crate::text::grouped(tokens)));
    money.into_iter().chain(tokens).collect::<Vec<_>>().join(" and ")
}

#[cfg(test)]
mod tests {
    use engine::Nanos;

    use super::*;

    #[test]
    fn dollars_and_tokens_are_read_exactly() {
        let budget = |tokens, cost: Option<u64>| Budget { tokens, cost: cost.map(Nanos) };
        for (text, expected) in [
            ("0.50usd", budget(None, Some(500_000_000))),
            ("$0.50", budget(None, Some(500_000_000))),
            ("$2 USD", budget(None, Some(2_000_000_000))),
            ("200000tokens", budget(Some(200_000), None)),
            ("200_000 tokens", budget(Some(200_000), None)),
            ("0tokens", budget(Some(0), None)),
            ("1usd, 5tokens", budget(Some(5), Some(1_000_000_000))),
        ] {
            assert_eq!(read(text).expect(text), expected, "{text}");
        }
        assert_eq!(words(budget(Some(200_000), Some(500_000_000))), "$0.50 and 200,000 tokens");
    }

    #[test]
    fn what_is_no_amount_is_refused_with_the_forms() {
        for text in [
            "",
            "5",
            "-1usd",
            "1eur",
            "usd",
            "tokens",
            "1.5tokens",
            "$",
            "1usd,2usd",
            "1usd,",
            "1e3usd",
            "$1$",
        ] {
            let failure = read(text).expect_err(text).to_string();
            assert!(failure.contains("0.50usd,200000tokens"), "{text}: {failure}");
        }
    }
}
