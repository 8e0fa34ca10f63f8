//! `parlor discord run`: the bot, until it is interrupted.

use discord::{Bot, Options, StartError};
use engine::{Budget, Holder, Seat};
use host::Host;
use llm::{Http, NotReady};
use store::{Notes, Store};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use super::{Token, not_encrypted, runtime};
use crate::cli::{BotFlags, DiscordRun};
use crate::context::Context;
use crate::desk::Counter;
use crate::desk::discord::Corner;
use crate::exit::{Code, Failure, Outcome};
use crate::face::Interrupt;
use crate::models::not_ready;
use crate::{budget, evening, port, reach};

/// Whose notes they are.
const FACE: &str = "discord";

/// How many tables with models are laid in a day by one person, and in one server, if nothing is said.
const TABLES_A_DAY: usize = 10;

/// Runs it.
pub(crate) fn run(cx: &Context, args: &DiscordRun) -> Outcome {
    let coming = Coming::new(cx, &args.bot)?;
    let store = cx.store()?;
    runtime()?.block_on(alone(cx, args, coming, store))
}

async fn alone(cx: &Context, args: &DiscordRun, coming: Coming, store: Store) -> Outcome {
    let host = evening::staying_host(cx, &store, args.speed, coming.models())?;
    let bot = coming.come(cx, &host, Counter { cx: *cx, store, speed: args.speed.speed }, None).await?;
    evening::recover(cx, &host).await?;
    let mut interrupt = Interrupt::new();
    bot.say_who(cx)?;
    cx.note("  → Ctrl-C stops it, and every table rests where it is");
    let ended = bot.stay(interrupt.wait()).await;
    host.stop().await;
    ended?;
    cx.note("\nevery table is where it was: parlor discord run goes on");
    Ok(Code::Interrupted)
}

/// A bot that has what it needs: a token, and models that can be asked. Discord knows nothing of it yet.
pub(crate) struct Coming {
    token: Token,
    options: Options,
    flags: BotFlags,
}

impl Coming {
    /// Looks for what it needs.
    pub(crate) fn new(cx: &Context, flags: &BotFlags) -> Result<Coming, Failure> {
        let token = Token::find()?;
        let options = token.options(cx)?;
        reached(cx, &flags.models)?;
        Ok(Coming { token, options, flags: flags.clone() })
    }

    /// The models that it seats.
    pub(crate) fn models(&self) -> &[String] {
        &self.flags.models
    }

    /// Comes to the tables of a host, and tells Discord its commands. `pages` is where others open the tables' pages.
    pub(crate) async fn come(
        self,
        cx: &Context,
        host: &Host,
        counter: Counter,
        pages: Option<String>,
    ) -> Result<There, Failure> {
        let Coming { token, options, flags } = self;
        let notes = Notes::open(&cx.home()?, FACE)?;
        let listener = match flags.http {
            Some(at) => Some(port::listen(at, "--http").await?),
            None => None,
        };
        let desk = Corner {
            counter,
            models: flags.models,
            budget: flags.budget.as_deref().map_or(Ok(Budget::default()), budget::read)?,
            tables_a_day: flags.tables_a_day.unwrap_or(TABLES_A_DAY),
            pages,
            http: Http::new().map_err(|why| not_ready(NotReady::NoNetwork { why }))?,
        };
        let bot = Bot::start(options, host.clone(), notes, desk).await.map_err(|why| match why {
            StartError::Discord(why) => token.failed(&why),
            StartError::Notes(why) => why.into(),
            StartError::Elsewhere(url) => not_encrypted(&url),
        })?;
        let commands = bot.register().await.map_err(|why| token.failed(&why))?;
        Ok(There { token, bot, commands, listener })
    }
}

/// A bot that is there, and hears nothing yet.
pub(crate) struct There {
    token: Token,
    bot: Bot,
    commands: usize,
    /// Where interactions come by HTTP.
    listener: Option<TcpListener>,
}

impl There {
    /// Who is there, by which doors, and what its owner should know.
    pub(crate) fn say_who(&self, cx: &Context) -> Result<(), Failure> {
        let There { bot, commands, listener, .. } = self;
        let name = protocol::clean_line(bot.name());
        cx.print(&format!("{name} is there, with {commands} commands\n"))?;
        if let Some(listener) = listener {
            let at = port::of(listener)?;
            cx.print(&format!("http://{at}/interactions\n"))?;
        }
        match (bot.posted_to(), listener) {
            (Some(url), None) => cx.note(format_args!(
                "Discord posts interactions to {}: without --http none of them arrives",
                protocol::clean_line(url)
            )),
            (None, Some(_)) => cx.note(
                "interactions come by the gateway still: give Discord the public address that leads here, with \
                 /interactions at its end",
            ),
            _ => {}
        }
        if !bot.reads_talk() {
            cx.note("it does not read along: people speak with /say, by a reply to it, or by mentioning it");
        }
        cx.note(format_args!("  → let it into a server: {}", bot.invitation()));
        cx.note("  → then give /session start there");
        Ok(())
    }

    /// Hears by every door until it is told to stop, or Discord will have it no more.
    pub(crate) async fn stay(self, stop: impl Future<Output = ()>) -> Result<(), Failure> {
        let There { token, bot, listener, .. } = self;
        let (closes, closed) = oneshot::channel::<()>();
        let by_gateway = async {
            let ended = bot.run(stop).await;
            // The other door closes with this one.
            drop(closes);
            ended
        };
        let by_http = async {
            if let Some(listener) = listener {
                bot.serve(listener, async { drop(closed.await) }).await;
            }
        };
        let (ended, ()) = tokio::join!(by_gateway, by_http);
        ended.map_err(|why| token.failed(&why))
    }
}

/// Refuses models that cannot be asked, before anybody sits down to play with them.
fn reached(cx: &Context, models: &[String]) -> Result<(), Failure> {
    for spec in models {
        let seat = Seat { id: "seat-1".to_owned(), name: spec.clone(), holder: Holder::Model(spec.clone()) };
        if let Some(fault) = reach::faults(cx, &[seat])?.first() {
            return Err(Failure::configuration(
                format!("--model {spec}: {}", fault.problem),
                "parlor doctor shows which models answer; or leave this --model out",
            ));
        }
    }
    Ok(())
}
