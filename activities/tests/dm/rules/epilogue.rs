//! D28: an evening ends with what became of everybody, and with what stays open.

use dm::view::{EndReason, PhaseName, Position};
use dm::{Command, Dm, Event, What};
use engine::board::Body;
use engine::{Audience, Machine, Viewer};

use super::say::{self, s};
use super::stage::{ASH, BLY, Stage, every, one};

/// The evening was ended by its players, with a thread that is open.
fn over(players: usize) -> Stage {
    let mut stage = Stage::turn(players);
    stage.gm(&say::thread("Penn has the other key."));
    stage.gm(&say::narrate(|told| told.continue_scene = false));
    stage.compress();
    while stage.phase() != PhaseName::Epilogue {
        stage.player(&Command::EndSession);
    }
    stage
}

#[test]
fn d28_the_end_is_a_closing_paragraph_for_each_character() {
    for players in [1, 3] {
        let mut stage = over(players);
        assert_eq!(stage.asked(), (stage.state().gm, What::Epilogue));
        assert_eq!(stage.tools(), ["think", "close_story"]);
        for wrong in [players - 1, players + 1] {
            assert_eq!(stage.gm_no(&say::close(wrong)).code, "not-offered", "{wrong} for {players}");
        }
        let events = stage.close();
        let told = every!(events, Event::EpilogueTold { player_id, .. } => player_id.index());
        assert_eq!(told, (0..players).collect::<Vec<usize>>(), "everybody, in their order");
        assert_eq!(one!(events, Event::SessionEnded(outcome) => outcome.reason), EndReason::Chosen);
        assert_eq!(stage.phase(), PhaseName::Ended);
        assert!(stage.game.told.iter().rev().take(events.len()).all(|it| it.audience == Audience::Public));
    }
}

#[test]
fn d28_what_stays_open_and_the_sheets_are_shown_at_the_end() {
    let mut stage = over(2);
    let events = stage.close();
    let ended = events.last().expect("an end");
    let text = Dm::telling(stage.state(), ended).expect("words for the end").text;
    assert!(text.contains("What stays open: Penn has the other key."), "{text}");
    let view = stage.view(Viewer::Seat(BLY));
    let ending = Dm::board(&view).and_then(|board| board.ending).expect("an ending");
    let panel = |id: &str| ending.panels.iter().find(|panel| panel.id == id).map(|panel| &panel.body);
    let Some(Body::List(told)) = panel("epilogue") else { panic!("no epilogue: {ending:?}") };
    let told: Vec<(&str, &str)> = told.iter().map(|it| (it.text.as_str(), it.note.as_str())).collect();
    assert_eq!(told, [("Ash", "The 1. of them went home."), ("Bly", "The 2. of them went home.")]);
    assert!(matches!(panel("came-to"), Some(Body::Facts(sheets)) if sheets.len() == 2));
    assert!(
        matches!(panel("stays-open"), Some(Body::List(open)) if open[0].text == "Penn has the other key.")
    );
    assert!(
        Dm::pages(&view, engine::TableTime::default()).last.iter().any(|it| it.title == "What stays open")
    );
}

#[test]
fn d28_the_game_master_reads_who_there_is_to_tell_of() {
    let mut stage = over(2);
    stage.happen(Event::TraumaGained { player_id: ASH, trauma: s("cold") });
    stage.happen(Event::CharacterRetired { player_id: ASH, why: s("enough") });
    let ask = Dm::asks(stage.state()).remove(0);
    let now = Dm::prompt(&stage.view(Viewer::Seat(ask.seat)), &ask).now;
    for words in
        ["\"Ash\"", "\"Bly\"", "Scars: \"cold\"", "Plays no more", "Penn has the other key", "Paragraphs: 2"]
    {
        assert!(now.contains(words), "no {words} in {now}");
    }
}

#[test]
fn d28_the_house_tells_the_end_where_nobody_else_does() {
    let mut stage = over(3);
    let events = stage.answer_for();
    let told = every!(events, Event::EpilogueTold { words, auto, .. } => (words.clone(), *auto));
    assert_eq!(told.len(), 3);
    assert!(told.iter().all(|(words, auto)| *auto && !words.is_empty()), "{told:?}");
    assert!(told[0].0 != told[1].0 && told[1].0 != told[2].0, "to each their own: {told:?}");
    assert_eq!(stage.phase(), PhaseName::Ended);
}

#[test]
fn d28_neither_a_rest_nor_words_put_off_what_comes_to_a_head() {
    for rests in [true, false] {
        let mut stage = Stage::aftermath(1, Position::Risky, &[6]);
        stage.set_clock(say::VAULT, 3);
        stage.gm(&say::tick(say::VAULT, 1));
        stage.gm(&say::land(|told| told.continue_scene = false));
        stage.compress();
        let said = if rests {
            stage.player(&Command::Rest);
            stage.back_to_work();
            stage.gm(&say::pass_time(1));
            "A letter under the door"
        } else {
            stage.player(&say::act("I go to Penn."));
            "I go to Penn."
        };
        let ask = Dm::asks(stage.state()).remove(0);
        assert_eq!(ask.question.what, What::Scene);
        let now = Dm::prompt(&stage.view(Viewer::Seat(ask.seat)), &ask).now;
        assert!(now.contains("“Open the vault” is done, and now it comes to a head"), "{now}");
        assert!(now.contains(said), "{now}");
    }
}
