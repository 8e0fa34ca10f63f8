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

/// Sessions that are awake in one host. Each costs some tens of kilobytes and a task; one that sleeps costs nothing.
pub const SESSIONS_MAX: usize = 1_024;

/// A session in which nothing will happen by itself falls asleep after this, if nobody listens: milliseconds. Long enough
/// for somebody whose connection broke to come back to it awake.
pub const SLEEP_AFTER_MS: u64 = 120_000;

/// Sessions that sleep while the house thinks, of which it is kept when its answers are due. Of others it thinks anew.
pub const THOUGHTS_MAX: usize = 4_096;

/// Sessions that a start looks at beside each other.
pub const LOADS_MAX: usize = 8;

/// Characters in a request id as a face sends it. In the log it is put behind the name of the actor and before the
/// number of the part, which together stay below the engine's limit.
pub const REQUEST_CHARS_MAX: usize = 48;

/// Records between two snapshots: what a resumed session has to fold, which takes it less than a millisecond.
pub const SNAPSHOT_RECORDS: u64 = 256;

/// Times in a row that the clock may act at one and the same deadline. Phases of no length may follow each other; a
/// machine that does nothing when its time is up would have records written for ever.
pub const CLOCK_RUN_MAX: u32 = 64;

/// Records of one session that may be on their way to the disk. A large table that answers all at once is below it;
/// beyond it the session waits for the disk.
pub const BEHIND_MAX: usize = 64;

/// How often a record is sent to a log that is busy before its session stops, and how long it waits in between:
/// milliseconds. Each time the store itself has waited for some seconds.
pub const BUSY_TRIES: u32 = 10;
/// See [`BUSY_TRIES`].
pub const BUSY_MS: u64 = 100;

/// Calls of a model for one ask: tools on the way to an answer, and tries.
pub const ASK_CALLS_MAX: u32 = 8;

/// Answers of a model that may be wrong before the machine's own way out is taken: it is told once what was wrong.
pub const STRIKES_MAX: u32 = 1;

/// Times in a row that a model may change the phase with nobody else acting in between.
pub const BREAKS_MAX: u32 = 8;

/// Answers in a row that the host gives for seats, or the clock for all, with no seat acting in between: then the table
/// pauses. A machine whose way out never ends, and models that cost money and never answer, would go on without end, or for
/// five hundred scenes.
pub const AUTOMATIC_MAX: u32 = 200;

/// The least time between two judgements of one table's talk: milliseconds. People who talk must not become a bill.
pub const JUDGEMENTS_MS: i64 = 60_000;

/// How long a judgement, or an answer to somebody, may take: milliseconds. What comes later is about talk that is over.
pub const BESIDE_MS: u64 = 15_000;

/// The least time between two answers of models to people at one table: milliseconds. Who types fast must not become a bill.
pub const ANSWERS_MS: i64 = 10_000;

/// Characters of such an answer: some sentences.
pub const ANSWER_CHARS_MAX: usize = 600;

/// Bytes of what somebody sees, in the question of a model that answers them. A board of twenty seats is below it.
pub const SIGHT_BYTES_MAX: usize = 16 * 1024;

/// Lines of talk that one judgement is made of, the last ones.
pub const JUDGED_LINES_MAX: usize = 8;

/// Bytes of a model's reply that are read. The longest legal answer has two texts of the engine's limit.
pub const REPLY_BYTES_MAX: usize = 64 * 1024;

/// Characters of a model's reply that are kept in the log, word for word.
pub const KEPT_REPLY_CHARS_MAX: usize = 4_096;

/// How long before a deadline a call must be over: milliseconds, enough to record what came of it.
pub const CALL_MARGIN_MS: u64 = 250;

/// With less time than this left no call is made: milliseconds.
pub const CALL_MS_MIN: u64 = 500;

/// Bytes of a report: some pages, which nobody scrolls through twice. A longer one is cut at a line, and says so.
pub const REPORT_BYTES_MAX: usize = 16 * 1024;

/// Characters of one thing that somebody said, in the prompt of another.
pub const LINE_CHARS_MAX: usize = 1_000;

/// Bytes of all that a seat was told, in one prompt. A game of Mafia has some tens of thousands; beyond the limit the
/// oldest is left out.
pub const TRANSCRIPT_BYTES_MAX: usize = 256 * 1024;

/// Photos that wait to be made ready, in all sessions: each is a file of up to 10 MB in memory. Beyond it the asker hears
/// [`Refused::Busy`](crate::Refused::Busy).
pub const WAITING_PHOTOS_MAX: usize = 16;

/// Photos in one prompt: at more than 20 a provider takes each for less.
pub const PROMPT_PHOTOS_MAX: usize = 20;

/// The longest that a table waits for a text to be read: milliseconds.
pub const READ_MS_MAX: u64 = 20_000;
