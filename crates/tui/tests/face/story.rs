//! An evening of a story to draw, made by hand: Ada Quillan and her friend Bram at the Lantern, and the moments that
//! matter. Seen from seat 1, which plays Ada.

use std::sync::Arc;

use crossterm::event::KeyCode;
use parlor_tui::{Effect, Screen, Setup, Theme};
use protocol::dm::{
    Attitude, Character, Class, Clock as Ring, ClockKind, Deal, DieOffer, Disposition, Domain,
    Effect as Reach, EndReason, Engaged, Entanglement, EntanglementKind, Faction, Floor, Landing, Mood,
    Offer, Outcome, Pause, Person, PhaseName, Place, Pressure, Price, Rest, Roll, Scene as Stage, SceneKind,
    Stand, Story, Style, Tension, Thread, Tier, Toll, Urgency, View, WayOut,
};
use protocol::{
    AskId, Choice, Chunk, Clock, Colour, Field, FieldKind, Form, Frame, Hash, Holder, OpenAsk, PhaseCard,
    Request, Scene, Seat, SeatId, TableTime, Telling, Tool, Update, Viewer, Voice,
};
use serde_json::{Value, json};

use crate::evening::{drawn, press, type_words};
use crate::screens::check;
use crate::sizes::draw_at_all_sizes;

const fn card(
    name: &'static str,
    title: &'static str,
    sign: (&'static str, &'static str),
    colour: Colour,
    persona: &'static str,
) -> PhaseCard {
    PhaseCard { name, title, sign, colour, persona, tools: &[], exits: &[], lasts: "", prepares: false }
}

const PHASES: &[PhaseCard] = &[
    card("CREATION", "Creation", ("✎", "[CREATE]"), Colour::Slate, "The dealer, who asks who you are."),
    card("OPENING", "Opening", ("✉", "[OPEN]"), Colour::Slate, "The game master, who proposes a story."),
    card(
        "SCENE",
        "Scene",
        ("☂", "[SCENE]"),
        Colour::Blue,
        "The Weaver, who waits to see which thread you pull.",
    ),
    card("ACTION", "Action", ("⚄", "[DICE]"), Colour::Red, "The Crucible, who names the price of each die."),
    card("AFTERMATH", "Aftermath", ("≈", "[ECHO]"), Colour::Yellow, "The Echo, who lets it land."),
    card("DOWNTIME", "Downtime", ("☾", "[REST]"), Colour::Green, "The Tide, who takes days."),
    card("TRAUMA", "Trauma", ("☇", "[CRACK]"), Colour::Purple, "The Crack."),
    card("BARGAIN", "Bargain", ("⚖", "[DEAL]"), Colour::Purple, "The Hungry City, which always has dice."),
    card("BETWEEN_SCENES", "Between scenes", ("…", "[BETWEEN]"), Colour::Grey, "Nobody: the rules count."),
    card("ENDED", "Ended", ("✓", "[END]"), Colour::Grey, "Nobody: the lamps are out."),
];

const ADA: SeatId = SeatId::at(0);
const BRAM: SeatId = SeatId::at(1);
const GM: SeatId = SeatId::at(2);

fn seats() -> Arc<[Seat]> {
    let seat =
        |(name, holder): (&str, Holder)| Seat { id: name.to_lowercase(), name: name.to_owned(), holder };
    [
        ("Kim", Holder::Person),
        ("Lou", Holder::House("player".to_owned())),
        ("The House", Holder::House("narrator".to_owned())),
    ]
    .into_iter()
    .map(seat)
    .collect()
}

fn setup(ascii: bool) -> Setup {
    Setup {
        phases: PHASES,
        seats: seats(),
        viewer: Viewer::Seat(ADA),
        theme: Theme { ascii, ..Theme::default() },
        no_secrets: false,
        more_time: None,
        steps: false,
    }
}

fn character(name: &str, archetype: &str, stress: u8, heat: u8, dice: &[u8]) -> Character {
    Character {
        name: name.to_owned(),
        pronouns: "she".to_owned(),
        archetype: archetype.to_owned(),
        background: "Clerk of the Landing Office".to_owned(),
        cards: ["Ropes", "Lamps", "Keys"].map(str::to_owned),
        stress,
        coin: 4,
        heat,
        wanted: 1,
        trauma: vec!["cold".to_owned()],
        recovering: false,
        hunted: false,
        dice: dice.to_vec(),
        assets: vec!["A hooked pole".to_owned()],
        retired: false,
    }
}

fn view(phase: PhaseName, mood: Option<Mood>) -> View {
    let ring = |name: &str, kind, filled, segments| Ring {
        name: name.to_owned(),
        kind,
        segments,
        filled,
        visible: true,
    };
    let person = |name: &str, role: &str, disposition, present| Person {
        name: name.to_owned(),
        role: role.to_owned(),
        faction: Some("The Gauge".to_owned()),
        disposition,
        present,
    };
    View {
        seats: seats(),
        gm: GM,
        phase,
        turn: 12,
        seed_hash: Hash::of(b"seed"),
        party: vec![
            Some(character("Ada Quillan", "The Steps-Reader", 6, 3, &[6, 4, 4, 2])),
            Some(character("Bram Osk", "The Latch", 2, 1, &[5, 1])),
        ],
        spotlight: ADA,
        story: Some(Story {
            title: "The Lock on the Pump".to_owned(),
            stakes: "Ninety families buy their water by the cup.".to_owned(),
        }),
        scene: Stage {
            number: 3,
            title: "The Toll-House Cellar".to_owned(),
            kind: SceneKind::Encounter {
                source: "a gauger with a lantern".to_owned(),
                urgency: Urgency::High,
                escapable: true,
            },
            place: "Madder Court".to_owned(),
            card: None,
            beats: Vec::new(),
        },
        mood,
        style: Style {
            atmosphere: "wet rope and lamp oil".to_owned(),
            pressure: Pressure::Rising,
            class: Class::Low,
        },
        said: None,
        narration: Some(NARRATION.to_owned()),
        clocks: vec![
            ring("The Gauge arrives", ClockKind::Threat, 3, 4),
            ring("Water for the Court", ClockKind::Goal, 2, 6),
            ring("The patience of the pledge houses", ClockKind::Faction, 5, 8),
        ],
        places: vec![Place { name: "Madder Court".to_owned(), about: "A pump, and a queue.".to_owned() }],
        people: vec![
            person("Hulda Krane", "collector with a cash tin", Disposition::Suspicious, true),
            person("Leopold Tench", "lawyer to the sisters", Disposition::Hostile, false),
        ],
        factions: vec![Faction {
            name: "The Gauge".to_owned(),
            about: "They measure.".to_owned(),
            attitude: Attitude::Cold,
        }],
        threads: vec![Thread {
            hook: "Somebody pays Tench in coins that were sunk".to_owned(),
            tension: Tension::Simmering,
            deadline: None,
        }],
        rumors: Vec::new(),
        known: Vec::new(),
        past: Vec::new(),
        lines: Vec::new(),
        veils: Vec::new(),
        outcome: None,
        notes: None,
    }
}

const NARRATION: &str = "The gauger's lantern swings your way. Behind you the cellar stair is wet, and in front of you there is one breath in which to choose.";

/// One moment of the evening.
struct Moment {
    state: &'static str,
    view: View,
    asks: Vec<OpenAsk>,
    frames: Vec<Frame>,
}

impl Moment {
    fn update(&self) -> Update {
        let view = serde_json::to_value(&self.view).expect("a view");
        let scene = Scene {
            table: serde_json::from_value(json!({
                "title": "An evening in Overlow", "state": self.state, "since": 0, "by": "host", "stewards": [1],
            }))
            .expect("a view of the table"),
            machine: "dm".to_owned(),
            phase: self.view.phase.word().to_owned(),
            outcome: Some(view["outcome"].clone()).filter(|outcome| !outcome.is_null()),
            view,
            asks: self.asks.clone(),
            clock: Clock { closes: None, running: true },
        };
        Update {
            frames: self.frames.clone(),
            scene: Some(Box::new(scene)),
            chunks: Vec::new(),
            now: TableTime(0),
        }
    }

    fn screen(&self, ascii: bool) -> Screen {
        let mut screen = Screen::new(setup(ascii));
        screen.update(self.update());
        screen
    }
}

fn frame(event: Value, telling: Option<(Voice, &str)>) -> Frame {
    Frame {
        private: false,
        to: None,
        number: 0,
        at: 0,
        time: TableTime(0),
        machine: "dm".to_owned(),
        event: serde_json::value::to_raw_value(&event).expect("an event"),
        telling: telling.map(|(voice, text)| Telling { voice, text: text.to_owned() }),
    }
}

fn host(event: Value, text: &str) -> Frame {
    frame(event, Some((Voice::Host, text)))
}

fn narrated(text: &str) -> Frame {
    frame(json!({"type": "NARRATION_GIVEN", "narration": text}), Some((Voice::Seat(GM), text)))
}

fn acted(seat: SeatId, text: &str) -> Frame {
    frame(json!({"type": "PLAYER_ACTED", "playerId": seat, "text": text}), Some((Voice::Seat(seat), text)))
}

fn spoke(person: &str, manner: &str, words: &str) -> Frame {
    let event = json!({"type": "NPC_SPOKE", "person": person, "words": words, "manner": manner});
    frame(event, Some((Voice::Seat(GM), &format!("{person} ({manner}): “{words}”"))))
}

fn mood(to: &str, text: &str) -> Frame {
    let telling = Some((Voice::Host, text)).filter(|(_, text)| !text.is_empty());
    frame(json!({"type": "MOOD_CHANGED", "from": "", "to": to, "mood": {}}), telling)
}

fn stress(from: u8, to: u8) -> Frame {
    let event = json!({"type": "STRESS_CHANGED", "playerId": ADA, "from": from, "to": to, "why": "the die"});
    host(event, &format!("Ada Quillan: stress {from} → {to}."))
}

/// What came before every moment.
fn before() -> Vec<Frame> {
    let made = |seat: SeatId, name: &str| {
        let event = json!({"type": "CHARACTER_CREATED", "playerId": seat, "character": {"name": name}});
        host(event, &format!("{name} is at the table."))
    };
    let scene = json!({
        "type": "SCENE_OPENED", "number": 3, "title": "The Toll-House Cellar", "place": "Madder Court", "card": null,
        "kind": {"kind": "encounter", "source": "a gauger with a lantern", "urgency": "high", "escapable": true},
    });
    vec![
        host(json!({"type": "TABLE_LAID", "gmId": GM}), "Session zero."),
        made(ADA, "Ada Quillan"),
        made(BRAM, "Bram Osk"),
        mood("SCENE", ""),
        host(scene, "Scene 3: The Toll-House Cellar. Madder Court (in the way: a gauger with a lantern)."),
        narrated(NARRATION),
        spoke("Hulda Krane", "wary", "Don't."),
    ]
}

fn field(name: &str, label: &str, required: bool, kind: FieldKind) -> Field {
    Field { name: name.to_owned(), label: label.to_owned(), required, kind }
}

fn tool(name: &str, about: &str, fields: Vec<Field>) -> Tool {
    Tool { name: name.to_owned(), about: about.to_owned(), fields }
}

fn text(max_chars: usize) -> FieldKind {
    FieldKind::Text { max_chars, voice: None }
}

fn numbered(labels: &[&str]) -> FieldKind {
    let choice = |(number, label): (u64, &&str)| Choice { value: number.into(), label: (*label).to_owned() };
    FieldKind::Choice((1..).zip(labels).map(choice).collect())
}

fn ask(title: &str, tools: Vec<Tool>) -> OpenAsk {
    let form = Form { title: title.to_owned(), tools };
    OpenAsk { id: AskId(7), seat: ADA, answered: false, deadline: None, form }
}

fn creation() -> Moment {
    let mut view = view(PhaseName::Creation, None);
    (view.party, view.story, view.scene, view.narration) = (vec![None, None], None, Stage::default(), None);
    (view.clocks, view.people, view.threads) = (Vec::new(), Vec::new(), Vec::new());
    let archetypes = [
        (
            "steps_reader",
            "The Steps-Reader: You work the landings at dawn, and a wet shoe tells you more than most.",
        ),
        (
            "latch",
            "The Latch: A locked room is a question, and you were brought up to answer when spoken to.",
        ),
        ("pilot", "The Pilot: You know which canal is a road tonight."),
    ];
    let choices = archetypes.map(|(key, line)| Choice { value: key.into(), label: line.to_owned() }).to_vec();
    let texts = FieldKind::Texts { min: 0, max: 24, max_chars: 200 };
    let fields = vec![
        field("name", "your character's name", true, text(40)),
        field("pronouns", "how they are spoken of: she, he, they", true, text(40)),
        field("archetype", "what they are", true, FieldKind::Choice(choices)),
        field("background", "where they come from, in a line", true, text(200)),
        field("lines", "what shall never be told at this table", false, texts.clone()),
        field("veils", "what shall be told only from afar", false, texts),
    ];
    let frames =
        vec![host(json!({"type": "TABLE_LAID", "gmId": GM}), "Session zero. Everybody makes a character.")];
    let asks = vec![ask("Who do you play?", vec![tool("create_character", "Make your character.", fields)])];
    Moment { state: "SESSION_ZERO", view, asks, frames }
}

fn act_tools() -> Vec<Tool> {
    let ideas =
        ["Ask Hulda what she is paid", "Wait until the light has gone round the corner", "Throw a stone"];
    vec![
        tool("take", "Take one of these.", vec![field("option", "which", true, numbered(&ideas))]),
        tool(
            "act",
            "Say or do something, in your own words.",
            vec![field("text", "what you do", true, text(2000))],
        ),
    ]
}

fn offer() -> Floor {
    Floor::Player(Offer::Free { suggested: Vec::new() })
}

fn scene() -> Moment {
    let mood = Mood::Scene { framed: true, hook: None, floor: offer() };
    let asks = vec![ask("Ada Quillan, what do you do?", act_tools())];
    Moment { state: "ACTIVE", view: view(PhaseName::Scene, Some(mood)), asks, frames: before() }
}

fn engaged() -> Engaged {
    let stand = Stand::Risky { threat: "being seen".to_owned(), opportunity: "the key".to_owned() };
    Engaged { stand, effect: Reach::Standard, domain: Some(Domain::Sneak) }
}

fn die(value: u8, tier: Tier, hint: &str, stress: i8, heat: i8) -> DieOffer {
    let seal = Hash::of(format!("salt{hint}").as_bytes());
    DieOffer { value, tier, hint: hint.to_owned(), stress, heat, coin: 0, seal }
}

fn offered() -> Vec<DieOffer> {
    vec![
        die(6, Tier::Success, "Slip past, unseen", 0, 0),
        die(4, Tier::Partial, "Past him, but a boot scrapes", 1, 1),
        die(4, Tier::Partial, "Past him, without the lamp", 2, 0),
        die(2, Tier::Bad, "Grab the lantern, be seen", 2, 2),
    ]
}

fn committed() -> Frame {
    let event = json!({
        "type": "OUTCOMES_COMMITTED", "playerId": ADA, "situation": "One breath, and a lit doorway.", "dice": offered(),
    });
    host(event, "One breath, and a lit doorway. [6] Slip past, unseen · [4] … The endings are sealed.")
}

fn dice() -> Moment {
    let situation = "One breath, and a lit doorway.".to_owned();
    let roll = Roll::Offered { situation, dice: offered() };
    let now = Mood::Action { engaged: engaged(), forced: false, roll };
    let labels: Vec<String> = offered().iter().map(|die| format!("[{}] {}", die.value, die.hint)).collect();
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    let tools =
        vec![tool("choose_die", "Spend a die.", vec![field("die", "which die", true, numbered(&labels))])];
    let mut frames = before();
    frames.extend([
        acted(ADA, "I go for the drain pipe."),
        mood("ACTION", "Action: risky, standard effect, sneak. What threatens: being seen."),
        committed(),
    ]);
    let asks =
        vec![ask("Ada Quillan, which die? One breath, and a lit doorway. (risky, standard effect)", tools)];
    Moment { state: "ACTIVE", view: view(PhaseName::Action, Some(now)), asks, frames }
}

fn bargain() -> Moment {
    let deal = |label: &str, hint: &str, price, dice| Deal {
        label: label.to_owned(),
        hint: hint.to_owned(),
        price,
        dice,
    };
    let deals = vec![
        deal("Grit", "Bite down on it", Price::Stress { amount: 2 }, 2),
        deal("A name", "The Gauge will remember", Price::Faction { faction: "The Gauge".to_owned() }, 2),
    ];
    let now = Mood::Bargain {
        drained: "the last die".to_owned(),
        can_retreat: true,
        deals,
        back_to: engaged(),
        forced: false,
    };
    let mut view = view(PhaseName::Bargain, Some(now));
    if let Some(Some(ada)) = view.party.first_mut() {
        ada.dice.clear();
    }
    let labels = [
        "Grit: Bite down on it (stress +2; 2 dice)",
        "A name: The Gauge will remember (The Gauge thinks worse of you; 2 dice)",
    ];
    let tools = vec![
        tool("strike", "Take a bargain.", vec![field("deal", "which", true, numbered(&labels))]),
        tool("retreat", "Give it up: three new dice, and the scene ends.", Vec::new()),
        tool("pass_out", "Fall: two stress, two dice, a threat goes on, and the scene ends.", Vec::new()),
    ];
    let mut frames = before();
    frames.extend([
        mood("BARGAIN", "No dice are left. The city has some."),
        narrated("The city leans in. It has dice in every pocket, and all of them are somebody's."),
    ]);
    let asks = vec![ask("Ada Quillan, no dice are left. What do you give for more?", tools)];
    Moment { state: "ACTIVE", view, asks, frames }
}

fn way_out() -> Moment {
    let way = |label: &str, toll, against: Option<&str>| WayOut {
        label: label.to_owned(),
        text: "It is quick.".to_owned(),
        toll,
        against: against.map(str::to_owned),
    };
    let entanglement = Entanglement {
        kind: EntanglementKind::Raid,
        player_id: ADA,
        text: "Boots on the stairs.".to_owned(),
        ways: vec![
            way("Pay", Toll::Coin { amount: 2 }, None),
            way("Run", Toll::Clock { amount: 1 }, Some("The Gauge arrives")),
            way("Hide", Toll::Hunted, None),
        ],
    };
    let now = Mood::BetweenScenes { pause: Pause::Entangled(entanglement) };
    let labels = ["Pay (2 coin)", "Run (The Gauge arrives +1)", "Hide (nothing now, but you are hunted)"];
    let tools =
        vec![tool("take_way_out", "Take a way out.", vec![field("way", "which", true, numbered(&labels))])];
    let mut frames = before();
    frames.extend([
        mood("BETWEEN_SCENES", "The scene is over."),
        host(json!({"type": "ENTANGLEMENT_FACED"}), "Raid for Ada Quillan. Boots on the stairs."),
    ]);
    let asks = vec![ask("Which way out?", tools)];
    Moment { state: "ACTIVE", view: view(PhaseName::BetweenScenes, Some(now)), asks, frames }
}

fn downtime() -> Moment {
    let now = Mood::Downtime { rest: Rest::Recovery, left: vec![2, 0] };
    let goals = FieldKind::Choice(vec![Choice {
        value: "Water for the Court".into(),
        label: "Water for the Court".to_owned(),
    }]);
    let tools = vec![
        tool("lay_low", "Keep out of sight (heat -1).", Vec::new()),
        tool("recover", "Heal (1 coin: stress -1, two dice).", Vec::new()),
        tool("work_on", "Work on a goal (clock +1).", vec![field("clock", "which", true, goals)]),
        tool("back_to_work", "Enough rest.", Vec::new()),
    ];
    let mut frames = before();
    frames.push(mood("DOWNTIME", "Downtime. Two days are yours."));
    let asks = vec![ask("Ada Quillan, 2 days are yours. What do you do?", tools)];
    Moment { state: "ACTIVE", view: view(PhaseName::Downtime, Some(now)), asks, frames }
}

fn aftermath() -> Moment {
    let ending = "You are past him, and a boot scrapes.";
    let mut dice = offered();
    dice[1].seal = Hash::of(format!("00{ending}").as_bytes());
    let commit = json!({"type": "OUTCOMES_COMMITTED", "playerId": ADA, "situation": "", "dice": dice});
    let spent = json!({"die": 2, "value": 4, "tier": "partial", "ending": ending, "salt": "00"});
    let landing = Landing::Costly {
        achieved: "past the gauger".to_owned(),
        costs: Vec::new(),
        complications: Vec::new(),
    };
    let now = Mood::Aftermath { landing, from: engaged(), floor: offer() };
    let mut frames = before();
    frames.extend([
        acted(ADA, "I go for the drain pipe."),
        mood("ACTION", "Action: risky, standard effect, sneak. What threatens: being seen."),
        frame(commit, None),
        host(
            json!({"type": "DIE_SPENT", "playerId": ADA, "value": 4, "left": 3}),
            "Ada Quillan spends a 4; 3 dice are left.",
        ),
        frame(
            json!({"type": "DIE_CHOSEN", "playerId": ADA, "spent": spent}),
            Some((Voice::Seat(GM), ending)),
        ),
        stress(5, 6),
        host(
            json!({"type": "HEAT_CHANGED", "playerId": ADA, "from": 2, "to": 3}),
            "Ada Quillan: heat 2 → 3.",
        ),
        mood("AFTERMATH", ""),
        host(
            json!({"type": "CLOCK_TICKED", "clock": "The Gauge arrives", "from": 2, "to": 3}),
            "“The Gauge arrives” 2 → 3 of 4 (what happened).",
        ),
        narrated("Somewhere above, a rod strikes a step, and waits for an answer."),
    ]);
    let asks = vec![ask("Ada Quillan, what do you do?", act_tools())];
    Moment { state: "ACTIVE", view: view(PhaseName::Aftermath, Some(now)), asks, frames }
}

fn trauma() -> Moment {
    let now = Mood::Trauma {
        player: ADA,
        what: "the cold".to_owned(),
        trigger: "the lantern".to_owned(),
        adrenaline: true,
    };
    let mut view = view(PhaseName::Trauma, Some(now));
    if let Some(Some(ada)) = view.party.first_mut() {
        (ada.stress, ada.heat, ada.wanted, ada.hunted, ada.recovering) = (9, 9, 3, true, true);
        ada.trauma.push("haunted".to_owned());
    }
    let mut frames = before();
    frames.extend([
        stress(8, 9),
        mood("TRAUMA", "Ada Quillan breaks."),
        host(
            json!({"type": "TRAUMA_GAINED", "playerId": ADA, "trauma": "haunted"}),
            "Ada Quillan is left haunted.",
        ),
    ]);
    Moment { state: "ACTIVE", view, asks: Vec::new(), frames }
}

fn ended() -> Moment {
    let mut view = view(PhaseName::Ended, None);
    let party = view.party.iter().flatten().cloned().collect();
    view.outcome = Some(Outcome { reason: EndReason::Chosen, scenes: 3, party, seed: 7 });
    let mut frames = before();
    frames.push(host(json!({"type": "SESSION_ENDED"}), "That was the evening: 3 scenes. Seed 7."));
    Moment { state: "DEBRIEF", view, asks: Vec::new(), frames }
}

fn moments() -> [(&'static str, Moment); 9] {
    [
        ("creation", creation()),
        ("scene", scene()),
        ("dice", dice()),
        ("bargain", bargain()),
        ("way_out", way_out()),
        ("downtime", downtime()),
        ("aftermath", aftermath()),
        ("trauma", trauma()),
        ("ended", ended()),
    ]
}

#[test]
fn every_moment_of_a_story_on_three_sizes() {
    for (name, moment) in moments() {
        for size in [(120, 36), (80, 24), (60, 20)] {
            check(&format!("dm.{name}"), &moment.screen(false), size);
        }
    }
}

#[test]
fn a_story_in_ascii() {
    for (name, moment) in moments() {
        let screen = moment.screen(true);
        let text = drawn(&screen, 120, 36);
        assert!(text.is_ascii(), "{name} is not\n{text}");
    }
    check("dm.dice.ascii", &dice().screen(true), (80, 24));
}

#[test]
fn any_size_is_drawn_of_a_story() {
    for (_, moment) in moments() {
        draw_at_all_sizes(&moment.screen(false));
    }
}

#[test]
fn the_keys_of_a_story() {
    let mut screen = scene().screen(false);
    press(&mut screen, KeyCode::Char('?'));
    let text = drawn(&screen, 80, 24);
    for words in ["/undo", "/redo", "/retry", "/recap", "/sheet", "/clocks", "/world", "/x"] {
        assert!(text.contains(words), "no {words} in\n{text}");
    }
    assert!(!text.contains("r (hold)"), "a story keeps nothing from its players\n{text}");
}

#[track_caller]
fn answer(effects: Vec<Effect>) -> Value {
    match effects.as_slice() {
        [Effect::Send(Request::Answer { command, .. })] => {
            serde_json::from_str(command.get()).expect("a command")
        }
        other => panic!("no answer: {other:?}"),
    }
}

#[test]
fn an_idea_is_taken_by_its_number_and_anything_else_is_typed() {
    let mut screen = scene().screen(false);
    assert!(press(&mut screen, KeyCode::Char('2')).is_empty(), "a number alone does nothing");
    assert!(drawn(&screen, 80, 24).contains("▶ 2 Wait until the light"));
    assert_eq!(answer(press(&mut screen, KeyCode::Enter)), json!({"type": "take", "option": 2}));

    let mut screen = scene().screen(false);
    // The first letter is a key where there are secrets; here it is a letter.
    type_words(&mut screen, "run for the roof");
    match press(&mut screen, KeyCode::Enter).as_slice() {
        [Effect::Send(Request::Line { text })] => assert_eq!(text, "run for the roof"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_number_that_was_typed_too_early_is_not_lost() {
    let mut waiting = scene();
    waiting.asks.clear();
    let mut screen = waiting.screen(false);
    type_words(&mut screen, "2");
    screen.update(scene().update());
    assert_eq!(answer(press(&mut screen, KeyCode::Enter)), json!({"type": "take", "option": 2}));
}

#[test]
fn equal_dice_are_told_apart() {
    for (key, command) in
        [('2', json!({"type": "choose_die", "die": 2})), ('3', json!({"type": "choose_die", "die": 3}))]
    {
        let mut screen = dice().screen(false);
        press(&mut screen, KeyCode::Char(key));
        assert_eq!(answer(press(&mut screen, KeyCode::Enter)), command);
    }
    let mut screen = dice().screen(false);
    drawn(&screen, 120, 36);
    for _ in 0..3 {
        press(&mut screen, KeyCode::Down);
    }
    assert_eq!(answer(press(&mut screen, KeyCode::Enter)), json!({"type": "choose_die", "die": 3}));
}

#[test]
fn a_character_is_made_a_field_at_a_time() {
    let mut screen = creation().screen(false);
    assert!(press(&mut screen, KeyCode::Enter).is_empty());
    assert!(drawn(&screen, 80, 24).contains("! this has to be given: your character's name"));
    type_words(&mut screen, "Ada Quillan");
    assert!(press(&mut screen, KeyCode::Enter).is_empty(), "on to the next field");
    type_words(&mut screen, "she");
    press(&mut screen, KeyCode::Enter);
    let text = drawn(&screen, 80, 24);
    assert!(text.contains("Ada Quillan · she") && text.contains(" 2 The Latch"), "{text}");
    assert!(press(&mut screen, KeyCode::Enter).is_empty());
    assert!(drawn(&screen, 80, 24).contains("! this has to be given: what they are"));
    type_words(&mut screen, "x2");
    assert!(drawn(&screen, 80, 24).contains("▶ 2 The Latch"), "letters choose nothing");
    press(&mut screen, KeyCode::Up);
    press(&mut screen, KeyCode::Down);
    press(&mut screen, KeyCode::Enter);
    type_words(&mut screen, "A locksmith's apprentice");
    press(&mut screen, KeyCode::Enter);
    type_words(&mut screen, "spiders | torture");
    press(&mut screen, KeyCode::Esc);
    assert!(
        drawn(&screen, 80, 24).contains("background > A locksmith's apprentice"),
        "back to the field before"
    );
    press(&mut screen, KeyCode::Enter);
    press(&mut screen, KeyCode::Enter);
    let made = answer(press(&mut screen, KeyCode::Enter));
    assert_eq!(
        made,
        json!({
            "type": "create_character", "name": "Ada Quillan", "pronouns": "she", "archetype": "latch",
            "background": "A locksmith's apprentice", "lines": ["spiders", "torture"],
        })
    );
    // What is refused is not lost.
    screen.refused("that name is taken");
    let text = drawn(&screen, 80, 24);
    assert!(text.contains("! that name is taken") && text.contains("name > Ada Quillan"), "{text}");
    for _ in 0..5 {
        assert!(press(&mut screen, KeyCode::Enter).is_empty());
    }
    assert_eq!(answer(press(&mut screen, KeyCode::Enter))["background"], "A locksmith's apprentice");
}

#[test]
fn one_can_leave_from_any_field() {
    let mut screen = creation().screen(false);
    type_words(&mut screen, "Ada");
    press(&mut screen, KeyCode::Enter);
    type_words(&mut screen, ":q");
    assert!(matches!(press(&mut screen, KeyCode::Enter).as_slice(), [Effect::Quit]));
}

#[test]
fn narration_streams_as_narration_and_stands_once() {
    let mut screen = scene().screen(false);
    let chunk =
        |text: &str| Chunk { ask: AskId(8), attempt: 1, voice: Voice::Seat(GM), text: text.to_owned() };
    let words = Update {
        frames: Vec::new(),
        scene: None,
        chunks: vec![chunk("The stair "), chunk("creaks")],
        now: TableTime(0),
    };
    screen.update(words);
    let text = drawn(&screen, 120, 36);
    assert!(text.contains("The stair creaks") && !text.contains("The House The stair"), "{text}");
    let frames = vec![narrated("The stair creaks, twice.")];
    screen.update(Update { frames, scene: None, chunks: Vec::new(), now: TableTime(0) });
    let text = drawn(&screen, 120, 36);
    assert_eq!(text.matches("The stair creaks").count(), 1, "{text}");
}

#[test]
fn what_is_taken_back_is_struck_out_and_what_stands_is_not() {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::style::Modifier;

    let mut screen = aftermath().screen(false);
    let mut back = dice();
    back.view.said = Some(protocol::dm::Beat { by: ADA, text: "I go for the drain pipe.".to_owned() });
    let taken = host(json!({"type": "TAKEN_BACK", "what": "undo"}), "Kim takes the last move back.");
    back.frames = vec![Frame { machine: "table".to_owned(), ..taken }];
    screen.update(back.update());
    let mut terminal = Terminal::new(TestBackend::new(120, 60)).expect("a terminal");
    terminal.draw(|frame| screen.draw(frame)).expect("a drawing");
    let buffer = terminal.backend().buffer();
    let struck = |words: &str| {
        let row =
            (0..60).find(|y| (0..120).map(|x| buffer[(x, *y)].symbol()).collect::<String>().contains(words));
        let y = row.unwrap_or_else(|| panic!("no {words}"));
        (0..120).any(|x| buffer[(x, y)].modifier.contains(Modifier::CROSSED_OUT))
    };
    assert!(struck("Somewhere above") && struck("a boot scrapes."));
    assert!(
        !struck("I go for the drain pipe") && !struck("lantern swings") && !struck("takes the last move")
    );
}

#[test]
fn plain_lines_tell_the_story_as_a_story() {
    let mut plain = parlor_tui::Plain::new(setup(false), Vec::new()).columns(60);
    plain.update(&aftermath().update()).expect("lines");
    let text = String::from_utf8(plain.into_inner()).expect("text");
    assert_eq!(
        text,
        "\
· Session zero.
· Ada Quillan is at the table.
· Bram Osk is at the table.
☂ Scene

☂ Scene 3: The Toll-House Cellar · Madder Court
· In the way: a gauger with a lantern

The gauger's lantern swings your way. Behind you the cellar
stair is wet, and in front of you there is one breath in
which to choose.
Hulda Krane (wary): “Don't.”

Ada Quillan ▸ I go for the drain pipe.

⚄ Action
· Risky, standard effect, sneak. What threatens: being
  seen.
· Ada Quillan: ⚃ 4 spent, 3 left · partial · ✓ seal
  9f2f…b8

You are past him, and a boot scrapes.
· Ada Quillan: stress 5 → 6 · heat 2 → 3

≈ Aftermath
· “The Gauge arrives” 2 → 3 of 4 (what happened)

Somewhere above, a rod strikes a step, and waits for an
answer.
"
    );
}
