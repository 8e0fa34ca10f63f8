//! What was said and told, line by line.

use engine::{Holder, PhaseCard, Rules, Seat, SeatId, Telling, Tone, Voice};
use protocol::table::Language;
use protocol::{Frame, Scene};

use super::bodies;
use super::draw;
use super::html::{El, Html, el};
use super::islands;
use crate::says;

/// For whom lines are drawn.
#[derive(Clone, Copy)]
pub(super) struct To<'a> {
    pub(super) seats: &'a [Seat],
    pub(super) activity: &'static dyn Rules,
    /// Does what was told to some alone stay covered until it is opened, on a screen that others may see?
    pub(super) covered: bool,
    /// Whose form stands beside the lines: what it says is not told besides.
    pub(super) form_of: Option<SeatId>,
    /// How things stood before the lines, where that is known.
    pub(super) before: Option<&'a Scene>,
    /// What is spoken at the table.
    pub(super) language: Language,
}

impl To<'_> {
    /// The language of what a voice says, where it is another one than the page's: that of the table, unless the house says it.
    /// What is told of a story is whoever leads it.
    pub(super) fn lang(&self, voice: Voice, tone: Tone) -> Option<&'static str> {
        let leads = || match tone {
            Tone::Narration | Tone::Speech | Tone::Heading | Tone::Act => {
                self.activity.custom().leads(self.seats)
            }
            Tone::Figure | Tone::Turn | Tone::Rule | Tone::Mark | Tone::Thought | Tone::Aside => None,
        };
        let seat = match voice {
            Voice::Seat(seat) | Voice::Thought(seat) | Voice::Aside(seat) => Some(seat),
            Voice::Host => leads(),
        };
        let holder = seat.and_then(|seat| self.seats.get(seat.index())).map(|seat| &seat.holder)?;
        let is_house = matches!(holder, Holder::House(_));
        (!is_house && !self.language.is_english()).then(|| self.language.tag())
    }
}

/// The line of a frame, after the phase that begins with it, if one does.
pub(super) fn line(frame: &Frame, to: To<'_>) -> Html {
    let asks = |telling: &Telling| telling.asks.is_some() && telling.asks == to.form_of;
    let telling = match frame.telling.clone() {
        // Dice lie open in the line, folded for whoever has them in a form.
        Some(telling) if asks(&telling) && telling.dice.is_empty() => telling.beside_form(),
        telling => telling,
    };
    let told = telling.map_or_else(Html::none, |telling| match telling.dice.is_empty() {
        true => told(frame, &telling, to).into(),
        false => rolled(frame, &telling, to).into(),
    });
    Html::all([heading(frame, to.activity), told])
}

/// The phase that begins with a frame, if one does, with its heading.
pub(super) fn begins<'a>(
    frame: &'a Frame,
    activity: &'static dyn Rules,
) -> Option<(&'static PhaseCard, Option<&'a str>)> {
    let begins = frame.begins.as_ref()?;
    let card = activity.phases().iter().find(|card| card.name == begins.phase)?;
    Some((card, begins.heading.as_deref()))
}

/// The heading that stands over a frame, if one begins with it.
pub(super) fn heading(frame: &Frame, activity: &'static dyn Rules) -> Html {
    let Some((card, Some(heading))) = begins(frame, activity) else { return Html::none() };
    el("li")
        .class("phase")
        .attr("data-number", frame.number.to_string())
        .attr("data-colour", format!("{:?}", card.colour).to_lowercase())
        .text(format!("{} {heading}", card.sign.0))
        .into()
}

/// A line of this kind in the making.
pub(super) fn item(frame: &Frame, class: &str) -> El {
    el("li").class(class).attr("data-number", frame.number.to_string())
}

/// Lines as they look when what they tell was taken back.
pub(super) fn undone(lines: Html) -> Html {
    lines.with_flag("li", "data-undone")
}

/// Was something taken back, or brought back?
pub(super) fn takes_back(frame: &Frame) -> bool {
    tells_of(frame, "TAKEN_BACK")
}

/// Did somebody call those who are waited for?
pub(super) fn knocks(frame: &Frame) -> bool {
    tells_of(frame, "KNOCKED")
}

fn tells_of(frame: &Frame, kind: &str) -> bool {
    let event: serde_json::Value = serde_json::from_str(frame.event.get()).unwrap_or_default();
    event["type"] == kind
}

/// A telling of dice: one that is settled, with what came of it, or several that lie there to be chosen from.
fn rolled(frame: &Frame, telling: &Telling, to: To<'_>) -> El {
    let words = el("p").class("words").text(telling.shown());
    let [die] = telling.dice.as_slice() else {
        let has_form = telling.asks.is_some() && telling.asks == to.form_of;
        let of = says::dice_each_with_its_ending_sealed(telling.dice.len());
        let dice = el("details").id(format!("offer-{}", frame.number)).flag("open", !has_form);
        let body = bodies::dice(&telling.dice);
        return item(frame, "host offer").add(words).add(dice.add(el("summary").text(of)).add(body));
    };
    let spent = el("b").class("words").text(says::spent(die.value, &die.worth));
    item(frame, "outcome")
        .attr("data-tier", &die.worth)
        .add(el("p").class("spent").add(draw::die(die.value)).add(spent))
        .add(words)
        .add(islands::endings(telling, to.before))
}

/// A telling by its tone.
fn told(frame: &Frame, telling: &Telling, to: To<'_>) -> El {
    let seat = match telling.voice {
        Voice::Seat(seat) | Voice::Thought(seat) | Voice::Aside(seat) => Some(seat),
        Voice::Host => None,
    };
    let name = seat.map(|seat| to.seats.get(seat.index()).map_or("nobody", |seat| &seat.name));
    let who = telling.who.as_deref().or(name);
    // Somebody of a story has a line of their own; a seat that speaks for itself has the plain one.
    let is_other = telling.who.is_some();
    let unheaded = frame.begins.as_ref().is_some_and(|begins| begins.heading.is_none());
    let (class, tag) = match telling.tone {
        Tone::Heading if unheaded && telling.title.is_none() => ("host", None),
        Tone::Heading => ("heading", None),
        Tone::Narration => ("narration", None),
        Tone::Speech if is_other => ("speech", None),
        Tone::Speech => ("said", None),
        Tone::Act => ("act", None),
        Tone::Figure => ("figures", None),
        Tone::Turn => ("turn", None),
        Tone::Rule => ("host", None),
        Tone::Mark => ("settled", None),
        Tone::Thought => ("thought", Some("thinks")),
        Tone::Aside => ("aside", Some(says::OUT_OF_CHARACTER)),
    };
    let own = seat.filter(|_| matches!(class, "said" | "act" | "thought" | "aside"));
    let item = item(frame, class)
        .attr_if("lang", to.lang(telling.voice, telling.tone))
        .attr_if("data-seat", own.map(|seat| seat.number().to_string()));
    let named = |item: El| item.add(who.map(|who| el("b").text(who)));
    let private = (frame.private && tag.is_none()).then_some("private");
    let tags = |item: El| {
        [tag, private]
            .into_iter()
            .flatten()
            .fold(item, |item, tag| item.add(el("span").class("tag").text(tag)).text(" "))
    };
    let words = || el("span").class("words").text(telling.shown());
    let sign =
        |sign: Option<&str>| sign.map(|sign| el("span").attr("aria-hidden", "true").class("sign").text(sign));
    let beside = || telling.note.as_ref().map(|note| el("span").class("words figures").text(note));
    if to.covered && frame.private {
        let secret = el("details")
            .class("secret")
            .add(el("summary").text(says::TOLD_TO_YOU_ALONE))
            .add(el("span").class("words").text(&telling.text));
        let item = if own.is_some() { named(item).text(" ") } else { item };
        return item.add(secret);
    }
    match telling.tone {
        Tone::Heading if class == "host" => {
            let card = begins(frame, to.activity).map(|(card, _)| card.sign.0);
            tags(item).add(sign(card)).add(words()).add(beside())
        }
        Tone::Heading => {
            let title = telling.title.as_ref().map(|title| el("h3").class("words").text(title));
            let note = telling.note.as_ref().map(|note| el("p").class("words").text(note));
            tags(item).add(title).add(el("p").class("words").text(telling.shown())).add(note)
        }
        Tone::Narration => {
            let title = telling.title.as_ref().map(|title| el("b").class("words").text(format!("{title}. ")));
            tags(item).add(title).add(words()).add(beside())
        }
        Tone::Speech if is_other => {
            let manner = telling.manner.as_ref();
            let manner = manner.map(|manner| el("span").class("manner").text(format!(" ({manner})")));
            let said = el("q").class("words").text(telling.shown());
            tags(named(item).add(manner).text(": ")).add(said).add(beside())
        }
        Tone::Act => {
            let does = el("span").attr("aria-hidden", "true").class("does").text(" ▸ ");
            tags(named(item).add(does)).add(words()).add(beside())
        }
        Tone::Figure => {
            let whose = telling.who.as_ref().map(|who| el("b").text(format!("{who}: ")));
            tags(item).add(whose).add(words()).add(beside())
        }
        Tone::Turn | Tone::Mark => {
            tags(item).add(sign(telling.mark.map(|mark| mark.sign))).add(words()).add(beside())
        }
        Tone::Rule => tags(item).add(words()).add(beside()),
        Tone::Speech | Tone::Thought | Tone::Aside => tags(named(item).text(" ")).add(words()).add(beside()),
    }
}

#[cfg(test)]
mod tests {
    use engine::TableTime;

    use super::*;

    fn frame(telling: Telling) -> Frame {
        Frame {
            number: 0,
            at: 0,
            time: TableTime(0),
            machine: "soup".to_owned(),
            private: false,
            to: None,
            event: engine::raw(&serde_json::json!({"type": "STIRRED"})),
            telling: Some(telling),
            begins: None,
        }
    }

    fn drawn(telling: Telling, form_of: Option<SeatId>) -> String {
        let seats = [Seat { id: "ana".to_owned(), name: "Ana".to_owned(), holder: Holder::Person }];
        let to = To {
            seats: &seats,
            activity: activities::ALL.activities[0],
            covered: false,
            form_of,
            before: None,
            language: Language::ENGLISH,
        };
        line(&frame(telling), to).into_string()
    }

    #[test]
    fn every_tone_of_an_activity_that_is_not_known_has_its_shape() {
        let ana = SeatId::at(0);
        for tone in Tone::ALL {
            let told = Telling::host("x <b>").tone(tone);
            let (telling, shape) = match tone {
                Tone::Heading => (
                    told.title("The Soup"),
                    "class=\"heading\" data-number=\"0\"><h3 class=\"words\">The Soup</h3><p class=\"words\">x &lt;b&gt;</p>",
                ),
                Tone::Narration => {
                    (told.note("2 minutes"), "</span><span class=\"words figures\">2 minutes</span>")
                }
                Tone::Speech => {
                    (told.who("The Ladle"), "<b>The Ladle</b>: <q class=\"words\">x &lt;b&gt;</q>")
                }
                Tone::Act => (
                    Telling { voice: Voice::Seat(ana), ..told },
                    "class=\"act\" data-number=\"0\" data-seat=\"1\"><b>Ana</b>",
                ),
                Tone::Figure => (told.who("Ana"), "class=\"figures\" data-number=\"0\"><b>Ana: </b>"),
                Tone::Turn => (told.mark("†", "a death"), "class=\"sign\">†</span>"),
                Tone::Rule => (told, "class=\"host\""),
                Tone::Mark => (told.mark("✓", "put away"), "class=\"sign\">✓</span>"),
                Tone::Thought => {
                    (Telling { voice: Voice::Thought(ana), ..told }, "<span class=\"tag\">thinks</span>")
                }
                Tone::Aside => (
                    Telling { voice: Voice::Aside(ana), ..told },
                    "<span class=\"tag\">out of character</span>",
                ),
            };
            let html = drawn(telling, None);
            assert!(html.contains(shape) && html.contains("x &lt;b&gt;"), "{tone:?}: no {shape} in {html}");
        }
    }

    #[test]
    fn what_a_form_says_is_not_told_besides() {
        let ana = SeatId::at(0);
        let asked = || Telling::host("A pan: 1 keep · 2 give away").asks(ana);
        assert_eq!(drawn(asked(), Some(ana)), "");
        assert!(drawn(asked(), None).contains("give away"), "whoever has no form is told");
        let offered = drawn(asked().words("It boils.").note("1 lid · 2 spoon"), Some(ana));
        assert!(offered.contains("It boils.") && !offered.contains("lid"), "{offered}");
    }
}
