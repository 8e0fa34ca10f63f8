//! Whether the ground of the terminal is light, as the terminal itself says.

#[cfg(unix)]
pub use unix::ground_is_light;

/// Nobody to be asked.
#[cfg(not(unix))]
pub fn ground_is_light() -> Option<bool> {
    None
}

/// Is the colour light that a terminal answered with? Nothing, if it answered with something else.
#[cfg(any(unix, test))]
fn is_light(answer: &str) -> Option<bool> {
    let (_, colour) = answer.split_once("]11;rgb")?;
    let (_, parts) = colour.split_once(':')?;
    let parts: Vec<&str> = parts.split(|letter: char| !letter.is_ascii_hexdigit()).take(3).collect();
    // Each has one digit to four: its part of the most that so many can say, in thousandths.
    let part = |digits: &str| -> Option<u32> {
        let most = 16_u32.checked_pow(u32::try_from(digits.len()).ok()?)? - 1;
        (u32::from_str_radix(digits, 16).ok()? * 1_000).checked_div(most)
    };
    let [r, g, b] = parts.as_slice() else { return None };
    Some(part(r)? * 299 + part(g)? * 587 + part(b)? * 114 > 500_000)
}

#[cfg(unix)]
mod unix {
    use std::io::{self, Write};
    use std::time::{Duration, Instant};

    use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    /// How long a terminal is waited for. One that answers at all answers the second question, and is waited for no longer.
    const WAIT: Duration = Duration::from_millis(300);

    /// Which colour is the ground? And what are you?
    const QUESTIONS: &[u8] = b"\x1b]11;?\x1b\\\x1b[c";

    /// Asks the terminal; nothing, if it does not say.
    pub fn ground_is_light() -> Option<bool> {
        enable_raw_mode().ok()?;
        let answer = ask();
        let _ = disable_raw_mode();
        super::is_light(&answer?)
    }

    fn ask() -> Option<String> {
        let mut out = io::stdout();
        out.write_all(QUESTIONS).and_then(|()| out.flush()).ok()?;
        let (stdin, begun, mut answer) = (io::stdin(), Instant::now(), Vec::new());
        let is_whole = |answer: &[u8]| {
            let second = answer.windows(3).position(|window| window == b"\x1b[?");
            second.is_some_and(|at| answer[at..].contains(&b'c'))
        };
        while !is_whole(&answer) {
            let left = WAIT.checked_sub(begun.elapsed())?;
            let left = Timespec { tv_sec: 0, tv_nsec: left.subsec_nanos().into() };
            if poll(&mut [PollFd::new(&stdin, PollFlags::IN)], Some(&left)).ok()? == 0 {
                return None;
            }
            let mut some = [0; 256];
            let count = rustix::io::read(&stdin, &mut some).ok().filter(|count| *count > 0)?;
            answer.extend_from_slice(&some[..count]);
        }
        Some(String::from_utf8_lossy(&answer).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ground_is_light_or_dark_by_how_it_looks() {
        for (answer, light) in [
            ("\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[?62;22c", Some(true)),
            ("\x1b]11;rgb:fd/f6/e3\x07\x1b[?1;2c", Some(true)),
            ("\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\", Some(false)),
            ("\x1b]11;rgba:0000/0000/ffff/ffff\x1b\\", Some(false)),
            ("\x1b]11;rgb:f/f/f\x07", Some(true)),
            ("\x1b]11;rgb:\x07", None),
            ("\x1b[?62;22c", None),
        ] {
            assert_eq!(is_light(answer), light, "{answer:?}");
        }
    }
}
