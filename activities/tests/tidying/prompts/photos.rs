//! Photos: they go to a coach that can see, the text says how many there are, and nothing in it says what is on them.

use engine::Hash;
use tidying::{Setup, State};

use crate::prompts::changes::{fill_all, other_photos};
use crate::prompts::quotes::taken_apart;
use crate::prompts::session::play;
use crate::prompts::worlds::{asked_of, case, cases, coach_cases, photo, s};

fn hashes(state: &State) -> Vec<Hash> {
    state.said.iter().flat_map(|said| &said.photos).map(|photo| photo.hash).collect()
}

#[test]
fn y11_photos_are_listed_in_order_and_only_for_a_coach_that_sees() {
    for (name, mut state) in cases() {
        for sees in [true, false] {
            state.coach_sees = sees;
            let photos = asked_of(name, &state).1.photos;
            let should = if sees && name.starts_with("coach.") { hashes(&state) } else { Vec::new() };
            assert_eq!(photos, should, "{name}");
        }
    }
    assert_eq!(asked_of("coach.", &case("coach.sorting.photos")).1.photos, [photo(1).hash, photo(2).hash]);
}

#[test]
fn y11_in_sessions_photos_go_with_the_words_that_they_came_with() {
    for sees in [true, false] {
        let mut shown = 0;
        for seed in 0..6 {
            play(&Setup { coach_sees: sees, ..Setup::default() }, seed, 250, |asked| {
                let should = if sees && asked.is_coach() { hashes(asked.state) } else { Vec::new() };
                assert_eq!(asked.prompt.photos, should);
                shown += should.len();
            });
        }
        assert_eq!(shown > 20, sees, "{shown}");
    }
}

/// Other photos, by name and by size, and the same text, byte for byte: all that it knows is how many there are.
#[test]
fn y11_no_text_depends_on_what_is_on_a_photo() {
    for (name, state) in cases() {
        let mut other = state.clone();
        other_photos(&mut other);
        let (one, two) = (asked_of(name, &state).1, asked_of(name, &other).1);
        assert_eq!((&one.fixed, &one.now), (&two.fixed, &two.now), "{name}");
        assert!(one.photos.is_empty() || one.photos != two.photos, "{name}");
        for hash in &one.photos {
            assert!(!one.now.contains(&hash.to_string()) && !one.fixed.contains(&hash.to_string()));
        }
    }
}

/// With photos and without, the texts differ in the one sentence that counts them.
#[test]
fn y11_a_photo_adds_its_number_and_nothing_else() {
    let is_about_them = |line: &str| line.contains("come with it") || line.contains("comes with it");
    let rest = |state: &State| -> Vec<String> {
        let now = asked_of("coach.", state).1.now;
        now.lines().filter(|line| !is_about_them(line)).map(s).collect()
    };
    for (name, state) in coach_cases() {
        let Some(said) = &state.said else { continue };
        let mut with = state.clone();
        with.said = Some(tidying::Said { photos: vec![photo(5); 4], ..said.clone() });
        let mut without = state.clone();
        without.said = Some(tidying::Said { photos: Vec::new(), ..said.clone() });
        assert_eq!(rest(&with), rest(&without), "{name}");
        let now = asked_of("coach.", &with).1.now;
        assert!(now.contains("\n4 photos come with it"), "{now}");
        assert!(asked_of("coach.", &without).1.now.contains("\nNo photos come with it.\n"));
    }
}

/// What was noted as seen is somebody's words: it is quoted, and the text around it says nothing of its own.
#[test]
fn y11_what_was_seen_stands_in_quotation_marks_alone() {
    for (name, mut state) in coach_cases() {
        let (before, _) = taken_apart(&asked_of(name, &state).1.now);
        fill_all(&mut state, "a zebra in a red hat");
        let (after, strings) = taken_apart(&asked_of(name, &state).1.now);
        assert!(!after.contains("zebra") && !before.contains("brass"), "{name}: {after}");
        assert!(strings.iter().any(|text| text == "a zebra in a red hat"));
    }
}

#[test]
fn y11_a_coach_that_cannot_see_is_told_so_and_to_say_so() {
    let mut state = case("coach.sorting.photos");
    state.coach_sees = false;
    let prompt = asked_of("coach.", &state).1;
    assert!(prompt.fixed.contains("You cannot see photos.") && !prompt.fixed.contains("You can see photos."));
    assert!(prompt.fixed.contains("Never act as if you had seen one"));
    assert!(prompt.now.contains("2 photos come with it, which you cannot see."), "{}", prompt.now);
    let prompt = asked_of("coach.", &case("coach.sorting.photos")).1;
    assert!(prompt.fixed.contains("You can see photos.") && !prompt.fixed.contains("You cannot see photos."));
    assert!(!prompt.now.contains("cannot see"), "{}", prompt.now);
}
