//! What the bot needs of this program: what can be played, and how people of a channel sit down to it.

use discord::{Activity, Desk, Wanted};
use engine::{Budget, Holder, SessionId, Viewer};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use host::NewSession;
use llm::Http;
use server::{Format, NotDone};

use super::Counter;
use crate::activity;
use crate::names;
use crate::saved;
use crate::seating::Manner;

/// The desk of a bot that runs in this program.
pub(crate) struct Corner {
    /// Where tables are laid.
    pub(crate) counter: Counter,
    /// The models that have the seats that no person has, in turn; none, and the house has them.
    pub(crate) models: Vec<String>,
    /// What the models may use at one table.
    pub(crate) budget: Budget,
    /// How many tables with models one person, and one server, may lay in a day.
    pub(crate) tables_a_day: usize,
    /// Where the pages of tables are, if others can open them.
    pub(crate) pages: Option<String>,
    /// How files are fetched.
    pub(crate) http: Http,
}

/// What can be played.
pub(crate) fn activities() -> Vec<Activity> {
    let activity = |it: activity::Activity| Activity {
        name: it.name().to_owned(),
        title: it.title().to_owned(),
        about: it.card().about.to_owned(),
        people_max: it.people_max(),
    };
    activity::all().map(activity).collect()
}

impl Desk for Corner {
    fn activities(&self) -> Vec<Activity> {
        activities()
    }

    fn models(&self) -> &[String] {
        &self.models
    }

    fn tables_a_day(&self) -> usize {
        self.tables_a_day
    }

    /// What an earlier session left is taken up from the one before in the same channel alone, by somebody who had a seat there: it is
    /// known by its name, and anybody in a channel could name somebody else's.
    fn lay(&self, wanted: &Wanted) -> Result<NewSession, String> {
        let Wanted { activity, title, people, seed, salt, language, campaign, after } = wanted;
        let activity = activity::of(activity).map_err(|no| no.what().to_owned())?;
        let most = activity.people_max();
        if people.is_empty() || people.len() > most {
            return Err(format!("{} people: there can be 1 to {most}", people.len()));
        }
        let chance = names::guarded(*seed, *salt).map_err(|no| no.what().to_owned())?;
        let own = Some(title.as_str()).filter(|title| *title != activity.title());
        let mut seats = activity.seats_of(chance.laying(), people);
        let house = seats.iter_mut().filter(|seat| seat.holder != Holder::Person);
        for (seat, model) in house.zip(self.models.iter().cycle()) {
            seat.holder = Holder::Model(model.clone());
        }
        let said = campaign.as_ref().map(|name| activity.named(name)).unwrap_or_default();
        let manner = Manner { title: own, speed: self.counter.speed, language: *language, said: &said };
        let mut laid = activity.laid(seats, manner);
        laid.budget = self.budget;
        let mut new = self.counter.laid_out(activity, chance, laid, own.map(str::to_owned)).map_err(words)?;
        // One that cannot be read is nothing to go on from, and no reason not to begin.
        let before = after.as_ref().map(|id| saved::in_store(self.counter.store.reader(), id.as_str()));
        if let Some(Ok(before)) = before
            && let Some((setup, _)) = activity.taken_up(&before, &new)
            && before.session.activity.outcome().is_some()
        {
            new.opening.setup = setup;
        }
        Ok(new)
    }

    fn page(&self, id: &SessionId) -> Option<String> {
        self.pages.as_ref().map(|pages| format!("{pages}/t/{id}"))
    }

    fn export(&self, id: &SessionId, viewer: Viewer) -> Result<(String, Vec<u8>), String> {
        let mut bytes = Vec::new();
        server::Desk::export(&self.counter, id, Format::Markdown, Some(viewer), &mut bytes).map_err(words)?;
        Ok((format!("{id}.md"), bytes))
    }

    fn fetch(&self, url: &str, bytes_max: usize) -> BoxFuture<'static, Result<Vec<u8>, String>> {
        let (http, url) = (self.http.clone(), url.to_owned());
        async move { http.fetch(&url, bytes_max).await.map_err(|why| why.to_string()) }.boxed()
    }
}

/// Why a table was not laid, for whoever asked.
fn words(why: NotDone) -> String {
    match why {
        NotDone::Faults(faults) => faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
        NotDone::Refused(words) => words,
        NotDone::NotThere | NotDone::Broken => {
            "Something broke here; whoever runs the bot was told.".to_owned()
        }
    }
}
