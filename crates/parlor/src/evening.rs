//! An evening: how fast it goes, and running a session from its start, or from where it was left, to its end.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use archive::{Saved, set_session};
use engine::board::Ending;
use engine::{Actor, Budget, Chance, Fault, Opening, Seat, SeatId, Session, SessionId, Speed, Viewer};
use host::{Closed, Gap, Host, HostOptions, NewSession, Pace, PaceOf, Pacing, Refused, Table, Unheard};
use protocol::clean_line;
use protocol::table::TableState;
use serde_json::Value;
use serde_json::value::RawValue;
use store::Store;
use table::SessionVerb;

use crate::accounts::Bill;
use crate::activity::{self, Activity};
#[cfg(feature = "mcp")]
use crate::agent;
use crate::catalog::catalog;
use crate::cli::{FaceFlags, SpeedFlag};
use crate::context::Context;
use crate::exit::{Code, Failure, Outcome, no_threads};
use crate::face::{self, keep::Keeper, photos::Photos};
use crate::models::{self, Ready};
use crate::pause::settle;
use crate::saved;
use crate::seating::Laid;

/// Refuses a speed that a session can only begin with.
pub(crate) fn check_speed(speed: Option<Speed>) -> Result<(), Failure> {
    match speed {
        Some(Speed::Step) => Err(Failure::usage(
            "--speed step can only be chosen when a game begins",
            "leave it out: a game that began so goes on so; parlor demo --speed step begins one",
        )),
        _ => Ok(()),
    }
}

/// What a new session is opened with; or what the rules find wrong with it, before anything is made.
pub(crate) fn opening(
    activity: Activity,
    id: SessionId,
    chance: Chance,
    laid: Laid,
) -> Result<NewSession, Vec<Fault>> {
    let new = laid_out(activity, id, chance, laid, None);
    Session::open(catalog(), &new.opening, now_utc())?;
    Ok(new)
}

/// A new session as it was laid, which nobody has looked at yet. It is called as its activity says, if nothing is said.
pub(crate) fn laid_out(
    activity: Activity,
    id: SessionId,
    chance: Chance,
    laid: Laid,
    title: Option<String>,
) -> NewSession {
    let title = title.unwrap_or_else(|| activity.rules().titled(&laid.setup));
    let opening = Opening {
        activity: activity.name().to_owned(),
        seats: laid.seats,
        table: engine::raw(&table::Setup {
            title: title.clone(),
            stewards: None,
            open_seats: laid.open_seats,
            language: laid.language,
            budget: laid.budget,
        }),
        setup: laid.setup,
        seed: chance.seed,
        salt: chance.salt,
    };
    NewSession { id, title, opening }
}

/// A host for a face that stays: every model that is configured or was `named`, and the house as fast as suits each table.
pub(crate) fn staying_host(
    cx: &Context,
    store: &Store,
    speed: SpeedFlag,
    named: &[String],
) -> Result<Host, Failure> {
    let options = HostOptions {
        pace: PaceOf::each(move |playing| pace(playing, speed.speed)),
        models: models::staying(cx, store, named)?,
        gap: Some(gap()),
        looks_back: true,
        ..HostOptions::default()
    };
    Ok(Host::new(store.clone(), catalog(), options))
}

/// How a host that stays keeps the time while it is stopped from the tables: they are paused, and go on as they were.
pub(crate) fn gap() -> Gap {
    let go_on = |state| set_session(SessionVerb::to(state)).command;
    Gap { pause: set_session(SessionVerb::Pause).command, go_on }
}

/// How fast the house plays at a table: as its activity says, by who sits there, at the speed that was said for all tables
/// or else at the table's own.
fn pace(playing: Pacing<'_>, speed: Option<Speed>) -> Pace {
    // A session of an activity that is not known here is never run.
    activity::of(playing.activity).map_or(Pace::default(), |activity| {
        activity.pace(
            playing.seats,
            speed.or_else(|| playing.setup.and_then(|setup| activity.rules().speed(setup))),
        )
    })
}

/// Goes on with every session that has not ended; those that cannot be are named.
pub(crate) async fn recover(cx: &Context, host: &Host) -> Result<(), Failure> {
    let recovered = host.recover().await?;
    for (id, table) in recovered {
        if let Err(why) = table {
            cx.note(format_args!("session {id} rests: {why}"));
        }
    }
    Ok(())
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
    #[cfg(feature = "mcp")]
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
    /// What its models used, if it has any.
    pub(crate) bill: Option<Bill>,
    /// What it was opened with.
    pub(crate) setup: Box<RawValue>,
    /// How many photos it keeps.
    pub(crate) photos: usize,
    /// How it ended, as its board says it for whoever sat there.
    pub(crate) ending: Option<Ending>,
}

/// How long the rest of the program is waited for: a terminal that nobody reads may hold a thread for ever.
const ENDS_WITHIN: Duration = Duration::from_secs(2);

/// Runs a session until it ends or is left, with whatever models hold seats in it.
pub(crate) fn run(cx: &Context, store: Store, start: Start, sitting: Sitting) -> Result<Ran, Failure> {
    let ready = match &start {
        Start::New(new) => Ready::new(cx, &new.opening.seats, Budget::default())?,
        Start::Resume(id) => Ready::of(cx, &saved::in_store(store.reader(), id.as_str())?)?,
    };
    run_with(cx, store, &ready, start, sitting)
}

/// Runs a session with models that are ready. One that is left live is paused first, so that no clock runs meanwhile.
pub(crate) fn run_with(
    cx: &Context,
    store: Store,
    ready: &Ready,
    start: Start,
    sitting: Sitting,
) -> Result<Ran, Failure> {
    ready.enter_today(cx, &store)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(ready.threads())
        .enable_all()
        .build()
        .map_err(|error| no_threads(&error))?;
    let id = match &start {
        Start::New(new) => new.id.clone(),
        Start::Resume(id) => id.clone(),
    };
    let ran: Result<Ran, Failure> = runtime.block_on(async {
        let options = HostOptions {
            pace: sitting.pace.into(),
            models: ready.models().clone(),
            looks_back: true,
            ..HostOptions::default()
        };
        let host = Host::new(store.clone(), catalog(), options);
        let resumed = matches!(start, Start::Resume(_));
        let (name, setup, table) = match start {
            Start::New(new) => {
                let (name, setup) = (new.opening.activity.clone(), new.opening.setup.clone());
                (name, setup, host.create(*new).await?)
            }
            Start::Resume(id) => {
                let opening = settle(&store, &id)?;
                (opening.activity, opening.setup, host.resume(&id).await?)
            }
        };
        let activity = activity::of(&name)?;
        let steps = activity.waits_for_host(&setup);
        let ran = sit(cx, &store, activity, &table, &sitting, resumed, steps).await;
        let mut state = state(&table).await;
        let viewer = sitting.seat.map_or(Viewer::Public, Viewer::Seat);
        let ending = table.scene(viewer).await.ok().and_then(|scene| scene.board.ending);
        // The log may have failed: what can be done was done.
        let left = match (&ran, state) {
            // Nobody is left to look back on it.
            (Ok(End::Ended(_)), Some(TableState::Debrief)) => Some(SessionVerb::Close),
            (Ok(End::Ended(_)), _) => None,
            (Ok(End::Left | End::Interrupted) | Err(_), state) => {
                state.filter(|state| state.is_narrative_active()).map(|_| SessionVerb::Pause)
            }
        };
        if let Some(verb) = left {
            let _ = table.command(set_session(verb)).await;
            state = self::state(&table).await;
        }
        host.stop().await;
        // What a bug said may hold secrets, and is for the one who runs this: nobody else reads this terminal's errors.
        let end = ran.map_err(|failure| match table.bug() {
            Some(bug) => Failure::failed(
                format!("{}: {bug}", failure.what()),
                "please report this line; parlor resume goes on from what was saved",
            ),
            None => failure,
        })?;
        Ok(Ran { end, table: state, bill: None, setup, photos: 0, ending })
    });
    runtime.shutdown_timeout(ENDS_WITHIN);
    let mut ran = ran?;
    ran.photos = store.photos().of(&id)?.len();
    if !ready.is_empty() {
        ran.bill = Bill::of(&saved::in_store(store.reader(), id.as_str())?);
    }
    Ok(ran)
}

/// How the table stands, if it still runs.
async fn state(table: &Table) -> Option<TableState> {
    table.scene(Viewer::Public).await.ok().map(|scene| scene.table.state)
}

async fn sit(
    cx: &Context,
    store: &Store,
    activity: Activity,
    table: &Table,
    sitting: &Sitting,
    resumed: bool,
    steps: bool,
) -> Result<End, Failure> {
    let scene = table.scene(Viewer::Public).await?;
    if let Some(outcome) = scene.outcome {
        return Ok(End::Ended(outcome));
    }
    // A session that was left while something was prepared comes back to that.
    let prepares = prepares(&scene.machine, &scene.phase);
    let verb = match scene.table.state {
        TableState::Active | TableState::SessionZero => None,
        TableState::Idle | TableState::Paused if prepares => Some(SessionVerb::Zero),
        TableState::Idle => Some(SessionVerb::Start),
        TableState::Paused | TableState::Debrief => Some(SessionVerb::Resume),
    };
    if let Some(verb) = verb {
        table.command(set_session(verb)).await?;
    }
    let viewer = sitting.seat.map_or(Viewer::Public, Viewer::Seat);
    let seats = seats_of(table, viewer).await?;
    let setup = tui::Setup { steps, ..tui_setup(cx, activity, viewer, seats, sitting.no_secrets) };
    let kept = (table, Keeper::new(store, viewer, sitting.no_secrets));
    match sitting.face {
        Face::Lines => face::lines::run(cx, activity, kept, setup, sitting.seat, resumed).await,
        Face::Screen => {
            let photos = Photos::new(&cx.home()?, activity.custom().photos);
            face::screen::show(kept, setup, sitting.seat, photos, resumed).await
        }
        #[cfg(feature = "mcp")]
        Face::Mcp => agent::sit(table, activity, setup, sitting.seat).await,
    }
}

/// Is a phase of a machine part of session zero?
fn prepares(machine: &str, phase: &str) -> bool {
    let cards = catalog().activity(machine).map_or(&[][..], |rules| rules.phases());
    cards.iter().any(|card| card.name == phase && card.prepares)
}

/// Who sits at the table.
async fn seats_of(table: &Table, viewer: Viewer) -> Result<Vec<Seat>, Failure> {
    Ok(table.scene(viewer).await?.seats)
}

fn tui_setup(
    cx: &Context,
    activity: Activity,
    viewer: Viewer,
    seats: Vec<Seat>,
    no_secrets: bool,
) -> tui::Setup {
    let rules = activity.rules();
    tui::Setup {
        phases: rules.phases(),
        rules: activity.card().rules,
        seats: seats.into(),
        viewer,
        theme: cx.theme_of_table(),
        no_secrets,
        more_time: rules.more_time(),
        reports: rules.reports(),
        photos: rules.custom().photos > 0,
        takes_back: rules.blank().may_rewind(Actor::Host).is_ok(),
        steps: false,
    }
}

/// What a face needs for a session that was saved.
pub(crate) fn face_setup(cx: &Context, saved: &Saved, viewer: Viewer) -> Result<tui::Setup, Failure> {
    let activity = activity::of_saved(saved)?;
    Ok(tui_setup(cx, activity, viewer, saved.session.seats.clone(), false))
}

/// Lines longer than this are hard to follow.
pub(crate) const READABLE: u16 = 100;

/// The width to wrap lines at, at most; none where there is no terminal.
pub(crate) fn columns_of_terminal(cx: &Context, most: u16) -> Option<u16> {
    let size = cx.on_terminal.then(|| crossterm::terminal::size().ok()).flatten()?;
    Some(size.0.min(most)).filter(|columns| *columns > 0)
}

/// How it ended, as the board says it, or else in the machine's own word, and the seed.
fn ended(cx: &Context, outcome: &Value, ending: Option<&Ending>) -> (String, String) {
    let said = match (ending, outcome.as_str()) {
        (Some(ending), _) => {
            let sign = if cx.theme.ascii { ending.sign.1 } else { ending.sign.0 };
            let text = clean_line(&ending.text);
            format!("{sign} {}. {text}", clean_line(&ending.title))
        }
        (None, Some(words)) => clean_line(words),
        (None, None) => "it has ended".to_owned(),
    };
    // Not every activity tells its seed.
    let seed = protocol::chance(outcome).map(|chance| format!(" seed {chance},"));
    (said.trim().trim_end_matches('.').to_owned(), seed.unwrap_or_default())
}

/// Says how it ended, and what can be done next.
pub(crate) fn close(cx: &Context, activity: Activity, id: &SessionId, ran: Ran, face: FaceFlags) -> Outcome {
    match ran.end {
        End::Ended(outcome) => {
            let (ending, seed) = ended(cx, &outcome, ran.ending.as_ref());
            cx.print(&format!("\n{ending};{seed} session {id}\n"))?;
            let code = ran.bill.as_ref().map_or(Code::Fine, Bill::code);
            let mut next = activity.after(id.as_str(), &ran.setup, ran.photos);
            if let Some(bill) = ran.bill {
                say_bill(cx, &bill);
                // What it cost is of more use than how to begin another.
                next.pop();
                next.push((format!("parlor cost {id}"), "what each seat used"));
            }
            let wide = next.iter().map(|(command, _)| command.len()).max().unwrap_or(0);
            for (command, about) in next {
                cx.note(format_args!("  → {command:wide$}  {about}"));
            }
            Ok(code)
        }
        End::Left | End::Interrupted => {
            let state = match ran.table {
                Some(TableState::Idle) => "closed",
                Some(TableState::Debrief) => "in debrief",
                // One that could not even be paused is paused when it is gone on with.
                Some(TableState::Paused | TableState::Active | TableState::SessionZero) | None => "paused",
            };
            cx.note(format_args!("\nsession {id} is {state}: no clock runs"));
            if let Some(bill) = &ran.bill {
                say_bill(cx, bill);
            }
            cx.note(format_args!("  → parlor resume {id}{} goes on with it", face.again()));
            Ok(if ran.end == End::Interrupted { Code::Interrupted } else { Code::Fine })
        }
    }
}

/// Says what the models used, and what went wrong with them.
fn say_bill(cx: &Context, bill: &Bill) {
    cx.note(bill.line());
    for words in bill.trouble() {
        cx.note(words);
    }
}

/// Milliseconds of UTC since 1970.
pub(crate) fn now_utc() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Failure {
        match refused {
            Refused::Rules(refusal) => {
                let why = refusal.message;
                Failure::failed(format!("the rules say no: {why}"), "do what is possible there instead")
            }
            Refused::Photo(unfit) => {
                Failure::failed(unfit.to_string(), "send another photo, or the same one saved anew")
            }
            Refused::Stopped(closed) => closed.into(),
            Refused::Busy => Failure::failed("the table is busy: nothing was done", "try again in a moment"),
            Refused::Full { limit } => Failure::failed(
                format!("{limit} listen to this table already, and that is the limit"),
                "close another window or program that shows it",
            ),
            Refused::RequestReused => {
                Failure::bug("one request id was used for two requests: the second was not done")
            }
            Refused::PhotoNotKept { why } => Failure::failed(
                format!("the photo was not kept, because the disk failed: {why}"),
                "make room on the disk, and send the photo again",
            ),
            Refused::PhotosNotDeleted { why } => Failure::failed(
                format!("the photos are still on the disk: {why}"),
                "parlor tries again when the session goes on; parlor photos lists them",
            ),
            Refused::StorageFailed { why } => Failure::failed(
                format!("this was not done, because it could not be saved: {why}"),
                "see that the disk is not full, and start parlor again",
            ),
        }
    }
}

impl From<Unheard> for Failure {
    fn from(unheard: Unheard) -> Failure {
        match unheard {
            Unheard::Refused(refused) => refused.into(),
            Unheard::Closed(closed) => closed.into(),
        }
    }
}

impl From<Closed> for Failure {
    fn from(closed: Closed) -> Failure {
        let resume = "parlor resume goes on from what was saved";
        match closed {
            Closed::Stopped => Failure::failed("the session was stopped", resume),
            Closed::Slow => Failure::failed("this program could not keep up with the session", resume),
            Closed::Ahead { after, have } => Failure::failed(
                format!("{after} things had been told of this session, and only {have} were saved"),
                resume,
            ),
            Closed::Storage { why } => Failure::failed(
                format!("the session stopped, because it could not be saved: {why}"),
                format!("see that the disk is not full; {resume}"),
            ),
            Closed::Bug => Failure::failed(
                "a mistake in parlor itself stopped this session; what was saved is safe",
                format!("please report it; {resume}"),
            ),
        }
    }
}
