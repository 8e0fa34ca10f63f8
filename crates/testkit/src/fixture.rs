//! A table at which a machine can be tested: played out through the erased face, as the host does it.

use engine::{
    Actor, Ask, Catalog, Dice, Fault, Holder, Input, LogEntry, Machine, OpenAsk, Opening, OuterRules, Part,
    Play, Refusal, Rules, Seat, SeatSet, Seating, Seed, Session, Stopped, raw,
};
use serde_json::value::RawValue;

/// How often an answer is drawn until the rules accept it. There are few words to draw, and a table may have kept some of them out.
pub(crate) const DRAWS_MAX: usize = 2_000;

/// What a session of one activity is opened with in a test.
#[derive(Clone)]
pub struct Fixture {
    /// Every machine.
    pub catalog: Catalog,
    /// The activity.
    pub activity: &'static str,
    /// The seats.
    pub seats: Vec<Seat>,
    /// The table's setup.
    pub table: Box<RawValue>,
    /// The activity's setup.
    pub setup: Box<RawValue>,
    /// The table's command that makes it live.
    pub start: Box<RawValue>,
}

/// A session in the making, with its log.
pub struct Sitting {
    /// How it stands.
    pub session: Session,
    /// Its records.
    pub log: Vec<LogEntry>,
    /// UTC, in milliseconds since 1970.
    pub at: i64,
}

impl Fixture {
    /// A machine at the least table that its card allows, with house seats in the characters that sit down by themselves and the
    /// setup that suits them. `table` is what stands round it: `table::TABLE`.
    pub fn of<M: Machine>(table: &'static dyn OuterRules) -> Fixture {
        let activities: &'static [&'static dyn Rules] = vec![M::erased()].leak();
        let count = *M::CARD.seats.start();
        let mut seats = house_seats(count, &["house"]);
        for (at, seat) in seats.iter_mut().enumerate() {
            seat.holder = M::CARD.character(&M::CUSTOM, at == M::CUSTOM.chairs(count), at);
        }
        let said = serde_json::json!({});
        let laid = Seating { seats: &seats, sees: SeatSet::EMPTY, speed: None, title: None, said: &said };
        let setup = raw(&M::suited(&laid));
        Fixture {
            catalog: Catalog { table, activities },
            activity: M::NAME,
            seats,
            table: raw(&serde_json::json!({"title": M::CARD.title})),
            setup,
            start: raw(&serde_json::json!({"type": "SetSession", "verb": "start"})),
        }
    }

    /// The activity's rules.
    pub fn rules(&self) -> &'static dyn Rules {
        match self.catalog.activity(self.activity) {
            Some(rules) => rules,
            None => panic!("there is no machine {:?}", self.activity),
        }
    }

    fn opening(&self, seed: u64) -> Opening {
        Opening {
            activity: self.activity.to_owned(),
            seats: self.seats.clone(),
            table: self.table.clone(),
            setup: self.setup.clone(),
            seed: Seed(seed),
            salt: None,
        }
    }

    /// What the rules find wrong with it.
    pub(crate) fn faults(&self) -> Vec<Fault> {
        Session::open(self.catalog, &self.opening(0), 1_000).err().unwrap_or_default()
    }

    /// Opens a session and makes its table live.
    pub fn open(&self, seed: u64) -> Sitting {
        let (session, log) = match Session::open(self.catalog, &self.opening(seed), 1_000) {
            Ok(opened) => opened,
            Err(faults) => panic!("the fixture of {} is wrong: {faults:?}", self.activity),
        };
        let mut sitting = Sitting { session, log, at: 1_000 };
        let start = Input {
            part: Part::Table,
            by: Actor::Host,
            request: None,
            ask: None,
            command: self.start.clone(),
        };
        if let Err(stopped) = sitting.submit(&start) {
            panic!("the table of the fixture of {} does not start: {stopped:?}", self.activity);
        }
        sitting
    }

    /// Plays a session to its end with house seats.
    pub fn play_out(&self, seed: u64) -> Sitting {
        let mut sitting = self.open(seed);
        while sitting.step() {}
        sitting
    }
}

impl Sitting {
    /// Decides an input and, if it is accepted, makes it so.
    ///
    /// # Errors
    /// Why it was stopped; then nothing has changed.
    pub fn submit(&mut self, input: &Input) -> Result<(), Stopped> {
        let proposal = self.session.propose(input, self.at)?;
        self.log.push((proposal.record.clone(), proposal.line.clone()));
        self.session.commit(proposal);
        Ok(())
    }

    /// The house answers the first open ask, or the clock acts; false once the session has ended.
    ///
    /// # Panics
    /// If the house's answer is refused, or nothing can happen any more though the session has not ended.
    pub fn step(&mut self) -> bool {
        self.step_as(|sitting, ask| sitting.house_answer(ask))
    }

    /// The same, with `answer` to the first open ask.
    ///
    /// # Panics
    /// If the answer is refused, or nothing can happen any more though the session has not ended.
    pub fn step_by(&mut self, answer: impl FnOnce(&Sitting, &OpenAsk) -> Input) -> bool {
        self.step_as(|sitting, ask| answer(sitting, &sitting.opened(ask)))
    }

    /// The same, for whoever has no use for the form.
    fn step_as(&mut self, answer: impl FnOnce(&Sitting, &Ask<()>) -> Input) -> bool {
        if self.session.activity.outcome().is_some() {
            return false;
        }
        let open = self.session.activity.open_asks().into_iter().find(|ask| !ask.answered);
        let input = match open {
            Some(ask) => answer(self, &ask),
            None => self.clock(),
        };
        if let Err(stopped) = self.submit(&input) {
            panic!("record {}: {stopped:?} for {input:?}", self.session.records);
        }
        true
    }

    /// An open ask with its form: those of the other seats are not made for it.
    fn opened(&self, ask: &Ask<()>) -> OpenAsk {
        let Some(form) = self.session.activity.form(ask.seat, ask.id) else {
            panic!("an open ask of seat {} has no form", ask.seat);
        };
        let &Ask { id, seat, answered, deadline, place: _, question: () } = ask;
        OpenAsk { id, seat, answered, deadline, form }
    }

    /// The host's answer for a seat that does not answer.
    pub fn way_out(&self, ask: &OpenAsk) -> Input {
        let Some(command) = self.session.activity.fallback(ask.seat, ask.id, "it is a test") else {
            panic!("there is no way out of an open ask of seat {}", ask.seat);
        };
        Input { part: Part::Activity, by: Actor::Host, request: None, ask: None, command }
    }

    /// An answer drawn from the form without looking. What must fit another value may be refused: then another is drawn.
    ///
    /// # Panics
    /// If the form does not accept what was drawn from it, or the rules accept none of many draws.
    pub fn drawn_answer(&self, ask: &OpenAsk, dice: &mut Dice) -> Input {
        let mut last = None;
        for _ in 0..DRAWS_MAX {
            let command = ask.form.draw(dice);
            if let Err(why) = ask.form.check(&command) {
                panic!("{command} was drawn from a form that does not accept it: {why}");
            }
            let input = answer(ask, raw(&command));
            match self.session.propose(&input, self.at) {
                Ok(_) => return input,
                Err(stopped) => last = Some((command, stopped)),
            }
        }
        panic!("of {DRAWS_MAX} answers to {:?} none is accepted; the last was {last:?}", ask.form.title);
    }

    /// The house's answer to an ask.
    fn house_answer(&self, ask: &Ask<()>) -> Input {
        let Some(command) = self.session.activity.house(ask.seat, ask.id, self.session.dice()) else {
            panic!("the house has no answer for an open ask of seat {}", ask.seat);
        };
        let by = Actor::Seat(ask.seat);
        Input { part: Part::Activity, by, request: None, ask: Some(ask.id), command }
    }

    fn clock(&mut self) -> Input {
        let Some(deadline) = self.session.deadline() else {
            panic!("a dead end in {}: nobody is asked and no deadline runs", self.session.activity.phase());
        };
        let command = self.session.activity.time_up();
        let now = self.session.now(self.at).time;
        self.at += deadline.since(now) as i64;
        Input { part: Part::Activity, by: Actor::Clock, request: None, ask: None, command }
    }

    /// Whether a command of a seat would be accepted, without the form's check before it.
    ///
    /// # Errors
    /// The refusal.
    pub fn would_accept(&self, ask: &OpenAsk, command: Box<RawValue>) -> Result<(), Refusal> {
        let input = Input { ask: None, ..answer(ask, command) };
        match self.session.propose(&input, self.at) {
            Ok(_) => Ok(()),
            Err(Stopped::Refused(refusal)) => Err(refusal),
            Err(Stopped::Held) => Err(Refusal::new("held", "the table holds it")),
        }
    }
}

/// An answer to an ask as an input.
pub fn answer(ask: &OpenAsk, command: Box<RawValue>) -> Input {
    Input { part: Part::Activity, by: Actor::Seat(ask.seat), request: None, ask: Some(ask.id), command }
}

/// So many seats, named `P1`, `P2`, …, held by the house in these characters, one after the other.
pub fn house_seats(count: usize, characters: &[&str]) -> Vec<Seat> {
    let seat = |index: usize| Seat {
        id: format!("p{}", index + 1),
        name: format!("P{}", index + 1),
        holder: Holder::House(characters[index % characters.len()].to_owned()),
    };
    (0..count).map(seat).collect()
}

/// The activity of a sitting, folded again event by event; `each` sees it before and after every event.
pub fn refold(
    fixture: &Fixture,
    log: &[LogEntry],
    mut each: impl FnMut(&dyn Play, &dyn Play, &engine::ToldEvent),
) {
    let mut play = fixture.rules().blank();
    for (record, _) in log.iter().filter(|(record, _)| record.machine == fixture.activity) {
        for told in &record.events {
            let before = play.copy();
            if let Err(why) = play.fold(record.version, std::slice::from_ref(told)) {
                panic!("record {} does not fold: {why}", record.number);
            }
            each(before.as_ref(), play.as_ref(), told);
        }
    }
}
