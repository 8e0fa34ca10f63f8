//! Parlor as a library: a program names its activities, and has every verb and every face for them.
//!
//! What an activity is, is a [`Machine`]: docs/add-a-machine.md of the repository says how to write one.

mod accounts;
mod activity;
#[cfg(feature = "mcp")]
mod agent;
mod budget;
mod campaigns;
mod catalog;
mod cli;
mod context;
mod desk;
mod evening;
mod exit;
mod face;
mod features;
mod found;
mod home;
mod logs;
mod model_flag;
mod models;
mod names;
mod networks;
mod options;
mod pause;
mod port;
mod reach;
mod saved;
mod seating;
mod tables;
mod text;
mod verbs;

/// What a machine is written with, in one line: `use parlor::machine::*;`.
pub mod machine {
    pub use std::sync::Arc;

    pub use engine::board::{
        Body, Deed, Dial, Die, Ending, Entry, Fact, Heap, Leaf, Matrix, Meter, Note, Panel,
    };
    pub use engine::{
        self, Actor, Ask, Audience, Barred, Board, Card, Choice, Colour, Command as _, Count, Counted,
        Custom, Dice, Draft, Fault, Field, FieldKind, Form, Knob, Leader, Machine, Next, Offer, OneOf,
        Options as _, PhaseCard, Phases as _, Purpose, Reason, Refusal, Report, Seat, SeatId, SeatSet,
        Seating, Speed, TableTime, Telling, Tone, Tool, Viewer, Voice, Wanted, Written,
    };
    pub use serde::{Deserialize, Serialize};
}

pub use tables::{Laying, NotLaid, NotOpened, Tables};
pub use {engine, host, protocol};

/// A test, `it_conforms`, that holds a machine to the whole conformance suite: `parlor::conforms!(Words);` under `#[cfg(test)]`, as
/// `examples/interview` of the repository has it.
///
/// It plays by the house, without looking, and by the way out alone; tries offers and near misses of all forms; looks at declared exits,
/// replay and boards; and folds what each viewer was told. docs/add-a-machine.md of the repository says more.
#[cfg(feature = "conformance")]
#[macro_export]
macro_rules! conforms {
    ($machine:ty) => {
        #[test]
        fn it_conforms() {
            $crate::conforms::<$machine>();
        }
    };
}

/// What [`conforms!`] does: it panics with what does not hold.
#[cfg(feature = "conformance")]
pub fn conforms<M: Machine>() {
    testkit::conformance::holds(&testkit::Fixture::of::<M>(table::TABLE));
}

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use clap::error::ErrorKind;
use engine::{Catalog, Machine, Rules};

use cli::{Cli, Serve, SessionVerb, StoreVerb, TableVerb, Verb};
use context::Context;
use exit::{Code, Outcome};

/// A program that plays activities, with every face and every verb.
///
/// `examples/least` of the repository is such a program, whole.
#[derive(Default)]
pub struct Parlor {
    activities: Vec<&'static dyn Rules>,
}

impl Parlor {
    /// One that knows no activity yet.
    pub fn new() -> Parlor {
        Parlor::default()
    }

    /// With one more that can be played. The first is played where none is named.
    #[must_use]
    pub fn activity<M: Machine>(mut self) -> Parlor {
        self.activities.push(M::erased());
        self
    }

    /// Opens the store at `path`, for a program that lays its tables by itself: with the models that a `config.toml` beside it and the
    /// variables of this process reach, and a house that answers at once. The store is made if there is none.
    ///
    /// ```
    /// use parlor::engine::{Actor, Holder, SeatId, Viewer, raw};
    /// use parlor::protocol::Request;
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/words/mod.rs"));
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # tokio::runtime::Runtime::new()?.block_on(async {
    /// # let home = tempfile::tempdir()?;
    /// # let path = home.path();
    ///
    /// let tables = parlor::Parlor::new().activity::<Words>().open(path)?;
    /// let coach = Holder::Model("scripted:legal".to_owned());
    /// let table = tables.table("words").seat("Kim", Holder::Person).seat("Coach", coach).start().await?;
    ///
    /// // What Kim is asked, and what the program answers for her.
    /// let (kim, scene) = (SeatId::at(0), table.scene(Viewer::Seat(SeatId::at(0))).await?);
    /// let command = raw(&serde_json::json!({"type": "say", "word": "harbour"}));
    /// let answer = Request::Answer { ask: scene.asks[0].id, command };
    /// table.request(Actor::Seat(kim), None, answer).await?;
    /// assert!(table.ended().await?.as_str().is_some_and(|said| said.starts_with("harbour ")));
    /// # Ok(())
    /// # })
    /// # }
    /// ```
    pub fn open(self, path: impl AsRef<Path>) -> Result<Tables, NotOpened> {
        Tables::open(path.as_ref(), Catalog { table: table::TABLE, activities: self.activities.leak() })
    }

    /// Reads the command line, runs one verb, and ends with its exit code.
    pub fn run(self) -> ExitCode {
        catalog::name(self.activities);
        run_line()
    }
}

fn run_line() -> ExitCode {
    let cli = match cli::parse() {
        Ok(cli) => cli,
        Err(error) => return not_parsed(&error),
    };
    match logs::begin().and_then(|()| Context::new(cli.general)).and_then(|cx| run(&cx, cli)) {
        Ok(code) => code.into(),
        Err(failure) => {
            if !failure.is_silent() {
                let _ = writeln!(std::io::stderr(), "{}", cli::with_its_name(&failure.to_string()));
            }
            failure.code.into()
        }
    }
}

fn run(cx: &Context, cli: Cli) -> Outcome {
    match cli.verb.unwrap_or_else(|| Verb::Serve(Serve::unasked())) {
        Verb::Demo(args) => verbs::demo::run(cx, &args),
        Verb::Serve(args) => verbs::serve::run(cx, &args),
        Verb::Discord(args) => verbs::discord::run(cx, &args.verb),
        Verb::Play(args) => verbs::play::run(cx, &args),
        #[cfg(feature = "mcp")]
        Verb::Mcp(args) => verbs::mcp::run(cx, &args),
        #[cfg(not(feature = "mcp"))]
        Verb::Mcp(_) => Err(features::MCP.missing("mcp")),
        Verb::Resume(args) => verbs::resume::run(cx, &args),
        Verb::Sessions(args) => verbs::sessions::run(cx, &args),
        Verb::Watch(args) => verbs::watch::run(cx, &args),
        Verb::Replay(args) => verbs::replay::run(cx, &args),
        Verb::Recap(args) => verbs::recap::run(cx, &args),
        Verb::Verify(args) => verbs::verify::run(cx, &args),
        Verb::Fork(args) => verbs::fork::run(cx, &args),
        Verb::Export(args) => verbs::export::run(cx, &args),
        Verb::Import(args) => verbs::import::run(cx, &args),
        Verb::Photos(args) => verbs::photos::run(cx, &args),
        Verb::Cost(args) => verbs::cost::run(cx, &args),
        Verb::Doctor(args) => verbs::doctor::run(cx, &args),
        Verb::Table(args) => match args.verb {
            TableVerb::Show(args) => verbs::table_show::run(cx, &args),
        },
        Verb::Machine(args) => verbs::machine::run(cx, &args),
        Verb::Sim(args) => verbs::sim::run(cx, &args),
        Verb::Session(args) => match args.verb {
            SessionVerb::Delete(args) => verbs::session_delete::run(cx, &args),
        },
        Verb::Store(args) => match args.verb {
            StoreVerb::Backup(args) => verbs::store_backup::run(cx, &args),
            StoreVerb::Check(args) => verbs::store_check::run(cx, &args),
            StoreVerb::Restore(args) => verbs::store_restore::run(cx, &args),
            StoreVerb::Vacuum(args) => verbs::store_vacuum::run(cx, &args),
        },
        Verb::Openapi => verbs::openapi::run(cx),
        Verb::Completions(args) => verbs::completions::run(cx, &args),
        Verb::Man(args) => verbs::man::run(cx, &args),
    }
}

/// Help and version are answers; everything else is an error with a way out.
fn not_parsed(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let _ = error.print();
            Code::Fine.into()
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = writeln!(
                std::io::stderr(),
                "error: something is missing\n  → say one of these\n\n{}",
                error.render()
            );
            Code::Usage.into()
        }
        _ => {
            let words = error.render().to_string();
            let words =
                words.replace("For more information, try '--help'.", "  → --help shows what there is");
            let _ = writeln!(std::io::stderr(), "{}", words.trim_end());
            Code::Usage.into()
        }
    }
}
