//! Photos by their paths: the files that a line names are read, and added.

use std::io::Read;
use std::path::Path;

use engine::{Actor, SeatId, Viewer};
use host::Table;
use protocol::{Request, clean_line};
use tui::photo_files;

use crate::seating::sees;

/// The most bytes of a file. Larger ones are refused before they are read.
const BYTES_MAX: u64 = 10 * 1024 * 1024;

/// What a person hears of their photos, the first time.
pub(crate) struct Photos {
    home: String,
    /// Photos of one line, at most.
    most: usize,
    told: bool,
}

impl Photos {
    /// For a session whose photos are kept below this directory, with so many of them in one line at most.
    pub(crate) fn new(home: &Path, most: usize) -> Photos {
        Photos { home: clean_line(&home.join("photos").display().to_string()), most, told: false }
    }

    /// Adds what a line names to a seat's next words; says what has to be said once. All files are read before any is
    /// added, so that a wrong name changes nothing.
    pub(crate) async fn add(
        &mut self,
        table: &Table,
        seat: SeatId,
        line: &str,
    ) -> Result<Option<String>, String> {
        let (line, most) = (line.to_owned(), self.most);
        let read = tokio::task::spawn_blocking(move || {
            let (paths, words) = photo_files(&line, most, std::env::home_dir().as_deref())?;
            let read: Result<Vec<_>, String> =
                paths.into_iter().map(|path| read(&path).map(|bytes| (path, bytes))).collect();
            Ok::<_, String>((read?, words))
        });
        let (files, words) = read.await.map_err(|error| error.to_string())??;
        let first = !self.told;
        let scene = table.scene(Viewer::Seat(seat)).await.map_err(|why| why.to_string())?;
        let (home, id) = (&self.home, table.id());
        let kept = format!("in {home}; /delete-photos (or parlor photos {id} --delete) removes them.");
        // Nobody is to learn afterwards that a model elsewhere was shown a photo of their home.
        if first && scene.seats.iter().any(|seat| sees(&seat.holder)) {
            self.told = true;
            return Ok(Some(format!(
                "Nothing was added yet. Photos are shown to the model that plays here, wherever that runs, and kept on \
                 this machine, {kept} Say it again to add them."
            )));
        }
        for (path, bytes) in files {
            let name = shown(&path);
            table.add_photo(seat, bytes).await.map_err(|why| format!("{name}: {why}"))?;
        }
        if let Some(text) = words {
            let said = table.request(Actor::Seat(seat), None, Request::Line { text }).await;
            said.map_err(|why| why.to_string())?;
        }
        self.told = true;
        Ok(first.then(|| format!("Photos stay on this machine, {kept}")))
    }
}

/// Reads a file that may be a photo.
fn read(path: &Path) -> Result<Vec<u8>, String> {
    let name = shown(path);
    let failed = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => {
            format!("there is no file {name}: look at its name, and put quotes round one with spaces")
        }
        std::io::ErrorKind::PermissionDenied => format!("{name} may not be read: make it readable for you"),
        _ => format!("{name} cannot be read: {error}"),
    };
    let about = std::fs::metadata(path).map_err(failed)?;
    if about.is_dir() {
        return Err(format!("{name} is a directory: name a photo in it"));
    }
    if !about.is_file() {
        return Err(format!("{name} is no file: name a photo"));
    }
    let mut bytes = Vec::new();
    if about.len() <= BYTES_MAX {
        std::fs::File::open(path)
            .map_err(failed)?
            .take(BYTES_MAX + 1)
            .read_to_end(&mut bytes)
            .map_err(failed)?;
    }
    match about.len().max(bytes.len() as u64) {
        0 => Err(format!("{name} is empty: name a photo")),
        many if many > BYTES_MAX => {
            let tenths = many.div_ceil(1024 * 1024 / 10);
            let size = format!("{}.{}", tenths / 10, tenths % 10);
            Err(format!("{name} has {size} MB, and 10 are the most: save it smaller, or as JPEG"))
        }
        _ => Ok(bytes),
    }
}

fn shown(path: &Path) -> String {
    clean_line(&path.display().to_string())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn what_is_no_photo_is_refused_before_it_is_read() {
        let dir = tempfile::TempDir::new().expect("a directory");
        let file = |name: &str, bytes: u64| {
            let path = dir.path().join(name);
            std::fs::File::create(&path).and_then(|file| file.set_len(bytes)).expect("a file");
            path
        };
        for (path, words) in [
            (dir.path().join("none.jpg"), "there is no file"),
            (dir.path().to_owned(), "is a directory"),
            (file("empty.jpg", 0), "is empty"),
            (file("big.jpg", BYTES_MAX + 1), "has 10.1 MB, and 10 are the most"),
        ] {
            let why = read(&path).expect_err("no photo");
            assert!(why.contains(words), "{why}");
        }
        assert_eq!(read(&file("most.jpg", BYTES_MAX)).map(|bytes| bytes.len() as u64), Ok(BYTES_MAX));
        // A name that was dropped on the line, with spaces and without quotes.
        let dropped = file("my own desk.jpg", 1).display().to_string();
        assert_eq!(photo_files(&dropped, 6, None).expect("a file").0, [PathBuf::from(dropped)]);
    }
}
