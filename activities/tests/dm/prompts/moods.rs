//! What the prompts of the moods hold, rule by rule.

use dm::CommandName;
use dm::setting::setting;
use dm::view::{Beat, Disposition, Floor, Mood, Person, Portrait, Precarity, Tension, Thread};
use dm::{Dm, Phase, State, What, dice};
use engine::{Machine, Viewer};

use crate::prompts::evening::play_house;
use crate::prompts::quotes::quoted;
use crate::prompts::worlds::{
    ANN, MO, asked, case, cases, controlled, desperate, engaged, playing, risky, s,
};

/// The names of the tools that a text lists: for a player a line each, for the game master in two sentences, of which one may say
/// instead which steps are not among them.
fn listed(now: &str) -> Vec<&str> {
    let lines = now.lines().filter_map(|line| Some(line.strip_prefix("- ")?.split_once(": ")?.0));
    let legal = now.lines().filter_map(|line| line.strip_prefix("Legal ")?.strip_suffix('.'));
    let named = legal.filter_map(|line| Some(line.split_once(": ")?.1)).flat_map(|names| {
        let Some(not) = names.strip_prefix("all but ") else { return names.split(", ").collect() };
        let not: Vec<&str> = not.split(", ").collect();
        let steps = CommandName::ALL.iter().filter(|name| name.is_of_gm() && name.is_step());
        assert!(not.iter().all(|not| steps.clone().any(|name| name.word() == *not)), "{names}");
        steps.map(|name| name.word()).filter(|name| !not.contains(name)).collect::<Vec<&str>>()
    });
    lines.chain(named).filter(|name| name.chars().all(|c| c.is_ascii_lowercase() || c == '_')).collect()
}

#[test]
fn d1_every_tool_that_is_legal_is_named_and_no_other() {
    let check = |tools: &[CommandName], now: &str| {
        let mut should: Vec<&str> = tools.iter().map(|name| name.word()).collect();
        let mut is = listed(now);
        should.sort_unstable();
        is.sort_unstable();
        assert_eq!(is, should, "{now}");
    };
    for (_, state) in cases() {
        let (ask, prompt) = asked(&state);
        check(&ask.question.tools, &prompt.now);
    }
    for seed in 0..10 {
        play_house(seed, 200, |asked| check(&asked.ask.question.tools, &asked.prompt.now));
    }
}

/// Every tool that a seat may ever have is explained.
#[test]
fn d1_every_tool_there_is_is_told_of_by_name() {
    for (name, state) in [("gm", case("gm.opening")), ("player", case("player.creation"))] {
        let (ask, prompt) = asked(&state);
        let view = Dm::view(&state, Viewer::Seat(ask.seat));
        let texts: String = cases().iter().map(|(_, state)| asked(state).1.now).collect();
        for tool in Dm::tools(&view, ask.seat) {
            let line = format!("- {}: ", tool.name);
            assert!(prompt.tools.contains(&line) || texts.contains(&line), "{name}: {}", tool.name);
        }
    }
}

#[test]
fn d2_after_a_break_the_words_of_the_player_are_still_there() {
    let moods = [
        Mood::Action { engaged: engaged(risky()), forced: false, roll: dm::view::Roll::Open { refused: 0 } },
        Mood::Scene { framed: true, hook: None, floor: Floor::Gm },
    ];
    for mood in moods {
        let now = asked(&playing(mood)).1.now;
        assert!(now.ends_with("\"I put the lamp out with my sleeve.\"\n"), "{now}");
    }
    for seed in 0..10 {
        play_house(seed, 300, |asked| {
            let Some(said) = asked.view.said.as_ref().filter(|_| asked.is_gm()) else { return };
            if !matches!(asked.ask.question.what, What::Time | What::Story) {
                assert!(asked.prompt.now.contains(&quoted(&said.text)), "{}", asked.prompt.now);
            }
        });
    }
}

#[test]
fn d5_the_precarity_of_whoever_acts_is_there_with_the_tone_of_its_level() {
    let tones = &setting().city.tones;
    let mut seen = std::collections::BTreeSet::new();
    for (stress, heat, hunted, recovering) in
        [(0, 0, false, false), (4, 1, false, false), (8, 0, false, true), (8, 3, true, true)]
    {
        let mut state = case("gm.scene.encounter");
        let ada = state.party[0].as_mut().expect("there is Ada");
        (ada.stress, ada.heat, ada.wanted, ada.hunted, ada.recovering) =
            (stress, heat, 0, hunted, recovering);
        let (points, level) = (ada.points(), ada.precarity());
        let prompt = asked(&state).1;
        let line = format!("Precarity {points}, {level}. {}\n", tones[&level].trim());
        assert!(prompt.now.contains(&line), "{}", prompt.now);
        seen.insert(level);
    }
    assert_eq!(seen.len(), Precarity::ALL.len());
}

#[test]
fn d9_every_die_is_there_with_its_worth_and_what_it_may_cost() {
    let range = |(from, to): (i8, i8)| if from == to { from.to_string() } else { format!("{from} to {to}") };
    for stand in [controlled(), risky(), desperate()] {
        let position = stand.position();
        let roll = dm::view::Roll::Open { refused: 0 };
        let state = playing(Mood::Action { engaged: engaged(stand), forced: false, roll });
        let now = asked(&state).1.now;
        let pool = state.pool();
        for (at, value) in pool.iter().enumerate() {
            let tier = dice::tier(pool, at, position);
            let [stress, heat] = dice::costs(tier, position);
            let coin = dice::coin(tier, position);
            let line = format!(
                "- die {} shows {value}, {tier}: stress {}, heat {}, coin {}\n",
                at + 1,
                range(stress),
                range(heat),
                range(coin)
            );
            assert!(now.contains(&line), "{line}{now}");
        }
    }
}

#[test]
fn d10_the_verdict_that_the_die_gives_is_named() {
    for verdict in ["clean", "costly", "setback", "disaster"] {
        let now = asked(&case(&format!("gm.aftermath.{verdict}"))).1.now;
        assert!(now.contains(&format!("It came out {verdict}: ")), "{now}");
    }
}

#[test]
fn d24_what_the_machine_does_next_is_said_before_it_happens() {
    for name in ["gm.scene.open", "gm.aftermath.clean"] {
        let mut state = case(name);
        assert!(!asked(&state).1.now.contains("they break"), "{name}");
        if let Some(Some(ada)) = state.party.first_mut() {
            ada.stress = 9;
        }
        state.interrupt = Some(s("The Tide Turns"));
        let now = asked(&state).1.now;
        for words in [
            "\"Ada Quill\" is at the end of their strength: as soon as this is told they break",
            "cannot end before it",
        ] {
            assert!(now.contains(words), "{name}: {now}");
        }
    }
}

#[test]
fn d14_the_scars_of_everybody_are_known_where_they_rest() {
    let mut state = case("gm.downtime.recovery");
    let rook = state.party[1].as_mut().expect("there is Rook");
    rook.trauma = vec![s("haunted"), s("vicious")];
    let now = asked(&state).1.now;
    assert!(now.contains("dice 2. Scars: \"haunted\", \"vicious\". Recovering."), "{now}");
}

#[test]
fn d13_the_prices_of_dice_are_told_and_what_they_may_be_taken_from() {
    let prompt = asked(&case("gm.bargain.risky")).1;
    assert!(prompt.now.contains("cost stress, heat or clock (target: a threat): amount 1 for each die"));
    assert!(prompt.now.contains("for exactly 2 dice") && prompt.now.contains("for exactly 3 dice"));
    for name in ["\"The Gauge Closes the Steps\", threat", "\"The Ninth Bell\", cold"] {
        assert!(prompt.now.contains(name), "{}", prompt.now);
    }
}

#[test]
fn d17_what_full_clocks_did_is_told_to_the_next_prompt() {
    for name in
        ["gm.scene.encounter", "gm.action.risky", "gm.aftermath.clean", "gm.bargain.risky", "gm.trauma.fall"]
    {
        let mut state = case(name);
        state.memory.fired = vec![s("“The Tide Turns” is full"), s("the lower steps are gone")];
        state.interrupt = Some(s("The Tide Turns"));
        let now = asked(&state).1.now;
        assert!(now.contains("\"“The Tide Turns” is full\", \"the lower steps are gone\""), "{name}: {now}");
        assert!(now.contains("The clock \"The Tide Turns\" filled and breaks in"), "{name}: {now}");
    }
}

#[test]
fn d19_what_was_remembered_is_shown_where_a_scene_grows_from() {
    for name in ["gm.scene.begin", "gm.downtime.project"] {
        let now = asked(&case(name)).1.now;
        for memory in [
            "Ada bought a rope",
            "the ferryman's trust",
            "the gauger wrote a name down",
            "Somebody kept the key",
        ] {
            assert!(now.contains(memory), "{name}: {memory}: {now}");
        }
    }
}

/// D19: the figures of a scene are the machine's.
#[test]
fn d19_the_figures_of_a_scene_are_given() {
    let (ask, prompt) = asked(&case("gm.between.over"));
    assert!(matches!(ask.question.what, What::Sum { stress: 2, coin: -1 }), "{ask:?}");
    assert!(prompt.now.contains("It cost the party 2 stress and brought -1 coin"), "{}", prompt.now);
}

/// A person whom the table knows, and how to play them.
fn known(state: &mut State, name: &str, present: bool) {
    let want = format!("{name} wants the tide table.");
    state.world.people.push(Person {
        name: s(name),
        role: s("clerk"),
        faction: None,
        disposition: Disposition::Neutral,
        present,
        at: (!present).then(|| s("The Dry Room")),
    });
    let (voice, secrets) = (format!("{name} hums"), vec![format!("{name} burned the book.")]);
    state.world.portraits.push(Portrait { name: s(name), voice, secrets, wants: vec![want] });
}

#[test]
fn d20_everybody_who_matters_is_shown_whole_and_the_rest_by_name() {
    let mut state = case("gm.scene.encounter");
    let here = ["Ambrose Carrow", "Bettany Loom", "Corvin Ashe", "Dorrit Vane"];
    let spoken = ["Idony Marsh", "Jory Pell", "Kester Lowe", "Sal"];
    let far = ["Lorn Tuck", "Mabel Roe", "Nan Quiver", "Orrin Sedge", "Perdita Wick", "Quill Haddon"];
    here.iter().for_each(|name| known(&mut state, name, true));
    spoken.iter().chain(&far).for_each(|name| known(&mut state, name, false));
    state.said = Some(Beat { by: ANN, text: s("Where is Idony, and where is Sal?") });
    state.scene.beats.push(Beat { by: MO, text: s("Behind them Jory shuts the door.") });
    state.world.threads.push(Thread {
        hook: s("Kester Lowe wants the box for himself."),
        tension: Tension::Simmering,
        deadline: None,
    });
    let now = asked(&state).1.now;
    for name in here.iter().chain(&spoken) {
        let line = now.lines().find(|line| line.starts_with(&format!("- \"{name}\""))).expect(name);
        for part in ["hums", "wants the tide table", "burned the book"] {
            assert!(line.contains(&format!("{name} {part}")), "{line}");
        }
        assert_eq!(line.contains("last seen at \"The Dry Room\""), spoken.contains(name), "{line}");
    }
    for name in far {
        assert!(now.contains(&format!("\"{name}\"")) && !now.contains(&format!("{name} hums")), "{now}");
    }
    assert!(!now.contains(" more"), "nobody is left out: {now}");
}

/// Whom the story is about.
#[test]
fn d20_whom_the_stakes_are_about_is_shown_whole() {
    let mut state = case("gm.scene.encounter");
    for name in ["Tamsin Marrow", "Ivo Sander", "Orrin Sedge"] {
        known(&mut state, name, false);
    }
    state.story.as_mut().expect("a story").stakes = s("Whether Sander gets home, and Tamsin with him.");
    let now = asked(&state).1.now;
    for name in ["Tamsin Marrow", "Ivo Sander"] {
        assert!(now.contains(&format!("{name} burned the book")), "{name}: {now}");
    }
    assert!(!now.contains("Orrin Sedge burned the book") && now.contains("\"Orrin Sedge\""), "{now}");
}

/// What the city knows of its factions, and who is in a matter of it: the second is the game master's alone.
#[test]
fn d30_a_citys_faction_has_means_friends_and_enemies_and_a_matter_its_people() {
    let mut state = case("gm.scene.begin");
    let matter = &dm::setting::setting().threads[0];
    state.world.threads =
        vec![Thread { hook: matter.hook.clone(), tension: Tension::Critical, deadline: None }];
    let now = asked(&state).1.now;
    for part in ["has \"", "against \"The Gauge\"", "with \"The Eel Trust\""] {
        assert!(now.contains(part), "no {part} in {now}");
    }
    let involved = format!(
        "{} in it",
        matter.involves.iter().map(|it| format!("\"{it}\"")).collect::<Vec<_>>().join(", ")
    );
    assert!(now.contains(&involved), "no {involved} in {now}");
    let board = |state: &dm::State| {
        let view = dm::Dm::view(state, engine::Viewer::Seat(ANN));
        engine::raw(&dm::Dm::board(&view)).get().to_owned()
    };
    let shown = board(&state);
    assert!(shown.contains("With it: The High Marks. Against it: The Ninth Bell"), "{shown}");
    assert!(!shown.contains("iron rods") && !shown.contains(" in it"), "{shown}");
    state.lines = vec![s("forfeit")];
    assert!(!board(&state).contains("Forfeit"), "what is kept out is not listed either");
}

#[test]
fn d20_the_first_scene_is_made_up_with_all_of_the_cast() {
    let now = asked(&case("gm.scene.begin")).1.now;
    for voice in ["slow, counts his words", "laughs first"] {
        assert!(now.contains(voice), "{now}");
    }
}

#[test]
fn d20_all_places_are_known_by_name() {
    for name in ["gm.scene.begin", "gm.scene.open", "gm.aftermath.clean", "gm.downtime.project"] {
        let now = asked(&case(name)).1.now;
        assert!(now.contains("Known places: \"The Salt Stair\"; \"The Dry Room\"."), "{name}: {now}");
    }
}

#[test]
fn d20_a_text_that_a_form_let_in_is_shown_whole() {
    let long = |what: &str| {
        let tail = format!("end of the {what}");
        format!("{}{tail}", &"and so on ".repeat(20)[..200 - tail.len()])
    };
    let mut state = case("gm.scene.begin");
    if let Some(Mood::Scene { hook, .. }) = match &mut state.phase {
        Phase::Playing(mood) => Some(mood),
        _ => None,
    } {
        *hook = Some(long("hook"));
    }
    let world = &mut state.world;
    world.portraits[0].voice = long("voice");
    world.portraits[0].wants = vec![long("want")];
    world.portraits[0].secrets = vec![long("secret")];
    world.people[0].role = long("role");
    world.goals[0].1 = long("goal");
    state.memory.past[1].summary = long("summary");
    state.memory.seeds = vec![long("seed")];
    let now = asked(&state).1.now;
    for what in ["hook", "voice", "want", "secret", "role", "goal", "summary", "seed"] {
        assert!(now.contains(&format!("end of the {what}")), "{what}: {now}");
    }
    assert!(!now.contains('…'), "{now}");
}

/// The voices that speak most stand in what comes first; the others where they speak, and nowhere else.
#[test]
fn every_voice_says_who_it_is_and_what_it_does() {
    let first = ["You lay threads out", "Now it costs something", "You let it land"];
    let then = [
        ("gm.opening", "You propose the whole story"),
        ("gm.bargain.", "You are the city itself"),
        ("gm.trauma.", "Something in somebody gives"),
        ("gm.downtime.", "Time goes out"),
        ("gm.between.", "No voice, only the book"),
    ];
    for (name, state) in cases() {
        let (ask, prompt) = asked(&state);
        if ask.seat != MO {
            continue;
        }
        assert!(prompt.now.starts_with("\n# Now\n\nYou are now "), "{name}: {}", prompt.now);
        assert!(first.iter().all(|words| prompt.fixed.contains(words)), "{}", prompt.fixed);
        for (of, words) in then {
            assert!(!prompt.fixed.contains(words), "{of}");
            assert_eq!(prompt.now.contains(words), name.starts_with(of), "{name}: {}", prompt.now);
        }
    }
}

/// With every part of the world there or missing, in any mood, every text can be filled in.
#[test]
fn every_template_can_be_filled_in_with_everything_that_may_be_missing() {
    let mut draw: u64 = 7;
    for (_, state) in cases() {
        for at in 0..60_u32 {
            // Nothing, everything, each alone, and then at random.
            draw = draw.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let mask = match at {
                0 => 0,
                1 => u32::MAX,
                2..18 => 1 << (at - 2),
                _ => (draw >> 32) as u32,
            };
            let mut state = state.clone();
            crate::prompts::changes::take_away(&mut state, mask);
            let Some(ask) = Dm::asks(&state).into_iter().next() else { continue };
            let mut view = Dm::view(&state, Viewer::Seat(ask.seat));
            if mask & (1 << 31) != 0 {
                view.notes = None;
            }
            let prompt = Dm::prompt(&view, &ask);
            assert!(prompt.now.starts_with("\n# Now\n\n") && prompt.now.ends_with('\n'), "{}", prompt.now);
            // Nothing that is missing leaves a mark.
            let text = &prompt.now;
            for mark in ["\n\n\n", "none", "undefined", " \n", " .", " ,"] {
                assert!(!text.contains(mark), "{mark:?} with {mask:b}: {text}");
            }
        }
    }
}
