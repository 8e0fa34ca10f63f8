//! What one viewer is given holds no word of what it was not told.

use serde_json::Value;

use crate::stage::Home;

const CANARY: &str = "CANARY-THINK";

/// The kinds of event that are never for all.
const PRIVATE: [&str; 7] = [
    "ROLE_ASSIGNED",
    "NIGHT_ACTION_SUBMITTED",
    "INVESTIGATION_RESULT",
    "NIGHT_RESOLVED_IN_FULL",
    "AGENT_THOUGHT",
    "BELIEFS_HELD",
    "ROLE_CLAIM_CHECKED",
];

/// Plays until the person has lived to think its thought aloud to itself; the session and the seat.
fn thoughtful(home: &Home) -> (String, usize) {
    let think = format!("{{\"type\":\"Say\",\"text\":\"Good morning.\",\"thought\":\"{CANARY}\"}}");
    for seed in 1..20 {
        let args = ["play", "mafia", "--as", "Kim", "--speed", "instant", "--seed", &seed.to_string()];
        let (code, out) = home.converse(&args, &think);
        assert_eq!(code, 0, "{out}");
        let id = home.newest();
        let text = home.export(&id);
        if text.contains(CANARY) {
            let header: Value = serde_json::from_str(text.lines().next().expect("a header")).expect("JSON");
            let seats = header["seats"].as_array().expect("seats");
            let seat = seats.iter().position(|seat| seat["name"] == "Kim").expect("Kim") + 1;
            return (id, seat);
        }
    }
    panic!("nobody lived to think in twenty games");
}

#[test]
fn a_thought_is_for_its_thinker_the_host_and_observers() {
    let home = Home::new();
    let (id, seat) = thoughtful(&home);
    let other = format!("seat:{}", if seat == 1 { 2 } else { 1 });
    let own = format!("seat:{seat}");
    for (viewer, may) in
        [("public", false), (&other, false), (&own, true), ("observer", true), ("host", true)]
    {
        for args in [
            vec!["export", &id, "--as", viewer],
            vec!["export", &id, "--as", viewer, "--format", "md"],
            vec!["replay", &id, "--as", viewer, "--json"],
        ] {
            let out = home.run(&args).fine();
            assert_eq!(out.contains(CANARY), may, "{args:?}");
        }
    }
    assert!(!home.run(&["replay", &id]).fine().contains(CANARY));
    assert!(!home.run(&["watch", &id, "--speed", "instant"]).fine().contains(CANARY));
    assert!(!home.run(&["sessions", "--json"]).fine().contains(CANARY));
}

#[test]
fn the_public_hears_of_no_role_before_the_end() {
    let (home, id) = Home::with_demo(987_654_321);
    let fork = home.run(&["fork", &id, "--at", "24"]).fine().trim().to_owned();
    let whole = home.export(&fork);
    for kind in ["ROLE_ASSIGNED", "NIGHT_ACTION_SUBMITTED"] {
        assert!(whole.contains(kind), "the log itself has {kind}");
    }
    let public = home.run(&["export", &fork, "--as", "public"]).fine();
    for kind in PRIVATE {
        assert!(!public.contains(kind), "{kind}");
    }
    let header: Value = serde_json::from_str(public.lines().next().expect("a header")).expect("JSON");
    assert!(
        header.get("seed").is_none() && header["seed_hash"].is_string() && header.get("parent").is_none()
    );
    for text in [
        public,
        home.run(&["replay", &fork, "--json"]).fine(),
        home.run(&["replay", &fork]).fine(),
        home.run(&["export", &fork, "--format", "md"]).fine(),
        home.run(&["table", "show", &fork, "--json"]).fine(),
        home.run(&["sessions", "--json"]).fine(),
    ] {
        assert!(!text.contains("987654321"), "the seed: {text}");
    }
    let scene = home.run(&["replay", &fork, "--json"]).json()["scene"].clone();
    let dead = scene["view"]["deaths"].as_array().map_or(0, Vec::len);
    let known = scene["view"]["roles"].as_array().map_or(0, Vec::len);
    assert!(known <= dead, "only the voted out are known: {scene}");
}

#[test]
fn how_many_records_there_are_is_told_to_the_host_or_at_the_end() {
    let (home, id) = Home::with_demo(7);
    let fork = home.run(&["fork", &id, "--at", "24"]).fine().trim().to_owned();
    for viewer in ["public", "observer", "seat:3"] {
        let text = home.run(&["replay", &fork, "--as", viewer]).fine();
        assert!(!text.contains("after record") && text.contains(&format!("\nas {viewer}: ")), "{text}");
        assert_eq!(home.run(&["replay", &fork, "--as", viewer, "--json"]).json()["at"], Value::Null);
        // One who names a record is told that one, and not how many there are.
        let text = home.run(&["replay", &fork, "--as", viewer, "--at", "10"]).fine();
        assert!(text.contains(&format!("\nafter record 10, as {viewer}: ")), "{text}");
        assert_eq!(home.run(&["replay", &fork, "--as", viewer, "--at", "10", "--json"]).json()["at"], 10);
        let ran = home.run(&["replay", &fork, "--as", viewer, "--at", "9999"]);
        assert!(ran.code == 2 && !ran.err.contains("25"), "{}", ran.err);
        assert!(home.run(&["replay", &id, "--as", viewer]).fine().contains("\nafter record "));
    }
    assert!(home.run(&["replay", &fork, "--as", "host"]).fine().contains("after record 25 of 25, as host"));
    assert_eq!(home.run(&["replay", &fork, "--as", "host", "--json"]).json()["at"], 25);
    assert!(!home.run(&["table", "show", &fork]).fine().contains("records"));
    assert!(home.run(&["table", "show", &id]).fine().contains(" records"));
    let sessions = home.run(&["sessions", "--json"]).json()["sessions"].clone();
    for row in sessions.as_array().expect("sessions") {
        let told = row["ended"] == true;
        assert_eq!((row["records"].is_u64(), row["head"].is_string()), (told, told), "{row}");
    }
    let listed = home.run(&["sessions"]).fine();
    let row = listed.lines().find(|line| line.starts_with(&fork)).expect("the fork");
    assert!(row.contains("unfinished  –"), "{row}");
}
