//! What a tidying session says of itself, and what is usual at its tables: a person and a space, and in the last seat whoever
//! helps to sort it.

use engine::{Card, Custom, Leader, Next, Written};

use super::limits::MESSAGE_PHOTOS_MAX;

/// Who of the house has the coach's seat.
const COACH: &str = "coach";

pub(super) const CARD: Card = Card {
    title: "A tidying session",
    about: "a space of yours, sorted one thing after the other with a coach",
    rules: "The last seat is a coach who helps the person in the first seat to sort a space. First it asks what the space \
            is for and what stays in it. Then name what lies about, in any words, with commas between. The coach takes one \
            thing at a time and proposes what may become of it: take a choice by its number, or write where it belongs, \
            or trash, donate, recycle or later, or what is to be done with it first. What is decided goes onto one of \
            the piles, belongs, out, to do or unsure, and can be undone. Say so if you are stuck or do not know what a thing is. You can stop at any time; the session \
            ends with what was done, what is left, and what comes first next time.",
    seats: 2..=2,
    house: &[(COACH, "helps to sort, from the last seat"), ("hesitant", "has things and is slow to decide")],
};

pub(super) const CUSTOM: Custom = Custom {
    leader: Some(Leader {
        title: "the coach",
        house: "The Coach",
        model: "The Coach",
        plays: COACH,
        others: "",
    }),
    open: true,
    continues: true,
    clock: false,
    photos: MESSAGE_PHOTOS_MAX,
    written: Written::List,
    after: &[(Next::Read, "the piles, as a list to tick off"), (Next::Again, "goes on with what is left")],
    examples: &[
        ("--space \"the desk\"", "you sort, the house coaches; next time it goes on from there"),
        ("--space attic --model openai:gpt-5-mini --things ours.toml", ""),
    ],
    ..Custom::DEFAULT
};
