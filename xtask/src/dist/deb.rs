//! The Debian package: the program, its pages and completions where Debian has them, and the service of deploy/.

use std::path::Path;

use super::Release;
use super::archive::{Entry, QUICK, SMALLEST, ar, gzip, tar};
use super::contents::{Contents, SHELLS};
use super::tools::{md5, read};
use crate::shell::{output, program, root, works};

/// Files of the package that whoever looks after a machine may change, and that an update leaves as they are.
const CONFFILES: &str = "/etc/parlor/parlor.env\n";

/// What runs when it is installed and removed, as deploy/debian has it.
const SCRIPTS: &[&str] = &["postinst", "prerm", "postrm"];

/// What loads the libraries that the binary asks for: (how the library's name begins, the package that has it).
const LIBRARIES: &[(&str, &str)] = &[
    ("libc.so", "libc6"),
    ("libm.so", "libc6"),
    ("libdl.so", "libc6"),
    ("libpthread.so", "libc6"),
    ("librt.so", "libc6"),
    ("ld-linux", "libc6"),
    ("libgcc_s.so", "libgcc-s1"),
];

const DESCRIPTION: &str = "tables for people and language models
 Parlor seats people and language models at one table, and lets a typed state
 machine, never the model, decide what may happen next: Mafia, stories with a
 game master, a coach for tidying.
 .
 It plays in the terminal and in the browser, and every session can be read
 again, verified and forked. The service parlor.service is not enabled by the
 installation.
";

/// The file's name.
pub(super) fn name(release: &Release) -> Result<String, String> {
    Ok(format!("parlor_{}_{}.deb", version(&release.version), architecture(&release.triple)?))
}

/// The package.
pub(super) fn package(release: &Release, contents: &Contents, binary: &Path) -> Result<Vec<u8>, String> {
    let files = files(contents)?;
    let depends = depends(binary)?;
    let control = control(release, &depends, kilobytes(&files))?;
    let mut meta = vec![Entry::new("./control", control), Entry::new("./conffiles", CONFFILES)];
    let mut sums = String::new();
    for file in files.iter().filter(|file| !file.path.starts_with("./etc/")) {
        sums.push_str(&format!("{}  {}\n", md5(&file.bytes)?, file.path.trim_start_matches("./")));
    }
    meta.push(Entry::new("./md5sums", sums));
    for script in SCRIPTS {
        let bytes = read(&root().join("deploy/debian").join(script))?;
        meta.push(Entry::new(format!("./{script}"), bytes).mode(0o755));
    }
    let (meta, data) = (tar(&meta, release.seconds)?, tar(&files, release.seconds)?);
    let (meta, data) = (gzip(&meta, SMALLEST)?, gzip(&data, QUICK)?);
    let members = [("debian-binary", &b"2.0\n"[..]), ("control.tar.gz", &meta), ("data.tar.gz", &data)];
    Ok(ar(&members, release.seconds))
}

/// What it installs, sorted.
fn files(contents: &Contents) -> Result<Vec<Entry>, String> {
    let tracked = |path: &str| read(&root().join(path));
    let doc = |name: &str| format!("./usr/share/doc/parlor/{name}");
    let mut files = vec![
        Entry::new("./usr/bin/parlor", contents.binary.clone()).mode(0o755),
        Entry::new("./usr/lib/systemd/system/parlor.service", tracked("deploy/parlor.service")?),
        // Keys will stand in it.
        Entry::new("./etc/parlor/parlor.env", tracked("deploy/parlor.env")?).mode(0o600),
        Entry::new("./usr/share/lintian/overrides/parlor", tracked("deploy/debian/lintian-overrides")?),
        Entry::new(doc("copyright"), copyright()?),
        Entry::new(doc("changelog.gz"), gzip(&tracked("CHANGELOG.md")?, SMALLEST)?),
        Entry::new(doc("LICENCES-OF-DEPENDENCIES.txt.gz"), gzip(contents.notices.as_bytes(), SMALLEST)?),
    ];
    for (name, page) in &contents.pages {
        files.push(Entry::new(format!("./usr/share/man/man1/{name}.gz"), gzip(page, SMALLEST)?));
    }
    for (shell, completions) in SHELLS.iter().zip(&contents.completions) {
        if let Some(path) = shell.in_debian {
            files.push(Entry::new(path, completions.clone()));
        }
    }
    files.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(files)
}

fn copyright() -> Result<String, String> {
    let text = |path: &str| Ok::<_, String>(String::from_utf8_lossy(&read(&root().join(path))?).into_owned());
    Ok(format!(
        "Parlor is under the Apache License, Version 2.0, or under the MIT licence, whichever you choose. The first is in\n\
         /usr/share/common-licenses/Apache-2.0. The second:\n\n{}\n\
         The typefaces DejaVu Sans and DejaVu Sans Bold are built in:\n\n{}\n\
         What else is built in, by whom and on which terms, is in\n\
         /usr/share/doc/parlor/LICENCES-OF-DEPENDENCIES.txt.gz.\n",
        text("LICENSE-MIT")?,
        text("crates/discord/font/LICENCE")?
    ))
}

/// A version as Debian compares them: what comes before a release, such as 1.0.0-rc.1, is older than it.
fn version(version: &str) -> String {
    version.replacen('-', "~", 1)
}

/// What Debian calls the machine.
fn architecture(triple: &str) -> Result<&'static str, String> {
    match triple.split('-').next() {
        Some("x86_64") => Ok("amd64"),
        Some("aarch64") => Ok("arm64"),
        Some("i686") => Ok("i386"),
        Some("armv7") => Ok("armhf"),
        Some("riscv64gc") => Ok("riscv64"),
        _ => Err(format!("what Debian calls {triple} is not known: name it in xtask/src/dist/deb.rs")),
    }
}

/// What it takes on the disk: a kilobyte for every one that is begun, and for every folder.
fn kilobytes(files: &[Entry]) -> usize {
    let folders = files.iter().flat_map(|file| file.path.match_indices('/').map(|(at, _)| &file.path[..at]));
    let folders: std::collections::BTreeSet<&str> = folders.collect();
    folders.len() + files.iter().map(|file| file.bytes.len().div_ceil(1024)).sum::<usize>()
}

fn control(release: &Release, depends: &[String], kilobytes: usize) -> Result<String, String> {
    Ok(format!(
        "Package: parlor\n\
         Version: {}\n\
         Architecture: {}\n\
         Maintainer: The Parlor authors\n\
         Installed-Size: {kilobytes}\n\
         Depends: {}\n\
         Recommends: ca-certificates\n\
         Section: misc\n\
         Priority: optional\n\
         Description: {DESCRIPTION}",
        version(&release.version),
        architecture(&release.triple)?,
        depends.join(", ")
    ))
}

/// What must be installed with it: its libraries, and `useradd` for the script that makes the service's user.
fn depends(binary: &Path) -> Result<Vec<String>, String> {
    let mut depends = vec!["passwd".to_owned()];
    if works(program("objdump", &["--version"])) {
        let mut objdump = program("objdump", &["--private-headers"]);
        objdump.arg(binary);
        depends.extend(libraries(&output(objdump)?)?);
    }
    depends.sort();
    Ok(depends)
}

/// The packages that have the libraries a binary asks for, from what `objdump --private-headers` prints.
fn libraries(headers: &str) -> Result<Vec<String>, String> {
    let mut packages = Vec::new();
    for library in headers.lines().filter_map(|line| line.trim_start().strip_prefix("NEEDED")).map(str::trim)
    {
        let Some((_, package)) = LIBRARIES.iter().find(|(begin, _)| library.starts_with(begin)) else {
            return Err(format!(
                "which package of Debian has {library} is not known: name it in xtask/src/dist/deb.rs"
            ));
        };
        packages.push((*package).to_owned());
    }
    packages.sort();
    packages.dedup();
    let words = headers.split_whitespace().filter_map(|word| word.strip_prefix("GLIBC_"));
    let numbers =
        |version: &str| version.split('.').map(|part| part.parse().ok()).collect::<Option<Vec<u32>>>();
    if let Some((_, newest)) = words.filter_map(|version| Some((numbers(version)?, version))).max() {
        for package in packages.iter_mut().filter(|package| *package == "libc6") {
            package.push_str(&format!(" (>= {newest})"));
        }
    }
    Ok(packages)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dist::tests::release;

    #[test]
    fn names_are_as_debian_has_them() {
        assert_eq!(name(&release()).as_deref(), Ok("parlor_1.2.3_amd64.deb"));
        let before =
            Release { version: "1.0.0-rc.1".into(), triple: "aarch64-unknown-linux-gnu".into(), ..release() };
        assert_eq!(name(&before).as_deref(), Ok("parlor_1.0.0~rc.1_arm64.deb"));
        let strange = Release { triple: "m68k-unknown-linux-gnu".into(), ..release() };
        assert!(name(&strange).is_err_and(|why| why.contains("m68k")));
    }

    #[test]
    fn control_has_a_line_for_every_field_and_a_folded_description() {
        let control = control(&release(), &["libc6 (>= 2.34)".into(), "passwd".into()], 7).unwrap();
        for line in ["Package: parlor", "Version: 1.2.3", "Architecture: amd64", "Installed-Size: 7"] {
            assert!(control.lines().any(|it| it == line), "{line} is not in\n{control}");
        }
        assert!(control.contains("\nDepends: libc6 (>= 2.34), passwd\n"), "{control}");
        let (fields, description) = control.split_once("Description: ").unwrap();
        assert!(fields.lines().all(|line| line.contains(": ")), "{fields}");
        assert!(description.lines().skip(1).all(|line| line.starts_with(' ')), "{description}");
        assert!(description.lines().all(|line| line.len() <= 80) && control.ends_with('\n'), "{description}");
    }

    #[test]
    fn libraries_are_asked_for_in_the_version_that_their_symbols_need() {
        let headers = "  NEEDED               libgcc_s.so.1\n  NEEDED               libm.so.6\n  NEEDED               libc.so.6\n\
                       Version References:\n  required from libm.so.6:\n    0x06969189 0x00 07 GLIBC_2.29\n\
                       \x20 required from libc.so.6:\n    0x069691b4 0x00 06 GLIBC_2.34\n    0x09691a75 0x00 02 GLIBC_2.2.5\n\
                       \x20   0x0963cf85 0x00 09 GLIBC_PRIVATE\n";
        assert_eq!(libraries(headers), Ok(vec!["libc6 (>= 2.34)".into(), "libgcc-s1".into()]));
        assert_eq!(libraries("statically linked\n"), Ok(vec![]));
        assert!(libraries("  NEEDED  libssl.so.3\n").is_err_and(|why| why.contains("libssl.so.3")));
    }

    #[test]
    fn folders_count_once() {
        let files = [Entry::new("./usr/bin/a", vec![0; 1025]), Entry::new("./usr/bin/b", "x")];
        assert_eq!(kilobytes(&files), 3 + 3);
    }

    #[test]
    fn scripts_are_there_and_stop_at_an_error() {
        for script in SCRIPTS {
            let text = std::fs::read_to_string(root().join("deploy/debian").join(script)).unwrap();
            assert!(text.starts_with("#!/bin/sh\n") && text.contains("\nset -e\n"), "{script}");
        }
        assert!(root().join("deploy").join(CONFFILES.trim().trim_start_matches("/etc/parlor/")).is_file());
    }
}
