//! The turn loop: how the ask of a seat that a model holds becomes calls, and their replies commands.
//!
//! Ask → prompt, from what the seat was told and nothing else → call, noted before → words as they come → reply, noted
//! after → one command after the other, each decided by the machine like anybody's → records. A command that is refused
//! goes back to the model with the reason; a phase that changes ends the turn; every way of failing ends in the
//! machine's own way out, marked and with its reason.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use engine::{
    Actor, Ask, AskId, CallBegun, CallEnd, CallId, CallNote, CallSettled, Form, Holder, Part, Refusal, SeatId,
};
use llm::{
    CallFault, Connected, Delta, Failed, ModelPrompt, ModelReply, ModelRequest, Provider, Style, ToolSpec,
};
use serde_json::value::RawValue;
use tokio::sync::{mpsc, oneshot};
use tokio::task::AbortHandle;
use tokio::time::Instant;

use crate::Closed;
use crate::asks::AskKey;
use crate::limits::{BREAKS_MAX, CALL_MARGIN_MS, CALL_MS_MIN, KEPT_REPLY_CHARS_MAX};
use crate::task::SessionTask;
use crate::turn::{AfterReply, Asked, ModelWish, Since, Turn, Underway, reason, tool_specs};

/// Why something is not done that follows what was refused.
const BEFORE_IT: &str = "what came before it was not done";

/// What comes from a call that is under way. It is sent in a box: a channel makes room for 32 of what it carries before it
/// carries anything, and most sessions have no model at all.
pub(crate) struct News {
    key: AskKey,
    call: CallId,
    what: What,
}

enum What {
    Delta(Delta),
    Done { result: Result<ModelReply, Failed>, took: Duration },
}

/// How a call reports. One that ends without a word, because the provider has a bug, reports that.
struct Report {
    key: AskKey,
    call: CallId,
    news: mpsc::UnboundedSender<Box<News>>,
    done: bool,
}

impl Report {
    fn send(&self, what: What) {
        // A session that is over listens no more.
        let _ = self.news.send(Box::new(News { key: self.key, call: self.call, what }));
    }

    fn finish(&mut self, result: Result<ModelReply, Failed>, took: Duration) {
        self.done = true;
        self.send(What::Done { result, took });
    }
}

impl Drop for Report {
    fn drop(&mut self) {
        if !self.done {
            let why = "the call ended without an answer".to_owned();
            self.finish(Err(Failed::new(CallFault::Unreachable { why })), Duration::ZERO);
        }
    }
}

/// How many times in a row a seat's model changed the phase with nobody else acting in between.
#[derive(Default)]
pub(crate) struct Breaks {
    seat: Option<SeatId>,
    count: u32,
}

impl Breaks {
    /// Somebody acted.
    pub(crate) fn acted(&mut self, by: Actor) {
        if by != Actor::Host && by.seat() != self.seat {
            *self = Breaks { seat: by.seat(), count: 0 };
        }
    }
}

impl SessionTask {
    /// A model's seat is asked.
    pub(crate) async fn begin_turn(&mut self, seat: SeatId, ask: AskId, spec: &str) -> Result<(), Closed> {
        if self.breaks.seat == Some(seat) && self.breaks.count >= BREAKS_MAX {
            return self.fall_back(seat, ask, "its model changed the phase too often").await;
        }
        // Why it is not ready is for whoever runs this, who can ask beforehand; a public event is no place for it.
        let Some(model) = self.connected(spec).await else {
            return self.fall_back(seat, ask, "its model is not ready").await;
        };
        let undone = self.undone.remove(&seat);
        let asked = self.asked_now((seat, ask), &model, undone.as_deref()).await;
        let Some((form, prompt)) = asked else { return Ok(()) };
        let activity = &self.session.activity;
        // They hardly ever change, and are long.
        let tools = activity.tools(seat);
        let is_same = |specs: &&Vec<ToolSpec>| {
            specs.iter().map(|spec| &spec.name).eq(tools.iter().map(|tool| &tool.name))
        };
        let specs = self.tools.get(&seat).filter(is_same).cloned();
        let tools = specs.unwrap_or_else(|| tool_specs(&model, &tools));
        self.tools.insert(seat, tools.clone());
        self.schedule.busy(seat, ask);
        let asked = Asked { session: self.id.to_string(), seat, ask, tools, prompt, undone };
        self.call((seat, ask), Turn::new(model, form, asked)).await
    }

    /// What is legal for an ask, and the prompt, as of this moment: with all that its seat has been told until now.
    async fn asked_now(
        &mut self,
        (seat, ask): AskKey,
        model: &Connected,
        undone: Option<&str>,
    ) -> Option<(Form, ModelPrompt)> {
        let form = self.session.activity.form(seat, ask)?;
        let mut prompt = self.session.prompt(seat, ask)?;
        if let Some(undone) = undone {
            prompt.now.push_str(&format!("Of your last answer this was not done: {undone}.\n"));
        }
        let told = self.transcripts.pieces(seat);
        let mut fixed = std::mem::take(&mut prompt.fixed);
        if model.provider.style() == Style::Schema {
            fixed.insert_str(0, &prompt.tools);
        }
        let (photos, now) = self.shown(prompt, model.spec.sees()).await;
        Some((form, ModelPrompt { fixed, told, photos, now }))
    }

    /// The model of a spec. Getting it may run a command or read a file, so it is done once, where that holds up nobody.
    pub(crate) async fn connected(&mut self, spec: &str) -> Option<Connected> {
        if let Some(model) = self.connected.get(spec) {
            return Some(model.clone());
        }
        let (models, wanted) = (self.models.clone(), spec.to_owned());
        let model = tokio::task::spawn_blocking(move || models.get(&wanted)).await.ok()?.ok()?;
        self.connected.insert(spec.to_owned(), model.clone());
        Some(model)
    }

    /// Makes the next call of a turn: noted first, then made.
    async fn call(&mut self, key: AskKey, mut turn: Turn) -> Result<(), Closed> {
        let (seat, ask) = key;
        let Some(time) = self.time_for(key, turn.model.time) else {
            return self.fall_back(seat, ask, reason(CallEnd::TimedOut)).await;
        };
        let request = turn.request(time);
        let most = llm::most(&request);
        let begun = CallBegun {
            call_id: self.session.table.accounts().next(),
            player_id: seat,
            ask_id: ask,
            model: turn.model.spec.to_string(),
            most,
            most_cost: turn.model.cost(most),
        };
        let provider = Arc::clone(&turn.model.provider);
        let Some(task) = self.make_call(key, &begun, provider, request) else {
            return self.fall_back(seat, ask, "no more calls can be noted").await;
        };
        let since = Since { instant: Instant::now(), table: self.now() };
        turn.begun(Underway::new(begun, since, &turn.form, task));
        let earlier = self.turns.insert(key, turn);
        debug_assert!(earlier.is_none(), "an ask has one turn");
        Ok(())
    }

    /// Makes a call: noted first, and made when the note is on disk. Nothing if it cannot be noted.
    pub(crate) fn make_call(
        &mut self,
        key: AskKey,
        begun: &CallBegun,
        provider: Arc<dyn Provider>,
        request: Arc<ModelRequest>,
    ) -> Option<AbortHandle> {
        let on_disk = self.note(CallNote::Begun(begun.clone()))?;
        let mut report = Report { key, call: begun.call_id, news: self.news_sender.clone(), done: false };
        let task = tokio::spawn(async move {
            if on_disk.await.is_err() {
                return;
            }
            let started = Instant::now();
            let mut hear = |delta| report.send(What::Delta(delta));
            let result = provider.call(&request, &mut hear).await;
            report.finish(result, started.elapsed());
        });
        Some(task.abort_handle())
    }

    /// How long the next call for an ask may take: it has its own limit inside the deadline. Nothing if there is no
    /// time left for one.
    fn time_for(&self, (seat, ask): AskKey, most: Duration) -> Option<Duration> {
        let asks = self.session.activity.open_asks();
        let open = asks.iter().find(|open| (open.seat, open.id) == (seat, ask))?;
        let Some(deadline) = open.deadline else { return Some(most) };
        let left =
            deadline.since(self.now()).checked_sub(CALL_MARGIN_MS).filter(|left| *left >= CALL_MS_MIN)?;
        Some(most.min(Duration::from_millis(left)))
    }

    /// Something came from a call.
    pub(crate) async fn heard(&mut self, news: Box<News>) -> Result<(), Closed> {
        let News { key, call, what } = *news;
        if self.judge.is(call) {
            match what {
                What::Delta(delta) => self.judge.heard(&delta),
                What::Done { result, took } => self.judged(&result, took),
            }
            return Ok(());
        }
        if self.counsel.is(call) {
            match what {
                What::Delta(delta) => self.counsel.heard(&delta),
                What::Done { result, took } => self.counselled(&result, took),
            }
            return Ok(());
        }
        if !self.session.table.live() {
            // Nothing could be done with what it says in a turn.
            self.unread.push_back(Box::new(News { key, call, what }));
            return Ok(());
        }
        let current = |turn: &&mut Turn| turn.call.as_ref().is_some_and(|at| at.begun.call_id == call);
        // A call that was given up may still have sent something.
        let Some(turn) = self.turns.get_mut(&key).filter(current) else { return Ok(()) };
        match what {
            What::Delta(delta) => {
                let (attempt, mut words) = turn.hear(delta);
                if self.keeps_out() {
                    // They are told once they are whole, and told of nothing that is kept out.
                    words.clear();
                }
                // What opened this turn is told before what is said in it.
                self.tell_written()?;
                let now = self.now();
                for words in words {
                    self.listeners.stream(key.1, attempt, words, now);
                }
                Ok(())
            }
            // Boxed, and the pieces before it are not: they are many, and soon done.
            What::Done { result, took } => Box::pin(self.ended(key, result, took)).await,
        }
    }

    /// The call of a turn is over.
    async fn ended(
        &mut self,
        key: AskKey,
        result: Result<ModelReply, Failed>,
        took: Duration,
    ) -> Result<(), Closed> {
        let Some(mut turn) = self.turns.remove(&key) else { return Ok(()) };
        let Some(underway) = turn.call.take() else { return Ok(()) };
        self.settle(&turn.model, underway.begun.call_id, &result, took);
        match result {
            Ok(reply) => self.replied(key, turn, reply).await,
            Err(failed) => self.failed(key, turn, &underway, failed).await,
        }
    }

    /// Notes what a call used.
    pub(crate) fn settle(
        &mut self,
        model: &Connected,
        call_id: CallId,
        result: &Result<ModelReply, Failed>,
        took: Duration,
    ) {
        let (end, usage, estimated, reply) = match result {
            Ok(reply) => (CallEnd::Answered, reply.usage, reply.estimated, raw_reply(reply)),
            Err(failed) => (failed.fault.end(), failed.usage, failed.estimated, failed.text.clone()),
        };
        let ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        let (session, provider, call) = (self.id.as_str(), model.spec.provider.as_str(), call_id.0);
        tracing::info!(session, provider, call, ?end, ms, "model called");
        self.providers.note(provider, end);
        let settled = CallSettled {
            call_id,
            end,
            usage,
            cost: model.cost(usage),
            estimated,
            took_ms: millis(took),
            reply: reply.chars().take(KEPT_REPLY_CHARS_MAX).collect(),
        };
        self.note(CallNote::Settled(settled));
    }

    /// A model answered: what it wants is done, one after the other, as far as the rules let it. Once in a question, what follows
    /// something that was refused waits until the model has read why, with what was refused itself. What opens a new question to
    /// its seat does not stop it; what is not done is told with that question.
    async fn replied(&mut self, key: AskKey, mut turn: Turn, reply: ModelReply) -> Result<(), Closed> {
        let phase = self.session.activity.phase();
        let mut results: Vec<(ModelWish, Result<(), String>)> = Vec::new();
        let mut wishes = VecDeque::from(turn.wishes(&reply));
        while let Some(wish) = wishes.pop_front() {
            let done = self.do_wish(key, &wish, results.iter().any(|(_, done)| done.is_ok()));
            let is_refused = done.is_err();
            results.push((wish, done));
            if is_refused && !wishes.is_empty() && turn.holds_back() {
                let waits = || Err(BEFORE_IT.to_owned());
                results.extend(wishes.drain(..).map(|wish| (wish, waits())));
                break;
            }
            if self.session.activity.phase() != phase || !self.waits(key) {
                let mut undone: Vec<String> = results
                    .iter()
                    .filter_map(|(wish, done)| Some(wish.undone(done.as_ref().err()?)))
                    .collect();
                undone.extend(self.go_over(key.0, phase, wishes));
                if !undone.is_empty() {
                    self.undone.insert(key.0, undone.join("; "));
                }
                self.schedule.done(key.0, key.1);
                self.schedule.plan(&self.session, &self.session.activity.open_asks(), self.now());
                return Ok(());
            }
        }
        let next = turn.heard(reply, results);
        self.go_on(key, turn, next).await
    }

    /// Gives a command of a reply. Where something before it was done, it is read by the form of now: who was brought in may speak.
    fn do_wish(&mut self, key: AskKey, wish: &ModelWish, anew: bool) -> Result<(), String> {
        let form = if anew { self.session.activity.form(key.0, key.1) } else { None };
        let command = form.map_or_else(|| wish.command.clone(), |form| wish.again(&form))?;
        self.submit_as(key.0, Some(key.1), engine::raw(&command)).map_err(|refusal| refusal.message)
    }

    /// The rest of a reply that has closed its question: done as long as its seat is asked for it. Says what was not.
    fn go_over(&mut self, seat: SeatId, mut phase: &'static str, rest: VecDeque<ModelWish>) -> Vec<String> {
        let (mut refused, mut undone) = (false, Vec::new());
        for wish in rest {
            phase = self.gone_on(seat, phase);
            let before = || Err(BEFORE_IT.to_owned());
            let done = if refused { before() } else { self.do_now(seat, &wish) };
            if let Err(why) = done {
                refused = true;
                undone.push(wish.undone(&why));
            }
        }
        self.gone_on(seat, phase);
        undone
    }

    /// The phase of now; that it is another than before counts for a seat which makes phases change alone.
    fn gone_on(&mut self, seat: SeatId, before: &str) -> &'static str {
        let now = self.session.activity.phase();
        if now != before && self.breaks.seat == Some(seat) {
            self.breaks.count += 1;
        }
        now
    }

    /// Gives a command by the form of what its seat is asked now.
    fn do_now(&mut self, seat: SeatId, wish: &ModelWish) -> Result<(), String> {
        let asks = self.session.activity.open_asks();
        let ask = asks.iter().find(|open| open.seat == seat && !open.answered).map(|open| open.id);
        let form = ask.and_then(|ask| self.session.activity.form(seat, ask));
        let (Some(ask), Some(form)) = (ask, form) else { return Err("nothing is asked any more".to_owned()) };
        let command = wish.again(&form)?;
        self.submit_as(seat, Some(ask), engine::raw(&command)).map_err(|refusal| refusal.message)
    }

    /// A call came to no whole answer.
    async fn failed(
        &mut self,
        key: AskKey,
        mut turn: Turn,
        underway: &Underway,
        failed: Failed,
    ) -> Result<(), Closed> {
        if !self.waits(key) {
            return Ok(());
        }
        if let CallFault::TimedOut { after } = failed.fault
            && self.now().since(underway.since.table) < millis(after)
        {
            // The table rested meanwhile: the seat has not had the time that is its own.
            return self.go_on(key, turn, AfterReply::Again { progress: false }).await;
        }
        let next = turn.failed(&failed.fault, failed.text);
        // What was said aloud when there is no other try, because a stream broke, stands as far as it was said.
        if matches!(next, AfterReply::GiveUp(_)) {
            let (tool, said) = underway.stream.said();
            let cut_off =
                self.session.activity.cut_off(key.0, key.1, tool, said).filter(|_| !said.is_empty());
            // The form does not offer what only the host can know, that it was cut off.
            let stands = cut_off.is_some_and(|command| self.submit_as(key.0, None, command).is_ok());
            if stands && !self.waits(key) {
                return Ok(());
            }
        }
        self.go_on(key, turn, next).await
    }

    async fn go_on(&mut self, key: AskKey, mut turn: Turn, next: AfterReply) -> Result<(), Closed> {
        match next {
            AfterReply::Again { progress } => {
                if progress {
                    turn.undone = None;
                }
                let undone = turn.undone.as_deref();
                if let Some((form, prompt)) = self.asked_now(key, &turn.model, undone).await {
                    turn.renew(form, prompt);
                }
                self.call(key, turn).await
            }
            AfterReply::GiveUp(reason) => self.fall_back(key.0, key.1, reason).await,
        }
    }

    /// A command in the name of a seat.
    fn submit_as(&mut self, seat: SeatId, ask: Option<AskId>, command: Box<RawValue>) -> Result<(), Refusal> {
        self.check_kept_out(seat, &command)?;
        let by = Actor::Seat(seat);
        let input = engine::Input { part: Part::Activity, by, request: None, ask, command };
        self.write_behind(&input).map(drop)
    }

    /// Is this ask still open and without an answer?
    fn waits(&self, (seat, ask): AskKey) -> bool {
        self.session.activity.open_asks().iter().any(|open| is_waiting(open, (seat, ask)))
    }

    /// Gives up the calls of asks that nobody waits for any more, and those of seats in which a person has sat down.
    pub(crate) fn give_up_closed(&mut self, asks: &[Ask<()>]) {
        let closed = |key: &AskKey| {
            !asks.iter().any(|open| is_waiting(open, *key)) || *self.session.holder(key.0) == Holder::Person
        };
        let gone: Vec<AskKey> = self.turns.keys().copied().filter(closed).collect();
        for key in gone {
            if let Some(turn) = self.turns.remove(&key) {
                self.given_up.push(turn);
            }
        }
    }

    /// Notes what the calls used that were given up.
    pub(crate) fn settle_given_up(&mut self) {
        while let Some(mut turn) = self.given_up.pop() {
            if let Some(underway) = turn.call.take() {
                let Underway { begun, since, stream, .. } = &underway;
                self.settle_unwaited(&turn.model, begun, since.instant, stream.bytes());
            }
        }
    }

    /// Notes what a call used that nobody waits for any more: what the provider says, if that has come and was not read yet. If
    /// not, it is taken to have read its prompt and to have written what was heard.
    pub(crate) fn settle_unwaited(
        &mut self,
        model: &Connected,
        begun: &CallBegun,
        since: Instant,
        mut heard: u64,
    ) {
        while let Ok(news) = self.news.try_recv() {
            self.unread.push_back(news);
        }
        let unread = std::mem::take(&mut self.unread);
        let (of_this, others): (VecDeque<Box<News>>, _) =
            unread.into_iter().partition(|news| news.call == begun.call_id);
        self.unread = others;
        for news in of_this {
            match news.what {
                What::Done { result, took } => return self.settle(model, begun.call_id, &result, took),
                What::Delta(delta) => heard += llm::bytes_of(&delta),
            }
        }
        let usage = model.gauge.cut_short(begun.most, heard);
        let settled = CallSettled {
            call_id: begun.call_id,
            end: CallEnd::Cancelled,
            usage,
            cost: model.cost(usage),
            estimated: true,
            took_ms: millis(since.elapsed()),
            reply: String::new(),
        };
        self.note(CallNote::Settled(settled));
    }

    /// Settles the calls that the last run of this session left open: once, with the most that they can have used.
    pub(crate) fn settle_lost(&mut self) {
        for open in self.session.table.accounts().open.clone() {
            let settled = CallSettled {
                call_id: open.call_id,
                end: CallEnd::Lost,
                usage: open.most,
                cost: open.most_cost,
                estimated: false,
                took_ms: 0,
                reply: String::new(),
            };
            self.note(CallNote::Settled(settled));
        }
    }

    /// Gives up every call, and notes what they used.
    pub(crate) async fn stop_calls(&mut self) -> Result<(), Closed> {
        self.give_up_closed(&[]);
        self.settle_given_up();
        self.give_up_judgement();
        self.give_up_counsel();
        self.written().await
    }

    /// Notes something of a call: says when it is on disk. A note that the table refuses changes nothing but the
    /// accounts, and play goes on.
    pub(crate) fn note(&mut self, call: CallNote) -> Option<oneshot::Receiver<()>> {
        self.note_behind(call).ok()
    }
}

fn is_waiting(open: &Ask<()>, key: AskKey) -> bool {
    (open.seat, open.id) == key && !open.answered
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// What a model said, word for word.
fn raw_reply(reply: &ModelReply) -> String {
    let calls = reply.calls.iter().map(|call| format!("{} {}", call.name, call.arguments));
    let text = Some(reply.text.clone()).filter(|text| !text.is_empty());
    text.into_iter().chain(calls).collect::<Vec<_>>().join("\n")
}
