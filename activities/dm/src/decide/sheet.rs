//! Figures on a sheet: every change is clamped, and told with what it was, what it is and why (D4, D5).

use engine::{Draft, Purpose, SeatId};

use crate::Dm;
use crate::event::Event;
use crate::limits::{COIN_MAX, HEAT_MAX, HUNTED_AT, POOL_MAX, STRESS_MAX, WANTED_MAX};

fn applied(from: u8, delta: i32, max: u8) -> u8 {
    u8::try_from((i32::from(from) + delta).clamp(0, i32::from(max))).unwrap_or(max)
}

/// A change of one figure: which it is on the sheet, how high it goes, and the event that tells it.
macro_rules! figure {
    ($(#[$about:meta])* $name:ident, $field:ident, $max:expr, $event:ident) => {
        $(#[$about])*
        pub(super) fn $name(draft: &mut Draft<Dm>, player_id: SeatId, delta: i32, why: &str) {
            let Some(sheet) = draft.state().character(player_id) else { return };
            let (from, to) = (sheet.$field, applied(sheet.$field, delta, $max));
            if from != to {
                draft.tell(Event::$event { player_id, from, to, why: why.to_owned() });
            }
        }
    };
}

figure!(stress, stress, STRESS_MAX, StressChanged);
figure!(heat, heat, HEAT_MAX, HeatChanged);
figure!(coin, coin, COIN_MAX, CoinChanged);
figure!(wanted_figure, wanted, WANTED_MAX, WantedChanged);

/// Warrants, and what they bring: somebody is after who has three, until there are fewer again (D5).
pub(super) fn wanted(draft: &mut Draft<Dm>, seat: SeatId, delta: i32, why: &str) {
    wanted_figure(draft, seat, delta, why);
    let Some(sheet) = draft.state().character(seat) else { return };
    if sheet.wanted >= HUNTED_AT {
        hunted(draft, seat, true);
    } else if delta < 0 {
        hunted(draft, seat, false);
    }
}

/// Is somebody after them?
pub(super) fn hunted(draft: &mut Draft<Dm>, player_id: SeatId, hunted: bool) {
    if draft.state().character(player_id).is_some_and(|sheet| sheet.hunted != hunted) {
        draft.tell(Event::HuntedChanged { player_id, hunted });
    }
}

/// Do they have to heal?
pub(super) fn recovering(draft: &mut Draft<Dm>, player_id: SeatId, recovering: bool) {
    if draft.state().character(player_id).is_some_and(|sheet| sheet.recovering != recovering) {
        draft.tell(Event::RecoveringChanged { player_id, recovering });
    }
}

/// So many dice, rolled. Each seat has its own stream, so that what one rolls does not depend on the others.
pub(super) fn rolled(draft: &Draft<Dm>, seat: SeatId, count: usize) -> Vec<u8> {
    let purpose = Purpose { code: 20 + u16::from(seat.number()), name: "a pool" };
    let mut dice = draft.dice(purpose);
    (0..count).map(|_| dice.below(6) as u8 + 1).collect()
}

/// Gives so many dice, up to the cap (D12).
pub(super) fn dice(draft: &mut Draft<Dm>, player_id: SeatId, count: usize, why: &str) {
    let have = draft.state().character(player_id).map_or(POOL_MAX, |sheet| sheet.dice.len());
    let dice = rolled(draft, player_id, count.min(POOL_MAX.saturating_sub(have)));
    if !dice.is_empty() {
        draft.tell(Event::DiceRecovered { player_id, dice, why: why.to_owned() });
    }
}
