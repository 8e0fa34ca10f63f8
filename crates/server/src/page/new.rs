//! A new table: its form, and what the form sends. What it offers comes from the activity.

mod draft;

use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::{Catalog, SessionId};
use host::NewSession;
use serde::Deserialize;

use self::draft::{Draft, words_of};
use super::form::hidden;
use super::help::sentence;
use super::html::{El, Html, el};
use super::{face, layout};
use crate::answer::Fail;
use crate::api::commands::begin;
use crate::body::read;
use crate::guard::Visitor;
use crate::limits::BODY_BYTES_MAX;
use crate::rate::Kind;
use crate::saved::{self, blocking};
use crate::server::App;
use crate::urlencoded::pairs;
use crate::wire::{Activity, FieldFault, NewTable, OptionKind, Provider, SetupOption};

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
    async fn of(app: &App) -> Result<Offer, Fail> {
        let desk = app.clone();
        blocking(move || {
            let (activities, providers) = (desk.desk.activities(), desk.desk.providers());
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
) -> Result<Html, Fail> {
    visitor.check_owner()?;
    visitor.pay(&app, Kind::Read)?;
    if let Some(id) = from.from {
        let id = id.parse().map_err(|_| Fail::not_found())?;
        return laid_anew(&app, &id, &[]).await;
    }
    let offer = Offer::of(&app).await?;
    let machine = from.machine.unwrap_or_default();
    let activity = offer.activity(&machine).or(offer.activities.first()).ok_or_else(Fail::not_found)?;
    Ok(page(&offer, &Draft::preset(activity), &[]))
}

/// The form with what an earlier table was laid with, and what is wrong with it by now.
pub(super) async fn laid_anew(app: &App, id: &SessionId, faults: &[FieldFault]) -> Result<Html, Fail> {
    let (offer, row, opened) =
        (Offer::of(app).await?, saved::row(app, id).await?, saved::opened(app, id).await?);
    let activity = offer.activity(&row.meta.machine).ok_or_else(Fail::not_found)?;
    Ok(page(&offer, &Draft::again(activity, &row.meta.title, opened), faults))
}

/// Makes a table and goes to it; or shows the form again, with what was typed and what is wrong with it.
pub(crate) async fn make(State(app): State<App>, visitor: Visitor, body: Body) -> Result<Response, Fail> {
    visitor.check_owner()?;
    let sent = pairs(&read(body, BODY_BYTES_MAX).await?);
    let given = |name: &str| sent.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value.as_str());
    let (machine, who, step) = (given("machine").to_owned(), given("who").to_owned(), given("do").to_owned());
    if !who.is_empty() {
        return at_once(&app, &visitor, machine, who == "house").await;
    }
    let offer = Offer::of(&app).await?;
    let activity = offer.activity(&machine).ok_or_else(|| Fail::bad("there is no such activity"))?;
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
    match lay(&app, wanted).await {
        Ok(to) => go(&to),
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

/// A table as the activity has it, for a person or for the house alone.
async fn at_once(app: &App, visitor: &Visitor, machine: String, house: bool) -> Result<Response, Fail> {
    visitor.pay(app, Kind::Make)?;
    let (desk, name) = (app.clone(), machine.clone());
    let seats = blocking(move || {
        let activity = desk.desk.activities().into_iter().find(|it| house && it.machine == name);
        Ok(activity.map(|activity| activity.house_seats))
    })
    .await?;
    let to = lay(
        app,
        NewTable { machine, title: None, seats, setup: None, seed: None, salt: None, open_seats: None },
    )
    .await?;
    go(&to)
}

/// A table as it would be. Nothing is begun.
async fn laid_out(app: &App, wanted: NewTable) -> Result<NewSession, Fail> {
    let desk = app.clone();
    blocking(move || Ok(desk.desk.lay(wanted)?)).await
}

/// Lays a table. One with several people waits for them; any other begins.
async fn lay(app: &App, wanted: NewTable) -> Result<String, Fail> {
    let new = laid_out(app, wanted).await?;
    let is_person = |seat: &engine::Seat| seat.holder == engine::Holder::Person;
    let people = new.opening.seats.iter().filter(|seat| is_person(seat)).count();
    let first = new.opening.seats.iter().position(is_person).map(engine::SeatId::at);
    let table = app.host.create(new).await?;
    if people <= 1 {
        begin(app, &table).await?;
    }
    let viewer = first.map_or("public".to_owned(), |seat| format!("seat:{seat}"));
    Ok(format!("/t/{}?as={viewer}", table.id()))
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
        .attr("method", "post")
        .attr("action", "/new")
        // What Enter does in a field: the first button of a form.
        .add(create().class("unseen").attr("tabindex", "-1").attr("aria-hidden", "true"))
        .add(hidden("machine", &draft.machine))
        .add(text_field(faults, "title", "Title", &draft.title, 80, Some("What the table is called.")))
        .add(seats(activity, draft, faults))
        .add(more(activity, draft, faults))
        .add(create().class("main wide"))
        .add(holders(offer, activity));
    let body = el("div")
        .class("new-table")
        .add(el("h1").text("New table"))
        .add(
            el("nav").class("cards").attr("aria-label", "Activity").add_all(offer.activities.iter().map(tab)),
        )
        .add((!faults.is_empty()).then(|| what_is_wrong(activity, faults)))
        .add(form)
        .add(models(&offer.providers));
    layout::page("New table", &[], body)
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
        .add(el("summary").add(el("b").text("More")).text(": rules, seed, who may sit down later"))
        .add(rules(activity, draft, faults))
        .add(text_field(
            faults,
            "seed",
            "Seed",
            &draft.seed,
            60,
            Some("By chance, if left out. All that is copied at the end of an evening gives the same dice in the same seats again."),
        ))
        .add(open_seats(&draft.open_seats))
}

fn create() -> El {
    el("button").attr("type", "submit").attr("name", "do").attr("value", "create").text("Create table")
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
        .add(el("p").text("This table cannot be laid yet:"))
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

fn seats(activity: &Activity, draft: &Draft, faults: &[FieldFault]) -> El {
    let row = |(at, seat): (usize, &crate::wire::NewSeat)| {
        let (name, holder) = (format!("seats[{at}].name"), format!("seats[{at}].holder"));
        let number = at + 1;
        let label = |of: &str, words: String| el("label").class("unseen").attr("for", of).text(words);
        el("li")
            .add(el("span").class("number").attr("aria-hidden", "true").text(number.to_string()))
            .add(label(&name, format!("Seat {number}: name")))
            .add(input(faults, &name, &name, &seat.name, false).attr("type", "text").attr("maxlength", "32"))
            .add(label(&holder, format!("Seat {number}: held by")))
            .add(
                input(faults, &holder, &holder, &seat.holder, false)
                    .attr("type", "text")
                    .attr("list", "holders")
                    .attr("spellcheck", "false"),
            )
            .add(beside(faults, &name, &name))
            .add(beside(faults, &holder, &holder))
    };
    let button = |value: &str, words: &str| {
        el("button").attr("type", "submit").attr("name", "do").attr("value", value).text(words)
    };
    let count = (activity.seats_min < activity.seats_max).then(|| {
        el("div")
            .class("inline")
            .add(el("label").attr("for", "count").text("How many"))
            .add(
                input(faults, "seats", "count", &draft.seats.len().to_string(), false)
                    .attr("type", "number")
                    .attr("min", activity.seats_min.to_string())
                    .attr("max", activity.seats_max.to_string()),
            )
            .add(button("count", "Set"))
    });
    let fill = el("div")
        .class("inline")
        .add(el("label").attr("for", "fill").text("Give all but people's seats to"))
        .add(
            el("input")
                .id("fill")
                .attr("type", "text")
                .attr("name", "fill")
                .attr("list", "holders")
                .attr("autocomplete", "off"),
        )
        .add(button("fill", "Fill"));
    el("fieldset")
        .class("seats-form")
        .add(el("legend").text("Seats"))
        .add(el("p").class("quiet").text(
            "A seat is held by a person, by a character of the house, or by a model: person, house:NAME or \
                 model:PROVIDER:MODEL. People come by an invitation from the table's page.",
        ))
        .add(count)
        .add(beside(faults, "seats", "count"))
        .add(el("ol").class("seat-rows").add_all(draft.seats.iter().enumerate().map(row)))
        .add((draft.seats.len() > 2).then_some(fill))
}

/// What the rules leave open.
fn rules(activity: &Activity, draft: &Draft, faults: &[FieldFault]) -> El {
    let one = |option: &SetupOption| {
        let name = format!("setup.{}", option.path);
        let value = draft.option(&option.path);
        let about = (!option.about.is_empty()).then(|| sentence(&option.about));
        let range = match &option.kind {
            OptionKind::Number { min, max, .. } => Some(format!("From {min} to {max}.")),
            OptionKind::Text { max_chars, .. } => Some(format!("At most {max_chars} characters.")),
            OptionKind::Flag | OptionKind::Choice { .. } | OptionKind::Texts => None,
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
            OptionKind::Flag => input(faults, &option.path, &name, "yes", true)
                .attr("type", "checkbox")
                .flag("checked", value == "yes"),
            OptionKind::Choice { choices } => {
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
        let field =
            el("div").class(if matches!(option.kind, OptionKind::Flag) { "field yes-no" } else { "field" });
        field.add(label()).add(control).add(hint).add(wrong)
    };
    el("fieldset").class("rules").add(el("legend").text("Rules")).add_all(activity.options.iter().map(one))
}

/// Who may hold a seat, to be chosen from while typing.
fn holders(offer: &Offer, activity: &Activity) -> El {
    let option = |value: &str, words: &str| el("option").attr("value", value).text(words);
    let house = activity.characters.iter().map(|it| option(&it.holder, &it.about));
    let models = offer.providers.iter().filter(|it| it.ready).flat_map(|provider| {
        let of = move |model: &String| option(&format!("model:{}:{model}", provider.name), "a model");
        provider.models.iter().map(of)
    });
    el("datalist").id("holders").add(option("person", "somebody at a browser")).add_all(house).add_all(models)
}

/// Where models are, and whether they can be asked.
fn models(providers: &[Provider]) -> El {
    let line = |provider: &Provider| {
        let sign = if provider.ready { "●" } else { "○" };
        let at = provider.address.as_ref().map_or(String::new(), |address| format!(" at {address}"));
        el("li").text(format!("{sign} {}{at}: {}", provider.name, provider.words))
    };
    el("section")
        .class("models")
        .attr("aria-labelledby", "models-title")
        .add(el("h2").id("models-title").text("Models"))
        .add(el("p").class("quiet").text(
            "No key is needed: the house plays every seat. With a key or a server of your own, a model can.",
        ))
        .add(el("ul").class("quiet").add_all(providers.iter().map(line)))
}

/// When people may sit down in seats of the house or of models.
fn open_seats(chosen: &str) -> El {
    let option = |(value, words): (&str, &str)| {
        el("option").attr("value", value).flag("selected", value == chosen).text(words)
    };
    let all = [
        ("start", "can be taken at any time"),
        ("before_play", "can be taken until play begins"),
        ("never", "stay theirs"),
    ];
    el("div")
        .class("field")
        .add(el("label").attr("for", "open_seats").text("Seats of the house and of models"))
        .add(el("select").id("open_seats").attr("name", "open_seats").add_all(all.into_iter().map(option)))
        .add(el("p").class("quiet").text("Whoever takes one is named to all, and nobody takes a second one."))
}
