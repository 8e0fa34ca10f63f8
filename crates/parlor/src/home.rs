//! Where parlor keeps its sessions.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::exit::Failure;

/// The variable that overrides everything else.
const VARIABLE: &str = "PARLOR_HOME";

/// What the directory is called where the platform chooses its parent.
const NAME: &str = "parlor";

/// Whose custom decides where a program keeps its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Platform {
    Unix,
    Mac,
    Windows,
}

const HERE: Platform = if cfg!(windows) {
    Platform::Windows
} else if cfg!(target_os = "macos") {
    Platform::Mac
} else {
    Platform::Unix
};

/// The directory of the store: `PARLOR_HOME`, or else where the platform keeps data.
pub(crate) fn dir() -> Result<PathBuf, Failure> {
    dir_of(HERE, |name| std::env::var_os(name))
}

fn dir_of(platform: Platform, env: impl Fn(&str) -> Option<OsString>) -> Result<PathBuf, Failure> {
    let path = |name: &str| env(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(home) = path(VARIABLE) {
        return Ok(home);
    }
    let (parent, asked) = match platform {
        // A relative XDG_DATA_HOME counts as unset, as its specification says.
        Platform::Unix => {
            let data = path("XDG_DATA_HOME").filter(|path| path.is_absolute());
            (data.or_else(|| Some(path("HOME")?.join(".local").join("share"))), "HOME")
        }
        Platform::Mac => (path("HOME").map(|home| home.join("Library").join("Application Support")), "HOME"),
        Platform::Windows => (path("APPDATA"), "APPDATA"),
    };
    parent.map(|parent| parent.join(NAME)).ok_or_else(|| {
        Failure::configuration(
            format!("there is nowhere to keep sessions: neither {VARIABLE} nor {asked} is set"),
            format!("set {VARIABLE} to a directory of yours"),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(platform: Platform, env: &[(&str, &str)]) -> Option<String> {
        let get =
            |name: &str| env.iter().find(|(key, _)| *key == name).map(|(_, value)| OsString::from(value));
        dir_of(platform, get).ok().map(|path| path.to_string_lossy().replace('\\', "/"))
    }

    #[test]
    fn each_platform_has_its_place_and_the_variable_goes_first() {
        use Platform::{Mac, Unix, Windows};
        type Case<'a> = (Platform, &'a [(&'a str, &'a str)], Option<&'a str>);
        let cases: &[Case<'_>] = &[
            (Unix, &[("PARLOR_HOME", "/p"), ("HOME", "/h")], Some("/p")),
            (Unix, &[("PARLOR_HOME", ""), ("HOME", "/h")], Some("/h/.local/share/parlor")),
            (Unix, &[("XDG_DATA_HOME", "/x"), ("HOME", "/h")], Some("/x/parlor")),
            (Unix, &[("XDG_DATA_HOME", "x"), ("HOME", "/h")], Some("/h/.local/share/parlor")),
            (Unix, &[], None),
            (Mac, &[("HOME", "/h"), ("XDG_DATA_HOME", "/x")], Some("/h/Library/Application Support/parlor")),
            (Mac, &[], None),
            (Windows, &[("APPDATA", "C:/a"), ("HOME", "/h")], Some("C:/a/parlor")),
            (Windows, &[("PARLOR_HOME", "D:/p"), ("APPDATA", "C:/a")], Some("D:/p")),
            (Windows, &[("HOME", "/h")], None),
        ];
        for (platform, env, expected) in cases {
            assert_eq!(at(*platform, env).as_deref(), *expected, "{platform:?} with {env:?}");
        }
    }
}
