//! What can be counted of many sessions, where one of several sides wins.

/// What is counted of an activity's sessions, beside how they end: part of its [`CUSTOM`](crate::Machine::CUSTOM).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The sides, of which one wins.
    pub sides: &'static [&'static str],
    /// What a seat may be in play, such as the roles that are dealt.
    pub roles: &'static [&'static str],
    /// What else each session has a whole number of, such as days.
    pub measures: &'static [&'static str],
}

/// What one session came to, in the names that its activity's [`Counted`] has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The side that won.
    pub winner: &'static str,
    /// The side and the role of each seat.
    pub seats: Vec<(&'static str, &'static str)>,
    /// How much there was of each of the measures, in their order.
    pub measures: Vec<u64>,
}
