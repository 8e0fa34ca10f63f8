//! Crashes, reconnects and a Discord that fails: no line is said twice, and none is lost.

use std::collections::BTreeMap;

use engine::Viewer;
use fakes::discord::{ChannelId, Discord, Nasty, Shown};

use crate::player::{begins, play, play_until};
use crate::stage::{Stage, wall};

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
    // By the time that they are answered, what is shown is noted.
    stage.slash(&ana, stage.channel, "session status", &[]).await;
    stage.crashes().await;
    stage.pages_are(None);
    stage.starts().await;
    stage.card(|it| it.text.contains("ACTIVE") && !it.text.contains("http")).await;
    stage.discord.assert_no_unknown();
}

fn two_hours_later() -> i64 {
    wall() + 2 * 60 * 60 * 1_000
}

/// A restart asks nothing of Discord for a table at which nothing has changed, however old its card is.
#[tokio::test(flavor = "multi_thread")]
async fn a_restart_shows_nothing_again() {
    let mut stage = Stage::open().await;
    let ana = stage.person("Ana");
    stage.slash(&ana, stage.channel, "session start", &[("activity", "tidying")]).await;
    let thread = stage.thread().await;
    ana.types(thread, "((pizza's here))").unwrap();
    stage.asks(thread, "PAUSED").await;
    stage.asks(thread, "**Ana**").await;
    stage.card(|it| it.text.contains("ACTIVE")).await;
    stage.crashes().await;
    stage.starts().await;
    let before = stage.discord.messages(thread).len();
    stage.slash(&ana, thread, "session status", &[]).await;
    stage.crashes().await;
    stage.clock_is(two_hours_later);
    let seen = stage.discord.requests().len();
    stage.starts().await;
    let told = stage.slash(&ana, thread, "session status", &[]).await;
    assert!(told.text.contains("ACTIVE"), "{}", told.text);
    let asked: Vec<String> = stage
        .discord
        .requests()
        .split_off(seen)
        .into_iter()
        .map(|it| it.route)
        .filter(|it| it.contains("/messages"))
        .collect();
    // The minute of what was suggested is over, and its button goes.
    assert_eq!(asked, ["PATCH /channels/:id/messages/:id"], "{asked:?}");
    assert_eq!(stage.discord.messages(thread).iter().filter(|it| !it.ephemeral).count(), before);
    assert_eq!(stage.discord.text(thread).matches("Shall the table be").count(), 1);
}

/// A card that is too old to be changed is posted anew when something has changed, once; the old one has nothing left to press.
#[tokio::test(flavor = "multi_thread")]
async fn an_old_card_makes_room_for_a_new_one() {
    let mut stage = Stage::open().await;
    let ana = stage.person("Ana");
    stage.slash(&ana, stage.channel, "session start", &[("activity", "tidying")]).await;
    let thread = stage.thread().await;
    let old = stage.card(|it| it.text.contains("ACTIVE")).await;
    stage.crashes().await;
    stage.clock_is(two_hours_later);
    stage.starts().await;
    stage.slash(&ana, thread, "session pause", &[]).await;
    let is_new = |it: &Shown| it.id != old.id && it.text.contains("PAUSED") && it.pinned;
    let new = stage.discord.find(|it| it.messages(stage.channel).into_iter().find(is_new)).await;
    assert!(new.text.contains(&format!("The talk is in <#{thread}>")), "{}", new.text);
    stage.discord.find(|it| it.message(old.id).filter(|it| it.buttons.is_empty() && !it.pinned)).await;
    stage.slash(&ana, thread, "session resume", &[]).await;
    stage.discord.find(|it| it.message(new.id).filter(|it| it.text.contains("ACTIVE"))).await;
    let pinned = stage.discord.messages(stage.channel).into_iter().filter(|it| it.pinned);
    assert_eq!(pinned.map(|it| it.id).collect::<Vec<_>>(), [new.id]);
}

/// What stands before Discord answers with no JSON when it is out of order: what was to be said is said all the same, once.
#[tokio::test(flavor = "multi_thread")]
async fn no_line_is_lost_when_discords_edge_fails() {
    let stage = Stage::open().await;
    let ana = stage.person("Ana");
    stage.slash(&ana, stage.channel, "session start", &[("activity", "tidying")]).await;
    let thread = stage.thread().await;
    stage.said(thread, "at the table").await;
    for status in [503, 502, 403] {
        stage.discord.nasty(Nasty::NotJson { route: "POST /channels/:id/messages", status, times: 1 });
        let line = format!("said though {status}");
        stage.slash(&ana, thread, "ooc", &[("text", &line)]).await;
        stage.said(thread, &line).await;
    }
    for status in [503, 502, 403] {
        assert_eq!(stage.discord.text(thread).matches(&format!("said though {status}")).count(), 1);
    }
}
