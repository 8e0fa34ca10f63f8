//! The conformance suite over every machine in ALL.
#![allow(clippy::disallowed_methods, reason = "the checked-in playthroughs are files")]

use activities::ALL;
use engine::raw;
use serde_json::json;
use testkit::{Fixture, boards, conformance, excerpt, house_seats, playthrough, tellings};

/// One table for every activity. A new machine adds its own here, and is then held to all of the suite.
pub(crate) fn fixture(activity: &'static str) -> Fixture {
    let (seats, setup) = match activity {
        "mafia" => {
            let mut seats = house_seats(10, &["cautious", "aggressive", "analytical", "social"]);
            let names = ["Ana", "Ben", "Cole", "Dee", "Eli", "Finn", "Gus", "Hal", "Ivy", "Jo"];
            for (seat, name) in seats.iter_mut().zip(names) {
                seat.name = name.to_owned();
            }
            (seats, json!({"speed": "INSTANT"}))
        }
        "dm" => {
            let mut seats = house_seats(3, &["scoundrel", "scoundrel", "narrator"]);
            for (seat, name) in seats.iter_mut().zip(["Ana", "Ben", "The House"]) {
                seat.name = name.to_owned();
            }
            (seats, json!({}))
        }
        "tidying" => {
            let mut seats = house_seats(2, &["keen", "coach"]);
            for (seat, name) in seats.iter_mut().zip(["Ana", "The Coach"]) {
                seat.name = name.to_owned();
            }
            (seats, json!({"space": "the study"}))
        }
        other => panic!("{other} is in ALL and has no fixture: add it here"),
    };
    Fixture {
        catalog: *ALL,
        activity,
        seats,
        table: raw(&json!({"title": "Conformance"})),
        setup: raw(&setup),
        start: raw(&json!({"type": "SetSession", "verb": "start"})),
    }
}

/// The same table with the clock running, for machines that have one.
fn timed(activity: &'static str) -> Option<Fixture> {
    let setup = match activity {
        "mafia" => json!({"speed": "DEBUG"}),
        _ => return None,
    };
    Some(Fixture { setup: raw(&setup), ..fixture(activity) })
}

fn each(check: impl Fn(&Fixture)) {
    for rules in ALL.activities {
        check(&fixture(rules.name()));
        timed(rules.name()).iter().for_each(&check);
    }
}

#[test]
fn what_it_says_of_itself_fits_together() {
    each(conformance::the_card_holds);
    for rules in ALL.activities {
        let card = rules.card();
        assert!(
            !card.title.is_empty() && !card.about.is_empty() && !card.rules.is_empty(),
            "{}",
            rules.name()
        );
    }
}

#[test]
fn a_story_is_told_in_the_city_of_its_card() {
    let title = ALL.activity("dm").map(|rules| rules.card().title);
    assert_eq!(title, Some(format!("A story in {}", dm::setting::setting().city.name).as_str()));
}

#[test]
fn every_machine_terminates_with_house_seats_over_a_thousand_seeds() {
    for rules in ALL.activities {
        conformance::terminates(&fixture(rules.name()), 0..1_000);
        if let Some(timed) = timed(rules.name()) {
            conformance::terminates(&timed, 0..100);
        }
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
    each(|fixture| {
        // A game master breaks somebody's will seldom, and few stop before they have begun to sort.
        let seeds = if fixture.activity == "mafia" { 0..60 } else { 0..200 };
        conformance::takes_exactly_the_declared_exits(fixture, seeds);
    });
}

#[test]
fn no_command_makes_a_machine_panic() {
    each(|fixture| conformance::survives_any_command(fixture, 0..10));
}

#[test]
fn every_viewer_has_a_view_and_observers_see_no_more_than_the_public() {
    each(|fixture| conformance::shows_every_viewer_a_view(fixture, 3));
}

#[test]
fn the_way_out_alone_ends_every_session() {
    each(|fixture| {
        // A story that nobody plays ends with the longest campaign, after five hundred scenes.
        let seeds = if fixture.activity == "dm" { 0..2 } else { 0..20 };
        conformance::the_way_out_alone_ends(fixture, seeds);
    });
}

#[test]
fn random_play_ends_every_session() {
    each(|fixture| conformance::random_play_ends(fixture, 0..20));
}

#[test]
fn what_every_viewer_sees_comes_from_what_it_was_told() {
    each(|fixture| tellings::views_come_from_tellings(fixture, 0..20));
}

#[test]
fn every_board_shows_all_what_is_not_covered_and_covers_the_rest_alike() {
    each(|fixture| boards::boards_hold(fixture, 0..20));
}

/// A transcript of a whole session of every machine is checked in and says what the machine does, and of the game
/// master and the tidying coach one for every mood or mode besides. `cargo xtask playthroughs --write` writes them anew.
#[test]
fn a_playthrough_of_every_machine_is_checked_in_and_matches() {
    for rules in ALL.activities {
        let fixture = fixture(rules.name());
        matches_checked_in(rules.name(), &playthrough(&fixture, 7));
        if ["dm", "tidying"].contains(&rules.name()) {
            for card in rules.phases().iter().filter(|card| !card.prepares && !card.exits.is_empty()) {
                let name = format!("{}-{}", rules.name(), card.name.to_lowercase().replace('_', "-"));
                matches_checked_in(&name, &excerpt(&fixture, card.name));
            }
        }
    }
}

fn matches_checked_in(name: &str, now: &str) {
    let path = format!("{}/../../docs/playthroughs/{name}.md", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("PARLOR_WRITE_PLAYTHROUGHS").is_some() {
        std::fs::write(&path, now).unwrap_or_else(|error| panic!("{path}: {error}"));
    }
    let checked_in = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    assert!(checked_in == now, "{path} is not what the machine does now: cargo xtask playthroughs --write");
}
