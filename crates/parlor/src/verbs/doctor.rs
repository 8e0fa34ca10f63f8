//! `parlor doctor`: what is configured, and which models can be reached. It shows where a key comes from, never a key.

use std::sync::Arc;
use std::time::Duration;

use arena::Series;
use engine::{Seat, Seed, Usage};
use host::limits::TRANSCRIPT_BYTES_MAX;
use llm::{CallFault, Checked, Config, Models, NotReady, Origin, ProviderStanding, Spec};
use protocol::clean_line;
use serde::Serialize;
use store::{Store, StoreError};
use tui::Theme;
use tui::lines::columns;

use crate::activity::{Activity, all};
use crate::cli::Doctor;
use crate::context::Context;
use crate::exit::{Code, Failure, Outcome, no_threads};
use crate::features::{self, Feature};
use crate::found::{Found, State, todos};
use crate::models::{ConfigFile, connect};
use crate::seating::Manner;
use crate::text::grouped;

/// How long a provider is waited for: one that takes longer to list its models is no pleasure to play with.
const WAIT: Duration = Duration::from_secs(3);

/// Models of a provider that are named where the wanted one is not among them.
const NAMED_MAX: usize = 6;

/// A provider, or a model of one, and what was found.
#[derive(Clone, Debug, Serialize)]
struct Row {
    /// The provider's name, or the model's spec.
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    address_from: Option<String>,
    /// Where its key comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    key_from: Option<String>,
    #[serde(flatten)]
    found: Found,
}

impl Row {
    fn new(name: String, standing: Option<&ProviderStanding>, found: Found) -> Row {
        let on_network = standing.filter(|standing| standing.address.is_some());
        Row {
            name,
            address: on_network.and_then(|standing| standing.address.clone()),
            address_from: on_network.map(|standing| standing.address_from.to_string()),
            key_from: on_network.map(key_words),
            found,
        }
    }

    /// Is it where it usually is, on this machine?
    fn is_usual_place(&self) -> bool {
        let usual = self.address_from.as_ref().is_some_and(|from| *from == Origin::Default.to_string());
        usual && self.address.as_ref().is_some_and(|address| address.starts_with("http://127.0.0.1"))
    }

    fn cells(&self, theme: Theme) -> Vec<String> {
        let none = if theme.ascii { "-" } else { "–" };
        let default = Origin::Default.to_string();
        let from = self.address_from.as_ref().filter(|from| **from != default);
        let from = from.map_or(String::new(), |from| format!(" (from {from})"));
        let address = self.address.as_ref().map_or(none.to_owned(), |address| address.clone() + &from);
        let key = self.key_from.clone().unwrap_or(none.to_owned());
        vec![clean_line(&self.name), clean_line(&address), key, self.found.said(theme)]
    }
}

/// Where a key comes from.
fn key_words(standing: &ProviderStanding) -> String {
    match &standing.key_from {
        Origin::Nowhere | Origin::Default if standing.needs_key => "none".to_owned(),
        Origin::Nowhere | Origin::Default => "none needed".to_owned(),
        from => format!("from {from}"),
    }
}

/// Everything that was found.
#[derive(Debug, Serialize)]
struct Report {
    store: Found,
    config: Found,
    /// The features that are in this build.
    features: Vec<&'static str>,
    /// Every provider, if no model was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    providers: Vec<Row>,
    /// The models that were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    models: Vec<Row>,
}

impl Report {
    /// Is something wrong that was asked for, or without which nothing works?
    fn is_bad(&self) -> bool {
        let own = [&self.store, &self.config];
        let bad = |found: &Found| found.state == State::Bad;
        own.into_iter().any(bad) || self.models.iter().any(|row| bad(&row.found))
    }
}

/// Looks at everything, or at some models, and says what it found.
pub(crate) fn run(cx: &Context, args: &Doctor) -> Outcome {
    let (config, config_found) = config(cx)?;
    let look = Look { models: connect(config) };
    let (providers, wanted) = match args.models.is_empty() {
        true => (look.at_providers()?, Vec::new()),
        false => (Vec::new(), look.at_models(&args.models)?),
    };
    let features = features::ALL.iter().filter(|feature| feature.is_in).map(|feature| feature.name).collect();
    let report = Report { store: store(cx), config: config_found, features, providers, models: wanted };
    let code = if report.is_bad() { Code::Failed } else { Code::Fine };
    match args.json.json {
        true => cx.json(&report)?,
        false => cx.print(&text(cx, &report))?,
    }
    Ok(code)
}

/// Where sessions are kept, and whether one could be.
fn store(cx: &Context) -> Found {
    let home = match cx.home() {
        Ok(home) => home,
        Err(failure) => return Found::failed(&failure),
    };
    let place = home.display();
    match Store::open(&home).and_then(|store| store.sessions()) {
        Ok(sessions) => Found::new(State::Good, format!("{place}, writable, sessions: {}", sessions.len())),
        Err(StoreError::Locked { pid, .. }) => {
            let by = pid.map_or("another process".to_owned(), |pid| format!("process {pid}"));
            Found::new(State::Plain, format!("{place}, in use by {by}"))
        }
        Err(error) => Found::failed(&error.into()),
    }
}

/// The configuration, and how it was found. One that cannot be read leaves what the variables say.
fn config(cx: &Context) -> Result<(Config, Found), Failure> {
    let file = ConfigFile::find(cx)?;
    let place = file.path.display().to_string();
    Ok(match file.read() {
        Ok(Some(config)) => (config, Found::new(State::Good, place)),
        Ok(None) => {
            (Config::default(), Found::new(State::Plain, format!("{place}, not there; none is needed")))
        }
        Err(failure) => (Config::default(), Found::failed(&failure)),
    })
}

/// What is in this build, and how to have what is not.
fn build(features: &[Feature]) -> Found {
    let said = features.iter().map(|feature| match feature.is_in {
        true => format!("with {}", feature.name),
        false => format!("without {} ({} has it)", feature.name, feature.command()),
    });
    let state = if features.iter().all(|feature| feature.is_in) { State::Good } else { State::Plain };
    Found::new(state, said.collect::<Vec<_>>().join(", "))
}

/// One who looks whether models can be asked.
struct Look {
    models: Models,
}

impl Look {
    /// Every provider: those that can be asked are.
    fn at_providers(&self) -> Result<Vec<Row>, Failure> {
        let mut rows = Vec::new();
        let mut asked = Vec::new();
        for standing in self.models.standings() {
            let standing = match standing {
                Ok(standing) => standing,
                Err(why) => {
                    rows.push(Row::new(provider_of(&why), None, not_ready(&why)));
                    continue;
                }
            };
            // Any name will do: what is asked is which models there are.
            let spec = format!("{}:any", standing.provider);
            let found = match standing.is_configured() {
                true => self.ready(&spec).err(),
                false => {
                    let variable = standing.key_variable.unwrap_or("its key");
                    Some(Found::new(State::Plain, format!("not asked; set {variable} to use it")))
                }
            };
            let found = found.unwrap_or_else(|| {
                asked.push((rows.len(), spec));
                Found::new(State::Plain, "not asked")
            });
            rows.push(Row::new(standing.provider.clone(), Some(&standing), found));
        }
        let (indices, specs): (Vec<usize>, Vec<String>) = asked.into_iter().unzip();
        for (index, answer) in indices.into_iter().zip(self.ask(&specs)?) {
            rows[index].found = match answer.map(|checked| checked.models) {
                Ok(Ok(models)) => Found::new(State::Good, format!("answers, models: {}", models.len())),
                // Nobody said that a server runs where such servers usually do.
                Ok(Err(CallFault::Unreachable { .. })) if rows[index].is_usual_place() => {
                    Found::new(State::Plain, "nothing answers there")
                }
                Ok(Err(fault)) => Found::new(State::Bad, fault.to_string()),
                Err(found) => found,
            };
        }
        Ok(rows)
    }

    /// These models, whether they can be asked or not.
    fn at_models(&self, texts: &[String]) -> Result<Vec<Row>, Failure> {
        let standings: Vec<ProviderStanding> = self.models.standings().into_iter().flatten().collect();
        let ready: Vec<Result<Spec, Found>> = texts.iter().map(|text| self.ready(text)).collect();
        let asked: Vec<String> = ready.iter().flatten().map(ToString::to_string).collect();
        let mut answers = self.ask(&asked)?.into_iter();
        let mut rows = Vec::new();
        for (text, ready) in texts.iter().zip(ready) {
            let provider = text.split(':').next().unwrap_or_default();
            let standing = standings.iter().find(|standing| standing.provider == provider);
            let found = match ready {
                Err(found) => found,
                Ok(spec) => match answers.next() {
                    Some(Ok(checked)) => self.judged(&spec, &checked),
                    Some(Err(found)) => found,
                    None => Found::new(State::Plain, "not asked"),
                },
            };
            rows.push(Row::new(text.clone(), standing, found));
        }
        Ok(rows)
    }

    /// Is all there that it takes to ask this model? If its key comes from a command, the command runs here, one after
    /// the other: it may want a passphrase.
    fn ready(&self, spec: &str) -> Result<Spec, Found> {
        self.models.get(spec).map(|model| model.spec).map_err(|why| not_ready(&why))
    }

    /// Can this model be asked, by what its provider says?
    fn judged(&self, spec: &Spec, checked: &Checked) -> Found {
        let price = match self.models.cost(spec, Usage::default()) {
            Some(_) => "",
            None => "; its price is not known, so no budget in dollars can be kept",
        };
        match &checked.models {
            Ok(_) if checked.has_model() => match too_long(checked.context, self.needed(spec)) {
                None => Found::new(State::Good, format!("ready{price}")),
                Some(TooLong { state, words, least }) => {
                    let still = if spec.options.thinking == Some(0) {
                        ""
                    } else {
                        "; @thinking=0 if it does not think"
                    };
                    let todo =
                        format!("give it a context of {} tokens, or play what fits{still}", grouped(least));
                    Found::new(state, format!("ready, {words}{price}")).todo(todo)
                }
            },
            Ok(models) => {
                let named: Vec<&str> = models.iter().take(NAMED_MAX).map(String::as_str).collect();
                let more = if models.len() > named.len() { ", and more" } else { "" };
                let has = if named.is_empty() { "none".to_owned() } else { named.join(", ") + more };
                Found::new(State::Bad, format!("it answers, but has no {}; it has {has}", spec.model))
            }
            Err(fault) => Found::new(State::Bad, fault.to_string()),
        }
    }

    /// What each activity needs of a model's context: the longest prompt of an evening, the answer, and the thinking before it.
    fn needed(&self, spec: &Spec) -> Vec<(&'static str, u64)> {
        let model = self.models.get(&spec.to_string());
        let answer =
            model.map_or(0, |model| u64::from(model.output_tokens) + u64::from(model.thinking_tokens));
        let prompts = all().filter_map(|activity| Some((activity.called(), longest_prompt(activity)?)));
        prompts.map(|(called, bytes)| (called, llm::tokens(bytes as u64) + answer)).collect()
    }

    /// Asks the providers of all these models at once which models they have.
    fn ask(&self, specs: &[String]) -> Result<Vec<Result<Checked, Found>>, Failure> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| no_threads(&error))?;
        runtime.block_on(async {
            let ask = |spec: &String| tokio::spawn(answer(self.models.clone(), spec.clone()));
            let tasks: Vec<_> = specs.iter().map(ask).collect();
            let mut answers = Vec::new();
            for task in tasks {
                answers.push(
                    task.await
                        .map_err(|error| Failure::bug(format!("a model could not be asked: {error}")))?,
                );
            }
            Ok(answers)
        })
    }
}

/// The bytes of the longest prompt of an evening, by an evening of the house.
fn longest_prompt(activity: Activity) -> Option<usize> {
    let tables: [Arc<[Seat]>; 1] = [activity.seats_of_house(Seed(0)).into()];
    let setup = activity.laid(tables[0].to_vec(), Manner::default()).setup;
    let rules = activity.rules();
    Series { rules, tables: &tables, setup: &setup, games: 1, seed: Seed(1) }
        .longest_prompt(TRANSCRIPT_BYTES_MAX)
        .ok()
}

/// Activities that do not fit into a context.
#[derive(Debug, PartialEq, Eq)]
struct TooLong {
    /// Bad, if none fits.
    state: State,
    words: String,
    /// How large it would have to be for all.
    least: u64,
}

/// For which activities a context is too small, with the figures.
fn too_long(context: Option<u32>, needed: Vec<(&'static str, u64)>) -> Option<TooLong> {
    let (context, all) = (u64::from(context?), needed.len());
    let small: Vec<_> = needed.into_iter().filter(|(_, tokens)| *tokens > context).collect();
    let least = small.iter().map(|(_, tokens)| *tokens).max()?;
    let named: Vec<String> =
        small.iter().map(|(called, tokens)| format!("{called} ({})", grouped(*tokens))).collect();
    let words = format!(
        "but its context of {} tokens is too small for an evening of {}",
        grouped(context),
        named.join(", ")
    );
    Some(TooLong { state: if small.len() == all { State::Bad } else { State::Plain }, words, least })
}

async fn answer(models: Models, spec: String) -> Result<Checked, Found> {
    match tokio::time::timeout(WAIT, models.check(&spec)).await {
        Ok(Ok(checked)) => Ok(checked),
        Ok(Err(why)) => Err(not_ready(&why)),
        Err(_) => Err(Found::new(State::Bad, format!("no answer within {} s", WAIT.as_secs()))),
    }
}

fn not_ready(why: &NotReady) -> Found {
    Found::new(State::Bad, why.to_string()).todo(why.todo())
}

/// The provider that is not ready, where that is known.
fn provider_of(why: &NotReady) -> String {
    match why {
        NotReady::NoKey { provider, .. }
        | NotReady::KeyCommand { provider, .. }
        | NotReady::BadAddress { provider, .. } => provider.clone(),
        NotReady::Spec(_)
        | NotReady::NoScript { .. }
        | NotReady::NotAllowed { .. }
        | NotReady::NoProgram { .. }
        | NotReady::Cassette(_)
        | NotReady::NoNetwork { .. } => String::new(),
    }
}

fn text(cx: &Context, report: &Report) -> String {
    let line = |name: &str, found: &Found| vec![name.to_owned(), found.said(cx.theme)];
    let mut out = columns(&[
        line("store", &report.store),
        line("config", &report.config),
        line("build", &build(&features::ALL)),
    ]);
    for (head, rows) in [("provider", &report.providers), ("model", &report.models)] {
        if rows.is_empty() {
            continue;
        }
        let mut table = vec![[head, "address", "key", "state"].map(str::to_owned).to_vec()];
        table.extend(rows.iter().map(|row| row.cells(cx.theme)));
        out.push('\n');
        out.push_str(&columns(&table));
    }
    let own = [("store", &report.store), ("config", &report.config)];
    let rows = report.providers.iter().chain(&report.models).map(|row| (row.name.as_str(), &row.found));
    out.push_str(&todos(cx.theme, own.into_iter().chain(rows)));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_context_is_too_small_for_what_does_not_fit_into_it_and_the_figures_say_so() {
        let needed = || vec![("Mafia", 12_000), ("a story", 40_000)];
        assert_eq!(too_long(None, needed()), None, "nobody says how large it is");
        assert_eq!(too_long(Some(40_000), needed()), None);
        let some = too_long(Some(32_768), needed()).expect("one does not fit");
        assert_eq!((some.state, some.least), (State::Plain, 40_000));
        assert_eq!(
            some.words,
            "but its context of 32,768 tokens is too small for an evening of a story (40,000)"
        );
        let none = too_long(Some(4_096), needed()).expect("nothing fits");
        assert_eq!(none.state, State::Bad);
        assert!(none.words.ends_with("of Mafia (12,000), a story (40,000)"), "{}", none.words);
    }

    #[test]
    fn what_is_not_in_a_build_is_named_with_the_command_that_builds_it_in() {
        let feature = |name, is_in| Feature { name, is_in };
        let theme = Theme { ascii: true, ..Theme::default() };
        let said = |discord, mcp| build(&[feature("discord", discord), feature("mcp", mcp)]).said(theme);
        assert_eq!(said(true, true), "+ with discord, with mcp");
        assert_eq!(
            said(false, true),
            "- without discord (cargo run --release --features parlor/discord has it), with mcp"
        );
    }
}
