use engine::{AskId, Form, Manner, SeatId};

use super::*;

#[test]
fn what_is_for_good_is_asked_about_first() {
    let for_good = Some("sinks her, for good".to_owned());
    let manner = Manner { word: "scuttle".to_owned(), for_good, ..Manner::default() };
    let scuttle = Tool { name: "scuttle".to_owned(), manner, ..Tool::default() };
    let wait = Tool { name: "wait".to_owned(), ..Tool::default() };
    let form = Form { title: "What now?".to_owned(), tools: vec![scuttle, wait] };
    let ask = OpenAsk { id: AskId(1), seat: SeatId::at(0), answered: false, deadline: None, form };
    let html = forms(&ask, Answers { action: "/t/a/answer", by: "seat:1" }, &Beside::default());
    let html = html.as_str();
    assert_eq!(html.matches("<details").count(), 1, "{html}");
    let sure = html.split_once("<details").and_then(|(_, rest)| rest.split_once("</details>"));
    let (sure, _) = sure.expect("it is folded");
    assert!(sure.contains("Scuttle…") && sure.contains("This sinks her, for good."), "{sure}");
    assert!(sure.contains("value=\"scuttle\"") && !sure.contains("value=\"wait\""), "{sure}");
}

/// A letter that stood on every choice would take the first of them at one press.
#[test]
fn each_choice_has_a_number_of_its_own_and_none_the_letter_of_its_way() {
    let choice = |word: &str| Choice { value: json!(word), label: word.to_owned() };
    let kind = FieldKind::Choice(vec![choice("junk"), choice("treasure")]);
    let verdict = Field { name: "verdict".to_owned(), label: "the verdict".to_owned(), required: true, kind };
    let tool = |name: &str, fields: Vec<Field>, key: char| {
        let manner = Manner { key: Some(key), ..Manner::default() };
        Tool { name: name.to_owned(), fields, manner, ..Tool::default() }
    };
    let tools = vec![tool("judge", vec![verdict], 'v'), tool("pass", Vec::new(), 'p')];
    let form = Form { title: "Your verdict?".to_owned(), tools };
    let ask = OpenAsk { id: AskId(1), seat: SeatId::at(0), answered: false, deadline: None, form };
    let html = forms(&ask, Answers { action: "/t/a/answer", by: "seat:1" }, &Beside::default());
    let keys: Vec<&str> =
        html.as_str().split("data-key=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(keys, ["1", "2", "p"], "{}", html.as_str());
}
