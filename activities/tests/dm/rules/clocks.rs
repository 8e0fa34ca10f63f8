//! D15 to D17: what moves a clock, what it does when it is full, and what breaks in.

use dm::view::{
    Attitude, ClockKind, Consequence, Mood, PhaseName, Position, Pressure, Stand, Tension, Urgency,
};
use dm::{Command, ConsequenceKind, Event, NewClock, NewStory};
use engine::{Audience, Viewer};

use super::say::{self, s};
use super::stage::{ASH, Stage, at, every, one};

const SMOKE: &str = "Smoke";

fn clock(kind: ClockKind, segments: u8, visible: bool) -> NewClock {
    say::clock(SMOKE, kind, segments, visible)
}

/// In an aftermath, where clocks may be moved.
fn echo() -> Stage {
    Stage::aftermath(2, Position::Risky, &[6, 6, 6])
}

fn entered(events: &[Event]) -> Vec<PhaseName> {
    every!(events, Event::MoodChanged { to, .. } => *to)
}

#[test]
fn d15_a_clock_has_4_6_or_8_segments() {
    for segments in 0..=12 {
        let mut stage = Stage::turn(1);
        let command = say::new_clock(clock(ClockKind::Threat, segments, true));
        if [4, 6, 8].contains(&segments) {
            stage.gm(&command);
            let clock = &stage.state().clock("smoke").unwrap().clock;
            assert_eq!((clock.segments, clock.filled), (segments, 0));
        } else {
            assert!(stage.gm_no(&command).to_string().contains("4 (4), 6 (6), 8 (8)"));
        }
    }
}

#[test]
fn d15_a_clock_is_a_threat_a_goal_or_a_faction_and_seen_or_not() {
    for kind in ClockKind::ALL {
        for visible in [true, false] {
            let mut stage = Stage::turn(1);
            let events = stage.gm(&say::new_clock(clock(*kind, 4, visible)));
            let started = every!(events, Event::ClockStarted { clock, .. } => clock.kind);
            assert_eq!(started, if visible { vec![*kind] } else { Vec::new() });
            let wound = stage.game.told.last().unwrap();
            assert!(matches!(&wound.event, Event::ClockWound { clock, .. } if clock.kind == *kind));
            assert_eq!(wound.audience, Audience::seat(stage.state().gm));
            let seen = |viewer| stage.view(viewer).clocks.iter().any(|clock| clock.name == SMOKE);
            assert_eq!((seen(Viewer::Seat(ASH)), seen(Viewer::Public)), (visible, visible));
            assert_eq!(stage.notes().hidden.iter().any(|clock| clock.name == SMOKE), !visible);
        }
    }
}

#[test]
fn d15_the_game_master_moves_clocks_in_aftermath_and_downtime_alone() {
    for (mut stage, legal) in [
        (echo(), true),
        (Stage::tide(1), true),
        (Stage::turn(1), false),
        (Stage::told(1, say::story()), false),
    ] {
        let command = say::tick(say::VAULT, 2);
        if legal {
            let events = stage.gm(&command);
            let told = Event::ClockTicked { clock: s(say::VAULT), from: 0, to: 2, why: s("what happened") };
            assert_eq!(events, [told]);
        } else {
            assert_eq!(stage.gm_no(&command).code, "not-offered");
        }
    }
}

#[test]
fn d15_a_clock_is_moved_by_one_to_three_and_never_beyond_its_end() {
    for ticks in [0, 4, 255] {
        let no = echo().gm_no(&say::tick(say::VAULT, ticks));
        assert!(no.code == "not-offered" && no.message.contains("choose one of 1 (1), 2 (2), 3 (3)"), "{no}");
    }
    assert_eq!(echo().gm_no(&say::tick("No such clock", 1)).code, "not-offered");
    for from in 0..=3 {
        for ticks in 1..=3 {
            let mut stage = echo();
            stage.set_clock(say::VAULT, from);
            let events = stage.gm(&say::tick(say::VAULT, ticks));
            let moved = one!(events, Event::ClockTicked { from, to, .. } => (*from, *to));
            assert_eq!(moved, (from, (from + ticks).min(4)), "what was applied is told");
            let full = from + ticks >= 4;
            assert_eq!(every!(events, Event::ClockCompleted { .. } => ()).len(), usize::from(full));
            assert_eq!(stage.filled(say::VAULT).is_none(), full, "a full clock leaves");
        }
    }
}

#[test]
fn d15_a_hidden_clock_moves_unseen() {
    let mut stage = echo();
    stage.gm(&say::new_clock(clock(ClockKind::Faction, 4, false)));
    let events = stage.gm(&say::tick(SMOKE, 1));
    one!(events, Event::HiddenClockTicked { from: 0, to: 1, .. } => ());
    assert_eq!(stage.game.told.last().unwrap().audience, Audience::seat(stage.state().gm));
    let events = stage.gm(&Command::RevealClock { clock: s(SMOKE) });
    let shown = one!(events, Event::ClockRevealed { clock } => clock.clone());
    assert_eq!((shown.filled, shown.visible), (1, true), "with its history");
    let events = stage.gm(&say::tick(SMOKE, 1));
    one!(events, Event::ClockTicked { from: 1, to: 2, .. } => ());
}

#[test]
fn d15_between_scenes_each_threat_goes_on_by_one_and_nothing_else_does() {
    let mut stage = Stage::turn(1);
    for (name, kind, visible) in [
        ("Seen", ClockKind::Threat, true),
        ("Unseen", ClockKind::Threat, false),
        ("Plan", ClockKind::Faction, true),
        ("Work", ClockKind::Goal, true),
    ] {
        stage.gm(&say::new_clock(say::clock(name, kind, 4, visible)));
    }
    stage.gm(&say::narrate(|told| told.continue_scene = false));
    stage.compress();
    let filled = ["Seen", "Unseen", say::WATCH, say::DEBT, "Plan", "Work", say::VAULT]
        .map(|name| stage.filled(name).unwrap());
    assert_eq!(filled, [1, 1, 1, 1, 0, 0, 0]);
}

#[test]
fn d15_in_downtime_each_faction_clock_goes_on_by_one_and_a_worked_goal() {
    let mut stage = Stage::turn(1);
    for (name, visible) in [("Plan", true), ("Oath", false)] {
        stage.gm(&say::new_clock(say::clock(name, ClockKind::Faction, 4, visible)));
    }
    stage.gm(&say::new_clock(say::clock("Dream", ClockKind::Goal, 4, false)));
    stage.gm(&say::narrate(|told| told.continue_scene = false));
    stage.compress();
    let threats = stage.filled(say::WATCH);
    stage.player(&Command::Rest);
    assert_eq!([stage.filled("Plan"), stage.filled("Oath")], [Some(1), Some(1)]);
    assert_eq!(stage.filled(say::WATCH), threats, "threats wait for the next scene to end");
    for other in [say::WATCH, "Plan", "Dream", "Nothing"] {
        let no = stage.player_no(&Command::WorkOn { clock: s(other) });
        assert_eq!(no.code, "not-offered", "{other}");
        let (_, legal) = no.message.split_once("choose one of ").expect("what would be right");
        assert!(legal.contains(say::VAULT) && !legal.contains("Dream"), "{no}");
    }
    let events = stage.player(&Command::WorkOn { clock: s(say::VAULT) });
    one!(events, Event::ClockTicked { from: 0, to: 1, .. } => ());
    assert_eq!(stage.filled(say::VAULT), Some(1));
}

/// A story whose goal leads to this, three quarters full.
fn leading_to(change: impl FnOnce(&mut NewStory)) -> Stage {
    let mut story = say::story();
    change(&mut story);
    let mut stage = Stage::scene_of(2, story);
    stage.player(&say::act("I try."));
    stage.pool(&[6, 6, 6]);
    stage.engage(&say::engage(Position::Risky));
    stage.commit();
    stage.player(&Command::ChooseDie { die: 1 });
    stage.set_clock(say::VAULT, 3);
    stage
}

fn goal(kind: ConsequenceKind, target: Option<&str>, what: Option<&str>, amount: Option<i8>) -> Stage {
    leading_to(|story| {
        let goal = &mut story.goal[0];
        goal.consequence = kind;
        (goal.target, goal.what, goal.amount) = (target.map(s), what.map(s), amount);
    })
}

/// Fills the goal: it completes once, and leaves.
fn fill(stage: &mut Stage) -> Vec<Event> {
    let events = stage.gm(&say::tick(say::VAULT, 1));
    let completed = one!(events, Event::ClockCompleted { clock, .. } => clock.clone());
    assert_eq!((completed.name.as_str(), completed.filled), (say::VAULT, 4));
    assert_eq!(stage.filled(say::VAULT), None);
    assert_eq!(stage.gm_no(&say::tick(say::VAULT, 1)).code, "not-offered", "it fires once");
    events
}

#[test]
fn d16_a_faction_moves_and_thinks_worse_of_the_party() {
    let mut stage =
        goal(ConsequenceKind::FactionMoves, Some("toll office"), Some("They bar the bridge."), None);
    let events = fill(&mut stage);
    let moved = one!(events, Event::FactionMoved { faction, what } => (faction.clone(), what.clone()));
    assert_eq!(moved, (s("Toll Office"), s("They bar the bridge.")));
    one!(events, Event::FactionAttitudeChanged { from: Attitude::Friendly, to: Attitude::Neutral, .. } => ());
    assert_eq!(stage.state().world.factions[1].attitude, Attitude::Neutral);
}

#[test]
fn d16_a_secret_comes_out() {
    let mut stage = goal(ConsequenceKind::RevealSecret, Some("Mira"), None, None);
    let events = fill(&mut stage);
    let out = one!(events, Event::SecretRevealed { person, what } => (person.clone(), what.clone()));
    assert_eq!(out, (s("Mira"), s("Mira sold the keys.")));
    assert!(stage.view(Viewer::Seat(ASH)).known.iter().any(|known| known.contains("sold the keys")));
    let portrait = stage.notes().people.into_iter().find(|portrait| portrait.name == "Mira").unwrap();
    assert!(portrait.secrets.is_empty(), "it is no secret any more");
}

#[test]
fn d16_an_escalation_raises_the_pressure_and_the_nearest_threat() {
    let mut stage = goal(ConsequenceKind::Escalate, None, Some("Bells."), None);
    stage.set_clock(say::DEBT, 4);
    let before = stage.state().style.pressure;
    let events = fill(&mut stage);
    one!(events, Event::Escalated { what } if what == "Bells." => ());
    assert_eq!(stage.state().style.pressure, before.moved(1));
    let ticked = every!(events, Event::ClockTicked { clock, to, .. } => (clock.as_str(), *to));
    assert_eq!(ticked, [(say::VAULT, 4), (say::DEBT, 5)], "by one");
    assert_eq!(stage.state().style.pressure, Pressure::Rising);
}

#[test]
fn d16_a_thread_is_spawned() {
    let mut stage = goal(ConsequenceKind::SpawnThread, None, Some("Who sent the boat?"), None);
    let events = fill(&mut stage);
    let thread = one!(events, Event::ThreadSpawned { thread } => thread.clone());
    assert_eq!((thread.hook.as_str(), thread.tension), ("Who sent the boat?", Tension::Active));
    assert_eq!(stage.state().world.threads, [thread]);
}

#[test]
fn d16_coin_is_gained() {
    let mut stage = goal(ConsequenceKind::GainCoin, None, None, Some(4));
    let events = fill(&mut stage);
    assert_eq!(one!(events, Event::CoinChanged { player_id: ASH, from, to, .. } => (*from, *to)), (2, 6));
}

#[test]
fn d16_a_reputation_changes() {
    for (steps, from, to) in
        [(1, Attitude::Neutral, Attitude::Friendly), (-2, Attitude::Neutral, Attitude::Hostile)]
    {
        let mut stage = goal(ConsequenceKind::Reputation, Some("Lampers"), None, Some(steps));
        let events = fill(&mut stage);
        let moved = one!(events, Event::FactionAttitudeChanged { from, to, .. } => (*from, *to));
        assert_eq!(moved, (from, to));
    }
}

#[test]
fn d16_a_threat_is_removed_and_never_fires() {
    let mut stage = goal(ConsequenceKind::RemoveThreat, Some(say::DEBT), None, None);
    let events = fill(&mut stage);
    assert_eq!(one!(events, Event::ClockRemoved { clock } => clock.clone()), say::DEBT);
    assert_eq!((stage.filled(say::DEBT), stage.filled(say::WATCH)), (None, Some(0)));
    assert_eq!(every!(events, Event::ClockCompleted { .. } => ()).len(), 1);
}

#[test]
fn d16_an_opportunity_opens_and_an_asset_is_gained() {
    let mut stage = goal(ConsequenceKind::OpenOpportunity, None, Some("The roof door."), None);
    let events = fill(&mut stage);
    one!(events, Event::OpportunityOpened { what } if what == "The roof door." => ());
    assert!(stage.view(Viewer::Public).known.contains(&s("The roof door.")));
    let mut stage = goal(ConsequenceKind::GainAsset, None, Some("A brass key."), None);
    let events = fill(&mut stage);
    one!(events, Event::AssetGained { player_id: ASH, what } if what == "A brass key." => ());
    assert!(stage.sheet(ASH).assets.contains(&s("A brass key.")));
}

#[test]
fn d16_a_mark_is_only_a_mark() {
    let mut stage = goal(ConsequenceKind::None, None, None, None);
    let events = fill(&mut stage);
    assert_eq!(events.len(), 2, "it goes on, and is full: {events:#?}");
}

#[test]
fn d16_what_a_clock_leads_to_is_told_to_all_when_it_happens_and_not_before() {
    let mut stage = goal(ConsequenceKind::GainAsset, None, Some("CANARY"), None);
    let players = |stage: &Stage| {
        let told = stage.game.told.iter().filter(|told| Viewer::Seat(ASH).sees(told.audience));
        told.map(|told| serde_json::to_string(&told.event).unwrap()).collect::<String>()
            + &serde_json::to_string(&stage.view(Viewer::Seat(ASH))).unwrap()
    };
    assert!(!players(&stage).contains("CANARY"));
    let events = fill(&mut stage);
    let what = one!(events, Event::ClockCompleted { consequence, .. } => consequence.clone());
    assert_eq!(what, Consequence::GainAsset { what: s("CANARY") });
    assert!(players(&stage).contains("CANARY"));
}

#[test]
fn d16_clocks_that_fill_together_fire_in_the_order_of_filling() {
    let mut stage = Stage::turn(1);
    for name in ["First", "Second", "Third"] {
        let mut clock = say::clock(name, ClockKind::Threat, 4, true);
        (clock.consequence, clock.what) = (ConsequenceKind::GainAsset, Some(s(name)));
        stage.gm(&say::new_clock(clock));
    }
    for name in ["Third", "First", "Second"] {
        stage.set_clock(name, 3);
    }
    let events = stage.gm(&say::narrate(|told| told.continue_scene = false));
    let order = every!(events, Event::ClockTicked { clock, to: 4, .. } => clock.clone());
    let fired = every!(events, Event::ClockCompleted { clock, .. } => clock.name.clone());
    assert_eq!(fired, order);
    let gained = every!(events, Event::AssetGained { what, .. } => what.clone());
    assert_eq!(gained, order, "each does what it does when it fires");
    assert_eq!(gained.len(), 3);
}

#[test]
fn d16_a_chain_of_firings_ends_with_the_last_clock() {
    let mut stage = Stage::told(1, say::story());
    for clock in [say::WATCH, say::DEBT, say::VAULT] {
        stage.happen(Event::ClockRemoved { clock: s(clock) });
    }
    stage.gm(&say::open_scene());
    stage.player(&say::act("I wait."));
    for number in 0..12 {
        let mut clock = say::clock(&format!("Chain {number}"), ClockKind::Threat, 4, number % 2 == 0);
        clock.consequence = ConsequenceKind::Escalate;
        stage.gm(&say::new_clock(clock));
    }
    for number in 0..12 {
        stage.set_clock(&format!("Chain {number}"), if number == 0 { 3 } else { 2 });
    }
    let events = stage.gm(&say::narrate(|told| told.continue_scene = false));
    let fired = every!(events, Event::ClockCompleted { clock, .. } => clock.name.clone());
    assert_eq!(fired.len(), 12, "each one fires the next: {fired:?}");
    assert!(stage.state().world.clocks.is_empty());
}

/// A threat is full, in the aftermath of an action.
fn breaking_in() -> Stage {
    let mut story = say::story();
    story.threats[0].consequence = ConsequenceKind::GainAsset;
    story.threats[0].what = Some(s("A cracked bell."));
    let mut stage = leading_to(|it| *it = story);
    stage.set_clock(say::WATCH, 3);
    let events = stage.gm(&say::tick(say::WATCH, 1));
    assert_eq!(one!(events, Event::InterruptRaised { clock } => clock.clone()), say::WATCH);
    stage
}

#[test]
fn d17_a_threat_that_fills_in_a_scene_forces_the_next_turn_into_action() {
    let mut stage = breaking_in();
    let events = stage.go_on();
    assert_eq!(entered(&events), [PhaseName::Scene, PhaseName::Action]);
    assert_eq!(one!(events, Event::InterruptMet { clock } => clock.clone()), say::WATCH);
    let Mood::Action { forced, engaged, .. } = stage.mood() else { panic!() };
    assert!(*forced);
    assert!(matches!(&engaged.stand, Stand::Risky { threat, .. } if threat == say::WATCH));
    assert_eq!(stage.state().interrupt, None, "once");
}

#[test]
fn d17_the_player_may_speak_first_and_the_turn_is_forced_all_the_same() {
    let mut stage = breaking_in();
    stage.gm(&say::land(|_| {}));
    let events = stage.player(&say::act("I listen."));
    assert_eq!(entered(&events), [PhaseName::Scene, PhaseName::Action], "no aftermath puts it off");
    assert_eq!(stage.state().said.as_ref().unwrap().text, "I listen.");
}

#[test]
fn d17_where_there_is_no_way_out_the_forced_action_is_desperate() {
    let mut stage = breaking_in();
    let (source, urgency) = (s("Dogs"), Urgency::High);
    let kind = dm::view::SceneKind::Encounter { source, urgency, escapable: true };
    stage.happen(Event::SceneTurned { kind });
    stage.go_on();
    assert_eq!(stage.state().engaged().unwrap().stand.position(), Position::Desperate);
}

#[test]
fn d17_a_threat_bought_full_by_a_bargain_breaks_in_after_the_action() {
    let mut stage = Stage::drained(1, Position::Risky);
    stage.set_clock(say::WATCH, 3);
    let clock = say::deal(dm::PriceName::Clock, 1, 1);
    stage.gm(&say::offer(vec![clock.clone(), clock]));
    let events = stage.player(&Command::Strike { deal: 1 });
    one!(events, Event::InterruptRaised { .. } => ());
    assert_eq!(entered(&events), [PhaseName::Action], "the action that was paid for");
    stage.commit();
    stage.player(&Command::ChooseDie { die: 1 });
    let events = stage.go_on();
    assert_eq!(entered(&events)[..2], [PhaseName::Scene, PhaseName::Action]);
}

#[test]
fn d17_the_consequence_is_told_to_the_next_prompt_until_it_was_narrated() {
    let mut stage = breaking_in();
    let notes = stage.notes();
    assert_eq!(notes.interrupt, Some(s(say::WATCH)));
    assert!(notes.fired.iter().any(|fired| fired.contains(say::WATCH)), "{:?}", notes.fired);
    stage.gm(&say::speak("Mira", "Run."));
    assert!(!stage.notes().fired.is_empty(), "words of somebody do not tell it");
    stage.gm(&say::land(|_| {}));
    assert!(stage.notes().fired.is_empty(), "it has been told");
}

#[test]
fn d17_only_threats_break_in_and_only_into_scenes() {
    let mut stage = echo();
    stage.gm(&say::new_clock(clock(ClockKind::Faction, 4, true)));
    for name in [say::VAULT, SMOKE] {
        stage.set_clock(name, 3);
        let events = stage.gm(&say::tick(name, 1));
        one!(events, Event::ClockCompleted { .. } => ());
        assert!(every!(events, Event::InterruptRaised { .. } => ()).is_empty(), "{name}");
    }
    let mut stage = Stage::turn(1);
    stage.set_clock(say::WATCH, 3);
    let events = stage.gm(&say::narrate(|told| told.continue_scene = false));
    assert!(at!(events, Event::ClockCompleted { .. }) > 0);
    assert!(every!(events, Event::InterruptRaised { .. } => ()).is_empty(), "between scenes");
    let mut stage = Stage::tide(1);
    stage.set_clock(say::DEBT, 5);
    let events = stage.gm(&say::tick(say::DEBT, 1));
    one!(events, Event::ClockCompleted { .. } => ());
    assert!(every!(events, Event::InterruptRaised { .. } => ()).is_empty(), "in downtime");
    assert!(stage.notes().fired.iter().any(|fired| fired.contains(say::DEBT)), "but it is told all the same");
}

#[test]
fn d25_a_scene_is_not_ended_away_from_under_what_breaks_in() {
    let mut stage = breaking_in();
    let events = stage.gm(&say::land(|told| told.continue_scene = false));
    assert!(entered(&events).is_empty(), "the scene is not over: {events:#?}");
    let events = stage.player(&say::act("I run."));
    assert_eq!(entered(&events), [PhaseName::Scene, PhaseName::Action]);
    assert!(matches!(stage.mood(), Mood::Action { forced: true, .. }));
}

#[test]
fn d25_no_order_of_tools_and_no_word_that_fails_to_come_skips_what_breaks_in() {
    let endings: [fn(&mut Stage); 4] = [
        |stage| drop(stage.gm(&say::choose())),
        |stage| drop(stage.gm(&say::land(|told| told.coin = 1))),
        |stage| drop(stage.answer_for()),
        |stage| {
            stage.set_stress(super::stage::ASH, 9);
            stage.gm(&say::land(|told| told.continue_scene = false));
            stage.gm(&say::scar("cold"));
        },
    ];
    for ending in endings {
        let mut stage = breaking_in();
        ending(&mut stage);
        if stage.phase() != PhaseName::Action {
            stage.player(&say::act("I run."));
        }
        assert!(matches!(stage.mood(), Mood::Action { forced: true, .. }), "{:?}", stage.mood());
    }
}
