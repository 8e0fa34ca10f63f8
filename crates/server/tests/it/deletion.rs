//! Tables that are deleted: by the owner, and because they have been over for long enough.

use engine::Hash;
use serde_json::json;
use server::{Keep, Swept};

use crate::rights::guest;
use crate::stage::{Stage, session, table};

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

#[tokio::test]
async fn the_owner_deletes_a_table_that_is_played_and_nothing_of_it_opens_any_more() {
    let stage = Stage::opened(false).await;
    let owner = stage.owner();
    let (gone, kept) = (table(&owner, 2).await, table(&owner, 2).await);
    session(&owner, &gone, "start").await;
    let player = guest(&stage, &owner, &gone, json!({"scope": "play", "seat": 1})).await;
    let host = guest(&stage, &owner, &gone, json!({"scope": "host"})).await;
    let mut live = player.listen(&format!("/api/tables/{gone}/events")).await;
    assert_eq!(live.next().await.expect("news").name, "update");
    let path = format!("/api/tables/{gone}");
    for client in [&host, &player] {
        assert_eq!(client.send("DELETE", &path, "", "").await.status, 404, "it is for the owner");
    }
    let deleted = owner.send("DELETE", &path, "", "").await;
    assert_eq!((deleted.status, &deleted.json()), (200, &json!({"revoked": 2})), "{deleted:?}");
    while let Some(event) = live.next().await {
        assert!(["update", "closed"].contains(&event.name.as_str()), "{event:?}");
    }
    let never = owner.get("/api/tables/never-was").await;
    for client in [&owner, &host, &player] {
        for path in [path.clone(), format!("{path}/frames"), format!("{path}/export"), format!("/t/{gone}")] {
            assert_eq!(client.get(&path).await.status, 404, "{path}");
        }
        assert_eq!(client.get(&path).await.body, never.body);
    }
    assert_eq!(owner.send("DELETE", &path, "", "").await.status, 404, "once");
    let list = owner.get("/api/tables").await.json();
    assert_eq!(list["tables"].as_array().map(Vec::len), Some(1), "{list}");
    assert_eq!(owner.get(&format!("/api/tables/{kept}")).await.status, 200);
    assert!(stage.host.table(&gone.parse().expect("an id")).is_none(), "it does not run");
}

#[tokio::test]
async fn what_has_been_over_for_long_enough_is_deleted_and_photos_before_it() {
    let stage = Stage::open().await;
    let client = stage.client();
    let (over, open) = (table(&client, 0).await, table(&client, 2).await);
    session(&client, &over, "start").await;
    let ended = over.parse().expect("an id");
    stage.host.table(&ended).expect("it runs").ended().await.expect("it ends");
    let unfinished = open.parse().expect("an id");
    for id in [&ended, &unfinished] {
        stage.store.photos().keep(id, id.as_str().as_bytes()).expect("kept");
    }
    // Whatever is still done at a table that is over counts as well.
    let row = stage.store.session(&ended).expect("a row");
    assert!(row.ended);
    let keep = Keep { tables: Some(90), photos: Some(7) };
    let none = Swept { tables: 0, photos: 0 };
    let after = |days: i64| row.updated_at + days * DAY_MS;
    assert_eq!(stage.server.sweep(Keep::default(), after(36_500)).await, none);
    assert_eq!(stage.server.sweep(keep, after(7)).await, none, "it is not past it");
    assert_eq!(stage.server.sweep(keep, after(8)).await, Swept { tables: 0, photos: 1 });
    assert_eq!(stage.server.sweep(keep, after(9)).await, none, "once");
    let bytes = Hash::of(open.as_bytes());
    assert!(stage.store.photos().refers(&unfinished, bytes), "a table that is not over keeps its photos");
    assert_eq!(client.get(&format!("/api/tables/{over}")).await.status, 200);
    assert_eq!(stage.server.sweep(keep, after(91)).await, Swept { tables: 1, photos: 0 });
    assert_eq!(client.get(&format!("/api/tables/{over}")).await.status, 404);
    assert_eq!(client.get(&format!("/api/tables/{open}")).await.status, 200);
}
