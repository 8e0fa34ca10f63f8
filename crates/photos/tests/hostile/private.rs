//! What nobody meant to send along: place and time, thumbnails, words, and files behind files.

use parlor_photos::{Clean, clean};

use crate::files::{self, BLUE, Format, GREEN, GREY, RED, corners, corners_of, differ, encoded};
use crate::measure::taken;
use crate::parts::{
    exif, png, png_chunk, png_chunks, segment, webp, webp_chunk, webp_extended, with_segments,
};

const SECRETS: [&[u8]; 9] = [
    b"GPS-52",
    b"SecretMaker",
    b"2026:11:15",
    b"Exif",
    b"xmp",
    b"my comment",
    b"PK\x03\x04",
    b"<script",
    b"ICC_PROFILE",
];

fn check_secrets(photo: &Clean) {
    for secret in SECRETS {
        let found = photo.jpeg.windows(secret.len()).any(|window| window == secret);
        assert!(!found, "{} came through", String::from_utf8_lossy(secret));
    }
}

/// Everything that cameras and programs leave in a JPEG, and more.
fn laden(orientation: u16) -> Vec<u8> {
    let mut app1 = b"Exif\0\0".to_vec();
    app1.extend_from_slice(&exif(orientation));
    // A thumbnail: a whole JPEG inside.
    app1.extend_from_slice(&encoded(corners(16, 8), Format::Jpeg));
    let xmp = b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x='adobe:ns:meta/'>GPS-52</x:xmpmeta>";
    let icc = b"ICC_PROFILE\0\x01\x01and no profile at all";
    let mut file = with_segments(
        &encoded(corners(64, 32), Format::Jpeg),
        &[segment(0xe1, &app1), segment(0xe1, xmp), segment(0xe2, icc), segment(0xfe, b"my comment: GPS-52")],
    );
    file.extend_from_slice(b"PK\x03\x04 and a whole archive <script>alert(1)</script>");
    file
}

#[test]
fn nothing_that_a_camera_noted_comes_through() {
    let file = laden(1);
    for secret in SECRETS {
        assert!(file.windows(secret.len()).any(|window| window == secret), "the test would find nothing");
    }
    let photo = taken(&file);
    check_secrets(&photo);
    assert_eq!(
        photo,
        taken(&encoded(corners(64, 32), Format::Jpeg)),
        "the same as if it had never been there"
    );
}

#[test]
fn a_photo_is_turned_as_the_camera_noted_before_the_note_is_thrown_away() {
    // Where the corners of the file come to be: top left, top right, bottom left, bottom right.
    let turned: [(u16, [[u8; 3]; 4]); 9] = [
        (1, [RED, GREEN, BLUE, GREY]),
        (2, [GREEN, RED, GREY, BLUE]),
        (3, [GREY, BLUE, GREEN, RED]),
        (4, [BLUE, GREY, RED, GREEN]),
        (5, [RED, BLUE, GREEN, GREY]),
        (6, [BLUE, RED, GREY, GREEN]),
        (7, [GREY, GREEN, BLUE, RED]),
        (8, [GREEN, GREY, RED, BLUE]),
        // Nothing that there is.
        (77, [RED, GREEN, BLUE, GREY]),
    ];
    for (orientation, expected) in turned {
        let photo = taken(&laden(orientation));
        let size = if (5..=8).contains(&orientation) { (32, 64) } else { (64, 32) };
        assert_eq!((photo.width, photo.height), size, "{orientation}");
        for (found, expected) in corners_of(&photo.jpeg).into_iter().zip(expected) {
            assert!(differ(found, expected) < 40, "{orientation}: {found:?} is not {expected:?}");
        }
        check_secrets(&photo);
    }
}

#[test]
fn the_notes_of_png_and_webp_are_read_for_the_turn_and_thrown_away() {
    let mut chunks = png_chunks(&encoded(corners(64, 32), Format::Png));
    chunks.insert(1, png_chunk(b"eXIf", &exif(6)));
    chunks.insert(2, png_chunk(b"tEXt", b"Comment\0my comment"));
    chunks.insert(3, png_chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0GPS-52"));
    chunks.push(b"PK\x03\x04<script".to_vec());
    let whole = encoded(corners(64, 32), Format::WebP);
    let extended = webp(&[
        webp_extended(0x08 | 0x04, 64, 32),
        whole[12..].to_vec(),
        webp_chunk(b"EXIF", &[b"Exif\0\0".to_vec(), exif(6)].concat()),
        webp_chunk(b"XMP ", b"xmp my comment GPS-52"),
        b"PK\x03\x04<script".to_vec(),
    ]);
    for file in [png(&chunks), extended] {
        let photo = taken(&file);
        assert_eq!((photo.width, photo.height), (32, 64));
        check_secrets(&photo);
        let [top_left, ..] = corners_of(&photo.jpeg);
        assert!(differ(top_left, BLUE) < 40, "{top_left:?}");
    }
}

#[test]
fn what_is_behind_a_picture_dies_with_the_file() {
    for (name, file) in files::all() {
        for tail in [
            &b"PK\x03\x04 archive"[..],
            b"<html><script>alert(1)</script></html>",
            &[0; 4096],
            &files::jpeg(),
        ] {
            let polyglot = [&file, tail].concat();
            let photo = clean(&polyglot);
            assert_eq!(photo, clean(&file), "{name}");
            check_secrets(&photo.expect("the picture is whole"));
        }
    }
}
