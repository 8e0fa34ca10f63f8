//! Somebody who plays a story by its page.

use serde_json::{Value, json};

use crate::client::{Client, Event, Listening};
use crate::stage::Stage;

/// Commands that one token is used for: a limit holds.
const COMMANDS_PER_TOKEN: usize = 30;

/// A form's fields as a browser sends them.
fn encoded(fields: &[(&str, String)]) -> String {
    let escape = |text: &str| -> String {
        text.bytes()
            .map(|byte| match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
                other => format!("%{other:02X}"),
            })
            .collect()
    };
    let pairs: Vec<String> =
        fields.iter().map(|(name, value)| format!("{}={}", escape(name), escape(value))).collect();
    pairs.join("&")
}

/// Somebody who plays by the page, and remembers all that they were sent.
pub(super) struct Player<'a> {
    stage: &'a Stage,
    pub(super) client: Client,
    pub(super) id: String,
    pub(super) seat: usize,
    live: Listening,
    sent: usize,
    /// Every byte of the stream.
    pub(super) told: String,
    /// The parts as they stand on the page.
    pub(super) parts: Value,
    pub(super) last_ask: Option<u64>,
    /// The page as it was when somebody broke.
    pub(super) cracks: Vec<Value>,
}

impl<'a> Player<'a> {
    pub(super) async fn sit(stage: &'a Stage, id: &str, seat: usize) -> Player<'a> {
        let client = stage.owner();
        let live = client.listen(&format!("/t/{id}/live?as=seat:{seat}")).await;
        let (told, parts) = (String::new(), json!({}));
        Player {
            stage,
            client,
            id: id.to_owned(),
            seat,
            live,
            sent: 0,
            told,
            parts,
            last_ask: None,
            cracks: Vec::new(),
        }
    }

    /// The next change of the page.
    pub(super) async fn next(&mut self) -> Event {
        let event = self.live.next().await.expect("the stream goes on");
        self.told.push_str(&event.data.to_string());
        for (name, html) in event.data["parts"].as_object().into_iter().flatten() {
            self.parts[name] = html.clone();
        }
        let strips = event.data["parts"]["strips"].as_str().unwrap_or_default();
        let mut lit =
            strips.split("aria-current=\"step\"").skip(1).filter_map(|rest| rest.split("</li>").next());
        if lit.any(|step| step.contains(">Trauma<")) {
            self.cracks.push(self.parts.clone());
        }
        event
    }

    pub(super) fn part(&self, name: &str) -> &str {
        self.parts[name].as_str().unwrap_or_else(|| panic!("no part {name}"))
    }

    pub(super) async fn scene(&self) -> Value {
        self.client.get(&format!("/api/tables/{}?as=seat:{}", self.id, self.seat)).await.json()
    }

    /// Waits until something new is asked, and gives it; nothing once it is over.
    pub(super) async fn asked(&mut self) -> Option<Value> {
        loop {
            let scene = self.scene().await;
            if scene["outcome"].is_object() {
                return None;
            }
            let ask = &scene["asks"][0];
            if ask["id"].as_u64() > self.last_ask {
                let on_page = format!("data-ask=\"{}\"", ask["id"]);
                while !self.parts["asks"].as_str().is_some_and(|html| html.contains(&on_page)) {
                    self.next().await;
                }
                self.last_ask = ask["id"].as_u64();
                return Some(scene);
            }
            self.next().await;
        }
    }

    /// Sends a form of the page.
    pub(super) async fn send(&mut self, fields: &[(&str, String)]) -> u16 {
        self.sent += 1;
        if self.sent.is_multiple_of(COMMANDS_PER_TOKEN) {
            self.client = self.stage.owner();
        }
        let mut all = vec![("as", format!("seat:{}", self.seat))];
        all.extend(fields.iter().cloned());
        let answer = self.client.form(&format!("/t/{}/answer", self.id), &encoded(&all)).await;
        answer.status
    }

    pub(super) async fn answer(&mut self, ask: &Value, tool: &str, fields: &[(&str, String)]) {
        let mut all = vec![("ask", ask["id"].to_string()), ("type", tool.to_owned())];
        all.extend(fields.iter().cloned());
        assert_eq!(self.send(&all).await, 303, "{tool} {fields:?} to {ask}");
    }

    pub(super) async fn create(&mut self, ask: &Value, name: &str) {
        let archetype = form(ask, "create_character")["fields"][2]["kind"]["choice"][0]["value"].to_string();
        let fields = [
            ("name", name.to_owned()),
            ("pronouns", "she".to_owned()),
            ("archetype", archetype),
            ("background", "the docks".to_owned()),
        ];
        self.answer(ask, "create_character", &fields).await;
    }

    /// Answers whatever is asked, in a way that changes from turn to turn. Dice are spent from the worst on.
    pub(super) async fn go_on(&mut self, scene: &Value, turn: usize) {
        let ask = &scene["asks"][0];
        let tools: Vec<&str> = ask["form"]["tools"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|it| it["name"].as_str())
            .collect();
        let one = || "1".to_owned();
        match tools.as_slice() {
            ["create_character"] => self.create(ask, "Ana Thorne").await,
            ["take_risk", ..] => self.answer(ask, "take_risk", &[]).await,
            ["choose_die"] => {
                let dice = offered(scene);
                let worst = (1..).zip(&dice).min_by_key(|(_, die)| die["value"].as_u64()).expect("a die").0;
                self.answer(ask, "choose_die", &[("die", worst.to_string())]).await;
            }
            ["strike", ..] => self.answer(ask, "strike", &[("deal", one())]).await,
            ["take_way_out", ..] => self.answer(ask, "take_way_out", &[("way", "3".to_owned())]).await,
            ["next_scene", ..] => {
                let next = if turn.is_multiple_of(3) { "rest" } else { "next_scene" };
                self.answer(ask, next, &[]).await;
            }
            ["lay_low", ..] => self.answer(ask, "lay_low", &[]).await,
            all if all.contains(&"take") && !turn.is_multiple_of(2) => {
                self.answer(ask, "take", &[("option", one())]).await;
            }
            all if all.contains(&"act") => {
                let words = "I attack the guard and run for the roof.".to_owned();
                self.answer(ask, "act", &[("text", words)]).await;
            }
            [first, ..] => self.answer(ask, first, &[]).await,
            [] => panic!("nothing can be answered: {ask}"),
        }
    }
}

fn form<'a>(ask: &'a Value, tool: &str) -> &'a Value {
    let tools = ask["form"]["tools"].as_array().expect("tools");
    tools.iter().find(|it| it["name"] == tool).unwrap_or_else(|| panic!("no {tool} in {ask}"))
}

/// The dice that are on offer.
pub(super) fn offered(scene: &Value) -> Vec<Value> {
    scene["view"]["mood"]["roll"]["dice"].as_array().cloned().unwrap_or_default()
}
