//! Yes and no, as every question that can be answered so reads them.

use kit::answer::{Answer, answer, plain_answer};

#[test]
fn a_yes_or_a_no_is_one_whatever_polite_words_stand_about_it() {
    for (text, yes) in [
        ("yes", true),
        ("Yes, please!", true),
        ("ok sure", true),
        ("thanks. yes, thank you", true),
        ("oh well, fine then", true),
        ("go ahead", true),
        ("y", true),
        ("No, thanks.", false),
        ("nope nope", false),
        ("please don't", false),
        ("absolutely not", false),
    ] {
        assert_eq!(plain_answer(text), Some(yes), "{text}");
    }
    for text in
        ["", "yes?", "ok?", "good question", "right now", "no idea", "never mind", "yesterday", "the yes"]
    {
        assert_eq!(answer(text), None, "{text}");
    }
    assert_eq!(answer("yes, I don't need it any more"), None, "beside a denial nobody knows");
}

#[test]
fn what_is_said_with_it_is_kept_and_what_is_polite_is_not() {
    for (text, yes, rest) in [
        ("yes, end it please", true, "end it"),
        ("ok, the camping stuff first, thanks", true, "the camping stuff first"),
        ("no, keep it", false, "keep it"),
    ] {
        assert_eq!(answer(text), Some(Answer { yes, rest: rest.to_owned() }), "{text}");
        assert_eq!(plain_answer(text), None, "{text}");
    }
}
