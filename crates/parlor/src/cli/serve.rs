//! Those who let others in by a browser: `serve`.

use std::net::{Ipv6Addr, SocketAddr};

use clap::{ArgGroup, Args};

use super::flags::address;
use super::{BotFlags, SpeedFlag};

/// `serve`.
#[derive(Args, Debug, Default)]
#[command(group(ArgGroup::new("of-bot").args(["http", "models", "budget", "tables_a_day"]).multiple(true).requires("discord")))]
pub(crate) struct Serve {
    /// Where to listen; if nothing is said 127.0.0.1:7777, or a free port where that one is taken
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = address)]
    pub(crate) bind: Option<SocketAddr>,
    /// Where others open it, as a proxy or a name makes it: for the links that they are given
    #[arg(long, value_name = "URL", value_parser = public)]
    pub(crate) public: Option<String>,
    /// How fast the house plays.
    #[command(flatten)]
    pub(crate) speed: SpeedFlag,
    /// Let everybody ask so many times as often as usual: behind a proxy, where all come from one address, or for tests
    #[arg(long, value_name = "TIMES", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub(crate) rate_times: u32,
    /// Delete tables that have been over for so many days, with their photos and every right at them
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..=36_500))]
    pub(crate) keep_tables: Option<u32>,
    /// Delete photos of tables that have been over for so many days; the words about them stay
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..=36_500))]
    pub(crate) keep_photos: Option<u32>,
    /// Open it in a browser, where there is a desktop
    #[arg(long)]
    pub(crate) open: bool,
    /// Have an evening of the house running that can be watched at once
    #[arg(long)]
    pub(crate) demo: bool,
    /// Run the bot of parlor discord run too, at the same tables; its token is in the same variables
    #[arg(long)]
    pub(crate) discord: bool,
    /// What the bot is given.
    #[command(flatten, next_help_heading = "With --discord")]
    pub(crate) bot: BotFlags,
}

impl Serve {
    /// What is done when nothing is said: an evening to watch, in the browser.
    pub(crate) fn unasked() -> Serve {
        Serve { open: true, demo: true, ..Serve::default() }
    }
}

/// An address that others open, without a slash at its end. Pages are at the root of it.
fn public(text: &str) -> Result<String, String> {
    let place = ["https://", "http://"].iter().find_map(|scheme| text.strip_prefix(scheme));
    let place = place.map(|place| place.strip_suffix('/').unwrap_or(place));
    match place.filter(|place| is_place(place)) {
        Some(_) => Ok(text.strip_suffix('/').unwrap_or(text).to_owned()),
        None => Err(
            "say https:// (or http://), a name, a port if there is one, and no more: https://parlor.example"
                .to_owned(),
        ),
    }
}

/// Is it a name or an address, with a port or without?
fn is_place(text: &str) -> bool {
    let (host, port) = match text.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
        _ => (text, None),
    };
    let is_name = match host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
        Some(address) => address.parse::<Ipv6Addr>().is_ok(),
        None => {
            host.contains(|c: char| c.is_ascii_alphanumeric())
                && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-'))
        }
    };
    let is_port = |port: &str| {
        port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok_and(|port| port > 0)
    };
    is_name && port.is_none_or(is_port)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_for_others_is_a_scheme_and_a_place() {
        for (said, meant) in [
            ("https://parlor.example", "https://parlor.example"),
            ("https://parlor.example/", "https://parlor.example"),
            ("http://parlor-1.example:8080/", "http://parlor-1.example:8080"),
            ("http://192.0.2.7:7777", "http://192.0.2.7:7777"),
            ("http://[2001:db8::7]", "http://[2001:db8::7]"),
            ("http://[2001:db8::7]:7777", "http://[2001:db8::7]:7777"),
        ] {
            assert_eq!(public(said).as_deref(), Ok(meant), "{said}");
        }
    }

    #[test]
    fn anything_else_is_refused_with_an_example() {
        for said in [
            "",
            "parlor.example",
            "https://",
            "https:///",
            "https://-",
            "ftp://parlor.example",
            "javascript://parlor.example",
            "https://parlor.example/games",
            "https://parlor.example?t=1",
            "https://parlor.example#t",
            "https://me:word@parlor.example",
            "https://parlor.example:0",
            "https://parlor.example:65536",
            "https://parlor.example:+80",
            "https://parlor.example:",
            "https://[::1",
            "https://[parlor]",
            "https://parlor example",
            "https://parlor.example)](x",
            "https://parlor.example\n",
        ] {
            let no = public(said).expect_err(said);
            assert!(no.ends_with("https://parlor.example"), "{no}");
        }
    }
}
