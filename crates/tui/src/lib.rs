//! The terminal face: it shows what it is told and sends what was chosen, and knows no rules.
//!
//! - [`Screen`] is the full screen as a model: [`update`](Screen::update) takes in what the host tells,
//!   [`key`](Screen::key) answers keys with [`Effect`]s, [`draw`](Screen::draw) draws. It has no terminal, no clock
//!   and no thread, so a test can hold it.
//! - [`run`](run()) puts a screen on a terminal; [`Screen::again`] is one that shows a session again.
//! - [`Plain`] prints the same table as plain lines; [`lines`] asks and reads the answers between them.
//!
//! Invariants, each with the test that holds it:
//! - What a board covers is on the screen only while its key is held, and nothing else on it depends on what that is
//!   (`tests/face/secrets.rs`, `tests/face/night.rs`, `tests/face/boards.rs`).
//! - No words of others reach the terminal as anything but words (`clean.rs` of `protocol`, `tests/face/secrets.rs`).
//! - Any size of terminal is drawn without a panic (`tests/face/sizes.rs`).
//! - A vote takes two presses (`tests/face/keyboard.rs`).
//! - Colour is never the only mark, and can be read (`tests/face/theme.rs`).

mod clock;
mod draw;
mod enter;
mod form;
mod ground;
mod guard;
mod jobs;
mod keys;
mod line;
pub mod lines;
mod night;
mod phases;
mod photo_files;
mod photo_line;
mod plain;
mod reel;
mod reveal;
mod run;
mod says;
mod screen;
mod seals;
mod talk;
mod text;
mod theme;
mod told;

pub use self::photo_line::{PhotoLine, photo_line};
pub use ground::ground_is_light;
pub use photo_files::photo_files;
pub use plain::Plain;
pub use reel::reading_ms;
pub use run::{INCOMING_MAX, Incoming, Left, run};
pub use screen::{Effect, Screen, Setup};
pub use theme::{ColorChoice, ColourMode, Theme};
