//! The server that is loaded: its tables and tokens are made before it starts, and it runs as a process of its own.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use activities::ALL;
use engine::{Actor, Holder, Input, Opening, Part, Seat, Seed, SessionId, raw};
use host::{Host, HostOptions, NewSession};
use mafia::{Setup, Speed};
use serde_json::json;
use server::Token;
use store::{Right, Rights, Scope, Store};
use tempfile::TempDir;

/// Seats of a table: all are people's, so that nothing happens but what is asked for.
const SEATS: u64 = 10;

/// Tokens of a table. Each has its own rate: one is for what goes on all the time.
pub(crate) const TOKENS: usize = 8;

/// A table.
pub(crate) struct Laid {
    pub(crate) id: String,
    pub(crate) tokens: Vec<String>,
}

/// The server, until it is dropped.
pub(crate) struct Served {
    pub(crate) at: SocketAddr,
    pub(crate) tables: Vec<Laid>,
    child: Child,
    _home: TempDir,
}

impl Served {
    /// Lays so many tables and starts the server with them.
    pub(crate) async fn start(tables: usize) -> Served {
        let home = tempfile::tempdir().expect("a directory");
        lay(home.path(), tables).await;
        let tables = tokens(home.path(), tables);
        let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
            .args(["serve", "--bind", "127.0.0.1:0"])
            .env("PARLOR_HOME", home.path())
            .env_remove("PARLOR_CONFIG")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the server starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("its address");
        let at = line.trim().trim_start_matches("http://").trim_end_matches('/').parse();
        Served { at: at.expect("an address"), tables, child, _home: home }
    }

    /// Bytes of it that are in memory now, and the most that were.
    pub(crate) fn resident(&self) -> (f64, f64) {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let kib = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            line.and_then(|rest| rest.trim().trim_end_matches(" kB").parse::<f64>().ok())
        };
        let mib = |name| kib(name).unwrap_or(f64::NAN) / 1024.0;
        (mib("VmRSS:"), mib("VmHWM:"))
    }

    /// Seconds of work that it has done.
    pub(crate) fn worked(&self) -> f64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
        let fields: Vec<&str> = stat.rsplit(") ").next().unwrap_or_default().split(' ').collect();
        let ticks = |at: usize| fields.get(at).and_then(|it| it.parse::<f64>().ok()).unwrap_or(f64::NAN);
        // A tick of Linux is a hundredth of a second.
        (ticks(11) + ticks(12)) / 100.0
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn name(number: usize) -> String {
    format!("load-{number}")
}

async fn lay(home: &Path, tables: usize) {
    let store = Store::open(home).expect("a store");
    let host = Host::new(store, *ALL, HostOptions::default());
    let mut laying = Vec::new();
    for number in 0..tables {
        let host = host.clone();
        laying.push(tokio::spawn(async move {
            let seat = |number: u64| Seat {
                id: format!("s{number}"),
                name: format!("P{number}"),
                holder: Holder::Person,
            };
            let opening = Opening {
                activity: "mafia".to_owned(),
                seats: (1..=SEATS).map(seat).collect(),
                table: raw(&json!({"title": "Load"})),
                setup: raw(&Setup { speed: Some(Speed::Step), ..Setup::default() }),
                seed: Seed(number as u64),
                salt: None,
            };
            let id: SessionId = name(number).parse().expect("an id");
            let new = NewSession { id, title: "Load".to_owned(), opening };
            let table = host.create(new).await.expect("a table can be laid");
            let command = raw(&json!({"type": "SetSession", "verb": "start"}));
            let start = Input { part: Part::Table, by: Actor::Host, request: None, ask: None, command };
            table.command(start).await.expect("the host may begin");
        }));
    }
    for laid in laying {
        laid.await.expect("laid");
    }
    host.stop().await;
}

fn tokens(home: &Path, tables: usize) -> Vec<Laid> {
    let rights = Rights::open(home).expect("rights");
    let grant = |id: &str| {
        let token = Token::fresh().expect("chance");
        let session = Some(id.parse().expect("an id"));
        let right = Right { session, scope: Scope::Host, expires_at: i64::MAX, invitation: false };
        rights.grant(token.hash(), right, 0).expect("granted");
        token.as_str().to_owned()
    };
    let lay = |number| {
        let id = name(number);
        let tokens = (0..TOKENS).map(|_| grant(&id)).collect();
        Laid { id, tokens }
    };
    (0..tables).map(lay).collect()
}
