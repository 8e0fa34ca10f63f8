//! UTC as text. A machine has no clock and no calendar crate, and a date is a small sum.

const MS_PER_SECOND: i64 = 1_000;
const SECONDS_PER_DAY: i64 = 86_400;

/// A moment as RFC 3339 writes it, to the second: `2024-01-01T12:00:00Z`. The milliseconds are cut, not rounded,
/// so that no moment is shown before it has come.
///
/// RFC 3339 knows the years 0 to 9999; a moment outside them is still written, with the digits that it needs.
pub fn utc_text(ms: i64) -> String {
    let seconds = ms.div_euclid(MS_PER_SECOND);
    let (year, month, day) = civil(seconds.div_euclid(SECONDS_PER_DAY));
    let of_day = seconds.rem_euclid(SECONDS_PER_DAY);
    let (hour, minute, second) = (of_day / 3_600, of_day / 60 % 60, of_day % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Year, month and day of the Gregorian calendar, so many days after 1970-01-01.
///
/// It counts from 1 March of the year 0 in eras of 400 years, which all have the same length; a year that begins
/// in March has its leap day at its end, and then the months before it always begin on the same days.
fn civil(days: i64) -> (i64, i64, i64) {
    const DAYS_PER_ERA: i64 = 146_097;
    const DAYS_FROM_YEAR_0_MARCH_TO_1970: i64 = 719_468;
    let days = days + DAYS_FROM_YEAR_0_MARCH_TO_1970;
    let era = days.div_euclid(DAYS_PER_ERA);
    let of_era = days.rem_euclid(DAYS_PER_ERA);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = 400 * era + year_of_era + i64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::utc_text;

    #[test]
    fn known_moments_are_written_as_rfc_3339() {
        for (ms, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (-1, "1969-12-31T23:59:59Z"),
            (999, "1970-01-01T00:00:00Z"),
            (951_782_400_000, "2000-02-29T00:00:00Z"),
            (1_704_110_400_000, "2024-01-01T12:00:00Z"),
            (1_709_251_199_999, "2024-02-29T23:59:59Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59Z"),
            (-62_167_219_200_000, "0000-01-01T00:00:00Z"),
        ] {
            assert_eq!(utc_text(ms), text, "{ms}");
        }
    }

    /// Every day of four centuries follows the one before it as a calendar on the wall says.
    #[test]
    fn every_day_of_an_era_follows_the_one_before() {
        let leap = |year: i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let (mut year, mut month, mut day) = (1970, 1, 1);
        for days in 0..146_097 {
            assert_eq!(utc_text(days * 86_400_000), format!("{year:04}-{month:02}-{day:02}T00:00:00Z"));
            let length = match month {
                2 => 28 + i64::from(leap(year)),
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            day += 1;
            if day > length {
                (month, day) = (month + 1, 1);
            }
            if month > 12 {
                (year, month) = (year + 1, 1);
            }
        }
    }

    #[test]
    fn the_ends_of_time_do_not_panic() {
        assert_eq!(utc_text(i64::MAX), "292278994-08-17T07:12:55Z");
        assert_eq!(utc_text(i64::MIN), "-292275055-05-16T16:47:04Z");
    }
}
