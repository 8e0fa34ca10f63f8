//! `--model`: which model sits where.

use std::ops::Range;

use crate::exit::Failure;

/// A seat that is given to a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Given {
    /// Which model.
    pub(crate) spec: String,
    /// Was the seat named by its number, or with `all`? If not, it is the model's unless the person has it.
    pub(crate) by_number: bool,
}

/// What each of so many seats is given. A model without seats is for those of `alone`, which is the leader's seat where there
/// is one. What is said later counts.
pub(crate) fn read(
    flags: &[String],
    count: usize,
    alone: Range<usize>,
    leader: Option<&str>,
) -> Result<Vec<Option<Given>>, Failure> {
    let todo = format!(
        "write --model 2=openai:gpt-5-mini for one seat, --model 2-10=ollama:llama3.2 for several, --model all=SPEC for all; \
         --model SPEC alone is for {}",
        leader.unwrap_or("every seat but yours")
    );
    let mut given = vec![None; count];
    for flag in flags {
        let (seats, spec) = split(flag);
        if spec.trim().is_empty() {
            return Err(Failure::usage(format!("--model {flag}: there is no model in it"), &todo));
        }
        let chairs = match seats {
            Some(seats) => {
                chairs(seats, count).map_err(|why| Failure::usage(format!("--model {flag}: {why}"), &todo))?
            }
            None => alone.clone().collect(),
        };
        for chair in chairs {
            given[chair] = Some(Given { spec: spec.trim().to_owned(), by_number: seats.is_some() });
        }
    }
    Ok(given)
}

/// `SEATS=SPEC` or `SPEC`: what comes before an `=` names seats, unless it has a `:`, which every spec has before
/// its options.
fn split(flag: &str) -> (Option<&str>, &str) {
    match flag.split_once('=') {
        Some((seats, spec)) if !seats.contains(':') => (Some(seats), spec),
        _ => (None, flag),
    }
}

/// The positions that `all`, `3`, `2-10` or `3,5-7` name.
fn chairs(text: &str, count: usize) -> Result<Vec<usize>, String> {
    if text.trim().eq_ignore_ascii_case("all") {
        return Ok((0..count).collect());
    }
    let number = |text: &str| {
        let number: usize = text
            .trim()
            .parse()
            .map_err(|_| format!("{:?} is no seat: they are numbered 1 to {count}", text.trim()))?;
        match number {
            1.. if number <= count => Ok(number),
            _ => Err(format!("there is no seat {number}: this table has 1 to {count}")),
        }
    };
    let mut chairs = Vec::new();
    for part in text.split(',') {
        let (first, last) = match part.split_once('-') {
            Some((first, last)) => (number(first)?, number(last)?),
            None => (number(part)?, number(part)?),
        };
        if first > last {
            return Err(format!("{first}-{last} runs backwards: write {last}-{first}"));
        }
        chairs.extend(first - 1..last);
    }
    Ok(chairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What each seat is given, one word a seat; those that only the person could keep have a question mark.
    fn check(flags: &[&str], expected: &str) {
        let flags: Vec<String> = flags.iter().map(|flag| (*flag).to_owned()).collect();
        let words: Vec<String> = read(&flags, 5, 0..5, None)
            .expect("a good flag")
            .into_iter()
            .map(|given| match given {
                None => "-".to_owned(),
                Some(Given { spec, by_number: true }) => spec,
                Some(Given { spec, by_number: false }) => spec + "?",
            })
            .collect();
        assert_eq!(words.join(" "), expected, "{flags:?}");
    }

    #[test]
    fn seats_are_named_by_number_by_range_or_all_and_the_last_word_counts() {
        check(&[], "- - - - -");
        check(&["2-5=a:b"], "- a:b a:b a:b a:b");
        check(&["1,3-4=a:b"], "a:b - a:b a:b -");
        check(&[" 2 - 3 = a:b"], "- a:b a:b - -");
        check(&["all=a:b", "3=c:d"], "a:b a:b c:d a:b a:b");
        check(&["3=c:d", "ALL=a:b"], "a:b a:b a:b a:b a:b");
        check(&["a:b"], "a:b? a:b? a:b? a:b? a:b?");
        check(
            &["a:b@seed=1", "2=c:d@seed=2@top_p=1"],
            "a:b@seed=1? c:d@seed=2@top_p=1 a:b@seed=1? a:b@seed=1? a:b@seed=1?",
        );
    }

    #[test]
    fn what_names_no_seat_is_refused_in_words() {
        for (flag, words) in [
            ("6=a:b", "there is no seat 6: this table has 1 to 5"),
            ("0=a:b", "there is no seat 0"),
            ("2-9=a:b", "there is no seat 9"),
            ("4-2=a:b", "4-2 runs backwards: write 2-4"),
            ("two=a:b", "\"two\" is no seat"),
            ("=a:b", "\"\" is no seat"),
            ("1,=a:b", "\"\" is no seat"),
            ("-2=a:b", "\"\" is no seat"),
            ("1-2-3=a:b", "\"2-3\" is no seat"),
            ("3=", "there is no model in it"),
            ("", "there is no model in it"),
        ] {
            let failure = read(&[flag.to_owned()], 5, 0..5, None).expect_err(flag);
            assert!(failure.what().contains(words), "{flag}: {}", failure.what());
        }
    }
}
