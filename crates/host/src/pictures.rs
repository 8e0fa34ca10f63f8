//! Photos at a table: how one comes in, how all of them go, and what a model gets to see.
//!
//! A photo is made harmless first, off the loop and one at a time for all of the process, which bounds the memory that it
//! takes. Then the rules are asked, and only what they accept is kept; the log has its hash. A record that deletes photos
//! is carried out before anybody is told of it. What a crash came before is done when the session is resumed.

use engine::replay::{self, NO_SEED};
use engine::{Actor, Catalog, Hash, LogEntry, Part, Photo, Proposal, Refusal, Rules, SeatId, SessionId};
use llm::Image;
use photos::{Clean, Unfit};
use store::{Photos, StoreError};
use tokio::sync::Semaphore;

use crate::limits::{PROMPT_PHOTOS_MAX, WAITING_PHOTOS_MAX};
use crate::task::SessionTask;
use crate::write::{Fail, stopped};
use crate::{Log, Refused};

/// Who may make a photo ready now: one at a time, since one may take hundreds of megabytes.
static CLEANING: Semaphore = Semaphore::const_new(1);

/// Who may wait for it: each has a file in its hands.
static WAITING: Semaphore = Semaphore::const_new(WAITING_PHOTOS_MAX);

/// Makes a photo ready, where it holds up nobody but other photos.
pub(crate) async fn cleaned(bytes: Vec<u8>) -> Result<Clean, Refused> {
    if bytes.len() > photos::BYTES_MAX {
        return Err(Unfit::TooBig { bytes: bytes.len() }.into());
    }
    let waiting = WAITING.try_acquire().map_err(|_| Refused::Busy)?;
    // Both places are held by the work itself: whoever sent the photo may be gone before it is done.
    let cleaning = CLEANING.acquire().await.map_err(|_| Refused::Busy)?;
    let work = tokio::task::spawn_blocking(move || {
        let _places = (waiting, cleaning);
        photos::clean(&bytes)
    });
    Ok(work.await.unwrap_or(Err(Unfit::Broken))?)
}

/// A photo that stands for one that is not made ready yet.
const NOT_YET: Photo = Photo { hash: Hash::ZERO, width: 1, height: 1 };

impl SessionTask {
    /// Whether a seat's photo would be taken now: asked before anything is done with it.
    pub(crate) fn may_add_photo(&self, seat: SeatId) -> Result<(), Fail> {
        self.check_viewer(engine::Viewer::Seat(seat)).map_err(Fail::Refused)?;
        self.photos()?;
        self.propose_photo(seat, NOT_YET).map(drop)
    }

    /// Takes a seat's photo: asked of the rules, kept, recorded. One that is refused leaves nothing behind.
    pub(crate) async fn add_photo(&mut self, seat: SeatId, clean: Clean) -> Result<Photo, Fail> {
        // What is to be deleted goes first: it would take this one along.
        self.delete_due_photos().await?;
        let photos = self.photos()?;
        let photo = Photo { hash: Hash::of(&clean.jpeg), width: clean.width, height: clean.height };
        let (proposal, input) = self.propose_photo(seat, photo)?;
        let (album, id) = (photos.clone(), self.id.clone());
        let known = off_the_loop(move || {
            let known = album.refers(&id, photo.hash);
            album.keep(&id, &clean.jpeg).map(|_| known)
        });
        let known = known.await.map_err(not_kept)?;
        match self.record(proposal, |task, record| task.is_same(record, &input)).await {
            Ok(_) => Ok(photo),
            // Nothing in the log refers to it, unless it was there before.
            Err(Fail::Refused(refused)) => {
                if !known {
                    let id = self.id.clone();
                    off_the_loop(move || photos.forget(&id, photo.hash)).await.map_err(not_kept)?;
                }
                Err(Fail::Refused(refused))
            }
            // Whether the record is on disk is seen when the session is resumed, and so is what becomes of the photo.
            Err(halt @ Fail::Halt(_)) => Err(halt),
        }
    }

    fn propose_photo(&self, seat: SeatId, photo: Photo) -> Result<(Proposal, engine::Input), Fail> {
        let Some(command) = self.session.activity.photo(seat, photo) else {
            let message = format!("{} looks at no photos: nothing was kept", self.session.rules.name());
            return Err(Refusal::new("no-photos", message).into());
        };
        let by = Actor::Host;
        let input = engine::Input { part: Part::Activity, by, request: None, ask: None, command };
        Ok((self.session.propose(&input, self.clock.now()).map_err(stopped)?, input))
    }

    fn photos(&self) -> Result<Photos, Fail> {
        let refusal = || Refusal::new("no-photos", "photos cannot be kept here: nothing was kept");
        self.log.photos().ok_or_else(|| refusal().into())
    }

    /// Deletes the photos of this session, if a record says so that is on disk. One that fails is tried again at the next
    /// turn, and when the session is resumed.
    pub(crate) async fn delete_due_photos(&mut self) -> Result<(), Fail> {
        if !self.deletion_due {
            return Ok(());
        }
        // What is under way was shown them; a further call of it must not be.
        self.turns.values_mut().for_each(|turn| turn.hide_photos());
        if let Some(photos) = self.log.photos() {
            let id = self.id.clone();
            let deleted = off_the_loop(move || photos.delete(&id)).await;
            deleted.map_err(|error| Fail::Refused(Refused::PhotosNotDeleted { why: error.to_string() }))?;
        }
        self.deletion_due = false;
        Ok(())
    }

    /// What a model is shown of a prompt's photos, and what it is asked. One that cannot be shown is never left out in
    /// silence: a model that is told of a photo would make one up.
    pub(crate) async fn shown(&self, prompt: engine::Prompt, sees: bool) -> (Vec<Image>, String) {
        let engine::Prompt { photos: hashes, mut now, .. } = prompt;
        let count = hashes.len();
        if count == 0 {
            return (Vec::new(), now);
        }
        if !sees {
            now.push_str(&hidden(count));
            return (Vec::new(), now);
        }
        let earlier = count.saturating_sub(PROMPT_PHOTOS_MAX);
        if earlier > 0 {
            now.push_str(&format!(
                "\n\nOf {count} photos you see the last {PROMPT_PHOTOS_MAX}: do not guess what the others show."
            ));
        }
        let (photos, id) = (self.log.photos(), self.id.clone());
        let read = tokio::task::spawn_blocking(move || {
            let read = |hash: Hash| {
                let bytes = photos.as_ref()?.read(&id, hash).ok().flatten()?;
                Some(Image { hash, bytes: bytes.into() })
            };
            hashes.into_iter().skip(earlier).map(read).collect::<Vec<_>>()
        });
        let read = read.await.unwrap_or_else(|_| vec![None; count - earlier]);
        for (number, _) in (earlier + 1..).zip(&read).filter(|(_, image)| image.is_none()) {
            now.push_str(&format!(
                "\n\nPhoto {number} of {count} cannot be opened: do not guess what it shows, and say that you could \
                 not see it."
            ));
        }
        (read.into_iter().flatten().collect(), now)
    }
}

/// What a model is told of photos that it is not shown.
pub(crate) fn hidden(count: usize) -> String {
    let (photos, they) = if count == 1 { ("A photo was", "it shows") } else { ("Photos were", "they show") };
    format!(
        "\n\n{photos} sent that you cannot see: do not guess what {they}, and say that you could not see."
    )
}

/// Carries out what a crash came before: drops the photos that no record of the host's names after the last deletion. Of
/// such a photo either the record was never written, or the deletion was never done. What was taken back since makes no
/// difference: a photo that is brought back must be there, and one that was deleted is gone for good.
pub(crate) fn settle(
    log: &dyn Log,
    (catalog, rules): (Catalog, &'static dyn Rules),
    id: &SessionId,
) -> Result<(), crate::HostError> {
    let Some(photos) = log.photos() else { return Ok(()) };
    let kept = photos.of(id)?;
    if kept.is_empty() {
        return Ok(());
    }
    let damaged = |damage| crate::HostError::Damaged { session: id.clone(), damage };
    let lines = log.read(id, 0)?;
    let entries = replay::read(lines.iter().map(|line| line.text.as_str())).map_err(damaged)?;
    let (mut read, mut deleted) = (0, 0);
    replay::fold_each(catalog, rules, NO_SEED, &entries, |_, _, notices| {
        read += 1;
        if notices.iter().any(|notice| notice.deletes_photos) {
            deleted = read;
        }
    })
    .map_err(damaged)?;
    let since = entries.get(deleted..).unwrap_or_default();
    for hash in kept {
        let name = hash.to_string();
        let named = |(record, _): &LogEntry| record.by == Actor::Host && record.command.get().contains(&name);
        if !since.iter().any(named) {
            photos.forget(id, hash)?;
        }
    }
    Ok(())
}

/// Does something with photos where waiting harms nobody.
async fn off_the_loop<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    let gone = |error: tokio::task::JoinError| StoreError::Stopped { why: error.to_string() };
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|error| Err(gone(error)))
}

fn not_kept(error: StoreError) -> Fail {
    Fail::Refused(Refused::PhotoNotKept { why: error.to_string() })
}
