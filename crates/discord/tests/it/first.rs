//! The first minute: a bot that comes to a server says what can be done, and so it does to whoever speaks to it.

use engine::Viewer;
use fakes::discord::{Discord, Shown};

use crate::player::{begins, play_until};
use crate::stage::Stage;

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_comes_to_a_server_says_once_what_can_be_done() {
    let mut stage = Stage::open().await;
    let there = stage.discord.channel(stage.guild);
    stage.discord.kick_bot(stage.guild);
    stage.discord.invite_bot(stage.guild, Some(there));
    let greeting = stage.said(there, "I lay tables").await;
    assert!(greeting.text.contains("</session start:"), "{}", greeting.text);
    // Where it was before it says nothing, however often it connects.
    stage.crashes().await;
    stage.starts().await;
    let ana = stage.person("Ana");
    stage.slash(&ana, stage.channel, "help", &[]).await;
    assert_eq!(stage.discord.text(there).matches("I lay tables").count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_speaks_to_the_bot_is_told_what_can_be_done() {
    let stage = Stage::open().await;
    let (ana, ben) = (stage.person("Ana"), stage.person("Ben"));
    let line = ana.types(stage.channel, &format!("<@{}> what is this?", stage.discord.bot())).unwrap();
    let reply = stage.said(stage.channel, "I lay tables").await;
    assert_eq!(reply.reply_to, Some(line));
    assert_eq!(stage.discord.pinged(reply.id), Vec::<String>::new());
    ben.types(ben.dm(), "hello?").unwrap();
    stage.said(ben.dm(), "I lay tables").await;
    // Once in a while is enough, and nobody else is answered.
    ben.types(ben.dm(), "hello??").unwrap();
    ben.types(stage.channel, "who is this bot").unwrap();
    stage.slash(&ben, ben.dm(), "help", &[]).await;
    assert_eq!(stage.discord.text(ben.dm()).matches("I lay tables").count(), 1);
    assert_eq!(stage.discord.text(stage.channel).matches("I lay tables").count(), 1);
}

/// Most tables have nobody but the bot and people to speak: nothing is made in a channel before a seat speaks under its own name.
#[tokio::test(flavor = "multi_thread")]
async fn a_webhook_is_made_when_a_seat_first_speaks_under_its_own_name() {
    let stage = Stage::open().await;
    let webhooks = || {
        let made = stage.discord.requests().into_iter();
        made.filter(|it| it.route == "POST /channels/:id/webhooks").count()
    };
    let people = ["Ana", "Ben", "Cee"].map(|name| stage.person(name));
    let thread = begins(&stage, &people).await;
    stage.said(thread, "The session begins").await;
    assert_eq!(webhooks(), 0, "only the bot has spoken");
    play_until(&stage, thread, &people, |open, _| !open.selects.is_empty()).await;
    let own = |it: &Shown| ["Di", "Ed", "Flo"].contains(&it.author.as_str());
    let by_name = |it: &Discord| it.messages(thread).into_iter().find(own);
    stage.discord.find(by_name).await;
    assert_eq!(webhooks(), 1, "one is enough for all who speak");
    // Where people are at a table for one nobody else speaks.
    let dee = stage.person("Dee");
    let there = stage.discord.channel(stage.guild);
    stage.slash(&dee, there, "session start", &[("activity", "tidying")]).await;
    let thread = stage.discord.find(|it| it.threads(there).pop()).await;
    stage.asks(thread, "**Dee**").await;
    assert_eq!(webhooks(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_table_says_of_its_beginning_comes_before_what_is_played() {
    let stage = Stage::open().await;
    let people = ["Ana", "Ben"].map(|name| stage.person(name));
    let thread = begins(&stage, &people).await;
    stage.said(thread, "Night 1").await;
    let text = stage.discord.text(thread);
    let at = |words: &str| text.find(words).unwrap_or_else(|| panic!("{words}: {text}"));
    assert!(at("The session begins") < at("Night 1"), "{text}");
}

/// A table speaks what the Discord of whoever lays it speaks, as far as it can, or what they say; so does the one after it.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_has_the_language_of_whoever_lays_it_or_the_one_they_say() {
    let stage = Stage::open().await;
    let spoken = || async {
        let mut spoken = Vec::new();
        for table in stage.host().running() {
            spoken.push(table.scene(Viewer::Public).await.unwrap().table.language.tag());
        }
        spoken.sort_unstable();
        spoken
    };
    let lays = async |name: &str, locale: &str, said: &[(&str, &str)]| {
        let person = stage.person(name).locale(locale);
        let there = stage.discord.channel(stage.guild);
        let options = [&[("activity", "tidying")], said].concat();
        stage.slash(&person, there, "session start", &options).await
    };
    lays("Ana", "de", &[]).await;
    assert_eq!(spoken().await, ["de"]);
    lays("Ben", "en-GB", &[("language", "fr")]).await;
    assert_eq!(spoken().await, ["de", "fr"]);
    lays("Cee", "th", &[]).await;
    assert_eq!(spoken().await, ["de", "en", "fr"], "no table speaks Thai");
    let told = lays("Dee", "en-US", &[("language", "tlh")]).await;
    assert!(told.text.contains("is no language of a table: say one of en, ar"), "{}", told.text);
}
