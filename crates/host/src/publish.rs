//! The listeners of a session: each is told what its viewer may know, in its own numbers, through a queue of its own.
//!
//! A listener for whom a record changes nothing hears nothing: even an empty update would say that something happened.
//! One whose queue is full is dropped; it comes back with the last number that it has and misses nothing.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use engine::{AskId, Notice, OpenAsk, Record, Session, TableTime, Viewer};
use protocol::{Chunk, Clock, Frame, Scene, Update, frames};
use tokio::sync::{mpsc, watch};

use crate::input::Missed;
use crate::limits::{SUBSCRIBER_QUEUE_MAX, SUBSCRIBERS_MAX};
use crate::stream::Words;
use crate::table::SessionState;
use crate::write::Unreadable;
use crate::{Closed, Refused};

/// What a face listens to. The first update has everything since the number that was asked for, and the scene.
#[derive(Debug)]
pub struct Subscription {
    viewer: Viewer,
    updates: mpsc::Receiver<Arc<Published>>,
    closed: Arc<OnceLock<Closed>>,
    standing: watch::Receiver<SessionState>,
}

/// An update as it goes to everybody who looks through the same eyes: made once, and written down once.
#[derive(Debug)]
pub struct Published {
    update: Update,
    written: OnceLock<Arc<[u8]>>,
}

impl Published {
    fn new(update: Update) -> Arc<Published> {
        Arc::new(Published { update, written: OnceLock::new() })
    }

    /// The update.
    pub fn update(&self) -> &Update {
        &self.update
    }

    /// The update as a face writes it. Whoever comes first writes; a face that writes in several ways writes itself.
    pub fn written(&self, write: impl FnOnce(&Update) -> Vec<u8>) -> Arc<[u8]> {
        Arc::clone(self.written.get_or_init(|| write(&self.update).into()))
    }
}

impl Subscription {
    /// The next update, or why there will be none.
    ///
    /// Can be cancelled (`select!`) without losing an update.
    pub async fn next(&mut self) -> Result<Update, Closed> {
        self.next_told().await.map(owned)
    }

    /// The same, shared with everybody who looks through the same eyes.
    pub async fn next_told(&mut self) -> Result<Arc<Published>, Closed> {
        if let Some(update) = self.updates.recv().await {
            return Ok(update);
        }
        if let Some(closed) = self.closed.get() {
            return Err(closed.clone());
        }
        // The session let go of everybody: it is over, or will be as soon as its task is cleared away.
        match self.standing.wait_for(|standing| standing.over.is_some()).await {
            Ok(standing) => Err(standing.over.clone().unwrap_or(Closed::Stopped)),
            Err(_) => Err(Closed::Stopped),
        }
    }

    /// An update that is here already, if there is one.
    pub fn try_next(&mut self) -> Option<Update> {
        self.updates.try_recv().ok().map(owned)
    }

    /// Through whose eyes.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }
}

fn owned(told: Arc<Published>) -> Update {
    Arc::try_unwrap(told).map_or_else(|told| told.update.clone(), |told| told.update)
}

/// What is told of a record, by the eyes that see it: what happened, and how things stand then.
pub(crate) type Seen = BTreeMap<Viewer, (Vec<Frame>, Arc<Scene>)>;

/// Everybody who listens to one session.
pub(crate) struct Listeners {
    all: Vec<Listener>,
    next_id: u64,
    /// How things stood after the last record, by the eyes that looked.
    stood: BTreeMap<Viewer, Arc<Scene>>,
    standing: watch::Receiver<SessionState>,
}

struct Listener {
    id: u64,
    viewer: Viewer,
    updates: mpsc::Sender<Arc<Published>>,
    closed: Arc<OnceLock<Closed>>,
    place: Place,
}

/// How far a listener is.
enum Place {
    /// What it missed is being read from the log; what happens meanwhile waits here.
    Reading { after: Option<u64>, waiting: Vec<Frame> },
    /// It is told things as they happen.
    Live { next: u64, scene: Arc<Scene> },
}

impl Listeners {
    pub(crate) fn new(standing: watch::Receiver<SessionState>) -> Listeners {
        Listeners { all: Vec::new(), next_id: 0, stood: BTreeMap::new(), standing }
    }

    /// Takes somebody in, who has to be told the log so far by [`caught_up`](Listeners::caught_up).
    pub(crate) fn add(&mut self, viewer: Viewer, after: Option<u64>) -> Result<(u64, Subscription), Refused> {
        self.all.retain(|listener| !listener.updates.is_closed());
        if self.all.len() >= SUBSCRIBERS_MAX {
            return Err(Refused::Full { limit: SUBSCRIBERS_MAX });
        }
        let (sender, updates) = mpsc::channel(SUBSCRIBER_QUEUE_MAX);
        let closed = Arc::new(OnceLock::new());
        let id = self.next_id;
        self.next_id += 1;
        let place = Place::Reading { after, waiting: Vec::new() };
        self.all.push(Listener { id, viewer, updates: sender, closed: Arc::clone(&closed), place });
        Ok((id, Subscription { viewer, updates, closed, standing: self.standing.clone() }))
    }

    /// Sends the first update: what is in the log after the number asked for, what happened while it was read, and
    /// how things stand.
    pub(crate) fn caught_up(
        &mut self,
        id: u64,
        missed: Result<Missed, Unreadable>,
        session: &Session,
        asks: &[OpenAsk],
        now: TableTime,
    ) {
        let Some(index) = self.all.iter().position(|listener| listener.id == id) else { return };
        let listener = &mut self.all[index];
        let Place::Reading { after, waiting } = &mut listener.place else { return };
        let first = match missed {
            Err(unreadable) => Err(Closed::Storage { why: unreadable.why() }),
            Ok(Missed { told, .. }) if after.is_some_and(|after| after >= told) => {
                Err(Closed::Ahead { after: after.unwrap_or_default(), have: told })
            }
            Ok(missed) => Ok((missed, std::mem::take(waiting))),
        };
        match first {
            Err(closed) => {
                // Set before the sender is dropped, so that the listener finds the reason.
                let _ = listener.closed.set(closed);
                self.all.swap_remove(index);
            }
            Ok((Missed { mut frames, told }, mut waiting)) => {
                let next = frames::number(&mut waiting, told);
                frames.append(&mut waiting);
                let scene = Arc::new(frames::scene(session, listener.viewer, asks));
                let update =
                    Update { frames, scene: Some(Box::new(Scene::clone(&scene))), chunks: Vec::new(), now };
                listener.place = Place::Live { next, scene };
                if !listener.send(Published::new(update)) {
                    self.all.swap_remove(index);
                }
            }
        }
    }

    /// What everybody who listens may know of a record that the session has just taken in.
    pub(crate) fn prepare(&mut self, session: &Session, record: &Record, notices: &[Notice]) -> Seen {
        let mut seen = Seen::new();
        let asks = OnceCell::new();
        let of_table = record.machine != session.rules.name();
        let stood = std::mem::take(&mut self.stood);
        let stands = |viewer: Viewer| match stood.get(&viewer) {
            // A record of the table leaves the activity as it is, and that is the most of what there is to see.
            Some(before) if of_table => with_table(session, viewer, before),
            _ => Arc::new(frames::scene(session, viewer, asks.get_or_init(|| session.activity.asks()))),
        };
        // Many may look through the same eyes: each view is made once.
        for viewer in self.all.iter().map(|listener| listener.viewer) {
            seen.entry(viewer)
                .or_insert_with(|| (frames::of_record(session, record, notices, viewer), stands(viewer)));
        }
        self.stood = seen.iter().map(|(viewer, (_, scene))| (*viewer, Arc::clone(scene))).collect();
        seen
    }

    /// Tells everybody what they may know.
    pub(crate) fn publish(&mut self, seen: Seen, now: TableTime) {
        let mut made = Vec::new();
        self.all.retain_mut(|listener| match seen.get(&listener.viewer) {
            Some((frames, scene)) => listener.tell(frames, scene, now, &mut made),
            None => true,
        });
    }

    /// Tells everybody who may hear it what is being said just now. It is on no disk and comes back to nobody: one who
    /// is behind, or still reading, is told the whole when it has been said.
    pub(crate) fn stream(&mut self, ask: AskId, attempt: u32, words: Words, now: TableTime) {
        let audience = words.voice.audience();
        let chunk = Chunk { ask, attempt, voice: words.voice, text: words.text, tries: words.tries };
        let mut told = None;
        for listener in self.all.iter().filter(|listener| listener.viewer.sees(audience)) {
            let keeps_up = listener.updates.capacity() > SUBSCRIBER_QUEUE_MAX / 2;
            if keeps_up && matches!(listener.place, Place::Live { .. }) {
                let told = told.get_or_insert_with(|| {
                    Published::new(Update {
                        frames: Vec::new(),
                        scene: None,
                        chunks: vec![chunk.clone()],
                        now,
                    })
                });
                let _ = listener.updates.try_send(Arc::clone(told));
            }
        }
    }
}

/// What a listener was sent of a record: any other who looks through the same eyes and is as far is sent the same.
struct Made {
    viewer: Viewer,
    next: u64,
    before: Arc<Scene>,
    told: Option<Arc<Published>>,
}

/// How things stand after a record of the table: what the table is, and all else as before.
fn with_table(session: &Session, viewer: Viewer, before: &Arc<Scene>) -> Arc<Scene> {
    let (table, running) = (frames::table_for(session, viewer), session.table.live());
    if before.table == table && before.clock.running == running {
        return Arc::clone(before);
    }
    let clock = Clock { running, ..before.clock };
    Arc::new(Scene { table, clock, ..Scene::clone(before) })
}

/// What is new to somebody who has been told so many events and how things stood before; nothing, if nothing is.
fn news(
    told: &[Frame],
    before: &Arc<Scene>,
    now_stands: &Arc<Scene>,
    next: u64,
    now: TableTime,
) -> Option<Arc<Published>> {
    let changed = !Arc::ptr_eq(before, now_stands) && before != now_stands;
    if told.is_empty() && !changed {
        return None;
    }
    let mut frames = told.to_vec();
    frames::number(&mut frames, next);
    let scene = changed.then(|| Box::new(Scene::clone(now_stands)));
    Some(Published::new(Update { frames, scene, chunks: Vec::new(), now }))
}

impl Listener {
    /// Tells it what is new; `false` if it is to be let go.
    fn tell(
        &mut self,
        told: &[Frame],
        now_stands: &Arc<Scene>,
        now: TableTime,
        made: &mut Vec<Made>,
    ) -> bool {
        match &mut self.place {
            Place::Reading { waiting, .. } => {
                waiting.extend_from_slice(told);
                waiting.len() <= SUBSCRIBER_QUEUE_MAX || self.too_slow()
            }
            Place::Live { next, scene } => {
                let viewer = self.viewer;
                let is_same =
                    |it: &&Made| it.viewer == viewer && it.next == *next && Arc::ptr_eq(&it.before, scene);
                let update = match made.iter().find(is_same) {
                    Some(it) => it.told.clone(),
                    None => {
                        let told = news(told, scene, now_stands, *next, now);
                        made.push(Made {
                            viewer,
                            next: *next,
                            before: Arc::clone(scene),
                            told: told.clone(),
                        });
                        told
                    }
                };
                *next += told.len() as u64;
                *scene = Arc::clone(now_stands);
                update.map_or(!self.updates.is_closed(), |update| self.send(update))
            }
        }
    }

    fn send(&self, update: Arc<Published>) -> bool {
        match self.updates.try_send(update) {
            Ok(()) => true,
            Err(mpsc::error::TrySendError::Closed(_)) => false,
            Err(mpsc::error::TrySendError::Full(_)) => self.too_slow(),
        }
    }

    fn too_slow(&self) -> bool {
        let _ = self.closed.set(Closed::Slow);
        false
    }
}
