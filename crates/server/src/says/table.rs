//! At a table: its head and menus, what is asked, what stands beside, its end.

protocol::catalogue! {
    // Acts.
    AS_WHOM = "as whom?";
    SAVE_IT_MARKDOWN = "Save it (Markdown)";
    WHAT_YOU_ASKED_FOR = "What you asked for";
    A_REPORT = "A report";
    NOBODY_HAS_TO_HURRY_HERE_THERE = "nobody has to hurry here: there is no clock";
    NEITHER_AN_ANSWER_NOR_A_LINE = "neither an answer nor a line";
    TOO_LATE_THAT_QUESTION_IS_CLOSED = "too late: that question is closed; nothing was changed";
    SAY_WHO_EVERYONE_THE_HOST_ALONE = "say who: everyone, the host alone, or some seats";
    AN_INVITATION = "An invitation";
    HAND_THIS_ADDRESS_ON = "Hand this address on.";

    // Banner.
    THE_HOST = "the host";
    utc(short) = "{short} UTC";
    THE_CLOCK_STANDS_AT = " The clock stands at ";
    paused_by(by) = "‖ Paused by {by}";
    SINCE = ", since ";
    OUT_OF_CHARACTER_TALK_GOES_ON = " Out-of-character talk goes on: ((like this.";
    EACH_PHASE_WAITS_FOR_YOU_ONCE = "Each phase waits for you, once everybody has answered.";
    EACH_PHASE_WAITS_FOR_WHOEVER_RUNS = "Each phase waits for whoever runs the table, once everybody has answered.";
    NOTHING_HAS_BEGUN_YET_START_WHEN = "Nothing has begun yet. Start when everybody is here.";
    NOTHING_HAS_BEGUN_YET_WHOEVER_RUNS = "Nothing has begun yet. Whoever runs the table starts it.";
    CLOSE_THE_TABLE = "Close the table";
    TAKE_A_BREAK = "Take a break";
    END_AND_LOOK_BACK = "End and look back";
    WHO_IS_THE_HOST = "The host";
    ONE_STAR = "1 star";
    stars(many) = "{many} stars";
    ONE_WISH = "1 wish";
    wishes(many) = "{many} wishes";
    ONE_REMARK = "1 remark";
    remarks(many) = "{many} remarks";
    so_far(given) = "So far: {given}.";
    WHAT_KIND_OF_FEEDBACK = "What kind of feedback";
    STAR_WHAT_WAS_GOOD = "☆ What was good";
    WHAT_YOU_WOULD_LIKE_NEXT_TIME = "♡ Next time";
    ANYTHING_ELSE = "Else";
    YOUR_FEEDBACK = "Your feedback";
    SEND = "Send";
    STAR_LOOKING_BACK = "☆ Looking back";
    PLAY_IS_OVER_THOSE_WHO_PLAYED = "Those who played say what was good, and what they would like next time.";

    // Board.
    PRIVATE = "· private";
    UNSEEN = "Unseen";
    YOU_HAVE_ANSWERED = "you have answered";
    AWAITED = "awaited";
    your_answer_unseen(what) = "{what}: your answer, unseen";

    // Bodies.
    NOTHING_YET = "Nothing yet.";
    sealed(seal) = "sealed {seal}";
    DONE = "done: ";
    FOR_THOSE_WHO_SIT_AT_THE = "For those who sit at the table.";
    photo_of(number, of) = "Photo {number} of {of}";

    // Draw.
    value_of(value, of) = "{value} of {of}";
    named_filled_of(name, note, filled, segments) = "{name}, {note}{filled} of {segments}";

    // Ending.
    WHAT_WAS_GOOD = "What was good";
    LOOK_BACK_EVERYBODY = "☆ Look back, everybody";
    from_before_it_won_of_games(title, side, before, games, after) =
        ": {title}. From before it {side} won {before} of {games} games that the house played on, and from after it {after}. ";
    THE_TURNING_POINT = "The turning point";
    LOOK_AT_IT = "Look at it";
    ASIDE_AGAIN_WITH_EVERYBODY = "((Again, with everybody?";
    STAY_HERE = "Stay here";
    THE_NEXT_TABLE_IS_LAID_WITH = "The next table is laid, with everybody's seat as it was. ";
    GO_ALONG = "Go along";
    AGAIN_WITH_EVERYBODY = "Again with everybody";
    AGAIN = "Again";
    ASK_FOR_ANOTHER_ONE = "Ask for another one";
    CHANGE_SOMETHING_FIRST = "Change something first";
    EXPORT = "Export";
    A_PAGE_TO_KEEP = "A page to keep";
    TEXT_TO_READ = "Text to read";
    ALL_SO_FAR_AS_A_BOOK = "All so far, as a book";
    EVERY_RECORD_FOR_PROGRAMS = "Every record, for programs";
    COPY_THE_SEED_WITH_THE_SAME = "Copy the seed: with the same seats it gives the same game";
    seed_copy(seed) = "seed {seed} · copy";

    // Face.
    AWAY = "◌ away";
    NOT_HERE = "◌ not here";
    BOARD = "Board";

    // Feed.
    dice_each_with_its_ending_sealed(dice) = "{dice} dice, each with its ending sealed";
    spent(value, worth) = "{value} spent: {worth}. ";
    OUT_OF_CHARACTER = "out of character";
    TOLD_TO_YOU_ALONE = "Told to you alone";

    // Form.
    SAY_SOMETHING_OUT_OF_CHARACTER_OR = "Say something, ((out of character, or /help";
    SAY_SOMETHING_OR_COMMAND = "Say something, or /command";
    SOMETHING_ELSE_ONE_A_LINE = "Something else, one a line";
    this(what) = "This {what}.";
    YOU_HAVE_ANSWERED_IT_CAN_BE = "You have answered; it can be changed for now.";
    YOU_HAVE_ANSWERED_FOR_GOOD = "You have answered, for good.";
    die_of(number, of) = " die {number} of {of}";
    more(names) = "More: {names}";
    ONE_A_LINE = "one a line";
    one_more(label, number) = "One more: {label} {number}";
    from_to(min, max) = "From {min} to {max}.";

    // Gallery.
    ONE_IS_WATCHING = "1 is watching.";
    are_watching(many) = "{many} are watching.";
    or_more_are_watching(most) = "{most} or more are watching.";
    WHAT_THOSE_WHO_WATCH_SAY = "What those who watch say";
    AMONG_THOSE_WHO_WATCH = "Among those who watch";
    WHAT_THOSE_WHO_WATCHED_SAID = "What those who watched said";
    say_as_to_those_who_watch(name) = "Say something, {name}: players read it at the end";
    SAY_SOMETHING_TO_THOSE_WHO_WATCH = "Say something: players read it at the end";
    watcher(number) = "Watcher {number}";

    // Head.
    WATCHING = "Watching";
    played_by(own) = ", played by {own}";
    you_seat(seat, name, own) = "You: seat {seat} · {name}{own}";
    watching(viewer_words) = "Watching · {viewer_words}";
    WHAT_ALL_SEE = "what all see";
    WITH_THOUGHTS = "with thoughts";
    seat(seat, name) = "seat {seat} · {name}";
    YOUR_TURN = "your turn";
    is_up(name) = "{name} is up";
    GETTING_READY = "Getting ready";
    LOOKING_BACK = "Looking back";
    CONNECTION_LOST_TRYING_AGAIN = "Connection lost, trying again…";
    PLUS_60_S = "+60 s";
    TIME_LEFT = "Time left";
    CALLS_WHOEVER_IS_WAITED_FOR_BY =
        "Calls whoever is waited for: by the title of their page, a sound, and what else they want.";
    KNOCK = "Knock";
    PLAY_STOPS_AT_ONCE_AND_THE =
        "Play stops at once and the last moment is taken back. Nobody is named, and no reason is asked.";
    STOP = "Stop";

    // Live.
    THIS_TABLE_RESTS_WHOEVER_RUNS_IT = "this table rests: whoever runs it goes on with it";

    // Menu.
    WHAT_THE_MODELS_OF_THIS_TABLE = "What the models of this table have cost so far";
    MENU = "Menu";
    THIS_TABLE = "This table";
    MACHINE = "Machine";
    PAUSE_FEED = "Pause feed";
    LOOK_THROUGH_THE_EYES_OF = "Look through the eyes of";
    AND_MORE = " and more";
    COST_UNKNOWN = "cost unknown";
    RESUME = "Resume";
    START = "Start";
    PAUSE = "Pause";
    END = "End";
    CLOSE = "Close";
    NEXT_PHASE = "Next phase";
    END_FOR_EVERYBODY = "End for everybody?";
    CLOSE_FOR_EVERYBODY = "Close for everybody?";
    DELETE_ASKS = "Delete…";
    IT_IS_DELETED_WITH_ALL_THAT =
        "It is deleted for good: its record, its photos, and everybody's right to it. Nobody can bring it back.";
    END_ASKS = "End…";
    CLOSE_ASKS = "Close…";

    // Photos.
    THE_PHOTO = "the photo";
    ALL_PHOTOS = "all photos";
    delete(what) = "Delete {what}";
    THEY_ARE_GONE_FROM_THE_DISK = "They are gone from the disk then, for good. The words stay.";
    DELETE_FOR_GOOD = "Delete for good";
    PHOTOS_STAY_WHERE_PARLOR_RUNS =
        "Photos stay where Parlor runs, without place and time. A model at this table that can see gets them with your next \
         words.";
    ADD_PHOTOS = "Add photos";
    CAMERA = "Camera";
    OR_DROP_THEM_ANYWHERE_OR_PASTE = "Or drop them anywhere, or paste.";

    // Rights.
    RIGHTS = "Rights";
    WHO_MAY_START_PAUSE_AND_END = "Who may start, pause and end";
    EVERYBODY_WHO_IS_SEATED = "Everybody who is seated";
    WHOEVER_RUNS_THE_TABLE_ALONE = "Whoever runs the table alone";
    THESE_TOO = "These, too:";
    FAIR_PLAY_IS_PROMISED_IF_YOU = "Fair play is promised. If you lift it, the table is told.";
    LIFT_FAIR_PLAY = "Lift fair play";
    you_can_see_everything_fair_play(seat) = "You can see everything. Fair play: no more than {seat} does, until the end.";
    PROMISE_FAIR_PLAY = "Promise fair play";
    YOU_CAN_SEE_EVERYTHING_FAIR_PLAY = "You can see everything. Fair play: no more than all do, until the end.";
    plays(seat) = "Plays {seat}";
    to_play(seat) = "to play {seat}";
    FOR_EVERYBODY_TO_A_FREE_SEAT = "for everybody, to a free seat each";
    watches_has_left(seat) = "Watches, has left {seat}";
    RUNS_THE_TABLE = "Runs the table";
    TO_RUN_THE_TABLE = "to run the table";
    WATCHES = "Watches";
    TO_WATCH = "to watch";
    an_invitation(may) = "An invitation {may}";
    here(does) = "{does} · here";
    TAKE_AWAY = "Take away";
    GUESTS = "Guests";
    NOBODY_HAS_BEEN_INVITED = "Nobody has been invited.";

    // Screen.
    WHAT_IS_SHOWN = "What is shown";

    // Seats.
    the_house(character) = "the house: {character}";
    IS_UP = "is up";

    // Sitting.
    SIT_HERE = "Sit here";
    sit_here_in_s_seat(name) = "Sit here, in {name}'s seat";
    LEAVE_THE_SEAT = "Leave the seat";
    leave_the_seat_of(name) = "Leave the seat of {name}";

    // Strip.
    phases(title) = "{title}: phases";

    // Table.
    WHAT_YOU_ARE_ASKED_STANDS_BELOW_ALL =
        "What you are asked stands below, all of it. Nobody else sees what you choose before the rules tell it.";
    WHAT_YOU_WRITE_ON_THE_LINE =
        "What you write on the line is heard by all. Begin with (( to step out of the game for a word.";
    STOP_ENDS_PLAY_AT_ONCE_FOR = "✕ Stop ends play at once, for any reason. Breaks, guests and help are under Menu.";
    A_HINT = "A hint";
    GOT_IT = "Got it";
    NEW_LINES = "New lines";
    ASIDE_TAB = "Aside";
    NOTHING_SAID_ASIDE = "Nobody has said anything out of character yet.";
    WHAT_WAS_SAID = "What was said";

    // Tools.
    UNDO = "Undo";
    TAKES_THE_LAST_THING_BACK_THAT = "Takes the last thing back that a person did";
    REDO = "Redo";
    BRINGS_BACK_WHAT_WAS_TAKEN_BACK = "Brings back what was taken back, as long as nothing else has happened";
    RETELL = "Retell";
    HAS_THE_LAST_ANSWER_TOLD_ANEW = "Has the last answer told anew";
    RECAP = "Recap";
    WHAT_HAS_HAPPENED_SO_FAR = "What has happened so far";
    TAKE_BACK_TELL_AGAIN = "Take back, tell again";

    // Upload.
    THIS_IS_NO_FORM_WITH_FILES = "this is no form with files: send multipart/form-data";
    NOT_EVERY_PHOTO_COULD_BE_KEPT = "Not every photo could be kept";
    BACK = "Back";
    WHILE_A_SESSION_GOES_ON_ITS = "while a session goes on, its photos are deleted by what it asks: nothing was deleted";

    // Sealed.
    WHAT_THE_SEALS_ARE = "What the seals are";
    EACH_ENDING_IS_WRITTEN_ALREADY_AND =
        "Each ending is written already, and nobody can change it now: its seal is the SHA-256 of a salt and the ending. When \
         a die is spent, its ending and its salt are told, and the seal is computed anew.";
    sealed_hash_matches(hash) = "✓ sealed hash matches {hash}";
    broken_seal_was_sealed(seal) = "✗ BROKEN SEAL: {seal} was sealed";
    hash(hash) = "hash {hash}";
    SHA_256_OF_THE_SALT = "SHA-256 of the salt ";
    AND_THE_ENDING_RIGHT_BEHIND_IT = " and the ending right behind it: ";
}
