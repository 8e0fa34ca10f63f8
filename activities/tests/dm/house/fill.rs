//! A line of the house narrator with its slots filled.

use dm::house::lines::fill::fill;

#[track_caller]
fn check(line: &str, slots: &[(&str, &str)], expected: Option<&str>) {
    assert_eq!(fill(line, slots, true).as_deref(), expected);
}

#[test]
fn a_value_at_the_front_of_a_sentence_gets_its_capital() {
    let slots = [("person", "the clerk"), ("place", "the Salt Stair")];
    check(
        "{person} nods. {person} waits at {place}.",
        &slots,
        Some("The clerk nods. The clerk waits at the Salt Stair."),
    );
    check("Then: \"{person}?\"", &slots, Some("Then: \"The clerk?\""));
}

#[test]
fn a_name_in_the_middle_loses_the_capital_of_its_article_alone() {
    let slots =
        [("place", "The Patient Weight"), ("time", "Before the first bell"), ("clock", "The Bell Rope")];
    check(
        "At {place}, {time}, no one.",
        &slots,
        Some("At the Patient Weight, before the first bell, no one."),
    );
    check("{place} is shut: {clock}.", &slots, Some("The Patient Weight is shut: The Bell Rope."));
}

#[test]
fn a_gate_prints_nothing_and_keeps_a_line_out_elsewhere() {
    check("{indoors}{place} is shut.", &[("indoors", "yes"), ("place", "the inn")], Some("The inn is shut."));
    check("{indoors}{place} is shut.", &[("outdoors", "yes"), ("place", "the inn")], None);
    check("{sneak|travel}It is.", &[("sneak", ""), ("travel", "yes")], Some("It is."));
    check("{sneak|travel}It is.", &[("talk", "yes")], None);
}

#[test]
fn a_full_stop_is_not_doubled() {
    check(
        "So: \"{doing}.\" And {doing}!",
        &[("doing", "climb up.")],
        Some("So: \"Climb up.\" And climb up!"),
    );
}

#[test]
fn quotation_marks_inside_of_a_value_become_single_ones() {
    check("\"{doing},\" then.", &[("doing", "say \"no\"")], Some("\"Say 'no',\" then."));
}

#[test]
fn a_line_without_its_value_is_not_told() {
    check("{person} nods.", &[], None);
    check("{person} nods.", &[("person", " ")], None);
}

#[test]
fn a_phrase_keeps_its_small_letter() {
    assert_eq!(
        fill("{item} in two pieces", &[("item", "a key")], false).as_deref(),
        Some("a key in two pieces")
    );
}
