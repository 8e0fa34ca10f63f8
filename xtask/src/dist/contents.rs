//! What is handed out in every form: the binary, and what it writes of itself.

use std::path::Path;

use super::Release;
use super::archive::Entry;
use super::tools::{parlor, read};
use crate::shell::root;

/// A shell for which there are completions.
pub(super) struct Shell {
    /// What `parlor completions` calls it.
    name: &'static str,
    /// Its file in the archive.
    file: &'static str,
    /// Where Debian has it.
    pub(super) in_debian: Option<&'static str>,
}

/// Every shell.
pub(super) const SHELLS: &[Shell] = &[
    Shell {
        name: "bash",
        file: "parlor.bash",
        in_debian: Some("./usr/share/bash-completion/completions/parlor"),
    },
    Shell { name: "zsh", file: "_parlor", in_debian: Some("./usr/share/zsh/vendor-completions/_parlor") },
    Shell {
        name: "fish",
        file: "parlor.fish",
        in_debian: Some("./usr/share/fish/vendor_completions.d/parlor.fish"),
    },
    Shell { name: "powershell", file: "_parlor.ps1", in_debian: None },
    Shell { name: "elvish", file: "parlor.elv", in_debian: None },
];

/// Files of the repository that go with the binary: (path, name in the archive).
const TRACKED: &[(&str, &str)] = &[
    ("README.md", "README.md"),
    ("CHANGELOG.md", "CHANGELOG.md"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("crates/discord/font/LICENCE", "LICENCE-DEJAVU"),
];

/// What is handed out.
pub(super) struct Contents {
    pub(super) binary: Vec<u8>,
    /// The man pages, by the names of their files.
    pub(super) pages: Vec<(String, Vec<u8>)>,
    /// For every shell, in their order.
    pub(super) completions: Vec<Vec<u8>>,
    /// LICENCES-OF-DEPENDENCIES.txt.
    pub(super) notices: String,
}

impl Contents {
    /// Reads the binary, and has it write its pages and completions.
    pub(super) fn of(binary: &Path, work: &Path, notices: String) -> Result<Contents, String> {
        let (home, man) = (work.join("home"), work.join("man"));
        parlor(binary, &home, &["man", &man.to_string_lossy()])?;
        let broken = |e: std::io::Error| format!("cannot list {}: {e}", man.display());
        let mut pages = Vec::new();
        for entry in std::fs::read_dir(&man).map_err(broken)? {
            let entry = entry.map_err(broken)?;
            pages.push((entry.file_name().to_string_lossy().into_owned(), read(&entry.path())?));
        }
        pages.sort();
        let completions = SHELLS.iter().map(|shell| parlor(binary, &home, &["completions", shell.name]));
        let completions = completions.map(|text| text.map(String::into_bytes)).collect::<Result<_, _>>()?;
        Ok(Contents { binary: read(binary)?, pages, completions, notices })
    }

    /// The files of the archive, all in one folder.
    pub(super) fn archive(&self, release: &Release) -> Result<Vec<Entry>, String> {
        let binary = format!("parlor{}", std::env::consts::EXE_SUFFIX);
        let mut entries = vec![
            Entry::new(binary, self.binary.clone()).mode(0o755),
            Entry::new("LICENCES-OF-DEPENDENCIES.txt", self.notices.clone()),
        ];
        for (path, name) in TRACKED {
            entries.push(Entry::new(*name, read(&root().join(path))?));
        }
        for (name, page) in &self.pages {
            entries.push(Entry::new(format!("man/{name}"), page.clone()));
        }
        for (shell, completions) in SHELLS.iter().zip(&self.completions) {
            entries.push(Entry::new(format!("completions/{}", shell.file), completions.clone()));
        }
        for entry in &mut entries {
            entry.path.insert_str(0, &format!("{}/", release.stem()));
        }
        Ok(entries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dist::tests::release;

    #[test]
    fn the_archive_is_one_folder_with_all_that_belongs_to_it() {
        let contents = Contents {
            binary: b"x".to_vec(),
            pages: vec![("parlor.1".into(), vec![])],
            completions: vec![Vec::new(); SHELLS.len()],
            notices: String::new(),
        };
        let entries = contents.archive(&release()).unwrap();
        let has = |path: &str, mode: u32| {
            let path = format!("parlor-1.2.3-x86_64-unknown-linux-gnu/{path}");
            entries.iter().any(|entry| entry.path == path && entry.mode == mode)
        };
        assert!(has(&format!("parlor{}", std::env::consts::EXE_SUFFIX), 0o755));
        for path in ["README.md", "LICENCES-OF-DEPENDENCIES.txt", "man/parlor.1", "completions/parlor.elv"] {
            assert!(has(path, 0o644), "{path}");
        }
        assert_eq!(entries.len(), 2 + TRACKED.len() + 1 + SHELLS.len());
    }
}
