//! Every file is tried before it is handed out: unpacked where nothing is, checked and run.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use serde_json::Value;

use super::contents::Contents;
use super::packages::Packages;
use super::tools::{parlor, parlor_command, read, sha256_tool};
use super::{Release, deb, sbom, timed};
use crate::shell::{emptied, output, program, root, works};

/// How long the server may take to answer, and to stop.
const ANSWER_TIME: Duration = Duration::from_secs(20);

/// The code with which a server ends in good order when it is interrupted, as deploy/parlor.service has it.
const INTERRUPTED: i32 = 130;

/// What deploy/try-deb ends with where a machine does not let it try.
const CANNOT: i32 = 77;

/// What is tried.
pub(super) struct Trial<'a> {
    pub(super) release: &'a Release,
    pub(super) packages: &'a Packages,
    pub(super) contents: &'a Contents,
    /// Where the files are.
    pub(super) folder: &'a Path,
    /// Where they are unpacked.
    pub(super) work: &'a Path,
    /// Packages that may be in it besides, since tests were built with it.
    pub(super) beside: &'a BTreeSet<String>,
}

/// Tries all of them.
pub(super) fn all(trial: &Trial) -> Result<(), String> {
    let try_one = |what: &str, work: &dyn Fn() -> Result<String, String>| {
        timed(&format!("try {what}"), || Ok(((), work()?)))
    };
    try_one("the sums", &|| trial.sums())?;
    try_one("the SBOM", &|| trial.sbom())?;
    let unpacked = timed("try to unpack the archive", || {
        let unpacked = trial.unpacked()?;
        Ok((unpacked, format!("one folder, {}", trial.release.stem())))
    })?;
    let binary = unpacked.join(format!("parlor{}", std::env::consts::EXE_SUFFIX));
    let home = trial.work.join("tried-home");
    try_one("its binary", &|| trial.runs(&binary, &home))?;
    try_one("an evening in the terminal", &|| {
        let evening = parlor(&binary, &home, &["demo", "--speed", "instant"])?;
        Ok(format!("{} lines", evening.lines().count()))
    })?;
    try_one("the server", &|| serves(&binary, &home))?;
    try_one("the man pages", &|| render(&unpacked.join("man")))?;
    if trial.release.is_for("linux") {
        let package = trial.folder.join(deb::name(trial.release)?);
        try_one("to unpack the Debian package", &|| trial.deb(&package))?;
        try_one("to install, remove and purge it", &|| installs(&package))?;
    }
    Ok(())
}

impl Trial<'_> {
    /// Every other file has a sum, and it is right.
    fn sums(&self) -> Result<String, String> {
        let name = self.release.sums();
        let (tool, args) = sha256_tool();
        let checked = output(command(tool, self.folder, &[args, &["-c", &name]].concat()))?;
        let files = std::fs::read_dir(self.folder)
            .map_err(|e| format!("cannot list {}: {e}", self.folder.display()))?
            .count();
        if checked.lines().count() + 1 == files {
            Ok(format!("{} files", files - 1))
        } else {
            Err(format!("{name} has not every other file of {files}:\n{checked}"))
        }
    }

    /// It can be read, has every package, and every package that the binary itself tells of.
    fn sbom(&self) -> Result<String, String> {
        let text = read(&self.folder.join(self.release.sbom()))?;
        let sbom: Value = serde_json::from_slice(&text).map_err(|e| format!("it is no JSON: {e}"))?;
        let mut named = BTreeSet::new();
        for component in sbom["components"].as_array().into_iter().flatten() {
            named.extend(component["purl"].as_str());
        }
        named.extend(sbom["metadata"]["component"]["purl"].as_str());
        if let Some(missing) =
            self.packages.graph.keys().map(sbom::purl).find(|it| !named.contains(it.as_str()))
        {
            return Err(format!("{missing} is built in, but not named"));
        }
        let folders: BTreeSet<String> =
            self.packages.of_others().map(|((name, version), _)| format!("{name}-{version}")).collect();
        let told = told_by(&self.contents.binary);
        let is_known = |folder: &&String| folders.contains(*folder) || self.beside.contains(*folder);
        if let Some(missing) = told.iter().find(|folder| !is_known(folder)) {
            return Err(format!(
                "{missing} is in the binary, which has the path of its source, but is not named"
            ));
        }
        Ok(format!("{} packages, of which {} have left their paths in the binary", named.len(), told.len()))
    }

    /// Unpacks the archive with the tool that its users have, and returns its one folder.
    fn unpacked(&self) -> Result<PathBuf, String> {
        let place = self.work.join("archive");
        emptied(&place)?;
        let file = self.folder.join(self.release.archive());
        output(command("tar", &place, &["-xf", &file.to_string_lossy()]))?;
        let folder = place.join(self.release.stem());
        let beside =
            std::fs::read_dir(&place).map_err(|e| format!("cannot list {}: {e}", place.display()))?;
        if folder.is_dir() && beside.count() == 1 {
            Ok(folder)
        } else {
            Err(format!(
                "{} should have the folder {} and nothing else",
                place.display(),
                self.release.stem()
            ))
        }
    }

    /// It runs, and is of this version.
    fn runs(&self, binary: &Path, home: &Path) -> Result<String, String> {
        let said = parlor(binary, home, &["--version"])?;
        if said.trim_end() == format!("parlor {}", self.release.version) {
            Ok(said.trim_end().to_owned())
        } else {
            Err(format!("it says {said:?}, and should be of version {}", self.release.version))
        }
    }

    /// It can be read and unpacked, and has the same binary.
    fn deb(&self, package: &Path) -> Result<String, String> {
        if !works(program("dpkg-deb", &["--version"])) {
            return Ok("skipped: there is no dpkg-deb here".to_owned());
        }
        let place = self.work.join("deb");
        emptied(&place)?;
        let file = package.to_string_lossy();
        for args in [&["--info", &file][..], &["--contents", &file], &["--extract", &file, "."]] {
            output(command("dpkg-deb", &place, args))?;
        }
        let binary = place.join("usr/bin/parlor");
        if read(&binary)? != self.contents.binary {
            return Err("it has another binary than the archive".to_owned());
        }
        self.runs(&binary, &self.work.join("tried-home"))
    }
}

/// A command in a folder.
fn command(name: &str, folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.args(args).current_dir(folder);
    command
}

/// The packages whose sources a binary names, as `name-version`: where a panic happened is told by its path.
fn told_by(binary: &[u8]) -> BTreeSet<String> {
    let mut told = BTreeSet::new();
    let mut before: [&[u8]; 3] = [b"", b"", b""];
    for part in binary.split(|byte| *byte == b'/' || *byte == b'\\') {
        if before[0].ends_with(b"registry") && before[1] == b"src" {
            told.insert(String::from_utf8_lossy(part).into_owned());
        }
        before = [before[1], before[2], part];
    }
    told
}

/// It serves, says that it is well, and ends when it is told to.
fn serves(binary: &Path, home: &Path) -> Result<String, String> {
    let mut command = parlor_command(binary, home, &["serve", "--bind", "127.0.0.1:0"]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|e| format!("cannot start `parlor serve`: {e}"))?;
    let answered = address(&mut child).and_then(|address| answers(&address).map(|()| address));
    let pid = child.id().to_string();
    if answered.is_err() || cfg!(windows) {
        // Windows has no signal for it.
        let _ = child.kill();
        let _ = child.wait();
        return answered.map(|address| format!("{address} is well"));
    }
    output(program("kill", &["-s", "INT", &pid]))?;
    let status = ended(child)?;
    if status.code() == Some(INTERRUPTED) {
        answered.map(|address| format!("{address} is well, and ends when it is told to"))
    } else {
        Err(format!("told to stop, the server ended with {status}, not with {INTERRUPTED}"))
    }
}

/// Waits for a server that was told to stop.
fn ended(mut child: Child) -> Result<ExitStatus, String> {
    let pid = child.id().to_string();
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || sender.send(child.wait()));
    match receiver.recv_timeout(ANSWER_TIME) {
        Ok(status) => status.map_err(|e| format!("cannot wait for the server: {e}")),
        Err(_) => {
            output(program("kill", &["-s", "KILL", &pid]))?;
            Err(format!("told to stop, the server went on for {} s", ANSWER_TIME.as_secs()))
        }
    }
}

/// What it prints first is where it is.
fn address(child: &mut Child) -> Result<String, String> {
    let out = child.stdout.take().ok_or("its output is not there")?;
    let line = BufReader::new(out).lines().next().and_then(Result::ok).unwrap_or_default();
    let address = line.strip_prefix("http://").map(|rest| rest.trim_end_matches('/').to_owned());
    address.ok_or_else(|| format!("`parlor serve` printed {line:?} where its address should be"))
}

fn answers(address: &str) -> Result<(), String> {
    let broken = |e: std::io::Error| format!("{address} does not answer: {e}");
    let mut stream = TcpStream::connect(address).map_err(broken)?;
    stream.set_read_timeout(Some(ANSWER_TIME)).map_err(broken)?;
    write!(stream, "GET /api/health HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")
        .map_err(broken)?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).map_err(broken)?;
    if answer.starts_with("HTTP/1.1 200") && answer.contains("\"status\":\"ok\"") {
        Ok(())
    } else {
        Err(format!("{address} is not well: {answer}"))
    }
}

/// Every page can be shown, and `man` has nothing to say against it.
fn render(folder: &Path) -> Result<String, String> {
    if !cfg!(target_os = "linux") || !works(program("man", &["--version"])) {
        return Ok("skipped: there is no `man` here that takes a file".to_owned());
    }
    let mut pages = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(|e| format!("cannot list {}: {e}", folder.display()))? {
        pages.push(entry.map_err(|e| format!("cannot list {}: {e}", folder.display()))?.path());
    }
    let mut man = command("man", folder, &["--warnings", "--encoding=UTF-8", "--local-file"]);
    man.args(&pages).env("MANPAGER", "cat").env("MANWIDTH", "80").stdin(Stdio::null());
    let out = man.output().map_err(|e| format!("cannot start `man`: {e}"))?;
    let (shown, said) = (String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
    let count = shown.lines().filter(|line| *line == "SYNOPSIS").count();
    if out.status.success() && said.is_empty() && count == pages.len() {
        Ok(format!("{count} of them"))
    } else {
        Err(format!("`man` showed {count} of {} pages; it said:\n{said}", pages.len()))
    }
}

/// Installs it on a copy of this system that nobody keeps, where that is possible.
fn installs(package: &Path) -> Result<String, String> {
    let mut command = command("bash", &root(), &["deploy/try-deb"]);
    let out = command.arg(package).stdin(Stdio::null()).output();
    let out = out.map_err(|e| format!("cannot start bash: {e}"))?;
    let said = String::from_utf8_lossy(&out.stdout);
    let last = said.lines().next_back().unwrap_or_default();
    match out.status.code() {
        Some(0) => Ok(last.to_owned()),
        Some(CANNOT) => Ok(format!("skipped: {last}")),
        _ => Err(format!("deploy/try-deb failed:\n{said}{}", String::from_utf8_lossy(&out.stderr))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_binary_tells_of_what_is_in_it_by_the_paths_of_sources() {
        let unix = b"\0\0at cargo/registry/src/index-0a/serde-1.0.2/src/lib.rs\0a/b/registry/src/i/toml-1.1.8+spec/src/x";
        assert_eq!(told_by(unix).into_iter().collect::<Vec<_>>(), ["serde-1.0.2", "toml-1.1.8+spec"]);
        let windows = br"C:\cargo\registry\src\index-0a\libc-0.2.1\src\lib.rs";
        assert_eq!(told_by(windows).into_iter().collect::<Vec<_>>(), ["libc-0.2.1"]);
        assert!(told_by(b"crates/app/src/main.rs").is_empty());
    }
}
