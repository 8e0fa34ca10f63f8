//! Examples that fit the program: whoever names activities of their own reads of those alone.

use std::path::PathBuf;

use engine::Card;

use crate::activity::{self, Activity};

/// How many seats examples name, and which of them, as far as an activity has so many.
const SEATS: usize = 7;
const SEAT: usize = 3;

/// Examples with what this program plays put in: a line `{play}`, `{demo}` or `{begin}` stands for a line or more of each
/// activity, `{first}` for what the first of them is called, and `{seats}`, `{seat}` and `{player}` for what its card has.
pub(super) fn fitting(examples: &str) -> String {
    let program = program();
    let first = activity::first().map_or("NAME", Activity::called);
    let card = activity::first().map_or(Card::DEFAULT, Activity::card);
    let lines = examples.lines().flat_map(|line| match line.trim() {
        "{play}" => activity::all().flat_map(|it| played(&program, it)).collect(),
        "{demo}" => activity::all().map(|it| example(&program, "demo", it, "", it.title())).collect(),
        "{begin}" => activity::all().map(|it| example(&program, "play", it, "", it.title())).collect(),
        _ => {
            let line = line.replacen("  parlor", &format!("  {program}"), 1);
            let line = line.replace("| parlor", &format!("| {program}")).replace("{first}", first);
            vec![of_card(&line, &card)]
        }
    });
    lines.collect::<Vec<String>>().join("\n")
}

/// A line with what a card has: seats that there are, and somebody of the house.
fn of_card(line: &str, card: &Card) -> String {
    let (least, most) = (*card.seats.start(), *card.seats.end());
    let player = card.house.first().map_or("random", |(name, _)| name);
    line.replace("{seats}", &SEATS.clamp(least, most).to_string())
        .replace("{seat}", &SEAT.min(most).to_string())
        .replace("{player}", player)
}

/// How somebody sits down to it.
fn played(program: &str, activity: Activity) -> Vec<String> {
    let own = activity.custom().examples;
    let examples = if own.is_empty() { &[("", "")] } else { own };
    examples.iter().map(|(flags, words)| example(program, "play", activity, flags, words)).collect()
}

fn example(program: &str, verb: &str, activity: Activity, flags: &str, words: &str) -> String {
    let command = format!("{program} {verb} {} {flags}", activity.called());
    format!("  {:<34}  {words}", command.trim_end()).trim_end().to_owned()
}

/// What this program is called by whoever runs it.
pub(crate) fn program() -> String {
    let path = std::env::args_os().next().map(PathBuf::from);
    let name = path.as_deref().and_then(|path| path.file_stem()).map(|name| name.to_string_lossy());
    // A test is called by whoever built it.
    name.filter(|_| !cfg!(test)).map_or_else(|| "parlor".to_owned(), |name| name.into_owned())
}

/// Words in which verbs are named, with what this program is called by whoever runs it in front of each.
pub(crate) fn with_its_name(words: &str) -> String {
    let program = program();
    if program == "parlor" {
        return words.to_owned();
    }
    let verbs = super::command();
    let verbs = verbs.get_subcommands().map(clap::Command::get_name);
    verbs.fold(words.to_owned(), |words, verb| {
        words.replace(&format!("parlor {verb}"), &format!("{program} {verb}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_name_seats_and_players_that_there_are() {
        let line = "--seats {seats} --seat {seat} --players {player}";
        let of = |card: Card| of_card(line, &card);
        assert_eq!(of(Card::new("a", "b", 5..=20)), "--seats 7 --seat 3 --players random");
        assert_eq!(of(Card::new("a", "b", 1..=2)), "--seats 2 --seat 2 --players random");
        let card = Card { house: &[("shy", "says little")], ..Card::new("a", "b", 8..=9) };
        assert_eq!(of(card), "--seats 8 --seat 3 --players shy");
    }
}
