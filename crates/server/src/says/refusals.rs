//! Why something is not done, on a page and over HTTP alike.

protocol::catalogue! {
    // Answer.
    THERE_IS_NOTHING_HERE_FOR_YOU = "there is nothing here for you: check the address, or ask for an invitation";
    too_many_requests_try_again_in(seconds) = "too many requests: try again in {seconds} s";
    THE_LOG_COULD_NOT_BE_READ =
        "the log could not be read or written: whoever runs this server finds out why with parlor store check";
    THIS_SERVER_CAN_SAVE_NOTHING_ANY =
        "this server can save nothing any more, and no table goes on until it has been mended and started again: what was \
         confirmed before is saved, and why it is so stands in its output";
    THIS_SERVER_IS_BEING_STOPPED = "this server is being stopped: nothing was done; try again in a moment";
    THE_STORE_IS_BUSY_NOTHING_WAS = "the store is busy: nothing was done; try again in a moment";

    // Body.
    SEND_JSON_WITH_THE_HEADER_CONTENT = "send JSON, with the header content-type: application/json";
    the_body_has_more_than_levels(most) = "the body has more than {most} levels";
    the_body_is_not_right(error) = "the body is not right: {error}";
    the_body_did_not_come_whole(most) = "the body did not come whole, or has more than {most} bytes";
    THE_PHOTO_DID_NOT_COME_WHOLE = "the photo did not come whole: send it again";
    the_photo_did_not_come_within(seconds) = "the photo did not come within {seconds} s: save it smaller";
    THIS_PHOTO_HAS_MORE_THAN_10 = "this photo has more than 10 MB: save it smaller, or as JPEG";
    together_these_have_more_than_mb(most) = "together these have more than {most} MB: send them one by one";

    // Edge.
    THIS_ADDRESS_IS_NOT_ASKED_FOR = "this address is not asked for in this way: the header Allow says in which";

    // Guard.
    FAIR_PLAY_IS_PROMISED_AT_THIS =
        "fair play is promised at this table: until the end whoever runs it sees no more than their own seat, or than all do; \
         /fair off lifts it, and the table is told";
    THIS_SERVER_ANSWERS_TO_ITSELF = "this server answers to 127.0.0.1 and localhost alone: open it by that address";
    THIS_CAME_FROM_A_PAGE_OF = "this came from a page of another server: open Parlor's own page, and do it there";

    // Multipart.
    THE_FORM_DOES_NOT_BEGIN_AS = "the form does not begin as it says";
    THE_FORM_HAS_TOO_MANY_PARTS = "the form has too many parts: send fewer photos at once";
    THE_FORM_IS_NOT_WRITTEN_AS = "the form is not written as forms are";
    A_PART_OF_THE_FORM_HAS = "a part of the form has no end of its head";
    A_PART_OF_THE_FORM_HAS_NO = "a part of the form has no name";
    THE_FORM_IS_CUT_OFF_SEND = "the form is cut off: send it again";

    // Saved.
    TOO_MANY_ARE_READING_HERE_JUST = "too many are reading here just now: try again in a moment";

    // Together.
    follow_already_and_that_is_the(most) = "{most} follow already, and that is the limit";

    // Api, again.
    THIS_TABLE_IS_NOT_OVER_YET = "this table is not over yet: the next one is laid when it is";

    // Api, commands.
    WHAT_YOU_WERE_TOLD_SO_FAR = "What you were told so far, and nothing else, as text to keep.";
    this_is_no_request(error) = "this is no request: {error}";

    // Api, events.
    you_listen_to_this_table_times(own) =
        "you listen to this table {own} times already, and that is the limit: close a window of it";
    TOO_MANY_ARE_WATCHING_PLAYERS_GO = "too many are watching: players go first; try again in a moment";
    LAST_EVENT_ID_IS_NO_NUMBER = "Last-Event-ID is no number of an event";

    // Api, free seat.
    plays_from_now_on(name, called) = "(({name} plays {called} from now on.";
    say_something_of_at_most(most) = "say something, of at most {most} letters";
    a_name_has_at_most_letters(most) = "a name has at most {most} letters, and no signs that cannot be seen";
    EVERY_SEAT_IS_TAKEN_ASK_WHOEVER = "every seat is taken: ask whoever runs the table for one, or for an invitation to watch";

    // Api, history.
    is_no_format_say_md_or_html(other) = "{other} is no format of a book: say md or html";
    is_no_format_say_jsonl_md(other) = "{other} is no format: say jsonl, md or html";

    // Api, tables.
    is_no_way_to_stand(other) = "show: no table is {other}: say live, open or over, or leave it out";

    // Api, rights.
    TO_PLAY_TAKES_A_SEAT_GIVE = "to play takes a seat: give its number, from 1";
    ONLY_AN_INVITATION_TO_PLAY_NAMES = "only an invitation to play names a seat";
    is_no_scope_say_play_any(other) = "{other} is no scope: say play, any, host or observe";
    THIS_INVITATION_WAS_USED_ALREADY = "this invitation was used already, or has run out: ask for another one";
    NO_TABLE_HAS_THIS_CODE_NOW = "no table has this code now: look at it again, or ask for a new one";

    // Api, seats.
    YOU_HAVE_HELD_ANOTHER_SEAT_OF =
        "you have held another seat of this session, and have seen what it sees: nobody takes a second one; watch, or go on \
         in that seat";
    WHOEVER_RUNS_THE_TABLE = "Whoever runs the table";
    TOO_MANY_ARE_BEING_SENT = "too many are being sent what was played here: try again in a moment";
}
