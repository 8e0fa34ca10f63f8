//! Being away, what was said in debriefs, and the one list of commands.

use engine::{Machine, Outer, Reason, SeatId, Viewer};
use protocol::table::{COMMANDS, TableState};
use table::{Command, FeedbackKind, Table};

use super::{ADA, BEN, NOON, act, hear, set, table_in, verb_to, words};

#[test]
fn t1_somebody_is_away_and_back() {
    let mut table = table_in(TableState::Active);
    let away = hear(&table, ADA, "/away").expect("a command").table.remove(0);
    let told = act(&mut table, ADA, away.clone(), NOON).expect("Ada goes");
    assert!(words(&table, &told)[0].starts_with("Ada is away"));
    assert_eq!(Table::away(&table), [SeatId::at(0)].into_iter().collect());
    assert_eq!(Table::view(&table, Viewer::Public).away, Table::away(&table), "all see it");
    assert_eq!(act(&mut table, ADA, away, NOON).expect_err("once").code(), "away-already");
    let back = hear(&table, ADA, "/back").expect("a command").table.remove(0);
    act(&mut table, ADA, back.clone(), NOON).expect("Ada is back");
    assert!(Table::away(&table).is_empty());
    assert_eq!(act(&mut table, ADA, back, NOON).expect_err("once").code(), "not-away");
}

#[test]
fn t4_stars_and_wishes_are_kept_for_each_and_outlive_the_evening() {
    let mut table = table_in(TableState::Debrief);
    let give = |kind, text: &str| Command::GiveFeedback { text: text.to_owned(), kind };
    act(&mut table, ADA, give(FeedbackKind::Star, "the heist"), NOON).expect("feedback");
    act(&mut table, ADA, give(FeedbackKind::Wish, "more rain"), NOON).expect("feedback");
    act(&mut table, BEN, give(FeedbackKind::Star, "the cat"), NOON).expect("feedback");
    act(&mut table, BEN, set(verb_to(TableState::Idle)), NOON).expect("the table is closed");
    let report = |viewer, name| Table::report(&Table::view(&table, viewer), name);
    assert_eq!(report(Viewer::Seat(SeatId::at(0)), "stars").as_deref(), Some("seat 1: the heist"));
    assert_eq!(report(Viewer::Seat(SeatId::at(0)), "wishes").as_deref(), Some("seat 1: more rain"));
    assert_eq!(report(Viewer::Seat(SeatId::at(1)), "wishes"), None, "nobody reads another's");
    assert_eq!(report(Viewer::Host, "stars").as_deref(), Some("seat 1: the heist\nseat 2: the cat"));
    assert_eq!(report(Viewer::Public, "stars"), None);
}

#[test]
fn t5_every_command_of_the_list_is_understood_and_no_other() {
    let table = table_in(TableState::Active);
    let reports: Vec<&str> = Table::REPORTS.iter().map(|report| report.name).collect();
    for command in COMMANDS {
        // Whether it may be done now is another matter: what is not known is refused as such.
        let heard = hear(&table, ADA, &format!("/{}", command.name)).map_err(|no| no.code());
        let known = heard != Err("unknown-command");
        assert!(known || reports.contains(&command.name), "/{} is in the list: {heard:?}", command.name);
    }
    let unknown = hear(&table, ADA, "/dance").expect_err("no command");
    for command in COMMANDS {
        assert!(unknown.to_string().contains(&format!("/{}", command.name)), "{unknown}");
    }
}
