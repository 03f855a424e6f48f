//! The first line of a script.

/// First word of an input script. The version follows it.
pub const SCRIPT_FORMAT: &str = "crownhead-script";
/// Version of the script language that this program reads and writes.
pub const SCRIPT_VERSION: u32 = 1;
