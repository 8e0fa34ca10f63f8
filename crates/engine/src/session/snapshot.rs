//! A session as text, and back.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{Catalog, Session};
use crate::erased::Rules;
use crate::record::to_json;
use crate::{Hash, Moment, Salt, Seat, Seed, TableTime};

impl Session {
    /// The state as text, for a snapshot and for comparing; [`Session::restore`] reads it.
    pub fn snapshot(&self) -> String {
        to_json(&SnapshotText {
            table: self.table.snapshot(),
            activity: self.activity.snapshot(),
            seats: self.seats.clone(),
            salt: self.dice().salt(),
            setup: self.setup.clone(),
            records: self.records,
            head: self.head,
            rewinds: self.rewinds,
            prepared: self.prepared,
            steps: self.steps,
            time: self.moment.time,
            at: self.moment.at,
        })
    }

    /// A session out of a snapshot.
    pub fn restore(
        catalog: Catalog,
        rules: &'static dyn Rules,
        seed: Seed,
        text: &str,
    ) -> Result<Session, String> {
        let snapshot: SnapshotText = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let mut session = Session {
            table: catalog.table.restore_outer(&snapshot.table)?,
            activity: rules.restore(&snapshot.activity)?,
            seats: snapshot.seats,
            setup: snapshot.setup,
            records: snapshot.records,
            head: snapshot.head,
            rewinds: snapshot.rewinds,
            prepared: snapshot.prepared,
            steps: snapshot.steps,
            moment: Moment { time: snapshot.time, at: snapshot.at },
            ..Session::blank(catalog, rules, seed)
        };
        session.salt(snapshot.salt);
        Ok(session)
    }
}

#[derive(Serialize, Deserialize)]
struct SnapshotText {
    table: String,
    activity: String,
    seats: Vec<Seat>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    salt: Option<Salt>,
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "some")]
    setup: Option<Box<RawValue>>,
    records: u64,
    head: Hash,
    rewinds: u32,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    prepared: bool,
    steps: [u64; 2],
    time: TableTime,
    at: i64,
}

/// What is there, even where it is `null`: some activities are set up with nothing.
fn some<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Box<RawValue>>, D::Error> {
    Box::<RawValue>::deserialize(deserializer).map(Some)
}
