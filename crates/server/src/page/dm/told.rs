//! The lines of a story: which are told, which are said by somebody of it, which are figures beside it; and an ending
//! that is held against its seal.

use engine::{Hash, SeatId, Viewer};
use protocol::dm::DieOffer;
use protocol::{Frame, Scene};
use serde::Deserialize;
use serde_json::Value;

use super::draw;
use super::sheet::capital;
use crate::page::face::{Mark, Seen};
use crate::page::feed::item;
use crate::page::html::{El, Html, el};

/// The machine whose events these are.
const MACHINE: &str = "dm";

/// A line in the story's own shape; nothing where the general one does.
pub(super) fn line(seen: Seen<'_>, before: Option<&Scene>, frame: &Frame) -> Option<Html> {
    if frame.machine != MACHINE {
        return None;
    }
    let event: Value = serde_json::from_str(frame.event.get()).ok()?;
    let text = |name: &str| event[name].as_str().unwrap_or_default();
    let told = || Some(faces(&frame.telling.as_ref()?.text));
    let who = || character(seen, &event["playerId"]);
    let line: El = match event["type"].as_str()? {
        "STORY_OPENED" => {
            let part = |name: &str| event["story"][name].as_str().unwrap_or_default();
            item(frame, "story")
                .add(el("h3").class("words").text(part("title")))
                .add(el("p").class("words").text(part("stakes")))
        }
        "SCENE_OPENED" => {
            let kind = kind(&event["kind"]).map(|words| el("p").class("words").text(words));
            item(frame, "scene").add(el("p").class("words where").text(text("place"))).add(kind)
        }
        "PLAYER_ACTED" => item(frame, "act")
            .attr_if("data-seat", seat(&event["playerId"]).map(|seat| seat.number().to_string()))
            .add(el("b").text(who()))
            .add(el("span").attr("aria-hidden", "true").class("does").text(" ▸ "))
            .add(el("span").class("words").text(text("text"))),
        "NPC_SPOKE" => {
            let manner = text("manner");
            let manner =
                (!manner.is_empty()).then(|| el("span").class("manner").text(format!(" ({manner})")));
            item(frame, "speech")
                .add(el("b").text(text("person")))
                .add(manner)
                .text(": ")
                .add(el("q").class("words").text(text("words")))
        }
        "NARRATION_GIVEN" | "PLAYER_ASKED" => {
            item(frame, "narration").add(el("span").class("words").text(told()?))
        }
        "OUTCOMES_COMMITTED" => committed(seen, frame, &event),
        "OUTCOMES_SEALED" => sealed(frame, &event, seen.scene),
        "DIE_CHOSEN" => chosen(frame, &event["spent"], before),
        "BARGAIN_STRUCK" => {
            let words = told()?;
            let narrative = text("narrative");
            let price = words.strip_prefix(narrative).unwrap_or_default();
            item(frame, "narration")
                .add(el("span").class("words").text(narrative))
                .add(el("span").class("words figures").text(price))
        }
        "STRESS_CHANGED" | "HEAT_CHANGED" | "COIN_CHANGED" | "WANTED_CHANGED" | "RECOVERING_CHANGED"
        | "HUNTED_CHANGED" | "DIE_SPENT" | "DICE_RECOVERED" | "POOL_ROLLED" | "CLOCK_TICKED"
        | "CLOCK_STARTED" | "CLOCK_REMOVED" => {
            item(frame, "figures").add(el("span").class("words").text(told()?))
        }
        "CLOCK_COMPLETED" | "CLOCK_REVEALED" | "INTERRUPT_RAISED" | "TRAUMA_GAINED" | "CHARACTER_RETIRED"
        | "PASSED_OUT" | "ENTANGLEMENT_FACED" | "SESSION_ENDED" => {
            let sign =
                mark(frame).map(|mark| el("span").attr("aria-hidden", "true").class("sign").text(mark.sign));
            item(frame, "turn").add(sign).add(el("span").class("words").text(told()?))
        }
        // The heading of the mood has said its name.
        "MOOD_CHANGED" => {
            let words = told()?;
            let rest = words.strip_prefix("Action: ").map(capital);
            item(frame, "host").add(el("span").class("words").text(rest.unwrap_or(words)))
        }
        _ => return None,
    };
    Some(line.into())
}

/// What a timeline points out.
pub(super) fn mark(frame: &Frame) -> Option<Mark> {
    if frame.machine != MACHINE {
        return None;
    }
    let event: Value = serde_json::from_str(frame.event.get()).ok()?;
    let (sign, about) = match event["type"].as_str()? {
        "SCENE_OPENED" => ("☂", "a scene begins"),
        "DIE_SPENT" => ("⚄", "a die is spent"),
        "BARGAIN_STRUCK" => ("⚖", "a bargain"),
        "CLOCK_REVEALED" => ("◔", "a clock comes to light"),
        "CLOCK_COMPLETED" => ("●", "a clock is full"),
        "INTERRUPT_RAISED" => ("!", "a threat breaks in"),
        "TRAUMA_GAINED" => ("☇", "a scar"),
        "PASSED_OUT" => ("▾", "somebody falls"),
        "CHARACTER_RETIRED" => ("†", "somebody plays no more"),
        "ENTANGLEMENT_FACED" => ("⚑", "the law comes"),
        "SCENE_COMPRESSED" => ("…", "a scene ends"),
        "SESSION_ENDED" => ("✓", "the evening ends"),
        _ => return None,
    };
    Some(Mark { sign, about })
}

fn seat(value: &Value) -> Option<SeatId> {
    SeatId::deserialize(value).ok()
}

/// The name of a seat's character, or of the seat while it has none.
fn character(seen: Seen<'_>, value: &Value) -> String {
    let Some(seat) = seat(value) else { return "somebody".to_owned() };
    let name = seen.scene.view["party"][seat.index()]["name"].as_str();
    name.unwrap_or_else(|| seen.name(seat)).to_owned()
}

/// Words in which dice are shown as they lie.
fn faces(words: &str) -> String {
    let faces = (1..).zip(["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"]);
    faces.fold(words.to_owned(), |words, (value, face)| {
        words.replace(&format!("[{value}]"), &format!("{face} {value}"))
    })
}

/// What kind of scene it is, if that says something.
fn kind(kind: &Value) -> Option<String> {
    let (what, field) = match kind["kind"].as_str()? {
        "encounter" => ("In the way", "source"),
        "opportunity" => ("On offer", "nature"),
        "discovery" => ("Found", "what"),
        _ => return None,
    };
    let words = kind[field].as_str().filter(|words| !words.is_empty())?;
    Some(format!("{what}: {words}"))
}

/// The seal of an ending, short, with all of it for whoever wants to check.
pub(super) fn seal(hash: Hash) -> El {
    let all = hash.to_string();
    el("code")
        .class("seal")
        .attr("title", format!("sealed {all}"))
        .text(format!("sealed {}", draw::short(&all)))
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

    #[test]
    fn dice_in_words_are_shown_as_they_lie() {
        assert_eq!(faces("Ada gets [6] [1] (rest)."), "Ada gets ⚅ 6 ⚀ 1 (rest).");
    }
}
