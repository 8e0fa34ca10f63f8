//! The fields of a form and the line: what is filled in beside the way that is picked.

use protocol::{FieldKind, clean_line};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::form::{Answering, Filled};
use crate::line;
use crate::says;
use crate::screen::Screen;
use crate::text::{fit, fit_words, width, wrap};

/// What is asked after the way that is picked, with ideas by number: it takes the place of the fields.
fn follow_up(screen: &Screen, form: &Answering, columns: usize) -> Option<Vec<Line<'static>>> {
    if !form.is_with_commas() {
        return None;
    }
    let Some((_, shown)) = form.follow_up() else { return Some(Vec::new()) };
    let theme = &screen.setup.theme;
    let asks = wrap(&clean_line(&shown.hint), columns).into_iter().take(2);
    let mut lines: Vec<Line<'static>> = asks.map(|part| Line::styled(part, theme.strong())).collect();
    let ideas: Vec<String> =
        (1..).zip(&shown.ideas).map(|(number, idea)| format!("{number} {}", clean_line(idea))).collect();
    if !ideas.is_empty() {
        let words = says::ideas(ideas.join(&format!(" {} ", theme.signs().dot)));
        lines.push(Line::styled(fit_words(&words, columns, theme.signs().more), theme.quiet()));
    }
    Some(lines)
}

/// The fields that may be filled in besides, each with what stands in it.
pub(super) fn fields(screen: &Screen, form: &Answering, columns: usize) -> Vec<Line<'static>> {
    let theme = &screen.setup.theme;
    let signs = theme.signs();
    if let Some(lines) = follow_up(screen, form, columns) {
        return lines;
    }
    let fields = form.fields();
    if fields.is_empty() || screen.is_blind() {
        return Vec::new();
    }
    let mut lines = Vec::new();
    let mut spans = vec![Span::styled(says::TAB, theme.quiet())];
    let mut used = 3;
    for (at, field, filled) in fields {
        let focused = form.focus() == Some(at);
        let value = match (filled, &field.kind) {
            (Filled::Choice(Some(index)), FieldKind::Choice(choices)) => {
                choices.get(*index).map(|choice| clean_line(&choice.label)).unwrap_or_default()
            }
            (Filled::Words(line), _) if !line.is_empty() => fit(&line.text(), 12, signs.more),
            _ if field.required => "?".to_owned(),
            _ => "-".to_owned(),
        };
        let name = clean_line(&field.name.replace('_', " "));
        let (open, close) = if focused { signs.less_more } else { (" ", "") };
        let words = format!("{name}{}{open}{value}{close}", if focused { " " } else { "" });
        if used + 3 + width(&words) > columns {
            lines.push(Line::from(std::mem::take(&mut spans)));
            spans.push(Span::raw("   "));
            used = 3;
        }
        used += 3 + width(&words);
        spans.push(Span::raw("   "));
        let style = if focused { theme.chosen() } else { Style::new() };
        spans.push(Span::styled(words, style));
    }
    lines.push(Line::from(spans));
    lines
}

/// A form that is filled in a field at a time: what stands in the fields so far, the choices of the one under the
/// keys, and what it asks for. In at most so many rows.
pub(super) fn steps(screen: &Screen, form: &Answering, columns: usize, rows: usize) -> Vec<Line<'static>> {
    let theme = &screen.setup.theme;
    let signs = theme.signs();
    let steps = form.steps();
    let now = steps.iter().position(|step| step.focus == form.focus()).unwrap_or_default();
    let mut so_far = Vec::new();
    for step in steps.iter().take(now) {
        let words = match (step.filled, &step.field.kind) {
            (None, _) => screen.line.text(),
            (Some(Filled::Choice(Some(at))), FieldKind::Choice(choices)) => {
                choices.get(*at).map(|choice| choice.label.clone()).unwrap_or_default()
            }
            (Some(Filled::Choice(_)), _) => String::new(),
            (Some(Filled::Words(line)), _) => line.text(),
        };
        // The first part of a long label is its name.
        let words = clean_line(words.split(": ").next().unwrap_or_default());
        if !words.is_empty() {
            so_far.push(words);
        }
    }
    let mut lines = Vec::new();
    if !so_far.is_empty() {
        let words = fit_words(&so_far.join(&format!(" {} ", signs.dot)), columns, signs.more);
        lines.push(Line::styled(words, theme.quiet()));
    }
    let Some(step) = steps.get(now) else { return lines };
    let how = match (&step.field.kind, step.field.required) {
        (FieldKind::Choice(_), _) => says::or_number_then_enter_arrows(signs.arrows),
        (FieldKind::Texts { .. }, _) => says::WITH_BETWEEN_ENTER_LEAVES_IT_OUT.to_owned(),
        (_, false) => says::ENTER_LEAVES_IT_OUT.to_owned(),
        (_, true) => String::new(),
    };
    let asks = format!("{}/{} {}{how}", now + 1, steps.len(), clean_line(&step.field.label));
    let asks = wrap(&asks, columns);
    if let (FieldKind::Choice(choices), Some(Filled::Choice(at))) = (&step.field.kind, step.filled) {
        let room = rows.saturating_sub(lines.len() + asks.len()).max(1);
        let labels: Vec<String> = choices.iter().map(|choice| clean_line(&choice.label)).collect();
        lines.extend(choice_rows(screen, &labels, *at, columns, room));
    }
    lines.extend(asks.into_iter().map(Line::from));
    lines
}

/// Numbered choices, whole where there is room for all of their words, and the chosen one always in sight.
fn choice_rows(
    screen: &Screen,
    labels: &[String],
    chosen: Option<usize>,
    columns: usize,
    rows_max: usize,
) -> Vec<Line<'static>> {
    let theme = &screen.setup.theme;
    let signs = theme.signs();
    let wrapped: Vec<Vec<String>> =
        labels.iter().map(|label| wrap(label, columns.saturating_sub(4))).collect();
    let whole = wrapped.iter().map(Vec::len).sum::<usize>() <= rows_max;
    let mut rows = Vec::new();
    let mut seen = 0;
    for (index, (label, parts)) in labels.iter().zip(wrapped).enumerate() {
        let is_it = chosen == Some(index);
        let mark = if is_it { signs.now } else { " " };
        let style = if is_it { theme.chosen() } else { Style::new() };
        let parts = if whole { parts } else { vec![fit_words(label, columns.saturating_sub(4), signs.more)] };
        for (row, part) in parts.into_iter().enumerate() {
            let lead = if row == 0 { format!("{mark}{:>2} ", index + 1) } else { "    ".to_owned() };
            rows.push(Line::styled(format!("{lead}{part}"), style));
        }
        if is_it {
            seen = rows.len();
        }
    }
    let first = seen.saturating_sub(rows_max);
    rows.into_iter().skip(first).take(rows_max).collect()
}

/// The line under the keys, and the column of its cursor.
pub(super) fn input(screen: &Screen, form: Option<&Answering>, columns: usize) -> (Line<'static>, usize) {
    let theme = &screen.setup.theme;
    let form = form.filter(|_| !screen.is_blind());
    let chosen = form.filter(|form| form.is_by_fields()).and_then(|form| {
        let step = form.steps().into_iter().find(|step| step.focus == form.focus())?;
        match (step.filled?, &step.field.kind) {
            (Filled::Choice(at), FieldKind::Choice(choices)) => {
                let label = at.and_then(|at| choices.get(at)).map_or("", |choice| &choice.label);
                let name = clean_line(&step.field.name.replace('_', " "));
                Some((name, clean_line(label.split(": ").next().unwrap_or_default())))
            }
            _ => None,
        }
    });
    if let Some((name, label)) = chosen {
        let prompt = format!("{name} > ");
        let cursor = width(&prompt) + width(&label);
        return (Line::from(vec![Span::styled(prompt, theme.strong()), Span::raw(label)]), cursor);
    }
    let focused = form.and_then(|form| {
        let (_, field, filled) = form.fields().into_iter().find(|(at, ..)| form.focus() == Some(*at))?;
        let Filled::Words(line) = filled else { return None };
        let between = if form.is_with_commas() { says::WITH_COMMAS_BETWEEN } else { says::WITH_BARS_BETWEEN };
        let name = clean_line(&field.name.replace('_', " "));
        Some(match &field.kind {
            FieldKind::Text { max_chars, .. } => (line, name, Some(*max_chars)),
            FieldKind::Number { min, max } => (line, says::to_name_min_max(&name, min, max), None),
            FieldKind::Texts { .. } => (line, format!("{name}, {between}"), None),
            FieldKind::Each { .. } | FieldKind::Rows { .. } => (line, says::as_json(&name), None),
            FieldKind::Choice(_) => return None,
        })
    });
    let (line, label, max): (&line::Line, String, Option<usize>) = match focused {
        Some((line, label, max)) => (line, format!("{label} "), max),
        None => (&screen.line, form.and_then(words_name).unwrap_or_default(), form.and_then(words_max)),
    };
    let typed = line.text().chars().count();
    let count = match max {
        Some(max) if typed * 5 > max * 4 => format!(" {typed}/{max}"),
        _ => String::new(),
    };
    let prompt = format!("{label}> ");
    let room = columns.saturating_sub(width(&prompt) + width(&count) + 1);
    let (before, after) = line.halves();
    // A line that is too long moves under the cursor, and says that it does.
    let mut shown = before.as_str();
    let more = theme.signs().more;
    let mark = |shown: &str| if shown.len() < before.len() { width(more) } else { 0 };
    while !shown.is_empty() && width(shown) + mark(shown) > room {
        shown = shown.char_indices().nth(1).map_or("", |(at, _)| &shown[at..]);
    }
    let shown = if shown.len() < before.len() { format!("{more}{shown}") } else { shown.to_owned() };
    let rest = fit(&after, room.saturating_sub(width(&shown)), "");
    let cursor = width(&prompt) + width(&shown);
    let gap = " ".repeat(room.saturating_sub(width(&shown) + width(&rest)) + 1);
    let spans = vec![
        Span::styled(prompt, theme.strong()),
        Span::raw(format!("{shown}{rest}")),
        Span::raw(if count.is_empty() { String::new() } else { gap }),
        Span::styled(count, theme.strong()),
    ];
    (Line::from(spans), cursor)
}

/// Characters that the line may have, where words answer.
fn words_max(form: &Answering) -> Option<usize> {
    match form.tool()?.1.words()?.kind {
        FieldKind::Text { max_chars, .. } => Some(max_chars),
        FieldKind::Choice(_)
        | FieldKind::Number { .. }
        | FieldKind::Texts { .. }
        | FieldKind::Each { .. }
        | FieldKind::Rows { .. } => None,
    }
}

/// What the line is, where it is one of several things that must be given.
fn words_name(form: &Answering) -> Option<String> {
    let tool = form.tool()?.1;
    let several = tool.fields.iter().filter(|field| field.required).count() > 1;
    let name = clean_line(&tool.words()?.name.replace('_', " "));
    several.then(|| format!("{name} "))
}

#[cfg(test)]
mod tests {
    use protocol::{AskId, Choice, Field, Form, OpenAsk, SeatId, Tool, Viewer};

    use super::*;
    use crate::screen::Setup;

    fn text(line: &Line<'_>) -> String {
        line.spans.iter().map(|span| span.content.as_ref()).collect()
    }

    #[test]
    fn each_field_under_the_keys_says_how_it_is_filled_in() {
        let field = |name: &str, required, kind| Field {
            name: name.to_owned(),
            label: format!("your {name}"),
            required,
            kind,
        };
        let hound = Choice { value: "HOUND".into(), label: "Hound".to_owned() };
        let row = vec![field("text", true, FieldKind::Text { max_chars: 9, voice: None })];
        let fields = vec![
            field("name", true, FieldKind::Text { max_chars: 20, voice: None }),
            field("archetype", true, FieldKind::Choice(vec![hound])),
            field("lines", false, FieldKind::Texts { min: 0, max: 3, max_chars: 10 }),
            field("age", false, FieldKind::Number { min: 16, max: 90 }),
            field("bonds", true, FieldKind::Rows { fields: row, min: 1, max: 2 }),
        ];
        let tool = Tool { name: "Create".to_owned(), about: String::new(), fields, ..Tool::default() };
        let form = Form { title: "Who are you?".to_owned(), tools: vec![tool] };
        let ask = OpenAsk { id: AskId(1), seat: SeatId::at(0), answered: false, deadline: None, form };
        let screen = Screen::new(Setup {
            phases: &[],
            seats: [].into(),
            rules: "",
            viewer: Viewer::Public,
            theme: crate::Theme { ascii: true, ..crate::Theme::default() },
            no_secrets: false,
            more_time: None,
            reports: &[],
            takes_back: false,
            photos: false,
            steps: false,
        });
        let mut form = Answering::new(ask);
        assert_eq!(text(&fields_line(&screen, &form)), "Tab   archetype ?   lines -   age -   bonds ?");
        let mut prompts = vec![text(&input(&screen, Some(&form), 60).0)];
        while form.tab(true) {
            form.step(true, 1);
            if let Some(line) = form.focused_line() {
                line.insert("7");
            }
            prompts.push(text(&input(&screen, Some(&form), 60).0));
        }
        assert_eq!(
            prompts,
            [
                "name > ",
                "archetype > Hound",
                "lines, with | between > 7",
                "age, 16 to 90 > 7",
                "bonds, as JSON > 7"
            ]
        );
        assert_eq!(text(&fields_line(&screen, &form)), "Tab   archetype Hound   lines 7   age 7   bonds 7");
    }

    fn fields_line(screen: &Screen, form: &Answering) -> Line<'static> {
        fields(screen, form, 60).remove(0)
    }
}
