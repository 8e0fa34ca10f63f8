//! Sentences that join what the decks and the city give: they name what is so in this session.
//!
//! The braces are filled by the caller. A list is dealt like a deck; see [`Desk::glue`].

use super::desk::Desk;

impl Desk<'_> {
    /// The nth sentence of a list, with its braces filled; nothing if the table does not allow it.
    pub(super) fn glue(&self, list: &[&str], nth: usize, values: &[(&str, &str)]) -> Option<String> {
        let deck = list.first()?;
        let filled = (0..list.len()).filter_map(|step| {
            let mut text = (*list.get(self.nth(deck, nth + step, list.len()))?).to_owned();
            for (slot, value) in values {
                text = text.replace(&format!("{{{slot}}}"), value);
            }
            (!text.contains('{')).then(|| capital(&text))
        });
        filled.into_iter().find(|text| self.allowed(text) && !self.was_told(text))
    }
}

/// The first letter large.
pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// The first letter small, if the word is an article or no name.
pub(super) fn small(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// A name inside a sentence: its article is small.
pub(super) fn inside(name: &str) -> String {
    if name.starts_with("The ") || name.starts_with("A ") || name.starts_with("An ") {
        small(name)
    } else {
        name.to_owned()
    }
}

/// Ends like a sentence.
pub(super) fn sentence(text: &str) -> String {
    let text = capital(text.trim());
    if text.ends_with(['.', '!', '?', '…', '”', '"']) { text } else { format!("{text}.") }
}

/// Where and when, before anything happens.
pub(super) const WHERE: &[&str] = &[
    "{hour}, at {place}. {weather}",
    "{weather} {hour}, you are at {place}.",
    "{place}, {hour_small}. {detail}",
    "{hour}, at {place}. {detail}",
    "{weather} At {place} nobody has noticed yet. {detail}",
    "You come to {place} {hour_small}. {detail}",
];

/// Somebody who is there, seen for the first time in a scene.
pub(super) const SEEN: &[&str] = &[
    "{person} is here, {role}: {look}.",
    "There is {person}, {role}: {look}.",
    "One knows {person} by sight, {role}: {look}.",
    "Over there is {person}, {role}: {look}.",
    "{person}, {role}, has seen you first: {look}.",
    "Among the others is {person}, {role}: {look}.",
];

/// Somebody stands in the way.
pub(super) const IN_THE_WAY: &[&str] = &[
    "Somebody has got here first: {what}.",
    "What you meet there is {what}.",
    "There is no getting round it: {what}.",
    "You are expected. It is {what}.",
    "In the way, and meaning to be: {what}.",
    "It does not take long to see what is wrong: {what}.",
];

/// Something is offered, by somebody or by nobody.
pub(super) const ON_OFFER: &[&str] = &[
    "{person} has something for you: {what}. There is this about it: {catch}.",
    "It comes out slowly, in {person}'s own order: {what}. Only, {catch}.",
    "{person} names it without looking at you: {what}. It would be perfect, but {catch}.",
    "What {person} has to offer is {what}. What {person} leaves for the end: {catch}.",
    "There is something to be had: {what}. There is something wrong with it: {catch}.",
    "Everybody could have it, and nobody has: {what}. The reason is that {catch}.",
];

/// Something is found.
pub(super) const FOUND: &[&str] = &[
    "It was not there before, or nobody looked: {what}. {catch}",
    "You find {what}. {catch}",
    "What you see first is what you were not meant to see: {what}. {catch}",
    "There it is, and nobody has tidied it away: {what}. {catch}",
    "Behind everything else there is {what}. {catch}",
    "Somebody has left it for you, or forgotten it: {what}. {catch}",
];

/// What is still to be won.
pub(super) const GOAL: &[&str] = &[
    "There is still “{clock}” to see to: {filled} of {segments}.",
    "None of it brings “{clock}” nearer by itself. It stands at {filled} of {segments}.",
    "Somewhere in this there may be a step towards “{clock}”.",
    "What you are here for has not changed: “{clock}”.",
    "If it is to be “{clock}”, it might as well begin here.",
    "“{clock}” wants {left} more, and this could be one of them.",
    "All the same, “{clock}” is what you came for.",
];

/// What gets nearer.
pub(super) const NEARER: &[&str] = &[
    "Meanwhile “{clock}” stands at {filled} of {segments}.",
    "And nobody has stopped “{clock}”: {left} more and it is here.",
    "It would be well to remember “{clock}”. It wants {left} more.",
    "“{clock}” has not gone away: {filled} of {segments}.",
    "Every hour here is an hour for “{clock}”.",
    "Behind all this “{clock}” goes on counting.",
    "There is no quiet in it, with “{clock}” at {filled} of {segments}.",
];

/// What things cost lately.
pub(super) const PAID: &[&str] = &[
    "The last time is not forgotten; it cost {cost}.",
    "You are still paying for the last time: {cost}.",
    "What it cost before can still be felt: {cost}.",
    "Somebody mentions the last time, and what it cost: {cost}.",
];

/// What was not answered.
pub(super) const HANGS: &[&str] = &[
    "One thing has not been answered yet: {threat}.",
    "And there is still this: {threat}.",
    "Nobody has dealt with the other matter: {threat}.",
    "It has followed you here: {threat}.",
    "Under everything else, as before: {threat}.",
];

/// What was sown.
pub(super) const GROWN: &[&str] = &[
    "It was bound to come up: {seed}",
    "Something from before has put out a leaf. {seed}",
    "You had nearly forgotten this. {seed}",
    "One thing has come round again. {seed}",
];

/// An earlier scene by its name.
pub(super) const SINCE: &[&str] = &[
    "People still talk about “{title}”.",
    "It is not long since “{title}”, and it shows in how people look.",
    "After “{title}” they keep a little more distance.",
    "Nobody says “{title}”, and nobody has to.",
    "The business of “{title}” is still in the air.",
];

/// What somebody wants, once they have been talked to.
pub(super) const WANTS: &[&str] = &[
    "One thing becomes plain: what {person} is after. {want}",
    "It takes a while to see what {person} wants. {want}",
    "What {person} would like is not money, or not only. {want}",
    "{person} lets it slip, what this is all about. {want}",
    "Everybody wants something, and so does {person}. {want}",
];

/// How somebody carries themselves.
pub(super) const VOICES: &[&str] = &[
    "{person} is as {person} always is: {voice}.",
    "You get {person} at full length: {voice}.",
    "That is the manner {person} has: {voice}.",
];

/// A way out that one could use.
pub(super) const WAYS: &[&str] = &[
    "There is a way out that nobody minds: {way}.",
    "If it came to running, there would be {way}.",
    "You mark the way out: {way}.",
    "One exit is not watched: {way}.",
];

/// Something that hides is seen.
pub(super) const REVEALED: &[&str] = &[
    "And then you see what has been going on all the while: “{clock}”.",
    "It all points one way, once one looks: “{clock}”.",
    "Somebody has been busy behind your back. It has a name: “{clock}”.",
    "There is a second game being played here: “{clock}”.",
];

/// The party is somewhere else.
pub(super) const ARRIVED: &[&str] = &[
    "Then {place}. {detail}",
    "So you come to {place}. {detail}",
    "That brings you to {place}. {detail}",
    "You are at {place} before long. {detail}",
    "And here is {place}. {detail}",
];

/// The player goes, and nobody minds.
pub(super) const GONE: &[&str] = &[
    "You go, and nobody holds you.",
    "You leave it at that.",
    "That is enough for one day, and you go.",
    "You take your hat and your leave.",
    "You go while going is easy.",
];

/// The player pays.
pub(super) const SPENT: &[&str] = &[
    "A coin goes over, and is looked at on both sides.",
    "It costs you a coin, and the coin does some of the talking.",
    "The money disappears the way money does.",
    "One coin the poorer, you have their attention.",
];

/// Something goes wrong slowly, and it tells.
pub(super) const STRAIN: &[&str] = &[
    "It takes more out of you than it should.",
    "Your hands have begun to feel it.",
    "There is no harm done, only wear.",
    "It goes on too long, and you can feel how long.",
    "You are tired in a place that sleep does not reach.",
];

/// It was loud.
pub(super) const LOUD: &[&str] = &[
    "It was heard, and some of those who heard it can write.",
    "That will be spoken of, with a description.",
    "Somebody has gone off quickly, to tell somebody else.",
    "There are faces at the windows now.",
];

/// Who breaks, before it is told how.
pub(super) const BREAKS: &[&str] = &[
    "It is {who} who breaks.",
    "For {who} it was one thing too many.",
    "This is as much as {who} can carry.",
    "Something in {who} has been giving way for some time, and now gives.",
];

/// How the air is, by a scene's tension.
pub(super) const AIR: [&[&str]; 3] = [
    &[
        "wet stone and low voices",
        "lamplight, and time to look about",
        "slow water, slow talk",
        "smoke, bread and old paper",
        "a draught, and somebody humming",
        "damp wool and patience",
    ],
    &[
        "people being careful with their hands",
        "talk that stops a little early",
        "a lamp too few",
        "wet rope drawn tight",
        "doors that close without a sound",
        "somebody counting under their breath",
    ],
    &[
        "no room to turn round in",
        "boots, breath and a bad light",
        "iron, and the smell of it",
        "a silence with too many people in it",
        "quick water under thin boards",
        "every face turned one way",
    ],
];

/// Why somebody thinks better of the party.
pub(super) const BETTER: &[&str] =
    &["a kind word at the right time", "it was well meant, and showed", "nobody else had asked"];
/// Why somebody thinks worse of the party.
pub(super) const WORSE: &[&str] =
    &["it was said too hard", "nobody likes to be handled", "there are limits, and that was one"];
/// Why a faction thinks worse of the party.
pub(super) const OFFENDED: &[&str] =
    &["it happened on their ground", "their name came up in it", "somebody of theirs was hurt"];
