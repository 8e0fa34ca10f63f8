//! The fakes are as strict as the real APIs: a wrong request gets the real complaint, a right one an answer.

#![allow(clippy::expect_used, reason = "tests, and what they are made of")]

extern crate parlor_fakes as fakes;

use fakes::models::{Anthropic, Api, Fake, Gemini, LlamaCpp, OpenAi, Script, Turn};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Sends one request by hand and gives status and body.
async fn send(
    base_url: &str,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> (u16, String) {
    let rest = base_url.strip_prefix("http://").expect("HTTP");
    let (host, base) =
        rest.split_once('/').map_or((rest, String::new()), |(host, base)| (host, format!("/{base}")));
    let mut stream = TcpStream::connect(host).await.expect("the fake listens");
    let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let length = body.len();
    let request =
        format!("{method} {base}{path} HTTP/1.1\r\n{headers}content-length: {length}\r\n\r\n{body}");
    stream.write_all(request.as_bytes()).await.expect("sent");
    stream.shutdown().await.expect("no more to send");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    let status = answer.split(' ').nth(1).expect("a status").parse().expect("a number");
    (status, answer.split_once("\r\n\r\n").expect("a head").1.to_owned())
}

/// A fake, and how to ask it.
struct Asked<A: Api> {
    fake: Fake<A>,
    path: &'static str,
    headers: Vec<(&'static str, &'static str)>,
}

impl<A: Api> Asked<A> {
    async fn of(path: &'static str, headers: &[(&'static str, &'static str)]) -> Asked<A> {
        let fake = Fake::start(Script::always(Turn::text("Yes."))).await;
        Asked { fake, path, headers: [headers, &[("content-type", "application/json")]].concat() }
    }

    async fn answers(&self, body: Value) {
        let (status, said) =
            send(&self.fake.base_url(), "POST", self.path, &self.headers, &body.to_string()).await;
        assert_eq!((status, self.fake.complaints()), (200, vec![]), "{said}");
        assert!(said.contains("Yes."), "{said}");
    }

    async fn complains(&self, body: Value, status: u16, about: &str) {
        let (got, said) =
            send(&self.fake.base_url(), "POST", self.path, &self.headers, &body.to_string()).await;
        assert!(got == status && said.contains(about), "{status} about {about}, and not {got}: {said}");
        let complaint = self.fake.complaints().pop().expect("a complaint");
        assert_eq!(complaint.status, status);
    }
}

/// A body with one field more, or another value of it.
fn with(body: &Value, key: &str, value: Value) -> Value {
    let mut body = body.clone();
    body[key] = value;
    body
}

#[tokio::test]
async fn openai_takes_only_what_the_api_takes() {
    let asked = Asked::<fakes::models::OpenAiApi>::of(
        "/chat/completions",
        &[("authorization", "Bearer sk-fake-0123456789abcdef")],
    )
    .await;
    let right =
        json!({"model": "gpt-fake", "stream": true, "messages": [{"role": "user", "content": "Hm?"}]});
    asked.answers(right.clone()).await;
    let schema = |schema: Value| json!({"type": "json_schema", "json_schema": {"name": "answer", "strict": true, "schema": schema}});
    let rows = |items: Value| {
        let list = json!({"type": "array", "minItems": 1, "maxItems": 3, "items": items});
        let fields = json!({"n": {"type": "integer", "minimum": 0, "maximum": 3}, "rows": list});
        json!({"type": "object", "properties": fields, "required": ["n", "rows"], "additionalProperties": false})
    };
    let row = json!({
        "type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": false,
    });
    asked.answers(with(&right, "response_format", schema(rows(row.clone())))).await;
    asked.complains(with(&right, "cache_prompt", json!(true)), 400, "Unrecognized request argument").await;
    asked.complains(with(&right, "max_tokens", json!(9)), 400, "max_completion_tokens").await;
    asked.complains(with(&right, "model", json!("gpt-9")), 404, "does not exist").await;
    asked.complains(with(&right, "tool_choice", json!("required")), 400, "only allowed when 'tools'").await;
    let orphan =
        json!([{"role": "user", "content": "Hm?"}, {"role": "tool", "tool_call_id": "x", "content": ""}]);
    asked
        .complains(with(&right, "messages", orphan), 400, "must be a response to a preceeding message")
        .await;
    let call = json!({"id": "a", "type": "function", "function": {"name": "vote", "arguments": "{}"}});
    let waiting = json!([
        {"role": "assistant", "content": "", "tool_calls": [call]}, {"role": "user", "content": "Well?"},
    ]);
    asked.complains(with(&right, "messages", waiting), 400, "did not have response messages: a").await;
    let open = json!({"type": "object", "properties": {}});
    asked.complains(with(&right, "response_format", schema(open)), 400, "'additionalProperties'").await;
    let any = json!({"anyOf": []});
    asked.complains(with(&right, "response_format", schema(any)), 400, "JSON Schema of 'type").await;
    let optional = json!({"type": "object", "properties": {"a": {}}, "additionalProperties": false});
    asked.complains(with(&right, "response_format", schema(optional)), 400, "every key in properties").await;
    let open = json!({"type": "object", "properties": {}, "required": []});
    asked.complains(with(&right, "response_format", schema(rows(open))), 400, "'additionalProperties'").await;
    let mut optional = row.clone();
    optional["required"] = json!([]);
    asked.complains(with(&right, "response_format", schema(rows(optional))), 400, "every key in").await;
    let long = with(&row, "properties", json!({"a": {"type": "string", "maxLength": 3}}));
    asked.complains(with(&right, "response_format", schema(rows(long))), 400, "'maxLength' is not").await;
    let bare = json!({"type": "array"});
    asked.complains(with(&right, "response_format", schema(rows(bare.clone()))), 400, "missing items").await;
    let function = json!({"name": "plan", "parameters": {"type": "object", "properties": {"rows": bare}}});
    let tools = json!([{"type": "function", "function": function}]);
    asked.complains(with(&right, "tools", tools), 400, "array schema missing items").await;
}

#[tokio::test]
async fn llama_cpp_takes_a_grammar_or_tools() {
    let asked = Asked::<fakes::models::LlamaCppApi>::of("/chat/completions", &[]).await;
    let right = json!({
        "model": "smol-fake", "stream": true, "cache_prompt": true,
        "messages": [{"role": "user", "content": "Hm?"}], "response_format": {"type": "json_schema"},
    });
    asked.answers(right.clone()).await;
    asked
        .complains(with(&right, "tools", json!([])), 400, "Cannot use custom grammar constraints with tools")
        .await;
}

#[tokio::test]
async fn ollama_takes_only_what_it_would_not_pass_over() {
    let asked = Asked::<fakes::models::OllamaApi>::of("/api/chat", &[]).await;
    let options = json!({"num_ctx": 8_192, "num_predict": 300});
    let right = json!({
        "model": "llama-fake", "stream": true, "truncate": false, "options": options,
        "messages": [{"role": "user", "content": "Hm?"}],
    });
    asked.answers(right.clone()).await;
    asked.complains(with(&right, "max_tokens", json!(9)), 400, "max_tokens would be passed over").await;
    let small = json!({"num_ctx": 256, "num_predict": 300});
    asked.complains(with(&right, "options", small), 400, "exceeds the context length").await;
    asked.complains(with(&right, "format", json!("json please")), 400, "invalid JSON schema").await;
    asked.complains(with(&right, "model", json!("llama-9")), 404, "not found").await;
    let orphan = json!([{"role": "tool", "tool_name": "vote", "content": "done"}]);
    asked.complains(with(&right, "messages", orphan), 400, "nobody called vote").await;
}

#[tokio::test]
async fn anthropic_takes_only_what_the_api_takes() {
    let headers = [("x-api-key", "sk-ant-fake-0123456789abcdef"), ("anthropic-version", "2023-06-01")];
    let asked = Asked::<fakes::models::AnthropicApi>::of("/v1/messages", &headers).await;
    let text = |text: &str| json!({"type": "text", "text": text});
    let said = |role: &str, content: Value| json!({"role": role, "content": content});
    let right = json!({
        "model": "claude-fake", "max_tokens": 9, "stream": true, "messages": [said("user", json!([text("Hm?")]))],
    });
    asked.answers(right.clone()).await;
    let list = |limits: Value| {
        let mut list = json!({"type": "array", "items": {"type": "integer"}});
        list.as_object_mut()
            .into_iter()
            .for_each(|list| list.extend(limits.as_object().cloned().unwrap_or_default()));
        let schema =
            json!({"type": "object", "properties": {"maxItems": list}, "additionalProperties": false});
        json!({"format": {"type": "json_schema", "schema": schema}})
    };
    asked.answers(with(&right, "output_config", list(json!({"minItems": 1})))).await;
    asked.complains(with(&right, "seed", json!(1)), 400, "seed: Extra inputs are not permitted").await;
    asked.complains(with(&right, "max_tokens", json!(null)), 400, "max_tokens: Field required").await;
    let empty = json!([said("user", json!([text(" ")]))]);
    asked.complains(with(&right, "messages", empty), 400, "non-whitespace").await;
    let prefill = json!([said("user", json!([text("Hm?")])), said("assistant", json!([text("I")]))]);
    asked.complains(with(&right, "messages", prefill), 400, "prefill").await;
    let marked = json!({"type": "text", "text": "x", "cache_control": {"type": "ephemeral"}});
    let marks = json!([said("user", json!([marked, marked, marked, marked, marked]))]);
    asked.complains(with(&right, "messages", marks), 400, "A maximum of 4 blocks with cache_control").await;
    let orphan = json!([said("user", json!([{"type": "tool_result", "tool_use_id": "x", "content": ""}]))]);
    asked.complains(with(&right, "messages", orphan), 400, "unexpected `tool_use_id`").await;
    let call = json!({"type": "tool_use", "id": "a", "name": "vote", "input": {}});
    let waiting = json!([said("assistant", json!([call])), said("user", json!([text("Well?")]))]);
    asked.complains(with(&right, "messages", waiting), 400, "without `tool_result` blocks").await;
    let format = json!({"format": {"type": "json_schema", "schema": {"type": "object"}}});
    asked.complains(with(&right, "output_config", format), 400, "additionalProperties").await;
    let limits = json!({"minItems": 2});
    asked.complains(with(&right, "output_config", list(limits)), 400, "'minItems' values other").await;
    let limits = json!({"maxItems": 2});
    asked.complains(with(&right, "output_config", list(limits)), 400, "'maxItems' is not supported").await;
}

#[tokio::test]
async fn gemini_takes_only_what_the_api_takes() {
    let headers = [("x-goog-api-key", "AIza-fake-0123456789abcdef")];
    let path = "/v1beta/models/gemini-fake:streamGenerateContent?alt=sse";
    let asked = Asked::<fakes::models::GeminiApi>::of(path, &headers).await;
    let said = |role: &str, part: Value| json!({"role": role, "parts": [part]});
    let right = json!({"contents": [said("user", json!({"text": "Hm?"}))]});
    asked.answers(right.clone()).await;
    asked.complains(with(&right, "stream", json!(true)), 400, "Unknown name").await;
    let config = json!({"responseJsonSchema": {"type": "object"}});
    asked.complains(with(&right, "generationConfig", config), 400, "response_mime_type").await;
    let call = json!({"functionCall": {"name": "vote", "args": {}}});
    let unsigned = json!([said("model", call)]);
    asked.complains(with(&right, "contents", unsigned), 400, "thought_signature").await;
    let orphan = json!([said("user", json!({"functionResponse": {"name": "vote", "response": {}}}))]);
    asked.complains(with(&right, "contents", orphan), 400, "number of function response parts").await;
    let end = json!([said("model", json!({"text": "I"}))]);
    asked.complains(with(&right, "contents", end), 400, "end with a user role").await;
}

/// A picture as each API checks it: (type, data, what it complains about, if it does).
const PICTURES: [(&str, &str, Option<&str>); 5] = [
    ("image/jpeg", "/9j/4AAQ", None),
    ("image/tiff", "/9j/4AAQ", Some("unsupported type")),
    ("image/jpeg", "/9j/4AA!", Some("invalid base64")),
    ("image/jpeg", "iVBORw0KGgo=", Some("does not appear to be one")),
    ("image/jpeg", "", Some("does not appear to be one")),
];

async fn check_picture<A: Api>(asked: &Asked<A>, body: Value, about: Option<&str>) {
    match about {
        Some(about) => asked.complains(body, 400, about).await,
        None => asked.answers(body).await,
    }
}

#[tokio::test]
async fn pictures_are_checked_in_the_words_of_each_api() {
    let openai = Asked::<fakes::models::OpenAiApi>::of(
        "/chat/completions",
        &[("authorization", "Bearer sk-fake-0123456789abcdef")],
    )
    .await;
    let headers = [("x-api-key", "sk-ant-fake-0123456789abcdef"), ("anthropic-version", "2023-06-01")];
    let anthropic = Asked::<fakes::models::AnthropicApi>::of("/v1/messages", &headers).await;
    let path = "/v1beta/models/gemini-fake:streamGenerateContent?alt=sse";
    let gemini =
        Asked::<fakes::models::GeminiApi>::of(path, &[("x-goog-api-key", "AIza-fake-0123456789abcdef")])
            .await;
    let to_openai = |image: Value| {
        let content = json!([{"type": "text", "text": "Hm?"}, {"type": "image_url", "image_url": image}]);
        json!({"model": "gpt-fake", "stream": true, "messages": [{"role": "user", "content": content}]})
    };
    let to_anthropic = |source: Value| {
        let content = json!([{"type": "image", "source": source}, {"type": "text", "text": "Hm?"}]);
        json!({
            "model": "claude-fake", "max_tokens": 9, "stream": true,
            "messages": [{"role": "user", "content": content}],
        })
    };
    let to_gemini =
        |inline: Value| json!({"contents": [{"role": "user", "parts": [{"inlineData": inline}]}]});
    for (kind, data, about) in PICTURES {
        let url = format!("data:{kind};base64,{data}");
        check_picture(&openai, to_openai(json!({"url": url})), about).await;
        let source = json!({"type": "base64", "media_type": kind, "data": data});
        check_picture(&anthropic, to_anthropic(source), about).await;
        check_picture(&gemini, to_gemini(json!({"mimeType": kind, "data": data})), about).await;
    }
    openai.complains(to_openai(json!({"url": "http://x/y.jpg"})), 400, "fetches nothing").await;
    openai.complains(to_openai(json!({"url": "", "size": 1})), 400, "Unknown parameter").await;
    let url = json!({"type": "url", "url": "http://x/y.jpg"});
    anthropic.complains(to_anthropic(url), 400, "Extra inputs").await;
    gemini.complains(to_gemini(json!({"mime_type": "image/jpeg", "data": ""})), 400, "Unknown name").await;
}

#[tokio::test]
async fn method_path_key_and_content_type_are_checked() {
    async fn check<A: Api>(path: &str, list: &str, key: &str) {
        let fake = Fake::<A>::start(Script::of([])).await;
        let base = fake.base_url();
        let json = ("content-type", "application/json");
        assert_eq!(send(&base, "POST", "/nowhere", &[json], "{}").await.0, 404);
        assert_eq!(send(&base, "GET", path, &[json], "").await.0, 405);
        if fake.key().is_empty() {
            assert_eq!(send(&base, "GET", list, &[], "").await.0, 200);
            return;
        }
        let before = if key == "authorization" { "Bearer " } else { "" };
        assert_eq!(send(&base, "POST", path, &[json], "{}").await.0, 401);
        assert_eq!(send(&base, "POST", path, &[json, (key, "Bearer x")], "{}").await.0, 401);
        let right = format!("{before}{}", fake.key());
        assert_eq!(send(&base, "POST", path, &[(key, &right)], "{}").await.0, 415);
        let (status, models) = send(&base, "GET", list, &[(key, &right)], "").await;
        assert!(status == 200 && models.contains(fake.model()), "{status}: {models}");
    }
    check::<fakes::models::OpenAiApi>("/chat/completions", "/models", "authorization").await;
    check::<fakes::models::LlamaCppApi>("/chat/completions", "/models", "").await;
    check::<fakes::models::AnthropicApi>("/v1/messages", "/v1/models", "x-api-key").await;
    let path = "/v1beta/models/gemini-fake:streamGenerateContent?alt=sse";
    check::<fakes::models::GeminiApi>(path, "/v1beta/models", "x-goog-api-key").await;
}

#[tokio::test]
async fn a_script_has_an_end() {
    let fake = LlamaCpp::start(Script::of([])).await;
    let body = r#"{"model":"smol-fake","messages":[{"role":"user","content":"Hm?"}]}"#;
    let json = [("content-type", "application/json")];
    let (status, said) = send(&fake.base_url(), "POST", "/chat/completions", &json, body).await;
    assert!(status == 500 && said.contains("the script of this fake is over"), "{status}: {said}");
    assert_eq!(fake.requests()[0].json()["model"], "smol-fake");
}

#[test]
fn an_answer_can_be_looked_at_byte_for_byte() {
    let turn = Turn::text("Yes.");
    for bytes in [
        OpenAi::recorded(&turn),
        LlamaCpp::recorded(&turn),
        Anthropic::recorded(&turn),
        Gemini::recorded(&turn),
    ] {
        let text = String::from_utf8(bytes).expect("UTF-8");
        assert!(text.starts_with("HTTP/1.1 200 OK\r\n") && text.ends_with("0\r\n\r\n"), "{text}");
    }
}
