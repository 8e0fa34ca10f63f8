//! A new table: its form, and what the form sends. What it offers comes from the activity.

mod draft;
mod seats;

use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::{Catalog, SeatId, SessionId, Viewer};
use host::{NewSession, Table};
use protocol::table::Language;
use serde::Deserialize;

use self::draft::{Draft, Sits, words_of};
use super::form::{hidden, range};
use super::help::sentence;
use super::html::{El, Html, el};
use super::{face, invitation, layout};
use crate::answer::Fail;
use crate::api::commands::{self, begin};
use crate::api::rights;
use crate::body::read;
use crate::guard::Visitor;
use crate::limits::BODY_BYTES_MAX;
use crate::places::Door;
use crate::rate::Kind;
use crate::saved::{self, blocking};
use crate::says;
use crate::server::App;
use crate::urlencoded::pairs;
use crate::wire::{Activity, FieldFault, NewInvitation, NewTable, OptionKind, Provider, SetupOption};

/// The id of the form.
const FORM: &str = "new-table";

/// What the form sends that asks the providers elsewhere which models they have.
const LOOK: &str = "look";

/// What a new table begins with.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct From {
    /// What is played.
    machine: Option<String>,
    /// A table whose seats sit down again.
    from: Option<String>,
}

/// What the form is made with.
struct Offer {
    catalog: Catalog,
    activities: Vec<Activity>,
    providers: Vec<Provider>,
}

impl Offer {
    /// With what models there are: `elsewhere`, if those that are not on this machine are asked too.
    async fn of(app: &App, elsewhere: bool) -> Result<Offer, Fail> {
        let desk = app.clone();
        blocking(move || {
            let (activities, providers) = (desk.desk.activities(), desk.desk.providers(elsewhere));
            Ok(Offer { catalog: desk.catalog, activities, providers })
        })
        .await
    }

    fn activity(&self, machine: &str) -> Option<&Activity> {
        self.activities.iter().find(|activity| activity.machine == machine)
    }
}

/// The form.
pub(crate) async fn form(
    State(app): State<App>,
    visitor: Visitor,
    Query(from): Query<From>,
    headers: HeaderMap,
) -> Result<Html, Fail> {
    visitor.check_owner()?;
    visitor.pay(&app, Kind::Read)?;
    if let Some(id) = from.from {
        let id = id.parse().map_err(|_| Fail::not_found())?;
        return laid_anew(&app, &id, &[]).await;
    }
    let offer = Offer::of(&app, false).await?;
    let machine = from.machine.unwrap_or_default();
    let activity = offer.activity(&machine).or(offer.activities.first()).ok_or_else(Fail::not_found)?;
    let mut draft = Draft::preset(activity);
    language_of(&headers).tag().clone_into(&mut draft.language);
    Ok(page(&offer, &draft, &[]))
}

/// The form with what an earlier table was laid with, and what is wrong with it by now.
pub(super) async fn laid_anew(app: &App, id: &SessionId, faults: &[FieldFault]) -> Result<Html, Fail> {
    let (offer, row, opened) =
        (Offer::of(app, false).await?, saved::row(app, id).await?, saved::opened(app, id).await?);
    let activity = offer.activity(&row.meta.machine).ok_or_else(Fail::not_found)?;
    Ok(page(&offer, &Draft::again(activity, &row.meta.title, opened), faults))
}

/// Makes a table and goes to it; or shows the form again, with what was typed and what is wrong with it.
pub(crate) async fn make(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Fail> {
    visitor.check_owner()?;
    let sent = pairs(&read(body, BODY_BYTES_MAX).await?);
    let given = |name: &str| sent.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value.as_str());
    let (machine, who, step) = (given("machine").to_owned(), given("who").to_owned(), given("do").to_owned());
    if let Some(who) = Comes::read(&who) {
        return at_once(&app, &visitor, machine, who, language_of(&headers)).await;
    }
    let offer = Offer::of(&app, step == LOOK).await?;
    let activity = offer.activity(&machine).ok_or_else(|| Fail::bad(says::THERE_IS_NO_SUCH_ACTIVITY))?;
    let mut draft = Draft::read(activity, &sent);
    let again = |draft: &Draft, faults: &[FieldFault]| {
        let status = if faults.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
        (status, page(&offer, draft, faults)).into_response()
    };
    match step.as_str() {
        "count" => {
            draft.seat(activity, given("count").trim().parse().unwrap_or(0));
            return Ok(again(&draft, &[]));
        }
        "fill" => {
            draft.fill(given("fill"));
            return Ok(again(&draft, &[]));
        }
        LOOK => return Ok(again(&draft, &[])),
        _ => {}
    }
    visitor.pay(&app, Kind::Make)?;
    let (wanted, faults) = draft.wanted(activity);
    if !faults.is_empty() {
        // What else is wrong is told with it: nobody wants to hear of one thing after the other.
        let more = laid_out(&app, wanted).await.err().map(|fail| fail.body.error.faults).unwrap_or_default();
        let faults: Vec<FieldFault> = faults.into_iter().chain(more).collect();
        return Ok(again(&draft, &faults));
    }
    let friends = draft.of(&Sits::Friend);
    let laid = async {
        let table = lay(&app, wanted, friends.is_empty()).await?;
        let own = draft.of(&Sits::You).first().map_or(Viewer::Public, |seat| Viewer::Seat(*seat));
        let to = format!("/t/{}?as={own}", table.id());
        match friends.as_slice() {
            [] => go(&to),
            friends => {
                Ok(links(&app, &Door::of(&app, &headers), table.id(), &draft, friends, &to)?.into_response())
            }
        }
    };
    match laid.await {
        Ok(response) => Ok(response),
        // What is wrong is said beside it, and nothing that was typed is lost.
        Err(fail) if fail.status.is_client_error() => {
            let faults = match fail.body.error.faults {
                faults if faults.is_empty() => {
                    vec![FieldFault { field: String::new(), problem: fail.body.error.message }]
                }
                faults => faults,
            };
            Ok(again(&draft, &faults))
        }
        Err(fail) => Err(fail),
    }
}

/// Who comes to a table by one press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comes {
    /// A person, and the house.
    Person,
    /// A person for whom all that is prepared first is drawn.
    Surprised,
    /// The house alone, to be watched.
    House,
}

impl Comes {
    const ALL: [Comes; 3] = [Comes::Person, Comes::Surprised, Comes::House];

    /// Its name in the form.
    pub(super) fn name(self) -> &'static str {
        match self {
            Comes::Person => "person",
            Comes::Surprised => "surprised",
            Comes::House => "house",
        }
    }

    fn read(name: &str) -> Option<Comes> {
        Comes::ALL.into_iter().find(|it| it.name() == name)
    }
}

/// A table as the activity has it, for a person or for the house alone.
async fn at_once(
    app: &App,
    visitor: &Visitor,
    machine: String,
    who: Comes,
    language: Language,
) -> Result<Response, Fail> {
    visitor.pay(app, Kind::Make)?;
    let (desk, name) = (app.clone(), machine.clone());
    let seats = blocking(move || {
        let activity =
            desk.desk.activities().into_iter().find(|it| who == Comes::House && it.machine == name);
        Ok(activity.map(|activity| activity.house_seats))
    })
    .await?;
    let language = Some(language.tag().to_owned());
    let wanted = NewTable {
        machine,
        title: None,
        seats,
        setup: None,
        seed: None,
        salt: None,
        open_seats: None,
        language,
    };
    let table = lay(app, wanted, true).await?;
    let is_person = |seat: &engine::Seat| seat.holder == engine::Holder::Person;
    let own = table.scene(Viewer::Public).await?.seats.iter().position(is_person).map(SeatId::at);
    if let (Comes::Surprised, Some(seat)) = (who, own) {
        commands::surprise(app, &table, seat).await?;
    }
    go(&format!("/t/{}?as={}", table.id(), own.map_or(Viewer::Public, Viewer::Seat)))
}

/// A table as it would be. Nothing is begun.
async fn laid_out(app: &App, wanted: NewTable) -> Result<NewSession, Fail> {
    let desk = app.clone();
    blocking(move || Ok(desk.desk.lay(wanted)?)).await
}

/// Lays a table. It begins, if nobody has to come first.
async fn lay(app: &App, wanted: NewTable, begins: bool) -> Result<Table, Fail> {
    let table = app.host.create(laid_out(app, wanted).await?).await?;
    if begins {
        begin(app, &table).await?;
    }
    Ok(table)
}

/// A link for each friend, to be handed on, at once: nobody has to look for it on the table's page.
fn links(
    app: &App,
    door: &Door,
    id: &SessionId,
    draft: &Draft,
    friends: &[SeatId],
    to: &str,
) -> Result<Html, Fail> {
    let mut cards = Vec::with_capacity(friends.len());
    for seat in friends {
        let wanted = NewInvitation { scope: "play".to_owned(), seat: Some(seat.number()) };
        let made = rights::invitation(app, id, door, &wanted)?;
        let name = draft.seats.get(seat.index()).map_or("", |place| place.name.as_str());
        let card = el("li").class("panel").add(el("h2").text(says::name_and_seat(name, seat)));
        cards.push(card.add(invitation::made(&made, door)));
    }
    let body = el("div")
        .class("new-table")
        .add(el("h1").text(says::THE_TABLE_IS_LAID))
        .add(el("p").class("lead").text(says::SEND_EACH_FRIEND_THEIR_LINK_IT))
        .add(el("ul").class("links").add_all(cards))
        .add(el("p").add(el("a").class("button main wide").attr("href", to).text(says::GO_TO_THE_TABLE)));
    Ok(layout::page(says::THE_TABLE_IS_LAID, &["live.js"], body))
}

fn go(to: &str) -> Result<Response, Fail> {
    let to = HeaderValue::from_str(to).map_err(|_| Fail::broken())?;
    Ok((StatusCode::SEE_OTHER, [(header::LOCATION, to)]).into_response())
}

fn page(offer: &Offer, draft: &Draft, faults: &[FieldFault]) -> Html {
    let Some(activity) = offer.activity(&draft.machine) else { return Html::none() };
    let tab = |it: &Activity| {
        let is_now = it.machine == draft.machine;
        el("a")
            .class("card")
            .attr("href", format!("/new?machine={}", it.machine))
            .attr_if("aria-current", is_now.then_some("page"))
            .add(el("b").text(face::title(offer.catalog, &it.machine)))
            .add(el("span").class("quiet").text(&it.about))
    };
    let form = el("form")
        .class("new")
        .id(FORM)
        .attr("method", "post")
        .attr("action", "/new")
        // What Enter does in a field: the first button of a form.
        .add(create().class("unseen").attr("tabindex", "-1").attr("aria-hidden", "true"))
        .add(hidden("machine", &draft.machine))
        .add(text_field(faults, "title", says::TITLE, &draft.title, 80, Some(says::WHAT_THE_TABLE_IS_CALLED)))
        .add(seats::fields(offer, activity, draft, faults))
        .add(more(activity, draft, faults))
        .add(create().class("main wide"));
    let body = el("div")
        .class("new-table")
        .add(el("h1").text(says::NEW_TABLE))
        .add(
            el("nav")
                .class("cards")
                .attr("aria-label", says::ACTIVITY)
                .add_all(offer.activities.iter().map(tab)),
        )
        .add((!faults.is_empty()).then(|| what_is_wrong(activity, faults)))
        .add(form)
        .add(models(&offer.providers));
    layout::page(says::NEW_TABLE, &[], body)
}

/// What most leave as it is: the rules, the seed, and when seats of the house can be taken. It stands open where something in it is
/// wrong.
fn more(activity: &Activity, draft: &Draft, faults: &[FieldFault]) -> El {
    let is_here = |fault: &FieldFault| {
        fault.field == "seed" || activity.options.iter().any(|option| option.path == fault.field)
    };
    el("details")
        .id("more")
        .class("panel")
        .flag("open", faults.iter().any(is_here))
        .add(el("summary").add(el("b").text(says::MORE)).text(says::LANGUAGE_RULES_SEED_WHO_MAY_SIT))
        .add(language(&draft.language))
        .add(rules(activity, draft, faults))
        .add(text_field(faults, "seed", says::SEED, &draft.seed, 60, Some(says::BY_CHANCE_IF_LEFT_OUT_ALL)))
        .add(open_seats(&draft.open_seats))
}

fn create() -> El {
    el("button").attr("type", "submit").attr("name", "do").attr("value", "create").text(says::CREATE_TABLE)
}

/// Everything that is wrong, with the way to each.
fn what_is_wrong(activity: &Activity, faults: &[FieldFault]) -> El {
    let line = |fault: &FieldFault| {
        let words = words_of(activity, fault);
        let inner = match Draft::name_of(activity, &fault.field) {
            Some(name) => el("a").attr("href", format!("#{name}")).text(words),
            None => el("span").text(words),
        };
        el("li").add(inner)
    };
    el("div")
        .class("faults")
        .attr("role", "alert")
        .add(el("p").text(says::THIS_TABLE_CANNOT_BE_LAID_YET))
        .add(el("ul").add_all(faults.iter().map(line)))
}

/// What is wrong with a field, beside it.
fn beside(faults: &[FieldFault], field: &str, name: &str) -> Option<El> {
    let wrong: Vec<&str> =
        faults.iter().filter(|fault| fault.field == field).map(|fault| fault.problem.as_str()).collect();
    (!wrong.is_empty()).then(|| el("p").class("fault").id(format!("{name}-fault")).text(wrong.join("; ")))
}

/// An input, marked and described if something is wrong with it.
fn input(faults: &[FieldFault], field: &str, name: &str, value: &str, hint: bool) -> El {
    let wrong = faults.iter().any(|fault| fault.field == field);
    let described: Vec<String> = [(hint, "hint"), (wrong, "fault")]
        .into_iter()
        .filter(|(is, _)| *is)
        .map(|(_, what)| format!("{name}-{what}"))
        .collect();
    el("input")
        .id(name)
        .attr("name", name)
        .attr("value", value)
        .attr("autocomplete", "off")
        .attr_if("aria-invalid", wrong.then_some("true"))
        .attr_if("aria-describedby", (!described.is_empty()).then(|| described.join(" ")))
}

fn text_field(
    faults: &[FieldFault],
    name: &str,
    label: &str,
    value: &str,
    max_chars: usize,
    hint: Option<&str>,
) -> El {
    let field = name.strip_prefix("setup.").unwrap_or(name);
    el("div")
        .class("field")
        .add(el("label").attr("for", name).text(label))
        .add(
            input(faults, field, name, value, hint.is_some())
                .attr("type", "text")
                .attr("maxlength", max_chars.to_string()),
        )
        .add(hint.map(|hint| el("p").class("quiet").id(format!("{name}-hint")).text(hint)))
        .add(beside(faults, field, name))
}

/// What the rules leave open.
fn rules(activity: &Activity, draft: &Draft, faults: &[FieldFault]) -> El {
    let one = |option: &SetupOption| {
        let name = format!("setup.{}", option.path);
        let value = draft.option(&option.path);
        let about = (!option.about.is_empty()).then(|| sentence(&option.about));
        let range = match &option.kind {
            OptionKind::Number { min, max, .. } => Some(range(min, max)),
            OptionKind::Text { max_chars, .. } => Some(says::at_most_characters(max_chars)),
            OptionKind::Flag { .. } | OptionKind::Choice { .. } | OptionKind::Texts => None,
        };
        let hint: Vec<String> = about.into_iter().chain(range).collect();
        let hint = el("p").class("quiet").id(format!("{name}-hint")).text(hint.join(" "));
        let label = || el("label").attr("for", &name).text(&option.label);
        let control = match &option.kind {
            OptionKind::Number { min, max, .. } => input(faults, &option.path, &name, value, true)
                .attr("type", "number")
                .attr("min", min.to_string())
                .attr("max", max.to_string()),
            OptionKind::Text { max_chars, .. } => input(faults, &option.path, &name, value, true)
                .attr("type", "text")
                .attr("maxlength", max_chars.to_string()),
            OptionKind::Flag { .. } => input(faults, &option.path, &name, "yes", true)
                .attr("type", "checkbox")
                .flag("checked", value == "yes"),
            OptionKind::Choice { choices, .. } => {
                let option = |(value_of, words): &(serde_json::Value, String)| {
                    let text = value_of.to_string();
                    el("option").attr("value", &text).flag("selected", text == value).text(words)
                };
                el("select")
                    .id(&name)
                    .attr("name", &name)
                    .attr("aria-describedby", format!("{name}-hint"))
                    .add_all(choices.iter().map(option))
            }
            OptionKind::Texts => el("textarea")
                .id(&name)
                .attr("name", &name)
                .attr("rows", "3")
                .attr("aria-describedby", format!("{name}-hint"))
                .text(value),
        };
        let wrong = beside(faults, &option.path, &name);
        let field = el("div").class(if matches!(option.kind, OptionKind::Flag { .. }) {
            "field yes-no"
        } else {
            "field"
        });
        field.add(label()).add(control).add(hint).add(wrong)
    };
    el("fieldset")
        .class("rules")
        .add(el("legend").text(says::RULES))
        .add_all(activity.options.iter().map(one))
}

/// Where models are, and whether they can be asked.
fn models(providers: &[Provider]) -> El {
    let line = |provider: &Provider| {
        let sign = if provider.ready { "●" } else { "○" };
        let at = provider.address.as_ref().map_or(String::new(), says::at_address);
        el("li").text(format!("{sign} {}{at}: {}", provider.name, provider.words))
    };
    el("section")
        .class("models")
        .attr("aria-labelledby", "models-title")
        .add(el("h2").id("models-title").text(says::MODELS))
        .add(el("p").class("quiet").text(says::NO_KEY_IS_NEEDED_THE_HOUSE))
        .add(el("ul").class("quiet").add_all(providers.iter().map(line)))
        .add(providers.iter().any(|it| !it.asked).then(look))
}

/// Asks those elsewhere, too: what was typed so far stays.
fn look() -> El {
    el("button")
        .attr("type", "submit")
        .attr("form", FORM)
        .attr("name", "do")
        .attr("value", LOOK)
        .text(says::ASK_WHICH_MODELS_ANSWER_NOW)
}

/// The language that a browser wants most, of those that a table can speak.
fn language_of(headers: &HeaderMap) -> Language {
    let wanted =
        headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let tags = wanted.split(',').map(|it| it.split(';').next().unwrap_or_default().trim());
    tags.filter_map(|tag| tag.parse().ok()).next().unwrap_or_default()
}

/// What is spoken at the table.
fn language(chosen: &str) -> El {
    let option = |it: Language| {
        el("option")
            .attr("value", it.tag())
            .attr("lang", it.tag())
            .flag("selected", it.tag() == chosen)
            .text(it.own_name())
    };
    el("div")
        .class("field")
        .add(el("label").attr("for", "language").text(says::WHAT_IS_SPOKEN))
        .add(el("select").id("language").attr("name", "language").add_all(Language::all().map(option)))
        .add(el("p").class("quiet").text(says::MODELS_ARE_TOLD_TO_SPEAK_IT))
}

/// When people may sit down in seats of the house or of models.
fn open_seats(chosen: &str) -> El {
    let option = |(value, words): (&str, &str)| {
        el("option").attr("value", value).flag("selected", value == chosen).text(words)
    };
    let all = [
        ("start", says::CAN_BE_TAKEN_AT_ANY_TIME),
        ("before_play", says::CAN_BE_TAKEN_UNTIL_PLAY_BEGINS),
        ("never", says::STAY_THEIRS),
    ];
    el("div")
        .class("field")
        .add(el("label").attr("for", "open_seats").text(says::SEATS_OF_THE_HOUSE_AND_OF))
        .add(el("select").id("open_seats").attr("name", "open_seats").add_all(all.into_iter().map(option)))
        .add(el("p").class("quiet").text(says::WHOEVER_TAKES_ONE_IS_NAMED_TO))
}
