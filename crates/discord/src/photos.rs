//! Photos that people hand in: fetched from Discord at once, and given to the table, which makes them harmless.

use std::sync::Arc;

use engine::SeatId;
use host::Table;

use crate::answer::Answer;
use crate::asked::{Asked, File};
use crate::bot::Inner;
use crate::deeds::{Outcome, refused};
use crate::place::Place;
use crate::says;
use crate::text::escape;

/// The longest photo that is fetched.
const BYTES_MAX: usize = 10 * 1024 * 1024;

/// Where Discord keeps files.
const KEEPS: [&str; 2] = ["cdn.discordapp.com", "media.discordapp.net"];

impl Inner {
    /// Adds the photos of a form, and says what goes with them.
    pub(crate) async fn add_photos(
        self: &Arc<Self>,
        asked: &Asked,
        place: &Place,
        files: Vec<File>,
        text: &str,
    ) -> Outcome {
        let table = self.running(place).await?;
        let seat = self.own(asked, place)?;
        let (kept, wrong) = self.keep_photos(&table, seat, files).await;
        let mut said = vec![says::kept_whatever_else_the_files_said(kept)];
        said.extend(wrong);
        if !text.trim().is_empty() {
            self.line(asked, place, text.trim()).await?;
        } else if kept > 0 {
            said.push(says::THEY_GO_WITH_WHAT_YOU_SAY.to_owned());
        }
        Ok(Answer::words(said.join("\n")))
    }

    /// Keeps what can be kept, and says of the others why not.
    pub(crate) async fn keep_photos(
        &self,
        table: &Table,
        seat: SeatId,
        files: Vec<File>,
    ) -> (usize, Vec<String>) {
        let (mut kept, mut wrong) = (0, Vec::new());
        for file in files {
            let added = match self.fetch(&file).await {
                Ok(bytes) => table.add_photo(seat, bytes).await.map_err(refused),
                Err(why) => Err(why),
            };
            match added {
                Ok(_) => kept += 1,
                Err(why) => wrong.push(format!("{}: {why}", escape(&file.name))),
            }
        }
        (kept, wrong)
    }

    async fn fetch(&self, file: &File) -> Result<Vec<u8>, String> {
        if file.bytes > BYTES_MAX as u64 {
            return Err(says::it_is_larger_than_mb(BYTES_MAX / 1024 / 1024));
        }
        if !is_discords(&file.url, self.rest.as_deref()) {
            return Err(says::IT_IS_NOT_WITH_DISCORD.to_owned());
        }
        self.desk.fetch(&file.url, BYTES_MAX).await
    }
}

/// Whether a file is where Discord keeps files, or where another REST says that Discord is.
fn is_discords(url: &str, rest: Option<&str>) -> bool {
    let under = |base: &str| url.strip_prefix(base).is_some_and(|rest| rest.starts_with('/'));
    match rest {
        Some(rest) => under(&format!("http://{rest}")),
        None => KEEPS.iter().any(|host| under(&format!("https://{host}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_discord_are_fetched() {
        assert!(is_discords("https://cdn.discordapp.com/attachments/1/2/a.png?ex=1", None));
        assert!(is_discords("http://127.0.0.1:9/attachments/1/2/a.png", Some("127.0.0.1:9")));
        for url in [
            "http://cdn.discordapp.com/a.png",
            "https://cdn.discordapp.com.example.org/a.png",
            "https://example.org/cdn.discordapp.com/a.png",
            "http://127.0.0.1:9/attachments/1/2/a.png",
            "file:///etc/passwd",
        ] {
            assert!(!is_discords(url, None), "{url}");
        }
    }
}
