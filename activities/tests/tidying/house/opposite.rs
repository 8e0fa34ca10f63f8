//! Y14: nothing is moved by a question, a condition, a wish or a fear. What is half said is asked back with one tap.

use tidying::{Command, Mode, Pile, Verb, Way};

use crate::house::stage::Table;

/// Somebody is stuck with a vase, and was asked something about it.
fn stuck(seed: u64) -> Table {
    let mut table = Table::sorting(seed, "a vase, a stapler");
    table.person(&Command::Stuck);
    table
}

fn pile(table: &Table) -> Pile {
    table.driver.state.named("vase").unwrap().pile.clone()
}

fn question(table: &Table) -> Option<String> {
    match table.mode() {
        Some(Mode::DecisionSupport { reframe, .. }) => reframe,
        _ => None,
    }
}

/// Sentences that hold words of a decision, and decide nothing.
const UNDECIDED: &[&str] = &[
    "if I throw it away I'll regret it",
    "I'm afraid to throw it out",
    "should I throw it out?",
    "should I throw it out",
    "I'd feel guilty if I donate it",
    "can I throw it away without feeling bad?",
    "can I throw it away without feeling bad",
    "what if I need it",
    "would it be wrong to bin it",
    "I wish I could let it go",
    "I'm scared to let it go",
    "maybe throw it out",
    "perhaps it can go",
    "I might donate it",
    "I might keep it",
    "it's hard to throw it away",
    "I hate to throw it out",
    "I can't bring myself to throw it out",
    "I feel bad about throwing it out, I threw the other one away already",
    "my husband told me to throw it out",
    "my sister says I should trash it",
    "everybody says get rid of it",
    "I was supposed to give it away",
    "I ought to recycle it",
    "I'm tempted to toss it",
    "part of me wants to get rid of it",
    "I've been thinking about giving it to charity",
    "I almost threw it in the trash",
    "I used to keep it on the sill",
    "I could donate it, or not",
    "do you think it can go?",
    "is it ok to trash it",
    "shall I donate it?",
    "could I recycle it?",
    "will I regret it if I toss it?",
    "it would be a shame to throw it out",
    "I wonder if charity would want it",
    "one day I'll throw it out",
    "donate it?",
    "keep it?",
    "trash?",
    "no, what if I want to keep it?",
    "yes, but what if I throw it out and need it?",
];

#[test]
fn y14_nothing_is_moved_by_a_question_a_condition_a_wish_or_a_fear() {
    for words in UNDECIDED {
        for seed in 0..6 {
            let mut table = stuck(seed);
            for _ in 0..3 {
                if !matches!(table.mode(), Some(Mode::DecisionSupport { .. })) {
                    break;
                }
                table.say(words);
                assert_eq!(pile(&table), Pile::Waiting, "{seed}: {words}");
            }
        }
    }
}

#[test]
fn y14_what_is_half_said_is_asked_back_and_a_yes_decides_it() {
    let goes = |way| Pile::Out { way };
    for (words, way, becomes) in [
        ("should I throw it out?", "go in the trash", goes(Way::Trash)),
        ("maybe donate it", "be given away", goes(Way::Donate)),
        ("I ought to recycle it", "be recycled", goes(Way::Recycle)),
    ] {
        for seed in 0..12 {
            let mut table = stuck(seed);
            table.say(words);
            let asked = question(&table).unwrap_or_default();
            let about_this = asked.to_lowercase().contains(&format!("shall the vase {way}?"));
            assert!(about_this, "{seed}: {words}: {asked}");
            let mut no = Table { driver: table.driver.clone(), seed };
            table.person(&Command::Yes);
            assert_eq!(pile(&table), becomes, "{seed}: {words}");
            no.person(&Command::No);
            assert_eq!(pile(&no), Pile::Waiting, "{seed}: {words}");
        }
    }
}

#[test]
fn y14_a_plain_decision_is_taken_at_once() {
    for (words, expected) in [
        ("throw it out", Verb::Trash),
        ("ok, bin it", Verb::Trash),
        ("let it go", Verb::Trash),
        ("I'll donate it", Verb::Donate),
        ("give it away, I never use it", Verb::Donate),
        ("it goes to charity", Verb::Donate),
        ("recycle it", Verb::Recycle),
        ("keep it", Verb::Place),
        ("I want to keep it", Verb::Place),
        ("put it back in the cupboard", Verb::Place),
    ] {
        let mut table = stuck(1);
        let did = table.say(words);
        let is = matches!(&did[0], Command::ResumeSorting { decision: Some(verb), .. } if *verb == expected);
        assert!(is, "{words}: {did:?}");
    }
}

/// What is denied, or said as a reason alone, is no decision: it is asked back, and a yes is one.
#[test]
fn y14_what_is_denied_is_asked_back_as_what_it_comes_to() {
    for (words, expected) in [
        ("don't throw it out", Verb::Place),
        ("I don't want to throw it out", Verb::Place),
        ("I never use it, don't throw it out", Verb::Place),
        ("I never use it", Verb::Donate),
        ("I don't want it", Verb::Donate),
        ("I don't want to keep it", Verb::Trash),
        ("she would have wanted me to keep it", Verb::Place),
    ] {
        let mut table = stuck(1);
        table.say(words);
        assert_eq!(pile(&table), Pile::Waiting, "{words}");
        let did = table.person(&Command::Yes);
        let is = matches!(&did[0], Command::ResumeSorting { decision: Some(verb), .. } if *verb == expected);
        assert!(is, "{words}: {did:?}");
    }
}
