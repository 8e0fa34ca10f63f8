//! D18: the law comes to the door, and days of rest.

use std::collections::BTreeSet;

use dm::view::{
    Attitude, EndReason, Entanglement, EntanglementKind, Floor, Mood, Pause, PhaseName, Position, Rest, Toll,
};
use dm::{Command, Dm, Event, Setup, What};
use engine::{Machine, Viewer};

use super::say::{self, s};
use super::stage::{ASH, BLY, COLE, Stage, at, every, one};

fn faced(events: &[Event]) -> Vec<Entanglement> {
    every!(events, Event::EntanglementFaced { entanglement } => (**entanglement).clone())
}

#[test]
fn d18_heat_at_10_brings_an_entanglement_and_9_does_not() {
    for heat in 0..=10 {
        let mut stage = Stage::turn(2);
        stage.set_heat(BLY, heat);
        let events = stage.gm(&say::narrate(|told| told.continue_scene = false));
        stage.compress();
        let faced = faced(&events);
        assert_eq!(faced.len(), usize::from(heat == 10), "heat {heat}");
        if heat == 10 {
            assert_eq!(faced[0].player_id, BLY);
            assert_eq!(stage.asked(), (BLY, What::WayOut), "whose heat it is");
        } else {
            assert_eq!(stage.asked(), (ASH, What::Next));
        }
    }
}

#[test]
fn d18_each_of_the_five_comes_with_exactly_three_ways_out_and_their_price() {
    let mut kinds = BTreeSet::new();
    let mut tolls = BTreeSet::new();
    for seed in 0..120 {
        let mut stage = Stage::of(1, &Setup::default(), seed);
        stage.make_everybody();
        stage.gm(&Command::OpenStory(Box::new(say::story())));
        stage.gm(&say::open_scene());
        stage.player(&say::act("I shout."));
        stage.set_heat(ASH, 10);
        let events = stage.gm(&say::narrate(|told| told.continue_scene = false));
        stage.compress();
        let faced = faced(&events).remove(0);
        assert_eq!(faced.ways.len(), 3, "{faced:?}");
        assert!(!faced.text.is_empty());
        for way in &faced.ways {
            assert!(!way.label.is_empty() && !way.text.is_empty());
            let known = match &way.against {
                Some(name) => stage.filled(name).is_some() || name == "Lampers" || name == "Toll Office",
                None => matches!(way.toll, Toll::Coin { .. } | Toll::Hunted),
            };
            assert!(known, "{way:?}");
            tolls.insert(serde_json::to_value(way.toll).unwrap()["cost"].to_string());
        }
        kinds.insert(faced.kind);
        for way in [0, 4, 255] {
            let no = stage.player_no(&Command::TakeWayOut { way });
            assert!(no.code == "not-offered" && no.message.contains("choose one of 1"), "{no}");
        }
    }
    assert_eq!(kinds, EntanglementKind::ALL.iter().copied().collect());
    assert_eq!(tolls.len(), 4, "{tolls:?}");
}

#[test]
fn d18_each_way_out_is_paid_and_then_there_is_one_warrant_more_and_no_heat() {
    let tolls = [
        Toll::Coin { amount: 1 },
        Toll::Coin { amount: 2 },
        Toll::Coin { amount: 3 },
        Toll::Attitude,
        Toll::Clock { amount: 1 },
        Toll::Clock { amount: 2 },
        Toll::Hunted,
    ];
    for toll in tolls {
        let mut stage = Stage::entangled(2, ASH, [toll, Toll::Hunted, Toll::Attitude]);
        let debt = stage.filled(say::DEBT).unwrap();
        let events = stage.player(&Command::TakeWayOut { way: 1 });
        assert_eq!(one!(events, Event::EntanglementPaid { player_id: ASH, way } => way.toll), toll);
        assert_eq!(one!(events, Event::WantedChanged { from, to, .. } => (*from, *to)), (0, 1));
        assert_eq!(one!(events, Event::HeatChanged { from, to, .. } => (*from, *to)), (10, 0));
        let coins = every!(events, Event::CoinChanged { from, to, .. } => (*from, *to));
        let moods =
            every!(events, Event::FactionAttitudeChanged { faction, to, .. } => (faction.as_str(), *to));
        let ticks = every!(events, Event::ClockTicked { clock, to, .. } => (clock.as_str(), *to));
        let hunted = stage.sheet(ASH).hunted;
        match toll {
            Toll::Coin { amount } => {
                assert_eq!(coins, [(2, 2u8.saturating_sub(amount))]);
                assert_eq!(hunted, amount > 2, "who cannot pay is hunted");
            }
            Toll::Attitude => assert_eq!(moods, [("Lampers", Attitude::Cold)]),
            Toll::Clock { amount } => assert_eq!(ticks, [(say::DEBT, debt + amount)]),
            Toll::Hunted => assert!(hunted),
        }
        let all = coins.len() + moods.len() + ticks.len() + usize::from(hunted);
        assert!(all == 1 || toll == Toll::Coin { amount: 3 }, "its own price and no other: {events:#?}");
        assert!(matches!(stage.mood(), Mood::BetweenScenes { pause: Pause::Choosing }));
    }
}

#[test]
fn d18_two_who_are_hot_are_called_upon_one_after_the_other() {
    let mut stage = Stage::turn(3);
    stage.set_heat(BLY, 10);
    stage.set_heat(COLE, 10);
    let events = stage.gm(&say::narrate(|told| told.continue_scene = false));
    stage.compress();
    assert_eq!(faced(&events).len(), 1);
    assert_eq!(stage.asked(), (BLY, What::WayOut));
    assert_eq!(stage.code(COLE, &Command::TakeWayOut { way: 1 }), "not-yours");
    stage.player(&Command::TakeWayOut { way: 3 });
    assert_eq!(stage.asked(), (COLE, What::WayOut));
    stage.player(&Command::TakeWayOut { way: 3 });
    assert_eq!(stage.asked(), (ASH, What::Next));
    assert_eq!((stage.sheet(BLY).wanted, stage.sheet(COLE).wanted, stage.sheet(ASH).wanted), (1, 1, 0));
}

#[test]
fn d18_everybody_has_two_days_and_uses_them_in_order() {
    let mut stage = Stage::downtime(3);
    for seat in [ASH, ASH, BLY, BLY, COLE, COLE] {
        assert!(matches!(stage.asked(), (asked, What::Day { .. }) if asked == seat));
        stage.player(&Command::LayLow);
    }
    assert_eq!(stage.asked(), (stage.state().gm, What::Time));
    let mut stage = Stage::downtime(2);
    stage.player(&Command::BackToWork);
    assert!(matches!(stage.asked(), (BLY, What::Day { .. })), "one day of rest may be enough, or none");
}

#[test]
fn d18_lying_low_cools_by_one() {
    let mut stage = Stage::downtime(1);
    stage.set_heat(ASH, 4);
    for heat in [3, 2] {
        let events = stage.player(&Command::LayLow);
        assert_eq!(one!(events, Event::HeatChanged { to, .. } => *to), heat);
        assert!(every!(events, Event::WantedChanged { .. } => ()).is_empty());
    }
}

#[test]
fn d18_recovery_takes_a_coin_and_gives_calm_and_dice() {
    let mut stage = Stage::downtime(1);
    stage.set_stress(ASH, 5);
    stage.pool(&[1]);
    let events = stage.player(&Command::Recover);
    assert_eq!(one!(events, Event::CoinChanged { from, to, .. } => (*from, *to)), (2, 1));
    assert_eq!(one!(events, Event::StressChanged { from, to, .. } => (*from, *to)), (5, 4));
    assert!(!one!(events, Event::DiceRecovered { dice, .. } => dice.clone()).is_empty());
    stage.set_coin(ASH, 0);
    assert_eq!(stage.player_no(&Command::Recover).code, "not-offered", "nobody heals on credit");
}

#[test]
fn d18_a_project_moves_its_goal_by_one() {
    let mut stage = Stage::downtime(1);
    let work = Command::WorkOn { clock: s(say::VAULT) };
    for to in [1, 2] {
        let events = stage.player(&work);
        assert_eq!(one!(events, Event::ClockTicked { to, .. } => *to), to);
    }
}

#[test]
fn d18_a_hook_pulls_back_and_time_passes_in_words() {
    let mut stage = Stage::tide(1);
    let events = stage.gm(&say::pass_time(2));
    assert_eq!(one!(events, Event::TimePassed { elapsed } => elapsed.clone()), "nine days");
    assert!(at!(events, Event::NarrationGiven { .. }) < at!(events, Event::MoodChanged { .. }));
    let Mood::Scene { framed: false, hook: Some(hook), floor: Floor::Gm } = stage.mood() else { panic!() };
    assert_eq!(hook, "A letter under the door.");
    type Change = fn(&mut dm::Elapsed);
    let wrong: [(Change, &str); 4] = [
        (|time| time.time_elapsed.clear(), "blank"),
        (|time| time.hook.clear(), "blank"),
        (|time| time.narration.clear(), "blank"),
        (|time| time.hook = "x".repeat(201), "not-offered"),
    ];
    for (change, code) in wrong {
        let Command::PassTime(mut time) = say::pass_time(1) else { unreachable!() };
        change(&mut time);
        assert_eq!(Stage::tide(1).gm_no(&Command::PassTime(time)).code, code);
    }
}

#[test]
fn d18_downtime_is_about_whoever_needs_it_most() {
    let about = |change: fn(&mut Stage)| {
        let mut stage = Stage::choosing(2);
        change(&mut stage);
        stage.player(&Command::Rest);
        match stage.mood() {
            Mood::Downtime { rest, .. } => rest.clone(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(about(|_| {}), Rest::Project);
    assert_eq!(about(|stage| stage.set_stress(BLY, 5)), Rest::Recovery);
    assert_eq!(
        about(|stage| stage.happen(Event::RecoveringChanged { player_id: BLY, recovering: true })),
        Rest::Recovery
    );
    assert_eq!(
        about(|stage| {
            stage.set_stress(ASH, 8);
            stage.happen(Event::HuntedChanged { player_id: BLY, hunted: true });
        }),
        Rest::Entanglement { hunted: s("Bly") }
    );
}

#[test]
fn d18_the_players_go_on_rest_or_end_the_evening() {
    let mut stage = Stage::choosing(1);
    stage.player(&Command::NextScene);
    assert_eq!((stage.phase(), stage.asked().1), (PhaseName::Scene, What::Scene));
    for mut stage in [Stage::choosing(1), Stage::downtime(1)] {
        stage.player(&Command::EndSession);
        let events = stage.close();
        let outcome = one!(events, Event::SessionEnded(outcome) => outcome.clone());
        assert_eq!((outcome.reason, outcome.scenes, outcome.seed), (EndReason::Chosen, 1, 7));
        assert_eq!(outcome.party, [stage.sheet(ASH).clone()]);
    }
}

#[test]
fn d18_the_longest_campaign_ends_by_itself() {
    let mut stage = Stage::scene(1);
    let (title, place) = (s("The last"), s("The Yard"));
    let kind = dm::view::SceneKind::Open;
    stage.happen(Event::SceneOpened { number: 500, title, kind, place, card: None });
    stage.player(&say::act("I go home."));
    stage.gm(&say::narrate(|told| told.continue_scene = false));
    stage.compress();
    stage.player(&Command::NextScene);
    let events = stage.close();
    assert_eq!(one!(events, Event::SessionEnded(outcome) => outcome.reason), EndReason::Limit);
}

/// What the game master reads next.
fn now(stage: &Stage) -> String {
    let ask =
        Dm::asks(stage.state()).into_iter().find(|ask| ask.seat == stage.state().gm).expect("it is asked");
    Dm::prompt(&stage.view(Viewer::Seat(ask.seat)), &ask).now
}

#[test]
fn d18_a_way_out_that_cannot_be_paid_says_what_it_leads_to() {
    let mut stage =
        Stage::entangled(1, ASH, [Toll::Coin { amount: 3 }, Toll::Coin { amount: 1 }, Toll::Hunted]);
    stage.set_coin(ASH, 1);
    let ask = Dm::asks(stage.state()).into_iter().find(|ask| ask.seat == ASH).expect("it is asked");
    let form = serde_json::to_string(&Dm::form(&stage.view(Viewer::Seat(ASH)), &ask)).expect("JSON");
    assert!(form.contains("A way (3 coin, of which you have 1: you are hunted for the rest)"), "{form}");
    assert!(form.contains("A way (1 coin)"), "{form}");
    stage.player(&Command::TakeWayOut { way: 1 });
    assert!(stage.sheet(ASH).hunted);
}

#[test]
fn d19_a_scene_that_is_summed_up_is_not_summed_up_again_after_a_rest() {
    let mut stage = Stage::tide(1);
    let past = stage.state().memory.past.clone();
    let events = stage.gm(&say::pass_time(1));
    assert!(every!(events, Event::SceneCompressed { .. } => ()).is_empty(), "{events:#?}");
    assert_eq!(stage.state().memory.past, past, "what was written of it stands");
}

/// What the player is asked now.
fn title(stage: &Stage) -> String {
    let ask = Dm::asks(stage.state()).into_iter().find(|ask| ask.seat == ASH).expect("it is asked");
    Dm::form(&stage.view(Viewer::Seat(ASH)), &ask).title
}

#[test]
fn d22_what_is_said_between_scenes_becomes_the_next_one() {
    let mut stage = Stage::choosing(2);
    stage.player(&say::act("I want to bring the half drawing to Idony."));
    assert_eq!(stage.asked().1, What::Scene);
    let now = now(&stage);
    assert!(
        now.contains("What pulls the party into it: \"I want to bring the half drawing to Idony\""),
        "{now}"
    );
    stage.gm(&say::open_scene());
    assert_eq!(stage.state().scene.beats.len(), 1, "it is a moment of neither scene");
}

#[test]
fn d22_a_player_has_words_in_downtime_in_a_bargain_and_at_the_door_and_they_are_heard() {
    let mut stage = Stage::downtime(1);
    let left = stage.mood().days_of(ASH);
    stage.player(&say::act("I sit with Penn and ask about the bell."));
    assert_eq!(stage.mood().days_of(ASH), left, "words cost nothing");
    assert!(title(&stage).starts_with("Your words are heard, "), "{}", title(&stage));
    stage.player(&say::act("And I look for Tamsin."));
    stage.back_to_work();
    let both = "I sit with Penn and ask about the bell. And I look for Tamsin.";
    assert!(now(&stage).contains(both), "{}", now(&stage));
    assert!(
        !now(&stage).contains("I try the gate."),
        "what was answered is not asked again: {}",
        now(&stage)
    );
    let mut stage = Stage::bargain(1, Position::Risky);
    stage.player(&say::act("Not the scar, city."));
    stage.player(&Command::Strike { deal: 1 });
    assert!(now(&stage).contains("I try the gate. Not the scar, city."), "{}", now(&stage));
    let mut stage = Stage::entangled(1, ASH, [Toll::Hunted; 3]);
    assert!(title(&stage).starts_with("Which way out?"), "{}", title(&stage));
    stage.player(&say::act("Who sent you?"));
    assert!(title(&stage).starts_with("Your words are heard, "), "{}", title(&stage));
    stage.player(&Command::TakeWayOut { way: 1 });
    stage.player(&Command::NextScene);
    assert!(now(&stage).contains("Who sent you?"), "{}", now(&stage));
}
