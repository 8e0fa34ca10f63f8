//! The catalogue: every sentence that the bot says of itself, ready to be translated. What is told of an activity and of a table
//! comes with their boards, forms and tellings; the names of commands are Discord's.

protocol::catalogue! {
    // Answer.
    IT_IS_TOO_LONG_TO_BE = "it is too long to be shown here";
    DONE = "Done.";
    THAT_TOOK_TOO_LONG_PRESS_IT = "That took too long: press it again.";

    // Api.
    THE_WEBHOOK_HAS_NO_TOKEN = "the webhook has no token";
    IT_DOES_NOT_SAY_WHAT_IT = "it does not say what it made";

    // Ask.
    CHOOSE = "Choose";
    this(what) = "This {what}.";
    THAT_CANNOT_BE_ANSWERED_ANY_MORE = "That cannot be answered any more: look what is asked now.";

    // Asked.
    BEGIN_TO_PLAY_OR_GO_ON = "Begin to play, or go on";
    PREPARE_THE_WORLD_THE_CHARACTERS = "Prepare: the world, the characters, the lines";
    TAKE_A_BREAK_EVERY_CLOCK_STANDS = "Take a break: every clock stands still";
    GO_ON_AFTER_A_BREAK = "Go on after a break";
    END_PLAY_AND_SAY_WHAT_WAS = "End play, and say what was good";
    CLOSE_THE_TABLE_UNTIL_NEXT_TIME = "Close the table until next time";

    // Board.
    you(text) = "You: {text}";
    also_there(besides) = "-# Also there: {besides}";
    seat(seat) = "seat {seat}";
    at_the_seats(known) = "At the seats: ||{known}||";
    and_more(more) = "-# and {more} more";
    every_ending_is_sealed(seals) = "-# every ending is sealed: {seals}";
    and_so_many_more(more) = " and {more} more";

    // Bot.
    the_gateway_said_something(why) = "the gateway said something unreadable: {why}";
    THE_GATEWAY_HAS_CLOSED_FOR_GOOD = "the gateway has closed for good";
    IT_IS_PAUSED = "it is paused";
    table_nobody_can_read_it_any(key, how) = "table {key}: nobody can read it any more; {how}";
    an_answer_did_not_arrive(why) = "an answer did not arrive: {why}";
    SOMETHING_BROKE_HERE_NOTHING_WAS = "Something broke here. Nothing was done; try it again.";

    // Card.
    THE_HOUSE = "the house";
    NOBODY_YET = "nobody yet";
    FOR_ONE_PERSON = "for one person";
    of_up_to_people(there, most) = "{there} of up to {most} people";
    people(there) = "{there} people";
    IT_IS_FULL = "It is full. ";
    waiting_at_the_table_all_other(count, about, there, full, company) =
        "⚪ **Waiting** · {count}\n{about}\n**At the table** {there}\n{full}All other seats go to {company}.";
    JOIN = "Join";
    LEAVE = "Leave";
    BEGIN = "Begin";
    closes_at(closes) = "\nCloses <t:{closes}:R>";
    the_talk_is_in(talk) = "\nThe talk is in <#{talk}>";
    in_the_browser_for_those_who(page) = "\n[In the browser]({page}), for those who have an invitation to it";
    MY_SEAT = "My seat";
    PAUSE = "Pause";
    RESUME = "Resume";
    START = "Start";
    MORE_TIME = "More time";
    with_company(company) = " · with {company}";
    foot_of_a_card(key, activity, with) = "table {key} · {activity}{with}";

    // Clocks.
    FULL = ", full";
    filled_of(filled, segments, full) = " {filled} of {segments}{full}.";
    IS_FULL = "full";
    noted_full(note) = "{note} · full";

    // Commands.
    WHAT_IS_PLAYED = "What is played";
    WHAT_THE_TABLE_IS_CALLED = "What the table is called";
    WHAT_THE_DICE_ARE_SEEDED_WITH = "What the dice are seeded with: all that an evening's end told, to play it again";
    WHAT_ONE_EVENING_AFTER_ANOTHER =
        "What one evening after another goes on with: the next one here of that name goes on from the last";
    WHAT_MODELS_SPEAK_THERE_IF_NOT = "What models speak there, if not what your Discord speaks";
    HOW_THE_TABLE_STANDS_AND_HOW = "How the table stands, and how to speak here";
    WHICH_SEAT_OF_THE_HOUSE = "Which seat of the house";
    ON_OR_OFF = "On, or off";
    THE_SESSION_OF_THIS_CHANNELS_TABLE = "The session of this channel's table";
    TABLES = "Tables";
    LAY_A_TABLE_AND_WAIT_UNTIL = "Lay a table, and wait until all have sat down";
    WHAT_CAN_BE_DONE_HERE = "What can be done here";
    YOUR_SEAT = "Your seat";
    WHAT_ONLY_YOU_MAY_KNOW_AND = "What only you may know, and what you are asked";
    SIT_DOWN = "Sit down";
    GIVE_YOUR_SEAT_BACK_OR_BE = "Give your seat back, or be away from it";
    WHETHER_YOU_ARE_CALLED_WHEN_YOU = "Whether you are called when you are asked something";
    VOTE_OR_CHOOSE_WHATEVER_ELSE_ALL = "Vote, or choose whatever else all choose at once";
    WHOM_OR_WHAT = "Whom or what";
    SAY_SOMETHING_AT_THE_TABLE = "Say something at the table";
    WHAT_YOU_SAY = "What you say";
    SAY_SOMETHING_OUT_OF_CHARACTER = "Say something out of character";

    // Deeds.
    THIS_BOT_KNOWS_NOTHING_OF_THAT = "This bot knows nothing of that.";
    THERE_IS_NO_SUCH_THING_TO = "There is no such thing to do with a session.";
    SAY_WHAT_IS_TO_BE_PLAYED = "Say what is to be played.";
    the_table_is_laid_press_begin(talk) = "The table is laid: <#{talk}>. Press **Begin** when all are there.";
    there_is_no_table_in_this(start) = "There is no table in this channel. {start} with an activity lays one.";
    THAT_TABLE_HAS_BEEN_CLEARED_AWAY = "That table has been cleared away: there is a newer one in this channel.";
    THIS_BUTTON_IS_OF_ANOTHER_TIME = "This button is of another time.";
    PHOTOS_OF_THE_SPACE = "Photos of the space";
    WHAT_SHOULD_BE_SAID_WITH_THEM = "What should be said with them?";
    ADD_PHOTOS = "Add photos";
    THIS_FORM_IS_OF_ANOTHER_TIME = "This form is of another time.";
    YOU_HAVE_NO_SEAT_AT_THIS = "You have no seat at this table: press **Join**.";
    NOTHING_HAS_BEGUN_YET_PRESS_JOIN = "Nothing has begun yet: press **Join**, and **Begin** when all are there.";
    NOTHING_HAS_BEGUN_YET_PRESS_BEGIN = "Nothing has begun yet: press **Begin** on the card.";
    SOMETHING_BROKE_HERE = "Something broke here.";
    WHAT_YOU_WERE_TOLD_SO_FAR = "What you were told so far, and nothing else.";
    NOBODY_HAS_TO_HURRY_HERE_THERE = "Nobody has to hurry here: there is no clock.";
    that_is_for(name) = "That is for {name}.";
    THAT_IS_NOT_ASKED_OF_YOU = "That is not asked of you: look what is asked now.";
    THERE_IS_NOTHING_TO_CHOOSE_JUST = "There is nothing to choose just now that you have a part in.";
    that_one_cannot_be_chosen_you(names) = "That one cannot be chosen. You can choose {names}.";
    you_choose(choice) = "You choose **{choice}**.";

    // Doctor.
    VIEW_CHANNELS = "View Channels";
    TO_BE_THERE_AT_ALL = "to be there at all";
    SEND_MESSAGES = "Send Messages";
    FOR_THE_CARD_OF_A_TABLE = "for the card of a table";
    EMBED_LINKS = "Embed Links";
    ATTACH_FILES = "Attach Files";
    FOR_PICTURES_OF_CLOCKS = "for pictures of clocks";
    READ_MESSAGE_HISTORY = "Read Message History";
    TO_GO_ON_AFTER_A_BREAK = "to go on after a break without saying a line twice";
    CREATE_PUBLIC_THREADS = "Create Public Threads";
    FOR_THE_TALK_OF_A_TABLE = "for the talk of a table";
    SEND_MESSAGES_IN_THREADS = "Send Messages in Threads";
    MANAGE_WEBHOOKS = "Manage Webhooks";
    EVERY_SEAT_SPEAKS_UNDER_ITS_OWN = "every seat speaks under its own name";
    PIN_MESSAGES = "Pin Messages";
    THE_CARD_OF_A_TABLE_IS = "the card of a table is pinned";

    // Face.
    ends_at(at) = " Ends <t:{at}:R>.";
    AGAIN_WITH_EVERYBODY = "Again with everybody";
    SAY_WHAT_WAS_GOOD = "Say what was good";
    KEEP_IT = "Keep it";
    look_at_your_seat_for_what(over, ends) = "{over}look at your seat for what is asked of you.{ends}";

    // Panel.
    is_on_its_page_for_those(what, page) = "{what} is on [its page]({page}), for those who have an invitation to it";
    does_not_fit_into_discord(what) = "{what} does not fit into Discord";
    seat_named(seat, name) = "Seat {seat} · **{name}**";
    ANOTHER_WAY_TO_ANSWER = "Another way to answer";
    IT_IS_OVER = "\n\nIt is over.";
    YOU_ARE_ASKED_NOTHING_JUST_NOW = "\n\nYou are asked nothing just now.";
    NOTHING_GOES_ON_JUST_NOW = "\n\nNothing goes on just now.";
    LOOK_AGAIN = "Look again";
    THE_REST = "the rest";
    YOU_HAVE_ANSWERED_IT_CAN_STILL = "\nYou have answered. It can still be changed.";

    // Photos.
    kept_whatever_else_the_files_said(kept) =
        "{kept} kept: whatever else the files said, such as where they were taken, is gone.";
    THEY_GO_WITH_WHAT_YOU_SAY = "They go with what you say next.";
    it_is_larger_than_mb(most) = "it is larger than {most} MB";
    IT_IS_NOT_WITH_DISCORD = "it is not with Discord";

    // Rest.
    there_is_no_tls_here(why) = "there is no TLS here: {why}";
    IT_WANTS_TO_BE_ASKED_LATER = "it wants to be asked later";
    IT_TOOK_TOO_LONG = "it took too long";
    and_what_follows_is_no_json(status) = "{status}, and what follows is no JSON";
    IT_DOES_NOT_SAY_WHY = "it does not say why";

    // Session.
    the_table_is(state, talk) = "The table is **{state}**: <#{talk}>.";
    has_not_begun_at_the_table(title, names) = "**{title}** has not begun. At the table: {names}.";
    THE_HOST = "the host";
    how_the_table_stands(title, state, since, by, talk, speak) =
        "**{title}** is **{state}** since <t:{since}:R>, set by {by}. <#{talk}>\n{speak}";
    what_can_be_done_here_in_full(start, new, pause, close, join, leave, speak) =
        "I lay tables in channels: people sit down with the house, and I keep the rules.\n**Begin** {start} lays a table and \
         begins; {new} waits until all are there. {pause} takes a break, {close} closes it.\n**Your seat** press *My seat* on \
         the card: only you see it. {join} sits down at a table that runs, {leave} gets up again.\n**Speak** {speak}";
    AND_OOC_ARE_OUT_OF_CHARACTER = " `((…))`, `//` and `OOC:` are out of character.\n**At a table**";
    WHOEVER_HAS_A_SEAT_JUST_TYPES = "Whoever has a seat just types in the thread.";
    i_do_not_read_along_speak(say) = "I do not read along: speak with {say}, by a reply to me, or by mentioning me.";
    THERE_IS_NO_SUCH_ACTIVITY_CHOOSE = "There is no such activity: choose one of those offered.";
    the_table_could_not_be_laid(why) = "The table could not be laid. {why}";
    models_play_at_these_tables_which(most, next) =
        "Models play at these tables, which costs money: no more than {most} are laid in a day. The next can be laid \
         <t:{next}:R>.";
    waits_in_this_channel_press_join(title) = "**{title}** waits in this channel: press **Join** or **Begin**.";
    is_played_in_this_channel_session(title) = "**{title}** is played in this channel: `/session close` first.";
    ONLY_THOSE_AT_THE_TABLE_CAN = "Only those at the table can begin: press **Join** first.";
    THE_TABLE_IS_GONE = "The table is gone.";
    YOU_ARE_AT_THE_TABLE_ALREADY = "You are at the table already.";
    NO_SEAT_OF_THE_HOUSE_IS = "No seat of the house is free there.";
    THERE_IS_NO_SUCH_SEAT = "There is no such seat.";
    you_sit_in_s_seat_now(name) = "You sit in **{name}**'s seat now. Press **My seat**.";
    no_more_than_people_can_sit(most) = "No more than {most} people can sit down to this.";
    YOU_ARE_AT_THE_TABLE_IT = "You are at the table. It begins when somebody presses **Begin**.";
    table_the_card_was_not_changed(key, why) = "table {key}: the card was not changed: {why}";
    YOU_HAVE_NO_SEAT_AT_THIS_TABLE = "You have no seat at this table.";
    the_seat_stays_yours_and_the(back) = "The seat stays yours, and the rules answer for you until you give {back}.";
    YOU_HAVE_LEFT_THE_TABLE = "You have left the table.";
    YOU_ARE_NOT_CALLED_ANY_MORE = "You are not called any more: look into the thread now and then.";
    YOU_ARE_CALLED_WHEN_YOU_ARE = "You are called when you are asked something.";
    SOMEBODY = "Somebody";

    // Talk.
    lines_came_too_fast_after_this(missed) =
        "{missed} lines came too fast after this, and were not heard: say again what matters.";
    only_you_may_read_that_give(command) = "Only you may read that: give it as a command, `{command}`.";
    THAT_WAS_TALK_AT_THE_TABLE = "That was talk at the table, and answers nothing: **My seat** shows what you are asked.";
    THAT_WAS_NOT_TAKEN_MY_SEAT = "That was not taken. **My seat** shows what you are asked; `/say` tells you why.";
    a_reply_was_not_said(why) = "a reply was not said: {why}";

    // Teller.
    THE_REST_IS_IN_THE_BROWSER = "the rest is in the browser and in /export";
    THE_REST_IS_IN_EXPORT = "the rest is in /export";
    table_where_it_stands_could_not(key, why) = "table {key}: where it stands could not be noted: {why}";

    // Told.
    seat_numbered(seat) = "Seat {seat}";
    aside(who, words) = "*{who}, aside:* {words}";

    // Rest, limits.
    discord_hears_nothing_of_this_bot(wait) = "Discord hears nothing of this bot for {wait} s: it asked too much";
    discord_hears_nothing_from_this(wait) = "Discord hears nothing from this address for {wait} s";
    DISCORD_REFUSED_SO_MUCH_OF_WHAT = "Discord refused so much of what this bot asked that it asks nothing for a while";
    it_wants_to_be_asked_in(wait) = "it wants to be asked in {wait} s again";

    // Teller, calls.
    THIS_IS_STILL_TO_BE_ANSWERED = "⏰ This is still to be answered.";

    // Teller, post.
    table_something_was_not_said(key, why) = "table {key}: something was not said: {why}";
    table_a_message_was_not_changed(key, why) = "table {key}: a message was not changed: {why}";

    // Teller, show.
    says_shall_the_table_be_it(heard, by, state, lapses) =
        "“{heard}”, says {by}. Shall the table be **{state}**? It lapses <t:{lapses}:R>.";
    AGREE = "Agree";
    NOT_NOW = "Not now";
    table_the_question_was_not_changed(key, why) = "table {key}: the question was not changed: {why}";

    // Text, split.
    more(rest, words, more) = " · {rest} more {words}: {more}";
}
