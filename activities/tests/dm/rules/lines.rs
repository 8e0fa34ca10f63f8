//! Lines and veils: what a table does not want to hear is not told to it.

use super::say::{self, s, strings};
use super::stage::{ASH, BLY, Stage, every, one, seats};
use dm::view::{Position, Tier};
use dm::{
    Command, Compression, ConsequenceKind, Dm, Elapsed, Event, Landed, Narration, NewCharacter, NewDeal,
    NewPerson, NewScene, NewStory, Setup, What,
};
use engine::{Actor, Audience, Machine, Viewer};
use kit::kept_out::crossed;
use testkit::Driver;

const WORD: &str = "Spiders";

/// A table that does not tell of spiders.
fn table(players: usize) -> Stage {
    Stage::of(
        players,
        &Setup { lines: strings(&["spider"]), veils: strings(&["fire"]), ..Setup::default() },
        7,
    )
}

/// The same, in this situation.
fn drawn(mut stage: Stage) -> Stage {
    stage.happen(Event::LinesDrawn { lines: strings(&["spider"]), veils: strings(&["fire"]) });
    stage
}

#[test]
fn lines_are_crossed_by_whole_words_in_any_case_and_by_longer_forms_of_long_words() {
    let table = strings(&["spider", "harm to animals", "rat", "Éclair", "spider"]);
    for (text, line) in [
        ("A spider.", Some("spider")),
        ("SPIDERS everywhere", Some("spider")),
        ("a spider-like thing", Some("spider")),
        ("the spider's web", Some("spider")),
        ("“Spider!”", Some("spider")),
        ("He means harm to animals.", Some("harm to animals")),
        ("Harm to\nanimals", Some("harm to animals")),
        ("harm, to: animals", Some("harm to animals")),
        ("harm to the animals", None),
        ("animals come to harm", None),
        ("a rat", Some("rat")),
        ("A RAT!", Some("rat")),
        ("He ratted on her; the ration; a crate; Ratko", None),
        ("the pirate's rate", None),
        ("an éclair", Some("Éclair")),
        ("spidey", None),
        ("a spi der", None),
        ("", None),
    ] {
        assert_eq!(crossed(&table, text), line, "{text:?}");
    }
    for (line, text) in
        [("spiders", "a spider"), ("dogs", "the dog"), ("rat", "two rats"), ("glass", "a glass")]
    {
        assert_eq!(crossed(&strings(&[line]), text), Some(line), "one and many");
    }
    assert_eq!(crossed(&strings(&["gas"]), "a gasp"), None);
    assert_eq!(crossed(&[], "spiders"), None);
    assert_eq!(crossed(&strings(&["…", "—"]), "… and — so on"), None, "a line of no words is never crossed");
}

#[test]
fn lines_of_the_setup_are_checked_and_shown_to_all() {
    let faults = |lines: &[&str], veils: &[&str]| -> Vec<String> {
        let setup = Setup { lines: strings(lines), veils: strings(veils), ..Setup::default() };
        Driver::<Dm>::faults(&seats(1), &setup).into_iter().map(|it| it.field).collect()
    };
    assert_eq!(faults(&["a", " "], &[&"x".repeat(201)]), ["lines[1]", "veils[0]"]);
    assert_eq!(faults(&["a", "b\u{7}"], &["c\nd"]), ["lines[1]", "veils[0]"]);
    assert_eq!(faults(&["a"; 25], &["a"; 24]), ["lines"]);
    let stage = table(1);
    let view = stage.view(Viewer::Seat(ASH));
    assert_eq!((view.lines, view.veils), (strings(&["spider"]), strings(&["fire"])));
}

#[test]
fn lines_that_a_player_draws_are_kept_without_a_name() {
    let mut stage = table(2);
    let new = NewCharacter {
        lines: strings(&["needles"]),
        veils: strings(&["drowning"]),
        ..say::new_character("Bly")
    };
    let events = stage.by(BLY, &Command::CreateCharacter(Box::new(new))).unwrap();
    let told = stage.game.told.iter().filter(|told| told.audience != Audience::Host);
    let told: Vec<String> = told.map(|told| serde_json::to_string(&told.event).unwrap()).collect();
    assert!(!told.join("").contains("needles"), "not a word before everybody has a character");
    assert!(stage.state().lines == ["spider"], "and it holds when it is told");
    let made = one!(events, Event::CharacterCreated { character, .. } => character.clone());
    assert!(!serde_json::to_string(&made).unwrap().contains("needles"));
    let many = NewCharacter { lines: vec![s("a"); 25], ..say::new_character("Ash") };
    assert_eq!(stage.refused(ASH, &Command::CreateCharacter(Box::new(many))).code, "not-offered", "24 each");
    let events = stage.by(ASH, &say::character("Ash")).unwrap();
    let drawn = events.iter().find(|event| matches!(event, Event::LinesDrawn { .. })).unwrap();
    let json = serde_json::to_value(drawn).unwrap();
    let mut fields: Vec<&String> = json.as_object().unwrap().keys().collect();
    fields.sort();
    assert_eq!(fields, ["lines", "type", "veils"], "nothing says who");
    let telling = Dm::telling(stage.state(), drawn).unwrap().text;
    assert!(telling.contains("needles") && !telling.contains("Bly") && !telling.contains("Ben"), "{telling}");
    assert_eq!(stage.state().lines, ["spider", "needles"]);
    assert_eq!(stage.state().veils, ["fire", "drowning"]);
}

#[test]
fn d23_words_that_cross_a_line_are_refused_in_their_own_result_and_nothing_of_them_happens() {
    let mut stage = drawn(Stage::turn(2));
    let crossing = say::narrate(|told| {
        told.narration = s("Spiders fall.");
        (told.stress, told.heat, told.coin, told.continue_scene) = (5, 4, 3, false);
        (told.cost, told.threat) = (Some(s("a leg")), Some(s("the web")));
    });
    for _ in 0..3 {
        let no = stage.gm_no(&crossing);
        assert_eq!(no.code, "line");
        assert!(no.message.contains("this table does not tell of “spider”: find other words"), "{no}");
        assert_eq!(stage.asked().1, What::Turn, "other words are asked for");
    }
    let events = stage.gm(&say::narrate(|_| {}));
    one!(events, Event::NarrationGiven { auto: false, .. } => ());
}

/// A command for each field that players may come to hear, with the situation that it belongs to.
fn crossings() -> Vec<(&'static str, Stage, Command)> {
    let mut all = Vec::new();
    let word = || s(WORD);
    macro_rules! fields {
        ($stage:expr, $of:ty, $base:expr, $wrap:expr, [$($change:expr),+ $(,)?]) => {
            $({
                let mut it: $of = $base;
                let change: fn(&mut $of, String) = $change;
                change(&mut it, word());
                let wrap: fn($of) -> Command = $wrap;
                all.push((stringify!($change), $stage, wrap(it)));
            })+
        };
    }
    fields!(
        Stage::cast(1),
        NewStory,
        say::story(),
        |it| Command::OpenStory(Box::new(it)),
        [
            |it, word| it.title = word,
            |it, word| it.stakes = word,
            |it, word| it.first_scene = word,
            |it, word| it.threats[1].name = word,
            |it, word| it.goal[0].name = word,
            |it, word| it.threats[0].what = Some(word),
            |it, word| it.hidden = vec![say::story_clock(&word, 4, ConsequenceKind::None)],
            |it, word| it.places[1].name = word,
            |it, word| it.places[0].about = word,
            |it, word| it.factions[1].name = word,
            |it, word| it.factions[0].about = word,
            |it, word| it.people[1].name = word,
            |it, word| it.people[0].role = word,
            |it, word| it.people[0].secret = word,
        ]
    );
    fields!(
        Stage::told(1, say::story()),
        NewScene,
        say::new_scene(),
        |it| Command::OpenScene(Box::new(it)),
        [
            |it, word| it.title = word,
            |it, word| it.place = word,
            |it, word| it.narration = word,
            |it, word| it.what = Some(word),
            |it, word| it.catch = Some(word),
            |it, word| it.suggested[1] = word,
        ]
    );
    let told = || Narration {
        narration: s("A."),
        continue_scene: true,
        suggested: say::suggested(),
        ..Narration::default()
    };
    fields!(
        Stage::turn(1),
        Narration,
        told(),
        |it| Command::Narrate(Box::new(it)),
        [|it, word| it.narration = word, |it, word| it.suggested[0] = word,]
    );
    let echo = || Stage::aftermath(1, Position::Risky, &[6, 6]);
    let landed = || Landed {
        narration: s("A."),
        continue_scene: true,
        suggested: say::suggested(),
        ..Landed::default()
    };
    fields!(
        echo(),
        Landed,
        landed(),
        |it| Command::Land(Box::new(it)),
        [|it, word| it.narration = word, |it, word| it.suggested[0] = word,]
    );
    let deals = || vec![say::deal(dm::PriceName::Stress, 1, 1); 2];
    fields!(
        Stage::drained(1, Position::Risky),
        Vec<NewDeal>,
        deals(),
        say::offer,
        [|it, word| it[1].label = word, |it, word| it[0].hint = word, |it, word| it[1].narrative = word,]
    );
    let ending = || say::outcomes(Position::Risky, &[Tier::Partial, Tier::Bad]);
    let action = || Stage::action(1, Position::Risky, &[4, 1]);
    fields!(
        action(),
        Vec<dm::DieOutcome>,
        ending(),
        say::spend_die,
        [|it, word| it[0].hint = format!("{word} come for you"), |it, word| it[1].narrative = word,]
    );
    let elapsed =
        || Elapsed { narration: s("A."), time_elapsed: s("A day"), dice_recovered: 1, hook: s("B.") };
    fields!(
        Stage::tide(1),
        Elapsed,
        elapsed(),
        |it| Command::PassTime(Box::new(it)),
        [|it, word| it.narration = word, |it, word| it.time_elapsed = word, |it, word| it.hook = word,]
    );
    let scene = || say::compression();
    fields!(
        Stage::summing(1),
        Compression,
        scene(),
        |it| Command::Compress(Box::new(it)),
        [
            |it, word| it.summary = word,
            |it, word| it.key_moments[2] = word,
            |it, word| it.rumors = vec![word],
        ]
    );
    let person = || say::new_person("Sal");
    fields!(
        Stage::turn(1),
        NewPerson,
        person(),
        |it| Command::Introduce(Box::new(it)),
        [|it, word| it.name = word, |it, word| it.role = word, |it, word| it.secret = word,]
    );
    let clock = |name: &str| say::clock(name, dm::view::ClockKind::Threat, 4, false);
    let leading = dm::NewClock { what: Some(word()), ..clock("Smoke") };
    let (pressure, class) = (dm::view::Pressure::Low, dm::view::Class::Low);
    let (attitude, disposition) = (dm::view::Attitude::War, dm::view::Disposition::Loyal);
    let engage = |gain: &str, danger: &str| Command::Engage {
        position: Position::Risky,
        effect: dm::view::Effect::Standard,
        domain: None,
        edge: None,
        gain: s(gain),
        danger: s(danger),
        clock: None,
        against: None,
    };
    for command in [
        say::new_clock(clock(WORD)),
        say::new_clock(leading),
        say::speak("Mira", WORD),
        Command::SpeakAsNpc { person: s("Mira"), words: s("No."), manner: Some(word()) },
        Command::AskPlayer { question: word() },
        Command::Choose { narration: word(), options: strings(&["A.", "B."]) },
        Command::Choose { narration: s("A."), options: strings(&["B.", WORD]) },
        engage(WORD, "A."),
        engage("A.", WORD),
        Command::SetSceneStyle { atmosphere: word(), pressure, class },
        say::thread(WORD),
        say::rumor(WORD),
        Command::ShiftAttitude { faction: s("Lampers"), attitude, why: word() },
        Command::ShiftDisposition { person: s("Mira"), disposition, why: word() },
        say::move_to(WORD),
        Command::MoveTo { place: s("The Weir"), about: Some(word()) },
    ] {
        all.push(("a tool of the scene", Stage::turn(1), command));
    }
    let situation = Command::SpendDie { situation: word(), outcomes: ending() };
    all.push(("situation", action(), situation));
    let deals = Command::OfferBargain { narration: word(), deals: deals() };
    all.push(("the city's words", Stage::drained(1, Position::Risky), deals));
    for (narration, trauma, idea) in
        [(WORD, "cold", "A."), ("A.", "Spiders inside", "A."), ("A.", "cold", WORD)]
    {
        let suggested = strings(&["B.", idea]);
        let command = Command::Scar { narration: s(narration), trauma: s(trauma), suggested };
        all.push(("a scar", Stage::trauma(1), command));
    }
    all
}

#[test]
fn lines_hold_in_every_field_that_players_may_come_to_hear() {
    for (field, stage, command) in crossings() {
        let mut stage = drawn(stage);
        let no = stage.gm_no(&command);
        assert_eq!(no.code, "line", "{field}: {command:?}");
        stage.answer_for();
        let heard = stage.game.told.iter().filter(|told| Viewer::Seat(ASH).sees(told.audience));
        let heard: Vec<String> = heard.map(|told| serde_json::to_string(&told.event).unwrap()).collect();
        let shown = heard.join("\n") + &serde_json::to_string(&stage.view(Viewer::Seat(ASH))).unwrap();
        assert!(!shown.contains(WORD), "{field}: {command:?}");
        assert!(stage.is_players(), "{field}: a player is asked");
    }
}

#[test]
fn lines_do_not_bind_thoughts_nor_players_nor_veils() {
    let mut stage = drawn(Stage::turn(1));
    let events = stage.gm(&say::think("No spiders, then."));
    one!(events, Event::ThoughtNoted { .. } => ());
    let events = stage.gm(&say::narrate(|told| told.narration = s("Far off, a fire.")));
    one!(events, Event::NarrationGiven { .. } => ());
    let events = stage.player(&say::act("Are there spiders?"));
    one!(events, Event::PlayerActed { .. } => ());
}

#[test]
fn lines_do_not_bind_what_no_player_comes_to_hear() {
    let mut stage = drawn(Stage::turn(1));
    let new = NewPerson { voice: s(WORD), want: s(WORD), ..say::new_person("Sal") };
    let events = stage.gm(&Command::Introduce(Box::new(new)));
    one!(events, Event::PersonMet { .. } => ());
    let noted = |told: &mut Narration| (told.cost, told.threat) = (Some(s(WORD)), Some(s(WORD)));
    let events = stage.gm(&say::narrate(noted));
    one!(events, Event::CostNoted { .. } => ());
    let scene = Compression { seeds: strings(&[WORD]), ..say::compression() };
    let events = drawn(Stage::summing(1)).gm(&Command::Compress(Box::new(scene)));
    one!(events, Event::SeedsSown { .. } => ());
    let mut story = say::story();
    story.factions[0].goal = s(WORD);
    let events = drawn(Stage::cast(1)).gm(&Command::OpenStory(Box::new(story)));
    one!(events, Event::StoryOpened { .. } => ());
}

#[test]
fn lines_that_a_story_crosses_fail_the_opening_and_it_is_told() {
    let mut stage = drawn(Stage::cast(1));
    let story = NewStory { stakes: s("Spiders."), ..say::story() };
    assert_eq!(stage.gm_no(&Command::OpenStory(Box::new(story))).code, "line");
    let events = stage.answer_for();
    one!(events, Event::OpeningFailed { .. } => ());
    assert_eq!(stage.asked(), (ASH, What::Failed));
    assert_eq!(stage.state().story, None);
}

#[test]
fn lines_hold_for_stories_of_the_house() {
    for seed in 0..60 {
        let table = vec![s("watch")];
        let mut stage = Stage::of(1, &Setup { lines: table.clone(), ..Setup::default() }, seed);
        stage.make_everybody();
        stage.answer_for();
        stage.player(&Command::HouseStory);
        let view = stage.view(Viewer::Seat(ASH));
        let shown = serde_json::to_string(&dm::view::View { lines: Vec::new(), ..view }).unwrap();
        assert_eq!(crossed(&table, &shown), None, "seed {seed}: {shown}");
    }
}

#[test]
fn t12_what_is_kept_out_of_the_table_later_is_kept_out_of_the_story() {
    let mut stage = Stage::turn(2);
    let lines = strings(&["spider"]);
    let command = Dm::keep_out(stage.state(), &lines).expect("it does not know yet");
    assert!(stage.by(ASH, &command).is_err(), "only the host says so");
    let events = stage.game.give(Actor::Host, &command).expect("the host may");
    assert_eq!(one!(events, Event::KeptOut { lines } => lines.clone()), lines);
    assert_eq!(Dm::keep_out(stage.state(), &strings(&["SPIDER"])), None, "once is enough");
    assert_eq!(stage.view(Viewer::Seat(ASH)).lines, lines);
    assert_eq!(stage.gm_no(&say::thread("Who feeds the spiders?")).code, "line");
    stage.gm(&say::thread("Who feeds the wasps?"));
}

#[test]
fn t12_what_a_story_tells_from_afar_is_told_in_one_sentence_at_most() {
    let mut stage = drawn(Stage::turn(2));
    let near = say::narrate(|told| {
        told.narration = s("The fire climbs the stair. Its flames take the door, and then the fire is in.")
    });
    let no = stage.gm_no(&near);
    assert_eq!(
        (no.code, no.message.as_str()),
        ("veil", "this table tells of “fire” from afar: in one sentence at most")
    );
    let seen = Dm::prompt(&stage.view(Viewer::Seat(stage.state().gm)), &Dm::asks(stage.state())[0]).now;
    assert!(seen.contains("Told only from afar, in one sentence at most: \"fire\"."), "{seen}");
    // What no player hears may dwell on it.
    stage.gm(&say::think("Fire. Fire everywhere. Fire!"));
    stage.gm(&say::narrate(|told| {
        told.narration = s("Two streets off something burns. You smell it, and go on.")
    }));
}
