//! What words speak of, as every house that listens reads it: phrases, names, some of several, and what is in doubt.

use kit::clauses::clauses;
use kit::plain::Plain;
use kit::reading::{Names, Several, Share, back, front, key, words_of, written};

kit::plain::lists! { "plain.txt": FRUIT }

#[test]
fn words_are_kept_as_they_were_written_beside_how_they_are_read() {
    let words = words_of("  The “Well-Worn” Mug, I'm told!");
    let read: Vec<&str> = words.iter().map(|word| word.read.as_str()).collect();
    assert_eq!(read, ["the", "well", "worn", "mug", "im", "told"]);
    assert_eq!(written(&words), "The Well Worn Mug I'm told");
    assert_eq!((front(&["blood", "orange", "pie"], &FRUIT), front(&["orange"], &FRUIT)), (2, 0));
    assert_eq!((back(&["one", "blood", "orange"], &FRUIT), back(&[], &FRUIT)), (2, 0));
}

#[test]
fn a_name_is_known_without_its_article_and_by_its_end_where_that_tells_it() {
    for (name, known) in
        [("The Old Lamp", "old lamp"), ("my the mug", "mug"), ("the", "the"), ("Ana's!", "anas"), ("❤", "❤")]
    {
        assert_eq!(key(name), known);
    }
    let names = Names::new([(1, "The brass lamp"), (2, "a box"), (3, "tall box"), (4, "Odile Marrack")]);
    let called = |name: &str| names.called(&name.split(' ').collect::<Vec<_>>());
    assert_eq!((called("brass lamp"), called("lamp"), called("lamps")), (Some(1), Some(1), Some(1)));
    assert_eq!((called("box"), called("boxes"), called("small box")), (Some(2), None, None));
    let said = Plain::of("Put the tall box by Marrack's door");
    assert_eq!(names.spoken_of(&said).collect::<Vec<_>>(), [2, 3]);
    assert_eq!((names.hinted_at(&Plain::of("ask Marrack"), 5), names.hinted_at(&said, 12)), (Some(4), None));
}

fn share(look: &str, count: Option<usize>, rest: bool) -> Option<Share> {
    Some(Share { look: look.to_owned(), count, rest })
}

#[test]
fn some_of_several_are_told_from_the_others() {
    let several = Several::of("three Umbrellas").expect("they are several");
    let read = |words: &str| several.share(&words.split(' ').collect::<Vec<_>>());
    for (words, is) in [
        ("the blue one", share("blue", Some(1), false)),
        ("two of them", share("", Some(2), false)),
        ("the two red ones", share("red", Some(2), false)),
        ("the broken ones", share("broken", None, false)),
        ("the other two", share("", Some(2), true)),
        ("the other", share("", Some(1), true)),
        ("the others", share("", None, true)),
        ("the rest of them", share("", None, true)),
        ("one umbrella", share("", Some(1), false)),
        ("the umbrellas", None),
        ("the door", None),
        ("the very old rusty blue one", None),
    ] {
        assert_eq!(read(words), is, "{words}");
    }
    assert_eq!(several.called(&read("the blue one").unwrap()), "blue umbrella");
    assert_eq!(several.called(&read("the other two").unwrap()), "two Umbrellas");
    assert_eq!(several.called(&read("the others").unwrap()), "other Umbrellas");
    assert!(
        Several::of("a lamp").is_none()
            && Several::of("glass").is_none()
            && Several::of("old shoes").is_some()
    );
}

#[test]
fn what_is_wished_feared_reported_or_conditional_is_in_doubt_and_what_stands_beside_it_is_not() {
    for words in
        ["if he moves, I shoot", "maybe later", "I'm afraid to", "she told me to bin it", "I wish I could"]
    {
        assert!(clauses(words)[0].doubts, "{words}");
    }
    let all = clauses("If he moves, I shoot");
    assert_eq!((all[0].doubts, all[1].doubts), (true, false));
    assert!(clauses("I shoot. I know him.").iter().all(|clause| !clause.doubts));
}
