//! The bot at a fake Discord on loopback.

mod evening;
mod session;
mod stage;
