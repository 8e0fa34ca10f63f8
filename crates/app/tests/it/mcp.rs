//! An agent in a seat, over the Model Context Protocol.

pub(crate) mod client;

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::stage::Home;
#[cfg(unix)]
use crate::stage::signal;
use client::{Client, first_choices, is_asked, is_over, names, read_result};

const RESOURCES: [&str; 4] =
    ["parlor://seat/board", "parlor://seat/view", "parlor://seat/transcript", "parlor://seat/ask"];

#[test]
fn the_tools_are_what_the_ask_offers_and_one_to_wait() {
    let home = Home::new();
    let mut phases = BTreeSet::new();
    for seed in 1..20 {
        let mut client = Client::new(&home, &["--seat", "Kim", "--seats", "6", "--seed", &seed.to_string()]);
        let mut text = client.wait();
        while is_asked(&text) && phases.len() < 3 {
            phases.insert(compare_with_the_ask(&mut client));
            text = client.first_legal();
            client.until_told("notifications/tools/list_changed");
        }
        assert_eq!(client.close().0, 0);
        if phases.len() == 3 {
            assert!(phases.contains("CastVote Abstain table_talk wait"), "{phases:?}");
            return;
        }
    }
    panic!("nobody lived to see every phase");
}

/// Compares the tools with what the seat is asked; their names.
fn compare_with_the_ask(client: &mut Client) -> String {
    let ask = client.json("parlor://seat/ask")["asks"][0].clone();
    let offered = ask["form"]["tools"].as_array().expect("tools").clone();
    let tools = client.tools();
    assert_eq!(names(&tools), [names(&offered), vec!["table_talk", "wait"]].concat());
    for (tool, offered) in tools.iter().zip(&offered) {
        assert_eq!(tool["description"], offered["about"]);
        assert_eq!(tool["inputSchema"]["additionalProperties"], false);
        for field in offered["fields"].as_array().expect("fields") {
            let property = &tool["inputSchema"]["properties"][field["name"].as_str().expect("a name")];
            assert_eq!(property["description"], field["label"]);
            if let Some(choices) = field["kind"]["choice"].as_array() {
                let labels: Vec<Value> = choices.iter().map(|choice| choice["label"].clone()).collect();
                assert_eq!(property["enum"], Value::from(labels));
            }
        }
    }
    names(&tools).join(" ")
}

#[test]
fn an_agent_plays_to_the_end_and_learns_nothing_that_its_seat_may_not_know() {
    for (seed, seats) in [("987654321", "5"), ("987654322", "7"), ("987654323", "10")] {
        let home = Home::new();
        let mut client = Client::new(&home, &["--seat", "Kim", "--seats", seats, "--seed", seed]);
        let mut text = client.wait();
        let mut before_the_end = 0;
        let mut views = Vec::new();
        while !is_over(&text) {
            for address in RESOURCES {
                client.resource(address);
            }
            views.push(client.json("parlor://seat/view"));
            before_the_end = client.seen.len();
            text = if is_asked(&text) { client.first_legal() } else { client.wait() };
        }
        // It is still served, so that an agent may look back.
        assert!(client.tools().len() == 2 && is_over(&client.wait()));
        while !client.wait().contains("The table looks back") {}
        let view = client.json("parlor://seat/view");
        let seat = view["seat"].as_u64().expect("a seat");
        let transcript = client.resource("parlor://seat/transcript");
        let (seen, all) = (client.seen[..before_the_end].to_owned(), client.seen.clone());
        let (code, said) = client.close();
        assert!(code == 0 && said.contains("has ended"), "{code} {said}");
        let id = home.newest();
        home.run(&["verify", &id]).fine();

        // What it was told is what its seat was told, word for word.
        let told = tellings(&home, &id, &format!("seat:{seat}"));
        let lines: Vec<&str> = transcript.lines().collect();
        // When it had left, nobody was left to look back, and the table was closed.
        assert_eq!(lines.len() + 1, told.len());
        for (line, (voice, text, means)) in lines.iter().zip(&told) {
            match voice.as_str() {
                "host" => assert_eq!(*line, format!("Host: {text}")),
                _ => assert!(line.ends_with(&format!(": {}{means}", json!(text))), "{line}\n{text}"),
            }
        }
        // And nothing else: no telling to others in any byte, no seed and no role before the end.
        let told: BTreeSet<&str> = told.iter().map(|(_, text, _)| text.as_str()).collect();
        let (seen, all) = (strings(&seen), strings(&all));
        let everything = tellings(&home, &id, "host");
        let hidden: Vec<&str> =
            everything.iter().map(|(_, text, _)| text.as_str()).filter(|text| !told.contains(text)).collect();
        assert!(hidden.len() > 5, "others have secrets: {hidden:?}");
        for text in hidden {
            assert!(!all.contains(text), "{text}");
        }
        for private in [seed, "\"seed\":", "NIGHT_ACTION_SUBMITTED", "ROLE_ASSIGNED"] {
            assert!(!seen.contains(private), "{private}");
        }
        for view in views {
            let view = &view["view"];
            let own = &view["own"]["role"];
            let gone: Vec<&Value> =
                view["deaths"].as_array().expect("deaths").iter().map(|it| &it["seat"]).collect();
            for known in view["roles"].as_array().expect("roles") {
                let team = *own == "mafia" && known["role"] == "mafia";
                assert!(known["seat"] == seat || team || gone.contains(&&known["seat"]), "{known} in {view}");
            }
        }
    }
}

#[test]
fn t13_an_agent_is_heard_at_any_time_and_asked_what_was_good_when_it_is_over() {
    let home = Home::new();
    let mut client = Client::new(&home, &["--seat", "Kim", "--seats", "5", "--seed", "1"]);
    let mut text = client.wait();
    assert!(is_asked(&text), "{text}");
    let talk = |client: &mut Client, line: &str| client.call("table_talk", json!({"line": line}));
    let (failed, said) = talk(&mut client, "hello, all of you");
    assert!(!failed && is_asked(&said), "it answers nothing: {said}");
    assert!(
        client.resource("parlor://seat/transcript").contains(r#"says out of character: "hello, all of you""#)
    );
    let (_, lines) = talk(&mut client, "/lines");
    assert!(lines.starts_with("Nothing is kept out yet"), "{lines}");
    let (failed, paused) = talk(&mut client, "/x");
    assert!(!failed && paused.contains("The table is PAUSED"), "{paused}");
    assert!(talk(&mut client, "((are we back?))").1.contains("are we back?"));
    assert!(!talk(&mut client, "/session resume").0);
    assert!(talk(&mut client, " ").0 && client.call("table_talk", json!({})).0, "there are no words in it");
    while !is_over(&text) {
        text = if is_asked(&text) { client.first_legal() } else { client.wait() };
    }
    while !text.contains("The table looks back: call table_talk") {
        text = client.wait();
    }
    let (failed, noted) = talk(&mut client, "star: the vote");
    assert!(!failed && noted.contains("Noted as a star, thank you."), "{noted}");
    assert_eq!(client.close().0, 0);
    let id = home.newest();
    home.run(&["verify", &id]).fine();
    assert_eq!(home.run(&["table", "show", "--json"]).json()["state"], "IDLE", "nobody is left to look back");
}

/// What a viewer was told, as the session's export has it: in whose voice, and the words.
fn tellings(home: &Home, id: &str, viewer: &str) -> Vec<(String, String, String)> {
    let export = home.run(&["export", id, "--as", viewer]).fine();
    let frames = export.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    frames
        .filter(|frame| frame["telling"].is_object())
        .map(|frame| {
            let telling = &frame["telling"];
            let means = telling["note"].as_str().filter(|_| telling["means"] == true);
            let means = means.map_or(String::new(), |note| format!(" ({note})"));
            (text(&telling["voice"]), text(&telling["text"]), means)
        })
        .collect()
}

/// Every string in lines of JSON, and the lines themselves: what is escaped is searched too.
fn strings(lines: &str) -> String {
    fn collect(value: &Value, all: &mut String) {
        match value {
            Value::String(text) => {
                all.push_str(text);
                all.push('\n');
            }
            Value::Array(values) => values.iter().for_each(|value| collect(value, all)),
            Value::Object(fields) => fields.values().for_each(|value| collect(value, all)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    let mut all = lines.to_owned();
    for line in lines.lines() {
        collect(&serde_json::from_str(line).expect("JSON"), &mut all);
    }
    all
}

#[test]
fn what_is_not_legal_changes_nothing_and_says_what_is() {
    let home = Home::new();
    let mut client = Client::new(&home, &["--seat", "Kim", "--seats", "5", "--seed", "7"]);
    client.wait();
    let tools = client.tools();
    let choices = tools[0]["inputSchema"]["properties"]["target"]["enum"].as_array().expect("names").clone();
    for (name, arguments, says) in [
        // Of another phase, of no phase, and of another machine.
        ("CastVote", json!({"target": choices[0]}), "\"CastVote\" cannot be done now"),
        ("Fly", json!({}), "\"Fly\" cannot be done now"),
        ("SetSession", json!({"verb": "pause"}), "\"SetSession\" cannot be done now"),
        ("AnswerFor", json!({"seat": 1, "reason": "none"}), "\"AnswerFor\" cannot be done now"),
        // The right tool in a wrong way.
        ("ChooseTarget", json!({"target": "Nobody"}), "\"Nobody\" is not legal; choose one of"),
        ("ChooseTarget", json!({"target": 99}), "99 is not legal; choose one of"),
        ("ChooseTarget", json!({}), "target: null is not legal; choose one of"),
        ("ChooseTarget", json!({"target": choices[0], "also": 1}), "no field \"also\""),
        ("ChooseTarget", json!({"target": choices[0], "thought": "x".repeat(3_000)}), "2000 is the limit"),
    ] {
        let (is_error, text) = client.call(name, arguments);
        assert!(is_error && text.contains(says), "{name}: {text}");
        assert!(
            text.contains("You are asked: Night 1") && text.contains("- ChooseTarget: "),
            "{name}: {text}"
        );
        assert!(choices.iter().all(|choice| text.contains(&choice.to_string())), "{name}: {text}");
    }
    // The question is still open.
    let (is_error, text) = client.call("ChooseTarget", json!({"target": choices[0]}));
    assert!(!is_error, "{text}");
    assert_eq!(client.close().0, 0);
}

#[test]
fn the_second_of_two_answers_is_late_and_is_told_so() {
    let home = Home::new();
    for seed in 1..20 {
        let mut client = Client::new(&home, &["--seat", "1", "--seats", "7", "--seed", &seed.to_string()]);
        if client.until_offered("Say").is_none() {
            client.close();
            continue;
        }
        let say = |text: &str| json!({"name": "Say", "arguments": {"text": text}});
        let (first, one) = client.request("tools/call", say("The first word."));
        let (second, two) = client.request("tools/call", say("The second word."));
        client.write(&format!("{one}\n{two}\n"));
        let results = [client.answer(first), client.answer(second)].map(|answer| read_result(&answer));
        let (done, late): (Vec<_>, Vec<_>) = results.iter().partition(|(is_error, _)| !is_error);
        assert_eq!((done.len(), late.len()), (1, 1), "{results:?}");
        assert!(late[0].1.contains("too late: that question is closed; nothing was changed"), "{results:?}");
        client.wait();
        let transcript = client.resource("parlor://seat/transcript");
        assert_eq!(transcript.matches(" word.\"").count(), 1, "{transcript}");
        assert_eq!(client.close().0, 0);
        return;
    }
    panic!("nobody lived to speak");
}

#[test]
fn nonsense_does_not_end_it() {
    let home = Home::new();
    let mut client = Client::stranger(&home, &["--seats", "5", "--seed", "7"]);
    let nonsense = "nonsense\n{\"jsonrpc\":\"2.0\"\n\n[]\n{}\n\"x\"\n{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":7}\n\u{0}\n";
    // Before it is introduced: no words, and words that come too early.
    client.write(nonsense);
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}));
    client.send(&json!({"jsonrpc": "2.0", "id": 5, "result": {}}));
    assert!(client.ask("tools/list", json!({}))["error"].is_object());
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    let info = json!({
        "protocolVersion": "1999-01-01",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    });
    assert!(client.ask("initialize", info)["result"]["protocolVersion"].is_string());
    client.write(nonsense);
    client.write(&format!("{}\n", "x".repeat(2 * 1024 * 1024)));
    for (method, params) in [
        ("no/such/method", json!({})),
        ("prompts/get", json!({"name": "x"})),
        ("resources/read", json!({"uri": "parlor://seat/secrets"})),
        ("resources/read", json!({"uri": "file:///etc/passwd"})),
        ("resources/subscribe", json!({"uri": "parlor://host/view"})),
    ] {
        let answer = client.ask(method, params);
        assert!(answer["error"]["code"].is_i64(), "{method}: {answer}");
    }
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/no/such"}));
    client
        .send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 999}}));
    assert!(client.wait().contains("You are asked: Night 1"));
    assert!(!is_over(&client.first_legal()));
    assert_eq!(client.close().0, 0);
}

#[test]
fn closing_pauses_the_table_and_the_session_goes_on_later() {
    let home = Home::new();
    let mut client = (1..20)
        .find_map(|seed| {
            let mut client =
                Client::new(&home, &["--seat", "Kim", "--seats", "6", "--seed", &seed.to_string()]);
            if client.until_offered("Say").is_some() {
                return Some(client);
            }
            client.close();
            None
        })
        .expect("somebody lives to speak");
    let seat = client.json("parlor://seat/view")["seat"].to_string();
    let transcript = client.resource("parlor://seat/transcript");
    let ask = client.json("parlor://seat/ask");
    let (code, said) = client.close();
    let id = home.newest();
    assert!(code == 0 && said.contains(&format!("parlor mcp --session {id}")), "{code} {said}");
    assert_eq!(home.run(&["table", "show", "--json"]).json()["state"], "PAUSED");
    home.run(&["verify", &id]).fine();

    let mut client = Client::new(&home, &["--session", &id, "--seat", &seat]);
    // One who comes anew is told everything from the beginning, and asked the same.
    let text = client.wait();
    assert!(text.starts_with(&transcript) && is_asked(&text), "{text}\n---\n{transcript}");
    assert_eq!(client.json("parlor://seat/ask"), ask);
    let mut text = client.first_legal();
    while !is_over(&text) {
        text = if is_asked(&text) { client.first_legal() } else { client.wait() };
    }
    let (code, said) = client.close();
    assert!(code == 0 && said.contains("has ended"), "{code} {said}");
    home.run(&["verify", &id]).fine();
    let ran = home.run(&["mcp", "--session", &id, "--seat", &seat]);
    assert!(ran.code == 1 && ran.err.contains("has ended") && ran.out.is_empty(), "{} {}", ran.code, ran.err);
}

#[test]
fn one_that_is_closed_while_it_waits_answers_and_ends() {
    let home = Home::new();
    // Nobody of the house answers at once here, so the call has to wait.
    let mut client = Client::new(&home, &["--seats", "5", "--seed", "7", "--speed", "relaxed"]);
    assert!(client.wait().contains("s are left.)"));
    let arguments = first_choices(&client.tools()[0]);
    let call = json!({"name": "ChooseTarget", "arguments": arguments});
    let (id, request) = client.request("tools/call", call);
    client.send(&request);
    drop(client.stdin.take());
    let (is_error, text) = read_result(&client.answer(id));
    assert!(!is_error && !is_over(&text), "{text}");
    assert_eq!(client.close().0, 0);
    assert_eq!(home.run(&["table", "show", "--json"]).json()["state"], "PAUSED");
}

#[test]
fn what_a_cancelled_call_would_have_told_is_told_by_the_next() {
    let home = Home::new();
    let mut client = Client::new(&home, &["--seats", "5", "--seed", "7", "--speed", "relaxed"]);
    client.wait();
    let arguments = first_choices(&client.tools()[0]);
    let (id, call) = client.request("tools/call", json!({"name": "ChooseTarget", "arguments": arguments}));
    let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}});
    client.write(&format!("{call}\n{cancel}\n"));
    // The thought that came with the answer is among what the seat is told.
    while !client.wait().contains("thinks: \"Good evening.\"") {}
    assert!(client.answers.is_empty(), "{:?}", client.answers);
    assert_eq!(client.close().0, 0);
}

#[test]
fn a_game_by_steps_goes_on_by_itself() {
    let home = Home::new();
    let mut client = Client::new(&home, &["--seats", "5", "--seed", "7", "--speed", "step"]);
    let mut text = client.wait();
    while !is_over(&text) {
        text = if is_asked(&text) { client.first_legal() } else { client.wait() };
    }
    assert_eq!(client.close().0, 0);
}

#[test]
fn resources_tell_that_they_changed_to_those_who_subscribed() {
    let home = Home::new();
    let mut client = Client::new(&home, &["--seats", "5", "--seed", "7"]);
    let listed = client.ask("resources/list", json!({}))["result"]["resources"].clone();
    let listed: Vec<&Value> = listed.as_array().expect("resources").iter().map(|it| &it["uri"]).collect();
    assert_eq!(listed, RESOURCES);
    client.wait();
    client.ask("resources/subscribe", json!({"uri": "parlor://seat/transcript"}));
    client.first_legal();
    let note = client.until_told("notifications/resources/updated");
    assert_eq!(note["params"]["uri"], "parlor://seat/transcript");
    assert_eq!(client.close().0, 0);
}

/// The newer way: no introduction, but every request says who asks, and one request stays open for the news.
#[test]
fn a_client_that_introduces_itself_with_every_request_is_served_too() {
    let home = Home::new();
    let mut client = Client::stranger(&home, &["--seats", "5", "--seed", "7"]);
    let with = |mut params: Value| {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        params
    };
    let answer = client.ask("tools/call", with(json!({"name": "wait"})));
    assert!(read_result(&answer).1.contains("You are asked: Night 1"));
    let filter =
        json!({"toolsListChanged": true, "resourceSubscriptions": ["parlor://seat/ask", "parlor://x"]});
    let (_, listen) = client.request("subscriptions/listen", with(json!({"notifications": filter})));
    client.send(&listen);
    client.until_told("notifications/subscriptions/acknowledged");
    let tools = client.ask("tools/list", with(json!({})))["result"]["tools"].clone();
    let call = json!({"name": tools[0]["name"], "arguments": first_choices(&tools[0])});
    assert!(!read_result(&client.ask("tools/call", with(call))).0);
    client.until_told("notifications/tools/list_changed");
    assert_eq!(client.until_told("notifications/resources/updated")["params"]["uri"], "parlor://seat/ask");
    assert_eq!(client.close().0, 0);
}

#[cfg(unix)]
#[test]
fn an_interrupt_pauses_the_table() {
    let home = Home::new();
    let mut client = Client::new(&home, &["--seats", "5", "--seed", "7"]);
    client.wait();
    signal(&client.child, "TERM");
    let (code, said) = client.ended();
    assert!(code == 130 && said.contains("is paused"), "{code} {said}");
    assert_eq!(home.run(&["table", "show", "--json"]).json()["state"], "PAUSED");
}

#[test]
fn a_seat_is_a_number_or_a_name_and_a_persons() {
    let home = Home::new();
    let list = "Ana=house,Ben=house,Cy=house,Dee=house,Eve=house";
    for (args, seat, name) in [
        (vec!["--seat", "4", "--seats", "6"], 4, None),
        (vec!["--seat", "Kim", "--seats", "6"], 0, Some("Kim")),
        (vec!["--seat", "4", "--seats", list], 4, Some("Dee")),
        (vec!["--seat", "ben", "--seats", list], 2, Some("Ben")),
        (vec!["--seats", "5"], 0, None),
    ] {
        let mut client = Client::new(&home, &args);
        let view = client.json("parlor://seat/view");
        let at = view["seat"].as_u64().expect("a seat");
        let own = &view["view"]["seats"][usize::try_from(at).expect("small") - 1];
        assert!((seat == 0 || seat == at) && own["holder"] == "person", "{args:?}: {view}");
        assert_eq!(own["id"], format!("seat-{at}"));
        assert!(name.is_none_or(|name| own["name"] == name), "{args:?}: {own}");
        assert_eq!(client.close().0, 0);
    }
    let id = home.newest();
    let person = home.run(&["export", &id]).fine();
    let header: Value = serde_json::from_str(person.lines().next().expect("a header")).expect("JSON");
    let others: Vec<usize> = (1..=5).filter(|seat| header["seats"][seat - 1]["holder"] != "person").collect();
    let (demo, demo_id) = (Home::new(), "demo");
    demo.run(&["demo", "--speed", "instant", "--seed", "7", "-q"]).fine();
    let other = others[0].to_string();
    for (home, args, code, says) in [
        (&home, vec!["--session", &id, "--seat", &other], 1, "is not a person's"),
        (&home, vec!["--session", &id, "--seat", "9"], 1, "there is no seat \"9\""),
        (&home, vec!["--session", &id, "--seat", "Zoe"], 1, "say --seat with one of: "),
        (&home, vec!["--session", "zzz"], 1, "there is no session"),
        (&home, vec!["--session", &id, "--seed", "7"], 2, "cannot be used with"),
        (&home, vec!["--session", &id, "--speed", "step"], 2, "can only be chosen when a game begins"),
        (&home, vec!["--seat", "9", "--seats", "5"], 2, "say --seat 1 to --seat 5"),
        (&home, vec!["--seat", "0"], 2, "there is no seat 0"),
        (&home, vec!["--seats", "3"], 2, "say --seats 5"),
        (&home, vec!["--machine", "chess"], 2, "mafia"),
        (&demo, vec!["--session", demo_id], 1, "has ended"),
    ] {
        let ran = home.run(&[vec!["mcp"], args.clone()].concat());
        assert!(
            ran.code == code && ran.err.contains(says) && ran.out.is_empty(),
            "{args:?}: {} {}",
            ran.code,
            ran.err
        );
        assert!(ran.err.contains("  → ") || ran.err.contains("[possible values"), "{args:?}: {}", ran.err);
    }
}
