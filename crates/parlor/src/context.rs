//! What every verb is run with: where things are kept, how the terminal looks, how much is said.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::ValueEnum;
use serde::Serialize;
use store::{Reader, Store, StoreError};
use tui::{ColorChoice, ColourMode, Theme};

use crate::cli::{Color, General, Ground, with_its_name};
use crate::exit::Failure;
use crate::home;

/// What every verb is run with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context {
    /// How standard output looks.
    pub(crate) theme: Theme,
    /// Is standard output a terminal?
    pub(crate) on_terminal: bool,
    /// Has nobody said whether its ground is light?
    asks_ground: bool,
    quiet: bool,
    verbose: bool,
}

impl Context {
    /// From the flags and the environment.
    pub(crate) fn new(general: General) -> Result<Context, Failure> {
        let choice = match general.color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        let on_terminal = io::stdout().is_terminal();
        let env = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let ground = match (general.theme, env("PARLOR_THEME")) {
            (Some(ground), _) => ground,
            (None, None) => Ground::Auto,
            (None, Some(said)) => Ground::from_str(&said, true).map_err(|_| {
                Failure::configuration(
                    format!("PARLOR_THEME is {said:?}"),
                    "set it to auto, light or dark, or unset it",
                )
            })?,
        };
        let light = match ground {
            Ground::Auto => None,
            Ground::Light => Some(true),
            Ground::Dark => Some(false),
        };
        let theme = Theme::detect(choice, general.ascii, light, &env, on_terminal);
        let is_asked =
            light.is_none() && env("COLORFGBG").is_none() && env("TERM").is_none_or(|it| it != "linux");
        let answers = on_terminal && io::stdin().is_terminal() && theme.colour != ColourMode::None;
        Ok(Context {
            theme,
            on_terminal,
            asks_ground: is_asked && answers,
            quiet: general.quiet,
            verbose: general.verbose > 0,
        })
    }

    /// How a table looks, which is read for longer: nobody said whether the ground is light, so the terminal is asked.
    pub(crate) fn theme_of_table(&self) -> Theme {
        let light = self.asks_ground && tui::ground_is_light() == Some(true);
        Theme { light: self.theme.light || light, ..self.theme }
    }

    /// The directory of the store.
    pub(crate) fn home(&self) -> Result<PathBuf, Failure> {
        home::dir()
    }

    /// Opens the store.
    pub(crate) fn store(&self) -> Result<Store, Failure> {
        let home = self.home()?;
        self.more(format_args!("the store is in {}", home.display()));
        Ok(Store::open(&home)?)
    }

    /// Opens the store to read it, beside whoever runs it; none if there is no store yet.
    pub(crate) fn reader(&self) -> Result<Option<Reader>, Failure> {
        let home = self.home()?;
        self.more(format_args!("the store is in {}", home.display()));
        match Reader::open(&home) {
            Err(StoreError::NoStore { .. }) => Ok(None),
            opened => Ok(Some(opened?)),
        }
    }

    /// Writes results.
    pub(crate) fn print(&self, text: &str) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        Ok(out.flush()?)
    }

    /// Writes a result as one JSON object that names its schema.
    pub(crate) fn json(&self, result: &impl Serialize) -> Result<(), Failure> {
        #[derive(Serialize)]
        struct Tagged<'a, T> {
            schema: &'static str,
            #[serde(flatten)]
            result: &'a T,
        }
        let tagged = Tagged { schema: protocol::SCHEMA, result };
        let text = serde_json::to_string(&tagged)
            .map_err(|error| Failure::bug(format!("the result could not be written as JSON: {error}")))?;
        self.print(&format!("{text}\n"))
    }

    /// Says something beside the results, unless quiet is wanted.
    pub(crate) fn note(&self, words: impl std::fmt::Display) {
        if !self.quiet {
            // Nobody may listen: that changes nothing.
            let _ = writeln!(io::stderr(), "{}", with_its_name(&words.to_string()));
        }
    }

    /// The same, for those who say something of themselves.
    #[cfg(feature = "discord")]
    pub(crate) fn noting(&self) -> fn(&str) {
        match self.quiet {
            true => |_| {},
            false => |words| {
                let _ = writeln!(io::stderr(), "{}", with_its_name(words));
            },
        }
    }

    /// Says something to those who want to know more.
    pub(crate) fn more(&self, words: impl std::fmt::Display) {
        if self.verbose {
            let _ = writeln!(io::stderr(), "{words}");
        }
    }

    /// May a progress bar be drawn?
    pub(crate) fn shows_progress(&self) -> bool {
        !self.quiet && io::stderr().is_terminal()
    }
}
