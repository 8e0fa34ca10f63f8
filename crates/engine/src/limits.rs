//! Every limit of the engine in one place, each with the reason for its size.
//!
//! A limit that is met is a refusal in words, never a panic and never a silent cut.

/// Seats at one table. A [`SeatSet`](crate::SeatSet) is one machine word of 32 bits, and the largest table
/// that any machine allows is 20.
pub const SEATS_MAX: usize = 32;

/// Characters in a seat's id or display name: fits a column of the terminal and a Discord button.
pub const NAME_CHARS_MAX: usize = 32;

/// Characters in one thing that somebody says, thinks or writes: about a page, and well under the 4,000 that
/// a Discord form can carry.
pub const TEXT_CHARS_MAX: usize = 2_000;

/// Characters of the longest words that stand on one line, for whoever writes and whoever reads them: where there is room for more, lines
/// may end.
pub const LINE_CHARS_MAX: usize = 200;

/// Bytes in one command as JSON. A statement, a thought and room for escapes.
pub const COMMAND_BYTES_MAX: usize = 32 * 1024;

/// Bytes in one line of a log, events included. A reader refuses longer lines before it parses them.
pub const LINE_BYTES_MAX: usize = 1024 * 1024;

/// Characters in a request id: a UUID has 36.
pub const REQUEST_CHARS_MAX: usize = 64;

/// Records in one session's log. At one record a second this is eleven days of play without a pause.
pub const RECORDS_MAX: u64 = 1_000_000;

/// Rewinds in one session. Reading a log keeps the state that each goes back to.
pub const REWINDS_MAX: u32 = 10_000;

/// Events that one command may cause. A whole night and day of Mafia is under a hundred.
pub const EVENTS_PER_RECORD_MAX: usize = 1_000;
