//! D14: what breaks has a name, and the fourth is the last.

use dm::view::{EndReason, PhaseName, Position};
use dm::{Command, Dm, Event, What};
use engine::{Machine, SeatId};

use super::say::{self, s};
use super::stage::{ASH, BLY, COLE, Stage, at, every, one};

const LIST: [&str; 8] =
    ["cold", "haunted", "obsessed", "paranoid", "reckless", "soft", "unstable", "vicious"];

/// Somebody has so many scars already, and breaks again.
fn breaking(players: usize, scars: usize) -> Stage {
    let mut stage = Stage::trauma(players);
    for trauma in &LIST[..scars] {
        stage.happen(Event::TraumaGained { player_id: ASH, trauma: s(trauma) });
    }
    stage
}

#[test]
fn d14_a_scar_is_one_of_the_list_or_a_word_of_its_own() {
    for trauma in LIST.into_iter().chain(["afraid of lamps", "HOLLOW"]) {
        let mut stage = Stage::trauma(1);
        let events = stage.gm(&say::scar(trauma));
        let gained = one!(events, Event::TraumaGained { player_id: ASH, trauma } => trauma.clone());
        assert_eq!(gained, trauma.to_lowercase());
        assert_eq!(stage.sheet(ASH).trauma, [gained]);
    }
    for (trauma, code) in [("", "blank"), ("  ", "blank"), (&"x".repeat(41), "not-offered")] {
        let no = Stage::trauma(1).gm_no(&say::scar(trauma));
        assert_eq!(no.code, code, "{trauma:?}");
    }
}

#[test]
fn d14_stress_falls_to_nothing() {
    let mut stage = Stage::trauma(1);
    let events = stage.gm(&say::scar("cold"));
    assert_eq!(one!(events, Event::StressChanged { from, to, .. } => (*from, *to)), (9, 0));
    assert!(stage.sheet(ASH).recovering);
}

#[test]
fn d14_three_scars_are_borne_and_the_fourth_retires() {
    for scars in 0..=3 {
        let mut stage = breaking(2, scars);
        let events = stage.gm(&say::scar("hollow"));
        assert_eq!(stage.sheet(ASH).trauma.len(), scars + 1);
        assert_eq!(stage.sheet(ASH).retired, scars == 3, "{scars} and one more");
        let retired = every!(events, Event::CharacterRetired { player_id, .. } => *player_id);
        assert_eq!(retired, if scars == 3 { vec![ASH] } else { Vec::new() });
    }
}

#[test]
fn d14_who_retires_has_a_closing_scene() {
    let mut stage = breaking(2, 3);
    let events = stage.gm(&say::scar("hollow"));
    let told = at!(events, Event::NarrationGiven { narration, .. } if narration == "Something gives.");
    assert!(told < at!(events, Event::CharacterRetired { .. }));
}

#[test]
fn d14_the_party_goes_on_without_them() {
    let mut stage = breaking(3, 3);
    let events = stage.gm(&say::scar("hollow"));
    assert_eq!(one!(events, Event::SpotlightMoved { to } => *to), BLY);
    assert_eq!(stage.phase(), PhaseName::Downtime);
    stage.compress();
    let mut days = Vec::new();
    while let (seat, What::Day { .. }) = stage.asked() {
        days.push(seat);
        stage.by(seat, &Command::BackToWork).unwrap();
    }
    assert_eq!(days, [BLY, COLE], "who plays no more has no days");
    let dice = stage.sheet(ASH).dice.clone();
    stage.gm(&say::pass_time(3));
    assert_eq!(stage.sheet(ASH).dice, dice);
    stage.gm(&say::open_scene());
    assert_eq!(stage.asked().0, BLY);
    for seat in [BLY, COLE, BLY] {
        assert_eq!(stage.asked().0, seat);
        stage.player(&say::act("I go on."));
        stage.gm(&say::narrate(|_| {}));
    }
    stage.by(COLE, &Command::GiveSpotlight { to: ASH }).expect_err("nobody gives the word to who is gone");
}

#[test]
fn d14_with_nobody_left_it_is_over() {
    let mut stage = breaking(1, 3);
    let events = stage.gm(&say::scar("hollow"));
    assert!(at!(events, Event::CharacterRetired { .. }) < at!(events, Event::EveningClosed { .. }));
    stage.close();
    assert_eq!(stage.phase(), PhaseName::Ended);
    let outcome = Dm::outcome(stage.state()).unwrap();
    assert_eq!((outcome.reason, outcome.scenes), (EndReason::Retired, 1));
    assert!(outcome.party[0].retired);
    assert!(Dm::asks(stage.state()).is_empty());
}

#[test]
fn d14_a_fourth_scar_from_a_bargain_retires_too() {
    let mut stage = Stage::bargain(2, Position::Risky);
    for trauma in &LIST[..3] {
        stage.happen(Event::TraumaGained { player_id: ASH, trauma: s(trauma) });
    }
    stage.player(&Command::Strike { deal: 3 });
    let events = stage.gm(&say::scar("hollow"));
    assert_eq!(one!(events, Event::CharacterRetired { player_id, .. } => *player_id), ASH);
    assert_eq!((stage.phase(), stage.asked().0), (PhaseName::Scene, BLY), "the scene is somebody else's now");
}

#[test]
fn d14_the_rules_can_name_a_scar_that_is_not_there_yet() {
    let mut stage = breaking(2, 2);
    let events = stage.answer_for();
    let trauma = one!(events, Event::TraumaGained { trauma, .. } => trauma.clone());
    assert!(LIST[2..].contains(&trauma.as_str()), "{trauma}");
    assert_eq!(stage.sheet(ASH).trauma.len(), 3);
    assert!(!stage.sheet(SeatId::at(1)).recovering);
}
