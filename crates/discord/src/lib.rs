//! Discord's face: a card and a thread for every table, and one panel for every seat.

mod answer;
mod api;
mod ask;
mod asked;
mod board;
mod bot;
mod card;
mod clocks;
mod commands;
mod deeds;
mod desk;
mod doctor;
mod face;
mod http;
mod live;
mod panel;
mod parts;
mod photos;
mod place;
mod rest;
mod says;
mod session;
mod talk;
mod teller;
mod text;
mod told;

pub use api::Failed;
pub use bot::{Bot, Options, StartError};
pub use desk::{Activity, Desk, Wanted};
pub use doctor::{Commands, OPTIONAL, Permission, Server, Standing, look, register};
