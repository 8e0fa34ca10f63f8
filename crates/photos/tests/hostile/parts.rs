//! Parts of files: chunks, segments, sums, compressed nothing.

/// A chunk of a PNG, with its sum.
pub(crate) fn png_chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut out = u32::try_from(data.len()).expect("it is small").to_be_bytes().to_vec();
    out.extend_from_slice(name);
    out.extend_from_slice(data);
    out.extend_from_slice(&crc32(&out[4..]).to_be_bytes());
    out
}

/// The header chunk of a PNG.
pub(crate) fn png_header(width: u32, height: u32, depth: u8, colour: u8) -> Vec<u8> {
    let mut data = width.to_be_bytes().to_vec();
    data.extend_from_slice(&height.to_be_bytes());
    data.extend_from_slice(&[depth, colour, 0, 0, 0]);
    png_chunk(b"IHDR", &data)
}

/// A PNG out of chunks.
pub(crate) fn png(chunks: &[Vec<u8>]) -> Vec<u8> {
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    chunks.iter().for_each(|chunk| out.extend_from_slice(chunk));
    out
}

/// The chunks of a PNG, whole, in order.
pub(crate) fn png_chunks(file: &[u8]) -> Vec<Vec<u8>> {
    let mut rest = &file[8..];
    let mut chunks = Vec::new();
    while !rest.is_empty() {
        let length = u32::from_be_bytes(rest[..4].try_into().expect("four bytes")) as usize + 12;
        chunks.push(rest[..length].to_vec());
        rest = &rest[length..];
    }
    chunks
}

/// A segment of a JPEG.
pub(crate) fn segment(marker: u8, data: &[u8]) -> Vec<u8> {
    let mut out = vec![0xff, marker];
    out.extend_from_slice(&u16::try_from(data.len() + 2).expect("it is small").to_be_bytes());
    out.extend_from_slice(data);
    out
}

/// A JPEG with segments put in right behind its beginning.
pub(crate) fn with_segments(jpeg: &[u8], segments: &[Vec<u8>]) -> Vec<u8> {
    let mut out = jpeg[..2].to_vec();
    segments.iter().for_each(|segment| out.extend_from_slice(segment));
    out.extend_from_slice(&jpeg[2..]);
    out
}

/// Where the first segment with a marker begins.
pub(crate) fn find_segment(jpeg: &[u8], marker: u8) -> usize {
    let mut at = 2;
    while jpeg[at + 1] != marker {
        at += 2 + usize::from(u16::from_be_bytes([jpeg[at + 2], jpeg[at + 3]]));
    }
    at
}

/// A chunk of a WebP.
pub(crate) fn webp_chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut out = name.to_vec();
    out.extend_from_slice(&u32::try_from(data.len()).expect("it is small").to_le_bytes());
    out.extend_from_slice(data);
    out.resize(out.len() + data.len() % 2, 0);
    out
}

/// A WebP out of chunks.
pub(crate) fn webp(chunks: &[Vec<u8>]) -> Vec<u8> {
    let chunks = chunks.concat();
    let mut out = b"RIFF".to_vec();
    out.extend_from_slice(&u32::try_from(chunks.len() + 4).expect("it is small").to_le_bytes());
    out.extend_from_slice(b"WEBP");
    out.extend_from_slice(&chunks);
    out
}

/// The extended header of a WebP.
pub(crate) fn webp_extended(flags: u8, width: u32, height: u32) -> Vec<u8> {
    let mut data = vec![flags, 0, 0, 0];
    data.extend_from_slice(&(width - 1).to_le_bytes()[..3]);
    data.extend_from_slice(&(height - 1).to_le_bytes()[..3]);
    webp_chunk(b"VP8X", &data)
}

/// A TIFF with an orientation, a place, a time and a maker in it: what EXIF is made of.
pub(crate) fn exif(orientation: u16) -> Vec<u8> {
    let mut out = b"MM\0*\0\0\0\x08\0\x04".to_vec();
    let mut entry = |tag: u16, format: u16, count: u32, value: [u8; 4]| {
        out.extend_from_slice(&tag.to_be_bytes());
        out.extend_from_slice(&format.to_be_bytes());
        out.extend_from_slice(&count.to_be_bytes());
        out.extend_from_slice(&value);
    };
    let [high, low] = orientation.to_be_bytes();
    entry(0x010f, 2, 12, [0, 0, 0, 62]);
    entry(0x0112, 3, 1, [high, low, 0, 0]);
    entry(0x0132, 2, 20, [0, 0, 0, 74]);
    entry(0x8825, 4, 1, [0, 0, 0, 94]);
    out.extend_from_slice(&[0; 4]);
    out.extend_from_slice(b"SecretMaker\0");
    out.extend_from_slice(b"2026:11:15 13:37:00\0");
    out.extend_from_slice(b"GPS-52.5163N-13.3777E");
    out
}

/// The bytes of a stream of `zlib` that unpacks to `zeros` of nothing: a hundredth of their number.
pub(crate) fn packed_zeros(zeros: usize) -> Vec<u8> {
    // One block by the fixed codes: a zero, then as many copies of 258 of it as there is room for.
    let mut bits = Bits::default();
    bits.put(1, 1);
    bits.put(1, 2);
    bits.put_code(0x30, 8);
    let copies = zeros.saturating_sub(1) / 258;
    for _ in 0..copies {
        // Length 258 is code 285, eight bits; distance 1 is code 0, five bits.
        bits.put_code(0b1100_0101, 8);
        bits.put_code(0, 5);
    }
    for _ in 0..zeros.saturating_sub(1 + copies * 258) {
        bits.put_code(0x30, 8);
    }
    bits.put_code(0, 7);
    let mut out = vec![0x78, 0x01];
    out.extend_from_slice(&bits.finish());
    // The sum of so many zeros: one, and their number.
    let sum = (u32::try_from(zeros % 65_521).expect("it is small") << 16) | 1;
    out.extend_from_slice(&sum.to_be_bytes());
    out
}

/// A stream of `zlib` with few bytes as they are: a block with their number, and that number turned over.
pub(crate) fn packed(data: &[u8]) -> Vec<u8> {
    let length = u16::try_from(data.len()).expect("it is small");
    let (mut a, mut b) = (1u32, 0u32);
    data.iter().for_each(|byte| {
        a += u32::from(*byte);
        b += a;
    });
    let mut out = vec![0x78, 0x01, 1];
    out.extend_from_slice(&length.to_le_bytes());
    out.extend_from_slice(&(!length).to_le_bytes());
    out.extend_from_slice(data);
    out.extend_from_slice(&(b << 16 | a).to_be_bytes());
    out
}

/// Bits, the low one of each byte first.
#[derive(Default)]
pub(crate) struct Bits {
    bytes: Vec<u8>,
    used: u32,
}

impl Bits {
    /// Puts the low `count` bits of a number, the lowest first.
    pub(crate) fn put(&mut self, value: u32, count: u32) {
        for bit in 0..count {
            if self.used.is_multiple_of(8) {
                self.bytes.push(0);
            }
            let last = self.bytes.len() - 1;
            self.bytes[last] |= (((value >> bit) & 1) as u8) << (self.used % 8);
            self.used += 1;
        }
    }

    /// Puts a code, its highest bit first.
    pub(crate) fn put_code(&mut self, code: u32, count: u32) {
        for bit in (0..count).rev() {
            self.put(code >> bit, 1);
        }
    }

    /// Whole bytes so far.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    pub(crate) fn finish(self) -> Vec<u8> {
        self.bytes
    }
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
