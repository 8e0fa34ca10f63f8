//! Coming in: an invitation is looked at before it is taken up, by a link, for everybody or for one, or by a code; and the
//! cookie that it gives fits the way by which it came.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use server::Places;

use crate::client::{Answer, Client};
use crate::stage::{HostOptions, Options, Stage, between, session, table};

/// Makes an invitation.
async fn invited(owner: &Client, id: &str, scope: Value) -> Value {
    let made = owner.post(&format!("/api/tables/{id}/invitations"), &scope).await;
    assert_eq!(made.status, 201, "{made:?}");
    made.json()
}

fn path(invitation: &Value) -> String {
    invitation["path"].as_str().expect("a path").to_owned()
}

/// Takes the link that is for everybody away.
async fn closed(owner: &Client, id: &str) -> Answer {
    let path = format!("/api/tables/{id}/rights");
    owner.send("DELETE", &path, "application/json", "{\"scope\":\"any\"}").await
}

/// The client that has the cookie of an answer.
pub(crate) fn with_cookie(client: &Client, joined: &Answer) -> Client {
    let cookie = joined.header("set-cookie").unwrap_or_else(|| panic!("a cookie: {joined:?}"));
    client.with("cookie", cookie.split(';').next().expect("a pair"))
}

async fn at(places: Places) -> Stage {
    Stage::with(Options { places, rate_times: 100, ..Options::new(false) }, HostOptions::default()).await
}

async fn scene(owner: &Client, id: &str) -> Value {
    owner.get(&format!("/api/tables/{id}?as=public")).await.json()
}

#[tokio::test]
async fn looking_at_an_invitation_changes_nothing_however_often() {
    let stage = at(Places::default()).await;
    let owner = stage.owner();
    let id = table(&owner, 2).await;
    for (scope, words) in [
        (json!({"scope": "play", "seat": 3}), "<h1>Sit down at <em>Friday</em> as P3</h1>"),
        (json!({"scope": "observe"}), "<h1>Watch <em>Friday</em></h1>"),
        (json!({"scope": "host"}), "<h1>Run the table <em>Friday</em></h1>"),
        (json!({"scope": "any"}), "<h1>Sit down at <em>Friday</em></h1>"),
    ] {
        let path = path(&invited(&owner, &id, scope).await);
        let before = scene(&owner, &id).await;
        for method in ["HEAD", "GET", "HEAD", "GET"] {
            let looked = stage.client().send(method, &path, "", "").await;
            assert_eq!((looked.status, looked.header("set-cookie")), (200, None), "{looked:?}");
            assert!(method == "HEAD" || looked.body.contains(words), "{looked:?}");
        }
        assert_eq!(scene(&owner, &id).await, before, "nobody sits down by being shown a page");
        let foreign = stage.client().with("origin", "http://evil.example").form(&path, "").await;
        assert_eq!(
            (foreign.status, foreign.code().as_str()),
            (403, "cross-origin"),
            "nor by a page of others"
        );
        assert_eq!(stage.client().form(&path, "name=Mia").await.status, 303, "still there to be taken up");
    }
}

#[tokio::test]
async fn a_cookie_goes_by_https_alone_if_it_came_so() {
    let public = Some("https://games.example".to_owned());
    let stage = at(Places { public, near: Vec::new() }).await;
    let owner = stage.owner();
    let id = table(&owner, 2).await;
    let token = server::Token::fresh().expect("chance");
    stage.server.grant_owner(&token, i64::MAX).expect("granted");
    for (headers, secure) in [
        (&[][..], false),
        (&[("host", "192.0.2.7:7777"), ("origin", "http://192.0.2.7:7777")], false),
        (&[("host", "games.example"), ("origin", "https://games.example")], true),
        (&[("host", "games.example")], true),
        (&[("host", "other.example"), ("x-forwarded-proto", "https")], true),
        (&[("host", "other.example"), ("x-forwarded-proto", "http")], false),
        (&[("host", "other.example"), ("forwarded", "for=192.0.2.9;proto=https;by=x")], true),
        (&[("host", "games.example"), ("x-forwarded-proto", "http, https")], false),
    ] {
        let client = headers.iter().fold(stage.client(), |client, (name, value)| client.with(name, value));
        let path = path(&invited(&owner, &id, json!({"scope": "observe"})).await);
        for joined in [client.form(&path, "").await, client.get(&format!("/owner/{}", token.as_str())).await]
        {
            let cookie = joined.header("set-cookie").expect("a cookie");
            assert_eq!(cookie.contains("; Secure"), secure, "{headers:?}: {cookie}");
            assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
        }
    }
}

#[tokio::test]
async fn a_link_is_an_address_that_the_other_can_open() {
    let near = vec!["http://192.168.1.23:7777".to_owned(), "http://203.0.113.5:7777".to_owned()];
    let stage = at(Places { public: None, near }).await;
    let owner = stage.owner();
    let id = table(&owner, 2).await;
    let origin = async |owner: &Client| {
        let made = invited(owner, &id, json!({"scope": "observe"})).await;
        let (link, path) = (made["link"].as_str().expect("a link"), path(&made));
        assert_eq!(made["here_only"], false);
        link.strip_suffix(path.as_str()).expect("the path").to_owned()
    };
    assert_eq!(origin(&owner).await, "http://192.168.1.23:7777", "loopback is another machine to a friend");
    for nowhere in ["0.0.0.0:7777", "localhost:7777", "[::]:7777", "evil\"host"] {
        assert_eq!(origin(&owner.with("host", nowhere)).await, "http://192.168.1.23:7777", "{nowhere}");
    }
    assert_eq!(
        origin(&owner.with("host", "203.0.113.5:7777")).await,
        "http://203.0.113.5:7777",
        "as they came"
    );
    let proxied = owner.with("host", "games.example").with("x-forwarded-proto", "https");
    assert_eq!(origin(&proxied).await, "https://games.example");
    let public = Some("https://parlor.example".to_owned());
    let named = at(Places { public, near: vec!["http://192.168.1.23:7777".to_owned()] }).await;
    let owner = named.owner();
    let id = table(&owner, 2).await;
    let made = invited(&owner, &id, json!({"scope": "observe"})).await;
    assert!(
        made["link"].as_str().is_some_and(|link| link.starts_with("https://parlor.example/join/")),
        "{made}"
    );
}

#[tokio::test]
async fn by_one_link_everybody_takes_a_free_seat_under_their_own_name() {
    let stage = at(Places::default()).await;
    let owner = stage.owner();
    let id = table(&owner, 3).await;
    // Seat 1 is promised to somebody; 2 and 3 wait for a person; 4 to 6 are the house's.
    invited(&owner, &id, json!({"scope": "play", "seat": 1})).await;
    let path = path(&invited(&owner, &id, json!({"scope": "any"})).await);
    assert!(stage.client().get(&path).await.body.contains("5 seats are free."));
    let mut seats = Vec::new();
    for name in ["Mia", "Ono", "Kit", "Lea", "Sam"] {
        let joined = stage.client().form(&path, &format!("name={name}")).await;
        assert_eq!((joined.status, joined.header("location")), (303, Some(format!("/t/{id}").as_str())));
        let guest = with_cookie(&stage.client(), &joined);
        let page = guest.get(&format!("/t/{id}")).await.body;
        assert!(page.contains(&format!(", played by {name}</span>")), "{page}");
        seats.push(between(&page, "You: seat ", " ").to_owned());
        let again = guest.form(&path, "name=Twice").await;
        assert_eq!((again.status, again.header("set-cookie")), (303, None), "one seat for each");
        assert!(guest.get(&path).await.body.contains("You sit already at <em>Friday</em>"));
    }
    assert_eq!(seats, ["2", "3", "4", "5", "6"], "those that wait for a person go first");
    assert_eq!(scene(&owner, &id).await["table"]["taken"], json!([4, 5, 6]));
    let frames = owner.get(&format!("/api/tables/{id}/frames?as=public")).await.body;
    assert!(frames.contains("Mia plays P2 from now on.") && frames.contains("Sam plays P6"), "{frames}");
    assert!(!frames.contains("Twice"), "{frames}");
    let page = owner.get(&format!("/t/{id}?as=public")).await.body;
    let in_ring = |name: &str| page.contains(&format!("<span class=\"tag\">{name}</span>"));
    assert!(["Mia", "Ono", "Kit", "Lea", "Sam"].into_iter().all(in_ring), "{page}");
    let full = stage.client().form(&path, "name=Late").await;
    assert_eq!((full.status, full.code().as_str()), (409, "no-free-seat"));
    assert!(stage.client().get(&path).await.body.contains("Every seat is taken at <em>Friday</em>"));
    assert_eq!(closed(&owner, &id).await.json()["revoked"], 1);
    assert_eq!(stage.client().get(&path).await.code(), "seat-taken");
}

#[tokio::test]
async fn those_who_come_by_one_link_at_once_get_a_seat_each() {
    let stage = at(Places::default()).await;
    let owner = stage.owner();
    let id = table(&owner, 6).await;
    let path = path(&invited(&owner, &id, json!({"scope": "any"})).await);
    let client = stage.client();
    let (a, b, c, d) = tokio::join!(
        client.form(&path, "name=A"),
        client.form(&path, "name=B"),
        client.form(&path, "name=C"),
        client.form(&path, "name=D")
    );
    let mut seats = BTreeSet::new();
    for joined in [a, b, c, d] {
        let page = with_cookie(&client, &joined).get(&format!("/t/{id}")).await.body;
        seats.insert(between(&page, "You: seat ", " ").to_owned());
    }
    assert_eq!(seats.len(), 4, "{seats:?}");
}

#[tokio::test]
async fn once_it_has_begun_nobody_gets_a_seat_of_the_house_by_chance_and_nobody_ever_that_of_the_teller() {
    let stage = at(Places::default()).await;
    let owner = stage.owner();
    let id = table(&owner, 0).await;
    let late = path(&invited(&owner, &id, json!({"scope": "any"})).await);
    session(&owner, &id, "start").await;
    assert_eq!(stage.client().form(&late, "name=Mia").await.code(), "no-free-seat");
    let seats = json!([{"name": "Ana", "holder": "person"}, {"name": "Teller", "holder": "house:narrator"}]);
    let story = owner.post("/api/tables", &json!({"machine": "dm", "seats": seats, "seed": 7})).await.json();
    let story = story["id"].as_str().expect("an id");
    let path = path(&invited(&owner, story, json!({"scope": "any"})).await);
    assert_eq!(stage.client().form(&path, "name=Mia").await.status, 303);
    assert_eq!(stage.client().form(&path, "name=Ono").await.code(), "no-free-seat");
    for bad in ["name=%E2%80%AEevil".to_owned(), format!("name={}", "x".repeat(33))] {
        assert_eq!(stage.client().form(&path, &bad).await.status, 400, "{bad}");
    }
}

#[tokio::test]
async fn a_code_leads_to_the_table_until_its_link_is_taken_away() {
    let stage = at(Places::default()).await;
    let owner = stage.owner();
    let id = table(&owner, 3).await;
    let made = invited(&owner, &id, json!({"scope": "any"})).await;
    let code = made["code"].as_str().expect("a code").to_owned();
    assert!(invited(&owner, &id, json!({"scope": "observe"})).await["code"].is_null(), "it is one person's");
    let typed = code.to_lowercase().replace('-', "+");
    let led = stage.client().get(&format!("/join?code={typed}")).await;
    assert_eq!((led.status, led.header("location")), (303, Some(format!("/join/{code}").as_str())));
    assert!(stage.client().get(&format!("/join/{code}")).await.body.contains("Sit down at <em>Friday</em>"));
    let joined = stage.client().form(&format!("/join/{code}"), "name=Mia").await;
    let guest = with_cookie(&stage.client(), &joined);
    assert_eq!(guest.get(&format!("/t/{id}")).await.status, 200);
    let browser = stage.client().with("accept", "text/html");
    let wrong = if code == "KITE-427" { "KITE-428" } else { "KITE-427" };
    let none = browser.get(&format!("/join/{wrong}")).await;
    assert!(none.status == 410 && none.body.contains("<h1>No such code</h1>"), "{none:?}");
    assert!(none.body.contains("href=\"/join\""), "and where to type it again: {none:?}");
    let none = browser.get("/join?code=hello").await;
    assert!(none.status == 400 && none.body.contains("such as KITE-427"), "{none:?}");
    closed(&owner, &id).await;
    assert_eq!(stage.client().get(&format!("/join/{code}")).await.code(), "seat-taken");
}

#[tokio::test]
async fn whoever_tries_codes_is_slowed_down() {
    let stage = Stage::opened(false).await;
    let mut answers = Vec::new();
    for number in 100..130 {
        answers.push(stage.client().get(&format!("/join/KITE-{number}")).await.status);
    }
    assert_eq!(answers.first(), Some(&410));
    assert_eq!(answers.last(), Some(&429), "{answers:?}");
}
