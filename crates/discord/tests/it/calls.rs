//! Who is called: whoever is asked, once, and reminded once; and all of them where it is a secret who is asked.

use std::sync::atomic::{AtomicI64, Ordering};

use fakes::discord::{ChannelId, Discord, Shown, User};

use crate::player::{begins, play_until};
use crate::stage::{Stage, wall};

fn sorted(mut names: Vec<String>) -> Vec<String> {
    names.sort();
    names
}

/// Both have a character in a story, and the first of them is asked what to do.
async fn story(stage: &Stage) -> (ChannelId, [User; 2]) {
    let people = ["Ana", "Ben"].map(|name| stage.person(name));
    stage.slash(&people[0], stage.channel, "parlor new", &[("activity", "dm")]).await;
    let card = stage.card(|it| it.labels().contains(&"Join")).await;
    stage.press(&people[1], &card, "Join").await;
    stage.press(&people[0], &card, "Begin").await;
    let thread = stage.thread().await;
    let both = stage.asks(thread, "Ana, Ben").await;
    assert_eq!(sorted(stage.discord.pinged(both.id)), ["Ana", "Ben"]);
    for person in &people {
        let panel = stage.slash(person, thread, "seat show", &[]).await;
        let label = panel.labels()[0].to_owned();
        person.press(panel.id, &label).unwrap();
        let form = stage.discord.find(|_| person.modal()).await;
        let value =
            |field: &fakes::discord::Field| field.options.first().cloned().unwrap_or_else(|| person.name());
        let fields: Vec<(String, String)> = form
            .fields
            .iter()
            .filter(|field| field.required)
            .map(|field| (field.label.clone(), value(field)))
            .collect();
        let fields: Vec<(&str, &str)> = fields.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        person.submits_modal(&fields, &[]).unwrap();
        stage.discord.find(|it| it.message(panel.id).filter(|it| *it != panel)).await;
    }
    (thread, people)
}

static LATER: AtomicI64 = AtomicI64::new(0);

fn later() -> i64 {
    wall() + LATER.load(Ordering::Relaxed)
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_up_is_called_once_and_reminded_once() {
    let stage = Stage::timed(later).await;
    let (thread, people) = story(&stage).await;
    // Of the two who were asked a moment ago nobody has to be called again: whoever answered is there.
    let asked = stage.asks(thread, "what do you do?").await;
    let up = people.iter().find(|it| asked.text.contains(&format!("**{}**", it.name()))).unwrap();
    let other = people.iter().find(|it| it.name() != up.name()).unwrap();
    assert_eq!(stage.discord.pinged(asked.id), Vec::<String>::new());
    // Half an hour later all have gone, and whoever is up is reminded, and nobody else, and not again.
    for minutes in [30, 60, 90] {
        LATER.store(minutes * 60_000, Ordering::Relaxed);
        stage.slash(other, thread, "ooc", &[("text", &format!("it is {minutes} past"))]).await;
        stage.said(thread, &format!("it is {minutes} past")).await;
        let is_it = |it: &Shown| it.text.contains("still to be answered");
        let reminders = stage.discord.find(|it| {
            let all: Vec<Shown> = it.messages(thread).into_iter().filter(is_it).collect();
            (!all.is_empty()).then_some(all)
        });
        let reminders = reminders.await;
        assert_eq!(reminders.len(), 1);
        assert_eq!(stage.discord.pinged(reminders[0].id), [up.name()]);
    }
    // Nobody need be reminded of what was answered.
    let asked = |it: &Discord| {
        it.messages(thread)
            .into_iter()
            .rfind(|it| it.text.contains("what do you do?") && !it.buttons.is_empty())
    };
    let asked = stage.discord.find(asked).await;
    up.press(asked.id, asked.labels()[0]).unwrap();
    stage.discord.until(|it| up.modal().is_some() || it.message(asked.id).is_none()).await;
    if let Some(form) = up.modal() {
        let first = form.fields[0].label.clone();
        up.submits_modal(&[(&first, "I look around.")], &[]).unwrap();
    }
    stage.discord.until(|it| !it.text(thread).contains("still to be answered")).await;
}

/// At night and before a vote all who live are called, and no call tells who has something to do.
#[tokio::test(flavor = "multi_thread")]
async fn where_it_is_secret_who_is_asked_all_are_called_alike() {
    let stage = Stage::open().await;
    let people = ["Ana", "Ben", "Cee"].map(|name| stage.person(name));
    let thread = begins(&stage, &people).await;
    let night = stage.asks(thread, "Night 1").await;
    assert_eq!(sorted(stage.discord.pinged(night.id)), ["Ana", "Ben", "Cee"]);
    stage.discord.until(|it| sorted(it.taken_in(thread)) == ["Ana", "Ben", "Cee"]).await;
    // What is said besides makes no phone ring.
    for message in stage.discord.messages(thread).iter().filter(|it| it.buttons.is_empty()) {
        assert_eq!(stage.discord.pinged(message.id), Vec::<String>::new(), "{}", message.text);
        assert!(
            stage.discord.is_silent(message.id) || message.text.starts_with("added "),
            "{}",
            message.text
        );
    }
}

/// Whoever wants to be called no more is not; and whoever plays alone never is.
#[tokio::test(flavor = "multi_thread")]
async fn who_wants_no_calls_has_none() {
    let stage = Stage::open().await;
    let people = ["Ana", "Ben", "Cee"].map(|name| stage.person(name));
    let thread = begins(&stage, &people).await;
    stage.asks(thread, "Night 1").await;
    stage.slash(&people[1], thread, "seat remind", &[("calls", "off")]).await;
    play_until(&stage, thread, &people, |open, _| open.text.contains("vote")).await;
    let is_vote = |it: &Shown| it.text.contains("vote") && !it.selects.is_empty();
    let vote = stage.discord.find(|it| it.messages(thread).into_iter().rfind(is_vote)).await;
    let called = stage.discord.pinged(vote.id);
    assert!(!called.contains(&"Ben".to_owned()), "{called:?}");
    let alone = stage.discord.channel(stage.guild);
    let ana = &people[0];
    stage.slash(ana, alone, "session start", &[("activity", "mafia")]).await;
    let thread = stage.discord.find(|it| it.threads(alone).pop()).await;
    let night = stage.asks(thread, "Night 1").await;
    assert_eq!(stage.discord.pinged(night.id), Vec::<String>::new());
}
