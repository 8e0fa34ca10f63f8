//! What a player means, as far as a table of words can tell: a manner of doing it, and how much is risked.

use protocol::dm::{Domain, View};

/// What was said, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Intent {
    /// The manner, if the words show one.
    pub(super) domain: Option<Domain>,
    /// Words that put something at stake.
    pub(super) bold: bool,
    /// Kind words count up, harsh ones down.
    pub(super) warmth: i32,
    /// They want to be gone.
    pub(super) leaves: bool,
    /// They pay for something.
    pub(super) pays: bool,
    /// The place that they name.
    pub(super) place: Option<String>,
    /// The person that they name.
    pub(super) person: Option<String>,
    /// The clock that they name.
    pub(super) clock: Option<String>,
    /// The words, shortened, for a narrator to give back.
    pub(super) doing: Option<String>,
}

/// Beginnings of words, by domain; one with a full stop at its end is the whole word.
const DOMAINS: [(Domain, &[&str]); 7] = [
    (
        Domain::Talk,
        &[
            "ask.", "asks.", "asking", "tell", "talk", "say.", "says.", "saying", "lie.", "lying", "persuad",
            "convinc", "bargain", "negoti", "offer", "promis", "flatter", "apolog", "greet", "question",
            "bluff", "charm", "mention", "complain", "pretend", "gossip", "speak", "spoke", "answer",
            "explain", "plead", "beg.", "haggl", "invit", "thank", "buy.", "bribe", "trade", "call.",
            "story", "favour", "reassur", "argue", "insult", "confess", "nod.", "laugh", "hello", "silence",
        ],
    ),
    (
        Domain::Sneak,
        &[
            "sneak",
            "hide",
            "hiding",
            "slip",
            "creep",
            "follow",
            "shadow",
            "steal",
            "stole",
            "lift.",
            "pocket",
            "swap",
            "eavesdrop",
            "unseen",
            "quietly",
            "disguis",
            "crawl",
            "lurk",
            "plant.",
            "tail.",
            "boots.",
            "dark.",
            "drift",
            "borrow",
            "unnotic",
            "filch",
            "conceal",
        ],
    ),
    (
        Domain::Force,
        &[
            "fight", "hit.", "hits.", "kick", "break", "smash", "punch", "shoot", "stab", "attack", "grab",
            "push", "shov", "forc", "charg", "threat", "wrestl", "knock", "drag", "burn", "snatch", "swing",
            "tackl", "throw", "kill", "fire.", "slam", "twist", "shoulder", "bar.", "wrench", "cut.",
            "hold.", "scatter", "blade", "collar", "wall.", "strike", "beat.", "upend", "block",
        ],
    ),
    (
        Domain::Look,
        &[
            "look",
            "search",
            "watch.",
            "watching",
            "stud",
            "examin",
            "inspect",
            "read",
            "check",
            "count",
            "notic",
            "observ",
            "find.",
            "finds.",
            "investigat",
            "see.",
            "scan",
            "compar",
            "spy",
            "trace",
            "listen",
            "peer",
            "turn.",
            "learn",
            "work.",
            "feel",
            "pace.",
            "wonder",
            "guess",
            "think",
        ],
    ),
    (
        Domain::Craft,
        &[
            "lock.", "mend", "repair", "forg", "build", "built", "rig.", "jam.", "craft", "make.", "fix",
            "mix.", "patch", "copy", "file.", "sew", "oil.", "wire.", "brew", "draw.", "alter", "splic",
            "tinker", "bandag", "mechanis", "snare", "loosen", "tools", "pick.", "dismantl", "unscrew",
            "stitch", "tune.",
        ],
    ),
    (
        Domain::Travel,
        &[
            "go.", "goes.", "going", "run.", "runs.", "running", "walk", "climb", "swim", "row.", "ride",
            "cross", "leave", "head.", "travel", "boat", "ferry", "return", "escap", "flee", "chase", "roof",
            "roofs", "sail", "jump", "scout", "lanes", "move.", "enter", "get.", "river", "road.", "bridge",
        ],
    ),
    (
        Domain::Occult,
        &[
            "ghost",
            "spirit",
            "dead.",
            "cards",
            "candle",
            "ritual",
            "pray",
            "summon",
            "dream",
            "chalk",
            "salt.",
            "drown",
            "omen",
            "curs",
            "water.",
            "memory",
            "circle",
            "knots",
            "dregs",
            "hum.",
            "bell.",
            "occult",
            "seance",
            "glass.",
            "ring.",
            "sleep",
            "tide",
            "still.",
            "underneath",
        ],
    ),
];

const BOLD: &[&str] = &[
    "lie.", "bluff", "steal", "lift.", "break", "smash", "fight", "hit.", "charg", "threat", "jump", "kill",
    "stab", "shoot", "grab", "snatch", "forc", "run.", "escap", "swim", "climb", "sneak", "slip", "lock.",
    "forg", "attack", "push", "roof", "fire.", "summon", "chase", "pocket", "flee", "kick", "burn", "trick",
    "blade", "pick.", "dead.", "drown", "bribe", "swap", "knife", "snare", "convinc", "persuad",
];
const KIND: &[&str] = &[
    "thank", "apolog", "please", "help", "offer", "share", "promis", "mend", "patch", "gift", "buy.",
    "honest", "truth", "kind", "smil", "favour", "family", "reassur", "save", "protect",
];
const HARSH: &[&str] = &[
    "threat", "lie.", "hit.", "kick", "insult", "knife", "blade", "collar", "wall.", "force", "kill",
    "steal", "stab", "shout", "drag", "twist", "punch", "burn", "shoot", "grab", "smash",
];
const LEAVING: &[&str] = &[
    "call it done",
    "leave",
    "pay up and go",
    "get clear",
    "walk out",
    "get off the street",
    "go home",
    "cut your losses",
    "cut my losses",
    "last word",
    "slip away",
    "let it rest",
    "go to ground",
    "walk away",
    "close the door behind",
    "sleep on it",
    "head home",
    "i am done here",
    "we are done here",
    "go back home",
];
const PAYING: &[&str] = &["pay.", "buy.", "bribe", "coin.", "coins.", "purse", "pays."];

/// Reads what a player said.
pub(super) fn read(view: &View, text: &str) -> Intent {
    let lower = text.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is = |word: &str, stem: &str| match stem.strip_suffix('.') {
        Some(whole) => word == whole,
        None => word.starts_with(stem),
    };
    let any = |stems: &[&str]| words.iter().any(|word| stems.iter().any(|stem| is(word, stem)));
    let count =
        |stems: &[&str]| words.iter().filter(|word| stems.iter().any(|stem| is(word, stem))).count() as i32;
    // What is done is mostly said first; the rest is what it is done to.
    let verb = words.iter().position(|word| *word != "i" && *word != "we" && *word != "then").unwrap_or(0);
    let weight = |at: usize| match at.saturating_sub(verb) {
        0 => 6,
        1 => 2,
        _ => 1,
    };
    let score = |stems: &[&str]| -> usize {
        let hits = words.iter().enumerate().filter(|(_, word)| stems.iter().any(|stem| is(word, stem)));
        hits.map(|(at, _)| weight(at)).sum()
    };
    let mut domain = None;
    let mut best = 0;
    for (candidate, stems) in DOMAINS {
        let points = score(stems);
        if points > best {
            (domain, best) = (Some(candidate), points);
        }
    }
    let named = |name: &str| {
        let name = name.to_lowercase();
        lower.contains(name.strip_prefix("the ").unwrap_or(&name))
    };
    let place = view.places.iter().map(|place| &place.name).find(|name| named(name)).cloned();
    let people = view.people.iter().map(|person| &person.name);
    let person = people.clone().find(|name| named(name)).or_else(|| {
        // A first or last name will do, if it is long enough to be no other word.
        let parts = |name: &String| name.split(' ').any(|part| part.len() > 3 && named(part));
        people.clone().find(|name| parts(name))
    });
    let clock = view.clocks.iter().map(|clock| &clock.name).find(|name| named(name)).cloned();
    Intent {
        domain,
        bold: any(BOLD),
        warmth: count(KIND) - 2 * count(HARSH),
        leaves: LEAVING.iter().any(|phrase| lower.contains(phrase)),
        pays: any(PAYING),
        place,
        person: person.cloned(),
        clock,
        doing: doing(text),
    }
}

/// The player's own words as a narrator would give them back: one clause, without the "I" in front.
fn doing(text: &str) -> Option<String> {
    const CHARS: std::ops::RangeInclusive<usize> = 8..=60;
    let text = text.trim();
    let text = text.strip_prefix("I ").unwrap_or(text);
    let ends = [", ", "; ", ". ", " and ", " until ", " so that ", ": "];
    let mut clause = text.trim_end_matches(['.', '!', '?']);
    for end in ends {
        if clause.chars().count() <= *CHARS.end() {
            break;
        }
        if let Some((first, _)) = clause.split_once(end) {
            clause = first;
        }
    }
    let fits = CHARS.contains(&clause.chars().count());
    let plain = clause.chars().all(|c| !c.is_control() && !"\"“”{}".contains(c));
    (fits && plain).then(|| clause.to_owned())
}
