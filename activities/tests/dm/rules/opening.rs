//! D6: characters are made, cards fall, and a story is proposed.

use std::collections::BTreeSet;

use dm::setting::setting;
use dm::view::{ClockKind, Mood, PhaseName};
use dm::{Command, ConsequenceKind, Dm, Event, NewCharacter, NewStory, Phase, Setup, What, World};
use engine::{Audience, Machine, Viewer};

use super::say::{self, s};
use super::stage::{ASH, BLY, Stage, at, every, one};

#[test]
fn d6_everybody_makes_one_character_in_session_zero_and_then_the_opening_begins() {
    let mut stage = Stage::laid(3);
    assert!(Dm::PHASES.iter().filter(|card| card.prepares).map(|card| card.name).eq(["CREATION", "OPENING"]));
    let asked: Vec<_> =
        Dm::asks(stage.state()).into_iter().map(|ask| (ask.seat, ask.question.what)).collect();
    assert_eq!(asked.len(), 3, "all at once");
    assert!(asked.iter().all(|(seat, what)| *seat != stage.state().gm && *what == What::Character));
    stage.by(BLY, &say::character("Bly")).unwrap();
    assert_eq!(stage.code(BLY, &say::character("Bly the Second")), "not-yours", "one each");
    assert_eq!(stage.phase(), PhaseName::Creation);
    stage.by(ASH, &say::character("Ash")).unwrap();
    stage.by(super::stage::COLE, &say::character("Cole")).unwrap();
    assert_eq!(stage.phase(), PhaseName::Opening);
    assert_eq!(stage.asked(), (stage.state().gm, What::Story));
}

#[test]
fn d6_a_character_is_what_the_player_said() {
    let mut stage = Stage::laid(1);
    let archetype = &setting().archetypes[3];
    let new = NewCharacter {
        name: s(" Ash Vane "),
        pronouns: s("she"),
        archetype: archetype.key.clone(),
        background: s("Kept the locks."),
        ..NewCharacter::default()
    };
    let events = stage.by(ASH, &Command::CreateCharacter(Box::new(new))).unwrap();
    let made = one!(events, Event::CharacterCreated { player_id: ASH, character } => character.clone());
    assert_eq!((made.name.as_str(), made.pronouns.as_str()), ("Ash Vane", "she"));
    assert_eq!((&made.archetype, made.background.as_str()), (&archetype.name, "Kept the locks."));
    assert_eq!(stage.sheet(ASH), &*made);
}

#[test]
fn d6_three_different_cards_of_the_78_fall_by_the_seed() {
    let deck: BTreeSet<&str> = setting().deck.cards.iter().map(|card| card.name.as_str()).collect();
    assert_eq!(deck.len(), 78);
    let drawn = |seed| {
        let mut stage = Stage::of(2, &Setup::default(), seed);
        stage.make_everybody();
        [stage.sheet(ASH).cards.clone(), stage.sheet(BLY).cards.clone()]
    };
    let mut hands = BTreeSet::new();
    let mut seen = BTreeSet::new();
    for seed in 0..150 {
        for cards in drawn(seed) {
            let different: BTreeSet<&String> = cards.iter().collect();
            assert_eq!(different.len(), 3, "{cards:?}");
            assert!(cards.iter().all(|card| deck.contains(card.as_str())), "{cards:?}");
            seen.extend(cards.clone());
            hands.insert(cards);
        }
    }
    assert_eq!(drawn(5), drawn(5));
    assert!(hands.len() > 290, "{} hands of 300", hands.len());
    assert_eq!(seen.len(), 78, "every card can fall");
}

#[test]
fn d6_there_are_seven_archetypes_and_any_other_is_refused_with_their_names() {
    let keys: Vec<&str> = setting().archetypes.iter().map(|it| it.key.as_str()).collect();
    assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), 7);
    for key in &keys {
        let mut stage = Stage::laid(1);
        let new = NewCharacter { archetype: s(key), ..say::new_character("Ash") };
        stage.by(ASH, &Command::CreateCharacter(Box::new(new))).unwrap();
    }
    let new = NewCharacter { archetype: s("wizard"), ..say::new_character("Ash") };
    let no = Stage::laid(1).refused(ASH, &Command::CreateCharacter(Box::new(new)));
    assert_eq!(no.code, "not-offered");
    assert!(keys.iter().all(|key| no.to_string().contains(key)), "{no}");
}

#[test]
fn d6_two_characters_cannot_have_one_name() {
    for name in ["Ash", "ash", "  ASH "] {
        let mut stage = Stage::laid(2);
        stage.by(ASH, &say::character("Ash")).unwrap();
        let no = stage.refused(BLY, &say::character(name));
        assert!(no.code == "taken" && no.message.contains(&format!("{:?}", name.trim())), "{no}");
    }
}

#[test]
fn d6_a_character_needs_every_field_in_plain_words() {
    let fields: [fn(&mut NewCharacter) -> &mut String; 3] =
        [|new| &mut new.name, |new| &mut new.pronouns, |new| &mut new.background];
    for field in fields {
        let with = |words: &str| {
            let mut new = say::new_character("Ash");
            words.clone_into(field(&mut new));
            Command::CreateCharacter(Box::new(new))
        };
        for (words, code) in
            [("", "blank"), ("   ", "blank"), ("\u{7}", "blank"), (&"x".repeat(201), "not-offered")]
        {
            assert_eq!(Stage::laid(1).refused(ASH, &with(words)).code, code, "{words:?}");
        }
        let mut stage = Stage::laid(1);
        let events = stage.by(ASH, &with(" bell\u{7}\n")).unwrap();
        let told = serde_json::to_string(&events).unwrap();
        assert!(told.contains("\"bell\""), "what a terminal would obey is taken out: {told}");
    }
}

#[test]
fn d6_an_opening_is_told_with_two_threats_a_goal_and_a_first_scene() {
    let mut stage = Stage::cast(1);
    let mut story = say::story();
    story.hidden.push(say::story_clock("The quiet oath", 6, ConsequenceKind::None));
    let events = stage.gm(&Command::OpenStory(Box::new(story)));
    let (told, people) = one!(events, Event::StoryOpened { story, people, .. } => (story, people));
    assert_eq!((told.title.as_str(), people.len()), ("The Long Night", 2));
    let clocks =
        every!(events, Event::ClockStarted { clock, .. } => (clock.kind, clock.visible, clock.filled));
    let (threat, goal) = (ClockKind::Threat, ClockKind::Goal);
    assert_eq!(clocks, [(threat, true, 0), (threat, true, 0), (goal, true, 0)]);
    let hidden = &stage.state().clock("the quiet oath").unwrap().clock;
    assert_eq!((hidden.kind, hidden.visible), (ClockKind::Faction, false));
    assert!(matches!(
        stage.mood(),
        Mood::Scene { framed: false, hook: Some(hook), .. } if hook == "A knock at the loft."
    ));
    assert_eq!(stage.asked(), (stage.state().gm, What::Scene));
}

type Change = fn(&mut NewStory);

/// What is wrong with an opening, how it is refused, and a word that the refusal must hold.
fn wrong_stories() -> Vec<(Change, &'static str, &'static str)> {
    fn long() -> String {
        "x".repeat(201)
    }
    vec![
        (|it| it.threats.truncate(1), "not-offered", "threats"),
        (|it| it.threats.clear(), "not-offered", "threats"),
        (|it| it.threats.push(say::story_clock("Third", 4, ConsequenceKind::None)), "not-offered", "threats"),
        (|it| it.goal.clear(), "not-offered", "goal"),
        (|it| it.goal.push(say::story_clock("Other", 4, ConsequenceKind::None)), "not-offered", "goal"),
        (
            |it| {
                let clock = |name| say::story_clock(name, 4, ConsequenceKind::None);
                it.hidden = ["A", "B", "C"].map(clock).to_vec();
            },
            "not-offered",
            "hidden",
        ),
        (|it| it.places.truncate(1), "not-offered", "places"),
        (
            |it| {
                let place = |name: &str| dm::view::Place { name: s(name), about: s("Wet.") };
                it.places.extend(["Third", "Fourth"].map(place));
            },
            "not-offered",
            "places",
        ),
        (|it| it.factions.clear(), "not-offered", "factions"),
        (
            |it| {
                for name in ["C", "D", "E"] {
                    let mut faction = it.factions[0].clone();
                    faction.name = s(name);
                    it.factions.push(faction);
                }
            },
            "not-offered",
            "factions",
        ),
        (|it| it.people.truncate(1), "not-offered", "people"),
        (|it| it.people.extend(["C", "D", "E"].map(say::new_person)), "not-offered", "people"),
        (|it| it.title.clear(), "blank", "title"),
        (|it| it.title = "x".repeat(41), "not-offered", "title"),
        (|it| it.stakes.clear(), "blank", "stakes"),
        (|it| it.stakes = long(), "not-offered", "stakes"),
        (|it| it.first_scene = s("  "), "blank", "first_scene"),
        (|it| it.places[0].name.clear(), "not-offered", "place"),
        (|it| it.places[1].about.clear(), "not-offered", "place"),
        (|it| it.places[1].name = s("the yard"), "taken", "yard"),
        (|it| it.factions[0].name.clear(), "not-offered", "faction"),
        (|it| it.factions[0].about.clear(), "not-offered", "faction"),
        (|it| it.factions[1].goal.clear(), "not-offered", "goal"),
        (|it| it.factions[1].name = s("LAMPERS"), "taken", "LAMPERS"),
        (|it| it.people[0].name.clear(), "not-offered", "name"),
        (|it| it.people[0].role.clear(), "not-offered", "role"),
        (|it| it.people[0].voice.clear(), "not-offered", "voice"),
        (|it| it.people[0].secret.clear(), "not-offered", "secret"),
        (|it| it.people[0].want.clear(), "not-offered", "want"),
        (|it| it.people[1].name = s(" mira"), "taken", "mira"),
        (|it| it.people[1].faction = Some(s("The Moon")), "unknown", "Lampers, Toll Office"),
        (|it| it.threats[0].name.clear(), "not-offered", "threats[0].name"),
        (|it| it.threats[1].name = s("the WATCH closes in"), "taken", "WATCH"),
        (|it| it.goal[0].name = s(say::DEBT), "taken", say::DEBT),
        (|it| it.hidden = vec![say::story_clock(say::VAULT, 4, ConsequenceKind::None)], "taken", say::VAULT),
        (|it| it.threats[0].segments = 5, "not-offered", "4 (4), 6 (6), 8 (8)"),
        (|it| it.goal[0].segments = 0, "not-offered", "4 (4), 6 (6), 8 (8)"),
        (|it| it.threats[0].what = Some(long()), "not-offered", "threats[0].what"),
        (
            |it| {
                it.threats[0].consequence = ConsequenceKind::FactionMoves;
                it.threats[0].target = Some(s("The Moon"));
            },
            "unknown",
            "faction",
        ),
        (
            |it| {
                it.goal[0].consequence = ConsequenceKind::Reputation;
                it.goal[0].target = Some(s("Mira"));
            },
            "unknown",
            "faction",
        ),
        (
            |it| {
                it.threats[1].consequence = ConsequenceKind::RevealSecret;
                it.threats[1].target = Some(s("Nobody"));
            },
            "unknown",
            "person",
        ),
    ]
}

#[test]
fn d6_an_opening_is_checked_field_by_field_before_any_of_it_is_told() {
    for (change, code, word) in wrong_stories() {
        let mut stage = Stage::cast(1);
        let mut story = say::story();
        change(&mut story);
        let no = stage.gm_no(&Command::OpenStory(Box::new(story)));
        assert_eq!(no.code, code, "{no}");
        assert!(no.message.contains(word), "{no} does not say {word:?}");
        stage.gm(&Command::OpenStory(Box::new(say::story())));
    }
}

#[test]
fn d6_an_opening_may_be_as_small_and_as_large_as_the_rule_says() {
    let mut small = say::story();
    small.factions.truncate(1);
    let mut large = say::story();
    large.places.push(dm::view::Place { name: s("Third"), about: s("Wet.") });
    for name in ["Third", "Fourth"] {
        let mut faction = large.factions[0].clone();
        faction.name = s(name);
        large.factions.push(faction);
        large.people.push(say::new_person(name));
        large.hidden.push(say::story_clock(name, 8, ConsequenceKind::None));
    }
    for story in [small, large] {
        let counts = (story.places.len(), story.factions.len(), story.people.len(), story.hidden.len());
        let stage = Stage::told(1, story);
        let world = &stage.state().world;
        let there = (world.places.len(), world.factions.len(), world.people.len(), world.clocks.len() - 3);
        assert_eq!(there, counts);
    }
}

#[test]
fn d6_an_opening_that_failed_is_told_and_nothing_is_made_up_in_its_place() {
    let mut stage = Stage::cast(2);
    let events = stage.answer_for();
    assert_eq!(events, [Event::OpeningFailed { reason: s("it was cut off") }]);
    assert_eq!(stage.game.told.last().unwrap().audience, Audience::Public);
    let words = Dm::telling(stage.state(), &events[0]).unwrap().text;
    assert!(words.contains("it was cut off"), "{words}");
    assert_eq!((&stage.state().world, &stage.state().story), (&World::default(), &None));
    assert_eq!(stage.state().phase, Phase::Opening { failed: Some(s("it was cut off")) });
    assert_eq!(stage.asked(), (ASH, What::Failed), "the players decide");
}

#[test]
fn d6_after_a_failed_opening_the_players_try_again_or_take_the_houses() {
    let mut stage = Stage::cast(2);
    for _ in 0..3 {
        stage.answer_for();
        let events = stage.player(&Command::TryAgain);
        assert_eq!(events, [Event::OpeningRetried { by_house: false }]);
        assert_eq!(stage.asked(), (stage.state().gm, What::Story));
    }
    let mut own = stage.clone();
    own.gm(&Command::OpenStory(Box::new(say::story())));
    assert_eq!(own.state().story.as_ref().unwrap().title, "The Long Night");
    stage.answer_for();
    let events = stage.player(&Command::HouseStory);
    let chosen = at!(events, Event::OpeningRetried { by_house: true });
    assert!(chosen < at!(events, Event::StoryOpened { .. }), "it is said that it is the house's");
    assert_eq!(stage.phase(), PhaseName::Scene);
    let kinds: Vec<ClockKind> =
        stage.state().world.clocks.iter().map(|wound| wound.clock.kind).take(3).collect();
    assert_eq!(kinds, [ClockKind::Threat, ClockKind::Threat, ClockKind::Goal]);
}

#[test]
fn d6_every_story_of_the_house_is_legal() {
    let mut titles = BTreeSet::new();
    for seed in 0..120 {
        let mut stage = Stage::of(1, &Setup::default(), seed);
        stage.make_everybody();
        stage.answer_for();
        stage.player(&Command::HouseStory);
        titles.insert(stage.state().story.clone().unwrap().title);
    }
    assert!(titles.len() > 5, "{titles:?}");
}

#[test]
fn d6_cards_seed_scenes_and_are_drawn_on_request() {
    let mut stage = Stage::told(1, say::story());
    let deck: Vec<&str> = setting().deck.cards.iter().map(|card| card.name.as_str()).collect();
    let card = stage.notes().card.expect("a card for the scene");
    assert!(deck.contains(&card.as_str()));
    let events = stage.gm(&say::open_scene());
    assert_eq!(one!(events, Event::SceneOpened { card, .. } => card.clone()), Some(card));
    stage.player(&say::act("I look."));
    let events = stage.gm(&Command::DrawCard);
    let drawn = one!(events, Event::CardDrawn { card } => card.clone());
    assert!(deck.contains(&drawn.as_str()));
    assert_eq!(stage.game.told.last().unwrap().audience, Audience::seat(stage.state().gm));
    assert_eq!(stage.notes().card, Some(drawn));
    assert_eq!(stage.view(Viewer::Seat(ASH)).notes, None);
}
