//! The machines: table and mafia, one folder each, and ALL, the one list.
