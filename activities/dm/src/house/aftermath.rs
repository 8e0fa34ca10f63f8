//! After the dice: the clock that was promised goes on, and it lands.

use crate::view::{ClockKind, Engaged, Landing, Mood, Position, Verdict};

use super::action::promise;
use super::desk::Desk;
use super::lines::{Pool, sentence};
use super::{scene, side, suggest, turn};
use crate::command::{Command, CommandName, Landed};
use crate::limits::{LINE_CHARS_MAX, STRESS_MAX};

/// What happens in an aftermath.
pub(super) fn turn(desk: &Desk<'_>) -> Command {
    let Some(Mood::Aftermath { landing, from, .. }) = &desk.view.mood else { return Command::Accept };
    if spoke(desk) {
        return Command::Accept;
    }
    let went_well = matches!(landing.verdict(), Verdict::Clean | Verdict::Costly);
    if let Some(tool) = side::in_aftermath(desk, went_well) {
        return tool;
    }
    if let Some(tick) = tick(desk, landing) {
        return tick;
    }
    land(desk, landing, from)
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
    let clocks = desk.view.clocks.iter().filter(|_| desk.may(CommandName::TickClock));
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

fn land(desk: &Desk<'_>, landing: &Landing, from: &Engaged) -> Command {
    let controlled = from.stand.position() == Position::Controlled;
    let slots = desk.slots();
    let nth = desk.count(3, desk.inputs() / 3);
    let pool = match landing.verdict() {
        Verdict::Clean => Pool::Clean,
        Verdict::Costly => Pool::Costly,
        Verdict::Setback => Pool::Setback,
        Verdict::Disaster => Pool::Disaster,
    };
    let promised = |text: &&String| !text.starts_with('“');
    // A setback is common: now and then something stirs instead.
    let stirs = landing.verdict() == Verdict::Setback && desk.chance("stirs", 1, 4);
    let pool = if stirs { Pool::Turn } else { pool };
    let mut told = vec![desk.line(pool, nth, &slots)];
    let (mut cost, mut threat) = (None, None);
    match landing {
        Landing::Clean { .. } => {
            let goals = desk.clocks(ClockKind::Goal);
            let moved =
                goals.into_iter().find(|clock| landing.what().contains(&format!("“{}” goes", clock.name)));
            let moved = moved.filter(|_| desk.chance("goal", 2, 3));
            told.extend(moved.and_then(|clock| scene::stands(desk, clock, Pool::Step, nth)));
        }
        Landing::Costly { costs, complications, .. } => {
            cost = costs.first().cloned();
            let bill = cost.as_deref().filter(|_| desk.chance("bill", 1, 2));
            match bill.and_then(|cost| desk.glue(Pool::Bill, nth, &[("cost", cost)])) {
                Some(bill) => told.push(bill),
                None => told.extend(complications.iter().filter(promised).map(|text| sentence(text)).take(1)),
            }
        }
        Landing::Setback { danger, escape, .. } => {
            let pool = (!stirs && desk.chance("no way", 1, 4)).then_some(Pool::Turn);
            told.push(pool.map_or_else(|| sentence(escape), |pool| desk.line(pool, nth + 1, &slots)));
            threat = Some(danger).filter(promised).filter(|_| !controlled).cloned();
        }
        Landing::Disaster { world_changes, .. } => {
            told.extend(world_changes.iter().filter(promised).map(|text| sentence(text)).take(1));
            threat = desk.danger().map(str::to_owned);
        }
    }
    // Who is at the end of their strength breaks first, and the scene may go on.
    let breaks = desk.view.party.iter().flatten().any(|it| !it.retired && it.stress >= STRESS_MAX);
    let met = desk.view.notes.as_ref().is_none_or(|notes| notes.interrupt.is_none());
    let over = turn::is_over(desk) || (met && desk.inputs() >= 4 && desk.chance("enough", 1, 4));
    if over && !breaks {
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
