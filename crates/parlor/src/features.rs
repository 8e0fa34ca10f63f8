//! What can be left out of a build: faces that not everybody wants to wait for while it is compiled. Their verbs are in
//! every command line and in its help; where the face itself is not, they say so.

#[cfg(any(test, not(all(feature = "discord", feature = "mcp"))))]
use crate::exit::Failure;

/// A cargo feature of this program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Feature {
    /// Its name, which is also the verb that it is for.
    pub(crate) name: &'static str,
    /// Is it in this build?
    pub(crate) is_in: bool,
}

/// Tables in the channels of Discord.
pub(crate) const DISCORD: Feature = Feature { name: "discord", is_in: cfg!(feature = "discord") };

/// A seat for an agent.
pub(crate) const MCP: Feature = Feature { name: "mcp", is_in: cfg!(feature = "mcp") };

/// All of them.
pub(crate) const ALL: [Feature; 2] = [DISCORD, MCP];

impl Feature {
    /// The command that builds it in, in this repository and in any package that depends on the library.
    pub(crate) fn command(self) -> String {
        format!("cargo run --release --features parlor/{}", self.name)
    }

    /// Why a verb cannot be run, and the command that can. `verb` is what was called, without flags.
    #[cfg(any(test, not(all(feature = "discord", feature = "mcp"))))]
    pub(crate) fn missing(self, verb: &str) -> Failure {
        let (name, command) = (self.name, self.command());
        Failure::configuration(
            format!("{name} is not in this build"),
            format!("build it in: {command} -- {verb}; or take a released file, which has everything"),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exit::Code;

    #[test]
    fn what_is_missing_is_said_with_the_command_that_builds_it_in() {
        let failure = DISCORD.missing("discord run");
        assert_eq!(failure.code, Code::Configuration);
        assert_eq!(
            failure.to_string(),
            "error: discord is not in this build\n  \
             → build it in: cargo run --release --features parlor/discord -- discord run; or take a released file, which has everything"
        );
        assert!(
            MCP.missing("mcp")
                .to_string()
                .contains("build it in: cargo run --release --features parlor/mcp -- mcp;")
        );
    }

    #[test]
    fn the_whole_of_it_is_what_the_manifest_says() {
        let manifest = include_str!("../Cargo.toml");
        let full = manifest.lines().find_map(|line| line.strip_prefix("full = ")).expect("a line");
        assert_eq!(full, format!("{:?}", ALL.map(|feature| feature.name)));
    }
}
