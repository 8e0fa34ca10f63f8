//! Plain words, as every activity that listens for them reads them.

use kit::plain::{Plain, lists};

lists! { "plain.txt":
    FRUIT
    VERBS
}

#[test]
fn words_are_read_without_case_and_signs_and_apostrophes_as_each_listener_has_them() {
    let text = "  I’m DONE -- don't wait, Zoë!\n";
    assert_eq!(Plain::of(text).text(), "im done dont wait zoë");
    assert_eq!(Plain::with_apostrophes(text).text(), "i'm done don't wait zoë");
    assert_eq!(Plain::split(text).text(), "i m done don t wait zoë");
    for nothing in ["", " ", "?! -"] {
        assert_eq!((Plain::of(nothing).text(), Plain::of(nothing).words().count()), ("", 0), "{nothing:?}");
        assert!(!Plain::of(nothing).has(&["a"]) && !Plain::of(nothing).begins(&["a"]));
    }
}

#[test]
fn phrases_are_whole_words() {
    let said = Plain::of("Not now, put the lamp back.");
    assert!(
        said.has(&["lamp", "nothing"])
            && said.has(&["the lamp back"])
            && !said.has(&["lam", "amp", "back put"])
    );
    assert!(said.begins(&["not now"]) && !said.begins(&["now", "no"]));
    assert!(said.joins(&["put", "the"], &["lamp"]) && !said.joins(&["put"], &["lamp"]));
    assert_eq!(said.words().last(), Some("back"));
}

#[test]
fn a_word_right_before_a_phrase_may_turn_it_round() {
    let wants = |text: &str| Plain::of(text).has_without("a break", &["not", "no"]);
    assert!(wants("take a break") && wants("not me: a break") && wants("not a break, yes a break"));
    assert!(!wants("this is not a break") && !wants("a breakfast"));
}

#[test]
fn stems_are_beginnings_and_a_full_stop_ends_them() {
    let hits = |stems: &[&str]| {
        Plain::split("She asks; asking again, task by task").stems(stems).collect::<Vec<_>>()
    };
    assert_eq!(hits(&["ask"]), [1, 2]);
    assert_eq!(hits(&["asks.", "task"]), [1, 4, 6]);
    assert_eq!(hits(&["ask."]), [0_usize; 0]);
}

#[test]
fn a_list_is_what_stands_under_its_heading() {
    assert_eq!(&*FRUIT, ["apple", "blood orange", "fig"]);
    assert_eq!((&VERBS).into_iter().copied().collect::<Vec<_>>(), ["eat"]);
}

#[test]
#[should_panic = "there are no words under `NUTS:`"]
fn a_heading_with_nothing_under_it_is_a_mistake_of_ours() {
    static NUTS: kit::plain::List = kit::plain::List::of(include_str!("plain.txt"), "NUTS");
    let _ = NUTS.len();
}
