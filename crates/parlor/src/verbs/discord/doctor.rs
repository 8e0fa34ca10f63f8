//! `parlor discord doctor`: what the bot has and what it lacks. It shows where the token comes from, never the token.

use discord::{Commands, OPTIONAL, Permission, Server, Standing, look};
use protocol::clean_line;
use serde::Serialize;
use tui::lines::columns;

use super::{Token, runtime};
use crate::cli::DiscordDoctor;
use crate::context::Context;
use crate::desk::discord::activities;
use crate::exit::{Code, Failure, Outcome};
use crate::found::{Found, State, todos};

/// Servers that are named where there is nothing to say of them.
const NAMED_MAX: usize = 6;

/// Everything that was found.
#[derive(Debug, Serialize)]
struct Report {
    rows: Vec<Row>,
    /// Where the bot is let into a server.
    #[serde(skip_serializing_if = "Option::is_none")]
    invitation: Option<String>,
}

/// One thing, and what was found.
#[derive(Debug, Serialize)]
struct Row {
    name: String,
    #[serde(flatten)]
    found: Found,
}

impl Report {
    fn add(&mut self, name: impl Into<String>, found: Found) {
        self.rows.push(Row { name: name.into(), found });
    }

    fn is_bad(&self) -> bool {
        self.rows.iter().any(|row| row.found.state == State::Bad)
    }
}

/// Looks, and says what it found.
pub(crate) fn run(cx: &Context, args: &DiscordDoctor) -> Outcome {
    let report = report(cx)?;
    let code = if report.is_bad() { Code::Failed } else { Code::Fine };
    match args.json.json {
        true => cx.json(&report)?,
        false => cx.print(&text(cx, &report))?,
    }
    Ok(code)
}

fn report(cx: &Context) -> Result<Report, Failure> {
    let mut report = Report { rows: Vec::new(), invitation: None };
    let token = match Token::find() {
        Ok(token) => token,
        Err(failure) => {
            report.add("token", Found::failed(&failure));
            return Ok(report);
        }
    };
    let options = token.options(cx)?;
    let standing = match runtime()?.block_on(look(&options, &activities())) {
        Ok(standing) => standing,
        Err(why) => {
            report.add("token", Found::failed(&token.failed(&why)));
            return Ok(report);
        }
    };
    report.add("token", Found::new(State::Good, format!("from {}, and Discord knows it", token.from)));
    report.add("application", Found::new(State::Good, &standing.application));
    report.add("message content", message_content(&standing));
    report.add("commands", commands(standing.commands));
    report.add("interactions", interactions(standing.posted_to.as_deref()));
    servers(&mut report, &standing);
    for permission in OPTIONAL {
        report.add(permission.name, optional(permission, &standing.servers));
    }
    report.invitation = Some(standing.invitation);
    Ok(report)
}

fn message_content(standing: &Standing) -> Found {
    match standing.reads_talk {
        true => Found::new(State::Good, "people just type in the thread of their table"),
        false => Found::new(
            State::Plain,
            "not allowed: people speak with /say, by a reply to the bot, or by mentioning it; all else works",
        )
        .todo(
            "to let people just type, switch on Message Content Intent on the bot's page at \
             https://discord.com/developers/applications, and start the bot again",
        ),
    }
}

fn commands(commands: Commands) -> Found {
    let todo = "parlor discord register, or parlor discord run, which does it too";
    match commands {
        Commands::Present(count) => Found::new(State::Good, format!("{count}, as this parlor has them")),
        Commands::None => Found::new(State::Plain, "none is registered").todo(todo),
        Commands::Other => Found::new(State::Plain, "registered by another version of parlor").todo(todo),
    }
}

fn interactions(posted_to: Option<&str>) -> Found {
    match posted_to {
        None => Found::new(State::Good, "by the gateway: no address of yours is needed"),
        Some(url) => Found::new(State::Plain, format!("posted to {url}")).todo(
            "run the bot behind that address with --http; or take the Interactions Endpoint URL off the application's page",
        ),
    }
}

/// The servers: all in one line where nothing is missing, and one for each where something is.
fn servers(report: &mut Report, standing: &Standing) {
    let (whole, lacking): (Vec<&Server>, Vec<&Server>) =
        standing.servers.iter().partition(|server| server.missing().is_empty());
    if standing.servers.is_empty() {
        let none = Found::new(State::Plain, "it is in none");
        report.add(
            "servers",
            none.todo("open the invitation below in a browser, and choose a server of yours"),
        );
    } else if !whole.is_empty() {
        let named: Vec<&str> = whole.iter().take(NAMED_MAX).map(|server| server.name.as_str()).collect();
        let more = if whole.len() > named.len() { ", and more" } else { "" };
        let words = format!("{}: {}{more}", whole.len(), named.join(", "));
        report.add("servers", Found::new(State::Good, words));
    }
    for server in lacking {
        let missing: Vec<String> =
            server.missing().iter().map(|it| format!("{} ({})", it.name, it.about)).collect();
        let found = Found::new(State::Bad, format!("may not: {}", missing.join(", ")));
        let todo =
            "open the invitation below again and choose that server, or allow it to the bot's role there";
        report.add(format!("server {}", server.name), found.todo(todo));
    }
}

/// What the invitation does not ask for, and a server may allow.
fn optional(permission: Permission, servers: &[Server]) -> Found {
    let (allowed, about) = (servers.iter().filter(|it| it.allows(permission)).count(), permission.about);
    match servers.len() {
        0 => Found::new(State::Plain, format!("not asked for; with it, {about}")),
        all if allowed == all => Found::new(State::Good, format!("allowed, so that {about}")),
        all => Found::new(State::Plain, format!("allowed in {allowed} of {all} servers; with it, {about}"))
            .todo("allow it to the bot's role in a server, if you want that"),
    }
}

fn text(cx: &Context, report: &Report) -> String {
    let line = |row: &Row| vec![clean_line(&row.name), row.found.said(cx.theme)];
    let mut out = columns(&report.rows.iter().map(line).collect::<Vec<_>>());
    out.push_str(&todos(cx.theme, report.rows.iter().map(|row| (row.name.as_str(), &row.found))));
    if let Some(invitation) = &report.invitation {
        out.push_str(&format!("\ninvitation  {invitation}\n"));
    }
    out
}
