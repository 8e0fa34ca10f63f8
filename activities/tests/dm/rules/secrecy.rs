//! What only the game master knows stays with it until the rules let it out.

use dm::view::{ClockKind, Position, Spread, Tier, Truth};
use dm::{Command, ConsequenceKind, DieOutcome, Dm, NewDeal, PriceName};
use engine::{Machine, Viewer};

use super::say::{self, s};
use super::stage::{ASH, BLY, Stage};

/// Everything that a viewer was told, reads, is shown and is asked, in one text.
fn shown(stage: &Stage, viewer: Viewer) -> String {
    let mut all = Vec::new();
    for told in stage.game.told.iter().filter(|told| viewer.sees(told.audience)) {
        all.push(serde_json::to_string(&told.event).unwrap());
        all.extend(Dm::telling(stage.state(), &told.event).map(|telling| telling.text));
    }
    let view = stage.view(viewer);
    all.push(serde_json::to_string(&view).unwrap());
    all.extend(Dm::REPORTS.iter().filter_map(|report| Dm::report(&view, report.name)));
    if let Viewer::Seat(seat) = viewer {
        for ask in Dm::asks(stage.state()).iter().filter(|ask| ask.seat == seat) {
            all.push(format!("{:?}", Dm::form(&view, ask)));
        }
    }
    all.join("\n")
}

/// The canaries that a viewer has come to see.
fn canaries(stage: &Stage, viewer: Viewer) -> Vec<String> {
    let shown = shown(stage, viewer);
    let mut found: Vec<String> = shown
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
        .filter(|word| word.starts_with("CANARY-"))
        .map(str::to_owned)
        .collect();
    found.sort();
    found.dedup();
    found
}

fn is_silent(stage: &Stage) {
    for viewer in [Viewer::Seat(ASH), Viewer::Seat(BLY), Viewer::Public] {
        assert_eq!(canaries(stage, viewer), [""; 0], "{viewer:?} in {}", stage.phase());
    }
    let thoughts: Vec<String> = canaries(stage, Viewer::Observer);
    assert!(thoughts.iter().all(|word| word == "CANARY-THOUGHT"), "{thoughts:?}");
}

/// A story with a canary in everything that is hidden.
fn story() -> dm::NewStory {
    let mut story = say::story();
    let mut hidden = say::story_clock("CANARY-HIDDEN", 4, ConsequenceKind::GainAsset);
    hidden.what = Some(s("CANARY-HIDDEN-WHAT"));
    story.hidden.push(hidden);
    (story.threats[0].consequence, story.threats[0].what) =
        (ConsequenceKind::Escalate, Some(s("CANARY-THREAT-WHAT")));
    (story.goal[0].consequence, story.goal[0].what) =
        (ConsequenceKind::OpenOpportunity, Some(s("CANARY-GOAL-WHAT")));
    (story.threats[1].consequence, story.threats[1].target) =
        (ConsequenceKind::RevealSecret, Some(s("Mira")));
    for person in &mut story.people {
        person.voice = s("CANARY-VOICE");
        person.want = s("CANARY-WANT");
    }
    story.people[0].secret = s("CANARY-SECRET");
    story.people[1].secret = s("CANARY-OTHER-SECRET");
    story.factions[0].goal = s("CANARY-GOAL");
    story
}

/// The game master has thought, noted and hidden whatever it can.
fn laden() -> Stage {
    let mut stage = Stage::scene_of(2, story());
    stage.player(&say::act("I look."));
    stage.gm(&say::think("CANARY-THOUGHT"));
    let mut clock = say::clock("CANARY-CLOCK", ClockKind::Faction, 4, false);
    (clock.consequence, clock.what) = (ConsequenceKind::SpawnThread, Some(s("CANARY-CLOCK-WHAT")));
    stage.gm(&say::new_clock(clock));
    let mut person = say::new_person("Sal");
    person.secret = s("CANARY-NEW-SECRET");
    stage.gm(&Command::Introduce(Box::new(person)));
    stage.gm(&Command::SpreadRumor {
        text: s("The key is gone."),
        source: None,
        truth: Truth::False,
        spread: Spread::Tavern,
    });
    stage.gm(&say::narrate(|told| {
        (told.cost, told.threat) = (Some(s("CANARY-COST")), Some(s("CANARY-THREAT")));
    }));
    stage
}

#[test]
fn secrecy_holds_for_hidden_clocks_secrets_goals_thoughts_and_notes() {
    let mut stage = laden();
    is_silent(&stage);
    let gm = canaries(&stage, Viewer::Seat(stage.state().gm));
    for word in [
        "CANARY-HIDDEN",
        "CANARY-HIDDEN-WHAT",
        "CANARY-THREAT-WHAT",
        "CANARY-GOAL-WHAT",
        "CANARY-VOICE",
        "CANARY-WANT",
        "CANARY-SECRET",
        "CANARY-OTHER-SECRET",
        "CANARY-GOAL",
        "CANARY-THOUGHT",
        "CANARY-CLOCK",
        "CANARY-CLOCK-WHAT",
        "CANARY-NEW-SECRET",
        "CANARY-COST",
        "CANARY-THREAT",
    ] {
        assert!(gm.contains(&s(word)), "the game master knows {word}: {gm:?}");
    }
    stage.player(&say::act("I go home."));
    stage.gm(&say::narrate(|told| told.continue_scene = false));
    let mut scene = say::compression();
    scene.seeds = vec![s("CANARY-SEED")];
    stage.gm(&Command::Compress(Box::new(scene)));
    is_silent(&stage);
    assert!(canaries(&stage, Viewer::Seat(stage.state().gm)).contains(&s("CANARY-SEED")));
    stage.player(&Command::Rest);
    is_silent(&stage);
    stage.back_to_work();
    stage.gm(&say::tick("CANARY-CLOCK", 2));
    stage.gm(&say::pass_time(1));
    is_silent(&stage);
}

#[test]
fn secrecy_holds_for_whether_a_rumour_is_so() {
    let stage = laden();
    for viewer in [Viewer::Seat(ASH), Viewer::Public, Viewer::Observer] {
        let shown = shown(&stage, viewer);
        assert!(shown.contains("The key is gone."), "{viewer:?} has heard it");
        assert!(!shown.contains("truth") && !shown.contains("RUMOR_WEIGHED"), "{viewer:?}");
    }
}

#[test]
fn secrecy_of_a_hidden_clock_ends_when_it_is_revealed_or_full_and_no_sooner() {
    let mut stage = laden();
    stage.player(&say::act("I listen."));
    stage.gm(&Command::RevealClock { clock: s("CANARY-HIDDEN") });
    assert_eq!(canaries(&stage, Viewer::Seat(ASH)), ["CANARY-HIDDEN"], "and not what it leads to");
    stage.pool(&[6, 6]);
    stage.engage(&say::engage(Position::Risky));
    stage.commit();
    stage.player(&Command::ChooseDie { die: 1 });
    stage.set_clock("CANARY-CLOCK", 3);
    stage.gm(&say::tick("CANARY-CLOCK", 1));
    assert_eq!(canaries(&stage, Viewer::Seat(ASH)), ["CANARY-CLOCK", "CANARY-CLOCK-WHAT", "CANARY-HIDDEN"]);
    stage.set_clock(say::DEBT, 5);
    stage.gm(&say::tick(say::DEBT, 1));
    assert!(canaries(&stage, Viewer::Public).contains(&s("CANARY-SECRET")), "it came out");
    assert!(!canaries(&stage, Viewer::Public).contains(&s("CANARY-OTHER-SECRET")));
}

#[test]
fn secrecy_holds_for_endings_and_bargains_until_they_are_taken() {
    let mut stage = Stage::action(2, Position::Risky, &[4, 4]);
    let ending =
        |word: &str| DieOutcome { narrative: s(word), ..say::outcome(Position::Risky, Tier::Partial) };
    stage.gm(&say::spend_die(vec![ending("CANARY-ENDING-1"), ending("CANARY-ENDING-2")]));
    is_silent(&stage);
    stage.player(&Command::ChooseDie { die: 2 });
    assert_eq!(canaries(&stage, Viewer::Seat(BLY)), ["CANARY-ENDING-2"]);
    let mut stage = Stage::drained(2, Position::Risky);
    let deal = |word: &str| NewDeal { narrative: s(word), ..say::deal(PriceName::Stress, 1, 1) };
    stage.gm(&say::offer(vec![deal("CANARY-DEAL-1"), deal("CANARY-DEAL-2")]));
    is_silent(&stage);
    stage.player(&Command::Strike { deal: 1 });
    assert_eq!(canaries(&stage, Viewer::Seat(ASH)), ["CANARY-DEAL-1"]);
}

#[test]
fn secrecy_holds_in_what_a_player_is_refused_with() {
    let mut stage = laden();
    let refusals = [
        stage.player_no(&Command::Take { option: 9 }),
        stage.player_no(&Command::ChooseDie { die: 1 }),
        stage.player_no(&say::tick("CANARY-HIDDEN", 1)),
    ];
    stage.player(&say::act("I go."));
    stage.gm(&say::narrate(|told| told.continue_scene = false));
    stage.compress();
    stage.player(&Command::Rest);
    let day = stage.player_no(&Command::WorkOn { clock: s("Nothing") });
    for no in refusals.iter().chain([&day]) {
        assert!(!no.to_string().contains("CANARY"), "{no}");
    }
}

#[test]
fn secrecy_ends_with_nobody_but_the_host_and_the_game_master() {
    let stage = laden();
    for viewer in [Viewer::Seat(ASH), Viewer::Seat(BLY), Viewer::Public, Viewer::Observer] {
        assert_eq!(stage.view(viewer).notes, None, "{viewer:?}");
    }
    for viewer in [Viewer::Host, Viewer::Seat(stage.state().gm)] {
        assert!(stage.view(viewer).notes.is_some(), "{viewer:?}");
    }
}
