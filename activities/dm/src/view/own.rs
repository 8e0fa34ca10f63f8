//! What is a character's own, and may help (D26).

use engine::SeatId;

use super::{Character, View};
use crate::setting::setting;

impl Character {
    /// What they are good at, by their archetype.
    pub fn skills(&self) -> impl Iterator<Item = &String> {
        let archetypes = setting().archetypes.iter();
        archetypes.filter(|it| it.name == self.archetype).flat_map(|it| &it.good_at)
    }
}

impl View {
    /// The dice of whoever acts, as they lie.
    pub fn pool(&self) -> &[u8] {
        self.character(self.spotlight).map_or(&[], |it| &it.dice)
    }

    /// What of a character's own may help once in this scene: what they are good at, and things.
    pub fn edges(&self, seat: SeatId) -> Vec<String> {
        let used = self.scene.edges.contains(&seat);
        let own = self.character(seat).filter(|_| !used).map(|it| it.skills().chain(it.assets.iter()));
        own.into_iter().flatten().cloned().collect()
    }
}
