//! What a game says of itself, and what is usual at its tables.

use engine::{Card, Custom, Next};

use super::count::COUNTED;
use super::house::Character;
use super::limits::SEATS;

pub(super) const CARD: Card = Card {
    title: "An evening of Mafia",
    about: "5 to 20 at a table, and some of them lie",
    rules: "Each player was dealt one role, unseen: mafia, doctor, sheriff or villager; the last three are the town. The \
            town wins when no mafia is alive, the mafia when they are at least as many as the rest. Nights and days take \
            turns. At night everybody is asked for one name: each mafia for a victim, the doctor for somebody to protect \
            (never the same one twice running), the sheriff for somebody to look into, a villager for a suspect, which \
            changes nothing. In the morning all hear who died. By day the living speak once each in turn, or pass, and then \
            all vote: whoever has the most votes is out and shows the role. The dead do nothing any more, and win or lose \
            with their side.",
    seats: SEATS,
    house: &[
        (Character::Cautious.name(), "waits for reasons and spreads the risk"),
        (Character::Aggressive.name(), "accuses early and sticks to it"),
        (Character::Analytical.name(), "counts claims, votes and deaths"),
        (Character::Social.name(), "goes with the people it trusts"),
        (Character::Random.name(), "draws lots"),
    ],
};

pub(super) const CUSTOM: Custom = Custom {
    usual: 10,
    // Whoever draws lots sits down only if somebody says so.
    by_turns: Character::THINKING.len(),
    draws_seat: true,
    follow: Some([80, 130]),
    goes_on: true,
    counted: Some(COUNTED),
    after: &[(Next::Secrets, "with every secret"), (Next::Again, "a seat for you")],
    examples: &[
        ("", ""),
        ("--as Kim --seats 7", ""),
        ("--model 2-10=ollama:llama3.2", ""),
        ("--model openai:gpt-5-mini --model 3=anthropic:claude-haiku-4-5 --budget 0.50usd", ""),
        ("--model all=ollama:llama3.2", "nobody plays: it is watched"),
        ("--seats Kim=person,Ben=house:social,Ada=house:cautious,Eli=house:random,Noa=house:aggressive", ""),
    ],
    ..Custom::DEFAULT
};
