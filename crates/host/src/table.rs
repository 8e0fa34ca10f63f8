//! The handle of a session that runs.

use std::sync::{Arc, Weak};

use engine::{Actor, AskId, Photo, SeatId, SessionId, Viewer};
use protocol::{Request, Scene};
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::sync::{mpsc, oneshot, watch};

use crate::host::Inner;
use crate::input::{Ack, Mail, Reply};
use crate::pictures::cleaned;
use crate::{Closed, Host, HostError, Refused, Subscription};

/// How a session stands, for those who wait for it.
#[derive(Clone, Debug, Default)]
pub(crate) struct SessionState {
    /// How the activity ended, once it has.
    pub(crate) outcome: Option<Value>,
    /// How the table stands, by the name of its state.
    pub(crate) state: &'static str,
    /// Why the session does not run any more.
    pub(crate) over: Option<Closed>,
    /// Is that because it fell asleep? Then whoever wants something wakes it.
    pub(crate) asleep: bool,
    /// What a bug said. For the one who runs the host.
    pub(crate) bug: Option<String>,
}

/// A session that runs, or sleeps until somebody wants something of it. Cheap to clone; dropping it stops nothing.
#[derive(Clone, Debug)]
pub struct Table {
    id: SessionId,
    host: Weak<Inner>,
    mailbox: mpsc::Sender<Mail>,
    standing: Arc<watch::Sender<SessionState>>,
}

impl Table {
    pub(crate) fn new(
        id: SessionId,
        host: Weak<Inner>,
        mailbox: mpsc::Sender<Mail>,
        standing: Arc<watch::Sender<SessionState>>,
    ) -> Table {
        Table { id, host, mailbox, standing }
    }

    /// The session's id.
    pub fn id(&self) -> &SessionId {
        &self.id
    }

    /// Does what a face asks for, in the name of `by`, whose right to that name the face has checked. With a request
    /// id, the same request again is answered with the first answer and not done twice; ids are the actor's own.
    pub async fn request(&self, by: Actor, id: Option<String>, what: Request) -> Result<Ack, Refused> {
        self.ask(|reply| Mail::Request { by, id, what, reply }).await
    }

    /// Gives a command to one of the two machines as it is: for the host's own wishes, such as starting the session.
    /// The input's request id stands in the log as given.
    pub async fn command(&self, input: engine::Input) -> Result<Ack, Refused> {
        self.ask(|reply| Mail::Command { input, reply }).await
    }

    /// Answers an ask for a seat at which nobody is, by the machine's own way out. The reason may stand in a public
    /// event.
    pub async fn answer_for(
        &self,
        seat: SeatId,
        ask: AskId,
        reason: impl Into<String>,
    ) -> Result<Ack, Refused> {
        let reason = reason.into();
        self.ask(|reply| Mail::AnswerFor { seat, ask, reason, reply }).await
    }

    /// What a player of the house would answer to an ask of a seat, by what the seat sees: for a person who would rather be
    /// surprised. Nothing is done with it.
    pub async fn would_answer(&self, seat: SeatId, ask: AskId) -> Result<Box<RawValue>, Refused> {
        self.ask(|reply| Mail::WouldAnswer { seat, ask, reply }).await
    }

    /// Takes the activity back to how it was after record `to`, if the machine lets `by` do so. A rewind can be
    /// rewound in the same way.
    pub async fn rewind(&self, by: Actor, to: u64) -> Result<Ack, Refused> {
        self.ask(|reply| Mail::Rewind { by, to, reply }).await
    }

    /// Adds a photo of a seat's: whatever a stranger sent, up to 10 MB. It is checked, stripped of everything but the
    /// picture and scaled before anything is kept; a refusal says what is wrong and leaves nothing behind, in the log or on
    /// the disk. A seat's right to its name the face has checked.
    pub async fn add_photo(&self, seat: SeatId, bytes: Vec<u8>) -> Result<Photo, Refused> {
        // Asked first: no work is done for what the rules would not take.
        self.ask(|reply| Mail::MayAddPhoto { seat, reply }).await?;
        let clean = cleaned(bytes).await?;
        self.ask(|reply| Mail::AddPhoto { seat, clean, reply }).await
    }

    /// Listens through the eyes of `viewer`: to everything after its own number `after`, or to everything.
    pub async fn subscribe(&self, viewer: Viewer, after: Option<u64>) -> Result<Subscription, Refused> {
        self.ask(|reply| Mail::Subscribe { viewer, after, reply }).await
    }

    /// How things stand for a viewer.
    pub async fn scene(&self, viewer: Viewer) -> Result<Scene, Refused> {
        self.ask(|reply| Mail::Look { viewer, reply }).await.map(|scene| *scene)
    }

    /// Stops the session and waits until it has. It can be resumed.
    pub async fn stop(&self) -> Closed {
        // Waits for a place in the mailbox: a busy table must be possible to stop.
        let _ = self.mailbox.send(Mail::Stop).await;
        self.stopped().await
    }

    /// Waits until the session does not run any more, and says why. One that fell asleep was stopped.
    pub async fn stopped(&self) -> Closed {
        let mut standing = self.standing.subscribe();
        let over = standing.wait_for(|standing| standing.over.is_some()).await;
        over.ok().and_then(|standing| standing.over.clone()).unwrap_or(Closed::Stopped)
    }

    /// Waits until the activity has ended, and says how; or why it will not. As long as somebody waits for it, it does not
    /// sleep.
    pub async fn ended(&self) -> Result<Value, Closed> {
        let mut table = self.clone();
        loop {
            let mut standing = table.standing.subscribe();
            let found = standing.wait_for(|standing| standing.outcome.is_some() || standing.over.is_some());
            let Ok(found) = found.await.map(|standing| standing.clone()) else { return Err(Closed::Stopped) };
            match (found.outcome, found.over) {
                (Some(outcome), _) => return Ok(outcome),
                (None, _) if found.asleep => table = table.awake().await.map_err(|_| Closed::Stopped)?,
                (None, over) => return Err(over.unwrap_or(Closed::Stopped)),
            }
        }
    }

    /// How the table stood after the last record: the name of its state.
    pub fn state(&self) -> &'static str {
        self.standing.borrow().state
    }

    /// Whether it still runs: one that sleeps does not.
    pub fn is_running(&self) -> bool {
        self.standing.borrow().over.is_none()
    }

    /// What the bug said that stopped the session. For the one who runs the host alone: it may hold secrets.
    pub fn bug(&self) -> Option<String> {
        self.standing.borrow().bug.clone()
    }

    /// Puts an input into the mailbox and waits for its answer.
    async fn ask<T>(&self, input: impl FnOnce(Reply<T>) -> Mail) -> Result<T, Refused> {
        let (reply, answer) = oneshot::channel();
        self.put(input(reply)).await?;
        match answer.await {
            Ok(answer) => answer,
            // The session ended with this in its mailbox or in its hands.
            Err(_) => Err(Refused::Stopped(self.stopped().await)),
        }
    }

    /// Puts an input into the mailbox. A session that sleeps is woken for it.
    pub(crate) async fn put(&self, input: Mail) -> Result<(), Refused> {
        let (mut table, mut input) = (self.clone(), input);
        loop {
            input = match table.mailbox.try_send(input) {
                Ok(()) => return Ok(()),
                Err(mpsc::error::TrySendError::Full(_)) => return Err(Refused::Busy),
                Err(mpsc::error::TrySendError::Closed(input)) => input,
            };
            table = table.awake().await?;
        }
    }

    /// The session awake again, if it sleeps; else why it does not run.
    async fn awake(&self) -> Result<Table, Refused> {
        let closed = self.stopped().await;
        let host = self.host.upgrade().filter(|_| self.standing.borrow().asleep);
        let Some(inner) = host else { return Err(Refused::Stopped(closed)) };
        Host::of(inner).resume(&self.id).await.map_err(|error| match error {
            HostError::TooManySessions { .. } => Refused::Busy,
            HostError::StorageFailed { why } => Refused::StorageFailed { why },
            HostError::Setup(_)
            | HostError::UnknownMachine { .. }
            | HostError::NoSeed { .. }
            | HostError::Damaged { .. }
            | HostError::Refused(_)
            | HostError::Store(_)
            | HostError::Bug { .. } => Refused::Stopped(closed),
        })
    }
}
