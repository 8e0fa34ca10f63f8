//! The words by which talk is told from things, in lists that can be read.

use std::sync::LazyLock;

/// A list of words or phrases, as it is written: with commas between.
pub(super) struct List(LazyLock<Vec<&'static str>>);

impl std::ops::Deref for List {
    type Target = [&'static str];
    fn deref(&self) -> &[&'static str] {
        &self.0
    }
}

macro_rules! lists {
    ($($(#[$about:meta])* $name:ident = $words:literal;)*) => {$(
        $(#[$about])*
        pub(super) static $name: List =
            List(LazyLock::new(|| $words.split(',').map(str::trim).filter(|word| !word.is_empty()).collect()));
    )*};
}

lists! {
    /// What may stand before a name. Longer ones are tried first.
    FRONT = "
        a, an, the, some, one, more, another, there is, there are, there is also, there are also, theres, theres
        also, and theres, i have, i have got, i also have, ive got, ive also got, i see, i can see, i found, i
        also found, i just found, i forgot, found, we have, we found, weve got, weve also got, youve got, also,
        and, and then, then, plus, oh, ah, ok, okay, ok so, so, well, hm, hmm, um, uh, yes, first, next, next
        is, next up, the next is, the next two are, the next three are, maybe, perhaps, mostly, mainly, just,
        only, some of it is, some is, of course, a bunch of, bunch of, a lot of, lots of, a ton of, a load of, a pile of, a stack of, a heap of, piles of, heaps of, a handful of, a whole bunch of, loads of, tons of, a
        few, a couple of, couple of, a pile with, a box with, a bag with, im holding, now, heres, here is, here
        are, lastly, finally, or, what about, how about, lets see, all the, all my, a whole lot of, random,
        various, of
    ";

    /// What may stand after one.
    BACK = "
        too, as well, again, left, here, there, for a start, i think, i guess, i suppose, in my hand, in front
        of me, on top, in it, on it, etc, maybe, probably, somewhere, everywhere, lying around, lying about,
        lying, sitting, also, please, so on, and, or so, for now, next
    ";

    /// Words by which a place begins.
    PLACES = "
        on, under, in, by, behind, beside, near, below, above, inside, between, against, at, underneath,
        beneath, over, around, outside, along, next to, close to, on top of, in front of
    ";

    /// Words by which something is told of what was named before.
    ABOUT = "
        from, for, with, without, of, to, as, like, about
    ";

    /// Words by which what lies there begins.
    DETERMINERS = "
        the, a, an, my, our, your, his, her, their, this, that, each, it, these, those, every
    ";

    /// Words that no thing has in its name: whoever uses one is talking.
    TALK = "
        i, im, ive, id, ill, we, were, you, youre, he, hes, she, shes, they, theyre, it, its, is, are, was, be,
        been, am, not, dont, doesnt, didnt, cant, cannot, wont, isnt, arent, wasnt, do, does, did, have, has,
        had, can, could, would, should, will, may, might, must, want, wants, wanted, need, needs, think, know,
        guess, feel, why, what, whats, how, who, when, where, which, because, but, if, yes, no, yeah, yep, nope,
        please, thanks, thank, me, him, us, them, lets, thats, mine, yours, gave, got, said, nothing,
        everything, anything, whatever, really, already, then, ok, okay, hm, hmm, either, neither, than, goes,
        there, supposed, says
    ";

    /// Words by which somebody tells others what to do.
    COMMANDS = "
        ignore, delete, forget, tell, give, show, print, write, say, make, help, go, stop, start, begin, put,
        take, throw, keep, look, see, come, get, pretend, act, imagine, remember, try, use, move, leave, let,
        call, ask, answer, wait, hold, bring, find, open, close, clean, tidy, sort, explain, repeat, output,
        respond, reply, run, execute, turn, pick, choose, decide, donate, recycle, toss, skip, undo, read,
        reveal, disregard, override, continue, carry, end, thinking, looking, working, living, cooking,
        sleeping, reading, trying
    ";

    /// Words that make a phrase idle, unless the list knows it.
    IDLE = "
        hello, hi, hey, good, morning, evening, afternoon, night, something, stuff, mess, messy, chaos, chaotic,
        ready, more, done, sure, maybe, today, tomorrow, yesterday, weather, love, hate, lol, haha, wow, ugh,
        sorry, great, nice, awesome, cool, bad, help, again, later, soon, things, usual, else, rest, way, idea,
        bye, goodbye, fine, alright, right, true, false, well, very, too, much, many, mostly, only, just, also,
        or, and, stays, stay, disaster, tired, busy, full, kidding, joking, guess, course, honestly,
        actually, definitely, absolutely, instructions, instruction, prompt, system, previous, above, coach, ai,
        you, your, question, questions, answer, second, minute, moment, hour, time, layer, side, corner, floor,
        clue, thought, thoughts, mind, shame, trouble, hard, easy, one, ones, next, last, enough, anyway, oops,
        meh, eh, ah, oh, so, agreed, perfect, super, thanks, cheers, yay, hurray, please, all, both, none, same,
        here, now, never, always, often, sometimes, expensive, beautiful, important, unsure, undecided, stuck,
        overwhelmed, everywhere, somewhere, nowhere, longer, while, bit, bits
    ";

    /// Those who live in a house, and are not sorted.
    ALIVE = "
        cat, cats, kitten, kittens, dog, dogs, puppy, pet, pets, baby, babies, child, children, kid, kids,
        husband, wife, partner, hamster, hamsters, rabbit, rabbits, bird, birds, fish
    ";

    /// Words by which one of these is a thing after all.
    MADE = "
        stuffed, toy, plush, cuddly, china, porcelain, ceramic, wooden, glass, frozen, chocolate, paper, plastic
    ";

    /// Words that tell how something is, and alone name nothing.
    LOOKS = "
        old, new, dirty, clean, empty, used, unused, broken, torn, cracked, ripped, expired, stained, chipped,
        damaged, big, small, mixed
    ";

    /// Words by which more is told of a thing after its name.
    WHICH = "
        that, which, who, from, with, for, i, we, without, because
    ";
}
