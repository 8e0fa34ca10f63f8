//! An evening: who sits where, how fast it goes, and running a session from its start, or from where it was left, to
//! its end.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use engine::{Holder, Opening, Seat, SeatId, Seed, Session, Viewer};
use host::{Closed, Host, NewSession, Options, Pace, Refused, Table, Tempo};
use machines::mafia::house::Character;
use machines::mafia::{Counts, Setup, limits};
use machines::table::SessionVerb;
use machines::{ALL, mafia, table};
use protocol::table::TableState;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use store::{SessionId, Store};

use crate::cli::Speed;
use crate::context::Context;
use crate::exit::{Code, Failure, Outcome};
use crate::face;
use crate::mcp;
use crate::names;
use crate::pause::{set_session, settle};

/// The characters that think, in the order in which they sit down.
pub(crate) const CHARACTERS: [Character; 4] =
    [Character::Cautious, Character::Aggressive, Character::Analytical, Character::Social];

/// Seats of a table if nothing is said.
const SEATS: usize = 10;

const TITLE: &str = "An evening of Mafia";

/// Who sits down to what.
#[derive(Debug)]
pub(crate) struct Laid {
    /// The seats.
    pub(crate) seats: Vec<Seat>,
    /// The options of the game.
    pub(crate) setup: Setup,
}

/// A table of house players. It has no deadlines: nobody sits there who could let one pass.
pub(crate) fn lay_house(seed: Seed, speed: Option<Speed>) -> Laid {
    let named: Vec<(String, Holder)> =
        names::drawn(seed, &[]).into_iter().take(SEATS).enumerate().map(house).collect();
    let speed = match speed {
        Some(Speed::Step) => mafia::Speed::Step,
        _ => mafia::Speed::Instant,
    };
    let setup = Setup { speed: Some(speed), ..Setup::default() };
    Laid { seats: seated(named), setup }
}

/// A table with one person at it.
pub(crate) fn lay_person(
    seed: Seed,
    name: Option<&str>,
    seats: Option<&str>,
    speed: Option<Speed>,
) -> Result<Laid, Failure> {
    let count = match seats {
        None => Ok(SEATS),
        Some(text) => text.parse(),
    };
    let named = match count {
        Ok(count) => around_person(seed, name, count)?,
        Err(_) => listed(name, seats.unwrap_or_default())?,
    };
    let count = named.len();
    check_seats(count)?;
    let setup = Setup { roles: Counts::suited(count), speed: speed.map(speed_of), ..Setup::default() };
    let laid = Laid { seats: seated(named), setup };
    match laid.setup.faults(&laid.seats) {
        faults if faults.is_empty() => Ok(laid),
        faults => Err(faults.into()),
    }
}

/// The person in a chair that the seed draws, and the house round it.
fn around_person(seed: Seed, name: Option<&str>, count: usize) -> Result<Vec<(String, Holder)>, Failure> {
    check_seats(count)?;
    let taken: Vec<String> = name.iter().map(|name| (*name).to_owned()).collect();
    let mut free = names::drawn(seed, &taken).into_iter();
    let own = name.map(str::to_owned).or_else(|| free.next().map(str::to_owned)).unwrap_or_default();
    let mut named: Vec<(String, Holder)> = free.take(count - 1).enumerate().map(house).collect();
    named.insert(names::chair(seed, count), (own, Holder::Person));
    Ok(named)
}

/// `Ana=person,Ben=house:social,Cole=house`.
fn listed(name: Option<&str>, list: &str) -> Result<Vec<(String, Holder)>, Failure> {
    let example = "write --seats 7, or --seats Ana=person,Ben=house:social,…";
    let mut named = Vec::new();
    for (index, entry) in list.split(',').enumerate() {
        let Some((name, holder)) = entry.split_once('=') else {
            return Err(Failure::usage(format!("{entry:?} is neither a number of seats nor NAME=HOLDER"))
                .todo(example));
        };
        let holder = match holder.trim() {
            "house" => house((index, "")).1,
            holder => holder.parse().map_err(|why: String| Failure::usage(why).todo(example))?,
        };
        if let Holder::Model(model) = &holder {
            return Err(Failure::usage(format!("{name}: no model can sit down here yet ({model})")).todo(
                "seat the house instead: house:cautious, house:aggressive, house:analytical or house:social",
            ));
        }
        named.push((name.trim().to_owned(), holder));
    }
    if let Some(own) = name {
        let place = named.iter_mut().find(|(name, _)| name.eq_ignore_ascii_case(own.trim()));
        let Some((_, holder)) = place else {
            return Err(Failure::usage(format!("--as {own:?} is not in the list of seats"))
                .todo("leave --as out, or name one of the list"));
        };
        *holder = Holder::Person;
    }
    match named.iter().filter(|(_, holder)| *holder == Holder::Person).count() {
        1 => Ok(named),
        0 => Err(Failure::usage("no seat in the list is for a person")
            .todo("write NAME=person for yours; parlor demo plays without you")),
        people => Err(Failure::usage(format!("{people} people cannot sit at one terminal"))
            .todo("write NAME=person once; give the others to the house")),
    }
}

fn house((index, name): (usize, &str)) -> (String, Holder) {
    (name.to_owned(), Holder::House(CHARACTERS[index % CHARACTERS.len()].name().to_owned()))
}

fn seated(named: Vec<(String, Holder)>) -> Vec<Seat> {
    (1..)
        .zip(named)
        .map(|(number, (name, holder))| Seat { id: format!("seat-{number}"), name, holder })
        .collect()
}

/// Refuses a number of seats that no game is for, before anything is made of it.
pub(crate) fn check_seats(count: usize) -> Result<(), Failure> {
    let range = limits::SEATS;
    if range.contains(&count) {
        return Ok(());
    }
    let (least, most) = (range.start(), range.end());
    Err(Failure::usage(format!("{count} seats: Mafia is for {least} to {most}"))
        .todo(format!("say --seats {least} to --seats {most}")))
}

fn speed_of(speed: Speed) -> mafia::Speed {
    match speed {
        Speed::Relaxed => mafia::Speed::Relaxed,
        Speed::Normal => mafia::Speed::Normal,
        Speed::Fast => mafia::Speed::Fast,
        Speed::Debug => mafia::Speed::Debug,
        Speed::Step => mafia::Speed::Step,
        Speed::Instant => mafia::Speed::Instant,
    }
}

/// How fast the house plays at a speed: in percent of a comfortable pace for reading.
pub(crate) fn pace(speed: Option<Speed>) -> Pace {
    let percent = match speed {
        Some(Speed::Relaxed) => 80,
        None | Some(Speed::Normal) => 130,
        Some(Speed::Fast) => 300,
        Some(Speed::Debug) => 1_000,
        Some(Speed::Step | Speed::Instant) => return Pace::Instant,
    };
    Pace::Timed(Tempo { percent, ..Tempo::default() })
}

/// Refuses a speed that a session can only begin with.
pub(crate) fn check_speed(speed: Option<Speed>) -> Result<(), Failure> {
    match speed {
        Some(Speed::Step) => Err(Failure::usage("--speed step is for a game from its start")
            .todo("leave it out: a game that began so goes on so; parlor demo --speed step begins one")),
        _ => Ok(()),
    }
}

/// Does a game with these options wait for the host to move it on?
fn waits_for_host(setup: &RawValue) -> bool {
    serde_json::from_str::<Setup>(setup.get()).is_ok_and(|setup| setup.speed == Some(mafia::Speed::Step))
}

/// What a new session is opened with.
pub(crate) fn opening(id: SessionId, seed: Seed, laid: Laid) -> NewSession {
    let opening = Opening {
        activity: "mafia".to_owned(),
        seats: laid.seats,
        table: engine::raw(&table::Setup {
            title: TITLE.to_owned(),
            stewards: None,
            budget: engine::Budget::default(),
        }),
        setup: engine::raw(&laid.setup),
        seed,
    };
    NewSession { id, title: TITLE.to_owned(), opening }
}

/// Where a session starts from.
pub(crate) enum Start {
    /// From nothing.
    New(Box<NewSession>),
    /// From where it was left.
    Resume(SessionId),
}

/// How a session is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Face {
    /// Lines that stay in the scrollback.
    Lines,
    /// The whole screen.
    Screen,
    /// To an agent, over the Model Context Protocol.
    Mcp,
}

/// How a session is run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sitting {
    /// Whose seat this is; nobody's for one who watches.
    pub(crate) seat: Option<SeatId>,
    /// How fast the house plays.
    pub(crate) pace: Pace,
    /// How it is shown.
    pub(crate) face: Face,
    /// Never show what only this seat may know.
    pub(crate) no_secrets: bool,
}

/// How the running of a session ended.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum End {
    /// The activity came to its end.
    Ended(Value),
    /// The person left.
    Left,
    /// Ctrl-C, or a wish of the system.
    Interrupted,
}

/// What the running of a session came to.
#[derive(Clone, Debug)]
pub(crate) struct Ran {
    /// How it ended.
    pub(crate) end: End,
    /// How the table stands after it, if it can be told.
    pub(crate) table: Option<TableState>,
}

/// How long the rest of the program is waited for: a terminal that nobody reads may hold a thread for ever.
const ENDS_WITHIN: Duration = Duration::from_secs(2);

/// Runs a session until it ends or is left. One that is left live is paused first, so that no clock runs meanwhile.
pub(crate) fn run(cx: &Context, store: Store, start: Start, sitting: Sitting) -> Result<Ran, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| Failure::failed(format!("could not start: {error}")))?;
    let ran = runtime.block_on(async {
        let host = Host::new(store.clone(), ALL, Options { pace: sitting.pace, ..Options::default() });
        let resumed = matches!(start, Start::Resume(_));
        let (steps, table) = match start {
            Start::New(new) => (waits_for_host(&new.opening.setup), host.create(*new).await?),
            Start::Resume(id) => {
                let opening = settle(&store, &id)?;
                (waits_for_host(&opening.setup), host.resume(&id).await?)
            }
        };
        let ran = sit(cx, &table, &sitting, resumed, steps).await;
        let mut state = state(&table).await;
        if !matches!(ran, Ok(End::Ended(_))) && state.is_some_and(TableState::is_narrative_active) {
            // The log may have failed: what can be done was done.
            let _ = table.command(set_session(SessionVerb::Pause)).await;
            state = self::state(&table).await;
        }
        host.stop().await;
        // What a bug said may hold secrets, and is for the one who runs this: nobody else reads this terminal's errors.
        let end = ran.map_err(|failure| match table.bug() {
            Some(bug) => Failure::failed(format!("{}: {bug}", failure.what()))
                .todo("please report this line; parlor resume goes on from the last record"),
            None => failure,
        })?;
        Ok(Ran { end, table: state })
    });
    runtime.shutdown_timeout(ENDS_WITHIN);
    ran
}

/// How the table stands, if it still runs.
async fn state(table: &Table) -> Option<TableState> {
    table.scene(Viewer::Public).await.ok().map(|scene| scene.table.state)
}

async fn sit(
    cx: &Context,
    table: &Table,
    sitting: &Sitting,
    resumed: bool,
    steps: bool,
) -> Result<End, Failure> {
    let scene = table.scene(Viewer::Public).await?;
    if let Some(outcome) = scene.outcome {
        return Ok(End::Ended(outcome));
    }
    let verb = match scene.table.state {
        TableState::Active | TableState::SessionZero => None,
        TableState::Idle => Some(SessionVerb::Start),
        TableState::Paused | TableState::Debrief => Some(SessionVerb::Resume),
    };
    if let Some(verb) = verb {
        table.command(set_session(verb)).await?;
    }
    let viewer = sitting.seat.map_or(Viewer::Public, Viewer::Seat);
    let seats = seats_of(table, viewer).await?;
    let setup = tui::Setup { steps, ..tui_setup(cx, viewer, seats, sitting.no_secrets) };
    match sitting.face {
        Face::Lines => face::lines::run(cx, table, setup, sitting.seat, resumed).await,
        Face::Screen => face::screen::show(table, setup, sitting.seat).await,
        Face::Mcp => mcp::run(table, setup, sitting.seat).await,
    }
}

/// The seats, as the activity's own view tells them.
async fn seats_of(table: &Table, viewer: Viewer) -> Result<Vec<Seat>, Failure> {
    let view = table.scene(viewer).await?.view;
    serde_json::from_value(view["seats"].clone())
        .map_err(|error| Failure::failed(format!("the seats of the table cannot be read: {error}")))
}

fn tui_setup(cx: &Context, viewer: Viewer, seats: Vec<Seat>, no_secrets: bool) -> tui::Setup {
    let phases = ALL.activity("mafia").map_or(&[][..], |rules| rules.phases());
    let more_time = Some(json!({"type": "Extend"}));
    tui::Setup { phases, seats: seats.into(), viewer, theme: cx.theme, no_secrets, more_time, steps: false }
}

/// What a face needs for a session that was saved.
pub(crate) fn face_setup(cx: &Context, session: &Session, viewer: Viewer, no_secrets: bool) -> tui::Setup {
    tui::Setup { phases: session.rules.phases(), ..tui_setup(cx, viewer, session.seats.clone(), no_secrets) }
}

/// Lines longer than this are hard to follow.
pub(crate) const READABLE: u16 = 100;

/// The width to wrap lines at, at most; none where there is no terminal.
pub(crate) fn columns_of_terminal(cx: &Context, most: u16) -> Option<u16> {
    let size = cx.on_terminal.then(|| crossterm::terminal::size().ok()).flatten()?;
    Some(size.0.min(most)).filter(|columns| *columns > 0)
}

/// Says how it ended, for the one in this seat too, and what can be done next.
pub(crate) fn close(cx: &Context, id: &SessionId, seat: Option<SeatId>, ran: Ran) -> Outcome {
    match ran.end {
        End::Ended(outcome) => {
            let winner = match outcome["winner"].as_str() {
                Some("town") => "the town won",
                Some("mafia") => "the mafia won",
                _ => "it has ended",
            };
            let day = outcome["dayNumber"].as_u64().map_or(String::new(), |day| format!(" on day {day}"));
            let seed = outcome["seed"].as_u64().map_or("unknown".to_owned(), |seed| seed.to_string());
            let own = match seat {
                None => "",
                Some(seat) if winners(&outcome).contains(&seat) => ", and you with it",
                Some(_) => ", and you lost",
            };
            cx.print(&format!("\n{winner}{day}{own}; seed {seed}, session {id}\n"))?;
            let replay = format!("parlor replay {id} --as host --thoughts");
            let wide = replay.len();
            cx.note(format_args!(
                "  → {replay}  with every secret\n  → {:wide$}  a seat for you",
                "parlor play mafia"
            ));
            Ok(Code::Fine)
        }
        End::Left | End::Interrupted => {
            let state = match ran.table {
                Some(TableState::Idle) => "closed",
                Some(TableState::Debrief) => "in debrief",
                // One that could not even be paused is paused when it is gone on with.
                Some(TableState::Paused | TableState::Active | TableState::SessionZero) | None => "paused",
            };
            cx.note(format_args!(
                "\nsession {id} is {state}: no clock runs\n  → parlor resume {id} goes on with it"
            ));
            Ok(if ran.end == End::Interrupted { Code::Interrupted } else { Code::Fine })
        }
    }
}

/// The seats that won.
fn winners(outcome: &Value) -> Vec<SeatId> {
    serde_json::from_value(outcome["winningPlayers"].clone()).unwrap_or_default()
}

/// Milliseconds of UTC since 1970.
pub(crate) fn now_utc() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Failure {
        Failure::failed(refused.to_string())
    }
}

impl From<Closed> for Failure {
    fn from(closed: Closed) -> Failure {
        Failure::failed(closed.to_string()).todo("parlor resume goes on from the last record")
    }
}
