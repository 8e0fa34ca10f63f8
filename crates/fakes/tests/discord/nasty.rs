//! Limits and failures, on request.

use std::time::Duration;

use serde_json::json;
use tokio::time::Instant;
use twilight_http::request::Method;
use twilight_model::id::Id;

use crate::bot::fakes::discord::{Discord, Nasty};
use crate::bot::{Bot, table};

const SEND: &str = "POST /channels/:id/messages";

#[tokio::test]
async fn a_client_that_is_told_to_wait_waits() {
    let discord = Discord::start().await;
    let (_, channel, ..) = table(&discord);
    let bot = Bot::start(&discord).await;
    let retry_after = Duration::from_millis(300);
    discord.nasty(Nasty::RateLimit { route: SEND, times: 1, retry_after });
    let began = Instant::now();
    bot.http.create_message(Id::new(channel.get())).content("At last").await.unwrap();
    assert!(began.elapsed() >= retry_after);
    let statuses: Vec<u16> = discord.requests().iter().map(|it| it.status).collect();
    assert_eq!(statuses, [429, 200]);
    assert!(discord.too_early().is_empty());
}

#[tokio::test]
async fn a_bucket_is_full_until_its_time_is_over() {
    let discord = Discord::start().await;
    let (guild, channel, ..) = table(&discord);
    let other = discord.channel(guild);
    let bot = Bot::start(&discord).await;
    discord.nasty(Nasty::Bucket { route: SEND, limit: 2, per: Duration::from_secs(1) });
    for number in 0..2 {
        bot.says(channel, &json!({"content": number.to_string()})).await.unwrap();
        bot.says(other, &json!({"content": number.to_string()})).await.unwrap();
    }
    assert!(discord.refusals().is_empty(), "each channel has its own");
    bot.says(channel, &json!({"content": "2"})).await.unwrap();
    assert_eq!(discord.refusals().len(), 1);
    assert_eq!(discord.messages(channel).len(), 3);
    assert!(discord.too_early().is_empty());
}

/// Of what the whole bot asks in a second, in whatever channel, so much is taken and no more.
#[tokio::test]
async fn a_second_takes_so_much_of_the_whole_bot() {
    let discord = Discord::start().await;
    let (guild, channel, ..) = table(&discord);
    let bot = Bot::start(&discord).await;
    discord.nasty(Nasty::PerSecond(3));
    for _ in 0..3 {
        let other = discord.channel(guild);
        bot.says(other, &json!({"content": "a"})).await.unwrap();
    }
    assert_eq!(discord.refused_alike(), 0);
    // This client asks again until it is heard.
    bot.says(channel, &json!({"content": "b"})).await.unwrap();
    assert!(discord.refused_alike() > 0);
    assert_eq!(discord.messages(channel).len(), 1);
}

#[tokio::test]
async fn a_server_error_does_nothing() {
    let discord = Discord::start().await;
    let (_, channel, ..) = table(&discord);
    let bot = Bot::start(&discord).await;
    discord.nasty(Nasty::ServerError { route: SEND, status: 503, times: 2 });
    for _ in 0..2 {
        assert_eq!(bot.says(channel, &json!({"content": "a"})).await.unwrap_err().status, 503);
    }
    assert!(discord.messages(channel).is_empty());
    bot.says(channel, &json!({"content": "a"})).await.unwrap();
}

#[tokio::test]
async fn what_is_not_known_is_remembered() {
    let discord = Discord::start().await;
    let bot = Bot::start(&discord).await;
    assert_eq!(bot.ask(Method::Get, "guilds/5/audit-logs", &json!(null)).await.unwrap_err().status, 404);
    assert_eq!(discord.unknown(), ["GET /guilds/5/audit-logs"]);
}

#[tokio::test]
#[should_panic(expected = "audit-logs")]
async fn what_is_not_known_fails_a_test() {
    let discord = Discord::start().await;
    let bot = Bot::start(&discord).await;
    let _refused = bot.ask(Method::Get, "guilds/5/audit-logs", &json!(null)).await;
    discord.assert_no_unknown();
}
