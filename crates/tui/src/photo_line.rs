//! Lines that concern photos.

/// What a line asks for that concerns photos.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhotoLine<'a> {
    /// Add the files that are named here.
    Add(&'a str),
    /// Delete all of them.
    Delete,
}

/// Pictures by the end of their names. What cannot be read of these is refused in words.
const ENDINGS: [&str; 11] =
    [".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".gif", ".bmp", ".tif", ".tiff", ".avif"];

/// Does a line concern photos? A path or an address of a file that is alone on it does, as a terminal writes one that is
/// dropped on it.
pub fn photo_line(line: &str) -> Option<PhotoLine<'_>> {
    let line = line.trim();
    if line.eq_ignore_ascii_case("/delete-photos") {
        return Some(PhotoLine::Delete);
    }
    if let Some(rest) = line.strip_prefix("/photo") {
        let rest = rest.strip_prefix('s').unwrap_or(rest);
        return (rest.is_empty() || rest.starts_with(char::is_whitespace))
            .then(|| PhotoLine::Add(rest.trim()));
    }
    let begins = ["/", "~/", "./", "../", "file://", "\"/", "'/", "\"~/", "'~/"];
    let bare = line.trim_end_matches(['"', '\'']).to_lowercase();
    let is_picture = ENDINGS.iter().any(|ending| bare.ends_with(ending));
    (is_picture && begins.iter().any(|begin| line.starts_with(begin))).then_some(PhotoLine::Add(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_concerns_photos_is_known() {
        let add = |rest| Some(PhotoLine::Add(rest));
        for (line, expected) in [
            ("/photo desk.jpg", add("desk.jpg")),
            ("/photos a.png b.png -- the shelf", add("a.png b.png -- the shelf")),
            ("/photo", add("")),
            ("/photograph", None),
            ("/pictures/My\\ Desk.JPG ", add("/pictures/My\\ Desk.JPG")),
            ("'/pictures/my desk.jpg'", add("'/pictures/my desk.jpg'")),
            ("file:///pictures/a%20b.png", add("file:///pictures/a%20b.png")),
            ("~/desk.webp", add("~/desk.webp")),
            ("/pictures/notes.txt", None),
            ("/recap", None),
            ("the frame with desk.jpg", None),
            ("/delete-photos", Some(PhotoLine::Delete)),
        ] {
            assert_eq!(photo_line(line), expected, "{line:?}");
        }
    }
}
