//! M18 to M22: what a table of minds needs.

use engine::{Audience, Holder, Machine, SeatId, SeatSet, Viewer, Voice};
use mafia::limits::{STANDING_BYTES_MAX, TEAM_ASKED_AGAIN_MAX};
use mafia::view::{PhaseName, Role, View};
use mafia::{Ballot, Command, Event, Mafia, Question, Setup, Speech, Speed};
use testkit::house_seats;

use super::town::{Town, code};

/// Ten seats of models at a table as it is laid for them, some of them people's.
fn minds(people: &[usize], setup: Setup) -> Town {
    let mut seats = house_seats(10, &["analytical"]);
    for (at, seat) in seats.iter_mut().enumerate() {
        let is_person = people.contains(&at);
        seat.holder = if is_person { Holder::Person } else { Holder::Model("scripted:none".to_owned()) };
    }
    Town::of(&seats, setup, 7)
}

fn setup() -> Setup {
    let speed = Some(Speed::Instant);
    Setup { speed, rounds: 2, ballot: Ballot::Open, team_agrees: true, ..Setup::default() }
}

fn view(town: &Town, seat: SeatId) -> View {
    Mafia::view(&town.game.state, Viewer::Seat(seat))
}

/// What is asked of a seat as a model reads it.
fn now(town: &Town, seat: SeatId) -> String {
    let ask = Mafia::asks(&town.game.state).into_iter().find(|ask| ask.seat == seat).expect("it is asked");
    Mafia::prompt(&view(town, seat), &ask).now
}

/// Who is asked and has not answered, those first who are first in line.
fn waiting(town: &Town) -> Vec<SeatId> {
    let mut asks: Vec<_> = Mafia::asks(&town.game.state).into_iter().filter(|ask| !ask.answered).collect();
    asks.sort_by_key(|ask| (ask.place, ask.seat));
    asks.into_iter().map(|ask| ask.seat).collect()
}

/// The team, in its line.
fn team(town: &Town) -> Vec<SeatId> {
    let mafia: SeatSet = town.all(Role::Mafia).into_iter().collect();
    waiting(town).into_iter().filter(|seat| mafia.contains(*seat)).collect()
}

/// A night in which nobody dies: whoever is attacked is protected.
fn pass_night(town: &mut Town) {
    let mafia: SeatSet = town.all(Role::Mafia).into_iter().collect();
    let guarded =
        town.game.state.night_targets(town.one(Role::Doctor)).minus(mafia).nth(0).expect("somebody");
    town.night(guarded, Some(guarded));
    assert_eq!(town.phase(), PhaseName::DayDiscussion);
}

fn speak(town: &mut Town, speech: Speech) -> SeatId {
    let seat = town.game.state.turn().expect("a turn").seat;
    town.say(seat, speech).expect("legal");
    seat
}

fn words(text: &str) -> Speech {
    Speech { text: text.into(), bid: Some(0), ..Speech::default() }
}

/// Words where nobody bids.
fn last(text: &str) -> Speech {
    Speech { text: text.into(), ..Speech::default() }
}

fn to_the_vote(town: &mut Town) {
    pass_night(town);
    while town.phase() == PhaseName::DayDiscussion {
        let seat = town.game.state.turn().expect("a turn").seat;
        town.give(seat, &Command::pass()).expect("legal");
    }
    assert_eq!(town.phase(), PhaseName::DayVoting);
}

#[test]
fn m18_the_team_stands_in_line_and_whoever_is_later_reads_what_was_chosen_and_said() {
    let mut town = minds(&[], setup());
    let line = team(&town);
    let places: Vec<u8> = line.iter().map(|seat| town.game.state.place(*seat)).collect();
    assert!(places.windows(2).all(|two| two[0] < two[1]), "{places:?}");
    let (first, second, victim) = (line[0], line[1], town.one(Role::Villager));
    assert!(!now(&town, second).contains("Chosen tonight"));
    let word = Some("She looks at us too much.".to_owned());
    let command = Command::ChooseTarget { target: victim, word, thought: None, beliefs: Vec::new() };
    let events = town.give(first, &command).expect("legal");
    let (name, by) =
        (&view(&town, second).name(victim).to_owned(), view(&town, second).name(first).to_owned());
    assert!(now(&town, second).contains(&format!("\"{by}\" chose \"{name}\"")), "{}", now(&town, second));
    let mafia: SeatSet = town.all(Role::Mafia).into_iter().collect();
    let Event::TeamWordSaid { .. } = &events[0] else { panic!("{events:?}") };
    let told = &town.game.told[town.game.told.len() - events.len()];
    assert_eq!(told.audience, Audience::Seats(mafia), "the team alone hears it");
    let telling = Mafia::telling(&town.game.state, &events[0]).expect("it is told");
    assert_eq!((telling.voice, telling.text.as_str()), (Voice::Seat(first), "She looks at us too much."));
    assert_eq!(telling.note.as_deref().filter(|_| telling.means), Some("to the team alone"));
}

#[test]
fn m18_the_word_of_somebody_without_a_team_is_heard_by_nobody() {
    let mut town = minds(&[], setup());
    let (sheriff, target) = (town.one(Role::Sheriff), town.one(Role::Villager));
    let word = Some("Hello?".to_owned());
    let command = Command::ChooseTarget { target, word, thought: None, beliefs: Vec::new() };
    let events = town.give(sheriff, &command).expect("every form is the same (M8)");
    assert!(!events.iter().any(|event| matches!(event, Event::TeamWordSaid { .. })), "{events:?}");
}

#[test]
fn m18_a_team_that_differs_is_asked_once_more_and_the_night_waits_for_it() {
    let mut town = minds(&[], setup());
    let victims = town.all(Role::Villager);
    let line = team(&town);
    for seat in town.living().iter().filter(|seat| !line.contains(seat)) {
        let target = town.game.state.night_targets(seat).nth(0).expect("somebody");
        town.choose(seat, target).expect("legal");
    }
    for (seat, target) in line.iter().zip(&victims) {
        town.choose(*seat, *target).expect("legal");
    }
    assert_eq!(town.phase(), PhaseName::NightActions, "they differ");
    assert_eq!(team(&town), line, "each is asked once more, in line");
    assert!(now(&town, line[0]).contains("Your team does not agree: choose once more."));
    for seat in &line {
        // Still not of one mind: they were asked once more, and that is all.
        let target = view(&town, *seat)
            .own
            .expect("its own")
            .choices
            .iter()
            .find(|it| it.seat == *seat)
            .expect("chosen")
            .target;
        town.choose(*seat, target).expect("legal");
    }
    assert_eq!(town.phase(), PhaseName::DayDiscussion, "the dice have drawn");
}

/// One after the other, as the first time: what a seat is asked once more is another question, which stands in the same line.
#[test]
fn m18_whoever_is_asked_once_more_is_asked_something_else_and_the_second_reads_what_the_first_chose_anew() {
    let mut town = minds(&[], setup());
    let (victims, line) = (town.all(Role::Villager), team(&town));
    let ids = |town: &Town| {
        Mafia::asks(&town.game.state).into_iter().map(|ask| (ask.seat, ask.id)).collect::<Vec<_>>()
    };
    let before = ids(&town);
    for (seat, target) in line.iter().zip(&victims) {
        town.choose(*seat, *target).expect("legal");
    }
    for ((seat, id), (_, was)) in ids(&town).into_iter().zip(&before) {
        assert_eq!(id != *was, line.contains(&seat), "{seat}: nobody else is asked anything new (M8)");
    }
    town.choose(line[0], victims[4]).expect("legal");
    let name = |seat: SeatId| town.game.state.seats[seat.index()].name.clone();
    let reads = now(&town, line[1]);
    assert!(reads.contains(&format!("\"{}\" chose \"{}\"", name(line[0]), name(victims[4]))), "{reads}");
    assert_eq!(team(&town), line[1..], "the first is not asked a third time");
}

#[test]
fn m18_nobody_else_sees_that_the_team_was_asked_again() {
    let mut town = minds(&[], setup());
    let (victims, line) = (town.all(Role::Villager), team(&town));
    for (seat, target) in line.iter().zip(&victims) {
        town.choose(*seat, *target).expect("legal");
    }
    let told = town.game.told.last().expect("an event");
    assert!(matches!(told.event, Event::TeamAskedAgain { .. }), "{told:?}");
    assert_eq!(told.audience, Audience::Seats(line.iter().copied().collect()));
    for seat in town.living().iter().filter(|seat| !line.contains(seat)) {
        assert!(!view(&town, seat).again);
    }
    assert_eq!(Mafia::board(&Mafia::view(&town.game.state, Viewer::Public)), {
        let fresh = minds(&[], setup());
        Mafia::board(&Mafia::view(&fresh.game.state, Viewer::Public))
    });
}

#[test]
fn m18_a_person_is_not_held_up_and_their_change_asks_the_others_again_so_often_and_no_more() {
    // Who holds a seat changes nothing of what is dealt.
    let person = team(&minds(&[], setup()))[1];
    let mut town = minds(&[person.index()], setup());
    let (a, b) = (town.all(Role::Villager)[0], town.all(Role::Villager)[1]);
    town.choose(person, a).expect("at any time");
    let others: Vec<SeatId> = team(&town);
    assert!(!others.contains(&person));
    for seat in &others {
        town.choose(*seat, a).expect("legal");
    }
    assert!(team(&town).is_empty(), "all agree");
    for round in 1..=TEAM_ASKED_AGAIN_MAX + 1 {
        town.choose(person, if round % 2 == 1 { b } else { a }).expect("people change as they like");
        let again = team(&town);
        if round <= TEAM_ASKED_AGAIN_MAX {
            assert_eq!(again, others, "time {round}");
        } else {
            assert!(again.is_empty(), "a call costs");
        }
        for seat in again {
            town.choose(seat, if round % 2 == 1 { b } else { a }).expect("legal");
        }
    }
}

#[test]
fn m19_in_an_open_vote_whoever_is_no_person_stands_in_a_line_that_moves_on_every_day() {
    let mut town = minds(&[], setup());
    to_the_vote(&mut town);
    let first = waiting(&town);
    let seats = town.game.state.seats.len();
    let turned = |line: &[SeatId]| {
        let start = line[0].index();
        line.iter().map(|seat| (seat.index() + seats - start) % seats).collect::<Vec<usize>>()
    };
    assert!(turned(&first).windows(2).all(|two| two[0] < two[1]), "{first:?}");
    for seat in first.clone() {
        town.give(seat, &Command::abstain()).expect("legal");
    }
    to_the_vote(&mut town);
    assert_ne!(waiting(&town)[0], first[0]);
}

#[test]
fn m19_each_reads_the_tally_and_who_voted_whom_and_is_asked_once_more_if_the_lead_has_changed() {
    let mut town = minds(&[], setup());
    to_the_vote(&mut town);
    let line = waiting(&town);
    let (a, b) = (line[8], line[9]);
    assert!(now(&town, line[0]).contains("No votes yet."));
    town.vote(line[0], a).expect("legal");
    let name = view(&town, a).name(a).to_owned();
    let tally = format!("Votes so far, by seat: \"{name}\" 1 (by {}).", line[0]);
    assert!(now(&town, line[1]).contains(&tally), "{}", now(&town, line[1]));
    for seat in &line[1..] {
        let target = if *seat == b { a } else { b };
        town.vote(*seat, target).expect("legal");
    }
    assert_eq!(town.phase(), PhaseName::DayVoting, "the lead has changed since the first voted");
    // After the second there was a tie; from the third on it was as it is now.
    assert_eq!(waiting(&town), line[..2]);
    let reads = now(&town, line[0]);
    assert!(reads.contains("the lead has changed since: vote once more, the same or not."), "{reads}");
    town.vote(line[0], b).expect("legal");
    assert_eq!(waiting(&town), [line[1]]);
    town.vote(line[1], b).expect("legal");
    assert_ne!(town.phase(), PhaseName::DayVoting, "once, and no more");
}

#[test]
fn m19_people_vote_at_any_time_and_are_not_asked_again() {
    let mut town = minds(&[3], setup());
    to_the_vote(&mut town);
    let person = SeatId::at(3);
    let line: Vec<SeatId> = waiting(&town).into_iter().filter(|seat| *seat != person).collect();
    let (a, b) = (line[7], line[8]);
    town.vote(person, a).expect("before all others");
    for seat in &line {
        town.vote(*seat, if *seat == b { a } else { b }).expect("legal");
    }
    assert!(!waiting(&town).contains(&person));
    assert_eq!(waiting(&town), [line[0]], "who saw a tie");
}

#[test]
fn m19_of_a_secret_vote_nobody_sees_anything_before_all_are_counted() {
    let mut town = minds(&[], Setup { ballot: Ballot::Secret, ..setup() });
    to_the_vote(&mut town);
    assert!(Mafia::asks(&town.game.state).iter().all(|ask| ask.place == 0), "all at once");
    let (voter, other, target) = {
        let line = waiting(&town);
        (line[0], line[1], line[2])
    };
    let before = Mafia::view(&town.game.state, Viewer::Seat(other));
    let public = Mafia::view(&town.game.state, Viewer::Public);
    town.vote(voter, target).expect("legal");
    assert_eq!(town.game.told.last().expect("an event").audience, Audience::seat(voter));
    assert_eq!(Mafia::view(&town.game.state, Viewer::Seat(other)), before);
    assert_eq!(Mafia::view(&town.game.state, Viewer::Public), public);
    assert_eq!(view(&town, voter).today().expect("a day").votes.len(), 1, "its own it sees");
    let ask = Mafia::asks(&town.game.state).into_iter().find(|ask| ask.seat == other).expect("it is asked");
    let form = Mafia::form(&view(&town, other), &ask);
    assert!(form.title.ends_with(" Nobody sees a vote before all are counted."), "{}", form.title);
    assert!(now(&town, other).contains(&form.title), "in every prompt, too");
    for seat in waiting(&town) {
        town.vote(seat, if seat == target { voter } else { target }).expect("legal");
    }
    let counted = Mafia::view(&town.game.state, Viewer::Public);
    assert_eq!(counted.days[0].votes.len(), 10, "then all of it");
    // And everybody is told so, in the record of every seat and in what is kept of the game.
    let told = town.game.told.iter().find(|told| matches!(told.event, Event::VoteResult { .. }));
    let told = told.expect("it is counted");
    assert_eq!(told.audience, Audience::Public);
    let text = Mafia::telling(&town.game.state, &told.event).expect("it is told").text;
    let name = |seat: SeatId| town.game.state.seats[seat.index()].name.clone();
    let ballots = text.split_once(" The ballots: ").expect(&text).1;
    assert!(ballots.ends_with(&format!("; {} by {}.", name(voter), name(target))), "{text}");
    for seat in counted.days[0].votes.iter().map(|vote| vote.voter_id) {
        assert!(ballots.contains(&name(seat)), "{text}");
    }
}

#[test]
fn m19_what_decides_is_said_and_a_majority_is_not() {
    let mut town = minds(&[], setup());
    to_the_vote(&mut town);
    let seat = waiting(&town)[0];
    let board = Mafia::board(&view(&town, seat)).expect("a board");
    let shown = format!("{} {}", now(&town, seat), serde_json::to_string(&board).expect("it serialises"));
    assert!(shown.contains("most votes") && !shown.contains("majority"), "{shown}");
}

#[test]
fn m20_in_the_last_round_those_speak_who_want_to_most_and_who_was_named_wants_to_more() {
    let mut town = minds(&[], setup());
    pass_night(&mut town);
    let order: Vec<SeatId> = (0..10).map(SeatId::at).collect();
    let first = Mafia::asks(&town.game.state)[0].id;
    let named = town.game.state.seats[2].name.clone();
    for seat in &order {
        let bid = match seat.index() {
            1 => 2,
            2 => 1,
            5 => 4,
            _ => 0,
        };
        let text =
            if seat.index() == 9 { format!("What about {named}, then?") } else { "I wonder.".to_owned() };
        let said = speak(&mut town, Speech { text: text.into(), bid: Some(bid), ..Speech::default() });
        assert_eq!(said, *seat);
    }
    assert!(!view(&town, SeatId::at(5)).bids, "in the last round nobody bids");
    let second = Mafia::asks(&town.game.state)[0].id;
    assert_ne!(second, first, "who is asked again is asked something else");
    let floor: Vec<usize> = (0..3).map(|_| speak(&mut town, last("Well.")).index()).collect();
    assert_eq!(floor, [5, 2, 1], "4; 1 and 2 for having been named; 2");
    assert_eq!(town.phase(), PhaseName::DayVoting);
}

#[test]
fn m20_whoever_was_accused_after_their_last_words_may_always_answer_once() {
    let mut town = minds(&[], setup());
    pass_night(&mut town);
    let accused = SeatId::at(4);
    for seat in 0..10 {
        let accuse = (seat == 8).then_some(accused);
        speak(&mut town, Speech { accuse, bid: Some(if seat == 8 { 3 } else { 0 }), ..words("Hm.") });
    }
    // The second round: 8, who bid, and 4, who was accused.
    assert_eq!(speak(&mut town, last("I am done.")), SeatId::at(8));
    assert_eq!(town.game.state.turn().expect("a turn").seat, accused);
    speak(&mut town, Speech { accuse: Some(SeatId::at(8)), ..last("It was you.") });
    // Whoever was accused after their last words answers; nobody answers twice.
    assert_eq!(town.game.state.turn().expect("a turn").seat, SeatId::at(8));
    speak(&mut town, Speech { accuse: Some(accused), ..last("No, you.") });
    assert_eq!(town.game.state.turn().expect("a turn").seat, accused);
    speak(&mut town, Speech { accuse: Some(SeatId::at(8)), ..last("You.") });
    assert_eq!(town.phase(), PhaseName::DayVoting, "once each");
}

/// A role that is claimed when others have had their last words can be answered by all of them, whoever they are: who has it in truth is
/// not told apart by being asked. Once a day.
#[test]
fn m20_a_claim_with_the_last_word_can_be_answered() {
    let mut town = minds(&[], setup());
    pass_night(&mut town);
    let living: Vec<SeatId> = town.living().iter().collect();
    let (liar, accused) = (living[3], living[1]);
    for seat in &living {
        let accuse = (*seat == living[5]).then_some(liar);
        speak(&mut town, Speech { accuse, ..words("Hm.") });
    }
    // Nobody wants to speak again but the one who was accused.
    assert_eq!(town.game.state.turn().expect("a turn").seat, liar);
    let claim = Some(Role::Sheriff);
    speak(&mut town, Speech { claim, accuse: Some(accused), ..last("I am the sheriff, and it is you.") });
    let mut heard = Vec::new();
    while let Some(turn) = town.game.state.turn() {
        heard.push(turn.seat);
        // Another claim among the answers gives nobody the floor again.
        let claim = (turn.seat == living[2]).then_some(Role::Doctor);
        speak(&mut town, Speech { claim, ..last("Are you?") });
    }
    let others: Vec<SeatId> = living.iter().copied().filter(|seat| *seat != liar).collect();
    assert_eq!(heard, others, "each that has not spoken since, once");
    assert_eq!(town.phase(), PhaseName::DayVoting);
}

/// What all could answer, or have heard before, gives nobody the floor.
#[test]
fn m20_a_claim_that_others_speak_after_or_that_is_not_new_changes_nothing() {
    let mut town = minds(&[], setup());
    pass_night(&mut town);
    let living: Vec<SeatId> = town.living().iter().collect();
    for seat in &living {
        let claim = (*seat == living[0]).then_some(Role::Villager);
        let bid = Some(if *seat == living[0] { 1 } else { 0 });
        speak(&mut town, Speech { claim, bid, ..words("Hm.") });
    }
    assert_eq!(town.game.state.turn().expect("a turn").seat, living[0]);
    speak(&mut town, Speech { claim: Some(Role::Villager), ..last("As I said: a villager.") });
    assert_eq!(town.phase(), PhaseName::DayVoting);
}

#[test]
fn m20_a_bid_is_private_and_in_the_log() {
    let mut town = minds(&[], setup());
    pass_night(&mut town);
    let seat = speak(&mut town, Speech { bid: Some(3), ..words("Hm.") });
    let bid = town.game.told.iter().find(|told| matches!(told.event, Event::BidMade { bid: 3, .. }));
    assert_eq!(bid.expect("in the log").audience, Audience::Thoughts(seat));
    assert!(!now(&town, SeatId::at(1)).contains("bid 3"));
}

#[test]
fn m20_the_tools_of_a_model_have_the_bid_where_there_is_more_than_one_round() {
    for (rounds, wanted) in [(2, &["Say", "Pass"][..]), (1, &[])] {
        let town = minds(&[], Setup { rounds, ..setup() });
        let tools = Mafia::tools(&view(&town, SeatId::at(0)), SeatId::at(0));
        let bid = tools.iter().filter(|tool| tool.fields.iter().any(|field| field.name == "bid"));
        assert_eq!(bid.map(|tool| tool.name.as_str()).collect::<Vec<_>>(), wanted, "{rounds}");
    }
}

#[test]
fn m20_one_round_is_as_it_was() {
    let mut town = minds(&[], Setup { rounds: 1, ..setup() });
    pass_night(&mut town);
    for _ in 0..10 {
        assert!(!view(&town, SeatId::at(0)).bids);
        let seat = town.game.state.turn().expect("a turn").seat;
        assert_eq!(code(town.say(seat, words("Hm."))), "not-offered", "there is nothing to bid for");
        town.give(seat, &Command::pass()).expect("legal");
    }
    assert_eq!(town.phase(), PhaseName::DayVoting);
}

#[test]
fn m21_marks_stand_behind_the_words_where_no_player_can_write() {
    let mut town = minds(&[], setup());
    pass_night(&mut town);
    let (accuse, vouch) = (Some(SeatId::at(3)), Some(SeatId::at(4)));
    let seat = speak(&mut town, Speech { accuse, vouch, ..words("Look at them.") });
    let said = town.game.told.iter().find(|told| matches!(told.event, Event::StatementMade { .. }));
    let told = said.expect("it was said");
    assert_eq!(told.audience, Audience::Public);
    let telling = Mafia::telling(&town.game.state, &told.event).expect("it is told");
    let name = |at: usize| town.game.state.seats[at].name.clone();
    assert_eq!(telling.text, "Look at them.");
    let marks = format!("accuses {}, vouches for {}", name(3), name(4));
    assert_eq!(telling.note.filter(|_| telling.means), Some(marks));
    let reads = now(&town, SeatId::at(1));
    let line = format!("Day 1, by seat: accused: 4 (by {seat}); vouched for: 5 (by {seat}).");
    assert!(reads.contains(&line), "{reads}");
}

#[test]
fn m22_claims_accusations_and_votes_of_every_day_stand_in_the_prompts_of_a_day_in_two_kilobytes() {
    let mut longest = 0;
    for seed in 0..30 {
        let seats = house_seats(10, &["aggressive", "analytical", "social"]);
        let mut town = Town::of(&seats, setup(), seed);
        let dice = town.game.dice();
        while let Some(ask) = Mafia::asks(&town.game.state).into_iter().find(|ask| !ask.answered) {
            let view = view(&town, ask.seat);
            if !matches!(ask.question, Question::Night { .. }) {
                let reads = Mafia::prompt(&view, &ask).now;
                let standing: Vec<&str> = reads.lines().filter(|line| line.starts_with("Day ")).collect();
                longest = longest.max(standing.iter().map(|line| line.len() + 1).sum());
                for day in view.days.iter().filter(|day| day.number < view.day && !day.votes.is_empty()) {
                    let wanted = format!("Day {}, by seat: ", day.number);
                    assert!(standing.iter().any(|line| line.starts_with(&wanted)), "{reads}");
                }
            }
            let command = Mafia::house(&view, &ask, &mut dice.seat(ask.seat, ask.id));
            town.game.seat(ask.seat, &command).expect("legal");
        }
    }
    assert!((400..=STANDING_BYTES_MAX).contains(&longest), "{longest}");
}
