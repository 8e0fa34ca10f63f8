//! Tables and seats: laid, begun, joined and left, and the states of a session.

use std::sync::Arc;

use engine::board::SeatIs;
use engine::{Actor, Chance, Hash, Holder, Input, Part, Seat, SeatId, SessionId, Viewer, raw};
use protocol::table::{COMMANDS, TableState};
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
use crate::place::{Place, Sitter};
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
}

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
        let by = self.changes_as(asked, &place).await?;
        if matches!(verb, Verb::Start | Verb::Zero | Verb::Resume) && place.talk != place.channel {
            // Nothing can be said in a thread that was put away. One that is not there to be brought back says so when
            // something is.
            let _ = self.api.archive(place.talk, false).await;
        }
        let table = self.running(&place).await?;
        let request = Request::Line { text: format!("/session {}", verb.name()) };
        table.request(by, Some(format!("discord-{}", asked.id)), request).await.map_err(refused)?;
        self.tell(&place, table.clone());
        Ok(Answer::words(format!("The table is **{}**: <#{}>.", table.state().replace('_', " "), place.talk)))
    }

    /// How the table stands, and how one can speak here.
    pub(crate) async fn status(&self, asked: &Asked) -> Outcome {
        let place = self.here(asked)?;
        let Some(table) = self.table(&place).await else {
            let names: Vec<String> = place.people.iter().map(|sitter| escape(&sitter.name)).collect();
            return Ok(Answer::words(format!(
                "**{}** has not begun. At the table: {}.",
                escape(&place.title),
                names.join(", ")
            )));
        };
        let scene = table.scene(Viewer::Public).await.map_err(refused)?;
        let status = scene.table.status();
        let speak = if self.api.reads_talk {
            "Whoever has a seat just types in the thread."
        } else {
            "The bot does not read along: speak with `/say`, by a reply to it, or by mentioning it."
        };
        let by = match status.by {
            Actor::Seat(seat) => name(&scene, seat),
            Actor::Host | Actor::Clock => "the host".to_owned(),
        };
        Ok(Answer::words(format!(
            "**{}** is **{}** since <t:{}:R>, set by {}. <#{}>\n{speak}",
            escape(&status.title),
            status.state.name().replace('_', " "),
            status.since.div_euclid(1_000),
            escape(&by),
            place.talk
        )))
    }

    /// What can be done here.
    pub(crate) fn help(&self) -> String {
        let mut text = String::from(
            "**Tables** `/session start activity:…` lays a table and begins; `/parlor new` waits until all are there.\n\
             **Seat** press *My seat*: only you see it. `/seat join`, `/seat leave`, `/vote`.\n\
             **Speak** `/say`, `/ooc`; or type in the thread. `((…))`, `//` and `OOC:` are out of character.\n",
        );
        for command in COMMANDS {
            text.push_str(&format!("`/{}` {}\n", command.name, command.about));
        }
        text
    }

    fn activity(&self, name: &str) -> Option<Activity> {
        self.desk.activities().into_iter().find(|it| it.name == name)
    }

    /// Lays a table in a channel: its card, and a thread where there can be one. Nobody has begun.
    pub(crate) async fn lay(self: &Arc<Self>, asked: &Asked, new: &NewTable<'_>) -> Result<Place, String> {
        let title = new.title.map(str::trim).filter(|it| !it.is_empty());
        let activity =
            self.activity(new.activity).ok_or("There is no such activity: choose one of those offered.")?;
        let _one_at_a_time = self.laying.lock().await;
        let before = self.places.here(asked.channel);
        if let Some(place) = &before {
            self.may_clear(place).await?;
        }
        let channel = before.map_or(asked.channel, |place| place.channel);
        let mut place = Place {
            key: self.places.next_key(),
            channel,
            card: 0,
            card_at: (self.now)(),
            talk: channel,
            owner: asked.user,
            activity: activity.name.clone(),
            title: cut(title.unwrap_or(&activity.title), commands::TITLE_MAX),
            seed: new.seed.map(|chance| chance.seed.0),
            salt: new.seed.and_then(|chance| chance.salt),
            people: vec![sitter(asked, &[])],
            session: None,
            told: None,
            last: 0,
            draft: None,
            prompt: None,
            clocks: String::new(),
            webhook: None,
        };
        let failed = |why: crate::api::Failed| format!("The table could not be laid. {why}");
        let card = card::waiting(&place, Some(&activity), self.desk.models());
        place.card = self.api.say(channel, &card, None).await.map_err(failed)?;
        // Without a thread, or where there can be none, people talk in the channel.
        if let Ok(thread) = self.api.thread(channel, place.card, &cut(&place.title, 90)).await {
            place.talk = thread;
        }
        place.last = place.card;
        // Without one, names stand before what seats say.
        place.webhook = self.api.webhook(channel).await.ok();
        let _ = self.api.pin(channel, place.card).await;
        self.places.add(place.clone()).map_err(|why| why.to_string())?;
        Ok(place)
    }

    /// Refuses to put another table where one is played at.
    async fn may_clear(&self, place: &Place) -> Result<(), String> {
        let Some(table) = self.table(place).await else {
            if place.session.is_some() {
                return Ok(());
            }
            return Err(format!(
                "**{}** waits in this channel: press **Join** or **Begin**.",
                escape(&place.title)
            ));
        };
        let scene = table.scene(Viewer::Public).await.map_err(refused)?;
        if scene.outcome.is_some() || scene.table.state == TableState::Idle {
            return Ok(());
        }
        Err(format!("**{}** is played in this channel: `/session close` first.", escape(&place.title)))
    }

    /// The place with its session, which is opened if it was not.
    async fn begun(self: &Arc<Self>, asked: &Asked, place: Place) -> Result<Place, String> {
        if place.session.is_some() {
            return Ok(place);
        }
        let _one_at_a_time = self.laying.lock().await;
        let place = self.places.of(place.key).unwrap_or(place);
        if place.session.is_some() {
            return Ok(place);
        }
        if asked.user != place.owner && !place.people.iter().any(|sitter| sitter.user == asked.user) {
            return Err("Only those at the table can begin: press **Join** first.".to_owned());
        }
        let wanted = Wanted {
            activity: place.activity.clone(),
            title: place.title.clone(),
            people: place.people.iter().map(|sitter| sitter.name.clone()).collect(),
            seed: place.seed,
            salt: place.salt,
        };
        let inner = Arc::clone(self);
        let laid = tokio::task::spawn_blocking(move || inner.desk.lay(&wanted)).await;
        let new = laid.map_err(|_| "Something broke here.".to_owned())??;
        let people: Vec<SeatId> = (0..)
            .zip(&new.opening.seats)
            .filter(|(_, seat)| seat.holder == Holder::Person)
            .map(|(at, _)| SeatId::at(at))
            .collect();
        let id = new.id.clone();
        let table = self.host.create(new).await.map_err(|why| escape(&why.to_string()))?;
        let begun = self.places.change(place.key, |place| {
            place.session = Some(id);
            for (sitter, seat) in place.people.iter_mut().zip(people) {
                sitter.seat = Some(seat);
            }
        });
        let place = begun.map_err(|why| why.to_string())?.ok_or("The table is gone.")?;
        self.tell(&place, table);
        Ok(place)
    }

    /// Sits somebody down: among those who wait, or in a seat of the house.
    pub(crate) async fn join(&self, asked: &Asked, place: &Place, wanted: Option<&str>) -> Outcome {
        if place.people.iter().any(|sitter| sitter.user == asked.user) {
            return Ok(Answer::words("You are at the table already."));
        }
        let Some(table) = self.table(place).await else { return self.join_waiting(asked, place).await };
        let scene = table.scene(Viewer::Public).await.map_err(refused)?;
        let free = self.free_seats(place, &scene);
        let is_meant = |(name, number): &&(String, String)| {
            wanted.is_none_or(|it| it == number || it.eq_ignore_ascii_case(name))
        };
        let (name, number) = free.iter().find(is_meant).ok_or("No seat of the house is free there.")?;
        let seat = crate::asked::seat(number).ok_or("There is no such seat.")?;
        let sitting = sitter(asked, &place.people);
        let person = json!({"id": person(table.id(), asked.user), "name": sitting.name});
        let command = raw(&json!({"type": "TakeSeat", "seat": seat, "person": person}));
        let input = Input { part: Part::Table, by: Actor::Host, request: None, ask: None, command };
        table.command(input).await.map_err(refused)?;
        let sitter = Sitter { seat: Some(seat), ..sitting };
        self.places.change(place.key, |place| place.people.push(sitter)).map_err(|why| why.to_string())?;
        self.card_changed(place.key);
        Ok(Answer::words(format!("You sit in **{}**'s seat now. Press **My seat**.", escape(name))))
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
        let place = changed.map_err(|why| why.to_string())?.ok_or("The table is gone.")?;
        if !joined {
            return Err(format!("No more than {most} people can sit down to this."));
        }
        self.show_waiting(&place, activity.as_ref()).await;
        Ok(Answer::words("You are at the table. It begins when somebody presses **Begin**."))
    }

    async fn show_waiting(&self, place: &Place, activity: Option<&Activity>) {
        let body = card::waiting(place, activity, self.desk.models());
        if let Err(why) = self.api.edit(place.channel, place.card, &body, None).await {
            self.note(format!("table {}: the card was not changed: {why}", place.key));
        }
    }

    /// Gives somebody's seat back.
    pub(crate) async fn leave(self: &Arc<Self>, asked: &Asked, place: &Place) -> Outcome {
        let is_there = place.people.iter().any(|sitter| sitter.user == asked.user);
        if !is_there {
            return Err("You have no seat at this table.".to_owned());
        }
        if place.session.is_some() {
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
        Ok(Answer::words("You have left the table."))
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
    let plain = if plain.is_empty() { "Somebody".to_owned() } else { plain };
    let is_taken = |name: &str| there.iter().any(|sitter| sitter.name.to_lowercase() == name.to_lowercase());
    // A number needs room of its own.
    let short = cut(&plain, NAME_MAX - 4);
    let numbered = (2..100).map(|number| format!("{short} {number}"));
    let name = std::iter::once(plain.clone()).chain(numbered).find(|name| !is_taken(name)).unwrap_or(plain);
    Sitter { user: asked.user, name, seat: None }
}

/// What somebody is known by in the log of a session: nobody finds the account from it who does not know it.
fn person(session: &SessionId, user: u64) -> String {
    let hash = Hash::of(format!("parlor.discord.person.v1:{session}:{user}").as_bytes());
    format!("discord-{}", &hash.to_string()[..16])
}
