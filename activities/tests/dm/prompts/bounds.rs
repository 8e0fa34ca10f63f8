//! However long a campaign has become, what changes stays short.

use dm::State;

use crate::prompts::changes::{crowd, fill_all};
use crate::prompts::evening::{open, play};
use crate::prompts::worlds::{asked, cases};

/// The bound that the prompt holds itself to.
const NOW_MAX: usize = 10 * 1024;

fn check(name: &str, state: &State) -> usize {
    let now = asked(state).1.now;
    assert!(now.len() <= NOW_MAX, "{name}: {} bytes: {now}", now.len());
    now.len()
}

/// Every list full, every text as long as it may be, in the widest letters there are.
#[test]
fn a_world_that_is_full_of_everything_keeps_within_the_bound() {
    let mut most = 0;
    for (name, mut state) in cases() {
        crowd(&mut state);
        most = most.max(check(name, &state));
        for letter in ["x", "\"", "\\", "ä", "語", "🦀"] {
            fill_all(&mut state, &letter.repeat(2_000));
            most = most.max(check(name, &state));
        }
    }
    eprintln!("the longest has {most} bytes");
}

/// Names are cut nowhere: what is called by its name can be called.
#[test]
fn a_crowded_world_still_names_what_it_names_in_full() {
    for (name, mut state) in cases() {
        crowd(&mut state);
        let now = asked(&state).1.now;
        for line in now.lines().filter(|line| line.contains("Person ") || line.contains("Clock ")) {
            assert!(!line.contains("Person …") && !line.contains("Clock …"), "{name}: {line}");
        }
        if name == "gm.scene.encounter" {
            assert!(now.contains(" more"), "{now}");
        }
    }
}

#[test]
fn a_campaign_of_three_hundred_scenes_keeps_within_the_bound() {
    let names = ["Ann", "Ben", "Cy", "Dot", "Eli", "Flo", "Mo"];
    let mut game = open(&names, &dm::Setup::default(), 11);
    let mut sizes = Vec::new();
    while game.state.scene.number < 300 {
        let before = game.state.scene.number;
        game = play(game, 400, |asked| sizes.push(asked.prompt.now.len()));
        assert!(game.state.scene.number > before, "the campaign goes on");
        // Careers end; this one must not.
        for sheet in game.state.party.iter_mut().flatten() {
            sheet.trauma.truncate(1);
            sheet.retired = false;
        }
    }
    sizes.sort_unstable();
    let (median, most) = (sizes[sizes.len() / 2], sizes[sizes.len() - 1]);
    eprintln!("300 scenes, {} questions: {median} bytes, at most {most}", sizes.len());
    assert!(most <= NOW_MAX, "{most} bytes");
}
