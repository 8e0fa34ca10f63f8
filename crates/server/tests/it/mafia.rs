//! The page of a game of Mafia, for each seat.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::client::Client;
use crate::stage::{Stage, between, session, table};

/// A game of six people, who are asked nothing but by their pages.
struct Game {
    stage: Stage,
    id: String,
}

impl Game {
    async fn begin() -> Game {
        let stage = Stage::open().await;
        let id = table(&stage.client(), 6).await;
        session(&stage.client(), &id, "start").await;
        Game { stage, id }
    }

    async fn scene(&self, viewer: &str) -> Value {
        self.stage.client().get(&format!("/api/tables/{}?as={viewer}", self.id)).await.json()
    }

    async fn page(&self, seat: u64) -> String {
        self.stage.client().get(&format!("/t/{}?as=seat:{seat}", self.id)).await.body
    }

    /// The seat of a role.
    async fn seat(&self, role: &str) -> u64 {
        let view = self.scene("host").await["view"].clone();
        let known = view["roles"].as_array().expect("roles").iter().find(|it| it["role"] == role).cloned();
        known.expect("dealt")["seat"].as_u64().expect("a seat")
    }

    fn client(&self) -> Client {
        self.stage.owner()
    }

    /// Answers what a seat is asked, as its page would.
    async fn answer(&self, seat: u64, fields: &str) -> crate::client::Answer {
        let ask = self.scene(&format!("seat:{seat}")).await["asks"][0]["id"].as_u64().expect("an ask");
        self.client()
            .form(&format!("/t/{}/answer", self.id), &format!("as=seat:{seat}&ask={ask}&{fields}"))
            .await
    }

    async fn done(&self, seat: u64, fields: &str) {
        let done = self.answer(seat, fields).await;
        assert_eq!(done.status, 303, "{done:?}");
    }

    async fn living(&self) -> Vec<u64> {
        let view = self.scene("public").await["view"].clone();
        view["living"].as_array().expect("living").iter().filter_map(Value::as_u64).collect()
    }

    async fn phase(&self) -> String {
        self.scene("public").await["phase"].as_str().unwrap_or_default().to_owned()
    }

    /// A night in which the doctor guards somebody, and the mafia go for somebody.
    async fn night(&self, guarded: u64, target: u64) {
        let (doctor, mafia) = (self.seat("doctor").await, self.seat("mafia").await);
        for seat in self.living().await {
            let whom = match seat {
                seat if seat == doctor => guarded,
                seat if seat == mafia => target,
                seat => self.living().await.into_iter().find(|it| *it != seat).expect("another"),
            };
            self.done(seat, &format!("type=ChooseTarget&target={whom}")).await;
        }
        assert_eq!(self.phase().await, "DAY_DISCUSSION");
    }

    /// Everybody passes.
    async fn discussion(&self) {
        while self.phase().await == "DAY_DISCUSSION" {
            let turn = self.scene("public").await["view"]["turn"]["seat"].as_u64().expect("a turn");
            self.done(turn, "type=Pass").await;
        }
    }
}

/// The elements of a part, without their texts and their values.
fn shape(html: &str) -> Vec<String> {
    let name = |tag: &str| tag.split([' ', '>']).next().unwrap_or_default().to_owned();
    html.split('<').skip(1).map(name).collect()
}

#[tokio::test]
async fn m6_m7_m8_every_role_has_a_panel_of_the_same_shape_and_weight_at_night() {
    let game = Game::begin().await;
    let (doctor, sheriff, mafia) =
        (game.seat("doctor").await, game.seat("sheriff").await, game.seat("mafia").await);
    let check = async |when: &str| {
        for (part, cover) in [("panel-own", "panel-own-cover"), ("ask", "ask-cover")] {
            let (mut shapes, mut sizes) = (BTreeSet::new(), BTreeSet::new());
            for seat in game.living().await {
                let page = game.page(seat).await;
                let part = between(&page, &format!("id=\"{part}\""), "</section>");
                assert!(
                    part.contains(&format!("<details id=\"{cover}\" class=\"secret\">")),
                    "covered: {part}"
                );
                shapes.insert(shape(part));
                sizes.insert(part.len());
            }
            assert_eq!(shapes.len(), 1, "{when}, {part}: {shapes:?}");
            let (least, most) = (sizes.first().copied().unwrap_or(0), sizes.last().copied().unwrap_or(0));
            assert!(least > 0 && (most - least) * 20 <= most, "{when}, {part}: {sizes:?}");
        }
    };
    check("nobody has chosen").await;
    let victim =
        game.living().await.into_iter().find(|it| ![doctor, sheriff, mafia].contains(it)).expect("one");
    game.done(sheriff, &format!("type=ChooseTarget&target={mafia}")).await;
    game.done(doctor, &format!("type=ChooseTarget&target={victim}")).await;
    check("some have, and the sheriff's look is final").await;
    for seat in game.living().await.into_iter().filter(|seat| ![doctor, sheriff].contains(seat)) {
        let whom = if seat == mafia { victim } else { doctor };
        game.done(seat, &format!("type=ChooseTarget&target={whom}")).await;
    }
    game.discussion().await;
    for seat in game.living().await {
        game.done(seat, "type=Abstain").await;
    }
    assert_eq!(game.phase().await, "NIGHT_ACTIONS");
    check("the second night").await;
    let why = "you protected them last night";
    for seat in game.living().await {
        let page = game.page(seat).await;
        assert_eq!(page.contains(why), seat == doctor, "seat {seat}");
        if seat == doctor {
            let row = between(&page, &format!("id=\"pick-ChooseTarget-{victim}\""), "</label>");
            assert!(row.contains(" disabled") && row.contains(why), "{row}");
        }
    }
    let refused = game.answer(doctor, &format!("type=ChooseTarget&target={victim}")).await;
    assert_eq!(refused.status, 409, "{refused:?}");
}

#[tokio::test]
async fn m2_m3_m5_m16_votes_are_cast_changed_and_told() {
    let game = Game::begin().await;
    let (doctor, mafia) = (game.seat("doctor").await, game.seat("mafia").await);
    let dead = game.living().await.into_iter().rfind(|it| ![doctor, mafia].contains(it)).expect("one");
    game.night(doctor, dead).await;
    assert!(!game.living().await.contains(&dead));
    game.discussion().await;
    assert_eq!(game.phase().await, "DAY_VOTING");
    let living = game.living().await;
    let (one, two, three) = (living[0], living[1], living[2]);
    let page = game.page(one).await;
    let ask = between(&page, "id=\"ask\"", "</section>");
    for seat in 1..=6 {
        let offered = ask.contains(&format!("id=\"pick-CastVote-{seat}\""));
        assert_eq!(offered, living.contains(&seat) && seat != one, "seat {seat}: {ask}");
    }
    for (target, why) in [(one, "oneself"), (dead, "the dead")] {
        let refused = game.answer(one, &format!("type=CastVote&target={target}")).await;
        assert_eq!(refused.status, 409, "{why}: {refused:?}");
        assert!(refused.json()["error"]["message"].as_str().is_some_and(|words| words.len() > 10), "{why}");
    }
    assert!(!game.page(dead).await.contains("id=\"ask\""), "M18: the dead are asked nothing");

    game.done(one, &format!("type=CastVote&target={two}")).await;
    game.done(one, &format!("type=CastVote&target={three}")).await;
    let page = game.page(two).await;
    let matrix = between(&page, "id=\"panel-votes-matrix\"", "</table>");
    let row = between(matrix, &format!("<th scope=\"row\">P{three}</th>"), "</tr>");
    assert_eq!(row, format!("<td>1</td><td>P{one} (before: P{two})</td>"));
    let caption = format!("<caption>1 of {} voted; P{three} 1 (P{one})</caption>", living.len());
    assert!(matrix.contains(&caption), "{matrix}");
    let frames = game.client().get(&format!("/api/tables/{}/frames?as=public", game.id)).await.json();
    let changed =
        frames.as_array().expect("frames").iter().any(|frame| frame["event"]["changed"] == json!(true));
    assert!(changed, "the record has it");

    for (at, seat) in living.iter().enumerate() {
        let next = living[(at + 1) % living.len()];
        game.done(*seat, &format!("type=CastVote&target={next}")).await;
    }
    let page = game.page(two).await;
    let votes = between(&page, "id=\"panel-votes\"", "</section>");
    assert!(votes.contains("Nobody is out. Everybody alive had exactly one vote."), "{votes}");
}

#[tokio::test]
async fn m11_nobody_can_say_of_their_own_words_that_they_were_cut_off() {
    let game = Game::begin().await;
    let (doctor, mafia) = (game.seat("doctor").await, game.seat("mafia").await);
    let dead = game.living().await.into_iter().rfind(|it| ![doctor, mafia].contains(it)).expect("one");
    game.night(doctor, dead).await;
    let turn = game.scene("public").await["view"]["turn"]["seat"].as_u64().expect("a turn");
    let ask = game.scene(&format!("seat:{turn}")).await["asks"][0]["id"].as_u64().expect("an ask");
    let path = format!("/api/tables/{}/commands", game.id);
    let marked = json!({"type": "Say", "text": "I was about to", "cut_off": true});
    for (id, request) in [
        ("by-do", json!({"do": {"command": marked}})),
        ("by-answer", json!({"answer": {"ask": ask, "command": marked}})),
    ] {
        let sent = json!({"as": format!("seat:{turn}"), "id": id, "request": request});
        let refused = game.client().post(&path, &sent).await;
        assert_eq!((refused.status, refused.code().as_str()), (409, "not-offered"), "{refused:?}");
    }
    let plain = json!({"do": {"command": {"type": "Say", "text": "I was about to"}}});
    let said = json!({"as": format!("seat:{turn}"), "id": "plain", "request": plain});
    let said = game.client().post(&path, &said).await;
    assert_eq!(said.status, 200, "{said:?}");
    let frames = game.client().get(&format!("/api/tables/{}/frames", game.id)).await.body;
    assert!(frames.contains("I was about to") && !frames.contains("cut off"), "{frames}");
}

#[tokio::test]
async fn m9_m10_what_a_seat_does_at_night_is_in_nobody_elses_bytes() {
    let game = Game::begin().await;
    let (doctor, sheriff) = (game.seat("doctor").await, game.seat("sheriff").await);
    game.done(sheriff, &format!("type=ChooseTarget&target={doctor}")).await;
    let found = format!("P{doctor} is not mafia");
    for seat in 1..=6 {
        assert_eq!(game.page(seat).await.contains(&found), seat == sheriff, "seat {seat}");
    }
    let public = game.client().get(&format!("/t/{}?as=public", game.id)).await.body;
    assert!(!public.contains(&found) && !public.contains("panel-own"));
}

#[tokio::test]
async fn the_end_has_a_card_with_what_can_be_done_next() {
    let stage = Stage::open().await;
    let client = stage.client();
    let id = table(&client, 0).await;
    session(&client, &id, "start").await;
    stage.host.table(&id.parse().expect("an id")).expect("it runs").ended().await.expect("it ends");
    let page = client.get(&format!("/t/{id}")).await.body;
    let card = between(&page, "id=\"ending\"", "id=\"banner\"");
    for words in
        ["wins", "Roles", "What happened", "seed 7", "Replay", "Change something first", "export?format=html"]
    {
        assert!(card.contains(words) || words == "wins" && card.contains(" win<"), "{words}: {card}");
    }
    assert!(client.get("/t/never").await.status == 404);
}
