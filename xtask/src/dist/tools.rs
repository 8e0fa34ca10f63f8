//! What the tools of the system are asked for: to compress and to sum.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::shell::output;

/// Runs a program with this on its standard input, and returns what it wrote.
pub(super) fn piped(program: &str, args: &[&str], input: &[u8]) -> Result<Vec<u8>, String> {
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child =
        command.spawn().map_err(|e| format!("cannot start `{program}`: {e}; is it installed?"))?;
    let mut stdin = child.stdin.take();
    // It may write before it has read all, so both go on at once.
    let (sent, out) = std::thread::scope(|scope| {
        let sender = scope.spawn(move || stdin.as_mut().map_or(Ok(()), |stdin| stdin.write_all(input)));
        let out = child.wait_with_output();
        (sender.join(), out)
    });
    let out = out.map_err(|e| format!("cannot wait for `{program}`: {e}"))?;
    if !out.status.success() || !matches!(sent, Ok(Ok(()))) {
        return Err(format!("`{program}` failed:\n{}", String::from_utf8_lossy(&out.stderr).trim_end()));
    }
    Ok(out.stdout)
}

/// What writes and checks sums in the form of `sha256sum`.
pub(super) fn sha256_tool() -> (&'static str, &'static [&'static str]) {
    if cfg!(target_os = "macos") { ("shasum", &["-a", "256"]) } else { ("sha256sum", &[]) }
}

/// The SHA-256 of some bytes, in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> Result<String, String> {
    let (program, args) = sha256_tool();
    first_word(&piped(program, args, bytes)?, program)
}

/// The SHA-256 of every file with its path, a line each.
pub(crate) fn sums(files: &[PathBuf]) -> Result<String, String> {
    // Without a file the tool would read its standard input.
    if files.is_empty() {
        return Ok(String::new());
    }
    let (program, args) = sha256_tool();
    let mut command = Command::new(program);
    command.args(args).args(files);
    output(command)
}

/// The MD5 of some bytes, which Debian packages name their files by.
pub(super) fn md5(bytes: &[u8]) -> Result<String, String> {
    first_word(&piped("md5sum", &[], bytes)?, "md5sum")
}

fn first_word(printed: &[u8], program: &str) -> Result<String, String> {
    let text = String::from_utf8_lossy(printed);
    let word =
        text.split_whitespace().next().filter(|word| word.bytes().all(|byte| byte.is_ascii_hexdigit()));
    word.map(str::to_owned).ok_or_else(|| format!("`{program}` printed {text:?} where a sum should be"))
}

pub(super) fn read(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|e| format!("cannot read {}: {e}", path.display()))
}

pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|e| format!("cannot write {}: {e}", path.display()))
}

/// Runs our own binary where nothing of this machine's user is read or written, and returns what it wrote.
pub(super) fn parlor(binary: &Path, home: &Path, args: &[&str]) -> Result<String, String> {
    output(parlor_command(binary, home, args))
}

/// The same, not started yet.
pub(super) fn parlor_command(binary: &Path, home: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(binary);
    command.args(args).env("PARLOR_HOME", home).env_remove("PARLOR_CONFIG");
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_that_of_the_bytes() {
        let sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(b"abc").as_deref(), Ok(sum));
    }

    #[test]
    fn a_file_that_is_missing_has_no_sum() {
        let here = crate::shell::root().join("Cargo.toml");
        assert!(sums(&[here]).is_ok_and(|lines| lines.lines().count() == 1));
        assert!(sums(&["no-such-file-anywhere".into()]).is_err());
        assert_eq!(sums(&[]), Ok(String::new()));
    }

    #[test]
    fn more_than_a_pipe_holds_goes_through() {
        let long = vec![b'x'; 1 << 20];
        let packed = piped("gzip", &["-c"], &long).unwrap();
        assert_eq!(piped("gzip", &["-d", "-c"], &packed), Ok(long));
    }

    #[test]
    fn a_tool_that_fails_or_is_missing_is_an_error_in_words() {
        assert!(piped("gzip", &["-d", "-c"], b"no").is_err_and(|why| why.starts_with("`gzip` failed")));
        assert!(piped("no-such-program-anywhere", &[], b"").is_err_and(|why| why.contains("installed")));
    }
}
