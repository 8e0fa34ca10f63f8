//! Small files that would be large, or take long.

use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use parlor_photos::{BYTES_MAX, LOSSLESS_WEBP_BYTES_MAX, PIXELS_MAX, SCANS_MAX, Unfit};
use png::BitDepth;

use crate::files::{self, Format, Picture, corners, encoded, encoded_jpeg, encoded_png};
use crate::measure::{measured, refused, taken};
use crate::others;
use crate::parts::{
    Bits, find_segment, packed_zeros, png, png_chunk, png_chunks, png_header, segment, webp, webp_chunk,
    with_segments,
};

const MIB: usize = 1024 * 1024;

/// What is refused by its header must cost no more than the file itself.
fn refused_at_once(file: &[u8]) -> Unfit {
    let (cleaned, took) = measured(file);
    assert!(took.peak_bytes <= file.len() + MIB, "{} bytes for {}", took.peak_bytes, file.len());
    cleaned.expect_err("it is too large")
}

/// A JPEG whose header says another size.
fn resized(jpeg: &[u8], marker: u8, width: u16, height: u16) -> Vec<u8> {
    let mut out = jpeg.to_vec();
    let frame = find_segment(jpeg, marker);
    out[frame + 5..frame + 7].copy_from_slice(&height.to_be_bytes());
    out[frame + 7..frame + 9].copy_from_slice(&width.to_be_bytes());
    out
}

#[test]
fn sizes_beyond_the_limits_are_refused_by_the_header() {
    let too_many = |file: &[u8]| assert!(matches!(refused_at_once(file), Unfit::TooManyPixels { .. }));
    let jpeg = files::jpeg();
    too_many(&resized(&jpeg, 0xc0, 65_535, 65_535));
    too_many(&resized(&jpeg, 0xc0, 65_535, 1));
    too_many(&resized(&jpeg, 0xc0, 16_384, 4_000));
    // A progressive one needs more room, so it may have fewer pixels.
    too_many(&resized(others::PROGRESSIVE, 0xc2, 7_000, 7_000));
    // So does one whose only scan lacks colours: its decoder waits for them.
    let scan = find_segment(&jpeg, 0xda);
    let lacking = [&jpeg[..scan], &segment(0xda, &[1, 1, 0, 0, 63, 0]), &jpeg[scan + 14..]].concat();
    too_many(&resized(&lacking, 0xc0, 7_000, 7_000));
    for (width, height) in
        [(u32::MAX, u32::MAX), (0x7fff_ffff, 1), (60_000, 60_000), (16_385, 1), (8_000, 8_000)]
    {
        let data = png_chunk(b"IDAT", &packed_zeros(100_000));
        too_many(&png(&[png_header(width, height, 8, 2), data, png_chunk(b"IEND", b"")]));
    }
    too_many(&png(&[png_header(7_000, 7_000, 16, 6), png_chunk(b"IDAT", b"x"), png_chunk(b"IEND", b"")]));
    let mut lossy = others::LOSSY.to_vec();
    lossy[6..10].copy_from_slice(&[0xff, 0x3f, 0xff, 0x3f]);
    too_many(&webp(&[webp_chunk(b"VP8 ", &lossy)]));
    too_many(&webp(&[webp_chunk(b"VP8L", &[0x2f, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0])]));
}

#[test]
fn nothing_unpacked_to_a_whole_picture_stays_within_bounds() {
    // 7,000 × 7,000 pixels of black in less than 1 MB: a picture, however dull.
    let (width, height) = (7_000_usize, 7_000_usize);
    let file = png(&[
        png_header(7_000, 7_000, 8, 2),
        png_chunk(b"IDAT", &packed_zeros((width * 3 + 1) * height)),
        png_chunk(b"IEND", b""),
    ]);
    assert!(file.len() < MIB);
    assert!((width * height) as u64 <= PIXELS_MAX);
    let (cleaned, took) = measured(&file);
    assert_eq!(cleaned.expect("it is a picture").width, 1568);
    assert!(took.peak_bytes < 300 * MIB, "{}", took.peak_bytes);
}

#[test]
fn more_than_the_picture_needs_is_not_unpacked_for_long() {
    // 8 × 8 pixels, and millions of times as much behind them.
    let file = png(&[
        png_header(8, 8, 8, 2),
        png_chunk(b"IDAT", &packed_zeros(1_500_000_000)),
        png_chunk(b"IEND", b""),
    ]);
    assert!(file.len() <= BYTES_MAX, "{}", file.len());
    let (_, took) = measured(&file);
    assert!(took.peak_bytes < file.len() * 3 + 8 * MIB, "{}", took.peak_bytes);
}

#[test]
fn a_header_with_nothing_behind_it_stays_within_bounds() {
    let file = png(&[png_header(7_000, 7_000, 8, 2), png_chunk(b"IDAT", &[7; 900]), png_chunk(b"IEND", b"")]);
    let (cleaned, took) = measured(&file);
    assert!(cleaned.is_err());
    assert!(took.peak_bytes < 300 * MIB, "{}", took.peak_bytes);
    for (jpeg, marker, side) in [(&files::jpeg()[..], 0xc0, 7_000), (others::PROGRESSIVE, 0xc2, 5_400)] {
        let (_, took) = measured(&resized(jpeg, marker, side, side));
        assert!(took.peak_bytes < 320 * MIB, "{}", took.peak_bytes);
    }
    let mut lossy = others::LOSSY.to_vec();
    lossy[6..10].copy_from_slice(&[0x70, 0x17, 0x70, 0x17]);
    let (_, took) = measured(&webp(&[webp_chunk(b"VP8 ", &lossy)]));
    assert!(took.peak_bytes < 320 * MIB, "{}", took.peak_bytes);
}

#[test]
fn a_decoder_needs_no_more_than_is_worked_out_from_the_header() {
    let (width, height) = (1536, 1024);
    let pixels = (width * height) as usize;
    // For each, the bytes of a pixel: of the output, and of what is held back for a later scan or unpacked in between.
    let check = |file: &[u8], output: usize, between: usize| {
        let (cleaned, took) = measured(file);
        assert_eq!(cleaned.expect("it is a picture").width, width);
        let room = pixels * (output + between);
        assert!(took.peak_bytes <= room + file.len() + MIB, "{} for {room}", took.peak_bytes);
        assert!(
            took.peak_bytes > room,
            "{} of {room}: it is told to need more than it does",
            took.peak_bytes
        );
    };
    let samples = vec![77; pixels * 8];
    let jpeg = |colours: ColorType, set: &dyn Fn(&mut Encoder<&mut Vec<u8>>)| {
        encoded_jpeg(&samples, width, height, colours, set)
    };
    check(&jpeg(ColorType::Rgb, &|_| {}), 3, 0);
    check(&jpeg(ColorType::Rgb, &|encoder| encoder.set_progressive(true)), 3, 6);
    check(&jpeg(ColorType::Rgb, &|encoder| encoder.set_optimized_huffman_tables(true)), 3, 6);
    let halved = |encoder: &mut Encoder<&mut Vec<u8>>| {
        encoder.set_sampling_factor(SamplingFactor::F_2_2);
        encoder.set_progressive(true);
    };
    check(&jpeg(ColorType::Rgb, &halved), 3, 3);
    check(&jpeg(ColorType::Cmyk, &|encoder| encoder.set_progressive(true)), 3, 8);
    let png = |colours: png::ColorType, depth: BitDepth, bytes: usize| {
        encoded_png(&samples[..pixels * bytes], width, height, colours, depth)
    };
    check(&png(png::ColorType::Grayscale, BitDepth::Eight, 1), 1, 0);
    check(&png(png::ColorType::Rgb, BitDepth::Eight, 3), 3, 0);
    check(&png(png::ColorType::Rgba, BitDepth::Sixteen, 8), 8, 0);
    check(&encoded(Picture::new(width, height, |_, _| [77; 3]), Format::WebP), 3, 4);
}

#[test]
fn thousands_of_chunks_are_passed_over() {
    let still = encoded(corners(40, 24), Format::Png);
    let mut chunks = png_chunks(&still);
    let words = png_chunk(b"tEXt", b"k\0v");
    // Words that unpack to much more, and a profile that does.
    let bomb = [&b"k\0\x01\0\0\0"[..], &packed_zeros(50_000_000)].concat();
    let profile = [&b"p\0\0"[..], &packed_zeros(200_000_000)].concat();
    let many =
        std::iter::repeat_n(words, 200_000).chain([png_chunk(b"iTXt", &bomb), png_chunk(b"iCCP", &profile)]);
    chunks.splice(1..1, many);
    let file = png(&chunks);
    assert!(file.len() <= BYTES_MAX, "{}", file.len());
    let (cleaned, took) = measured(&file);
    assert_eq!(cleaned.expect("the picture is whole"), taken(&still));
    assert!(took.peak_bytes < file.len() + 8 * MIB, "{}", took.peak_bytes);
}

#[test]
fn a_picture_in_thousands_of_pieces_is_put_together() {
    let still = encoded(corners(40, 24), Format::Png);
    let mut chunks = png_chunks(&still);
    let place = chunks.iter().position(|chunk| &chunk[4..8] == b"IDAT").expect("there is one");
    let data = chunks[place][8..chunks[place].len() - 4].to_vec();
    let pieces = data.iter().flat_map(|byte| {
        std::iter::repeat_n(png_chunk(b"IDAT", b""), 500).chain([png_chunk(b"IDAT", &[*byte])])
    });
    chunks.splice(place..=place, pieces.collect::<Vec<_>>());
    let file = png(&chunks);
    assert!(file.len() <= BYTES_MAX, "{}", file.len());
    assert_eq!(taken(&file), taken(&still));
}

#[test]
fn thousands_of_segments_are_passed_over() {
    // A decoder that sorts all of them again at each would be at it for minutes.
    let mut piece = b"http://ns.adobe.com/xmp/extension/\0".to_vec();
    piece.extend_from_slice(&[b'A'; 32]);
    piece.extend_from_slice(&1_000_000_u32.to_be_bytes());
    piece.extend_from_slice(&[0, 0, 0, 0, 7]);
    let file = with_segments(&files::jpeg(), &vec![segment(0xe1, &piece); 100_000]);
    assert!(file.len() <= BYTES_MAX, "{}", file.len());
    assert_eq!(taken(&file), taken(&files::jpeg()));
    // The same with nothing but filling.
    let filled = with_segments(&files::jpeg(), &[vec![0xff; 9 * MIB]]);
    assert_eq!(taken(&filled), taken(&files::jpeg()));
}

#[test]
fn scans_without_end_are_refused() {
    let jpeg = others::PROGRESSIVE;
    let scan = find_segment(jpeg, 0xda);
    let again = jpeg[scan..jpeg.len() - 2].repeat(10_000);
    let large = resized(jpeg, 0xc2, 5_000, 5_000);
    let file = [&large[..large.len() - 2], &again, b"\xff\xd9"].concat();
    assert!(matches!(refused(&file), Unfit::Unusual { .. }));
    // As many as may be, on a large picture, take their time, and not too much of it.
    let refine = segment(0xda, &[1, 1, 0, 1, 63, 0x21]);
    let scans_there = jpeg.windows(2).filter(|pair| *pair == b"\xff\xda").count();
    let more = refine.repeat(SCANS_MAX - scans_there);
    let _ = measured(&[&large[..large.len() - 2], &more, b"\xff\xd9"].concat());
}

#[test]
fn tables_of_a_lossless_webp_stay_within_bounds() {
    // A picture of 4 × 4 pixels that says it has 65,536 sets of codes: each costs 4 KB a code, and 11 bytes of the file.
    let mut bits = Bits::default();
    bits.put(0x2f, 8);
    bits.put(3, 14);
    bits.put(3, 14);
    bits.put(0, 4);
    // No transform, no cache of colours; several sets of codes, in blocks of 4 × 4: one.
    bits.put(0, 1);
    bits.put(0, 1);
    bits.put(1, 1);
    bits.put(0, 3);
    // The picture of the sets: no cache; red and green have all bits set, by codes of one symbol each.
    bits.put(0, 1);
    for symbol in [255, 255, 0, 0, 0] {
        bits.put(1, 1);
        bits.put(0, 1);
        bits.put(1, 1);
        bits.put(symbol, 8);
    }
    // The codes, as deep as tables go: 7 of length 3, 7 of 6, 7 of 9 and 8 of 12.
    let file = loop {
        put_deep_code(&mut bits);
        if bits.len() >= LOSSLESS_WEBP_BYTES_MAX - 64 {
            break webp(&[webp_chunk(b"VP8L", &bits.finish())]);
        }
    };
    let (cleaned, took) = measured(&file);
    assert!(cleaned.is_err());
    println!("{} MiB for {} bytes", took.peak_bytes / MIB, file.len());
    assert!(took.peak_bytes > 100 * MIB, "the bomb is none: {}", took.peak_bytes);
    // A larger one is not looked at.
    let larger = webp(&[webp_chunk(b"VP8L", &vec![0; LOSSLESS_WEBP_BYTES_MAX + 1])]);
    assert!(matches!(refused_at_once(&larger), Unfit::Unusual { .. }));
}

/// A code whose lengths are coded themselves.
fn put_deep_code(bits: &mut Bits) {
    bits.put(0, 1);
    // Lengths of the codes of lengths, in the order of the format: 17, 18, 0 to 5, 16, and 6 to 15.
    let lengths = [0, 0, 0, 0, 0, 3, 0, 0, 1, 3, 0, 0, 3, 0, 0, 3];
    bits.put(lengths.len() as u32 - 4, 4);
    lengths.iter().for_each(|length| bits.put(*length, 3));
    // 29 symbols are said by 9 of these codes: how many is said in 2 + 2 · 1 bits, and that number less 2 in 4.
    bits.put(1, 1);
    bits.put(1, 3);
    bits.put(9 - 2, 4);
    // `16` is code 0; 3, 6, 9 and 12 are 100, 101, 110 and 111. `16` says the last length 3 to 6 times again.
    for (code, again) in [(0b100, 6), (0b101, 6), (0b110, 6), (0b111, 6)] {
        bits.put_code(code, 3);
        bits.put_code(0, 1);
        bits.put(again - 3, 2);
    }
    bits.put_code(0b111, 3);
}
