//! After the dice: it lands.

use crate::view::{ClockKind, Engaged, Mood, Position, Roll, Verdict};

use super::desk::Desk;
use super::lines::{Pool, sentence};
use super::{scene, side, suggest, turn};
use crate::command::{Command, Landed};
use crate::dice;
use crate::limits::{LINE_CHARS_MAX, STRESS_MAX};

/// What happens in an aftermath.
pub(super) fn turn(desk: &Desk<'_>) -> Command {
    let (verdict, from) = match &desk.view.mood {
        Some(Mood::Aftermath { landing, from, .. }) => (landing.verdict(), from),
        Some(Mood::Action { engaged, roll: Roll::Spent(spent), .. }) => (dice::verdict(spent.tier), engaged),
        _ => return Command::Think { text: desk.plain() },
    };
    let went_well = matches!(verdict, Verdict::Clean | Verdict::Costly);
    side::in_aftermath(desk, went_well).unwrap_or_else(|| land(desk, verdict, from))
}

fn land(desk: &Desk<'_>, verdict: Verdict, from: &Engaged) -> Command {
    let controlled = from.stand.position() == Position::Controlled;
    let slots = desk.slots();
    let nth = desk.count(3, desk.inputs() / 3);
    let one = |pool: Pool| desk.at(pool, desk.count(4, desk.inputs() / 2), LINE_CHARS_MAX, &slots);
    let pool = match verdict {
        Verdict::Clean => Pool::Clean,
        Verdict::Costly => Pool::Costly,
        Verdict::Setback => Pool::Setback,
        Verdict::Disaster => Pool::Disaster,
    };
    // A setback is common: now and then something stirs instead.
    let stirs = verdict == Verdict::Setback && desk.chance("stirs", 1, 4);
    let pool = if stirs { Pool::Turn } else { pool };
    let mut told = vec![desk.line(pool, nth, &slots)];
    let (mut cost, mut threat) = (None, None);
    match verdict {
        Verdict::Clean => {
            let moved = desk.clocks(ClockKind::Goal).find(|clock| from.clock.as_ref() == Some(&clock.name));
            let moved = moved.filter(|_| desk.chance("goal", 2, 3));
            told.extend(moved.and_then(|clock| scene::stands(desk, clock, Pool::Step, nth)));
        }
        Verdict::Costly => {
            let price = one(Pool::Cost).trim_end_matches('.').to_owned();
            let bill = desk.chance("bill", 1, 2).then(|| desk.glue(Pool::Bill, nth, &[("cost", &price)]));
            told.push(bill.flatten().unwrap_or_else(|| sentence(&one(Pool::Complication))));
            cost = Some(price);
        }
        Verdict::Setback => {
            let pool = (!stirs && desk.chance("no way", 1, 4)).then_some(Pool::Turn);
            let escape = || sentence(&one(Pool::Escape));
            told.push(pool.map_or_else(escape, |pool| desk.line(pool, nth + 1, &slots)));
            threat = Some(from.stand.danger().to_owned()).filter(|_| !controlled);
        }
        Verdict::Disaster => {
            told.push(sentence(&one(Pool::World)));
            threat = Some(from.stand.danger().to_owned());
        }
    }
    // Who is at the end of their strength breaks first, and the scene may go on.
    let breaks = desk.view.party.iter().flatten().any(|it| !it.retired && it.stress >= STRESS_MAX);
    let met = desk.view.notes.as_ref().is_none_or(|notes| notes.interrupt.is_none());
    let settled = suggest::open(desk).is_empty();
    let over = turn::is_over(desk) || (met && settled && desk.inputs() >= 4 && desk.chance("enough", 1, 4));
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
