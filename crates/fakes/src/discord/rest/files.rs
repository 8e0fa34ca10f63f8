//! Files: what is kept, and how it is fetched again.

use super::super::requests::Reply;
use super::super::world::{Attachment, World};

/// The most that one file may weigh.
pub(crate) const FILE_BYTES: usize = 10 << 20;
/// For how long an address is good.
const SIGNED_MS: u64 = 24 * 3600 * 1000;

/// Answers a path of `channel/file/name`, as long as its signature has not expired.
pub(crate) fn fetch(world: &World, path: &str, query: &str) -> Option<Reply> {
    let mut parts = path.split('/');
    let channel: u64 = parts.next()?.parse().ok()?;
    let file = world.files.get(&parts.next()?.parse().ok()?)?;
    let expires = query.split('&').find_map(|it| it.strip_prefix("ex="))?;
    let good = u64::from_str_radix(expires, 16).ok()? * 1000 >= world.now_ms();
    (good && file.channel == channel && parts.next() == Some(file.name.as_str()))
        .then(|| Reply::File { content_type: file.content_type.clone(), bytes: file.bytes.clone() })
}

impl World {
    /// Keeps a file; its number.
    pub(crate) fn keep(
        &mut self,
        channel: u64,
        name: &str,
        content_type: Option<&str>,
        description: Option<String>,
        bytes: Vec<u8>,
    ) -> u64 {
        let id = self.id();
        let name: String = name
            .chars()
            .map(|it| if it.is_ascii_alphanumeric() || "._-".contains(it) { it } else { '_' })
            .collect();
        let content_type = content_type.unwrap_or_else(|| guessed(&name)).to_owned();
        let expires_ms = self.now_ms() + SIGNED_MS;
        self.files.insert(id, Attachment { id, channel, name, content_type, description, bytes, expires_ms });
        id
    }
}

fn guessed(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("webp") => "image/webp",
        Some("json") => "application/json",
        Some("txt" | "md" | "log") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
