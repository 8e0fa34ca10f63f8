//! An activity that nothing was made for. What of it is a secret is not known here, so nobody is told who is asked what: each
//! finds it at their seat.

use protocol::Scene;
use serde_json::json;

use super::{Face, Open, Prompt};
use crate::asked::Press;
use crate::parts::{Look, button, row};
use crate::place::Place;
use crate::text::escape;

/// How it is shown.
pub(super) struct Plain;

impl Face for Plain {
    /// The same for as long as the heading is, whoever is asked.
    fn prompt(&self, place: &Place, scene: &Scene, _open: &[Open], closes: Option<i64>) -> Option<Prompt> {
        if scene.outcome.is_some() {
            return None;
        }
        let heading = scene.heading.as_deref().unwrap_or_default();
        let ends = closes.map_or(String::new(), |at| format!(" Ends <t:{at}:R>."));
        let over = if heading.is_empty() { String::new() } else { format!("**{}** · ", escape(heading)) };
        let seat = button(&Press::Seat.id(place.key), "My seat", Look::Main);
        let content = format!("{over}look at your seat for what is asked of you.{ends}");
        let body = json!({"content": content, "components": [row(vec![seat])]});
        Some(Prompt { key: format!("plain {heading}"), body, stays: false })
    }
}

#[cfg(test)]
mod tests {
    use protocol::{Clock, Scene};
    use serde_json::{Value, json};

    use engine::Custom;

    use super::super::of;
    use crate::place::Place;

    /// What is not known is not taken for something that is: no button for photos, and nobody is named.
    #[test]
    fn an_activity_that_is_not_known_is_a_heading_and_a_way_to_ones_seat() {
        let table =
            json!({"title": "Practice", "state": "ACTIVE", "since": 0, "by": "host", "stewards": [1]});
        let scene = Scene {
            table: serde_json::from_value(table).expect("a view of the table"),
            machine: "interview".to_owned(),
            seats: Vec::new(),
            phase: "QUESTIONS".to_owned(),
            heading: Some("Questions".to_owned()),
            view: json!({"score": 3}),
            board: protocol::Board::default(),
            asks: Vec::new(),
            clock: Clock { closes: None, running: true },
            outcome: None,
        };
        let place = Place { activity: "interview".to_owned(), ..Place::default() };
        let face = of(&Custom::DEFAULT, "interview");
        assert!(!Custom::DEFAULT.open && face.more(1, &scene).is_empty());
        let prompt = face.prompt(&place, &scene, &[], None).expect("while it goes on");
        assert_eq!(prompt.body["content"], "**Questions** · look at your seat for what is asked of you.");
        let buttons = &prompt.body["components"][0]["components"];
        assert_eq!(buttons.as_array().map(Vec::len), Some(1));
        assert_eq!(buttons[0]["label"], "My seat");
        let over = Scene { outcome: Some(json!({})), ..scene };
        assert_eq!(face.prompt(&place, &over, &[], None).map(|prompt| prompt.body), None::<Value>);
    }
}
