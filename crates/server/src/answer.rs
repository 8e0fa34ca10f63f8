//! What goes back when something could not be done: one shape for all of it, in words that the asker can act on.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::Fault;
use host::{HostError, Refused};
use store::StoreError;

use crate::desk::NotDone;
use crate::limits::{ROOM_SECONDS, STOPPING_SECONDS};
use crate::says;
use crate::wire::{Error, ErrorBody};

/// Why something was not done.
#[derive(Clone, Debug)]
pub(crate) struct Fail {
    pub(crate) status: StatusCode,
    pub(crate) body: ErrorBody,
    /// Seconds after which to ask again.
    pub(crate) retry_after: Option<u64>,
}

impl Fail {
    /// A short stable name for it.
    pub(crate) fn code(&self) -> &str {
        &self.body.error.code
    }

    /// What is wrong, and what would be right.
    pub(crate) fn message(&self) -> &str {
        &self.body.error.message
    }

    pub(crate) fn new(status: StatusCode, code: &str, message: impl Into<String>) -> Fail {
        let error = Error { code: code.to_owned(), message: message.into(), faults: Vec::new() };
        Fail { status, body: ErrorBody { error }, retry_after: None }
    }

    /// There is no such thing, or nothing that whoever asks may know of: the two are told alike.
    pub(crate) fn not_found() -> Fail {
        Fail::new(StatusCode::NOT_FOUND, "not-found", says::THERE_IS_NOTHING_HERE_FOR_YOU)
    }

    pub(crate) fn bad(message: impl Into<String>) -> Fail {
        Fail::new(StatusCode::BAD_REQUEST, "bad-request", message)
    }

    pub(crate) fn too_many(seconds: u64) -> Fail {
        let message = says::too_many_requests_try_again_in(seconds);
        let fail = Fail::new(StatusCode::TOO_MANY_REQUESTS, "too-many-requests", message);
        Fail { retry_after: Some(seconds), ..fail }
    }

    pub(crate) fn busy(message: impl Into<String>) -> Fail {
        let fail = Fail::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message);
        Fail { retry_after: Some(1), ..fail }
    }

    /// Something broke here. What it was is for the one who runs the server.
    pub(crate) fn broken() -> Fail {
        Fail::new(StatusCode::SERVICE_UNAVAILABLE, "storage", says::THE_LOG_COULD_NOT_BE_READ)
    }

    /// The store writes nothing any more. Why is for the one who runs the server, whose output says it.
    pub(crate) fn stopped_store() -> Fail {
        Fail::new(StatusCode::SERVICE_UNAVAILABLE, "storage-stopped", says::THIS_SERVER_CAN_SAVE_NOTHING_ANY)
    }

    /// The server is being stopped.
    pub(crate) fn stopping() -> Fail {
        let message = says::THIS_SERVER_IS_BEING_STOPPED;
        let fail = Fail::new(StatusCode::SERVICE_UNAVAILABLE, "stopping", message);
        Fail { retry_after: Some(STOPPING_SECONDS), ..fail }
    }

    fn faults(faults: Vec<Fault>) -> Fail {
        let mut fail = Fail::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "setup",
            faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
        );
        fail.body.error.faults = faults.into_iter().map(Into::into).collect();
        fail
    }
}

impl IntoResponse for Fail {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(&self.body)).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        // A browser is shown a page of it.
        response.extensions_mut().insert(self);
        response
    }
}

impl From<Refused> for Fail {
    fn from(refused: Refused) -> Fail {
        match &refused {
            Refused::Rules(refusal) => Fail::new(StatusCode::CONFLICT, refusal.code, refusal.message.clone()),
            Refused::Busy => Fail::too_many(1),
            Refused::Full { .. } => Fail::busy(refused.to_string()),
            Refused::RequestReused => Fail::new(StatusCode::CONFLICT, "request-reused", refused.to_string()),
            Refused::Stopped(_) => Fail::busy(refused.to_string()),
            Refused::StorageFailed { .. } => Fail::broken(),
            Refused::Photo(unfit) => Fail::new(StatusCode::UNPROCESSABLE_ENTITY, "photo", unfit.to_string()),
            Refused::PhotoNotKept { .. } | Refused::PhotosNotDeleted { .. } => {
                Fail::busy(refused.to_string())
            }
        }
    }
}

impl From<HostError> for Fail {
    fn from(error: HostError) -> Fail {
        match error {
            HostError::Setup(faults) => Fail::faults(faults),
            HostError::TooManySessions { .. } => {
                Fail { retry_after: Some(ROOM_SECONDS), ..Fail::busy(error.to_string()) }
            }
            HostError::Refused(refused) => refused.into(),
            HostError::Store(error) => error.into(),
            HostError::NoSeed { .. } | HostError::UnknownMachine { .. } => {
                Fail::new(StatusCode::CONFLICT, "not-playable", error.to_string())
            }
            HostError::StorageFailed { .. } => Fail::stopped_store(),
            HostError::Damaged { .. } | HostError::Bug { .. } => Fail::broken(),
        }
    }
}

impl From<StoreError> for Fail {
    fn from(error: StoreError) -> Fail {
        match error {
            StoreError::NoSession { .. } | StoreError::BadId { .. } => Fail::not_found(),
            StoreError::Stopped { .. } | StoreError::InDoubt { .. } => Fail::stopped_store(),
            StoreError::Busy { .. } => Fail::busy(says::THE_STORE_IS_BUSY_NOTHING_WAS),
            _ => Fail::broken(),
        }
    }
}

impl From<NotDone> for Fail {
    fn from(not_done: NotDone) -> Fail {
        match not_done {
            NotDone::Faults(faults) => Fail::faults(faults),
            NotDone::Refused(why) => Fail::new(StatusCode::CONFLICT, "refused", why),
            NotDone::NotThere => Fail::not_found(),
            NotDone::Broken => Fail::broken(),
        }
    }
}
