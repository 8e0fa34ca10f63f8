//! What a message means by its words alone.

use tidying::Verb;
use tidying::heard::{Meaning, key, meaning, names, place};

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
        assert_ne!(meaning(words), Meaning::Stop, "{words}");
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
    assert_eq!(meaning("I paid far toomuch"), Meaning::Other);
}

#[test]
fn y6_free_words_are_a_decision_or_a_place() {
    assert_eq!(meaning("bin it"), Meaning::Decision(Verb::Trash));
    assert_eq!(meaning("Keep it."), Meaning::Decision(Verb::Place));
    assert_eq!(meaning("the top shelf"), Meaning::Other);
    assert_eq!(place("the top shelf.", 60).as_deref(), Some("the top shelf"));
    assert_eq!(place("where would you put it?", 60), None);
    assert_eq!(place("it was my aunt's and she gave it to me long ago", 60), None);
    for talk in [
        "hm, not sure",
        "y",
        "next",
        "old phone, sunglasses, keys",
        "give to my sister",
        "throw the vase away",
    ] {
        assert_eq!(place(talk, 60), None, "{talk}");
    }
    for named in ["cellar", "kitchen drawer", "next to the door", "my desk", "upstairs", "under my own bed"] {
        assert_eq!(place(named, 60).as_deref(), Some(named));
    }
    assert_eq!(place("it was my aunt's", 60), None);
    assert_eq!(place("actually, keep the dress", 60), None);
    assert!(names("oh, the LAMP", "a lamp") && !names("oh, the lamps", "a lamp"));
    assert!(!names("next to the lamp", "a lamp"), "that is a place");
    assert_eq!(place("  ", 60), None);
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
