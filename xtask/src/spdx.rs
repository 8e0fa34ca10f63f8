//! Licence expressions: names with `AND`, `OR`, `WITH` and parentheses, and the old `MIT/Apache-2.0`.

/// A licence expression.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Expression {
    /// One licence, with its exception if it has one: `Apache-2.0 WITH LLVM-exception`.
    One(String),
    All(Vec<Expression>),
    Any(Vec<Expression>),
}

impl Expression {
    /// Reads an expression.
    pub(crate) fn parse(text: &str) -> Result<Expression, String> {
        let spaced = text.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
        let words: Vec<&str> = spaced.split_whitespace().collect();
        let mut rest = &words[..];
        let out = any(&mut rest).map_err(|why| format!("`{text}`: {why}"))?;
        match rest.first() {
            None => Ok(out),
            Some(word) => Err(format!("`{text}`: `{word}` was not expected there")),
        }
    }

    /// Can the terms be met with licences that are all allowed?
    pub(crate) fn allowed(&self, may: &dyn Fn(&str) -> bool) -> bool {
        match self {
            Expression::One(name) => may(name),
            Expression::All(parts) => parts.iter().all(|part| part.allowed(may)),
            Expression::Any(parts) => parts.iter().any(|part| part.allowed(may)),
        }
    }
}

fn any(rest: &mut &[&str]) -> Result<Expression, String> {
    list(rest, "OR", all, Expression::Any)
}

/// `AND` binds more tightly than `OR`.
fn all(rest: &mut &[&str]) -> Result<Expression, String> {
    list(rest, "AND", one, Expression::All)
}

fn list(
    rest: &mut &[&str],
    between: &str,
    part: fn(&mut &[&str]) -> Result<Expression, String>,
    join: fn(Vec<Expression>) -> Expression,
) -> Result<Expression, String> {
    let first = part(rest)?;
    let mut parts = vec![first];
    while let [word, after @ ..] = *rest
        && word == &between
    {
        *rest = after;
        parts.push(part(rest)?);
    }
    match parts.len() {
        1 => parts.pop().ok_or_else(|| "there is nothing".into()),
        _ => Ok(join(parts)),
    }
}

fn one(rest: &mut &[&str]) -> Result<Expression, String> {
    match *rest {
        ["(", after @ ..] => {
            *rest = after;
            let inner = any(rest)?;
            match *rest {
                [")", after @ ..] => {
                    *rest = after;
                    Ok(inner)
                }
                _ => Err("a parenthesis is not closed".into()),
            }
        }
        [name, "WITH", exception, after @ ..] if is_name(name) && is_name(exception) => {
            *rest = after;
            Ok(Expression::One(format!("{name} WITH {exception}")))
        }
        [name, after @ ..] if is_name(name) => {
            *rest = after;
            Ok(Expression::One(name.to_string()))
        }
        [word, ..] => Err(format!("`{word}` stands where a licence should")),
        [] => Err("it ends where a licence should stand".into()),
    }
}

fn is_name(word: &str) -> bool {
    !["AND", "OR", "WITH"].contains(&word)
        && word.chars().all(|c| c.is_ascii_alphanumeric() || "-.+:".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(text: &str) -> Option<bool> {
        let may = |name: &str| ["MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "ISC"].contains(&name);
        Expression::parse(text).ok().map(|expression| expression.allowed(&may))
    }

    #[test]
    fn one_of_several_is_enough_for_or() {
        assert_eq!(allowed("MIT"), Some(true));
        assert_eq!(allowed("GPL-3.0-only"), Some(false));
        assert_eq!(allowed("GPL-3.0-only OR MIT"), Some(true));
        assert_eq!(allowed("GPL-3.0-only/MIT"), Some(true));
        assert_eq!(allowed("MIT / Apache-2.0"), Some(true));
    }

    #[test]
    fn and_needs_every_part_and_binds_first() {
        assert_eq!(allowed("MIT AND GPL-3.0-only"), Some(false));
        assert_eq!(allowed("MIT OR GPL-3.0-only AND ISC"), Some(true));
        assert_eq!(allowed("(MIT OR GPL-3.0-only) AND Unicode-3.0"), Some(false));
        assert_eq!(allowed("(MIT OR Apache-2.0) AND ISC"), Some(true));
    }

    #[test]
    fn an_exception_belongs_to_its_licence() {
        assert_eq!(allowed("Apache-2.0 WITH LLVM-exception OR X"), Some(true));
        assert_eq!(allowed("MIT WITH LLVM-exception"), Some(false));
        assert_eq!(allowed("Apache-2.0+"), Some(false));
    }

    #[test]
    fn nonsense_is_an_error() {
        for text in ["", "MIT OR", "MIT Apache-2.0", "(MIT", "MIT)", "AND MIT", "MIT WITH", "M,IT"] {
            assert_eq!(allowed(text), None, "{text}");
        }
    }
}
