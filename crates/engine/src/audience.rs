//! Who is told an event, and who is looking.
//!
//! Every event has one [`Audience`], decided when it happens and stored with it. A [`Viewer`] sees an event if
//! its audience includes it, and knows nothing of the others: each viewer has its own dense numbering of what
//! it was shown, because a global number, a gap or a placeholder would count hidden events aloud.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::seat::parse_seat;
use crate::{SeatId, SeatSet};

/// Who is told an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Audience {
    /// Everybody.
    Public,
    /// These seats alone: one seat, or a team.
    Seats(SeatSet),
    /// A seat's private thoughts: told to that seat, and to observers who may read thoughts.
    Thoughts(SeatId),
    /// Nobody at the table.
    Host,
}

impl Audience {
    /// One seat alone.
    pub const fn seat(seat: SeatId) -> Audience {
        Audience::Seats(SeatSet::only(seat))
    }
}

/// Who is looking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Viewer {
    /// Anybody who watches.
    Public,
    /// The holder of a seat.
    Seat(SeatId),
    /// One who watches and may read thoughts.
    Observer,
    /// The one who runs the table, who sees all.
    Host,
}

impl Viewer {
    /// Is this viewer told what that audience is told?
    pub const fn sees(self, audience: Audience) -> bool {
        match (self, audience) {
            (Viewer::Host, _) | (_, Audience::Public) => true,
            (Viewer::Seat(seat), Audience::Seats(seats)) => seats.contains(seat),
            (Viewer::Seat(seat), Audience::Thoughts(thinker)) => seat.number() == thinker.number(),
            (Viewer::Observer, Audience::Thoughts(_)) => true,
            (Viewer::Public | Viewer::Observer, Audience::Seats(_))
            | (Viewer::Public, Audience::Thoughts(_))
            | (Viewer::Public | Viewer::Observer | Viewer::Seat(_), Audience::Host) => false,
        }
    }
}

impl fmt::Display for Audience {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Audience::Public => f.write_str("public"),
            Audience::Seats(seats) => {
                f.write_str("seats:")?;
                for (index, seat) in seats.iter().enumerate() {
                    write!(f, "{}{seat}", if index == 0 { "" } else { "," })?;
                }
                Ok(())
            }
            Audience::Thoughts(seat) => write!(f, "thoughts:{seat}"),
            Audience::Host => f.write_str("host"),
        }
    }
}

impl FromStr for Audience {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let unknown = || format!("{text:?} is no audience: public, seats:1,2, thoughts:1 or host");
        let seat = |number: &str| number.parse().ok().and_then(SeatId::new).ok_or_else(unknown);
        match text.split_once(':') {
            None if text == "public" => Ok(Audience::Public),
            None if text == "host" => Ok(Audience::Host),
            Some(("seats", "")) => Ok(Audience::Seats(SeatSet::EMPTY)),
            Some(("seats", list)) => list.split(',').map(seat).collect::<Result<_, _>>().map(Audience::Seats),
            Some(("thoughts", number)) => seat(number).map(Audience::Thoughts),
            _ => Err(unknown()),
        }
    }
}

impl fmt::Display for Viewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Viewer::Public => f.write_str("public"),
            Viewer::Seat(seat) => write!(f, "seat:{seat}"),
            Viewer::Observer => f.write_str("observer"),
            Viewer::Host => f.write_str("host"),
        }
    }
}

impl FromStr for Viewer {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "public" => Ok(Viewer::Public),
            "observer" => Ok(Viewer::Observer),
            "host" => Ok(Viewer::Host),
            _ => parse_seat(text)
                .map(Viewer::Seat)
                .map_err(|_| format!("{text:?} is no viewer: say public, observer, host or seat:N")),
        }
    }
}

macro_rules! as_text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }
    )*};
}
as_text!(Audience, Viewer);
