//! What is no photo, or none that is whole.

use parlor_photos::{BYTES_MAX, Unfit};

use crate::files::{self, Format, corners, encoded};
use crate::measure::{refused, taken};
use crate::others;
use crate::parts::{png, png_chunk, png_header, segment, webp, webp_chunk, webp_extended, with_segments};

#[test]
fn nothing_and_too_much_are_told() {
    assert_eq!(refused(b""), Unfit::Empty);
    let mut large = files::jpeg();
    large.resize(BYTES_MAX + 1, 0);
    assert_eq!(refused(&large), Unfit::TooBig { bytes: BYTES_MAX + 1 });
    // What is just not too large is read, whatever it is filled up with.
    large.truncate(BYTES_MAX);
    taken(&large);
}

#[test]
fn other_files_are_called_by_their_names() {
    let check = |bytes: &[u8], name: &str| {
        let words = refused(bytes).to_string();
        assert!(words.contains(name) && words.contains("JPEG or PNG"), "{words}");
    };
    check(b"GIF89a/*\x01\0\x01\0*/=1;alert(1)", "a GIF");
    check(b"\0\0\0\x20ftypheic\0\0\0\0mif1heic", "a HEIC");
    check(b"\0\0\0\x20ftypavif\0\0\0\0", "an AVIF");
    check(b"%PDF-1.7\n%\xff\xd8\xff\xe0", "a PDF");
    check(b"BM\x36\0\0\0", "a BMP");
    check(b"MM\0*\0\0\0\x08", "a TIFF");
    check(b"<svg xmlns='http://www.w3.org/2000/svg'/>", "an SVG");
    check(b"dear diary", "text");
    check(b"\x7fELF\x02\x01\x01\0\0\0\0\0", "no picture");
    check(others::MOVING, "moves");
}

#[test]
fn what_is_cut_off_is_told() {
    for (name, file) in files::all() {
        for part in 0..16 {
            let cut = &file[..file.len() * part / 16];
            let unfit = refused(cut);
            let known = cut.len() >= 12;
            assert!(!known || matches!(unfit, Unfit::CutOff | Unfit::Broken), "{name} {part}/16: {unfit}");
        }
        // The very last byte of a WebP may be filling.
        refused(&file[..file.len() - 2]);
    }
}

#[test]
fn a_picture_without_a_size_is_broken() {
    let mut jpeg = encoded(corners(40, 24), Format::Jpeg);
    let frame = crate::parts::find_segment(&jpeg, 0xc0);
    for side in [5, 7] {
        let kept = [jpeg[frame + side], jpeg[frame + side + 1]];
        jpeg[frame + side..frame + side + 2].copy_from_slice(&[0, 0]);
        assert_eq!(refused(&jpeg), Unfit::Broken);
        jpeg[frame + side..frame + side + 2].copy_from_slice(&kept);
    }
    let empty = |width, height| {
        png(&[png_header(width, height, 8, 2), png_chunk(b"IDAT", b"x"), png_chunk(b"IEND", b"")])
    };
    assert_eq!(refused(&empty(0, 7)), Unfit::Broken);
    assert_eq!(refused(&empty(7, 0)), Unfit::Broken);
    let mut lossy = others::LOSSY.to_vec();
    lossy[6..8].copy_from_slice(&[0, 0]);
    assert_eq!(refused(&webp(&[webp_chunk(b"VP8 ", &lossy)])), Unfit::Broken);
}

#[test]
fn lengths_that_lie_are_not_believed() {
    // Of the RIFF itself: it does not matter.
    for length in [0, 1, 12, u32::MAX] {
        let mut file = files::lossy_webp();
        file[4..8].copy_from_slice(&u32::to_le_bytes(length));
        taken(&file);
    }
    // Of its chunks.
    for length in [0, 1, 9, 0x7fff_ffff, u32::MAX] {
        let mut file = files::lossy_webp();
        file[16..20].copy_from_slice(&u32::to_le_bytes(length));
        refused(&file);
        let mut file = files::webp();
        file[16..20].copy_from_slice(&u32::to_le_bytes(length));
        refused(&file);
        let mut file = files::png();
        file[33..37].copy_from_slice(&u32::to_be_bytes(length));
        refused(&file);
    }
    // Another size around the picture than in it.
    let file = webp(&[webp_extended(0, 4000, 4000), webp_chunk(b"VP8 ", others::LOSSY)]);
    assert_eq!(taken(&file).width, 16, "the picture itself says how large it is");
    // Segments that are shorter than their own length, or two pictures in one.
    let short = with_segments(&files::jpeg(), &[vec![0xff, 0xe1, 0, 1]]);
    assert_eq!(refused(&short), Unfit::Broken);
    let frame = segment(0xc0, &[8, 0, 16, 0, 16, 1, 1, 0x11, 0]);
    assert_eq!(refused(&with_segments(&files::jpeg(), &[frame.clone(), frame])), Unfit::Broken);
}

#[test]
fn a_jpeg_of_a_rare_kind_is_told() {
    for marker in [0xc3, 0xc9, 0xcb] {
        let file = with_segments(&files::jpeg(), &[segment(marker, &[8, 0, 16, 0, 16, 1, 1, 0x11, 0])]);
        assert!(matches!(refused(&file), Unfit::Unusual { .. }));
    }
}

#[test]
fn parts_that_are_missing_are_missed() {
    refused(b"\xff\xd8\xff\xd9");
    refused(&png(&[png_header(8, 8, 8, 2), png_chunk(b"IEND", b"")]));
    refused(&png(&[png_chunk(b"IDAT", b"x"), png_header(8, 8, 8, 2), png_chunk(b"IEND", b"")]));
    refused(&png(&[png_chunk(b"IEND", b"")]));
    refused(&webp(&[]));
    refused(&webp(&[webp_extended(0, 16, 16)]));
    refused(&webp(&[webp_chunk(b"ALPH", b"\0\0"), webp_extended(0x10, 16, 16)]));
}
