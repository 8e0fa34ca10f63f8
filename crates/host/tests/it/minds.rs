//! A table of minds, as its models read it: the bytes that are sent to them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use activities::ALL;
use engine::{Holder, SeatId};
use host::{Host, HostOptions, Pace};
use llm::{Calling, Hear, ModelRequest, Models, Provider, Script, Scripted, Style};
use serde_json::{Value, json};

use crate::disk::Disk;
use crate::mafia::{new_game, session};
use crate::models::Spy;
use crate::stage::START_UTC;

/// Everything that the models of a whole game were asked, in order.
async fn asked() -> (Disk, Vec<ModelRequest>) {
    asked_by(|inner| Arc::new(inner), Style::Schema).await
}

/// The same by models that add something to what a script says.
async fn asked_by(mind: fn(Spy) -> Arc<dyn Provider>, style: Style) -> (Disk, Vec<ModelRequest>) {
    let disk = Disk::default();
    let requests = Arc::<Mutex<Vec<ModelRequest>>>::default();
    let inner = Scripted::new(Script::Legal, style, Some(Duration::from_millis(50)));
    let models = Models::default().with("spy", mind(Spy { inner, requests: Arc::clone(&requests) }));
    let options = HostOptions {
        models,
        pace: Pace::Instant.into(),
        start_utc: Some(START_UTC),
        ..HostOptions::default()
    };
    let host = Host::new(disk.clone(), *ALL, options);
    let mut new = new_game("mmmmmmm", "INSTANT");
    for seat in &mut new.opening.seats {
        seat.holder = Holder::Model("spy:one".to_owned());
    }
    let mut setup: serde_json::Value = serde_json::from_str(new.opening.setup.get()).expect("a setup");
    let minds = json!({"rounds": 2, "ballot": "open", "team_agrees": true});
    setup.as_object_mut().expect("an object").extend(minds.as_object().cloned().expect("an object"));
    new.opening.setup = engine::raw(&setup);
    let table = host.create(new).await.expect("a good setup");
    session(&table, "start").await;
    table.ended().await.expect("it ends");
    host.stop().await;
    let requests = requests.lock().expect("no panic").clone();
    (disk, requests)
}

#[tokio::test(start_paused = true)]
async fn m18_m19_the_second_of_the_team_reads_the_first_ones_choice_and_every_voter_the_tally() {
    let (_, requests) = asked().await;
    let first_night = requests.iter().take_while(|request| request.prompt.now.contains("Night 1:"));
    let of_team: Vec<&ModelRequest> =
        first_night.filter(|request| request.prompt.fixed.contains("Your role: mafia.")).collect();
    let [first, second] = of_team[..] else { panic!("two of the mafia are asked once each: {of_team:?}") };
    assert!(!first.prompt.now.contains("Chosen tonight"), "{}", first.prompt.now);
    assert!(second.prompt.now.contains("Chosen tonight: \"Seat"), "{}", second.prompt.now);

    let votes = requests.iter().filter(|request| request.prompt.now.contains("Day 1: whom do you vote out?"));
    let mut before: BTreeMap<SeatId, usize> = BTreeMap::new();
    for (number, request) in votes.enumerate() {
        let now = &request.prompt.now;
        let again = before.insert(request.seat, number).is_some();
        let told = if number == 0 { "No votes yet." } else { "Votes so far, by seat: " };
        assert!(now.contains(told), "{now}");
        assert_eq!(now.contains("the lead has changed since"), again, "{now}");
    }
    assert!(before.len() >= 5, "all that live vote: {before:?}");
}

/// Chooses at night another of those who may be chosen each time that it is asked, whoever it is.
struct Contrary(Spy, Mutex<usize>);

impl Provider for Contrary {
    fn style(&self) -> Style {
        self.0.style()
    }
    fn call<'a>(&'a self, request: &'a ModelRequest, hear: &'a mut Hear<'_>) -> Calling<'a> {
        Box::pin(async move {
            let mut reply = self.0.call(request, hear).await?;
            if !request.prompt.fixed.contains("Your role: mafia.") {
                return Ok(reply);
            }
            let now = &request.prompt.now;
            let legal =
                now.split_once("ChooseTarget, target: ").map(|(_, names)| names.trim_end_matches(".\n"));
            for call in reply.calls.iter_mut().filter(|call| call.name == "ChooseTarget") {
                let names: Vec<&str> =
                    legal.expect(now).split(", ").map(|name| name.trim_matches('"')).collect();
                let mut asked = self.1.lock().expect("no panic");
                let mut arguments: Value = serde_json::from_str(&call.arguments).expect("an object");
                arguments["target"] = json!(names[*asked % names.len()]);
                call.arguments = arguments.to_string();
                *asked += 1;
            }
            Ok(reply)
        })
    }
}

#[tokio::test(start_paused = true)]
async fn m18_of_a_team_that_differs_the_second_reads_what_the_first_chose_anew() {
    let (_, requests) = asked_by(|inner| Arc::new(Contrary(inner, Mutex::default())), Style::Tools).await;
    let first_night = requests.iter().take_while(|request| request.prompt.now.contains("Night 1:"));
    let of_team: Vec<&ModelRequest> =
        first_night.filter(|request| request.prompt.fixed.contains("Your role: mafia.")).collect();
    let [first, second, again, last] = of_team[..] else { panic!("each is asked twice: {of_team:?}") };
    assert_eq!([again.seat, last.seat], [first.seat, second.seat], "in the same line");
    for request in [again, last] {
        assert!(
            request.prompt.now.contains("Your team does not agree: choose once more."),
            "{}",
            request.prompt.now
        );
        assert!(request.exchanges.is_empty(), "it is a question of its own");
    }
    // The third of the legal names is what the first chose anew.
    let names = first.prompt.now.split_once("ChooseTarget, target: ").expect("names").1;
    let third = names.split(", ").nth(2).expect("three");
    let chosen = format!("\"Seat{}\" chose {third}", first.seat);
    assert!(last.prompt.now.contains(&chosen), "{chosen}: {}", last.prompt.now);
    assert!(!again.prompt.now.contains(&chosen), "{}", again.prompt.now);
}

/// Wants to speak again, whatever it does and whether or not it is asked.
struct Bidder(Spy);

impl Provider for Bidder {
    fn style(&self) -> Style {
        self.0.style()
    }
    fn call<'a>(&'a self, request: &'a ModelRequest, hear: &'a mut Hear<'_>) -> Calling<'a> {
        Box::pin(async move {
            let mut reply = self.0.call(request, hear).await?;
            for call in reply.calls.iter_mut().filter(|call| call.name == "Say" || call.name == "Pass") {
                let mut arguments: Value = serde_json::from_str(&call.arguments).expect("an object");
                arguments["bid"] = json!(4);
                call.arguments = arguments.to_string();
            }
            Ok(reply)
        })
    }
}

#[tokio::test(start_paused = true)]
async fn m20_a_bid_can_be_made_by_tools_and_one_that_nobody_asks_for_is_passed_over() {
    let (_, requests) = asked_by(|inner| Arc::new(Bidder(inner)), Style::Tools).await;
    let turns = |last: bool| {
        let asked = requests.iter().filter(|request| request.allowed.iter().any(|name| name == "Say"));
        asked.filter(|request| request.prompt.now.contains("bid: 0 to 4") != last).count()
    };
    assert!(turns(false) > 5 && turns(true) > 5, "{} and {}", turns(false), turns(true));
    for request in &requests {
        assert!(request.exchanges.is_empty(), "it is asked once: {:?}", request.exchanges);
        let say = request.tools.iter().find(|tool| tool.name == "Say").expect("it may speak some time");
        assert!(say.schema.get().contains("\"bid\""), "{}", say.schema);
    }
}
