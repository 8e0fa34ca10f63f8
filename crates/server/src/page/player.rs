//! What a replay is looked at with: steps, timeline, whose eyes, thoughts; and what it shows at a moment. Every control
//! is a link or a form, so that none of it needs a script.

use engine::{Holder, Seat, Viewer};
use serde::Deserialize;

use super::face::Place;
use super::html::{El, Html, el};
use super::reel::Reel;
use super::{head, menu, screen};
use crate::says;

/// When thoughts are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Thoughts {
    #[default]
    Off,
    After,
    Live,
}

impl Thoughts {
    const ALL: [Thoughts; 3] = [Thoughts::Off, Thoughts::After, Thoughts::Live];

    /// By its name; off, if it is none.
    pub(super) fn read(name: &str) -> Thoughts {
        Thoughts::ALL.into_iter().find(|it| it.name() == name).unwrap_or_default()
    }

    const fn name(self) -> &'static str {
        match self {
            Thoughts::Off => "off",
            Thoughts::After => "after",
            Thoughts::Live => "live",
        }
    }
}

/// How talk and thoughts are laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Layout {
    #[default]
    Talk,
    Side,
}

impl Layout {
    /// By its name; talk, if it is none.
    pub(super) fn read(name: &str) -> Layout {
        if name == Layout::Side.name() { Layout::Side } else { Layout::Talk }
    }

    const fn name(self) -> &'static str {
        match self {
            Layout::Talk => "talk",
            Layout::Side => "side",
        }
    }
}

/// Where a replay is, and how it is looked at.
#[derive(Clone, Copy)]
pub(super) struct Now {
    pub(super) at: usize,
    pub(super) viewer: Viewer,
    pub(super) think: Thoughts,
    pub(super) view: Layout,
}

impl Now {
    /// The address of this.
    pub(super) fn link(self) -> String {
        let Now { at, viewer, think, view } = self;
        let mut link = format!("?as={viewer}&at={at}");
        if think != Thoughts::Off {
            link.push_str(&format!("&think={}", think.name()));
        }
        if view != Layout::Talk {
            link.push_str(&format!("&view={}", view.name()));
        }
        link
    }
}

/// The controls of a replay, and what it shows.
pub(super) struct Controls<'a> {
    pub(super) reel: &'a Reel,
    pub(super) now: Now,
    /// Through whose eyes it may be looked at.
    pub(super) viewers: Vec<Viewer>,
}

impl Controls<'_> {
    /// The screen: its head with what can be chosen, what is shown at this moment, and at the bottom what moves it. `back` is where
    /// one goes back to, and `runs` says whether whoever looks may go another way from here.
    pub(super) fn screen(&self, title: &str, back: Option<El>, runs: bool, note: Option<El>) -> El {
        let parts = self.reel.parts(self.now.at);
        let part = |name: &str| screen::part(&parts, name);
        let talk = self.talk();
        let foot = el("div").class("foot").add(note).add(Place::End.of(&parts)).add(self.transport());
        let head = head::line(
            title,
            back.unwrap_or_else(|| el("span").class("back")),
            Html::all([el("span").class("chip").text(says::REPLAY).into(), part("now")]),
            Html::all([self.options(runs, part("strips")), screen::second(None)]),
        );
        el("div")
            .id("replay")
            .class("table replay")
            .attr("data-as", self.now.viewer.to_string())
            .attr("data-at", self.now.at.to_string())
            .attr("data-last", self.reel.last().to_string())
            .attr("data-think", self.now.think.name())
            .attr("data-view", self.now.view.name())
            .add(head)
            .add(screen::columns(&parts, self.reel.stage.leads(), talk, foot))
    }

    /// What is chosen once and stays: whose eyes, thoughts, how it is laid out, and what to do with this moment.
    fn options(&self, runs: bool, strips: Html) -> El {
        menu::sheet("options", says::OPTIONS, "⚙").add(
            el("div")
                .class("sheet")
                .add(self.eyes())
                .add(self.thoughts())
                .add(self.layouts())
                .add(
                    el("div")
                        .class("ways")
                        .add(
                            el("button")
                                .attr("type", "button")
                                .id("copy")
                                .flag("hidden", true)
                                .text(says::COPY_LINK_HERE),
                        )
                        .add(self.clips())
                        .add(
                            el("button")
                                .attr("type", "button")
                                .id("lead")
                                .flag("hidden", true)
                                .text(says::WATCH_TOGETHER),
                        )
                        .add(runs.then(|| self.forking())),
                )
                .add(strips),
        )
    }

    /// This moment to hand on: as a picture, and as a short text.
    fn clips(&self) -> Html {
        let Now { at, viewer, .. } = self.now;
        let link = |kind: &'static str, words: &str| {
            el("a")
                .class("button clip")
                .attr("href", format!("/t/{}/clip.{kind}?as={viewer}&at={at}", self.reel.stage.id))
                .attr("data-clip", kind)
                .text(words)
        };
        Html::all([
            link("svg", says::PICTURE_OF_THIS_MOMENT).attr("download", format!("moment-{at}.svg")),
            link("txt", says::THIS_MOMENT_AS_TEXT),
        ])
    }

    /// What leads to what whoever spoke last was thinking, for those who may see everything.
    fn thinking(&self) -> Option<El> {
        let Now { at, viewer, .. } = self.now;
        let thinks = |seat: &Seat| !matches!(seat.holder, Holder::Person);
        let can = self.viewers.contains(&Viewer::Host) && self.reel.stage.seats.iter().any(thinks);
        let link = Now { viewer: Viewer::Host, think: Thoughts::Live, view: Layout::Side, at };
        let href = link.link().replacen("?as=host", &format!("?as=host&from={viewer}"), 1);
        can.then(|| {
            el("a").id("thinking").class("button").attr("href", href).text(says::WHAT_WERE_THEY_THINKING)
        })
    }

    /// What moves it: the timeline, steps, and what is worth a look.
    fn transport(&self) -> El {
        let together = el("p").id("together").class("together").attr("role", "status").flag("hidden", true);
        el("section")
            .class("player")
            .attr("aria-label", says::PLAYER)
            .add(together)
            .add(self.timeline())
            .add(self.steps())
    }

    fn steps(&self) -> El {
        let Now { at, .. } = self.now;
        let last = self.reel.last();
        let band = self.reel.band_of(at);
        let phase = |band: Option<usize>| {
            band.and_then(|band| self.reel.bands.get(band)).map_or(at, |band| band.from)
        };
        let step = |id: &'static str, sign: &str, about: &'static str, to: usize| {
            let link = Now { at: to, ..self.now }.link();
            el("a")
                .id(id)
                .class("step")
                .attr("href", link)
                .attr("aria-label", about)
                .attr("title", about)
                .text(sign)
        };
        let place = self.reel.bands.get(band).map_or(String::new(), |band| band.title.clone());
        el("div")
            .class("steps")
            .add(step("first", "⇤", says::TO_THE_BEGINNING, 0))
            .add(step("phase-back", "«", says::A_PHASE_BACK, phase(band.checked_sub(1))))
            .add(step("back", "‹", says::A_STEP_BACK, at.saturating_sub(1)))
            .add(
                el("button")
                    .attr("type", "button")
                    .id("play")
                    .flag("hidden", true)
                    .attr("aria-pressed", "false")
                    .text(says::SIGN_PLAY),
            )
            .add(step("on", "›", says::A_STEP_ON, (at + 1).min(last)))
            .add(step(
                "phase-on",
                "»",
                says::A_PHASE_ON,
                if band + 1 < self.reel.bands.len() { phase(Some(band + 1)) } else { last },
            ))
            .add(step("end", "⇥", says::TO_THE_END, last))
            .add(self.speeds())
            .add(
                el("form")
                    .class("go")
                    .attr("method", "get")
                    .add(self.kept(&["as", "think", "view"]))
                    .add(el("label").attr("for", "at").text(says::EVENT))
                    .add(
                        el("input")
                            .id("at")
                            .attr("type", "number")
                            .attr("name", "at")
                            .attr("min", "0")
                            .attr("max", last.to_string())
                            .attr("value", at.to_string()),
                    )
                    .add(el("span").id("of").text(says::of_last(last)))
                    .add(el("button").attr("type", "submit").class("plain").text(says::GO)),
            )
            .add(self.thinking())
            .add(el("output").id("place").text(place))
    }

    fn speeds(&self) -> El {
        let option = |speed: &str| {
            el("option").attr("value", speed).flag("selected", speed == "1").text(format!("{speed}×"))
        };
        el("label")
            .id("speeds")
            .flag("hidden", true)
            .add(el("span").class("unseen").text(says::SPEED))
            .add(el("select").id("speed").add_all(["0.5", "1", "2", "4", "8"].map(option)))
    }

    /// The phases as bands and what is worth a look, drawn; the same as a scrubber and as links.
    pub(super) fn timeline(&self) -> El {
        let (last, at) = (self.reel.last(), self.now.at);
        #[expect(clippy::cast_precision_loss, reason = "a place on a screen needs no more than 52 bits")]
        let percent = |moment: usize| format!("{:.3}%", 100.0 * moment as f64 / (last + 1) as f64);
        let bands = self.reel.bands.iter().map(|band| {
            let colour = format!("{:?}", band.card.colour).to_lowercase();
            el("svg")
                .attr("x", percent(band.from))
                .attr("width", percent(band.to - band.from))
                .class("band")
                .attr("data-colour", colour)
                .add(el("rect").attr("width", "100%").attr("height", "22"))
                .add(el("text").attr("x", "2").attr("y", "16").text(band.card.sign.0))
        });
        let dots = self.reel.marks().map(|(moment, mark)| {
            el("text").attr("x", percent(moment)).attr("y", "40").class("dot").text(mark.sign)
        });
        let drawn = el("svg")
            .class("film")
            .attr("width", "100%")
            .attr("height", "46")
            .attr("aria-hidden", "true")
            .add_all(bands)
            .add_all(dots);
        let scrub = el("input")
            .id("scrub")
            .attr("type", "range")
            .attr("min", "0")
            .attr("max", last.to_string())
            .attr("value", at.to_string())
            .attr("aria-label", says::MOMENT)
            .flag("hidden", true);
        let jump = |moment: usize, words: String| {
            let link = Now { at: moment, ..self.now }.link();
            el("li")
                .add(el("a").class("jump").attr("href", link).attr("data-at", moment.to_string()).text(words))
        };
        let phases = self
            .reel
            .bands
            .iter()
            .map(|band| jump(band.from, format!("{} {}", band.card.sign.0, band.title)));
        let marks = self.reel.marks().map(|(moment, mark)| {
            let place = self
                .reel
                .bands
                .get(self.reel.band_of(moment))
                .map_or(String::new(), |band| band.title.clone());
            jump(moment, format!("{} {}, {place}", mark.sign, mark.about))
        });
        let list = |id: &'static str, title: &str, items: Vec<El>| {
            el("details")
                .class("menu up")
                .id(id)
                .add(el("summary").class("button").text(format!("{title} ({})", items.len())))
                .add(el("ol").class("sheet jumps").add_all(items))
        };
        el("div").id("timeline").class("timeline").add(drawn).add(scrub).add(
            el("div").class("lists").add(list("phases", says::PHASES, phases.collect())).add(list(
                "marks",
                says::WORTH_A_LOOK,
                marks.collect(),
            )),
        )
    }

    /// The eyes that it may be looked through.
    fn eyes(&self) -> El {
        let option = |viewer: &Viewer| {
            let words = match viewer {
                Viewer::Seat(seat) => {
                    let name = self.reel.stage.seats.get(seat.index()).map_or("nobody", |seat| &seat.name);
                    format!("{seat} {name}")
                }
                Viewer::Public => says::EVERYBODY_PUBLIC.to_owned(),
                Viewer::Observer => says::AN_OBSERVER.to_owned(),
                Viewer::Host => says::NOTHING_HIDDEN.to_owned(),
            };
            el("option")
                .attr("value", viewer.to_string())
                .flag("selected", *viewer == self.now.viewer)
                .text(words)
        };
        let from = el("input")
            .attr("type", "hidden")
            .attr("name", "from")
            .attr("value", self.now.viewer.to_string());
        el("form")
            .class("eyes")
            .attr("method", "get")
            .add(from)
            .add(self.kept(&["at", "think", "view"]))
            .add(el("label").attr("for", "as").text(says::SEE_AS))
            .add(el("select").id("as").attr("name", "as").add_all(self.viewers.iter().map(option)))
            .add(el("button").attr("type", "submit").class("plain").text(says::LOOK))
    }

    /// When thoughts are shown. Whoever sees none of them is led to where nothing is hidden, if they may go there.
    fn thoughts(&self) -> El {
        let all = self.viewers.contains(&Viewer::Host) && self.now.viewer == Viewer::Public;
        let link = |think: &Thoughts| {
            let words = match think {
                Thoughts::Off => "off",
                Thoughts::After => says::AFTER_THEY_SPEAK,
                Thoughts::Live => says::AS_THEY_THINK,
            };
            let link = Now { think: *think, ..self.now }.link();
            let link = if all && *think != Thoughts::Off {
                link.replacen("?as=public", "?as=host&from=public", 1)
            } else {
                link
            };
            el("a")
                .attr("href", link)
                .attr("data-think", think.name())
                .class("choice")
                .attr_if("aria-current", (*think == self.now.think).then_some("true"))
                .text(words)
        };
        el("div")
            .class("thoughts")
            .attr("role", "group")
            .attr("aria-label", says::THOUGHTS)
            .add(el("span").text(says::THOUGHTS_ARE_SHOWN))
            .add_all(Thoughts::ALL.iter().map(link))
    }

    fn layouts(&self) -> El {
        let link = |view: Layout, words: &str| {
            el("a")
                .attr("href", Now { view, ..self.now }.link())
                .attr("data-view", view.name())
                .class("choice")
                .attr_if("aria-current", (view == self.now.view).then_some("true"))
                .text(words)
        };
        el("div")
            .class("layouts")
            .attr("role", "group")
            .attr("aria-label", says::VIEW)
            .add(el("span").text(says::VIEW_IS))
            .add(link(Layout::Talk, "talk"))
            .add(link(Layout::Side, says::SIDE_BY_SIDE))
    }

    fn forking(&self) -> El {
        el("details").class("fork").add(el("summary").text(says::FORK_FROM_HERE)).add(
            el("form")
                .attr("method", "post")
                .attr("action", format!("/t/{}/forks", self.reel.stage.id))
                .add(self.kept(&["as", "at"]))
                .add(el("p").text(says::A_NEW_TABLE_WITH_THIS_PAST))
                .add(el("button").attr("type", "submit").class("main").text(says::MAKE_THE_NEW_TABLE)),
        )
    }

    /// Hidden fields for what a form does not change.
    fn kept(&self, names: &[&'static str]) -> Html {
        let field = |name: &&'static str| {
            let value = match *name {
                "as" => self.now.viewer.to_string(),
                "at" => self.now.at.to_string(),
                "think" => self.now.think.name().to_owned(),
                _ => self.now.view.name().to_owned(),
            };
            el("input")
                .attr("type", "hidden")
                .attr("name", name)
                .attr("value", value)
                .attr("data-keeps", name)
        };
        Html::all(names.iter().map(field))
    }

    /// The lines so far.
    fn talk(&self) -> El {
        el("section")
            .class("talk")
            .attr("aria-label", says::TALK)
            .add(
                el("button")
                    .id("earlier")
                    .attr("type", "button")
                    .flag("hidden", true)
                    .text(says::WHAT_CAME_BEFORE),
            )
            .add(
                el("ol")
                    .id("feed")
                    .class("feed")
                    .attr("tabindex", "0")
                    .add_all(self.reel.lines(0..self.now.at + 1)),
            )
    }
}
