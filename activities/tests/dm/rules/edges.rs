//! The edges of the rules: cases that were got wrong once.

use dm::view::*;
use dm::{Command, ConsequenceKind, Dm, Event, NewCharacter, NewDeal, PriceName, Setup};
use engine::{Machine, Viewer};

use super::say::{self, s};
use super::stage::*;

#[test]
fn d2_thinking_is_bounded_whatever_is_asked() {
    for mut stage in [
        Stage::cast(1),
        Stage::told(1, say::story()),
        Stage::drained(1, Position::Risky),
        Stage::trauma(1),
        Stage::summing(1),
    ] {
        let gm = stage.state().gm;
        let thoughts = (0..40).take_while(|_| stage.by(gm, &say::think("And then.")).is_ok()).count();
        assert!((8..=12).contains(&thoughts), "{}: {thoughts}", stage.phase());
    }
}

#[test]
fn d2_a_tool_that_changes_nothing_still_counts() {
    for command in [
        say::shift_attitude("Lampers", Attitude::Neutral),
        say::shift_disposition("Mira", Disposition::Neutral),
        say::move_to("The Yard"),
    ] {
        let mut stage = Stage::turn(1);
        let gm = stage.state().gm;
        let accepted = (0..40).take_while(|_| stage.by(gm, &command).is_ok()).count();
        assert!(accepted <= 12, "{command:?}: {accepted} in one turn, and no end");
    }
}

#[test]
fn d2_a_new_clock_that_all_see_counts_as_a_step() {
    let mut stage = Stage::turn(1);
    stage.gm(&say::new_clock(say::clock("Smoke", ClockKind::Goal, 4, true)));
    assert_eq!(stage.state().steps, 1);
}

/// A hidden threat that is nearer than all others.
fn with_hidden_threat(mut stage: Stage) -> Stage {
    let clock =
        ProgressClock { name: s("CANARY"), kind: ClockKind::Threat, segments: 8, filled: 7, visible: false };
    stage.happen(Event::ClockWound { clock, consequence: Consequence::None });
    stage
}

fn leaks(stage: &Stage) -> bool {
    let told = stage.game.told.iter().filter(|told| Viewer::Seat(ASH).sees(told.audience));
    let told: Vec<String> = told.map(|told| serde_json::to_string(&told.event).unwrap()).collect();
    (told.join("") + &serde_json::to_string(&stage.view(Viewer::Seat(ASH))).unwrap()).contains("CANARY")
}

#[test]
fn secrecy_a_bargain_does_not_name_a_hidden_threat() {
    let mut stage = with_hidden_threat(Stage::drained(1, Position::Risky));
    stage.gm(&say::offer(vec![say::deal(PriceName::Clock, 1, 1); 2]));
    assert!(!leaks(&stage), "{:?}", stage.mood());
}

#[test]
fn secrecy_a_bargain_may_not_name_a_hidden_threat() {
    let mut stage = with_hidden_threat(Stage::drained(1, Position::Risky));
    let deal = NewDeal { target: Some(s("CANARY")), ..say::deal(PriceName::Clock, 1, 1) };
    let gm = stage.state().gm;
    let _ = stage.by(gm, &say::offer(vec![deal.clone(), deal]));
    assert!(!leaks(&stage), "{:?}", stage.mood());
}

#[test]
fn secrecy_a_way_out_does_not_name_a_hidden_threat() {
    for seed in 0..40 {
        let mut stage = Stage::of(1, &Setup::default(), seed);
        stage.make_everybody();
        stage.gm(&Command::OpenStory(Box::new(say::story())));
        stage.gm(&say::open_scene());
        stage.player(&say::act("I shout."));
        stage.gm(&say::narrate(|told| told.continue_scene = false));
        stage.set_heat(ASH, 10);
        let clock = ProgressClock {
            name: s("CANARY"),
            kind: ClockKind::Threat,
            segments: 8,
            filled: 5,
            visible: false,
        };
        stage.happen(Event::ClockWound { clock, consequence: Consequence::None });
        stage.compress();
        assert!(!leaks(&stage), "seed {seed}: {:?}", stage.mood());
    }
}

#[test]
fn secrecy_a_thread_does_not_name_a_hidden_clock() {
    let mut stage = with_hidden_threat(Stage::turn(1));
    let gm = stage.state().gm;
    let (hook, deadline) = (s("Hurry."), Some(s("canary")));
    let _ = stage.by(gm, &Command::SpawnThread { hook, tension: Tension::Active, deadline });
    assert!(!leaks(&stage), "{:?}", stage.state().world.threads);
}

#[test]
fn secrecy_a_hidden_clock_that_is_removed_is_not_named() {
    let mut stage = with_hidden_threat(Stage::aftermath(1, Position::Risky, &[6]));
    let mut clock = say::clock("Smoke", ClockKind::Goal, 4, true);
    (clock.consequence, clock.target) = (ConsequenceKind::RemoveThreat, Some(s("CANARY")));
    let gm = stage.state().gm;
    assert_eq!(stage.by(gm, &say::new_clock(clock)).unwrap_err().code, "unknown");
    assert!(!leaks(&stage));
}

#[test]
fn d6_a_story_that_removes_a_threat_names_one_that_there_is() {
    let mut stage = Stage::cast(1);
    let mut story = say::story();
    (story.goal[0].consequence, story.goal[0].target) =
        (ConsequenceKind::RemoveThreat, Some(s("No such clock")));
    let gm = stage.state().gm;
    assert_eq!(stage.by(gm, &Command::OpenStory(Box::new(story))).unwrap_err().code, "unknown");
}

#[test]
fn d16_a_removal_takes_a_threat_and_never_the_partys_goal() {
    let mut stage = Stage::turn(1);
    let mut clock = say::clock("Smoke", ClockKind::Faction, 4, true);
    (clock.consequence, clock.target) = (ConsequenceKind::RemoveThreat, Some(s(say::VAULT)));
    let gm = stage.state().gm;
    assert_eq!(stage.by(gm, &say::new_clock(clock)).unwrap_err().code, "unknown");
}

#[test]
fn d16_a_reputation_of_no_steps_is_no_consequence() {
    let mut stage = Stage::aftermath(1, Position::Risky, &[6]);
    let mut clock = say::clock("Smoke", ClockKind::Goal, 4, true);
    (clock.consequence, clock.amount) = (ConsequenceKind::Reputation, Some(0));
    let gm = stage.state().gm;
    if stage.by(gm, &say::new_clock(clock)).is_ok() {
        stage.set_clock("Smoke", 3);
        let events = stage.gm(&say::tick("Smoke", 1));
        one!(events, Event::FactionAttitudeChanged { .. } => ());
    }
}

#[test]
fn d16_an_escalation_moves_a_threat_that_can_still_move() {
    let mut stage = Stage::turn(1);
    let mut first = say::clock("First", ClockKind::Threat, 4, true);
    first.consequence = ConsequenceKind::Escalate;
    stage.gm(&say::new_clock(first));
    stage.gm(&say::new_clock(say::clock("Second", ClockKind::Threat, 4, true)));
    stage.happen(Event::ClockRemoved { clock: s(say::WATCH) });
    stage.set_clock("First", 3);
    stage.set_clock("Second", 3);
    stage.gm(&say::narrate(|told| told.continue_scene = false));
    // First and second fill together; the first escalates, and only the debt is left to move: 1 for the scene, 1 more.
    assert_eq!(stage.filled(say::DEBT), Some(2));
}

#[test]
fn fallback_is_never_refused_for_its_reason() {
    for reason in [String::new(), "x".repeat(201), s("429\ttoo many requests")] {
        let mut stage = Stage::turn(1);
        let seat = Dm::asks(stage.state())[0].seat;
        let answered = stage.game.absent(seat, &reason);
        assert!(answered.is_ok(), "{:?}: {}", reason, answered.unwrap_err());
    }
}

#[test]
fn fallback_finds_a_name_that_nobody_has() {
    let mut stage = Stage::laid(2);
    // The second player's own name.
    stage.by(ASH, &say::character("Ben")).unwrap();
    let seat = Dm::asks(stage.state())[0].seat;
    let answered = stage.game.absent(seat, "left");
    assert!(answered.is_ok(), "{}", answered.unwrap_err());
}

#[test]
fn d13_who_passes_out_and_breaks_has_still_left_the_scene() {
    let mut stage = Stage::bargain(1, Position::Risky);
    stage.set_stress(ASH, 7);
    stage.player(&Command::PassOut);
    stage.gm(&say::scar("cold"));
    let left = [PhaseName::Downtime, PhaseName::BetweenScenes].contains(&stage.phase());
    assert!(left, "somebody lies there, and is asked in {}: {:?}", stage.phase(), stage.mood());
}

#[test]
fn d9_a_controlled_failure_does_no_other_harm_in_its_aftermath() {
    let mut stage = Stage::aftermath(1, Position::Controlled, &[2]);
    let gm = stage.state().gm;
    let coin = stage.sheet(ASH).coin;
    let _ = stage.by(gm, &say::land(|told| told.coin = -2));
    assert_eq!(stage.sheet(ASH).coin, coin);
}

#[test]
fn lines_hold_for_what_a_clock_removes() {
    let mut stage = Stage::aftermath(1, Position::Risky, &[6]);
    stage.happen(Event::LinesDrawn { lines: vec![s("spider")], veils: vec![] });
    let mut clock = say::clock("Smoke", ClockKind::Goal, 4, true);
    (clock.consequence, clock.target) = (ConsequenceKind::RemoveThreat, Some(s("Spiders")));
    assert_eq!(stage.gm_no(&say::new_clock(clock)).code, "line");
}

#[test]
fn lines_hold_for_entanglements() {
    let mut told = Vec::new();
    for seed in 0..40 {
        let mut stage = Stage::of(1, &Setup { lines: vec![s("door")], ..Setup::default() }, seed);
        stage.make_everybody();
        stage.gm(&Command::OpenStory(Box::new(dm::NewStory { first_scene: s("A knock."), ..say::story() })));
        stage.gm(&say::open_scene());
        stage.player(&say::act("I shout."));
        stage.gm(&say::narrate(|told| told.continue_scene = false));
        stage.set_heat(ASH, 10);
        let events = stage.compress();
        let faced = every!(events, Event::EntanglementFaced { entanglement } => entanglement.clone());
        let text = serde_json::to_string(&faced).unwrap();
        if kit::kept_out::crossed(&[s("door")], &text).is_some() {
            told.push((seed, faced[0].text.clone()));
        }
    }
    assert!(told.is_empty(), "{told:?}");
}

#[test]
fn d7_the_die_that_was_chosen_is_the_one_that_leaves() {
    let mut stage = Stage::offered(1, Position::Risky, &[4, 2, 4]);
    stage.player(&Command::ChooseDie { die: 3 });
    assert_eq!(stage.sheet(ASH).dice, [4, 2]);
}

#[test]
fn d18_the_longest_campaign_ends_after_a_rest_too() {
    let mut stage = Stage::scene(1);
    let (title, place, kind) = (s("The last"), s("The Yard"), SceneKind::Open);
    stage.happen(Event::SceneOpened { number: 500, title, kind, place, card: None });
    stage.player(&say::act("I go home."));
    stage.gm(&say::narrate(|told| told.continue_scene = false));
    stage.compress();
    stage.player(&Command::Rest);
    stage.back_to_work();
    stage.gm(&say::pass_time(1));
    stage.close();
    assert_eq!(stage.phase(), PhaseName::Ended);
}

#[test]
fn lines_are_not_told_in_the_breath_of_whoever_drew_them() {
    let mut stage = Stage::laid(3);
    let new = NewCharacter { lines: vec![s("needles")], ..say::new_character("Bly") };
    let events = stage.by(BLY, &Command::CreateCharacter(Box::new(new))).unwrap();
    let drawn = every!(events, Event::LinesDrawn { .. } => ()).len();
    let made = every!(events, Event::CharacterCreated { .. } => ()).len();
    assert!(
        drawn == 0 || made == 0,
        "all read the line and, in the same record, whose character it came with"
    );
}

#[test]
fn d13_a_price_that_cannot_be_paid_is_not_offered() {
    let mut stage = Stage::drained(1, Position::Risky);
    let gm = stage.state().gm;
    stage.set_heat(ASH, 9);
    let offer = say::offer(vec![say::deal(PriceName::Heat, 2, 2); 2]);
    assert_eq!(stage.by(gm, &offer).unwrap_err().code, "price");
    let (faction, from, to) = (s("Lampers"), Attitude::Neutral, Attitude::War);
    stage.happen(Event::FactionAttitudeChanged { faction, from, to, why: s("the test") });
    let deal = NewDeal { target: Some(s("Lampers")), ..say::deal(PriceName::Faction, 1, 2) };
    let offer = say::offer(vec![deal; 2]);
    assert_eq!(stage.by(gm, &offer).unwrap_err().code, "price");
    stage.gm(&say::offer(vec![say::deal(PriceName::Heat, 1, 1); 2]));
    let events = stage.player(&Command::Strike { deal: 1 });
    assert_eq!(every!(events, Event::HeatChanged { from, to, .. } => (*from, *to)), [(9, 10)]);
}

#[test]
fn d17_what_happened_is_told_to_the_next_prompt_and_not_only_that_something_did() {
    for (kind, word) in [
        (ConsequenceKind::SpawnThread, "BELLS"),
        (ConsequenceKind::GainAsset, "BELLS"),
        (ConsequenceKind::OpenOpportunity, "BELLS"),
        (ConsequenceKind::FactionMoves, "BELLS"),
        (ConsequenceKind::GainCoin, "coin"),
        (ConsequenceKind::Reputation, "Lampers"),
    ] {
        let mut stage = Stage::aftermath(1, Position::Risky, &[6]);
        let mut clock = say::clock("Smoke", ClockKind::Goal, 4, true);
        (clock.consequence, clock.what) = (kind, Some(s("BELLS")));
        stage.gm(&say::new_clock(clock));
        stage.set_clock("Smoke", 3);
        stage.gm(&say::tick("Smoke", 1));
        let fired = stage.notes().fired;
        assert!(fired.iter().any(|fired| fired.contains(word)), "{kind:?}: {fired:?}");
    }
}

#[test]
fn d17_a_threat_that_fills_as_the_scene_ends_does_not_break_into_the_next() {
    let mut stage = Stage::bargain(1, Position::Risky);
    stage.set_clock(say::WATCH, 3);
    stage.player(&Command::PassOut);
    stage.compress();
    stage.player(&Command::Rest);
    stage.back_to_work();
    stage.gm(&say::pass_time(1));
    stage.gm(&say::open_scene());
    stage.player(&say::act("I walk along the river, days later."));
    assert_eq!(stage.phase(), PhaseName::Scene);
}

#[test]
fn d9_only_a_bad_die_lowers_the_effect() {
    let stage = Stage::aftermath(1, Position::Desperate, &[1]);
    assert_eq!(stage.state().engaged().unwrap().effect, Effect::Standard, "D9 says nothing of a disaster");
}

#[test]
fn lines_are_told_in_an_order_that_names_nobody() {
    let mut stage = Stage::laid(2);
    let drawn = |name: &str, line: &str| NewCharacter { lines: vec![s(line)], ..say::new_character(name) };
    stage.by(ASH, &Command::CreateCharacter(Box::new(drawn("Ash", "wasps")))).unwrap();
    let events = stage.by(BLY, &Command::CreateCharacter(Box::new(drawn("Bly", "needles")))).unwrap();
    assert_eq!(one!(events, Event::LinesDrawn { lines, .. } => lines.clone()), ["needles", "wasps"]);
}

#[test]
fn d9_a_controlled_failure_moves_no_threat_and_sours_nobody() {
    let mut stage = Stage::aftermath(1, Position::Controlled, &[2]);
    let tools = stage.tools();
    assert!(!tools.contains(&"shift_attitude") && !tools.contains(&"shift_disposition"), "{tools:?}");
    let gm = stage.state().gm;
    assert_eq!(stage.by(gm, &say::tick(say::WATCH, 1)).unwrap_err().code, "not-offered");
    stage.gm(&say::tick(say::VAULT, 1));
}

#[test]
fn d13_a_clock_is_sold_for_the_ticks_it_has_room_for() {
    let mut stage = Stage::drained(1, Position::Risky);
    stage.set_clock(say::WATCH, 3);
    let gm = stage.state().gm;
    let deal =
        |amount| NewDeal { target: Some(s(say::WATCH)), ..say::deal(PriceName::Clock, amount, amount) };
    assert_eq!(stage.by(gm, &say::offer(vec![deal(3); 2])).unwrap_err().code, "price");
    stage.gm(&say::offer(vec![deal(1); 2]));
}
