//! A client of the protocol: lines of JSON to and from a real server.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

use crate::stage::Home;

/// An answer that has not come by then never will.
const NEVER: Duration = Duration::from_secs(60);

/// The client's side: lines of JSON to and from a real server.
pub(crate) struct Client {
    pub(crate) child: Child,
    pub(crate) stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Every byte that came.
    pub(crate) seen: String,
    /// What came and was not asked for.
    notes: Vec<Value>,
    /// Answers that were not waited for yet.
    pub(crate) answers: Vec<Value>,
    requests: u64,
}

impl Client {
    /// Starts a server and introduces itself.
    pub(crate) fn new(home: &Home, args: &[&str]) -> Client {
        let mut client = Client::stranger(home, args);
        let params = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        });
        let info = client.ask("initialize", params);
        assert_eq!(info["result"]["serverInfo"]["name"], "parlor", "{info}");
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        client
    }

    /// Starts a server and says nothing.
    pub(crate) fn stranger(home: &Home, args: &[&str]) -> Client {
        let args = [&["mcp"], args].concat();
        let mut command = home.command(&args);
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = pipes.spawn().expect("it starts");
        let stdin = child.stdin.take();
        let out = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in out.lines() {
                if sender.send(line.expect("text")).is_err() {
                    return;
                }
            }
        });
        let (seen, notes, answers) = (String::new(), Vec::new(), Vec::new());
        Client { child, stdin, lines, seen, notes, answers, requests: 0 }
    }

    pub(crate) fn write(&mut self, text: &str) {
        self.stdin.as_mut().expect("still open").write_all(text.as_bytes()).expect("it listens");
    }

    pub(crate) fn send(&mut self, message: &Value) {
        self.write(&format!("{message}\n"));
    }

    pub(crate) fn request(&mut self, method: &str, params: Value) -> (u64, Value) {
        self.requests += 1;
        let id = self.requests;
        (id, json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
    }

    /// The next message; nothing at the end.
    pub(crate) fn next(&mut self) -> Option<Value> {
        let line = match self.lines.recv_timeout(NEVER) {
            Ok(line) => line,
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => return None,
            Err(std::sync::mpsc::RecvTimeoutError::Timeout) => panic!("no word for {NEVER:?}"),
        };
        self.seen.push_str(&line);
        self.seen.push('\n');
        let message: Value =
            serde_json::from_str(&line).expect("nothing but the protocol on standard output");
        assert_eq!(message["jsonrpc"], "2.0", "{message}");
        Some(message)
    }

    /// The answer to a request.
    pub(crate) fn answer(&mut self, id: u64) -> Value {
        loop {
            if let Some(at) = self.answers.iter().position(|answer| answer["id"] == id) {
                return self.answers.swap_remove(at);
            }
            let message = self.next().expect("it answers before it ends");
            let place = if message.get("method").is_some() { &mut self.notes } else { &mut self.answers };
            place.push(message);
        }
    }

    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let (id, request) = self.request(method, params);
        self.send(&request);
        self.answer(id)
    }

    /// Waits for a notification.
    pub(crate) fn until_told(&mut self, method: &str) -> Value {
        loop {
            if let Some(at) = self.notes.iter().position(|note| note["method"] == method) {
                return self.notes.swap_remove(at);
            }
            let message = self.next().expect("it tells before it ends");
            let place = if message.get("method").is_some() { &mut self.notes } else { &mut self.answers };
            place.push(message);
        }
    }

    pub(crate) fn tools(&mut self) -> Vec<Value> {
        let answer = self.ask("tools/list", json!({}));
        answer["result"]["tools"].as_array().expect("tools").clone()
    }

    /// Calls a tool: whether it was an error, and what it says.
    pub(crate) fn call(&mut self, name: &str, arguments: Value) -> (bool, String) {
        read_result(&self.ask("tools/call", json!({"name": name, "arguments": arguments})))
    }

    pub(crate) fn wait(&mut self) -> String {
        let (is_error, text) = self.call("wait", json!({}));
        assert!(!is_error, "{text}");
        text
    }

    pub(crate) fn resource(&mut self, address: &str) -> String {
        let answer = self.ask("resources/read", json!({"uri": address}));
        let contents = &answer["result"]["contents"][0];
        assert_eq!(contents["uri"], address, "{answer}");
        contents["text"].as_str().expect("text").to_owned()
    }

    pub(crate) fn json(&mut self, address: &str) -> Value {
        serde_json::from_str(&self.resource(address)).expect("JSON")
    }

    /// Does the first legal thing; what it says.
    pub(crate) fn first_legal(&mut self) -> String {
        let tools = self.tools();
        let tool = &tools[0];
        let (is_error, text) = self.call(tool["name"].as_str().expect("a name"), first_choices(tool));
        assert!(!is_error, "{text}");
        text
    }

    /// Does the first legal thing until a tool is offered; what it says. Nothing if the game ends before.
    pub(crate) fn until_offered(&mut self, name: &str) -> Option<String> {
        let mut text = self.wait();
        while !is_over(&text) {
            if self.tools().iter().any(|tool| tool["name"] == name) {
                return Some(text);
            }
            text = if is_asked(&text) { self.first_legal() } else { self.wait() };
        }
        None
    }

    /// Closes its end; the exit code and what was said beside the protocol.
    pub(crate) fn close(mut self) -> (i32, String) {
        drop(self.stdin.take());
        self.ended()
    }

    /// The same of a server that ends by itself, while this end is open.
    pub(crate) fn ended(mut self) -> (i32, String) {
        while self.next().is_some() {}
        let mut said = String::new();
        self.child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
        (self.child.wait().expect("it ends").code().unwrap_or(-1), said)
    }
}

/// Whether it was an error, and what it says.
pub(crate) fn read_result(answer: &Value) -> (bool, String) {
    let text = answer["result"]["content"][0]["text"].as_str();
    (answer["result"]["isError"] == true, text.unwrap_or_else(|| panic!("{answer}")).to_owned())
}

pub(crate) fn is_over(text: &str) -> bool {
    text.contains("\nThe game has ended: ")
}

pub(crate) fn is_asked(text: &str) -> bool {
    text.contains("\nYou are asked: ")
}

/// The first legal value of everything that a tool wants.
pub(crate) fn first_choices(tool: &Value) -> Value {
    let schema = &tool["inputSchema"];
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let first = |name: &Value| {
        let name = name.as_str().expect("a name").to_owned();
        let choices = &schema["properties"][&name]["enum"];
        let value = if choices.is_null() { json!("Good evening.") } else { choices[0].clone() };
        (name, value)
    };
    Value::Object(required.iter().map(first).collect())
}

pub(crate) fn names(tools: &[Value]) -> Vec<&str> {
    tools.iter().map(|tool| tool["name"].as_str().expect("a name")).collect()
}
