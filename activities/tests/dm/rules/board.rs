//! The board: the scene, the dice, the sheets, the clocks and the world; and the game master's own under a cover.

use dm::view::Position;
use dm::{Command, ConsequenceKind, Dm, SceneName};
use engine::board::{Board, Body, Panel, Rank, SeatIs};
use engine::{Machine, SeatId, Viewer};

use super::say::{self, s};
use super::stage::Stage;

fn board(stage: &Stage, viewer: Viewer) -> Board {
    Dm::board(&stage.view(viewer)).expect("a board of its own")
}

fn panel<'a>(board: &'a Board, id: &str) -> &'a Panel {
    board.panels.iter().find(|panel| panel.id == id).unwrap_or_else(|| panic!("no {id}: {board:?}"))
}

fn up(board: &Board) -> Vec<SeatId> {
    board.notes.iter().filter(|note| note.is == SeatIs::Up).map(|note| note.seat).collect()
}

#[test]
fn the_scene_the_sheets_and_the_clocks_are_there_for_all() {
    let mut stage = Stage::scene(2);
    stage.set_stress(SeatId::at(0), 4);
    let seen = board(&stage, Viewer::Public);
    assert_eq!(seen.headline, "scene 1: At the gate");
    let Body::Card(scene) = &panel(&seen, "scene").body else { panic!("no card") };
    assert_eq!(scene.title, "Scene 1: At the gate");
    assert!(scene.note.starts_with("The Yard · "), "{}", scene.note);
    assert_eq!((scene.facts[0].name.as_str(), scene.facts[0].value.as_str()), ("Story", "The Long Night"));
    let Body::Meters(sheet) = &panel(&seen, "sheet-1").body else { panic!("no meters") };
    let stress = &sheet[0];
    assert_eq!((stress.name.as_str(), stress.value, stress.of), ("Stress", 4, 9));
    assert!(matches!(&panel(&seen, "sheet-2").body, Body::Meters(meters) if meters[0].value == 0));
    let Body::Dials(clocks) = &panel(&seen, "clocks").body else { panic!("no dials") };
    let names: Vec<(&str, &str)> = clocks.iter().map(|it| (it.name.as_str(), it.note.as_str())).collect();
    assert_eq!(names, [(say::WATCH, "threat"), (say::DEBT, "threat"), (say::VAULT, "goal")]);
    for id in ["people", "places", "factions", "past"] {
        assert!(id == "past" || panel(&seen, id).rank == Rank::Folded, "{id}");
    }
    assert_eq!(up(&seen), [SeatId::at(0)]);
    assert!(seen.notes[0].text.ends_with("stress 4/9") && seen.notes[2].text == "tells the story");
}

#[test]
fn dice_are_there_with_their_seals_while_there_is_a_roll() {
    let has_dice = |board: &Board| board.panels.iter().any(|panel| panel.id == "dice");
    assert!(!has_dice(&board(&Stage::action(1, Position::Risky, &[6, 2]), Viewer::Public)));
    let seen = board(&Stage::offered(1, Position::Risky, &[6, 2]), Viewer::Public);
    let Body::Dice(dice) = &panel(&seen, "dice").body else { panic!("no dice") };
    assert_eq!(
        dice.iter().map(|die| (die.value, die.worth.as_str())).collect::<Vec<_>>(),
        [(6, "success"), (2, "bad")]
    );
    assert!(dice.iter().all(|die| die.seal.is_some() && die.note.contains("(stress ")), "{dice:?}");
    assert!(!has_dice(&board(&Stage::aftermath(1, Position::Risky, &[6, 2]), Viewer::Public)));
}

#[test]
fn what_only_the_game_master_knows_is_under_two_covers_of_its_own() {
    let mut story = say::story();
    story.hidden = vec![say::story_clock("The tide", 6, ConsequenceKind::None)];
    let mut stage = Stage::told(1, story);
    let mut scene = say::new_scene();
    (scene.kind, scene.what, scene.catch) = (SceneName::Opportunity, Some(s("A boat")), Some(s("It leaks.")));
    stage.gm(&Command::OpenScene(Box::new(scene)));
    let (gm, player) =
        (board(&stage, Viewer::Seat(SeatId::at(1))), board(&stage, Viewer::Seat(SeatId::at(0))));
    let covered: Vec<&str> = gm.panels.iter().filter(|panel| panel.covered).map(|panel| panel.id).collect();
    assert_eq!(covered, ["hidden-clocks", "secrets"]);
    assert!(matches!(&panel(&gm, "hidden-clocks").body, Body::Dials(dials) if dials[0].name == "The tide"));
    let secrets = format!("{:?}", panel(&gm, "secrets").body);
    for secret in ["Mira sold the keys.", "It leaks.", "All the oil there is."] {
        assert!(secrets.contains(secret), "{secret}: {secrets}");
        assert!(!format!("{player:?}").contains(secret), "{secret}");
    }
    assert!(!format!("{player:?}").contains("The tide"));
    assert_eq!(player, board(&stage, Viewer::Public));
    let open: Vec<&Panel> = gm.panels.iter().filter(|panel| !panel.covered).collect();
    assert_eq!(open, player.panels.iter().collect::<Vec<_>>());
    assert!(
        matches!(&panel(&player, "scene").body, Body::Card(card) if card.text.starts_with("On offer") && card.text.ends_with("A boat."))
    );
}

#[test]
fn the_largest_party_has_room_on_a_board() {
    let seen = board(&Stage::scene(6), Viewer::Seat(SeatId::at(6)));
    assert_eq!(seen.fault(), None);
    assert_eq!(panel(&seen, "sheet-6").rank, Rank::Beside);
}
