//! T10, T11 and T7 as rules: what the table does when its activity has ended, and what a model of it is asked.

use engine::{Actor, Audience, Matter, Outer, Reason, SeatId, SeatSet};
use protocol::table::TableState;
use table::{Command, DEBRIEF_QUIET_MS, Event, SessionVerb, Table, system_prompt};

use super::{ADA, BEN, MODEL, NOON, act, hear, open, seats, set, setup, table_in, words};

const ADAS: SeatId = SeatId::at(0);
const DOTS: SeatId = SeatId::at(3);

fn tell(matter: Matter, by: SeatId) -> Command {
    Command::TellAnswer { matter, to: ADAS, by, text: "Thank you.".to_owned() }
}

#[test]
fn t10_the_host_has_a_table_look_back_and_nobody_else() {
    for state in TableState::ALL {
        let mut table = table_in(state);
        assert_eq!(act(&mut table, ADA, Command::LookBack, NOON).expect_err("not theirs").code(), "not-host");
        let looked = act(&mut table, Actor::Host, Command::LookBack, NOON);
        if !state.is_narrative_active() {
            assert_eq!(looked.expect_err("nobody plays").code(), "nothing-to-stop");
            continue;
        }
        let told = looked.expect("the host may");
        assert_eq!(table.table_state(), TableState::Debrief);
        assert_eq!(told[1].event, Event::DebriefBegun { quiet_ms: DEBRIEF_QUIET_MS });
        assert!(told.iter().all(|told| told.audience == Audience::Public));
        assert_eq!(
            words(&table, &told)[1],
            "Each of you is asked: Ada and Ben. What you say the table shows to nobody else but whoever runs it, and to a model that may answer you. It closes by itself once nothing has been said for 10 minutes."
        );
    }
}

#[test]
fn t10_what_is_due_after_the_end_of_an_activity() {
    let due = |state| Table::after_end(&table_in(state));
    let close = set(SessionVerb::Close);
    assert_eq!(due(TableState::Active), Some((0, Command::LookBack)));
    assert_eq!(due(TableState::SessionZero), Some((0, Command::LookBack)));
    assert_eq!(due(TableState::Debrief), Some((DEBRIEF_QUIET_MS, close)));
    assert_eq!((due(TableState::Idle), due(TableState::Paused)), (None, None));
}

#[test]
fn t10_each_model_answers_one_look_back_once_and_whoever_spoke_alone_hears_it() {
    let mut table = table_in(TableState::Debrief);
    let question = hear(&table, ADA, "star: the fog").expect("feedback").questions.remove(0);
    assert_eq!((question.matter, question.words.as_str()), (Matter::Feedback, "star: the fog"));
    assert!(question.about.starts_with(system_prompt(TableState::Debrief)), "{}", question.about);
    assert_eq!(question.otherwise, None, "without a model nothing more is said");
    assert_eq!(Table::askable(&table, Matter::Feedback), SeatSet::only(DOTS));
    let refused = |table: &mut _, by, command| act(table, by, command, NOON).expect_err("it may not").code();
    assert_eq!(refused(&mut table, MODEL, tell(Matter::Feedback, DOTS)), "bot-ignored");
    assert_eq!(refused(&mut table, BEN, tell(Matter::Feedback, DOTS)), "not-host");
    assert_eq!(refused(&mut table, Actor::Host, tell(Matter::Feedback, SeatId::at(2))), "not-asked");
    let told = act(&mut table, Actor::Host, tell(Matter::Feedback, DOTS), NOON).expect("the first time");
    assert_eq!(told[0].audience, Audience::seat(ADAS));
    assert_eq!(refused(&mut table, Actor::Host, tell(Matter::Feedback, DOTS)), "not-asked");
    assert!(hear(&table, ADA, "wish: rain").expect("feedback").questions.is_empty());
    // Another look back is another.
    act(&mut table, ADA, set(SessionVerb::Resume), NOON).expect("anybody may");
    assert_eq!(Table::askable(&table, Matter::Feedback), SeatSet::EMPTY);
    act(&mut table, ADA, set(SessionVerb::End), NOON).expect("anybody may");
    assert_eq!(hear(&table, ADA, "wish: rain").expect("feedback").questions.len(), 1);
}

#[test]
fn t11_a_model_is_asked_where_there_is_one_and_the_table_does_not_rest() {
    for state in TableState::ALL {
        let mut table = table_in(state);
        let asks = !matches!(state, TableState::Idle | TableState::Paused);
        let heard = hear(&table, ADA, "((parlor, why?)) ((and why not, parlor?))").expect("an aside");
        assert_eq!(
            heard.questions.len(),
            usize::from(asks),
            "{state:?}: a line that is one aside is one question"
        );
        assert_eq!(matches!(heard.table[..], [Command::AskModel { .. }]), asks, "{state:?}");
        let told = act(&mut table, Actor::Host, tell(Matter::Referee, DOTS), NOON);
        match told {
            Ok(told) => {
                assert!(asks);
                assert_eq!(told[0].audience, Audience::seat(ADAS), "it was made of what the asker sees");
                assert_eq!(words(&table, &told), ["To you alone: Thank you."]);
            }
            Err(refused) => assert!(!asks && refused.code() == "not-asked"),
        }
        assert!(hear(&table, Actor::Host, "((parlor, why?))").expect("an aside").questions.is_empty());
    }
    let (mut table, _) = open(&seats()[..3], &setup()).expect("a sound setup");
    act(&mut table, ADA, set(SessionVerb::Start), NOON).expect("anybody may");
    let heard = hear(&table, ADA, "((parlor, why?))").expect("an aside");
    assert!(
        heard.questions.is_empty() && matches!(heard.table[..], [Command::SayAside { addressed: true, .. }])
    );
}

#[test]
fn t11_where_no_model_answers_all_hear_what_the_book_says() {
    let mut table = table_in(TableState::Active);
    let question =
        hear(&table, BEN, "((parlor, can we take a break?))").expect("an aside").questions.remove(0);
    let told =
        act(&mut table, Actor::Host, question.otherwise.expect("an answer"), NOON).expect("the host may");
    assert_eq!(told[0].audience, Audience::Public);
    assert!(words(&table, &told)[0].starts_with("/session pause stops every clock"));
    let found =
        Command::AnswerReferee { to: ADAS, text: "frogs?".to_owned(), found: Some("They sing.".to_owned()) };
    assert_eq!(act(&mut table, ADA, found.clone(), NOON).expect_err("not theirs").code(), "not-host");
    let told = act(&mut table, Actor::Host, found, NOON).expect("the host may");
    assert_eq!(words(&table, &told), ["They sing."]);
}

#[test]
fn t7_the_voice_of_a_state_is_in_what_a_model_reads() {
    let about = |state, line| hear(&table_in(state), ADA, line).expect("heard").questions.remove(0).about;
    let zero = about(TableState::SessionZero, "((parlor, let us add fog))");
    assert!(zero.starts_with(system_prompt(TableState::SessionZero)), "{zero}");
    let back = about(TableState::Debrief, "((parlor, who won?))");
    assert!(back.starts_with(system_prompt(TableState::Debrief)), "{back}");
    assert!(about(TableState::Active, "((parlor, who won?))").starts_with("You are the referee"));
    let planning = Table::planning(&table_in(TableState::SessionZero)).expect("it plans");
    assert!(planning.contains(system_prompt(TableState::SessionZero)), "{planning}");
    assert_eq!(Table::planning(&table_in(TableState::Active)), None);
}
