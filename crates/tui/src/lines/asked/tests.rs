//! Questions of any machine, answered by lines.

use protocol::{AskId, Choice, Manner};
use serde_json::json;

use super::*;

fn asked(tools: Vec<Tool>) -> Asked {
    let form = Form { title: "Whom?".to_owned(), tools };
    Asked::new(OpenAsk { id: AskId(1), seat: SeatId::at(0), answered: false, deadline: None, form }, None)
}

fn tool(name: &str, fields: Vec<Field>) -> Tool {
    Tool { name: name.to_owned(), about: format!("to {name}"), fields, ..Tool::default() }
}

fn field(name: &str, kind: FieldKind) -> Field {
    Field { name: name.to_owned(), label: name.to_owned(), required: true, kind }
}

fn vote() -> Asked {
    let choice = |seat: u64, name: &str| Choice { value: seat.into(), label: name.to_owned() };
    let choices = FieldKind::Choice(vec![choice(2, "Ben"), choice(5, "Eve")]);
    asked(vec![tool("vote", vec![field("target", choices)]), tool("abstain", Vec::new())])
}

fn command(asked: &mut Asked, line: &str) -> Result<Value, String> {
    match asked.step(line)? {
        Step::Send(Request::Answer { command, .. }) => {
            serde_json::from_str(command.get()).map_err(|error| error.to_string())
        }
        Step::Send(Request::Line { text }) => Ok(Value::from(text)),
        Step::Send(Request::Do { .. }) => Err("never".to_owned()),
        Step::Ask => Ok(Value::Null),
        Step::Sure(what) | Step::Beside(what) => Err(what),
    }
}

#[test]
fn seats_keep_their_numbers_and_the_other_way_is_0() {
    let vote = vote();
    let keys: Vec<&str> = vote.ways.iter().map(|way| way.key.as_str()).collect();
    assert_eq!(keys, ["2", "5", "0"]);
}

#[test]
fn a_line_is_a_number_a_name_a_command_or_something_for_the_table() {
    let mut vote = vote();
    let eve = json!({"type": "vote", "target": 5});
    for (line, expected) in [
        ("5", Ok(eve.clone())),
        (" eve ", Ok(eve.clone())),
        ("{\"type\":\"vote\",\"target\":5}", Ok(eve)),
        ("0", Ok(json!({"type": "abstain"}))),
        ("((brb))", Ok(json!("((brb))"))),
        ("ooc: brb", Ok(json!("ooc: brb"))),
        ("/status", Ok(json!("/status"))),
        ("3", Err("\"3\" is none of them. Give a number.".to_owned())),
        ("", Err("Give a number.".to_owned())),
        ("Zoe", Err("\"Zoe\" is none of them. Give a number.".to_owned())),
    ] {
        assert_eq!(command(&mut vote, line), expected, "{line:?}");
    }
    let mut turn = asked(vec![
        tool("say", vec![field("text", FieldKind::Text { max_chars: 9, voice: None })]),
        tool("pass", vec![]),
    ]);
    assert_eq!(command(&mut turn, "Hello."), Ok(json!("Hello.")));
    assert_eq!(command(&mut turn, "0"), Ok(json!({"type": "pass"})));
}

#[test]
fn what_cannot_be_chosen_is_refused_with_its_reason() {
    let mut vote = vote();
    let choice = Choice { value: 4.into(), label: "Dee".to_owned() };
    vote.ask.form.tools[0].manner.barred = vec![Barred { choice, why: "yourself".to_owned() }];
    for line in ["4", "dee"] {
        let refused = Err("Dee cannot be chosen: yourself. Give a number.".to_owned());
        assert_eq!(command(&mut vote, line), refused, "{line}");
    }
}

#[test]
fn what_goes_with_words_is_given_before_them_and_taken_back() {
    let choice = |seat: u64, name: &str| Choice { value: seat.into(), label: name.to_owned() };
    let optional = |name: &str, kind| Field { required: false, ..field(name, kind) };
    let accuse = optional("accuse", FieldKind::Choice(vec![choice(2, "Ben"), choice(5, "Eve")]));
    let mut turn = asked(vec![
        tool("say", vec![field("text", text()), accuse, optional("thought", text())]),
        tool("pass", vec![]),
    ]);
    let mut out = Vec::new();
    turn.print(&mut out).expect("lines");
    let printed = String::from_utf8(out).expect("text");
    assert!(printed.contains("before your words, if you like: accuse=... - thought=..."), "{printed}");
    let said = |turn: &mut Asked, line: &str| command(turn, line).expect_err("it is no answer yet");
    assert!(said(&mut turn, "accuse=Zoe").contains("none of them"));
    assert!(
        said(&mut turn, " Accuse = eve")
            .contains("accuse: eve goes with what you say next; accuse= takes it back")
    );
    said(&mut turn, "thought=she smiles");
    let again = Asked::new(turn.ask.clone(), None);
    let mut turn = again.after(Some(turn));
    let all = json!({"type": "say", "text": "It is Eve.", "accuse": 5, "thought": "she smiles"});
    assert_eq!(command(&mut turn, "It is Eve."), Ok(all), "it stays while the same is asked");
    said(&mut turn, "thought=");
    said(&mut turn, "accuse=");
    assert_eq!(
        command(&mut turn, "It is a=b."),
        Ok(json!("It is a=b.")),
        "words alone are a line, whatever is in them"
    );
}

#[test]
fn a_deadline_is_said_with_what_is_asked_and_shortly_before_it() {
    let mut vote = vote();
    vote.ask.deadline = Some(TableTime(120_000));
    vote.time = "You have 2 minutes, + gives more.".to_owned();
    let mut out = Vec::new();
    vote.print(&mut out).expect("lines");
    let printed = String::from_utf8(out).expect("text");
    assert!(printed.contains("\n  You have 2 minutes, + gives more.\n  Give a number."), "{printed}");
    let warns = |now| crate::lines::warns_in(&vote, TableTime(now)).map(|left| left.as_millis());
    assert_eq!(
        (warns(0), warns(99_999), warns(100_000), warns(130_000)),
        (Some(100_000), Some(1), None, None)
    );
}

fn text() -> FieldKind {
    FieldKind::Text { max_chars: 20, voice: None }
}

/// What a character is made of: four things that must be given, and lists that may be.
fn create() -> Tool {
    let choice = |value: &str, label: &str| Choice { value: value.into(), label: label.to_owned() };
    let archetypes = FieldKind::Choice(vec![choice("CUTTER", "Cutter"), choice("HOUND", "Hound")]);
    let texts = || FieldKind::Texts { min: 0, max: 2, max_chars: 9 };
    let optional = |name: &str, kind| Field { required: false, ..field(name, kind) };
    tool(
        "create",
        vec![
            field("name", text()),
            field("pronouns", text()),
            field("archetype", archetypes),
            optional("motto", text()),
            field("age", FieldKind::Number { min: 16, max: 90 }),
            optional("lines", texts()),
            optional("veils", texts()),
        ],
    )
}

/// The prompts for each of these lines, and what the last of them comes to.
fn filled(asked: &mut Asked, lines: &[&str]) -> (Vec<String>, Result<Value, String>) {
    let mut prompts = Vec::new();
    let mut done = Ok(Value::Null);
    for line in lines {
        prompts.push(asked.filling.as_ref().map(Filling::hint).unwrap_or_default());
        done = command(asked, line);
    }
    (prompts, done)
}

#[test]
fn the_only_tool_is_filled_in_at_once_with_a_line_for_each_field() {
    let mut asked = asked(vec![create()]);
    let (prompts, made) = filled(&mut asked, &["Vi", "she/her", "2", " 30 ", "gore | spiders", ""]);
    assert_eq!(
        prompts,
        [
            "name (at most 20 characters)",
            "pronouns (at most 20 characters)",
            "archetype (give a number)",
            "age (a whole number from 16 to 90)",
            "lines (at most 2, with | between; an empty line leaves it out)",
            "veils (at most 2, with | between; an empty line leaves it out)",
        ]
    );
    let vi = json!({
        "type": "create", "name": "Vi", "pronouns": "she/her", "archetype": "HOUND", "age": 30,
        "lines": ["gore", "spiders"],
    });
    assert_eq!(made, Ok(vi));
    let (prompts, made) = filled(&mut asked, &["Vi", "she/her", "cutter", "30", "", "gore"]);
    assert_eq!(prompts[0], "name (at most 20 characters)", "if it was refused, it begins again");
    let vi = json!({
        "type": "create", "name": "Vi", "pronouns": "she/her", "archetype": "CUTTER", "age": 30, "veils": ["gore"],
    });
    assert_eq!(made, Ok(vi));
}

#[test]
fn a_line_that_does_not_fit_its_field_is_asked_for_again() {
    let mut asked = asked(vec![create()]);
    for (line, expected) in [
        ("", Err("this has to be given")),
        ("a name that is much too long", Err("name: 28 characters, and 20 is the limit")),
        ("/status", Ok(json!("/status"))),
        ("((brb))", Ok(json!("((brb))"))),
        ("{\"type\":\"x\"}", Ok(json!({"type": "x"}))),
        ("Vi", Ok(json!(null))),
        ("2", Ok(json!(null))),
        ("3", Err("\"3\" is none of them; give a number of the list")),
        ("", Err("this has to be given")),
        ("1", Ok(json!(null))),
        ("100", Err("age: 100 is outside 16 to 90")),
        ("old", Err("age: give a whole number from 16 to 90")),
        ("16", Ok(json!(null))),
        ("a|b|c", Err("lines: 3 in the list, and 2 is the limit")),
        ("", Ok(json!(null))),
        (
            "|",
            Ok(
                json!({"type": "create", "name": "Vi", "pronouns": "2", "archetype": "CUTTER", "age": 16, "veils": []}),
            ),
        ),
    ] {
        assert_eq!(command(&mut asked, line), expected.map_err(str::to_owned), "{line:?}");
    }
}

#[test]
fn a_tool_among_others_is_begun_by_its_number_and_keeps_what_was_said_while_the_same_is_asked() {
    let mut asked = asked(vec![create(), tool("wait", Vec::new())]);
    let ways: Vec<(&str, &str)> =
        asked.ways.iter().map(|way| (way.key.as_str(), way.label.as_str())).collect();
    assert_eq!(ways, [("1", "to create"), ("2", "to wait")]);
    assert!(asked.filling.is_none());
    let refused = Err("\"Vi\" is none of them. Give a number.".to_owned());
    assert_eq!(command(&mut asked, "Vi"), refused, "a name alone is no answer");
    assert_eq!(command(&mut asked, "2"), Ok(json!({"type": "wait"})));
    assert_eq!(command(&mut asked, "1"), Ok(json!(null)));
    assert_eq!(command(&mut asked, "Vi"), Ok(json!(null)));
    let again = Asked::new(asked.ask.clone(), None).after(Some(asked));
    assert_eq!(
        again.filling.as_ref().map(Filling::hint),
        Some("pronouns (at most 20 characters)".to_owned())
    );
    let other = OpenAsk { id: AskId(2), ..again.ask.clone() };
    assert!(Asked::new(other, None).after(Some(again)).filling.is_none());
}

#[test]
fn a_number_of_a_few_is_a_way_for_each_and_one_of_many_is_asked_for() {
    let roll = |min, max| asked(vec![tool("roll", vec![field("dice", FieldKind::Number { min, max })])]);
    let numbered = |asked: &Asked| -> Vec<(String, String)> {
        asked.ways.iter().map(|way| (way.key.clone(), way.label.clone())).collect()
    };
    let way = |number: u64, label: &str| (number.to_string(), label.to_owned());
    assert_eq!(numbered(&roll(1, 3)), [way(1, "dice 1"), way(2, "dice 2"), way(3, "dice 3")]);
    assert_eq!(roll(1, 21).ways.len(), 21);
    // What one types is always the number itself, never its place in a list.
    for number in [-1, 0, 1] {
        assert_eq!(
            command(&mut roll(-1, 1), &number.to_string()),
            Ok(json!({"type": "roll", "dice": number}))
        );
    }
    assert_eq!(command(&mut roll(0, 20), "9"), Ok(json!({"type": "roll", "dice": 9})));
    assert_eq!(command(&mut roll(0, 21), "21"), Ok(json!({"type": "roll", "dice": 21})));
}

#[test]
fn choices_with_no_number_are_counted() {
    let choice = |value: &str| Choice { value: value.into(), label: value.to_owned() };
    let pick = field("which", FieldKind::Choice(vec![choice("a"), choice("b")]));
    let mut pick = asked(vec![tool("pick", vec![pick]), tool("wait", Vec::new())]);
    let keys: Vec<&str> = pick.ways.iter().map(|way| way.key.as_str()).collect();
    assert_eq!(keys, ["1", "2", "3"]);
    assert_eq!(command(&mut pick, "2"), Ok(json!({"type": "pick", "which": "b"})));
}

#[test]
fn a_tool_that_wants_rows_is_left_to_json() {
    let rows = FieldKind::Rows { fields: vec![field("text", text())], min: 1, max: 2 };
    let plan = tool("plan", vec![field("outcomes", rows)]);
    let mut only = asked(vec![plan.clone()]);
    assert_eq!(command(&mut only, "1"), Err("\"1\" is none of them. Answer with JSON.".to_owned()));
    let planned = json!({"type": "plan", "outcomes": [{"text": "Cut."}]});
    assert_eq!(command(&mut only, &planned.to_string()), Ok(planned));
    let both = asked(vec![plan, tool("wait", Vec::new())]);
    assert_eq!((both.ways.len(), both.hint().as_str()), (1, "Give a number."));
    let named: Vec<&str> = both.only_by_json().map(|tool| tool.name.as_str()).collect();
    assert_eq!(named, ["plan"]);
}

/// A tool that has a letter.
fn keyed(name: &str, key: char, fields: Vec<Field>) -> Tool {
    let manner = Manner { word: name.to_owned(), key: Some(key), ..Manner::default() };
    Tool { manner, ..tool(name, fields) }
}

/// A question whose ways have letters.
fn keyed_ask(tools: Vec<Tool>) -> Asked {
    let form = Form { title: "Next: mug.".to_owned(), tools };
    let ask = OpenAsk { id: AskId(1), seat: SeatId::at(0), answered: false, deadline: None, form };
    Asked::new(ask, None)
}

#[test]
fn what_has_letters_is_answered_by_number_letter_name_or_words() {
    let choice = |value: u64, label: &str| Choice { value: value.into(), label: label.to_owned() };
    let choices = FieldKind::Choice(vec![choice(1, "keep it"), choice(2, "trash it")]);
    let mut skip = keyed("skip", 's', vec![]);
    skip.manner.word = "not now".to_owned();
    let mut for_good = keyed("end_session", 'e', vec![]);
    for_good.manner.word = "end".to_owned();
    for_good.manner.for_good = Some("ends the session here, for good".to_owned());
    let mut asked = keyed_ask(vec![
        tool("choose", vec![field("choice", choices)]),
        keyed("write", ' ', vec![field("text", text())]),
        skip,
        keyed("undo", 'u', vec![]),
        for_good,
    ]);
    let keys: Vec<&str> = asked.ways.iter().map(|way| way.key.as_str()).collect();
    assert_eq!(keys, ["1", "2", "s", "u", "e"]);
    for (line, expected) in [
        ("2", json!({"type": "choose", "choice": 2})),
        ("s", json!({"type": "skip"})),
        ("Not now.", json!({"type": "skip"})),
        ("undo", json!({"type": "undo"})),
        ("the hook", json!("the hook")),
    ] {
        assert_eq!(command(&mut asked, line), Ok(expected), "{line:?}");
    }
    assert_eq!(command(&mut asked, "3"), Err(format!("\"3\" is none of them. {}", asked.hint())));
    let sure =
        Err("This ends the session here, for good. Give it once more to do it; anything else leaves it."
            .to_owned());
    assert_eq!(command(&mut asked, "end"), sure);
    assert_eq!(command(&mut asked, "the hook"), Ok(json!("the hook")), "something else leaves it");
    assert_eq!(command(&mut asked, "end"), sure);
    assert_eq!(command(&mut asked, "e"), Ok(json!({"type": "end_session"})));
}

/// What was filled in a line for each is asked about, too, before it is done for good.
#[test]
fn what_is_filled_in_and_cannot_be_undone_is_asked_about_once_more() {
    let fields = vec![field("name", text()), field("why", text())];
    let mut sink = tool("sink", fields);
    sink.manner.for_good = Some("sinks her".to_owned());
    let mut asked = keyed_ask(vec![sink]);
    let sure = Err("This sinks her. Say yes to do it; anything else leaves it.".to_owned());
    let sunk = |name: &str| Ok(json!({"type": "sink", "name": name, "why": "a leak"}));
    for (line, expected) in [
        ("Grey Goose", Ok(json!(null))),
        ("a leak", sure.clone()),
        // Anything else begins anew.
        ("Unsinkable", Ok(json!(null))),
        ("a leak", sure),
        ("Yes", sunk("Unsinkable")),
    ] {
        assert_eq!(command(&mut asked, line), expected, "{line:?}");
    }
}

#[test]
fn a_choice_with_a_list_besides_asks_for_the_list() {
    let choice = |value: u64, label: &str| Choice { value: value.into(), label: label.to_owned() };
    let choices = FieldKind::Choice(vec![choice(1, "painting"), choice(2, "guests")]);
    let anchors =
        Field { required: false, ..field("anchors", FieldKind::Texts { min: 0, max: 3, max_chars: 20 }) };
    let tools = vec![tool("choose_function", vec![field("branch", choices), anchors]), tool("stop", vec![])];
    let mut asked = keyed_ask(tools);
    assert_eq!(command(&mut asked, "2"), Ok(json!(null)));
    assert_eq!(command(&mut asked, ""), Ok(json!({"type": "choose_function", "branch": 2})));
    assert_eq!(command(&mut asked, "1"), Ok(json!(null)));
    assert_eq!(
        command(&mut asked, "easel | lamp"),
        Ok(json!({"type": "choose_function", "branch": 1, "anchors": ["easel", "lamp"]}))
    );
}
