//! The gateway: WebSockets, sessions, and the replay of what was missed.

use std::sync::Arc;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::task::JoinSet;
use tokio::time::{Duration, Instant};
use tokio_websockets::{CloseCode, Message, ServerBuilder, WebSocketStream};

use super::Shared;
use super::events::intent;
use super::shape::text;
use super::world::World;

/// What is sent to a client.
#[derive(Debug)]
pub(crate) enum Out {
    Text(String),
    Close(u16),
    /// The connection ends without a word.
    Drop,
}

/// A session: it outlives its connection, so that it can be resumed.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) id: String,
    pub(crate) intents: u64,
    pub(crate) shard: (u64, u64),
    /// Every event that was sent or would have been, the first with sequence number 1.
    log: Vec<String>,
    /// The connection that it has at the moment, and the number of that connection.
    connection: Option<(u64, UnboundedSender<Out>)>,
}

impl Session {
    pub(crate) fn dispatch(&mut self, name: &str, data: &Value) {
        let text = json!({"op": 0, "t": name, "s": self.log.len() + 1, "d": data}).to_string();
        self.log.push(text.clone());
        self.send(Out::Text(text));
    }

    pub(crate) fn is_connected(&self) -> bool {
        self.connection.is_some()
    }

    /// Sends if there is a connection. One that has gone is no loss: the log has everything.
    pub(crate) fn send(&self, out: Out) {
        if let Some((_, connection)) = &self.connection {
            let _gone = connection.send(out);
        }
    }
}

/// Takes connections of loopback until it is stopped.
pub(crate) async fn serve(listener: TcpListener, shared: Arc<Shared>) {
    // They end with it.
    let mut connections = JoinSet::new();
    let mut number = 0;
    while let Ok((stream, peer)) = listener.accept().await {
        number += 1;
        if peer.ip().is_loopback() {
            connections.spawn(connection(stream, number, Arc::clone(&shared)));
        }
        while connections.try_join_next().is_some() {}
    }
}

/// What a client's words lead to.
enum Next {
    Go,
    Close(u16, &'static str),
}

/// One connection, and what it is allowed to say.
struct Talk {
    number: u64,
    session: Option<String>,
    out: UnboundedSender<Out>,
    /// When the last minute of counting began, and what was said in it.
    minute: (Instant, u32),
}

async fn connection(stream: TcpStream, number: u64, shared: Arc<Shared>) {
    let Ok((request, mut socket)) = ServerBuilder::new().accept(stream).await else { return };
    let query = request.uri().query().unwrap_or_default();
    let asks = |pair: &str| query.split('&').any(|it| it == pair);
    if !asks("v=10") || !asks("encoding=json") || query.contains("compress=") {
        shared.change(|world| world.unknown.push(format!("gateway: connection with {query:?}")));
        return close(&mut socket, 4012, "Invalid API version").await;
    }
    let (out, inbox) = mpsc::unbounded_channel();
    let mut talk = Talk { number, session: None, out, minute: (Instant::now(), 0) };
    talk.run(&mut socket, inbox, &shared).await;
    shared.change(|world| {
        let session = talk.session.as_ref().and_then(|id| world.sessions.get_mut(id));
        if let Some(session) = session.filter(|it| it.connection.as_ref().is_some_and(|it| it.0 == number)) {
            session.connection = None;
        }
    });
}

async fn close(socket: &mut WebSocketStream<TcpStream>, code: u16, reason: &str) {
    let code = CloseCode::try_from(code).ok();
    let _gone = socket.send(Message::close(code, reason)).await;
    // The client answers; what it said before that is not heard any more.
    while let Some(Ok(_)) = socket.next().await {}
}

impl Talk {
    async fn run(
        &mut self,
        socket: &mut WebSocketStream<TcpStream>,
        mut inbox: UnboundedReceiver<Out>,
        shared: &Arc<Shared>,
    ) {
        let heartbeat_ms = shared.look(|world| world.heartbeat_ms);
        let hello = json!({"op": 10, "d": {"heartbeat_interval": heartbeat_ms}, "s": null, "t": null});
        if socket.send(Message::text(hello.to_string())).await.is_err() {
            return;
        }
        loop {
            tokio::select! {
                out = inbox.recv() => match out {
                    Some(Out::Text(text)) => {
                        if socket.send(Message::text(text)).await.is_err() {
                            return;
                        }
                    }
                    Some(Out::Close(code)) => return close(socket, code, "").await,
                    Some(Out::Drop) | None => return,
                },
                said = socket.next() => {
                    let Some(Ok(said)) = said else { return };
                    if let Some((code, _)) = said.as_close() {
                        // These two end the session too.
                        if matches!(u16::from(code), 1000 | 1001) && let Some(id) = self.session.take() {
                            shared.change(|world| world.sessions.remove(&id));
                        }
                        return;
                    }
                    let Some(said) = said.as_text() else { continue };
                    let next = shared.change(|world| self.hear(world, said));
                    if let Next::Close(code, reason) = next {
                        return close(socket, code, reason).await;
                    }
                }
            }
        }
    }

    fn hear(&mut self, world: &mut World, said: &str) -> Next {
        if said.len() > 4096 {
            return Next::Close(4002, "Decode error");
        }
        let Ok(said) = serde_json::from_str::<Value>(said) else { return Next::Close(4002, "Decode error") };
        if self.minute.0.elapsed() > Duration::from_secs(60) {
            self.minute = (Instant::now(), 0);
        }
        self.minute.1 += 1;
        if self.minute.1 > 120 {
            return Next::Close(4008, "Rate limited");
        }
        match (said["op"].as_u64(), &self.session) {
            (Some(1), _) => {
                if world.mischief.silent_heartbeats > 0 {
                    world.mischief.silent_heartbeats -= 1;
                } else {
                    let _gone = self.out.send(Out::Text(r#"{"op":11,"d":null,"s":null,"t":null}"#.into()));
                }
                Next::Go
            }
            (Some(2), None) => self.identify(world, &said["d"]),
            (Some(6), None) => self.resume(world, &said["d"]),
            (Some(2 | 6), Some(_)) => Next::Close(4005, "Already authenticated"),
            (Some(3 | 4 | 8), Some(_)) => Next::Go,
            (Some(3 | 4 | 8), None) => Next::Close(4003, "Not authenticated"),
            _ => {
                world.unknown.push(format!("gateway: op {}", said["op"]));
                Next::Close(4001, "Unknown opcode")
            }
        }
    }

    fn identify(&mut self, world: &mut World, data: &Value) -> Next {
        if !is_token(world, &data["token"]) {
            return Next::Close(4004, "Authentication failed.");
        }
        let Some(intents) = data["intents"].as_u64().filter(|it| it & !intent::ALL == 0) else {
            return Next::Close(4013, "Invalid intent(s).");
        };
        let granted = if world.content_intent { intent::MESSAGE_CONTENT } else { 0 };
        let privileged = intent::GUILD_MEMBERS | intent::GUILD_PRESENCES | intent::MESSAGE_CONTENT;
        if intents & privileged & !granted != 0 {
            return Next::Close(4014, "Disallowed intent(s).");
        }
        let properties = ["os", "browser", "device"];
        if properties.iter().any(|it| !data["properties"][it].is_string()) || data["compress"] == true {
            return Next::Close(4002, "Decode error");
        }
        let shard = match data["shard"].as_array().map(|it| (it.first(), it.get(1))) {
            None => (0, 1),
            Some((Some(id), Some(count))) => match (id.as_u64(), count.as_u64()) {
                (Some(id), Some(count)) if id < count => (id, count),
                _ => return Next::Close(4010, "Invalid shard"),
            },
            Some(_) => return Next::Close(4010, "Invalid shard"),
        };
        let id = format!("{:032x}", world.id());
        let connection = Some((self.number, self.out.clone()));
        let mut session = Session { id: id.clone(), intents, shard, log: Vec::new(), connection };
        let guilds: Vec<u64> =
            world.guilds.keys().copied().filter(|it| (it >> 22) % shard.1 == shard.0).collect();
        let guilds: Vec<u64> = guilds.into_iter().filter(|it| world.is_member(*it, world.bot)).collect();
        let absent: Vec<Value> =
            guilds.iter().map(|it| json!({"id": text(*it), "unavailable": true})).collect();
        let application = json!({"id": text(world.application), "flags": world.application_json()["flags"]});
        let mut user = world.user_json(world.bot);
        user["mfa_enabled"] = false.into();
        user["verified"] = true.into();
        session.dispatch(
            "READY",
            &json!({
                "v": 10, "user": user, "guilds": absent, "session_id": id, "session_type": "normal",
                "resume_gateway_url": format!("ws://{}", world.gateway), "shard": [shard.0, shard.1],
                "application": application, "private_channels": [], "user_settings": {},
            }),
        );
        if intents & intent::GUILDS != 0 {
            for guild in guilds {
                session.dispatch("GUILD_CREATE", &world.guild_json(guild));
            }
        }
        world.sessions.insert(id.clone(), session);
        world.identified += 1;
        self.session = Some(id);
        Next::Go
    }

    fn resume(&mut self, world: &mut World, data: &Value) -> Next {
        if !is_token(world, &data["token"]) {
            return Next::Close(4004, "Authentication failed.");
        }
        let id = data["session_id"].as_str().unwrap_or_default();
        let Some(session) = world.sessions.get_mut(id) else {
            let _gone = self.out.send(Out::Text(r#"{"op":9,"d":false,"s":null,"t":null}"#.into()));
            return Next::Go;
        };
        let seen = data["seq"].as_u64().and_then(|it| usize::try_from(it).ok());
        let Some(seen) = seen.filter(|it| *it <= session.log.len()) else {
            return Next::Close(4007, "Invalid seq");
        };
        session.connection = Some((self.number, self.out.clone()));
        for missed in &session.log[seen..] {
            session.send(Out::Text(missed.clone()));
        }
        session.dispatch("RESUMED", &json!({"_trace": []}));
        self.session = Some(id.to_owned());
        world.resumed += 1;
        Next::Go
    }
}

/// Clients may send the token with its kind before it.
fn is_token(world: &World, token: &Value) -> bool {
    token.as_str().is_some_and(|token| token.strip_prefix("Bot ").unwrap_or(token) == world.token)
}
