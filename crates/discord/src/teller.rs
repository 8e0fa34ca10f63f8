//! Tells a table to its channel: one task a table, which says what happened, once and in order, and keeps its card, its
//! question and what is being said just now up to date. Of those the latest text wins, at most once in a while.

mod show;

use std::sync::Arc;
use std::time::Duration;

use engine::{AskId, Seat, SeatId, TableTime, Telling, Tone, Viewer, Voice};
use host::{Closed, Subscription, Table};
use protocol::{Chunk, Frame, Scene, Update};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, sleep_until};

use crate::api::{Failed, File, number};
use crate::bot::{Inner, Live};
use crate::face::{self, Face};
use crate::place::Place;
use crate::text::{escape, split};
use crate::told;

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
            self.seats.clone_from(&scene.seats);
            self.scene = Some(*scene);
            self.soon();
        }
        for chunk in update.chunks {
            self.hear(chunk).await;
        }
        let mut frames = update.frames;
        self.leave_to_question(&mut frames).await;
        for said in grouped(frames, &self.seats) {
            self.say(said).await;
        }
    }

    /// What stands in the question that is asked here is not said besides.
    async fn leave_to_question(&self, frames: &mut [Frame]) {
        let Some(scene) = &self.scene else { return };
        let is_asked = |frame: &Frame| {
            frame.telling.as_ref().is_some_and(|telling| face::stands_in_question(telling, scene))
        };
        if !frames.iter().any(is_asked) {
            return;
        }
        let Some(place) = self.place() else { return };
        let open = self.open(&place).await;
        if place.prompt.is_some() || self.face(scene).prompt(&place, scene, &open, None).is_some() {
            for frame in frames.iter_mut().filter(|frame| is_asked(frame)) {
                frame.telling = frame.telling.take().and_then(Telling::beside_form);
            }
        }
    }

    /// Words while they are being said: a narrator's are shown, and of anybody else that they write.
    async fn hear(&mut self, chunk: Chunk) {
        let narrator = self.narrator();
        let is_shown = match chunk.voice {
            Voice::Host => true,
            Voice::Seat(seat) => narrator == Some(seat),
            Voice::Thought(_) | Voice::Aside(_) => return,
        };
        if is_shown && chunk.tries.is_none() {
            let is_same = |draft: &&mut Draft| draft.ask == chunk.ask && draft.attempt == chunk.attempt;
            match self.draft.as_mut().filter(is_same) {
                Some(draft) => draft.said.telling.text.push_str(&chunk.text),
                None => {
                    let message = self.draft.take().and_then(|draft| draft.message);
                    let telling = Telling::new(chunk.voice, chunk.text);
                    let said = Said { number: 0, telling, text: String::new() };
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
        let is_typed = match said.telling.voice {
            Voice::Seat(seat) | Voice::Aside(seat) => self.live.was_typed(seat, &said.telling.text),
            Voice::Host | Voice::Thought(_) => false,
        };
        if !is_typed && !said.telling.text.trim().is_empty() {
            let speaker = self.speaker(&said.telling);
            let text = match speaker {
                Some(_) => escape(said.telling.shown()),
                None => self.words(&said),
            };
            let mut parts = split(&text, "the rest is in the browser and in the export").into_iter();
            if let Some(message) = self.finished_draft(&said).await
                && let Some(first) = parts.next()
            {
                self.edit(message, &json!({"content": first})).await;
                self.note(|place| place.draft = None);
            }
            for part in parts {
                self.post(&json!({"content": part}), speaker.as_deref(), None).await;
            }
        }
        self.note(|place| place.told = Some(said.number));
    }

    /// Under whose name something is said, if it is a seat's and seats speak for themselves here.
    fn speaker(&self, telling: &Telling) -> Option<String> {
        self.place()?.webhook?;
        match telling.voice {
            Voice::Seat(seat) if self.narrator() != Some(seat) => {
                self.seats.get(seat.index()).map(|it| it.name.clone()).filter(|name| is_name(name))
            }
            Voice::Host | Voice::Seat(_) | Voice::Thought(_) | Voice::Aside(_) => None,
        }
    }

    /// How the activity of a scene is shown.
    fn face(&self, scene: &Scene) -> Face {
        self.bot.face(scene)
    }

    fn narrator(&self) -> Option<SeatId> {
        self.scene.as_ref().and_then(|scene| self.face(scene).narrator(scene))
    }

    fn words(&self, said: &Said) -> String {
        let narrator = self.narrator();
        match &said.telling {
            _ if !said.text.is_empty() => said.text.clone(),
            // Whoever tells the others is the bot itself.
            telling
                if matches!(telling.voice, Voice::Seat(seat) if narrator == Some(seat))
                    && telling.tone == Tone::Speech
                    && telling.who.is_none() =>
            {
                escape(telling.shown())
            }
            telling => told::words(telling, &self.seats),
        }
    }

    /// The message in which this was being said, if it was. One in which the same voice was saying something else is
    /// removed.
    async fn finished_draft(&mut self, said: &Said) -> Option<u64> {
        let draft = self.draft.take_if(|draft| draft.said.telling.voice == said.telling.voice)?;
        let message = draft.message?;
        let beginning: String = draft.said.telling.text.trim().chars().take(BEGINNING).collect();
        if said.telling.text.contains(&beginning) {
            return Some(message);
        }
        if let Some(place) = self.place() {
            let _ = self.bot.api.delete(place.talk, message).await;
        }
        self.note(|place| place.draft = None);
        None
    }

    /// Posts something once, however often it takes: what may have been posted is looked for before it is tried again.
    async fn post(&mut self, body: &Value, speaker: Option<&str>, picture: Option<&File>) -> Option<u64> {
        let mut wait = Duration::from_secs(1);
        loop {
            let place = self.place()?;
            if let Some(message) = self.stands_there(body) {
                self.note(|place| place.last = place.last.max(message));
                return Some(message);
            }
            let posted = match (&place.webhook, speaker) {
                (Some(webhook), Some(name)) => {
                    self.bot.api.say_as(webhook, (place.channel, place.talk), name, body).await
                }
                _ => self.bot.api.say(place.talk, body, picture).await,
            };
            match posted {
                Ok(message) => {
                    self.note(|place| place.last = place.last.max(message));
                    return Some(message);
                }
                Err(Failed::Unsure(_)) => {
                    sleep(wait).await;
                    wait = (wait * 2).min(AGAIN_MAX);
                    self.unsure = Some(self.said_since(&place).await);
                }
                // Somebody removed the webhook: the bot says it itself from now on.
                Err(Failed::Gone(_) | Failed::Forbidden(_))
                    if speaker.is_some() && place.webhook.is_some() =>
                {
                    self.note(|place| place.webhook = None);
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
        let place = self.place()?;
        let own = [Some(self.bot.api.me), place.webhook.map(|(id, _)| id)];
        let said = self.unsure.as_mut()?;
        let is_it =
            |it: &Value| own.contains(&Some(number(&it["author"]["id"]))) && it["content"] == body["content"];
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

    fn place(&self) -> Option<Place> {
        self.bot.places.of(self.key)
    }

    fn note(&self, change: impl FnOnce(&mut Place)) {
        if let Err(why) = self.bot.places.change(self.key, change) {
            self.bot.note(format!("table {}: where it stands could not be noted: {why}", self.key));
        }
    }
}

/// Whether Discord lets somebody be called so.
fn is_name(name: &str) -> bool {
    let low = name.to_lowercase();
    !["discord", "clyde", "everyone", "here", "system message"].iter().any(|word| low.contains(word))
}

/// Something that was said, up to an event.
struct Said {
    number: u64,
    telling: Telling,
    /// What the house said at one time, as one text; else empty.
    text: String,
}

/// What events say, with what the house says at one time as one.
fn grouped(frames: Vec<Frame>, seats: &[Seat]) -> Vec<Said> {
    let mut all: Vec<Said> = Vec::new();
    for frame in frames {
        let Some(telling) = frame.telling else { continue };
        let is_house = telling.voice == Voice::Host;
        let text = if is_house { told::words(&telling, seats) } else { String::new() };
        match all.last_mut() {
            Some(last) if is_house && last.telling.voice == Voice::Host => {
                last.text.push('\n');
                last.text.push_str(&text);
                last.number = frame.number;
            }
            Some(_) | None => all.push(Said { number: frame.number, telling, text }),
        }
    }
    all
}
