//! The crowd of `cargo xtask load`, small and short: nothing is lost or doubled, however busy the machine is. How long
//! things take is measured by the load itself, with a server that is built to be fast.

#[path = "../../benches/load/client.rs"]
#[allow(dead_code, reason = "the load uses all of it")]
mod client;
#[path = "../../benches/load/crowd.rs"]
#[allow(dead_code, reason = "the load uses all of it")]
mod crowd;
#[path = "../../benches/load/stage.rs"]
#[allow(dead_code, reason = "the load uses all of it")]
mod stage;

use std::sync::atomic::Ordering;
use std::time::Duration;

use crowd::{Crowd, Ears};
use stage::Served;

#[tokio::test(flavor = "multi_thread")]
async fn every_line_of_twenty_tables_is_heard_by_all_once_and_in_order() {
    is_heard_by_all(Ears::Frames).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_line_of_twenty_tables_stands_on_all_pages() {
    is_heard_by_all(Ears::Pages).await;
}

async fn is_heard_by_all(ears: Ears) {
    let served = Served::start(20).await;
    let mut crowd = Crowd::new(served.at, &served.tables, 10, ears);
    crowd.listen().await;
    let usual = crowd.talk(Duration::from_secs(2), 1, 1).await;
    assert_eq!((usual.acked.len(), usual.refused, usual.strange), (40, 0, 0));
    let many = crowd.talk(Duration::from_secs(2), 10, 3).await;
    assert_eq!(many.strange, 0, "done, or refused in words");
    assert_eq!((crowd.lost(), crowd.ended.load(Ordering::Relaxed)), (0, 0));
}
