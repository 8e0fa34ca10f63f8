//! `parlor discord`: tables in the channels of Discord.

mod doctor;
mod register;
mod run;

pub(crate) use run::Coming;

use std::net::SocketAddr;

use discord::{Failed, Options};
use llm::{Http, NotReady};
use tokio::runtime::Runtime;

use crate::cli::DiscordVerb;
use crate::context::Context;
use crate::exit::{Failure, Outcome, no_threads};
use crate::models::not_ready;

/// The variables that may hold the bot's token, the first before the second.
const TOKENS: [&str; 2] = ["PARLOR_DISCORD_TOKEN", "DISCORD_TOKEN"];

/// Where REST and the gateway are instead of Discord's own, for tests: addresses of loopback with a port.
const REST: &str = "PARLOR_DISCORD_REST";
const GATEWAY: &str = "PARLOR_DISCORD_GATEWAY";

/// What to do without a token.
const NO_TOKEN: &str = "make an application with a bot at https://discord.com/developers/applications, and put the bot's token into \
                        PARLOR_DISCORD_TOKEN; docs/discord.md shows how";

/// What to do with a token that is none.
const WRONG_TOKEN: &str = "reset it on the bot's page at https://discord.com/developers/applications, and set the variable to the new one";

/// What to do if there was no answer.
const NO_ANSWER: &str = "see that this machine can reach https://discord.com, and try again";

/// What to do with an address that was set for tests.
const FOR_TESTS: &str = "unset PARLOR_DISCORD_REST and PARLOR_DISCORD_GATEWAY: they are for tests alone";

/// Runs one of the verbs.
pub(crate) fn run(cx: &Context, verb: &DiscordVerb) -> Outcome {
    match verb {
        DiscordVerb::Run(args) => run::run(cx, args),
        DiscordVerb::Register => register::run(cx),
        DiscordVerb::Doctor(args) => doctor::run(cx, args),
    }
}

/// A token, and the variable that it came from. It is never shown.
struct Token {
    token: String,
    from: &'static str,
}

impl Token {
    fn find() -> Result<Token, Failure> {
        let found = TOKENS.iter().find_map(|from| {
            let token = std::env::var_os(from)?;
            let token = token.to_string_lossy().trim().to_owned();
            (!token.is_empty()).then_some(Token { token, from })
        });
        let [first, second] = TOKENS;
        let no_token = || {
            let what = format!("there is no token: neither {first} nor {second} is set");
            Failure::configuration(what, NO_TOKEN)
        };
        let found = found.ok_or_else(no_token)?;
        let from = found.from;
        // It goes into a header, which is nothing for anything else.
        match found.token.bytes().all(|byte| byte.is_ascii_graphic()) {
            true => Ok(found),
            false => Err(Failure::configuration(format!("{from} holds no token of a bot"), WRONG_TOKEN)),
        }
    }

    /// How a bot with this token runs.
    fn options(&self, cx: &Context) -> Result<Options, Failure> {
        if !Http::new().map_err(|why| not_ready(NotReady::NoNetwork { why }))?.trusts() {
            let what = "this machine has no root certificates, so it cannot be told whether it is Discord that answers";
            return Err(Failure::configuration(
                what,
                "install your system's package of them (ca-certificates)",
            ));
        }
        let mut options = Options { note: cx.noting(), ..Options::new(&self.token) };
        match (loopback(REST)?, loopback(GATEWAY)?) {
            (None, None) => {}
            (Some(rest), Some(gateway)) => {
                options.rest = Some(rest.to_string());
                options.gateway = Some(format!("ws://{gateway}"));
            }
            // The token would go to both places.
            _ => {
                return Err(Failure::configuration(
                    format!("only one of {REST} and {GATEWAY} is set"),
                    FOR_TESTS,
                ));
            }
        }
        Ok(options)
    }

    /// Why Discord said no.
    fn failed(&self, why: &Failed) -> Failure {
        match why {
            Failed::Token => {
                let from = self.from;
                let what = format!("Discord does not know the token in {from}");
                Failure::configuration(what, WRONG_TOKEN)
            }
            Failed::Unsure(_) => Failure::failed(why.to_string(), NO_ANSWER),
            Failed::Gone(_) | Failed::Forbidden(_) | Failed::Refused(_) => {
                Failure::failed(why.to_string(), "parlor discord doctor says what is missing")
            }
        }
    }
}

/// An address of this machine. A token must go nowhere else but to Discord.
fn loopback(variable: &str) -> Result<Option<SocketAddr>, Failure> {
    let Some(value) = std::env::var_os(variable).filter(|value| !value.is_empty()) else { return Ok(None) };
    let address = value.to_str().and_then(|value| value.parse::<SocketAddr>().ok());
    match address.filter(|address| address.ip().is_loopback()) {
        Some(address) => Ok(Some(address)),
        None => Err(Failure::configuration(
            format!("{variable} is no address of this machine with a port"),
            FOR_TESTS,
        )),
    }
}

/// The token would go to another machine for all to read.
fn not_encrypted(url: &str) -> Failure {
    Failure::configuration(
        format!("{url} is not on this machine, and the bot's token would go there unencrypted"),
        FOR_TESTS,
    )
}

fn runtime() -> Result<Runtime, Failure> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(|error| no_threads(&error))
}
