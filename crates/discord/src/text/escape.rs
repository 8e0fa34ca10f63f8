//! What a model or a person wrote, so that Discord shows it as it was written: no marks, no mentions, no hidden links.

/// Stands in a mention and cannot be seen. Discord looks for mentions in the bare text, so that a backslash does not
/// keep it from finding one.
const NOTHING: char = '\u{200b}';

/// A text that Discord's Markdown shows as it is here. Addresses stay addresses, in sight.
///
/// It may stand at the beginning of a line, and between marks of ours: `**{escaped}**`.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    // A bracket opens a link only if there is an end to it, here or in what is put behind it.
    let links = text.contains("](") || text.ends_with(']');
    let mut line_begins = true;
    let mut before = None;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if line_begins && let Some(mark) = block_mark(rest) {
            out.push_str(&rest[..mark]);
            out.push('\\');
            out.push_str(&rest[mark..=mark]);
            before = rest[mark..].chars().next();
            at += mark + 1;
            line_begins = false;
            continue;
        }
        let address = address(rest);
        if address > 0 {
            in_address(&rest[..address], &mut out);
            before = rest[..address].chars().next_back();
            at += address;
            line_begins = false;
            continue;
        }
        if is_live(c, before, rest, links) {
            out.push('\\');
        }
        out.push(c);
        if c == '@' && names_somebody(&rest[1..]) {
            out.push(NOTHING);
        }
        line_begins = c == '\n' || (line_begins && c.is_whitespace());
        before = Some(c);
        at += c.len_utf8();
    }
    out
}

/// Where in the beginning of a line the character is that makes a heading, a list, small print or a quote of it, and
/// is plain after a backslash.
pub(super) fn block_mark(line: &str) -> Option<usize> {
    let spaces = line.len() - line.trim_start_matches([' ', '\t']).len();
    let rest = &line[spaces..];
    let blank = |rest: &str| rest.starts_with([' ', '\t']);
    let hashes = rest.len() - rest.trim_start_matches('#').len();
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    match rest.chars().next()? {
        '>' => Some(spaces),
        '#' if blank(&rest[hashes..]) => Some(spaces),
        '-' | '+' | '*' if blank(&rest[1..]) || rest.starts_with("-#") => Some(spaces),
        '0'..='9' if rest[digits..].starts_with('.') && blank(&rest[digits + 1..]) => Some(spaces + digits),
        _ => None,
    }
}

/// How long the address is that a text begins with.
pub(super) fn address(text: &str) -> usize {
    if !["https://", "http://"].iter().any(|scheme| text.starts_with(scheme)) {
        return 0;
    }
    text.find(|c: char| c.is_whitespace() || c == '<').unwrap_or(text.len())
}

/// An address with the marks in it written in numbers: it leads to the same place, and has no backslashes.
fn in_address(address: &str, out: &mut String) {
    let mut before = None;
    for (at, c) in address.char_indices() {
        match c {
            '*' | '~' | '|' | '`' | '\\' | '[' => out.push_str(&format!("%{:02X}", u32::from(c))),
            '_' if !in_word(before, &address[at..]) => out.push_str("%5F"),
            '@' if names_somebody(&address[at + 1..]) => out.push_str("%40"),
            _ => out.push(c),
        }
        before = Some(c);
    }
}

/// Whether a character does something where it stands, at the beginning of the rest.
fn is_live(c: char, before: Option<char>, rest: &str, links: bool) -> bool {
    let after = rest.chars().nth(1);
    match c {
        '*' | '`' | '\\' => true,
        '_' => !in_word(before, rest),
        // These are marks in pairs, also with one of ours beside them.
        '~' | '|' => [before, after].iter().any(|beside| beside.is_none_or(|it| it == c)),
        '[' => links,
        '<' => after.is_some_and(|it| "@#/:".contains(it) || it.is_ascii_alphabetic()),
        ':' => is_emoji(before, rest),
        _ => false,
    }
}

/// An underscore inside of a word is plain.
pub(super) fn in_word(before: Option<char>, rest: &str) -> bool {
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    letter(before) && letter(rest.chars().nth(1))
}

/// `:name:` is a picture, but `12:30:45` is a time.
fn is_emoji(before: Option<char>, rest: &str) -> bool {
    let Some((name, _)) = rest[1..].split_once(':') else { return false };
    let is_name = !name.is_empty()
        && name.len() <= 64
        && name.chars().all(|c| c.is_ascii_alphanumeric() || "_+-".contains(c));
    let time = before.is_some_and(|c| c.is_ascii_digit()) && name.chars().all(|c| c.is_ascii_digit());
    is_name && !time
}

/// Whether an `@` before this is a mention.
fn names_somebody(rest: &str) -> bool {
    let number = rest.strip_prefix(['!', '&']).unwrap_or(rest);
    ["everyone", "here"].iter().any(|all| rest.starts_with(all))
        || number.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::marks::Marks;
    use super::*;

    #[test]
    fn marks_are_shown_as_they_were_written() {
        for (written, sent) in [
            ("**bold** and *thin*", r"\*\*bold\*\* and \*thin\*"),
            ("__line__ _thin_ snake_case", r"\_\_line\_\_ \_thin\_ snake_case"),
            ("~~gone~~ ||hidden||", r"\~\~gone\~\~ \|\|hidden\|\|"),
            ("`code` and ```rust\nfn```", "\\`code\\` and \\`\\`\\`rust\nfn\\`\\`\\`"),
            ("# Title\n  ## More\n#1 of 5", "\\# Title\n  \\## More\n#1 of 5"),
            ("- one\n* two\n+ three\n-# small", "\\- one\n\\* two\n\\+ three\n\\-# small"),
            ("1. one\n12. twelve\n3.5 miles", "1\\. one\n12\\. twelve\n3.5 miles"),
            ("> said\n>>> all", "\\> said\n\\>>> all"),
            (r"a \ b", r"a \\ b"),
            (r"¯\_(ツ)_/¯", r"¯\\\_(ツ)\_/¯"),
        ] {
            assert_eq!(escape(written), sent);
        }
    }

    #[test]
    fn what_does_nothing_stays_as_it_is() {
        for plain in [
            "It's Ana's well-known lantern - swinging.",
            "a (small) [note] here",
            "about ~5 minutes, a|b, 5 > 3 and 2 < 3 <3",
            "at 12:30:45, note: yes",
            "mail ana@example.org",
            "C# and #1",
            "",
            "Ünïcode — «ça» 🎲",
        ] {
            assert_eq!(escape(plain), plain);
        }
    }

    #[test]
    fn nobody_is_mentioned_and_nothing_is_hidden_behind_a_word() {
        for (written, sent) in [
            ("hi @everyone and @here", "hi @\u{200b}everyone and @\u{200b}here"),
            ("<@123> <@!5> <@&7>", "\\<@\u{200b}123> \\<@\u{200b}!5> \\<@\u{200b}&7>"),
            ("<#12> </session start:99> <t:0:R>", r"\<#12> \</session start:99> \<t\:0:R>"),
            ("<:die:5> <a:die:5> :smile: 8:smile:", r"\<\:die:5> \<a\:die:5> \:smile: 8\:smile:"),
            ("[look](https://a.example/b)", r"\[look](https://a.example/b)"),
            ("[a [b](c)", r"\[a \[b](c)"),
        ] {
            assert_eq!(escape(written), sent);
        }
    }

    #[test]
    fn an_address_leads_to_the_same_place() {
        let plain = "see https://a.example/snake_case?x=1&y=2#top, and";
        assert_eq!(escape(plain), plain);
        assert_eq!(
            escape("https://a.example/_x_*~|[z](https://b.example)"),
            "https://a.example/%5Fx%5F%2A%7E%7C%5Bz](https://b.example)"
        );
    }

    #[test]
    fn text_may_stand_between_marks() {
        assert_eq!(format!("||{}||", escape("|")), r"||\|||");
        assert_eq!(format!("~~{}~~", escape("~a~")), r"~~\~a\~~~");
        assert_eq!(format!("{}(https://a.example)", escape("[a]")), r"\[a](https://a.example)");
    }

    /// What Discord shows: without the backslashes that do something, and without what cannot be seen.
    fn shown(sent: &str) -> String {
        let mut out = String::new();
        let mut chars = sent.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                NOTHING => {}
                '\\' => match chars.peek() {
                    Some(next) if !next.is_ascii_alphanumeric() && !next.is_whitespace() => {
                        out.extend(chars.next());
                    }
                    _ => out.push(c),
                },
                _ => out.push(c),
            }
        }
        out
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(512))]

        #[test]
        fn whatever_is_written_is_shown(words in r"[ab1_*~`|><#\-+.:@\[\]()\\/ \n]{0,60}") {
            let sent = escape(&words);
            prop_assert_eq!(shown(&sent), words);
            prop_assert!(Marks::read(&sent).spans.is_empty(), "{}", sent);
            for line in sent.lines() {
                prop_assert!(block_mark(line).is_none() || line.trim_start().starts_with('\\'), "{}", line);
            }
        }
    }
}
