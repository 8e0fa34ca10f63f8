use engine::{Actor, Audience, Put, SeatId, SeatSet, Viewer};
use mafia::view::{Cause, PhaseName, Role, Side, VoteReason};
use mafia::{Command, Counts, Event, Mafia, Phase, Setup, Speech, Speed, VoteCount};
use testkit::house_seats;

use super::town::{Town, code, words};

fn at_discussion() -> Town {
    let mut town = Town::instant();
    let victim = town.one(Role::Villager);
    town.night(victim, Some(victim));
    assert_eq!(town.phase(), PhaseName::DayDiscussion);
    town
}

fn at_voting() -> Town {
    let mut town = at_discussion();
    town.silence();
    assert_eq!(town.phase(), PhaseName::DayVoting);
    town
}

fn result(events: &[Event]) -> (Option<SeatId>, VoteReason, bool, Vec<VoteCount>) {
    events
        .iter()
        .find_map(|event| match event {
            Event::VoteResult { eliminated, reason, tie, distribution, .. } => {
                Some((*eliminated, *reason, *tie, distribution.clone()))
            }
            _ => None,
        })
        .expect("a vote result")
}

#[test]
fn m10_each_living_seat_speaks_once_in_turn() {
    let mut town = at_discussion();
    let speakers: Vec<SeatId> = town.living().iter().collect();
    assert_eq!(code(town.say(speakers[1], words("Me first."))), "not-yours");
    for &speaker in &speakers {
        town.say(speaker, words("Good morning.")).unwrap();
    }
    assert_eq!(town.phase(), PhaseName::DayVoting);
    assert_eq!(code(town.say(speakers[0], words("One more thing."))), "not-offered");
}

#[test]
fn m10_the_start_moves_by_two_places_a_day_and_the_dead_are_skipped() {
    let mut town = Town::instant();
    let first = |town: &Town, day: u8| {
        let order = town.game.state.turn_order(day);
        let start = (usize::from(day) - 1) * 2;
        let expected: Vec<SeatId> = (0..10)
            .map(|step| SeatId::at((start + step) % 10))
            .filter(|&seat| town.living().contains(seat))
            .collect();
        assert_eq!(order, expected, "day {day}");
    };
    for day in 1..=3 {
        let victim = town.one(Role::Villager);
        town.night(victim, None);
        first(&town, day);
        let Phase::Discussion(discussion) = &town.game.state.phase else { panic!("no discussion") };
        assert_eq!(discussion.order, town.game.state.turn_order(day));
        if day < 3 {
            town.silence();
            let out = town.one(Role::Mafia);
            town.condemn(out);
        }
    }
}

#[test]
fn m10_a_discussion_has_at_most_so_many_turns() {
    let setup = Setup { speed: Some(Speed::Instant), turns: 3, ..Setup::default() };
    let mut town = Town::of(&house_seats(10, &["social"]), setup, 5);
    let victim = town.one(Role::Villager);
    town.night(victim, Some(victim));
    for _ in 0..3 {
        let Phase::Discussion(discussion) = &town.game.state.phase else { panic!("no discussion") };
        let speaker = discussion.speaker().unwrap();
        town.game.seat(speaker, &Command::pass()).unwrap();
    }
    assert_eq!(town.phase(), PhaseName::DayVoting);
}

#[test]
fn m10_a_thought_is_private_and_a_claim_is_public_with_the_truth_for_the_host_alone() {
    let mut town = at_discussion();
    let speaker = town.living().nth(0).unwrap();
    let actual_role = town.game.state.role(speaker);
    let before = town.game.told.len();
    let speech = Speech {
        text: "I am the doctor.".into(),
        claim: Some(Role::Doctor),
        thought: Some("Let us see who flinches.".into()),
        ..Speech::default()
    };
    town.say(speaker, speech).unwrap();
    let told: Vec<(Audience, &Event)> =
        town.game.told[before..].iter().map(|told| (told.audience, &told.event)).collect();
    let thought = Event::AgentThought { player_id: speaker, thought: "Let us see who flinches.".into() };
    assert_eq!(told[0], (Audience::Thoughts(speaker), &thought));
    let claim = Event::RoleClaimed { player_id: speaker, claimed_role: Role::Doctor };
    assert_eq!(told[1], (Audience::Public, &claim));
    let checked = Event::RoleClaimChecked { player_id: speaker, claimed_role: Role::Doctor, actual_role };
    assert_eq!(told[2], (Audience::Host, &checked));
    assert!(matches!(told[3], (Audience::Public, Event::StatementMade { .. })));
}

#[test]
fn m10_words_are_checked_and_nothing_is_lost() {
    let mut town = at_discussion();
    let speaker = town.living().nth(0).unwrap();
    for (bad, no) in [("", "blank"), ("   ", "blank"), (&"x".repeat(2_001), "not-offered")] {
        assert_eq!(code(town.say(speaker, words(bad))), no, "{bad:?}");
    }
    let own = Speech { accuse: Some(speaker), ..words("It was me.") };
    assert_eq!(code(town.say(speaker, own)), "not-offered");
    town.say(speaker, words(&"é".repeat(2_000))).expect("still its turn, and the limit itself is legal");
    let next = town.game.state.turn().expect("somebody's turn").seat;
    let events =
        town.say(next, words("\u{1b}[2JGood morning.\u{7}")).expect("what a terminal obeys is taken away");
    let said = events.iter().find_map(|event| match event {
        Event::StatementMade { public_statement, .. } => Some(&**public_statement),
        _ => None,
    });
    assert_eq!(said, Some("[2JGood morning."));
}

#[test]
fn m11_the_finished_statement_is_the_record_whole_and_as_said() {
    let mut town = at_discussion();
    let speaker = town.living().nth(0).unwrap();
    let events = town.say(speaker, words("  First line.\nSecond line. ")).unwrap();
    assert!(events.contains(&Event::StatementMade {
        player_id: speaker,
        turn_id: 1,
        public_statement: "First line.\nSecond line.".into(),
        accuses: None,
        vouches: None,
        cut_off: false,
    }));
}

#[test]
fn m11_a_stream_that_breaks_leaves_the_said_part_and_a_mark() {
    let mut town = at_discussion();
    let speaker = town.living().nth(0).unwrap();
    let marked = Speech { cut_off: true, ..words("I saw Ben at the") };
    let more = Speech { claim: Some(Role::Doctor), ..marked.clone() };
    assert_eq!(code(town.say(speaker, more)), "not-offered", "of what was only begun nothing else is known");
    let events = town.say(speaker, marked).unwrap();
    let said = &events[0];
    assert!(matches!(said, Event::StatementMade { cut_off: true, .. }), "{said:?}");
    let telling = <Mafia as engine::Machine>::telling(&town.game.state, said).unwrap();
    assert_eq!(telling.text, "I saw Ben at the … (cut off)");
    assert_eq!(town.game.state.today().unwrap().said.len(), 1, "and the turn is over");
}

#[test]
fn m12_never_for_oneself_or_the_dead() {
    let mut town = Town::instant();
    let victim = town.one(Role::Villager);
    town.night(victim, None);
    town.silence();
    let voter = town.living().nth(0).unwrap();
    assert_eq!(code(town.vote(voter, voter)), "not-offered");
    assert_eq!(code(town.vote(voter, victim)), "not-offered");
    assert_eq!(code(town.vote(victim, voter)), "not-yours", "the dead");
    assert_eq!(code(town.vote(SeatId::at(12), voter)), "not-yours", "a seat that is not there");
}

#[test]
fn m12_a_vote_may_be_changed_until_voting_closes_and_is_marked() {
    let mut town = at_voting();
    let [a, b, c] = [0, 1, 2].map(|n| town.living().nth(n).unwrap());
    let changed = |events: Vec<Event>| matches!(events[0], Event::VoteCast { changed: true, .. });
    assert!(!changed(town.vote(a, b).unwrap()));
    assert!(!changed(town.vote(a, b).unwrap()), "the same again is no change");
    assert!(changed(town.vote(a, c).unwrap()));
    assert!(changed(town.game.seat(a, &Command::abstain()).unwrap()));
    assert_eq!(town.game.state.today().unwrap().votes.len(), 1, "one vote each");
}

#[test]
fn m12_the_running_tally_is_public_and_voting_closes_with_the_last_vote() {
    let mut town = at_voting();
    let target = town.living().nth(4).unwrap();
    let voters: Vec<SeatId> = town.living().without(target).iter().collect();
    for (index, &voter) in voters.iter().enumerate() {
        town.vote(voter, target).unwrap();
        let view = <Mafia as engine::Machine>::view(&town.game.state, Viewer::Public);
        assert_eq!(view.today().unwrap().votes.len(), index + 1);
    }
    assert_eq!(town.phase(), PhaseName::DayVoting);
    town.game.seat(target, &Command::abstain()).unwrap();
    assert_ne!(town.phase(), PhaseName::DayVoting);
}

#[test]
fn m12_at_the_deadline_those_who_have_not_voted_abstain_and_it_is_marked() {
    let mut town = Town::people(Speed::Debug);
    town.game.time_up();
    while town.phase() != PhaseName::DayVoting {
        town.game.time_up();
    }
    let [a, b] = [0, 1].map(|n| town.living().nth(n).unwrap());
    town.vote(a, b).unwrap();
    let living = town.living().len();
    let events = town.game.time_up();
    let abstained = events
        .iter()
        .filter(|event| matches!(event, Event::VoteCast { target_id: None, auto: Some(_), .. }))
        .count();
    assert_eq!(abstained, living - 1);
    assert_eq!(result(&events).0, Some(b), "one vote is the most");
}

#[test]
fn m12_a_vote_that_cannot_be_read_is_a_rejection_and_not_an_abstention() {
    let reading = serde_json::from_str::<Command>(r#"{"type":"CastVote","target":"Ben, I think"}"#);
    assert!(reading.is_err());
    let reading = serde_json::from_str::<Command>(r#"{"type":"CastVote"}"#);
    assert!(reading.is_err(), "no target is not an abstention");
}

#[test]
fn m13_most_votes_go() {
    let mut town = at_voting();
    let seats: Vec<SeatId> = town.living().iter().collect();
    let mut events = Vec::new();
    for (index, &seat) in seats.iter().enumerate() {
        let target = if index < 4 { seats[9] } else { seats[(index + 1) % 4] };
        events = town.vote(seat, target).unwrap();
    }
    let (eliminated, reason, tie, distribution) = result(&events);
    assert_eq!((eliminated, reason, tie), (Some(seats[9]), VoteReason::Plurality, false));
    assert_eq!(distribution.iter().map(|tally| tally.count).sum::<u8>(), 10);
}

#[test]
fn m13_a_tie_is_drawn_with_the_dice_and_the_same_seed_draws_the_same() {
    let play = |seed| {
        let setup = Setup { speed: Some(Speed::Instant), ..Setup::default() };
        let mut town = Town::of(&house_seats(10, &["social"]), setup, seed);
        let victim = town.one(Role::Villager);
        town.night(victim, Some(victim));
        town.silence();
        let seats: Vec<SeatId> = town.living().iter().collect();
        let mut events = Vec::new();
        for (index, &seat) in seats.iter().enumerate() {
            let target = if index % 2 == 0 { seats[1] } else { seats[0] };
            events = town.vote(seat, target).unwrap();
        }
        result(&events)
    };
    let mut drawn = [0, 0];
    for seed in 0..200 {
        let (eliminated, reason, tie, _) = play(seed);
        assert_eq!((reason, tie), (VoteReason::TieDrawn, true));
        assert_eq!(play(seed).0, eliminated);
        drawn[eliminated.unwrap().index()] += 1;
    }
    assert!(drawn.iter().all(|&count| count > 60), "{drawn:?}");
}

#[test]
fn m13_nobody_goes_when_nobody_voted_or_everybody_has_exactly_one() {
    let mut town = at_voting();
    let seats: Vec<SeatId> = town.living().iter().collect();
    let mut events = Vec::new();
    for &seat in &seats {
        events = town.game.seat(seat, &Command::abstain()).unwrap();
    }
    assert_eq!(result(&events), (None, VoteReason::NoVotes, false, Vec::new()));
    assert_eq!(town.living(), SeatSet::first(10));

    let mut town = at_voting();
    for (index, &seat) in seats.iter().enumerate() {
        events = town.vote(seat, seats[(index + 1) % seats.len()]).unwrap();
    }
    let (eliminated, reason, tie, _) = result(&events);
    assert_eq!((eliminated, reason, tie), (None, VoteReason::AllSingle, true));
}

#[test]
fn m13_one_vote_each_but_not_for_all_is_a_tie() {
    let mut town = at_voting();
    let seats: Vec<SeatId> = town.living().iter().collect();
    let mut events = Vec::new();
    for (index, &seat) in seats.iter().enumerate() {
        events = if index == 0 {
            town.game.seat(seat, &Command::abstain()).unwrap()
        } else {
            town.vote(seat, seats[(index + 1) % seats.len()]).unwrap()
        };
    }
    assert_eq!(result(&events).1, VoteReason::TieDrawn);
}

#[test]
fn m13_the_majority_for_display_is_half_the_living_and_one() {
    let mut town = at_voting();
    let majority = |town: &Town| <Mafia as engine::Machine>::view(&town.game.state, Viewer::Public).majority;
    assert_eq!(majority(&town), 6);
    let out = town.one(Role::Mafia);
    town.condemn(out);
    assert_eq!(majority(&town), 5);
}

#[test]
fn m14_the_result_comes_on_leaving_voting_and_the_death_once_in_resolution_with_the_role() {
    let mut town = at_voting();
    let out = town.one(Role::Mafia);
    let events = town.condemn(out);
    let position = |wanted: &dyn Fn(&Event) -> bool| events.iter().position(wanted).expect("in the events");
    let vote_result = position(&|event| matches!(event, Event::VoteResult { .. }));
    let to_resolution =
        position(&|event| matches!(event, Event::PhaseChanged { to: PhaseName::Resolution, .. }));
    let death = Event::PlayerEliminated {
        player_id: out,
        cause: Cause::Vote,
        day_number: 1,
        role: Some(Role::Mafia),
    };
    let died = position(&|event| *event == death);
    assert!(vote_result < to_resolution && to_resolution < died);
    let deaths =
        town.game.told.iter().filter(|told| matches!(told.event, Event::PlayerEliminated { .. })).count();
    assert_eq!(deaths, 1);
}

#[test]
fn m15_the_town_wins_with_no_mafia_left() {
    let mut town = Town::instant();
    town.town_wins();
    let Phase::End(outcome) = &town.game.state.phase else { panic!("not over") };
    assert_eq!(outcome.winner, Side::Town);
    assert_eq!(outcome.winning_players, SeatSet::first(10).minus(town.game.state.mafia));
}

#[test]
fn m15_the_mafia_win_as_soon_as_they_are_as_many_by_night_or_by_vote() {
    let mut town = Town::instant();
    while town.game.state.winner().is_none() {
        let victim = town.living().minus(town.game.state.mafia).nth(0).unwrap();
        town.night(victim, None);
        if town.game.state.winner().is_none() {
            town.silence();
            let out = town.living().minus(town.game.state.mafia).nth(0).unwrap();
            town.condemn(out);
        }
    }
    assert_eq!(town.game.state.winner(), Some(Side::Mafia));
    assert_eq!(town.phase(), PhaseName::End);
    assert_eq!(town.living().len(), 6, "three against three");

    let roles = Counts { mafia: 1, doctor: 0, sheriff: 0, villager: 4 };
    let setup = Setup { speed: Some(Speed::Instant), roles, ..Setup::default() };
    let mut town = Town::of(&house_seats(5, &["social"]), setup, 2);
    let [victim, out] = [0, 1].map(|n| town.all(Role::Villager)[n]);
    town.round(victim, out);
    assert_eq!(town.phase(), PhaseName::NightActions, "one against two");
    let victim = town.one(Role::Villager);
    town.night(victim, None);
    assert_eq!(town.phase(), PhaseName::End, "one against one, in the night");
}

#[test]
fn m16_the_end_reveals_all_and_takes_no_command() {
    let mut town = Town::instant();
    let hash = engine::Seed(7).promise(None);
    let shown = |viewer, town: &Town| <Mafia as engine::Machine>::view(&town.game.state, viewer);
    assert_eq!(shown(Viewer::Public, &town).seed_hash, hash);
    town.town_wins();
    let view = shown(Viewer::Public, &town);
    let outcome = view.outcome.as_ref().unwrap();
    assert_eq!(outcome.seed, 7);
    assert_eq!(
        engine::Seed(outcome.seed).promise(None),
        view.seed_hash,
        "the seed is the one that was promised"
    );
    assert_eq!(outcome.roles, town.game.state.roles);
    assert_eq!(view.roles.iter().count(), 10);
    let seat = town.living().nth(0).unwrap();
    for command in [Command::pass(), Command::Extend] {
        assert_eq!(code(town.give(seat, &command)), "over");
    }
    assert_eq!(code(town.game.act(Actor::Host, &Command::Advance)), "over");
    assert_eq!(town.game.put(Actor::Clock, &Put::TimeUp).unwrap_err().code, "over");
    assert_eq!(town.game.absent(seat, "late").unwrap_err().code, "over");
}
