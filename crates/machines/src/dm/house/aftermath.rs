//! After the dice: the clock that was promised goes on, and it lands.

use protocol::dm::{ClockKind, Landing, Mood, Verdict};

use super::action::promise;
use super::desk::Desk;
use super::glue::sentence;
use super::lines::Pool;
use super::{scene, side, suggest, turn};
use crate::dm::command::{Command, Landed};
use crate::dm::limits::LINE_CHARS_MAX;

/// What happens in an aftermath.
pub(super) fn turn(desk: &Desk<'_>) -> Command {
    let Some(Mood::Aftermath { landing, .. }) = &desk.view.mood else { return Command::Accept };
    if spoke(desk) {
        return Command::Accept;
    }
    if let Some(tick) = tick(desk, landing) {
        return tick;
    }
    let went_well = matches!(landing.verdict(), Verdict::Clean | Verdict::Costly);
    if let Some(tool) = side::in_aftermath(desk, went_well) {
        return tool;
    }
    land(desk, landing)
}

/// Has the player spoken since it landed? Then the scene answers.
fn spoke(desk: &Desk<'_>) -> bool {
    let (view, beats) = (desk.view, &desk.view.scene.beats);
    match beats.last() {
        Some(beat) => beat.by != view.gm,
        // The scene was put into a few words in between, and its last moment is at their end.
        None => {
            let past = view.past.last().and_then(|past| past.key_moments.last());
            let name = desk.acting().map_or("", |character| &character.name);
            past.is_some_and(|moment| moment.starts_with(&format!("{name}: ")))
        }
    }
}

/// The clock that the verdict promised is moved to where it said.
fn tick(desk: &Desk<'_>, landing: &Landing) -> Option<Command> {
    let texts: Vec<&str> = match landing {
        Landing::Clean { achieved } => vec![achieved],
        Landing::Costly { complications, .. } => complications.iter().map(String::as_str).collect(),
        Landing::Setback { danger, .. } => vec![danger],
        Landing::Disaster { world_changes, .. } => world_changes.iter().map(String::as_str).collect(),
    };
    let clocks = desk.view.clocks.iter().filter(|_| desk.may("tick_clock"));
    for clock in clocks {
        let to = (clock.filled + 1..=clock.segments)
            .find(|to| texts.iter().any(|text| text.contains(&promise(&clock.name, *to, clock.segments))));
        if let Some(to) = to {
            let ticks = (to - clock.filled).min(3);
            return Some(Command::TickClock { clock: clock.name.clone(), ticks });
        }
    }
    None
}

fn land(desk: &Desk<'_>, landing: &Landing) -> Command {
    let slots = desk.slots();
    let nth = 2 * desk.scene() + desk.inputs() / 3;
    let pool = match landing.verdict() {
        Verdict::Clean => Pool::Clean,
        Verdict::Costly => Pool::Costly,
        Verdict::Setback => Pool::Setback,
        Verdict::Disaster => Pool::Disaster,
    };
    let promised = |text: &&String| !text.starts_with('“');
    let mut told = vec![desk.line(pool, nth, &slots)];
    let (mut cost, mut threat) = (None, None);
    match landing {
        Landing::Clean { .. } => {
            let goal = desk.chance("goal", 1, 3);
            told.extend(goal.then(|| scene::clock(desk, ClockKind::Goal, super::glue::GOAL, nth)).flatten());
        }
        Landing::Costly { costs, complications, .. } => {
            told.extend(complications.iter().filter(promised).map(|text| sentence(text)).take(1));
            cost = costs.first().cloned();
        }
        Landing::Setback { danger, escape, .. } => {
            told.push(sentence(escape));
            threat = Some(danger).filter(promised).cloned();
        }
        Landing::Disaster { world_changes, .. } => {
            told.extend(world_changes.iter().filter(promised).map(|text| sentence(text)).take(1));
            threat = desk.danger().map(str::to_owned);
        }
    }
    let over = turn::is_over(desk) || (desk.inputs() >= 4 && desk.chance("enough", 1, 4));
    if over {
        told.push(turn::end(desk));
    }
    told.retain(|text| desk.allowed(text));
    if told.is_empty() {
        told.push(desk.plain());
    }
    Command::Land(Box::new(Landed {
        narration: told.join(" "),
        connector: None,
        coin: 0,
        continue_scene: !over,
        cost: cost.filter(|cost| cost.chars().count() <= LINE_CHARS_MAX),
        threat: threat.filter(|threat| threat.chars().count() <= LINE_CHARS_MAX),
        suggested: suggest::ideas(desk),
    }))
}
