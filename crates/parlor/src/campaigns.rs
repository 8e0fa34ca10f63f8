//! Sessions that follow one another: a campaign, a space. Which do, their activity says.

use std::io::Write;

use engine::{Chain, SessionId, Viewer};
use store::{Reader, SessionRow};

use crate::activity;
use crate::catalog::catalog;
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
    newest(store, usize::MAX)
}

/// Those among so many of the sessions that were last played.
pub(crate) fn newest(store: &Reader, most: usize) -> Result<Vec<Campaign>, Failure> {
    let goes_on = |row: &SessionRow| {
        let rules = catalog().activity(&row.meta.machine);
        rules.is_some_and(|rules| rules.custom().continues) && !row.meta.id.as_str().starts_with(DEMO)
    };
    let mut all: Vec<Vec<(SessionRow, Chain)>> = Vec::new();
    for row in saved::played(store)?.into_iter().filter(goes_on).take(most) {
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

/// A session with all that it goes on from, the first first; and what they are called, if they are called something.
pub(crate) fn before(store: &Reader, id: &SessionId) -> Result<Campaign, Failure> {
    let (mut rows, mut name) = (vec![store.session(id)?], None);
    let mut chain = saved::chain(store, id);
    while let Some(Chain { name: called, after }) = chain {
        name.get_or_insert(called);
        // What was deleted meanwhile is not there, and neither is what came before it.
        let Some(row) = after.and_then(|after| store.session(&after.session).ok()) else { break };
        if rows.iter().any(|known| known.meta.id == row.meta.id) {
            break;
        }
        chain = saved::chain(store, &row.meta.id);
        rows.push(row);
    }
    rows.reverse();
    let title = rows.first().map_or_else(String::new, |row| row.meta.title.clone());
    Ok(Campaign { name: name.filter(|name| !name.is_empty()).unwrap_or(title), rows })
}

/// All of it as texts to read, one for each session, as one viewer was told it.
fn chapters(store: &Reader, campaign: &Campaign, viewer: Viewer) -> Result<Vec<String>, Failure> {
    let chapter = |row: &SessionRow| {
        let saved = saved::in_store(store, row.meta.id.as_str())?;
        saved.check_viewer(viewer)?;
        let mut text = Vec::new();
        activity::of_saved(&saved)?.write(&saved, viewer, &mut text)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    };
    campaign.rows.iter().map(chapter).collect()
}

/// Writes all of it down as one text, as one viewer was told it.
pub(crate) fn book(
    store: &Reader,
    campaign: &Campaign,
    viewer: Viewer,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    Ok(out.write_all(chapters(store, campaign, viewer)?.join("\n---\n\n").as_bytes())?)
}

/// The same as a page.
pub(crate) fn page(
    store: &Reader,
    campaign: &Campaign,
    viewer: Viewer,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let title = protocol::clean_line(&campaign.name);
    Ok(out.write_all(server::book_file(&title, &chapters(store, campaign, viewer)?).as_bytes())?)
}
