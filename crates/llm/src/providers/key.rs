//! Keys of providers.

use std::fmt;

use hyper::header::HeaderValue;

use crate::CallFault;

/// An API key. It is sent to its provider and shown to nobody: there is no way to print it or to write it down.
#[derive(Clone)]
pub struct Key(String);

impl Key {
    /// This key, without the white space that a file or a variable has round it.
    pub fn new(key: String) -> Key {
        Key(key.trim().to_owned())
    }

    /// The key itself, for a header and for nothing else.
    pub(crate) fn expose(&self) -> &str {
        &self.0
    }

    /// A header with the key in it, after these words.
    pub(super) fn header(&self, before: &str) -> Result<HeaderValue, CallFault> {
        let mut value = HeaderValue::from_str(&format!("{before}{}", self.expose())).map_err(|_| {
            CallFault::Denied { why: "the key holds characters that no key has; write it again".into() }
        })?;
        value.set_sensitive(true);
        Ok(value)
    }

    /// A text of a provider without the key, should it be in there.
    pub(super) fn remove_from(&self, text: &str) -> String {
        if self.0.is_empty() { text.to_owned() } else { text.replace(&self.0, "[key]") }
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_not_shown() {
        let key = Key::new(" sk-secret\n".into());
        assert_eq!(format!("{key:?}"), "Key");
        assert_eq!(key.remove_from("no sk-secret here"), "no [key] here");
        let header = key.header("Bearer ").expect("a legal header");
        assert_eq!(header.as_bytes(), b"Bearer sk-secret");
        assert!(!format!("{header:?}").contains("secret"));
    }

    #[test]
    fn a_key_that_cannot_be_sent_is_denied() {
        let fault = Key::new("sk\nsecret".into()).header("").expect_err("a line break");
        assert!(matches!(&fault, CallFault::Denied { why } if !why.contains("secret")));
    }
}
