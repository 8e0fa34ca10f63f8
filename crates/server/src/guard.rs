//! Who asks, and what they may do.
//!
//! A token comes in the `Authorization` header or in a cookie. Whoever brings one has exactly its rights. On loopback,
//! whoever brings none owns the place: it is their own machine, unless a proxy says that it hands on what others ask.
//! Elsewhere they have no right at all.
//!
//! A browser is made to ask by pages of others. So a request that changes something must come from a page of this server,
//! as far as the browser says; and the address in the bar must be one that is ours, or a name that somebody else's
//! domain server points here could read everything.

use std::net::{IpAddr, SocketAddr};
use std::time::Instant;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode, header};
use engine::{Actor, Hash, SeatId, SessionId, Viewer};
use protocol::table::Fair;
use store::{Right, Scope};

use crate::answer::Fail;
use crate::rate::{Key, Kind};
use crate::says;
use crate::server::App;
use crate::token::Token;

/// Cookies with tokens begin so; the rest is the table's id.
pub(crate) const COOKIE: &str = "parlor-";

/// Whoever asks.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    /// Do they own the place?
    owner: bool,
    /// Each with the hash of the token that brings it.
    rights: Vec<(Hash, Right)>,
    /// Whose buckets they draw from.
    pub(crate) key: Key,
}

impl FromRequestParts<App> for Visitor {
    type Rejection = Fail;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Visitor, Fail> {
        let headers = &parts.headers;
        let address =
            parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(address)| address.ip());
        let address = address.unwrap_or(IpAddr::from([0, 0, 0, 0]));
        let tokens = tokens(headers);
        let now = app.now();
        let mut visitor = Visitor { owner: false, rights: Vec::new(), key: Key::Address(address) };
        for token in &tokens {
            let hash = token.hash();
            if let Some(right) = app.rights.of(hash, now) {
                visitor.owner |= owns(&right);
                visitor.key = Key::of(hash);
                visitor.rights.push((hash, right));
            }
        }
        visitor.owner |= app.options.loopback && !brings_something(headers) && !is_forwarded(headers);
        Ok(visitor)
    }
}

impl Visitor {
    /// The table of this name, if they may see it at all.
    pub(crate) fn sees(&self, id: &str) -> Result<SessionId, Fail> {
        let id = id.parse().map_err(|_| Fail::not_found())?;
        self.check_sees(&id)?;
        Ok(id)
    }

    /// May they see this table at all?
    pub(crate) fn check_sees(&self, id: &SessionId) -> Result<(), Fail> {
        let sees = self.owner || self.at(id).next().is_some();
        if sees { Ok(()) } else { Err(Fail::not_found()) }
    }

    /// Do they own the place?
    pub(crate) fn check_owner(&self) -> Result<(), Fail> {
        if self.owner { Ok(()) } else { Err(Fail::not_found()) }
    }

    /// May they do everything at this table?
    pub(crate) fn check_host(&self, id: &SessionId) -> Result<(), Fail> {
        if self.is_host(id) { Ok(()) } else { Err(Fail::not_found()) }
    }

    /// Through whose eyes they look: as they wish, if they may; else as they are. Once it is over nothing is secret.
    pub(crate) fn viewer(&self, id: &SessionId, wish: Option<Viewer>, sight: Sight) -> Result<Viewer, Fail> {
        self.check_sees(id)?;
        let own = self.seat_at(id).map_or(Viewer::Public, Viewer::Seat);
        let Some(wish) = wish else { return Ok(own) };
        let own = match wish {
            Viewer::Public => true,
            Viewer::Seat(seat) => self.plays(id, seat),
            Viewer::Observer | Viewer::Host => false,
        };
        match sight {
            _ if own => Ok(wish),
            Sight { ended: true, .. } => Ok(wish),
            _ if !self.is_host(id) => Err(Fail::not_found()),
            Sight { fair: None, .. } => Ok(wish),
            Sight { fair: Some(Fair { seat: Some(seat) }), .. } if wish == Viewer::Seat(seat) => Ok(wish),
            Sight { fair: Some(_), .. } => Err(fair_play()),
        }
    }

    /// May they act as this seat, or are they held to fair play?
    pub(crate) fn check_fair(&self, id: &SessionId, by: Actor, sight: Sight) -> Result<(), Fail> {
        match by {
            Actor::Seat(seat) if !self.plays(id, seat) => {
                self.viewer(id, Some(Viewer::Seat(seat)), sight).map(drop)
            }
            Actor::Seat(_) | Actor::Host | Actor::Clock => Ok(()),
        }
    }

    /// The seat of a table that they play, or have played and left: its eyes were theirs.
    pub(crate) fn held(&self, id: &SessionId) -> Option<SeatId> {
        self.at(id).find_map(|right| match right.scope {
            Scope::Play(seat) | Scope::Left(seat) => Some(seat),
            Scope::AnySeat | Scope::Host | Scope::Observe => None,
        })
    }

    /// What whoever runs a table is known by in its log: the owner, or whose right this is. It opens nothing.
    pub(crate) fn person(&self, id: &SessionId) -> String {
        let own = self.rights.iter().find(|(_, right)| right.session.as_ref() == Some(id));
        match own {
            Some((token, _)) if !self.owner => format!("guest-{}", &Hash::of(&token.0).to_string()[..16]),
            _ => "owner".to_owned(),
        }
    }

    /// The seat that they were let in to play.
    pub(crate) fn seat_at(&self, id: &SessionId) -> Option<SeatId> {
        self.at(id).find_map(|right| match right.scope {
            Scope::Play(seat) => Some(seat),
            Scope::AnySeat | Scope::Host | Scope::Observe | Scope::Left(_) => None,
        })
    }

    /// May they act as this?
    pub(crate) fn check_acts(&self, id: &SessionId, by: Actor) -> Result<(), Fail> {
        let may = match by {
            Actor::Seat(seat) => self.is_host(id) || self.plays(id, seat),
            Actor::Host => self.is_host(id),
            Actor::Clock => false,
        };
        if may { Ok(()) } else { Err(Fail::not_found()) }
    }

    /// As whom they change the state of a table: as the host, or as the seat that they play. Whether that seat may is for
    /// the table to say.
    pub(crate) fn changes_as(&self, id: &SessionId) -> Result<Actor, Fail> {
        if self.is_host(id) {
            return Ok(Actor::Host);
        }
        self.seat_at(id).map(Actor::Seat).ok_or_else(Fail::not_found)
    }

    /// Do they only watch? Then others go first.
    pub(crate) fn only_watches(&self, id: &SessionId) -> bool {
        let watches = |right: &Right| matches!(right.scope, Scope::Observe | Scope::Left(_));
        !self.owner && self.at(id).all(watches)
    }

    pub(crate) fn is_host(&self, id: &SessionId) -> bool {
        self.owner || self.at(id).any(|right| right.scope == Scope::Host)
    }

    fn plays(&self, id: &SessionId, seat: SeatId) -> bool {
        self.at(id).any(|right| right.scope == Scope::Play(seat))
    }

    fn at<'a>(&'a self, id: &'a SessionId) -> impl Iterator<Item = &'a Right> {
        self.rights.iter().map(|(_, right)| right).filter(move |right| right.session.as_ref() == Some(id))
    }

    /// What their rights at a table are kept as.
    pub(crate) fn tokens_at<'a>(&'a self, id: &'a SessionId) -> impl Iterator<Item = Hash> + 'a {
        let is_there = move |right: &Right| right.session.as_ref() == Some(id);
        self.rights.iter().filter(move |(_, right)| is_there(right)).map(|(token, _)| *token)
    }

    /// Makes the right to play a seat one to watch, which knows that it was one to play.
    pub(crate) fn leave(&self, app: &App, id: &SessionId, seat: SeatId) -> Result<(), Fail> {
        let plays = |right: &Right| right.session.as_ref() == Some(id) && right.scope == Scope::Play(seat);
        for (token, _) in self.rights.iter().filter(|(_, right)| plays(right)) {
            app.rights.change(*token, Scope::Left(seat))?;
        }
        app.guests.forget(id, seat);
        Ok(())
    }

    /// May they look through these eyes now? Rights change while somebody listens.
    pub(crate) fn still_sees(&self, app: &App, id: &SessionId, viewer: Viewer, sight: Sight) -> bool {
        if self.rights.is_empty() {
            return self.viewer(id, Some(viewer), sight).is_ok();
        }
        let now = app.now();
        let now_has = |(token, _): &(Hash, Right)| Some((*token, app.rights.of(*token, now)?));
        let rights: Vec<(Hash, Right)> = self.rights.iter().filter_map(now_has).collect();
        let owner = rights.iter().any(|(_, right)| owns(right));
        Visitor { owner, rights, key: self.key }.viewer(id, Some(viewer), sight).is_ok()
    }

    /// Takes one out of their bucket.
    pub(crate) fn pay(&self, app: &App, kind: Kind) -> Result<(), Fail> {
        app.rates.take(self.key, kind, Instant::now()).map_err(Fail::too_many)
    }
}

/// How much there is to be seen of a table.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sight {
    /// Is it over? Then nothing is secret.
    pub(crate) ended: bool,
    /// What whoever runs it has promised to see no more than, until then.
    pub(crate) fair: Option<Fair>,
}

impl Sight {
    /// Of a table where it matters no more than whether it is over.
    pub(crate) fn of(ended: bool) -> Sight {
        Sight { ended, fair: None }
    }
}

/// More than fair play allows was asked for.
fn fair_play() -> Fail {
    Fail::new(StatusCode::CONFLICT, "fair-play", says::FAIR_PLAY_IS_PROMISED_AT_THIS)
}

/// Is it the right of the owner?
fn owns(right: &Right) -> bool {
    right.session.is_none() && right.scope == Scope::Host
}

/// Every token of the headers.
fn tokens(headers: &HeaderMap) -> Vec<Token> {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    if let Some(bearer) = bearer {
        return bearer.strip_prefix("Bearer ").and_then(Token::read).into_iter().collect();
    }
    cookies(headers).filter_map(|(_, value)| Token::read(value)).collect()
}

/// Our cookies: what follows [`COOKIE`] in their names, and their values.
fn cookies(headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
    let lines = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter_map(|(name, value)| Some((name.strip_prefix(COOKIE)?, value)))
}

/// Is there a token, right or wrong? Then nobody is the owner for want of one.
fn brings_something(headers: &HeaderMap) -> bool {
    headers.contains_key(header::AUTHORIZATION) || cookies(headers).next().is_some()
}

/// Does somebody else's request come through a proxy? Then it is not from this machine, whatever its address says.
fn is_forwarded(headers: &HeaderMap) -> bool {
    ["forwarded", "x-forwarded-for", "x-real-ip", "via"].iter().any(|name| headers.contains_key(*name))
}

/// Is this asked for by a name of ours and, if it changes something, from a page of ours? Done before all else.
pub(crate) fn check(method: &Method, headers: &HeaderMap, loopback: bool) -> Result<(), Fail> {
    check_host(headers, loopback)?;
    if matches!(*method, Method::GET | Method::HEAD) { Ok(()) } else { check_origin(headers) }
}

/// The name that was asked for must be ours: on loopback, one of this machine.
fn check_host(headers: &HeaderMap, loopback: bool) -> Result<(), Fail> {
    let host = headers.get(header::HOST).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !loopback || is_local(host) {
        return Ok(());
    }
    let message = says::THIS_SERVER_ANSWERS_TO_ITSELF;
    Err(Fail::new(StatusCode::MISDIRECTED_REQUEST, "wrong-host", message))
}

/// Is it a name of this machine, to this machine alone?
pub(crate) fn is_local(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// What changes something must not come from a page of others.
fn check_origin(headers: &HeaderMap) -> Result<(), Fail> {
    let text = |name: header::HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let from_here =
        match (text(header::ORIGIN), headers.get("sec-fetch-site").and_then(|it| it.to_str().ok())) {
            (Some(origin), _) => {
                let host = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
                host.is_some() && host == text(header::HOST)
            }
            (None, Some(site)) => matches!(site, "same-origin" | "none"),
            // No browser.
            (None, None) => true,
        };
    if from_here {
        return Ok(());
    }
    let message = says::THIS_CAME_FROM_A_PAGE_OF;
    Err(Fail::new(StatusCode::FORBIDDEN, "cross-origin", message))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| (name.parse().expect("a name"), value.parse().expect("a value")))
            .collect()
    }

    #[test]
    fn only_names_of_this_machine_are_answered_on_loopback() {
        for host in ["127.0.0.1:7777", "localhost", "LOCALHOST:1", "[::1]:7777", "127.0.0.9"] {
            assert!(check_host(&headers(&[("host", host)]), true).is_ok(), "{host}");
        }
        for host in ["evil.example", "127.0.0.1.evil.example", "localhost.evil:7777", "", "10.0.0.1"] {
            assert!(check_host(&headers(&[("host", host)]), true).is_err(), "{host}");
        }
        assert!(check_host(&headers(&[("host", "games.example")]), false).is_ok());
    }

    #[test]
    fn a_page_of_another_server_changes_nothing() {
        let own = [("host", "127.0.0.1:7777"), ("origin", "http://127.0.0.1:7777")];
        assert!(check_origin(&headers(&own)).is_ok());
        for origin in ["http://evil.example", "null", "http://127.0.0.1:7778", "https://127.0.0.1"] {
            let pairs = [("host", "127.0.0.1:7777"), ("origin", origin), ("sec-fetch-site", "same-origin")];
            assert!(check_origin(&headers(&pairs)).is_err(), "{origin}");
        }
        assert!(check_origin(&headers(&[("sec-fetch-site", "cross-site")])).is_err());
        assert!(check_origin(&headers(&[("sec-fetch-site", "same-origin")])).is_ok());
        assert!(check_origin(&headers(&[])).is_ok(), "no browser");
    }

    #[test]
    fn tokens_come_in_a_header_or_in_cookies_of_ours() {
        let token = "ab".repeat(32);
        let found = |pairs: &[(&'static str, &str)]| tokens(&headers(pairs)).len();
        assert_eq!(found(&[("authorization", &format!("Bearer {token}"))]), 1);
        assert_eq!(found(&[("cookie", &format!("theme=dark; parlor-one={token}; parlor-two={token}"))]), 2);
        assert_eq!(found(&[("cookie", &format!("other={token}"))]), 0);
        assert_eq!(found(&[("authorization", "Bearer x"), ("cookie", &format!("parlor-one={token}"))]), 0);
        assert!(brings_something(&headers(&[("cookie", "parlor-one=x")])), "a wrong token is one");
        assert!(!brings_something(&headers(&[("cookie", "theme=dark")])));
    }

    #[test]
    fn whoever_comes_through_a_proxy_is_not_on_this_machine() {
        assert!(!is_forwarded(&headers(&[("host", "127.0.0.1:7777")])));
        for name in ["forwarded", "x-forwarded-for", "x-real-ip", "via"] {
            assert!(is_forwarded(&headers(&[(name, "203.0.113.9")])), "{name}");
        }
    }
}
