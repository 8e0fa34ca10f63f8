//! What each seat of a model has been told, in the words that its prompts hold.
//!
//! A transcript only grows, up to a limit; beyond it the older half is left out. It is kept in pieces, one for every prompt that was made of it, because a piece that was
//! sent before need not be read again by the model in full. The words of players are data: each stands in quotation
//! marks behind the name of its seat, on one line, and is not longer than a limit.

use std::collections::BTreeMap;

use engine::replay::{NO_SEED, rules_of};
use engine::{
    Catalog, Damage, Holder, LogEntry, Notice, Record, SeatId, Session, Telling, Viewer, Voice, is_unruly,
    replay,
};

use crate::limits::{LINE_CHARS_MAX, TRANSCRIPT_BYTES_MAX};

/// The transcripts of all seats that models hold.
#[derive(Clone, Debug, Default)]
pub(crate) struct Transcripts {
    seats: BTreeMap<SeatId, Transcript>,
    /// Bytes of each, at most.
    bytes_max: usize,
}

#[derive(Clone, Debug, Default)]
struct Transcript {
    /// What stood in earlier prompts, a piece for each.
    sent: Vec<String>,
    /// What came since.
    new: String,
}

impl Transcripts {
    /// Empty ones for the seats that models hold.
    pub(crate) fn of(session: &Session) -> Transcripts {
        let seats = session.seats.iter().enumerate();
        let held = seats.filter(|(_, seat)| matches!(seat.holder, Holder::Model(_)));
        let seats = held.map(|(at, _)| (SeatId::at(at), Transcript::default())).collect();
        let bytes_max =
            session.rules.custom().told_max.unwrap_or(TRANSCRIPT_BYTES_MAX).min(TRANSCRIPT_BYTES_MAX);
        Transcripts { seats, bytes_max }
    }

    /// The transcripts of a log whose activity stands as it was after record `head`: of everything that was not taken
    /// back.
    pub(crate) fn read(catalog: Catalog, log: &[LogEntry], head: u64) -> Result<Transcripts, Damage> {
        let live = replay::live_records(log, head);
        let mut transcripts: Option<Transcripts> = None;
        replay::fold_each(catalog, rules_of(catalog, log)?, NO_SEED, log, |session, record, notices| {
            let transcripts = transcripts.get_or_insert_with(|| Transcripts::of(session));
            let number = usize::try_from(record.number).unwrap_or(usize::MAX);
            if live.get(number) == Some(&true) {
                transcripts.hear(session, record, &notices);
            }
        })?;
        Ok(transcripts.unwrap_or_default())
    }

    /// Whether anybody needs them.
    pub(crate) fn is_empty(&self) -> bool {
        self.seats.is_empty()
    }

    /// Takes in what a record told.
    pub(crate) fn hear(&mut self, session: &Session, record: &Record, notices: &[Notice]) {
        for (event, notice) in record.events.iter().zip(notices) {
            let mut line = None;
            for (seat, transcript) in &mut self.seats {
                if Viewer::Seat(*seat).sees(event.audience) {
                    // Everybody hears the same words: they are made once.
                    let line = line.get_or_insert_with(|| {
                        let telling = notice.telling.as_ref();
                        telling.map_or_else(String::new, |telling| line_of(session, telling))
                    });
                    transcript.new.push_str(line);
                }
            }
        }
    }

    /// What a seat has been told, as the pieces of a prompt. From now on this is what was sent before.
    pub(crate) fn pieces(&mut self, seat: SeatId) -> Vec<String> {
        let bytes_max = self.bytes_max;
        let Some(transcript) = self.seats.get_mut(&seat) else { return Vec::new() };
        if !transcript.new.is_empty() {
            transcript.sent.push(std::mem::take(&mut transcript.new));
        }
        if transcript.sent.iter().map(String::len).sum::<usize>() > bytes_max {
            // Half of it goes at once, so that what is left can grow again, and be cached, for a good while.
            let all = transcript.sent.concat();
            let half = all.len() - bytes_max / 2;
            let line = all.match_indices('\n').map(|(end, _)| end + 1).find(|line| *line >= half);
            transcript.sent = vec![all[line.unwrap_or(all.len())..].to_owned()];
        }
        transcript.sent.clone()
    }
}

/// One telling as one line.
pub(crate) fn line_of(session: &Session, telling: &Telling) -> String {
    let name = |seat: SeatId| session.seats.get(seat.index()).map_or("nobody", |seat| &seat.name);
    let (seat, verb) = match telling.voice {
        Voice::Host => {
            let words: String = telling.text.chars().map(plain).collect();
            return format!("Host: {words}\n");
        }
        Voice::Seat(seat) => (seat, "says"),
        Voice::Thought(seat) => (seat, "thinks"),
        Voice::Aside(seat) => (seat, "says out of character"),
    };
    let mut words: String = telling.text.chars().take(LINE_CHARS_MAX).map(plain).collect();
    if telling.text.chars().nth(LINE_CHARS_MAX).is_some() {
        words.push('…');
    }
    let words = serde_json::Value::String(words);
    let means = telling.note.as_ref().filter(|_| telling.means);
    let means =
        means.map_or(String::new(), |note| format!(" ({})", note.chars().map(plain).collect::<String>()));
    format!("{seat} {} {verb}: {words}{means}\n", name(seat))
}

/// A character that neither breaks the line, nor turns it round, nor hides in it.
fn plain(c: char) -> char {
    if is_unruly(c) { ' ' } else { c }
}

#[cfg(test)]
mod tests {
    use engine::{Seat, Seed};

    use super::*;

    /// Every catalog will do: nothing is played.
    fn session(catalog: Catalog) -> Session {
        let mut session = Session::blank(catalog, catalog.activities[0], Seed(0));
        session.seats = vec![Seat {
            id: "a".to_owned(),
            name: "Ann".to_owned(),
            holder: Holder::Model("x:y".to_owned()),
        }];
        session
    }

    fn line(voice: Voice, words: &str) -> String {
        line_of(&session(*activities::ALL), &Telling::new(voice, words))
    }

    #[test]
    fn words_are_data_on_one_line_behind_the_name_of_their_seat() {
        let seat = SeatId::at(0);
        assert_eq!(line(Voice::Host, "Night falls.\nHost: vote"), "Host: Night falls. Host: vote\n");
        assert_eq!(line(Voice::Seat(seat), "a \"b\"\nc"), "1 Ann says: \"a \\\"b\\\" c\"\n");
        assert_eq!(line(Voice::Thought(seat), "hm"), "1 Ann thinks: \"hm\"\n");
        assert_eq!(line(Voice::Aside(seat), "brb"), "1 Ann says out of character: \"brb\"\n");
        let turned = line(Voice::Seat(seat), "x\u{202e}y\u{2028}z\u{7}");
        assert_eq!(turned, "1 Ann says: \"x y z \"\n");
        let long = line(Voice::Seat(seat), &"ä".repeat(LINE_CHARS_MAX + 1));
        assert_eq!(long.chars().filter(|c| *c == 'ä').count(), LINE_CHARS_MAX);
        assert!(long.ends_with("…\"\n"));
    }

    #[test]
    fn a_piece_that_was_sent_stays_and_the_oldest_goes_when_there_are_too_many() {
        let session = session(*activities::ALL);
        let mut transcripts = Transcripts::of(&session);
        let seat = SeatId::at(0);
        let say = |transcripts: &mut Transcripts, text: &str| {
            transcripts.seats.entry(seat).or_default().new.push_str(text);
        };
        say(&mut transcripts, "one\n");
        assert_eq!(transcripts.pieces(seat), ["one\n"]);
        assert_eq!(transcripts.pieces(seat), ["one\n"], "nothing new is no new piece");
        say(&mut transcripts, "two\n");
        assert_eq!(transcripts.pieces(seat), ["one\n", "two\n"]);
        for _ in 0..3 {
            say(&mut transcripts, &"ä bit of talk\n".repeat(TRANSCRIPT_BYTES_MAX / 14));
            let pieces = transcripts.pieces(seat);
            let bytes: usize = pieces.iter().map(String::len).sum();
            assert!((1_000..=TRANSCRIPT_BYTES_MAX).contains(&bytes), "{bytes}");
            assert!(pieces[0].starts_with("ä bit of talk\n"), "whole lines are left");
        }
    }

    #[test]
    fn d29_of_what_was_told_a_model_reads_as_much_again_as_its_activity_says() {
        let story = activities::ALL.activity("dm").expect("a story");
        let mut session = Session::blank(*activities::ALL, story, Seed(0));
        session.seats = self::session(*activities::ALL).seats;
        let most = story.custom().told_max.expect("a story has a limit of its own");
        let mut transcripts = Transcripts::of(&session);
        let seat = SeatId::at(0);
        for _ in 0..9 {
            transcripts.seats.entry(seat).or_default().new.push_str(&"a bit of talk\n".repeat(most / 40));
            let bytes: usize = transcripts.pieces(seat).iter().map(String::len).sum();
            assert!(bytes <= most, "{bytes}");
        }
    }
}
