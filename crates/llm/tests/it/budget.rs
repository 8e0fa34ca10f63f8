//! Budgets: what is set aside, what is settled, and who is refused.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use engine::{Accounts, AskId, Budget, CallBegun, CallId, Hash, Nanos, SeatId, Spent, Usage};
use llm::{
    Budgeted, Budgets, CallFault, Delta, Failed, Image, Ledger, ModelRequest, Payer, Price, Provider, Style,
    Used, WallClock, cut_short, most,
};

use crate::stage::{Act, Stage, ask, fails, request, says, unreachable, usage};

const DAY_MS: i64 = 86_400_000;

/// A dollar for a million tokens, a tenth of it from the cache, ten dollars for a million written.
const PRICE: Price =
    Price { input: Nanos(1_000_000_000), cached: Nanos(100_000_000), output: Nanos(10_000_000_000) };

fn ledger(budgets: Budgets) -> Ledger {
    Ledger::new(budgets, WallClock::new(|| 0))
}

fn tokens(tokens: u64) -> Budget {
    Budget { tokens: Some(tokens), cost: None }
}

fn money(cost: u64) -> Budget {
    Budget { tokens: None, cost: Some(Nanos(cost)) }
}

fn payer(session: &str, seat: usize) -> Payer {
    Payer { session: session.into(), seat: SeatId::at(seat), model: "openai:new".into() }
}

fn what(fault: CallFault) -> String {
    match fault {
        CallFault::OverBudget { what } => what,
        other => panic!("{other}"),
    }
}

#[test]
fn each_budget_says_that_it_is_the_one() {
    let cases = [
        (
            Budgets { call: tokens(99), ..Budgets::default() },
            "a call has 99 of 99 tokens left, and this call may need 100",
        ),
        (
            Budgets { seat: tokens(99), ..Budgets::default() },
            "seat 2 has 99 of 99 tokens left, and this call may need 100",
        ),
        (
            Budgets { session: money(999), ..Budgets::default() },
            "the session has $0.000000999 of $0.000000999 left, and this call may cost $0.000001",
        ),
        (
            Budgets { day: money(0), ..Budgets::default() },
            "the day has $0.00 of $0.00 left, and this call may cost $0.000001",
        ),
    ];
    for (budgets, expected) in cases {
        let ledger = ledger(budgets);
        let refused = ledger.reserve(payer("s", 1), usage(60, 0, 40), Some(Nanos(1_000)));
        assert_eq!(what(refused.expect_err("too much")), expected);
    }
}

#[test]
fn what_is_set_aside_is_gone_until_it_is_settled() {
    let ledger = ledger(Budgets { session: tokens(250), ..Budgets::default() });
    let reserve = |seat| ledger.reserve(payer("s", seat), usage(60, 0, 40), None);
    let first = reserve(0).expect("250 left");
    let _second = reserve(1).expect("150 left");
    let refused = what(reserve(2).expect_err("50 left"));
    assert_eq!(refused, "the session has 50 of 250 tokens left, and this call may need 100");
    first.settle(usage(10, 0, 5), None);
    assert_eq!(ledger.session("s").tokens, 15);
    let third = reserve(2).expect("135 left");
    drop(third);
    assert_eq!(ledger.session("s").tokens, 115, "one that nobody settles counts whole");
    assert!(ledger.reserve(payer("t", 0), usage(200, 0, 40), None).is_ok(), "another session has its own");
}

#[test]
fn money_without_a_price_is_refused_and_says_where_to_give_one() {
    let ledger = ledger(Budgets { day: money(1), ..Budgets::default() });
    let refused = what(ledger.reserve(payer("s", 0), usage(1, 0, 1), None).expect_err("no price"));
    assert_eq!(
        refused,
        "the day has a budget in dollars, and no price is known for openai:new; add [prices.\"openai:new\"] to \
         config.toml"
    );
}

#[test]
fn a_session_goes_on_where_its_log_is() {
    let ledger = ledger(Budgets { seat: tokens(1_000), ..Budgets::default() });
    let mut seat = Spent::default();
    seat.add(engine::CallEnd::Answered, usage(300, 100, 100), Some(Nanos(7)));
    let open = CallBegun {
        call_id: CallId(2),
        player_id: SeatId::at(2),
        ask_id: AskId(1),
        model: "openai:new".into(),
        most: usage(500, 0, 100),
        most_cost: Some(Nanos(9)),
    };
    let accounts =
        Accounts { budget: tokens(1_500), begun: 2, open: vec![open], seats: vec![Spent::default(), seat] };
    ledger.open_session("s", &accounts);
    assert_eq!(ledger.session("s"), Used { tokens: 1_000, cost: Nanos(16) });
    assert_eq!(ledger.today(), Used::default(), "what the log has is not of today");
    let refused =
        |seat, input| what(ledger.reserve(payer("s", seat), usage(input, 0, 0), None).expect_err("too much"));
    assert_eq!(refused(1, 601), "seat 2 has 600 of 1000 tokens left, and this call may need 601");
    assert_eq!(refused(2, 401), "seat 3 has 400 of 1000 tokens left, and this call may need 401");
    assert_eq!(refused(0, 501), "the session has 500 of 1500 tokens left, and this call may need 501");
    // The same log again is the same session, not another one.
    ledger.open_session("s", &accounts);
    assert_eq!(ledger.session("s").tokens, 1_000);
    ledger.close_session("s");
    assert_eq!(ledger.session("s"), Used::default());
}

#[test]
fn a_session_keeps_to_its_own_budget_and_to_the_configured_one() {
    for (own, configured) in [(100, 500), (500, 100)] {
        let ledger = ledger(Budgets { session: tokens(configured), ..Budgets::default() });
        ledger.open_session("s", &Accounts { budget: tokens(own), ..Accounts::default() });
        assert!(ledger.reserve(payer("s", 0), usage(101, 0, 0), None).is_err());
        assert!(ledger.reserve(payer("s", 0), usage(100, 0, 0), None).is_ok());
    }
}

#[test]
fn a_day_ends_at_midnight_of_utc() {
    let now = Arc::new(AtomicI64::new(20_000 * DAY_MS + DAY_MS - 1));
    let shown = now.clone();
    let clock = WallClock::new(move || shown.load(Ordering::Relaxed));
    let ledger = Ledger::new(Budgets { day: tokens(1_000), ..Budgets::default() }, clock);
    let spent = Spent { usage: usage(700, 0, 100), ..Spent::default() };
    ledger.spent_today(spent);
    let reserve = |tokens| ledger.reserve(payer("s", 0), usage(tokens, 0, 0), None);
    assert_eq!(
        what(reserve(201).expect_err("800 spent")),
        "the day has 200 of 1000 tokens left, and this call may need 201"
    );
    let over_night = reserve(200).expect("200 left");

    now.fetch_add(1, Ordering::Relaxed);
    assert_eq!(ledger.today().tokens, 0);
    assert!(reserve(801).is_err(), "a call that is under way is still to be paid");
    over_night.settle(usage(150, 0, 0), None);
    assert_eq!(ledger.today().tokens, 150, "it counts for the day on which it ends");
    assert_eq!(ledger.session("s").tokens, 150, "a session does not end at midnight");

    now.fetch_sub(DAY_MS, Ordering::Relaxed);
    assert_eq!(ledger.today().tokens, 150, "a clock that is set back brings no day back");
    now.fetch_add(2 * DAY_MS, Ordering::Relaxed);
    assert_eq!(ledger.today().tokens, 0);
}

#[test]
fn many_at_once_never_use_what_is_there_only_once() {
    const CALL: u64 = 100;
    const FIT: usize = 7;
    let budget = CALL * FIT as u64 + CALL / 2;
    let ledger = ledger(Budgets { day: tokens(budget), ..Budgets::default() });
    let held: Vec<_> = std::thread::scope(|scope| {
        let tasks: Vec<_> = (0..64)
            .map(|at| {
                let ledger = &ledger;
                scope.spawn(move || {
                    ledger.reserve(payer(&format!("s{}", at % 5), at % 8), usage(CALL, 0, 0), None)
                })
            })
            .collect();
        tasks.into_iter().filter_map(|task| task.join().expect("no panic").ok()).collect()
    });
    assert_eq!(held.len(), FIT);
    held.into_iter().for_each(|held| held.settle(usage(CALL, 0, 0), None));
    assert_eq!(ledger.today().tokens, CALL * FIT as u64);
}

fn budgeted(stage: Arc<dyn Provider>, ledger: &Ledger) -> Budgeted {
    Budgeted::new(stage, ledger.clone(), "test:model".into(), Some(PRICE))
}

#[tokio::test(start_paused = true)]
async fn many_calls_at_once_keep_to_the_budget() {
    let request = request(Style::Tools);
    let most = most(&request);
    let budget = most.tokens() * 3;
    let ledger = ledger(Budgets { session: tokens(budget), ..Budgets::default() });
    let act = || Act { wait: Duration::from_secs(1), ..says("yes", usage(most.input, 0, most.output)) };
    let stage = Stage::of((0..9).map(|_| act()));
    let provider = Arc::new(budgeted(stage.clone(), &ledger));
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..9 {
        let (provider, request) = (provider.clone(), request.clone());
        tasks.spawn(async move { ask(&*provider, &request).await.1.is_ok() });
    }
    let made = tasks.join_all().await.into_iter().filter(|made| *made).count();
    assert_eq!((made, stage.calls()), (3, 3), "a call without a budget is not made");
    assert_eq!(ledger.session("s").tokens, budget);
}

#[tokio::test(start_paused = true)]
async fn a_call_waits_for_what_others_have_set_aside_and_do_not_use() {
    let request = request(Style::Tools);
    let most = most(&request);
    let ledger = ledger(Budgets { session: tokens(most.tokens() * 2), ..Budgets::default() });
    // Each uses a tenth of what it could: all nine are paid for, two at a time.
    let act = || Act { wait: Duration::from_secs(1), ..says("yes", usage(most.tokens() / 10, 0, 0)) };
    let stage = Stage::of((0..9).map(|_| act()));
    let provider = Arc::new(budgeted(stage.clone(), &ledger));
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..9 {
        let (provider, request) = (provider.clone(), request.clone());
        tasks.spawn(async move { ask(&*provider, &request).await.1.is_ok() });
    }
    assert_eq!(tasks.join_all().await.into_iter().filter(|made| *made).count(), 9);
    let begun = stage.begun().into_iter().filter(|at| *at == Duration::ZERO).count();
    assert_eq!(begun, 2, "never more at once than the budget holds");
}

#[tokio::test(start_paused = true)]
async fn a_dropped_call_has_read_what_such_prompts_measure() {
    let request = request(Style::Tools);
    let most = most(&request);
    let ledger = ledger(Budgets::default());
    let half = usage(most.input / 2, 0, 7);
    let provider = budgeted(Stage::of([says("yes", half), Act::default()]), &ledger);
    ask(&provider, &request).await.1.expect("an answer");
    let guess = provider.gauge().cut_short(most, 9);
    assert_eq!((guess.input.abs_diff(most.input / 2) <= 1, guess.output), (true, 3));
    let dropped = tokio::time::timeout(Duration::from_secs(1), ask(&provider, &request)).await;
    assert!(dropped.is_err());
    assert_eq!(ledger.session("s").tokens, half.tokens() + provider.gauge().cut_short(most, 0).tokens());
}

#[tokio::test(start_paused = true)]
async fn what_is_estimated_is_marked_and_what_the_provider_said_is_not() {
    let request = request(Style::Tools);
    let late = CallFault::TimedOut { after: Duration::ZERO };
    for (name, act, estimated) in [
        ("told", says("yes", usage(9, 0, 4)), false),
        ("a silent server", says("yes", Usage::default()), true),
        ("never read", fails(unreachable()), false),
        ("too late", fails(late), true),
    ] {
        let ledger = ledger(Budgets::default());
        let marked = match ask(&budgeted(Stage::of([act]), &ledger), &request).await.1 {
            Ok(reply) => reply.estimated,
            Err(failed) => failed.estimated,
        };
        assert_eq!(marked, estimated, "{name}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_is_settled_with_what_it_used_and_cost() {
    let ledger = ledger(Budgets { day: money(u64::MAX), ..Budgets::default() });
    let provider = budgeted(Stage::of([says("yes", usage(100, 40, 7))]), &ledger);
    let (_, result) = ask(&provider, &request(Style::Tools)).await;
    assert_eq!(result.expect("an answer").usage, usage(100, 40, 7));
    let cost = Nanos(60 * 1_000 + 40 * 100 + 7 * 10_000);
    assert_eq!(ledger.today(), Used { tokens: 107, cost });
    assert_eq!(ledger.session("s"), Used { tokens: 107, cost });
}

#[tokio::test(start_paused = true)]
async fn what_a_provider_does_not_say_is_estimated_and_told() {
    let request = request(Style::Tools);
    let read = most(&request).input;
    let broken = |fault, told, say: &str| Act {
        say: if say.is_empty() { vec![] } else { vec![Delta::Text(say.into())] },
        end: Some(Err(Failed { usage: told, text: say.into(), ..Failed::new(fault) })),
        ..Act::default()
    };
    let none = Usage::default();
    let cases = [
        ("a silent server", says("nine bytes", none), usage(read, 0, 4)),
        ("never reached", fails(unreachable()), none),
        ("broke off", broken(unreachable(), none, "nine bytes"), usage(read, 0, 4)),
        (
            "broke off, and said what was read",
            broken(unreachable(), usage(50, 20, 1), "nine bytes"),
            usage(50, 20, 4),
        ),
        ("refused", broken(CallFault::CutOff, none, ""), usage(read, 0, 0)),
        ("too late", broken(CallFault::TimedOut { after: Duration::ZERO }, none, ""), usage(read, 0, 0)),
        ("counted whole", broken(CallFault::CutOff, usage(50, 0, 200), "nine bytes"), usage(50, 0, 200)),
    ];
    for (name, act, expected) in cases {
        let ledger = ledger(Budgets::default());
        let (_, result) = ask(&budgeted(Stage::of([act]), &ledger), &request).await;
        let told = match result {
            Ok(reply) => reply.usage,
            Err(failed) => failed.usage,
        };
        assert_eq!(told, expected, "{name}");
        assert_eq!(ledger.session("s").tokens, expected.tokens(), "{name}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_dropped_call_counts_what_it_read_and_what_was_heard_of_it() {
    let request = request(Style::Tools);
    let say = vec![
        Delta::Call { index: 0, name: "vote".into() },
        Delta::Arguments { index: 0, json: "{\"a".into() },
    ];
    let ledger = ledger(Budgets::default());
    let provider = budgeted(Stage::of([Act { say, ..Act::default() }]), &ledger);
    let dropped = tokio::time::timeout(Duration::from_secs(1), ask(&provider, &request)).await;
    assert!(dropped.is_err());
    let expected = cut_short(most(&request), 7);
    assert_eq!(expected.output, 3);
    assert_eq!(ledger.session("s"), Used { tokens: expected.tokens(), cost: PRICE.of(expected) });
    let all = usage(u64::MAX / 2, 0, 0);
    assert!(ledger.reserve(payer("s", 0), all, None).is_ok(), "nothing is set aside any more");
}

#[test]
fn the_most_grows_with_everything_that_is_sent() {
    let base = request(Style::Tools);
    let changes: [fn(&mut ModelRequest); 6] = [
        |request| request.prompt.fixed.push_str("more"),
        |request| request.prompt.told.push("more".into()),
        |request| request.prompt.now.push_str("more"),
        |request| request.tools.push(request.tools[0].clone()),
        |request| request.output = Some(request.tools[0].schema.clone()),
        |request| *request = crate::stage::after_failure(request.clone()),
    ];
    for change in changes {
        let mut more = base.clone();
        change(&mut more);
        assert!(most(&more).input > most(&base).input);
    }
    assert_eq!(most(&base).output, u64::from(base.limits.output_tokens));
}

#[test]
fn a_photo_counts_one_token_for_every_750_pixels_of_the_largest() {
    let bare = request(Style::Tools);
    let mut seen = bare.clone();
    let photo = Image { hash: Hash::of(b"photo"), bytes: Arc::from(vec![0; 1_000_000]) };
    seen.prompt.photos = vec![photo.clone(), photo];
    assert_eq!(most(&seen).input - most(&bare).input, 2 * 3_279, "its bytes do not matter");
}
