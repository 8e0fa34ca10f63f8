//! Where this server is opened: the address of a link that somebody else gets, and whether a request came by HTTPS.

use axum::http::{HeaderMap, header};

use crate::guard::is_local;
use crate::server::App;

/// Where others open this server, as far as it is known. Every address is a scheme, a name and a port if there is one,
/// without a slash at its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// As whoever runs it says.
    pub public: Option<String>,
    /// The addresses of this machine in its networks, the likeliest first.
    pub near: Vec<String>,
}

/// The address that links begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Door {
    /// Scheme, name and port.
    pub(crate) origin: String,
    /// Can this machine alone open it?
    pub(crate) here_only: bool,
}

impl Door {
    /// The one for links that somebody hands on who asks with these headers: what was said goes first, then the address
    /// by which they came themselves, unless it means this machine to whoever opens it.
    pub(crate) fn of(app: &App, headers: &HeaderMap) -> Door {
        let Places { public, near } = &app.options.places;
        let own = host(headers).filter(|host| !is_local(host) && !is_nowhere(host));
        let scheme = if by_https(app, headers) { "https" } else { "http" };
        let own = own.map(|host| format!("{scheme}://{host}"));
        match public.clone().or(own).or_else(|| near.first().cloned()) {
            Some(origin) => Door { origin, here_only: false },
            None => {
                Door { origin: format!("http://{}", host(headers).unwrap_or("127.0.0.1")), here_only: true }
            }
        }
    }
}

/// Did the browser ask by HTTPS? It says so itself with what it sends from a page; else a proxy does, or the address was
/// named by whoever runs this. Somebody who makes it up gets a cookie that their own browser does not send.
pub(crate) fn by_https(app: &App, headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(origin) = text("origin") {
        return origin.starts_with("https://");
    }
    let first = |value: &str| value.split(',').next().unwrap_or_default().trim().to_ascii_lowercase();
    let handed_on = text("x-forwarded-proto").map(|value| first(value) == "https").or_else(|| {
        let fields = first(text("forwarded")?);
        let mut fields = fields.split(';').map(str::trim);
        fields.find_map(|field| Some(field.strip_prefix("proto=")?.trim_matches('"') == "https"))
    });
    let named = || {
        let public = app.options.places.public.as_deref()?.strip_prefix("https://")?;
        Some(host(headers)?.eq_ignore_ascii_case(public))
    };
    handed_on.or_else(named).unwrap_or(false)
}

/// The name that was asked for. What could not stand in an address is none.
fn host(headers: &HeaderMap) -> Option<&str> {
    let host = headers.get(header::HOST).and_then(|value| value.to_str().ok())?;
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':' | b'[' | b']');
    (!host.is_empty() && host.bytes().all(fits)).then_some(host)
}

/// Is it the address that means all of a machine's, to which nobody else can connect?
fn is_nowhere(host: &str) -> bool {
    host.starts_with("0.0.0.0") || host.starts_with("[::]")
}
