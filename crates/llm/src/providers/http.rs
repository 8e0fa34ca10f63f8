//! The one HTTP client, and what can go wrong with it.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder, Response, Url};
use rustls::crypto::ring;
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt;

use crate::Fault;

/// How long a connection may take to be made.
const CONNECT_TIME: Duration = Duration::from_secs(10);

/// One HTTP client for all providers. A clone shares the connections.
#[derive(Clone, Debug)]
pub struct Http {
    /// For this machine: never by way of a proxy.
    near: Client,
    /// For the rest of the world: by way of the proxy that the environment names, if it names one.
    far: Client,
    /// Whether this machine has certificates to trust.
    trusts: bool,
}

impl Http {
    /// Makes it ready; nothing is sent.
    pub fn new() -> Result<Http, String> {
        let (tls, trusts) = tls()?;
        let build = |builder: ClientBuilder| {
            builder
                .tls_backend_preconfigured(tls.clone())
                .connect_timeout(CONNECT_TIME)
                // A key must not follow a redirect to another host.
                .redirect(Policy::none())
                .user_agent(concat!("parlor/", env!("CARGO_PKG_VERSION")))
                .build()
                .map_err(|error| format!("there is no HTTP client: {}", root(&error)))
        };
        Ok(Http { near: build(Client::builder().no_proxy())?, far: build(Client::builder())?, trusts })
    }

    /// Has this machine certificates to trust? Without them, nobody can be reached by TLS.
    pub fn trusts(&self) -> bool {
        self.trusts
    }

    /// Sends JSON and gives the beginning of the answer, whatever its status.
    pub(super) async fn post(
        &self,
        url: Url,
        mut headers: HeaderMap,
        json: Vec<u8>,
    ) -> Result<Response, Fault> {
        let client = self.client(&url)?;
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(ACCEPT, HeaderValue::from_static("text/event-stream"));
        let place = place(&url);
        client.post(url).headers(headers).body(json).send().await.map_err(|error| unreachable(&place, &error))
    }

    /// Fetches, and gives the beginning of the answer, whatever its status.
    pub(super) async fn get(&self, url: Url, headers: HeaderMap) -> Result<Response, Fault> {
        let client = self.client(&url)?;
        let place = place(&url);
        client.get(url).headers(headers).send().await.map_err(|error| unreachable(&place, &error))
    }

    /// Fetches a file, if it is no longer than that.
    pub async fn fetch(&self, url: &str, bytes_max: usize) -> Result<Vec<u8>, Fault> {
        let url = address(url, "")?;
        let place = place(&url);
        let response = self.get(url, HeaderMap::new()).await?;
        match response.status() {
            status if status.is_success() => Body::of(response, bytes_max).all().await,
            status => Err(Fault::Denied { why: format!("{place} answers {status}") }),
        }
    }

    fn client(&self, url: &Url) -> Result<&Client, Fault> {
        if url.scheme() == "https" && !self.trusts {
            let why = "this machine has no root certificates; install its package of them (ca-certificates)";
            return Err(Fault::Denied { why: why.into() });
        }
        Ok(if is_near(url) { &self.near } else { &self.far })
    }
}

/// TLS by ring, with the certificates that this machine trusts, and whether there are any.
fn tls() -> Result<(ClientConfig, bool), String> {
    let builder = || {
        ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| format!("there is no TLS: {error}"))
    };
    match builder()?.with_platform_verifier() {
        Ok(config) => Ok((config.with_no_client_auth(), true)),
        // A model on this machine needs none.
        Err(_) => {
            let nobody = builder()?.with_root_certificates(RootCertStore::empty());
            Ok((nobody.with_no_client_auth(), false))
        }
    }
}

fn is_near(url: &Url) -> bool {
    match url.host_str() {
        Some(host) => {
            let host = host.trim_start_matches('[').trim_end_matches(']');
            let address: Option<std::net::IpAddr> = host.parse().ok();
            host.eq_ignore_ascii_case("localhost") || address.is_some_and(|address| address.is_loopback())
        }
        None => false,
    }
}

/// An address under a base. What a base holds besides an address is in no error.
pub(super) fn address(base: &str, path: &str) -> Result<Url, Fault> {
    let base = base.trim().trim_end_matches('/');
    // First by itself: of a base without a host, the path would become the host.
    let whole = Url::parse(base).and_then(|_| Url::parse(&format!("{base}{path}")));
    match whole {
        Ok(url) if matches!(url.scheme(), "http" | "https") && url.has_host() => Ok(url),
        _ => Err(Fault::Denied { why: "the base URL is no address of the kind https://host/path".into() }),
    }
}

/// Host and port, for errors: never a user, a password or a query.
fn place(url: &Url) -> String {
    let host = url.host_str().unwrap_or("?");
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

fn unreachable(place: &str, error: &reqwest::Error) -> Fault {
    let what = if error.is_connect() { "no connection to" } else { "the connection broke:" };
    Fault::Unreachable { why: format!("{what} {place}: {}", root(error)) }
}

/// The innermost reason of an error: the outer ones name the whole URL.
fn root(error: &dyn Error) -> String {
    let mut inner = error;
    while let Some(source) = inner.source() {
        inner = source;
    }
    match error.source() {
        Some(_) => inner.to_string(),
        None => "the request failed".into(),
    }
}

/// The body of an answer, read up to a limit.
pub(super) struct Body {
    response: Response,
    left: usize,
}

impl Body {
    /// No more than so many bytes of it.
    pub(super) fn of(response: Response, max: usize) -> Body {
        Body { response, left: max }
    }

    /// The next bytes; none at a proper end.
    pub(super) async fn more(&mut self) -> Result<Option<impl AsRef<[u8]> + use<>>, Fault> {
        let bytes =
            self.response.chunk().await.map_err(|error| Fault::Unreachable {
                why: format!("the answer broke off: {}", root(&error)),
            })?;
        let length = bytes.as_ref().map_or(0, |bytes| bytes.len());
        self.left = self
            .left
            .checked_sub(length)
            .ok_or_else(|| Fault::Malformed { why: "it is longer than it may be".into() })?;
        Ok(bytes)
    }

    /// All of it.
    pub(super) async fn all(mut self) -> Result<Vec<u8>, Fault> {
        let mut all = Vec::new();
        while let Some(bytes) = self.more().await? {
            all.extend_from_slice(bytes.as_ref());
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_near() {
        let near = |url: &str| is_near(&address(url, "/v1").expect("an address"));
        assert!(near("http://127.0.0.1:8080"));
        assert!(near("http://LOCALHOST"));
        assert!(near("http://[::1]:9/x"));
        assert!(!near("https://api.example.com"));
        assert!(!near("http://192.168.0.2"));
    }

    #[test]
    fn a_base_is_an_address_or_an_error_that_does_not_repeat_it() {
        assert_eq!(address(" http://a:1/v1/ ", "/x").map(String::from), Ok("http://a:1/v1/x".into()));
        for base in ["", "secret@host", "ftp://secret@host", "https://", "file:///secret"] {
            let fault = address(base, "/x").expect_err(base);
            assert!(matches!(&fault, Fault::Denied { why } if !why.contains("secret")), "{base}: {fault}");
        }
    }

    #[test]
    fn a_place_has_no_secret() {
        let url = address("http://user:secret@host:81", "/x?key=secret").expect("an address");
        assert_eq!(place(&url), "host:81");
    }
}
