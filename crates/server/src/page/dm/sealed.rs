//! The sealed dice, an island among the lines of a story: they show more than words, and an ending is held against its seal.

use engine::{Hash, SeatId, Viewer};
use protocol::dm::DieOffer;
use protocol::{Frame, Scene};
use serde::Deserialize;
use serde_json::Value;

use crate::page::bodies::seal;
use crate::page::draw;
use crate::page::face::Seen;
use crate::page::feed::item;
use crate::page::html::{El, Html, el};

/// The line of dice that are sealed or chosen; nothing where it is drawn by its tone.
pub(super) fn line(seen: Seen<'_>, before: Option<&Scene>, frame: &Frame) -> Option<Html> {
    if frame.machine != "dm" {
        return None;
    }
    let event: Value = serde_json::from_str(frame.event.get()).ok()?;
    let line: El = match event["type"].as_str()? {
        "OUTCOMES_COMMITTED" => committed(seen, frame, &event),
        "OUTCOMES_SEALED" => sealed(frame, &event, seen.scene),
        "DIE_CHOSEN" => chosen(frame, &event["spent"], before),
        _ => return None,
    };
    Some(line.into())
}

fn seat(value: &Value) -> Option<SeatId> {
    SeatId::deserialize(value).ok()
}

/// What a die costs: stress and heat always, coin if it moves.
pub(super) fn costs(die: &DieOffer) -> String {
    let signed = |figure: i8| if figure == 0 { "0".to_owned() } else { format!("{figure:+}") };
    let coin = if die.coin == 0 { String::new() } else { format!(" · coin {}", signed(die.coin)) };
    format!("stress {} · heat {}{coin}", signed(die.stress), signed(die.heat))
}

/// The endings are sealed: what each die would be, and the seal of what it would lead to.
fn committed(seen: Seen<'_>, frame: &Frame, event: &Value) -> El {
    let dice: Vec<DieOffer> = Vec::deserialize(&event["dice"]).unwrap_or_default();
    let offer = |die: &DieOffer| {
        el("li")
            .add(draw::die(die.value))
            .add(el("span").class("words").text(format!(
                "{}, {}: {}. {}. ",
                die.value,
                die.tier,
                die.hint,
                costs(die)
            )))
            .add(seal(die.seal))
    };
    let clamped = event["clamped"].as_bool().unwrap_or_default();
    let clamped = clamped.then(|| el("span").class("tag").text("brought into range by the rules"));
    item(frame, "host offer")
        .add(el("span").class("words").text(event["situation"].as_str().unwrap_or_default()))
        .add(clamped)
        .add(
            // Whoever chooses has the dice before them.
            el("details")
                .id(format!("offer-{}", frame.number))
                .flag("open", !seen.live || seat(&event["playerId"]).map(Viewer::Seat) != Some(seen.viewer))
                .add(el("summary").text(format!("{} dice, each with its ending sealed", dice.len())))
                .add(el("ul").class("offers").add_all(dice.iter().map(offer))),
        )
}

/// The sealed endings themselves, for whoever may know them.
fn sealed(frame: &Frame, event: &Value, scene: &Scene) -> El {
    let list = |name: &str| Vec::<String>::deserialize(&event[name]).unwrap_or_default();
    let (endings, salts) = (list("endings"), list("salts"));
    let dice = offered(Some(scene));
    let ending = |(at, (ending, salt)): (usize, (&String, &String))| {
        let die = dice.get(at).map(|die| draw::die(die.value));
        el("li").add(die).add(el("span").class("words").text(ending)).add(proof(salt, ending, dice.get(at)))
    };
    el("li")
        .class("host")
        .attr("data-number", frame.number.to_string())
        .add(el("span").class("tag").text("private"))
        .text(" ")
        .add(
            el("details")
                .id(format!("sealed-{}", frame.number))
                .add(el("summary").text("The sealed endings, for the game master alone"))
                .add(el("ol").class("offers").add_all(endings.iter().zip(&salts).enumerate().map(ending))),
        )
}

/// A die was spent: what it was worth, its ending, and whether that is the one that was sealed.
fn chosen(frame: &Frame, spent: &Value, before: Option<&Scene>) -> El {
    let text = |name: &str| spent[name].as_str().unwrap_or_default();
    let value = spent["value"].as_u64().and_then(|value| u8::try_from(value).ok()).unwrap_or_default();
    let die = spent["die"].as_u64().and_then(|die| usize::try_from(die).ok()).unwrap_or_default();
    let dice = offered(before);
    let offer = die.checked_sub(1).and_then(|at| dice.get(at));
    let words = format!("{} spent: {}. ", value, text("tier"));
    item(frame, "outcome")
        .attr("data-tier", text("tier"))
        .add(el("p").class("spent").add(draw::die(value)).add(el("b").class("words").text(words)))
        .add(el("p").class("words").text(text("ending")))
        .add(proof(text("salt"), text("ending"), offer))
}

/// The dice that were on offer.
fn offered(scene: Option<&Scene>) -> Vec<DieOffer> {
    let dice = scene.map(|scene| &scene.view["mood"]["roll"]["dice"]);
    dice.and_then(|dice| Vec::deserialize(dice).ok()).unwrap_or_default()
}

/// Is an ending the one that was sealed? It is computed here, from what was shown before and what is shown now.
fn proof(salt: &str, ending: &str, offer: Option<&DieOffer>) -> El {
    let hash = Hash::of(format!("{salt}{ending}").as_bytes());
    let digits = hash.to_string();
    let (class, words) = match offer {
        Some(offer) if offer.seal == hash => {
            ("proof", format!("✓ sealed hash matches {}", draw::short(&digits)))
        }
        Some(offer) => {
            let was = offer.seal.to_string();
            ("proof broken", format!("✗ BROKEN SEAL: {} was sealed", draw::short(&was)))
        }
        None => ("proof", format!("hash {}", draw::short(&digits))),
    };
    let summary = el("summary").text(words);
    el("details").class(class).add(summary).add(
        el("p")
            .text("SHA-256 of the salt ")
            .add(el("code").class("salt").text(salt))
            .text(" and the ending right behind it: ")
            .add(el("code").class("hash").text(&digits)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(ending: &str) -> DieOffer {
        let seal = Hash::of(format!("00ff{ending}").as_bytes());
        DieOffer {
            value: 4,
            tier: protocol::dm::Tier::Partial,
            hint: "a boot scrapes".to_owned(),
            stress: 1,
            heat: 0,
            coin: 0,
            seal,
        }
    }

    #[test]
    fn b1_an_ending_is_held_against_the_seal_that_was_shown() {
        let html = |ending: &str, offer: Option<&DieOffer>| Html::from(proof("00ff", ending, offer));
        let right = html("The lamp goes out.", Some(&offer("The lamp goes out.")));
        assert!(right.as_str().contains("✓ sealed hash matches"), "{}", right.as_str());
        let wrong = html("The lamp goes on.", Some(&offer("The lamp goes out.")));
        assert!(wrong.as_str().contains("BROKEN SEAL"), "{}", wrong.as_str());
        let unknown = html("The lamp goes on.", None);
        assert!(!unknown.as_str().contains("matches"), "nothing is claimed that cannot be known");
    }
}
