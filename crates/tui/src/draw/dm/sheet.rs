//! The sheet: the viewer's own character with its figures and dice, the clocks, and who else is there.

use protocol::dm::{Character, Person, Precarity, View};
use protocol::{SeatId, clean_line};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::{clocks, heading, name};
use crate::screen::Screen;
use crate::text::{fit, width, wrap};

/// Boxes of stress, heat and warrants.
const STRESS: u8 = 9;
const HEAT: u8 = 10;
const WANTED: u8 = 4;

/// Dice in a full pool.
const POOL: usize = 6;

type Lines = Vec<Line<'static>>;

/// The whole pane. Where not all of it fits, blank lines go first, then what is furthest down.
pub(crate) fn sheet(screen: &Screen, view: &View, columns: usize, rows: usize) -> Lines {
    let own = screen.seat().filter(|seat| seat.index() < view.party.len());
    let shown = own.unwrap_or(view.spotlight);
    let roomy = sections(screen, view, shown, columns, true);
    let blocks = match roomy.iter().map(Vec::len).sum::<usize>() + roomy.len() <= rows + 1 {
        true => roomy,
        false => sections(screen, view, shown, columns, false),
    };
    let apart = blocks.iter().map(Vec::len).sum::<usize>() + blocks.len() <= rows + 1;
    let mut lines = Vec::new();
    for block in blocks {
        if apart && !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.extend(block);
    }
    if lines.len() > rows {
        lines.truncate(rows.saturating_sub(1));
        lines.push(Line::styled(screen.setup.theme.signs().more, screen.setup.theme.quiet()));
    }
    lines
}

/// The parts of the sheet that have something in them.
fn sections(screen: &Screen, view: &View, shown: SeatId, columns: usize, roomy: bool) -> Vec<Lines> {
    let mut blocks = Vec::new();
    match view.party.get(shown.index()).and_then(Option::as_ref) {
        Some(character) => {
            blocks.push(who(screen, character, columns, roomy));
            blocks.push(figures(screen, character, columns));
        }
        None => blocks.push(vec![
            heading(screen, screen.name(shown), columns),
            Line::styled("no character yet", screen.setup.theme.quiet()),
        ]),
    }
    if !view.clocks.is_empty() {
        let mut lines = if roomy { vec![heading(screen, "Clocks", columns)] } else { Vec::new() };
        lines.extend(view.clocks.iter().flat_map(|clock| clocks::lines(screen, clock, columns, roomy)));
        blocks.push(lines);
    }
    let others: Vec<SeatId> = (0..view.party.len()).map(SeatId::at).filter(|seat| *seat != shown).collect();
    if !others.is_empty() {
        let mut lines = vec![heading(screen, "Party", columns)];
        lines.extend(others.into_iter().flat_map(|seat| other(screen, view, seat, columns)));
        blocks.push(lines);
    }
    let here: Vec<&Person> = view.people.iter().filter(|person| person.present).collect();
    if !here.is_empty() {
        let mut lines = vec![heading(screen, "Here", columns)];
        lines.extend(here.into_iter().flat_map(|person| present(screen, person, columns, roomy)));
        blocks.push(lines);
    }
    blocks
}

/// The name and the archetype.
fn who(screen: &Screen, it: &Character, columns: usize, roomy: bool) -> Lines {
    let theme = &screen.setup.theme;
    let mut lines = vec![heading(screen, &clean_line(&it.name), columns)];
    let archetype = fit(&clean_line(&it.archetype), columns, theme.signs().more);
    lines.push(Line::styled(archetype, theme.quiet()));
    if roomy && !it.assets.is_empty() {
        let has: Vec<String> = it.assets.iter().map(|asset| clean_line(asset)).collect();
        let words = wrap(&format!("has {}", has.join(", ")), columns);
        lines.extend(words.into_iter().map(|part| Line::styled(part, theme.quiet())));
    }
    lines
}

/// Stress, heat, warrants, coin, scars, how close the walls are, and the dice.
fn figures(screen: &Screen, it: &Character, columns: usize) -> Lines {
    let theme = &screen.setup.theme;
    let signs = theme.signs();
    let mut lines = vec![
        bar(screen, "stress", it.stress, STRESS, it.stress + 2 >= STRESS),
        bar(screen, "heat", it.heat, HEAT, it.heat + 2 >= HEAT),
        bar(screen, "wanted", it.wanted, WANTED, it.wanted + 1 >= WANTED),
    ];
    // Coin stands beside the warrants, which are short.
    if let Some(line) = lines.last_mut() {
        let coin = format!("coin {}", it.coin);
        let gap = columns.saturating_sub(line.width() + width(&coin)).min(3);
        match gap {
            0 => lines.push(Line::from(coin)),
            gap => line.spans.push(Span::raw(format!("{}{coin}", " ".repeat(gap)))),
        }
    }
    let mut marks: Vec<String> = it.trauma.iter().map(|scar| clean_line(scar)).collect();
    if !marks.is_empty() {
        marks = vec![format!("trauma: {}", marks.join(", "))];
    }
    marks.extend(it.recovering.then(|| "recovering".to_owned()));
    marks.extend(it.hunted.then(|| "hunted".to_owned()));
    marks.extend(it.retired.then(|| "retired".to_owned()));
    if !marks.is_empty() {
        let words = wrap(&marks.join(&format!(" {} ", signs.dot)), columns);
        lines.extend(words.into_iter().map(|part| Line::styled(part, theme.strong())));
    }
    let precarity = it.precarity();
    let close = precarity >= Precarity::Walls;
    let warns = if close { "! " } else { "" };
    // The figure stays, whatever the words lose.
    let short = precarity.word().split_once(' ').map_or(precarity.word(), |(_, rest)| rest);
    let words = [format!("{warns}{precarity}"), precarity.to_string(), short.to_owned()]
        .into_iter()
        .map(|words| format!("{words} ({})", it.points()))
        .find(|words| width(words) <= columns)
        .unwrap_or_else(|| it.points().to_string());
    lines.push(Line::styled(words, if close { theme.strong() } else { theme.quiet() }));
    lines.push(pool(screen, &it.dice, columns));
    lines
}

/// A figure as boxes.
fn bar(screen: &Screen, word: &str, filled: u8, of: u8, warns: bool) -> Line<'static> {
    let theme = &screen.setup.theme;
    let (full, empty) = theme.signs().boxes;
    let filled = filled.min(of);
    let boxes = full.repeat(usize::from(filled)) + &empty.repeat(usize::from(of - filled));
    let style = if warns { theme.strong() } else { Style::new() };
    Line::from(vec![
        Span::styled(format!("{word:<7}"), theme.quiet()),
        Span::styled(boxes, style),
        Span::styled(format!(" {filled}/{of}"), style),
    ])
}

/// The dice as they lie; their values too, where there is room.
fn pool(screen: &Screen, dice: &[u8], columns: usize) -> Line<'static> {
    let theme = &screen.setup.theme;
    let word = Span::styled(format!("{:<7}", "dice"), theme.quiet());
    if dice.is_empty() {
        return Line::from(vec![word, Span::styled("none left", theme.strong())]);
    }
    let full: Vec<String> = dice.iter().map(|die| theme.die(u64::from(*die))).collect();
    let bare: Vec<&str> = full.iter().map(|die| die.split(' ').next().unwrap_or(die)).collect();
    let words = [full.join("  "), full.join(" "), bare.join(" "), bare.join("")]
        .into_iter()
        .find(|words| 7 + width(words) <= columns)
        .unwrap_or_else(|| format!("{} of {POOL}", dice.len()));
    Line::from(vec![word, Span::styled(words, theme.strong())])
}

/// Another of the party, in short.
fn other(screen: &Screen, view: &View, seat: SeatId, columns: usize) -> Lines {
    let theme = &screen.setup.theme;
    let signs = theme.signs();
    let mark = if view.spotlight == seat { signs.speaking } else { " " };
    let named = fit(&format!("{mark} {}", name(screen, view, seat)), columns, signs.more);
    let Some(it) = view.party.get(seat.index()).and_then(Option::as_ref) else {
        return vec![Line::from(named), Line::styled("  no character yet", theme.quiet())];
    };
    let mut words =
        format!("stress {} {} heat {} {} {} dice", it.stress, signs.dot, it.heat, signs.dot, it.dice.len());
    if it.retired {
        words = "plays no more".to_owned();
    }
    let words = fit(&format!("  {words}"), columns, signs.more);
    vec![Line::from(named), Line::styled(words, theme.quiet())]
}

/// Somebody who is there.
fn present(screen: &Screen, person: &Person, columns: usize, roomy: bool) -> Lines {
    let theme = &screen.setup.theme;
    let more = theme.signs().more;
    let (who, role) = (clean_line(&person.name), clean_line(&person.role));
    if roomy {
        let role = fit(&format!("  {role}"), columns, more);
        let who = fit(&format!("{who}, {}", person.disposition), columns, more);
        return vec![Line::from(who), Line::styled(role, theme.quiet())];
    }
    vec![Line::from(fit(&format!("{who}, {}", person.disposition), columns, more))]
}
