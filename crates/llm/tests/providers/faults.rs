//! Every way in which there is no answer.

use std::time::Duration;

use engine::Usage;
use fakes::models::{Fake, Script, Turn};
use llm::{CallFault, Key, ModelRequest, Wire, connect, look};
use tokio::sync::mpsc;

use crate::stage::{HANG, Stage, Subject, ask, ask_with_tools, hear, http, target};

pub(crate) async fn a_refusal_is_told<S: Subject>() {
    let stage = Stage::<S>::of([Turn::refusal("I would rather not.").usage(50, 0, 3)]).await;
    if S::WIRE == Wire::Ollama {
        // It knows no refusal: what a model says against a request is its answer.
        return assert_eq!(stage.reply(&ask()).await.0.text, "I would rather not.");
    }
    let failed = stage.failed(&ask()).await;
    let why = if S::WIRE == Wire::Gemini { "SAFETY" } else { "I would rather not." };
    assert_eq!(failed.fault, CallFault::Refused { why: why.into() });
    assert_eq!(failed.usage, Usage { input: 50, cached: 0, output: 3 });
}

pub(crate) async fn an_answer_is_cut_off<S: Subject>() {
    let stage = Stage::<S>::of([Turn::cut_off("I vote for").usage(50, 20, 300)]).await;
    let failed = stage.failed(&ask()).await;
    assert_eq!(failed.fault, CallFault::CutOff);
    assert_eq!(failed.text, "I vote for");
    let cached = if S::WIRE == Wire::Ollama { 0 } else { 20 };
    assert_eq!(failed.usage, Usage { input: 50, cached, output: 300 });
}

pub(crate) async fn too_many_requests<S: Subject>() {
    let date = "Fri, 01 Jan 2027 00:00:00 GMT";
    let later = "Fri, 01 Jan 2027 00:01:30 GMT";
    let none: &[(&str, &str)] = &[];
    let cases = [
        (none, None),
        (&[("retry-after", "7")], Some(Duration::from_secs(7))),
        (&[("retry-after", "0.5")], Some(Duration::from_millis(500))),
        (&[("retry-after-ms", "1250"), ("retry-after", "2")], Some(Duration::from_millis(1250))),
        (&[("date", date), ("retry-after", later)], Some(Duration::from_secs(90))),
    ];
    let stage = Stage::<S>::of(cases.iter().map(|(headers, _)| Turn::rate_limited(headers))).await;
    for (headers, retry_after) in cases {
        let failed = stage.failed(&ask()).await;
        assert_eq!(failed.fault, CallFault::RateLimited { retry_after }, "{headers:?}");
    }
    assert_eq!(stage.fake.complaints(), []);
}

pub(crate) async fn a_key_is_not_accepted<S: Subject>() {
    const SECRET: &str = "sk-wrong-9876543210";
    for status in [401, 403] {
        // What a careless provider might say.
        let body = format!(r#"{{"error":{{"message":"Bad key: {SECRET}, {SECRET}"}}}}"#);
        let script = Script::by(move |_| Turn::status_with(status, body.clone()));
        let stage = Stage::<S>::with(script, |target| {
            target.key = Some(Key::new(SECRET.into()));
            assert!(!format!("{target:?}").contains(SECRET));
        })
        .await;
        let failed = stage.failed(&ask()).await;
        let said = failed.fault.to_string();
        assert!(matches!(&failed.fault, CallFault::Denied { .. }), "{said}");
        assert!(said.contains("the key was not accepted") && said.contains("[key]"), "{said}");
        assert!(!format!("{failed:?}").contains(SECRET), "{failed:?}");
    }
    let fake = Fake::<S::Api>::start(Script::of([])).await;
    let mut wrong = target::<S>(&fake);
    wrong.key = Some(Key::new(SECRET.into()));
    if let Err(fault) = look(&http(), &wrong).await {
        assert!(matches!(&fault, CallFault::Denied { why } if !why.contains(SECRET)), "{fault}");
    } else {
        assert_eq!(fake.key(), "", "only a server that asks for no key lists its models to anybody");
    }
}

pub(crate) async fn a_request_is_not_accepted<S: Subject>() {
    for status in [400, 402, 404, 413, 422] {
        let stage = Stage::<S>::of([Turn::status(status)]).await;
        let failed = stage.failed(&ask()).await;
        let said = failed.fault.to_string();
        assert!(matches!(&failed.fault, CallFault::Denied { .. }), "{said}");
        assert!(said.contains(&format!("This is status {status}.")), "the provider's own words: {said}");
    }
    let stage = Stage::<S>::with(Script::of([]), |target| target.model = "no/such model?".into()).await;
    let failed = stage.failed(&ask()).await;
    assert!(matches!(&failed.fault, CallFault::Denied { .. }), "{failed:?}");
    assert_eq!(stage.fake.complaints()[0].status, 404);
}

pub(crate) async fn a_server_fails<S: Subject>() {
    let long = "<html>\n".to_owned() + &"sorry ".repeat(10_000);
    let stage = Stage::<S>::of([Turn::status(500), Turn::status(503), Turn::status_with(502, long)]).await;
    for status in ["500", "503", "502"] {
        let said = stage.failed(&ask()).await.fault;
        let CallFault::Unreachable { why } = &said else { panic!("{said}") };
        assert!(why.contains(status) && why.chars().count() < 400, "{why}");
    }
}

pub(crate) async fn another_content_type_is_named<S: Subject>() {
    let stage = Stage::<S>::of([
        Turn::page("text/html; charset=utf-8", "<p>Log in first."),
        Turn::page("application/json", "{}"),
    ])
    .await;
    for kind in ["text/html", "application/json"] {
        let fault = stage.failed(&ask()).await.fault;
        assert!(matches!(&fault, CallFault::Malformed { why } if why.contains(kind)), "{fault}");
    }
}

pub(crate) async fn a_huge_reply_is_left<S: Subject>() {
    let long = format!(r#"{{"why":"{}"}}"#, "blah ".repeat(20_000));
    let stage = Stage::<S>::of([Turn::text("blah ".repeat(20_000)), Turn::calls([("vote", &*long)])]).await;
    let mut request = ask_with_tools();
    request.limits.reply_bytes = 50_000;
    let failed = stage.failed(&request).await;
    assert!(
        matches!(&failed.fault, CallFault::Malformed { why } if why.contains("longer")),
        "{}",
        failed.fault
    );
    assert!(failed.text.starts_with("blah ") && failed.text.len() <= 50_000);
    let failed = stage.failed(&request).await;
    assert!(
        matches!(&failed.fault, CallFault::Malformed { why } if why.contains("longer")),
        "{}",
        failed.fault
    );
}

pub(crate) async fn endless_thought_is_left<S: Subject>() {
    let stage = Stage::<S>::of([Turn::text("Ben.").thinking("Hm. ".repeat(500_000))]).await;
    let failed = stage.failed(&ask()).await;
    assert!(
        matches!(&failed.fault, CallFault::Malformed { why } if why.contains("longer")),
        "{}",
        failed.fault
    );
}

pub(crate) async fn garbage_is_named<S: Subject>() {
    let stage = Stage::<S>::of([Turn::garbage_after("I vote")]).await;
    let failed = stage.failed(&ask()).await;
    assert!(matches!(&failed.fault, CallFault::Malformed { .. }), "{}", failed.fault);
    assert_eq!(failed.text, "I vote");
}

pub(crate) async fn a_stream_fails_in_its_middle<S: Subject>() {
    let stage = Stage::<S>::of([Turn::error_after("I vote", 500), Turn::error_after("I vote", 529)]).await;
    let failed = stage.failed(&ask()).await;
    assert!(matches!(&failed.fault, CallFault::Unreachable { .. }), "{}", failed.fault);
    assert_eq!(failed.text, "I vote");
    let failed = stage.failed(&ask()).await;
    assert_eq!(failed.text, "I vote");
    match S::WIRE {
        // It gives no status with it.
        Wire::Ollama => assert!(matches!(&failed.fault, CallFault::Unreachable { .. }), "{}", failed.fault),
        _ => assert_eq!(failed.fault, CallFault::RateLimited { retry_after: None }),
    }
}

pub(crate) async fn a_redirect_is_not_followed<S: Subject>() {
    let elsewhere = Fake::<S::Api>::start(Script::always(Turn::text("Give me your key."))).await;
    let stage = Stage::<S>::of([Turn::redirect(&elsewhere.base_url())]).await;
    let failed = stage.failed(&ask()).await;
    assert!(matches!(&failed.fault, CallFault::Denied { why } if why.contains("307")), "{}", failed.fault);
    assert_eq!(elsewhere.requests().len(), 0);
}

pub(crate) async fn nobody_is_there<S: Subject>() {
    let fake = Fake::<S::Api>::start(Script::of([])).await;
    let mut nobody = target::<S>(&fake);
    let place = std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address");
    nobody.base_url = format!("http://user:password@{place}/v1");
    let (reply, _) = hear(&*connect(&http(), nobody.clone()), &ask()).await;
    let fault = reply.expect_err("nobody listens").fault;
    let CallFault::Unreachable { why } = &fault else { panic!("{fault}") };
    assert!(why.contains(&place.to_string()) && !why.contains("password"), "{why}");
    assert!(matches!(look(&http(), &nobody).await, Err(CallFault::Unreachable { .. })));
    nobody.base_url = "password@nowhere".into();
    let (reply, _) = hear(&*connect(&http(), nobody), &ask()).await;
    let fault = reply.expect_err("no address").fault;
    assert!(matches!(&fault, CallFault::Denied { why } if !why.contains("password")), "{fault}");
}

pub(crate) async fn a_dropped_call_hangs_up<S: Subject>() {
    // Before anything has come, and in the middle of the answer.
    let turn = Turn::text("A long speech that nobody waits for.");
    let middle = Fake::<S::Api>::recorded(&turn).len() / 2;
    for held in [0, middle] {
        let stage = Stage::<S>::of([turn.clone().held_at(held)]).await;
        let (tell, mut heard) = mpsc::unbounded_channel();
        let (request, mut hear) =
            (ModelRequest { ..ask() }, move |delta| tell.send(delta).expect("somebody hears"));
        let mut call = stage.provider.call(&request, &mut hear);
        let began = async {
            stage.fake.held(1).await;
            if held > 0 {
                heard.recv().await.expect("a delta");
            }
        };
        let began = tokio::time::timeout(HANG, async {
            tokio::select! {
                () = began => {}
                reply = &mut call => panic!("the rest is held back, and yet: {reply:?}"),
            }
        });
        began.await.expect("no hang");
        drop(call);
        tokio::time::timeout(HANG, stage.fake.hung_up()).await.expect("the connection is closed");
    }
}
