//! What has happened so far, as the machine itself sums it up.

use engine::Viewer;

use crate::{ArchiveError, Saved};

/// The report that a machine sums a session up with.
const NAME: &str = "recap";

/// The recap of a session for a viewer, with what was taken back left out.
pub fn recap(saved: &Saved, viewer: Viewer) -> Result<String, ArchiveError> {
    saved.session.activity.report(viewer, NAME).ok_or_else(|| {
        let (id, machine) = (&saved.meta.id, &saved.meta.machine);
        ArchiveError::failed(
            format!("{machine} keeps no recap"),
            format!("parlor replay {id} reads it again, parlor export {id} --format md writes it down"),
        )
    })
}
