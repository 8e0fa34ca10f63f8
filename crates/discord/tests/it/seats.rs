//! Sitting down and getting up, in a channel and in a direct message; and whom buttons obey.

use engine::Viewer;
use fakes::discord::{Nasty, Upload};

use crate::player::begins;
use crate::stage::Stage;

#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_later_takes_a_seat_of_the_house_and_can_give_it_back() {
    let stage = Stage::open().await;
    let people = ["Ana", "Ben"].map(|name| stage.person(name));
    let thread = begins(&stage, &people).await;
    let dee = stage.person("Dee");
    let told = stage.slash(&dee, thread, "seat show", &[]).await;
    assert!(told.text.contains("no seat"), "{}", told.text);
    let offered = dee.begins(thread, "seat join", "seat", "ha").unwrap();
    stage.discord.until(|it| it.choices(offered).is_some()).await;
    assert_eq!(stage.discord.choices(offered).unwrap(), [("Hal".to_owned(), "8".into())]);
    let told = stage.slash(&dee, thread, "seat join", &[("seat", "Hal")]).await;
    assert!(told.text.contains("**Hal**"), "{}", told.text);
    let panel = stage.slash(&dee, thread, "seat show", &[]).await;
    assert!(panel.text.starts_with("Seat 8 · **Hal**"), "{}", panel.text);
    // The seat is taken: nobody else is offered it, nor is one who plays already.
    let told = stage.slash(&stage.person("Eve"), thread, "seat join", &[("seat", "Hal")]).await;
    assert!(told.text.contains("No seat of the house"), "{}", told.text);
    let told = stage.slash(&people[0], thread, "seat join", &[]).await;
    assert!(told.text.contains("already"), "{}", told.text);
    let told = stage.slash(&dee, thread, "seat leave", &[]).await;
    assert!(told.text.contains("left"), "{}", told.text);
    let told = stage.slash(&dee, thread, "seat show", &[]).await;
    assert!(told.text.contains("no seat"), "{}", told.text);
}

/// The number that tells them apart has room in the longest name there can be.
#[tokio::test(flavor = "multi_thread")]
async fn two_of_the_same_long_name_sit_down() {
    let stage = Stage::open().await;
    let long = "Ö".repeat(32);
    let people = [long.as_str(), &long.to_lowercase()].map(|name| stage.person(name));
    begins(&stage, &people).await;
    let view = stage.table().scene(Viewer::Public).await.unwrap().view;
    let second = view["seats"][1]["name"].as_str().unwrap();
    assert!(second.ends_with(" 2") && second.chars().count() <= 32, "{second}");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_of_the_same_name_are_told_apart_and_the_house_is_full_at_some_point() {
    let stage = Stage::open().await;
    let people = ["Ana", "Ana"].map(|name| stage.person(name));
    stage.slash(&people[0], stage.channel, "parlor new", &[("activity", "dm")]).await;
    let card = stage.card(|it| it.labels().contains(&"Join")).await;
    stage.press(&people[1], &card, "Join").await;
    stage.card(|it| it.text.contains("ana, ana 2") || it.text.contains("Ana, Ana 2")).await;
    stage.press(&stage.person("Cee"), &card, "Join").await;
    let told = stage.press(&stage.person("Dee"), &card, "Join").await;
    assert!(told.text.contains("No more than 3"), "{}", told.text);
}

/// Controls are for those at the table; the buttons of an older table do nothing.
#[tokio::test(flavor = "multi_thread")]
async fn bystanders_and_old_cards_control_nothing() {
    let stage = Stage::open().await;
    let (ana, ben) = (stage.person("Ana"), stage.person("Ben"));
    stage.slash(&ana, stage.channel, "session start", &[("activity", "tidying")]).await;
    let old = stage.card(|it| it.labels().contains(&"Pause")).await;
    let told = stage.press(&ben, &old, "Pause").await;
    assert!(told.text.contains("no seat"), "{}", told.text);
    assert_eq!(stage.state().await, "ACTIVE");
    stage.slash(&ana, stage.channel, "session close", &[]).await;
    stage.slash(&ana, stage.channel, "session start", &[("activity", "tidying")]).await;
    let told = stage.press(&ana, &old, "My seat").await;
    assert!(told.text.contains("newer one"), "{}", told.text);
}

/// Photos of a home are private: the same works in a direct message, where there are no threads.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_can_be_in_a_direct_message() {
    let stage = Stage::open().await;
    let ana = stage.person("Ana");
    let dm = ana.dm();
    stage.slash(&ana, dm, "session start", &[("activity", "tidying")]).await;
    stage.asks(dm, "**Ana**").await;
    ana.sends(dm, "This is my desk", &[Upload::new("desk.png", "image/png", crate::tidying::photo())])
        .unwrap();
    stage.said(dm, "A photo was added").await;
    assert_eq!(stage.discord.threads(stage.channel).len(), 0);
    assert_eq!(stage.discord.text(stage.channel), "");
}

/// What takes longer than Discord waits is put off, and comes.
#[tokio::test(flavor = "multi_thread")]
async fn a_late_answer_is_put_off_and_comes() {
    let stage = Stage::open().await;
    let ana = stage.person("Ana");
    let retry_after = std::time::Duration::from_millis(2_600);
    stage.discord.nasty(Nasty::RateLimit { route: "POST /channels/:id/messages", times: 1, retry_after });
    let given = ana.slash(stage.channel, "session start", &[("activity", "tidying")]).unwrap();
    stage.discord.until(|it| it.answer(given).is_some()).await;
    assert_eq!(stage.discord.answer(given), Some(5), "it is put off");
    let told = stage.told(&ana, stage.channel, 0).await;
    assert!(told.text.contains("ACTIVE"), "{}", told.text);
    assert!(!stage.discord.failed(given));
}

/// Whatever is said, by a person or a model, notifies nobody and is shown as it was written.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_is_said_notifies_anybody() {
    let stage = Stage::open().await;
    let (ana, ben) = (stage.person("Ana"), stage.person("Ben"));
    stage.slash(&ana, stage.channel, "session start", &[("activity", "tidying")]).await;
    let thread = stage.thread().await;
    let text = format!("@everyone @here {} **loud** </session start:1>", ben.mention());
    stage.slash(&ana, thread, "say", &[("text", &text)]).await;
    stage.slash(&ana, thread, "ooc", &[("text", &text)]).await;
    stage.said(thread, "aside").await;
    for message in stage.discord.messages(thread) {
        assert_eq!(stage.discord.pinged(message.id), Vec::<String>::new(), "{}", message.text);
        let said = stage.discord.allowed_mentions(message.id);
        assert!(message.author == "ana" || said == Some(serde_json::json!({"parse": []})), "{said:?}");
        assert!(!message.text.contains(" **loud**"), "{}", message.text);
    }
}

/// T15: who has held a seat of a session takes no other of it, so that nobody reads seat after seat.
#[tokio::test(flavor = "multi_thread")]
async fn t15_nobody_sits_down_in_seat_after_seat() {
    let stage = Stage::open().await;
    let people = ["Ana", "Ben"].map(|name| stage.person(name));
    let thread = begins(&stage, &people).await;
    let dee = stage.person("Dee");
    stage.slash(&dee, thread, "seat join", &[("seat", "Hal")]).await;
    stage.slash(&dee, thread, "seat leave", &[]).await;
    let told = stage.slash(&dee, thread, "seat join", &[("seat", "Gil")]).await;
    assert!(!told.text.contains("You sit in"), "{}", told.text);
    let told = stage.slash(&dee, thread, "seat show", &[]).await;
    assert!(told.text.contains("no seat"), "{}", told.text);
    // All are told who sat there.
    let is_told = |line: &str| line.contains("Dee") && line.contains("Hal");
    stage.discord.until(|it| it.text(thread).lines().any(is_told)).await;
}

/// Whoever sat down at the beginning can get up again.
#[tokio::test(flavor = "multi_thread")]
async fn who_sat_down_before_it_began_can_leave() {
    let stage = Stage::open().await;
    let (ana, ben, cee) = (stage.person("Ana"), stage.person("Ben"), stage.person("Cee"));
    stage.slash(&ana, stage.channel, "parlor new", &[("activity", "mafia")]).await;
    let card = stage.card(|it| it.labels().contains(&"Join")).await;
    stage.press(&ben, &card, "Join").await;
    stage.press(&cee, &card, "Join").await;
    let card = stage.card(|it| it.text.contains("Ana, Ben, Cee")).await;
    let told = stage.press(&cee, &card, "Leave").await;
    assert!(told.text.contains("left"), "{}", told.text);
    let card = stage.card(|it| !it.text.contains("Cee")).await;
    stage.press(&ana, &card, "Begin").await;
    let thread = stage.thread().await;
    // The seat was never the house's: it stays theirs, and the rules answer for them until they are back.
    let told = stage.slash(&ben, thread, "seat leave", &[]).await;
    assert!(told.text.contains("stays yours"), "{}", told.text);
    let table = stage.table().scene(Viewer::Public).await.unwrap().table;
    assert!(table.away.contains(engine::SeatId::at(1)));
    stage.slash(&ben, thread, "back", &[]).await;
    assert!(stage.table().scene(Viewer::Public).await.unwrap().table.away.is_empty());
}
