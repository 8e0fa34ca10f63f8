//! Every corner of the rules is reached, and nothing that the house does is refused.
//!
//! A thousand sessions of two hundred answers each, in four parts that run side by side; each part alone reaches
//! everything.

use std::collections::BTreeSet;

use dm::view::{Consequence, EntanglementKind, Mood, Position, Rest, Roll, SceneKind, Tier, Verdict};
use dm::{Command, Dm, Event, Setup, What};
use engine::Machine;

use crate::house::stage::Table;

const INPUTS: usize = 200;

#[test]
fn thousand_sessions_first_quarter() {
    sessions(0..250);
}

#[test]
fn thousand_sessions_second_quarter() {
    sessions(250..500);
}

#[test]
fn thousand_sessions_third_quarter() {
    sessions(500..750);
}

#[test]
fn thousand_sessions_last_quarter() {
    sessions(750..1_000);
}

fn sessions(seeds: std::ops::Range<u64>) {
    let mut reached = BTreeSet::new();
    for seed in seeds {
        let mut table = Table::open(1 + seed as usize % 4, &Setup::default(), seed);
        let mut phase = Dm::phase(&table.driver.state);
        table.play(INPUTS, |table, events| note(table, events, &mut phase, &mut reached));
        close(&mut table, &mut phase, &mut reached);
    }
    let missing: Vec<String> = everything().into_iter().filter(|wanted| !reached.contains(wanted)).collect();
    assert!(missing.is_empty(), "never reached: {}", missing.join(", "));
}

/// The players go home as soon as they are asked.
fn close(table: &mut Table, phase: &mut &'static str, reached: &mut BTreeSet<String>) {
    for _ in 0..200 {
        let asks = table.asks();
        let Some(ask) = asks.first() else { break };
        let events = match ask.question.what {
            What::Next | What::Day { .. } | What::Leave => table.answer(ask, &Command::EndSession),
            _ => table.step(),
        };
        note(table, &events, phase, reached);
    }
    assert!(table.is_over(), "seed {}: no way home", table.seed);
}

fn note(table: &Table, events: &[Event], phase: &mut &'static str, reached: &mut BTreeSet<String>) {
    let mut add = |what: &str, word: &str| {
        reached.insert(format!("{what} {word}"));
    };
    for event in events {
        match event {
            Event::MoodChanged { from, to, mood } => {
                add("exit", &format!("{} {}", from.word(), to.word()));
                add("mood", to.word());
                match &**mood {
                    Mood::Action { engaged, forced, .. } => {
                        add("position", engaged.stand.position().word());
                        if *forced {
                            add("forced", "action");
                        }
                    }
                    Mood::Aftermath { landing, .. } => add("verdict", landing.verdict().word()),
                    Mood::Downtime { rest, .. } => add("rest", rest_word(rest)),
                    _ => {}
                }
            }
            Event::SceneOpened { kind, .. } => add("scene", kind.name()),
            Event::DieChosen { spent, .. } => add("tier", spent.tier.word()),
            Event::ClockCompleted { consequence, .. } => add("consequence", consequence_word(consequence)),
            Event::EntanglementFaced { entanglement } => add("entanglement", entanglement.kind.word()),
            Event::TraumaGained { trauma, .. } => add("trauma", trauma),
            Event::CharacterRetired { .. } => add("character", "retired"),
            Event::InterruptRaised { .. } => add("interrupt", "raised"),
            Event::EveningClosed { .. } => add("exit", &format!("{phase} EPILOGUE")),
            Event::SessionEnded(_) => add("exit", &format!("{phase} ENDED")),
            Event::WordsTurnedBack { .. } | Event::WordsWithheld {} | Event::AnsweredFor { .. } => {
                panic!("seed {}: {event:?}", table.seed)
            }
            Event::OutcomesRefused { why } => panic!("seed {}: endings refused: {why}", table.seed),
            Event::OutcomesCommitted { clamped: true, .. } => panic!("seed {}: clamped", table.seed),
            Event::TurnSettled {} => panic!("seed {}: the rules had to settle the turn", table.seed),
            _ => {}
        }
    }
    let now = Dm::phase(&table.driver.state);
    if *phase != now && ["CREATION", "OPENING"].contains(phase) {
        add("exit", &format!("{phase} {now}"));
    }
    if now != "ENDED" {
        *phase = now;
    }
    if let Some(Mood::Action { roll: Roll::Offered { dice, .. }, .. }) = table.driver.state.mood() {
        let hints: BTreeSet<&str> = dice.iter().map(|die| die.hint.as_str()).collect();
        assert_eq!(hints.len(), dice.len(), "seed {}: a hint twice in one offer", table.seed);
    }
}

fn rest_word(rest: &Rest) -> &'static str {
    match rest {
        Rest::Recovery => "recovery",
        Rest::Project => "project",
        Rest::Entanglement { .. } => "entanglement",
    }
}

fn consequence_word(consequence: &Consequence) -> &'static str {
    match consequence {
        Consequence::FactionMoves { .. } => "faction moves",
        Consequence::RevealSecret { .. } => "reveal secret",
        Consequence::Escalate { .. } => "escalate",
        Consequence::SpawnThread { .. } => "spawn thread",
        Consequence::GainCoin { .. } => "gain coin",
        Consequence::Reputation { .. } => "reputation",
        Consequence::RemoveThreat { .. } => "remove threat",
        Consequence::OpenOpportunity { .. } => "open opportunity",
        Consequence::GainAsset { .. } => "gain asset",
        Consequence::None => "none",
    }
}

fn everything() -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for card in Dm::PHASES {
        all.extend(card.exits.iter().map(|exit| format!("exit {} {exit}", card.name)));
        if !["CREATION", "OPENING", "EPILOGUE", "ENDED"].contains(&card.name) {
            all.push(format!("mood {}", card.name));
        }
    }
    let mut words =
        |what: &str, words: &[&str]| all.extend(words.iter().map(|word| format!("{what} {word}")));
    words("scene", &["encounter", "opportunity", "discovery", SceneKind::Open.name()]);
    words("position", &Position::ALL.iter().map(|it| it.word()).collect::<Vec<_>>());
    words("tier", &Tier::ALL.iter().map(|it| it.word()).collect::<Vec<_>>());
    words("verdict", &Verdict::ALL.iter().map(|it| it.word()).collect::<Vec<_>>());
    words("entanglement", &EntanglementKind::ALL.iter().map(|it| it.word()).collect::<Vec<_>>());
    words("rest", &["recovery", "project", "entanglement"]);
    words("trauma", &["cold", "haunted", "obsessed", "paranoid", "reckless", "soft", "unstable", "vicious"]);
    words(
        "consequence",
        &[
            "faction moves",
            "reveal secret",
            "escalate",
            "spawn thread",
            "gain coin",
            "reputation",
            "remove threat",
            "open opportunity",
            "gain asset",
            "none",
        ],
    );
    all.extend(["character retired", "interrupt raised", "forced action"].map(str::to_owned));
    all
}
