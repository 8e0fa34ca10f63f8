//! Discord's Markdown as HTML.

use std::fmt::Write as _;

use super::super::ids::timestamp;
use super::super::world::World;
use super::escape;

/// How deep marks may be inside of each other.
const DEPTH: usize = 8;
/// Marks that are opened and closed by the same characters, and what they are in HTML. Longer ones come first.
const MARKS: [(&str, &str, &str); 7] = [
    ("***", "<b><i>", "</i></b>"),
    ("**", "<b>", "</b>"),
    ("__", "<u>", "</u>"),
    ("~~", "<s>", "</s>"),
    ("||", "<span class=\"spoiler\">", "</span>"),
    ("*", "<i>", "</i>"),
    ("_", "<i>", "</i>"),
];

/// A text as HTML. All that was written is text in it, and nothing else.
pub(super) fn markdown(world: &World, text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("```") {
        let inside = &rest[at + 3..];
        let Some(end) = inside.find("```").filter(|end| !inside[..*end].trim().is_empty()) else { break };
        blocks(world, rest[..at].trim_end_matches('\n'), &mut out);
        let code = &inside[..end];
        let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric());
        let code = code.split_once('\n').filter(|(name, _)| is_name(name)).map_or(code, |(_, code)| code);
        let _ = write!(out, "<pre>{}</pre>", escape(code.trim_matches('\n')));
        rest = inside[end + 3..].trim_start_matches('\n');
    }
    blocks(world, rest, &mut out);
    out
}

/// Lines: what begins like a heading, a list, a quote or small print is that; the others belong together.
fn blocks(world: &World, text: &str, out: &mut String) {
    let mut paragraph: Vec<&str> = Vec::new();
    let mut lines = text.split('\n');
    while let Some(line) = lines.next() {
        let block = line.strip_prefix(">>> ").map(|first| {
            // To the very end.
            let all: Vec<&str> = std::iter::once(first).chain(lines.by_ref()).collect();
            ("blockquote", all.join("\n"))
        });
        let Some((tag, words)) = block.or_else(|| block_of(line)) else {
            paragraph.push(line);
            continue;
        };
        close(world, &mut paragraph, out);
        let html = inline(world, &words, 0);
        let (tag, class) = tag.split_once('.').unwrap_or((tag, ""));
        let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
        let _ = write!(out, "<{tag}{class}>{html}</{tag}>");
    }
    close(world, &mut paragraph, out);
}

fn block_of(line: &str) -> Option<(&'static str, String)> {
    let spaces = line.len() - line.trim_start_matches(' ').len();
    let words = &line[spaces..];
    let after = |mark: &str| words.strip_prefix(mark).map(str::to_owned);
    let bullet = || {
        let words = after("- ").or_else(|| after("* "))?;
        Some(format!("{}• {words}", "\u{2003}".repeat(spaces / 2)))
    };
    after("> ")
        .map(|it| ("blockquote", it))
        .or_else(|| after("-# ").map(|it| ("div.small", it)))
        .or_else(|| after("### ").map(|it| ("h4", it)))
        .or_else(|| after("## ").map(|it| ("h3", it)))
        .or_else(|| after("# ").map(|it| ("h2", it)))
        .or_else(|| bullet().map(|it| ("div.item", it)))
}

fn close(world: &World, paragraph: &mut Vec<&str>, out: &mut String) {
    let text = std::mem::take(paragraph).join("\n");
    if !text.is_empty() {
        out.push_str(&inline(world, &text, 0));
    }
}

fn inline(world: &World, text: &str, depth: usize) -> String {
    let mut out = String::new();
    let mut at = 0;
    let mut before = None;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let (html, length) = piece(world, rest, before, depth).unwrap_or_else(|| {
            let html = if c == '\n' { "<br>".into() } else { escape(c.encode_utf8(&mut [0; 4])) };
            (html, c.len_utf8())
        });
        out.push_str(&html);
        before = rest[..length].chars().next_back();
        at += length;
    }
    out
}

/// What a text begins with, if that is more than a letter, and how long it is.
fn piece(world: &World, rest: &str, before: Option<char>, depth: usize) -> Option<(String, usize)> {
    let first = rest.chars().next()?;
    match first {
        '\\' => {
            let next = rest[1..].chars().next().filter(|c| !c.is_alphanumeric() && !c.is_whitespace())?;
            Some((escape(next.encode_utf8(&mut [0; 4])), 1 + next.len_utf8()))
        }
        '`' => {
            let ticks = rest.len() - rest.trim_start_matches('`').len();
            let end = rest[ticks..].find(&rest[..ticks]).filter(|end| *end > 0)?;
            let code = escape(rest[ticks..ticks + end].trim());
            Some((format!("<code>{code}</code>"), ticks + end + ticks))
        }
        '<' => mention(world, rest),
        '[' => link(world, rest, depth),
        '@' => {
            let name = ["@everyone", "@here"].into_iter().find(|name| rest.starts_with(name))?;
            Some((format!("<span class=\"mention\">{name}</span>"), name.len()))
        }
        'h' if rest.starts_with("https://") || rest.starts_with("http://") => {
            let end = rest.find(|c: char| c.is_whitespace() || "<>*|~`)".contains(c)).unwrap_or(rest.len());
            Some((format!("<a>{}</a>", escape(&rest[..end])), end))
        }
        _ if depth < DEPTH => marked(world, rest, before, depth),
        _ => None,
    }
}

fn marked(world: &World, rest: &str, before: Option<char>, depth: usize) -> Option<(String, usize)> {
    let (mark, open, close) = MARKS.into_iter().find(|(mark, ..)| rest.starts_with(mark))?;
    let in_word = |before: Option<char>, after: &str| {
        mark == "_"
            && before.is_some_and(|c| c.is_ascii_alphanumeric())
            && after.starts_with(|c: char| c.is_ascii_alphanumeric())
    };
    let inside = &rest[mark.len()..];
    let blank = mark.len() == 1 && inside.starts_with(char::is_whitespace);
    if blank || in_word(before, inside) {
        return None;
    }
    let mut at = 0;
    while let Some(found) = inside[at..].find(mark) {
        let end = at + found;
        let after = &inside[end + mark.len()..];
        let last = inside[..end].chars().next_back();
        let doubled =
            mark.len() == 1 && (after.starts_with(mark) || last.is_some_and(|c| mark.starts_with(c)));
        if end > 0 && last != Some('\\') && !doubled && !in_word(last, after) {
            let html = inline(world, &inside[..end], depth + 1);
            return Some((format!("{open}{html}{close}"), mark.len() + end + mark.len()));
        }
        at = end + mark.len();
    }
    None
}

/// Somebody, a channel, a command, a time or an emoji.
fn mention(world: &World, rest: &str) -> Option<(String, usize)> {
    let end = rest[1..].find(['>', '\n']).filter(|end| rest[1 + end..].starts_with('>'))?;
    let inside = &rest[1..=end];
    let number = |text: &str| text.parse::<u64>().ok();
    let words = if let Some(id) = inside.strip_prefix('@') {
        let id = number(id.trim_start_matches(['!', '&']))?;
        format!("@{}", world.people.get(&id).map_or("unknown-user", |it| it.name.as_str()))
    } else if let Some(id) = inside.strip_prefix('#') {
        format!("#{}", world.channels.get(&number(id)?).map_or("unknown", |it| it.name.as_str()))
    } else if let Some(time) = inside.strip_prefix("t:") {
        let (seconds, style) = time.split_once(':').unwrap_or((time, "f"));
        return Some((
            format!("<span class=\"time\">{}</span>", when(world, number(seconds)?, style)),
            end + 2,
        ));
    } else if let Some(command) = inside.strip_prefix('/') {
        format!("/{}", command.rsplit_once(':').filter(|(_, id)| number(id).is_some())?.0)
    } else {
        let emoji = inside.strip_prefix("a:").or_else(|| inside.strip_prefix(':'))?;
        format!(":{}:", emoji.rsplit_once(':').filter(|(_, id)| number(id).is_some())?.0)
    };
    Some((format!("<span class=\"mention\">{}</span>", escape(&words)), end + 2))
}

/// A time, from the clock of the fake if it is said how far away it is.
fn when(world: &World, seconds: u64, style: &str) -> String {
    let time = timestamp(seconds.saturating_mul(1000));
    match style {
        "R" => {
            let now = world.now_ms() / 1000;
            let apart = seconds.abs_diff(now);
            let (count, unit) = match apart {
                0..60 => (apart, "second"),
                60..3600 => (apart / 60, "minute"),
                3600..86400 => (apart / 3600, "hour"),
                _ => (apart / 86400, "day"),
            };
            let many = if count == 1 { "" } else { "s" };
            if seconds >= now {
                format!("in {count} {unit}{many}")
            } else {
                format!("{count} {unit}{many} ago")
            }
        }
        "t" | "T" => time.get(11..16).unwrap_or_default().to_owned(),
        "d" | "D" => time.get(..10).unwrap_or_default().to_owned(),
        _ => time.get(..16).unwrap_or_default().replace('T', " "),
    }
}

/// A link behind a word; where it leads to is shown beside it.
fn link(world: &World, rest: &str, depth: usize) -> Option<(String, usize)> {
    let middle = rest.find("](").filter(|_| depth < DEPTH)?;
    let end = middle + rest[middle..].find(')')?;
    let address = rest[middle + 2..end].trim_matches(['<', '>']);
    let is_address = ["https://", "http://"].iter().any(|scheme| address.starts_with(scheme));
    if !is_address || address.contains(char::is_whitespace) || rest[1..middle].contains(['\n', '[']) {
        return None;
    }
    let words = inline(world, &rest[1..middle], depth + 1);
    Some((format!("<a title=\"{}\">{words}</a>", escape(address)), end + 1))
}
