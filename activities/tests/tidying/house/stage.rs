//! A table with the house as its coach, and a person who is the house too or a script.

use engine::{Actor, Ask, Command as _, Holder, Machine, Photo, Seat, SeatId, Viewer};
use testkit::Driver;
use tidying::{Command, CommandName, Event, Mode, Question, Setup, State, Tidying};

pub(crate) struct Table {
    pub(crate) driver: Driver<Tidying>,
    pub(crate) seed: u64,
}

fn seats(person: Holder) -> Vec<Seat> {
    let seat = |name: &str, holder: Holder| Seat { id: name.to_lowercase(), name: name.to_owned(), holder };
    vec![seat("Ana", person), seat("Coach", Holder::House("coach".to_owned()))]
}

impl Table {
    /// A person of this temper.
    pub(crate) fn of(temper: &str, setup: &Setup, seed: u64) -> Table {
        let driver = Driver::open(&seats(Holder::House(temper.to_owned())), setup, seed).unwrap();
        Table { driver, seed }
    }

    /// A person of the test's own, in a study; the coach has opened.
    pub(crate) fn study(seed: u64) -> Table {
        let mut table = Table::of("scripted", &study(), seed);
        table.coach();
        table
    }

    /// The same, with a function and something to sort: the coach has proposed the first of these.
    pub(crate) fn sorting(seed: u64, things: &str) -> Table {
        let mut table = Table::study(seed);
        let desk = vec!["desk".to_owned()];
        table.person(&Command::ChooseFunction { branch: 1, anchors: desk });
        table.say(things);
        table
    }

    pub(crate) fn view(&self) -> State {
        Tidying::view(&self.driver.state, Viewer::Host)
    }

    /// The mode, before the end.
    pub(crate) fn mode(&self) -> Option<Mode> {
        self.driver.state.mode().cloned()
    }

    pub(crate) fn is_over(&self) -> bool {
        Tidying::outcome(&self.driver.state).is_some()
    }

    /// Who is to answer.
    pub(crate) fn ask(&self) -> Option<Ask<Question>> {
        Tidying::asks(&self.driver.state).into_iter().find(|ask| !ask.answered)
    }

    /// The house answers; who it was, what they did by its name, and what happened.
    pub(crate) fn step(&mut self) -> (SeatId, Command, &'static str, Vec<Event>) {
        let Some(ask) = self.ask() else { panic!("seed {}: nobody is asked", self.seed) };
        let view = Tidying::view(&self.driver.state, Viewer::Seat(ask.seat));
        let command = Tidying::house(&view, &ask, &mut self.driver.dice().seat(ask.seat, ask.id));
        let Some(name) = command.name().filter(|name| ask.question.tools.contains(name)) else {
            panic!("seed {}: not offered: {command:?}", self.seed);
        };
        match self.driver.seat(ask.seat, &command) {
            Ok(events) => (ask.seat, command, name.word(), events),
            Err(why) => panic!(
                "seed {}, record {}: {why}\n{command:?}\n{:?}\n{:?}",
                self.seed,
                self.driver.step,
                view.mode(),
                view.said
            ),
        }
    }

    /// The coach has its turn, until the person is asked; what it did.
    pub(crate) fn coach(&mut self) -> Vec<Command> {
        let mut done = Vec::new();
        while let Some(ask) = self.ask().filter(|ask| ask.seat == self.driver.state.coach) {
            assert_eq!(ask.seat, self.driver.state.coach);
            done.push(self.step().1);
            assert!(done.len() < 12, "seed {}: the coach goes on and on: {done:?}", self.seed);
        }
        done
    }

    /// The person does something that must be accepted, and the coach answers; what it did.
    pub(crate) fn person(&mut self, command: &Command) -> Vec<Command> {
        let person = SeatId::at(0);
        if let Err(why) = self.driver.seat(person, command) {
            panic!("seed {}: {why}: {command:?}", self.seed);
        }
        self.coach()
    }

    /// The person says something, or writes it where a thing is in hand.
    pub(crate) fn say(&mut self, text: &str) -> Vec<Command> {
        let text = text.to_owned();
        let writes = self.ask().is_some_and(|ask| ask.question.tools.contains(&CommandName::Write));
        self.person(&if writes { Command::Write { text } } else { Command::Say { text } })
    }

    /// The host hands over a photo.
    pub(crate) fn photo(&mut self, number: u8) {
        let photo = Photo { hash: engine::Hash([number; 32]), width: 640, height: 480 };
        let add = Command::AddPhoto { seat: SeatId::at(0), photo };
        self.driver.act(Actor::Host, &add).unwrap();
    }

    /// What the coach said last.
    pub(crate) fn said(&self) -> String {
        self.driver.state.coach_said.clone().unwrap_or_default()
    }

    /// The name of what is proposed, and its choices.
    pub(crate) fn proposed(&self) -> Option<(String, Vec<String>)> {
        let view = self.view();
        let proposal = view.proposal()?;
        let choices = proposal.choices.iter().map(ToString::to_string).collect();
        Some((view.item(proposal.item)?.name.clone(), choices))
    }
}

pub(crate) fn study() -> Setup {
    Setup { space: "the study".to_owned(), ..Setup::default() }
}

pub(crate) fn words(text: &str) -> usize {
    text.split_whitespace().count()
}
