//! How a turn begins: a word about the morning, about yesterday, or about what was just said. Whole
//! sentences, the same for all characters.

/// The first morning: `{x}` is dead.
pub(in crate::house) const FIRST_DEATH: &[&str] = &[
    "So they took {x} on the very first night.",
    "Poor {x}, gone before saying a word.",
    "{x} is dead, and the rest of us know nothing yet.",
    "I had hoped to hear from {x} today.",
    "The first night, and already we are without {x}.",
    "Why {x}, I wonder, when nobody knew anything.",
    "An empty chair where {x} sat, and not one clue beside it.",
    "I did not expect it to be {x} of all people.",
    "{x} never got to say a thing.",
    "They had no reason to pick {x}, unless they simply drew a name.",
    "Losing {x} tells us only that {x} was one of ours.",
    "So it begins, and it begins with {x}.",
    "I will miss {x}, but we have to start somewhere.",
];

/// A later morning: `{x}` is dead.
pub(in crate::house) const DEATH: &[&str] = &[
    "{x} is dead this morning.",
    "So last night it was {x}.",
    "They killed {x}, and I ask myself whom that helps.",
    "Now {x} is gone as well.",
    "{x} did not wake up, and that is a hard loss.",
    "The mafia wanted {x} out of the way.",
    "I keep thinking about why they chose {x}.",
    "Another morning, another chair, and this one was for {x}.",
    "We should look at what {x} told us while there was time.",
    "With {x} dead we know at least that {x} was honest.",
    "{x} must have frightened somebody.",
    "The death of {x} is no accident.",
    "It hurts to lose {x} now.",
    "Remember {x} today, and what {x} voted for.",
];

/// Somebody was saved.
pub(in crate::house) const SAVED: &[&str] = &[
    "Nobody died, so somebody here has the doctor to thank.",
    "A quiet morning, thanks to our doctor.",
    "We are all still here, and that is the doctor's work.",
    "The doctor guessed right, and we have one more voice today.",
    "They tried last night, and they failed.",
    "One of us was meant to be dead this morning.",
    "Well done to whoever held the bandages last night.",
    "A night without a funeral is worth something.",
    "The mafia missed, and they will not be pleased.",
    "Somebody was saved, and I would love to know who.",
    "A good night for once.",
    "Nobody to mourn today, so let us use it.",
];

/// Yesterday `{x}` was voted out and was mafia.
pub(in crate::house) const CAUGHT: &[&str] = &[
    "{x} was mafia, so we did something right yesterday.",
    "Yesterday's vote was a good one, and {x} had it coming.",
    "One of them is gone, now that {x} is out.",
    "With {x} out the mafia are weaker, but they are not done.",
    "We got {x}, and the votes of yesterday are worth reading again.",
    "{x} had friends here, and I want to know who they are.",
    "After {x} I trust this table a little more.",
    "So {x} it was, and I wonder who stood beside {x}.",
    "That was a fine catch yesterday with {x}.",
    "Think back to who spoke for {x} and who did not.",
    "{x} is out, and the rest of them must be nervous.",
    "The case of {x} taught us something about the others.",
];

/// Yesterday `{x}` was voted out and was `{r}`.
pub(in crate::house) const WRONGED: &[&str] = &[
    "We threw out {x} yesterday, and {x} was {r}.",
    "{x} was {r}, and that mistake is ours.",
    "Yesterday we did the mafia's work for them, with {x}.",
    "I am still sorry about {x}.",
    "After what we did to {x} we cannot afford another mistake.",
    "{x} was {r}, so look at who wanted that vote.",
    "Yesterday cost us {x}, and somebody here was glad of it.",
    "We were wrong about {x}, all who voted that way.",
    "Somebody led us to {x}, and {x} was {r}.",
    "The vote on {x} was a gift to the mafia.",
    "I keep going over the vote on {x}, who was {r}.",
    "One thing I take from yesterday: {x} was {r}.",
];

/// Yesterday nobody went.
pub(in crate::house) const NOBODY_WENT: &[&str] = &[
    "Yesterday we sent nobody out, and the mafia thanked us for it.",
    "We wasted a vote yesterday.",
    "A day without a verdict is a day for them.",
    "Nobody went yesterday, so today we have to decide.",
    "We could not agree yesterday, and that must change.",
    "Yesterday came to nothing.",
    "Let us not end like yesterday, with nobody out.",
    "I would rather we choose today than let it pass again.",
];

/// `{x}` has just accused `{y}`, and so will I.
pub(in crate::house) const AGREE: &[&str] = &[
    "I am with {x} on this.",
    "{x} has a point about {y}.",
    "I was about to say what {x} said.",
    "What {x} says of {y} fits what I see.",
    "I had {y} in mind before {x} spoke.",
    "{x} and I have come to the same name.",
    "On {y} I agree with {x}.",
    "{x} saw it too, then.",
    "I can only add to what {x} said.",
    "Thank you, {x}, for saying it.",
    "Like {x}, I end up at {y}.",
    "{x} took the name out of my mouth.",
    "I think {x} is right to look at {y}.",
];

/// `{x}` has accused `{y}`, and I look elsewhere.
pub(in crate::house) const DIFFER: &[&str] = &[
    "I hear what {x} says about {y}, but I am not there yet.",
    "{x} may have {y}, I have another thought.",
    "I would not put my money on {y}, as {x} does.",
    "{x} looks at {y}, and I look elsewhere.",
    "Leave {y} for a moment.",
    "I see {y} differently from {x}.",
    "Not {y}, {x}, at least not for me.",
    "Before we all run after {y}, listen.",
    "{x} could be right about {y}, but there is a better question.",
    "I do not follow {x} to {y}.",
    "While {x} watches {y}, somebody else gets off lightly.",
    "Perhaps {y}, as {x} says, perhaps not.",
];

/// `{x}` has just passed.
pub(in crate::house) const SILENCE: &[&str] = &[
    "Nothing from {x}, I see.",
    "{x} has nothing to say, so I will.",
    "I wish {x} had said something.",
    "That was a short turn, {x}.",
    "Silence is a choice too, {x}.",
    "{x} leaves me the floor early.",
    "I will use the time that {x} did not.",
    "Well, {x} is keeping quiet.",
];

/// `{x}` has accused me today.
pub(in crate::house) const DEFENCE: &[&str] = &[
    "{x}, you have the wrong one.",
    "You are mistaken about me, {x}.",
    "I heard my name from {x}, and it is not true.",
    "{x} may look at me all day and find nothing.",
    "Not me, {x}.",
    "{x} is wrong about me, and you will see it if I go.",
    "If you send me out because of {x}, you lose a vote for the town.",
    "I do not blame {x} for guessing, but the guess is bad.",
    "I have nothing to hide from {x} or anybody.",
    "Ask me anything you like, {x}, I am not mafia.",
    "{x}, that accusation will look bad tomorrow.",
    "Somebody had to be named, {x}, but it should not be me.",
    "Weigh my words as you like, {x}, I stand by them.",
];

/// `{x}` has claimed today to be `{r}`, and no one else has.
pub(in crate::house) const CLAIM_HEARD: &[&str] = &[
    "So {x} claims to be {r}.",
    "If that is true, and {x} is {r}, it changes the day.",
    "I did not expect {x} to be {r}.",
    "If {x} is {r}, we should listen.",
    "A claim from {x}, and a big one.",
    "{x} has put a role on the table.",
    "That was brave of {x}, if it is true.",
    "Let us remember that {x} claims to be {r}.",
    "I will take {x} for {r} until I hear otherwise.",
    "{x} as {r} makes sense to me, so far.",
    "If anybody can speak against {x} being {r}, now is the time.",
    "What {x} claims is worth more than any guess of mine.",
];

/// `{x}` and `{y}` both claim to be `{r}`.
pub(in crate::house) const CLAIMS_CLASH: &[&str] = &[
    "{x} and {y} cannot both be {r}.",
    "Two claims to be {r}, and one of them is a lie.",
    "One of {x} and {y} is lying, and that is good to know.",
    "We have {x} and {y} both claiming to be {r}.",
    "There is one of that role in the deck, not two, {x} and {y}.",
    "The whole game may be decided between {x} and {y}.",
    "Somebody is lying to our faces, {x} or {y}.",
    "I have listened to {x} and to {y}, and only one can be {r}.",
    "{x} and {y} claim the same, and I say one of you is lying.",
    "At least {x} and {y} have made it simple.",
];

/// `{x}` has vouched for me today.
pub(in crate::house) const THANKS: &[&str] = &[
    "Thank you, {x}, for the kind word.",
    "I am glad that {x} sees it that way.",
    "{x} is right about me.",
    "It is good to hear that from you, {x}.",
    "I will not forget that, {x}.",
    "{x} knows how to read people, if I may say so.",
    "That was fair of you, {x}.",
    "You will not regret it, {x}.",
];

/// After answering an accuser, the answer turned round: `{x}` it is.
pub(in crate::house) const TURNED_ROUND: &[&str] = &[
    "But now I do look at you, {x}.",
    "I ask myself who gains by it, and I come to {x}.",
    "Who points at the wrong one so firmly has a reason, so I say {x}.",
    "That makes me suspect {x}.",
    "It is {x} I would look at.",
    "If one of us two is mafia, it is {x}.",
    "I think {x} is trying to get ahead of something.",
    "I had no suspect until then, and now I have {x}.",
    "My suspicion goes straight back to {x}.",
    "The one who does not want to be looked at is {x}.",
];
