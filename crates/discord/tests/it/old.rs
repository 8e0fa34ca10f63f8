//! Messages that are older than an hour: Discord hardly lets them be edited, so that they are not.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use crate::stage::{Stage, wall};

/// How far the bot's clock is ahead.
static AHEAD: AtomicI64 = AtomicI64::new(0);

fn now() -> i64 {
    wall() + AHEAD.load(Ordering::Relaxed)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_card_is_posted_anew_and_never_edited() {
    let stage = Stage::timed(now).await;
    let ana = stage.person("Ana");
    stage.slash(&ana, stage.channel, "session start", &[("activity", "tidying")]).await;
    let thread = stage.thread().await;
    stage.asks(thread, "**Ana**").await;
    let card = stage.card(|it| it.text.contains("ACTIVE")).await;
    let hour = Duration::from_secs(61 * 60);
    stage.discord.advance(hour);
    AHEAD.fetch_add(i64::try_from(hour.as_millis()).unwrap(), Ordering::Relaxed);
    stage.slash(&ana, thread, "session pause", &[]).await;
    let is_new = |it: &fakes::discord::Shown| it.id != card.id && it.text.contains("PAUSED") && !it.ephemeral;
    let new = stage.discord.find(|it| it.messages(stage.channel).into_iter().find(is_new)).await;
    assert!(new.labels().contains(&"Resume"), "{:?}", new.labels());
    assert_eq!(stage.discord.message(card.id).unwrap().text, card.text);
    assert!(stage.discord.refusals().is_empty(), "{:#?}", stage.discord.refusals());
}
