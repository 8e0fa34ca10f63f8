//! Our own binary, as the tests have it: for the steps that run it.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde_json::Value;

use crate::shell::{cargo, must, output};

/// Builds it, if that was not done yet, and says where it is.
///
/// What `ci` has built for nextest a moment ago is used again. That is why one test is asked for, too: dependencies have
/// other features with tests than without, and would all be built once more. Cargo is asked once: later steps of `ci` run beside
/// others, which may keep it waiting.
pub(crate) fn built() -> Result<PathBuf, String> {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    if let Some(path) = BUILT.get() {
        return Ok(path.clone());
    }
    // The pages are looked at with an example's board, too.
    let what = ["--workspace", "--all-features", "--profile", "test", "--test", "figures_stats"];
    let bins = ["--bin", "parlor", "--bin", "interview"];
    must(cargo(&[&["build", "--quiet", "--locked"], &what[..], &bins[..]].concat()))?;
    let path = path()?;
    Ok(BUILT.get_or_init(|| path).clone())
}

/// Where it is, or would be.
pub(crate) fn path() -> Result<PathBuf, String> {
    let metadata = metadata()?;
    let target = metadata["target_directory"].as_str().ok_or("`cargo metadata` names no target directory")?;
    Ok(Path::new(target).join("debug").join(format!("parlor{}", std::env::consts::EXE_SUFFIX)))
}

/// What cargo knows of the workspace.
pub(crate) fn metadata() -> Result<Value, String> {
    let metadata = output(cargo(&["metadata", "--format-version", "1", "--no-deps", "--offline"]))?;
    serde_json::from_str(&metadata).map_err(|e| format!("cannot read what `cargo metadata` printed: {e}"))
}
