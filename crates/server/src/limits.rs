//! Every limit of the server in one place, each with the reason for its size.

use std::time::Duration;

/// Bytes of a request's body: the longest command has two texts of the engine's limit.
pub const BODY_BYTES_MAX: usize = 64 * 1024;

/// Bytes of a photo's body: what the photos' own limit lets through, and nothing more.
pub const PHOTO_BODY_BYTES_MAX: usize = 10 * 1024 * 1024 + 1;

/// Photos of the largest size that a plain form may send at once: all of it is in memory. With scripts they come singly.
pub const FORM_PHOTOS_MAX: usize = 3;

/// Bytes of such a form, with its heads.
pub const PHOTO_FORM_BYTES_MAX: usize = FORM_PHOTOS_MAX * PHOTO_BODY_BYTES_MAX + 16 * 1024;

/// Bytes that are read and forgotten of photos that are too large: a browser hears a refusal only once all is sent.
pub const DISCARDED_BYTES_MAX: usize = 64 * 1024 * 1024;

/// How long photos may take: a phone at the far end of a house has a slow line.
pub const PHOTO_TIME: Duration = Duration::from_secs(120);

/// Levels of a JSON body. Commands have five.
pub const JSON_DEPTH_MAX: usize = 32;

/// How long a client may take over its headers: a slow one holds up nobody, but it holds a place.
pub const HEADER_TIME: Duration = Duration::from_secs(10);

/// How long a client may take over its body.
pub const BODY_TIME: Duration = Duration::from_secs(20);

/// How often a stream without news says that it is alive.
pub const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Bytes that should be left on the disk of the store: with less, its health says so.
pub const ROOM_BYTES_MIN: u64 = 256 * 1024 * 1024;

/// What is written should take less than this.
pub const WRITER_DELAY: Duration = Duration::from_secs(1);

/// Calls in a row that failed by which a provider is known to be in trouble.
pub const FAILED_CALLS: u32 = 3;

/// After how long to ask again a server that is being stopped: seconds, in which another may have begun.
pub const STOPPING_SECONDS: u64 = 5;

/// After how long to ask again where too many tables are awake: seconds. By then some of them may sleep.
pub const ROOM_SECONDS: u64 = 30;

/// What is answered for somebody who would rather be surprised, before play begins: a world, a character, and some more.
pub const PREPARING_MAX: usize = 8;

/// Tables of which it is kept when their game turned: beyond that it is worked out again for whoever looks.
pub const TURNINGS_MAX: usize = 1_000;

/// Connections at once. Beyond it a new one waits for a place.
pub const CONNECTIONS_MAX: usize = 16_384;

/// How long a client may take nothing of what is sent to it. One that is slower is closed, and may come back with the
/// last event that it has.
pub const WRITE_TIME: Duration = Duration::from_secs(20);

/// Bytes that wait for one connection in this program, and about as many again in the system below it.
pub const WRITE_BYTES_MAX: usize = 64 * 1024;

/// Commands that are under way at once, at all tables. Beyond it a new one is refused at once: whoever waits in a queue
/// that grows waits for nothing.
pub const UNDER_WAY_MAX: usize = 512;

/// Exports that are being sent at once. Each has a file open.
pub const SENDING_MAX: usize = 32;

/// Bytes of what is to be sent that are in memory; beyond it they are in a file.
pub const SPOOL_BYTES_MAX: usize = 1024 * 1024;

/// Bytes that are read of such a file at once.
pub const SPOOL_PIECE_BYTES: usize = 64 * 1024;

/// Logs that are read at once: pages, replays, exports. A replay and a page to keep hold their log in memory.
pub const READERS_MAX: usize = 4;

/// Those who read a log, or wait to. Beyond it they are refused at once.
pub const READING_MAX: usize = 128;

/// Events of a table that its page begins with: more than anybody reads at once. Older talk comes as one scrolls up.
pub const FEED_EVENTS_MAX: u64 = 300;

/// Bytes of them, as they are drawn: a page with all else that is on it stays below 150 KB.
pub const FEED_BYTES_MAX: usize = 72 * 1024;

/// Tables that one stream can be of: the windows of one browser.
pub const SHARED_MAX: usize = 32;

/// Streams at once. Beyond it new ones of those who only watch are refused, so that players still get theirs.
pub const WATCHERS_MAX: usize = 12_000;

/// Streams that one token or address may have open at one table: windows of some devices.
pub const STREAMS_OF_ONE_MAX: usize = 32;

/// Streams of a table that are kept for those who play there or run it.
pub const PLAYERS_STREAMS: usize = 64;

/// Commands that one token or address may send at once, and how many come back a second.
pub const COMMANDS: Bucket = Bucket { burst: 40, per_second: 10 };

/// The same for whatever only reads.
pub const READS: Bucket = Bucket { burst: 400, per_second: 100 };

/// The same for tables that are made, forked and imported, and for rights.
pub const MAKING: Bucket = Bucket { burst: 20, per_second: 1 };

/// Buckets that are remembered. The fullest are forgotten first: they hold back nobody.
pub const BUCKETS_MAX: usize = 20_000;

/// Tables in one page of the list.
pub const PAGE_TABLES_MAX: usize = 100;

/// Tables of which it is looked how they stand, for one page of those that stand in some way: if no more of them do, the page
/// is short, and the next goes on from there.
pub const LOOKED_AT_MAX: usize = 500;

/// Tables that sleep, of which it is remembered how they stand: ten such pages.
pub const SLEEPERS_MAX: usize = 1_000;

/// How long a right lasts, if nothing else is said: milliseconds.
pub const RIGHT_MS: i64 = 30 * 24 * 60 * 60 * 1_000;

/// How long an invitation can be taken up: milliseconds.
pub const INVITATION_MS: i64 = 7 * 24 * 60 * 60 * 1_000;

/// How long a short code can be typed: milliseconds, an evening.
pub const CODE_MS: i64 = 6 * 60 * 60 * 1_000;

/// Short codes at once.
pub const CODES_MAX: usize = 200;

/// Codes that never were and that are tried, by all together, before every code that there is lapses: of some 270,000 that
/// there could be.
pub const WRONG_CODES_MAX: u32 = 1_000;

/// Replays that are watched together at once. Of more, the one that has rested the longest is forgotten.
pub const TOGETHER_MAX: usize = 500;

/// Those who follow one of them.
pub const FOLLOWERS_MAX: usize = 64;

/// Letters of the name that somebody gives who sits down by the link of a table.
pub const GUEST_NAME_CHARS_MAX: usize = 32;

/// Those who watch a table that are counted: whoever comes after them is not told to every page that is open.
pub const WATCHERS_COUNTED_MAX: usize = 20;

/// Lines that are kept of what those who watch a table say to each other.
pub const GALLERY_LINES_MAX: usize = 100;
/// Letters of one of them.
pub const GALLERY_CHARS_MAX: usize = 300;

/// Tables of which that is kept. Of more, the one at which nothing was said for the longest is forgotten.
pub const GALLERY_TABLES_MAX: usize = 500;

/// Tables whose guests are known by their own names.
pub const GUEST_TABLES_MAX: usize = 10_000;

/// So many at once, and so many more every second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bucket {
    /// At once.
    pub burst: u32,
    /// Every second.
    pub per_second: u32,
}
