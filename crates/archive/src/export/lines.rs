//! The export as lines, one record or one frame each. The log goes by and is not held: however long it is, what is in memory is the
//! state that it folds to.

use std::collections::BTreeSet;
use std::io::Write;

use engine::replay::{Folding, NO_SEED};
use engine::{Catalog, Chance, LogEntry, Rules, SessionId, SessionMeta, Viewer};
use protocol::{Footer, Header, Parent, SCHEMA, frames};
use serde::Serialize;

use crate::saved::{Opened, check_seats, check_viewer, dice_of, rules_of};
use crate::{ArchiveError, Saved};

/// Shows every record of a log, from the first on and in their order.
pub type Each<'a, E> = &'a mut dyn FnMut(&LogEntry) -> Result<(), E>;

/// Writes a session as lines: the whole log, or what one viewer was told. `go_through` goes through its log, and is called twice: it
/// must end with the same record each time. `ended` says whether the activity has ended with that.
pub fn lines<E: From<ArchiveError>>(
    catalog: Catalog,
    (meta, ended): (&SessionMeta, bool),
    viewer: Option<Viewer>,
    out: &mut dyn Write,
    mut go_through: impl FnMut(Each<'_, E>) -> Result<(), E>,
) -> Result<(), E> {
    let rules = rules_of(catalog, meta)?;
    let (mut first, mut rewound_to) = (Vec::new(), BTreeSet::new());
    go_through(&mut |entry| {
        rewound_to.extend(entry.0.rewinds_to());
        if first.len() < 2 {
            first.push(entry.clone());
        }
        Ok(())
    })?;
    let opened = Opened::read(catalog, NO_SEED, &first)?;
    viewer.map_or(Ok(()), |viewer| check_viewer(opened.opening.seats.len(), viewer))?;
    let chance = meta.seed.filter(|_| ended).map(|seed| Chance { seed, salt: opened.opening.salt });
    line(out, &header(meta, rules, &opened, chance, viewer))?;
    let mut folding = Folding::new(catalog, rules, NO_SEED, rewound_to);
    let (mut records, mut head) = (0, None);
    go_through(&mut |entry| {
        let notices = folding.absorb(entry).map_err(ArchiveError::from)?;
        let (record, stored) = entry;
        match viewer {
            None => {
                writeln!(out, "{}", stored.text).map_err(ArchiveError::from)?;
                records += 1;
                head = Some(stored.hash);
            }
            Some(viewer) => {
                let mut told = frames::of_record(folding.session(), record, &notices, viewer);
                records = frames::number(&mut told, records);
                told.iter().try_for_each(|frame| line(out, frame))?;
            }
        }
        Ok(())
    })?;
    check_seats(folding.session(), &opened.opening)?;
    let result = folding.session().activity.outcome();
    Ok(line(out, &Footer { result, records, head })?)
}

/// Refuses a viewer that a session does not have, by the first two records of its log.
pub fn check_viewer_of(catalog: Catalog, first: &[LogEntry], viewer: Viewer) -> Result<(), ArchiveError> {
    check_viewer(Opened::read(catalog, NO_SEED, first)?.opening.seats.len(), viewer)
}

/// Line 1 of what one viewer was told of a session.
pub(super) fn header_of(saved: &Saved, viewer: Viewer) -> Header {
    let opened = Opened { opening: saved.opening.clone(), seed_hash: saved.seed_hash };
    header(&saved.meta, saved.session.rules, &opened, saved.chance(), Some(viewer))
}

fn header(
    meta: &SessionMeta,
    rules: &dyn Rules,
    opened: &Opened,
    chance: Option<Chance>,
    viewer: Option<Viewer>,
) -> Header {
    let parent = |(session, at): &(SessionId, u64)| Parent { session: session.to_string(), at: *at };
    Header {
        schema: SCHEMA.to_owned(),
        session: meta.id.to_string(),
        title: meta.title.clone(),
        machine: meta.machine.clone(),
        rules: rules.rules(),
        dice: dice_of(opened.opening.salt).to_owned(),
        seats: opened.opening.seats.clone(),
        seed_hash: opened.seed_hash,
        seed: chance.map(|chance| chance.seed.0),
        salt: chance.and_then(|chance| chance.salt),
        // It counts records, and a viewer's export must not.
        parent: meta.parent.as_ref().filter(|_| viewer.is_none()).map(parent),
        created_at: meta.created_at,
        viewer,
    }
}

fn line(out: &mut dyn Write, value: &impl Serialize) -> Result<(), ArchiveError> {
    let text = serde_json::to_string(value)
        .map_err(|error| ArchiveError::bug(format!("a line could not be written as JSON: {error}")))?;
    Ok(writeln!(out, "{text}")?)
}

#[cfg(test)]
mod tests {
    use engine::SeatId;
    use protocol::Frame;

    use super::*;
    use crate::export::story::tests::evening;

    /// The lines of a session.
    fn written(saved: &Saved, viewer: Option<Viewer>) -> Vec<String> {
        let mut out = Vec::new();
        let go_through = |each: Each<'_, ArchiveError>| saved.log.iter().try_for_each(each);
        let about = (&saved.meta, saved.ended());
        lines(saved.catalog, about, viewer, &mut out, go_through).expect("it is written");
        String::from_utf8(out).expect("text").lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_whole_log_is_its_stored_lines_and_what_a_viewer_was_told_is_what_the_log_folds_to() {
        let saved = evening();
        assert!(
            saved.log.iter().any(|(record, _)| record.rewinds_to().is_some()),
            "some of it was taken back"
        );
        let whole = written(&saved, None);
        let stored: Vec<&str> = saved.log.iter().map(|(_, line)| line.text.as_str()).collect();
        assert_eq!(whole[1..=stored.len()], stored);
        let footer: Footer = serde_json::from_str(&whole[stored.len() + 1]).expect("a footer");
        assert_eq!((footer.records, footer.head), (stored.len() as u64, Some(saved.session.head)));
        for viewer in [Viewer::Public, Viewer::Seat(SeatId::at(0)), Viewer::Host] {
            let told = written(&saved, Some(viewer));
            let frames = frames::of_log(saved.catalog, &saved.log, viewer).expect("frames");
            let frames: Vec<String> =
                frames.iter().map(|frame: &Frame| serde_json::to_string(frame).expect("JSON")).collect();
            assert_eq!(told[1..told.len() - 1], frames, "{viewer}");
        }
        let nobody = Viewer::Seat(SeatId::at(7));
        assert!(check_viewer_of(saved.catalog, &saved.log[..2], nobody).is_err());
        assert!(check_viewer_of(saved.catalog, &saved.log[..2], Viewer::Host).is_ok());
    }
}
