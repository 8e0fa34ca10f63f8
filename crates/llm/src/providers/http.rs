//! The one HTTP client, and what can go wrong with it.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt as _, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{
    ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue, PROXY_AUTHORIZATION, USER_AGENT,
};
use hyper::{Method, Request};
use hyper_util::client::legacy::{self, Client};
use hyper_util::rt::{TokioExecutor, TokioTimer};
use rustls::crypto::ring;
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt;

use super::address::{Address, address, is_near, place};
use super::connector::{Connector, OURSELVES, Proxies, root};
use crate::CallFault;

/// How long a connection is kept that nobody uses.
const IDLE_TIME: Duration = Duration::from_secs(90);

/// An answer, of which the body is still to come. A redirect is one as well: a key must not follow it to another host.
pub(super) type Response = hyper::Response<Incoming>;

/// One HTTP client for all providers. A clone shares the connections.
#[derive(Clone, Debug)]
pub struct Http {
    /// For this machine: never by way of a proxy.
    near: Client<Connector, Full<Bytes>>,
    /// For the rest of the world: by way of the proxy that the environment names, if it names one.
    far: Client<Connector, Full<Bytes>>,
    /// Those on the way there, which want to know who asks.
    proxies: Proxies,
    /// Whether this machine has certificates to trust.
    trusts: bool,
}

impl Http {
    /// Makes it ready; nothing is sent.
    pub fn new() -> Result<Http, String> {
        let (tls, trusts) = tls()?;
        let (tls, proxies) = (Arc::new(tls), Proxies::of_environment());
        let client = |proxies: Proxies| {
            Client::builder(TokioExecutor::new())
                .pool_timer(TokioTimer::new())
                .pool_idle_timeout(IDLE_TIME)
                .build(Connector::new(Arc::clone(&tls), proxies))
        };
        Ok(Http { near: client(Proxies::none()), far: client(proxies.clone()), proxies, trusts })
    }

    /// Has this machine certificates to trust? Without them, nobody can be reached by TLS.
    pub fn trusts(&self) -> bool {
        self.trusts
    }

    /// Sends JSON and gives the beginning of the answer, whatever its status.
    pub(super) async fn post(
        &self,
        address: Address,
        mut headers: HeaderMap,
        json: Vec<u8>,
    ) -> Result<Response, CallFault> {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(ACCEPT, HeaderValue::from_static("text/event-stream"));
        self.send(Method::POST, address, headers, json).await
    }

    /// Fetches, and gives the beginning of the answer, whatever its status.
    pub(super) async fn get(&self, address: Address, mut headers: HeaderMap) -> Result<Response, CallFault> {
        headers.insert(ACCEPT, HeaderValue::from_static("*/*"));
        self.send(Method::GET, address, headers, Vec::new()).await
    }

    /// Fetches a file, if it is no longer than that.
    pub async fn fetch(&self, url: &str, bytes_max: usize) -> Result<Vec<u8>, CallFault> {
        let address = address(url, "")?;
        let place = place(&address.uri);
        let response = self.get(address, HeaderMap::new()).await?;
        match response.status() {
            status if status.is_success() => Body::of(response, bytes_max).all().await,
            status => Err(CallFault::Denied { why: format!("{place} answers {status}") }),
        }
    }

    async fn send(
        &self,
        method: Method,
        Address { uri, basic }: Address,
        mut headers: HeaderMap,
        body: Vec<u8>,
    ) -> Result<Response, CallFault> {
        if uri.scheme_str() == Some("https") && !self.trusts {
            let why = "this machine has no root certificates; install its package of them (ca-certificates)";
            return Err(CallFault::Denied { why: why.into() });
        }
        headers.insert(USER_AGENT, OURSELVES);
        if let Some(basic) = basic {
            // A key goes before a password.
            headers.entry(AUTHORIZATION).or_insert(basic);
        }
        let client = if is_near(&uri) {
            &self.near
        } else {
            headers.extend(self.proxies.authorization(&uri).map(|value| (PROXY_AUTHORIZATION, value)));
            &self.far
        };
        let place = place(&uri);
        let mut request = Request::new(Full::from(body));
        *request.method_mut() = method;
        *request.uri_mut() = uri;
        *request.headers_mut() = headers;
        client.request(request).await.map_err(|error| unreachable(&place, &error))
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

fn unreachable(place: &str, error: &legacy::Error) -> CallFault {
    let what = if error.is_connect() { "no connection to" } else { "the connection broke:" };
    let why = error.source().map_or_else(|| "the request failed".into(), root);
    CallFault::Unreachable { why: format!("{what} {place}: {why}") }
}

/// The body of an answer, read up to a limit.
pub(super) struct Body {
    incoming: Incoming,
    left: usize,
}

impl Body {
    /// No more than so many bytes of it.
    pub(super) fn of(response: Response, max: usize) -> Body {
        Body { incoming: response.into_body(), left: max }
    }

    /// The next bytes; none at a proper end.
    pub(super) async fn more(&mut self) -> Result<Option<Bytes>, CallFault> {
        while let Some(frame) = self.incoming.frame().await {
            let frame = frame.map_err(|error| CallFault::Unreachable {
                why: format!("the answer broke off: {}", root(&error)),
            })?;
            // What is no data is a trailer, and nobody reads those.
            let Ok(bytes) = frame.into_data() else { continue };
            self.left = self
                .left
                .checked_sub(bytes.len())
                .ok_or_else(|| CallFault::Malformed { why: "it is longer than it may be".into() })?;
            return Ok(Some(bytes));
        }
        Ok(None)
    }

    /// All of it.
    pub(super) async fn all(mut self) -> Result<Vec<u8>, CallFault> {
        let mut all = Vec::new();
        while let Some(bytes) = self.more().await? {
            all.extend_from_slice(&bytes);
        }
        Ok(all)
    }
}
