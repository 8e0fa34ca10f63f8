//! The moments of a tidying session that matter, seen from seat 1.

use std::sync::Arc;

use engine::Machine as _;
use parlor_tui::{Screen, Setup, Theme};
use protocol::{
    AskId, Begins, Choice, Clock, Colour, Field, FieldKind, Form, Frame, Hash, Holder, Manner, OpenAsk,
    PhaseCard, Scene, Seat, SeatId, Shown, TableTime, Telling, Tone, Tool, Update, Viewer, Voice,
};
use serde_json::{Value, json};
use tidying::{
    Branch, Choices, Decision, Disposition, Floor, Group, Item, ItemId, Left, Mode, Outcome, Phase, Pile,
    State, Suggestion, Survey, Way,
};

const KIM: SeatId = SeatId::at(0);
const COACH: SeatId = SeatId::at(1);

/// The table's time: fourteen minutes and a half.
const NOW_MS: u64 = 870_000;

const fn card(
    name: &'static str,
    title: &'static str,
    sign: (&'static str, &'static str),
    colour: Colour,
    persona: &'static str,
) -> PhaseCard {
    PhaseCard {
        name,
        title,
        sign,
        colour,
        persona,
        tools: &[],
        exits: &[],
        lasts: "",
        prepares: false,
        covered: false,
    }
}

const PHASES: &[PhaseCard] = &[
    card("SURVEYING", "Surveying", ("◎", "[SURVEY]"), Colour::Blue, "Curious: what is this space?"),
    card(
        "SORTING",
        "Sorting",
        ("⇄", "[SORT]"),
        Colour::Green,
        "Terse and directive: one thing, and the next.",
    ),
    card(
        "CLARIFYING",
        "Clarifying",
        ("?", "[CLARIFY]"),
        Colour::Yellow,
        "Patient: which thing, and what is it?",
    ),
    card("DECISION_SUPPORT", "Decision support", ("♡", "[HELP]"), Colour::Purple, "Gentle: no pressure."),
    card("WINDING_DOWN", "Winding down", ("☾", "[WRAP]"), Colour::Slate, "Warm and factual."),
    card("ENDED", "Ended", ("■", "[END]"), Colour::Grey, "Nobody speaks."),
];

pub(super) fn setup(ascii: bool) -> Setup {
    let seat = |name: &str, holder| Seat { id: name.to_lowercase(), name: name.to_owned(), holder };
    let seats: Arc<[Seat]> =
        [seat("Kim", Holder::Person), seat("The Coach", Holder::House("coach".to_owned()))].into();
    Setup {
        phases: PHASES,
        rules: "",
        seats,
        viewer: Viewer::Seat(KIM),
        theme: Theme { ascii, ..Theme::default() },
        no_secrets: false,
        more_time: None,
        reports: tidying::Tidying::REPORTS,
        takes_back: true,
        photos: true,
        steps: false,
    }
}

/// One moment: a view to be changed, and what goes with it.
pub(super) struct Moment {
    pub(super) view: State,
    asks: Vec<OpenAsk>,
    closes: Option<u64>,
    frames: Vec<Frame>,
}

impl Moment {
    pub(super) fn update(&self) -> Update {
        let phase = serde_json::to_value(self.view.phase_name()).expect("a phase");
        let scene = Scene {
            table: serde_json::from_value(json!({
                "title": "Tidying spare room", "state": "ACTIVE", "since": 0, "by": "host", "stewards": [1],
            }))
            .expect("a view of the table"),
            machine: "tidying".to_owned(),
            seats: setup(false).seats.to_vec(),
            phase: phase.as_str().expect("a name").to_owned(),
            heading: None,
            outcome: self.view.outcome().map(|outcome| json!(outcome)),
            view: json!(self.view),
            board: tidying::Tidying::board(&self.view).expect("a board of its own"),
            asks: self.asks.clone(),
            clock: Clock { closes: self.closes.map(TableTime), running: true, by_hand: false },
        };
        let now = TableTime(NOW_MS);
        Update { frames: self.frames.clone(), scene: Some(Box::new(scene)), chunks: Vec::new(), now }
    }

    pub(super) fn screen(&self, ascii: bool) -> Screen {
        let mut screen = Screen::new(setup(ascii));
        screen.update(self.update());
        screen
    }
}

fn item(id: u16, name: &str, pile: Pile) -> Item {
    Item { id: ItemId(id), name: name.to_owned(), look: None, place: None, kind: None, pile }
}

fn belongs(at: &str) -> Pile {
    Pile::Belongs { at: at.to_owned() }
}

fn view(mode: Mode) -> State {
    let mut device = item(9, "green device", Pile::Waiting);
    (device.look, device.place) =
        (Some("a box with one cable".to_owned()), Some("by the desk leg".to_owned()));
    let photo = json!({"hash": Hash::of(b"photo"), "width": 800, "height": 600});
    let last = Decision { item: ItemId(7), from: Pile::Waiting, proposal: None, group: None };
    State {
        seats: setup(false).seats,
        coach: COACH,
        phase: Phase::At(mode),
        space: "Spare room".to_owned(),
        function: Some("painting".to_owned()),
        anchors: vec!["easel".to_owned(), "lamp".to_owned()],
        items: vec![
            item(1, "brushes", belongs("the jar by the window")),
            item(2, "three boxes", Pile::Out { way: Way::Recycle }),
            item(3, "canvas", belongs("behind the door")),
            item(4, "dried paint", Pile::Out { way: Way::Trash }),
            item(5, "old coat", Pile::Out { way: Way::Donate }),
            item(6, "sketchbooks", belongs("the low shelf")),
            item(7, "old letters", Pile::Unsure),
            item(8, "lamp oil", Pile::Waiting),
            device,
        ],
        floor: Floor::Person,
        photos: serde_json::from_value(json!([photo, photo])).expect("photos"),
        history: vec![last],
        turn: 9,
        ..State::default()
    }
}

fn frame(event: Value, telling: Telling) -> Frame {
    Frame {
        private: false,
        to: None,
        number: 0,
        at: 0,
        time: TableTime(0),
        machine: "tidying".to_owned(),
        event: serde_json::value::to_raw_value(&event).expect("an event"),
        telling: Some(telling),
        begins: None,
    }
}

fn host(event: Value, text: &str) -> Frame {
    frame(event, Telling::host(text))
}

fn decided(sign: &'static str, words: &str, text: &str) -> Frame {
    let telling = Telling::host(text).tone(Tone::Mark).words(words).mark(sign, "decided");
    frame(json!({"type": "ITEM_DECIDED"}), telling)
}

/// What Kim is asked, as the form has it too.
fn asked(event: Value, text: &str) -> Frame {
    frame(event, Telling::host(text).asks(KIM))
}

fn says(seat: SeatId, text: &str) -> Frame {
    frame(
        json!({"type": if seat == KIM { "PERSON_SAID" } else { "COACH_SAID" }}),
        Telling::new(Voice::Seat(seat), text),
    )
}

fn mode(to: &str, text: &str) -> Frame {
    let card = PHASES.iter().find(|card| card.name == to).expect("a phase");
    let telling = Telling::host(text).tone(Tone::Heading).words(card.title);
    let changed = frame(json!({"type": "MODE_CHANGED", "from": "SURVEYING", "to": to, "mode": {}}), telling);
    Frame { begins: Some(Begins { phase: card.name, heading: None }), ..changed }
}

fn before() -> Vec<Frame> {
    vec![
        host(json!({"type": "SPACE_OPENED"}), "Spare room: a tidying session begins."),
        asked(json!({"type": "FUNCTION_ASKED"}), "What is it for? 1 painting · 2 guests"),
        says(KIM, "It is for painting. What stays: easel, lamp."),
        mode("SORTING", "Sorting."),
        says(KIM, "brushes, three boxes, old letters"),
        host(json!({"type": "ITEMS_NOTED"}), "Noted: brushes, three boxes, old letters."),
        decided("✓", "brushes → the jar by the window", "Brushes: kept, the jar by the window."),
        decided("▸", "three boxes → recycle", "Three boxes: out (recycle)."),
        decided("?", "old letters → later", "Old letters: put aside."),
        decided("↶", "Undone: old letters is in hand again.", "Undone: old letters is in hand again."),
        decided(
            "?",
            "old letters → later (no answer in time)",
            "Old letters: put aside. Nobody answered in time.",
        ),
    ]
}

/// An answer that the rules tell too, and a question that stands on the form, before the coach's words.
pub(super) fn opening() -> Vec<Frame> {
    vec![
        host(json!({"type": "SPACE_OPENED"}), "Spare room: a tidying session begins."),
        host(json!({"type": "FUNCTION_FOUND"}), "It is for painting."),
        says(KIM, "It is for painting."),
        asked(json!({"type": "REFRAMED"}), "What would you miss?"),
        says(COACH, "No hurry."),
    ]
}

/// A tool, put to a person as the machine has it; what is undone is always the same.
fn tool(name: &str, about: &str, fields: Vec<Field>) -> Tool {
    let all = tidying::Tidying::tools(&view(Mode::Surveying { survey: None }), KIM);
    let mut manner = all.into_iter().find(|tool| tool.name == name).expect("a tool").manner;
    if name == "undo" {
        manner.word = "undo old letters".to_owned();
    }
    Tool { name: name.to_owned(), about: about.to_owned(), fields, manner }
}

fn bare(name: &str) -> Tool {
    let about = match name {
        "skip" => "Not now: put it on the unsure pile.",
        "whats_that" => "What is that? Have it described.",
        "stuck" => "I'm stuck: help me decide.",
        "stop" => "I'm done: wrap up.",
        "delete_photos" => "Delete every photo of this session from the disk. The words stay.",
        "end_session" => "End the session here.",
        other => other,
    };
    tool(name, about, Vec::new())
}

fn field(name: &str, label: &str, required: bool, kind: FieldKind) -> Field {
    Field { name: name.to_owned(), label: label.to_owned(), required, kind }
}

fn words(name: &str) -> Tool {
    let text = field("text", "what you say", true, FieldKind::Text { max_chars: 1_000, voice: None });
    tool(name, "Say something in your own words.", vec![text])
}

fn numbered(labels: &[&str]) -> FieldKind {
    let choice = |(number, label): (u64, &&str)| Choice { value: number.into(), label: (*label).to_owned() };
    FieldKind::Choice((1..).zip(labels).map(choice).collect())
}

fn ask(title: &str, tools: Vec<Tool>, answered: bool) -> OpenAsk {
    let always = ["undo", "stop", "delete_photos", "end_session"].map(bare);
    let form = Form { title: title.to_owned(), tools: tools.into_iter().chain(always).collect() };
    OpenAsk { id: AskId(if answered { 6 } else { 7 }), seat: KIM, answered, deadline: None, form }
}

impl Moment {
    /// Without one of the ways to answer.
    pub(super) fn offers_no(&mut self, name: &str) {
        self.asks.iter_mut().for_each(|ask| ask.form.tools.retain(|tool| tool.name != name));
    }
}

fn moment(view: State, ask: OpenAsk, more: Vec<Frame>) -> Moment {
    let frames = [before(), more].concat();
    Moment { view, asks: vec![ask], closes: None, frames }
}

pub(super) fn survey() -> Moment {
    let branch = |function: &str, anchors: &[&str]| Branch {
        function: function.to_owned(),
        follow_up: "What has to stay for it?".to_owned(),
        anchors: anchors.iter().map(|anchor| (*anchor).to_owned()).collect(),
    };
    let branches = vec![branch("painting", &["easel", "lamp"]), branch("guests", &["bed"])];
    let survey = Survey { question: "What is this room for?".to_owned(), branches };
    let mut view = view(Mode::Surveying { survey: Some(survey.clone()) });
    (view.function, view.anchors, view.items, view.photos) = (None, Vec::new(), Vec::new(), Vec::new());
    view.history.clear();
    let texts = FieldKind::Texts { min: 0, max: 12, max_chars: 60 };
    let choose = tool(
        "choose_function",
        "Say what this space is for, and what stays in it.",
        vec![
            field("branch", "what it is for", true, numbered(&["painting", "guests"])),
            field("anchors", "what stays here", false, texts),
        ],
    );
    let shown = survey.branches.iter();
    let shown =
        shown.map(|it| Shown { ideas: it.anchors.clone(), ..Shown::new(&it.function, &it.follow_up) });
    let choose = Tool { manner: Manner { shown: shown.collect(), ..choose.manner }, ..choose };
    let tools = vec![choose, words("say"), bare("stop"), bare("end_session")];
    let form = Form { title: "What is this room for?".to_owned(), tools };
    let ask = OpenAsk { id: AskId(2), seat: KIM, answered: false, deadline: None, form };
    let frames = vec![
        before().remove(0),
        says(COACH, "Before we sort: what is this room for?"),
        asked(json!({"type": "FUNCTION_ASKED"}), "What is this room for? 1 painting · 2 guests"),
    ];
    Moment { view, asks: vec![ask], closes: None, frames }
}

pub(super) fn talk() -> Moment {
    let view = view(Mode::sorting());
    let ask = ask("What is there?", vec![words("say"), bare("stuck")], false);
    moment(view, ask, vec![says(COACH, "What else lies about?")])
}

pub(super) fn sorting() -> Moment {
    let choices = vec![
        Disposition::Place { at: "the cable box".to_owned() },
        Disposition::Recycle,
        Disposition::NeedInfo,
    ];
    let labels: Vec<String> = choices.iter().map(ToString::to_string).collect();
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    let closes = NOW_MS + 300_000;
    let proposal = Choices { item: ItemId(9), choices: choices.clone(), until: Some(TableTime(closes)) };
    let offer = Some(Suggestion::Proposal(proposal));
    let view = view(Mode::Sorting { item: Some(ItemId(9)), place: None, offer });
    let choose =
        tool("choose", "Take one of the choices.", vec![field("choice", "which", true, numbered(&labels))]);
    let mut tools = vec![choose, words("write")];
    tools.extend(["skip", "whats_that", "stuck"].map(bare));
    let ask = ask("Next: green device (a box with one cable), by the desk leg.", tools, false);
    let told = vec![
        says(COACH, "Next: the green device by the desk leg."),
        asked(
            json!({"type": "DISPOSITION_PROPOSED"}),
            "Green device: 1 keep it: the cable box · 2 recycle it",
        ),
    ];
    Moment { closes: Some(closes), ..moment(view, ask, told) }
}

pub(super) fn split() -> Moment {
    let group = |kind: &str, items: &[u16]| Group {
        kind: kind.to_owned(),
        items: items.iter().map(|id| ItemId(*id)).collect(),
    };
    let groups = vec![group("keepsakes", &[7, 10]), group("paper", &[11, 12, 13])];
    let offer = Some(Suggestion::Split { groups: groups.clone() });
    let mut view = view(Mode::Sorting { item: None, place: None, offer });
    let names = ["photo album", "receipts", "maps", "old tax papers"];
    view.items.extend((10..).zip(names).map(|(id, name)| item(id, name, Pile::Unsure)));
    view.groups = groups;
    let ask = ask("Split the unsure pile?", vec![bare("split"), bare("keep_whole"), words("say")], false);
    let parts = "The unsure pile in parts: keepsakes (old letters, photo album); paper (receipts, maps, old tax papers).";
    let told = vec![
        says(COACH, "Five unsure. One kind after the other?"),
        host(json!({"type": "SPLIT_OFFERED"}), parts),
    ];
    moment(view, ask, told)
}

pub(super) fn clarifying() -> Moment {
    let now = Mode::Clarifying {
        item: ItemId(9),
        photo_context: "a box with one cable".to_owned(),
        reason: "the person does not know what it is".to_owned(),
        spatial_refs: vec!["the desk leg".to_owned()],
        traits: vec!["green".to_owned()],
    };
    let view = view(now);
    let ask = ask("What is there?", vec![words("say"), bare("skip"), bare("stuck")], false);
    let told = vec![
        says(KIM, "What is that: green device?"),
        mode("CLARIFYING", "Clarifying."),
        says(COACH, "Small, green, with one cable, by the desk leg. A charger?"),
    ];
    moment(view, ask, told)
}

pub(super) fn support() -> Moment {
    let reframe = Some("Does this help you paint here?".to_owned());
    let now = Mode::DecisionSupport { stuck_item: "old letters".to_owned(), item: Some(ItemId(7)), reframe };
    let view = view(now);
    let tools = vec![words("say"), bare("yes"), bare("no"), bare("skip")];
    let told = vec![
        says(KIM, "I'm stuck: old letters."),
        mode("DECISION_SUPPORT", "Decision support."),
        says(COACH, "No hurry. Does this help you paint here?"),
    ];
    moment(view, ask("Does this help you paint here?", tools, false), told)
}

pub(super) fn winding_down() -> Moment {
    let now = Mode::WindingDown { summary: None, next_time: None, agreed: true };
    let view = view(now);
    let tools =
        vec![words("say"), bare("resume_sorting"), bare("undo"), bare("delete_photos"), bare("end_session")];
    let form = Form { title: "Go on, or end here?".to_owned(), tools };
    let ask = OpenAsk { id: AskId(7), seat: KIM, answered: false, deadline: None, form };
    let told = vec![
        says(KIM, "I'm done."),
        mode("WINDING_DOWN", "Winding down."),
        host(json!({"type": "SUMMARY_NOTED"}), "7 things sorted. First next time: the letters."),
        says(COACH, "Seven sorted, three out. The letters can wait."),
    ];
    moment(view, ask, told)
}

pub(super) fn thinking() -> Moment {
    let mut moment = talk();
    moment.view.floor = Floor::Coach;
    moment.asks = vec![ask("The coach is thinking.", vec![words("say")], true)];
    moment.frames.push(says(KIM, "a lamp, and the green thing by the desk"));
    moment
}

pub(super) fn ended() -> Moment {
    let mut view = view(Mode::sorting());
    let left = Left { next_time: Some("the letters".to_owned()), ..Left::default() };
    let outcome = Outcome {
        space: view.space.clone(),
        processed: 7,
        belongs: Vec::new(),
        out: Vec::new(),
        hand_in: Vec::new(),
        unsure: Vec::new(),
        minutes: 14,
        summary: "7 things sorted".to_owned(),
        left,
        seed: 7,
        salt: None,
    };
    view.phase = Phase::Ended(Box::new(outcome));
    let over = "The session is over. 7 things sorted. First next time: the letters.";
    let told = frame(json!({"type": "SESSION_ENDED"}), Telling::host(over).tone(Tone::Turn));
    Moment { view, asks: Vec::new(), closes: None, frames: [before(), vec![told]].concat() }
}

/// Every moment, by its name.
pub(super) fn moments() -> [(&'static str, Moment); 9] {
    [
        ("survey", survey()),
        ("talk", talk()),
        ("sorting", sorting()),
        ("split", split()),
        ("clarifying", clarifying()),
        ("support", support()),
        ("winding_down", winding_down()),
        ("thinking", thinking()),
        ("ended", ended()),
    ]
}
