//! `parlor photos`: the photos that a session keeps, and how to be rid of them.

use serde::Serialize;
use store::Store;

use crate::cli::Photos;
use crate::context::Context;
use crate::exit::{Code, Outcome};
use crate::saved::find_id;

/// Lists the photos of a session, or deletes them. What was said about them stays in the log.
pub(crate) fn run(cx: &Context, args: &Photos) -> Outcome {
    let store = cx.store()?;
    let id = find_id(store.reader(), &args.id)?;
    let bytes = bytes(&store, &id)?;
    let place = cx.home()?.join("photos");
    let (count, size) = (bytes.len(), bytes.iter().sum::<u64>());
    let deleted = if args.delete { store.photos().delete(&id)? } else { 0 };
    if args.json.json {
        #[derive(Serialize)]
        struct Kept<'a> {
            session: &'a str,
            photos: usize,
            bytes: u64,
            directory: String,
            deleted: usize,
        }
        let (photos, bytes) = if args.delete { (0, 0) } else { (count, size) };
        let directory = place.display().to_string();
        cx.json(&Kept { session: id.as_str(), photos, bytes, directory, deleted })?;
        return Ok(Code::Fine);
    }
    match (count, args.delete) {
        (0, _) => cx.note(format_args!("session {id} keeps no photos")),
        (count, false) => {
            let of = photos(count);
            cx.print(&format!("session {id} keeps {of}, {}, in {}\n", sized(size), place.display()))?;
            cx.note(format_args!("  → parlor photos {id} --delete removes them; the words stay"));
        }
        (_, true) => {
            let of = photos(deleted);
            cx.print(&format!("{of} of session {id} deleted, {}; the words stay\n", sized(size)))?;
        }
    }
    Ok(Code::Fine)
}

/// How large each photo of a session is. One that is damaged counts as well: it can be deleted all the same.
fn bytes(store: &Store, id: &engine::SessionId) -> Result<Vec<u64>, crate::exit::Failure> {
    let photos = store.photos();
    let size = |hash| photos.read(id, hash).ok().flatten().map_or(0, |bytes| bytes.len() as u64);
    Ok(photos.of(id)?.into_iter().map(size).collect())
}

fn photos(count: usize) -> String {
    if count == 1 { "1 photo".to_owned() } else { format!("{count} photos") }
}

/// A size that can be read: begun kilobytes below a megabyte, and tenths of one above it.
pub(crate) fn sized(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes.div_ceil(1_000)),
        _ => {
            let tenths = bytes.div_ceil(100_000);
            format!("{}.{} MB", tenths / 10, tenths % 10)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_can_be_read() {
        let sizes: Vec<String> = [0, 1, 999_999, 1_000_000, 12_345_678].map(sized).to_vec();
        assert_eq!(sizes, ["0 kB", "1 kB", "1000 kB", "1.0 MB", "12.4 MB"]);
    }
}
