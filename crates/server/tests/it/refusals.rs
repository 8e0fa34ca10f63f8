//! What is not done is told in one shape: JSON to programs, a page with a way back to browsers.

use serde_json::json;

use crate::stage::{Stage, session, table};

#[tokio::test]
async fn a_browser_is_shown_a_page_with_the_words_and_a_way_back() {
    let stage = Stage::open().await;
    let browser = stage.client().with("accept", "text/html,application/xhtml+xml,*/*;q=0.8");
    let id = table(&stage.client(), 1).await;
    let line = format!("/t/{id}/answer");
    for (answer, status, words) in [
        (browser.get("/nothing").await, 404, "There is nothing here for you"),
        (browser.get("/t/never-was").await, 404, "There is nothing here for you"),
        (browser.get(&format!("/join/{}", "0".repeat(64))).await, 410, "used already"),
        (browser.get(&format!("/t/{id}?as=seat:99")).await, 400, "seat:99"),
        (browser.get(&format!("/t/{id}?strange=1")).await, 400, "strange"),
        (browser.form(&line, "as=seat:1&line=hello").await, 409, "IDLE"),
        (browser.form("/", "").await, 405, "Allow"),
        (browser.with("origin", "http://evil.example").form(&line, "").await, 403, "another server"),
    ] {
        assert_eq!(answer.status, status, "{answer:?}");
        let kind = answer.header("content-type").unwrap_or_default();
        assert!(kind.starts_with("text/html"), "{answer:?}");
        assert!(answer.body.contains(words), "{words}: {}", answer.body);
        assert!(answer.body.contains("<h1>") && answer.body.contains("href=\"/\""), "{}", answer.body);
    }
    let back = browser.form(&line, "as=seat:1&line=hello").await.body;
    assert!(back.contains(&format!("href=\"/t/{id}\"")), "to the table: {back}");
}

#[tokio::test]
async fn a_program_is_told_in_json_whoever_refuses() {
    let stage = Stage::open().await;
    let client = stage.client();
    let id = table(&client, 1).await;
    session(&client, &id, "start").await;
    let browser = client.with("accept", "text/html");
    for (answer, status, code) in [
        (browser.get("/api/nothing").await, 404, "not-found"),
        (client.get("/nothing").await, 404, "not-found"),
        (client.get(&format!("/api/tables/{id}?strange=1")).await, 400, "bad-request"),
        (client.get(&format!("/api/tables/{id}?at=x")).await, 400, "bad-request"),
        (client.get(&format!("/api/tables/{id}?as=public&as=public")).await, 400, "bad-request"),
        (client.get("/api/tables/%ff").await, 400, "bad-request"),
        (client.get("/api/tables/never-was/export").await, 404, "not-found"),
        (client.post("/api/tables/never-was/fork", &json!({"at": 1})).await, 404, "not-found"),
        (client.post("/api/health", &json!({})).await, 405, "wrong-method"),
        (
            client.with("last-event-id", "x").get(&format!("/api/tables/{id}/events")).await,
            400,
            "bad-request",
        ),
    ] {
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{answer:?}");
        assert_eq!(answer.header("content-type"), Some("application/json"), "{answer:?}");
        assert!(answer.json()["error"]["message"].as_str().is_some_and(|it| it.len() > 10), "{answer:?}");
    }
    let wrong = client.post("/api/health", &json!({})).await;
    assert!(wrong.header("allow").is_some_and(|allow| allow.contains("GET")), "{wrong:?}");
}

#[tokio::test]
async fn a_monitor_reads_what_was_done_and_what_was_refused() {
    let stage = Stage::open().await;
    let client = stage.client();
    let id = table(&client, 1).await;
    session(&client, &id, "start").await;
    let line = json!({"as": "seat:1", "id": "r", "request": {"line": {"text": "((hi"}}});
    assert_eq!(client.post(&format!("/api/tables/{id}/commands"), &line).await.status, 200);
    assert_eq!(client.get("/api/nothing").await.status, 404);
    let mut live = client.listen(&format!("/api/tables/{id}/events")).await;
    live.next().await.expect("how things stand");
    let figures = client.get("/api/metrics").await.body;
    for line in [
        "parlor_sessions{state=\"active\"} 1",
        "parlor_streams 1",
        "parlor_command_seconds_count 1",
        "parlor_refused_total{code=\"not-found\"} 1",
    ] {
        assert!(figures.lines().any(|it| it == line), "{line}\n{figures}");
    }
    let written = figures.lines().find_map(|line| line.strip_prefix("parlor_records_total "));
    assert!(written.and_then(|it| it.parse::<u64>().ok()).is_some_and(|it| it >= 2), "{figures}");
}
