//! D29: an evening follows another.

use dm::view::{ClockKind, Fact, FactKind, PhaseName, ProgressClock};
use dm::{Before, Command, Dm, Event, Setup, State, What};
use engine::{After, Audience, Earlier, Hash, Machine, Seat, SeatId, Viewer, raw};
use testkit::{Driver, Fixture, conformance};

use super::say::{self, s, strings};
use super::stage::{ASH, BLY, Stage, every, one, seats};

const NAME: &str = "The Long Winter";

fn named(name: &str) -> Setup {
    Setup { campaign: s(name), ..Setup::default() }
}

/// A session, for one that may go on from it.
fn earlier(state: &State) -> Earlier<'_, State> {
    Earlier {
        after: After { session: "7f3a".parse().expect("an id"), head: Hash::of(b"its last line") },
        state,
    }
}

/// The setup of the evening after.
fn next(state: &State) -> Setup {
    let mut setup = named(NAME);
    assert!(Dm::take_up(&mut setup, &earlier(state)).is_some(), "it goes on");
    setup
}

/// An evening in which much happened, up to its last scene.
fn played(players: usize) -> Stage {
    let mut stage = Stage::of(players, &named(NAME), 7);
    stage.make_everybody();
    stage.gm(&Command::OpenStory(Box::new(say::story())));
    stage.gm(&say::open_scene());
    stage.player(&say::act("I try the gate."));
    stage.gm(&say::note(FactKind::Promise, "Ash will bring Mira the key.", &["Ash", "Mira"]));
    stage.gm(&say::note(FactKind::Debt, "Ash owes Penn four coin.", &["Ash", "Penn"]));
    stage.gm(&Command::GainItem { owner: ASH, item: s("a silver sword") });
    stage.gm(&Command::LoseItem { item: s("a silver sword") });
    stage.gm(&Command::GainItem { owner: ASH, item: s("a wet rope") });
    stage.gm(&say::thread("Penn has the other key."));
    stage.gm(&say::introduce("Sal"));
    stage.happen(Event::TraumaGained { player_id: ASH, trauma: s("haunted") });
    stage.gm(&say::narrate(|told| told.continue_scene = false));
    stage.compress();
    stage
}

/// The same, over.
fn over(players: usize) -> Stage {
    let mut stage = played(players);
    while stage.phase() != PhaseName::Epilogue {
        stage.player(&Command::EndSession);
    }
    stage.close();
    stage
}

/// The next evening with these people.
fn second(state: &State, seats: &[Seat]) -> Stage {
    Stage { game: Driver::open(seats, &next(state), 8).expect("a legal setup") }
}

#[test]
fn d29_world_people_promises_debts_clocks_scars_and_things_go_on() {
    let first = over(2);
    let mut stage = second(first.state(), &seats(2));
    let (was, is) = (first.state(), stage.state());
    assert_eq!(
        (&is.story, &is.world.people, &is.world.places),
        (&was.story, &was.world.people, &was.world.places)
    );
    assert_eq!((&is.world.factions, &is.world.rumors), (&was.world.factions, &was.world.rumors));
    assert_eq!((&is.world.portraits, &is.world.goals), (&was.world.portraits, &was.world.goals));
    assert_eq!((&is.world.threads, &is.facts), (&was.world.threads, &was.facts));
    assert_eq!((&is.memory.seeds, &is.memory.threats), (&was.memory.seeds, &was.memory.threats));
    for clock in &was.world.clocks {
        assert_eq!(is.clock(&clock.clock.name), Some(clock), "it runs on, and leads to the same");
    }
    let sheet = stage.sheet(ASH);
    assert_eq!((&sheet.trauma, sheet.coin), (&vec![s("haunted")], first.sheet(ASH).coin));
    assert!(sheet.assets.contains(&s("a wet rope")) && !sheet.assets.contains(&s("a silver sword")));
    assert!(sheet.dice.len() >= first.sheet(ASH).dice.len(), "time has passed");
    let kinds: Vec<(FactKind, &str)> = is.facts.iter().map(|fact| (fact.kind, fact.text.as_str())).collect();
    assert_eq!(
        kinds,
        [
            (FactKind::Promise, "Ash will bring Mira the key."),
            (FactKind::Debt, "Ash owes Penn four coin."),
            (FactKind::Lost, "a silver sword, which Ash had, is gone"),
        ]
    );
    // It is play at once: the next scene, by its number, from what presses.
    assert_eq!(stage.asked(), (is.gm, What::Scene));
    stage.gm(&say::open_scene());
    assert_eq!(stage.state().scene.number, first.state().scene.number + 1);
    assert_eq!(stage.state().campaign.as_ref().map(|it| it.evening), Some(2));
}

/// Where a scene is made up, nothing that was noted before pushes aside what was noted last.
#[test]
fn d29_what_was_noted_last_comes_first_where_a_scene_is_made_up() {
    let mut stage = Stage::turn(1);
    for number in 0..20 {
        stage.gm(&say::note(
            FactKind::Debt,
            &format!("Ash owes the ferrier {number} coin."),
            &["Ash", "Mira"],
        ));
        if number % 5 == 4 {
            stage.gm(&say::narrate(|_| {}));
            stage.player(&say::act("I ask Mira."));
        }
    }
    stage.gm(&say::note(FactKind::Promise, "Ash will be at the Loft by nine.", &["Ash", "The Loft"]));
    stage.gm(&say::narrate(|told| told.continue_scene = false));
    stage.compress();
    stage.player(&Command::NextScene);
    let gm = stage.state().gm;
    let first = stage.view(Viewer::Seat(gm)).bearing(true)[0].text.clone();
    assert_eq!(first, "Ash will be at the Loft by nine.");
}

#[test]
fn d29_a_recap_opens_it() {
    let stage = second(over(1).state(), &seats(1));
    let told = &stage.game.told;
    let begun = told.iter().find(|told| matches!(told.event, Event::EveningBegun { .. })).expect("it begins");
    assert_eq!(begun.audience, Audience::Public);
    let words = Dm::telling(stage.state(), &begun.event).expect("words").text;
    for part in [
        "“The Long Winter”, evening 2.",
        "Last time: ",
        "Still open: Penn has the other key.",
        "a silver sword",
    ] {
        assert!(words.contains(part), "no {part:?} in {words}");
    }
    let recap = Dm::report(&stage.view(Viewer::Seat(ASH)), "recap").expect("a recap");
    assert!(recap.contains("Evening 1: ") && recap.contains("Ash owes Penn four coin."), "{recap}");
    // The first evening has nothing to tell of.
    let first = Stage::of(1, &named(NAME), 7);
    let words: Vec<String> = first
        .game
        .told
        .iter()
        .filter_map(|told| Dm::telling(first.state(), &told.event))
        .map(|it| it.text)
        .collect();
    assert!(words.contains(&s("The first evening of “The Long Winter”.")), "{words:?}");
}

#[test]
fn d29_whoever_is_new_makes_a_character_and_whoever_is_away_is_kept() {
    let first = over(2);
    let mut there = seats(2);
    there[1].name = s("Zoe");
    let mut stage = second(first.state(), &there);
    assert_eq!(stage.asked(), (BLY, What::Character), "only Zoe is asked");
    assert_eq!(stage.sheet(ASH).name, "Ash");
    stage.by(BLY, &say::character("Zed")).expect("a character");
    assert_eq!(stage.asked(), (stage.state().gm, What::Scene), "and then it goes on");
    let away = |state: &State| {
        let away = state.campaign.iter().flat_map(|campaign| campaign.away.clone());
        away.map(|played| (played.player, played.character.name)).collect::<Vec<_>>()
    };
    assert_eq!(away(stage.state()), [(s("Ben"), s("Bly"))]);
    // Ben comes back a third evening, to Bly as they were.
    stage.gm(&say::open_scene());
    stage.player(&say::act("I wait."));
    stage.gm(&say::narrate(|told| told.continue_scene = false));
    stage.compress();
    while stage.phase() != PhaseName::Epilogue {
        stage.player(&Command::EndSession);
    }
    stage.close();
    let third = second(stage.state(), &seats(2));
    assert_eq!(third.sheet(BLY).name, "Bly");
    assert_eq!(third.sheet(BLY).trauma, first.sheet(BLY).trauma);
    assert_eq!(away(third.state()), [(s("Zoe"), s("Zed"))]);
}

#[test]
fn d29_what_only_the_game_master_knows_is_told_to_nobody_else() {
    let first = over(1);
    let setup = next(first.state());
    let mut other = setup.clone();
    let unseen = &mut other.before.as_mut().expect("what was left").unseen;
    for portrait in &mut unseen.portraits {
        (portrait.secrets, portrait.wants) = (vec![s("Another secret.")], vec![s("Something else.")]);
    }
    unseen.goals.clear();
    (unseen.seeds, unseen.threats, unseen.costs) =
        (vec![s("Another seed.")], vec![], vec![s("Another cost.")]);
    unseen.clocks.retain(|wound| wound.clock.visible);
    let known = |setup: &Setup, viewer: Viewer| {
        let game = Driver::<Dm>::open(&seats(1), setup, 8).expect("a legal setup");
        let told: Vec<String> = game
            .told
            .iter()
            .filter(|told| viewer.sees(told.audience))
            .map(|told| raw(&told.event).get().to_owned())
            .collect();
        let board = raw(&Dm::board(&Dm::view(&game.state, viewer))).get().to_owned();
        (told, raw(&Dm::view(&game.state, viewer)).get().to_owned(), board)
    };
    for viewer in [Viewer::Public, Viewer::Observer, Viewer::Seat(ASH)] {
        assert_eq!(known(&setup, viewer), known(&other, viewer), "{viewer}");
    }
    let gm = Viewer::Seat(SeatId::at(1));
    assert_ne!(known(&setup, gm), known(&other, gm), "the game master knows all of it");
}

#[test]
fn d29_what_all_know_is_left_the_same_whatever_the_game_master_knows() {
    let first = over(1);
    let mut other = first.state().clone();
    for number in 0..20 {
        let name = format!("Person {number}");
        let person = |state: &mut State| {
            let known = state.world.people[0].clone();
            state.world.people.push(dm::view::Person { name: name.clone(), present: false, ..known });
        };
        person(&mut other);
    }
    let mut one = other.clone();
    for (at, wound) in one.world.clocks.iter_mut().enumerate() {
        wound.consequence =
            dm::view::Consequence::RevealSecret { person: format!("Person {at}"), what: s("A secret.") };
    }
    (one.world.portraits, one.world.goals, one.memory.seeds) =
        (Vec::new(), Vec::new(), strings(&["A seed."]));
    let known = |state: &State| next(state).before.expect("what was left").known;
    assert_eq!(known(&one), known(&other));
    assert!(known(&one).people.len() < one.world.people.len(), "of some only the name is kept");
    assert!(known(&one).facts.iter().any(|fact| fact.kind == FactKind::Name && fact.about[0] == "Person 0"));
}

#[test]
fn d29_the_log_of_a_later_evening_replays_alone_and_says_which_was_before() {
    let setup = next(over(1).state());
    assert_eq!(setup.after, Some(earlier(&State::default()).after));
    let mut seats = testkit::house_seats(2, &["scoundrel", "narrator"]);
    seats[0].name = s("Ada");
    let fixture = Fixture {
        catalog: *activities::ALL,
        activity: "dm",
        seats,
        table: raw(&serde_json::json!({"title": NAME})),
        setup: raw(&setup),
        start: raw(&serde_json::json!({"type": "SetSession", "verb": "start"})),
    };
    conformance::replays_and_verifies(&fixture, 0..10);
    conformance::terminates(&fixture, 0..20);
    conformance::offers_exactly_what_is_legal(&fixture, 0..1);
    conformance::survives_any_command(&fixture, 0..2);
    conformance::shows_every_viewer_a_view(&fixture, 3);
}

#[test]
fn d29_an_evening_is_taken_up_by_its_campaigns_name_once_it_is_over() {
    let (first, unfinished) = (over(1), played(1));
    for name in ["the long winter", " The Long Winter "] {
        let mut setup = named(name);
        let words = Dm::take_up(&mut setup, &earlier(first.state()));
        assert_eq!(words, Some(s("evening 1 of “The Long Winter”, 1 scene")), "{name:?}");
        assert!(setup.before.is_some(), "{name:?}");
    }
    for name in ["", "The Short Winter"] {
        let mut setup = named(name);
        assert_eq!(Dm::take_up(&mut setup, &earlier(first.state())), None, "{name:?}");
        assert_eq!((setup.before, setup.after), (None, None));
    }
    let mut setup = named(NAME);
    assert!(Dm::take_up(&mut setup, &earlier(unfinished.state())).is_some(), "it is known again");
    assert_eq!(setup.before, None, "and has left nothing yet");
    assert_eq!(Dm::take_up(&mut setup, &earlier(Stage::scene(1).state())), None, "an evening of no campaign");
    // What a setup took up before is replaced by what came since; what somebody says themselves is not.
    let mut again = next(first.state());
    let second = second(first.state(), &seats(1));
    assert!(Dm::take_up(&mut again, &earlier(second.state())).is_some());
    let said = Setup { before: Some(Box::default()), after: None, ..named(NAME) };
    assert_eq!(Dm::take_up(&mut said.clone(), &earlier(first.state())), None);
}

#[test]
fn d29_what_an_evening_goes_on_with_has_a_name_and_a_limit() {
    let nameless = Setup { before: Some(Box::default()), ..Setup::default() };
    assert_eq!(Driver::<Dm>::faults(&seats(1), &nameless)[0].field, "campaign");
    assert_eq!(Driver::<Dm>::faults(&seats(1), &named("a\nb"))[0].field, "campaign");
    let mut before = Before::default();
    before.known.revealed = vec!["x".repeat(1_000); 600];
    let large = Setup { before: Some(Box::new(before)), ..named(NAME) };
    assert_eq!(Driver::<Dm>::faults(&seats(1), &large)[0].field, "before");
}

#[test]
fn d29_a_goal_that_is_done_gives_way_to_what_presses_most() {
    let mut first = played(1);
    let goals: Vec<ProgressClock> = {
        let clocks = first.state().world.clocks.iter().map(|wound| &wound.clock);
        clocks.filter(|clock| clock.kind == ClockKind::Goal).cloned().collect()
    };
    for clock in goals {
        first.happen(Event::ClockRemoved { clock: clock.name });
    }
    while first.phase() != PhaseName::Epilogue {
        first.player(&Command::EndSession);
    }
    first.close();
    let stage = second(first.state(), &seats(1));
    let events: Vec<Event> = stage.game.told.iter().map(|told| told.event.clone()).collect();
    let clock = one!(events, Event::ClockStarted { clock, .. } => clock.clone());
    assert_eq!(
        (clock.name.as_str(), clock.kind, clock.filled),
        ("Penn has the other key", ClockKind::Goal, 0)
    );
}

#[test]
fn d29_what_is_settled_or_found_again_is_not_held_against_anybody() {
    let mut stage = Stage::turn(1);
    stage.gm(&say::note(FactKind::Debt, "Ash owes Mira a coin.", &["Mira"]));
    stage.gm(&say::note(FactKind::Debt, "Ash owes Mira a coin.", &["Mira"]));
    assert_eq!(stage.state().facts.len(), 1, "it stands there once");
    stage.gm(&Command::GainItem { owner: ASH, item: s("a silver sword") });
    stage.gm(&Command::LoseItem { item: s("a silver sword") });
    stage.gm(&Command::SettleFact { fact: s("Ash owes Mira a coin.") });
    let left: Vec<FactKind> = stage.state().facts.iter().map(|fact| fact.kind).collect();
    assert_eq!(left, [FactKind::Lost]);
    stage.gm(&Command::GainItem { owner: ASH, item: s("A silver sword") });
    assert_eq!(stage.state().facts, [], "they have it again");
    stage.gm(&say::thread("Who?"));
    let closed = Command::UpdateThread { thread: s("Who?"), hook: None, tension: None, closed: true };
    let events = stage.gm(&closed);
    assert_eq!(every!(events, Event::ThreadClosed { hook } => hook.clone()), ["Who?"]);
    assert_eq!(stage.state().facts[0].kind, FactKind::Over);
    stage.gm(&say::thread("Who?"));
    assert_eq!(stage.state().facts, [], "it is open again");
    // Also what bears on nothing here can be settled.
    stage.gm(&say::note(FactKind::Name, "The moon is called Old Tin.", &["Old Tin"]));
    stage.gm(&Command::SettleFact { fact: s("The moon is called Old Tin.") });
    let refused = Command::SettleFact { fact: s("Nothing of the kind.") };
    stage.gm(&say::note(FactKind::Name, "The dog is called Wick.", &["Wick"]));
    assert_eq!(stage.gm_no(&refused).code, "not-offered");
    assert_eq!(stage.gm_no(&say::note(FactKind::Lost, "It is gone.", &["it"])).code, "not-offered");
}

#[test]
fn d29_more_than_can_be_remembered_forgets_what_is_over_first_and_then_what_is_oldest() {
    let mut stage = Stage::turn(1);
    let fact = |kind, text: String| Event::FactNoted {
        fact: Fact { kind, text, about: vec![s("Mira")], evening: 1 },
    };
    stage.happen(fact(FactKind::Promise, s("the oldest")));
    stage.happen(fact(FactKind::Over, s("what is over")));
    for number in 2..=dm::limits::FACTS_MAX {
        stage.happen(fact(FactKind::Debt, format!("debt {number}")));
    }
    let texts: Vec<&str> = stage.state().facts.iter().map(|fact| fact.text.as_str()).collect();
    assert_eq!((texts.len(), texts[0]), (dm::limits::FACTS_MAX, "the oldest"));
    assert!(!texts.contains(&"what is over"));
    stage.happen(fact(FactKind::Debt, s("one more")));
    assert_eq!(stage.state().facts[0].text, "debt 2");
}
