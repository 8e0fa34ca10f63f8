//! Endings held against their seals: the one island among the tellings, for the dice of a story. What was shown before a die
//! was chosen says whether its ending is the one that was sealed; the words alone cannot.

use protocol::{Frame, Hash};
use serde_json::Value;

use crate::theme::Theme;

/// The seals of the endings that were last committed, in the order of the dice.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seals(Vec<Hash>);

impl Seals {
    /// Takes in a frame; says whether the ending that it tells, if it tells one, is the one that was sealed.
    pub(crate) fn check(&mut self, theme: &Theme, frame: &Frame) -> Option<String> {
        let is = |kind: &str| frame.event.get().contains(&format!("\"type\":\"{kind}\""));
        if frame.machine != "dm" || !is("OUTCOMES_COMMITTED") && !is("DIE_CHOSEN") {
            return None;
        }
        let event: Value = serde_json::from_str(frame.event.get()).ok()?;
        if let Some(dice) = event["dice"].as_array() {
            self.0 = dice.iter().filter_map(|die| serde_json::from_value(die["seal"].clone()).ok()).collect();
        }
        let spent = &event["spent"];
        let die = usize::try_from(spent["die"].as_u64()?).ok()?;
        let (salt, ending) = (spent["salt"].as_str()?, spent["ending"].as_str()?);
        let seal = *self.0.get(die.checked_sub(1)?)?;
        let holds = Hash::of(format!("{salt}{ending}").as_bytes()) == seal;
        let signs = theme.signs();
        let word = if holds { format!("{} seal", signs.done) } else { "BROKEN SEAL".to_owned() };
        Some(format!("{word} {}", short(seal, signs.more)))
    }
}

/// The first four and the last two digits of a hash.
pub(crate) fn short(hash: Hash, more: &str) -> String {
    let digits = hash.to_string();
    format!(
        "{}{more}{}",
        digits.get(..4).unwrap_or_default(),
        digits.get(digits.len() - 2..).unwrap_or_default()
    )
}

#[cfg(test)]
mod tests {
    use protocol::TableTime;
    use serde_json::json;

    use super::*;

    fn frame(event: &Value) -> Frame {
        Frame {
            number: 0,
            at: 0,
            time: TableTime(0),
            machine: "dm".to_owned(),
            private: false,
            to: None,
            event: serde_json::value::to_raw_value(event).expect("an event"),
            telling: None,
            begins: None,
        }
    }

    #[test]
    fn an_ending_is_held_against_its_seal() {
        let seal = Hash::of(b"00ffThe lamp goes out.");
        let commit = json!({"type": "OUTCOMES_COMMITTED", "playerId": 1, "dice": [{"seal": seal}]});
        let spent = |ending: &str| {
            let spent = json!({"die": 1, "value": 4, "tier": "partial", "ending": ending, "salt": "00ff"});
            frame(&json!({"type": "DIE_CHOSEN", "playerId": 1, "spent": spent}))
        };
        let mut seals = Seals::default();
        let (theme, ascii) = (Theme::default(), Theme { ascii: true, ..Theme::default() });
        assert_eq!(seals.check(&theme, &frame(&commit)), None);
        let right = seals.check(&theme, &spent("The lamp goes out."));
        assert_eq!(right, Some(format!("✓ seal {}", short(seal, "…"))));
        let wrong = seals.check(&ascii, &spent("The lamp goes on.")).expect("a word on it");
        assert!(wrong.starts_with("BROKEN SEAL") && wrong.is_ascii(), "{wrong}");
    }
}
