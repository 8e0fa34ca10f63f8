//! Every line of every house: that its file is read, that it is in order, and how a line is filled and dealt.
#![allow(clippy::disallowed_methods, reason = "the lines are files")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use engine::Seed;
use kit::deck::{Deck, Decks, Form, Limit, Pool, pools, session};
use kit::lines::{Line, Values};
use mafia::house::Character;

/// Values for all slots and gates of a house, of the kind that it gives.
type Sample = &'static [(&'static str, &'static str)];

const OF_MAFIA: Sample =
    &[("x", "Ana"), ("y", "Ben"), ("n", "three"), ("r", "the sheriff"), ("d", "yesterday")];

const OF_DM: Sample = &[
    ("who", "Isolde Marsh"),
    ("person", "Odile Marrack"),
    ("place", "the Patient Weight"),
    ("district", "the Landings"),
    ("detail", "Nets hang from the beams, dripping on yesterday's paper."),
    ("faction", "the Ninth Bell"),
    ("watch", "the Gauge"),
    ("weather", "Rain, the fine kind that does not fall so much as wait for you."),
    ("time", "at the hour when the night boats tie up"),
    ("item", "a brass key"),
    ("clock", "The Bell Sends a Boat"),
    ("threat", "the debt at the Eel House"),
    ("doing", "talk my way past"),
    ("title", "The Box That Came Up"),
    ("outcome", "a win at a price"),
    ("goal", "Find the Bell"),
    ("other", "Somebody Else's Plan"),
    ("filled", "2"),
    ("segments", "6"),
    ("left", "4"),
    ("role", "a ferry clerk"),
    ("look", "ink on both cuffs"),
    ("what", "a man with a list"),
    ("catch", "It is not his to sell."),
    ("cost", "a good pair of boots"),
    ("seed", "Somebody has kept the receipt."),
    ("want", "To be left alone."),
    ("voice", "slow and exact"),
    ("way", "the hatch behind the stove"),
    ("indoors", "open"),
    ("outdoors", "open"),
    ("controlled", "open"),
    ("risky", "open"),
    ("desperate", "open"),
    ("talk", "open"),
    ("sneak", "open"),
    ("force", "open"),
    ("look", "open"),
    ("craft", "open"),
    ("travel", "open"),
    ("occult", "open"),
];

const OF_TIDYING: Sample = &[
    ("item", "one two three"),
    ("choice", "one two three"),
    ("way", "one two three"),
    ("place", "one two three"),
    ("space", "one two three"),
    ("next", "one two three"),
    ("function", "one two three"),
    ("kind", "one two three"),
    ("count", "one two three"),
    ("kinds", "one two three"),
    ("done", "one two three"),
    ("a", "one two three"),
    ("b", "one two three"),
    ("c", "one two three"),
];

/// A house: where its lines are, and what they are.
struct House {
    folder: &'static str,
    sample: Sample,
    files: Vec<&'static str>,
    faults: Vec<String>,
    decks: Vec<(String, Deck)>,
}

impl House {
    fn read<P: Pool>(&mut self, name: &str, files: &[&'static str]) {
        let (decks, faults) = Decks::<P>::read(files);
        self.files.extend(files);
        self.faults.extend(faults);
        self.decks.extend(decks.into_iter().map(|deck| (format!("{name}{}", deck.name), deck)));
    }

    fn new(folder: &'static str, sample: Sample) -> House {
        House { folder, sample, files: Vec::new(), faults: Vec::new(), decks: Vec::new() }
    }
}

fn houses() -> [House; 3] {
    let mut of_mafia = House::new("../mafia/src/house/lines", OF_MAFIA);
    of_mafia.read::<mafia::house::lines::Pool>("", &mafia::house::lines::FILES);
    of_mafia.read::<mafia::house::lines::Ground>("", &[mafia::house::lines::REASONS]);
    for character in Character::ALL {
        let name = format!("{} ", character.name());
        of_mafia.read::<mafia::house::lines::Spoken>(&name, &[mafia::house::lines::voice(character)]);
    }
    let mut of_dm = House::new("../dm/src/house/lines", OF_DM);
    of_dm.read::<dm::house::lines::Pool>("", &dm::house::lines::FILES);
    let mut of_tidying = House::new("../tidying/src/house/lines", OF_TIDYING);
    of_tidying.read::<tidying::house::lines::Pool>("", &tidying::house::lines::FILES);
    [of_mafia, of_dm, of_tidying]
}

/// The decks of some houses, with their names and values for their slots.
fn decks(houses: &[House]) -> impl Iterator<Item = (&str, &Deck, Sample)> {
    let all = houses.iter().flat_map(|house| house.decks.iter().map(|deck| (deck, house.sample)));
    all.map(|((name, deck), sample)| (name.as_str(), deck, sample))
}

/// The texts of a folder and of those in it.
fn texts(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(texts(&path));
        } else if path.extension().is_some_and(|it| it == "txt") {
            found.insert(std::fs::read_to_string(path).expect("a text"));
        }
    }
    found
}

/// What is wrong with a line.
fn faults(deck: &Deck, line: &Line<'_>, sample: Sample) -> Vec<&'static str> {
    let text = line.text();
    let Some(filled) = line.fill(sample) else { return vec!["a slot or gate that nobody knows"] };
    let begins = filled.starts_with(|c: char| c.is_uppercase() || matches!(c, '"' | '“'));
    let checks = [
        (line.slots().all(|slot| deck.slots.contains(&slot)), "a slot that its header does not name"),
        (text.chars().all(|c| c.is_ascii() || matches!(c, '“' | '”')), "not plain letters and marks"),
        (text == text.trim() && !text.contains("  "), "a space too many"),
        (text.matches('"').count().is_multiple_of(2), "quotation marks in pairs"),
        (deck.limit.has_room(&filled), "too long when it is filled, or too short"),
        (
            deck.form != Form::Prose || begins && filled.ends_with(['.', '?', '!', '"']),
            "a sentence begins with a capital and ends",
        ),
        (
            deck.form != Form::Label || begins && !text.ends_with('.'),
            "a label begins with a capital and has no full stop",
        ),
        (
            deck.form != Form::Phrase
                || !text.ends_with('.') && (!text.starts_with(char::is_uppercase) || text.starts_with("I ")),
            "a phrase begins small and has no full stop",
        ),
    ];
    checks.into_iter().filter(|(holds, _)| !holds).map(|(_, fault)| fault).collect()
}

#[test]
fn every_line_of_every_house_is_in_order() {
    let mut found = Vec::new();
    let mut lines = 0;
    for house in houses() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(house.folder);
        let files: BTreeSet<String> = house.files.iter().map(|text| (*text).to_owned()).collect();
        assert_eq!(files, texts(&folder), "{}: every file is read", house.folder);
        found.extend(house.faults);
        let mut seen = BTreeMap::new();
        for (name, deck) in &house.decks {
            lines += deck.lines.len();
            if deck.lines.len() < deck.least {
                found.push(format!("{name}: {} lines of {}", deck.lines.len(), deck.least));
            }
            for line in &deck.lines {
                found.extend(
                    faults(deck, line, house.sample)
                        .into_iter()
                        .map(|what| format!("{name}: {what}: {}", line.text())),
                );
                let again = seen.insert(line.text().to_lowercase(), name).filter(|_| line.text() != "{}");
                found.extend(again.map(|other| format!("{name}: also in {other}: {}", line.text())));
            }
        }
    }
    println!("{lines} lines");
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
}

#[track_caller]
fn check(line: &'static str, values: &[(&str, &str)], expected: Option<&str>) {
    let line = Line::parse(line, true).expect("it parses");
    assert_eq!(line.fill(values).as_deref(), expected);
}

#[test]
fn a_value_at_the_front_of_a_sentence_gets_its_capital() {
    let values = [("person", "the clerk"), ("place", "the Salt Stair"), ("sky", "Rain.")];
    check(
        "{person} nods. {person} waits at {place}.",
        &values,
        Some("The clerk nods. The clerk waits at the Salt Stair."),
    );
    check("Then: \"{person}?\"", &values, Some("Then: \"The clerk?\""));
    check("{sky} {person} waits.", &values, Some("Rain. The clerk waits."));
    check("{person}'s {sky}", &values, Some("The clerk's Rain."));
}

#[test]
fn a_phrase_keeps_its_small_letter() {
    let line = Line::parse("{item} in two pieces", false).expect("it parses");
    assert_eq!(line.fill(&[("item", "a key")]).as_deref(), Some("a key in two pieces"));
}

#[test]
fn a_gate_prints_nothing_and_keeps_a_line_out_elsewhere() {
    check("{?in}{place} is shut.", &[("in", "yes"), ("place", "the inn")], Some("The inn is shut."));
    check("{?in}{place} is shut.", &[("out", "yes"), ("place", "the inn")], None);
    check("{?sneak|travel}It is.", &[("sneak", ""), ("travel", "yes")], Some("It is."));
    check("{?sneak|travel}It is.", &[("talk", "yes")], None);
}

#[test]
fn a_value_gives_way_to_the_mark_that_follows() {
    let values = [("doing", "climb up."), ("item", "the mug"), ("choice", "the bin.")];
    check("So: \"{doing}.\" And {doing}!", &values, Some("So: \"Climb up.\" And climb up!"));
    check("{item}: {choice}. Yes?", &values, Some("The mug: the bin. Yes?"));
    check("So. {item} or {item}?", &values, Some("So. The mug or the mug?"));
}

#[test]
fn quotation_marks_inside_of_a_quotation_become_single_ones() {
    let values = [("doing", "say \"no\"")];
    check("\"{doing},\" then.", &values, Some("\"Say 'no',\" then."));
    check("To {doing} now.", &values, Some("To say \"no\" now."));
}

#[test]
fn a_line_without_its_value_sits_out() {
    check("{person} nods.", &[], None);
    check("{person} nods.", &[("person", " ")], None);
    check("{person}.", &[("person", "...")], None);
    check("{}", &[], Some(""));
}

#[test]
fn braces_that_do_not_match_are_found() {
    for text in ["a {b", "a }", "{a}}"] {
        assert!(Line::parse(text, true).is_err(), "{text}");
    }
}

#[test]
fn a_line_is_known_again_by_its_end() {
    let ends = |text: &str, line| Line::parse(line, true).expect("it parses").ends(text);
    let line = "{item}: {choice}. Agreed?";
    assert!(ends("Done. The mug: the bin. Agreed?", line));
    assert!(ends("The mug: the bin. Agreed?", line));
    assert!(!ends("The mug: the bin. Yes?", line));
    assert!(!ends("Agreed?", line));
    assert!(ends("Good. What else is there?", "What else is there?"));
    assert!(!ends("And what else is there?", "What else is there?"));
    assert!(ends("Would you miss the mug?", "Would you miss {item}?"));
    assert!(ends("The mug", "{item}"));
    assert!(!ends("", "{item}"));
}

pools! {
    /// Planted pools.
    enum Planted { Plain Missing }
}

#[test]
fn what_is_wrong_with_a_file_is_said() {
    for (file, fault) in [
        ("[Plain]\na\n[Plain]\nb", "twice: [Plain]"),
        ("[Plain]\na\n[Other]", "no such pool: [Other]"),
        ("a\n[Plain]\nb", "a line of no pool: a"),
        ("[Plain | verse]\na", "what is \"verse\"? Plain | verse"),
        ("[Plain | least some]\na", "no number in \"least some\": Plain | least some"),
        ("[Plain]\n{a", "a brace is left open: {a"),
    ] {
        let (_, faults) = Decks::<Planted>::read(&[file]);
        assert!(faults.contains(&fault.to_owned()), "{file:?}: {faults:?}");
        assert!(faults.contains(&"no lines: Missing".to_owned()), "{file:?}: {faults:?}");
    }
    let (decks, _) = Decks::<Planted>::read(&["[Plain | label | 2 to 3 words | slots: a]\nA {a}"]);
    let deck = decks.of(Planted::Plain);
    assert_eq!((deck.form, deck.limit, &deck.slots[..]), (Form::Label, Limit::Words(2, 3), &["a"][..]));
}

/// What a deck deals on so many turns, one after the other.
fn dealt(
    deck: &Deck,
    seed: u64,
    turns: std::ops::Range<u64>,
    values: &(impl Values + ?Sized),
) -> Vec<&'static str> {
    let session = session(&Seed(seed).promise(None));
    turns.map(|turn| deck.deal(session, turn, values).next().expect("something to say").text()).collect()
}

#[test]
fn a_card_comes_again_only_when_all_others_had_their_turn() {
    for (name, deck, sample) in decks(&houses()) {
        for seed in 0..20 {
            let playing = deck.lines.iter().filter(|line| line.fits(sample)).count();
            let told = dealt(deck, seed, 7..7 + 2 * playing as u64, sample);
            let one_round: Vec<&str> = told[..playing].to_vec();
            assert_eq!(one_round, told[playing..], "{name}: the next round is the same");
            let mut others: Vec<*const u8> = one_round.iter().map(|text| text.as_ptr()).collect();
            others.sort_unstable();
            others.dedup();
            assert_eq!(others.len(), playing, "{name}: every card once");
        }
    }
}

#[test]
fn every_session_and_every_pool_has_an_order_of_its_own() {
    let houses = houses();
    let decks = || decks(&houses).filter(|(_, deck, _)| deck.lines.len() >= 8);
    for (name, deck, sample) in decks() {
        let orders: BTreeSet<Vec<&str>> = (0..40).map(|seed| dealt(deck, seed, 0..8, sample)).collect();
        assert!(orders.len() >= 12, "{name}: {} orders in forty sessions", orders.len());
    }
    let first = |deck: &Deck, sample: Sample| {
        let first = deck.deal(1, 0, sample).next()?;
        deck.lines.iter().position(|line| std::ptr::eq(line, first))
    };
    let places: BTreeSet<_> = decks().map(|(_, deck, sample)| first(deck, sample)).collect();
    assert!(places.len() >= 4, "{places:?}");
}

#[test]
fn what_is_not_taken_gives_way_to_another_card() {
    let (decks, _) = Decks::<Planted>::read(&["[Plain]\none\ntwo\nthree\nfour {a}"]);
    let deck = decks.of(Planted::Plain);
    for turn in 0..20 {
        let line = deck.choose(3, turn, &[], |text| text != "two").expect("one is left");
        assert!(["one", "three"].contains(&line.as_str()), "{line}");
    }
    assert_eq!(deck.choose(3, 0, &[], |_| false), None);
}
