//! Sessions that are made up by hand: the same words each time, whatever the house says.

use dm::view::{
    Attitude, Beat, Campaign, Class, ClockKind, Consequence, Deal, DieOffer, Disposition, Domain, Effect,
    Engaged, Entanglement, EntanglementKind, Evening, Fact, FactKind, Faction, Floor, Invitation, Landing,
    Mood, Pause, Person, Place, Portrait, Pressure, Price, ProgressClock, Rest, Roll, Rumor, SceneKind,
    Spread, Stand, Story, StoryScene, Style, Summary, Tension, Thread, Tier, Toll, Truth, Urgency, WayOut,
};
use dm::{Dm, Phase, Question, RunningClock, State, World};
use engine::{Ask, Machine, Prompt, SeatId, Viewer};

use crate::prompts::evening::seats;
use crate::prompts::party::{ada, rook};

/// The seats of the made-up table.
pub(crate) const ANN: SeatId = SeatId::at(0);
pub(crate) const BEN: SeatId = SeatId::at(1);
pub(crate) const MO: SeatId = SeatId::at(2);

pub(crate) fn s(text: &str) -> String {
    text.to_owned()
}

fn all(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| s(text)).collect()
}

fn clock(name: &str, kind: ClockKind, filled: u8, visible: bool, consequence: Consequence) -> RunningClock {
    RunningClock { clock: ProgressClock { name: s(name), kind, segments: 6, filled, visible }, consequence }
}

fn world() -> World {
    let person = |name: &str, role: &str, faction: Option<&str>, disposition, present| Person {
        name: s(name),
        role: s(role),
        faction: faction.map(s),
        disposition,
        present,
        at: None,
    };
    World {
        places: vec![
            Place { name: s("The Salt Stair"), about: s("Forty wet steps, and a lamp that is lit at noon.") },
            Place { name: s("The Dry Room"), about: s("A cellar with one good chair.") },
        ],
        people: vec![
            person("Tam Orrel", "ferryman", Some("The Ninth Bell"), Disposition::Suspicious, true),
            person("Odile Marrack", "reader of tides", None, Disposition::Friendly, false),
        ],
        portraits: vec![
            Portrait {
                name: s("Tam Orrel"),
                voice: s("slow, counts his words"),
                secrets: vec![s("He sold the boat twice.")],
                wants: vec![s("To be paid before dark.")],
            },
            Portrait {
                name: s("Odile Marrack"),
                voice: s("laughs first"),
                secrets: vec![s("She cannot swim.")],
                wants: vec![s("Her name back.")],
            },
        ],
        factions: vec![
            Faction {
                name: s("The Ninth Bell"),
                about: s("Thieves who work the steps."),
                attitude: Attitude::Cold,
            },
            Faction { name: s("The Gauge"), about: s("The watch."), attitude: Attitude::Neutral },
        ],
        goals: vec![
            (s("The Ninth Bell"), s("To run every landing at night.")),
            (s("The Gauge"), s("One big arrest.")),
        ],
        threads: vec![
            Thread {
                hook: s("A ticket is missing from the book."),
                tension: Tension::Simmering,
                deadline: None,
            },
            Thread {
                hook: s("The ferry leaves without its owner."),
                tension: Tension::Critical,
                deadline: Some(s("The Gauge Closes the Steps")),
            },
        ],
        rumors: vec![Rumor {
            text: s("The box is empty."),
            source: Some(s("Tam Orrel")),
            spread: Spread::Tavern,
        }],
        truths: vec![(s("The box is empty."), Truth::False)],
        clocks: vec![
            clock(
                "The Gauge Closes the Steps",
                ClockKind::Threat,
                4,
                true,
                Consequence::FactionMoves { faction: s("The Gauge"), what: s("The landing is sealed.") },
            ),
            clock("Open the Box", ClockKind::Goal, 2, true, Consequence::GainCoin { amount: 4 }),
            clock(
                "The Bell Buys a Judge",
                ClockKind::Faction,
                1,
                false,
                Consequence::OpenOpportunity { what: s("A pardon is for sale.") },
            ),
        ],
        known: vec![s("Tam Orrel: he was at the bridge that night")],
    }
}

/// A table in the middle of its third scene.
pub(crate) fn playing(mood: Mood) -> State {
    let mut state = State {
        seats: seats(&["Ann", "Ben", "Mo"]).into(),
        gm: MO,
        phase: Phase::Playing(mood),
        serial: 7,
        turn: 31,
        party: vec![Some(ada()), Some(rook())],
        spotlight: ANN,
        story: Some(Story {
            title: s("The Box That Came Up"),
            stakes: s("Three people say that it is theirs."),
        }),
        scene: StoryScene {
            number: 3,
            title: s("Low Water"),
            kind: SceneKind::Encounter {
                source: s("a gauger with a lamp"),
                urgency: Urgency::High,
                escapable: false,
            },
            place: s("The Salt Stair"),
            card: None,
            edges: Vec::new(),
            beats: vec![
                Beat { by: MO, text: s("The lamp comes round.") },
                Beat { by: ANN, text: s("I put it out.") },
            ],
        },
        before: (3, 5),
        style: Style { atmosphere: s("rain on tin"), pressure: Pressure::Rising, class: Class::Low },
        said: Some(Beat { by: ANN, text: s("I put the lamp out with my sleeve.") }),
        narration: Some(s("The lamp comes round the corner, and with it a voice.")),
        world: world(),
        ..State::default()
    };
    state.facts = vec![Fact {
        kind: FactKind::Promise,
        text: s("Ada will row Tam Orrel home."),
        about: all(&["Ada Quill", "Tam Orrel"]),
        evening: 1,
    }];
    let evening = Evening { number: 1, words: s("The box was seen, and sank.") };
    state.campaign = Some(Campaign {
        name: s("The Long Winter"),
        evening: 2,
        evenings: vec![evening],
        ..Campaign::default()
    });
    state.memory.costs = all(&["a good coat", "the ferryman's trust"]);
    state.memory.threats = all(&["the gauger wrote a name down"]);
    state.memory.seeds = all(&["Somebody kept the key.", "The dog knows Rook."]);
    state.memory.past = vec![
        Summary {
            scene: 1,
            title: s("Steps"),
            summary: s("They watched the water."),
            key_moments: Vec::new(),
            net_stress: 0,
            net_coin: 0,
            auto: false,
        },
        Summary {
            scene: 2,
            title: s("The Chandler"),
            summary: s("Ada bought a rope from a man who knew what it was for."),
            key_moments: all(&["a rope", "a look", "a price"]),
            net_stress: 2,
            net_coin: -1,
            auto: false,
        },
    ];
    state.lines = all(&["spiders"]);
    state.veils = all(&["drowned children"]);
    state
}

pub(crate) fn engaged(stand: Stand) -> Engaged {
    Engaged { domain: Some(Domain::Sneak), ..Engaged::of(stand, Effect::Standard) }
}

pub(crate) fn controlled() -> Stand {
    Stand::Controlled { advantage: s("the dark"), risk: s("a loose board") }
}

pub(crate) fn risky() -> Stand {
    Stand::Risky { threat: s("the gauger turns round"), opportunity: s("the box, unseen") }
}

pub(crate) fn desperate() -> Stand {
    Stand::Desperate { why: s("the boat is gone"), stakes: s("both hands") }
}

fn talk(floor: Floor) -> Mood {
    Mood::Scene { framed: true, hook: None, floor }
}

fn scene_of(kind: SceneKind) -> State {
    let mut state = playing(talk(Floor::Gm));
    state.scene.kind = kind;
    state
}

fn action(stand: Stand, forced: bool, roll: Roll) -> State {
    playing(Mood::Action { engaged: engaged(stand), forced, roll })
}

fn aftermath(landing: Landing, floor: Floor) -> State {
    playing(Mood::Aftermath { landing, from: engaged(risky()), floor })
}

fn free() -> Invitation {
    Invitation::Free { suggested: all(&["Wait for the lamp.", "Call out."]) }
}

fn deals() -> Vec<Deal> {
    let deal =
        |label: &str, price, dice| Deal { label: s(label), hint: s("it is only this once"), price, dice };
    vec![
        deal("Bite down", Price::Stress { amount: 2 }, 2),
        deal("Be seen", Price::Heat { amount: 1 }, 1),
        deal("Let it run", Price::Clock { clock: s("The Gauge Closes the Steps"), amount: 1 }, 1),
        deal("Burn a friend", Price::Faction { faction: s("The Ninth Bell") }, 2),
    ]
}

fn bargain(stand: Stand, deals: Vec<Deal>) -> State {
    let can_retreat = !matches!(stand, Stand::Desperate { .. });
    let (drained, back_to) = (s("I put the lamp out."), engaged(stand));
    let mut state = playing(Mood::Bargain { drained, can_retreat, deals, back_to, forced: false });
    if let Some(Some(ada)) = state.party.first_mut() {
        ada.dice.clear();
    }
    state
}

fn trauma(adrenaline: bool) -> State {
    let mut state = playing(Mood::Trauma {
        player: ANN,
        what: s("Ada Quill has had nine kinds of too much"),
        trigger: s("the hand under the water"),
        adrenaline,
    });
    if let Some(Some(ada)) = state.party.first_mut() {
        ada.stress = 9;
    }
    state
}

fn downtime(rest: Rest, left: Vec<u8>) -> State {
    let mut state = playing(Mood::Downtime { rest, left });
    state.scene.beats.clear();
    state
}

fn dice() -> Vec<DieOffer> {
    let offer = |value, tier, hint: &str, stress, heat, coin| DieOffer {
        value,
        tier,
        hint: s(hint),
        stress,
        heat,
        coin,
        seal: engine::Hash::ZERO,
    };
    vec![
        offer(6, Tier::Critical, "nobody ever knows", -1, 0, 1),
        offer(4, Tier::Partial, "done, and overheard", 1, 1, 0),
    ]
}

fn with(mut state: State, change: impl FnOnce(&mut State)) -> State {
    change(&mut state);
    state
}

/// The scene has been put into a few words.
fn summed(state: State) -> State {
    with(state, |state| state.scene.beats.clear())
}

fn entanglement() -> Entanglement {
    let way = |label: &str, toll, against: Option<&str>| WayOut {
        label: s(label),
        text: s("It is done quickly."),
        toll,
        against: against.map(s),
    };
    Entanglement {
        kind: EntanglementKind::Raid,
        player_id: ANN,
        text: s("Boots on the stairs, and a polite knock."),
        ways: vec![
            way("Pay the sergeant", Toll::Coin { amount: 2 }, None),
            way("Name a name", Toll::Attitude, Some("The Ninth Bell")),
            way("Over the roof", Toll::Hunted, None),
        ],
    }
}

/// Every mood with every variant that a prompt can be about, by a name.
pub(crate) fn cases() -> Vec<(&'static str, State)> {
    let opening = |failed| {
        with(playing(talk(Floor::Gm)), |state| {
            state.phase = Phase::Opening { failed };
            state.story = None;
            state.world = World::default();
            state.memory = dm::Memory::default();
            state.scene = StoryScene::default();
            state.said = None;
            state.narration = None;
        })
    };
    let player = |offer| Floor::Player(offer);
    let quiet = |floor| with(playing(talk(floor)), |state| state.said = None);
    vec![
        (
            "player.creation",
            with(opening(None), |state| {
                state.phase = Phase::Creation;
                state.party = vec![None, Some(rook())];
            }),
        ),
        ("gm.opening", opening(None)),
        ("player.opening", opening(Some(s("no story was told")))),
        (
            "gm.scene.begin",
            with(
                playing(Mood::Scene {
                    framed: false,
                    hook: Some(s("The ferryman is at the door.")),
                    floor: Floor::Gm,
                }),
                |state| state.card = Some(s("The Slack Water")),
            ),
        ),
        (
            "gm.scene.begin.bare",
            with(playing(Mood::Scene { framed: false, hook: None, floor: Floor::Gm }), |state| {
                (state.said, state.narration) = (None, None)
            }),
        ),
        ("gm.scene.encounter", playing(talk(Floor::Gm))),
        (
            "gm.scene.opportunity",
            scene_of(SceneKind::Opportunity {
                offered_by: Some(s("Odile Marrack")),
                nature: s("a boat for one night"),
                catch: s("it is not hers"),
            }),
        ),
        (
            "gm.scene.discovery",
            scene_of(SceneKind::Discovery {
                what: s("a ticket with Rook's name"),
                implications: all(&["Rook was pledged as a child."]),
            }),
        ),
        ("gm.scene.open", with(scene_of(SceneKind::Open), |state| state.said = None)),
        (
            "gm.scene.turned_back",
            with(playing(talk(Floor::Gm)), |state| {
                state.turned_back = Some(s("this table does not tell of “spiders”: find other words"));
                state.steps = 12;
            }),
        ),
        ("gm.scene.passed", with(playing(talk(Floor::Gm)), |state| state.passed = Some(engaged(risky())))),
        ("gm.action.controlled", action(controlled(), false, Roll::Open { refused: 0 })),
        ("gm.action.risky", action(risky(), false, Roll::Open { refused: 0 })),
        (
            "gm.action.desperate",
            with(action(desperate(), true, Roll::Open { refused: 1 }), |state| {
                state.turned_back = Some(s("die 4 (disaster): stress 0 is outside 2 to 4"));
                state.memory.fired = all(&["“The Tide Turns” is full", "the lower steps are gone"]);
            }),
        ),
        ("gm.aftermath.clean", aftermath(Landing::Clean { achieved: s("the box is aboard") }, Floor::Gm)),
        (
            "gm.aftermath.costly",
            with(
                aftermath(
                    Landing::Costly {
                        achieved: s("the box is aboard"),
                        costs: all(&["the rope"]),
                        complications: all(&["somebody shouted"]),
                    },
                    Floor::Gm,
                ),
                |state| state.scene.beats.truncate(1),
            ),
        ),
        (
            "gm.aftermath.setback",
            aftermath(
                Landing::Setback {
                    what: s("the box slides back"),
                    danger: s("the lamp turns"),
                    escape: s("the drain"),
                },
                Floor::Gm,
            ),
        ),
        (
            "gm.aftermath.disaster",
            with(
                aftermath(
                    Landing::Disaster {
                        what: s("the stair comes down"),
                        world_changes: all(&["the landing is gone"]),
                    },
                    Floor::Gm,
                ),
                |state| state.interrupt = Some(s("The Tide Turns")),
            ),
        ),
        ("gm.downtime.recovery", downtime(Rest::Recovery, vec![0, 0])),
        ("gm.downtime.project", downtime(Rest::Project, vec![0, 0])),
        ("gm.downtime.entanglement", downtime(Rest::Entanglement { hunted: s("Ada Quill") }, vec![0, 0])),
        ("gm.trauma.adrenaline", trauma(true)),
        ("gm.trauma.fall", trauma(false)),
        (
            "gm.trauma.last",
            with(trauma(false), |state| {
                if let Some(Some(ada)) = state.party.first_mut() {
                    ada.trauma = all(&["cold", "haunted", "afraid of bells"]);
                }
            }),
        ),
        ("gm.bargain.risky", bargain(risky(), Vec::new())),
        ("gm.bargain.desperate", bargain(desperate(), Vec::new())),
        (
            "gm.epilogue",
            with(playing(talk(Floor::Gm)), |state| {
                state.phase = Phase::Closing { reason: dm::view::EndReason::Chosen };
                state.said = None;
            }),
        ),
        ("gm.between.over", playing(Mood::BetweenScenes { pause: Pause::Choosing })),
        (
            "gm.between.long",
            with(playing(talk(player(free()))), |state| {
                state.scene.beats = vec![Beat { by: ANN, text: s("Another step.") }; 20];
            }),
        ),
        ("player.scene.free", quiet(player(free()))),
        ("player.scene.question", quiet(player(Invitation::Question { question: s("With which hand?") }))),
        ("player.scene.options", quiet(player(Invitation::Options { options: all(&["Up.", "Down."]) }))),
        ("player.action.risk", action(risky(), false, Roll::Asked)),
        (
            "player.action",
            action(risky(), false, Roll::Offered { situation: s("The lamp is a yard away."), dice: dice() }),
        ),
        ("player.aftermath.free", aftermath(Landing::Clean { achieved: s("it is done") }, player(free()))),
        (
            "player.aftermath.options",
            aftermath(
                Landing::Clean { achieved: s("it is done") },
                player(Invitation::Options { options: all(&["Up.", "Down."]) }),
            ),
        ),
        ("player.bargain.risky", bargain(risky(), deals())),
        ("player.bargain.desperate", bargain(desperate(), deals())),
        (
            "player.between.way_out",
            summed(playing(Mood::BetweenScenes { pause: Pause::Entangled(entanglement()) })),
        ),
        (
            "player.between.leave",
            with(summed(playing(Mood::BetweenScenes { pause: Pause::Choosing })), |state| {
                let mut seats = seats(&["Ann", "Ben", "Mo"]);
                seats[..2].iter_mut().for_each(|seat| seat.holder = engine::Holder::Person);
                (state.seats, state.leaving) = (seats.into(), vec![(BEN, true)]);
            }),
        ),
        ("player.between.next", summed(playing(Mood::BetweenScenes { pause: Pause::Choosing }))),
        ("player.downtime", downtime(Rest::Recovery, vec![0, 2])),
    ]
}

/// The state of a case.
pub(crate) fn case(name: &str) -> State {
    cases().into_iter().find(|(other, _)| *other == name).expect("there is such a case").1
}

/// What is asked in a state, and what the seat that is asked reads.
pub(crate) fn asked(state: &State) -> (Ask<Question>, Prompt) {
    let ask = Dm::asks(state).into_iter().next().expect("somebody is asked");
    let prompt = Dm::prompt(&Dm::view(state, Viewer::Seat(ask.seat)), &ask);
    (ask, prompt)
}
