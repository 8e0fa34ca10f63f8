//! What a bot needs of a server, and where it is let in.

/// What it cannot do without: see channels, send messages, also in threads, begin threads, embed, attach files, read
/// what was said.
const NEEDED: u64 = 309_237_763_072;

/// Where somebody lets the bot into a server.
pub(crate) fn invitation(application: u64) -> String {
    format!(
        "https://discord.com/oauth2/authorize?client_id={application}&scope=bot+applications.commands&permissions={NEEDED}"
    )
}
