//! Calls that wait for a place.

use std::sync::Arc;
use std::time::Duration;

use engine::Usage;
use llm::{CallFault, Limited, Provider, Style, Timed};
use tokio::sync::Semaphore;

use crate::stage::{Act, Stage, ask, request, says};

const SECOND: Duration = Duration::from_secs(1);

fn slow() -> Act {
    Act { wait: 10 * SECOND, ..says("yes", Usage::default()) }
}

#[tokio::test(start_paused = true)]
async fn no_more_calls_are_made_at_once_than_there_are_places() {
    let stage = Stage::of((0..5).map(|_| slow()));
    let places = Arc::new(Semaphore::new(2));
    let request = request(Style::Tools);
    // Two providers with the same places, as two models of one server have them.
    let one = Limited::new(stage.clone(), places.clone());
    let other = Limited::new(stage.clone(), places);
    let ((_, a), (_, b), (_, c), (_, d), (_, e)) = tokio::join!(
        ask(&one, &request),
        ask(&other, &request),
        ask(&one, &request),
        ask(&other, &request),
        ask(&one, &request),
    );
    assert!([a, b, c, d, e].iter().all(Result::is_ok));
    assert_eq!(stage.begun(), [0, 0, 10, 10, 20].map(|seconds| seconds * SECOND));
}

#[tokio::test(start_paused = true)]
async fn waiting_takes_from_the_time_of_a_call_and_a_dropped_call_gives_its_place_back() {
    let stage = Stage::of([Act::default(), says("yes", Usage::default())]);
    let provider: Arc<dyn Provider> = Arc::new(Limited::new(stage.clone(), Arc::new(Semaphore::new(1))));
    let timed = Timed::new(provider.clone());
    let request = request(Style::Tools);
    // The first never ends and holds the only place until its time is over, which is also the time of the second.
    let ((_, first), (_, second)) = tokio::join!(ask(&timed, &request), ask(&timed, &request));
    let late = |failed: &CallFault| matches!(failed, CallFault::TimedOut { .. });
    assert!(late(&first.expect_err("never").fault));
    assert!(late(&second.expect_err("no place").fault));
    assert_eq!(stage.calls(), 1);
    assert!(ask(&timed, &request).await.1.is_ok());
}
