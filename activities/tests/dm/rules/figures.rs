//! D4 and D5: the figures on a sheet, their bounds, and what they add up to.

use super::say;
use super::stage::{ASH, Stage, every, one, seats};
use dm::view::{Character, PhaseName, Position, Precarity, Toll};
use dm::{Command, Dm, Event, Setup};
use engine::SeatId;
use testkit::Driver;

#[test]
fn d4_a_party_is_one_to_six_and_no_other_number() {
    for players in 0..=8 {
        let faults = Driver::<Dm>::faults(&seats(players), &Setup::default());
        if faults.is_empty() {
            assert!((1..=6).contains(&players), "{players} players");
            let stage = Stage::laid(players);
            assert_eq!(stage.state().party.len(), players);
            assert_eq!(stage.state().gm, SeatId::at(players), "the last seat is the game master's");
        } else {
            assert!(!(1..=6).contains(&players), "{players} players: {faults:?}");
            assert!(faults.iter().any(|fault| fault.field == "seats"), "{faults:?}");
        }
    }
    assert!(!Driver::<Dm>::faults(&[], &Setup::default()).is_empty());
}

#[test]
fn d4_a_new_character_has_no_stress_no_heat_no_scars_and_five_rolled_dice() {
    for players in 1..=6 {
        let stage = Stage::cast(players);
        for seat in (0..players).map(SeatId::at) {
            let it = stage.sheet(seat);
            assert_eq!((it.stress, it.heat, it.wanted, it.trauma.len()), (0, 0, 0, 0));
            assert_eq!((it.recovering, it.hunted, it.retired), (false, false, false));
            assert_eq!(it.dice.len(), 5);
            assert!(it.dice.iter().all(|die| (1..=6).contains(die)), "{:?}", it.dice);
        }
    }
}

/// What a change does: it stays in its bounds, and if anything changed, one event says from what, to what and why.
fn check(from: u8, delta: i8, max: u8, told: &[(u8, u8, &String)], now: u8) {
    let expected = (i16::from(from) + i16::from(delta)).clamp(0, i16::from(max)) as u8;
    assert_eq!(now, expected, "{from} {delta:+}");
    if from == expected {
        assert!(told.is_empty(), "{from} {delta:+}: nothing changed, and nothing is told: {told:?}");
    } else {
        assert_eq!(told.len(), 1, "{from} {delta:+}");
        assert_eq!((told[0].0, told[0].1), (from, expected), "the applied value");
        assert!(!told[0].2.is_empty(), "and why");
    }
}

#[test]
fn d4_stress_stays_between_0_and_9_and_every_change_is_told_as_applied() {
    for from in 0..=9 {
        for delta in -9..=9 {
            let mut stage = Stage::turn(1);
            stage.set_stress(ASH, from);
            let events = stage.gm(&say::narrate(|told| told.stress = delta));
            let told =
                every!(events, Event::StressChanged { player_id: ASH, from, to, why } => (*from, *to, why));
            check(from, delta, 9, &told, stage.sheet(ASH).stress);
        }
    }
}

#[test]
fn d4_heat_stays_between_0_and_10_and_every_change_is_told_as_applied() {
    for from in 0..=10 {
        for delta in 0..=4 {
            let mut stage = Stage::turn(1);
            stage.set_heat(ASH, from);
            let events = stage.gm(&say::narrate(|told| told.heat = delta));
            let told =
                every!(events, Event::HeatChanged { player_id: ASH, from, to, why } => (*from, *to, why));
            check(from, delta, 10, &told, stage.sheet(ASH).heat);
        }
    }
}

#[test]
fn d4_coin_never_falls_below_nothing_and_every_change_is_told_as_applied() {
    for from in [0, 1, 2, 3, 4, 5, 50, 95, 98, 99] {
        for delta in -5..=5 {
            let coins = |events: &[Event], now| {
                let told =
                    every!(events, Event::CoinChanged { player_id: ASH, from, to, why } => (*from, *to, why));
                check(from, delta, 99, &told, now);
            };
            let mut stage = Stage::turn(1);
            stage.set_coin(ASH, from);
            let events = stage.gm(&say::narrate(|told| told.coin = delta));
            coins(&events, stage.sheet(ASH).coin);
            let mut stage = Stage::aftermath(1, Position::Risky, &[6]);
            stage.set_coin(ASH, from);
            let events = stage.gm(&say::land(|told| told.coin = delta));
            coins(&events, stage.sheet(ASH).coin);
        }
    }
}

#[test]
fn d4_wanted_stays_between_0_and_4() {
    for from in 0..=4 {
        let mut stage = Stage::entangled(1, ASH, [Toll::Attitude; 3]);
        stage.set_wanted(ASH, from);
        let events = stage.player(&Command::TakeWayOut { way: 1 });
        let told =
            every!(events, Event::WantedChanged { player_id: ASH, from, to, why } => (*from, *to, why));
        check(from, 1, 4, &told, stage.sheet(ASH).wanted);
        let mut stage = Stage::downtime(1);
        stage.set_wanted(ASH, from);
        let events = stage.player(&Command::LayLow);
        let told =
            every!(events, Event::WantedChanged { player_id: ASH, from, to, why } => (*from, *to, why));
        check(from, -1, 4, &told, stage.sheet(ASH).wanted);
    }
}

#[test]
fn d4_figures_that_no_output_may_have_are_refused() {
    for figure in [-128, -10, 10, 127] {
        let no = Stage::turn(1).gm_no(&say::narrate(|told| told.stress = figure)).to_string();
        assert!(no.contains("stress") && no.contains("-9 to 9"), "{no}");
    }
    for figure in [-128, -1, 5, 127] {
        let no = Stage::turn(1).gm_no(&say::narrate(|told| told.heat = figure)).to_string();
        assert!(no.contains("heat") && no.contains("0 to 4"), "{no}");
    }
    for figure in [-128, -6, 6, 127] {
        let no = Stage::turn(1).gm_no(&say::narrate(|told| told.coin = figure)).to_string();
        assert!(no.contains("coin"), "{no}");
        let mut stage = Stage::aftermath(1, Position::Risky, &[6]);
        assert!(stage.gm_no(&say::land(|told| told.coin = figure)).to_string().contains("coin"));
    }
}

#[test]
fn d4_a_pool_never_holds_more_than_six() {
    for have in 0..=6 {
        for dice in 1..=3 {
            let mut stage = Stage::tide(1);
            stage.pool(&vec![3; have]);
            stage.gm(&say::pass_time(dice));
            assert_eq!(stage.sheet(ASH).dice.len(), (have + usize::from(dice)).min(6));
        }
        let mut stage = Stage::downtime(1);
        stage.pool(&vec![3; have]);
        stage.player(&Command::Recover);
        assert_eq!(stage.sheet(ASH).dice.len(), (have + 2).min(6));
    }
}

#[test]
fn d5_recovering_is_set_by_passing_out_and_by_trauma_and_cleared_by_recovery_alone() {
    let mut stage = Stage::bargain(1, Position::Risky);
    let events = stage.player(&Command::PassOut);
    assert!(one!(events, Event::RecoveringChanged { player_id: ASH, recovering } => *recovering));
    assert!(stage.sheet(ASH).recovering);
    let mut stage = Stage::trauma(1);
    let events = stage.gm(&say::scar("soft"));
    assert!(one!(events, Event::RecoveringChanged { player_id: ASH, recovering } => *recovering));
    stage.compress();
    for other in [Command::LayLow, Command::WorkOn { clock: say::s(say::VAULT) }, Command::BackToWork] {
        let mut copy = stage.clone();
        let events = copy.player(&other);
        assert!(every!(events, Event::RecoveringChanged { .. } => ()).is_empty(), "{other:?}");
        copy.back_to_work();
        copy.gm(&say::pass_time(3));
        assert!(copy.sheet(ASH).recovering, "after {other:?} and days of rest");
    }
    let events = stage.player(&Command::Recover);
    assert!(!one!(events, Event::RecoveringChanged { player_id: ASH, recovering } => *recovering));
    assert!(!stage.sheet(ASH).recovering);
}

#[test]
fn d5_three_warrants_are_a_hunt_and_fewer_end_it() {
    for wanted in 0..=4 {
        let mut stage = Stage::entangled(1, ASH, [Toll::Attitude; 3]);
        stage.set_wanted(ASH, wanted);
        stage.player(&Command::TakeWayOut { way: 1 });
        assert_eq!(stage.sheet(ASH).hunted, wanted + 1 >= 3, "wanted {wanted} and one more");
    }
    for wanted in 1..=4 {
        let mut stage = Stage::downtime(1);
        stage.set_wanted(ASH, wanted);
        stage.happen(Event::HuntedChanged { player_id: ASH, hunted: true });
        stage.player(&Command::LayLow);
        assert_eq!(stage.sheet(ASH).hunted, wanted > 3, "wanted {wanted} and one less");
    }
}

#[test]
fn d5_an_entanglement_that_is_not_paid_is_a_hunt() {
    let mut stage = Stage::entangled(1, ASH, [Toll::Hunted, Toll::Coin { amount: 3 }, Toll::Attitude]);
    let mut paid = stage.clone();
    let mut short = stage.clone();
    let events = stage.player(&Command::TakeWayOut { way: 1 });
    assert!(one!(events, Event::HuntedChanged { player_id: ASH, hunted } => *hunted));
    short.set_coin(ASH, 2);
    let events = short.player(&Command::TakeWayOut { way: 2 });
    assert!(
        one!(events, Event::HuntedChanged { player_id: ASH, hunted } => *hunted),
        "two of three is not paid"
    );
    paid.set_coin(ASH, 3);
    paid.player(&Command::TakeWayOut { way: 2 });
    assert!(!paid.sheet(ASH).hunted);
}

fn sheet() -> Character {
    Stage::cast(1).sheet(ASH).clone()
}

#[test]
fn d5_precarity_adds_stress_heat_twice_wanted_three_for_a_hunt_and_two_for_wounds() {
    let none = sheet();
    assert_eq!(none.points(), 0);
    assert_eq!(Character { stress: 4, ..none.clone() }.points(), 4);
    assert_eq!(Character { heat: 4, ..none.clone() }.points(), 4);
    assert_eq!(Character { wanted: 4, ..none.clone() }.points(), 8);
    assert_eq!(Character { hunted: true, ..none.clone() }.points(), 3);
    assert_eq!(Character { recovering: true, ..none.clone() }.points(), 2);
    let all = Character { stress: 9, heat: 10, wanted: 4, hunted: true, recovering: true, ..none };
    assert_eq!(all.points(), 9 + 10 + 8 + 3 + 2);
}

#[test]
fn d5_precarity_has_its_words_at_4_and_5_at_9_and_10_at_14_and_15() {
    let words = [
        (0, 4, "operating from strength"),
        (5, 9, "room to manoeuvre"),
        (10, 14, "walls closing in"),
        (15, 40, "hanging by a thread"),
    ];
    for (from, to, word) in words {
        for points in from..=to {
            assert_eq!(Precarity::of(points).word(), word, "{points}");
        }
    }
    let heated = |stress: u8, heat: u8| Character { stress, heat, ..sheet() }.precarity();
    assert_eq!((heated(4, 0), heated(5, 0)), (Precarity::Strength, Precarity::Room));
    assert_eq!((heated(8, 1), heated(8, 2)), (Precarity::Room, Precarity::Walls));
    assert_eq!((heated(8, 6), heated(8, 7)), (Precarity::Walls, Precarity::Thread));
}

#[test]
fn d5_precarity_is_shown_to_the_player() {
    use engine::{Machine, Viewer};
    let mut stage = Stage::scene(1);
    stage.set_heat(ASH, 5);
    let shown = Dm::report(&stage.view(Viewer::Seat(ASH)), "sheet").unwrap();
    assert!(shown.contains("room to manoeuvre (5)"), "{shown}");
    assert_eq!(stage.phase(), PhaseName::Scene);
}
