use engine::Holder;
use engine::board::{Ending, Matrix};
use protocol::Clock;
use serde_json::json;

use super::*;

fn scene(board: Board) -> Scene {
    let table = json!({"title": "Practice", "state": "ACTIVE", "since": 0, "by": "host", "stewards": [1]});
    let seat = |name: &str| Seat { id: name.to_owned(), name: name.to_owned(), holder: Holder::Person };
    Scene {
        table: serde_json::from_value(table).expect("a view of the table"),
        machine: "unheard-of".to_owned(),
        seats: ["Ana", "B*n", "Cole"].map(seat).to_vec(),
        phase: "ROUND".to_owned(),
        heading: Some("Round 2".to_owned()),
        view: json!({}),
        board,
        asks: Vec::new(),
        clock: Clock { closes: None, running: true, by_hand: false },
        outcome: None,
    }
}

/// Every body there is, each on a panel of its own.
fn ten() -> Vec<Panel> {
    let words = |words: &str| words.to_owned();
    let matrix = Matrix {
        columns: vec![words("Against"), words("Votes")],
        rows: vec![vec![words("Ana"), words("2")]],
        sum: words("2 of 3 voted; Ana 2"),
    };
    let leaf = Leaf {
        title: words("A lamp"),
        note: words("on the desk"),
        text: words("What of it?"),
        facts: vec![Fact::new("1", "keep it")],
        asks: None,
    };
    let die =
        Die { value: 4, worth: words("partial"), note: words("a boot scrapes"), seal: Some(Hash::ZERO) };
    let bodies = [
        Body::Facts(vec![Fact::new("For", "work")]),
        Body::Meters(vec![Meter { name: words("Stress"), value: 3, of: 9, note: words("breaks at 9") }]),
        Body::Dials(vec![Dial { name: words("Guards"), filled: 1, segments: 4, note: words("threat") }]),
        Body::Dice(vec![die]),
        Body::Matrix(matrix),
        Body::Piles(vec![Heap::new(words("Out"), vec![Entry::new("mug").note("trash")])]),
        Body::Card(leaf),
        Body::Pictures(vec![Hash::ZERO]),
        Body::List(vec![Entry::new("the roof").note("seen"), Entry::new("the cellar").done()]),
        Body::Text(words("It rains.")),
    ];
    let ids = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
    ids.into_iter().zip(bodies).map(|(id, body)| Panel::new(id, format!("Panel {id}"), body)).collect()
}

#[test]
fn a_board_of_an_activity_that_is_not_known_is_drawn_whole() {
    let [ana, ben, cole] = [0, 1, 2].map(SeatId::at);
    let mut panels = ten();
    panels.push(Panel::new("k", "Places", Body::Text("far away".to_owned())).folded());
    panels.push(Panel::new("own", "Your hand", Body::Facts(vec![Fact::new("Card", "the fool")])).covered());
    let board = Board {
        headline: "round 2 of 3".to_owned(),
        notes: vec![
            Note::new(ana, "speaks").up(),
            Note::new(ben, "listens"),
            Note::new(cole, "gone").out(),
            Note::new(ben, "the traitor").covered(),
        ],
        panels,
        ending: None,
        last: Vec::new(),
    };
    let standing = standing(&scene(board.clone())).join("\n");
    let expected = "**Round 2**\nround 2 of 3\n▸ **Ana** · speaks\nB\\*n · listens\n~~Cole~~ · gone\n**Panel a**\nFor: work\n\
        **Panel b**\nStress ▰▰▰▱▱▱▱▱▱ 3/9 · breaks at 9\n**Panel c**\n◔ Guards 1/4 · threat\n**Panel d**\n\
        1 · **4** partial · a boot scrapes\n-# every ending is sealed: 00000000…\n**Panel e**\n2 of 3 voted; Ana 2\n\
        **Panel f**\nOut **1** · mug → trash\n**A lamp**\n-# on the desk\nWhat of it?\n1: keep it\n**Panel h**\n\
        1 picture: 00000000…\n**Panel i**\n• the roof · seen\n✓ the cellar\n**Panel j**\nIt rains.\n\
        -# Also there: Places";
    assert_eq!(standing, expected);
    let own = own(&scene(board), ana);
    assert_eq!(
        own,
        ["Card: ||the fool||", "At the seats: ||the traitor: B\\*n||", "You: speaks", "-# round 2 of 3"]
    );
}

#[test]
fn a_cover_has_as_many_lines_whatever_is_under_it() {
    let of = |value: &str, entries: usize| {
        let facts = vec![Fact::new("Role", value), Fact::new("Found", value)];
        let list = (0..entries).map(|at| Entry::new(format!("secret ||{at}||"))).collect();
        let panels = vec![
            Panel::new("own", "My seat", Body::Facts(facts)).covered(),
            Panel::new("secrets", "Secrets", Body::List(list)).covered(),
        ];
        own(&scene(Board { panels, ..Board::default() }), SeatId::at(0))
    };
    let (few, many) = (of("–", 0), of(&"mafia\n||".repeat(200), 40));
    assert_eq!(few.len(), many.len());
    for line in many.iter().filter(|line| line.contains("||")) {
        assert_eq!(
            line.replace("\\|", "").matches("||").count(),
            2,
            "nothing opens a cover from inside: {line}"
        );
        assert!(line.ends_with("||"), "{line}");
    }
}

#[test]
fn what_is_covered_is_on_no_card() {
    let panels = ten().into_iter().map(Panel::covered).collect();
    let notes = vec![Note::new(SeatId::at(0), "the traitor").covered()];
    let scene = scene(Board { panels, notes, ..Board::default() });
    assert_eq!(standing(&scene), ["**Round 2**"]);
    assert!(dice(&scene).is_empty() && dials(&scene).is_empty());
}

#[test]
fn a_large_board_stays_a_card_and_a_message() {
    let entries = || (0..500).map(|at| Entry::new(format!("{at} {}", "x".repeat(3_000)))).collect();
    const IDS: [&str; 6] = ["a", "b", "c", "d", "e", "f"];
    let panels: Vec<Panel> = IDS.into_iter().map(|id| Panel::new(id, id, Body::List(entries()))).collect();
    let ending = Ending {
        sign: ("✓", "*"),
        title: "Done".to_owned(),
        text: String::new(),
        panels: Vec::new(),
        next: None,
    };
    let board = Board { panels, ending: Some(ending), ..Board::default() };
    let drawn = standing(&scene(board.clone())).join("\n");
    assert!(drawn.chars().count() <= 4_000 && drawn.contains("✓ **Done**"), "{}", drawn.chars().count());
    assert!(drawn.ends_with("-# Also there: b, c, d, e, f"), "{drawn}");
    let own = own(&scene(board), SeatId::at(0)).join("\n");
    assert!(own.chars().count() <= 1_000, "{own}");
}
