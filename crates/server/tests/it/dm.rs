//! A story on its page: an evening that is played with plain forms, while everything that a seat is sent is kept and
//! held against what it may know.

mod player;

use engine::Hash;
use serde_json::{Value, json};

use crate::client::Client;
use crate::long::scrolled_up;
use crate::stage::{Stage, between, session};
use player::{Player, offered};

/// Lays a table of a story and lets it begin with session zero.
async fn story(client: &Client, seats: &[(&str, &str)], seed: u64) -> String {
    let seats: Vec<Value> =
        seats.iter().map(|(name, holder)| json!({"name": name, "holder": holder})).collect();
    let wanted = json!({"machine": "dm", "title": "Rain", "seats": seats, "seed": seed, "setup": {}});
    let made = client.post("/api/tables", &wanted).await;
    assert_eq!(made.status, 201, "{made:?}");
    let id = made.json()["id"].as_str().expect("an id").to_owned();
    session(client, &id, "start").await;
    id
}

/// What everybody was told, with the secrets: the host's frames.
async fn secrets(stage: &Stage, id: &str) -> Vec<Value> {
    let frames = stage.owner().get(&format!("/api/tables/{id}/frames?as=host")).await.json();
    frames.as_array().expect("frames").clone()
}

fn events<'a>(frames: &'a [Value], kind: &'a str) -> impl Iterator<Item = &'a Value> {
    frames.iter().map(|frame| &frame["event"]).filter(move |event| event["type"] == kind)
}

/// A word of an event, as it is told.
fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_lowercase()
}

/// A text as it stands on a page.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('\'', "&#39;")
}

#[tokio::test]
async fn b1_b2_b6_b11_b13_an_evening_shows_costs_first_and_an_ending_only_when_its_die_is_spent() {
    let stage = Stage::open().await;
    let id = story(&stage.owner(), &[("Ana", "person"), ("The House", "house:narrator")], 7).await;
    let mut ana = Player::sit(&stage, &id, 1).await;
    let (mut spent, mut kept, mut chosen) = (0, 0, Vec::new());
    let mut moods = std::collections::BTreeSet::new();
    for turn in 0..70 {
        let Some(scene) = ana.asked().await else { break };
        let phase = scene["phase"].as_str().expect("a phase").to_owned();
        assert!(ana.part("asks").contains("id=\"ask\""), "{phase}");
        assert!(ana.part("stop").contains("value=\"/x\""), "b14: always there, in {phase}");
        moods.insert(phase);
        let dice = offered(&scene);
        if dice.is_empty() {
            ana.go_on(&scene, turn).await;
            continue;
        }
        // What is on the page is the pool, no more and no less, each with its hint, its costs and its seal.
        let asks = ana.part("asks").to_owned();
        let pool = &scene["view"]["party"][0]["dice"];
        assert_eq!(pool.as_array().map(Vec::len), Some(dice.len()));
        assert_eq!(asks.matches("class=\"die-offer\"").count(), dice.len(), "b11: {asks}");
        for (at, die) in dice.iter().enumerate() {
            assert_eq!(die["value"], pool[at], "b11");
            assert!(asks.contains(&escaped(die["hint"].as_str().expect("a hint"))), "{asks}");
            assert!(asks.contains(&format!("value=\"{}\"", at + 1)), "{asks}");
            assert!(asks.contains(die["seal"].as_str().expect("a seal")), "{asks}");
        }
        let before = ana.told.clone() + &ana.client.get(&format!("/t/{id}?as=seat:1")).await.body;
        let sealed = secrets(&stage, &id).await;
        let sealed = events(&sealed, "OUTCOMES_SEALED").last().expect("sealed endings");
        let endings: Vec<&str> =
            sealed["endings"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        assert_eq!(endings.len(), dice.len());
        // The house has a stock of phrases: one that was told earlier is no secret any more.
        let earlier = |ending: &str| chosen.iter().any(|told: &String| told.contains(ending));
        for ending in endings.iter().filter(|ending| !earlier(ending)) {
            kept += 1;
            assert!(!before.contains(&escaped(ending)), "b1: it is in a byte before it is chosen: {ending}");
        }
        let stress = scene["view"]["party"][0]["stress"].as_i64().expect("stress");
        let (at, die) = dice.iter().enumerate().min_by_key(|(_, die)| die["value"].as_u64()).expect("a die");
        ana.go_on(&scene, turn).await;
        let told = loop {
            let event = ana.next().await;
            if event.data["feed"].as_str().is_some_and(|feed| feed.contains("class=\"outcome\"")) {
                break event.data["feed"].as_str().expect("lines").to_owned();
            }
        };
        spent += 1;
        assert!(told.contains("✓ sealed hash matches"), "b1: {told}");
        let salt =
            told.split("class=\"salt\">").nth(1).and_then(|rest| rest.split('<').next()).expect("a salt");
        let seal = Hash::of(format!("{salt}{}", endings[at]).as_bytes()).to_string();
        assert_eq!(die["seal"].as_str(), Some(seal.as_str()), "b1: computed here");
        assert!(told.contains(&seal) && told.contains(&escaped(endings[at])), "{told}");
        for (other, ending) in endings.iter().enumerate().filter(|(other, _)| *other != at) {
            let known = endings[at] == *ending || earlier(ending);
            assert!(known || !ana.told.contains(&escaped(ending)), "the ending of die {other} stays sealed");
        }
        chosen.push(endings[at].to_owned());
        // The price is paid once, and says so everywhere: in the text, to those who listen, and in the data.
        let now = (stress + die["stress"].as_i64().expect("a cost")).clamp(0, 9);
        let sheets = ana.part("panel-sheet-1");
        let shown = format!("aria-valuenow=\"{now}\" aria-valuetext=\"{now} of 9\"");
        assert!(
            sheets.contains(&shown) && sheets.contains(&format!(">{now}/9<")),
            "b2: {stress} and {die}: {sheets}"
        );
    }
    assert!(spent >= 3 && kept >= 10, "{spent} dice were spent, {kept} endings were secrets");
    for mood in ["CREATION", "SCENE", "ACTION", "BETWEEN_SCENES"] {
        assert!(moods.contains(mood), "{mood} is not among {moods:?}");
    }
    // The page that is opened later tells the same story, and proves every ending.
    let page = scrolled_up(&ana.client, &format!("/t/{id}?as=seat:1")).await;
    assert_eq!(page.matches("✓ sealed hash matches").count(), spent, "b1: on a page that is opened later");
    // b6: a clock that is full has a card of its own, once.
    let frames = ana.client.get(&format!("/api/tables/{id}/frames?as=seat:1")).await.json();
    let full = events(frames.as_array().expect("frames"), "CLOCK_COMPLETED").count();
    assert!(full > 0, "no clock was full in all this time");
    assert_eq!(page.matches("class=\"sign\">●<").count(), full, "b6");
    let replay = ana.client.get(&format!("/t/{id}/replay?as=seat:1")).await.body;
    for mark in ["a die is spent", "a clock is full", "a scene begins"] {
        assert!(replay.contains(mark), "the timeline points out: {mark}");
    }
    // b13: what was told is still there, and the journal has each scene in a few words.
    let scene = ana.scene().await;
    let past = scene["view"]["past"].as_array().cloned().unwrap_or_default();
    assert!(!past.is_empty() && page.contains("class=\"narration\"") && page.contains("id=\"panel-past\""));
    for scene in &past {
        assert!(page.contains(&escaped(scene["summary"].as_str().expect("a summary"))), "b13: {scene}");
    }
}

#[tokio::test]
async fn b3_b9_equal_dice_are_told_apart_and_only_the_acting_player_spends_one() {
    let stage = Stage::open().await;
    let seats = [("Ana", "person"), ("Ben", "person"), ("The House", "house:narrator")];
    for seed in 1..40 {
        let id = story(&stage.owner(), &seats, seed).await;
        let mut ana = Player::sit(&stage, &id, 1).await;
        let mut ben = Player::sit(&stage, &id, 2).await;
        for player in [&mut ana, &mut ben] {
            let scene = player.asked().await.expect("a character to make");
            let name = if player.seat == 1 { "Ana Thorne" } else { "Ben Hale" };
            player.create(&scene["asks"][0], name).await;
        }
        for turn in 0..4 {
            let Some(scene) = ana.asked().await else { break };
            let dice = offered(&scene);
            let twin = |at: usize| dice.iter().skip(at + 1).position(|die| die["value"] == dice[at]["value"]);
            let Some((first, second)) =
                (0..dice.len()).find_map(|at| Some((at, at + 1 + twin(at)?))).filter(|_| !dice.is_empty())
            else {
                if dice.is_empty() {
                    ana.go_on(&scene, turn * 2).await;
                    continue;
                }
                break;
            };
            let asks = ana.part("asks");
            for at in [first, second] {
                let which = format!("die {} of {}", at + 1, dice.len());
                assert!(asks.contains(&which), "b3: {asks}");
            }
            // b9: Ben has no such question on his page, and what he sends by hand is refused with the name.
            let ask = &scene["asks"][0];
            assert!(!ben.part("asks").contains("choose_die"));
            let fields =
                [("ask", ask["id"].to_string()), ("type", "choose_die".to_owned()), ("die", "1".to_owned())];
            assert_eq!(ben.send(&fields).await, 409, "b9");
            let command = json!({"do": {"command": {"type": "choose_die", "die": 1}}});
            let body = json!({"as": "seat:2", "id": "r1", "request": command});
            let refused = ben.client.post(&format!("/api/tables/{id}/commands"), &body).await;
            assert_eq!(refused.status, 409, "{refused:?}");
            assert!(refused.body.contains("it is Ana's turn"), "b9: {refused:?}");
            // b3: the second of the two is spent, and the first still lies there.
            ana.answer(ask, "choose_die", &[("die", (second + 1).to_string())]).await;
            let chosen = loop {
                let frames = secrets(&stage, &id).await;
                if let Some(event) = events(&frames, "DIE_CHOSEN").next() {
                    break event["spent"]["die"].as_u64();
                }
                ana.next().await;
            };
            assert_eq!(chosen, Some(second as u64 + 1), "b3");
            let mut left: Vec<Value> = dice.iter().map(|die| die["value"].clone()).collect();
            left.remove(second);
            assert_eq!(ana.scene().await["view"]["party"][0]["dice"], Value::from(left));
            return;
        }
    }
    panic!("no seed gave two equal dice");
}

#[tokio::test]
async fn b4_b5_stress_at_nine_breaks_somebody_and_an_empty_pool_leads_to_a_bargain_in_one_frame() {
    let stage = Stage::open().await;
    let (mut broke, mut bargained) = (false, false);
    for seed in 1..12 {
        let id = story(&stage.owner(), &[("Ana", "person"), ("The House", "house:narrator")], seed).await;
        let mut ana = Player::sit(&stage, &id, 1).await;
        for turn in 0..60 {
            let Some(scene) = ana.asked().await else { break };
            if broke && bargained {
                return;
            }
            if scene["phase"] == "BARGAIN" && !bargained {
                bargained = true;
                assert_eq!(scene["view"]["party"][0]["dice"], json!([]), "b5");
                assert!(
                    ana.part("panel-scene").contains("The Hungry City"),
                    "b5: {}",
                    ana.part("panel-scene")
                );
                for tool in ["value=\"strike\"", "value=\"pass_out\""] {
                    assert!(ana.part("asks").contains(tool), "b5: {}", ana.part("asks"));
                }
            }
            ana.go_on(&scene, turn * 2).await;
            // The mood, who tells, and what can be done change together.
            for parts in std::mem::take(&mut ana.cracks) {
                broke = true;
                let part = |name: &str| parts[name].as_str().unwrap_or_default();
                assert!(part("panel-scene").contains("The Crack"), "b4: {parts}");
                assert!(!part("asks").contains("id=\"ask\""), "b4: {parts}");
            }
            for over in 10..20 {
                assert!(!ana.told.contains(&format!(">{over}/9<")), "b4: stress is never more than 9");
            }
        }
    }
    panic!("broke: {broke}, bargained: {bargained}");
}

#[tokio::test]
async fn b7_a_hidden_clock_is_on_the_game_masters_page_and_in_no_byte_of_a_players() {
    let stage = Stage::open().await;
    for seed in 1..30 {
        let id = story(&stage.owner(), &[("Ana", "person"), ("The House", "house:narrator")], seed).await;
        let mut ana = Player::sit(&stage, &id, 1).await;
        let scene = ana.asked().await.expect("a character to make");
        ana.create(&scene["asks"][0], "Ana Thorne").await;
        ana.asked().await.expect("a first scene");
        let host = stage.owner().get(&format!("/api/tables/{id}?as=host")).await.json();
        let hidden: Vec<&str> = host["view"]["notes"]["hidden"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|clock| clock["name"].as_str())
            .collect();
        if hidden.is_empty() {
            continue;
        }
        let guest = ana.told.clone()
            + &ana.client.get(&format!("/t/{id}?as=seat:1")).await.body
            + &ana.client.get(&format!("/t/{id}?as=public")).await.body;
        let master = stage.owner().get(&format!("/t/{id}?as=seat:2")).await.body;
        for name in hidden {
            assert!(!guest.contains(&escaped(name)), "b7: {name}");
            assert!(master.contains(&format!("data-clock=\"{}\"", escaped(name))), "b7: {name}");
        }
        assert!(master.contains("For the game master alone") && !guest.contains("For the game master alone"));
        return;
    }
    panic!("no story of the house has a hidden clock");
}

#[tokio::test]
async fn b7_a_hidden_clock_that_comes_to_light_is_shown_as_far_as_it_has_run_unseen() {
    let stage = Stage::open().await;
    let owner = stage.owner();
    for seed in 1..40 {
        let id = story(&owner, &[("Ana", "house:player"), ("The House", "house:narrator")], seed).await;
        stage.host.table(&id.parse().expect("an id")).expect("it runs").ended().await.expect("it ends");
        let all = secrets(&stage, &id).await;
        let ran = |name: &Value| events(&all, "HIDDEN_CLOCK_TICKED").any(|tick| &tick["clock"] == name);
        let Some(revealed) = events(&all, "CLOCK_REVEALED").find(|event| ran(&event["clock"]["name"])) else {
            continue;
        };
        let clock = &revealed["clock"];
        let name = escaped(clock["name"].as_str().expect("a name"));
        let moment = async |at: u64| owner.get(&format!("/t/{id}/replay?as=seat:1&at={at}")).await.body;
        // The first moment at which the player knows of it: what was told stays told.
        let (mut before, mut known) = (0, 1 << 12);
        assert!(moment(known).await.contains(&name), "b7: {name} is told to the player");
        while known - before > 1 {
            let middle = u64::midpoint(before, known);
            *(if moment(middle).await.contains(&name) { &mut known } else { &mut before }) = middle;
        }
        let now = moment(known).await;
        let words = format!(
            "aria-label=\"{name}, {}, {} of {}\"",
            text(&clock["kind"]),
            clock["filled"],
            clock["segments"]
        );
        assert!(clock["filled"].as_u64() > Some(0), "b7: it has run: {clock}");
        assert!(
            now.contains(&format!("data-clock=\"{name}\"")) && now.contains(&words),
            "b7: {words} in {now}"
        );
        return;
    }
    panic!("no hidden clock that had run came to light");
}

#[tokio::test]
async fn b12_words_out_of_character_are_marked_and_the_story_does_not_take_them_up() {
    let stage = Stage::open().await;
    let id = story(&stage.owner(), &[("Ana", "person"), ("The House", "house:narrator")], 3).await;
    let mut ana = Player::sit(&stage, &id, 1).await;
    for turn in 0..8 {
        let Some(scene) = ana.asked().await else { break };
        assert_eq!(ana.send(&[("line", "((CANARY-OOC does the rope hold?".to_owned())]).await, 303);
        ana.go_on(&scene, turn).await;
    }
    let page = ana.client.get(&format!("/t/{id}?as=seat:1")).await.body;
    let lines: Vec<&str> = page.split("<li ").filter(|line| line.contains("CANARY-OOC")).collect();
    assert_eq!(lines.len(), 8);
    for line in lines {
        assert!(line.contains("class=\"aside\"") && line.contains("out of character"), "{line}");
    }
}

#[tokio::test]
async fn b14_one_press_stops_the_story_and_names_nobody() {
    let stage = Stage::open().await;
    let seats = [("Ana", "person"), ("Ben", "person"), ("The House", "house:narrator")];
    let id = story(&stage.owner(), &seats, 7).await;
    let mut ana = Player::sit(&stage, &id, 1).await;
    let mut ben = Player::sit(&stage, &id, 2).await;
    for player in [&mut ana, &mut ben] {
        let scene = player.asked().await.expect("a character to make");
        let name = if player.seat == 1 { "Ana Thorne" } else { "Ben Hale" };
        player.create(&scene["asks"][0], name).await;
    }
    ana.asked().await.expect("a scene");
    // Nobody has to be up for it.
    assert!(ben.client.get(&format!("/t/{id}?as=seat:2")).await.body.contains("value=\"/x\""));
    assert_eq!(ben.send(&[("line", "/x".to_owned())]).await, 303);
    assert_eq!(ana.scene().await["table"]["state"], "PAUSED");
    let page = ana.client.get(&format!("/t/{id}?as=seat:1")).await.body;
    let feed = between(&page, "id=\"feed\"", "</ol>");
    let told: Vec<&str> = feed.split("<li ").filter(|line| line.contains("stop")).collect();
    assert!(!told.is_empty() && told.iter().all(|line| !line.contains("Ben")), "{told:?}");
    assert!(page.contains("value=\"/x\""), "it is there in a break too");
    let public = ana.client.get(&format!("/t/{id}?as=public")).await.body;
    assert!(!public.contains("value=\"/x\""), "those who watch stop nothing");
}

#[tokio::test]
async fn a_person_tells_the_story_and_adds_as_many_rows_as_the_form_has() {
    let stage = Stage::open().await;
    let id = story(&stage.owner(), &[("Ana", "person"), ("Gil", "person")], 7).await;
    let mut ana = Player::sit(&stage, &id, 1).await;
    let mut gil = Player::sit(&stage, &id, 2).await;
    let scene = ana.asked().await.expect("a character to make");
    ana.create(&scene["asks"][0], "Ana Thorne").await;
    let scene = gil.asked().await.expect("a story to tell");
    let ask = &scene["asks"][0];
    let asks = gil.part("asks").to_owned();
    for name in ["places[0].name", "places[2].name", "factions[3].goal", "people[3].secret", "hidden[1].name"]
    {
        assert!(asks.contains(&format!("name=\"{name}\"")), "{name}");
    }
    let mut fields: Vec<(String, String)> = vec![
        ("title".into(), "The Vault".into()),
        ("stakes".into(), "A key, and who holds it".into()),
        ("first_scene".into(), "Rain on the roof".into()),
    ];
    let mut row = |at: &str, values: &[(&str, &str)]| {
        fields.extend(values.iter().map(|(name, value)| (format!("{at}.{name}"), (*value).to_owned())));
    };
    let clock = |name: &'static str| {
        [("name", name), ("segments", "6"), ("consequence", "\"escalate\""), ("what", "It gets worse")]
    };
    row("threats[0]", &clock("Bluecoats arrive"));
    row("threats[1]", &clock("The tide rises"));
    row(
        "goal[0]",
        &[("name", "Crack the vault"), ("segments", "4"), ("consequence", "\"gain_coin\""), ("amount", "3")],
    );
    row("hidden[0]", &clock("CANARY-CLOCK-HIDDEN"));
    row("hidden[1]", &[("name", ""), ("segments", ""), ("consequence", ""), ("what", ""), ("amount", "")]);
    for at in ["places[0]", "places[1]", "places[2]"] {
        row(at, &[("name", &format!("Place {at}")), ("about", "wet")]);
    }
    row(
        "factions[0]",
        &[("name", "The Crows"), ("about", "thieves"), ("goal", "CANARY-GOAL"), ("attitude", "\"cold\"")],
    );
    for (at, name) in [("people[0]", "Mira"), ("people[1]", "Tolle")] {
        row(
            at,
            &[
                ("name", name),
                ("role", "a fence"),
                ("faction", ""),
                ("voice", "dry"),
                ("secret", "CANARY-SECRET"),
                ("want", "peace"),
                ("disposition", "\"neutral\""),
            ],
        );
    }
    let fields: Vec<(&str, String)> =
        fields.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
    gil.answer(ask, "open_story", &fields).await;
    let scene = gil.asked().await.expect("a scene to open");
    assert_eq!(scene["view"]["places"].as_array().map(Vec::len), Some(3));
    assert_eq!(scene["view"]["notes"]["hidden"].as_array().map(Vec::len), Some(1), "an empty row is no row");
    let master = gil.client.get(&format!("/t/{id}?as=seat:2")).await.body;
    let guest = ana.client.get(&format!("/t/{id}?as=seat:1")).await.body;
    for secret in ["CANARY-CLOCK-HIDDEN", "CANARY-GOAL", "CANARY-SECRET"] {
        assert!(master.contains(secret), "{secret}");
        assert!(!guest.contains(secret), "{secret}");
    }
    let fields = [
        ("kind", "\"open\"".to_owned()),
        ("title", "The roof".to_owned()),
        ("place", "Place places[0]".to_owned()),
        ("narration", "Rain, and a lamp.".to_owned()),
        ("suggested", "Climb down\nWait".to_owned()),
    ];
    gil.answer(&scene["asks"][0], "open_scene", &fields).await;
    let scene = ana.asked().await.expect("it is Ana's word");
    assert!(
        ana.part("asks").contains("Climb down") && ana.part("asks").contains("data-shape=\"words\""),
        "{scene}"
    );
}
