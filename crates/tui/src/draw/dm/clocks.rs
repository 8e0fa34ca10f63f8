//! Clocks: a pie that fills, and its segments.

use protocol::clean_line;
use protocol::dm::{Clock, ClockKind};
use ratatui::text::{Line, Span};

use crate::screen::Screen;
use crate::text::{fit, width};
use crate::theme::Theme;

/// A pie by how full it is; an edge of ASCII has none.
fn pie(theme: &Theme, filled: u8, of: u8) -> &'static str {
    const PIES: [&str; 5] = ["○", "◔", "◑", "◕", "●"];
    if theme.ascii {
        return "";
    }
    let quarters = usize::from(filled) * 4 / usize::from(of.max(1));
    // What has begun is not empty.
    let quarters = if filled > 0 { quarters.max(1) } else { 0 };
    PIES[quarters.min(4)]
}

/// The segments of a clock.
fn segments(theme: &Theme, filled: u8, of: u8) -> String {
    let (full, empty) = theme.signs().segments;
    let filled = filled.min(of);
    full.repeat(usize::from(filled)) + &empty.repeat(usize::from(of - filled))
}

/// A clock: on one line if it fits, else on two where there is room for them.
pub(super) fn lines(screen: &Screen, clock: &Clock, columns: usize, roomy: bool) -> Vec<Line<'static>> {
    let theme = &screen.setup.theme;
    let more = theme.signs().more;
    let (filled, of) = (clock.filled, clock.segments);
    let pie = pie(theme, filled, of);
    let pie = if pie.is_empty() { String::new() } else { format!("{pie} ") };
    let name = clean_line(&clock.name);
    let style = match clock.kind {
        ClockKind::Threat if filled + 1 >= of => theme.strong(),
        ClockKind::Threat | ClockKind::Goal | ClockKind::Faction => ratatui::style::Style::new(),
    };
    let count = format!("{filled}/{of} {}", clock.kind);
    if roomy {
        let bar = format!("  {} {count}", segments(theme, filled, of));
        return vec![
            Line::from(Span::styled(fit(&format!("{pie}{name}"), columns, more), style)),
            Line::from(Span::styled(fit(&bar, columns, more), theme.quiet())),
        ];
    }
    // The kind is left out before the name is cut.
    let short = format!("{filled}/{of}");
    let count = if width(&pie) + width(&name) + 1 + width(&count) <= columns { count } else { short };
    let room = columns.saturating_sub(width(&pie) + width(&count) + 1);
    let name = fit(&name, room, more);
    let gap = " ".repeat(room.saturating_sub(width(&name)) + 1);
    vec![Line::from(vec![
        Span::styled(format!("{pie}{name}"), style),
        Span::styled(format!("{gap}{count}"), theme.quiet()),
    ])]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pie_and_its_segments_say_the_same_for_every_clock() {
        let theme = Theme::default();
        for of in [4, 6, 8] {
            for filled in 0..=of {
                let drawn = segments(&theme, filled, of);
                assert_eq!(drawn.matches('▰').count(), usize::from(filled));
                assert_eq!(drawn.chars().count(), usize::from(of));
                let pie = pie(&theme, filled, of);
                assert_eq!(pie == "○", filled == 0, "{filled}/{of} is {pie}");
                assert_eq!(pie == "●", filled == of, "{filled}/{of} is {pie}");
            }
        }
        assert_eq!([pie(&theme, 3, 4), pie(&theme, 2, 6), pie(&theme, 5, 8)], ["◕", "◔", "◑"]);
        assert_eq!(segments(&Theme { ascii: true, ..theme }, 3, 4), "###.");
    }
}
