//! The public interface of what strangers write activities with, item by item: `docs/interface/`, which `cargo xtask generate` writes and CI
//! compares, so that nobody changes a promise without seeing it.
//!
//! It is read out of what rustdoc knows, as JSON. That form is not settled yet, and rustdoc gives it only to whoever says so in a variable; cargo
//! would build everything anew under that variable, so this program stands in for rustdoc, and says so to rustdoc alone.

use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::OnceLock;

use public_api::Builder;

use crate::binary;
use crate::shell::{cargo, must};

/// Set where cargo calls this program as rustdoc.
const AS_RUSTDOC: &str = "XTASK_AS_RUSTDOC";

/// The library, and what its `engine` is. The others are named for their features, with which everything is checked already.
const PACKAGES: [&str; 4] = ["parlor", "parlor-engine", "parlor-app", "parlor-host"];

/// Was this program called as rustdoc?
pub(crate) fn is_rustdoc() -> bool {
    std::env::var_os(AS_RUSTDOC).is_some()
}

/// Is rustdoc, for a form that is not settled.
pub(crate) fn rustdoc() -> ExitCode {
    let mut rustdoc = Command::new("rustdoc");
    rustdoc.args(std::env::args_os().skip(1)).env("RUSTC_BOOTSTRAP", "1").env_remove(AS_RUSTDOC);
    match rustdoc.status() {
        Ok(status) => ExitCode::from(u8::try_from(status.code().unwrap_or(1)).unwrap_or(1)),
        Err(why) => {
            eprintln!("rustdoc cannot be run: {why}");
            ExitCode::FAILURE
        }
    }
}

/// That of the library.
pub(crate) fn parlor() -> Result<String, String> {
    listed("parlor")
}

/// That of the engine.
pub(crate) fn engine() -> Result<String, String> {
    listed("parlor_engine")
}

/// Every public item of a crate, a line each.
fn listed(name: &str) -> Result<String, String> {
    static READ: OnceLock<Result<(), String>> = OnceLock::new();
    READ.get_or_init(documented).clone()?;
    let target = binary::path()?;
    let folder = target.parent().and_then(Path::parent).ok_or("there is no target directory")?;
    let json = folder.join(format!("doc/{name}.json"));
    let items = Builder::from_rustdoc_json(&json)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build();
    let items = items.map_err(|e| {
        format!(
            "{}: {e}\npublic-api, in Cargo.toml, has to know what rustdoc of this toolchain writes",
            json.display()
        )
    })?;
    // What is imported without a name is nobody's to use.
    let named = items.items().map(ToString::to_string).filter(|item| !item.ends_with("::_"));
    Ok(named.fold(String::new(), |text, item| text + &item + "\n"))
}

/// Has rustdoc write what it knows.
fn documented() -> Result<(), String> {
    let this = std::env::current_exe().map_err(|e| format!("this program does not know where it is: {e}"))?;
    let mut args = vec!["doc", "--quiet", "--no-deps", "--all-features", "--locked", "--lib", "--examples"];
    args.extend(PACKAGES.iter().flat_map(|package| ["--package", package]));
    let mut command = cargo(&args);
    command.env("RUSTDOC", this).env(AS_RUSTDOC, "1");
    command.env("RUSTDOCFLAGS", "-Z unstable-options --output-format json");
    must(command)
}
