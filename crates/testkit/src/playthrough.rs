//! Playthroughs: a whole session as a readable transcript, with what each seat saw and was asked.

use std::fmt::Write;

use engine::{Actor, Viewer, Voice};

use crate::fixture::Fixture;

/// Plays a session out and writes it down, record by record: who did what, who was told what, and in which phase.
pub fn playthrough(fixture: &Fixture, seed: u64) -> String {
    let mut sitting = fixture.open(seed);
    while sitting.step() {}
    let mut text = String::new();
    let mut write = |line: std::fmt::Arguments<'_>| {
        let _ = writeln!(text, "{line}");
    };
    write(format_args!("# A playthrough of {}, seed {seed}", fixture.activity));
    write(format_args!(""));
    write(format_args!(
        "Written by `cargo xtask playthroughs --write`, and compared by a test. Every line under a"
    ));
    write(format_args!(
        "record is an event: its audience in brackets, its name, and its words for those who were told."
    ));
    let mut activity = fixture.rules().blank();
    let mut table = fixture.catalog.table.blank();
    let mut phase = "";
    for (record, _) in &sitting.log {
        let play = if record.machine == fixture.activity { &mut activity } else { &mut table };
        if let Err(why) = play.fold(record.version, &record.events) {
            panic!("record {} does not fold: {why}", record.number);
        }
        if record.machine == fixture.activity && play.phase() != phase {
            phase = play.phase();
            write(format_args!(""));
            write(format_args!("## {phase}"));
        }
        write(format_args!(""));
        let by = match record.by {
            Actor::Seat(seat) => fixture.seats[seat.index()].name.clone(),
            Actor::Host | Actor::Clock => record.by.to_string(),
        };
        write(format_args!(
            "**{}** {} of {}: `{}`",
            record.number,
            by,
            record.machine,
            brief(record.command.get())
        ));
        write(format_args!(""));
        for told in &record.events {
            let name = serde_json::from_str::<serde_json::Value>(told.json.get())
                .ok()
                .and_then(|event| event["type"].as_str().map(str::to_owned))
                .unwrap_or_default();
            let words = match play.telling(record.version, &told.json) {
                Some(telling) => match telling.voice {
                    Voice::Seat(seat) | Voice::Thought(seat) | Voice::Aside(seat) => {
                        format!(" {}: “{}”", fixture.seats[seat.index()].name, telling.text)
                    }
                    Voice::Host => format!(" {}", telling.text),
                },
                None => String::new(),
            };
            write(format_args!("- [{}] {name}{words}", told.audience));
        }
    }
    write(format_args!(""));
    write(format_args!("## What each seat knew at the end of the first night"));
    write(format_args!(""));
    let first = first_phase_end(fixture, seed);
    for (index, seat) in fixture.seats.iter().enumerate() {
        let view = first.view(Viewer::Seat(engine::SeatId::at(index)));
        write(format_args!("- {}: `{}`", seat.name, view["own"]));
    }
    text
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
