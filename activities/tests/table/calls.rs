//! Model calls: noted before, settled after, once; for the host alone.

use engine::{AskId, Audience, CallBegun, CallEnd, CallId, CallSettled, Nanos, Outer, Reason, Spent, Usage};

use super::*;

const DOT: SeatId = SeatId::at(3);

fn with_model() -> State {
    open(&seats(), &setup()).expect("a sound setup").0
}

pub(super) fn begin(call: u32, seat: SeatId) -> Command {
    Command::BeginCall(CallBegun {
        call_id: CallId(call),
        player_id: seat,
        ask_id: AskId(3),
        model: "acme:one".to_owned(),
        most: Usage { input: 900, cached: 0, output: 400 },
        most_cost: Some(Nanos(5_000)),
    })
}

fn settle(call: u32, end: CallEnd, cost: Option<Nanos>) -> Command {
    Command::SettleCall(CallSettled {
        call_id: CallId(call),
        end,
        usage: Usage { input: 800, cached: 700, output: 50 },
        cost,
        estimated: false,
        took_ms: 1_200,
        reply: "{}".to_owned(),
    })
}

#[test]
fn a_call_is_noted_before_and_settled_once() {
    let mut table = with_model();
    for command in [begin(1, DOT), settle(1, CallEnd::Answered, Some(Nanos(70))), begin(2, DOT)] {
        let told = act(&mut table, Actor::Host, command, NOON).expect("the host notes calls");
        assert!(
            told.iter().all(|told| told.audience == Audience::Host),
            "when a seat thinks is nobody's business"
        );
    }
    let accounts = Table::accounts(&table);
    assert_eq!(accounts.open.iter().map(|open| open.call_id).collect::<Vec<_>>(), [CallId(2)]);
    let usage = Usage { input: 800, cached: 700, output: 50 };
    let spent = Spent { calls: 1, usage, cost: Nanos(70), unpriced: 0, lost: 0 };
    assert_eq!(accounts.seats[DOT.index()], spent);
    assert_eq!(accounts.total(), spent);
    let again =
        act(&mut table, Actor::Host, settle(1, CallEnd::Lost, None), NOON).expect_err("settled already");
    assert_eq!(again.code(), "no-such-call");
    act(&mut table, Actor::Host, settle(2, CallEnd::Lost, None), NOON).expect("it is open");
    let total = Table::accounts(&table).total();
    assert_eq!((total.calls, total.unpriced, total.lost, total.usage.tokens()), (2, 1, 1, 1_700));
}

#[test]
fn calls_are_numbered_without_gaps_and_belong_to_seats_of_models() {
    let mut table = with_model();
    for (command, code) in [
        (begin(2, DOT), "no-such-call"),
        (begin(0, DOT), "no-such-call"),
        (begin(1, SeatId::at(0)), "no-model"),
        (settle(1, CallEnd::Answered, None), "no-such-call"),
    ] {
        assert_eq!(act(&mut table, Actor::Host, command, NOON).expect_err(code).code(), code);
    }
    let by_ada = act(&mut table, ADA, begin(1, DOT), NOON).expect_err("only the host");
    assert_eq!(by_ada.code(), "not-host");
    assert_eq!(Table::accounts(&table), &engine::Accounts::default());
}

#[test]
fn only_so_many_calls_are_open_at_once() {
    let mut table = with_model();
    let open = (1..1_000).take_while(|call| act(&mut table, Actor::Host, begin(*call, DOT), NOON).is_ok());
    assert_eq!(open.count(), 64);
}
