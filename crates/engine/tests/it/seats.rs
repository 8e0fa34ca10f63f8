use parlor_engine::{Actor, Audience, Holder, Moment, Seat, SeatId, SeatSet, TableTime, Viewer, seat_faults};
use proptest::prelude::*;

fn seat(id: &str, name: &str) -> Seat {
    Seat { id: id.to_owned(), name: name.to_owned(), holder: Holder::Person }
}

fn fields(seats: &[Seat]) -> Vec<String> {
    seat_faults(seats).into_iter().map(|fault| fault.field).collect()
}

#[test]
fn names_are_unique_without_regard_to_case_and_space() {
    assert!(fields(&[seat("a", "Ana"), seat("b", "Ben")]).is_empty());
    assert_eq!(fields(&[seat("a", "Ana"), seat("b", " aNA ")]), ["seats[1].name"]);
    assert_eq!(fields(&[seat("a", "Éva"), seat("b", "éva")]), ["seats[1].name"]);
    assert_eq!(
        fields(&[seat("a", "Ana"), seat("A", "Ben"), seat("a ", "Cole")]),
        ["seats[1].id", "seats[2].id"]
    );
}

#[test]
fn names_have_1_to_32_characters_and_no_control_characters() {
    assert!(fields(&[seat("a", &"é".repeat(32))]).is_empty());
    assert_eq!(fields(&[seat("a", &"é".repeat(33))]), ["seats[0].name"]);
    assert_eq!(fields(&[seat("a", "  ")]), ["seats[0].name"]);
    assert_eq!(fields(&[seat("a", "A\nB")]), ["seats[0].name"]);
    assert_eq!(fields(&[]), ["seats"]);
}

/// Who is told what: every kind of viewer against every kind of audience.
#[test]
fn a_viewer_sees_exactly_what_its_audience_is_told() {
    let [one, two] = [SeatId::at(0), SeatId::at(1)];
    let team = Audience::Seats(SeatSet::only(one).with(SeatId::at(2)));
    let viewers = [Viewer::Public, Viewer::Observer, Viewer::Seat(one), Viewer::Seat(two), Viewer::Host];
    let cases = [
        (Audience::Public, [true, true, true, true, true]),
        (Audience::seat(one), [false, false, true, false, true]),
        (team, [false, false, true, false, true]),
        (Audience::Thoughts(one), [false, true, true, false, true]),
        (Audience::Host, [false, false, false, false, true]),
        (Audience::Seats(SeatSet::EMPTY), [false, false, false, false, true]),
    ];
    for (audience, expected) in cases {
        assert_eq!(viewers.map(|viewer| viewer.sees(audience)), expected, "{audience}");
    }
}

#[test]
fn audiences_viewers_actors_and_holders_read_what_they_write() {
    let seats: SeatSet = [1, 4, 32].into_iter().filter_map(SeatId::new).collect();
    for audience in
        [Audience::Public, Audience::Seats(seats), Audience::Seats(SeatSet::EMPTY), Audience::Host]
    {
        assert_eq!(audience.to_string().parse(), Ok(audience));
    }
    for viewer in [Viewer::Public, Viewer::Observer, Viewer::Host, Viewer::Seat(SeatId::at(9))] {
        assert_eq!(viewer.to_string().parse(), Ok(viewer));
    }
    for actor in [Actor::Host, Actor::Clock, Actor::Seat(SeatId::at(0))] {
        assert_eq!(actor.to_string().parse(), Ok(actor));
    }
    for holder in [Holder::Person, Holder::House("social".into()), Holder::Model("ollama:llama3.2".into())] {
        assert_eq!(holder.to_string().parse(), Ok(holder));
    }
    for bad in ["", "seat:0", "seat:33", "seat:-1", "seats:", "everyone"] {
        assert!(bad.parse::<Viewer>().is_err(), "{bad}");
    }
    for bad in ["house", "house:", "robot:x", "model:"] {
        assert!(bad.parse::<Holder>().is_err(), "{bad}");
    }
}

#[test]
fn table_time_passes_only_while_the_table_is_live_and_never_backwards() {
    let start = Moment { time: TableTime(500), at: 10_000 };
    assert_eq!(start.later(12_000, true), Moment { time: TableTime(2_500), at: 12_000 });
    assert_eq!(start.later(12_000, false), Moment { time: TableTime(500), at: 12_000 });
    let set_back = start.later(10_000 - 3_600_000, true);
    assert_eq!(set_back.time, TableTime(500), "a wall clock set back takes no table time back");
}

proptest! {
    #[test]
    fn a_set_of_seats_is_a_set(numbers in proptest::collection::btree_set(1u8..=32, 0..32)) {
        let set: SeatSet = numbers.iter().copied().filter_map(SeatId::new).collect();
        prop_assert_eq!(set.len(), numbers.len());
        prop_assert_eq!(set.iter().map(SeatId::number).collect::<Vec<_>>(), numbers.iter().copied().collect::<Vec<_>>());
        for number in 1..=32 {
            let seat = SeatId::new(number).unwrap();
            prop_assert_eq!(set.contains(seat), numbers.contains(&number));
            prop_assert!(!set.without(seat).contains(seat));
        }
    }
}
