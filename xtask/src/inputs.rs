//! All that something reads which is tried: the key under which a pass of it is noted (`passed.rs`).
//!
//! A key is the SHA-256 of a list: what is tried, with the sum of every file that it reads, the versions of its tools, and what surrounds
//! everything.

use std::path::PathBuf;

use crate::dist::tools::{sha256, sums};
use crate::shell::{output, program, root};

/// Variables that say where a shell stands, or which run of a service this is: no test reads them. Any other one counts, so that one that
/// nobody thought of is not left out. A name that ends in `_` stands for all that begin with it.
const OF_NO_ACCOUNT: &[&str] = &[
    "_",
    "COLUMNS",
    "GITHUB_",
    "LINES",
    "OLDPWD",
    "PWD",
    "RUNNER_",
    "SHLVL",
    "SSH_",
    "TERM_SESSION_ID",
    "TMUX",
    "TMUX_PANE",
    "WINDOWID",
];

/// Files of the system that say which one it is, where there are any.
const SYSTEM: &[&str] = &["/etc/os-release", "/proc/sys/kernel/osrelease"];

/// All that something reads which is tried.
pub(crate) struct Inputs {
    what: String,
    says: Vec<String>,
    files: Vec<PathBuf>,
}

impl Inputs {
    /// Nothing yet, for what has this name.
    pub(crate) fn of(what: &str) -> Inputs {
        Inputs { what: what.to_owned(), says: Vec::new(), files: Vec::new() }
    }

    /// A setting, or the version of a tool.
    pub(crate) fn says(mut self, name: &str, value: &str) -> Inputs {
        self.says.push(format!("{name}: {value:?}"));
        self
    }

    /// What a tool says of its version.
    pub(crate) fn tool(self, name: &str, args: &[&str]) -> Result<Inputs, String> {
        let version = output(program(name, args))?;
        Ok(self.says(name, &version))
    }

    /// A file.
    pub(crate) fn file(mut self, path: impl Into<PathBuf>) -> Inputs {
        self.files.push(path.into());
        self
    }

    /// Those of these files of the repository that are wanted.
    pub(crate) fn files(mut self, paths: &[String], wanted: impl Fn(&str) -> bool) -> Inputs {
        self.files.extend(paths.iter().filter(|path| wanted(path)).map(|path| root().join(path)));
        self
    }

    /// This program, which has all settings of the steps in it.
    pub(crate) fn xtask(self) -> Result<Inputs, String> {
        // Where it is asked for by this name, it is there even when cargo has built another one meanwhile.
        let own = std::fs::read("/proc/self/exe").or_else(|_| std::fs::read(std::env::current_exe()?));
        let own = own.map_err(|e| format!("cannot read this program: {e}"))?;
        Ok(self.says("xtask", &sha256(&own)?))
    }

    /// What it is called.
    pub(crate) fn what(&self) -> &str {
        &self.what
    }

    /// The SHA-256 of all of it, and of what surrounds it.
    pub(crate) fn key(&self, surroundings: &str) -> Result<String, String> {
        let files = sums(&self.files)?;
        sha256(format!("{}\n{surroundings}\n{}\n{files}", self.what, self.says.join("\n")).as_bytes())
    }
}

/// What surrounds all that is tried here: the compiler, the variables and the system, as one text.
pub(crate) fn surroundings() -> Result<String, String> {
    let rustc = output(program("rustc", &["-vV"]))?;
    let variables = std::env::vars_os();
    let variables =
        variables.map(|(name, value)| (name.to_string_lossy().into_owned(), format!("{value:?}")));
    Ok(surroundings_of(&rustc, variables.collect()))
}

fn surroundings_of(rustc: &str, mut variables: Vec<(String, String)>) -> String {
    variables.sort();
    let counts = |name: &str| {
        !OF_NO_ACCOUNT
            .iter()
            .any(|none| *none == name || (none.len() > 1 && none.ends_with('_') && name.starts_with(none)))
    };
    let mut text = rustc.to_owned();
    for (name, value) in variables.iter().filter(|(name, _)| counts(name)) {
        text.push_str(&format!("{name}={value}\n"));
    }
    for path in SYSTEM {
        text.push_str(&std::fs::read_to_string(path).unwrap_or_default());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::emptied;

    fn variables(variables: &[(&str, &str)]) -> Vec<(String, String)> {
        variables.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
    }

    #[test]
    fn a_key_changes_with_a_file_a_program_a_setting_and_a_name() {
        let folder =
            emptied(&std::env::temp_dir().join(format!("parlor-inputs-{}", std::process::id()))).unwrap();
        let (data, binary) = (folder.join("data.json"), folder.join("binary"));
        let write = |path: &PathBuf, text: &str| std::fs::write(path, text).unwrap();
        let key = |what: &str, setting: &str| {
            let inputs = Inputs::of(what).says("setting", setting).file(&data).file(&binary);
            inputs.key("surroundings").unwrap()
        };
        write(&data, "1");
        write(&binary, "program");
        let first = key("a", "8000");
        assert_eq!(key("a", "8000"), first);
        assert_ne!(key("a", "8001"), first);
        assert_ne!(key("b", "8000"), first);
        write(&data, "2");
        assert_ne!(key("a", "8000"), first);
        write(&data, "1");
        write(&binary, "program.");
        assert_ne!(key("a", "8000"), first);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_key_changes_with_the_toolchain_and_with_a_variable_that_counts() {
        let key = |surroundings: &str| Inputs::of("a").key(surroundings).unwrap();
        let first = surroundings_of(
            "rustc 1.95.0",
            variables(&[("CI", "true"), ("PWD", "/a"), ("GITHUB_RUN_ID", "1")]),
        );
        let same = surroundings_of(
            "rustc 1.95.0",
            variables(&[("PWD", "/b"), ("GITHUB_RUN_ID", "2"), ("CI", "true")]),
        );
        let newer = surroundings_of("rustc 1.96.0", variables(&[("CI", "true")]));
        let other = surroundings_of("rustc 1.95.0", variables(&[("CI", "false")]));
        let more = surroundings_of("rustc 1.95.0", variables(&[("CI", "true"), ("PARLOR_HOME", "/x")]));
        assert_eq!(key(&first), key(&same));
        for changed in [newer, other, more] {
            assert_ne!(key(&first), key(&changed), "{changed}");
        }
    }
}
