//! The whole screen, on a real terminal: `script` lends one.

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::stage::Home;

/// What a terminal is asked and what it answers.
type Answers = &'static [(&'static str, &'static str)];

/// Where the cursor is, and what it is.
const USUAL: Answers = &[("\x1b[6n", "\x1b[1;1R"), ("\x1b[c", "\x1b[?62;22c")];

/// The same, of one whose ground is white.
const LIGHT: Answers = &[
    ("\x1b]11;?\x1b\\", "\x1b]11;rgb:ffff/ffff/ffff\x1b\\"),
    ("\x1b[6n", "\x1b[1;1R"),
    ("\x1b[c", "\x1b[?62;22c"),
];

/// A program on a terminal of its own.
struct Terminal {
    child: Child,
    stdin: ChildStdin,
    stdout: ChildStdout,
    answers: Answers,
    answered: [usize; 3],
    /// Everything that was sent to it, and how much of that was waited for.
    sent: String,
    seen: usize,
}

impl Terminal {
    /// Starts it; nothing where there is no `script` to lend a terminal.
    fn start(home: &Home, size: (u16, u16), args: &str, answers: Answers) -> Option<Terminal> {
        Terminal::spawn(&mut Terminal::command(home, size, args), answers)
    }

    fn command(home: &Home, (rows, columns): (u16, u16), args: &str) -> Command {
        let parlor = env!("CARGO_BIN_EXE_parlor");
        let pid = home.path("pid").display().to_string();
        // A shell stays between the two: `script` stops with what it runs.
        let inside = format!(
            "stty rows {rows} cols {columns}; sh -c \"echo \\$\\$ > '{pid}'; exec '{parlor}' {args}\"; exit $?"
        );
        let mut command = Command::new("script");
        command
            .args(["--quiet", "--return", "--flush", "--command", &inside, "/dev/null"])
            .env("PARLOR_HOME", home.store())
            .env("TERM", "xterm-256color")
            .env("LC_ALL", "C.UTF-8")
            .env("SHELL", "/bin/sh")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        command
    }

    fn spawn(command: &mut Command, answers: Answers) -> Option<Terminal> {
        let mut child = command.spawn().ok()?;
        let (stdin, stdout) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        Some(Terminal { child, stdin, stdout, answers, answered: [0; 3], sent: String::new(), seen: 0 })
    }

    /// Reads what it is sent next, and answers what it is asked; false at the end.
    fn read(&mut self) -> bool {
        let mut buffer = [0; 4096];
        let read = self.stdout.read(&mut buffer).expect("bytes");
        self.sent.push_str(&String::from_utf8_lossy(&buffer[..read]));
        for ((question, answer), answered) in self.answers.iter().zip(&mut self.answered) {
            let asked = self.sent.matches(question).count();
            for _ in *answered..asked {
                self.stdin.write_all(answer.as_bytes()).expect("it listens");
            }
            *answered = asked;
        }
        read > 0
    }

    /// Waits until it is sent these words, after those that were waited for before.
    #[track_caller]
    fn until(&mut self, words: &str) {
        while !self.sent[self.seen..].contains(words) {
            assert!(self.read(), "{words:?} was never shown:\n{}", self.sent);
        }
        self.seen += self.sent[self.seen..].find(words).unwrap_or_default() + words.len();
    }

    fn press(&mut self, keys: &str) {
        self.stdin.write_all(keys.as_bytes()).expect("it listens");
    }

    /// Waits for its end: the exit code, and everything that it was sent.
    fn end(mut self) -> (i32, String) {
        while self.read() {}
        drop(self.stdin);
        (self.child.wait().expect("it ends").code().unwrap_or(-1), self.sent)
    }
}

/// Plays on a terminal of this size, waits for some words, and then leaves by these keys. What the terminal was sent
/// and the exit code; nothing where there is no `script` to lend a terminal.
fn on_terminal(home: &Home, size: (u16, u16), args: &str, words: &str, keys: &str) -> Option<(i32, String)> {
    let mut terminal = Terminal::start(home, size, args, USUAL)?;
    terminal.until(words);
    terminal.press(keys);
    Some(terminal.end())
}

#[test]
fn t10_whoever_types_at_a_terminal_is_asked_what_was_good_and_leaves_by_enter() {
    let home = Home::new();
    // Nobody answers, so the clocks of this speed lead to the end.
    let args = "play mafia --as Kim --seats 5 --seed 1 --speed debug --plain";
    let Some(mut terminal) = Terminal::start(&home, (40, 100), args, USUAL) else { return };
    terminal.until("Each of you is asked: Kim.");
    terminal.until("Enter alone leaves.");
    terminal.press("star: the vote\r");
    terminal.until("Noted as a star, thank you.");
    terminal.press("\r");
    let (code, sent) = terminal.end();
    assert!(code == 0 && sent.contains(" wins. On day "), "{code} {sent}");
    assert_eq!(home.run(&["table", "show", "--json"]).json()["state"], "IDLE", "nobody is left to look back");
    home.run(&["verify", &home.newest()]).fine();
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
    // The program holds the pipe open as long as it lives.
    let args = format!("play mafia --seed 3 3>'{fifo}'");
    let Some(mut terminal) = Terminal::start(&home, (24, 80), &args, USUAL) else { return };
    let mut alive = std::fs::File::open(&fifo).expect("the pipe");
    terminal.until("Night");
    terminal.child.kill().expect("it was running");
    terminal.child.wait().expect("it is gone");
    let mut buffer = [0; 16];
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

/// The state of a process, as the system has it in one letter.
fn state_of(pid: &str) -> Option<char> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    stat.rsplit_once(") ")?.1.chars().next()
}

#[test]
fn it_can_be_stopped_and_gone_on_with_as_any_job_of_a_shell() {
    let home = Home::new();
    let Some(mut terminal) = Terminal::start(&home, (24, 80), "play mafia --as Kim --seed 3", USUAL) else {
        return;
    };
    terminal.until("Night");
    let pid = std::fs::read_to_string(home.path("pid")).expect("its number").trim().to_owned();
    let signal = |name: &str| {
        let done = Command::new("kill").args([name, &pid]).status();
        assert!(done.expect("kill runs").success());
    };
    // By its key, and by the shell.
    for stops in [None, Some("-TSTP")] {
        match stops {
            None => terminal.press("\x1a"),
            Some(name) => signal(name),
        }
        terminal.until("\x1b[?1049l");
        while state_of(&pid) != Some('T') {
            std::thread::yield_now();
        }
        signal("-CONT");
        terminal.until("\x1b[?1049h");
        terminal.until("Mafia");
    }
    // All of it is drawn anew when it is asked for, too.
    terminal.press("\x0c");
    terminal.until("\x1b[2J");
    terminal.until("Mafia");
    terminal.press(":q\r");
    let (code, sent) = terminal.end();
    assert!(code == 0 && sent.contains("is paused"), "{code}: {sent}");
}

#[test]
fn a_terminal_that_answers_nothing_is_drawn_on() {
    let home = Home::new();
    let Some(mut terminal) = Terminal::start(&home, (24, 80), "play mafia --seed 3", &[]) else { return };
    terminal.until("Night");
    terminal.press("\x03");
    let (code, sent) = terminal.end();
    assert!(code == 0 && sent.contains("is paused") && !sent.contains("error"), "{code}: {sent}");
}

#[test]
fn a_light_ground_gets_colours_that_can_be_read_on_it() {
    // What steps back, as the palette of 256 has it on dark and on light.
    let (dark, light) = ("38;5;109", "38;5;59");
    for (args, answers, is_light) in [
        ("", LIGHT, true),
        ("", USUAL, false),
        ("--theme light", USUAL, true),
        ("--theme dark", LIGHT, false),
    ] {
        let home = Home::new();
        let args = format!("play mafia --seed 3 {args}");
        let Some(mut terminal) = Terminal::start(&home, (24, 80), &args, answers) else { return };
        terminal.until("Night");
        terminal.press("\x03");
        let (_, sent) = terminal.end();
        let (has, lacks) = if is_light { (light, dark) } else { (dark, light) };
        assert!(sent.contains(has) && !sent.contains(lacks), "{args}: {sent}");
    }
}

#[test]
fn plain_lines_on_a_terminal_hear_a_person_at_any_time_and_say_the_way_out() {
    let home = Home::new();
    let args = "play mafia --as Kim --seed 3 --seats 5 --plain --speed fast --color never";
    let Some(mut terminal) = Terminal::start(&home, (24, 80), args, USUAL) else { return };
    // What it is is told first; then the clock, and what else can be done.
    terminal.until("Each player was dealt one role");
    terminal.until("You have ");
    terminal.until(", + gives more.");
    terminal.until("/quit leaves.");
    terminal.until("> ");
    // What is no answer is refused in words, and it is asked again.
    terminal.press("nobody\n");
    terminal.until("\"nobody\" is none of them");
    terminal.until("> ");
    terminal.press("+\n");
    terminal.until("asks for another minute");
    terminal.until("You have 1 minute");
    terminal.until("> ");
    terminal.press("1\n");
    // Nothing is asked now: commands act at once, and words are no answer to what is asked later.
    terminal.press("((a word beside))\n");
    terminal.until("((Kim)) a word beside");
    terminal.press("half a sentence that I go on with\n");
    terminal.until("! ");
    terminal.press(":q\n");
    let (code, sent) = terminal.end();
    assert!(code == 0 && sent.contains("is paused") && sent.contains("parlor resume"), "{code}: {sent}");
    assert!(sent.contains(" --plain goes on with it"), "it goes on as it was: {sent}");
    assert!(!sent.contains("Kim: half a sentence"), "{sent}");
    assert!(!sent.contains("\x1b[?1049h") && !sent.contains("\x1b[K"), "no cursor tricks: {sent}");
    // The environment says it once for all.
    let mut resume = Terminal::command(&home, (24, 80), "resume");
    let Some(mut terminal) = Terminal::spawn(resume.env("PARLOR_FACE", "plain"), USUAL) else { return };
    terminal.until("you are Kim");
    terminal.until("/quit leaves at any time");
    terminal.until("Welcome back");
    terminal.press("/quit\n");
    let (code, sent) = terminal.end();
    assert!(code == 0 && !sent.contains("\x1b[?1049h"), "{code}: {sent}");
}
