//! Requests to Discord: one client, and what its answers mean. What may be asked when is in `limits`.

mod limits;

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use engine::Hash;
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::Bytes;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue, InvalidHeaderValue, USER_AGENT};
use hyper::{Method, Request, StatusCode};
use hyper_rustls::HttpsConnector;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use rustls::crypto::ring;
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt as _;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::api::{Failed, File};
use crate::bot::Options;
use crate::says;
use limits::{Limits, Route};

/// Where Discord is.
const DISCORD: &str = "https://discord.com";
/// Who asks, in the form that Discord's front door wants.
const OURSELVES: &str =
    concat!("DiscordBot (https://docs.rs/parlor-discord, ", env!("CARGO_PKG_VERSION"), ")");
/// How long one answer may take.
const ANSWER_TIME: Duration = Duration::from_secs(15);
/// The longest answer that is read: a hundred messages.
const ANSWER_BYTES_MAX: usize = 8 << 20;
/// How long a connection is kept that nobody uses.
const IDLE_TIME: Duration = Duration::from_secs(60);
/// A message that is too old was changed too often: nobody waits for that.
const OLD_EDITS: u64 = 30_046;
/// The token of a webhook is none, or not any more.
const NO_WEBHOOK: u64 = 50_027;

/// A request.
#[derive(Clone, Debug)]
pub(crate) struct Asking<'a> {
    /// How.
    pub(crate) method: Method,
    /// What, with its query: what follows the version.
    pub(crate) path: &'a str,
    /// With which JSON.
    pub(crate) body: Option<&'a Value>,
    /// With which file.
    pub(crate) file: Option<&'a File>,
    /// Is it an answer to an interaction? Those stand in no line: they come in time, or are of no use.
    pub(crate) is_answer: bool,
}

/// Discord, as a bot asks it.
pub(crate) struct Rest {
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    base: String,
    token: HeaderValue,
    limits: Limits,
}

/// How an answer reads.
enum Said {
    /// It was done.
    Done(Value),
    /// Not now. Who has to wait how long.
    Wait(Whose, Duration),
    /// It was not done, or nobody knows.
    Not(Failed),
}

/// Whose limit it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whose {
    /// That of what was asked, in this place.
    Bucket,
    /// The whole bot's. Answers to interactions do not count towards it.
    Bot,
    /// That of the address that it asks from: nothing at all is heard.
    Address,
}

impl Rest {
    /// Makes it ready; nothing is sent.
    pub(crate) fn new(options: &Options) -> Result<Rest, Failed> {
        let no = |why: &dyn Error| Failed::Refused(says::there_is_no_tls_here(why));
        let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|why| no(&why))?;
        let tls = match &options.rest {
            // On this machine, without TLS.
            Some(_) => builder.with_root_certificates(RootCertStore::empty()),
            None => builder.with_platform_verifier().map_err(|why| no(&why))?,
        };
        let mut wire = HttpConnector::new();
        wire.enforce_http(false);
        wire.set_nodelay(true);
        wire.set_connect_timeout(Some(ANSWER_TIME));
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(IDLE_TIME)
            .build(HttpsConnector::from((wire, tls.with_no_client_auth())));
        let mut token = HeaderValue::try_from(format!("Bot {}", options.token)).map_err(|_| Failed::Token)?;
        token.set_sensitive(true);
        let at = options.rest.as_ref().map_or_else(|| DISCORD.to_owned(), |at| format!("http://{at}"));
        Ok(Rest { client, base: format!("{at}/api/v10/"), token, limits: Limits::new(options.note) })
    }

    /// Asks, as soon as it may be asked.
    pub(crate) async fn ask(&self, asking: &Asking<'_>) -> Result<Value, Failed> {
        if asking.is_answer {
            self.limits.may_answer()?;
            return match self.once(asking).await?.1 {
                Said::Done(value) => Ok(value),
                Said::Not(why) => Err(why),
                Said::Wait(..) => Err(Failed::Unsure(says::IT_WANTS_TO_BE_ASKED_LATER.to_owned())),
            };
        }
        let route = Route::of(&asking.method, asking.path);
        let bucket = self.limits.bucket(&route);
        let mut bucket = bucket.lock().await;
        loop {
            bucket.turn().await;
            self.limits.turn().await?;
            let (headers, said) = self.once(asking).await?;
            bucket.learn(&headers);
            self.limits.learn(&route, &headers);
            match said {
                Said::Done(value) => return Ok(value),
                Said::Not(why) => return Err(why),
                Said::Wait(Whose::Bucket, wait) => bucket.closes(wait),
                // The next turn waits for it.
                Said::Wait(Whose::Bot | Whose::Address, _) => {}
            }
        }
    }

    /// Asks once, and gives what the answer says of limits with it.
    async fn once(&self, asking: &Asking<'_>) -> Result<(HeaderMap, Said), Failed> {
        let request = self.request(asking).map_err(|why| Failed::Refused(why.to_string()))?;
        let exchange = async {
            let (head, body) =
                self.client.request(request).await.map_err(|why| innermost(&why))?.into_parts();
            let whole = Limited::new(body, ANSWER_BYTES_MAX).collect().await;
            let bytes = whole.map_err(|why| innermost(&*why))?.to_bytes();
            Ok::<_, String>((head, bytes))
        };
        let answered = timeout(ANSWER_TIME, exchange).await;
        let answered = answered.unwrap_or_else(|_| Err(says::IT_TOOK_TOO_LONG.to_owned()));
        let (head, bytes) = answered.map_err(Failed::Unsure)?;
        let said = read(head.status, &head.headers, &bytes);
        self.count(head.status, &head.headers, &said);
        Ok((head.headers, said))
    }

    /// Remembers what came of it, as far as it concerns more than what was asked.
    fn count(&self, status: StatusCode, headers: &HeaderMap, said: &Said) {
        let is_shared = text(headers, "x-ratelimit-scope") == "shared";
        if matches!(status.as_u16(), 401 | 403 | 429) && !is_shared {
            self.limits.invalid();
        }
        match said {
            Said::Wait(Whose::Bot, wait) => self.limits.bot_waits(*wait),
            Said::Wait(Whose::Address, wait) => self.limits.address_waits(*wait),
            Said::Wait(Whose::Bucket, _) | Said::Done(_) | Said::Not(_) => {}
        }
    }

    fn request(&self, asking: &Asking<'_>) -> Result<Request<Full<Bytes>>, hyper::http::Error> {
        let mut request = Request::builder()
            .method(asking.method.clone())
            .uri(format!("{}{}", self.base, asking.path))
            .header(USER_AGENT, OURSELVES);
        // What has its own token in its path is asked without the bot's.
        let has_own = asking.path.starts_with("interactions/") || asking.path.starts_with("webhooks/");
        if !has_own {
            request = request.header(AUTHORIZATION, &self.token);
        }
        match (asking.body, asking.file) {
            (None, _) => request.body(Full::default()),
            (Some(json), None) => {
                let request = request.header(CONTENT_TYPE, "application/json");
                request.body(Full::from(json.to_string()))
            }
            (Some(json), Some(file)) => {
                let (kind, bytes) = form(json, file)?;
                request.header(CONTENT_TYPE, kind).body(Full::from(bytes))
            }
        }
    }
}

/// JSON and a file in one body.
fn form(json: &Value, file: &File) -> Result<(HeaderValue, Vec<u8>), InvalidHeaderValue> {
    // What does not stand within it: a hash of it.
    let boundary = format!("parlor-{}", Hash::of(&file.bytes));
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    let name: String = file.name.chars().filter(|c| plain(*c)).collect();
    let mut whole = format!(
        "--{boundary}\r\nContent-Disposition: form-data; name=\"payload_json\"\r\nContent-Type: application/json\r\n\r\n\
         {json}\r\n--{boundary}\r\nContent-Disposition: form-data; name=\"files[0]\"; filename=\"{name}\"\r\n\r\n"
    )
    .into_bytes();
    whole.extend_from_slice(&file.bytes);
    whole.extend_from_slice(format!("\r\n--{boundary}--\r\n").as_bytes());
    Ok((HeaderValue::try_from(format!("multipart/form-data; boundary={boundary}"))?, whole))
}

/// What an answer says. One that is not Discord's own, such as the page of what stands before it, says nothing.
fn read(status: StatusCode, headers: &HeaderMap, bytes: &[u8]) -> Said {
    let json: Option<Value> = serde_json::from_slice(bytes).ok();
    if status.is_success() {
        return match json {
            Some(json) => Said::Done(json),
            None if bytes.is_empty() => Said::Done(Value::Null),
            None => Said::Not(Failed::Unsure(says::and_what_follows_is_no_json(status))),
        };
    }
    let own = json.filter(|it| it["message"].is_string());
    if status == StatusCode::TOO_MANY_REQUESTS {
        let own = own.unwrap_or_default();
        return match own["code"].as_u64() {
            Some(OLD_EDITS) => Said::Not(Failed::Refused(words(&own))),
            _ => Said::Wait(whose(headers, &own), wait(headers, &own)),
        };
    }
    let Some(own) = own else { return Said::Not(Failed::Unsure(status.to_string())) };
    let why = words(&own);
    Said::Not(match status.as_u16() {
        401 if own["code"] == NO_WEBHOOK => Failed::Gone(why),
        401 => Failed::Token,
        403 => Failed::Forbidden(why),
        404 => Failed::Gone(why),
        400..=499 => Failed::Refused(why),
        _ => Failed::Unsure(why),
    })
}

fn words(own: &Value) -> String {
    own["message"].as_str().unwrap_or(says::IT_DOES_NOT_SAY_WHY).to_owned()
}

fn whose(headers: &HeaderMap, own: &Value) -> Whose {
    match text(headers, "x-ratelimit-scope") {
        _ if own["global"] == true => Whose::Bot,
        "global" => Whose::Bot,
        // What stands before Discord knows nothing of limits of its own.
        "" if own.is_null() => Whose::Address,
        _ => Whose::Bucket,
    }
}

/// How long one has to wait where nobody says it.
const WAIT: Duration = Duration::from_secs(5);
/// The longest that anybody is believed.
const WAIT_MAX: f64 = 24.0 * 60.0 * 60.0;

fn wait(headers: &HeaderMap, own: &Value) -> Duration {
    let said = own["retry_after"].as_f64().or_else(|| text(headers, "retry-after").parse().ok());
    said.filter(|it| it.is_finite()).map_or(WAIT, |it| Duration::from_secs_f64(it.clamp(0.0, WAIT_MAX)))
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// The innermost reason of an error: the outer ones say only that there was one.
fn innermost(why: &dyn Error) -> String {
    why.source().map_or_else(|| why.to_string(), innermost)
}

/// A body in which nobody is notified, but those who are called.
pub(crate) fn quiet(body: &Value, calls: &[u64]) -> Value {
    let mut body = body.clone();
    body["allowed_mentions"] = match calls {
        [] => json!({"parse": []}),
        calls => json!({"parse": [], "users": calls.iter().map(u64::to_string).collect::<Vec<_>>()}),
    };
    body
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(all: &[(&'static str, &str)]) -> HeaderMap {
        all.iter().map(|(name, value)| ((*name).parse().unwrap(), value.parse().unwrap())).collect()
    }

    fn said(status: u16, headers_of: &[(&'static str, &str)], body: &str) -> Said {
        read(StatusCode::from_u16(status).unwrap(), &headers(headers_of), body.as_bytes())
    }

    #[test]
    fn an_answer_that_is_not_discords_own_says_nothing() {
        for (status, body) in [
            (503, "upstream connect error or disconnect/reset before headers"),
            (502, "<html>cloudflare</html>"),
            (403, "<html>Access denied</html>"),
            (404, "default backend"),
            (500, "{}"),
            (200, "<html>"),
        ] {
            assert!(matches!(said(status, &[], body), Said::Not(Failed::Unsure(_))), "{status} {body}");
        }
        let own = r#"{"message": "Unknown Message", "code": 10008}"#;
        assert!(matches!(said(404, &[], own), Said::Not(Failed::Gone(why)) if why == "Unknown Message"));
        assert!(matches!(said(204, &[], ""), Said::Done(Value::Null)));
    }

    #[test]
    fn whose_limit_it_is_and_how_long_it_takes_is_read_from_the_answer() {
        let limited = |headers: &[(&'static str, &str)], body: &str| match said(429, headers, body) {
            Said::Wait(whose, wait) => (whose, wait.as_millis()),
            Said::Done(_) | Said::Not(_) => panic!("{body}"),
        };
        let own = r#"{"message": "You are being rate limited.", "retry_after": 0.25, "global": false}"#;
        assert_eq!(limited(&[("x-ratelimit-scope", "user")], own), (Whose::Bucket, 250));
        assert_eq!(limited(&[("x-ratelimit-scope", "shared")], own), (Whose::Bucket, 250));
        assert_eq!(limited(&[], own), (Whose::Bucket, 250));
        let global = r#"{"message": "You are being rate limited.", "retry_after": 2, "global": true}"#;
        assert_eq!(limited(&[("x-ratelimit-scope", "global")], global), (Whose::Bot, 2_000));
        assert_eq!(limited(&[("retry-after", "7")], "error code: 1015"), (Whose::Address, 7_000));
        assert_eq!(limited(&[], "error code: 1015"), (Whose::Address, 5_000));
        let old = r#"{"message": "Maximum number of edits", "code": 30046, "retry_after": 900}"#;
        assert!(matches!(said(429, &[], old), Said::Not(Failed::Refused(_))));
    }

    #[test]
    fn a_file_stands_between_two_marks_that_are_not_within_it() {
        let file = File { name: "a\"\r\n.png".into(), alt: String::new(), bytes: b"--parlor-\r\n".to_vec() };
        let (kind, whole) = form(&json!({"content": "x"}), &file).unwrap();
        let mark = kind.to_str().unwrap().split_once("boundary=").unwrap().1.to_owned();
        let whole = String::from_utf8(whole).unwrap();
        assert_eq!(whole.matches(&mark).count(), 3);
        assert!(whole.contains("filename=\"a.png\"\r\n\r\n--parlor-\r\n\r\n"), "{whole}");
    }
}
