//! One command for every chore: `cargo xtask VERB`. This file is only the list; a verb is a file beside it.

use std::process::ExitCode;

mod advisories;
mod arrows;
mod bans;
mod bench;
mod binary;
mod browser;
mod build_times;
mod ci;
mod diff;
mod dist;
mod doc_tests;
mod errors;
mod figures;
mod fuzz;
mod generate;
mod gguf;
mod http;
mod inputs;
mod interface;
mod licences;
mod load;
mod model;
mod new_activity;
mod nextest;
mod package;
mod passed;
mod picture;
mod playthroughs;
mod real_game;
mod rules;
mod rust_source;
mod shell;
mod shots;
mod sim;
mod spdx;
mod step;
mod story;
mod tidy;
mod tree;

/// One chore.
struct Verb {
    name: &'static str,
    args: &'static str,
    about: &'static str,
    run: fn(&[String]) -> Result<(), Failed>,
}

/// Every chore, in the order in which `help` shows them.
const VERBS: &[Verb] = &[
    Verb {
        name: "ci",
        args: "[--all] [--keep]",
        about: "everything that CI runs, in its order; what passed and is unchanged only with --all",
        run: ci::run,
    },
    Verb {
        name: "tidy",
        args: "",
        about: "what the tree must look like: arrows, bans, names, links",
        run: tidy::run,
    },
    Verb {
        name: "generate",
        args: "[--check]",
        about: "write the derived files, or compare them",
        run: generate::run,
    },
    Verb {
        name: "new-activity",
        args: "NAME [FOLDER] | --try",
        about: "a package with an activity of your own, beside this checkout if no folder is named; or try one on every face",
        run: new_activity::run,
    },
    Verb {
        name: "package",
        args: "[--build]",
        about: "every crate that is meant to be published, as it would be uploaded; with --build each is built from that",
        run: package::run,
    },
    Verb {
        name: "licences",
        args: "",
        about: "licences, advisories, doubled dependencies",
        run: licences::run,
    },
    Verb {
        name: "bench",
        args: "[--quick] [--strict] ...",
        about: "the figures of this machine, beside their goals",
        run: bench::run,
    },
    Verb {
        name: "story",
        args: "[--keep]",
        about: "what a story costs at a model's seat, and what it remembers: beside its goals, and with no model",
        run: story::run,
    },
    Verb {
        name: "build-times",
        args: "[--keep] [--check]",
        about: "how long building takes, and what it costs: cold, after a change, and what is handed out",
        run: build_times::run,
    },
    Verb {
        name: "dist",
        args: "[--binary PATH]",
        about: "what is handed out for this machine, packed and tried: archive, .deb, SBOM, sums",
        run: dist::run,
    },
    Verb {
        name: "browser",
        args: "[NAME...]",
        about: "the pages in a real browser: all tests of browser/tests, or some of its files",
        run: browser::run,
    },
    Verb {
        name: "shots",
        args: "[FOLDER] [--keep]",
        about: "a picture of every page, and with --keep those of the README",
        run: shots::run,
    },
    Verb {
        name: "load",
        args: "[--seconds N] ...",
        about: "a thousand tables on the real server: delays, memory, overload, beside their goals",
        run: load::run,
    },
    Verb {
        name: "http",
        args: "[--cases N]",
        about: "made-up requests for everything in docs/openapi.json",
        run: http::run,
    },
    Verb {
        name: "fuzz",
        args: "[--seconds N] [TARGET...]",
        about: "made-up input for everything that reads some, N seconds a target",
        run: fuzz::run,
    },
    Verb {
        name: "playthroughs",
        args: "--check | --write",
        about: "the transcript of every machine: compare it, or write it anew",
        run: playthroughs::run,
    },
    Verb {
        name: "sim",
        args: "[ARGS]",
        about: "many games of Mafia between house players: `parlor sim mafia ARGS`",
        run: sim::run,
    },
    Verb {
        name: "model",
        args: "fetch | serve [--port N]",
        about: "a real, small language model on loopback, for tests",
        run: model::run,
    },
];

/// Why a chore did not succeed.
pub(crate) enum Failed {
    /// In words, for `main` to print.
    Because(String),
    /// The chore has printed the reason itself.
    AsPrinted,
}

impl From<String> for Failed {
    fn from(why: String) -> Failed {
        Failed::Because(why)
    }
}

fn main() -> ExitCode {
    if interface::is_rustdoc() {
        return interface::rustdoc();
    }
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some((name, rest)) = args.split_first() else {
        print!("{}", help());
        return ExitCode::from(2);
    };
    if ["help", "--help", "-h"].contains(&name.as_str()) {
        print!("{}", help());
        return ExitCode::SUCCESS;
    }
    let Some(verb) = VERBS.iter().find(|verb| verb.name == name) else {
        eprintln!("error: there is no chore `{name}`; choose one of these\n\n{}", help());
        return ExitCode::from(2);
    };
    match (verb.run)(rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failed::AsPrinted) => ExitCode::FAILURE,
        Err(Failed::Because(why)) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Refuses arguments that the verb has no use for, so that a mistyped flag is not taken for a success.
pub(crate) fn no_arguments(verb: &str, args: &[String]) -> Result<(), Failed> {
    match args.first() {
        None => Ok(()),
        Some(arg) => {
            Err(format!("`cargo xtask {verb}` takes no argument, but was given `{arg}`; leave it out").into())
        }
    }
}

fn help() -> String {
    let mut out = String::from("Usage: cargo xtask VERB\n\n");
    for verb in VERBS {
        let call = format!("{} {}", verb.name, verb.args);
        out.push_str(&format!("  {call:30} {}\n", verb.about));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_lists_every_verb_once() {
        let help = help();
        for verb in VERBS {
            assert_eq!(help.matches(&format!("\n  {} ", verb.name)).count(), 1, "{}", verb.name);
        }
    }

    #[test]
    fn an_argument_nobody_reads_is_refused() {
        assert!(no_arguments("tidy", &[]).is_ok());
        assert!(no_arguments("tidy", &["--chek".into()]).is_err());
    }
}
