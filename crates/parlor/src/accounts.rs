//! What the models of a session used, as its log tells it.

use archive::Saved;
use engine::{
    Accounts, AskId, Budget, CallBegun, CallEnd, CallId, CallNote, CallSettled, LogEntry, Record, SeatId,
    Spent,
};

use crate::budget;
use crate::catalog::catalog;
use crate::exit::Code;
use crate::models::spec;
use crate::text::{grouped, money};

/// The notes about model calls in a record.
pub(crate) fn noted(record: &Record) -> impl Iterator<Item = CallNote> {
    let of_table = record.machine == catalog().table.name();
    record.events.iter().filter(move |_| of_table).filter_map(|event| {
        match serde_json::from_str::<table::Event>(event.json.get()).ok()? {
            table::Event::ModelCalled(call) => Some(CallNote::Begun(call)),
            table::Event::ModelAnswered(call) => Some(CallNote::Settled(call)),
            _ => None,
        }
    })
}

/// One call.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    /// As it was noted before it was made.
    pub(crate) begun: CallBegun,
    /// As it was noted after; nothing if it is under way, or was lost and nobody went on with the session since.
    pub(crate) settled: Option<CallSettled>,
    /// The record that began it.
    pub(crate) record: u64,
}

impl Call {
    /// Did the table ask for itself, and no seat was to answer?
    pub(crate) fn is_judges(&self) -> bool {
        self.begun.ask_id == AskId::TABLE
    }
}

/// What these calls used, as far as they are settled.
fn spent<'a>(calls: impl Iterator<Item = &'a Call>) -> Spent {
    let mut spent = Spent::default();
    for settled in calls.filter_map(|call| call.settled.as_ref()) {
        spent.add(settled.end, settled.usage, settled.cost);
    }
    spent
}

/// Every call of a log, in order.
pub(crate) fn calls(log: &[LogEntry]) -> Vec<Call> {
    let mut calls: Vec<Call> = Vec::new();
    for (record, _) in log {
        for note in noted(record) {
            match note {
                CallNote::Begun(begun) => calls.push(Call { begun, settled: None, record: record.number }),
                CallNote::Settled(settled) => {
                    let is =
                        |call: &&mut Call| call.begun.call_id == settled.call_id && call.settled.is_none();
                    if let Some(call) = calls.iter_mut().rev().find(is) {
                        call.settled = Some(settled);
                    }
                }
            }
        }
    }
    calls
}

/// What a session used.
#[derive(Clone, Debug)]
pub(crate) struct Bill {
    /// Seat by seat, those that a model holds or held calls for: what was asked of the seat itself.
    pub(crate) seats: Vec<SeatBill>,
    /// What the table asked models for itself: what the talk suggests, and the like. By model.
    pub(crate) judges: Vec<(String, Spent)>,
    /// All of them together.
    pub(crate) total: Spent,
    /// What the session may use.
    pub(crate) budget: Budget,
    /// Every call.
    pub(crate) calls: Vec<Call>,
    /// Calls that a fork shares with its parent.
    pub(crate) inherited: usize,
}

/// What a seat used.
#[derive(Clone, Debug)]
pub(crate) struct SeatBill {
    /// The seat.
    pub(crate) seat: SeatId,
    /// Its name.
    pub(crate) name: String,
    /// Its model.
    pub(crate) model: String,
    /// What it used.
    pub(crate) spent: Spent,
}

impl Bill {
    /// The bill of a session; nothing if no model has anything to do with it.
    pub(crate) fn of(saved: &Saved) -> Option<Bill> {
        let accounts: &Accounts = saved.session.table.accounts();
        let mut seats = Vec::new();
        let calls = calls(&saved.log);
        for (index, seat) in saved.session.seats.iter().enumerate() {
            if let Some(model) = spec(seat) {
                let (seat, name, model) = (SeatId::at(index), seat.name.clone(), model.to_owned());
                let own = calls.iter().filter(|call| call.begun.player_id == seat && !call.is_judges());
                seats.push(SeatBill { seat, name, model, spent: spent(own) });
            }
        }
        if seats.is_empty() {
            return None;
        }
        let mut judges: Vec<&str> =
            calls.iter().filter(|call| call.is_judges()).map(|call| call.begun.model.as_str()).collect();
        judges.sort_unstable();
        judges.dedup();
        let judged = |model: &str| {
            (model.to_owned(), spent(calls.iter().filter(|it| it.is_judges() && it.begun.model == model)))
        };
        let judges = judges.into_iter().map(judged).collect();
        let shared = saved.meta.parent.as_ref().map(|(_, at)| *at);
        let inherited = calls.iter().filter(|call| shared.is_some_and(|at| call.record <= at)).count();
        Some(Bill { seats, judges, total: accounts.total(), budget: accounts.budget, calls, inherited })
    }

    /// Calls that ended so.
    pub(crate) fn ended(&self, end: CallEnd) -> usize {
        let is = |call: &&Call| call.settled.as_ref().is_some_and(|settled| settled.end == end);
        self.calls.iter().filter(is).count()
    }

    /// Calls that were made. One that met a budget was not.
    pub(crate) fn made(&self) -> u64 {
        self.total.calls.saturating_sub(self.ended(CallEnd::OverBudget) as u64)
    }

    /// How a run of these models ends: a seat that was asked and never answered is no experiment, and neither is one for which
    /// the rules played on.
    pub(crate) fn code(&self) -> Code {
        let ends = |seat: SeatId| {
            let own = self.calls.iter().filter(move |call| call.begun.player_id == seat && !call.is_judges());
            own.filter_map(|call| Some(call.settled.as_ref()?.end))
        };
        let is_mute = |seat: &SeatBill| {
            ends(seat.seat).any(is_unanswered) && !ends(seat.seat).any(|end| end == CallEnd::Answered)
        };
        match self.ended(CallEnd::OverBudget) {
            _ if self.seats.iter().any(is_mute) => Code::Unreachable,
            0 => Code::Fine,
            _ => Code::OverBudget,
        }
    }

    /// Calls that are not settled.
    pub(crate) fn open(&self) -> Vec<CallId> {
        self.calls.iter().filter(|call| call.settled.is_none()).map(|call| call.begun.call_id).collect()
    }

    /// All of it in one line.
    pub(crate) fn line(&self) -> String {
        let usage = self.total.usage;
        let cached =
            share(usage.cached, usage.input).map_or(String::new(), |share| format!(" ({share} cached)"));
        format!(
            "models: {}, {} tokens in{cached}, {} out, {}",
            some(self.made()),
            grouped(usage.input),
            grouped(usage.output),
            cost(self.total)
        )
    }

    /// What else there is to say, a line each.
    pub(crate) fn remarks(&self) -> Vec<String> {
        let lines = [
            ("without a price", self.total.unpriced, "add [prices.\"provider:model\"] to config.toml"),
            ("lost", self.total.lost, "the program ended first; counted with the most that it can have used"),
            ("estimated", self.estimated(), "the provider did not say all of what they used"),
            ("open", self.open().len() as u64, "parlor resume settles what was left open"),
            ("before the fork", self.inherited as u64, "on the parent's bill too"),
        ];
        let said = lines.into_iter().filter(|(_, count, _)| *count > 0);
        let said = said.map(|(what, count, about)| format!("{what}: {}; {about}", some(count)));
        said.chain(self.trouble()).collect()
    }

    /// Calls that are counted, at least in part, with an estimate.
    fn estimated(&self) -> u64 {
        self.calls.iter().filter(|call| call.settled.as_ref().is_some_and(|it| it.estimated)).count() as u64
    }

    /// What went wrong that somebody should know of: calls that came to nothing, and a budget that was met.
    pub(crate) fn trouble(&self) -> Vec<String> {
        self.unanswered().into_iter().chain(self.thought_out()).chain(self.over_budget()).collect()
    }

    /// Calls to which the provider gave no whole answer, by how they ended, and the first model to look at.
    fn unanswered(&self) -> Option<String> {
        let mut ends: Vec<(CallEnd, u64)> = Vec::new();
        let mut model = None;
        for call in &self.calls {
            let Some(settled) = &call.settled else { continue };
            let end = settled.end;
            if !is_unanswered(end) {
                continue;
            }
            model.get_or_insert(&call.begun.model);
            match ends.iter_mut().find(|(known, _)| *known == end) {
                Some((_, count)) => *count += 1,
                None => ends.push((end, 1)),
            }
        }
        let all: u64 = ends.iter().map(|(_, count)| count).sum();
        let ends: Vec<String> =
            ends.iter().map(|(end, count)| format!("{} {}", words(*end), grouped(*count))).collect();
        model.map(|model| {
            let model = protocol::clean_line(model);
            let all = some(all);
            format!("without an answer: {all} ({}); look with parlor doctor --model {model}", ends.join(", "))
        })
    }

    /// That models thought until their limit, if they did, and what to set.
    fn thought_out(&self) -> Option<String> {
        let is = |call: &&Call| call.settled.as_ref().is_some_and(|it| it.end == CallEnd::ThoughtOut);
        let first = self.calls.iter().find(is)?;
        let (model, all) =
            (protocol::clean_line(&first.begun.model), some(self.ended(CallEnd::ThoughtOut) as u64));
        Some(format!(
            "thought too long: {all}; {model} needs more room (@thinking=32768) or less to think about (@effort=low)"
        ))
    }

    /// That a budget was met, if one was.
    fn over_budget(&self) -> Option<String> {
        let count = self.ended(CallEnd::OverBudget) as u64;
        let which = match self.budget {
            budget if budget.is_unlimited() => "a budget in config.toml".to_owned(),
            budget => format!("the budget of {}", budget::words(budget)),
        };
        (count > 0).then(|| format!("{which} was met: {} not made, the rules answered instead", some(count)))
    }
}

/// Was there no answer to a call? One that the rules refuse is an answer; what was not made or not waited for has none to miss.
fn is_unanswered(end: CallEnd) -> bool {
    !matches!(end, CallEnd::Answered | CallEnd::OverBudget | CallEnd::Cancelled | CallEnd::Lost)
}

/// How a call ended, in words.
pub(crate) fn words(end: CallEnd) -> &'static str {
    match end {
        CallEnd::Answered => "answered",
        CallEnd::Refused => "refused",
        CallEnd::CutOff => "cut off",
        CallEnd::ThoughtOut => "thought too long",
        CallEnd::Malformed => "malformed",
        CallEnd::RateLimited => "rate limited",
        CallEnd::TimedOut => "timed out",
        CallEnd::Unreachable => "unreachable",
        CallEnd::Denied => "denied",
        CallEnd::OverBudget => "over budget",
        CallEnd::Cancelled => "cancelled",
        CallEnd::Lost => "lost",
    }
}

/// `1 call`, `7 calls`.
fn some(count: u64) -> String {
    if count == 1 { "1 call".to_owned() } else { format!("{} calls", grouped(count)) }
}

/// What was spent, as far as it is known.
pub(crate) fn cost(spent: Spent) -> String {
    match spent.unpriced {
        0 => money(spent.cost),
        unpriced if unpriced == spent.calls => "price unknown".to_owned(),
        _ => format!("{} and more", money(spent.cost)),
    }
}

/// A part of a whole in percent, if there is a whole.
pub(crate) fn share(part: u64, whole: u64) -> Option<String> {
    let percent = u128::from(part) * 100 / u128::from(whole.max(1));
    (whole > 0).then(|| format!("{percent} %"))
}
