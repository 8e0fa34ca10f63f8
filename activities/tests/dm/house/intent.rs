//! What a player means, by a table of words.

use dm::house::intent::{Reading, leaves, manner, reading};
use dm::house::lines::Pool;
use dm::view::Domain;
use kit::lines::Line;

use crate::figures::{Goal, figure};

/// A line with every slot filled by words that show no manner.
fn filled(line: &str) -> String {
    let mut text = line.to_lowercase();
    for (slot, value) in
        [("{person}", "odile"), ("{place}", "eel row"), ("{clock}", "it all"), ("{watch}", "the gauge")]
    {
        text = text.replace(slot, value);
    }
    text.replace("{indoors}", "").replace("{outdoors}", "")
}

#[test]
fn the_houses_own_ideas_are_read_as_what_they_are() {
    for (domain, pools) in [
        (Domain::Talk, [Pool::SuggestTalk, Pool::ActTalk]),
        (Domain::Sneak, [Pool::SuggestSneak, Pool::ActSneak]),
        (Domain::Force, [Pool::SuggestForce, Pool::ActForce]),
        (Domain::Look, [Pool::SuggestLook, Pool::ActLook]),
        (Domain::Craft, [Pool::SuggestCraft, Pool::ActCraft]),
        (Domain::Travel, [Pool::SuggestTravel, Pool::ActTravel]),
        (Domain::Occult, [Pool::SuggestOccult, Pool::ActOccult]),
    ] {
        for line in pools.iter().flat_map(|pool| &pool.deck().lines).map(Line::text) {
            assert_eq!(manner(&filled(line)), Some(domain), "{line}");
        }
    }
}

#[test]
fn a_persons_words_are_read_by_their_verb() {
    for (text, domain) in [
        ("i talk to the clerk about the ledger", Domain::Talk),
        ("ask him where the key is", Domain::Talk),
        ("i try to sneak past the guards", Domain::Sneak),
        ("hide behind the curtain", Domain::Sneak),
        ("punch the sergeant", Domain::Force),
        ("i kick in the door", Domain::Force),
        ("look around", Domain::Look),
        ("i search the body for papers", Domain::Look),
        ("forge a letter from the judge", Domain::Craft),
        ("i repair the boat", Domain::Craft),
        ("run for it", Domain::Travel),
        ("we cross the river by night", Domain::Travel),
        ("i summon whatever lives under the stairs", Domain::Occult),
        ("i light a candle for the drowned", Domain::Occult),
    ] {
        assert_eq!(manner(text), Some(domain), "{text}");
    }
    assert_eq!(manner("maybe later"), None);
}

#[test]
fn leaving_is_told_from_leaving_by_the_other_door() {
    for text in ["i leave now, on foot", "call it done", "leave eel row while it is still a choice"] {
        assert!(leaves(text), "{text}");
    }
    for text in
        ["i leave by the front, loudly, and come back over the wall", "i was sent, and leave it to odile"]
    {
        assert!(!leaves(text), "{text}");
    }
    for line in Pool::SuggestLeave.deck().lines.iter().map(Line::text) {
        assert!(leaves(&filled(line)), "{line}");
    }
}

/// The kept sentences.
const KEPT: &str = include_str!("sentences.txt");
/// Others, which were written first and are counted only: the reader is not made to fit them.
const UNSEEN: &str = include_str!("unseen.txt");

/// Sentences, each with what is meant.
fn sentences(file: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut meant = "";
    let lines = file.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.filter_map(move |line| match line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(heading) => {
            meant = heading;
            None
        }
        None => Some((meant, line)),
    })
}

fn word(reading: Reading) -> &'static str {
    match reading {
        Reading::Deed(domain) => domain.word(),
        Reading::Question => "question",
        Reading::Refusal => "refusal",
        Reading::Leaving => "leaving",
        Reading::Quiet => "quiet",
        Reading::Unclear => "unclear",
    }
}

/// Nine of ten are read rightly or asked back, and not so many are asked back that nobody is heard.
fn count(list: &str, file: &'static str, least: usize) {
    let read: Vec<(&str, &str, &str)> =
        sentences(file).map(|(meant, text)| (meant, word(reading(text)), text)).collect();
    let wrong: Vec<_> = read.iter().filter(|(meant, is, _)| is != meant && *is != "unclear").collect();
    let asked = read.iter().filter(|(meant, is, _)| is != meant && *is == "unclear").count();
    eprintln!("{} sentences: {} read wrongly, {asked} asked back: {wrong:#?}", read.len(), wrong.len());
    assert!(read.len() >= least, "{}", read.len());
    let share = |some: usize| 100.0 * some as f64 / read.len() as f64;
    let right = read.len() - wrong.len();
    figure(
        &format!("sentences of the {list} list, read rightly or asked back"),
        "%",
        share(right),
        Goal::AtLeast(90.0),
    );
    figure(&format!("sentences of the {list} list, asked back"), "%", share(asked), Goal::AtMost(25.0));
}

#[test]
fn d30_two_hundred_ordinary_sentences_are_read_rightly_or_asked_back() {
    count("kept", KEPT, 200);
}

#[test]
fn d30_a_hundred_that_nobody_tuned_for_are_read_as_well() {
    count("unseen", UNSEEN, 100);
}

#[test]
fn d30_no_sentence_stands_in_both_lists() {
    for (_, unseen) in sentences(UNSEEN) {
        assert!(sentences(KEPT).all(|(_, kept)| kept != unseen), "{unseen}");
    }
}

/// Violence, consent and leaving.
#[test]
fn d30_nothing_that_matters_is_read_as_its_opposite() {
    let is_opposite = |meant: &str, is: Reading| match meant {
        "refusal" | "question" | "quiet" => {
            let deed = matches!(is, Reading::Deed(Domain::Force | Domain::Sneak | Domain::Occult));
            deed || is == Reading::Leaving
        }
        "force" => !matches!(is, Reading::Deed(Domain::Force) | Reading::Unclear),
        "leaving" => !matches!(is, Reading::Leaving | Reading::Unclear),
        _ => matches!(is, Reading::Deed(Domain::Force) | Reading::Leaving),
    };
    let all = sentences(KEPT).chain(sentences(UNSEEN)).map(|(meant, text)| (meant, text, reading(text)));
    let opposite: Vec<_> = all.filter(|(meant, _, is)| is_opposite(meant, *is)).collect();
    eprintln!("{opposite:#?}");
    figure("sentences that matter, read as their opposite", "", opposite.len() as f64, Goal::AtMost(0.0));
}
