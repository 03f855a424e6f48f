//! A public description of a chip in a hardware description language (RTL), which verilator turns
//! into a program.
//!
//! `CROWNHEAD_RTL` names the folder `rtl` of the repository Atari7800_MiSTer of MiSTer-devel.

use std::{
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Options that turn off verilator's warnings about the source. One of them turns off PROCASSWIRE,
/// an error that other tools do not report.
const NO_WARNINGS: [&str; 5] = [
    "-Wno-fatal",
    "-Wno-lint",
    "-Wno-style",
    "-Wno-UNOPTFLAT",
    "-Wno-PROCASSWIRE",
];

/// A chip: a program that reads the values of the input pins from standard input, and writes the
/// values of the output pins to standard output.
pub struct Chip {
    program: PathBuf,
}

impl Chip {
    /// Builds the program from module `module` of the source file `file`, and from the test bench
    /// `name`.cpp. `edit` can change the source text first.
    pub fn build(name: &str, file: &str, module: &str, edit: fn(&str) -> String) -> Chip {
        let folder = std::env::var_os("CROWNHEAD_RTL")
            .expect("CROWNHEAD_RTL names the folder rtl of Atari7800_MiSTer");
        let source = Path::new(&folder).join(file);
        let text = std::fs::read_to_string(&source)
            .unwrap_or_else(|error| panic!("{}: {error}", source.display()));
        let build = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("rtl-{name}"));
        std::fs::create_dir_all(&build).expect("a folder for the build");
        let copy = build.join(format!("{name}.sv"));
        std::fs::write(&copy, edit(&text)).expect("a file for the build");
        let test_bench = format!("tests/rtl/{name}.cpp");
        let output = Command::new("verilator")
            .args(["--cc", "--exe", "--build", "-O3", "-CFLAGS", "-O2"])
            .args(["--prefix", "Chip", "--top-module", module])
            .args(NO_WARNINGS)
            .arg("--Mdir")
            .arg(&build)
            .arg(copy)
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join(test_bench))
            .args(["-o", name])
            .output()
            .expect("install verilator, g++ and make");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{text}");
        Chip {
            program: build.join(name),
        }
    }

    /// Runs the chip from power-on with the given input pins. Returns its output pins.
    pub fn run(&self, pins: Vec<u8>) -> Vec<u8> {
        let mut child = Command::new(&self.program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program that was built");
        let mut input = child.stdin.take().expect("a pipe");
        let writer = std::thread::spawn(move || input.write_all(&pins));
        let output = child.wait_with_output().expect("the program's output");
        writer
            .join()
            .expect("no panic")
            .expect("the program reads all input");
        assert!(output.status.success(), "{:?}", output.status);
        output.stdout
    }
}
