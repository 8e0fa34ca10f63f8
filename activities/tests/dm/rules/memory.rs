//! D19: scenes are put into a few words, their figures are checked, and later scenes remember.

use dm::view::{Mood, PhaseName, Position, Spread, Truth};
use dm::{Command, Compression, Dm, Event, What};
use engine::{Audience, Machine, Viewer};

use super::say::{self, s};
use super::stage::{ASH, BLY, Stage, every, one};

/// Everything that changes a figure.
fn figures(events: &[Event]) -> usize {
    every!(
        events,
        Event::StressChanged { .. } | Event::CoinChanged { .. } | Event::HeatChanged { .. } => ()
    )
    .len()
}

/// A scene that cost the party four stress and brought three coin.
fn costly() -> Stage {
    let mut stage = Stage::turn(2);
    stage.gm(&say::narrate(|told| (told.stress, told.coin) = (5, -1)));
    stage.player(&say::act("I pay."));
    stage.gm(&say::narrate(|told| (told.stress, told.coin) = (0, 4)));
    stage.player(&say::act("I rest."));
    stage.gm(&say::narrate(|told| (told.stress, told.continue_scene) = (-1, false)));
    stage
}

#[test]
fn d19_a_scene_that_is_over_is_put_into_words_before_anything_else() {
    let mut stage = costly();
    assert_eq!(stage.asked(), (stage.state().gm, What::Sum { stress: 4, coin: 3 }));
    let events = stage.compress();
    let summary = one!(events, Event::SceneCompressed { summary } => summary.clone());
    assert_eq!((summary.scene, summary.title.as_str(), summary.auto), (1, "At the gate", false));
    assert_eq!((summary.net_stress, summary.net_coin), (4, 3));
    assert_eq!(summary.key_moments.len(), 3);
    assert!(stage.state().scene.beats.is_empty());
}

#[test]
fn d19_the_figures_are_never_applied_again() {
    let mut stage = costly();
    let before = stage.state().party.clone();
    let events = stage.compress();
    assert_eq!(figures(&events), 0, "{events:#?}");
    assert_eq!(stage.state().party, before);
    stage.player(&Command::NextScene);
    stage.gm(&say::open_scene());
    assert_eq!(stage.state().party, before);
    assert_eq!(stage.state().net(), (0, 0), "the next scene begins at nothing");
}

#[test]
fn d19_what_happens_between_the_scenes_is_no_part_of_the_next() {
    let mut stage = Stage::downtime(1);
    stage.set_stress(ASH, 5);
    stage.player(&Command::Recover);
    stage.back_to_work();
    stage.gm(&say::pass_time(1));
    stage.gm(&say::open_scene());
    assert_eq!(stage.state().net(), (0, 0));
    stage.player(&say::act("I go."));
    stage.gm(&say::narrate(|told| (told.stress, told.continue_scene) = (2, false)));
    assert_eq!(stage.asked().1, What::Sum { stress: 2, coin: 0 });
}

/// So many beats have been played, and the player has the word.
fn played(beats: usize) -> Stage {
    let mut stage = Stage::turn(1);
    stage.gm(&say::narrate(|_| {}));
    while stage.state().scene.beats.len() + 2 <= beats {
        stage.player(&say::act("I go on."));
        stage.gm(&say::narrate(|_| {}));
    }
    assert_eq!(stage.state().scene.beats.len(), beats);
    stage
}

#[test]
fn d19_at_twenty_beats_the_scene_is_put_into_words_and_goes_on() {
    let stage = played(19);
    assert!(matches!(stage.asked(), (ASH, What::Act { .. })));
    let mut stage = played(21);
    assert_eq!(stage.asked().1, What::Sum { stress: 0, coin: 0 });
    let threat = stage.filled(say::WATCH);
    let events = stage.compress();
    assert!(every!(events, Event::MoodChanged { .. } => ()).is_empty());
    assert!(matches!(stage.asked(), (ASH, What::Act { .. })), "the scene goes on");
    assert_eq!(stage.filled(say::WATCH), threat, "and no time has passed");
}

#[test]
fn d21_nobody_waits_for_a_summary() {
    let mut stage = played(21);
    let ask =
        |stage: &Stage| Dm::asks(stage.state()).into_iter().find(|ask| ask.seat == ASH).map(|ask| ask.id);
    let before = ask(&stage);
    assert!(before.is_some(), "the player has the word all the same");
    stage.compress();
    assert_eq!(ask(&stage), before, "and what they are asked does not change under them");
    let mut stage = played(21);
    stage.by(ASH, &say::act("I go on.")).expect("the word is theirs");
    assert_eq!(stage.asked().1, What::Turn, "and they are answered first");
    while stage.state().scene.beats.len() >= 20 {
        stage.gm(&say::narrate(|_| {}));
        stage.by(ASH, &say::act("And on.")).expect("the word is theirs");
    }
    assert!(stage.state().memory.past[0].auto, "the rules write it in the end");
}

#[test]
fn d21_a_summary_that_fails_costs_the_players_nothing() {
    let mut stage = played(21);
    let said = stage.state().narration.clone();
    stage.answer_for();
    assert!(matches!(stage.asked(), (ASH, What::Act { .. })));
    assert_eq!(
        (stage.state().narration.clone(), stage.phase()),
        (said, PhaseName::Scene),
        "the moment stands"
    );
    let mut stage = Stage::summing(1);
    stage.by(ASH, &Command::NextScene).expect("they do not wait");
    assert_eq!(stage.asked().1, What::Scene);
    assert!(stage.state().memory.past[0].auto);
}

#[test]
fn d19_a_scene_of_two_summaries_has_each_figure_once() {
    let mut stage = played(19);
    stage.player(&say::act("I go on."));
    stage.gm(&say::narrate(|told| told.stress = 3));
    assert_eq!(stage.asked().1, What::Sum { stress: 3, coin: 0 });
    stage.compress();
    stage.player(&say::act("I go on."));
    stage.gm(&say::narrate(|told| (told.stress, told.continue_scene) = (1, false)));
    assert_eq!(
        stage.asked().1,
        What::Sum { stress: 1, coin: 0 },
        "what was summed before is not summed again"
    );
    stage.compress();
    let nets: Vec<i16> = stage.state().memory.past.iter().map(|past| past.net_stress).collect();
    assert_eq!((nets, stage.sheet(ASH).stress), (vec![3, 1], 4));
}

#[test]
fn d21_what_happens_after_the_scene_is_no_part_of_it_whenever_it_is_summed_up() {
    let mut stage = Stage::turn(1);
    stage.gm(&say::narrate(|told| (told.stress, told.continue_scene) = (4, false)));
    stage.by(ASH, &Command::Rest).expect("they do not wait");
    stage.by(ASH, &Command::Recover).expect("a coin buys a doctor");
    assert_eq!(stage.asked().1, What::Sum { stress: 4, coin: 0 });
    let events = stage.compress();
    assert_eq!(one!(events, Event::SceneCompressed { summary } => summary.net_stress), 4);
}

#[test]
fn d19_who_breaks_out_of_a_scene_is_remembered_too() {
    let mut stage = Stage::trauma(1);
    stage.gm(&say::scar("cold"));
    assert_eq!(stage.phase(), PhaseName::Downtime);
    assert_eq!(stage.asked(), (stage.state().gm, What::Sum { stress: 0, coin: 0 }), "9 came, and 9 went");
    stage.compress();
    assert!(matches!(stage.asked(), (ASH, What::Day { .. })));
    assert_eq!(stage.state().memory.past.len(), 1);
}

#[test]
fn d19_a_summary_has_three_to_five_moments_and_seeds() {
    type Change = fn(&mut Compression);
    let wrong: [(Change, &str); 9] = [
        (|it| it.key_moments.truncate(2), "key_moments"),
        (|it| it.key_moments = vec![s("A."); 6], "key_moments"),
        (|it| it.key_moments[1].clear(), "key_moments"),
        (|it| it.seeds.clear(), "seeds"),
        (|it| it.seeds = vec![s("A."); 5], "seeds"),
        (|it| it.rumors = vec![s("A."); 3], "rumors"),
        (|it| it.rumors = vec![s("")], "rumors"),
        (|it| it.summary.clear(), "summary"),
        (|it| it.summary = "x".repeat(801), "summary"),
    ];
    for (change, word) in wrong {
        let mut scene = say::compression();
        change(&mut scene);
        let no = Stage::summing(1).gm_no(&Command::Compress(Box::new(scene)));
        assert!(["not-offered", "blank"].contains(&no.code) && no.message.contains(word), "{no}");
    }
    for moments in 3..=5 {
        let mut scene = say::compression();
        scene.key_moments = vec![s("A."); moments];
        Stage::summing(1).gm(&Command::Compress(Box::new(scene)));
    }
}

#[test]
fn d19_new_rumours_go_round_as_whispers() {
    let mut stage = Stage::summing(1);
    let mut scene = say::compression();
    scene.rumors = say::strings(&["The gate was open.", "The dog is dead."]);
    let events = stage.gm(&Command::Compress(Box::new(scene)));
    let said = every!(events, Event::RumorSpread { rumor } => (rumor.text.clone(), rumor.spread));
    assert_eq!(said, [(s("The gate was open."), Spread::Whisper), (s("The dog is dead."), Spread::Whisper)]);
    let truths = [(s("The gate was open."), Truth::Unknown), (s("The dog is dead."), Truth::Unknown)];
    assert_eq!(stage.notes().truths, truths, "and nobody has decided yet whether they are so");
}

#[test]
fn d19_summaries_are_shown_to_all_and_seeds_to_the_game_master() {
    let mut stage = costly();
    stage.compress();
    for viewer in [Viewer::Seat(ASH), Viewer::Public, Viewer::Seat(stage.state().gm)] {
        assert_eq!(stage.view(viewer).past[0].summary, "They got in.");
    }
    assert_eq!(stage.notes().seeds, ["Somebody saw them."]);
    let sown = stage.game.told.iter().find(|told| matches!(told.event, Event::SeedsSown { .. })).unwrap();
    assert_eq!(sown.audience, Audience::seat(stage.state().gm));
    stage.player(&Command::NextScene);
    stage.gm(&say::open_scene());
    stage.player(&say::act("I look back."));
    let view = stage.view(Viewer::Seat(stage.state().gm));
    assert_eq!((view.past.len(), view.notes.unwrap().seeds.len()), (1, 1), "the game remembers");
}

#[test]
fn d19_the_last_three_costs_are_remembered() {
    let mut stage = Stage::turn(1);
    for number in 1..=5 {
        stage.gm(&say::narrate(|told| told.cost = Some(format!("cost {number}"))));
        stage.player(&say::act("I pay."));
    }
    assert_eq!(stage.notes().costs, ["cost 3", "cost 4", "cost 5"]);
    let told = stage.game.told.iter().find(|told| matches!(told.event, Event::CostNoted { .. })).unwrap();
    assert_eq!(told.audience, Audience::seat(stage.state().gm));
}

#[test]
fn d19_the_last_five_threats_are_remembered_and_each_once() {
    let mut stage = Stage::turn(1);
    for number in [1, 2, 2, 3, 4, 5, 6, 7] {
        stage.gm(&say::narrate(|told| told.threat = Some(format!("threat {number}"))));
        stage.player(&say::act("I duck."));
    }
    assert_eq!(stage.notes().threats, ["threat 3", "threat 4", "threat 5", "threat 6", "threat 7"]);
}

#[test]
fn d19_an_aftermath_is_remembered_like_a_scene() {
    let mut stage = Stage::aftermath(1, Position::Risky, &[4]);
    stage.gm(&say::land(|told| (told.cost, told.threat) = (Some(s("a boot")), Some(s("the dog")))));
    assert_eq!((stage.notes().costs, stage.notes().threats), (vec![s("a boot")], vec![s("the dog")]));
}

#[test]
fn d19_a_threat_that_is_answered_is_forgotten() {
    let mut stage = Stage::turn(1);
    for threat in ["the dog", "the bell"] {
        stage.gm(&say::narrate(|told| told.threat = Some(s(threat))));
        stage.player(&say::act("I wait."));
    }
    let no = stage.gm_no(&Command::SettleThreat { threat: s("the moon") });
    let right = "choose one of \"the dog\" (the dog), \"the bell\" (the bell)";
    assert!(no.code == "not-offered" && no.message.contains(right), "{no}");
    let events = stage.gm(&Command::SettleThreat { threat: s("the dog") });
    assert_eq!(events, [Event::ThreatAnswered { text: s("the dog") }]);
    assert_eq!(stage.notes().threats, ["the bell"]);
}

#[test]
fn d19_a_threat_is_answered_by_an_action_against_it_that_succeeds() {
    for (die, position, answered) in [
        (6, Position::Risky, true),
        (4, Position::Risky, true),
        (1, Position::Risky, false),
        (1, Position::Desperate, false),
    ] {
        let mut stage = Stage::turn(1);
        stage.gm(&say::narrate(|told| told.threat = Some(s("The hinge screams."))));
        stage.player(&say::act("I oil it."));
        stage.pool(&[die]);
        stage.engage(&say::engage(position));
        stage.commit();
        stage.player(&Command::ChooseDie { die: 1 });
        assert!(matches!(stage.mood(), Mood::Aftermath { .. }));
        assert_eq!(stage.notes().threats.is_empty(), answered, "a {die}, {position}");
    }
}

#[test]
fn d19_the_journal_is_bounded() {
    let mut stage = Stage::scene(1);
    for scene in 0..30 {
        stage.player(&say::act("I go in."));
        stage.gm(&say::narrate(|told| told.continue_scene = false));
        let mut words = say::compression();
        (words.summary, words.seeds) = (format!("Summary {scene}."), vec![format!("Seed {scene}.")]);
        stage.gm(&Command::Compress(Box::new(words)));
        stage.player(&Command::NextScene);
        stage.gm(&say::open_scene());
    }
    let (past, seeds) = (stage.view(Viewer::Seat(BLY)).past, stage.notes().seeds);
    assert_eq!((past.len(), past.last().unwrap().summary.as_str()), (24, "Summary 29."));
    assert_eq!((seeds.len(), seeds.last().unwrap().as_str()), (12, "Seed 29."));
}
