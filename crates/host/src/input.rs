//! Everything that can come to a session, as one closed enum, and what goes back.

use engine::{Actor, AskId, Hash, Photo, SeatId, Viewer};
use photos::Clean;
use protocol::{Frame, Request, Scene};
use serde_json::value::RawValue;
use tokio::sync::oneshot;

use crate::write::Unreadable;
use crate::{Refused, Subscription};

/// A request was done and is on disk.
///
/// `number` and `head` are about the whole log, hidden records included: they are for the host's own side of a face,
/// which notices by them a log that came back behind. A seat must not be shown the number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ack {
    /// The number of its (last) record; of the last record there is, if it left none.
    pub number: u64,
    /// The hash of that record.
    pub head: Hash,
    /// The text that was asked for. It is for the asker alone, and in no log.
    pub report: Option<String>,
    /// Was what the asker was told so far wanted, as a file? A face that can hand one over does; the report says how to
    /// get it elsewhere.
    pub export: bool,
}

impl Ack {
    /// Something was recorded.
    pub(crate) fn of(number: u64, head: Hash) -> Ack {
        Ack { number, head, report: None, export: false }
    }
}

/// What a listener who comes, or comes back, has missed.
pub(crate) struct Missed {
    /// What it has not got yet, numbered.
    pub(crate) frames: Vec<Frame>,
    /// How many events it was told before it came, in all.
    pub(crate) told: u64,
}

/// Where the answer to an input goes.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, Refused>>;

/// Whatever comes to a session: from its mailbox, or from its own schedule.
pub(crate) enum Mail {
    /// Somebody asks for something through a face.
    Request { by: Actor, id: Option<String>, what: Request, reply: Reply<Ack> },
    /// A command for one of the two machines, as it is.
    Command { input: engine::Input, reply: Reply<Ack> },
    /// Somebody wants to go back.
    Rewind { by: Actor, to: u64, reply: Reply<Ack> },
    /// A face answers for a seat at which nobody is.
    AnswerFor { seat: SeatId, ask: AskId, reason: String, reply: Reply<Ack> },
    /// What would the house answer in this seat?
    WouldAnswer { seat: SeatId, ask: AskId, reply: Reply<Box<RawValue>> },
    /// Would a photo of this seat be taken?
    MayAddPhoto { seat: SeatId, reply: Reply<()> },
    /// A photo of a seat, made ready.
    AddPhoto { seat: SeatId, clean: Clean, reply: Reply<Photo> },
    /// Somebody wants to listen.
    Subscribe { viewer: Viewer, after: Option<u64>, reply: Reply<Subscription> },
    /// What a new listener has to be told of what was before it came has been read from the log.
    CaughtUp { listener: u64, missed: Result<Missed, Unreadable> },
    /// Somebody wants to see how things stand.
    Look { viewer: Viewer, reply: Reply<Box<Scene>> },
    /// It is time to answer for a seat that nobody sits at.
    Answer { seat: SeatId, ask: AskId },
    /// The deadline has come.
    TimeUp,
    /// It is to end.
    Stop,
}

impl Mail {
    /// Is it to be done all the same, if the session fell asleep before it could be? What the session has sent to itself
    /// is about listeners that are gone; and to end it has to do nothing.
    pub(crate) fn wakes(&self) -> bool {
        match self {
            Mail::Request { .. }
            | Mail::Command { .. }
            | Mail::Rewind { .. }
            | Mail::AnswerFor { .. }
            | Mail::WouldAnswer { .. }
            | Mail::MayAddPhoto { .. }
            | Mail::AddPhoto { .. }
            | Mail::Subscribe { .. }
            | Mail::Look { .. } => true,
            Mail::CaughtUp { .. } | Mail::Answer { .. } | Mail::TimeUp | Mail::Stop => false,
        }
    }
}
