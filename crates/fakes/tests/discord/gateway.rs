//! Sessions: who may have one, what comes through it, and what survives a broken connection.

use std::time::Duration;

use twilight_gateway::{Event, EventTypeFlags, Intents, StreamExt as _};

use crate::bot::fakes::discord::{Discord, Nasty};
use crate::bot::{Bot, shard, table};

/// The code with which a shard is closed.
async fn closed(discord: &Discord, token: &str, intents: Intents) -> Option<u16> {
    let mut shard = shard(discord, token, intents);
    while let Some(event) = shard.next_event(EventTypeFlags::all()).await {
        match event.unwrap() {
            Event::GatewayClose(frame) => return frame.map(|it| it.code),
            Event::Ready(_) => return None,
            _ => {}
        }
    }
    None
}

#[tokio::test]
async fn a_session_needs_the_token_and_intents_that_exist_and_are_granted() {
    let discord = Discord::start().await;
    assert_eq!(closed(&discord, "wrong", Intents::GUILDS).await, Some(4004));
    assert_eq!(closed(&discord, discord.token(), Intents::from_bits_retain(1 << 40)).await, Some(4013));
    assert_eq!(closed(&discord, discord.token(), Intents::GUILD_MEMBERS).await, Some(4014));
    assert_eq!(closed(&discord, discord.token(), Intents::MESSAGE_CONTENT).await, None);
    discord.message_content(false);
    assert_eq!(closed(&discord, discord.token(), Intents::MESSAGE_CONTENT).await, Some(4014));
}

#[tokio::test]
async fn guilds_come_after_ready_and_whenever_there_is_a_new_one() {
    let discord = Discord::start().await;
    let (guild, channel, ..) = table(&discord);
    let mut bot = Bot::start(&discord).await;
    let (id, channels) = bot
        .wait(|event| match event {
            Event::GuildCreate(it) => match it.as_ref() {
                twilight_model::gateway::payload::incoming::GuildCreate::Available(it) => {
                    Some((it.id.get(), it.channels.iter().map(|it| it.id.get()).collect::<Vec<_>>()))
                }
                _ => None,
            },
            _ => None,
        })
        .await;
    assert_eq!((id, channels), (guild.get(), vec![channel.get()]));
    let other = discord.guild();
    bot.wait(|event| matches!(event, Event::GuildCreate(it) if it.id().get() == other.get()).then_some(()))
        .await;
}

#[tokio::test]
async fn content_is_hidden_without_the_intent_except_from_whom_it_is_meant_for() {
    let discord = Discord::start().await;
    let (_, channel, ana, _) = table(&discord);
    let mut bot = Bot::start(&discord).await;
    ana.types(channel, "hello").unwrap();
    assert_eq!(bot.hears().await, "");
    let mention = format!("<@{}> hello", discord.bot());
    ana.types(channel, &mention).unwrap();
    assert_eq!(bot.hears().await, mention);
    ana.types(ana.dm(), "only you").unwrap();
    assert_eq!(bot.hears().await, "only you");
    let said =
        bot.http.create_message(twilight_model::id::Id::new(channel.get())).content("Well?").await.unwrap();
    let said = said.model().await.unwrap();
    let said = discord.messages(channel).into_iter().find(|it| it.id.get() == said.id.get()).unwrap().id;
    ana.replies(said, "an answer").unwrap();
    assert_eq!(bot.hears().await, "an answer");

    let mut bot = Bot::with(&discord, Intents::GUILD_MESSAGES | Intents::MESSAGE_CONTENT).await;
    ana.types(channel, "for all").unwrap();
    assert_eq!(bot.hears().await, "for all");
}

#[tokio::test]
async fn a_dropped_connection_is_resumed_and_no_event_is_lost() {
    let discord = Discord::start().await;
    let (_, _, ana, _) = table(&discord);
    let mut bot = Bot::start(&discord).await;
    for nasty in
        [Nasty::Drop, Nasty::Reconnect, Nasty::InvalidSession { resumable: true }, Nasty::Close(4000)]
    {
        let resumed = discord.resumed();
        ana.types(ana.dm(), "before").unwrap();
        assert_eq!(bot.hears().await, "before");
        discord.nasty(nasty.clone());
        ana.types(ana.dm(), "between").unwrap();
        ana.types(ana.dm(), "after").unwrap();
        assert_eq!(bot.hears().await, "between", "{nasty:?}");
        assert_eq!(bot.hears().await, "after", "{nasty:?}");
        bot.wait(|event| matches!(event, Event::Resumed).then_some(())).await;
        assert_eq!(discord.resumed(), resumed + 1, "{nasty:?}");
    }
    assert_eq!(discord.identified(), 1);
}

#[tokio::test]
async fn an_invalid_session_has_to_begin_anew() {
    let discord = Discord::start().await;
    let mut bot = Bot::start(&discord).await;
    discord.nasty(Nasty::InvalidSession { resumable: false });
    bot.wait(|event| matches!(event, Event::Ready(_)).then_some(())).await;
    assert_eq!((discord.identified(), discord.resumed()), (2, 0));
}

#[tokio::test]
async fn a_heartbeat_without_an_answer_makes_the_client_come_again() {
    let discord = Discord::start().await;
    discord.heartbeat(Duration::from_millis(50));
    discord.nasty(Nasty::SilentHeartbeats(u32::MAX));
    let mut bot = Bot::start(&discord).await;
    bot.wait(|event| matches!(event, Event::Resumed).then_some(())).await;
    assert!(discord.resumed() >= 1);
}

#[tokio::test]
async fn events_come_twice_or_late_or_in_another_order_on_request() {
    let discord = Discord::start().await;
    let (_, _, ana, _) = table(&discord);
    let mut bot = Bot::start(&discord).await;
    let says = |text: &str| ana.types(ana.dm(), text).unwrap();
    discord.nasty(Nasty::DuplicateEvents(1));
    says("twice");
    assert_eq!((bot.hears().await, bot.hears().await), ("twice".into(), "twice".into()));
    discord.nasty(Nasty::ReorderEvents(2));
    says("first");
    says("second");
    assert_eq!((bot.hears().await, bot.hears().await), ("second".into(), "first".into()));
    discord.nasty(Nasty::HoldEvents);
    says("late");
    discord.release();
    assert_eq!(bot.hears().await, "late");
}
