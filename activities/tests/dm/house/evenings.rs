//! D29: ten evenings of sixty player turns, in which fifty things were planted that are not to be forgotten.
//!
//! A change runs it shortened; `PARLOR_WHOLE=1` and the weekly run do all of it.

use dm::limits::TOLD_MAX;
use dm::view::{FactKind, Mood};
use dm::{Command, CommandName, Dm, Setup, State, What};
use engine::{After, Earlier, Hash, Machine, SeatId, Viewer};

use super::stage::Table;
use crate::figures::{Goal, figure};
use crate::prompts::transcript::Transcripts;

/// What a prompt may have, besides its tools.
const PROMPT_MAX: usize = 64 * 1024;
/// So much is planted in all.
const PLANTED: usize = 50;
/// Percent of the probes in which it has to be there.
const FOUND_MIN: f64 = 95.0;

const ANA: SeatId = SeatId::at(0);

/// Something that was planted: what a prompt has to say once it bears on the scene, and the name by which it does.
struct Planted {
    name: String,
    says: String,
    /// It was paid, kept or found since: no prompt may say it any more.
    settled: bool,
}

/// How many evenings, and how many player turns in each.
fn length() -> (usize, usize) {
    if std::env::var_os("PARLOR_WHOLE").is_some() { (10, 60) } else { (3, 20) }
}

fn name(number: usize) -> String {
    const FIRST: [&str; 10] = ["Bras", "Corv", "Dell", "Esk", "Farl", "Gant", "Holm", "Irv", "Jass", "Kell"];
    const LAST: [&str; 5] = ["wick", "mere", "stan", "low", "dane"];
    format!("{}{}", FIRST[number % FIRST.len()], LAST[number / FIRST.len() % LAST.len()])
}

/// Plants one thing: a promise, a debt, a name or a lost thing.
fn plant(table: &mut Table, number: usize) -> Planted {
    const THINGS: [&str; 5] = ["sword", "lantern", "ledger", "whistle", "compass"];
    let name = name(number);
    let ask = table.asks().remove(0);
    let mut gm = |command: Command| drop(table.answer(&ask, &command));
    let says = match number % 4 {
        0 | 1 => {
            let (kind, text) = match number % 4 {
                0 => (FactKind::Promise, format!("Wren gave {name} their word to come back")),
                _ => (FactKind::Debt, format!("Wren owes {name} a boat")),
            };
            gm(Command::NoteFact { kind, what: format!("{text}."), about: vec![name.clone()] });
            text
        }
        2 => {
            gm(Command::NoteFact {
                kind: FactKind::Name,
                what: format!("The ferryman's daughter is called {name}."),
                about: vec![name.clone()],
            });
            format!("The ferryman's daughter is called {name}")
        }
        _ => {
            let item = format!("the {name} {}", THINGS[number / 4 % THINGS.len()]);
            gm(Command::GainItem { owner: ANA, item: item.clone() });
            gm(Command::LoseItem { item: item.clone() });
            format!("{item}, which ")
        }
    };
    Planted { name, says, settled: false }
}

/// Settles something that was planted: it is paid, kept, or found again.
fn settle(table: &mut Table, planted: &mut Planted) {
    let ask = table.asks().remove(0);
    let fact = table.driver.state.facts.iter().find(|fact| fact.text.starts_with(&planted.says)).cloned();
    let Some(fact) = fact else { panic!("{:?} is not remembered", planted.says) };
    let command = match fact.kind {
        FactKind::Lost => Command::GainItem { owner: ANA, item: fact.about[0].clone() },
        FactKind::Promise | FactKind::Debt | FactKind::Name | FactKind::Over => {
            Command::SettleFact { fact: fact.text }
        }
    };
    table.answer(&ask, &command);
    planted.settled = true;
}

/// Is the game master asked what happens in a scene, with tools left?
fn is_turn(table: &Table) -> bool {
    let ask = table.asks().remove(0);
    let scene = matches!(table.driver.state.mood(), Some(Mood::Scene { framed: true, .. }));
    scene && ask.question.what == What::Turn && table.driver.state.steps < 6
}

/// Is the player asked what they do, in a scene?
fn is_players(table: &Table) -> bool {
    let scene = matches!(table.driver.state.mood(), Some(Mood::Scene { framed: true, .. }));
    scene && table.asks().iter().any(|ask| ask.seat == ANA && ask.question.tools.contains(&CommandName::Act))
}

/// What the game master reads of how things stand, after the player has said something.
fn after(table: &Table, said: &str) -> String {
    let mut game = table.driver.clone();
    game.seat(ANA, &Command::Act { text: said.to_owned() }).expect("words of a player");
    let ask =
        Dm::asks(&game.state).into_iter().find(|ask| ask.seat == game.state.gm).expect("the game master");
    Dm::prompt(&Dm::view(&game.state, Viewer::Seat(ask.seat)), &ask).now
}

/// Does what is to be remembered contradict how things are?
fn contradictions(state: &State) -> Vec<String> {
    let has = |item: &str| state.party.iter().flatten().any(|sheet| sheet.assets.iter().any(|it| it == item));
    let contradicts = |fact: &&dm::view::Fact| match fact.kind {
        FactKind::Lost => has(&fact.about[0]),
        FactKind::Over => state.world.threads.iter().any(|thread| thread.hook == fact.text),
        FactKind::Name => fact.about.is_empty(),
        FactKind::Promise | FactKind::Debt => false,
    };
    state.facts.iter().filter(contradicts).map(|fact| fact.text.clone()).collect()
}

#[test]
fn d29_what_was_planted_is_there_when_it_bears_on_the_scene_and_prompts_stay_short() {
    let (evenings, turns) = length();
    let mut setup = Setup { campaign: "The Long Winter".to_owned(), ..Setup::default() };
    let mut planted: Vec<Planted> = Vec::new();
    let (mut longest, mut longest_now, mut inputs) = (0, 0, 0);
    for evening in 1..=evenings {
        let mut table = Table::open(1, &setup, evening as u64);
        let mut told = Transcripts::default();
        let due = PLANTED * evening / evenings;
        let mut settles = 1;
        while !table.is_over() {
            // Careers end; this one must not.
            for sheet in table.driver.state.party.iter_mut().flatten() {
                sheet.trauma.truncate(1);
            }
            told.hear(&table.driver);
            let ask = table.asks().remove(0);
            // The last one stays open, to be looked into.
            let ends = table.inputs >= turns && evening < evenings;
            if ask.seat == table.driver.state.gm {
                let prompt = Dm::prompt(&Dm::view(&table.driver.state, Viewer::Seat(ask.seat)), &ask);
                let bytes = prompt.fixed.len() + told.of(ask.seat).len().min(TOLD_MAX) + prompt.now.len();
                (longest, longest_now) = (longest.max(bytes), longest_now.max(prompt.now.len()));
            }
            if planted.len() < due && is_turn(&table) {
                planted.push(plant(&mut table, planted.len()));
            } else if settles > 0 && planted.len() == due && is_turn(&table) {
                settle(&mut table, &mut planted[due - 3]);
                settles -= 1;
            } else if ends && ask.question.tools.contains(&CommandName::EndSession) {
                table.answer(&ask, &Command::EndSession);
            } else {
                table.step();
            }
            assert!(table.inputs < turns + 300, "the evening comes to an end");
            if evening == evenings && table.inputs >= turns && is_players(&table) && settles == 0 {
                break;
            }
        }
        inputs += table.inputs;
        let state = &table.driver.state;
        assert_eq!(contradictions(state), [""; 0], "evening {evening}");
        assert_eq!(planted.len(), due, "evening {evening}");
        if evening < evenings {
            let session = format!("evening-{evening}").parse().expect("an id");
            let earlier = Earlier { after: After { session, head: Hash::ZERO }, state };
            assert!(Dm::take_up(&mut setup, &earlier).is_some(), "the next evening goes on");
            continue;
        }
        let probes: Vec<(&Planted, String)> = planted
            .iter()
            .map(|it| (it, after(&table, &format!("I ask them what they know of {}.", it.name))))
            .collect();
        let (gone, stands): (Vec<_>, Vec<_>) = probes.iter().partition(|(it, _)| it.settled);
        for (it, now) in gone {
            assert!(!now.contains(&it.says), "settled, and still there: {:?} in {now}", it.says);
        }
        let missing: Vec<&str> = stands
            .iter()
            .filter(|(it, now)| !now.contains(&it.says))
            .map(|(it, _)| it.says.as_str())
            .collect();
        let found = stands.len() - missing.len();
        eprintln!(
            "{evenings} evenings, {inputs} player turns: {found} of {} found; the longest prompt has {longest} bytes, \
             {longest_now} of them for how things stand",
            stands.len()
        );
        eprintln!("missing: {missing:?}");
        figure(
            "of what was planted and bears on the scene, in the prompt",
            "%",
            100.0 * found as f64 / stands.len() as f64,
            Goal::AtLeast(FOUND_MIN),
        );
        let quiet = after(&table, "I wait, and listen.");
        let named = planted.iter().filter(|it| quiet.contains(&it.says)).count();
        assert!(named < PLANTED / 2, "what does not bear on the scene is not there: {named}");
    }
    assert!(inputs >= evenings * turns, "{inputs} player turns");
    figure(
        "the longest prompt of a campaign, without its tools",
        "KiB",
        longest as f64 / 1024.0,
        Goal::AtMost(PROMPT_MAX as f64 / 1024.0),
    );
}
