//! The first minute: a bot that comes to a server says what can be done, and so it does to whoever speaks to it.

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
