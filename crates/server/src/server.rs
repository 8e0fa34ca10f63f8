//! The server: what it holds, and how it answers on a listener.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::Router;
use axum::extract::ConnectInfo;
use engine::Catalog;
use futures_util::future::BoxFuture;
use host::Host;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use socket2::SockRef;
use store::{Right, Rights, Scope, Store, StoreError};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::codes::Codes;
use crate::connection::Connection;
use crate::desk::Desk;
use crate::figures::Figures;
use crate::gallery::Gallery;
use crate::guests::Guests;
use crate::limits;
use crate::places::Places;
use crate::presence::Presence;
use crate::rate::Rates;
use crate::routes;
use crate::sleepers::Sleepers;
use crate::together::Together;
use crate::token::Token;
use crate::turning::Turnings;

/// How a server answers.
#[derive(Clone, Debug)]
pub struct Options {
    /// Is it reached from this machine alone? Then nobody needs a token.
    pub loopback: bool,
    /// Where others open it.
    pub places: Places,
    /// How many times as often as usual everybody may ask.
    pub rate_times: u32,
    /// How long a client may take over its headers.
    pub header_time: Duration,
    /// How long a client may take over its body.
    pub body_time: Duration,
    /// How long a client may take nothing of what is sent to it.
    pub write_time: Duration,
    /// Streams beyond which those who only watch are refused.
    pub watchers_max: usize,
    /// Commands that may be under way at once.
    pub under_way_max: usize,
    /// Those who may read logs at once, or wait to.
    pub reading_max: usize,
}

impl Options {
    /// As usual, with the [`limits`](crate::limits) that there are.
    pub fn new(loopback: bool) -> Options {
        Options {
            loopback,
            places: Places::default(),
            rate_times: 1,
            header_time: limits::HEADER_TIME,
            body_time: limits::BODY_TIME,
            write_time: limits::WRITE_TIME,
            watchers_max: limits::WATCHERS_MAX,
            under_way_max: limits::UNDER_WAY_MAX,
            reading_max: limits::READING_MAX,
        }
    }
}

/// Everything that the handlers need. Cheap to clone.
pub(crate) type App = Arc<Inner>;

pub(crate) struct Inner {
    pub(crate) host: Host,
    pub(crate) store: Store,
    pub(crate) catalog: Catalog,
    pub(crate) desk: Box<dyn Desk>,
    pub(crate) rights: Rights,
    pub(crate) rates: Rates,
    pub(crate) streams: AtomicUsize,
    pub(crate) presence: Presence,
    /// How the tables stand that sleep.
    pub(crate) sleepers: Sleepers,
    /// The own names of those who came by the link of a table.
    pub(crate) guests: Guests,
    /// What those who watch say to each other.
    pub(crate) gallery: Gallery,
    /// Short codes for those in the room.
    pub(crate) codes: Codes,
    /// Replays that are watched together.
    pub(crate) together: Together,
    /// When the games of tables that are over turned.
    pub(crate) turnings: Turnings,
    /// Held while a free seat is looked for and taken: two who come at once get two seats.
    pub(crate) seating: tokio::sync::Mutex<()>,
    /// Held while a table is laid again: two presses lay one.
    pub(crate) laying: tokio::sync::Mutex<()>,
    /// A place for every command that may be under way.
    pub(crate) under_way: Semaphore,
    /// A place for everybody who reads a log, or waits to.
    pub(crate) reading: Arc<Semaphore>,
    /// A thread for each of those who do.
    pub(crate) readers: Arc<Semaphore>,
    /// A place for everybody who is sent an export.
    pub(crate) sending: Arc<Semaphore>,
    pub(crate) figures: Figures,
    /// Sessions whose entries are damaged, as they were last listed.
    pub(crate) damaged: AtomicUsize,
    /// Is it being stopped? Then nothing new is done.
    draining: AtomicBool,
    pub(crate) options: Options,
}

impl Inner {
    /// Milliseconds of UTC since 1970.
    pub(crate) fn now(&self) -> i64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    }

    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    pub(crate) fn stream_count(&self) -> usize {
        self.streams.load(Ordering::Relaxed)
    }
}

/// The server. Cheap to clone.
#[derive(Clone)]
pub struct Server {
    pub(crate) app: App,
}

impl Server {
    /// A server over a host and its store.
    pub fn new(
        host: Host,
        store: Store,
        catalog: Catalog,
        rights: Rights,
        desk: impl Desk,
        options: Options,
    ) -> Server {
        let inner = Inner {
            host,
            store,
            catalog,
            desk: Box::new(desk),
            rights,
            rates: Rates::new(options.rate_times),
            streams: AtomicUsize::new(0),
            presence: Presence::default(),
            sleepers: Sleepers::default(),
            guests: Guests::default(),
            gallery: Gallery::default(),
            codes: Codes::default(),
            together: Together::default(),
            turnings: Turnings::default(),
            seating: tokio::sync::Mutex::default(),
            laying: tokio::sync::Mutex::default(),
            under_way: Semaphore::new(options.under_way_max),
            reading: Arc::new(Semaphore::new(options.reading_max)),
            readers: Arc::new(Semaphore::new(limits::READERS_MAX)),
            sending: Arc::new(Semaphore::new(limits::SENDING_MAX)),
            figures: Figures::default(),
            damaged: AtomicUsize::new(0),
            draining: AtomicBool::new(false),
            options,
        };
        Server { app: Arc::new(inner) }
    }

    /// Makes whoever has this token the owner, until a time in milliseconds of UTC since 1970.
    pub fn grant_owner(&self, token: &Token, expires_at: i64) -> Result<(), StoreError> {
        let right = Right { session: None, scope: Scope::Host, expires_at, invitation: false };
        self.app.rights.grant(token.hash(), right, self.app.now())
    }

    /// Refuses what is new from now on, because the server is about to be stopped: what is under way comes to its end.
    pub fn drain(&self) {
        self.app.draining.store(true, Ordering::Relaxed);
        self.app.together.end();
    }

    /// The router, for whoever calls it without a network.
    pub fn router(&self) -> Router {
        routes::router(Arc::clone(&self.app))
    }

    /// Answers on a listener until `until` is over; then lets what is under way come to its end.
    pub fn serve<'a>(
        &'a self,
        listener: TcpListener,
        until: impl Future<Output = ()> + Send + 'a,
    ) -> BoxFuture<'a, ()> {
        // In boxes, so that the loop is compiled here, once, and not in whoever calls it.
        Box::pin(self.serve_until(listener, Box::pin(until)))
    }

    async fn serve_until(&self, listener: TcpListener, mut until: BoxFuture<'_, ()>) {
        let router = self.router();
        let places = Arc::new(Semaphore::new(limits::CONNECTIONS_MAX));
        let graceful = GracefulShutdown::new();
        loop {
            let accepted = tokio::select! {
                accepted = accept(&listener, &places) => accepted,
                () = &mut until => break,
            };
            let Some((stream, address, place)) = accepted else { continue };
            // Answers are small, and somebody waits for each. What a client does not read is kept within bounds.
            let _ = stream.set_nodelay(true);
            let _ = SockRef::from(&stream).set_send_buffer_size(limits::WRITE_BYTES_MAX);
            let stream = Connection::new(stream, self.app.options.write_time);
            // Written into each request: a layer round the router would be a copy of every route for every connection.
            let router = TowerToHyperService::new(router.clone());
            let service = service_fn(move |mut request| {
                request.extensions_mut().insert(ConnectInfo(address));
                router.call(request)
            });
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(self.app.options.header_time)
                .max_buf_size(limits::WRITE_BYTES_MAX)
                .serve_connection(TokioIo::new(stream), service);
            let connection = graceful.watch(connection);
            tokio::spawn(async move {
                // A client that goes away has seen what it wanted.
                let _ = connection.await;
                drop(place);
            });
        }
        // A stream that nobody ends would be waited for: whoever stops this stops the host too, which ends them.
        let _ = tokio::time::timeout(ENDS_WITHIN, graceful.shutdown()).await;
    }
}

/// How long what is under way may take to come to its end.
const ENDS_WITHIN: Duration = Duration::from_secs(5);

/// The next connection, once there is a place for one. Nothing if it went away again.
async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> Option<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
    let place = Arc::clone(places).acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, address)) => Some((stream, address, place)),
        Err(_) => {
            // No more files may be open: to ask again at once would be of no use.
            tokio::time::sleep(Duration::from_millis(50)).await;
            None
        }
    }
}
