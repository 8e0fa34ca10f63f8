//! Words while they are being said, and long ones.

use fakes::discord::Nasty;

use crate::stage::Stage;

/// A narrator's words are one message that grows, and at the end it is what was recorded.
#[tokio::test(flavor = "multi_thread")]
async fn narration_is_streamed_by_edits_of_one_message() {
    let stage = Stage::open().await;
    let ana = stage.person("Ana");
    let told_by = [("activity", "tidying"), ("title", "told by scripted:slow@delay=60")];
    stage.slash(&ana, stage.channel, "session start", &told_by).await;
    let thread = stage.thread().await;
    ana.types(thread, "Old chargers, three mugs").unwrap();
    // It is there before it is all there.
    let begun = stage.said(thread, "**The coach:**").await;
    let done = stage
        .discord
        .find(|it| {
            let is_longer =
                |it: &fakes::discord::Shown| it.edited.is_some() && it.text.len() > begun.text.len();
            it.message(begun.id).filter(is_longer)
        })
        .await;
    assert!(done.text.starts_with("**The coach:**"), "{}", done.text);
    stage
        .recorded(|records| {
            let last =
                |record: &serde_json::Value| record["by"] == "seat:2" && record["machine"] == "tidying";
            records.iter().any(last)
        })
        .await;
    let events =
        |stage: &Stage| stage.records().iter().map(|record| record["events"].to_string()).collect::<String>();
    let said = stage
        .discord
        .find(|it| {
            let text = it.message(begun.id)?.text;
            let words = text.strip_prefix("**The coach:** ")?.split_whitespace().last()?.to_owned();
            (events(&stage).contains(words.trim_end_matches('…')) && !text.ends_with('…')).then_some(text)
        })
        .await;
    let same = stage.discord.messages(thread).iter().filter(|it| it.text == said).count();
    assert_eq!(same, 1, "it is said once");
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
