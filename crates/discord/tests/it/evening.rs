//! Whole evenings.
