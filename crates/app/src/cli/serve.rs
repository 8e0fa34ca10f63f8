//! Those who let others in by a browser: `serve`.

use std::net::SocketAddr;

use clap::Args;

use super::SpeedFlag;

/// `serve`.
#[derive(Args, Debug, Default)]
pub(crate) struct Serve {
    /// Where to listen; if nothing is said 127.0.0.1:7777, or a free port where that one is taken
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) bind: Option<SocketAddr>,
    /// How fast the house plays.
    #[command(flatten)]
    pub(crate) speed: SpeedFlag,
    /// Let everybody ask so many times as often as usual: behind a proxy, where all come from one address, or for tests
    #[arg(long, value_name = "TIMES", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub(crate) rate_times: u32,
    /// Open it in a browser, where there is a desktop
    #[arg(long)]
    pub(crate) open: bool,
    /// Have an evening of the house running that can be watched at once
    #[arg(long)]
    pub(crate) demo: bool,
}

impl Serve {
    /// What is done when nothing is said: an evening to watch, in the browser.
    pub(crate) fn unasked() -> Serve {
        Serve { open: true, demo: true, ..Serve::default() }
    }
}
