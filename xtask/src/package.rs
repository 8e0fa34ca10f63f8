//! `cargo xtask package`: every crate that is meant to be published as what would be uploaded of it, and the step of `ci` that holds them to it.
//! With `--build` each is built from that alone.

use serde_json::Value;

use crate::Failed;
use crate::binary;
use crate::shell::{cargo, must};
use crate::step::Outcome;

/// The verb.
pub(crate) fn run(args: &[String]) -> Result<(), Failed> {
    match args {
        [] => Ok(package(&["--no-verify"])?),
        [flag] if flag == "--build" => Ok(package(&[])?),
        _ => Err(format!("`cargo xtask package` knows only `--build`, not `{}`", args.join(" ")).into()),
    }
}

/// The step of `ci`.
pub(crate) fn step() -> Result<Outcome, String> {
    package(&["--no-verify"]).map(|()| Outcome::Passed)
}

fn package(how: &[&str]) -> Result<(), String> {
    let metadata = binary::metadata()?;
    let mut args = vec!["package", "--quiet", "--workspace", "--locked", "--offline", "--allow-dirty"];
    args.extend(how);
    args.extend(kept_here(&metadata).into_iter().flat_map(|name| ["--exclude", name]));
    must(cargo(&args))
}

/// What is not meant to be published, as the manifests say.
fn kept_here(metadata: &Value) -> Vec<&str> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let kept = packages.filter(|package| package["publish"].as_array().is_some_and(Vec::is_empty));
    kept.filter_map(|package| package["name"].as_str()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_kept_here_is_what_the_manifests_say() {
        let packages = json!([{"name": "a", "publish": null}, {"name": "b", "publish": []}]);
        assert_eq!(kept_here(&json!({ "packages": packages })), ["b"]);
    }
}
