//! An evening of a story: Ada Quillan and her friend Bram at the pump, as a person sees it and plays it.

mod moments;
mod table;

use crossterm::event::KeyCode;
use parlor_tui::Effect;
use protocol::{AskId, Chunk, Frame, Request, TableTime, Update, Voice};
use serde_json::{Value, json};

use self::moments::{aftermath, creation, dice, moments, scene};
use self::table::{ADA, GM, host, narrated, setup};
use crate::evening::{drawn, press, type_words};
use crate::screens::check;
use crate::sizes::draw_at_all_sizes;

#[test]
fn every_moment_of_a_story_on_three_sizes() {
    for (name, moment) in moments() {
        for size in [(120, 36), (80, 24), (60, 20)] {
            check(&format!("dm.{name}"), &moment.screen(false), size);
        }
    }
}

#[test]
fn a_story_in_ascii() {
    for (name, moment) in moments() {
        let screen = moment.screen(true);
        let text = drawn(&screen, 120, 36);
        assert!(text.is_ascii(), "{name} is not\n{text}");
    }
    check("dm.dice.ascii", &dice().screen(true), (80, 24));
}

#[test]
fn any_size_is_drawn_of_a_story() {
    for (_, moment) in moments() {
        draw_at_all_sizes(&moment.screen(false));
    }
}

#[test]
fn the_keys_of_a_story() {
    let mut screen = scene().screen(false);
    press(&mut screen, KeyCode::Char('?'));
    let text = drawn(&screen, 80, 24);
    for words in ["/undo", "/redo", "/retry", "/recap", "/sheet", "/clocks", "/world", "/x"] {
        assert!(text.contains(words), "no {words} in\n{text}");
    }
    assert!(!text.contains("r (hold)"), "a story keeps nothing from its players\n{text}");
}

#[track_caller]
fn answer(effects: Vec<Effect>) -> Value {
    match effects.as_slice() {
        [Effect::Send(Request::Answer { command, .. })] => {
            serde_json::from_str(command.get()).expect("a command")
        }
        other => panic!("no answer: {other:?}"),
    }
}

#[test]
fn an_idea_is_taken_by_its_number_and_anything_else_is_typed() {
    let mut screen = scene().screen(false);
    assert!(press(&mut screen, KeyCode::Char('2')).is_empty(), "a number alone does nothing");
    assert!(drawn(&screen, 80, 24).contains("▶ 2 Wait until the light"));
    assert_eq!(answer(press(&mut screen, KeyCode::Enter)), json!({"type": "take", "option": 2}));

    let mut screen = scene().screen(false);
    // The first letter is a key where there are secrets; here it is a letter.
    type_words(&mut screen, "run for the roof");
    match press(&mut screen, KeyCode::Enter).as_slice() {
        [Effect::Send(Request::Line { text })] => assert_eq!(text, "run for the roof"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_number_that_was_typed_too_early_is_not_lost() {
    let mut waiting = scene();
    waiting.asks.clear();
    let mut screen = waiting.screen(false);
    type_words(&mut screen, "2");
    screen.update(scene().update());
    assert_eq!(answer(press(&mut screen, KeyCode::Enter)), json!({"type": "take", "option": 2}));
}

#[test]
fn equal_dice_are_told_apart() {
    for (key, command) in
        [('2', json!({"type": "choose_die", "die": 2})), ('3', json!({"type": "choose_die", "die": 3}))]
    {
        let mut screen = dice().screen(false);
        press(&mut screen, KeyCode::Char(key));
        assert_eq!(answer(press(&mut screen, KeyCode::Enter)), command);
    }
    let mut screen = dice().screen(false);
    drawn(&screen, 120, 36);
    for _ in 0..3 {
        press(&mut screen, KeyCode::Down);
    }
    assert_eq!(answer(press(&mut screen, KeyCode::Enter)), json!({"type": "choose_die", "die": 3}));
}

#[test]
fn a_character_is_made_a_field_at_a_time() {
    let mut screen = creation().screen(false);
    assert!(press(&mut screen, KeyCode::Enter).is_empty());
    assert!(drawn(&screen, 80, 24).contains("! this has to be given: your character's name"));
    type_words(&mut screen, "Ada Quillan");
    assert!(press(&mut screen, KeyCode::Enter).is_empty(), "on to the next field");
    type_words(&mut screen, "she");
    press(&mut screen, KeyCode::Enter);
    let text = drawn(&screen, 80, 24);
    assert!(text.contains("Ada Quillan · she") && text.contains(" 2 The Latch"), "{text}");
    assert!(press(&mut screen, KeyCode::Enter).is_empty());
    assert!(drawn(&screen, 80, 24).contains("! this has to be given: what they are"));
    type_words(&mut screen, "x2");
    assert!(drawn(&screen, 80, 24).contains("▶ 2 The Latch"), "letters choose nothing");
    press(&mut screen, KeyCode::Up);
    press(&mut screen, KeyCode::Down);
    press(&mut screen, KeyCode::Enter);
    type_words(&mut screen, "A locksmith's apprentice");
    press(&mut screen, KeyCode::Enter);
    type_words(&mut screen, "spiders | torture");
    press(&mut screen, KeyCode::Esc);
    assert!(
        drawn(&screen, 80, 24).contains("background > A locksmith's apprentice"),
        "back to the field before"
    );
    press(&mut screen, KeyCode::Enter);
    press(&mut screen, KeyCode::Enter);
    let made = answer(press(&mut screen, KeyCode::Enter));
    assert_eq!(
        made,
        json!({
            "type": "create_character", "name": "Ada Quillan", "pronouns": "she", "archetype": "latch",
            "background": "A locksmith's apprentice", "lines": ["spiders", "torture"],
        })
    );
    // What is refused is not lost.
    screen.refused("that name is taken");
    let text = drawn(&screen, 80, 24);
    assert!(text.contains("! that name is taken") && text.contains("name > Ada Quillan"), "{text}");
    for _ in 0..5 {
        assert!(press(&mut screen, KeyCode::Enter).is_empty());
    }
    assert_eq!(answer(press(&mut screen, KeyCode::Enter))["background"], "A locksmith's apprentice");
}

#[test]
fn one_can_leave_from_any_field() {
    let mut screen = creation().screen(false);
    type_words(&mut screen, "Ada");
    press(&mut screen, KeyCode::Enter);
    type_words(&mut screen, ":q");
    assert!(matches!(press(&mut screen, KeyCode::Enter).as_slice(), [Effect::Quit]));
}

#[test]
fn narration_streams_as_narration_and_stands_once() {
    let mut screen = scene().screen(false);
    let chunk = |text: &str| Chunk {
        ask: AskId(8),
        attempt: 1,
        voice: Voice::Seat(GM),
        text: text.to_owned(),
        tries: None,
    };
    let words = Update {
        frames: Vec::new(),
        scene: None,
        chunks: vec![chunk("The stair "), chunk("creaks")],
        now: TableTime(0),
    };
    screen.update(words);
    let text = drawn(&screen, 120, 36);
    assert!(text.contains("The stair creaks") && !text.contains("The House The stair"), "{text}");
    let frames = vec![narrated("The stair creaks, twice.")];
    screen.update(Update { frames, scene: None, chunks: Vec::new(), now: TableTime(0) });
    let text = drawn(&screen, 120, 36);
    assert_eq!(text.matches("The stair creaks").count(), 1, "{text}");
}

#[test]
fn what_is_taken_back_is_struck_out_and_what_stands_is_not() {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::style::Modifier;

    let mut screen = aftermath().screen(false);
    let mut back = dice();
    back.view.said = Some(dm::view::Beat { by: ADA, text: "I go for the drain pipe.".to_owned() });
    let taken = host(json!({"type": "TAKEN_BACK", "what": "undo"}), "Kim takes the last move back.");
    back.frames = vec![Frame { machine: "table".to_owned(), ..taken }];
    screen.update(back.update());
    let mut terminal = Terminal::new(TestBackend::new(120, 60)).expect("a terminal");
    terminal.draw(|frame| screen.draw(frame)).expect("a drawing");
    let buffer = terminal.backend().buffer();
    let struck = |words: &str| {
        let row =
            (0..60).find(|y| (0..120).map(|x| buffer[(x, *y)].symbol()).collect::<String>().contains(words));
        let y = row.unwrap_or_else(|| panic!("no {words}"));
        (0..120).any(|x| buffer[(x, y)].modifier.contains(Modifier::CROSSED_OUT))
    };
    assert!(struck("Somewhere above") && struck("a boot scrapes."));
    assert!(
        !struck("I go for the drain pipe") && !struck("lantern swings") && !struck("takes the last move")
    );
}

#[test]
fn plain_lines_tell_the_story_as_a_story() {
    let mut plain = parlor_tui::Plain::new(setup(false), Vec::new()).columns(60);
    plain.update(&aftermath().update()).expect("lines");
    let text = String::from_utf8(plain.into_inner()).expect("text");
    assert_eq!(
        text,
        "\
· Session zero.
· Ada Quillan is at the table.
· Bram Osk is at the table.
☂ Scene 3: The Toll-House Cellar
· Madder Court
· In the way: a gauger with a lantern

The gauger's lantern swings your way. Behind you the cellar
stair is wet, and in front of you there is one breath in
which to choose.
Hulda Krane (wary): “Don't.”

Ada Quillan ▸ I go for the drain pipe.

⚄ Action
· Risky, standard effect, sneak. What threatens: being
  seen.
· Ada Quillan: ⚃ 4 spent, 3 left · partial · ✓ seal
  9f2f…b8

You are past him, and a boot scrapes.
· Ada Quillan: stress 5 → 6 · heat 2 → 3

≈ Aftermath
· “The Gauge arrives” 2 → 3 of 4 (what happened)

Somewhere above, a rod strikes a step, and waits for an
answer.
"
    );
}
