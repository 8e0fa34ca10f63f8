//! Before a table: the lobby, laying one, coming in, help.

protocol::catalogue! {
    // Failed.
    NO_SUCH_CODE = "No such code";
    NO_FREE_SEAT = "No free seat";
    NOTHING_HERE = "Nothing here";
    SEAT_TAKEN = "Seat taken";
    TOO_FAST = "Too fast";
    NOT_NOW = "Not now";
    NOT_DONE = "Not done";
    ALL_TABLES = "All tables";
    TYPE_A_CODE = "Type a code";

    // Help.
    AT_A_TABLE = "At a table";
    UNDER_MENU_PAUSE_AND_END_WHO =
        "Under Menu: pause and end, who else may come, and the strips, which show where the table stands and where the \
         activity does.";
    WHAT_YOU_ARE_ASKED_STANDS_BELOW =
        "What you are asked stands below the talk, at the bottom. Tab goes from one thing to the next. Enter sends what you \
         say, Shift+Enter begins a new line.";
    THE_LINE_TAKES_WORDS_WHAT_YOU =
        "The line takes words: what you say, ((what you say out of character, and /commands, which are below.";
    PARLOR_WHAT_ARE_THE_RULES_ASKS =
        "((parlor, what are the rules?)) asks the referee, who answers from the rules and tells nobody a secret.";
    WHAT_ONLY_YOU_MAY_KNOW_AND = "What only you may know, and what you are asked unseen, stays covered until you open it.";
    STOP_ENDS_PLAY_AT_ONCE_AND =
        "✕ Stop ends play at once and takes the last moment back. Nobody is named, and no reason is asked.";
    WHOEVER_ONLY_WATCHES_HAS_A_LINE =
        "Whoever only watches has a line of their own, below the talk: those who play read it when it is over.";
    WHEN_YOU_ARE_ASKED_SOMETHING_THE =
        "When you are asked something, the title of the page says so, and its icon has a dot. A sound and a notification can \
         be set below.";
    A_CLOCK_THAT_RUNS_OUT_CAN = "A clock that runs out can be given another minute, ten times: the button +60 s beside it.";
    WHO_MAY_DO_WHAT = "Who may do what";
    ON_THIS_MACHINE_NOBODY_NEEDS_AN =
        "On this machine nobody needs an account. Others come in by an invitation: one seat for one, or one link for \
         everybody, who each take a free seat.";
    IN_THE_SAME_ROOM_A_CODE = "In the same room a code does, too, such as KITE-427: it is typed at /join.";
    WHOEVER_RUNS_THE_TABLE_MAY_START =
        "Whoever runs the table may start, pause and end it. Once it is over, everybody may look at it through everybody's \
         eyes.";
    FOR_PROGRAMS = "For programs";
    EVERYTHING_THAT_THE_PAGES_DO_CAN =
        "Everything that the pages do can be done over HTTP: the document is at /api/openapi.json.";
    AT_A_TABLE_TAKE_A_CHOICE =
        "at a table: take a choice by its number; a vote, or a choice at night, is then made with its button";
    ENTER = "Enter";
    AT_A_TABLE_SEND_WHAT_YOU = "at a table: send what you say; with Shift a new line";
    AT_A_TABLE_THIS_PAGE = "at a table: this page";
    ESC = "Esc";
    CLOSE_A_MENU = "close a menu";
    IN_A_REPLAY_ONE_EVENT_BACK = "in a replay: one event back or on; with Shift a phase";
    HOME_END = "Home End";
    IN_A_REPLAY_THE_FIRST_AND = "in a replay: the first and the last moment";
    SPACE = "Space";
    IN_A_REPLAY_PLAY_OR_STOP = "in a replay: play, or stop";
    IN_A_REPLAY_SLOWER_AND_FASTER = "in a replay: slower and faster";
    IN_A_REPLAY_GO_TO_A = "in a replay: go to a number";
    P_1_0_O = "p 1 … 0 o";
    IN_A_REPLAY_SEE_AS_EVERYBODY = "in a replay: see as everybody, as a seat, with nothing hidden";
    SINGLE_KEYS_DO_SOMETHING = "Single keys do something";
    SHOW_WHAT_IS_SAID_ONLY_ONCE = "Show what is said only once it is whole";
    A_SOFT_SOUND_WHEN_YOU_ARE = "A soft sound when you are asked something";
    A_NOTIFICATION_WHEN_YOU_ARE_ASKED = "A notification when you are asked something and look elsewhere";
    THE_SCREEN_STAYS_LIT_WHILE = "The screen stays lit while something is played";
    KEYS = "Keys";
    WHAT_CAN_BE_TYPED = "What can be typed";
    SETTINGS = "Settings";
    THEY_ARE_KEPT_IN_THIS_BROWSER = "They are kept in this browser.";
    how_it_goes(activity) = "{activity}: how it goes";
    WHO_OF_THE_HOUSE_PLAYS = "Who of the house plays";
    TO_THE_TABLES = "To the tables";
    ITS_PHASES = "Its phases";

    // Invitation.
    INSTEAD_OF_WHO_PLAYS_IT = ", instead of who plays it";
    one_to_seat(seat, name, instead) = "one to seat {seat}, {name}{instead}";
    INVITE = "Invite";
    EVERYBODY_TO_A_FREE_SEAT_EACH = "everybody, to a free seat each";
    ONE_TO_WATCH = "one to watch";
    ONE_TO_RUN_THE_TABLE = "one to run the table";
    MAKE_A_LINK = "Make a link";
    THE_INVITATION = "The invitation";
    COPY = "Copy";
    EVERYBODY_MAY_USE_IT_WITHIN_A = "Everybody may use it, within a week: each takes a seat that is free.";
    IT_CAN_BE_TAKEN_UP_ONCE = "It can be taken up once, within a week.";
    FOR_THOSE_IN_THE_ROOM = "For those in the room: ";
    to_be_typed_at_within_hours(place, hours) = ", to be typed at {place} within {hours} hours.";
    ONLY_THIS_MACHINE_CAN_OPEN_IT = "Only this machine can open it. For others, stop Parlor and start it with ";
    QR_CODE_OF_THIS_LINK = "QR code of this link";

    // Join.
    SIT_DOWN_AT = "Sit down at ";
    as_name(name) = " as {name}";
    SIT_DOWN = "Sit down";
    WATCH_TABLE = "Watch ";
    WATCH = "Watch";
    RUN_THE_TABLE = "Run the table ";
    RUN_IT = "Run it";
    EVERY_SEAT_IS_TAKEN_AT = "Every seat is taken at ";
    ASK_WHOEVER_RUNS_THE_TABLE_FOR = "Ask whoever runs the table for a seat, or for an invitation to watch.";
    GO_TO_THE_TABLE = "Go to the table";
    YOU_SIT_ALREADY_AT = "You sit already at ";
    ONE_SEAT_IS_FREE = "1 seat is free.";
    seats_are_free(free) = "{free} seats are free.";
    YOUR_NAME = "Your name";
    the_table_is_told_who_you(seats) = "{seats} The table is told who you are.";
    COME_IN = "Come in";
    THAT_IS_NO_CODE_A_CODE = "that is no code: a code is a word and three digits, such as KITE-427";
    THE_CODE_OF_THE_TABLE = "The code of the table";

    // Layout.
    SKIP_TO_THE_PAGE = "Skip to the page";
    parlor(heading) = "{heading} · Parlor";

    // Lobby.
    RESTING = "Resting";
    FILTER_ALL = "all tables";
    FILTER_NOT_BEGUN = "not begun";
    PEOPLE_AND_LANGUAGE_MODELS_SIT =
        "People and language models sit down at one table, and the rules, never the model, decide what may happen.";
    PLAY_NOW = "Play now";
    HOW_IT_GOES = "How it goes";
    WHAT_CAN_BE_PLAYED = "What can be played";
    GOES_ON = "Goes on";
    all_that_goes_on(count) = "All {count}";
    THE_NEXT_ONE = "The next one";
    GO_ON = "Go on";
    PLAYED_ONCE = "played once";
    played_so_often(many) = "played {many} times";
    THE_BOOK = "All of it, as a book";
    PLUS_NEW_TABLE = "+ New table";
    WATCH_THE_DEMO = "▶ Watch the demo";
    ANY_ACTIVITY = "any activity";
    SHOW = "Show";
    ACTIVITY = "Activity";
    SEARCH = "Search";
    A_TITLE_OR_AN_ID = "a title, or an id";
    FIND = "Find";
    NO_TABLES_YET_WATCH_THE_DEMO = "No tables yet. Watch the demo, or make one. No key is needed.";
    NO_TABLES_YET_THAT_YOU_MAY = "No tables yet that you may see. Ask for an invitation, or type the code of a table.";
    SHOW_ALL_TABLES = "Show all tables";
    NO_TABLE_IS_LIKE_THAT = "No table is like that. ";
    OLDER_TABLES = "Older tables";
    NONE_OF_THESE_IS_LIKE_THAT = "None of these is like that. ";
    BEING_PLAYED_NOW = "Being played now";
    ONE_PERSON = " · 1 person";
    people(many) = " · {many} people";
    JOIN = "Join";
    OPEN = "Open";

    // New.
    THERE_IS_NO_SUCH_ACTIVITY = "there is no such activity";
    name_and_seat(name, seat) = "{name}, seat {seat}";
    THE_TABLE_IS_LAID = "The table is laid";
    SEND_EACH_FRIEND_THEIR_LINK_IT =
        "Send each friend their link: it opens their seat, and no other. It begins when you start it.";
    TITLE = "Title";
    WHAT_THE_TABLE_IS_CALLED = "What the table is called.";
    NEW_TABLE = "New table";
    MORE = "More";
    LANGUAGE_RULES_SEED_WHO_MAY_SIT = ": language, rules, seed, who may sit down later";
    SEED = "Seed";
    BY_CHANCE_IF_LEFT_OUT_ALL =
        "By chance, if left out. All that is copied at the end of an evening gives the same dice in the same seats again.";
    CREATE_TABLE = "Create table";
    THIS_TABLE_CANNOT_BE_LAID_YET = "This table cannot be laid yet:";
    at_most_characters(max_chars) = "At most {max_chars} characters.";
    RULES = "Rules";
    at_address(address) = " at {address}";
    MODELS = "Models";
    NO_KEY_IS_NEEDED_THE_HOUSE =
        "No key is needed: the house plays every seat. With a key or a server of your own, a model can.";
    ASK_WHICH_MODELS_ANSWER_NOW = "Ask which models answer now";
    WHAT_IS_SPOKEN = "What is spoken";
    MODELS_ARE_TOLD_TO_SPEAK_IT = "Models are told to speak it. The house and the rules speak English.";
    CAN_BE_TAKEN_AT_ANY_TIME = "can be taken at any time";
    CAN_BE_TAKEN_UNTIL_PLAY_BEGINS = "can be taken until play begins";
    STAY_THEIRS = "stay theirs";
    SEATS_OF_THE_HOUSE_AND_OF = "Seats of the house and of models";
    WHOEVER_TAKES_ONE_IS_NAMED_TO = "Whoever takes one is named to all, and nobody takes a second one.";

    // Offline.
    TRY_AGAIN = "Try again";
    PARLOR_CANNOT_BE_REACHED = "Parlor cannot be reached";
    YOU_ARE_OFFLINE_OR_THE_SERVER =
        "You are offline, or the server is. Nothing is lost: whatever was said and done is there when it can be reached \
         again, and the table is as you left it.";
    NOT_REACHED = "Not reached";

    // New, draft.
    GIVE_A_WHOLE_NUMBER_OR_ALL = "give a whole number, or all of the seed that an evening's end told, or nothing";
    player(number) = "Player {number}";
    ONE_SEAT_IS_YOURS_ALREADY_GIVE = "one seat is yours already: give this one to a friend";
    give_a_number_from_to(min, max) = "give a number from {min} to {max}";
    CHOOSE_ONE_OF_THE_LIST = "choose one of the list";
    seat_at(at) = "Seat {at}";
    SEATS_OF_THE_HOUSE = "Seats of the house";
    LANGUAGE = "Language";

    // New, seats.
    ANOTHER_MODEL = "Another model…";
    HOW_MANY = "How many";
    GIVE_ALL_BUT_PEOPLES_SEATS_TO = "Give all but people's seats to";
    FILL = "Fill";
    WHO_SITS_WHERE_A_FRIEND_COMES = "Who sits where? A friend comes by a link, which you are given when the table is laid.";
    YOU = "You";
    A_FRIEND = "A friend";
    seat_which_model(number) = "Seat {number}: which model";
    seat_name(number) = "Seat {number}: name";
    seat_who_sits_there(number) = "Seat {number}: who sits there";
    THE_HOUSE = "The house";
    PRICE_UNKNOWN = "price unknown";
}
