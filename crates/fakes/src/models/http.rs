//! A server of HTTP/1.1 by hand, so that a test has every byte in its hands.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;

use super::Wrong;
use super::script::Manner;

/// The longest request that is read.
const REQUEST_BYTES_MAX: usize = 8 << 20;

/// A request, as it came.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The method.
    pub method: String,
    /// The path, with its query.
    pub path: String,
    /// The headers, with their names in small letters.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: String,
}

impl Seen {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(have, _)| have == name).map(|(_, value)| value.as_str())
    }

    /// The body as JSON; null if it is none.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or(Value::Null)
    }
}

/// What a server answers.
pub(super) trait Service: Send + Sync {
    /// The pieces of the answer, how they come, and what was wrong with the request.
    fn answer(&self, seen: &Seen) -> (Vec<Vec<u8>>, Manner, Option<Wrong>);
}

/// What the server and its connections share.
struct Shared {
    service: Arc<dyn Service>,
    requests: Mutex<Vec<Seen>>,
    complaints: Mutex<Vec<Wrong>>,
    release: Notify,
    held: watch::Sender<usize>,
    hung_up: watch::Sender<usize>,
}

/// A server on loopback, until it is dropped.
pub(super) struct Server {
    address: SocketAddr,
    shared: Arc<Shared>,
    task: JoinHandle<()>,
}

impl Server {
    /// Listens on a free port.
    #[expect(clippy::expect_used, reason = "a test without a port cannot go on")]
    pub(super) async fn start(service: Arc<dyn Service>) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port on loopback");
        let address = listener.local_addr().expect("a bound socket has an address");
        let shared = Arc::new(Shared {
            service,
            requests: Mutex::default(),
            complaints: Mutex::default(),
            release: Notify::new(),
            held: watch::Sender::new(0),
            hung_up: watch::Sender::new(0),
        });
        let serving = shared.clone();
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, serving.clone()));
            }
        });
        Server { address, shared, task }
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    pub(super) fn requests(&self) -> Vec<Seen> {
        lock(&self.shared.requests).clone()
    }

    pub(super) fn complaints(&self) -> Vec<Wrong> {
        lock(&self.shared.complaints).clone()
    }

    pub(super) fn release(&self) {
        self.shared.release.notify_one();
    }

    pub(super) async fn held(&self, count: usize) {
        // The sender lives as long as the server does.
        let _ = self.shared.held.subscribe().wait_for(|held| *held >= count).await;
    }

    pub(super) async fn hung_up(&self) {
        let _ = self.shared.hung_up.subscribe().wait_for(|count| *count > 0).await;
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Serves one connection until it ends.
async fn serve(mut stream: TcpStream, shared: Arc<Shared>) {
    let _ = stream.set_nodelay(true);
    while let Some(seen) = read(&mut stream).await {
        lock(&shared.requests).push(seen.clone());
        let (pieces, manner, wrong) = shared.service.answer(&seen);
        lock(&shared.complaints).extend(wrong);
        if send(&mut stream, &pieces, manner, &shared).await.is_none() {
            return;
        }
    }
}

/// Sends an answer; none if the connection is over with it.
async fn send(stream: &mut TcpStream, pieces: &[Vec<u8>], manner: Manner, shared: &Shared) -> Option<()> {
    match manner {
        Manner::AtOnce => {
            for piece in pieces {
                write(stream, piece).await?;
            }
        }
        Manner::Slowly => {
            for byte in pieces.concat() {
                write(stream, &[byte]).await?;
            }
        }
        Manner::CutAt(bytes) => {
            let all = pieces.concat();
            write(stream, all.get(..bytes).unwrap_or(&all)).await?;
            return None;
        }
        Manner::HeldAt(bytes) => {
            let all = pieces.concat();
            let (first, rest) = all.split_at(bytes.min(all.len()));
            write(stream, first).await?;
            shared.held.send_modify(|held| *held += 1);
            let mut byte = [0];
            tokio::select! {
                () = shared.release.notified() => write(stream, rest).await?,
                // A client has nothing to say here: whatever is read is the end of its side.
                _ = stream.read(&mut byte) => {
                    shared.hung_up.send_modify(|count| *count += 1);
                    return None;
                }
            }
        }
    }
    Some(())
}

async fn write(stream: &mut TcpStream, bytes: &[u8]) -> Option<()> {
    stream.write_all(bytes).await.ok()?;
    stream.flush().await.ok()?;
    // The client gets its turn between two pieces.
    tokio::task::yield_now().await;
    Some(())
}

/// Reads one request; none when the connection is over.
async fn read(stream: &mut TcpStream) -> Option<Seen> {
    let mut bytes = Vec::new();
    let head_end = loop {
        if let Some(at) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break at;
        }
        more(stream, &mut bytes).await?;
    };
    let head = String::from_utf8_lossy(&bytes[..head_end]).into_owned();
    let mut lines = head.split("\r\n");
    let mut first = lines.next()?.split(' ');
    let (method, path) = (first.next()?.to_owned(), first.next()?.to_owned());
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let length = headers.iter().find(|(name, _)| name == "content-length");
    let length: usize = length.and_then(|(_, value)| value.parse().ok()).unwrap_or(0);
    while bytes.len() < head_end + 4 + length {
        more(stream, &mut bytes).await?;
    }
    let body = String::from_utf8_lossy(&bytes[head_end + 4..head_end + 4 + length]).into_owned();
    Some(Seen { method, path, headers, body })
}

async fn more(stream: &mut TcpStream, bytes: &mut Vec<u8>) -> Option<()> {
    let read = stream.read_buf(bytes).await.ok()?;
    (read > 0 && bytes.len() <= REQUEST_BYTES_MAX).then_some(())
}

/// A whole answer with a length.
pub(super) fn whole(status: u16, headers: &[(String, String)], content_type: &str, body: &str) -> Vec<u8> {
    let more: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let length = body.len();
    format!("HTTP/1.1 {status} Scripted\r\ncontent-type: {content_type}\r\n{more}content-length: {length}\r\n\r\n{body}")
        .into_bytes()
}

/// The head of a stream of this content type.
pub(super) fn stream_head(content_type: &str) -> Vec<u8> {
    format!("HTTP/1.1 200 OK\r\ncontent-type: {content_type}\r\ntransfer-encoding: chunked\r\n\r\n")
        .into_bytes()
}

/// A piece of a chunked body.
pub(super) fn chunk(bytes: &[u8]) -> Vec<u8> {
    let mut out = format!("{:x}\r\n", bytes.len()).into_bytes();
    out.extend_from_slice(bytes);
    out.extend_from_slice(b"\r\n");
    out
}

/// The end of a chunked body.
pub(super) fn last_chunk() -> Vec<u8> {
    b"0\r\n\r\n".to_vec()
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
