//! Secrecy: two worlds that differ only in what a viewer was not told are the same world to that viewer.
//!
//! World A is a game of random play. World B has the hidden roles dealt differently among the seats whose role the
//! viewer does not know, and everybody does in public what they did in A. The viewer's frames, numbering, times,
//! views, asks, forms, prompts, recaps, refusals and the house's own answers must then be equal, byte for byte. What others bid and what is
//! said to a team differs, too, and so do marks: they are public, and the truth beside a claim is not. Eight leaks
//! are planted into the way a viewer is shown things, and each must be found.

mod observe;
mod worlds;

use observe::Leak;
use worlds::{Pairs, difference, records};

/// 100,000 pairs in all, in four parts so that every core has its share.
const PAIRS_A_PART: u32 = 25_000;

fn part(seed: u64) {
    let mut pairs = Pairs::new(seed);
    let mut by_viewer = [0u32; 3];
    for _ in 0..PAIRS_A_PART {
        let pair = pairs.next_pair();
        if let Some((a, b)) = difference(&pair, Leak::None) {
            panic!("{} can tell the worlds apart: {a:?} against {b:?}", pair.viewer);
        }
        by_viewer[pair.kind()] += 1;
    }
    assert!(by_viewer.iter().all(|&count| count > PAIRS_A_PART / 20), "every kind of viewer: {by_viewer:?}");
}

#[test]
fn two_worlds_with_the_same_tellings_look_the_same_1() {
    part(1);
}

#[test]
fn two_worlds_with_the_same_tellings_look_the_same_2() {
    part(2);
}

#[test]
fn two_worlds_with_the_same_tellings_look_the_same_3() {
    part(3);
}

#[test]
fn two_worlds_with_the_same_tellings_look_the_same_4() {
    part(4);
}

/// A pair of equal worlds would prove nothing.
#[test]
fn the_worlds_of_a_pair_do_as_much_and_differ_in_what_is_hidden() {
    let mut pairs = Pairs::new(6);
    for _ in 0..500 {
        let pair = pairs.next_pair();
        let [a, b] = [0, 1].map(|which| records(&pair, which));
        assert_eq!(a.len(), b.len());
        let hidden = |world: &[worlds::Told]| -> Vec<String> {
            let told = world.iter().flat_map(|(_, _, told)| told);
            told.filter(|told| !pair.viewer.sees(told.audience))
                .map(|told| format!("{:?}", told.event))
                .collect()
        };
        assert_ne!(hidden(&a), hidden(&b));
    }
}

/// How many of some pairs a planted leak tells apart.
fn found(leak: Leak) -> u32 {
    let mut pairs = Pairs::new(5);
    (0..2_000).filter(|_| difference(&pairs.next_pair(), leak).is_some()).count() as u32
}

#[test]
fn a_planted_global_numbering_is_found() {
    assert!(found(Leak::GlobalNumbering) > 100);
}

#[test]
fn a_planted_private_field_in_a_public_event_is_found() {
    assert!(found(Leak::PrivateField) > 100);
}

#[test]
fn a_planted_role_dependent_timing_is_found() {
    assert!(found(Leak::RoleTiming) > 100);
}

#[test]
fn planted_placeholders_for_hidden_events_are_found() {
    assert!(found(Leak::Placeholders) > 100);
}

#[test]
fn m20_a_planted_bid_is_found() {
    assert!(found(Leak::Bids) > 100);
}

#[test]
fn m18_a_planted_word_to_the_team_is_found() {
    assert!(found(Leak::TeamWords) > 100);
}

#[test]
fn a_planted_prompt_from_the_hosts_view_is_found() {
    assert!(found(Leak::PromptOfHost) > 100);
}

#[test]
fn a_planted_recap_from_the_hosts_view_is_found() {
    assert!(found(Leak::RecapOfHost) > 100);
}
