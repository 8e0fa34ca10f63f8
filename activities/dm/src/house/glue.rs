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

pub(super) use kit::words::capital;

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
    "It is {person}, {role}: {look}.",
];

/// Somebody who is there besides what the scene is about.
pub(super) const ALSO: &[&str] = &[
    "You are not alone with it: {person} is here too, {role}: {look}.",
    "Also here, and watching: {person}, {role}: {look}.",
    "A little to one side stands {person}, {role}: {look}.",
    "There is one face that you know: {person}, {role}: {look}.",
    "Among the others is {person}, {role}: {look}.",
    "{person} has got here before you, {role}: {look}.",
];

/// Somebody who was named just now, seen more closely.
pub(super) const PORTRAIT: &[&str] = &[
    "{person} is {role}: {look}.",
    "That is {person}, {role}: {look}.",
    "What one sees of {person}, {role}: {look}.",
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

/// What it is about, in the first scene.
pub(super) const START: &[&str] = &[
    "What you are after: “{goal}”. What is after you: “{threat}”, and “{other}”.",
    "It comes down to “{goal}”, before it comes down to “{threat}” or “{other}”.",
    "There is “{goal}” to be done, and there are “{threat}” and “{other}” to be done first by.",
    "On one side of the scales lies “{goal}”. On the other lie “{threat}” and “{other}”.",
    "If it goes well it will be “{goal}”. If it goes as usual it will be “{threat}”, or “{other}”.",
    "Three clocks have been wound: “{goal}” for you, “{threat}” and “{other}” against.",
    "The plan has one line, “{goal}”. The trouble has two: “{threat}”, “{other}”.",
    "You want “{goal}”. The city has “{threat}” and “{other}” in mind.",
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
    "It may be that the way to “{clock}” goes through here.",
    "Nobody here has said a word about “{clock}”, and somebody ought to.",
    "One thing at a time, and “{clock}” is the thing.",
    "There are easier things in the world than “{clock}”. None of them is yours to do.",
    "Put it next to “{clock}”, and it begins to look useful.",
    "If “{clock}” is ever to be more than {filled} of {segments}, it will be by such hours as this.",
    "The short way to “{clock}” is shut. There may be others.",
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
    "You are not the only one at work. There is “{clock}”, {filled} of {segments}.",
    "Whoever is behind “{clock}” has not been sitting still.",
    "One can nearly hear it: “{clock}”.",
    "Somebody lets fall a word about “{clock}”, and is sorry.",
    "It would take {left} more for “{clock}”, and the city is generous with such things.",
    "In the next street they are talking about “{clock}” as if it were settled.",
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
    "It was bound to come up. {seed}",
    "Something from before has put out a leaf. {seed}",
    "You had nearly forgotten this. {seed}",
    "One thing has come round again. {seed}",
];

/// What it cost, told with the landing.
pub(super) const BILL: &[&str] = &[
    "What it cost: {cost}.",
    "The bill: {cost}.",
    "On the other side of the page: {cost}.",
    "In exchange: {cost}.",
    "It had to be paid for, and this is what it was paid with: {cost}.",
    "Not for nothing, though: {cost}.",
    "To be set against it: {cost}.",
];

/// The goal is a step nearer.
pub(super) const STEP: &[&str] = &[
    "“{clock}” is that much nearer.",
    "That is a step towards “{clock}”, and not a small one.",
    "It counts towards “{clock}”: {filled} of {segments}.",
    "“{clock}” no longer looks like somebody else's idea.",
    "With that, “{clock}” stands at {filled} of {segments}.",
    "Little by little, “{clock}”.",
    "You can see the far side of “{clock}” from here.",
    "It fits into “{clock}” as if it had been cut for it.",
];

/// Somebody has come in, and one takes a look.
pub(super) const COMES: &[&str] = &[
    "What one sees of {person} first: {look}.",
    "{person} is easily described: {look}.",
    "One would know {person} again anywhere: {look}.",
    "{person}, in short: {look}.",
    "Nobody mistakes {person} for anybody else: {look}.",
    "There is not much to {person} by this light: {look}.",
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
    "It is all done in {person}'s own way: {voice}.",
    "People come a long way to hear {person} talk: {voice}.",
];

/// A way out that one could use.
pub(super) const WAYS: &[&str] = &[
    "There is a way out that nobody minds: {way}.",
    "If it came to running, there would be {way}.",
    "You mark the way out: {way}.",
    "One exit is not watched: {way}.",
    "A person in a hurry could use {way}.",
    "Nobody has thought of {way}. Somebody should, and it may as well be you.",
    "There are two ways out of here, and this is the worse and the quieter: {way}.",
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
    "It ends at {place}. {detail}",
    "Some bridges later it is {place}. {detail}",
    "{place} is where it comes out. {detail}",
];

/// The player goes, and nobody minds.
pub(super) const GONE: &[&str] = &[
    "You go, and nobody holds you.",
    "You leave it at that.",
    "That is enough for one day, and you go.",
    "You take your hat and your leave.",
    "You go while going is easy.",
    "There is a time to be elsewhere, and you keep it.",
    "You are gone before anybody has thought of a reason why not.",
    "It can wait, and so you let it.",
];

/// The player pays.
pub(super) const SPENT: &[&str] = &[
    "A coin goes over, and is looked at on both sides.",
    "It costs you a coin, and the coin does some of the talking.",
    "The money disappears the way money does.",
    "One coin the poorer, you have their attention.",
    "A coin changes hands under a hat.",
    "Somebody bites the coin, nods, and is a friend for as long as that lasts.",
    "The coin is gone before it has stopped being warm.",
];

/// Something goes wrong slowly, and it tells.
pub(super) const STRAIN: &[&str] = &[
    "It takes more out of you than it should.",
    "Your hands have begun to feel it.",
    "There is no harm done, only wear.",
    "It goes on too long, and you can feel how long.",
    "You are tired in a place that sleep does not reach.",
    "It leaves a taste, and a tightness about the eyes.",
    "For a while afterwards everything is a little too loud.",
    "It costs nothing that anybody could see.",
];

/// It was loud.
pub(super) const LOUD: &[&str] = &[
    "It was heard, and some of those who heard it can write.",
    "That will be spoken of, with a description.",
    "Somebody has gone off quickly, to tell somebody else.",
    "There are faces at the windows now.",
    "By supper it will have reached people who were nowhere near.",
    "A whistle goes, three streets off, on account of it.",
    "Whoever did not know that you were here knows it now.",
    "It is the kind of noise that people set their clocks by.",
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
