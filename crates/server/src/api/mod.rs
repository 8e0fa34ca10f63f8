//! The handlers, one file a subject.

pub(crate) mod again;
pub(crate) mod commands;
pub(crate) mod events;
pub(crate) mod free_seat;
pub(crate) mod history;
pub(crate) mod machines;
pub(crate) mod photos;
pub(crate) mod rights;
pub(crate) mod seats;
pub(crate) mod tables;
