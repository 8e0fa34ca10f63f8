//! `parlor` alone and `parlor serve`: tables in the browser.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Child;

use crate::stage::Home;
#[cfg(unix)]
use crate::stage::signal;

/// A server that was started, and where it says that it is.
pub(crate) struct Serving {
    child: Child,
    pub(crate) at: String,
}

impl Serving {
    pub(crate) fn start(home: &Home, args: &[&str]) -> Serving {
        Serving::of(home.start(args))
    }

    /// One that was started by hand, with pipes for what it says.
    pub(crate) fn of(mut child: Child) -> Serving {
        let mut first = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut first).expect("a line");
        let at = first.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/'));
        let at = at.unwrap_or_else(|| panic!("no address: {first:?}")).to_owned();
        Serving { child, at }
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.at).expect("it listens");
        write!(stream, "GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.at)
            .expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        answer
    }
}

impl Serving {
    fn post(&self, path: &str, body: &str) -> String {
        self.ask("POST", path, body)
    }

    /// What it answers, with its head.
    pub(crate) fn ask(&self, method: &str, path: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.at).expect("it listens");
        let (at, bytes) = (&self.at, body.len());
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {at}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {bytes}\r\n\r\n{body}"
        )
        .expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
    }
}

impl Serving {
    /// Ends it, and says what it said beside its results.
    pub(crate) fn said(mut self) -> String {
        self.child.kill().expect("it ends");
        let mut said = String::new();
        let mut err = self.child.stderr.take().expect("a pipe");
        err.read_to_string(&mut said).expect("text");
        said
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn alone_it_serves_an_evening_that_can_be_watched_at_once() {
    let home = Home::new();
    let serving = Serving::start(&home, &[]);
    assert!(serving.at.starts_with("127.0.0.1:"), "for this machine alone: {}", serving.at);
    let lobby = serving.get("/");
    assert!(lobby.contains("An evening of Mafia"), "{lobby}");
    let id = lobby
        .split("href=\"/t/")
        .nth(1)
        .and_then(|rest| rest.split(['"', '/', '?']).next())
        .expect("a table");
    assert!(serving.get(&format!("/t/{id}")).contains("id=\"feed\""));
    assert!(serving.get(&format!("/t/{id}/replay")).contains("id=\"scrub\""));
}

#[test]
fn where_the_usual_port_is_taken_it_goes_beside_it() {
    // Whoever has it, this test or somebody else on this machine: it is taken.
    let _taken = TcpListener::bind("127.0.0.1:7777");
    let serving = Serving::start(&Home::new(), &[]);
    assert_ne!(serving.at, "127.0.0.1:7777");
    assert!(serving.get("/api/health").contains("\"ok\""));
}

#[test]
fn a_port_that_was_asked_for_and_is_taken_is_an_error_with_a_way_out() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let at = taken.local_addr().expect("an address");
    let ran = Home::new().run(&["serve", "--bind", &at.to_string()]);
    assert_eq!(ran.code, 1);
    let words = format!("port {} is in use", at.port());
    assert!(ran.err.contains(&words) && ran.err.contains("--bind 127.0.0.1:0"), "{}", ran.err);
    if cfg!(target_os = "linux") {
        assert!(ran.err.contains(&format!("(by process {})", std::process::id())), "{}", ran.err);
    }
}

#[test]
fn an_address_for_others_is_one_and_leads_where_others_are_let_in() {
    let home = Home::new();
    for bad in ["parlor.example", "https://parlor.example/games", "https://me:word@parlor.example"] {
        let ran = home.run(&["serve", "--bind", "0.0.0.0:0", "--public", bad]);
        assert_eq!(ran.code, 2, "{}", ran.err);
        assert!(
            ran.err.contains("--public") && ran.err.contains("no more: https://parlor.example"),
            "{}",
            ran.err
        );
    }
    for here in [&[][..], &["--bind", "127.0.0.1:0"], &["--bind", "[::1]:0"]] {
        let ran = home.run(&[&["serve", "--public", "https://parlor.example"], here].concat());
        assert_eq!(ran.code, 2, "{}", ran.err);
        let words = ["https://parlor.example cannot lead here", "is for this machine alone", "add --bind"];
        assert!(words.iter().all(|it| ran.err.contains(it)), "{}", ran.err);
    }
    assert!(!home.store().exists(), "nothing was made");
}

/// What is said at the start beside the address, up to its last line.
fn said_at_the_start(serving: &mut Serving) -> String {
    let mut lines = BufReader::new(serving.child.stderr.take().expect("a pipe")).lines();
    let mut said = String::new();
    for line in lines.by_ref().map(|line| line.expect("a line")) {
        said.push_str(&line);
        said.push('\n');
        if line.contains("Ctrl-C stops it") {
            return said;
        }
    }
    panic!("it ended: {said}");
}

#[test]
fn for_others_it_says_addresses_that_they_can_open_and_that_it_is_plain_http() {
    let home = Home::new();
    let mut serving = Serving::start(&home, &["serve", "--bind", "0.0.0.0:0"]);
    let said = said_at_the_start(&mut serving);
    let at = &serving.at;
    assert!(!at.contains("0.0.0.0") && !said.contains("0.0.0.0"), "{at}: {said}");
    assert!(said.contains(&format!("→ open http://{at}/owner/")), "{said}");
    assert!(said.contains(&format!("→ friends open http://{at}/join, ")), "{said}");
    assert!(said.contains("this is plain HTTP"), "{said}");
    assert!(!said.contains('█'), "a picture is for those who see it: {said}");
    drop(serving);
    let public = ["serve", "--bind", "0.0.0.0:0", "--public", "https://parlor.example"];
    let said = said_at_the_start(&mut Serving::start(&home, &public));
    assert!(said.contains("→ open https://parlor.example/owner/"), "{said}");
    assert!(said.contains("→ friends open https://parlor.example/join, "), "{said}");
    assert!(!said.contains("plain HTTP"), "{said}");
    let said = said_at_the_start(&mut Serving::start(&home, &["serve", "--bind", "127.0.0.1:0"]));
    assert!(!said.contains("plain HTTP") && !said.contains("friends"), "for this machine alone: {said}");
}

#[test]
fn what_a_bot_is_given_needs_a_bot() {
    for flags in [&["--model", "house:any"][..], &["--http", "127.0.0.1:0"]] {
        let ran = Home::new().run(&[&["serve", "--bind", "127.0.0.1:0"], flags].concat());
        assert!(ran.code == 2 && ran.err.contains("--discord"), "{}", ran.err);
    }
}

#[cfg(unix)]
#[test]
fn interrupted_it_ends_and_the_evening_goes_on_with_the_next_start() {
    let home = Home::new();
    let mut serving = Serving::start(&home, &["serve", "--demo", "--bind", "127.0.0.1:0"]);
    let id = |lobby: &str| lobby.split("href=\"/t/").nth(1).map(|rest| rest[..12].to_owned());
    let before = id(&serving.get("/")).expect("a table");
    signal(&serving.child, "INT");
    assert_eq!(serving.child.wait().expect("it ends").code(), Some(130));
    let again = Serving::start(&home, &["serve", "--demo", "--bind", "127.0.0.1:0"]);
    assert_eq!(id(&again.get("/")).expect("a table"), before, "the same evening, not another");
}

#[cfg(unix)]
#[test]
fn stopped_by_the_system_it_ends_well_and_the_time_until_the_next_start_is_nobodys() {
    let home = Home::new();
    let mut serving = Serving::start(&home, &["serve", "--demo", "--bind", "127.0.0.1:0"]);
    let lobby = serving.get("/");
    let id = lobby.split("href=\"/t/").nth(1).map(|rest| rest[..12].to_owned()).expect("a table");
    let mut listening = TcpStream::connect(&serving.at).expect("it listens");
    write!(listening, "GET /api/tables/{id}/events HTTP/1.1\r\nhost: {}\r\n\r\n", serving.at)
        .expect("it reads");
    listening.read_exact(&mut [0; 12]).expect("a stream");
    signal(&serving.child, "TERM");
    let mut told = String::new();
    listening.read_to_string(&mut told).expect("it ends the stream");
    assert!(told.contains("event: closed") && told.contains("\"code\":\"stopped\""), "{told}");
    assert_eq!(serving.child.wait().expect("it ends").code(), Some(0), "as the system wished");
    drop(serving);
    let again = Serving::start(&home, &["serve", "--demo", "--bind", "127.0.0.1:0"]);
    assert!(again.get("/").contains(&id), "the same evening");
    drop(again);
    let log = home.run(&["export", &id]).fine();
    let (pause, rest) = log.split_once("\"request\":\"gap/ACTIVE/").expect("it is in the record");
    assert!(rest.contains("\"to\":\"ACTIVE\"") && pause.contains("\"type\":\"Open\""), "{log}");
}

#[test]
fn what_asks_by_http_names_no_file_of_this_machine() {
    let home = Home::new();
    let file = home.path("secret.jsonl");
    std::fs::write(&file, "{}\n").expect("a file");
    let serving = Serving::start(&home, &["serve", "--bind", "127.0.0.1:0"]);
    let mut said = Vec::new();
    for path in [file.display().to_string(), "/dev/zero".to_owned(), "nowhere".to_owned()] {
        let seats = format!(r#"[{{"name":"Max","holder":"model:replay:{path}"}}]"#);
        let answer = serving.post("/api/tables", &format!(r#"{{"machine":"mafia","seats":{seats}}}"#));
        assert!(answer.starts_with("HTTP/1.1 422"), "{answer}");
        assert!(answer.contains("a file of the machine that parlor runs on"), "{answer}");
        said.push(answer.rsplit("\r\n\r\n").next().map(str::to_owned));
    }
    assert!(said.iter().all(|it| *it == said[0]), "whether it is there is not told: {said:?}");
}

#[test]
fn what_asks_by_http_starts_no_program_of_this_machine() {
    let home = Home::new();
    let begun = home.path("begun").display().to_string();
    let program = format!("touch {begun}");
    // Not even one that a saved session may start.
    let config = format!("[exec]\nallow = [{program:?}]\n");
    std::fs::create_dir_all(home.store()).expect("a folder");
    std::fs::write(home.store().join("config.toml"), config).expect("a configuration");
    let serving = Serving::start(&home, &["serve", "--bind", "127.0.0.1:0"]);
    for holder in [format!("model:exec:{program}"), format!("model: exec:{program}")] {
        let seats = format!(r#"[{{"name":"Max","holder":"{holder}"}}]"#);
        let answer = serving.post("/api/tables", &format!(r#"{{"machine":"mafia","seats":{seats}}}"#));
        assert!(answer.starts_with("HTTP/1.1 422"), "{answer}");
        assert!(answer.contains("a program is started on the machine that parlor runs on"), "{answer}");
    }
    assert!(!std::path::Path::new(&begun).exists());
}

#[test]
fn a_backup_is_made_while_it_serves_and_can_be_looked_into() {
    let home = Home::new();
    let serving = Serving::start(&home, &["serve", "--demo", "--bind", "127.0.0.1:0"]);
    let copy = home.path("copy").display().to_string();
    let said = home.run(&["store", "backup", &copy]).fine();
    assert!(said.contains("1 sessions, ") && said.contains(", whole"), "{said}");
    let again = home.run(&["store", "backup", &copy]);
    assert!(again.code == 3 && again.err.contains("there is something in it"), "{}", again.err);
    drop(serving);
    let checked = home.run(&["store", "check"]).fine();
    assert!(checked.contains("whole"), "{checked}");
    assert!(home.path("copy/parlor.db").exists());
}

#[test]
fn an_evening_as_one_file_plays_from_a_disk() {
    let (home, id) = Home::with_demo(7);
    let file = home.path("evening.html").display().to_string();
    home.run(&["export", &id, "--format", "html", "-o", &file]).fine();
    let page = std::fs::read_to_string(&file).expect("a file");
    assert!(
        page.starts_with("<!doctype html>") && page.contains("default-src &#39;none&#39;"),
        "it asks for nothing"
    );
    assert!(page.contains("\"seat:10\":{") && page.contains("\"host\":{"), "every viewer is in it");
    let public = home.run(&["export", &id, "--format", "html", "--as", "public"]).fine();
    assert!(!public.contains("\"host\":{") && !public.contains("You suspect"), "one viewer alone");
}
