//! The lines of the house coach as a deck: dealt, filled in, known again.

use tidying::house::lines::{Pool, ends_with, fill};

#[test]
fn a_line_is_known_again_by_its_end() {
    let line = "{item}: {choice}. Agreed?";
    assert!(ends_with("Done. The mug: the bin. Agreed?", line));
    assert!(ends_with("The mug: the bin. Agreed?", line));
    assert!(!ends_with("The mug: the bin. Yes?", line));
    assert!(!ends_with("Agreed?", line));
    assert!(ends_with("Good. What else is there?", "What else is there?"));
    assert!(!ends_with("And what else is there?", "What else is there?"));
    assert!(ends_with("Would you miss the mug?", "Would you miss {item}?"));
    assert!(ends_with("The mug", "{item}"));
    assert!(!ends_with("", "{item}"));
}

#[test]
fn a_value_that_begins_a_sentence_gets_a_capital_and_no_second_full_stop() {
    let slots = [("item", "the mug"), ("choice", "the bin.")];
    assert_eq!(fill("{item}: {choice}. Yes?", &slots).as_deref(), Some("The mug: the bin. Yes?"));
    assert_eq!(fill("So. {item} or {item}?", &slots).as_deref(), Some("So. The mug or the mug?"));
    assert_eq!(fill("{place}", &slots), None);
    assert_eq!(fill("{item}", &[("item", " ")]), None);
}

#[test]
fn a_line_comes_back_only_when_all_the_others_had_their_turn() {
    for seed in 0..50 {
        let session = engine::Seed(seed).promise(None);
        for pool in Pool::ALL {
            let size = pool.lines().len() as u64;
            let dealt = |turn| pool.deal(&session, turn).next();
            let mut round: Vec<_> = (7..7 + size).map(dealt).collect();
            assert_eq!(dealt(7), dealt(7 + size), "{}", pool.name());
            round.sort_unstable();
            round.dedup();
            assert_eq!(round.len() as u64, size, "{}", pool.name());
            assert_eq!(pool.deal(&session, seed).skip(1).count() as u64, size, "{}", pool.name());
        }
    }
}
