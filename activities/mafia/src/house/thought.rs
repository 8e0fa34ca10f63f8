//! What a seat thinks to itself: the true reason, and whom it suspects most.

use engine::{SeatId, SeatSet};
use protocol::mafia::Role;

use super::lines::{Gaps, Writer};
use super::memory::Memory;
use super::night::Motive;
use super::plan::Plan;
use super::suspicion::{CERTAIN, Suspicion};
use super::vote::Ballot;
use crate::NightAction;

/// How many suspects a thought lists.
const LISTED: usize = 2;

/// Why somebody was chosen at night.
pub(super) fn at_night(
    memory: &Memory<'_>,
    scores: &Suspicion,
    action: NightAction,
    target: SeatId,
    motive: Motive,
) -> String {
    let phrase = match (action, motive) {
        (NightAction::Kill, Motive::Team) => "We agree on {x} tonight.",
        (NightAction::Kill, Motive::Claim(Role::Sheriff)) => {
            "{x} claims the badge, so {x} must not see the morning."
        }
        (NightAction::Kill, Motive::Claim(_)) => "{x} claims to be the doctor, and we can do without one.",
        (NightAction::Kill, Motive::Hunter) => "{x} has come too close to us.",
        (NightAction::Kill, _) => "The town trusts {x}, so the town will miss {x}.",
        (NightAction::Protect, Motive::Claim(_)) => "{x} may be the sheriff, so that is where I stand guard.",
        (NightAction::Protect, Motive::Self_) => "Tonight I look after myself.",
        (NightAction::Protect, _) => "If I were mafia I would go for {x}, so I stand guard there.",
        (NightAction::Investigate, _) => "{x} is the biggest question I have left.",
        (NightAction::Suspect, _) => "If I had a say tonight, it would be about {x}.",
    };
    write(memory, scores, phrase, Some(target))
}

/// Why a vote was cast.
pub(super) fn at_vote(memory: &Memory<'_>, scores: &Suspicion, ballot: Ballot) -> String {
    let (phrase, x) = match ballot {
        Ballot::Suspect(x) if scores.of(x) >= CERTAIN => ("I know what {x} is.", Some(x)),
        Ballot::Suspect(x) => ("I suspect {x} most, so I vote that way.", Some(x)),
        Ballot::Named(x) => ("I have named {x}, and I stand by it.", Some(x)),
        Ballot::Joined(x) => ("{x} is not my first choice, but a split vote helps the mafia.", Some(x)),
        Ballot::Cover(x) => ("A vote against {x} looks honest and costs us nothing.", Some(x)),
        Ballot::Bus(x) => ("{x} is lost, and my vote against {x} buys me trust.", Some(x)),
        Ballot::Nobody if memory.role == Role::Mafia => ("Out of this vote my hands stay clean.", None),
        Ballot::Nobody => ("I have too little to go by, so I vote for nobody.", None),
    };
    write(memory, scores, phrase, x)
}

/// What stands behind a turn.
pub(super) fn at_turn(memory: &Memory<'_>, scores: &Suspicion, plan: &Plan) -> String {
    let mafia = memory.role == Role::Mafia;
    let (phrase, x) = match *plan {
        Plan { claim: Some(Role::Sheriff), accuse, .. } if mafia => {
            ("I wear a false badge now, and {x} has to look guilty.", accuse)
        }
        Plan { claim: Some(_), accuse, .. } if mafia => {
            ("They are close to me, so I need a lie about my role.", accuse)
        }
        Plan { claim: Some(Role::Sheriff), .. } if memory.sheriffs.contains(memory.me) => {
            ("They know who I am, so I tell them what I have.", None)
        }
        Plan { claim: Some(Role::Sheriff), .. } => ("It is time that they know who I am.", None),
        Plan { claim: Some(_), .. } => ("They are about to vote me out, so I say what I am.", None),
        Plan { accuse: Some(x), .. } if memory.team.contains(x) => {
            ("{x} is one of us and cannot be saved, so I help to push.", Some(x))
        }
        Plan { accuse: Some(x), .. } if mafia => ("{x} is innocent, and easy to talk about.", Some(x)),
        Plan { accuse: Some(x), .. } if scores.of(x) >= CERTAIN => {
            ("I know that {x} is mafia, but I keep to myself how.", Some(x))
        }
        Plan { accuse: Some(x), .. } => ("I think it is {x}.", Some(x)),
        Plan { vouch: Some(x), .. } if mafia => ("A good word for {x} makes me look kind.", Some(x)),
        Plan { vouch: Some(x), .. } => ("I believe in {x}.", Some(x)),
        Plan { .. } if mafia => ("The less I say today, the better.", None),
        Plan { .. } => ("I have nothing that I would swear to.", None),
    };
    write(memory, scores, phrase, x)
}

fn write(memory: &Memory<'_>, scores: &Suspicion, phrase: &str, x: Option<SeatId>) -> String {
    let mut writer = Writer::new(memory.view);
    writer.sentence(phrase, &Gaps { x, ..Gaps::default() });
    let mut left = memory.others();
    if memory.role == Role::Mafia {
        left = left.minus(memory.team);
        writer.list(" The town looks at", top(scores, left));
    } else {
        writer.list(" My suspects:", top(scores, left));
    }
    writer.finish()
}

/// The most suspected, with how far they stand above the average, the most suspected first.
fn top(scores: &Suspicion, among: SeatSet) -> impl Iterator<Item = (SeatId, Option<i32>)> {
    let mut found: [Option<(SeatId, i32)>; LISTED] = [None; LISTED];
    for seat in among.iter() {
        let mut next = Some((seat, scores.above_average(seat)));
        for place in &mut found {
            if next.map(|(_, score)| score) > place.map(|(_, score)| score) {
                std::mem::swap(place, &mut next);
            }
        }
    }
    found.into_iter().flatten().map(|(seat, score)| (seat, Some(score).filter(|&score| score < CERTAIN / 2)))
}
