//! `cargo xtask browser`: the pages in a real Chromium, against the binary as a user has it. The tests are in `browser/`;
//! here is what they need: Chromium, some packages, the binary, and scripts that are typed and small.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Failed;
use crate::binary::built;
use crate::inputs::Inputs;
use crate::shell::{must, output, program, root, works};
use crate::step::Outcome;
use crate::tree;

/// Where the tests are.
const FOLDER: &str = "browser";

/// Where the scripts of the pages are.
const SCRIPTS: &str = "crates/server/web";

/// Bytes of all scripts together. A page must be there at once, also on a slow line.
const SCRIPT_BYTES_MAX: u64 = 100_000;

/// The programs of a Chromium, and the variable that names another one. The first draws no window of its own round the
/// pages, and takes half the time of the others.
const CHROMIUM: (&[&str], &str) = (&["chromium-headless-shell", "chromium", "chromium-browser"], "CHROMIUM");

/// The packages of Debian with a Chromium and with letters for it to draw.
const CHROMIUM_PACKAGES: &[&str] = &["chromium-headless-shell", "fonts-dejavu-core"];

/// The oldest Node that has what the tests use.
const NODE_MIN: u32 = 20;

/// The packages of Debian with a Node and an npm: new enough since Debian 13.
const NODE_PACKAGES: &[&str] = &["nodejs", "npm"];

/// The verb.
pub(crate) fn run(args: &[String]) -> Result<(), Failed> {
    if let Some(flag) = args.iter().find(|arg| arg.starts_with('-')) {
        return Err(
            format!("`cargo xtask browser` takes names of files in browser/tests, not `{flag}`").into()
        );
    }
    test(args)?;
    Ok(())
}

/// What a step of `ci` with this name reads.
pub(crate) fn inputs(name: &str) -> Result<Inputs, String> {
    let parlor = ready()?;
    // An example whose pages are looked at, too.
    let interview = parlor.with_file_name(format!("interview{}", std::env::consts::EXE_SUFFIX));
    let inputs = Inputs::of(name).xtask()?.file(parlor).file(interview);
    let inputs = inputs.files(&tree::paths(&root())?, |path| {
        [FOLDER, SCRIPTS].iter().any(|folder| path.starts_with(&format!("{folder}/")))
    });
    let chromium = chromium_program().ok_or("there is no Chromium")?;
    inputs.tool("node", &["--version"])?.tool("openssl", &["version"])?.tool(&chromium, &["--version"])
}

/// The step of `ci` that runs beside others.
pub(crate) fn step() -> Result<Outcome, String> {
    test(&["--untimed".to_owned()]).map(|()| Outcome::Passed)
}

/// The step of `ci` that holds pages to a time: nothing runs beside it.
pub(crate) fn timed_step() -> Result<Outcome, String> {
    let mut command = script("run.mjs", &ready()?);
    command.arg("--timed");
    must(command).map(|()| Outcome::Passed)
}

fn test(names: &[String]) -> Result<(), String> {
    let parlor = ready()?;
    must(program("node", &["browser/node_modules/typescript/bin/tsc", "--project", FOLDER]))?;
    scripts_are_small()?;
    let mut command = script("run.mjs", &parlor);
    command.args(names);
    must(command)
}

/// A script of the folder, told where the binary is.
pub(crate) fn script(name: &str, parlor: &Path) -> Command {
    let mut command = program("node", &[&format!("{FOLDER}/{name}")]);
    command.env("PARLOR", parlor);
    command
}

/// Has everything at hand that a script of the folder needs, and gives the path of the binary.
pub(crate) fn ready() -> Result<PathBuf, String> {
    node()?;
    packages()?;
    chromium()?;
    openssl()?;
    built()
}

/// Has Node and npm, from the packages of the system if there are none and they may be used.
fn node() -> Result<(), String> {
    let version = || output(program("node", &["--version"])).unwrap_or_default();
    let has_npm = || works(program("npm", &["--version"]));
    if version().is_empty() || !has_npm() {
        installed("Node and npm", NODE_PACKAGES)?;
    }
    let version = version();
    if major(&version).is_none_or(|major| major < NODE_MIN) || !has_npm() {
        return Err(format!(
            "the browser tests run in Node {NODE_MIN} or later, with npm, and this is {:?}: install a newer one",
            version.trim()
        ));
    }
    Ok(())
}

/// The first number of a version such as `v20.20.2`.
fn major(version: &str) -> Option<u32> {
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

/// Has the packages of the lock file in place. Quick when they are there already.
fn packages() -> Result<(), String> {
    let folder = root().join(FOLDER);
    let lock = folder.join("package-lock.json");
    let wanted =
        std::fs::read_to_string(&lock).map_err(|e| format!("cannot read {}: {e}", lock.display()))?;
    let note = folder.join("node_modules/.installed");
    if std::fs::read_to_string(&note).is_ok_and(|have| have == wanted) {
        return Ok(());
    }
    must(program("npm", &["ci", "--prefix", FOLDER, "--ignore-scripts", "--no-audit", "--no-fund"]))
        .map_err(|why| format!("{why}; it needs the package registry"))?;
    std::fs::write(&note, wanted).map_err(|e| format!("cannot write {}: {e}", note.display()))
}

/// Has a Chromium, from the packages of the system if there is none and they may be used.
fn chromium() -> Result<(), String> {
    match chromium_program() {
        Some(_) => Ok(()),
        None => {
            installed(&format!("Chromium (or its name in the variable {})", CHROMIUM.1), CHROMIUM_PACKAGES)
        }
    }
}

/// The Chromium that is used, as `browser/parlor.mjs` chooses it.
fn chromium_program() -> Option<String> {
    let (names, variable) = CHROMIUM;
    let named = std::env::var(variable).ok();
    named.or_else(|| names.iter().find(|name| is_in_path(name)).map(|name| (*name).to_owned()))
}

/// Has OpenSSL, which makes the certificate of the test that comes by HTTPS.
fn openssl() -> Result<(), String> {
    if is_in_path("openssl") { Ok(()) } else { installed("OpenSSL", &["openssl"]) }
}

/// Installs packages of the system, where that is allowed.
fn installed(what: &str, packages: &[&str]) -> Result<(), String> {
    let may = output(program("id", &["-u"])).is_ok_and(|id| id.trim() == "0") && is_in_path("apt-get");
    if !may {
        return Err(format!(
            "this takes {what}: install it from your system's packages (Debian: `apt-get install {}`)",
            packages.join(" ")
        ));
    }
    println!("this takes {what}: installed once, from the packages of the system");
    let apt = |args: &[&str]| {
        let mut command = program("apt-get", args);
        command.env("DEBIAN_FRONTEND", "noninteractive");
        must(command)
    };
    apt(&["update", "--quiet"])?;
    apt(&[&["install", "--quiet", "--yes", "--no-install-recommends"], packages].concat())
}

fn is_in_path(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
}

fn scripts_are_small() -> Result<(), String> {
    let folder = root().join(SCRIPTS);
    let files = std::fs::read_dir(&folder).map_err(|e| format!("cannot list {SCRIPTS}: {e}"))?;
    let mut bytes = 0;
    for file in files {
        let file = file.map_err(|e| format!("cannot list {SCRIPTS}: {e}"))?;
        if file.path().extension().is_some_and(|ending| ending == "js") {
            bytes += file.metadata().map_err(|e| format!("cannot look at {SCRIPTS}: {e}"))?.len();
        }
    }
    check_size(bytes)
}

fn check_size(bytes: u64) -> Result<(), String> {
    println!("the scripts of the pages have {bytes} bytes; {SCRIPT_BYTES_MAX} are the most");
    match bytes {
        0 => Err(format!("there is no script in {SCRIPTS}: were they moved?")),
        1..=SCRIPT_BYTES_MAX => Ok(()),
        _ => Err("the scripts of the pages are too big: let the server do more of it".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_of_node_is_read() {
        assert_eq!(major("v20.20.2\n"), Some(20));
        assert_eq!(major("v8"), Some(8));
        assert_eq!(major(""), None);
    }

    #[test]
    fn scripts_are_there_and_small() {
        assert!(check_size(0).is_err() && check_size(SCRIPT_BYTES_MAX + 1).is_err());
        assert!(check_size(SCRIPT_BYTES_MAX).is_ok());
        assert!(scripts_are_small().is_ok());
    }

    #[test]
    fn programs_are_found_in_the_path() {
        assert!(is_in_path("cargo"));
        assert!(!is_in_path("no-such-program-anywhere"));
    }

    #[test]
    fn a_flag_is_no_name_of_a_test() {
        assert!(run(&["--help".into()]).is_err());
    }
}
