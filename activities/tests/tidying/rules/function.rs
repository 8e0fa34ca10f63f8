//! Y7: what the space is for is one question, with what follows from each answer.

use tidying::{Command, Event, NewSurvey, What};
use tidying::{Floor, Mode};

use super::say::{self, all, s, say};
use super::stage::{PERSON, Stage, code, every, one};

fn choose(branch: u8, anchors: &[&str]) -> Command {
    Command::ChooseFunction { branch, anchors: all(anchors) }
}

#[test]
fn y7_one_ask_sets_function_and_anchors() {
    let mut stage = Stage::asked_function();
    assert_eq!(stage.asked().question.what, What::Function { branches: 3 });
    let events = stage.person(&choose(2, &["the sofa", "a rug", "The Sofa"]));
    let found = one!(events, Event::FunctionFound { function, anchors } => (function.clone(), anchors.len()));
    assert_eq!(found, (Some(s("rest")), 3));
    assert_eq!(stage.state().function.as_deref(), Some("rest"));
    assert_eq!(stage.state().anchors, ["the sofa", "a rug"], "none twice");
    assert_eq!(stage.mode(), &Mode::Surveying { survey: None }, "it is answered");
    assert_eq!(stage.floor(), Floor::Coach);
    let said = stage.state().said.clone().expect("the coach is told in words");
    assert_eq!(said.text, "It is for rest. What stays: the sofa, a rug, The Sofa.");
}

#[test]
fn y7_the_whole_tree_is_put_to_the_person() {
    let mut stage = Stage::surveying();
    let events = stage.coach(&say::ask_function());
    let survey = one!(events, Event::FunctionAsked { survey } => survey.clone());
    assert_eq!(survey.question, "What is this room for?");
    let branches: Vec<(&str, &str, usize)> = survey
        .branches
        .iter()
        .map(|branch| (branch.function.as_str(), branch.follow_up.as_str(), branch.anchors.len()))
        .collect();
    let wanted = [
        ("work", "What do you work with?", 2),
        ("rest", "What do you rest on?", 1),
        ("storage", "What is kept here?", 0),
    ];
    assert_eq!(branches, wanted);
    assert_eq!(stage.mode(), &Mode::Surveying { survey: Some(survey) });
    assert_eq!(stage.view().mode(), Some(stage.mode()));
    assert_eq!(stage.floor(), Floor::Person);
    assert!(stage.words(&events).contains("1 work · 2 rest · 3 storage"), "{}", stage.words(&events));
}

#[test]
fn y7_no_anchors_are_needed() {
    let stage = Stage::asked_function().and_person(&choose(1, &[]));
    assert_eq!((stage.state().function.as_deref(), stage.state().anchors.len()), (Some("work"), 0));
    assert_eq!(stage.state().said.as_ref().map(|said| said.text.as_str()), Some("It is for work."));
}

#[test]
fn y7_an_answer_that_is_not_there_is_rejected() {
    for given in [0, 4, 255] {
        let no = Stage::asked_function().person_no(&choose(given, &[]));
        assert_eq!(code(&no), "not-offered");
        assert!(no.message.contains("3 (storage)"), "it says which there are: {no}");
    }
}

#[test]
fn y7_anchors_have_their_limits() {
    let mut stage = Stage::asked_function();
    let many: Vec<String> = (0..13).map(|number| format!("anchor {number}")).collect();
    let choose = |anchors: &[String]| Command::ChooseFunction { branch: 1, anchors: anchors.to_vec() };
    for (anchors, why) in [
        (&many[..], "12 is the limit"),
        (&[s("  ")], "give some words"),
        (&["x".repeat(61)], "60 is the limit"),
    ] {
        let no = stage.person_no(&choose(anchors));
        assert_eq!((code(&no), no.message.contains(why)), ("not-offered", true), "{no}");
    }
    stage.person(&choose(&many[..12]));
    assert_eq!(stage.state().anchors.len(), 12);
}

#[test]
fn y7_the_question_has_two_to_five_answers_in_a_few_words() {
    let ask = |change: fn(&mut NewSurvey)| {
        let mut survey = say::new_survey();
        change(&mut survey);
        Command::AskSpaceFunction(Box::new(survey))
    };
    let mut stage = Stage::surveying();
    for (wrong, with) in [
        (ask(|it| it.branches.truncate(1)), "not-offered"),
        (ask(|it| it.branches.clear()), "not-offered"),
        (ask(|it| it.branches = it.branches.iter().cycle().take(6).cloned().collect()), "not-offered"),
        (ask(|it| it.branches[0].anchors = vec!["x".to_owned(); 6]), "not-offered"),
        (ask(|it| it.question = String::new()), "blank"),
        (ask(|it| it.response = String::new()), "blank"),
        (ask(|it| it.branches[1].function = "x".repeat(61)), "not-offered"),
        (ask(|it| it.branches[1].follow_up = " ".to_owned()), "not-offered"),
        (ask(|it| it.branches[0].anchors[0] = "x".repeat(61)), "not-offered"),
        (ask(|it| it.question = "x".repeat(201)), "not-offered"),
    ] {
        assert_eq!(code(&stage.coach_no(&wrong)), with, "{wrong:?}");
    }
    stage.clone().coach(&ask(|it| it.branches.truncate(2)));
    stage.coach(&ask(|it| it.branches = it.branches.iter().cycle().take(5).cloned().collect()));
    assert_eq!(stage.asked().question.what, What::Function { branches: 5 });
}

#[test]
fn y7_who_answers_in_words_is_heard_and_can_be_asked_again() {
    let mut stage = Stage::asked_function().and_person(&say("Guests, mostly."));
    assert_eq!(stage.mode(), &Mode::Surveying { survey: None });
    assert_eq!(stage.state().function, None, "the rules read nothing into words");
    stage.coach(&say::ask_function());
    assert!(stage.tools(PERSON).contains(&"choose_function"));
    let events = stage.person(&choose(3, &[]));
    assert_eq!(
        every!(events, Event::FunctionFound { function, .. } => function.as_deref()),
        [Some("storage")]
    );
}

#[test]
fn y7_function_and_anchors_last_through_every_mode_to_the_end() {
    let mut stage = Stage::asked_function().and_person(&choose(1, &["desk"]));
    for command in [Command::BeginSorting(Box::default()), say::stuck("it"), say::resume()] {
        stage.coach(&command);
    }
    stage.person(&Command::Stop);
    stage.person(&Command::EndSession);
    let left = stage.outcome().left;
    assert_eq!((left.function.as_deref(), left.anchors), (Some("work"), all(&["desk"])));
}
