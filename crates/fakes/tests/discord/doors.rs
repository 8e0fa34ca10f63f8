//! The doors: on loopback alone, and only for who has the token.

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use twilight_http::Client;
use twilight_http::error::ErrorType;
use twilight_http::request::Method;

use crate::bot::Bot;
use crate::bot::fakes::discord::Discord;

/// What an address answers, byte for byte.
pub(crate) async fn get(url: &str) -> Vec<u8> {
    let (host, path) = url.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let mut stream = TcpStream::connect(host).await.unwrap();
    let request = format!("GET /{path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    answer
}

#[tokio::test]
async fn both_doors_are_on_loopback() {
    let discord = Discord::start().await;
    assert!(discord.rest().starts_with("127.0.0.1:"));
    assert!(discord.gateway().starts_with("ws://127.0.0.1:"));
    let bot = Bot::start(&discord).await;
    let ready = bot.shard.resume_url().unwrap();
    assert_eq!(ready, discord.gateway());
    assert_eq!(bot.http.gateway().await.unwrap().model().await.unwrap().url, discord.gateway());
    let info = bot.http.gateway().authed().await.unwrap().model().await.unwrap();
    assert_eq!((info.url, info.shards), (discord.gateway(), 1));
}

#[tokio::test]
async fn nobody_is_let_in_without_the_token() {
    let discord = Discord::start().await;
    let client = Client::builder().proxy(discord.rest(), true).token("wrong".into()).build();
    let why = client.current_user().await.unwrap_err();
    assert!(matches!(why.kind(), ErrorType::Response { status, .. } if status.get() == 401));
}

#[tokio::test]
async fn the_application_says_who_it_is_and_which_intents_it_has() {
    let discord = Discord::start().await;
    let bot = Bot::start(&discord).await;
    let me = bot.http.current_user().await.unwrap().model().await.unwrap();
    assert_eq!((me.id.get(), me.bot), (discord.bot().get(), true));
    let about = bot.http.current_user_application().await.unwrap().model().await.unwrap();
    assert_eq!((about.id.get(), about.flags.unwrap().bits()), (discord.application(), 1 << 19));
    discord.message_content(false);
    let about = bot.http.current_user_application().await.unwrap().model().await.unwrap();
    assert_eq!(about.flags.unwrap().bits(), 0);
    discord.assert_no_unknown();
}

#[tokio::test]
async fn the_bot_is_told_which_guilds_it_is_in_and_what_it_may_do_there() {
    let discord = Discord::start().await;
    let guilds = [discord.guild(), discord.guild(), discord.guild()];
    discord.bot_permissions_in(guilds[1], 1 << 10);
    discord.kick_bot(guilds[2]);
    let bot = Bot::start(&discord).await;
    let told = bot.http.current_user_guilds().limit(200).await.unwrap().models().await.unwrap();
    let told: Vec<(u64, u64)> = told.iter().map(|it| (it.id.get(), it.permissions.bits())).collect();
    let all = 309_237_763_072 | 1 << 51 | 1 << 29;
    assert_eq!(told, [(guilds[0].get(), all), (guilds[1].get(), 1 << 10)]);
    let first = bot.http.current_user_guilds().limit(1).await.unwrap().models().await.unwrap();
    let after = bot.http.current_user_guilds().after(first[0].id).await.unwrap().models().await.unwrap();
    assert_eq!((first.len(), after.len(), after[0].id.get()), (1, 1, guilds[1].get()));
    let no = bot.ask(Method::Get, "users/@me/guilds?limit=201", &Value::Null).await.unwrap_err();
    assert_eq!((no.status, no.code), (400, 50035));
    discord.assert_no_unknown();
}
