//! Faults of earlier game masters, one test each.

use std::collections::BTreeSet;

use dm::view::{Mood, PhaseName, Position, Tier};
use dm::{Command, ConsequenceKind, DieOutcome, Dm, Event, Setup, What};
use engine::{Machine, Viewer};

use super::moods::situations;
use super::say::{self, s};
use super::stage::{ASH, Stage, every, one};

fn last_mood(events: &[Event]) -> Option<PhaseName> {
    every!(events, Event::MoodChanged { to, .. } => *to).pop()
}

#[test]
fn fault_a_dies_trauma_is_overwritten_by_resolve() {
    let mut stage = Stage::action(1, Position::Desperate, &[1, 6]);
    stage.set_stress(ASH, 6);
    let ruin = DieOutcome { stress: 4, ..say::outcome(Position::Desperate, Tier::Disaster) };
    stage.gm(&say::spend_die(vec![ruin, say::outcome(Position::Desperate, Tier::Success)]));
    stage.player(&Command::ChooseDie { die: 1 });
    assert_eq!(last_mood(&stage.go_on()), Some(PhaseName::Trauma));
}

#[test]
fn fault_a_bargain_is_overwritten_by_the_action_that_needed_it() {
    let mut stage = Stage::turn(1);
    stage.pool(&[]);
    assert_eq!(last_mood(&stage.engage(&say::engage(Position::Risky))), Some(PhaseName::Bargain));
    assert!(!stage.tools().contains(&"resolve") && !stage.tools().contains(&"spend_die"));
    stage.gm(&say::offer_bargain());
    stage.player(&Command::Strike { deal: 3 });
    assert_eq!(stage.phase(), PhaseName::Trauma, "and a scar that was sold is cut, whatever comes next");
    stage.gm(&say::scar("cold"));
    assert_eq!(stage.sheet(ASH).trauma, ["cold"]);
}

#[test]
fn fault_a_trauma_cannot_be_named_because_the_form_lacks_the_field() {
    let stage = Stage::trauma(1);
    let view = stage.view(Viewer::Seat(stage.state().gm));
    let form = Dm::form(&view, &Dm::asks(stage.state())[0]);
    let scar = form.tools.iter().find(|tool| tool.name == "scar").expect("a way to name it");
    let field = scar.fields.iter().find(|field| field.name == "trauma").expect("a field for the name");
    assert!(field.required);
}

#[test]
fn fault_compression_counts_stress_twice() {
    let mut stage = Stage::turn(1);
    stage.gm(&say::narrate(|told| (told.stress, told.coin, told.continue_scene) = (5, 2, false)));
    stage.gm(&say::compress());
    assert_eq!((stage.sheet(ASH).stress, stage.sheet(ASH).coin), (5, 4));
}

#[test]
fn fault_summaries_and_consequences_are_never_shown_to_the_model() {
    let mut story = say::story();
    (story.threats[0].consequence, story.threats[0].what) =
        (ConsequenceKind::Escalate, Some(s("Bells ring.")));
    let mut stage = Stage::scene_of(1, story);
    assert!(serde_json::to_string(&stage.notes().consequences).unwrap().contains("Bells ring."));
    stage.player(&say::act("I go in."));
    stage.set_clock(say::WATCH, 3);
    stage.gm(&say::narrate(|told| told.continue_scene = false));
    stage.compress();
    stage.player(&Command::NextScene);
    let view = stage.view(Viewer::Seat(stage.state().gm));
    assert_eq!(stage.asked().1, What::Scene, "the next question");
    assert_eq!(view.past[0].summary, "They got in.");
    let notes = view.notes.unwrap();
    assert!(notes.fired.iter().any(|fired| fired.contains("Bells ring")), "{:?}", notes.fired);
    assert_eq!(notes.seeds, ["Somebody saw them."]);
}

#[test]
fn fault_dice_never_come_back() {
    let mut stage = Stage::turn(1);
    while !stage.sheet(ASH).dice.is_empty() {
        stage.engage(&say::engage(Position::Controlled));
        stage.commit();
        stage.player(&Command::ChooseDie { die: 1 });
        stage.go_on();
    }
    stage.gm(&say::narrate(|told| told.continue_scene = false));
    stage.compress();
    stage.player(&Command::Rest);
    stage.player(&Command::Recover);
    stage.player(&Command::Recover);
    stage.gm(&say::pass_time(3));
    assert_eq!(stage.sheet(ASH).dice.len(), 6);
}

#[test]
fn fault_rolled_dice_are_constants() {
    let roll = |seed| {
        let mut stage = Stage::of(2, &Setup::default(), seed);
        stage.make_everybody();
        stage.state().party.iter().flatten().map(|it| it.dice.clone()).collect::<Vec<_>>()
    };
    let rolls: BTreeSet<Vec<Vec<u8>>> = (0..50).map(roll).collect();
    assert!(rolls.len() > 48, "{} of 50", rolls.len());
    assert!(rolls.iter().filter(|pools| pools[0] != pools[1]).count() > 45, "nor the same for everybody");
    let mut stage = Stage::downtime(1);
    let mut pools = BTreeSet::new();
    for _ in 0..12 {
        stage.back_to_work();
        stage.pool(&[]);
        stage.gm(&say::pass_time(3));
        pools.insert(stage.sheet(ASH).dice.clone());
        stage.gm(&say::open_scene());
        stage.player(&say::act("I go."));
        stage.gm(&say::narrate(|told| told.continue_scene = false));
        stage.compress();
        stage.player(&Command::Rest);
    }
    assert!(pools.len() > 8, "nor the same each time: {pools:?}");
}

#[test]
fn fault_a_scene_can_never_end() {
    let ways: [(&str, Stage, Command); 6] = [
        ("a narration", Stage::turn(1), say::narrate(|told| told.continue_scene = false)),
        (
            "a landing",
            Stage::aftermath(1, Position::Risky, &[6]),
            say::land(|told| told.continue_scene = false),
        ),
        ("a retreat", Stage::bargain(1, Position::Risky), Command::Retreat),
        ("passing out", Stage::bargain(1, Position::Risky), Command::PassOut),
        ("a scar", Stage::trauma(1), say::scar("cold")),
        ("time", Stage::tide(1), say::pass_time(1)),
    ];
    for (way, mut stage, command) in ways {
        let (seat, _) = stage.asked();
        stage.by(seat, &command).unwrap();
        while let What::Sum { .. } = stage.asked().1 {
            stage.compress();
        }
        let between = [PhaseName::BetweenScenes, PhaseName::Downtime].contains(&stage.phase());
        let new = matches!(stage.mood(), Mood::Scene { framed: false, .. });
        assert!(between || new, "{way}: {:?}", stage.mood());
    }
}

#[test]
fn fault_threats_are_never_cleared() {
    let mut stage = Stage::turn(1);
    stage.gm(&say::narrate(|told| told.threat = Some(s("the dog"))));
    stage.player(&say::act("I feed it."));
    assert!(stage.tools().contains(&"settle_threat"));
    stage.gm(&Command::SettleThreat { threat: s("the dog") });
    assert!(stage.notes().threats.is_empty());
    assert!(!stage.tools().contains(&"settle_threat"));
}

#[test]
fn fault_restarts_are_unbounded() {
    let mut stage = Stage::turn(1);
    for _ in 0..7 {
        let mood = Mood::Scene { framed: true, hook: None, floor: dm::view::Floor::Gm };
        stage.happen(Event::MoodChanged { from: stage.phase(), to: mood.name(), mood: Box::new(mood) });
    }
    stage.pool(&[]);
    stage.gm(&say::engage(Position::Risky));
    assert_eq!(stage.asked().0, ASH, "the eighth change of one turn is the last");
    assert!(stage.game.told.iter().any(|told| told.event == Event::TurnSettled {}));
}

#[test]
fn fault_a_turn_of_tools_never_ends() {
    for mut stage in [
        Stage::turn(1),
        Stage::action(1, Position::Risky, &[4]),
        Stage::aftermath(1, Position::Risky, &[4]),
        Stage::aftermath(1, Position::Risky, &[4]),
        Stage::tide(1),
    ] {
        for _ in 0..12 {
            stage.gm(&say::think("And then, and then."));
        }
        let ends = ["choose", "ask_player", "engage", "narrate", "land", "spend_die", "pass_time"];
        let left = stage.tools();
        assert!(!left.is_empty() && left.iter().all(|tool| ends.contains(tool)), "{left:?}");
    }
}

#[test]
fn fault_a_refusal_or_a_cut_off_stops_the_game() {
    for (situation, mut stage, _) in situations() {
        let asks = |stage: &Stage| -> Vec<_> {
            Dm::asks(stage.state()).into_iter().map(|ask| (ask.seat, ask.id)).collect()
        };
        let old = asks(&stage);
        let events = stage.answer_for();
        assert!(!events.is_empty(), "{situation}");
        assert!(asks(&stage) != old, "{situation}: it goes on");
        one!(events, Event::AnsweredFor { .. } | Event::OpeningFailed { .. } => ());
    }
}
