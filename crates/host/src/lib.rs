//! Runs sessions: performs asks, keeps timers, writes the log, tells the audiences.
