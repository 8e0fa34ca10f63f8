//! Words while they are being said, and long ones.

use engine::{SeatId, Viewer, Voice};
use fakes::discord::{Nasty, Shown};

use crate::stage::Stage;

/// A narrator's words are one message that grows, and at the end it is what was recorded.
#[tokio::test(flavor = "multi_thread")]
async fn narration_is_streamed_by_edits_of_one_message() {
    let stage = Stage::open().await;
    let ana = stage.person("Ana");
    let told_by = [("activity", "tidying"), ("title", "with scripted:slow@delay=60")];
    stage.slash(&ana, stage.channel, "session start", &told_by).await;
    let thread = stage.thread().await;
    // When somebody else is asked, it has been said.
    stage.asks(thread, "**Ana**").await;
    let mut told = stage.table().subscribe(Viewer::Public, None).await.unwrap();
    let frames = told.next().await.unwrap().frames;
    let coach = Voice::Seat(SeatId::at(1));
    let told: Vec<String> = frames
        .into_iter()
        .filter_map(|it| it.telling)
        .filter(|it| it.voice == coach)
        .map(|it| it.text)
        .collect();
    let last = told.last().expect("the coach has said something");
    let said: Vec<Shown> = stage.discord.messages(thread).into_iter().filter(|it| it.text == *last).collect();
    assert_eq!(said.len(), told.iter().filter(|it| *it == last).count(), "each is said once");
    assert!(said.iter().all(|it| it.edited.is_some()), "it was there before it was all there");
}

/// Discord says how often something may be asked for: the latest text wins, and nothing comes too early.
#[tokio::test(flavor = "multi_thread")]
async fn limits_of_discord_are_kept_and_nothing_is_lost() {
    let stage = Stage::open().await;
    let people = ["Ana", "Ben", "Cee"].map(|name| stage.person(name));
    let per = std::time::Duration::from_millis(200);
    stage.discord.nasty(Nasty::Bucket { route: "PATCH /channels/:id/messages/:id", limit: 2, per });
    stage.discord.nasty(Nasty::Bucket { route: "POST /channels/:id/messages", limit: 2, per });
    let thread = crate::player::begins(&stage, &people).await;
    crate::player::play_until(&stage, thread, &people, |_, done| done == 3).await;
    assert_eq!(stage.discord.too_early(), Vec::<String>::new());
    assert!(stage.discord.text(thread).contains("Morning."));
}
