//! Phases: what each of them declares, and which one a state is in.

/// A state that is in one of some phases: derived, for an enum of which each variant is a phase, and for a struct that has
/// such an enum in a field `phase`.
///
/// ```
/// use engine::Phases as _;
/// use parlor_engine as engine; // The derives call it so.
///
/// # #[derive(Clone, serde::Serialize, serde::Deserialize, engine::Command)]
/// # #[serde(tag = "type", rename_all = "snake_case")]
/// # enum Command {
/// #     /// Say a word.
/// #     Say,
/// # }
/// #[derive(engine::Phases)]
/// enum Phase {
///     #[phase(first, asks(Say), exits(LookingBack), colour = Blue, persona = "Plain and short.")]
///     Asking { said: u32 },
///     #[phase(title = "What was said", lasts = "for good")]
///     LookingBack,
/// }
///
/// #[derive(Default, engine::Phases)]
/// struct State {
///     phase: Phase,
/// }
///
/// let card = State::default().card();
/// assert_eq!((card.name, card.title, card.tools, card.exits), ("ASKING", "Asking", &["say"][..], &["LOOKING_BACK"][..]));
/// assert_eq!(State::CARDS[1].title, "What was said");
/// ```
///
/// What `#[phase(…)]` may say over a variant: `name = "NAME"` and `title = "…"`, which come from the variant if they are left
/// out; `sign("•", "*")`, `colour = Blue`, `persona = "…"` and `lasts = "…"`, which have a default
/// ([`PhaseCard::DEFAULT`]); `asks(A, B)`, the commands, by the names of their variants in `Command`; `exits(C)`, the phases
/// that may follow, by the names of theirs; `prepares` and `covered`. `first` makes that variant the default, with the defaults
/// of its fields. A struct with one phase says it over itself.
///
/// Where phases have their names in a type of their own, which others use too, the cards stand over an enum of the same names:
/// `#[phases(names = PhaseName)]` over that enum makes a card of each name, `Cards::from(name)`, and a name without a card does
/// not compile. The state says which cards it has, and by which method it knows its name:
/// `#[phases(cards = Cards, by = phase_name)]`.
pub trait Phases {
    /// One card a phase: the only source of diagrams, tables, help and colours.
    const CARDS: &'static [PhaseCard];

    /// The card of the phase that it is in.
    fn card(&self) -> &'static PhaseCard;

    /// The fields that hold a [`TableTime`](crate::TableTime), by their names: what is left until then is for the clock of a face
    /// to say, and the number itself says nothing to anybody.
    fn times() -> Vec<&'static str> {
        Vec::new()
    }
}

/// What one phase declares. Diagrams, tool tables, help and the conformance tests are printed from these.
#[derive(Clone, Copy, Debug)]
pub struct PhaseCard {
    /// Its name on the wire.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// A sign for it, and the same in plain ASCII: colour is never the only mark.
    pub sign: (&'static str, &'static str),
    /// Its colour.
    pub colour: Colour,
    /// In whose voice the host speaks in it.
    pub persona: &'static str,
    /// The commands that seats may be asked for in it.
    pub tools: &'static [&'static str],
    /// The phases that may follow.
    pub exits: &'static [&'static str],
    /// How long it may last, in words.
    pub lasts: &'static str,
    /// Is it a part of session zero? When the last such phase is over, the table begins to play.
    pub prepares: bool,
    /// Would it give a secret away that a seat is told something alone in it, or when? Then no face shows so much as a mark
    /// of what it is on a screen that others see. Whoever is asked something has a cover, so ask every seat in it that is not out of play,
    /// as Mafia does at night: a seat that is asked nothing has none.
    pub covered: bool,
}

impl PhaseCard {
    /// A phase that says nothing yet: give it a name and a title at least.
    pub const DEFAULT: PhaseCard = PhaseCard {
        name: "",
        title: "",
        sign: ("•", "*"),
        colour: Colour::Slate,
        persona: "Plain and short.",
        tools: &[],
        exits: &[],
        lasts: "as long as it takes",
        prepares: false,
        covered: false,
    };
}

/// The colours of phases. Each has a tone for dark and one for light ground, with a contrast of at least 4.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "a colour is its name")]
pub enum Colour {
    Slate,
    Red,
    Yellow,
    Blue,
    Purple,
    Grey,
    Green,
}

impl Colour {
    /// Red, green and blue on a dark ground.
    pub const fn on_dark(self) -> [u8; 3] {
        match self {
            Colour::Slate => [0x9a, 0xa4, 0xb2],
            Colour::Red => [0xff, 0x8a, 0x80],
            Colour::Yellow => [0xff, 0xcf, 0x70],
            Colour::Blue => [0x8a, 0xb4, 0xff],
            Colour::Purple => [0xd7, 0xa6, 0xff],
            Colour::Grey => [0xc0, 0xc4, 0xcc],
            Colour::Green => [0x8f, 0xe0, 0x8f],
        }
    }

    /// Red, green and blue on a light ground.
    pub const fn on_light(self) -> [u8; 3] {
        match self {
            Colour::Slate => [0x5b, 0x64, 0x72],
            Colour::Red => [0xb3, 0x26, 0x1e],
            Colour::Yellow => [0x8a, 0x5a, 0x00],
            Colour::Blue => [0x1f, 0x4f, 0xbf],
            Colour::Purple => [0x7a, 0x2f, 0xb5],
            Colour::Grey => [0x56, 0x5c, 0x66],
            Colour::Green => [0x1c, 0x6b, 0x1c],
        }
    }
}
