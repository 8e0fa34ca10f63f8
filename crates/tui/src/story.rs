//! A game master's events as a story: which of them is told, which is said, which is a figure beside it.
//!
//! It reads frames alone, so that a screen, plain lines and a replay tell the same story in the same way. It knows no
//! rules: what it does not know by name is told in the words of the machine.

use protocol::{Frame, Hash, SeatId, Viewer, clean, clean_line};
use serde_json::Value;

use crate::theme::Theme;

/// The machine whose events these are.
pub(crate) const MACHINE: &str = "dm";

/// How a part of the story is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// What the story is called.
    Title,
    /// The game master's voice.
    Narration,
    /// Somebody of the world speaks.
    Speech,
    /// Somebody of the party acts or speaks.
    Act,
    /// Something that changes the story: a clock is full, a scar stays.
    Turn,
    /// The rules speak.
    Rule,
    /// A figure that moved. Several of them go on one line.
    Figure,
    /// Something was decided: a sign, and a few words.
    Mark,
    /// The mode of a session changed: a sign, and its name, quietly.
    Mode,
    /// The voice of the telling, with more than it said there.
    Voice,
}

/// A part of the story. Its words are clean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) tone: Tone,
    /// Who speaks or acts, or the sign of a mark; empty where there is neither.
    pub(crate) who: String,
    pub(crate) words: String,
}

impl Told {
    fn new(tone: Tone, words: impl Into<String>) -> Told {
        Told { tone, who: String::new(), words: words.into() }
    }
}

/// What has to be remembered to tell on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Story {
    /// The game master's seat.
    gm: Option<SeatId>,
    /// The characters' names, by seat.
    party: Vec<Option<String>>,
    /// The seals of the endings that were last committed, in the order of the dice.
    seals: Vec<Hash>,
}

impl Story {
    /// Is this the game master's seat?
    pub(crate) fn is_gm(&self, seat: SeatId) -> bool {
        self.gm == Some(seat)
    }

    /// What a frame tells, part by part; nothing if it is not of a story.
    pub(crate) fn tell(&mut self, theme: &Theme, viewer: Viewer, frame: &Frame) -> Option<Vec<Told>> {
        if frame.machine != MACHINE {
            return None;
        }
        let event: Value = serde_json::from_str(frame.event.get()).ok()?;
        let words = frame.telling.as_ref().map_or(String::new(), |telling| clean(&telling.text));
        let told = self.parts(theme, viewer, &event, words);
        let mut told: Vec<Told> = told.into_iter().filter(|told| !told.words.is_empty()).collect();
        if theme.ascii {
            for part in &mut told {
                part.words = plain(&part.words);
            }
        }
        Some(told)
    }

    fn parts(&mut self, theme: &Theme, viewer: Viewer, event: &Value, words: String) -> Vec<Told> {
        let text = |name: &str| clean(event[name].as_str().unwrap_or_default());
        match event["type"].as_str().unwrap_or_default() {
            "TABLE_LAID" => {
                self.gm = seat(&event["gmId"]);
                let agreed = |what: &str, name: &str| match &list(&event[name])[..] {
                    [] => String::new(),
                    words => format!("{what}: {}.", words.join(", ")),
                };
                vec![
                    Told::new(Tone::Rule, words),
                    Told::new(Tone::Rule, agreed("Never told at this table", "lines")),
                    Told::new(Tone::Rule, agreed("Told only from afar", "veils")),
                ]
            }
            "CHARACTER_CREATED" => {
                let name = clean_line(event["character"]["name"].as_str().unwrap_or_default());
                if let Some(seat) = seat(&event["playerId"]) {
                    let at = seat.index();
                    self.party.resize(self.party.len().max(at + 1), None);
                    self.party[at] = Some(name);
                }
                vec![Told::new(Tone::Rule, faces(theme, words))]
            }
            "STORY_OPENED" => {
                let story = &event["story"];
                let part = |name: &str| clean(story[name].as_str().unwrap_or_default());
                vec![Told::new(Tone::Title, part("title")), Told::new(Tone::Narration, part("stakes"))]
            }
            "SCENE_OPENED" => {
                let (place, kind) = (clean_line(&text("place")), kind(&event["kind"]));
                vec![Told::new(Tone::Rule, place), Told::new(Tone::Rule, kind)]
            }
            "PLAYER_ACTED" => {
                let who = seat(&event["playerId"]).map_or(String::new(), |seat| self.name(seat));
                vec![Told { tone: Tone::Act, who, words: text("text") }]
            }
            "NARRATION_GIVEN" | "PLAYER_ASKED" => vec![Told::new(Tone::Narration, words)],
            "NPC_SPOKE" => {
                let mut who = clean_line(&text("person"));
                let manner = clean_line(&text("manner"));
                if !manner.is_empty() {
                    who = format!("{who} ({manner})");
                }
                vec![Told { tone: Tone::Speech, who, words: text("words") }]
            }
            "OUTCOMES_COMMITTED" => {
                let dice = event["dice"].as_array().map(Vec::as_slice).unwrap_or_default();
                self.seals =
                    dice.iter().filter_map(|die| serde_json::from_value(die["seal"].clone()).ok()).collect();
                // Whoever chooses has the dice on the form.
                match viewer == Viewer::Public || seat(&event["playerId"]).map(Viewer::Seat) != Some(viewer) {
                    true => vec![Told::new(Tone::Rule, faces(theme, words))],
                    false => vec![Told::new(Tone::Rule, text("situation"))],
                }
            }
            "DIE_CHOSEN" => self.chosen(theme, &event["spent"]),
            "DIE_SPENT" => {
                let who = seat(&event["playerId"]).map_or(String::new(), |seat| self.name(seat));
                let value = event["value"].as_u64().unwrap_or_default();
                let left = event["left"].as_u64().unwrap_or_default();
                let who = if self.is_alone() { String::new() } else { format!("{who}: ") };
                let left = if left == 0 { "none left".to_owned() } else { format!("{left} left") };
                vec![Told::new(Tone::Figure, format!("{who}{} spent, {left}", theme.die(value)))]
            }
            "BARGAIN_STRUCK" => {
                let narrative = text("narrative");
                let price = words.strip_prefix(&narrative).unwrap_or_default();
                let price = price.trim().trim_matches(['(', ')', '.']).to_owned();
                let price = self.figure(theme, &price);
                vec![Told::new(Tone::Narration, narrative), Told::new(Tone::Figure, price)]
            }
            "STRESS_CHANGED" | "HEAT_CHANGED" | "COIN_CHANGED" | "WANTED_CHANGED" | "RECOVERING_CHANGED"
            | "HUNTED_CHANGED" | "DICE_RECOVERED" | "POOL_ROLLED" | "CLOCK_TICKED" | "CLOCK_STARTED"
            | "CLOCK_REMOVED" => vec![Told::new(Tone::Figure, self.figure(theme, &words))],
            "CLOCK_COMPLETED" | "CLOCK_REVEALED" | "INTERRUPT_RAISED" | "TRAUMA_GAINED"
            | "CHARACTER_RETIRED" | "PASSED_OUT" | "ENTANGLEMENT_FACED" | "SESSION_ENDED" => {
                vec![Told::new(Tone::Turn, words)]
            }
            // The heading of the mood has said its name.
            "MOOD_CHANGED" => {
                let words = words.split_once(": ").filter(|(mood, _)| *mood == "Action").map_or(
                    words.clone(),
                    |(_, rest)| {
                        let mut letters = rest.chars();
                        letters
                            .next()
                            .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
                    },
                );
                vec![Told::new(Tone::Rule, words)]
            }
            _ => vec![Told::new(Tone::Rule, words)],
        }
    }

    /// A die's ending: what it was worth, that it is the one that was sealed, and the ending.
    fn chosen(&self, theme: &Theme, spent: &Value) -> Vec<Told> {
        let signs = theme.signs();
        let text = |name: &str| spent[name].as_str().unwrap_or_default();
        let ending = text("ending");
        let die = spent["die"].as_u64().and_then(|die| usize::try_from(die).ok()).unwrap_or_default();
        let mut worth = text("tier").to_owned();
        if let Some(seal) = die.checked_sub(1).and_then(|at| self.seals.get(at)) {
            let holds = Hash::of(format!("{}{ending}", text("salt")).as_bytes()) == *seal;
            let word = if holds { format!("{} seal", signs.done) } else { "BROKEN SEAL".to_owned() };
            worth = format!("{worth} {} {word} {}", signs.dot, short(*seal, signs.more));
        }
        vec![Told::new(Tone::Figure, clean_line(&worth)), Told::new(Tone::Narration, clean(ending))]
    }

    /// A figure in few words: without the name of one who plays alone, with dice as faces.
    fn figure(&self, theme: &Theme, words: &str) -> String {
        let mut words = words.trim_end_matches('.').to_owned();
        if self.is_alone()
            && let Some(name) = self.party.iter().flatten().next()
            && let Some(rest) =
                words.strip_prefix(name.as_str()).and_then(|rest| rest.strip_prefix([':', ' ']))
        {
            words = rest.trim_start().to_owned();
        }
        faces(theme, words)
    }

    fn is_alone(&self) -> bool {
        self.party.iter().flatten().count() == 1
    }

    fn name(&self, seat: SeatId) -> String {
        self.party.get(seat.index()).cloned().flatten().unwrap_or_else(|| "somebody".to_owned())
    }
}

/// One more figure on a line of them. Whose it is is not said again.
pub(crate) fn and(line: &str, more: &str, dot: &str) -> String {
    let last = line.rsplit(dot).find_map(|part| part.split_once(": ")).map(|(who, _)| who.trim());
    let rest = more.split_once(": ").filter(|(who, _)| Some(*who) == last).map_or(more, |(_, rest)| rest);
    format!("{line} {dot} {rest}")
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

fn seat(value: &Value) -> Option<SeatId> {
    serde_json::from_value(value.clone()).ok()
}

fn list(value: &Value) -> Vec<String> {
    let words = value.as_array().map(Vec::as_slice).unwrap_or_default();
    words.iter().filter_map(Value::as_str).map(clean_line).collect()
}

/// Words in which dice are shown as they lie.
fn faces(theme: &Theme, words: String) -> String {
    (1..=6).fold(words, |words, value| words.replace(&format!("[{value}]"), &theme.die(value)))
}

/// What kind of scene it is, if it says something.
fn kind(kind: &Value) -> String {
    let text = |name: &str| clean_line(kind[name].as_str().unwrap_or_default());
    let (what, words) = match kind["kind"].as_str().unwrap_or_default() {
        "encounter" => ("In the way", text("source")),
        "opportunity" => ("On offer", text("nature")),
        "discovery" => ("Found", text("what")),
        _ => return String::new(),
    };
    if words.is_empty() { String::new() } else { format!("{what}: {words}") }
}

/// The text with the signs of print as those of a typewriter.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '“' | '”' | '„' => out.push('"'),
            '‘' | '’' => out.push('\''),
            '…' => out.push_str("..."),
            '→' => out.push_str("->"),
            '·' | '–' | '—' => out.push('-'),
            '×' => out.push('x'),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use protocol::{TableTime, Telling, Voice};
    use serde_json::json;

    use super::*;

    fn frame(event: Value, words: &str) -> Frame {
        let voice = Voice::Host;
        Frame {
            number: 0,
            at: 0,
            time: TableTime(0),
            machine: MACHINE.to_owned(),
            private: false,
            to: None,
            event: serde_json::value::to_raw_value(&event).expect("an event"),
            telling: Some(Telling { voice, text: words.to_owned() })
                .filter(|telling| !telling.text.is_empty()),
            begins: None,
        }
    }

    fn parts(story: &mut Story, ascii: bool, event: Value, words: &str) -> Vec<(Tone, String)> {
        let theme = Theme { ascii, ..Theme::default() };
        let told = story.tell(&theme, Viewer::Public, &frame(event, words)).expect("a story");
        told.into_iter().map(|told| (told.tone, format!("{}|{}", told.who, told.words))).collect()
    }

    #[test]
    fn an_ending_is_held_against_its_seal() {
        let seal = Hash::of(b"00ffThe lamp goes out.");
        let commit =
            json!({"type": "OUTCOMES_COMMITTED", "playerId": 1, "situation": "", "dice": [{"seal": seal}]});
        let spent = |ending: &str| {
            let spent = json!({"die": 1, "value": 4, "tier": "partial", "ending": ending, "salt": "00ff"});
            json!({"type": "DIE_CHOSEN", "playerId": 1, "spent": spent})
        };
        let mut story = Story::default();
        parts(&mut story, false, commit, "");
        let told = parts(&mut story, false, spent("The lamp goes out."), "");
        assert_eq!(told[0], (Tone::Figure, format!("|partial · ✓ seal {}", short(seal, "…"))));
        assert_eq!(told[1], (Tone::Narration, "|The lamp goes out.".to_owned()));
        let other = parts(&mut story, true, spent("The lamp goes on."), "");
        assert!(other[0].1.contains("BROKEN SEAL") && other[0].1.is_ascii(), "{other:?}");
    }

    #[test]
    fn figures_name_nobody_where_there_is_nobody_else() {
        let mut story = Story::default();
        let made = |seat: u8, name: &str| json!({"type": "CHARACTER_CREATED", "playerId": seat, "character": {"name": name}});
        parts(&mut story, false, made(1, "Ada"), "");
        let stress = || json!({"type": "STRESS_CHANGED", "playerId": 1, "from": 2, "to": 3});
        let told = parts(&mut story, false, stress(), "Ada: stress 2 → 3.");
        assert_eq!(told, [(Tone::Figure, "|stress 2 → 3".to_owned())]);
        parts(&mut story, false, made(2, "Bram"), "");
        let told = parts(&mut story, true, stress(), "Ada: stress 2 → 3.");
        assert_eq!(told, [(Tone::Figure, "|Ada: stress 2 -> 3".to_owned())]);
        let gets = json!({"type": "DICE_RECOVERED", "playerId": 1});
        let told = parts(&mut story, false, gets, "Ada gets [6] [1] (rest).");
        assert_eq!(told, [(Tone::Figure, "|Ada gets ⚅ 6 ⚀ 1 (rest)".to_owned())]);
    }

    #[test]
    fn what_is_not_known_by_name_is_told_in_the_machines_own_words() {
        let mut story = Story::default();
        let told = parts(&mut story, false, json!({"type": "SOMETHING_NEW"}), "It rains.");
        assert_eq!(told, [(Tone::Rule, "|It rains.".to_owned())]);
        let other = Frame { machine: "table".to_owned(), ..frame(json!({}), "x") };
        assert_eq!(story.tell(&Theme::default(), Viewer::Public, &other), None);
    }
}
