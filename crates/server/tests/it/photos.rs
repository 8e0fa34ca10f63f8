//! Photos and the tidying session around them: handed in, cleaned, looked at, refused in words, and deleted.

use std::path::PathBuf;
use std::time::Duration;

use engine::{Holder, Opening, Seat, Seed, raw};
use host::NewSession;
use serde_json::{Value, json};
use server::limits::{DISCARDED_BYTES_MAX, PHOTO_BODY_BYTES_MAX};

use crate::client::{Answer, Client};
use crate::stage::{Stage, session};

/// How long a page may take to say something.
const PATIENCE: Duration = Duration::from_secs(20);

/// What a camera notes in a photo, and nobody else is to read.
const SECRETS: [&[u8]; 4] = [b"Exif", b"GPS-52.5163N-13.3777E", b"SecretMaker", b"2026:11:15"];

/// The formats of photos.
#[derive(Clone, Copy, Debug)]
enum Format {
    Jpeg,
    Png,
    WebP,
}

fn picture(format: Format) -> Vec<u8> {
    // One for each format: a photo that is there already is not kept twice.
    let tint = format as u8 * 40;
    let grain = |y: u32| (0..64).flat_map(move |x| [(x * 3) as u8, (y * 2) as u8, tint]);
    let samples: Vec<u8> = (0..48).flat_map(grain).collect();
    let mut out = Vec::new();
    match format {
        Format::Jpeg => {
            let encoder = jpeg_encoder::Encoder::new(&mut out, 90);
            encoder.encode(&samples, 64, 48, jpeg_encoder::ColorType::Rgb).expect("a JPEG");
        }
        Format::Png => {
            let mut encoder = png::Encoder::new(&mut out, 64, 48);
            encoder.set_color(png::ColorType::Rgb);
            let mut writer = encoder.write_header().expect("a header");
            writer.write_image_data(&samples).expect("a PNG");
            writer.finish().expect("an end");
        }
        Format::WebP => {
            let encoder = image_webp::WebPEncoder::new(&mut out);
            encoder.encode(&samples, 64, 48, image_webp::ColorType::Rgb8).expect("a WebP");
        }
    }
    out
}

/// A JPEG with a segment that says where and when it was taken.
fn located() -> Vec<u8> {
    let mut exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x88\x25\0\x04\0\0\0\x01\0\0\0\x1a\0\0\0\0".to_vec();
    exif.extend_from_slice(b"GPS-52.5163N-13.3777E SecretMaker 2026:11:15 13:37:00");
    let length = u16::try_from(exif.len() + 2).expect("it is small").to_be_bytes();
    let jpeg = picture(Format::Jpeg);
    [&jpeg[..2], &[0xff, 0xe1], &length, &exif, &jpeg[2..]].concat()
}

/// A space with a person in it and the house as the coach, begun.
async fn space(stage: &Stage, client: &Client) -> String {
    let seat = |name: &str, holder: Holder| Seat { id: name.to_lowercase(), name: name.to_owned(), holder };
    let opening = Opening {
        activity: "tidying".to_owned(),
        seats: vec![seat("Kim", Holder::Person), seat("Coach", Holder::House("coach".to_owned()))],
        table: raw(&json!({"title": "The study"})),
        setup: raw(&json!({"space": "the study"})),
        seed: Seed(7),
        salt: None,
    };
    let id = "study".parse().expect("an id");
    stage.host.create(NewSession { id, title: "The study".to_owned(), opening }).await.expect("a table");
    session(client, "study", "start").await;
    "study".to_owned()
}

async fn add(client: &Client, id: &str, bytes: &[u8]) -> Answer {
    let path = format!("/api/tables/{id}/photos?as=seat:1");
    client.send_bytes("POST", &path, "application/octet-stream", bytes).await
}

/// The photo as it lies on the disk.
fn file(stage: &Stage, hash: &str) -> PathBuf {
    stage.dir.path().join("photos").join(hash).join("photo.jpg")
}

fn holds(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|window| window == wanted)
}

/// The page, once it says something: looked at anew whenever something has changed.
async fn page_with(client: &Client, id: &str, words: &str) -> String {
    let mut changes = client.listen(&format!("/t/{id}/live?as=seat:1")).await;
    let said = async {
        loop {
            let body = client.get(&format!("/t/{id}?as=seat:1")).await.body;
            if body.contains(words) {
                return body;
            }
            assert!(changes.next().await.is_some(), "it never said {words:?}: {body}");
        }
    };
    tokio::time::timeout(PATIENCE, said).await.unwrap_or_else(|_| panic!("it never said {words:?}"))
}

/// Presses the button of a form on the page by the name of its command.
async fn press(client: &Client, id: &str, page: &str, command: &str, more: &str) {
    let ask = page.split("data-ask=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("an ask");
    let body = format!("as=seat:1&ask={ask}&type={command}{more}");
    let answer = client.form(&format!("/t/{id}/answer"), &body).await;
    assert_eq!(answer.status, 303, "{command}: {answer:?}");
}

#[tokio::test]
async fn t1_the_three_formats_are_taken_and_shown_with_words_for_each() {
    let stage = Stage::open().await;
    let client = stage.client();
    let id = space(&stage, &client).await;
    for format in [Format::Jpeg, Format::Png, Format::WebP] {
        let kept = add(&client, &id, &picture(format)).await;
        assert_eq!(kept.status, 201, "{format:?}: {kept:?}");
        let hash = kept.json()["hash"].as_str().expect("a hash").to_owned();
        let shown = client.get(&format!("/api/tables/{id}/photos/{hash}")).await;
        assert_eq!((shown.status, shown.header("content-type")), (200, Some("image/jpeg")), "{format:?}");
    }
    let page = client.get(&format!("/t/{id}?as=seat:1")).await.body;
    assert!(page.contains("alt=\"Photo 3 of 3\""), "t6: {page}");
    for words in ["capture=\"environment\"", "accept=\"image/*\"", "enctype=\"multipart/form-data\""] {
        assert!(page.contains(words), "{words}");
    }
    assert!(page.contains("Photos stay where Parlor runs, without place and time"), "the promise");
}

#[tokio::test]
async fn t1_what_is_no_photo_is_refused_in_words_that_help() {
    let stage = Stage::open().await;
    let client = stage.client();
    let id = space(&stage, &client).await;
    let large = vec![0xff; 25 * 1024 * 1024];
    for (bytes, status, what, remedy) in [
        (&b"\0\0\0\x18ftypheic\0\0\0\0"[..], 422, "a HEIC", "save it as JPEG"),
        (b"a shopping list", 422, "text", "only JPEG, PNG and WebP"),
        (b"", 422, "empty", "send it again"),
        (&picture(Format::Jpeg)[..200], 422, "cut off", "Send it again"),
        (&large, 413, "more than 10 MB", "save it smaller"),
        (&large[..PHOTO_BODY_BYTES_MAX], 422, "may have 10 at most", "save it smaller"),
    ] {
        let refused = add(&client, &id, bytes).await;
        assert_eq!(refused.status, status, "{what}: {refused:?}");
        let message = refused.json()["error"]["message"].as_str().unwrap_or_default().to_owned();
        assert!(message.contains(what) && message.contains(remedy), "{message}");
    }
    assert!(large.len() < DISCARDED_BYTES_MAX, "it was heard out");
    let page = client.get(&format!("/t/{id}?as=seat:1")).await.body;
    assert!(!page.contains("<img"), "nothing was kept");
}

#[tokio::test]
async fn t2_where_and_when_a_photo_was_taken_is_kept_nowhere() {
    let stage = Stage::open().await;
    let client = stage.client();
    let id = space(&stage, &client).await;
    let sent = located();
    assert!(SECRETS.iter().all(|secret| holds(&sent, secret)), "the test would find nothing");
    let hash = add(&client, &id, &sent).await.json()["hash"].as_str().expect("a hash").to_owned();
    let kept = std::fs::read(file(&stage, &hash)).expect("the photo");
    assert!(kept.starts_with(b"\xff\xd8\xff"), "a JPEG of our own");
    // A database may still hold in its log what it holds no longer in its tables: every byte of the home is looked at.
    let mut folders = vec![stage.dir.path().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            match entry.path() {
                path if path.is_dir() => folders.push(path),
                path => {
                    let bytes = std::fs::read(&path).unwrap_or_default();
                    assert!(!SECRETS.iter().any(|secret| holds(&bytes, secret)), "{}", path.display());
                }
            }
        }
    }
}

#[tokio::test]
async fn t7_photos_that_are_deleted_are_gone_and_the_words_stay() {
    let stage = Stage::open().await;
    let client = stage.client();
    let id = space(&stage, &client).await;
    let hash = add(&client, &id, &located()).await.json()["hash"].as_str().expect("a hash").to_owned();
    assert!(file(&stage, &hash).exists());
    let page = page_with(&client, &id, "This deletes every photo of this session").await;
    press(&client, &id, &page, "delete_photos", "").await;
    assert!(!file(&stage, &hash).exists(), "gone from the disk");
    assert_eq!(client.get(&format!("/api/tables/{id}/photos/{hash}")).await.status, 404);
    let page = client.get(&format!("/t/{id}?as=seat:1")).await.body;
    assert!(!page.contains("<img") && page.contains("1 photo deleted from the disk"), "{page}");
    let again = client.form(&format!("/t/{id}/photos/delete?as=seat:1"), "").await;
    assert_eq!((again.status, again.code().as_str()), (409, "not-over"));
}

#[tokio::test]
async fn t7_photos_can_be_deleted_once_the_session_is_over() {
    let stage = Stage::open().await;
    let client = stage.client();
    let id = space(&stage, &client).await;
    let hash =
        add(&client, &id, &picture(Format::Jpeg)).await.json()["hash"].as_str().expect("a hash").to_owned();
    let page = page_with(&client, &id, "data-ask").await;
    press(&client, &id, &page, "end_session", "").await;
    let page = page_with(&client, &id, "Done for today").await;
    assert!(page.contains(&format!("photos/{hash}")) && page.contains("Delete for good"), "{page}");
    let deleted = client.form(&format!("/t/{id}/photos/delete?as=seat:1"), "").await;
    assert_eq!(deleted.status, 303, "{deleted:?}");
    assert!(!file(&stage, &hash).exists());
    let page = client.get(&format!("/t/{id}?as=seat:1")).await.body;
    assert!(page.contains("Done for today") && !page.contains("<img"), "{page}");
}

#[tokio::test]
async fn whoever_only_watches_sees_no_photo_and_hands_none_in() {
    let stage = Stage::opened(false).await;
    let owner = stage.owner();
    let id = space(&stage, &owner).await;
    let hash =
        add(&owner, &id, &picture(Format::Jpeg)).await.json()["hash"].as_str().expect("a hash").to_owned();
    let made =
        owner.post(&format!("/api/tables/{id}/invitations"), &json!({"scope": "observe"})).await.json();
    let joined = stage.client().form(made["path"].as_str().expect("a path"), "").await;
    let cookie =
        joined.header("set-cookie").and_then(|it| it.split(';').next()).expect("a cookie").to_owned();
    let watcher = stage.client().with("cookie", &cookie);
    assert_eq!(watcher.get(&format!("/api/tables/{id}/photos/{hash}")).await.status, 404);
    let page = watcher.get(&format!("/t/{id}")).await.body;
    assert!(page.contains("1 photo") && !page.contains("<img") && !page.contains("photo-form"), "{page}");
    assert_eq!(add(&watcher, &id, &picture(Format::Jpeg)).await.status, 404);
    assert_eq!(watcher.form(&format!("/t/{id}/photos/delete?as=seat:1"), "").await.status, 404);
    let form = "--x\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a\"\r\n\r\nb\r\n--x--";
    let kind = "multipart/form-data; boundary=x";
    assert_eq!(watcher.send("POST", &format!("/t/{id}/photos?as=seat:1"), kind, form).await.status, 404);
    assert_eq!(owner.get(&format!("/api/tables/{id}/photos/{hash}")).await.status, 200, "it is still there");
}

#[tokio::test]
async fn a_plain_form_hands_in_photos_and_says_on_a_page_what_was_wrong() {
    let stage = Stage::open().await;
    let client = stage.client();
    let id = space(&stage, &client).await;
    let send = async |files: &[(&str, &[u8])]| {
        let mut body = Vec::new();
        for (name, bytes) in files {
            let head = format!(
                "------X\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"{name}\"\r\n\
                 Content-Type: application/octet-stream\r\n\r\n"
            );
            body.extend_from_slice(head.as_bytes());
            body.extend_from_slice(bytes);
            body.extend_from_slice(b"\r\n");
        }
        body.extend_from_slice(b"------X--\r\n");
        let (path, kind) = (format!("/t/{id}/photos?as=seat:1"), "multipart/form-data; boundary=----X");
        client.send_bytes("POST", &path, kind, &body).await
    };
    // A browser sends a field for files that nobody chose, with nothing in it.
    let both = send(&[("desk.jpg", &located()), ("shelf.png", &picture(Format::Png)), ("", b"")]).await;
    assert_eq!((both.status, both.header("location")), (303, Some("/t/study?as=seat:1")), "{both:?}");
    assert!(client.get(&format!("/t/{id}?as=seat:1")).await.body.contains("Photo 2 of 2"));
    let mixed =
        send(&[("<b>.heic", b"\0\0\0\x18ftypheic\0\0\0\0"), ("lamp.webp", &picture(Format::WebP))]).await;
    assert_eq!(mixed.status, 422, "{mixed:?}");
    assert!(
        mixed.body.contains("&lt;b&gt;.heic: this is a HEIC") && mixed.body.contains("Back"),
        "{}",
        mixed.body
    );
    assert!(
        client.get(&format!("/t/{id}?as=seat:1")).await.body.contains("Photo 3 of 3"),
        "the others are kept"
    );
    let elsewhere = client.with("origin", "http://evil.example");
    assert_eq!(
        add(&elsewhere, &id, &located()).await.status,
        403,
        "a page of another server hands in nothing"
    );
}

#[tokio::test]
async fn t3_t4_t11_a_space_is_sorted_with_plain_forms_alone_and_found_again_as_it_was() {
    let stage = Stage::open().await;
    let client = stage.client();
    let id = space(&stage, &client).await;
    let page = page_with(&client, &id, "name=\"branch\"").await;
    press(&client, &id, &page, "choose_function", "&branch=1&anchors=laptop&anchors=lamp%0Achair").await;
    let page = page_with(&client, &id, "<dt>What stays</dt><dd>laptop, lamp, chair</dd>").await;
    assert!(page.contains("Wrap up"), "a way out");
    let line = "as=seat:1&line=old+chargers%2C+three+mugs%2C+an+umbrella";
    assert_eq!(client.form(&format!("/t/{id}/answer"), line).await.status, 303);
    let page = page_with(&client, &id, "id=\"put-3\" type=\"submit\"").await;
    for way in ["Belongs", "Out", "Unsure", "What is it?", "I&#39;m stuck", "Wrap up"] {
        assert!(page.contains(way), "{way}");
    }
    press(&client, &id, &page, "skip", "").await;
    let page = page_with(&client, &id, ">1 of 3 sorted<").await;
    assert!(page.contains("Undo old chargers"), "{page}");
    let page = page_with(&client, &id, "id=\"put-1\" type=\"submit\"").await;
    press(&client, &id, &page, "stuck", "").await;
    let page = page_with(&client, &id, ">Not now<").await;
    assert!(page.contains(">Yes<") && page.contains(">No<") && page.contains("Wrap up"), "{page}");
    press(&client, &id, &page, "skip", "").await;
    page_with(&client, &id, ">2 of 3 sorted<").await;

    // Nobody has the page open, and it is found as it was.
    let found = page_with(&client, &id, "id=\"put-1\" type=\"submit\"").await;
    assert!(found.contains("data-put=\"3\" open") && found.contains("old chargers"), "{found}");
    press(&client, &id, &found, "undo", "").await;
    page_with(&client, &id, ">1 of 3 sorted<").await;
    let page = page_with(&client, &id, "way-stop").await;
    press(&client, &id, &page, "stop", "").await;
    let page = page_with(&client, &id, "This ends the session here, for good").await;
    press(&client, &id, &page, "end_session", "").await;
    let page = page_with(&client, &id, "Done for today").await;
    for words in ["First next time", "Left for another day", "data-tick=", "format=md"] {
        assert!(page.contains(words), "{words}: {page}");
    }
    let outcome: Value = client.get(&format!("/api/tables/{id}")).await.json()["outcome"].clone();
    assert_eq!(outcome["processed"], 1, "{outcome}");
}

#[tokio::test]
async fn t10_no_clock_runs_on_the_page_of_somebody_who_tidies() {
    let stage = Stage::open().await;
    let client = stage.client();
    let id = space(&stage, &client).await;
    client.form(&format!("/t/{id}/answer"), "as=seat:1&line=old+chargers").await;
    let page = page_with(&client, &id, "data-ask").await;
    for hurry in ["min left", "⏱", "<time", "role=\"timer\""] {
        assert!(!page.contains(hurry), "{hurry}: {page}");
    }
}
