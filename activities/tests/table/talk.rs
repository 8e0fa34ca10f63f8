//! T5: a line of talk, taken apart.

use engine::{Actor, Audience, Machine, Reason, SeatId, Telling, Voice, limits};
use proptest::prelude::*;
use protocol::table::TableState;
use table::{Command, Event, FeedbackKind, Rejection, SessionVerb, State, Table};

use super::*;

/// What becomes of a line, as text: the table's commands in order, then what goes on to the activity.
fn heard(state: &State, by: Actor, line: &str) -> String {
    let heard = match hear(state, by, line) {
        Ok(heard) => heard,
        Err(rejection) => return format!("no: {}", rejection.code()),
    };
    let command = |command: &Command| match command {
        Command::SetSession { verb } => format!("session {}", verb.name()),
        Command::SayAside { text, addressed: false } => format!("aside [{text}]"),
        Command::SayAside { text, addressed: true } => format!("to referee [{text}]"),
        Command::AskModel { text } => format!("to referee [{text}]"),
        Command::AskReferee { text, found } => format!("to referee [{text}] of [{found}]"),
        Command::GiveFeedback { text, kind: FeedbackKind::Star } => format!("star [{text}]"),
        Command::GiveFeedback { text, kind: FeedbackKind::Wish } => format!("wish [{text}]"),
        Command::GiveFeedback { text, kind: FeedbackKind::Plain } => format!("feedback [{text}]"),
        Command::AskStatus => "status".to_owned(),
        Command::TakeSeat { seat, .. } => format!("sit {seat}"),
        Command::LeaveSeat { seat } => format!("leave {seat}"),
        Command::SetStewards { stewards } => format!("stewards {stewards:?}"),
        Command::SetFairPlay { on, .. } => format!("fair {on}"),
        Command::Suggest { words } => format!("suggest [{words}]"),
        Command::Agree => "agree".to_owned(),
        Command::SetPolicy { to, policy, .. } => format!("suggesting {}: {policy:?}", to.name()),
        Command::Roll { dice } => format!("roll [{dice}]"),
        Command::SetAway { away } => format!("away {away}"),
        Command::Knock => "knock".to_owned(),
        Command::TellTakenBack { .. }
        | Command::CallStop
        | Command::PauseUnattended { .. }
        | Command::DrawLine { .. }
        | Command::SuggestFor { .. }
        | Command::LookBack
        | Command::AnswerReferee { .. }
        | Command::TellAnswer { .. }
        | Command::BeginCall(_)
        | Command::SettleCall(_) => "a note".to_owned(),
    };
    let activity = heard.activity.iter().map(|text| format!("play [{text}]"));
    let wish = heard.wish.iter().map(|wish| format!("wish {wish:?}"));
    heard
        .table
        .iter()
        .chain(&heard.unnamed)
        .map(command)
        .chain(activity)
        .chain(wish)
        .collect::<Vec<_>>()
        .join(" + ")
}

fn check(state: TableState, cases: &[(&str, &str)]) {
    let table = table_in(state);
    for (line, expected) in cases {
        assert_eq!(heard(&table, ADA, line), *expected, "{state:?}: {line:?}");
    }
}

#[test]
fn t5_lines_while_live() {
    let cases = [
        ("I open the door", "play [I open the door]"),
        ("  I open\tthe door ", "play [I open the door]"),
        ("((brb))", "aside [brb]"),
        ("(( brb ))", "aside [brb]"),
        ("((brb)) I open the door", "aside [brb I open the door]"),
        ("((brb", "aside [brb]"),
        ("  ((brb))", "aside [brb]"),
        ("// what is a lurk?", "aside [what is a lurk?]"),
        ("//session pause", "aside [session pause]"),
        ("OOC: sorry", "aside [sorry]"),
        ("ooc:sorry", "aside [sorry]"),
        ("Ooc : sorry", "play [Ooc : sorry]"),
        ("ooc I go", "play [ooc I go]"),
        ("I wait ((brb)) by the door", "aside [brb] + play [I wait by the door]"),
        ("I wait((brb))here", "aside [brb] + play [I wait here]"),
        ("I wait ((brb)).", "aside [brb] + play [I wait.]"),
        ("I wait ((brb)), then go ((ok?)) on", "aside [brb] + aside [ok?] + play [I wait, then go on]"),
        ("I wait ((brb and never closed", "aside [brb and never closed] + play [I wait]"),
        ("I wait ((a ((b)) c)) here", "aside [a b c] + play [I wait here]"),
        ("I wait (quietly) :))", "play [I wait (quietly) :))]"),
        ("(whispering) come", "play [(whispering) come]"),
        ("I say (softly ((brb))) hush", "aside [brb] + play [I say (softly) hush]"),
        ("I wait (()) here", "play [I wait here]"),
        ("OOC((x)): words", "aside [x] + play [OOC : words]"),
        ("see http://example.org", "play [see http://example.org]"),
        ("/session pause", "session pause"),
        ("/SESSION  Resume ", "session resume"),
        ("/session pause ((pizza))", "aside [pizza] + session pause"),
        ("/status", "status"),
        ("/status now", "no: unknown-command"),
        ("/undo", "wish Undo"),
        (" /Redo ", "wish Redo"),
        ("/retry", "wish Retry"),
        ("/undo ((sorry))", "aside [sorry] + wish Undo"),
        ("/undo twice", "no: unknown-command"),
        ("//undo", "aside [undo]"),
        ("/x", "wish Stop"),
        (" /X\t", "wish Stop"),
        ("/x it is too much for me", "wish Stop"),
        ("/x \u{7}\nit is too much", "wish Stop"),
        ("/x ((it was Ben))", "wish Stop"),
        ("/xylophone", "no: unknown-command"),
        ("I press /x", "play [I press /x]"),
        ("//x", "aside [x]"),
        ("/session", "no: unknown-verb"),
        ("/session stop", "no: unknown-verb"),
        ("/dance", "no: unknown-command"),
        ("/", "no: unknown-command"),
        ("/dance ((brb))", "no: unknown-command"),
        ("", "no: empty"),
        (" \t ", "no: empty"),
        ("//", "no: empty"),
        ("((  ))", "no: empty"),
        ("OOC:", "no: empty"),
        ("one\ntwo", "no: control-character"),
        ("bell \u{7}", "no: control-character"),
        ("* not feedback now", "play [* not feedback now]"),
    ];
    check(TableState::Active, &cases);
    check(TableState::SessionZero, &cases);
}

#[test]
fn t5_lines_while_the_table_rests() {
    for state in [TableState::Idle, TableState::Paused] {
        check(
            state,
            &[
                ("I open the door", "no: table-not-live"),
                ("I open the door ((brb))", "no: table-not-live"),
                ("((brb))", "aside [brb]"),
                ("// brb", "aside [brb]"),
                ("OOC: brb", "aside [brb]"),
                ("/session resume", "session resume"),
                ("/status", "status"),
            ],
        );
    }
}

#[test]
fn t5_wishes_are_heard_in_play_and_in_a_break_of_it() {
    check(
        TableState::Paused,
        &[("/undo", "wish Undo"), ("/redo", "wish Redo"), ("/retry", "wish Retry"), ("/x", "wish Stop")],
    );
    for state in [TableState::Idle, TableState::Debrief] {
        let no = "no: table-not-live";
        check(state, &[("/undo", no), ("/redo", no), ("/retry", no), ("/x", "no: nothing-to-stop")]);
    }
    let longest = format!("/x {}", "x".repeat(3 * limits::TEXT_CHARS_MAX));
    check(TableState::Active, &[(&longest, "wish Stop")]);
}

#[test]
fn t5_lines_in_debrief_are_feedback() {
    check(
        TableState::Debrief,
        &[
            ("star: the heist", "star [the heist]"),
            ("STAR:the heist", "star [the heist]"),
            ("* the heist", "star [the heist]"),
            ("wish: more rain", "wish [more rain]"),
            ("that was long", "feedback [that was long]"),
            ("starry: night", "feedback [starry: night]"),
            ("star: the heist ((thanks Ben))", "aside [thanks Ben] + star [the heist]"),
            ("star:", "no: empty"),
            ("// brb", "aside [brb]"),
            ("/session close", "session close"),
        ],
    );
    assert_eq!(heard(&table_in(TableState::Debrief), Actor::Host, "well played"), "no: no-seat");
}

#[test]
fn t5_the_referee_is_addressed_by_mention_or_name() {
    check(
        TableState::Active,
        &[
            ("((@parlor help))", "to referee [@parlor help]"),
            ("((Parlor, help))", "to referee [Parlor, help]"),
            ("// hey REFEREE?", "to referee [hey REFEREE?]"),
            ("// the parlors are closed", "aside [the parlors are closed]"),
            ("// preferee", "aside [preferee]"),
            ("I sit in the parlor ((nice))", "aside [nice] + play [I sit in the parlor]"),
        ],
    );
}

#[test]
fn t5_the_referee_answers_out_of_character_by_rule() {
    for (text, expected) in [
        (
            "parlor, who is here?",
            "At this table: Ada, Ben, Cleo and Dot. Its state is changed by Ada, Ben and the host.",
        ),
        (
            "parlor, can we take a break?",
            "/session pause stops every clock and /session resume lets them run on. The table is ACTIVE now.",
        ),
        (
            "parlor, who wrote the rules",
            "At this table: Ada, Ben, Cleo and Dot. Its state is changed by Ada, Ben and the host.",
        ),
        (
            "parlor rules?",
            "The rules decide what happens, whoever speaks; no words of anyone's overrule them. The table is ACTIVE now.",
        ),
        (
            "parlor help",
            "You can type /session, /agree, /suggest, /status, /x, /line, /veil, /lines, /undo, /redo, /retry, /roll, /away, /back, /knock, /sit, /leave, /stewards, /fair, /help, /stars, /wishes, /export; /help says what each does. Out of character: ((like this)), // like this or OOC: like this.",
        ),
        ("parlor?", "The table is ACTIVE. Play goes on: talk counts."),
    ] {
        let mut table = table_in(TableState::Active);
        let before = table.clone();
        let command = Command::SayAside { text: text.to_owned(), addressed: true };
        let told = act(&mut table, ADA, command, NOON).expect("an aside is heard in every state");
        assert_eq!(words(&table, &told), [text, expected]);
        assert!(told.iter().all(|told| told.audience == Audience::Public));
        assert_eq!(table, before, "talk out of character changes nothing");
    }
}

#[test]
fn t11_the_referee_tells_the_sentences_that_have_most_of_the_words() {
    let book = || {
        [
            "It is Ben's turn.",
            "Herons eat frogs.",
            "A heron in the reeds is hidden.",
            "Frogs sing at night.",
            "A toad is no frog.",
        ]
        .map(str::to_owned)
        .to_vec()
    };
    // Where no model holds a seat.
    let (mut table, _) = open(&seats()[..3], &setup()).expect("a sound setup");
    act(&mut table, Actor::Host, set(SessionVerb::Start), NOON).expect("the host may");
    for (asked, expected) in [
        ("((parlor, what do herons eat?))", Some("Herons eat frogs.")),
        ("((parlor, where is a Heron hidden?))", Some("A heron in the reeds is hidden.")),
        ("((parlor, whose turn is it))", Some("It is Ben's turn.")),
        // Two sentences at most.
        ("((parlor: frogs?))", Some("Herons eat frogs. Frogs sing at night.")),
        (
            "((parlor, tell me the rules))",
            Some(
                "It is Ben's turn. Herons eat frogs. A heron in the reeds is hidden. Frogs sing at night. A toad is no frog.",
            ),
        ),
        ("((parlor, what about it?))", None),
        ("((parlor, are there newts?))", None),
        ("((parlor, we pause for frogs))", None),
        ("((frogs?))", None),
    ] {
        let heard = Table::hear(&table, ADA, asked, NOON, &book).expect("an aside");
        let found = match heard.table.as_slice() {
            [Command::AskReferee { found, .. }] => Some(found.as_str()),
            [Command::SayAside { .. }] => None,
            others => panic!("{asked}: {others:?}"),
        };
        assert_eq!(found, expected, "{asked}");
    }
    let unasked = || panic!("nobody asks the referee, or too much at once");
    let too_many = format!("Frogs! {}", "((parlor, frogs?))".repeat(9));
    for talk in ["((frogs?))", "Frogs! ((frogs?)) Frogs!", &too_many] {
        drop(Table::hear(&table, ADA, talk, NOON, &unasked));
    }
    let asked = Command::AskReferee { text: "parlor, frogs?".to_owned(), found: "Frogs sing.".to_owned() };
    let told = act(&mut table, BEN, asked, NOON).expect("in every state");
    assert_eq!(words(&table, &told), ["parlor, frogs?", "Frogs sing."]);
    assert!(told.iter().all(|told| told.audience == Audience::Public));
}

#[test]
fn t5_an_aside_is_told_as_an_aside_in_every_state() {
    for state in TableState::ALL {
        let mut table = table_in(state);
        let aside = Command::SayAside { text: " brb ".to_owned(), addressed: false };
        let told = act(&mut table, BEN, aside.clone(), NOON).expect("in every state");
        assert_eq!(told.len(), 1);
        assert_eq!(told[0].event, Event::AsideSaid { by: BEN, text: "brb".to_owned(), addressed: false });
        let voice = Voice::Aside(SeatId::at(1));
        assert_eq!(Table::telling(&table, &told[0].event), Some(Telling::new(voice, "brb")));
        let told = act(&mut table, Actor::Host, aside, NOON).expect("the host too");
        assert_eq!(words(&table, &told), ["((brb))"]);
    }
}

#[test]
fn t5_bots_and_the_clock_are_ignored() {
    let aside = Command::SayAside { text: "hello".to_owned(), addressed: false };
    for state in TableState::ALL {
        let mut table = table_in(state);
        for (by, code) in [
            (HOUSE, "bot-ignored"),
            (MODEL, "bot-ignored"),
            (Actor::Clock, "clock-ignored"),
            (NOBODY, "no-such-seat"),
        ] {
            for line in ["hello", "((hello))", "/session start", "/status", "/undo", "/x", ""] {
                assert_eq!(heard(&table, by, line), format!("no: {code}"), "{by} {line:?}");
            }
            let result = act(&mut table, by, aside.clone(), NOON);
            assert_eq!(result.map(|_| ()).map_err(|rejection| rejection.code()), Err(code));
        }
    }
}

#[test]
fn t5_rejections_say_what_would_be_right() {
    let say = |state, line: &str| hear(&table_in(state), ADA, line).expect_err(line).to_string();
    assert_eq!(
        say(TableState::Active, "/dance wildly on the big table, please"),
        "/dance wildly on the big table, … is no command of the table; there is: /session, /agree, /suggest, /status, /x, /line, /veil, /lines, /undo, /redo, /retry, /roll, /away, /back, /knock, /sit, /leave, /stewards, /fair, /help, /stars, /wishes, /export"
    );
    assert_eq!(
        say(TableState::Active, "/session stop"),
        "/session needs one of these words: start, zero, pause, resume, end, close; \"stop\" is none of them"
    );
    assert_eq!(
        say(TableState::Active, "/session"),
        "/session needs one of these words: start, zero, pause, resume, end, close"
    );
    assert_eq!(
        say(TableState::Paused, "I go on"),
        "the table is PAUSED and this went nowhere: /session resume goes on, and ((words like these)) are heard out of character"
    );
    assert_eq!(
        say(TableState::Idle, "hello"),
        "the table is IDLE, between sessions, and this went nowhere: /session start begins, and ((words like these)) are heard out of character"
    );
    assert_eq!(
        say(TableState::Active, "a\u{1b}[31m"),
        "it holds the control character U+001B: write one line of plain text"
    );
}

#[test]
fn t5_the_limits_of_a_line_are_met() {
    let table = table_in(TableState::Active);
    let longest = "ü".repeat(limits::TEXT_CHARS_MAX);
    assert_eq!(heard(&table, ADA, &longest), format!("play [{longest}]"));
    let chars = limits::TEXT_CHARS_MAX + 1;
    let longer = "ü".repeat(chars);
    assert_eq!(hear(&table, ADA, &longer), Err(Rejection::TooLong(chars)));
    for command in [
        Command::SayAside { text: longer.clone(), addressed: false },
        Command::GiveFeedback { text: longer, kind: FeedbackKind::Plain },
    ] {
        let result = act(&mut table_in(TableState::Debrief), ADA, command, NOON).map(|_| ());
        assert_eq!(result, Err(Rejection::TooLong(chars)));
    }
    let eight = format!("go {}", "((x)) ".repeat(8));
    assert_eq!(hear(&table, ADA, &eight).map(|heard| heard.table.len()), Ok(8));
    let nine = format!("go {}", "((x)) ".repeat(9));
    assert_eq!(hear(&table, ADA, &nine), Err(Rejection::TooManyAsides));
}

#[test]
fn t5_what_hear_makes_of_a_line_is_accepted() {
    let mut table = table_in(TableState::Debrief);
    let heard = hear(&table, ADA, "wish: rain ((thanks)) ((referee, help))").expect("three commands");
    assert_eq!((heard.table.len(), heard.activity), (3, None));
    for command in heard.table {
        act(&mut table, ADA, command, NOON).expect("what hear makes, decide takes");
    }
    let pause = hear(&table, ADA, "/session pause").expect("a command").table;
    assert_eq!(pause, [Command::SetSession { verb: SessionVerb::Pause }]);
}

/// A piece of a line: words of the story (`f…`) or words out of character (`z…`).
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        "f[a-e]{0,3}( f[a-e]{0,3}){0,3}",
        "[(][(] ?z[a-e]{0,3}( z[a-e]{0,3}){0,2} ?[)][)]",
        "[(][(]z[a-e]{0,3} [(][(]z[a-e]{0,2}[)][)] z[a-e]{0,3}[)][)]",
    ]
}

/// Lines that are nearly marks, commands and words.
fn near_marks() -> impl Strategy<Value = String> {
    let parts = [
        "((",
        "))",
        "(",
        ")",
        "/",
        "//",
        "OOC:",
        "OOC",
        ":",
        " ",
        ".",
        "word",
        "ü",
        "/session",
        "pause",
        "/sit",
        "/leave",
        "3",
        "/undo",
        "/x",
        "*",
        "\t",
        "\u{7}",
        "/agree",
        "/away",
        "/back",
        "/suggest",
        "never",
        "/roll",
        "2d6",
        "pizza's here",
        "we're back",
    ];
    prop::collection::vec(prop::sample::select(parts.to_vec()), 0..24).prop_map(|parts| parts.concat())
}

fn actor() -> impl Strategy<Value = Actor> {
    prop::sample::select(vec![ADA, BEN, HOUSE, MODEL, NOBODY, Actor::Host, Actor::Clock])
}

fn state() -> impl Strategy<Value = TableState> {
    prop::sample::select(TableState::ALL.to_vec())
}

proptest! {
    #[test]
    fn t5_no_line_panics_and_every_command_of_a_line_can_be_decided(
        line in prop_oneof![near_marks(), any::<String>()],
        by in actor(),
        state in state(),
    ) {
        let mut table = table_in(state);
        if let Ok(heard) = hear(&table, by, &line) {
            let something = heard.activity.is_some() || heard.wish.is_some() || heard.unnamed.is_some();
            prop_assert!(!heard.table.is_empty() || something);
            prop_assert!(heard.activity.is_none() || heard.wish.is_none());
            prop_assert!(heard.activity.is_none() || state.is_narrative_active());
            for command in heard.table {
                let verb = match &command {
                    Command::SetSession { verb } => Some(*verb),
                    Command::SayAside { .. }
                    | Command::AskReferee { .. }
                    | Command::AskModel { .. }
                    | Command::GiveFeedback { .. }
                    | Command::AskStatus
                    | Command::Suggest { .. }
                    | Command::Agree
                    | Command::SetPolicy { .. }
                    | Command::Roll { .. }
                    | Command::SetAway { .. }
                    | Command::Knock
                    | Command::TakeSeat { .. }
                    | Command::LeaveSeat { .. }
                    | Command::SetStewards { .. }
                    | Command::SetFairPlay { .. } => None,
                    Command::TellTakenBack { .. }
                    | Command::CallStop
                    | Command::PauseUnattended { .. }
                    | Command::DrawLine { .. }
                    | Command::SuggestFor { .. }
                    | Command::LookBack
                    | Command::AnswerReferee { .. }
                    | Command::TellAnswer { .. }
                    | Command::BeginCall(_)
                    | Command::SettleCall(_) => {
                        return Err(TestCaseError::fail("nobody notes what is the host's by talking"));
                    }
                };
                match act(&mut table, by, command, NOON) {
                    Ok(told) => prop_assert!(!told.is_empty()),
                    Err(rejection) => {
                        prop_assert_eq!(rejection.code(), "already");
                        prop_assert_eq!(verb.map(SessionVerb::target), Some(state));
                    }
                }
            }
        }
    }

    #[test]
    fn t5_words_of_an_aside_never_reach_the_activity(
        first in "f[a-e]{0,3}",
        pieces in prop::collection::vec(piece(), 0..6),
        unclosed in prop::option::of("z[a-e]{0,3}"),
    ) {
        let mut line = [&[first], pieces.as_slice()].concat().join(" ");
        if let Some(words) = unclosed {
            line = format!("{line} (({words}");
        }
        let heard = hear(&table_in(TableState::Active), ADA, &line).expect("a line of play");
        let activity = heard.activity.expect("it begins with play");
        let expected: Vec<&str> = line.split([' ', '(', ')']).filter(|word| word.starts_with('f')).collect();
        prop_assert_eq!(activity, expected.join(" "));
        let asides: Vec<String> = heard.table.into_iter().map(|command| match command {
            Command::SayAside { text, .. } => text,
            other => panic!("{other:?}"),
        }).collect();
        let expected: Vec<&str> = line.split([' ', '(', ')']).filter(|word| word.starts_with('z')).collect();
        prop_assert_eq!(asides.join(" "), expected.join(" "));
    }

    #[test]
    fn t5_what_is_left_for_the_activity_holds_no_mark(line in near_marks()) {
        let table = table_in(TableState::Active);
        if let Ok(heard) = hear(&table, ADA, &line)
            && let Some(activity) = heard.activity
        {
            let again = hear(&table, ADA, &activity).expect("it was heard before");
            prop_assert_eq!(again.table, vec![]);
            prop_assert_eq!(again.activity, Some(activity));
        }
    }
}
