//! How much of a prompt the coach has read before: a provider reads that part faster and for less, and only if it stands
//! at the beginning. The tools are sent before everything else, in the same bytes all session.

use std::collections::BTreeMap;

use engine::{Machine, Tool};
use tidying::PhaseName;
use tidying::{Setup, Tidying};

use crate::prompts::changes::later;
use crate::prompts::session::{Asked, play};
use crate::prompts::worlds::{asked_of, cases, s, with_household};

/// The tools as a provider gets them.
fn json(tools: &[Tool]) -> String {
    let tool = |tool: &Tool| {
        let schema: serde_json::Value =
            serde_json::from_str(tool.brief_schema(2_000).get()).expect("a schema");
        serde_json::json!({"name": tool.name, "description": tool.about, "input_schema": schema})
    };
    serde_json::to_string(&tools.iter().map(tool).collect::<Vec<_>>()).expect("they are JSON")
}

/// The whole prompt, in the order in which a model reads it; one that is asked by a schema gets no tools.
fn text(asked: &Asked<'_>, with_tools: bool) -> String {
    let tools = if with_tools { json(&Tidying::tools(&asked.view, asked.ask.seat)) } else { String::new() };
    [&tools, &asked.prompt.fixed, asked.told, &asked.prompt.now].concat()
}

fn same(one: &str, other: &str) -> usize {
    one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count()
}

/// In a thousand: how much of each prompt of the coach the next one begins with, and whether the mode changed in between.
/// Sixty turns of the coach.
fn repeats(seed: u64, with_tools: bool) -> Vec<(usize, bool)> {
    let mut last: Option<(String, PhaseName)> = None;
    let (mut all, mut turns) = (Vec::new(), 0);
    play(&Setup::default(), seed, 400, |asked| {
        if !asked.is_coach() || turns == 60 {
            return;
        }
        turns += 1;
        let (text, phase) = (text(asked, with_tools), asked.view.phase_name());
        if let Some((before, earlier)) = &last {
            all.push((same(before, &text) * 1_000 / before.len(), *earlier != phase));
        }
        last = Some((text, phase));
    });
    assert_eq!(turns, 60, "seed {seed}: a session has sixty turns of the coach");
    all
}

/// Holds every prompt to repeat so much of the one before it, in a thousand.
fn check(with_tools: bool, should: usize) {
    let (mut switches, mut least, mut sum) = (0, 1_000, 0);
    for seed in 1..=10 {
        let all = repeats(seed, with_tools);
        for (at, (share, switched)) in all.iter().enumerate() {
            assert!(*share >= should, "seed {seed}, turn {}: {share} of 1000, switched: {switched}", at + 2);
            if *switched {
                switches += 1;
                least = least.min(*share);
                sum += share;
            }
        }
        assert!(all.iter().filter(|(_, switched)| *switched).count() >= 10, "seed {seed} changes its mode");
    }
    eprintln!(
        "{switches} changes of mode: of a thousand bytes the next prompt begins with {least} at least, {} on average",
        sum / switches
    );
}

#[test]
fn most_of_a_prompt_stands_in_the_next_one_whatever_the_mode() {
    check(true, 880);
}

/// A local server has no tools in front, and less that repeats in the first minutes.
#[test]
fn four_fifths_of_a_prompt_without_tools_stand_in_the_next_one() {
    check(false, 800);
}

/// What comes first is the same bytes in every prompt of a seat, and so are its tools.
#[test]
fn what_comes_first_never_changes_in_a_session() {
    let household = with_household(Default::default());
    for seed in 0..12 {
        let setup = Setup {
            space: s("the attic"),
            coach_sees: seed % 2 == 0,
            before: household.before.clone().filter(|_| seed % 3 == 0),
            things: household.things.clone(),
            ..Setup::default()
        };
        let mut first: [Option<(String, String)>; 2] = Default::default();
        let mut modes = std::collections::BTreeSet::new();
        play(&setup, seed, 300, |asked| {
            let tools = json(&Tidying::tools(&asked.view, asked.ask.seat));
            let is = (tools, asked.prompt.fixed.clone());
            let was = first[asked.ask.seat.index()].get_or_insert_with(|| is.clone());
            assert!(*was == is, "seed {seed}, {} in {:?}", asked.ask.seat, asked.view.phase_name());
            modes.insert(asked.view.phase_name());
        });
        assert!(first.iter().all(Option::is_some), "every seat is asked");
        assert_eq!(modes.len(), 5, "seed {seed}: {modes:?}");
    }
}

/// Whatever a session has become, what comes first is as it was when it was opened.
#[test]
fn what_comes_first_depends_on_nothing_that_may_change() {
    for (name, state) in cases() {
        let state = with_household(state);
        let other = later(&state);
        assert_ne!(asked_of(name, &state).1.now, asked_of(name, &other).1.now, "{name}");
        assert_eq!(asked_of(name, &state).1.fixed, asked_of(name, &other).1.fixed, "{name}");
    }
}

/// A server that keeps what it has read keeps it for every table: what is the same at all of them stands first.
#[test]
fn what_is_the_same_at_every_table_stands_before_its_space() {
    let fixed = |coach_sees, space: &str| {
        let mut state = crate::prompts::worlds::case("coach.sorting.next");
        (state.coach_sees, state.space) = (coach_sees, s(space));
        asked_of("coach.", &state).1.fixed
    };
    let (one, other) = (fixed(true, "the attic"), fixed(true, "a shed"));
    assert!(same(&one, &other) * 100 >= one.len() * 96);
    let (one, other) = (fixed(true, "the attic"), fixed(false, "the attic"));
    assert!(same(&one, &other) * 100 >= one.len() * 85);
}

/// Bytes of what a coach that sees reads first, in a session of which nothing is known yet, as they were before there were decisions by
/// words, further proposals and things to do: 8,449 of tools and 7,580 of text.
const BEFORE: usize = 8_449 + 7_580;

#[test]
fn what_a_coach_reads_first_does_not_grow() {
    let setup = Setup { space: s("the hall closet"), coach_sees: true, ..Setup::default() };
    let mut first = None;
    play(&setup, 1, 3, |asked| {
        if asked.is_coach() {
            let tools = json(&Tidying::tools(&asked.view, asked.ask.seat)).len();
            first = Some((tools, asked.prompt.fixed.len()));
        }
    });
    let (tools, fixed) = first.expect("the coach is asked");
    eprintln!("bytes of a coach: tools {tools}, fixed {fixed}");
    assert!(tools + fixed <= BEFORE, "{tools} and {fixed}");
}

#[test]
fn what_comes_first_is_long_and_what_changes_is_short() {
    let mut sizes: BTreeMap<(bool, PhaseName), Vec<usize>> = BTreeMap::new();
    let (mut fixed, mut tools) = ([0, 0], [0, 0]);
    for seed in 0..8 {
        play(&Setup { coach_sees: true, ..Setup::default() }, seed, 300, |asked| {
            let side = usize::from(asked.is_coach());
            fixed[side] = asked.prompt.fixed.len();
            tools[side] = json(&Tidying::tools(&asked.view, asked.ask.seat)).len();
            sizes
                .entry((asked.is_coach(), asked.view.phase_name()))
                .or_default()
                .push(asked.prompt.now.len());
        });
    }
    eprintln!("bytes, person and coach: tools {tools:?}, fixed {fixed:?}");
    for ((is_coach, phase), sizes) in &mut sizes {
        sizes.sort_unstable();
        let (median, most) = (sizes[sizes.len() / 2], sizes[sizes.len() - 1]);
        eprintln!("{} {phase:?}: {median} bytes, at most {most}", if *is_coach { "coach" } else { "person" });
        assert!(median <= 2_500);
    }
    assert!((5_000..9_000).contains(&fixed[1]) && (2_000..3_500).contains(&fixed[0]), "{fixed:?}");
}
