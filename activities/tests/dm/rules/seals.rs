//! D7: one ending for each die, committed and sealed before anybody chooses.

use std::collections::BTreeSet;

use dm::view::{DieOffer, Position, Tier};
use dm::{Command, DieOutcome, Dm, Event, Setup};
use engine::{Audience, Machine, Viewer};

use super::say::{self, s};
use super::sha256;
use super::stage::{ASH, BLY, Stage, at, every, one};

/// Dice of these values in a risky position, each with an ending that tells it from all others.
fn sealed(pool: &[u8]) -> Stage {
    let mut stage = Stage::action(2, Position::Risky, pool);
    let tiers: Vec<Tier> = match stage.asked().1 {
        dm::What::Endings { tiers, .. } => tiers,
        other => panic!("{other:?}"),
    };
    let mut outcomes = say::outcomes(Position::Risky, &tiers);
    for (at, outcome) in outcomes.iter_mut().enumerate() {
        outcome.narrative = format!("SEALED-{at}");
    }
    stage.gm(&say::spend_die(outcomes));
    stage
}

fn offered(events: &[Event]) -> Vec<DieOffer> {
    one!(events, Event::OutcomesCommitted { dice, .. } => dice.clone())
}

fn all_events(stage: &Stage) -> Vec<Event> {
    stage.game.told.iter().map(|told| told.event.clone()).collect()
}

/// Everything that a viewer was told or is shown.
fn shown(stage: &Stage, viewer: Viewer) -> String {
    let told = stage.game.told.iter().filter(|told| viewer.sees(told.audience));
    let mut all: Vec<String> = told.map(|told| serde_json::to_string(&told.event).unwrap()).collect();
    all.push(serde_json::to_string(&stage.view(viewer)).unwrap());
    all.join("\n")
}

#[test]
fn d7_there_is_one_ending_for_each_die_or_none_is_taken() {
    for dice in 1..=6 {
        let mut stage = Stage::action(1, Position::Risky, &vec![4; dice]);
        for given in (0..=8).filter(|given| *given != dice) {
            let outcomes = vec![say::outcome(Position::Risky, Tier::Partial); given];
            let no = stage.gm_no(&say::spend_die(outcomes));
            let says = format!("outcomes: {given} in the list, and {dice} is");
            assert!(no.code == "not-offered" && no.message.starts_with(&says), "{no}");
        }
        let events = stage.commit();
        assert_eq!(offered(&events).len(), dice);
    }
}

#[test]
fn d7_hints_and_costs_are_for_all_and_the_endings_for_nobody_yet() {
    let stage = sealed(&[6, 4, 1]);
    let committed = stage.game.told.iter().find(|told| matches!(told.event, Event::OutcomesCommitted { .. }));
    let committed = committed.unwrap();
    assert_eq!(committed.audience, Audience::Public);
    let dice = offered(&all_events(&stage));
    assert_eq!(dice.iter().map(|die| die.value).collect::<Vec<_>>(), [6, 4, 1]);
    assert!(dice.iter().all(|die| die.hint == "it goes some way"));
    assert_eq!((dice[2].stress, dice[2].heat), (1, 0));
    let telling = Dm::telling(stage.state(), &committed.event).unwrap().text;
    assert!(telling.contains("it goes some way") && telling.contains("stress +1"), "{telling}");
    let kept =
        stage.game.told.iter().find(|told| matches!(told.event, Event::OutcomesSealed { .. })).unwrap();
    assert_eq!(kept.audience, Audience::seat(stage.state().gm));
    for viewer in [Viewer::Seat(ASH), Viewer::Seat(BLY), Viewer::Public, Viewer::Observer] {
        assert!(!shown(&stage, viewer).contains("SEALED"), "{viewer:?}");
    }
}

#[test]
fn d7_the_seal_that_was_shown_is_the_sha_256_of_salt_and_ending() {
    for die in 1..=3 {
        let mut stage = sealed(&[6, 4, 1]);
        let seals: Vec<String> =
            offered(&all_events(&stage)).iter().map(|die| die.seal.to_string()).collect();
        let events = stage.player(&Command::ChooseDie { die });
        let spent = one!(events, Event::DieChosen { player_id: ASH, spent } => spent.clone());
        assert_eq!((spent.die, spent.ending.as_str()), (die, format!("SEALED-{}", die - 1).as_str()));
        let at = usize::from(die) - 1;
        assert_eq!(sha256::hex(format!("{}{}", spent.salt, spent.ending).as_bytes()), seals[at]);
        assert_eq!(spent.salt.len(), 16);
        assert!(spent.salt.chars().all(|c| c.is_ascii_hexdigit()), "{}", spent.salt);
    }
}

#[test]
fn d7_a_seal_cannot_be_guessed_from_the_text() {
    let seals = |seed| {
        let mut stage = Stage::of(1, &Setup::default(), seed);
        stage.make_everybody();
        stage.gm(&Command::OpenStory(Box::new(say::story())));
        stage.gm(&say::open_scene());
        stage.player(&say::act("I go."));
        stage.pool(&[4, 4, 4]);
        stage.engage(&say::engage(Position::Risky));
        let events = stage.gm(&say::spend_die(vec![say::outcome(Position::Risky, Tier::Partial); 3]));
        offered(&events).into_iter().map(|die| die.seal.to_string()).collect::<Vec<_>>()
    };
    let all: BTreeSet<String> = (0..20).flat_map(seals).collect();
    assert_eq!(all.len(), 60, "the same words, and never the same seal");
}

#[test]
fn d7_endings_are_in_the_log_before_the_choice_and_cannot_be_changed() {
    let mut stage = sealed(&[6, 4]);
    let committed = stage.game.told.len();
    let other = say::outcomes(Position::Risky, &[Tier::Success, Tier::Partial]);
    assert_eq!(stage.gm_no(&say::spend_die(other.clone())).code, "not-yours");
    stage.player(&Command::ChooseDie { die: 2 });
    assert_eq!(stage.gm_no(&say::spend_die(other)).code, "not-offered");
    let events = all_events(&stage);
    let chosen = at!(events, Event::DieChosen { .. });
    assert!(at!(events, Event::OutcomesCommitted { .. }) < committed && committed <= chosen);
    assert!(at!(events, Event::OutcomesSealed { .. }) < committed);
}

#[test]
fn d7_the_endings_that_were_not_chosen_are_never_told_to_players() {
    let mut stage = sealed(&[6, 4, 1]);
    stage.player(&Command::ChooseDie { die: 2 });
    stage.gm(&say::land(|told| told.continue_scene = false));
    stage.compress();
    // Both have to want it.
    for _ in [ASH, BLY] {
        stage.player(&Command::EndSession);
    }
    stage.close();
    for viewer in [Viewer::Seat(ASH), Viewer::Seat(BLY), Viewer::Public, Viewer::Observer] {
        let shown = shown(&stage, viewer);
        assert!(shown.contains("SEALED-1"), "{viewer:?}: the chosen one is");
        assert!(!shown.contains("SEALED-0") && !shown.contains("SEALED-2"), "{viewer:?}");
    }
}

#[test]
fn d7_the_choice_applies_what_was_committed_and_once() {
    let mut stage = Stage::action(1, Position::Risky, &[5, 2]);
    stage.set_stress(ASH, 6);
    let ending = DieOutcome { stress: 1, heat: 2, coin: -1, ..say::outcome(Position::Risky, Tier::Partial) };
    let other = DieOutcome { stress: 3, heat: 3, coin: -2, ..say::outcome(Position::Risky, Tier::Bad) };
    stage.gm(&say::spend_die(vec![ending, other]));
    let events = stage.player(&Command::ChooseDie { die: 1 });
    assert_eq!(one!(events, Event::StressChanged { from, to, .. } => (*from, *to)), (6, 7));
    assert_eq!(one!(events, Event::HeatChanged { from, to, .. } => (*from, *to)), (0, 2));
    assert_eq!(one!(events, Event::CoinChanged { from, to, .. } => (*from, *to)), (2, 1));
    let before = (stage.sheet(ASH).stress, stage.sheet(ASH).heat, stage.sheet(ASH).coin);
    stage.go_on();
    assert_eq!((stage.sheet(ASH).stress, stage.sheet(ASH).heat, stage.sheet(ASH).coin), before);
    assert_eq!(before, (7, 2, 1));
}

#[test]
fn d7_an_action_spends_one_die_of_the_players_choice() {
    for (die, left) in [(1, vec![4, 1]), (2, vec![6, 1]), (3, vec![6, 4])] {
        let mut stage = sealed(&[6, 4, 1]);
        let events = stage.player(&Command::ChooseDie { die });
        let value = [6, 4, 1][usize::from(die) - 1];
        one!(events, Event::DieSpent { player_id: ASH, value: spent, left: 2, .. } if *spent == value => ());
        assert_eq!(stage.sheet(ASH).dice, left);
        assert_eq!(stage.sheet(ASH).dice, left, "one, and no other");
    }
    let mut stage = sealed(&[6, 4, 1]);
    for die in [0, 4, 255] {
        let no = stage.player_no(&Command::ChooseDie { die });
        assert!(no.code == "not-offered" && no.message.contains("choose one of 1"), "{no}");
    }
}

#[test]
fn d7_equal_dice_are_told_apart() {
    let mut stage = Stage::action(1, Position::Risky, &[4, 4]);
    let ending = |stress, text: &str| DieOutcome {
        stress,
        narrative: s(text),
        ..say::outcome(Position::Risky, Tier::Partial)
    };
    let events = stage.gm(&say::spend_die(vec![ending(0, "The first."), ending(2, "The second.")]));
    let dice = offered(&events);
    assert_eq!((dice[0].value, dice[1].value), (4, 4));
    assert_ne!(dice[0].seal, dice[1].seal);
    for (die, stress, text) in [(1, 0, "The first."), (2, 2, "The second.")] {
        let mut copy = stage.clone();
        let events = copy.player(&Command::ChooseDie { die });
        let spent = one!(events, Event::DieChosen { spent, .. } => spent.clone());
        assert_eq!((spent.die, spent.ending.as_str()), (die, text));
        assert_eq!(copy.sheet(ASH).stress, stress);
    }
}

#[test]
fn d7_no_ending_is_empty_and_none_is_endless() {
    let mut stage = Stage::action(1, Position::Risky, &[4]);
    let fair = say::outcome(Position::Risky, Tier::Partial);
    for narrative in [String::new(), "x".repeat(601), s("\u{1b}")] {
        let no = stage.gm_no(&say::spend_die(vec![DieOutcome { narrative, ..fair.clone() }]));
        assert_eq!(no.code, "not-offered");
    }
    for hint in [String::new(), "x ".repeat(150)] {
        let no = stage.gm_no(&say::spend_die(vec![DieOutcome { hint, ..fair.clone() }]));
        assert_eq!(no.code, "not-offered");
    }
    let narrative = "x".repeat(600);
    let events = stage.gm(&say::spend_die(vec![DieOutcome { narrative, ..fair }]));
    assert!(every!(events, Event::OutcomesCommitted { clamped: true, .. } => ()).is_empty());
}
