//! One stream for the windows of one browser.

use serde_json::json;

use crate::client::Listening;
use crate::rights::guest;
use crate::stage::{Stage, session, table};

async fn say(client: &crate::client::Client, id: &str, words: &str) {
    let sent = client.form(&format!("/t/{id}/answer"), &format!("as=seat:1&line=((%20{words}")).await;
    assert_eq!(sent.status, 303, "{sent:?}");
}

/// Listens until one of the pages is told some words, and says which number the last of its events has.
async fn until(live: &mut Listening, of: &str, words: &str) -> u64 {
    loop {
        let page = live.next().await.expect("it goes on").data;
        if page["of"] == of && page["feed"].as_str().is_some_and(|feed| feed.contains(words)) {
            return page["last"].as_u64().expect("a number");
        }
        assert!(
            !page["feed"].as_str().is_some_and(|feed| feed.contains(words)),
            "{page} is of another table"
        );
    }
}

#[tokio::test]
async fn several_pages_are_told_by_one_stream_each_what_is_its_own() {
    let stage = Stage::open().await;
    let client = stage.client();
    let (one, two) = (table(&client, 2).await, table(&client, 2).await);
    for id in [&one, &two] {
        session(&client, id, "start").await;
    }
    let mut live =
        client.listen(&format!("/live?at=a~{one}~seat:1&at=b~{two}~public&at=c~never-was~public")).await;
    let mut refused = false;
    let mut first = [false; 2];
    while !(refused && first == [true; 2]) {
        let news = live.next().await.expect("it goes on");
        match (news.name.as_str(), news.data["of"].as_str()) {
            ("closed", Some("c")) => refused = news.data["code"] == "not-found",
            ("page", Some("a")) => first[0] |= news.data["parts"]["asks"].is_string(),
            ("page", Some("b")) => first[1] = true,
            (name, of) => panic!("{name} of {of:?}"),
        }
    }
    say(&client, &one, "hello").await;
    let last = until(&mut live, "a", "hello").await;
    say(&client, &two, "good-evening").await;
    until(&mut live, "b", "good-evening").await;
    // Who comes back is told what is new, and that alone.
    drop(live);
    say(&client, &one, "again").await;
    let mut live = client.listen(&format!("/live?at=a~{one}~seat:1~{last}")).await;
    let page = live.next().await.expect("it goes on").data;
    let feed = page["feed"].as_str().expect("lines");
    assert!(feed.contains("again") && !feed.contains("hello"), "{feed}");
}

#[tokio::test]
async fn nobody_hears_by_it_what_they_may_not_hear() {
    let stage = Stage::opened(false).await;
    let owner = stage.owner();
    let (mine, other) = (table(&owner, 2).await, table(&owner, 2).await);
    let player = guest(&stage, &owner, &mine, json!({"scope": "play", "seat": 2})).await;
    let at =
        format!("at=own~{mine}~seat:2&at=seat~{mine}~seat:1&at=host~{mine}~host&at=other~{other}~public");
    let mut live = player.listen(&format!("/live?{at}")).await;
    let mut closed = Vec::new();
    let mut own = false;
    while closed.len() < 3 || !own {
        let news = live.next().await.expect("it goes on");
        let of = news.data["of"].as_str().expect("whose").to_owned();
        match news.name.as_str() {
            "closed" => closed.push((of, news.data["code"].clone())),
            _ => own = of == "own",
        }
    }
    closed.sort_by(|a, b| a.0.cmp(&b.0));
    let refused = |of: &str| (of.to_owned(), json!("not-found"));
    assert_eq!(closed, [refused("host"), refused("other"), refused("seat")]);
    for wrong in ["", "at=a~b", "at=a~b~public~x", &"at=a~b~public&".repeat(33)] {
        let answer = player.get(&format!("/live?{wrong}")).await;
        assert_eq!(answer.status, 404, "{wrong}: {answer:?}");
    }
}
