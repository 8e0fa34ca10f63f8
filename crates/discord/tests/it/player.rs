//! People who play Mafia by what they see: they open their seat, speak when it is their turn, and vote.

use std::collections::BTreeSet;

use fakes::discord::{ChannelId, Discord, MessageId, Shown, User};

use crate::stage::Stage;

/// Lays a table of Mafia with these people and the house, and begins.
pub(crate) async fn begins(stage: &Stage, people: &[User]) -> ChannelId {
    begins_called(stage, people, "Friday").await
}

/// The same at a table that is called something.
pub(crate) async fn begins_called(stage: &Stage, people: &[User], title: &str) -> ChannelId {
    stage.slash(&people[0], stage.channel, "parlor new", &[("activity", "mafia"), ("title", title)]).await;
    for person in &people[1..] {
        let card = stage.card(|it| it.labels().contains(&"Join")).await;
        stage.press(person, &card, "Join").await;
    }
    let card = stage.card(|it| it.labels().contains(&"Begin")).await;
    stage.press(&people[0], &card, "Begin").await;
    stage.thread().await
}

/// What is asked in the open and was not answered by these people yet; or nothing, once the game is over.
async fn asked(stage: &Stage, thread: ChannelId, done: &BTreeSet<MessageId>) -> Option<Shown> {
    let next = |it: &Discord| {
        let is_over = it.messages(stage.channel).iter().any(|it| it.text.contains(" wins** On day "));
        let is_open = |it: &Shown| {
            !it.ephemeral && !done.contains(&it.id) && (!it.buttons.is_empty() || !it.selects.is_empty())
        };
        let open = it.messages(thread).into_iter().rfind(is_open);
        (is_over || open.is_some()).then_some(open.filter(|_| !is_over))
    };
    stage.discord.find(next).await
}

/// Plays until the game is over. Says how many questions were answered.
pub(crate) async fn play(stage: &Stage, thread: ChannelId, people: &[User]) -> usize {
    play_until(stage, thread, people, |_, _| false).await
}

/// Plays until the game is over, or a question is to be left alone: by what it is, and how many were answered.
pub(crate) async fn play_until(
    stage: &Stage,
    thread: ChannelId,
    people: &[User],
    stops: impl Fn(&Shown, usize) -> bool,
) -> usize {
    let mut done = BTreeSet::new();
    while let Some(open) = asked(stage, thread, &done).await {
        if stops(&open, done.len()) {
            break;
        }
        done.insert(open.id);
        if open.text.contains("Night") {
            for person in people {
                night(stage, person, &open).await;
            }
        } else if open.text.contains("vote") {
            for person in people {
                vote(stage, person, &open).await;
            }
        } else {
            let speaks = |it: &&User| open.text.contains(&format!("**{}** · Day", it.name()));
            let speaker = people.iter().find(speaks).unwrap();
            speaker.types(thread, "I trust nobody yet, and say so.").unwrap();
        }
    }
    done.len()
}

/// Opens one's seat, and chooses the first that can be chosen. The dead choose nobody.
async fn night(stage: &Stage, person: &User, open: &Shown) {
    let panel = stage.slash(person, open.channel, "seat show", &[]).await;
    if let Some(menu) = panel.selects.first() {
        let first = menu.options[0].clone();
        person.choose(panel.id, &menu.custom_id, &[&first]).unwrap();
        let changed = |it: &Discord| it.message(panel.id).filter(|it| *it != panel);
        stage.discord.find(changed).await;
    }
}

async fn vote(stage: &Stage, person: &User, open: &Shown) {
    let now = stage.discord.message(open.id).unwrap();
    let Some(menu) = now.selects.first() else { return };
    let other = menu.options.iter().find(|name| **name != person.name()).unwrap().clone();
    let before = person.sees(open.channel).iter().filter(|it| it.ephemeral).count();
    person.choose(open.id, &menu.custom_id, &[&other]).unwrap();
    stage.told(person, open.channel, before).await;
}
