//! Every limit of the host in one place, each with the reason for its size.
//!
//! A limit that is met is said in words to the one who met it; nobody else is slowed down by it.

/// Inputs that wait for one session. A table of 20 that types as fast as it can is far below; beyond it the asker
/// hears [`Refused::Busy`](crate::Refused::Busy).
pub const MAILBOX_MAX: usize = 256;

/// Updates that wait for one subscriber. One that is so far behind is dropped and may come back with the last number
/// that it has.
pub const SUBSCRIBER_QUEUE_MAX: usize = 256;

/// Subscribers of one session: 20 seats on a few devices each, and many who watch.
pub const SUBSCRIBERS_MAX: usize = 256;

/// Sessions that one host runs. Each costs some tens of kilobytes and a task.
pub const SESSIONS_MAX: usize = 1_024;

/// Characters in a request id as a face sends it. In the log it is put behind the name of the actor and before the
/// number of the part, which together stay below the engine's limit.
pub const REQUEST_CHARS_MAX: usize = 48;

/// Records between two snapshots within a phase: what a resumed session has to fold at most.
pub const SNAPSHOT_RECORDS: u64 = 256;

/// Times in a row that the clock may act at one and the same deadline. Phases of no length may follow each other; a
/// machine that does nothing when its time is up would have records written for ever.
pub const CLOCK_RUN_MAX: u32 = 64;

/// The longest that a table waits for a text to be read: milliseconds.
pub const READ_MS_MAX: u64 = 20_000;
