//! Tables that a program lays by itself, without the command line.

use std::path::Path;

use engine::{Catalog, Holder, Seed, Viewer};
use host::{Host, HostError, HostOptions, Pace, Refused, Table};
use llm::{Models, NotReady};
use serde_json::Value;
use store::{Store, StoreError};
use table::SessionVerb;

use crate::activity::Activity;
use crate::evening;
use crate::models::{ConfigFile, connect, enter_today};
use crate::names;
use crate::seating::{Manner, seated};

/// A store, and what can be played in it: made by [`Parlor::open`](crate::Parlor::open).
///
/// Its tables run as long as it, or a clone of its [`host`](Tables::host), is kept. What they were told is in the store, and they can
/// be resumed.
pub struct Tables {
    host: Host,
    models: Models,
    catalog: Catalog,
}

/// Why a store was not opened for a program's tables.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotOpened {
    /// The store itself.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What a `config.toml` beside it says.
    #[error("{0}")]
    Config(String),
}

/// Why a table was not laid.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotLaid {
    /// There is no such activity.
    #[error("nothing is called {name:?} here")]
    Unknown {
        /// What was asked for.
        name: String,
    },
    /// A model cannot be asked.
    #[error(transparent)]
    Model(#[from] NotReady),
    /// It could not be opened: the setup is wrong, or the store is.
    #[error(transparent)]
    Host(#[from] HostError),
    /// It was opened, and could not be started.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The system gave no chance.
    #[error("{0}")]
    Chance(String),
}

impl Tables {
    /// With the models that a `config.toml` beside the store and the variables of this process reach, and a house that answers at once.
    pub(crate) fn open(path: &Path, catalog: Catalog) -> Result<Tables, NotOpened> {
        let config =
            ConfigFile::beside(path).read().map_err(|why| NotOpened::Config(why.what().to_owned()))?;
        let config = config.unwrap_or_default();
        let (budgets, store) = (config.budgets, Store::open(path)?);
        let models = connect(config);
        let mut uncounted = Vec::new();
        enter_today(&models, budgets, &store, |words| uncounted.push(words))?;
        // A budget that cannot be kept is none.
        if !uncounted.is_empty() {
            return Err(NotOpened::Config(format!(
                "the budget of the day cannot be kept: {}",
                uncounted.join("; ")
            )));
        }
        let gap = Some(evening::gap());
        let options =
            HostOptions { pace: Pace::Instant.into(), models: models.clone(), gap, ..HostOptions::default() };
        Ok(Tables { host: Host::new(store, catalog, options), models, catalog })
    }

    /// What runs them: it resumes sessions, too.
    pub fn host(&self) -> &Host {
        &self.host
    }

    /// A table of the activity of this name, at which nobody sits yet.
    pub fn table(&self, activity: &str) -> Laying<'_> {
        Laying {
            tables: self,
            activity: activity.to_owned(),
            seats: Vec::new(),
            setup: Value::Null,
            seed: None,
        }
    }
}

/// A table that is being laid.
#[must_use = "it is laid by `start`"]
pub struct Laying<'a> {
    tables: &'a Tables,
    activity: String,
    seats: Vec<(String, Holder)>,
    setup: Value,
    seed: Option<Seed>,
}

impl Laying<'_> {
    /// With one more seat. The last one leads the others, if the activity has it so.
    pub fn seat(mut self, name: impl Into<String>, holder: Holder) -> Self {
        self.seats.push((name.into(), holder));
        self
    }

    /// With these options, as the activity's setup has them; the others are as suits the table.
    pub fn setup(mut self, setup: Value) -> Self {
        self.setup = setup;
        self
    }

    /// With this chance; drawn, if nothing is said.
    pub fn seed(mut self, seed: Seed) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Opens it and lets play begin.
    pub async fn start(self) -> Result<Table, NotLaid> {
        let Laying { tables, activity: name, seats, setup, seed } = self;
        let rules = tables.catalog.activity(&name).ok_or(NotLaid::Unknown { name })?;
        for (_, holder) in &seats {
            if let Holder::Model(spec) = holder {
                // Whoever wrote the program has named it.
                tables.models.allow(spec);
                tables.models.get(spec)?;
            }
        }
        let chance = |failure: crate::exit::Failure| NotLaid::Chance(failure.what().to_owned());
        let drawn = names::guarded(seed.map(|seed| seed.0), None).map_err(chance)?;
        let id = names::fresh_id("").map_err(chance)?;
        let activity = Activity::of(rules);
        let laid = activity.laid(seated(seats), Manner { said: &setup, ..Manner::default() });
        let table = tables.host.create(evening::laid_out(activity, id, drawn, laid, None)).await?;
        let phase = table.scene(Viewer::Public).await?.phase;
        let prepares = rules.phases().iter().any(|card| card.name == phase && card.prepares);
        let verb = if prepares { SessionVerb::Zero } else { SessionVerb::Start };
        table.command(archive::set_session(verb)).await?;
        Ok(table)
    }
}
