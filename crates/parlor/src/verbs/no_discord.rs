//! `parlor discord` in a build without it: every verb says how to have it.

use host::Host;

use crate::cli::{BotFlags, DiscordVerb};
use crate::context::Context;
use crate::desk::Counter;
use crate::exit::{Failure, Outcome};
use crate::features::DISCORD;

/// Refuses a verb.
pub(crate) fn run(_: &Context, verb: &DiscordVerb) -> Outcome {
    Err(DISCORD.missing(verb.words()))
}

/// A bot that is to come: none does.
pub(crate) enum Coming {}

impl Coming {
    /// Refuses it.
    pub(crate) fn new(_: &Context, _: &BotFlags) -> Result<Coming, Failure> {
        Err(DISCORD.missing("serve --discord"))
    }

    /// It seats nobody.
    pub(crate) fn models(&self) -> &[String] {
        match *self {}
    }

    /// Nobody comes.
    pub(crate) async fn come(
        self,
        _: &Context,
        _: &Host,
        _: Counter,
        _: Option<String>,
    ) -> Result<There, Failure> {
        match self {}
    }
}

/// A bot that is there: none is.
pub(crate) enum There {}

impl There {
    /// Nobody is there.
    pub(crate) fn say_who(&self, _: &Context) -> Result<(), Failure> {
        match *self {}
    }

    /// Nobody stays.
    pub(crate) async fn stay(self, _: impl Future<Output = ()>) -> Result<(), Failure> {
        match self {}
    }
}
