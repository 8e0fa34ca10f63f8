//! One session: a table and an activity on one log, as pure code.
//!
//! [`Session::propose`] turns an input into a [`Proposal`] and changes nothing; [`Session::commit`] makes it so. Beside
//! the two stands the store, and whoever runs the session sees to it that nobody is shown what is not on disk.

mod past;
mod snapshot;

pub use past::Past;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::board::SeatIs;
use crate::erased::{OuterPlay, OuterRules, Play, Rules, raw};
use crate::record::{RewindCommand, ToldEvent};
use crate::{
    Actor, AskId, CallNote, Card, Cast, Damage, DiceBox, Fault, Gate, Hash, Heard, Holder, Line, LogEntry,
    Moment, Notice, Prompt, Record, Refusal, Salt, Seat, SeatId, Seed, TableTime, Viewer, limits,
};

/// Every machine there is: the table, which stands round the others, and the activities.
#[derive(Clone, Copy)]
pub struct Catalog {
    /// The outer machine.
    pub table: &'static dyn OuterRules,
    /// The activities.
    pub activities: &'static [&'static dyn Rules],
}

impl Catalog {
    /// The activity with this name.
    pub fn activity(&self, name: &str) -> Option<&'static dyn Rules> {
        self.activities.iter().copied().find(|rules| rules.name() == name)
    }
}

/// What a session is opened with.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The activity's name.
    pub activity: String,
    /// The seats, for both machines.
    pub seats: Vec<Seat>,
    /// The table's setup.
    pub table: Box<RawValue>,
    /// The activity's setup.
    pub setup: Box<RawValue>,
    /// Where all chance comes from.
    pub seed: Seed,
    /// What keeps the seed from being found by trying, for whoever does not know it anyway.
    pub salt: Option<Salt>,
}

/// The command of a machine's first record.
#[derive(Serialize)]
#[serde(tag = "type")]
enum OpenCommand<'a> {
    Open {
        seats: &'a [Seat],
        setup: &'a RawValue,
        seed_hash: Hash,
        #[serde(skip_serializing_if = "Option::is_none")]
        salt: Option<Salt>,
    },
}

/// The same, read again.
#[derive(Deserialize)]
pub(crate) struct Opened {
    #[serde(rename = "type")]
    kind: String,
    pub(crate) seats: Vec<Seat>,
    pub(crate) setup: Box<RawValue>,
    #[serde(default)]
    pub(crate) salt: Option<Salt>,
}

impl Opened {
    /// The opening that a record is, if it is one.
    pub(crate) fn read(record: &Record) -> Option<Opened> {
        serde_json::from_str(record.command.get()).ok().filter(|opened: &Opened| opened.kind == "Open")
    }
}

/// Which of the two machines an input is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The outer machine.
    Table,
    /// The activity.
    Activity,
}

/// Something that somebody wants.
#[derive(Clone, Debug)]
pub struct Input {
    /// Of which machine.
    pub part: Part,
    /// Who.
    pub by: Actor,
    /// Their own id for it.
    pub request: Option<String>,
    /// The ask it answers, if it answers one.
    pub ask: Option<AskId>,
    /// What.
    pub command: Box<RawValue>,
}

/// Why an input did not become a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The rules, or a limit, say no.
    Refused(Refusal),
    /// The table keeps it until it is live again.
    Held,
}

/// An input that the rules accept, as the record it will be.
pub struct Proposal {
    /// The record.
    pub record: Record,
    /// The record as its line.
    pub line: Line,
    /// Whether the activity has ended once this is so.
    pub ended: bool,
    /// A notice of each event, if anybody hears of it.
    pub notices: Vec<Notice>,
    next: Next,
}

enum Next {
    Table(Box<dyn OuterPlay>),
    Activity(Box<dyn Play>),
    /// The activity as it was, and its count of records, where chance goes back with it.
    Rewound(Box<dyn Play>, Option<u64>),
}

/// A session's whole state.
pub struct Session {
    /// The activity's rules.
    pub rules: &'static dyn Rules,
    /// The seats.
    pub seats: Vec<Seat>,
    /// The table.
    pub table: Box<dyn OuterPlay>,
    /// The activity.
    pub activity: Box<dyn Play>,
    /// How many records it has.
    pub records: u64,
    /// The hash of the last one.
    pub head: Hash,
    /// The rules of the table.
    pub table_rules: &'static dyn OuterRules,
    /// What the activity was set up with, once it is.
    setup: Option<Box<RawValue>>,
    rewinds: u32,
    /// Has the activity left session zero, and the table not yet?
    prepared: bool,
    /// How many records each machine has: the table's and the activity's.
    steps: [u64; 2],
    moment: Moment,
    dice: [DiceBox; 2],
}

impl Session {
    /// Opens a session: two records, the table's and the activity's, not yet on disk.
    pub fn open(
        catalog: Catalog,
        opening: &Opening,
        at: i64,
    ) -> Result<(Session, Vec<LogEntry>), Vec<Fault>> {
        let Some(rules) = catalog.activity(&opening.activity) else {
            let names: Vec<&str> = catalog.activities.iter().map(|rules| rules.name()).collect();
            let problem = format!("there is no {:?}; there is: {}", opening.activity, names.join(", "));
            return Err(vec![Fault::new("activity", problem)]);
        };
        let mut session = Session::blank(catalog, rules, opening.seed);
        session.salt(opening.salt);
        session.moment.at = at;
        let mut lines = Vec::new();
        let mut faults = Vec::new();
        let parts: [(Part, &dyn Rules, &RawValue); 2] =
            [(Part::Table, catalog.table, &opening.table), (Part::Activity, rules, &opening.setup)];
        for (part, rules, setup) in parts {
            let salt = opening.salt;
            let seed_hash = opening.seed.promise(salt);
            let command = OpenCommand::Open { seats: &opening.seats, setup, seed_hash, salt };
            match rules.open(&opening.seats, setup, session.cast(part, session.moment)) {
                Ok(step) => {
                    let input = (Actor::Host, None, raw(&command));
                    let (record, line) = session.seal(rules, input, session.moment, step.events);
                    if let Err(damage) = session.absorb(&record, line.hash, |_| None) {
                        panic!("a session could not read its own first record: {damage}");
                    }
                    lines.push((record, line));
                }
                Err(found) => faults
                    .extend(found.into_iter().filter(|fault| !faults.contains(fault)).collect::<Vec<_>>()),
            }
        }
        if faults.is_empty() { Ok((session, lines)) } else { Err(faults) }
    }

    /// A session with no record yet, to fold a log into.
    pub fn blank(catalog: Catalog, rules: &'static dyn Rules, seed: Seed) -> Session {
        Session {
            rules,
            seats: Vec::new(),
            table: catalog.table.blank_outer(),
            activity: rules.blank(),
            records: 0,
            head: Hash::ZERO,
            table_rules: catalog.table,
            setup: None,
            rewinds: 0,
            prepared: false,
            steps: [0; 2],
            moment: Moment::default(),
            dice: [catalog.table.name(), rules.name()].map(|machine| DiceBox::new(seed, machine)),
        }
    }

    /// What the activity was set up with; nothing in a snapshot from before it was kept there.
    pub fn setup(&self) -> Option<&RawValue> {
        self.setup.as_deref()
    }

    fn salt(&mut self, salt: Option<Salt>) {
        self.dice = self.dice.map(|dice| dice.salted(salt));
    }

    /// The moment that UTC `at` is for this session.
    pub fn now(&self, at: i64) -> Moment {
        self.moment.later(at, self.table.live())
    }

    /// The activity's dice, for house players.
    pub fn dice(&self) -> DiceBox {
        self.dice[Part::Activity as usize].after_rewinds(self.rewinds)
    }

    /// The table's command that lets play begin, if the activity has just left session zero and the table has not.
    pub fn prepared(&self) -> Option<Box<RawValue>> {
        self.prepared.then(|| self.table.prepared()).flatten()
    }

    /// When its last record was accepted: milliseconds of UTC since 1970.
    pub fn last_at(&self) -> i64 {
        self.moment.at
    }

    /// When the clock acts next, in table time.
    pub fn deadline(&self) -> Option<TableTime> {
        self.table.live().then(|| self.activity.deadline()).flatten()
    }

    /// The one of the two machines that a record is of.
    pub fn play_of(&self, record: &Record) -> &dyn Play {
        if record.machine == self.rules.name() { &*self.activity } else { &*self.table }
    }

    /// Who plays a seat now: a person, if one has sat down in it. A seat that is not at the table is nobody's, and so a
    /// person's: nobody answers for one that is not known.
    pub fn holder(&self, seat: SeatId) -> &Holder {
        let held = self.seats.get(seat.index()).filter(|_| !self.table.taken().contains(seat));
        held.map_or(&Holder::Person, |seat| &seat.holder)
    }

    /// What a model reads before it answers an ask of a seat, if that ask is open: what the table says to all models, and
    /// then what the activity says to this one.
    pub fn prompt(&self, seat: SeatId, ask: AskId) -> Option<Prompt> {
        let mut prompt = self.activity.prompt(seat, ask)?;
        // Who is past all preparing plans only if the table does.
        let planning = (self.rules.phases().iter().any(|card| card.prepares) && !self.prepares())
            .then(|| self.table.planning())
            .flatten();
        prompt.now.insert_str(0, &(self.table.brief() + &planning.unwrap_or_default()));
        Some(prompt)
    }

    /// Is a seat a person's who is waited for? Not one who said that they are away; but nobody plays for an empty room,
    /// so while all people are away each of them is waited for.
    pub fn is_attended(&self, seat: SeatId) -> bool {
        let (away, is_person) = (self.table.away(), |seat| *self.holder(seat) == Holder::Person);
        let mut others = (0..self.seats.len()).map(SeatId::at).filter(|other| !away.contains(*other));
        is_person(seat) && (!away.contains(seat) || !others.any(is_person))
    }

    /// Whether the activity may be taken back by this actor.
    ///
    /// The activity knows who held the seats at the opening. A person who sat down later is asked for as the host is, to
    /// whom every activity that lets people take something back allows the same.
    pub fn may_rewind(&self, by: Actor) -> Result<(), Refusal> {
        let sat_down = by.seat().is_some_and(|seat| self.table.taken().contains(seat));
        self.activity.may_rewind(if sat_down { Actor::Host } else { by })
    }

    /// Decides an input at UTC `at`, and changes nothing.
    pub fn propose(&self, input: &Input, at: i64) -> Result<Proposal, Stopped> {
        self.decide(input, at, true)
    }

    /// Decides a recorded command that is no rewind once more, and changes nothing. Nobody hears of it.
    pub fn propose_again(&self, record: &Record) -> Result<Proposal, Stopped> {
        let part = if record.machine == self.table_rules.name() { Part::Table } else { Part::Activity };
        let (request, command) = (record.request.clone(), record.command.clone());
        self.decide(&Input { part, by: record.by, request, ask: None, command }, record.at, false)
    }

    fn decide(&self, input: &Input, at: i64, heard: bool) -> Result<Proposal, Stopped> {
        self.check_limits(input).map_err(Stopped::Refused)?;
        let moment = self.now(at);
        let cast = Cast { heard, ..self.cast(input.part, moment) };
        match input.part {
            Part::Table => {
                let step =
                    self.table.decide_outer(input.by, &input.command, cast).map_err(Stopped::Refused)?;
                let told = (step.events, step.notices);
                Ok(self.proposal(self.table_rules, input.clone(), moment, told, Next::Table(step.play)))
            }
            Part::Activity => {
                match self.table.gate(input.by) {
                    Gate::Pass => {}
                    Gate::Hold => return Err(Stopped::Held),
                    Gate::Drop(why) => return Err(Stopped::Refused(Refusal::new("table-not-live", why))),
                }
                self.check_ask(input).map_err(Stopped::Refused)?;
                let decided = self.activity.decide(input.by, &input.command, cast);
                let step = decided.map_err(|refusal| Stopped::Refused(self.say_whose(refusal, input.by)))?;
                let told = (step.events, step.notices);
                Ok(self.proposal(self.rules, input.clone(), moment, told, Next::Activity(step.play)))
            }
        }
    }

    /// Decides the host's note of a model call at UTC `at`, and changes nothing.
    pub fn propose_note(&self, call: CallNote, at: i64) -> Result<Proposal, Refusal> {
        let moment = self.now(at);
        let (command, step) = self.table.note(call, self.cast(Part::Table, moment))?;
        let input = Input { part: Part::Table, by: Actor::Host, request: None, ask: None, command };
        self.check_limits(&input)?;
        let told = (step.events, step.notices);
        Ok(self.proposal(self.table_rules, input, moment, told, Next::Table(step.play)))
    }

    /// Decides a rewind to the state that the activity had after record `to`, which `past` is.
    pub fn propose_rewind(
        &self,
        by: Actor,
        request: Option<String>,
        to: u64,
        past: Past,
        at: i64,
    ) -> Result<Proposal, Refusal> {
        self.propose_rewind_so(by, request, RewindCommand::to(to), past, at)
    }

    /// The same, as a log has it.
    pub(crate) fn propose_rewind_so(
        &self,
        by: Actor,
        request: Option<String>,
        rewind: RewindCommand,
        past: Past,
        at: i64,
    ) -> Result<Proposal, Refusal> {
        let RewindCommand::Rewind { to, chance } = rewind;
        self.check_rewind(by)?;
        if to >= self.records {
            let message = format!("there is no record {to} to go back to: the last is {}", self.records - 1);
            return Err(Refusal::new("no-such-record", message));
        }
        let input = Input { part: Part::Activity, by, request, ask: None, command: raw(&rewind) };
        self.check_limits(&input)?;
        let moment = Moment { time: past.time, at };
        let next = Next::Rewound(past.activity, chance.then_some(past.step));
        Ok(self.proposal(self.rules, input, moment, Default::default(), next))
    }

    /// Takes a proposal into the state, and gives back its record, with a notice of each event.
    ///
    /// # Panics
    /// If the proposal was made for another state of the session.
    pub fn commit(&mut self, proposal: Proposal) -> (Record, Vec<Notice>) {
        let Proposal { record, line, notices, next, ended: _ } = proposal;
        assert_eq!(record.number, self.records, "a proposal for another state of the session");
        let prepared = self.prepares();
        self.advance(&record, line.hash);
        match next {
            Next::Table(table) => self.table = table,
            Next::Activity(activity) => self.activity = activity,
            Next::Rewound(activity, step) => self.go_back(activity, step),
        }
        self.see_phase(prepared);
        (record, notices)
    }

    /// Folds one stored record. `past` gives the activity as it was after an earlier record, for rewinds.
    pub fn absorb(
        &mut self,
        record: &Record,
        hash: Hash,
        past: impl FnOnce(u64) -> Option<Past>,
    ) -> Result<(), Damage> {
        let quietly = |play: &mut dyn Play| play.fold(record.version, &record.events);
        self.take(record, hash, past, quietly)
    }

    /// The same, with a notice of each event.
    pub fn absorb_noting(
        &mut self,
        record: &Record,
        hash: Hash,
        past: impl FnOnce(u64) -> Option<Past>,
    ) -> Result<Vec<Notice>, Damage> {
        self.take(record, hash, past, |play| play.fold_noting(record.version, &record.events))
    }

    fn take<T: Default>(
        &mut self,
        record: &Record,
        hash: Hash,
        past: impl FnOnce(u64) -> Option<Past>,
        fold: impl FnOnce(&mut dyn Play) -> Result<T, String>,
    ) -> Result<T, Damage> {
        let prepared = self.prepares();
        let taken = self.fold(record, hash, past, fold)?;
        self.see_phase(prepared);
        Ok(taken)
    }

    fn fold<T: Default>(
        &mut self,
        record: &Record,
        hash: Hash,
        past: impl FnOnce(u64) -> Option<Past>,
        fold: impl FnOnce(&mut dyn Play) -> Result<T, String>,
    ) -> Result<T, Damage> {
        let number = record.number;
        let unreadable = |why: String| Damage::Unreadable { number, why };
        let of_table = record.machine == self.table_rules.name();
        let rules: &dyn Rules = if of_table { self.table_rules } else { self.rules };
        if record.machine != rules.name() {
            return Err(unreadable(format!(
                "it is of the machine {:?}, not {:?}",
                record.machine,
                rules.name()
            )));
        }
        if record.version > rules.events() {
            let machine = record.machine.clone();
            return Err(Damage::Newer { number, machine, found: record.version, known: rules.events() });
        }
        if self.seats.is_empty()
            && let Some(opened) = Opened::read(record)
        {
            self.seats = opened.seats;
            self.salt(opened.salt);
        }
        if !of_table && self.setup.is_none() {
            self.setup = Opened::read(record).map(|opened| opened.setup);
        }
        let rewind = if of_table { None } else { record.rewind() };
        if rewind.is_some() {
            self.check_rewind(record.by).map_err(|refusal| unreadable(refusal.message))?;
        }
        self.advance(record, hash);
        if of_table {
            fold(&mut *self.table).map_err(unreadable)
        } else if let Some(RewindCommand::Rewind { to, chance }) = rewind {
            let past = past(to)
                .ok_or_else(|| unreadable(format!("it goes back to record {to}, which is not before it")))?;
            self.go_back(past.activity, chance.then_some(past.step));
            Ok(T::default())
        } else {
            fold(&mut *self.activity).map_err(unreadable)
        }
    }

    /// The activity as it is now, to go back to later.
    pub fn present(&self) -> Past {
        let step = self.steps[Part::Activity as usize];
        Past { activity: self.activity.copy(), time: self.moment.time, step }
    }

    fn go_back(&mut self, activity: Box<dyn Play>, step: Option<u64>) {
        self.rewinds += 1;
        self.activity = activity;
        if let Some(step) = step {
            self.steps[Part::Activity as usize] = step;
        }
    }

    fn cast(&self, part: Part, moment: Moment) -> Cast {
        let (step, dice) = (self.steps[part as usize], self.dice[part as usize]);
        Cast { step, moment, dice, taken: self.table.taken(), heard: true }
    }

    fn advance(&mut self, record: &Record, hash: Hash) {
        self.records = record.number + 1;
        let part = if record.machine == self.rules.name() { Part::Activity } else { Part::Table };
        self.steps[part as usize] += 1;
        self.head = hash;
        self.moment = Moment { time: record.time, at: record.at };
    }

    /// Is the activity in a phase of session zero?
    fn prepares(&self) -> bool {
        let cards = self.rules.phases();
        // Most machines have no such phase, and need not be asked for theirs.
        cards.iter().any(|card| card.prepares) && {
            let phase = self.activity.phase();
            cards.iter().any(|card| card.prepares && card.name == phase)
        }
    }

    /// Takes a line of talk apart: what is for the table itself, and what goes on to the activity.
    pub fn hear(&self, by: Actor, text: &str, utc: i64) -> Result<Heard<Box<RawValue>>, Refusal> {
        self.table.hear(by, text, utc, &|| self.book())
    }

    /// What everybody may be told of the activity, a sentence each: how it stands for all, and its rules.
    fn book(&self) -> Vec<String> {
        let board = self.activity.board(Viewer::Public);
        let name = |seat: SeatId| self.seats.get(seat.index()).map(|seat| seat.name.clone());
        let up = board.notes.iter().filter(|note| note.is == SeatIs::Up && !note.covered);
        let up: Vec<String> = up.filter_map(|note| name(note.seat)).collect();
        let mut book = match up.as_slice() {
            [] => Vec::new(),
            [one] => vec![format!("It is {one}'s turn.")],
            many => vec![format!("It is the turn of {}.", many.join(", "))],
        };
        if !board.headline.is_empty() {
            book.push(format!("So far: {}.", board.headline));
        }
        let Card { about, rules, .. } = self.rules.card();
        let rules = if rules.is_empty() { about } else { rules };
        book.extend(rules.split_inclusive(". ").map(|sentence| sentence.trim().to_owned()));
        book
    }

    /// Notes whether session zero is over now. It is the table's to say so: until it has, this stands.
    fn see_phase(&mut self, prepared: bool) {
        let over = (prepared || self.prepared) && !self.prepares();
        self.prepared = over && self.table.prepared().is_some();
    }

    /// Whether the activity may be taken back by this actor, once more.
    fn check_rewind(&self, by: Actor) -> Result<(), Refusal> {
        self.may_rewind(by)?;
        if self.rewinds >= limits::REWINDS_MAX {
            let message =
                format!("it has been taken back {} times, and that is the limit", limits::REWINDS_MAX);
            return Err(Refusal::new("too-many-rewinds", message));
        }
        Ok(())
    }

    /// A refusal of what is not this seat's to do, with whose turn it is instead, where the board shows all that one seat is up.
    fn say_whose(&self, refusal: Refusal, by: Actor) -> Refusal {
        if by.seat().is_none() || refusal != Refusal::not_yours() {
            return refusal;
        }
        let board = self.activity.board(Viewer::Public);
        let mut up = board.notes.iter().filter(|note| note.is == SeatIs::Up && !note.covered);
        let (Some(one), None) = (up.next(), up.next()) else { return refusal };
        let name = self.seats.get(one.seat.index()).map_or("", |seat| seat.name.as_str());
        Refusal { message: format!("{}: it is {name}'s turn", refusal.message), ..refusal }
    }

    fn check_limits(&self, input: &Input) -> Result<(), Refusal> {
        let bytes = input.command.get().len();
        if bytes > limits::COMMAND_BYTES_MAX {
            let message =
                format!("{bytes} bytes, and {} is the limit: say it in parts", limits::COMMAND_BYTES_MAX);
            return Err(Refusal::new("too-long", message));
        }
        let request_chars = input.request.as_deref().map_or(0, |id| id.chars().count());
        if request_chars > limits::REQUEST_CHARS_MAX {
            let message = format!("a request id has at most {} characters", limits::REQUEST_CHARS_MAX);
            return Err(Refusal::new("request-id-too-long", message));
        }
        if self.records >= limits::RECORDS_MAX {
            let message = format!("the log is full at {} records: open a new session", limits::RECORDS_MAX);
            return Err(Refusal::new("log-full", message));
        }
        Ok(())
    }

    /// An answer to an ask that is no longer open is late. It costs nothing.
    fn check_ask(&self, input: &Input) -> Result<(), Refusal> {
        match (input.ask, input.by.seat()) {
            (Some(id), Some(seat)) if !self.activity.is_open(seat, id) => {
                Err(Refusal::new("late", "too late: that question is closed; nothing was changed"))
            }
            (Some(_) | None, _) => Ok(()),
        }
    }

    fn proposal(
        &self,
        rules: &dyn Rules,
        Input { by, request, command, .. }: Input,
        moment: Moment,
        (events, notices): (Vec<ToldEvent>, Vec<Notice>),
        next: Next,
    ) -> Proposal {
        let (record, line) = self.seal(rules, (by, request, command), moment, events);
        let ended = match &next {
            Next::Table(_) => self.activity.outcome(),
            Next::Activity(activity) | Next::Rewound(activity, _) => activity.outcome(),
        };
        Proposal { record, line, ended: ended.is_some(), notices, next }
    }

    fn seal(
        &self,
        rules: &dyn Rules,
        (by, request, command): (Actor, Option<String>, Box<RawValue>),
        moment: Moment,
        events: Vec<ToldEvent>,
    ) -> LogEntry {
        assert!(events.len() <= limits::EVENTS_PER_RECORD_MAX, "one command caused {} events", events.len());
        let record = Record {
            number: self.records,
            at: moment.at,
            time: moment.time,
            machine: rules.name().to_owned(),
            version: rules.events(),
            by,
            request,
            command,
            events,
            prev: self.head,
        };
        let line = record.seal();
        (record, line)
    }
}
