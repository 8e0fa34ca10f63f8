//! The catalogue: every sentence that the terminal shows of itself, ready to be translated. What is told of an activity and of a
//! table comes with their boards, forms and tellings.

protocol::catalogue! {
    // Clock.
    ONE_MINUTE = "1 minute";
    minutes(many) = "{many} minutes";
    ONE_SECOND = "1 second";
    seconds(many) = "{many} seconds";
    NO_TIME = "no time";

    // Enter.
    NAME_A_FILE_PHOTO_DESK_JPG = "name a file: /photo desk.jpg, with quotes where its name has spaces";
    THERE_ARE_NO_PHOTOS_IN_THIS = "there are no photos in this session; parlor photos ID --delete removes what was undone";
    what_you_typed_stays_on_the(why) = "{why} What you typed stays on the line.";

    // Form.
    this_has_to_be_given(label) = "this has to be given: {label}";
    cannot_be_chosen(choice, why) = "{choice} cannot be chosen: {why}";
    there_is_no_to_choose(number) = "there is no {number} to choose";
    CHOOSE_FIRST_THEN_PRESS_ENTER = "choose first, then press Enter";
    still_missing_tab_goes_there(label) = "still missing: {label} (Tab goes there)";
    write_first_or_choose_another_way(label) = "write first ({label}), or choose another way";
    has_to_be_written_as_json(field, why) = "{field} has to be written as JSON: {why}";

    // Lines.
    THE_HOUSE_PLAYS_EVERY_SEAT = "The house plays every seat.";
    MODELS_PLAY_EVERY_SEAT = "Models play every seat.";
    MODELS_AND_THE_HOUSE_PLAY = "Models and the house play.";
    PLUS_GIVES_MORE = "; + gives more";
    are_left(spoken, more) = "{spoken} are left{more}.";

    // Night.
    NOTHING_IS_SAID_NOW_CHOOSE_OR = "Nothing is said now: choose, or start with (( to speak out of character.";
    the_asks_you_to_choose(about) = "The {about} asks you to choose.";
    something_is_asked_of_you_unseen(about) = "Something is asked of you, unseen: {about}.";
    THAT_CANNOT_BE_ANSWERED_NOW = "That cannot be answered now.";
    THAT_CANNOT_BE_CHOSEN_NOW = "That cannot be chosen now.";

    // Photo files.
    files_are_the_most_of_one(files, most) = "{files} files: {most} are the most of one line";
    a_quotation_mark_is_missing(open) = "a quotation mark is missing: {open}";
    THERE_IS_NO_HOME_FOR_WRITE = "there is no home for ~: write the whole path";
    this_is_no_address_of_a(address) = "this is no address of a file: file://{address}";

    // Plain.
    private(dot) = "{dot} private {dot}";
    THIS_SCREEN_SHOWS_NOTHING_THAT_IS = "this screen shows nothing that is for you alone";
    for_you_alone(dot) = "{dot} for you alone {dot}";
    THE_HOST = "the host";
    thinks(who) = "{who} thinks: ";
    TO_ALL = "to all";
    to(whom) = "to {whom}";
    TO_THE_HOST = "to the host";
    NOBODY = "nobody";

    // Reel.
    STOPS = "stops";
    PLAYS_ON = "plays on";
    at_of(at, of) = "{at} of {of}";
    space(space) = "Space {space}";
    LEFT_RIGHT_A_STEP = "Left Right a step";
    A_PHASE = "[ ] a phase";
    Q_LEAVES = "q leaves";

    // Run.
    THE_TABLE_IS_GONE_Q_LEAVES = "The table is gone. :q leaves.";

    // Screen.
    TALK = "Talk";
    SEATS = "Seats";
    MACHINE = "Machine";
    THIS_SCREEN_SHOWS_NOTHING_THAT_IS_FOR = "This screen shows nothing that is for you alone.";
    HOLD_R_TO_SEE_WHY = " Hold r to see why.";

    // Seals.
    seal(done) = "{done} seal";
    BROKEN_SEAL = "BROKEN SEAL";

    // Theme.
    UP_DOWN = "Up/Down";

    // Board.
    HOW_THINGS_STAND = "How things stand";

    // Bottom.
    WAITING_FOR_THE_TABLE = "Waiting for the table.";
    paused_the_clock_stands_still(paused) = "{paused} PAUSED: the clock stands still. /session resume goes on.";
    idle_session_start_begins(paused) = "{paused} IDLE: /session start begins.";
    what_was_good_what_could_be(ending) = "{ending} What was good, what could be better?";
    DEBRIEF_WHAT_WAS_GOOD_WHAT_COULD = "DEBRIEF: what was good, what could be better?";
    answered_may_be_changed(done) = "  {done} answered, may be changed";
    first_of_asks(asks) = "  1 of {asks}, Ctrl-N";
    YOU_ARE_OUT_OF_IT_LISTEN = "You are out of it: listen, and keep what you know to yourself.";
    NOTHING_IS_ASKED_OF_YOU_NOW = "Nothing is asked of you now.";
    you_watch(who) = "You watch. {who}";
    YOU_WATCH = "You watch.";
    has_the_word(name) = "{name} has the word.";
    is_thinking(name, more) = "{name} is thinking{more}";
    waiting_for(names) = "Waiting for {names}.";
    hold_r_to_read(what) = " Hold r to read {what}.";
    THE_REST = "the rest";
    you_have_chosen(done, hold) = "{done} You have chosen.{hold}";
    THE_QUESTION = "the question";
    you_have_chosen_it_may_be(done) = "{done} You have chosen; it may be changed.";
    you_have_chosen_and_it_is(done) = "{done} You have chosen, and it is final.";
    COLON_Q_LEAVES = ":q leaves";
    ENTER_GOES_ON = "Enter goes on";
    MORE_TIME = "+ more time";
    R_PRIVATE_HOLD = "r private (hold)";
    CTRL_B_MORE = "Ctrl-B more";
    X_STOPS = "/x stops";
    ASIDE = "(( aside";
    COMMAND = ": command";
    PGUP_BACK = "PgUp back";
    keys(dot) = " {dot} ? keys";
    ENTER_NEXT = "Enter next";
    ESC_BACK = "Esc back";
    change(arrows) = "{arrows} change";
    TAB_NEXT = "Tab next";
    TYPE_TO_SAY_IT = "type to say it";
    ENTER_ANSWERS_SO = "Enter answers so";
    ESC_UNDO = "Esc undo";
    number_answers_at_once(choices) = "1-{choices} answers at once";
    OR_SAY_IT_IN_WORDS = "or say it in words";
    type_label(label) = "type {label}";
    or_number_for_an_idea(arrows) = "{arrows} or number for an idea";
    ENTER_SAYS_IT = "Enter says it";
    other_answers(arrows) = "{arrows} other answers";
    or_number_then_enter(arrows) = "{arrows} or number, then Enter";
    A_LETTER_THEN_ENTER = "a letter, then Enter";

    // Dice.
    sealed(short) = "  sealed {short}";

    // Form.
    ideas(ideas) = "Ideas: {ideas}";
    TAB = "Tab";
    or_number_then_enter_arrows(arrows) = " ({arrows} or number, then Enter)";
    WITH_BETWEEN_ENTER_LEAVES_IT_OUT = " (with | between; Enter leaves it out)";
    ENTER_LEAVES_IT_OUT = " (Enter leaves it out)";
    WITH_COMMAS_BETWEEN = "with commas between";
    WITH_BARS_BETWEEN = "with | between";
    to_name_min_max(name, min, max) = "{name}, {min} to {max}";
    as_json(name) = "{name}, as JSON";

    // Help.
    ENTER = "Enter";
    SEND_THE_WORDS_OR_ANSWER_WITH = "send the words, or answer with what is chosen";
    OR_NUMBER = "{} or number";
    CHOOSE_AN_ANSWER_NOTHING_IS_SENT = "choose an answer; nothing is sent before Enter";
    TO_THE_NEXT_FIELD_OF_THE = "to the next field of the answer, or the next pane";
    TO_THE_NEXT_QUESTION_IF_THERE = "to the next question, if there are several";
    MORE_TIME_WHILE_A_CLOCK_RUNS = "more time, while a clock runs; on an empty line";
    R_HOLD = "r (hold)";
    WHAT_ONLY_YOU_KNOW_ON_AN = "what only you know; on an empty line";
    ALL_OF_THE_BOARD_HOW_THINGS = "all of the board: how things stand";
    ESC = "Esc";
    BACK_OUT_OF_A_FIELD_EMPTY = "back: out of a field, empty the line, choose nothing";
    PGUP_PGDN = "PgUp PgDn";
    READ_BACK_AND_ON = "read back, and on";
    HOME_END = "Home End";
    TO_THE_BEGINNING_AND_BACK_TO = "to the beginning, and back to what is new";
    OUT_OF_CHARACTER_WORDS_AND_OOC = "out of character; //words and OOC: words too";
    SESSION_PAUSE_ROLL_2D6_HELP_SAYS = "/session pause, /roll 2d6 ...; /help says them all";
    THE_SAME_Q_LEAVES_AND_THE = "the same; :q leaves, and the game rests";
    LEAVE = "leave";
    PHOTO_FILE = "/photo FILE";
    ADD_PHOTOS_PHOTO_DESK_JPG_MY = "add photos: /photo desk.jpg \"my shelf.png\" -- words";
    DELETE_EVERY_PHOTO_OF_THIS_SESSION = "delete every photo of this session";
    THE_LAST_MOVE_BACK_OR_ANOTHER = "the last move back, or another one; /redo brings it back";
    STOP_WHAT_IS_BEING_TOLD_AT = "stop what is being told, at once, and nobody asks why";
    KEYS = "Keys";
    TAKE_THAT_CHOICE_AT_ONCE = "take that choice, at once";
    then_enter(label) = "{label}; then Enter";

    // Mod.
    TAB_TURNS = " Tab";
    ctrl_b_more(dot) = " {dot} Ctrl-B more";
    new_end(dot, talk) = " {dot} {talk} new, End ";
    parlor_needs_characters_of_room(columns, x, rows, width, height) =
        "Parlor needs {columns}{x}{rows} characters of room; this is {width}{x}{height}. The game goes on meanwhile.";

    // Overlay.
    PGDN_GOES_ON = "PgDn goes on, ";
    esc_closes(title, dot, more) = "{title} {dot} {more}Esc closes";

    // Private.
    NOTHING_IS_KNOWN_TO_YOU_ALONE = "Nothing is known to you alone.";
    FOR_YOUR_EYES_ONLY = "For your eyes only";
    YOU_HAVE_CHOSEN_AND_IT_IS = "You have chosen, and it is final.";
    asked_now(open) = "Asked now: {open}";
    you_may_choose(names) = "You may choose {names}.";
    not(barred) = "Not {barred}.";
    YOU_HAVE_CHOSEN_IT_MAY_BE = "You have chosen; it may be changed.";

    // Seats.
    hidden_more(sign, hidden) = "{sign} {hidden} more";

    // Talk.
    private_hold_r(dot) = "{dot} private: hold r {dot}";

    // Title.
    TITLE_WAITS_FOR_THE_TABLE = "waiting for the table ";
    TABLE = " Table ";
    TABLE_IDLE = "idle";
    TABLE_ZERO = "zero";
    TABLE_ACTIVE = "active";
    TABLE_PAUSED = "paused";
    TABLE_DEBRIEF = "debrief";

    // Board, bodies.
    ONE_PHOTO = "1 photo";
    photos(count) = "{count} photos";
    seal_short(short) = "seal {short}";

    // Form, keyed.
    enter_esc_leaves_it(what) = "Enter {what}. Esc leaves it.";

    // Lines, asked.
    COMMA_PLUS_GIVES_MORE = ", + gives more";
    you_have(spoken, more) = "You have {spoken}{more}.";
    an_empty_line(deed, deed_2) = " ({deed}; an empty line: {deed_2})";
    before_your_words_if_you_like(besides) = "   before your words, if you like: {besides}";
    as_json_type(about, tool) = "  {{}}  {about} (as JSON: {{\"type\": \"{tool}\", ...}})";
    HELP_SAYS_WHAT_ELSE_CAN_BE = "/help says what else can be done, /quit leaves.";
    say_to_do_it_anything_else(what, yes) = "{what} Say {yes} to do it; anything else leaves it.";
    give_it_once_more_to_do(what) = "{what} Give it once more to do it; anything else leaves it.";
    this(what) = "This {what}.";
    nothing(name) = "{name}: nothing.";
    goes_with_what_you_say_next(name, given) = "{name}: {given} goes with what you say next; {name}= takes it back.";
    cannot_be_chosen_choice_why_hint(choice, why, hint) = "{choice} cannot be chosen: {why}. {hint}";
    is_none_of_them(line, hint) = "\"{line}\" is none of them. {hint}";
    ANSWER_WITH_JSON = "Answer with JSON.";
    GIVE_A_NUMBER_OR_A_LETTER = "Give a number or a letter";
    GIVE_A_LETTER = "Give a letter";
    GIVE_A_NUMBER = "Give a number";
    COMMA_OR_SAY_IT_IN_WORDS = ", or say it in words";

    // Lines, filling.
    THIS_HAS_TO_BE_GIVEN = "this has to be given";
    numbers_or_words_with_commas(question) = "{question} (numbers or words, with commas between; an empty line leaves it out)";
    NUMBER_WANTED = "give a number";
    at_most_characters(max_chars) = "at most {max_chars} characters";
    a_whole_number_from_to(min, max) = "a whole number from {min} to {max}";
    at_most_with_between(max) = "at most {max}, with | between";
    to_with_between(min, max) = "{min} to {max}, with | between";
    AS_JSON = "as JSON";
    AN_EMPTY_LINE_LEAVES_IT_OUT = "; an empty line leaves it out";
    is_none_of_them_give_a(line) = "{line} is none of them; give a number of the list";

    // Lines, waiting.
    thinking_s(dots, seconds) = "{dots} thinking, {seconds} s";
}
