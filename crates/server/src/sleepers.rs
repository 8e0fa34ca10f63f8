//! How tables stand that sleep, as far as the list of tables says it: read from the store once, and kept until they have
//! another last record.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use engine::{Hash, SeatId, SessionId, Viewer};
use protocol::Scene;
use store::SessionRow;

use crate::limits::SLEEPERS_MAX;
use crate::server::App;
use crate::{page, saved};

/// What the list says of how a table stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stands {
    pub(crate) summary: String,
    /// The seats that people play.
    pub(crate) people: Vec<u8>,
    pub(crate) state: Option<String>,
    pub(crate) phase: Option<String>,
}

impl Stands {
    /// How a game ended is not told to somebody who may want to watch it first.
    fn of(scene: Scene, ended: bool) -> Stands {
        let is_person = |seat: &SeatId| page::is_person(&scene.seats, &scene, *seat);
        let people = (0..scene.seats.len()).map(SeatId::at).filter(|seat| !ended && is_person(seat));
        Stands {
            people: people.map(SeatId::number).collect(),
            summary: if ended { String::new() } else { page::summary(&scene) },
            state: Some(scene.table.state.name().to_owned()),
            phase: Some(scene.phase),
        }
    }
}

/// Those that were read.
#[derive(Debug, Default)]
pub(crate) struct Sleepers(Mutex<BTreeMap<SessionId, (Hash, Stands)>>);

impl Sleepers {
    /// Forgets a table.
    pub(crate) fn forget(&self, id: &SessionId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
    }
}

/// How a table stands now; nothing is said of one that is over and rests.
pub(crate) async fn stands(app: &App, row: &SessionRow) -> Stands {
    let id = &row.meta.id;
    if let Some(table) = app.host.table(id) {
        let scene = table.scene(Viewer::Public).await.ok();
        return scene.map(|scene| Stands::of(scene, row.ended)).unwrap_or_default();
    }
    if row.ended {
        return Stands::default();
    }
    let kept = || app.sleepers.0.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, stands)) = kept().get(id).filter(|(head, _)| *head == row.head) {
        return stands.clone();
    }
    let Ok(Some(scene)) = saved::scene(app, id, Viewer::Public).await else { return Stands::default() };
    let stands = Stands::of(scene, false);
    let mut kept = kept();
    if kept.len() >= SLEEPERS_MAX {
        kept.clear();
    }
    kept.insert(id.clone(), (row.head, stands.clone()));
    stands
}
