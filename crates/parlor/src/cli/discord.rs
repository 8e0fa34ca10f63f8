//! Those who let others in by Discord: `discord`.

use std::net::SocketAddr;

use clap::{Args, Subcommand};

use super::flags::address;
use super::{JsonFlag, SpeedFlag};

/// Where the token is.
const TOKEN: &str = "\
The bot's token is in PARLOR_DISCORD_TOKEN, or else in DISCORD_TOKEN; it is never given on the command line.
docs/discord.md says how to get one.";

/// The same, and what a store is for.
const TOKEN_AND_STORE: &str = "\
The bot's token is in PARLOR_DISCORD_TOKEN, or else in DISCORD_TOKEN; it is never given on the command line.
docs/discord.md says how to get one.

Sessions of one store are run by one process at a time: parlor serve --discord is the bot and the browser in one.";

/// `discord`.
#[derive(Args, Debug)]
pub(crate) struct Discord {
    /// What of it.
    #[command(subcommand)]
    pub(crate) verb: DiscordVerb,
}

/// `discord …`.
#[derive(Subcommand, Debug)]
pub(crate) enum DiscordVerb {
    /// Run the bot until Ctrl-C; every table goes on with the next run
    #[command(
        before_help = "\
Examples:
  parlor discord run
  parlor discord run --speed fast     the house thinks and speaks faster
  parlor discord run --model ollama:llama3.2 --budget 200000tokens
                                      a model has the seats of the house
  parlor discord run --http 127.0.0.1:8080
                                      behind a web server that has the address you gave to Discord
",
        after_help = TOKEN_AND_STORE
    )]
    Run(DiscordRun),
    /// Tell Discord which commands the bot has; run does it too
    #[command(
        before_help = "\
Examples:
  parlor discord register             in every server that the bot is in
",
        after_help = TOKEN
    )]
    Register,
    /// What the bot has and what it lacks, and where it is let into a server
    #[command(
        before_help = "\
Examples:
  parlor discord doctor
  parlor discord doctor --json
",
        after_help = TOKEN
    )]
    Doctor(DiscordDoctor),
}

#[cfg(not(feature = "discord"))]
impl DiscordVerb {
    /// How it is called, without flags.
    pub(crate) fn words(&self) -> &'static str {
        match self {
            DiscordVerb::Run(_) => "discord run",
            DiscordVerb::Register => "discord register",
            DiscordVerb::Doctor(_) => "discord doctor",
        }
    }
}

/// `discord run`.
#[derive(Args, Debug)]
pub(crate) struct DiscordRun {
    /// What the bot is given.
    #[command(flatten)]
    pub(crate) bot: BotFlags,
    /// How fast the house plays.
    #[command(flatten)]
    pub(crate) speed: SpeedFlag,
}

/// What a bot is given.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct BotFlags {
    /// Take interactions by HTTP too, at /interactions of this address: where you gave Discord an address to post them to
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = address)]
    pub(crate) http: Option<SocketAddr>,
    /// Give the seats that the house would play to this model: all that no person has. May be given several times: the seats
    /// take them in turn
    #[arg(long = "model", value_name = "SPEC")]
    pub(crate) models: Vec<String>,
    /// What the models of one table may use: 0.50usd, $0.50, 200000tokens, or both with a comma
    #[arg(long, value_name = "AMOUNT", requires = "models")]
    pub(crate) budget: Option<String>,
    /// How many tables with models one person, and one server, may lay in a day; 10 if nothing is said
    #[arg(long, value_name = "N", requires = "models", value_parser = at_least_one)]
    pub(crate) tables_a_day: Option<usize>,
}

/// A number that is not 0.
fn at_least_one(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| "give a whole number from 1 on".to_owned())
}

/// `discord doctor`.
#[derive(Args, Debug)]
pub(crate) struct DiscordDoctor {
    /// As JSON.
    #[command(flatten)]
    pub(crate) json: JsonFlag,
}
