//! Dice, dials and gauges, drawn: each says in words what it shows, and none says it by colour alone.

use engine::SeatId;
use engine::board::{Dial, Meter};

use super::html::{El, el};
use crate::says;

/// Boxes that are counted at a glance. More than so many are a bar.
const BOXES_MAX: u32 = 12;

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

/// Whoever sits in a seat, drawn: the same wherever the seat stands, and told from its neighbours by more than its colour.
pub(super) fn avatar(seat: SeatId) -> El {
    const HEADS: [&str; 6] = [
        // Bare, a top hat, a hood, a bun, a cap, long hair.
        "",
        "M12 9h16M15 9V1h10v8",
        "M11 19c-1-13 19-13 18 0",
        "M20 8m-4-3a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
        "M12 12c1-8 15-8 16 0h5",
        "M12 24c-3-20 19-20 16 0",
    ];
    let number = usize::from(seat.number());
    let part = |class: &str, path: &str| el("path").class(class).attr("d", path);
    el("svg")
        .class("avatar")
        .attr("viewBox", "0 0 40 40")
        .attr("aria-hidden", "true")
        .attr("focusable", "false")
        .add(part("shoulders", "M6 40c0-10 6-14 14-14s14 4 14 14z"))
        .add(el("circle").class("head-of").attr("cx", "20").attr("cy", "16").attr("r", "8"))
        .add(part("on-head", HEADS[number % HEADS.len()]))
}

/// An amount as boxes that fill up to the most, or as a bar where there would be too many; and the same as figures.
pub(super) fn gauge(meter: &Meter) -> El {
    let Meter { name, value, of, note } = meter;
    let boxes = (0..*of).map(|at| el("i").class(if at < *value { "full" } else { "" }));
    let shape = if *of <= BOXES_MAX {
        el("span").class("boxes").add_all(boxes)
    } else {
        el("progress").class("bar-of").attr("value", value.to_string()).attr("max", of.to_string())
    };
    let shown = el("span")
        .class("amount")
        .attr("role", "meter")
        .attr("aria-label", name)
        .attr("aria-valuemin", "0")
        .attr("aria-valuemax", of.to_string())
        .attr("aria-valuenow", value.to_string())
        .attr("aria-valuetext", says::value_of(value, of))
        .add(shape.attr("aria-hidden", "true"));
    let note = (!note.is_empty()).then(|| el("span").class("quiet").text(note));
    el("div")
        .class("gauge")
        .attr("data-gauge", name)
        .add(el("span").class("gauge-name").text(name))
        .add(shown)
        .add(el("span").class("figure-of").text(format!("{value}/{of}")))
        .add(note)
}

/// What full slices are filled with. It has to be on the page once for each name; hatched, so that it is seen in print and
/// whatever colours somebody needs.
pub(super) fn hatch(name: &str) -> El {
    let stripes = el("pattern")
        .id(name)
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

/// A dial as a pie: one slice a segment, from the top on. `hatch` is what full slices are filled with.
fn pie(dial: &Dial, hatch: &str) -> El {
    let slices = (0..dial.segments).map(|at| {
        let path = el("path").attr("d", slice(at, dial.segments));
        if at < dial.filled {
            path.class("filled").attr("fill", format!("url(#{hatch})"))
        } else {
            path.class("open")
        }
    });
    let note = if dial.note.is_empty() { String::new() } else { format!("{}, ", dial.note) };
    el("svg")
        .attr("viewBox", "-1.1 -1.1 2.2 2.2")
        .attr("role", "img")
        .attr("aria-label", says::named_filled_of(&dial.name, &note, dial.filled, dial.segments))
        .class("pie")
        .add_all(slices)
}

/// A dial with its name, and what it counts towards.
pub(super) fn dial(dial: &Dial, hatch: &str) -> El {
    let note = (!dial.note.is_empty()).then(|| el("span").class("leads").text(&dial.note));
    // What the pie says is not said twice to those who listen.
    let caption = el("figcaption")
        .attr("aria-hidden", "true")
        .add(el("b").text(&dial.name))
        .add(el("span").class("quiet").text(format!("{}/{}", dial.filled, dial.segments)))
        .add(note);
    el("figure").class("dial").attr("data-clock", &dial.name).add(pie(dial, hatch)).add(caption)
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
    use super::super::html::Html;
    use super::*;

    #[test]
    fn b8_a_pie_has_a_slice_for_each_segment_and_says_how_many_are_full() {
        for segments in [4, 6, 8] {
            for filled in 0..=segments {
                let it = Dial { name: "Bluecoats".to_owned(), filled, segments, note: "threat".to_owned() };
                let html: Html = pie(&it, "hatch").into();
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
        let of = |value, of| Meter { name: "Stress".to_owned(), value, of, note: "breaks at 9".to_owned() };
        let html: Html = gauge(&of(7, 9)).into();
        for words in ["7/9", "aria-valuenow=\"7\"", "aria-valuemax=\"9\"", "role=\"meter\"", "breaks at 9"] {
            assert!(html.as_str().contains(words), "{words} in {}", html.as_str());
        }
        assert_eq!(html.as_str().matches("class=\"full\"").count(), 7);
        let many: Html = gauge(&of(70, 100)).into();
        assert!(many.as_str().contains("<progress") && many.as_str().contains("70/100"), "{}", many.as_str());
    }
}
