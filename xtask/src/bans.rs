//! What a pure machine must not touch: one list, from which come the `clippy.toml` files of those crates
//! and the text check of `tidy`.
//!
//! Clippy knows types and sees through renames, but only in what it compiles; the text check also sees what a
//! `cfg` hides. A crate's `clippy.toml` replaces the one at the root, so the settings for tests are in both.

/// The folders of the crates that must be pure.
pub(crate) const PURE: &[&str] = &[
    "crates/engine",
    "crates/kit",
    "crates/table",
    "activities/mafia",
    "activities/dm",
    "activities/tidying",
];

/// Settings that every crate has.
const FOR_TESTS: &[&str] =
    &["allow-unwrap-in-tests", "allow-expect-in-tests", "allow-panic-in-tests", "allow-print-in-tests"];

/// Things of one kind that are banned for one reason.
pub(crate) struct Ban {
    /// Why, and what to use instead.
    pub(crate) reason: &'static str,
    /// Paths that clippy bans as types.
    types: &'static [&'static str],
    /// As functions and methods.
    methods: &'static [&'static str],
    /// As macros.
    macros: &'static [&'static str],
    /// Names that the text check bans wherever they stand.
    pub(crate) words: &'static [&'static str],
    /// Paths that it bans with all that is below them.
    pub(crate) paths: &'static [&'static str],
}

/// A ban of nothing, for the rows to be short.
const NOTHING: Ban = Ban { reason: "", types: &[], methods: &[], macros: &[], words: &[], paths: &[] };

/// Everything that is banned.
pub(crate) const BANS: &[Ban] = &[
    Ban {
        reason: "time is an argument: take a `Moment` from the caller",
        types: &["std::time::Instant", "std::time::SystemTime"],
        methods: &["std::time::Instant::now", "std::time::SystemTime::now"],
        words: &["SystemTime"],
        // Not a word: a speed may well be called `Instant`.
        paths: &["std::time::Instant", "Instant"],
        ..NOTHING
    },
    Ban {
        reason: "its order differs from run to run, so a replay would too: use `BTreeMap` or `BTreeSet`",
        types: &[
            "std::collections::HashMap",
            "std::collections::HashSet",
            "std::hash::RandomState",
            "std::hash::DefaultHasher",
        ],
        words: &["HashMap", "HashSet", "RandomState", "DefaultHasher"],
        ..NOTHING
    },
    Ban {
        reason: "its rounding and its text are not the same everywhere: use integers",
        types: &["f32", "f64"],
        words: &["f32", "f64"],
        ..NOTHING
    },
    Ban {
        reason: "a machine must not depend on where it runs: take a setting as an argument",
        methods: &[
            "std::env::args",
            "std::env::args_os",
            "std::env::current_dir",
            "std::env::current_exe",
            "std::env::home_dir",
            "std::env::remove_var",
            "std::env::set_current_dir",
            "std::env::set_var",
            "std::env::temp_dir",
            "std::env::var",
            "std::env::var_os",
            "std::env::vars",
            "std::env::vars_os",
        ],
        paths: &["std::env"],
        ..NOTHING
    },
    Ban {
        reason: "a machine does no I/O: return events, and let `store` write them",
        types: &["std::fs::DirBuilder", "std::fs::File", "std::fs::OpenOptions"],
        methods: &[
            "std::fs::canonicalize",
            "std::fs::copy",
            "std::fs::create_dir",
            "std::fs::create_dir_all",
            "std::fs::exists",
            "std::fs::hard_link",
            "std::fs::metadata",
            "std::fs::read",
            "std::fs::read_dir",
            "std::fs::read_link",
            "std::fs::read_to_string",
            "std::fs::remove_dir",
            "std::fs::remove_dir_all",
            "std::fs::remove_file",
            "std::fs::rename",
            "std::fs::set_permissions",
            "std::fs::symlink_metadata",
            "std::fs::write",
        ],
        paths: &["std::fs"],
        ..NOTHING
    },
    Ban {
        reason: "a machine does no I/O: return events, and let a face show them",
        methods: &["std::io::stderr", "std::io::stdin", "std::io::stdout"],
        macros: &["std::eprint", "std::eprintln", "std::print", "std::println"],
        words: &["stderr", "stdin", "stdout"],
        ..NOTHING
    },
    Ban {
        reason: "a machine does no I/O: return an ask, and let `host` perform it",
        types: &[
            "std::net::TcpListener",
            "std::net::TcpStream",
            "std::net::UdpSocket",
            "std::process::Command",
        ],
        paths: &["std::net", "std::os"],
        ..NOTHING
    },
    Ban {
        reason: "a bug is a failed `assert!`: the session stops and the process lives",
        methods: &["std::process::abort", "std::process::exit", "std::process::id"],
        paths: &["std::process"],
        ..NOTHING
    },
    Ban {
        reason: "a step is one pure call: who wants threads starts them round it",
        types: &["std::thread::Builder", "std::thread::JoinHandle"],
        methods: &[
            "std::thread::available_parallelism",
            "std::thread::current",
            "std::thread::park",
            "std::thread::scope",
            "std::thread::sleep",
            "std::thread::spawn",
            "std::thread::yield_now",
        ],
        paths: &["std::thread"],
        ..NOTHING
    },
    Ban {
        reason: "state outside of the log is lost in a replay: keep it in the machine's state",
        types: &[
            "std::sync::atomic::AtomicBool",
            "std::sync::atomic::AtomicU32",
            "std::sync::atomic::AtomicU64",
            "std::sync::atomic::AtomicUsize",
            "std::sync::Condvar",
            "std::sync::Mutex",
            "std::sync::RwLock",
        ],
        macros: &["std::thread_local"],
        words: &["Condvar", "Mutex", "RwLock", "thread_local"],
        paths: &["std::sync::atomic", "std::sync::mpsc"],
        ..NOTHING
    },
    Ban {
        reason: "a step is pure and ends at once: there is no `async` below `host`",
        words: &["async", "await", "tokio"],
        ..NOTHING
    },
    Ban {
        reason: "chance comes from the engine's dice, or nobody can replay it",
        words: &["getrandom"],
        paths: &["rand"],
        ..NOTHING
    },
];

/// The `clippy.toml` at the root: what all crates have.
pub(crate) fn root_clippy_toml() -> String {
    let mut out = String::from(HEAD);
    for setting in FOR_TESTS {
        out.push_str(&format!("{setting} = true\n"));
    }
    out
}

/// The `clippy.toml` of a pure crate.
pub(crate) fn pure_clippy_toml() -> String {
    let mut out = root_clippy_toml();
    for (key, pick) in [
        ("disallowed-types", (|ban| ban.types) as fn(&Ban) -> &'static [&'static str]),
        ("disallowed-methods", |ban| ban.methods),
        ("disallowed-macros", |ban| ban.macros),
    ] {
        out.push_str(&format!("\n{key} = [\n"));
        for ban in BANS {
            for path in pick(ban) {
                out.push_str(&format!("    {{ path = \"{path}\", reason = \"{}\" }},\n", ban.reason));
            }
        }
        out.push_str("]\n");
    }
    out
}

const HEAD: &str =
    "# Written by `cargo xtask generate` from the list in xtask/src/bans.rs: change that, not this.\n\n";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pure_crate_has_the_settings_of_the_root_too() {
        assert!(pure_clippy_toml().starts_with(&root_clippy_toml()));
    }

    #[test]
    fn every_ban_is_written_with_its_reason() {
        let text = pure_clippy_toml();
        for ban in BANS {
            assert!(!ban.reason.is_empty() && !ban.reason.contains('"'));
            for path in ban.types.iter().chain(ban.methods).chain(ban.macros) {
                let line = format!("{{ path = \"{path}\", reason = \"{}\" }}", ban.reason);
                assert_eq!(text.matches(&line).count(), 1, "{path}");
            }
        }
    }
}
