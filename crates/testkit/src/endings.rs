//! Every session comes to its end, whoever plays, and if nobody does.

use crate::fixture::{Fixture, Sitting};

/// The way out alone brings every session to its end: nobody answers, and the host answers for all. A machine whose way
/// out goes round in a circle would run, and cost, for ever.
pub fn the_way_out_alone_ends(fixture: &Fixture, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut sitting = fixture.open(seed);
        while sitting.step_by(Sitting::way_out) {
            ends_in_time(fixture, seed, &sitting);
        }
    }
}

/// Answers that are drawn without looking bring every session to its end. They come where no house goes.
pub fn random_play_ends(fixture: &Fixture, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut sitting = fixture.open(seed);
        let mut dice = engine::DiceBox::new(engine::Seed(seed), "random")
            .rules(0, engine::Purpose { code: 8, name: "random" });
        while sitting.step_by(|sitting, ask| sitting.drawn_answer(ask, &mut dice)) {
            ends_in_time(fixture, seed, &sitting);
        }
    }
}

fn ends_in_time(fixture: &Fixture, seed: u64, sitting: &Sitting) {
    let (activity, phase) = (fixture.activity, sitting.session.activity.phase());
    assert!(sitting.session.records < RECORDS_MAX, "{activity}, seed {seed}: it goes on for ever in {phase}");
}

/// More records than any session that nobody steers may need.
const RECORDS_MAX: u64 = 100_000;
