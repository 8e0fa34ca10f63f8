//! An activity that the face has never heard of, told in every tone there is.

use parlor_tui::{Plain, Screen};
use protocol::{Frame, TableTime, Telling, Tone, Update, Viewer, Voice};
use serde_json::json;

use crate::evening::{drawn, frame, seat, setup, text_theme};

/// One telling of each tone, with every part that one may have.
fn told() -> Vec<Telling> {
    let cook = Voice::Seat(seat(1));
    let one = |tone: Tone| match tone {
        Tone::Heading => Telling::host("x").tone(tone).title("The Soup").words("It has to boil."),
        Tone::Narration => Telling::new(cook, "x").tone(tone).words("Steam rises.").note("2 minutes"),
        Tone::Speech => {
            let told = Telling::new(cook, "x").tone(tone).who("The Ladle").words("Stir me.");
            Telling { manner: Some("dented".to_owned()), ..told }
        }
        Tone::Act => Telling::new(cook, "I add salt.").tone(tone),
        Tone::Figure => Telling::host("x").tone(tone).who("Ana").words("salt 1 → 2"),
        Tone::Turn => Telling::host("It boils over.").tone(tone),
        Tone::Rule => Telling::host("Lids stay on."),
        Tone::Mark => Telling::host("x").tone(tone).words("spoon → drawer").mark("✓", "put away"),
        Tone::Thought => Telling::new(Voice::Thought(seat(2)), "Too salty."),
        Tone::Aside => Telling::new(Voice::Aside(seat(2)), "Back soon."),
    };
    Tone::ALL.into_iter().map(one).chain([Telling::new(Voice::Seat(seat(2)), "Is it done?")]).collect()
}

fn update() -> Update {
    let unknown = |telling| Frame {
        machine: "soup".to_owned(),
        telling: Some(telling),
        ..frame(json!({"type": "STIRRED"}), None)
    };
    let frames = told().into_iter().map(unknown).collect();
    Update { frames, scene: None, chunks: Vec::new(), now: TableTime(0) }
}

#[test]
fn every_tone_has_its_line() {
    let mut plain = Plain::new(setup(Viewer::Public, text_theme(false)), Vec::new());
    plain.update(&update()).expect("lines");
    let text = String::from_utf8(plain.into_inner()).expect("text");
    assert_eq!(
        text,
        "
The Soup

It has to boil.

Steam rises.
· 2 minutes
The Ladle (dented): “Stir me.”

Ana ▸ I add salt.
· Ana: salt 1 → 2
▶ It boils over.
· Lids stay on.
✓ spoon → drawer
Ben thinks: Too salty.
((Ben)) Back soon.
Ben: Is it done?
"
    );
}

#[test]
fn every_tone_is_drawn_on_a_screen_with_print_and_with_a_typewriter() {
    for ascii in [false, true] {
        let mut screen = Screen::new(setup(Viewer::Public, text_theme(ascii)));
        screen.update(update());
        let text = drawn(&screen, 120, 50);
        let (does, to, done) = if ascii { (">", "->", "+") } else { ("▸", "→", "✓") };
        for words in [
            "The Soup",
            "Steam rises.",
            "The Ladle (dented): ",
            &format!("Ana {does} I add salt."),
            &format!("Ana: salt 1 {to} 2"),
            "It boils over.",
            "Lids stay on.",
            &format!("{done} spoon {to} drawer"),
            "Ben thinks: Too salty.",
            "((Ben)) Back soon.",
            "Is it done?",
        ] {
            assert!(text.contains(words), "no {words} in\n{text}");
        }
        assert!(!ascii || text.is_ascii(), "{text}");
    }
}
