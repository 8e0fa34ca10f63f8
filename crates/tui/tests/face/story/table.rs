//! The table of a story, made by hand: who sits there, what is known, and what was told before every moment.

use std::sync::Arc;

use dm::view::{
    Attitude, Character, Class, ClockKind, Disposition, Faction, Mood, Person, PhaseName, Place, Pressure,
    ProgressClock, SceneKind, Story, StoryScene, Style, Tension, Thread, Urgency, View,
};
use engine::Machine as _;
use parlor_tui::{Screen, Setup, Theme};
use protocol::{
    Begins, Clock, Colour, Frame, Hash, Holder, OpenAsk, PhaseCard, Scene, Seat, SeatId, TableTime, Telling,
    Tone, Update, Viewer, Voice,
};
use serde_json::{Value, json};

pub(super) const fn card(
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

pub(super) const PHASES: &[PhaseCard] = &[
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

pub(super) const ADA: SeatId = SeatId::at(0);
pub(super) const BRAM: SeatId = SeatId::at(1);
pub(super) const GM: SeatId = SeatId::at(2);

pub(super) fn seats() -> Arc<[Seat]> {
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

pub(super) fn setup(ascii: bool) -> Setup {
    Setup {
        phases: PHASES,
        rules: "",
        seats: seats(),
        viewer: Viewer::Seat(ADA),
        theme: Theme { ascii, ..Theme::default() },
        no_secrets: false,
        more_time: None,
        reports: dm::Dm::REPORTS,
        takes_back: true,
        photos: false,
        steps: false,
    }
}

pub(super) fn character(name: &str, archetype: &str, stress: u8, heat: u8, dice: &[u8]) -> Character {
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

pub(super) fn view(phase: PhaseName, mood: Option<Mood>) -> View {
    let ring = |name: &str, kind, filled, segments| ProgressClock {
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
        at: None,
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
        scene: StoryScene {
            number: 3,
            title: "The Toll-House Cellar".to_owned(),
            kind: SceneKind::Encounter {
                source: "a gauger with a lantern".to_owned(),
                urgency: Urgency::High,
                escapable: true,
            },
            place: "Madder Court".to_owned(),
            card: None,
            edges: Vec::new(),
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
        campaign: None,
        facts: Vec::new(),
        leaving: Vec::new(),
        lines: Vec::new(),
        veils: Vec::new(),
        epilogue: Vec::new(),
        outcome: None,
        notes: None,
    }
}

pub(super) const NARRATION: &str = "The gauger's lantern swings your way. Behind you the cellar stair is wet, and in front of you there is one breath in which to choose.";

/// One moment of the evening.
pub(super) struct Moment {
    pub(super) state: &'static str,
    pub(super) view: View,
    pub(super) asks: Vec<OpenAsk>,
    pub(super) frames: Vec<Frame>,
}

impl Moment {
    pub(crate) fn update(&self) -> Update {
        let view = serde_json::to_value(&self.view).expect("a view");
        let scene = Scene {
            table: serde_json::from_value(json!({
                "title": "An evening in Overlow", "state": self.state, "since": 0, "by": "host", "stewards": [1],
            }))
            .expect("a view of the table"),
            machine: "dm".to_owned(),
            seats: setup(false).seats.to_vec(),
            phase: self.view.phase.word().to_owned(),
            heading: begins(self.view.phase.word()).heading,
            outcome: Some(view["outcome"].clone()).filter(|outcome| !outcome.is_null()),
            view,
            board: dm::Dm::board(&self.view).expect("a board of its own"),
            asks: self.asks.clone(),
            clock: Clock { closes: None, running: true, by_hand: false },
        };
        Update {
            frames: self.frames.clone(),
            scene: Some(Box::new(scene)),
            chunks: Vec::new(),
            now: TableTime(0),
        }
    }

    pub(crate) fn screen(&self, ascii: bool) -> Screen {
        let mut screen = Screen::new(setup(ascii));
        screen.update(self.update());
        screen
    }
}

pub(super) fn frame(event: Value, telling: Option<Telling>) -> Frame {
    Frame {
        private: false,
        to: None,
        number: 0,
        at: 0,
        time: TableTime(0),
        machine: "dm".to_owned(),
        event: serde_json::value::to_raw_value(&event).expect("an event"),
        telling,
        begins: None,
    }
}

/// A mood that begins, under the heading that the story gives it.
fn begins(phase: &str) -> Begins {
    let card = PHASES.iter().find(|card| phase == card.name).expect("a phase of the story");
    let heading = if phase == "SCENE" { "Scene 3: The Toll-House Cellar" } else { card.title };
    Begins { phase: card.name, heading: Some(heading.to_owned()) }
}

pub(super) fn host(event: Value, text: &str) -> Frame {
    frame(event, Some(Telling::host(text)))
}

pub(super) fn turn(event: Value, text: &str) -> Frame {
    frame(event, Some(Telling::host(text).tone(Tone::Turn)))
}

pub(super) fn by_gm(text: &str) -> Telling {
    Telling::new(Voice::Seat(GM), text).tone(Tone::Narration)
}

/// A figure of Ada's.
pub(super) fn figure(text: &str, words: &str) -> Telling {
    Telling::host(text).tone(Tone::Figure).who("Ada Quillan").words(words)
}

pub(super) fn narrated(text: &str) -> Frame {
    frame(json!({"type": "NARRATION_GIVEN", "narration": text}), Some(by_gm(text)))
}

pub(super) fn acted(seat: SeatId, text: &str) -> Frame {
    let telling = Telling::new(Voice::Seat(seat), text).tone(Tone::Act).who("Ada Quillan");
    frame(json!({"type": "PLAYER_ACTED", "playerId": seat, "text": text}), Some(telling))
}

pub(super) fn spoke(person: &str, manner: &str, words: &str) -> Frame {
    let event = json!({"type": "NPC_SPOKE", "person": person, "words": words, "manner": manner});
    let told = by_gm(&format!("{person} ({manner}): “{words}”")).tone(Tone::Speech).who(person).words(words);
    frame(event, Some(Telling { manner: Some(manner.to_owned()), ..told }))
}

pub(super) fn mood(to: &str, text: &str) -> Frame {
    let telling = Some(Telling::host(text)).filter(|_| !text.is_empty());
    let changed = json!({"type": "MOOD_CHANGED", "from": "", "to": to, "mood": {}});
    Frame { begins: Some(begins(to)), ..frame(changed, telling) }
}

pub(super) fn stress(from: u8, to: u8) -> Frame {
    let event = json!({"type": "STRESS_CHANGED", "playerId": ADA, "from": from, "to": to, "why": "the die"});
    let words = format!("stress {from} → {to}");
    frame(event, Some(figure(&format!("Ada Quillan: {words}."), &words)))
}

/// What came before every moment.
pub(super) fn before() -> Vec<Frame> {
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
        Frame {
            begins: Some(begins("SCENE")),
            ..frame(
                scene,
                Some(
                    Telling::host(
                        "Scene 3: The Toll-House Cellar. Madder Court (in the way: a gauger with a lantern).",
                    )
                    .tone(Tone::Heading)
                    .words("Madder Court")
                    .note("In the way: a gauger with a lantern"),
                ),
            )
        },
        narrated(NARRATION),
        spoke("Hulda Krane", "wary", "Don't."),
    ]
}
