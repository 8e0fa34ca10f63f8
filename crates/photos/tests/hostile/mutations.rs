//! Honest files with bytes changed at random: words or a picture, never anything else.

use parlor_photos::{CLEAN_SIDE_MAX, clean};

use crate::files;
use crate::measure::measured;

/// Changed files of each format.
const SEEDS: u64 = 400;

struct Chance(u64);

impl Chance {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % below
    }
}

fn changed(file: &[u8], seed: u64) -> Vec<u8> {
    let mut chance = Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 77);
    let mut file = file.to_vec();
    for _ in 0..1 + chance.next(6) {
        // Half of them in the first few hundred bytes, where a file says what it is.
        let range = if chance.next(2) == 0 { file.len().min(300) } else { file.len() };
        let at = chance.next(range);
        match chance.next(4) {
            0 => file[at] ^= 1 << chance.next(8),
            1 => file[at] = [0, 0xff, 0x7f, 0x80][chance.next(4)],
            2 => drop(file.remove(at)),
            _ => file.insert(at, u8::try_from(chance.next(256)).expect("a byte")),
        }
    }
    file
}

#[test]
fn changed_files_lead_to_words_or_to_a_picture() {
    for (name, file) in files::all() {
        let mut read = 0;
        for seed in 0..SEEDS {
            let (cleaned, _) = measured(&changed(&file, seed));
            if let Ok(photo) = cleaned {
                read += 1;
                assert!(photo.width.max(photo.height) <= CLEAN_SIDE_MAX, "{name} {seed}");
                assert!(clean(&photo.jpeg).is_ok(), "{name} {seed}");
            }
        }
        assert!(read < SEEDS, "{name}: nothing was ever wrong");
    }
}

#[test]
fn bytes_behind_a_beginning_lead_to_words() {
    let beginnings: [&[u8]; 5] = [
        b"\xff\xd8\xff",
        b"\x89PNG\r\n\x1a\n",
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        b"RIFF\0\0\0\0WEBPVP8 ",
        b"RIFF\0\0\0\0WEBPVP8L\xff\0\0\0\x2f",
    ];
    for beginning in beginnings {
        for seed in 0..SEEDS {
            let mut chance = Chance(seed);
            let length = 1 + chance.next(600);
            let noise = (0..length).map(|_| u8::try_from(chance.next(256)).expect("a byte"));
            let file: Vec<u8> = beginning.iter().copied().chain(noise).collect();
            let _ = measured(&file);
        }
    }
}
