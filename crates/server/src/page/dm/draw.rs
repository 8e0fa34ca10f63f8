//! Dice, clocks and gauges, drawn: each says in words what it shows, and none says it by colour alone.

use protocol::dm::Clock;

use crate::page::html::{El, Html, el};

/// A die as it lies. What it shows is said beside it.
pub(super) fn die(value: u8) -> El {
    const LOW: &str = "6.5";
    const MID: &str = "12";
    const HIGH: &str = "17.5";
    let corners: &[(&str, &str)] = match value {
        0 | 1 => &[],
        2 | 3 => &[(LOW, LOW), (HIGH, HIGH)],
        4 | 5 => &[(LOW, LOW), (HIGH, LOW), (LOW, HIGH), (HIGH, HIGH)],
        _ => &[(LOW, LOW), (HIGH, LOW), (LOW, MID), (HIGH, MID), (LOW, HIGH), (HIGH, HIGH)],
    };
    let middle: &[(&str, &str)] = if value % 2 == 1 { &[(MID, MID)] } else { &[] };
    let pip = |(x, y): &(&str, &str)| el("circle").attr("cx", x).attr("cy", y).attr("r", "2.2").class("pip");
    el("svg")
        .attr("viewBox", "0 0 24 24")
        .class("die")
        .attr("aria-hidden", "true")
        .attr("focusable", "false")
        .add(
            el("rect")
                .attr("x", "1")
                .attr("y", "1")
                .attr("width", "22")
                .attr("height", "22")
                .attr("rx", "5")
                .class("face"),
        )
        .add_all(corners.iter().chain(middle).map(pip))
}

/// Dice in a row, and the same in words.
pub(super) fn dice(values: &[u8]) -> El {
    let words: Vec<String> = values.iter().map(u8::to_string).collect();
    let label = if words.is_empty() { "no dice".to_owned() } else { format!("dice: {}", words.join(", ")) };
    el("span")
        .class("dice")
        .attr("role", "img")
        .attr("aria-label", label)
        .add_all(values.iter().map(|value| die(*value)))
        .text(if values.is_empty() { "none" } else { "" })
}

/// Boxes that fill up to a limit, and the same as figures.
pub(super) fn gauge(title: &'static str, value: u8, of: u8, about: &str) -> El {
    let boxes = (0..of).map(|at| el("i").class(if at < value { "full" } else { "" }));
    let meter = el("span")
        .class("boxes")
        .attr("role", "meter")
        .attr("aria-label", title)
        .attr("aria-valuemin", "0")
        .attr("aria-valuemax", of.to_string())
        .attr("aria-valuenow", value.to_string())
        .attr("aria-valuetext", format!("{value} of {of}"))
        .add_all(boxes);
    let about = (!about.is_empty()).then(|| el("span").class("quiet").text(about));
    el("div")
        .class("gauge")
        .attr("data-gauge", title)
        .add(el("span").class("gauge-name").text(title))
        .add(meter)
        .add(el("span").class("figure-of").text(format!("{value}/{of}")))
        .add(about)
}

/// What full slices are filled with. It has to be on the page once; hatched, so that it is seen in print and whatever
/// colours somebody needs.
pub(super) fn hatch() -> El {
    let stripes = el("pattern")
        .id("hatch")
        .attr("patternUnits", "userSpaceOnUse")
        .attr("width", "0.22")
        .attr("height", "0.22")
        .attr("patternTransform", "rotate(45)")
        .add(el("rect").attr("width", "0.22").attr("height", "0.22").class("hatch-ground"))
        .add(el("rect").attr("width", "0.1").attr("height", "0.22").class("hatch-line"));
    el("svg")
        .class("hatch")
        .attr("width", "0")
        .attr("height", "0")
        .attr("aria-hidden", "true")
        .attr("focusable", "false")
        .add(el("defs").add(stripes))
}

/// A clock in words.
pub(super) fn clock_words(clock: &Clock) -> String {
    format!("{}, {}, {} of {}", clock.name, clock.kind, clock.filled, clock.segments)
}

/// A clock as a pie: one slice a segment, from the top on.
pub(super) fn pie(clock: &Clock) -> El {
    let slices = (0..clock.segments).map(|at| {
        let path = el("path").attr("d", slice(at, clock.segments));
        if at < clock.filled { path.class("filled").attr("fill", "url(#hatch)") } else { path.class("open") }
    });
    el("svg")
        .attr("viewBox", "-1.1 -1.1 2.2 2.2")
        .attr("role", "img")
        .attr("aria-label", clock_words(clock))
        .class("pie")
        .add_all(slices)
}

/// A clock with its name, and whatever else is to be said about it.
pub(super) fn clock(clock: &Clock, more: Option<Html>) -> El {
    let hidden = (!clock.visible).then(|| el("span").class("tag").text("hidden"));
    // What the pie says is not said twice to those who listen.
    let caption = el("figcaption")
        .add(el("b").attr("aria-hidden", "true").text(&clock.name))
        .add(
            el("span")
                .class("quiet")
                .attr("aria-hidden", "true")
                .text(format!("{} · {}/{}", clock.kind, clock.filled, clock.segments)),
        )
        .add(hidden)
        .add(more);
    el("figure")
        .class("dial")
        .attr("data-kind", clock.kind.word())
        .attr("data-clock", &clock.name)
        .add(pie(clock))
        .add(caption)
}

/// The outline of one of so many equal slices.
fn slice(at: u8, of: u8) -> String {
    let turn = |part: u8| {
        std::f64::consts::TAU * f64::from(part) / f64::from(of.max(1)) - std::f64::consts::FRAC_PI_2
    };
    let point = |angle: f64| format!("{:.4} {:.4}", angle.cos(), angle.sin());
    format!("M0 0 L{} A1 1 0 0 1 {} Z", point(turn(at)), point(turn(at + 1)))
}

/// The first four and the last two digits of a hash.
pub(super) fn short(hash: &str) -> String {
    let (start, end) = (hash.get(..4), hash.len().checked_sub(2).and_then(|at| hash.get(at..)));
    format!("{}…{}", start.unwrap_or_default(), end.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use protocol::dm::ClockKind;

    use super::*;

    #[test]
    fn b8_a_pie_has_a_slice_for_each_segment_and_says_how_many_are_full() {
        for segments in [4, 6, 8] {
            for filled in 0..=segments {
                let it = Clock {
                    name: "Bluecoats".to_owned(),
                    kind: ClockKind::Threat,
                    segments,
                    filled,
                    visible: true,
                };
                let html: Html = pie(&it).into();
                let html = html.as_str();
                assert_eq!(html.matches("<path").count(), usize::from(segments), "{html}");
                assert_eq!(html.matches("class=\"filled\"").count(), usize::from(filled), "{html}");
                assert_eq!(html.matches("url(#hatch)").count(), usize::from(filled), "{html}");
                assert!(
                    html.contains(&format!("aria-label=\"Bluecoats, threat, {filled} of {segments}\"")),
                    "{html}"
                );
                let mut outlines: Vec<String> = (0..segments).map(|at| slice(at, segments)).collect();
                outlines.dedup();
                assert_eq!(outlines.len(), usize::from(segments), "each slice has a place of its own");
            }
        }
    }

    #[test]
    fn a_die_has_as_many_pips_as_it_shows() {
        for value in 1..=6 {
            let html: Html = die(value).into();
            assert_eq!(html.as_str().matches("class=\"pip\"").count(), usize::from(value));
        }
    }

    #[test]
    fn a_gauge_says_its_figure_as_text_and_to_those_who_listen() {
        let html: Html = gauge("Stress", 7, 9, "").into();
        for words in ["7/9", "aria-valuenow=\"7\"", "aria-valuemax=\"9\"", "role=\"meter\""] {
            assert!(html.as_str().contains(words), "{words} in {}", html.as_str());
        }
        assert_eq!(html.as_str().matches("class=\"full\"").count(), 7);
    }
}
