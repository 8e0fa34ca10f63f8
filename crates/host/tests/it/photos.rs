//! Photos at a table: made harmless, kept beside the log, shown to models that see, and really deleted.

use std::path::{Path, PathBuf};

use engine::{Actor, Hash, Photo, SeatSet};
use host::limits::{PROMPT_PHOTOS_MAX, WAITING_PHOTOS_MAX};
use host::{Host, HostOptions, Refused, Table};
use llm::{Image, Style};
use photos::Unfit;
use protocol::Request;
use serde_json::json;
use store::Store;

use crate::disk::{Calm, Disk};
use crate::models::{open_with, spied};
use crate::stage::*;
use crate::toy::{PHOTOS_MAX, Setup};

/// A photo as a browser sends it: a PNG of one colour, with a comment that must not come through.
fn photo(seed: u8) -> Vec<u8> {
    const SIZE: u32 = 8;
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut chunk = |name: &[u8; 4], data: &[u8]| {
        let length = u32::try_from(data.len()).expect("it is small");
        file.extend_from_slice(&length.to_be_bytes());
        let from = file.len();
        file.extend_from_slice(name);
        file.extend_from_slice(data);
        let sum = crc32(&file[from..]);
        file.extend_from_slice(&sum.to_be_bytes());
    };
    let mut header = SIZE.to_be_bytes().to_vec();
    header.extend_from_slice(&SIZE.to_be_bytes());
    header.extend_from_slice(&[8, 0, 0, 0, 0]);
    chunk(b"IHDR", &header);
    chunk(b"tEXt", b"Comment\0taken at home");
    // One stored block: a filter of none and a row of grey, row by row.
    let rows: Vec<u8> =
        (0..SIZE).flat_map(|_| std::iter::once(0).chain(std::iter::repeat_n(seed, SIZE as usize))).collect();
    let length = u16::try_from(rows.len()).expect("it is small");
    let mut data = vec![0x78, 0x01, 1];
    data.extend_from_slice(&length.to_le_bytes());
    data.extend_from_slice(&(!length).to_le_bytes());
    data.extend_from_slice(&rows);
    let (mut a, mut b) = (1_u32, 0_u32);
    for byte in &rows {
        a = (a + u32::from(*byte)) % 65_521;
        b = (b + a) % 65_521;
    }
    data.extend_from_slice(&(b << 16 | a).to_be_bytes());
    chunk(b"IDAT", &data);
    chunk(b"IEND", b"");
    file
}

fn crc32(bytes: &[u8]) -> u32 {
    let mut sum = u32::MAX;
    for byte in bytes {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 };
        }
    }
    !sum
}

/// What a photo becomes.
fn jpeg(seed: u8) -> Vec<u8> {
    photos::clean(&photo(seed)).expect("it is one").jpeg
}

/// A game in which nothing happens by itself for a while.
fn quiet() -> Setup {
    Setup { secret: SeatSet::EMPTY, night_ms: 600_000, take_back: true, rewind: true, ..Setup::default() }
}

struct Place {
    dir: tempfile::TempDir,
    disk: Calm,
}

impl Place {
    fn new() -> Place {
        let dir = tempfile::tempdir().expect("a directory");
        let disk = Calm(Store::open(dir.path()).expect("a store"));
        Place { dir, disk }
    }

    async fn table(&self) -> (Host, Table) {
        let host = host(&self.disk);
        let table = open(&host, "game", "pp", &quiet()).await;
        (host, table)
    }

    fn kept(&self) -> Vec<Hash> {
        self.disk.0.photos().of(&id("game")).expect("a list")
    }

    fn names(&self) -> String {
        log(&self.disk, "game").iter().map(|(_, line)| line.text.as_str()).collect()
    }
}

fn files_under(dir: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(dir).expect("a directory") {
        let path = entry.expect("an entry").path();
        if path.is_dir() { files.extend(files_under(&path)) } else { files.push(path) }
    }
    files
}

/// Is a part of these bytes anywhere under a directory?
fn is_anywhere(dir: &Path, bytes: &[u8]) -> bool {
    let middle = &bytes[bytes.len().saturating_sub(200)..];
    files_under(dir).iter().any(|file| {
        let found = std::fs::read(file).unwrap_or_default();
        found.windows(middle.len()).any(|window| window == middle)
    })
}

async fn delete(table: &Table) -> Result<host::Ack, Refused> {
    do_as_host(table, json!({"type": "DeletePhotos"})).await
}

#[tokio::test(start_paused = true)]
async fn a_photo_is_made_harmless_kept_beside_the_log_and_named_in_it() {
    let place = Place::new();
    let (_host, table) = place.table().await;
    let added = table.add_photo(seat(1), photo(9)).await.expect("a photo");
    assert_eq!(added, Photo { hash: Hash::of(&jpeg(9)), width: 8, height: 8 });
    assert_eq!(place.kept(), [added.hash]);
    let bytes = place.disk.0.photos().read(&id("game"), added.hash).expect("readable").expect("there");
    assert_eq!(bytes, jpeg(9));
    let (record, _) = log(&place.disk, "game").pop().expect("a record");
    assert_eq!(record.by, Actor::Host);
    assert_eq!(kind(record.command.get()), "Show");
    assert!(record.command.get().contains(&added.hash.to_string()));
    let text = place.names();
    assert!(!text.contains("taken at home") && !text.contains("JFIF"));
    assert!(!is_anywhere(place.dir.path(), &photo(9)), "what was sent is nowhere, only what was made of it");
    verify(&place.disk, "game");
}

#[tokio::test(start_paused = true)]
async fn what_is_no_photo_leaves_no_trace() {
    let place = Place::new();
    let (_host, table) = place.table().await;
    let before = place.names();
    let cut = photo(3)[..60].to_vec();
    let mut wide = photo(3);
    wide[16..20].copy_from_slice(&u32::MAX.to_be_bytes());
    for (bytes, unfit) in [
        (Vec::new(), Unfit::Empty),
        (vec![0; photos::BYTES_MAX + 1], Unfit::TooBig { bytes: photos::BYTES_MAX + 1 }),
        (b"GIF89a".to_vec(), Unfit::NotAPhoto { what: "a GIF" }),
        (b"my diary".to_vec(), Unfit::NotAPhoto { what: "text" }),
        (cut, Unfit::CutOff),
        (wide, Unfit::TooManyPixels { width: u32::MAX, height: 8 }),
    ] {
        assert_eq!(table.add_photo(seat(1), bytes).await, Err(Refused::Photo(unfit)));
    }
    assert_eq!(place.names(), before);
    assert!(place.kept().is_empty() && !place.dir.path().join("photos").exists());
}

#[tokio::test(start_paused = true)]
async fn what_the_rules_refuse_is_not_kept() {
    let place = Place::new();
    let (_host, table) = place.table().await;
    for seed in (100..).take(PHOTOS_MAX) {
        table.add_photo(seat(1), photo(seed)).await.expect("a photo");
    }
    let refused = table.add_photo(seat(1), photo(4)).await.expect_err("they are enough");
    assert_eq!(refused.to_string(), "that are photos enough");
    let refused = table.add_photo(seat(9), photo(4)).await.expect_err("no such seat");
    assert!(refused.to_string().contains("there is no seat 9"), "{refused}");
    set(&table, "PAUSED").await.expect("it is live");
    let refused = table.add_photo(seat(1), photo(4)).await.expect_err("a pause");
    assert!(refused.to_string().contains("not live"), "{refused}");
    assert_eq!(place.kept().len(), PHOTOS_MAX);
    assert!(!is_anywhere(place.dir.path(), &jpeg(4)));
}

#[tokio::test(start_paused = true)]
async fn an_activity_or_a_log_without_photos_says_so() {
    let dir = tempfile::tempdir().expect("a directory");
    let disk = Calm(Store::open(dir.path()).expect("a store"));
    let host = Host::new(
        disk,
        *activities::ALL,
        HostOptions { start_utc: Some(START_UTC), ..HostOptions::default() },
    );
    let table = host.create(crate::mafia::new_game("ppppppp", "NORMAL")).await.expect("a good setup");
    let refused = table.add_photo(seat(1), photo(1)).await.expect_err("no photos in mafia");
    assert_eq!(refused.to_string(), "mafia looks at no photos: nothing was kept");
    let host = crate::stage::host(&Disk::default());
    let table = open(&host, "game", "pp", &quiet()).await;
    let refused = table.add_photo(seat(1), photo(1)).await.expect_err("nowhere to keep it");
    assert_eq!(refused.to_string(), "photos cannot be kept here: nothing was kept");
}

#[tokio::test(start_paused = true)]
async fn what_is_taken_back_is_kept_and_can_be_brought_back() {
    let place = Place::new();
    let (host, table) = place.table().await;
    let before = log(&place.disk, "game").len() as u64 - 1;
    let added = table.add_photo(seat(1), photo(1)).await.expect("a photo");
    let with = before + 1;
    table.rewind(Actor::Host, before).await.expect("the host may");
    assert_eq!(place.kept(), [added.hash], "undone is not deleted");
    table.stop().await;
    let table = host.resume(&id("game")).await.expect("it goes on");
    assert_eq!(place.kept(), [added.hash], "not after a restart either");
    table.rewind(Actor::Host, with).await.expect("the host may");
    assert_eq!(place.disk.0.photos().read(&id("game"), added.hash).expect("readable"), Some(jpeg(1)));
}

#[tokio::test(start_paused = true)]
async fn deleted_is_gone_when_it_is_said_and_for_good() {
    let place = Place::new();
    let (host, table) = place.table().await;
    for seed in [1, 2] {
        table.add_photo(seat(1), photo(seed)).await.expect("a photo");
    }
    let with = log(&place.disk, "game").len() as u64 - 1;
    delete(&table).await.expect("deleted");
    assert!(place.kept().is_empty());
    for seed in [1, 2] {
        assert!(!is_anywhere(place.dir.path(), &jpeg(seed)));
    }
    assert!(place.names().contains(&Hash::of(&jpeg(1)).to_string()), "the record keeps the words");
    // Whatever is taken back later, it does not bring them back.
    table.rewind(Actor::Host, with).await.expect("the host may");
    table.stop().await;
    let table = host.resume(&id("game")).await.expect("it goes on");
    assert!(place.kept().is_empty());
    verify(&place.disk, "game");
    // The same photo can be added again, and is then another matter.
    table.add_photo(seat(2), photo(2)).await.expect("a photo");
    table.stop().await;
    host.resume(&id("game")).await.expect("it goes on");
    assert_eq!(place.kept(), [Hash::of(&jpeg(2))]);
}

#[tokio::test(start_paused = true)]
async fn photos_of_another_session_stay() {
    let place = Place::new();
    let (host, table) = place.table().await;
    let other = open(&host, "other", "pp", &quiet()).await;
    table.add_photo(seat(1), photo(1)).await.expect("a photo");
    other.add_photo(seat(1), photo(1)).await.expect("the same photo");
    delete(&table).await.expect("deleted");
    assert!(place.kept().is_empty());
    assert_eq!(place.disk.0.photos().of(&id("other")).expect("a list"), [Hash::of(&jpeg(1))]);
}

#[tokio::test(start_paused = true)]
async fn a_deletion_that_a_crash_came_before_is_done_at_the_next_start() {
    let place = Place::new();
    let (host, table) = place.table().await;
    for seed in [1, 2] {
        table.add_photo(seat(1), photo(seed)).await.expect("a photo");
    }
    delete(&table).await.expect("deleted");
    table.stop().await;
    // As if the record had been the last thing that happened: the photos are still there.
    for seed in [1, 2] {
        place.disk.0.photos().keep(&id("game"), &jpeg(seed)).expect("kept");
    }
    // And as if one had been kept whose record was never written.
    place.disk.0.photos().keep(&id("game"), &jpeg(3)).expect("kept");
    host.resume(&id("game")).await.expect("it goes on");
    assert!(place.kept().is_empty());
    for seed in [1, 2, 3] {
        assert!(!is_anywhere(place.dir.path(), &jpeg(seed)));
    }
}

#[tokio::test(start_paused = true)]
async fn a_photo_whose_record_never_came_is_dropped_and_the_others_stay() {
    let place = Place::new();
    let (host, table) = place.table().await;
    table.add_photo(seat(1), photo(1)).await.expect("a photo");
    table.stop().await;
    place.disk.0.photos().keep(&id("game"), &jpeg(2)).expect("kept");
    host.resume(&id("game")).await.expect("it goes on");
    assert_eq!(place.kept(), [Hash::of(&jpeg(1))]);
}

#[cfg(unix)]
#[tokio::test(start_paused = true)]
async fn a_deletion_that_fails_is_told_and_tried_again() {
    let place = Place::new();
    let (_host, table) = place.table().await;
    let added = table.add_photo(seat(1), photo(1)).await.expect("a photo");
    // A directory in the place of the photo cannot be removed as a file, whoever tries.
    let file = place.dir.path().join("photos").join(added.hash.to_string()).join("photo.jpg");
    std::fs::remove_file(&file).expect("it is there");
    std::fs::create_dir(&file).expect("a directory");
    let request = || Request::Do { command: engine::raw(&json!({"type": "DeletePhotos"})) };
    let by = Actor::Seat(seat(1));
    for _ in 0..2 {
        let refused = table.request(by, Some("d1".to_owned()), request()).await.expect_err("it cannot");
        assert!(matches!(refused, Refused::PhotosNotDeleted { .. }), "{refused}");
        assert!(refused.to_string().contains("still on the disk") && refused.to_string().contains("again"));
    }
    let refused = table.add_photo(seat(1), photo(2)).await.expect_err("it would be taken along");
    assert!(matches!(refused, Refused::PhotosNotDeleted { .. }), "{refused}");
    std::fs::remove_dir(&file).expect("a directory");
    // The same request again: it was done, and now it is.
    table.request(by, Some("d1".to_owned()), request()).await.expect("deleted");
    assert!(place.kept().is_empty());
    assert!(files_under(&place.dir.path().join("photos")).is_empty());
    let count =
        log(&place.disk, "game").iter().filter(|(it, _)| kind(it.command.get()) == "DeletePhotos").count();
    assert_eq!(count, 1, "it stands in the log once");
}

/// A table with a model whose turn comes after the night, and photos that were added in it.
async fn with_model(
    spec: &str,
    seeds: &[u8],
    damage: impl FnOnce(&Place, &[Photo]),
) -> (Place, Vec<llm::ModelRequest>) {
    let place = Place::new();
    let disk = Disk::with_photos(place.disk.0.photos());
    let (host, requests) = spied(&disk, llm::Script::Legal, Style::Tools);
    let setup = Setup { secret: SeatSet::EMPTY, rounds: 1, ..Setup::default() };
    let table = open_with(&host, "mp", spec, &setup).await;
    let mut added = Vec::new();
    for seed in seeds {
        added.push(table.add_photo(seat(2), photo(*seed)).await.expect("a photo"));
    }
    damage(&place, &added);
    table.ended().await.expect("it ends");
    let requests = requests.lock().expect("no panic").clone();
    assert_eq!(requests.len(), 1);
    (place, requests)
}

#[tokio::test(start_paused = true)]
async fn a_model_that_sees_is_shown_the_photos_in_order() {
    let (_, requests) = with_model("spy:one@sees=yes", &[5, 3, 4], |_, _| {}).await;
    let expected = [5, 3, 4].map(|seed| Image { hash: Hash::of(&jpeg(seed)), bytes: jpeg(seed).into() });
    assert_eq!(requests[0].prompt.photos, expected);
    assert!(!requests[0].prompt.now.contains("guess"), "{}", requests[0].prompt.now);
}

#[tokio::test(start_paused = true)]
async fn a_model_that_does_not_see_is_sent_none_and_told_so() {
    let (_, requests) = with_model("spy:one", &[5, 3, 4], |_, _| {}).await;
    assert!(requests[0].prompt.photos.is_empty());
    let now = &requests[0].prompt.now;
    assert!(now.ends_with("Photos were sent that you cannot see: do not guess what they show, and say that you could not see."), "{now}");
}

#[tokio::test(start_paused = true)]
async fn a_photo_that_is_gone_or_damaged_is_told_and_never_left_out_in_silence() {
    let (_, requests) = with_model("spy:one@sees=yes", &[5, 3, 4], |place, added| {
        let dir = place.dir.path().join("photos");
        std::fs::remove_file(dir.join(added[1].hash.to_string()).join("photo.jpg")).expect("it is there");
        std::fs::write(dir.join(added[2].hash.to_string()).join("photo.jpg"), b"another")
            .expect("it is there");
    })
    .await;
    let prompt = &requests[0].prompt;
    assert_eq!(prompt.photos.iter().map(|image| image.hash).collect::<Vec<_>>(), [Hash::of(&jpeg(5))]);
    for line in [
        "Photo 2 of 3 cannot be opened: do not guess what it shows, and say that you could not see it.",
        "Photo 3 of 3 cannot be opened",
    ] {
        assert!(prompt.now.contains(line), "{}", prompt.now);
    }
    assert!(!prompt.now.contains("Photo 1"));
}

#[tokio::test(start_paused = true)]
async fn of_too_many_photos_the_last_are_shown_and_the_others_are_told_of() {
    let seeds: Vec<u8> = (100..).take(PHOTOS_MAX).collect();
    let (_, requests) = with_model("spy:one@sees=yes", &seeds, |_, _| {}).await;
    let shown: Vec<Hash> = requests[0].prompt.photos.iter().map(|image| image.hash).collect();
    let last = &seeds[seeds.len() - PROMPT_PHOTOS_MAX..];
    assert_eq!(shown, last.iter().map(|seed| Hash::of(&jpeg(*seed))).collect::<Vec<_>>());
    let line = format!(
        "Of {PHOTOS_MAX} photos you see the last {PROMPT_PHOTOS_MAX}: do not guess what the others show."
    );
    assert!(requests[0].prompt.now.contains(&line), "{}", requests[0].prompt.now);
}

#[tokio::test(start_paused = true)]
async fn too_many_at_once_are_turned_away_and_the_others_come_through() {
    let place = Place::new();
    let (host, _table) = place.table().await;
    let mut tables = Vec::new();
    let senders = WAITING_PHOTOS_MAX + 4;
    for number in 0..senders {
        tables.push(open(&host, &format!("t{number}"), "pp", &quiet()).await);
    }
    let added: Vec<_> = tables
        .into_iter()
        .map(|table| tokio::spawn(async move { table.add_photo(seat(1), photo(1)).await }))
        .collect();
    let (mut taken, mut busy) = (0, 0);
    for add in added {
        match add.await.expect("no panic") {
            Ok(_) => taken += 1,
            Err(Refused::Busy) => busy += 1,
            Err(refused) => panic!("{refused}"),
        }
    }
    assert_eq!(taken + busy, senders);
    assert!(taken >= WAITING_PHOTOS_MAX, "{taken} were taken");
}
