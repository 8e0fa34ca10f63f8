//! Deciding every recorded command again, and comparing, byte for byte.

use engine::replay::{self, Mismatch};

use crate::{ArchiveError, Saved};

/// Decides every command again, if the seed is known and the rules are these.
pub fn decide_again(saved: &Saved) -> Option<Result<(), Mismatch>> {
    let seed = saved.meta.seed?;
    Some(replay::verify(saved.catalog, seed, &saved.log).map(drop))
}

/// The same, where nothing less will do: a session whose seed is not known yet fails.
pub fn verify(saved: &Saved) -> Result<(), ArchiveError> {
    match decide_again(saved) {
        Some(decided) => Ok(decided?),
        None => Err(ArchiveError::failed(
            format!(
                "its {} records are unchanged, but cannot be checked against the rules: the random seed is secret until the game ends",
                saved.log.len()
            ),
            "verify it where it is played, or export it again once it has ended",
        )),
    }
}
