//! Reports: texts for whoever asks, from that viewer's own view, in no log.

use engine::Actor;
use host::limits::REPORT_BYTES_MAX;
use serde_json::json;

use crate::disk::Disk;
use crate::requests::{code, some};
use crate::stage::*;
use crate::toy::Setup;

#[tokio::test(start_paused = true)]
async fn a_report_is_told_to_the_asker_alone_in_every_state_and_is_in_no_log() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pppp", &Setup::default()).await;
    for (number, chosen) in [(2, 7), (4, 5)] {
        let choose = answer(100, json!({"type": "Choose", "number": chosen}));
        table.request(Actor::Seat(seat(number)), None, choose).await.expect("asked");
    }
    let mut listening = table.subscribe(engine::Viewer::Host, None).await.expect("a listener");
    drain(&mut listening).await;
    let of = |number| Actor::Seat(seat(number));
    for (by, text) in [
        (of(1), "You chose []."),
        (of(2), "You chose [(SeatId(2), 7)]."),
        (of(4), "You chose [(SeatId(4), 5)]."),
        (Actor::Host, "You chose [(SeatId(2), 7), (SeatId(4), 5)]."),
    ] {
        for line_of in ["/mine", " /MINE "] {
            let ack = table.request(by, some("r"), line(line_of)).await.expect("always");
            assert_eq!(ack.report.as_deref(), Some(text), "{by}");
            let last = disk.lines(&id("game")).pop().expect("a record");
            assert_eq!((ack.number, ack.head), (last.number, last.hash));
        }
    }
    let records = disk.lines(&id("game")).len();
    for state in ["PAUSED", "DEBRIEF", "IDLE", "SESSION_ZERO"] {
        set(&table, state).await.expect("another state");
        drain(&mut listening).await;
        let ack = table.request(of(2), None, line("/mine")).await.expect(state);
        assert!(ack.report.is_some());
        assert!(drain(&mut listening).await.is_empty(), "nobody hears of it");
    }
    assert_eq!(disk.lines(&id("game")).len(), records + 4, "the changes of state, and nothing else");
}

#[tokio::test(start_paused = true)]
async fn a_long_report_is_cut_at_a_line_and_says_so() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pp", &Setup::default()).await;
    let ack = table.request(Actor::Seat(seat(1)), None, line("/long")).await.expect("always");
    let text = ack.report.expect("a report");
    assert!(text.len() <= REPORT_BYTES_MAX && text.len() > REPORT_BYTES_MAX - 100, "{}", text.len());
    let (last, rest) =
        text.lines().collect::<Vec<_>>().split_last().map(|(l, r)| (*l, r.to_vec())).expect("lines");
    assert_eq!(last, "… and more: this is the limit of a report.");
    assert!(rest.iter().all(|line| *line == "A line of some words: äöü."), "whole lines");
}

#[tokio::test(start_paused = true)]
async fn what_is_no_report_is_refused_or_goes_on_to_the_table() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pp", &Setup::default()).await;
    let ask = async |by, text: &str| table.request(by, None, line(text)).await.expect_err(text);
    assert_eq!(code(&ask(Actor::Seat(seat(1)), "/nothing").await), "no-report");
    assert_eq!(code(&ask(Actor::Seat(seat(9)), "/mine").await), "no-such-seat");
    assert_eq!(code(&ask(Actor::Seat(seat(1)), "/mine too").await), "table-says-no");
    assert_eq!(code(&ask(Actor::Seat(seat(1)), "mine").await), "not-your-turn");
}
