//! A scene of the game master's: a character, dice, clocks as a picture, and an `/x`.

use std::collections::BTreeSet;

use fakes::discord::{ChannelId, Discord, MessageId, Shown, User};

use crate::stage::Stage;

/// The next question in the thread.
async fn next(stage: &Stage, thread: ChannelId, done: &BTreeSet<MessageId>) -> Shown {
    let is_open = |it: &Shown| !it.ephemeral && !done.contains(&it.id) && !it.buttons.is_empty();
    stage.discord.find(|it: &Discord| it.messages(thread).into_iter().rfind(is_open)).await
}

/// Answers a question by the first way there is, with words if it takes words. Whoever can rest does, and works on a goal.
async fn answer(stage: &Stage, ana: &User, open: &Shown) {
    let labels = open.labels();
    let label = labels.iter().find(|it| **it == "Rest").unwrap_or(&labels[0]).to_string();
    ana.press(open.id, &label).unwrap();
    let asked = |it: &Discord| {
        let gone = it.message(open.id).is_none_or(|it| it.buttons.is_empty());
        (ana.modal().is_some() || gone).then_some(())
    };
    stage.discord.find(asked).await;
    if let Some(form) = ana.modal() {
        let fields: Vec<(String, String)> = form
            .fields
            .iter()
            .filter(|field| field.required)
            .map(|field| {
                let words = if field.label.contains("name") { "Ana Quill" } else { "I look around." };
                let value = field.options.first().cloned().unwrap_or_else(|| words.to_owned());
                (field.label.clone(), value)
            })
            .collect();
        let fields: Vec<(&str, &str)> = fields.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        ana.submits_modal(&fields, &[]).unwrap();
        stage
            .discord
            .find(|it| it.message(open.id).is_none_or(|it| it.buttons.is_empty()).then_some(()))
            .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_story_is_played_with_dice_and_clocks_and_stopped_with_an_x() {
    let stage = Stage::open().await;
    let ana = stage.person("Ana");
    stage.slash(&ana, stage.channel, "session start", &[("activity", "dm")]).await;
    let thread = stage.thread().await;
    let mut done = BTreeSet::new();
    let (mut dice, mut pictures, mut drawn_in) = (0, BTreeSet::new(), BTreeSet::new());
    let fills = |it: &Discord| it.text(thread).contains("” is full") || it.text(thread).contains("” is done");
    for _ in 0..120 {
        let open = next(&stage, thread, &done).await;
        done.insert(open.id);
        dice += usize::from(open.text.contains("which die"));
        for message in stage.discord.messages(thread) {
            for file in &message.files {
                assert_eq!(file.content_type, "image/png");
                assert!(file.bytes.starts_with(b"\x89PNG"));
                assert!(file.description.clone().unwrap().contains(" of "), "{:?}", file.description);
                pictures.insert(file.description.clone());
                drawn_in.insert(message.id);
            }
        }
        if dice >= 2 && pictures.len() >= 2 && fills(&stage.discord) {
            break;
        }
        answer(&stage, &ana, &open).await;
    }
    assert!(dice >= 2 && pictures.len() >= 2 && fills(&stage.discord), "dice {dice}, pictures {pictures:?}");
    assert_eq!(drawn_in.len(), 1, "a clock that moves is drawn where it stood");
    let open = next(&stage, thread, &done.iter().take(done.len() - 1).copied().collect()).await;
    stage.slash(&ana, thread, "x", &[]).await;
    assert_eq!(stage.state().await, "PAUSED");
    stage.discord.until(|it| it.message(open.id).is_none_or(|it| it.buttons.is_empty())).await;
    stage.discord.assert_no_unknown();
}

/// Only the press of whoever is asked counts; the others are told whose it is.
#[tokio::test(flavor = "multi_thread")]
async fn a_die_is_chosen_by_whoever_it_belongs_to() {
    let stage = Stage::open().await;
    let (ana, ben) = (stage.person("Ana"), stage.person("Ben"));
    stage.slash(&ana, stage.channel, "parlor new", &[("activity", "dm")]).await;
    let card = stage.card(|it| it.labels().contains(&"Join")).await;
    stage.press(&ben, &card, "Join").await;
    stage.press(&ana, &card, "Begin").await;
    let thread = stage.thread().await;
    // Both are asked who they play: each in their own seat.
    let open = stage.asks(thread, "Ana, Ben").await;
    assert_eq!(open.labels(), ["My seat"]);
    for person in [&ana, &ben] {
        let panel = stage.press(person, &open, "My seat").await;
        let label = panel.labels()[0].to_owned();
        person.press(panel.id, &label).unwrap();
        stage.discord.find(|_| person.modal()).await;
        let form = person.modal().unwrap();
        let fields: Vec<(String, String)> = form
            .fields
            .iter()
            .filter(|field| field.required)
            .map(|field| {
                (field.label.clone(), field.options.first().cloned().unwrap_or_else(|| person.name()))
            })
            .collect();
        let fields: Vec<(&str, &str)> = fields.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        person.submits_modal(&fields, &[]).unwrap();
        stage.discord.find(|it| it.message(panel.id).filter(|it| *it != panel)).await;
    }
    let asked = stage.asks(thread, "what do you do?").await;
    let (acting, other) = if asked.text.contains("**Ana**") { (&ana, &ben) } else { (&ben, &ana) };
    let told = stage.press_asked(other, thread, "what do you do?").await;
    assert!(told.text.contains(&format!("That is for {}", acting.name())), "{}", told.text);
}

/// A game master whose answers are not legal: the story does not stand still, whoever is asked what to do about it has the ways.
#[tokio::test(flavor = "multi_thread")]
async fn after_a_failed_model_the_ways_out_are_offered() {
    let stage = Stage::open().await;
    let ana = stage.person("Ana");
    let told_by = [("activity", "dm"), ("title", "with scripted:forbidden")];
    stage.slash(&ana, stage.channel, "session start", &told_by).await;
    let thread = stage.thread().await;
    let who = stage.asks(thread, "**Ana**").await;
    answer(&stage, &ana, &who).await;
    stage.said(thread, "No story came").await;
    let ways = |it: &Discord| {
        let open = it.messages(thread).into_iter().rfind(|it| !it.ephemeral && !it.buttons.is_empty());
        open.filter(|it| it.id != who.id)
    };
    let ways = stage.discord.find(ways).await;
    assert!(ways.labels().len() >= 2, "{:?}", ways.labels());
}

/// What one answer caused is one message, and not one for each thing that moved.
#[tokio::test(flavor = "multi_thread")]
async fn a_die_and_what_comes_of_it_are_one_message() {
    let mut stage = Stage::open().await;
    stage.crashes().await;
    stage.edits_every(std::time::Duration::from_millis(600));
    stage.starts().await;
    let ana = stage.person("Ana");
    stage.slash(&ana, stage.channel, "session start", &[("activity", "dm")]).await;
    let thread = stage.thread().await;
    let mut done = BTreeSet::new();
    let mut dice = 0;
    while dice < 2 {
        let open = next(&stage, thread, &done).await;
        done.insert(open.id);
        let is_die = open.text.contains("which die");
        answer(&stage, &ana, &open).await;
        if is_die {
            dice += 1;
            let after = next(&stage, thread, &done).await;
            let between = stage.discord.messages(thread).into_iter().filter(|it| {
                it.id > open.id
                    && it.id < after.id
                    && it.author == "Parlor"
                    && it.buttons.is_empty()
                    && it.files.is_empty()
            });
            let between: Vec<String> = between.map(|it| it.text).collect();
            assert!(between.len() <= 2, "{between:#?}");
        }
    }
}
