//! How much of a prompt the game master has read before: a provider reads that part faster and for less, and only if it
//! stands at the beginning. The tools are sent before everything else, in the same bytes all session.

use dm::view::PhaseName;
use dm::{Dm, What};
use engine::{Machine, Prompt, Tool};

use crate::figures::{Goal, figure};
use crate::prompts::evening::{Asked, play_house};

/// The tools as a provider gets them.
fn json(tools: &[Tool]) -> String {
    let tool = |tool: &Tool| {
        let schema: serde_json::Value =
            serde_json::from_str(tool.brief_schema(2_000).get()).expect("a schema");
        serde_json::json!({"name": tool.name, "description": tool.about, "input_schema": schema})
    };
    serde_json::to_string(&tools.iter().map(tool).collect::<Vec<_>>()).expect("they are JSON")
}

/// The whole prompt, in the order in which a model reads it; one that is asked by a schema gets its tools in words.
fn text(asked: &Asked<'_>, with_tools: bool) -> String {
    let Prompt { tools, fixed, now, .. } = &asked.prompt;
    let as_sent = with_tools.then(|| json(&Dm::tools(&asked.view, asked.ask.seat)));
    [as_sent.as_ref().unwrap_or(tools), fixed, asked.told, now].concat()
}

fn same(one: &str, other: &str) -> usize {
    one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count()
}

/// What a prompt is read as: the voice.
fn voice(asked: &Asked<'_>) -> (PhaseName, bool) {
    (asked.view.phase, matches!(asked.ask.question.what, What::Sum { .. }))
}

/// In a thousand: how much of each prompt of the game master the next one begins with, and whether the voice changed
/// in between. Sixty turns of the game master.
fn repeats(seed: u64, with_tools: bool) -> Vec<(usize, bool)> {
    let mut last: Option<(String, (PhaseName, bool))> = None;
    let (mut all, mut turns) = (Vec::new(), 0);
    play_house(seed, 400, |asked| {
        // The story is proposed with a tool of its own, which nobody reads of again.
        if !asked.is_gm() || asked.view.story.is_none() || turns == 60 {
            return;
        }
        turns += 1;
        let (text, voice) = (text(asked, with_tools), voice(asked));
        if let Some((before, earlier)) = &last {
            all.push((same(before, &text) * 1_000 / before.len(), *earlier != voice));
        }
        last = Some((text, voice));
    });
    assert_eq!(turns, 60, "seed {seed}: a session has sixty turns of the game master");
    all
}

/// Holds every prompt to repeat so much of the one before it, in a thousand.
fn check(with_tools: bool, should: usize) {
    let (mut switches, mut least, mut sum, mut worst) = (0, 1_000, 0, 1_000);
    for seed in 1..=10 {
        let all = repeats(seed, with_tools);
        for (at, (share, switched)) in all.iter().enumerate() {
            assert!(*share >= should, "seed {seed}, turn {}: {share} of 1000, switched: {switched}", at + 2);
            worst = worst.min(*share);
            if *switched {
                switches += 1;
                least = least.min(*share);
                sum += share;
            }
        }
        assert!(all.iter().filter(|(_, switched)| *switched).count() >= 10, "seed {seed} changes its voice");
    }
    eprintln!(
        "{switches} changes of voice: of a thousand bytes the next prompt begins with {least} at least, {} on average",
        sum / switches
    );
    let how = if with_tools { "with its tools" } else { "without tools" };
    let name = format!("of a prompt {how}, that the next one begins with, at least");
    figure(&name, "%", worst as f64 / 10.0, Goal::AtLeast(should as f64 / 10.0));
}

#[test]
fn nine_tenths_of_a_prompt_stand_in_the_next_one_whatever_the_voice() {
    check(true, 900);
}

/// A local server has no tools in front, and less that repeats in the first scenes.
#[test]
fn five_sixths_of_a_prompt_without_tools_stand_in_the_next_one() {
    check(false, 833);
}

/// What comes first is the same bytes in every prompt of a seat, and so are its tools.
#[test]
fn what_comes_first_never_changes_in_a_session() {
    for seed in 0..6 {
        let mut first: [Option<(String, String)>; 3] = Default::default();
        play_house(seed, 300, |asked| {
            if asked.is_gm() && asked.view.story.is_none() {
                return;
            }
            let tools = json(&Dm::tools(&asked.view, asked.ask.seat));
            let is = (tools, asked.prompt.fixed.clone());
            let was = first[asked.ask.seat.index()].get_or_insert_with(|| is.clone());
            assert!(*was == is, "seed {seed}, {} in {}", asked.ask.seat, asked.view.phase);
        });
        assert!(first.iter().all(Option::is_some), "every seat is asked");
    }
}

/// A server that keeps what it has read keeps it for every table: what is the same at all of them stands first.
#[test]
fn what_is_the_same_at_every_table_stands_before_its_seats() {
    let first = |names: &[&str]| {
        let game = crate::prompts::evening::open(names, &dm::Setup::default(), 1);
        let mut fixed = None;
        crate::prompts::evening::play(game, 20, |asked| {
            if asked.is_gm() {
                fixed = Some(asked.prompt.fixed.clone());
            }
        });
        fixed.expect("the game master is asked")
    };
    let (one, other) = (first(&["Ann", "Mo"]), first(&["Kim", "Lee", "Pat"]));
    assert!(same(&one, &other) * 100 >= one.len() * 98);
}

/// The tools and the fixed text of the game master, together.
#[test]
fn d24_what_comes_first_has_few_bytes() {
    let (mut most, mut opening) = ([0, 0], 0);
    play_house(1, 60, |asked| {
        if asked.is_gm() {
            let tools = json(&Dm::tools(&asked.view, asked.ask.seat)).len();
            if asked.view.story.is_some() {
                most = [tools, asked.prompt.fixed.len()];
            } else {
                opening = tools;
            }
        }
    });
    eprintln!(
        "game master: tools {} bytes, before the story {opening}; fixed text {} bytes",
        most[0], most[1]
    );
    assert!(opening <= 8 * 1024, "{opening}");
    let kib = |bytes: usize| bytes as f64 / 1024.0;
    figure("a game master's tools", "KiB", kib(most[0]), Goal::AtMost(24.0));
    figure("a game master's fixed text", "KiB", kib(most[1]), Goal::AtMost(24.0));
    figure("a game master's tools and fixed text", "KiB", kib(most[0] + most[1]), Goal::AtMost(24.0));
}

#[test]
fn what_comes_first_is_long_and_what_changes_is_short() {
    let mut sizes: std::collections::BTreeMap<(bool, PhaseName), Vec<usize>> = Default::default();
    let (mut fixed, mut tools, mut longest) = ([0, 0], [0, 0], 0);
    for seed in 0..8 {
        play_house(seed, 300, |asked| {
            let side = usize::from(asked.is_gm());
            fixed[side] = asked.prompt.fixed.len();
            tools[side] = json(&Dm::tools(&asked.view, asked.ask.seat)).len();
            sizes.entry((asked.is_gm(), asked.view.phase)).or_default().push(asked.prompt.now.len());
        });
    }
    eprintln!("bytes, players and game master: tools {tools:?}, fixed {fixed:?}");
    for ((is_gm, phase), sizes) in &mut sizes {
        sizes.sort_unstable();
        let (median, most) = (sizes[sizes.len() / 2], sizes[sizes.len() - 1]);
        eprintln!(
            "{} {phase}: {median} bytes, at most {most}",
            if *is_gm { "game master" } else { "player" }
        );
        // Whoever matters is shown whole (D20), and the voice that speaks.
        assert!(median <= 5_500);
        longest = longest.max(if *is_gm { most } else { 0 });
    }
    figure(
        "how things stand, for a game master, at most",
        "KiB",
        longest as f64 / 1024.0,
        Goal::AtMost(10.0),
    );
    assert!((9_000..15_000).contains(&fixed[1]) && (5_000..9_000).contains(&fixed[0]));
}
