//! What the seat knows, what of it the agent has been given, and its answers.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use engine::{Actor, AskId, TableTime};
use host::Table;
use protocol::table::{TableState, aside_mark};
use protocol::{OpenAsk, Request, Scene, Tool, Update};
use serde_json::{Map, Value};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

use crate::{Place, board, words};

/// How long a call waits for the table, at most. Clients give up after a minute or so.
const WAIT: Duration = Duration::from_secs(25);

/// How long lines that come one after the other are gathered while nothing is asked.
const GATHER: Duration = Duration::from_secs(1);

/// Askers that wait to hear that everything has been taken in: a client has a few calls under way.
const SETTLING_MAX: usize = 64;

/// One who waits until everything that has happened has been taken in.
pub(crate) type Settled = oneshot::Sender<()>;

/// The seat that an agent sits in.
pub(crate) struct Chair {
    pub(crate) place: Place,
    table: Table,
    known: watch::Sender<Known>,
    given: Mutex<Given>,
    settling: mpsc::Sender<Settled>,
    left: watch::Sender<bool>,
}

/// What the seat knows.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    /// What it was told, a line each.
    pub(crate) lines: Vec<String>,
    /// How things stand.
    pub(crate) scene: Box<Scene>,
    /// Table time when something was last heard, and when that was.
    heard: (TableTime, Instant),
}

/// What the agent has been given.
#[derive(Debug, Default)]
struct Given {
    /// How many lines.
    lines: usize,
    /// What it was last shown to be asked: that is what it answers.
    asks: Vec<OpenAsk>,
    /// How things stood when it last read so.
    standing: String,
}

impl Chair {
    /// A chair for what a seat is told first, and where those come in who wait until it has heard everything.
    pub(crate) fn new(
        table: Table,
        place: Place,
        mut first: Update,
    ) -> Option<(Chair, mpsc::Receiver<Settled>)> {
        let known =
            Known { lines: Vec::new(), scene: first.scene.take()?, heard: (first.now, Instant::now()) };
        let (settling, settled) = mpsc::channel(SETTLING_MAX);
        let chair = Chair {
            place,
            table,
            known: watch::Sender::new(known),
            given: Mutex::default(),
            settling,
            left: watch::Sender::new(false),
        };
        chair.hear(first);
        Some((chair, settled))
    }

    /// Takes in what the seat is told.
    pub(crate) fn hear(&self, update: Update) {
        self.known.send_modify(|known| {
            let tellings = update.frames.iter().filter_map(|frame| frame.telling.as_ref());
            known.lines.extend(tellings.map(|telling| words::line(&self.place, telling)));
            if let Some(scene) = update.scene {
                known.scene = scene;
            }
            known.heard = (update.now, Instant::now());
        });
    }

    /// The client has closed its end.
    pub(crate) fn left(&self) {
        self.left.send_replace(true);
    }

    /// Waits until the client has closed its end.
    pub(crate) async fn is_left(&self) {
        // The sender is here: it cannot go first.
        let _ = self.left.subscribe().wait_for(|left| *left).await;
    }

    /// What the seat knows, now and from now on.
    pub(crate) fn known(&self) -> watch::Receiver<Known> {
        self.known.subscribe()
    }

    /// How the game ended, once it has.
    pub(crate) fn outcome(&self) -> Option<Value> {
        self.known.borrow().scene.outcome.clone()
    }

    /// What may be answered now. The agent has seen it then.
    pub(crate) fn legal(&self) -> Vec<Tool> {
        let known = self.known.borrow();
        self.given().asks = known.asks();
        known.legal()
    }

    /// The open asks. The agent has seen them then.
    pub(crate) fn asks(&self) -> Vec<OpenAsk> {
        let asks = self.known.borrow().asks();
        self.given().asks.clone_from(&asks);
        asks
    }

    /// Answers what the seat is asked. The error says what was wrong.
    pub(crate) async fn answer(&self, tool: &str, arguments: Map<String, Value>) -> Result<(), String> {
        let (ask, command) = self.read(tool, arguments)?;
        let request = Request::Answer { ask, command: engine::raw(&command) };
        let done = self.table.request(Actor::Seat(self.place.seat), None, request).await;
        // Whatever came of it, what is said next is as of after it.
        self.settle().await;
        done.map(drop).map_err(|why| why.to_string())
    }

    /// Says a line at the table, which answers nothing that the seat is asked; gives what it asked to be told.
    pub(crate) async fn talk(&self, mut arguments: Map<String, Value>) -> Result<Option<String>, String> {
        let line = arguments.remove("line").filter(|_| arguments.is_empty());
        let line = line.as_ref().and_then(Value::as_str).ok_or("give one field: line")?.trim();
        let looks_back = self.known.borrow().scene.table.state == TableState::Debrief;
        let text = match line.starts_with('/') || looks_back || aside_mark(line).is_some() {
            true => line.to_owned(),
            false => format!("// {line}"),
        };
        let said = self.table.request(Actor::Seat(self.place.seat), None, Request::Line { text }).await;
        self.settle().await;
        said.map(|ack| ack.report).map_err(|why| why.to_string())
    }

    /// Finds what a call answers: what the agent was shown, not what is asked meanwhile.
    fn read(&self, tool: &str, arguments: Map<String, Value>) -> Result<(AskId, Value), String> {
        let known = self.known.borrow();
        let shown = &self.given().asks;
        let offers = |ask: &&OpenAsk| ask.form.tools.iter().any(|offered| offered.name == tool);
        let open = known.asks();
        let was_shown = |ask: &&OpenAsk| shown.iter().any(|shown| shown.id == ask.id);
        let ask = match open.iter().filter(offers).find(was_shown) {
            Some(ask) => ask,
            None if shown.iter().any(|ask| offers(&ask)) => {
                return Err("too late: that question is closed; nothing was changed".to_owned());
            }
            None => open
                .iter()
                .find(offers)
                .ok_or_else(|| format!("{tool:?} cannot be done now; nothing was changed"))?,
        };
        Ok((ask.id, ask.form.read_call(tool, arguments)?))
    }

    /// Waits until everything that has happened so far has been taken in.
    async fn settle(&self) {
        let (settled, all) = oneshot::channel();
        if self.settling.send(settled).await.is_ok() {
            // A table that stops answers nobody: then nothing more will be heard.
            let _ = all.await;
        }
    }

    /// Waits until something is asked, or told, or the game has ended; not for ever.
    pub(crate) async fn wait(&self) {
        let given = self.given().lines;
        self.until(WAIT, |known| known.is_asked() || known.is_over() || known.lines.len() > given).await;
        self.until(GATHER, |known| known.is_asked() || known.is_over() || known.lines.len() <= given).await;
    }

    /// Waits until something is asked or the game has ended; not for ever.
    pub(crate) async fn wait_for_ask(&self) {
        self.until(WAIT, |known| known.is_asked() || known.is_over()).await;
    }

    /// Waits for something to be so, as long as the client is there.
    async fn until(&self, within: Duration, is_so: impl Fn(&Known) -> bool) {
        let mut known = self.known.subscribe();
        let so = async move {
            // The sender is here: it cannot go first.
            let _ = known.wait_for(|known| is_so(known)).await;
        };
        tokio::select! {
            () = so => {}
            () = self.is_left() => {}
            () = tokio::time::sleep(within) => {}
        }
    }

    /// How things stand, in plain text.
    pub(crate) fn standing(&self) -> String {
        self.known.borrow().standing(&self.place)
    }

    /// What was told since the last report, how things stand if it has changed, and what is asked now. A report that nobody will read takes nothing away.
    pub(crate) fn report(&self, is_read: bool) -> String {
        let known = self.known.borrow();
        let mut given = self.given();
        let standing = known.standing(&self.place);
        let changed = if standing == given.standing { "" } else { &standing };
        let text =
            words::report(known.lines.get(given.lines..).unwrap_or_default(), changed, &self.now(&known));
        if is_read {
            *given = Given { lines: known.lines.len(), asks: known.asks(), standing };
        }
        text
    }

    /// Why something was not done, and what is asked now.
    pub(crate) fn refusal(&self, why: &str) -> String {
        let known = self.known.borrow();
        self.given().asks = known.asks();
        format!("Not done: {why}.\n\n{}", self.now(&known))
    }

    fn now(&self, known: &Known) -> String {
        words::now(&known.scene, &known.asks(), known.now())
    }

    fn given(&self) -> MutexGuard<'_, Given> {
        self.given.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    /// What the seat is asked, what it has not answered before what it has.
    pub(crate) fn asks(&self) -> Vec<OpenAsk> {
        let mut asks = self.scene.asks.clone();
        asks.retain(|ask| !ask.is_final());
        asks.sort_by_key(|ask| ask.answered);
        asks
    }

    /// The ways to answer.
    pub(crate) fn legal(&self) -> Vec<Tool> {
        let mut legal: Vec<Tool> = Vec::new();
        for tool in self.asks().into_iter().flat_map(|ask| ask.form.tools) {
            if legal.iter().all(|other| other.name != tool.name) {
                legal.push(tool);
            }
        }
        legal
    }

    fn standing(&self, place: &Place) -> String {
        board::text(&self.scene.board, &place.seats, place.seat)
    }

    fn is_asked(&self) -> bool {
        self.scene.asks.iter().any(|ask| !ask.answered)
    }

    fn is_over(&self) -> bool {
        self.scene.outcome.is_some()
    }

    /// Table time.
    fn now(&self) -> TableTime {
        let (time, at) = self.heard;
        if !self.scene.clock.running {
            return time;
        }
        time + u64::try_from(at.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}
