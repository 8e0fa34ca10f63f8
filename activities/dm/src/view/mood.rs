//! What can be said of a mood, whatever it is.

use engine::SeatId;

use super::{Effect, Engaged, Floor, Invitation, Landing, Mood, PhaseName, Stand, Verdict};

impl Engaged {
    /// An action of no kind, that moves no clock.
    pub const fn of(stand: Stand, effect: Effect) -> Engaged {
        Engaged { stand, effect, domain: None, helped: false, clock: None, against: None }
    }
}

impl Landing {
    /// Which of the four it is.
    pub const fn verdict(&self) -> Verdict {
        match self {
            Landing::Clean { .. } => Verdict::Clean,
            Landing::Costly { .. } => Verdict::Costly,
            Landing::Setback { .. } => Verdict::Setback,
            Landing::Disaster { .. } => Verdict::Disaster,
        }
    }

    /// What happened, in its own words.
    pub fn what(&self) -> &str {
        match self {
            Landing::Clean { achieved } | Landing::Costly { achieved, .. } => achieved,
            Landing::Setback { what, .. } | Landing::Disaster { what, .. } => what,
        }
    }
}

impl Mood {
    /// Is it the aftermath of a failure under control, which does no other harm (D9)?
    pub const fn is_harmless(&self) -> bool {
        matches!(
            self,
            Mood::Aftermath {
                landing: Landing::Setback { .. },
                from: Engaged { stand: Stand::Controlled { .. }, .. },
                ..
            }
        )
    }

    /// The action that is under way, if one is.
    pub const fn engaged(&self) -> Option<&Engaged> {
        match self {
            Mood::Action { engaged, .. }
            | Mood::Aftermath { from: engaged, .. }
            | Mood::Bargain { back_to: engaged, .. } => Some(engaged),
            Mood::Scene { .. } | Mood::Downtime { .. } | Mood::Trauma { .. } | Mood::BetweenScenes { .. } => {
                None
            }
        }
    }

    /// How much a seat may still do, where time passes.
    pub fn days_of(&self, seat: SeatId) -> Option<u8> {
        let Mood::Downtime { left, .. } = self else { return None };
        left.get(seat.index()).copied()
    }

    /// Who is the first that may still do something where time passes, and how much.
    pub fn next_day(&self) -> Option<(SeatId, u8)> {
        let Mood::Downtime { left, .. } = self else { return None };
        let at = left.iter().position(|days| *days > 0)?;
        Some((SeatId::at(at), left[at]))
    }

    /// What is put to the players, while the word is theirs.
    pub const fn offer(&self) -> Option<&Invitation> {
        match self {
            Mood::Scene { floor: Floor::Player(offer), .. }
            | Mood::Aftermath { floor: Floor::Player(offer), .. } => Some(offer),
            Mood::Scene { floor: Floor::Gm, .. }
            | Mood::Aftermath { floor: Floor::Gm, .. }
            | Mood::Action { .. }
            | Mood::Downtime { .. }
            | Mood::Trauma { .. }
            | Mood::Bargain { .. }
            | Mood::BetweenScenes { .. } => None,
        }
    }

    /// The name of its phase.
    pub const fn name(&self) -> PhaseName {
        match self {
            Mood::Scene { .. } => PhaseName::Scene,
            Mood::Action { .. } => PhaseName::Action,
            Mood::Aftermath { .. } => PhaseName::Aftermath,
            Mood::Downtime { .. } => PhaseName::Downtime,
            Mood::Trauma { .. } => PhaseName::Trauma,
            Mood::Bargain { .. } => PhaseName::Bargain,
            Mood::BetweenScenes { .. } => PhaseName::BetweenScenes,
        }
    }
}

impl Invitation {
    /// Ideas or options, one of which can be taken.
    pub fn options(&self) -> &[String] {
        match self {
            Invitation::Free { suggested: options } | Invitation::Options { options } => options,
            Invitation::Question { .. } => &[],
        }
    }
}
