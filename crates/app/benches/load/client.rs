//! The least that speaks HTTP: one connection that asks again and again, and one that listens.

use std::io;
use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// Bytes that are read at once.
const READ_BYTES: usize = 16 * 1024;

/// Bytes that the system keeps for somebody who never reads.
const SILENT_BYTES: u32 = 4 * 1024;

/// A connection that asks, waits for the answer, and asks again.
pub(crate) struct Asking {
    stream: TcpStream,
    at: SocketAddr,
    buffer: Vec<u8>,
}

impl Asking {
    pub(crate) async fn open(at: SocketAddr) -> io::Result<Asking> {
        let stream = TcpStream::connect(at).await?;
        stream.set_nodelay(true)?;
        Ok(Asking { stream, at, buffer: Vec::new() })
    }

    /// Sends a JSON body and gives the status of the answer.
    pub(crate) async fn post(&mut self, path: &str, token: &str, body: &str) -> io::Result<u16> {
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {token}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            self.at,
            body.len()
        );
        self.answer(head.as_bytes()).await.map(|(status, _)| status)
    }

    /// Asks for something as the owner of the machine.
    pub(crate) async fn get(&mut self, path: &str) -> io::Result<String> {
        let head = format!("GET {path} HTTP/1.1\r\nhost: {}\r\n\r\n", self.at);
        self.answer(head.as_bytes()).await.map(|(_, body)| String::from_utf8_lossy(&body).into_owned())
    }

    async fn answer(&mut self, request: &[u8]) -> io::Result<(u16, Vec<u8>)> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        let head = loop {
            if let Some(at) = find(&self.buffer, b"\r\n\r\n") {
                break at + 4;
            }
            self.read().await?;
        };
        let text = String::from_utf8_lossy(&self.buffer[..head]).to_ascii_lowercase();
        let status =
            text.split(' ').nth(1).and_then(|it| it.parse().ok()).ok_or(io::ErrorKind::InvalidData)?;
        let length = text.lines().find_map(|line| line.strip_prefix("content-length: ")?.trim().parse().ok());
        let whole = head + length.unwrap_or(0_usize);
        while self.buffer.len() < whole {
            self.read().await?;
        }
        Ok((status, self.buffer[head..whole].to_vec()))
    }

    async fn read(&mut self) -> io::Result<()> {
        if self.stream.read_buf(&mut self.buffer).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(())
    }
}

/// A stream of events.
pub(crate) struct Listening {
    stream: TcpStream,
    /// What was read and is no whole line yet.
    rest: Vec<u8>,
    id: Option<u64>,
}

/// What an event says, as far as it matters here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Heard {
    /// The number of its last frame.
    pub(crate) last: Option<u64>,
    /// How many frames it has.
    pub(crate) frames: u64,
    /// The number of the command that it tells of.
    pub(crate) mark: Option<usize>,
}

impl Listening {
    /// Opens a stream; `after` is the last event that is there already. One who is `silent` has little room for more.
    pub(crate) async fn open(
        at: SocketAddr,
        path: &str,
        token: &str,
        after: Option<u64>,
        silent: bool,
    ) -> io::Result<Listening> {
        let socket = TcpSocket::new_v4()?;
        if silent {
            socket.set_recv_buffer_size(SILENT_BYTES)?;
        }
        let mut stream = socket.connect(at).await?;
        let after = after.map_or(String::new(), |after| format!("last-event-id: {after}\r\n"));
        let head =
            format!("GET {path} HTTP/1.1\r\nhost: {at}\r\nauthorization: Bearer {token}\r\n{after}\r\n");
        stream.write_all(head.as_bytes()).await?;
        Ok(Listening { stream, rest: Vec::new(), id: None })
    }

    /// Waits for more and hands on every event that is whole. Nothing more comes once it is an error.
    pub(crate) async fn hear(&mut self, mut tell: impl FnMut(Heard)) -> io::Result<()> {
        let mut bytes = [0; READ_BYTES];
        // Nothing is kept for a stream that waits.
        let count = loop {
            self.stream.readable().await?;
            match self.stream.try_read(&mut bytes) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(count) => break count,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        };
        let mut new = &bytes[..count];
        while let Some(end) = new.iter().position(|byte| *byte == b'\n') {
            let (line, more) = new.split_at(end + 1);
            new = more;
            if self.rest.is_empty() {
                self.line(line, &mut tell)?;
            } else {
                self.rest.extend_from_slice(line);
                let line = std::mem::take(&mut self.rest);
                self.line(&line, &mut tell)?;
            }
        }
        self.rest.extend_from_slice(new);
        Ok(())
    }

    fn line(&mut self, line: &[u8], tell: &mut impl FnMut(Heard)) -> io::Result<()> {
        if let Some(id) = line.strip_prefix(b"id: ") {
            self.id = std::str::from_utf8(id).ok().and_then(|id| id.trim_end().parse().ok());
        } else if let Some(data) = line.strip_prefix(b"data: ") {
            tell(Heard { last: self.id.take(), frames: count(data, b"{\"number\":"), mark: mark(data) });
        } else if line.starts_with(b"event: closed") {
            return Err(io::ErrorKind::ConnectionReset.into());
        } else if line.starts_with(b"HTTP/1.1 ") && !line.starts_with(b"HTTP/1.1 200") {
            return Err(io::Error::other(String::from_utf8_lossy(line).into_owned()));
        }
        Ok(())
    }
}

fn find(bytes: &[u8], part: &[u8]) -> Option<usize> {
    bytes.windows(part.len()).position(|window| window == part)
}

fn count(bytes: &[u8], part: &[u8]) -> u64 {
    let (mut found, mut rest) = (0, bytes);
    while let Some(at) = find(rest, part) {
        found += 1;
        rest = &rest[at + part.len()..];
    }
    found
}

/// The number between two tildes: how a line says which command it came with.
fn mark(bytes: &[u8]) -> Option<usize> {
    let begin = bytes.iter().position(|byte| *byte == b'~')? + 1;
    let length = bytes[begin..].iter().position(|byte| *byte == b'~')?;
    std::str::from_utf8(&bytes[begin..begin + length]).ok()?.parse().ok()
}
