//! Words that others wrote, made safe for a terminal and for a line of text.
//!
//! Nothing that a seat says may move the cursor, change a colour, turn the reading direction or hide itself:
//! all words pass [`clean`] before they are shown.

use unicode_width::UnicodeWidthStr;

/// Characters of one text that are kept. The rules allow 2,000; what is longer was not theirs.
const CHARS_MAX: usize = 4_000;

/// Lines of one text that are kept.
const LINES_MAX: usize = 40;

/// Marks on one letter that are kept: no written language needs more, and a tower of them spills over its lines.
const MARKS_MAX: usize = 3;

/// The text without anything that a terminal would act on. Lines remain apart; a tab is a space.
pub fn clean(text: &str) -> String {
    let mut out = String::new();
    let (mut lines, mut marks, mut kept) = (1, 0, 0);
    let mut rest = text.chars().peekable();
    while let Some(letter) = rest.next() {
        let letter = match letter {
            '\x1b' => {
                skip_escape(&mut rest);
                continue;
            }
            '\u{9b}' => {
                skip_control(&mut rest);
                continue;
            }
            '\u{90}' | '\u{98}' | '\u{9d}' | '\u{9e}' | '\u{9f}' => {
                skip_string(&mut rest);
                continue;
            }
            '\n' | '\u{2028}' | '\u{2029}' | '\u{85}' => '\n',
            '\t' => ' ',
            other if is_hidden(other) => continue,
            other => other,
        };
        if letter == '\n' {
            lines += 1;
            if lines > LINES_MAX {
                break;
            }
        } else if letter.encode_utf8(&mut [0; 4]).width() == 0 {
            marks += 1;
            if marks > MARKS_MAX || out.is_empty() || out.ends_with('\n') {
                continue;
            }
        } else {
            marks = 0;
        }
        kept += 1;
        if kept > CHARS_MAX {
            break;
        }
        out.push(letter);
    }
    out
}

/// The same on one line.
pub fn clean_line(text: &str) -> String {
    clean(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Characters that no terminal shows as themselves: controls, reading-direction overrides, invisible ones, and
/// those that only change how wide their neighbour is.
fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}'
            | '\u{200b}' | '\u{200d}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

type Letters<'a> = std::iter::Peekable<std::str::Chars<'a>>;

/// After ESC: a control sequence, a string, or two characters.
fn skip_escape(rest: &mut Letters<'_>) {
    match rest.peek() {
        Some('[') => {
            rest.next();
            skip_control(rest);
        }
        Some(']' | 'P' | 'X' | '^' | '_') => {
            rest.next();
            skip_string(rest);
        }
        Some(' '..='/') => {
            while rest.next_if(|letter| matches!(letter, ' '..='/')).is_some() {}
            rest.next_if(|letter| matches!(letter, '0'..='~'));
        }
        Some('0'..='~') => {
            rest.next();
        }
        _ => {}
    }
}

/// Parameters up to the letter that ends them.
fn skip_control(rest: &mut Letters<'_>) {
    while rest.next_if(|letter| matches!(letter, ' '..='?')).is_some() {}
    rest.next_if(|letter| matches!(letter, '@'..='~'));
}

/// Everything up to the string's end; at most to the end of its line, so that one stray byte eats no speech.
fn skip_string(rest: &mut Letters<'_>) {
    while let Some(letter) = rest.next_if(|letter| *letter != '\n') {
        match letter {
            '\x07' | '\u{9c}' => return,
            '\x1b' => {
                rest.next_if_eq(&'\\');
                return;
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(hostile: &str, harmless: &str) {
        assert_eq!(clean(hostile), harmless);
    }

    #[test]
    fn escape_sequences_are_taken_out() {
        check("a\x1b[31mred\x1b[0m b", "ared b");
        check("a\x1b]0;title\x07b", "ab");
        check("a\x1b]8;;http://x\x1b\\b", "ab");
        check("a\x1bPdevice\x1b\\b", "ab");
        check("\x1b[2J\x1b[Hgone", "gone");
        check("\x1bcreset", "reset");
        check("\x1b(0lines", "lines");
        check("half\x1b[", "half");
        check("half\x1b", "half");
        check("\x1b]0;never ends\nstill here", "\nstill here");
    }

    #[test]
    fn c1_controls_are_taken_out() {
        check("a\u{9b}31mred", "ared");
        check("a\u{9d}0;title\u{9c}b", "ab");
        check("a\u{84}b", "ab");
    }

    #[test]
    fn reading_direction_and_hidden_letters_are_taken_out() {
        check("vote \u{202e}anA\u{202c} now", "vote anA now");
        check("\u{2066}x\u{2069}\u{200f}\u{61c}", "x");
        check("ro\u{200b}le\u{feff}\u{ad}", "role");
        check("\u{e0041}\u{e0042}seen", "seen");
        check("\u{2600}\u{fe0f}", "\u{2600}");
    }

    #[test]
    fn plain_controls_are_taken_out_and_lines_stay() {
        check("a\r\nb\tc\x08\x00\x7f", "a\nb c");
    }

    #[test]
    fn towers_of_marks_are_cut() {
        let tower = format!("e{}", "\u{301}".repeat(50));
        assert_eq!(clean(&tower).chars().count(), 1 + MARKS_MAX);
        check("\u{301}x", "x");
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(clean(&"x".repeat(9_000)).chars().count(), CHARS_MAX);
        assert_eq!(clean(&"x\n".repeat(500)).split('\n').count(), LINES_MAX);
    }
}
