//! A table's page, kept up to date: the lines that are new and the parts that have changed, as server-sent events.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::hash::{DefaultHasher, Hasher};

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use engine::{SeatId, Voice};
use futures_util::{StreamExt, stream};
use host::{Subscription, Told};
use protocol::{Chunk, Scene, Update};
use serde_json::{Map, Value, json};

use super::face::Layout;
use super::feed;
use super::stage::{After, Stage};
use crate::answer::Fail;
use crate::api::commands::looked_at;
use crate::api::events::{Listener, check_room, last_event};
use crate::api::photos;
use crate::api::tables::row_seen_by;
use crate::gallery::Heard;
use crate::guard::Visitor;
use crate::limits::KEEP_ALIVE;
use crate::rate::Kind;
use crate::saved;
use crate::says;
use crate::server::App;
use crate::sse;
use crate::wire::Look;

pub(super) struct Live {
    subscription: Subscription,
    stage: Stage,
    /// How things last stood, once that was sent.
    before: Option<Box<Scene>>,
    /// The digest of each part as it was last sent: the parts themselves are what most of a page's memory would be.
    shown: BTreeMap<Cow<'static, str>, u64>,
    /// Where they stood then.
    layout: Layout,
    listener: Listener,
}

/// Something that a page is told.
pub(super) enum News {
    /// What has changed on it, with the number of the last event that is in it.
    Page(Option<u64>, Value),
    /// There will be no more: why.
    Closed(Value),
    /// Nothing, for a while.
    Alive(Bytes),
}

/// The stream of a table that runs. One that rests has no news.
pub(crate) async fn live(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(look): Query<Look>,
    headers: HeaderMap,
) -> Result<Response, Fail> {
    visitor.pay(&app, Kind::Read)?;
    let after = last_event(&headers)?.or(look.after);
    let live = opened(&app, visitor, &id, &Look { after, ..look }).await?;
    let written = |news| {
        Ok::<_, Infallible>(match news {
            News::Page(number, data) => sse::event("page", number, &data.to_string()).into(),
            News::Closed(why) => sse::over(&why),
            News::Alive(bytes) => bytes,
        })
    };
    Ok(sse::answer(stream::unfold(Some(live), next).map(written)))
}

/// The page of a table, for whoever may listen to it.
pub(super) async fn opened(app: &App, visitor: Visitor, id: &str, look: &Look) -> Result<Box<Live>, Fail> {
    let (row, viewer) = row_seen_by(app, &visitor, id, look).await?;
    let id = row.meta.id.clone();
    check_room(app, &visitor, &id)?;
    let Some(table) = looked_at(app, &row).await? else {
        return Err(Fail::busy(says::THIS_TABLE_RESTS_WHOEVER_RUNS_IT));
    };
    let scene = table.scene(viewer).await?;
    let runs = visitor.check_host(&id).is_ok();
    let mut stage = Stage::new(app.catalog, id.clone(), viewer, runs, &scene).ok_or_else(Fail::broken)?;
    stage.looks = photos::can_be_seen(app, &visitor, &id, &scene).await?;
    stage.owns = visitor.check_owner().is_ok();
    stage.after = After::of(app, &id, &scene);
    stage.gallery = Heard::of(app, &visitor, &id, &scene);
    let subscription = table.subscribe(viewer, look.after).await?;
    let mut listener = Listener::new(app, visitor, row, viewer);
    stage.here = Some(listener.attending.here());
    let (shown, layout) = (BTreeMap::new(), Layout::default());
    Ok(Box::new(Live { subscription, stage, before: None, shown, layout, listener }))
}

/// What the page is told next.
pub(super) async fn next(live: Option<Box<Live>>) -> Option<(News, Option<Box<Live>>)> {
    let mut live = live?;
    let Live { subscription, listener, .. } = &mut *live;
    let news = async {
        tokio::select! {
            biased;
            told = subscription.next_told() => Some(told),
            () = listener.attending.changed() => None,
        }
    };
    Some(match sse::or_alive(news, KEEP_ALIVE).await {
        Ok(Some(Ok(told))) if !live.listener.may_hear(told.update()) => {
            (News::Closed(sse::not_yours()), None)
        }
        Ok(Some(Ok(told))) => {
            live.stage.guests = live.listener.app().guests.at(&live.stage.id);
            let undone = live.take_back(told.update()).await;
            (live.changed(told.update(), undone), Some(live))
        }
        Ok(Some(Err(closed))) => (News::Closed(sse::why_over(&closed)), None),
        Ok(None) if !live.listener.may_listen() => (News::Closed(sse::not_yours()), None),
        Ok(None) => (live.came_or_went(), Some(live)),
        Err(alive) => (News::Alive(alive), Some(live)),
    })
}

/// By what two texts are told apart.
fn digest(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(text.as_bytes());
    hasher.finish()
}

impl Live {
    /// The parts that are not as they were last sent, and where all of them stand, if that has changed.
    fn parts(&mut self, scene: &Scene) -> (Option<Layout>, Map<String, Value>) {
        let all = self.stage.parts(scene);
        let layout = Layout::of(&all);
        let moved = (layout != self.layout).then(|| layout.clone());
        // What goes and comes back is sent again.
        self.shown.retain(|id, _| layout.ids.contains(id));
        self.layout = layout;
        let mut parts = Map::new();
        for part in all {
            let digest = digest(part.html.as_str());
            if self.shown.get(&part.id) != Some(&digest) {
                parts.insert(part.id.to_string(), Value::from(part.html.as_str()));
                self.shown.insert(part.id, digest);
            }
        }
        (moved, parts)
    }

    /// What does not hold any more, when something was taken back or brought back: from an event on, these.
    async fn take_back(&mut self, update: &Update) -> Option<(u64, BTreeSet<u64>)> {
        if !update.frames.iter().any(feed::takes_back) {
            return None;
        }
        let (app, Stage { id, viewer, .. }) = (self.listener.app(), &self.stage);
        // What cannot be read just now is struck out when the page is opened again.
        let Told { updates, undone } = saved::told(app, id, *viewer, None).await.ok()?;
        self.stage.undone.clone_from(&undone);
        Some((updates.first()?.frames.first()?.number, undone))
    }

    /// Looks up what stands on the page and not in the log.
    fn looks_beside(&mut self, scene: &Scene) {
        let (app, visitor, id) = (self.listener.app(), self.listener.visitor(), &self.stage.id);
        let (after, gallery) = (After::of(app, id, scene), Heard::of(app, visitor, id, scene));
        (self.stage.after, self.stage.gallery) = (after, gallery);
    }

    /// Something has changed that is not in the log: somebody has come or gone, or the same table was laid again.
    fn came_or_went(&mut self) -> News {
        self.stage.here = Some(self.listener.attending.here());
        let before = self.before.take();
        if let Some(scene) = &before {
            self.looks_beside(scene);
        }
        let (layout, parts) = before.as_deref().map(|scene| self.parts(scene)).unwrap_or_default();
        self.before = before;
        let places = layout.map(|layout| layout.places);
        let data = json!({"feed": "", "undone": null, "places": places, "parts": parts, "now": null, "knocks": false, "chunks": []});
        News::Page(None, data)
    }

    /// What has changed on the page.
    fn changed(&mut self, update: &Update, undone: Option<(u64, BTreeSet<u64>)>) -> News {
        // Before the end only what is not in the log changes it.
        if let Some(scene) = update.scene.as_deref().filter(|scene| scene.outcome.is_some()) {
            self.looks_beside(scene);
        }
        let (layout, parts) = update.scene.as_deref().map(|scene| self.parts(scene)).unwrap_or_default();
        let lines = self.stage.feed(&update.frames, update.scene.as_deref(), self.before.as_deref());
        self.before = update.scene.clone().or(self.before.take());
        let chunk = |chunk: &Chunk| {
            let (kind, who) = match chunk.voice {
                Voice::Host => ("host", None),
                Voice::Seat(seat) => ("said", Some(seat)),
                Voice::Thought(seat) => ("thought", Some(seat)),
                Voice::Aside(seat) => ("aside", Some(seat)),
            };
            let seat = who.map(SeatId::number);
            let who = who.and_then(|seat| self.stage.seats.get(seat.index())).map(|seat| &seat.name);
            json!({"attempt": chunk.attempt, "ask": chunk.ask.0, "text": chunk.words(), "kind": kind, "seat": seat,
                "who": who, "lang": self.stage.lang(chunk.voice), "again": chunk.tries.is_some()})
        };
        let undone = undone.map(|(from, numbers)| json!({"from": from, "numbers": numbers}));
        let data = json!({
            "feed": lines.as_str(),
            "undone": undone,
            "places": layout.map(|layout| layout.places),
            "parts": parts,
            "now": update.now,
            "knocks": update.frames.iter().any(feed::knocks),
            "chunks": update.chunks.iter().map(chunk).collect::<Vec<_>>(),
        });
        let number = update.frames.last().map(|frame| frame.number);
        News::Page(number, data)
    }
}
