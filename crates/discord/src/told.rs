//! Tellings in a channel, each by its tone: one way for every activity.

use engine::{Seat, Telling, Tone, Voice};

use crate::says;
use crate::text::escape;

/// A telling as it is written in a channel.
pub(crate) fn words(telling: &Telling, seats: &[Seat]) -> String {
    let words = escape(telling.shown());
    let who = match telling.voice {
        _ if telling.who.is_some() => telling.who.as_deref().map(escape),
        Voice::Seat(seat) | Voice::Thought(seat) | Voice::Aside(seat) => {
            let name = seats.get(seat.index()).map(|it| escape(&it.name));
            Some(name.unwrap_or_else(|| says::seat_numbered(seat)))
        }
        Voice::Host => None,
    };
    let by = who.as_ref().map_or(String::new(), |who| format!("**{who}:** "));
    let mut lines = Vec::new();
    lines.extend(telling.title.as_ref().map(|title| format!("**{}**", escape(title))));
    lines.push(match telling.tone {
        Tone::Heading | Tone::Narration | Tone::Rule => words,
        Tone::Speech if telling.who.is_some() => {
            let manner = telling.manner.as_ref();
            let manner = manner.map_or(String::new(), |manner| format!(" ({})", escape(manner)));
            format!("**{}**{manner}: “{words}”", who.unwrap_or_default())
        }
        Tone::Speech | Tone::Thought => format!("{by}{words}"),
        Tone::Act => format!("**{}** ▸ {words}", who.unwrap_or_default()),
        Tone::Figure => format!("-# {by}{words}"),
        Tone::Turn => format!("**{words}**"),
        Tone::Mark => format!("{} {words}", telling.mark.map_or("·", |mark| mark.sign)),
        Tone::Aside => says::aside(who.as_deref().unwrap_or(says::THE_HOST), &words),
    });
    lines.extend(note(telling));
    lines.join("\n")
}

/// The words alone, where it is seen who says them, with what stands beside them.
pub(crate) fn bare(telling: &Telling) -> String {
    [escape(telling.shown())].into_iter().chain(note(telling)).collect::<Vec<_>>().join("\n")
}

/// What stands beside a telling, in small.
fn note(telling: &Telling) -> Option<String> {
    telling.note.as_ref().map(|note| format!("-# {}", escape(note)))
}

#[cfg(test)]
mod tests {
    use engine::{Holder, SeatId};

    use super::*;

    /// Where it is seen who speaks, by the name of the message or because nobody else does.
    #[test]
    fn what_stands_beside_words_is_told_with_them() {
        let seats = [Seat { id: "ana".to_owned(), name: "Ana".to_owned(), holder: Holder::Person }];
        let told = Telling::new(Voice::Seat(SeatId::at(0)), "I looked *hard*.").tone(Tone::Speech);
        assert_eq!(bare(&told), "I looked \\*hard\\*.");
        let told = told.note("claims sheriff");
        assert_eq!(bare(&told), "I looked \\*hard\\*.\n-# claims sheriff");
        assert_eq!(words(&told, &seats), "**Ana:** I looked \\*hard\\*.\n-# claims sheriff");
    }

    #[test]
    fn every_tone_of_an_activity_that_is_not_known_has_its_line() {
        let seats = [Seat { id: "ana".to_owned(), name: "Ana".to_owned(), holder: Holder::Person }];
        let ana = SeatId::at(0);
        for tone in Tone::ALL {
            let told = Telling::host("x *y*").tone(tone);
            let (told, line) = match tone {
                Tone::Heading => (told.title("The Soup").note("hot"), "**The Soup**\nx \\*y\\*\n-# hot"),
                Tone::Narration | Tone::Rule => (told, "x \\*y\\*"),
                Tone::Speech => (told.who("The Ladle"), "**The Ladle**: “x \\*y\\*”"),
                Tone::Act => (Telling { voice: Voice::Seat(ana), ..told }, "**Ana** ▸ x \\*y\\*"),
                Tone::Figure => (told.who("Ana"), "-# **Ana:** x \\*y\\*"),
                Tone::Turn => (told, "**x \\*y\\***"),
                Tone::Mark => (told.mark("✓", "put away"), "✓ x \\*y\\*"),
                Tone::Thought => (Telling { voice: Voice::Thought(ana), ..told }, "**Ana:** x \\*y\\*"),
                Tone::Aside => (Telling { voice: Voice::Aside(ana), ..told }, "*Ana, aside:* x \\*y\\*"),
            };
            assert_eq!(words(&told, &seats), line, "{tone:?}");
        }
    }
}
