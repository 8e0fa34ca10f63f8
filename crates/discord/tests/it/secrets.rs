//! Canaries: what each person can see holds what their seat may know, and nothing of another's.

use engine::{SeatId, Viewer};

use crate::player::{begins, play_until};
use crate::stage::Stage;

#[tokio::test(flavor = "multi_thread")]
async fn nobody_sees_what_only_another_seat_may_know() {
    let stage = Stage::open().await;
    let people = ["Ana", "Ben", "Cee"].map(|name| stage.person(name));
    let thread = begins(&stage, &people).await;
    play_until(&stage, thread, &people, |_, done| done == 4).await;
    // What each seat was told and not all, in the words of the table.
    let mut private = Vec::new();
    for at in 0..10 {
        let mut told = stage.table().subscribe(Viewer::Seat(SeatId::at(at)), None).await.unwrap();
        let frames = told.next().await.unwrap().frames;
        let words = frames.iter().filter(|frame| frame.private).filter_map(|frame| frame.telling.as_ref());
        private.push(words.map(|telling| telling.text.clone()).collect::<Vec<_>>());
    }
    assert!(private.iter().all(|words| !words.is_empty()), "everybody has secrets");
    // A sheriff may say aloud, in the same words, what was told to a sheriff alone: then it is no secret any more.
    let mut heard = stage.table().subscribe(Viewer::Public, None).await.unwrap();
    let heard: Vec<String> = heard
        .next()
        .await
        .unwrap()
        .frames
        .into_iter()
        .filter_map(|frame| frame.telling)
        .map(|it| it.text)
        .collect();
    let is_aloud = |word: &String| heard.iter().any(|text| text.contains(word.as_str()));
    let mut checked = 0;
    for (at, person) in people.iter().enumerate() {
        let seen: Vec<String> = [stage.channel, thread]
            .into_iter()
            .flat_map(|channel| person.sees(channel))
            .map(|message| message.text)
            .collect();
        for (other, words) in private.iter().enumerate().filter(|(other, _)| *other != at) {
            for word in words.iter().filter(|word| !private[at].contains(word) && !is_aloud(word)) {
                checked += 1;
                assert!(!seen.iter().any(|text| text.contains(word)), "seat {at} sees {word:?} of {other}");
            }
        }
        // A panel is for one alone, and all have the same shape.
        let panels: Vec<_> = person
            .sees(thread)
            .into_iter()
            .filter(|it| it.ephemeral && it.text.starts_with("Seat"))
            .collect();
        assert!(!panels.is_empty());
        assert!(panels.iter().all(|panel| panel.text.starts_with(&format!("Seat {} · ", at + 1))));
        assert!(panels.iter().all(|panel| panel.text.lines().count() == panels[0].text.lines().count()
            || panel.text.contains("You: killed")
            || panel.text.contains("You: voted out")));
    }
    assert!(checked > 10, "{checked}");
}

/// The first panels of the night look alike whatever the role: as many lines, one menu, the same buttons.
#[tokio::test(flavor = "multi_thread")]
async fn every_role_has_a_panel_of_the_same_shape() {
    let stage = Stage::open().await;
    let names = ["Ana", "Ben", "Cee", "Dee", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo"];
    let people = names.map(|name| stage.person(name));
    let thread = begins(&stage, &people).await;
    let open = stage.asks(thread, "Night 1").await;
    let mut shapes = std::collections::BTreeSet::new();
    let mut roles = std::collections::BTreeSet::new();
    for person in &people {
        let panel = stage.press(person, &open, "My seat").await;
        let lines = panel.text.lines().count();
        let first = panel.text.lines().next().unwrap().to_owned();
        assert!(first.starts_with("Seat") && !first.contains("||"), "the first line says nothing: {first}");
        let labels: Vec<String> = panel.labels().iter().map(ToString::to_string).collect();
        shapes.insert((lines, panel.selects.len(), labels));
        roles.insert(panel.text.lines().nth(1).unwrap().to_owned());
        for custom in panel.buttons.iter().filter_map(|it| it.custom_id.clone()) {
            for word in ["mafia", "doctor", "sheriff", "villager", "kill", "protect"] {
                assert!(!custom.contains(word), "{custom}");
            }
        }
    }
    assert_eq!(shapes.len(), 1, "{shapes:?}");
    assert_eq!(roles.len(), 4, "{roles:?}");
}

/// `/x` stops play at once, and nobody can see who gave it: not in the channel, not in the log.
#[tokio::test(flavor = "multi_thread")]
async fn the_x_card_has_no_name() {
    let stage = Stage::open().await;
    let people = ["Ana", "Ben", "Cee"].map(|name| stage.person(name));
    let thread = begins(&stage, &people).await;
    stage.asks(thread, "Night 1").await;
    let before = stage.records().len();
    stage.slash(&people[1], thread, "x", &[]).await;
    assert_eq!(stage.state().await, "PAUSED");
    for record in &stage.records()[before..] {
        assert_ne!(record["by"], "seat:2", "{record}");
        assert!(!record.to_string().contains("discord-"), "{record}");
    }
    let said = stage.discord.text(thread);
    assert!(!said.contains("Ben stop") && !said.contains("by Ben"), "{said}");
}

/// Who has a question left is a secret, as at night the sheriff has none: nobody is told whose a question is.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_told_whose_a_question_is() {
    let stage = Stage::open().await;
    let people = ["Ana", "Ben", "Cee"].map(|name| stage.person(name));
    let thread = begins(&stage, &people).await;
    play_until(&stage, thread, &people, |open, _| open.labels().contains(&"Say")).await;
    let open = stage.asks(thread, "it is your turn").await;
    let other = people.iter().find(|it| !open.text.contains(&it.name())).unwrap();
    let told = stage.press(other, &open, "Pass").await;
    assert_eq!(told.text, "That is not asked of you: look what is asked now.");
}
