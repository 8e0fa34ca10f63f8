//! What a rewind goes back to.

use crate::TableTime;
use crate::erased::Play;

/// An activity as it was after some record, the table time then, and how many records it had: what its next roll depends on.
pub struct Past {
    pub(super) activity: Box<dyn Play>,
    pub(super) time: TableTime,
    pub(super) step: u64,
}

impl Past {
    pub(crate) fn copy(&self) -> Past {
        Past { activity: self.activity.copy(), time: self.time, step: self.step }
    }
}
