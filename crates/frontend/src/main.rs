//! The program `crownhead`: plays Atari 2600 cartridges, records and verifies traces.

use std::process::ExitCode;

fn main() -> ExitCode {
    frontend::run()
}
