//! What a table does not want to hear is not told, and nothing has to be turned back for it.

use dm::{Event, Setup};
use kit::kept_out::{crossed, too_close};

use crate::house::stage::{Table, told};

fn check(lines: &[&str], seeds: std::ops::Range<u64>) {
    check_both(lines, &[], seeds);
}

fn check_both(lines: &[&str], veils: &[&str], seeds: std::ops::Range<u64>) {
    let [lines, veils] = [lines, veils].map(|all| all.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>());
    let setup = Setup { lines: lines.clone(), veils: veils.clone(), ..Setup::default() };
    for seed in seeds {
        let mut table = Table::open(1 + seed as usize % 2, &setup, seed);
        table.play(120, |_, events| {
            for event in events {
                match event {
                    Event::WordsTurnedBack { line } => panic!("seed {seed}: turned back for {line}"),
                    Event::WordsWithheld {} => panic!("seed {seed}: withheld"),
                    Event::OpeningFailed { reason } => panic!("seed {seed}: {reason}"),
                    _ => {}
                }
                for text in told(event) {
                    let found = crossed(&lines, text).or_else(|| too_close(&veils, text));
                    assert!(found.is_none(), "seed {seed}: {found:?} in {text:?}");
                }
            }
        });
    }
}

#[test]
fn common_lines_are_kept() {
    check(&["rain", "knife", "blood", "dead", "the gauge"], 0..50);
}

/// Words that stand in very many of the lines and names.
#[test]
fn hard_lines_are_kept() {
    check(&["the", "water", "you"], 0..10);
    check(&["somebody", "door", "street", "name", "tide"], 10..20);
}

/// Of what is told from afar the house hardly says a word.
#[test]
fn t12_common_veils_are_kept() {
    check_both(&["rain"], &["knife", "blood", "the dead", "fire"], 20..32);
    check_both(&[], &["water", "door", "somebody"], 50..54);
}
