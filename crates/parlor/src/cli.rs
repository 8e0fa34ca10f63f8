//! The command line: every verb and every flag, each defined once. Help, man pages and completions follow from it.

mod discord;
mod examples;
mod flags;
mod machine;
mod options;
mod play;
mod serve;
mod store;

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use engine::Rules;

use crate::activity;
use crate::catalog::catalog;

pub(crate) use discord::{BotFlags, Discord, DiscordVerb};
#[cfg(feature = "discord")]
pub(crate) use discord::{DiscordDoctor, DiscordRun};
pub(crate) use examples::{program, with_its_name};
pub(crate) use flags::{
    CheckFlag, Color, FaceFlags, General, Ground, JsonFlag, SeedFlag, SpeedFlag, ViewerFlag,
};
use flags::{games, record, speed};
pub(crate) use machine::{Machine, MachineFormat, MachineList, MachineShow, MachineVerb};
pub(crate) use options::Others;
pub(crate) use play::{Mcp, Play};
pub(crate) use serve::Serve;
pub(crate) use store::{
    Session, SessionDelete, SessionVerb, Store, StoreBackup, StoreCheck, StoreRestore, StoreVacuum, StoreVerb,
};

/// Examples come before the flags: most people look for a line to copy.
const TEMPLATE: &str = "{about-section}\n{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}";

const EXIT_CODES: &str = "\
Exit codes:
  0    all went well
  1    it failed
  2    the command line makes no sense
  3    the place for sessions (PARLOR_HOME) cannot be used, or a key or a line of config.toml is missing or wrong
  4    a model could not be reached, or a seat that it holds never got an answer from it
  6    what was checked is not what it should be
  7    a budget was met, and the rules played on for the models
  130  interrupted

Sessions are kept in PARLOR_HOME, or else where your system keeps data; config.toml is there too, or in PARLOR_CONFIG.
PARLOR_FACE=plain is --plain for every verb, PARLOR_THEME=light is --theme light.
PARLOR_LOG=info says on standard error what is done, and debug more; info:json says it for a program to read.
NO_COLOR, CLICOLOR_FORCE and TERM=dumb are honoured.";

/// People and language models at one table; a typed state machine decides.
#[derive(Parser, Debug)]
#[command(
    name = "parlor",
    version,
    before_help = "\
Examples:
  parlor                              tables in the browser, and an evening of the house to watch
  parlor demo                         the same evening in this terminal
  {begin}
  parlor sessions                     what was played here
  parlor replay demo --as host        read the newest demo again, with every secret
",
    after_help = EXIT_CODES
)]
pub(crate) struct Cli {
    /// Flags of every verb.
    #[command(flatten)]
    pub(crate) general: General,
    /// What to do; `serve --open --demo` if nothing is said.
    #[command(subcommand)]
    pub(crate) verb: Option<Verb>,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub(crate) enum Verb {
    /// Watch the house play an evening: no key, no network, no question
    #[command(before_help = "\
Examples:
  {demo}
  parlor demo --seed 7 --speed fast
  parlor demo --speed step            every phase waits for Enter
  parlor demo --screen                with seats and votes, full screen
")]
    Demo(Demo),
    /// Serve tables to browsers: play, watch and read again
    #[command(before_help = "\
Examples:
  parlor serve                        on this machine, at http://127.0.0.1:7777/
  parlor serve --open --demo          the same as parlor alone: with an evening of the house to watch
  parlor serve --bind 127.0.0.1:0     on a free port
  parlor serve --bind 0.0.0.0:7777    for others too, who need an invitation
  parlor serve --discord              with a bot of your own at the same tables
  parlor serve --discord --bind 0.0.0.0:7777 --public https://parlor.example
                                      the bot's cards link to the pages of their tables
")]
    Serve(Serve),
    /// Tables in the channels of Discord, by a bot of your own
    Discord(Discord),
    /// Take a seat in this terminal; models or the house take the others
    #[command(before_help = "\
Examples:
  {play}
  printf '1\\n' | parlor play {first}   plain lines, for scripts
")]
    Play(Play),
    /// Give a seat to an agent, over the Model Context Protocol on standard input and output
    #[command(before_help = "\
Examples:
  parlor mcp                          a new table; the seed draws the seat
  parlor mcp --seat Kim --seats {seats}
  parlor mcp --session 7f3a --seat {seat}  goes on where it was left
")]
    Mcp(Mcp),
    /// Go on with a session that has not ended
    #[command(before_help = "\
Examples:
  parlor resume                       the one that you last played and that has not ended
  parlor resume 7f3a                  the beginning of an id is enough
  parlor resume 7f3a --seat Ann       in the seat of one of several people
")]
    Resume(Resume),
    /// List the sessions, the last played first
    #[command(before_help = "\
Examples:
  parlor sessions
  parlor sessions --json
  parlor sessions --campaigns         what goes on from one evening to the next
")]
    Sessions(Sessions),
    /// Watch what was played of a session again, at a reading pace; nothing is played on
    #[command(before_help = "\
Examples:
  parlor watch demo                   the last demo; last is the last played of any kind
  parlor watch 7f3a --speed fast
  parlor watch last --screen          Space stops, the arrows step, Home and End
  parlor watch game.jsonl --as host   from a file, with every secret
")]
    Watch(Watch),
    /// Read a session again as one viewer saw it
    #[command(before_help = "\
Examples:
  parlor replay last                              the session last played, as anybody saw it
  parlor replay 7f3a --as host --thoughts         with every secret and thought
  parlor replay 7f3a --numbers                    with the numbers that --at and parlor fork want
  parlor replay game.jsonl --as seat:{seat} --at 57    as seat {seat} saw it up to record 57
")]
    Replay(Replay),
    /// What has happened so far, in short, where the machine keeps track of it
    #[command(before_help = "\
Examples:
  parlor recap last                   as anybody at the table knows it
  parlor recap 7f3a --as host         with what the game master keeps back
")]
    Recap(Recap),
    /// Decide every recorded command again and compare
    #[command(before_help = "\
Examples:
  parlor verify 7f3a
  parlor verify *.jsonl
")]
    Verify(Verify),
    /// Begin a new session from a record of another
    #[command(before_help = "\
Examples:
  parlor fork 7f3a --at 57
  parlor resume                       goes on with the fork
")]
    Fork(Fork),
    /// Write a session to a file
    #[command(before_help = "\
Examples:
  parlor export 7f3a -o game.jsonl                     the whole log, to keep or to import
  parlor export 7f3a --format html -o evening.html     one page that plays it again, from a disk
  parlor export 7f3a --format md --as public           to read; the way its activity is best read
  parlor export --campaign winter -o book.md           all evenings of a campaign, as one book
  parlor export --campaign winter --format html -o book.html
  parlor export 7f3a --as seat:{seat}                       what seat {seat} was told, and nothing else
")]
    Export(Export),
    /// Take a session out of a file
    #[command(before_help = "\
Examples:
  parlor import game.jsonl
")]
    Import(Import),
    /// The photos that a session keeps, and how to be rid of them
    #[command(before_help = "\
Examples:
  parlor photos 7f3a                  how many, how large, where
  parlor photos 7f3a --delete         removes them from the disk; the words stay
")]
    Photos(Photos),
    /// What the models of a session used: calls, tokens, money
    #[command(before_help = "\
Examples:
  parlor cost                         the session last played
  parlor cost 7f3a --calls            every call of it
  parlor cost game.jsonl --json
")]
    Cost(Cost),
    /// What is configured, and which models can be reached
    #[command(before_help = "\
Examples:
  parlor doctor
  parlor doctor --model ollama:llama3.2 --model openai:gpt-5-mini
")]
    Doctor(Doctor),
    /// How a table stands
    Table(Table),
    /// The machines: phases, tools, colours, timings
    Machine(Machine),
    /// Play many sessions between house players and count how they end
    #[command(before_help = "\
Examples:
  parlor sim {first} --games 10000
  parlor sim {first} --games 2000 --players {player} --seats {seats} --seed 7 --json
")]
    Sim(Sim),
    /// Be rid of a session
    Session(Session),
    /// Look after the store
    Store(Store),
    /// Print the OpenAPI document of the HTTP interface
    #[command(before_help = "\
Examples:
  parlor openapi > openapi.json
")]
    Openapi,
    /// Write completions for a shell
    #[command(before_help = "\
Examples:
  parlor completions bash > ~/.local/share/bash-completion/completions/parlor
  parlor completions fish > ~/.config/fish/completions/parlor.fish
")]
    Completions(Completions),
    /// Write the man pages
    #[command(before_help = "\
Examples:
  parlor man | man -l -               the page of parlor itself
  parlor man ~/.local/share/man/man1  a page for every verb
")]
    Man(Man),
}

/// `demo`.
#[derive(Args, Debug, Default)]
pub(crate) struct Demo {
    /// What to watch; the first of the list, if nothing is said
    #[arg(value_name = "MACHINE", value_parser = activity())]
    pub(crate) machine: Option<String>,
    /// The seed.
    #[command(flatten)]
    pub(crate) seed: SeedFlag,
    /// The speed.
    #[command(flatten)]
    pub(crate) speed: SpeedFlag,
    /// Begin a new evening even if one was left unfinished
    #[arg(long)]
    pub(crate) new: bool,
    /// The face.
    #[command(flatten)]
    pub(crate) face: FaceFlags,
}

/// `resume`.
#[derive(Args, Debug)]
pub(crate) struct Resume {
    /// The session; if nothing is said, the one with a person's seat that was last played and has not ended
    pub(crate) id: Option<String>,
    /// Whose seat is yours, where people have several: its number, or a name
    #[arg(long, value_name = "N|NAME")]
    pub(crate) seat: Option<String>,
    /// The face.
    #[command(flatten)]
    pub(crate) face: FaceFlags,
    /// Whether models are asked.
    #[command(flatten)]
    pub(crate) check: CheckFlag,
    /// The speed.
    #[command(flatten)]
    pub(crate) speed: SpeedFlag,
    /// Never show what only you may know: others see this screen
    #[arg(long)]
    pub(crate) no_secrets: bool,
}

/// `sessions`.
#[derive(Args, Debug)]
pub(crate) struct Sessions {
    /// Only what goes on from one session to the next, such as a campaign: how many there are of each, and how to go on
    #[arg(long)]
    pub(crate) campaigns: bool,
    /// As JSON.
    #[command(flatten)]
    pub(crate) json: JsonFlag,
}

/// `watch`.
#[derive(Args, Debug)]
pub(crate) struct Watch {
    /// The session (demo and last are those that were last played), or the file it was exported to
    #[arg(value_name = "ID|FILE")]
    pub(crate) what: String,
    /// The viewer.
    #[command(flatten)]
    pub(crate) viewer: ViewerFlag,
    /// The speed.
    #[command(flatten)]
    pub(crate) speed: SpeedFlag,
    /// The face.
    #[command(flatten)]
    pub(crate) face: FaceFlags,
}

/// `replay`.
#[derive(Args, Debug)]
pub(crate) struct Replay {
    /// The session (demo and last are those that were last played), or the file it was exported to
    #[arg(value_name = "ID|FILE")]
    pub(crate) what: String,
    /// Up to this record, the first being 0; to the end if nothing is said
    #[arg(long, value_name = "N", value_parser = record)]
    pub(crate) at: Option<u64>,
    /// Put the number of its record before what was told in it: for --at, here and with parlor fork
    #[arg(long)]
    pub(crate) numbers: bool,
    /// The viewer.
    #[command(flatten)]
    pub(crate) viewer: ViewerFlag,
    /// Show what was thought beside what was said
    #[arg(long)]
    pub(crate) thoughts: bool,
    /// As JSON.
    #[command(flatten)]
    pub(crate) json: JsonFlag,
}

/// `recap`.
#[derive(Args, Debug)]
pub(crate) struct Recap {
    /// The session (demo and last are those that were last played), or the file it was exported to
    #[arg(value_name = "ID|FILE")]
    pub(crate) what: String,
    /// The viewer.
    #[command(flatten)]
    pub(crate) viewer: ViewerFlag,
    /// As JSON.
    #[command(flatten)]
    pub(crate) json: JsonFlag,
}

/// `verify`.
#[derive(Args, Debug)]
pub(crate) struct Verify {
    /// Sessions, or files they were exported to
    #[arg(value_name = "ID|FILE", required = true)]
    pub(crate) what: Vec<String>,
    /// As JSON.
    #[command(flatten)]
    pub(crate) json: JsonFlag,
}

/// `fork`.
#[derive(Args, Debug)]
pub(crate) struct Fork {
    /// The session
    pub(crate) id: String,
    /// The last record that the two share
    #[arg(long, value_name = "N", value_parser = record)]
    pub(crate) at: u64,
    /// As JSON.
    #[command(flatten)]
    pub(crate) json: JsonFlag,
}

/// `export`.
#[derive(Args, Debug)]
pub(crate) struct Export {
    /// The session
    #[arg(required_unless_present = "campaign")]
    pub(crate) id: Option<String>,
    /// Instead of one, all sessions of this name that follow one another, as one text to read: md, or html
    #[arg(long, value_name = "NAME", conflicts_with = "id")]
    pub(crate) campaign: Option<String>,
    /// In which form; jsonl if nothing is said
    #[arg(long, value_enum, value_name = "FORM")]
    pub(crate) format: Option<ExportFormat>,
    /// The viewer.
    #[command(flatten)]
    pub(crate) viewer: ViewerFlag,
    /// Where to; standard output if nothing is said
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// The forms of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// A header, one line a record (or, with --as, one line an event), a footer
    Jsonl,
    /// A transcript to read
    Md,
    /// A page in one file, from a disk: one that plays it again in a browser, or the book of a campaign
    Html,
}

/// `import`.
#[derive(Args, Debug)]
pub(crate) struct Import {
    /// A file that `parlor export` wrote
    pub(crate) file: PathBuf,
    /// As JSON.
    #[command(flatten)]
    pub(crate) json: JsonFlag,
}

/// `photos`.
#[derive(Args, Debug)]
pub(crate) struct Photos {
    /// The session (demo and last are those that were last played)
    pub(crate) id: String,
    /// Delete them from the disk; what was said about them stays
    #[arg(long)]
    pub(crate) delete: bool,
    /// As JSON.
    #[command(flatten)]
    pub(crate) json: JsonFlag,
}

/// `cost`.
#[derive(Args, Debug)]
pub(crate) struct Cost {
    /// The session (demo and last are those that were last played), or the file it was exported to; the last played if nothing is said
    #[arg(value_name = "ID|FILE")]
    pub(crate) what: Option<String>,
    /// List every call
    #[arg(long)]
    pub(crate) calls: bool,
    /// As JSON.
    #[command(flatten)]
    pub(crate) json: JsonFlag,
}

/// `doctor`.
#[derive(Args, Debug)]
pub(crate) struct Doctor {
    /// Look whether this model can be asked, instead of looking at every provider; may be given again
    #[arg(long = "model", value_name = "SPEC")]
    pub(crate) models: Vec<String>,
    /// As JSON.
    #[command(flatten)]
    pub(crate) json: JsonFlag,
}

/// `table`.
#[derive(Args, Debug)]
pub(crate) struct Table {
    /// What of it.
    #[command(subcommand)]
    pub(crate) verb: TableVerb,
}

/// `table …`.
#[derive(Subcommand, Debug)]
pub(crate) enum TableVerb {
    /// Show how a table stands
    #[command(before_help = "\
Examples:
  parlor table show                   the table last played at
  parlor table show 7f3a --json
")]
    Show(TableShow),
}

/// `table show`.
#[derive(Args, Debug)]
pub(crate) struct TableShow {
    /// The session; the last played if nothing is said
    pub(crate) id: Option<String>,
    /// As JSON.
    #[command(flatten)]
    pub(crate) json: JsonFlag,
}

/// `sim`.
#[derive(Args, Debug)]
pub(crate) struct Sim {
    /// What to play
    #[arg(value_name = "MACHINE", value_parser = activity())]
    pub(crate) machine: String,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = games)]
    pub(crate) games: u64,
    /// The seed.
    #[command(flatten)]
    pub(crate) seed: SeedFlag,
    /// How many at a time; as many as there are processors if nothing is said
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1_024))]
    pub(crate) jobs: Option<u16>,
    /// Who plays: one character of the house in every seat, or all of them mixed
    #[arg(long, value_name = "WHO", default_value = MIXED, value_parser = players())]
    pub(crate) players: String,
    /// How many seats; as many as are watched in a demo if nothing is said
    #[arg(long, value_name = "N")]
    pub(crate) seats: Option<usize>,
    /// As JSON.
    #[command(flatten)]
    pub(crate) json: JsonFlag,
}

/// `completions`.
#[derive(Args, Debug)]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

/// `man`.
#[derive(Args, Debug)]
pub(crate) struct Man {
    /// A directory for one page a verb; without it, the page of parlor goes to standard output
    pub(crate) dir: Option<PathBuf>,
}

/// The whole command line.
pub(crate) fn command() -> clap::Command {
    with_template(Cli::command().mut_subcommand("play", options::with_flags))
}

fn with_template(command: clap::Command) -> clap::Command {
    let examples = command.get_before_help().map(|help| examples::fitting(&help.to_string()));
    // A number below nothing is a wrong number, and no flag.
    let takes_value = |arg: &clap::Arg| arg.get_action().takes_values();
    let command =
        command.mut_args(|arg| if takes_value(&arg) { arg.allow_negative_numbers(true) } else { arg });
    let command = command.help_template(TEMPLATE).mut_subcommands(with_template);
    match examples {
        Some(examples) => command.before_help(examples),
        None => command,
    }
}

/// Reads the arguments.
pub(crate) fn parse() -> Result<Cli, clap::Error> {
    let given = command().try_get_matches()?;
    let mut cli = Cli::from_arg_matches(&given)?;
    if let (Some(Verb::Play(play)), Some(given)) = (&mut cli.verb, given.subcommand_matches("play")) {
        options::read(play, given);
    }
    Ok(cli)
}

fn activity() -> impl TypedValueParser<Value = String> {
    named(catalog().activities.iter().copied())
}

fn machine() -> impl TypedValueParser<Value = String> {
    let table: &'static dyn Rules = catalog().table;
    named(std::iter::once(table).chain(catalog().activities.iter().copied()))
}

/// What a machine is called here.
pub(crate) fn called(name: &str) -> &str {
    catalog().activity(name).map_or(name, |rules| rules.called())
}

/// Machines by what people call them; what comes out is their name in a log.
fn named(machines: impl Iterator<Item = &'static dyn Rules>) -> impl TypedValueParser<Value = String> {
    let names: Vec<(&str, &str)> = machines.map(|rules| (rules.called(), rules.name())).collect();
    let values = names.iter().map(|(called, name)| match called == name {
        true => PossibleValue::new(*name),
        false => PossibleValue::new(*called).alias(*name),
    });
    PossibleValuesParser::new(values.collect::<Vec<_>>()).map(move |said| {
        let found = names.iter().find(|(called, _)| *called == said);
        found.map_or(said.clone(), |(_, name)| (*name).to_owned())
    })
}

/// All characters, by turns.
pub(crate) const MIXED: &str = "mixed";

/// Characters of the house, of whatever is played.
fn players() -> PossibleValuesParser {
    let mut names = vec![MIXED];
    for (name, _) in activity::all().flat_map(|activity| activity.card().house) {
        if !names.contains(name) {
            names.push(name);
        }
    }
    PossibleValuesParser::new(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definitions_hold_together() {
        command().debug_assert();
    }

    #[test]
    fn every_verb_that_takes_more_than_a_name_has_examples_and_they_come_first() {
        for verb in command().get_subcommands_mut() {
            let help = verb.render_long_help().to_string();
            if verb.has_subcommands() {
                continue;
            }
            let (examples, usage) = (help.find("Examples:"), help.find("Usage:"));
            assert!(examples.is_some() && examples < usage, "{}:\n{help}", verb.get_name());
        }
    }
}
