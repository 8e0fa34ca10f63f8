//! The catalogue: every sentence that the browser is shown by the pages themselves, ready to be translated; those of the scripts
//! stand in `web/says.js`. What is told of an activity and of a table comes with their boards, forms and tellings.

mod door;
mod refusals;
mod replay;
mod table;

pub(crate) use door::*;
pub(crate) use refusals::*;
pub(crate) use replay::*;
pub(crate) use table::*;

protocol::catalogue! {
    A_PHOTO_IS_OF_A_SEAT = "a photo is of a seat: say as=seat:1";
    BACK_TO_THE_TABLE = "Back to the table";
    HELP = "Help";
    LIVE = "Live";
    LOOK = "Look";
    NOT_BEGUN = "Not begun";
    OVER = "Over";
    PAUSED = "Paused";
    PLAY = "Play";
    REPLAY = "Replay";
    SEATS = "Seats";
    SEE_AS = "See as";
    SESSION_ZERO = "Session zero";
    SET = "Set";
    SURPRISE_ME = "Surprise me";
    TABLE = "Table";
    TABLES = "Tables";
    TALK = "Talk";
}
