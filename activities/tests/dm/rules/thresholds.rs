//! D3: stress at 9 breaks, whatever brought it there, and nothing comes before it.

use dm::view::{Mood, PhaseName, Position, Tier, Urgency};
use dm::{Command, DieOutcome, Event};

use super::say::{self, s};
use super::stage::{ASH, BLY, Stage, every, one};

fn is_broken(stage: &Stage, who: engine::SeatId) -> bool {
    matches!(stage.mood(), Mood::Trauma { player, .. } if *player == who)
}

/// The moods that were entered.
fn entered(events: &[Event]) -> Vec<PhaseName> {
    every!(events, Event::MoodChanged { to, .. } => *to)
}

/// In an aftermath with stress at 9, which the die brought.
fn worn_by_a_die() -> Stage {
    let mut stage = Stage::turn(1);
    stage.set_stress(ASH, 7);
    stage.pool(&[2, 6]);
    stage.engage(&say::engage(Position::Risky));
    let bad = DieOutcome { stress: 3, ..say::outcome(Position::Risky, Tier::Bad) };
    stage.gm(&say::spend_die(vec![bad, say::outcome(Position::Risky, Tier::Success)]));
    let events = stage.player(&Command::ChooseDie { die: 1 });
    one!(events, Event::StressChanged { from: 7, to: 9, .. } => ());
    stage
}

#[test]
fn d3_a_bare_figure_in_a_narration_breaks_before_the_word_goes_to_anybody() {
    for (start, delta) in [(0, 9), (8, 1), (8, 9), (3, 6)] {
        for goes_on in [true, false] {
            let mut stage = Stage::turn(2);
            stage.set_stress(ASH, start);
            let events = stage.gm(&say::narrate(|told| {
                (told.stress, told.continue_scene) = (delta, goes_on);
            }));
            assert!(is_broken(&stage, ASH), "{start} + {delta}");
            assert_eq!(entered(&events), [PhaseName::Trauma], "neither a floor nor the end of the scene");
            assert!(every!(events, Event::FloorGiven { .. } => ()).is_empty());
            assert_eq!(stage.sheet(ASH).stress, 9);
        }
    }
    let mut stage = Stage::turn(1);
    stage.gm(&say::narrate(|told| told.stress = 8));
    assert_eq!(stage.phase(), PhaseName::Scene, "eight is not nine");
}

#[test]
fn d3_a_die_that_breaks_somebody_is_still_resolved_and_trauma_comes_when_the_aftermath_is_left() {
    let ways: [(&str, Command); 3] = [
        ("land and go on", say::land(|_| {})),
        ("land and end the scene", say::land(|told| told.continue_scene = false)),
        ("choose", say::choose()),
    ];
    for (name, way) in ways {
        let mut stage = worn_by_a_die();
        assert_eq!(stage.phase(), PhaseName::Aftermath);
        assert!(stage.state().broken().is_some(), "the verdict has not wiped it away");
        let events = stage.gm(&way);
        assert_eq!(entered(&events), [PhaseName::Trauma], "{name}");
        assert!(is_broken(&stage, ASH), "{name}");
    }
}

#[test]
fn d3_trauma_comes_before_a_threat_that_broke_in() {
    let mut stage = worn_by_a_die();
    stage.set_clock(say::WATCH, 3);
    let events = stage.gm(&say::tick(say::WATCH, 1));
    one!(events, Event::InterruptRaised { .. } => ());
    let events = stage.go_on();
    assert_eq!(entered(&events), [PhaseName::Trauma]);
    let events = stage.gm(&say::scar("cold"));
    assert_eq!(entered(&events), [PhaseName::Scene], "there is no time to fall");
    let events = stage.player(&say::act("I run."));
    assert_eq!(entered(&events), [PhaseName::Action], "and the threat has not been forgotten");
}

#[test]
fn d3_a_bargain_that_breaks_somebody_is_trauma_and_not_the_action() {
    let mut stage = Stage::drained(2, Position::Risky);
    stage.set_stress(ASH, 8);
    stage.gm(&say::offer_bargain());
    let events = stage.player(&Command::Strike { deal: 1 });
    one!(events, Event::StressChanged { from: 8, to: 9, .. } => ());
    assert_eq!(entered(&events), [PhaseName::Trauma]);
    assert!(is_broken(&stage, ASH));
    assert_eq!(stage.sheet(ASH).dice.len(), 1, "what was bought was bought");
}

#[test]
fn d3_passing_out_that_breaks_somebody_is_trauma_and_not_the_end_of_the_scene() {
    for (start, breaks) in [(6, false), (7, true), (8, true)] {
        let mut stage = Stage::bargain(2, Position::Desperate);
        stage.set_stress(ASH, start);
        let events = stage.player(&Command::PassOut);
        let expected = if breaks { PhaseName::Trauma } else { PhaseName::BetweenScenes };
        assert_eq!(entered(&events), [expected], "stress {start}");
        assert_eq!(is_broken(&stage, ASH), breaks);
    }
}

#[test]
fn d3_a_question_or_a_choice_does_not_pass_over_it() {
    for command in [Command::AskPlayer { question: s("Why?") }, say::choose()] {
        let mut stage = Stage::turn(2);
        stage.set_stress(BLY, 9);
        let events = stage.gm(&command);
        assert_eq!(entered(&events), [PhaseName::Trauma], "{command:?}");
        assert!(is_broken(&stage, BLY), "whoever it is");
    }
}

#[test]
fn d3_the_rules_own_answer_does_not_pass_over_it_either() {
    let mut stage = worn_by_a_die();
    let events = stage.answer_for();
    assert_eq!(entered(&events)[0], PhaseName::Trauma);
    assert_eq!(stage.sheet(ASH).trauma.len(), 1, "the rules named it");
}

#[test]
fn d3_trauma_leads_to_downtime_and_where_there_is_no_time_to_fall_back_to_the_scene() {
    let mut stage = Stage::trauma(1);
    assert!(matches!(stage.mood(), Mood::Trauma { adrenaline: false, .. }));
    stage.gm(&say::scar("cold"));
    assert_eq!(stage.phase(), PhaseName::Downtime);
    for (urgency, escapable) in [(Urgency::High, true), (Urgency::Low, false)] {
        let mut stage = Stage::told(1, say::story());
        let mut scene = say::new_scene();
        scene.kind = dm::SceneName::Encounter;
        (scene.urgency, scene.escapable) = (Some(urgency), Some(escapable));
        stage.gm(&Command::OpenScene(Box::new(scene)));
        stage.player(&say::act("I stand."));
        stage.gm(&say::narrate(|told| told.stress = 9));
        assert!(matches!(stage.mood(), Mood::Trauma { adrenaline: true, .. }));
        stage.gm(&say::scar("cold"));
        assert_eq!(stage.phase(), PhaseName::Scene);
        let kind = &stage.state().scene.kind;
        let pressing = dm::view::SceneKind::Encounter {
            source: s("The gate gives a little."),
            urgency: Urgency::High,
            escapable: false,
        };
        assert_eq!(*kind, pressing, "high urgency, and no way out");
    }
    let desperate = {
        let mut stage = Stage::turn(1);
        stage.set_stress(ASH, 7);
        stage.pool(&[1]);
        stage.engage(&say::engage(Position::Desperate));
        stage.commit();
        stage.player(&Command::ChooseDie { die: 1 });
        stage.go_on();
        stage
    };
    assert!(matches!(desperate.mood(), Mood::Trauma { adrenaline: true, .. }));
}
