//! A session played by hand, every word of it, and the story that is written down of it.

use std::path::Path;

use dm::view::{Position, Tier, View};
use engine::{Actor, Holder, Input, LogEntry, Opening, Part, Seat, SeatId, Seed, Session, SessionMeta};
use serde_json::{Value, json};
use table::SessionVerb;

use super::*;
use crate::set_session;

const SEED: Seed = Seed(7);
const ADA: Actor = Actor::Seat(SeatId::at(0));
const GM: Actor = Actor::Seat(SeatId::at(1));

/// A session that is driven command by command.
struct Driven {
    session: Session,
    log: Vec<LogEntry>,
}

impl Driven {
    fn new() -> Driven {
        let seat =
            |id: &str, name: &str, holder: Holder| Seat { id: id.to_owned(), name: name.to_owned(), holder };
        let seats = vec![
            seat("seat-1", "Kim", Holder::Person),
            seat("seat-2", "The House", Holder::House("narrator".to_owned())),
        ];
        let title = "An evening in Overlow".to_owned();
        let opening = Opening {
            activity: "dm".to_owned(),
            seats,
            table: engine::raw(&table::Setup {
                title,
                stewards: None,
                open_seats: table::OpenSeats::default(),
                language: protocol::table::Language::default(),
                budget: engine::Budget::default(),
            }),
            setup: engine::raw(&json!({"lines": ["spiders"], "veils": []})),
            seed: SEED,
            salt: None,
        };
        let (session, log) = Session::open(*activities::ALL, &opening, 0).expect("a table");
        let mut driven = Driven { session, log };
        driven.put(&set_session(SessionVerb::Zero));
        driven
    }

    #[track_caller]
    fn put(&mut self, input: &Input) {
        let proposal =
            self.session.propose(input, 0).unwrap_or_else(|why| panic!("{}: {why:?}", input.command));
        self.log.push((proposal.record.clone(), proposal.line.clone()));
        self.session.commit(proposal);
    }

    #[track_caller]
    fn play(&mut self, by: Actor, command: Value) {
        let command = engine::raw(&command);
        self.put(&Input { part: Part::Activity, by, request: None, ask: None, command });
    }

    /// Takes back everything after so many records.
    fn back_to(&mut self, records: usize) {
        let to = records as u64 - 1;
        let past = replay::past(*activities::ALL, self.session.rules, SEED, &self.log, to).expect("a past");
        let proposal = self.session.propose_rewind(ADA, None, to, past, 0).expect("it may be taken back");
        self.log.push((proposal.record.clone(), proposal.line.clone()));
        self.session.commit(proposal);
    }

    fn view(&self) -> View {
        serde_json::from_value(self.session.activity.view(Viewer::Host)).expect("a view")
    }

    fn saved(self) -> Saved {
        let meta = SessionMeta {
            id: "byhand".parse().expect("an id"),
            machine: "dm".to_owned(),
            title: "An evening in Overlow".to_owned(),
            created_at: 0,
            seed: Some(SEED),
            parent: None,
        };
        Saved::new(*activities::ALL, meta, self.log).expect("a session")
    }
}

/// One evening: a character, a story, a scene, a deed that is taken back, a roll, and the end.
pub(in crate::export) fn evening() -> Saved {
    let mut it = Driven::new();
    it.play(
        ADA,
        json!({"type": "create_character", "name": "Ada Quillan", "pronouns": "she", "archetype": "latch",
            "background": "Apprentice to a locksmith"}),
    );
    let clock = |name: &str, segments: u8| json!({"name": name, "segments": segments, "consequence": "none"});
    let person = |name: &str| {
        json!({"name": name, "role": "collector", "voice": "dry", "secret": "owes", "want": "sleep",
            "disposition": "neutral"})
    };
    it.play(
        GM,
        json!({"type": "open_story", "title": "The Lock on the Pump", "stakes": "Water, by the cup.",
            "threats": [clock("The queue turns ugly", 4), clock("A better lock", 6)],
            "goal": [clock("Water for the court", 6)],
            "places": [{"name": "Madder Court", "about": "A pump."}, {"name": "The Sluice", "about": "A gate."}],
            "factions": [{"name": "The Gauge", "about": "They measure.", "goal": "order", "attitude": "cold"}],
            "people": [person("Hulda Krane"), person("Leopold Tench")], "first_scene": "At the pump."}),
    );
    it.put(&set_session(SessionVerb::Start));
    it.play(
        GM,
        json!({"type": "open_scene", "kind": "encounter", "title": "Ninety Families", "place": "Madder Court",
            "what": "Hulda and her tin.", "urgency": "low", "escapable": true,
            "narration": "Hulda Krane has brought a stool.\n\nThe pump is wrapped in *rags*.",
            "suggested": ["Pay", "Look at the lock"]}),
    );
    let before = it.log.len();
    it.play(ADA, json!({"type": "act", "text": "I kick the tin into the canal."}));
    it.back_to(before);
    it.play(ADA, json!({"type": "act", "text": "I pick the lock while she counts."}));
    it.play(
        GM,
        json!({"type": "speak_as_npc", "person": "Hulda Krane", "words": "Next.", "manner": "not looking up"}),
    );
    it.play(
        GM,
        json!({"type": "engage", "position": "risky", "effect": "standard", "domain": "craft",
            "gain": "water", "danger": "being seen"}),
    );
    it.play(ADA, json!({"type": "take_risk"}));
    let pool = it.view().party[0].as_ref().expect("a character").dice.clone();
    let tiers: Vec<Tier> = (0..pool.len()).map(|die| dm::dice::tier(&pool, die, Position::Risky)).collect();
    let outcome = |tier: &Tier| {
        let (stress, heat) = match tier {
            Tier::Critical | Tier::Success => (0, 0),
            Tier::Partial => (1, 1),
            Tier::Bad | Tier::Disaster => (2, 1),
        };
        json!({"hint": "it goes as it goes", "stress": stress, "heat": heat, "coin": 0,
            "narrative": format!("The pin gives: {tier}.")})
    };
    let outcomes: Vec<Value> = tiers.iter().map(outcome).collect();
    it.play(GM, json!({"type": "spend_die", "situation": "She counts to twelve.", "outcomes": outcomes}));
    it.play(ADA, json!({"type": "choose_die", "die": 1}));
    it.play(GM, json!({"type": "tick_clock", "clock": "Water for the court", "ticks": 2}));
    it.play(
        GM,
        json!({"type": "land", "narration": "Somewhere below, water moves.", "continue_scene": false,
            "suggested": ["Run", "Wait"]}),
    );
    it.play(
        GM,
        json!({"type": "compress", "summary": "A lock was picked.", "key_moments": ["a", "b", "c"],
            "seeds": ["the tin"]}),
    );
    it.play(ADA, json!({"type": "end_session"}));
    it.play(GM, json!({"type": "close_story", "epilogue": ["She sold the pin, and kept the lock."]}));
    it.saved()
}

#[test]
fn a_story_reads_like_one() {
    let mut story = Vec::new();
    write(&evening(), Viewer::Public, &mut story).expect("a story");
    let story = String::from_utf8(story).expect("text");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/story.md");
    if std::env::var_os("PARLOR_UPDATE").is_some() {
        std::fs::write(&path, &story).expect("the file can be written");
    }
    let should = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(story == should, "it is now\n{story}\nand was\n{should}");
    assert!(!story.contains("canal"), "what was taken back is not told");
}

#[test]
fn only_the_game_master_reads_what_is_kept_back() {
    let saved = evening();
    let told = |viewer| {
        let mut story = Vec::new();
        write(&saved, viewer, &mut story).expect("a story");
        String::from_utf8(story).expect("text")
    };
    assert!(
        !told(Viewer::Public).contains("the tin;") && !told(Viewer::Seat(SeatId::at(0))).contains("lead to")
    );
    assert!(told(Viewer::Host).contains("It may lead to: the tin"), "{}", told(Viewer::Host));
}
