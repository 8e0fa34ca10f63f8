//! D1 and D2: who may do what when, and what happens to a turn when the mood changes.

use dm::view::{ClockKind, Consequence, Floor, Invitation, Mood, PhaseName, Position, ProgressClock, Rest};
use dm::{Command, Dm, Event, What};
use engine::{Actor, Audience, Machine, Put, Refusal, SeatId, Viewer};

use super::say::{self, s};
use super::stage::{ASH, BLY, Stage, at, every};

const WORLD: [&str; 14] = [
    "spawn_thread",
    "update_thread",
    "update_clock",
    "gain_item",
    "lose_item",
    "note_fact",
    "settle_fact",
    "spread_rumor",
    "shift_attitude",
    "shift_disposition",
    "move_to",
    "introduce",
    "reveal_clock",
    "new_clock",
];

/// Every situation that somebody can be asked in, with what may be done there. Something is hidden, something
/// threatens: no tool is missing because there is nothing to use it on.
pub(crate) fn situations() -> Vec<(&'static str, Stage, Vec<&'static str>)> {
    let world = |others: &[&'static str]| [others, &WORLD[..]].concat();
    let failed = || {
        let mut stage = Stage::cast(2);
        stage.answer_for();
        stage
    };
    let at_stake = || {
        let mut stage = Stage::turn(2);
        stage.gm(&say::engage(Position::Risky));
        stage
    };
    let aftermath = || Stage::aftermath(2, Position::Risky, &[4, 2]);
    let landed = || {
        let mut stage = aftermath();
        stage.gm(&say::land(|_| {}));
        stage
    };
    let entangled = || {
        let mut stage = Stage::turn(2);
        stage.set_heat(ASH, 10);
        stage.gm(&say::narrate(|told| told.continue_scene = false));
        stage.compress();
        stage
    };
    let talk = world(&[
        "think",
        "speak_as_npc",
        "set_scene_style",
        "draw_card",
        "settle_threat",
        "set_presence",
        "turn_scene",
        "choose",
        "ask_player",
        "engage",
        "narrate",
    ]);
    let mut all = vec![
        ("creation", Stage::laid(2), vec!["create_character"]),
        ("opening", Stage::cast(2), vec!["think", "open_story"]),
        ("a failed opening", failed(), vec!["try_again", "house_story"]),
        ("a new scene", Stage::told(2, say::story()), vec!["think", "open_scene"]),
        ("a scene, the player", Stage::scene(2), vec!["take", "act", "give_spotlight"]),
        ("a scene, the game master", Stage::turn(2), talk),
        ("a risk", at_stake(), vec!["take_risk", "let_pass", "act"]),
        ("an action", Stage::action(2, Position::Risky, &[4, 2]), vec!["think", "speak_as_npc", "spend_die"]),
        ("dice", Stage::offered(2, Position::Risky, &[4, 2]), vec!["choose_die"]),
        (
            "an aftermath, the game master",
            aftermath(),
            world(&[
                "think",
                "speak_as_npc",
                "set_presence",
                "turn_scene",
                "tick_clock",
                "settle_threat",
                "choose",
                "land",
            ]),
        ),
        ("an aftermath, the player", landed(), vec!["take", "act", "give_spotlight"]),
        ("no dice", Stage::drained(2, Position::Risky), vec!["think", "offer_bargain"]),
        ("bargains", Stage::bargain(2, Position::Risky), vec!["strike", "act", "retreat", "pass_out"]),
        ("desperate bargains", Stage::bargain(2, Position::Desperate), vec!["strike", "act", "pass_out"]),
        ("trauma", Stage::trauma(2), vec!["think", "scar"]),
        ("a scene that is over", Stage::summing(2), vec!["think", "compress"]),
        ("an entanglement", entangled(), vec!["take_way_out", "act"]),
        ("between scenes", Stage::choosing(2), vec!["next_scene", "act", "rest", "end_session"]),
        (
            "downtime",
            Stage::downtime(2),
            vec!["lay_low", "act", "recover", "work_on", "back_to_work", "end_session"],
        ),
        ("the tide", Stage::tide(2), world(&["think", "tick_clock", "pass_time"])),
    ];
    let mut leaving = Stage::choosing(2);
    leaving.player(&Command::EndSession);
    let mut over = leaving.clone();
    over.player(&Command::EndSession);
    all.push(("the end of the evening", leaving, vec!["end_session", "play_on"]));
    all.push(("the epilogue", over, vec!["think", "close_story"]));
    for (_, stage, _) in &mut all {
        let clock = ProgressClock {
            name: s("Nothing"),
            kind: ClockKind::Faction,
            segments: 4,
            filled: 0,
            visible: false,
        };
        stage.game.happen([
            Event::AssetGained { player_id: ASH, what: s("a rope") },
            Event::ThreatNoted { text: s("the dog") },
            Event::FactNoted {
                fact: dm::view::Fact {
                    kind: dm::view::FactKind::Debt,
                    text: s("A debt."),
                    about: vec![s("Mira")],
                    evening: 1,
                },
            },
            Event::ThreadSpawned {
                thread: dm::view::Thread {
                    hook: s("Who?"),
                    tension: dm::view::Tension::Active,
                    deadline: None,
                },
            },
            Event::ClockWound { clock, consequence: Consequence::None },
        ]);
    }
    all
}

fn sorted(mut names: Vec<&str>) -> Vec<&str> {
    names.sort_unstable();
    names
}

#[test]
fn d1_each_mood_offers_its_own_tools_and_no_others() {
    for (situation, stage, legal) in situations() {
        assert_eq!(sorted(stage.tools()), sorted(legal), "{situation}");
        let card = Dm::PHASES.iter().find(|card| card.name == Dm::phase(&stage.game.state)).unwrap();
        assert!(stage.tools().iter().all(|tool| card.tools.contains(tool)), "{situation}: {card:?}");
    }
}

#[test]
fn d1_a_tool_of_another_mood_is_rejected_with_the_reason_and_the_legal_tools() {
    let commands = say::everything();
    for (situation, mut stage, legal) in situations() {
        let (seat, _) = stage.asked();
        for (name, command) in &commands {
            if legal.contains(name) {
                let mut copy = stage.clone();
                if let Err(no) = copy.by(seat, command) {
                    assert!(
                        !no.message.contains("cannot answer this") && no.code != "not-yours",
                        "{situation}: {name} belongs here, but {no}"
                    );
                }
                continue;
            }
            let no = stage.refused(seat, command);
            let why = format!("{name:?} cannot answer this; legal now: ");
            let told = no.message.strip_prefix(&why).unwrap_or_else(|| panic!("{situation}: {name}: {no}"));
            assert_eq!(no.code, "not-offered", "{situation}");
            assert_eq!(sorted(told.split(", ").collect()), sorted(legal.clone()), "{situation}");
        }
    }
}

#[test]
fn d1_every_command_belongs_somewhere() {
    let reached: Vec<&str> = situations().into_iter().flat_map(|(_, _, legal)| legal).collect();
    for (name, _) in say::everything() {
        assert!(reached.contains(&name), "{name} is legal nowhere");
    }
}

#[test]
fn d1_whoever_is_not_asked_is_told_so() {
    for (situation, mut stage, _) in situations() {
        let asks = Dm::asks(&stage.game.state);
        let idle = [ASH, BLY, stage.game.state.gm]
            .into_iter()
            .filter(|seat| !asks.iter().any(|ask| ask.seat == *seat));
        for seat in idle {
            for (name, command) in say::everything() {
                let no = stage.refused(seat, &command);
                assert_eq!(no, Refusal::not_yours(), "{situation}: {name} of {seat}");
            }
        }
    }
}

#[test]
fn d1_only_seats_of_this_table_act_and_only_the_host_answers_for_them() {
    for (situation, mut stage, _) in situations() {
        let (seat, _) = stage.asked();
        let before = stage.game.state.clone();
        for (name, command) in say::everything() {
            assert_eq!(stage.code(SeatId::at(9), &command), "not-yours", "{situation}: {name}");
            for actor in [Actor::Host, Actor::Clock] {
                let no = stage.game.give(actor, &command).unwrap_err();
                assert_eq!(no.code, "not-yours", "{situation}: {name}");
            }
        }
        let answer = Put::AnswerFor { seat, reason: s("it was cut off") };
        for actor in [Actor::Seat(seat), Actor::Seat(stage.game.state.gm), Actor::Clock] {
            assert_eq!(stage.game.put(actor, &answer).unwrap_err().code, "not-yours", "{situation}");
        }
        assert_eq!(stage.game.put(Actor::Clock, &Put::TimeUp).unwrap_err().code, "no-deadline");
        assert_eq!(stage.game.state, before, "{situation}");
    }
}

#[test]
fn d1_after_the_end_everything_is_over() {
    let mut stage = Stage::choosing(1);
    stage.player(&Command::EndSession);
    stage.close();
    assert_eq!(stage.phase(), PhaseName::Ended);
    assert!(Dm::asks(stage.state()).is_empty());
    for (_, command) in say::everything() {
        for seat in [ASH, BLY, stage.game.state.gm] {
            assert_eq!(stage.refused(seat, &command), Refusal::over());
        }
    }
    assert_eq!(stage.game.absent(ASH, "gone").unwrap_err().code, "over");
}

#[test]
fn d1_every_change_of_mood_is_one_that_the_mood_declares() {
    let mut seen = Vec::new();
    for (_, stage, _) in situations() {
        for told in &stage.game.told {
            if let Event::MoodChanged { from, to, mood } = &told.event {
                assert_eq!(mood.name(), *to);
                let card = Dm::PHASES.iter().find(|card| card.name == from.word()).unwrap();
                assert!(card.exits.contains(&to.word()), "{from} to {to}");
                seen.push((*from, *to));
            }
        }
    }
    for way in [
        (PhaseName::Scene, PhaseName::Action),
        (PhaseName::Action, PhaseName::Aftermath),
        (PhaseName::Action, PhaseName::Bargain),
        (PhaseName::Scene, PhaseName::Trauma),
        (PhaseName::Scene, PhaseName::BetweenScenes),
        (PhaseName::BetweenScenes, PhaseName::Downtime),
    ] {
        assert!(seen.contains(&way), "{way:?}");
    }
}

#[test]
fn d2_a_change_of_mood_puts_another_question_with_other_tools() {
    let mut stage = Stage::turn(1);
    stage.gm(&say::think("What would a hinge do?"));
    let before = Dm::asks(&stage.game.state)[0].clone();
    assert_eq!(stage.state().steps, 1);
    stage.engage(&say::engage(Position::Risky));
    let after = Dm::asks(&stage.game.state)[0].clone();
    assert_ne!(before.id, after.id, "an answer to the old question is no answer to the new one");
    assert_eq!(before.question.what, What::Turn);
    assert!(matches!(after.question.what, What::Endings { position: Position::Risky, .. }));
    assert_eq!(stage.state().steps, 0, "a new turn begins");
    assert_eq!(stage.gm_no(&say::narrate(|_| {})).code, "not-offered", "no more of the old turn's calls run");
}

#[test]
fn d2_the_players_message_survives_every_change_until_it_is_answered() {
    let mut stage = Stage::scene(2);
    stage.player(&say::act("I climb the drain."));
    let said = |stage: &Stage| {
        let view = stage.view(Viewer::Seat(stage.state().gm));
        view.said.map(|beat| (beat.by, beat.text))
    };
    let expected = Some((ASH, s("I climb the drain.")));
    stage.pool(&[]);
    stage.engage(&say::engage(Position::Risky));
    assert_eq!((stage.phase(), said(&stage)), (PhaseName::Bargain, expected.clone()));
    assert!(matches!(stage.mood(), Mood::Bargain { drained, .. } if drained == "I climb the drain."));
    stage.gm(&say::offer_bargain());
    stage.player(&Command::Strike { deal: 1 });
    assert_eq!((stage.phase(), said(&stage)), (PhaseName::Action, expected.clone()));
    stage.commit();
    stage.player(&Command::ChooseDie { die: 1 });
    assert_eq!((stage.phase(), said(&stage)), (PhaseName::Aftermath, expected));
    stage.gm(&say::land(|_| {}));
    assert_eq!(said(&stage), None, "it is answered now");
}

/// Moods in which the game master is asked.
fn moods_of_gm() -> Vec<Mood> {
    let stage = Stage::action(1, Position::Risky, &[4]);
    let engaged = stage.state().engaged().unwrap().clone();
    vec![
        Mood::Scene { framed: true, hook: None, floor: Floor::Gm },
        Mood::Scene { framed: false, hook: None, floor: Floor::Gm },
        stage.mood().clone(),
        Mood::Aftermath {
            landing: dm::view::Landing::Clean { achieved: s("It is done.") },
            from: engaged.clone(),
            floor: Floor::Gm,
        },
        Mood::Bargain { drained: s("A."), can_retreat: true, deals: vec![], back_to: engaged, forced: false },
        Mood::Trauma { player: ASH, what: s("A."), trigger: s("B."), adrenaline: true },
        Mood::Trauma { player: ASH, what: s("A."), trigger: s("B."), adrenaline: false },
        Mood::Downtime { rest: Rest::Project, left: vec![0] },
    ]
}

/// The mood changes so often, and ends in this one.
fn broken(times: usize, last: &Mood) -> Stage {
    let mut stage = Stage::turn(1);
    for _ in 1..times {
        let (from, to) = (stage.phase(), PhaseName::Scene);
        let mood = Box::new(Mood::Scene { framed: true, hook: None, floor: Floor::Gm });
        stage.happen(Event::MoodChanged { from, to, mood });
    }
    let from = stage.phase();
    stage.happen(Event::MoodChanged { from, to: last.name(), mood: Box::new(last.clone()) });
    stage
}

#[test]
fn d2_at_eight_changes_without_a_player_the_turn_settles_and_says_so() {
    for mood in moods_of_gm() {
        let mut stage = broken(8, &mood);
        let events = stage.gm(&say::think("On and on."));
        let settled = at!(events, Event::TurnSettled {});
        assert!(settled > at!(events, Event::ThoughtNoted { .. }), "{mood:?}");
        assert!(stage.is_players(), "a player is asked after {mood:?}");
        let told = stage.game.told.iter().find(|told| told.event == Event::TurnSettled {}).unwrap();
        assert_eq!(told.audience, Audience::Public);
        let words = Dm::telling(stage.state(), &told.event).unwrap().text;
        assert!(words.contains("yours"), "the player is told that the word is theirs: {words}");
    }
}

#[test]
fn d2_the_eighth_change_itself_settles_and_the_seventh_does_not() {
    let scene = Mood::Scene { framed: true, hook: None, floor: Floor::Gm };
    // Without a die it is two changes: to the action, and to the bargain.
    let engage = |times| {
        let mut stage = broken(times, &scene);
        stage.pool(&[]);
        let events = stage.gm(&say::engage(Position::Risky));
        (stage, events)
    };
    let (stage, events) = engage(5);
    assert!(every!(events, Event::TurnSettled {} => ()).is_empty(), "seven are enough for any turn");
    assert_eq!(stage.asked(), (stage.state().gm, What::Deals));
    let (stage, events) = engage(6);
    assert!(at!(events, Event::MoodChanged { .. }) < at!(events, Event::TurnSettled {}));
    assert!(matches!(stage.asked(), (ASH, What::Deal)), "{:?}", stage.asked());
    assert!(
        every!(events, Event::NarrationGiven { auto, .. } => *auto).iter().all(|auto| *auto),
        "what the rules tell is marked"
    );
}

#[test]
fn d2_a_word_of_the_player_begins_the_count_anew() {
    let floor = Floor::Player(Invitation::Free { suggested: say::suggested() });
    let mut stage = broken(8, &Mood::Scene { framed: true, hook: None, floor });
    stage.player(&say::act("I wait."));
    assert_eq!(stage.state().breaks, 0);
    let events = stage.engage(&say::engage(Position::Risky));
    assert!(every!(events, Event::TurnSettled {} => ()).is_empty());
}
