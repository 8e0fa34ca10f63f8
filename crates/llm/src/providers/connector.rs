//! How a connection is made: straight to its host, or by way of the proxy that the environment names.

use std::error::Error;
use std::fmt;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::Uri;
use hyper::header::{HeaderMap, HeaderValue, USER_AGENT};
use hyper::rt::{Read, ReadBufCursor, Write};
use hyper_rustls::{HttpsConnector, MaybeHttpsStream};
use hyper_util::client::legacy::connect::proxy::Tunnel;
use hyper_util::client::legacy::connect::{Connected, Connection, HttpConnector};
use hyper_util::client::proxy::matcher::{Intercept, Matcher};
use hyper_util::rt::TokioIo;
use rustls::ClientConfig;
use tokio::net::TcpStream;
use tower_service::Service;

use super::address::place;

/// How long a connection may take to be made: its name, its wire, its proxy and its TLS.
const CONNECT_TIME: Duration = Duration::from_secs(10);
/// How often a wire on which nothing happens is tried, and how often without an answer before it is given up.
const PROBE_EVERY: Duration = Duration::from_secs(15);
const PROBES_MAX: u32 = 3;
/// How long what was sent may go unacknowledged.
#[cfg(target_os = "linux")]
const SILENCE_MAX: Duration = Duration::from_secs(30);

/// Who we say that we are, to hosts and to proxies.
pub(super) const OURSELVES: HeaderValue =
    HeaderValue::from_static(concat!("parlor/", env!("CARGO_PKG_VERSION")));

type AnyError = Box<dyn Error + Send + Sync>;

/// The proxies that the environment names, as curl reads it. Nothing of them is shown.
#[derive(Clone)]
pub(super) struct Proxies(Option<Arc<Matcher>>);

impl Proxies {
    /// `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`, in large letters or small.
    pub(super) fn of_environment() -> Proxies {
        Proxies(Some(Arc::new(Matcher::from_env())))
    }

    /// None, whatever the environment says.
    pub(super) fn none() -> Proxies {
        Proxies(None)
    }

    /// The proxy on the way to this host.
    fn before(&self, host: &Uri) -> Option<Intercept> {
        self.0.as_ref()?.intercept(host)
    }

    /// What the proxy on the way to this host is told with every request. By TLS it sees none, and is told when the
    /// connection is made.
    pub(super) fn authorization(&self, host: &Uri) -> Option<HeaderValue> {
        let proxy = self.before(host).filter(|_| host.scheme_str() == Some("http"))?;
        proxy.basic_auth().cloned()
    }
}

impl fmt::Debug for Proxies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Proxies")
    }
}

/// Makes connections.
#[derive(Clone)]
pub(super) struct Connector {
    straight: HttpsConnector<HttpConnector>,
    tls: Arc<ClientConfig>,
    proxies: Proxies,
}

impl Connector {
    /// By this TLS, and by way of these proxies.
    pub(super) fn new(tls: Arc<ClientConfig>, proxies: Proxies) -> Connector {
        let mut wire = HttpConnector::new();
        wire.enforce_http(false);
        wire.set_nodelay(true);
        // Of a host with many addresses, none takes the time of all.
        wire.set_connect_timeout(Some(CONNECT_TIME));
        wire.set_keepalive(Some(PROBE_EVERY));
        wire.set_keepalive_interval(Some(PROBE_EVERY));
        wire.set_keepalive_retries(Some(PROBES_MAX));
        #[cfg(target_os = "linux")]
        wire.set_tcp_user_timeout(Some(SILENCE_MAX));
        let straight = HttpsConnector::from((wire, Arc::clone(&tls)));
        Connector { straight, tls, proxies }
    }

    async fn connect(mut self, host: Uri) -> Result<Stream, AnyError> {
        let Some(proxy) = self.proxies.before(&host) else {
            let inner = MaybeHttpsStream::Http(self.straight.call(host).await?);
            return Ok(Stream { inner, is_forwarded: false });
        };
        let by = place(proxy.uri());
        let stream = self.connect_by(proxy, host).await;
        stream.map_err(|error| format!("by way of the proxy {by}: {}", root(&*error)).into())
    }

    async fn connect_by(mut self, proxy: Intercept, host: Uri) -> Result<Stream, AnyError> {
        let by = proxy.uri().clone();
        if !matches!(by.scheme_str(), Some("http" | "https")) {
            return Err("it is no HTTP proxy, and no other is known here: name one that is".into());
        }
        if host.scheme_str() == Some("http") {
            let inner = MaybeHttpsStream::Http(self.straight.call(by).await?);
            return Ok(Stream { inner, is_forwarded: true });
        }
        let mut tunnel = Tunnel::new(by, self.straight);
        tunnel = tunnel.with_headers(HeaderMap::from_iter([(USER_AGENT, OURSELVES)]));
        if let Some(authorization) = proxy.basic_auth() {
            tunnel = tunnel.with_auth(authorization.clone());
        }
        let inner = HttpsConnector::from((tunnel, self.tls)).call(host).await?;
        Ok(Stream { inner, is_forwarded: false })
    }
}

impl Service<Uri> for Connector {
    type Response = Stream;
    type Error = AnyError;
    type Future = Pin<Box<dyn Future<Output = Result<Stream, AnyError>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), AnyError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, host: Uri) -> Self::Future {
        let connecting = tokio::time::timeout(CONNECT_TIME, self.clone().connect(host));
        let late = || format!("it took longer than {} s", CONNECT_TIME.as_secs()).into();
        Box::pin(async move { connecting.await.unwrap_or_else(|_| Err(late())) })
    }
}

/// The innermost reason of an error: outer ones may name a whole address.
pub(super) fn root(error: &dyn Error) -> String {
    let mut inner = error;
    while let Some(source) = inner.source() {
        inner = source;
    }
    inner.to_string()
}

/// A connection.
pub(super) struct Stream {
    /// TLS with the host, inside TLS with a proxy; either may be missing.
    inner: MaybeHttpsStream<MaybeHttpsStream<TokioIo<TcpStream>>>,
    /// Whether a proxy reads the requests, and is told the whole address of each.
    is_forwarded: bool,
}

impl Connection for Stream {
    fn connected(&self) -> Connected {
        self.inner.connected().proxy(self.is_forwarded)
    }
}

impl Read for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_read(cx, buf)
    }
}

impl Write for Stream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(cx)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write_vectored(cx, bufs)
    }
}
