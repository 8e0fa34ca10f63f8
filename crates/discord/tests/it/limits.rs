//! Discord's limits: learnt from its answers, waited for when they are met, and never hammered.

use std::time::{Duration, Instant};

use fakes::discord::{ChannelId, Nasty, User};

use crate::stage::Stage;

async fn tidying(stage: &Stage) -> (User, ChannelId) {
    let ana = stage.person("Ana");
    stage.slash(&ana, stage.channel, "session start", &[("activity", "tidying")]).await;
    let thread = stage.thread().await;
    stage.asks(thread, "**Ana**").await;
    (ana, thread)
}

/// Every answer says how much is left: so none has to be refused.
#[tokio::test(flavor = "multi_thread")]
async fn what_answers_say_is_left_is_kept_and_nothing_is_refused() {
    let stage = Stage::open().await;
    let people = ["Ana", "Ben", "Cee"].map(|name| stage.person(name));
    let per = Duration::from_millis(300);
    for route in
        ["PATCH /channels/:id/messages/:id", "POST /channels/:id/messages", "POST /webhooks/:id/:token"]
    {
        stage.discord.nasty(Nasty::Bucket { route, limit: 2, per });
    }
    let thread = crate::player::begins(&stage, &people).await;
    crate::player::play_until(&stage, thread, &people, |_, done| done == 3).await;
    let refused = stage.discord.refusals().into_iter().filter(|it| it.status == 429);
    assert_eq!(refused.map(|it| it.route).collect::<Vec<_>>(), Vec::<String>::new());
}

/// When the whole bot is not heard, it waits as long as it is told; what was to be said is said then. Answers go on.
#[tokio::test(flavor = "multi_thread")]
async fn a_limit_of_the_whole_bot_is_waited_for() {
    let stage = Stage::open().await;
    let (ana, thread) = tidying(&stage).await;
    let began = Instant::now();
    stage.discord.nasty(Nasty::GlobalLimit { retry_after: Duration::from_secs(2) });
    let told = stage.slash(&ana, thread, "ooc", &[("text", "is it late?")]).await;
    assert!(told.ephemeral, "{}", told.text);
    stage.said(thread, "is it late?").await;
    assert!(began.elapsed() >= Duration::from_secs(2), "{:?}", began.elapsed());
    // One that found it out, and those that were on their way.
    assert!(stage.discord.refused_alike() <= 3, "{}", stage.discord.refused_alike());
}

/// So it is when the address is banned for a while, which no header tells but how long.
#[tokio::test(flavor = "multi_thread")]
async fn a_ban_of_the_address_is_waited_for() {
    let stage = Stage::open().await;
    let (ana, thread) = tidying(&stage).await;
    stage.discord.nasty(Nasty::Banned { retry_after: Duration::from_secs(2) });
    ana.types(thread, "/roll 1d6").unwrap();
    stage.said(thread, "1d6").await;
    assert!(stage.discord.refused_alike() <= 3, "{}", stage.discord.refused_alike());
}

/// Models cost money: so many tables with them are laid in a day, whatever became of the first, and after a restart too.
#[tokio::test(flavor = "multi_thread")]
async fn so_many_tables_with_models_are_laid_in_a_day() {
    let mut stage = Stage::open().await;
    stage.crashes().await;
    stage.models_are(&["scripted:legal"], 1);
    stage.starts().await;
    let (ana, ben) = (stage.person("Ana"), stage.person("Ben"));
    let lays = [("activity", "tidying")];
    stage.slash(&ana, stage.channel, "session start", &lays).await;
    stage.slash(&ana, stage.channel, "session close", &[]).await;
    // Somebody else in this server, and the same person elsewhere.
    let told = stage.slash(&ben, stage.channel, "session start", &lays).await;
    assert!(told.text.contains("no more than 1 are laid in a day"), "{}", told.text);
    stage.crashes().await;
    stage.starts().await;
    let told = stage.slash(&ana, ana.dm(), "session start", &lays).await;
    assert!(told.text.contains("no more than 1 are laid in a day"), "{}", told.text);
    let told = stage.slash(&ben, ben.dm(), "session start", &lays).await;
    assert!(told.text.contains("ACTIVE"), "{}", told.text);
}
