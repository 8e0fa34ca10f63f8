//! Between the scenes: what is remembered, who comes to the door, rest, and what breaks.

use crate::view::{
    Attitude, EndReason, Entanglement, Faction, Mood, Pause, Rumor, Spread, Summary, Toll, Truth, WayOut,
};
use engine::{Draft, Purpose, SeatId};

use super::{clocks, course, sheet};
use crate::Dm;
use crate::command::{Compression, Elapsed};
use crate::event::Event;
use crate::limits::{HEAT_MAX, RECOVER_DICE, STRESS_MAX, TRAUMA_MAX};
use crate::setting::{WaySet, setting};
use crate::state::State;
use kit::kept_out::crossed;
use kit::words::counted;

const ENTANGLEMENT: Purpose = Purpose { code: 3, name: "an entanglement" };

/// The scene in a few words, with the figures of the log, which are not applied again (D19).
pub(super) fn compress(draft: &mut Draft<Dm>, scene: &Compression) {
    let (state, Compression { summary, key_moments, seeds, rumors }) = (draft.state(), scene.clone());
    let (net_stress, net_coin) = state.net();
    let (scene, title) = (state.scene.number, state.scene.title.clone());
    let summary = Summary { scene, title, summary, key_moments, net_stress, net_coin, auto: false };
    draft.tell(Event::SceneCompressed { summary });
    if !seeds.is_empty() {
        draft.tell(Event::SeedsSown { seeds });
    }
    for text in rumors {
        draft.tell(Event::RumorSpread {
            rumor: Rumor { text: text.clone(), source: None, spread: Spread::Whisper },
        });
        draft.tell(Event::RumorWeighed { text, truth: Truth::Unknown });
    }
}

/// The rules put the scene into a few words, because nobody else did: play waits for no summary (D21).
pub(super) fn sum_up(draft: &mut Draft<Dm>) {
    let state = draft.state();
    let beats = &state.scene.beats;
    let (net_stress, net_coin) = state.net();
    let said = |at: Option<usize>| at.and_then(|at| beats.get(at)).map(|beat| beat.text.clone());
    let last = beats.len().checked_sub(1);
    let key_moments = [said(Some(0)), said(last.map(|last| last / 2)), said(last)];
    let summary = Summary {
        scene: state.scene.number,
        title: state.scene.title.clone(),
        summary: format!("{} at {}.", counted(beats.len(), "moment"), state.scene.place),
        key_moments: key_moments.into_iter().flatten().collect(),
        net_stress,
        net_coin,
        auto: true,
    };
    draft.tell(Event::SceneCompressed { summary });
}

/// Who has drawn too many eyes is called upon (D18).
pub(super) fn knock(draft: &mut Draft<Dm>) {
    let state = draft.state();
    let hot = |seat: &SeatId| state.character(*seat).is_some_and(|sheet| sheet.heat >= HEAT_MAX);
    let Some(player_id) = state.active().find(hot) else { return };
    let mut dice = draft.dice(ENTANGLEMENT);
    let Some(drawn) = dice.pick(&setting().entanglements) else { return };
    // What this table does not tell of is not drawn.
    let is_told = |text: &str| crossed(&state.lines, text).is_none();
    let texts: Vec<&String> = drawn.texts.iter().filter(|text| is_told(text)).collect();
    let is_all_told = |set: &&WaySet| set.ways.iter().all(|way| is_told(&way.label) && is_told(&way.text));
    let text = dice.pick(&texts).map_or("They have come for you.", |text| text.as_str());
    let has_will = |faction: &&Faction| faction.attitude > Attitude::War;
    let faction = state.world.factions.iter().find(has_will).map(|faction| faction.name.clone());
    let threat = clocks::fullest_threat(state, |clock| clock.visible);
    // What nobody can pay with is not asked for.
    let against = |way: &WayOut| match way.toll {
        Toll::Attitude => Some(faction.clone()),
        Toll::Clock { .. } => Some(threat.clone()),
        Toll::Coin { .. } | Toll::Hunted => None,
    };
    let is_payable = |set: &&WaySet| set.ways.iter().all(|way| against(way).is_none_or(|it| it.is_some()));
    let way = |way: &WayOut| WayOut { against: against(way).flatten(), ..way.clone() };
    let sets: Vec<&WaySet> = drawn.sets.iter().filter(is_all_told).filter(is_payable).collect();
    let ways = match dice.pick(&sets) {
        Some(set) => set.ways.iter().map(way).collect(),
        None => plain_ways(),
    };
    let entanglement = Entanglement { kind: drawn.kind, player_id, text: text.to_owned(), ways };
    draft.tell(Event::EntanglementFaced { entanglement: Box::new(entanglement) });
}

/// Three ways out where the table's lines, or what there is to pay with, leave none of the city's own.
fn plain_ways() -> Vec<WayOut> {
    let way = |label: &str, toll: Toll| WayOut {
        label: label.to_owned(),
        text: format!("{label}."),
        toll,
        against: None,
    };
    vec![
        way("Pay", Toll::Coin { amount: 2 }),
        way("Pay more, and be forgotten sooner", Toll::Coin { amount: 3 }),
        way("Run", Toll::Hunted),
    ]
}

/// A way out is taken, and paid; then there is one warrant more, and no heat (D18). Who cannot pay is hunted (D5).
pub(super) fn take_way_out(draft: &mut Draft<Dm>, way: u8) {
    let Some(Mood::BetweenScenes { pause: Pause::Entangled(entanglement) }) = draft.state().mood() else {
        return;
    };
    let player_id = entanglement.player_id;
    let Some(taken) = entanglement.ways.get(usize::from(way) - 1).cloned() else { return };
    draft.tell(Event::EntanglementPaid { player_id, way: taken.clone() });
    match taken.toll {
        Toll::Coin { amount } => {
            let coin = draft.state().character(player_id).map_or(0, |sheet| sheet.coin);
            sheet::coin(draft, player_id, -i32::from(amount), "a way out");
            if coin < amount {
                sheet::hunted(draft, player_id, true);
            }
        }
        Toll::Attitude => {
            if let Some(faction) = taken.against {
                clocks::attitude(draft, &faction, -1, "a way out");
            }
        }
        Toll::Clock { amount } => {
            if let Some(clock) = taken.against {
                clocks::tick(draft, &clock, amount, "a way out");
            }
        }
        Toll::Hunted => sheet::hunted(draft, player_id, true),
    }
    sheet::wanted(draft, player_id, 1, "it went on record");
    sheet::heat(draft, player_id, -i32::from(HEAT_MAX), "the law has been");
    knock(draft);
}

/// Keeps out of sight: less heat, or fewer warrants where there is none (D18).
pub(super) fn lay_low(draft: &mut Draft<Dm>, seat: SeatId) {
    let Some(sheet) = draft.state().character(seat) else { return };
    if sheet.heat > 0 {
        sheet::heat(draft, seat, -1, "lying low");
    } else if sheet.wanted > 0 {
        sheet::wanted(draft, seat, -1, "lying low");
    } else {
        sheet::hunted(draft, seat, false);
    }
    used(draft, seat, "keeps out of sight");
}

/// Heals, for a coin (D18).
pub(super) fn recover(draft: &mut Draft<Dm>, seat: SeatId) {
    sheet::coin(draft, seat, -1, "a doctor who asks nothing");
    sheet::stress(draft, seat, -1, "rest");
    sheet::recovering(draft, seat, false);
    sheet::dice(draft, seat, RECOVER_DICE, "rest");
    used(draft, seat, "heals");
}

/// Works on a goal (D15).
pub(super) fn work_on(draft: &mut Draft<Dm>, seat: SeatId, clock: &str) {
    clocks::tick(draft, clock, 1, "a day's work");
    used(draft, seat, &format!("works on “{clock}”"));
}

fn used(draft: &mut Draft<Dm>, seat: SeatId, what: &str) {
    let left = draft.state().mood().and_then(|mood| mood.days_of(seat)).unwrap_or(0);
    day(draft, seat, left.saturating_sub(1), what);
}

/// A day is used, and so many are left.
pub(super) fn day(draft: &mut Draft<Dm>, player_id: SeatId, left: u8, what: &str) {
    draft.tell(Event::DayUsed { player_id, left, what: what.to_owned() });
}

/// Time passes: everybody gets dice back, and something pulls them into the next scene (D12, D18).
pub(super) fn end_downtime(draft: &mut Draft<Dm>, time: &Elapsed, auto: bool) {
    let Elapsed { narration, time_elapsed: elapsed, dice_recovered: dice, hook } = time.clone();
    draft.tell(Event::NarrationGiven { narration, connector: None, auto });
    draft.tell(Event::TimePassed { elapsed });
    let active: Vec<SeatId> = draft.state().active().collect();
    for seat in active {
        sheet::dice(draft, seat, usize::from(dice), "time");
    }
    course::mend_spotlight(draft);
    course::next_scene(draft, Some(hook));
}

/// A scar is named; the fourth is the last (D14).
pub(super) fn break_with(
    draft: &mut Draft<Dm>,
    narration: String,
    trauma: String,
    suggested: Vec<String>,
    auto: bool,
) {
    let Some(Mood::Trauma { player, trigger, adrenaline, .. }) = draft.state().mood().cloned() else {
        return;
    };
    draft.tell(Event::NarrationGiven { narration, connector: None, auto });
    draft.tell(Event::TraumaGained { player_id: player, trauma });
    sheet::stress(draft, player, -i32::from(STRESS_MAX), "it broke");
    sheet::recovering(draft, player, true);
    if scars(draft.state(), player) >= TRAUMA_MAX {
        let why = "four scars are a career".to_owned();
        draft.tell(Event::CharacterRetired { player_id: player, why });
        if draft.state().active().next().is_none() {
            return course::end(draft, EndReason::Retired);
        }
    }
    course::mend_spotlight(draft);
    if course::threshold(draft) {
        return;
    }
    if adrenaline { course::adrenaline(draft, trigger, suggested) } else { course::enter_downtime(draft) }
}

fn scars(state: &State, seat: SeatId) -> usize {
    state.character(seat).map_or(0, |sheet| sheet.trauma.len())
}
