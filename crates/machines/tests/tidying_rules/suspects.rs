//! What the rules do otherwise than their words say. Not part of the suite until it is decided which of the two is right.

use engine::Machine;
use parlor_machines::tidying::{Command, Tidying};

use super::say::s;
use super::stage::{COACH, Stage};

/// The form has a place and a decision, either of which may be left out; the rules refuse a place alone. What a form
/// offers, field by field, has to be accepted (the conformance suite says so too).
#[test]
fn y2_a_place_alone_fits_the_form_and_is_accepted() {
    let mut stage = Stage::supported().and_person(&Command::Yes);
    let command = Command::ResumeSorting { decision: None, place: Some(s("the hall")) };
    let ask = stage.asked();
    assert_eq!(ask.seat, COACH);
    let value = serde_json::to_value(&command).expect("a command can be written");
    let fits = Tidying::form(&stage.view(), &ask).check(&value).is_ok();
    assert_eq!(fits, stage.by(COACH, &command).is_ok());
}

/// A coach may offer at once again what the person has just refused, or just sorted kind by kind.
#[test]
fn y9_a_pile_that_is_kept_whole_is_not_offered_again_before_five_more() {
    let mut stage = Stage::offered().and_person(&Command::KeepWhole);
    for number in 6..10 {
        assert!(!stage.tools(COACH).contains(&"offer_split"), "{number}");
        stage = stage.and_unsure(&[&format!("thing {number}")]);
    }
}

/// The same after a split pile was sorted and its things were put aside once more.
#[test]
fn y9_a_pile_that_was_sorted_by_kind_is_not_offered_again_before_five_more() {
    let mut stage = Stage::split();
    for name in super::stage::FIVE {
        stage.coach(&super::say::propose(name));
        stage.person(&Command::Skip);
    }
    assert!(!stage.tools(COACH).contains(&"offer_split"));
}
