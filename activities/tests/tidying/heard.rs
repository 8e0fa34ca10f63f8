//! What a message means by its words alone.

use tidying::Verb;
use tidying::heard::{Meaning, key, meaning, place};

#[test]
fn y8_whole_messages_mean_stop_and_longer_ones_do_not() {
    for words in [
        "I'm done",
        "Stop!",
        "enough for today, thanks",
        "I’m done for now",
        "let's call it a day",
        "thanks, bye",
    ] {
        assert_eq!(meaning(words), Meaning::Stop, "{words}");
    }
    for words in ["I'm done with the shelf", "stop sign", "that's enough of the mugs", "don't stop"] {
        assert!(![Meaning::Stop, Meaning::Leaving].contains(&meaning(words)), "{words}");
    }
}

#[test]
fn y8_words_of_overwhelm_are_heard_wherever_they_stand() {
    for words in [
        "it's all too much",
        "I have no idea where to start.",
        "ugh, overwhelmed",
        "I don't know where to begin",
    ] {
        assert_eq!(meaning(words), Meaning::Overwhelmed, "{words}");
    }
}

#[test]
fn y16_a_price_that_was_too_much_is_no_overwhelm() {
    for words in [
        "I paid too much for it",
        "it cost way too much",
        "it makes too much noise",
        "not too much left",
        "not overwhelmed at all",
        "it's hopeless, the lid won't fit",
        "I paid far toomuch",
    ] {
        assert_eq!(meaning(words), Meaning::Other, "{words}");
    }
    for words in ["too much", "this is too much for me", "there's too much stuff", "way too much, sorry"] {
        assert_eq!(meaning(words), Meaning::Overwhelmed, "{words}");
    }
}

#[test]
fn y6_free_words_are_a_decision_or_a_place() {
    assert_eq!(meaning("bin it"), Meaning::Decision(Verb::Trash));
    assert_eq!(meaning("Keep it."), Meaning::Decision(Verb::Place));
    assert_eq!(meaning("the top shelf"), Meaning::Other);
    assert_eq!(place("the top shelf.").as_deref(), Some("the top shelf"));
    assert_eq!(place("where would you put it?"), None);
    assert_eq!(place("it was my aunt's and she gave it to me long ago"), None);
    for talk in [
        "hm, not sure",
        "y",
        "next",
        "old phone, sunglasses, keys",
        "give to my sister",
        "throw the vase away",
    ] {
        assert_eq!(place(talk), None, "{talk}");
    }
    for named in ["cellar", "kitchen drawer", "next to the door", "my desk", "upstairs", "under my own bed"] {
        assert_eq!(place(named).as_deref(), Some(named));
    }
    assert_eq!(place("it was my aunt's"), None);
    assert_eq!(place("actually, keep the dress"), None);
    assert_eq!(place("  "), None);
    assert_eq!(meaning("Yes, please!"), Meaning::Agreed);
}

#[test]
fn a_thing_is_known_without_its_article() {
    assert_eq!(key("The Lamp"), key("my lamp"));
    assert_eq!(key("grandma's letters"), "grandmas letters");
    assert_ne!(key("lamp"), key("lamps"));
    assert_eq!(key("the"), "the");
    assert_eq!(key("❤"), "❤");
}

/// Words that hold a place or begin like one, and are none: each of these was once taken for where the thing belongs.
#[test]
fn y14_what_only_sounds_like_a_place_is_none() {
    for words in [
        "in a minute",
        "on second thought",
        "the doorbell rang",
        "time for bed",
        "the stapler first",
        "the blue one",
        "the bottles go to recycling",
        "the laptop",
        "in my opinion",
        "by the way",
        "in that case",
        "at least",
        "in the summer",
    ] {
        assert_eq!(place(words), None, "{words}");
    }
    for words in
        ["in the blue box", "next to the toaster", "back in the cupboard", "the bottom drawer of my desk"]
    {
        assert_eq!(place(words).as_deref(), Some(words));
    }
}
