//! The whole screen, on a real terminal: `script` lends one.

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use crate::stage::Home;

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
        // What a terminal is asked, it answers: where the cursor is, and what it is.
        for (index, (question, answer)) in
            [("\x1b[6n", "\x1b[1;1R"), ("\x1b[c", "\x1b[?62;22c")].into_iter().enumerate()
        {
            let asked = sent.matches(question).count();
            for _ in answered[index]..asked {
                stdin.write_all(answer.as_bytes()).expect("it listens");
            }
            answered[index] = asked;
        }
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
