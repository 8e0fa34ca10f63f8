//! The rules' own answer, where a seat could not give one: from every question, marked, and never a dead end.

use dm::view::{PhaseName, Position};
use dm::{Dm, Event, What};
use engine::{Audience, Machine};

use super::moods::situations;
use super::say::{self, s};
use super::stage::{ASH, BLY, Stage, at, every, one};

#[test]
fn fallback_from_every_question_of_the_game_master_leaves_a_player_asked_and_is_marked() {
    for (situation, mut stage, _) in situations() {
        let gm = stage.state().gm;
        if stage.asked().0 != gm {
            continue;
        }
        let before = stage.game.told.len();
        let events = stage.answer_for();
        let is_told = stage.phase() == PhaseName::Ended && situation == "the epilogue";
        assert!(is_told || stage.is_players(), "{situation}");
        match &events[0] {
            Event::AnsweredFor { reason } | Event::OpeningFailed { reason } => {
                assert_eq!(reason, "it was cut off", "{situation}");
            }
            other => panic!("{situation}: {other:?}"),
        }
        assert_eq!(stage.game.told[before].audience, Audience::Public, "{situation}");
        for auto in every!(events, Event::NarrationGiven { auto, .. } => *auto) {
            assert!(auto, "{situation}: no story dressed as the game master's");
        }
        for auto in every!(events, Event::SceneCompressed { summary } => summary.auto) {
            assert!(auto, "{situation}");
        }
        for clamped in every!(events, Event::OutcomesCommitted { clamped, .. } => *clamped) {
            assert!(clamped, "{situation}");
        }
    }
}

#[test]
fn fallback_from_every_question_of_a_player_moves_the_session_on_and_is_marked() {
    for (situation, mut stage, _) in situations() {
        let (seat, what) = stage.asked();
        if seat == stage.state().gm {
            continue;
        }
        let asks = Dm::asks(stage.state()).len();
        let events = stage.answer_for();
        assert_eq!(events[0], Event::AnsweredFor { reason: s("it was cut off") }, "{situation}");
        let next = Dm::asks(stage.state());
        if stage.phase() == PhaseName::Ended {
            assert_eq!(situation, "the end of the evening", "whoever is not there holds nobody up");
            continue;
        }
        let same = next[0].seat == seat && next[0].question.what == what;
        assert!(!same || next.len() < asks, "{situation}: the same question again");
    }
}

#[test]
fn fallback_is_for_a_seat_that_is_asked() {
    for (situation, mut stage, _) in situations() {
        let asks = Dm::asks(stage.state());
        for seat in [ASH, BLY, stage.state().gm] {
            if asks.iter().any(|ask| ask.seat == seat) {
                continue;
            }
            assert_eq!(stage.game.absent(seat, "gone").unwrap_err().code, "not-asked", "{situation}");
        }
    }
}

#[test]
fn fallback_makes_somebody_for_a_seat_that_made_nobody() {
    let mut stage = Stage::laid(3);
    for _ in 0..3 {
        stage.answer_for();
    }
    assert_eq!(stage.phase(), PhaseName::Opening);
    let names: Vec<&str> = stage.state().party.iter().flatten().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["Ada", "Ben", "Cyd"], "called as their player is");
    let archetypes: Vec<&String> = stage.state().party.iter().flatten().map(|it| &it.archetype).collect();
    assert!(archetypes[0] != archetypes[1] && archetypes[1] != archetypes[2]);
}

#[test]
fn fallback_endings_are_within_the_ranges_of_every_die() {
    for position in Position::ALL {
        let mut stage = Stage::action(1, *position, &[6, 6, 5, 4, 3, 1]);
        let tiers = match stage.asked().1 {
            What::Endings { tiers, .. } => tiers,
            other => panic!("{other:?}"),
        };
        let events = stage.answer_for();
        let dice = one!(events, Event::OutcomesCommitted { dice, .. } => dice.clone());
        for (die, tier) in dice.iter().zip(tiers) {
            let [stress, heat] = dm::dice::costs(tier, *position);
            assert!((stress.0..=stress.1).contains(&die.stress), "{position} {die:?}");
            assert!((heat.0..=heat.1).contains(&die.heat), "{position} {die:?}");
            assert!((3..=8).contains(&die.hint.split_whitespace().count()), "{:?}", die.hint);
        }
    }
}

#[test]
fn fallback_summaries_have_the_right_figures() {
    let mut stage = Stage::turn(1);
    stage.gm(&say::narrate(|told| (told.stress, told.coin, told.continue_scene) = (4, 3, false)));
    let events = stage.answer_for();
    let summary = one!(events, Event::SceneCompressed { summary } => summary.clone());
    assert_eq!((summary.net_stress, summary.net_coin, summary.auto), (4, 3, true));
    assert!(summary.key_moments.len() <= 5 && !summary.summary.is_empty());
    assert_eq!(stage.sheet(ASH).stress, 4, "and are not applied again");
    assert!(at!(events, Event::AnsweredFor { .. }) < at!(events, Event::SceneCompressed { .. }));
}

#[test]
fn fallback_alone_can_play_a_whole_session() {
    let mut stage = Stage::laid(3);
    let mut phases = Vec::new();
    for _ in 0..400 {
        if stage.phase() == PhaseName::Ended {
            break;
        }
        phases.push(stage.phase());
        stage.answer_for();
    }
    assert!(phases.contains(&PhaseName::Scene), "{phases:?}");
    assert!(stage.state().turn > 100, "it never stands still");
}
