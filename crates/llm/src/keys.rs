//! Where a provider is, and where its key comes from.
//!
//! A key is looked for in the provider's usual variable, then in the configuration, then asked of the command that the
//! configuration names. An address: in the variable, in the configuration, or where the provider usually is.

use std::fmt;
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crate::config::ProviderConfig;
use crate::known::{CONCURRENCY, KNOWN, Known};
use crate::providers::{Key, Wire};
use crate::{Config, Env, NotReady};

/// How long a key command may take: long enough to type a passphrase.
const COMMAND_TIME_MAX: Duration = Duration::from_secs(30);

/// Bytes of a key command's output that are read.
const COMMAND_BYTES_MAX: u64 = 16 * 1024;

/// How often it is looked whether a key command has ended.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// Where a key or an address comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// This variable.
    Variable(String),
    /// The configuration.
    Config,
    /// The key command of the configuration.
    Command,
    /// Nobody said otherwise.
    Default,
    /// There is none.
    Nowhere,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Origin::Variable(name) => name,
            Origin::Config => "config.toml",
            Origin::Command => "the key command in config.toml",
            Origin::Default => "the default",
            Origin::Nowhere => "none",
        })
    }
}

/// A provider on a network, by what is known and what is configured.
pub(crate) struct KeyPlace<'a> {
    name: &'a str,
    known: Option<&'static Known>,
    config: Option<&'a ProviderConfig>,
}

impl<'a> KeyPlace<'a> {
    /// The provider of this name.
    pub(crate) fn of(name: &'a str, config: &'a Config) -> KeyPlace<'a> {
        let known = KNOWN.iter().find(|known| known.name == name);
        KeyPlace { name, known, config: config.providers.get(name) }
    }

    /// The protocol that it speaks.
    pub(crate) fn wire(&self) -> Option<Wire> {
        self.config.and_then(|config| config.wire).or(self.known.map(|known| known.wire))
    }

    /// Calls that are made at once if the configuration does not say.
    pub(crate) fn concurrency(&self) -> usize {
        self.known.map_or(CONCURRENCY, |known| known.concurrency)
    }

    /// The variable where its key usually is.
    pub(crate) fn key_variable(&self) -> Option<&'static str> {
        self.known.and_then(|known| known.key_variables.first().copied())
    }

    /// Is there no use in asking it without a key?
    pub(crate) fn needs_key(&self) -> bool {
        self.known.is_some_and(|known| !known.is_local)
    }

    /// Where its key would come from. Runs no command.
    pub(crate) fn key_origin(&self, env: &Env) -> Origin {
        let variables = self.known.map(|known| known.key_variables).unwrap_or_default();
        if let Some(name) = variables.iter().find(|name| env.get(name).is_some()) {
            return Origin::Variable((*name).to_owned());
        }
        match self.config {
            Some(ProviderConfig { key: Some(_), .. }) => Origin::Config,
            Some(ProviderConfig { key_command: Some(_), .. }) => Origin::Command,
            _ => Origin::Nowhere,
        }
    }

    /// Its key, if it has one. May run a command and wait for it.
    pub(crate) fn key(&self, env: &Env) -> Result<Option<Key>, NotReady> {
        let config = self.config;
        match self.key_origin(env) {
            Origin::Variable(name) => Ok(env.get(&name).map(Key::new)),
            Origin::Config => Ok(config.and_then(|config| config.key.clone())),
            Origin::Command => {
                let command = config.and_then(|config| config.key_command.as_deref()).unwrap_or_default();
                let key = first_line(command, COMMAND_TIME_MAX)
                    .map_err(|why| NotReady::KeyCommand { provider: self.name.to_owned(), why })?;
                Ok(Some(Key::new(key)))
            }
            Origin::Default | Origin::Nowhere if self.needs_key() => Err(NotReady::NoKey {
                provider: self.name.to_owned(),
                variable: self.key_variable().unwrap_or_default().to_owned(),
            }),
            Origin::Default | Origin::Nowhere => Ok(None),
        }
    }

    /// Where it is, and who says so.
    pub(crate) fn endpoint(&self, env: &Env) -> Result<(String, Origin), NotReady> {
        let (mut address, origin) = self.said_endpoint(env)?;
        // Ollama is named by its host; below this path it speaks the format of others.
        if self.wire() == Some(Wire::Ollama) && address.ends_with("/v1") {
            address.truncate(address.len() - "/v1".len());
        }
        Ok((address, origin))
    }

    fn said_endpoint(&self, env: &Env) -> Result<(String, Origin), NotReady> {
        let variable = self.known.map(|known| known.endpoint_variable);
        if let Some((name, value)) = variable.and_then(|name| Some((name, env.get(name)?))) {
            let address = if name == "OLLAMA_HOST" { Some(ollama(&value)) } else { url(&value) };
            let address = address.ok_or_else(|| NotReady::BadAddress {
                provider: self.name.to_owned(),
                variable: name.to_owned(),
            })?;
            return Ok((address, Origin::Variable(name.to_owned())));
        }
        if let Some(address) = self.config.and_then(|config| url(config.base_url.as_deref()?)) {
            return Ok((address, Origin::Config));
        }
        let default = self.known.map(|known| known.endpoint).unwrap_or_default();
        Ok((default.to_owned(), Origin::Default))
    }
}

/// An address as it is shown: without a name and password, and without a query, which may hold a key.
pub(crate) fn shown(address: &str) -> String {
    let address = address.split(['?', '#']).next().unwrap_or_default();
    let Some((scheme, rest)) = address.split_once("://") else { return address.to_owned() };
    let (host, path) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
    let host = host.rsplit('@').next().unwrap_or_default();
    format!("{scheme}://{host}{path}")
}

/// An address without a slash at its end, if it is one.
fn url(text: &str) -> Option<String> {
    let is_url = text.starts_with("http://") || text.starts_with("https://");
    is_url.then(|| text.trim_end_matches('/').to_owned())
}

/// What `OLLAMA_HOST` means: an address, or a host, or a host and a port, or a port. It is also what the server listens
/// on, so it may say "everywhere", which is no place to go to.
fn ollama(text: &str) -> String {
    if let Some(address) = url(text) {
        return address.replacen("://0.0.0.0", "://127.0.0.1", 1);
    }
    let text = text.trim_end_matches('/');
    // A host of several colons is an IPv6 address, which has its port behind a bracket.
    let (host, port) = match text.rsplit_once(':') {
        Some((host, port)) if text.ends_with(port) && !port.ends_with(']') && !bare_v6(text) => (host, port),
        _ => (text, "11434"),
    };
    let host = match host {
        "" | "0.0.0.0" | "[::]" | "::" => "127.0.0.1".to_owned(),
        host if bare_v6(host) => format!("[{host}]"),
        host => host.to_owned(),
    };
    format!("http://{host}:{port}")
}

/// Is this an IPv6 address without brackets?
fn bare_v6(text: &str) -> bool {
    !text.starts_with('[') && text.matches(':').count() > 1
}

/// The first line that a command prints. The error says how the command ended, never what it printed.
fn first_line(command: &str, time: Duration) -> Result<String, String> {
    let start = Instant::now();
    let mut child = shell(command)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("it could not be started: {error}"))?;
    let (sender, receiver) = mpsc::channel();
    if let Some(stdout) = child.stdout.take() {
        // Its own thread, because a pipe cannot be read with a time limit. It ends with the pipe.
        thread::spawn(move || {
            let mut bytes = Vec::new();
            let read = stdout.take(COMMAND_BYTES_MAX).read_to_end(&mut bytes);
            // Nobody listens any more if it took too long.
            let _ = sender.send(read.map(|_| bytes));
        });
    }
    let printed = receiver.recv_timeout(time);
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if printed.is_ok() && start.elapsed() < time => thread::sleep(LOOK_EVERY),
            Ok(None) => {
                stop(&mut child);
                return Err(format!("it took longer than {} s", time.as_secs_f32()));
            }
            Err(error) => return Err(format!("it could not be waited for: {error}")),
        }
    };
    if !status.success() {
        return Err(status
            .code()
            .map_or("it was killed".to_owned(), |code| format!("it ended with status {code}")));
    }
    let bytes = printed.ok().and_then(Result::ok).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let line = text.lines().next().unwrap_or_default().trim();
    if line.is_empty() { Err("it printed nothing".to_owned()) } else { Ok(line.to_owned()) }
}

/// Ends a command that takes too long. One that is gone already needs no ending.
fn stop(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

fn shell(command: &str) -> Command {
    let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let mut shell = Command::new(shell);
    shell.arg(flag).arg(command);
    shell
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ollama_is_where_its_variable_says() {
        let cases = [
            ("127.0.0.1:11434", "http://127.0.0.1:11434"),
            ("box", "http://box:11434"),
            ("box:99", "http://box:99"),
            (":99", "http://127.0.0.1:99"),
            ("0.0.0.0", "http://127.0.0.1:11434"),
            ("0.0.0.0:99", "http://127.0.0.1:99"),
            ("[::1]:99", "http://[::1]:99"),
            ("[::1]", "http://[::1]:11434"),
            ("::1", "http://[::1]:11434"),
            ("http://box/ollama/", "http://box/ollama"),
            ("https://box:1", "https://box:1"),
            ("http://0.0.0.0:11434", "http://127.0.0.1:11434"),
        ];
        for (said, meant) in cases {
            assert_eq!(ollama(said), meant, "{said}");
        }
    }

    #[test]
    fn an_address_is_shown_without_what_may_be_secret() {
        assert_eq!(shown("https://me:secret@host:1/v1?key=secret"), "https://host:1/v1");
        assert_eq!(shown("http://127.0.0.1:8000/v1"), "http://127.0.0.1:8000/v1");
        assert_eq!(shown("http://host/a@b"), "http://host/a@b");
    }

    #[cfg(unix)]
    #[test]
    fn a_command_gives_its_first_line_and_its_errors_do_not_show_what_it_printed() {
        let long = Duration::from_secs(60);
        assert_eq!(first_line("echo ' sk-secret '; echo more", long).as_deref(), Ok("sk-secret"));
        let errors = [
            ("echo sk-secret; exit 3", "it ended with status 3"),
            ("true", "it printed nothing"),
            ("echo sk-secret >&2", "it printed nothing"),
            ("kill -9 $$", "it was killed"),
        ];
        for (command, error) in errors {
            assert_eq!(first_line(command, long), Err(error.to_owned()), "{command}");
        }
        let slow = first_line("echo sk-secret; exec sleep 600", Duration::from_millis(50));
        assert_eq!(slow, Err("it took longer than 0.05 s".to_owned()));
    }
}
