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

/// A tool with one field that is a choice of seats, which cannot be taken back.
fn accuses(count: u64) -> Tool {
    let choice = |seat: u64| Choice { value: json!(seat), label: format!("Player {seat}") };
    let kind = FieldKind::Choice((2..2 + count).map(choice).collect());
    let whom = Field { name: "whom".to_owned(), label: "whom".to_owned(), required: true, kind };
    let manner = Manner { for_good: Some("ends the talk, for good".to_owned()), ..Manner::default() };
    Tool { name: "accuse".to_owned(), fields: vec![whom], manner, ..Tool::default() }
}

fn drawn(tools: Vec<Tool>) -> String {
    let form = Form { title: "Whom?".to_owned(), tools };
    let ask = OpenAsk { id: AskId(1), seat: SeatId::at(0), answered: false, deadline: None, form };
    forms(&ask, Answers { action: "/t/a/answer", by: "seat:1" }, &Beside::default()).as_str().to_owned()
}

/// However it is drawn: a button each, a row to pick from, or fields.
#[test]
fn what_is_for_good_is_asked_about_first_where_something_goes_with_it_too() {
    let number = Field {
        name: "salt".to_owned(),
        label: "pinches".to_owned(),
        required: true,
        kind: FieldKind::Number { min: 0, max: 5 },
    };
    let salts = Tool { fields: vec![number], ..accuses(1) };
    for tool in [accuses(3), accuses(12), salts] {
        let html = drawn(vec![tool]);
        for (before, _) in html.match_indices("type=\"submit\"") {
            let inside =
                html[..before].matches("<details").count() - html[..before].matches("</details>").count();
            assert_eq!(inside, 1, "a press sends it at once: {html}");
        }
        assert!(html.contains("This ends the talk, for good."), "{html}");
    }
}

/// The badge of a player says 2: the key 2 takes them, and nobody else.
#[test]
fn a_choice_with_a_number_of_its_own_is_picked_by_that() {
    for count in [3, 12] {
        let html = drawn(vec![Tool { manner: Manner::default(), ..accuses(count) }]);
        let keys: Vec<&str> =
            html.split("data-key=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let digits: Vec<String> =
            (2..2 + count).filter(|seat| *seat < 10).map(|seat| seat.to_string()).collect();
        assert_eq!(keys, digits, "{html}");
    }
}

/// What is picked is carried over by its id when a part of the page is sent again.
#[test]
fn every_box_that_can_be_ticked_has_a_name_of_its_own() {
    let choice = |word: &str| Choice { value: json!(word), label: word.to_owned() };
    let purpose = FieldKind::Choice(vec![choice("work"), choice("rest")]);
    let field = |name: &str, required: bool, kind: FieldKind| Field {
        name: name.to_owned(),
        label: name.to_owned(),
        required,
        kind,
    };
    let stays = field("stays", false, FieldKind::Texts { min: 0, max: 5, max_chars: 40 });
    let shown = |ideas: [&str; 2]| Shown {
        word: String::new(),
        hint: String::new(),
        ideas: ideas.map(str::to_owned).to_vec(),
    };
    let manner =
        Manner { shown: vec![shown(["a desk", "a lamp"]), shown(["a bed", "a lamp"])], ..Manner::default() };
    let fields = vec![field("purpose", true, purpose), stays];
    let tool = Tool { name: "say".to_owned(), fields, manner, ..Tool::default() };
    let form = Form { title: "What for?".to_owned(), tools: vec![tool] };
    let ask = OpenAsk { id: AskId(1), seat: SeatId::at(0), answered: false, deadline: None, form };
    let html = forms(&ask, Answers { action: "/t/a/answer", by: "seat:1" }, &Beside::default());
    let boxes = html.as_str().split("<input ").filter(|it| it.contains("type=\"checkbox\""));
    let ids: std::collections::BTreeSet<&str> =
        boxes.filter_map(|it| it.strip_prefix("id=\"")?.split('"').next()).collect();
    assert_eq!(ids.len(), 4, "{}", html.as_str());
}

#[test]
fn a_number_field_says_what_it_may_be() {
    let kind = FieldKind::Number { min: 1, max: 12 };
    let salt = Field { name: "salt".to_owned(), label: "pinches".to_owned(), required: true, kind };
    let html = drawn(vec![Tool { name: "season".to_owned(), fields: vec![salt], ..Tool::default() }]);
    let hint = "<p class=\"quiet\" id=\"f-1-season-salt-range\">From 1 to 12.</p>";
    assert!(html.contains(hint), "{html}");
    assert!(html.contains("aria-describedby=\"f-1-season-salt-range\""), "{html}");
}
