//! Photos by their paths: what a line names, and the files that are read for it.

use std::io::Read;
use std::path::{Path, PathBuf};

use engine::{Actor, SeatId, Viewer};
use host::Table;
use protocol::{Request, clean_line};

/// The most bytes of a file. Larger ones are refused before they are read.
const BYTES_MAX: u64 = 10 * 1024 * 1024;

/// Photos of one line, at most.
const FILES_MAX: usize = machines::tidying::limits::MESSAGE_PHOTOS_MAX;

/// What a person hears of their photos, the first time.
pub(crate) struct Photos {
    home: String,
    told: bool,
}

impl Photos {
    /// For a session whose photos are kept below this directory.
    pub(crate) fn new(home: &Path) -> Photos {
        Photos { home: clean_line(&home.join("photos").display().to_string()), told: false }
    }

    /// Adds what a line names to a seat's next words; says what has to be said once. All files are read before any is
    /// added, so that a wrong name changes nothing.
    pub(crate) async fn add(
        &mut self,
        table: &Table,
        seat: SeatId,
        line: &str,
    ) -> Result<Option<String>, String> {
        let line = line.to_owned();
        let read = tokio::task::spawn_blocking(move || {
            let (paths, words) = named(&line, std::env::home_dir().as_deref())?;
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
        if first && scene.view["coachSees"].as_bool() == Some(true) {
            self.told = true;
            return Ok(Some(format!(
                "Nothing was added yet. Photos are shown to the model in the coach's seat, wherever that runs, and kept on \
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

/// The files that a line names, and the words after `--`.
fn named(line: &str, home: Option<&Path>) -> Result<(Vec<PathBuf>, Option<String>), String> {
    let line = line.trim();
    // One that was dropped here may have spaces and no quotes.
    if Path::new(line).is_file() {
        return Ok((vec![PathBuf::from(line)], None));
    }
    let (files, words) = split(line)?;
    if files.is_empty() {
        return Err("name a file: /photo desk.jpg, with quotes where its name has spaces".to_owned());
    }
    if files.len() > FILES_MAX {
        return Err(format!("{} files: {FILES_MAX} are the most of one line", files.len()));
    }
    let paths = files.iter().map(|file| path(file, home)).collect::<Result<_, String>>()?;
    Ok((paths, words))
}

/// The words of a line as a shell would have them, up to `--`; what follows it is taken as it is.
fn split(line: &str) -> Result<(Vec<String>, Option<String>), String> {
    let mut files = Vec::new();
    let mut rest = line.char_indices().peekable();
    while let Some((start, letter)) = rest.peek().copied() {
        if letter.is_whitespace() {
            rest.next();
            continue;
        }
        let after = line[start..]
            .strip_prefix("--")
            .filter(|after| after.is_empty() || after.starts_with(char::is_whitespace));
        if let Some(words) = after {
            return Ok((files, Some(words.trim().to_owned()).filter(|words| !words.is_empty())));
        }
        let (mut word, mut quote) = (String::new(), None);
        while let Some((_, letter)) = rest.next_if(|(_, letter)| quote.is_some() || !letter.is_whitespace()) {
            match (letter, quote) {
                (letter, Some(open)) if letter == open => quote = None,
                ('"' | '\'', None) => quote = Some(letter),
                // A backslash is part of a name where that is how paths are written.
                ('\\', None | Some('"')) if !cfg!(windows) => {
                    word.extend(rest.next().map(|(_, letter)| letter))
                }
                (letter, _) => word.push(letter),
            }
        }
        if let Some(open) = quote {
            return Err(format!("a quotation mark is missing: {open}"));
        }
        files.push(word);
    }
    Ok((files, None))
}

/// A path, from what was typed: `~` is one's home, and `file://` is the address of one.
fn path(file: &str, home: Option<&Path>) -> Result<PathBuf, String> {
    if let Some(address) = file.strip_prefix("file://") {
        let address = address.strip_prefix("localhost").unwrap_or(address);
        return unescaped(address).map(PathBuf::from);
    }
    match file.strip_prefix('~') {
        Some(rest) if rest.is_empty() || rest.starts_with(['/', '\\']) => {
            let home = home.ok_or_else(|| "there is no home for ~: write the whole path".to_owned())?;
            Ok(home.join(rest.trim_start_matches(['/', '\\'])))
        }
        _ => Ok(PathBuf::from(file)),
    }
}

/// An address without its percent signs.
fn unescaped(address: &str) -> Result<String, String> {
    let wrong = || format!("this is no address of a file: file://{}", clean_line(address));
    let mut bytes = Vec::new();
    let mut rest = address.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || rest.next().and_then(|byte| char::from(byte).to_digit(16));
        let (high, low) = digit().zip(digit()).ok_or_else(wrong)?;
        bytes.push(u8::try_from(high * 16 + low).map_err(|_| wrong())?);
    }
    String::from_utf8(bytes).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, files: &[&str], words: Option<&str>) {
        let (paths, said) = named(line, Some(Path::new("/pictures"))).expect("a good line");
        assert_eq!(paths, files.iter().map(PathBuf::from).collect::<Vec<_>>(), "{line}");
        assert_eq!(said.as_deref(), words, "{line}");
    }

    #[test]
    fn files_are_named_as_in_a_shell() {
        check("desk.jpg", &["desk.jpg"], None);
        check("a.jpg  b.png -- the shelf -- and below", &["a.jpg", "b.png"], Some("the shelf -- and below"));
        check("\"my desk.jpg\" 'her \"desk\".png' --", &["my desk.jpg", "her \"desk\".png"], None);
        check("~/desk.jpg ~", &["/pictures/desk.jpg", "/pictures/"], None);
        check("~ana/desk.jpg --x.jpg", &["~ana/desk.jpg", "--x.jpg"], None);
        check("file:///pictures/my%20desk%C3%A4.jpg", &["/pictures/my deskä.jpg"], None);
        check("file://localhost/desk.jpg", &["/desk.jpg"], None);
        if !cfg!(windows) {
            check("/pictures/my\\ desk\\ \\(2\\).jpg", &["/pictures/my desk (2).jpg"], None);
        }
    }

    #[test]
    fn a_line_that_names_no_file_is_refused_in_words() {
        for (line, words) in [
            ("", "name a file"),
            ("-- words", "name a file"),
            ("'desk.jpg", "a quotation mark is missing: '"),
            ("file:///a%2", "this is no address"),
            ("file:///a%ff.jpg", "this is no address"),
            (&"a.jpg ".repeat(21), "21 files"),
        ] {
            let why = named(line, None).expect_err(line);
            assert!(why.contains(words), "{line}: {why}");
        }
        assert!(named("~/desk.jpg", None).expect_err("no home").contains("whole path"));
    }

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
        assert_eq!(named(&dropped, None).expect("a file").0, [PathBuf::from(dropped)]);
    }
}
