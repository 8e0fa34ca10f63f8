//! `parlor serve --discord`: the browser and a bot in one process, at the same tables.

use std::io::{Read, Write};
use std::net::TcpStream;

use fakes::discord::{Discord, Nasty};

use crate::discord::{Running, Stage, said};

const PUBLIC: &str = "https://parlor.example";

/// Both, and what they said of themselves.
struct Both {
    running: Running,
    /// Where the browser's door is.
    at: String,
    /// Where the owner is to go, and the token that makes one.
    door: String,
    token: String,
}

impl Both {
    /// For others, too: on every address that this machine has.
    fn start(stage: &Stage, args: &[&str]) -> Both {
        let usual = ["serve", "--discord", "--speed", "instant", "--bind", "0.0.0.0:0"];
        let mut running = stage.start_parlor(&[&usual, args].concat());
        let first = running.result();
        assert!(!first.contains("0.0.0.0"), "an address that a browser can open: {first}");
        let (_, port) = first.trim_end_matches('/').rsplit_once(':').expect("an address");
        let at = format!("127.0.0.1:{port}");
        let way = loop {
            let note = running.note();
            assert!(!note.is_empty(), "it has ended");
            if let Some((_, way)) = note.split_once("→ open ") {
                break way.split(' ').next().expect("a word").to_owned();
            }
        };
        let (door, token) = way.split_once("/owner/").expect("the owner's way in");
        Both { running, at, door: door.to_owned(), token: token.to_owned() }
    }

    /// What somebody is answered by the browser's door, with a token or without.
    fn get(&self, path: &str, token: Option<&str>) -> String {
        let with = token.map_or(String::new(), |token| format!("authorization: Bearer {token}\r\n"));
        let mut stream = TcpStream::connect(&self.at).expect("it listens");
        write!(stream, "GET {path} HTTP/1.1\r\nhost: parlor.example\r\n{with}connection: close\r\n\r\n")
            .expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
    }
}

/// The address that a card links to, in the bytes that came to Discord.
fn link(discord: &Discord) -> Option<String> {
    discord.requests().iter().rev().find_map(|seen| {
        let text = seen.body["embeds"][0]["description"].as_str()?;
        let (_, rest) = text.split_once("[In the browser](")?;
        rest.split_once(')').map(|(link, _)| link.to_owned())
    })
}

#[test]
fn a_card_links_to_a_page_of_the_same_process_and_one_interrupt_closes_both_doors() {
    let stage = Stage::new();
    let ana = stage.person("Ana");
    let both = Both::start(&stage, &["--public", PUBLIC]);
    assert_eq!(both.door, PUBLIC, "the owner's right is for the address of the links");
    let options = [("activity", "mafia"), ("title", "Mafia at the Lantern")];
    ana.slash(stage.channel, "session start", &options).expect("a command");
    stage.told(&ana, "ACTIVE");
    let link = stage.find(link);
    let path = link.strip_prefix(PUBLIC).expect("the address for others").to_owned();
    let id = path.strip_prefix("/t/").expect("a table").to_owned();
    let all = format!("{:?}", stage.discord.requests());
    assert!(!all.contains(&both.token) && !all.contains("/owner/"), "no right goes to Discord");

    let page = both.get(&path, Some(&both.token));
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(page.contains("Mafia at the Lantern") && page.contains("id=\"feed\""), "{page}");
    // Whoever has no more than the link is told what they are told of a table that is not there.
    let stranger = both.get(&path, None);
    assert!(stranger.starts_with("HTTP/1.1 404") && !stranger.contains("Lantern"), "{stranger}");
    let body = |answer: &str| answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned());
    assert_eq!(body(&stranger), body(&both.get("/t/nobody-has-this", None)));

    let at = both.at.clone();
    let ran = both.running.interrupt();
    assert_eq!(ran.code, 130, "{}", ran.err);
    assert!(ran.out.starts_with("Parlor is there, with "), "{}", ran.out);
    assert!(ran.err.contains("every table is where it was: parlor serve --discord goes on"), "{}", ran.err);
    assert!(!(ran.out + &ran.err).contains(stage.discord.token()));
    assert!(TcpStream::connect(&at).is_err(), "the browser's door is closed");
    stage.until(|it| !it.connected());

    // Without an address for others, the card that is there loses its link.
    let again = Both::start(&stage, &[]);
    ana.slash(stage.channel, "session pause", &[]).expect("a command");
    stage.told(&ana, "PAUSED");
    let card = stage.card("PAUSED");
    assert!(!said(&card, "In the browser") && !said(&card, &id), "{card:?}");
    let page = again.get(&path, Some(&again.token));
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("Paused by Ana"), "{page}");
    let ran = again.running.interrupt();
    assert_eq!(ran.code, 130, "{}", ran.err);
    assert!(ran.err.contains("its cards link to no page: --public URL says where"), "{}", ran.err);
    assert_eq!(stage.home.newest(), id, "the same table, not another");
    stage.discord.assert_no_unknown();
}

#[test]
fn when_discord_will_have_the_bot_no_more_both_stop() {
    let stage = Stage::new();
    let both = Both::start(&stage, &[]);
    stage.discord.nasty(Nasty::Close(4004));
    let at = both.at.clone();
    let ran = both.running.ends();
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.err.contains("the gateway has closed for good"), "{}", ran.err);
    assert!(TcpStream::connect(&at).is_err(), "the browser's door is closed");
}
