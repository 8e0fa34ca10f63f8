//! Simulations: the same seed gives the same figures.

use crate::stage::Home;

#[test]
fn the_same_seed_gives_the_same_figures_however_many_play_at_a_time() {
    let home = Home::new();
    let run = |jobs: &str| {
        home.run(&["sim", "mafia", "--games", "300", "--seed", "7", "--json", "--jobs", jobs]).fine()
    };
    let one = run("1");
    assert_eq!(one, run("1"));
    assert_eq!(one, run("4"));
    let other = home.run(&["sim", "mafia", "--games", "300", "--seed", "8", "--json"]).fine();
    assert_ne!(one, other);
}

#[test]
fn figures_stand_beside_the_baseline_with_their_intervals() {
    let home = Home::new();
    let json = home.run(&["sim", "mafia", "--games", "200", "--seed", "7", "--seats", "7", "--json"]).json();
    for who in ["house", "random"] {
        let (town, mafia) = (&json[who]["town"], &json[who]["mafia"]);
        assert_eq!(town["won"].as_u64().expect("a count") + mafia["won"].as_u64().expect("a count"), 200);
        let (low, rate, high) = (&town["low"], &town["rate"], &town["high"]);
        assert!(low.as_f64() <= rate.as_f64() && rate.as_f64() <= high.as_f64());
    }
    let seats: u64 = json["characters"]
        .as_array()
        .expect("characters")
        .iter()
        .map(|row| row["town"]["of"].as_u64().unwrap_or(0) + row["mafia"]["of"].as_u64().unwrap_or(0))
        .sum();
    assert_eq!(seats, 200 * 7);
    let words = home.run(&["sim", "mafia", "--games", "50", "--players", "analytical"]).fine();
    assert!(
        words.contains("random baseline") && words.contains("analytical") && words.contains("from seed"),
        "{words}"
    );
}

#[test]
fn sessions_of_any_activity_are_played_and_how_they_ended_is_counted() {
    let home = Home::new();
    for (machine, games) in [("tidying", "6"), ("story", "2")] {
        let run = |jobs: &str| {
            let args = ["sim", machine, "--games", games, "--seed", "7", "--json", "--jobs", jobs];
            home.run(&args).json()
        };
        let json = run("1");
        assert_eq!(json, run("2"));
        let ended: u64 =
            json["endings"].as_object().expect("endings").values().filter_map(|it| it.as_u64()).sum();
        assert_eq!(ended.to_string(), games, "{json}");
        assert!(json["mean_decisions"].as_f64() > Some(2.0), "{json}");
    }
    let words = home.run(&["sim", "tidying", "--games", "3", "--seed", "7"]).fine();
    assert!(words.contains("how it ended") && words.contains("Winding down"), "{words}");
}
