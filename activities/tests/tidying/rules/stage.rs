//! A stage to test on: a session in whatever mode, with whoever has the word.

use engine::{Actor, Ask, Holder, Machine, Photo, Refusal, Seat, SeatId, Viewer};
use testkit::Driver;
use tidying::{
    Choices, Command, Event, Floor, Item, Mode, Outcome, PhaseName, Pile, Question, Setup, State, Tidying,
};

use super::say::{self, s, say};

pub(crate) const PERSON: SeatId = SeatId::at(0);
pub(crate) const COACH: SeatId = SeatId::at(1);

/// Things for an unsure pile that is full.
pub(crate) const FIVE: [&str; 5] = ["letter", "bill", "cable", "plug", "mug"];

#[derive(Clone)]
pub(crate) struct Stage {
    pub(crate) game: Driver<Tidying>,
}

/// A person, and a model in the last seat.
pub(crate) fn seats() -> Vec<Seat> {
    let seat = |id: &str, name: &str, holder| Seat { id: s(id), name: s(name), holder };
    vec![seat("ada", "Ada", Holder::Person), seat("coach", "Moss", Holder::Model(s("local:small")))]
}

pub(crate) fn setup() -> Setup {
    Setup { space: s("the study"), ..Setup::default() }
}

impl Stage {
    pub(crate) fn of(setup: &Setup, seed: u64) -> Stage {
        Stage { game: Driver::open(&seats(), setup, seed).expect("a legal setup") }
    }

    /// A session begins: surveying, and the word is the coach's.
    pub(crate) fn surveying() -> Stage {
        Stage::of(&setup(), 7)
    }

    /// The same, with a coach that can see.
    pub(crate) fn seeing() -> Stage {
        Stage::of(&Setup { coach_sees: true, ..setup() }, 7)
    }

    /// Surveying, and the word is the person's.
    pub(crate) fn surveyed() -> Stage {
        Stage::surveying().and_coach(&say::survey())
    }

    /// What the space is for is asked.
    pub(crate) fn asked_function() -> Stage {
        Stage::surveying().and_coach(&say::ask_function())
    }

    /// Sorting, the lamp and the vase are noted, and the word is the coach's.
    pub(crate) fn sorting() -> Stage {
        Stage::surveyed().into_sorting()
    }

    /// From what the person is asked while surveying to sorting, with two things noted.
    pub(crate) fn into_sorting(self) -> Stage {
        self.and_person(&say("There is a lamp and a vase."))
            .and_coach(&say::note(&["the lamp", "the vase"]))
            .and_coach(&Command::BeginSorting(Box::default()))
    }

    /// Sorting, and the word is the person's.
    pub(crate) fn sorted() -> Stage {
        Stage::sorting().and_coach(&say::sort())
    }

    /// The lamp is proposed.
    pub(crate) fn proposed() -> Stage {
        Stage::sorting().and_coach(&say::propose("lamp"))
    }

    /// What the lamp is is not clear, and the word is the coach's.
    pub(crate) fn clarifying() -> Stage {
        Stage::sorting().and_coach(&say::clarify("lamp"))
    }

    /// The same, and the word is the person's.
    pub(crate) fn clarified() -> Stage {
        Stage::clarifying().and_coach(&say::describe())
    }

    /// The person is stuck with the lamp, and the word is the coach's.
    pub(crate) fn supporting() -> Stage {
        Stage::sorting().and_coach(&say::stuck("lamp"))
    }

    /// The same, and the word is the person's.
    pub(crate) fn supported() -> Stage {
        Stage::supporting().and_coach(&say::reframe())
    }

    /// The coach wants to wrap up, and has the word.
    pub(crate) fn winding() -> Stage {
        Stage::sorting().and_coach(&Command::TimeToWrap)
    }

    /// The same, and the word is the person's.
    pub(crate) fn wound() -> Stage {
        Stage::winding().and_coach(&say::sum_up())
    }

    /// These things were put aside one by one, and the word is the coach's.
    pub(crate) fn unsure(names: &[&str]) -> Stage {
        Stage::sorting().and_unsure(names)
    }

    pub(crate) fn and_unsure(mut self, names: &[&str]) -> Stage {
        for name in names {
            self.coach(&say::propose(name));
            self.person(&Command::Skip);
        }
        self
    }

    /// The unsure pile of five is offered in parts: paper, tech, and everything else.
    pub(crate) fn offered() -> Stage {
        let groups = vec![say::group("paper", &["letter", "bill"]), say::group("tech", &["cable", "plug"])];
        Stage::unsure(&FIVE).and_coach(&say::offer_split(groups))
    }

    /// It is split, and the word is the coach's.
    pub(crate) fn split() -> Stage {
        Stage::offered().and_person(&Command::Split)
    }

    pub(crate) fn and_coach(mut self, command: &Command) -> Stage {
        self.coach(command);
        self
    }

    pub(crate) fn and_person(mut self, command: &Command) -> Stage {
        self.person(command);
        self
    }

    pub(crate) fn and_photos(mut self, numbers: std::ops::RangeInclusive<u32>) -> Stage {
        for number in numbers {
            self.photo(say::photo(number)).expect("a photo more");
        }
        self
    }

    /// Somebody gives a command, as in a session: the engine holds it to its form, and what passes the rules decide.
    pub(crate) fn give(&mut self, by: Actor, command: &Command) -> Result<Vec<Event>, Refusal> {
        self.game.give(by, command)
    }

    pub(crate) fn by(&mut self, seat: SeatId, command: &Command) -> Result<Vec<Event>, Refusal> {
        self.give(Actor::Seat(seat), command)
    }

    /// The coach does something that is legal.
    pub(crate) fn coach(&mut self, command: &Command) -> Vec<Event> {
        self.by(COACH, command).unwrap_or_else(|no| panic!("{command:?} in {:?}: {no}", self.state().phase))
    }

    /// The coach does something that is not.
    pub(crate) fn coach_no(&mut self, command: &Command) -> Refusal {
        self.refused(Actor::Seat(COACH), command)
    }

    /// The person does something that is legal.
    pub(crate) fn person(&mut self, command: &Command) -> Vec<Event> {
        self.by(PERSON, command).unwrap_or_else(|no| panic!("{command:?} in {:?}: {no}", self.state().phase))
    }

    /// The person does something that is not.
    pub(crate) fn person_no(&mut self, command: &Command) -> Refusal {
        self.refused(Actor::Seat(PERSON), command)
    }

    /// The code by which the engine turns back what is its own, with nothing changed.
    pub(crate) fn turned_back(&mut self, by: Actor, put: &engine::Put<Command>) -> &'static str {
        let (before, told) = (self.game.state.clone(), self.game.told.len());
        let refusal = self.game.put(by, put).expect_err("should be refused");
        assert_eq!((&self.game.state, self.game.told.len()), (&before, told));
        assert!(!refusal.message.is_empty());
        refusal.code
    }

    /// A refusal, which changes nothing, tells nothing, and says why in words.
    pub(crate) fn refused(&mut self, by: Actor, command: &Command) -> Refusal {
        let (before, told) = (self.game.state.clone(), self.game.told.len());
        match self.give(by, command) {
            Err(no) => {
                assert_eq!(self.game.state, before);
                assert_eq!(self.game.told.len(), told);
                assert!(!no.message.is_empty());
                no
            }
            Ok(events) => panic!("{command:?} should be rejected, but {events:#?}"),
        }
    }

    pub(crate) fn photo(&mut self, photo: Photo) -> Result<Vec<Event>, Refusal> {
        let command = Tidying::photo(PERSON, photo).expect("it looks at photos");
        self.give(Actor::Host, &command)
    }

    /// The host answers for whoever is asked.
    pub(crate) fn answer_for(&mut self) -> Vec<Event> {
        let ask = self.asked();
        let answered = self.game.absent(ask.seat, "it was cut off");
        answered.unwrap_or_else(|no| panic!("{:?}: {no}", self.state().phase))
    }

    /// The question that waits for an answer.
    pub(crate) fn asked(&self) -> Ask<Question> {
        let waits = |ask: &Ask<Question>| !ask.answered;
        Tidying::asks(self.state()).into_iter().find(waits).expect("somebody is asked")
    }

    /// The tools of a seat, sorted.
    pub(crate) fn tools(&self, seat: SeatId) -> Vec<&'static str> {
        let asks = Tidying::asks(self.state());
        let ask = asks.iter().find(|ask| ask.seat == seat);
        sorted(ask.map_or_else(Vec::new, |ask| ask.question.tools.iter().map(|name| name.word()).collect()))
    }

    pub(crate) fn state(&self) -> &State {
        &self.game.state
    }

    pub(crate) fn view(&self) -> State {
        Tidying::view(self.state(), Viewer::Seat(PERSON))
    }

    pub(crate) fn phase(&self) -> PhaseName {
        self.state().phase_name()
    }

    pub(crate) fn mode(&self) -> &Mode {
        self.state().mode().expect("not over")
    }

    pub(crate) fn floor(&self) -> Floor {
        self.state().floor
    }

    pub(crate) fn proposal(&self) -> &Choices {
        self.state().proposal().expect("something is proposed")
    }

    pub(crate) fn outcome(&self) -> Outcome {
        Tidying::outcome(self.state()).expect("it is over")
    }

    pub(crate) fn item(&self, name: &str) -> &Item {
        self.state().named(name).unwrap_or_else(|| panic!("{name} is not noted"))
    }

    pub(crate) fn pile(&self, name: &str) -> &Pile {
        &self.item(name).pile
    }

    /// The parts of the unsure pile, by the names in them.
    pub(crate) fn groups(&self) -> Vec<(String, Vec<String>)> {
        named_groups(self.state(), &self.state().groups)
    }

    /// What everybody was told about some events, in words.
    pub(crate) fn words(&self, events: &[Event]) -> String {
        let words = events.iter().filter_map(|event| Tidying::telling(self.state(), event));
        words.map(|telling| telling.text).collect::<Vec<_>>().join("\n")
    }
}

pub(crate) fn named_groups(state: &State, groups: &[tidying::Group]) -> Vec<(String, Vec<String>)> {
    let name = |id: &tidying::ItemId| state.item(*id).expect("a known thing").name.clone();
    groups.iter().map(|group| (group.kind.clone(), group.items.iter().map(name).collect())).collect()
}

pub(crate) fn sorted(mut names: Vec<&'static str>) -> Vec<&'static str> {
    names.sort_unstable();
    names
}

pub(crate) fn code(no: &Refusal) -> &'static str {
    no.code
}

/// Everything that matches, in order.
macro_rules! every {
    ($events:expr, $pattern:pat $(if $guard:expr)? => $of:expr) => {
        $events
            .iter()
            .filter_map(|event| match event {
                $pattern $(if $guard)? => Some($of),
                #[allow(unreachable_patterns, reason = "a pattern may match all")]
                _ => None,
            })
            .collect::<Vec<_>>()
    };
}

/// The one event that matches.
macro_rules! one {
    ($events:expr, $pattern:pat $(if $guard:expr)? => $of:expr) => {{
        let mut found = every!($events, $pattern $(if $guard)? => $of);
        assert_eq!(found.len(), 1, "exactly one {} in {:#?}", stringify!($pattern), $events);
        found.remove(0)
    }};
}

pub(crate) use {every, one};
