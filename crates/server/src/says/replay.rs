//! Looking back: the replay, its clips, what came before, and the machine.

protocol::catalogue! {
    // Book.
    CONTENTS = "Contents";

    // Clip.
    in_thought(name) = "{name}, in thought";

    // Diagram.
    the_phases_of_now(activity, phase) = "The phases of {activity}, now {phase}";
    the_phases_of(activity) = "The phases of {activity}";
    NOW = "now";

    // Earlier.
    what_came_before(title) = "{title}: what came before";
    WHAT_CAME_BEFORE = "What came before";

    // File.
    THE_LOG_ENDS_BEFORE_IT = "the log ends before it";
    replay_parlor(title) = "{title}: replay · Parlor";

    // Machine.
    DIAGRAMS = "Diagrams";
    OF_MACHINE = "machine";
    THE_TABLE = "The table";
    machine(title) = "{title}: machine";
    ALL_PHASES = "All phases";
    TRACE = "Trace";
    trace_record_of(at, of) = "Trace: record {at} of {of}";
    RECORD_BACK = "‹ Back";
    RECORD_ON = "On ›";
    RECORDS = "Records";
    IT_CHANGED_NOTHING_IN_THE_ACTIVITY = "It changed nothing in the activity.";
    WHAT_CHANGED = "What changed";
    seat_seat_tools(seat, tools) = "seat {seat}: {tools}";
    NOT_OVER_YET = "not over yet";
    seat_asked(seat, model, end) = "Seat {seat} asked {model}: {end}";
    PROMPT_WHAT_IS_ALWAYS_THE_SAME = "Prompt: what is always the same";
    PROMPT_HOW_THINGS_STAND_AND_WHAT = "Prompt: how things stand, and what is asked (before it comes what the seat was told)";
    RAW_REPLY = "Raw reply";
    THE_RECORD = "The record";
    LEGAL_NOW = "Legal now";
    COMMAND = "Command";
    EVENTS = "Events";
    STATE_BEFORE = "State before";
    STATE_AFTER = "State after";

    // Player.
    OPTIONS = "Options";
    COPY_LINK_HERE = "Copy link here";
    WATCH_TOGETHER = "Watch together";
    PICTURE_OF_THIS_MOMENT = "Picture of this moment";
    THIS_MOMENT_AS_TEXT = "This moment as text";
    WHAT_WERE_THEY_THINKING = "What were they thinking?";
    PLAYER = "Player";
    TO_THE_BEGINNING = "To the beginning";
    A_PHASE_BACK = "A phase back";
    A_STEP_BACK = "A step back";
    SIGN_PLAY = "▶ Play";
    A_STEP_ON = "A step on";
    A_PHASE_ON = "A phase on";
    TO_THE_END = "To the end";
    EVENT = "Event";
    of_last(last) = "of {last}";
    GO = "Go";
    SPEED = "Speed";
    MOMENT = "Moment";
    PHASES = "Phases";
    WORTH_A_LOOK = "Worth a look";
    EVERYBODY_PUBLIC = "everybody (public)";
    AN_OBSERVER = "an observer";
    NOTHING_HIDDEN = "nothing hidden";
    AFTER_THEY_SPEAK = "after they speak";
    AS_THEY_THINK = "as they think";
    THOUGHTS = "Thoughts";
    THOUGHTS_ARE_SHOWN = "Thoughts ";
    VIEW = "View";
    VIEW_IS = "View ";
    SIDE_BY_SIDE = "side by side";
    FORK_FROM_HERE = "Fork from here…";
    A_NEW_TABLE_WITH_THIS_PAST = "A new table with this past and a future of its own. This one stays as it is.";
    MAKE_THE_NEW_TABLE = "Make the new table";

    // Replay.
    NOTHING_HAS_HAPPENED_AT_THIS_TABLE = "nothing has happened at this table yet: look again later";
    THIS_IS_NO_CODE_OF_A = "this is no code of a link";
    the_record_is_damaged_and_is(damage) = "The record is damaged, and is shown up to there: {damage}";
    replay(title) = "{title}: replay";
}
