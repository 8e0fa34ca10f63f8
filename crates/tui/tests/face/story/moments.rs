//! The moments of a story that matter, seen from seat 1, which plays Ada.

use dm::view::{
    Deal, DieOffer, Domain, Effect as Reach, EndReason, Engaged, Entanglement, EntanglementKind, Floor,
    Invitation, Landing, Mood, Outcome, Pause, PhaseName, Price, Rest, Roll, Stand, StoryScene, Tier, Toll,
    WayOut,
};
use protocol::board::Die;
use protocol::{AskId, Choice, Field, FieldKind, Form, Frame, Hash, OpenAsk, Telling, Tone, Tool, Unsealed};
use serde_json::json;

use super::table::{
    ADA, GM, Moment, acted, before, by_gm, figure, frame, host, mood, narrated, stress, turn, view,
};

pub(super) fn field(name: &str, label: &str, required: bool, kind: FieldKind) -> Field {
    Field { name: name.to_owned(), label: label.to_owned(), required, kind }
}

pub(super) fn tool(name: &str, about: &str, fields: Vec<Field>) -> Tool {
    Tool { name: name.to_owned(), about: about.to_owned(), fields, ..Tool::default() }
}

pub(super) fn text(max_chars: usize) -> FieldKind {
    FieldKind::Text { max_chars, voice: None }
}

pub(super) fn numbered(labels: &[&str]) -> FieldKind {
    let choice = |(number, label): (u64, &&str)| Choice { value: number.into(), label: (*label).to_owned() };
    FieldKind::Choice((1..).zip(labels).map(choice).collect())
}

pub(super) fn ask(title: &str, tools: Vec<Tool>) -> OpenAsk {
    let form = Form { title: title.to_owned(), tools };
    OpenAsk { id: AskId(7), seat: ADA, answered: false, deadline: None, form }
}

pub(super) fn creation() -> Moment {
    let mut view = view(PhaseName::Creation, None);
    (view.party, view.story, view.scene, view.narration) =
        (vec![None, None], None, StoryScene::default(), None);
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

pub(super) fn act_tools() -> Vec<Tool> {
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

pub(super) fn offer() -> Floor {
    Floor::Player(Invitation::Free { suggested: Vec::new() })
}

pub(super) fn scene() -> Moment {
    let mood = Mood::Scene { framed: true, hook: None, floor: offer() };
    let asks = vec![ask("Ada Quillan, what do you do?", act_tools())];
    Moment { state: "ACTIVE", view: view(PhaseName::Scene, Some(mood)), asks, frames: before() }
}

pub(super) fn engaged() -> Engaged {
    let stand = Stand::Risky { threat: "being seen".to_owned(), opportunity: "the key".to_owned() };
    Engaged { domain: Some(Domain::Sneak), ..Engaged::of(stand, Reach::Standard) }
}

pub(super) fn die(value: u8, tier: Tier, hint: &str, stress: i8, heat: i8) -> DieOffer {
    let seal = Hash::of(format!("salt{hint}").as_bytes());
    DieOffer { value, tier, hint: hint.to_owned(), stress, heat, coin: 0, seal }
}

pub(super) fn offered() -> Vec<DieOffer> {
    vec![
        die(6, Tier::Success, "Slip past, unseen", 0, 0),
        die(4, Tier::Partial, "Past him, but a boot scrapes", 1, 1),
        die(4, Tier::Partial, "Past him, without the lamp", 2, 0),
        die(2, Tier::Bad, "Grab the lantern, be seen", 2, 2),
    ]
}

/// The dice of an offer, as a telling has them.
fn lying(dice: &[DieOffer]) -> Vec<Die> {
    let die = |it: &DieOffer| Die {
        value: it.value,
        worth: it.tier.to_string(),
        note: it.hint.clone(),
        seal: Some(it.seal),
    };
    dice.iter().map(die).collect()
}

pub(super) fn committed() -> Frame {
    let event = json!({
        "type": "OUTCOMES_COMMITTED", "playerId": ADA, "situation": "One breath, and a lit doorway.", "dice": offered(),
    });
    let dice = "Slip past, unseen · [4] … The endings are sealed.";
    let telling = Telling::host(format!("One breath, and a lit doorway. [6] {dice}"))
        .words("One breath, and a lit doorway.")
        .note(format!("⚅ 6 {dice}"))
        .dice(lying(&offered()))
        .asks(ADA);
    frame(event, Some(telling))
}

pub(super) fn dice() -> Moment {
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
        mood("ACTION", "Risky, standard effect, sneak. What threatens: being seen."),
        committed(),
    ]);
    let asks =
        vec![ask("Ada Quillan, which die? One breath, and a lit doorway. (risky, standard effect)", tools)];
    Moment { state: "ACTIVE", view: view(PhaseName::Action, Some(now)), asks, frames }
}

pub(super) fn bargain() -> Moment {
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

pub(super) fn way_out() -> Moment {
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
        turn(json!({"type": "ENTANGLEMENT_FACED"}), "Raid for Ada Quillan. Boots on the stairs."),
    ]);
    let asks = vec![ask("Which way out?", tools)];
    Moment { state: "ACTIVE", view: view(PhaseName::BetweenScenes, Some(now)), asks, frames }
}

pub(super) fn downtime() -> Moment {
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

pub(super) fn aftermath() -> Moment {
    let ending = "You are past him, and a boot scrapes.";
    let mut dice = offered();
    dice[1].seal = Hash::of(format!("00{ending}").as_bytes());
    let commit = json!({"type": "OUTCOMES_COMMITTED", "playerId": ADA, "situation": "", "dice": dice});
    let spent = json!({"die": 2, "value": 4, "tier": "partial", "ending": ending, "salt": "00"});
    let told = Unsealed { die: 1, salt: "00".to_owned(), words: ending.to_owned() };
    let landing = Landing::Costly {
        achieved: "past the gauger".to_owned(),
        costs: Vec::new(),
        complications: Vec::new(),
    };
    let now = Mood::Aftermath { landing, from: engaged(), floor: offer() };
    let mut frames = before();
    frames.extend([
        acted(ADA, "I go for the drain pipe."),
        mood("ACTION", "Risky, standard effect, sneak. What threatens: being seen."),
        frame(commit, Some(Telling::host("").dice(lying(&dice)).asks(ADA))),
        frame(
            json!({"type": "DIE_SPENT", "playerId": ADA, "value": 4, "left": 3}),
            Some(figure("Ada Quillan spends a 4; 3 dice are left.", "⚃ 4 spent, 3 left")),
        ),
        frame(
            json!({"type": "DIE_CHOSEN", "playerId": ADA, "spent": spent}),
            Some(by_gm(&format!("Partial. {ending}")).title("partial").words(ending).unsealed(vec![told])),
        ),
        stress(5, 6),
        frame(
            json!({"type": "HEAT_CHANGED", "playerId": ADA, "from": 2, "to": 3}),
            Some(figure("Ada Quillan: heat 2 → 3.", "heat 2 → 3")),
        ),
        mood("AFTERMATH", ""),
        frame(
            json!({"type": "CLOCK_TICKED", "clock": "The Gauge arrives", "from": 2, "to": 3}),
            Some(Telling::host("“The Gauge arrives” 2 → 3 of 4 (what happened).").tone(Tone::Figure)),
        ),
        narrated("Somewhere above, a rod strikes a step, and waits for an answer."),
    ]);
    let asks = vec![ask("Ada Quillan, what do you do?", act_tools())];
    Moment { state: "ACTIVE", view: view(PhaseName::Aftermath, Some(now)), asks, frames }
}

pub(super) fn trauma() -> Moment {
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
        turn(
            json!({"type": "TRAUMA_GAINED", "playerId": ADA, "trauma": "haunted"}),
            "Ada Quillan is left haunted.",
        ),
    ]);
    Moment { state: "ACTIVE", view, asks: Vec::new(), frames }
}

pub(super) fn ended() -> Moment {
    let mut view = view(PhaseName::Ended, None);
    let party = view.party.iter().flatten().cloned().collect();
    view.outcome = Some(Outcome { reason: EndReason::Chosen, scenes: 3, party, seed: 7, salt: None });
    let mut frames = before();
    frames.push(turn(json!({"type": "SESSION_ENDED"}), "That was the evening: 3 scenes. Seed 7."));
    Moment { state: "DEBRIEF", view, asks: Vec::new(), frames }
}

pub(super) fn moments() -> [(&'static str, Moment); 9] {
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
