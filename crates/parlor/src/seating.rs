//! Who sits where: what is said about a table, and the seats and the setup that come of it.

use engine::{Budget, Holder, Leader, Seat, SeatId, SeatSet, Seating, Seed, Speed};
use protocol::table::Language;
use serde_json::Value;
use serde_json::value::RawValue;
use table::OpenSeats;

use crate::activity::Activity;
use crate::exit::Failure;
use crate::model_flag::{self, Given};
use crate::names;

/// Who sits down to what.
#[derive(Debug)]
pub(crate) struct Laid {
    /// The seats.
    pub(crate) seats: Vec<Seat>,
    /// The options of the activity.
    pub(crate) setup: Box<RawValue>,
    /// What its models may use.
    pub(crate) budget: Budget,
    /// What is spoken there.
    pub(crate) language: Language,
    /// When people may sit down in seats of the house or of models.
    pub(crate) open_seats: OpenSeats,
}

/// What is said about who sits at a table.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wanted<'a> {
    /// The person's name.
    pub(crate) name: Option<&'a str>,
    /// How many seats, or who sits in them.
    pub(crate) seats: Option<&'a str>,
    /// How many sit there beside whoever leads them.
    pub(crate) others: Option<usize>,
    /// Which models sit where, each as `SEATS=SPEC` or as `SPEC`.
    pub(crate) models: &'a [String],
}

/// How a table shall be, besides who sits there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner<'a> {
    /// How fast it goes.
    pub(crate) speed: Option<Speed>,
    /// What it is called, if somebody thought of that.
    pub(crate) title: Option<&'a str>,
    /// What is spoken there.
    pub(crate) language: Language,
    /// What was said of the setup.
    pub(crate) said: &'a Value,
}

impl Default for Manner<'_> {
    fn default() -> Self {
        Manner { speed: None, title: None, language: Language::ENGLISH, said: &Value::Null }
    }
}

/// How many of the house are watched at play, at least, if so many may sit down.
const WATCHED: usize = 3;

impl Activity {
    /// A table with these seats, and the setup that suits them, with what was said over it.
    pub(crate) fn laid(self, seats: Vec<Seat>, manner: Manner<'_>) -> Laid {
        let Manner { speed, title, said, .. } = manner;
        let sees = seats.iter().enumerate().filter(|(_, seat)| sees(&seat.holder));
        let sees = sees.fold(SeatSet::EMPTY, |all, (at, _)| all.with(SeatId::at(at)));
        let nothing = Value::Object(serde_json::Map::new());
        let said = if said.is_null() { &nothing } else { said };
        let setup = self.rules().setup(&Seating { seats: &seats, sees, speed, title, said });
        Laid {
            seats,
            setup,
            budget: Budget::default(),
            language: manner.language,
            open_seats: OpenSeats::default(),
        }
    }

    /// The same, unless it is to wait for the host after each phase and cannot.
    pub(crate) fn laid_so(self, seats: Vec<Seat>, manner: Manner<'_>) -> Result<Laid, Failure> {
        let laid = self.laid(seats, manner);
        match manner.speed {
            Some(Speed::Step) if !self.waits_for_host(&laid.setup) => Err(Failure::usage(
                format!(
                    "--speed step has no meaning for {}: no phase of it waits for whoever runs the table",
                    self.called()
                ),
                "leave it out, or say relaxed, normal, fast or instant: how fast the house plays",
            )),
            _ => Ok(laid),
        }
    }

    /// Seats as the command line wants them: with a person, or with models and nobody else but the house.
    pub(crate) fn seats(self, seed: Seed, wanted: Wanted<'_>) -> Result<Vec<Seat>, Failure> {
        let Wanted { name, seats, others, models } = wanted;
        let named = match (self.custom().leader, seats) {
            (Some(leader), Some(_)) => return Err(self.no_seats(leader)),
            (Some(leader), None) => {
                let count = self.led(leader, others)?;
                let given = model_flag::read(models, count, count - 1..count, Some(leader.title))?;
                self.around_person(seed, name, given)?
            }
            (None, Some(list)) if list.trim().parse::<usize>().is_err() => self.listed(name, list, models)?,
            (None, seats) => {
                let count = seats.and_then(|seats| seats.trim().parse().ok()).unwrap_or(self.usual());
                self.check_seats(count)?;
                self.around_person(seed, name, model_flag::read(models, count, 0..count, None)?)?
            }
        };
        Ok(seated(named))
    }

    /// Seats for these people, in this order, and the house in those that are left.
    #[cfg(any(test, feature = "discord"))]
    pub(crate) fn seats_of(self, seed: Seed, people: &[String]) -> Vec<Seat> {
        let count = (people.len() + self.leading()).max(self.usual());
        self.round(seed, people, count)
    }

    /// Seats of the house alone.
    pub(crate) fn seats_of_house(self, seed: Seed) -> Vec<Seat> {
        let range = self.card().seats;
        self.round(seed, &[], self.usual().max(WATCHED).clamp(*range.start(), *range.end()))
    }

    /// The most people that sit down to that.
    #[cfg(any(test, feature = "discord"))]
    pub(crate) fn people_max(self) -> usize {
        *self.card().seats.end() - self.leading()
    }

    /// Refuses a number of seats that it is not for, before anything is made of it.
    pub(crate) fn check_seats(self, count: usize) -> Result<(), Failure> {
        let range = self.card().seats;
        if range.contains(&count) {
            return Ok(());
        }
        let (least, most) = (range.start(), range.end());
        Err(Failure::usage(
            format!("{count} seats: {} has {least} to {most} seats", self.called()),
            format!("say --seats {least} to --seats {most}"),
        ))
    }

    /// How many seats a table has if nobody says.
    pub(crate) fn usual(self) -> usize {
        let range = self.card().seats;
        self.custom().usual.clamp(*range.start(), *range.end())
    }

    /// How many seats lead the others: none or one.
    #[cfg(any(test, feature = "discord"))]
    fn leading(self) -> usize {
        usize::from(self.custom().leader.is_some())
    }

    /// How many seats there are with so many beside the leader.
    fn led(self, leader: Leader, others: Option<usize>) -> Result<usize, Failure> {
        let Some(others) = others else { return Ok(self.usual()) };
        let range = self.card().seats;
        let (least, most) = (range.start() - 1, range.end() - 1);
        let Leader { title, others: flag, .. } = leader;
        if (least..=most).contains(&others) {
            return Ok(others + 1);
        }
        Err(Failure::usage(
            format!("a {flag} of {others}: {} is for {least} to {most}", self.called()),
            format!("say --{flag} {least} to --{flag} {most}; {title} comes on top"),
        ))
    }

    /// Where one seat leads the others, seats are not counted by hand.
    fn no_seats(self, leader: Leader) -> Failure {
        let Leader { title, others: flag, .. } = leader;
        let range = self.card().seats;
        let (least, most) = (range.start() - 1, range.end() - 1);
        let todo = match flag {
            "" => format!("say --as for your name; --model SPEC gives the seat of {title} to a model"),
            _ => format!(
                "say --{flag} {least} to --{flag} {most} for how many play; --model SPEC gives {title} a model"
            ),
        };
        let called = self.called();
        Failure::usage(format!("--seats has no meaning for {called}: the last seat is for {title}"), todo)
    }

    /// People first, then the house, and last whoever leads.
    fn round(self, seed: Seed, people: &[String], count: usize) -> Vec<Seat> {
        let (card, custom) = (self.card(), self.custom());
        let chairs = custom.chairs(count);
        let free = names::drawn(seed, people).into_iter().enumerate();
        let house = free.map(|(nth, name)| (name.to_owned(), card.character(&custom, false, nth)));
        let leader = custom
            .leader
            .map(|leader| (names::beside(people, leader.house), card.character(&custom, true, 0)));
        seated(names::persons(people).chain(house).take(chairs).chain(leader).collect())
    }

    /// The person in the seat that the seed draws, or else in the first that no model was given by its number; and round it the
    /// models, and the house.
    fn around_person(
        self,
        seed: Seed,
        name: Option<&str>,
        given: Vec<Option<Given>>,
    ) -> Result<Vec<(String, Holder)>, Failure> {
        let (card, custom, count) = (self.card(), self.custom(), given.len());
        let chairs = custom.chairs(count);
        let is_free = |chair: &usize| !given[*chair].as_ref().is_some_and(|given| given.by_number);
        let first = if custom.draws_seat { names::chair(seed, chairs) } else { 0 };
        let person = std::iter::once(first).chain(0..chairs).find(is_free);
        if let (None, Some(name)) = (person, name) {
            return Err(Failure::usage(
                format!("every seat has a model: none is left for {name:?}"),
                "leave --as out to watch, or leave a seat free: say for --model which seats are for it",
            ));
        }
        let taken: Vec<String> = name.iter().map(|name| (*name).to_owned()).collect();
        let mut free = names::drawn(seed, &taken).into_iter();
        // Where the seed draws the seat, whoever has it is the first to be named.
        let own = if custom.draws_seat && person.is_some() { name.or_else(|| free.next()) } else { name };
        let mut nth = 0;
        let mut named = Vec::new();
        for (chair, given) in given.into_iter().enumerate() {
            let leader = custom.leader.filter(|_| chair == chairs);
            let holder = match given {
                _ if person == Some(chair) => Holder::Person,
                Some(given) => Holder::Model(given.spec),
                None => card.character(&custom, leader.is_some(), nth),
            };
            let name = match (leader, &holder) {
                (Some(leader), Holder::Model(_)) => leader.model,
                (Some(leader), Holder::Person | Holder::House(_)) => leader.house,
                (None, Holder::Person) => own.or_else(|| free.next()).unwrap_or_default(),
                (None, Holder::Model(_) | Holder::House(_)) => free.next().unwrap_or_default(),
            };
            nth += usize::from(holder != Holder::Person);
            named.push((name.to_owned(), holder));
        }
        Ok(named)
    }

    /// `Ana=person,Ben=house:social,Cole=house,Dee=model:ollama:llama3.2`.
    fn listed(
        self,
        name: Option<&str>,
        list: &str,
        models: &[String],
    ) -> Result<Vec<(String, Holder)>, Failure> {
        let (card, custom) = (self.card(), self.custom());
        let example = "write --seats 7, or --seats Ana=person,Ben=house,Cy=model:ollama:llama3.2,…";
        let mut named = Vec::new();
        for (index, entry) in list.split(',').enumerate() {
            let Some((name, holder)) = entry.split_once('=') else {
                return Err(Failure::usage(
                    format!("{entry:?} is neither a number of seats nor NAME=HOLDER"),
                    example,
                ));
            };
            let holder = match holder.trim() {
                "house" => card.character(&custom, false, index),
                holder => holder
                    .parse()
                    .map_err(|why: String| Failure::usage(format!("--seats: {why}"), example))?,
            };
            named.push((name.trim().to_owned(), holder));
        }
        if let Some(own) = name {
            let place = named.iter_mut().find(|(name, _)| name.eq_ignore_ascii_case(own.trim()));
            let Some((_, holder)) = place else {
                return Err(Failure::usage(
                    format!("--as {own:?} is not in the list of seats"),
                    "leave --as out, or name one of the list",
                ));
            };
            *holder = Holder::Person;
        }
        let count = named.len();
        self.check_seats(count)?;
        for (index, given) in model_flag::read(models, count, 0..count, None)?.into_iter().enumerate() {
            let Some(given) = given else { continue };
            let (name, holder) = &mut named[index];
            match (&holder, given.by_number) {
                (Holder::Person, true) => {
                    let seat = index + 1;
                    return Err(Failure::usage(
                        format!("seat {seat} is {name}'s, and --model gives it to a model"),
                        format!("leave seat {seat} out of --model, or write {name}=model:… in the list"),
                    ));
                }
                (Holder::Person, false) => {}
                (Holder::House(_) | Holder::Model(_), _) => *holder = Holder::Model(given.spec),
            }
        }
        let is_model = |(_, holder): &(String, Holder)| matches!(holder, Holder::Model(_));
        match named.iter().filter(|(_, holder)| *holder == Holder::Person).count() {
            1 => Ok(named),
            // Models can be watched.
            0 if named.iter().any(is_model) => Ok(named),
            0 => Err(Failure::usage(
                "no seat in the list is for a person",
                "write NAME=person for yours; parlor demo plays without you",
            )),
            people => Err(Failure::usage(
                format!("{people} people cannot sit at one terminal"),
                "write NAME=person once; give the others to the house",
            )),
        }
    }
}

/// Can whoever holds a seat look at photos? What a model cannot see it is not sent, and the person is told.
pub(crate) fn sees(holder: &Holder) -> bool {
    let Holder::Model(spec) = holder else { return false };
    // A provider of one's own is as good as the known ones: whether there is such a one is found when it is asked.
    let provider = spec.split(':').next().unwrap_or_default();
    llm::Spec::parse(spec, &[provider]).is_ok_and(|spec| spec.sees())
}

/// The first seat that a person holds.
pub(crate) fn persons_seat(seats: &[Seat]) -> Option<SeatId> {
    seats.iter().position(|seat| seat.holder == Holder::Person).map(SeatId::at)
}

/// The seat that is named by its number or a name, or else the first, if a person has it.
pub(crate) fn seat_of_person(seats: &[Seat], named: Option<&str>) -> Result<SeatId, Failure> {
    let people: Vec<String> = seats
        .iter()
        .enumerate()
        .filter(|(_, seat)| seat.holder == Holder::Person)
        .map(|(index, seat)| format!("{} ({})", SeatId::at(index), protocol::clean_line(&seat.name)))
        .collect();
    let todo = match people.is_empty() {
        true => "take another session, or lay a table with a seat for a person".to_owned(),
        false => format!("say --seat with one of: {}", people.join(", ")),
    };
    let Some(named) = named else {
        return persons_seat(seats)
            .ok_or_else(|| Failure::failed("no person has a seat at this table", todo));
    };
    let by_number = |number: usize| number.checked_sub(1).filter(|index| *index < seats.len());
    let by_name = || seats.iter().position(|seat| seat.name.trim().eq_ignore_ascii_case(named.trim()));
    let found = named.parse().map_or_else(|_| by_name(), by_number);
    let index =
        found.ok_or_else(|| Failure::failed(format!("there is no seat {named:?} at this table"), &todo))?;
    match &seats[index].holder {
        Holder::Person => Ok(SeatId::at(index)),
        holder => Err(Failure::failed(format!("seat {named} is not a person's: {holder} has it"), todo)),
    }
}

/// Seats by number, with an id for each chair.
pub(crate) fn seated(named: Vec<(String, Holder)>) -> Vec<Seat> {
    (1..)
        .zip(named)
        .map(|(number, (name, holder))| Seat { id: format!("seat-{number}"), name, holder })
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::activity::{all, of};

    fn activity(name: &str) -> Activity {
        of(name).expect("an activity")
    }

    /// Seats in words: `Kim=person`.
    fn words(seats: &[Seat]) -> Vec<String> {
        seats.iter().map(|seat| format!("{}={}", seat.name, seat.holder)).collect()
    }

    #[track_caller]
    fn seats(
        name: &str,
        own: Option<&str>,
        others: Option<usize>,
        models: &[&str],
    ) -> Result<Vec<Seat>, Failure> {
        let models: Vec<String> = models.iter().map(|model| (*model).to_owned()).collect();
        activity(name).seats(Seed(7), Wanted { name: own, others, models: &models, ..Wanted::default() })
    }

    #[track_caller]
    fn story(party: Option<usize>, models: &[&str]) -> Vec<String> {
        words(&seats("dm", Some("Kim"), party, models).expect("a table"))
    }

    #[test]
    fn the_person_sits_first_and_the_game_master_last() {
        assert_eq!(story(None, &[]), ["Kim=person", "The House=house:narrator"]);
        let three = story(Some(3), &[]);
        assert_eq!(three.len(), 4);
        assert_eq!((three[0].as_str(), three[3].as_str()), ("Kim=person", "The House=house:narrator"));
        assert!(three[1].ends_with("=house:player") && three[2].ends_with("=house:player"), "{three:?}");
    }

    #[test]
    fn a_model_without_a_seat_is_the_game_master_whatever_else_is_said() {
        assert_eq!(story(None, &["a:b"]), ["Kim=person", "The Game Master=model:a:b"]);
        for models in [["2=c:d", "a:b"], ["a:b", "2=c:d"]] {
            let seats = story(Some(2), &models);
            assert!(seats[1].ends_with("=model:c:d"), "{seats:?}");
            assert_eq!((seats[0].as_str(), seats[2].as_str()), ("Kim=person", "The Game Master=model:a:b"));
        }
        assert_eq!(story(Some(2), &["1=c:d"])[1], "Kim=person", "the first free seat of the party");
    }

    #[track_caller]
    fn tidied(models: &[&str], expected: [&str; 2], coach_sees: bool) {
        let own = Some("Kim").filter(|_| !models.concat().starts_with('1'));
        let seats = seats("tidying", own, None, models).expect("a table");
        assert_eq!(words(&seats), expected, "{models:?}");
        let setup = setup("tidying", seats, Manner::default());
        assert_eq!(setup["coach_sees"], coach_sees, "{models:?}");
    }

    fn setup(name: &str, seats: Vec<Seat>, manner: Manner<'_>) -> Value {
        serde_json::from_str(activity(name).laid(seats, manner).setup.get()).expect("a setup")
    }

    #[test]
    fn a_model_is_the_coach_unless_a_seat_is_named_and_sees_if_it_can() {
        tidied(&[], ["Kim=person", "The Coach=house:coach"], false);
        tidied(&["ollama:llama3.2"], ["Kim=person", "The Coach=model:ollama:llama3.2"], false);
        tidied(&["openai:gpt-5-mini"], ["Kim=person", "The Coach=model:openai:gpt-5-mini"], true);
        tidied(&["mine:eyes@sees=yes"], ["Kim=person", "The Coach=model:mine:eyes@sees=yes"], true);
        tidied(&["2=a:b", "c:d"], ["Kim=person", "The Coach=model:c:d"], false);
        assert!(seats("tidying", Some("Kim"), None, &["1=a:b"]).is_err(), "the person's seat is taken");
    }

    #[test]
    fn a_coach_that_can_see_is_known_by_its_seat_unless_it_is_said() {
        for (coach, said, sees) in [
            ("model:openai:gpt-5-mini", json!({}), true),
            ("model:ollama:llama3.2", json!({}), false),
            ("model:openai:gpt-5-mini", json!({"coach_sees": false}), false),
            ("house:coach", json!({"space": "desk"}), false),
        ] {
            let holder = coach.parse().expect("a holder");
            let seats = seated(vec![("Kim".to_owned(), Holder::Person), ("The Coach".to_owned(), holder)]);
            let setup = setup("tidying", seats, Manner { said: &said, ..Manner::default() });
            assert_eq!(setup["coach_sees"], sees, "{coach}");
        }
    }

    #[test]
    fn nobody_is_hurried_who_does_not_want_to_be() {
        for (speed, ms) in [
            (None, Some(300_000)),
            (Some(Speed::Relaxed), Some(300_000)),
            (Some(Speed::Step), None),
            (Some(Speed::Instant), None),
        ] {
            let seats = seats("tidying", None, None, &[]).expect("a table");
            let setup = setup("tidying", seats, Manner { speed, ..Manner::default() });
            assert_eq!(setup["answer_ms"].as_u64(), ms, "{speed:?}");
        }
    }

    #[test]
    fn roles_that_nobody_counted_suit_the_seats() {
        let roles = |seats: usize, said: Value| {
            let seats = activity("mafia")
                .seats(Seed(7), Wanted { seats: Some(&seats.to_string()), ..Wanted::default() });
            setup("mafia", seats.expect("seats"), Manner { said: &said, ..Manner::default() })["roles"].take()
        };
        assert_eq!(roles(7, json!({})), json!({"mafia": 2, "doctor": 1, "sheriff": 1, "villager": 3}));
        let said = json!({"roles": {"mafia": 1, "doctor": 0}});
        assert_eq!(roles(7, said), json!({"mafia": 1, "doctor": 0, "sheriff": 1, "villager": 5}));
    }

    #[test]
    fn clocks_run_for_people_and_for_models_that_are_to_be_hurried() {
        let mafia = activity("mafia");
        let person = || mafia.seats(Seed(7), Wanted::default()).expect("seats");
        let models = || seats("mafia", None, None, &["all=a:b"]).expect("seats");
        let house = || mafia.seats_of_house(Seed(7));
        for (seats, speed, expected) in [
            (person(), None, Value::Null),
            (person(), Some(Speed::Fast), "FAST".into()),
            (models(), None, "INSTANT".into()),
            (models(), Some(Speed::Normal), "NORMAL".into()),
            (house(), Some(Speed::Fast), "INSTANT".into()),
            (house(), Some(Speed::Step), "STEP".into()),
        ] {
            let setup = setup("mafia", seats, Manner { speed, ..Manner::default() });
            assert_eq!(setup["speed"], expected, "{speed:?}");
        }
    }

    #[test]
    fn people_sit_first_and_the_house_never_has_their_names() {
        // Those whom the house is called after, and a letter that is an ordinary one in small.
        let known = ["THE HOUSE", "the coach", "\u{212a}ofi", "Ana", "bruno"].map(str::to_owned);
        let names: Vec<String> =
            known.into_iter().chain((6..=20).map(|number: u8| number.to_string())).collect();
        for activity in all() {
            for count in 1..=activity.people_max() {
                for seed in 0..50 {
                    let people: Vec<String> = names.iter().cycle().skip(seed).take(count).cloned().collect();
                    let seats = activity.seats_of(Seed(seed as u64), &people);
                    let seated: Vec<&str> = seats[..count].iter().map(|seat| seat.name.as_str()).collect();
                    assert_eq!(seated, people);
                    let is_person = |seat: &&Seat| seat.holder == Holder::Person;
                    assert_eq!(seats.iter().filter(is_person).count(), count);
                    assert!(activity.chairs(&seats) >= count);
                    assert_eq!(engine::seat_faults(&seats), []);
                }
            }
        }
    }

    #[test]
    fn the_house_can_be_watched_at_everything() {
        for activity in all() {
            let seats = activity.seats_of_house(Seed(7));
            assert!(seats.iter().all(|seat| matches!(seat.holder, Holder::House(_))));
            assert!(activity.chairs(&seats) > 0);
            let step = Manner { speed: Some(Speed::Step), ..Manner::default() };
            let waits = activity.laid_so(seats.clone(), step).is_ok();
            assert_eq!(waits, activity.waits_for_host(&activity.laid(seats, step).setup));
        }
    }
}
