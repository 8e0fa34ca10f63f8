//! Sessions that follow one another: a campaign, a space. Which do, their activity says.

use std::io::Write;

use engine::{Chain, Viewer};
use store::{Reader, SessionRow};

use crate::activity;
use crate::exit::Failure;
use crate::names::DEMO;
use crate::saved;

/// Sessions that follow one another, the first first.
pub(crate) struct Campaign {
    /// What it is called.
    pub(crate) name: String,
    /// The sessions.
    pub(crate) rows: Vec<SessionRow>,
}

impl Campaign {
    /// The one that was begun last.
    pub(crate) fn newest(&self) -> Option<&SessionRow> {
        self.rows.last()
    }
}

/// All of a store, the one that was last played first.
pub(crate) fn all(store: &Reader) -> Result<Vec<Campaign>, Failure> {
    let mut all: Vec<Vec<(SessionRow, Chain)>> = Vec::new();
    for row in saved::played(store)?.into_iter().filter(|row| !row.meta.id.as_str().starts_with(DEMO)) {
        let Some(chain) = saved::chain(store, &row.meta.id) else { continue };
        let is_its = |(other, known): &(SessionRow, Chain)| {
            other.meta.machine == row.meta.machine && known.is_called(&chain.name)
        };
        match all.iter_mut().find(|sessions| sessions.iter().any(is_its)) {
            Some(sessions) => sessions.push((row, chain)),
            None => all.push(vec![(row, chain)]),
        }
    }
    Ok(all.into_iter().filter_map(in_order).collect())
}

/// The one of this name that was last played.
pub(crate) fn named(store: &Reader, name: &str) -> Result<Campaign, Failure> {
    let is_it = |campaign: &Campaign| Chain { name: campaign.name.clone(), after: None }.is_called(name);
    all(store)?.into_iter().find(is_it).ok_or_else(|| {
        Failure::failed(
            format!("nothing here is called {:?}", protocol::clean_line(name)),
            "parlor sessions --campaigns lists what goes on from one session to the next",
        )
    })
}

/// From the session that was begun last back to the first: what was begun anew from an earlier one is not among them.
fn in_order(mut sessions: Vec<(SessionRow, Chain)>) -> Option<Campaign> {
    sessions.sort_by_key(|(row, _)| row.meta.created_at);
    let (newest, mut chain) = sessions.pop()?;
    let name = chain.name.clone();
    let mut rows = vec![newest];
    while let Some(after) = chain.after {
        let Some(at) = sessions.iter().position(|(row, _)| row.meta.id == after.session) else { break };
        let (row, earlier) = sessions.remove(at);
        rows.push(row);
        chain = earlier;
    }
    rows.reverse();
    Some(Campaign { name, rows })
}

/// Writes all of it down as one text, as one viewer was told it.
pub(crate) fn book(
    store: &Reader,
    campaign: &Campaign,
    viewer: Viewer,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    for (at, row) in campaign.rows.iter().enumerate() {
        let saved = saved::in_store(store, row.meta.id.as_str())?;
        saved.check_viewer(viewer)?;
        if at > 0 {
            writeln!(out, "\n---\n")?;
        }
        activity::of_saved(&saved)?.write(&saved, viewer, out)?;
    }
    Ok(())
}
