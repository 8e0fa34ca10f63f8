//! Numbers of things, each of its own type, and the clock that they are made from.

use std::fmt;

macro_rules! id {
    ($(#[$about:meta] $name:ident)*) => {$(
        #[$about]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub(crate) u64);

        impl $name {
            /// The number on the wire.
            pub fn get(self) -> u64 {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )*};
}

id! {
    /// A server of people.
    GuildId
    /// A channel, a thread or a direct conversation.
    ChannelId
    /// A message.
    MessageId
    /// A person or a bot.
    UserId
    /// Something that a person did to the application.
    InteractionId
}

/// When the first snowflake was made, in milliseconds of Unix time.
const EPOCH_MS: u64 = 1_420_070_400_000;
/// When a fake begins: the first of January 2026.
const BEGIN_MS: u64 = 1_767_225_600_000;

/// The time of the fake, which stands still until a test moves it, and the numbers that are made from it.
#[derive(Debug)]
pub(crate) struct Clock {
    pub(crate) now_ms: u64,
    made: u64,
}

impl Clock {
    pub(crate) fn new() -> Clock {
        Clock { now_ms: BEGIN_MS, made: 0 }
    }

    /// A number that is greater than all before it.
    pub(crate) fn snowflake(&mut self) -> u64 {
        self.made += 1;
        ((self.now_ms - EPOCH_MS) << 22) + self.made
    }
}

/// A time as Discord writes it.
pub(crate) fn timestamp(unix_ms: u64) -> String {
    let (days, ms) = (unix_ms / 86_400_000, unix_ms % 86_400_000);
    // The days of the civil calendar, counted from the first of March of the year 0.
    let day = days + 719_468;
    let era = day / 146_097;
    let of_era = day % 146_097;
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let (hour, minute, second) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60);
    let micros = ms % 1000 * 1000;
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{micros:06}+00:00")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_by_the_calendar() {
        assert_eq!(timestamp(BEGIN_MS), "2026-01-01T00:00:00.000000+00:00");
        assert_eq!(timestamp(951_782_400_000), "2000-02-29T00:00:00.000000+00:00");
        assert_eq!(timestamp(1_731_630_061_250), "2024-11-15T00:21:01.250000+00:00");
    }

    #[test]
    fn numbers_grow_and_carry_their_time() {
        let mut clock = Clock::new();
        let first = clock.snowflake();
        clock.now_ms += 5;
        assert!(first < clock.snowflake());
        assert_eq!((first >> 22) + EPOCH_MS, BEGIN_MS);
    }
}
