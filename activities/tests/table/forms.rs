//! Commands and events as JSON: what stands in every log may grow, but never change.

use engine::{Actor, Matter, SeatId, SeatSet, Seed, Wish};
use protocol::table::TableState;
use serde::Serialize;
use serde::de::DeserializeOwned;
use table::{Command, Earlier, Event, FeedbackKind, OpenSeats, Person, RefereeAnswer, SessionVerb, Setup};

use super::{ADA, NOON, seats};

fn check<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: T, json: &str) {
    assert_eq!(serde_json::to_string(&value).expect("plain data"), json);
    assert_eq!(serde_json::from_str::<T>(json).expect("what was written can be read"), value);
}

#[test]
fn commands_have_these_forms() {
    check(Command::SetSession { verb: SessionVerb::Pause }, r#"{"type":"SetSession","verb":"pause"}"#);
    check(
        Command::SayAside { text: "brb".to_owned(), addressed: false },
        r#"{"type":"SayAside","text":"brb","addressed":false}"#,
    );
    check(
        Command::AskReferee { text: "parlor, why?".to_owned(), found: "So.".to_owned() },
        r#"{"type":"AskReferee","text":"parlor, why?","found":"So."}"#,
    );
    check(
        Command::GiveFeedback { text: "rain".to_owned(), kind: FeedbackKind::Wish },
        r#"{"type":"GiveFeedback","text":"rain","kind":"wish"}"#,
    );
    check(
        Command::AskModel { text: "parlor, why?".to_owned() },
        r#"{"type":"AskModel","text":"parlor, why?"}"#,
    );
    check(Command::LookBack, r#"{"type":"LookBack"}"#);
    check(
        Command::AnswerReferee { to: SeatId::at(0), text: "why?".to_owned(), found: Some("So.".to_owned()) },
        r#"{"type":"AnswerReferee","to":1,"text":"why?","found":"So."}"#,
    );
    check(
        Command::TellAnswer {
            matter: Matter::Feedback,
            to: SeatId::at(0),
            by: SeatId::at(3),
            text: "So.".to_owned(),
        },
        r#"{"type":"TellAnswer","matter":"feedback","to":1,"by":4,"text":"So."}"#,
    );
    check(Command::AskStatus, r#"{"type":"AskStatus"}"#);
    let seat = SeatId::at(2);
    check(Command::TakeSeat { seat, person: None }, r#"{"type":"TakeSeat","seat":3}"#);
    let person = Some(Person { id: "owner".to_owned(), name: Some("Mia".to_owned()) });
    check(
        Command::TakeSeat { seat, person },
        r#"{"type":"TakeSeat","seat":3,"person":{"id":"owner","name":"Mia"}}"#,
    );
    check(Command::SetStewards { stewards: None }, r#"{"type":"SetStewards"}"#);
    check(
        Command::SetStewards { stewards: Some(SeatSet::only(seat)) },
        r#"{"type":"SetStewards","stewards":[3]}"#,
    );
    check(
        Command::SetFairPlay { on: true, seat: Some(seat) },
        r#"{"type":"SetFairPlay","on":true,"seat":3}"#,
    );
    check(Command::LeaveSeat { seat }, r#"{"type":"LeaveSeat","seat":3}"#);
    check(Command::TellTakenBack { what: Wish::Retry }, r#"{"type":"TellTakenBack","what":"retry"}"#);
    check(Command::CallStop, r#"{"type":"CallStop"}"#);
    check(
        Setup {
            title: "Friday".to_owned(),
            stewards: Some(SeatSet::only(SeatId::at(1))),
            open_seats: OpenSeats::default(),
            language: protocol::table::Language::default(),
            budget: engine::Budget::default(),
        },
        r#"{"title":"Friday","stewards":[2]}"#,
    );
    check(
        Setup {
            title: "Friday".to_owned(),
            stewards: None,
            open_seats: OpenSeats::default(),
            language: protocol::table::Language::default(),
            budget: engine::Budget::default(),
        },
        r#"{"title":"Friday"}"#,
    );
    for wrong in [
        r#"{"type":"SetSession","verb":"stop"}"#,
        r#"{"type":"SetSession","verb":"pause","now":true}"#,
        r#"{"type":"SetState","to":"IDLE"}"#,
    ] {
        assert!(serde_json::from_str::<Command>(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn events_have_these_forms() {
    let seed_hash = Seed(7).promise(None);
    check(
        Event::TableOpened {
            title: "Friday".to_owned(),
            seats: seats()[..1].into(),
            seed_hash,
            stewards: SeatSet::only(SeatId::at(0)),
            open_seats: OpenSeats::default(),
            language: protocol::table::Language::default(),
            budget: engine::Budget::default(),
            at: NOON,
        },
        &format!(
            r#"{{"type":"TABLE_OPENED","title":"Friday","seats":[{{"id":"ada","name":"Ada","holder":"person"}}],"seedHash":"{seed_hash}","stewards":[1],"at":1704110400000}}"#
        ),
    );
    let changed = |earlier| Event::StateChanged {
        from: TableState::Idle,
        to: TableState::SessionZero,
        at: NOON,
        by: ADA,
        earlier,
    };
    check(
        changed(None),
        r#"{"type":"STATE_CHANGED","from":"IDLE","to":"SESSION_ZERO","at":1704110400000,"by":"seat:1"}"#,
    );
    check(
        changed(Some(Earlier { sessions: 2, closed_at: 5 })),
        r#"{"type":"STATE_CHANGED","from":"IDLE","to":"SESSION_ZERO","at":1704110400000,"by":"seat:1","earlier":{"sessions":2,"closedAt":5}}"#,
    );
    check(
        Event::AsideSaid { by: ADA, text: "brb".to_owned(), addressed: false },
        r#"{"type":"ASIDE_SAID","by":"seat:1","text":"brb","addressed":false}"#,
    );
    check(
        Event::RefereeAnswered { to: ADA, state: TableState::Paused, answer: RefereeAnswer::Status },
        r#"{"type":"REFEREE_ANSWERED","to":"seat:1","state":"PAUSED","answer":{"topic":"status"}}"#,
    );
    check(
        Event::RefereeAnswered {
            to: Actor::Host,
            state: TableState::Paused,
            answer: RefereeAnswer::Who { stewards: SeatSet::first(2) },
        },
        r#"{"type":"REFEREE_ANSWERED","to":"host","state":"PAUSED","answer":{"topic":"who","stewards":[1,2]}}"#,
    );
    check(
        Event::RefereeAnswered {
            to: ADA,
            state: TableState::Active,
            answer: RefereeAnswer::Model { seat: SeatId::at(3), text: "So.".to_owned() },
        },
        r#"{"type":"REFEREE_ANSWERED","to":"seat:1","state":"ACTIVE","answer":{"topic":"model","seat":4,"text":"So."}}"#,
    );
    check(Event::DebriefBegun { quiet_ms: 600_000 }, r#"{"type":"DEBRIEF_BEGUN","quietMs":600000}"#);
    check(
        Event::FeedbackAnswered { player_id: SeatId::at(3), to: SeatId::at(0), text: "So.".to_owned() },
        r#"{"type":"FEEDBACK_ANSWERED","playerId":4,"to":1,"text":"So."}"#,
    );
    check(
        Event::FeedbackGiven { player_id: SeatId::at(0), kind: FeedbackKind::Star, text: "x".to_owned() },
        r#"{"type":"FEEDBACK_GIVEN","playerId":1,"kind":"star","text":"x"}"#,
    );
    check(
        Event::StatusTold { to: ADA, state: TableState::Idle, since: NOON, by: Actor::Host },
        r#"{"type":"STATUS_TOLD","to":"seat:1","state":"IDLE","since":1704110400000,"by":"host"}"#,
    );
    check(
        Event::TakenBack { by: ADA, what: Wish::Undo },
        r#"{"type":"TAKEN_BACK","by":"seat:1","what":"undo"}"#,
    );
    let player_id = SeatId::at(2);
    check(Event::SeatTaken { player_id, who: None }, r#"{"type":"SEAT_TAKEN","playerId":3}"#);
    check(
        Event::SeatTaken { player_id, who: Some("Mia".to_owned()) },
        r#"{"type":"SEAT_TAKEN","playerId":3,"who":"Mia"}"#,
    );
    check(
        Event::SeatHeld { player_id, person: "owner".to_owned() },
        r#"{"type":"SEAT_HELD","playerId":3,"person":"owner"}"#,
    );
    check(
        Event::StewardsSet { stewards: Some(SeatSet::only(player_id)) },
        r#"{"type":"STEWARDS_SET","stewards":[3]}"#,
    );
    check(
        Event::FairPlaySet { on: true, player_id: Some(player_id) },
        r#"{"type":"FAIR_PLAY_SET","on":true,"playerId":3}"#,
    );
    check(Event::SeatLeft { player_id }, r#"{"type":"SEAT_LEFT","playerId":3}"#);
    check(Event::XCalled, r#"{"type":"X_CALLED"}"#);
    check(Event::LeftUnattended { answers: 200 }, r#"{"type":"LEFT_UNATTENDED","answers":200}"#);
}
