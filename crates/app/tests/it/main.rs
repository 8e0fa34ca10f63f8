//! The real binary, run as a person or a script would run it.

mod errors;
mod import;
mod live;
mod play;
mod read;
mod secrets;
mod sim;
mod stage;
