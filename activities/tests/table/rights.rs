//! Who may change the state (T14), and who may sit where (T15).

use engine::{Audience, Reason, SeatSet, Viewer};
use protocol::table::Fair;

use super::*;

const CLEO: SeatId = SeatId::at(2);
const DOT: SeatId = SeatId::at(3);

fn sits(seat: SeatId, id: &str, name: Option<&str>) -> Command {
    Command::TakeSeat { seat, person: Some(Person { id: id.to_owned(), name: name.map(str::to_owned) }) }
}

fn refused(table: &State, by: Actor, command: Command) -> &'static str {
    act(&mut table.clone(), by, command, NOON).expect_err("the table says no").code()
}

fn only(seats: &[usize]) -> Option<SeatSet> {
    Some(seats.iter().map(|seat| SeatId::at(*seat)).collect())
}

#[test]
fn t15_who_has_held_a_seat_takes_no_other_of_the_session() {
    let mut table = table_in(TableState::Active);
    act(&mut table, Actor::Host, sits(CLEO, "mia", Some("Mia")), NOON).expect("it is free");
    assert_eq!(refused(&table, Actor::Host, sits(DOT, "mia", None)), "one-seat", "not while she sits");
    act(&mut table, Actor::Host, Command::LeaveSeat { seat: CLEO }, NOON).expect("she leaves");
    let no = act(&mut table.clone(), Actor::Host, sits(DOT, "mia", None), NOON).expect_err("she has seen it");
    assert_eq!(no.code(), "one-seat");
    assert!(no.to_string().contains("Cleo's seat") && no.to_string().contains("watch"), "{no}");
    act(&mut table.clone(), Actor::Host, sits(DOT, "noor", None), NOON).expect("somebody else may");
    act(&mut table, Actor::Host, sits(CLEO, "mia", None), NOON).expect("the same seat again is no other");
    // A seat is given back, not exchanged: the one who sits there now keeps it.
    assert_eq!(refused(&table, Actor::Host, sits(CLEO, "noor", None)), "seat-held");
}

#[test]
fn t15_what_was_held_is_kept_by_the_log_and_told_to_nobody_but_the_host() {
    let mut table = table_in(TableState::Active);
    let told = act(&mut table, Actor::Host, sits(CLEO, "mia-5f3a", Some("Mia")), NOON).expect("it is free");
    assert_eq!(
        words(&table, &told),
        ["Mia sits down in Cleo's seat; the house steps back."],
        "who, and which"
    );
    for told in &told {
        let text = serde_json::to_string(&told.event).expect("JSON");
        assert_eq!(told.audience == Audience::Public, !text.contains("mia-5f3a"), "{text}");
    }
    for viewer in [Viewer::Public, Viewer::Observer, Viewer::Seat(CLEO), Viewer::Host] {
        let view = serde_json::to_string(&Table::view(&table, viewer)).expect("JSON");
        assert!(!view.contains("mia-5f3a"), "{viewer}");
    }
    let again: State = serde_json::from_str(&serde_json::to_string(&table).expect("JSON")).expect("a state");
    assert_eq!(refused(&again, Actor::Host, sits(DOT, "mia-5f3a", None)), "one-seat", "after a restart, too");
    for bad in ["", &"x".repeat(65)] {
        assert_eq!(refused(&table, Actor::Host, sits(DOT, bad, None)), "bad-person");
        assert_eq!(refused(&table, Actor::Host, sits(DOT, "noor", Some(bad))), "bad-person");
    }
}

#[test]
fn t15_seats_are_taken_only_where_and_while_the_table_allows_it() {
    let taken = Command::TakeSeat { seat: CLEO, person: None };
    for (open_seats, before, after) in [
        (OpenSeats::Start, None, None),
        (OpenSeats::BeforePlay, None, Some("seats-closed")),
        (OpenSeats::Never, Some("seats-closed"), Some("seats-closed")),
    ] {
        let (mut table, _) = open(&seats(), &Setup { open_seats, ..setup() }).expect("a sound setup");
        let says = |table: &State| {
            let no = act(&mut table.clone(), Actor::Host, taken.clone(), NOON).err().map(|no| no.code());
            assert_eq!(
                Table::view(table, Viewer::Public).seats_closed,
                no.is_some(),
                "{open_seats:?}: all see it"
            );
            no
        };
        assert_eq!(says(&table), before, "{open_seats:?}");
        for verb in [SessionVerb::Zero, SessionVerb::Start, SessionVerb::Pause, SessionVerb::Close] {
            act(&mut table, Actor::Host, set(verb), NOON).expect("the host may");
            assert_eq!(
                says(&table),
                if verb == SessionVerb::Zero { before } else { after },
                "{open_seats:?}"
            );
        }
    }
    assert_eq!(OpenSeats::default(), OpenSeats::Start, "what holds if nothing is said");
}

#[test]
fn t14_the_host_names_who_may_change_the_state() {
    for (stewards, ada, ben, told) in [
        (only(&[0]), None, Some("not-steward"), "From now on Ada and the host may change the table's state."),
        (
            only(&[]),
            Some("not-steward"),
            Some("not-steward"),
            "From now on the host may change the table's state.",
        ),
        (None, None, None, "From now on everybody who is seated may change the table's state."),
    ] {
        let mut table = table_in(TableState::Active);
        let command = Command::SetStewards { stewards };
        for by in [ADA, BEN] {
            assert_eq!(refused(&table, by, command.clone()), "not-host");
        }
        let said = act(&mut table, Actor::Host, command, NOON).expect("the host may");
        assert_eq!(words(&table, &said), [told]);
        assert!(said.iter().all(|told| told.audience == Audience::Public), "all are told");
        for (by, code) in [(ADA, ada), (BEN, ben), (Actor::Host, None)] {
            let paused = act(&mut table.clone(), by, set(SessionVerb::Pause), NOON);
            assert_eq!(paused.err().map(|no| no.code()), code, "{by} {stewards:?}");
            let line = hear(&table, by, "/session pause").map(drop);
            assert!(line.is_ok(), "whether it may is decided when it is done");
        }
    }
    let table = table_in(TableState::Active);
    assert_eq!(refused(&table, Actor::Host, Command::SetStewards { stewards: only(&[2]) }), "bot-ignored");
    assert_eq!(refused(&table, Actor::Host, Command::SetStewards { stewards: only(&[7]) }), "no-such-seat");
}

#[test]
fn t14_those_who_sit_down_later_may_where_everybody_may_and_not_where_some_were_named() {
    let house: Vec<Seat> = seats().into_iter().skip(2).collect();
    let (mut table, _) = open(&house, &setup()).expect("a sound setup");
    act(&mut table, Actor::Host, Command::TakeSeat { seat: SeatId::at(0), person: None }, NOON)
        .expect("free");
    act(&mut table.clone(), ADA, set(SessionVerb::Start), NOON).expect("everybody who is seated may");
    act(&mut table, Actor::Host, Command::SetStewards { stewards: only(&[]) }, NOON).expect("the host may");
    assert_eq!(
        refused(&table, ADA, set(SessionVerb::Start)),
        "not-steward",
        "the host alone is the host alone"
    );
    act(&mut table, Actor::Host, Command::SetStewards { stewards: None }, NOON).expect("the host may");
    act(&mut table, ADA, set(SessionVerb::Start), NOON).expect("everybody again");
}

#[test]
fn t14_fair_play_is_promised_and_lifted_before_all() {
    let mut table = table_in(TableState::Active);
    let fair = |on, seat| Command::SetFairPlay { on, seat };
    assert_eq!(refused(&table, ADA, fair(true, None)), "not-host");
    assert_eq!(refused(&table, Actor::Host, fair(false, None)), "unchanged");
    assert_eq!(
        refused(&table, Actor::Host, fair(true, Some(CLEO))),
        "bot-ignored",
        "a seat of the host's own"
    );
    let seat = SeatId::at(0);
    let told = act(&mut table, Actor::Host, fair(true, Some(seat)), NOON).expect("the host may");
    assert_eq!(words(&table, &told), ["Fair play: until the end the host sees no more than Ada does."]);
    assert_eq!(Table::view(&table, Viewer::Public).fair, Some(Fair { seat: Some(seat) }), "all see it");
    let told = act(&mut table, Actor::Host, fair(false, None), NOON).expect("the host may");
    assert_eq!(words(&table, &told), ["The host lifts fair play, and can see everything from now on."]);
    assert!(told.iter().all(|told| told.audience == Audience::Public));
    assert_eq!(Table::view(&table, Viewer::Public).fair, None);
}

#[test]
fn t14_rights_are_said_by_lines_too() {
    let table = table_in(TableState::Active);
    let heard = |by: Actor, line: &str| {
        hear(&table, by, line).map(|heard| heard.table).map_err(|rejection| rejection.code())
    };
    for (line, stewards) in [
        ("/stewards everyone", None),
        ("/STEWARDS host", only(&[])),
        ("/stewards 1, 2", only(&[0, 1])),
        ("/stewards 2", only(&[1])),
    ] {
        assert_eq!(heard(Actor::Host, line), Ok(vec![Command::SetStewards { stewards }]), "{line}");
    }
    let own = Some(SeatId::at(0));
    for (line, on, seat) in [("/fair on", true, None), ("/fair on 1", true, own)] {
        assert_eq!(heard(Actor::Host, line), Ok(vec![Command::SetFairPlay { on, seat }]), "{line}");
    }
    for (by, line, code) in [
        (ADA, "/stewards everyone", "not-host"),
        (ADA, "/fair on", "not-host"),
        (Actor::Host, "/stewards", "bad-stewards"),
        (Actor::Host, "/stewards nobody", "bad-stewards"),
        (Actor::Host, "/stewards 3", "bot-ignored"),
        (Actor::Host, "/fair", "bad-fair"),
        (Actor::Host, "/fair maybe", "bad-fair"),
        (Actor::Host, "/fair off", "unchanged"),
    ] {
        assert_eq!(heard(by, line), Err(code), "{line}");
    }
}
