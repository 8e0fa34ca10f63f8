//! Y11, as far as the rules know photos: by their names.

use engine::{Actor, Audience, Machine, Refusal, Viewer};
use tidying::limits::{MESSAGE_PHOTOS_MAX, PHOTOS_MAX};
use tidying::{Command, Event, Rejection, Tidying};
use tidying::{Floor, Said};

use super::say::{self, photo, say};
use super::situations::situations;
use super::stage::{COACH, PERSON, Stage, code, every, one};

#[test]
fn y11_only_the_host_adds_photos_and_only_the_persons() {
    let mut stage = Stage::seeing();
    let command = Tidying::photo(PERSON, photo(1)).expect("it looks at photos");
    for actor in [Actor::Seat(PERSON), Actor::Seat(COACH), Actor::Clock] {
        assert_eq!(stage.refused(actor, &command), Refusal::of(&Rejection::NotYours("the host")));
    }
    for seat in [COACH, engine::SeatId::at(2)] {
        let command = Tidying::photo(seat, photo(1)).expect("a command");
        assert_eq!(code(&stage.refused(Actor::Host, &command)), "not-yours");
    }
    let events = stage.give(Actor::Host, &command).expect("the person's");
    assert_eq!(events, [Event::PhotoAdded { photo: photo(1) }]);
}

#[test]
fn y11_a_photo_can_come_in_every_mode_and_goes_with_the_next_word() {
    for situation in situations() {
        let (name, mut stage) = (situation.name, situation.stage);
        let before = stage.state().clone();
        stage = stage.and_photos(1..=2);
        assert_eq!((&stage.state().phase, stage.floor()), (&before.phase, before.floor), "{name}");
        assert_eq!(stage.state().said, before.said, "{name}: not before the next word");
        assert_eq!(stage.view().pending, [photo(1), photo(2)], "{name}");
        let words = if stage.tools(PERSON).contains(&"say") { say("Look.") } else { say::write("Look?") };
        let events = stage.person(&words);
        let photos = one!(events, Event::PersonSaid { photos, .. } => photos.clone());
        assert_eq!(photos, [photo(1), photo(2)], "{name}");
        assert_eq!(stage.state().said.as_ref().map(|said| said.photos.clone()), Some(photos), "{name}");
        assert!(stage.view().pending.is_empty(), "{name}");
        assert_eq!(stage.view().photos, [photo(1), photo(2)], "{name}");
    }
}

#[test]
fn y11_words_are_not_needed_with_a_photo() {
    let mut stage = Stage::seeing().and_coach(&say::survey());
    assert_eq!(code(&stage.person_no(&say(""))), "blank");
    let stage = stage.and_photos(1..=1).and_person(&say(""));
    assert_eq!(stage.state().said, Some(Said { text: String::new(), photos: vec![photo(1)] }));
}

#[test]
fn y11_photos_of_a_message_are_limited() {
    let mut stage = Stage::seeing().and_coach(&say::survey()).and_photos(1..=6);
    assert_eq!((MESSAGE_PHOTOS_MAX, stage.state().pending.len()), (6, 6));
    let add = |number| Tidying::photo(PERSON, photo(number)).expect("a command");
    let no = stage.refused(Actor::Host, &add(7));
    assert_eq!(code(&no), "too-many-photos");
    assert!(no.to_string().contains("6 photos"), "{no}");
    stage.person(&say("These."));
    assert_eq!(code(&stage.refused(Actor::Host, &add(7))), "too-many-photos", "they are not answered yet");
    stage.coach(&say::survey());
    let stage = stage.and_photos(7..=12);
    assert_eq!(stage.state().photos.len(), 12);
}

#[test]
fn y11_photos_of_a_session_are_limited() {
    let mut stage = Stage::seeing().and_coach(&say::survey());
    for round in 0..10 {
        stage = stage
            .and_photos(round * 6 + 1..=round * 6 + 6)
            .and_person(&say("These."))
            .and_coach(&say::survey());
    }
    assert_eq!((PHOTOS_MAX, stage.state().photos.len()), (60, 60));
    let no = stage.refused(Actor::Host, &Tidying::photo(PERSON, photo(61)).expect("a command"));
    assert_eq!(code(&no), "too-many-photos");
    assert!(no.to_string().contains("60 photos"), "{no}");
    stage.photo(photo(3)).expect("one that is kept already takes no place");
    assert_eq!(stage.state().photos.len(), 60);
    stage.person(&Command::DeletePhotos);
    stage.photo(photo(61)).expect("there is place again");
}

#[test]
fn y11_the_same_photo_is_sent_once() {
    let stage = Stage::seeing().and_coach(&say::survey()).and_photos(1..=1).and_photos(1..=1);
    assert_eq!((stage.state().pending.len(), stage.state().photos.len()), (1, 1));
}

#[test]
fn y11_a_coach_that_cannot_see_has_the_person_told() {
    for command in [say("Look here."), Command::Stop, say("it is all too much"), say("I'm done")] {
        let mut stage = Stage::sorted().and_photos(1..=2);
        let events = stage.person(&command);
        assert_eq!(one!(events, Event::PhotosUnseen { count } => *count), 2, "{command:?}");
        assert!(stage.words(&events).contains("This coach cannot see"), "{command:?}");
    }
    for (stage, command) in [
        (Stage::proposed(), Command::WhatsThat),
        (Stage::proposed(), Command::Stuck),
        (Stage::supported(), Command::Yes),
    ] {
        let mut stage = stage.and_photos(1..=1);
        let events = stage.person(&command);
        assert_eq!(one!(events, Event::PhotosUnseen { count } => *count), 1, "{command:?}");
    }
    let mut stage = Stage::sorted();
    assert!(every!(stage.person(&say("No photos.")), Event::PhotosUnseen { .. } => ()).is_empty());
    let mut stage = Stage::seeing().and_coach(&say::survey()).and_photos(1..=1);
    assert!(every!(stage.person(&say("Look.")), Event::PhotosUnseen { .. } => ()).is_empty(), "this one can");
}

#[test]
fn y11_photos_that_could_not_be_looked_at_are_told_as_such() {
    let mut stage = Stage::seeing().and_coach(&say::survey()).and_photos(1..=2).and_person(&say("Look."));
    let events = stage.answer_for();
    let told = one!(events, Event::PhotosUnread { count, reason } => (*count, reason.clone()));
    assert_eq!(told, (2, "it was cut off".to_owned()));
    let words = stage.words(&events);
    assert!(
        words.contains("could not be looked at (it was cut off). Nothing was read out of it."),
        "{words}"
    );
    assert!(every!(events, Event::ItemsNoted { .. } => ()).is_empty(), "nothing is made up");
    for auto in every!(events, Event::CoachSaid { auto, .. } => *auto) {
        assert!(auto, "not dressed as the coach's");
    }
    assert_eq!((stage.floor(), stage.state().photos.len()), (Floor::Person, 2));
}

#[test]
fn y11_photos_are_unread_only_where_they_should_have_been_seen() {
    let mut blind = Stage::surveyed().and_photos(1..=1).and_person(&say("Look."));
    assert!(every!(blind.answer_for(), Event::PhotosUnread { .. } => ()).is_empty(), "it was told as unseen");
    let mut wordy = Stage::seeing().and_coach(&say::survey()).and_person(&say("No photo."));
    assert!(every!(wordy.answer_for(), Event::PhotosUnread { .. } => ()).is_empty());
    let mut pending = Stage::seeing().and_photos(1..=1);
    assert!(every!(pending.answer_for(), Event::PhotosUnread { .. } => ()).is_empty(), "not sent yet");
}

#[test]
fn y11_deleting_clears_every_name_from_state_and_view_and_the_words_stay() {
    let mut stage =
        Stage::seeing().and_coach(&say::survey()).and_photos(1..=2).and_person(&say("Look here."));
    stage.photo(photo(3)).expect("one for the next word");
    let events = stage.person(&Command::DeletePhotos);
    assert_eq!(one!(events, Event::PhotosDeleted { count } => *count), 3);
    let state = serde_json::to_string(stage.state()).expect("a state can be written");
    let view = serde_json::to_string(&Tidying::view(stage.state(), Viewer::Public)).expect("and a view");
    for number in 1..=3 {
        let hash = photo(number).hash.to_string();
        assert!(!state.contains(&hash) && !view.contains(&hash), "photo {number}");
    }
    assert_eq!(stage.state().said, Some(Said { text: "Look here.".to_owned(), photos: vec![] }));
    assert_eq!(stage.floor(), Floor::Coach, "the coach still has to answer the words");
    assert!(stage.words(&events).contains("3 photos deleted"), "{}", stage.words(&events));
    assert_eq!(code(&stage.person_no(&Command::DeletePhotos)), "not-offered", "none are left");
}

#[test]
fn y11_only_one_event_asks_for_deletion() {
    let mut stage = Stage::seeing().and_coach(&say::survey()).and_photos(1..=1).and_person(&say("Look."));
    stage.person(&Command::DeletePhotos);
    stage.person(&Command::EndSession);
    let asking: Vec<&Event> = stage
        .game
        .told
        .iter()
        .map(|told| &told.event)
        .filter(|event| Tidying::deletes_photos(event))
        .collect();
    assert_eq!(asking, [&Event::PhotosDeleted { count: 1 }]);
}

#[test]
fn y11_deleting_is_the_persons_alone() {
    let mut stage = Stage::seeing().and_photos(1..=1);
    assert_eq!(code(&stage.coach_no(&Command::DeletePhotos)), "not-offered");
    for actor in [Actor::Host, Actor::Clock] {
        assert_eq!(code(&stage.refused(actor, &Command::DeletePhotos)), "not-yours");
    }
}

#[test]
fn y11_the_log_holds_no_more_of_a_photo_than_its_hash_and_size() {
    let stage = Stage::seeing().and_coach(&say::survey()).and_photos(1..=2).and_person(&say("Look."));
    for told in &stage.game.told {
        assert_eq!(told.audience, Audience::Public, "there are no secrets");
        let event = serde_json::to_value(&told.event).expect("an event can be written");
        let photos: Vec<&serde_json::Value> = match &told.event {
            Event::PhotoAdded { .. } => vec![&event["photo"]],
            Event::PersonSaid { .. } => event["photos"].as_array().expect("a list").iter().collect(),
            _ => vec![],
        };
        for photo in photos {
            let fields: Vec<&String> = photo.as_object().expect("an object").keys().collect();
            assert_eq!(fields, ["hash", "height", "width"]);
        }
    }
}
