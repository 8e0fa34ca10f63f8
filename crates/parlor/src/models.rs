//! The models of a run: the configuration read, every model that holds a seat got ready, once and before anything
//! begins.

use std::io;
use std::path::{Path, PathBuf};

use archive::Saved;
use engine::{Budget, CallNote, Holder, Seat, Spent, Usage, replay};
use llm::{Budgets, Config, Connected, Env, Models, NotReady, Spec, WallClock};
use store::{Listed, SessionRow, Store, StoreError};

use crate::accounts::noted;
use crate::context::Context;
use crate::evening::now_utc;
use crate::exit::{Code, Failure};

/// The variable that says where the configuration is.
const VARIABLE: &str = "PARLOR_CONFIG";

/// What it is called beside the store.
const NAME: &str = "config.toml";

/// Milliseconds of a day of UTC.
const DAY_MS: i64 = 86_400_000;

/// Where the configuration is.
#[derive(Clone, Debug)]
pub(crate) struct ConfigFile {
    /// The file.
    pub(crate) path: PathBuf,
    /// Did somebody say so? Then it has to be there.
    pub(crate) named: bool,
}

impl ConfigFile {
    /// `PARLOR_CONFIG`, or else beside the store.
    pub(crate) fn find(cx: &Context) -> Result<ConfigFile, Failure> {
        match std::env::var_os(VARIABLE).filter(|value| !value.is_empty()) {
            Some(path) => Ok(ConfigFile { path: path.into(), named: true }),
            None => Ok(ConfigFile::beside(&cx.home()?)),
        }
    }

    /// The one beside a store.
    pub(crate) fn beside(store: &Path) -> ConfigFile {
        ConfigFile { path: store.join(NAME), named: false }
    }

    /// Reads it. One that is not there says nothing, unless somebody said that it is.
    pub(crate) fn read(&self) -> Result<Option<Config>, Failure> {
        let name = self.path.display();
        let text = match std::fs::read_to_string(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound && !self.named => return Ok(None),
            Err(error) => {
                let todo = match self.named {
                    true => format!("point {VARIABLE} at a file that you may read, or unset it"),
                    false => "make it readable for you, or move it away".to_owned(),
                };
                let what = format!("could not read the configuration {name}: {error}");
                return Err(Failure::configuration(what, todo));
            }
        };
        // What is wrong is named by its line and its field, never by its value: that may be a key.
        let config = Config::parse(&text).map_err(|error| {
            Failure::configuration(
                format!("the configuration {name}, {error}"),
                "correct that line; docs/models.md shows every field",
            )
        })?;
        Ok(Some(config))
    }
}

/// The models of a run. They are kept until it is over: a cassette remembers what it has played.
#[derive(Debug, Default)]
pub(crate) struct Ready {
    models: Models,
    budgets: Budgets,
    held: Vec<Connected>,
    recording: bool,
}

impl Ready {
    /// Gets every model that holds one of these seats ready, and sees to it that a budget can be kept. It is whoever
    /// started this that has named them: a program among them may be started.
    pub(crate) fn new(cx: &Context, seats: &[Seat], budget: Budget) -> Result<Ready, Failure> {
        Ready::made(cx, seats, budget, Models::allow)
    }

    fn made(cx: &Context, seats: &[Seat], budget: Budget, say: fn(&Models, &str)) -> Result<Ready, Failure> {
        let mut specs: Vec<&str> = seats.iter().filter_map(spec).collect();
        specs.sort_unstable();
        specs.dedup();
        if specs.is_empty() {
            return Ok(Ready::default());
        }
        let (models, budgets) = load(cx)?;
        let mut held = Vec::new();
        for spec in specs {
            say(&models, spec);
            held.push(models.get(spec).map_err(not_ready)?);
        }
        let ready = Ready { models, budgets, held, recording: false };
        ready.check_prices(budget)?;
        Ok(ready)
    }

    /// The same for a session that was saved, which has a budget of its own. It may have come from anybody: a program
    /// that it names is started only where the configuration allows it.
    pub(crate) fn of(cx: &Context, saved: &Saved) -> Result<Ready, Failure> {
        let budget = saved.session.table.accounts().budget;
        Ready::made(cx, &saved.session.seats, budget, |_, _| ()).map_err(|mut failure| {
            // It is the session that names them: nothing is wrong with the command line.
            if failure.code == Code::Usage {
                failure.code = Code::Failed;
            }
            failure
        })
    }

    /// The models.
    pub(crate) fn models(&self) -> &Models {
        &self.models
    }

    /// Has no model a seat?
    pub(crate) fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    /// From now on, calls are recorded on this file.
    pub(crate) fn record_to(&mut self, path: &Path) -> Result<(), Failure> {
        self.recording = true;
        self.models
            .record_to(path)
            .map_err(|error| Failure::usage(format!("--record: {error}"), "name a file that you may write"))
    }

    /// How many threads the run has. One where answers are recorded or played again, so that those that come at the
    /// same moment come in the same order each time: what a seat is told, and so what it is asked, depends on that.
    pub(crate) fn threads(&self) -> usize {
        let replays = self.held.iter().any(|model| model.spec.provider == "replay");
        if self.recording || replays { 1 } else { 2 }
    }

    /// Enters what was used today, if there is a budget for the day.
    pub(crate) fn enter_today(&self, cx: &Context, store: &Store) -> Result<(), Failure> {
        if !self.is_empty() {
            enter_today(&self.models, self.budgets, store, |words| cx.note(words))?;
            let used = self.models.ledger().today();
            cx.more(format_args!("used today: {} tokens, {}", used.tokens, llm::dollars(used.cost)));
        }
        Ok(())
    }

    /// A budget of money needs a price: without one every call would be refused.
    fn check_prices(&self, own: Budget) -> Result<(), Failure> {
        let mut held = self.held.iter().map(|model| &model.spec);
        held.try_for_each(|spec| check_price(&self.models, self.budgets, own, spec))
    }
}

/// Refuses a model without a price, where there is a budget of money that could not be kept: a table's own, or a configured one.
pub(crate) fn check_price(
    models: &Models,
    budgets: Budgets,
    own: Budget,
    spec: &Spec,
) -> Result<(), Failure> {
    let Budgets { call, seat, session, day } = budgets;
    let is_free = [own, call, seat, session, day].iter().all(|budget| budget.cost.is_none());
    if is_free || models.cost(spec, Usage::default()).is_some() {
        return Ok(());
    }
    let name = spec.name();
    let what = format!("no price is known for {name}, so a budget in dollars cannot be kept");
    let todo = format!("add [prices.{name:?}] with input and output to {NAME}, or give the budget in tokens");
    Err(Failure::configuration(what, todo))
}

/// The models that are configured, and the budgets that hold for all sessions.
pub(crate) fn load(cx: &Context) -> Result<(Models, Budgets), Failure> {
    let file = ConfigFile::find(cx)?;
    let config = file.read()?;
    if config.is_some() {
        cx.more(format_args!("the configuration is {}", file.path.display()));
    }
    let config = config.unwrap_or_default();
    let budgets = config.budgets;
    Ok((connect(config), budgets))
}

/// Every model that is configured.
pub(crate) fn all(cx: &Context) -> Result<Models, Failure> {
    load(cx).map(|(models, _)| models)
}

/// The same for a face that stays, with those that were `named` when it was started, and what was used today by the logs of
/// a store.
pub(crate) fn staying(cx: &Context, store: &Store, named: &[String]) -> Result<Models, Failure> {
    let (models, budgets) = load(cx)?;
    named.iter().for_each(|spec| models.allow(spec));
    enter_today(&models, budgets, store, |words| cx.note(words))?;
    Ok(models)
}

/// Enters what the logs of a store say was used today, if there is a budget for the day: a start does not begin the day
/// anew. What could not be counted is told.
pub(crate) fn enter_today(
    models: &Models,
    budgets: Budgets,
    store: &Store,
    mut tell: impl FnMut(String),
) -> Result<(), StoreError> {
    if budgets.day.is_unlimited() {
        return Ok(());
    }
    let today = now_utc().div_euclid(DAY_MS);
    let Listed { rows, damaged } = store.listed()?;
    for damage in damaged {
        tell(format!("what it used today is not counted: {damage}"));
    }
    for row in rows.iter().filter(|row| row.updated_at.div_euclid(DAY_MS) >= today) {
        match spent_on(store, row, today) {
            Ok(spent) => models.ledger().spent_today(spent),
            Err(failure) => {
                let (id, why) = (&row.meta.id, failure.what());
                tell(format!("what session {id} used today is not counted: {why}"));
            }
        }
    }
    Ok(())
}

/// The models that a configuration and the variables of this process can reach.
pub(crate) fn connect(config: Config) -> Models {
    Models::new(config, Env::process(), WallClock::wall())
}

/// The model of a seat.
pub(crate) fn spec(seat: &Seat) -> Option<&str> {
    match &seat.holder {
        Holder::Model(spec) => Some(spec),
        Holder::Person | Holder::House(_) => None,
    }
}

/// What the calls of a session used on a day. What a fork shares with its parent is the parent's; a call that was left
/// open counts with the most that it can have used.
fn spent_on(store: &Store, row: &SessionRow, day: i64) -> Result<Spent, Failure> {
    let from = row.meta.parent.as_ref().map_or(0, |(_, at)| at + 1);
    let lines = store.read(&row.meta.id, 0)?;
    let log = replay::read(lines.iter().map(|line| line.text.as_str()))?;
    let (mut spent, mut open) = (Spent::default(), Vec::new());
    for (record, _) in log.iter().filter(|(record, _)| record.number >= from) {
        let is_today = record.at.div_euclid(DAY_MS) == day;
        for note in noted(record) {
            match note {
                CallNote::Begun(call) => open.push((is_today, call)),
                CallNote::Settled(call) => {
                    open.retain(|(_, begun)| begun.call_id != call.call_id);
                    if is_today {
                        spent.add(call.end, call.usage, call.cost);
                    }
                }
            }
        }
    }
    for (_, call) in open.iter().filter(|(is_today, _)| *is_today) {
        spent.add(engine::CallEnd::Lost, call.most, call.most_cost);
    }
    Ok(spent)
}

/// Why a model cannot be asked. A spec, a script or a cassette is somebody's word; the rest is configuration.
pub(crate) fn not_ready(why: NotReady) -> Failure {
    match why {
        NotReady::Spec(_)
        | NotReady::NoScript { .. }
        | NotReady::NoProgram { .. }
        | NotReady::Cassette(_) => Failure::usage(why.to_string(), why.todo()),
        NotReady::NoKey { .. }
        | NotReady::KeyCommand { .. }
        | NotReady::BadAddress { .. }
        | NotReady::NotAllowed { .. }
        | NotReady::NoNetwork { .. } => Failure::configuration(why.to_string(), why.todo()),
    }
}
