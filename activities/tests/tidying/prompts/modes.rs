//! What the prompts of the modes hold, rule by rule.

use std::collections::BTreeSet;

use engine::{Actor, Machine, PhaseCard, Viewer};
use tidying::Mode;
use tidying::limits::{SORTING_WORDS_MAX, WINDING_WORDS_MAX};
use tidying::{Command, CommandName, NewItem, Setup, Tidying};

use crate::prompts::quotes::{quoted, taken_apart};
use crate::prompts::session::{open, play};
use crate::prompts::worlds::{ANN, MO, asked_of, case, cases, coach_cases, photo, s, with_household};

fn cards() -> impl Iterator<Item = &'static PhaseCard> {
    Tidying::PHASES.iter().filter(|card| !card.tools.is_empty())
}

/// The names of the tools that a text lists as legal.
fn listed(now: &str) -> Vec<&str> {
    let names = now.lines().filter_map(|line| line.strip_prefix("- ")?.split([' ', ':']).next());
    names.filter(|name| name.chars().all(|c| c.is_ascii_lowercase() || c == '_')).collect()
}

/// Names of the coach's tools that stand anywhere in a text, outside of quotation marks.
fn named(now: &str) -> BTreeSet<String> {
    let state = case("coach.sorting.next");
    let tools = Tidying::tools(&Tidying::view(&state, Viewer::Seat(MO)), MO);
    let tools: BTreeSet<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
    let text = taken_apart(now).0;
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| tools.contains(word)).map(s).collect()
}

fn check_tools(is_coach: bool, tools: &[CommandName], now: &str) {
    let mut should: Vec<&str> = tools.iter().map(|name| name.word()).collect();
    let mut is = listed(now);
    should.sort_unstable();
    is.sort_unstable();
    assert_eq!(is, should, "{now}");
    if is_coach {
        for name in named(now) {
            assert!(should.contains(&name.as_str()), "{name} is not legal, and is named: {now}");
        }
    }
}

#[test]
fn y2_every_tool_that_is_legal_is_named_with_a_line_and_no_other() {
    for (name, state) in cases() {
        let (ask, prompt) = asked_of(name, &state);
        check_tools(name.starts_with("coach."), &ask.question.tools, &prompt.now);
    }
    for seed in 0..10 {
        play(&Setup::default(), seed, 250, |asked| {
            check_tools(asked.is_coach(), &asked.ask.question.tools, &asked.prompt.now);
        });
    }
}

/// The fields in the list are those of the form, the optional ones marked.
#[test]
fn y4_every_reply_is_told_with_its_fields() {
    for (name, state) in coach_cases() {
        let (ask, prompt) = asked_of(name, &state);
        let form = Tidying::form(&Tidying::view(&state, Viewer::Seat(MO)), &ask);
        for tool in &form.tools {
            let line = prompt.now.lines().find(|line| line.starts_with(&format!("- {} {{", tool.name)));
            let line = line.unwrap_or_else(|| panic!("{name}: {}", tool.name));
            for field in &tool.fields {
                let mark = if field.required { "" } else { "?" };
                assert!(line.contains(&format!("{}{mark}", field.name)), "{name}: {line}");
            }
        }
    }
    // What the seed's table says of each mode.
    for (name, reply) in [
        ("coach.surveying.first", "- survey {response, discovered_function?, discovered_anchors?}: "),
        ("coach.sorting.next", "- sort {response, current_item?, item_location?}: "),
        (
            "coach.clarifying.first",
            "- describe {response, describing_item?, spatial_refs?, physical_traits?}: ",
        ),
        ("coach.support.first", "- reframe {response, stuck_item?, reframe_question?}: "),
        ("coach.winding.stopped", "- sum_up {response, session_summary?, next_time?}: "),
        (
            "coach.sorting.next",
            "- propose_disposition {response, item, look?, place?, choices of {disposition, at?}, \
             then? of {response, item, choices}}: ",
        ),
    ] {
        let now = asked_of(name, &case(name)).1.now;
        assert!(now.contains(reply), "{name}: {now}");
    }
}

/// Y1: a mode's prompt has its own persona, and what comes first has all five.
#[test]
fn y1_every_mode_has_its_persona_and_no_other() {
    assert_eq!(cards().count(), 5);
    let mut seen = BTreeSet::new();
    for (name, state) in coach_cases() {
        let prompt = asked_of(name, &state).1;
        for card in cards() {
            let is_this = card.name == Tidying::phase(&state);
            assert_eq!(prompt.now.contains(card.persona), is_this, "{name}: {}", card.name);
            assert!(prompt.fixed.contains(&format!("- {}. {} ", card.title, card.persona)), "{}", card.name);
            if is_this {
                let begin = format!("\n# Now\n\nYou are in {}. {}\n", card.title, card.persona);
                assert!(prompt.now.starts_with(&begin), "{}", prompt.now);
                seen.insert(card.name);
            }
        }
    }
    assert_eq!(seen.len(), 5);
}

/// Y1: the data of each mode is there.
#[test]
fn y1_the_data_of_a_mode_is_in_its_prompt() {
    for (name, words) in [
        ("coach.sorting.hand", &["brass lamp", "dented, without a shade", "beside the door"][..]),
        (
            "coach.clarifying.answered",
            &[
                "brass lamp",
                "something that shines, under a coat",
                "only an edge of it can be made out",
                "the left boot",
                "the bench leg",
                "brass",
                "round",
            ],
        ),
        ("coach.support.answered", &["brass lamp", "Would you buy it again?"]),
        ("coach.winding.summed", &["3 things sorted", "the brass lamp"]),
    ] {
        let now = asked_of(name, &case(name)).1.now;
        for word in words {
            assert!(now.contains(&quoted(word)), "{name}: {word}: {now}");
        }
    }
    // The session's own data lasts through all of them.
    for (name, state) in coach_cases() {
        let now = asked_of(name, &state).1.now;
        for word in state.function.iter().chain(&state.anchors) {
            assert!(now.contains(&quoted(word)), "{name}: {word}: {now}");
        }
        assert!(now.contains(&format!("Sorted so far: {}.", state.processed())), "{name}: {now}");
    }
}

/// Y3: after a change of mode the person's words are there again, with the number of their photos.
#[test]
fn y3_after_every_break_the_words_and_the_number_of_photos_are_still_there() {
    let clarify = || Command::NeedToClarify {
        item: s("lamp"),
        photo_context: s("a foot of it"),
        reason: s("it is dark"),
    };
    let stuck = || Command::UserSeemsStuck { stuck_item: s("lamp") };
    let resume = || Command::ResumeSorting { decision: None, place: None, response: None, then: vec![] };
    for (there, back) in [
        (clarify(), resume()),
        (clarify(), Command::SkipItem),
        (stuck(), resume()),
        (Command::TimeToWrap, resume()),
    ] {
        let mut game = open(&Setup { coach_sees: true, ..Setup::default() }, 3);
        let begin =
            Command::Survey { response: s("Hello."), discovered_function: None, discovered_anchors: vec![] };
        game.seat(MO, &begin).expect("it may speak");
        for at in 1..=2 {
            let photo = photo(at);
            game.act(Actor::Host, &Command::AddPhoto { seat: ANN, photo }).expect("there is room");
        }
        game.seat(ANN, &Command::Say { text: s("Look at \"this\"\nand that.") }).expect("they may speak");
        let check = |game: &testkit::Driver<Tidying>| {
            let (_, prompt) = asked_of("coach.", &game.state);
            assert!(
                prompt.now.contains(": \"Look at \\\"this\\\" and that.\"\n2 photos come with it."),
                "{}",
                prompt.now
            );
            assert_eq!(prompt.photos, [photo(1).hash, photo(2).hash]);
        };
        check(&game);
        for command in [&Command::BeginSorting(Box::default()), &there, &back] {
            let before = Tidying::phase(&game.state);
            game.seat(MO, command).expect("a legal step");
            assert_ne!(Tidying::phase(&game.state), before);
            check(&game);
        }
        // A step leaves them too.
        let item = NewItem { name: s("chair"), ..NewItem::default() };
        game.seat(MO, &Command::NoteItems { items: vec![item] }).expect("a legal step");
        check(&game);
    }
    for seed in 0..10 {
        play(&Setup { coach_sees: seed % 2 == 0, ..Setup::default() }, seed, 300, |asked| {
            let Some(said) = asked.view.said.as_ref().filter(|_| asked.is_coach()) else { return };
            let now = &asked.prompt.now;
            assert!(now.contains(&format!("said by \"Ann\": {}\n", quoted(&said.text))), "{now}");
            let count = match said.photos.len() {
                0 => s("No photos come with it"),
                1 => s("1 photo comes with it"),
                many => format!("{many} photos come with it"),
            };
            assert!(now.contains(&count), "{count}: {now}");
        });
    }
}

/// Y9: where a split is due it is said, with the whole pile and its kinds.
#[test]
fn y9_a_split_that_is_due_is_told_with_the_pile() {
    let state = case("coach.sorting.split");
    let (ask, prompt) = asked_of("coach.", &state);
    assert!(ask.question.tools.contains(&CommandName::OfferSplit));
    assert!(prompt.now.contains("a split is due") && prompt.now.contains("The usual next step: offer_split"));
    for item in state.unsure() {
        assert!(prompt.now.contains(&quoted(&item.name)), "{}", prompt.now);
    }
    for (name, state) in coach_cases() {
        let (ask, prompt) = asked_of(name, &state);
        assert_eq!(
            prompt.now.contains("a split is due"),
            ask.question.tools.contains(&CommandName::OfferSplit),
            "{name}"
        );
    }
    // And the part at hand, once it is.
    let now = asked_of("coach.", &case("coach.sorting.group")).1.now;
    assert!(now.contains("it is \"clothes\" now: \"odd thing 1\", \"odd thing 5\"."), "{now}");
    assert!(now.contains("After it: \"paper\", \"everything else\"."), "{now}");
}

#[test]
fn where_nothing_waits_it_is_said_what_to_do() {
    let now = asked_of("coach.", &case("coach.sorting.nothing")).1.now;
    assert!(now.contains("\nNothing waits. If"), "{now}");
    let now = asked_of("coach.", &case("coach.sorting.aside")).1.now;
    assert!(now.contains("\nNothing waits but what was put aside."), "{now}");
    for (name, state) in coach_cases().iter().filter(|(name, _)| name.starts_with("coach.sorting.")) {
        let now = asked_of(name, state).1.now;
        assert!(now.contains("The usual next step: ") || now.contains("\nNothing waits"), "{name}: {now}");
    }
    for (name, state) in coach_cases().iter().filter(|(name, _)| !name.starts_with("coach.sorting.")) {
        assert!(asked_of(name, state).1.now.contains("The usual next step: "), "{name}");
    }
}

/// Y12: the limits of words are asked for where they hold.
#[test]
fn y12_the_limits_of_words_are_told() {
    let sorting = format!("At most {SORTING_WORDS_MAX} words.");
    let winding = format!("At most {WINDING_WORDS_MAX} words.");
    for (name, state) in coach_cases() {
        let prompt = asked_of(name, &state).1;
        assert_eq!(prompt.now.contains(&sorting), name.starts_with("coach.sorting."), "{name}");
        assert_eq!(prompt.now.contains(&winding), name.starts_with("coach.winding."), "{name}");
        let both = format!(
            "at most {SORTING_WORDS_MAX} words in Sorting, at most {WINDING_WORDS_MAX} in Winding down"
        );
        assert!(prompt.fixed.contains(&both));
    }
}

/// Y10: what the last session left, and what the household knows, stand in what comes first; what is found stands last.
#[test]
fn y10_what_was_left_comes_first_and_what_is_found_comes_last() {
    let mut state = with_household(case("coach.surveying.known"));
    state.function = Some(s("storing kites"));
    state.anchors = vec![s("the kite rack")];
    let prompt = asked_of("coach.", &state).1;
    for word in
        ["the box under the bench", "coming home", "dog lead", "leash", "on the lowest hook", "the hall"]
    {
        assert!(prompt.fixed.contains(&quoted(word)), "{word}");
    }
    for word in ["storing kites", "the kite rack"] {
        assert!(!prompt.fixed.contains(word) && prompt.now.contains(&quoted(word)), "{word}");
    }
}

/// A decision is asked for only where the rules take one.
#[test]
fn a_decision_is_asked_for_only_where_it_can_be_brought_back() {
    for (name, state) in coach_cases() {
        let now = asked_of(name, &state).1.now;
        assert_eq!(now.contains("with decision"), state.may_bring_decision(), "{name}: {now}");
        assert_eq!(
            now.contains("resume_sorting {decision?, place?, response?, then?"),
            state.may_bring_decision(),
            "{name}: {now}"
        );
    }
}

/// The coach may end only where the person has had a word.
#[test]
fn an_end_is_named_only_where_the_person_has_had_a_word() {
    for (name, state) in coach_cases() {
        let agreed = matches!(state.mode(), Some(Mode::WindingDown { agreed: true, .. }));
        assert_eq!(asked_of(name, &state).1.now.contains("end_session"), agreed, "{name}");
    }
}

/// The choices of whoever plays the person are those of the form.
#[test]
fn y6_the_person_reads_the_choices_by_number() {
    let now = asked_of("person.", &case("person.thing")).1.now;
    for (number, words) in
        [(1, "keep it: the living room"), (2, "donate it"), (3, "not now"), (4, "what is it?")]
    {
        assert!(now.contains(&format!("\n  {number}: {}\n", quoted(words))), "{now}");
    }
    let now = asked_of("person.", &case("person.function")).1.now;
    assert!(now.contains("\n  1: \"coming home\"\n  2: \"storing bicycles\"\n"), "{now}");
    let prompt = asked_of("person.", &case("person.talk")).1;
    assert!(prompt.fixed.contains("This is a simulation") && prompt.now.contains("You are asked: "));
}

/// Nothing that is missing leaves a mark, in any mode and at any time.
#[test]
fn nothing_that_is_missing_leaves_a_mark() {
    let check = |now: &str| {
        assert!(now.starts_with("\n# Now\n\n") && now.ends_with('\n'), "{now}");
        for mark in ["\n\n\n", "none", "undefined", " \n", " .", " ,", "; ;", "  -"] {
            assert!(!taken_apart(now).0.contains(mark), "{mark:?}: {now}");
        }
    };
    for (name, state) in cases() {
        check(&asked_of(name, &state).1.now);
        let bare =
            tidying::State { function: None, anchors: Vec::new(), said: None, coach_said: None, ..state };
        check(&asked_of(name, &bare).1.now);
    }
    for seed in 0..10 {
        play(&Setup::default(), seed, 250, |asked| check(&asked.prompt.now));
    }
}

/// Who holds a seat is nobody's business, and neither are the seed and its hash.
#[test]
fn no_prompt_says_who_holds_a_seat_or_what_the_seed_is() {
    for (name, mut state) in cases() {
        let hold = |seat: &engine::Seat| engine::Seat {
            holder: engine::Holder::Model(s("canary:x")),
            ..seat.clone()
        };
        state.seats = state.seats.iter().map(hold).collect();
        state.seed_hash = engine::Seed(9_007).promise(None);
        let prompt = asked_of(name, &state).1;
        let text = prompt.fixed + &prompt.now;
        assert!(!text.contains("canary") && !text.contains(&state.seed_hash.to_string()), "{name}");
    }
}
