//! Events in words: one text for the terminal, the page, the export and the prompt.

use std::cmp::Reverse;

use crate::view::{Cause, Day, PhaseName, Role, Side, Vote, VoteReason};
use engine::{SeatId, Telling, Tone, Voice};
use kit::words::listed;

use super::board::VOTES;
use super::event::{Auto, Belief, Event, NightAction, VoteCount};
use super::limits::BIDS;
use super::setup::Ballot;
use super::state::{Phase, State};

/// The event in words, if there are any to say.
pub(super) fn telling(state: &State, event: &Event) -> Option<Telling> {
    let name = |seat: SeatId| state.seats.get(seat.index()).map_or("nobody", |seat| seat.name.as_str());
    let turn = |text: String| Telling::host(text).tone(Tone::Turn);
    let told = match event {
        Event::GameCreated(created) => {
            let deck = dealt(created.roles.dealt());
            Telling::host(format!("{} sit down. In the deck: {deck}.", created.players.len()))
        }
        Event::RoleAssigned { role, teammates, .. } => Telling::host(match role {
            Role::Mafia if teammates.is_empty() => "You are the mafia, alone.".to_owned(),
            Role::Mafia => format!("You are mafia, with {}.", listed(teammates.iter().map(name))),
            Role::Doctor | Role::Sheriff | Role::Villager => format!("You are {}.", role.with_article()),
        }),
        Event::PhaseChanged { to, day_number, .. } => match to {
            PhaseName::NightActions => {
                Telling::host(format!("Night {} falls. All eyes close.", (*day_number).max(1)))
            }
            PhaseName::DayDiscussion => Telling::host(format!("Day {day_number}. The table talks.")),
            PhaseName::DayVoting => Telling::host("The table votes."),
            PhaseName::Setup | PhaseName::MorningReveal | PhaseName::Resolution | PhaseName::End => {
                return None;
            }
        },
        Event::TimeExtended { player_id, extensions_left, .. } => Telling::host(format!(
            "{} asks for another minute ({extensions_left} more can be had).",
            name(*player_id)
        )),
        Event::TeamWordSaid { player_id, word } => {
            Telling::new(Voice::Seat(*player_id), word).means("to the team alone")
        }
        Event::TeamAskedAgain { seats } => Telling::host(format!(
            "You do not agree: {} {} asked once more.",
            listed(seats.iter().map(name)),
            if seats.len() == 1 { "is" } else { "are" }
        )),
        Event::NightActionSubmitted { player_id, action_type, target_id, changed, auto } => {
            let target = name(*target_id);
            let what = match action_type {
                NightAction::Kill => format!("{} would kill {target}", name(*player_id)),
                NightAction::Protect => format!("You protect {target} tonight"),
                NightAction::Investigate => format!("You look into {target}"),
                NightAction::Suspect => format!("You suspect {target}"),
            };
            let changed = if *changed { ", on second thoughts" } else { "" };
            Telling::host(format!("{what}{changed}.{}", because(auto.as_ref())))
        }
        Event::InvestigationResult { target_id, is_mafia, .. } => {
            let verdict = if *is_mafia { "is mafia" } else { "is not mafia" };
            Telling::host(format!("{} {verdict}.", name(*target_id)))
        }
        Event::NightResolved { saved: false, .. } => return None,
        Event::NightResolved { saved: true, .. } => {
            let text = "Morning. Nobody died: someone was attacked, and the doctor was there.";
            turn(text.to_owned()).mark("✚", "a save")
        }
        Event::NightResolvedInFull { target_id, protected_id, drawn, .. } => {
            let how = if *drawn { "drawn, as they did not agree" } else { "agreed" };
            let guarded = protected_id.map_or("nobody", name);
            Telling::host(format!(
                "The mafia went for {} ({how}); the doctor guarded {guarded}.",
                name(*target_id)
            ))
        }
        Event::AgentThought { player_id, thought } => Telling::new(Voice::Thought(*player_id), &**thought),
        Event::BeliefsHeld { player_id, beliefs } => {
            let taken = |it: &Belief| format!("{} for {}", name(it.seat), it.role.with_article());
            let taken = listed(beliefs.iter().map(taken));
            Telling::new(Voice::Thought(*player_id), format!("I take {taken}."))
        }
        Event::StatementMade { player_id, public_statement, accuses, vouches, cut_off, .. } => {
            let mark = if *cut_off { " … (cut off)" } else { "" };
            let said = Telling::new(Voice::Seat(*player_id), format!("{public_statement}{mark}"));
            let accuses = accuses.map(|seat| format!("accuses {}", name(seat)));
            let vouches = vouches.map(|seat| format!("vouches for {}", name(seat)));
            let marks: Vec<String> = accuses.into_iter().chain(vouches).collect();
            if marks.is_empty() { said } else { said.means(marks.join(", ")) }
        }
        Event::BidMade { player_id, bid } => Telling::new(
            Voice::Thought(*player_id),
            format!("I want to speak again: {bid} of {}.", BIDS.end()),
        ),
        Event::RoundBegun { order, round } => {
            let names = listed(order.iter().map(|seat| name(*seat)));
            Telling::host(match round {
                Some(round) => format!("Round {round} of the talk: {names}."),
                None => format!("{names} may answer."),
            })
        }
        Event::VotersAskedAgain { seats } => Telling::host(format!(
            "The lead has changed since {} voted: asked once more.",
            listed(seats.iter().map(name))
        )),
        Event::TurnPassed { player_id, auto, .. } => {
            Telling::host(format!("{} says nothing.{}", name(*player_id), because(auto.as_ref())))
        }
        Event::RoleClaimed { player_id, claimed_role } => {
            Telling::host(format!("{} claims to be {}.", name(*player_id), claimed_role.with_article()))
                .mark("!", "a claim")
        }
        Event::RoleClaimChecked { player_id, claimed_role, actual_role } => {
            let truth = if claimed_role == actual_role { "true" } else { "a lie" };
            Telling::host(format!("That is {truth}: {} is {}.", name(*player_id), actual_role.with_article()))
        }
        Event::VoteCast { voter_id, target_id, changed, auto } => {
            let asked_again = matches!(&state.phase, Phase::Voting(voting) if voting.asked_again);
            let verb = match changed {
                true => "now votes",
                false if asked_again => "still votes",
                false => "votes",
            };
            let what =
                target_id.map_or("for nobody".to_owned(), |target| format!("against {}", name(target)));
            Telling::host(format!("{} {verb} {what}.{}", name(*voter_id), because(auto.as_ref()))).on(VOTES)
        }
        Event::VoteResult { eliminated, votes, distribution, tie, reason } => {
            let mut sorted = distribution.clone();
            sorted.sort_by_key(|tally| (Reverse(tally.count), tally.target_id));
            let tally = |tally: &VoteCount| format!("{} {}", name(tally.target_id), tally.count);
            let tallies = sorted.iter().map(tally).collect::<Vec<String>>().join(", ");
            let most = sorted.first().map_or(0, |tally| tally.count);
            let tied =
                sorted.iter().take_while(|tally| tally.count == most).map(|tally| name(tally.target_id));
            let told = Telling::host(match (reason, eliminated) {
                (VoteReason::Plurality, Some(seat)) => format!("The vote: {tallies}. {} goes.", name(*seat)),
                (VoteReason::TieDrawn, Some(seat)) => format!(
                    "The vote: {tallies}. A tie between {}, drawn with the table's dice: {} goes.",
                    listed(tied),
                    name(*seat)
                ),
                (VoteReason::AllSingle, _) => "The vote: one against each. Nobody goes.".to_owned(),
                (VoteReason::NoVotes, _) => "Nobody voted. Nobody goes.".to_owned(),
                (VoteReason::Plurality | VoteReason::TieDrawn, None) => "Nobody goes.".to_owned(),
            });
            let opened = if state.ballot == Ballot::Secret { ballots(votes, name) } else { String::new() };
            let told = Telling { text: format!("{}{opened}", told.text), ..told };
            if *tie { told.mark("⚖", "a tie") } else { told }
        }
        Event::PlayerEliminated { player_id, cause, role, .. } => {
            let who = name(*player_id);
            let was = role.map_or(String::new(), |role| format!(" {who} was {}.", role.with_article()));
            turn(match cause {
                Cause::Night => format!("Morning. {who} was killed in the night.{was}"),
                Cause::Vote => format!("{who} leaves the table.{was}"),
            })
            .mark("†", "a death")
        }
        Event::GameEnded(outcome) => {
            let seats = outcome.roles.iter().enumerate().filter(|(_, role)| **role == Role::Mafia);
            let mafia = listed(seats.map(|(at, _)| name(SeatId::at(at))));
            let headline = match outcome.winner {
                Side::Town => "The town wins",
                Side::Mafia => "The mafia win",
            };
            turn(format!(
                "{headline} on day {}. The mafia were {mafia}. Seed {}.",
                outcome.day_number,
                outcome.chance()
            ))
            .mark("■", "the end")
        }
        Event::TurnClockStarted { .. } => return None,
    };
    Some(told)
}

/// The ballots of a secret vote, which are open once it is counted (M19): until then nobody was told of any.
fn ballots<'a>(votes: &[Vote], name: impl Fn(SeatId) -> &'a str) -> String {
    let counted = Day { votes: votes.to_vec(), ..Day::default() }.counted();
    let each = counted.iter().map(|(target, votes)| {
        let voters = listed(votes.iter().map(|vote| name(vote.voter_id)));
        format!("{} by {voters}", target.map_or("nobody", &name))
    });
    let each = each.collect::<Vec<String>>().join("; ");
    if each.is_empty() { each } else { format!(" The ballots: {each}.") }
}

fn because(auto: Option<&Auto>) -> String {
    match auto {
        None => String::new(),
        Some(Auto::Deadline) => " (Time was up.)".to_owned(),
        Some(Auto::Advanced) => " (The host went on.)".to_owned(),
        Some(Auto::Failed(reason)) => format!(" (No answer: {reason}.)"),
    }
}

/// What was dealt: `3 mafia, 1 doctor, 5 villagers`.
pub(super) fn dealt(counts: [u8; 4]) -> String {
    let count = |(role, number): (Role, u8)| match (number, role) {
        (1, _) | (_, Role::Mafia) => format!("{number} {role}"),
        (_, Role::Doctor | Role::Sheriff | Role::Villager) => format!("{number} {role}s"),
    };
    let dealt = Role::ALL.iter().copied().zip(counts).filter(|(_, number)| *number > 0);
    dealt.map(count).collect::<Vec<String>>().join(", ")
}
