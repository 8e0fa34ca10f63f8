//! `cargo xtask new-activity NAME`: a package with an activity of one's own, to change; and the step of `ci` that makes one, plays it on every
//! face, and throws it away.
//!
//! What is written is `examples/least` under another name, with the conformance suite beside it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Failed;
use crate::browser;
use crate::inputs::Inputs;
use crate::passed::Passed;
use crate::shell::{cargo, must, root};
use crate::step::Outcome;
use crate::tree;

/// What is copied, and where it is.
const TEMPLATE: &str = "examples/least";
const MAIN: &str = include_str!("../../examples/least/src/main.rs");

/// Where the library is.
const LIBRARY: &str = "crates/parlor";

/// What is tried in CI, and where it is while it is tried: a member of the workspace, which uses what is built already.
const TRIED: &str = "newcomer";

/// The longest name: it stands before every session's id.
const NAME_CHARS: usize = 24;

/// What an activity is called, in the three ways in which it is.
struct Name<'a> {
    /// In logs, on the command line, and as a package: `word-chain`.
    plain: &'a str,
    /// As a type: `WordChain`.
    of_type: String,
    /// For people: `Word chain`.
    title: String,
}

impl Name<'_> {
    fn new(plain: &str) -> Result<Name<'_>, String> {
        let words: Vec<&str> = plain.split('-').collect();
        let is_word = |word: &&str| {
            word.starts_with(|c: char| c.is_ascii_lowercase())
                && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        };
        if plain.len() > NAME_CHARS || !words.iter().all(is_word) {
            return Err(format!(
                "`{plain}` is no name for an activity: use up to {NAME_CHARS} small letters and digits, with hyphens between words"
            ));
        }
        Ok(Name {
            plain,
            of_type: words.iter().map(|word| capital(word)).collect(),
            title: capital(&words.join(" ")),
        })
    }

    /// A text of the template under this name.
    fn instead(&self, text: &str) -> String {
        text.replace("Least", &self.of_type)
            .replace("least", self.plain)
            .replace("One word\"", &format!("{}\"", self.title))
    }
}

fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(1.min(word.len()));
    first.to_uppercase() + rest
}

/// The verb.
pub(crate) fn run(args: &[String]) -> Result<(), Failed> {
    let (plain, folder) = match args {
        [flag] if flag == "--try" => return Ok(play()?),
        [name] => (name, root().join("..").join(name)),
        [name, folder] => (name, PathBuf::from(folder)),
        _ => {
            return Err("say its name, and where it is to be: `cargo xtask new-activity words ../words`"
                .to_owned()
                .into());
        }
    };
    let name = Name::new(plain)?;
    if folder.exists() {
        return Err(format!("{} is there already: name another folder", folder.display()).into());
    }
    let library = root().join(LIBRARY);
    write(
        &folder,
        &[
            ("Cargo.toml", &manifest(&name, &library.display().to_string())),
            ("src/main.rs", &machine(&name)),
            (".gitignore", "/target\n"),
            // As the template is written.
            ("rustfmt.toml", &read(&root().join("rustfmt.toml"))?),
            // The versions with which all of it is tried.
            ("Cargo.lock", &read(&root().join("Cargo.lock"))?),
        ],
    )?;
    let (folder, plain) = (folder.display(), name.plain);
    println!("{folder} has an activity of its own, in src/main.rs. Next:\n");
    println!("  cd {folder}");
    println!(
        "  cargo run -- play {plain}        # in this terminal; demo, serve, sim and all other verbs are there, too"
    );
    println!("  cargo test                       # the whole conformance suite\n");
    println!("docs/add-a-machine.md of this repository says what can be changed.");
    Ok(())
}

/// The whole program, with its suite.
fn machine(name: &Name<'_>) -> String {
    let main = name.instead(&MAIN.replace(": the least activity that plays everywhere.", "."));
    format!("{main}\n#[cfg(test)]\nparlor::conforms!({});\n", name.of_type)
}

/// The manifest of a package of its own, which is in no workspace.
fn manifest(name: &Name<'_>, library: &str) -> String {
    let Name { plain, .. } = name;
    format!(
        "[package]\nname = \"{plain}\"\nversion = \"0.1.0\"\nedition = \"2024\"\npublish = false\n\n\
         # In no workspace but its own.\n[workspace]\n\n\
         [dependencies]\n\
         # Its feature `full` has Discord and seats for agents, too.\n\
         parlor = {{ path = {library:?} }}\n\
         serde = {{ version = \"1\", features = [\"derive\"] }}\n\n\
         [dev-dependencies]\n\
         parlor = {{ path = {library:?}, features = [\"conformance\"] }}\n"
    )
}

/// What reads the step: the template, the pages and the programs beside which it is built.
fn inputs() -> Result<Inputs, String> {
    let paths = tree::paths(&root())?;
    Ok(browser::inputs("new activity")?.files(&paths, |path| path.starts_with(TEMPLATE)))
}

/// The step of `ci`: one is made, and played in the terminal, over HTTP, by an agent, in Discord's stand-in and in the browser.
pub(crate) fn step(passed: &Passed) -> Result<Outcome, String> {
    passed.once(&inputs()?, || play().map(|()| Outcome::Passed))
}

fn play() -> Result<(), String> {
    let parlor = browser::ready()?;
    let _tried = Tried::write()?;
    let filter = format!("package({TRIED})");
    must(cargo(&["nextest", "run", "--workspace", "--all-features", "--offline", "--filterset", &filter]))?;
    let mut page = browser::script("newcomer.mjs", &parlor);
    page.arg(TRIED);
    must(page)
}

/// Throws away what a run has left that was cut short.
pub(crate) fn sweep() -> Result<(), String> {
    let left = folder_of_tried();
    match fs::remove_dir_all(&left) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => {
            Err(format!("cannot remove {}: {e}", left.display()))
        }
        _ => Ok(()),
    }
}

/// The package that is tried: it is gone, and the lock file as it was, when this is.
struct Tried {
    lock: String,
}

impl Tried {
    fn write() -> Result<Tried, String> {
        sweep()?;
        let tried = Tried { lock: read(&lock_path())? };
        let name = Name::new(TRIED)?;
        let from = |file: &str| read(&root().join(TEMPLATE).join(file)).map(|text| name.instead(&text));
        // As the template has it, which also has what its tests use, and with the suite.
        let suite = "parlor = { workspace = true, features = [";
        let manifest = from("Cargo.toml")?.replace(suite, &format!("{suite}\"conformance\", "));
        let files = [
            ("Cargo.toml", manifest),
            ("src/main.rs", machine(&name)),
            ("tests/plays.rs", from("tests/plays.rs")?),
            ("tests/faces.rs", from("tests/faces.rs")?),
        ];
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
        write(&folder_of_tried(), &files)?;
        Ok(tried)
    }
}

impl Drop for Tried {
    fn drop(&mut self) {
        // What could not be put back is named by the next step that looks.
        let _ = sweep();
        let _ = fs::write(lock_path(), &self.lock);
    }
}

fn folder_of_tried() -> PathBuf {
    root().join("examples").join(TRIED)
}

fn lock_path() -> PathBuf {
    root().join("Cargo.lock")
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("cannot read {}: {e}", path.display()))
}

/// Writes files below a folder.
fn write(folder: &Path, files: &[(&str, &str)]) -> Result<(), String> {
    for (path, text) in files {
        let path = folder.join(path);
        let made = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, text));
        made.map_err(|e| format!("cannot write {}: {e}", path.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_package_a_type_and_a_title() {
        let name = Name::new("word-chain2").unwrap();
        assert_eq!((name.of_type.as_str(), name.title.as_str()), ("WordChain2", "Word chain2"));
        for bad in ["", "Words", "two words", "-a", "a-", "9to5", "a_b", &"a".repeat(NAME_CHARS + 1)] {
            assert!(Name::new(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn nothing_of_the_template_is_left_but_its_rules() {
        let name = Name::new("word-chain").unwrap();
        let machine = machine(&name);
        assert!(
            machine.contains("impl Machine for WordChain")
                && machine.contains("NAME: &'static str = \"word-chain\"")
        );
        assert!(machine.contains("Card::new(\"Word chain\","), "{machine}");
        assert!(machine.ends_with("parlor::conforms!(WordChain);\n"));
        assert!(!machine.to_lowercase().contains("least"), "{machine}");
        let manifest = manifest(&name, "../parlor/crates/parlor");
        assert!(
            manifest.contains("name = \"word-chain\"")
                && manifest.contains("parlor = { path = \"../parlor/crates/parlor\" }")
        );
    }
}
