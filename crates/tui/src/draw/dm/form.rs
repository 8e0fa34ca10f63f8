//! What is asked in a story: ideas, dice with their costs and seals, bargains, days.

use protocol::clean_line;
use protocol::dm::{DieOffer, Engaged, Mood, Roll, View};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::name;
use crate::form::{Answering, Way};
use crate::screen::Screen;
use crate::seals::short;
use crate::text::{fit, width, wrap};

/// Rows that one way may take where there is room.
const WAY_ROWS_MAX: usize = 3;

/// The question, where the story has shorter words for it than the form.
pub(crate) fn title(screen: &Screen) -> Option<String> {
    let view = screen.dm.as_ref()?;
    match rolled(view) {
        Some((_, Roll::Offered { .. })) => {
            Some(format!("{}, which die?", name(screen, view, view.spotlight)))
        }
        _ => None,
    }
}

/// The seal of the ending of the die that is picked.
pub(crate) fn seal(screen: &Screen, form: &Answering) -> Option<String> {
    let (_, choice) = form.ways.get(form.picked?)?.choice?;
    let Some((_, Roll::Offered { dice, .. })) = screen.dm.as_ref().and_then(|view| rolled(view)) else {
        return None;
    };
    Some(format!("  sealed {}", short(dice.get(choice)?.seal, screen.setup.theme.signs().more)))
}

/// What stands above the dice: the position, the effect, and what is at stake.
pub(crate) fn stakes(screen: &Screen, columns: usize) -> Vec<Line<'static>> {
    let Some((engaged, Roll::Offered { situation, .. })) = screen.dm.as_ref().and_then(|view| rolled(view))
    else {
        return Vec::new();
    };
    let theme = &screen.setup.theme;
    let dot = theme.signs().dot;
    let domain = engaged.domain.map_or(String::new(), |domain| format!(" {dot} {domain}"));
    let position = capital(engaged.stand.position().word());
    let head = format!("{position} {dot} {} effect{domain}", engaged.effect);
    let stakes = clean_line(situation);
    let stakes = if stakes.is_empty() { clean_line(engaged.stand.danger()) } else { stakes };
    let whole = format!("{head} {dot} {stakes}");
    let mut lines = Vec::new();
    for (index, part) in wrap(&whole, columns).into_iter().take(2).enumerate() {
        lines.push(match part.strip_prefix(&head).filter(|_| index == 0) {
            Some(rest) => {
                Line::from(vec![Span::styled(head.clone(), theme.strong()), Span::raw(rest.to_owned())])
            }
            None => Line::from(part),
        });
    }
    lines
}

fn rolled(view: &View) -> Option<(&Engaged, &Roll)> {
    match view.mood.as_ref()? {
        Mood::Action { engaged, roll, .. } => Some((engaged, roll)),
        _ => None,
    }
}

/// The ways to answer, one below the other. Words of one's own need no way: they are typed.
pub(crate) fn ways(
    screen: &Screen,
    view: &View,
    form: &Answering,
    columns: usize,
    rows_max: usize,
) -> Vec<Line<'static>> {
    screen.way_rows.set(form.ways.len().max(1));
    let by_words = |way: &Way| {
        way.choice.is_none() && form.ask.form.tools.get(way.tool).is_some_and(|tool| tool.words().is_some())
    };
    let shown: Vec<(usize, &Way)> = form
        .ways
        .iter()
        .enumerate()
        .filter(|(index, way)| form.picked == Some(*index) || !by_words(way))
        .collect();
    let dice = match rolled(view) {
        Some((_, Roll::Offered { dice, .. })) => dice.as_slice(),
        _ => &[],
    };
    let mut rows: Vec<Vec<Line<'static>>> = Vec::new();
    for (index, way) in &shown {
        let picked = form.picked == Some(*index);
        let die = way.choice.and_then(|(_, choice)| dice.get(choice));
        rows.push(match die {
            Some(die) => vec![die_row(screen, way, die, dice, picked, columns)],
            None => wrapped(screen, way, picked, columns),
        });
    }
    // Where there is no room for whole sentences, each way keeps its first line.
    let most = (1..=WAY_ROWS_MAX)
        .rev()
        .find(|most| rows.iter().map(|row| row.len().min(*most)).sum::<usize>() <= rows_max)
        .unwrap_or(1);
    let more = screen.setup.theme.signs().more;
    for row in &mut rows {
        if row.len() > most {
            row.truncate(most);
            if let Some(last) = row.last_mut().and_then(|line| line.spans.last_mut()) {
                let cut = fit(last.content.trim_end(), columns.saturating_sub(6), "");
                last.content = format!("{cut}{more}").into();
            }
        }
    }
    // The picked one stays in sight.
    let at = shown.iter().position(|(index, _)| form.picked == Some(*index)).unwrap_or(0);
    let before: usize = rows.iter().take(at + 1).map(Vec::len).sum();
    let first = before.saturating_sub(rows_max);
    rows.into_iter().flatten().skip(first).take(rows_max).collect()
}

/// The mark and the number of a way, and the style of all of it.
fn lead(screen: &Screen, way: &Way, picked: bool) -> (String, Style) {
    let theme = &screen.setup.theme;
    let mark = if picked { theme.signs().now } else { " " };
    (format!("{mark}{:>2} ", way.key), if picked { theme.chosen() } else { Style::new() })
}

/// A way whose words may need more than one row.
fn wrapped(screen: &Screen, way: &Way, picked: bool, columns: usize) -> Vec<Line<'static>> {
    let (lead, style) = lead(screen, way, picked);
    let indent = width(&lead);
    let label = wrap(&way.label, columns.saturating_sub(indent));
    let row = |(index, part): (usize, String)| match index {
        0 => Line::styled(format!("{lead}{part}"), style),
        _ => Line::styled(format!("{}{part}", " ".repeat(indent)), style),
    };
    label.into_iter().enumerate().map(row).collect()
}

/// A die: its face, what it is worth, a hint, what it costs, and the seal of its ending, as far as there is room.
fn die_row(
    screen: &Screen,
    way: &Way,
    die: &DieOffer,
    all: &[DieOffer],
    picked: bool,
    columns: usize,
) -> Line<'static> {
    let theme = &screen.setup.theme;
    let signs = theme.signs();
    let (lead, style) = lead(screen, way, picked);
    let hint = clean_line(&die.hint);
    let widest =
        |words: &dyn Fn(&DieOffer) -> String| all.iter().map(|die| width(&words(die))).max().unwrap_or(0);
    let hints = widest(&|die| clean_line(&die.hint));
    let face = theme.die(u64::from(die.value));
    let tier = format!("{:<wide$}", die.tier.word(), wide = widest(&|die| die.tier.word().to_owned()));
    let costs = format!("{:<wide$}", costs(die), wide = widest(&costs));
    let bare = short(die.seal, signs.more);
    let seal = format!("seal {bare}");
    // The seal goes first, then what the die is worth, and last a part of the hint.
    let fixed = width(&lead) + width(&face) + 2 + 2 + width(&costs);
    let (with, none) = (|words: &str| format!("{words}  "), String::new);
    let parts = [
        (with(&tier), format!("  {seal}")),
        (with(&tier), format!("  {bare}")),
        (with(&tier), none()),
        (none(), none()),
    ];
    let fits = |(tier, seal): &(String, String)| fixed + width(tier) + hints + width(seal) <= columns;
    let (tier, seal) = parts.into_iter().find(fits).unwrap_or_default();
    let used = fixed + width(&tier) + width(&seal);
    let room = columns.saturating_sub(used).min(hints);
    let hint = fit(&hint, room, signs.more);
    let gap = " ".repeat(room.saturating_sub(width(&hint)) + 2);
    let quiet = if picked { style } else { theme.quiet() };
    Line::from(vec![
        Span::styled(lead, style),
        Span::styled(format!("{face}  "), if picked { style } else { theme.strong() }),
        Span::styled(tier, quiet),
        Span::styled(format!("{hint}{gap}"), style),
        Span::styled(costs, if picked { style } else { Style::new() }),
        Span::styled(seal, quiet),
    ])
}

/// What a die costs: stress and heat always, coin if it moves.
fn costs(die: &DieOffer) -> String {
    let mut words = format!("stress {:>2} heat {:>2}", signed(die.stress), signed(die.heat));
    if die.coin != 0 {
        words = format!("{words} coin {:>2}", signed(die.coin));
    }
    words
}

fn signed(figure: i8) -> String {
    if figure == 0 { "0".to_owned() } else { format!("{figure:+}") }
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
