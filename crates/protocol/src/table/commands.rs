//! What can be typed to the table: the one list that every face shows, offers and registers.

/// A command of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableCommand {
    /// What is typed, without the `/`.
    pub name: &'static str,
    /// What may or must follow, as help shows it; nothing, if nothing does.
    pub takes: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
}

/// Every command, in the order of an evening.
pub const COMMANDS: &[TableCommand] = &[
    of("session", "start|zero|pause|resume|end|close", "set the state of the table"),
    of("agree", "", "do what somebody's words have suggested"),
    of("suggest", "[STATE] VERB auto|ask|never", "what words that suggest a change of state may do"),
    of("status", "", "how the table stands"),
    of("x", "", "stop play at once; nobody is told who, and the last moment is taken back"),
    of("line", "SUBJECT", "keep a subject out of play; nobody is told who"),
    of("veil", "SUBJECT", "keep a subject out of sight; nobody is told who"),
    of("lines", "", "what is kept out, and out of sight"),
    of("undo", "", "take the last move back"),
    of("redo", "", "bring back what was taken back"),
    of("retry", "", "ask for another answer"),
    of("roll", "[DICE]", "throw dice, such as 2d6+3, 4d6kh3, d%, 4dF, 3d6!, 8d10>=7"),
    of("away", "", "be away: the rules answer for you"),
    of("back", "", "be back"),
    of("knock", "", "call whoever is waited for"),
    of("sit", "SEAT", "sit down in a seat that the house or a model plays"),
    of("leave", "[SEAT]", "give a seat back"),
    of("stewards", "everyone|host|SEATS", "who may set the state of the table; for the host"),
    of(
        "fair",
        "on [SEAT]|off",
        "fair play: the host sees no more than that seat, until the end; for the host",
    ),
    of("help", "", "what can be typed"),
    of("stars", "", "what was good, as you said it in the debrief"),
    of("wishes", "", "what you wish for, as you said it in the debrief"),
    of("export", "", "what you were told so far, as a file to keep"),
];

const fn of(name: &'static str, takes: &'static str, about: &'static str) -> TableCommand {
    TableCommand { name, takes, about }
}
