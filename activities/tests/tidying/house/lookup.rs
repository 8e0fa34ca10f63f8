//! Phrases that people use lead to the thing that they mean, and to nothing where the list knows none.

use kit::plural::{plural, singulars};
use tidying::Thing;
use tidying::house::things::{is_damaged, is_dear, is_hazard, lookup};

#[track_caller]
fn check(phrases: &[(&str, &str)]) {
    for (phrase, expected) in phrases {
        let found = lookup(&[], phrase).map_or("nothing", |thing| thing.name.as_str());
        assert_eq!(found, *expected, "{phrase}");
    }
}

#[test]
fn plurals_counts_articles_and_adjectives_do_not_hide_a_thing() {
    check(&[
        ("mug", "mug"),
        ("the mugs", "mug"),
        ("three mugs", "mug"),
        ("3 mugs", "mug"),
        ("my three old blue mugs", "mug"),
        ("Three Coffee Mugs", "mug"),
        ("knives", "knife"),
        ("batteries", "battery"),
        ("old batteries", "dead battery"),
        ("some old chargers", "phone charger"),
        ("dirty dishes", "dirty dish"),
        ("two glasses", "drinking glass"),
        ("glasses", "glasses"),
        ("my reading glasses", "glasses"),
        ("a pair of jeans", "jeans"),
        ("two pairs of jeans", "jeans"),
        ("T-shirts", "t-shirt"),
        ("tshirt", "t-shirt"),
    ]);
}

#[test]
fn the_longest_name_wins_and_what_is_said_of_a_thing_is_not_the_thing() {
    check(&[
        ("chipped mug", "chipped mug"),
        ("the mug with the flowers", "mug"),
        ("a charger for the old camera", "phone charger"),
        ("grandma's letters", "letter"),
        ("letters from my brother", "letter"),
        ("a letter from an ex", "letter from an ex"),
        ("a box of blue mugs", "mug"),
        ("bits and bobs", "junk drawer"),
        ("mugs collection", "mug"),
    ]);
}

#[test]
fn what_is_not_on_the_list_is_not_known() {
    check(&[
        ("flux capacitor", "nothing"),
        ("green contraption", "nothing"),
        ("", "nothing"),
        ("!!!", "nothing"),
        ("mugger", "nothing"),
        ("\u{202e}\u{0}", "nothing"),
    ]);
    assert!(lookup(&[], &"mug ".repeat(5_000)).is_none_or(|thing| thing.name == "mug"));
}

#[test]
fn what_a_household_knows_comes_first() {
    let own = [Thing {
        name: "the blue mug".to_owned(),
        also: vec!["widget".to_owned()],
        kind: "holy things".to_owned(),
        usually: vec!["place".to_owned()],
        home: "on the altar".to_owned(),
        ask: Vec::new(),
    }];
    assert_eq!(lookup(&own, "my blue mugs").map(|thing| thing.kind.as_str()), Some("holy things"));
    assert_eq!(lookup(&own, "two old widgets").map(|thing| thing.kind.as_str()), Some("holy things"));
    assert_eq!(lookup(&own, "mug").map(|thing| thing.kind.as_str()), Some("kitchen"));
}

#[test]
fn care_is_taken_by_whose_a_thing_was_and_by_what_it_may_do() {
    assert!(is_dear("grandma's mug", Some("kitchen")) && is_dear("my late father's watch", None));
    assert!(is_dear("photo", Some("keepsakes")) && !is_dear("mug", Some("kitchen")));
    assert!(is_damaged("a broken lamp") && !is_damaged("lamp"));
    assert!(is_hazard("heart pills 20 mg") && is_hazard("old paint") && !is_hazard("painting"));
}

#[test]
fn one_and_many_lead_to_each_other() {
    for (one, several) in [
        ("mug", "mugs"),
        ("box", "boxes"),
        ("knife", "knives"),
        ("battery", "batteries"),
        ("toy", "toys"),
        ("shelf", "shelves"),
        ("toothbrush", "toothbrushes"),
        ("glass", "glasses"),
        ("child", "children"),
        ("box of toys", "boxes of toys"),
        ("garden chair", "garden chairs"),
        ("jeans", "jeans"),
    ] {
        assert_eq!(plural(one), several);
    }
    for (several, one) in
        [("knives", "knife"), ("gloves", "glove"), ("ties", "tie"), ("vases", "vase"), ("feet", "foot")]
    {
        assert!(singulars(several).contains(&one.to_owned()), "{several}");
    }
    for none in ["glass", "s", "", "lamp", "dress"] {
        assert!(singulars(none).is_empty(), "{none}");
    }
}
