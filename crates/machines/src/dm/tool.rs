//! The tools: each command's fields, with what is legal in them.
//!
//! A tool has the same fields wherever it is offered. What differs is how much of a field is legal now: the names that
//! are known, the dice that lie there.

mod fields;
mod scope;

use engine::{Field, Tool, Voice};
use protocol::dm::{
    Attitude, Class, ClockKind, Connector, Disposition, Domain, Effect, Position, Pressure, Spread, Tension,
    Truth, Urgency, Verdict,
};
use serde_json::json;

use super::command::ConsequenceKind;
use super::limits::{ENDING_CHARS_MAX, LINES_MAX, POOL_MAX, PROSE_CHARS_MAX, SUMMARY_CHARS_MAX, TIME_DICE};
use fields::{choice, line, name_of, number, prose, rows, short, text, texts, words, yes_no};
pub(super) use scope::Scope;

/// The players' tools.
pub const OF_PLAYERS: &[&str] = &[
    "create_character",
    "act",
    "take",
    "give_spotlight",
    "choose_die",
    "strike",
    "retreat",
    "pass_out",
    "take_way_out",
    "next_scene",
    "rest",
    "end_session",
    "lay_low",
    "recover",
    "work_on",
    "back_to_work",
    "try_again",
    "house_story",
];

/// The game master's tools.
pub const OF_GM: &[&str] = &[
    "think",
    "open_story",
    "open_scene",
    "speak_as_npc",
    "ask_player",
    "choose",
    "engage",
    "spend_die",
    "resolve",
    "accept",
    "narrate",
    "land",
    "offer_bargain",
    "scar",
    "pass_time",
    "compress",
    "set_scene_style",
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
    "draw_card",
];

/// What may stand in an ending at all. What its die allows is narrower, and is turned back by the rules (D9).
pub(super) const OUTCOME_FIGURES: (i64, i64) = (-9, 9);

/// What the amount of a consequence may be: coin, or steps of attitude.
pub(super) const AMOUNT: (i64, i64) = (-3, 8);

/// A tool by its name.
pub(super) fn tool(name: &'static str, scope: &Scope) -> Tool {
    let (about, fields) = match name {
        "create_character" => ("Make your character.", character()),
        "act" => ("Say or do something, in your own words.", vec![prose("text", "what you do or say", None)]),
        "take" => ("Take one of these.", vec![numbered("option", "which", scope)]),
        "give_spotlight" => ("Let somebody else go first.", vec![spotlight("to", "who", true, scope)]),
        "choose_die" => ("Spend a die.", vec![numbered("die", "which die", scope)]),
        "strike" => ("Take a bargain.", vec![numbered("deal", "which", scope)]),
        "retreat" => ("Give it up: three new dice, and the scene ends.", Vec::new()),
        "pass_out" => ("Fall: two stress, two dice, a threat goes on, and the scene ends.", Vec::new()),
        "take_way_out" => ("Take a way out.", vec![numbered("way", "which", scope)]),
        "next_scene" => ("Go on to the next scene.", Vec::new()),
        "rest" => ("Rest first: downtime.", Vec::new()),
        "end_session" => ("End the evening here.", Vec::new()),
        "lay_low" => ("Keep out of sight (heat -1).", Vec::new()),
        "recover" => ("Heal (1 coin: stress -1, two dice).", Vec::new()),
        "work_on" => ("Work on a goal (clock +1).", vec![name_of("clock", "which", true, &scope.goals)]),
        "back_to_work" => ("Enough rest.", Vec::new()),
        "try_again" => ("Ask the game master again.", Vec::new()),
        "house_story" => ("Take a story of the house.", Vec::new()),
        "think" => (
            "Think, to yourself. No player ever reads it.",
            vec![text("text", "what you think", true, PROSE_CHARS_MAX, Some(Voice::Thought(scope.gm)))],
        ),
        "open_story" => ("Propose the story of this session.", story()),
        "open_scene" => ("Open a scene, and leave the word to the player.", scene(scope)),
        "speak_as_npc" => (
            "Speak as somebody of the world.",
            vec![
                name_of("person", "who speaks", true, &scope.people),
                prose("words", "what they say, without quotation marks", None),
                line("manner", "how, in a few words", false),
            ],
        ),
        "ask_player" => {
            ("Ask the player what they mean, and wait.", vec![line("question", "the question", true)])
        }
        "choose" => (
            "Give the player a choice, and wait.",
            vec![
                prose("narration", "what leads to the choice", scope.voice),
                texts("options", "two to four things to choose from", true, 2, 4),
            ],
        ),
        "engage" => (
            "The player risks something: go on to the dice.",
            vec![
                words("position", "how badly it may go", true, Position::ALL, Position::word),
                words("effect", "how much it may bring", true, Effect::ALL, Effect::word),
                words("domain", "what kind of thing it is", false, Domain::ALL, Domain::word),
                line("gain", "what helps, what may be won, or how it came to this", true),
                line("danger", "what may go wrong", true),
            ],
        ),
        "spend_die" => (
            "Commit one ending for each die of the pool, in the pool's order. The player sees the hints and costs, chooses a die, and then reads its narrative.",
            vec![line("situation", "what is at stake, in one sentence", true), outcomes(scope)],
        ),
        "resolve" => (
            "Say what came of the action. The verdict follows from the die.",
            vec![
                words("verdict", "what the die says", true, &scope.verdicts, Verdict::word),
                line("what", "what was achieved, or what happened instead", true),
                texts("costs", "what it cost, or what is not as it was", false, 0, 3),
                texts("complications", "what is harder now", false, 0, 3),
                line("danger", "what threatens now", false),
                line("escape", "the way out", false),
            ],
        ),
        "accept" => ("The aftermath is over: back to the scene.", Vec::new()),
        "narrate" => ("Tell what happens, and leave the word to the player.", narration(scope)),
        "land" => ("Tell how it lands, and leave the word to the player.", landed(scope)),
        "offer_bargain" => (
            "Put a price on dice: 1 stress, 1 heat or 1 tick of a threat for each die; one step of a faction's attitude for two; a scar for three.",
            vec![prose("narration", "the city's own words", scope.voice), deals()],
        ),
        "scar" => (
            "Name what breaks.",
            vec![
                prose("narration", "how it breaks", scope.voice),
                line(
                    "trauma",
                    "cold, haunted, obsessed, paranoid, reckless, soft, unstable, vicious, or a word of your own",
                    true,
                ),
                suggested(),
            ],
        ),
        "pass_time" => (
            "Let time pass, until something pulls them back.",
            vec![
                prose("narration", "what the days are like", scope.voice),
                line("time_elapsed", "how long it was, in words", true),
                number(
                    "dice_recovered",
                    "dice that everybody gets back",
                    true,
                    (i64::from(*TIME_DICE.start()), i64::from(*TIME_DICE.end())),
                ),
                line("hook", "what pulls them back", true),
            ],
        ),
        "compress" => (
            "Put the scene into a few words. The figures are checked.",
            vec![
                text("summary", "one paragraph", true, SUMMARY_CHARS_MAX, None),
                texts("key_moments", "three to five moments", true, 3, 5),
                texts("seeds", "what it may lead to", true, 1, 4),
                number("net_stress", "the party's stress, now less before", true, scope.net[0]),
                number("net_coin", "the party's coin, now less before", true, scope.net[1]),
                texts("rumors", "what is being said about it", false, 0, 2),
            ],
        ),
        "set_scene_style" => (
            "Set how the scene feels.",
            vec![
                line("atmosphere", "in a few words", true),
                words("pressure", "how tense", true, Pressure::ALL, Pressure::word),
                words("class", "whose world it is", true, Class::ALL, Class::word),
            ],
        ),
        "spawn_thread" => (
            "Begin a new thread of the story.",
            vec![
                line("hook", "what it is about", true),
                words("tension", "how near it is", true, Tension::ALL, Tension::word),
                name_of("deadline", "a clock in sight that runs out for it", false, &scope.seen),
            ],
        ),
        "spread_rumor" => (
            "Let a rumour go round.",
            vec![
                line("text", "what is said", true),
                name_of("source", "who says it", false, &scope.people),
                words("truth", "whether it is so (players never see this)", true, Truth::ALL, Truth::word),
                words("spread", "how far it gets", true, Spread::ALL, Spread::word),
            ],
        ),
        "shift_attitude" => (
            "A faction thinks otherwise of the party.",
            vec![
                name_of("faction", "which", true, &scope.factions),
                words("attitude", "what it thinks now", true, Attitude::ALL, Attitude::word),
                line("why", "why", true),
            ],
        ),
        "shift_disposition" => (
            "A person thinks otherwise of the party.",
            vec![
                name_of("person", "who", true, &scope.people),
                words("disposition", "what they think now", true, Disposition::ALL, Disposition::word),
                line("why", "why", true),
            ],
        ),
        "move_to" => (
            "The party goes somewhere: to a place that is known, or a new one.",
            vec![short("place", "its name", true), line("about", "what a new place is like", false)],
        ),
        "introduce" => ("Somebody new comes in.", person(&scope.factions)),
        "reveal_clock" => {
            ("Let the players see a clock.", vec![name_of("clock", "which", true, &scope.hidden)])
        }
        "new_clock" => ("Start a clock.", clock()),
        "tick_clock" => (
            "Move a clock on.",
            vec![
                name_of("clock", "which", true, &scope.clocks),
                choice("ticks", "by how many", true, (1..=3).map(|count| (json!(count), count.to_string()))),
            ],
        ),
        "settle_threat" => {
            ("Something that threatened is answered.", vec![name_of("threat", "which", true, &scope.threats)])
        }
        _ => ("Draw a card, to make up a scene or a person from.", Vec::new()),
    };
    Tool { name: name.to_owned(), about: about.to_owned(), fields }
}

fn character() -> Vec<Field> {
    let archetypes = &super::setting::setting().archetypes;
    let choices = archetypes.iter().map(|it| (json!(it.key), format!("{}: {}", it.name, it.line)));
    vec![
        short("name", "your character's name", true),
        short("pronouns", "how they are spoken of: she, he, they", true),
        choice("archetype", "what they are", true, choices),
        line("background", "where they come from, in a line", true),
        texts(
            "lines",
            "what shall never be told at this table (nobody is told that it was you)",
            false,
            0,
            LINES_MAX,
        ),
        texts("veils", "what shall be told only from afar", false, 0, LINES_MAX),
    ]
}

fn story() -> Vec<Field> {
    let clocks = |name: &str, label: &str, required, count: (usize, usize)| {
        rows(name, label, required, count, clock_fields())
    };
    vec![
        short("title", "what it is called", true),
        line("stakes", "what is to be won or lost", true),
        clocks("threats", "two clocks of what goes wrong by itself; the players see them", true, (2, 2)),
        clocks("goal", "one clock of what the party wants; the players see it", true, (1, 1)),
        clocks(
            "hidden",
            "up to two clocks of what factions are up to; the players do not see them",
            false,
            (0, 2),
        ),
        rows(
            "places",
            "two or three places",
            true,
            (2, 3),
            vec![short("name", "its name", true), line("about", "what it is like", true)],
        ),
        rows(
            "factions",
            "one to four factions",
            true,
            (1, 4),
            vec![
                short("name", "its name", true),
                line("about", "what it is", true),
                line("goal", "what it wants", true),
                words("attitude", "what it thinks of the party", true, Attitude::ALL, Attitude::word),
            ],
        ),
        rows("people", "two to four people", true, (2, 4), person(&None)),
        line("first_scene", "how it begins, in a line", true),
    ]
}

fn scene(scope: &Scope) -> Vec<Field> {
    let kinds = ["encounter", "opportunity", "discovery", "open"];
    vec![
        choice("kind", "what kind of scene", true, kinds.map(|kind| (json!(kind), kind.to_owned()))),
        short("title", "what it is called", true),
        short("place", "where: a place that is known, or a new one", true),
        line("what", "who or what stands in the way, what is offered, or what is found", false),
        line("catch", "what is wrong with it, or what it may mean", false),
        name_of("person", "who is behind it", false, &scope.people),
        words("urgency", "an encounter: how pressing it is", false, Urgency::ALL, Urgency::word),
        yes_no("escapable", "an encounter: can one walk away?", false),
        prose("narration", "what the players hear", scope.voice),
        suggested(),
    ]
}

fn outcomes(scope: &Scope) -> Field {
    let fields = vec![
        line("hint", "three to eight words", true),
        number("stress", "what it costs in stress", true, OUTCOME_FIGURES),
        number("heat", "what it costs in heat", true, OUTCOME_FIGURES),
        number("coin", "what it costs or brings in coin", true, OUTCOME_FIGURES),
        text("narrative", "what the player reads after choosing this die", true, ENDING_CHARS_MAX, None),
    ];
    rows("outcomes", "one ending for each die, in the pool's order", true, scope.pool, fields)
}

fn narration(scope: &Scope) -> Vec<Field> {
    vec![
        prose("narration", "what the players hear", scope.voice),
        connector(),
        number("stress", "what it costs the acting character in stress", false, (-9, 9)),
        number("coin", "what it costs or brings them in coin", false, (-5, 5)),
        number("heat", "how much it draws eyes to them", false, (0, 4)),
        yes_no("continue_scene", "does the scene go on?", true),
        line("cost", "what it cost, for later scenes to remember", false),
        line("threat", "what threatens now and is not answered", false),
        suggested(),
        spotlight("spotlight", "whose turn it is now", false, scope),
    ]
}

fn landed(scope: &Scope) -> Vec<Field> {
    vec![
        prose("narration", "what the players hear", scope.voice),
        connector(),
        number("coin", "what it costs or brings the acting character in coin", false, (-5, 5)),
        yes_no("continue_scene", "does the scene go on?", true),
        line("cost", "what it cost, for later scenes to remember", false),
        line("threat", "what threatens now and is not answered", false),
        suggested(),
    ]
}

fn deals() -> Field {
    let prices = ["stress", "heat", "clock", "faction", "trauma"];
    let fields = vec![
        line("label", "what it is called", true),
        line("hint", "a few words", true),
        choice("cost", "what it takes", true, prices.map(|price| (json!(price), price.to_owned()))),
        number("amount", "how much of it", true, (1, 3)),
        short("target", "the clock or the faction that it is about", false),
        number("dice", "how many dice it gives", true, (1, 3)),
        text("narrative", "what the player reads after taking it", true, ENDING_CHARS_MAX, None),
    ];
    rows("deals", "two to four bargains", true, (2, 4), fields)
}

fn person(factions: &Option<Vec<String>>) -> Vec<Field> {
    vec![
        short("name", "their name", true),
        line("role", "what they do", true),
        name_of("faction", "whose they are", false, factions),
        line("voice", "how they speak", true),
        line("secret", "what they hide (players never see this)", true),
        line("want", "what they want", true),
        words("disposition", "what they think of the party", true, Disposition::ALL, Disposition::word),
    ]
}

fn clock() -> Vec<Field> {
    let mut fields = clock_fields();
    fields.insert(1, words("kind", "what it counts towards", true, ClockKind::ALL, ClockKind::word));
    fields.insert(3, yes_no("visible", "do the players see it?", true));
    fields
}

fn clock_fields() -> Vec<Field> {
    let kinds = ConsequenceKind::ALL.map(|(_, name)| (json!(name), name.replace('_', " ")));
    vec![
        short("name", "what it is called", true),
        choice("segments", "how long it is", true, [4, 6, 8].map(|count| (json!(count), count.to_string()))),
        choice("consequence", "what happens when it is full", true, kinds),
        short("target", "the faction, person or clock that it is about", false),
        line("what", "what happens, in words", false),
        number("amount", "how much coin (1 to 8), or how many steps of attitude (-3 to 3)", false, AMOUNT),
    ]
}

fn suggested() -> Field {
    texts("suggested", "two or three things that the player could do", true, 2, 3)
}

fn connector() -> Field {
    words("connector", "how it hangs together with what came before", false, Connector::ALL, Connector::word)
}

/// One of the numbered options.
fn numbered(name: &str, label: &str, scope: &Scope) -> Field {
    match &scope.options {
        Some(options) => choice(
            name,
            label,
            true,
            (1..).zip(options).map(|(number, words)| (json!(number), words.clone())),
        ),
        None => self::number(name, label, true, (1, POOL_MAX as i64)),
    }
}

fn spotlight(name: &str, label: &str, required: bool, scope: &Scope) -> Field {
    let seats = scope.seats.iter().map(|(seat, name)| (json!(seat), name.clone()));
    choice(name, label, required, seats)
}
