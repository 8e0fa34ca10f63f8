//! A figure, its goal, and the table and the file that figures are shown in.

use std::path::PathBuf;
use std::process::ExitCode;

use serde::Serialize;

use crate::place::Place;
use crate::stats::{Spread, readable};

/// What a figure should come to.
#[derive(Clone, Copy)]
pub(crate) enum Goal {
    AtLeast(f64),
    AtMost(f64),
    /// None: it is there to be looked at.
    Information,
}

/// One row.
pub(crate) struct Figure {
    pub(crate) name: String,
    pub(crate) unit: &'static str,
    pub(crate) spread: Spread,
    pub(crate) goal: Goal,
}

impl Figure {
    pub(crate) fn new(name: impl Into<String>, unit: &'static str, spread: Spread, goal: Goal) -> Figure {
        Figure { name: name.into(), unit, spread, goal }
    }

    /// Whether it is as good as it should be; nothing if it only informs.
    pub(crate) fn met(&self) -> Option<bool> {
        match self.goal {
            Goal::AtLeast(least) => Some(self.spread.median >= least),
            Goal::AtMost(most) => Some(self.spread.median <= most),
            Goal::Information => None,
        }
    }
}

/// A peer's own figure, as its measurement was published: quoted, not measured here.
pub(crate) struct Quoted {
    pub(crate) name: &'static str,
    /// Games in a second of work, with players that think nothing.
    pub(crate) games: f64,
}

/// Everything that one run found.
pub(crate) struct Report {
    pub(crate) place: Place,
    pub(crate) figures: Vec<Figure>,
    /// Ours in the unit of [`Quoted::games`].
    pub(crate) games: f64,
    pub(crate) peers: &'static [Quoted],
}

impl Report {
    /// Shows it and keeps it where that is wanted. Whoever is strict about a goal that is missed hears it from the code.
    pub(crate) fn end(&self, keep: &[PathBuf], strict: bool) -> Result<ExitCode, String> {
        println!("{}", self.table());
        for path in keep {
            std::fs::write(path, self.json())
                .map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
        }
        let missed = self.figures.iter().filter(|figure| figure.met() == Some(false)).count();
        let words =
            if missed == 0 { "every goal is met".to_owned() } else { format!("goals MISSED: {missed}") };
        println!("{words}");
        Ok(if strict && missed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    /// For people.
    fn table(&self) -> String {
        let mut rows = vec![["figure", "median", "min .. max", "unit", "goal", ""].map(str::to_owned)];
        for figure in &self.figures {
            let Spread { median, min, max } = figure.spread;
            let goal = match figure.goal {
                Goal::AtLeast(least) => format!("≥ {}", plain(least)),
                Goal::AtMost(most) => format!("≤ {}", plain(most)),
                Goal::Information => String::new(),
            };
            let met = figure.met().map_or("", |met| if met { "met" } else { "MISSED" });
            rows.push([
                figure.name.clone(),
                readable(median),
                format!("{} .. {}", readable(min), readable(max)),
                figure.unit.to_owned(),
                goal,
                met.to_owned(),
            ]);
        }
        let mut out = format!("{}\n\n{}", self.place, aligned(&rows));
        if self.peers.is_empty() {
            return out;
        }
        out.push_str("\nRandom seats beside the peers' published figures (quoted, not measured here)\n");
        let mut rows = vec![["peer", "games/CPU-s", "ours is"].map(str::to_owned)];
        for peer in self.peers {
            rows.push([
                peer.name.to_owned(),
                readable(peer.games),
                format!("{}×", readable(self.games / peer.games)),
            ]);
        }
        out.push_str(&aligned(&rows));
        out
    }

    /// For programs.
    fn json(&self) -> String {
        let row = |figure: &Figure| Row {
            name: figure.name.clone(),
            unit: figure.unit,
            median: figure.spread.median,
            min: figure.spread.min,
            max: figure.spread.max,
            at_least: if let Goal::AtLeast(least) = figure.goal { Some(least) } else { None },
            at_most: if let Goal::AtMost(most) = figure.goal { Some(most) } else { None },
            met: figure.met(),
        };
        let peer = |peer: &Quoted| Peer {
            name: peer.name,
            games_per_cpu_second: peer.games,
            quoted: true,
            ratio: self.games / peer.games,
        };
        let file = File {
            place: &self.place,
            figures: self.figures.iter().map(row).collect(),
            peers: self.peers.iter().map(peer).collect(),
        };
        serde_json::to_string_pretty(&file).map_or_else(|error| error.to_string(), |text| text + "\n")
    }
}

#[derive(Serialize)]
struct File<'a> {
    #[serde(flatten)]
    place: &'a Place,
    figures: Vec<Row>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    peers: Vec<Peer>,
}

#[derive(Serialize)]
struct Row {
    name: String,
    unit: &'static str,
    median: f64,
    min: f64,
    max: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    met: Option<bool>,
}

#[derive(Serialize)]
struct Peer {
    name: &'static str,
    games_per_cpu_second: f64,
    quoted: bool,
    ratio: f64,
}

/// A goal as it was written, without digits that nobody wrote.
fn plain(goal: f64) -> String {
    if goal >= 1_000.0 { readable(goal) } else { goal.to_string() }
}

/// Columns of equal width; numbers to the right, words to the left.
fn aligned<const N: usize>(rows: &[[String; N]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let room = " ".repeat(width(column) - cell.chars().count());
            let number = column > 0 && rows[1][column].starts_with(|first: char| first.is_ascii_digit());
            line.push_str(&if number { format!("{room}{cell}  ") } else { format!("{cell}{room}  ") });
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}
