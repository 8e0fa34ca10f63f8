//! Where a request goes.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use hyper::Uri;
use hyper::header::HeaderValue;
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

use crate::CallFault;

const NO_ADDRESS: &str = "the base URL is no address of the kind https://host/path";
const NOT_ASCII: &str =
    "the host of the base URL has letters that no address has: write it in punycode (xn--…)";

/// What may not be in an address as it is.
const STRANGE: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'`').add(b'{').add(b'}');
/// What would end a name between two slashes, besides.
const ENDS: &AsciiSet = &STRANGE.add(b'#').add(b'?').add(b'/').add(b'\\').add(b'%');

/// Where a request goes.
#[derive(Debug)]
pub(super) struct Address {
    /// Without a user and a password: a proxy is told all of it.
    pub(super) uri: Uri,
    /// The user and the password, as a header.
    pub(super) basic: Option<HeaderValue>,
}

/// An address under a base. What a base holds besides an address is in no error.
pub(super) fn address(base: &str, path: &str) -> Result<Address, CallFault> {
    parsed(base.trim().trim_end_matches('/'), path).map_err(|why| CallFault::Denied { why: why.into() })
}

fn parsed(base: &str, path: &str) -> Result<Address, &'static str> {
    let (scheme, rest) = base.split_once("://").ok_or(NO_ADDRESS)?;
    let known = ["http", "https"].into_iter().find(|known| known.eq_ignore_ascii_case(scheme));
    let scheme = known.ok_or(NO_ADDRESS)?;
    let (authority, under) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    // A path has no place behind a query.
    if !path.is_empty() && under.contains(['?', '#']) {
        return Err(NO_ADDRESS);
    }
    let (user, place) = authority.rsplit_once('@').map_or(("", authority), |(user, place)| (user, place));
    if !place.is_ascii() {
        return Err(NOT_ASCII);
    }
    let under = under.split('#').next().unwrap_or_default();
    let under = utf8_percent_encode(under, STRANGE);
    let uri: Uri = format!("{scheme}://{place}{under}{path}").parse().map_err(|_| NO_ADDRESS)?;
    // A port that is none would be left out without a word.
    let whole = uri.port_u16().is_some() || uri.host() == Some(place);
    if !whole || !uri.host().is_some_and(is_host) {
        return Err(NO_ADDRESS);
    }
    Ok(Address { uri, basic: basic(user).map_err(|_| NO_ADDRESS)? })
}

/// Is it a name, or a whole IP address? What looks like half of one, `127.1`, leads somewhere all the same.
fn is_host(host: &str) -> bool {
    if let Some(inner) = host.strip_prefix('[') {
        return inner.strip_suffix(']').is_some_and(|inner| inner.parse::<Ipv6Addr>().is_ok());
    }
    let last = host.trim_end_matches('.').rsplit('.').next().unwrap_or_default();
    let is_number =
        last.bytes().all(|byte| byte.is_ascii_digit()) || last.to_ascii_lowercase().starts_with("0x");
    !is_number || host.parse::<Ipv4Addr>().is_ok()
}

/// The header of `user:password`, if there is either.
fn basic(user: &str) -> Result<Option<HeaderValue>, hyper::http::Error> {
    let (name, password) = user.split_once(':').unwrap_or((user, ""));
    if name.is_empty() && password.is_empty() {
        return Ok(None);
    }
    let pair: Vec<u8> = percent_decode_str(name).chain([b':']).chain(percent_decode_str(password)).collect();
    let mut value = HeaderValue::try_from(format!("Basic {}", BASE64_STANDARD.encode(pair)))?;
    value.set_sensitive(true);
    Ok(Some(value))
}

/// A name as a part of a path, whatever is in it.
pub(super) fn segment(name: &str) -> String {
    utf8_percent_encode(name, ENDS).to_string()
}

/// Is it on this machine?
pub(super) fn is_near(uri: &Uri) -> bool {
    let host = uri.host().unwrap_or_default();
    let address: Option<IpAddr> = host.trim_start_matches('[').trim_end_matches(']').parse().ok();
    host.eq_ignore_ascii_case("localhost") || address.is_some_and(|address| address.is_loopback())
}

/// Host and port, for errors: never a user, a password or a query.
pub(super) fn place(uri: &Uri) -> String {
    let host = uri.host().unwrap_or("?");
    uri.port_u16().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_near() {
        let near = |url: &str| is_near(&address(url, "/v1").expect("an address").uri);
        assert!(near("http://127.0.0.1:8080"));
        assert!(near("http://LOCALHOST"));
        assert!(near("http://[::1]:9/x"));
        assert!(!near("https://api.example.com"));
        assert!(!near("http://192.168.0.2"));
    }

    #[test]
    fn a_base_is_an_address_or_an_error_that_does_not_repeat_it() {
        let good = [
            (" http://a:1/v1/ ", "http://a:1/v1/x"),
            ("HTTPS://a", "https://a/x"),
            ("http://a/my models/ä", "http://a/my%20models/%C3%A4/x"),
            ("http://a/half%20done", "http://a/half%20done/x"),
        ];
        for (base, whole) in good {
            assert_eq!(address(base, "/x").expect(base).uri.to_string(), whole);
        }
        let bad = [
            "",
            "secret@host",
            "ftp://secret@host",
            "https://",
            "https://secret@",
            "https:///secret",
            "file:///secret",
            "http://secret host",
            "http://secret:99999",
            "http://secret:",
            "http://host?key=secret",
            "http://host/v1#secret",
            "http://[secret]",
            "http://127.1",
            "http://0x7f.0X1",
            "http://2130706433",
        ];
        for base in bad {
            let fault = address(base, "/x").expect_err(base);
            assert!(matches!(&fault, CallFault::Denied { why } if why == NO_ADDRESS), "{base}: {fault}");
        }
        let fault = address("https://secret@bücher.example", "/x").expect_err("no ASCII");
        assert!(matches!(&fault, CallFault::Denied { why } if why == NOT_ASCII), "{fault}");
    }

    #[test]
    fn a_whole_address_keeps_its_query() {
        let uri = address("https://host/a.png?ex=1&hm=2#top", "").expect("an address").uri;
        assert_eq!(uri.to_string(), "https://host/a.png?ex=1&hm=2");
    }

    #[test]
    fn a_place_has_no_secret() {
        let address = address("http://user:secret@host:81", "/x?key=secret").expect("an address");
        assert_eq!(place(&address.uri), "host:81");
    }

    #[test]
    fn a_user_and_a_password_become_a_header() {
        let basic = |base: &str| address(base, "/x").expect(base).basic;
        let header = basic("http://me:se%3Acret@host").expect("a header");
        assert_eq!(header.as_bytes(), format!("Basic {}", BASE64_STANDARD.encode("me:se:cret")).as_bytes());
        assert!(header.is_sensitive());
        assert_eq!(basic("http://me@host").expect("a header"), "Basic bWU6");
        assert_eq!(basic("http://host"), None);
        assert_eq!(address("http://me:secret@host", "/x").expect("it").uri.to_string(), "http://host/x");
    }

    #[test]
    fn a_name_stays_between_its_slashes() {
        assert_eq!(segment("no/such model?"), "no%2Fsuch%20model%3F");
        assert_eq!(segment("gemini-2.5:x%"), "gemini-2.5:x%25");
    }
}
