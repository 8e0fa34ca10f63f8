//! A server to ask: a store in a directory of its own, the real machines, and the house in every free seat.

use std::io::Write;
use std::net::SocketAddr;

use activities::ALL;
use engine::{Fault, Holder, Opening, Seat, Seed, SessionId, Viewer, raw};
pub(crate) use host::HostOptions;
use host::{Host, NewSession};
use serde_json::{Value, json};
pub(crate) use server::Options;
use server::wire::{
    Activity, Campaign, Character, NewSeat, NewTable, Offered, OptionKind, Provider, SetupOption,
};
use server::{Desk, Format, NotDone, Server, Token, Turning};
use store::{Rights, Store};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::client::Client;

/// A server that runs until it is dropped.
pub(crate) struct Stage {
    pub(crate) dir: TempDir,
    pub(crate) at: SocketAddr,
    pub(crate) host: Host,
    pub(crate) store: Store,
    pub(crate) server: Server,
    _stop: oneshot::Sender<()>,
}

impl Stage {
    /// One that is reached from this machine alone.
    pub(crate) async fn open() -> Stage {
        Stage::opened(true).await
    }

    pub(crate) async fn opened(loopback: bool) -> Stage {
        Stage::with(Options::new(loopback), HostOptions::default()).await
    }

    pub(crate) async fn with(options: Options, host: HostOptions) -> Stage {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("a store");
        let rights = Rights::open(dir.path()).expect("rights");
        let host = Host::new(store.clone(), *ALL, host);
        let server = Server::new(host.clone(), store.clone(), *ALL, rights, House, options);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let at = listener.local_addr().expect("an address");
        let (stop, stopped) = oneshot::channel::<()>();
        let serving = server.clone();
        tokio::spawn(async move { serving.serve(listener, async { drop(stopped.await) }).await });
        Stage { dir, at, host, store, server, _stop: stop }
    }

    pub(crate) fn client(&self) -> Client {
        Client::new(self.at)
    }

    /// Somebody with a token of the owner's.
    pub(crate) fn owner(&self) -> Client {
        let token = Token::fresh().expect("chance");
        self.server.grant_owner(&token, i64::MAX).expect("granted");
        self.client().with("authorization", &format!("Bearer {}", token.as_str()))
    }
}

/// What stands between two words of a page; nothing, if the first is not there.
pub(crate) fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let rest = text.split_once(from).map_or("", |(_, rest)| rest);
    rest.split_once(to).map_or(rest, |(found, _)| found)
}

/// A table of Mafia with so many people in the first seats.
pub(crate) async fn table(client: &Client, people: usize) -> String {
    let seat = |number: usize| {
        let holder = if number <= people { "person" } else { "house:cautious" };
        json!({"name": format!("P{number}"), "holder": holder})
    };
    let seats: Vec<Value> = (1..=6).map(seat).collect();
    let wanted = json!({"machine": "mafia", "title": "Friday", "seats": seats, "seed": 7,
        "setup": {"speed": "INSTANT", "roles": {"mafia": 1, "doctor": 1, "sheriff": 1, "villager": 3}}});
    let made = client.post("/api/tables", &wanted).await;
    assert_eq!(made.status, 201, "{made:?}");
    made.json()["id"].as_str().expect("an id").to_owned()
}

pub(crate) async fn session(client: &Client, id: &str, verb: &str) {
    let done = client.post(&format!("/api/tables/{id}/session"), &json!({"verb": verb})).await;
    assert_eq!(done.status, 200, "{done:?}");
}

/// What is wanted, with what was left out as it is if nothing is said.
fn filled(wanted: Option<Value>, preset: Value) -> Value {
    let mut setup = preset;
    for (key, value) in wanted.as_ref().and_then(Value::as_object).into_iter().flatten() {
        setup[key] = value.clone();
    }
    setup
}

/// The program around the server, for tests.
struct House;

impl Desk for House {
    fn activities(&self) -> Vec<Activity> {
        let seats = |first: &str| {
            let seat = |number: usize| NewSeat {
                name: format!("P{number}"),
                holder: if number == 1 { first.to_owned() } else { "house:social".to_owned() },
            };
            (1..=7).map(seat).collect()
        };
        let party = |first: &str| {
            let seat =
                |name: &str, holder: &str| NewSeat { name: name.to_owned(), holder: holder.to_owned() };
            vec![seat("Ana", first), seat("The House", "house:narrator")]
        };
        let story = Activity {
            machine: "dm".to_owned(),
            title: "An evening in the city".to_owned(),
            about: "a story for scoundrels".to_owned(),
            seats: party("person"),
            house_seats: party("house:player"),
            setup: json!({}),
            seats_min: 2,
            seats_max: 7,
            characters: Vec::new(),
            options: Vec::new(),
        };
        let mafia = Activity {
            machine: "mafia".to_owned(),
            title: "An evening of Mafia".to_owned(),
            about: "who is it?".to_owned(),
            seats: seats("person"),
            house_seats: seats("house:social"),
            setup: json!({"speed": "INSTANT", "roles": {"mafia": 2, "doctor": 1, "sheriff": 1, "villager": 3}}),
            seats_min: 5,
            seats_max: 20,
            characters: vec![Character { holder: "house:social".to_owned(), about: "trusts".to_owned() }],
            options: vec![SetupOption {
                path: "turns".to_owned(),
                label: "Turns".to_owned(),
                about: "a day".to_owned(),
                kind: OptionKind::Number { min: 1, max: 10, value: Some(10) },
            }],
        };
        vec![mafia, story]
    }

    fn providers(&self, elsewhere: bool) -> Vec<Provider> {
        let nearby = Provider {
            name: "nearby".to_owned(),
            address: Some("http://127.0.0.1:9".to_owned()),
            ready: false,
            asked: true,
            words: "nothing answers; start it".to_owned(),
            models: Vec::new(),
        };
        let swift = Offered {
            name: "swift".to_owned(),
            price: Some("$0.25 read, $2.00 written, a million tokens".to_owned()),
            speed: Some("about 1.2 s an answer".to_owned()),
        };
        let hosted = Provider {
            name: "hosted".to_owned(),
            address: Some("https://models.example".to_owned()),
            ready: true,
            asked: elsewhere,
            words: if elsewhere { "answers now" } else { "a key is set; not asked yet" }.to_owned(),
            models: vec![swift],
        };
        vec![nearby, hosted]
    }

    fn lay(&self, wanted: NewTable) -> Result<NewSession, NotDone> {
        let preset = self.activities().into_iter().find(|it| it.machine == wanted.machine);
        let Some(preset) = preset else {
            return Err(NotDone::Faults(vec![Fault::new("machine", "say mafia or dm")]));
        };
        let mut seats = Vec::new();
        for (at, seat) in wanted.seats.unwrap_or(preset.seats).into_iter().enumerate() {
            let holder: Result<Holder, String> = seat.holder.parse();
            let holder = holder
                .map_err(|why| NotDone::Faults(vec![Fault::new(format!("seats[{at}].holder"), why)]))?;
            seats.push(Seat { id: format!("s{at}"), name: seat.name, holder });
        }
        let title = wanted.title.unwrap_or(preset.title);
        let opening = Opening {
            activity: wanted.machine,
            seats,
            table: raw(
                &json!({"title": title, "open_seats": wanted.open_seats.as_deref().unwrap_or("start")}),
            ),
            setup: raw(&filled(wanted.setup, preset.setup)),
            seed: Seed(wanted.seed.unwrap_or(1)),
            salt: None,
        };
        let id = &Token::fresh().expect("chance").as_str()[..12].to_owned();
        Ok(NewSession { id: id.parse().expect("an id"), title, opening })
    }

    fn export(
        &self,
        id: &SessionId,
        format: Format,
        viewer: Option<Viewer>,
        out: &mut dyn Write,
    ) -> Result<(), NotDone> {
        write!(out, "{id} {format:?} {viewer:?}").map_err(|_| NotDone::Broken)
    }

    fn campaigns(&self) -> Vec<Campaign> {
        Vec::new()
    }

    fn book(
        &self,
        id: &SessionId,
        format: Format,
        may_see: &dyn Fn(&SessionId) -> bool,
        out: &mut dyn Write,
    ) -> Result<(), NotDone> {
        write!(out, "{id} {format:?} {}", may_see(id)).map_err(|_| NotDone::Broken)
    }

    fn turning(&self, _: &SessionId) -> Option<Turning> {
        let (title, side) = ("Vote 1".to_owned(), "town".to_owned());
        Some(Turning { record: 9, title, side, before: 12, after: 30, games: 40 })
    }

    fn fork(&self, _: &SessionId, _: u64) -> Result<SessionId, NotDone> {
        Err(NotDone::Refused("tests fork nothing".to_owned()))
    }
}
