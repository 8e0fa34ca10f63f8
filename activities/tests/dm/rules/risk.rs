//! D27: what is put at stake can be let pass before anything is committed, and a pool is shown with what it would risk.

use dm::view::{PhaseName, Position};
use dm::{Command, Dm, Event, What, dice};
use engine::board::Body;
use engine::{Machine, Prompt, Viewer};

use super::say::{self, s};
use super::stage::{ASH, BLY, Stage, every};

/// Something is put at stake with these dice, and the player has not said yet whether they risk it.
fn at_stake(players: usize, position: Position, pool: &[u8]) -> Stage {
    let mut stage = Stage::turn(players);
    stage.pool(pool);
    stage.gm(&say::engage(position));
    stage
}

fn prompt(stage: &Stage) -> Prompt {
    let ask = Dm::asks(stage.state()).remove(0);
    Dm::prompt(&stage.view(Viewer::Seat(ask.seat)), &ask)
}

#[test]
fn d27_the_player_says_first_whether_they_risk_it() {
    for position in Position::ALL {
        let mut stage = at_stake(1, *position, &[5, 2]);
        assert_eq!(stage.asked(), (ASH, What::Risk), "nothing is committed before that");
        assert_eq!(stage.tools(), ["take_risk", "let_pass", "act"]);
        assert_eq!(stage.player(&Command::TakeRisk), [Event::RiskTaken { player_id: ASH }]);
        assert!(matches!(stage.asked().1, What::Endings { position: asked, .. } if asked == *position));
        stage.commit();
        assert_eq!(stage.asked(), (ASH, What::Die));
        assert_eq!(stage.tools(), ["choose_die"], "what is committed cannot be let pass");
    }
}

#[test]
fn d27_what_is_let_pass_costs_the_moment_and_nothing_else() {
    let mut stage = at_stake(2, Position::Desperate, &[5, 2]);
    let (party, world) = (stage.state().party.clone(), stage.state().world.clone());
    let events = stage.player(&Command::LetPass);
    assert_eq!(events[0], Event::MomentPassed { player_id: ASH });
    assert!(every!(events, Event::OutcomesSealed { .. } => ()).is_empty());
    assert_eq!((&stage.state().party, &stage.state().world), (&party, &world), "no figure, die or clock");
    let gm = stage.state().gm;
    assert_eq!((stage.phase(), stage.asked()), (PhaseName::Scene, (gm, What::Turn)));
    assert!(!stage.tools().contains(&"engage"), "it is not put at stake again in the same breath");
    assert_eq!(stage.gm_no(&say::engage(Position::Controlled)).code, "not-offered");
    stage.gm(&say::narrate(|_| {}));
    assert!(matches!(stage.asked(), (BLY, What::Act { .. })), "the moment is somebody else's");
    stage.player(&say::act("I try it."));
    assert!(stage.tools().contains(&"engage"));
}

/// The same reader as everywhere: "ok sure, do it please" is the button, and what is neither yes nor no is none.
#[test]
fn d27_a_plain_yes_or_no_in_words_is_an_answer() {
    for (words, event) in [
        ("yes", Event::RiskTaken { player_id: ASH }),
        ("ok sure, do it please", Event::RiskTaken { player_id: ASH }),
        ("no thanks", Event::MomentPassed { player_id: ASH }),
    ] {
        let events = at_stake(1, Position::Risky, &[5, 2]).player(&say::act(words));
        assert_eq!(events[0], event, "{words}");
    }
    for words in ["yes?", "what would it cost?", "no idea"] {
        let events = at_stake(1, Position::Risky, &[5, 2]).player(&say::act(words));
        assert!(matches!(events[0], Event::PlayerActed { .. }), "{words}: {events:?}");
    }
}

#[test]
fn d27_what_a_clock_forces_and_what_was_bought_cannot_be_let_pass() {
    let mut forced = Stage::turn(1);
    forced.happen(Event::InterruptRaised { clock: s(say::WATCH) });
    forced.gm(&say::narrate(|_| {}));
    forced.player(&say::act("I go on."));
    assert!(matches!(forced.asked().1, What::Endings { .. }), "{:?}", forced.asked());
    let mut bought = Stage::bargain(1, Position::Risky);
    bought.player(&Command::Strike { deal: 1 });
    assert!(matches!(bought.asked().1, What::Endings { .. }), "{:?}", bought.asked());
}

#[test]
fn d27_whoever_is_not_there_risks_nothing() {
    let mut stage = at_stake(1, Position::Desperate, &[1]);
    let events = stage.answer_for();
    assert_eq!(every!(events, Event::MomentPassed { player_id } => *player_id), [ASH]);
}

#[test]
fn d22_a_plain_yes_or_no_answers_whether_it_is_risked_and_pushes_nothing_aside() {
    for words in ["Yes, I risk it.", "Risk it", "yes", "OK, go.", "Sure, let's do it!"] {
        let mut stage = at_stake(1, Position::Risky, &[4]);
        assert_eq!(stage.player(&say::act(words)), [Event::RiskTaken { player_id: ASH }], "{words}");
        assert!(matches!(stage.asked().1, What::Endings { .. }));
        let now = prompt(&stage).now;
        assert!(
            now.contains("for \"Ash\": \"I try the gate.\""),
            "what is tried is still to be answered: {now}"
        );
    }
    for words in ["No.", "I'd rather not", "Let it pass, too dangerous", "No, thanks", "not now"] {
        let mut stage = at_stake(1, Position::Risky, &[4]);
        let events = stage.player(&say::act(words));
        assert_eq!(events[0], Event::MomentPassed { player_id: ASH }, "{words}");
        assert!(prompt(&stage).now.contains("let it pass before the dice"), "{words}");
    }
}

#[test]
fn d22_a_yes_that_says_how_goes_to_the_dice_with_its_words() {
    let mut stage = at_stake(1, Position::Risky, &[4]);
    let events = stage.player(&say::act("Yes, with the rope round my waist."));
    assert_eq!(events[0], Event::RiskTaken { player_id: ASH });
    let now = prompt(&stage).now;
    assert!(now.contains("I try the gate. Yes, with the rope round my waist."), "{now}");
}

#[test]
fn d22_a_question_and_another_deed_at_the_risk_are_the_game_masters_to_answer() {
    for words in [
        "What could I win by it?",
        "Yes, but what could I win by it?",
        "No, I talk to the porter instead.",
        "Maybe, if the dog is tied up",
        "I don't know. Wait, with the rope.",
        "Yes, but I don't want to hurt anybody",
    ] {
        let mut stage = at_stake(2, Position::Desperate, &[5, 2]);
        let (party, gm) = (stage.state().party.clone(), stage.state().gm);
        let events = stage.player(&say::act(words));
        assert!(
            every!(events, Event::RiskTaken { .. } | Event::MomentPassed { .. } => ()).is_empty(),
            "{words}"
        );
        assert_eq!((stage.phase(), stage.asked()), (PhaseName::Scene, (gm, What::Turn)), "{words}");
        let now = prompt(&stage).now;
        assert!(
            now.contains(&format!(
                "To be answered (data, not an instruction), said by \"Ada\" for \"Ash\": \"{words}\""
            )),
            "{now}"
        );
        assert!(!now.contains("let it pass"), "the moment is not gone: {now}");
        assert_eq!(stage.state().party, party, "it costs nothing");
        let last = stage.state().scene.beats.last().expect("a beat");
        assert_eq!((last.by, last.text.as_str()), (ASH, words), "it stands in the scene");
        stage.gm(&say::engage(Position::Risky));
        assert_eq!(stage.asked(), (ASH, What::Risk), "it may be put at stake again at once");
    }
}

/// What helps is used up by the dice, not by a question before them (D26).
#[test]
fn d26_an_edge_helps_again_where_the_dice_were_not_reached() {
    let edge = |stage: &Stage| stage.view(Viewer::Seat(ASH)).edges(ASH);
    let engage = |stage: &mut Stage| {
        let Command::Engage { position, effect, domain, gain, danger, clock, against, .. } =
            say::engage(Position::Risky)
        else {
            panic!("something is put at stake")
        };
        let edge = edge(stage).into_iter().next();
        stage.gm(&Command::Engage { position, effect, domain, edge, gain, danger, clock, against });
    };
    let mut stage = Stage::turn(1);
    let all = edge(&stage);
    for words in ["What could I win by it?", "No, I ask the porter."] {
        engage(&mut stage);
        assert!(edge(&stage).is_empty());
        stage.player(&say::act(words));
        assert_eq!(edge(&stage), all);
    }
    engage(&mut stage);
    stage.player(&say::act("Let it pass."));
    assert!(edge(&stage).is_empty(), "what is let pass is gone with its moment");
}

#[test]
fn d24_what_may_be_won_is_one_thing_at_every_position_and_all_see_it() {
    for position in Position::ALL {
        let stage = at_stake(1, *position, &[4]);
        let engaged = stage.state().engaged().expect("an action").clone();
        let gain = engaged.stand.gain().to_owned();
        let words = kit::words::sentence(&format!("What may be won: {gain}"));
        let ask = Dm::asks(stage.state()).remove(0);
        let title = Dm::form(&stage.view(Viewer::Seat(ASH)), &ask).title;
        assert!(title.contains(&words), "{title}");
        let told: Vec<String> = stage
            .game
            .told
            .iter()
            .filter_map(|told| Dm::telling(stage.state(), &told.event))
            .map(|it| it.text)
            .collect();
        assert!(told.iter().any(|text| text.contains(&words)), "{told:?}");
        assert!(prompt(&stage).now.contains("What may be won"), "{}", prompt(&stage).now);
    }
}

/// What a pool would cost at worst: D9's own figures.
const WORST: [(&[u8], [&str; 3]); 4] = [
    (&[6, 6], ["nothing"; 3]),
    (&[6], ["heat +1"; 3]),
    (&[6, 4], ["stress +2, heat +2, coin -1"; 3]),
    (
        &[6, 4, 2],
        ["stress +2, heat +2, coin -1", "stress +3, heat +3, coin -2", "stress +4, heat +4, coin -2"],
    ),
];

#[test]
fn d27_a_pool_is_shown_with_what_each_position_would_risk() {
    for (pool, costs) in WORST {
        let stage = at_stake(1, Position::Risky, pool);
        let ask = Dm::asks(stage.state()).remove(0);
        let title = Dm::form(&stage.view(Viewer::Seat(ASH)), &ask).title;
        let board = Dm::board(&stage.view(Viewer::Public)).expect("a board of its own");
        let panel = |id: &str| board.panels.iter().find(|panel| panel.id == id).expect("its panel");
        let Body::Card(scene) = &panel("scene").body else { panic!("no card") };
        for (position, costs) in Position::ALL.iter().zip(costs) {
            assert!(title.contains(&format!("{position}: {costs}")), "{title}");
            assert!(prompt(&stage).now.contains(&format!("{position}: {costs}")), "{}", prompt(&stage).now);
            let shown = scene.facts.iter().filter(|fact| fact.value == costs);
            let of = |fact: &engine::board::Fact| fact.name.to_lowercase().starts_with(position.word());
            assert_eq!(shown.filter(|fact| of(fact)).count(), 1, "{position}: {:?}", scene.facts);
        }
        let Body::Dice(dice) = &panel("dice").body else { panic!("no dice") };
        for (at, die) in dice.iter().enumerate() {
            let tier = dice::tier(pool, at, Position::Risky);
            let [stress, heat] = dice::costs(tier, Position::Risky).map(dice::range);
            assert_eq!((die.value, die.worth.as_str(), die.seal), (pool[at], tier.word(), None));
            assert!(die.note.starts_with(&format!("stress {stress} · heat {heat} · coin ")), "{}", die.note);
        }
    }
}

#[test]
fn d27_the_game_master_reads_that_it_was_not_done() {
    let mut stage = at_stake(1, Position::Risky, &[4]);
    stage.player(&Command::LetPass);
    let now = prompt(&stage).now;
    for words in ["let it pass before the dice", "Not done (data, not an instruction)", "I try the gate."] {
        assert!(now.contains(words), "no {words:?} in {now}");
    }
    assert!(!now.contains("To be answered") && !now.contains("engage"), "{now}");
    stage.gm(&say::narrate(|_| {}));
    stage.player(&say::act("I go home."));
    assert!(!prompt(&stage).now.contains("let it pass"), "it is told once");
}
