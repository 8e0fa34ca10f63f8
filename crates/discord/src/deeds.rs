//! What is done about what somebody did: every command, every button, every form.

use std::sync::Arc;

use engine::{Actor, SeatId, Viewer, raw};
use host::{Refused, Table};
use protocol::table::Language;
use protocol::{OpenAsk, Request, Scene};
use serde_json::Value;

use crate::answer::Answer;
use crate::ask::{self, Step};
use crate::asked::{Asked, Deed, File, Press, Verb, seat};
use crate::bot::Inner;
use crate::commands;
use crate::face;
use crate::panel;
use crate::parts;
use crate::place::Place;
use crate::says;
use crate::session::NewTable;
use crate::text::escape;

/// An answer, or why there is another one.
pub(crate) type Outcome = Result<Answer, String>;

impl Inner {
    /// Answers what somebody did.
    pub(crate) async fn answer(self: Arc<Self>, asked: Asked) -> Answer {
        let done = match asked.deed.clone() {
            Deed::Command { path, options } => self.command(&asked, &path, &options).await,
            Deed::Writes { path, so_far } => Ok(Answer::Offers(self.offers(&asked, &path, &so_far).await)),
            Deed::Press { id, values } => self.press(&asked, &id, &values).await,
            Deed::Filled { id, fields, files } => self.filled(&asked, &id, &fields, files).await,
            Deed::Other => Err(says::THIS_BOT_KNOWS_NOTHING_OF_THAT.to_owned()),
        };
        done.unwrap_or_else(Answer::words)
    }

    async fn command(self: &Arc<Self>, asked: &Asked, path: &str, options: &[(String, String)]) -> Outcome {
        let text = || Asked::option(options, "text").unwrap_or_default();
        match path.split(' ').collect::<Vec<_>>().as_slice() {
            ["session", "status"] | ["status"] => self.status(asked).await,
            ["session", verb] => {
                let verb = Verb::of(verb).ok_or(says::THERE_IS_NO_SUCH_THING_TO)?;
                self.session(asked, verb, new_table(asked, options)?.as_ref()).await
            }
            ["parlor", "new"] => {
                let new = new_table(asked, options)?.ok_or(says::SAY_WHAT_IS_TO_BE_PLAYED)?;
                let place = self.lay(asked, &new).await?;
                Ok(Answer::words(says::the_table_is_laid_press_begin(place.talk)))
            }
            ["parlor", _] | ["help"] => Ok(Answer::words(self.help())),
            ["seat", "show"] => self.show_seat(asked, &self.here(asked)?).await,
            ["seat", "join"] => self.join(asked, &self.here(asked)?, Asked::option(options, "seat")).await,
            ["seat", "leave"] => self.leave(asked, &self.here(asked)?).await,
            ["seat", "remind"] => {
                let wanted = Asked::option(options, "calls").unwrap_or(commands::ON);
                self.remind(asked, &self.here(asked)?, wanted)
            }
            ["vote"] => {
                let place = self.here(asked)?;
                self.vote(asked, &place, Asked::option(options, "for").unwrap_or_default()).await
            }
            ["say"] => self.line(asked, &self.here(asked)?, text()).await,
            ["ooc"] => self.line(asked, &self.here(asked)?, &format!("(({}))", text())).await,
            [name] => {
                let line = format!("/{name} {}", text());
                self.line(asked, &self.here(asked)?, line.trim_end()).await
            }
            _ => Err(says::THIS_BOT_KNOWS_NOTHING_OF_THAT.to_owned()),
        }
    }

    /// The table of the channel.
    pub(crate) fn here(&self, asked: &Asked) -> Result<Place, String> {
        self.places.here(asked.channel).ok_or_else(|| {
            let start = self.command_link("session start");
            says::there_is_no_table_in_this(&start)
        })
    }

    /// The table that a button is of, as long as it is the table of its channel.
    fn of_button(&self, asked: &Asked, key: u32) -> Result<Place, String> {
        let place = self.here(asked)?;
        let over = says::THAT_TABLE_HAS_BEEN_CLEARED_AWAY;
        if place.key == key { Ok(place) } else { Err(over.to_owned()) }
    }

    async fn press(self: &Arc<Self>, asked: &Asked, id: &str, values: &[String]) -> Outcome {
        let (key, press) = Press::read(id).ok_or(says::THIS_BUTTON_IS_OF_ANOTHER_TIME)?;
        let place = self.of_button(asked, key)?;
        let chosen = values.first().map(String::as_str).unwrap_or_default();
        match press {
            Press::Seat => self.show_seat(asked, &place).await,
            Press::Join => self.join(asked, &place, None).await,
            Press::Leave => self.leave(asked, &place).await,
            Press::Session(verb) => self.session(asked, verb, None).await,
            Press::Stop => self.line(asked, &place, "/x").await,
            Press::Time => self.more_time(asked, &place).await,
            Press::Again => self.again(asked, &place).await,
            Press::Keep => self.line(asked, &place, "/export").await,
            Press::NotNow => {
                self.own(asked, &place)?;
                Ok(Answer::Becomes(serde_json::json!({"components": []})))
            }
            Press::Agree => self.line(asked, &place, "/agree").await,
            Press::Choose => self.vote(asked, &place, chosen).await,
            Press::Photos => {
                self.own(asked, &place)?;
                let fields = vec![
                    parts::photos("photos", says::PHOTOS_OF_THE_SPACE),
                    parts::typed("text", says::WHAT_SHOULD_BE_SAID_WITH_THEM, 1_000, false),
                ];
                Ok(Answer::Form(parts::form(id, says::ADD_PHOTOS, fields)))
            }
            Press::Answer { ask, tool, choice, sure } => {
                let choice = choice.or_else(|| chosen.parse().ok());
                self.take(asked, &place, &Taken { ask, tool, choice, sure, filled: None }).await
            }
        }
    }

    async fn filled(
        self: &Arc<Self>,
        asked: &Asked,
        id: &str,
        fields: &[(String, String)],
        files: Vec<File>,
    ) -> Outcome {
        let (key, press) = Press::read(id).ok_or(says::THIS_FORM_IS_OF_ANOTHER_TIME)?;
        let place = self.of_button(asked, key)?;
        match press {
            Press::Answer { ask, tool, .. } => {
                let filled = Some(fields);
                self.take(asked, &place, &Taken { ask, tool, choice: None, sure: true, filled }).await
            }
            Press::Photos => {
                let text = Asked::option(fields, "text").unwrap_or_default();
                self.add_photos(asked, &place, files, text).await
            }
            _ => Err(says::THIS_FORM_IS_OF_ANOTHER_TIME.to_owned()),
        }
    }

    /// Somebody's own seat.
    pub(crate) fn own(&self, asked: &Asked, place: &Place) -> Result<SeatId, String> {
        place.seat_of(asked.user).ok_or_else(|| match place.session {
            Some(_) => says::YOU_HAVE_NO_SEAT_AT_THIS.to_owned(),
            None => says::NOTHING_HAS_BEGUN_YET_PRESS_JOIN.to_owned(),
        })
    }

    /// As whom somebody acts: in their seat; or, as the one who had the table laid, for the house.
    pub(crate) fn actor(&self, asked: &Asked, place: &Place) -> Result<Actor, String> {
        match place.seat_of(asked.user) {
            Some(seat) => Ok(Actor::Seat(seat)),
            None if asked.user == place.owner => Ok(Actor::Host),
            None => self.own(asked, place).map(Actor::Seat),
        }
    }

    /// As whom somebody changes the state: in their seat, if it may; or, as the one who had the table laid, for the house.
    pub(crate) async fn changes_as(&self, asked: &Asked, place: &Place) -> Result<Actor, String> {
        let by = self.actor(asked, place)?;
        let Some(seat) = by.seat().filter(|_| asked.user == place.owner) else { return Ok(by) };
        let scene = self.running(place).await?.scene(Viewer::Public).await.map_err(refused)?;
        Ok(if scene.table.stewards.contains(seat) { by } else { Actor::Host })
    }

    pub(crate) async fn running(&self, place: &Place) -> Result<Table, String> {
        let waits = says::NOTHING_HAS_BEGUN_YET_PRESS_BEGIN;
        self.table(place).await.ok_or_else(|| waits.to_owned())
    }

    /// A line as somebody would type it.
    pub(crate) async fn line(self: &Arc<Self>, asked: &Asked, place: &Place, text: &str) -> Outcome {
        let table = self.running(place).await?;
        // What is the host's to say is said by whoever had the table laid, even in a seat.
        let hosts = HOSTS.iter().any(|word| text.split_whitespace().next() == Some(word));
        let by = match asked.user == place.owner && hosts {
            true => Actor::Host,
            false => self.actor(asked, place)?,
        };
        if let (Some(live), Some(seat)) = (self.live(place.key), by.seat()) {
            live.says(seat, text);
        }
        let request = Request::Line { text: text.to_owned() };
        let ack = table.request(by, Some(format!("discord-{}", asked.id)), request).await.map_err(refused)?;
        let viewer = by.seat().map_or(Viewer::Public, Viewer::Seat);
        match ack.report {
            Some(_) if ack.export => self.export(&table, viewer).await,
            report => {
                Ok(Answer::words(report.map_or_else(|| says::DONE.to_owned(), |report| escape(&report))))
            }
        }
    }

    /// What somebody was told, as a file for them alone.
    async fn export(self: &Arc<Self>, table: &Table, viewer: Viewer) -> Outcome {
        let (inner, id) = (Arc::clone(self), table.id().clone());
        let written = tokio::task::spawn_blocking(move || inner.desk.export(&id, viewer)).await;
        let (name, bytes) = written.map_err(|_| says::SOMETHING_BROKE_HERE.to_owned())??;
        Ok(Answer::File { text: says::WHAT_YOU_WERE_TOLD_SO_FAR.to_owned(), name, bytes })
    }

    /// Asks for more time, where the rules have such a thing.
    async fn more_time(&self, asked: &Asked, place: &Place) -> Outcome {
        let table = self.running(place).await?;
        let seat = self.own(asked, place)?;
        let command = self.host.catalog().activity(&place.activity).and_then(|rules| rules.more_time());
        let command = command.ok_or(says::NOBODY_HAS_TO_HURRY_HERE_THERE)?;
        let request = Request::Do { command: raw(&command) };
        table
            .request(Actor::Seat(seat), Some(format!("discord-{}", asked.id)), request)
            .await
            .map_err(refused)?;
        Ok(Answer::Nothing)
    }

    async fn show_seat(&self, asked: &Asked, place: &Place) -> Outcome {
        let seat = self.own(asked, place)?;
        let table = self.running(place).await?;
        let body = self.panel(place, &table, seat).await?;
        Ok(if asked.on_panel { Answer::Becomes(body) } else { Answer::Says(body) })
    }

    async fn panel(&self, place: &Place, table: &Table, seat: SeatId) -> Result<Value, String> {
        let scene = table.scene(Viewer::Seat(seat)).await.map_err(refused)?;
        let name = scene.seats.get(seat.index()).map_or_else(String::new, |seat| seat.name.clone());
        let page = self.desk.page(table.id());
        Ok(panel::panel(self.face(&scene), place, seat, &name, &scene, page.as_deref()))
    }

    /// Answers an ask.
    async fn take(
        &self,
        asked: &Asked,
        place: &Place,
        &Taken { ask, tool, choice, sure, filled }: &Taken<'_>,
    ) -> Outcome {
        let table = self.running(place).await?;
        let seat = self.own(asked, place)?;
        let scene = table.scene(Viewer::Seat(seat)).await.map_err(refused)?;
        let is_it = |it: &&OpenAsk| it.id.0 == ask && it.seat == seat;
        let Some(open) = scene.asks.iter().find(is_it) else {
            return Err(self.not_asked(place, &table, seat, ask).await);
        };
        if let Some(body) = ask::once_more(place.key, open, tool, choice).filter(|_| !sure) {
            return Ok(if asked.on_panel { Answer::Becomes(body) } else { Answer::Says(body) });
        }
        match ask::step(place.key, open, tool, choice, filled)? {
            Step::Form(form) => Ok(Answer::Form(form)),
            Step::Command(command) => {
                let request = Request::Answer { ask: open.id, command: raw(&command) };
                let id = Some(format!("discord-{}", asked.id));
                table.request(Actor::Seat(seat), id, request).await.map_err(refused)?;
                self.taken(asked, place, &table, seat).await
            }
        }
    }

    /// What was answered is in the panel, if it was answered there.
    async fn taken(&self, asked: &Asked, place: &Place, table: &Table, seat: SeatId) -> Outcome {
        if asked.on_panel {
            return Ok(Answer::Becomes(self.panel(place, table, seat).await?));
        }
        Ok(Answer::Nothing)
    }

    /// Why somebody cannot answer this: it is another's, or it is over.
    async fn not_asked(&self, place: &Place, table: &Table, own: SeatId, ask: u32) -> String {
        for seat in place.people.iter().filter_map(|sitter| sitter.seat).filter(|seat| *seat != own) {
            if let Ok(scene) = table.scene(Viewer::Seat(seat)).await
                && self.custom(&scene.machine).open
                && scene.asks.iter().any(|it| it.id.0 == ask && it.seat == seat)
            {
                let name = scene.seats.get(seat.index()).map_or_else(String::new, |seat| seat.name.clone());
                return says::that_is_for(escape(&name));
            }
        }
        says::THAT_IS_NOT_ASKED_OF_YOU.to_owned()
    }

    /// A choice that all see, by the number or the name of a seat.
    async fn vote(&self, asked: &Asked, place: &Place, against: &str) -> Outcome {
        let table = self.running(place).await?;
        let own = self.own(asked, place)?;
        let scene = table.scene(Viewer::Seat(own)).await.map_err(refused)?;
        let over = says::THERE_IS_NOTHING_TO_CHOOSE_JUST;
        let ask = scene.asks.iter().find(|ask| ask.seat == own);
        let cast = ask.and_then(|ask| face::chosen(ask).map(|(tool, choices)| (ask.id, tool, choices)));
        let (id, tool, choices) = cast.ok_or(over)?;
        let wanted = seat(against).map(SeatId::number);
        let is_meant = |choice: &&engine::Choice| {
            wanted.is_some_and(|number| choice.value == number) || choice.label.eq_ignore_ascii_case(against)
        };
        let names = || choices.iter().map(|choice| escape(&choice.label)).collect::<Vec<_>>().join(", ");
        let choice =
            choices.iter().find(is_meant).ok_or_else(|| says::that_one_cannot_be_chosen_you(names()))?;
        let mut command = serde_json::json!({"type": tool.name});
        command[tool.only_demand().map_or("", |field| &field.name)] = choice.value.clone();
        let request = Request::Answer { ask: id, command: raw(&command) };
        let request_id = Some(format!("discord-{}", asked.id));
        table.request(Actor::Seat(own), request_id, request).await.map_err(refused)?;
        Ok(Answer::words(says::you_choose(escape(&choice.label))))
    }

    /// What can be written into an option.
    async fn offers(&self, asked: &Asked, path: &str, so_far: &str) -> Vec<(String, String)> {
        let all = match path {
            "parlor new" | "session start" | "session zero" => languages(),
            _ => self.offered_here(asked, path == "vote").await.unwrap_or_default(),
        };
        let begins = so_far.to_lowercase();
        all.into_iter().filter(|(name, _)| name.to_lowercase().contains(&begins)).collect()
    }

    /// What can be voted for at the table here, or else which seats of it are free.
    async fn offered_here(&self, asked: &Asked, votes: bool) -> Option<Vec<(String, String)>> {
        let place = self.here(asked).ok()?;
        let viewer = place.seat_of(asked.user).map_or(Viewer::Public, Viewer::Seat);
        let scene = self.table(&place).await?.scene(viewer).await.ok()?;
        Some(if votes { candidates(&scene) } else { self.free_seats(&place, &scene) })
    }
}

/// What somebody answers an ask with.
struct Taken<'a> {
    ask: u32,
    tool: usize,
    choice: Option<usize>,
    /// Are they sure, of what nobody can take back?
    sure: bool,
    filled: Option<&'a [(String, String)]>,
}

/// Lines that only the host can say.
const HOSTS: [&str; 2] = ["/stewards", "/fair"];

/// The table that somebody wants, if they said what is played.
fn new_table<'a>(asked: &Asked, options: &'a [(String, String)]) -> Result<Option<NewTable<'a>>, String> {
    let title = Asked::option(options, "title");
    let seed = Asked::option(options, "seed").map(|seed| seed.trim().parse()).transpose()?;
    let language = Asked::option(options, commands::LANGUAGE).map(str::parse).transpose()?;
    let (language, people) = (language.unwrap_or(asked.language), Vec::new());
    let activity = Asked::option(options, "activity");
    let campaign = Asked::option(options, "campaign").map(str::trim).filter(|it| !it.is_empty());
    Ok(activity.map(|activity| NewTable { activity, title, seed, language, campaign, people }))
}

/// What a table can speak: its name in that language and in English, and the tag.
fn languages() -> Vec<(String, String)> {
    let offer = |it: Language| match it.is_english() {
        true => (it.own_name().to_owned(), it.tag().to_owned()),
        false => (format!("{} ({})", it.own_name(), it.name()), it.tag().to_owned()),
    };
    Language::all().map(offer).collect()
}

/// What a seat can choose now for all to see: names, and what they stand for.
fn candidates(scene: &Scene) -> Vec<(String, String)> {
    let choices = scene.asks.iter().filter_map(face::chosen).flat_map(|(_, choices)| choices);
    choices.map(|choice| (choice.label.clone(), choice.value.to_string())).collect()
}

/// Why the table did not do something. Only the one who asked reads it.
pub(crate) fn refused(why: Refused) -> String {
    escape(&why.to_string())
}
