//! The world: each tool that changes it, its event, and what it refuses.

use dm::view::{
    Attitude, Class, Disposition, Floor, Invitation, Mood, PhaseName, Position, Pressure, SceneKind, Spread,
    Tension, Truth, Urgency,
};
use dm::{Command, Event, NewPerson, NewScene, SceneName, What};
use engine::{Audience, Viewer};

use super::say::{self, s};
use super::stage::{ASH, BLY, Stage, at, every, one};

/// Where a world tool may be used.
fn stages() -> [Stage; 3] {
    [Stage::turn(1), Stage::aftermath(1, Position::Risky, &[6]), Stage::tide(1)]
}

#[test]
fn world_a_thread_is_spun() {
    for mut stage in stages() {
        let command = Command::SpawnThread {
            hook: s("Who has the key?"),
            tension: Tension::Critical,
            deadline: Some(s("The debt falls due")),
        };
        let events = stage.gm(&command);
        let thread = one!(events, Event::ThreadSpawned { thread } => thread.clone());
        assert_eq!((thread.hook.as_str(), thread.tension), ("Who has the key?", Tension::Critical));
        assert_eq!(thread.deadline.as_deref(), Some(say::DEBT));
        assert_eq!(stage.view(Viewer::Seat(ASH)).threads, [thread]);
        let unknown =
            Command::SpawnThread { hook: s("A."), tension: Tension::Active, deadline: Some(s("Never")) };
        assert_eq!(stage.gm_no(&unknown).code, "not-offered");
        assert_eq!(stage.gm_no(&say::thread("")).code, "blank");
    }
}

#[test]
fn world_a_rumour_goes_round_and_only_the_game_master_knows_whether_it_is_so() {
    for mut stage in stages() {
        let tell = |spread| Command::SpreadRumor {
            text: s("The key is gone."),
            source: Some(s("Mira")),
            truth: Truth::False,
            spread,
        };
        let events = stage.gm(&tell(Spread::Whisper));
        let rumor = one!(events, Event::RumorSpread { rumor } => rumor.clone());
        assert_eq!((rumor.source.as_deref(), rumor.spread), (Some("Mira"), Spread::Whisper));
        let weighed = stage.game.told.last().unwrap();
        assert!(matches!(weighed.event, Event::RumorWeighed { truth: Truth::False, .. }));
        assert_eq!(weighed.audience, Audience::seat(stage.state().gm));
        stage.gm(&tell(Spread::Universal));
        let rumors = stage.view(Viewer::Public).rumors;
        assert_eq!(
            (rumors.len(), rumors[0].spread),
            (1, Spread::Universal),
            "it spreads, and is no second one"
        );
        let mut unknown = tell(Spread::Tavern);
        if let Command::SpreadRumor { source, .. } = &mut unknown {
            *source = Some(s("Nobody"));
        }
        assert_eq!(stage.gm_no(&unknown).code, "not-offered");
        assert_eq!(stage.gm_no(&say::rumor(" ")).code, "blank");
    }
}

#[test]
fn world_a_faction_thinks_otherwise() {
    for mut stage in stages() {
        let events = stage.gm(&say::shift_attitude("Lampers", Attitude::War));
        let (faction, why) = (s("Lampers"), s("the lamp they broke"));
        let (from, to) = (Attitude::Neutral, Attitude::War);
        assert_eq!(events, [Event::FactionAttitudeChanged { faction, from, to, why }]);
        assert_eq!(stage.view(Viewer::Seat(ASH)).factions[0].attitude, Attitude::War);
        let no = stage.gm_no(&say::shift_attitude("The Moon", Attitude::War));
        let right = "choose one of \"Lampers\" (Lampers), \"Toll Office\" (Toll Office)";
        assert!(no.code == "not-offered" && no.message.contains(right), "{no}");
        let (faction, why) = (s("Lampers"), s(""));
        let unsaid = Command::ShiftAttitude { faction, attitude: Attitude::Cold, why };
        assert_eq!(stage.gm_no(&unsaid).code, "blank");
    }
}

#[test]
fn world_a_person_thinks_otherwise() {
    for mut stage in stages() {
        let events = stage.gm(&say::shift_disposition("Old Penn", Disposition::Loyal));
        let (person, why) = (s("Old Penn"), s("the coin they gave"));
        let (from, to) = (Disposition::Neutral, Disposition::Loyal);
        assert_eq!(events, [Event::NpcDispositionChanged { person, from, to, why }]);
        assert_eq!(stage.view(Viewer::Seat(ASH)).people[1].disposition, Disposition::Loyal);
        assert_eq!(stage.gm_no(&say::shift_disposition("Nobody", Disposition::Loyal)).code, "not-offered");
    }
}

#[test]
fn world_the_party_goes_somewhere() {
    for mut stage in stages() {
        let events = stage.gm(&say::move_to("the loft"));
        let told = one!(events, Event::LocationChanged { from, to } => (from.clone(), to.clone()));
        assert_eq!(told, (s("The Yard"), s("The Loft")));
        let events = stage.gm(&Command::MoveTo { place: s("The Weir"), about: Some(s("Loud water.")) });
        let found = at!(events, Event::PlaceFound { place } if place.about == "Loud water.");
        assert!(found < at!(events, Event::LocationChanged { .. }));
        let view = stage.view(Viewer::Seat(ASH));
        assert_eq!((view.scene.place.as_str(), view.places.len()), ("The Weir", 3));
        assert_eq!(stage.gm_no(&say::move_to("")).code, "blank");
        assert_eq!(stage.gm_no(&say::move_to(&"x".repeat(41))).code, "not-offered");
    }
}

#[test]
fn world_somebody_comes_in() {
    for mut stage in stages() {
        let new = NewPerson { faction: Some(s("Toll Office")), ..say::new_person("Sal") };
        let events = stage.gm(&Command::Introduce(Box::new(new)));
        let person = one!(events, Event::PersonMet { person } => person.clone());
        assert_eq!((person.name.as_str(), person.faction.as_deref()), ("Sal", Some("Toll Office")));
        assert!(person.present);
        let drawn = stage.game.told.last().unwrap();
        let Event::PortraitDrawn { portrait } = &drawn.event else { panic!("{drawn:?}") };
        assert_eq!(portrait.secrets, ["Sal sold the keys."]);
        assert_eq!(drawn.audience, Audience::seat(stage.state().gm));
        assert_eq!(stage.gm_no(&say::introduce("sal")).code, "taken");
        let stray = NewPerson { faction: Some(s("The Moon")), ..say::new_person("Ros") };
        assert_eq!(stage.gm_no(&Command::Introduce(Box::new(stray))).code, "not-offered");
        let mute = NewPerson { voice: s(""), ..say::new_person("Ros") };
        assert_eq!(stage.gm_no(&Command::Introduce(Box::new(mute))).code, "blank");
    }
}

#[test]
fn world_a_clock_is_started_and_revealed() {
    for mut stage in stages() {
        let mut clock = say::clock("Smoke", dm::view::ClockKind::Faction, 4, false);
        stage.gm(&say::new_clock(clock.clone()));
        assert_eq!(stage.gm_no(&say::new_clock(clock.clone())).code, "taken");
        clock.name = s("  smoke ");
        assert_eq!(stage.gm_no(&say::new_clock(clock)).code, "taken");
        let no = stage.gm_no(&Command::RevealClock { clock: s(say::WATCH) });
        assert!(
            no.code == "not-offered" && no.message.ends_with("choose one of \"Smoke\" (Smoke)"),
            "what all see is not hidden"
        );
        let events = stage.gm(&Command::RevealClock { clock: s("Smoke") });
        assert_eq!(one!(events, Event::ClockRevealed { clock } => clock.name.clone()), "Smoke");
        assert!(stage.view(Viewer::Seat(ASH)).clocks.iter().any(|clock| clock.name == "Smoke"));
    }
}

#[test]
fn world_the_style_of_a_scene_is_set() {
    let mut stage = Stage::turn(1);
    let events = stage.gm(&say::style());
    let style = one!(events, Event::StyleChanged { style } => style.clone());
    assert_eq!(
        (style.atmosphere.as_str(), style.pressure, style.class),
        ("salt and tar", Pressure::High, Class::Middle)
    );
    assert_eq!(stage.view(Viewer::Seat(ASH)).style, style);
    let (pressure, class) = (Pressure::Low, Class::Low);
    assert_eq!(stage.gm_no(&Command::SetSceneStyle { atmosphere: s(""), pressure, class }).code, "blank");
}

#[test]
fn world_the_game_master_speaks_as_somebody_who_is_then_there() {
    let mut stage = Stage::turn(1);
    assert!(!stage.state().world.people[0].present);
    let manner = Some(s("wary"));
    let events = stage.gm(&Command::SpeakAsNpc { person: s("Mira"), words: s("Don't."), manner });
    let (person, words, manner) = (s("Mira"), s("Don't."), Some(s("wary")));
    assert_eq!(events, [Event::NpcSpoke { person, words, manner }]);
    assert!(stage.state().world.people[0].present);
    assert_eq!(stage.asked().1, What::Turn, "and the turn goes on");
    stage.gm(&say::move_to("The Loft"));
    assert!(!stage.state().world.people[0].present, "who is not followed is not there");
    assert_eq!(stage.gm_no(&say::speak("Nobody", "Boo.")).code, "not-offered");
    assert_eq!(stage.gm_no(&say::speak("Mira", "")).code, "blank");
}

#[test]
fn world_a_thought_is_told_to_no_player() {
    let mut stage = Stage::turn(1);
    let events = stage.gm(&say::think("Mira did it."));
    assert_eq!(events, [Event::ThoughtNoted { text: s("Mira did it.") }]);
    assert_eq!(stage.game.told.last().unwrap().audience, Audience::Thoughts(stage.state().gm));
    assert!(!Viewer::Seat(ASH).sees(stage.game.told.last().unwrap().audience));
    assert_eq!(stage.gm_no(&say::think("")).code, "blank");
}

#[test]
fn world_a_question_or_a_choice_leaves_the_word_to_the_player() {
    let mut stage = Stage::turn(1);
    let events = stage.gm(&Command::AskPlayer { question: s("Which hand?") });
    assert!(
        at!(events, Event::PlayerAsked { question } if question == "Which hand?")
            < at!(events, Event::FloorGiven { .. })
    );
    assert!(matches!(stage.asked(), (ASH, What::Act { options: 0, .. })));
    assert!(!stage.tools().contains(&"take"), "there is nothing to take");
    stage.player(&say::act("The left."));
    stage.gm(&say::choose());
    let Mood::Scene { floor: Floor::Player(Invitation::Options { options }), .. } = stage.mood() else {
        panic!()
    };
    assert_eq!(*options, ["Left.", "Right."]);
    assert_eq!(stage.player_no(&Command::Take { option: 3 }).code, "not-offered");
    assert_eq!(stage.player_no(&Command::Take { option: 0 }).code, "not-offered");
    let events = stage.player(&Command::Take { option: 2 });
    assert_eq!(one!(events, Event::PlayerActed { player_id: ASH, text } => text.clone()), "Right.");
    let mut one_way = Stage::turn(1);
    for count in [0, 1, 5] {
        let command = Command::Choose { narration: s("Ways."), options: vec![s("On."); count] };
        assert_eq!(one_way.gm_no(&command).code, "not-offered", "{count} options");
    }
}

#[test]
fn d24_ideas_are_asked_for_where_players_hear_them_alone() {
    let ideas = |count| vec![s("On."); count];
    for count in 0..=4 {
        let told = say::narrate(|told| told.suggested = ideas(count));
        let landed = say::land(|told| (told.suggested, told.continue_scene) = (ideas(count), false));
        for (mut stage, command) in
            [(Stage::turn(1), told), (Stage::aftermath(1, Position::Risky, &[6]), landed)]
        {
            let gm = stage.state().gm;
            assert_eq!(stage.by(gm, &command).is_ok(), count < 4, "{count} ideas");
        }
        let mut scene = say::new_scene();
        scene.suggested = ideas(count);
        let mut stage = Stage::told(1, say::story());
        let gm = stage.state().gm;
        let opened = stage.by(gm, &Command::OpenScene(Box::new(scene)));
        assert_eq!(opened.is_ok(), [2, 3].contains(&count), "{count} ideas for a new scene");
    }
}

#[test]
fn world_a_narration_has_some_words() {
    for (words, code) in
        [("", "blank"), (" \n ", "blank"), ("\u{1b}", "blank"), (&"x".repeat(100_000), "not-offered")]
    {
        let no = Stage::turn(1).gm_no(&say::narrate(|told| words.clone_into(&mut told.narration)));
        assert_eq!(no.code, code);
    }
}

#[test]
fn world_each_kind_of_scene_can_be_opened() {
    let opened = |change: fn(&mut NewScene)| {
        let mut stage = Stage::told(1, say::story());
        let mut scene = say::new_scene();
        change(&mut scene);
        let events = stage.gm(&Command::OpenScene(Box::new(scene)));
        assert_eq!(stage.asked().0, ASH, "the word is the player's");
        let seen = one!(events, Event::SceneOpened { number: 1, kind, .. } => kind.clone());
        let seen = serde_json::to_string(&(seen, stage.view(Viewer::Seat(ASH)).scene)).unwrap();
        assert!(!seen.contains("It leaks.") && !seen.contains("It is Mira's."), "{seen}");
        stage.view(Viewer::Seat(stage.state().gm)).scene.kind
    };
    assert_eq!(opened(|_| {}), SceneKind::Open);
    let encounter = SceneKind::Encounter { source: s("Dogs."), urgency: Urgency::High, escapable: false };
    assert_eq!(
        opened(|scene| {
            (scene.kind, scene.what) = (SceneName::Encounter, Some(s("Dogs.")));
            (scene.urgency, scene.escapable) = (Some(Urgency::High), Some(false));
        }),
        encounter
    );
    let (offered_by, nature, catch) = (Some(s("Mira")), s("A boat."), s("It leaks."));
    assert_eq!(
        opened(|scene| {
            (scene.kind, scene.what) = (SceneName::Opportunity, Some(s("A boat.")));
            (scene.catch, scene.person) = (Some(s("It leaks.")), Some(s("Mira")));
        }),
        SceneKind::Opportunity { offered_by, nature, catch }
    );
    assert_eq!(
        opened(|scene| {
            (scene.kind, scene.what) = (SceneName::Discovery, Some(s("A ledger.")));
            scene.catch = Some(s("It is Mira's."));
        }),
        SceneKind::Discovery { what: s("A ledger."), implications: vec![s("It is Mira's.")] }
    );
}

#[test]
fn world_a_scene_is_checked_before_it_is_opened() {
    type Change = fn(&mut NewScene);
    let wrong: [(Change, &str); 6] = [
        (|scene| scene.title.clear(), "blank"),
        (|scene| scene.title = "x".repeat(41), "not-offered"),
        (|scene| scene.place.clear(), "blank"),
        (|scene| scene.narration.clear(), "blank"),
        (|scene| scene.suggested.truncate(1), "not-offered"),
        (|scene| scene.person = Some(s("Nobody")), "not-offered"),
    ];
    for (change, code) in wrong {
        let mut scene = say::new_scene();
        change(&mut scene);
        assert_eq!(Stage::told(1, say::story()).gm_no(&Command::OpenScene(Box::new(scene))).code, code);
    }
    let mut stage = Stage::told(1, say::story());
    let scene = NewScene { place: s("The Weir"), ..say::new_scene() };
    let events = stage.gm(&Command::OpenScene(Box::new(scene)));
    one!(events, Event::PlaceFound { place } if place.name == "The Weir" => ());
}

#[test]
fn world_lists_have_limits() {
    let mut stage = Stage::turn(1);
    for number in 0..40 {
        let legal = stage.tools();
        let mut acted = false;
        for (tool, command) in [
            ("introduce", say::introduce(&format!("Person {number}"))),
            ("move_to", say::move_to(&format!("Place {number}"))),
            (
                "new_clock",
                say::new_clock(say::clock(&format!("Clock {number}"), dm::view::ClockKind::Goal, 8, true)),
            ),
            ("spawn_thread", say::thread(&format!("Thread {number}"))),
            ("spread_rumor", say::rumor(&format!("Rumour {number}"))),
        ] {
            if legal.contains(&tool) {
                stage.gm(&command);
                acted = true;
            } else {
                assert_eq!(stage.gm_no(&command).code, "not-offered", "{tool}");
            }
        }
        assert!(acted, "some are always possible");
        stage.gm(&say::narrate(|_| {}));
        if let What::Sum { .. } = stage.asked().1 {
            stage.compress();
        }
        stage.player(&say::act("I go on."));
    }
    let world = &stage.state().world;
    assert_eq!((world.people.len(), world.places.len(), world.clocks.len()), (24, 24, 12));
    assert_eq!((world.threads.len(), world.rumors.len(), world.truths.len()), (16, 24, 24));
    assert_eq!(stage.phase(), PhaseName::Scene);
    assert!(
        every!(world.threads, thread => thread.hook.clone()).contains(&s("Thread 39")),
        "the newest is kept"
    );
}

/// A thread, a clock against a threat, and somebody here.
fn moved_on() -> Stage {
    let mut stage = Stage::turn(2);
    stage.gm(&say::thread("Nobody knows whether she sank."));
    let mut against = say::clock("Stop: The watch closes in", dm::view::ClockKind::Goal, 4, true);
    (against.consequence, against.target) = (dm::ConsequenceKind::RemoveThreat, Some(s(say::WATCH)));
    stage.gm(&say::new_clock(against));
    stage.gm(&say::speak("Mira", "She did not."));
    stage
}

#[test]
fn d23_a_thread_is_put_in_other_words_and_closed() {
    let mut stage = moved_on();
    let hook = s("Nobody knows whether she sank.");
    let words = Some(s("She is in the tower."));
    let update = |thread: &str, hook: Option<String>, closed| Command::UpdateThread {
        thread: s(thread),
        hook,
        tension: Some(Tension::Critical),
        closed,
    };
    stage.gm(&update(&hook, words.clone(), false));
    let threads = stage.view(Viewer::Seat(ASH)).threads;
    assert_eq!((threads.len(), threads[0].tension), (1, Tension::Critical));
    assert_eq!(Some(threads[0].hook.clone()), words);
    assert_eq!(stage.gm_no(&update(&hook, None, true)).code, "not-offered", "it has other words now");
    stage.gm(&update("She is in the tower.", None, true));
    assert!(stage.state().world.threads.is_empty());
    assert!(!stage.tools().contains(&"update_thread"), "there is none left");
}

#[test]
fn d23_a_clock_that_the_story_has_overtaken_is_renamed_or_goes_and_what_counts_against_it_with_it() {
    let mut stage = moved_on();
    let update = |clock: &str, name: Option<&str>, over| Command::UpdateClock {
        clock: s(clock),
        name: name.map(s),
        over,
    };
    stage.gm(&update(say::DEBT, Some("The debt is called in"), false));
    assert_eq!((stage.filled(say::DEBT), stage.filled("The debt is called in")), (None, Some(0)));
    let events = stage.gm(&update(say::WATCH, None, true));
    let gone = every!(events, Event::ClockRemoved { clock } => clock.clone());
    assert_eq!(gone, [say::WATCH, "Stop: The watch closes in"]);
    assert!(every!(events, Event::ClockCompleted { .. } => ()).is_empty(), "it does not do what it was for");
}

#[test]
fn d23_what_counts_against_a_threat_leaves_when_the_threat_is_full() {
    let mut stage = moved_on();
    stage.set_clock(say::WATCH, 3);
    stage.gm(&say::narrate(|told| told.continue_scene = false));
    assert_eq!((stage.filled(say::WATCH), stage.filled("Stop: The watch closes in")), (None, None));
}

#[test]
fn d23_things_change_hands() {
    let mut stage = moved_on();
    let plate = || s("the plate");
    let lose = || Command::LoseItem { item: plate() };
    let refused = stage.gm_no(&lose());
    assert_eq!(refused.code, "not-offered", "nobody loses what nobody has");
    let told = stage.gm(&Command::GainItem { owner: BLY, item: plate() });
    assert!(stage.sheet(BLY).assets.contains(&plate()), "{told:?}");
    stage.gm(&lose());
    assert!(!stage.sheet(BLY).assets.contains(&plate()));
    for owner in [ASH, BLY] {
        stage.gm(&Command::GainItem { owner, item: plate() });
    }
    stage.gm(&lose());
    let have = [ASH, BLY].map(|seat| stage.sheet(seat).assets.contains(&plate()));
    assert_eq!(have, [false, true], "of two, the acting player's goes first");
}

#[test]
fn d23_people_come_and_leave_and_it_is_known_where_they_were_seen() {
    let mut stage = moved_on();
    let presence = |here| Command::SetPresence { person: s("Mira"), here };
    let mira = |stage: &Stage| {
        let people = stage.view(Viewer::Seat(ASH)).people;
        let mira = people.into_iter().find(|person| person.name == "Mira").unwrap();
        (mira.present, mira.at)
    };
    assert_eq!(mira(&stage), (true, None));
    stage.gm(&presence(false));
    assert_eq!(mira(&stage), (false, Some(s("The Yard"))));
    stage.gm(&presence(true));
    stage.gm(&say::move_to("The Loft"));
    assert_eq!(mira(&stage), (false, Some(s("The Yard"))), "who is not followed stays");
}

#[test]
fn d24_the_air_of_a_place_does_not_come_along() {
    let mut stage = Stage::turn(1);
    let atmosphere = s("warm slates");
    stage.gm(&Command::SetSceneStyle { atmosphere, pressure: Pressure::High, class: Class::High });
    assert_eq!(stage.state().style.atmosphere, "warm slates");
    stage.gm(&say::move_to("The Loft"));
    assert_eq!(stage.state().style, dm::view::Style::default());
}

#[test]
fn d23_whoever_is_behind_a_scene_is_in_it() {
    let mut stage = Stage::told(1, say::story());
    let scene = dm::NewScene { person: Some(s("Mira")), ..say::new_scene() };
    stage.gm(&Command::OpenScene(Box::new(scene)));
    assert!(stage.state().world.people[0].present);
}

#[test]
fn d23_a_scene_turns_to_something_else_and_its_catch_stays_unseen() {
    let mut stage = moved_on();
    let (what, catch) = (Some(s("a boat for one night")), Some(s("it is not hers")));
    stage.gm(&Command::TurnScene { kind: dm::SceneName::Opportunity, what, catch });
    let kind =
        |stage: &Stage, seat| serde_json::to_string(&stage.view(Viewer::Seat(seat)).scene.kind).unwrap();
    assert!(kind(&stage, ASH).contains("a boat for one night") && !kind(&stage, ASH).contains("not hers"));
    assert!(kind(&stage, stage.state().gm).contains("it is not hers"));
}

/// What the game master writes is heard unless its field says that it is not.
#[test]
fn d24_each_field_says_whether_players_see_it() {
    fn unseen<'a>(fields: &'a [engine::Field], found: &mut std::collections::BTreeSet<&'a str>) {
        for field in fields {
            if field.label.contains("unseen") {
                found.insert(&field.name);
            }
            if let engine::FieldKind::Rows { fields, .. } = &field.kind {
                unseen(fields, found);
            }
        }
    }
    let mut found = std::collections::BTreeSet::new();
    let stages = [Stage::cast(1), Stage::turn(1)];
    let tools: Vec<engine::Tool> = stages
        .iter()
        .flat_map(|stage| {
            let gm = stage.state().gm;
            <dm::Dm as engine::Machine>::tools(&stage.view(Viewer::Seat(gm)), gm)
        })
        .collect();
    tools.iter().for_each(|tool| unseen(&tool.fields, &mut found));
    let expected = [
        "catch",
        "consequence",
        "cost",
        "goal",
        "secret",
        "seeds",
        "text",
        "threat",
        "truth",
        "voice",
        "want",
        "what",
    ];
    assert_eq!(found.into_iter().collect::<Vec<_>>(), expected);
}
