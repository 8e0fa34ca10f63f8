//! Calls that are made again, and calls that are not.

use std::sync::Arc;
use std::time::Duration;

use engine::Usage;
use llm::{CallFault, Delta, Failed, Jitter, Retried, Style};

use crate::stage::{Act, Stage, ask, fails, rate_limited, request, says, unreachable, usage};

const SECOND: Duration = Duration::from_secs(1);

/// Chance that always says the same.
fn retried(stage: &Arc<Stage>, thousandths: u16) -> Retried {
    Retried::new(stage.clone(), Jitter::new(move || thousandths))
}

fn ms(times: &[Duration]) -> Vec<u128> {
    times.iter().map(Duration::as_millis).collect()
}

#[tokio::test(start_paused = true)]
async fn the_wait_doubles_and_chance_moves_it_between_half_and_whole() {
    for (thousandths, expected) in [(0, [0, 250, 750]), (1_000, [0, 500, 1_500]), (9_999, [0, 500, 1_500])] {
        let acts = [fails(unreachable()), fails(rate_limited(None)), says("yes", Usage::default())];
        let stage = Stage::of(acts);
        let (heard, result) = ask(&retried(&stage, thousandths), &request(Style::Tools)).await;
        assert_eq!(result.expect("an answer").text, "yes");
        let again = |number| Delta::Again { number, of: 3 };
        assert_eq!(heard, [again(2), again(3), Delta::Text("yes".into())]);
        assert_eq!(ms(&stage.begun()), expected);
    }
}

#[tokio::test(start_paused = true)]
async fn three_tries_are_the_most() {
    let stage = Stage::of((0..9).map(|_| fails(unreachable())));
    let (heard, result) = ask(&retried(&stage, 0), &request(Style::Tools)).await;
    assert_eq!(result, Err(Failed::new(unreachable())));
    assert_eq!(stage.calls(), 3);
    let again = |number| Delta::Again { number, of: 3 };
    assert_eq!(heard, [again(2), again(3)], "whoever waits is told of every further try");
}

#[tokio::test(start_paused = true)]
async fn a_provider_is_not_asked_before_it_wants_to_be() {
    let stage = Stage::of([fails(rate_limited(Some(7 * SECOND))), says("yes", Usage::default())]);
    assert!(ask(&retried(&stage, 0), &request(Style::Tools)).await.1.is_ok());
    assert_eq!(ms(&stage.begun()), [0, 7_000]);

    let stage = Stage::of([fails(rate_limited(Some(7 * SECOND))), says("yes", Usage::default())]);
    assert!(ask(&retried(&stage, 1_000), &request(Style::Tools)).await.1.is_ok());
    assert_eq!(ms(&stage.begun()), [0, 7_250], "chance adds to it and takes nothing from it");
}

#[tokio::test(start_paused = true)]
async fn a_wait_beyond_the_time_is_not_begun() {
    for after in [61 * SECOND, Duration::MAX] {
        let stage = Stage::of([fails(rate_limited(Some(after)))]);
        let start = tokio::time::Instant::now();
        let (_, result) = ask(&retried(&stage, 1_000), &request(Style::Tools)).await;
        assert_eq!(result, Err(Failed::new(rate_limited(Some(after)))));
        assert_eq!(start.elapsed(), Duration::ZERO);
    }
    // What the first try took counts.
    let slow = Act { wait: 55 * SECOND, ..fails(rate_limited(Some(10 * SECOND))) };
    let stage = Stage::of([slow]);
    assert!(ask(&retried(&stage, 0), &request(Style::Tools)).await.1.is_err());
    assert_eq!(stage.calls(), 1);
}

#[tokio::test(start_paused = true)]
async fn what_was_heard_is_not_said_again() {
    let pieces =
        [Delta::Text("I".into()), Delta::Thought("hm".into()), Delta::Call { index: 0, name: "vote".into() }];
    for delta in pieces {
        let failed = Failed { usage: usage(9, 0, 1), text: "I".into(), ..Failed::new(unreachable()) };
        let broken = Act { say: vec![delta.clone()], end: Some(Err(failed.clone())), ..Act::default() };
        let stage = Stage::of([broken]);
        let (heard, result) = ask(&retried(&stage, 0), &request(Style::Tools)).await;
        assert_eq!((heard, result), (vec![delta], Err(failed)));
        assert_eq!(stage.calls(), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn what_will_not_change_is_not_tried_again() {
    let faults = [
        CallFault::Refused { why: "no".into() },
        CallFault::CutOff,
        CallFault::Malformed { why: "no".into() },
        CallFault::TimedOut { after: SECOND },
        CallFault::Denied { why: "no".into() },
        CallFault::OverBudget { what: "no".into() },
    ];
    for fault in faults {
        let stage = Stage::of([fails(fault.clone())]);
        assert_eq!(ask(&retried(&stage, 0), &request(Style::Tools)).await.1, Err(Failed::new(fault)));
        assert_eq!(stage.calls(), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn what_failed_tries_used_is_counted() {
    let failed = Failed { usage: usage(10, 5, 0), ..Failed::new(unreachable()) };
    let act = Act { end: Some(Err(failed)), ..Act::default() };
    let stage = Stage::of([act, says("yes", usage(20, 10, 2))]);
    let (_, result) = ask(&retried(&stage, 0), &request(Style::Tools)).await;
    assert_eq!(result.expect("an answer").usage, usage(30, 15, 2));
}

#[tokio::test(start_paused = true)]
async fn chance_of_the_system_keeps_to_its_bounds() {
    let stage = Stage::of([fails(unreachable()), says("yes", Usage::default())]);
    let retried = Retried::new(stage.clone(), Jitter::system());
    assert!(ask(&retried, &request(Style::Tools)).await.1.is_ok());
    let wait = ms(&stage.begun())[1];
    assert!((250..=501).contains(&wait), "{wait} ms");
}
