//! Many servers at once: none of them makes another wait.

use std::time::Duration;

use fakes::discord::{ChannelId, Nasty, User};

use crate::stage::Stage;

const CALLBACK: &str = "POST /interactions/:id/:token/callback";
const PIN: &str = "PUT /channels/:id/messages/pins/:id";

/// Somebody in a server of their own, with its channel.
fn elsewhere(stage: &Stage, name: &str) -> (User, ChannelId) {
    let guild = stage.discord.guild();
    (stage.discord.user(name).joins(guild), stage.discord.channel(guild))
}

/// Forty people in forty servers give a command at once: the fortieth is not answered after the thirty-nine before.
#[tokio::test(flavor = "multi_thread")]
async fn forty_presses_at_once_are_answered_side_by_side() {
    let stage = Stage::open().await;
    let people: Vec<(User, ChannelId)> = (0..40).map(|at| elsewhere(&stage, &format!("p{at}"))).collect();
    stage.discord.nasty(Nasty::Latency { route: CALLBACK, by: Duration::from_secs(4) });
    let given: Vec<_> =
        people.iter().map(|(who, at)| who.slash(*at, "session status", &[]).unwrap()).collect();
    stage.discord.until(|it| it.waiting(CALLBACK) == 40).await;
    stage.discord.until(|it| given.iter().all(|id| it.answer(*id).is_some())).await;
    assert!(given.iter().all(|id| !stage.discord.failed(*id)));
}

/// Where Discord takes its time in one server, tables are laid in the others.
#[tokio::test(flavor = "multi_thread")]
async fn a_slow_server_makes_no_other_wait_to_lay_a_table() {
    let stage = Stage::open().await;
    let people: Vec<(User, ChannelId)> = (0..3).map(|at| elsewhere(&stage, &format!("p{at}"))).collect();
    stage.discord.nasty(Nasty::Latency { route: PIN, by: Duration::from_secs(4) });
    for (who, channel) in &people {
        who.slash(*channel, "parlor new", &[("activity", "mafia")]).unwrap();
    }
    stage.discord.until(|it| it.waiting(PIN) == 3).await;
    stage.discord.until(|it| people.iter().all(|(_, at)| it.messages(*at).iter().any(|it| it.pinned))).await;
}

/// Whoever types without end waits for the answers alone: at another table people are heard at once.
#[tokio::test(flavor = "multi_thread")]
async fn one_who_types_without_end_stops_no_other_table() {
    let stage = Stage::open().await;
    let (ana, ben) = (elsewhere(&stage, "Ana"), elsewhere(&stage, "Ben"));
    let mut threads = Vec::new();
    for (who, channel) in [&ana, &ben] {
        stage.slash(who, *channel, "session start", &[("activity", "tidying")]).await;
        let thread = stage.discord.find(|it| it.threads(*channel).pop()).await;
        stage.asks(thread, "**").await;
        threads.push(thread);
    }
    let talk = "POST /channels/:id/messages";
    stage.discord.nasty(Nasty::Latency { route: talk, by: Duration::from_secs(1) });
    for _ in 0..60 {
        ana.0.types(threads[0], "/help").unwrap();
    }
    ben.0.types(threads[1], "/roll 1d6").unwrap();
    // What Ana is to be told takes a minute; a test waits for twenty seconds.
    stage.said(threads[1], "1d6").await;
    let told = stage.discord.messages(threads[0]).iter().filter(|it| it.reply_to.is_some()).count();
    assert!(told < 20, "{told}");
}

/// A bot that was thrown out lets the table rest, and asks Discord nothing more about it.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_rests_when_the_bot_was_thrown_out() {
    let stage = Stage::open().await;
    let ana = stage.person("Ana");
    stage.slash(&ana, stage.channel, "session start", &[("activity", "tidying")]).await;
    let thread = stage.thread().await;
    stage.asks(thread, "**Ana**").await;
    stage.discord.kick_bot(stage.guild);
    rests(&stage).await;
    // It comes back, and so do they.
    stage.discord.invite_bot(stage.guild, None);
    stage.slash(&ana, thread, "session resume", &[]).await;
    stage.slash(&ana, thread, "ooc", &[("text", "here again")]).await;
    stage.said(thread, "here again").await;
}

/// So it does when its channel or its thread has gone, and when the bot may not speak there any more.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_rests_when_nobody_can_read_it() {
    for how in ["channel", "thread", "muted"] {
        let stage = Stage::open().await;
        let ana = stage.person("Ana");
        stage.slash(&ana, stage.channel, "session start", &[("activity", "tidying")]).await;
        let thread = stage.thread().await;
        stage.asks(thread, "**Ana**").await;
        match how {
            "channel" => stage.discord.delete_channel(stage.channel),
            "thread" => stage.discord.delete_channel(thread),
            _ => {
                // It may look, and say nothing.
                stage.discord.bot_permissions(stage.channel, 1 << 10 | 1 << 16);
                stage.slash(&ana, thread, "ooc", &[("text", "is anybody there?")]).await;
            }
        }
        rests(&stage).await;
    }
}

async fn rests(stage: &Stage) {
    stage
        .recorded(|records| {
            let events = records.iter().flat_map(|record| record["events"].as_array().unwrap());
            events.filter(|event| event["to"] == "PAUSED").count() == 1
        })
        .await;
}

/// A restart asks who the bot is and sets its commands; for tables at which nothing has changed it asks nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_restart_with_many_tables_asks_nothing_for_them() {
    let mut stage = Stage::open().await;
    let people: Vec<(User, ChannelId)> = (0..25).map(|at| elsewhere(&stage, &format!("p{at}"))).collect();
    for (who, channel) in &people {
        who.slash(*channel, "session start", &[("activity", "tidying")]).unwrap();
    }
    for (who, channel) in &people {
        let thread = stage.discord.find(|it| it.threads(*channel).pop()).await;
        stage.asks(thread, &format!("**{}**", who.name())).await;
        let is_shown = |it: &fakes::discord::Shown| it.thread.is_some() && it.text.contains("has the word");
        stage.discord.until(|it| it.messages(*channel).iter().any(is_shown)).await;
    }
    // By the time all of them were answered once more, what they were shown is noted.
    for (who, channel) in &people {
        stage.slash(who, *channel, "session status", &[]).await;
    }
    stage.crashes().await;
    let seen = stage.discord.requests().len();
    stage.starts().await;
    let (who, channel) = &people[24];
    stage.slash(who, *channel, "session status", &[]).await;
    let asked = stage.discord.requests().split_off(seen).into_iter().map(|it| it.route);
    // What the crash cut off is made good: an edit or two that were not noted as done.
    let (edits, mut asked): (Vec<String>, Vec<String>) = asked.partition(|it| it.starts_with("PATCH "));
    asked.sort();
    let expected = ["GET /applications/@me", "GET /users/@me", CALLBACK, "PUT /applications/:id/commands"];
    assert_eq!(asked, expected);
    assert!(edits.len() <= 3, "{edits:?}");
}
