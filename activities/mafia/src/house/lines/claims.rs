//! Claims of a role, true or not. Whole sentences, the same for the honest and for liars. Every one names the
//! role, and nothing outside this file does so in the first person.

/// The sheriff, for the first time, and `{x}` is mafia, found in night `{n}`.
pub(in crate::house) const GUILTY: &[&str] = &[
    "I am the sheriff. I looked into {x} on night {n}, and {x} is mafia.",
    "Time to say it: I am the sheriff, and on night {n} I found that {x} is mafia.",
    "I am the sheriff, and {x} is mafia. I saw it on night {n}.",
    "You should know that I am the sheriff. My look on night {n} was at {x}, and it came back mafia.",
    "I did not want to say this so soon, but I am the sheriff, and {x} is mafia.",
    "Listen, I am the sheriff. On night {n} I chose {x}, and the answer was mafia.",
    "I have held this back long enough: I am the sheriff, and {x} is one of them.",
    "There is no more use in hiding. I am the sheriff, and {x} is mafia, seen on night {n}.",
    "I am the sheriff of this town. {x} is mafia, and I would stake my badge on it.",
    "Here is what I know as the sheriff: night {n}, {x}, mafia.",
    "You may kill me for it tonight, but I am the sheriff and {x} is mafia.",
    "I am the sheriff. Do with me what you like tomorrow, but today it must be {x}, who is mafia.",
];

/// The sheriff again, and `{x}` is mafia.
pub(in crate::house) const GUILTY_AGAIN: &[&str] = &[
    "I say it again as your sheriff: {x} is mafia.",
    "I am still the sheriff, and my finding on night {n} was {x}, mafia.",
    "As sheriff I can give you a name today, and it is {x}.",
    "You know that I am the sheriff. {x} is mafia.",
    "The sheriff's report for today is short: {x} is mafia.",
    "I told you that I am the sheriff, and I tell you now that {x} is mafia.",
    "My word as the sheriff stands, and it stands against {x}.",
    "Another day that I am alive as sheriff, so hear this: {x} is mafia, seen on night {n}.",
    "As the sheriff I have no doubt that {x} is mafia.",
    "I am the sheriff, as you know, and {x} is mafia, as you should know.",
];

/// The sheriff, for the first time, and `{x}` is innocent.
pub(in crate::house) const CLEAR: &[&str] = &[
    "I am the sheriff. I looked into {x} on night {n}, and {x} is not mafia.",
    "It is late enough to say it: I am the sheriff, and {x} is innocent.",
    "I am the sheriff, and what I can give you is {x}, who is not mafia.",
    "You should know that I am the sheriff. {x} is clean, seen on night {n}.",
    "I am the sheriff. I have not caught one yet, but {x} you can trust.",
    "Before you vote, know that I am the sheriff and that {x} is one of ours.",
    "I have to come out with it: I am the sheriff, and on night {n} I cleared {x}.",
    "I am the sheriff. Cross {x} off your lists, I have looked.",
    "Believe me or not, I am the sheriff, and {x} is innocent.",
    "I am the sheriff, and losing me would cost you more than my vote. {x} is clean.",
];

/// The sheriff again, and `{x}` is innocent.
pub(in crate::house) const CLEAR_AGAIN: &[&str] = &[
    "As sheriff I can tell you that {x} is innocent.",
    "The sheriff's news today is good news for {x}, who is not mafia.",
    "I am still your sheriff, and {x} is clean.",
    "My word as the sheriff is that {x} is not mafia.",
    "No mafia in my report as sheriff, only {x}, who is innocent.",
    "Your sheriff says: leave {x} alone, {x} is one of us.",
    "I looked as the sheriff does, and {x} is clean.",
    "As the sheriff I vouch for {x} with what I have seen.",
];

/// The sheriff, with nothing to report.
pub(in crate::house) const EMPTY_HANDED: &[&str] = &[
    "I am the sheriff, though I have nothing in hand that helps us today.",
    "You should know before you vote that I am the sheriff.",
    "I am the sheriff, and the ones I looked into are dead.",
    "I am the sheriff. What I learned at night has been buried with others.",
    "As the sheriff I have no living name to give you.",
    "I am the sheriff, and I ask you for one more night.",
];

/// Another claims sheriff: `{x}`. Follows a claim of one's own.
pub(in crate::house) const RIVAL_LIES: &[&str] = &[
    "Whatever {x} told you, that was a lie.",
    "{x} is not what {x} claims to be.",
    "So {x} must be lying, and there is one reason to lie.",
    "There is only one badge, and {x} does not wear it.",
    "{x} made that up.",
    "Ask yourselves why {x} would lie about it.",
    "{x} is a fraud.",
    "That makes {x} a liar.",
    "You will have to choose between {x} and me.",
    "{x} cannot be telling the truth.",
];

/// The doctor.
pub(in crate::house) const DOCTOR: &[&str] = &[
    "I am the doctor, and you need me for the night.",
    "I had hoped to keep it quiet, but I am the doctor.",
    "Do not waste your vote on me, I am the doctor.",
    "I am the doctor. Send me out and nobody guards you tonight.",
    "You leave me no choice: I am the doctor.",
    "Before this goes further, I am the doctor.",
    "I am the doctor, and the mafia would thank you for my chair.",
    "I say this once, and I wish I did not have to: I am the doctor.",
    "I am the doctor. Now the mafia know it too, thanks to this talk.",
    "Whom do you want at your bed tonight? I am the doctor.",
    "You are about to lose your doctor, because that is what I am: the doctor.",
    "Hands off, I am the doctor.",
];

/// A villager.
pub(in crate::house) const VILLAGER: &[&str] = &[
    "I am a villager, no more and no less.",
    "I am a plain villager, and I cannot prove it.",
    "There is nothing to find here, I am a villager.",
    "I am a villager, and a vote against me is a vote for the mafia.",
    "All I am is a villager with one vote.",
    "I am a villager. If you do not believe it, you will when I am gone.",
    "I have no power and no secret, I am a villager.",
    "I am just a villager, and I would like to stay one tomorrow.",
    "You have found a villager. I am a villager, that is all.",
    "I am a villager, and I am as lost as most of you.",
    "Look elsewhere, I am a villager.",
    "I am a villager, so this is a day thrown away if you go on.",
];

/// Follows a claim of a role: `{x}` is the one to look at.
pub(in crate::house) const RATHER: &[&str] = &[
    "The one to look at is {x}.",
    "Look at {x} instead.",
    "If you want mafia, try {x}.",
    "My own suspicion is on {x}.",
    "You would do better to vote against {x}.",
    "I think the one you want is {x}.",
    "Ask {x} the same questions.",
    "Since you ask for a name, I say {x}.",
    "It is {x} who should be sweating.",
    "I would turn to {x}, if I were you.",
];
