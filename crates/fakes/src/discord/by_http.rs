//! The second door of interactions: they are posted to an address of the bot, signed, and its answer is the answer.

use std::net::SocketAddr;
use std::sync::{Arc, Weak};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::future::join;
use hyper::Request;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use ring::signature::{Ed25519KeyPair, KeyPair as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::multipart;
use super::problem::Problem;
use super::requests::{Asked, Seen, Whole, collected, header};
use super::shape::text;
use super::stage::{Refused, refuse};
use super::world::World;
use super::{Discord, Shared, rest};

/// How long an answer may take, in real time.
const WITHIN: Duration = Duration::from_secs(3);
/// The seed of the keys. They are secret to nobody.
const SEED: [u8; 32] = [7; 32];

/// An interaction on its way.
#[derive(Debug)]
pub(crate) struct Post {
    id: u64,
    body: String,
}

/// Where an interaction goes that does not go over the gateway.
pub(crate) type Posts = UnboundedSender<Post>;

/// What an address answered.
struct Answer {
    status: u16,
    content_type: String,
    body: Vec<u8>,
}

/// The keys that all interactions are signed with.
///
/// # Panics
/// Never: the seed is as long as it has to be.
#[allow(clippy::expect_used)]
fn keys() -> Ed25519KeyPair {
    Ed25519KeyPair::from_seed_unchecked(&SEED).expect("a seed of 32 bytes")
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Discord {
    /// The key with which the bot checks who has sent an interaction, in hex.
    pub fn public_key(&self) -> String {
        public_key()
    }

    /// The signature of a body that is sent at this time, in hex.
    pub fn sign(&self, timestamp: &str, body: &[u8]) -> String {
        sign(timestamp, body)
    }

    /// From now on interactions are posted to this address, and the gateway has no more of them.
    ///
    /// # Errors
    /// If it is not an address of loopback; if a ping is not answered there, or one that has a wrong signature is.
    pub async fn interactions_by_http(&self, url: &str) -> Result<(), Refused> {
        let address = Address::read(url)?;
        let ping = self.shared.change(|world| {
            let id = world.id();
            json!({
                "id": text(id), "application_id": text(world.application), "type": 1, "version": 1,
                "token": format!("ping-token-{id}"), "entitlements": [], "user": world.user_json(world.bot),
            })
            .to_string()
        });
        let time = now();
        let pong = address.post(&time, &sign(&time, ping.as_bytes()), &ping).await.map_err(Refused)?;
        let read = multipart::read(&pong.content_type, &pong.body);
        if pong.status != 200 || !read.is_ok_and(|(json, _)| json["type"] == 1) {
            return refuse(format!("a ping is answered with {}, and not with a pong", pong.status));
        }
        let other = sign(&time, b"something else");
        let accepted = address.post(&time, &other, &ping).await.map_err(Refused)?;
        if accepted.status != 401 {
            return refuse(format!(
                "a wrong signature is answered with {}, and not with 401",
                accepted.status
            ));
        }
        let (posts, queue) = unbounded_channel();
        tokio::spawn(send(address, queue, Arc::downgrade(&self.shared)));
        self.shared.change(|world| {
            world.posts = Some(posts);
            world.posted_to = Some(url.to_owned());
        });
        Ok(())
    }
}

pub(crate) fn public_key() -> String {
    hex(keys().public_key().as_ref())
}

fn sign(timestamp: &str, body: &[u8]) -> String {
    hex(keys().sign(&[timestamp.as_bytes(), body].concat()).as_ref())
}

/// The time of the real clock: what is too old for a bot is so by its own.
fn now() -> String {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs()).to_string()
}

impl World {
    /// Gives an interaction to whichever door is open.
    pub(crate) fn hand_over(&mut self, id: u64, guild: Option<u64>, json: &Value) {
        match &self.posts {
            Some(posts) => {
                // It is closed only when all of this is gone.
                let _ = posts.send(Post { id, body: json.to_string() });
            }
            None => self.emit("INTERACTION_CREATE", guild, 0, |_, _| json.clone()),
        }
    }
}

/// Posts whatever comes, each by itself, until the fake is gone.
async fn send(address: Address, mut queue: UnboundedReceiver<Post>, shared: Weak<Shared>) {
    let mut posts = JoinSet::new();
    while let Some(Post { id, body }) = queue.recv().await {
        let (address, shared) = (address.clone(), shared.clone());
        posts.spawn(async move {
            let time = now();
            let answer = address.post(&time, &sign(&time, body.as_bytes()), &body).await;
            if let Some(shared) = shared.upgrade() {
                shared.change(|world| world.take_answer(id, &address, answer));
            }
        });
        while posts.try_join_next().is_some() {}
    }
}

impl World {
    /// Does what an answer says. If it cannot be done, the person is told that the interaction has failed.
    fn take_answer(&mut self, id: u64, address: &Address, answer: Result<Answer, String>) {
        let mut seen = Seen {
            route: "INTERACTION BY HTTP".into(),
            path: address.path.clone(),
            body: Value::Null,
            status: answer.as_ref().map_or(0, |it| it.status),
            problem: None,
        };
        let done = answer.map_err(|why| Problem::new(0, 0, why)).and_then(|answer| match answer.status {
            200 => {
                let (body, files) = multipart::read(&answer.content_type, &answer.body)?;
                seen.body = body.clone();
                let token = self.interactions.get(&id).map_or_else(String::new, |it| it.token.clone());
                rest::callback(self, id, &token, &Asked::of_answer(body, files)).map(|_| ())
            }
            // The bot has answered over REST, or will.
            202 if answer.body.is_empty() => Ok(()),
            status => Err(Problem::new(status, 0, "this is no answer to an interaction")),
        });
        if let Err(problem) = done {
            seen.problem = Some(problem);
            if let Some(interaction) = self.interactions.get_mut(&id) {
                interaction.failed = true;
            }
        }
        self.seen.push(seen);
    }
}

/// An address of loopback.
#[derive(Clone, Debug)]
struct Address {
    peer: SocketAddr,
    path: String,
}

impl Address {
    fn read(url: &str) -> Result<Address, Refused> {
        let rest = url.strip_prefix("http://");
        let (host, path) = rest.map_or(("", ""), |rest| rest.split_at(rest.find('/').unwrap_or(rest.len())));
        match host.parse::<SocketAddr>() {
            Ok(peer) if peer.ip().is_loopback() => {
                Ok(Address { peer, path: if path.is_empty() { "/".into() } else { path.into() } })
            }
            _ => refuse(format!("{url:?} is not an address like http://127.0.0.1:8080/interactions")),
        }
    }

    async fn post(&self, timestamp: &str, signature: &str, body: &str) -> Result<Answer, String> {
        let answer = timeout(WITHIN, self.posted(timestamp, signature, body)).await;
        answer.unwrap_or_else(|_| Err(format!("there was no answer in {} seconds", WITHIN.as_secs())))
    }

    async fn posted(&self, timestamp: &str, signature: &str, body: &str) -> Result<Answer, String> {
        let request = Request::post(&self.path)
            .header("host", self.peer.to_string())
            .header("user-agent", "Discord-Interactions/1.0 (+https://discord.com)")
            .header("content-type", "application/json")
            .header("x-signature-ed25519", signature)
            .header("x-signature-timestamp", timestamp)
            .body(Whole::from(body.as_bytes().to_vec()))
            .map_err(|why| why.to_string())?;
        let stream = TcpStream::connect(self.peer).await.map_err(|why| why.to_string())?;
        let (mut sender, connection) =
            http1::handshake(TokioIo::new(stream)).await.map_err(|why| why.to_string())?;
        // The connection ends when the answer is there and the sender is gone.
        let answer = async move {
            let (head, body) =
                sender.send_request(request).await.map_err(|why| why.to_string())?.into_parts();
            let body = collected(body).await.ok_or("the answer breaks off, or is too long")?;
            let content_type = header(&head.headers, "content-type").unwrap_or_default();
            Ok(Answer { status: head.status.as_u16(), content_type, body })
        };
        join(answer, connection).await.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interactions_go_to_loopback_alone() {
        assert!(Address::read("http://127.0.0.1:80/interactions").is_ok_and(|it| it.path == "/interactions"));
        assert!(Address::read("http://[::1]:80").is_ok_and(|it| it.path == "/"));
        for url in ["https://127.0.0.1:80/", "http://10.0.0.1:80/", "http://example.org/", "127.0.0.1:80", ""]
        {
            assert!(Address::read(url).is_err(), "{url}");
        }
    }
}
