//! `parlor discord`, against a Discord on loopback.

use std::io::Read;
use std::process::{Child, Command, Stdio};

use fakes::discord::{ChannelId, Discord, GuildId, Shown, User};
use serde_json::Value;
use tokio::runtime::Runtime;

use crate::providers::runtime;
use crate::stage::{Home, Ran, run, signal};

/// A Discord, a home beside it, and a bot with a token if it runs.
pub(crate) struct Stage {
    pub(crate) home: Home,
    pub(crate) discord: Discord,
    guild: GuildId,
    pub(crate) channel: ChannelId,
    runtime: Runtime,
}

/// A bot that runs until it is told to stop.
pub(crate) struct Running {
    child: Child,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Running {
    /// Interrupts it, and gives all that it said since.
    pub(crate) fn interrupt(self) -> Ran {
        signal(&self.child, "INT");
        self.ends()
    }

    /// The next line of its results.
    pub(crate) fn result(&mut self) -> String {
        line(self.child.stdout.as_mut().expect("a pipe"))
    }

    /// The next line that it says beside them.
    pub(crate) fn note(&mut self) -> String {
        line(self.child.stderr.as_mut().expect("a pipe"))
    }

    /// Waits until it ends by itself, and gives all that it said since.
    pub(crate) fn ends(mut self) -> Ran {
        let text = |pipe: Option<&mut dyn Read>| {
            let mut text = String::new();
            pipe.expect("a pipe").read_to_string(&mut text).expect("UTF-8");
            text
        };
        let out = text(self.child.stdout.as_mut().map(|it| it as &mut dyn Read));
        let err = text(self.child.stderr.as_mut().map(|it| it as &mut dyn Read));
        Ran { code: self.child.wait().expect("it ends").code().unwrap_or(-1), out, err }
    }
}

/// A line, and no byte of what comes after it.
fn line(pipe: &mut impl Read) -> String {
    let (mut line, mut byte) = (Vec::new(), [0]);
    while pipe.read(&mut byte).expect("it can be read") == 1 && byte != *b"\n" {
        line.extend(byte);
    }
    String::from_utf8(line).expect("UTF-8")
}

impl Stage {
    pub(crate) fn new() -> Stage {
        let runtime = runtime();
        let discord = runtime.block_on(Discord::start());
        let guild = discord.guild();
        let channel = discord.channel(guild);
        Stage { home: Home::new(), discord, guild, channel, runtime }
    }

    /// A verb of `parlor discord` with the addresses of this Discord, and without a token.
    fn bare(&self, args: &[&str]) -> Command {
        self.beside(&[&["discord"], args].concat())
    }

    /// The binary, with the addresses of this Discord.
    fn beside(&self, args: &[&str]) -> Command {
        let mut command = self.home.command(args);
        let gateway = self.discord.gateway();
        let gateway = gateway.strip_prefix("ws://").expect("a gateway");
        command.env("PARLOR_DISCORD_REST", self.discord.rest()).env("PARLOR_DISCORD_GATEWAY", gateway);
        command
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = self.bare(args);
        command.env("PARLOR_DISCORD_TOKEN", self.discord.token());
        command
    }

    /// Runs a verb to its end. Whatever it says, it never says the token.
    fn run(&self, args: &[&str]) -> Ran {
        let ran = run(&mut self.command(args));
        assert!(!ran.out.contains(self.discord.token()) && !ran.err.contains(self.discord.token()));
        ran
    }

    /// Starts the bot, and waits until it has come.
    pub(crate) fn start(&self, args: &[&str]) -> Running {
        self.start_parlor(&[&["discord", "run", "--speed", "instant"], args].concat())
    }

    /// Starts it with a bot, and waits until the bot has come.
    pub(crate) fn start_parlor(&self, args: &[&str]) -> Running {
        let before = self.discord.identified();
        let mut command = self.beside(args);
        command
            .env("PARLOR_DISCORD_TOKEN", self.discord.token())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let running = Running { child: command.spawn().expect("it starts") };
        self.until(|it| it.identified() > before && it.connected());
        running
    }

    pub(crate) fn until(&self, is_so: impl FnMut(&Discord) -> bool) {
        self.runtime.block_on(self.discord.until(is_so));
    }

    pub(crate) fn find<T>(&self, look: impl FnMut(&Discord) -> Option<T>) -> T {
        self.runtime.block_on(self.discord.find(look))
    }

    pub(crate) fn person(&self, name: &str) -> User {
        self.discord.user(name).joins(self.guild)
    }

    /// The card of the table in the channel, as soon as it holds these words.
    pub(crate) fn card(&self, words: &str) -> Shown {
        let is_card = |it: &Shown| it.thread.is_some();
        self.find(|it| it.messages(self.channel).into_iter().rfind(is_card).filter(|it| said(it, words)))
    }

    /// What only somebody is told next.
    pub(crate) fn told(&self, who: &User, words: &str) -> Shown {
        let is_it = |it: &Shown| it.ephemeral && !it.loading && said(it, words);
        self.find(|_| who.sees(self.channel).into_iter().rfind(is_it))
    }
}

/// Are these words anywhere in a message?
pub(crate) fn said(shown: &Shown, words: &str) -> bool {
    format!("{shown:?}").contains(words)
}

fn row<'a>(report: &'a Value, name: &str) -> &'a Value {
    let rows = report["rows"].as_array().expect("rows");
    rows.iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("no {name}: {report}"))
}

#[test]
fn a_table_is_laid_in_a_channel_and_goes_on_with_the_next_run() {
    let stage = Stage::new();
    let ana = stage.person("Ana");
    let bot = stage.start(&[]);
    let options = [("activity", "mafia"), ("title", "Mafia at the Lantern")];
    ana.slash(stage.channel, "session start", &options).expect("a command");
    stage.told(&ana, "ACTIVE");
    let card = stage.card("ACTIVE");
    assert!(said(&card, "Mafia at the Lantern"), "{card:?}");
    let ran = bot.interrupt();
    assert_eq!(ran.code, 130, "{}", ran.err);
    assert!(ran.out.starts_with("Parlor is there, with "), "{}", ran.out);
    assert!(ran.err.contains("every table is where it was: parlor discord run goes on"), "{}", ran.err);
    assert!(ran.err.contains("permissions=309237763072"), "{}", ran.err);
    assert!(!ran.err.contains(stage.discord.token()) && !ran.out.contains(stage.discord.token()));

    let id = stage.home.newest();
    let log = stage.home.export(&id);
    let header: Value = serde_json::from_str(log.lines().next().expect("a header")).expect("JSON");
    let seats = header["seats"].as_array().expect("seats");
    assert_eq!(seats.len(), 10);
    assert_eq!((&seats[0]["name"], &seats[0]["holder"]), (&"Ana".into(), &"person".into()));
    assert!(seats[1..].iter().all(|seat| seat["holder"].as_str().expect("a holder").starts_with("house:")));
    // Deadlines for people, as at a table of the terminal.
    assert!(header["setup"].get("speed").is_none_or(Value::is_null), "{header}");

    let again = stage.start(&[]);
    ana.slash(stage.channel, "session pause", &[]).expect("a command");
    stage.told(&ana, "PAUSED");
    stage.card("PAUSED");
    assert_eq!(again.interrupt().code, 130);
    assert_eq!(stage.home.newest(), id, "the same table, not another");
    stage.discord.assert_no_unknown();
}

#[test]
fn everything_that_can_be_played_can_be_begun() {
    let stage = Stage::new();
    let _bot = stage.start(&[]);
    for (activity, name) in [("dm", "The House"), ("tidying", "The Coach"), ("mafia", "Kofi")] {
        let channel = stage.discord.channel(stage.guild);
        let person = stage.person(name);
        person.slash(channel, "session start", &[("activity", activity)]).expect("a command");
        let is_card = |it: &Shown| it.thread.is_some();
        let card =
            |it: &Discord| it.messages(channel).into_iter().rfind(is_card).filter(|it| said(it, "ACTIVE"));
        stage.find(card);
    }
    stage.discord.assert_no_unknown();
}

#[test]
fn models_have_the_seats_of_the_house_in_turn_within_their_budget() {
    let stage = Stage::new();
    let ana = stage.person("Ana");
    let models = ["--model", "scripted:legal", "--model", "scripted:late"];
    let bot = stage.start(&[models.as_slice(), &["--budget", "200000tokens"]].concat());
    // Everybody knows with whom they sit down, before and after.
    ana.slash(stage.channel, "parlor new", &[("activity", "mafia")]).expect("a command");
    stage.told(&ana, "The table is laid");
    stage.card("All other seats go to scripted:legal, scripted:late.");
    ana.slash(stage.channel, "session start", &[]).expect("a command");
    stage.told(&ana, "ACTIVE");
    let card = stage.card("ACTIVE");
    assert!(said(&card, "with scripted:legal, scripted:late"), "{card:?}");
    assert_eq!(bot.interrupt().code, 130);
    let log = stage.home.export(&stage.home.newest());
    let header: Value = serde_json::from_str(log.lines().next().expect("a header")).expect("JSON");
    let holders: Vec<&str> = header["seats"]
        .as_array()
        .expect("seats")
        .iter()
        .filter_map(|seat| seat["holder"].as_str())
        .collect();
    let in_turn = ["model:scripted:legal", "model:scripted:late"].into_iter().cycle();
    let expected: Vec<&str> = std::iter::once("person").chain(in_turn).take(10).collect();
    assert_eq!(holders, expected);
    assert!(log.contains("200000"), "the budget is in the log");
    let ran = stage.run(&["run", "--model", "acme:one"]);
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert!(ran.err.contains("--model acme:one"), "{}", ran.err);
    let ran = stage.run(&["run", "--budget", "1usd"]);
    assert_eq!(ran.code, 2, "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn a_program_that_whoever_runs_the_bot_has_named_has_seats() {
    let stage = Stage::new();
    let ana = stage.person("Ana");
    let bot = stage.start(&["--model", "exec:sh -c true"]);
    ana.slash(stage.channel, "session start", &[("activity", "mafia")]).expect("a command");
    stage.told(&ana, "ACTIVE");
    stage.card("with exec:sh -c true");
    assert_eq!(bot.interrupt().code, 130);
    assert!(stage.home.export(&stage.home.newest()).contains("model:exec:sh -c true"));
}

#[test]
fn interactions_come_by_http_through_the_same_handler() {
    let stage = Stage::new();
    let ana = stage.person("Ana");
    let port = std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address");
    let bot = stage.start(&["--http", &port.to_string()]);
    let url = format!("http://{port}/interactions");
    stage.runtime.block_on(stage.discord.interactions_by_http(&url)).expect("a pong");
    ana.slash(stage.channel, "session start", &[("activity", "dm")]).expect("a command");
    stage.told(&ana, "ACTIVE");
    let report = stage.run(&["doctor", "--json"]).json();
    assert!(row(&report, "interactions")["words"].as_str().expect("words").contains(&url), "{report}");
    let ran = bot.interrupt();
    assert_eq!(ran.code, 130, "{}", ran.err);
    assert!(ran.out.contains(&url), "{}", ran.out);
}

#[test]
fn the_commands_are_registered_for_everywhere() {
    let stage = Stage::new();
    let out = stage.run(&["register"]).fine();
    let there = stage.discord.commands(None);
    assert_eq!(out, format!("Parlor has {} commands, in every server that it is in\n", there.len()));
    assert!(there.iter().any(|it| it["name"] == "session") && there.len() > 10, "{there:?}");
    stage.discord.assert_no_unknown();
}

#[test]
fn the_doctor_says_what_is_there_and_what_to_do() {
    let stage = Stage::new();
    stage.run(&["register"]).fine();
    let text = stage.run(&["doctor"]).fine();
    for (name, words) in [
        ("token", "✓ from PARLOR_DISCORD_TOKEN, and Discord knows it"),
        ("application", "✓ Parlor"),
        ("message content", "✓ people just type"),
        ("commands", "✓ "),
        ("interactions", "✓ by the gateway"),
        ("servers", "✓ 1: Guild "),
        ("Manage Webhooks", "✓ allowed, so that every seat speaks under its own name"),
        ("Pin Messages", "✓ allowed"),
        ("invitation", "https://discord.com/oauth2/authorize?client_id="),
    ] {
        let line = text.lines().find(|line| line.starts_with(name)).expect(name);
        assert!(line.contains(words), "{line}");
    }
    assert!(text.contains("permissions=309237763072") && !text.contains('→'), "{text}");
    let plain = stage.run(&["doctor", "--ascii"]).fine();
    assert!(plain.is_ascii() && plain.contains("+ Parlor"), "{plain}");
    stage.discord.assert_no_unknown();
}

#[test]
fn the_doctor_knows_what_works_without_the_intent_the_commands_or_a_server() {
    let stage = Stage::new();
    stage.discord.message_content(false);
    stage.discord.kick_bot(stage.guild);
    let report = stage.run(&["doctor", "--json"]).json();
    for (name, words, todo) in [
        ("message content", "/say", "Message Content Intent"),
        ("commands", "none is registered", "parlor discord register"),
        ("servers", "in none", "invitation"),
    ] {
        let row = row(&report, name);
        assert_eq!(row["state"], "plain", "{row}");
        assert!(row["words"].as_str().expect("words").contains(words), "{row}");
        assert!(row["todo"].as_str().expect("todo").contains(todo), "{row}");
    }
    let text = stage.run(&["doctor"]).fine();
    assert!(text.contains("  → message content: ") && text.contains("  → commands: "), "{text}");
}

#[test]
fn a_server_that_allows_too_little_is_named_with_what_is_missing() {
    let stage = Stage::new();
    stage.discord.bot_permissions_in(stage.guild, 309_237_763_072 & !(1 << 35));
    let ran = stage.run(&["doctor"]);
    assert_eq!(ran.code, 1, "{}", ran.out);
    let line = ran.out.lines().find(|line| line.starts_with("server ")).expect("the server");
    assert!(line.contains("✗ may not: Create Public Threads (for the talk of a table)"), "{line}");
    assert!(ran.out.contains("→ server Guild "), "{}", ran.out);
    assert!(
        ran.out.contains("– allowed in 0 of 1 servers; with it, the card of a table is pinned"),
        "{}",
        ran.out
    );
}

#[test]
fn a_wrong_token_is_an_error_with_a_way_out_and_is_not_shown() {
    let stage = Stage::new();
    let wrong = "planted.wrong.token";
    for (args, code) in [(&["doctor"][..], 1), (&["doctor", "--json"], 1), (&["register"], 3), (&["run"], 3)]
    {
        let ran = run(stage.bare(args).env("DISCORD_TOKEN", wrong));
        let all = ran.out + &ran.err;
        assert_eq!(ran.code, code, "{args:?}: {all}");
        assert!(all.contains("Discord does not know the token in DISCORD_TOKEN"), "{args:?}: {all}");
        assert!(all.contains("reset it on the bot's page") && !all.contains("planted"), "{args:?}: {all}");
    }
    let ran = run(stage.bare(&["register"]).env("DISCORD_TOKEN", "two\nlines"));
    assert!(
        ran.code == 3
            && ran.err.contains("DISCORD_TOKEN holds no token of a bot")
            && !ran.err.contains("two"),
        "{}",
        ran.err
    );
    let ran = run(stage.command(&["register"]).env("DISCORD_TOKEN", wrong));
    assert_eq!(ran.code, 0, "the token of parlor goes first: {}", ran.err);
}

#[test]
fn without_a_token_nobody_is_asked_and_it_is_said_where_to_get_one() {
    let stage = Stage::new();
    for (args, code) in [(&["doctor"][..], 1), (&["register"], 3), (&["run"], 3)] {
        let ran = run(stage.bare(args).env("DISCORD_TOKEN", " "));
        let all = ran.out + &ran.err;
        assert_eq!(ran.code, code, "{args:?}: {all}");
        assert!(all.contains("neither PARLOR_DISCORD_TOKEN nor DISCORD_TOKEN is set"), "{args:?}: {all}");
        assert!(all.contains("https://discord.com/developers/applications"), "{args:?}: {all}");
    }
    assert_eq!(stage.discord.requests(), []);
    assert!(!stage.home.store().exists(), "nothing was made");
}

#[test]
fn nobody_there_is_told_from_a_wrong_token() {
    let stage = Stage::new();
    let mut command = stage.command(&["doctor"]);
    let nobody = crate::providers::nobody();
    let nobody = nobody.trim_start_matches("http://").trim_end_matches("/v1");
    let ran = run(command.env("PARLOR_DISCORD_REST", nobody));
    assert_eq!(ran.code, 1, "{}", ran.out);
    assert!(ran.out.contains("✗ Discord did not answer: Connection refused"), "{}", ran.out);
    assert!(ran.out.contains("see that this machine can reach https://discord.com"), "{}", ran.out);
}

/// Elsewhere, the system itself keeps certificates.
#[cfg(target_os = "linux")]
#[test]
fn a_machine_without_certificates_is_told_to_get_some() {
    let stage = Stage::new();
    for verb in ["doctor", "register", "run"] {
        let mut command = stage.command(&[verb]);
        let ran = run(command.env("SSL_CERT_FILE", "/dev/null").env("SSL_CERT_DIR", stage.home.path("none")));
        assert_eq!(ran.code, 3, "{}", ran.err);
        assert!(ran.err.contains("→ install your system's package of them (ca-certificates)"), "{}", ran.err);
    }
}

#[test]
fn a_token_goes_nowhere_but_to_discord_and_to_this_machine() {
    let stage = Stage::new();
    for (rest, gateway, words) in [
        ("192.0.2.1:80", "127.0.0.1:1", "PARLOR_DISCORD_REST is no address of this machine"),
        ("127.0.0.1:1", "example.com:80", "PARLOR_DISCORD_GATEWAY is no address of this machine"),
        ("127.0.0.1:1", "", "only one of"),
    ] {
        let mut command = stage.command(&["doctor"]);
        let ran = run(command.env("PARLOR_DISCORD_REST", rest).env("PARLOR_DISCORD_GATEWAY", gateway));
        assert!(ran.code == 3 && ran.err.contains(words), "{}", ran.err);
    }
}

#[test]
fn a_store_that_another_parlor_has_is_said_before_discord_is_asked() {
    let stage = Stage::new();
    let _bot = stage.start(&[]);
    let before = stage.discord.requests().len();
    let ran = stage.run(&["run"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.err.contains("in use by") && ran.err.contains("PARLOR_HOME"), "{}", ran.err);
    assert_eq!(stage.discord.requests().len(), before);
    let ran = stage.home.run(&["serve", "--bind", "127.0.0.1:0"]);
    assert!(ran.code == 1 && ran.err.contains("in use by"), "{}", ran.err);
}
