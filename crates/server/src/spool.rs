//! What is written at once and sent as fast as somebody takes it: in memory as long as it is small, and then in a file without a
//! name beside the store. So whoever is slow holds a file open, and neither a thread nor memory.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use axum::body::{Body, Bytes};
use futures_util::stream;
use tokio::sync::OwnedSemaphorePermit;

use crate::answer::Fail;
use crate::limits::{SPOOL_BYTES_MAX, SPOOL_PIECE_BYTES};
use crate::saved::blocking;
use crate::token::Token;

/// Something that is written, to be sent then.
pub(crate) struct Spool {
    dir: PathBuf,
    small: Vec<u8>,
    file: Option<File>,
}

impl Spool {
    /// One that goes into a directory if it grows.
    pub(crate) fn new(dir: &Path) -> Spool {
        Spool { dir: dir.to_owned(), small: Vec::new(), file: None }
    }

    /// What is sent: piece by piece from the file, if there is one. The place in which it is sent is kept until it is.
    pub(crate) async fn into_body(self, place: OwnedSemaphorePermit) -> Result<Body, Fail> {
        let Spool { small, file, .. } = self;
        let Some(mut file) = file else { return Ok(Body::from(small)) };
        let file = blocking(move || {
            file.write_all(&small).and_then(|()| file.rewind()).map_err(|_| Fail::broken())?;
            Ok(file)
        });
        let pieces = stream::try_unfold((file.await?, place), async |(mut file, place)| {
            let read = tokio::task::spawn_blocking(move || {
                let mut piece = vec![0; SPOOL_PIECE_BYTES];
                let bytes = file.read(&mut piece)?;
                piece.truncate(bytes);
                Ok((piece, file))
            });
            let (piece, file) = read.await.unwrap_or_else(|error| Err(io::Error::other(error)))?;
            Ok::<_, io::Error>((!piece.is_empty()).then(|| (Bytes::from(piece), (file, place))))
        });
        Ok(Body::from_stream(pieces))
    }
}

impl Write for Spool {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.small.extend_from_slice(bytes);
        if self.small.len() > SPOOL_BYTES_MAX {
            self.flush_to_file()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Spool {
    fn flush_to_file(&mut self) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            None => self.file.insert(nameless(&self.dir)?),
        };
        file.write_all(&self.small)?;
        self.small.clear();
        Ok(())
    }
}

/// A file that is gone as soon as it is closed, for its owner alone.
fn nameless(dir: &Path) -> io::Result<File> {
    let token = Token::fresh().map_err(|error| io::Error::other(error.to_string()))?;
    let path = dir.join(format!("sending-{}.tmp", &token.as_str()[..16]));
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    // FILE_FLAG_DELETE_ON_CLOSE
    #[cfg(windows)]
    std::os::windows::fs::OpenOptionsExt::custom_flags(&mut options, 0x0400_0000);
    let file = options.open(&path)?;
    #[cfg(unix)]
    std::fs::remove_file(&path)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio::sync::Semaphore;

    use super::*;

    async fn sent(bytes: &[u8], dir: &Path) -> Vec<u8> {
        let places = Arc::new(Semaphore::new(1));
        let place = Arc::clone(&places).try_acquire_owned().expect("a place");
        let mut spool = Spool::new(dir);
        for piece in bytes.chunks(10_000) {
            spool.write_all(piece).expect("written");
            assert!(spool.small.capacity() <= 4 * SPOOL_BYTES_MAX, "it is not in memory");
        }
        assert_eq!(
            std::fs::read_dir(dir).expect("a directory").count(),
            0,
            "nobody finds it, and no crash leaves it"
        );
        let body = spool.into_body(place).await.expect("a body");
        let all = axum::body::to_bytes(body, usize::MAX).await.expect("bytes").to_vec();
        assert_eq!(places.available_permits(), 1, "the place is free again");
        all
    }

    #[tokio::test]
    async fn what_is_sent_is_what_was_written_however_long_it_is() {
        let dir = tempfile::tempdir().expect("a directory");
        for length in [0, 1, SPOOL_BYTES_MAX, SPOOL_BYTES_MAX + 1, 5 * SPOOL_BYTES_MAX + 7] {
            let bytes: Vec<u8> = (0..length).map(|at| (at % 251) as u8).collect();
            assert!(sent(&bytes, dir.path()).await == bytes, "{length}");
        }
    }
}
