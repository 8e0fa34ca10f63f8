//! `cargo xtask dist`: what is handed out for the machine that this runs on, packed and tried, in `target/dist-files/`.
//!
//! An archive, a Debian package on Linux, the list of what is in the binary (SBOM), and the sums of all three. The same commit
//! and the same binary give the same bytes.

mod archive;
mod contents;
mod deb;
mod notices;
mod packages;
mod sbom;
pub(crate) mod tools;
mod trial;

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::Failed;
use crate::inputs::Inputs;
use crate::shell::{cargo, emptied, must, output, program, root};
use crate::step::Outcome;
use crate::tree;
use contents::Contents;
use packages::Packages;
use tools::{read, sha256, write};

/// Where it goes.
const FOLDER: &str = "target/dist-files";

/// Where the step of CI packs, so that what was made to be handed out stays.
const STEP_FOLDER: &str = "target/dist-step";

/// Where it is put together and tried.
const WORK: &str = "target/dist-work";

/// The verb.
pub(crate) fn run(args: &[String]) -> Result<(), Failed> {
    let binary = match args {
        [] => built()?,
        [flag, path] if flag == "--binary" => PathBuf::from(path),
        _ => return Err("say `cargo xtask dist [--binary PATH]`".to_owned().into()),
    };
    Ok(hand_out(&binary, &root().join(FOLDER), &BTreeSet::new())?)
}

/// What the step of `ci` reads.
pub(crate) fn inputs() -> Result<Inputs, String> {
    let inputs =
        Inputs::of("dist").xtask()?.file(crate::binary::built()?).says("time", &seconds()?.to_string());
    Ok(inputs.files(&tree::paths(&root())?, |path| !path.ends_with(".rs")))
}

/// The step of `ci`: packs the binary that the tests have, and tries every file.
pub(crate) fn step() -> Result<Outcome, String> {
    let binary = crate::binary::built()?;
    hand_out(&binary, &root().join(STEP_FOLDER), &packages::of_tests()?).map(|()| Outcome::Passed)
}

/// Builds it as it is handed out.
fn built() -> Result<PathBuf, String> {
    must(cargo(&[
        "build",
        "--profile",
        "dist",
        "--locked",
        "--package",
        "parlor-app",
        "--features",
        "full",
    ]))?;
    let metadata = crate::binary::metadata()?;
    let target = metadata["target_directory"].as_str().ok_or("`cargo metadata` names no target directory")?;
    Ok(Path::new(target).join("dist").join(format!("parlor{}", std::env::consts::EXE_SUFFIX)))
}

/// What all files agree on.
struct Release {
    version: String,
    /// The machine, as Rust calls it.
    triple: String,
    /// The time of everything, in seconds since 1970.
    seconds: u64,
    /// The same.
    date: Date,
}

impl Release {
    fn here() -> Result<Release, String> {
        let metadata = crate::binary::metadata()?;
        let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
        let version = packages.iter().find(|it| it["name"] == "parlor").and_then(|it| it["version"].as_str());
        let version = version.ok_or("`cargo metadata` names no package parlor")?.to_owned();
        let rustc = output(program("rustc", &["-vV"]))?;
        let triple = rustc.lines().find_map(|line| line.strip_prefix("host: "));
        let triple = triple.ok_or("`rustc -vV` names no host")?.to_owned();
        let seconds = seconds()?;
        Ok(Release { version, triple, seconds, date: Date::of(seconds) })
    }

    fn stem(&self) -> String {
        format!("parlor-{}-{}", self.version, self.triple)
    }

    fn archive(&self) -> String {
        format!("{}.{}", self.stem(), if self.is_for("windows") { "zip" } else { "tar.gz" })
    }

    fn sbom(&self) -> String {
        format!("{}.sbom.json", self.stem())
    }

    fn sums(&self) -> String {
        format!("SHA256SUMS-{}", self.triple)
    }

    fn is_for(&self, system: &str) -> bool {
        self.triple.split('-').any(|part| part == system)
    }
}

/// When what is handed out was made, for all that the bytes say: as whoever builds it says, or else the time of the commit.
fn seconds() -> Result<u64, String> {
    let said = match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(said) => said,
        // Only a date is read: whose the folder is, in a container, does not matter.
        Err(_) => output(program("git", &["-c", "safe.directory=*", "log", "-1", "--format=%ct"]))
            .map_err(|why| format!("{why}\nwithout git, set SOURCE_DATE_EPOCH"))?,
    };
    said.trim().parse().map_err(|_| format!("SOURCE_DATE_EPOCH is {said:?}, not a number of seconds"))
}

/// A moment by the calendar, in UTC.
struct Date {
    year: u16,
    month: u16,
    day: u16,
    hour: u16,
    minute: u16,
    second: u16,
}

impl Date {
    fn of(seconds: u64) -> Date {
        let part = |size: u64, count: u64| (seconds / size % count) as u16;
        let is_leap =
            |year: u64| (year.is_multiple_of(4) && !year.is_multiple_of(100)) || year.is_multiple_of(400);
        let (mut year, mut day) = (1970, seconds / 86_400);
        while day >= 365 + u64::from(is_leap(year)) {
            day -= 365 + u64::from(is_leap(year));
            year += 1;
        }
        let february = 28 + u64::from(is_leap(year));
        let mut month = 1;
        for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
            if day < length {
                break;
            }
            day -= length;
            month += 1;
        }
        let (hour, minute, second) = (part(3600, 24), part(60, 60), part(1, 60));
        Date { year: year as u16, month, day: day as u16 + 1, hour, minute, second }
    }
}

/// As RFC 3339 has it.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Date { year, month, day, hour, minute, second } = self;
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
    }
}

/// Packs a binary into a folder, and tries every file there. `beside` are packages that may have come into it because tests were built with it.
fn hand_out(binary: &Path, folder: &Path, beside: &BTreeSet<String>) -> Result<(), String> {
    let binary = std::path::absolute(binary).map_err(|e| format!("cannot find {}: {e}", binary.display()))?;
    let (began, release, work) = (Instant::now(), Release::here()?, root().join(WORK));
    emptied(folder)?;
    emptied(&work)?;
    let packed = |name: &str, make: &dyn Fn() -> Result<Vec<u8>, String>| {
        timed(&format!("pack {name}"), || {
            let bytes = make()?;
            write(&folder.join(name), &bytes)?;
            Ok(((), size(bytes.len())))
        })
    };
    let packages = timed("ask cargo what is built in", || {
        let packages = Packages::load(&release.triple, &release.version)?;
        let count = format!("{} packages", packages.graph.len());
        Ok((packages, count))
    })?;
    let stripped = work.join(format!("parlor{}", std::env::consts::EXE_SUFFIX));
    let contents = timed("collect the binary, its pages and the licences", || {
        std::fs::copy(&binary, &stripped).map_err(|e| format!("cannot copy {}: {e}", binary.display()))?;
        // Elsewhere the profile `dist` leaves nothing to take out.
        if release.is_for("linux") {
            let mut strip = program("strip", &[]);
            strip.arg(&stripped);
            output(strip)?;
        }
        let contents = Contents::of(&stripped, &work, notices::text(&release, &packages)?)?;
        let note = format!("{}, {} pages", size(contents.binary.len()), contents.pages.len());
        Ok((contents, note))
    })?;
    packed(&release.archive(), &|| {
        let entries = contents.archive(&release)?;
        if release.is_for("windows") {
            archive::zip(&entries, &release.date)
        } else {
            archive::gzip(&archive::tar(&entries, release.seconds)?, archive::QUICK)
        }
    })?;
    if release.is_for("linux") {
        packed(&deb::name(&release)?, &|| deb::package(&release, &contents, &stripped))?;
    }
    packed(&release.sbom(), &|| sbom::document(&release, &packages).map(String::into_bytes))?;
    packed(&release.sums(), &|| sums(folder).map(String::into_bytes))?;
    trial::all(&trial::Trial {
        release: &release,
        packages: &packages,
        contents: &contents,
        folder,
        work: &work,
        beside,
    })?;
    println!("packed and tried in {:.1} s: {}", began.elapsed().as_secs_f64(), folder.display());
    Ok(())
}

/// Does something, and says in one line what, how long it took and what came of it.
fn timed<T>(what: &str, work: impl FnOnce() -> Result<(T, String), String>) -> Result<T, String> {
    let began = Instant::now();
    let (done, note) = work().map_err(|why| format!("{what}: {why}"))?;
    println!("{:6.1} s  {what}: {note}", began.elapsed().as_secs_f64());
    Ok(done)
}

fn size(bytes: usize) -> String {
    if bytes < 1_000_000 { format!("{bytes} bytes") } else { format!("{:.1} MB", bytes as f64 / 1e6) }
}

/// Every file of a folder with its sum, as `sha256sum` writes them.
fn sums(folder: &Path) -> Result<String, String> {
    let broken = |e: std::io::Error| format!("cannot list {}: {e}", folder.display());
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(broken)? {
        names.push(entry.map_err(broken)?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    let line = |name: &String| Ok(format!("{}  {name}\n", sha256(&read(&folder.join(name))?)?));
    names.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn release() -> Release {
        let triple = "x86_64-unknown-linux-gnu".to_owned();
        Release { version: "1.2.3".to_owned(), triple, seconds: 8, date: Date::of(8) }
    }

    #[test]
    fn files_are_named_for_version_and_machine() {
        let linux = release();
        assert_eq!(linux.archive(), "parlor-1.2.3-x86_64-unknown-linux-gnu.tar.gz");
        assert_eq!(linux.sbom(), "parlor-1.2.3-x86_64-unknown-linux-gnu.sbom.json");
        assert_eq!(linux.sums(), "SHA256SUMS-x86_64-unknown-linux-gnu");
        let windows = Release { triple: "x86_64-pc-windows-msvc".to_owned(), ..release() };
        assert_eq!(windows.archive(), "parlor-1.2.3-x86_64-pc-windows-msvc.zip");
    }

    #[test]
    fn a_date_is_that_of_the_calendar() {
        for (seconds, date) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_709_251_199, "2024-02-29T23:59:59Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(Date::of(seconds).to_string(), date);
        }
    }

    #[test]
    fn a_flag_that_is_unknown_is_refused() {
        assert!(run(&["--binari".into(), "x".into()]).is_err());
        assert!(run(&["--binary".into()]).is_err());
    }
}
