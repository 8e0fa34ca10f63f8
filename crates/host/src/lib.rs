//! Runs sessions: performs asks, keeps timers, writes the log, tells the audiences.
//!
//! A [`Host`] has one task a session. A task has one mailbox of one closed enum of inputs; it takes one, does one
//! step, drains what the step left to do (tell the subscribers, answer for the house, set the timer), and takes the
//! next. Between deciding and telling stands the log: nobody sees what is not on disk.
//!
//! - [`Host`] creates, resumes and recovers sessions; [`Table`] is the handle of one; [`Subscription`] is what a face
//!   listens to.
//! - [`Listening`] is that for a face that stays to the end; [`Steps`] moves on a game that waits for its host.
//! - [`Log`] is what a host needs of a store; [`store::Store`] is one.
//! - [`Table::add_photo`] takes a photo of a stranger; what is kept of it is beside the log.
//! - [`Refused`] goes back to whoever asked; [`Closed`] says why a session or a subscription is over; [`HostError`]
//!   is why a session could not be run.

mod asks;
mod back;
mod beside;
mod calls;
mod clock;
mod counsel;
mod counts;
mod end;
mod error;
mod failed;
mod gap;
mod host;
mod input;
mod judge;
mod kept_out;
pub mod limits;
mod listening;
mod log;
mod pace;
mod past;
mod pictures;
mod providers;
mod publish;
mod recover;
mod report;
mod slots;
mod step;
mod stream;
mod table;
mod talk;
mod task;
mod transcript;
mod turn;
mod write;

pub use error::{Closed, HostError, Refused};
pub use gap::Gap;
pub use host::{Host, HostOptions, NewSession};
pub use input::Ack;
pub use listening::{Listening, Steps, Unheard, advance};
pub use log::Log;
pub use pace::{Pace, PaceOf, Pacing, Tempo};
pub use past::Told;
pub use publish::{Published, Subscription};
pub use table::Table;
