//! The conformance suite over every machine in ALL.
#![cfg(test)]
#![allow(missing_docs, reason = "the names say what each test is for")]
#![allow(clippy::disallowed_methods, reason = "the checked-in playthroughs are files")]

use engine::raw;
use parlor_machines::ALL;
use serde_json::json;
use testkit::{Fixture, conformance, house_seats, playthrough};

/// One table for every activity. A new machine adds its own here, and is then held to all of the suite.
fn fixture(activity: &'static str) -> Fixture {
    let (seats, setup) = match activity {
        "mafia" => {
            let mut seats = house_seats(10, &["cautious", "aggressive", "analytical", "social"]);
            let names = ["Ana", "Ben", "Cole", "Dee", "Eli", "Finn", "Gus", "Hal", "Ivy", "Jo"];
            for (seat, name) in seats.iter_mut().zip(names) {
                seat.name = name.to_owned();
            }
            (seats, json!({"speed": "INSTANT"}))
        }
        other => panic!("{other} is in ALL and has no fixture: add it here"),
    };
    Fixture {
        catalog: ALL,
        activity,
        seats,
        table: raw(&json!({"title": "Conformance"})),
        setup: raw(&setup),
        start: raw(&json!({"type": "SetSession", "verb": "start"})),
    }
}

/// The same table with the clock running.
fn timed(activity: &'static str) -> Fixture {
    Fixture { setup: raw(&json!({"speed": "DEBUG"})), ..fixture(activity) }
}

fn each(check: impl Fn(&Fixture)) {
    for rules in ALL.activities {
        check(&fixture(rules.name()));
        check(&timed(rules.name()));
    }
}

#[test]
fn every_machine_terminates_with_house_seats_over_a_thousand_seeds() {
    for rules in ALL.activities {
        conformance::terminates(&fixture(rules.name()), 0..1_000);
        conformance::terminates(&timed(rules.name()), 0..100);
    }
}

#[test]
fn every_offer_is_accepted_and_everything_else_rejected() {
    each(|fixture| conformance::offers_exactly_what_is_legal(fixture, 0..5));
}

#[test]
fn replay_and_verify_agree_and_snapshots_change_nothing() {
    each(|fixture| conformance::replays_and_verifies(fixture, 0..50));
}

#[test]
fn every_declared_exit_is_taken_and_no_other() {
    each(|fixture| conformance::takes_exactly_the_declared_exits(fixture, 0..60));
}

#[test]
fn no_command_makes_a_machine_panic() {
    each(|fixture| conformance::survives_any_command(fixture, 0..10));
}

#[test]
fn every_viewer_has_a_view_and_observers_see_no_more_than_the_public() {
    each(|fixture| conformance::shows_every_viewer_a_view(fixture, 3));
}

/// A transcript of a whole session of every machine is checked in and says what the machine does.
/// `cargo xtask playthroughs --write` writes them anew.
#[test]
fn a_playthrough_of_every_machine_is_checked_in_and_matches() {
    for rules in ALL.activities {
        let path = format!("{}/../../docs/playthroughs/{}.md", env!("CARGO_MANIFEST_DIR"), rules.name());
        let now = playthrough(&fixture(rules.name()), 7);
        if std::env::var_os("PARLOR_WRITE_PLAYTHROUGHS").is_some() {
            std::fs::write(&path, &now).unwrap_or_else(|error| panic!("{path}: {error}"));
        }
        let checked_in = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert!(
            checked_in == now,
            "{path} is not what the machine does now: cargo xtask playthroughs --write"
        );
    }
}
