//! Sessions that are made up by hand: the same words each time, whatever anybody says.

use engine::{Ask, Hash, Machine, Photo, Prompt, Seat, SeatId, TableTime, Viewer};
use testkit::house_seats;
use tidying::limits::ITEMS_MAX;
use tidying::{
    Branch, Choices, Disposition, Floor, Group, Item, ItemId, Left, Mode, Pile, Said, Suggestion, Survey,
    Thing, Way,
};
use tidying::{Phase, Question, State, Tidying};

/// The seats of the made-up table.
pub(crate) const ANN: SeatId = SeatId::at(0);
pub(crate) const MO: SeatId = SeatId::at(1);

pub(crate) fn s(text: &str) -> String {
    text.to_owned()
}

pub(crate) fn all(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| s(text)).collect()
}

pub(crate) fn seats(names: [&str; 2]) -> Vec<Seat> {
    let mut seats = house_seats(2, &["plain"]);
    for (seat, name) in seats.iter_mut().zip(names) {
        seat.name = s(name);
    }
    seats
}

/// A photo of which nothing is known but its name.
pub(crate) fn photo(at: u8) -> Photo {
    Photo { hash: Hash([at; 32]), width: 1_568, height: 1_045 }
}

fn item(id: u16, name: &str, kind: Option<&str>, pile: Pile) -> Item {
    Item { id: ItemId(id), name: s(name), look: None, place: None, kind: kind.map(s), pile }
}

/// A hall that is half tidied.
fn hall() -> State {
    let mut lamp = item(1, "brass lamp", None, Pile::Waiting);
    (lamp.look, lamp.place) = (Some(s("dented, without a shade")), Some(s("on the bench")));
    State {
        seats: seats(["Ann", "Mo"]).into(),
        coach: MO,
        space: s("the hall"),
        coach_sees: true,
        function: Some(s("coming home with wet boots")),
        anchors: all(&["the bench", "coat hooks"]),
        items: vec![
            lamp,
            item(2, "red scarf", Some("clothes"), Pile::Waiting),
            item(3, "umbrella", None, Pile::Belongs { at: s("the stand") }),
            item(4, "flyers", Some("paper"), Pile::Out { way: Way::Recycle }),
            item(5, "single glove", Some("clothes"), Pile::Unsure),
        ],
        coach_said: Some(s("Next: the brass lamp.")),
        turn: 9,
        serial: 12,
        ..State::default()
    }
}

fn at(mode: Mode) -> State {
    State { phase: Phase::At(mode), ..hall() }
}

fn says(mut state: State, text: &str, photos: u8) -> State {
    state.said = Some(Said { text: s(text), photos: (1..=photos).map(photo).collect() });
    state.heard = true;
    state
}

fn sorting(item: Option<u16>, place: Option<&str>, offer: Option<Suggestion>) -> State {
    at(Mode::Sorting { item: item.map(ItemId), place: place.map(s), offer })
}

fn clarifying(refs: &[&str], traits: &[&str]) -> State {
    at(Mode::Clarifying {
        item: ItemId(1),
        photo_context: s("something that shines, under a coat"),
        reason: s("only an edge of it can be made out"),
        spatial_refs: all(refs),
        traits: all(traits),
    })
}

fn support(item: Option<u16>, stuck: &str, reframe: Option<&str>) -> State {
    at(Mode::DecisionSupport { stuck_item: s(stuck), item: item.map(ItemId), reframe: reframe.map(s) })
}

fn winding(summary: Option<&str>, next_time: Option<&str>, agreed: bool) -> State {
    at(Mode::WindingDown { summary: summary.map(s), next_time: next_time.map(s), agreed })
}

fn bare(mode: Mode) -> State {
    State { function: None, anchors: Vec::new(), items: Vec::new(), ..at(mode) }
}

fn begun() -> State {
    State { turn: 0, coach_said: None, coach_sees: false, ..bare(Mode::Surveying { survey: None }) }
}

/// What a household may bring along.
pub(crate) fn with_household(mut state: State) -> State {
    state.before = Some(Left {
        function: Some(s("coming home")),
        anchors: all(&["the bench"]),
        things: all(&["brass lamp", "red scarf"]),
        next_time: Some(s("the box under the bench")),
        to_do: vec![(s("wool hat"), s("wash"))],
    });
    state.things = vec![
        Thing {
            name: s("dog lead"),
            also: all(&["leash"]),
            kind: s("pets"),
            usually: all(&["place", "donate"]),
            home: s("on the lowest hook"),
            ask: all(&["Is it the one that is used?"]),
        },
        Thing {
            name: s("ski goggles"),
            also: Vec::new(),
            kind: s("sport and outdoor"),
            usually: all(&["skip"]),
            home: s("in the cellar"),
            ask: Vec::new(),
        },
    ];
    state
}

fn unsure(count: u16) -> Vec<Item> {
    let kinds = ["clothes", "paper", "tools"];
    (0..count)
        .map(|at| {
            let kind = kinds.get(usize::from(at) % 4).copied();
            item(at + 1, &format!("odd thing {}", at + 1), kind, Pile::Unsure)
        })
        .collect()
}

fn split() -> State {
    State { items: unsure(6), ..sorting(None, None, None) }
}

fn grouped() -> State {
    let group = |kind: &str, items: &[u16]| Group {
        kind: s(kind),
        items: items.iter().copied().map(ItemId).collect(),
    };
    let groups = vec![group("clothes", &[1, 5]), group("paper", &[2, 6]), group("everything else", &[3, 4])];
    State { groups, kept_whole_at: 6, ..split() }
}

fn of_person(mut state: State) -> State {
    state.floor = Floor::Person;
    state
}

fn proposal() -> Suggestion {
    let choices = vec![
        Disposition::Place { at: s("the living room") },
        Disposition::Donate,
        Disposition::Skip,
        Disposition::NeedInfo,
    ];
    Suggestion::Proposal(Choices { item: ItemId(1), choices, until: Some(TableTime(300_000)) })
}

fn survey() -> Survey {
    let branch = |function: &str, follow_up: &str, anchors: &[&str]| Branch {
        function: s(function),
        follow_up: s(follow_up),
        anchors: all(anchors),
    };
    Survey {
        question: s("What should this hall make easy?"),
        branches: vec![
            branch("coming home", "What do you put down first?", &["the bench", "a bowl for keys"]),
            branch("storing bicycles", "Which ones are ridden?", &[]),
        ],
    }
}

/// Every case by its name; what comes before the first dot says who reads it.
pub(crate) fn cases() -> Vec<(&'static str, State)> {
    let full =
        (0..ITEMS_MAX as u16).map(|at| item(at + 1, &format!("thing {}", at + 1), None, Pile::Waiting));
    let none = || State { items: Vec::new(), ..sorting(None, None, None) };
    let aside = |mut state: State| {
        state.items.retain(|item| item.pile == Pile::Unsure);
        state.items[0].id = ItemId(1);
        state
    };
    let half = |mut state: State| {
        state.items.clear();
        state
    };
    vec![
        ("coach.surveying.first", begun()),
        ("coach.surveying.words", says(bare(Mode::Surveying { survey: None }), "It's the hall, I guess.", 0)),
        ("coach.surveying.known", at(Mode::Surveying { survey: None })),
        ("coach.surveying.empty", says(half(at(Mode::Surveying { survey: None })), "Boots and coats.", 3)),
        ("coach.sorting.next", sorting(None, None, None)),
        ("coach.sorting.hand", says(sorting(Some(1), Some("beside the door"), None), "It was my aunt's.", 0)),
        ("coach.sorting.photos", says(sorting(None, None, None), "And this corner?", 2)),
        ("coach.sorting.unseen", State { coach_sees: false, ..says(sorting(None, None, None), "", 1) }),
        ("coach.sorting.group", grouped()),
        ("coach.sorting.split", split()),
        ("coach.sorting.aside", aside(sorting(None, None, None))),
        ("coach.sorting.nothing", none()),
        ("coach.sorting.full", State { items: full.collect(), ..sorting(None, None, None) }),
        ("coach.clarifying.first", says(clarifying(&[], &[]), "What is that?", 1)),
        (
            "coach.clarifying.answered",
            says(clarifying(&["the left boot", "the bench leg"], &["brass", "round"]), "Oh, that one.", 0),
        ),
        (
            "coach.support.first",
            State { heard: false, ..says(support(Some(1), "brass lamp", None), "I'm stuck: brass lamp.", 0) },
        ),
        (
            "coach.support.answered",
            says(support(Some(1), "brass lamp", Some("Would you buy it again?")), "No.", 0),
        ),
        ("coach.support.where", says(support(None, "where to begin", None), "It is all too much.", 0)),
        (
            "coach.support.where.answered",
            says(support(None, "where to begin", Some("Is there one bag you could carry?")), "Yes.", 0),
        ),
        ("coach.winding.proposed", State { said: None, ..winding(None, None, false) }),
        ("coach.winding.stopped", says(winding(None, None, true), "I'm done.", 0)),
        ("coach.winding.half", says(winding(Some("3 things sorted"), None, true), "Fine.", 0)),
        (
            "coach.winding.summed",
            says(winding(Some("3 things sorted"), Some("the brass lamp"), true), "Yes, enough for today.", 0),
        ),
        ("coach.winding.unsaid", winding(Some("3 things sorted"), Some("the brass lamp"), false)),
        ("person.talk", of_person(sorting(None, None, None))),
        ("person.function", of_person(bare(Mode::Surveying { survey: Some(survey()) }))),
        ("person.thing", of_person(sorting(Some(1), None, Some(proposal())))),
        (
            "person.parts",
            of_person(State {
                groups: Vec::new(),
                ..sorting(None, None, Some(Suggestion::Split { groups: grouped().groups }))
            }),
        ),
        ("person.clarifying", of_person(clarifying(&["the left boot"], &["brass"]))),
        ("person.support", of_person(support(Some(1), "brass lamp", Some("Would you buy it again?")))),
        ("person.support.open", of_person(support(None, "where to begin", None))),
        ("person.closing", of_person(winding(Some("3 things sorted"), Some("the brass lamp"), false))),
        ("person.waiting", sorting(None, None, None)),
    ]
}

pub(crate) fn case(name: &str) -> State {
    cases().into_iter().find(|(other, _)| *other == name).expect("there is such a case").1
}

/// What the seat that a case is about is asked, and what it reads.
pub(crate) fn asked_of(name: &str, state: &State) -> (Ask<Question>, Prompt) {
    let seat = if name.starts_with("coach.") { MO } else { ANN };
    let ask = Tidying::asks(state).into_iter().find(|ask| ask.seat == seat).expect(name);
    let prompt = Tidying::prompt(&Tidying::view(state, Viewer::Seat(seat)), &ask);
    (ask, prompt)
}

pub(crate) fn coach_cases() -> Vec<(&'static str, State)> {
    cases().into_iter().filter(|(name, _)| name.starts_with("coach.")).collect()
}
