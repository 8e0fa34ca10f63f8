//! What is spoken at a table, in the prompts as they are sent.

use std::sync::{Arc, Mutex};

use activities::ALL;
use engine::{Holder, raw};
use host::{Host, HostOptions};
use llm::{ModelRequest, Models, Scripted, Style};
use serde_json::json;

use crate::disk::Disk;
use crate::mafia::{new_game, session};
use crate::models::Spy;
use crate::stage::{START_UTC, pass};

#[tokio::test(start_paused = true)]
async fn models_are_told_to_speak_what_is_spoken_at_the_table() {
    for (language, told) in [("de", true), ("en", false)] {
        let requests = Arc::<Mutex<Vec<ModelRequest>>>::default();
        let spy = Spy {
            inner: Scripted::new(llm::Script::Legal, Style::Schema, None),
            requests: Arc::clone(&requests),
        };
        let models = Models::default().with("spy", Arc::new(spy));
        let host = Host::new(
            Disk::default(),
            *ALL,
            HostOptions { models, start_utc: Some(START_UTC), ..HostOptions::default() },
        );
        let mut new = new_game("mhhhhhh", "INSTANT");
        new.opening.seats[0].holder = Holder::Model("spy:x".to_owned());
        new.opening.table = raw(&json!({"title": "Friday", "language": language}));
        let table = host.create(new).await.expect("a good setup");
        session(&table, "start").await;
        pass(100).await;
        let sent = requests.lock().expect("no panic");
        assert!(!sent.is_empty(), "it is asked");
        for request in sent.iter() {
            assert_eq!(format!("{request:?}").contains("German (Deutsch) is spoken at this table"), told);
        }
    }
}
