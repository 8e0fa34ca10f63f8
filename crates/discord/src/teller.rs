//! Tells a table to its channel: one task a table, which says what happened, once and in order, and keeps its card, its
//! question and what is being said just now up to date. Of those the latest text wins, at most once in a while.

use std::sync::Arc;
use std::time::Duration;

use engine::{AskId, Seat, TableTime, Viewer, Voice};
use host::{Closed, Subscription, Table};
use protocol::{Chunk, Frame, Scene, Update};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, sleep_until};

use crate::api::{Failed, number};
use crate::asked::Press;
use crate::bot::{Inner, Live, now_utc};
use crate::card;
use crate::face::{self, Open, Prompt};
use crate::parts::{Look, button, cut, row};
use crate::place::Place;
use crate::text::{escape, split};

/// A message that is older than this is not edited any more: Discord hardly lets one.
const EDITED_FOR_MS: i64 = 50 * 60 * 1_000;

/// How many characters tell what is being said from anything else.
const BEGINNING: usize = 24;

/// How long somebody is shown as writing after one request.
const TYPING: Duration = Duration::from_secs(8);

/// The longest wait before something is said again.
const AGAIN_MAX: Duration = Duration::from_secs(60);

/// What is being said just now.
struct Draft {
    ask: AskId,
    attempt: u32,
    said: Said,
    /// Its message, and what stands there.
    message: Option<u64>,
    shown: String,
}

/// One table's teller.
pub(crate) struct Teller {
    bot: Arc<Inner>,
    live: Arc<Live>,
    table: Table,
    key: u32,
    seats: Vec<Seat>,
    scene: Option<Scene>,
    /// Table time, and when it was that.
    now: (TableTime, Instant),
    draft: Option<Draft>,
    card: Value,
    prompt: Value,
    prompt_at: i64,
    /// The suggestion that a button stands for, and its message.
    suggestion: Option<(u32, u64)>,
    /// What was said after the last message that was noted, if what was said last is not known for sure.
    unsure: Option<Vec<Value>>,
    due: Option<Instant>,
    shown_at: Option<Instant>,
    typing_until: Option<Instant>,
}

impl Teller {
    pub(crate) fn new(bot: Arc<Inner>, live: Arc<Live>, table: Table, key: u32) -> Teller {
        Teller {
            bot,
            live,
            table,
            key,
            seats: Vec::new(),
            scene: None,
            now: (TableTime(0), Instant::now()),
            draft: None,
            card: Value::Null,
            prompt: Value::Null,
            prompt_at: 0,
            suggestion: None,
            unsure: None,
            due: None,
            shown_at: None,
            typing_until: None,
        }
    }

    /// Tells until the session does not run any more, or the place is gone.
    pub(crate) async fn run(mut self) {
        self.pick_up().await;
        while let Some(place) = self.place() {
            let Ok(mut told) = self.table.subscribe(Viewer::Public, place.told).await else { return };
            match self.tell(&mut told).await {
                // Discord was slower than the table: go on from the last thing that was told.
                Closed::Slow => {}
                _ => return,
            }
        }
    }

    /// Somebody told here before, and may have said more than was noted.
    async fn pick_up(&mut self) {
        let Some(place) = self.place() else { return };
        if place.told.is_some() || place.prompt.is_some() || place.draft.is_some() {
            self.unsure = Some(self.said_since(&place).await);
        }
        if let Some(draft) = place.draft {
            // What it was about is said anew, or has been taken back.
            let _ = self.bot.api.delete(place.talk, draft).await;
            self.note(|place| place.draft = None);
        }
    }

    async fn tell(&mut self, told: &mut Subscription) -> Closed {
        loop {
            let due = self.due;
            tokio::select! {
                update = told.next() => match update {
                    Ok(update) => self.take(update).await,
                    Err(closed) => return closed,
                },
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => self.show().await,
                () = self.live.changed.notified() => self.soon(),
            }
        }
    }

    async fn take(&mut self, update: Update) {
        self.now = (update.now, Instant::now());
        if let Some(scene) = update.scene {
            self.seats = Vec::deserialize(&scene.view["seats"]).unwrap_or_default();
            self.scene = Some(*scene);
            self.soon();
        }
        for chunk in update.chunks {
            self.hear(chunk).await;
        }
        let mut frames = update.frames;
        self.leave_to_question(&mut frames).await;
        for said in grouped(frames) {
            self.say(said).await;
        }
    }

    /// What stands in the question of somebody who is asked here is not said besides.
    async fn leave_to_question(&self, frames: &mut [Frame]) {
        let Some(scene) = &self.scene else { return };
        let asked_by = face::of(scene).asked_by();
        let is_asked = |frame: &Frame| {
            let kind = Kind::deserialize(&mut serde_json::Deserializer::from_str(frame.event.get()));
            frame.machine == scene.machine && kind.is_ok_and(|it| asked_by.contains(&it.kind.as_str()))
        };
        let Some(frame) = frames.iter_mut().rfind(|frame| is_asked(frame)) else { return };
        let Some(place) = self.place() else { return };
        if self.open(&place).await.iter().any(|open| !open.ask.answered) {
            frame.telling = None;
        }
    }

    /// Words while they are being said: a narrator's are shown, and of anybody else that they write.
    async fn hear(&mut self, chunk: Chunk) {
        let narrator = self.scene.as_ref().and_then(|scene| face::of(scene).narrator(scene));
        let is_shown = match chunk.voice {
            Voice::Host => true,
            Voice::Seat(seat) => narrator == Some(seat),
            Voice::Thought(_) | Voice::Aside(_) => return,
        };
        if is_shown && chunk.tries.is_none() {
            let is_same = |draft: &&mut Draft| draft.ask == chunk.ask && draft.attempt == chunk.attempt;
            match self.draft.as_mut().filter(is_same) {
                Some(draft) => draft.said.text.push_str(&chunk.text),
                None => {
                    let message = self.draft.take().and_then(|draft| draft.message);
                    let said = Said { number: 0, voice: chunk.voice, text: chunk.text };
                    let (ask, attempt) = (chunk.ask, chunk.attempt);
                    self.draft = Some(Draft { ask, attempt, said, message, shown: String::new() });
                }
            }
            self.soon();
        } else if self.typing_until.is_none_or(|until| until <= Instant::now()) {
            self.typing_until = Some(Instant::now() + TYPING);
            if let Some(place) = self.place() {
                let _ = self.bot.api.typing(place.talk).await;
            }
        }
    }

    /// Says something, unless it stands there already in the words of whoever typed it.
    async fn say(&mut self, said: Said) {
        let is_typed = match said.voice {
            Voice::Seat(seat) | Voice::Aside(seat) => self.live.was_typed(seat, &said.text),
            Voice::Host | Voice::Thought(_) => false,
        };
        if !is_typed && !said.text.trim().is_empty() {
            let text = self.words(&said);
            let parts = split(&text, "the rest is in the browser and in the export");
            let mut parts = parts.into_iter();
            if let Some(message) = self.finished_draft(&said).await
                && let Some(first) = parts.next()
            {
                self.edit(message, &json!({"content": first})).await;
                self.note(|place| place.draft = None);
            }
            for part in parts {
                self.post(&json!({"content": part}), None).await;
            }
        }
        self.note(|place| place.told = Some(said.number));
    }

    fn words(&self, said: &Said) -> String {
        let name = |seat: engine::SeatId| {
            self.seats.get(seat.index()).map_or_else(|| format!("Seat {seat}"), |it| escape(&it.name))
        };
        match said.voice {
            Voice::Host => escape(&said.text),
            Voice::Seat(seat) | Voice::Thought(seat) => format!("**{}:** {}", name(seat), escape(&said.text)),
            Voice::Aside(seat) => format!("*{}, aside:* {}", name(seat), escape(&said.text)),
        }
    }

    /// The message in which this was being said, if it was. One in which the same voice was saying something else is
    /// removed.
    async fn finished_draft(&mut self, said: &Said) -> Option<u64> {
        let draft = self.draft.take_if(|draft| draft.said.voice == said.voice)?;
        let message = draft.message?;
        let beginning: String = draft.said.text.trim().chars().take(BEGINNING).collect();
        if said.text.contains(&beginning) {
            return Some(message);
        }
        if let Some(place) = self.place() {
            let _ = self.bot.api.delete(place.talk, message).await;
        }
        self.note(|place| place.draft = None);
        None
    }

    /// Posts something once, however often it takes: what may have been posted is looked for before it is tried again.
    async fn post(&mut self, body: &Value, picture: Option<&crate::api::Picture>) -> Option<u64> {
        let mut wait = Duration::from_secs(1);
        loop {
            let place = self.place()?;
            if let Some(message) = self.stands_there(body) {
                self.note(|place| place.last = place.last.max(message));
                return Some(message);
            }
            match self.bot.api.say(place.talk, body, picture).await {
                Ok(message) => {
                    self.note(|place| place.last = place.last.max(message));
                    return Some(message);
                }
                Err(Failed::Unsure(_)) => {
                    sleep(wait).await;
                    wait = (wait * 2).min(AGAIN_MAX);
                    self.unsure = Some(self.said_since(&place).await);
                }
                Err(why) => {
                    self.bot.note(format!("table {}: something was not said: {why}", self.key));
                    return None;
                }
            }
        }
    }

    /// What was said since the last message that was noted. It is asked for until there is an answer.
    async fn said_since(&self, place: &Place) -> Vec<Value> {
        let mut wait = Duration::from_secs(1);
        loop {
            match self.bot.api.said_after(place.talk, place.last).await {
                Err(Failed::Unsure(_)) => {
                    sleep(wait).await;
                    wait = (wait * 2).min(AGAIN_MAX);
                }
                said => return said.unwrap_or_default(),
            }
        }
    }

    /// The message of these words among those of which it is not known for sure. Each counts once.
    fn stands_there(&mut self, body: &Value) -> Option<u64> {
        let me = self.bot.api.me;
        let said = self.unsure.as_mut()?;
        let is_it = |it: &Value| number(&it["author"]["id"]) == me && it["content"] == body["content"];
        let at = said.iter().position(is_it)?;
        Some(number(&said.remove(at)["id"]))
    }

    async fn edit(&self, message: u64, body: &Value) {
        if let Some(place) = self.place()
            && let Err(why) = self.bot.api.edit(place.talk, message, body, None).await
        {
            self.bot.note(format!("table {}: a message was not changed: {why}", self.key));
        }
    }

    /// Shows how things stand as soon as it may.
    fn soon(&mut self) {
        let now = Instant::now();
        let next = self.shown_at.map_or(now, |at| (at + self.bot.edit_every).max(now));
        self.due = Some(self.due.map_or(next, |due| due.min(next)));
    }

    /// Brings the card, the question and what is being said up to date.
    async fn show(&mut self) {
        self.due = None;
        self.shown_at = Some(Instant::now());
        let (Some(place), Some(scene)) = (self.place(), self.scene.clone()) else { return };
        let closes = self.closes(&scene);
        self.show_draft(&place).await;
        self.show_suggestion(&place, &scene).await;
        let open = self.open(&place).await;
        let live = scene.table.state.is_narrative_active() && scene.outcome.is_none();
        let prompt = if live { face::of(&scene).prompt(&place, &scene, &open, closes) } else { None };
        self.show_prompt(&place, prompt).await;
        self.show_card(&place, &scene, closes).await;
        self.shown_at = Some(Instant::now());
    }

    /// When the phase closes: seconds of UTC since 1970.
    fn closes(&self, scene: &Scene) -> Option<i64> {
        let closes = scene.clock.closes.filter(|_| scene.clock.running)?;
        let left = closes.0.saturating_sub(self.now.0.0);
        let since = i64::try_from(self.now.1.elapsed().as_millis()).unwrap_or(0);
        Some((now_utc() + i64::try_from(left).ok()? - since).div_euclid(1_000))
    }

    /// What the people of this place are asked.
    async fn open(&self, place: &Place) -> Vec<Open> {
        let mut open = Vec::new();
        for seat in place.people.iter().filter_map(|sitter| sitter.seat) {
            let Ok(scene) = self.table.scene(Viewer::Seat(seat)).await else { continue };
            let name = self.seats.get(seat.index()).map(|it| it.name.clone()).unwrap_or_default();
            let asks = scene.asks.into_iter().filter(|ask| ask.seat == seat);
            open.extend(asks.map(|ask| Open { name: name.clone(), ask }));
        }
        open
    }

    async fn show_draft(&mut self, place: &Place) {
        let Some(draft) = &self.draft else { return };
        let text = cut(&self.words(&draft.said), 1_900);
        if text.trim().is_empty() || text == draft.shown {
            return;
        }
        let body = json!({"content": text});
        let message = match draft.message {
            Some(message) => {
                self.edit(message, &body).await;
                Some(message)
            }
            None => self.bot.api.say(place.talk, &body, None).await.ok(),
        };
        self.note(|place| {
            place.draft = message;
            place.last = place.last.max(message.unwrap_or(0));
        });
        if let Some(draft) = &mut self.draft {
            draft.message = message;
            draft.shown = text;
        }
    }

    /// A button for what somebody's words suggest, until it lapses.
    async fn show_suggestion(&mut self, place: &Place, scene: &Scene) {
        let now = now_utc();
        let suggested = scene.table.suggestion.as_ref().filter(|it| it.lapses_at > now);
        match (suggested, self.suggestion) {
            (Some(it), Some((shown, _))) if it.number == shown => {}
            (Some(it), before) => {
                if let Some((_, message)) = before {
                    self.edit(message, &json!({"components": []})).await;
                }
                let content = format!(
                    "Shall the table be **{}**? It lapses <t:{}:R>.",
                    it.to.name().replace('_', " "),
                    it.lapses_at.div_euclid(1_000)
                );
                let agree = button(&Press::Agree.id(place.key), "Agree", Look::Main);
                let body = json!({"content": content, "components": [row(vec![agree])]});
                let number = it.number;
                let left = u64::try_from(it.lapses_at - now).unwrap_or(0);
                self.suggestion = self.post(&body, None).await.map(|message| (number, message));
                self.due = Some(Instant::now() + Duration::from_millis(left + 50));
            }
            (None, Some((_, message))) => {
                self.edit(message, &json!({"components": []})).await;
                self.suggestion = None;
            }
            (None, None) => {}
        }
    }

    async fn show_prompt(&mut self, place: &Place, prompt: Option<Prompt>) {
        let young = now_utc() - self.prompt_at < EDITED_FOR_MS;
        match (&place.prompt, prompt) {
            (None, None) => {}
            (Some((key, message)), Some(prompt)) if *key == prompt.key && (young || self.prompt_at == 0) => {
                if self.prompt != prompt.body {
                    let picture = prompt.picture.as_ref();
                    let edited = self.bot.api.edit(place.talk, *message, &prompt.body, picture).await;
                    if matches!(edited, Err(Failed::Gone(_))) {
                        self.note(|place| place.prompt = None);
                        self.soon();
                        return;
                    }
                    self.prompt = prompt.body;
                }
            }
            (before, prompt) => {
                if let Some((_, message)) = before
                    && young
                {
                    self.edit(*message, &json!({"components": []})).await;
                }
                self.prompt = Value::Null;
                let mut posted = None;
                if let Some(prompt) = prompt {
                    let message = self.post(&prompt.body, prompt.picture.as_ref()).await;
                    posted = message.map(|message| (prompt.key, message));
                    self.prompt = prompt.body;
                    self.prompt_at = now_utc();
                }
                self.note(|place| place.prompt = posted);
            }
        }
    }

    async fn show_card(&mut self, place: &Place, scene: &Scene, closes: Option<i64>) {
        let watch = place.session.as_ref().and_then(|id| self.bot.desk.link(id));
        let body = card::playing(place, scene, closes, watch.as_deref());
        if body == self.card {
            return;
        }
        let young = now_utc() - place.card_at < EDITED_FOR_MS;
        let edited = match young {
            true => self.bot.api.edit(place.channel, place.card, &body, None).await,
            false => Err(Failed::Gone(String::new())),
        };
        match edited {
            Ok(()) => self.card = body,
            Err(Failed::Gone(_)) => {
                if let Ok(card) = self.bot.api.say(place.channel, &body, None).await {
                    let _ = self.bot.api.pin(place.channel, card).await;
                    self.card = body;
                    self.note(|place| (place.card, place.card_at) = (card, now_utc()));
                }
            }
            Err(why) => self.bot.note(format!("table {}: the card was not changed: {why}", self.key)),
        }
    }

    fn place(&self) -> Option<Place> {
        self.bot.places.of(self.key)
    }

    fn note(&self, change: impl FnOnce(&mut Place)) {
        if let Err(why) = self.bot.places.change(self.key, change) {
            self.bot.note(format!("table {}: where it stands could not be noted: {why}", self.key));
        }
    }
}

/// What kind of event it is.
#[derive(Deserialize)]
struct Kind {
    #[serde(rename = "type")]
    kind: String,
}

/// Something that was said, up to an event.
struct Said {
    number: u64,
    voice: Voice,
    text: String,
}

/// What events say, with what the house says at one time as one.
fn grouped(frames: Vec<Frame>) -> Vec<Said> {
    let mut all: Vec<Said> = Vec::new();
    for frame in frames {
        let Some(telling) = frame.telling else { continue };
        match all.last_mut() {
            Some(last) if last.voice == Voice::Host && telling.voice == Voice::Host => {
                last.text.push('\n');
                last.text.push_str(&telling.text);
                last.number = frame.number;
            }
            _ => all.push(Said { number: frame.number, voice: telling.voice, text: telling.text }),
        }
    }
    all
}
