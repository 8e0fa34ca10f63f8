//! The card of what the person is asked: the thing in hand, and one tap for each answer.
//!
//! A card keeps its shape while the coach thinks, so that nothing jumps and the focus stays where it was. What may be
//! answered is in the ask alone; what is not in it is not on the card.

use engine::OpenAsk;
use protocol::tidying::{Branch, Disposition, Floor, Group, Item, Mode, Offer, Proposal, Survey, View, Way};

use super::super::face::Seen;
use super::super::form::Answers;
use super::super::html::{El, Html, el};
use super::has;

/// A card in the making.
#[derive(Clone, Copy)]
struct Card<'a> {
    view: &'a View,
    ask: &'a OpenAsk,
    answers: Answers<'a>,
}

/// What the person is asked.
pub(super) fn card(seen: Seen<'_>, view: &View, ask: &OpenAsk, answers: Answers<'_>) -> El {
    let card = Card { view, ask, answers };
    let body = match &view.mode {
        _ if view.floor == Floor::Coach => card.thinking(seen),
        Some(Mode::Surveying { survey: Some(survey) }) => card.survey(survey),
        Some(Mode::Sorting { offer: Some(Offer::Proposal(proposal)), .. }) => card.thing(proposal),
        Some(Mode::Sorting { offer: Some(Offer::Split { groups }), .. }) => card.split(groups),
        Some(Mode::Clarifying { item, traits, spatial_refs, .. }) => {
            card.unclear(view.item(*item), &[traits, spatial_refs])
        }
        Some(Mode::DecisionSupport { stuck_item, .. }) => card.support(stuck_item),
        Some(Mode::WindingDown { summary, next_time, .. }) => {
            card.closing(summary.as_deref(), next_time.as_deref())
        }
        _ => card.talk(),
    };
    let said = view.coach_said.as_ref().filter(|_| view.floor == Floor::Person);
    el("section")
        .id("ask")
        .class("ask coach-card")
        .attr("aria-labelledby", "ask-title")
        .attr("data-ask", ask.id.0.to_string())
        .add(said.map(|said| el("p").class("coach").text(format!("“{said}”"))))
        .add(body)
}

impl Card<'_> {
    fn title(self, words: impl AsRef<str>) -> El {
        el("h2").id("ask-title").text(words)
    }

    /// A form of one button. `fields` are sent with it.
    fn button(self, tool: &str, fields: &[(&str, &str)], button: El) -> El {
        let hidden = |(name, value): &(&str, &str)| {
            el("input").attr("type", "hidden").attr("name", name).attr("value", value)
        };
        self.answers.form(self.ask, tool).add_all(fields.iter().map(hidden)).add(button)
    }

    /// The thing in hand: onto which pile?
    fn thing(self, proposal: &Proposal) -> Html {
        let Some(item) = self.view.item(proposal.item) else { return Html::none() };
        let choices = Choices { card: self, proposal };
        let others = choices.others();
        let others = (!others.is_empty()).then(|| {
            el("div").class("others").attr("role", "group").attr("aria-label", "Other ways").add_all(others)
        });
        let put = el("div").class("put").add(choices.belongs()).add(choices.out()).add(choices.unsure());
        let put = Html::all([Html::from(put), others.into()]);
        self.dock(self.in_hand(item, &[]), put).into()
    }

    /// A thing by its name, and what is known of it.
    fn in_hand(self, item: &Item, known: &[&[String]]) -> El {
        let known = known.iter().copied().flatten();
        let details: Vec<&str> =
            item.look.iter().chain(&item.place).chain(known).map(String::as_str).collect();
        el("div")
            .class("in-hand")
            .attr("data-item", item.id.0.to_string())
            .attr_if("draggable", self.view.proposal().map(|_| "true"))
            .add(self.title(&item.name))
            .add((!details.is_empty()).then(|| el("p").class("quiet").text(details.join(" · "))))
    }

    /// The coach has the word. The buttons of sorting stay where they are, and do nothing.
    fn thinking(self, seen: Seen<'_>) -> Html {
        let still = |id: &str, words: &str| {
            el("button")
                .id(id)
                .attr("type", "button")
                .attr("aria-disabled", "true")
                .add(el("span").class("what").text(words))
        };
        let sorting = matches!(self.view.mode, Some(Mode::Sorting { .. }));
        let title = self.title(format!("{} is thinking…", seen.name(self.view.coach))).class("waiting");
        if !sorting {
            return Html::all([title, self.ways()]);
        }
        let put = el("div")
            .class("put")
            .add(still("put-1", "Belongs"))
            .add(still("put-2", "Out"))
            .add(still("put-3", "Unsure"));
        self.dock(title, put).into()
    }

    /// What the space is for: each answer opens what is asked after it (Y7).
    fn survey(self, survey: &Survey) -> Html {
        let branch = |(number, branch): (usize, &Branch)| {
            let ideas = branch.anchors.iter().map(|anchor| {
                el("label")
                    .class("tick")
                    .add(el("input").attr("type", "checkbox").attr("name", "anchors").attr("value", anchor))
                    .text(anchor)
            });
            let id = format!("anchors-{number}");
            let form = self
                .answers
                .form(self.ask, "choose_function")
                .add(
                    el("input")
                        .attr("type", "hidden")
                        .attr("name", "branch")
                        .attr("value", number.to_string()),
                )
                .add(el("p").text(&branch.follow_up))
                .add(el("div").class("ticks").add_all(ideas))
                .add(el("label").attr("for", &id).text("Something else that stays, one a line"))
                .add(el("textarea").id(&id).attr("name", "anchors").attr("rows", "2"))
                .add(
                    el("button")
                        .attr("type", "submit")
                        .class("main")
                        .text(format!("It is for {}", branch.function)),
                );
            el("details")
                .class("branch")
                .id(format!("branch-{number}"))
                .attr("name", "branches")
                .add(
                    el("summary")
                        .attr("data-key", number.to_string())
                        .add(key(number))
                        .add(el("span").text(&branch.function)),
                )
                .add(form)
        };
        let branches = (1..).zip(&survey.branches).map(branch);
        Html::all([Html::from(self.title(&survey.question)), Html::all(branches), self.ways().into()])
    }

    /// The unsure pile in parts (Y9).
    fn split(self, groups: &[Group]) -> Html {
        let names = |group: &Group| {
            let names =
                group.items.iter().filter_map(|id| self.view.item(*id)).map(|item| item.name.as_str());
            el("li")
                .add(el("b").text(&group.kind))
                .text(format!(": {}", names.collect::<Vec<_>>().join(", ")))
        };
        let put = el("div")
            .class("put")
            .add(self.big(1, "split", "Yes", "one kind after the other"))
            .add(self.big(2, "keep_whole", "No", "leave it as it is"));
        Html::all([
            Html::from(self.dock(self.title("Split the unsure pile?"), put)),
            el("ul").class("groups").add_all(groups.iter().map(names)).into(),
        ])
    }

    /// It is not clear what a thing is.
    fn unclear(self, item: Option<&Item>, known: &[&[String]]) -> Html {
        let title = item.map_or_else(|| self.title(&self.ask.form.title), |item| self.in_hand(item, known));
        let put = el("div").class("put").add(self.big(3, "skip", "Unsure, move on", "it can wait"));
        Html::all([
            Html::from(self.dock(title, put)),
            el("p").text("Say what it is, if you know. If not, it can wait.").into(),
        ])
    }

    /// Somebody is stuck: a question, and three ways on. None of them is wrong.
    fn support(self, stuck: &str) -> Html {
        let question = &self.ask.form.title;
        let about =
            (!question.contains(stuck)).then(|| el("p").class("quiet").text(format!("About: {stuck}")));
        let title = el("div").add(about).add(self.title(question));
        let big = |number, tool, words| has(self.ask, tool).then(|| self.big(number, tool, words, ""));
        let put = el("div").class("put").add(big(1, "yes", "Yes")).add(big(2, "no", "No")).add(big(
            3,
            "skip",
            "Unsure, move on",
        ));
        self.dock(title, put).into()
    }

    /// Go on, or end.
    fn closing(self, summary: Option<&str>, next_time: Option<&str>) -> Html {
        let put = el("div")
            .class("put")
            .add(self.big(1, "end_session", "End here", "with a list to keep"))
            .add(self.big(2, "resume_sorting", "Go on sorting", "there is more"));
        Html::all([
            Html::from(self.dock(self.title("Go on, or end here?"), put)),
            summary.map(|summary| el("p").text(summary)).into(),
            next_time.map(|next| el("p").text(format!("First next time: {next}"))).into(),
        ])
    }

    /// Whatever the person likes to say.
    fn talk(self) -> Html {
        Html::all([
            self.title(&self.ask.form.title),
            el("p").text("Name what you see, in any words, with commas between. One thing is enough."),
            self.ways(),
        ])
    }

    /// What is asked and its answers, together: on a phone they stay where the thumb is.
    fn dock(self, title: El, put: impl Into<Html>) -> El {
        el("div").class("dock").add(title).add(put).add(self.ways())
    }

    /// A large button with a key of its own.
    fn big(self, number: usize, tool: &str, what: &str, how: &str) -> El {
        self.button(tool, &[], tile(number, what, how))
    }

    /// The small ways: always there, whatever is asked (Y8).
    fn ways(self) -> El {
        let thinks = self.view.floor == Floor::Coach;
        let winds_down = matches!(self.view.mode, Some(Mode::WindingDown { .. }));
        let ways = [
            ("whats_that", "What’s that?", true),
            ("stuck", "I’m stuck", true),
            ("undo", "Undo", true),
            ("stop", "Wrap up", true),
            ("end_session", "End here", thinks && winds_down),
        ];
        let shown = ways.into_iter().filter(|(tool, _, wanted)| *wanted && has(self.ask, tool));
        let last = self.view.last_decided.and_then(|last| self.view.item(last));
        el("div").class("ways").add_all(shown.map(|(tool, words, _)| {
            let of = last.filter(|_| tool == "undo");
            let of = of.map(|item| el("span").class("of").text(format!(" {}", item.name)));
            let button = el("button").id(format!("way-{tool}")).attr("type", "submit").text(words).add(of);
            self.button(tool, &[], button)
        }))
    }
}

/// What is proposed, sorted by pile.
struct Choices<'a> {
    card: Card<'a>,
    proposal: &'a Proposal,
}

impl Choices<'_> {
    /// The first choice of a kind, with its number.
    fn first(&self, is_one: fn(&Disposition) -> bool) -> Option<(usize, &Disposition)> {
        (1..).zip(&self.proposal.choices).find(|(_, choice)| is_one(choice))
    }

    /// A tile that takes a choice by its number.
    fn chosen(&self, number: usize, button: El) -> El {
        self.card.button("choose", &[("choice", &number.to_string())], button)
    }

    /// One that says it in words, where it was not proposed. With a photo, words are for the coach.
    fn written(&self, words: &str, button: El) -> Option<El> {
        let can = self.card.view.pending.is_empty() && has(self.card.ask, "write");
        can.then(|| self.card.button("write", &[("text", words)], button))
    }

    fn is_best(&self, number: usize) -> Option<&'static str> {
        (number == 1).then_some("the coach’s idea")
    }

    fn belongs(&self) -> Option<El> {
        match self.first(|choice| matches!(choice, Disposition::Place { .. })) {
            Some((number, Disposition::Place { at })) => {
                Some(self.chosen(number, best(tile(1, "Belongs", at), self.is_best(number))))
            }
            _ => self.written("keep it", tile(1, "Belongs", "here")),
        }
    }

    fn out(&self) -> Option<El> {
        match self.first(|choice| way(choice).is_some()) {
            Some((number, choice)) => {
                let word = way(choice).map_or("", Way::word);
                Some(self.chosen(number, best(tile(2, "Out", word), self.is_best(number))))
            }
            None => self.written("trash it", tile(2, "Out", Way::Trash.word())),
        }
    }

    fn unsure(&self) -> Option<El> {
        let best_is = matches!(self.proposal.choices.first(), Some(Disposition::Skip));
        let button = best(tile(3, "Unsure", "not now"), self.is_best(usize::from(best_is)));
        has(self.card.ask, "skip").then(|| self.card.button("skip", &[], button))
    }

    /// What else was proposed, and the ways out that were not.
    fn others(&self) -> Vec<El> {
        let taken = [
            self.first(|choice| matches!(choice, Disposition::Place { .. })),
            self.first(|choice| way(choice).is_some()),
        ];
        let is_taken = |number: usize| taken.iter().flatten().any(|(at, _)| *at == number);
        let small = |words: String| el("button").attr("type", "submit").text(words);
        let mut others: Vec<El> = (1..)
            .zip(&self.proposal.choices)
            .filter(|(number, choice)| {
                !is_taken(*number) && choice.pile().is_some_and(|_| **choice != Disposition::Skip)
            })
            .map(|(number, choice)| self.chosen(number, small(words(choice))))
            .collect();
        let offered = |wanted: Way| self.proposal.choices.iter().any(|choice| way(choice) == Some(wanted));
        let none_is = !Way::ALL.into_iter().any(offered);
        for wanted in Way::ALL {
            // Where no way out was proposed, the large button is for the bin.
            let is_large = none_is && wanted == Way::Trash;
            if !offered(wanted) && !is_large {
                others.extend(
                    self.written(&format!("{} it", wanted.word()), small(format!("Out: {}", wanted.word()))),
                );
            }
        }
        others
    }
}

/// The way that a choice goes, if it does.
fn way(choice: &Disposition) -> Option<Way> {
    match choice {
        Disposition::Trash => Some(Way::Trash),
        Disposition::Donate => Some(Way::Donate),
        Disposition::Recycle => Some(Way::Recycle),
        Disposition::Place { .. } | Disposition::Skip | Disposition::NeedInfo => None,
    }
}

fn words(choice: &Disposition) -> String {
    match choice {
        Disposition::Place { at } => format!("Belongs: {at}"),
        choice => way(choice).map_or_else(|| choice.to_string(), |way| format!("Out: {}", way.word())),
    }
}

/// A large button: its key, what it does, and how.
fn tile(number: usize, what: &str, how: &str) -> El {
    el("button")
        .id(format!("put-{number}"))
        .attr("type", "submit")
        .attr("data-key", number.to_string())
        .add(key(number))
        .add(el("span").class("what").text(what))
        .add((!how.is_empty()).then(|| el("span").class("how").text(how)))
}

/// The same with what the coach thinks of it.
fn best(tile: El, idea: Option<&str>) -> El {
    tile.add(idea.map(|idea| el("span").class("idea").text("★ ").add(el("span").text(idea))))
}

fn key(number: usize) -> El {
    el("span").class("number").attr("aria-hidden", "true").text(number.to_string())
}
