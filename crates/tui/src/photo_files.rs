//! The files that a line about photos names, written as in a shell.

use std::path::{Path, PathBuf};

use crate::says;
use protocol::clean_line;

/// The files that a line names, `most` of them, and the words after `--`. `~` is `home`.
pub fn photo_files(
    line: &str,
    most: usize,
    home: Option<&Path>,
) -> Result<(Vec<PathBuf>, Option<String>), String> {
    let line = line.trim();
    // One that was dropped here may have spaces and no quotes.
    if Path::new(line).is_file() {
        return Ok((vec![PathBuf::from(line)], None));
    }
    let (files, words) = split(line)?;
    if files.is_empty() {
        return Err(says::NAME_A_FILE_PHOTO_DESK_JPG.to_owned());
    }
    if files.len() > most {
        return Err(says::files_are_the_most_of_one(files.len(), most));
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
            return Err(says::a_quotation_mark_is_missing(open));
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
            let home = home.ok_or_else(|| says::THERE_IS_NO_HOME_FOR_WRITE.to_owned())?;
            Ok(home.join(rest.trim_start_matches(['/', '\\'])))
        }
        _ => Ok(PathBuf::from(file)),
    }
}

/// An address without its percent signs.
fn unescaped(address: &str) -> Result<String, String> {
    let wrong = || says::this_is_no_address_of_a(clean_line(address));
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
        let (paths, said) = photo_files(line, 6, Some(Path::new("/pictures"))).expect("a good line");
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
            let why = photo_files(line, 6, None).expect_err(line);
            assert!(why.contains(words), "{line}: {why}");
        }
        assert!(photo_files("~/desk.jpg", 6, None).expect_err("no home").contains("whole path"));
    }
}
