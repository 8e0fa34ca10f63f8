//! Several players at one table: whose turn it is, whose choice counts, and who may take play back.

use dm::view::{PhaseName, Position};
use dm::{Command, Dm, Event, Setup, What};
use engine::{Actor, Holder, Machine, Refusal, SeatId};
use testkit::Driver;

use super::say::{self, s};
use super::stage::{ASH, BLY, COLE, Stage, at, every, one, seats};

#[test]
fn party_the_spotlight_goes_round_when_somebody_was_answered() {
    let mut stage = Stage::scene(3);
    for seat in [ASH, BLY, COLE, ASH, BLY] {
        assert_eq!((stage.asked().0, stage.state().spotlight), (seat, seat));
        stage.player(&say::act("I look."));
        let events = stage.gm(&say::narrate(|_| {}));
        one!(events, Event::SpotlightMoved { .. } => ());
    }
    let mut alone = Stage::turn(1);
    let events = alone.gm(&say::narrate(|_| {}));
    assert!(every!(events, Event::SpotlightMoved { .. } => ()).is_empty());
    assert_eq!(alone.asked().0, ASH);
}

#[test]
fn party_the_spotlight_goes_on_when_an_action_has_landed() {
    let mut stage = Stage::aftermath(3, Position::Risky, &[6]);
    let events = stage.gm(&say::land(|_| {}));
    assert_eq!(one!(events, Event::SpotlightMoved { to } => *to), BLY);
    assert_eq!(stage.asked().0, BLY);
    let mut over = Stage::aftermath(3, Position::Risky, &[6]);
    let events = over.gm(&say::land(|told| told.continue_scene = false));
    assert!(every!(events, Event::SpotlightMoved { .. } => ()).is_empty());
}

#[test]
fn party_a_question_or_a_choice_stays_with_whoever_acted() {
    for command in [Command::AskPlayer { question: s("How?") }, say::choose()] {
        let mut stage = Stage::turn(3);
        stage.gm(&command);
        assert_eq!(stage.asked().0, ASH);
    }
}

#[test]
fn party_the_game_master_may_say_whose_turn_it_is() {
    for (to, expected) in [(COLE, COLE), (ASH, ASH), (BLY, BLY)] {
        let mut stage = Stage::turn(3);
        stage.gm(&say::narrate(|told| told.spotlight = Some(to)));
        assert_eq!(stage.asked().0, expected);
    }
    let mut stage = Stage::turn(3);
    for nobody in [stage.state().gm, SeatId::at(9)] {
        let no = stage.gm_no(&say::narrate(|told| told.spotlight = Some(nobody)));
        assert!(no.code == "not-offered" && no.message.contains("spotlight"), "{no}");
    }
    stage.happen(Event::CharacterRetired { player_id: COLE, why: s("enough") });
    let no = stage.gm_no(&say::narrate(|told| told.spotlight = Some(COLE)));
    assert!(no.code == "not-offered" && !no.message.contains("Cyd"), "who plays no more has no turn: {no}");
}

#[test]
fn party_only_the_acting_players_choice_counts_and_the_others_are_told_so() {
    let dice = Stage::offered(3, Position::Risky, &[4, 2]);
    let bargain = Stage::bargain(3, Position::Risky);
    let scene = Stage::scene(3);
    let choosing = Stage::choosing(3);
    for (mut stage, command) in [
        (dice, Command::ChooseDie { die: 1 }),
        (bargain.clone(), Command::Strike { deal: 1 }),
        (bargain.clone(), Command::Retreat),
        (bargain, Command::PassOut),
        (scene.clone(), say::act("I run.")),
        (scene.clone(), Command::Take { option: 1 }),
        (scene, Command::GiveSpotlight { to: COLE }),
        (choosing, Command::NextScene),
    ] {
        for other in [BLY, COLE] {
            let no = stage.refused(other, &command);
            assert_eq!(no, Refusal::not_yours(), "{command:?}");
        }
        stage.player(&command);
    }
}

#[test]
fn party_what_a_die_costs_is_paid_by_whoever_spent_it() {
    let mut stage = Stage::scene(2);
    stage.player(&say::act("I hold the light."));
    stage.gm(&say::narrate(|_| {}));
    stage.player(&say::act("I cut the rope."));
    stage.pool(&[1, 5]);
    stage.engage(&say::engage(Position::Desperate));
    stage.commit();
    let other = stage.sheet(ASH).clone();
    stage.player(&Command::ChooseDie { die: 1 });
    assert_eq!((stage.sheet(BLY).stress, stage.sheet(BLY).dice.as_slice()), (2, &[5][..]));
    assert_eq!(*stage.sheet(ASH), other);
}

#[test]
fn party_the_spotlight_can_be_given_away() {
    let mut stage = Stage::scene(3);
    let before = Dm::asks(stage.state())[0].id;
    let events = stage.player(&Command::GiveSpotlight { to: COLE });
    assert_eq!(events, [Event::SpotlightMoved { to: COLE }]);
    assert_eq!(stage.asked().0, COLE);
    assert_ne!(Dm::asks(stage.state())[0].id, before, "it is another question");
    assert_eq!(stage.code(ASH, &say::act("Wait!")), "not-yours");
    for nobody in [COLE, stage.state().gm, SeatId::at(9)] {
        let no = stage.player_no(&Command::GiveSpotlight { to: nobody });
        assert_eq!(no.code, "not-offered", "oneself, the game master and nobody: {no}");
    }
    let mut alone = Stage::scene(1);
    assert_eq!(alone.player_no(&Command::GiveSpotlight { to: BLY }).code, "not-offered");
}

#[test]
fn party_a_choice_that_was_put_to_somebody_is_not_given_away() {
    let mut stage = Stage::turn(2);
    stage.gm(&say::choose());
    assert_eq!(stage.player_no(&Command::GiveSpotlight { to: BLY }).code, "not-offered");
}

#[test]
fn party_a_narration_that_breaks_somebody_leaves_the_spotlight_where_it_is() {
    let mut stage = Stage::turn(2);
    let events = stage.gm(&say::narrate(|told| told.stress = 9));
    assert!(every!(events, Event::SpotlightMoved { .. } => ()).is_empty());
    assert_eq!(stage.asked(), (stage.state().gm, What::Scar));
    assert_eq!(at!(events, Event::NarrationGiven { .. }), 0);
}

#[test]
fn party_persons_and_the_host_may_take_play_back_and_nobody_else() {
    let mut seats = seats(3);
    seats[1].holder = Holder::House("calm".to_owned());
    let game = Driver::<Dm>::open(&seats, &Setup::default(), 1).unwrap();
    let may = |by| Dm::may_rewind(&game.state, by).map_err(|no| no.code);
    assert_eq!(may(Actor::Host), Ok(()));
    assert_eq!((may(Actor::Seat(ASH)), may(Actor::Seat(COLE))), (Ok(()), Ok(())));
    for other in [Actor::Seat(BLY), Actor::Seat(game.state.gm), Actor::Seat(SeatId::at(9)), Actor::Clock] {
        assert_eq!(may(other), Err("not-yours"), "{other}");
    }
}

fn house() -> Holder {
    Holder::House("plain".to_owned())
}

#[test]
fn d28_a_companion_of_the_house_never_ends_the_evening() {
    for holders in [[house(), Holder::Person, house()], [house(), house(), Holder::Person]] {
        let person = SeatId::at(holders.iter().position(|it| *it == Holder::Person).unwrap());
        let mut stage = Stage::mixed(&holders);
        stage.player(&say::act("I wait."));
        stage.gm(&say::narrate(|told| told.continue_scene = false));
        stage.compress();
        assert_ne!(stage.state().spotlight, person, "a companion is up");
        assert_eq!(stage.asked(), (person, What::Next), "and a person is asked how to go on");
        assert!(stage.tools().contains(&"end_session"));
        stage.player(&Command::Rest);
        while let (seat, What::Day { .. }) = stage.asked() {
            assert_eq!(stage.tools().contains(&"end_session"), seat == person, "{seat}");
            if seat != person {
                assert_eq!(stage.code(seat, &Command::EndSession), "not-offered");
            }
            stage.player(&Command::BackToWork);
        }
    }
}

#[test]
fn d28_a_table_without_people_goes_home_by_itself() {
    let mut stage = Stage::mixed(&[house(), house()]);
    stage.player(&say::act("I wait."));
    stage.gm(&say::narrate(|told| told.continue_scene = false));
    stage.compress();
    stage.player(&Command::EndSession);
    assert_eq!(stage.phase(), PhaseName::Epilogue);
}

#[test]
fn d28_people_end_the_evening_together() {
    for (answers, ends) in [([true, true], true), ([true, false], true), ([false, false], false)] {
        let mut stage = Stage::choosing(3);
        stage.player(&Command::EndSession);
        assert_eq!(stage.phase(), PhaseName::BetweenScenes, "one alone does not end it");
        for (seat, agrees) in [BLY, COLE].into_iter().zip(answers) {
            assert_eq!(stage.asked(), (seat, What::Leave));
            let answer = if agrees { Command::EndSession } else { Command::PlayOn };
            stage.by(seat, &answer).expect("they are asked");
        }
        assert_eq!(stage.phase() == PhaseName::Epilogue, ends, "{answers:?}");
        if !ends {
            assert_eq!(stage.asked(), (ASH, What::Next), "and it goes on where it was");
        }
    }
    let mut stage = Stage::mixed(&[Holder::Person, house()]);
    stage.player(&say::act("I wait."));
    stage.gm(&say::narrate(|told| told.continue_scene = false));
    stage.compress();
    stage.player(&Command::EndSession);
    assert_eq!(stage.phase(), PhaseName::Epilogue, "whoever sits there alone asks nobody");
}

#[test]
fn d28_a_goal_that_is_reached_leads_to_a_scene_of_all_that_is_open() {
    let mut stage = Stage::aftermath(1, Position::Risky, &[6]);
    stage.gm(&say::thread("Penn has the other key."));
    stage.set_clock(say::VAULT, 3);
    stage.gm(&say::tick(say::VAULT, 1));
    stage.gm(&say::land(|told| told.continue_scene = false));
    stage.compress();
    let events = stage.player(&Command::NextScene);
    let hook = one!(events, Event::MoodChanged { mood, .. } => match &**mood {
        dm::view::Mood::Scene { hook, .. } => hook.clone(),
        _ => None,
    });
    assert_eq!(hook.unwrap(), "“Open the vault” is done, and now it comes to a head: Penn has the other key");
    assert!(stage.state().climax.is_some());
    stage.gm(&say::open_scene());
    assert_eq!(stage.state().climax, None, "once");
}
