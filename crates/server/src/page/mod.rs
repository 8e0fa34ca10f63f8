//! The pages. All of them are rendered here, once: live, in a replay, without scripts, and in a file to keep. The scripts
//! swap what has changed and send what was chosen; they know no rules and no machine.

mod assets;
mod changes;
mod diagram;
mod dm;
mod face;
mod feed;
mod file;
mod form;
mod help;
mod html;
mod layout;
mod live;
mod lobby;
mod machine;
mod mafia;
mod player;
mod reel;
mod replay;
mod stage;
mod strip;
mod table;
mod tidying;

pub(crate) use assets::asset;
pub use diagram::machine_svg;
pub use file::replay_file;
pub(crate) use help::help;
pub(crate) use live::live;
pub(crate) use lobby::{lobby, make};
pub(crate) use machine::machine;
pub(crate) use replay::{cut, fork, replay};
pub(crate) use table::{answer, session, table};
pub(crate) use tidying::{add as add_photos, delete as delete_photos};

use axum::response::{IntoResponse, Response};

use html::Html;

impl IntoResponse for Html {
    fn into_response(self) -> Response {
        axum::response::Html(self.into_string()).into_response()
    }
}
