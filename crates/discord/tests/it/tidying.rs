//! A tidying session with photos.

use fakes::discord::{Shown, Upload};

use crate::stage::Stage;

pub(crate) fn photo() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 64, 48);
    encoder.set_color(png::ColorType::Rgb);
    let pixels = [90, 120, 60].repeat(64 * 48);
    encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
    bytes
}

#[tokio::test(flavor = "multi_thread")]
async fn photos_are_handed_in_and_things_are_sorted_by_buttons() {
    let stage = Stage::open().await;
    let ana = stage.person("Ana");
    stage.slash(&ana, stage.channel, "session start", &[("activity", "tidying")]).await;
    let thread = stage.thread().await;
    let open = stage.discord.find(|it| with(it.messages(thread), "Add photos")).await;
    ana.press(open.id, "Add photos").unwrap();
    stage.discord.find(|_| ana.modal()).await;
    let photos = [
        Upload::new("desk.png", "image/png", photo()),
        Upload::new("notes.png", "image/png", b"this is no picture".to_vec()),
    ];
    let before = ana.sees(thread).iter().filter(|it| it.ephemeral).count();
    ana.submits_modal(
        &[("What should be said with them?", "Old chargers, three mugs and a green device")],
        &photos,
    )
    .unwrap();
    let told = stage.told(&ana, thread, before).await;
    assert!(told.text.contains("1 kept") && told.text.contains("notes.png"), "{}", told.text);
    let kept = stage.table().scene(engine::Viewer::Seat(engine::SeatId::at(0))).await.unwrap();
    assert_eq!(kept.view["photos"].as_array().map(Vec::len), Some(1), "{}", kept.view);
    ana.types(thread, "Old chargers, three mugs, a green device").unwrap();
    // Things are decided by one press each.
    let mut pressed = 0;
    let mut done = Vec::new();
    while pressed < 3 {
        let open = stage
            .discord
            .find(|it| {
                let is_new = |it: &Shown| {
                    !done.contains(&it.id) && it.labels().iter().any(|it| it.starts_with("1 · "))
                };
                it.messages(thread).into_iter().rfind(is_new)
            })
            .await;
        done.push(open.id);
        let first = open.labels().iter().find(|it| it.starts_with("1 · ")).unwrap().to_string();
        if ana.press(open.id, &first).is_err() {
            // Something was said meanwhile, and the question moved below it: it is the one there that is pressed.
            stage.discord.until(|it| it.message(open.id).is_none()).await;
            continue;
        }
        stage.discord.until(|it| it.message(open.id).is_none_or(|it| it.buttons.is_empty())).await;
        pressed += 1;
    }
    stage.card(|it| it.text.contains(" sorted") && !it.text.contains("0 of ")).await;
    stage.discord.assert_no_unknown();
}

fn with(messages: Vec<Shown>, label: &str) -> Option<Shown> {
    messages.into_iter().rfind(|it| !it.ephemeral && it.labels().contains(&label))
}
