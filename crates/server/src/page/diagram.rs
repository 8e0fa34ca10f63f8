//! A machine as a picture, drawn from its phase cards: a box a phase from the top down, an arrow for every way on.
//!
//! The ways down stand on the right, the ways back on the left. What stands alone as a file has its colours in it; on a
//! page the styles say better ones.

use engine::{PhaseCard, Rules};

use super::html::{El, Html, el};
use crate::says;

const BOX_WIDTH: usize = 180;
const BOX_HEIGHT: usize = 34;
const STEP: usize = 58;
const SIDE: usize = 130;
const MARGIN: usize = 10;

/// What is lit.
#[derive(Clone, Copy, Default)]
pub(super) struct Lit<'a> {
    /// The phase that it is in.
    pub(super) now: Option<&'a str>,
    /// The phase that it has just left for that one.
    pub(super) from: Option<&'a str>,
}

/// The picture. `link` gives each phase an address, where there is one.
pub(super) fn diagram(rules: &dyn Rules, lit: Lit<'_>, link: impl Fn(&PhaseCard) -> Option<String>) -> El {
    let cards = rules.phases();
    let (width, height) = (BOX_WIDTH + 2 * SIDE, cards.len() * STEP + MARGIN);
    let marker = el("marker")
        .id(format!("arrow-{}", rules.name()))
        .attr("viewBox", "0 0 8 8")
        .attr("refX", "7")
        .attr("refY", "4")
        .attr("markerWidth", "7")
        .attr("markerHeight", "7")
        .attr("orient", "auto-start-reverse")
        .add(el("path").attr("d", "M0 0 L8 4 L0 8 Z").class("head"));
    let ways = cards.iter().enumerate().flat_map(|(from, card)| {
        let to = |exit: &&str| cards.iter().position(|card| card.name == *exit);
        card.exits.iter().filter_map(to).map(move |to| (from, to))
    });
    let arrows = ways.map(|(from, to)| {
        let is_last = lit.from == Some(cards[from].name) && lit.now == Some(cards[to].name);
        el("path")
            .attr("d", way(from, to))
            .attr("fill", "none")
            .attr("stroke", "#767e8a")
            .attr("marker-end", format!("url(#arrow-{})", rules.name()))
            .class(if is_last { "way last" } else { "way" })
            .attr("data-from", cards[from].name)
            .attr("data-to", cards[to].name)
    });
    let boxes = cards.iter().enumerate().map(|(at, card)| {
        let drawn = phase(at, card, lit);
        match link(card) {
            Some(link) => el("a").attr("href", link).add(drawn),
            None => drawn,
        }
    });
    let words = match lit.now.and_then(|now| cards.iter().find(|card| card.name == now)) {
        Some(card) => says::the_phases_of_now(rules.label(), card.title),
        None => says::the_phases_of(rules.label()),
    };
    el("svg")
        .attr("xmlns", "http://www.w3.org/2000/svg")
        .attr("viewBox", format!("0 0 {width} {height}"))
        .attr("role", if lit.now.is_some() { "group" } else { "img" })
        .attr("aria-label", words)
        .class("diagram")
        .attr("font-family", "sans-serif")
        .attr("font-size", "14")
        .add(el("defs").add(marker))
        .add_all(arrows)
        .add_all(boxes)
}

/// The same as a file that stands alone.
pub fn machine_svg(rules: &dyn Rules) -> String {
    Html::from(diagram(rules, Lit::default(), |_| None)).into_string()
}

fn phase(at: usize, card: &PhaseCard, lit: Lit<'_>) -> El {
    let [r, g, b] = card.colour.on_light();
    let is_now = lit.now == Some(card.name);
    let (x, y) = (SIDE, MARGIN / 2 + at * STEP);
    let now = is_now.then(|| {
        let (x, y) = ((SIDE + BOX_WIDTH - 8).to_string(), (y + 22).to_string());
        el("text")
            .attr("x", x)
            .attr("y", y)
            .attr("text-anchor", "end")
            .attr("font-size", "11")
            .text(says::NOW)
    });
    el("g")
        .class(if is_now { "phase now" } else { "phase" })
        .attr("data-phase", card.name)
        .attr("data-colour", format!("{:?}", card.colour).to_lowercase())
        .attr_if("aria-current", is_now.then_some("step"))
        .add(
            el("rect")
                .attr("x", x.to_string())
                .attr("y", y.to_string())
                .attr("width", BOX_WIDTH.to_string())
                .attr("height", BOX_HEIGHT.to_string())
                .attr("rx", "8")
                .attr("fill", "#ffffff")
                .attr("stroke", format!("#{r:02x}{g:02x}{b:02x}"))
                .attr("stroke-width", if is_now { "4" } else { "2" }),
        )
        .add(
            el("text")
                .attr("x", (x + 12).to_string())
                .attr("y", (y + 22).to_string())
                .text(format!("{} {}", card.sign.0, card.title)),
        )
        .add(now)
}

/// The line of a way from one box to another. Longer ways bulge further, and ways leave and arrive at places of their
/// own, so that each can be followed.
fn way(from: usize, to: usize) -> String {
    let middle = |at: usize| MARGIN / 2 + at * STEP + BOX_HEIGHT / 2;
    let centre = SIDE + BOX_WIDTH / 2;
    if to == from + 1 {
        return format!(
            "M{centre} {} L{centre} {}",
            middle(from) + BOX_HEIGHT / 2,
            middle(to) - BOX_HEIGHT / 2
        );
    }
    let far = from.abs_diff(to);
    let bulge = (18 + far * 17).min(SIDE - 4);
    let (edge, out) = if to > from {
        (SIDE + BOX_WIDTH, SIDE + BOX_WIDTH + bulge)
    } else {
        (SIDE, SIDE.saturating_sub(bulge))
    };
    let (leaves, arrives) =
        if to > from { (middle(from) + 6, middle(to) - 6) } else { (middle(from) - 6, middle(to) + 6) };
    format!("M{edge} {leaves} C{out} {leaves} {out} {arrives} {edge} {arrives}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// X1: the picture has an arrow for every way on of every phase, and no other.
    #[test]
    fn x1_the_arrows_are_the_ways_of_the_cards() {
        let all = std::iter::once::<&'static dyn Rules>(activities::ALL.table)
            .chain(activities::ALL.activities.iter().copied());
        for rules in all {
            let html: Html = diagram(rules, Lit::default(), |_| None).into();
            let mut ways = 0;
            for card in rules.phases() {
                for exit in card.exits {
                    let arrow = format!("data-from=\"{}\" data-to=\"{exit}\"", card.name);
                    assert!(html.as_str().contains(&arrow), "{} {arrow}", rules.name());
                    ways += 1;
                }
            }
            assert_eq!(html.as_str().matches("data-from=").count(), ways, "{}", rules.name());
            let label = format!("aria-label=\"The phases of {}", rules.label());
            assert!(html.as_str().contains(&label) && rules.name() != rules.label(), "{label}");
        }
    }

    #[test]
    fn what_is_lit_is_said_too() {
        let rules = activities::ALL.table;
        let lit = Lit { now: Some("PAUSED"), from: Some("ACTIVE") };
        let html: Html = diagram(rules, lit, |_| None).into();
        assert_eq!(html.as_str().matches("aria-current").count(), 1);
        assert_eq!(html.as_str().matches("way last").count(), 1);
        assert!(html.as_str().contains(">now<"));
    }
}
