//! Calls that take too long.

use std::time::Duration;

use engine::Usage;
use llm::{CallFault, Delta, Failed, Style, Timed};

use crate::stage::{Act, Stage, ask, request, says};

#[tokio::test(start_paused = true)]
async fn what_was_heard_in_time_is_kept() {
    let say = vec![Delta::Thought("hm".into()), Delta::Text("I ".into()), Delta::Text("think".into())];
    let stage = Stage::of([Act { say: say.clone(), ..Act::default() }]);
    let request = request(Style::Tools);
    let start = tokio::time::Instant::now();
    let (heard, result) = ask(&Timed::new(stage), &request).await;
    assert_eq!(start.elapsed(), request.limits.time);
    assert_eq!(heard, say);
    let fault = CallFault::TimedOut { after: request.limits.time };
    assert_eq!(result, Err(Failed { text: "I think".into(), ..Failed::new(fault) }));
}

#[tokio::test(start_paused = true)]
async fn an_answer_in_time_is_left_as_it_is() {
    let act = Act { wait: Duration::from_secs(59), ..says("yes", Usage::default()) };
    let (_, result) = ask(&Timed::new(Stage::of([act])), &request(Style::Tools)).await;
    assert_eq!(result.expect("an answer").text, "yes");
}

#[tokio::test(start_paused = true)]
async fn no_more_is_kept_than_a_reply_may_have() {
    let mut request = request(Style::Tools);
    request.limits.reply_bytes = 10;
    let say = (0..9).map(|_| Delta::Text("four".into())).collect();
    let (_, result) = ask(&Timed::new(Stage::of([Act { say, ..Act::default() }])), &request).await;
    assert_eq!(result.expect_err("too late").text, "fourfour");
}
