//! A client that knows no more than HTTP: what is sent is written here, byte for byte.

use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpSocket, TcpStream};

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_default().to_owned()
    }
}

/// Somebody who asks: where, and with which headers each time.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    pub(crate) at: SocketAddr,
    pub(crate) headers: Vec<(String, String)>,
}

impl Client {
    pub(crate) fn new(at: SocketAddr) -> Client {
        Client { at, headers: Vec::new() }
    }

    pub(crate) fn with(&self, name: &str, value: &str) -> Client {
        let mut client = self.clone();
        client.headers.push((name.to_owned(), value.to_owned()));
        client
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send("GET", path, "", "").await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, "application/json", &body.to_string()).await
    }

    pub(crate) async fn form(&self, path: &str, body: &str) -> Answer {
        self.send("POST", path, "application/x-www-form-urlencoded", body).await
    }

    pub(crate) async fn send(&self, method: &str, path: &str, kind: &str, body: &str) -> Answer {
        self.send_bytes(method, path, kind, body.as_bytes()).await
    }

    pub(crate) async fn send_bytes(&self, method: &str, path: &str, kind: &str, body: &[u8]) -> Answer {
        let mut stream = self.open(method, path, kind, body).await;
        read(&mut stream).await
    }

    async fn open(&self, method: &str, path: &str, kind: &str, body: &[u8]) -> BufReader<TcpStream> {
        let stream = TcpStream::connect(self.at).await.expect("a server");
        self.open_on(stream, method, path, kind, body).await
    }

    async fn open_on(
        &self,
        mut stream: TcpStream,
        method: &str,
        path: &str,
        kind: &str,
        body: &[u8],
    ) -> BufReader<TcpStream> {
        let mut head =
            format!("{method} {path} HTTP/1.1\r\nconnection: close\r\ncontent-length: {}\r\n", body.len());
        if !self.headers.iter().any(|(name, _)| name == "host") {
            head.push_str(&format!("host: {}\r\n", self.at));
        }
        if !kind.is_empty() {
            head.push_str(&format!("content-type: {kind}\r\n"));
        }
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        stream.write_all(format!("{head}\r\n").as_bytes()).await.expect("sent");
        stream.write_all(body).await.expect("sent");
        BufReader::new(stream)
    }

    /// Listens to a stream.
    pub(crate) async fn listen(&self, path: &str) -> Listening {
        let mut stream = self.open("GET", path, "", b"").await;
        let (status, headers) = head(&mut stream).await;
        assert_eq!(status, 200, "{headers:?}");
        Listening { stream }
    }

    /// Listens with next to no room for what is not read at once.
    pub(crate) async fn listen_narrowly(&self, path: &str) -> Listening {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(4 * 1024).expect("a size");
        let stream = socket.connect(self.at).await.expect("a server");
        let mut stream = self.open_on(stream, "GET", path, "", b"").await;
        let (status, headers) = head(&mut stream).await;
        assert_eq!(status, 200, "{headers:?}");
        Listening { stream }
    }
}

async fn head(stream: &mut BufReader<TcpStream>) -> (u16, Vec<(String, String)>) {
    let mut line = String::new();
    stream.read_line(&mut line).await.expect("a status");
    let status =
        line.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_else(|| panic!("{line:?}"));
    let mut headers = Vec::new();
    loop {
        line.clear();
        stream.read_line(&mut line).await.expect("a header");
        match line.trim_end().split_once(": ") {
            Some((name, value)) => headers.push((name.to_owned(), value.to_owned())),
            None => return (status, headers),
        }
    }
}

async fn read(stream: &mut BufReader<TcpStream>) -> Answer {
    let (status, headers) = head(stream).await;
    let mut body = Vec::new();
    stream.read_to_end(&mut body).await.expect("a body");
    let mut body = String::from_utf8_lossy(&body).into_owned();
    if headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked") {
        body = unchunked(&body);
    }
    Answer { status, headers, body }
}

fn unchunked(mut rest: &str) -> String {
    let mut body = String::new();
    while let Some((size, more)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap_or(0);
        if size == 0 {
            break;
        }
        body.push_str(&more[..size]);
        rest = more[size..].trim_start_matches("\r\n");
    }
    body
}

/// A stream of server-sent events.
pub(crate) struct Listening {
    stream: BufReader<TcpStream>,
}

/// One event of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Event {
    pub(crate) name: String,
    pub(crate) id: Option<u64>,
    pub(crate) data: Value,
}

impl Listening {
    /// The next event; nothing once the stream is over.
    pub(crate) async fn next(&mut self) -> Option<Event> {
        let (mut name, mut id, mut data) = (String::new(), None, String::new());
        loop {
            let mut line = String::new();
            if self.stream.read_line(&mut line).await.ok()? == 0 {
                return None;
            }
            let line = line.trim_end();
            match line.split_once(": ") {
                Some(("event", value)) => name = value.to_owned(),
                Some(("id", value)) => id = value.parse().ok(),
                Some(("data", value)) => data.push_str(value),
                // Sizes of chunks, comments, and the lines between.
                _ if line.is_empty() && !data.is_empty() => {
                    let data = serde_json::from_str(&data).unwrap_or_else(|error| panic!("{error}: {data}"));
                    return Some(Event { name, id, data });
                }
                _ => {}
            }
        }
    }
}
