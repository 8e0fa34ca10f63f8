//! Interactions that are posted to the bot, signed, and answered in the answer.

use std::convert::Infallible;
use std::future::poll_fn;
use std::net::Ipv4Addr;
use std::pin::Pin;
use std::sync::Arc;

use hyper::body::{Body as _, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use ring::signature::{ED25519, UnparsedPublicKey};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use twilight_gateway::Event;
use twilight_http::request::Method;

use crate::bot::fakes::discord::{Discord, Upload};
use crate::bot::{Bot, table};

/// What a bot answers: status, type of the content, content. Nothing means that it never does.
type Answer = Option<(u16, &'static str, String)>;

fn json_of(answer: &Value) -> Answer {
    Some((200, "application/json", answer.to_string()))
}

/// A door that checks who knocks, as it should.
async fn door(discord: &Discord, answer: impl Fn(&Value) -> Answer + Send + Sync + 'static) -> String {
    let key = unhex(&discord.public_key());
    open(move |signature, timestamp, body| {
        let message = [timestamp.as_bytes(), body].concat();
        if UnparsedPublicKey::new(&ED25519, &key).verify(&message, &unhex(signature)).is_err() {
            return Some((401, "text/plain", String::new()));
        }
        let json: Value = serde_json::from_slice(body).unwrap();
        if json["type"] == 1 { json_of(&json!({"type": 1})) } else { answer(&json) }
    })
    .await
}

/// A door that gives its signature, its timestamp and its body to whoever is behind it.
async fn open(answer: impl Fn(&str, &str, &[u8]) -> Answer + Send + Sync + 'static) -> String {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let url = format!("http://{}/interactions", listener.local_addr().unwrap());
    let answer = Arc::new(answer);
    tokio::spawn(async move {
        let mut connections = JoinSet::new();
        while let Ok((stream, _)) = listener.accept().await {
            let answer = Arc::clone(&answer);
            let service = service_fn(move |request: Request<Incoming>| {
                let answer = Arc::clone(&answer);
                async move {
                    let (head, mut body) = request.into_parts();
                    assert_eq!((head.method.as_str(), head.uri.path()), ("POST", "/interactions"));
                    let mut bytes = Vec::new();
                    while let Some(frame) = poll_fn(|it| Pin::new(&mut body).poll_frame(it)).await {
                        bytes.extend_from_slice(&frame.unwrap().into_data().unwrap());
                    }
                    let header = |name: &str| head.headers[name].to_str().unwrap().to_owned();
                    let (signature, timestamp) =
                        (header("x-signature-ed25519"), header("x-signature-timestamp"));
                    let Some((status, content_type, body)) = answer(&signature, &timestamp, &bytes) else {
                        std::future::pending::<()>().await;
                        unreachable!("it is never answered")
                    };
                    let response = Response::builder().status(status).header("content-type", content_type);
                    Ok::<_, Infallible>(response.body(body).unwrap())
                }
            });
            connections.spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
        }
    });
    url
}

fn unhex(text: &str) -> Vec<u8> {
    text.as_bytes()
        .chunks(2)
        .map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect()
}

#[tokio::test]
async fn an_address_is_taken_only_if_it_checks_who_signed() {
    let discord = Discord::start().await;
    let pong = || json_of(&json!({"type": 1}));
    let everybody = open(move |_, _, _| pong()).await;
    let why = discord.interactions_by_http(&everybody).await.unwrap_err();
    assert_eq!(why.0, "a wrong signature is answered with 200, and not with 401");
    let nobody = open(|_, _, _| Some((401, "text/plain", String::new()))).await;
    let why = discord.interactions_by_http(&nobody).await.unwrap_err();
    assert_eq!(why.0, "a ping is answered with 401, and not with a pong");
    let without_type = open(|_, _, _| Some((200, "text/plain", r#"{"type":1}"#.into()))).await;
    assert!(discord.interactions_by_http(&without_type).await.is_err());
    let closed = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap().local_addr().unwrap();
    assert!(discord.interactions_by_http(&format!("http://{closed}/")).await.is_err());
    assert!(discord.interactions_by_http("http://192.0.2.1:80/").await.is_err());
    let good = door(&discord, |_| None).await;
    discord.interactions_by_http(&good).await.unwrap();
    let bot = Bot::start(&discord).await;
    let about = bot.http.current_user_application().await.unwrap().model().await.unwrap();
    assert_eq!(about.verify_key, discord.public_key());
}

#[tokio::test]
async fn interactions_come_by_http_and_no_more_over_the_gateway() {
    let discord = Discord::start().await;
    let (_, channel, ana, ben) = table(&discord);
    let mut bot = Bot::start(&discord).await;
    bot.registers().await;
    let url = door(&discord, |asked| {
        let said = asked["data"]["options"][0]["value"].as_str().unwrap();
        json_of(&json!({"type": 4, "data": {"content": format!("Ana says {said}")}}))
    })
    .await;
    discord.interactions_by_http(&url).await.unwrap();
    let given = ana.slash(channel, "say", &[("text", "hello")]).unwrap();
    discord.until(|it| it.answer(given) == Some(4)).await;
    assert_eq!(ben.sees_last(channel).unwrap().text, "Ana says hello");
    ben.types(channel, "brb").unwrap();
    let heard = bot.wait(|event| match event {
        Event::InteractionCreate(_) => Some("an interaction".to_owned()),
        Event::MessageCreate(it) if it.author.id.get() == ben.id().get() => Some("what was said".to_owned()),
        _ => None,
    });
    assert_eq!(heard.await, "what was said");
    assert!(discord.refusals().is_empty() && !discord.failed(given));
}

#[tokio::test]
async fn every_kind_of_answer_can_be_given() {
    let discord = Discord::start().await;
    let (_, channel, ana, ben) = table(&discord);
    let bot = Bot::start(&discord).await;
    bot.registers().await;
    let url = door(&discord, |asked| {
        let text_input = json!({"type": 4, "custom_id": "what", "style": 1});
        json_of(&match (asked["type"].as_u64().unwrap(), asked["data"]["custom_id"].as_str()) {
            (2, _) => json!({"type": 5, "data": {"flags": 64}}),
            (4, _) => json!({"type": 8, "data": {"choices": [{"name": "Ben", "value": "seat-2"}]}}),
            (3, Some("later")) => json!({"type": 6}),
            (3, Some("change")) => json!({"type": 7, "data": {"content": "Changed"}}),
            (3, _) => json!({"type": 9, "data": {"title": "Words", "custom_id": "words", "components": [
                {"type": 18, "label": "What?", "component": text_input}]}}),
            _ => return Some((200, "multipart/form-data; boundary=b", concat!(
                "--b\r\nContent-Disposition: form-data; name=\"payload_json\"\r\n\r\n",
                r#"{"type":4,"data":{"content":"Drawn","attachments":[{"id":0,"description":"A line"}]}}"#,
                "\r\n--b\r\nContent-Disposition: form-data; name=\"files[0]\"; filename=\"a.png\"\r\n\r\npixels\r\n--b--"
            ).into())),
        })
    })
    .await;
    discord.interactions_by_http(&url).await.unwrap();

    let command = ana.slash(channel, "session end", &[]).unwrap();
    discord.until(|it| it.answer(command) == Some(5)).await;
    assert!(ana.sees_last(channel).unwrap().loading && ben.sees_last(channel).is_none());
    let token = format!("interaction-token-{command}");
    let original = format!("webhooks/{}/{token}/messages/@original", bot.application);
    bot.ask(Method::Patch, &original, &json!({"content": "Ended"})).await.unwrap();
    assert_eq!(ana.sees_last(channel).unwrap().text, "Ended");

    let begun = ana.begins(channel, "vote", "for", "Be").unwrap();
    discord.until(|it| it.choices(begun).is_some()).await;
    let card = json!({"content": "Card", "components": [{"type": 1, "components": [
        {"type": 2, "style": 1, "label": "Later", "custom_id": "later"},
        {"type": 2, "style": 1, "label": "Change", "custom_id": "change"},
        {"type": 2, "style": 1, "label": "Speak", "custom_id": "speak"}]}]});
    bot.says(channel, &card).await.unwrap();
    let card = ben.sees_last(channel).unwrap().id;
    for (label, kind) in [("Later", 6), ("Change", 7), ("Speak", 9)] {
        let pressed = ben.press(card, label).unwrap();
        discord.until(|it| it.answer(pressed) == Some(kind)).await;
    }
    assert_eq!(discord.message(card).unwrap().text, "Changed");
    let submitted = ben.submits_modal(&[("What?", "a lantern")], &[] as &[Upload]).unwrap();
    discord.until(|it| it.answer(submitted) == Some(4)).await;
    let drawn = ana.sees_last(channel).unwrap();
    assert_eq!((drawn.text.as_str(), drawn.files[0].bytes.as_slice()), ("Drawn", &b"pixels"[..]));
    assert_eq!(drawn.files[0].description.as_deref(), Some("A line"));
}

#[tokio::test]
async fn what_is_no_answer_fails_and_is_told() {
    let discord = Discord::start().await;
    let (_, channel, ana, _) = table(&discord);
    let bot = Bot::start(&discord).await;
    bot.registers().await;
    let url = door(&discord, |asked| {
        let json = |json: Value| json_of(&json);
        match asked["data"]["options"][0]["value"].as_str().unwrap() {
            "error" => Some((500, "text/plain", "oops".into())),
            "long" => json(json!({"type": 4, "data": {"content": "a".repeat(2001)}})),
            "update" => json(json!({"type": 7, "data": {"content": "a"}})),
            "pong" => json(json!({"type": 1})),
            "broken" => Some((200, "application/json", "{".into())),
            "untold" => Some((200, "text/html", "{}".into())),
            _ => Some((202, "application/json", "{}".into())),
        }
    })
    .await;
    discord.interactions_by_http(&url).await.unwrap();
    for what in ["error", "long", "update", "pong", "broken", "untold", "full 202"] {
        let given = ana.slash(channel, "say", &[("text", what)]).unwrap();
        discord.until(|it| it.failed(given)).await;
        assert_eq!(discord.answer(given), None, "{what}");
        assert_eq!(discord.refusals().last().unwrap().route, "INTERACTION BY HTTP", "{what}");
        let path = format!("interactions/{given}/interaction-token-{given}/callback");
        let late =
            bot.ask(Method::Post, &path, &json!({"type": 4, "data": {"content": "a"}})).await.unwrap_err();
        assert_eq!(late.code, 10062, "{what}");
        assert!(ana.sees(channel).is_empty(), "{what}");
    }
}

#[tokio::test]
async fn an_answer_over_rest_needs_an_empty_one_by_http() {
    let discord = Discord::start().await;
    let (_, channel, ana, _) = table(&discord);
    let bot = Bot::start(&discord).await;
    bot.registers().await;
    let url = door(&discord, |_| Some((202, "text/plain", String::new()))).await;
    discord.interactions_by_http(&url).await.unwrap();
    let given = ana.slash(channel, "say", &[("text", "hello")]).unwrap();
    let path = format!("interactions/{given}/interaction-token-{given}/callback");
    bot.ask(Method::Post, &path, &json!({"type": 4, "data": {"content": "Said."}})).await.unwrap();
    discord.until(|it| it.requests().iter().any(|seen| seen.status == 202)).await;
    assert_eq!((discord.answer(given), discord.failed(given)), (Some(4), false));
    assert_eq!(ana.sees_last(channel).unwrap().text, "Said.");
}

#[tokio::test]
async fn who_does_not_answer_in_three_seconds_has_failed() {
    let discord = Discord::start().await;
    let (_, channel, ana, _) = table(&discord);
    let bot = Bot::start(&discord).await;
    bot.registers().await;
    let url = door(&discord, |_| None).await;
    discord.interactions_by_http(&url).await.unwrap();
    let given = ana.slash(channel, "session end", &[]).unwrap();
    assert!(!discord.failed(given));
    discord.until(|it| it.failed(given)).await;
    let [refused] = &discord.refusals()[..] else { panic!("one refusal: {:?}", discord.refusals()) };
    assert_eq!(refused.problem.as_ref().unwrap().message, "there was no answer in 3 seconds");
}
