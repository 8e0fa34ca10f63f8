//! What the derives make of a command.

use parlor_engine as engine;
use parlor_engine::{Command as _, FieldKind, Fields, OneOf, SeatId, Tool, Voice};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// What is legal now.
struct Scope {
    rooms: Vec<String>,
    may_name: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Giver {
    Guest,
    Host,
}

const WORDS_MAX: usize = 40;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, engine::Command)]
#[serde(tag = "type", rename_all = "snake_case")]
#[command(scope = Scope, by = Giver)]
enum Command {
    /// Say a word, or two
    /// in a row.
    ///
    /// There is something to say.
    ///
    /// Nobody who is asked reads this.
    #[by(Guest, Host)]
    SayWord {
        /// What all hear.
        #[text(WORDS_MAX, heard)]
        word: String,
        /// What you think.
        #[text(WORDS_MAX, thought)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
        /// How loud?
        volume: Volume,
        /// Is it so?
        #[serde(default)]
        truth: bool,
        /// Set by the rules.
        #[unasked]
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        late: bool,
    },
    /// Go to a room.
    #[by(Guest)]
    GoTo {
        /// Which.
        #[kind(FieldKind::numbered(&scope.rooms))]
        room: u8,
        /// Its name.
        #[text(WORDS_MAX, only = scope.may_name, required)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// Bring things.
    #[by(Host)]
    Bring(Box<Things>),
    /// Do nothing.
    #[by(Guest)]
    #[command(about = if scope.may_name { "Wait for a name." } else { "Wait." })]
    Wait,
    /// Nobody is asked for this.
    #[unasked]
    Close,
}

/// What is brought.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Fields)]
struct Things {
    /// So many.
    #[number(-1i8..=3)]
    count: i8,
    /// Their names.
    #[texts(1..=2, each = 5)]
    names: Vec<String>,
    /// Their parts.
    #[rows(0..=3)]
    #[serde(default)]
    parts: Vec<Part>,
    /// Its label is made.
    #[text(9, label = format!("at most {}", 9))]
    note: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Fields)]
struct Part {
    /// Its name.
    #[text(WORDS_MAX)]
    name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, OneOf)]
#[serde(rename_all = "snake_case")]
enum Volume {
    Low,
    VeryLoud,
}

const SEAT: SeatId = SeatId::at(0);

fn tool(name: CommandName, may_name: bool) -> Tool {
    Command::tool(name, SEAT, &Scope { rooms: vec!["hall".to_owned(), "attic".to_owned()], may_name })
}

#[test]
fn a_command_says_its_name_what_it_does_and_when() {
    let say = tool(CommandName::SayWord, false);
    assert_eq!((say.name.as_str(), say.about.as_str()), ("say_word", "Say a word, or two in a row."));
    assert_eq!(CommandName::SayWord.when(), "there is something to say");
    assert_eq!(CommandName::GoTo.when(), "");
    assert_eq!(CommandName::of("say_word"), Some(CommandName::SayWord));
    assert_eq!(CommandName::of("close"), None, "nobody is asked for it");
    assert_eq!(CommandName::words([CommandName::Wait, CommandName::Bring]), ["wait", "bring"]);
    assert_eq!(CommandName::SayWord.by(), [Giver::Guest, Giver::Host]);
    assert_eq!(Command::Close.name(), None);
    assert_eq!(Command::Wait.name(), Some(CommandName::Wait));
    assert_eq!(Command::listed(CommandName::ALL), "say_word, go_to, bring, wait");
}

#[test]
fn a_field_is_what_its_type_and_its_attribute_say() {
    let fields = tool(CommandName::SayWord, false).fields;
    let shown: Vec<(&str, &str, bool)> =
        fields.iter().map(|it| (it.name.as_str(), it.label.as_str(), it.required)).collect();
    assert_eq!(
        shown,
        [
            ("word", "what all hear", true),
            ("why", "what you think", false),
            ("volume", "how loud?", true),
            ("truth", "is it so?", false),
        ]
    );
    assert_eq!(fields[0].kind, FieldKind::Text { max_chars: WORDS_MAX, voice: Some(Voice::Seat(SEAT)) });
    assert_eq!(fields[1].kind, FieldKind::Text { max_chars: WORDS_MAX, voice: Some(Voice::Thought(SEAT)) });
    assert_eq!(fields[2].kind, FieldKind::Choice(Volume::choices()));
    assert_eq!(
        json!(Volume::choices()),
        json!([{"value": "low", "label": "low"}, {"value": "very_loud", "label": "very loud"}])
    );
    assert_eq!(Volume::ALL, [Volume::Low, Volume::VeryLoud]);
    assert_eq!(fields[3].kind, FieldKind::Choice(bool::choices()));
}

#[test]
fn a_scope_narrows_and_leaves_out() {
    let goes = |may_name| tool(CommandName::GoTo, may_name).fields;
    assert_eq!(goes(false).len(), 1);
    assert_eq!((goes(true)[1].name.as_str(), goes(true)[1].required), ("name", true));
    assert!(goes(true)[0].check(&json!(2)).is_ok());
    assert!(goes(true)[0].check(&json!(3)).is_err(), "there are two rooms");
    assert_eq!(tool(CommandName::Wait, true).about, "Wait for a name.");
    assert_eq!(tool(CommandName::Wait, false).about, "Wait.");
}

/// An answer is held to no more of a tool than it has to do with.
#[test]
fn fields_that_are_not_wanted_are_left_out_unless_they_must_be_given() {
    let of = |name, may_name, wanted: &str| {
        let scope = Scope { rooms: Vec::new(), may_name };
        let tool = Command::tool_with(name, SEAT, &scope, &|field| field == wanted);
        tool.fields.into_iter().map(|field| field.name).collect::<Vec<String>>()
    };
    assert_eq!(of(CommandName::SayWord, true, ""), ["word", "volume"]);
    assert_eq!(of(CommandName::SayWord, true, "truth"), ["word", "volume", "truth"]);
    assert_eq!(of(CommandName::GoTo, true, ""), ["room", "name"]);
    assert_eq!(of(CommandName::GoTo, false, "name"), ["room"], "nobody may name one");
    assert_eq!(of(CommandName::Bring, false, "parts"), ["count", "names", "parts", "note"]);
}

#[test]
fn parts_bring_their_own_fields() {
    let fields = tool(CommandName::Bring, false).fields;
    assert_eq!(fields[0].kind, FieldKind::Number { min: -1, max: 3 });
    assert_eq!(fields[1].kind, FieldKind::Texts { min: 1, max: 2, max_chars: 5 });
    assert!(
        matches!(&fields[2].kind, FieldKind::Rows { fields, min: 0, max: 3 } if fields[0].name == "name")
    );
    assert_eq!((fields[2].required, fields[3].label.as_str()), (false, "at most 9"));
}

/// What the form takes, the type reads: the two are one declaration.
#[test]
fn an_answer_by_the_form_is_a_command() {
    let form = parlor_engine::Form {
        title: String::new(),
        tools: CommandName::ALL.iter().map(|name| tool(*name, true)).collect(),
    };
    let mut dice = parlor_engine::DiceBox::new(parlor_engine::Seed(7), "commands")
        .rules(0, parlor_engine::Purpose { code: 1, name: "answers" });
    for _ in 0..500 {
        let drawn = form.draw(&mut dice);
        form.check(&drawn).expect("the form takes it");
        let command: Command = serde_json::from_value(drawn.clone()).expect("it is a command");
        assert_eq!(command.name().map(CommandName::word), drawn["type"].as_str());
    }
}

/// A mark of the rules is nobody's to set.
#[test]
fn a_form_takes_what_its_tools_take_and_nothing_else() {
    let tools = CommandName::ALL.iter().map(|name| tool(*name, false)).collect();
    let form = parlor_engine::Form { title: String::new(), tools };
    let takes = |command: Command| form.check(&serde_json::to_value(command).unwrap()).is_ok();
    let say = |word: &str, late| Command::SayWord {
        word: word.to_owned(),
        why: None,
        volume: Volume::Low,
        truth: true,
        late,
    };
    assert!(takes(say("so", false)) && !takes(say("so", true)));
    assert!(!takes(say(&"a".repeat(WORDS_MAX + 1), false)));
    assert!(takes(Command::GoTo { room: 1, name: None }));
    assert!(!takes(Command::GoTo { room: 9, name: None }));
    assert!(!takes(Command::Close), "no form offers it");
}
