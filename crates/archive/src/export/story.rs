//! A story to read: scenes as headings, narration as paragraphs, what the players did, and the rolls in the margin.
//!
//! Only what stands is told: moves that were taken back are left out.

use std::io::Write;

use engine::{SeatId, Viewer, Voice, replay};
use machines::ALL;
use machines::dm::Event;
use protocol::dm::{Character, PhaseName, SceneKind, Story, View};
use protocol::table::utc_text;
use protocol::{Frame, frames};

use super::{escape, header};
use crate::{ArchiveError, Saved};

/// Writes the story of a session as one viewer was told it.
pub fn write(saved: &Saved, viewer: Viewer, out: &mut dyn Write) -> Result<(), ArchiveError> {
    let events = standing(saved, viewer)?;
    let view: Option<View> = serde_json::from_value(saved.session.activity.view(viewer)).ok();
    let mut told =
        Teller { out, notes: Vec::new(), ending: None, pool: Vec::new(), party: party(saved, &events) };
    told.title_page(saved, viewer, &events)?;
    for (frame, event) in &events {
        told.event(frame, event)?;
    }
    told.settle()?;
    told.last_page(saved, view.as_ref())
}

/// What the viewer was told of the records that stand.
fn standing(saved: &Saved, viewer: Viewer) -> Result<Vec<(Frame, Event)>, ArchiveError> {
    let live = replay::live_records(&saved.log, saved.last());
    let seen = saved.log.iter().zip(live).flat_map(|((record, _), live)| {
        record.events.iter().filter(|event| viewer.sees(event.audience)).map(move |_| live)
    });
    let frames = frames::of_log(ALL, &saved.log, viewer)?;
    let of_story =
        frames.into_iter().zip(seen).filter(|(frame, live)| *live && frame.machine == saved.meta.machine);
    Ok(of_story
        .filter_map(|(frame, _)| {
            let event = serde_json::from_str(frame.event.get()).ok()?;
            Some((frame, event))
        })
        .collect())
}

/// The characters' names by seat.
fn party(saved: &Saved, events: &[(Frame, Event)]) -> Vec<String> {
    let mut party: Vec<String> = saved.session.seats.iter().map(|seat| seat.name.clone()).collect();
    for (_, event) in events {
        if let Event::CharacterCreated { player_id, character } = event
            && let Some(name) = party.get_mut(player_id.index())
        {
            name.clone_from(&character.name);
        }
    }
    party
}

struct Teller<'a> {
    out: &'a mut dyn Write,
    /// Side notes that go into one pair of brackets.
    notes: Vec<String>,
    /// The ending of a die, which comes after the notes about it.
    ending: Option<String>,
    /// The dice that were last chosen from.
    pool: Vec<u8>,
    party: Vec<String>,
}

impl Teller<'_> {
    /// The title, what is at stake, and who plays.
    fn title_page(
        &mut self,
        saved: &Saved,
        viewer: Viewer,
        events: &[(Frame, Event)],
    ) -> Result<(), ArchiveError> {
        let header = header(saved, Some(viewer));
        let story: Option<&Story> = events.iter().find_map(|(_, event)| match event {
            Event::StoryOpened { story, .. } => Some(story),
            _ => None,
        });
        writeln!(self.out, "# {}\n", escape(story.map_or(&header.title, |story| &story.title)))?;
        if let Some(story) = story {
            writeln!(self.out, "*{}*\n", escape(&story.stakes))?;
        }
        writeln!(
            self.out,
            "{}, played {}, as seen by {viewer}. Session `{}`.",
            escape(&header.title),
            utc_text(header.created_at),
            header.session
        )?;
        writeln!(self.out, "\n## The cast\n")?;
        for (seat, (_, event)) in events.iter().filter_map(|it| match &it.1 {
            Event::CharacterCreated { player_id, .. } => Some((*player_id, it)),
            _ => None,
        }) {
            let Event::CharacterCreated { character, .. } = event else { continue };
            let player = header.seats.get(seat.index()).map_or("nobody", |seat| seat.name.as_str());
            writeln!(self.out, "{}", cast(character, player))?;
        }
        if let Some(gm) = header.seats.last() {
            let holder = gm.holder.to_string();
            writeln!(self.out, "- {} ({}), the game master", escape(&gm.name), escape(&holder))?;
        }
        for (_, event) in events {
            if let Event::TableLaid { lines, veils, .. } | Event::LinesDrawn { lines, veils } = event {
                self.agreed("Never told at this table", lines)?;
                self.agreed("Told only from afar", veils)?;
            }
        }
        Ok(())
    }

    fn agreed(&mut self, what: &str, words: &[String]) -> Result<(), ArchiveError> {
        match words {
            [] => Ok(()),
            words => Ok(writeln!(self.out, "\n{what}: {}.", escape(&words.join(", ")))?),
        }
    }

    fn event(&mut self, frame: &Frame, event: &Event) -> Result<(), ArchiveError> {
        let telling = frame.telling.as_ref();
        let words = telling.map_or("", |telling| telling.text.as_str());
        match event {
            Event::TableLaid { .. }
            | Event::CharacterCreated { .. }
            | Event::LinesDrawn { .. }
            | Event::StoryOpened { .. }
            | Event::SceneCompressed { .. }
            | Event::DieSpent { .. }
            | Event::SessionEnded(_) => Ok(()),
            Event::SceneOpened { number, title, kind, place, .. } => {
                self.heading(&format!("## Scene {number}: {}", escape(title)))?;
                self.italic(&format!("{place}{}", of_kind(kind)))
            }
            Event::MoodChanged { to: PhaseName::Downtime, .. } => self.heading("## Downtime"),
            Event::MoodChanged { to: PhaseName::Action, .. } => {
                self.note(words.strip_prefix("Action: ").unwrap_or(words).trim_end_matches('.').to_owned())
            }
            Event::MoodChanged { to: PhaseName::BetweenScenes, .. } => self.settle(),
            Event::MoodChanged { .. } => {
                self.settle()?;
                self.note(words.trim_end_matches('.').to_owned())
            }
            Event::NarrationGiven { .. } => self.paragraphs(words),
            Event::PlayerAsked { question } => self.italic(question),
            Event::NpcSpoke { person, words, manner } => {
                let manner = manner.as_ref().map_or(String::new(), |manner| format!(" ({})", escape(manner)));
                self.paragraph(&format!("**{}**{manner}: “{}”", escape(person), escape(words)))
            }
            Event::PlayerActed { player_id, text } => {
                let who = self.name(*player_id);
                self.paragraph(&format!("> **{who}:** {}", escape(text)))
            }
            Event::OutcomesCommitted { situation, dice, .. } => {
                self.pool = dice.iter().map(|die| die.value).collect();
                self.italic(situation)
            }
            Event::DieChosen { spent, .. } => {
                self.settle()?;
                let pool: String = self.pool.iter().map(|die| face(*die)).collect();
                self.notes.push(format!("{}{} of {pool}", face(spent.value), spent.value));
                self.notes.push(spent.tier.to_string());
                self.ending = Some(spent.ending.clone());
                Ok(())
            }
            Event::StressChanged { player_id, from, to, .. } => self.figure(*player_id, "stress", *from, *to),
            Event::HeatChanged { player_id, from, to, .. } => self.figure(*player_id, "heat", *from, *to),
            Event::CoinChanged { player_id, from, to, .. } => self.figure(*player_id, "coin", *from, *to),
            Event::WantedChanged { player_id, from, to, .. } => self.figure(*player_id, "wanted", *from, *to),
            Event::DiceRecovered { player_id, dice, .. } | Event::PoolRolled { player_id, dice } => {
                let faces: String = dice.iter().map(|die| face(*die)).collect();
                let who = self.whose(*player_id);
                self.note(format!("{who}dice {faces}"))
            }
            Event::ClockTicked { .. } | Event::ClockStarted { .. } | Event::HiddenClockTicked { .. } => {
                self.note(words.trim_end_matches('.').to_owned())
            }
            Event::BargainStruck { narrative, .. } => {
                self.paragraphs(narrative)?;
                let price = words.strip_prefix(narrative.as_str()).unwrap_or_default();
                self.note(price.trim().trim_matches(['(', ')', '.']).to_owned())
            }
            Event::ClockCompleted { .. }
            | Event::ClockRevealed { .. }
            | Event::InterruptRaised { .. }
            | Event::TraumaGained { .. }
            | Event::CharacterRetired { .. }
            | Event::PassedOut { .. } => self.paragraph(&format!("**{}**", escape(words))),
            Event::EntanglementFaced { .. }
            | Event::EntanglementPaid { .. }
            | Event::DayUsed { .. }
            | Event::TimePassed { .. }
            | Event::Retreated { .. }
            | Event::WordsWithheld {}
            | Event::OpeningFailed { .. } => self.italic(words),
            // The rest is told beside the story, if there are words for it.
            _ => match telling.map(|telling| telling.voice) {
                Some(Voice::Thought(_)) => self.paragraph(&format!("> *thinks: {}*", escape(words))),
                Some(_) => self.note(words.trim_end_matches('.').to_owned()),
                None => Ok(()),
            },
        }
    }

    /// A side note. Those that come one after the other share their brackets.
    fn note(&mut self, words: String) -> Result<(), ArchiveError> {
        if !words.is_empty() {
            self.notes.push(words);
        }
        Ok(())
    }

    fn figure(&mut self, seat: SeatId, what: &str, from: u8, to: u8) -> Result<(), ArchiveError> {
        let who = self.whose(seat);
        self.note(format!("{who}{what} {:+}", i16::from(to) - i16::from(from)))
    }

    /// Whose figure it is, where there are several.
    fn whose(&self, seat: SeatId) -> String {
        // The last seat is the game master's.
        if self.party.len() > 2 { format!("{} ", self.name(seat)) } else { String::new() }
    }

    fn name(&self, seat: SeatId) -> String {
        escape(self.party.get(seat.index()).map_or("somebody", String::as_str))
    }

    /// Writes the notes, and then the ending that they are about.
    fn settle(&mut self) -> Result<(), ArchiveError> {
        let notes = std::mem::take(&mut self.notes);
        if !notes.is_empty() {
            writeln!(self.out, "\n[{}]", escape(&notes.join(" · ")))?;
        }
        match self.ending.take() {
            Some(ending) => self.plain(&ending),
            None => Ok(()),
        }
    }

    fn heading(&mut self, words: &str) -> Result<(), ArchiveError> {
        self.paragraph(words)
    }

    fn italic(&mut self, words: &str) -> Result<(), ArchiveError> {
        match words.trim() {
            "" => Ok(()),
            words => self.paragraph(&format!("*{}*", escape(words))),
        }
    }

    fn paragraphs(&mut self, words: &str) -> Result<(), ArchiveError> {
        self.settle()?;
        self.plain(words)
    }

    /// Flowing text, with the paragraphs it came with.
    fn plain(&mut self, words: &str) -> Result<(), ArchiveError> {
        for part in words.split('\n').filter(|part| !part.trim().is_empty()) {
            writeln!(self.out, "\n{}", escape(part))?;
        }
        Ok(())
    }

    fn paragraph(&mut self, words: &str) -> Result<(), ArchiveError> {
        self.settle()?;
        Ok(writeln!(self.out, "\n{words}")?)
    }

    /// The clocks and the party as they are at the end of it.
    fn last_page(&mut self, saved: &Saved, view: Option<&View>) -> Result<(), ArchiveError> {
        let Some(view) = view else { return Ok(()) };
        let (head, last) = match saved.ended() {
            true => ("How it ended", "The end"),
            false => ("How it stands", "To be continued"),
        };
        if view.party.iter().any(Option::is_some) {
            writeln!(self.out, "\n## {head}\n")?;
        }
        for character in view.party.iter().flatten() {
            writeln!(self.out, "{}", stands(character))?;
        }
        if !view.clocks.is_empty() {
            writeln!(self.out)?;
        }
        for clock in &view.clocks {
            let (filled, of) = (usize::from(clock.filled), usize::from(clock.segments));
            let bar = "▰".repeat(filled) + &"▱".repeat(of.saturating_sub(filled));
            writeln!(self.out, "- {bar} {} ({}, {filled} of {of})", escape(&clock.name), clock.kind)?;
        }
        let scenes = if view.scene.number == 1 {
            "1 scene".to_owned()
        } else {
            format!("{} scenes", view.scene.number)
        };
        let seed = match saved.chance() {
            Some(chance) => format!("Seed {chance}, seed"),
            None => "Seed".to_owned(),
        };
        Ok(writeln!(self.out, "\n---\n\n{last}: {scenes}. {seed} hash `{}`.", saved.seed_hash)?)
    }
}

fn cast(it: &Character, player: &str) -> String {
    let [past, present, future] = &it.cards;
    format!(
        "- **{}** ({}), {}: {}. Played by {}. The cards: {} behind, {} here, {} ahead.",
        escape(&it.name),
        escape(&it.pronouns),
        escape(&it.archetype),
        escape(it.background.trim_end_matches('.')),
        escape(player),
        escape(past),
        escape(present),
        escape(future)
    )
}

fn stands(it: &Character) -> String {
    let mut parts = vec![format!("stress {}/9", it.stress), format!("heat {}/10", it.heat)];
    if it.wanted > 0 {
        parts.push(format!("wanted {}/4", it.wanted));
    }
    parts.push(format!("coin {}", it.coin));
    let faces: String = it.dice.iter().map(|die| face(*die)).collect();
    parts.push(if faces.is_empty() { "no dice".to_owned() } else { format!("dice {faces}") });
    parts.extend(it.trauma.iter().map(|scar| escape(scar)));
    parts.extend(it.recovering.then(|| "recovering".to_owned()));
    parts.extend(it.hunted.then(|| "hunted".to_owned()));
    parts.extend(it.retired.then(|| "retired".to_owned()));
    if !it.assets.is_empty() {
        parts.push(format!("has {}", escape(&it.assets.join(", "))));
    }
    format!("- **{}**: {}", escape(&it.name), parts.join(" · "))
}

fn of_kind(kind: &SceneKind) -> String {
    let bare = |words: &str| words.trim_end_matches('.').to_owned();
    match kind {
        SceneKind::Encounter { source, .. } => format!(". In the way: {}.", bare(source)),
        SceneKind::Opportunity { nature, .. } => format!(". On offer: {}.", bare(nature)),
        SceneKind::Discovery { what, .. } => format!(". Found: {}.", bare(what)),
        SceneKind::Open => ".".to_owned(),
    }
}

fn face(die: u8) -> &'static str {
    const FACES: [&str; 6] = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];
    usize::from(die).checked_sub(1).and_then(|at| FACES.get(at)).copied().unwrap_or("?")
}

#[cfg(test)]
mod tests;
