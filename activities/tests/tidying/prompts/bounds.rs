//! However much lies about, what changes stays short, and so does what comes first.

use tidying::limits::{
    ANCHORS_MAX, ITEMS_MAX, NAME_CHARS_MAX, SAID_CHARS_MAX, THINGS_MAX, UNANSWERED_CHARS_MAX,
};
use tidying::{Left, Said, Thing};

use crate::prompts::changes::crowd;
use crate::prompts::quotes::taken_apart;
use crate::prompts::worlds::{asked_of, case, cases, coach_cases, s};

/// The bound that the prompt holds itself to, in bytes.
const NOW_MAX: usize = 8 * 1024;
/// What comes first, whatever a household brings along.
const FIXED_MAX: usize = 28 * 1024;

/// 400 things, every list full, every text as long as it may be, in the widest letters there are.
#[test]
fn a_cellar_that_is_full_of_everything_keeps_within_the_bound() {
    let mut most = 0;
    for (name, state) in cases() {
        for letter in ['x', '"', '\\', 'ä', '語', '🧦'] {
            let mut state = state.clone();
            crowd(&mut state, letter);
            assert_eq!(state.items.len(), ITEMS_MAX);
            let now = asked_of(name, &state).1.now;
            assert!(now.len() <= NOW_MAX, "{name}, {letter}: {} bytes: {now}", now.len());
            most = most.max(now.len());
        }
    }
    eprintln!("the longest has {most} bytes");
}

/// Y3: one message is never cut, whatever else there is to say.
#[test]
fn y3_a_message_of_any_length_is_there_in_full() {
    for (name, state) in coach_cases() {
        for letter in ['x', '"', '語', '🧦'] {
            let mut state = state.clone();
            crowd(&mut state, letter);
            let (_, strings) = taken_apart(&asked_of(name, &state).1.now);
            let message = letter.to_string().repeat(SAID_CHARS_MAX);
            assert_eq!(strings.last(), Some(&message), "{name}, {letter}");
        }
    }
}

/// Several words that were not answered yet are one message: of more than there is room for, the last ones stay.
#[test]
fn y3_of_more_words_than_there_is_room_for_the_last_ones_stay() {
    let mut state = case("coach.sorting.hand");
    let text = "語".repeat(UNANSWERED_CHARS_MAX - 20) + "\nand the end of it";
    state.said = Some(Said { text, photos: Vec::new() });
    let now = asked_of("coach.", &state).1.now;
    let (_, strings) = taken_apart(&now);
    let last = strings.last().expect("a message");
    assert!(last.starts_with("…語") && last.ends_with("語 and the end of it"), "{last}");
    assert!(now.len() <= NOW_MAX && last.len() > 4_000, "{} bytes", last.len());
}

/// Twenty names, and how many more there are.
#[test]
fn of_many_things_the_first_twenty_are_named_and_the_others_counted() {
    let now = asked_of("coach.", &case("coach.sorting.full")).1.now;
    assert!(now.contains("\"thing 20\" and 380 more.\n") && !now.contains("thing 21"), "{now}");
    let mut state = case("coach.sorting.full");
    for (at, item) in state.items.iter_mut().enumerate() {
        item.name = format!("{at} {}", "n".repeat(NAME_CHARS_MAX - 4));
    }
    let now = asked_of("coach.", &state).1.now;
    assert!(now.contains("\"19 nnn") && !now.contains("\"20 nnn") && now.contains(" and 380 more."), "{now}");
}

#[test]
fn a_household_of_two_hundred_things_keeps_within_the_bound() {
    let thing = |letter: &str, at: usize| Thing {
        name: format!("{at} {}", letter.repeat(190)),
        also: vec![letter.repeat(200); 20],
        kind: letter.repeat(200),
        usually: vec![s("place"), s("donate")],
        home: letter.repeat(200),
        ask: vec![letter.repeat(200); 20],
    };
    let mut most = 0;
    for letter in ["x", "\"", "語", "🧦"] {
        let mut state = case("coach.sorting.next");
        state.things = (0..THINGS_MAX).map(|at| thing(letter, at)).collect();
        state.before = Some(Left {
            function: Some(letter.repeat(200)),
            anchors: vec![letter.repeat(200); ANCHORS_MAX],
            things: vec![letter.repeat(200); ITEMS_MAX],
            to_do: vec![(letter.repeat(200), letter.repeat(200)); ITEMS_MAX],
            next_time: Some(letter.repeat(200)),
        });
        for name in ["coach.", "person."] {
            let fixed = asked_of(name, &state).1.fixed;
            assert!(fixed.len() <= FIXED_MAX, "{name}, {letter}: {} bytes", fixed.len());
            most = most.max(fixed.len());
        }
    }
    eprintln!("the longest that comes first has {most} bytes");
}

/// Ordinary ones are all there.
#[test]
fn a_household_of_sixty_things_is_told_in_full() {
    let mut state = case("coach.sorting.next");
    let thing = |at: usize| Thing {
        name: format!("household thing {at}"),
        also: vec![format!("other word {at}")],
        kind: s("hobby and craft"),
        usually: vec![s("place"), s("skip")],
        home: s("in the workshop, on the left"),
        ask: vec![s("Was it used this year?")],
    };
    state.things = (0..60).map(thing).collect();
    let fixed = asked_of("coach.", &state).1.fixed;
    assert!((0..60).all(|at| fixed.contains(&format!("- \"household thing {at}\""))), "{fixed}");
}
