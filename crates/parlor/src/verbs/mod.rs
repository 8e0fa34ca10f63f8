//! The verbs, one file each.

pub(crate) mod completions;
pub(crate) mod cost;
pub(crate) mod demo;
#[cfg_attr(not(feature = "discord"), path = "no_discord.rs")]
pub(crate) mod discord;
pub(crate) mod doctor;
pub(crate) mod export;
pub(crate) mod fork;
pub(crate) mod import;
pub(crate) mod machine;
pub(crate) mod man;
#[cfg(feature = "mcp")]
pub(crate) mod mcp;
pub(crate) mod openapi;
pub(crate) mod photos;
pub(crate) mod play;
pub(crate) mod recap;
pub(crate) mod replay;
pub(crate) mod resume;
pub(crate) mod serve;
pub(crate) mod session_delete;
pub(crate) mod sessions;
pub(crate) mod sim;
pub(crate) mod store_backup;
pub(crate) mod store_check;
pub(crate) mod store_restore;
pub(crate) mod store_vacuum;
pub(crate) mod table_show;
pub(crate) mod verify;
pub(crate) mod watch;
