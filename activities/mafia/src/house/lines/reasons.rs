//! Reasons from the game: clauses that say what a fact says, no more and no less, without a full stop. Each
//! names `{x}`, the one it is about.

use crate::house::facts::Fact;

/// The clauses for a fact.
pub(in crate::house) const fn of(fact: Fact) -> &'static [&'static str] {
    match fact {
        Fact::VotedTown(..) => VOTED_TOWN,
        Fact::VotedKilled(..) => VOTED_KILLED,
        Fact::LastVote(..) => LAST_VOTE,
        Fact::SparedMafia(..) => SPARED_MAFIA,
        Fact::AccusedTown(..) => ACCUSED_TOWN,
        Fact::VouchedMafia(..) => VOUCHED_MAFIA,
        Fact::WithMafia(..) => WITH_MAFIA,
        Fact::VouchedByMafia(..) => VOUCHED_BY_MAFIA,
        Fact::DeadSuspected(..) => DEAD_SUSPECTED,
        Fact::Turncoat(..) => TURNCOAT,
        Fact::Abstained(_) => ABSTAINED,
        Fact::Quiet => QUIET,
        Fact::SheriffNamed(_) => SHERIFF_NAMED,
        Fact::ClaimantNamed(_) => CLAIMANT_NAMED,
        Fact::Rival(..) => RIVAL,
        Fact::ClaimedWhenNamed(_) => CLAIMED_WHEN_NAMED,
        Fact::CaughtLying(_) => CAUGHT_LYING,
        Fact::LeftAlive(_) => LEFT_ALIVE,
        Fact::Crowd(_) => CROWD,
        Fact::AccusesMe => ACCUSES_ME,
        Fact::FirstStone(_) => FIRST_STONE,
        Fact::JoinedIn(_) => JOINED_IN,
        Fact::NoName => NO_NAME,
        Fact::Passed(_) => PASSED,
        Fact::VotedMafia(..) => VOTED_MAFIA,
        Fact::AccusedMafia(..) => ACCUSED_MAFIA,
        Fact::AccusedByMafia(..) => ACCUSED_BY_MAFIA,
        Fact::VotedByMafia(..) => VOTED_BY_MAFIA,
        Fact::StoodAside(..) => STOOD_ASIDE,
        Fact::SheriffCleared(_) => SHERIFF_CLEARED,
        Fact::ClaimantCleared(_) => CLAIMANT_CLEARED,
        Fact::SoleClaim(_) => SOLE_CLAIM,
        Fact::RightCall(_) => RIGHT_CALL,
        Fact::VouchesForMe => VOUCHES_FOR_ME,
    }
}

const VOTED_TOWN: &[&str] = &[
    "{x} voted against {y} {d}, and {y} was {r}",
    "{y} was {r}, and one of the votes against {y} was from {x}",
    "{d} {x} wanted {y} out, and {y} turned out to be {r}",
    "we know now that {y} was {r}, and {x} had voted against {y}",
    "I remember who voted against {y}, who was {r}, and {x} is on that list",
    "{x} lent a vote to the case against {y}, and {y} was {r} all along",
    "a vote from {x} went against {y} {d}, and that was a vote against {r}",
    "when {y} was on trial {d}, {x} put a hand up, and {y} was {r}",
    "{x} has a vote against {r} to explain, the one against {y} {d}",
    "{y} was {r}, as it turned out, and {x} was among those who voted that way",
    "the hand of {x} was up against {y} {d}, and {y} was {r}",
    "{x} got {y} wrong {d}, because {y} was {r}",
];

const VOTED_KILLED: &[&str] = &[
    "{x} voted against {y} {d}, and later the mafia killed {y} themselves",
    "{x} wanted {y} gone {d}, and so, it turns out, did the mafia",
    "{y} died in the night and cannot have been mafia, yet {x} voted against {y} {d}",
    "the mafia killed {y}, so {y} was one of us, and {x} had voted against {y}",
    "{d} {x} voted against {y}, and the night has cleared {y} since",
    "{x} and the mafia agreed about {y}, one by a vote and the others by a knife",
    "a vote from {x} went against {y} {d}, and {y} was no mafia, or {y} would be here",
    "{y} was innocent, the night proved it, and {x} had voted to be rid of {y}",
    "{x} tried to be rid of {y} with a vote {d}, and then the mafia did it in the dark",
    "nobody kills their own, so {y} was town, and {x} voted against {y} {d}",
    "{x} stood against {y} {d}, and a night kill has shown us how wrong that was",
    "{y} was town, and {x} was ready to vote {y} out {d}",
];

const LAST_VOTE: &[&str] = &[
    "the last vote against {y} {d} came from {x}, and {y} was {r}",
    "{x} cast the last vote of them all against {y}, who was {r}",
    "{x} came in last of all on {y}, and {y} was {r}",
    "it was {x} who put the last vote on {y} {d}, and {y} was {r}",
    "{x} joined the vote against {y} at its very end, and it fell on {r}",
    "the vote that closed the case against {y} was cast by {x}, and {y} was {r}",
    "nobody voted against {y} after {x} did, and {y} was {r}",
    "{x} was the last to turn on {y} {d}, and {y} was {r}",
    "look who voted last against {y}, who was {r}: it was {x}",
    "{d} {x} added the final vote against {y}, and we lost {r} by it",
];

const SPARED_MAFIA: &[&str] = &[
    "{x} did not vote against {y} {d}, and {y} was mafia",
    "when we voted {y} out, {x} voted for somebody else to go, and {y} was mafia",
    "{y} was mafia, and {x} looked the other way in that vote",
    "{d} {x} voted elsewhere while the rest of us put {y} out, and {y} was mafia",
    "{x} had a vote to spend on {y}, a mafioso, and spent it on another",
    "the vote on {y} hit mafia, and {x} was not part of it",
    "we caught {y} {d} without any help from {x}",
    "{x} tried to send another one out on the day when {y}, who was mafia, went",
    "the votes that put {y} out were good votes, and none of them was from {x}",
    "I went through the votes against {y}, who was mafia, and {x} is missing from them",
    "if it had been up to {x} {d}, {y} might still sit here, and {y} was mafia",
    "{x} voted for a way out for {y}, whether on purpose or not, and {y} was mafia",
];

const ACCUSED_TOWN: &[&str] = &[
    "{x} called {y} mafia {d}, and {y} was {r}",
    "{x} spoke against {y} {d}, and {y} turned out to be {r}",
    "{y} was {r}, and it was {x} who pointed at {y}",
    "{d} {x} was sure enough of {y} to say it aloud, and {y} was {r}",
    "the talk against {y} {d} had {x} in it, and {y} was {r}",
    "{x} accused {y}, and we lost {r}",
    "{x} has already accused one of ours, since {y} was {r}",
    "an accusation from {x} fell on {y} {d}, and {y} was {r}",
    "when {x} accused {y} {d}, the one in the chair was {r}",
    "{x} was wrong about {y} in front of everybody, because {y} was {r}",
    "{x} named {y} {d}, and we all saw that {y} was {r}",
    "I have not forgotten that {x} accused {y}, who was {r}",
];

const VOUCHED_MAFIA: &[&str] = &[
    "{x} vouched for {y} {d}, and {y} was mafia",
    "{x} told us {y} was innocent, and {y} was mafia",
    "{y} was mafia, and {x} had stood up for {y}",
    "{d} {x} spoke for {y}, and look what {y} was",
    "the only thing {x} has proved so far is a bad friend, since {y} was mafia",
    "{x} put a good word in for {y} {d}, and {y} was mafia",
    "when {y} needed a friend {d}, {x} was one, and {y} was mafia",
    "{x} trusted {y} aloud, and {y} was mafia",
    "{x} asked us to believe in {y}, who was mafia",
    "a mafioso was called innocent {d}, it was {y}, and it was {x} who said it",
];

const WITH_MAFIA: &[&str] = &[
    "{x} cast the same vote as {y} {d}, and {y} was mafia",
    "{x} and {y} voted for the same one to go {d}, and {y} was mafia",
    "{d} the votes of {x} and {y} went the same way, and we know what {y} was",
    "{y} was mafia, and {x} voted side by side with {y} {d}",
    "put the vote of {x} {d} next to that of {y}, who was mafia, and they match",
    "{x} voted as {y} did {d}, and {y} was mafia",
    "a mafioso and {x} agreed on a vote {d}: the mafioso was {y}",
    "I see {x} and {y} on the same side of the vote {d}, and {y} was mafia",
    "{x} kept company with {y} in the vote {d}, and {y} was mafia",
    "where {y} voted {d}, {x} voted too, and {y} was mafia",
];

const VOUCHED_BY_MAFIA: &[&str] = &[
    "{y} vouched for {x} {d}, and {y} was mafia",
    "it was {y} who called {x} innocent, and {y} was mafia",
    "{x} had a good word from {y} {d}, and {y} was mafia",
    "a mafioso spoke up for {x} {d}, and that was {y}",
    "{y}, who was mafia, wanted us to trust {x}",
    "the mafia had kind words for {x}: they came from {y} {d}",
    "{y} was mafia and stood up for {x} {d}",
    "I ask myself why {y}, a mafioso, told us that {x} was innocent",
];

const DEAD_SUSPECTED: &[&str] = &[
    "{y} accused {x} {d} and was dead the next morning",
    "{y} pointed at {x}, and the mafia came for {y} that same night",
    "the night after {y} accused {x}, {y} was killed",
    "{y} had a bad feeling about {x} {d} and did not live to repeat it",
    "somebody wanted {y} quiet, and the one {y} had accused was {x}",
    "one day {y} names {x}, the next morning {y} is dead",
    "the last thing {y} told us {d} was the name of {x}",
    "{y} died right after accusing {x}, and I do not think that was chance",
    "we owe it to {y} to look at {x}, whom {y} accused {d}",
    "{y} spoke against {x} {d}, and the answer came in the night",
    "{x} is the name that {y} left us {d}, before the mafia came",
    "{y} was after {x} {d}, and now {y} is dead and {x} is not",
];

const TURNCOAT: &[&str] = &[
    "{x} accused {y} {d} and then voted against somebody else",
    "{x} said one name {d} and voted for another to go",
    "the words of {x} were about {y} {d}, but the vote was not",
    "{d} {x} talked about {y} and then let {y} off in the vote",
    "{x} accused {y} {d}, but when it came to the vote the hand went elsewhere",
    "what {x} says and how {x} votes were two things {d}",
    "{x} had {y} for a suspect {d}, until it was time to vote",
    "{x} named {y} {d} and did not stand by it in the vote",
    "{x} changed targets between the talk and the vote {d}",
    "I noticed that {x} spoke against {y} {d} and voted against another",
];

const ABSTAINED: &[&str] = &[
    "{x} did not vote against anybody {d}",
    "{x} abstained {d}",
    "{d} {x} kept out of the vote",
    "{x} would not put a name down {d}",
    "everybody had a vote {d}, and {x} gave it to nobody",
    "{x} sat out the vote {d}",
    "when it was time to choose {d}, {x} chose nobody",
    "{x} had the chance to vote {d} and let it go by",
    "no vote of {x} was against anybody {d}",
    "{x} left the deciding to others {d}",
];

const QUIET: &[&str] = &[
    "{x} has accused nobody for two days running",
    "for two days now {x} has not put forward one suspect",
    "two days of talk, and {x} has not accused a soul",
    "{x} has been careful to accuse nobody, two days in a row",
    "I cannot name one suspect of {x} from the last two days",
    "{x} got through two whole days without pointing at anyone",
    "two days running {x} has had nobody to suspect",
    "whoever {x} suspects, we have not heard it in two days",
    "{x} has made no enemies in two days, by accusing no one",
    "two days without a single accusation: that is {x}",
];

const SHERIFF_NAMED: &[&str] = &[
    "{y} claims to be the sheriff and calls {x} mafia, and nobody has made the same claim against that",
    "the only sheriff we have, {y}, says {x} is mafia",
    "{y} came out as sheriff and named {x}",
    "nobody disputes that {y} is the sheriff, and {y} found {x}",
    "{y} put a sheriff's word on it: {x}",
    "as long as {y} is the only one to claim sheriff, {x} has a lot to answer for",
    "the word of {y}, who claims sheriff, stands against {x}",
    "{y} says the badge says {x}, and I see no other badge",
    "we have one sheriff's report, from {y}, and it says {x}",
    "if {y} is the sheriff, and I see no reason to doubt it, {x} is mafia",
    "{y} claims to have looked into {x} at night, and the answer was mafia",
    "{x} was named by {y}, our one claimed sheriff",
];

/// `{y}`, who claimed to be the sheriff and called `{x}` mafia, is dead and was town.
pub(in crate::house) const DEAD_SHERIFF_NAMED: &[&str] = &[
    "{y} told us as sheriff that {x} is mafia, and {y} was town",
    "{y} claimed the badge, named {x}, and is dead",
    "{y} cannot say it again, so I do: {y} claimed sheriff and named {x}",
    "the badge of {y} was real, and it pointed at {x}",
    "{y} left us a name before dying, and the name is {x}",
    "we know that {y} was no mafia, and {y} called {x} one",
    "nothing has happened to make the finding of {y} about {x} less true",
    "{y} died with the badge on, and {x} was the finding",
    "remember what {y} said as sheriff: {x}",
    "the sheriff's word of {y} against {x} still stands",
];

/// `{y}`, who claimed to be the sheriff and called `{x}` innocent, is dead and was town.
pub(in crate::house) const DEAD_SHERIFF_CLEARED: &[&str] = &[
    "{y} told us as sheriff that {x} is innocent, and {y} was town",
    "{y} cleared {x} before dying",
    "the badge of {y} was real, and it cleared {x}",
    "{y} claimed sheriff, vouched for {x}, and was no liar",
    "{y} looked into {x} and found nothing, and I believe the dead",
    "we still have the word of {y}, as sheriff, for {x}",
    "{y} left us one name to trust, and it is {x}",
    "remember that {y}, with the badge, spoke for {x}",
];

const CLAIMANT_NAMED: &[&str] = &[
    "{y}, who may or may not be the sheriff, says {x} is mafia",
    "one of our sheriffs, {y}, accuses {x}",
    "if {y} is the real sheriff, then {x} is mafia",
    "{y} claims the badge and names {x}, and I half believe it",
    "there is more than one sheriff at this table, but {y} at least gave us {x}",
    "among the claims of sheriff I lean to the one from {y}, and {y} says {x}",
    "{x} stands accused by {y}, one of those who claim sheriff",
    "only one claim of sheriff can be true, and the one from {y} points at {x}",
];

const RIVAL: &[&str] = &[
    "{x} and {y} both claim to be {r}, and there is only one",
    "two people claim to be {r}, and {x} is one of them",
    "{x} and {y} tell the same story of being {r}, and one of the two is lying",
    "there cannot be two of them: {x} and {y} both say they are {r}",
    "{x} claims to be {r}, and so does {y}",
    "one of {x} and {y} is lying to us about being {r}",
    "either {x} or {y} is not {r}",
    "the deck had one of that kind, yet {x} and {y} both say they are {r}",
    "we have {x} and {y} fighting over who is {r}, and I have to pick",
    "{x} makes the same claim as {y}, and I have to disbelieve one",
];

const CLAIMED_WHEN_NAMED: &[&str] = &[
    "{x} found a badge only after {y} had called {x} mafia",
    "{y} spoke first and named {x}, and only then was {x} the sheriff too",
    "the claim of {x} came after the one from {y}, and after {y} had named {x}",
    "{x} claimed sheriff with the back to the wall, once {y} had said the name",
    "it was {y} who claimed first, and {x} who answered with the same claim",
    "a sheriff who speaks up only when accused, as {x} did, is a late sheriff",
    "{x} had no badge to show until {y} pointed at {x}",
    "first {y} named {x}, then {x} became the sheriff, in that order",
    "{x} claimed what {y} had claimed, as the accused like to do",
    "the order matters: {y} claimed and named {x}, and then {x} claimed as well",
];

const CAUGHT_LYING: &[&str] = &[
    "{x} claimed to be {r}, and what we have seen since says otherwise",
    "the claim of {x} to be {r} does not hold any more",
    "{x} claimed to be {r}, and the record says no",
    "{x} cannot be {r}, whatever {x} told us",
    "{x} told us a story about being {r}, and it has come apart",
    "everything since has spoken against {x} being {r}",
    "{x} lied about being {r}, as far as I can see",
    "we were told that {x} was {r}, and that cannot be so",
    "take the dead and what they were, and {x} is not {r}",
    "the one thing I know of {x} is a false claim to be {r}",
];

const LEFT_ALIVE: &[&str] = &[
    "{x} claimed sheriff {d}, and {x} is alive and well",
    "two nights and more after claiming sheriff, {x} is still here",
    "{x} has been the sheriff aloud since day {n}, and {x} is still with us",
    "a sheriff who claims {d} and still lives makes me wonder about {x}",
    "{x} has lived through two nights since that claim of sheriff, and the mafia are not kind people",
    "I wonder why {x} is alive so long after claiming sheriff {d}",
    "the mafia kill sheriffs, and yet {x}, who claimed it {d}, is well",
    "{x} told everybody about the badge {d} and has woken up every morning since",
];

const CROWD: &[&str] = &[
    "{n} people have named {x} today",
    "{x} has been named {n} times today",
    "{n} of us have come to {x} already today",
    "the talk keeps going back to {x}, with {n} accusations so far",
    "{n} accusations against {x} today are hard to overlook",
    "when {n} people point at {x}, I want to hear an answer",
    "I count {n} voices against {x} today",
    "today {n} of you have said {x}",
    "it is not only me who looks at {x}, there were {n} before me",
    "with {n} accusations today, {x} is the name to talk about",
];

const ACCUSES_ME: &[&str] = &[
    "{x} accuses me, and I know that one to be wrong",
    "{x} points at me, which tells me more about {x} than about me",
    "I know what I am, and {x} called me mafia all the same",
    "of all the people here {x} chose me",
    "{x} went for me today, and I can only shake my head",
    "{x} wants you to look at me, so I look back at {x}",
    "the first thing I hold against {x} is that accusation against me",
    "{x} is wrong about me, and I doubt that it is an honest mistake",
    "{x} named me today, and I would like to know who gains by that",
    "whoever accuses me wastes a day, and today that is {x}",
    "I heard {x} accuse me, and I heard no good reason",
    "{x} has turned on me, and I do not think it was for the good of the town",
];

const FIRST_STONE: &[&str] = &[
    "{x} was the first today to accuse anybody, and it was {y}",
    "before anybody else had a name, {x} had {y}",
    "{x} went straight for {y}, ahead of all the others",
    "it was {x} who brought up {y} first today",
    "the first accusation today came from {x}, against {y}",
    "{x} opened fire on {y} before the rest of us had a name",
    "nobody had accused anyone until {x} accused {y}",
    "{x} had {y} ready before there was anything to go on",
    "{x} set the tone today by going after {y}",
    "all this talk of {y} began with {x}",
];

const JOINED_IN: &[&str] = &[
    "{x} only joined in against {y} after somebody else had named {y}",
    "{x} took up {y} when another had named {y} already",
    "{x} followed others to {y} and added a voice",
    "{x} was not the first on {y} today, and I dislike followers",
    "somebody else accused {y} first, and {x} came along",
    "{x} picked the name {y} from somebody else today",
    "{x} repeats what was said of {y} before",
    "when the finger was on {y} already, {x} put another on top",
    "{x} went with the current against {y}",
    "{x} borrowed {y} from an earlier speaker",
];

const NO_NAME: &[&str] = &[
    "{x} spoke today and accused nobody",
    "{x} had a turn today and no suspect to show for it",
    "I listened to {x} today and did not hear one accusation",
    "{x} has talked today without pointing at anyone",
    "{x} used a whole turn today without accusing a soul",
    "I still do not know whom {x} suspects",
    "{x} accused no one today, and that is an easy way to stay liked",
    "after the turn of {x} we are no wiser about whom {x} suspects",
    "{x} spoke, and left the accusing to others",
    "{x} made no accusation today, not even a small one",
];

const PASSED: &[&str] = &[
    "{x} said nothing {d}",
    "{x} let the turn go by {d} without a word",
    "{d} we heard not one word from {x}",
    "{x} passed {d}, and silence costs the town",
    "{x} had the floor {d} and kept silent",
    "when it was the turn of {x} {d}, there was nothing",
    "all we got from {x} {d} was silence",
    "{x} gave us no word at all {d}",
];

const VOTED_MAFIA: &[&str] = &[
    "{x} voted against {y} {d}, and {y} was mafia",
    "{x} had {y} right in the vote {d}",
    "one of the votes against {y}, a mafioso, was from {x}",
    "{d} {x} put a vote on {y}, and {y} was mafia",
    "{x} voted against mafia {d}, namely {y}",
    "{y} was mafia, and {x} was among those who voted that way",
    "the vote of {x} against {y} {d} was a good one",
    "{x} saw through {y} {d}, and {y} was mafia",
    "{x} was after {y} {d}, and {y} was mafia",
    "that vote of {x} against {y}, who was mafia, counts for something",
    "I find {x} among the votes against {y}, who was mafia",
    "{x} voted on the right side {d}, against {y}, a mafioso",
];

const ACCUSED_MAFIA: &[&str] = &[
    "{x} called {y} mafia {d}, and {y} was",
    "it was {x} who accused {y}, and {y} was mafia",
    "{x} spoke against {y} {d}, and {y} was mafia",
    "{x} had {y} right, aloud and in front of all",
    "{d} {x} pointed at {y}, a mafioso",
    "{x} named {y} {d}, and that was mafia",
    "{x} risked an accusation against {y}, and it was a true one",
    "{y} was mafia, and {x} had said so",
    "{x} has named one mafioso already, and that was {y}",
    "an accusation of {x} hit mafia {d}, in the person of {y}",
];

const ACCUSED_BY_MAFIA: &[&str] = &[
    "{y} accused {x} {d}, and {y} was mafia",
    "{y}, who was mafia, tried to put {x} in the chair {d}",
    "the mafia wanted us to think badly of {x}: it was {y} who accused {x}",
    "a mafioso pointed at {x} {d}, and mafiosi seldom point at their own",
    "{y} was mafia and went after {x}",
    "{x} was accused by {y}, and we know what {y} was",
    "if {y}, a mafioso, called {x} mafia, {x} is likely nothing of the kind",
    "{y} spoke against {x} {d}, and {y} was mafia, which speaks for {x}",
    "the accusation against {x} came from {y}, and {y} was mafia",
    "{x} had {y} for an enemy {d}, and {y} was mafia",
];

const VOTED_BY_MAFIA: &[&str] = &[
    "{y} voted against {x} {d}, and {y} was mafia",
    "a mafioso, {y}, voted to put {x} out {d}",
    "the vote of {y} {d} went against {x}, and {y} was mafia",
    "{y} was mafia and wanted {x} out {d}",
    "{x} had the vote of a mafioso against them {d}, that of {y}",
    "mafia seldom vote against mafia, and {y} voted against {x} {d}",
    "{y} tried to vote {x} out {d}, and {y} was mafia",
    "I trust the choice of the mafia there: {y} voted against {x}",
];

const STOOD_ASIDE: &[&str] = &[
    "{x} did not vote against {y} {d}, and {y} was {r}",
    "{x} kept out of the vote against {y}, who was {r}",
    "we wronged {y} {d}, who was {r}, and {x} had no part in it",
    "when {y} was voted out, {x} voted otherwise, and {y} was {r}",
    "{x} was not among those who put {y} out, and {y} was {r}",
    "not everybody fell for the case against {y} {d}: {x} did not",
    "{x} held back from {y} {d}, and {y} was {r}",
    "the vote against {y} was a mistake that {x} did not make",
];

const SHERIFF_CLEARED: &[&str] = &[
    "{y}, our only sheriff, says {x} is innocent",
    "{y} claims sheriff and clears {x}",
    "the one sheriff we know of, {y}, has looked into {x} and found nothing",
    "{x} was cleared by {y}, and nobody has claimed to be the sheriff against {y}",
    "{y} put a sheriff's word on {x} being one of us",
    "if I believe {y} about the badge, and I do, {x} is clean",
    "{y} says {x} is not mafia, and {y} is the only sheriff here",
    "we have it from {y}, who claims sheriff, that {x} is innocent",
];

const CLAIMANT_CLEARED: &[&str] = &[
    "{y}, one of those who claim sheriff, says {x} is innocent",
    "if {y} is the sheriff, {x} is clean",
    "{y} claims the badge and clears {x}, for what it is worth",
    "{x} has the word of {y}, who may be the sheriff",
    "one claim of sheriff, the one from {y}, speaks for {x}",
    "{y} says {x} is not mafia, though {y} is not the only one to claim sheriff",
    "{x} has been cleared by {y}, if one believes {y}",
    "of the claims of sheriff we have heard, the one from {y} clears {x}",
];

const SOLE_CLAIM: &[&str] = &[
    "{x} claims to be {r}, and nobody else does",
    "no one has contested that {x} is {r}",
    "{x} claimed aloud to be {r}, and no second one has stood up",
    "if {x} were not {r}, the real one would have told us by now",
    "{x} is the only one who claims to be {r}",
    "{x} took a risk by claiming to be {r}, and the claim stands",
    "nobody has spoken against {x} being {r}",
    "I have heard only one claim to be {r}, and it is from {x}",
    "until somebody else claims it, {x} is {r} for me",
    "the claim of {x} to be {r} has stood without a rival",
];

const RIGHT_CALL: &[&str] = &[
    "{x} claimed sheriff and called {y} mafia, and {y} was mafia",
    "{x} told us {y} was mafia, with the badge on the table, and it was true",
    "as sheriff {x} named {y}, and {y} was mafia",
    "{x} has proved it: {y} was found by {x}, and {y} was mafia",
    "the finding of {x} about {y} was right",
    "{x} gave us {y}, a real mafioso, by a sheriff's word",
    "the badge of {x} has been right about {y}",
    "we followed {x} on {y}, and {y} was mafia",
];

const VOUCHES_FOR_ME: &[&str] = &[
    "{x} spoke up for me today, and was right to",
    "{x} vouched for me, and I know that to be true",
    "{x} called me innocent today, and that is simply so",
    "{x} sees me as I am",
    "{x} put in a word for me when nobody had to",
    "{x} is one of the few who got me right today",
    "I know at least that {x} was right about me",
    "{x} trusts me, and those who get me right may get more right",
];
