//! Drives one machine by hand on the typed face: a command in, its events or the rejection out.

use engine::{
    Actor, Ask, Cast, Dice, DiceBox, Draft, Fault, Machine, Moment, Play, Put, Refusal, Seat, SeatId,
    SeatSet, Seed, TableTime, Told, Viewer, raw,
};

use crate::fixture::DRAWS_MAX;

/// A session of one machine, moved on command by command.
pub struct Driver<M: Machine> {
    /// How it stands.
    pub state: M::State,
    /// How many records there were.
    pub step: u64,
    /// Table time; UTC runs along with it.
    pub now: TableTime,
    /// Everything told so far.
    pub told: Vec<Told<M::Event>>,
    dice: DiceBox,
    /// The same behind the erased face, and the state that it is of.
    erased: Option<(M::State, Box<dyn Play>)>,
}

impl<M: Machine> Clone for Driver<M> {
    fn clone(&self) -> Self {
        let (told, state) = (self.told.clone(), self.state.clone());
        let erased = self.erased.as_ref().map(|(state, play)| (state.clone(), play.copy()));
        Driver { state, step: self.step, now: self.now, told, dice: self.dice, erased }
    }
}

impl<M: Machine> Driver<M> {
    /// Opens a session.
    pub fn open(seats: &[Seat], setup: &M::Setup, seed: u64) -> Result<Driver<M>, Vec<Fault>> {
        let mut driver = Driver::blank(seed);
        let mut draft = driver.draft();
        M::open(&mut draft, &seats.into(), setup)?;
        driver.keep(draft);
        Ok(driver)
    }

    /// What is wrong with a table, as whoever lays it is told.
    pub fn faults(seats: &[Seat], setup: &M::Setup) -> Vec<Fault> {
        let dice = DiceBox::new(Seed(1), M::NAME);
        let cast = Cast { step: 0, moment: Moment::default(), dice, taken: SeatSet::EMPTY, heard: false };
        M::erased().open(seats, &raw(setup), cast).err().unwrap_or_default()
    }

    /// A session of which nothing has happened yet.
    pub fn blank(seed: u64) -> Driver<M> {
        Driver {
            state: M::State::default(),
            step: 0,
            now: TableTime::default(),
            told: Vec::new(),
            dice: DiceBox::new(Seed(seed), M::NAME),
            erased: None,
        }
    }

    /// Lets events happen that no command caused, as one record: for worlds that a test makes up.
    pub fn happen(&mut self, events: impl IntoIterator<Item = M::Event>) {
        let mut draft = self.draft();
        for event in events {
            draft.tell(event);
        }
        self.keep(draft);
    }

    /// Decides a command; what it told is at the end of [`told`](Driver::told), and returned.
    ///
    /// # Errors
    /// The machine's rejection; then nothing has changed.
    pub fn act(&mut self, by: Actor, command: &M::Command) -> Result<Vec<M::Event>, M::Rejection> {
        let before = self.told.len();
        let mut draft = self.draft();
        M::decide(&mut draft, by, command)?;
        self.keep(draft);
        Ok(self.told[before..].iter().map(|told| told.event.clone()).collect())
    }

    /// A seat acts.
    ///
    /// # Errors
    /// The machine's rejection; then nothing has changed.
    pub fn seat(&mut self, seat: SeatId, command: &M::Command) -> Result<Vec<M::Event>, M::Rejection> {
        self.act(Actor::Seat(seat), command)
    }

    /// Decides what is put to the machine, with the engine's checks on what is not its own.
    ///
    /// # Errors
    /// The refusal; then nothing has changed.
    pub fn put(&mut self, by: Actor, put: &Put<M::Command>) -> Result<Vec<M::Event>, Refusal> {
        let before = self.told.len();
        let mut draft = self.draft();
        draft.put(by, put)?;
        self.keep(draft);
        Ok(self.told[before..].iter().map(|told| told.event.clone()).collect())
    }

    /// Somebody gives a command as at a table: the engine holds it to its form, and what passes the rules decide.
    ///
    /// # Errors
    /// The refusal; then nothing has changed.
    ///
    /// # Panics
    /// If a state or an event of the machine cannot be read again.
    pub fn give(&mut self, by: Actor, command: &M::Command) -> Result<Vec<M::Event>, Refusal>
    where
        M::State: PartialEq,
    {
        // A test may have made another world of it meanwhile.
        let known = self.erased.take().filter(|(state, _)| *state == self.state);
        let play = known.map_or_else(|| self.restored(), |(_, play)| play);
        let cast = Cast {
            step: self.step,
            moment: self.moment(),
            dice: self.dice,
            taken: SeatSet::EMPTY,
            heard: false,
        };
        let decided = play.decide(by, &raw(command), cast);
        let (play, given) = match decided {
            Ok(step) => (step.play, Ok(step.events)),
            Err(refusal) => (play, Err(refusal)),
        };
        let event = |json: &str| match serde_json::from_str::<M::Event>(json) {
            Ok(event) => event,
            Err(error) => panic!("an event of {} cannot be read again: {error}", M::NAME),
        };
        let given = given.map(|told| told.iter().map(|told| event(told.json.get())).collect::<Vec<_>>());
        if let Ok(events) = &given {
            self.happen(events.iter().cloned());
        }
        self.erased = Some((self.state.clone(), play));
        given
    }

    fn restored(&self) -> Box<dyn Play> {
        match M::erased().restore(raw(&self.state).get()) {
            Ok(play) => play,
            Err(error) => panic!("a state of {} cannot be read again: {error}", M::NAME),
        }
    }

    /// The host answers for a seat that cannot.
    ///
    /// # Errors
    /// The refusal; then nothing has changed.
    pub fn absent(&mut self, seat: SeatId, why: &str) -> Result<Vec<M::Event>, Refusal> {
        self.put(Actor::Host, &Put::AnswerFor { seat, reason: why.to_owned() })
    }

    /// Lets table time pass up to the deadline, and the clock act.
    ///
    /// # Panics
    /// If there is no deadline, or the machine rejects its own clock.
    pub fn time_up(&mut self) -> Vec<M::Event> {
        let Some(deadline) = M::deadline(&self.state) else {
            panic!("no deadline in {}", M::phase(&self.state));
        };
        self.now = self.now.max(deadline);
        match self.put(Actor::Clock, &Put::TimeUp) {
            Ok(events) => events,
            Err(refusal) => panic!("the clock was rejected: {refusal}"),
        }
    }

    /// A legal answer, drawn without looking from the form of an ask. What must fit another value may be refused: then
    /// another is drawn.
    ///
    /// # Panics
    /// If the form offers what is no command, or the rules accept none of many draws.
    pub fn drawn(&self, ask: &Ask<M::Question>, dice: &mut Dice) -> M::Command {
        let form = M::form(&M::view(&self.state, Viewer::Seat(ask.seat)), ask);
        let mut last = None;
        for _ in 0..DRAWS_MAX {
            let command = match serde_json::from_value(form.draw(dice)) {
                Ok(command) => command,
                Err(error) => panic!("the form of {} offers what is no command: {error}", M::NAME),
            };
            match M::decide(&mut self.draft(), Actor::Seat(ask.seat), &command) {
                Ok(()) => return command,
                Err(reason) => last = Some(reason.to_string()),
            }
        }
        panic!("of {DRAWS_MAX} answers to {:?} none is accepted: {last:?}", form.title);
    }

    /// The dice of the session.
    pub fn dice(&self) -> DiceBox {
        self.dice
    }

    fn draft(&self) -> Draft<M> {
        Draft::new(self.state.clone(), self.step, self.moment(), self.dice)
    }

    fn moment(&self) -> Moment {
        Moment { time: self.now, at: self.now.0 as i64 }
    }

    fn keep(&mut self, draft: Draft<M>) {
        let (state, told) = draft.finish();
        self.state = state;
        self.told.extend(told);
        self.step += 1;
    }
}
