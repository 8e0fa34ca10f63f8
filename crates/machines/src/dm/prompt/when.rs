//! One line a tool, for the list of those that are legal now: when it is the right one. What each does in full, and
//! within which limits, stands in the fixed part and in the tool's own schema.

/// When to use a tool.
pub(super) fn when(tool: &str) -> &'static str {
    WHEN.iter().find(|(name, _)| *name == tool).map_or("as its name says", |(_, when)| *when)
}

/// Does a tool leave the turn with the game master?
pub(super) fn is_step(tool: &str) -> bool {
    STEPS.contains(&tool)
}

const STEPS: &[&str] = &[
    "think",
    "speak_as_npc",
    "set_scene_style",
    "draw_card",
    "spawn_thread",
    "spread_rumor",
    "shift_attitude",
    "shift_disposition",
    "move_to",
    "introduce",
    "reveal_clock",
    "new_clock",
    "tick_clock",
    "settle_threat",
];

/// Every tool.
pub const WHEN: &[(&str, &str)] = &[
    // The game master: what ends a turn.
    ("open_story", "propose the whole story"),
    ("open_scene", "begin the scene and give the player the word"),
    ("narrate", "no dice needed: tell it and give the player the word"),
    ("ask_player", "you cannot tell what they mean, nor decide it"),
    ("choose", "the situation itself has only two to four doors"),
    ("engage", "it is uncertain and failure would cost: to the dice"),
    ("spend_die", "commit one ending for each die above"),
    ("resolve", "name the outcome of the spent die"),
    ("land", "tell how it lands and give the player the word"),
    ("accept", "it has landed: back to the scene"),
    ("offer_bargain", "put prices on dice"),
    ("scar", "tell how it breaks and name the scar"),
    ("pass_time", "tell the days, give dice back, pull them into the next scene"),
    ("compress", "write the scene into the book"),
    // The game master: steps.
    ("think", "a private note first"),
    ("speak_as_npc", "somebody says something"),
    ("set_scene_style", "the air changes"),
    ("draw_card", "you need an idea"),
    ("spawn_thread", "a matter begins that will come back"),
    ("spread_rumor", "people talk"),
    ("shift_attitude", "a faction thinks otherwise"),
    ("shift_disposition", "a person thinks otherwise"),
    ("move_to", "they go elsewhere in this scene"),
    ("introduce", "somebody new comes in"),
    ("reveal_clock", "the players found out what it counts"),
    ("new_clock", "something builds up by itself, or by patient work"),
    ("tick_clock", "what was done moves a clock"),
    ("settle_threat", "an unanswered threat is dealt with"),
    // The players.
    ("create_character", "say who you play"),
    ("act", "say or do something in your own words"),
    ("take", "take one of these, by its number"),
    ("give_spotlight", "let another player go first, by the name of the seat"),
    ("choose_die", "spend one of these, by its number"),
    ("strike", "take one of these, by its number"),
    ("retreat", "give it up: 3 new dice, and the scene ends"),
    ("pass_out", "fall: 2 stress, 2 new dice, a threat grows, and the scene ends"),
    ("take_way_out", "take one of these, by its number"),
    ("next_scene", "go on with the story"),
    ("rest", "downtime first: heal, lie low, work on a goal"),
    ("end_session", "that was the evening, for the whole table"),
    ("lay_low", "less heat; without any, fewer warrants"),
    ("recover", "1 coin: stress -1, dice, and you are well again"),
    ("work_on", "one of these goals moves by 1"),
    ("back_to_work", "enough rest: give up the time that is left"),
    ("try_again", "ask the game master for another story"),
    ("house_story", "take a story of the house"),
];
