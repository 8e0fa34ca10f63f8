use std::net::SocketAddr;

use fakes::discord::{ChannelId, Discord, GuildId, User};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::{mpsc, oneshot};
use twilight_model::application::interaction::InteractionData;

use super::*;
use crate::api::Api;
use crate::bot::Options;
use crate::rest::Rest;

/// Opens the door, and stops it when the sender is gone.
async fn open<H, F>(discord: &Discord, handler: H) -> (SocketAddr, oneshot::Sender<()>)
where
    H: Fn(Interaction) -> F + Send + Sync + 'static,
    F: Future<Output = Option<Value>> + Send + 'static,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let key = discord.public_key();
    tokio::spawn(async move {
        serve(listener, &key, handler, async {
            let _ = stopped.await;
        })
        .await;
    });
    (address, stop)
}

fn says(content: String) -> Value {
    json!({"type": 4, "data": {"content": content}})
}

/// A channel with somebody in it who can give one command.
async fn table(discord: &Discord) -> (ChannelId, User) {
    let (_, channel, ana) = guild(discord).await;
    (channel, ana)
}

async fn guild(discord: &Discord) -> (GuildId, ChannelId, User) {
    let guild = discord.guild();
    let options = Options { rest: Some(discord.rest()), ..Options::new(discord.token()) };
    let api = Api::connect(Rest::new(&options).unwrap()).await.unwrap();
    api.register(&json!([{"name": "status", "description": "Says how it stands"}])).await.unwrap();
    (guild, discord.channel(guild), discord.user("Ana").joins(guild))
}

/// The status of the answer to a request that is sent as it is here, and the rest of it.
async fn asks(address: SocketAddr, request: &[u8]) -> (u16, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // The other side may have heard enough.
    let _ = stream.write_all(request).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer.split(' ').nth(1).and_then(|it| it.parse().ok()).unwrap_or(0);
    (status, answer)
}

fn post(headers: &[(&str, &str)], body: &str) -> Vec<u8> {
    let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    format!("POST {PATH} HTTP/1.1\r\nhost: a\r\ncontent-length: {}\r\n{headers}\r\n{body}", body.len())
        .into_bytes()
}

fn seconds(ago: i64) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    now.checked_add_signed(-ago).unwrap().to_string()
}

/// Posts a body that is signed at some time before now.
async fn signed(discord: &Discord, address: SocketAddr, ago: i64, body: &str) -> (u16, String) {
    let time = seconds(ago);
    let signature = discord.sign(&time, body.as_bytes());
    asks(address, &post(&[("x-signature-ed25519", &signature), ("x-signature-timestamp", &time)], body)).await
}

#[test]
fn a_signature_is_good_for_one_key_one_time_and_one_body() {
    // The third vector of RFC 8032, whose message is of two bytes: one for the time, one for the body.
    let key = "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025";
    let signature = "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac\
                     18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a";
    let vector = |body: &[u8]| {
        let (Some(key), Some(signature)) = (bytes(key), bytes(signature)) else { return false };
        UnparsedPublicKey::new(&ED25519, key).verify(body, &signature).is_ok()
    };
    assert!(vector(&[0xaf, 0x82]) && !vector(&[0xaf, 0x83]));
    assert!(verify(key, signature, "", &[0xaf, 0x82]));
    assert!(!verify(key, signature, "1", &[0xaf, 0x82]) && !verify(key, signature, "", &[0xaf]));
    assert!(
        !verify(key, &signature[2..], "", &[0xaf, 0x82]) && !verify(&key[1..], signature, "", &[0xaf, 0x82])
    );
    assert!(!verify("", "", "", b"") && !verify(key, &"zz".repeat(64), "", b""));
}

#[test]
fn what_was_signed_long_ago_is_not_fresh() {
    let now = Duration::from_secs(1_000_000);
    for (timestamp, fresh) in
        [("1000000", true), ("999700", true), ("1000300", true), ("999699", false), ("1000301", false)]
    {
        assert_eq!(is_fresh(timestamp, now), fresh, "{timestamp}");
    }
    assert!(!is_fresh("", now) && !is_fresh("-1", now) && !is_fresh("1e6", now));
}

#[tokio::test]
async fn discord_takes_the_address_and_a_command_is_answered() {
    let discord = Discord::start().await;
    let (channel, ana) = table(&discord).await;
    let (address, _stop) = open(&discord, |asked| async move {
        let Some(InteractionData::ApplicationCommand(data)) = &asked.data else { return None };
        Some(says(format!("{} is asked for by {}", data.name, asked.author()?.name)))
    })
    .await;
    discord.interactions_by_http(&format!("http://{address}{PATH}")).await.unwrap();
    let given = ana.slash(channel, "status", &[]).unwrap();
    discord.until(|it| it.answer(given) == Some(4)).await;
    assert_eq!(ana.sees_last(channel).unwrap().text, "status is asked for by ana");
    assert!(discord.refusals().is_empty());
}

#[tokio::test]
async fn only_discord_is_let_in() {
    let discord = Discord::start().await;
    let (heard, mut hears) = mpsc::unbounded_channel();
    let (address, _stop) = open(&discord, move |asked| {
        heard.send(asked.id).unwrap();
        async { None }
    })
    .await;
    let ping = json!({"id": "1", "application_id": "2", "token": "t", "type": 1, "version": 1}).to_string();
    let (status, answer) = signed(&discord, address, 0, &ping).await;
    assert!(
        status == 200
            && answer.ends_with(r#"{"type":1}"#)
            && answer.contains("content-type: application/json")
    );
    let (now, other) = (seconds(0), "{}");
    let signature = discord.sign(&now, ping.as_bytes());
    for (why, headers, body) in [
        ("no headers", &[][..], ping.as_str()),
        ("no time", &[("x-signature-ed25519", signature.as_str())], &ping),
        ("no signature", &[("x-signature-timestamp", now.as_str())], &ping),
        ("another body", &[("x-signature-ed25519", &signature), ("x-signature-timestamp", &now)], other),
        (
            "another time",
            &[("x-signature-ed25519", &signature), ("x-signature-timestamp", &seconds(1))],
            &ping,
        ),
        ("no hex", &[("x-signature-ed25519", "zz"), ("x-signature-timestamp", &now)], &ping),
    ] {
        assert_eq!(asks(address, &post(headers, body)).await.0, 401, "{why}");
    }
    assert_eq!(signed(&discord, address, 301 + 5, &ping).await.0, 401, "sent again");
    assert_eq!(signed(&discord, address, -301 - 5, &ping).await.0, 401, "from tomorrow");
    assert_eq!(signed(&discord, address, 0, "{}").await.0, 400, "no interaction");
    assert!(hears.try_recv().is_err(), "nothing of that is an interaction");
}

#[tokio::test]
async fn what_is_too_long_or_somewhere_else_is_refused() {
    let discord = Discord::start().await;
    let (address, _stop) = open(&discord, |_| async { None }).await;
    let time = seconds(0);
    let head = format!(
        "POST {PATH} HTTP/1.1\r\nhost: a\r\nx-signature-ed25519: 00\r\nx-signature-timestamp: {time}\r\n"
    );
    // Nothing is sent that would not be read, because a connection that is closed then may lose the answer.
    let announced = format!("{head}content-length: {}\r\n\r\n", BODY_BYTES_MAX + 1);
    assert_eq!(asks(address, announced.as_bytes()).await.0, 413);
    let chunk = format!("{BODY_BYTES_MAX:x}\r\n{}\r\n1\r\n \r\n", " ".repeat(BODY_BYTES_MAX));
    let chunked = format!("{head}transfer-encoding: chunked\r\n\r\n{chunk}");
    assert_eq!(asks(address, chunked.as_bytes()).await.0, 413, "it does not say how long it is");
    let long = format!("{head}x-long: {}", "a".repeat(HEAD_BYTES_MAX));
    assert_eq!(asks(address, &long.as_bytes()[..HEAD_BYTES_MAX]).await.0, 431);
    assert_eq!(asks(address, b"GET / HTTP/1.1\r\nhost: a\r\n\r\n").await.0, 404);
    let (status, answer) = asks(address, format!("GET {PATH} HTTP/1.1\r\nhost: a\r\n\r\n").as_bytes()).await;
    assert!(status == 405 && answer.contains("allow: POST"));
    assert_eq!(asks(address, b"no HTTP\r\n\r\n").await.0, 400);
}

#[tokio::test]
async fn what_is_begun_is_finished_though_nobody_waits() {
    let discord = Discord::start().await;
    let (channel, ana) = table(&discord).await;
    let (done, mut dones) = mpsc::unbounded_channel();
    let (go, goes) = tokio::sync::watch::channel(false);
    let (address, _stop) = open(&discord, move |_| {
        let (done, mut goes) = (done.clone(), goes.clone());
        async move {
            done.send("begun").unwrap();
            goes.wait_for(|go| *go).await.unwrap();
            done.send("done").unwrap();
            None
        }
    })
    .await;
    discord.interactions_by_http(&format!("http://{address}{PATH}")).await.unwrap();
    let given = ana.slash(channel, "status", &[]).unwrap();
    assert_eq!(dones.recv().await, Some("begun"));
    // Discord has hung up.
    discord.until(|it| it.failed(given)).await;
    go.send(true).unwrap();
    assert_eq!(dones.recv().await, Some("done"));
}

#[tokio::test]
async fn a_handler_that_panics_fails_alone() {
    let discord = Discord::start().await;
    let (guild, channel, ana) = guild(&discord).await;
    let (address, _stop) = open(&discord, |asked| async move {
        assert!(asked.author()?.name != "ana", "not her");
        Some(says("Well".into()))
    })
    .await;
    discord.interactions_by_http(&format!("http://{address}{PATH}")).await.unwrap();
    let given = ana.slash(channel, "status", &[]).unwrap();
    discord.until(|it| it.failed(given)).await;
    assert_eq!(discord.refusals().last().unwrap().status, 500);
    let ben = discord.user("Ben").joins(guild);
    let given = ben.slash(channel, "status", &[]).unwrap();
    discord.until(|it| it.answer(given) == Some(4)).await;
}

#[tokio::test]
async fn the_door_is_closed_when_it_is_over() {
    let discord = Discord::start().await;
    let (address, stop) = open(&discord, |_| async { None }).await;
    discord.interactions_by_http(&format!("http://{address}{PATH}")).await.unwrap();
    drop(stop);
    let closed = async {
        while TcpStream::connect(address).await.is_ok() {
            tokio::task::yield_now().await;
        }
    };
    assert!(timeout(Duration::from_secs(20), closed).await.is_ok());
}
