//! Whole evenings of Mafia: three people and seven of the house, or seven models.

use fakes::discord::Shown;
use serde_json::Value;

use crate::player::{begins, begins_called, play, play_until};
use crate::stage::Stage;

#[tokio::test(flavor = "multi_thread")]
async fn three_people_and_seven_of_the_house_play_to_the_end() {
    plays_to_the_end("Friday").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn three_people_and_seven_models_play_to_the_end() {
    plays_to_the_end("with scripted:legal").await;
}

/// What models say by mistake is no concern of the channel: a table goes on by its rules.
#[tokio::test(flavor = "multi_thread")]
async fn three_people_and_seven_models_that_fail_play_to_the_end() {
    plays_to_the_end("with scripted:forbidden").await;
}

async fn plays_to_the_end(title: &str) {
    let stage = Stage::open().await;
    let people = ["Ana", "Ben", "Cee"].map(|name| stage.person(name));
    let thread = begins_called(&stage, &people, title).await;
    let answered = play(&stage, thread, &people).await;
    assert!(answered >= 3, "{answered} questions were asked in the open");
    let card = stage.card(|it| it.text.contains(" wins** On day ")).await;
    let company = title.strip_prefix("with ").unwrap_or("the house");
    assert!(card.text.contains(&format!("mafia · with {company}")), "{}", card.text);
    assert!(card.labels().contains(&"My seat"), "{:?}", card.labels());
    assert!(!card.labels().contains(&"Pause"), "{:?}", card.labels());
    // Whoever typed is not repeated, and nobody was notified by anything that was said.
    let text = stage.discord.text(thread);
    assert!(!text.contains("Parlor: **Ana:** I trust nobody yet"), "{text}");
    for message in stage.discord.messages(thread).iter().filter(|it| it.author == "Parlor") {
        assert_eq!(stage.discord.pinged(message.id), Vec::<String>::new(), "{}", message.text);
    }
    stage.discord.assert_no_unknown();
    assert!(stage.discord.refusals().is_empty(), "{:#?}", stage.discord.refusals());
}

/// T8: in a break no vote is taken, and after it the same vote goes on.
#[tokio::test(flavor = "multi_thread")]
async fn t8_a_pause_freezes_the_vote() {
    let stage = Stage::open().await;
    let people = ["Ana", "Ben", "Cee"].map(|name| stage.person(name));
    let thread = begins(&stage, &people).await;
    let [ana, ..] = &people;
    play_until(&stage, thread, &people, |open, _| !open.selects.is_empty()).await;
    // The house has voted, and three people have not.
    let is_it = |it: &Shown| it.text.contains("6 of 9 voted");
    let ballot = stage.discord.find(|it| it.messages(thread).into_iter().rfind(is_it)).await;
    stage.slash(ana, thread, "session pause", &[]).await;
    let frozen = stage.discord.find(|it| it.message(ballot.id).filter(|it| it.selects.is_empty())).await;
    assert_eq!(frozen.id, ballot.id);
    let told = stage.slash(ana, thread, "vote", &[("for", "Hal")]).await;
    assert!(told.text.contains("PAUSED") || told.text.to_lowercase().contains("paus"), "{}", told.text);
    stage.slash(ana, thread, "session resume", &[]).await;
    let again = stage
        .discord
        .find(|it| it.messages(thread).into_iter().rfind(|it| !it.selects.is_empty() && !it.ephemeral))
        .await;
    assert_ne!(again.id, ballot.id, "the vote is asked for anew, below the break");
    let votes = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<String>>();
    assert_eq!(votes(&again.text), votes(&ballot.text), "{}\n{}", ballot.text, again.text);
}

/// A campaign is named when an evening of it is laid. The next one here may go on from it, if whoever lays it had a seat there.
#[tokio::test(flavor = "multi_thread")]
async fn d29_an_evening_of_a_campaign_may_go_on_from_the_one_before_in_the_channel() {
    let stage = Stage::open().await;
    let (ana, dee) = (stage.person("Ana"), stage.person("Dee"));
    let options = [("activity", "dm"), ("campaign", "The Long Winter")];
    stage.slash(&ana, stage.channel, "session start", &options).await;
    let first = stage.table().id().to_string();
    assert_eq!(stage.records()[1]["command"]["setup"]["campaign"], "The Long Winter");
    assert!(!first.contains("-of-"), "{first}");
    let ids = || stage.host().running().iter().map(|it| it.id().to_string()).collect::<Vec<String>>();
    stage.slash(&ana, stage.channel, "session close", &[]).await;
    stage.slash(&ana, stage.channel, "session start", &options).await;
    let of = format!("-of-{first}");
    assert_eq!(ids().iter().filter(|id| id.ends_with(&of)).count(), 1, "{:?}", ids());
    stage.slash(&ana, stage.channel, "session close", &[]).await;
    let before = ids();
    stage.slash(&dee, stage.channel, "session start", &options).await;
    let new: Vec<String> = ids().into_iter().filter(|id| !before.contains(id)).collect();
    assert!(new.len() == 1 && !new[0].contains("-of-"), "Dee had no seat there: {new:?}");
}

/// The end is told with who was who, and the same people are at the next table after one press.
#[tokio::test(flavor = "multi_thread")]
async fn after_the_end_all_of_them_play_again() {
    let stage = Stage::open().await;
    let people = ["Ana", "Ben", "Cee"].map(|name| stage.person(name));
    let thread = begins(&stage, &people).await;
    play(&stage, thread, &people).await;
    let over = stage.asks(thread, " wins** On day ").await;
    assert_eq!(over.labels(), ["Again with everybody", "Say what was good", "Keep it", "My seat"]);
    for name in ["Ana", "Ben", "Cee"] {
        assert!(over.text.contains(name), "{}", over.text);
    }
    // Who was who is told once.
    assert_eq!(over.text.matches("**Roles**").count(), 1, "{}", over.text);
    assert!(!over.text.contains(" · alive, "), "{}", over.text);
    let stranger = stage.person("Dee");
    let told = stage.press(&stranger, &over, "Again with everybody").await;
    assert!(told.text.contains("no seat"), "{}", told.text);
    let told = stage.press(&people[1], &over, "Again with everybody").await;
    assert!(told.text.contains("ACTIVE"), "{}", told.text);
    let next = stage.discord.find(|it| it.threads(stage.channel).into_iter().find(|it| *it != thread)).await;
    for person in &people {
        let panel = stage.slash(person, next, "seat show", &[]).await;
        assert!(panel.text.starts_with("Seat "), "{}", panel.text);
    }
}

/// The table looks back by itself: everybody is asked, by their names, and what they type is what was good and what they wish for.
#[tokio::test(flavor = "multi_thread")]
async fn t10_a_table_looks_back_by_itself_and_what_is_typed_is_kept() {
    let mut stage = Stage::open().await;
    stage.crashes().await;
    stage.looks_back();
    stage.starts().await;
    let people = ["Ana", "Ben", "Cee"].map(|name| stage.person(name));
    let thread = begins(&stage, &people).await;
    play(&stage, thread, &people).await;
    stage.said(thread, "Each of you is asked: Ana, Ben and Cee.").await;
    assert_eq!(stage.state().await, "DEBRIEF");
    // In a look back one types it: no button asks for what is there already.
    let is_over =
        |it: &Shown| it.text.contains(" wins** On day ") && !it.labels().contains(&"Say what was good");
    let over = stage.discord.find(|it| it.messages(thread).into_iter().rfind(is_over)).await;
    assert_eq!(over.labels(), ["Again with everybody", "Keep it", "My seat"]);
    people[1].types(thread, "star: the last vote").unwrap();
    people[2].types(thread, "wish: longer nights").unwrap();
    let given = |records: &[Value]| {
        let events = records.iter().flat_map(|record| record["events"].as_array().unwrap());
        events.filter(|event| event["type"] == "FEEDBACK_GIVEN").count()
    };
    stage.recorded(|records| given(records) == 2).await;
    stage.discord.assert_no_unknown();
}
