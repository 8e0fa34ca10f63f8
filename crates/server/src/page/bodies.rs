//! The ten bodies of a board, drawn: once for every activity, each with its words for those who do not see it.

use engine::board::{Body, Die, Entry, Fact, Heap, Leaf, Matrix};
use engine::{Hash, SessionId};

use super::draw;
use super::html::{El, Html, el};
use crate::says;

/// Blocks in a row of a heap, at most.
const BLOCKS_MAX: usize = 24;
/// Things of a heap that are shown without being asked for.
const HEAP_OPEN_MAX: usize = 12;

/// What a panel shows. `id` is the panel's, for what in it has to be known again; `album` is the session whose photos can
/// be looked at, if they can.
pub(super) fn body(body: &Body, id: &str, album: Option<&SessionId>) -> Html {
    if body.is_empty() {
        return el("p").class("quiet").text(says::NOTHING_YET).into();
    }
    match body {
        Body::Facts(facts) => listed_facts(facts).into(),
        Body::Meters(meters) => el("div").class("gauges").add_all(meters.iter().map(draw::gauge)).into(),
        Body::Dials(dials) => {
            let hatch = format!("{id}-hatch");
            let drawn = dials.iter().map(|dial| draw::dial(dial, &hatch));
            Html::all([draw::hatch(&hatch), el("div").class("clocks").add_all(drawn)])
        }
        Body::Dice(it) => dice(it).into(),
        Body::Matrix(it) => matrix(it, id).into(),
        Body::Piles(heaps) => {
            let heap = |(at, it): (usize, &Heap)| heap(it, at, id, it.things.iter().map(entry));
            Html::all((1..).zip(heaps).map(heap))
        }
        Body::Card(it) => leaf(it).into(),
        Body::Pictures(hashes) => pictures(hashes, album),
        Body::List(entries) => el("ul").class("entries").add_all(entries.iter().map(entry)).into(),
        Body::Text(text) => el("p").class("prose").text(text).into(),
    }
}

fn listed_facts(facts: &[Fact]) -> El {
    let row = |fact: &Fact| el("div").add(el("dt").text(&fact.name)).add(el("dd").text(&fact.value));
    el("dl").class("facts").add_all(facts.iter().map(row))
}

/// Dice as they lie.
pub(super) fn dice(dice: &[Die]) -> El {
    el("ul").class("offers").add_all(dice.iter().map(die))
}

fn die(it: &Die) -> El {
    let some = |text: &str, class: &str| (!text.is_empty()).then(|| el("span").class(class).text(text));
    let words =
        if it.worth.is_empty() { it.value.to_string() } else { format!("{} · {}", it.value, it.worth) };
    el("li")
        .add(draw::die(it.value))
        .add(el("span").class("words").add(el("b").text(words)).text(" ").add(some(&it.note, "quiet")))
        .add(it.seal.map(seal))
}

/// The seal of an ending, short, with all of it for whoever wants to check.
pub(super) fn seal(hash: Hash) -> El {
    let all = hash.to_string();
    let short = says::sealed(draw::short(&all));
    el("code").class("seal").attr("title", says::sealed(&all)).text(short)
}

/// A table, with what it comes to in words over it. It scrolls by itself where it is too wide.
fn matrix(it: &Matrix, id: &str) -> El {
    let head = |column: &String| match column.is_empty() {
        true => el("td"),
        false => el("th").attr("scope", "col").text(column),
    };
    let row = |cells: &Vec<String>| {
        let cells = cells.iter().enumerate().map(|(at, cell)| match at {
            0 => el("th").attr("scope", "row").text(cell),
            _ => el("td").text(cell),
        });
        el("tr").add_all(cells)
    };
    let caption = (!it.sum.is_empty()).then(|| el("caption").text(&it.sum));
    el("div")
        .id(format!("{id}-matrix"))
        .class("scrolls")
        .attr("tabindex", "0")
        .attr("role", "region")
        .attr("aria-labelledby", format!("{id}-title"))
        .add(
            el("table")
                .class("matrix")
                .add(caption)
                .add(el("thead").add(el("tr").add_all(it.columns.iter().map(head))))
                .add(el("tbody").add_all(it.rows.iter().map(row))),
        )
}

/// A heap with its things. What is open stays open, by its id; an empty one has none, so that it opens with its first thing.
pub(super) fn heap(it: &Heap, number: usize, id: &str, things: impl Iterator<Item = El>) -> El {
    let count = it.things.len();
    el("details")
        .class("pile")
        .attr_if("id", (count > 0).then(|| format!("{id}-{number}")))
        .attr("data-put", number.to_string())
        .flag("open", count > 0 && count <= HEAP_OPEN_MAX)
        .add(
            el("summary")
                .add(el("span").class("pile-title").text(&it.name))
                .text(" ")
                .add(el("b").text(count.to_string()))
                .add(blocks(count)),
        )
        .add(el("ul").class("entries").add_all(things))
}

/// A block a thing: how full a heap is, at a glance. The number beside it says the same.
fn blocks(count: usize) -> El {
    let block = |at: usize| {
        el("rect")
            .attr("x", ((at % BLOCKS_MAX) * 8).to_string())
            .attr("y", ((at / BLOCKS_MAX) * 8).to_string())
            .attr("width", "6")
            .attr("height", "6")
            .attr("rx", "1")
    };
    let rows = count.div_ceil(BLOCKS_MAX).max(1) * 8;
    el("svg")
        .class("blocks")
        .attr("viewBox", format!("0 0 {} {rows}", BLOCKS_MAX * 8))
        .attr("aria-hidden", "true")
        .add_all((0..count).map(block))
}

/// One of several.
pub(super) fn entry(it: &Entry) -> El {
    let note = (!it.note.is_empty()).then(|| el("span").class("quiet").text(&it.note));
    let done = it.done.then(|| el("span").class("unseen").text(says::DONE));
    el("li")
        .class(if it.done { "done" } else { "" })
        .add(done)
        .add(el("span").class("entry").text(&it.text))
        .text(" ")
        .add(note)
}

/// One thing that matters now.
pub(super) fn leaf(it: &Leaf) -> El {
    let some = |text: &str, class: &str| (!text.is_empty()).then(|| el("p").class(class).text(text));
    el("div")
        .class("leaf")
        .add((!it.title.is_empty()).then(|| el("h3").text(&it.title)))
        .add(some(&it.note, "quiet"))
        .add(some(&it.text, "prose"))
        .add((!it.facts.is_empty()).then(|| listed_facts(&it.facts)))
}

/// Photos, in the order of the board, for those who may look at them.
fn pictures(hashes: &[Hash], album: Option<&SessionId>) -> Html {
    let Some(session) = album else {
        return el("p").class("quiet").text(says::FOR_THOSE_WHO_SIT_AT_THE).into();
    };
    let of = hashes.len();
    let picture = |(number, hash): (usize, &Hash)| {
        let address = format!("/api/tables/{session}/photos/{hash}");
        let image = el("img").attr("src", &address).attr("alt", says::photo_of(number, of));
        el("li").add(el("a").attr("href", &address).add(image.attr("loading", "lazy")))
    };
    el("ul").class("photos").add_all((1..).zip(hashes).map(picture)).into()
}

#[cfg(test)]
mod tests {
    use engine::board::{Dial, Meter};

    use super::*;

    fn drawn(it: &Body) -> String {
        body(it, "panel-soup", None).into_string()
    }

    #[test]
    fn every_body_of_an_activity_that_is_not_known_has_its_shape_and_says_it_in_words() {
        let evil = || "x <b>".to_owned();
        let entry = || Entry::new(evil()).note("hot").done();
        let cases = [
            (Body::Facts(vec![Fact::new("Pot", evil())]), "<dt>Pot</dt><dd>x &lt;b&gt;</dd>"),
            (
                Body::Meters(vec![Meter { name: evil(), value: 2, of: 3, note: String::new() }]),
                "<span class=\"figure-of\">2/3</span>",
            ),
            (
                Body::Dials(vec![Dial { name: evil(), filled: 1, segments: 4, note: "boils".to_owned() }]),
                "aria-label=\"x &lt;b&gt;, boils, 1 of 4\"",
            ),
            (
                Body::Dice(vec![Die { value: 4, worth: "partly".to_owned(), note: evil(), seal: None }]),
                "<b>4 · partly</b>",
            ),
            (
                Body::Matrix(Matrix {
                    columns: vec![String::new(), "Salt".to_owned()],
                    rows: vec![vec![evil(), "1".to_owned()]],
                    sum: "1 in all".to_owned(),
                }),
                "<caption>1 in all</caption><thead><tr><td></td><th scope=\"col\">Salt</th></tr></thead>\
                 <tbody><tr><th scope=\"row\">x &lt;b&gt;</th><td>1</td></tr></tbody>",
            ),
            (
                Body::Piles(vec![Heap::new("Peeled", vec![entry()])]),
                "<span class=\"pile-title\">Peeled</span> <b>1</b>",
            ),
            (
                Body::Card(Leaf { title: "Soup".to_owned(), text: evil(), ..Leaf::default() }),
                "<h3>Soup</h3><p class=\"prose\">x &lt;b&gt;</p>",
            ),
            (
                Body::List(vec![entry()]),
                "<span class=\"unseen\">done: </span><span class=\"entry\">x &lt;b&gt;</span> <span class=\"quiet\">hot",
            ),
            (Body::Text(evil()), "<p class=\"prose\">x &lt;b&gt;</p>"),
        ];
        for (it, shape) in cases {
            let html = drawn(&it);
            assert!(html.contains(shape) && html.contains("x &lt;b&gt;"), "{it:?}: no {shape} in {html}");
        }
        assert!(drawn(&Body::List(Vec::new())).contains("Nothing yet."));
    }

    #[test]
    fn photos_are_named_to_nobody_who_may_not_look_at_them() {
        let photo = Hash::of(b"a photo");
        let it = Body::Pictures(vec![photo]);
        assert!(!drawn(&it).contains(&photo.to_string()));
        let session: SessionId = "soup".parse().expect("an id");
        let shown = body(&it, "panel-soup", Some(&session)).into_string();
        assert!(
            shown.contains(&format!("/api/tables/soup/photos/{photo}")) && shown.contains("Photo 1 of 1")
        );
    }
}
