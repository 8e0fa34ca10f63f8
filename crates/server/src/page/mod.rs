//! The pages. All of them are rendered here, once: live, in a replay, without scripts, and in a file to keep. The scripts
//! swap what has changed and send what was chosen; they know no rules and no machine.

mod acts;
mod assets;
mod banner;
mod board;
mod bodies;
mod book;
mod changes;
mod clip;
mod diagram;
mod draw;
mod earlier;
mod ending;
mod face;
mod failed;
mod feed;
mod file;
mod form;
mod gallery;
mod head;
mod help;
mod html;
mod invitation;
mod islands;
mod join;
mod layout;
mod live;
mod lobby;
mod machine;
mod menu;
mod new;
mod offline;
mod photos;
mod player;
mod reel;
mod replay;
mod rights;
mod screen;
mod seats;
mod shared;
mod sitting;
mod stage;
mod strip;
mod table;
mod together;
mod tools;
mod upload;

pub(crate) use acts::{again, along, answer, delete, fair, invite, session, sit, stewards, take_away};
pub(crate) use assets::{asset, service, versioned};
pub use book::book_file;
pub(crate) use clip::{picture as clip_picture, text as clip_text};
pub use diagram::machine_svg;
pub(crate) use earlier::earlier;
pub(crate) use face::{is_person, summary};
pub(crate) use failed::failed;
pub use file::replay_file;
pub(crate) use gallery::say as say_in_gallery;
pub(crate) use help::{help, how};
pub(crate) use join::{door, invited};
pub(crate) use live::live;
pub(crate) use lobby::{kind, lobby};
pub(crate) use machine::machine;
pub(crate) use new::{form as new_table, make};
pub(crate) use offline::offline;
pub(crate) use replay::{cut, fork, replay, thought};
pub(crate) use shared::shared;
pub(crate) use table::table;
pub(crate) use together::{follow, lead};
pub(crate) use upload::{add as add_photos, delete as delete_photos};

use axum::response::{IntoResponse, Response};

use html::Html;

impl IntoResponse for Html {
    fn into_response(self) -> Response {
        axum::response::Html(self.into_string()).into_response()
    }
}
