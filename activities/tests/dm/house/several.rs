//! D30: of several things that are said in one breath none is dropped: each is answered, or offered in the player's own words.

use dm::house::intent::{Part, Reading, parts};
use dm::view::Mood;
use dm::{Command, Setup, What};
use engine::SeatId;

use super::stage::Table;

const ANA: SeatId = SeatId::at(0);

/// What is said in one breath, thing by thing, and what is not a thing of its own.
#[test]
fn d30_each_thing_of_several_is_heard() {
    for (text, expected) in [
        (
            "I kick the door in, run upstairs and grab the ledger.",
            &[("force", "I kick the door in"), ("travel", "run upstairs")][..],
        ),
        (
            "I pick the lock. Who lives here, and where did the bag go?",
            &[
                ("craft", "I pick the lock."),
                ("question", "Who lives here"),
                ("question", "where did the bag go?"),
            ],
        ),
        ("I draw my knife and stab him", &[("force", "I draw my knife")]),
        ("I don't fight, I talk to her", &[("talk", "I talk to her")]),
        ("I steal the keys and leave", &[("sneak", "I steal the keys"), ("leaving", "leave")]),
        ("Maybe I hide, if I could climb the wall", &[]),
        ("I dance", &[]),
    ] {
        let word = |reading: Reading| match reading {
            Reading::Deed(domain) => domain.word(),
            Reading::Question => "question",
            Reading::Leaving => "leaving",
            Reading::Refusal | Reading::Quiet | Reading::Unclear => "none",
        };
        let heard = parts(text);
        let heard: Vec<(&str, &str)> =
            heard.iter().map(|Part { reading, written }| (word(*reading), written.as_str())).collect();
        assert_eq!(heard, expected, "{text}");
    }
}

/// Says it in a scene and plays on until the player is asked what they do. What is offered then; nothing if something else came
/// before it, such as the law or a break.
fn said(seed: u64, text: &str) -> Option<(Vec<String>, Vec<String>)> {
    let mut table = Table::open(1, &Setup::default(), seed);
    let is_asked = |table: &Table| matches!(table.asks()[0].question.what, What::Act { .. });
    while !is_asked(&table) {
        table.step();
    }
    let ask = table.asks().remove(0);
    assert_eq!(ask.seat, ANA);
    let mut told = table.answer(&ask, &Command::Act { text: text.to_owned() });
    while !is_asked(&table) {
        let ask = table.asks().remove(0);
        let events = match ask.question.what {
            What::Risk => table.answer(&ask, &Command::TakeRisk),
            What::Next | What::Day { .. } | What::WayOut => return None,
            _ => table.step(),
        };
        told.extend(events);
    }
    let words = told.iter().flat_map(super::stage::told).map(str::to_owned).collect();
    let offer = table.driver.state.mood().and_then(Mood::offer).expect("the word");
    Some((offer.options().to_vec(), words))
}

#[test]
fn d30_what_is_not_answered_now_is_offered_in_the_players_own_words() {
    let mut tried = 0;
    for (text, left) in [
        ("I kick the door in, run upstairs and grab the ledger.", &["Run upstairs."][..]),
        ("I pick the lock and ask who lives here. Where did the bag go?", &["Where did the bag go?"]),
        ("Who lives here? I look at the hinges.", &["I look at the hinges."]),
        (
            "I tell her the truth about the box, then I climb up to the roofs.",
            &["I tell her the truth about the box."],
        ),
        ("I steal the keys and leave", &["Leave."]),
    ] {
        for seed in 0..12 {
            let Some((offered, told)) = said(seed, text) else { continue };
            tried += 1;
            for words in left {
                assert!(offered.iter().any(|it| it == words), "{seed}: {text}: {offered:?} after {told:?}");
            }
        }
    }
    assert!(tried > 40, "{tried}");
}

#[test]
fn d30_of_two_questions_each_gets_its_fact() {
    let mut tried = 0;
    for seed in 0..8 {
        let mut table = Table::open(1, &Setup::default(), seed);
        while !matches!(table.asks()[0].question.what, What::Act { .. }) {
            table.step();
        }
        let names: Vec<String> =
            table.driver.state.world.people.iter().take(2).map(|person| person.name.clone()).collect();
        let [one, other] = &names[..] else { continue };
        let text = format!("Who is {one}, and where is {other}?");
        let Some((_, told)) = said(seed, &text) else { continue };
        tried += 1;
        let told = told.concat();
        assert!(told.contains(one.as_str()) && told.contains(other.as_str()), "{seed}: {text}: {told}");
    }
    assert!(tried > 4, "{tried}");
}
