//! What the server and the bot need of this program: what can be played and how a table of it is laid, and what is done
//! with logs that rest.

#[cfg(feature = "discord")]
pub(crate) mod discord;

use std::io::Write;
use std::time::{Duration, Instant};

use engine::{Budget, Chance, Fault, Holder, Seat, Seed, Session, SessionId, Speed, Viewer, replay};
use host::NewSession;
use server::wire::{Activity, Campaign, Character, NewSeat, NewTable, Provider};
use server::{Desk, Format, NotDone, Turning};
use store::Store;
use table::OpenSeats;

use crate::activity;
use crate::campaigns;
use crate::catalog::catalog;
use crate::context::Context;
use crate::evening;
use crate::exit::{Code, Failure};
use crate::models::{Ready, spec};
use crate::names;
use crate::options;
use crate::reach;
use crate::saved;
use crate::seating::{Laid, Manner, Wanted, seated};
use crate::verbs::{export::page, fork};

/// The desk of a server that runs in this program.
pub(crate) struct Counter {
    pub(crate) cx: Context,
    pub(crate) store: Store,
    /// How fast every table goes, if that was said.
    pub(crate) speed: Option<Speed>,
}

/// How long is tried out, at most, when a game turned, and how many games are played on from each of its moments.
const TRYING: Duration = Duration::from_secs(5);
const TRIES_MAX: u64 = 60;

/// Sessions that are looked at, at most, for what goes on from one to the next.
const LOOKED_AT_MAX: usize = 500;

impl Desk for Counter {
    fn activities(&self) -> Vec<Activity> {
        let seats = |seats: &[Seat]| seats.iter().map(NewSeat::from).collect();
        let preset = |activity: activity::Activity| {
            let own = activity.seats(Seed(0), Wanted::default()).ok()?;
            let played = activity.laid(own, Manner { speed: self.speed, ..Manner::default() });
            let card = activity.card();
            let character = |(name, about): &(&str, &str)| Character {
                holder: Holder::House((*name).to_owned()).to_string(),
                about: (*about).to_owned(),
            };
            Some(Activity {
                seats_min: *card.seats.start(),
                seats_max: *card.seats.end(),
                characters: card.house.iter().map(character).collect(),
                options: options::wire(activity),
                machine: activity.name().to_owned(),
                title: activity.title().to_owned(),
                about: card.about.to_owned(),
                seats: seats(&played.seats),
                house_seats: seats(&activity.seats_of_house(Seed(0))),
                setup: serde_json::from_str(played.setup.get()).unwrap_or_default(),
            })
        };
        activity::all().filter_map(preset).collect()
    }

    fn providers(&self, elsewhere: bool) -> Vec<Provider> {
        reach::providers(&self.cx, &self.store, elsewhere).unwrap_or_else(|failure| {
            self.cx.note(failure);
            Vec::new()
        })
    }

    fn lay(&self, wanted: NewTable) -> Result<NewSession, NotDone> {
        let fault = |field: &str, problem: String| NotDone::Faults(vec![Fault::new(field, problem)]);
        let activity = activity::of(&wanted.machine).map_err(|no| fault("machine", no.what().to_owned()))?;
        let salt = wanted.salt.as_deref().map(str::parse).transpose();
        let salt = salt.map_err(|why: &str| fault("salt", why.to_owned()))?;
        let chance = names::guarded(wanted.seed, salt).map_err(refused)?;
        let seed = chance.laying();
        let seats = match wanted.seats {
            None => activity.seats(seed, Wanted::default()).map_err(refused)?,
            Some(seats) => {
                let (mut named, mut wrong) = (Vec::new(), Vec::new());
                for (at, seat) in seats.into_iter().enumerate() {
                    match seat.holder.parse::<Holder>() {
                        Ok(holder) => named.push((seat.name, holder)),
                        Err(why) => wrong.push(Fault::new(format!("seats[{at}].holder"), why)),
                    }
                }
                if !wrong.is_empty() {
                    return Err(NotDone::Faults(wrong));
                }
                seated(named)
            }
        };
        let of_machine = seats.iter().enumerate().find_map(|(at, seat)| Some((at, of_machine(seat)?)));
        if let Some((at, problem)) = of_machine {
            return Err(fault(&format!("seats[{at}].holder"), problem.to_owned()));
        }
        let has_person = seats.iter().any(|seat| seat.holder == Holder::Person);
        let said = wanted.setup.unwrap_or_default();
        let mut laid = activity.laid(seats, Manner { said: &said, speed: self.speed, ..Manner::default() });
        if let Some(wanted) = &wanted.open_seats {
            let named = |it: &OpenSeats| it.name() == wanted.as_str();
            laid.open_seats = OpenSeats::ALL.into_iter().find(named).ok_or_else(|| {
                fault("open_seats", format!("{wanted:?} is none of start, before_play and never"))
            })?;
        }
        if let Some(wanted) = &wanted.language {
            laid.language = wanted.parse().map_err(|why| fault("language", why))?;
        }
        // What every table of it is called is no title of this one.
        let title = wanted.title.filter(|title| title != activity.title());
        let mut new = self.laid_out(activity, chance, laid, title)?;
        if has_person {
            activity.take_up(&self.cx, &self.store, &mut new).map_err(refused)?;
        }
        Ok(new)
    }

    fn export(
        &self,
        id: &SessionId,
        format: Format,
        viewer: Option<Viewer>,
        out: &mut dyn Write,
    ) -> Result<(), NotDone> {
        let store = self.store.reader();
        let seen = viewer.map_or(Ok(()), |viewer| saved::check_viewer(store, id, viewer));
        if seen.is_err_and(|failure| failure.code == Code::Usage) {
            // Through a seat that the table does not have nobody sees anything.
            return Err(NotDone::NotThere);
        }
        let mut write = || -> Result<(), Failure> {
            match format {
                Format::Jsonl => saved::write_lines(store, id, viewer, out),
                Format::Markdown => {
                    let saved = saved::in_store(store, id.as_str())?;
                    let viewer = viewer.unwrap_or(Viewer::Host);
                    Ok(activity::of_saved(&saved)?.write(&saved, viewer, out)?)
                }
                Format::Html => page(&saved::in_store(store, id.as_str())?, viewer, out),
            }
        };
        write().map_err(|failure| self.broken(&failure))
    }

    fn campaigns(&self) -> Vec<Campaign> {
        let all = campaigns::newest(self.store.reader(), LOOKED_AT_MAX).unwrap_or_else(|failure| {
            self.cx.note(failure);
            Vec::new()
        });
        let told = |campaign: campaigns::Campaign| {
            let newest = campaign.newest()?;
            Some(Campaign {
                machine: newest.meta.machine.clone(),
                ended: newest.ended,
                updated_at: newest.updated_at,
                tables: campaign.rows.iter().map(|row| row.meta.id.to_string()).collect(),
                name: campaign.name,
            })
        };
        all.into_iter().filter_map(told).collect()
    }

    fn book(
        &self,
        id: &SessionId,
        format: Format,
        may_see: &dyn Fn(&SessionId) -> bool,
        out: &mut dyn Write,
    ) -> Result<(), NotDone> {
        let store = self.store.reader();
        let mut write = || {
            let mut all = campaigns::before(store, id)?;
            all.rows.retain(|row| may_see(&row.meta.id));
            match format {
                Format::Html => campaigns::page(store, &all, Viewer::Public, out),
                Format::Markdown | Format::Jsonl => campaigns::book(store, &all, Viewer::Public, out),
            }
        };
        write().map_err(|failure| self.broken(&failure))
    }

    fn turning(&self, id: &SessionId) -> Option<Turning> {
        let lines = self.store.read(id, 0).ok()?;
        let log = replay::read(lines.iter().map(|line| line.text.as_str())).ok()?;
        let until = Instant::now() + TRYING;
        let turn = arena::turn(catalog(), &log, TRIES_MAX, || Instant::now() < until)?;
        Some(Turning {
            record: turn.record,
            title: turn.title,
            side: turn.side.to_owned(),
            before: turn.before.won,
            after: turn.after.won,
            games: turn.before.of,
        })
    }

    fn fork(&self, id: &SessionId, at: u64) -> Result<SessionId, NotDone> {
        let parent =
            saved::in_store(self.store.reader(), id.as_str()).map_err(|failure| self.broken(&failure))?;
        fork::fork(&self.store, &parent, at).map_err(refused)
    }
}

impl Counter {
    /// A new session as it was laid, if it can be played: the rules allow it, and every model of it can be asked.
    fn laid_out(
        &self,
        activity: activity::Activity,
        chance: Chance,
        laid: Laid,
        title: Option<String>,
    ) -> Result<NewSession, NotDone> {
        let id = names::fresh_id("").map_err(refused)?;
        let new = evening::laid_out(activity, id, chance, laid, title);
        Session::open(catalog(), &new.opening, evening::now_utc()).map_err(NotDone::Faults)?;
        // A model that cannot be asked is found out now, and named with what to do about it.
        match reach::faults(&self.cx, &new.opening.seats).map_err(refused)? {
            faults if faults.is_empty() => {}
            faults => return Err(NotDone::Faults(faults)),
        }
        Ready::new(&self.cx, &new.opening.seats, Budget::default()).map_err(refused)?;
        Ok(new)
    }

    /// Tells whoever runs this what broke; whoever asked hears only that something did.
    fn broken(&self, failure: &Failure) -> NotDone {
        self.cx.note(failure);
        NotDone::Broken
    }
}

/// What asks by HTTP names no file of this machine, which would be read and would say whether it is there, and no
/// program, which would be started.
fn of_machine(seat: &Seat) -> Option<&'static str> {
    let (provider, _) = spec(seat)?.trim_start().split_once(':')?;
    match provider {
        "replay" => {
            Some("a cassette is a file of the machine that parlor runs on: name it at its command line")
        }
        "exec" => {
            Some("a program is started on the machine that parlor runs on: name it at its command line")
        }
        _ => None,
    }
}

fn refused(failure: Failure) -> NotDone {
    NotDone::Refused(failure.to_string())
}
