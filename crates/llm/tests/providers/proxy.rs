//! Proxies, as the environment names them. The environment is one for a whole process, so that every test asks in a
//! process of its own.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{Shutdown, SocketAddr, TcpListener};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread;

use llm::{Context, Key, Settings, Target, Wire, look};

use crate::stage::http;

/// Where the child asks.
const CHILD: &str = "PARLOR_LLM_PROXY_CHILD";
/// Set where the child's clock leaps ahead as soon as nothing happens.
const HASTE: &str = "PARLOR_LLM_PROXY_HASTE";
/// A certificate to trust, so that TLS is begun on a machine that has none; nobody has its key.
const NOBODY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/providers/nobody.pem");

const KEY: &str = "sk-canary-4711";
/// `me`, `se:cret`, and how a header has them.
const CREDENTIALS: &str = "me:se%3Acret";
const BASIC: &str = "Basic bWU6c2U6Y3JldA==";

const LIST: &str = "HTTP/1.1 200 OK\r\ncontent-length: 23\r\n\r\n{\"data\":[{\"id\":\"uno\"}]}";
const REFUSED: &str = "HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n";

/// Not a test of its own: the process with the variables. It asks which models there are, and says what it heard.
#[tokio::test]
async fn child_that_asks() {
    let Ok(base_url) = std::env::var(CHILD) else { return };
    let key = Some(Key::new(KEY.into()));
    let (settings, context) = (Settings::default(), Context::default());
    let target = Target { wire: Wire::OpenAi, base_url, key, model: "uno".into(), settings, context };
    let http = http();
    let looked = async {
        if std::env::var_os(HASTE).is_some() {
            tokio::time::pause();
        }
        look(&http, &target).await
    };
    match looked.await {
        Ok(models) => println!("\nheard {}", models.join(" ")),
        Err(fault) => println!("\nheard {fault}"),
    }
    println!("\nheard {http:?}");
}

/// What a child heard that asked there, with these variables.
fn ask(base_url: &str, variables: &[(&str, &str)]) -> String {
    let mut child = Command::new(std::env::current_exe().expect("this program"));
    child.args(["--exact", "proxy::child_that_asks", "--nocapture"]);
    for name in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"] {
        child.env_remove(name).env_remove(name.to_lowercase());
    }
    child.env("SSL_CERT_FILE", NOBODY).env_remove("SSL_CERT_DIR").env(CHILD, base_url);
    let output = child.envs(variables.iter().copied()).output().expect("a child");
    let said = String::from_utf8(output.stdout).expect("text");
    let heard: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("heard ")).collect();
    let [heard, debug] = heard[..] else { panic!("{said}") };
    for secret in ["cret", "bWU6", "canary"] {
        assert!(!heard.contains(secret) && !debug.contains(secret), "{said}");
    }
    heard.to_owned()
}

/// Somebody on this machine who hears heads of requests, and answers all of them alike.
struct Listener {
    address: SocketAddr,
    heads: Arc<Mutex<Vec<String>>>,
}

impl Listener {
    fn start(answer: &'static str) -> Listener {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let heads = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&heads);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = BufReader::new(stream.expect("a connection"));
                let mut head = String::new();
                while !head.ends_with("\r\n\r\n") && stream.read_line(&mut head).expect("a line") > 0 {}
                heard.lock().expect("the heads").push(head);
                stream.get_mut().write_all(answer.as_bytes()).expect("somebody who listens");
                // An end, and no reset: what still comes is read, whatever becomes of it.
                let _ = stream.get_ref().shutdown(Shutdown::Write);
                let _ = io::copy(&mut stream, &mut io::sink());
            }
        });
        Listener { address, heads }
    }

    /// As a variable names it.
    fn url(&self) -> String {
        format!("http://{CREDENTIALS}@{}", self.address)
    }

    /// The only head of a request.
    fn head(&self) -> String {
        let heads = self.heads();
        let [head] = &heads[..] else { panic!("{heads:?}") };
        head.clone()
    }

    fn heads(&self) -> Vec<String> {
        self.heads.lock().expect("the heads").clone()
    }
}

/// Is the header in the head of the request?
fn has(head: &str, name: &str, value: &str) -> bool {
    let mut headers = head.lines().filter_map(|line| line.split_once(": "));
    headers.any(|header| header.0.eq_ignore_ascii_case(name) && header.1 == value)
}

#[test]
fn by_tls_a_proxy_is_asked_for_a_connection_and_sees_no_more() {
    let cases = [
        ("HTTP/1.1 502 Bad Gateway\r\n\r\n", "tunnel error: unsuccessful"),
        ("HTTP/1.1 200 OK\r\n\r\n", "tls handshake eof"),
        (REFUSED, "tunnel error: proxy authorization required"),
    ];
    for (answer, why) in cases {
        let proxy = Listener::start(answer);
        let heard = ask("https://models.example/v1", &[("HTTPS_PROXY", &proxy.url())]);
        let by = format!("no connection to models.example: by way of the proxy {}: {why}", proxy.address);
        assert!(heard.contains(&by), "{heard}");
        let head = proxy.head();
        assert!(head.starts_with("CONNECT models.example:443 HTTP/1.1\r\n"), "{head}");
        assert!(
            has(&head, "proxy-authorization", BASIC) && has(&head, "host", "models.example:443"),
            "{head}"
        );
        assert!(has(&head, "user-agent", concat!("parlor/", env!("CARGO_PKG_VERSION"))), "{head}");
        assert!(!head.contains(KEY), "{head}");
    }
}

#[test]
fn without_tls_a_proxy_is_told_the_whole_address() {
    let proxy = Listener::start(LIST);
    let heard = ask("http://you:hidden@models.example/v1", &[("HTTP_PROXY", &proxy.url())]);
    assert_eq!(heard, "uno");
    let head = proxy.head();
    assert!(head.starts_with("GET http://models.example/v1/models HTTP/1.1\r\n"), "{head}");
    assert!(has(&head, "proxy-authorization", BASIC) && has(&head, "host", "models.example"), "{head}");
    assert!(has(&head, "authorization", &format!("Bearer {KEY}")), "{head}");
}

#[test]
fn a_proxy_that_wants_a_password_is_told_apart_from_a_host() {
    let proxy = Listener::start(REFUSED);
    let heard = ask("http://models.example/v1", &[("HTTP_PROXY", &format!("http://{}", proxy.address))]);
    assert!(heard.contains("the proxy wants a user and a password (407)"), "{heard}");
    assert!(!proxy.head().contains("proxy-authorization"), "{}", proxy.head());
}

#[test]
fn every_variable_is_read() {
    for name in ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"] {
        let proxy = Listener::start(LIST);
        assert_eq!(ask("http://models.example/v1", &[(name, &proxy.url())]), "uno", "{name}");
        assert_eq!(proxy.heads().len(), 1, "{name}");
    }
    for name in ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"] {
        let proxy = Listener::start(REFUSED);
        ask("https://models.example/v1", &[(name, &proxy.url())]);
        assert!(proxy.head().starts_with("CONNECT "), "{name}");
    }
}

/// By the address "everywhere", which leads to this machine and is not near.
#[cfg(unix)]
#[test]
fn a_host_may_be_kept_from_the_proxy() {
    let (proxy, host) = (Listener::start(LIST), Listener::start(LIST));
    let base_url = format!("http://0.0.0.0:{}/v1", host.address.port());
    for name in ["NO_PROXY", "no_proxy"] {
        let heard = ask(&base_url, &[("HTTP_PROXY", &proxy.url()), (name, "a.example, 0.0.0.0")]);
        assert_eq!(heard, "uno", "{name}");
    }
    assert_eq!((proxy.heads().len(), host.heads().len()), (0, 2));
    let head = &host.heads()[0];
    assert!(head.starts_with("GET /v1/models ") && !head.contains("proxy-authorization"), "{head}");
    let heard = ask(&base_url, &[("HTTP_PROXY", &proxy.url()), ("NO_PROXY", "a.example")]);
    assert_eq!((heard.as_str(), proxy.heads().len(), host.heads().len()), ("uno", 1, 2));
}

#[test]
fn this_machine_is_never_behind_a_proxy() {
    let (proxy, host) = (Listener::start(LIST), Listener::start(LIST));
    let base_url = format!("http://{}/v1", host.address);
    assert_eq!(ask(&base_url, &[("HTTP_PROXY", &proxy.url()), ("ALL_PROXY", &proxy.url())]), "uno");
    assert_eq!(proxy.heads().len(), 0);
    assert!(!host.head().contains("proxy-authorization"), "{}", host.head());
}

#[test]
fn a_proxy_of_another_kind_is_named() {
    let proxy = Listener::start(LIST);
    for base_url in ["http://models.example/v1", "https://models.example/v1"] {
        let url = proxy.url().replacen("http", "socks5", 1);
        let heard = ask(base_url, &[("ALL_PROXY", &url)]);
        let by = format!("by way of the proxy {}: it is no HTTP proxy", proxy.address);
        assert!(heard.contains(&by), "{heard}");
    }
    assert_eq!(proxy.heads().len(), 0);
}

/// No proxy has to do with it, but it takes a process with a certificate to trust.
#[test]
fn a_host_that_is_silent_about_tls_is_left() {
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = silent.local_addr().expect("an address");
    let heard = ask(&format!("https://{address}/v1"), &[(HASTE, "1")]);
    assert!(heard.contains(&format!("no connection to {address}: it took longer than 10 s")), "{heard}");
}
