//! Tells a table to its channel: one task a table, which says what happened, once and in order, and keeps its card, its
//! question and what is being said just now up to date. Of those the latest text wins, at most once in a while.

mod calls;
mod gather;
mod post;
mod show;

use std::sync::Arc;
use std::time::Duration;

use engine::{AskId, Seat, SeatId, TableTime, Telling, Tone, Viewer, Voice};
use host::{Closed, Subscription, Table};
use protocol::{Chunk, Frame, Scene, Update};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep_until};

use crate::api::Failed;
use crate::bot::Inner;
use crate::face::{self, Face};
use crate::live::Live;
use crate::place::Place;
use crate::says;
use crate::text::split;
use crate::told;

/// How many characters tell what is being said from anything else.
const BEGINNING: usize = 24;

/// How long somebody is shown as writing after one request.
const TYPING: Duration = Duration::from_secs(8);

/// What is being said just now.
struct Draft {
    ask: AskId,
    attempt: u32,
    /// By whom, and what so far.
    telling: Telling,
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
    /// What the bot is about to say as one message.
    gathered: Option<gather::Gathered>,
    /// May more have been said here than was noted? That is looked up before anything is said.
    looks: bool,
    /// What was said after the last message that was noted, if what was said last is not known for sure.
    unsure: Option<Vec<Value>>,
    /// Can nobody read any more what is said here?
    is_left: bool,
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
            gathered: None,
            looks: false,
            unsure: None,
            is_left: false,
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
            match self.tell(&mut told, place.told.is_none()).await {
                // Discord was slower than the table: go on from the last thing that was told.
                Some(Closed::Slow) => self.gathered = None,
                Some(_) => return,
                None => break,
            }
        }
        if self.is_left {
            let key = self.key;
            self.bot.leaves(|place| place.key == key);
        }
    }

    /// Somebody told here before, and may have said more than was noted.
    async fn pick_up(&mut self) {
        let Some(place) = self.place() else { return };
        self.looks = place.told.is_some() || place.prompt.is_some() || place.draft.is_some();
        if let Some(draft) = place.draft {
            // What it was about is said anew, or has been taken back.
            let _ = self.bot.api.delete(place.talk, draft).await;
            self.note(|place| place.draft = None);
        }
    }

    /// Tells what comes, which may be the very beginning. Nothing is given back if there is nobody to tell it to.
    async fn tell(&mut self, told: &mut Subscription, mut begins: bool) -> Option<Closed> {
        while !self.is_left {
            let due = self.due;
            tokio::select! {
                update = told.next() => match update {
                    Ok(mut update) => {
                        if std::mem::take(&mut begins) {
                            update.begin_with(TABLE);
                        }
                        self.take(update).await;
                    }
                    Err(closed) => {
                        self.say_gathered().await;
                        return Some(closed);
                    }
                },
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => self.show().await,
                () = self.live.changed.notified() => self.soon(),
            }
        }
        None
    }

    async fn take(&mut self, update: Update) {
        self.now = (update.now, Instant::now());
        let has_news = update.scene.is_some() || !update.frames.is_empty();
        if let Some(scene) = update.scene {
            self.seats.clone_from(&scene.seats);
            self.scene = Some(*scene);
        }
        for chunk in update.chunks {
            self.hear(chunk).await;
        }
        let mut frames = update.frames;
        self.leave_to_question(&mut frames).await;
        for frame in frames {
            self.say(frame).await;
        }
        // Something may be asked although nothing that all see has changed.
        if has_news {
            self.soon();
        }
    }

    /// What stands in the question that is asked here, or beside a button, is not said besides.
    async fn leave_to_question(&self, frames: &mut [Frame]) {
        let Some(scene) = &self.scene else { return };
        if scene.table.suggestion.is_some() {
            for frame in frames.iter_mut().filter(|frame| is_suggestion(frame)) {
                frame.telling = None;
            }
        }
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
                Some(draft) => draft.telling.text.push_str(&chunk.text),
                None => {
                    let message = self.draft.take().and_then(|draft| draft.message);
                    let telling = Telling::new(chunk.voice, chunk.text);
                    let (ask, attempt) = (chunk.ask, chunk.attempt);
                    self.draft = Some(Draft { ask, attempt, telling, message, shown: String::new() });
                }
            }
            self.soon();
        } else {
            self.writes().await;
        }
    }

    /// Shows that somebody is writing, for as long as that is shown by itself.
    async fn writes(&mut self) {
        if self.typing_until.is_none_or(|until| until <= Instant::now()) {
            self.typing_until = Some(Instant::now() + TYPING);
            if let Some(place) = self.place() {
                let _ = self.bot.api.typing(place.talk).await;
            }
        }
    }

    /// Says what an event says, unless it stands there already in the words of whoever typed it.
    async fn say(&mut self, frame: Frame) {
        let Some(telling) = frame.telling.filter(|it| !it.text.trim().is_empty()) else {
            self.told_to(frame.number);
            return;
        };
        let is_typed = match telling.voice {
            Voice::Seat(seat) | Voice::Aside(seat) => self.live.was_typed(seat, &telling.text),
            Voice::Host | Voice::Thought(_) => false,
        };
        if is_typed {
            self.told_to(frame.number);
            return;
        }
        let speaker = self.speaker(&telling).await;
        let is_drafted = self.draft.as_ref().is_some_and(|it| it.telling.voice == telling.voice);
        let is_aside = matches!(telling.voice, Voice::Aside(_));
        if speaker.is_none() && !is_drafted && !is_aside {
            let text = self.words(&telling);
            self.gather(frame.number, &text).await;
            return;
        }
        // What was before it is said before it.
        self.say_gathered().await;
        let text = if speaker.is_some() { told::bare(&telling) } else { self.words(&telling) };
        let mut parts = split(&text, &self.rest_is()).into_iter();
        if let Some(message) = self.finished_draft(&telling).await
            && let Some(first) = parts.next()
        {
            self.edit(message, &json!({"content": first})).await;
            self.note(|place| place.draft = None);
        }
        for part in parts {
            self.post(&json!({"content": part}), speaker.as_deref(), None, &[]).await;
        }
        self.note(|place| place.told = Some(frame.number));
    }

    /// Where the rest is of what is too long for Discord.
    fn rest_is(&self) -> String {
        match self.bot.desk.page(self.table.id()) {
            Some(_) => says::THE_REST_IS_IN_THE_BROWSER.to_owned(),
            None => says::THE_REST_IS_IN_EXPORT.to_owned(),
        }
    }

    /// Under whose name something is said, if it is a seat's words and seats speak for themselves here. What that takes is made
    /// when the first of them speaks: at many a table nobody does but the bot and people.
    async fn speaker(&self, telling: &Telling) -> Option<String> {
        let seat = match (telling.voice, telling.tone) {
            (Voice::Seat(seat), Tone::Speech | Tone::Narration) if self.narrator() != Some(seat) => seat,
            (Voice::Host | Voice::Seat(_) | Voice::Thought(_) | Voice::Aside(_), _) => return None,
        };
        let name = self.seats.get(seat.index()).map(|it| it.name.clone()).filter(|name| is_name(name))?;
        let place = self.place()?;
        if place.webhook.is_none() && !place.nameless {
            match self.bot.api.webhook(place.channel).await {
                Ok(webhook) => self.note(|place| place.webhook = Some(webhook)),
                // The next line asks again.
                Err(Failed::Unsure(_)) => {}
                Err(Failed::Gone(_) | Failed::Forbidden(_) | Failed::Refused(_) | Failed::Token) => {
                    self.note(|place| place.nameless = true);
                }
            }
        }
        self.place()?.webhook.map(|_| name)
    }

    /// How the activity of a scene is shown.
    fn face(&self, scene: &Scene) -> Face {
        self.bot.face(scene)
    }

    fn narrator(&self) -> Option<SeatId> {
        self.scene.as_ref().and_then(|scene| self.face(scene).narrator(scene))
    }

    fn words(&self, telling: &Telling) -> String {
        let leads = matches!(telling.voice, Voice::Seat(seat) if self.narrator() == Some(seat));
        // Whoever tells the others is the bot itself.
        match telling.tone {
            Tone::Speech if leads && telling.who.is_none() => told::bare(telling),
            _ => told::words(telling, &self.seats),
        }
    }

    /// The message in which this was being said, if it was. One in which the same voice was saying something else is
    /// removed.
    async fn finished_draft(&mut self, said: &Telling) -> Option<u64> {
        let draft = self.draft.take_if(|draft| draft.telling.voice == said.voice)?;
        let message = draft.message?;
        let beginning: String = draft.telling.text.trim().chars().take(BEGINNING).collect();
        if said.text.contains(&beginning) {
            return Some(message);
        }
        if let Some(place) = self.place() {
            let _ = self.bot.api.delete(place.talk, message).await;
        }
        self.note(|place| place.draft = None);
        None
    }

    fn place(&self) -> Option<Place> {
        self.bot.places.of(self.key)
    }

    fn note(&self, change: impl FnOnce(&mut Place)) {
        if let Err(why) = self.bot.places.change(self.key, change) {
            self.bot.note(says::table_where_it_stands_could_not(self.key, &why));
        }
    }
}

/// Whether Discord lets somebody be called so.
fn is_name(name: &str) -> bool {
    let low = name.to_lowercase();
    !["discord", "clyde", "everyone", "here", "system message"].iter().any(|word| low.contains(word))
}

/// Does the table say with it that somebody's words suggest a change? As long as that can be agreed to, a button says it.
fn is_suggestion(frame: &Frame) -> bool {
    #[derive(serde::Deserialize)]
    struct Kind<'a> {
        #[serde(borrow, rename = "type")]
        kind: std::borrow::Cow<'a, str>,
    }
    let kind =
        || serde_json::from_str::<Kind<'_>>(frame.event.get()).is_ok_and(|it| it.kind == "SUGGESTION_MADE");
    frame.machine == TABLE && kind()
}

/// The machine that stands round every activity.
const TABLE: &str = "table";
