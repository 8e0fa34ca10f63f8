//! Tables and seats: laid, begun, joined and left, and the states of a session.

use std::sync::Arc;

use engine::board::SeatIs;
use engine::{Actor, Chance, Hash, Holder, Input, Part, Seat, SeatId, SessionId, Viewer, raw};
use protocol::table::{COMMANDS, Language, TableState};
use protocol::{Request, Scene};
use serde_json::json;

use crate::answer::Answer;
use crate::asked::{Asked, Verb};
use crate::bot::Inner;
use crate::card;
use crate::commands;
use crate::deeds::{Outcome, refused};
use crate::desk::{Activity, Wanted};
use crate::parts::cut;
use crate::place::{Called, Place, Sitter};
use crate::says;
use crate::text::escape;

/// Characters of somebody's name at a table.
const NAME_MAX: usize = 32;

/// A table that somebody wants in a channel.
pub(crate) struct NewTable<'a> {
    /// What is played.
    pub(crate) activity: &'a str,
    /// What it is called, if it is said.
    pub(crate) title: Option<&'a str>,
    /// What the dice are seeded with, if it is said.
    pub(crate) seed: Option<Chance>,
    /// What is spoken there.
    pub(crate) language: Language,
    /// What is gone on with from one table to the next, if it is said.
    pub(crate) campaign: Option<&'a str>,
    /// Who sits there already, besides whoever wants it.
    pub(crate) people: Vec<Sitter>,
}

/// The most that is said of what can be done, in one message.
const HELP_CHARS: usize = 1_990;

/// A day, in milliseconds.
const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

impl Inner {
    /// Sets the state of the channel's table. A table is laid if there is none and it is said what is played.
    pub(crate) async fn session(
        self: &Arc<Self>,
        asked: &Asked,
        verb: Verb,
        new: Option<&NewTable<'_>>,
    ) -> Outcome {
        let place = match new {
            Some(new) => self.lay(asked, new).await?,
            None => self.here(asked)?,
        };
        let place = self.begun(asked, place).await?;
        let goes_on = new.is_none() && matches!(verb, Verb::Start | Verb::Zero | Verb::Resume);
        let set = self.set(asked, &place, verb, goes_on).await;
        // Told from here on, so that what the table says of its beginning can come first.
        self.tell(&place, self.running(&place).await?);
        set
    }

    /// Sets the state of a table.
    async fn set(&self, asked: &Asked, place: &Place, verb: Verb, goes_on: bool) -> Outcome {
        let by = self.changes_as(asked, place).await?;
        if goes_on && place.talk != place.channel {
            // Nothing can be said in a thread that was put away. One that is not there to be brought back says so when
            // something is.
            let _ = self.api.archive(place.talk, false).await;
        }
        let table = self.running(place).await?;
        let request = Request::Line { text: format!("/session {}", verb.name()) };
        table.request(by, Some(format!("discord-{}", asked.id)), request).await.map_err(refused)?;
        Ok(Answer::words(says::the_table_is(table.state().replace('_', " "), place.talk)))
    }

    /// How the table stands, and how one can speak here.
    pub(crate) async fn status(&self, asked: &Asked) -> Outcome {
        let place = self.here(asked)?;
        let Some(table) = self.table(&place).await else {
            let names: Vec<String> = place.people.iter().map(|sitter| escape(&sitter.name)).collect();
            return Ok(Answer::words(says::has_not_begun_at_the_table(
                escape(&place.title),
                names.join(", "),
            )));
        };
        let scene = table.scene(Viewer::Public).await.map_err(refused)?;
        let status = scene.table.status();
        let speak = self.how_to_speak();
        let by = match status.by {
            Actor::Seat(seat) => name(&scene, seat),
            Actor::Host | Actor::Clock => says::THE_HOST.to_owned(),
        };
        Ok(Answer::words(says::how_the_table_stands(
            escape(&status.title),
            status.state.name().replace('_', " "),
            status.since.div_euclid(1_000),
            escape(&by),
            place.talk,
            &speak,
        )))
    }

    /// What can be done here.
    pub(crate) fn help(&self) -> String {
        let link = |path: &str| self.command_link(path);
        let mut text = says::what_can_be_done_here_in_full(
            link("session start"),
            link("parlor new"),
            link("session pause"),
            link("session close"),
            link("seat join"),
            link("seat leave"),
            self.how_to_speak(),
        );
        text.push_str(says::AND_OOC_ARE_OUT_OF_CHARACTER);
        for command in COMMANDS.iter().filter(|it| !commands::is_shaped(it.name)) {
            text.push_str(&format!(" · `/{}` {}", command.name, command.about));
        }
        cut(&text, HELP_CHARS)
    }

    /// How one speaks at a table, by what the bot may read.
    fn how_to_speak(&self) -> String {
        match self.api.reads_talk {
            true => says::WHOEVER_HAS_A_SEAT_JUST_TYPES.to_owned(),
            false => says::i_do_not_read_along_speak(self.command_link("say")),
        }
    }

    /// Says in a server that the bot has come to what can be done with it, where newcomers are greeted.
    pub(crate) async fn greets(&self, place: Option<u64>) {
        let Some(channel) = place else { return };
        // Where it may not speak, nobody is greeted.
        let _ = self.api.say(channel, &json!({"content": self.help()}), None, &[]).await;
    }

    fn activity(&self, name: &str) -> Option<Activity> {
        self.desk.activities().into_iter().find(|it| it.name == name)
    }

    /// Lays a table in a channel: its card, and a thread where there can be one. Nobody has begun.
    pub(crate) async fn lay(self: &Arc<Self>, asked: &Asked, new: &NewTable<'_>) -> Result<Place, String> {
        let title = new.title.map(str::trim).filter(|it| !it.is_empty());
        let activity = self.activity(new.activity).ok_or(says::THERE_IS_NO_SUCH_ACTIVITY_CHOOSE)?;
        // In a thread of a table, another is laid where that was.
        let here = self.places.here(asked.channel).map_or(asked.channel, |place| place.channel);
        let _one_at_a_time = self.laying(here).await;
        let before = self.places.here(asked.channel);
        if let Some(place) = &before {
            self.may_clear(place).await?;
        }
        self.may_pay(asked)?;
        let had_a_seat = |place: &&Place| place.people.iter().any(|it| it.user == asked.user);
        let after = before.as_ref().filter(had_a_seat).and_then(|place| place.session.clone());
        let channel = before.map_or(asked.channel, |place| place.channel);
        let mut people = new.people.clone();
        if !people.iter().any(|it| it.user == asked.user) {
            people.insert(0, sitter(asked, &people));
        }
        let mut place = Place {
            key: self.places.next_key(),
            guild: asked.guild,
            laid_at: (self.now)(),
            channel,
            card: 0,
            card_at: (self.now)(),
            card_shows: None,
            talk: channel,
            owner: asked.user,
            activity: activity.name.clone(),
            title: cut(title.unwrap_or(&activity.title), commands::TITLE_MAX),
            seed: new.seed.map(|chance| chance.seed.0),
            salt: new.seed.and_then(|chance| chance.salt),
            campaign: new.campaign.map(str::to_owned),
            after,
            people,
            session: None,
            told: None,
            last: 0,
            draft: None,
            prompt: None,
            called: Called::default(),
            clocks: String::new(),
            clocks_in: None,
            suggested: None,
            language: new.language,
            webhook: None,
            nameless: false,
        };
        let failed = |why: crate::api::Failed| says::the_table_could_not_be_laid(&why);
        let card = card::waiting(&place, Some(&activity), self.desk.models());
        place.card = self.api.say(channel, &card, None, &[]).await.map_err(failed)?;
        place.card_shows = Some(card::shown(&card));
        // Without a thread, or where there can be none, people talk in the channel.
        if let Ok(thread) = self.api.thread(channel, place.card, &cut(&place.title, 90)).await {
            place.talk = thread;
        }
        place.last = place.card;
        let _ = self.api.pin(channel, place.card).await;
        self.places.add(place.clone()).map_err(|why| why.to_string())?;
        Ok(place)
    }

    /// Refuses what would cost whoever runs the bot too much: a table with models has a budget of its own, and anybody can lay one.
    fn may_pay(&self, asked: &Asked) -> Result<(), String> {
        let most = self.desk.tables_a_day();
        if self.desk.models().is_empty() {
            return Ok(());
        }
        let now = (self.now)();
        let laid = |by: &dyn Fn(&Place) -> bool| {
            let since = self.places.laid_since(now - DAY_MS, by);
            since.len().checked_sub(most).and_then(|at| since.get(at).copied())
        };
        let of_server = laid(&|it| asked.guild != 0 && it.guild == asked.guild);
        match of_server.or_else(|| laid(&|it| it.owner == asked.user)) {
            None => Ok(()),
            Some(first) => {
                Err(says::models_play_at_these_tables_which(most, (first + DAY_MS).div_euclid(1_000)))
            }
        }
    }

    /// Refuses to put another table where one is played at.
    async fn may_clear(&self, place: &Place) -> Result<(), String> {
        let Some(table) = self.table(place).await else {
            if place.session.is_some() {
                return Ok(());
            }
            return Err(says::waits_in_this_channel_press_join(escape(&place.title)));
        };
        let scene = table.scene(Viewer::Public).await.map_err(refused)?;
        if scene.outcome.is_some() || scene.table.state == TableState::Idle {
            return Ok(());
        }
        Err(says::is_played_in_this_channel_session(escape(&place.title)))
    }

    /// The place with its session, which is opened if it was not.
    async fn begun(self: &Arc<Self>, asked: &Asked, place: Place) -> Result<Place, String> {
        if place.session.is_some() {
            return Ok(place);
        }
        let _one_at_a_time = self.laying(place.channel).await;
        let place = self.places.of(place.key).unwrap_or(place);
        if place.session.is_some() {
            return Ok(place);
        }
        if asked.user != place.owner && !place.people.iter().any(|sitter| sitter.user == asked.user) {
            return Err(says::ONLY_THOSE_AT_THE_TABLE_CAN.to_owned());
        }
        let wanted = Wanted {
            activity: place.activity.clone(),
            title: place.title.clone(),
            people: place.people.iter().map(|sitter| sitter.name.clone()).collect(),
            seed: place.seed,
            salt: place.salt,
            language: place.language,
            campaign: place.campaign.clone(),
            after: place.after.clone(),
        };
        let inner = Arc::clone(self);
        let laid = tokio::task::spawn_blocking(move || inner.desk.lay(&wanted)).await;
        let new = laid.map_err(|_| says::SOMETHING_BROKE_HERE.to_owned())??;
        let people: Vec<SeatId> = (0..)
            .zip(&new.opening.seats)
            .filter(|(_, seat)| seat.holder == Holder::Person)
            .map(|(at, _)| SeatId::at(at))
            .collect();
        let id = new.id.clone();
        self.host.create(new).await.map_err(|why| escape(&why.to_string()))?;
        let begun = self.places.change(place.key, |place| {
            place.session = Some(id);
            for (sitter, seat) in place.people.iter_mut().zip(people) {
                sitter.seat = Some(seat);
            }
        });
        let place = begun.map_err(|why| why.to_string())?.ok_or(says::THE_TABLE_IS_GONE)?;
        for sitter in &place.people {
            self.take_in(&place, sitter.user);
        }
        Ok(place)
    }

    /// Takes somebody into the thread of a table, so that it is among theirs. Where that is not allowed, they find it all the same.
    fn take_in(self: &Arc<Self>, place: &Place, user: u64) {
        if place.talk != place.channel {
            let (inner, thread) = (Arc::clone(self), place.talk);
            tokio::spawn(async move { inner.api.take_in(thread, user).await });
        }
    }

    /// Sits somebody down: among those who wait, or in a seat of the house.
    pub(crate) async fn join(
        self: &Arc<Self>,
        asked: &Asked,
        place: &Place,
        wanted: Option<&str>,
    ) -> Outcome {
        if place.people.iter().any(|sitter| sitter.user == asked.user) {
            return Ok(Answer::words(says::YOU_ARE_AT_THE_TABLE_ALREADY));
        }
        let Some(table) = self.table(place).await else { return self.join_waiting(asked, place).await };
        let scene = table.scene(Viewer::Public).await.map_err(refused)?;
        let free = self.free_seats(place, &scene);
        let is_meant = |(name, number): &&(String, String)| {
            wanted.is_none_or(|it| it == number || it.eq_ignore_ascii_case(name))
        };
        let (name, number) = free.iter().find(is_meant).ok_or(says::NO_SEAT_OF_THE_HOUSE_IS)?;
        let seat = crate::asked::seat(number).ok_or(says::THERE_IS_NO_SUCH_SEAT)?;
        let sitting = sitter(asked, &place.people);
        let person = json!({"id": person(table.id(), asked.user), "name": sitting.name});
        let command = raw(&json!({"type": "TakeSeat", "seat": seat, "person": person}));
        let input = Input { part: Part::Table, by: Actor::Host, request: None, ask: None, command };
        table.command(input).await.map_err(refused)?;
        let sitter = Sitter { seat: Some(seat), ..sitting };
        self.places.change(place.key, |place| place.people.push(sitter)).map_err(|why| why.to_string())?;
        self.take_in(place, asked.user);
        self.card_changed(place.key);
        Ok(Answer::words(says::you_sit_in_s_seat_now(escape(name))))
    }

    async fn join_waiting(&self, asked: &Asked, place: &Place) -> Outcome {
        let activity = self.activity(&place.activity);
        let most = activity.as_ref().map_or(1, |it| it.people_max);
        let mut joined = false;
        let changed = self.places.change(place.key, |place| {
            let is_there = place.people.iter().any(|sitter| sitter.user == asked.user);
            if place.people.len() < most && place.session.is_none() && !is_there {
                place.people.push(sitter(asked, &place.people));
                joined = true;
            }
        });
        let place = changed.map_err(|why| why.to_string())?.ok_or(says::THE_TABLE_IS_GONE)?;
        if !joined {
            return Err(says::no_more_than_people_can_sit(most));
        }
        self.show_waiting(&place, activity.as_ref()).await;
        Ok(Answer::words(says::YOU_ARE_AT_THE_TABLE_IT))
    }

    async fn show_waiting(&self, place: &Place, activity: Option<&Activity>) {
        let body = card::waiting(place, activity, self.desk.models());
        if let Err(why) = self.api.edit(place.channel, place.card, &body, None).await {
            self.note(says::table_the_card_was_not_changed(place.key, &why));
        }
    }

    /// Gives somebody's seat back: to the house or the model that had it, where one had; else it stays theirs, and the rules
    /// answer for them.
    pub(crate) async fn leave(self: &Arc<Self>, asked: &Asked, place: &Place) -> Outcome {
        let sitter = place.people.iter().find(|sitter| sitter.user == asked.user);
        let seat = sitter.ok_or(says::YOU_HAVE_NO_SEAT_AT_THIS_TABLE)?.seat;
        if let Some(seat) = seat {
            let scene = self.running(place).await?.scene(Viewer::Public).await.map_err(refused)?;
            if !scene.table.taken.contains(seat) {
                self.line(asked, place, "/away").await?;
                let back = self.command_link("back");
                return Ok(Answer::words(says::the_seat_stays_yours_and_the(&back)));
            }
            self.line(asked, place, "/leave").await?;
        }
        let changed = self
            .places
            .change(place.key, |place| place.people.retain(|sitter| sitter.user != asked.user))
            .map_err(|why| why.to_string())?;
        match changed {
            Some(place) if place.session.is_none() => {
                self.show_waiting(&place, self.activity(&place.activity).as_ref()).await;
            }
            _ => self.card_changed(place.key),
        }
        Ok(Answer::words(says::YOU_HAVE_LEFT_THE_TABLE))
    }

    /// The same table anew, for all who sat at it and for whoever asks.
    pub(crate) async fn again(self: &Arc<Self>, asked: &Asked, place: &Place) -> Outcome {
        self.own(asked, place)?;
        let people = place.people.iter().map(|it| Sitter { seat: None, ..it.clone() }).collect();
        let new = NewTable {
            activity: &place.activity,
            title: Some(&place.title),
            seed: None,
            language: place.language,
            campaign: place.campaign.as_deref(),
            people,
        };
        self.session(asked, Verb::Start, Some(&new)).await
    }

    /// Calls somebody when they are asked something, or does not.
    pub(crate) fn remind(&self, asked: &Asked, place: &Place, wanted: &str) -> Outcome {
        self.own(asked, place)?;
        let quiet = wanted == commands::OFF;
        let changed = self.places.change(place.key, |place| {
            for sitter in place.people.iter_mut().filter(|it| it.user == asked.user) {
                sitter.quiet = quiet;
            }
        });
        changed.map_err(|why| why.to_string())?;
        Ok(Answer::words(match quiet {
            true => says::YOU_ARE_NOT_CALLED_ANY_MORE,
            false => says::YOU_ARE_CALLED_WHEN_YOU_ARE,
        }))
    }

    fn card_changed(&self, key: u32) {
        if let Some(live) = self.live(key) {
            live.changed.notify_one();
        }
    }

    /// The seats that the house plays: names and numbers.
    pub(crate) fn free_seats(&self, place: &Place, scene: &Scene) -> Vec<(String, String)> {
        let plays_no_more =
            |seat: SeatId| scene.board.notes.iter().any(|note| note.seat == seat && note.is == SeatIs::Out);
        let is_free = |(at, seat): &(usize, &Seat)| {
            let id = SeatId::at(*at);
            seat.holder != Holder::Person && place.user_in(id).is_none() && !plays_no_more(id)
        };
        (0..)
            .zip(&scene.seats)
            .filter(is_free)
            .map(|(at, seat)| (seat.name.clone(), SeatId::at(at).number().to_string()))
            .collect()
    }
}

fn name(scene: &Scene, seat: SeatId) -> String {
    scene.seats.get(seat.index()).map_or("somebody", |seat| &seat.name).to_owned()
}

/// Somebody who sits down, by a name that nobody else there has.
fn sitter(asked: &Asked, there: &[Sitter]) -> Sitter {
    let plain: String = asked.name.chars().filter(|c| !c.is_control()).collect();
    let plain = cut(plain.trim(), NAME_MAX);
    let plain = if plain.is_empty() { says::SOMEBODY.to_owned() } else { plain };
    let is_taken = |name: &str| there.iter().any(|sitter| sitter.name.to_lowercase() == name.to_lowercase());
    // A number needs room of its own.
    let short = cut(&plain, NAME_MAX - 4);
    let numbered = (2..100).map(|number| format!("{short} {number}"));
    let name = std::iter::once(plain.clone()).chain(numbered).find(|name| !is_taken(name)).unwrap_or(plain);
    Sitter { user: asked.user, name, seat: None, quiet: false }
}

/// What somebody is known by in the log of a session: nobody finds the account from it who does not know it.
fn person(session: &SessionId, user: u64) -> String {
    let hash = Hash::of(format!("parlor.discord.person.v1:{session}:{user}").as_bytes());
    format!("discord-{}", &hash.to_string()[..16])
}
