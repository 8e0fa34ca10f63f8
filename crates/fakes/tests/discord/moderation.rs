//! What moderators do to the bot's things.

use serde_json::json;
use twilight_gateway::Event;
use twilight_http::request::Method;
use twilight_model::id::Id;

use crate::bot::fakes::discord::Discord;
use crate::bot::{Bot, table};

#[tokio::test]
async fn what_a_moderator_deletes_is_gone_for_the_bot() {
    let discord = Discord::start().await;
    let (guild, channel, ana, _) = table(&discord);
    let mut bot = Bot::start(&discord).await;
    let hook = bot.http.create_webhook(Id::new(channel.get()), "seats").await.unwrap().model().await.unwrap();
    bot.says(channel, &json!({"content": "The card"})).await.unwrap();
    let card = ana.sees_last(channel).unwrap().id;
    let edit = |id| format!("channels/{channel}/messages/{id}");
    discord.delete_message(card);
    bot.wait(|event| matches!(event, Event::MessageDelete(it) if it.id.get() == card.get()).then_some(()))
        .await;
    let no = bot.ask(Method::Patch, &edit(card), &json!({"content": "b"})).await.unwrap_err();
    assert_eq!((no.status, no.code), (404, 10008));
    discord.delete_webhooks(channel);
    let speak = format!("webhooks/{}/{}", hook.id, hook.token.unwrap());
    assert_eq!(bot.ask(Method::Post, &speak, &json!({"content": "a"})).await.unwrap_err().code, 10015);
    discord.delete_channel(channel);
    bot.wait(|event| matches!(event, Event::ChannelDelete(_)).then_some(())).await;
    assert_eq!(bot.says(channel, &json!({"content": "a"})).await.unwrap_err().code, 10003);
    assert!(ana.types(channel, "a").is_err());
    let other = discord.channel(guild);
    ana.types(other, "a").unwrap();
    discord.remove(&ana, guild);
    assert!(ana.sees(other).is_empty());
}

#[tokio::test]
async fn a_thread_that_is_archived_takes_no_commands_and_one_that_is_locked_no_words() {
    let discord = Discord::start().await;
    let (_, channel, ana, _) = table(&discord);
    let bot = Bot::start(&discord).await;
    bot.registers().await;
    bot.says(channel, &json!({"content": "The card"})).await.unwrap();
    let card = Id::new(ana.sees_last(channel).unwrap().id.get());
    bot.http.create_thread_from_message(Id::new(channel.get()), card, "Talk").await.unwrap();
    let thread = discord.threads(channel)[0];
    ana.slash(thread, "session end", &[]).unwrap();
    discord.archive(thread, false);
    assert!(ana.slash(thread, "session end", &[]).is_err());
    ana.types(thread, "Still here").unwrap();
    ana.slash(thread, "session end", &[]).unwrap();
    discord.archive(thread, true);
    assert!(ana.types(thread, "Still here").is_err());
    assert_eq!(bot.says(thread, &json!({"content": "a"})).await.unwrap_err().code, 50083);
    let wake = format!("channels/{thread}");
    assert_eq!(bot.ask(Method::Patch, &wake, &json!({"archived": false})).await.unwrap_err().code, 50013);
}

#[tokio::test]
async fn the_bot_hears_nothing_of_a_channel_that_it_cannot_see() {
    let discord = Discord::start().await;
    let (guild, channel, ana, _) = table(&discord);
    let other = discord.channel(guild);
    discord.bot_permissions(channel, 0);
    let mut bot = Bot::start(&discord).await;
    ana.types(channel, "behind its back").unwrap();
    let said = ana.types(other, &format!("<@{}> hello", discord.bot())).unwrap();
    assert!(bot.hears().await.ends_with("hello"));
    ana.edits(said, &format!("<@{}> goodbye", discord.bot())).unwrap();
    bot.wait(|event| {
        matches!(event, Event::MessageUpdate(it) if it.content.ends_with("goodbye")).then_some(())
    })
    .await;
    assert!(discord.connected());
}
