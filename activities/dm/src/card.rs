//! What a story says of itself, and what is usual at its tables: a party of one to six who play characters, and in the last
//! seat whoever tells the story.

use engine::{Card, Custom, Leader, Next, Written};

use super::limits::{PARTY_MAX, TOLD_MAX};

/// Who of the house has the game master's seat.
const NARRATOR: &str = "narrator";

pub(super) const CARD: Card = Card {
    title: "A story in Overlow",
    about: "a story for scoundrels, alone or with up to 5 others, told by a game master",
    rules: "The last seat is the game master, who tells a story of scoundrels in a wet city; every other seat plays a \
            character in it. First you make yours. Then you are told what happens and asked what you do: take an idea by \
            its number, or act in your own words. What is risky is settled with dice that are rolled already: you see \
            what each would lead to and what it costs in stress and heat, and spend one. Stress that reaches 9 leaves a \
            scar and four scars end a career; heat that reaches 10 brings the law. Without dice you bargain for more, \
            give up, or fall. Clocks fill, and something happens when they are full. Between scenes you go on, rest, or \
            end the evening.",
    seats: 2..=PARTY_MAX + 1,
    house: &[(NARRATOR, "tells the story, from the last seat"), ("player", "plays a character")],
};

pub(super) const CUSTOM: Custom = Custom {
    called: "story",
    leader: Some(Leader {
        title: "the game master",
        house: "The House",
        model: "The Game Master",
        plays: NARRATOR,
        others: "party",
    }),
    open: true,
    continues: true,
    told_max: Some(TOLD_MAX),
    written: Written::Story,
    after: &[
        (Next::Read, "the story, to read"),
        (Next::Recap, "what the game master knew"),
        (Next::Again, "another evening, and of a campaign the next one"),
    ],
    examples: &[
        ("", "you play a scoundrel, the house is the game master"),
        ("--campaign \"The Long Winter\"", "the next evening of that name goes on from this one"),
        ("--as Kim --party 3 --model ollama:llama3.2 --lines \"spiders, torture\"", ""),
    ],
    ..Custom::DEFAULT
};
