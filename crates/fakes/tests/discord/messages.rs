//! Messages: what is refused, who sees them, and what can be done with them.

use std::time::Duration;

use serde_json::{Value, json};
use twilight_http::request::Method;
use twilight_model::http::attachment::Attachment;
use twilight_model::id::Id;

use crate::bot::fakes::discord::{Discord, Nasty};
use crate::bot::{Bot, table};

#[tokio::test]
async fn a_message_of_2001_characters_is_refused_and_its_field_is_named() {
    let discord = Discord::start().await;
    let (_, channel, ..) = table(&discord);
    let bot = Bot::start(&discord).await;
    bot.says(channel, &json!({"content": "a".repeat(2000)})).await.unwrap();
    let no = bot.says(channel, &json!({"content": "a".repeat(2001)})).await.unwrap_err();
    assert_eq!((no.status, no.code), (400, 50035));
    assert_eq!(no.body["errors"]["content"]["_errors"][0]["code"], "BASE_TYPE_MAX_LENGTH");
    assert_eq!(discord.messages(channel).len(), 1);
}

#[tokio::test]
async fn what_discord_refuses_is_refused() {
    let discord = Discord::start().await;
    let (_, channel, ..) = table(&discord);
    let bot = Bot::start(&discord).await;
    let button = |id: &str| json!({"type": 2, "style": 1, "label": "Go", "custom_id": id});
    let row = |parts: Vec<Value>| json!({"type": 1, "components": parts});
    let texts = vec![json!({"type": 10, "content": "a"}); 41];
    for (code, body) in [
        (50006, json!({"content": "  "})),
        (50006, json!({"components": [row(vec![button("a")])]})),
        (50035, json!({"content": "a", "components": [row(vec![button("a"), button("a")])]})),
        (50035, json!({"content": "a", "flags": 1 << 15, "components": [{"type": 10, "content": "a"}]})),
        (50035, json!({"flags": 1 << 15, "components": texts})),
        (50035, json!({"content": "a", "embeds": [{"title": "a".repeat(257)}]})),
        (50035, json!({"content": "a", "message_reference": {"message_id": "5"}})),
        (50035, json!({"content": ["a"]})),
        (50035, json!({"content": "a", "flags": 64})),
        (50035, json!({"content": "a", "attachments": [{"id": "7"}]})),
    ] {
        let no = bot.says(channel, &body).await.unwrap_err();
        assert_eq!(no.code, code, "{body}");
    }
    bot.says(channel, &json!({"flags": 1 << 15, "components": [{"type": 10, "content": "a"}]}))
        .await
        .unwrap();
}

#[tokio::test]
async fn the_new_layout_stays() {
    let discord = Discord::start().await;
    let (_, channel, ana, _) = table(&discord);
    let bot = Bot::start(&discord).await;
    let said = bot
        .says(
            channel,
            &json!({"flags": 1 << 15, "components": [{"type": 17, "components": [
            {"type": 10, "content": "Night 1"},
            {"type": 1, "components": [{"type": 2, "style": 1, "label": "My seat", "custom_id": "s"}]}]}]}),
        )
        .await
        .unwrap();
    let path = format!("channels/{channel}/messages/{}", said["id"].as_str().unwrap());
    assert_eq!(bot.ask(Method::Patch, &path, &json!({"flags": 0})).await.unwrap_err().code, 50035);
    assert_eq!(bot.ask(Method::Patch, &path, &json!({"content": "a"})).await.unwrap_err().code, 50035);
    let seen = ana.sees_last(channel).unwrap();
    assert_eq!((seen.text.as_str(), seen.labels()), ("Night 1", vec!["My seat"]));
    let read = bot.http.message(Id::new(channel.get()), Id::new(seen.id.get())).await.unwrap();
    assert_eq!(read.model().await.unwrap().components.len(), 1);
}

#[tokio::test]
async fn a_nonce_makes_a_send_happen_once() {
    let discord = Discord::start().await;
    let (_, channel, ..) = table(&discord);
    let bot = Bot::start(&discord).await;
    let line = json!({"content": "Once", "nonce": "event-142", "enforce_nonce": true});
    discord.nasty(Nasty::LostAnswer { route: "POST /channels/:id/messages", times: 1 });
    assert_eq!(bot.says(channel, &line).await.unwrap_err().status, 502);
    let again = bot.says(channel, &line).await.unwrap();
    assert_eq!(bot.says(channel, &line).await.unwrap()["id"], again["id"]);
    assert_eq!(discord.messages(channel).len(), 1);
    discord.advance(Duration::from_secs(3600));
    bot.says(channel, &line).await.unwrap();
    assert_eq!(discord.messages(channel).len(), 2);
}

#[tokio::test]
async fn who_is_no_member_sees_nothing_and_can_do_nothing() {
    let discord = Discord::start().await;
    let (guild, channel, ana, ben) = table(&discord);
    let stranger = discord.user("Cole");
    let bot = Bot::start(&discord).await;
    bot.says(channel, &json!({"content": "For members"})).await.unwrap();
    assert_eq!(ana.sees(channel).len(), 1);
    assert!(stranger.sees(channel).is_empty());
    assert!(stranger.types(channel, "Hello").is_err());
    let private = discord.private_channel(guild, &[&ana]);
    ana.types(private, "Only us").unwrap();
    assert_eq!((ana.sees(private).len(), ben.sees(private).len()), (1, 0));
    assert!(ben.replies(ana.sees(private)[0].id, "I see").is_err());
}

#[tokio::test]
async fn permissions_are_asked_for() {
    let discord = Discord::start().await;
    let (guild, channel, ana, _) = table(&discord);
    let bot = Bot::start(&discord).await;
    let line = json!({"content": "a"});
    let own = bot.says(channel, &line).await.unwrap();
    let lock = {
        let path = format!("channels/{channel}/messages/{}/threads", own["id"].as_str().unwrap());
        bot.ask(Method::Post, &path, &json!({"name": "Talk"})).await.unwrap();
        format!("channels/{}", own["id"].as_str().unwrap())
    };
    assert_eq!(
        bot.ask(Method::Patch, &lock, &json!({"archived": true, "locked": true})).await.unwrap_err().code,
        50013
    );
    discord.bot_permissions(channel, 1 << 10);
    assert_eq!(bot.says(channel, &line).await.unwrap_err().code, 50013);
    discord.bot_permissions(channel, 0);
    assert_eq!(bot.says(channel, &line).await.unwrap_err().code, 50001);
    let other = discord.channel(guild);
    let said = ana.types(other, "mine").unwrap();
    let path = format!("channels/{other}/messages/{said}");
    assert_eq!(bot.ask(Method::Patch, &path, &line).await.unwrap_err().code, 50005);
    assert_eq!(bot.ask(Method::Delete, &path, &Value::Null).await.unwrap_err().code, 50013);
    let path = format!("channels/{other}/messages/77");
    assert_eq!(bot.ask(Method::Patch, &path, &line).await.unwrap_err().code, 10008);
    ana.closes_dms();
    assert_eq!(bot.says(ana.dm(), &line).await.unwrap_err().code, 50007);
    discord.kick_bot(guild);
    assert_eq!(bot.says(other, &line).await.unwrap_err().code, 50001);
}

#[tokio::test]
async fn old_messages_are_edited_only_so_often() {
    let discord = Discord::start().await;
    let (_, channel, ..) = table(&discord);
    let bot = Bot::start(&discord).await;
    discord.nasty(Nasty::OldEdits(1));
    let said = bot.says(channel, &json!({"content": "a"})).await.unwrap();
    let path = format!("channels/{channel}/messages/{}", said["id"].as_str().unwrap());
    let edit = json!({"content": "b"});
    for _ in 0..3 {
        bot.ask(Method::Patch, &path, &edit).await.unwrap();
    }
    discord.advance(Duration::from_secs(3601));
    bot.ask(Method::Patch, &path, &edit).await.unwrap();
    // The library takes this for a limit, and would wait and ask again until it is over.
    let asks = bot.ask(Method::Patch, &path, &edit);
    tokio::select! {
        _ = asks => panic!("it is refused"),
        () = discord.until(|it| it.refusals().iter().any(|it| it.code() == Some(30046))) => {}
    }
}

#[tokio::test]
async fn threads_are_made_archived_and_brought_back() {
    let discord = Discord::start().await;
    let (_, channel, ana, _) = table(&discord);
    let bot = Bot::start(&discord).await;
    bot.says(channel, &json!({"content": "The card"})).await.unwrap();
    let card = ana.sees_last(channel).unwrap().id;
    let (at, message) = (Id::new(channel.get()), Id::new(card.get()));
    let thread =
        bot.http.create_thread_from_message(at, message, "Talk").await.unwrap().model().await.unwrap();
    assert_eq!(thread.id.get(), card.get());
    let thread = ana.sees_last(channel).unwrap().thread.unwrap();
    assert_eq!(discord.threads(channel), [thread]);
    bot.says(thread, &json!({"content": "Welcome"})).await.unwrap();
    ana.types(thread, "Thanks").unwrap();
    assert_eq!(discord.text(thread), "Parlor: Welcome\nAna: Thanks");
    bot.http.update_thread(Id::new(thread.get())).archived(true).await.unwrap();
    assert_eq!(discord.state(thread), Some(("Talk".into(), true, false)));
    let welcome = format!("channels/{thread}/messages/{}", ana.sees(thread)[0].id);
    assert_eq!(bot.ask(Method::Patch, &welcome, &json!({"content": "b"})).await.unwrap_err().code, 50083);
    bot.says(thread, &json!({"content": "Again"})).await.unwrap();
    assert_eq!(discord.state(thread), Some(("Talk".into(), false, false)));
    discord.assert_no_unknown();
}

#[tokio::test]
async fn webhooks_speak_as_anybody_and_in_threads() {
    let discord = Discord::start().await;
    let (_, channel, ana, _) = table(&discord);
    let bot = Bot::start(&discord).await;
    let hook = bot.http.create_webhook(Id::new(channel.get()), "seats").await.unwrap().model().await.unwrap();
    let token = hook.token.unwrap();
    bot.says(channel, &json!({"content": "The card"})).await.unwrap();
    let card = ana.sees_last(channel).unwrap().id;
    let thread = Id::new(card.get());
    bot.http.create_thread_from_message(Id::new(channel.get()), thread.cast(), "Talk").await.unwrap();
    let said =
        bot.http.execute_webhook(hook.id, &token).username("Cole").thread_id(thread).content("I was asleep.");
    let said = said.wait().await.unwrap().model().await.unwrap();
    assert_eq!(discord.text(discord.threads(channel)[0]), "Cole: I was asleep.");
    let edit = bot.http.update_webhook_message(hook.id, &token, said.id).content(Some("I was awake."));
    assert!(edit.await.is_err(), "the thread has to be named");
    let edit = bot.http.update_webhook_message(hook.id, &token, said.id).content(Some("I was awake."));
    edit.thread_id(thread).await.unwrap();
    assert_eq!(discord.text(discord.threads(channel)[0]), "Cole: I was awake.");
    let listed = bot.http.channel_webhooks(Id::new(channel.get())).await.unwrap().models().await.unwrap();
    assert_eq!(listed.len(), 1);
    let path = format!("channels/{channel}/webhooks");
    assert_eq!(bot.ask(Method::Post, &path, &json!({"name": "Clyde"})).await.unwrap_err().code, 50035);
}

#[tokio::test]
async fn files_come_with_a_message_and_can_be_fetched_for_a_day() {
    let discord = Discord::start().await;
    let (_, channel, ana, _) = table(&discord);
    let bot = Bot::start(&discord).await;
    let mut picture = Attachment::from_bytes("clocks.png".into(), b"\x89PNG\r\n\r\n--".to_vec(), 1);
    picture.description("Bluecoats arrive 3 of 4.".into());
    let at = Id::new(channel.get());
    let said = bot.http.create_message(at).content("Clocks").attachments(&[picture]).await.unwrap();
    let said = said.model().await.unwrap();
    let seen = ana.sees_last(channel).unwrap();
    assert_eq!(seen.files[0].bytes, b"\x89PNG\r\n\r\n--");
    assert_eq!(seen.files[0].description.as_deref(), Some("Bluecoats arrive 3 of 4."));
    assert_eq!(seen.files[0].url, said.attachments[0].url);
    let fetched = crate::doors::get(&seen.files[0].url).await;
    assert!(fetched.starts_with(b"HTTP/1.1 200") && fetched.ends_with(b"\x89PNG\r\n\r\n--"));
    discord.advance(Duration::from_secs(25 * 3600));
    assert!(crate::doors::get(&seen.files[0].url).await.starts_with(b"HTTP/1.1 404"));
    let kept = bot.http.update_message(at, said.id).keep_attachment_ids(&[]).content(Some("None")).await;
    assert!(kept.unwrap().model().await.unwrap().attachments.is_empty());
}

#[tokio::test]
async fn it_is_known_who_is_pinged() {
    let discord = Discord::start().await;
    let (_, channel, ana, ben) = table(&discord);
    let bot = Bot::start(&discord).await;
    let text = format!("{} and @everyone", ben.mention());
    bot.says(channel, &json!({"content": text})).await.unwrap();
    assert_eq!(discord.pinged(ana.sees_last(channel).unwrap().id), ["Ben"]);
    bot.says(channel, &json!({"content": text, "allowed_mentions": {"parse": []}})).await.unwrap();
    let quiet = ana.sees_last(channel).unwrap().id;
    assert!(discord.pinged(quiet).is_empty());
    assert_eq!(discord.allowed_mentions(quiet), Some(json!({"parse": []})));
    discord.bot_permissions(channel, u64::MAX);
    bot.says(channel, &json!({"content": text})).await.unwrap();
    assert_eq!(discord.pinged(ana.sees_last(channel).unwrap().id), ["Ana", "Ben"]);
}

#[tokio::test]
async fn pins_and_typing_are_shown() {
    let discord = Discord::start().await;
    let (_, channel, ana, _) = table(&discord);
    let bot = Bot::start(&discord).await;
    let at = Id::new(channel.get());
    bot.http.create_typing_trigger(at).await.unwrap();
    assert!(discord.typing(channel));
    discord.advance(Duration::from_secs(11));
    assert!(!discord.typing(channel));
    bot.says(channel, &json!({"content": "The card"})).await.unwrap();
    let card = ana.sees_last(channel).unwrap().id;
    bot.http.create_pin(at, Id::new(card.get())).await.unwrap();
    let pins = bot.http.pins(at).await.unwrap().model().await.unwrap();
    assert_eq!(pins.items[0].message.id.get(), card.get());
    assert!(ana.sees(channel)[0].pinned);
    bot.http.delete_pin(at, Id::new(card.get())).await.unwrap();
    assert!(!ana.sees(channel)[0].pinned);
    discord.assert_no_unknown();
}
