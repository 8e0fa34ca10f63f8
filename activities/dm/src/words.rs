//! Words: what may be kept of them, and what a table does not want to hear.

use std::ops::RangeInclusive;

use super::command::Command;
use super::limits::{LINE_CHARS_MAX, NAME_CHARS_MAX, PROSE_CHARS_MAX};
use super::rejection::Rejection;
use kit::plain::Plain;
use kit::words;

/// Words that players will hear: some, not too many, and nothing that a terminal would obey.
pub(super) fn prose(what: &str, text: &str) -> Result<String, Rejection> {
    clean(what, text, PROSE_CHARS_MAX)
}

/// One line of words.
pub(super) fn line(what: &str, text: &str) -> Result<String, Rejection> {
    words::clean_line(what, text, LINE_CHARS_MAX).map_err(Rejection::Text)
}

/// A name.
pub(super) fn name(what: &str, text: &str) -> Result<String, Rejection> {
    words::clean_line(what, text, NAME_CHARS_MAX).map_err(Rejection::Text)
}

/// A line that may be missing.
pub(super) fn some_line(what: &str, text: Option<&String>) -> Result<Option<String>, Rejection> {
    text.map(|text| line(what, text)).transpose()
}

/// Several lines, so many at least and at most.
pub(super) fn lines(
    what: &str,
    texts: &[String],
    count: std::ops::RangeInclusive<usize>,
) -> Result<Vec<String>, Rejection> {
    if !count.contains(&texts.len()) {
        let (min, max) = (count.start(), count.end());
        return Err(Rejection::Text(format!(
            "{what}: {} of them, and {min} to {max} are wanted",
            texts.len()
        )));
    }
    texts.iter().map(|text| line(what, text)).collect()
}

/// Words of at most so many characters.
pub(super) fn clean(what: &str, text: &str, max: usize) -> Result<String, Rejection> {
    words::clean(what, text, max).map_err(Rejection::Text)
}

/// A reason of the host's, made fit to be told.
pub(super) fn reason(reason: &str) -> String {
    words::reason(reason, LINE_CHARS_MAX)
}

/// A figure in its range.
pub(super) fn figure(what: &str, figure: i64, range: RangeInclusive<i64>) -> Result<(), Rejection> {
    if range.contains(&figure) {
        return Ok(());
    }
    Err(Rejection::Text(format!("{what}: {figure} is outside {} to {}", range.start(), range.end())))
}

/// The line that a text crosses, if it crosses one.
///
/// A line is crossed when all its words stand in the text one after the other, in any case. A word of four letters or
/// more also stands for those that begin with it: `spider` for `spiders`.
pub fn crossed<'a>(table: &'a [String], text: &str) -> Option<&'a str> {
    if table.is_empty() {
        return None;
    }
    let text = Plain::split(text);
    let text: Vec<&str> = text.words().collect();
    table.iter().map(String::as_str).find(|line| {
        let line = Plain::split(line);
        let line: Vec<&str> = line.words().collect();
        !line.is_empty()
            && text
                .windows(line.len())
                .any(|run| line.iter().zip(run).all(|(line, word)| stands_for(line, word)))
    })
}

fn stands_for(line: &str, word: &str) -> bool {
    let (line, word) = (one(line), one(word));
    word == line || line.chars().count() >= 4 && word.starts_with(line)
}

/// People write of one and of many: `spiders` stands for `spider`, and `rat` for `rats`.
fn one(word: &str) -> &str {
    match word.strip_suffix('s') {
        Some(one) if one.chars().count() >= 3 && !one.ends_with('s') => one,
        Some(_) | None => word,
    }
}

/// All words of a command of the game master that players may come to hear. Thoughts are not among them.
pub(super) fn heard(command: &Command) -> Vec<&str> {
    let mut heard: Vec<&str> = Vec::new();
    fn extend<'a>(heard: &mut Vec<&'a str>, texts: impl IntoIterator<Item = &'a String>) {
        heard.extend(texts.into_iter().map(String::as_str));
    }
    match command {
        Command::OpenStory(story) => {
            extend(&mut heard, [&story.title, &story.stakes, &story.first_scene]);
            for clock in story.threats.iter().chain(&story.goal).chain(&story.hidden) {
                extend(&mut heard, std::iter::once(&clock.name).chain(&clock.what).chain(&clock.target));
            }
            for place in &story.places {
                extend(&mut heard, [&place.name, &place.about]);
            }
            for faction in &story.factions {
                extend(&mut heard, [&faction.name, &faction.about]);
            }
            for person in &story.people {
                extend(&mut heard, [&person.name, &person.role, &person.secret]);
            }
        }
        Command::OpenScene(scene) => {
            extend(&mut heard, [&scene.title, &scene.place, &scene.narration]);
            extend(&mut heard, scene.what.iter().chain(&scene.catch).chain(&scene.suggested));
        }
        Command::SpeakAsNpc { person, words, manner } => {
            extend(&mut heard, [person, words].into_iter().chain(manner));
        }
        Command::AskPlayer { question } => extend(&mut heard, [question]),
        Command::Choose { narration, options } => {
            extend(&mut heard, std::iter::once(narration).chain(options));
        }
        Command::Engage { gain, danger, .. } => extend(&mut heard, [gain, danger]),
        Command::SpendDie { situation, outcomes } => {
            extend(&mut heard, [situation]);
            for outcome in outcomes {
                extend(&mut heard, [&outcome.hint, &outcome.narrative]);
            }
        }
        Command::Resolve(resolution) => {
            extend(&mut heard, std::iter::once(&resolution.what).chain(&resolution.danger));
            extend(
                &mut heard,
                resolution.escape.iter().chain(&resolution.costs).chain(&resolution.complications),
            );
        }
        Command::Narrate(told) => {
            extend(&mut heard, std::iter::once(&told.narration).chain(&told.suggested));
        }
        Command::Land(told) => extend(&mut heard, std::iter::once(&told.narration).chain(&told.suggested)),
        Command::OfferBargain { narration, deals } => {
            extend(&mut heard, [narration]);
            for deal in deals {
                extend(&mut heard, [&deal.label, &deal.hint, &deal.narrative]);
            }
        }
        Command::Scar { narration, trauma, suggested } => {
            extend(&mut heard, [narration, trauma].into_iter().chain(suggested));
        }
        Command::PassTime(time) => extend(&mut heard, [&time.narration, &time.time_elapsed, &time.hook]),
        Command::Compress(scene) => {
            extend(
                &mut heard,
                std::iter::once(&scene.summary).chain(&scene.key_moments).chain(&scene.rumors),
            );
        }
        Command::SetSceneStyle { atmosphere, .. } => extend(&mut heard, [atmosphere]),
        Command::SpawnThread { hook, .. } => extend(&mut heard, [hook]),
        Command::SpreadRumor { text, .. } => extend(&mut heard, [text]),
        Command::ShiftAttitude { why, .. } | Command::ShiftDisposition { why, .. } => {
            extend(&mut heard, [why])
        }
        Command::MoveTo { place, about } => extend(&mut heard, std::iter::once(place).chain(about)),
        Command::Introduce(person) => extend(&mut heard, [&person.name, &person.role, &person.secret]),
        Command::NewClock(clock) => {
            extend(&mut heard, std::iter::once(&clock.name).chain(&clock.what).chain(&clock.target));
        }
        Command::Think { .. }
        | Command::Accept
        | Command::RevealClock { .. }
        | Command::TickClock { .. }
        | Command::SettleThreat { .. }
        | Command::DrawCard
        | Command::CreateCharacter(_)
        | Command::Act { .. }
        | Command::Take { .. }
        | Command::GiveSpotlight { .. }
        | Command::ChooseDie { .. }
        | Command::Strike { .. }
        | Command::Retreat
        | Command::PassOut
        | Command::TakeWayOut { .. }
        | Command::NextScene
        | Command::Rest
        | Command::EndSession
        | Command::LayLow
        | Command::Recover
        | Command::WorkOn { .. }
        | Command::BackToWork
        | Command::TryAgain
        | Command::HouseStory => {}
    }
    heard
}
