//! The seats of a new table: for each a name, and who sits there.

use super::beside;
use super::draft::{Draft, Place, Sits};
use super::{Offer, input};
use crate::page::html::{El, el};
use crate::says;
use crate::wire::{Activity, FieldFault, Offered, Provider};

/// What a seat is given to by name, if it is not in the list.
const TYPED: &str = says::ANOTHER_MODEL;

/// All of them, with how many there are.
pub(super) fn fields(offer: &Offer, activity: &Activity, draft: &Draft, faults: &[FieldFault]) -> El {
    let button = |value: &str, words: &str| {
        el("button").attr("type", "submit").attr("name", "do").attr("value", value).text(words)
    };
    let count = (activity.seats_min < activity.seats_max).then(|| {
        el("div")
            .class("inline")
            .add(el("label").attr("for", "count").text(says::HOW_MANY))
            .add(
                input(faults, "seats", "count", &draft.seats.len().to_string(), false)
                    .attr("type", "number")
                    .attr("min", activity.seats_min.to_string())
                    .attr("max", activity.seats_max.to_string()),
            )
            .add(button("count", says::SET))
    });
    let fill = el("div")
        .class("inline")
        .add(el("label").attr("for", "fill").text(says::GIVE_ALL_BUT_PEOPLES_SEATS_TO))
        .add(el("select").id("fill").attr("name", "fill").add_all(others(offer, activity, None)))
        .add(button("fill", says::FILL));
    let rows = draft.seats.iter().enumerate().map(|(at, place)| row(offer, activity, faults, at, place));
    el("fieldset")
        .class("seats-form")
        .add(el("legend").text(says::SEATS))
        .add(el("p").class("quiet").text(says::WHO_SITS_WHERE_A_FRIEND_COMES))
        .add(count)
        .add(beside(faults, "seats", "count"))
        .add(el("ol").class("seat-rows").add_all(rows))
        .add((draft.seats.len() > 2).then_some(fill))
}

fn row(offer: &Offer, activity: &Activity, faults: &[FieldFault], at: usize, place: &Place) -> El {
    let field = |of: &str| format!("seats[{at}].{of}");
    let (name, holder, typed, number) = (field("name"), field("holder"), field("typed"), at + 1);
    let label = |of: &str, words: String| el("label").class("unseen").attr("for", of).text(words);
    let is_listed = match &place.sits {
        Sits::You | Sits::Friend => true,
        Sits::Other(holder) => listed(offer, activity).any(|it| it == *holder),
    };
    let now = place.sits.value();
    let chosen = if is_listed { now } else { Sits::TYPED };
    let wrong = faults.iter().any(|fault| fault.field == holder);
    let select = el("select")
        .id(&holder)
        .attr("name", &holder)
        .attr_if("aria-invalid", wrong.then_some("true"))
        .attr_if("aria-describedby", wrong.then(|| format!("{holder}-fault")))
        .add(option(Sits::You.value(), says::YOU, chosen))
        .add(option(Sits::Friend.value(), says::A_FRIEND, chosen))
        .add_all(others(offer, activity, Some(chosen)))
        .add(option(Sits::TYPED, TYPED, chosen));
    let text = el("input")
        .id(&typed)
        .class("typed")
        .attr("name", &typed)
        .attr("value", if is_listed { "" } else { now })
        .attr("type", "text")
        .attr("placeholder", "model:PROVIDER:MODEL")
        .attr("autocomplete", "off")
        .attr("spellcheck", "false")
        .attr("aria-label", says::seat_which_model(number));
    el("li")
        .add(el("span").class("number").attr("aria-hidden", "true").text(number.to_string()))
        .add(label(&name, says::seat_name(number)))
        .add(input(faults, &name, &name, &place.name, false).attr("type", "text").attr("maxlength", "32"))
        .add(label(&holder, says::seat_who_sits_there(number)))
        .add(select)
        .add(text)
        .add(beside(faults, &name, &name))
        .add(beside(faults, &holder, &holder))
}

fn option(value: &str, words: &str, chosen: &str) -> El {
    el("option").attr("value", value).flag("selected", value == chosen).text(words)
}

/// The holder that a model of a provider is.
fn model(provider: &Provider, model: &Offered) -> String {
    format!("model:{}:{}", provider.name, model.name)
}

/// Everybody of the list who is no person.
fn listed(offer: &Offer, activity: &Activity) -> impl Iterator<Item = String> {
    let house = activity.characters.iter().map(|it| it.holder.clone());
    let models = offer.providers.iter().filter(|it| it.ready);
    house.chain(models.flat_map(|provider| provider.models.iter().map(|it| model(provider, it))))
}

/// The house by its characters, and the models with what they cost, how fast they are, and whether they answer.
fn others(offer: &Offer, activity: &Activity, chosen: Option<&str>) -> Vec<El> {
    let chosen = chosen.unwrap_or_default();
    let house = activity.characters.iter().map(|it| {
        let name = it.holder.strip_prefix("house:").unwrap_or(&it.holder);
        option(&it.holder, &format!("{name}: {}", it.about), chosen)
    });
    let house = el("optgroup").attr("label", says::THE_HOUSE).add_all(house);
    let models = offer.providers.iter().filter(|it| it.ready && !it.models.is_empty()).map(|provider| {
        let one = |it: &Offered| {
            let price = it.price.as_deref().unwrap_or(says::PRICE_UNKNOWN);
            let words = [Some(it.name.as_str()), Some(price), it.speed.as_deref()];
            let words: Vec<&str> = words.into_iter().flatten().collect();
            option(&model(provider, it), &words.join(" · "), chosen)
        };
        el("optgroup")
            .attr("label", format!("{}: {}", provider.name, provider.words))
            .add_all(provider.models.iter().map(one))
    });
    std::iter::once(house).chain(models).collect()
}
