//! One stream for several tables' pages: a browser has six connections to a server that speaks plain HTTP, and the windows
//! of one browser share one of them.

use std::convert::Infallible;

use axum::extract::{RawQuery, State};
use axum::response::Response;
use futures_util::stream::{self, BoxStream};
use futures_util::{FutureExt as _, StreamExt as _};
use serde_json::{Value, json};

use super::live::{self, News};
use crate::answer::Fail;
use crate::guard::Visitor;
use crate::limits::SHARED_MAX;
use crate::rate::Kind;
use crate::server::App;
use crate::sse;
use crate::urlencoded::pairs;
use crate::wire::Look;

/// What one of the pages wants to be told.
struct Wanted {
    /// What its news are known by.
    of: String,
    id: String,
    look: Look,
}

impl Wanted {
    /// Read from `of~ID~eyes~after`; the last may be missing.
    fn read(text: &str) -> Option<Wanted> {
        let mut parts = text.splitn(4, '~').map(str::to_owned);
        let (of, id, viewer) = (parts.next()?, parts.next()?, parts.next()?);
        let after = match parts.next() {
            None => None,
            Some(after) => Some(after.parse().ok()?),
        };
        Some(Wanted { of, id, look: Look { viewer: Some(viewer), after, ..Look::default() } })
    }
}

/// The stream.
pub(crate) async fn shared(
    State(app): State<App>,
    visitor: Visitor,
    RawQuery(query): RawQuery,
) -> Result<Response, Fail> {
    let wanted: Option<Vec<Wanted>> = pairs(query.unwrap_or_default().as_bytes())
        .into_iter()
        .filter(|(name, _)| name == "at")
        .map(|(_, text)| Wanted::read(&text))
        .collect();
    let wanted = wanted.filter(|wanted| (1..=SHARED_MAX).contains(&wanted.len()));
    // Whoever asks for nothing that could be is told so as if it were not theirs.
    let wanted = wanted.ok_or_else(Fail::not_found)?;
    visitor.pay(&app, Kind::Read)?;
    let pages = wanted.into_iter().map(|wanted| page(app.clone(), visitor.clone(), wanted));
    Ok(sse::answer(stream::select_all(pages)))
}

/// What one of them is told. One that may not listen, or not now, keeps none of the others from it.
fn page(
    app: App,
    visitor: Visitor,
    wanted: Wanted,
) -> BoxStream<'static, Result<axum::body::Bytes, Infallible>> {
    let Wanted { of, id, look } = wanted;
    let opened = async move {
        match live::opened(&app, visitor, &id, &look).await {
            Ok(live) => stream::unfold(Some(live), live::next).boxed(),
            Err(fail) => {
                let why = json!({"code": fail.code(), "message": fail.message()});
                stream::iter([News::Closed(why)]).boxed()
            }
        }
    };
    let named = move |mut data: Value, number: Option<u64>| {
        data["of"] = of.as_str().into();
        data["last"] = number.into();
        data.to_string()
    };
    let written = move |news| {
        Ok(match news {
            News::Page(number, data) => sse::event("page", None, &named(data, number)).into(),
            News::Closed(why) => sse::event("closed", None, &named(why, None)).into(),
            News::Alive(bytes) => bytes,
        })
    };
    opened.flatten_stream().map(written).boxed()
}
