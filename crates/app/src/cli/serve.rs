//! Those who let others in by a browser: `serve`.

use std::net::SocketAddr;

use clap::Args;

/// `serve`.
#[derive(Args, Debug)]
pub(crate) struct Serve {
    /// Where to listen
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7777")]
    pub(crate) bind: SocketAddr,
    /// Open it in a browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Have an evening of the house running that can be watched at once
    #[arg(long)]
    pub(crate) demo: bool,
}
