//! `/export`: what this terminal's viewer was told so far, as a file.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use engine::{SessionId, Viewer};
use host::{Ack, Table};
use protocol::clean_line;
use store::Store;

use crate::activity;
use crate::saved;

/// Files of one session that are tried before it is given up: nobody keeps more in one directory.
const FILES_MAX: u32 = 99;

/// Writes files for one viewer of a session.
pub(crate) struct Keeper {
    store: Store,
    viewer: Viewer,
    no_secrets: bool,
}

impl Keeper {
    /// For what this viewer was told.
    pub(crate) fn new(store: &Store, viewer: Viewer, no_secrets: bool) -> Keeper {
        Keeper { store: store.clone(), viewer, no_secrets }
    }

    /// The text that somebody asked for; where that was a file, it is written first, and the text names it.
    pub(crate) async fn told(&self, table: &Table, ack: Ack) -> Result<Option<String>, String> {
        if !ack.export {
            return Ok(ack.report);
        }
        if self.no_secrets {
            let id = table.id();
            return Err(format!(
                "this screen shows nothing that is for you alone: parlor export {id} does, later"
            ));
        }
        let (store, viewer, id) = (self.store.clone(), self.viewer, table.id().clone());
        let written = tokio::task::spawn_blocking(move || write(&store, &id, viewer)).await;
        let path = written.map_err(|error| error.to_string())??;
        let path = clean_line(&path.display().to_string());
        Ok(Some(format!("What you were told so far is in {path}.")))
    }
}

/// Writes a file into the directory in which this program was started. None that is there is written over.
fn write(store: &Store, id: &SessionId, viewer: Viewer) -> Result<PathBuf, String> {
    let saved = saved::in_store(store.reader(), id.as_str()).map_err(|failure| failure.to_string())?;
    let mut text = Vec::new();
    activity::of_saved(&saved)
        .and_then(|activity| Ok(activity.write(&saved, viewer, &mut text)?))
        .map_err(|failure| failure.to_string())?;
    let (path, file) = fresh(&format!("{id}-{}", viewer.to_string().replace(':', "-")))?;
    let mut out = BufWriter::new(file);
    let written = out.write_all(&text).and_then(|()| out.flush());
    written.map_err(|error| format!("{} could not be written: {error}", path.display()))?;
    Ok(path)
}

/// A new file with this name, or with a number behind it.
fn fresh(name: &str) -> Result<(PathBuf, File), String> {
    for number in 1..=FILES_MAX {
        let name = if number == 1 { format!("{name}.md") } else { format!("{name}-{number}.md") };
        match File::create_new(&name) {
            Ok(file) => return Ok((PathBuf::from(name), file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => {
                return Err(format!(
                    "{name} cannot be written here: {error}; parlor export writes it elsewhere, later"
                ));
            }
        }
    }
    Err(format!("there are {FILES_MAX} files of this session here already: move some away"))
}
