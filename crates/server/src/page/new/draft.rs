//! A table as somebody has described it so far, right or wrong.

use std::collections::BTreeMap;

use engine::{Chance, SeatId};
use serde_json::{Value, json};

use crate::saved::Opened;
use crate::says;
use crate::wire::{Activity, FieldFault, NewSeat, NewTable, OptionKind, SetupOption};

/// What a seed may be.
const SEED: &str = says::GIVE_A_WHOLE_NUMBER_OR_ALL;

/// Who is to sit in a seat, as it was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Sits {
    /// Whoever lays the table.
    You,
    /// Somebody who comes by a link.
    Friend,
    /// A character of the house or a model, by its name.
    Other(String),
}

impl Sits {
    /// The value of the choice that is typed and not taken from the list.
    pub(super) const TYPED: &str = "typed";

    /// A choice of the form, with what was typed beside it.
    fn read(chosen: &str, typed: &str) -> Sits {
        match chosen.trim() {
            "you" => Sits::You,
            "friend" => Sits::Friend,
            Sits::TYPED => Sits::Other(typed.trim().to_owned()),
            other => Sits::Other(other.to_owned()),
        }
    }

    /// The value of the choice.
    pub(super) fn value(&self) -> &str {
        match self {
            Sits::You => "you",
            Sits::Friend => "friend",
            Sits::Other(holder) => holder,
        }
    }

    /// Who holds the seat then.
    fn holder(&self) -> &str {
        match self {
            Sits::You | Sits::Friend => "person",
            Sits::Other(holder) => holder,
        }
    }
}

/// A seat as it is to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The name that all see.
    pub(super) name: String,
    pub(super) sits: Sits,
}

impl Place {
    /// Seats that were laid before: the first person at them is whoever lays them again.
    fn of(seats: &[NewSeat]) -> Vec<Place> {
        let mut you = Some(Sits::You);
        let place = |seat: &NewSeat| {
            let sits = match seat.holder.as_str() {
                "person" => you.take().unwrap_or(Sits::Friend),
                other => Sits::Other(other.to_owned()),
            };
            Place { name: seat.name.clone(), sits }
        };
        seats.iter().map(place).collect()
    }
}

/// What was typed.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) machine: String,
    pub(super) title: String,
    pub(super) seed: String,
    /// When people may sit down in seats of the house or of models.
    pub(super) open_seats: String,
    /// What is spoken there, by its tag; English, if nothing is said.
    pub(super) language: String,
    pub(super) seats: Vec<Place>,
    /// By the path of the option.
    options: BTreeMap<String, String>,
}

impl Draft {
    /// As the activity has it if nothing else is said.
    pub(super) fn preset(activity: &Activity) -> Draft {
        let start = |option: &SetupOption| (option.path.clone(), begins_with(&option.kind));
        Draft {
            machine: activity.machine.clone(),
            title: activity.title.clone(),
            seed: String::new(),
            open_seats: String::new(),
            language: String::new(),
            seats: Place::of(&activity.seats),
            options: activity.options.iter().map(start).collect(),
        }
    }

    /// As an earlier table was opened.
    pub(super) fn again(activity: &Activity, title: &str, opened: Opened) -> Draft {
        let mut draft = Draft::preset(activity);
        title.clone_into(&mut draft.title);
        draft.seats = Place::of(&opened.seats);
        draft.open_seats = opened.open_seats.unwrap_or_default();
        draft.language = opened.language.unwrap_or_default();
        for option in &activity.options {
            let value = option.path.split('.').fold(&opened.setup, |value, key| &value[key]);
            if let Some(text) = shown(&option.kind, value) {
                draft.options.insert(option.path.clone(), text);
            }
        }
        draft
    }

    /// As a form has sent it.
    pub(super) fn read(activity: &Activity, sent: &[(String, String)]) -> Draft {
        let given = |name: &str| sent.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());
        let text = |name: &str| given(name).unwrap_or_default();
        let seat = |at: usize| {
            let name = given(&format!("seats[{at}].name"))?;
            let typed = text(&format!("seats[{at}].typed"));
            Some(Place { name, sits: Sits::read(&text(&format!("seats[{at}].holder")), &typed) })
        };
        let option = |option: &SetupOption| (option.path.clone(), text(&format!("setup.{}", option.path)));
        Draft {
            machine: activity.machine.clone(),
            title: text("title"),
            seed: text("seed"),
            open_seats: text("open_seats"),
            language: text("language"),
            seats: (0..engine::limits::SEATS_MAX).map_while(seat).collect(),
            options: activity.options.iter().map(option).collect(),
        }
    }

    /// What was said for an option.
    pub(super) fn option(&self, path: &str) -> &str {
        self.options.get(path).map_or("", String::as_str)
    }

    /// With so many seats, as far as the activity lets there be. The last one stays the last: it may be of another kind.
    pub(super) fn seat(&mut self, activity: &Activity, count: usize) {
        let count = count.clamp(activity.seats_min, activity.seats_max);
        while self.seats.len() > count.max(1) {
            self.seats.remove(self.seats.len().saturating_sub(2));
        }
        while self.seats.len() < count {
            let known = activity.seats.iter().chain(&activity.house_seats).map(|seat| seat.name.clone());
            let numbered = (1..=count).map(says::player);
            let is_free = |name: &String| !self.seats.iter().any(|seat| seat.name == *name);
            let name = known.chain(numbered).find(is_free).unwrap_or_default();
            let place = self.seats.len().saturating_sub(1);
            let like = &activity.house_seats[place % (activity.house_seats.len().max(2) - 1)];
            self.seats.insert(place, Place { name, sits: Sits::Other(like.holder.clone()) });
        }
    }

    /// Gives every seat that is not a person's to somebody.
    pub(super) fn fill(&mut self, holder: &str) {
        let holder = Sits::Other(holder.trim().to_owned());
        for seat in &mut self.seats {
            if matches!(seat.sits, Sits::Other(_)) {
                seat.sits = holder.clone();
            }
        }
    }

    /// The seats of those who sit so.
    pub(super) fn of(&self, sits: &Sits) -> Vec<SeatId> {
        let seats = self.seats.iter().enumerate().filter(|(_, seat)| seat.sits == *sits);
        seats.map(|(at, _)| SeatId::at(at)).collect()
    }

    /// The table that is meant, and what cannot be read.
    pub(super) fn wanted(&self, activity: &Activity) -> (NewTable, Vec<FieldFault>) {
        let mut faults = Vec::new();
        let mut fault =
            |field: &str, problem: String| faults.push(FieldFault { field: field.to_owned(), problem });
        let chance: Option<Chance> = match self.seed.trim() {
            "" => None,
            text => text.parse().map_err(|_| fault("seed", SEED.to_owned())).ok(),
        };
        let (seed, salt) = (chance.map(|it| it.seed.0), chance.and_then(|it| it.salt));
        // What is not said is the activity's to say.
        let mut setup = json!({});
        for option in &activity.options {
            let text = self.option(&option.path);
            match value(&option.kind, text) {
                Ok(value) => put(&mut setup, &option.path, value),
                Err(problem) => fault(&option.path, problem),
            }
        }
        for seat in self.of(&Sits::You).iter().skip(1) {
            let problem = says::ONE_SEAT_IS_YOURS_ALREADY_GIVE.to_owned();
            fault(&format!("seats[{}].holder", seat.index()), problem);
        }
        let trimmed = |seat: &Place| NewSeat {
            name: seat.name.trim().to_owned(),
            holder: seat.sits.holder().to_owned(),
        };
        let title = Some(self.title.trim().to_owned()).filter(|title| !title.is_empty());
        let seats = Some(self.seats.iter().map(trimmed).collect());
        (
            NewTable {
                machine: self.machine.clone(),
                title,
                seats,
                setup: Some(setup),
                seed,
                salt: salt.map(|salt| salt.to_string()),
                open_seats: self.open_seats(),
                language: Some(self.language.clone()).filter(|it| !it.is_empty()),
            },
            faults,
        )
    }

    fn open_seats(&self) -> Option<String> {
        Some(self.open_seats.clone()).filter(|it| !it.is_empty())
    }

    /// The control of a field that something is wrong with.
    pub(super) fn name_of(activity: &Activity, field: &str) -> Option<String> {
        match field {
            "seats" => Some("count".to_owned()),
            "title" | "seed" | "open_seats" | "language" => Some(field.to_owned()),
            field if field.starts_with("seats[") => Some(field.to_owned()),
            field => activity.options.iter().find(|it| it.path == field).map(|_| format!("setup.{field}")),
        }
    }
}

/// What stands in a field at first.
fn begins_with(kind: &OptionKind) -> String {
    match kind {
        OptionKind::Number { value, .. } => value.map_or(String::new(), |value| value.to_string()),
        OptionKind::Text { value, .. } => value.clone(),
        OptionKind::Choice { choices, value: Value::Null } => {
            choices.first().map_or(String::new(), |it| it.0.to_string())
        }
        OptionKind::Choice { value, .. } => value.to_string(),
        OptionKind::Flag { value: true } => "yes".to_owned(),
        OptionKind::Flag { value: false } | OptionKind::Texts => String::new(),
    }
}

/// A value as its field shows it.
fn shown(kind: &OptionKind, value: &Value) -> Option<String> {
    match (kind, value) {
        (_, Value::Null) => None,
        (OptionKind::Flag { .. }, value) => Some(if value == &json!(true) { "yes" } else { "" }.to_owned()),
        (OptionKind::Text { .. }, Value::String(text)) => Some(text.clone()),
        (OptionKind::Texts, Value::Array(texts)) => {
            Some(texts.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("\n"))
        }
        (_, value) => Some(value.to_string()),
    }
}

/// What a field says as a value; nothing, if it is left to the activity.
fn value(kind: &OptionKind, text: &str) -> Result<Option<Value>, String> {
    let trimmed = text.trim();
    match kind {
        OptionKind::Flag { .. } => Ok(Some(json!(trimmed == "yes"))),
        OptionKind::Texts => {
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
            Ok(Some(lines.map(Value::from).collect()))
        }
        _ if trimmed.is_empty() => Ok(None),
        OptionKind::Text { .. } => Ok(Some(json!(trimmed))),
        OptionKind::Number { min, max, .. } => {
            let number = trimmed.parse::<u64>().ok().filter(|number| (min..=max).contains(&number));
            number.map(|number| Some(json!(number))).ok_or_else(|| says::give_a_number_from_to(min, max))
        }
        OptionKind::Choice { choices, .. } => {
            let given: Value = serde_json::from_str(trimmed).unwrap_or_default();
            let found = choices.iter().find(|(value, _)| *value == given);
            found.map(|(value, _)| Some(value.clone())).ok_or_else(|| says::CHOOSE_ONE_OF_THE_LIST.to_owned())
        }
    }
}

/// Puts a value where its path leads, or takes away what is there.
fn put(setup: &mut Value, path: &str, value: Option<Value>) {
    let (mut place, mut keys) = (setup, path.split('.').peekable());
    while let Some(key) = keys.next() {
        if !place.is_object() {
            *place = json!({});
        }
        let Some(fields) = place.as_object_mut() else { return };
        match (keys.peek(), &value) {
            (Some(_), _) => place = fields.entry(key).or_insert_with(|| json!({})),
            (None, Some(value)) => {
                fields.insert(key.to_owned(), value.clone());
                return;
            }
            (None, None) => {
                fields.remove(key);
                return;
            }
        }
    }
}

/// What is wrong, with the place where it is.
pub(super) fn words_of(activity: &Activity, fault: &FieldFault) -> String {
    let FieldFault { field, problem } = fault;
    let seat = field.strip_prefix("seats[").and_then(|rest| rest.split_once(']'));
    let place = match (field.as_str(), seat) {
        ("", _) => return problem.clone(),
        (_, Some((at, _))) => says::seat_at(at.parse().map_or(0, |at: usize| at + 1)),
        ("seats", _) => says::SEATS.to_owned(),
        ("title", _) => says::TITLE.to_owned(),
        ("seed", _) => says::SEED.to_owned(),
        ("open_seats", _) => says::SEATS_OF_THE_HOUSE.to_owned(),
        ("language", _) => says::LANGUAGE.to_owned(),
        (path, _) => {
            let option = activity.options.iter().find(|option| option.path == path);
            option.map_or_else(|| path.to_owned(), |option| option.label.clone())
        }
    };
    format!("{place}: {problem}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn activity() -> Activity {
        let seat = |name: &str, holder: &str| NewSeat { name: name.to_owned(), holder: holder.to_owned() };
        let number = |path: &str| SetupOption {
            path: path.to_owned(),
            label: path.to_owned(),
            about: String::new(),
            kind: OptionKind::Number { min: 0, max: 5, value: None },
        };
        Activity {
            machine: "story".to_owned(),
            title: "Friday".to_owned(),
            about: String::new(),
            seats: vec![seat("Ana", "person"), seat("Teller", "house:narrator")],
            house_seats: vec![seat("Bruno", "house:player"), seat("Teller", "house:narrator")],
            setup: json!({"roles": {"mafia": 3, "villager": 5}, "speed": "FAST"}),
            seats_min: 2,
            seats_max: 4,
            characters: Vec::new(),
            options: vec![number("roles.mafia"), number("turns")],
        }
    }

    #[test]
    fn seats_come_and_go_before_the_last_one() {
        let activity = activity();
        let mut draft = Draft::preset(&activity);
        draft.seat(&activity, 9);
        let sits = |draft: &Draft| {
            let sits = draft.seats.iter().map(|seat| seat.sits.value().to_owned());
            sits.collect::<Vec<_>>()
        };
        assert_eq!(sits(&draft), ["you", "house:player", "house:player", "house:narrator"]);
        draft.seat(&activity, 0);
        assert_eq!(sits(&draft), ["you", "house:narrator"]);
        draft.fill("house:player");
        assert_eq!(sits(&draft), ["you", "house:player"], "people keep their seats");
    }

    #[test]
    fn what_is_left_out_is_left_to_the_activity() {
        let activity = activity();
        let (wanted, faults) = Draft::preset(&activity).wanted(&activity);
        assert!(faults.is_empty(), "{faults:?}");
        assert_eq!(wanted.setup, Some(json!({"roles": {}})));
        let mut draft = Draft::preset(&activity);
        draft.options.insert("roles.mafia".to_owned(), "9".to_owned());
        draft.seed = "x".to_owned();
        let (_, faults) = draft.wanted(&activity);
        let named: Vec<&str> = faults.iter().map(|fault| fault.field.as_str()).collect();
        assert_eq!(named, ["seed", "roles.mafia"]);
    }

    #[test]
    fn what_stands_there_at_first_is_what_a_table_is_laid_with() {
        let option = |path: &str, kind| {
            let (path, label) = (path.to_owned(), path.to_owned());
            SetupOption { path, label, about: String::new(), kind }
        };
        let choices = vec![(json!("slow"), "slow".to_owned()), (json!("quick"), "quick".to_owned())];
        let options = vec![
            option("lantern", OptionKind::Flag { value: true }),
            option("pace", OptionKind::Choice { choices: choices.clone(), value: json!("quick") }),
            option("wind", OptionKind::Choice { choices, value: Value::Null }),
        ];
        let activity = Activity { setup: json!({}), options, ..activity() };
        let (wanted, faults) = Draft::preset(&activity).wanted(&activity);
        assert!(faults.is_empty(), "{faults:?}");
        assert_eq!(wanted.setup, Some(json!({"lantern": true, "pace": "quick", "wind": "slow"})));
    }

    #[test]
    fn seats_are_people_and_only_one_of_them_is_yours() {
        let sent = |sits: [(&str, &str); 3]| {
            let fields = sits.iter().enumerate().flat_map(|(at, (chosen, typed))| {
                let field = |of: &str, value: &str| (format!("seats[{at}].{of}"), value.to_owned());
                [field("name", "Ana"), field("holder", chosen), field("typed", typed)]
            });
            Draft::read(&activity(), &fields.collect::<Vec<_>>())
        };
        let draft = sent([("friend", ""), ("you", ""), ("typed", " model:ollama:tiny ")]);
        let (wanted, faults) = draft.wanted(&activity());
        assert!(faults.is_empty(), "{faults:?}");
        let holders: Vec<String> = wanted.seats.into_iter().flatten().map(|seat| seat.holder).collect();
        assert_eq!(holders, ["person", "person", "model:ollama:tiny"]);
        assert_eq!(
            (draft.of(&Sits::You), draft.of(&Sits::Friend)),
            (vec![SeatId::at(1)], vec![SeatId::at(0)])
        );
        let (_, faults) = sent([("you", ""), ("house:player", ""), ("you", "")]).wanted(&activity());
        let named: Vec<&str> = faults.iter().map(|fault| fault.field.as_str()).collect();
        assert_eq!(named, ["seats[2].holder"]);
    }

    #[test]
    fn a_fault_names_its_place() {
        let fault = |field: &str| FieldFault { field: field.to_owned(), problem: "no".to_owned() };
        let words = |field: &str| words_of(&activity(), &fault(field));
        assert_eq!(words("seats[2].holder"), "Seat 3: no");
        assert_eq!(words("roles.mafia"), "roles.mafia: no");
        assert_eq!(words(""), "no");
    }
}
