//! Conformance, simulation and checks for every machine (dev only).
