//! Playthroughs: a session as a readable transcript, with what each seat saw and was asked.

use std::fmt::Write;
use std::ops::Range;

use engine::{Actor, LogEntry, Viewer, Voice};

use crate::fixture::Fixture;

/// How to read it, and how it came to be.
const ABOUT: &str = "\
Written by `cargo xtask playthroughs --write`, and compared by a test. Every line under a
record is an event: its audience in brackets, its name, and its words for those who were told.
";

/// Plays a session out and writes it down, record by record: who did what, who was told what, and in which phase.
pub fn playthrough(fixture: &Fixture, seed: u64) -> String {
    let log = fixture.play_out(seed).log;
    let mut text = format!("# A playthrough of {}, seed {seed}\n\n{ABOUT}", fixture.activity);
    write_records(fixture, &log, 0..log.len(), &mut text);
    let first = first_phase_end(fixture, seed);
    let views = fixture.seats.iter().enumerate().map(|(index, seat)| {
        let view = first.view(Viewer::Seat(engine::SeatId::at(index)));
        (seat, view["own"].clone())
    });
    let views: Vec<_> = views.filter(|(_, own)| !own.is_null()).collect();
    if !views.is_empty() {
        let _ = writeln!(text, "\n## What each seat knew at the end of the first night\n");
        for (seat, own) in views {
            let _ = writeln!(text, "- {}: `{own}`", seat.name);
        }
    }
    text
}

/// The first stay in a phase, over seeds from 0 on: from the record that enters it to the one that leaves it.
///
/// # Panics
/// If no session of a thousand comes to it.
pub fn excerpt(fixture: &Fixture, phase: &str) -> String {
    for seed in 0..1_000 {
        let log = fixture.play_out(seed).log;
        if let Some(stay) = stay(fixture, &log, phase) {
            let mut text = format!("# {phase} of {}, seed {seed}\n\n{ABOUT}", fixture.activity);
            write_records(fixture, &log, stay, &mut text);
            return text;
        }
    }
    panic!("no session of {} comes to {phase}", fixture.activity);
}

/// The records of the first stay in a phase.
fn stay(fixture: &Fixture, log: &[LogEntry], phase: &str) -> Option<Range<usize>> {
    let mut play = fixture.rules().blank();
    let mut entered = None;
    for (at, (record, _)) in log.iter().enumerate().filter(|(_, entry)| entry.0.machine == fixture.activity) {
        let mut passed = false;
        for told in &record.events {
            if let Err(why) = play.fold(record.version, std::slice::from_ref(told)) {
                panic!("record {} does not fold: {why}", record.number);
            }
            passed |= play.phase() == phase;
        }
        match entered {
            None if passed => entered = Some(at),
            Some(from) if play.phase() != phase => return Some(from..at + 1),
            _ => {}
        }
    }
    entered.map(|from| from..log.len())
}

/// Writes some records of a log down, under the phase that each leads to.
fn write_records(fixture: &Fixture, log: &[LogEntry], which: Range<usize>, text: &mut String) {
    let mut activity = fixture.rules().blank();
    let mut table = fixture.catalog.table.blank();
    let mut phase = "";
    for (at, (record, _)) in log.iter().enumerate() {
        let play = if record.machine == fixture.activity { &mut activity } else { &mut table };
        let notices = match play.fold_noting(record.version, &record.events) {
            Ok(notices) => notices,
            Err(why) => panic!("record {} does not fold: {why}", record.number),
        };
        if !which.contains(&at) {
            continue;
        }
        if record.machine == fixture.activity && play.phase() != phase {
            phase = play.phase();
            let _ = writeln!(text, "\n## {phase}");
        }
        let by = match record.by {
            Actor::Seat(seat) => fixture.seats[seat.index()].name.clone(),
            Actor::Host | Actor::Clock => record.by.to_string(),
        };
        let (number, machine, command) = (record.number, &record.machine, brief(record.command.get()));
        let _ = writeln!(text, "\n**{number}** {by} of {machine}: `{command}`\n");
        for (told, notice) in record.events.iter().zip(notices) {
            let name = serde_json::from_str::<serde_json::Value>(told.json.get())
                .ok()
                .and_then(|event| event["type"].as_str().map(str::to_owned))
                .unwrap_or_default();
            let words = match notice.telling {
                Some(telling) => match telling.voice {
                    Voice::Seat(seat) | Voice::Thought(seat) | Voice::Aside(seat) => {
                        format!(" {}: “{}”", fixture.seats[seat.index()].name, telling.text)
                    }
                    Voice::Host => format!(" {}", telling.text),
                },
                None => String::new(),
            };
            let _ = writeln!(text, "- [{}] {name}{words}", told.audience);
        }
    }
}

/// The activity just before it leaves the phase that it began in.
fn first_phase_end(fixture: &Fixture, seed: u64) -> Box<dyn engine::Play> {
    let mut sitting = fixture.open(seed);
    let began = sitting.session.activity.phase();
    let mut last = sitting.session.activity.copy();
    while sitting.session.activity.phase() == began && sitting.step() {
        if sitting.session.activity.phase() == began {
            last = sitting.session.activity.copy();
        }
    }
    last
}

/// A command in one line, cut at a readable length.
fn brief(command: &str) -> String {
    const CHARS: usize = 120;
    if command.chars().count() <= CHARS {
        command.to_owned()
    } else {
        format!("{}…", command.chars().take(CHARS).collect::<String>())
    }
}
