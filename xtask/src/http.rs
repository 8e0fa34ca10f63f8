//! `cargo xtask http`: made-up requests for everything in docs/openapi.json, to the binary as a user has it.
//!
//! Schemathesis makes them from the document: what fits it, what does not, and what follows from what was answered before.
//! Whatever comes back has to be in the document too, and nothing may break. It is Python, and lives in a place of its
//! own under `target`; `xtask/http` says which versions and with which settings.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::Failed;
use crate::binary::built;
use crate::inputs::Inputs;
use crate::shell::{aloud, must, output, program, root, works};
use crate::step::Outcome;

/// Which versions.
const WHEELS: &str = "xtask/http/requirements.txt";

/// With which settings.
const SETTINGS: &str = "xtask/http/schemathesis.toml";

/// What the server is asked for.
const DOCUMENT: &str = "docs/openapi.json";

/// Cases that are made up for each address, in the step of CI.
const CI_CASES: u32 = 10;

/// Cases for whoever asks for this alone.
const OWN_CASES: u32 = 100;

/// How many times as often as usual it may ask: everything comes from one address, which no person's browser does.
const RATE_TIMES: &str = "1000";

/// The verb.
pub(crate) fn run(args: &[String]) -> Result<(), Failed> {
    Ok(ask(parse(args)?)?)
}

/// What the step of `ci` reads.
pub(crate) fn inputs() -> Result<Inputs, String> {
    let inputs = Inputs::of("http").xtask()?.file(built()?);
    let inputs =
        [WHEELS, SETTINGS, DOCUMENT].iter().fold(inputs, |inputs, path| inputs.file(root().join(path)));
    inputs.tool("python3", &["--version"])
}

/// The step of `ci`.
pub(crate) fn step() -> Result<Outcome, String> {
    ask(CI_CASES).map(|()| Outcome::Passed)
}

fn parse(args: &[String]) -> Result<u32, String> {
    match args {
        [] => Ok(OWN_CASES),
        [flag, number] if flag == "--cases" => {
            let number = number.parse().ok().filter(|number| *number > 0);
            number.ok_or_else(|| "`--cases` needs a whole number above 0".to_owned())
        }
        _ => Err("say `cargo xtask http [--cases N]`".to_owned()),
    }
}

fn ask(cases: u32) -> Result<(), String> {
    let folder = root().join("target/http");
    let schemathesis = fetched(&folder)?;
    let mut server = Served::start(&folder, &built()?)?;
    let mut command = Command::new(schemathesis);
    // What it keeps for itself stays there, too.
    command.current_dir(&folder).arg("--config-file").arg(root().join(SETTINGS));
    command.arg("run").arg(root().join(DOCUMENT)).arg("--no-color");
    command.args(["--phases", "examples,coverage,fuzzing,stateful", "--checks", "all", "--seed", "1"]);
    command.args(["--max-examples", &cases.to_string(), "--generation-database", "none"]);
    command.env("PARLOR_URL", &server.url).env("PARLOR_TABLE", server.lay()?);
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    let heard = aloud(command)?;
    server.still_well()?;
    if heard.success {
        Ok(())
    } else {
        Err("an answer is not as docs/openapi.json has it; the request is above, as a call of curl"
            .to_owned())
    }
}

/// Has schemathesis, and says where it is. Quick when it is there already.
fn fetched(folder: &Path) -> Result<PathBuf, String> {
    let wanted =
        std::fs::read_to_string(root().join(WHEELS)).map_err(|e| format!("cannot read {WHEELS}: {e}"))?;
    let (venv, note) = (folder.join("venv"), folder.join("venv.txt"));
    let found = venv.join("bin/schemathesis");
    if found.exists() && std::fs::read_to_string(&note).is_ok_and(|have| have == wanted) {
        return Ok(found);
    }
    if !works(program(
        "python3",
        &["-c", "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))"],
    )) {
        return Err(
            "this takes Python 3.10 or later with venv and pip, and `python3` is missing, older or without \
                    them: install it (on Debian with the packages python3-venv and python3-pip)"
                .to_owned(),
        );
    }
    println!("schemathesis is not in {} yet: fetched once", venv.display());
    std::fs::create_dir_all(folder).map_err(|e| format!("cannot make {}: {e}", folder.display()))?;
    let mut make = program("python3", &["-m", "venv", "--clear"]);
    make.arg(&venv);
    output(make)?;
    let mut install = Command::new(venv.join("bin/python"));
    install.current_dir(root()).args(["-m", "pip", "install", "--no-input", "--disable-pip-version-check"]);
    install.args(["--quiet", "--no-deps", "--only-binary=:all:", "--requirement", WHEELS]);
    must(install).map_err(|why| format!("{why}; without the package registry it cannot be fetched"))?;
    std::fs::write(&note, wanted).map_err(|e| format!("cannot write {}: {e}", note.display()))?;
    Ok(found)
}

/// A server with a home of its own, until this is dropped.
struct Served {
    child: Child,
    url: String,
    said: PathBuf,
}

impl Served {
    fn start(folder: &Path, parlor: &Path) -> Result<Served, String> {
        let (home, said) = (folder.join("home"), folder.join("server.log"));
        if home.exists() {
            std::fs::remove_dir_all(&home).map_err(|e| format!("cannot clear {}: {e}", home.display()))?;
        }
        let log = File::create(&said).map_err(|e| format!("cannot write {}: {e}", said.display()))?;
        let mut command = Command::new(parlor);
        command.args(["serve", "--bind", "127.0.0.1:0", "--rate-times", RATE_TIMES]);
        command.env("PARLOR_HOME", &home).env_remove("PARLOR_CONFIG").current_dir(root());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log);
        let mut child = command.spawn().map_err(|e| format!("cannot start `parlor serve`: {e}"))?;
        let mut url = String::new();
        if let Some(stdout) = child.stdout.take() {
            // It says where it is in its first line, or ends.
            let _ = BufReader::new(stdout).read_line(&mut url);
        }
        let url = url.trim().trim_end_matches('/').to_owned();
        let mut served = Served { child, url, said };
        if served.url.is_empty() {
            return Err(served.why("did not start"));
        }
        Ok(served)
    }

    /// Lays a table, and gives its id.
    fn lay(&self) -> Result<String, String> {
        let at = self.url.trim_start_matches("http://");
        let body = "{\"machine\":\"mafia\"}";
        let request = format!(
            "POST /api/tables HTTP/1.1\r\nhost: {at}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        );
        let asked = TcpStream::connect(at).and_then(|mut stream| {
            stream.write_all(request.as_bytes())?;
            std::io::read_to_string(stream)
        });
        let answer = asked.map_err(|e| format!("the server does not answer: {e}"))?;
        let body = answer.split("\r\n\r\n").nth(1).unwrap_or_default();
        let made: serde_json::Value = serde_json::from_str(body).unwrap_or_default();
        made["id"].as_str().map(str::to_owned).ok_or_else(|| format!("no table was laid: {answer}"))
    }

    /// It runs, and nothing in it has panicked.
    fn still_well(&mut self) -> Result<(), String> {
        if !matches!(self.child.try_wait(), Ok(None)) {
            return Err(self.why("has ended"));
        }
        let said = std::fs::read_to_string(&self.said).unwrap_or_default();
        if said.contains("panicked") { Err(self.why("has panicked")) } else { Ok(()) }
    }

    fn why(&mut self, what: &str) -> String {
        let said = std::fs::read_to_string(&self.said).unwrap_or_default();
        format!("the server {what}; it said\n{said}")
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended already; it is still to be waited for.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(args: &[&str]) -> Result<u32, String> {
        parse(&args.iter().map(|arg| (*arg).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn the_number_of_cases_can_be_said() {
        assert_eq!(parsed(&[]), Ok(OWN_CASES));
        assert_eq!(parsed(&["--cases", "7"]), Ok(7));
        for args in [&["--cases"][..], &["--cases", "0"], &["7"]] {
            assert!(parsed(args).is_err(), "{args:?}");
        }
    }

    #[test]
    fn every_package_has_one_version() {
        let list = std::fs::read_to_string(root().join(WHEELS)).unwrap();
        let packages: Vec<&str> = list.lines().filter(|line| !line.starts_with('#')).collect();
        assert!(packages.iter().any(|line| line.starts_with("schemathesis==")), "{list}");
        assert!(packages.iter().all(|line| line.matches("==").count() == 1), "{list}");
    }
}
