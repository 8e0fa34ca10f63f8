//! D8 to D12: what a die is worth, what it may cost, and how dice come back.

use std::collections::BTreeSet;

use dm::view::{DieOffer, Effect, Mood, PhaseName, Position, Tier, Verdict};
use dm::{Command, DieOutcome, Dm, Event, Setup, What, dice};
use engine::Machine;

use super::say::{self, s};
use super::stage::{ASH, BLY, Stage, every, one};

/// D8, in its own words.
fn worth(pool: &[u8], at: usize, position: Position) -> Tier {
    let another = pool.iter().enumerate().any(|(other, value)| other != at && *value == 6);
    match (pool[at], position) {
        (6, _) if another => Tier::Critical,
        (6, _) => Tier::Success,
        (4..=5, _) => Tier::Partial,
        (_, Position::Desperate) => Tier::Disaster,
        _ => Tier::Bad,
    }
}

#[test]
fn d8_every_die_of_every_pool_in_every_position_has_its_tier() {
    let mut pools: Vec<Vec<u8>> = vec![Vec::new()];
    for size in 1..=4 {
        let longer: Vec<Vec<u8>> = pools
            .iter()
            .filter(|pool| pool.len() == size - 1)
            .flat_map(|pool| (1..=6).map(|value| [pool.as_slice(), &[value]].concat()))
            .collect();
        pools.extend(longer);
    }
    assert_eq!(pools.len(), 1 + 6 + 36 + 216 + 1296);
    for pool in &pools {
        for position in Position::ALL {
            for at in 0..pool.len() {
                let expected = worth(pool, at, *position);
                assert_eq!(dice::tier(pool, at, *position), expected, "{pool:?}[{at}] {position}");
            }
        }
    }
}

#[test]
fn d8_the_dice_on_offer_have_the_tiers_of_the_pool() {
    for position in Position::ALL {
        for pool in [vec![6, 6, 5, 4, 3, 1], vec![6, 5, 2], vec![6], vec![1, 2, 3]] {
            let stage = Stage::offered(1, *position, &pool);
            let expected: Vec<Tier> = (0..pool.len()).map(|at| worth(&pool, at, *position)).collect();
            assert_eq!(stage.tiers(), expected, "{pool:?} {position}");
        }
    }
}

/// D9: position, a pool whose first die has the tier, the tier, stress and heat.
type Range = (Position, &'static [u8], Tier, (i8, i8), (i8, i8));

const RANGES: [Range; 12] = [
    (Position::Controlled, &[6, 6], Tier::Critical, (-2, 0), (0, 0)),
    (Position::Risky, &[6, 6], Tier::Critical, (-2, 0), (0, 0)),
    (Position::Desperate, &[6, 6], Tier::Critical, (-2, 0), (0, 0)),
    (Position::Controlled, &[6], Tier::Success, (0, 0), (0, 1)),
    (Position::Risky, &[6], Tier::Success, (0, 0), (0, 1)),
    (Position::Desperate, &[6], Tier::Success, (0, 0), (0, 1)),
    (Position::Controlled, &[4], Tier::Partial, (0, 2), (0, 2)),
    (Position::Risky, &[5], Tier::Partial, (0, 2), (0, 2)),
    (Position::Desperate, &[5], Tier::Partial, (0, 2), (0, 2)),
    (Position::Controlled, &[3], Tier::Bad, (0, 1), (0, 1)),
    (Position::Risky, &[1], Tier::Bad, (1, 3), (0, 3)),
    (Position::Desperate, &[2], Tier::Disaster, (2, 4), (1, 4)),
];

/// Commits the same ending for every die.
fn commit(stage: &mut Stage, dice: usize, ending: &DieOutcome) -> Vec<Event> {
    stage.gm(&say::spend_die(vec![ending.clone(); dice]))
}

fn offer(events: &[Event]) -> (DieOffer, bool) {
    one!(events, Event::OutcomesCommitted { dice, clamped, .. } => (dice[0].clone(), *clamped))
}

#[test]
fn d9_every_figure_of_every_tier_and_position_is_held_to_its_range() {
    for (position, pool, tier, stress, heat) in RANGES {
        let start = Stage::action(1, position, pool);
        assert!(matches!(start.asked().1, What::Endings { tiers, .. } if tiers[0] == tier));
        let fair = say::outcome(position, tier);
        for figure in -9..=9 {
            for (what, range) in [("stress", stress), ("heat", heat)] {
                let mut ending = fair.clone();
                *(if what == "stress" { &mut ending.stress } else { &mut ending.heat }) = figure;
                let label = format!("{tier} {position}: {what} {figure}");
                let mut stage = start.clone();
                let events = commit(&mut stage, pool.len(), &ending);
                if range.0 <= figure && figure <= range.1 {
                    let (offer, clamped) = offer(&events);
                    assert_eq!(
                        (offer.stress, offer.heat, clamped),
                        (ending.stress, ending.heat, false),
                        "{label}"
                    );
                    continue;
                }
                let (offer, clamped) = offer(&events);
                let got = if what == "stress" { offer.stress } else { offer.heat };
                assert_eq!((got, clamped), (figure.clamp(range.0, range.1), true), "{label}");
            }
        }
    }
}

#[test]
fn d9_a_figure_that_no_ending_can_have_is_refused_outright() {
    for figure in [-128, -10, 10, 127] {
        let fair = say::outcome(Position::Risky, Tier::Partial);
        for (what, wrong) in [
            ("stress", DieOutcome { stress: figure, ..fair.clone() }),
            ("heat", DieOutcome { heat: figure, ..fair.clone() }),
            ("coin", DieOutcome { coin: figure, ..fair }),
        ] {
            let mut stage = Stage::action(1, Position::Risky, &[4]);
            for _ in 0..4 {
                let no = stage.gm_no(&say::spend_die(vec![wrong.clone()])).to_string();
                assert!(no.contains(what) && no.contains("-9 to 9"), "{no}");
            }
        }
    }
}

#[test]
fn d21_a_figure_out_of_range_is_brought_into_it_at_once_and_marked() {
    let mut stage = Stage::action(1, Position::Risky, &[4, 1]);
    let good = say::outcome(Position::Risky, Tier::Partial);
    let bad = DieOutcome { stress: 9, heat: 9, ..say::outcome(Position::Risky, Tier::Bad) };
    let events = stage.gm(&say::spend_die(vec![good, bad]));
    let dice = one!(events, Event::OutcomesCommitted { dice, clamped: true, .. } => dice.clone());
    assert_eq!((dice[0].stress, dice[0].heat), (0, 0), "what was in range is as it was");
    assert_eq!((dice[1].stress, dice[1].heat), (3, 3));
    let committed = events.iter().find(|event| matches!(event, Event::OutcomesCommitted { .. })).unwrap();
    let words = Dm::telling(stage.state(), committed).unwrap().text;
    assert!(words.contains("by the rules"), "all are told: {words}");
    assert_eq!(stage.asked(), (ASH, What::Die), "and nobody is asked for it anew");
}

#[test]
fn d9_endings_that_are_in_range_are_not_marked() {
    let mut stage = Stage::action(1, Position::Risky, &[1]);
    assert!(!offer(&stage.commit()).1);
}

#[test]
fn d9_a_controlled_failure_does_no_other_harm() {
    let mut stage = Stage::action(1, Position::Controlled, &[2]);
    let robbed = DieOutcome { coin: -1, ..say::outcome(Position::Controlled, Tier::Bad) };
    let (die, clamped) = offer(&commit(&mut stage, 1, &robbed));
    assert_eq!((die.coin, clamped), (0, true));
}

#[test]
fn d9_a_failure_has_one_step_less_effect_and_a_success_does_not() {
    let landed = |position, die, effect| {
        let mut stage = Stage::turn(1);
        stage.pool(&[die]);
        stage.engage(&engage(position, effect, None, None));
        stage.commit();
        stage.player(&Command::ChooseDie { die: 1 });
        match stage.mood() {
            Mood::Aftermath { from, .. } => from.effect,
            other => panic!("{other:?}"),
        }
    };
    for position in [Position::Controlled, Position::Risky] {
        for die in 1..=3 {
            assert_eq!(landed(position, die, Effect::Great), Effect::Standard, "{position} {die}");
            assert_eq!(landed(position, die, Effect::Standard), Effect::Limited, "{position} {die}");
            assert_eq!(landed(position, die, Effect::Limited), Effect::Limited, "there is none below");
        }
        for die in 4..=6 {
            for effect in Effect::ALL {
                assert_eq!(landed(position, die, *effect), *effect, "{position} {die}");
            }
        }
    }
}

#[test]
fn d9_a_hint_of_too_few_or_too_many_words_is_brought_into_range_like_a_figure() {
    for hint in ["no", "too short", "this hint has nine words and that is many"] {
        let mut stage = Stage::action(1, Position::Risky, &[4]);
        let ending = DieOutcome { hint: s(hint), ..say::outcome(Position::Risky, Tier::Partial) };
        let (die, clamped) = offer(&commit(&mut stage, 1, &ending));
        assert!(clamped);
        assert!((3..=8).contains(&die.hint.split_whitespace().count()), "{:?}", die.hint);
    }
    for words in 3..=8 {
        let mut stage = Stage::action(1, Position::Risky, &[4]);
        let ending = DieOutcome {
            hint: vec!["word"; words].join(" "),
            ..say::outcome(Position::Risky, Tier::Partial)
        };
        assert!(!offer(&commit(&mut stage, 1, &ending)).1);
    }
}

#[test]
fn d10_what_came_of_it_follows_from_the_die() {
    for (position, pool, tier, ..) in RANGES {
        let right = match tier {
            Tier::Critical | Tier::Success => Verdict::Clean,
            Tier::Partial => Verdict::Costly,
            Tier::Bad => Verdict::Setback,
            Tier::Disaster => Verdict::Disaster,
        };
        let stage = Stage::aftermath(1, position, pool);
        let Mood::Aftermath { landing, .. } = stage.mood() else { panic!("{:?}", stage.mood()) };
        assert_eq!((landing.verdict(), landing.what()), (right, format!("Ending 1 is {tier}.").as_str()));
    }
}

/// An action that may move clocks.
fn engage(position: Position, effect: Effect, clock: Option<&str>, against: Option<&str>) -> Command {
    let Command::Engage { domain, gain, danger, .. } = say::engage(position) else { unreachable!() };
    let (clock, against) = (clock.map(s), against.map(s));
    Command::Engage { position, effect, domain, edge: None, gain, danger, clock, against }
}

#[test]
fn d21_a_die_costs_one_call_and_a_message_two() {
    let mut stage = Stage::scene(1);
    stage.player(&say::act("I try the gate."));
    let gm = stage.state().gm;
    stage.engage(&say::engage(Position::Risky));
    stage.commit();
    assert_eq!(stage.asked(), (ASH, What::Die), "a message costs two calls");
    stage.player(&Command::ChooseDie { die: 1 });
    assert_eq!(stage.asked(), (gm, What::Turn));
    stage.gm(&say::land(|_| {}));
    assert!(matches!(stage.asked(), (ASH, What::Act { .. })), "a die costs one");
    stage.player(&say::act("I go in."));
    assert_eq!((stage.phase(), stage.asked()), (PhaseName::Scene, (gm, What::Turn)));
    assert!(stage.tools().contains(&"engage"), "and none goes by with leaving what has landed");
}

#[test]
fn d26_effect_sets_how_far_a_success_moves_its_clock_and_what_a_failure_costs() {
    let moved = |position, die, effect| {
        let mut stage = Stage::turn(1);
        stage.pool(&[die]);
        stage.engage(&engage(position, effect, Some(say::VAULT), Some(say::DEBT)));
        stage.commit();
        let events = stage.player(&Command::ChooseDie { die: 1 });
        let ticks = every!(events, Event::ClockTicked { clock, from, to, .. } => (clock.clone(), to - from));
        ticks.into_iter().map(|(clock, ticks)| (clock == say::VAULT, ticks)).collect::<Vec<_>>()
    };
    let effects = [Effect::Limited, Effect::Standard, Effect::Great];
    for (effect, full, less) in effects.into_iter().zip([1, 2, 3]).zip([1, 1, 2]).map(|((a, b), c)| (a, b, c))
    {
        for position in Position::ALL.iter().copied() {
            assert_eq!(moved(position, 6, effect), [(true, full)], "{position}, {effect}");
            assert_eq!(
                moved(position, 4, effect),
                [(true, less)],
                "a price is one less: {position}, {effect}"
            );
        }
        assert_eq!(moved(Position::Controlled, 1, effect), [], "under control nothing else happens (D9)");
        assert_eq!(moved(Position::Risky, 1, effect), [(false, less)], "{effect}");
        assert_eq!(moved(Position::Desperate, 1, effect), [(false, full)], "{effect}");
    }
}

#[test]
fn d11_dice_are_offered_by_one_command_alone() {
    let stage = Stage::turn(1);
    let gm = stage.state().gm;
    let tools = Dm::tools(&stage.view(engine::Viewer::Seat(gm)), gm);
    let offering = tools.iter().filter(|tool| tool.fields.iter().any(|field| field.name == "outcomes"));
    assert!(offering.map(|tool| tool.name.as_str()).eq(["spend_die"]));
    assert!(!tools.iter().any(|tool| tool.fields.iter().any(|field| field.name.starts_with("dice_action"))));
    let told = r#"{"type":"narrate","narration":"A.","continue_scene":true,"suggested":["B.","C."]"#;
    assert!(serde_json::from_str::<Command>(&format!("{told}}}")).is_ok());
    for field in ["dice_action", "diceAction"] {
        let text = format!(r#"{told},"{field}":{{}}}}"#);
        assert!(serde_json::from_str::<Command>(&text).is_err(), "{field} is no second way");
    }
}

#[test]
fn d12_dice_come_back_in_downtime_up_to_the_cap() {
    let mut stage = Stage::downtime(2);
    stage.pool(&[]);
    let events = stage.player(&Command::Recover);
    assert_eq!(one!(events, Event::DiceRecovered { player_id: ASH, dice, .. } => dice.len()), 2);
    stage.back_to_work();
    let events = stage.gm(&say::pass_time(3));
    let back = every!(events, Event::DiceRecovered { player_id, dice, .. } => (*player_id, dice.len()));
    assert_eq!(back, [(ASH, 3), (BLY, 1)], "everybody, and nobody beyond six");
    for dice in [0, 4, 6, 255] {
        let no = Stage::tide(1).gm_no(&say::pass_time(dice)).to_string();
        assert!(no.contains("1 to 3"), "{no}");
    }
}

#[test]
fn d12_no_die_comes_back_in_a_scene() {
    let mut stage = Stage::turn(1);
    stage.pool(&[4, 2]);
    let before = stage.game.told.len();
    stage.gm(&say::narrate(|told| told.stress = -9));
    stage.player(&say::act("I rest."));
    stage.engage(&say::engage(Position::Risky));
    stage.commit();
    stage.player(&Command::ChooseDie { die: 1 });
    stage.go_on();
    stage.gm(&say::narrate(|told| told.continue_scene = false));
    stage.compress();
    stage.player(&Command::NextScene);
    stage.gm(&say::open_scene());
    assert_eq!((stage.phase(), stage.sheet(ASH).dice.as_slice()), (PhaseName::Scene, &[2][..]));
    let events: Vec<Event> = stage.game.told[before..].iter().map(|told| told.event.clone()).collect();
    assert!(every!(events, Event::DiceRecovered { .. } | Event::PoolRolled { .. } => ()).is_empty());
}

/// The dice that a seed gives: at the start, from rest, from time, from a bargain, after a retreat and after a fall.
fn rolled(seed: u64) -> Vec<Vec<u8>> {
    let mut stage = Stage::of(1, &Setup::default(), seed);
    stage.make_everybody();
    let mut all = vec![stage.sheet(ASH).dice.clone()];
    stage.gm(&Command::OpenStory(Box::new(say::story())));
    stage.gm(&say::open_scene());
    stage.player(&say::act("I go in."));
    stage.pool(&[]);
    stage.engage(&say::engage(Position::Risky));
    stage.gm(&say::offer_bargain());
    for way in [Command::Strike { deal: 2 }, Command::Retreat, Command::PassOut] {
        let mut copy = stage.clone();
        copy.player(&way);
        all.push(copy.sheet(ASH).dice.clone());
        if way == Command::Retreat {
            copy.compress();
            copy.player(&Command::Rest);
            copy.player(&Command::Recover);
            copy.back_to_work();
            copy.gm(&say::pass_time(1));
            all.push(copy.sheet(ASH).dice.clone());
        }
    }
    all
}

#[test]
fn d12_all_dice_are_rolled_by_the_seed() {
    let all: Vec<Vec<Vec<u8>>> = (0..60).map(rolled).collect();
    assert_eq!(rolled(3), all[3], "the same seed rolls the same dice");
    for at in 0..all[0].len() {
        let pools: BTreeSet<&Vec<u8>> = all.iter().map(|pools| &pools[at]).collect();
        assert!(pools.len() > 15, "roll {at} differs from seed to seed: {pools:?}");
        let values: BTreeSet<u8> = pools.into_iter().flatten().copied().collect();
        assert_eq!(values.into_iter().collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6], "roll {at}");
    }
}

#[test]
fn d26_what_is_ones_own_helps_once_a_scene() {
    let with = |stage: &mut Stage, edge: &str| {
        let Command::Engage { domain, gain, danger, .. } = say::engage(Position::Risky) else {
            unreachable!()
        };
        let (position, effect, edge) = (Position::Risky, Effect::Standard, Some(s(edge)));
        let (clock, against) = (None, None);
        let command = Command::Engage { position, effect, domain, edge, gain, danger, clock, against };
        stage.by(stage.state().gm, &command)
    };
    let own = Stage::turn(1).view(engine::Viewer::Seat(ASH)).edges(ASH);
    let skill = &dm::setting::setting().archetypes[0].good_at[0];
    let item = &dm::setting::setting().archetypes[0].items[0];
    assert!(own.contains(skill) && own.contains(item), "{own:?}");
    for (edge, position, effect) in
        [(skill, Position::Risky, Effect::Great), (item, Position::Controlled, Effect::Standard)]
    {
        let mut stage = Stage::turn(1);
        stage.pool(&[6, 6, 6]);
        with(&mut stage, edge).expect("it is theirs");
        let engaged = stage.state().engaged().expect("an action");
        assert_eq!((engaged.stand.position(), engaged.effect), (position, effect), "{edge}");
        stage.player(&Command::TakeRisk);
        stage.commit();
        stage.player(&Command::ChooseDie { die: 1 });
        stage.go_on();
        assert!(with(&mut stage, edge).is_err(), "once a scene");
    }
    assert!(with(&mut Stage::turn(1), "a cannon").is_err(), "and nobody else's");
}
