//! `parlor discord register`: which commands the bot has, told to Discord.

use super::{Token, runtime};
use crate::context::Context;
use crate::desk::discord::activities;
use crate::exit::{Code, Outcome};

/// Registers them.
pub(crate) fn run(cx: &Context) -> Outcome {
    let token = Token::find()?;
    let options = token.options(cx)?;
    let registered = runtime()?.block_on(discord::register(&options, &activities()));
    let (name, count) = registered.map_err(|why| token.failed(&why))?;
    let name = protocol::clean_line(&name);
    cx.print(&format!("{name} has {count} commands, in every server that it is in\n"))?;
    Ok(Code::Fine)
}
