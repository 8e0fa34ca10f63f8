//! Crashes, reconnects and a Discord that fails: no line is said twice, and none is lost.

use std::collections::BTreeMap;

use engine::Viewer;
use fakes::discord::{ChannelId, Discord, Nasty};

use crate::player::{begins, play, play_until};
use crate::stage::Stage;

/// What the bot said in a thread, without questions and what is for one alone.
fn said(discord: &Discord, thread: ChannelId) -> Vec<String> {
    let messages = discord.messages(thread).into_iter();
    let plain = messages.filter(|it| it.author == "Parlor" && !it.ephemeral && it.edited.is_none());
    plain.filter(|it| it.buttons.is_empty() && it.selects.is_empty()).map(|it| it.text).collect()
}

fn twice(lines: &[String]) -> Vec<&String> {
    let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
    for line in lines {
        *counts.entry(line).or_default() += 1;
    }
    // The house may say short things again; what names a day or a night is said once.
    counts.into_iter().filter(|(line, count)| *count > 1 && line.len() > 120).map(|(line, _)| line).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_crash_the_table_goes_on_and_says_nothing_twice() {
    let mut stage = Stage::open().await;
    let people = ["Ana", "Ben", "Cee"].map(|name| stage.person(name));
    let thread = begins(&stage, &people).await;
    for _ in 0..3 {
        play_until(&stage, thread, &people, |_, done| done == 1).await;
        stage.crashes().await;
        stage.starts().await;
    }
    play(&stage, thread, &people).await;
    stage.card(|it| it.text.contains(" wins** On day ")).await;
    let lines = said(&stage.discord, thread);
    assert_eq!(twice(&lines), Vec::<&String>::new());
    // Everything that was told in public is there.
    let mut told = stage.table().subscribe(Viewer::Public, None).await.unwrap();
    let all = stage.discord.text(thread);
    for frame in told.next().await.unwrap().frames {
        // Votes stand in the ballot.
        let is_vote = frame.event.get().contains("VOTE_CAST");
        if let Some(telling) = frame.telling.filter(|_| !is_vote) {
            let start: String =
                telling.text.chars().take_while(|c| c.is_alphanumeric() || *c == ' ').collect();
            assert!(all.contains(start.trim()), "{:?} was not said", telling.text);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_send_whose_answer_is_lost_is_not_sent_again() {
    let stage = Stage::open().await;
    let ana = stage.person("Ana");
    stage.slash(&ana, stage.channel, "session start", &[("activity", "tidying")]).await;
    let thread = stage.thread().await;
    stage.said(thread, "at the table").await;
    stage.discord.nasty(Nasty::LostAnswer { route: "POST /channels/:id/messages", times: 1 });
    stage.slash(&ana, thread, "ooc", &[("text", "is this said once?")]).await;
    stage.said(thread, "is this said once?").await;
    stage.slash(&ana, thread, "ooc", &[("text", "and then this")]).await;
    stage.said(thread, "and then this").await;
    assert_eq!(stage.discord.text(thread).matches("is this said once?").count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reconnect_and_a_lost_session_change_nothing() {
    let stage = Stage::open().await;
    let ana = stage.person("Ana");
    stage.slash(&ana, stage.channel, "session start", &[("activity", "tidying")]).await;
    let thread = stage.thread().await;
    let resumed = stage.discord.resumed();
    stage.discord.nasty(Nasty::Reconnect);
    stage.discord.until(|it| it.resumed() > resumed).await;
    ana.types(thread, "((after a reconnect))").unwrap();
    let before = stage.discord.identified();
    stage.discord.nasty(Nasty::InvalidSession { resumable: false });
    stage.discord.until(|it| it.identified() > before && it.connected()).await;
    let told = stage.slash(&ana, thread, "session status", &[]).await;
    assert!(told.text.contains("ACTIVE"), "{}", told.text);
    let said = stage.discord.text(thread);
    assert!(!said.contains("Parlor: *Ana, aside:*"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_links_to_the_page_of_its_table_as_long_as_there_is_one() {
    let mut stage = Stage::open().await;
    let ana = stage.person("Ana");
    stage.slash(&ana, stage.channel, "session start", &[("activity", "tidying")]).await;
    let card = stage.card(|it| it.text.contains("ACTIVE")).await;
    assert!(!card.text.contains("browser") && !card.text.contains("http"), "{}", card.text);
    stage.crashes().await;
    stage.pages_are(Some("https://parlor.example/t"));
    stage.starts().await;
    let link = format!("[In the browser](https://parlor.example/t/{})", stage.table().id());
    stage.card(|it| it.text.contains(&link)).await;
    stage.crashes().await;
    stage.pages_are(None);
    stage.starts().await;
    stage.card(|it| it.text.contains("ACTIVE") && !it.text.contains("http")).await;
    stage.discord.assert_no_unknown();
}
