//! Photos, as machines know them: by a name that is made of their bytes. The bytes are in no log.

use serde::{Deserialize, Serialize};

use crate::Hash;

/// A photo that the host keeps: cleaned, scaled, and named by its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Photo {
    /// The hash of its bytes.
    pub hash: Hash,
    /// Pixels from left to right.
    pub width: u32,
    /// Pixels from top to bottom.
    pub height: u32,
}
