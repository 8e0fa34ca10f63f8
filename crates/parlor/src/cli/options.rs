//! Flags that come from the options of what can be played: one for each option, listed by activity.

use std::num::ParseIntError;

use clap::{Arg, ArgMatches, Command};
use engine::{FieldKind, Knob};

use super::Play;
use crate::activity::{self, Activity};
use crate::options::flag;

/// What an argument was made for.
enum Made {
    /// The option at this path.
    Option(String),
    /// How many there are beside whoever leads them.
    Others,
}

/// A flag that was made, and what for.
struct Flag {
    /// Without its dashes. It lives as long as the program does, as what clap is given must.
    name: &'static str,
    made: Made,
    arg: Arg,
}

/// `play` with the flags of every activity.
pub(super) fn with_flags(play: Command) -> Command {
    let own: Vec<String> = play.get_arguments().filter_map(|arg| arg.get_long().map(str::to_owned)).collect();
    let made = flags().into_iter().filter(|flag| !own.iter().any(|own| own == flag.name));
    play.args(made.map(|flag| flag.arg))
}

/// Puts what was given by those flags to the rest.
pub(super) fn read(play: &mut Play, given: &ArgMatches) {
    for Flag { name, made, .. } in flags() {
        // A flag of the same name that is for everything was not made.
        let Ok(Some(value)) = given.try_get_one::<String>(name) else { continue };
        match made {
            Made::Option(path) => play.options.push((path, value.clone())),
            Made::Others => play.others = Some((name, value.parse())),
        }
    }
}

/// How many there are, by the flag that says so.
pub(crate) type Others = (&'static str, Result<usize, ParseIntError>);

/// All flags; what two activities have under one name is there once.
fn flags() -> Vec<Flag> {
    let mut flags: Vec<Flag> = Vec::new();
    let of = |activity: Activity| {
        let others = activity.custom().leader.filter(|leader| !leader.others.is_empty()).map(|leader| {
            let help =
                format!("How many play beside {}; the house plays those that nobody else does", leader.title);
            made(activity, leader.others.to_owned(), Made::Others, "N", help)
        });
        let options = activity.options();
        others
            .into_iter()
            .chain(options.into_iter().map(move |knob| for_option(activity, knob)))
            .collect::<Vec<_>>()
    };
    for made in activity::all().flat_map(of) {
        if !flags.iter().any(|flag| flag.name == made.name) {
            flags.push(made);
        }
    }
    flags
}

fn for_option(activity: Activity, knob: Knob) -> Flag {
    let mut help = knob.label.clone();
    if !knob.about.is_empty() {
        help = format!("{help}: {}", knob.about);
    }
    let value = match &knob.kind {
        FieldKind::Choice(_) if knob.is_flag() => "yes|no",
        FieldKind::Choice(_) => "WORD",
        FieldKind::Number { .. } => "N",
        FieldKind::Text { .. } => "NAME",
        FieldKind::Texts { .. } => {
            help.push_str(", with commas between");
            "WORDS"
        }
        FieldKind::Each { .. } | FieldKind::Rows { .. } => {
            help.push_str(", in a file");
            "FILE"
        }
    };
    let is_flag = knob.is_flag();
    let mut flag = made(activity, flag(&knob.path), Made::Option(knob.path), value, help);
    if is_flag {
        flag.arg = flag.arg.num_args(0..=1).require_equals(true).default_missing_value("yes");
    }
    flag
}

fn made(activity: Activity, name: String, made: Made, value: &'static str, help: String) -> Flag {
    let name: &'static str = String::leak(name);
    let heading: &'static str = String::leak(format!("For {}", activity.called()));
    let arg = Arg::new(name).long(name).value_name(value).help(help).help_heading(heading);
    Flag { name, made, arg: arg.allow_hyphen_values(true) }
}
