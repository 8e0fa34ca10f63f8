//! The log on SQLite: one writer, group commit, a hash chain that is checked.
