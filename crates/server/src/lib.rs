//! The browser's face: HTTP, server-sent events, the OpenAPI document and the pages.
//!
//! It knows no rules. It asks the [`host`] for what a viewer may see and hands on what that viewer wants to do, after it
//! has made sure that whoever asks has the right to that viewer's eyes. What differs by activity comes from the program
//! around it, through the [`Desk`].
//!
//! - [`Server`] is everything; [`Server::serve`] answers on a listener until it is told to stop.
//! - `guard` says who asks; `api` has the handlers, one file a subject; `routes` is the one list of them, from which the
//!   router and the OpenAPI document are made.

mod answer;
mod api;
mod body;
mod codes;
mod connection;
mod deletion;
mod desk;
mod edge;
mod figures;
mod gallery;
mod guard;
mod guests;
mod health;
pub mod limits;
mod multipart;
mod openapi;
mod page;
mod places;
mod presence;
mod qr;
mod rate;
mod routes;
mod saved;
mod says;
mod server;
mod sleepers;
mod spool;
mod sse;
mod together;
mod token;
mod turning;
mod urlencoded;
pub mod wire;

pub use deletion::{Keep, Swept};
pub use desk::{Desk, Format, NotDone, Turning};
pub use openapi::document;
pub use page::{book_file, machine_svg, replay_file};
pub use places::Places;
pub use qr::in_terminal;
pub use server::{Options, Server};
pub use token::Token;
