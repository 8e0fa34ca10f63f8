//! The second door: interactions by HTTP go through the same handler.

use crate::stage::Stage;

#[tokio::test(flavor = "multi_thread")]
async fn an_evening_can_be_begun_by_http() {
    let stage = Stage::open().await;
    let address = stage.serves_http().await;
    stage.discord.interactions_by_http(&format!("http://{address}/interactions")).await.unwrap();
    let people = ["Ana", "Ben", "Cee"].map(|name| stage.person(name));
    let thread = crate::player::begins(&stage, &people).await;
    let answered = crate::player::play(&stage, thread, &people).await;
    assert!(answered >= 3, "{answered}");
    let callbacks =
        |route: &str| stage.discord.requests().iter().filter(|it| it.route.contains(route)).count();
    assert_eq!(callbacks("callback"), 0, "every first answer was the answer to a request of Discord's");
    assert!(stage.discord.refusals().is_empty(), "{:#?}", stage.discord.refusals());
}
