//! Photos: in the words of each wire, in their order, and nowhere but where they are asked about.

use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use engine::Hash;
use fakes::models::Turn;
use llm::{CallFault, Exchange, Image, ModelRequest, Wire};
use serde_json::Value;

use crate::stage::{Stage, Subject, ask};

/// Something that begins as a JPEG does: no API looks further before it decodes.
fn photo(seed: u8) -> Image {
    let bytes: Vec<u8> = b"\xff\xd8\xff\xe0".iter().copied().chain([seed; 100]).collect();
    Image { hash: Hash::of(&bytes), bytes: bytes.into() }
}

fn with_photos() -> ModelRequest {
    let mut request = ask();
    request.prompt.photos = vec![photo(1), photo(2)];
    request
}

/// All that a model is given in the first message, in order: texts, and pictures as their Base64.
fn given(wire: Wire, body: &Value) -> Vec<String> {
    if wire == Wire::Ollama {
        // Pictures belong to a message, and stand before its words.
        let messages = body["messages"].as_array().expect("messages").iter().skip(1);
        let pieces = messages.flat_map(|it| {
            let pictures = it["images"].as_array().cloned().unwrap_or_default();
            pictures.into_iter().chain([it["content"].clone()])
        });
        return pieces.map(|piece| piece.as_str().expect("a text or a picture").to_owned()).collect();
    }
    let list = match wire {
        Wire::Anthropic => &body["messages"][0]["content"],
        Wire::Gemini => &body["contents"][0]["parts"],
        _ => &body["messages"][1]["content"],
    };
    let Some(parts) = list.as_array() else { return vec![list.as_str().expect("a text").to_owned()] };
    let part = |part: &Value| {
        let said = [&part["text"], &part["source"]["data"], &part["inlineData"]["data"]];
        let url = part["image_url"]["url"].as_str().map(|url| url.replace("data:image/jpeg;base64,", ""));
        said.iter().find_map(|said| said.as_str().map(str::to_owned)).or(url).expect("a text or a picture")
    };
    parts.iter().map(part).collect()
}

pub(crate) async fn photos_come_with_what_is_asked_and_after_what_was_told<S: Subject>() {
    let stage = Stage::<S>::of([Turn::text("A shelf."), Turn::text("Ben.")]).await;
    stage.reply(&with_photos()).await;
    let given_now = given(S::WIRE, &stage.sent());
    let pictures = [1, 2].map(|seed| BASE64_STANDARD.encode(&photo(seed).bytes));
    let [told @ .., first, second, now] = given_now.as_slice() else { panic!("{given_now:?}") };
    assert_eq!([first, second], [&pictures[0], &pictures[1]]);
    assert_eq!(now, "Vote.");
    let told = told.join("\n\n");
    assert_eq!(told, "Night 1: nobody died.\n\nDay 1: Ben says \"hm\".");
    // The next prompt of the seat begins with all that this one told: what is in a cache holds.
    let mut later = ask();
    later.prompt.told.push("You were shown two photos.".into());
    stage.reply(&later).await;
    let later = given(S::WIRE, &stage.sent()).join("\n\n");
    assert!(later.starts_with(&told), "{later}");
    assert!(!later.contains(&pictures[0]));
}

pub(crate) async fn photos_of_one_turn_are_in_every_call_of_it_and_in_no_other<S: Subject>() {
    let stage = Stage::<S>::of([Turn::text("A shelf."), Turn::text("Ben.")]).await;
    let mut again = with_photos();
    let note = Some("That was not accepted. Answer again.".into());
    again.exchanges.push(Exchange { text: "Hm.".into(), calls: Vec::new(), results: Vec::new(), note });
    stage.reply(&again).await;
    let picture = BASE64_STANDARD.encode(&photo(1).bytes);
    assert_eq!(stage.sent().to_string().matches(&picture).count(), 1);
    stage.reply(&ask()).await;
    assert!(!stage.sent().to_string().contains("image"), "{}", stage.sent());
}

pub(crate) async fn what_is_no_photo_is_not_accepted<S: Subject>() {
    let stage = Stage::<S>::of([Turn::text("A shelf.")]).await;
    let mut request = ask();
    let bytes: Arc<[u8]> = Arc::from(&b"GIF89a"[..]);
    request.prompt.photos = vec![Image { hash: Hash::of(&bytes), bytes }];
    let failed = stage.failed(&request).await;
    assert!(matches!(failed.fault, CallFault::Denied { .. }), "{:?}", failed.fault);
}
