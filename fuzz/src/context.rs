//! In the place of the binary's own: no target opens a store.

use store::Store;

use crate::exit::Failure;

pub(crate) struct Context;

impl Context {
    pub(crate) fn store(&self) -> Result<Store, Failure> {
        Err(Failure::failed("there is no store here"))
    }
}
