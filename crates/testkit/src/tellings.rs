//! Same tellings, same view: what a viewer sees is worked out again from what it was told and nothing else.

use engine::{SeatId, Viewer};

use crate::fixture::Fixture;

/// Folds, for every viewer, only the events that it was told, and compares what it would then see, be asked and read as a
/// model with what it does see, is asked and reads. A view, a question or a prompt that knows anything else differs.
pub fn views_come_from_tellings(fixture: &Fixture, seeds: std::ops::Range<u64>) {
    let seats = (0..fixture.seats.len()).map(SeatId::at).map(Viewer::Seat);
    let viewers: Vec<Viewer> = [Viewer::Public].into_iter().chain(seats).collect();
    for seed in seeds {
        let log = fixture.play_out(seed).log;
        let mut whole = fixture.rules().blank();
        let mut parts: Vec<_> = viewers.iter().map(|viewer| (*viewer, fixture.rules().blank())).collect();
        for (record, _) in log.iter().filter(|(record, _)| record.machine == fixture.activity) {
            let fold = |play: &mut dyn engine::Play, events: &[engine::ToldEvent]| {
                if let Err(why) = play.fold(record.version, events) {
                    panic!("record {} does not fold: {why}", record.number);
                }
            };
            fold(whole.as_mut(), &record.events);
            for (viewer, part) in &mut parts {
                let told = record.events.iter().filter(|told| viewer.sees(told.audience));
                fold(part.as_mut(), &told.cloned().collect::<Vec<_>>());
                let number = record.number;
                assert_eq!(
                    part.view(*viewer),
                    whole.view(*viewer),
                    "seed {seed}, record {number}: {viewer} sees what it was not told"
                );
                assert_eq!(
                    (part.phase(), part.heading()),
                    (whole.phase(), whole.heading()),
                    "seed {seed}, record {number}: where {viewer} stands depends on what it was not told"
                );
                let asked = |play: &dyn engine::Play| {
                    let mut asks = play.asks();
                    asks.retain(|ask| *viewer == Viewer::Seat(ask.seat));
                    asks
                };
                let asks = asked(part.as_ref());
                assert_eq!(
                    asks,
                    asked(whole.as_ref()),
                    "seed {seed}, record {number}: what {viewer} is asked depends on what it was not told"
                );
                for ask in asks.iter().filter(|ask| !ask.answered) {
                    let reads =
                        |play: &dyn engine::Play| (play.prompt(ask.seat, ask.id), play.tools(ask.seat));
                    assert_eq!(
                        reads(part.as_ref()),
                        reads(whole.as_ref()),
                        "seed {seed}, record {number}: what a model in {viewer} reads depends on what it was not told"
                    );
                }
            }
        }
    }
}
