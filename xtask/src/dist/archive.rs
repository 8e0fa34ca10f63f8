//! Archives with the same bytes for the same files, on every system: tar, zip, and the `ar` of a Debian package.
//!
//! The tools that systems have for these write who packed, when and in which order, and each is told otherwise by other
//! flags. What they compress is the same everywhere, so that is left to gzip.

use std::collections::BTreeMap;

use super::Date;
use super::tools::piped;

/// A file that is handed out, with its path in the archive.
pub(super) struct Entry {
    pub(super) path: String,
    pub(super) mode: u32,
    pub(super) bytes: Vec<u8>,
}

impl Entry {
    /// One that everybody may read.
    pub(super) fn new(path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Entry {
        Entry { path: path.into(), mode: 0o644, bytes: bytes.into() }
    }

    /// One with these rights.
    pub(super) fn mode(self, mode: u32) -> Entry {
        Entry { mode, ..self }
    }
}

/// How hard gzip tries: as Debian wants its pages, and for what is large a third of the time for a hundredth more.
pub(super) const SMALLEST: &str = "-9";
pub(super) const QUICK: &str = "-6";

/// Compresses, without a name or a time.
pub(super) fn gzip(bytes: &[u8], effort: &str) -> Result<Vec<u8>, String> {
    piped("gzip", &[effort, "-n", "-c"], bytes)
}

const BLOCK: usize = 512;

/// A tar (ustar) of the files and of the folders that they are in, sorted, all of one time and of root.
pub(super) fn tar(entries: &[Entry], seconds: u64) -> Result<Vec<u8>, String> {
    let mut sorted: BTreeMap<String, Option<&Entry>> = BTreeMap::new();
    for entry in entries {
        for (slash, _) in entry.path.match_indices('/') {
            sorted.insert(entry.path[..=slash].to_owned(), None);
        }
        sorted.insert(entry.path.clone(), Some(entry));
    }
    let mut out = Vec::new();
    for (path, entry) in sorted {
        let (kind, mode, bytes) = match entry {
            None => (b'5', 0o755, &[][..]),
            Some(entry) => (b'0', entry.mode, &entry.bytes[..]),
        };
        out.extend(tar_header(&path, kind, mode, bytes.len(), seconds)?);
        out.extend(bytes);
        out.resize(out.len().next_multiple_of(BLOCK), 0);
    }
    out.resize(out.len() + 2 * BLOCK, 0);
    Ok(out)
}

fn tar_header(path: &str, kind: u8, mode: u32, size: usize, seconds: u64) -> Result<[u8; BLOCK], String> {
    let mut header = [0; BLOCK];
    let mut put = |at: usize, text: &str| header[at..at + text.len()].copy_from_slice(text.as_bytes());
    if path.len() > 100 {
        return Err(format!("{path} is too long a path for a tar: 100 bytes are the most"));
    }
    put(0, path);
    put(100, &format!("{mode:07o}"));
    put(108, "0000000");
    put(116, "0000000");
    put(124, &format!("{size:011o}"));
    put(136, &format!("{seconds:011o}"));
    // The sum is taken with spaces where it will stand.
    put(148, "        ");
    put(257, "ustar\x0000");
    put(265, "root");
    put(297, "root");
    header[156] = kind;
    let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    Ok(header)
}

/// A zip of the files, sorted, all of one time.
pub(super) fn zip(entries: &[Entry], date: &Date) -> Result<Vec<u8>, String> {
    let mut sorted: Vec<&Entry> = entries.iter().collect();
    sorted.sort_by(|one, other| one.path.cmp(&other.path));
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for entry in &sorted {
        // What gzip makes is a deflate stream between a header of ten bytes and two sums: all that a zip needs.
        let packed = gzip(&entry.bytes, QUICK)?;
        let stream = packed.get(10..packed.len().saturating_sub(8)).unwrap_or_default();
        let sum = &packed[packed.len().saturating_sub(8)..][..4];
        let mut shared = Vec::new();
        // Version 2.0, no flags, deflate.
        for number in [20, 0, 8, dos_time(date), dos_day(date)] {
            shared.extend(number.to_le_bytes());
        }
        shared.extend(sum);
        shared.extend(length(stream.len())?);
        shared.extend(length(entry.bytes.len())?);
        shared.extend(&length(entry.path.len())?[..2]);
        shared.extend([0, 0]);
        let offset = length(out.len())?;
        out.extend(b"PK\x03\x04");
        out.extend(&shared);
        out.extend(entry.path.as_bytes());
        out.extend(stream);
        directory.extend(b"PK\x01\x02");
        // Made as on Unix, so that the rights are read where they mean something.
        directory.extend([20, 3]);
        directory.extend(&shared);
        // No comment, one disk, nothing special.
        directory.extend([0; 6]);
        directory.extend(((0o100_000 | entry.mode) << 16).to_le_bytes());
        directory.extend(offset);
        directory.extend(entry.path.as_bytes());
    }
    let (begins, size, count) = (length(out.len())?, length(directory.len())?, length(sorted.len())?);
    out.extend(directory);
    out.extend(b"PK\x05\x06\0\0\0\0");
    for part in [&count[..2], &count[..2], &size, &begins, &[0, 0]] {
        out.extend(part);
    }
    Ok(out)
}

fn length(number: usize) -> Result<[u8; 4], String> {
    let number =
        u32::try_from(number).map_err(|_| "a zip of this kind cannot hold four gigabytes".to_owned())?;
    Ok(number.to_le_bytes())
}

fn dos_time(date: &Date) -> u16 {
    (date.hour << 11) | (date.minute << 5) | (date.second / 2)
}

/// Years are counted from 1980.
fn dos_day(date: &Date) -> u16 {
    (date.year.saturating_sub(1980) << 9) | (date.month << 5) | date.day
}

/// An `ar` archive: the members in their order, each behind a header of sixty bytes.
pub(super) fn ar(members: &[(&str, &[u8])], seconds: u64) -> Vec<u8> {
    let mut out = b"!<arch>\n".to_vec();
    for (name, bytes) in members {
        let size = bytes.len();
        out.extend(format!("{name:16}{seconds:<12}{:<6}{:<6}{:<8}{size:<10}`\n", 0, 0, 100_644).as_bytes());
        out.extend(*bytes);
        if size % 2 == 1 {
            out.push(b'\n');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries() -> Vec<Entry> {
        vec![Entry::new("p/b/run", "x").mode(0o755), Entry::new("p/a.txt", "hello\n")]
    }

    /// The fields of the header at a block: path, mode, size, kind.
    fn header(tar: &[u8], block: usize) -> (String, String, String, char) {
        let field = |from: usize, to: usize| {
            let bytes = &tar[block * BLOCK + from..block * BLOCK + to];
            String::from_utf8_lossy(bytes).trim_end_matches('\0').to_owned()
        };
        (field(0, 100), field(100, 108), field(124, 136), tar[block * BLOCK + 156].into())
    }

    #[test]
    fn a_tar_has_folders_before_what_is_in_them_in_one_order() {
        let tar = tar(&entries(), 8).unwrap();
        let field = |text: &str| text.to_owned();
        assert_eq!(header(&tar, 0), (field("p/"), field("0000755"), field("00000000000"), '5'));
        assert_eq!(header(&tar, 1), (field("p/a.txt"), field("0000644"), field("00000000006"), '0'));
        assert_eq!(&tar[2 * BLOCK..2 * BLOCK + 7], b"hello\n\0");
        assert_eq!(header(&tar, 3).0, "p/b/");
        assert_eq!(header(&tar, 4), (field("p/b/run"), field("0000755"), field("00000000001"), '0'));
        assert_eq!(tar.len(), 8 * BLOCK, "two empty blocks at the end");
        assert_eq!(&tar[136..148], b"00000000010\0", "the time");
        let mut other = entries();
        other.reverse();
        assert_eq!(super::tar(&other, 8).unwrap(), tar);
    }

    #[test]
    fn the_sum_of_a_header_counts_its_own_place_as_spaces() {
        let header = tar_header("a", b'0', 0o644, 0, 0).unwrap();
        let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
        let own: u32 = header[148..156].iter().map(|byte| u32::from(*byte)).sum();
        assert_eq!(&header[148..156], format!("{:06o}\0 ", sum - own + 8 * 32).as_bytes());
    }

    #[test]
    fn a_path_that_a_tar_cannot_hold_is_refused() {
        assert!(tar(&[Entry::new("x".repeat(101), "")], 0).is_err_and(|why| why.contains("100 bytes")));
    }

    #[test]
    fn an_ar_has_headers_of_sixty_bytes_and_even_members() {
        let ar = ar(&[("debian-binary", b"2.0\n"), ("odd", b"abc")], 7);
        let expected = "!<arch>\n\
            debian-binary   7           0     0     100644  4         `\n2.0\n\
            odd             7           0     0     100644  3         `\nabc\n";
        assert_eq!(String::from_utf8_lossy(&ar), expected);
    }

    #[test]
    fn a_zip_says_at_its_end_where_its_directory_is() {
        let date = Date::of(315_532_800);
        let zip = zip(&entries(), &date).unwrap();
        let end = zip.len() - 22;
        assert_eq!(&zip[end..end + 12], b"PK\x05\x06\0\0\0\0\x02\0\x02\0");
        let number =
            |at: usize| u32::from_le_bytes([zip[at], zip[at + 1], zip[at + 2], zip[at + 3]]) as usize;
        let (size, begins) = (number(end + 12), number(end + 16));
        assert_eq!(begins + size, end);
        // A record is forty-six bytes and the name.
        let second = begins + 46 + "p/a.txt".len();
        assert_eq!(
            (&zip[begins..begins + 4], &zip[second..second + 4]),
            (&b"PK\x01\x02"[..], &b"PK\x01\x02"[..])
        );
        assert_eq!(&zip[second + 46..end], b"p/b/run");
        let packed = number(second + 42);
        assert_eq!(&zip[packed..packed + 4], b"PK\x03\x04", "where the second file begins");
        // The first in order is the text: its day, its sum, its size.
        assert_eq!(&zip[10..14], [0, 0, 0x21, 0], "the first of January 1980");
        assert_eq!(number(14), 0x363a_3020, "the CRC-32 of its bytes");
        assert_eq!(number(22), 6);
        assert_eq!(&zip[30..37], b"p/a.txt");
    }
}
