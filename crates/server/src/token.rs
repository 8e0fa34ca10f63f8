//! Tokens: 256 bits of chance. Whoever has one has a right; what is kept of it is a hash.

use std::fmt;

use engine::Hash;

/// A token, as it is handed to whoever it is for.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A new one.
    pub fn fresh() -> Result<Token, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Token(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// The token that a text is, if it has the shape of one.
    pub fn read(text: &str) -> Option<Token> {
        let fits = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        fits.then(|| Token(text.to_ascii_lowercase()))
    }

    /// What is kept of it.
    pub fn hash(&self) -> Hash {
        Hash::of(self.0.as_bytes())
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A token is a secret: no log and no error tells it.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_are_read_again_but_not_told() {
        let (one, two) = (Token::fresh().expect("chance"), Token::fresh().expect("chance"));
        assert_ne!(one, two);
        assert_eq!(Token::read(one.as_str()), Some(one.clone()));
        assert_eq!(Token::read("abc"), None);
        assert_eq!(Token::read(&"g".repeat(64)), None);
        assert!(!format!("{one:?}").contains(one.as_str()));
    }
}
