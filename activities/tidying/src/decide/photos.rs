//! Photos (Y11): the rules know their names, and what may be done with them. Their bytes are the host's.

use engine::{Actor, Draft, Photo, SeatId};

use crate::Tidying;
use crate::event::Event;
use crate::limits::{MESSAGE_PHOTOS_MAX, PHOTOS_MAX};
use crate::rejection::Rejection;
use crate::state::Phase;

/// The host hands over a photo: it goes with the person's next word. No form offers that, so all of it is checked here.
pub(super) fn add(
    draft: &mut Draft<Tidying>,
    by: Actor,
    seat: SeatId,
    photo: Photo,
) -> Result<(), Rejection> {
    let state = draft.state();
    if let Phase::Ended(_) = state.phase {
        return Err(Rejection::Over);
    }
    if by != Actor::Host {
        return Err(Rejection::NotYours("the host"));
    }
    if seat != state.person() {
        return Err(Rejection::NotYours("the person whose space it is"));
    }
    let unanswered = state.said.as_ref().map_or(0, |said| said.photos.len());
    if state.pending.len() + unanswered >= MESSAGE_PHOTOS_MAX {
        let remedy = "say something about these first, and wait for the answer";
        return Err(Rejection::TooManyPhotos { count: MESSAGE_PHOTOS_MAX, of: "in one message", remedy });
    }
    if state.photos.len() >= PHOTOS_MAX && !state.photos.contains(&photo) {
        let remedy = "delete the photos, or go on in words";
        return Err(Rejection::TooManyPhotos { count: PHOTOS_MAX, of: "of one session", remedy });
    }
    draft.tell(Event::PhotoAdded { photo });
    Ok(())
}

/// The person wants them gone. The host deletes them when it reads the event; the words stay.
pub(super) fn delete(draft: &mut Draft<Tidying>) {
    let count = u8::try_from(draft.state().photos.len()).unwrap_or(u8::MAX);
    draft.tell(Event::PhotosDeleted { count });
}
