//! Ten thousand evenings with somebody who hesitates, contradicts and stops: nothing is lost, nothing grates, all is reached.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use engine::Machine;
use tidying::house::things::{is_careful, is_dear, lookup};
use tidying::limits::{SORTING_WORDS_MAX, WINDING_WORDS_MAX};
use tidying::{Command, Decider, Event, Setup, Tidying};
use tidying::{Disposition, Item, ItemId, Left, Mode, Outcome, PhaseName, Pile, State};

use crate::house::stage::{Table, words};

const SPACES: &[&str] =
    &["the study", "kitchen", "garage", "my wardrobe", "attic", "Tim's corner", "bathroom", "this space"];

const OF_COACH: &[&str] = &[
    "note_items",
    "ask_space_function",
    "survey",
    "begin_sorting",
    "propose_disposition",
    "sort",
    "offer_split",
    "need_to_clarify",
    "user_seems_stuck",
    "time_to_wrap",
    "describe",
    "skip_item",
    "reframe",
    "resume_sorting",
    "sum_up",
    "end_session",
];

const OF_PERSON: &[&str] = &[
    "say",
    "choose",
    "write",
    "skip",
    "whats_that",
    "stuck",
    "yes",
    "no",
    "choose_function",
    "split",
    "keep_whole",
    "resume_sorting",
    "undo",
    "stop",
    "delete_photos",
    "end_session",
];

/// What was reached over many evenings.
#[derive(Default)]
struct Reached {
    modes: BTreeSet<PhaseName>,
    steps: BTreeSet<(PhaseName, PhaseName)>,
    of_coach: BTreeSet<&'static str>,
    of_person: BTreeSet<&'static str>,
}

/// What the coach said in an evening, and that it does not say the same all the time.
#[derive(Default)]
struct Said {
    last: VecDeque<String>,
    counts: BTreeMap<String, usize>,
}

impl Said {
    /// So many things back nothing is said again.
    const BACK: usize = 12;

    fn hear(&mut self, seed: u64, text: &str, mode: &Mode) {
        assert!(!text.trim().is_empty() && !text.contains(['{', '}']), "seed {seed}: {text}");
        let most = match mode {
            Mode::Sorting { .. } => SORTING_WORDS_MAX,
            Mode::WindingDown { .. } => WINDING_WORDS_MAX,
            _ => 30,
        };
        assert!(words(text) <= most, "seed {seed}: {} words: {text}", words(text));
        assert!(
            !self.last.contains(&text.to_owned()),
            "seed {seed}: said again too soon: {text}\n{:#?}",
            self.last
        );
        self.last.push_front(text.to_owned());
        self.last.truncate(Said::BACK);
        let count = self.counts.entry(text.to_owned()).or_default();
        *count += 1;
        assert!(*count <= 3, "seed {seed}: said {count} times: {text}");
    }
}

fn setup(seed: u64) -> Setup {
    let space = SPACES[seed as usize % SPACES.len()].to_owned();
    let before = seed.is_multiple_of(5).then(|| Left {
        function: Some("sewing".to_owned()),
        anchors: vec!["sewing machine".to_owned()],
        things: vec!["old curtains".to_owned(), "grandma's letters".to_owned()],
        next_time: Some("old curtains".to_owned()),
        ..Left::default()
    });
    Setup { space, before, ..Setup::default() }
}

fn evening(temper: &str, seed: u64, reached: &mut Reached) {
    let mut table = Table::of(temper, &setup(seed), seed);
    let mut said = Said::default();
    let mut piles: BTreeMap<ItemId, Pile> =
        table.driver.state.items.iter().map(|item| (item.id, item.pile.clone())).collect();
    let mut steps = 0;
    while !table.is_over() {
        steps += 1;
        assert!(steps < 1_500, "seed {seed}: it does not end");
        if seed.is_multiple_of(10) && steps % 40 == 3 {
            table.photo(u8::try_from(steps / 40).unwrap());
        }
        let before = table.driver.state.items.len();
        let mut mode = table.driver.state.mode().cloned();
        let heard = table.driver.state.said.as_ref().map(|said| said.text.to_lowercase());
        let (seat, command, name, events) = table.step();
        let of =
            if seat == table.driver.state.coach { &mut reached.of_coach } else { &mut reached.of_person };
        of.insert(name);
        if let Command::ProposeDisposition(_) = command {
            check_proposal(seed, &table.view());
        }
        for event in &events {
            match event {
                Event::CoachSaid { response, .. } => said.hear(seed, response, mode.as_ref().unwrap()),
                Event::ModeChanged { from, to, mode: new } => {
                    reached.modes.insert(*to);
                    reached.steps.insert((*from, *to));
                    mode = Some((**new).clone());
                }
                Event::ItemsNoted { items } => {
                    for item in items {
                        piles.entry(item.id).or_insert(Pile::Waiting);
                    }
                }
                Event::ItemDecided { item, to, by: Decider::Coach, .. } => {
                    check_decided(seed, &table, *item, to, heard.as_deref().unwrap_or_default());
                    piles.insert(*item, to.clone());
                }
                Event::ItemDecided { item, to, .. } | Event::DecisionUndone { item, to, .. } => {
                    piles.insert(*item, to.clone());
                }
                _ => {}
            }
        }
        let items = &table.driver.state.items;
        assert!(items.len() >= before, "seed {seed}: a thing was lost");
        assert!(items.iter().all(|item| piles.get(&item.id) == Some(&item.pile)), "seed {seed}: {piles:?}");
    }
    check_outcome(seed, &table.driver.state.items, &Tidying::outcome(&table.driver.state).unwrap());
}

fn check_proposal(seed: u64, view: &State) {
    let proposal = view.proposal().unwrap();
    let item = view.item(proposal.item).unwrap();
    let choices = &proposal.choices;
    assert!((2..=4).contains(&choices.len()), "seed {seed}: {choices:?}");
    assert_eq!(choices.last(), Some(&Disposition::Skip), "seed {seed}: {choices:?}");
    let kind = lookup(&[], &item.name).map(|thing| thing.kind.clone()).or(item.kind.clone());
    if is_dear(&item.name, kind.as_deref())
        || ["medicine", "keepsakes"].contains(&kind.as_deref().unwrap_or(""))
    {
        assert!(!choices.contains(&Disposition::Trash), "seed {seed}: {}: {choices:?}", item.name);
    }
}

/// What is dear or does harm goes out by the person's own words, or not at all.
fn check_decided(seed: u64, table: &Table, item: ItemId, to: &Pile, said: &str) {
    let item = table.driver.state.item(item).unwrap();
    let kind = lookup(&[], &item.name).map(|thing| thing.kind.clone()).or(item.kind.clone());
    if is_careful(&item.name, kind.as_deref()) && matches!(to, Pile::Out { .. }) {
        let ways = [
            "donate",
            "give",
            "charity",
            "pass it on",
            "recycl",
            "throw",
            "trash",
            "bin",
            "toss",
            "go",
            "rid",
        ];
        assert!(ways.iter().any(|way| said.contains(way)), "seed {seed}: {} went out by {said:?}", item.name);
    }
}

fn check_outcome(seed: u64, items: &[Item], outcome: &Outcome) {
    let names = |on: fn(&Pile) -> bool| -> Vec<String> {
        items.iter().filter(|item| on(&item.pile)).map(|item| item.name.clone()).collect()
    };
    let mut keys: Vec<String> = items.iter().map(|item| item.name.to_lowercase()).collect();
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), items.len(), "seed {seed}: a thing is there twice");
    let waiting = names(|pile| *pile == Pile::Waiting);
    let unsure = names(|pile| *pile == Pile::Unsure);
    assert_eq!(outcome.unsure, unsure, "seed {seed}");
    let gone = outcome.out.len() + outcome.hand_in.len();
    let sorted = outcome.belongs.len() + gone + outcome.left.to_do.len() + outcome.unsure.len();
    assert_eq!(usize::from(outcome.processed), sorted, "seed {seed}: the count is not the piles");
    assert_eq!(sorted + waiting.len(), items.len(), "seed {seed}");
    let left: Vec<String> = waiting.into_iter().chain(unsure).collect();
    assert_eq!(outcome.left.things, left, "seed {seed}");
    match &outcome.left.next_time {
        Some(next) => assert!(left.contains(next), "seed {seed}: {next} is not left: {left:?}"),
        None => assert!(left.is_empty(), "seed {seed}: nothing comes first, of {left:?}"),
    }
    let count = outcome.summary.split(' ').next().and_then(|first| first.parse::<u16>().ok()).unwrap_or(0);
    assert_eq!(count, outcome.processed, "seed {seed}: {}", outcome.summary);
}

fn evenings(temper: &str, seeds: std::ops::Range<u64>) -> Reached {
    let mut reached = Reached::default();
    seeds.for_each(|seed| evening(temper, seed, &mut reached));
    reached
}

#[test]
fn y12_two_thousand_evenings_with_somebody_keen() {
    evenings("keen", 0..2_000);
}

#[test]
fn y12_three_thousand_evenings_with_somebody_hesitant() {
    evenings("hesitant", 2_000..5_000);
}

#[test]
fn y12_two_thousand_evenings_with_somebody_sentimental() {
    evenings("sentimental", 5_000..7_000);
}

#[test]
fn y12_three_thousand_evenings_with_anybody() {
    evenings("anybody", 7_000..10_000);
}

/// What two hundred evenings reach: every mode, every way out of each, every tool of both seats.
#[test]
fn y1_the_house_reaches_every_mode_every_exit_and_every_tool() {
    let reached = evenings("anybody", 0..200);
    let missed: Vec<_> = OF_COACH.iter().filter(|name| !reached.of_coach.contains(*name)).collect();
    assert!(missed.is_empty(), "the coach never used {missed:?}");
    let missed: Vec<_> = OF_PERSON.iter().filter(|name| !reached.of_person.contains(*name)).collect();
    assert!(missed.is_empty(), "the person never used {missed:?}");
    let name = |name: &str| serde_json::from_value::<PhaseName>(name.into()).unwrap();
    for card in Tidying::PHASES {
        for exit in card.exits.iter().filter(|exit| **exit != "ENDED") {
            let step = (name(card.name), name(exit));
            assert!(reached.steps.contains(&step), "never from {} to {exit}", card.name);
        }
    }
    assert_eq!(reached.modes.len(), 4, "surveying is where it begins: {:?}", reached.modes);
}
