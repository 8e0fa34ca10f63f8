//! The whole screen, on a real terminal: `script` lends one.

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use crate::stage::Home;

/// What a terminal is asked, it answers: where the cursor is, and what it is.
fn answer(sent: &str, answered: &mut [usize; 2], stdin: &mut impl Write) {
    let questions = [("\x1b[6n", "\x1b[1;1R"), ("\x1b[c", "\x1b[?62;22c")];
    for ((question, answer), answered) in questions.into_iter().zip(answered) {
        let asked = sent.matches(question).count();
        for _ in *answered..asked {
            stdin.write_all(answer.as_bytes()).expect("it listens");
        }
        *answered = asked;
    }
}

/// Plays on a terminal of this size, waits for some words, and then leaves by these keys. What the terminal was sent
/// and the exit code; nothing where there is no `script` to lend a terminal.
fn on_terminal(
    home: &Home,
    (rows, columns): (u16, u16),
    args: &str,
    words: &str,
    keys: &str,
) -> Option<(i32, String)> {
    let parlor = env!("CARGO_BIN_EXE_parlor");
    let inside = format!("stty rows {rows} cols {columns}; exec '{parlor}' {args}");
    let mut child = Command::new("script")
        .args(["--quiet", "--return", "--flush", "--command", &inside, "/dev/null"])
        .env("PARLOR_HOME", home.store())
        .env("TERM", "xterm-256color")
        .env("SHELL", "/bin/sh")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = child.stdout.take().expect("a pipe");
    let (mut sent, mut buffer, mut left) = (String::new(), [0; 4096], false);
    let mut answered = [0; 2];
    loop {
        let read = stdout.read(&mut buffer).expect("bytes");
        if read == 0 {
            break;
        }
        sent.push_str(&String::from_utf8_lossy(&buffer[..read]));
        answer(&sent, &mut answered, &mut stdin);
        if !left && sent.contains(words) {
            left = true;
            stdin.write_all(keys.as_bytes()).expect("it listens");
        }
    }
    drop(stdin);
    let code = child.wait().expect("it ends").code().unwrap_or(-1);
    assert!(left, "{words:?} was never shown:\n{sent}");
    Some((code, sent))
}

#[test]
fn a_person_sits_down_on_the_whole_screen_and_leaves() {
    let home = Home::new();
    let Some((code, sent)) = on_terminal(&home, (24, 80), "play mafia --as Kim --seed 3", "Night", ":q\r")
    else {
        return;
    };
    assert_eq!(code, 0, "{sent}");
    let (screen, after) = sent.rsplit_once("\x1b[?1049l").expect("the terminal is given back");
    assert!(screen.contains("Kim") && screen.contains("\x1b[?1049h"));
    assert!(after.contains("is paused") && after.contains("parlor resume"), "{after}");
    assert_eq!(home.run(&["table", "show", "--json"]).json()["state"], "PAUSED");
    home.run(&["verify", &home.newest()]).fine();
}

#[test]
fn a_terminal_that_is_too_small_is_told_how_much_room_is_needed() {
    let home = Home::new();
    let Some((code, sent)) = on_terminal(&home, (10, 40), "play mafia --seed 3", "needs", "\x03") else {
        return;
    };
    assert_eq!(code, 0, "{sent}");
    assert!(sent.contains("48") && sent.contains("is paused"), "{sent}");
}

#[test]
fn what_was_wanted_before_leaving_is_done_and_stays() {
    let home = Home::new();
    let keys = ":session close\r:q\r";
    let Some((code, sent)) = on_terminal(&home, (24, 80), "play mafia --as Kim --seed 3", "Night", keys)
    else {
        return;
    };
    assert_eq!(code, 0, "{sent}");
    assert!(sent.contains("is closed"), "{sent}");
    assert_eq!(home.run(&["table", "show", "--json"]).json()["state"], "IDLE");
}

#[test]
fn a_terminal_that_goes_away_ends_the_program() {
    let home = Home::new();
    let fifo = home.path("alive").display().to_string();
    if !Command::new("mkfifo").arg(&fifo).status().is_ok_and(|made| made.success()) {
        return;
    }
    let parlor = env!("CARGO_BIN_EXE_parlor");
    // The program holds the pipe open as long as it lives.
    let inside = format!("stty rows 24 cols 80; exec '{parlor}' play mafia --seed 3 3>'{fifo}'");
    let started = Command::new("script")
        .args(["--quiet", "--return", "--flush", "--command", &inside, "/dev/null"])
        .env("PARLOR_HOME", home.store())
        .env("TERM", "xterm-256color")
        .env("SHELL", "/bin/sh")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut script) = started else { return };
    let mut alive = std::fs::File::open(&fifo).expect("the pipe");
    let mut stdout = script.stdout.take().expect("a pipe");
    let mut stdin = script.stdin.take().expect("a pipe");
    let (mut sent, mut buffer, mut answered) = (String::new(), [0; 4096], [0; 2]);
    while !sent.contains("Night") {
        let read = stdout.read(&mut buffer).expect("bytes");
        assert!(read > 0, "it ended:\n{sent}");
        sent.push_str(&String::from_utf8_lossy(&buffer[..read]));
        answer(&sent, &mut answered, &mut stdin);
    }
    script.kill().expect("it was running");
    script.wait().expect("it is gone");
    assert_eq!(alive.read(&mut buffer).expect("the pipe"), 0, "nobody holds it any more");
    assert_eq!(home.run(&["table", "show", "--json"]).json()["state"], "PAUSED");
}

#[test]
fn on_a_terminal_a_line_shows_that_models_are_at_work_and_goes_away() {
    let home = Home::new();
    let args = "play mafia --seats A=model:scripted:slow@delay=130,B=house,C=house,D=house,E=house --seed 3 --speed instant";
    let Some((code, sent)) = on_terminal(&home, (24, 80), args, "\r\x1b[K… thinking, 1 s", "") else {
        return;
    };
    assert_eq!(code, 0, "{sent}");
    // It speaks, piece by piece, and nothing of the pieces stays before what was said.
    let spoken = sent.split("\r\x1b[K").filter(|piece| piece.starts_with("… ") && piece.contains(": "));
    assert!(spoken.count() > 3, "{sent}");
    for piece in sent.split("\r\x1b[K").filter(|piece| piece.starts_with('…')) {
        assert!(!piece.contains('\n'), "a line that stays was written behind one that does not: {piece:?}");
    }
}

#[test]
fn a_story_is_played_on_the_whole_screen() {
    let home = Home::new();
    let keys = "Ada Quillan\rshe\r2\rApprentice\r\r\r";
    let args = "play dm --as Kim --seed 7 --speed instant";
    // Whatever the machine is, the screen shows what is asked, and keys answer it.
    let Some((code, sent)) = on_terminal(&home, (24, 80), args, "Who do you play?", &format!("{keys}\x03"))
    else {
        return;
    };
    assert_eq!(code, 0, "{sent}");
    assert!(sent.contains("Creation") && sent.contains("is paused"), "{sent}");
    let out = home.run(&["replay", &home.newest()]).fine();
    assert!(out.contains("Kim plays Ada Quillan (she), The Latch: Apprentice."), "{out}");
    home.run(&["verify", &home.newest()]).fine();
}

#[test]
fn a_space_is_sorted_on_the_whole_screen() {
    let home = Home::new();
    // What it is for, what stays, what is there, and away.
    let keys = "11\rold chargers, mugs\r";
    let args = "play tidying --as Kim --space desk --seed 7 --speed instant";
    let Some((code, sent)) = on_terminal(&home, (24, 80), args, "studying", &format!("{keys}\x03")) else {
        return;
    };
    assert_eq!(code, 0, "{sent}");
    assert!(sent.contains("is paused"), "{sent}");
    let out = home.run(&["replay", &home.newest()]).fine();
    assert!(out.contains("What stays: ") && out.contains("Kim: old chargers, mugs"), "{out}");
    home.run(&["verify", &home.newest()]).fine();
}
