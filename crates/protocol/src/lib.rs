//! What goes over the wire, and the view types of each machine.
