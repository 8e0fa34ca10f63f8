//! Commands, each as small as it can be and legal where it belongs.

use dm::view::{
    Attitude, Class, ClockKind, Disposition, Effect, FactKind, Place, Position, Pressure, Spread, Tension,
    Tier, Truth,
};
use dm::{
    Command, Compression, ConsequenceKind, DieOutcome, Elapsed, Landed, Narration, NewCharacter, NewClock,
    NewDeal, NewFaction, NewPerson, NewScene, NewStory, PriceName, SceneName, StoryClock, dice,
};

pub(crate) fn s(text: &str) -> String {
    text.to_owned()
}

pub(crate) fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| s(text)).collect()
}

/// Two things that could be done.
pub(crate) fn suggested() -> Vec<String> {
    strings(&["Look closer.", "Walk away."])
}

pub(crate) fn new_character(name: &str) -> NewCharacter {
    NewCharacter {
        name: s(name),
        pronouns: s("they"),
        archetype: dm::setting::setting().archetypes[0].key.clone(),
        background: s("Born on the barges."),
        ..NewCharacter::default()
    }
}

pub(crate) fn character(name: &str) -> Command {
    Command::CreateCharacter(Box::new(new_character(name)))
}

/// The threat that is nearest to being full.
pub(crate) const WATCH: &str = "The watch closes in";
pub(crate) const DEBT: &str = "The debt falls due";
pub(crate) const VAULT: &str = "Open the vault";

pub(crate) fn story_clock(name: &str, segments: u8, consequence: ConsequenceKind) -> StoryClock {
    StoryClock { name: s(name), segments, consequence, target: None, what: None, amount: None }
}

/// Two threats, a goal, two places, two factions and two people; nothing is hidden.
pub(crate) fn story() -> NewStory {
    let person =
        |name: &str, faction: Option<&str>| NewPerson { faction: faction.map(s), ..new_person(name) };
    let faction = |name: &str, attitude| NewFaction {
        name: s(name),
        about: s("They keep the lamps."),
        goal: s("All the oil there is."),
        attitude,
    };
    let place = |name: &str| Place { name: s(name), about: s("Wet stone.") };
    NewStory {
        title: s("The Long Night"),
        stakes: s("The vault, or the river."),
        threats: vec![
            story_clock(WATCH, 4, ConsequenceKind::None),
            story_clock(DEBT, 6, ConsequenceKind::None),
        ],
        goal: vec![story_clock(VAULT, 4, ConsequenceKind::None)],
        hidden: Vec::new(),
        places: vec![place("The Yard"), place("The Loft")],
        factions: vec![faction("Lampers", Attitude::Neutral), faction("Toll Office", Attitude::Friendly)],
        people: vec![person("Mira", Some("Lampers")), person("Old Penn", None)],
        first_scene: s("A knock at the loft."),
    }
}

pub(crate) fn new_person(name: &str) -> NewPerson {
    NewPerson {
        name: s(name),
        role: s("ferrier"),
        faction: None,
        voice: s("slow"),
        secret: format!("{name} sold the keys."),
        want: s("Out."),
        disposition: Disposition::Neutral,
    }
}

pub(crate) fn new_scene() -> NewScene {
    NewScene {
        kind: SceneName::Open,
        title: s("At the gate"),
        place: s("The Yard"),
        narration: s("Rain. The gate is shut."),
        suggested: suggested(),
        ..NewScene::default()
    }
}

pub(crate) fn open_scene() -> Command {
    Command::OpenScene(Box::new(new_scene()))
}

pub(crate) fn act(text: &str) -> Command {
    Command::Act { text: s(text) }
}

pub(crate) fn think(text: &str) -> Command {
    Command::Think { text: s(text) }
}

pub(crate) fn speak(person: &str, words: &str) -> Command {
    Command::SpeakAsNpc { person: s(person), words: s(words), manner: None }
}

pub(crate) fn narrate(but: impl FnOnce(&mut Narration)) -> Command {
    let mut told = Narration {
        narration: s("The gate gives a little."),
        continue_scene: true,
        suggested: suggested(),
        ..Narration::default()
    };
    but(&mut told);
    Command::Narrate(Box::new(told))
}

pub(crate) fn land(but: impl FnOnce(&mut Landed)) -> Command {
    let mut told = Landed {
        narration: s("It is quiet again."),
        continue_scene: true,
        suggested: suggested(),
        ..Landed::default()
    };
    but(&mut told);
    Command::Land(Box::new(told))
}

pub(crate) fn choose() -> Command {
    Command::Choose { narration: s("Two ways lead on."), options: strings(&["Left.", "Right."]) }
}

pub(crate) fn engage(position: Position) -> Command {
    Command::Engage {
        position,
        effect: Effect::Standard,
        domain: None,
        edge: None,
        gain: s("The gate is old."),
        danger: s("The hinge screams."),
        clock: None,
        against: None,
    }
}

/// An ending that is in range, as cheap as can be.
pub(crate) fn outcome(position: Position, tier: Tier) -> DieOutcome {
    let [stress, heat] = dice::costs(tier, position);
    DieOutcome {
        hint: s("it goes some way"),
        stress: stress.0.max(0).min(stress.1),
        heat: heat.0,
        coin: 0,
        narrative: s("It goes as it goes."),
    }
}

/// Endings in range, each with its own text.
pub(crate) fn outcomes(position: Position, tiers: &[Tier]) -> Vec<DieOutcome> {
    let ending = |(number, tier): (usize, &Tier)| DieOutcome {
        narrative: format!("Ending {number} is {tier}."),
        ..outcome(position, *tier)
    };
    (1..).zip(tiers).map(ending).collect()
}

pub(crate) fn spend_die(outcomes: Vec<DieOutcome>) -> Command {
    Command::SpendDie { situation: s("Will the hinge hold?"), outcomes }
}

pub(crate) fn deal(cost: PriceName, amount: u8, dice: u8) -> NewDeal {
    NewDeal {
        label: s("Push on"),
        hint: s("it will hurt"),
        cost,
        amount,
        target: None,
        dice,
        narrative: s("The city pays."),
    }
}

pub(crate) fn offer(deals: Vec<NewDeal>) -> Command {
    Command::OfferBargain { narration: s("The city leans in."), deals }
}

/// One die for stress, two for heat, three for a scar.
pub(crate) fn offer_bargain() -> Command {
    offer(vec![deal(PriceName::Stress, 1, 1), deal(PriceName::Heat, 2, 2), deal(PriceName::Trauma, 1, 3)])
}

pub(crate) fn scar(trauma: &str) -> Command {
    Command::Scar { narration: s("Something gives."), trauma: s(trauma), suggested: suggested() }
}

pub(crate) fn pass_time(dice_recovered: u8) -> Command {
    Command::PassTime(Box::new(Elapsed {
        narration: s("The river rises and falls."),
        time_elapsed: s("nine days"),
        dice_recovered,
        hook: s("A letter under the door."),
    }))
}

pub(crate) fn compression() -> Compression {
    Compression {
        summary: s("They got in."),
        key_moments: strings(&["The gate.", "The dog.", "The stair."]),
        seeds: strings(&["Somebody saw them."]),
        rumors: Vec::new(),
    }
}

pub(crate) fn compress() -> Command {
    Command::Compress(Box::new(compression()))
}

pub(crate) fn clock(name: &str, kind: ClockKind, segments: u8, visible: bool) -> NewClock {
    NewClock {
        name: s(name),
        kind,
        segments,
        visible,
        consequence: ConsequenceKind::None,
        target: None,
        what: None,
        amount: None,
    }
}

pub(crate) fn new_clock(clock: NewClock) -> Command {
    Command::NewClock(Box::new(clock))
}

pub(crate) fn tick(clock: &str, ticks: u8) -> Command {
    Command::TickClock { clock: s(clock), ticks }
}

pub(crate) fn style() -> Command {
    Command::SetSceneStyle { atmosphere: s("salt and tar"), pressure: Pressure::High, class: Class::Middle }
}

pub(crate) fn thread(hook: &str) -> Command {
    Command::SpawnThread { hook: s(hook), tension: Tension::Simmering, deadline: None }
}

pub(crate) fn note(kind: FactKind, what: &str, about: &[&str]) -> Command {
    Command::NoteFact { kind, what: s(what), about: strings(about) }
}

pub(crate) fn rumor(text: &str) -> Command {
    Command::SpreadRumor { text: s(text), source: None, truth: Truth::False, spread: Spread::Tavern }
}

pub(crate) fn shift_attitude(faction: &str, attitude: Attitude) -> Command {
    Command::ShiftAttitude { faction: s(faction), attitude, why: s("the lamp they broke") }
}

pub(crate) fn shift_disposition(person: &str, disposition: Disposition) -> Command {
    Command::ShiftDisposition { person: s(person), disposition, why: s("the coin they gave") }
}

pub(crate) fn move_to(place: &str) -> Command {
    Command::MoveTo { place: s(place), about: None }
}

pub(crate) fn introduce(name: &str) -> Command {
    Command::Introduce(Box::new(new_person(name)))
}

/// A closing paragraph for each of so many.
pub(crate) fn close(party: usize) -> Command {
    Command::CloseStory { epilogue: (1..=party).map(|at| format!("The {at}. of them went home.")).collect() }
}

/// Every command that a seat could send, with its name, in the order of the tools.
pub(crate) fn everything() -> Vec<(&'static str, Command)> {
    let seat = engine::SeatId::at(0);
    vec![
        ("create_character", character("Wren")),
        ("act", act("I wait.")),
        ("take", Command::Take { option: 1 }),
        ("give_spotlight", Command::GiveSpotlight { to: seat }),
        ("take_risk", Command::TakeRisk),
        ("let_pass", Command::LetPass),
        ("choose_die", Command::ChooseDie { die: 1 }),
        ("strike", Command::Strike { deal: 1 }),
        ("retreat", Command::Retreat),
        ("pass_out", Command::PassOut),
        ("take_way_out", Command::TakeWayOut { way: 1 }),
        ("next_scene", Command::NextScene),
        ("rest", Command::Rest),
        ("end_session", Command::EndSession),
        ("play_on", Command::PlayOn),
        ("lay_low", Command::LayLow),
        ("recover", Command::Recover),
        ("work_on", Command::WorkOn { clock: s(VAULT) }),
        ("back_to_work", Command::BackToWork),
        ("try_again", Command::TryAgain),
        ("house_story", Command::HouseStory),
        ("think", think("Hm.")),
        ("open_story", Command::OpenStory(Box::new(story()))),
        ("open_scene", open_scene()),
        ("speak_as_npc", speak("Mira", "No.")),
        ("ask_player", Command::AskPlayer { question: s("Why?") }),
        ("choose", choose()),
        ("engage", engage(Position::Risky)),
        ("spend_die", spend_die(Vec::new())),
        ("narrate", narrate(|_| {})),
        ("land", land(|_| {})),
        ("offer_bargain", offer_bargain()),
        ("scar", scar("cold")),
        ("pass_time", pass_time(1)),
        ("compress", compress()),
        ("close_story", close(1)),
        ("set_scene_style", style()),
        ("spawn_thread", thread("Who has the key?")),
        (
            "update_thread",
            Command::UpdateThread { thread: s("Who?"), hook: None, tension: None, closed: true },
        ),
        ("update_clock", Command::UpdateClock { clock: s(WATCH), name: None, over: true }),
        ("gain_item", Command::GainItem { owner: seat, item: s("a rope") }),
        ("lose_item", Command::LoseItem { item: s("a rope") }),
        ("note_fact", note(FactKind::Promise, "Ash will be back.", &["Mira"])),
        ("settle_fact", Command::SettleFact { fact: s("Ash will be back.") }),
        ("set_presence", Command::SetPresence { person: s("Mira"), here: true }),
        ("turn_scene", Command::TurnScene { kind: SceneName::Open, what: None, catch: None }),
        ("spread_rumor", rumor("The key is gone.")),
        ("shift_attitude", shift_attitude("Lampers", Attitude::Cold)),
        ("shift_disposition", shift_disposition("Mira", Disposition::Loyal)),
        ("move_to", move_to("The Loft")),
        ("introduce", introduce("Sal")),
        ("reveal_clock", Command::RevealClock { clock: s("Nothing") }),
        ("new_clock", new_clock(clock("Smoke", ClockKind::Threat, 4, true))),
        ("tick_clock", tick(WATCH, 1)),
        ("settle_threat", Command::SettleThreat { threat: s("the dog") }),
        ("draw_card", Command::DrawCard),
    ]
}
